//! A line of a table of counts, and what can be wrong with it.

use std::{error, fmt};

use camel_cards::{Card, Counts, CountsError, ErrorKind, Hand};

const HEADER: [&str; 3] = ["hand", "count", "bid_sum"];

/// Longer lines are no counts, and not read to their end.
pub(crate) const LINE_BYTES_MAX: usize = 1 << 12;

const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

/// Adds what a line says, if it is not empty or the header.
pub(crate) fn insert_line(
    counts: &mut Counts,
    line: &[u8],
    number: u64,
) -> Result<(), CountsFileError> {
    insert(counts, line, number).map_err(|(column, problem)| CountsFileError {
        line: number,
        column,
        problem,
    })
}

/// What a line is, or its problem, with the column that it is in.
type LineResult<T> = Result<T, (u64, Problem)>;

fn insert(counts: &mut Counts, line: &[u8], number: u64) -> LineResult<()> {
    if line.len() > LINE_BYTES_MAX {
        return Err((1, Problem::LineLength));
    }
    let line = match number {
        1 if matches!(line, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) => {
            return Err((1, Problem::Hand(ErrorKind::Utf16)));
        }
        1 => line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line),
        _ => line,
    };
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let fields: Vec<Field<'_>> = fields(line).collect();
    if let [Field { text: [], .. }] = fields[..] {
        return Ok(());
    }
    let [hand, count, bids] = fields[..] else {
        let other = line.iter().any(|byte| b";|\t".contains(byte));
        return Err((1, Problem::Columns { found: fields.len(), has_other_separator: other }));
    };
    let is = |(field, name): (&Field<'_>, &str)| field.text.eq_ignore_ascii_case(name.as_bytes());
    if number == 1 && fields.iter().zip(HEADER).all(is) {
        return Ok(());
    }
    let (hand_column, bids_column) = (hand.column, bids.column);
    let hand = hand.hand()?;
    let count = count.number("a count", u64::MAX.into())? as u64;
    let bids = bids.number("a bid sum", u128::MAX)?;
    counts.insert(hand, count, bids).map_err(|error| {
        let column =
            if matches!(error, CountsError::Bids { .. }) { bids_column } else { hand_column };
        (column, Problem::Counts(error))
    })
}

/// A field of a line, without blanks and quotes around it.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a [u8],
    /// Where it begins in the line, in bytes from 1.
    column: u64,
}

/// Splits a line at its commas: no field has one within.
fn fields(line: &[u8]) -> impl Iterator<Item = Field<'_>> {
    let mut column = 1;
    line.split(|&byte| byte == b',').map(move |text| {
        let field = Field { text, column };
        column += text.len() as u64 + 1;
        field.trimmed().unquoted().trimmed()
    })
}

impl<'a> Field<'a> {
    fn trimmed(self) -> Field<'a> {
        let text = self.text.trim_ascii_start();
        let column = self.column + (self.text.len() - text.len()) as u64;
        Field { text: text.trim_ascii_end(), column }
    }

    fn unquoted(self) -> Field<'a> {
        match self.text {
            [b'"', text @ .., b'"'] => Field { text, column: self.column + 1 },
            _ => self,
        }
    }

    fn hand(self) -> LineResult<Hand> {
        let mut cards = Vec::with_capacity(5);
        for (column, &found) in (self.column..).zip(self.text) {
            let unknown = || (column, Problem::Hand(ErrorKind::UnknownLabel { found }));
            cards.push(Card::from_label(found).ok_or_else(unknown)?);
        }
        let cards = cards.try_into().map_err(|cards: Vec<Card>| {
            (self.column, Problem::Hand(ErrorKind::HandLength { found: cards.len() as u64 }))
        })?;
        Ok(Hand::new(cards))
    }

    /// Reads a number of at most `max`, which is `what` in messages.
    fn number(self, what: &'static str, max: u128) -> LineResult<u128> {
        let at_fault = self.text.iter().position(|byte| !byte.is_ascii_digit());
        if at_fault.is_some() || self.text.is_empty() {
            let found = String::from_utf8_lossy(self.text).escape_debug().to_string();
            let column = self.column + at_fault.unwrap_or(0) as u64;
            return Err((column, Problem::Number { what, found }));
        }
        let number = self.text.iter().try_fold(0u128, |number, digit| {
            number.checked_mul(10)?.checked_add((digit - b'0').into())
        });
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
    LineLength,
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

    /// Returns what was expected and what was found.
    pub fn message(&self) -> String {
        self.problem.to_string()
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
            Problem::LineLength | Problem::Columns { .. } | Problem::TooLarge { .. } => None,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::LineLength => write!(f, "line is longer than {LINE_BYTES_MAX} bytes"),
            Problem::Columns { found, .. } => {
                write!(f, "expected 3 columns ({}), found {found}", HEADER.join(","))
            }
            Problem::Hand(kind) => kind.fmt(f),
            Problem::Number { what, found } if found.is_empty() => {
                write!(f, "expected {what}, found nothing")
            }
            Problem::Number { what, found } => write!(f, "expected {what}, found \"{found}\""),
            Problem::TooLarge { what, max } => write!(f, "{what} larger than {max}"),
            Problem::Counts(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for CountsFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl error::Error for CountsFileError {}
