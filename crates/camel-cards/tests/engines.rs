//! Every engine reads what the scalar one reads, to the letter of each error.

use camel_cards::{Block, Engine, Entry, Error, ErrorKind, Reader};
use proptest::prelude::*;

/// Reads an input that comes in these chunks, and checks what the reader says of it besides.
fn read(engine: Engine, chunks: &[&[u8]]) -> Vec<Result<Entry, Error>> {
    let (mut reader, mut block) = (Reader::with_engine(engine), Block::new());
    let mut read = Vec::new();
    let text = chunks.concat();
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let mut take = |result: Result<(), Error>, reader: &Reader, block: &Block| {
        assert_eq!(block.entries().len(), block.len());
        assert_eq!(block.entries().next().is_none(), block.is_empty());
        read.extend(block.entries().map(Ok));
        if let Err(error) = result {
            let line = lines[error.position().line as usize - 1];
            let line = if error.position().line > 1 { line } else { after_mark(line) };
            match error.kind() {
                ErrorKind::LineTooLong => {
                    assert!(line.starts_with(reader.bad_line()));
                    assert!(reader.bad_line().len() <= Reader::LINE_BYTES_MAX + 4);
                }
                _ => assert_eq!(reader.bad_line(), line),
            }
            read.push(Err(error));
        }
    };
    for mut chunk in chunks.iter().copied() {
        while !chunk.is_empty() {
            let result = reader.next_block(&mut chunk, &mut block);
            take(result, &reader, &block);
        }
    }
    let result = reader.finish(&mut block);
    take(result, &reader, &block);
    assert_eq!(reader.bytes(), text.len() as u64);
    assert_eq!(reader.has_byte_order_mark(), after_mark(&text) != text);
    if !text.starts_with(&[0xFF, 0xFE]) && !text.starts_with(&[0xFE, 0xFF]) {
        assert_eq!(reader.lines(), lines.len() as u64);
    }
    read
}

fn after_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(text)
}

fn assert_all_agree(text: &[u8]) {
    let expected = read(Engine::Scalar, &[text]);
    for engine in Engine::available() {
        assert_eq!(read(engine, &[text]), expected, "{engine:?}: {:?}", text.escape_ascii());
    }
}

/// Else all that follows would compare one engine with itself.
#[test]
fn a_reader_goes_by_the_engine_that_it_is_given() {
    let names = ["Scalar", "Portable", "Avx2", "Avx512"];
    for (engine, name) in Engine::available().zip(names) {
        assert!(format!("{engine:?}").starts_with(name), "{engine:?}");
        let reader = format!("{:?}", Reader::with_engine(engine));
        assert!(reader.starts_with(&format!("Reader {{ engine: {engine:?},")), "{reader}");
    }
}

/// Else a decoder that is never found would pass every test.
#[cfg(target_arch = "x86_64")]
#[test]
fn decoders_are_found_where_the_machine_has_their_instructions() {
    let is_found = |name| Engine::available().any(|engine| format!("{engine:?}").starts_with(name));
    assert_eq!(is_found("Avx2"), is_x86_feature_detected!("avx2"));
    let has_avx512 =
        is_x86_feature_detected!("avx512vbmi2") && is_x86_feature_detected!("avx512bw");
    assert_eq!(is_found("Avx512"), cfg!(avx512) && has_avx512);
}

/// Lines with bids of 1 to 9 digits, and all labels.
fn lines(count: usize, end: &str) -> Vec<u8> {
    let labels = "23456789TJQKA23456789TJQKA";
    let line = |i: usize| {
        let bid = &"987654321"[..[3, 1, 4, 2, 8, 7, 6, 5, 3, 9][i % 10]];
        format!("{} {bid}{end}", &labels[i % 13..i % 13 + 5])
    };
    (0..count).map(line).collect::<String>().into_bytes()
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn every_byte_in_every_place() {
    for end in ["\n", "\r\n"] {
        let plain = lines(26, end);
        for at in 0..plain.len() {
            for byte in 0..=255 {
                let mut text = plain.clone();
                text[at] = byte;
                assert_all_agree(&text);
            }
        }
    }
}

#[test]
fn a_byte_more_or_less_in_every_place() {
    for end in ["\n", "\r\n"] {
        let plain = lines(26, end);
        for at in 0..plain.len() {
            let mut text = plain.clone();
            text.remove(at);
            assert_all_agree(&text);
            for byte in *b"\n\r \t0A9\0" {
                let mut text = plain.clone();
                text.insert(at, byte);
                assert_all_agree(&text);
                assert_all_agree(&text[at..]);
            }
        }
    }
}

#[test]
fn every_split() {
    for text in [
        lines(20, "\n"),
        lines(20, "\r\n"),
        [lines(9, "\n"), b"x\n".to_vec(), lines(9, "\n")].concat(),
    ] {
        let expected = read(Engine::Scalar, &[&text]);
        for engine in Engine::available() {
            for at in 0..=text.len() {
                let (first, second) = text.split_at(at);
                assert_eq!(read(engine, &[first, second]), expected, "{engine:?} at {at}");
            }
        }
    }
}

#[test]
fn long_inputs_with_something_odd_now_and_then() {
    for end in ["\n", "\r\n"] {
        let mut text = Vec::new();
        for (i, odd) in [
            "",
            "\n",
            "  32T3K\t7 \n",
            "AAAAA 18446744073709551615\n",
            "AAAAA 000000000000000000000012\n",
            "32T3K 18446744073709551616\n",
            "KK677 12345678901\n",
            "\r",
        ]
        .into_iter()
        .cycle()
        .take(60)
        .enumerate()
        {
            text.extend(lines(i * 17, end));
            text.extend_from_slice(odd.as_bytes());
        }
        let expected = read(Engine::Scalar, &[&text]);
        assert!(expected.len() > 30_000);
        for engine in Engine::available() {
            assert!(read(engine, &[&text]) == expected, "{engine:?}");
            for size in [1, 7, 64, 1000, 4099] {
                let chunks: Vec<&[u8]> = text.chunks(size).collect();
                assert!(read(engine, &chunks) == expected, "{engine:?} in chunks of {size}");
            }
        }
    }
}

/// Engines look only so far ahead, and more newlines are no lines.
#[test]
fn long_lines_and_empty_ones_between_plain_ones() {
    for end in ["\n", "\r\n"] {
        for blanks in (0..80).chain(4_000..4_240) {
            for blank in [" ", end] {
                let odd = [blank.repeat(blanks).as_bytes(), b"32T3K 7", end.as_bytes()].concat();
                assert_all_agree(&[lines(5, end), odd, lines(12, end)].concat());
            }
        }
    }
}

/// Lines of about 4,096 bytes, in all forms, cut at all places where that may matter.
#[test]
fn lines_have_at_most_4096_bytes() {
    let most = Reader::LINE_BYTES_MAX;
    let padded = |first: &str, pad: &str, last: &str, bytes: usize| {
        let pad = pad.repeat(bytes - first.len() - last.len());
        format!("{first}{pad}{last}")
    };
    for bytes in (most - 2..most + 7).chain([2 * most - 1, 2 * most, 2 * most + 1, 50_000]) {
        for line in [
            padded("32T3K", " ", "7", bytes),
            padded("32T3K ", "0", "7", bytes),
            padded("32T3K 7", "\t", "", bytes),
            padded("32T3K 7", " ", "\r", bytes),
            padded("", " ", "", bytes),
            padded("x", "x", "\r", bytes),
        ] {
            for (mark, before, after) in
                [("", "", "\nAAAAA 1\n"), ("", "KK677 2\n", ""), ("\u{FEFF}", "", "\n")]
            {
                let text = format!("{mark}{before}{line}{after}");
                let text = text.as_bytes();
                let expected = read(Engine::Scalar, &[text]);
                let line_at = mark.len() + before.len();
                let too_long =
                    expected.iter().filter_map(|read| read.as_ref().err()).find(|error| {
                        error.kind() == ErrorKind::LineTooLong
                            && error.position().column == 1
                            && error.position().byte == line_at as u64
                    });
                assert_eq!(too_long.is_some(), bytes > most, "{bytes} {:?}", &line[..9]);
                for engine in Engine::available() {
                    assert_eq!(read(engine, &[text]), expected, "{engine:?} {bytes}");
                    let ends = [0, 1, 2, 3, 4, 5, most, bytes, 2 * most];
                    let near = ends.map(|end| (line_at + end).saturating_sub(3)..line_at + end + 5);
                    for at in near.into_iter().flatten().filter(|&at| at <= text.len()) {
                        let (first, second) = text.split_at(at);
                        assert_eq!(read(engine, &[first, second]), expected, "{engine:?} {at}");
                    }
                }
            }
        }
    }
}

#[test]
fn line_without_end_takes_constant_memory() {
    let (mut reader, mut block) = (Reader::new(), Block::new());
    let (part, mut errors) = ([b'x'; 10_000], 0);
    for _ in 0..10_000 {
        let mut rest = &part[..];
        while !rest.is_empty() {
            errors += usize::from(reader.next_block(&mut rest, &mut block).is_err());
        }
        // All that the reader holds.
        assert!(format!("{reader:?}").len() < 50_000);
    }
    assert_eq!((errors, reader.lines(), reader.bytes()), (1, 1, 100_000_000));
    reader.next_block(&mut &b"x\n32T3K 7\n"[..], &mut block).unwrap();
    assert_eq!((block.len(), reader.lines()), (1, 2));
}

#[test]
fn byte_order_mark_within_an_input_is_an_error() {
    for (mut reader, may_have_mark) in [(Reader::within_input(), false), (Reader::new(), true)] {
        let result = reader.next_block(&mut "\u{FEFF}32T3K 7\n".as_bytes(), &mut Block::new());
        assert_eq!((result.is_ok(), reader.has_byte_order_mark()), (may_have_mark, may_have_mark));
    }
}

/// As after a first part of five billion lines.
#[test]
fn lines_are_counted_past_32_bits() {
    for engine in Engine::available() {
        let mut reader = Reader::with_engine(engine);
        let text = [&lines(100, "\n")[..], b"AAAAA"].concat();
        let mut rest = &text[..];
        while !rest.is_empty() {
            assert!(reader.next_block(&mut rest, &mut Block::new()).is_ok());
        }
        let error = reader.finish(&mut Block::new()).unwrap_err().moved_by(5_000_000_000, 1 << 40);
        assert!(error.to_string().starts_with("line 5000000101, column 6: "));
        assert_eq!(reader.lines(), 101);
    }
}

proptest! {
    #[test]
    fn lines_with_random_damage(
        count in 0..400usize,
        crlf: bool,
        damage in prop::collection::vec((0..4000usize, 0..3u8, any::<u8>()), 0..6),
    ) {
        let mut text = lines(count, if crlf { "\r\n" } else { "\n" });
        for (at, kind, byte) in damage {
            let at = at % (text.len() + 1);
            match kind {
                0 => text.insert(at, byte),
                1 if at < text.len() => text[at] = byte,
                _ => text.truncate(text.len().max(100).min(at + 50)),
            }
        }
        assert_all_agree(&text);
    }

    #[test]
    fn any_bytes(text in prop::collection::vec(
        prop::sample::select(&b"\n\n\n\r     \t01259TJQKA2345678\xEF\xBB\xBF\xFF\0-"[..]), 0..300)) {
        assert_all_agree(&text);
    }
}
