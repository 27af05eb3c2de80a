//! What is read is what the grammar says of each line.

#[path = "oracle/lines.rs"]
mod lines;

use camel_cards::entries;
use proptest::prelude::*;

/// Lines that are nearly entries, some about as long as a line may be.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop::sample::select(vec![
        "32T3K",
        "KTJJT",
        "AAAA",
        "QQQQQQ",
        "T55j5",
        " ",
        "  ",
        "\t",
        "7",
        "0",
        "765",
        "1,000",
        "-1",
        "18446744073709551615",
        "18446744073709551616",
        "\r",
        "\0",
        "\u{FEFF}",
        "x",
    ]);
    let long = (prop::sample::select(&b" 0x\t"[..]), 4_080..4_100usize);
    let words = prop::collection::vec(word, 0..5).prop_map(|words| words.concat().into_bytes());
    let usual = (prop::sample::select(vec!["", " "]), "[2-9TJQKA]{5}", "[ \t]{1,2}", "[0-9]{1,9}")
        .prop_map(|(a, b, c, d)| [a, &b, &c, &d].concat().into_bytes());
    let padded = (words.clone(), long, words.clone())
        .prop_map(|(a, (pad, bytes), b)| [a, vec![pad; bytes], b].concat());
    prop_oneof![4 => usual, 3 => words, 1 => padded]
}

proptest! {
    #[test]
    fn lines_are_read_as_the_grammar_says(
        mark in prop::sample::select(vec![&b""[..], b"", b"\xEF\xBB\xBF", b"\xEF\xBB", b"\xFF\xFE", b"\xFE\xFF"]),
        parts in prop::collection::vec((line(), prop::sample::select(vec!["\n", "\n", "\r\n"])), 0..8),
        last in line(),
    ) {
        let mut text = mark.to_vec();
        for (line, end) in parts {
            text.extend(line);
            text.extend_from_slice(end.as_bytes());
        }
        text.extend(last);
        let expected = lines::judge_all(&text);
        let found: Vec<_> = entries(&text).collect();
        prop_assert_eq!(found.len(), expected.len());
        for (found, expected) in found.into_iter().zip(expected) {
            lines::check(found, expected, &text);
        }
    }
}
