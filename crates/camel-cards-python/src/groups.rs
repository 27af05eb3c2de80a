//! Total winnings of groups, each a list of hands and a list of bids.

use std::{ops::Range, sync::Arc};

use arrow_array::{
    Array, ArrayRef, GenericListArray, OffsetSizeTrait, builder::Decimal128Builder, cast::AsArray,
};
use camel_cards::{Builder, Entry, Rules, Ties, ranks};
use pyo3::prelude::*;

use crate::{
    arrow::{self, ColumnNames, Dictionary, EntryColumns, column},
    columns::Column,
    failure::{BadRow, PyFailure, Result},
    names::named,
    source::check_signals,
};

/// Groups of up to so many are sorted: a tally of its own costs more.
const SORTED_MAX: usize = 64;

/// The total winnings of each row of a table with columns `hand` and `bid`, which are lists.
#[pyfunction]
pub fn group_totals(table: &Bound<'_, PyAny>, rules: &str, ties: &str) -> PyResult<Column> {
    let (rules, ties) = (named("rules", rules)?, named("ties", ties)?);
    let arrays = arrow::arrays(table, &["hand", "bid"])?
        .ok_or_else(|| PyFailure::Row(BadRow::new("a table", crate::failure::shown(table))))?;
    Ok(table.py().detach(|| {
        let mut totals =
            Decimal128Builder::new().with_data_type(arrow_schema::DataType::Decimal128(38, 0));
        let mut rows_before = 0;
        for array in arrays {
            let array = array?;
            append(&array, rules, ties, &mut totals)
                .map_err(|failure| failure.after(rows_before))?;
            rows_before += array.len() as u64;
            check_signals()?;
        }
        Result::Ok(Column::new(Arc::new(totals.finish())))
    })?)
}

fn append(
    array: &ArrayRef,
    rules: Rules,
    ties: Ties,
    totals: &mut Decimal128Builder,
) -> Result<()> {
    let names = ColumnNames { hand: "hand", bid: "bid" };
    let (hands, bids) = (Lists::of(column(array, "hand")?)?, Lists::of(column(array, "bid")?)?);
    let mut dictionary = Dictionary::default();
    let columns = EntryColumns::of(hands.values, bids.values, names, &mut dictionary)?;
    let mut entries = Vec::new();
    for (row, lists) in hands.ranges.into_iter().zip(bids.ranges).enumerate() {
        let (Some(hands), Some(bids)) = lists else {
            totals.append_null();
            continue;
        };
        let in_row = |bad: BadRow| bad.in_row(row as u64);
        if hands.len() != bids.len() {
            let found = format!("{} hands and {} bids", hands.len(), bids.len());
            return Err(in_row(BadRow::new("as many hands as bids", found)).into());
        }
        entries.clear();
        for (hand, bid) in hands.zip(bids) {
            entries.push(columns.entry(hand, bid).map_err(in_row)?);
        }
        let total = total(&entries, rules, ties)?;
        let most = || BadRow::new("a total below 10 ** 38", total.to_string()).in_row(row as u64);
        totals.append_value(
            i128::try_from(total).ok().filter(|&total| total < 10i128.pow(38)).ok_or_else(most)?,
        );
    }
    Ok(())
}

fn total(entries: &[Entry], rules: Rules, ties: Ties) -> Result<u128> {
    if entries.len() > SORTED_MAX {
        let mut builder = Builder::new();
        builder.extend(entries.iter().copied());
        return Ok(builder.finish().total_winnings(rules, ties)?);
    }
    let strengths: Vec<_> = entries.iter().map(|entry| entry.hand.strength(rules)).collect();
    // So few ranks and bids of 64 bits do not pass 128.
    let ranks = ranks(&strengths, ties).into_iter().zip(entries);
    Ok(ranks.map(|(rank, entry)| u128::from(rank) * u128::from(entry.bid)).sum())
}

/// A column of lists, whose offsets may have either width.
struct Lists<'a> {
    values: &'a ArrayRef,
    /// Where the list of each row is among the values; `None` is null.
    ranges: Vec<Option<Range<usize>>>,
}

impl<'a> Lists<'a> {
    fn of(array: &'a ArrayRef) -> Result<Lists<'a>> {
        let small = array.as_list_opt::<i32>().map(Lists::of_lists);
        small
            .or_else(|| array.as_list_opt::<i64>().map(Lists::of_lists))
            .ok_or_else(|| BadRow::new("a column of lists", array.data_type().to_string()).into())
    }

    fn of_lists<O: OffsetSizeTrait>(lists: &'a GenericListArray<O>) -> Lists<'a> {
        let range = |(row, ends): (usize, &[O])| {
            lists.is_valid(row).then(|| ends[0].as_usize()..ends[1].as_usize())
        };
        let ranges = lists.value_offsets().windows(2).enumerate().map(range).collect();
        Lists { values: lists.values(), ranges }
    }
}
