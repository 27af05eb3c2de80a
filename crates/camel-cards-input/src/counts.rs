//! Tables of counts, as databases write them.

use std::{
    error, fmt,
    io::{BufRead, Read},
    path::Path,
    sync::Arc,
};

use camel_cards::{Counts, CountsError, ErrorKind, Hand, Reader};

use crate::{InputError, InputErrorKind, Result, source::Source};

/// Reads a table of counts: the result of `GROUP BY hand` in a database, as CSV.
///
/// A line has a hand, the number of its entries, and the sum of their bids, separated by commas.
/// The first line may be the header `hand,count,bid_sum`. Columns may be in double quotes, with
/// blanks inside them. Empty lines and a byte-order mark are skipped. A line may have at most 4,096
/// bytes. Gzip and zstd are unpacked.
///
/// # Errors
///
/// A failed read, or the first line that is not such a row, repeats a hand, or has sums that no
/// entries could have.
///
/// ```
/// use camel_cards::Ties;
/// use camel_cards_input::read_counts;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("counts.csv");
/// std::fs::write(&path, "hand,count,bid_sum\nQQQJA,2,503\nKTJJT,1,220\n")?;
/// assert_eq!(read_counts(&path)?.score(Ties::Min)?.winnings.standard, 220 + 2 * 503);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_counts(path: impl AsRef<Path>) -> Result<Counts> {
    read(Source::path(path.as_ref().to_owned()))
}

/// Reads a table of counts from a reader, which messages call `name`.
///
/// # Errors
///
/// The same as for [`read_counts`].
///
/// ```
/// use camel_cards_input::{InputErrorKind, read_counts_from};
///
/// let table = "QQQJA,2,503\nKTJJT,0,220\n";
/// let error = read_counts_from("table", table.as_bytes()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "table:2:9: expected a bid sum of 0 for a count of 0, found 220",
/// );
/// let InputErrorKind::Counts(error) = error.kind() else { panic!() };
/// assert_eq!((error.line, error.column), (2, 9));
/// ```
pub fn read_counts_from(name: &str, reader: impl Read + Send + 'static) -> Result<Counts> {
    read(Source::reader(name, Box::new(reader)))
}

fn read(source: Source) -> Result<Counts> {
    let name = source.name.clone();
    let failed = |error| InputError::read(&name, error);
    let mut input = source.open(&Arc::default(), false)?;
    let (mut counts, mut line) = (Counts::new(), Vec::new());
    for number in 1.. {
        line.clear();
        let mut limited = (&mut input).take(Reader::LINE_BYTES_MAX as u64 + 1);
        let read = limited.read_until(b'\n', &mut line);
        if read.map_err(failed)? == 0 {
            break;
        }
        insert_row(&mut counts, &line, number == 1).map_err(|error| {
            let error = CountsFileError { line: number, ..error };
            InputError::new(InputErrorKind::Counts(error), &name)
        })?;
    }
    Ok(counts)
}

const HEADER: [&str; 3] = ["hand", "count", "bid_sum"];

/// The result for one line; the caller knows its number.
type LineResult<T> = std::result::Result<T, CountsFileError>;

/// Adds the row in a line, unless it is empty or the header.
fn insert_row(counts: &mut Counts, line: &[u8], is_first: bool) -> LineResult<()> {
    if is_first && matches!(line, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
        return Err(CountsFileError::of_kind(1, ErrorKind::Utf16));
    }
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    if line.len() > Reader::LINE_BYTES_MAX {
        return Err(CountsFileError::of_kind(1, ErrorKind::LineTooLong));
    }
    let line = line.strip_prefix("\u{FEFF}".as_bytes()).filter(|_| is_first).unwrap_or(line);
    if line.trim_ascii().is_empty() {
        return Ok(());
    }
    // Quotes need no parser: no value has a comma.
    let (mut fields, mut column) = (Vec::new(), 1);
    for text in line.split(|&byte| byte == b',') {
        fields.push(Field::new(text, column));
        column += text.len() as u64 + 1;
    }
    let [hand, count, bids] = fields[..] else {
        let columns = (format!("3 columns ({})", HEADER.join(",")), fields.len().to_string());
        let has_other_separator = line.iter().any(|byte| b";|\t".contains(byte));
        let hint = has_other_separator.then_some("commas separate columns");
        return Err(CountsFileError { hint, ..CountsFileError::new(1, columns) });
    };
    let is = |(field, name): (Field<'_>, &str)| field.text.eq_ignore_ascii_case(name.as_bytes());
    if is_first && [hand, count, bids].into_iter().zip(HEADER).all(is) {
        return Ok(());
    }
    let of_hand = hand.hand(is_first)?;
    let count = count.number("a count", u64::MAX.into())? as u64;
    let sum = bids.number("a bid sum", u128::MAX)?;
    counts.insert(of_hand, count, sum).map_err(|error| {
        let field = if matches!(error, CountsError::Bids { .. }) { bids } else { hand };
        CountsFileError::new(field.column, error.expected_and_found())
    })
}

/// A field of a line, without blanks and quotes around it.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a [u8],
    /// Where it begins in the line, in bytes from 1.
    column: u64,
}

impl<'a> Field<'a> {
    fn new(column_text: &'a [u8], column: u64) -> Field<'a> {
        let is_around = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'"';
        let skipped = column_text.iter().position(|byte| !is_around(byte));
        let text = column_text.trim_ascii();
        let quoted = text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\""));
        let column = column + skipped.unwrap_or(0) as u64;
        Field { text: quoted.unwrap_or(text).trim_ascii(), column }
    }

    /// Reads a hand; in the first line it may be a header that is not known.
    fn hand(self, is_first: bool) -> LineResult<Hand> {
        Hand::from_bytes(self.text).map_err(|error| {
            let kind = error.kind();
            let may_be_header = is_first && matches!(kind, ErrorKind::UnknownLabel { .. });
            let header = may_be_header.then_some("the header, if any, is hand,count,bid_sum");
            let error = CountsFileError::of_kind(self.column + error.position().byte, kind);
            CountsFileError { hint: error.hint.or(header), ..error }
        })
    }

    /// Reads a number of at most `max`, which is `what` in messages.
    fn number(self, what: &str, max: u128) -> LineResult<u128> {
        let at_fault = self.text.iter().position(|byte| !byte.is_ascii_digit());
        if at_fault.is_some() || self.text.is_empty() {
            let found = match self.text {
                b"" => "nothing".to_owned(),
                text => format!("\"{}\"", String::from_utf8_lossy(text).escape_debug()),
            };
            let hint = match self.text.is_empty() || self.text.eq_ignore_ascii_case(b"null") {
                true => "a NULL in the table? COALESCE(SUM(bid), 0)",
                false => "write it with digits only",
            };
            let column = self.column + at_fault.unwrap_or(0) as u64;
            let error = CountsFileError::new(column, (what.to_owned(), found));
            return Err(CountsFileError { hint: Some(hint), ..error });
        }
        let number = std::str::from_utf8(self.text).ok().and_then(|digits| digits.parse().ok());
        let too_large = (format!("{what} of at most {max}"), "a larger one".to_owned());
        let too_large = || CountsFileError::new(self.column, too_large);
        number.filter(|&number| number <= max).ok_or_else(too_large)
    }
}

/// Why a line is not a row of counts: where, what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CountsFileError {
    /// The line, from 1.
    pub line: u64,
    /// The byte within the line, from 1.
    pub column: u64,
    /// The message without the position.
    pub message: String,
    /// What was expected, and what was found.
    pub expected_and_found: (String, String),
    /// The likely fix, if there is one.
    pub hint: Option<&'static str>,
}

impl CountsFileError {
    /// Makes an error in the first line.
    fn new(column: u64, expected_and_found: (String, String)) -> CountsFileError {
        let (expected, found) = &expected_and_found;
        let message = format!("expected {expected}, found {found}");
        CountsFileError { line: 1, column, message, expected_and_found, hint: None }
    }

    /// Converts an error that lines of entries have, too.
    fn of_kind(column: u64, kind: ErrorKind) -> CountsFileError {
        let error = CountsFileError::new(column, kind.expected_and_found());
        CountsFileError { message: kind.to_string(), hint: kind.hint(), ..error }
    }
}

impl fmt::Display for CountsFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl error::Error for CountsFileError {}

#[cfg(test)]
mod tests {
    use camel_cards::Ties;

    use super::*;

    fn read(table: &[u8]) -> std::result::Result<(u64, u128), String> {
        let counts = read_counts_from("t", std::io::Cursor::new(table.to_vec()));
        let counts = counts.map_err(|error| error.to_string())?;
        let score = counts.score(Ties::Min).unwrap();
        Ok((score.entries, score.winnings.standard))
    }

    #[test]
    fn tables_come_in_many_forms() {
        let expected = Ok((3, 220 + 2 * 503));
        for table in [
            "KTJJT,1,220\nQQQJA,2,503",
            "hand,count,bid_sum\nQQQJA,2,503\nKTJJT,1,220\n",
            "HAND,COUNT,BID_SUM\r\nQQQJA,2,503\r\nKTJJT,1,220\r\n",
            "\u{FEFF}\"hand\",\"count\",\"bid_sum\"\n\"QQQJA\",\"2\",\"503\"\n\"KTJJT\",1,220\n\n",
            "\u{FEFF}QQQJA,2,503\nKTJJT,1,220\n",
            " QQQJA , 2 ,\t503 \n\n  \n\"KTJJT\",\" 1\",00220",
            "hand,count,bid_sum\nQQQJA,2,503\nKTJJT,1,220\nAAAAA,0,0\n",
        ] {
            assert_eq!(read(table.as_bytes()), expected, "{table}");
        }
        for empty in ["", "\n", "hand,count,bid_sum", "\u{FEFF}"] {
            assert_eq!(read(empty.as_bytes()), Ok((0, 0)), "{empty}");
        }
        let longest = format!("22222,1,{:04088}", 1);
        assert_eq!(read(longest.as_bytes()), Ok((1, 1)));
        assert_eq!(
            read((longest + "\r\n").as_bytes()),
            Err("t:1:1: line is longer than 4096 bytes".into())
        );
        let largest = format!("22222,{},{}", u64::MAX, u128::from(u64::MAX).pow(2));
        assert_eq!(read(largest.as_bytes()), Ok((u64::MAX, u128::from(u64::MAX).pow(2))));
    }

    #[test]
    fn errors_say_where_and_what() {
        let header = "(the header, if any, is hand,count,bid_sum)";
        let digits = "(write it with digits only)";
        for (table, expected) in [
            ("QQQJA\n", "1:1: expected 3 columns (hand,count,bid_sum), found 1"),
            ("QQQJA,2,5,\n", "1:1: expected 3 columns (hand,count,bid_sum), found 4"),
            (",\n", "1:1: expected 3 columns (hand,count,bid_sum), found 2"),
            (
                "QQQJA|2|5\n",
                "1:1: expected 3 columns (hand,count,bid_sum), found 1 (commas separate columns)",
            ),
            (
                "hand,n,bids\n",
                &format!("1:1: expected a card label (one of 23456789TJQKA), found 'h' {header}"),
            ),
            (
                "\"QQQJA,1,1\n",
                &format!("1:2: expected a card label (one of 23456789TJQKA), found '\"' {header}"),
            ),
            ("QQQJA,1,\"1,000\"\n", "1:1: expected 3 columns (hand,count,bid_sum), found 4"),
            (
                "\n QQ1JA,1,1\n",
                "2:4: expected a card label (one of 23456789TJQKA), found '1' (the label of a ten is T)",
            ),
            ("\nQQqJA,1,1\n", "2:3: unknown label 'q'; labels are upper case, did you mean 'Q'?"),
            ("\n,1,1\n", "2:1: expected a hand of 5 cards, found 0"),
            ("22222,1,1\n222222,1,1\n", "2:1: expected a hand of 5 cards, found 6"),
            ("22222,-1,1\n", &format!("1:7: expected a count, found \"-1\" {digits}")),
            ("22222,1.0,1\n", &format!("1:8: expected a count, found \"1.0\" {digits}")),
            ("22222,1,\" 5e3\"\n", &format!("1:12: expected a bid sum, found \"5e3\" {digits}")),
            (
                "22222,1,\n",
                "1:9: expected a bid sum, found nothing (a NULL in the table? COALESCE(SUM(bid), 0))",
            ),
            (
                "22222,18446744073709551616,1",
                "1:7: expected a count of at most 18446744073709551615, found a larger one",
            ),
            (
                "22222,1,340282366920938463463374607431768211456",
                "1:9: expected a bid sum of at most 340282366920938463463374607431768211455, found a larger one",
            ),
            (
                "22222,2,36893488147419103231",
                "1:9: expected a bid sum of at most 36893488147419103230 for a count of 2, found 36893488147419103231",
            ),
            ("22222,0,1", "1:9: expected a bid sum of 0 for a count of 0, found 1"),
            (
                "22222,0,0\n22222,0,0\n",
                "2:1: expected each hand once, as `GROUP BY hand` gives it, found 22222 again",
            ),
            (
                "22222,18446744073709551615,0\n22223,1,0",
                "2:1: expected counts that add up to at most 18446744073709551615, found more",
            ),
            (&format!("22222,1,{:04089}\n", 1), "1:1: line is longer than 4096 bytes"),
            (&format!("22222,1,{:04089}", 1), "1:1: line is longer than 4096 bytes"),
        ] {
            assert_eq!(read(table.as_bytes()), Err(format!("t:{expected}")), "{table}");
        }
        let utf16 = "t:1:1: expected UTF-8 text, found UTF-16 (save the file as UTF-8)";
        assert_eq!(read(b"\xFF\xFE2\x002\x00"), Err(utf16.to_owned()));
        let byte = "t:2:2: expected a card label (one of 23456789TJQKA), found byte 0xE9";
        assert_eq!(read(b"\n2\xE9222,1,1"), Err(byte.to_owned()));
    }

    #[cfg(feature = "gzip")]
    #[test]
    fn compressed_tables_are_unpacked() {
        use std::io::Write;
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(b"KTJJT,1,220\nQQQJA,2,503\n").unwrap();
        assert_eq!(read(&gzip.finish().unwrap()), Ok((3, 220 + 2 * 503)));
    }
}
