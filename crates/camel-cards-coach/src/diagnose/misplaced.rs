//! Finds two entries that mistakes put in the wrong order, and the rule that decides between them.

use camel_cards::{Card, Comparison, Decision, Entry, Rules, compare};

use crate::{
    mistakes::{change::Axis, mistake::Mistake},
    solution::{Solution, tie_break::DealtHand, types::AssignedType},
};

/// Two entries that a wrong solution or a user puts in the wrong order.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MisplacedPair {
    /// The two entries, in input order, or in the user's order.
    pub entries: [Entry; 2],
    /// Their places there, counted from 1.
    pub places: [usize; 2],
    /// The types that a finding's mistakes assign to them; without a finding, their right types.
    pub taken_for: [AssignedType; 2],
    /// The right comparison: which one wins, and what decides.
    pub right: Comparison,
}

/// Only this many entries, from the first, are searched for a pair that shows the mistake.
const LOOKED_AT: usize = 1_000;

impl MisplacedPair {
    pub(crate) fn new(
        entries: [Entry; 2],
        places: [usize; 2],
        solution: &Solution,
    ) -> MisplacedPair {
        let taken_for = entries.map(|entry| solution.types.assign(&DealtHand::new(entry.hand)));
        let right = compare(entries[0].hand, entries[1].hand, solution.rules());
        MisplacedPair { entries, places, taken_for, right }
    }

    /// Returns the first two entries that the solution of `made` puts in the wrong order. Prefers two that the first
    /// mistake on types, labels or ties puts in the wrong order.
    ///
    /// `places` has the place of each entry in the solution's order; `None` if the solution loses the entry.
    pub(crate) fn by(
        made: &[&Mistake],
        solution: &Solution,
        entries: &[Entry],
        places: &[Option<usize>],
    ) -> Option<MisplacedPair> {
        let rules = solution.rules();
        let right = places_in_order(&Solution::right(rules), entries);
        let kept: Vec<usize> = (0..entries.len()).filter(|&i| places[i].is_some()).collect();
        let is_wrong = |places: &[Option<usize>], i: usize, j: usize| {
            (places[i] < places[j]) != (right[i] < right[j])
        };
        let first = &kept[..kept.len().min(LOOKED_AT)];
        let pairs = || {
            let pairs = first.iter().enumerate();
            let pairs = pairs.flat_map(|(n, &i)| first[n + 1..].iter().map(move |&j| (i, j)));
            pairs.filter(|&(i, j)| is_wrong(places, i, j))
        };
        let on_order = made.iter().find(|mistake| mistake.change.axis() != Axis::Procedure);
        let because = on_order.and_then(|mistake| {
            let alone = places_in_order(&mistake.solution(rules), entries);
            let is_of_types = matches!(mistake.change.axis(), Axis::Types | Axis::TypeOrder);
            pairs().find(|&(i, j)| {
                let decision = compare(entries[i].hand, entries[j].hand, rules).decision;
                decision != Decision::Identical
                    && (decision == Decision::Type) == is_of_types
                    && is_wrong(&alone, i, j)
            })
        });
        // A wrong order always has two neighbours in the wrong order.
        let neighbours = || {
            let mut order = kept.clone();
            order.sort_unstable_by_key(|&i| places[i]);
            let wrong = order.windows(2).find(|pair| right[pair[0]] > right[pair[1]])?;
            Some((wrong[0].min(wrong[1]), wrong[0].max(wrong[1])))
        };
        let (i, j) = because.or_else(|| pairs().next()).or_else(neighbours)?;
        Some(MisplacedPair::new([entries[i], entries[j]], [i + 1, j + 1], solution))
    }
}

/// Returns the place of each entry in the order of `solution`, from 0; `None` if the solution loses the entry.
pub(crate) fn places_in_order(solution: &Solution, entries: &[Entry]) -> Vec<Option<usize>> {
    let mut places = vec![None; entries.len()];
    for (place, i) in solution.order(entries).into_iter().enumerate() {
        places[i] = Some(place);
    }
    places
}

/// A rule of the puzzle: what decides between two hands, or that all hands count. `Display` writes it as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleRule {
    /// Jokers make the strongest type, and the stronger type wins.
    JokersAndType,
    /// The stronger type wins.
    Type,
    /// Hands of one type compare card by card, where `J` is the weakest label.
    WeakestJoker,
    /// Hands of one type compare card by card, in the label order of these rules.
    Labels(Rules),
    /// Of identical hands, the earlier one ranks lower.
    InputOrder,
    /// The weakest hand has rank 1, and all hands count.
    AllHandsCount,
}

impl PuzzleRule {
    /// Returns the rule that decides this comparison.
    pub(crate) fn of(comparison: &Comparison) -> PuzzleRule {
        let rules = comparison.strengths[0].rules();
        let hands = comparison.strengths.map(|strength| strength.hand().cards());
        let have_joker = |cards: &[Card]| rules.joker().is_some_and(|card| cards.contains(&card));
        match comparison.decision {
            Decision::Type if have_joker(hands.as_flattened()) => PuzzleRule::JokersAndType,
            Decision::Type => PuzzleRule::Type,
            Decision::Card { position } if have_joker(&hands.map(|hand| hand[position - 1])) => {
                PuzzleRule::WeakestJoker
            }
            Decision::Card { .. } => PuzzleRule::Labels(rules),
            Decision::Identical => PuzzleRule::InputOrder,
        }
    }
}

#[cfg(test)]
mod tests {
    use camel_cards::entries;

    use super::*;
    use crate::mistakes::mistakes;

    fn read(input: &[u8]) -> Vec<Entry> {
        entries(input).collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn of_two_mistakes_the_pair_is_of_the_first() {
        let known = mistakes(Rules::Standard);
        let named = |name: &str| known.iter().find(|known| known.id == name).unwrap();
        // Two pair and three of a kind, then full house and four of a kind.
        let entries = read(b"KKQQJ 1\n22234 1\n22233 1\n22224 1\n");
        for (made, places) in [(["T1", "T9"], [3, 4]), (["T9", "T1"], [1, 2])] {
            let made = made.map(named);
            let solution = Mistake::solution_of(made, Rules::Standard);
            let order = places_in_order(&solution, &entries);
            let misplaced = MisplacedPair::by(&made, &solution, &entries, &order);
            assert_eq!(misplaced.unwrap().places, places);
        }
    }

    #[test]
    fn a_pair_past_those_that_are_looked_at_is_found_among_neighbours() {
        let entries = read("AAAAA 1\n".repeat(LOOKED_AT + 3).as_bytes());
        let right = Solution::right(Rules::Standard);
        let mut places = places_in_order(&right, &entries);
        places.swap(LOOKED_AT + 1, LOOKED_AT + 2);
        let misplaced = MisplacedPair::by(&[], &right, &entries, &places);
        assert_eq!(misplaced.unwrap().places, [LOOKED_AT + 2, LOOKED_AT + 3]);
    }

    #[test]
    fn the_rule_of_two_hands_is_about_jokers_where_jokers_decide() {
        for (rules, hands, rule) in [
            (Rules::Joker, ["JKKKK", "22223"], PuzzleRule::JokersAndType),
            (Rules::Joker, ["22333", "22223"], PuzzleRule::Type),
            (Rules::Standard, ["JKKKK", "22233"], PuzzleRule::Type),
            (Rules::Joker, ["JKKKK", "2KKKK"], PuzzleRule::JokersAndType),
            (Rules::Joker, ["JKKKK", "KKKKK"], PuzzleRule::WeakestJoker),
            (Rules::Standard, ["JKKKK", "2KKKK"], PuzzleRule::Labels(Rules::Standard)),
            (Rules::Joker, ["J3456", "J3456"], PuzzleRule::InputOrder),
        ] {
            let [a, b] = hands.map(|hand| hand.parse().unwrap());
            assert_eq!(PuzzleRule::of(&compare(a, b, rules)), rule, "{hands:?}, {rules}");
        }
    }
}
