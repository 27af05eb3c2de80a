//! What fails beyond the puzzle: what its site never gives.

use std::collections::HashMap;

use camel_cards::{Entry, Rules};

use super::{
    plan::{self, REPEATED_HANDS, Sample, TestInput},
    session::Session,
    verdict::{Beyond, Counterexample, Outcome},
};
use crate::Solution;

impl Session {
    /// Tries what the puzzle's site never gives.
    pub(super) async fn go_beyond(&mut self) {
        let all_rules = self.reader.rules();
        let mut failures = Vec::new();
        if let Some(how) = self.reader.usual_end.clone() {
            let symptom = format!("always {}", how.replacen("ended", "ends", 1));
            let (sample, outcome) = (self.answered[0].clone(), Outcome::Crash(how));
            failures.push((symptom, Counterexample::new(all_rules.clone(), sample, outcome)));
        }
        if self.verdict.without_last_newline {
            let symptom = "reads the empty piece after the last newline as a hand";
            self.add_beyond(symptom.to_owned(), &all_rules);
        }
        let limit = self.options.timeout.min(4 * self.short_limit());
        let (names, inputs): (Vec<&str>, Vec<TestInput>) =
            plan::beyond(self.options.seed).into_iter().unzip();
        let samples = self.run(inputs, "beyond the puzzle", limit).await;
        for (name, mut sample) in names.into_iter().zip(samples) {
            for (rules, outcome) in self.failures(&mut sample, &all_rules, limit).await {
                let symptom = symptom(name, &outcome, &sample, rules);
                let failure = Counterexample::new(vec![rules], sample.clone(), outcome);
                failures.push((symptom, failure));
            }
        }
        for (symptom, failure) in failures {
            self.add_beyond(symptom, &failure.rules);
            if self.options.strict {
                self.count(failure).await;
            }
        }
    }

    fn add_beyond(&mut self, symptom: String, rules: &[Rules]) {
        match self.verdict.beyond.iter_mut().find(|one| one.symptom == symptom) {
            Some(known) if known.rules.contains(&rules[0]) => {}
            Some(known) => known.rules.extend(rules),
            None => self.verdict.beyond.push(Beyond { symptom, rules: rules.to_vec() }),
        }
    }

    /// Lets a failure beyond the puzzle count, if it is the first of its part.
    async fn count(&mut self, mut failure: Counterexample) {
        let open = self.open_rules();
        failure.rules.retain(|rules| open.contains(rules));
        if failure.rules.is_empty() {
            return;
        }
        // Other lines than entries make would be lost on the way.
        if failure.text == self.written(TestInput::new(failure.entries.clone())).text {
            failure = self.shrink(failure).await;
        }
        self.verdict.counterexamples.push(failure);
        self.verdict.counterexamples.sort_by_key(|one| one.rules[0]);
        self.verdict.kind = self.verdict.counterexamples[0].outcome.kind();
    }
}

/// Says what came of an input that has `what` the puzzle's never have.
fn symptom(what: &str, outcome: &Outcome, sample: &Sample, rules: Rules) -> String {
    match outcome {
        Outcome::Right => format!("is right on {what}"),
        Outcome::Timeout => format!("does not end on {what}"),
        Outcome::Crash(_) => format!("fails on {what}"),
        Outcome::Wrong { .. } if what != REPEATED_HANDS => format!("is wrong on {what}"),
        Outcome::Wrong { answer, .. } if loses_repeated(&sample.input, rules, answer) => {
            "loses repeated hands".to_owned()
        }
        Outcome::Wrong { .. } => "ranks repeated hands in another order".to_owned(),
    }
}

/// Whether an answer is right once repeated hands are dropped: all but the first, or all but the last.
fn loses_repeated(input: &TestInput, rules: Rules, answer: &str) -> bool {
    let mut entries = input.entries.clone();
    (0..2).any(|_| {
        entries.reverse();
        let by_hand: HashMap<usize, Entry> =
            entries.iter().map(|one| (one.hand.index(), *one)).collect();
        let kept: Vec<Entry> = by_hand.into_values().collect();
        let total = Solution::right(rules).total(&kept);
        total.is_some_and(|total| total.to_string() == answer)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Run;

    #[test]
    fn symptoms_say_what_fails() {
        let repeated: Vec<Entry> =
            camel_cards::entries(b"22222 1\n33333 2\n22222 3\n").flatten().collect();
        let input = TestInput::new(repeated);
        let wrong = |answer: &str| Outcome::Wrong {
            answer: answer.to_owned(),
            line: String::new(),
            other_time: None,
        };
        let sample = Sample { input, run: Run::default() };
        let say = |what, outcome: &Outcome| symptom(what, outcome, &sample, Rules::Standard);
        let crash = Outcome::Crash("ended with exit status 1".to_owned());
        assert_eq!(sample.input.totals.standard, 13);
        for (kind, outcome, expected) in [
            (REPEATED_HANDS, &wrong("7"), "loses repeated hands"),
            (REPEATED_HANDS, &wrong("11"), "ranks repeated hands in another order"),
            (REPEATED_HANDS, &Outcome::Timeout, "does not end on repeated hands"),
            (r"lines that end with \r\n", &crash, r"fails on lines that end with \r\n"),
            ("an empty input", &wrong("1"), "is wrong on an empty input"),
        ] {
            assert_eq!(say(kind, outcome), expected);
        }
    }
}
