//! What snapshots cannot show: pipes, permissions, full disks, very long lines.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
};

use crate::testenv::{
    COMMAND, EXAMPLE, TestEnv, assert_output, copy_command, feed, interrupt, send_interrupt, spawn,
    stderr, stdout, testdata, wait_until,
};

#[test]
fn published_answers_from_files_and_pipes() {
    let mut cases = 0;
    for file in fs::read_dir(testdata("cases")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        cases += 1;
        let name = path.file_name().unwrap().to_str().unwrap().split('.').next().unwrap();
        let answers = fs::read_to_string(path.with_file_name(format!("{name}.answers"))).unwrap();
        let answers: Vec<&str> = answers.split_whitespace().collect();
        let winnings =
            format!(r#""winnings": {{"standard": "{}", "joker": "{}"}}"#, answers[0], answers[1]);
        let score = ["score", "--format", "json"];
        let from_file = Command::new(COMMAND).args(score).arg(&path).output().unwrap();
        assert!(stdout(&from_file).contains(&winnings), "{name}: {}", stdout(&from_file));
        let input = fs::read(&path).unwrap();
        let from_pipe = feed(Command::new(COMMAND).args(score), input.chunks(7));
        assert_eq!(stdout(&from_pipe), stdout(&from_file));
    }
    assert_eq!(cases, 24);
}

#[test]
fn closed_pipe_is_a_quiet_exit() {
    let env = TestEnv::new();
    env.write("hands.txt", EXAMPLE.repeat(20_000));
    for subcommand in ["rank --part 1", "stats", "score"] {
        let mut child = spawn(env.command(subcommand).arg("hands.txt"));
        let mut first = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        if subcommand.starts_with("rank") {
            lines.read_line(&mut first).unwrap();
            assert!(first.starts_with("  rank  hand"), "{first}");
        }
        drop(lines);
        assert_output(&child.wait_with_output().unwrap(), 0, "", "");
    }
}

/// Fault: an output over the file size limit | error; no partial file, and an old file stays | 2
#[cfg(unix)]
#[test]
fn output_file_is_written_whole_or_not_at_all() {
    let env = TestEnv::new();
    let bad_line = "32T3K 765 and something more\n";
    env.write("hands.txt", EXAMPLE.to_owned() + &bad_line.repeat(1000));
    env.write("there.txt", "what was there");
    for (arguments, file) in [
        ("score --skip-bad-lines --rejects new.txt hands.txt", "new.txt"),
        ("score --skip-bad-lines --force --rejects there.txt hands.txt", "there.txt"),
        ("stats --skip-bad-lines --svg new.svg hands.txt", "new.svg"),
        ("stats --skip-bad-lines --force --svg there.txt hands.txt", "there.txt"),
    ] {
        // No file may grow past 4 KiB.
        let output = env.shell(&format!("ulimit -f 4; camel-cards {arguments}"));
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", stderr(&output));
        let expected = format!("camel-cards: cannot write {file}: File too large\n");
        assert!(stderr(&output).ends_with(&expected), "{}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
    assert_eq!(env.names(), ["hands.txt", "there.txt"]);
    assert_eq!(env.read("there.txt"), b"what was there");
}

/// Fault: Ctrl-C while an output is written | no file is left | 130
#[test]
fn interrupt_leaves_no_file() {
    let env = TestEnv::new();
    // Held open: at its end the command would be done.
    let mut score = env.command("score --skip-bad-lines --rejects rejects.txt");
    let mut child = spawn(score.stdin(std::process::Stdio::piped()));
    let stdin = child.stdin.take();
    wait_until("there is a temporary file", || !env.names().is_empty());
    assert_eq!(interrupt(child).status.code(), Some(130));
    drop(stdin);
    assert_eq!(env.names(), [""; 0]);
}

/// Fault: an output on a full device | error that names it | 2
#[cfg(target_os = "linux")]
#[test]
fn full_device_is_an_error_and_stays_a_device() {
    use std::os::unix::fs::FileTypeExt;
    let env = TestEnv::new();
    let mut score = env.command("score --skip-bad-lines --rejects /dev/full");
    let output = score.arg(testdata("errors/bid-two.txt")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).ends_with("cannot write /dev/full: No space left on device\n"));
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut rank = env.command("rank --part 1");
    let output = rank.arg(testdata("cases/example.txt")).stdout(full).output().unwrap();
    let expected = "camel-cards: cannot write the output: No space left on device\n";
    assert_output(&output, 2, "", expected);
    assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
}

/// Fault: no permission to read or write | error that names the file | 2
/// Root may read anything, so as root the command runs as somebody else, from
/// where anybody may.
#[cfg(target_os = "linux")]
#[test]
fn missing_permission_is_a_clear_error() {
    use std::os::unix::{
        fs::{MetadataExt, PermissionsExt},
        process::CommandExt,
    };
    let folder =
        tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o755)).tempdir().unwrap();
    let command = folder.path().join("camel-cards");
    copy_command(&command);
    let secret = folder.path().join("secret.txt");
    fs::write(&secret, EXAMPLE).unwrap();
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&command);
        command.args(arguments).current_dir(folder.path());
        if fs::metadata("/proc/self").unwrap().uid() == 0 {
            command.uid(65534).gid(65534);
        } else {
            fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
        }
        command.output().unwrap()
    };
    let read = run(&["score", "secret.txt"]);
    assert_output(&read, 2, "", "camel-cards: cannot read secret.txt: Permission denied\n");
    let write = run(&["stats", "--svg", "new.svg", "-"]);
    assert!(
        stderr(&write).ends_with("camel-cards: cannot write new.svg: Permission denied\n"),
        "{}",
        stderr(&write)
    );
    assert_eq!(write.status.code(), Some(2));
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
}

/// Runs the command with 64 MiB of address space.
#[cfg(unix)]
fn in_64_mib(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new("bash");
    command
        .args(["-c", &format!("ulimit -v 65536; exec {COMMAND} {arguments}")])
        .current_dir(folder);
    command
}

/// Fault: endless lines and little memory | bad lines, in constant memory | 1
#[cfg(unix)]
#[test]
fn long_lines_take_bounded_memory() {
    let env = TestEnv::new();
    const MIB: usize = 1 << 20;
    let times = |piece: &'static [u8], times: usize| std::iter::repeat_n(piece, times);

    let nul = feed(&mut in_64_mib(env.folder(), "score"), times(&[0; MIB], 100));
    assert_eq!(nul.status.code(), Some(1));
    let expected = "camel-cards: <stdin>:1:1: line is longer than 4096 bytes\n 1 | \\x00\\x00";
    assert!(stderr(&nul).starts_with(expected), "{}", stderr(&nul));

    let input = [&b"32T3K 7\r\nAAAAA x\n22222 "[..]].into_iter();
    let input = input.chain(times(&[b'0'; MIB], 100)).chain([&b"1\n33333 2\nlast"[..]]);
    let output = feed(
        &mut in_64_mib(env.folder(), "score --format json --skip-bad-lines --rejects rejects.txt"),
        input,
    );
    assert_eq!(
        stdout(&output),
        "{\"entries\": 2, \"tied\": 0, \"winnings\": {\"standard\": \"11\", \"joker\": \"11\"}}\n",
        "{}",
        stderr(&output)
    );
    assert_eq!(stderr(&output), "camel-cards: skipped 3 bad lines\n");
    let rejects = String::from_utf8(env.read("rejects.txt")).unwrap();
    let zeros = "0".repeat(100 * MIB);
    assert!(rejects == format!("AAAAA x\n22222 {zeros}1\nlast"), "{} bytes", rejects.len());
}

#[test]
fn rejects_hold_every_bad_line_as_it_was() {
    let env = TestEnv::new();
    let rejects = env.path("rejects.txt");
    // A missing last newline must not join two files' lines.
    let files =
        ["errors/bid-missing.txt", "errors/latin-1.txt", "errors/nul-bytes.txt"].map(testdata);
    let mut expected = Vec::new();
    for file in &files {
        for line in fs::read(file).unwrap().split_inclusive(|&byte| byte == b'\n') {
            if camel_cards::entries(line).next().is_some_and(|entry| entry.is_err()) {
                if !expected.is_empty() && !expected.ends_with(b"\n") {
                    expected.push(b'\n');
                }
                expected.extend_from_slice(line);
            }
        }
    }
    let command = |skip: &[&str]| {
        let mut command = Command::new(COMMAND);
        command.arg("score").args(skip).arg("--rejects").arg(&rejects).args(&files);
        command.output().unwrap()
    };
    assert_eq!(command(&["--skip-bad-lines"]).status.code(), Some(0));
    assert_eq!(fs::read(&rejects).unwrap(), expected);
    fs::remove_file(&rejects).unwrap();
    assert_eq!(command(&[]).status.code(), Some(1));
    assert_eq!(fs::read(&rejects).unwrap(), expected);
}

#[test]
fn color_is_for_terminals_unless_asked() {
    let explain = |color: &[&str]| {
        let output = Command::new(COMMAND).args(["explain", "KTJJT"]).args(color).output().unwrap();
        stdout(&output).contains('\x1b')
    };
    assert!(!explain(&[]));
    assert!(!explain(&["--color", "never"]));
    assert!(explain(&["--color", "always"]));
}

#[cfg(unix)]
#[test]
fn bash_completes_options_and_values() {
    let env = TestEnv::new();
    let output = env.shell(
        "source <(camel-cards completions bash)
        COMP_WORDS=(camel-cards rank --); COMP_CWORD=2; _camel-cards camel-cards -- rank
        echo ${COMPREPLY[@]}
        COMP_WORDS=(camel-cards generate --shape ''); COMP_CWORD=3
        _camel-cards camel-cards '' --shape
        echo ${COMPREPLY[@]}",
    );
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert!(lines[0].contains("--order --top"), "{lines:?} {}", stderr(&output));
    assert!(lines[1].starts_with("puzzle uniform ties edges"), "{lines:?}");
}

#[test]
fn completions_and_man_pages_name_every_subcommand() {
    let subcommands = [
        "score",
        "rank",
        "explain",
        "compare",
        "stats",
        "diagnose",
        "judge",
        "generate",
        "tally",
        "merge",
        "completions",
        "man",
    ];
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = Command::new(COMMAND).args(["completions", shell]).output().unwrap();
        for subcommand in subcommands {
            assert!(stdout(&output).contains(subcommand), "{shell} {subcommand}");
        }
    }
    let output = Command::new(COMMAND).arg("man").output().unwrap();
    for subcommand in subcommands {
        assert!(stdout(&output).contains(&format!("camel\\-cards\\-{subcommand}(1)")));
        let page = Command::new(COMMAND).args(["man", subcommand]).output().unwrap();
        // There was a section EXTRA, in which examples had lost their lines.
        let sections = stdout(&page).lines().filter_map(|line| line.strip_prefix(".SH "));
        let sections: Vec<&str> = sections.collect();
        let usual = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "\"EXIT STATUS\"", "EXAMPLES"];
        assert!(
            sections.into_iter().filter(|name| *name != "\"WHAT YOU TRIED\"").eq(usual),
            "{subcommand}"
        );
    }
}

/// Fault: Ctrl-C ends the program that writes into the pipe | no answer from partial input | 130
/// Ctrl-C ends whoever writes to the command as well; what came until then is not the input.
#[test]
#[cfg(unix)]
fn interrupted_input_is_not_taken_for_a_whole_one() {
    for _ in 0..5 {
        let mut child = spawn(Command::new(COMMAND).arg("score").stdin(Stdio::piped()));
        let mut input = child.stdin.take().unwrap();
        // More than a pipe holds: when it is written, the command reads.
        input.write_all(EXAMPLE.repeat(20_000).as_bytes()).unwrap();
        send_interrupt(&child);
        drop(input);
        let output = child.wait_with_output().unwrap();
        assert_eq!(stdout(&output), "");
        assert_eq!(output.status.code(), Some(130));
    }
}

/// Fault: standard output is full or read-only | error | 2
/// All of these ended with 0, but for a full device where the command's own text was written.
#[test]
#[cfg(target_os = "linux")]
fn output_that_is_lost_is_an_error() {
    let env = TestEnv::new();
    env.write("hands.txt", EXAMPLE);
    for command in [
        "help",
        "help score",
        "--help",
        "--version",
        "score --help",
        "score hands.txt",
        "score hands.txt --format json",
        "rank hands.txt",
        "explain KKKKK",
        "compare KKKKK QQQQQ",
        "stats hands.txt",
        "stats hands.txt --svg -",
        "diagnose hands.txt --answer 6440",
        "diagnose hands.txt --answer 5",
        "generate",
        "generate --answers -",
        "judge -- awk 'END { print 1000 }'",
        "tally hands.txt -o -",
        "man",
        "completions bash",
    ] {
        let run = |to: &str| env.shell(&format!("camel-cards {command} {to}"));
        for (to, why) in
            [("1< /dev/null", "Bad file descriptor"), ("> /dev/full", "No space left on device")]
        {
            let output = run(to);
            let told = format!("camel-cards: cannot write the output: {why}\n");
            assert!(stderr(&output).ends_with(&told), "{command} {to}: {}", stderr(&output));
            assert_eq!(output.status.code(), Some(2), "{command} {to}");
        }
        // What is thrown away is not lost, whoever opened it and how.
        let output = run("1<> /dev/null");
        assert!(!stderr(&output).contains("cannot write"), "{command}: {}", stderr(&output));
    }
}

/// `man` printed what it was given as it was, to a terminal; elsewhere colours were taken out of it.
#[test]
fn arguments_in_messages_cannot_steer_a_terminal() {
    let env = TestEnv::new();
    for arguments in [
        &["man", "\x1B[31mx"][..],
        &["\x1B[31mx"],
        &["score", "--\x1B[31mx"],
        &["score", "--rules", "\x1B[31mx"],
        &["score", "--rules=\x1B[31mx"],
        &["score", "--threads", "\x1B[31mx"],
        &["diagnose", "--answer", "\x1B[31mx"],
        &["score", "\x1B[31mx"],
        &["judge", "\x1B[31mx"],
        &["explain", "\x1B[31mx"],
    ] {
        let output = env.command("--color always").args(arguments).output().unwrap();
        assert!(stderr(&output).contains("\\x1B[31mx"), "{arguments:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("\x1B[31mx"), "{arguments:?}: {}", stderr(&output));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

/// The command said "invalid digit found in string".
#[test]
fn numbers_that_are_none_are_told_what_they_should_be() {
    let env = TestEnv::new();
    for (arguments, told) in [
        ("generate --seed abc", "a whole number such as 1; each seed"),
        ("judge --seed abc cat", "a whole number such as 1; each seed"),
        ("generate --seed -1", "a whole number such as 1; each seed"),
        ("score --threads abc", "a number from 1 to 64"),
        ("score --threads 65", "a number from 1 to 64"),
        ("diagnose --answer 1,23", "a whole number below 2¹²⁸, such as 6440 or 250,577,259"),
        (
            "diagnose --too-low 246000000,1",
            "a whole number below 2¹²⁸, such as 6440 or 250,577,259",
        ),
    ] {
        let output = env.run(&arguments.replace(" -1", "=-1"));
        assert!(stderr(&output).contains(&format!(": expected {told}")), "{}", stderr(&output));
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn totals_are_read_as_people_write_them() {
    let env = TestEnv::new();
    env.write("hands.txt", EXAMPLE);
    for total in ["6440", "6,440", "6.440", "6_440", "6'440", "6 440"] {
        let mut diagnose = env.command("diagnose hands.txt -p 1 --answer");
        let output = diagnose.arg(total).output().unwrap();
        assert!(stdout(&output).starts_with("right  6440 "), "{total}: {}", stderr(&output));
        let mut diagnose = env.command("diagnose hands.txt -p 2");
        let output = diagnose.arg(format!("--too-high={total}")).output().unwrap();
        assert!(stdout(&output).starts_with("wrong  6440"), "{total}: {}", stderr(&output));
    }
}

/// The first was "which answer is too low?", the second "write --answer=6000".
#[test]
fn answers_are_typed_in_any_way() {
    let env = TestEnv::new();
    env.write("hands.txt", EXAMPLE);
    let wrong = |arguments: &str, told: &str| {
        let output = env.run(&format!("diagnose hands.txt -p 1 {arguments}"));
        let lines = stdout(&output).lines().filter_map(|line| line.strip_prefix("wrong  "));
        let heads: Vec<&str> =
            lines.map(|line| line.trim_end_matches(" (standard rules)")).collect();
        assert_eq!(heads.join("; "), format!("{told} for part 1"), "{}", stderr(&output));
    };
    for one in ["--too-low 6000", "--too-low=6000", "6000", "6,000", "--answer 6000"] {
        wrong(one, "6000 is too low");
    }
    let two = "6000 is too low for part 1; 7000 is too high";
    for typed in
        ["6000 7000", "6000,7000", "--too-high 7000 6000", "--answer=6,000 --too-high 7000"]
    {
        wrong(typed, two);
    }
    wrong("--too-low=6000,6001", "6000 is too low for part 1; 6001 is too low");
    // A file is a file, though its name is a number.
    env.write("6000", EXAMPLE);
    let output = env.run("diagnose 6000 6439 -p 1");
    assert!(stdout(&output).starts_with("wrong  6439 is too low"), "{}", stderr(&output));
    let output = env.run("diagnose hands.txt --too-low");
    assert!(
        stderr(&output).contains("a value is required for '--too-low <N>'"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn table_of_answers_is_read_as_programs_write_it() {
    let env = TestEnv::new();
    env.write("in.txt", EXAMPLE);
    let table = "\u{feff}Answer,Part,Input,Name,note\r\n\"6,440\",1,in.txt,\"O'Neil \"\"x\"\"\",hi\r\n5905,,in.txt,Ünal,\r\n";
    env.write("table.csv", table);
    let rows = "name,part,answer,verdict,mistake,certainty,change\n\"O'Neil \"\"x\"\"\",1,6440,right,,,\nÜnal,2,5905,right,,,\n";
    assert_output(&env.run("diagnose --table table.csv --format csv"), 0, rows, "");
    let piped = env.shell("camel-cards diagnose --table - --format csv < table.csv");
    assert_output(&piped, 0, rows, "");
    env.write("steers.csv", "name,input,part,answer\n\"\u{1b}[2JA\nB\",in.txt,1,6440\n");
    let shown = env.run("diagnose --table steers.csv");
    assert!(stdout(&shown).contains("\\x1B[2JA\\x0AB  1"), "{}", stdout(&shown));
    // Empty lines count.
    for end in ["\n", "\r\n"] {
        let rows = [
            "name,input,part,answer",
            "",
            "A,in.txt,3,5",
            "",
            "",
            "\"B\n\",in.txt",
            "C,no,1,5",
            "",
        ];
        env.write("lines.csv", rows.join(end));
        let output = env.run("diagnose --table lines.csv");
        let told =
            stderr(&output).lines().filter_map(|line| line.strip_prefix("camel-cards: lines.csv:"));
        let lines: Vec<&str> = told.filter_map(|line| line.split(':').next()).collect();
        assert_eq!(lines, ["3", "6", "8"], "{}", stderr(&output));
    }
    for (table, told) in [
        ("", "found '' without name"),
        ("name;input;part;answer\n", "found 'name;input;part;answer' without name"),
        ("name,input,part\n", "found 'name,input,part' without answer"),
    ] {
        env.write("bad.csv", table);
        let output = env.run("diagnose --table bad.csv");
        let expected = "expected the heading name,input,part,answer";
        let told = format!("camel-cards: bad.csv:1: {expected}, {told}\n");
        assert_output(&output, 1, "", &told);
    }
}

#[test]
fn completions_without_a_shell_name_the_shells() {
    let output = TestEnv::new().run("completions");
    let told = stderr(&output);
    assert!(told.contains("  <bash|elvish|fish|powershell|zsh>\n"), "{told}");
    assert_eq!(output.status.code(), Some(2));
}
