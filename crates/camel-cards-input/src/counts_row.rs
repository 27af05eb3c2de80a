//! A row of a table of counts, and what can be wrong with it.

use std::{error, fmt};

use camel_cards::{Counts, CountsError, ErrorKind, Hand, Reader};
use csv_core::ReadRecordResult;

const HEADER: [&str; 3] = ["hand", "count", "bid_sum"];

/// The parser of rows, and what it writes to.
pub(crate) struct CountsParser {
    parser: csv_core::Reader,
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl CountsParser {
    pub(crate) fn new() -> CountsParser {
        // Each byte of a line may end a field.
        let (text, ends) = (vec![0; Reader::LINE_BYTES_MAX], vec![0; Reader::LINE_BYTES_MAX + 1]);
        CountsParser { parser: csv_core::Reader::new(), text, ends }
    }

    /// Adds what line `number` says, if it is not empty or the header.
    pub(crate) fn insert(
        &mut self,
        counts: &mut Counts,
        line: &[u8],
        number: u64,
    ) -> Result<(), CountsFileError> {
        let error = |expected: &str, found: &str, hint| {
            CountsFileError::new((number, 1), (expected.to_owned(), found.to_owned()), hint)
        };
        if number == 1 && matches!(line, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
            return Err(CountsFileError::of_kind((number, 1), ErrorKind::Utf16));
        }
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        if content.len() > Reader::LINE_BYTES_MAX {
            return Err(CountsFileError::of_kind((number, 1), ErrorKind::LineTooLong));
        }
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        let mark = if number == 1 && content.starts_with("\u{FEFF}".as_bytes()) { 3 } else { 0 };
        if content[mark..].trim_ascii().is_empty() {
            return Ok(());
        }
        let line = [content, b"\n"].concat();
        let (result, _, _, count) = self.parser.read_record(&line, &mut self.text, &mut self.ends);
        if result != ReadRecordResult::Record {
            return Err(error("a closing quote", "end of line", None));
        }
        if count != HEADER.len() {
            let expected = format!("3 columns ({})", HEADER.join(","));
            let has_other_separator = content.iter().any(|byte| b";|\t".contains(byte));
            let hint = has_other_separator.then_some("commas separate columns");
            return Err(error(&expected, &count.to_string(), hint));
        }
        let mut begin = 0;
        let fields = [0, 1, 2].map(|i| {
            let text = &self.text[std::mem::replace(&mut begin, self.ends[i])..self.ends[i]];
            Field::new(text.trim_ascii(), &content[mark..], i, number)
        });
        let is =
            |(field, name): (&Field<'_>, &str)| field.text.eq_ignore_ascii_case(name.as_bytes());
        if number == 1 && fields.iter().zip(HEADER).all(is) {
            return Ok(());
        }
        let [hand, count, bids] = fields;
        let (of_hand, count, sum) = (
            hand.hand()?,
            count.number("a count", u64::MAX.into())? as u64,
            bids.number("a bid sum", u128::MAX)?,
        );
        counts.insert(of_hand, count, sum).map_err(|error| {
            let field = if matches!(error, CountsError::Bids { .. }) { bids } else { hand };
            field.error(0, error.expected_and_found(), None)
        })
    }
}

/// A field of a line, without blanks and quotes around it.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a [u8],
    line: u64,
    /// Where it begins in the line, in bytes from 1.
    column: u64,
}

impl<'a> Field<'a> {
    /// Makes field `i` of line `number`. No field that means something has a comma.
    fn new(text: &'a [u8], line: &[u8], i: usize, number: u64) -> Field<'a> {
        let before: usize =
            line.split(|&byte| byte == b',').take(i).map(|text| text.len() + 1).sum();
        let is_text = |byte: &u8| !byte.is_ascii_whitespace() && *byte != b'"';
        let skipped = line[before..].iter().position(is_text).unwrap_or(0);
        let skipped = if text.is_empty() { 0 } else { skipped };
        Field { text, line: number, column: (before + skipped) as u64 + 1 }
    }

    fn hand(self) -> Result<Hand, CountsFileError> {
        Hand::from_bytes(self.text).map_err(|error| {
            let place = (self.line, self.column + error.position().byte);
            let may_be_header =
                self.line == 1 && matches!(error.kind(), ErrorKind::UnknownLabel { .. });
            let header =
                may_be_header.then_some("a header, if there is one, is hand,count,bid_sum");
            let error = CountsFileError::of_kind(place, error.kind());
            CountsFileError { hint: error.hint.or(header), ..error }
        })
    }

    /// Reads a number of at most `max`, which is `what` in messages.
    fn number(self, what: &str, max: u128) -> Result<u128, CountsFileError> {
        let at_fault = self.text.iter().position(|byte| !byte.is_ascii_digit());
        if at_fault.is_some() || self.text.is_empty() {
            let found = match self.text {
                b"" => "nothing".to_owned(),
                text => format!("\"{}\"", String::from_utf8_lossy(text).escape_debug()),
            };
            let hint = match self.text.is_empty() || self.text.eq_ignore_ascii_case(b"null") {
                true => "a NULL in the table? COALESCE(SUM(bid), 0)",
                false => "a whole number is digits alone",
            };
            return Err(self.error(at_fault.unwrap_or(0), (what.to_owned(), found), Some(hint)));
        }
        let number = str::from_utf8(self.text).ok().and_then(|digits| digits.parse().ok());
        let too_large = (format!("{what} of at most {max}"), "a larger one".to_owned());
        number.filter(|&number| number <= max).ok_or_else(|| self.error(0, too_large, None))
    }

    /// Makes the error of what is wrong at byte `at` of the field.
    fn error(
        self,
        at: usize,
        expected_and_found: (String, String),
        hint: Option<&'static str>,
    ) -> CountsFileError {
        CountsFileError::new((self.line, self.column + at as u64), expected_and_found, hint)
    }
}

/// Why a line is no row of counts: where, what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountsFileError {
    line: u64,
    column: u64,
    message: String,
    expected_and_found: (String, String),
    hint: Option<&'static str>,
}

impl CountsFileError {
    fn new(
        (line, column): (u64, u64),
        expected_and_found: (String, String),
        hint: Option<&'static str>,
    ) -> CountsFileError {
        let (expected, found) = &expected_and_found;
        let message = format!("expected {expected}, found {found}");
        CountsFileError { line, column, message, expected_and_found, hint }
    }

    /// Makes the error of what is wrong in lines of entries too.
    fn of_kind(place: (u64, u64), kind: ErrorKind) -> CountsFileError {
        let error = CountsFileError::new(place, kind.expected_and_found(), kind.hint());
        CountsFileError { message: kind.to_string(), ..error }
    }

    /// Returns the line, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Returns the byte within the line, from 1.
    pub fn column(&self) -> u64 {
        self.column
    }

    /// Returns the message without the place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns what was expected, and what was found.
    pub fn expected_and_found(&self) -> (String, String) {
        self.expected_and_found.clone()
    }

    /// Returns how to mend it, where that is likely to be known.
    pub fn hint(&self) -> Option<&'static str> {
        self.hint
    }
}

impl fmt::Display for CountsFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl error::Error for CountsFileError {}
