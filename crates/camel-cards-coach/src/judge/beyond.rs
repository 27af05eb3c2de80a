//! What fails beyond the puzzle: what its site never gives.

use std::collections::HashMap;

use camel_cards::{Entry, Rules};

use super::{
    plan::{self, LINE_ENDS, REPEATED_HANDS, Sample, TestInput},
    session::Session,
    verdict::{Beyond, Counterexample, Outcome},
};
use crate::Solution;

impl Session {
    /// Tries what the puzzle's site never gives.
    pub(super) async fn go_beyond(&mut self) {
        let rules = self.reader.rules();
        let any = Counterexample::new(rules.clone(), self.answered[0].clone(), Outcome::Right);
        if let Some(how) = self.reader.usual_end.clone() {
            let symptom = format!("always {}", how.replacen("ended", "ends", 1));
            let outcome = Outcome::Crash(how);
            self.add_beyond(symptom, Counterexample { outcome, ..any.clone() });
        }
        if self.verdict.without_last_newline {
            let symptom = "reads the empty piece after the last newline as a hand";
            self.add_beyond(symptom.to_owned(), any);
        }
        let limit = self.options.timeout.min(4 * self.short_limit());
        let (names, inputs): (Vec<&str>, Vec<TestInput>) =
            plan::beyond(self.options.seed).into_iter().unzip();
        let samples = self.run(inputs, "beyond the puzzle", limit).await;
        let failing = names.into_iter().zip(samples);
        let failing = failing.filter(|(_, sample)| !self.failing(sample, &rules).is_empty());
        let (names, failing): (Vec<&str>, Vec<TestInput>) =
            failing.map(|(name, sample)| (name, sample.input)).unzip();
        let again = self.run(failing, "beyond the puzzle, once more", limit).await;
        for (name, sample) in names.into_iter().zip(again) {
            let failing = self.failing(&sample, &rules);
            self.verdict.not_counted += usize::from(failing.is_empty());
            for (rules, outcome) in failing {
                let symptom = symptom(name, &outcome, &sample, rules);
                let failure = Counterexample::new(vec![rules], sample.clone(), outcome);
                self.add_beyond(symptom, failure);
            }
        }
        if self.options.strict {
            self.count_beyond().await;
        }
    }

    fn add_beyond(&mut self, symptom: String, example: Counterexample) {
        match self.verdict.beyond.iter_mut().find(|one| one.symptom == symptom) {
            Some(known) => {
                let rules = example.rules.into_iter();
                let new = rules.filter(|rules| !known.example.rules.contains(rules));
                known.example.rules.extend(new.collect::<Vec<Rules>>());
            }
            None => self.verdict.beyond.push(Beyond { symptom, example }),
        }
    }

    /// Lets the first failure of each part beyond the puzzle count.
    async fn count_beyond(&mut self) {
        for mut failure in self.verdict.beyond.clone().into_iter().map(|one| one.example) {
            let open = self.open_rules();
            failure.rules.retain(|rules| open.contains(rules));
            if failure.rules.is_empty() || failure.outcome == Outcome::Right {
                continue;
            }
            // Other lines than entries make would be lost on the way.
            if failure.text == self.written(TestInput::new(failure.entries.clone())).text {
                failure = self.shrink(failure).await;
            }
            self.verdict.counterexamples.push(failure);
        }
        self.verdict.counterexamples.sort_by_key(|one| one.rules[0]);
        if let Some(first) = self.verdict.counterexamples.first() {
            self.verdict.kind = first.outcome.kind();
        }
    }
}

/// Says what came of an input that has `what` the puzzle's never have.
fn symptom(what: &str, outcome: &Outcome, sample: &Sample, rules: Rules) -> String {
    let Sample { input, run } = sample;
    match outcome {
        Outcome::Right => format!("right on {what}"),
        Outcome::Timeout => format!("does not end on {what}"),
        Outcome::Crash(_) if what == LINE_ENDS && run.said.contains("\\r") => {
            r"reads \r as part of the bid".to_owned()
        }
        Outcome::Crash(_) => format!("fails on {what}"),
        Outcome::Wrong { answer, .. } => match number_limit(input.totals[rules], answer) {
            Some(limit) => limit.to_owned(),
            None if what != REPEATED_HANDS => format!("is wrong on {what}"),
            None if loses_repeated(input, rules, answer) => "loses repeated hands".to_owned(),
            None => "ranks repeated hands in another order".to_owned(),
        },
    }
}

/// What numbers of limited size make of a total, if it is that which was answered.
fn number_limit(right: u128, answer: &str) -> Option<&'static str> {
    let wrapped = |bits: u32| {
        let rest = right & ((1 << bits) - 1);
        let signed = rest as i128 - if rest >> (bits - 1) == 1 { 1 << bits } else { 0 };
        right >> (bits - 1) > 0
            && [rest as i128, signed].iter().any(|one| one.to_string() == answer)
    };
    let stops = |bits: u32| right >> bits > 0 && ((1u128 << bits) - 1).to_string() == answer;
    // Only the digits differ that a float does not hold.
    let is_near = answer.parse().is_ok_and(|answer: u128| answer.abs_diff(right) <= right >> 44);
    if wrapped(64) {
        Some("total wraps at 2⁶⁴")
    } else if wrapped(32) {
        Some("total wraps at 2³²")
    } else if stops(31) || stops(32) || stops(63) || stops(64) {
        Some("total stops at the largest number that it can hold")
    } else if right >> 53 > 0 && is_near {
        Some("total loses its last digits when it is large")
    } else {
        None
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
    fn limits_of_numbers_are_recognised() {
        let right = 44_999_999_960_u128;
        let wraps_at_32 = Some("total wraps at 2³²");
        assert_eq!(number_limit(right, "2050327000"), wraps_at_32);
        assert_eq!(number_limit(right, &(right as u32 as i32).to_string()), wraps_at_32);
        let stops = Some("total stops at the largest number that it can hold");
        assert_eq!(number_limit(right, "2147483647"), stops);
        assert_eq!(number_limit(right, "44999999961"), None);
        assert_eq!(number_limit(5905, "5906"), None);
        let loses = Some("total loses its last digits when it is large");
        assert_eq!(number_limit((15 << 53) - 7, &(15_u128 << 53).to_string()), loses);
        let right = 15 * u128::from(u64::MAX);
        let wraps_at_64 = Some("total wraps at 2⁶⁴");
        assert_eq!(number_limit(right, &(right as u64).to_string()), wraps_at_64);
        assert_eq!(number_limit(right, &(right as i64).to_string()), wraps_at_64);
    }

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
        let say = |what, outcome: &Outcome, said: &str| {
            let run = Run { said: said.to_owned(), ..Run::default() };
            symptom(what, outcome, &Sample { input: input.clone(), run }, Rules::Standard)
        };
        let crash = Outcome::Crash("ended with exit status 1".to_owned());
        assert_eq!(input.totals.standard, 13);
        for (kind, outcome, said, expected) in [
            (REPEATED_HANDS, &wrong("7"), "", "loses repeated hands"),
            (REPEATED_HANDS, &wrong("11"), "", "ranks repeated hands in another order"),
            (REPEATED_HANDS, &Outcome::Timeout, "", "does not end on repeated hands"),
            (LINE_ENDS, &crash, "int: '765\\r'", r"reads \r as part of the bid"),
            (LINE_ENDS, &crash, "", r"fails on lines that end with \r\n"),
            ("an empty input", &wrong("1"), "", "is wrong on an empty input"),
        ] {
            assert_eq!(say(kind, outcome, said), expected);
        }
    }
}
