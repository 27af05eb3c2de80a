//! However an input comes, however many read it, and whatever interrupts that, the answer and the
//! messages are the same.

use std::{
    fs,
    io::{Seek, SeekFrom, Write},
    process::Stdio,
};

use flate2::{Compression, write::GzEncoder};

use crate::testenv::{TestEnv, assert_output, spawn, stderr, stdout};

fn plain_lines(count: u64) -> String {
    (0..count)
        .map(|i| format!("{} {}\n", ["AAAAA", "KTJJT", "23456"][i as usize % 3], i * i % 9973))
        .collect()
}

/// Some megabytes of lines of every kind.
fn long_input() -> Vec<u8> {
    let odd = plain_lines(400_000)
        + "\n\r\n  32T3K\t 18446744073709551615 \r\n"
        + &plain_lines(300_000).replace('\n', "\r\n")
        + &format!("JJJJJ{}1048576\n", " ".repeat(4_000))
        + &plain_lines(300_000)
        + "QQQJA 12345678901234567";
    odd.into_bytes()
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
    let odd = long_input();
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

/// Fault: a damaged or truncated gzip or zstd file | error that names the file | 2
#[test]
fn damaged_compression_is_an_error() {
    let env = TestEnv::new();
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(plain_lines(900_000).as_bytes()).unwrap();
    let gz = gz.finish().unwrap();
    let zst = zstd::encode_all(plain_lines(900_000).as_bytes(), 1).unwrap();
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

/// It told one number for all files, without separators.
#[test]
fn skipped_lines_are_told_of_each_file_that_has_some() {
    let env = TestEnv::new();
    for (file, bad) in [("a", 3), ("b", 0), ("c", 30_000)] {
        env.write(file, "KK677 28\n".to_owned() + &"x\n".repeat(bad));
    }
    env.write("none", "KK677 28\n");
    for (files, told) in [
        ("a b c", "a: skipped 3 bad lines|c: skipped 30,000 bad lines|skipped 30,003 bad lines"),
        ("a a", "a: skipped 3 bad lines|a: skipped 3 bad lines|skipped 6 bad lines"),
        ("none a", "a: skipped 3 bad lines|skipped 3 bad lines"),
        ("c", "skipped 30,000 bad lines"),
        ("b none", "skipped 0 bad lines"),
    ] {
        let told: String = told.split('|').map(|line| format!("camel-cards: {line}\n")).collect();
        for command in ["score --threads 3", "score --threads 1", "rank"] {
            let output = env.run(&format!("{command} --skip-bad-lines {files}"));
            assert_eq!(stderr(&output), told, "{command} {files}");
        }
    }
    let told = "camel-cards: 30,003 bad lines, the first 20 shown; use --skip-bad-lines to skip bad lines\n";
    assert!(stderr(&env.run("score a c")).ends_with(told));
}

#[cfg(target_os = "linux")]
#[test]
fn interrupt_tells_how_much_was_read() {
    use crate::testenv::{interrupt, wait_for_handler};
    let env = TestEnv::new();
    let mut child = spawn(env.command("score").stdin(Stdio::piped()));
    let mut stdin = child.stdin.take().unwrap();
    // More than a pipe holds: when it is written, some of it has been read. It waits for more.
    stdin.write_all(&b"32T3K 765\n".repeat(20_000)).unwrap();
    wait_for_handler(&child);
    let output = interrupt(child);
    assert_eq!((output.status.code(), stdout(&output)), (Some(130), ""));
    // It said "9.76 KiB, 0 lines" of less than a chunk, which is decoded once it is full.
    let told = stderr(&output);
    assert!(told.starts_with("camel-cards: interrupted after "), "{told}");
    assert!(!told.contains(" 0 "), "{told}");
    assert!(told.ends_with(" bytes\n"), "{told}");
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

/// A byte-order mark is no part of the first line, however that ends and however long it is.
#[test]
fn rejects_have_no_byte_order_mark() {
    let env = TestEnv::new();
    for (line, end) in
        [("x", ""), ("x", "\n"), (&*"y".repeat(200_000), ""), (&*"y".repeat(200_000), "\n")]
    {
        env.write("hands", format!("\u{FEFF}{line}{end}"));
        env.run("score hands --rejects rejects --force");
        assert!(env.read("rejects") == format!("{line}{end}").as_bytes(), "{} {end:?}", line.len());
    }
}
