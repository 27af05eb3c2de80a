use arrow_array::{
    Array, ArrowPrimitiveType, PrimitiveArray, cast::AsArray, downcast_integer_array,
    types::Decimal128Type,
};
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

impl<N: Copy + Default + TryFrom<i128>> Numbers<N> {
    /// Returns the number of a row; `None` for null, and for what `N` has not.
    pub(crate) fn get(&self, row: usize) -> Option<N> {
        let is_valid = self.valid.as_ref().is_none_or(|valid| valid[row]);
        is_valid.then(|| self.all[row])
    }

    /// Returns the numbers if every row has one.
    pub(crate) fn every(&self) -> Option<&[N]> {
        self.valid.is_none().then_some(&self.all)
    }

    fn of<T: ArrowPrimitiveType<Native: Into<i128>>>(column: &PrimitiveArray<T>) -> Numbers<N> {
        let number = |value: T::Native| N::try_from(value.into());
        // No early end, so that many are converted at once.
        let mut fits = column.null_count() == 0;
        let converted = column.values().iter().map(|&value| {
            let number = number(value);
            fits &= number.is_ok();
            number.unwrap_or_default()
        });
        let all = converted.collect();
        let is_valid = |value: Option<T::Native>| value.is_some_and(|value| number(value).is_ok());
        Numbers { all, valid: (!fits).then(|| column.iter().map(is_valid).collect()) }
    }
}

/// Returns the number of each row.
///
/// Decimals are SQL's sum of whole numbers; a column may have nothing but nulls.
pub(crate) fn numbers<N: Copy + Default + TryFrom<i128>>(
    column: &dyn Array,
    name: &str,
) -> Result<Numbers<N>> {
    values(column).ok_or_else(|| {
        let found = column.data_type().to_string();
        BadRow::new("a column of whole numbers", found).of_column(name).into()
    })
}

/// Says why a row has no number from 0 to `max`, which is `what` in messages.
pub(crate) fn no_number(column: &dyn Array, row: usize, what: &str, max: u128) -> BadRow {
    match values::<i128>(&*column.slice(row, 1)).and_then(|number| number.get(0)) {
        None => BadRow::new(what, "null"),
        Some(number @ ..0) => BadRow::new(format!("{what} of at least 0"), number.to_string()),
        Some(number) => BadRow::new(format!("{what} of at most {max}"), number.to_string()),
    }
}

/// The same as `numbers`, or `None` of a column of another type.
pub(super) fn values<N: Copy + Default + TryFrom<i128>>(column: &dyn Array) -> Option<Numbers<N>> {
    downcast_integer_array!(
        column => Some(Numbers::of(column)),
        DataType::Decimal128(_, 0) => Some(Numbers::of(column.as_primitive::<Decimal128Type>())),
        DataType::Null => Some(Numbers {
            all: vec![N::default(); column.len()],
            valid: Some(vec![false; column.len()]),
        }),
        _ => None,
    )
}
