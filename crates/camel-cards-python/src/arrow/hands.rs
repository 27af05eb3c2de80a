use arrow_array::{Array, ArrayRef, cast::AsArray};
use arrow_schema::DataType;
use camel_cards::Hand;

use super::numbers::values;
use crate::failure::{BadRow, Result};

/// Reads columns of texts that should be hands.
///
/// It keeps the hands of the last dictionary, so that they are read once and not once a slice.
#[derive(Default)]
pub(crate) struct HandReader(Option<(ArrayRef, Vec<Option<Hand>>)>);

impl HandReader {
    /// Returns the hand of each row; `None` for null, and for a text that is no hand.
    pub(crate) fn read(&mut self, column: &ArrayRef) -> Result<Vec<Option<Hand>>> {
        let Some(dictionary) = column.as_any_dictionary_opt() else { return of_texts(column) };
        let texts = dictionary.values();
        let known = self.0.take().filter(|(known, _)| known.to_data().ptr_eq(&texts.to_data()));
        let (_, hands) = self.0.insert(match known {
            Some(known) => known,
            None => (texts.clone(), of_texts(texts)?),
        });
        let keys = values::<usize>(dictionary.keys()).unwrap_or_default();
        Ok(keys.into_iter().map(|key| *hands.get(key?)?).collect())
    }
}

fn of_texts(column: &ArrayRef) -> Result<Vec<Option<Hand>>> {
    fn hand(text: Option<&str>) -> Option<Hand> {
        Hand::from_labels(text?.as_bytes().try_into().ok()?)
    }
    Ok(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().iter().map(hand).collect(),
        DataType::LargeUtf8 => column.as_string::<i64>().iter().map(hand).collect(),
        DataType::Utf8View => column.as_string_view().iter().map(hand).collect(),
        DataType::Null => vec![None; column.len()],
        other => return Err(BadRow::new("a column of strings", other.to_string()).into()),
    })
}

/// Says why a row has no hand.
pub(crate) fn no_hand(column: &dyn Array, row: usize) -> BadRow {
    bad_hand(column, row).unwrap_or_else(|| BadRow::new("a hand", "null"))
}

/// Says why the text of a row is no hand, unless it is null.
pub(crate) fn bad_hand(column: &dyn Array, row: usize) -> Option<BadRow> {
    if row >= column.len() || column.is_null(row) {
        return None;
    }
    if let Some(dictionary) = column.as_any_dictionary_opt() {
        let key = values::<usize>(&*dictionary.keys().slice(row, 1))?[0]?;
        return bad_hand(dictionary.values(), key);
    }
    Some(BadRow::hand(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row),
        DataType::Utf8View => column.as_string_view().value(row),
        _ => return None,
    }))
}
