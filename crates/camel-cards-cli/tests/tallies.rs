//! Tallies in files: written whole or not at all, merged in order, and read by
//! another program too.

use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
};

const COMMAND: &str = env!("CARGO_BIN_EXE_camel-cards");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn testdata(path: &str) -> PathBuf {
    root().join("testdata").join(path)
}

/// Runs a command line in `folder`, by a shell.
fn shell(folder: &Path, script: &str) -> Output {
    let script = format!("camel-cards() {{ {COMMAND} \"$@\"; }}; {script}");
    Command::new("bash").args(["-c", &script]).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

/// The files in a folder, by name.
fn names(folder: &Path) -> Vec<String> {
    let name = |file: std::io::Result<fs::DirEntry>| file.unwrap().file_name().into_string();
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|file| name(file).unwrap()).collect();
    names.sort();
    names
}

/// A folder with the texts and tallies of the corpus.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["example", "tie", "large-bids", "empty"] {
        for file in [format!("{name}.txt"), format!("{name}.tally")] {
            fs::copy(testdata("tallies").join(&file), folder.path().join(&file)).unwrap();
        }
    }
    folder
}

#[test]
fn the_tally_of_a_text_is_that_of_the_corpus_from_files_and_through_pipes() {
    let folder = folder();
    for name in ["example", "tie", "large-bids", "empty"] {
        let corpus = fs::read(testdata("tallies").join(format!("{name}.tally"))).unwrap();
        let output = shell(folder.path(), &format!("camel-cards tally {name}.txt -o new.tally"));
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), ""));
        assert_eq!(fs::read(folder.path().join("new.tally")).unwrap(), corpus, "{name}");
        let piped = format!("cat {name}.txt | camel-cards tally -o - | camel-cards merge - -o -");
        assert_eq!(shell(folder.path(), &piped).stdout, corpus, "{name}");
        let score = |arguments| shell(folder.path(), &format!("camel-cards score {arguments}"));
        let from_text = score(format!("{name}.txt"));
        assert_eq!(score(format!("--from-tally {name}.tally")).stdout, from_text.stdout);
        assert_eq!(score(format!("--from-tally - < {name}.tally")).stdout, from_text.stdout);
    }
}

#[test]
fn merging_is_reading_one_after_the_other_also_into_one_of_them() {
    let folder = folder();
    let output = shell(
        folder.path(),
        "set -e
        camel-cards tally tie.txt large-bids.txt example.txt tie.txt -o whole
        cp tie.tally sum
        camel-cards merge sum large-bids.tally -o sum
        camel-cards merge sum example.tally tie.tally -o sum
        camel-cards merge tie.tally tie.tally -o sum-in-another-order
        cmp whole sum
        camel-cards tally tie.txt <(echo QQQJA 0) -o later
        camel-cards tally <(echo QQQJA 0) tie.txt -o earlier
        ! cmp -s later earlier",
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).ends_with("camel-cards: tallied 4 entries\n"));
}

#[test]
fn what_is_no_tally_is_wrong_data_and_the_message_names_the_file() {
    let folder = folder();
    let mut damaged = 0;
    for file in fs::read_dir(testdata("tallies")).unwrap() {
        let golden = file.unwrap().path();
        if golden.extension().is_none_or(|extension| extension != "error") {
            continue;
        }
        damaged += 1;
        let tally = golden.with_extension("tally");
        let error = fs::read_to_string(&golden).unwrap();
        for subcommand in ["score --from-tally", "merge -o new.tally example.tally"] {
            let output = shell(
                folder.path(),
                &format!("camel-cards {subcommand} '{}'", tally.to_str().unwrap()),
            );
            let expected = format!("camel-cards: {}: {}", tally.display(), error.trim_end());
            assert!(text(&output.stderr).starts_with(&expected), "{}", text(&output.stderr));
            assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), ""));
            assert!(!folder.path().join("new.tally").exists());
        }
    }
    assert!(damaged > 30);
}

#[test]
fn what_no_tally_can_hold_is_no_tally() {
    let folder = folder();
    let output = shell(
        folder.path(),
        "for i in {1..64}; do
             camel-cards merge large-bids.tally large-bids.tally -o large-bids.tally || exit
         done",
    );
    let message = "camel-cards: total winnings are larger than \
                   340282366920938463463374607431768211455 (2^128 - 1)\n";
    assert!(text(&output.stderr).ends_with(message), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
    // The last tally that was exact is still there.
    let score =
        shell(folder.path(), "camel-cards score --ties dense --from-tally large-bids.tally");
    assert_eq!(score.status.code(), Some(0), "{}", text(&score.stderr));
}

#[test]
fn a_tally_that_cannot_be_written_whole_leaves_the_old_file() {
    let folder = folder();
    let before = names(folder.path());
    let all = "for a in {2..9} T J Q K A; do for b in {2..9} T J Q K A; do
        echo $a$b$a$b$a 99999; echo $a$b$b$b$a 99999; done; done | ";
    for (name, status) in [("new.tally", 2), ("example.tally", 2)] {
        let script =
            format!("trap '' XFSZ; ulimit -f 1; {all} {{ exec {COMMAND} tally -o {name}; }}");
        let output = shell(folder.path(), &script);
        assert_eq!(output.status.code(), Some(status));
        let expected = format!("camel-cards: cannot write {name}: File too large\n");
        assert_eq!(text(&output.stderr), expected);
    }
    assert_eq!(names(folder.path()), before);
    let example = fs::read(folder.path().join("example.tally")).unwrap();
    assert_eq!(example, fs::read(testdata("tallies/example.tally")).unwrap());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    let folder = folder();
    for script in ["tally example.txt -o /dev/full", "merge example.tally -o /dev/full"] {
        let output = shell(folder.path(), &format!("camel-cards {script}"));
        let expected = "camel-cards: cannot write /dev/full: No space left on device\n";
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), expected));
    }
    let output = shell(folder.path(), "camel-cards tally example.txt -o - > /dev/full");
    let expected = "camel-cards: cannot write the output: No space left on device\n";
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), expected));
    // And one that has no end is no tally.
    let output = shell(folder.path(), "camel-cards score --from-tally /dev/zero");
    let expected = "camel-cards: /dev/zero: byte 0: expected a tally, found NUL byte";
    assert!(text(&output.stderr).starts_with(expected), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_the_old_file_and_no_other() {
    let folder = folder();
    let before = names(folder.path());
    let mut child = Command::new(COMMAND)
        .args(["tally", "-", "-o", "example.tally", "--rejects", "rejects.txt"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"AAAAA 1\nno entry\n").unwrap();
    while names(folder.path()).len() < before.len() + 2 {
        thread::yield_now();
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(stdin);
    assert_eq!(names(folder.path()), before);
    let example = fs::read(folder.path().join("example.tally")).unwrap();
    assert_eq!(example, fs::read(testdata("tallies/example.tally")).unwrap());
}

/// The program in docs/tally.md, which knows of tallies what the page says.
#[test]
fn the_page_is_enough_to_read_a_tally() {
    let page = fs::read_to_string(root().join("docs/tally.md")).unwrap();
    let program = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next());
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: docs/tally.md (no python3)");
        let ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(!ci, "CI lacks python3");
        return;
    }
    let folder = folder();
    File::create(folder.path().join("totals.py"))
        .and_then(|mut file| file.write_all(program.unwrap().as_bytes()))
        .unwrap();
    let output = shell(
        folder.path(),
        "set -e
        camel-cards generate --hands 2000 --shape ties > ties.txt
        camel-cards tally ties.txt -o ties.tally
        for name in example tie large-bids empty ties; do
            camel-cards score $name.txt | sed -n 's/.*part [12])  //p' > expected
            python3 totals.py $name.tally | diff - expected
        done
        ! python3 totals.py example.txt 2> refused
        tail -n 1 refused",
    );
    assert_eq!(text(&output.stdout), "AssertionError: no tally of version 1\n");
    assert!(output.status.success(), "{}", text(&output.stderr));
}
