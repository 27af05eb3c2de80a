//! Tables of counts, as databases write them.

use std::{
    io::{BufRead, BufReader, Read},
    path::Path,
    sync::Arc,
};

use camel_cards::{Counts, Reader};

use crate::{
    InputError, InputErrorKind, Progress, Result, counts_row::insert_row, file_format::not_entries,
    source::Source,
};

/// Reads a table of counts: one `GROUP BY hand` of a database, as CSV.
///
/// A line is a hand, how many entries hold it, and the sum of their bids, with commas between. A header
/// `hand,count,bid_sum` may come first. Columns may be in double quotes, and have blanks within them; empty lines are
/// skipped, as is a byte-order mark. A line has at most 4,096 bytes. Gzip and zstd are undone.
///
/// # Errors
///
/// A failed read, and the first line that is no such row, that has a hand once more, or sums that no entries have.
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
/// As for [`read_counts`].
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
    let opened = source.open(&Arc::new(Progress::default()))?;
    let mut input = BufReader::with_capacity(1 << 16, opened.input);
    let start = input.fill_buf().map_err(|error| InputError::read(&name, error))?;
    if let Some(kind) = not_entries(start) {
        return Err(InputError::new(kind, &name));
    }
    let (mut counts, mut line) = (Counts::new(), Vec::new());
    for number in 1.. {
        line.clear();
        let mut limited = (&mut input).take(Reader::LINE_BYTES_MAX as u64 + 1);
        let read = limited.read_until(b'\n', &mut line);
        if read.map_err(|error| InputError::read(&name, error))? == 0 {
            break;
        }
        insert_row(&mut counts, &line, number)
            .map_err(|error| InputError::new(InputErrorKind::Counts(error), &name))?;
    }
    Ok(counts)
}

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
        let header = "(a header, if there is one, is hand,count,bid_sum)";
        let digits = "(a whole number is digits alone)";
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
            ("\"QQQJA,1,1\n", "1:1: expected a closing quote, found end of line"),
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
