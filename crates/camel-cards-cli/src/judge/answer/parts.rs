//! Which of the numbers that a program printed is its answer to which part.
//!
//! The place that held the right total in several outputs is it. In a wrong program none did; then it
//! is where numbers stand that a ranking of the input could give, and the words before it say the part.

use std::cmp::Reverse;

use camel_cards::{Entry, PerRules, Rules};

use super::{
    numbers::Grouping,
    place::{AnswerPlace, Candidate},
};

/// How many answers a program prints, where it is told.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Answers {
    One,
    Both,
}

/// What can be expected of an output.
pub(crate) struct Expected {
    /// The right totals.
    pub(crate) totals: PerRules<u128>,
    /// The totals of all rankings of the input lie between these, from 0 or 1 or 2 on.
    least: u128,
    most: u128,
    pub(crate) digit_hands: Vec<String>,
}

/// Returns the hands of an input that are all digits, sorted, but for one that reads as a right total.
pub(crate) fn digit_hands(entries: &[Entry], totals: &PerRules<u128>) -> Vec<String> {
    let hands = entries.iter().map(|entry| entry.hand.to_string());
    let is_hand = |hand: &String| {
        let number = hand.parse::<u128>();
        number.is_ok_and(|number| Rules::ALL.iter().all(|&rules| totals[rules] != number))
    };
    let mut hands: Vec<String> = hands.filter(is_hand).collect();
    hands.sort_unstable();
    hands
}

impl Expected {
    pub(crate) fn of(entries: &[Entry], totals: PerRules<u128>) -> Expected {
        let mut bids: Vec<u128> = entries.iter().map(|entry| u128::from(entry.bid)).collect();
        bids.sort_unstable();
        let sum: u128 = bids.iter().sum();
        let most: u128 = bids.iter().zip(1..).map(|(bid, rank)| bid * rank).sum();
        let least: u128 = bids.iter().rev().zip(1..).map(|(bid, rank)| bid * rank).sum();
        let digit_hands = digit_hands(entries, &totals);
        Expected { totals, least: least.saturating_sub(sum), most: most + sum, digit_hands }
    }
}

/// The places of the answers that a program prints.
pub(crate) struct Parts {
    /// In the order of the parts; at least one.
    pub(crate) places: Vec<(Rules, AnswerPlace)>,
    /// Whether the rules are known, and not only those whose totals are nearest.
    pub(crate) is_sure: bool,
}

/// How well a place serves as that of the answer under some rules: the better is greater.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Fitness {
    /// How many of its numbers are right, unless that may be luck.
    right: usize,
    /// Whether most of its numbers could be the total of a ranking.
    is_plausible: bool,
    /// Whether the words before it name these rules (2) or the others (0).
    named: u8,
    /// Whether it does not hold the right answers under the other rules.
    is_not_the_other: bool,
    plausible: usize,
    /// In how many outputs there is a number, and whether it is not always the same.
    there: usize,
    varies: bool,
    /// The more usual ways of grouping digits first, and the last number.
    place: (Reverse<usize>, usize),
}

/// Chooses among the places where numbers stand in some outputs, of which this is expected.
///
/// `candidates` come with the more usual places first. Returns nothing if none ever holds a number.
pub(crate) fn choose(
    candidates: &[Candidate],
    expected: &[&Expected],
    asked: Option<Rules>,
    answers: Option<Answers>,
) -> Option<Parts> {
    let choice = Choice { candidates, expected };
    if !(0..candidates.len()).any(|i| choice.is_number(i)) {
        return None;
    }
    let places = |chosen: &[(Rules, usize)]| {
        chosen.iter().map(|&(rules, i)| (rules, candidates[i].place.clone())).collect()
    };
    let sure = |chosen: &[(Rules, usize)]| Some(Parts { places: places(chosen), is_sure: true });
    if let Some(rules) = asked {
        let best = choice.best(rules, |_| true)?;
        return sure(&[(rules, best)]);
    }
    let best = PerRules {
        standard: choice.best(Rules::Standard, |_| true)?,
        joker: choice.best(Rules::Joker, |_| true)?,
    };
    let right = |rules| choice.right(best[rules], rules);
    let both = [(Rules::Standard, best.standard), (Rules::Joker, best.joker)];
    let one = answers == Some(Answers::One);
    match Rules::ALL.map(|rules| right(rules) > 0) {
        [true, true] if !one => return sure(&both),
        [true, true] => {
            let last = Rules::ALL.into_iter().max_by_key(|&rules| candidates[best[rules]].order)?;
            return sure(&[(last, best[last])]);
        }
        [false, false] => {}
        [is_standard, _] => {
            let rules = if is_standard { Rules::Standard } else { Rules::Joker };
            let mut chosen = vec![(rules, best[rules])];
            if let Some(second) = choice.other_part(best[rules], rules).filter(|_| !one) {
                chosen.push((other(rules), second));
            } else if answers == Some(Answers::Both) {
                chosen.extend(choice.beside(best[rules], rules).map(|i| (other(rules), i)));
            }
            chosen.sort_by_key(|(rules, _)| rules.part());
            return sure(&chosen);
        }
    }
    if let Some([first, second]) = choice.unlike_pair(answers).filter(|_| !one) {
        return sure(&[(Rules::Standard, first), (Rules::Joker, second)]);
    }
    let named = Rules::ALL.into_iter().find(|&rules| choice.names(best[rules], rules));
    let rules = named.unwrap_or_else(|| choice.nearest(best.standard));
    Some(Parts { places: places(&[(rules, best[rules])]), is_sure: named.is_some() })
}

struct Choice<'a> {
    candidates: &'a [Candidate],
    expected: &'a [&'a Expected],
}

impl Choice<'_> {
    fn best(&self, rules: Rules, may: impl Fn(usize) -> bool) -> Option<usize> {
        let all = (0..self.candidates.len()).filter(|&i| may(i) && self.is_number(i));
        // Of equals the first: `max_by_key` takes the last.
        all.rev().max_by_key(|&i| self.fitness(i, rules))
    }

    fn fitness(&self, i: usize, rules: Rules) -> Fitness {
        let candidate = &self.candidates[i];
        Fitness {
            right: self.right(i, rules),
            is_plausible: self.is_plausible(i),
            named: match candidate.part {
                None => 1,
                Some(part) => 2 * u8::from(part == rules.part()),
            },
            is_not_the_other: self.right(i, other(rules)) == 0,
            plausible: self.plausible(i),
            there: candidate.answers.iter().flatten().count(),
            varies: self.varies(i),
            place: (Reverse(grouping_order(&candidate.place)), candidate.order),
        }
    }

    fn values(&self, i: usize) -> impl Iterator<Item = (&str, &Expected)> {
        let answers = self.candidates[i].answers.iter().zip(self.expected);
        answers.filter_map(|(answer, expected)| Some((answer.as_ref()?.value.as_str(), *expected)))
    }

    fn is_number(&self, i: usize) -> bool {
        self.values(i).any(|(value, _)| value != "NaN")
    }

    fn right(&self, i: usize, rules: Rules) -> usize {
        let is_right =
            |(value, expected): &(&str, &Expected)| *value == expected.totals[rules].to_string();
        let right = self.values(i).filter(is_right).count();
        // The example's total may be printed whatever the input.
        if right >= self.expected.len().min(2) { right } else { 0 }
    }

    fn plausible(&self, i: usize) -> usize {
        let is_plausible = |(value, expected): &(&str, &Expected)| {
            value.parse().is_ok_and(|total| (expected.least..=expected.most).contains(&total))
        };
        self.values(i).filter(is_plausible).count()
    }

    fn is_plausible(&self, i: usize) -> bool {
        self.plausible(i) * 2 > self.expected.len()
    }

    fn varies(&self, i: usize) -> bool {
        let mut values = self.values(i).map(|(value, _)| value);
        let first = values.next();
        values.any(|value| Some(value) != first)
    }

    fn names(&self, i: usize, rules: Rules) -> bool {
        self.candidates[i].part == Some(rules.part())
    }

    /// The answer to the other part than that which is right at `known`, if the program surely
    /// prints one: it says so, or prints two numbers, and both could be totals.
    fn other_part(&self, known: usize, rules: Rules) -> Option<usize> {
        let is_other = |i: usize| {
            let is_in_order = (self.candidates[known].order < self.candidates[i].order)
                == (rules == Rules::Standard);
            let is_named = self.names(i, other(rules)) && !self.names(known, other(rules));
            let of_pair = [known, i].iter().all(|&i| self.candidates[i].is_of_pair);
            let is_pair = of_pair && is_in_order && self.is_plausible(i);
            let is_other =
                is_named && self.is_read_alike(known, i) || is_pair && self.is_another(known, i);
            is_other && self.varies(i)
        };
        self.best(other(rules), is_other)
    }

    fn beside(&self, known: usize, rules: Rules) -> Option<usize> {
        self.best(other(rules), |i| self.is_another(known, i))
    }

    /// Whether two places are read in one way, and hold different numbers.
    fn is_another(&self, a: usize, b: usize) -> bool {
        let values = |i| self.values(i).map(|(value, _)| value).collect::<Vec<_>>();
        self.is_read_alike(a, b) && values(a) != values(b)
    }

    fn is_read_alike(&self, a: usize, b: usize) -> bool {
        let grouping = |i: usize| grouping_order(&self.candidates[i].place);
        grouping(a) == grouping(b)
    }

    /// The answers to both parts of a program that is right in neither.
    fn unlike_pair(&self, answers: Option<Answers>) -> Option<[usize; 2]> {
        let named = |rules: Rules| self.best(rules, |i| self.names(i, rules) && self.varies(i));
        if let (Some(first), Some(second)) = (named(Rules::Standard), named(Rules::Joker)) {
            return self.is_read_alike(first, second).then_some([first, second]);
        }
        let is_told = answers == Some(Answers::Both);
        let last = self.best(Rules::Joker, |i| {
            self.candidates[i].part.is_none()
                && (is_told || self.candidates[i].is_of_pair && self.is_plausible(i))
        })?;
        let first = self.best(Rules::Standard, |i| {
            let candidate = &self.candidates[i];
            self.is_another(i, last)
                && candidate.order < self.candidates[last].order
                && (is_told || candidate.is_of_pair && self.is_plausible(i))
        })?;
        Some([first, last])
    }

    /// The rules whose totals are nearer to what stands there.
    fn nearest(&self, i: usize) -> Rules {
        let distance = |rules: Rules| -> u128 {
            let of = |(value, expected): (&str, &Expected)| {
                let right = expected.totals[rules];
                let far = value.parse().map_or(right, |answer: u128| answer.abs_diff(right));
                far.saturating_mul(1_000_000) / right.max(1)
            };
            self.values(i).map(of).fold(0, u128::saturating_add)
        };
        match distance(Rules::Joker) < distance(Rules::Standard) {
            true => Rules::Joker,
            false => Rules::Standard,
        }
    }
}

fn other(rules: Rules) -> Rules {
    match rules {
        Rules::Standard => Rules::Joker,
        Rules::Joker => Rules::Standard,
    }
}

fn grouping_order(place: &AnswerPlace) -> usize {
    match place {
        AnswerPlace::Number(place) => Grouping::ALL.iter().position(|one| *one == place.grouping),
        AnswerPlace::Match(..) => None,
    }
    .unwrap_or(0)
}
