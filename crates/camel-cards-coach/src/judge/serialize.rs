//! A verdict as serde writes it: of each part what is known of it, in the order in which the command prints it.

use camel_cards::Rules;
use serde::{Serialize, Serializer};

use super::verdict::{Counterexample, Misjudged, Outcome, Verdict, VerdictKind};
use crate::Finding;

/// An input longer than this is not written.
const INPUT_BYTES_MAX: usize = 1 << 20;

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Record<'a> {
            /// What the verdict is about: the first part that fails.
            #[serde(flatten)]
            first: PartRecord<'a>,
            failure: Option<&'a str>,
            stderr: Vec<String>,
            runs: usize,
            not_counted: usize,
            without_last_newline: bool,
            beyond: Vec<&'a str>,
            /// Each part, if both are judged.
            parts: Vec<PartRecord<'a>>,
        }

        let failing = self.counterexamples.first();
        let mut first = self.part(failing.map_or(&self.rules, |one| &one.rules), failing);
        first.verdict = self.kind;
        if self.kind == VerdictKind::NoAnswer {
            // Nothing was read that could be compared.
            first.expected = None;
        }
        let of_part = |&rules: &Rules| {
            let mut failing = self.counterexamples.iter();
            self.part(&[rules], failing.find(|one| one.rules.contains(&rules)))
        };
        let both = self.rules.iter().filter(|_| self.rules.len() == 2);
        let record = Record {
            first,
            failure: failing.and_then(|one| match &one.outcome {
                Outcome::Crash(how) => Some(how.as_str()),
                _ => None,
            }),
            stderr: failing.map(Counterexample::error_lines).unwrap_or_default(),
            runs: self.runs,
            not_counted: self.not_counted,
            without_last_newline: self.without_last_newline,
            beyond: self.beyond.iter().map(|one| one.symptom.as_str()).collect(),
            parts: both.map(of_part).collect(),
        };
        record.serialize(serializer)
    }
}

/// What is known of one part, or of both where they fail alike.
#[derive(Default, Serialize)]
struct PartRecord<'a> {
    verdict: VerdictKind,
    rules: Option<&'static str>,
    read: Option<String>,
    input: Option<&'a str>,
    is_smallest: bool,
    expected: Option<String>,
    answered: Option<&'a str>,
    answered_another_time: Option<&'a str>,
    findings: Vec<JudgedFinding<'a>>,
    misjudged: &'a [Misjudged],
}

/// A finding, which gives all answers: none is shown that does not.
#[derive(Serialize)]
struct JudgedFinding<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    explains_all: bool,
    answers_judged: usize,
}

impl Verdict {
    fn part<'a>(&'a self, rules: &[Rules], failing: Option<&'a Counterexample>) -> PartRecord<'a> {
        let name = match rules {
            [] => None,
            [rules] => Some(rules.name()),
            _ => Some("both"),
        };
        let Some(one) = failing else {
            let lines = self.rules.iter().zip(&self.read).filter(|(of, _)| rules.contains(of));
            let read = lines.map(|(_, line)| line.as_str()).collect::<Vec<_>>().join("\n");
            let read = Some(read).filter(|read| !read.is_empty());
            return PartRecord { rules: name, read, ..PartRecord::default() };
        };
        let judged = if rules.is_empty() { &Rules::ALL } else { rules };
        let totals: Vec<String> =
            judged.iter().map(|&rules| one.totals[rules].to_string()).collect();
        let finding = |finding| JudgedFinding {
            finding,
            explains_all: true,
            answers_judged: one.answers,
        };
        let part = PartRecord {
            verdict: one.outcome.kind(),
            rules: name,
            input: Some(&*one.text).filter(|text| text.len() <= INPUT_BYTES_MAX),
            is_smallest: one.is_smallest,
            expected: Some(totals.join(" ")),
            findings: one.findings.iter().map(finding).collect(),
            misjudged: &one.misjudged,
            ..PartRecord::default()
        };
        match &one.outcome {
            Outcome::Wrong { answer, line, other_time } => PartRecord {
                read: Some(line.clone()),
                answered: Some(answer),
                answered_another_time: other_time.as_deref(),
                ..part
            },
            _ => part,
        }
    }
}
