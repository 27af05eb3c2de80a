//! A solution is a point of a space with five axes. Right or wrong, it assigns each
//! hand a type, orders hands of one type by a tie-break key, and reads, sorts and ranks the entries by some procedure.
//!
//! ```text
//! axis         right                              wrong, for example
//! types        the type of each hand class        xxJyz counted as full house
//! type order   seven levels                       full house above four of a kind
//! labels       a value for each label             J still at jack
//! tie-break    first to last card                 sorted first
//! procedure    every line, stable sort, from 1    the last line lost
//! ```

pub(crate) mod procedure;
pub(crate) mod tie_break;
mod tim_sort;
pub(crate) mod types;

use std::collections::BTreeSet;

use camel_cards::{Entry, Rules};

use procedure::Procedure;
use tie_break::{
    DealtHand, LabelValues, TieBreak, TieBreakKey, digits_missed, first_difference_is_less,
    order_of, right_values,
};
use types::{AssignedType, RIGHT_TYPE_ORDER, TypeAssignment, TypeOrder};

/// A way, right or wrong, to get from entries to a total: a point of the space
/// in which the coach looks for mistakes.
///
/// ```
/// use camel_cards::{Entry, Rules, entries};
/// use camel_cards_coach::Solution;
///
/// let entries: Vec<Entry> = entries(b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n")
///     .collect::<Result<_, _>>()?;
/// let right = Solution::right(Rules::Standard);
/// assert_eq!(right.total(&entries), Some(6440));
/// assert_eq!(right.order(&entries), [0, 3, 2, 1, 4]);
/// # Ok::<(), camel_cards::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub(crate) rules: Rules,
    pub(crate) types: TypeAssignment,
    pub(crate) type_order: TypeOrder,
    pub(crate) labels: LabelValues,
    pub(crate) tie_break: TieBreak,
    pub(crate) procedure: Procedure,
}

impl Solution {
    /// Returns the right solution under `rules`.
    pub fn right(rules: Rules) -> Solution {
        Solution {
            rules,
            types: TypeAssignment::right(rules),
            type_order: RIGHT_TYPE_ORDER,
            labels: right_values(rules),
            tie_break: TieBreak::DEALT,
            procedure: Procedure::Right,
        }
    }

    /// Returns the rules that it is meant for.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the indices of `entries` in this solution's order, the first ranked
    /// first: the weakest, unless the mistake is to rank the strongest first.
    ///
    /// Entries that it does not read are not among them.
    pub fn order(&self, entries: &[Entry]) -> Vec<usize> {
        let mut order: Vec<usize> = self.weakest_first(entries).map(|(i, _)| i).collect();
        if matches!(self.procedure, Procedure::StrongestIsOne | Procedure::StrongestFirst) {
            order.reverse();
        }
        order
    }

    /// Returns the total winnings that this solution gives, or `None` if they pass
    /// 2¹²⁷ − 1. A mistake about 32 bits can make the total negative.
    pub fn total(&self, entries: &[Entry]) -> Option<i128> {
        self.procedure.total(self.weakest_first(entries).map(|(_, entry)| entry.bid))
    }

    /// Returns the entries that are read, each with its index, the weakest of this solution first.
    fn weakest_first(&self, entries: &[Entry]) -> impl DoubleEndedIterator<Item = (usize, Entry)> {
        let read = self.procedure.read(entries);
        let dealt: Vec<DealtHand> =
            read.iter().map(|(_, entry)| DealtHand::new(entry.hand)).collect();
        let mut order = self.sorted(&dealt, |place| self.types.assign(read[place].1.hand));
        if self.procedure == Procedure::ByteOrderMark {
            order.sort_by_key(|&place| place != 0);
        }
        order.into_iter().map(move |place| read[place])
    }

    /// Returns the places of hands, the weakest of this solution first, where `assigned` is the type of each. What the
    /// procedure does besides sorting is left to the caller.
    pub(crate) fn sorted(
        &self,
        dealt: &[DealtHand],
        assigned: impl Fn(usize) -> AssignedType,
    ) -> Vec<usize> {
        let level = |place: usize| self.type_order[assigned(place).index()];
        let places = 0..dealt.len();
        if let TieBreakKey::DigitsMissed(comparator) = self.tie_break.key {
            let values = digits_missed(&self.labels);
            let mut keyed: Vec<_> =
                places.map(|place| (level(place), dealt[place].cards(), place)).collect();
            comparator.sort(&mut keyed, |a, b| first_difference_is_less(&values, a, b));
            return keyed.into_iter().map(|(.., place)| place).collect();
        }
        let last = dealt.len().saturating_sub(1);
        let later_first =
            self.tie_break.later_first != (self.procedure == Procedure::StrongestFirst);
        // With `later_first`, places are mirrored, so that of equal hands the later one sorts first.
        let turned = |place: usize| if later_first { last - place } else { place };
        let fronts = (self.tie_break.front)
            .map(|weakest| self.type_order.map(|level| weakest + self.place_of_level(level)));
        let key = self.tie_break.key_function(&self.labels);
        let keyed = |place: usize| match fronts {
            Some(fronts) => (0, key(&dealt[place], fronts[assigned(place).index()]), turned(place)),
            None => (level(place), key(&dealt[place], 0), turned(place)),
        };
        let mut keyed = places.map(keyed).collect();
        self.procedure.sort(&mut keyed);
        keyed.into_iter().map(|(.., place)| turned(place)).collect()
    }

    /// Returns how many levels that the seven types have are below this one.
    fn place_of_level(&self, level: u8) -> u8 {
        let below = self.type_order[1..8].iter().filter(|&&other| other < level);
        below.collect::<BTreeSet<_>>().len() as u8
    }

    /// Replaces the values of labels by their order where only the order matters, so that equivalent solutions are
    /// equal.
    pub(crate) fn normalized(mut self) -> Solution {
        if let TieBreakKey::Cards(_) = self.tie_break.key {
            self.labels = order_of(&self.labels);
        }
        self
    }
}
