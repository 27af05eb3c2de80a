use camel_cards::Rules;
use camel_cards_records::FindingRecord;
use serde::Serialize;

use super::{
    failing::Failing,
    judgement::{Judgement, error_lines, last_lines},
    outcome::Outcome,
    timings::Timing,
};

/// The longest input that is a field.
const INPUT_BYTES_MAX: usize = 1 << 20;

/// The judgement as programs read it.
#[derive(Serialize)]
pub(crate) struct Record<'a> {
    /// What is known of the program, or of the first of its parts that fails.
    #[serde(flatten)]
    first: PartRecord<'a>,
    /// What it did instead of answering.
    failure: Option<&'a str>,
    /// What it said there on standard error: the lines with the error, or the last ones.
    stderr: Vec<String>,
    /// The last lines that it printed, if they hold no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    printed: Option<Vec<String>>,
    /// How many it was run on, up to the first that failed.
    inputs: usize,
    /// How many runs failed, and then worked on the same input.
    not_counted: usize,
    /// What fails beyond the puzzle.
    beyond: Vec<String>,
    /// Each part, if both are judged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<PartRecord<'a>>,
    times: Vec<TimeRecord>,
    /// All that it printed, if that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
}

#[derive(Serialize)]
struct PartRecord<'a> {
    verdict: &'static str,
    rules: Option<&'static str>,
    /// The line that the answer was read from; two, if both parts are right.
    read: Option<String>,
    /// The smallest.
    input: Option<&'a str>,
    expected: Option<String>,
    answered: Option<&'a str>,
    findings: Vec<JudgedFinding>,
}

#[derive(Serialize)]
struct JudgedFinding {
    #[serde(flatten)]
    finding: FindingRecord,
    /// Whether it gives all answers of the program; if not, it is only the nearest.
    explains_all: bool,
    /// How many of its answers it gives, out of how many.
    given: usize,
    answers_judged: usize,
}

#[derive(Serialize)]
struct TimeRecord {
    hands: u64,
    verdict: Option<&'static str>,
    microseconds: Option<u64>,
    microseconds_ours: u64,
}

impl<'a> Record<'a> {
    pub(crate) fn new(judgement: &'a Judgement, shows_output: bool) -> Record<'a> {
        let failing = judgement.failures.first();
        let part =
            |&rules: &Rules| PartRecord::new(judgement, judgement.failure_under(rules), &[rules]);
        let is_both = judgement.rules.len() > 1;
        let printed = match failing {
            Some(failing) => Some(&failing.stdout),
            None => judgement.example.as_ref().map(|example| &example.stdout),
        };
        Record {
            first: match failing {
                Some(failing) => PartRecord::new(judgement, Some(failing), &failing.rules),
                None => PartRecord::new(judgement, None, &judgement.rules),
            },
            failure: failing.and_then(|failing| match &failing.outcome {
                Outcome::Crash(what) | Outcome::NoAnswer(what) => Some(what.as_str()),
                _ => None,
            }),
            stderr: failing.map(|failing| error_lines(&failing.stderr)).unwrap_or_default(),
            printed: failing
                .filter(|failing| matches!(failing.outcome, Outcome::NoAnswer(_)))
                .map(|failing| last_lines(&failing.stdout)),
            inputs: match failing {
                Some(failing) if failing.number > 0 => failing.number,
                _ => judgement.inputs,
            },
            not_counted: judgement.not_counted,
            beyond: judgement.symptoms(),
            parts: judgement.rules.iter().filter(|_| is_both).map(part).collect(),
            times: (judgement.timings.taken.iter())
                .map(|Timing { hands, theirs, ours, .. }| TimeRecord {
                    hands: *hands,
                    verdict: theirs.as_ref().map(|(outcome, _)| outcome.name()),
                    microseconds: theirs.as_ref().map(|(_, time)| time.as_micros() as u64),
                    microseconds_ours: ours.as_micros() as u64,
                })
                .collect(),
            output: printed
                .filter(|_| shows_output)
                .map(|printed| String::from_utf8_lossy(printed).into_owned()),
        }
    }
}

impl<'a> PartRecord<'a> {
    fn new(
        judgement: &'a Judgement,
        failing: Option<&'a Failing>,
        rules: &[Rules],
    ) -> PartRecord<'a> {
        let outcome = failing.map_or(&Outcome::Right, |failing| &failing.outcome);
        let mistake = failing.and_then(|failing| failing.mistake.as_ref());
        let mut lines: Vec<&str> = match failing {
            Some(failing) => {
                failing.outcome.answer().map(|answer| answer.line.as_str()).into_iter().collect()
            }
            None => rules.iter().filter_map(|&rules| judgement.line_read(rules)).collect(),
        };
        lines.dedup();
        PartRecord {
            verdict: outcome.name(),
            rules: match rules {
                [] => None,
                [rules] => Some(rules.name()),
                _ => Some("both"),
            },
            read: (!lines.is_empty()).then(|| lines.join("\n")),
            input: (failing.map(|failing| failing.text.as_str()))
                .filter(|text| text.len() <= INPUT_BYTES_MAX),
            expected: failing.filter(|_| !rules.is_empty()).map(|failing| {
                let totals = rules.iter().map(|&rules| failing.totals[rules].to_string());
                totals.collect::<Vec<_>>().join(" ")
            }),
            answered: outcome.answer().map(|answer| answer.value.as_str()),
            findings: mistake.map_or(Vec::new(), |mistake| {
                let finding = |finding| JudgedFinding {
                    finding: FindingRecord::from(finding),
                    explains_all: mistake.explains_all(),
                    given: mistake.given,
                    answers_judged: mistake.answers,
                };
                mistake.findings.iter().map(finding).collect()
            }),
        }
    }
}
