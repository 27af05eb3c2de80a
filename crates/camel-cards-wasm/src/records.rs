//! What goes to JavaScript, as plain objects.

use camel_cards::{
    Comparison, Decision, Entry, Error, Explanation, Hand, Rules, Strength, Tally, Ties,
};
use camel_cards_coach as coach;
use serde::Serialize;
use tsify::Tsify;

/// Total winnings under both rules.
#[derive(Serialize, Tsify)]
pub struct Winnings {
    standard: u128,
    joker: u128,
}

impl Winnings {
    pub(crate) fn of(tally: &Tally, ties: Ties) -> Result<Winnings, camel_cards::Overflow> {
        let [standard, joker] = tally.both_total_winnings(ties)?;
        Ok(Winnings { standard, joker })
    }
}

/// The total winnings of an input.
#[derive(Serialize, Tsify)]
pub struct Score {
    entries: u64,
    /// How many entries hold a hand that another holds too.
    tied: u64,
    winnings: Winnings,
}

impl Score {
    pub(crate) fn of(tally: &Tally, ties: Ties) -> Result<Score, camel_cards::Overflow> {
        let winnings = Winnings::of(tally, ties)?;
        Ok(Score { entries: tally.entries(), tied: tally.tied(), winnings })
    }
}

/// A line that is no entry.
#[derive(Clone, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct BadLine {
    /// From 1.
    line: u64,
    /// The byte in the line, from 1.
    column: u64,
    /// Where, what was expected and what was found.
    pub(crate) message: String,
    /// The likely mend.
    hint: Option<&'static str>,
}

impl BadLine {
    pub(crate) fn of(error: &Error) -> BadLine {
        BadLine {
            line: error.position().line,
            column: error.position().column,
            message: error.to_string(),
            hint: error.kind().hint(),
        }
    }
}

/// An entry and where it stands.
#[derive(Serialize, Tsify)]
pub struct Ranked {
    pub(crate) rank: u64,
    pub(crate) hand: String,
    #[serde(rename = "type")]
    #[tsify(type = "HandType")]
    pub(crate) hand_type: &'static str,
    pub(crate) bid: u128,
    pub(crate) winnings: u128,
}

/// Why a hand stands where it stands among all 371,293 hands.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Explained {
    hand: String,
    #[tsify(type = "Rules")]
    rules: &'static str,
    #[serde(rename = "type")]
    #[tsify(type = "HandType")]
    hand_type: &'static str,
    /// What makes the type: `T ×2 + J ×2 as T, K ×1`.
    made_of: String,
    /// The labels and how often each occurs, most frequent first.
    label_counts: Vec<LabelCount>,
    /// The label that jokers stand for, if there are any.
    jokers_stand_for: Option<char>,
    /// Among all hands, 1 the weakest.
    strength: u32,
    /// How many hands are weaker.
    beats: u32,
    /// How many hands there are.
    hands: u32,
    next_stronger: Option<String>,
    next_weaker: Option<String>,
}

/// A label and how often it occurs.
#[derive(Serialize, Tsify)]
pub struct LabelCount {
    label: char,
    count: u8,
}

impl Explained {
    pub(crate) fn of(hand: Hand, rules: Rules) -> Explained {
        let why = Explanation::of(hand, rules);
        let (stronger, weaker) = why.neighbours();
        let hand_of = |strength: Strength| strength.hand().to_string();
        let count =
            |&(card, count): &(camel_cards::Card, u8)| LabelCount { label: card.label(), count };
        let strength = why.strength.number();
        Explained {
            hand: hand.to_string(),
            rules: rules.name(),
            hand_type: why.hand_type().name(),
            made_of: why.to_string(),
            label_counts: why.label_counts.iter().map(count).collect(),
            jokers_stand_for: why.jokers_stand_for.map(camel_cards::Card::label),
            strength,
            beats: strength - 1,
            hands: Hand::COUNT as u32,
            next_stronger: stronger.map(hand_of),
            next_weaker: weaker.map(hand_of),
        }
    }
}

/// Which of two hands wins, and what decides it.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Compared {
    #[tsify(type = "Rules")]
    rules: &'static str,
    hands: [String; 2],
    #[tsify(type = "[HandType, HandType]")]
    types: [&'static str; 2],
    strengths: [u32; 2],
    /// The labels that their jokers stand for, if there are any.
    #[tsify(type = "[string | null, string | null]")]
    jokers_stand_for: [Option<char>; 2],
    /// The stronger hand; none if they are identical.
    winner: Option<String>,
    #[tsify(type = r#""type" | "card" | "nothing""#)]
    decided_by: &'static str,
    /// The place from 1 to 5 of the card that decides, if one does.
    card: Option<usize>,
    /// All of it in a sentence.
    sentence: String,
}

impl Compared {
    pub(crate) fn of(comparison: &Comparison) -> Compared {
        let (decided_by, card) = match comparison.decision {
            Decision::Type => ("type", None),
            Decision::Card { position } => ("card", Some(position)),
            Decision::Identical => ("nothing", None),
        };
        let [a, _] = comparison.strengths;
        Compared {
            rules: a.rules().name(),
            hands: comparison.strengths.map(|strength| strength.hand().to_string()),
            types: comparison.strengths.map(|strength| strength.hand_type().name()),
            strengths: comparison.strengths.map(Strength::number),
            jokers_stand_for: comparison.strengths.map(|strength| {
                let why = Explanation::of(strength.hand(), strength.rules());
                why.jokers_stand_for.map(camel_cards::Card::label)
            }),
            winner: comparison.winner().map(|hand| hand.to_string()),
            decided_by,
            card,
            sentence: comparison.to_string(),
        }
    }
}

/// What is to be said of answers.
#[derive(Serialize, Tsify)]
pub struct Diagnosed {
    #[tsify(type = r#""right" | "wrong""#)]
    verdict: &'static str,
    #[tsify(type = "Rules")]
    rules: &'static str,
    /// The right total.
    expected: u128,
    /// What gives exactly one of the answers, simplest first.
    findings: Vec<Finding>,
    /// What else is known, a sentence each.
    ruled_out: Vec<String>,
    /// How many candidates were tried.
    candidates: usize,
}

impl Diagnosed {
    pub(crate) fn of(diagnosis: &coach::Diagnosis) -> Diagnosed {
        Diagnosed {
            verdict: verdict(diagnosis.is_right()),
            rules: diagnosis.rules.name(),
            expected: diagnosis.expected,
            findings: diagnosis.findings().iter().map(Finding::of).collect(),
            ruled_out: diagnosis.clues.iter().map(coach::Clue::to_string).collect(),
            candidates: diagnosis.candidates(),
        }
    }
}

/// One mistake, or several together, that give exactly an answer.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Finding {
    #[tsify(type = "Rules")]
    rules: &'static str,
    /// The ids of the mistakes.
    mistakes: Vec<String>,
    #[tsify(type = r#""certain" | "likely""#)]
    certainty: &'static str,
    /// What is wrong.
    summary: String,
    /// The answers that are explained.
    answers: Vec<u128>,
    /// The first two entries in the wrong order, if any are.
    misplaced: Option<Misplaced>,
    /// The rule that settles it.
    rule: String,
    /// What to change.
    hint: String,
    /// How often chance alone would match.
    sureness: String,
    /// What gives the same order on this input.
    also: Vec<String>,
}

/// Two entries in the wrong order, in input order.
#[derive(Serialize, Tsify)]
pub struct Misplaced {
    /// Their places among the entries, from 1.
    places: [usize; 2],
    bids: [u128; 2],
    /// What the mistake takes each for.
    taken_for: [String; 2],
    /// Which wins, and what decides it.
    right: Compared,
}

impl Finding {
    fn of(finding: &coach::Finding) -> Finding {
        Finding {
            rules: finding.rules.name(),
            mistakes: finding.ids().iter().map(coach::MistakeId::to_string).collect(),
            certainty: finding.confidence.name(),
            summary: finding.summary(),
            answers: vec![finding.answer],
            misplaced: finding.misplaced().map(|pair| Misplaced {
                places: pair.places.map(|place| place + 1),
                bids: pair.entries.map(|entry| entry.bid.into()),
                taken_for: pair.taken_for.map(|assigned| assigned.name().to_owned()),
                right: Compared::of(&pair.right),
            }),
            rule: finding.rule().map(|rule| rule.to_string()).unwrap_or_default(),
            hint: finding.hint(),
            sureness: finding.chance().map(|chance| chance.to_string()).unwrap_or_default(),
            also: finding.also(),
        }
    }
}

/// What is to be said of an order.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct OrderDiagnosed {
    #[tsify(type = r#""right" | "wrong""#)]
    verdict: &'static str,
    #[tsify(type = "Rules")]
    rules: &'static str,
    /// The first two neighbours in the wrong order.
    first: Option<WrongPair>,
    /// How many must move for the rest to be in order.
    out_of_place: usize,
    missing: Vec<String>,
    added: Vec<String>,
    repeated: Vec<String>,
    findings: Vec<Finding>,
}

/// Two neighbours in an order, of which the first should be behind the second.
#[derive(Serialize, Tsify)]
pub struct WrongPair {
    /// The place of the first of them, from 1.
    place: usize,
    right: Compared,
    /// The rule that settles it.
    rule: String,
}

impl OrderDiagnosed {
    pub(crate) fn of(diagnosis: &coach::OrderDiagnosis) -> OrderDiagnosed {
        let written =
            |order: &[coach::Ordered]| order.iter().map(coach::Ordered::to_string).collect();
        OrderDiagnosed {
            verdict: verdict(diagnosis.is_right()),
            rules: diagnosis.rules.name(),
            first: diagnosis.first.as_ref().map(|first| WrongPair {
                place: first.place,
                right: Compared::of(&first.right),
                rule: first.rule.to_string(),
            }),
            out_of_place: diagnosis.out_of_place,
            missing: diagnosis.missing.iter().map(Entry::to_string).collect(),
            added: written(&diagnosis.added),
            repeated: written(&diagnosis.repeated),
            findings: diagnosis.findings.iter().map(Finding::of).collect(),
        }
    }
}

fn verdict(is_right: bool) -> &'static str {
    if is_right { "right" } else { "wrong" }
}
