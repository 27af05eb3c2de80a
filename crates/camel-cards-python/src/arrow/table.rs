use arrow_array::{
    Array, ArrayRef, StructArray, UInt64Array, cast::AsArray, downcast_run_array, make_array,
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use arrow_select::take::{TakeOptions, take};
use camel_cards::Entry;

use super::{Arrays, HandReader, no_hand, no_number, numbers};
use crate::{
    failure::{BadRow, Result},
    source::check_signals,
};

/// How many rows are read at once.
const ROWS: usize = 1 << 10;
/// How many rows there are between two looks at the signals.
const SIGNAL_ROWS: usize = 1 << 18;

/// The two columns of a table that make an entry.
#[derive(Clone, Copy)]
pub(crate) struct EntryColumns<'a> {
    pub(crate) hand: &'a str,
    pub(crate) bid: &'a str,
}

/// Some rows of the columns that are read.
pub(crate) struct Slice {
    /// The number of the first row among all.
    pub(crate) first_row: u64,
    pub(crate) columns: Vec<ArrayRef>,
    pub(crate) is_table: bool,
}

/// Appends an entry for each row of a table.
pub(crate) fn extend(
    arrays: Arrays,
    names: EntryColumns<'_>,
    entries: &mut impl Extend<Entry>,
) -> Result<()> {
    let mut reader = HandReader::default();
    each_slice(arrays, &[names.hand, names.bid], |slice| {
        let [hand_column, bid_column] = &slice.columns[..] else { return Ok(()) };
        let hands = reader.read(hand_column).map_err(|failure| failure.of_column(names.hand))?;
        let bids = numbers::<u64>(bid_column, names.bid)?;
        let every_bid = bids.every().filter(|_| hands.iter().all(Option::is_some));
        if let Some(bids) = every_bid {
            let rows = hands.iter().zip(bids);
            entries.extend(rows.filter_map(|(&hand, &bid)| Some(Entry { hand: hand?, bid })));
            return Ok(());
        }
        let mut rows = 0..hands.len();
        let bad_row = rows.find(|&row| hands[row].is_none() || bids.get(row).is_none());
        let Some(row) = bad_row else { return Ok(()) };
        let bad = match hands[row] {
            None => no_hand(hand_column, row).of_column(names.hand),
            Some(_) => no_number(bid_column, row, "a bid", u64::MAX.into()).of_column(names.bid),
        };
        Err(bad.in_row(slice.first_row + row as u64).into())
    })
}

/// Calls a function with some rows after the other: with the columns of these names; or, if there
/// is one name only, with an array that is no table.
pub(crate) fn each_slice(
    arrays: Arrays,
    names: &[&str],
    mut act: impl FnMut(Slice) -> Result<()>,
) -> Result<()> {
    let mut rows_before = 0;
    for array in arrays {
        let array = array?;
        let table = array.as_struct_opt();
        let columns = match table {
            Some(table) => names.iter().map(|name| named(table, name)).collect::<Result<_>>()?,
            None if names.len() == 1 => vec![array.clone()],
            None => {
                let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
                let expected = format!("a table with columns {}", names.join(" and "));
                let found = format!("a column of type {}", array.data_type());
                return Err(BadRow::new(expected, found).into());
            }
        };
        // Without any rows, the types of the columns are looked at all the same.
        for start in (0..array.len().max(1)).step_by(ROWS) {
            if start % SIGNAL_ROWS == 0 {
                check_signals()?;
            }
            let rows = ROWS.min(array.len() - start);
            let slices = columns.iter().map(|column: &ArrayRef| plain(column.slice(start, rows)));
            act(Slice {
                first_row: rows_before + start as u64,
                columns: slices.collect::<Result<_>>()?,
                is_table: table.is_some(),
            })?;
        }
        rows_before += array.len() as u64;
    }
    Ok(())
}

/// Returns rows that are encoded as runs, or as a dictionary of numbers, as they are without that.
/// `HandReader` knows dictionaries of texts.
fn plain(column: ArrayRef) -> Result<ArrayRef> {
    let checked = Some(TakeOptions { check_bounds: true });
    if let Some(numbers) = column.as_any_dictionary_opt()
        && (numbers.values().data_type().is_numeric()
            || *numbers.values().data_type() == DataType::Null)
    {
        return Ok(take(numbers.values(), numbers.keys(), checked)?);
    }
    let runs: &dyn Array = &column;
    downcast_run_array!(
        runs => {
            let places = (0..runs.len()).map(|row| runs.get_physical_index(row) as u64);
            plain(take(runs.values(), &UInt64Array::from_iter_values(places), checked)?)
        },
        _ => Ok(column),
    )
}

/// Returns a column of a table, which is null where the table's row is.
fn named(table: &StructArray, name: &str) -> Result<ArrayRef> {
    let names = table.column_names();
    let mut places = (0..names.len()).filter(|&i| names[i] == name);
    let column = match (places.next(), places.next()) {
        (Some(i), None) => table.column(i),
        (Some(_), Some(_)) => return Err(BadRow::several_columns(name).into()),
        (None, _) => return Err(BadRow::no_column(name, &names).into()),
    };
    if table.null_count() == 0 || *column.data_type() == DataType::Null {
        return Ok(column.clone());
    }
    let nulls = NullBuffer::union(table.nulls(), column.nulls());
    Ok(make_array(column.to_data().into_builder().nulls(nulls).build()?))
}
