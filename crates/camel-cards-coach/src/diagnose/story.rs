//! Several answers of one person hang together: what is known of one is assumed for the others.

use super::{
    evidence::{Chance, Confidence},
    find::Asked,
    finding::{Cause, Finding},
    question::Question,
};
use crate::{
    mistakes::mistake::Mistake,
    search::{Stopped, Watch},
};

/// What became of a person's mistakes from one answer to the next. Its `Display` says it in a
/// sentence.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StoryStep {
    /// The answer.
    pub answer: u128,
    /// Whether it is the first of the story.
    pub is_first: bool,
    /// The mistakes of the answer before that are gone.
    pub corrected: Vec<Mistake>,
    /// The mistakes of the answer before that are still there.
    pub stayed: Vec<Mistake>,
    /// The mistakes that the answer before does not have.
    pub new: Vec<Mistake>,
}

/// Assumes what is found for one answer for the others, and tries one change more on top. That is a small family, so
/// what it finds is trustworthy.
pub(crate) fn assume_from_each_other(
    asked: &Asked<'_>,
    findings: &mut Vec<Finding>,
    watch: &mut Watch<'_>,
) -> Result<(), Stopped> {
    if asked.answers() < 2 {
        return Ok(());
    }
    // Two findings that are not certain alone, but share a change.
    let mut certain_together = Vec::new();
    for (i, a) in findings.iter().enumerate() {
        for (j, b) in findings.iter().enumerate().skip(i + 1) {
            let is_certain = |finding: &Finding| finding.confidence == Confidence::Certain;
            if a.answer != b.answer
                && !(is_certain(a) && is_certain(b))
                && let (Some(of_a), Some(of_b)) = (a.mistakes_made(), b.mistakes_made())
                && let Some(shared) = of_a.mistakes.iter().find(|one| of_b.mistakes.contains(one))
            {
                certain_together.push((i, j, shared.clone()));
            }
        }
    }
    let mut tried: Vec<(Mistake, Option<Chance>)> = Vec::new();
    for (i, j, shared) in certain_together {
        let known = tried.iter().find(|(one, _)| *one == shared);
        let from_shared = match known {
            Some((_, chance)) => *chance,
            None => {
                let from = asked.findings_from(std::slice::from_ref(&shared), watch)?;
                let chance = from.iter().find_map(Finding::chance);
                tried.push((shared, chance));
                chance
            }
        };
        for (one, other) in [(i, j), (j, i)] {
            if let (Some(alone), Some(from_shared)) = (findings[other].chance(), from_shared)
                && from_shared.is_certain_after(&alone)
                && let Cause::Mistakes(made) = &mut findings[one].cause
            {
                made.chance = from_shared;
                findings[one].confidence = Confidence::Certain;
            }
        }
    }
    // What is certain for one answer, and one change more or another instead.
    let mut assumed: Vec<Vec<Mistake>> = Vec::new();
    for finding in findings.iter().filter(|finding| finding.confidence == Confidence::Certain) {
        if let Some(made) = finding.mistakes_made() {
            let one_less =
                (made.mistakes.iter()).filter(|_| made.mistakes.len() > 1).map(|left_out| {
                    made.mistakes.iter().filter(|&one| one != left_out).cloned().collect()
                });
            for base in [made.mistakes.clone()].into_iter().chain(one_less) {
                if !assumed.contains(&base) {
                    assumed.push(base);
                }
            }
        }
    }
    for base in assumed {
        let certain: Vec<u128> = (findings.iter())
            .filter(|finding| finding.confidence == Confidence::Certain)
            .map(|finding| finding.answer)
            .collect();
        for found in asked.findings_from(&base, watch)? {
            if !certain.contains(&found.answer) && found.confidence == Confidence::Certain {
                findings.retain(|other| other.answer != found.answer || other.ids() != found.ids());
                findings.push(found);
            }
        }
    }
    Ok(())
}

/// Returns how the answers hang together, in the order in which they were given: those that have a certain
/// finding under the same rules, each sharing a mistake with the one before or coming from it by one change.
pub(crate) fn story(question: &Question<'_>, findings: &[Finding]) -> Vec<StoryStep> {
    let mut steps: Vec<StoryStep> = Vec::new();
    let mut before: Option<(&Finding, &[Mistake])> = None;
    for tried in &question.tried {
        let of_answer = findings.iter().find(|finding| {
            finding.answer == tried.answer
                && finding.confidence == Confidence::Certain
                && finding.mistakes_made().is_some()
                && before.is_none_or(|(first, _)| first.rules == finding.rules)
        });
        let Some(finding) = of_answer else { continue };
        let made = finding.mistakes_made().map_or(&[][..], |made| &made.mistakes);
        let (is_first, known) = before.map_or((true, &[][..]), |(_, known)| (false, known));
        let without = |these: &[Mistake], those: &[Mistake]| -> Vec<Mistake> {
            these.iter().filter(|one| !those.contains(one)).cloned().collect()
        };
        steps.push(StoryStep {
            answer: finding.answer,
            is_first,
            corrected: without(known, made),
            stayed: made.iter().filter(|one| known.contains(one)).cloned().collect(),
            new: without(made, known),
        });
        before = Some((finding, made));
    }
    let hangs_together = |step: &StoryStep| step.is_first || !step.stayed.is_empty();
    if steps.len() < 2 || !steps.iter().all(hangs_together) {
        steps.clear();
    }
    steps
}
