//! What was found, as values and as sentences. Sentences have no full stop.

use camel_cards::{Card, Comparison, Decision, Entry, Rules, compare};
use serde::Serialize;

use super::chance::{Certainty, Chance};
use crate::{
    mistakes::{Axis, Mistake, Origin},
    solution::{
        Solution,
        hands::{DealtHand, HandClass, level_name},
    },
};

/// Mistakes that explain an answer or an order: they give exactly this one.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The rules under which they give it.
    pub rules: Rules,
    /// The mistakes, one to three; in JSON, their ids.
    pub mistakes: Vec<&'static Mistake>,
    /// How certain the finding is.
    pub certainty: Certainty,
    /// What is wrong, as a sentence.
    pub summary: String,
    /// What to change in the code, as a sentence.
    pub hint: String,
    /// The rule of the puzzle that decides between the two misplaced hands, or that the mistakes break if they are only
    /// about reading, ranks and sums, as a sentence. Empty for an answer from elsewhere.
    pub rule: String,
    /// The first two neighbours in the order of the mistakes that are in the wrong order, if any.
    pub misplaced: Option<MisplacedPair>,
    /// Other mistakes that order this input identically. Those of one inner list are made together.
    pub also: Vec<Vec<&'static Mistake>>,
    /// How often a candidate as simple as this matches by chance; `None` for an answer from elsewhere (S9, S10).
    pub chance: Option<Chance>,
    /// The total that the mistakes give.
    #[serde(skip)]
    pub answer: u128,
    /// The solution with these mistakes.
    #[serde(skip)]
    pub solution: Solution,
    /// Two more hands for each mistake that does not put the first two in the wrong order when it is made alone.
    #[serde(skip)]
    pub(crate) more_misplaced: Vec<(&'static Mistake, MisplacedPair)>,
}

impl Finding {
    /// Creates a finding from mistakes. Its certainty is provisional, except for answers from elsewhere.
    pub(super) fn new(answer: u128, mistakes: Vec<&'static Mistake>, rules: Rules) -> Finding {
        let mut hints: Vec<&str> = mistakes.iter().map(|mistake| mistake.hint).collect();
        hints.dedup();
        Finding {
            rules,
            certainty: Certainty::Certain,
            summary: summary(&mistakes),
            hint: joined(hints.into_iter()),
            rule: String::new(),
            misplaced: None,
            also: Vec::new(),
            chance: None,
            answer,
            solution: Mistake::solution_of(&mistakes, rules),
            mistakes,
            more_misplaced: Vec::new(),
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

    /// Looks in these entries for two hands that the mistakes put in the wrong order, for the rule that decides, and for two
    /// hands that show each of the other mistakes.
    pub(crate) fn find_misplaced(&mut self, entries: &[Entry]) {
        let pair_by = |is_shown: &dyn Fn(usize, usize) -> bool| {
            MisplacedPair::by(&self.mistakes, &self.solution, entries, is_shown)
        };
        self.misplaced = pair_by(&|_, _| true);
        let [first, second] = self.misplaced.as_ref().map_or([0; 2], |pair| pair.places);
        let more = self.mistakes.iter().filter_map(|one| {
            let right = places_in_order(&Solution::right(self.rules), entries);
            let alone = places_in_order(&one.solution(self.rules), entries);
            let is_shown = |i: usize, j: usize| (right[i] < right[j]) != (alone[i] < alone[j]);
            let pair = pair_by(&is_shown).filter(|_| !is_shown(first - 1, second - 1));
            Some((*one, pair?))
        });
        self.more_misplaced = more.collect();
        let is_of_order = |one: &&Mistake| one.change.axis() != Axis::Procedure;
        let decides = self.misplaced.as_ref();
        let decides = decides.filter(|_| self.mistakes.iter().any(is_of_order));
        self.rule = decides.map_or(ALL_HANDS_COUNT, |pair| &pair.rule).to_owned();
    }

    /// Adds mistakes that order this input identically. Ignores those that only add something without effect to known
    /// ones, and unnamed ones if this finding has a name.
    pub(super) fn add_others(&mut self, made: Vec<&'static Mistake>) {
        let adds_to = |known: &[&Mistake]| {
            known.iter().all(|known| made.iter().any(|one| one.id == known.id))
        };
        let is_unnamed =
            self.origin() != Origin::Generated && made.iter().any(|mistake| !mistake.is_named());
        let is_known = adds_to(&self.mistakes) || self.also.iter().any(|known| adds_to(known));
        if !is_unnamed && !is_known && !self.is_from_elsewhere() {
            self.also.push(made);
        }
    }
}

/// Says what is wrong with mistakes made together, with an example of each class of hands.
fn summary(made: &[&Mistake]) -> String {
    let mut summary = joined(made.iter().map(|mistake| &*mistake.summary));
    // The last pattern, `JJJJJ`, is a hand itself and needs no example.
    for class in HandClass::all().take(HandClass::COUNT - 1) {
        let pattern = class.pattern();
        summary = summary.replace(pattern, &format!("{pattern} (such as {})", class.example()));
    }
    summary
}

fn joined<'a>(sentences: impl Iterator<Item = &'a str>) -> String {
    sentences.collect::<Vec<_>>().join("; and ")
}

/// The rule that mistakes in reading, ranks and sums break.
pub(crate) const ALL_HANDS_COUNT: &str =
    "the weakest hand has rank 1, and every hand's winnings count";

/// Two entries that a wrong solution or a user puts in the wrong order.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// The rule of the puzzle that decides between the two hands, as a sentence.
    pub rule: String,
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
        MisplacedPair { entries, places, taken_for, right, rule: rule_between(&right) }
    }

    /// Returns the first two neighbours in the order of the solution of `made` that are in the wrong order and are wanted.
    fn by(
        made: &[&Mistake],
        solution: &Solution,
        entries: &[Entry],
        is_wanted: &dyn Fn(usize, usize) -> bool,
    ) -> Option<MisplacedPair> {
        let rules = solution.rules();
        let right = places_in_order(&Solution::right(rules), entries);
        let order = solution.order(entries);
        // The puzzle leaves the order of identical hands open.
        let is_wrong = |pair: &&[usize]| {
            right[pair[0]] > right[pair[1]]
                && entries[pair[0]].hand != entries[pair[1]].hand
                && is_wanted(pair[0], pair[1])
        };
        let pair = order.windows(2).find(is_wrong)?;
        let (i, j) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        // A type in another place keeps its name.
        let of_types = made.iter().copied().filter(|mistake| mistake.change.axis() == Axis::Types);
        let assigned = Mistake::solution_of(&of_types.collect::<Vec<_>>(), rules);
        Some(MisplacedPair::new([entries[i], entries[j]], [i + 1, j + 1], &assigned))
    }
}

/// Returns the rule of the puzzle that decides between two hands, as a sentence.
fn rule_between(right: &Comparison) -> String {
    let rules = right.strengths[0].rules();
    let hands = right.strengths.map(|strength| strength.hand().cards());
    let have_joker = |cards: &[Card]| rules.joker().is_some_and(|card| cards.contains(&card));
    let rule = match right.decision {
        Decision::Type if have_joker(hands.as_flattened()) => {
            "a joker stands for whatever card makes the strongest type; the stronger type wins"
        }
        Decision::Type => {
            "the stronger type wins: five of a kind, four of a kind, full house, three of \
             a kind, two pair, one pair, high card"
        }
        Decision::Card { position } if have_joker(&hands.map(|hand| hand[position - 1])) => {
            "hands of one type are compared card by card in the order dealt; J is the weakest label"
        }
        Decision::Card { .. } => {
            let labels: String = rules.labels().iter().map(|card| card.label()).collect();
            return format!(
                "hands of one type are compared card by card in the order dealt; labels, weakest first: {labels}"
            );
        }
        Decision::Identical => "of identical hands the earlier one ranks lower",
    };
    rule.to_owned()
}

/// Returns the place of each entry in the order of `solution`, from 0; `None` if the solution loses the entry.
pub(crate) fn places_in_order(solution: &Solution, entries: &[Entry]) -> Vec<Option<usize>> {
    let mut places = vec![None; entries.len()];
    for (place, i) in solution.order(entries).into_iter().enumerate() {
        places[i] = Some(place);
    }
    places
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
    fn of_two_mistakes_the_pair_is_the_first_out_of_order() {
        let known = mistakes(Rules::Standard);
        let named = |name: &str| known.iter().find(|known| known.id == name).unwrap();
        // Two pair and three of a kind, then full house and four of a kind.
        let entries = read(b"KKQQJ 1\n22234 1\n22233 1\n22224 1\n");
        for made in [["T1", "T9"], ["T9", "T1"]] {
            let made = made.map(named);
            let solution = Mistake::solution_of(&made, Rules::Standard);
            let misplaced = MisplacedPair::by(&made, &solution, &entries, &|_, _| true);
            assert_eq!(misplaced.unwrap().places, [1, 2]);
        }
    }

    #[test]
    fn each_of_two_mistakes_shows_two_hands_and_their_rule() {
        let named = |name: &str| mistakes(Rules::Joker).iter().find(|one| one.id == name).unwrap();
        let entries = read(b"JKQ98 1\n22345 1\n22233 1\n22224 1\n");
        let mut finding = Finding::new(1, vec![named("J1"), named("T1")], Rules::Joker);
        finding.find_misplaced(&entries);
        assert_eq!(finding.misplaced.as_ref().map(|pair| pair.places), Some([1, 2]));
        assert!(finding.rule.contains("J is the weakest label"), "{}", finding.rule);
        let [(mistake, pair)] = &finding.more_misplaced[..] else { panic!("{finding:?}") };
        assert_eq!((&*mistake.id, pair.places), ("T1", [3, 4]));
        assert!(pair.rule.starts_with("the stronger type wins"));
    }

    #[test]
    fn the_rule_of_two_hands_is_about_jokers_where_jokers_decide() {
        for (rules, hands, words) in [
            (Rules::Joker, ["JKKKK", "22223"], "a joker stands for"),
            (Rules::Joker, ["22333", "22223"], "the stronger type wins"),
            (Rules::Standard, ["JKKKK", "22233"], "the stronger type wins"),
            (Rules::Joker, ["JKKKK", "2KKKK"], "a joker stands for"),
            (Rules::Joker, ["JKKKK", "KKKKK"], "J is the weakest label"),
            (Rules::Standard, ["JKKKK", "2KKKK"], "weakest first: 23456789TJQKA"),
            (Rules::Joker, ["J3456", "J3456"], "of identical hands the earlier one"),
        ] {
            let entries = hands.map(|hand| Entry { hand: hand.parse().unwrap(), bid: 1 });
            let rule = MisplacedPair::new(entries, [1, 2], &Solution::right(rules)).rule;
            assert!(rule.contains(words), "{hands:?}, {rules}: {rule}");
        }
    }
}
