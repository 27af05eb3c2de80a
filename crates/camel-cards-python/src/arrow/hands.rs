use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, GenericStringArray, OffsetSizeTrait, StringViewArray, cast::AsArray,
};
use arrow_schema::DataType;
use camel_cards::Hand;

use super::numbers;
use crate::failure::{BadRow, Result};

/// A column of texts that should be hands.
pub(crate) enum HandColumn<'a> {
    Utf8(&'a GenericStringArray<i32>),
    LargeUtf8(&'a GenericStringArray<i64>),
    View(&'a StringViewArray),
    /// Nothing but nulls.
    Null,
    Dictionary {
        keys: &'a dyn Array,
        values: Arc<[Option<Hand>]>,
        texts: &'a ArrayRef,
    },
}

/// The hands of the last dictionary, so that they are read once and not once an array.
#[derive(Default)]
pub(crate) struct Dictionary(Option<(ArrayRef, Arc<[Option<Hand>]>)>);

impl Dictionary {
    fn hands(&mut self, texts: &ArrayRef) -> Result<Arc<[Option<Hand>]>> {
        if let Some((known, hands)) = &self.0
            && known.to_data().ptr_eq(&texts.to_data())
        {
            return Ok(hands.clone());
        }
        let column = HandColumn::of_texts(texts)?;
        let hands: Arc<[_]> =
            (0..texts.len()).map(|i| if texts.is_null(i) { None } else { column.get(i) }).collect();
        self.0 = Some((texts.clone(), hands.clone()));
        Ok(hands)
    }
}

impl<'a> HandColumn<'a> {
    pub(crate) fn of(array: &'a ArrayRef, dictionary: &mut Dictionary) -> Result<HandColumn<'a>> {
        let Some(parts) = array.as_any_dictionary_opt() else { return HandColumn::of_texts(array) };
        let (keys, texts) = (parts.keys(), parts.values());
        Ok(HandColumn::Dictionary { keys, values: dictionary.hands(texts)?, texts })
    }

    fn of_texts(array: &'a ArrayRef) -> Result<HandColumn<'a>> {
        Ok(match array.data_type() {
            DataType::Utf8 => HandColumn::Utf8(array.as_string()),
            DataType::LargeUtf8 => HandColumn::LargeUtf8(array.as_string()),
            DataType::Utf8View => HandColumn::View(array.as_string_view()),
            DataType::Null => HandColumn::Null,
            other => return Err(BadRow::new("a column of strings", other.to_string()).into()),
        })
    }

    /// Reads the hands of the rows from `start` on; returns whether all are hands.
    ///
    /// What is read for others, nulls among them, means nothing.
    pub(crate) fn read(&self, start: usize, into: &mut [Hand]) -> bool {
        match self {
            HandColumn::Utf8(texts) => read_all(into, |i| at(texts, start + i)),
            HandColumn::LargeUtf8(texts) => read_all(into, |i| at(texts, start + i)),
            HandColumn::View(texts) => {
                let views = &texts.views()[start..];
                read_all(into, |i| inline(views[i]))
            }
            HandColumn::Null => into.is_empty(),
            HandColumn::Dictionary { keys, values, .. } => {
                let mut at = vec![0; into.len()];
                numbers::read(*keys, start..start + into.len(), &mut at)
                    && read_all(into, |i| values.get(at[i] as usize).copied().flatten())
            }
        }
    }

    /// Returns the hand of a row that is not null, if it is one.
    pub(crate) fn get(&self, row: usize) -> Option<Hand> {
        match self {
            HandColumn::Utf8(texts) => at(texts, row),
            HandColumn::LargeUtf8(texts) => at(texts, row),
            HandColumn::View(texts) => inline(texts.views()[row]),
            HandColumn::Null => None,
            HandColumn::Dictionary { values, .. } => values.get(self.key(row)?).copied().flatten(),
        }
    }

    /// Says why the text of a row is no hand.
    pub(crate) fn bad(&self, row: usize) -> BadRow {
        match self {
            HandColumn::Utf8(texts) => BadRow::hand(texts.value(row)),
            HandColumn::LargeUtf8(texts) => BadRow::hand(texts.value(row)),
            HandColumn::View(texts) => BadRow::hand(texts.value(row)),
            HandColumn::Null => BadRow::new("a hand", "null"),
            HandColumn::Dictionary { texts, .. } => {
                let text = HandColumn::of_texts(texts);
                match (self.key(row), text) {
                    (Some(key), Ok(text)) if key < texts.len() && texts.is_valid(key) => {
                        text.bad(key)
                    }
                    _ => BadRow::new("a hand", "null"),
                }
            }
        }
    }

    fn key(&self, row: usize) -> Option<usize> {
        let HandColumn::Dictionary { keys, .. } = self else { return None };
        let mut key = [0];
        numbers::read(*keys, row..row + 1, &mut key).then_some(key[0] as usize)
    }
}

/// Reads hands without an early end: nearly always all are hands.
#[inline]
fn read_all(into: &mut [Hand], hand: impl Fn(usize) -> Option<Hand>) -> bool {
    let mut all = true;
    for (i, into) in into.iter_mut().enumerate() {
        match hand(i) {
            Some(hand) => *into = hand,
            None => all = false,
        }
    }
    all
}

#[inline]
fn at<O: OffsetSizeTrait>(texts: &GenericStringArray<O>, row: usize) -> Option<Hand> {
    let offsets = texts.value_offsets();
    let (from, to) = (offsets[row].as_usize(), offsets[row + 1].as_usize());
    Hand::from_labels(texts.value_data().get(from..to)?.try_into().ok()?)
}

/// Reads a hand from a view: a text of up to twelve bytes lies in the view, behind its length.
#[inline]
fn inline(view: u128) -> Option<Hand> {
    if view as u32 != 5 {
        return None;
    }
    let labels = (view >> 32) as u64;
    Hand::from_labels(*labels.to_le_bytes().first_chunk()?)
}
