use std::cell::OnceCell;

use camel_cards::{Entry, Hand};

use super::level_totals::{LevelTotals, Levels, ProductWidth, SPOILED};
use crate::{
    hand_class::HandClass,
    mistakes::{change::Change, mistake::Mistake},
    solution::{
        Solution,
        reading::ReadRule,
        tie_break::{DealtHand, LabelValues, TieBreak},
        types::{AssignedType, HandRule, TypeAssignment},
    },
};

/// The entries that a solution reads, prepared to be sorted many times.
pub(super) struct ReadEntries {
    entries: Vec<Entry>,
    width: ProductWidth,
    dealt: Vec<DealtHand>,
    /// The hand class of each entry.
    classes: Vec<u8>,
    reading: ReadRule,
    /// For each mistake that assigns types without hand classes: its rule, and the assigned
    /// type of each entry as soon as it is asked for.
    by_hand: Vec<Option<(HandRule, OnceCell<Vec<u8>>)>>,
}

/// Returns the group of each entry.
fn groups(entries: &[Entry], reading: ReadRule, group: impl Fn(Hand) -> usize) -> Vec<u8> {
    let mut groups: Vec<u8> = entries.iter().map(|entry| group(entry.hand) as u8).collect();
    if reading == ReadRule::ByteOrderMark
        && let Some(first) = groups.first_mut()
    {
        *first = SPOILED;
    }
    groups
}

/// The bits that a key and a level leave for a place.
const PLACE_BITS: u32 = 15;
const _: () = assert!(TieBreak::KEY_BITS + 8 + PLACE_BITS <= 64);

impl ReadEntries {
    pub(super) fn new(reading: ReadRule, mistakes: &[Mistake], entries: &[Entry]) -> ReadEntries {
        let entries: Vec<Entry> =
            reading.read(entries).into_iter().map(|(_, entry)| entry).collect();
        ReadEntries {
            width: ProductWidth::of(&entries),
            dealt: entries.iter().map(|entry| DealtHand::new(entry.hand)).collect(),
            classes: groups(&entries, reading, |hand| HandClass::of(hand).index()),
            reading,
            by_hand: mistakes
                .iter()
                .map(|mistake| match mistake.change {
                    Change::TypesByHand(rule) => Some((rule, OnceCell::new())),
                    _ => None,
                })
                .collect(),
            entries,
        }
    }

    /// Returns the assigned type of each entry, if `mistake` assigns types without hand classes.
    fn assigned(&self, mistake: usize) -> Option<&[u8]> {
        let (rule, assigned) = self.by_hand[mistake].as_ref()?;
        let types = TypeAssignment::ByHand(*rule);
        let assign = |hand| types.assign(hand).index();
        Some(assigned.get_or_init(|| groups(&self.entries, self.reading, assign)))
    }

    /// Returns the indices of the entries by their tie-break alone, weakest first.
    pub(super) fn sorted(&self, tie_break: TieBreak, labels: &LabelValues) -> Vec<u32> {
        let key = tie_break.keys(labels);
        self.sorted_by(tie_break, |i| key(&self.dealt[i]))
    }

    /// Returns the totals for any levels of hand classes.
    pub(super) fn totals_by_class(&self, order: &[u32]) -> LevelTotals {
        LevelTotals::new(&self.entries, self.width, order, &self.classes)
    }

    /// Returns the totals for any levels of the types that `mistake` assigns.
    pub(super) fn totals_by_type(&self, order: &[u32], mistake: usize) -> LevelTotals {
        LevelTotals::new(
            &self.entries,
            self.width,
            order,
            self.assigned(mistake).unwrap_or_default(),
        )
    }

    /// Returns the total of one solution: quicker than `totals_by_class` if it is
    /// the only one with this tie-break.
    pub(super) fn total(&self, solution: &Solution, levels: &Levels) -> i128 {
        let key = solution.tie_break.keys(&solution.labels);
        let order = self.sorted_by(solution.tie_break, |i| {
            let level = u64::from(levels[usize::from(self.classes[i])]);
            level << TieBreak::KEY_BITS | key(&self.dealt[i])
        });
        let bid = |i: u32| i128::from(self.entries[i as usize].bid);
        (1..).zip(order).map(|(rank, i)| rank * bid(i)).sum()
    }

    /// Returns the bids in the order of a solution that makes the mistakes of `path`, weakest first.
    pub(super) fn bids_as_sorted(&self, solution: &Solution, path: &[usize]) -> Vec<u64> {
        let by_hand = path.iter().find_map(|&i| self.assigned(i));
        let order = solution.sorted(&self.dealt, |place| {
            let assigned = match (by_hand, &solution.types) {
                (Some(assigned), _) => AssignedType::ALL.get(usize::from(assigned[place])),
                (None, TypeAssignment::ByClass(table)) => {
                    table.get(usize::from(self.classes[place]))
                }
                (None, TypeAssignment::ByHand(_)) => None,
            };
            // A hand that a byte-order mark spoiled has none.
            assigned.copied().unwrap_or(AssignedType::Below)
        });
        order.into_iter().map(|place| self.entries[place].bid).collect()
    }

    /// Returns the total for these levels of the types that `mistake` assigns: quicker than
    /// `totals_by_type` if they are the only ones.
    pub(super) fn total_by_type(&self, order: &[u32], mistake: usize, levels: &Levels) -> i128 {
        let assigned = self.assigned(mistake).unwrap_or_default();
        let level = |i: usize| levels[usize::from(assigned[i])];
        total_by_level(order, level, |i| Some(self.entries[i].bid))
    }

    /// Returns the total of what a reading keeps, from the order of all entries by their tie-break.
    pub(super) fn total_of(&self, kept: &KeptEntries, order: &[u32], levels: &Levels) -> i128 {
        let level = |i: usize| match i {
            0 if kept.first_is_spoiled => 0,
            _ => levels[usize::from(self.classes[i])],
        };
        total_by_level(order, level, |i| kept.bids[i])
    }

    fn sorted_by(&self, tie_break: TieBreak, key: impl Fn(usize) -> u64) -> Vec<u32> {
        let last = self.entries.len() as u32;
        let turned = |i: u32| if tie_break.later_first { last - i } else { i };
        if last < 1 << PLACE_BITS {
            // Key and place in one number are sorted in half the time.
            let mut keyed: Vec<u64> =
                (0..last).map(|i| key(i as usize) << PLACE_BITS | u64::from(turned(i))).collect();
            keyed.sort_unstable();
            let place = |keyed: u64| (keyed & ((1 << PLACE_BITS) - 1)) as u32;
            return keyed.into_iter().map(|keyed| turned(place(keyed))).collect();
        }
        let mut keyed: Vec<(u64, u32)> = (0..last).map(|i| (key(i as usize), turned(i))).collect();
        keyed.sort_unstable();
        keyed.into_iter().map(|(_, i)| turned(i)).collect()
    }
}

/// Returns the total of entries in the order of their tie-break, with the level of each and its bid, if it
/// counts.
fn total_by_level(
    order: &[u32],
    level: impl Fn(usize) -> u8,
    bid: impl Fn(usize) -> Option<u64>,
) -> i128 {
    let mut ranks = [0u32; 256];
    for i in (0..order.len()).filter(|&i| bid(i).is_some()) {
        ranks[usize::from(level(i))] += 1;
    }
    let mut weaker = 0;
    for rank in &mut ranks {
        (*rank, weaker) = (weaker, weaker + *rank);
    }
    let mut total = 0;
    for i in order.iter().map(|&i| i as usize) {
        if let Some(bid) = bid(i) {
            let rank = &mut ranks[usize::from(level(i))];
            *rank += 1;
            total += i128::from(*rank) * i128::from(bid);
        }
    }
    total
}

/// What a reading keeps of the entries, if it keeps their hands and their order.
pub(super) struct KeptEntries {
    /// The bid that is read for each entry, if one is.
    bids: Vec<Option<u64>>,
    first_is_spoiled: bool,
}

impl KeptEntries {
    /// Returns `None` for a reading that moves entries, or changes their hands, or keeps all as they are.
    pub(super) fn new(reading: ReadRule, entries: &[Entry]) -> Option<KeptEntries> {
        let read = reading.read(entries);
        let keeps = read.is_sorted_by_key(|&(i, _)| i)
            && read.iter().all(|&(i, entry)| entry.hand == entries[i].hand);
        let mut bids = vec![None; entries.len()];
        for (i, entry) in read {
            bids[i] = Some(entry.bid);
        }
        let first_is_spoiled = reading == ReadRule::ByteOrderMark;
        let changes = first_is_spoiled
            || bids.iter().zip(entries).any(|(&bid, entry)| bid != Some(entry.bid));
        (keeps && changes).then_some(KeptEntries { bids, first_is_spoiled })
    }
}
