//! Why a solution fails: the mistake that gives its answers, and the smallest input that shows it.

use std::{collections::HashSet, time::Duration};

use camel_cards::Entry;

use super::{
    misjudged, naming,
    plan::{Sample, TestInput},
    run::{Run, last_lines},
    session::Session,
    verdict::{Counterexample, Outcome},
};
use crate::{
    Solution,
    inputs::{shrink, shrink_in_batches},
    wording::lines,
};

/// How many runs making an input smaller may take, and how much of their time.
const SHRINK_RUNS_MAX: usize = 500;
const SHRINK_TIME: Duration = Duration::from_secs(30);

/// How many inputs are tried side by side on the way to a smaller one.
const SHRINK_BATCH: usize = 2;

impl Session {
    /// Names the mistake, and makes the input that fails as small as it can be.
    pub(super) async fn explain(&mut self, failure: Counterexample) -> Counterexample {
        match failure.outcome {
            // Nothing that is said of one run would be true of the next.
            Outcome::Wrong { other_time: Some(_), .. } => return failure,
            Outcome::Wrong { .. } => {}
            _ => return self.shrink(failure).await,
        }
        let rules = failure.rules[0];
        let named = self.named.take();
        let findings = named.unwrap_or_else(|| naming::name(&self.reader, &self.answered, rules));
        let found = match findings.first() {
            Some(finding) => self.shrink_as_named(&finding.solution, failure).await,
            None => {
                let found = self.shrink(failure).await;
                let inputs = misjudged::inputs(rules);
                let purpose = "which hands does it misjudge?";
                let samples = self.run(inputs, purpose, self.short_limit()).await;
                Counterexample { misjudged: misjudged::of(&self.reader, &samples, rules), ..found }
            }
        };
        Counterexample { findings, answers: self.answered.len(), ..found }
    }

    /// Makes the input small by the mistake that is known, and runs the solution on the smallest,
    /// which counts if it fails there just so.
    async fn shrink_as_named(
        &mut self,
        solution: &Solution,
        failure: Counterexample,
    ) -> Counterexample {
        let rules = failure.rules[0];
        let right = Solution::right(rules);
        let is_wrong = |entries: &[Entry]| solution.total(entries) != right.total(entries);
        let smallest = TestInput::new(shrink(failure.entries.clone(), is_wrong));
        let expected = solution.total(&smallest.entries).map(|total| total.to_string());
        let samples = self.run(vec![smallest], "on the smallest input", self.short_limit()).await;
        let outcome = self.reader.outcome(&samples[0], rules);
        match &outcome {
            Outcome::Wrong { answer, .. } if Some(answer) == expected.as_ref() => {
                let found = Counterexample::new(failure.rules, samples[0].clone(), outcome);
                Counterexample { is_smallest: true, ..found }
            }
            _ => failure,
        }
    }

    /// Makes the input small by running the solution on smaller ones, as long as it fails likewise.
    pub(super) async fn shrink(&mut self, failure: Counterexample) -> Counterexample {
        let limit = match failure.outcome {
            // What takes too long anyway need not take that long each time.
            Outcome::Timeout => self.short_limit(),
            _ => self.options.timeout,
        };
        // Where one part fails, the other often fails, too. What crashes often does so on a joker, or
        // on nothing but jokers, whose largest other count is that of an empty list.
        let known = self.verdict.counterexamples.iter().filter(|one| one.is_smallest);
        let mut few: Vec<TestInput> = known.map(|one| TestInput::of_text(&*one.text)).collect();
        if let Outcome::Crash(_) = failure.outcome {
            few.extend(["222J2 1\n", "JJJJJ 1\n"].map(TestInput::of_text));
        }
        let few = self.run(few, "on few lines", self.short_limit()).await;
        let few = few.into_iter().find(|one| self.fails_likewise(&failure, one));
        let entries = few.map_or_else(|| failure.entries.clone(), |one| one.input.entries);
        let mut spent = Duration::ZERO;
        let first_failing = async |candidates: Vec<Vec<Entry>>| {
            if spent > SHRINK_TIME {
                return None;
            }
            let purpose = format!("making the input smaller: {}", lines(candidates[0].len()));
            let inputs = candidates.into_iter().map(TestInput::new).collect();
            let samples = self.run(inputs, &purpose, limit).await;
            spent += samples.iter().map(|one| one.run.time).sum::<Duration>();
            samples.iter().position(|one| self.fails_likewise(&failure, one))
        };
        let (entries, is_smallest) =
            shrink_in_batches(entries, SHRINK_BATCH, SHRINK_RUNS_MAX, first_failing).await;
        // It may have failed by chance, or have been slow for the shorter limit.
        let again = self.run_once_more(&TestInput::new(entries), self.options.timeout).await;
        if !self.fails_likewise(&failure, &again) {
            return failure;
        }
        let outcome = self.reader.outcome(&again, failure.rules[0]);
        let found = Counterexample::new(failure.rules, again, outcome);
        Counterexample { is_smallest: is_smallest && spent <= SHRINK_TIME, ..found }
    }

    fn fails_likewise(&self, failure: &Counterexample, sample: &Sample) -> bool {
        match (&failure.outcome, self.reader.outcome(sample, failure.rules[0])) {
            (Outcome::Wrong { .. }, Outcome::Wrong { .. })
            | (Outcome::Timeout, Outcome::Timeout) => true,
            (Outcome::Crash(how), Outcome::Crash(other)) => {
                let kind = error_kind(&failure.text, &failure.run);
                *how == other && kind == error_kind(&sample.input.text, &sample.run)
            }
            _ => false,
        }
    }
}

/// What an error is about: the words of its line that are not those of the input.
fn error_kind(input: &str, run: &Run) -> Vec<String> {
    let known: HashSet<&str> = input.split_whitespace().collect();
    let line = last_lines(&run.said).pop().unwrap_or_default();
    let words = line.split(|char: char| !char.is_ascii_alphanumeric());
    let is_own = |word: &&str| {
        !known.contains(word) && word.contains(|char: char| char.is_ascii_alphabetic())
    };
    words.filter(is_own).map(str::to_owned).collect()
}
