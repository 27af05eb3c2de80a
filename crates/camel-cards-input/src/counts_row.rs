//! A row of a table of counts, and what can be wrong with it.

use std::{error, fmt};

use camel_cards::{Counts, CountsError, ErrorKind, Hand, Reader};

const HEADER: [&str; 3] = ["hand", "count", "bid_sum"];

/// Adds what line `number` says, if it is not empty or the header.
pub(crate) fn insert_row(
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
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    if line.len() > Reader::LINE_BYTES_MAX {
        return Err(CountsFileError::of_kind((number, 1), ErrorKind::LineTooLong));
    }
    let line = line.strip_prefix("\u{FEFF}".as_bytes()).filter(|_| number == 1).unwrap_or(line);
    if line.trim_ascii().is_empty() {
        return Ok(());
    }
    let (mut is_quoted, mut column) = (false, 1);
    let columns = line.split(|&byte| {
        is_quoted ^= byte == b'"';
        byte == b',' && !is_quoted
    });
    let fields: Vec<Field<'_>> = columns
        .map(|text| {
            let field = Field::new(text, number, column);
            column += text.len() as u64 + 1;
            field
        })
        .collect();
    if is_quoted {
        return Err(error("a closing quote", "end of line", None));
    }
    let [hand, count, bids] = fields[..] else {
        let expected = format!("3 columns ({})", HEADER.join(","));
        let has_other_separator = line.iter().any(|byte| b";|\t".contains(byte));
        let hint = has_other_separator.then_some("commas separate columns");
        return Err(error(&expected, &fields.len().to_string(), hint));
    };
    let is = |(field, name): (Field<'_>, &str)| field.text.eq_ignore_ascii_case(name.as_bytes());
    if number == 1 && [hand, count, bids].into_iter().zip(HEADER).all(is) {
        return Ok(());
    }
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

/// A field of a line, without blanks and quotes around it.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a [u8],
    line: u64,
    /// Where it begins in the line, in bytes from 1.
    column: u64,
}

impl<'a> Field<'a> {
    fn new(column_text: &'a [u8], line: u64, column: u64) -> Field<'a> {
        let is_around = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'"';
        let skipped = column_text.iter().position(|byte| !is_around(byte));
        let text = column_text.trim_ascii();
        let quoted = text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\""));
        let column = column + skipped.unwrap_or(0) as u64;
        Field { text: quoted.unwrap_or(text).trim_ascii(), line, column }
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
#[non_exhaustive]
pub struct CountsFileError {
    /// The line, from 1.
    pub line: u64,
    /// The byte within the line, from 1.
    pub column: u64,
    /// The message without the place.
    pub message: String,
    /// What was expected, and what was found.
    pub expected_and_found: (String, String),
    /// How to mend it, where that is likely to be known.
    pub hint: Option<&'static str>,
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
}

impl fmt::Display for CountsFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl error::Error for CountsFileError {}
