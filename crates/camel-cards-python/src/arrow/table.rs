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

/// The number of rows read at once: many rows of one column come from memory faster, but more would not fit the cache.
const ROWS: usize = 1 << 15;
/// The number of rows between two checks for signals.
const SIGNAL_ROWS: usize = 1 << 18;

/// Calls a function with slices of rows: the number of the first row, the columns with these names, and true. If there
/// is only one name, arrays may be plain columns; these come with false.
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
        // Check the types of the columns even if there are no rows.
        for start in (0..array.len().max(1)).step_by(ROWS) {
            if start % SIGNAL_ROWS == 0 {
                check_signals()?;
            }
            let rows = ROWS.min(array.len() - start);
            let slice = |column: &ArrayRef| {
                let column = plain(column.slice(start, rows))?;
                // A row that is null in the table is null in each column.
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

/// Decodes a column that is encoded by runs or a dictionary.
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
