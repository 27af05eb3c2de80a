//! Findings as values, and how certain they are: how often candidates would match an answer by chance. `words.rs` writes
//! them as sentences.

use camel_cards::{Comparison, Decision, Entry, Rules, Strength, compare};
use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{
    mistakes::{Axis, Mistake, Origin, Simplicity},
    solution::{
        Solution,
        hands::{DealtHand, level_name},
    },
};

/// Mistakes that give one of the answers exactly.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The rules under which they give it.
    pub rules: Rules,
    /// The answer that they give.
    pub answer: u128,
    /// How certain the finding is.
    pub certainty: Certainty,
    /// The mistakes, one to three.
    pub mistakes: Vec<&'static Mistake>,
    /// The solution with these mistakes.
    pub solution: Solution,
    /// Other mistakes that order this input identically. Those of one inner list are made together.
    pub(crate) others: Vec<Vec<&'static Mistake>>,
    /// How often a candidate as simple as this matches by chance; `None` for an answer from elsewhere (S9, S10).
    pub chance: Option<Chance>,
    /// The first two neighbours in the order of the mistakes that are in the wrong order, if any.
    pub misplaced: Option<MisplacedPair>,
    /// The rule of the puzzle that decides between the two misplaced hands, or that the mistakes break if they are only
    /// about reading, ranks and sums, as a sentence. Empty for an answer from elsewhere.
    pub rule: String,
}

impl Finding {
    /// Creates a certain finding from mistakes, without further details.
    pub(super) fn new(answer: u128, mistakes: Vec<&'static Mistake>, rules: Rules) -> Finding {
        Finding {
            rules,
            answer,
            certainty: Certainty::Certain,
            solution: Mistake::solution_of(&mistakes, rules),
            mistakes,
            others: Vec::new(),
            chance: None,
            misplaced: None,
            rule: String::new(),
        }
    }

    /// Returns the ids of the mistakes, one to three of them.
    pub fn ids(&self) -> Vec<String> {
        self.mistakes.iter().map(|mistake| mistake.id.to_string()).collect()
    }

    /// Whether the answer is right elsewhere: under the other rules, or for a published example.
    pub(crate) fn is_from_elsewhere(&self) -> bool {
        self.mistakes.iter().any(|one| one.is_from_elsewhere())
    }

    /// Returns the least likely origin of the mistakes.
    pub(crate) fn origin(&self) -> Origin {
        self.mistakes.iter().map(|one| one.origin).max().unwrap_or(Origin::Observed)
    }

    /// Adds mistakes that order this input identically. Ignores those that only add something without effect to known
    /// ones, and unnamed ones if this finding has a name.
    pub(super) fn add_others(&mut self, made: Vec<&'static Mistake>) {
        let adds_to = |known: &[&Mistake]| {
            known.iter().all(|known| made.iter().any(|one| one.id == known.id))
        };
        let is_unnamed =
            self.origin() != Origin::Generated && made.iter().any(|mistake| !mistake.is_named());
        let is_known = adds_to(&self.mistakes) || self.others.iter().any(|known| adds_to(known));
        if !is_unnamed && !is_known && !self.is_from_elsewhere() {
            self.others.push(made);
        }
    }
}

/// Fields are in the order in which the command prints them.
impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (misplaced, chance) = (self.misplaced.as_ref(), self.chance);
        let of_totals = chance.filter(|chance| !matches!(chance.of, ChanceOf::Orders(_)));
        let mut fields = serializer.serialize_struct("Finding", 17)?;
        fields.serialize_field("rules", &self.rules)?;
        fields.serialize_field("mistakes", &self.ids())?;
        fields.serialize_field("certainty", self.certainty.name())?;
        fields.serialize_field("summary", &self.summary())?;
        fields.serialize_field("answers", &[self.answer])?;
        let hands = misplaced.map(|pair| pair.entries.map(|entry| entry.hand));
        fields.serialize_field("pair", &hands)?;
        fields.serialize_field("places", &misplaced.map(|pair| pair.places))?;
        let types = misplaced.map(|pair| pair.right.strengths.map(Strength::hand_type));
        fields.serialize_field("types", &types)?;
        fields.serialize_field("taken_for", &misplaced.map(|pair| pair.taken_for))?;
        fields.serialize_field("right", &misplaced.map(|pair| pair.right.to_string()))?;
        fields.serialize_field("rule", &self.rule)?;
        fields.serialize_field("hint", &self.hint())?;
        fields.serialize_field("also", &self.also())?;
        let sentence = chance.map(|chance| chance.to_string()).unwrap_or_default();
        fields.serialize_field("chance", &sentence)?;
        fields.serialize_field("candidates", &chance.map(|chance| chance.candidates))?;
        fields.serialize_field("totals_matched", &of_totals.map(|chance| chance.matched as u64))?;
        fields.serialize_field("totals_nearby", &of_totals.map(|chance| chance.nearby))?;
        fields.end()
    }
}

/// Two entries that a wrong solution or a user puts in the wrong order.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MisplacedPair {
    /// The two entries, in input order, or in the user's order.
    pub entries: [Entry; 2],
    /// Their places there, counted from 1.
    pub places: [usize; 2],
    /// The names of the types that a finding's mistakes assign to them, or a text that says there is no type; without a
    /// finding, their right types.
    pub taken_for: [&'static str; 2],
    /// The right comparison: which one wins, and what decides.
    pub right: Comparison,
}

impl MisplacedPair {
    pub(crate) fn new(
        entries: [Entry; 2],
        places: [usize; 2],
        solution: &Solution,
    ) -> MisplacedPair {
        let dealt = DealtHand::of_all(&entries);
        let level = |hand| solution.levels[solution.class_of(hand).index()];
        let taken_for = [0, 1].map(|one| level_name(level(&dealt[one])));
        let right = compare(entries[0].hand, entries[1].hand, solution.rules());
        MisplacedPair { entries, places, taken_for, right }
    }

    /// Returns the first two neighbours in the order of the solution of `made` that are in the wrong order. Prefers two
    /// that the first mistake on types, labels or ties puts in the wrong order.
    pub(crate) fn by(
        made: &[&Mistake],
        solution: &Solution,
        entries: &[Entry],
    ) -> Option<MisplacedPair> {
        let rules = solution.rules();
        let right = places_in_order(&Solution::right(rules), entries);
        let order = solution.order(entries);
        // The puzzle leaves the order of identical hands open.
        let mut wrong = order.windows(2).filter(|pair| {
            right[pair[0]] > right[pair[1]] && entries[pair[0]].hand != entries[pair[1]].hand
        });
        let on_order = made.iter().find(|mistake| mistake.change.axis() != Axis::Procedure);
        let because = on_order.and_then(|mistake| {
            let alone = places_in_order(&mistake.solution(rules), entries);
            let is_of_types = matches!(mistake.change.axis(), Axis::Types | Axis::TypeOrder);
            wrong.clone().find(|pair| {
                let [a, b] = [pair[0], pair[1]].map(|i| entries[i].hand);
                let decision = compare(a, b, rules).decision;
                (decision == Decision::Type) == is_of_types && alone[pair[0]] < alone[pair[1]]
            })
        });
        let pair = because.or_else(|| wrong.next())?;
        let (i, j) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        // A type in another place keeps its name.
        let of_types = made.iter().copied().filter(|mistake| mistake.change.axis() == Axis::Types);
        let assigned = Mistake::solution_of(&of_types.collect::<Vec<_>>(), rules);
        Some(MisplacedPair::new([entries[i], entries[j]], [i + 1, j + 1], &assigned))
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

/// How certain a finding is, the most certain first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// A random total nearby would match less than once in 1,000 times, or other answers prove the finding, or the answer
    /// is right elsewhere.
    Certain,
    /// Less than once in 200 times, if every mistake has a name. Or less than once in 1,000 times, if an unnamed
    /// mistake only moves digits, because most programs have the digits in order.
    Likely,
    /// The match may well be chance.
    Lead,
}

impl Certainty {
    /// Returns the name: `certain`, `likely` or `lead`.
    pub fn name(self) -> &'static str {
        match self {
            Certainty::Certain => "certain",
            Certainty::Likely => "likely",
            Certainty::Lead => "lead",
        }
    }
}

/// The chance that a candidate at least as simple as the finding matches a random answer: `matched` in `nearby`.
/// `Display` writes it as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chance {
    /// What the candidates match.
    pub of: ChanceOf,
    /// The number of candidates tried that are at least as simple as the finding; 1 or more.
    pub candidates: usize,
    /// The number of different wrong totals near the right one that these candidates give. For an order, the number of
    /// candidates.
    pub matched: u128,
    /// At most this many totals are near the right one, or this many orders have as many hands out of place; 1 or more.
    pub nearby: u128,
}

/// What a candidate matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChanceOf {
    /// A total.
    Totals,
    /// A total. The candidates add one change to another answer's mistakes.
    TotalsFromAnother,
    /// An order of this number of hands.
    Orders(usize),
}

/// The least and the greatest total of all rankings of some entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TotalRange {
    pub(crate) least: i128,
    pub(crate) most: i128,
}

impl TotalRange {
    pub(crate) fn of(entries: &[Entry]) -> TotalRange {
        TotalRange::of_bids(&sorted_bids(entries))
    }

    fn of_bids(bids: &[i128]) -> TotalRange {
        let most = (1..).zip(bids).map(|(rank, bid)| rank * bid).sum();
        let least = (1..).zip(bids.iter().rev()).map(|(rank, bid)| rank * bid).sum();
        TotalRange { least, most }
    }

    /// Returns the totals near the right one: at most as far from it as the answer or as recorded wrong answers.
    pub(crate) fn near(self, right: i128, answer: i128) -> TotalRange {
        // Recorded wrong answers for inputs of 1,000 hands are within 0.6 % of the right one. On small inputs no
        // ranking is that far from it.
        let usual = right / 1000 * 6 + right % 1000 * 6 / 1000;
        let spread = usual.max(answer - right).max(right - answer);
        TotalRange {
            least: (right - spread).max(self.least.min(answer)),
            most: (right + spread).min(self.most.max(answer)),
        }
    }

    /// Returns an upper bound on how many wrong totals in this range come from a ranking. If one bid is far greater
    /// than the others, all totals are near multiples of it.
    pub(crate) fn wrong_totals_max(self, entries: &[Entry]) -> i128 {
        let bids = sorted_bids(entries);
        let width = self.most - self.least;
        let Some((greatest @ 1.., others)) = bids.split_last() else { return width };
        let TotalRange { least, most } = TotalRange::of_bids(others);
        // Entries above the greatest bid rank one higher than without it. So in an interval as long as the greatest
        // bid, rankings give at most this many totals.
        let near_each = most - least + others.iter().sum::<i128>() + 1;
        width.min((width / greatest + 1).saturating_mul(near_each))
    }
}

fn sorted_bids(entries: &[Entry]) -> Vec<i128> {
    let mut bids: Vec<i128> = entries.iter().map(|entry| entry.bid.into()).collect();
    bids.sort_unstable();
    bids
}

impl Chance {
    /// Returns the chance of a match with a wrong total in the range `near`.
    pub(crate) fn of_total(
        near: TotalRange,
        entries: &[Entry],
        right: i128,
        of: ChanceOf,
        simplicity: Simplicity,
        totals: &[(i128, Simplicity)],
    ) -> Chance {
        let is_as_simple = |&&(_, other): &&(i128, Simplicity)| other <= simplicity;
        let others = &totals[totals.partition_point(|&(total, _)| total < near.least)..];
        let others = &others[..others.partition_point(|&(total, _)| total <= near.most)];
        // The first candidate of each total is the simplest.
        let simplest = others.chunk_by(|a, b| a.0 == b.0).filter_map(<[_]>::first);
        let matched = simplest.filter(is_as_simple).filter(|&&(total, _)| total != right).count();
        Chance {
            of,
            candidates: totals.iter().filter(is_as_simple).count(),
            matched: matched as u128,
            nearby: near.wrong_totals_max(entries).max(1) as u128,
        }
    }

    /// Returns the chance of a match with an order of `hands` hands, `out_of_place` of them out of place.
    pub(crate) fn of_order(hands: usize, out_of_place: usize, candidates: usize) -> Chance {
        Chance {
            of: ChanceOf::Orders(hands),
            candidates,
            matched: candidates as u128,
            // Each hand out of place may be anywhere.
            nearby: (hands as u128).saturating_pow(out_of_place.max(1) as u32).max(1),
        }
    }

    /// Whether a match and another one with chance `other` are so rare together that neither is chance.
    pub(crate) fn is_rare_beside(&self, other: &Chance) -> bool {
        let matched = self.matched.saturating_mul(other.matched);
        let nearby = self.nearby.saturating_mul(other.nearby);
        // Twice, because either of the two may be the one that was assumed.
        self.is_rarer_than(1000) && matched.saturating_mul(2 * 1000) < nearby
    }

    /// Whether a match by chance is rarer than one in `often`.
    fn is_rarer_than(&self, often: u128) -> bool {
        self.matched.saturating_mul(often) < self.nearby
    }

    /// Returns the certainty of a finding with this chance and these mistakes.
    pub(crate) fn certainty(&self, made: &[&Mistake]) -> Certainty {
        let is_named = made.iter().all(|one| one.is_named());
        let only_moves_digits = made.iter().any(|one| one.only_moves_digits());
        match (self.is_rarer_than(1000), only_moves_digits) {
            (true, false) => Certainty::Certain,
            (true, true) => Certainty::Likely,
            _ if is_named && self.is_rarer_than(200) => Certainty::Likely,
            _ => Certainty::Lead,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use Certainty::{Certain, Lead, Likely};
    use camel_cards::entries;

    use super::*;
    use crate::{diagnose::find::reported, mistakes::mistakes};

    #[test]
    fn of_each_answer_the_surest_are_kept() {
        let known = mistakes(Rules::Standard);
        let made = |places: &[usize]| places.iter().map(|&i| &known[i]).collect();
        let finding = |answer, certainty, places: &[usize]| Finding {
            certainty,
            chance: Some(Chance { of: ChanceOf::Totals, candidates: 1, matched: 1, nearby: 1 }),
            ..Finding::new(answer, made(places), Rules::Standard)
        };
        let elsewhere = known.iter().find(|one| one.id == "S9").unwrap();
        let from_elsewhere = Finding::new(3, vec![elsewhere], Rules::Standard);
        let mut findings: Vec<Finding> = (0..5).map(|i| finding(1, Lead, &[i])).collect();
        findings.extend([finding(1, Likely, &[5]), finding(1, Likely, &[6])]);
        findings.extend([finding(2, Certain, &[0]), finding(2, Certain, &[0, 1])]);
        findings.extend([finding(2, Likely, &[2]), finding(2, Lead, &[3])]);
        findings.extend([from_elsewhere, finding(3, Certain, &[1])]);
        findings.push(finding(4, Lead, &[0]));
        let kept = reported(findings);
        let mut kept: Vec<_> =
            kept.iter().map(|one| (one.answer, one.certainty, one.ids().len())).collect();
        // Leads come last.
        assert_eq!(kept.iter().position(|(_, certainty, _)| *certainty == Lead), Some(4));
        kept.sort_unstable();
        let of_answer_1 = [Likely, Likely, Lead, Lead, Lead].map(|certainty| (1, certainty, 1));
        let others = [(2, Certain, 1), (3, Certain, 1), (4, Lead, 1)];
        assert_eq!(kept, [&of_answer_1[..], &others].concat());
    }

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
            let solution = Mistake::solution_of(&made, Rules::Standard);
            let misplaced = MisplacedPair::by(&made, &solution, &entries);
            assert_eq!(misplaced.unwrap().places, places);
        }
    }

    #[test]
    fn the_rule_of_two_hands_is_about_jokers_where_jokers_decide() {
        for (rules, hands, words) in [
            (Rules::Joker, ["JKKKK", "22223"], "a joker stands for"),
            (Rules::Joker, ["22333", "22223"], "the stronger type wins"),
            (Rules::Standard, ["JKKKK", "22233"], "the stronger type wins"),
            (Rules::Joker, ["JKKKK", "2KKKK"], "a joker stands for"),
            (Rules::Joker, ["JKKKK", "KKKKK"], "there J is the weakest label"),
            (Rules::Standard, ["JKKKK", "2KKKK"], "weakest first: 23456789TJQKA"),
            (Rules::Joker, ["J3456", "J3456"], "of identical hands the earlier one"),
        ] {
            let entries = hands.map(|hand| Entry { hand: hand.parse().unwrap(), bid: 1 });
            let rule = MisplacedPair::new(entries, [1, 2], &Solution::right(rules)).rule();
            assert!(rule.contains(words), "{hands:?}, {rules}: {rule}");
        }
    }

    #[test]
    fn totals_nearby_are_as_far_as_the_answer_or_recorded_ones_and_possible() {
        const RIGHT: i128 = 250_000_500;
        let near = |(least, most), answer: i128| {
            let TotalRange { least, most } =
                TotalRange { least: RIGHT + least, most: RIGHT + most }.near(RIGHT, RIGHT + answer);
            (least - RIGHT, most - RIGHT)
        };
        let any = (-RIGHT, RIGHT);
        // 0.6 % of the right total.
        assert_eq!(near(any, 1), (-1_500_003, 1_500_003));
        assert_eq!(near(any, 1_600_000), (-1_600_000, 1_600_000));
        assert_eq!(near(any, -1_700_000), (-1_700_000, 1_700_000));
        // Totals that no ranking gives do not count, except the answer.
        assert_eq!(near((-10, 20), 5), (-10, 20));
        assert_eq!(near((-10, 20), 100), (-10, 100));
        assert_eq!(near((-10, 20), -100), (-100, 20));
    }

    /// Tries every order of four hands, one with a far greater bid.
    #[test]
    fn rankings_give_no_more_totals_than_are_counted() {
        let bids = [1, 2, 3, 1000];
        let entries =
            bids.map(|bid| Entry { hand: camel_cards::Hand::from_index(0).unwrap(), bid });
        let mut totals = BTreeSet::new();
        for order in 0..256 {
            let ranks = [0, 2, 4, 6].map(|shift| order >> shift & 3);
            if BTreeSet::from(ranks).len() == 4 {
                let winnings = |(rank, bid)| (rank as i128 + 1) * bid as i128;
                totals.insert(ranks.into_iter().zip(bids).map(winnings).sum::<i128>());
            }
        }
        let range = TotalRange::of(&entries);
        assert_eq!((range.least, range.most), (1016, 4014));
        assert_eq!((totals.first(), totals.last()), (Some(&range.least), Some(&range.most)));
        // Rankings give at most 11 of 1,000 totals in a row, and less than 3,000 are in the range.
        assert_eq!(range.wrong_totals_max(&entries), 3 * 11);
        assert!(totals.len() <= 3 * 11);
    }

    #[test]
    fn matches_of_two_answers_are_rare_together() {
        let chance = |nearby| Chance { of: ChanceOf::Totals, candidates: 1, matched: 1, nearby };
        let are_rare = |own, other| chance(own).is_rare_beside(&chance(other));
        // One in 1,000 is not rarer than one in 1,000; either may be the one that follows.
        assert!(!are_rare(1000, 1_000_000));
        assert!(are_rare(1001, 2));
        assert!(!are_rare(1001, 1));
        assert!(!are_rare(2000, 1));
        assert!(are_rare(2001, 1));
    }
}
