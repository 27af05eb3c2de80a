use arrow_array::{Array, ArrayRef, cast::AsArray};
use arrow_schema::DataType;
use camel_cards::Hand;

use crate::failure::BadRow;

/// Returns the hand of each row of texts; `None` for null, and for a text that is not a hand.
pub(crate) fn hands(column: &ArrayRef) -> Result<Vec<Option<Hand>>, BadRow> {
    match column.data_type() {
        DataType::Utf8 => Ok(of_texts(column.as_string::<i32>().iter())),
        DataType::LargeUtf8 => Ok(of_texts(column.as_string::<i64>().iter())),
        DataType::Utf8View => {
            // The value of a null row may be a hand.
            let column = column.as_string_view();
            let rows = (0..).zip(column.views());
            Ok(rows.map(|(i, &view)| of_view(view).filter(|_| column.is_valid(i))).collect())
        }
        DataType::Null => Ok(vec![None; column.len()]),
        // Hands of digits only, from a file that was read without types.
        other if other.is_integer() => {
            let found = format!("{other} (hands that are numbers: have the column read as text)");
            Err(BadRow::new("a column of strings", found))
        }
        other => Err(BadRow::new("a column of strings", other.to_string())),
    }
}

fn of_texts<'a>(texts: impl Iterator<Item = Option<&'a str>>) -> Vec<Option<Hand>> {
    texts.map(|text| Hand::from_bytes(text?.as_bytes()).ok()).collect()
}

/// A text of up to twelve bytes is inside its view, after its length. Reading it there takes a third of the time.
fn of_view(view: u128) -> Option<Hand> {
    let labels = view.to_le_bytes();
    if view as u32 == 5 { Hand::from_bytes(labels.get(4..9)?).ok() } else { None }
}

/// Returns the error for a row without a hand.
pub(crate) fn no_hand(column: &dyn Array, row: usize) -> BadRow {
    bad_hand(column, row).unwrap_or_else(|| BadRow::new("a hand", "null"))
}

/// Returns the error for a row whose text is not a hand; `None` if the row is null.
pub(crate) fn bad_hand(column: &dyn Array, row: usize) -> Option<BadRow> {
    let text = match column.data_type() {
        _ if column.is_null(row) => return None,
        DataType::Utf8 => column.as_string::<i32>().value(row),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row),
        DataType::Utf8View => column.as_string_view().value(row),
        _ => return None,
    };
    text.parse::<Hand>().err().map(|error| BadRow::hand(text, error.kind()))
}
