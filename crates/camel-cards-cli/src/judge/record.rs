use camel_cards_records::FindingRecord;
use serde::Serialize;

use super::{
    inputs,
    judgement::{Failing, Judgement},
    outcome::Outcome,
    timings::Timing,
};

/// The judgement as programs read it.
#[derive(Serialize)]
pub(crate) struct Record<'a> {
    verdict: &'static str,
    rules: Option<&'static str>,
    /// The smallest.
    input: Option<String>,
    expected: Option<String>,
    answered: Option<&'a str>,
    /// What it did instead of answering.
    failure: Option<&'a str>,
    /// The last lines that it said there.
    stderr: Vec<String>,
    findings: Vec<FindingRecord>,
    /// How many it was run on, up to the first that failed.
    inputs: usize,
    variants: Vec<VariantRecord>,
    times: Vec<TimeRecord>,
}

#[derive(Serialize)]
struct VariantRecord {
    variant: &'static str,
    verdict: &'static str,
}

#[derive(Serialize)]
struct TimeRecord {
    hands: u64,
    verdict: Option<&'static str>,
    microseconds: Option<u64>,
    microseconds_ours: u64,
}

impl<'a> From<&'a Judgement> for Record<'a> {
    fn from(judgement: &'a Judgement) -> Record<'a> {
        let failing = judgement.failing.as_ref();
        let outcome = failing.map_or(&Outcome::Right, |failing| &failing.outcome);
        let rules = judgement.rules_of(outcome);
        Record {
            verdict: outcome.name(),
            rules: match rules[..] {
                [] => None,
                [rules] => Some(rules.name()),
                _ => Some("both"),
            },
            input: failing.map(|failing| inputs::text(&failing.entries)),
            expected: failing.filter(|_| !rules.is_empty()).map(|failing| {
                let totals = rules.iter().map(|&rules| failing.totals[rules].to_string());
                totals.collect::<Vec<_>>().join(" ")
            }),
            answered: match outcome {
                Outcome::Wrong { answered, .. } => Some(answered),
                _ => None,
            },
            failure: match outcome {
                Outcome::Crash(what) => Some(what),
                _ => None,
            },
            stderr: failing.map(Failing::last_lines).unwrap_or_default(),
            findings: (judgement.mistake.iter())
                .flat_map(|mistake| mistake.findings.iter().map(FindingRecord::from))
                .collect(),
            inputs: judgement.passed.len() + usize::from(failing.is_some()),
            variants: (judgement.variants.iter())
                .map(|(variant, outcome)| VariantRecord {
                    variant: variant.id,
                    verdict: outcome.name(),
                })
                .collect(),
            times: (judgement.timings.taken.iter())
                .map(|Timing { hands, theirs, ours }| TimeRecord {
                    hands: *hands,
                    verdict: theirs.as_ref().map(|(outcome, _)| outcome.name()),
                    microseconds: theirs.as_ref().map(|(_, time)| time.as_micros() as u64),
                    microseconds_ours: ours.as_micros() as u64,
                })
                .collect(),
        }
    }
}
