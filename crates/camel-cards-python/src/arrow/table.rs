use arrow_array::{Array, ArrayRef, StructArray, cast::AsArray};
use arrow_buffer::NullBuffer;
use camel_cards::{Entry, Hand};

use super::{
    Arrays, Dictionary, HandColumn,
    numbers::{self, NumberColumn},
};
use crate::failure::{BadRow, Result};

/// How many rows are read at once.
const CHUNK_ROWS: usize = 1 << 10;
/// How many chunks there are between two looks at the signals.
const CHUNKS: usize = 1 << 8;

/// The two columns of a table that make an entry.
#[derive(Clone, Copy)]
pub(crate) struct ColumnNames<'a> {
    pub(crate) hand: &'a str,
    pub(crate) bid: &'a str,
}

/// Appends an entry for each row of a table. `go_on` is asked now and then.
pub(crate) fn extend(
    arrays: Arrays,
    names: ColumnNames<'_>,
    entries: &mut impl Extend<Entry>,
    go_on: impl Fn() -> Result<()>,
) -> Result<()> {
    let mut dictionary = Dictionary::default();
    let mut rows_before = 0;
    for array in arrays {
        let array = array?;
        extend_by(&array, names, &mut dictionary, entries, &go_on)
            .map_err(|failure| failure.after(rows_before))?;
        rows_before += array.len() as u64;
        go_on()?;
    }
    Ok(())
}

fn extend_by(
    array: &ArrayRef,
    names: ColumnNames<'_>,
    dictionary: &mut Dictionary,
    entries: &mut impl Extend<Entry>,
    go_on: &impl Fn() -> Result<()>,
) -> Result<()> {
    let Some(table) = array.as_struct_opt() else {
        let expected = format!("a table with columns {:?} and {:?}", names.hand, names.bid);
        let found = format!("a column of type {}", array.data_type());
        return Err(BadRow::new(expected, found).into());
    };
    let columns =
        EntryColumns::of(named(table, names.hand)?, named(table, names.bid)?, names, dictionary)?;
    let nulls = [table.nulls(), columns.hand_nulls.as_ref(), columns.bids.nulls.as_ref()];
    let null = nulls.into_iter().filter_map(first_null).min();
    columns.extend(null.unwrap_or(array.len()), entries, go_on)?;
    let Some(row) = null else { return Ok(()) };
    let bad = match table.is_null(row) {
        true => BadRow::new("an entry", "null").at(row as u64, ""),
        false => columns.entry(row, row).err().unwrap_or_default().in_row(row as u64),
    };
    Err(bad.into())
}

/// Two columns of which each row should be an entry.
pub(crate) struct EntryColumns<'a> {
    names: ColumnNames<'a>,
    hands: HandColumn<'a>,
    /// Nulls by themselves, or by what they stand for in a dictionary.
    hand_nulls: Option<NullBuffer>,
    bids: NumberColumn<'a>,
}

impl<'a> EntryColumns<'a> {
    pub(crate) fn of(
        hands: &'a ArrayRef,
        bids: &'a ArrayRef,
        names: ColumnNames<'a>,
        dictionary: &mut Dictionary,
    ) -> Result<EntryColumns<'a>> {
        let bids = NumberColumn::of(bids, names.bid, "a bid")?;
        let hand_nulls = hands.logical_nulls();
        let hands =
            HandColumn::of(hands, dictionary).map_err(|failure| failure.of_column(names.hand))?;
        Ok(EntryColumns { names, hands, hand_nulls, bids })
    }

    /// Returns the entry of a hand and a bid, each by its row.
    pub(crate) fn entry(
        &self,
        hand_row: usize,
        bid_row: usize,
    ) -> std::result::Result<Entry, BadRow> {
        let wrong_hand = |bad: BadRow| bad.of_column(self.names.hand);
        if is_null(self.hand_nulls.as_ref(), hand_row) {
            return Err(wrong_hand(BadRow::new("a hand", "null")));
        }
        let hand = self.hands.get(hand_row);
        let hand = hand.ok_or_else(|| wrong_hand(self.hands.bad(hand_row)))?;
        Ok(Entry { hand, bid: self.bids.number(bid_row, u64::MAX.into())? as u64 })
    }

    /// Appends the entries of the first rows, none of which is null.
    fn extend(
        &self,
        rows: usize,
        entries: &mut impl Extend<Entry>,
        go_on: &impl Fn() -> Result<()>,
    ) -> Result<()> {
        let some_hand = Hand::all().next().expect("there are hands");
        let (mut hands, mut bids) = ([some_hand; CHUNK_ROWS], [0; CHUNK_ROWS]);
        for (chunk, start) in (0..rows).step_by(CHUNK_ROWS).enumerate() {
            let mut rows = start..rows.min(start + CHUNK_ROWS);
            let (hands, bids) = (&mut hands[..rows.len()], &mut bids[..rows.len()]);
            let all =
                self.hands.read(start, hands) & numbers::read(self.bids.array, rows.clone(), bids);
            if !all {
                let bad = rows.find_map(|row| Some(self.entry(row, row).err()?.in_row(row as u64)));
                return Err(bad.unwrap_or_default().into());
            }
            entries.extend(hands.iter().zip(&*bids).map(|(&hand, &bid)| Entry { hand, bid }));
            if chunk % CHUNKS == CHUNKS - 1 {
                go_on()?;
            }
        }
        Ok(())
    }
}

/// Returns the column that is meant: that of a table, or the array itself.
pub(crate) fn column<'a>(array: &'a ArrayRef, name: &str) -> Result<&'a ArrayRef> {
    array.as_struct_opt().map_or(Ok(array), |table| named(table, name))
}

pub(super) fn named<'a>(table: &'a StructArray, name: &str) -> Result<&'a ArrayRef> {
    let names = table.column_names();
    let mut places = (0..names.len()).filter(|&i| names[i] == name);
    match (places.next(), places.next()) {
        (Some(i), None) => Ok(table.column(i)),
        (Some(_), Some(_)) => {
            let found = "several of that name";
            Err(BadRow::new(format!("one column {name:?}"), found).into())
        }
        (None, _) => Err(BadRow::no_column(name, &names).into()),
    }
}

fn first_null(nulls: Option<&NullBuffer>) -> Option<usize> {
    let nulls = nulls.filter(|nulls| nulls.null_count() > 0)?;
    nulls.iter().position(|is_valid| !is_valid)
}

pub(super) fn is_null(nulls: Option<&NullBuffer>, row: usize) -> bool {
    nulls.is_some_and(|nulls| nulls.is_null(row))
}
