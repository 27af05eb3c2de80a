use camel_cards::Rules;

use super::{
    change::{Axis, Change},
    mistake::Mistake,
};
use crate::solution::Solution;

/// Which mistakes of a list are not made together.
///
/// Two contradict each other if it matters which of them is made first, so that the words of one are no longer true; or
/// if both together are one of them alone, right, or right under the other rules. And of two that need a sort of their
/// own, each says how.
pub(crate) struct Contradictions {
    count: usize,
    /// For each two places in the list.
    contradict: Vec<bool>,
}

impl Contradictions {
    pub(crate) fn among(mistakes: &[Mistake], rules: Rules) -> Contradictions {
        let right = Solution::right(rules).normalized();
        let other = Solution { rules, ..Solution::right(rules.other()) }.normalized();
        let alone: Vec<Solution> = mistakes.iter().map(|one| one.solution(rules)).collect();
        let known: Vec<_> = alone.iter().cloned().map(Solution::normalized).collect();
        let contradict = |i: usize, j: usize| {
            let changes = [i, j].map(|i| &mistakes[i].change);
            let (axes, own_sorts) =
                (changes.map(Change::axis), changes.map(Change::needs_own_sort));
            let is_one_axis = axes[0] == axes[1];
            let is_replaced = is_one_axis && !matches!(axes[0], Axis::Types | Axis::TypeOrder);
            if is_replaced || own_sorts == [true; 2] {
                return true;
            }
            let together = |i: usize, j: usize| {
                let mut both = alone[i].clone();
                mistakes[j].change.apply(&mut both);
                (both.lacks_number(), both.normalized())
            };
            let (lacks_number, both) = together(i, j);
            // Changes on different axes go together in either order, but for those that need a sort.
            let may_matter = is_one_axis || own_sorts != [false; 2];
            lacks_number
                || [&known[i], &known[j], &right, &other].contains(&&both)
                || may_matter && both != together(j, i).1
        };
        let count = mistakes.len();
        let mut table = vec![true; count * count];
        for i in 0..count {
            for j in 0..i {
                let contradict = contradict(i, j);
                (table[i * count + j], table[j * count + i]) = (contradict, contradict);
            }
        }
        Contradictions { count, contradict: table }
    }

    pub(crate) fn between(&self, i: usize, j: usize) -> bool {
        self.contradict[i * self.count + j]
    }
}
