//! Total winnings of groups, each a list of hands and a list of bids.

use std::{ops::Range, sync::Arc};

use arrow_array::{
    Array, ArrayRef, GenericListArray, OffsetSizeTrait, builder::Decimal128Builder, cast::AsArray,
};
use arrow_schema::DataType;
use camel_cards::{Builder, Entry, Rules, Ties, ranks};
use pyo3::prelude::*;

use crate::{
    arrow::{self, HandReader, Slice, no_hand, no_number, numbers},
    columns::Column,
    failure::{BadRow, PyFailure, Result},
    names::Named,
    source,
};

/// Groups of up to so many are sorted: a tally of its own costs more.
const SORTED_MAX: usize = 64;

/// The total winnings of each row of a table with columns `hand` and `bid`, which are lists.
///
/// Errors say nothing of rows: whoever groups knows those of the groups alone.
#[pyfunction]
pub fn group_totals(
    table: &Bound<'_, PyAny>,
    rules: Named<Rules>,
    ties: Named<Ties>,
) -> PyResult<Column> {
    let names = ["hand", "bid"];
    let arrays = source::arrays(table, &names)?
        .ok_or_else(|| PyFailure::Row(BadRow::of("a table", table)))?;
    let mut totals = Decimal128Builder::new().with_data_type(DataType::Decimal128(38, 0));
    let mut reader = HandReader::default();
    table.py().detach(|| {
        arrow::each_slice(arrays, &names, |slice| {
            append(&slice, &mut reader, rules.0, ties.0, &mut totals)
        })
    })?;
    Ok(Column::new(Arc::new(totals.finish())))
}

fn append(
    slice: &Slice,
    reader: &mut HandReader,
    rules: Rules,
    ties: Ties,
    totals: &mut Decimal128Builder,
) -> Result<()> {
    let [hand_lists, bid_lists] = [Lists::of(&slice.columns[0])?, Lists::of(&slice.columns[1])?];
    let hands = reader.read(&hand_lists.values).map_err(|failure| failure.of_column("hand"))?;
    let bids = numbers::<u64>(&bid_lists.values, "bid")?;
    let entry = |hand_row: usize, bid_row: usize| {
        let hand = hands[hand_row].ok_or_else(|| no_hand(&hand_lists.values, hand_row))?;
        let bid = bids
            .get(bid_row)
            .ok_or_else(|| no_number(&bid_lists.values, bid_row, "a bid", u64::MAX.into()))?;
        Ok::<_, BadRow>(Entry { hand, bid })
    };
    let mut entries = Vec::new();
    for lists in hand_lists.ranges.into_iter().zip(bid_lists.ranges) {
        let (Some(hands), Some(bids)) = lists else {
            totals.append_null();
            continue;
        };
        if hands.len() != bids.len() {
            let found = format!("{} hands and {} bids", hands.len(), bids.len());
            return Err(BadRow::new("as many hands as bids", found).into());
        }
        entries.clear();
        for (hand, bid) in hands.zip(bids) {
            entries.push(entry(hand, bid)?);
        }
        let total = total(&entries, rules, ties)?;
        let most = || BadRow::new("a total below 10 ** 38", total.to_string());
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
struct Lists {
    /// Those of its rows, and no others.
    values: ArrayRef,
    /// Where the list of each row is among the values; `None` is null.
    ranges: Vec<Option<Range<usize>>>,
}

impl Lists {
    fn of(array: &ArrayRef) -> Result<Lists> {
        let small = array.as_list_opt::<i32>().map(Lists::of_lists);
        small
            .or_else(|| array.as_list_opt::<i64>().map(Lists::of_lists))
            .ok_or_else(|| BadRow::new("a column of lists", array.data_type().to_string()).into())
    }

    fn of_lists<O: OffsetSizeTrait>(lists: &GenericListArray<O>) -> Lists {
        let ends: Vec<usize> = lists.value_offsets().iter().map(|end| end.as_usize()).collect();
        let (first, last) = (ends[0], ends[lists.len()]);
        let range = |(row, ends): (usize, &[usize])| {
            lists.is_valid(row).then(|| ends[0] - first..ends[1] - first)
        };
        let ranges = ends.windows(2).enumerate().map(range).collect();
        Lists { values: lists.values().slice(first, last - first), ranges }
    }
}
