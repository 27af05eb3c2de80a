use camel_cards::Entry;
use camel_cards_coach::{Clue, Diagnosis, Finding, Omissions, OrderDiagnosis, Ordered, StoryStep};
use serde::Serialize;

use crate::{FindingRecord, verdict};

/// What is to be said of answers. `F` is a finding, as the front writes it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct DiagnosisRecord<F = FindingRecord> {
    /// Whether one of the answers is right.
    #[cfg_attr(feature = "tsify", tsify(type = r#""right" | "wrong""#))]
    pub verdict: &'static str,
    /// The rules that were meant.
    #[cfg_attr(feature = "tsify", tsify(type = "Rules"))]
    pub rules: &'static str,
    /// The right total.
    pub expected: u128,
    /// What gives exactly one of the answers, simplest first; leads last.
    pub findings: Vec<F>,
    /// How several answers hang together, a sentence each.
    pub story: Vec<String>,
    /// What else is known, a sentence each.
    pub ruled_out: Vec<String>,
    /// How many candidates were tried.
    pub candidates: usize,
    /// What was not tried, because the input is large; empty if nothing.
    pub not_tried: String,
}

impl<F> From<&Diagnosis> for DiagnosisRecord<F>
where
    F: for<'a> From<&'a Finding>,
{
    fn from(diagnosis: &Diagnosis) -> DiagnosisRecord<F> {
        DiagnosisRecord {
            verdict: verdict(diagnosis.is_right()),
            rules: diagnosis.rules.name(),
            expected: diagnosis.expected,
            findings: diagnosis.findings().iter().map(F::from).collect(),
            ruled_out: diagnosis.clues.iter().map(Clue::to_string).collect(),
            story: diagnosis.story().iter().map(StoryStep::to_string).collect(),
            candidates: diagnosis.candidates(),
            not_tried: match diagnosis.omissions() {
                omissions if omissions == Omissions::default() => String::new(),
                omissions => omissions.to_string(),
            },
        }
    }
}

/// What is to be said of an order. `F` is a finding, as the front writes it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OrderRecord<F = FindingRecord> {
    /// Whether it is the right one.
    #[cfg_attr(feature = "tsify", tsify(type = r#""right" | "wrong""#))]
    pub verdict: &'static str,
    /// The rules that were meant.
    #[cfg_attr(feature = "tsify", tsify(type = "Rules"))]
    pub rules: &'static str,
    /// The first two neighbours in the wrong order.
    pub pair: Option<[String; 2]>,
    /// The place of the first of them, from 1.
    pub place: Option<usize>,
    /// Which of the two wins, and what decides it.
    pub right: Option<String>,
    /// The rule that settles it.
    pub rule: Option<String>,
    /// How many must move for the rest to be in order.
    pub out_of_place: usize,
    /// Entries of the input that the order lacks.
    pub missing: Vec<String>,
    /// Lines of the order that are not in the input.
    pub added: Vec<String>,
    /// Lines that the order has more often than the input.
    pub repeated: Vec<String>,
    /// What gives exactly this order, simplest first.
    pub findings: Vec<F>,
}

impl<F> From<&OrderDiagnosis> for OrderRecord<F>
where
    F: for<'a> From<&'a Finding>,
{
    fn from(diagnosis: &OrderDiagnosis) -> OrderRecord<F> {
        let first = diagnosis.first.as_ref();
        let written = |order: &[Ordered]| order.iter().map(Ordered::to_string).collect();
        OrderRecord {
            verdict: verdict(diagnosis.is_right()),
            rules: diagnosis.rules.name(),
            pair: first.map(|first| first.entries.map(|entry| entry.hand.to_string())),
            place: first.map(|first| first.place),
            right: first.map(|first| first.right.to_string()),
            rule: first.map(|first| first.rule.to_string()),
            out_of_place: diagnosis.out_of_place,
            missing: diagnosis.missing.iter().map(Entry::to_string).collect(),
            added: written(&diagnosis.added),
            repeated: written(&diagnosis.repeated),
            findings: diagnosis.findings.iter().map(F::from).collect(),
        }
    }
}
