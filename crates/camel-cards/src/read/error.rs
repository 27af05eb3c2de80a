use std::{error, fmt};

use super::LINE_BYTES_MAX;

/// A bad line: what was expected, what was found, and where.
///
/// ```
/// use camel_cards::{ErrorKind, entries};
///
/// let error = entries(b"32T3K 765\nT55J 684\n").find_map(Result::err).unwrap();
/// assert_eq!(error.kind(), ErrorKind::HandLength { found: 4 });
/// assert_eq!((error.position().line, error.position().column), (2, 1));
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 1: expected a hand of 5 cards, found 4",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    position: Position,
}

impl Error {
    pub(crate) const fn new(kind: ErrorKind, position: Position) -> Error {
        Error { kind, position }
    }

    /// Returns what was expected and what was found.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns this error with its position moved by the lines and bytes before this part of the
    /// input.
    ///
    /// A reader of a part counts from line 1 and byte 0.
    ///
    /// ```
    /// use camel_cards::{Block, Reader};
    ///
    /// let mut reader = Reader::within_input();
    /// let error = reader.next_block(&mut &b"32T3K\n"[..], &mut Block::new()).unwrap_err();
    /// assert_eq!(
    ///     error.moved_by(9, 100).to_string(),
    ///     "line 10, column 6: expected a bid, found end of line",
    /// );
    /// ```
    #[must_use]
    #[doc(hidden)]
    pub const fn moved_by(mut self, lines: u64, bytes: u64) -> Error {
        self.position.line = self.position.line.saturating_add(lines);
        self.position.byte = self.position.byte.saturating_add(bytes);
        self
    }

    /// Returns where the error is.
    pub const fn position(&self) -> Position {
        self.position
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column, .. } = self.position;
        write!(f, "line {line}, column {column}: ")?;
        self.kind.fmt(f)
    }
}

impl error::Error for Error {}

/// A place in the input.
///
/// A byte-order mark at the start counts only in `byte`: the first line begins after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: u64,
    /// The byte within the line, from 1.
    pub column: u64,
    /// The byte within the input, from 0.
    pub byte: u64,
}

/// What was expected and what was found; its `Display` is the message. `{:#}` adds the
/// [hint](ErrorKind::hint), if there is one, in brackets, also for an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A byte that is not a label, where a card should be.
    UnknownLabel {
        /// The byte.
        found: u8,
    },
    /// A hand of too few or too many cards.
    HandLength {
        /// The number of cards.
        found: u64,
    },
    /// Something other than a blank right after the fifth card.
    NoBlank {
        /// The byte.
        found: u8,
    },
    /// No bid, or something else in its place; `None` is the end of the line.
    NoBid {
        /// The byte.
        found: Option<u8>,
    },
    /// A byte within the bid that is not a digit.
    UnknownDigit {
        /// The byte.
        found: u8,
    },
    /// A bid larger than [`u64::MAX`].
    BidTooLarge,
    /// Something after the bid.
    NoEndOfLine {
        /// The byte.
        found: u8,
    },
    /// A line of more than [`Reader::LINE_BYTES_MAX`](crate::Reader::LINE_BYTES_MAX) bytes before its
    /// newline.
    LineTooLong,
    /// The input begins with the byte-order mark of UTF-16. Its lines cannot
    /// be told apart, so nothing after this is read.
    Utf16,
}

impl ErrorKind {
    /// Returns the likely fix, if there is one.
    pub const fn hint(self) -> Option<&'static str> {
        use ErrorKind::*;
        let found = match self {
            UnknownLabel { found } | NoBlank { found } => Some(found),
            UnknownDigit { found } | NoEndOfLine { found } => Some(found),
            NoBid { found } => found,
            HandLength { .. } | BidTooLarge | LineTooLong | Utf16 => None,
        };
        Some(match (self, found) {
            (Utf16, _) => "save the file as UTF-8",
            (_, Some(0)) => "NUL bytes often mean UTF-16; save the file as UTF-8",
            (_, Some(b'\r')) => r"lines end with \n or \r\n, not with \r alone",
            (UnknownLabel { .. }, Some(b'0' | b'1')) => "the label of a ten is T",
            (NoBid { .. }, Some(b'-' | b'+')) => "a bid has no sign",
            (UnknownDigit { .. }, Some(b'_' | b'.' | b',' | b'\'')) => {
                "write a bid with digits only"
            }
            _ => return None,
        })
    }
}

impl ErrorKind {
    /// Returns what was expected, and what was found.
    ///
    /// ```
    /// use camel_cards::ErrorKind;
    ///
    /// let (expected, found) = ErrorKind::HandLength { found: 4 }.expected_and_found();
    /// assert_eq!((&*expected, &*found), ("a hand of 5 cards", "4"));
    /// ```
    pub fn expected_and_found(self) -> (String, String) {
        use ErrorKind::*;
        let (expected, found) = match self {
            UnknownLabel { found } => ("a card label (one of 23456789TJQKA)", byte_name(found)),
            HandLength { found } => ("a hand of 5 cards", found.to_string()),
            NoBlank { found } => ("a space or tab after the hand", byte_name(found)),
            NoBid { found: Some(found) } => ("a bid", byte_name(found)),
            NoBid { found: None } => ("a bid", "end of line".to_owned()),
            UnknownDigit { found } => ("only digits in the bid", byte_name(found)),
            BidTooLarge => ("a bid of at most 18446744073709551615", "a larger bid".to_owned()),
            NoEndOfLine { found } => ("end of line", byte_name(found)),
            LineTooLong => {
                let expected = format!("a line of at most {LINE_BYTES_MAX} bytes");
                return (expected, "a longer line".to_owned());
            }
            Utf16 => ("UTF-8 text", "UTF-16".to_owned()),
        };
        (expected.to_owned(), found)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ErrorKind::UnknownLabel { found: found @ (b't' | b'j' | b'q' | b'k' | b'a') } => {
                write!(
                    f,
                    "unknown label '{}'; labels are upper case, did you mean '{}'?",
                    found as char,
                    found.to_ascii_uppercase() as char
                )
            }
            ErrorKind::BidTooLarge => write!(f, "bid is larger than {}", u64::MAX),
            ErrorKind::LineTooLong => write!(f, "line is longer than {LINE_BYTES_MAX} bytes"),
            kind => {
                let (expected, found) = kind.expected_and_found();
                write!(f, "expected {expected}, found {found}")
            }
        }?;
        match self.hint() {
            Some(hint) if f.alternate() => write!(f, " ({hint})"),
            _ => Ok(()),
        }
    }
}

/// Names a byte: printable ASCII quoted, anything else as a number.
pub(crate) fn byte_name(byte: u8) -> String {
    match byte {
        0 => "NUL byte".to_owned(),
        b'\t' => "tab".to_owned(),
        0x0B => "vertical tab".to_owned(),
        0x0C => "form feed".to_owned(),
        // Before a newline it is the end of the line, and no error.
        b'\r' => "a lone carriage return".to_owned(),
        b' ' => "space".to_owned(),
        b'!'..=b'~' => format!("'{}'", byte as char),
        _ => format!("byte 0x{byte:02X}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_stays_at_the_largest() {
        let position = Position { line: 1, column: 1, byte: 0 };
        let error = Error::new(ErrorKind::BidTooLarge, position);
        let moved = error.moved_by(u64::MAX, 0).moved_by(0, u64::MAX).moved_by(1, 1);
        assert_eq!((moved.position().line, moved.position().byte), (u64::MAX, u64::MAX));
    }

    #[test]
    fn bytes_are_named_and_hints_say_how_to_mend_them() {
        let no_bid = |found| ErrorKind::NoBid { found: Some(found) };
        for (kind, said, hint) in [
            (ErrorKind::Utf16, "UTF-16", "save the file as UTF-8"),
            (ErrorKind::NoBlank { found: 0 }, "NUL byte", "NUL bytes often mean UTF-16"),
            (
                ErrorKind::NoEndOfLine { found: b'\r' },
                "a lone carriage return",
                r"lines end with \n or",
            ),
            (ErrorKind::UnknownLabel { found: b'1' }, "'1'", "the label of a ten is T"),
            (ErrorKind::UnknownLabel { found: b'2' }, "'2'", ""),
            (no_bid(b'-'), "'-'", "a bid has no sign"),
            (no_bid(b','), "','", ""),
            (ErrorKind::UnknownDigit { found: b',' }, "','", "write a bid with digits only"),
            (ErrorKind::UnknownDigit { found: b'-' }, "'-'", ""),
            (ErrorKind::UnknownLabel { found: b' ' }, "space", ""),
            (ErrorKind::UnknownLabel { found: b'\t' }, "tab", ""),
            (ErrorKind::UnknownDigit { found: 0xE9 }, "byte 0xE9", ""),
            (ErrorKind::NoBid { found: None }, "end of line", ""),
        ] {
            assert_eq!(kind.expected_and_found().1, said);
            assert!(kind.hint().unwrap_or_default().starts_with(hint), "{kind:?}");
            assert_eq!(kind.hint().is_some(), !hint.is_empty(), "{kind:?}");
        }
    }
}
