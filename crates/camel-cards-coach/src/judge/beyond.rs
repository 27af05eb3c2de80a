//! What fails beyond the puzzle: what its site never gives.

use std::collections::HashMap;

use camel_cards::{Entry, Rules};

use super::{
    plan::{self, REPEATED_HANDS, Sample, TestInput},
    session::Session,
    verdict::{Outcome, VerdictKind},
};
use crate::Solution;

impl Session {
    /// Tries what the puzzle's site never gives. What fails counts if judging is strict.
    pub(super) async fn go_beyond(&mut self) {
        let all_rules = self.reader.rules();
        let always = self.reader.usual_end.iter().map(|how| how.replacen("ended", "ends", 1));
        self.verdict.beyond.extend(always.map(|how| format!("always {how}")));
        let limit = self.timeout.min(4 * self.short_limit());
        let (names, inputs): (Vec<&str>, Vec<TestInput>) =
            plan::beyond(self.seed).into_iter().unzip();
        let samples = self.run(inputs, "beyond the puzzle", limit).await;
        for (name, mut sample) in names.into_iter().zip(samples) {
            for part in self.failing_parts(&mut sample, &all_rules, limit).await {
                let symptom = symptom(name, &part.outcome, &sample, part.rules[0]);
                if !self.verdict.beyond.contains(&symptom) {
                    self.verdict.beyond.push(symptom);
                }
                if self.options.strict && self.open_rules().contains(&part.rules[0]) {
                    self.failing.push(part);
                    self.checked.push(sample.clone());
                }
            }
        }
    }
}

/// Says what came of an input that has `what` the puzzle's never have.
fn symptom(what: &str, outcome: &Outcome, sample: &Sample, rules: Rules) -> String {
    let loses = |answer: &String| loses_repeated(&sample.input, rules, answer);
    match outcome.kind {
        VerdictKind::Timeout => format!("does not end on {what}"),
        VerdictKind::Crash => format!("fails on {what}"),
        _ if what == REPEATED_HANDS && outcome.answered.as_ref().is_some_and(loses) => {
            "loses repeated hands".to_owned()
        }
        _ => format!("is wrong on {what}"),
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
        let of = |kind, answered: Option<&str>| Outcome {
            kind,
            answered: answered.map(str::to_owned),
            ..Outcome::default()
        };
        let wrong = |answer| of(VerdictKind::Wrong, Some(answer));
        let sample = Sample { input, run: Run::default() };
        let say = |what, outcome: &Outcome| symptom(what, outcome, &sample, Rules::Standard);
        let [crash, timeout] =
            [VerdictKind::Crash, VerdictKind::Timeout].map(|kind| of(kind, None));
        assert_eq!(sample.input.totals.standard, 13);
        for (kind, outcome, expected) in [
            (REPEATED_HANDS, &wrong("7"), "loses repeated hands"),
            (REPEATED_HANDS, &wrong("11"), "is wrong on repeated hands"),
            (REPEATED_HANDS, &timeout, "does not end on repeated hands"),
            (r"lines that end with \r\n", &crash, r"fails on lines that end with \r\n"),
            ("an empty input", &wrong("1"), "is wrong on an empty input"),
        ] {
            assert_eq!(say(kind, outcome), expected);
        }
    }
}
