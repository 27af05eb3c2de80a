//! However an input comes, however many read it, and whatever interrupts that, the answer and the
//! messages are the same.

use std::{
    fs,
    io::{Seek, SeekFrom, Write},
    path::Path,
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

use flate2::{Compression, write::GzEncoder};
use rustix::process::{Pid, Signal, kill_process};

fn camel_cards() -> Command {
    Command::new(env!("CARGO_BIN_EXE_camel-cards"))
}

fn run(command: &mut Command) -> Output {
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

fn generate(hands: u32, file: &Path) {
    let mut generate = camel_cards();
    generate.args(["generate", "--shape", "uniform", "--hands", &hands.to_string()]);
    let made = generate.stdout(fs::File::create(file).unwrap()).status().unwrap();
    assert!(made.success());
}

/// What a run says, with the name of the file left out.
fn said(output: &Output, file: &str) -> (Option<i32>, String, String) {
    let stderr = text(&output.stderr).replace(file, "FILE");
    (output.status.code(), text(&output.stdout).to_owned(), stderr)
}

/// Gives `input` to standard input in pieces of odd sizes.
fn feed(command: &mut Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || {
            let sizes = [1, 7, 4099, 65_537, 131_071].iter().cycle();
            let mut rest = input;
            for &size in sizes {
                let (piece, after) = rest.split_at(rest.len().min(size));
                stdin.write_all(piece).unwrap();
                rest = after;
                if rest.is_empty() {
                    break;
                }
            }
        });
        child.wait_with_output().unwrap()
    })
}

/// Inputs longer than what one thread reads before it gets help (4 MiB), so that threads and
/// the order of their pieces matter: ties by the thousand, lines of every kind, bad ones.
fn inputs() -> Vec<(&'static str, Vec<u8>)> {
    let plain = |count: u64| -> String {
        (0..count)
            .map(|i| format!("{} {}\n", ["AAAAA", "KTJJT", "23456"][i as usize % 3], i * i % 9973))
            .collect()
    };
    let ties = plain(900_000);
    let odd = plain(400_000)
        + "\n\r\n  32T3K\t 18446744073709551615 \r\n"
        + &plain(300_000).replace('\n', "\r\n")
        + &format!("JJJJJ{}1048576\n", " ".repeat(400_000))
        + &plain(300_000)
        + "QQQJA 12345678901234567";
    let mut bad = odd.clone();
    for (at, line) in [(100, "x"), (3_000_000, "32T3K"), (6_000_000, "32T3K 1 1"), (9_000_000, "é")]
    {
        let at = at + bad[at..].find('\n').unwrap() + 1;
        bad.insert_str(at, &format!("{line}\n"));
    }
    let many_bad = bad.replace("A 1\n", "A -1\n");
    let last_bad = ties.clone() + "32T3K 18446744073709551616";
    [("ties", ties), ("odd", odd), ("bad", bad), ("many bad", many_bad), ("last bad", last_bad)]
        .map(|(name, text)| (name, text.into_bytes()))
        .into()
}

#[test]
fn threads_compression_and_pipes_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, input) in inputs() {
        fs::write(path("plain"), &input).unwrap();
        let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
        let (first, second) = input.split_at(input.len() / 3);
        gz.write_all(first).unwrap();
        let mut members = gz.finish().unwrap();
        let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
        gz.write_all(second).unwrap();
        members.extend(gz.finish().unwrap());
        fs::write(path("members.gz"), members).unwrap();
        let frames = [first, second].map(|part| zstd::encode_all(part, 1).unwrap());
        fs::write(path("frames.zst"), frames.concat()).unwrap();

        let score = |arguments: &[&str], threads: &str| {
            let mut score = camel_cards();
            score.args(["score", "--format", "json", "--threads", threads]).args(arguments);
            score
        };
        for skip in [&[][..], &["--skip-bad-lines"]] {
            let plain = path("plain");
            let expected = said(&run(score(skip, "1").arg(&plain)), &plain);
            assert_eq!(
                expected.0,
                Some(i32::from(name.contains("bad") && skip.is_empty())),
                "{name}"
            );
            for file in ["plain", "members.gz", "frames.zst"].map(path) {
                for threads in ["1", "2", "3", "8"] {
                    let found = said(&run(score(skip, threads).arg(&file)), &file);
                    assert_eq!(found, expected, "{name} {file} {threads}");
                }
            }
            for threads in ["1", "3"] {
                let found = said(&feed(&mut score(skip, threads), &input), "<stdin>");
                assert_eq!(found, expected, "{name} {threads}");
            }
        }
    }
}

/// Files so long that each thread has a stretch of its own (16 MiB and more), with bad lines before,
/// in and after them.
#[test]
fn stretches_of_long_files_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let inputs = inputs();
    let input = |name: &str| &inputs.iter().find(|input| input.0 == name).unwrap().1[..];
    let (bad, odd) = (input("bad"), input("odd"));
    fs::write(
        path("first"),
        [bad, b"\n", odd, b"\nAAAAA 1\n", odd, b"\n", bad, b"\n", bad].concat(),
    )
    .unwrap();
    fs::write(path("second"), input("last bad").repeat(5)).unwrap();
    assert!(["first", "second"].iter().all(|name| path(name).metadata().unwrap().len() > 40 << 20));
    for command in ["score", "stats"] {
        for skip in [&[][..], &["--skip-bad-lines"]] {
            let said = |threads: &str| {
                let mut run_of = camel_cards();
                run_of.current_dir(folder.path()).args([
                    command,
                    "first",
                    "second",
                    "--format",
                    "json",
                    "--threads",
                    threads,
                ]);
                said(&run(run_of.args(skip)), "\0")
            };
            let expected = said("1");
            let told = if skip.is_empty() { "17 bad lines;" } else { "skipped 17 bad lines" };
            assert!(expected.2.contains(told), "{}", expected.2);
            for threads in ["2", "3"] {
                assert_eq!(said(threads), expected, "{command} {threads}");
            }
        }
    }
}

/// Standard input is a file to read stretches of if it is one, from its beginning on.
#[test]
fn a_file_as_standard_input_is_read_as_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hands");
    fs::write(&path, "KTJJT 1\nx\n".to_owned() + &"32T3K 765\n".repeat(4 << 20)).unwrap();
    let score = |skipped: u64, file: &str, threads: &str| {
        let mut stdin = fs::File::open(&path).unwrap();
        stdin.seek(SeekFrom::Start(skipped)).unwrap();
        let mut score = camel_cards();
        score.args(["score", "--skip-bad-lines", file, "--threads", threads]).stdin(stdin);
        run(&mut score)
    };
    let expected = score(0, path.to_str().unwrap(), "1");
    for threads in ["1", "2"] {
        assert_eq!(score(0, "-", threads), expected);
        let rest = score(8, "-", threads);
        assert!(text(&rest.stdout).contains(" 4194304\n"), "{}", text(&rest.stdout));
    }
}

#[test]
fn one_file_after_the_other_is_one_input() {
    let folder = tempfile::tempdir().unwrap();
    let (_, odd) = inputs().swap_remove(1);
    let whole = folder.path().join("whole");
    fs::write(&whole, &odd).unwrap();
    let lines: Vec<&[u8]> = odd.split_inclusive(|&byte| byte == b'\n').collect();
    let parts: Vec<_> = lines.chunks(lines.len() / 7 + 1).map(<[_]>::concat).collect();
    let files: Vec<_> = (0..parts.len()).map(|i| folder.path().join(i.to_string())).collect();
    for (file, part) in files.iter().zip(parts) {
        fs::write(file, part).unwrap();
    }
    let expected = run(camel_cards().arg("stats").arg(&whole));
    assert!(expected.status.success());
    for threads in ["1", "4"] {
        let found = run(camel_cards().args(["stats", "--threads", threads]).args(&files));
        assert_eq!(found, expected);
    }
}

#[test]
fn damaged_compression_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(&inputs()[0].1).unwrap();
    let gz = gz.finish().unwrap();
    let zst = zstd::encode_all(&inputs()[0].1[..], 1).unwrap();
    for whole in [gz, zst] {
        let mut flipped = whole.clone();
        flipped[whole.len() / 2] ^= 0x10;
        for damaged in [&whole[..whole.len() - 9], &whole[..5], &flipped] {
            let file = folder.path().join("damaged");
            fs::write(&file, damaged).unwrap();
            let score = run(camel_cards().arg("score").arg(&file));
            let (status, stdout, stderr) = said(&score, file.to_str().unwrap());
            // A flipped bit may come through as lines that are none.
            assert!(matches!(status, Some(1 | 2)), "{stderr}");
            assert_eq!(stdout, "");
            assert!(stderr.starts_with("camel-cards: "), "{stderr}");
        }
    }
}

#[test]
fn timing_is_told_on_standard_error() {
    let score = run(camel_cards().args(["score", "--timing"]).arg(example()));
    assert!(text(&score.stdout).starts_with("standard (part 1)  6440\n"));
    let told = text(&score.stderr);
    assert!(told.starts_with("camel-cards: read ") && told.contains("5 entries in "), "{told}");
}

fn example() -> String {
    format!("{}/../../testdata/cases/example.txt", env!("CARGO_MANIFEST_DIR"))
}

/// Kills a tally again and again, and gives the same command until it is done.
#[test]
fn a_killed_tally_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    generate(4_000_000, &path("first"));
    let mut second = fs::read(path("first")).unwrap();
    second.splice(0..0, *b"this is no entry\n");
    fs::write(path("second"), second).unwrap();
    let tally = |output: &str| {
        let mut tally = camel_cards();
        tally.args(["tally", "--skip-bad-lines"]);
        // There is a checkpoint after each of them at least.
        for _ in 0..4 {
            tally.arg(path("first")).arg(path("second"));
        }
        tally.arg("-o").arg(path(output)).stderr(Stdio::piped());
        tally
    };
    assert!(run(&mut tally("expected")).status.success());

    let checkpoint = || fs::read(path("found.checkpoint")).ok();
    for killed in 0..4 {
        let before = checkpoint();
        let mut child = tally("found").args(["--checkpoint", "0"]).spawn().unwrap();
        while checkpoint() == before {
            assert!(child.try_wait().unwrap().is_none(), "it was done before a checkpoint");
            thread::sleep(Duration::from_millis(1));
        }
        // Not always right after one.
        thread::sleep(Duration::from_millis(killed));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!path("found").exists());
    }
    let last = run(tally("found").args(["--checkpoint", "0"]));
    assert!(last.status.success());
    let told = text(&last.stderr);
    assert!(told.starts_with("camel-cards: going on after "), "{told}");
    assert!(told.contains("skipped 4 bad lines"), "{told}");
    assert_eq!(fs::read(path("found")).unwrap(), fs::read(path("expected")).unwrap());
    assert!(!path("found.checkpoint").exists());
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    generate(400_000, &path("hands"));
    let tally = |file: &str, more: &[&str]| {
        let mut tally = camel_cards();
        tally.arg("tally").arg(path(file)).arg("-o").arg(path("out")).args(more);
        tally.args(["--checkpoint", "0", "--threads", "1"]).stderr(Stdio::piped());
        tally
    };
    let mut child = tally("hands", &[]).spawn().unwrap();
    while !path("out.checkpoint").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it was done before a checkpoint");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let checkpoint = fs::read(path("out.checkpoint")).unwrap();
    let hands = fs::read(path("hands")).unwrap();
    fs::write(path("other"), &hands).unwrap();

    let refused = |mut tally: Command, why: &str| {
        let output = run(&mut tally);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains(why) && stderr.contains("remove it to begin anew"), "{stderr}");
        assert!(!path("out").exists());
    };
    refused(tally("other", &[]), "it is of other files");
    refused(tally("hands", &["--skip-bad-lines"]), "without --skip-bad-lines");
    for at in [2, 200, checkpoint.len() - 20] {
        let mut damaged = checkpoint.clone();
        damaged[at] ^= 1;
        fs::write(path("out.checkpoint"), damaged).unwrap();
        refused(tally("hands", &[]), "it is damaged");
    }
    fs::write(path("out.checkpoint"), &checkpoint).unwrap();
    // As long as before, and the same where it was.
    let mut changed = hands.clone();
    changed[0] = if hands[0] == b'2' { b'3' } else { b'2' };
    fs::write(path("hands"), changed).unwrap();
    refused(tally("hands", &[]), "they have changed since");
    for (file, why) in [("-", "standard input"), ("hands.gz", "compressed")] {
        fs::write(path("hands.gz"), [0x1F, 0x8B, 8]).unwrap();
        let mut tally = camel_cards();
        tally.current_dir(folder.path()).args(["tally", file, "-o", "new", "--checkpoint", "9"]);
        let output = run(&mut tally);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
    }
}

#[test]
fn an_interrupt_says_how_far_it_got() {
    let mut child = camel_cards()
        .arg("score")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // Less than a piece; it waits for more.
    stdin.write_all(&b"32T3K 765\n".repeat(1_000)).unwrap();
    thread::sleep(Duration::from_millis(300));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stdout), "");
    let told = text(&output.stderr);
    assert!(
        told.starts_with("camel-cards: interrupted after ") && told.ends_with(" lines\n"),
        "{told}"
    );
}

/// Bad lines are told again, and a mended file is read anew.
#[test]
fn a_tally_that_fails_on_bad_lines_can_be_mended() {
    let folder = tempfile::tempdir().unwrap();
    let hands = folder.path().join("hands");
    let tally = || {
        let mut tally = camel_cards();
        tally.current_dir(folder.path()).args(["tally", "hands", "-o", "out"]);
        run(tally.args(["--checkpoint", "0", "--threads", "1"]))
    };
    let good = "32T3K 765\n".repeat(60_000);
    fs::write(&hands, format!("32T3k 765\n{good}")).unwrap();
    for _ in 0..2 {
        let failed = tally();
        assert_eq!(failed.status.code(), Some(1));
        assert!(text(&failed.stderr).contains("hands:1:5: unknown label 'k'"));
    }
    fs::write(&hands, format!("32T3K 765\n{good}")).unwrap();
    let mended = tally();
    assert!(mended.status.success(), "{}", text(&mended.stderr));
}

#[test]
fn what_ends_all_is_told_once_whatever_comes_after() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("good"), "32T3K 765\n".repeat(600_000)).unwrap();
    let utf16: Vec<u8> = "32T3K 765\n".repeat(200_000).bytes().flat_map(|byte| [byte, 0]).collect();
    fs::write(path("utf16"), [&[0xFF, 0xFE], &utf16[..]].concat()).unwrap();
    for threads in ["1", "2", "4", "4", "4"] {
        let mut score = camel_cards();
        score.current_dir(folder.path()).args(["score", "good", "utf16", "--threads", threads]);
        let output = run(&mut score);
        assert_eq!(output.status.code(), Some(1));
        let expected =
            "camel-cards: utf16:1:1: expected UTF-8 text, found UTF-16 (save the file as UTF-8)\n";
        assert_eq!(text(&output.stderr), expected);
    }
}

#[test]
fn outputs_that_would_replace_each_other_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut tally = camel_cards();
    tally.current_dir(folder.path()).args(["tally", "-o", "./same", "--rejects", "same"]);
    let output = run(tally.stdin(Stdio::null()));
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
}
