//! From an answer to findings: what the search matched, merged, sorted, explained.

use camel_cards::{Comparison, Decision, Entry, Overflow, Rules, Tally, Ties, compare};

use crate::{
    Mistake, Origin, Solution, grouped, mistakes,
    ruled_out::{ruled_out, told_otherwise},
    search::{Match, Search},
    solution::Slot,
};

/// What somebody wants to know about their answers.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// Their input.
    pub entries: &'a [Entry],
    /// Their input begins with a UTF-8 byte-order mark.
    pub byte_order_mark: bool,
    /// The rules that they meant; `None` tries both.
    pub rules: Option<Rules>,
    /// The answers tried, at least one.
    pub tried: Vec<Tried>,
}

/// An answer, and what they were told about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The answer.
    pub answer: u128,
    /// What they were told.
    pub hint: Option<Hint>,
}

/// What the puzzle's site says of a wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The answer is too low.
    TooLow,
    /// The answer is too high.
    TooHigh,
}

/// What is to be said of the answers.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// Whether one of the answers is right.
    pub verdict: Verdict,
    /// The rules asked about; those of the first finding, or the nearest total,
    /// where none were.
    pub rules: Rules,
    /// The right total winnings under these rules.
    pub expected: u128,
    /// What gives exactly one of the answers, simplest first.
    pub findings: Vec<Finding>,
    /// What else is known, a sentence each: what it cannot be, or looks like.
    pub ruled_out: Vec<String>,
    /// How many candidates were tried.
    pub candidates: usize,
}

/// Whether an answer is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// One of the answers is right.
    Right,
    /// None is.
    Wrong,
}

/// One mistake, or several together, that give exactly an answer.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rules under which they do.
    pub rules: Rules,
    /// The answers that are explained.
    pub answers: Vec<u128>,
    /// The ids of the mistakes: one, or those that are made together.
    pub mistakes: Vec<String>,
    /// Ids of what gives the same order on this input in other words, joined by `+`.
    pub also: Vec<String>,
    /// How sure it is.
    pub certainty: Certainty,
    /// The chance that a random total nearby would be matched by a candidate as
    /// simple as this one: so many in so many.
    pub chance: Chance,
    /// What is wrong, in a sentence without a full stop.
    pub summary: String,
    /// The first two entries that are put in the wrong order, if any are.
    pub misplaced: Option<Misplaced>,
    /// The sentence of the rules that settles it.
    pub rule: String,
    /// What to change in code.
    pub hint: String,
    /// The solution that makes these mistakes.
    pub solution: Solution,
    /// Where the least likely of them is known from.
    pub origin: Origin,
}

impl Finding {
    /// Says how often chance alone would match, in a sentence without a full stop; nothing if
    /// it was not found by trying.
    pub fn sureness(&self) -> String {
        let chance = self.chance;
        let what = match (self.mistakes.len(), chance.named) {
            _ if chance.candidates == 0 => return String::new(),
            (1, true) => "named mistakes",
            (1, false) => "single changes",
            (2, true) => "pairs of named mistakes",
            (2, false) => "pairs of changes",
            (_, true) => "triples of named mistakes with J1",
            (_, false) => "triples of changes with J1",
        };
        let tried = format!("{} {what} tried", grouped(chance.candidates as u128));
        match chance.nearby.checked_div(chance.totals) {
            None | Some(0..2) => {
                format!("{tried}; on so small an input they give nearly any wrong total")
            }
            Some(once_in) => format!(
                "{tried}; by chance they give one in {} of the wrong totals nearby",
                grouped(once_in)
            ),
        }
    }
}

/// How sure a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// A random total would be matched less than once in a thousand times.
    Certain,
    /// It may be chance.
    Likely,
}

impl Certainty {
    /// Returns the name: `certain` or `likely`.
    pub fn name(self) -> &'static str {
        match self {
            Certainty::Certain => "certain",
            Certainty::Likely => "likely",
        }
    }
}

/// How often chance alone would match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// How many candidates as simple as this were tried: 0 if it was not found by
    /// trying.
    pub candidates: usize,
    /// They are made of named mistakes alone.
    pub named: bool,
    /// How many different wrong totals near the right one they give.
    pub totals: u128,
    /// How many totals are near the right one.
    pub nearby: u128,
}

/// Two entries in the wrong order.
#[derive(Clone, Debug, PartialEq)]
pub struct Misplaced {
    /// The two, in input order.
    pub entries: [Entry; 2],
    /// Their places in the input, from 0.
    pub places: [usize; 2],
    /// What the mistaken solution takes each for.
    pub taken_for: [String; 2],
    /// Which wins, and what decides it.
    pub right: Comparison,
}

/// Asks what is wrong with the answers.
///
/// The search tries every single mistake and every pair; see [`mistakes`] for
/// the space.
///
/// # Errors
///
/// [`Overflow`] if the number of entries times the sum of their bids passes
/// 2¹²⁷ − 1.
///
/// ```
/// use camel_cards::{Entry, Rules, entries};
/// use camel_cards_coach::{Question, Tried, diagnose};
///
/// let entries: Vec<Entry> = entries(b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n")
///     .collect::<Result<_, _>>()?;
/// let tried = vec![Tried { answer: 6440 - 2180, hint: None }];
/// let question = Question { entries: &entries, byte_order_mark: false, rules: None, tried };
/// let diagnosis = diagnose(&question)?;
/// assert!(diagnosis.findings.iter().any(|finding| finding.mistakes == ["S2"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diagnose(question: &Question<'_>) -> Result<Diagnosis, Overflow> {
    let totals = totals(question.entries)?;
    let asked: Vec<Rules> = question.rules.map_or(Rules::ALL.to_vec(), |rules| vec![rules]);
    let expected = |rules: Rules| totals[rules as usize];
    for &rules in &asked {
        if question.tried.iter().any(|tried| tried.answer == expected(rules)) {
            return Ok(Diagnosis {
                verdict: Verdict::Right,
                rules,
                expected: expected(rules),
                findings: Vec::new(),
                ruled_out: told_otherwise(question, rules, totals),
                candidates: 0,
            });
        }
    }

    let mut candidates = 0;
    let mut findings = Vec::new();
    for &rules in &asked {
        // What the site said excludes rules under which it would be false.
        let told = |tried: &Tried| match tried.hint {
            Some(Hint::TooLow) => tried.answer < expected(rules),
            Some(Hint::TooHigh) => tried.answer > expected(rules),
            None => true,
        };
        if !question.tried.iter().all(told) {
            continue;
        }
        let (mut found, tried) = Case { question, rules, totals }.findings();
        // An example's answer is that under either rules.
        found.retain(|found| {
            let same = |other: &Finding| {
                (&other.mistakes, &other.answers) == (&found.mistakes, &found.answers)
            };
            found.mistakes != ["S10"] || !findings.iter().any(same)
        });
        findings.extend(found);
        candidates += tried;
    }
    sort_findings(&mut findings);
    let nearest = asked.iter().copied().min_by_key(|&rules| {
        question.tried.first().map(|tried| tried.answer.abs_diff(expected(rules)))
    });
    let rules =
        findings.first().map(|finding| finding.rules).or(nearest).unwrap_or(Rules::Standard);
    let ruled_out = ruled_out(question, rules, totals, &findings);
    Ok(Diagnosis {
        verdict: Verdict::Wrong,
        rules,
        expected: expected(rules),
        findings,
        ruled_out,
        candidates,
    })
}

/// Findings in the order in which they are told: what explains most of the
/// answers, then the simplest, then the likeliest.
fn sort_findings(findings: &mut [Finding]) {
    let answers_with = |id: &String, all: &[Finding]| {
        let mut answers: Vec<u128> = (all.iter())
            .filter(|finding| finding.mistakes.contains(id))
            .flat_map(|finding| finding.answers.iter().copied())
            .collect();
        answers.sort_unstable();
        answers.dedup();
        answers.len()
    };
    // A mistake that has a part in every answer comes before one that explains few.
    let shared: Vec<usize> = (findings.iter())
        .map(|finding| {
            finding.mistakes.iter().map(|id| answers_with(id, findings)).max().unwrap_or(0)
        })
        .collect();
    let mut keyed: Vec<(usize, Finding)> =
        shared.into_iter().zip(findings.iter().cloned()).collect();
    keyed.sort_by_key(|(shared, finding)| {
        let explained = std::cmp::Reverse((finding.answers.len(), *shared));
        let unnamed = finding.origin == Origin::Unnamed;
        // Ordered by how seldom chance gives one: few triples are all named.
        let simplicity = match (finding.mistakes.len(), unnamed) {
            (1, false) => 0,
            (1, true) => 1,
            (2, false) => 2,
            (3, false) => 3,
            (2, true) => 4,
            _ => 5,
        };
        (explained, simplicity, finding.origin)
    });
    for (place, (_, finding)) in findings.iter_mut().zip(keyed) {
        *place = finding;
    }
}

/// The right totals under standard and joker rules, if all sums of the search fit.
fn totals(entries: &[Entry]) -> Result<[u128; 2], Overflow> {
    let bids: u128 = entries.iter().map(|entry| u128::from(entry.bid)).sum();
    let bound = bids.checked_mul(entries.len() as u128 + 2).ok_or(Overflow)?;
    i128::try_from(bound).map_err(|_| Overflow)?;
    let tally: Tally = entries.iter().copied().collect();
    let total = |rules| tally.total_winnings(rules, Ties::Ordinal);
    Ok([total(Rules::Standard)?, total(Rules::Joker)?])
}

/// One question under one of the rules.
pub(crate) struct Case<'a> {
    question: &'a Question<'a>,
    rules: Rules,
    /// Under standard and joker rules.
    totals: [u128; 2],
}

impl<'a> Case<'a> {
    pub(crate) fn new(question: &'a Question<'a>, rules: Rules) -> Result<Case<'a>, Overflow> {
        Ok(Case { question, rules, totals: totals(question.entries)? })
    }

    fn expected(&self) -> u128 {
        self.totals[self.rules as usize]
    }

    /// What gives an answer, simplest first, and how many candidates were tried.
    pub(crate) fn findings(&self) -> (Vec<Finding>, usize) {
        let entries = self.question.entries;
        let mut mistakes = mistakes(self.rules);
        if !self.question.byte_order_mark {
            mistakes.retain(|mistake| mistake.id() != "S11");
        }
        let mut wanted: Vec<i128> =
            self.question.tried.iter().filter_map(|tried| tried.answer.try_into().ok()).collect();
        wanted.sort_unstable();
        let mut search = Search::run(self.rules, entries, &mistakes, &wanted);
        let named = |matched: &Match| {
            matched.mistakes.iter().all(|&i| mistakes[i].origin() != Origin::Unnamed)
        };
        let jack = mistakes.iter().position(|mistake| mistake.id() == "J1");
        if let Some(jack) = jack
            && !search.matches.iter().any(named)
        {
            let fewer = search.matches.len();
            search.two_types_with(entries, jack);
            if fewer > 0 {
                search.matches.retain(|matched| matched.mistakes.len() < 3 || named(matched));
            }
        }
        let matches = std::mem::take(&mut search.matches);
        let candidates = search.totals.iter().map(|[all, _]| all.len()).sum();
        for totals in search.totals.as_flattened_mut() {
            totals.sort_unstable();
        }
        let mut findings = self.other_answers();
        findings.extend(self.merged(matches, &mistakes, &search.totals));
        (findings, candidates)
    }

    /// How often chance alone would give a total as far from the right one as
    /// `total`, among sorted `candidates`.
    fn chance(&self, candidates: &[i128], total: i128, named: bool) -> Chance {
        let right = self.expected() as i128;
        let (least, most) = range(self.question.entries);
        // Wrong answers that people recorded for inputs of 1,000 hands lie within
        // 0.6 % of the right one; on small inputs no ranking is that far.
        let usual = right / 1000 * 6 + right % 1000 * 6 / 1000;
        let spread = usual.max(total - right).max(right - total);
        let low = (right - spread).max(least.min(total));
        let high = (right + spread).min(most.max(total));
        let near = &candidates[candidates.partition_point(|&total| total < low)..];
        let near = &near[..near.partition_point(|&total| total <= high)];
        let totals = near.chunk_by(|a, b| a == b).filter(|same| same[0] != right).count();
        Chance {
            candidates: candidates.len(),
            named,
            totals: totals as u128,
            nearby: (high - low).max(1) as u128,
        }
    }

    /// The other rules' answer, and those of the published examples.
    fn other_answers(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut add = |answer: u128, id: &str, summary: String, hint: &str| {
            findings.push(Finding {
                rules: self.rules,
                answers: vec![answer],
                mistakes: vec![id.to_owned()],
                also: Vec::new(),
                certainty: Certainty::Certain,
                chance: Chance { candidates: 0, named: true, totals: 0, nearby: 1 },
                summary,
                misplaced: None,
                rule: String::new(),
                hint: hint.to_owned(),
                solution: Solution::right(self.rules),
                origin: Origin::Real,
            });
        };
        let other = Rules::ALL[1 - self.rules as usize];
        for tried in &self.question.tried {
            let answer = tried.answer;
            if self.question.rules.is_some() && answer == self.totals[other as usize] {
                let summary =
                    format!("this is the answer to part {}, under {other} rules", other.part());
                add(answer, "S9", summary, "give the answer of the part that is asked for");
            }
            if let Some((_, name)) = EXAMPLES.iter().find(|&&(total, _)| total == answer)
                && !self.totals.contains(&answer)
            {
                let summary = format!("this is the answer for {name}, not for your input");
                add(answer, "S10", summary, "read your own input");
            }
        }
        findings
    }

    /// Merges what orders and ranks the entries identically, under the name of
    /// the simplest.
    fn merged(
        &self,
        matches: Vec<Match>,
        mistakes: &[Mistake],
        totals: &[[Vec<i128>; 2]; 3],
    ) -> Vec<Finding> {
        let entries = self.question.entries;
        let rank = |matched: &Match| {
            let origins = matched.mistakes.iter().map(|&i| mistakes[i].origin());
            (matched.mistakes.len(), origins.clone().max(), origins.min(), matched.mistakes.clone())
        };
        let mut matches = matches;
        matches.sort_by_key(rank);
        matches.dedup();
        let mut groups: Vec<(Vec<Option<usize>>, Finding)> = Vec::new();
        for matched in &matches {
            let made: Vec<&Mistake> = matched.mistakes.iter().map(|&i| &mistakes[i]).collect();
            let mut solution = Solution::right(self.rules);
            for mistake in &made {
                mistake.effect.apply(&mut solution);
            }
            let ids: Vec<String> = made.iter().map(|mistake| mistake.id().to_owned()).collect();
            let places = places(&solution, entries);
            let total = matched.total as u128;
            let same = groups
                .iter_mut()
                .find(|(other, finding)| *other == places && finding.answers.contains(&total));
            if let Some((_, finding)) = same {
                // Not what only adds a change that changes nothing here.
                let adds =
                    |known: &String| known.split('+').all(|id| ids.iter().any(|it| it == id));
                // Nor what has no name beside what has one.
                let origin = made.iter().map(|mistake| mistake.origin()).max();
                let unnamed = finding.origin != Origin::Unnamed && origin == Some(Origin::Unnamed);
                if !unnamed && !adds(&finding.mistakes.join("+")) && !finding.also.iter().any(adds)
                {
                    finding.also.push(ids.join("+"));
                }
                continue;
            }
            let named = made.iter().all(|mistake| mistake.origin() != Origin::Unnamed);
            let candidates = &totals[made.len() - 1][usize::from(named)];
            let chance = self.chance(candidates, matched.total, named);
            let certain = chance.totals * 1000 < chance.nearby;
            let misplaced = misplaced(&solution, entries, &places);
            let finding = Finding {
                rules: self.rules,
                answers: vec![total],
                mistakes: ids,
                also: Vec::new(),
                certainty: if certain { Certainty::Certain } else { Certainty::Likely },
                chance,
                summary: joined(made.iter().map(|mistake| mistake.summary())),
                rule: match &misplaced {
                    Some(misplaced) => rule(&misplaced.right),
                    None => {
                        "the weakest hand has rank 1, and every hand's winnings count".to_owned()
                    }
                },
                misplaced,
                hint: {
                    let mut hints: Vec<&str> = made.iter().map(|mistake| mistake.hint()).collect();
                    hints.dedup();
                    joined(hints.into_iter())
                },
                solution,
                origin: made.iter().map(|mistake| mistake.origin()).max().unwrap_or(Origin::Real),
            };
            groups.push((places, finding));
        }
        groups.into_iter().map(|(_, finding)| finding).collect()
    }
}

pub(crate) const EXAMPLES: [(u128, &str); 8] = [
    (6440, "the puzzle's example"),
    (5905, "the puzzle's example under joker rules"),
    (6592, "LxsterGames' example"),
    (6839, "LxsterGames' example under joker rules"),
    (1343, "Sostratus' example"),
    (1369, "Sostratus' example under joker rules"),
    (4567, "jwolf's example"),
    (3778, "jwolf's example under joker rules"),
];

fn joined<'a>(sentences: impl Iterator<Item = &'a str>) -> String {
    sentences.collect::<Vec<_>>().join("; and ")
}

/// The place in the solution's order of each entry that it keeps.
fn places(solution: &Solution, entries: &[Entry]) -> Vec<Option<usize>> {
    let mut places = vec![None; entries.len()];
    for (place, i) in solution.order(entries).into_iter().enumerate() {
        places[i] = Some(place);
    }
    places
}

/// The first two entries, in input order, that a solution puts in the wrong order.
fn misplaced(
    solution: &Solution,
    entries: &[Entry],
    places: &[Option<usize>],
) -> Option<Misplaced> {
    let right = crate::diagnose::places(&Solution::right(solution.rules()), entries);
    let kept: Vec<usize> = (0..entries.len()).filter(|&i| places[i].is_some()).collect();
    let sorted_by = |places: &[Option<usize>]| {
        let mut sorted = kept.clone();
        sorted.sort_by_key(|&i| places[i]);
        sorted
    };
    if sorted_by(places) == sorted_by(&right) {
        return None;
    }
    let (i, j) = (kept.iter().enumerate())
        .flat_map(|(n, &i)| kept[n + 1..].iter().map(move |&j| (i, j)))
        .find(|&(i, j)| (places[i] < places[j]) != (right[i] < right[j]))?;
    let words = |entry: Entry| match solution.slot(entry.hand) {
        Slot::Type(hand_type) => hand_type.name().to_owned(),
        other => other.words().to_owned(),
    };
    Some(Misplaced {
        entries: [entries[i], entries[j]],
        places: [i, j],
        taken_for: [words(entries[i]), words(entries[j])],
        right: compare(entries[i].hand, entries[j].hand, solution.rules()),
    })
}

/// The sentence of the rules that settles which of two hands wins.
pub(crate) fn rule(comparison: &Comparison) -> String {
    let [a, b] = comparison.strengths;
    let joker = a.rules().joker();
    let held = |hand: camel_cards::Hand| joker.is_some_and(|joker| hand.cards().contains(&joker));
    match comparison.decision {
        Decision::Type if held(a.hand()) || held(b.hand()) => {
            "a joker stands for whatever card makes the strongest type; the stronger type wins"
                .to_owned()
        }
        Decision::Type => {
            "the stronger type wins: five of a kind, four of a kind, full house, three of \
                           a kind, two pair, one pair, high card"
                .to_owned()
        }
        Decision::Card { position } => {
            let cards = [a, b].map(|strength| strength.hand().cards()[position - 1]);
            if joker.is_some_and(|joker| cards.contains(&joker)) {
                "hands of one type compare card by card in the order dealt, and there J is the weakest label"
                    .to_owned()
            } else {
                let labels: String = a.rules().labels().iter().map(|card| card.label()).collect();
                format!(
                    "hands of one type compare card by card in the order dealt; labels, weakest first: {labels}"
                )
            }
        }
        Decision::Identical => "of identical hands the earlier one ranks lower".to_owned(),
    }
}

/// The least and the greatest total that any ranking of the entries gives.
pub(crate) fn range(entries: &[Entry]) -> (i128, i128) {
    let mut bids: Vec<i128> = entries.iter().map(|entry| entry.bid.into()).collect();
    bids.sort_unstable();
    let most = (1..).zip(&bids).map(|(rank, bid)| rank * bid).sum();
    let least = (1..).zip(bids.iter().rev()).map(|(rank, bid)| rank * bid).sum();
    (least, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        generate::{Random, Shape, generate},
        mistake::Axis,
    };

    fn puzzle(seed: u64) -> Vec<Entry> {
        generate(Shape::Puzzle, None, seed).unwrap().collect()
    }

    /// The findings for each answer, as if it were the only one.
    fn findings(entries: &[Entry], rules: Rules, answers: &[u128]) -> Vec<Vec<Finding>> {
        let tried = answers.iter().map(|&answer| Tried { answer, hint: None }).collect();
        let question = Question { entries, byte_order_mark: true, rules: Some(rules), tried };
        let (all, _) = Case::new(&question, rules).unwrap().findings();
        let of = |answer| {
            let mut of_answer: Vec<Finding> =
                all.iter().filter(|finding| finding.answers.contains(answer)).cloned().collect();
            sort_findings(&mut of_answer);
            of_answer
        };
        answers.iter().map(of).collect()
    }

    fn names(finding: &Finding, ids: &str) -> bool {
        let sorted = |ids: &str| {
            let mut ids: Vec<String> = ids.split('+').map(str::to_owned).collect();
            ids.sort();
            ids
        };
        let known = finding.mistakes.join("+");
        finding.also.iter().chain([&known]).any(|known| sorted(known) == sorted(ids))
    }

    #[test]
    fn every_named_mistake_is_diagnosed_first_on_ten_inputs() {
        for rules in Rules::ALL {
            let named: Vec<Mistake> = (mistakes(rules).into_iter())
                .filter(|mistake| mistake.origin() != Origin::Unnamed)
                .collect();
            let mut diagnosed = 0;
            for seed in 1..=10 {
                let entries = puzzle(seed);
                let right = Solution::right(rules).total(&entries);
                let wrong: Vec<(&str, u128)> = (named.iter())
                    .map(|mistake| (mistake.id(), mistake.solution(rules).total(&entries)))
                    .filter(|&(_, total)| total != right)
                    .map(|(id, total)| (id, total.unwrap() as u128))
                    .collect();
                let answers: Vec<u128> = wrong.iter().map(|&(_, total)| total).collect();
                for ((id, total), found) in wrong.iter().zip(findings(&entries, rules, &answers)) {
                    assert!(
                        names(&found[0], id),
                        "{rules}, seed {seed}, {id} {total}: {:?}",
                        found[0]
                    );
                    diagnosed += 1;
                }
            }
            // All but what needs repeats, or totals past 32 bits.
            assert!(diagnosed >= 10 * (named.len() - 4), "{diagnosed} of {}", 10 * named.len());
        }
    }

    #[test]
    fn a_mistake_of_types_with_one_of_ties_is_among_the_findings() {
        for rules in Rules::ALL {
            let entries = puzzle(11);
            let named: Vec<Mistake> = (mistakes(rules).into_iter())
                .filter(|mistake| mistake.origin() != Origin::Unnamed)
                .collect();
            let on = |axes: [Axis; 2]| {
                named.iter().filter(move |mistake| axes.contains(&mistake.effect.axis()))
            };
            let mut random = Random::new(5);
            let mut pairs = Vec::new();
            for types in on([Axis::Types, Axis::TypeOrder]) {
                for ties in on([Axis::Labels, Axis::TieBreak]) {
                    if random.below(20) == 0 {
                        let mut solution = types.solution(rules);
                        ties.effect.apply(&mut solution);
                        let total = solution.total(&entries).unwrap() as u128;
                        pairs.push((format!("{}+{}", types.id(), ties.id()), solution, total));
                    }
                }
            }
            assert!(pairs.len() > 15);
            let answers: Vec<u128> = pairs.iter().map(|&(_, _, total)| total).collect();
            for ((ids, solution, _), found) in pairs.iter().zip(findings(&entries, rules, &answers))
            {
                // Or what orders this input identically in fewer changes.
                let order = solution.order(&entries);
                let is_it = |finding: &Finding| {
                    names(finding, ids)
                        || finding.mistakes.len() == 1 && finding.solution.order(&entries) == order
                };
                assert!(found.iter().any(is_it), "{rules}, {ids}");
            }
        }
    }

    /// What the documents say of chance.
    #[test]
    fn random_totals_are_hardly_ever_diagnosed_with_certainty() {
        const TOTALS: usize = 10_000;
        let mut certain = 0;
        for (seed, rules) in [(21, Rules::Standard), (22, Rules::Joker)] {
            let entries = puzzle(seed);
            let right = Solution::right(rules).total(&entries).unwrap() as u128;
            let mut random = Random::new(seed);
            let mut answers: Vec<u128> = (0..TOTALS)
                .map(|_| right - 1_500_000 + u128::from(random.below(3_000_001)))
                .filter(|&answer| answer != right)
                .collect();
            answers.sort();
            answers.dedup();
            certain += (findings(&entries, rules, &answers).iter())
                .filter(|found| found.iter().any(|finding| finding.certainty == Certainty::Certain))
                .count();
        }
        println!("{certain} of {} random totals", 2 * TOTALS);
        assert!(certain * 1000 < 2 * TOTALS, "{certain}");
    }

    #[test]
    fn an_examples_answer_is_one_finding_under_either_rules() {
        let entries: Vec<Entry> = camel_cards::entries(b"32T3K 765\nT55J5 684\nKK677 28\n")
            .collect::<Result<_, _>>()
            .unwrap();
        let tried = vec![Tried { answer: 6440, hint: None }];
        let question = Question { entries: &entries, byte_order_mark: false, rules: None, tried };
        let findings = diagnose(&question).unwrap().findings;
        assert_eq!(findings.iter().filter(|finding| finding.mistakes == ["S10"]).count(), 1);
    }
}
