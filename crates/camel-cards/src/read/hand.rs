use std::str::FromStr;

use super::{
    Error, ErrorKind, LINE_BYTES_MAX, Position,
    line::{NO_LABEL, hand_bits, parse},
};
use crate::game::{Card, Entry, Hand};

impl Hand {
    /// Returns the hand of five labels, or `None` if a byte is no label: the fast way for a column
    /// of hands. [`Hand::from_bytes`] says which byte it is.
    ///
    /// ```
    /// use camel_cards::Hand;
    ///
    /// assert_eq!(Hand::from_labels(*b"32T3K"), "32T3K".parse().ok());
    /// assert_eq!(Hand::from_labels(*b"32t3K"), None);
    /// ```
    #[inline]
    pub fn from_labels(labels: [u8; 5]) -> Option<Hand> {
        let bits = hand_bits(&labels);
        (bits < NO_LABEL).then(|| Hand::from_bits(bits.into()))
    }
}

impl Hand {
    /// Reads five labels and nothing else; the error's position is in `labels`.
    ///
    /// # Errors
    ///
    /// A byte that is no label, or more or fewer than five labels.
    ///
    /// ```
    /// use camel_cards::Hand;
    ///
    /// assert_eq!(Hand::from_bytes(b"32T3K"), "32T3K".parse());
    /// let error = Hand::from_bytes(b"32t3K").unwrap_err();
    /// assert_eq!(error.position().column, 3);
    /// ```
    pub fn from_bytes(labels: &[u8]) -> Result<Hand, Error> {
        let is_other = |&byte: &u8| Card::from_label(byte).is_none();
        if let Some(at) = labels.iter().position(is_other) {
            return Err(error_at(ErrorKind::UnknownLabel { found: labels[at] }, at));
        }
        let five = labels.try_into().ok().and_then(Hand::from_labels);
        five.ok_or(error_at(ErrorKind::HandLength { found: labels.len() as u64 }, 0))
    }
}

impl FromStr for Hand {
    type Err = Error;

    /// As [`Hand::from_bytes`].
    fn from_str(text: &str) -> Result<Hand, Error> {
        Hand::from_bytes(text.as_bytes())
    }
}

impl FromStr for Entry {
    type Err = Error;

    /// Reads one line, as [`entries`](crate::entries) does, which may have blanks but no newline;
    /// the error's position is in `line`.
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
            assert_eq!(Hand::from_labels(labels), Some(hand));
        }
        for position in 0..5 {
            for byte in 0..=u8::MAX {
                // The least and the greatest sum of labels.
                for mut labels in [*b"22222", *b"AAAAA"] {
                    labels[position] = byte;
                    let is_label = Card::from_label(byte).is_some();
                    assert_eq!(Hand::from_labels(labels).is_some(), is_label, "{labels:?}");
                }
            }
        }
        assert_eq!(Hand::from_labels([0xFF; 5]), None);
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
