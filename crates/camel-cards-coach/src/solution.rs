//! A solution is a point in a space with five axes. Rightly or wrongly, it assigns each hand a type, compares hands of
//! one type by a tie-break key, and reads, sorts and ranks entries by a procedure.
//!
//! ```text
//! axis         right                              wrong, for example
//! types        the type of each hand class        xxJyz counted as full house
//! type order   seven levels                       full house above four of a kind
//! labels       a value for each label             J still at jack
//! tie-break    first to last card                 sorted first
//! procedure    every line, stable sort, from 1    the last line lost
//! ```

pub(crate) mod hands;
pub(crate) mod procedure;
pub(crate) mod tie_break;
mod tim_sort;
pub(crate) mod types;

use camel_cards::{Entry, Rules};

use hands::{DealtHand, HandClass};
use procedure::Procedure;
use tie_break::{
    LabelValues, TieBreak, TieBreakKey, first_difference_is_less, order_of, right_values,
};
use types::{AssignedType, RIGHT_TYPE_ORDER, TypeAssignment, TypeOrder};

/// The level of each group of hands: a hand class by [`HandClass::index`], or an assigned type; see [`TypeAssignment`].
pub(crate) type Levels = [u8; HandClass::COUNT];

/// All types are at one level.
pub(crate) const ONE_LEVEL: TypeOrder = [0; AssignedType::ALL.len()];

/// A right or wrong way to compute a total from entries: a point in the space that the coach searches for mistakes.
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
    pub(crate) labels: LabelValues,
    pub(crate) tie_break: TieBreak,
    pub(crate) procedure: Procedure,
    pub(crate) type_order: TypeOrder,
    pub(crate) types: TypeAssignment,
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

    /// Returns the rules that the solution is for.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the indices of `entries` in this solution's order, lowest rank first: the weakest hand, unless the
    /// mistake is to rank the strongest first.
    ///
    /// Leaves out entries that the solution does not read.
    pub fn order(&self, entries: &[Entry]) -> Vec<usize> {
        let dealt = DealtHand::of_all(entries);
        let mut order: Vec<usize> = self.weakest_first(entries, &dealt).map(|(i, _)| i).collect();
        if matches!(self.procedure, Procedure::StrongestIsOne | Procedure::StrongestFirst) {
            order.reverse();
        }
        order
    }

    /// Returns the total winnings that this solution gives, or `None` if they exceed 2¹²⁷ − 1. The total is negative
    /// for some mistakes with 32 bits.
    pub fn total(&self, entries: &[Entry]) -> Option<i128> {
        self.total_of(entries, &DealtHand::of_all(entries))
    }

    /// Returns the total of entries whose hands are `dealt`.
    pub(crate) fn total_of(&self, entries: &[Entry], dealt: &[DealtHand]) -> Option<i128> {
        self.procedure.total(self.weakest_first(entries, dealt).map(|(_, entry)| entry.bid))
    }

    /// Returns the entries that the solution reads, each with its index, in its order from the weakest.
    fn weakest_first(
        &self,
        entries: &[Entry],
        dealt: &[DealtHand],
    ) -> impl DoubleEndedIterator<Item = (usize, Entry)> + use<> {
        let read = self.procedure.read(entries);
        let sorted = match read.len() == entries.len() {
            true => self.sorted(dealt),
            false => self.sorted(&read.iter().map(|&(i, _)| dealt[i]).collect::<Vec<_>>()),
        };
        sorted.into_iter().map(move |place| read[place])
    }

    /// Returns the indices of hands in this solution's order, from the weakest. The caller does the rest of the
    /// procedure.
    pub(crate) fn sorted(&self, dealt: &[DealtHand]) -> Vec<usize> {
        let levels = self.levels();
        let group = |hand: &DealtHand| self.types.group(hand);
        if let TieBreakKey::DigitsMissed(comparator) = self.tie_break.key {
            let values = self.tie_break.key.values(&self.labels);
            let keyed =
                |(place, hand): (usize, &DealtHand)| (levels[group(hand)], hand.cards, place);
            let mut keyed: Vec<_> = dealt.iter().enumerate().map(keyed).collect();
            comparator.sort(&mut keyed, |a, b| first_difference_is_less(&values, a, b));
            return keyed.into_iter().map(|(.., place)| place).collect();
        }
        let key = self.tie_break.key_function(&self.labels);
        let mut keys: Vec<u64> = match self.tie_break.front {
            None => dealt.iter().map(|hand| key(hand, 0)).collect(),
            Some(weakest) => {
                let fronts = levels.map(|level| weakest + self.types_below(level));
                dealt.iter().map(|hand| key(hand, fronts[group(hand)])).collect()
            }
        };
        let level_shift = keys.iter().max().map_or(0, |key| u64::BITS - key.leading_zeros());
        if self.tie_break.front.is_none() {
            for (key, hand) in keys.iter_mut().zip(dealt) {
                *key |= u64::from(levels[group(hand)]) << level_shift;
            }
        }
        let is_turned = self.procedure == Procedure::StrongestFirst;
        let equals = self.tie_break.equals.order(dealt, is_turned);
        self.procedure.order(&keys, level_shift, equals)
    }

    /// Whether the key includes a number for the type, but some hands have no type.
    pub(crate) fn lacks_number(&self) -> bool {
        let has_type = |assigned: &AssignedType| matches!(assigned, AssignedType::Type(_));
        self.tie_break.front.is_some()
            && matches!(&self.types, TypeAssignment::ByClass(table) if !table.iter().all(has_type))
    }

    /// Returns how many of the seven types are below this level.
    fn types_below(&self, level: u8) -> u8 {
        self.type_order[1..8].iter().filter(|&&other| other < level).count() as u8
    }

    /// Returns the level of each hand class, or of each assigned type if types depend on more than the class.
    pub(crate) fn levels(&self) -> Levels {
        match &self.types {
            TypeAssignment::ByClass(table) => {
                table.map(|assigned| self.type_order[assigned.index()])
            }
            TypeAssignment::ByHand(_) => {
                std::array::from_fn(|assigned| self.type_order.get(assigned).copied().unwrap_or(0))
            }
        }
    }

    /// Returns the order of the levels, and the solution without details that make no difference. Equivalent solutions
    /// have equal results.
    pub(crate) fn normalized(mut self) -> (Levels, Solution) {
        let no_types = TypeAssignment::ByClass([AssignedType::Below; HandClass::COUNT]);
        if self.procedure.compares_nothing() {
            (self.types, self.tie_break) = (no_types, TieBreak::NOTHING);
        }
        let mut levels = self.levels();
        if self.procedure == Procedure::WithoutFiveJokers {
            // The last two are the classes of five of a kind.
            levels[HandClass::COUNT - 1] = levels[HandClass::COUNT - 2];
        }
        // With a type number in the key, more matters than the order of the levels.
        if self.tie_break.front.is_none() {
            self.type_order = RIGHT_TYPE_ORDER;
            if let TypeAssignment::ByClass(_) = self.types {
                self.types = no_types;
            }
        }
        self.labels = self.tie_break.key.values(&self.labels);
        (order_of(&levels), self)
    }
}
