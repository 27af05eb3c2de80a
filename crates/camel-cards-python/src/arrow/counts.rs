use arrow_array::{Array, cast::AsArray};
use camel_cards::Hand;

use super::{
    Arrays, Dictionary, HandColumn,
    numbers::NumberColumn,
    table::{is_null, named},
};
use crate::failure::{BadRow, Result};

/// The three columns of a table of counts.
#[derive(Clone, Copy)]
pub(crate) struct CountColumnNames<'a> {
    pub(crate) hand: &'a str,
    pub(crate) count: &'a str,
    pub(crate) bid_sum: &'a str,
}

/// Calls a function with each row: its number, the hand, how many entries hold it, the sum of their bids.
pub(crate) fn each_count(
    arrays: Arrays,
    names: CountColumnNames<'_>,
    mut act: impl FnMut(u64, Hand, u64, u128) -> Result<()>,
) -> Result<()> {
    let mut dictionary = Dictionary::default();
    let mut row = 0;
    for array in arrays {
        let array = array?;
        let Some(table) = array.as_struct_opt() else {
            let CountColumnNames { hand, count, bid_sum } = names;
            let expected = format!("a table with columns {hand:?}, {count:?} and {bid_sum:?}");
            let found = format!("a column of type {}", array.data_type());
            return Err(BadRow::new(expected, found).into());
        };
        let hand_array = named(table, names.hand)?;
        let hand_nulls = hand_array.logical_nulls();
        let hands = HandColumn::of(hand_array, &mut dictionary)
            .map_err(|failure| failure.of_column(names.hand))?;
        let counts = NumberColumn::of(named(table, names.count)?, names.count, "a count")?;
        let bid_sums = NumberColumn::of(named(table, names.bid_sum)?, names.bid_sum, "a bid sum")?;
        for i in 0..array.len() {
            if table.is_null(i) || is_null(hand_nulls.as_ref(), i) {
                return Err(BadRow::new("a hand", "null").at(row, names.hand).into());
            }
            let hand = hands.get(i).ok_or_else(|| hands.bad(i).at(row, names.hand))?;
            let in_row = |bad: BadRow| bad.in_row(row);
            let count = counts.number(i, u64::MAX.into()).map_err(in_row)? as u64;
            act(row, hand, count, bid_sums.number(i, u128::MAX).map_err(in_row)?)?;
            row += 1;
        }
    }
    Ok(())
}
