//! The entries of an input, prepared to be sorted many times.

use std::cell::OnceCell;

use camel_cards::{Entry, Hand};

use super::level_totals::{LevelTotals, Levels};
use crate::{
    hand_class::HandClass,
    mistakes::mistake::Mistake,
    solution::{
        Solution,
        procedure::Procedure,
        tie_break::{DealtHand, LabelValues, TieBreak},
        types::{AssignedType, HandRule, TypeAssignment},
    },
};

pub(super) struct PreparedEntries<'a> {
    entries: &'a [Entry],
    dealt: Vec<DealtHand>,
    /// The hand class of each entry.
    pub(super) classes: Vec<u8>,
    /// For each mistake that assigns types without hand classes: its rule, and the assigned
    /// type of each entry as soon as it is asked for.
    by_hand: Vec<Option<(HandRule, OnceCell<Vec<u8>>)>>,
}

/// Returns the group of each entry.
fn groups(entries: &[Entry], group: impl Fn(Hand) -> usize) -> Vec<u8> {
    entries.iter().map(|entry| group(entry.hand) as u8).collect()
}

/// The bits that a key leaves for a place.
const PLACE_BITS: u32 = 64 - TieBreak::KEY_BITS;

impl<'a> PreparedEntries<'a> {
    pub(super) fn new(mistakes: &[Mistake], entries: &'a [Entry]) -> PreparedEntries<'a> {
        PreparedEntries {
            dealt: entries.iter().map(|entry| DealtHand::new(entry.hand)).collect(),
            classes: groups(entries, |hand| HandClass::of(hand).index()),
            by_hand: mistakes
                .iter()
                .map(|mistake| Some((mistake.change.hand_rule()?, OnceCell::new())))
                .collect(),
            entries,
        }
    }

    /// Returns the assigned type of each entry, if `mistake` assigns types without hand classes.
    pub(super) fn assigned(&self, mistake: usize) -> Option<&[u8]> {
        let (rule, assigned) = self.by_hand[mistake].as_ref()?;
        let types = TypeAssignment::ByHand(*rule);
        let assign = |hand| types.assign(hand).index();
        Some(assigned.get_or_init(|| groups(self.entries, assign)))
    }

    /// Returns the indices of the entries by their tie-break alone, weakest first.
    pub(super) fn sorted(&self, tie_break: TieBreak, labels: &LabelValues) -> Vec<u32> {
        let key = tie_break.keys(labels);
        let key = |i: u32| key(&self.dealt[i as usize], 0);
        let last = self.entries.len() as u32;
        let turned = |i: u32| if tie_break.later_first { last - i } else { i };
        if last < 1 << PLACE_BITS {
            // Key and place in one number are sorted in half the time.
            let mut keyed: Vec<u64> =
                (0..last).map(|i| key(i) << PLACE_BITS | u64::from(turned(i))).collect();
            keyed.sort_unstable();
            let place = |keyed: u64| (keyed & ((1 << PLACE_BITS) - 1)) as u32;
            return keyed.into_iter().map(|keyed| turned(place(keyed))).collect();
        }
        let mut keyed: Vec<(u64, u32)> = (0..last).map(|i| (key(i), turned(i))).collect();
        keyed.sort_unstable();
        keyed.into_iter().map(|(_, i)| turned(i)).collect()
    }

    /// Returns the totals for any levels of groups, from the order by the tie-break alone.
    pub(super) fn totals(&self, order: &[u32], groups: &[u8]) -> LevelTotals {
        LevelTotals::new(self.entries, order, groups)
    }

    /// Returns the order by level and then as in `order`.
    pub(super) fn by_level(&self, order: &[u32], groups: &[u8], levels: &Levels) -> Vec<u32> {
        let mut by_level = order.to_vec();
        by_level.sort_by_key(|&i| levels[usize::from(groups[i as usize])]);
        by_level
    }

    /// Returns the order of a solution that makes the mistakes of `path`, weakest first.
    pub(super) fn sorted_as(&self, solution: &Solution, path: &[usize]) -> Vec<u32> {
        let by_hand = path.iter().find_map(|&i| self.assigned(i));
        let order = solution.sorted(&self.dealt, |place| match (by_hand, &solution.types) {
            (Some(assigned), _) => AssignedType::from_index(assigned[place].into()),
            (None, TypeAssignment::ByClass(table)) => table[usize::from(self.classes[place])],
            (None, types @ TypeAssignment::ByHand(_)) => types.assign(self.entries[place].hand),
        });
        order.into_iter().map(|place| place as u32).collect()
    }

    /// Returns the total of entries in this order.
    pub(super) fn total(&self, procedure: Procedure, order: &[u32]) -> Option<i128> {
        procedure.total(order.iter().map(|&i| self.entries[i as usize].bid))
    }
}

/// A procedure that shares the order of the right one.
pub(super) struct SharedProcedure {
    /// The mistake of which it is.
    pub(super) mistake: usize,
    pub(super) procedure: Procedure,
    /// The bid that is read for each entry, if one is.
    bids: Vec<Option<u64>>,
}

impl SharedProcedure {
    pub(super) fn new(mistake: usize, procedure: Procedure, entries: &[Entry]) -> SharedProcedure {
        let mut bids = vec![None; entries.len()];
        for (i, entry) in procedure.read(entries) {
            bids[i] = Some(entry.bid);
        }
        SharedProcedure { mistake, procedure, bids }
    }

    /// Returns the total of entries that the right procedure puts in this order.
    pub(super) fn total(&self, order: &[u32]) -> Option<i128> {
        let bid = |&i: &u32| self.bids[i as usize];
        match self.procedure {
            Procedure::ByteOrderMark => {
                let first = [0].iter().filter(|_| !order.is_empty());
                let others = order.iter().filter(|&&i| i != 0);
                self.procedure.total(first.chain(others).filter_map(bid))
            }
            procedure => procedure.total(order.iter().filter_map(bid)),
        }
    }
}
