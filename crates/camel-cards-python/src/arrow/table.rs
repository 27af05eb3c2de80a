use arrow_array::{
    Array, ArrayRef, BooleanArray, StructArray, UInt64Array, cast::AsArray, downcast_run_array,
};
use arrow_select::{
    nullif::nullif,
    take::{TakeOptions, take},
};
use pyo3::PyResult;

use super::import::Arrays;
use crate::failure::{BadRow, arrow_error, check_signals};

/// How many rows are read at once: long runs of one column come from memory quicker, and more would leave the cache.
const ROWS: usize = 1 << 15;
/// How many rows there are between two looks at the signals.
const SIGNAL_ROWS: usize = 1 << 18;

/// Calls a function with some rows after the other: with the number of the first, the columns of these names, and true;
/// or, if there is one name only, with an array that is no table, and false.
pub(crate) fn each_slice(
    arrays: Arrays,
    names: &[&str],
    mut act: impl FnMut(u64, &[ArrayRef], bool) -> PyResult<()>,
) -> PyResult<()> {
    let mut first_row = 0;
    for array in arrays {
        let array = array?;
        let table = array.as_struct_opt();
        let columns = match table {
            Some(table) => names.iter().map(|name| named(table, name)).collect::<PyResult<_>>()?,
            None if names.len() == 1 => vec![array.clone()],
            None => {
                let expected = format!("a table with columns {}", quoted(names, " and "));
                let found = format!("a column of type {}", array.data_type());
                return Err(BadRow::new(expected, found).into());
            }
        };
        let missing = table.and_then(|table| table.nulls());
        let missing = missing.map(|valid| BooleanArray::new(!valid.inner(), None));
        // Without any rows, the types of the columns are looked at all the same.
        for start in (0..array.len().max(1)).step_by(ROWS) {
            if start % SIGNAL_ROWS == 0 {
                check_signals()?;
            }
            let rows = ROWS.min(array.len() - start);
            let slice = |column: &ArrayRef| {
                let column = plain(column.slice(start, rows))?;
                // A column is null where the table's row is.
                let nulls =
                    missing.as_ref().map(|missing| nullif(&column, &missing.slice(start, rows)));
                nulls.unwrap_or(Ok(column)).map_err(arrow_error)
            };
            let slices: Vec<_> = columns.iter().map(slice).collect::<PyResult<_>>()?;
            act(first_row, &slices, table.is_some())?;
            first_row += rows as u64;
        }
    }
    Ok(())
}

/// Returns rows that are encoded as runs or by a dictionary as they are without that.
fn plain(column: ArrayRef) -> PyResult<ArrayRef> {
    let checked = Some(TakeOptions { check_bounds: true });
    if let Some(dictionary) = column.as_any_dictionary_opt() {
        return take(dictionary.values(), dictionary.keys(), checked).map_err(arrow_error);
    }
    let runs: &dyn Array = &column;
    downcast_run_array!(
        runs => {
            let places = (0..runs.len()).map(|row| runs.get_physical_index(row) as u64);
            let places = UInt64Array::from_iter_values(places);
            plain(take(runs.values(), &places, checked).map_err(arrow_error)?)
        },
        _ => Ok(column),
    )
}

fn named(table: &StructArray, name: &str) -> PyResult<ArrayRef> {
    let names = table.column_names();
    let mut places = (0..names.len()).filter(|&i| names[i] == name);
    let (expected, found) = match (places.next(), places.next()) {
        (Some(i), None) => return Ok(table.column(i).clone()),
        (Some(_), Some(_)) => (format!("one column {name:?}"), "several of that name".to_owned()),
        (None, _) if names.is_empty() => (format!("a column {name:?}"), "no columns".to_owned()),
        (None, _) => (format!("a column {name:?}"), quoted(&names, ", ")),
    };
    Err(BadRow::new(expected, found).into())
}

fn quoted(names: &[&str], separator: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    quoted.join(separator)
}
