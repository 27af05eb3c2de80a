//! What the command does to files: no input and no other file of the user's is lost, whatever is
//! asked for, and nothing dies because somebody cannot be told.

use std::{
    fs::{self, File},
    io::{Read, Write},
    path::Path,
    process::Stdio,
};

use flate2::{Compression, write::GzEncoder};

use crate::testenv::{EXAMPLE, TestEnv, assert_output, feed, spawn, stderr, stdout, testdata};

/// A folder with hands, a bad line in other ones, and a tally.
fn files() -> TestEnv {
    let env = TestEnv::new();
    env.write("hands", EXAMPLE);
    env.write("bad", format!("x\n{EXAMPLE}"));
    fs::copy(testdata("tallies/example.tally"), env.path("tally")).unwrap();
    env
}

/// Runs a script that must be refused with `told`, and leave every file as it was.
#[track_caller]
fn assert_refused(env: &TestEnv, script: &str, told: &str) {
    let content = || env.names().into_iter().map(|name| (fs::read(env.path(&name)).ok(), name));
    let before: Vec<_> = content().collect();
    let output = env.shell(script);
    assert_eq!(stderr(&output), format!("camel-cards: {told}\n"), "{script}");
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""), "{script}");
    assert!(content().eq(before), "{script}");
}

#[test]
#[cfg(unix)]
fn replaced_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;

    let env = files();
    let old = env.write("old.svg", "old");
    let mode = || fs::metadata(&old).unwrap().permissions().mode() & 0o777;
    for kept in [0o600, 0o664, 0o640] {
        fs::set_permissions(&old, PermissionsExt::from_mode(kept)).unwrap();
        assert!(env.shell("camel-cards stats hands --svg old.svg").status.success());
        assert_eq!(mode(), kept);
        assert!(fs::read_to_string(&old).unwrap().contains("<svg"));
    }
    fs::set_permissions(&old, PermissionsExt::from_mode(0o444)).unwrap();
    assert_refused(
        &env,
        "camel-cards stats hands --svg old.svg",
        "cannot write old.svg: permission denied",
    );
}

#[test]
#[cfg(unix)]
fn no_output_replaces_an_input() {
    let env = files();
    std::os::unix::fs::symlink("hands", env.path("link")).unwrap();
    std::os::unix::fs::symlink("link", env.path("link to link")).unwrap();
    fs::hard_link(env.path("hands"), env.path("other name")).unwrap();
    fs::write(env.path("hands.checkpoint"), EXAMPLE).unwrap();

    for (outputs, told) in [
        ("hands", "hands would replace the input"),
        ("./hands", "./hands would replace the input hands"),
        ("$PWD/link", "$PWD/link would replace the input hands"),
        ("'link to link'", "link to link would replace the input hands"),
        ("'other name'", "other name would replace the input hands"),
    ] {
        let told = told.replace("$PWD", env.folder().to_str().unwrap());
        for (command, option) in [
            ("stats hands --svg", "--svg"),
            ("tally hands -o", "-o"),
            ("tally bad hands -o", "-o"),
            ("score hands --rejects", "--rejects"),
            ("rank hands --skip-bad-lines --rejects", "--rejects"),
            ("diagnose hands --answer 1 --rejects", "--rejects"),
        ] {
            let script = format!("camel-cards {command} {outputs}");
            assert_refused(&env, &script, &format!("{option} {told}"));
        }
    }
    for (script, told) in [
        ("stats --svg hands < hands", "--svg hands would replace the file behind standard input"),
        ("tally - -o link < hands", "-o link would replace the file behind standard input"),
        ("merge tally tally -o tally", "-o tally would replace the input"),
        ("merge tally - -o hands < hands", "-o hands would replace the file behind standard input"),
        ("score --from-tally tally >> tally", "standard output would write to the input tally"),
        ("rank hands >> hands", "standard output would write to the input hands"),
        ("tally hands -o /dev/stdout >> hands", "-o /dev/stdout would write to the input hands"),
        ("tally hands -o /dev/fd/3 3>> hands", "-o /dev/fd/3 would write to the input hands"),
        ("diagnose hands --order bad --rejects bad", "--rejects bad would replace the input"),
        (
            "tally hands.checkpoint -o hands --checkpoint 9",
            "--checkpoint hands.checkpoint would replace the input",
        ),
    ] {
        assert_refused(&env, &format!("camel-cards {script}"), told);
    }
}

#[test]
#[cfg(unix)]
fn no_two_outputs_are_one_file() {
    let env = files();
    std::os::unix::fs::symlink("new", env.path("link")).unwrap();
    env.write("old", "");
    fs::hard_link(env.path("old"), env.path("other name")).unwrap();
    for (script, told) in [
        ("tally bad -o new --rejects ./new", "--rejects ./new and -o new are the same file"),
        ("tally bad -o link --rejects new", "--rejects new and -o link are the same file"),
        (
            "stats bad --svg 'other name' --rejects old",
            "--rejects old and --svg other name are the same file",
        ),
        (
            "generate --answers old >> old",
            "--answers old is the file that the hands go to; --answers - writes there, too",
        ),
        (
            "tally bad --rejects - -o -",
            "--rejects - and -o - would both go to standard output, and could not be told apart",
        ),
        (
            "stats bad --rejects /dev/stdout --svg - | cat; exit ${PIPESTATUS[0]}",
            "--rejects /dev/stdout and --svg - would both go to standard output, and could not be told apart",
        ),
    ] {
        let script = format!("camel-cards {script}");
        if script.contains('|') {
            let output = env.shell(&script);
            assert_output(&output, 2, "", &format!("camel-cards: {told}\n"));
        } else {
            assert_refused(&env, &script, told);
        }
    }
    env.shell("camel-cards score bad --skip-bad-lines --rejects log 2>> log");
    let told = "camel-cards: --rejects log is the file that messages go to\n";
    assert_eq!(env.read("log"), told.as_bytes());
    // Of devices there is nothing to lose.
    let output = env.run("tally bad --skip-bad-lines -o /dev/null --rejects /dev/null");
    assert!(output.status.success(), "{}", stderr(&output));
}

/// Through `/dev/stdout` and its like, a file is written to where it stands, and not replaced.
#[test]
#[cfg(target_os = "linux")]
fn what_is_open_already_is_written_to() {
    let env = files();
    let tally = env.read("tally");
    let answered = "JJJJJ 2\nJJ7AA 3\n98QQ7 1\n13 13\n";
    for (script, expected) in [
        ("tally hands -o /dev/stdout >> log", [b"before\n", &tally[..]].concat()),
        ("tally hands -o /dev/stdout > log", tally.clone()),
        ("merge tally -o /proc/self/fd/1 >> log", [b"before\n", &tally[..]].concat()),
        ("merge tally -o /dev/fd/3 3>> log", [b"before\n", &tally[..]].concat()),
        ("score bad --skip-bad-lines --rejects /dev/fd/3 3>> log", b"before\nx\n".to_vec()),
        ("generate --hands 3 --answers /dev/stdout > log", answered.into()),
        ("generate --hands 3 --answers - > log", answered.into()),
        ("generate --hands 3 --answers /dev/stdout >> log", format!("before\n{answered}").into()),
        ("generate --hands 3 --answers /dev/fd/3 3>> log", b"before\n13 13\n".to_vec()),
        ("generate --hands 3 --answers - | cat > log", answered.into()),
    ] {
        env.write("log", "before\n");
        let output = env.shell(&format!("camel-cards {script}"));
        assert!(output.status.success(), "{script}: {}", stderr(&output));
        assert_eq!(env.read("log"), expected, "{script}");
    }
    // A line so long that it is written before it is known to be good, and taken back.
    env.write("long", format!("x\n32T3K 765{}\n", " ".repeat(200_000)));
    env.write("log", "before\n");
    env.shell("camel-cards score long --skip-bad-lines --rejects - --part 1 >> log");
    let totals = "standard (part 1)  765\nentries            1\ntied               0\n";
    assert_eq!(env.read("log"), format!("before\nx\n{totals}").as_bytes());
    env.write("log", "before\n");
    let rejects = "score bad --skip-bad-lines --rejects /dev/stderr 2>> log";
    env.shell(&format!("camel-cards {rejects}"));
    assert_eq!(env.read("log"), b"before\nx\ncamel-cards: skipped 1 bad line\n");
}

#[test]
#[cfg(unix)]
fn pipes_with_a_name_are_written_to() {
    let env = files();
    let mut pipe = env.named_pipe("pipe");
    let output = env.run("tally hands -o pipe");
    assert!(output.status.success(), "{}", stderr(&output));
    let mut written = vec![0; env.read("tally").len()];
    pipe.read_exact(&mut written).unwrap();
    assert_eq!(written, env.read("tally"));
    assert!(std::os::unix::fs::FileTypeExt::is_fifo(
        &env.path("pipe").metadata().unwrap().file_type()
    ));
}

/// The file that a symbolic link leads to is replaced, or made, and the link stays.
#[test]
#[cfg(unix)]
fn links_stay_links() {
    let env = files();
    fs::create_dir(env.path("folder")).unwrap();
    std::os::unix::fs::symlink("folder/new", env.path("link")).unwrap();
    for _ in 0..2 {
        assert!(env.run("tally hands -o link").status.success());
        assert!(env.path("link").is_symlink());
        assert_eq!(env.read("folder/new"), env.read("tally"));
    }
    std::os::unix::fs::symlink("circle", env.path("circle")).unwrap();
    assert_eq!(env.run("tally hands -o circle").status.code(), Some(2));
    assert!(env.path("circle").is_symlink());
}

#[test]
fn hyphen_is_standard_output_and_input() {
    let env = files();
    let both = |what: &str| format!("camel-cards: note: {what} both go to standard output\n");

    env.run("stats hands --svg picture");
    let picture = env.run("stats hands --svg -");
    assert_output(&picture, 0, str::from_utf8(&env.read("picture")).unwrap(), "");
    let score = env.run("score hands");
    let rejects = env.run("score bad --skip-bad-lines --rejects -");
    let told = both("the totals and --rejects -") + "camel-cards: skipped 1 bad line\n";
    assert_output(&rejects, 0, &format!("x\n{}", stdout(&score)), &told);
    let answers = env.run("generate --hands 2 --answers -");
    assert_output(&answers, 0, "JJ7AA 1\nJJJJJ 2\n5 5\n", &both("the hands and --answers -"));

    let order = "AAAAA\n".as_bytes();
    env.write("one", "AAAAA 7\n");
    let diagnosis = feed(&mut env.command("diagnose one --part 1 --order -"), [order]);
    assert_eq!((diagnosis.status.code(), stderr(&diagnosis)), (Some(0), ""));
    let bad = feed(&mut env.command("diagnose one --part 1 --order -"), [&b"nothing\n"[..]]);
    assert!(stderr(&bad).starts_with("camel-cards: <stdin>:1:1: "), "{}", stderr(&bad));
    for twice in ["score - -", "merge - tally - -o new", "diagnose --order -", "score - /dev/stdin"]
    {
        let output = feed(&mut env.command(twice), [&b""[..]]);
        let told = "camel-cards: standard input is named twice, and can be read only once \
                    (it is also what is read if no FILE is named)\n";
        assert_output(&output, 2, "", told);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn standard_error_that_cannot_be_written_ends_nothing() {
    let env = files();
    for stderr in ["2> /dev/full", "2>&-"] {
        for (script, status) in [
            ("score nowhere", 2),
            ("score bad", 1),
            ("score --nonsense", 2),
            ("score bad --skip-bad-lines --timing", 0),
            ("score /dev/null", 0),
            ("rank hands", 0),
            ("tally hands -o new", 0),
            ("merge tally -o new", 0),
        ] {
            let output = env.shell(&format!("camel-cards {script} {stderr}"));
            assert_eq!(output.status.code(), Some(status), "{script} {stderr}");
        }
        let score = env.shell(&format!("camel-cards score bad --skip-bad-lines {stderr}"));
        assert_eq!(score.stdout, env.run("score hands").stdout);
        assert_eq!(env.read("new"), env.read("tally"));
    }
}

#[test]
#[cfg(unix)]
fn control_characters_in_file_names_are_shown_escaped() {
    let env = TestEnv::new();
    let name = "a\x1B[31m\n\u{9B}b";
    let shown = "a\\x1B[31m\\x0A\\u{9B}b";
    env.write(name, "x\n");
    env.write("hands", EXAMPLE);
    let run = |arguments: &[&str]| {
        let output = env.command("").args(arguments).output().unwrap();
        let told = stderr(&output).to_owned();
        assert!(told.contains(shown) && !told.contains(['\x1B', '\u{9B}']), "{told:?}");
    };
    run(&["score", name]);
    run(&["score", "hands", &format!("no {name}")]);
    run(&["stats", "hands", "--svg", &format!("nowhere/{name}")]);
    run(&["stats", name, "--svg", name]);
    run(&["tally", "hands", "-o", name, "--rejects", name]);
    run(&["score", "--from-tally", name]);
    run(&["diagnose", "hands", "--order", name]);
    run(&["rank", "hands", "--memory", "0", "--temp-dir", name]);
}

/// The name of a killed run's file says what it is, and the next run tells of it, but not of the
/// file of a run that lives.
#[test]
#[cfg(unix)]
fn killed_run_leaves_a_file_that_the_next_one_tells_of() {
    let env = files();
    let before = env.names();
    let mut score = env.command("score --skip-bad-lines --rejects kept");
    let mut child = spawn(score.stdin(Stdio::piped()));
    let mut stdin = child.stdin.take().unwrap();
    // Once it has taken more than a pipe holds, its file is there and locked.
    stdin.write_all(&EXAMPLE.repeat(20_000).into_bytes()).unwrap();
    let left = || env.names().into_iter().find(|name| name.ends_with(".camel-cards-unfinished"));
    let name = left().unwrap();
    assert!(name.starts_with(".kept."), "{name}");

    let next = || {
        let output = env.run("score bad --skip-bad-lines --rejects kept");
        assert_eq!(env.read("kept"), b"x\n");
        stderr(&output).to_owned()
    };
    let skipped = "camel-cards: skipped 1 bad line\n";
    assert_eq!(next(), skipped);
    child.kill().unwrap();
    child.wait().unwrap();
    let note = format!("camel-cards: note: {name} was left by a run that was killed; remove it\n");
    assert_eq!(next(), note + skipped);
    assert_eq!(left(), Some(name.clone()));
    fs::remove_file(env.path(&name)).unwrap();
    assert_eq!(next(), skipped);
    fs::remove_file(env.path("kept")).unwrap();
    assert_eq!(env.names(), before);
}

#[test]
fn names_of_any_length_can_be_outputs() {
    let env = files();
    let name = "é".repeat(127);
    assert!(env.command("tally hands -o").arg(&name).status().unwrap().success());
    assert_eq!(env.read(&name), env.read("tally"));
}

#[test]
fn every_missing_file_is_named_before_anything_is_read() {
    let env = files();
    let missing = |names: &[&str]| -> String {
        let told = |name| format!("camel-cards: cannot read {name}: No such file or directory\n");
        names.iter().map(told).collect()
    };
    for (arguments, names) in [
        ("score one bad two hands three", &["one", "two", "three"][..]),
        ("rank bad one --rejects new", &["one"]),
        ("merge one tally two -o new", &["one", "two"]),
        ("score --from-tally one tally two", &["one", "two"]),
        ("diagnose one --order two", &["one", "two"]),
    ] {
        assert_output(&env.run(arguments), 2, "", &missing(names));
    }
    assert!(!env.path("new").exists());
}

/// A file of another kind is known by its content, compressed or not, and no line of it is read.
#[test]
fn files_of_another_kind_say_what_they_are() {
    let env = files();
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(&env.read("tally")).unwrap();
    env.write("tally.gz", gz.finish().unwrap());
    env.write("xz", b"\xFD7zXZ\x00\x00\x04\xE6\xD6\xB4\x46\n\x02");
    env.write("bz2", b"BZh91AY&SY\xFF\n\xE2");
    env.write("zip", b"PK\x03\x04\x14\x00\x00\n\x00");
    env.write("7z", b"7z\xBC\xAF\x27\x1C\x00\x04\n");
    for (file, told) in [
        ("tally", "a tally (`camel-cards score --from-tally` reads it)"),
        ("tally.gz", "a tally (`camel-cards score --from-tally` reads it)"),
        ("xz", "an xz file (unpack it first: `xz -d`)"),
        ("bz2", "a bzip2 file (unpack it first: `bzip2 -d`)"),
        ("zip", "a zip archive (unpack it first: `unzip`)"),
        ("7z", "a 7z archive (unpack it first: `7z x`)"),
    ] {
        let told = format!("expected entries, found {told}\n");
        for command in ["score", "stats --skip-bad-lines", "rank hands", "diagnose --answer 1"] {
            let output = env.run(&format!("{command} {file}"));
            assert_output(&output, 1, "", &format!("camel-cards: {file}: {told}"));
        }
        // In pieces as they come.
        let output = feed(&mut env.command("score"), env.read(file).chunks(1));
        assert_output(&output, 1, "", &format!("camel-cards: <stdin>: {told}"));
    }
}

#[test]
fn counts_of_hands_are_written_as_people_write_them() {
    let env = TestEnv::new();
    let expected = env.run("generate --shape uniform --hands 2000");
    for hands in ["2e3", "2_000", "2k", "0.002M"] {
        let output = env.run(&format!("generate --shape uniform --hands {hands}"));
        assert_eq!(output, expected, "{hands}");
    }
    let output = env.run("generate --hands 10M");
    assert!(stderr(&output).contains("found 10000000; shape uniform takes any number"));
    for (hands, told) in [
        ("1.5", "expected a whole number, such as 1000, 1_000_000, 1e6 or 10M"),
        ("1e20", "more than 18446744073709551615"),
    ] {
        let output = env.run(&format!("generate --hands {hands}"));
        assert!(stderr(&output).contains(&format!("'--hands <N>': {told}\n")));
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn rank_says_which_rules_it_took_if_none_were_named() {
    let env = files();
    let told = "camel-cards: ranked under standard rules (part 1); --part 2 is under joker rules\n";
    for format in ["table", "csv", "jsonl"] {
        let unnamed = env.run(&format!("rank hands --format {format}"));
        let named = env.run(&format!("rank hands --format {format} --rules standard"));
        assert_eq!((stderr(&unnamed), stderr(&named)), (told, ""));
        assert_eq!(unnamed.stdout, named.stdout);
    }
}

/// A terminal, as its two ends: what a person types and sees, and what the command has.
#[cfg(target_os = "linux")]
fn terminal() -> (File, impl Fn() -> File) {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&person).unwrap();
    unlockpt(&person).unwrap();
    let path = ptsname(&person, Vec::new()).unwrap().into_string().unwrap();
    let open = move || File::options().read(true).write(true).open(Path::new(&path)).unwrap();
    (person.into(), open)
}

#[test]
#[cfg(target_os = "linux")]
fn who_types_is_told_how_to_end() {
    let env = files();
    let told = "camel-cards: reading from the terminal; Ctrl-D on an empty line ends the input";
    for (command, file) in [("score", ""), ("rank --part 1", "-"), ("diagnose hands --order", "-")]
    {
        let (mut person, terminal) = terminal();
        let mut command = env.command(&format!("{command} {file}"));
        let child = spawn_at(&mut command, &terminal);
        let mut seen = Vec::new();
        while !String::from_utf8_lossy(&seen).contains(told) {
            let mut bytes = [0; 256];
            let read = person.read(&mut bytes).unwrap();
            seen.extend_from_slice(&bytes[..read]);
        }
        // Nothing was typed but the end.
        person.write_all(b"\x04").unwrap();
        let status = child.wait_with_output().unwrap().status.code();
        assert!(matches!(status, Some(0 | 1)), "{status:?}");
    }
    // Who does not see standard error is told nothing, and neither is who types nothing.
    let (mut person, terminal) = terminal();
    let mut score = env.command("score");
    let child = score.stdin(terminal()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().unwrap();
    person.write_all(b"AAAAA 7\n\x04").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (stdout(&output).lines().next(), stderr(&output)),
        (Some("standard (part 1)  7"), "")
    );
}

/// Starts a command whose standard input and error are a terminal.
#[cfg(target_os = "linux")]
fn spawn_at(
    command: &mut std::process::Command,
    terminal: &impl Fn() -> File,
) -> std::process::Child {
    command.stdin(terminal()).stderr(terminal()).stdout(Stdio::piped()).spawn().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn tally_is_not_printed_on_a_terminal() {
    let env = files();
    for path in ["-", "/dev/stdout"] {
        let (_person, terminal) = terminal();
        let mut tally = env.command(&format!("tally hands -o {path}"));
        let output = tally.stdout(terminal()).stderr(Stdio::piped()).spawn().unwrap();
        let output = output.wait_with_output().unwrap();
        let told = "camel-cards: a tally is no text for a terminal; -o FILE\n";
        assert_output(&output, 2, "", told);
    }
}
