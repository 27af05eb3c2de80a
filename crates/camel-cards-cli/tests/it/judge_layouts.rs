//! `judge` in folders of every kind, under limits, and with programs that do not clean up.

use std::{
    fs::{self, File},
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
    process::{Command, Output},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::{
    judge_files::{Home, OWN, assert_refused, assert_right, tree, unwrapped},
    testenv::{COMMAND, copy_command, spawn, stderr, stdout, wait_until},
};

const SCORE: &str = "camel-cards score --part 1 in.txt";

/// A home folder with an input, and a program that reads it after `script`.
fn home(script: &str) -> Home {
    let home = Home::new();
    home.write("aoc/day7/in.txt", OWN);
    home.program(&format!("{script}\n{SCORE}"));
    home
}

/// Judges as a user for whom permissions and limits hold, if need be within a command. Everything is
/// in a place that this user can read.
fn judge_as_user(home: &Home, within: &str, arguments: &str) -> Output {
    let command = home.home.path("camel-cards");
    copy_command(&command);
    let script = home.home.path("aoc/day7/day7.sh");
    let text = fs::read_to_string(&script).unwrap();
    fs::write(&script, text.replace(COMMAND, command.to_str().unwrap())).unwrap();
    for folder in [&home.home, &home.temporary, &home.runs] {
        let open = Command::new("chmod").args(["-R", "a+rwX"]).arg(folder.folder()).status();
        assert!(open.unwrap().success());
    }
    let user = "$([ $(id -u) = 0 ] && echo setpriv --reuid 65534 --clear-groups)";
    let script = format!("cd aoc/day7; exec {user} {within} ../../camel-cards judge {arguments}");
    let mut judge = Command::new("bash");
    judge.args(["-c", &script]).current_dir(home.home.folder()).env("HOME", home.home.folder());
    judge.env("TMPDIR", home.temporary.folder()).output().unwrap()
}

/// Fault: `judge`: more files or bytes than a copy may have | what the command names is copied; error with the limit if the program misses a file | 2
#[test]
#[ignore = "long: run by cargo xtask ci"]
fn limits_of_a_copy_are_said() {
    let many = home("");
    for i in 0..5_100 {
        many.write(&format!("aoc/day7/many/{i}"), "");
    }
    // It comes before what is below the folder.
    many.write("aoc/day7/beside.txt", "more than nothing");
    many.program(&format!("[ -e beside.txt ] && {SCORE}"));
    assert_right(&many.judge("--file in.txt -- sh day7.sh"));
    many.program(&format!("[ $(ls many | wc -l) = 5100 ] && {SCORE}"));
    let output = many.judge("--file in.txt -- sh day7.sh");
    let told = unwrapped(stdout(&output));
    assert!(told.contains("has at most 5,000 files, so judge left out 102 files"), "{told}");
    assert_eq!(output.status.code(), Some(2), "{told}");

    let large = home("[ -e large ] || exit 1");
    File::create(large.home.path("aoc/day7/large")).unwrap().set_len(65 << 20).unwrap();
    let output = large.judge("--file in.txt -- sh day7.sh");
    let told = unwrapped(stdout(&output));
    assert!(told.contains("at most 64 MiB, so judge left out 1 file, such as large."), "{told}");
    assert_eq!(output.status.code(), Some(2), "{told}");
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn links_within_the_folder_are_links_in_the_copy() {
    let home = Home::new();
    home.write("aoc/day7/real/input.txt", OWN);
    for (to, link) in [("real", "data"), ("real/input.txt", "file.txt"), ("data", "again")] {
        symlink(to, home.home.path("aoc/day7").join(link)).unwrap();
    }
    for file in ["data/input.txt", "file.txt", "again/input.txt"] {
        home.program(&format!("camel-cards score --part 1 {file}"));
        assert_right(&home.judge("-- sh day7.sh"));
        assert_right(&home.judge(&format!("--file {file} -- sh day7.sh")));
    }
}

/// In a copy, installed packages are a link to the original.
#[test]
#[ignore = "long: run by cargo xtask ci"]
fn packages_that_it_runs_in_stay() {
    for folder in ["aoc/node_modules", "aoc/node_modules/package", "aoc/node_modules/@a/package"] {
        let home = Home::new();
        home.write("aoc/.git/HEAD", "");
        home.write(&format!("{folder}/in.txt"), OWN);
        home.write(&format!("{folder}/day7.sh"), &SCORE.replace("camel-cards", COMMAND));
        let own = home.home.path(folder);
        symlink("in.txt", own.join("inside")).unwrap();
        symlink(home.home.path("other/secret.txt"), own.join("outside")).unwrap();
        let before = tree(home.home.folder());
        let mut judge = home.command("-- sh day7.sh");
        assert_right(&judge.current_dir(own).output().unwrap());
        assert_eq!(before, tree(home.home.folder()));
    }
}

/// Fault: `judge`: pipes and devices in the folder, also as `.gitignore` | they are not opened | 0
#[test]
fn only_regular_files_are_opened() {
    let home = home("");
    let own = home.home.path("aoc/day7");
    assert!(Command::new("mkfifo").arg(own.join(".gitignore")).status().unwrap().success());
    fs::create_dir(own.join("inner")).unwrap();
    symlink("/dev/zero", own.join("inner/.gitignore")).unwrap();
    // It has the type of a file, and no end.
    symlink("/proc/kmsg", own.join("messages")).unwrap();
    symlink("../.gitignore", own.join("inner/pipe.txt")).unwrap();
    let mut judge = spawn(&mut home.command("-- sh day7.sh"));
    wait_until("it ends", || judge.try_wait().unwrap().is_some());
    assert_right(&judge.wait_with_output().unwrap());
}

#[cfg(target_os = "linux")]
#[test]
fn large_files_are_not_read() {
    let home = Home::new();
    home.program("grep VmHWM /proc/$PPID/status >> $LOG; camel-cards score --part 1 -");
    home.write("aoc/day7/large", OWN);
    let large = File::options().append(true).open(home.home.path("aoc/day7/large")).unwrap();
    large.set_len(3 << 30).unwrap();
    let log = home.runs.path("memory");
    assert_right(&home.command("-- sh day7.sh").env("LOG", &log).output().unwrap());
    for peak in fs::read_to_string(&log).unwrap().lines() {
        let kilobytes: u64 = peak.split_whitespace().nth(1).unwrap().parse().unwrap();
        assert!(kilobytes < 200_000, "{peak}");
    }
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn whatever_a_run_made_is_removed() {
    for made in [
        "mkdir out out/node_modules && touch out/node_modules/file",
        "touch data/CACHEDIR.TAG",
        "touch data/pyvenv.cfg",
        "rm -r data && ln -s {other} data",
        "mkdir -p data/out && touch data/out/file && chmod 555 data/out && chmod 0 data",
        "mkdir -p a/b && touch a/b/file && chmod 0 a/b && chmod 555 a",
        "chmod 0 data/state",
        // Too many to open all, and deeper than a path can be, once.
        "if mkdir {other}/once 2>/dev/null; then mkdir -p $(printf 'nested/%.0s' $(seq 1100)) || true; fi",
    ] {
        let home = home(&format!("set -e\ncat data/state && {made}"));
        home.write("aoc/day7/data/state", "");
        home.write("other/CACHEDIR.TAG", "");
        let text = fs::read_to_string(home.home.path("aoc/day7/day7.sh")).unwrap();
        let other = home.home.path("other");
        home.write("aoc/day7/day7.sh", &text.replace("{other}", other.to_str().unwrap()));
        let limited = "sh -c 'ulimit -n 1000; exec \"$@\"' sh";
        let output = judge_as_user(&home, limited, "--part 1 --file in.txt -- sh day7.sh");
        assert_right(&output);
        assert_eq!(home.temporary.names(), [""; 0], "{made}");
        assert!(other.join("CACHEDIR.TAG").exists());
    }
    // Runs are undone in a virtual environment, too.
    let home = Home::new();
    home.write("aoc/.git/HEAD", "");
    home.write("aoc/day7/in.txt", OWN);
    home.write("aoc/day7/pyvenv.cfg", "");
    home.program(&format!("[ -e answer ] || {SCORE} > answer; cat answer"));
    assert_right(&home.judge("--file in.txt -- sh day7.sh"));
}

/// Fault: a judged program leaves processes outside its group | they end after the run (Linux) | 0
#[cfg(target_os = "linux")]
#[test]
#[ignore = "long: run by cargo xtask ci"]
fn no_process_outlives_its_run() {
    for (script, path) in [
        ("setsid sleep 6000 & echo $! >> $LOG", None),
        ("(setsid sh -c 'sleep 6000 & echo $! >> $LOG' &)", None),
        ("/bin/sleep 6000 & echo $! >> $LOG", Some("/nowhere")),
    ] {
        let home = home(script);
        let log = home.runs.path("processes");
        let mut judge = home.command("--file in.txt -- /bin/sh day7.sh");
        if let Some(path) = path {
            judge.env("PATH", path);
        }
        assert_right(&judge.env("LOG", &log).output().unwrap());
        let processes = fs::read_to_string(&log).unwrap();
        assert!(processes.lines().count() > 10);
        for process in processes.lines() {
            assert!(!Path::new("/proc").join(process).exists(), "{script}: {process} is left");
        }
        assert_eq!(home.temporary.names(), [""; 0]);
    }
}

/// The limit is an error for the command, but judged programs get the signal as without it.
#[test]
fn judged_program_gets_the_signal_for_large_files() {
    let home = Home::new();
    home.program("ulimit -f 1; head -c 100000 /dev/zero > large; echo $? >> $LOG; camel-cards score --part 1");
    let log = home.runs.path("status");
    assert_right(&home.command("-- sh day7.sh").env("LOG", &log).output().unwrap());
    // 128 and SIGXFSZ
    assert!(fs::read_to_string(&log).unwrap().starts_with("153\n"));
}

#[test]
fn test_inputs_are_private() {
    let list = "ls -ld $AOCD_DIR $AOCD_DIR/* $AOCD_DIR/*/* in.txt >> $LOG";
    let home = home(list);
    let log = home.runs.path("modes");
    let mut judge = Command::new("sh");
    judge.args(["-c", "umask 0; exec \"$@\"", "sh", COMMAND, "judge", "--part", "1", "--file"]);
    judge.args(["in.txt", "--", "sh", "day7.sh"]).current_dir(home.home.path("aoc/day7"));
    judge.env("TMPDIR", home.temporary.folder()).env("LOG", &log);
    assert_right(&judge.output().unwrap());
    let modes = fs::read_to_string(&log).unwrap();
    for line in modes.lines() {
        assert!(line.starts_with("drwx------") || line.starts_with("-rw-------"), "{line}");
    }
}

/// Fault: Ctrl-C, TERM or HUP while `judge` copies a folder | no copy is left | 130
#[test]
#[ignore = "long: run by cargo xtask ci"]
fn signals_while_a_folder_is_copied_leave_nothing() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let home = home("");
        for i in 0..2_000 {
            home.write(&format!("aoc/day7/many/{i}"), &OWN.repeat(100));
        }
        let judge = spawn(&mut home.command("--file in.txt -- sh day7.sh"));
        wait_until("there is a copy", || !home.temporary.names().is_empty());
        kill_process(Pid::from_child(&judge), signal).unwrap();
        let output = judge.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
        assert_eq!(home.temporary.names(), [""; 0]);
    }
}

/// Fault: `judge`: the temporary folder lets no program run | error that names the folder | 2
#[test]
#[cfg(target_os = "linux")]
fn temporary_folder_without_programs_is_named() {
    let home = Home::new();
    home.write("aoc/day7/in.txt", OWN);
    let day7 = home.home.path("aoc/day7/day7");
    fs::write(&day7, format!("#!/bin/sh\n{COMMAND} score --part 1 in.txt\n")).unwrap();
    fs::set_permissions(&day7, PermissionsExt::from_mode(0o755)).unwrap();
    let mount = |script: &str| {
        let mut shell = Command::new("unshare");
        let script = format!("mount -t tmpfs -o noexec none \"$TMPDIR\" && {script}");
        shell.args(["--mount", "--map-root-user", "bash", "-c", &script]);
        shell.current_dir(home.home.path("aoc/day7")).env("TMPDIR", home.temporary.folder());
        shell.output().unwrap()
    };
    if !mount("true").status.success() {
        eprintln!("temporary_folder_without_programs_is_named: skipped, nothing can be mounted");
        return;
    }
    let output = mount(&format!("{COMMAND} judge --file in.txt -- ./day7"));
    assert_refused(&output, "the temporary folder forbids programs (noexec)");
}

/// Fault: `judge`: no more processes may be started | error that names the limit | 2
#[test]
#[cfg(target_os = "linux")]
fn process_limit_is_named() {
    let home = home("");
    let output = judge_as_user(&home, "prlimit --nproc=1", "--file in.txt -- sh day7.sh");
    assert_refused(&output, "; no more processes may be started (ulimit -u)");
}

/// Fault: `judge`: a mask or a limit leaves it no file or folder to open | error; no folder is left | 2
#[test]
#[cfg(target_os = "linux")]
fn folders_that_cannot_be_used_are_removed() {
    for limit in ["umask 0777", "ulimit -n 5", "ulimit -n 6", "ulimit -n 7", "ulimit -n 8"] {
        for file in ["", "--file in.txt"] {
            let home = home("");
            let within = format!("sh -c '{limit}; exec \"$@\"' sh");
            let output = judge_as_user(&home, &within, &format!("{file} -- sh day7.sh"));
            assert_refused(&output, "cannot ");
            assert_eq!(home.temporary.names(), [""; 0], "{limit}");
        }
    }
}

/// Fault: `judge`: the program puts a link in the place of a folder that judge made | the link is removed, and nothing that it leads to | 0 to 2
#[test]
#[ignore = "long: run by cargo xtask ci"]
fn links_in_the_place_of_folders_are_not_followed() {
    for (place, file) in
        [("$AOCD_DIR", ""), ("$AOCD_DIR", "--file in.txt"), ("$(pwd -P)", "--file in.txt")]
    {
        for link in ["ln -s", "touch"] {
            let home = Home::new();
            home.write("aoc/day7/in.txt", OWN);
            home.write("other/kept/inner.txt", "kept");
            let other = home.home.path("other");
            let link = format!(
                "{link} {}",
                if link == "touch" { String::new() } else { other.display().to_string() }
            );
            // Only in a copy is the current folder judge's.
            let script = format!(
                "{SCORE}; place={place}; case $place in *camel-cards-judge-*) cd /; rm -rf $place; {link} $place ;; esac"
            );
            home.program(&script);
            home.judge(&format!("{file} -- sh day7.sh"));
        }
    }
}

/// Fault: `judge`: the program replaces files of your folder, or changes them, while it is judged | copies have the files as they were, and pipes are not opened | 0
#[test]
fn copies_have_the_files_as_they_were() {
    let home = Home::new();
    home.write("aoc/day7/in.txt", OWN);
    home.write("aoc/day7/helper.txt", "one\n");
    let change = format!("echo two > {}/helper.txt", home.home.path("aoc/day7").display());
    home.program(&format!("[ $(cat helper.txt) = one ] || exit 1; {change}; {SCORE}"));
    assert_right(&home.command("--file in.txt -- sh day7.sh").output().unwrap());
    // The first run is in the user's folder.
    home.program(&format!("rm -f helper.txt; mkfifo helper.txt; {SCORE}"));
    assert_right(&home.command("-- sh day7.sh").output().unwrap());
    assert_eq!(home.temporary.names(), [""; 0]);
}

/// Fault: `judge`: a process that left its run's group writes beside the input | it is ended before its folder is removed | 0 to 2
#[test]
#[ignore = "long: run by cargo xtask ci"]
#[cfg(target_os = "linux")]
fn processes_end_before_their_folder_is_removed() {
    let home = Home::new();
    let writer = "setsid sh -c 'i=0; while :; do i=$((i+1)); : > $0$i; done'";
    home.program(&format!(
        "camel-cards score --part 1 $1; cd $(dirname $1); for w in a b c; do {writer} $w >/dev/null 2>&1 & done; sleep 0.05"
    ));
    assert_right(&home.judge("-- sh day7.sh {}"));
}

#[test]
fn empty_tmpdir_is_none() {
    let home = home(
        "for i in $PWD $AOCD_DIR; do case $i in */tmp/camel-cards-judge-*) ;; *) exit 1 ;; esac; done",
    );
    let mut judge = home.command("--file in.txt -- sh day7.sh");
    assert_right(&judge.env("TMPDIR", "").output().unwrap());
}

#[test]
fn equal_input_files_are_replaced_together() {
    let home = Home::new();
    for part in 1..=2 {
        home.write(&format!("aoc/day7/inputs/day7_input{part}.txt"), OWN);
    }
    home.program("part=2; camel-cards score --part 1 inputs/day7_input$part.txt");
    assert_right(&home.judge("-- sh day7.sh"));
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn what_is_below_the_entries_stays() {
    let puzzle = Command::new(COMMAND).arg("generate").output().unwrap();
    let puzzle = String::from_utf8(puzzle.stdout).unwrap();
    // Entries below an empty line are another input, if as many are above it as the puzzle has.
    for (own, below) in
        [(OWN, "---\n32T3K 765\n"), (&*puzzle, "\n32T3K 765\n"), (OWN, "end"), (OWN, "")]
    {
        let home = Home::new();
        home.write("aoc/day7/in.txt", &format!("{own}{below}"));
        home.write("aoc/day7/below", below);
        let above = "head -c -$(wc -c < below) in.txt";
        let is_below = "tail -c $(wc -c < below) in.txt | cmp - below || exit 1";
        home.program(&format!("{is_below}; {above} | camel-cards score --part 1"));
        assert_right(&home.judge("-- sh day7.sh"));
    }
}
