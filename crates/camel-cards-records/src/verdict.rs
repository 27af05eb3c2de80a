use camel_cards::Rules;
use camel_cards_coach::{Counterexample, Misjudged, Outcome, Verdict, VerdictKind};
use serde::Serialize;

use crate::FindingRecord;

/// An input longer than this is not written.
const INPUT_BYTES_MAX: usize = 1 << 20;

/// What is known of a solution that was judged.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct VerdictRecord {
    /// The verdict, and what it is about: that of the first part that fails.
    #[serde(flatten)]
    pub first: PartRecord,
    /// How it failed instead of answering.
    pub failure: Option<String>,
    /// What it said of the error there: the lines with the error, or the last ones.
    pub stderr: Vec<String>,
    /// How many times it was run.
    pub runs: usize,
    /// How many runs failed, and then worked on the same input.
    pub not_counted: usize,
    /// Whether it was judged without the newline at the end of an input, because it reads the empty
    /// piece behind as a hand.
    pub without_last_newline: bool,
    /// What fails beyond the puzzle, each in a few words.
    pub beyond: Vec<String>,
    /// Each part, if both are judged.
    pub parts: Vec<PartRecord>,
}

/// What is known of one part, or of both where they fail alike.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PartRecord {
    /// In one word.
    #[cfg_attr(
        feature = "tsify",
        tsify(type = r#""right" | "wrong" | "crash" | "timeout" | "no answer" | "not read""#)
    )]
    pub verdict: &'static str,
    /// The rules that were judged, or `both`; none if it is not known.
    #[cfg_attr(feature = "tsify", tsify(type = r#"Rules | "both" | null"#))]
    pub rules: Option<&'static str>,
    /// The line that the answer was read from; two, if both parts are right.
    pub read: Option<String>,
    /// The smallest input that fails.
    pub input: Option<String>,
    /// Whether no simpler input was found to fail likewise, though all were tried.
    pub is_smallest: bool,
    /// The right total there; two with a blank between if it is about both parts.
    pub expected: Option<String>,
    /// The wrong answer there.
    pub answered: Option<String>,
    /// What it answered to the same input at another time, if that differs.
    pub answered_another_time: Option<String>,
    /// What gives its answers, or the nearest.
    pub findings: Vec<JudgedFindingRecord>,
    /// Where nothing does: hands that play as another type than they are.
    pub misjudged: Vec<MisjudgedRecord>,
}

/// A finding, and how many of the answers it gives.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct JudgedFindingRecord {
    /// The finding.
    #[serde(flatten)]
    pub finding: FindingRecord,
    /// Whether it gives all answers that were compared; if not, it is only the nearest.
    pub explains_all: bool,
    /// How many it gives.
    pub given: usize,
    /// Out of how many.
    pub answers_judged: usize,
}

/// A hand that plays as another type than it is, by the solution's own answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct MisjudgedRecord {
    /// The hand.
    pub hand: String,
    /// What it plays as.
    #[cfg_attr(feature = "tsify", tsify(type = "HandType"))]
    pub plays_as: &'static str,
    /// What it is.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "tsify", tsify(type = "HandType"))]
    pub hand_type: &'static str,
}

impl From<&Verdict> for VerdictRecord {
    fn from(verdict: &Verdict) -> VerdictRecord {
        let failing = verdict.counterexamples.first();
        let first = match failing {
            Some(one) => {
                let part = PartRecord { verdict: verdict.kind.name(), ..PartRecord::from(one) };
                // Nothing was read that could be compared.
                let is_read = verdict.kind != VerdictKind::NoAnswer;
                PartRecord { expected: part.expected.filter(|_| is_read), ..part }
            }
            None => PartRecord::right(verdict, &verdict.rules),
        };
        let of_part = |&rules: &Rules| {
            let failing = verdict.counterexamples.iter().find(|one| one.rules.contains(&rules));
            failing.map_or_else(
                || PartRecord::right(verdict, &[rules]),
                |one| PartRecord::of(one, rules),
            )
        };
        let crash = failing.and_then(|one| match &one.outcome {
            Outcome::Crash(how) => Some(how.clone()),
            _ => None,
        });
        VerdictRecord {
            first,
            failure: crash,
            stderr: failing.map(Counterexample::error_lines).unwrap_or_default(),
            runs: verdict.runs,
            not_counted: verdict.not_counted,
            without_last_newline: verdict.without_last_newline,
            beyond: verdict.beyond.iter().map(|one| one.symptom.clone()).collect(),
            parts: match verdict.rules.len() {
                2 => verdict.rules.iter().map(of_part).collect(),
                _ => Vec::new(),
            },
        }
    }
}

impl PartRecord {
    /// What does not fail, or was not read.
    fn right(verdict: &Verdict, rules: &[Rules]) -> PartRecord {
        let all = verdict.rules.iter().zip(&verdict.read);
        let read: Vec<&str> =
            (all.filter(|(of, _)| rules.contains(of))).map(|(_, line)| line.as_str()).collect();
        let is_read = verdict.counterexamples.is_empty() && verdict.rules.is_empty();
        PartRecord {
            verdict: if is_read { verdict.kind.name() } else { "right" },
            rules: name(rules),
            read: Some(read.join("\n")).filter(|read| !read.is_empty()),
            input: None,
            is_smallest: false,
            expected: None,
            answered: None,
            answered_another_time: None,
            findings: Vec::new(),
            misjudged: Vec::new(),
        }
    }

    fn of(one: &Counterexample, rules: Rules) -> PartRecord {
        let expected = one.totals[rules].to_string();
        PartRecord { rules: Some(rules.name()), expected: Some(expected), ..PartRecord::from(one) }
    }
}

impl From<&Counterexample> for PartRecord {
    fn from(one: &Counterexample) -> PartRecord {
        let (answer, line, other) = match &one.outcome {
            Outcome::Wrong { answer, line, other_time } => {
                (Some(answer.clone()), Some(line.clone()), other_time.clone())
            }
            _ => (None, None, None),
        };
        let rules = if one.rules.is_empty() { &Rules::ALL[..] } else { &one.rules };
        let totals: Vec<String> =
            rules.iter().map(|&rules| one.totals[rules].to_string()).collect();
        let finding = |finding: &camel_cards_coach::Finding| JudgedFindingRecord {
            finding: FindingRecord::from(finding),
            explains_all: one.explains_all(),
            given: one.given,
            answers_judged: one.answers,
        };
        let misjudged = |one: &Misjudged| MisjudgedRecord {
            hand: one.hand.to_string(),
            plays_as: one.plays_as.name(),
            hand_type: one.right.name(),
        };
        PartRecord {
            verdict: one.outcome.kind().name(),
            rules: name(&one.rules),
            read: line,
            input: Some(one.text.clone()).filter(|text| text.len() <= INPUT_BYTES_MAX),
            is_smallest: one.is_smallest,
            expected: Some(totals.join(" ")),
            answered: answer,
            answered_another_time: other,
            findings: one.findings.iter().map(finding).collect(),
            misjudged: one.misjudged.iter().map(misjudged).collect(),
        }
    }
}

fn name(rules: &[Rules]) -> Option<&'static str> {
    match rules {
        [] => None,
        [rules] => Some(rules.name()),
        _ => Some("both"),
    }
}
