use std::iter;

use arrow_array::{
    Array, ArrowPrimitiveType, PrimitiveArray, cast::AsArray, downcast_integer_array,
    types::Decimal128Type,
};
use arrow_schema::DataType;

use crate::failure::{BadRow, Result};

/// Returns the number of each row; `None` for null, and for what `N` has not.
///
/// Decimals are SQL's sum of whole numbers; a column may have nothing but nulls.
pub(crate) fn numbers<N: TryFrom<i128>>(column: &dyn Array, name: &str) -> Result<Vec<Option<N>>> {
    values(column).ok_or_else(|| {
        let found = column.data_type().to_string();
        BadRow::new("a column of whole numbers", found).of_column(name).into()
    })
}

/// Says why a row has no number from 0 to `max`, which is `what` in messages.
pub(crate) fn no_number(column: &dyn Array, row: usize, what: &str, max: u128) -> BadRow {
    match values::<i128>(&*column.slice(row, 1)).and_then(|number| number[0]) {
        None => BadRow::new(what, "null"),
        Some(number @ ..0) => BadRow::new(format!("{what} of at least 0"), number.to_string()),
        Some(number) => BadRow::new(format!("{what} of at most {max}"), number.to_string()),
    }
}

/// The same as `numbers`, or `None` of a column of another type.
pub(super) fn values<N: TryFrom<i128>>(column: &dyn Array) -> Option<Vec<Option<N>>> {
    downcast_integer_array!(
        column => Some(converted(column)),
        DataType::Decimal128(_, 0) => Some(converted(column.as_primitive::<Decimal128Type>())),
        DataType::Null => Some(iter::repeat_with(|| None).take(column.len()).collect()),
        _ => None,
    )
}

fn converted<T: ArrowPrimitiveType<Native: Into<i128>>, N: TryFrom<i128>>(
    column: &PrimitiveArray<T>,
) -> Vec<Option<N>> {
    column.iter().map(|number| N::try_from(number?.into()).ok()).collect()
}
