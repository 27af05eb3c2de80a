//! `rank` in any memory: the same to the byte as a sort of all entries.

use std::{
    fmt::Write as _,
    fs::{self, File, OpenOptions},
    io::{BufRead, BufReader, Read, Seek, SeekFrom, Write},
    process::{Command, Output, Stdio},
};

use camel_cards::{Entry, Hand, Rules, Ties, ranks};
use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;

use crate::testenv::{COMMAND, TestEnv, assert_output, feed, interrupt, spawn, stderr};

const ORDERS: [&str; 3] = ["weakest", "strongest", "input"];
const FORMATS: [&str; 3] = ["table", "csv", "jsonl"];

/// What is asked for, as arguments and as the oracle takes it.
#[derive(Clone, Copy, Debug)]
struct Question {
    rules: Rules,
    ties: Ties,
    order: &'static str,
    format: &'static str,
    top: Option<usize>,
}

impl Question {
    fn command(self, memory: &str) -> Command {
        let Question { rules, ties, order, format, top } = self;
        let mut command = Command::new(COMMAND);
        command.args(["rank", "--rules", rules.name(), "--ties", ties.name()]);
        command.args(["--order", order, "--format", format, "--memory", memory]);
        if let Some(top) = top {
            command.args(["--top", &top.to_string()]);
        }
        command
    }

    /// All rows by a stable sort, with nothing of how the command does it.
    fn answer(self, entries: &[Entry]) -> String {
        let strengths: Vec<_> =
            entries.iter().map(|entry| entry.hand.strength(self.rules)).collect();
        let ranks = ranks(&strengths, self.ties);
        let mut order: Vec<usize> = (0..entries.len()).collect();
        if self.order != "input" {
            order.sort_by_key(|&i| strengths[i]);
        }
        if self.order == "strongest" {
            order.reverse();
        }
        order.truncate(self.top.unwrap_or(usize::MAX));
        let rows: Vec<[String; 5]> = order
            .into_iter()
            .map(|i| {
                let Entry { hand, bid } = entries[i];
                let winnings = u128::from(ranks[i]) * u128::from(bid);
                let hand_type = strengths[i].hand_type().to_string();
                let numbers = [ranks[i].to_string(), bid.to_string(), winnings.to_string()];
                let [rank, bid, winnings] = numbers;
                [rank, hand.to_string(), hand_type, bid, winnings]
            })
            .collect();
        let header = ["rank", "hand", "type", "bid", "winnings"];
        let widest =
            |i: usize| rows.iter().map(|row| row[i].len()).max().unwrap_or(0).max(header[i].len());
        let (rank_width, bid_width, winnings_width) = (widest(0), widest(3), widest(4));
        let table_row = |[rank, hand, hand_type, bid, winnings]: [&str; 5]| {
            format!(
                "{rank:>rank_width$}  {hand:<5}  {hand_type:<15}  {bid:>bid_width$}  {winnings:>winnings_width$}\n"
            )
        };
        let mut text = match self.format {
            "table" => table_row(header),
            "csv" => header.join(",") + "\n",
            _ => String::new(),
        };
        for row in &rows {
            let row @ [rank, hand, hand_type, bid, winnings] = row.each_ref().map(String::as_str);
            match self.format {
                "table" => text += &table_row(row),
                "csv" => text += &(row.join(",") + "\n"),
                _ => writeln!(
                    text,
                    r#"{{"rank": {rank}, "hand": "{hand}", "type": "{hand_type}", "bid": "{bid}", "winnings": "{winnings}"}}"#
                )
                .unwrap(),
            }
        }
        text
    }
}

fn lines(entries: &[Entry]) -> String {
    entries.iter().map(|entry| format!("{entry}\n")).collect()
}

fn assert_answers(output: &Output, answer: &str, what: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{what}: {error}");
    assert!(
        output.stdout == answer.as_bytes(),
        "{what}:\n{}instead of\n{answer}",
        String::from_utf8_lossy(&output.stdout)
    );
}

/// From a file, from two, from a compressed one and from a pipe.
fn assert_answered_from_everywhere(entries: &[Entry], question: Question, memory: &str) {
    let env = TestEnv::new();
    let (answer, all) = (question.answer(entries), lines(entries));
    let what = |from: &str| format!("{question:?} in {memory} from {from}");
    let (first, second) = entries.split_at(entries.len() / 3);
    env.write("all.txt", &all);
    env.write("first.txt", lines(first));
    env.write("second.txt", lines(second));
    let mut gzip = GzEncoder::new(File::create(env.path("all.gz")).unwrap(), Compression::fast());
    gzip.write_all(all.as_bytes()).unwrap();
    gzip.finish().unwrap();
    for files in [&["all.txt"][..], &["first.txt", "second.txt"], &["all.gz"]] {
        let mut command = question.command(memory);
        let output = command.args(files).current_dir(env.folder()).output().unwrap();
        assert_answers(&output, &answer, &what(&files.join(" and ")));
    }
    let output = feed(&mut question.command(memory), [all.as_bytes()]);
    assert_answers(&output, &answer, &what("a pipe"));
    let mut mixed = question.command(memory);
    mixed.args(["first.txt", "-"]).current_dir(env.folder());
    let mixed = feed(&mut mixed, [lines(second).as_bytes()]);
    assert_answers(&mixed, &answer, &what("a file and a pipe"));
}

/// Entries of few hands, and some of one, with bids of every size.
fn some_entries() -> impl Strategy<Value = Vec<Entry>> {
    let hand =
        prop_oneof![3 => 0..40usize, 2 => 370_000..370_040usize, 2 => Just(7), 1 => 0..Hand::COUNT];
    let bid = (any::<u64>(), 0..64u32).prop_map(|(bits, shift)| bits >> shift);
    let entry =
        (hand, bid).prop_map(|(hand, bid)| Entry { hand: Hand::from_index(hand).unwrap(), bid });
    // An input without any says so, which another test looks at.
    proptest::collection::vec(entry, 1..700)
}

fn some_question() -> impl Strategy<Value = Question> {
    use proptest::sample::select;
    let top = prop_oneof![2 => Just(None), 3 => (0..800usize).prop_map(Some)];
    (
        select(&Rules::ALL[..]),
        select(&Ties::ALL[..]),
        select(&ORDERS[..]),
        select(&FORMATS[..]),
        top,
    )
        .prop_map(|(rules, ties, order, format, top)| Question {
            rules,
            ties,
            order,
            format,
            top,
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn any_memory_gives_what_sorting_gives(
        entries in some_entries(),
        question in some_question(),
        memory in proptest::sample::select(&["0", "100", "800", "3K", "8k", "1M"][..]),
    ) {
        assert_answered_from_everywhere(&entries, question, memory);
    }
}

/// Enough entries for several blocks of every file, and of one hand more than memory has room for.
fn many_entries() -> Vec<Entry> {
    let hand = |i: u64| match i % 3 {
        0 => 5,
        _ => (i * i % 1_009) as usize,
    };
    (0..30_000u64)
        .map(|i| Entry { hand: Hand::from_index(hand(i)).unwrap(), bid: i * i * i % 1_000_003 })
        .collect()
}

#[test]
fn every_order_ties_format_and_top_in_little_memory() {
    let env = TestEnv::new();
    let entries = many_entries();
    let path = env.write("all.txt", lines(&entries));
    for order in ORDERS {
        for ties in Ties::ALL {
            for format in FORMATS {
                for top in [None, Some(1), Some(15_000)] {
                    let question = Question { rules: Rules::Joker, ties, order, format, top };
                    let answer = question.answer(&entries);
                    for memory in ["50K", "10M"] {
                        let output = question.command(memory).arg(&path).output().unwrap();
                        assert_answers(&output, &answer, &format!("{question:?} in {memory}"));
                    }
                }
            }
        }
    }
    let question = Question {
        rules: Rules::Standard,
        ties: Ties::Ordinal,
        order: "strongest",
        format: "table",
        top: None,
    };
    assert_answered_from_everywhere(&entries, question, "50K");
}

#[test]
fn bad_lines_are_reported_once_and_skipped_on_each_reading() {
    let env = TestEnv::new();
    env.write("hands.txt", "32T3K 765\nT55J5\nKK677 28\n99999 +1\n");
    for order in ORDERS {
        let rank = format!("rank --part 1 --order {order} --format csv --skip-bad-lines hands.txt");
        let (expected, output) = (env.run(&rank), env.run(&format!("{rank} --memory 0")));
        assert_eq!(output, expected, "{order}");
        assert_eq!(stderr(&output), "camel-cards: skipped 2 bad lines\n");
    }
}

/// Ranks a file that somebody changes while it is read for the second time.
fn read_while(change: impl FnOnce(&mut File)) -> Output {
    let env = TestEnv::new();
    let path = env.write("hands.txt", "32T3K 765\nT55J5 684\n".repeat(100_000));
    let mut rank = env.command("rank --part 1 --order input --format csv --memory 64K hands.txt");
    let mut child = spawn(&mut rank);
    let mut rows = BufReader::new(child.stdout.take().unwrap());
    // Once there is a line it reads for the second time, and not far: nobody takes the others.
    rows.read_line(&mut String::new()).unwrap();
    change(&mut OpenOptions::new().read(true).write(true).open(&path).unwrap());
    rows.read_to_end(&mut Vec::new()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn file_that_changes_while_it_is_read_is_an_error() {
    type Change = fn(&mut File);
    let changes: [(&str, Change); 4] = [
        ("longer", |file| {
            file.seek(SeekFrom::End(0)).unwrap();
            file.write_all(b"32T3K 765\n").unwrap();
        }),
        ("another bid", |file| {
            file.seek(SeekFrom::End(-4)).unwrap();
            file.write_all(b"685").unwrap();
        }),
        ("two lines the other way round", |file| {
            file.seek(SeekFrom::End(-20)).unwrap();
            file.write_all(b"T55J5 684\n32T3K 765\n").unwrap();
        }),
        ("a bad line", |file| {
            file.seek(SeekFrom::End(-5)).unwrap();
            file.write_all(b"x").unwrap();
        }),
    ];
    for (what, change) in changes {
        let output = read_while(change);
        assert_eq!(
            stderr(&output),
            "camel-cards: the input changed while it was read, so what is printed is wrong\n",
            "{what}"
        );
        assert_eq!(output.status.code(), Some(1), "{what}");
    }
    let shorter = read_while(|file| file.set_len(1_999_980).unwrap());
    let error = String::from_utf8_lossy(&shorter.stderr);
    assert!(error.ends_with("hands.txt: it became shorter while it was read\n"), "{error}");
    assert_eq!(shorter.status.code(), Some(2));
    let unchanged = read_while(|_| {});
    assert_eq!((unchanged.status.code(), unchanged.stderr), (Some(0), Vec::new()));
}

#[test]
#[cfg(unix)]
fn full_temporary_folder_is_an_error_and_leaves_nothing() {
    let env = TestEnv::new();
    env.write("hands.txt", lines(&many_entries()));
    let temporary = env.path("temporary");
    fs::create_dir(&temporary).unwrap();
    let no_room = "camel-cards: cannot write a temporary file in temporary: File too large\n";
    for (blocks, status, told) in [("unlimited", 0, ""), ("40", 2, no_room)] {
        for order in ["--order weakest hands.txt", "--order input - < hands.txt"] {
            let output = env.shell(&format!(
                "trap '' XFSZ; ulimit -f {blocks}
                camel-cards rank --part 1 --memory 32K --temp-dir temporary {order} | tail -n 1
                exit ${{PIPESTATUS[0]}}"
            ));
            assert_eq!((output.status.code(), stderr(&output)), (Some(status), told), "{order}");
            assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0);
        }
    }
    let output = env.run("rank --memory 64K --temp-dir nowhere hands.txt");
    let told =
        "camel-cards: cannot create a temporary file in nowhere: No such file or directory\n";
    assert_output(&output, 2, "", told);
}

#[test]
fn closed_pipe_is_a_quiet_exit_in_any_memory() {
    let env = TestEnv::new();
    env.write("hands.txt", lines(&many_entries()).repeat(10));
    for order in ORDERS {
        let rank = format!("rank --part 1 --memory 64K --format csv --order {order} hands.txt");
        let mut child = spawn(&mut env.command(&rank));
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
        assert_output(&child.wait_with_output().unwrap(), 0, "", "");
    }
}

#[test]
#[cfg(unix)]
fn interrupt_leaves_no_temporary_file() {
    let env = TestEnv::new();
    let interrupted = |while_printing: bool| {
        let mut rank = env.command("rank --part 1 --memory 64K --format csv --temp-dir .");
        let mut child = spawn(rank.stdin(Stdio::piped()));
        let mut stdin = child.stdin.take().unwrap();
        // So much is in no pipe: most of it has been read, and is in the file.
        stdin.write_all(&b"32T3K 765\n".repeat(200_000)).unwrap();
        let rest = (!while_printing).then_some(stdin);
        let mut rows = BufReader::new(child.stdout.take().unwrap());
        if while_printing {
            rows.read_line(&mut String::new()).unwrap();
        }
        let output = interrupt(child);
        drop((rest, rows));
        let told = stderr(&output).to_owned();
        assert_eq!(output.status.code(), Some(130), "{told}");
        assert_eq!(env.names(), [""; 0]);
        told
    };
    let told = interrupted(false);
    assert!(told.starts_with("camel-cards: interrupted after "), "{told}");
    assert!(told.ends_with(" lines\n"), "{told}");
    let told = interrupted(true);
    assert!(told.starts_with("camel-cards: interrupted while printing, after "), "{told}");
    assert!(told.ends_with(" of 200,000 hands\n"), "{told}");
}

#[test]
fn memory_sizes_are_checked() {
    for (size, expected) in [
        ("", "expected a number of bytes, such as 64M or 1G"),
        ("M", "expected a number of bytes, such as 64M or 1G"),
        ("1.5G", "expected a number of bytes, such as 64M or 1G"),
        ("-1", "expected a number of bytes, such as 64M or 1G"),
        ("1€", "expected a number of bytes, such as 64M or 1G"),
        ("17000000T", "more than 18446744073709551615 bytes"),
        ("18446744073709551616", "more than 18446744073709551615 bytes"),
    ] {
        let size = format!("--memory={size}");
        let output = Command::new(COMMAND).args(["rank", &size]).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(expected), "{size}: {error}");
        assert_eq!(output.status.code(), Some(2));
    }
    for size in ["0", "7", "64k", "64M", "1g", "1T", "18446744073709551615"] {
        let output = feed(
            Command::new(COMMAND).args(["rank", "--part", "1", "--memory", size]),
            [&b"32T3K 7\n"[..]],
        );
        assert!(output.status.success() && output.stderr.is_empty(), "{size}");
    }
}
