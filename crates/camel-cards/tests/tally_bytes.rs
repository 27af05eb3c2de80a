//! The bytes of a tally: there and back, damaged, and as docs/formats/tally.md has them.

use std::{collections::BTreeMap, fs, path::PathBuf};

use camel_cards::{Entry, Hand, Overflow, Tally, Ties, entries};
use proptest::prelude::*;

fn root(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn tally(text: &str) -> Tally {
    entries(text.as_bytes()).collect::<Result<_, _>>().unwrap()
}

fn bytes(text: &str) -> Vec<u8> {
    tally(text).to_bytes().unwrap()
}

/// Entries of few hands or many, with bids at the ends of their range.
fn some_entries() -> impl Strategy<Value = Vec<Entry>> {
    let index = prop_oneof![0..3usize, 0..Hand::COUNT, Just(Hand::COUNT - 1)];
    let bid = prop_oneof![Just(0), 1..1000u64, any::<u64>(), Just(u64::MAX)];
    let entry = (index, bid).prop_map(|(i, bid)| Entry { hand: Hand::from_index(i).unwrap(), bid });
    prop::collection::vec(entry, 0..40)
}

proptest! {
    #[test]
    #[ignore = "long: run by cargo xtask ci"]
    fn a_tally_is_read_as_it_was_written(entries in some_entries(), doublings in 0..70u32) {
        let mut tally: Tally = entries.iter().copied().collect();
        for _ in 0..doublings {
            tally.merge(&tally.clone());
        }
        let Ok(bytes) = tally.to_bytes() else {
            prop_assert!(doublings > 20);
            return Ok(());
        };
        let read = Tally::from_bytes(&bytes).unwrap();
        prop_assert_eq!(&read, &tally);
        prop_assert_eq!(read.to_bytes().unwrap(), bytes);
    }

    #[test]
    fn merging_what_was_written_is_tallying_the_whole(entries in some_entries(), cut in 0..40usize) {
        let (first, second) = entries.split_at(cut.min(entries.len()));
        let written = |entries: &[Entry]| {
            entries.iter().copied().collect::<Tally>().to_bytes().unwrap()
        };
        let mut merged = Tally::from_bytes(&written(first)).unwrap();
        merged.merge(&Tally::from_bytes(&written(second)).unwrap());
        prop_assert_eq!(merged.to_bytes().unwrap(), written(&entries));
    }

    #[test]
    fn any_numbers_are_an_error_or_have_no_other_form(
        numbers in prop::collection::vec(prop_oneof![0..4u128, 0..400_000u128, any::<u128>()], 0..12)
    ) {
        let bytes = sealed(&numbers);
        if let Ok(tally) = Tally::from_bytes(&bytes) {
            prop_assert_eq!(tally.to_bytes().unwrap(), bytes);
        }
    }
}

#[test]
fn the_order_of_hands_is_no_part_of_a_tally() {
    assert_eq!(bytes("32T3K 1\nAAAAA 2\n"), bytes("AAAAA 2\n32T3K 1\n"));
    assert_ne!(bytes("AAAAA 1\nAAAAA 2\n"), bytes("AAAAA 2\nAAAAA 1\n"));
}

#[test]
fn every_cut_and_every_changed_bit_is_an_error() {
    let text = fs::read_to_string(root("testdata/cases/example.txt")).unwrap();
    let bytes = bytes(&(text + "QQQJA 18446744073709551615\n"));
    for end in 0..bytes.len() {
        assert!(Tally::from_bytes(&bytes[..end]).is_err(), "byte {end}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(Tally::from_bytes(&changed).is_err(), "bit {bit}");
    }
    assert!(Tally::from_bytes(&bytes).is_ok());
}

#[test]
fn nothing_inexact_is_written() {
    let mut tally = tally("AAAAA 18446744073709551615\n");
    for _ in 0..33 {
        tally.merge(&tally.clone());
    }
    assert_eq!(tally.to_bytes(), Err(Overflow::Total));
}

/// As large as a tally comes whose totals fit 128 bits.
#[test]
fn a_tally_of_every_hand_and_of_huge_sums_is_some_ten_megabytes() {
    let mut tally: Tally = Hand::all().map(|hand| Entry { hand, bid: 1 << 36 }).collect();
    for _ in 0..27 {
        tally.merge(&tally.clone());
    }
    assert!(tally.score(Ties::Max).is_ok());
    let bytes = tally.to_bytes().unwrap();
    assert!((10_000_000..11_000_000).contains(&bytes.len()), "{}", bytes.len());
    const { assert!(Tally::BYTES_MAX > 11_000_000) };
    assert!(Tally::from_bytes(&bytes).unwrap() == tally);
}

/// A number as docs/formats/tally.md writes it.
fn number(mut number: u128) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        bytes.push((number % 128) as u8);
        number /= 128;
        match number {
            0 => return bytes,
            _ => *bytes.last_mut().unwrap() += 128,
        }
    }
}

/// Bytes with magic, version and the right checksum, whatever is between.
fn sealed_bytes(between: &[u8]) -> Vec<u8> {
    let mut bytes = [b"\xCAmel\r\n\x1A\n\x01", between].concat();
    let mut crc = !0u32;
    for &byte in &bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    bytes.extend((!crc).to_le_bytes());
    bytes
}

fn sealed(numbers: &[u128]) -> Vec<u8> {
    sealed_bytes(&numbers.iter().copied().flat_map(number).collect::<Vec<_>>())
}

/// What is no tally, and how it is made.
fn damaged() -> BTreeMap<&'static str, Vec<u8>> {
    let example = bytes(&fs::read_to_string(root("testdata/tallies/example.txt")).unwrap());
    let start = |bytes: &[u8]| [bytes, &example[8..]].concat();
    let changed = |at: usize, to| {
        let mut bytes = example.clone();
        bytes[at] = to;
        bytes
    };
    const MAX: u128 = u64::MAX as u128;
    BTreeMap::from([
        ("no-bytes", vec![]),
        ("text", b"32T3K 765\nT55J5 684\n".to_vec()),
        ("png", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR".to_vec()),
        ("changed-to-crlf", start(b"\xCAmel\r\r\n\x1A\r\n")),
        ("changed-to-lf", start(b"\xCAmel\n\x1A\n")),
        ("changed-to-utf-8", start("\u{CA}mel\r\n\x1A\n".as_bytes())),
        ("changed-to-ascii", start(b"?mel\r\n\x1A\n")),
        ("version-0", changed(8, 0)),
        ("version-2", changed(8, 2)),
        ("cut-magic", example[..5].to_vec()),
        ("cut-version", example[..8].to_vec()),
        ("cut-hand", example[..22].to_vec()),
        ("cut-checksum", example[..example.len() - 1].to_vec()),
        ("changed-byte", changed(16, 6)),
        ("changed-checksum", changed(example.len() - 1, 0)),
        ("two-in-a-file", [&example[..], &example].concat()),
        ("number-padded", sealed_bytes(&[1, 0x81, 0, 0, 1, 7])),
        ("number-too-large", sealed_bytes(&[&[1, 1, 0, 1][..], &[0xFF; 18], &[4]].concat())),
        ("hands-too-many", sealed(&[371_294, 371_294])),
        ("hands-of-no-entries", sealed(&[2, 1, 0, 1, 7])),
        ("entries-of-no-hands", sealed(&[0, 1])),
        ("entries-too-many", sealed(&[1, MAX + 1, 0, MAX + 1, 0, 0])),
        ("gap-too-large", sealed(&[1, 1, 371_293, 1, 7])),
        ("gap-leaves-no-hand", sealed(&[2, 2, 371_292, 1, 7, 0, 1, 7])),
        ("gap-past-the-last-hand", sealed(&[2, 2, 371_290, 1, 7, 2, 1, 7])),
        ("count-zero", sealed(&[2, 2, 0, 0, 7, 0, 2, 7, 0])),
        ("count-leaves-no-entry", sealed(&[2, 3, 0, 3, 7, 0, 0, 1, 7])),
        ("count-not-all-entries", sealed(&[2, 5, 0, 2, 7, 0, 0, 2, 7, 0])),
        ("bids-too-large", sealed(&[1, 1, 0, 1, MAX + 1])),
        ("bids-past-128-bits", sealed(&[1, MAX, 0, MAX, MAX * MAX, 0])),
        ("ahead-too-small", sealed(&[1, 2, 0, 2, MAX + 3, 2])),
        ("ahead-too-large", sealed(&[1, 3, 0, 3, 7, 15])),
        ("ahead-past-128-bits", sealed(&[1, MAX, 0, MAX, MAX * 3, u128::MAX - MAX])),
    ])
}

/// `BLESS=1 cargo test -p camel-cards` writes them anew.
fn golden(path: &str, content: &[u8]) {
    if std::env::var_os("BLESS").is_some() {
        fs::write(root(path), content).unwrap();
    }
    let there = fs::read(root(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert!(there == content, "{path} is {}", String::from_utf8_lossy(content));
}

#[test]
fn tallies_are_those_of_their_texts_and_the_damaged_have_their_golden_error() {
    let mut files = vec!["tallies"];
    for name in ["empty", "example", "tie", "large-bids"] {
        let text = fs::read_to_string(root(&format!("testdata/tallies/{name}.txt"))).unwrap();
        let path = format!("testdata/tallies/{name}.tally");
        golden(&path, &bytes(&text));
        let read = Tally::from_bytes(&fs::read(root(&path)).unwrap());
        assert_eq!(read, Ok(tally(&text)), "{name}");
        files.push(name);
    }
    let damaged = damaged();
    for (name, bytes) in &damaged {
        golden(&format!("testdata/tallies/{name}.tally"), bytes);
        let error = Tally::from_bytes(bytes).unwrap_err();
        golden(&format!("testdata/tallies/{name}.error"), format!("{error}\n").as_bytes());
        let text = error.to_string();
        let (byte, _) = text.strip_prefix("byte ").unwrap().split_once(": ").unwrap();
        assert!(byte.parse::<usize>().unwrap() <= bytes.len());
        let hint = error.hint().unwrap_or_default();
        let expected = match *name {
            "no-bytes" | "cut-magic" | "text" | "png" => "make one with `camel-cards tally ",
            name if name.starts_with("changed-to-") => "make one with `camel-cards tally ",
            "cut-hand" | "cut-checksum" | "changed-byte" | "changed-checksum" | "two-in-a-file" => {
                "it is damaged or cut short; "
            }
            _ => "",
        };
        assert!(hint.starts_with(expected) && hint.is_empty() == expected.is_empty(), "{name}");
        files.push(name);
    }
    for file in fs::read_dir(root("testdata/tallies")).unwrap() {
        let path = file.unwrap().path();
        assert!(files.contains(&path.file_stem().unwrap().to_str().unwrap()), "{path:?}");
    }
}

/// The bytes of a tally and what they say, a line for each part of it.
fn dump(bytes: &[u8]) -> String {
    let mut lines = String::new();
    let mut at = 0;
    let mut line = |parts: &[&[u8]], says: &str| {
        let hex = |part: &&[u8]| part.iter().map(|byte| format!("{byte:02X} ")).collect::<String>();
        let parts_hex: Vec<_> = parts.iter().map(hex).collect();
        lines += format!("{at:>3}  {:<29} {says}", parts_hex.join(" ")).trim_end();
        lines += "\n";
        at += parts.concat().len();
    };
    let (body, checksum) = bytes.split_at(bytes.len() - 4);
    line(&[&body[..8]], "magic");
    line(&[&body[8..9]], &format!("version {}", body[8]));
    let mut numbers = body[9..].split_inclusive(|&byte| byte < 128).map(|bytes| {
        (bytes, bytes.iter().rev().fold(0, |number, &byte| number << 7 | u128::from(byte & 127)))
    });
    let mut next = || numbers.next().unwrap();
    let (hands, entries) = (next(), next());
    line(&[hands.0], &format!("hands {}", hands.1));
    line(&[entries.0], &format!("entries {}", entries.1));
    let mut index = 0;
    for _ in 0..hands.1 {
        let (gap, count, bids) = (next(), next(), next());
        index += gap.1 as usize;
        let hand = Hand::from_index(index).unwrap();
        let says = format!("{hand}: gap {}, count {}, bids {}", gap.1, count.1, bids.1);
        if count.1 > 1 {
            let ahead = next();
            line(&[gap.0, count.0, bids.0, ahead.0], &format!("{says}, ahead {}", ahead.1));
        } else {
            line(&[gap.0, count.0, bids.0], &says);
        }
        index += 1;
    }
    line(&[checksum], "checksum");
    lines
}

#[test]
fn the_page_shows_the_bytes_of_the_example() {
    let mut page = fs::read_to_string(root("docs/formats/tally.md")).unwrap();
    for name in ["example", "tie"] {
        let tally = fs::read(root(&format!("testdata/tallies/{name}.tally"))).unwrap();
        let opening =
            format!("({})", format_args!("../../testdata/tallies/{name}.txt")) + ":\n\n```text\n";
        let start = page.find(&opening).unwrap() + opening.len();
        let end = start + page[start..].find("```").unwrap();
        page.replace_range(start..end, &dump(&tally));
    }
    golden("docs/formats/tally.md", page.as_bytes());
}
