//! Tests unusual inputs, which the puzzle's site never gives.

use std::collections::HashSet;

use camel_cards::{Card, Entry, Hand};

use super::{
    plan::{Sample, TestInput, full_size},
    session::Session,
    verdict::PartVerdict,
};

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
        ("repeated bids", with_bids(&|bid| 1 + bid / 2)),
        ("repeated hands", TestInput::new(repeated)),
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
        let (names, inputs): (Vec<&str>, Vec<TestInput>) = beyond(self.seed).into_iter().unzip();
        let samples = self.run(inputs, "beyond the puzzle").await;
        for (name, mut sample) in names.into_iter().zip(samples) {
            let failing = self.failing_parts(&mut sample, &self.open_rules()).await;
            let symptom = match failing.iter().any(|part| loses_repeats(part, &sample)) {
                true => "loses repeated hands".to_owned(),
                false => format!("fails on {name}"),
            };
            if !failing.is_empty() && !self.verdict.beyond.contains(&symptom) {
                self.verdict.beyond.push(symptom);
            }
            if self.options.strict && !failing.is_empty() {
                self.failing.extend(failing);
                self.checked.push(sample);
            }
        }
    }
}

/// Whether the answer is the total without the later ones of identical hands.
fn loses_repeats(failing: &PartVerdict, sample: &Sample) -> bool {
    let entries = &sample.input.entries;
    let mut kept = HashSet::new();
    let first = entries.iter().filter(|one| kept.insert(one.hand)).copied();
    let total = TestInput::new(first).totals[failing.rules[0]];
    kept.len() < entries.len() && failing.answered == Some(total.to_string())
}
