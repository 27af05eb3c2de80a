use std::ops::Range;

use arrow_array::{
    Array, ArrowPrimitiveType, PrimitiveArray,
    cast::AsArray,
    types::{
        Decimal128Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
        UInt32Type, UInt64Type,
    },
};
use arrow_schema::DataType;

/// Calls a function on a column of whole numbers, whatever their width.
macro_rules! whole_numbers {
    ($array:expr, $numbers:ident => $do:expr, $other:expr) => {
        match $array.data_type() {
            DataType::Int64 => {
                let $numbers = $array.as_primitive::<Int64Type>();
                $do
            }
            DataType::UInt64 => {
                let $numbers = $array.as_primitive::<UInt64Type>();
                $do
            }
            DataType::Int32 => {
                let $numbers = $array.as_primitive::<Int32Type>();
                $do
            }
            DataType::UInt32 => {
                let $numbers = $array.as_primitive::<UInt32Type>();
                $do
            }
            DataType::Int16 => {
                let $numbers = $array.as_primitive::<Int16Type>();
                $do
            }
            DataType::UInt16 => {
                let $numbers = $array.as_primitive::<UInt16Type>();
                $do
            }
            DataType::Int8 => {
                let $numbers = $array.as_primitive::<Int8Type>();
                $do
            }
            DataType::UInt8 => {
                let $numbers = $array.as_primitive::<UInt8Type>();
                $do
            }
            // SQL's sum of whole numbers.
            DataType::Decimal128(_, 0) => {
                let $numbers = $array.as_primitive::<Decimal128Type>();
                $do
            }
            _ => $other,
        }
    };
}

/// Returns whether these are whole numbers, or nothing but nulls.
pub(super) fn are_whole_numbers(array: &dyn Array) -> bool {
    whole_numbers!(array, _numbers => true, *array.data_type() == DataType::Null)
}

/// Reads numbers of some rows; returns whether all are at least 0 and below 2⁶⁴.
pub(super) fn read(array: &dyn Array, rows: Range<usize>, into: &mut [u64]) -> bool {
    whole_numbers!(array, numbers => read_all(numbers, rows, into), false)
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

/// Returns the number of a row.
#[expect(clippy::useless_conversion, reason = "one of the types is 128 bits wide already")]
pub(super) fn number(array: &dyn Array, row: usize) -> i128 {
    whole_numbers!(array, numbers => numbers.value(row).into(), 0)
}

/// Returns the number of a row as text.
pub(super) fn shown(array: &dyn Array, row: usize) -> String {
    whole_numbers!(array, numbers => numbers.values()[row].to_string(), String::new())
}
