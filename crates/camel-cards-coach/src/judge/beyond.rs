//! What its site never gives: inputs beyond the puzzle, and what fails on them.

use std::collections::HashMap;

use camel_cards::{Entry, Rules};

use super::{
    plan::{Sample, TestInput, few, full_size},
    session::Session,
    verdict::{Outcome, VerdictKind},
};
use crate::Solution;

const REPEATED_HANDS: &str = "repeated hands";

/// Returns inputs such as the puzzle's site never gives, but we read, and what each has: of full size where that
/// shows more, so that a solution whose number of lines is written into it is asked about the one
/// thing only.
fn beyond(seed: u64) -> Vec<(&'static str, TestInput)> {
    let mut entries: Vec<Entry> =
        full_size(seed.wrapping_add(100), 1).flat_map(|input| input.entries).collect();
    // The first line holds a strong hand, so that its loss shows.
    let strongest = (0..entries.len()).max_by_key(|&i| entries[i].hand.strength(Rules::Standard));
    entries.swap(0, strongest.unwrap_or(0));
    let text = TestInput::new(entries.clone()).text;
    let with_bids = |bid: &dyn Fn(u64) -> u64| {
        TestInput::new(entries.iter().map(|one| Entry { bid: bid(one.bid), ..*one }))
    };
    let mut repeated = entries.clone();
    // Each of these hands is there again, behind a larger bid or a smaller one.
    for i in 0..repeated.len() / 4 {
        let last = repeated.len() - 1;
        repeated[last - i].hand = repeated[2 * i].hand;
    }
    let mut all = vec![
        (REPEATED_HANDS, TestInput::new(repeated)),
        ("repeated bids", with_bids(&|bid| 1 + bid / 2)),
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
    let fewer = [1, 2, 3, 5, 10, 100].into_iter().zip(1..);
    let fewer = fewer.map(|(count, i)| few(count, seed.wrapping_add(i)));
    all.extend(fewer.chain([TestInput::example()]).map(|input| ("fewer than 1,000 lines", input)));
    all
}

impl Session {
    /// Tries what the puzzle's site never gives. What fails counts if judging is strict.
    pub(super) async fn go_beyond(&mut self) {
        let all_rules = self.reader.rules();
        let always = self.reader.usual_end.iter().map(|how| how.replacen("ended", "ends", 1));
        self.verdict.beyond.extend(always.map(|how| format!("always {how}")));
        let limit = self.timeout.min(4 * self.short_limit());
        let (names, inputs): (Vec<&str>, Vec<TestInput>) = beyond(self.seed).into_iter().unzip();
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
