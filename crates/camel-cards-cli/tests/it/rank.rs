//! `rank` from files and pipes: the same to the byte as a sort of all entries.

use std::{
    fmt::Write as _,
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Read, Seek, SeekFrom, Write},
    process::{Command, Output, Stdio},
};

use camel_cards::{Entry, Hand, Rules, Ties, ranks};
use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;

use crate::testenv::{COMMAND, TestEnv, assert_output, feed, interrupt, spawn, stderr, stdout};

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
    fn command(self) -> Command {
        let Question { rules, ties, order, format, top } = self;
        let mut command = Command::new(COMMAND);
        command.args(["rank", "--rules", rules.name(), "--ties", ties.name()]);
        command.args(["--order", order, "--format", format]);
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
        let (rank_max, bid_max) =
            (entries.len() as u128, entries.iter().map(|entry| entry.bid).max().unwrap_or(0));
        let width = |max: u128, title: &str| max.to_string().len().max(title.len());
        let (rank_width, bid_width) = (width(rank_max, "rank"), width(bid_max.into(), "bid"));
        let winnings_width = width(rank_max * u128::from(bid_max), "winnings");
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
fn assert_answered_from_everywhere(entries: &[Entry], question: Question) {
    let env = TestEnv::new();
    let (answer, all) = (question.answer(entries), lines(entries));
    let what = |from: &str| format!("{question:?} from {from}");
    let (first, second) = entries.split_at(entries.len() / 3);
    env.write("all.txt", &all);
    env.write("first.txt", lines(first));
    env.write("second.txt", lines(second));
    let mut gzip = GzEncoder::new(File::create(env.path("all.gz")).unwrap(), Compression::fast());
    gzip.write_all(all.as_bytes()).unwrap();
    gzip.finish().unwrap();
    for files in [&["all.txt"][..], &["first.txt", "second.txt"], &["all.gz"]] {
        let mut command = question.command();
        let output = command.args(files).current_dir(env.folder()).output().unwrap();
        assert_answers(&output, &answer, &what(&files.join(" and ")));
    }
    let output = feed(&mut question.command(), [all.as_bytes()]);
    assert_answers(&output, &answer, &what("a pipe"));
    let mut mixed = question.command();
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
    fn rows_are_what_sorting_gives(
        entries in some_entries(),
        question in some_question(),
    ) {
        assert_answered_from_everywhere(&entries, question);
    }
}

/// Enough entries for several blocks of every file.
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
#[ignore = "long: run by cargo xtask ci"]
fn every_order_ties_format_and_top() {
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
                        let output = question.command().arg(&path).output().unwrap();
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
    assert_answered_from_everywhere(&entries, question);
}

#[test]
fn bad_lines_are_reported_once_and_skipped_on_each_reading() {
    let env = TestEnv::new();
    env.write("hands.txt", "32T3K 765\nT55J5\nKK677 28\n99999 +1\n");
    for order in ORDERS {
        let rank = format!("rank --part 1 --order {order} --format csv --skip-bad-lines hands.txt");
        let output = env.run(&rank);
        assert_eq!(stdout(&output).lines().count(), 3, "{order}");
        assert_eq!(stderr(&output), "camel-cards: skipped 2 bad lines\n");
    }
}

/// Ranks a file that somebody changes while it is read for the second time.
fn read_while(change: impl FnOnce(&mut File)) -> Output {
    let env = TestEnv::new();
    let path = env.write("hands.txt", "32T3K 765\nT55J5 684\n".repeat(100_000));
    let mut rank = env.command("rank --part 1 --order input --format csv hands.txt");
    let mut child = spawn(&mut rank);
    let mut rows = BufReader::new(child.stdout.take().unwrap());
    // Once there is a line it reads for the second time, and not far: nobody takes the others.
    rows.read_line(&mut String::new()).unwrap();
    change(&mut OpenOptions::new().read(true).write(true).open(&path).unwrap());
    rows.read_to_end(&mut Vec::new()).unwrap();
    child.wait_with_output().unwrap()
}

/// Fault: `rank`: the file changes between its two readings | error; 2 if it got shorter | 1 or 2
#[test]
fn file_that_changes_while_it_is_read_is_an_error() {
    type Change = fn(&mut File);
    let changes: [(&str, Change); 3] = [
        ("longer", |file| {
            file.seek(SeekFrom::End(0)).unwrap();
            file.write_all(b"32T3K 765\n").unwrap();
        }),
        ("another hand", |file| {
            file.seek(SeekFrom::End(-10)).unwrap();
            file.write_all(b"AAAAA").unwrap();
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
            "camel-cards: the input changed while it was being read, so this output is wrong\n",
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

/// Fault: `rank`: too little memory | error with the memory it needs, and a way that needs little | 2
/// The command may have so little that the hands do not fit.
#[test]
#[ignore = "long: run by cargo xtask ci"]
#[cfg(target_os = "linux")]
fn too_little_memory_is_an_error_that_says_how_much_it_takes() {
    let env = TestEnv::new();
    let lines = env.shell("camel-cards generate --shape uniform --hands 10M > hands.txt");
    assert!(lines.status.success());
    let rank = |arguments: &str| {
        let limit = "ulimit -v 65536";
        env.shell(&format!("{limit}; camel-cards rank --part 1 --format csv {arguments} | tail -n 1; exit ${{PIPESTATUS[0]}}"))
    };
    let hint = "of memory, more than there is; for a file, use --order input, which needs none of this, and pipe the rows through sort\n";
    let file = rank("hands.txt");
    let told = format!("camel-cards: ranking 10,000,000 hands needs 80,000,000 bytes {hint}");
    assert_output(&file, 2, "", &told);
    let pipe = rank("< hands.txt");
    assert!(stderr(&pipe).starts_with("camel-cards: ranking more than "), "{}", stderr(&pipe));
    assert!(stderr(&pipe).ends_with(hint), "{}", stderr(&pipe));
    assert_eq!((pipe.status.code(), stdout(&pipe)), (Some(2), ""));
    for enough in ["--order input hands.txt", "--top 1 hands.txt"] {
        let output = rank(enough);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""), "{enough}");
    }
}

#[test]
fn closed_pipe_is_a_quiet_exit_in_any_order() {
    let env = TestEnv::new();
    env.write("hands.txt", lines(&many_entries()).repeat(10));
    for order in ORDERS {
        let rank = format!("rank --part 1 --format csv --order {order} hands.txt");
        let mut child = spawn(&mut env.command(&rank));
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
        assert_output(&child.wait_with_output().unwrap(), 0, "", "");
    }
}

#[test]
fn interrupt_says_how_far_it_got() {
    let env = TestEnv::new();
    let interrupted = |while_printing: bool| {
        let mut child = spawn(env.command("rank --part 1 --format csv").stdin(Stdio::piped()));
        let mut stdin = child.stdin.take().unwrap();
        // So much is in no pipe: most of it has been read.
        stdin.write_all(&b"32T3K 765\n".repeat(200_000)).unwrap();
        let rest = (!while_printing).then_some(stdin);
        let mut rows = BufReader::new(child.stdout.take().unwrap());
        if while_printing {
            rows.read_line(&mut String::new()).unwrap();
        }
        let output = interrupt(child);
        drop((rest, rows));
        assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
        stderr(&output).to_owned()
    };
    let told = interrupted(false);
    assert!(told.starts_with("camel-cards: interrupted after "), "{told}");
    assert!(told.ends_with(" bytes\n"), "{told}");
    let told = interrupted(true);
    assert!(told.starts_with("camel-cards: interrupted after "), "{told}");
    assert!(told.ends_with(" of 200,000 hands printed\n"), "{told}");
}
