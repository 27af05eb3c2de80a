//! The grammar of lines, transcribed plainly: each line judged alone. For tests and for the fuzzer.

use camel_cards::{Entry, Error, ErrorKind};

/// How many bytes a line has at most, without its newline.
const LINE_BYTES_MAX: usize = 4096;

/// A hand and its bid, or an error and where it is.
pub(crate) type Judged = Result<(String, u64), (ErrorKind, ErrorPosition)>;

#[derive(Debug, PartialEq)]
pub(crate) struct ErrorPosition {
    line: usize,
    column: usize,
    byte: usize,
}

pub(crate) fn judge_all(input: &[u8]) -> Vec<Judged> {
    if input.starts_with(b"\xFF\xFE") || input.starts_with(b"\xFE\xFF") {
        return vec![Err((ErrorKind::Utf16, ErrorPosition { line: 1, column: 1, byte: 0 }))];
    }
    let mut start = if input.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let mut judged = Vec::new();
    for (i, line) in input[start..].split_inclusive(|&byte| byte == b'\n').enumerate() {
        let ended = line.strip_suffix(b"\n");
        let content = ended.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
        let result = match ended.unwrap_or(line).len() {
            ..=LINE_BYTES_MAX => judge(content.unwrap_or(line)),
            _ => Err((ErrorKind::LineTooLong, 0)),
        };
        if let Some(result) = result.transpose() {
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

/// Checks what was read against what was judged.
pub(crate) fn check(found: Result<Entry, Error>, expected: Judged, input: &[u8]) {
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
