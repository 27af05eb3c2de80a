//! Explains why a program fails: finds the mistake that gives its answers, and the smallest input that shows it.

use std::{collections::HashMap, time::Duration};

use camel_cards::{Decision, Entry, Rules};

use super::{
    PartVerdict, VerdictKind,
    answers::AnswerReader,
    numbers::{Number, letters},
    plan::{self, TestInput},
    runner::Runner,
    sample::Sample,
};
use crate::{
    diagnose::{
        chance::Certainty,
        find::{reported, simplest},
        finding::Finding,
    },
    inputs::shrink,
    mistakes::{Mistake, Origin},
    search::{Match, Search},
    solution::Solution,
    text::lines,
};

/// The time limit for making an input smaller.
const SHRINK_TIME: Duration = Duration::from_secs(30);

/// Small inputs that are tried first. Crashes are often caused by a joker, or by a hand of jokers only, which leaves no
/// other label with a largest count. A program that ignores the last card is wrong only if its sort changes the order of
/// two hands. With few lines many sorts do not, so leaving out lines would not find these two.
const GUESSES: [&str; 4] =
    ["222J2 1000\n", "JJJJJ 1000\n", "22234 1000\n22235 2000\n", "22235 1000\n22234 2000\n"];

/// Explains the parts that fail.
pub(super) struct Explain<'a> {
    pub(super) runner: Runner,
    pub(super) reader: &'a AnswerReader,
    /// Runs whose answers were compared.
    pub(super) checked: Vec<Sample>,
    /// All parts that fail, of which the first may be explained.
    pub(super) failing: Vec<PartVerdict>,
}

impl Explain<'_> {
    /// Names the mistake, and shrinks the input that fails.
    pub(super) async fn explained(&mut self, mut failing: PartVerdict) -> PartVerdict {
        if failing.answered_another_time.is_some() {
            // A description of one run would be wrong for the next.
            return failing;
        }
        if failing.kind == VerdictKind::Wrong {
            failing.findings = findings_for_all(self.reader, failing.rules[0], &self.checked);
            if failing.findings.is_empty() {
                // Of many hands, a sort that is not stable makes an order of its own, and so do sorts in other languages
                // with an inconsistent comparator.
                let few =
                    self.runner.run(plan::few_hands(), "naming the mistake on few hands").await;
                let answers = |one: &Sample| self.reader.answer(failing.rules[0], one).is_some();
                if few.iter().all(answers) {
                    failing.findings = findings_for_all(self.reader, failing.rules[0], &few);
                    failing.findings.retain(|one| one.origin() != Origin::Generated);
                }
                failing.is_named_by_few = !failing.findings.is_empty();
            }
        }
        self.shrunk(&failing).await.unwrap_or(failing)
    }

    /// Shrinks the input by running the program. With a known mistake, tries only inputs on which it shows, first the
    /// smallest one. Usually, the program fails on this one, and nothing else needs a run. But its answer may be lost among
    /// other numbers that it prints. Runs the program on the small input again, and returns what it did if it still fails.
    async fn shrunk(&mut self, failing: &PartVerdict) -> Option<PartVerdict> {
        if failing.input != Some(self.runner.written(TestInput::new(failing.entries.clone())).text)
        {
            // The failure may need text that entries do not have, such as an empty line.
            return None;
        }
        let (rules, end) = (failing.rules[0], self.runner.spent + SHRINK_TIME);
        let (right, mistaken) = (Solution::right(rules), mistaken(failing));
        let shows = |one: &Vec<Entry>| {
            has_one_order(one) && mistaken.is_none_or(|it| it.total(one) != right.total(one))
        };
        // Two hands of one type would not show what is wrong with the types.
        let finding = failing.findings.first();
        let is_of_types = |one: &&Finding| one.mistakes.iter().any(|one| one.is_of_types());
        let finding = finding.filter(is_of_types);
        let shows_types = |one: &Vec<Entry>| {
            let mut finding = finding.cloned();
            finding.iter_mut().for_each(|finding| finding.find_misplaced(one));
            let pair = finding.and_then(|finding| finding.misplaced);
            pair.is_some_and(|pair| pair.right.decision == Decision::Type) && shows(one)
        };
        let mut needs_types = false;
        let (entries, all) = (failing.entries.clone(), failing.entries.len());
        // If one part fails, the other often fails, too.
        let known = self.failing.iter().filter(|one| one.is_smallest);
        let known = known.map(|one| one.entries.clone());
        let few = known.chain(GUESSES.map(|one| TestInput::of_text(one).entries));
        let mut guesses: Vec<Vec<Entry>> = few.filter(|one| one.len() < all).collect();
        if mistaken.is_some() {
            let first_shown = async |candidates: Vec<_>| candidates.iter().position(shows);
            let first_typed = async |candidates: Vec<_>| candidates.iter().position(shows_types);
            let any = shrink(entries.clone(), guesses.clone(), first_shown).await.0;
            let typed = match finding {
                Some(_) => shrink(entries.clone(), guesses, first_typed).await.0,
                None => any.clone(),
            };
            needs_types = finding.is_some() && typed.len() <= any.len();
            guesses = vec![if needs_types { typed } else { any }];
        } else {
            // A wrong order often misplaces neighbours in the right order, which stay together when it is cut. What is
            // sorted may hide that ties keep the order of the input.
            let mut sorted = entries.clone();
            sorted.sort_by_key(|one| one.hand.strength(rules));
            guesses.push(sorted.clone());
            sorted.reverse();
            guesses.push(sorted);
        }
        let mut needs_all = false;
        let first_failing = async |candidates: Vec<Vec<Entry>>| {
            let shows = |one: &Vec<Entry>| if needs_types { shows_types(one) } else { shows(one) };
            let shown = candidates.iter().enumerate().filter(|(_, one)| shows(one));
            let (places, shown): (Vec<usize>, Vec<&Vec<Entry>>) = shown.unzip();
            let length = shown.first()?.len();
            if self.runner.spent >= end || needs_all {
                return None;
            }
            let purpose = format!("making the input smaller: {}", lines(length));
            let inputs = shown.into_iter().cloned().map(TestInput::new).collect();
            let samples = self.runner.run(inputs, &purpose).await;
            let first = samples.iter().position(|one| self.fails_likewise(failing, one));
            // A known mistake shows in a half, unless the number of lines is hard-coded.
            needs_all |= mistaken.is_some() && first.is_none() && 2 * length >= all;
            first.map(|first| places[first])
        };
        let (entries, is_smallest) = shrink(entries, guesses, first_failing).await;
        let is_smallest = is_smallest && self.runner.spent < end && !needs_all;
        // The failure may have been chance or a slow run.
        let again = self.runner.run_once_more(&TestInput::new(entries)).await;
        let mut findings = failing.findings.clone();
        for finding in findings.iter_mut().filter(|one| !one.is_from_elsewhere()) {
            finding.find_misplaced(&again.input.entries);
        }
        let found = self.verdict_like(failing, &again);
        let is_named_by_few = failing.is_named_by_few;
        let is_alike = self.fails_likewise(failing, &again);
        let found = PartVerdict { findings, is_named_by_few, is_smallest, ..found };
        is_alike.then_some(found)
    }

    /// The verdict on a run on another input. If the mistake is known, its total is the answer wherever it is printed.
    fn verdict_like(&self, failing: &PartVerdict, sample: &Sample) -> PartVerdict {
        let total = mistaken(failing).and_then(|it| it.total(&sample.input.entries));
        let is_total = |one: &&Number| total == Some(one.value);
        let answer = self.reader.answer(failing.rules[0], sample);
        let is_wrong = answer.is_none_or(|one| !one.is(sample.input.totals[failing.rules[0]]));
        let meant = sample.printed.numbers.iter().rfind(is_total).filter(|_| is_wrong);
        self.reader.verdict_on(meant.copied().or(answer), sample, &failing.rules)
    }

    /// Whether a run fails in the same way as another and answers like the solution with the mistake found, and the other
    /// part is still right.
    fn fails_likewise(&self, failing: &PartVerdict, sample: &Sample) -> bool {
        let found = self.verdict_like(failing, sample);
        let is_expected = |mistaken: &Solution| {
            found.answered == mistaken.total(&sample.input.entries).map(|total| total.to_string())
        };
        let is_same_error = || error_kind(&failing.stderr) == error_kind(&found.stderr);
        let is_alike = (found.kind, &found.failure) == (failing.kind, &failing.failure)
            && (found.kind != VerdictKind::Crash || is_same_error());
        is_alike
            && mistaken(failing).is_none_or(is_expected)
            && rules_left(self.reader, &self.failing)
                .into_iter()
                .all(|rules| self.reader.is_right(sample, rules))
    }
}

/// The rules that have not failed.
pub(super) fn rules_left(reader: &AnswerReader, failing: &[PartVerdict]) -> Vec<Rules> {
    let mut left = reader.rules.clone();
    left.retain(|rules| !failing.iter().any(|one| one.rules.contains(rules)));
    left
}

/// Looks for mistakes that give all answers of these runs under `rules`. A finding for one answer may be chance; one
/// that explains all answers is not.
pub(super) fn findings_for_all(
    reader: &AnswerReader,
    rules: Rules,
    samples: &[Sample],
) -> Vec<Finding> {
    let answers = samples.iter().filter_map(|one| Some((one, reader.answer(rules, one)?)));
    let answers: Vec<(&Sample, Number)> = answers.collect();
    let gives_all = |solution: &Solution| {
        answers.iter().all(|(sample, answer)| {
            let total = solution.total(&sample.input.entries);
            let is_right = answer.is(sample.input.totals[rules]);
            total.is_some_and(|total| {
                total == answer.value || !is_right && sample.printed.values().contains(&total)
            })
        })
    };
    let is_wrong = |(sample, answer): &&(&Sample, Number)| !answer.is(sample.input.totals[rules]);
    let Some((Sample { input, .. }, answer)) = answers.iter().find(is_wrong) else {
        return Vec::new();
    };
    let Ok(answer) = u128::try_from(answer.value) else { return Vec::new() };
    let search = Search::new(&input.entries, &[answer], rules, input.totals, false);
    let is_wanted = |one: &Match| gives_all(&Mistake::solution_of(&one.made, rules));
    let mut found = simplest(&search, is_wanted, &|_| true);
    // They give the same answers, so one without a name says nothing more.
    let has_name = |one: &Finding| one.origin() != Origin::Generated;
    if found.iter().any(has_name) {
        found.retain(has_name);
    }
    for finding in &mut found {
        // The pair is of one input only. Several answers make the finding certain.
        (finding.misplaced, finding.certainty) = (None, Certainty::Certain);
    }
    reported(found)
}

/// The solution with the mistake, if it is known.
fn mistaken(failing: &PartVerdict) -> Option<&Solution> {
    failing.findings.first().map(|one| &one.solution)
}

/// Whether identical hands have equal bids: the puzzle leaves open which of them ranks higher.
fn has_one_order(entries: &[Entry]) -> bool {
    let mut bids = HashMap::new();
    entries.iter().all(|one| *bids.entry(one.hand).or_insert(one.bid) == one.bid)
}

/// The kind of an error: the letters of its last line, which are the same for all hands and bids.
fn error_kind(error: &[String]) -> Option<String> {
    error.last().map(|line| letters(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_of_one_kind_whatever_line_it_is_about() {
        let kind = |last: &str| error_kind(&["at line 3".to_owned(), last.to_owned()]);
        assert_eq!(kind("ValueError: bad hand KTJJT, 17"), kind("ValueError: bad hand 22222, 1"));
        assert_eq!(kind("bad hand KTJJT at x.pl line 3."), kind("bad hand 22222 at x.pl line 1."));
        assert_ne!(kind("ValueError: bad hand"), kind("IndexError: bad hand"));
    }
}
