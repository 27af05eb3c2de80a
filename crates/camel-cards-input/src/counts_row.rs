//! A row of a table of counts, and what can be wrong with it.

use std::{error, fmt};

use camel_cards::{Counts, CountsError, ErrorKind, Hand, Reader};
use csv_core::ReadRecordResult;

const HEADER: [&str; 3] = ["hand", "count", "bid_sum"];

/// What a line is, or its problem, with the byte in the line that it is at, from 1.
type LineResult<T> = Result<T, (u64, Problem)>;

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

    /// Adds what a line says, if it is not empty or the header.
    pub(crate) fn insert(
        &mut self,
        counts: &mut Counts,
        text: &[u8],
        line: u64,
    ) -> Result<(), CountsFileError> {
        let inserted = self.insert_line(counts, text, line);
        inserted.map_err(|(column, problem)| CountsFileError { line, column, problem })
    }

    fn insert_line(&mut self, counts: &mut Counts, line: &[u8], number: u64) -> LineResult<()> {
        if number == 1 && matches!(line, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
            return Err((1, Problem::Hand(ErrorKind::Utf16)));
        }
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        if content.len() > Reader::LINE_BYTES_MAX {
            return Err((1, Problem::Hand(ErrorKind::LineTooLong)));
        }
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        let mark = if number == 1 && content.starts_with("\u{FEFF}".as_bytes()) { 3 } else { 0 };
        if content[mark..].trim_ascii().is_empty() {
            return Ok(());
        }
        let line = [content, b"\n"].concat();
        let (result, _, _, count) = self.parser.read_record(&line, &mut self.text, &mut self.ends);
        if result != ReadRecordResult::Record {
            return Err((1, Problem::OpenQuote));
        }
        if count != HEADER.len() {
            let has_other_separator = content.iter().any(|byte| b";|\t".contains(byte));
            return Err((1, Problem::Columns { found: count, has_other_separator }));
        }
        let mut begin = 0;
        let fields = [0, 1, 2].map(|i| {
            let text = &self.text[std::mem::replace(&mut begin, self.ends[i])..self.ends[i]];
            Field::new(text.trim_ascii(), &content[mark..], i)
        });
        let is =
            |(field, name): (&Field<'_>, &str)| field.text.eq_ignore_ascii_case(name.as_bytes());
        if number == 1 && fields.iter().zip(HEADER).all(is) {
            return Ok(());
        }
        let [hand, count, bids] = fields;
        let count_of_hand = count.number("a count", u64::MAX.into());
        let (of_hand, count, sum) =
            (hand.hand()?, count_of_hand? as u64, bids.number("a bid sum", u128::MAX)?);
        counts.insert(of_hand, count, sum).map_err(|error| match error {
            CountsError::Bids { .. } => (bids.column, Problem::Counts(error)),
            _ => (hand.column, Problem::Counts(error)),
        })
    }
}

/// A field of a line, without blanks and quotes around it.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a [u8],
    /// Where it begins in the line, in bytes from 1.
    column: u64,
}

impl<'a> Field<'a> {
    /// Makes field number `i` of a line. No field that means something has a comma.
    fn new(text: &'a [u8], line: &[u8], i: usize) -> Field<'a> {
        let before: usize =
            line.split(|&byte| byte == b',').take(i).map(|text| text.len() + 1).sum();
        let is_text = |byte: &u8| !byte.is_ascii_whitespace() && *byte != b'"';
        let skipped = line[before..].iter().position(is_text).unwrap_or(0);
        let skipped = if text.is_empty() { 0 } else { skipped };
        Field { text, column: (before + skipped) as u64 + 1 }
    }

    fn hand(self) -> LineResult<Hand> {
        Hand::from_bytes(self.text)
            .map_err(|error| (self.column + error.position().byte, Problem::Hand(error.kind())))
    }

    /// Reads a number of at most `max`, which is `what` in messages.
    fn number(self, what: &'static str, max: u128) -> LineResult<u128> {
        let at_fault = self.text.iter().position(|byte| !byte.is_ascii_digit());
        if at_fault.is_some() || self.text.is_empty() {
            let found = String::from_utf8_lossy(self.text).escape_debug().to_string();
            let column = self.column + at_fault.unwrap_or(0) as u64;
            return Err((column, Problem::Number { what, found }));
        }
        let number = str::from_utf8(self.text).ok().and_then(|digits| digits.parse().ok());
        let too_large = || (self.column, Problem::TooLarge { what, max });
        number.filter(|&number| number <= max).ok_or_else(too_large)
    }
}

/// Why a line is no row of counts: where, what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountsFileError {
    line: u64,
    column: u64,
    problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    OpenQuote,
    Columns { found: usize, has_other_separator: bool },
    Hand(ErrorKind),
    Number { what: &'static str, found: String },
    TooLarge { what: &'static str, max: u128 },
    Counts(CountsError),
}

impl CountsFileError {
    /// Returns the line, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Returns the byte within the line, from 1.
    pub fn column(&self) -> u64 {
        self.column
    }

    /// Returns the message without the place.
    pub fn message(&self) -> String {
        self.problem.to_string()
    }

    /// Returns what was expected, and what was found.
    pub fn expected_and_found(&self) -> (String, String) {
        self.problem.expected_and_found()
    }

    /// Returns how to mend it, where that is likely to be known.
    pub fn hint(&self) -> Option<&'static str> {
        match &self.problem {
            Problem::Columns { has_other_separator: true, .. } => Some("commas separate columns"),
            Problem::Hand(kind) => kind.hint().or_else(|| {
                let may_be_header =
                    self.line == 1 && matches!(kind, ErrorKind::UnknownLabel { .. });
                may_be_header.then_some("a header, if there is one, is hand,count,bid_sum")
            }),
            Problem::Number { found, .. }
                if found.is_empty() || found.eq_ignore_ascii_case("null") =>
            {
                Some("a NULL in the table? COALESCE(SUM(bid), 0)")
            }
            Problem::Number { .. } => Some("a whole number is digits alone"),
            Problem::Counts(error) => error.hint(),
            Problem::OpenQuote | Problem::Columns { .. } | Problem::TooLarge { .. } => None,
        }
    }
}

impl Problem {
    fn expected_and_found(&self) -> (String, String) {
        match self {
            Problem::OpenQuote => ("a closing quote".to_owned(), "end of line".to_owned()),
            Problem::Columns { found, .. } => {
                (format!("3 columns ({})", HEADER.join(",")), found.to_string())
            }
            Problem::Hand(kind) => kind.expected_and_found(),
            Problem::Number { what, found } if found.is_empty() => {
                ((*what).to_owned(), "nothing".to_owned())
            }
            Problem::Number { what, found } => ((*what).to_owned(), format!("\"{found}\"")),
            Problem::TooLarge { what, max } => {
                (format!("{what} of at most {max}"), "a larger one".to_owned())
            }
            Problem::Counts(error) => error.expected_and_found(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Hand(kind) => kind.fmt(f),
            Problem::TooLarge { what, max } => write!(f, "{what} larger than {max}"),
            Problem::Counts(error) => error.fmt(f),
            _ => {
                let (expected, found) = self.expected_and_found();
                write!(f, "expected {expected}, found {found}")
            }
        }
    }
}

impl fmt::Display for CountsFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl error::Error for CountsFileError {}
