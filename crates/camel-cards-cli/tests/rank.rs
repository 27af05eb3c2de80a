//! `rank` in any memory: the same to the byte as a sort of all entries.

use std::{
    env,
    fmt::Write as _,
    fs::{self, File, OpenOptions},
    io::{BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::Path,
    process::{Command, Output, Stdio},
    thread,
};

use camel_cards::{Entry, Hand, Rules, Ties, ranks};
use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;

const COMMAND: &str = env!("CARGO_BIN_EXE_camel-cards");

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

/// Runs `command` with `input` on its standard input.
fn feed(command: &mut Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    })
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
fn assert_answered_from_everywhere(
    folder: &Path,
    entries: &[Entry],
    question: Question,
    memory: &str,
) {
    let (answer, all) = (question.answer(entries), lines(entries));
    let what = |from: &str| format!("{question:?} in {memory} from {from}");
    let (first, second) = entries.split_at(entries.len() / 3);
    fs::write(folder.join("all.txt"), &all).unwrap();
    fs::write(folder.join("first.txt"), lines(first)).unwrap();
    fs::write(folder.join("second.txt"), lines(second)).unwrap();
    let mut gzip =
        GzEncoder::new(File::create(folder.join("all.gz")).unwrap(), Compression::fast());
    gzip.write_all(all.as_bytes()).unwrap();
    gzip.finish().unwrap();
    for files in [&["all.txt"][..], &["first.txt", "second.txt"], &["all.gz"]] {
        let mut command = question.command(memory);
        let output = command.args(files).current_dir(folder).output().unwrap();
        assert_answers(&output, &answer, &what(&files.join(" and ")));
    }
    let output = feed(&mut question.command(memory), all.as_bytes());
    assert_answers(&output, &answer, &what("a pipe"));
    let mixed = feed(
        question.command(memory).arg("first.txt").arg("-").current_dir(folder),
        lines(second).as_bytes(),
    );
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
    fn any_memory_gives_what_a_sort_of_all_gives(
        entries in some_entries(),
        question in some_question(),
        memory in proptest::sample::select(&["0", "100", "800", "3K", "8k", "1M"][..]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        assert_answered_from_everywhere(folder.path(), &entries, question, memory);
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
    let folder = tempfile::tempdir().unwrap();
    let (entries, path) = (many_entries(), folder.path().join("all.txt"));
    fs::write(&path, lines(&entries)).unwrap();
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
    assert_answered_from_everywhere(folder.path(), &entries, question, "50K");
}

#[test]
fn bad_lines_are_told_once_and_skipped_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hands.txt");
    fs::write(&path, "32T3K 765\nT55J5\nKK677 28\n99999 +1\n").unwrap();
    for order in ORDERS {
        let rank = |options: &[&str]| {
            let mut command = Command::new(COMMAND);
            command.args(["rank", "--order", order, "--format", "csv", "--skip-bad-lines"]);
            command.args(options).arg(&path).output().unwrap()
        };
        let (expected, output) = (rank(&[]), rank(&["--memory", "0"]));
        assert_eq!(output, expected, "{order}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "camel-cards: skipped 2 bad lines\n");
    }
}

/// Ranks a file that somebody changes while it is read for the second time.
fn read_while(change: impl FnOnce(&mut File)) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hands.txt");
    fs::write(&path, "32T3K 765\nT55J5 684\n".repeat(100_000)).unwrap();
    let mut child = Command::new(COMMAND)
        .args(["rank", "--order", "input", "--format", "csv", "--memory", "64K"])
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    // Once there is a line it reads for the second time, and not far: nobody takes the others.
    stdout.read_line(&mut String::new()).unwrap();
    change(&mut OpenOptions::new().read(true).write(true).open(&path).unwrap());
    stdout.read_to_end(&mut Vec::new()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_file_that_changes_while_it_is_read_is_told() {
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
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            error,
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
fn a_temporary_file_without_room_is_an_error_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hands.txt"), lines(&many_entries())).unwrap();
    let temporary = folder.path().join("temporary");
    fs::create_dir(&temporary).unwrap();
    for (blocks, status) in [("unlimited", 0), ("40", 2)] {
        for order in ["--order weakest hands.txt", "--order input - < hands.txt"] {
            let script = format!(
                "trap '' XFSZ; ulimit -f {blocks}
                {COMMAND} rank --memory 32K --temp-dir temporary {order} | tail -n 1
                exit ${{PIPESTATUS[0]}}"
            );
            let mut bash = Command::new("bash");
            let output = bash.args(["-c", &script]).current_dir(folder.path()).output().unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(status), "{blocks} {order}: {error}");
            let expected = match status {
                0 => "",
                _ => "camel-cards: cannot write a temporary file in temporary: File too large\n",
            };
            assert_eq!(error, expected);
            assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0);
        }
    }
    let output = Command::new(COMMAND)
        .args(["rank", "--memory", "64K", "--temp-dir", "nowhere", "hands.txt"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "camel-cards: cannot create a temporary file in nowhere: No such file or directory\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_closed_pipe_ends_it_in_any_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hands.txt");
    fs::write(&path, lines(&many_entries()).repeat(10)).unwrap();
    for order in ORDERS {
        let mut child = Command::new(COMMAND)
            .args(["rank", "--memory", "64K", "--format", "csv", "--order", order])
            .arg(&path)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{order}");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_leaves_no_temporary_file() {
    use rustix::process::{Pid, Signal, kill_process};

    let folder = tempfile::tempdir().unwrap();
    let mut rank = Command::new(COMMAND);
    rank.args(["rank", "--memory", "64K", "--format", "csv", "--temp-dir"]).arg(folder.path());
    let mut interrupted = |while_printing: bool| {
        rank.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = rank.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // So much is in no pipe: most of it has been read, and is in the file.
        stdin.write_all(&b"32T3K 765\n".repeat(200_000)).unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let rest = (!while_printing).then_some(stdin);
        if while_printing {
            stdout.read_line(&mut String::new()).unwrap();
        }
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let output = child.wait_with_output().unwrap();
        drop(rest);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{told}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        told
    };
    let told = interrupted(false);
    assert!(
        told.starts_with("camel-cards: interrupted after ") && told.ends_with(" lines\n"),
        "{told}"
    );
    let told = interrupted(true);
    assert!(told.starts_with("camel-cards: interrupted while printing, after "), "{told}");
    assert!(told.ends_with(" of 200,000 hands\n"), "{told}");
}

#[test]
fn sizes_are_checked() {
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
        let output = feed(Command::new(COMMAND).args(["rank", "--memory", size]), b"32T3K 7\n");
        assert!(output.status.success() && output.stderr.is_empty(), "{size}");
    }
}
