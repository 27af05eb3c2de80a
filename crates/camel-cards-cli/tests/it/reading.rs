//! However an input comes, however many read it, and whatever interrupts that, the answer and the
//! messages are the same.

use std::{
    fs,
    io::{Read, Seek, SeekFrom, Write},
    process::{Command, Output, Stdio},
};

use flate2::{Compression, write::GzEncoder};

use crate::testenv::{TestEnv, assert_output, feed, spawn, stderr, stdout, testdata, wait_until};

fn generate(env: &TestEnv, hands: u32, file: &str) {
    let made = env.shell(&format!("camel-cards generate --shape uniform --hands {hands} > {file}"));
    assert!(made.status.success());
}

/// What a run says, with the name of the file left out.
fn said(output: &Output, file: &str) -> (Option<i32>, String, String) {
    let told = stderr(output).replace(file, "FILE");
    (output.status.code(), stdout(output).to_owned(), told)
}

/// Cuts `input` at odd places.
fn odd_pieces(input: &[u8]) -> impl Iterator<Item = &[u8]> + Send {
    let mut rest = input;
    [1, 7, 4099, 65_537, 131_071].into_iter().cycle().map_while(move |size| {
        let (piece, after) = rest.split_at(rest.len().min(size));
        rest = after;
        (!piece.is_empty()).then_some(piece)
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
#[ignore = "slow: reads some gigabytes"]
fn threads_compression_and_pipes_change_nothing() {
    let env = TestEnv::new();
    for (name, input) in inputs() {
        env.write("plain", &input);
        let (first, second) = input.split_at(input.len() / 3);
        let members = [first, second].map(|part| {
            let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
            gz.write_all(part).unwrap();
            gz.finish().unwrap()
        });
        env.write("members.gz", members.concat());
        let frames = [first, second].map(|part| zstd::encode_all(part, 1).unwrap());
        env.write("frames.zst", frames.concat());

        for skip in ["", "--skip-bad-lines"] {
            let score = |threads: u32| {
                env.command(&format!("score --format json --threads {threads} {skip}"))
            };
            let of_file = |file, threads| said(&score(threads).arg(file).output().unwrap(), file);
            let expected = of_file("plain", 1);
            let status = i32::from(name.contains("bad") && skip.is_empty());
            assert_eq!(expected.0, Some(status), "{name}");
            for file in ["plain", "members.gz", "frames.zst"] {
                for threads in [1, 2, 3, 8] {
                    assert_eq!(of_file(file, threads), expected, "{name} {file} {threads}");
                }
            }
            for threads in [1, 3] {
                let found = said(&feed(&mut score(threads), odd_pieces(&input)), "<stdin>");
                assert_eq!(found, expected, "{name} {threads}");
            }
        }
    }
}

/// Files so long that each thread has a byte range of its own (16 MiB and more), with bad lines
/// before, in and after them.
#[test]
#[ignore = "slow: reads some gigabytes"]
fn byte_ranges_of_long_files_change_nothing() {
    let env = TestEnv::new();
    let inputs = inputs();
    let input = |name: &str| &inputs.iter().find(|input| input.0 == name).unwrap().1[..];
    let (bad, odd) = (input("bad"), input("odd"));
    let first = [bad, b"\n", odd, b"\nAAAAA 1\n", odd, b"\n", bad, b"\n", bad].concat();
    env.write("first", first);
    env.write("second", input("last bad").repeat(5));
    for name in ["first", "second"] {
        assert!(env.path(name).metadata().unwrap().len() > 40 << 20);
    }
    for command in ["score", "stats"] {
        for skip in ["", "--skip-bad-lines"] {
            let with = |threads: u32| {
                env.run(&format!("{command} first second --format json --threads {threads} {skip}"))
            };
            let expected = with(1);
            let told = if skip.is_empty() { "17 bad lines;" } else { "skipped 17 bad lines" };
            assert!(stderr(&expected).contains(told), "{}", stderr(&expected));
            for threads in [2, 3] {
                assert_eq!(with(threads), expected, "{command} {threads}");
            }
        }
    }
}

/// Standard input that is a file is read from where it stands, by several threads too.
#[test]
fn file_as_standard_input_is_read_as_a_file() {
    let env = TestEnv::new();
    let path = env.write("hands", "KTJJT 1\nx\n".to_owned() + &"32T3K 765\n".repeat(4 << 20));
    let score = |skipped: u64, file: &str, threads: u32| {
        let mut stdin = fs::File::open(&path).unwrap();
        stdin.seek(SeekFrom::Start(skipped)).unwrap();
        let mut score = env.command(&format!("score --skip-bad-lines {file} --threads {threads}"));
        score.stdin(stdin).output().unwrap()
    };
    let expected = score(0, "hands", 1);
    for threads in [1, 2] {
        assert_eq!(score(0, "-", threads), expected);
        let rest = score(8, "-", threads);
        assert!(stdout(&rest).contains(" 4194304\n"), "{}", stdout(&rest));
    }
}

#[test]
fn several_files_are_one_input() {
    let env = TestEnv::new();
    let (_, odd) = inputs().swap_remove(1);
    env.write("whole", &odd);
    let lines: Vec<&[u8]> = odd.split_inclusive(|&byte| byte == b'\n').collect();
    let mut files = String::new();
    for (number, part) in lines.chunks(lines.len() / 7 + 1).enumerate() {
        env.write(&number.to_string(), part.concat());
        files += &format!(" {number}");
    }
    let expected = env.run("stats whole");
    assert!(expected.status.success());
    for threads in [1, 4] {
        assert_eq!(env.run(&format!("stats --threads {threads} {files}")), expected);
    }
}

#[test]
fn damaged_compression_is_an_error() {
    let env = TestEnv::new();
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(&inputs()[0].1).unwrap();
    let gz = gz.finish().unwrap();
    let zst = zstd::encode_all(&inputs()[0].1[..], 1).unwrap();
    for whole in [gz, zst] {
        let mut flipped = whole.clone();
        flipped[whole.len() / 2] ^= 0x10;
        for damaged in [&whole[..whole.len() - 9], &whole[..5], &flipped] {
            env.write("damaged", damaged);
            let score = env.run("score damaged");
            // A flipped bit may come through as lines that are none.
            assert!(matches!(score.status.code(), Some(1 | 2)), "{}", stderr(&score));
            assert_eq!(stdout(&score), "");
            assert!(stderr(&score).starts_with("camel-cards: "), "{}", stderr(&score));
        }
    }
}

#[test]
fn timing_goes_to_standard_error() {
    let env = TestEnv::new();
    let mut score = env.command("score --timing");
    let score = score.arg(testdata("cases/example.txt")).output().unwrap();
    assert!(stdout(&score).starts_with("standard (part 1)  6440\n"));
    let told = stderr(&score);
    assert!(told.starts_with("camel-cards: read ") && told.contains("5 entries in "), "{told}");
}

/// Starts a tally with checkpoints, waits for one that differs from `before`, and kills it.
///
/// Its output is a pipe that fills up, so it is never done before that; if it gets so far that it
/// writes, there will be no other checkpoint.
#[cfg(unix)]
fn kill_after_checkpoint(env: &TestEnv, tally: &mut Command, before: Option<&[u8]>) {
    let mut pipe = env.named_pipe("out");
    let mut child = spawn(tally.args(["-o", "out"]));
    wait_until("there is a new checkpoint", || {
        let now = fs::read(env.path("out.checkpoint")).ok();
        now.is_some() && (now.as_deref() != before || pipe.read(&mut [0]).is_ok())
    });
    child.kill().unwrap();
    child.wait().unwrap();
    fs::remove_file(env.path("out")).unwrap();
}

/// Kills a tally again and again, and gives the same command until it is done.
#[cfg(unix)]
#[test]
#[ignore = "slow: reads some gigabytes"]
fn killed_tally_resumes_at_its_checkpoint() {
    let env = TestEnv::new();
    generate(&env, 4_000_000, "first");
    env.write("second", [&b"this is no entry\n"[..], &env.read("first")].concat());
    // There is a checkpoint after each of them at least.
    let files = "tally --skip-bad-lines first second first second first second first second";
    assert!(env.run(&format!("{files} -o expected")).status.success());

    for _ in 0..4 {
        let before = fs::read(env.path("out.checkpoint")).ok();
        let mut tally = env.command(&format!("{files} --checkpoint 0"));
        kill_after_checkpoint(&env, &mut tally, before.as_deref());
    }
    let last = env.run(&format!("{files} --checkpoint 0 -o out"));
    assert!(last.status.success());
    let told = stderr(&last);
    assert!(told.starts_with("camel-cards: going on after "), "{told}");
    assert!(told.contains("skipped 4 bad lines"), "{told}");
    assert_eq!(env.read("out"), env.read("expected"));
    assert!(!env.path("out.checkpoint").exists());
}

#[cfg(unix)]
#[test]
fn checkpoint_of_something_else_is_refused() {
    let env = TestEnv::new();
    generate(&env, 400_000, "hands");
    let tally = |file: &str, more: &str| {
        env.command(&format!("tally {file} {more} --checkpoint 0 --threads 1"))
    };
    kill_after_checkpoint(&env, &mut tally("hands", ""), None);
    let (checkpoint, hands) = (env.read("out.checkpoint"), env.read("hands"));
    env.write("other", &hands);

    let refused = |file: &str, more: &str, why: &str| {
        let output = tally(file, more).args(["-o", "out"]).output().unwrap();
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains(why) && told.contains("remove it to begin anew"), "{told}");
        assert!(!env.path("out").exists());
    };
    refused("other", "", "it is of other files");
    refused("hands", "--skip-bad-lines", "without --skip-bad-lines");
    for at in [2, 200, checkpoint.len() - 20] {
        let mut damaged = checkpoint.clone();
        damaged[at] ^= 1;
        env.write("out.checkpoint", damaged);
        refused("hands", "", "it is damaged");
    }
    env.write("out.checkpoint", &checkpoint);
    // As long as before, and the same where it was.
    let mut changed = hands.clone();
    changed[0] = if hands[0] == b'2' { b'3' } else { b'2' };
    env.write("hands", changed);
    refused("hands", "", "they have changed since");
    env.write("hands.gz", [0x1F, 0x8B, 8]);
    for (file, why) in [("-", "standard input"), ("hands.gz", "compressed")] {
        let output = env.run(&format!("tally {file} -o new --checkpoint 9"));
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn interrupt_tells_how_much_was_read() {
    use crate::testenv::{interrupt, wait_for_handler};
    let env = TestEnv::new();
    let mut child = spawn(env.command("score").stdin(Stdio::piped()));
    let mut stdin = child.stdin.take().unwrap();
    // Less than a chunk; it waits for more.
    stdin.write_all(&b"32T3K 765\n".repeat(1_000)).unwrap();
    wait_for_handler(&child);
    let output = interrupt(child);
    assert_eq!((output.status.code(), stdout(&output)), (Some(130), ""));
    let told = stderr(&output);
    assert!(told.starts_with("camel-cards: interrupted after "), "{told}");
    assert!(told.ends_with(" lines\n"), "{told}");
}

/// Bad lines are told again, and a mended file is read anew.
#[test]
fn tally_that_failed_on_bad_lines_starts_anew() {
    let env = TestEnv::new();
    let tally = || env.run("tally hands -o out --checkpoint 0 --threads 1");
    let good = "32T3K 765\n".repeat(60_000);
    env.write("hands", format!("32T3k 765\n{good}"));
    for _ in 0..2 {
        let failed = tally();
        assert_eq!(failed.status.code(), Some(1));
        assert!(stderr(&failed).contains("hands:1:5: unknown label 'k'"));
    }
    env.write("hands", format!("32T3K 765\n{good}"));
    let mended = tally();
    assert!(mended.status.success(), "{}", stderr(&mended));
}

#[test]
fn fatal_error_is_told_once_whatever_comes_after() {
    let env = TestEnv::new();
    env.write("good", "32T3K 765\n".repeat(600_000));
    let utf16: Vec<u8> = "32T3K 765\n".repeat(200_000).bytes().flat_map(|byte| [byte, 0]).collect();
    env.write("utf16", [&[0xFF, 0xFE], &utf16[..]].concat());
    let expected =
        "camel-cards: utf16:1:1: expected UTF-8 text, found UTF-16 (save the file as UTF-8)\n";
    for threads in [1, 2, 4, 4, 4] {
        let output = env.run(&format!("score good utf16 --threads {threads}"));
        assert_output(&output, 1, "", expected);
    }
}

#[test]
fn outputs_that_would_replace_each_other_are_refused() {
    let env = TestEnv::new();
    let mut tally = env.command("tally -o ./same --rejects same");
    let output = tally.stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

/// A byte-order mark is no part of the first line, however that ends and however long it is.
#[test]
fn rejects_have_no_byte_order_mark() {
    let env = TestEnv::new();
    for (line, end) in
        [("x", ""), ("x", "\n"), (&*"y".repeat(200_000), ""), (&*"y".repeat(200_000), "\n")]
    {
        env.write("hands", format!("\u{FEFF}{line}{end}"));
        env.run("score hands --rejects rejects");
        assert!(env.read("rejects") == format!("{line}{end}").as_bytes(), "{} {end:?}", line.len());
    }
}

#[test]
fn bad_lines_before_a_failure_are_shown() {
    let env = TestEnv::new();
    env.write("hands", "KK677 28\nx\n");
    let output = env.run("rank hands --memory 1 --temp-dir none");
    let told = stderr(&output);
    let [bad, failure] =
        ["hands:2:1: ", "cannot create a temporary file"].map(|text| told.find(text));
    assert!(bad.is_some() && bad < failure, "{told}");
}
