//! A verdict as serde writes it: of each part what is known of it, in the order in which the command prints it.

use camel_cards::Rules;
use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::verdict::{Counterexample, Outcome, Verdict, VerdictKind};
use crate::Finding;

/// What is known of one part, or of both where they fail alike.
struct PartRecord<'a> {
    verdict: &'a Verdict,
    rules: &'a [Rules],
    failing: Option<&'a Counterexample>,
}

/// A finding, which gives all answers: none is shown that does not.
#[derive(Serialize)]
struct JudgedFinding<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    explains_all: bool,
    answers_judged: usize,
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let failing = self.counterexamples.first();
        let failure = match failing.map(|one| &one.outcome) {
            Some(Outcome::Crash(how)) => Some(how),
            _ => None,
        };
        let stderr = failing.map(Counterexample::error_lines).unwrap_or_default();
        let beyond: Vec<&str> = self.beyond.iter().map(|one| one.symptom.as_str()).collect();
        let parts = self.rules.chunks(1).filter(|_| self.rules.len() == 2).map(|rules| {
            let failing = self.counterexamples.iter().find(|one| one.rules.contains(&rules[0]));
            PartRecord { verdict: self, rules, failing }
        });
        let parts: Vec<PartRecord<'_>> = parts.collect();
        let mut fields = serializer.serialize_struct("Verdict", 17)?;
        fields.serialize_field("verdict", self.kind.name())?;
        // What the verdict is about: the first part that fails.
        let rules = failing.map_or(&self.rules, |one| &one.rules);
        PartRecord { verdict: self, rules, failing }.write(&mut fields)?;
        fields.serialize_field("failure", &failure)?;
        fields.serialize_field("stderr", &stderr)?;
        fields.serialize_field("runs", &self.runs)?;
        fields.serialize_field("not_counted", &self.not_counted)?;
        fields.serialize_field("without_last_newline", &self.without_last_newline)?;
        fields.serialize_field("beyond", &beyond)?;
        fields.serialize_field("parts", &parts)?;
        fields.end()
    }
}

impl Serialize for PartRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kind = self.failing.map_or(VerdictKind::Right, |one| one.outcome.kind());
        let mut fields = serializer.serialize_struct("PartRecord", 10)?;
        fields.serialize_field("verdict", kind.name())?;
        self.write(&mut fields)?;
        fields.end()
    }
}

impl PartRecord<'_> {
    /// Writes all fields behind the verdict.
    fn write<S: SerializeStruct>(&self, fields: &mut S) -> Result<(), S::Error> {
        let PartRecord { verdict, rules, failing } = *self;
        let name = match rules {
            [] => None,
            [rules] => Some(rules.name()),
            _ => Some("both"),
        };
        let lines = verdict.rules.iter().zip(&verdict.read).filter(|(of, _)| rules.contains(of));
        let lines: Vec<&str> = lines.map(|(_, line)| line.as_str()).collect();
        let (read, answered, another) = match failing.map(|one| &one.outcome) {
            None => (Some(lines.join("\n")), None, None),
            Some(Outcome::Wrong { answer, line, other_time }) => {
                (Some(line.clone()), Some(answer), other_time.as_ref())
            }
            Some(_) => (None, None, None),
        };
        // Without an answer nothing was read that could be compared.
        let compared = failing.filter(|_| verdict.kind != VerdictKind::NoAnswer);
        let judged = if rules.is_empty() { &Rules::ALL } else { rules };
        let totals = compared.map(|one| judged.iter().map(|&rules| one.totals[rules].to_string()));
        let findings = failing.into_iter().flat_map(|one| {
            let answers_judged = one.answers;
            let judged =
                move |finding| JudgedFinding { finding, explains_all: true, answers_judged };
            one.findings.iter().map(judged)
        });
        let misjudged = failing.map_or(&[][..], |one| &one.misjudged);
        fields.serialize_field("rules", &name)?;
        fields.serialize_field("read", &read.filter(|read| !read.is_empty()))?;
        fields.serialize_field("input", &failing.map(|one| &one.text))?;
        fields.serialize_field("is_smallest", &failing.is_some_and(|one| one.is_smallest))?;
        fields.serialize_field("expected", &totals.map(|all| all.collect::<Vec<_>>().join(" ")))?;
        fields.serialize_field("answered", &answered)?;
        fields.serialize_field("answered_another_time", &another)?;
        fields.serialize_field("findings", &findings.collect::<Vec<_>>())?;
        fields.serialize_field("misjudged", misjudged)
    }
}
