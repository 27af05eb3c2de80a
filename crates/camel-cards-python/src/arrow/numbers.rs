use arrow_array::{
    Array, ArrowPrimitiveType, PrimitiveArray,
    cast::AsArray,
    downcast_integer_array,
    types::{Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type},
};
use arrow_buffer::i256;
use arrow_schema::DataType;

use crate::failure::{BadRow, Result};

/// The numbers of some rows.
#[derive(Default)]
pub(crate) struct Numbers<N> {
    /// Zero where there is none.
    all: Vec<N>,
    /// Which rows have one; `None` if every row has.
    valid: Option<Vec<bool>>,
}

impl<N: Copy + Default> Numbers<N> {
    /// Returns the number of a row; `None` for null, and for what `N` has not.
    pub(crate) fn get(&self, row: usize) -> Option<N> {
        let is_valid = self.valid.as_ref().is_none_or(|valid| valid[row]);
        is_valid.then(|| self.all[row])
    }

    /// Returns the numbers if every row has one.
    pub(crate) fn every(&self) -> Option<&[N]> {
        self.valid.is_none().then_some(&self.all)
    }

    fn of<T: ArrowPrimitiveType>(
        column: &PrimitiveArray<T>,
        number: impl Fn(T::Native) -> Option<N>,
    ) -> Numbers<N> {
        // No early end, so that many are converted at once.
        let mut fits = column.null_count() == 0;
        let converted = column.values().iter().map(|&value| {
            let number = number(value);
            fits &= number.is_some();
            number.unwrap_or_default()
        });
        let all = converted.collect();
        let is_valid =
            |value: Option<T::Native>| value.is_some_and(|value| number(value).is_some());
        Numbers { all, valid: (!fits).then(|| column.iter().map(is_valid).collect()) }
    }
}

/// What numbers can be read as.
pub(crate) trait Whole: Copy + Default + TryFrom<i128> + TryFrom<u128> {}

impl<N: Copy + Default + TryFrom<i128> + TryFrom<u128>> Whole for N {}

/// Returns the number of each row.
///
/// Decimals are SQL's sum of whole numbers; a column may have nothing but nulls.
pub(crate) fn numbers<N: Whole>(column: &dyn Array, name: &str) -> Result<Numbers<N>> {
    values(column).ok_or_else(|| {
        let found = column.data_type().to_string();
        BadRow::new("a column of whole numbers", found).of_column(name).into()
    })
}

/// Says why a row has no number from 0 to `max`, which is `what` in messages.
pub(crate) fn no_number(column: &dyn Array, row: usize, what: &str, max: u128) -> BadRow {
    let found = match column.as_primitive_opt::<Decimal256Type>() {
        Some(column) => column.is_valid(row).then(|| column.value(row).to_string()),
        None => values::<i128>(&*column.slice(row, 1))
            .and_then(|number| number.get(0))
            .map(|number| number.to_string()),
    };
    match found {
        None => BadRow::new(what, "null"),
        Some(found) if found.starts_with('-') => {
            BadRow::new(format!("{what} of at least 0"), found)
        }
        Some(found) => BadRow::new(format!("{what} of at most {max}"), found),
    }
}

/// The same as `numbers`, or `None` of a column of another type.
pub(super) fn values<N: Whole>(column: &dyn Array) -> Option<Numbers<N>> {
    downcast_integer_array!(
        column => Some(Numbers::of(column, narrow)),
        DataType::Decimal32(_, 0) => Some(Numbers::of(column.as_primitive::<Decimal32Type>(), narrow)),
        DataType::Decimal64(_, 0) => Some(Numbers::of(column.as_primitive::<Decimal64Type>(), narrow)),
        DataType::Decimal128(_, 0) => Some(Numbers::of(column.as_primitive::<Decimal128Type>(), narrow)),
        DataType::Decimal256(_, 0) => Some(Numbers::of(column.as_primitive::<Decimal256Type>(), wide)),
        DataType::Null => Some(Numbers {
            all: vec![N::default(); column.len()],
            valid: Some(vec![false; column.len()]),
        }),
        _ => None,
    )
}

fn narrow<N: Whole>(value: impl Into<i128>) -> Option<N> {
    N::try_from(value.into()).ok()
}

/// The same of 256 bits; none that is negative is asked for.
fn wide<N: Whole>(value: i256) -> Option<N> {
    let (low, high) = value.to_parts();
    if high == 0 { N::try_from(low).ok() } else { None }
}
