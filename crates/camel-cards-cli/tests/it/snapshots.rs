//! What the command prints, on both streams, and its exit status.
//!
//! `TRYCMD=overwrite cargo test -p camel-cards-cli snapshots` takes what it prints now; read
//! the difference before you commit it. Paths are those of the package, where tests run.

use std::{env, fs, path::Path, process::Command};

use crate::testenv::{COMMAND, TestEnv, package, stdout};

#[test]
fn output_is_as_recorded_and_documented() {
    let documented = TestEnv::new();
    write_help_examples(&documented.path("help-examples.md"));
    write_readme_examples(&documented.path("readme-examples.md"));
    let mut snapshots = package("tests/cmd");
    if cfg!(windows) {
        snapshots = documented.folder().to_owned();
        for file in fs::read_dir(package("tests/cmd")).unwrap().flatten() {
            let text = fs::read_to_string(file.path()).unwrap().replace("/dev/null", "NUL");
            fs::write(snapshots.join(file.file_name()), text).unwrap();
        }
    }
    trycmd::TestCases::new()
        .register_bin("camel-cards", Path::new(COMMAND))
        .case(snapshots.join("*.trycmd"))
        .case(documented.path("*.md").to_str().unwrap());
}

/// The examples that show their output in each `--help`, over the example.
fn write_help_examples(to: &Path) {
    let mut blocks = String::new();
    for subcommand in ["score", "rank", "explain", "compare", "stats", "generate", "tally", "merge"]
    {
        let help = Command::new(COMMAND).args(["help", subcommand]).output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        let examples = help.split("Examples:\n").nth(1).expect("every help has examples");
        // A block that ends with its command shows no output.
        for block in examples.split("\n\n").filter(|block| !block.trim_end().ends_with(".txt")) {
            let lines = block.lines().map(|line| line.strip_prefix("  ").unwrap_or(line));
            let block = lines.collect::<Vec<_>>().join("\n");
            blocks += &format!("```console\n{}\n```\n", block.trim());
        }
    }
    assert!(blocks.matches("$ camel-cards").count() >= 10);
    for name in ["hands.txt", "monday.txt"] {
        blocks = blocks.replace(name, "testdata/cases/example.txt");
    }
    blocks = blocks.replace("counts.csv", "testdata/counts/example.csv");
    for part in ["monday", "tuesday", "wednesday", "week", "all"] {
        let name = format!("{part}.tally");
        let there = to.with_file_name(&name);
        // The examples write the others.
        if ["tuesday", "wednesday"].contains(&part) {
            fs::copy("testdata/tallies/example.tally", &there).unwrap();
        }
        blocks = blocks.replace(&name, &there.to_str().unwrap().replace('\\', "/"));
    }
    write_blocks(to, &blocks);
}

/// The clone's README runs from a clone, where there is no `camel-cards` on the path yet.
fn write_readme_examples(to: &Path) {
    let pages = ["docs/README.md", "README.md", "docs/use/command.md"];
    let readme = pages.map(|name| fs::read_to_string(name).unwrap());
    // The first one shows what the compiler does, which takes a while.
    let readme = readme.concat().replace("$ cargo run --release -- ", "$ camel-cards ");
    let examples = readme.replace("$ cargo run --release -q -- ", "$ camel-cards ");
    assert!(examples.matches("$ camel-cards score ").count() >= 4);
    write_blocks(to, &examples);
}

/// An empty line before the end of a block stands for the last newline.
fn write_blocks(to: &Path, markdown: &str) {
    let mut in_console = false;
    let mut blocks = String::new();
    for line in markdown.lines() {
        if in_console && line == "```" {
            blocks.push('\n');
        }
        in_console = line == "```console" || in_console && line != "```";
        blocks += &format!("{line}\n");
    }
    fs::write(to, blocks).unwrap();
}

/// The picture in the README, drawn from what the command prints.
#[test]
fn diagnosis_picture_is_current() {
    let command = "diagnose testdata/coach/hands.txt 248403366 --part 2";
    let mut diagnose = Command::new(COMMAND);
    diagnose.args(command.split(' ')).args(["--color", "always"]).current_dir(package(""));
    let output = diagnose.output().unwrap();
    let printed = stdout(&output);
    let svg = anstyle_svg::Term::new().render_svg(&format!("$ camel-cards {command}\n{printed}"));
    // On black, dim text is hard to read.
    let svg = svg.replace(".dimmed { opacity: 0.4; }", ".dimmed { opacity: 0.75; }");
    let picture = package("docs/diagnose.svg");
    if env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        fs::write(&picture, &svg).unwrap();
    }
    assert!(fs::read_to_string(&picture).unwrap() == svg, "TRYCMD=overwrite draws it anew");
}
