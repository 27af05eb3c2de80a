//! A solution is a point of a space with six axes. Right or wrong, it assigns each
//! hand a type, orders hands of one type by a tie-break key, ranks the entries that
//! it has read, and sums the winnings.
//!
//! ```text
//! axis         right                              wrong, for example
//! types        the type of each hand class        xxJyz counted as full house
//! type order   seven levels                       full house above four of a kind
//! labels       a value for each label             J still at jack
//! tie-break    first to last card                 sorted first
//! ranking      weakest 1, rank × bid              strongest 1
//! reading      every line                         the last line lost
//! ```

pub(crate) mod ranking;
pub(crate) mod reading;
pub(crate) mod tie_break;
pub(crate) mod types;

use camel_cards::{Entry, Rules};

use ranking::RankRule;
use reading::ReadRule;
use tie_break::{DealtHand, LabelValues, TieBreak, TieBreakKey, order_of, right_values};
use types::{RIGHT_TYPE_ORDER, TypeAssignment, TypeOrder};

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
    pub(crate) ranking: RankRule,
    pub(crate) reading: ReadRule,
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
            ranking: RankRule::WeakestIsOne,
            reading: ReadRule::Every,
        }
    }

    /// Returns the rules that it is meant for.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the indices of `entries` in this solution's order, the first ranked
    /// first: the weakest, unless the mistake is to rank the strongest first.
    ///
    /// Entries that the solution loses are not among them.
    pub fn order(&self, entries: &[Entry]) -> Vec<usize> {
        let key = self.tie_break.keys(&self.labels);
        let mut keyed: Vec<((u8, u64), usize)> = (self.reading.read(entries).into_iter())
            .map(|(i, Entry { hand, .. })| {
                let level = match self.reading {
                    ReadRule::ByteOrderMark if i == 0 => 0,
                    _ => self.type_order[self.types.assign(hand).index()],
                };
                ((level, key(&DealtHand::new(hand))), i)
            })
            .collect();
        let descending = self.ranking == RankRule::StrongestFirst;
        if self.tie_break.later_first != descending {
            keyed.reverse();
        }
        if self.ranking == RankRule::OnePass {
            for i in 1..keyed.len() {
                if keyed[i - 1].0 > keyed[i].0 {
                    keyed.swap(i - 1, i);
                }
            }
        } else {
            keyed.sort_by_key(|&(key, _)| key);
        }
        if self.ranking == RankRule::StrongestIsOne || descending {
            keyed.reverse();
        }
        keyed.into_iter().map(|(_, i)| i).collect()
    }

    /// Returns the total winnings that this solution gives, or `None` if they pass
    /// 2¹²⁷ − 1. A mistake about 32 bits can make the total negative.
    pub fn total(&self, entries: &[Entry]) -> Option<i128> {
        let order = self.order(entries);
        let first = match self.ranking {
            RankRule::FromZero => 0,
            RankRule::FromTwo => 2,
            _ => 1,
        };
        let ranked = match self.ranking {
            RankRule::WithoutStrongest => &order[..order.len().saturating_sub(1)],
            _ => &order[..],
        };
        let mut total = 0i128;
        for (rank, &i) in (first..).zip(ranked) {
            total = total.checked_add(i128::from(entries[i].bid).checked_mul(rank)?)?;
        }
        Some(match self.ranking {
            RankRule::Unsigned32 => i128::from(total as u32),
            RankRule::Signed32 => i128::from(total as i32),
            _ => total,
        })
    }

    /// Returns the same solution with the order of the labels for their values,
    /// where nothing else of the values counts: two solutions are the same then if
    /// they are equal.
    pub(crate) fn normalized(mut self) -> Solution {
        if let TieBreakKey::Cards(_) = self.tie_break.key {
            self.labels = order_of(&self.labels);
        }
        self
    }
}
