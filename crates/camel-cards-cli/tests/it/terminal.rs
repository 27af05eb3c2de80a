//! What a person sees at a terminal: hints, lines that fit, the manual.

use std::{
    fs::File,
    io::{Read, Write},
    path::Path,
    process::{Child, Command, Stdio},
};

use rustix::termios::{Winsize, tcsetwinsize};

use crate::testenv::{COMMAND, EXAMPLE, TestEnv, assert_output, stderr, stdout, testdata};

/// A folder with hands.
fn hands() -> TestEnv {
    let env = TestEnv::new();
    env.write("hands", EXAMPLE);
    env
}

/// A terminal, as its two ends: what a person types and sees, and what the command has.
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
fn who_types_is_told_how_to_end() {
    let env = hands();
    let told = "camel-cards: reading from the terminal; Ctrl-D on an empty line ends the input";
    for command in ["score -", "rank --part 1 -", "diagnose hands --order -"] {
        let (mut person, terminal) = terminal();
        let mut command = env.command(command);
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
    let mut score = env.command("score -");
    let child = score.stdin(terminal()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().unwrap();
    person.write_all(b"AAAAA 7\n\x04").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (stdout(&output).lines().next(), stderr(&output)),
        (Some("standard (part 1)  7"), "")
    );
}

/// They waited for somebody to type hands.
#[test]
fn no_file_at_a_terminal_is_a_usage_error() {
    let env = hands();
    let told = "camel-cards: no input; give a FILE, @aocd for the input saved by aocd, or - to type the hands\n";
    for command in ["score", "rank", "stats", "tally -o new", "diagnose --answer 6440"] {
        let (_person, terminal) = terminal();
        let output = env.command(command).stdin(terminal()).output().unwrap();
        assert_output(&output, 2, "", told);
    }
    assert_eq!(env.names(), ["hands"]);
}

/// Starts a command whose standard input and error are a terminal.
fn spawn_at(command: &mut Command, terminal: &impl Fn() -> File) -> Child {
    command.stdin(terminal()).stderr(terminal()).stdout(Stdio::piped()).spawn().unwrap()
}

#[test]
fn tally_is_not_printed_on_a_terminal() {
    let env = hands();
    for path in ["-", "/dev/stdout"] {
        let (_person, terminal) = terminal();
        let mut tally = env.command(&format!("tally hands -o {path}"));
        let output = tally.stdout(terminal()).stderr(Stdio::piped()).spawn().unwrap();
        let output = output.wait_with_output().unwrap();
        let told = "camel-cards: a tally is binary; write it to a file with -o FILE\n";
        assert_output(&output, 2, "", told);
    }
}

#[test]
fn rank_says_on_a_terminal_which_rules_it_took_if_none_were_named() {
    let env = hands();
    let told = "camel-cards: ranked under standard rules (part 1); use --part 2 for joker rules\n";
    for (rules, told) in [("", told), ("--rules standard", "")] {
        let (_person, terminal) = terminal();
        let mut rank = env.command(&format!("rank hands {rules}"));
        let child = rank.stdout(terminal()).stderr(Stdio::piped()).spawn().unwrap();
        assert_eq!(stderr(&child.wait_with_output().unwrap()), told);
    }
    let (unnamed, named) = (env.run("rank hands"), env.run("rank hands --rules standard"));
    assert_eq!(unnamed, named);
    assert_eq!(stderr(&unnamed), "");
}

/// What the command prints on a terminal of so many columns, until it ends.
fn printed_at(columns: u16, command: &mut Command) -> (String, Option<i32>) {
    let (mut person, terminal) = terminal();
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&person, size).unwrap();
    let mut child = command
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .stdout(terminal())
        .stderr(terminal())
        .spawn()
        .unwrap();
    // At its end there is nobody left at the terminal, and reading is an error.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut printed = Vec::new();
    let _ = person.read_to_end(&mut printed);
    let printed = String::from_utf8(printed).unwrap();
    (printed.replace("\r\n", "\n"), child.wait().unwrap().code())
}

/// Lines for people fit a terminal of 40 columns or more. They had up to 80 columns, whatever its width.
#[test]
#[ignore = "long: run by cargo xtask ci"]
fn lines_fit_the_terminal() {
    let env = hands();
    env.write("bad", "32T3K 765 and something that is longer than a line\n\0\0\0\0\0\0\0\0 765\n");
    let coach = testdata("coach/hands.txt");
    let diagnose = format!("diagnose {} --part 2 --answer 248274926", coach.display());
    for command in [
        "--help",
        "help",
        "help score",
        "score --help",
        "score --no-such-option",
        "score hands",
        "score bad",
        "score no-such-file-is-here-to-be-read",
        "score bad hands --skip-bad-lines",
        "explain KTJJT AAAAA",
        "compare KK677 KTJJT",
        "stats hands",
        "rank hands",
        "rank hands --part 2",
        "tally hands -o hands",
        "generate --seed abc",
        "diagnose hands --answer 6440 --part 1",
        "diagnose hands --answer 6439",
        &diagnose,
    ] {
        for columns in [40, 57, 80] {
            let (printed, _) = printed_at(columns, &mut env.command(command));
            assert!(!printed.is_empty(), "{command}");
            // Stripping would also drop the `\r` behind which progress stands.
            for line in printed.split(['\n', '\r']) {
                let line = anstream::adapter::strip_str(line).to_string();
                // A long word stays whole: it may be a path.
                let fits = line.chars().count() <= usize::from(columns);
                assert!(fits || !line.trim().contains(' '), "{command} at {columns}: {line}");
            }
        }
    }
    // Where it is no terminal, nothing is wrapped.
    let explained = env.run("explain KTJJT");
    assert!(stdout(&explained).lines().any(|line| line.chars().count() > 60));
}

/// The progress was taken off the terminal only after the verdict, which stood behind it.
#[test]
fn progress_of_judge_is_gone_before_the_verdict() {
    let env = TestEnv::new();
    let mut judge = env.command("judge --");
    let (printed, status) = printed_at(80, judge.args(["sh", "-c", "sleep 1.2; echo 5"]));
    let (progress, verdict) = printed.rsplit_once('\r').unwrap();
    assert!(progress.contains("looking for its answers"), "{printed:?}");
    assert!(
        anstream::adapter::strip_str(verdict).to_string().starts_with("not read"),
        "{printed:?}"
    );
    assert_eq!(status, Some(2));
}

/// It had 92 lines, and `-h` 37.
#[test]
fn help_of_score_fits_a_screen() {
    let env = hands();
    for help in ["--help", "-h"] {
        let (printed, status) = printed_at(80, &mut env.command(&format!("score {help}")));
        assert_eq!(status, Some(0));
        // The prompt has a line, too.
        assert!(printed.lines().count() < 24, "{printed}");
        assert!(printed.contains("camel-cards help SUBCOMMAND"), "{printed}");
    }
}

#[test]
fn man_says_at_a_terminal_how_to_open_the_page() {
    let env = hands();
    let (printed, status) = printed_at(80, &mut env.command("man score"));
    assert!(printed.contains("Usage:") && printed.contains("Examples:"), "{printed}");
    assert!(printed.contains("| man -l -") && !printed.contains(".SH"), "{printed}");
    assert_eq!(status, Some(0));
    assert!(stdout(&env.run("man score")).contains(".SH"), "roff for a pipe");
}

/// It was "once more", or nothing but what the runs were for.
#[test]
#[ignore = "long: run by cargo xtask ci"]
fn progress_of_judge_counts_the_runs() {
    let env = hands();
    let script = "sleep 0.6; cat > nothing; echo hello";
    let mut judge = Command::new(COMMAND);
    judge.args(["judge", "--", "sh", "-c", script]).current_dir(env.folder());
    let (printed, status) = printed_at(80, &mut judge);
    assert_eq!(status, Some(1), "{printed}");
    let runs: Vec<&str> =
        printed.split('\r').filter_map(|line| line.strip_prefix("run ")).collect();
    let is_count = |run: &&str| {
        let (count, purpose) = run.split_once(": ").unwrap();
        let (run, of) = count.split_once(" of ").unwrap();
        let [run, of] = [run, of].map(|count| count.parse::<usize>().unwrap());
        (1..=of).contains(&run) && !purpose.trim().is_empty()
    };
    assert!(!runs.is_empty() && runs.iter().all(is_count), "{printed:?}");
}
