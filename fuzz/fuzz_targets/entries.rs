//! Any bytes, in any chunks, give the entries and errors that the input's
//! grammar says: each line judged alone, by [`judge`], a plain transcription.

#![no_main]

use camel_cards::{Block, Engine, Entry, Error, ErrorKind, Reader, entries};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (&seed, input) = data.split_last().unwrap_or((&0, &[]));
    let whole: Vec<_> = entries(input).collect();

    for engine in Engine::available() {
        let (mut reader, mut block) = (Reader::with_engine(engine), Block::new());
        let mut read = Vec::new();
        for mut chunk in chunks(input, seed) {
            while !chunk.is_empty() {
                let result = reader.next_block(&mut chunk, &mut block);
                read.extend(block.entries().map(Ok));
                read.extend(result.err().map(Err));
            }
        }
        read.extend(reader.finish());
        assert_eq!(read, whole, "{engine:?}");
    }

    let expected = judge_all(input);
    assert_eq!(whole.len(), expected.len());
    for (found, expected) in whole.into_iter().zip(expected) {
        check(found, expected, input);
    }
});

/// Cuts `input` at points that `seed` decides; some chunks are empty.
fn chunks(input: &[u8], seed: u8) -> impl Iterator<Item = &[u8]> {
    let (mut state, mut rest) = (seed, input);
    std::iter::from_fn(move || {
        // Passes through all 256 states, so not every length is 0.
        state = state.wrapping_mul(5).wrapping_add(113);
        let length = usize::from(state >> (seed % 8)).min(rest.len());
        let chunk = rest.split_off(..length)?;
        (!chunk.is_empty() || !rest.is_empty()).then_some(chunk)
    })
}

/// A hand and its bid, or an error and where it is.
type Judged = Result<(String, u64), (ErrorKind, ErrorPosition)>;

#[derive(Debug, PartialEq)]
struct ErrorPosition {
    line: usize,
    column: usize,
    byte: usize,
}

fn judge_all(input: &[u8]) -> Vec<Judged> {
    if input.starts_with(b"\xFF\xFE") || input.starts_with(b"\xFE\xFF") {
        return vec![Err((ErrorKind::Utf16, ErrorPosition { line: 1, column: 1, byte: 0 }))];
    }
    let mut start = if input.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let mut judged = Vec::new();
    for (i, line) in input[start..].split_inclusive(|&byte| byte == b'\n').enumerate() {
        let content = line.strip_suffix(b"\n").map(|line| line.strip_suffix(b"\r").unwrap_or(line));
        if let Some(result) = judge(content.unwrap_or(line)).transpose() {
            judged.push(result.map_err(|(kind, at)| {
                (kind, ErrorPosition { line: i + 1, column: at + 1, byte: start + at })
            }));
        }
        start += line.len();
    }
    judged
}

/// Judges a line without its end: nothing, an entry, or an error and where in
/// the line it is.
fn judge(line: &[u8]) -> Result<Option<(String, u64)>, (ErrorKind, usize)> {
    let run = |from: usize, of: &[u8]| line[from..].iter().take_while(|b| of.contains(b)).count();
    let blanks = |from| from + run(from, b" \t");

    let hand_at = blanks(0);
    if hand_at == line.len() {
        return Ok(None);
    }
    let labels = run(hand_at, b"23456789TJQKA");
    let hand_end = hand_at + labels;
    match line.get(hand_end) {
        Some(&found) if labels < 5 && !b" \t".contains(&found) => {
            return Err((ErrorKind::UnknownLabel { found }, hand_end));
        }
        _ if labels != 5 => {
            return Err((ErrorKind::HandLength { found: labels as u64 }, hand_at));
        }
        Some(&found) if !b" \t".contains(&found) => {
            return Err((ErrorKind::NoBlank { found }, hand_end));
        }
        _ => {}
    }

    let bid_at = blanks(hand_end);
    let bid_end = bid_at + run(bid_at, b"0123456789");
    if bid_end == bid_at {
        return Err((ErrorKind::NoBid { found: line.get(bid_at).copied() }, bid_at));
    }
    let text = |from, to| String::from_utf8_lossy(&line[from..to]).into_owned();
    let Ok(bid) = text(bid_at, bid_end).parse() else {
        return Err((ErrorKind::BidTooLarge, bid_at));
    };

    let end = blanks(bid_end);
    match line.get(end) {
        Some(&found) if end == bid_end => Err((ErrorKind::UnknownDigit { found }, end)),
        Some(&found) => Err((ErrorKind::NoEndOfLine { found }, end)),
        None => Ok(Some((text(hand_at, hand_end), bid))),
    }
}

fn check(found: Result<Entry, Error>, expected: Judged, input: &[u8]) {
    match (found, expected) {
        (Ok(entry), Ok((hand, bid))) => {
            assert_eq!((entry.hand.to_string(), entry.bid), (hand, bid));
        }
        (Err(error), Err((kind, place))) => {
            let at = error.position();
            assert!(at.byte <= input.len() as u64);
            assert_eq!((at.line, at.column, at.byte), place.numbers());
            assert_eq!(error.kind(), kind);
            let message = error.to_string();
            assert_eq!(message, format!("line {}, column {}: {kind}", place.line, place.column));
            // Whatever the input holds, it does not get to the terminal raw.
            assert!(message.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{message:?}");
        }
        (found, expected) => panic!("found {found:?}, expected {expected:?}"),
    }
}

impl ErrorPosition {
    fn numbers(&self) -> (u64, u64, u64) {
        (self.line as u64, self.column as u64, self.byte as u64)
    }
}
