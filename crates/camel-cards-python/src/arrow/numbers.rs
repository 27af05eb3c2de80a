use arrow_array::{
    Array, ArrowPrimitiveType, PrimitiveArray,
    cast::AsArray,
    downcast_integer_array,
    types::{Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type},
};
use arrow_buffer::i256;
use arrow_schema::DataType;

use crate::failure::BadRow;

/// A column of whole numbers. Messages call a number `what`.
#[derive(Clone, Copy)]
pub(crate) struct NumberColumn<'a> {
    pub(crate) name: &'a str,
    pub(crate) what: &'a str,
    pub(crate) max: u128,
}

impl NumberColumn<'_> {
    /// Returns what was expected instead of a whole number that is too small or too large.
    pub(crate) fn expected(&self, is_negative: bool) -> String {
        match is_negative {
            true => format!("{} of at least 0", self.what),
            false => format!("{} of at most {}", self.what, self.max),
        }
    }
}

/// A type that numbers can be read as.
pub(crate) trait Whole: Copy + Default + Send + TryFrom<i128> + TryFrom<u128> {}

impl<N: Copy + Default + Send + TryFrom<i128> + TryFrom<u128>> Whole for N {}

/// Returns the number of each row; `None` for null, and for a number that does not fit `N`.
///
/// Reads decimals, because SQL's sums of whole numbers are decimals, and columns of type null.
pub(crate) fn numbers<N: Whole>(column: &dyn Array) -> Result<Vec<Option<N>>, BadRow> {
    downcast_integer_array!(
        column => Ok(converted(column, narrow)),
        DataType::Decimal32(_, 0) => Ok(converted(column.as_primitive::<Decimal32Type>(), narrow)),
        DataType::Decimal64(_, 0) => Ok(converted(column.as_primitive::<Decimal64Type>(), narrow)),
        DataType::Decimal128(_, 0) => Ok(converted(column.as_primitive::<Decimal128Type>(), narrow)),
        DataType::Decimal256(_, 0) => Ok(converted(column.as_primitive::<Decimal256Type>(), wide)),
        DataType::Null => Ok(vec![None; column.len()]),
        other => Err(BadRow::new("a column of whole numbers", other.to_string())),
    )
}

/// Returns the error for a row without a number of this column.
pub(crate) fn no_number(array: &dyn Array, row: usize, column: &NumberColumn<'_>) -> BadRow {
    let found = match array.as_primitive_opt::<Decimal256Type>() {
        Some(array) => array.is_valid(row).then(|| array.value(row).to_string()),
        None => numbers::<i128>(&*array.slice(row, 1))
            .ok()
            .and_then(|number| Some(number.first().copied()??.to_string())),
    };
    let bad = match found {
        None => BadRow::new(column.what, "null"),
        Some(found) => BadRow::new(column.expected(found.starts_with('-')), found),
    };
    bad.of_column(column.name)
}

fn converted<T: ArrowPrimitiveType, N: Whole>(
    column: &PrimitiveArray<T>,
    number: impl Fn(T::Native) -> Option<N>,
) -> Vec<Option<N>> {
    let rows = (0..).zip(column.values());
    rows.map(|(i, &value)| number(value).filter(|_| column.is_valid(i))).collect()
}

fn narrow<N: Whole>(value: impl Into<i128>) -> Option<N> {
    N::try_from(value.into()).ok()
}

/// The same for 256 bits. Returns `None` for negative numbers, which no caller needs.
fn wide<N: Whole>(value: i256) -> Option<N> {
    let (low, high) = value.to_parts();
    if high == 0 { N::try_from(low).ok() } else { None }
}
