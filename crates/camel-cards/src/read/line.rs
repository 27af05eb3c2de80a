//! One line, or one hand, at a time.

use std::str::FromStr;

use super::{Error, ErrorKind, LINE_BYTES_MAX, Position};
use crate::game::{Card, Entry, Hand};

/// The bits of a byte that is not a label: more than those of any five labels together, while five
/// of them fit 32 bits.
pub(super) const NO_LABEL: u32 = 1 << 28;

/// For each position in a hand and each byte, what the label adds to [`Hand::bits`].
static LABEL_BITS: [[u32; 256]; 5] = {
    const WEIGHTS: [u32; 5] = [13, 1, 169 << 8, 13 << 8, 1 << 8];
    let mut table = [[NO_LABEL; 256]; 5];
    let mut position = 0;
    while position < 5 {
        let mut i = 0;
        while i < 13 {
            table[position][Card::ALL[i].label() as usize] =
                Card::ALL[i].index() as u32 * WEIGHTS[position];
            i += 1;
        }
        position += 1;
    }
    table
};

/// Returns the bits of the hand that five labels make, or at least [`NO_LABEL`] if one of the bytes
/// is not a label.
#[inline]
pub(super) fn hand_bits(labels: &[u8; 5]) -> u32 {
    // `sum` is not inlined where code is optimised for size.
    (0..5).fold(0, |sum, i| sum + LABEL_BITS[i][usize::from(labels[i])])
}

/// Reads a number of `length` digits, at most eight. The last is in the highest byte, and the bytes
/// below the first are 0.
pub(super) fn number(digits: u64, length: u32) -> Option<u64> {
    const ONES: u64 = u64::MAX / 255;
    let missing = (ONES * u64::from(b'0')).checked_shr(8 * length).unwrap_or(0);
    let digits = (digits | missing) ^ (ONES * u64::from(b'0'));
    // 0 to 9 stay below 16 with 6 more, anything else does not.
    if (digits | digits.wrapping_add(ONES * 6)) & (ONES * 0xF0) != 0 {
        return None;
    }
    // Neighbours are added pair by pair: 2, 4, then 8 digits.
    let pairs = (digits * 10 + (digits >> 8)) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
    Some((fours * 10_000 + (fours >> 32)) & 0xFFFF_FFFF)
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Reads the first line if it is whole and an entry; returns that and the line's length with its newline.
///
/// It leaves everything else to [`parse`].
#[inline]
pub(super) fn read_plain(bytes: &[u8]) -> Option<(Entry, usize)> {
    let blank = |at: usize| bytes.get(at).is_some_and(|&byte| is_blank(byte));
    let mut at = 0;
    while blank(at) {
        at += 1;
    }
    let labels = bytes[at..].first_chunk::<5>()?;
    let bits = hand_bits(labels);
    at += labels.len();
    if bits >= NO_LABEL || !blank(at) {
        return None;
    }
    while blank(at) {
        at += 1;
    }
    let digits_at = at;
    let mut bid = 0u64;
    // 16 digits fit 64 bits whatever they are.
    for _ in 0..2 {
        let eight = bytes[at..].first_chunk().map(|eight| u64::from_le_bytes(*eight));
        let Some(eight) = eight.and_then(|eight| number(eight, 8)) else { break };
        bid = bid * 100_000_000 + eight;
        at += 8;
    }
    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
        bid = bid.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        at += 1;
    }
    if at == digits_at {
        return None;
    }
    while blank(at) {
        at += 1;
    }
    at += usize::from(bytes.get(at) == Some(&b'\r'));
    let hand = Hand::from_bits(bits.into());
    let is_whole = bytes.get(at) == Some(&b'\n') && at <= LINE_BYTES_MAX;
    is_whole.then_some((Entry { hand, bid }, at + 1))
}

/// Reads a line without its end: an entry, or nothing but blanks, or an error and the byte of the line
/// that it is at, from 0.
pub(super) fn parse(line: &[u8]) -> Result<Option<Entry>, (ErrorKind, usize)> {
    let skip = |from: usize, is: fn(u8) -> bool| {
        let others = line[from..].iter().position(|&byte| !is(byte));
        others.map_or(line.len(), |others| from + others)
    };
    let hand_at = skip(0, is_blank);
    if hand_at == line.len() {
        return Ok(None);
    }
    let hand_end = skip(hand_at, |byte| Card::from_label(byte).is_some());
    let (labels, found) = (&line[hand_at..hand_end], line.get(hand_end).copied());
    let Ok(&labels) = <&[u8; 5]>::try_from(labels) else {
        return Err(match found {
            Some(found) if labels.len() < 5 && !is_blank(found) => {
                (ErrorKind::UnknownLabel { found }, hand_end)
            }
            _ => (ErrorKind::HandLength { found: labels.len() as u64 }, hand_at),
        });
    };
    if let Some(found) = found.filter(|&found| !is_blank(found)) {
        return Err((ErrorKind::NoBlank { found }, hand_end));
    }
    let bid_at = skip(hand_end, is_blank);
    let bid_end = skip(bid_at, |byte| byte.is_ascii_digit());
    if bid_at == bid_end {
        return Err((ErrorKind::NoBid { found: line.get(bid_at).copied() }, bid_at));
    }
    let mut digits = line[bid_at..bid_end].iter().map(|digit| u64::from(digit - b'0'));
    let bid = digits.try_fold(0u64, |bid, digit| bid.checked_mul(10)?.checked_add(digit));
    let bid = bid.ok_or((ErrorKind::BidTooLarge, bid_at))?;
    let end = skip(bid_end, is_blank);
    match line.get(end).copied() {
        Some(found) if end == bid_end => Err((ErrorKind::UnknownDigit { found }, end)),
        Some(found) => Err((ErrorKind::NoEndOfLine { found }, end)),
        None => Ok(Some(Entry { hand: Hand::from_bits(hand_bits(&labels).into()), bid })),
    }
}

impl Hand {
    /// Reads five labels and nothing else; the error's position is in `labels`.
    ///
    /// # Errors
    ///
    /// A byte that is not a label, or more or fewer than five labels.
    ///
    /// ```
    /// use camel_cards::Hand;
    ///
    /// assert_eq!(Hand::from_bytes(b"32T3K"), "32T3K".parse());
    /// let error = Hand::from_bytes(b"32t3K").unwrap_err();
    /// assert_eq!(error.position().column, 3);
    /// ```
    #[inline]
    pub fn from_bytes(labels: &[u8]) -> Result<Hand, Error> {
        let bits = labels.try_into().map_or(NO_LABEL, hand_bits);
        if bits < NO_LABEL { Ok(Hand::from_bits(bits.into())) } else { Err(no_hand(labels)) }
    }
}

/// Returns why these are not five labels.
fn no_hand(labels: &[u8]) -> Error {
    match labels.iter().position(|&byte| Card::from_label(byte).is_none()) {
        Some(at) => error_at(ErrorKind::UnknownLabel { found: labels[at] }, at),
        None => error_at(ErrorKind::HandLength { found: labels.len() as u64 }, 0),
    }
}

impl FromStr for Hand {
    type Err = Error;

    /// The same as [`Hand::from_bytes`].
    fn from_str(text: &str) -> Result<Hand, Error> {
        Hand::from_bytes(text.as_bytes())
    }
}

impl FromStr for Entry {
    type Err = Error;

    /// Reads one line, as [`entries`](crate::entries) does. The line may have blanks, but no
    /// newline. The error's position is in `line`.
    ///
    /// ```
    /// use camel_cards::Entry;
    ///
    /// let entry: Entry = "32T3K 765".parse()?;
    /// assert_eq!(entry.bid, 765);
    /// let error = "32T3K".parse::<Entry>().unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 6: expected a bid, found end of line");
    /// # Ok::<(), camel_cards::Error>(())
    /// ```
    fn from_str(line: &str) -> Result<Entry, Error> {
        if line.len() > LINE_BYTES_MAX {
            return Err(error_at(ErrorKind::LineTooLong, 0));
        }
        match parse(line.as_bytes()) {
            Ok(Some(entry)) => Ok(entry),
            Ok(None) => Err(error_at(ErrorKind::HandLength { found: 0 }, line.len())),
            Err((kind, at)) => Err(error_at(kind, at)),
        }
    }
}

/// An error in a text of one line.
fn error_at(kind: ErrorKind, at: usize) -> Error {
    Error::new(kind, Position { line: 1, column: at as u64 + 1, byte: at as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_every_hand_give_it_and_other_bytes_none() {
        for hand in Hand::all() {
            let labels = hand.cards().map(|card| card.label() as u8);
            assert_eq!(Hand::from_bytes(&labels), Ok(hand));
        }
        for position in 0..5 {
            for byte in 0..=u8::MAX {
                // The least and the greatest sum of labels.
                for mut labels in [*b"22222", *b"AAAAA"] {
                    labels[position] = byte;
                    let is_label = Card::from_label(byte).is_some();
                    assert_eq!(Hand::from_bytes(&labels).is_ok(), is_label, "{labels:?}");
                }
            }
        }
        assert!(Hand::from_bytes(&[0xFF; 5]).is_err());
    }

    #[test]
    fn entries_parse_as_lines_are_read() {
        let longest = format!("32T3K{}7", " ".repeat(LINE_BYTES_MAX - 6));
        for line in ["32T3K 765", " AAAAA\t0 ", "KK677 18446744073709551615", &longest] {
            let read = crate::entries(line.as_bytes()).next().unwrap();
            assert_eq!(line.parse::<Entry>(), read, "{line:?}");
            assert!(read.is_ok());
        }
        let longer = format!(" {longest}");
        for line in ["32T3K", "32T3K -1", "x", "32T3K 1\r", "32T3K 1 1", &longer] {
            let read = crate::entries(line.as_bytes()).next().unwrap();
            assert_eq!(line.parse::<Entry>(), read, "{line:?}");
            assert!(read.is_err());
        }
        for empty in ["", "  "] {
            let error = empty.parse::<Entry>().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::HandLength { found: 0 });
        }
        assert_eq!(
            "32T3K 1\n".parse::<Entry>().unwrap_err().kind(),
            ErrorKind::UnknownDigit { found: b'\n' }
        );
    }
}
