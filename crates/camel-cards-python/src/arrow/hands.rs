use arrow_array::{Array, ArrayRef, GenericStringArray, OffsetSizeTrait, cast::AsArray};
use arrow_schema::DataType;
use camel_cards::Hand;

use super::numbers;
use crate::failure::BadRow;

/// Reads columns of texts that should be hands.
///
/// It keeps the hands of the last dictionary, so that they are read once and not once a slice.
#[derive(Default)]
pub(crate) struct HandReader(Option<(ArrayRef, Vec<Option<Hand>>)>);

impl HandReader {
    /// Returns the hand of each row; `None` for null, and for a text that is no hand.
    pub(crate) fn read(&mut self, column: &ArrayRef) -> Result<Vec<Option<Hand>>, BadRow> {
        let Some(dictionary) = column.as_any_dictionary_opt() else { return of_texts(column) };
        let texts = dictionary.values();
        let known = self.0.take().filter(|(known, _)| known.to_data().ptr_eq(&texts.to_data()));
        let (_, hands) = self.0.insert(match known {
            Some(known) => known,
            None => (texts.clone(), of_texts(texts)?),
        });
        let keys = numbers::<u32>(dictionary.keys())?;
        Ok(keys.into_iter().map(|key| *hands.get(key? as usize)?).collect())
    }
}

fn of_texts(column: &ArrayRef) -> Result<Vec<Option<Hand>>, BadRow> {
    let mut hands: Vec<Option<Hand>> = match column.data_type() {
        DataType::Utf8 => of_strings(column.as_string::<i32>()),
        DataType::LargeUtf8 => of_strings(column.as_string::<i64>()),
        DataType::Utf8View => {
            column.as_string_view().views().iter().map(|&view| of_view(view)).collect()
        }
        DataType::Null => vec![None; column.len()],
        // Hands of digits alone, in a file whose types nobody told.
        other if other.is_integer() => {
            let found = format!("{other} (hands that are numbers: have the column read as text)");
            return Err(BadRow::new("a column of strings", found));
        }
        other => return Err(BadRow::new("a column of strings", other.to_string())),
    };
    // What lies under a null may be a hand.
    if column.null_count() > 0 {
        (0..)
            .zip(&mut hands)
            .filter(|(row, _)| column.is_null(*row))
            .for_each(|(_, hand)| *hand = None);
    }
    Ok(hands)
}

fn of_strings<O: OffsetSizeTrait>(texts: &GenericStringArray<O>) -> Vec<Option<Hand>> {
    let hand = |ends: &[O]| {
        let text = texts.value_data().get(ends[0].as_usize()..ends[1].as_usize())?;
        Hand::from_labels(text.try_into().ok()?)
    };
    texts.value_offsets().windows(2).map(hand).collect()
}

/// A text of up to twelve bytes lies in its view, behind its length.
fn of_view(view: u128) -> Option<Hand> {
    let labels = (view >> 32) as u64;
    let hand = || Hand::from_labels(*labels.to_le_bytes().first_chunk()?);
    if view as u32 == 5 { hand() } else { None }
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
        let keys = numbers::<usize>(&*dictionary.keys().slice(row, 1)).ok()?;
        return bad_hand(dictionary.values(), keys.first().copied()??);
    }
    let text = match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row),
        DataType::Utf8View => column.as_string_view().value(row),
        _ => return None,
    };
    text.parse::<Hand>().err().map(|error| BadRow::hand(text, error.kind()))
}
