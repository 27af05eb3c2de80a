//! Tests unusual inputs, which the puzzle's site never gives.

use std::collections::HashSet;

use camel_cards::{Card, Entry, Hand};

use super::{
    plan::{Sample, TestInput, full_size},
    session::Session,
    verdict::{PartVerdict, VerdictKind},
};

const REPEATED_BIDS: &str = "repeated bids";
const REPEATED_HANDS: &str = "repeated hands";
const FEWER: &str = "fewer than 1,000 lines";

/// Returns inputs that the puzzle's site never gives but the coach reads, each with a description. If possible, they
/// have full size, so that a solution with a hard-coded number of lines fails only because of what is tested.
fn beyond(seed: u64) -> Vec<(&'static str, TestInput)> {
    let TestInput { entries, text, .. } = full_size(seed.wrapping_add(100));
    let with_bids = |bid: &dyn Fn(u64) -> u64| {
        TestInput::new(entries.iter().map(|one| Entry { bid: bid(one.bid), ..*one }))
    };
    // The same hands again, with the same bids, so that either order of two is right.
    let repeated = entries.iter().take(750).chain(&entries[..250]).copied();
    let mut fives = entries.clone();
    let others = Card::ALL.into_iter().filter(|card| *card != Card::Jack);
    for (entry, card) in fives.iter_mut().skip(1).zip(others) {
        entry.hand = Hand::new([card; 5]);
    }
    let mut all = vec![
        (REPEATED_BIDS, with_bids(&|bid| 1 + bid / 2)),
        (REPEATED_HANDS, TestInput::new(repeated)),
        ("five of a kind other than JJJJJ", TestInput::new(fives)),
        ("totals past 2³²", with_bids(&|bid| 1_000_000 - bid)),
        ("totals past 2⁵³", with_bids(&|bid| (1 << 43) - bid)),
        ("totals past 2⁶⁴", with_bids(&|bid| u64::MAX - bid)),
        (r"lines that end with \r\n", TestInput::of_text(text.replace('\n', "\r\n"))),
        ("no newline at the end", TestInput::of_text(text.trim_end())),
        ("an empty line at the end", TestInput::of_text(format!("{text}\n"))),
        ("an empty line between others", TestInput::of_text(text.replacen('\n', "\n\n", 1))),
        ("a byte-order mark at the start", TestInput::of_text(format!("\u{feff}{text}"))),
        ("tabs between hand and bid", TestInput::of_text(text.replace(' ', "\t"))),
        ("an empty input", TestInput::of_text("")),
    ];
    all.push((FEWER, TestInput::example()));
    // No rank and no count is as large as a bid.
    let large = entries.iter().map(|one| Entry { bid: 1000 + one.bid, ..*one });
    let few = |count| (FEWER, TestInput::new(large.clone().take(count)));
    all.extend([1, 2, 3, 5, 10, 100].map(few));
    all
}

impl Session {
    /// Tries unusual inputs. Failures count only if judging is strict.
    pub(super) async fn go_beyond(&mut self) {
        let all_rules = self.reader.rules.clone();
        let (names, inputs): (Vec<&str>, Vec<TestInput>) = beyond(self.seed).into_iter().unzip();
        let samples = self.run(inputs, "beyond the puzzle").await;
        let mut told = HashSet::new();
        for (name, mut sample) in names.into_iter().zip(samples) {
            let mut failing = self.failing_parts(&mut sample, &all_rules).await;
            // If fewer lines fail in several ways, report the first. Repeated hands repeat their bids.
            failing.retain(|part| {
                let repeats =
                    name == REPEATED_HANDS && told.contains(&(REPEATED_BIDS, part.rules[0]));
                !repeats && told.insert((name, part.rules[0]))
            });
            let symptoms: Vec<String> =
                failing.iter().map(|part| symptom(name, part, &sample)).collect();
            let is_all = failing.iter().flat_map(|part| &part.rules).count() == all_rules.len()
                && symptoms.iter().all(|one| *one == symptoms[0]);
            for (part, symptom) in failing.into_iter().zip(symptoms) {
                let rules = part.rules[0];
                let of = if is_all { String::new() } else { format!(" in part {}", rules.part()) };
                self.verdict.beyond.push(symptom + &of);
                self.verdict.beyond.dedup();
                if self.options.strict && self.open_rules().contains(&rules) {
                    self.failing.push(part);
                    self.checked.push(sample.clone());
                }
            }
        }
    }
}

/// Describes the failure on an unusual input; `what` says what is unusual.
fn symptom(what: &str, failing: &PartVerdict, sample: &Sample) -> String {
    let loses = |answer: &String| {
        let mut kept = HashSet::new();
        let first = sample.input.entries.iter().filter(|one| kept.insert(one.hand));
        *answer == TestInput::new(first.copied()).totals[failing.rules[0]].to_string()
    };
    match failing.kind {
        VerdictKind::Timeout => format!("does not end on {what}"),
        VerdictKind::Crash => format!("fails on {what}"),
        _ if what == REPEATED_HANDS && failing.answered.as_ref().is_some_and(loses) => {
            "loses repeated hands".to_owned()
        }
        _ => format!("is wrong on {what}"),
    }
}

#[cfg(test)]
mod tests {
    use camel_cards::Rules;

    use super::*;
    use crate::judge::run::Run;

    #[test]
    fn symptoms_say_what_fails() {
        let repeated: Vec<Entry> =
            camel_cards::entries(b"22222 3\n33333 2\n22222 3\n").flatten().collect();
        let input = TestInput::new(repeated);
        let sample = Sample::new(input, Run::default());
        let of = |kind, answered: Option<&str>| {
            let answered = answered.map(str::to_owned);
            PartVerdict { kind, answered, ..PartVerdict::new(&[Rules::Standard], &sample) }
        };
        let wrong = |answer| of(VerdictKind::Wrong, Some(answer));
        let [crash, timeout] =
            [VerdictKind::Crash, VerdictKind::Timeout].map(|kind| of(kind, None));
        assert_eq!(sample.input.totals.standard, 15);
        for (kind, outcome, expected) in [
            (REPEATED_HANDS, &wrong("7"), "loses repeated hands"),
            (REPEATED_HANDS, &wrong("11"), "is wrong on repeated hands"),
            (REPEATED_HANDS, &timeout, "does not end on repeated hands"),
            (r"lines that end with \r\n", &crash, r"fails on lines that end with \r\n"),
            ("an empty input", &wrong("1"), "is wrong on an empty input"),
        ] {
            assert_eq!(symptom(kind, outcome, &sample), expected);
        }
    }
}
