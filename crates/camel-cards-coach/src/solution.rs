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

use camel_cards::{Entry, Rules, sort_by_digits};

use hands::{DealtHand, HandClass, HandRule, Levels, STEP, counts_of_smaller, right_levels};
use procedure::Procedure;
use tie_break::{LabelValues, TieBreak, TieBreakKey, right_values};

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
    /// The types and their order: a level for each hand class.
    pub(crate) levels: Levels,
    /// If set, decides the class that each hand is taken for.
    pub(crate) hand_rule: Option<HandRule>,
    pub(crate) labels: LabelValues,
    pub(crate) tie_break: TieBreak,
    pub(crate) procedure: Procedure,
}

impl Solution {
    /// Returns the right solution under `rules`.
    pub fn right(rules: Rules) -> Solution {
        Solution {
            rules,
            levels: right_levels(rules),
            hand_rule: None,
            labels: right_values(rules),
            tie_break: TieBreak::RIGHT,
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
        if matches!(self.procedure, Procedure::StrongestIs(_) | Procedure::StrongestFirst) {
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
        let ordered: Vec<(usize, Entry)> = self.weakest_first(entries, dealt).collect();
        let level = |one: &(usize, Entry)| self.levels[self.class_of(&dealt[one.0]).index()];
        let total =
            |some: &[(usize, Entry)]| self.procedure.total(some.iter().map(|one| one.1.bid));
        match self.procedure {
            Procedure::AfterPartOne => {
                let before = Solution::right(Rules::Standard).total_of(entries, dealt)?;
                total(&ordered)?.checked_add(before)
            }
            Procedure::RanksOfEachType => {
                ordered.chunk_by(|a, b| level(a) == level(b)).map(total).sum()
            }
            _ => total(&ordered),
        }
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
        let TieBreak { key, weakest_type, reversed, equals } = self.tie_break;
        let values = key.values(&self.labels);
        let mut levels = self.levels;
        let classes: Vec<usize> = dealt.iter().map(|hand| self.class_of(hand).index()).collect();
        // Nothing else changes the order: mistakes that need their own sort are not made together.
        if let TieBreakKey::Inconsistent(comparator) = key {
            let keyed = |(i, &class): (usize, &usize)| (levels[class], dealt[i].cards, i);
            let mut keyed: Vec<_> = classes.iter().enumerate().map(keyed).collect();
            comparator.sort(&mut keyed, &values);
            return keyed.into_iter().map(|(.., i)| i).collect();
        }
        // The type is a number in the key, or its level is above the key.
        let mut fronts = [0; HandClass::COUNT];
        if let Some(weakest) = weakest_type {
            // The weakest type has level 1, because hands without a type may be below it.
            fronts = levels.map(|level| weakest + (level / STEP).saturating_sub(1));
            levels = [0; HandClass::COUNT];
        }
        let of_hand = |(hand, &class): (&DealtHand, &usize)| key.of(hand, fronts[class], &values);
        let mut keys: Vec<u64> = dealt.iter().zip(&classes).map(of_hand).collect();
        let level_shift = keys.iter().max().map_or(0, |key| u64::BITS - key.leading_zeros());
        let turned_bits = if reversed { (1 << level_shift) - 1 } else { 0 };
        for (key, class) in keys.iter_mut().zip(classes) {
            *key = *key ^ turned_bits | u64::from(levels[class]) << level_shift;
        }
        let mut sorted = equals.order(dealt, self.procedure == Procedure::StrongestFirst);
        sort_by_digits(&mut sorted, &keys);
        self.procedure.order(sorted, |i| keys[i] >> level_shift)
    }

    /// Returns the class that the solution takes a hand for.
    #[inline]
    pub(crate) fn class_of(&self, dealt: &DealtHand) -> HandClass {
        self.hand_rule.map_or(dealt.class, |rule| rule.class_of(dealt.hand))
    }

    /// Whether the key includes a number for the type, but some hands have no type.
    pub(crate) fn lacks_number(&self) -> bool {
        let is_type = |level: &u8| level % STEP == 0 && (STEP..8 * STEP).contains(level);
        self.tie_break.weakest_type.is_some() && !self.levels.iter().all(is_type)
    }

    /// Returns the solution without details that make no difference, so that most equivalent solutions are equal.
    pub(crate) fn normalized(mut self) -> Solution {
        // With a type number in the key, more matters than the order of the levels.
        if self.tie_break.weakest_type.is_none() {
            self.levels = counts_of_smaller(&self.levels);
        }
        self.labels = self.tie_break.key.values(&self.labels);
        self
    }
}
