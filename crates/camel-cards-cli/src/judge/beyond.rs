//! What the puzzle never gives, but an input may have: repeated hands, other line ends, huge bids.
//!
//! A program that fails here is right all the same; each failure is said in a few words.

use std::{borrow::Cow, collections::HashMap};

use camel_cards::{Entry, PerRules, Rules, entries};
use camel_cards_coach::inputs::Shape;

use super::{
    failing::Failing,
    inputs::{EXAMPLE, generated, text},
    outcome::{Outcome, totals},
};
use crate::output::text::grouped;

/// A kind of input, and some of that kind: the first that fails is told.
pub(crate) struct Beyond {
    pub(crate) kind: BeyondKind,
    pub(crate) texts: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BeyondKind {
    RepeatedHands,
    HugeBids,
    LineEnds,
    NoLastNewline,
    BlankLastLine,
    BlankLine,
    ByteOrderMark,
    Tabs,
    Empty,
    /// The inputs that the time is taken on.
    ManyHands(u64),
}

/// A failure beyond the puzzle.
pub(crate) struct BeyondFailure {
    kind: BeyondKind,
    pub(crate) failing: Failing,
    /// What is wrong, in a few words.
    pub(crate) symptom: String,
}

impl BeyondFailure {
    pub(crate) fn new(kind: BeyondKind, failing: Failing) -> BeyondFailure {
        let Failing { outcome, entries, totals, stderr, .. } = &failing;
        let symptom = symptom(kind, outcome, entries, *totals, stderr);
        BeyondFailure { kind, failing, symptom }
    }

    /// Whether it can count as a failure. A lack of speed cannot: many more hands than the puzzle
    /// has are only tried if a program seems quick enough, so it would punish the quicker one.
    pub(crate) fn counts(&self) -> bool {
        let is_about_speed = matches!(self.kind, BeyondKind::ManyHands(_));
        !(is_about_speed && self.failing.outcome == Outcome::Timeout)
    }
}

impl BeyondKind {
    pub(crate) fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            BeyondKind::RepeatedHands => "repeated hands",
            BeyondKind::HugeBids => "huge bids",
            BeyondKind::LineEnds => r"lines that end with \r\n",
            BeyondKind::NoLastNewline => "no newline at the end",
            BeyondKind::BlankLastLine => "an empty line at the end",
            BeyondKind::BlankLine => "an empty line between others",
            BeyondKind::ByteOrderMark => "a byte-order mark at the start",
            BeyondKind::Tabs => "tabs between hand and bid",
            BeyondKind::Empty => "an empty input",
            BeyondKind::ManyHands(1_000_000) => "a million hands",
            BeyondKind::ManyHands(hands) => {
                return Cow::Owned(format!("{} hands", grouped(hands.into())));
            }
        })
    }
}

/// Returns the kinds, each with its inputs, the smallest first.
pub(crate) fn all(seed: u64) -> Vec<Beyond> {
    let few = [
        "22222 1\n22222 1\n",
        "22222 1\n22222 2\n",
        "22222 2\n22222 1\n",
        "22222 1\n33333 2\n22222 3\n",
    ];
    let ties = [10, 300].map(|hands| text(&generated(Shape::Ties, hands, seed)));
    let repeated = few.map(str::to_owned).into_iter().chain(ties).collect();
    let bids = |bid: u64| {
        let hands = ["32T3K", "T55J5", "KK677", "KTJJT", "QQQJA"];
        hands.iter().zip(0..).map(|(hand, i)| format!("{hand} {}\n", bid - i)).collect::<String>()
    };
    // Totals past 32 bits, past the whole numbers of a float, past 64 bits.
    let huge = [1_000_000_000, 1 << 53, u64::MAX].map(bids).into();
    let one = |kind, text| Beyond { kind, texts: vec![text] };
    vec![
        Beyond { kind: BeyondKind::RepeatedHands, texts: repeated },
        Beyond { kind: BeyondKind::HugeBids, texts: huge },
        one(BeyondKind::LineEnds, EXAMPLE.replace('\n', "\r\n")),
        one(BeyondKind::NoLastNewline, EXAMPLE.trim_end().to_owned()),
        one(BeyondKind::BlankLastLine, format!("{EXAMPLE}\n")),
        one(BeyondKind::BlankLine, EXAMPLE.replacen('\n', "\n\n", 1)),
        one(BeyondKind::ByteOrderMark, format!("\u{feff}{EXAMPLE}")),
        one(BeyondKind::Tabs, EXAMPLE.replace(' ', "\t")),
        one(BeyondKind::Empty, String::new()),
    ]
}

/// The entries of a text: all lines are right.
pub(crate) fn read(text: &str) -> Vec<Entry> {
    entries(text.as_bytes()).flatten().collect()
}

/// Says what is wrong with an outcome, in a few words.
fn symptom(
    kind: BeyondKind,
    outcome: &Outcome,
    entries: &[Entry],
    totals: PerRules<u128>,
    stderr: &[u8],
) -> String {
    let name = kind.name();
    match outcome {
        Outcome::Right => format!("right on {name}"),
        Outcome::Timeout if matches!(kind, BeyondKind::ManyHands(_)) => {
            format!("too slow for {name}")
        }
        Outcome::Timeout => format!("does not end on {name}"),
        Outcome::Crash(_) | Outcome::NoAnswer(_) => {
            let said = String::from_utf8_lossy(stderr);
            match kind {
                BeyondKind::LineEnds if said.contains("\\r") => {
                    r"reads \r as part of the bid".to_owned()
                }
                _ => format!("fails on {name}"),
            }
        }
        Outcome::Wrong { rules, answer } => {
            let right = totals[*rules];
            if let Some(limit) = number_limit(right, &answer.value) {
                return limit.to_owned();
            }
            if kind == BeyondKind::RepeatedHands {
                return match loses_repeated(entries, *rules, &answer.value) {
                    true => "loses repeated hands".to_owned(),
                    false => "ranks repeated hands in another order".to_owned(),
                };
            }
            format!("is wrong on {name}")
        }
    }
}

/// What numbers of limited size make of a total, if it is that which was answered.
fn number_limit(right: u128, answered: &str) -> Option<&'static str> {
    let wrapped = |bits: u32| {
        let rest = right & ((1 << bits) - 1);
        let signed = rest as i128 - if rest >> (bits - 1) == 1 { 1 << bits } else { 0 };
        right >> (bits - 1) > 0
            && [rest as i128, signed].iter().any(|one| one.to_string() == answered)
    };
    let stops = |bits: u32| right >> bits > 0 && ((1u128 << bits) - 1).to_string() == answered;
    if wrapped(64) {
        Some("total wraps at 2⁶⁴")
    } else if wrapped(32) {
        Some("total wraps at 2³²")
    } else if stops(31) || stops(32) || stops(63) || stops(64) {
        Some("total stops at the largest number that it can hold")
    } else if right >> 53 > 0 && is_near(right, answered) {
        Some("total loses its last digits when it is large")
    } else {
        None
    }
}

/// Whether only the digits differ that a float does not hold.
fn is_near(right: u128, answered: &str) -> bool {
    answered.parse().is_ok_and(|answer: u128| answer.abs_diff(right) <= right >> 44)
}

/// Whether an answer is right once repeated hands are dropped: all but the first, or all but the last.
fn loses_repeated(entries: &[Entry], rules: Rules, answered: &str) -> bool {
    let kept = |entries: &mut dyn Iterator<Item = &Entry>| -> Vec<Entry> {
        let mut by_hand = HashMap::new();
        entries.for_each(|entry| _ = by_hand.insert(entry.hand.index(), *entry));
        by_hand.into_values().collect()
    };
    let ways = [kept(&mut entries.iter()), kept(&mut entries.iter().rev())];
    ways.iter().any(|kept| totals(kept).is_ok_and(|totals| totals[rules].to_string() == answered))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::answer::place::Answer;

    #[test]
    fn limits_of_numbers_are_recognised() {
        let right = 44_999_999_960_u128;
        assert_eq!(number_limit(right, "2050327000"), Some("total wraps at 2³²"));
        assert_eq!(
            number_limit(right, &(right as u32 as i32).to_string()),
            Some("total wraps at 2³²")
        );
        assert_eq!(
            number_limit(right, "2147483647"),
            Some("total stops at the largest number that it can hold")
        );
        assert_eq!(number_limit(right, "44999999961"), None);
        assert_eq!(number_limit(5905, "5906"), None);
        let right = 15 << 53;
        assert_eq!(
            number_limit(right - 7, &right.to_string()),
            Some("total loses its last digits when it is large")
        );
        let right = 15 * u128::from(u64::MAX);
        assert_eq!(number_limit(right, &(right as u64).to_string()), Some("total wraps at 2⁶⁴"));
        assert_eq!(number_limit(right, &(right as i64).to_string()), Some("total wraps at 2⁶⁴"));
    }

    #[test]
    fn symptoms_say_what_fails() {
        let entries = read("22222 1\n33333 2\n22222 3\n");
        let totals = totals(&entries).unwrap();
        let wrong = |value: &str| Outcome::Wrong {
            rules: Rules::Standard,
            answer: Answer { value: value.to_owned(), line: String::new() },
        };
        let say = |kind, outcome: &Outcome, stderr: &str| {
            symptom(kind, outcome, &entries, totals, stderr.as_bytes())
        };
        let crash = Outcome::Crash("ended with exit status 1".to_owned());
        assert_eq!(totals.standard, 13);
        assert_eq!(say(BeyondKind::RepeatedHands, &wrong("7"), ""), "loses repeated hands");
        assert_eq!(
            say(BeyondKind::RepeatedHands, &wrong("11"), ""),
            "ranks repeated hands in another order"
        );
        assert_eq!(
            say(BeyondKind::RepeatedHands, &Outcome::Timeout, ""),
            "does not end on repeated hands"
        );
        assert_eq!(
            say(BeyondKind::LineEnds, &crash, "int: '765\\r'"),
            r"reads \r as part of the bid"
        );
        assert_eq!(say(BeyondKind::LineEnds, &crash, ""), r"fails on lines that end with \r\n");
        assert_eq!(
            say(BeyondKind::ManyHands(1_000_000), &Outcome::Timeout, ""),
            "too slow for a million hands"
        );
        assert_eq!(say(BeyondKind::Empty, &wrong("1"), ""), "is wrong on an empty input");
    }

    #[test]
    fn inputs_are_right_and_beyond() {
        for Beyond { texts, .. } in all(1) {
            for text in texts {
                assert!(entries(text.as_bytes()).all(|entry| entry.is_ok()), "{text}");
                totals(&read(&text)).unwrap();
            }
        }
    }
}
