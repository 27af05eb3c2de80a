use std::ops::Range;

use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, PrimitiveArray, cast::AsArray, downcast_integer_array,
    types::Decimal128Type,
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

use super::table::is_null;
use crate::failure::{BadRow, Result};

/// A column of whole numbers, each of which is `what` in messages.
pub(super) struct NumberColumn<'a> {
    pub(super) array: &'a ArrayRef,
    /// Nulls by themselves, or by what they stand for in a dictionary.
    pub(super) nulls: Option<NullBuffer>,
    name: &'a str,
    what: &'static str,
}

impl<'a> NumberColumn<'a> {
    /// Decimals are SQL's sum of whole numbers; a column may have nothing but nulls.
    pub(super) fn of(
        array: &'a ArrayRef,
        name: &'a str,
        what: &'static str,
    ) -> Result<NumberColumn<'a>> {
        match array.data_type() {
            kind if kind.is_integer() => {}
            DataType::Decimal128(_, 0) | DataType::Null => {}
            other => {
                let bad = BadRow::new("a column of whole numbers", other.to_string());
                return Err(bad.of_column(name).into());
            }
        }
        Ok(NumberColumn { array, nulls: array.logical_nulls(), name, what })
    }

    /// Returns the number of a row.
    pub(super) fn number(&self, row: usize, max: u128) -> std::result::Result<u128, BadRow> {
        let NumberColumn { array, ref nulls, name, what } = *self;
        if is_null(nulls.as_ref(), row) {
            return Err(BadRow::new(what, "null").of_column(name));
        }
        let number: i128 = downcast_integer_array!(
            array => array.value(row).into(),
            _ => array.as_primitive::<Decimal128Type>().value(row),
        );
        let in_range = u128::try_from(number).ok().filter(|&number| number <= max);
        in_range.ok_or_else(|| {
            let expected = match number < 0 {
                true => format!("{what} of at least 0"),
                false => format!("{what} of at most {max}"),
            };
            BadRow::new(expected, number.to_string()).of_column(name)
        })
    }
}

/// Reads numbers of some rows; returns whether all are at least 0 and below 2⁶⁴.
pub(super) fn read(array: &dyn Array, rows: Range<usize>, into: &mut [u64]) -> bool {
    downcast_integer_array!(
        array => read_all(array, rows, into),
        DataType::Decimal128(_, 0) => read_all(array.as_primitive::<Decimal128Type>(), rows, into),
        _ => false,
    )
}

fn read_all<T>(numbers: &PrimitiveArray<T>, rows: Range<usize>, into: &mut [u64]) -> bool
where
    T: ArrowPrimitiveType<Native: TryInto<u64>>,
{
    // No early end, so that many are converted at once.
    let mut all = true;
    for (into, &number) in into.iter_mut().zip(&numbers.values()[rows]) {
        let number: std::result::Result<u64, _> = number.try_into();
        all &= number.is_ok();
        *into = number.unwrap_or_default();
    }
    all
}
