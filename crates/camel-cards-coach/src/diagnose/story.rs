//! Several answers of one person hang together: what is known of one is assumed for the others.

use super::{
    evidence::{Certainty, Chance, ChanceOf},
    find::RulesQuestion,
    finding::Finding,
    question::Question,
};
use crate::{
    mistakes::{id::MistakeName, mistake::Mistake},
    search::{SearchStop, Watch},
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
    question: &RulesQuestion<'_>,
    findings: &mut Vec<Finding>,
    watch: &mut Watch<'_>,
) -> Result<(), SearchStop> {
    if question.answers() < 2 {
        return Ok(());
    }
    from_zero(question, findings, watch)?;
    // Two findings that are not certain alone, but share a change.
    let mut certain_together = Vec::new();
    for (i, a) in findings.iter().enumerate() {
        for (j, b) in findings.iter().enumerate().skip(i + 1) {
            let is_certain = |finding: &Finding| finding.certainty == Certainty::Certain;
            if a.answer != b.answer
                && !(is_certain(a) && is_certain(b))
                && let Some(shared) = a.mistakes.iter().find(|one| b.mistakes.contains(one))
            {
                certain_together.push((i, j, shared.clone()));
            }
        }
    }
    let mut known_chances: Vec<(Mistake, Option<Chance>)> = Vec::new();
    for (i, j, shared) in certain_together {
        let known = known_chances.iter().find(|(one, _)| *one == shared);
        let from_shared = match known {
            Some((_, chance)) => *chance,
            None => {
                let from = question.findings_from(std::slice::from_ref(&shared), watch)?;
                let chance = from.iter().find_map(|finding| finding.chance);
                known_chances.push((shared, chance));
                chance
            }
        };
        for (one, other) in [(i, j), (j, i)] {
            if findings[one].certainty != Certainty::Certain
                && let (Some(alone), Some(from_shared)) = (findings[other].chance, from_shared)
                && from_shared.is_certain_after(&alone)
            {
                findings[one].chance = Some(from_shared);
                findings[one].certainty = Certainty::Certain;
            }
        }
    }
    // What is certain for one answer, and one change more or another instead.
    let mut assumed: Vec<Vec<Mistake>> = Vec::new();
    for finding in findings.iter().filter(|finding| finding.certainty == Certainty::Certain) {
        let made = &finding.mistakes;
        let one_less = (made.iter().filter(|_| made.len() > 1))
            .map(|left_out| made.iter().filter(|&one| one != left_out).cloned().collect());
        for base in [made.clone()].into_iter().chain(one_less) {
            if !assumed.contains(&base) {
                assumed.push(base);
            }
        }
    }
    for base in assumed {
        let certain: Vec<u128> = (findings.iter())
            .filter(|finding| finding.certainty == Certainty::Certain)
            .map(|finding| finding.answer)
            .collect();
        for found in question.findings_from(&base, watch)? {
            if !certain.contains(&found.answer) && found.certainty == Certainty::Certain {
                findings.retain(|other| other.answer != found.answer || other.ids() != found.ids());
                findings.push(found);
            }
        }
    }
    Ok(())
}

/// Adds for an answer that is less than another by the sum of all bids what is found for the other, with ranks that
/// begin at 0. It is as sure as that.
fn from_zero(
    question: &RulesQuestion<'_>,
    findings: &mut Vec<Finding>,
    watch: &mut Watch<'_>,
) -> Result<(), SearchStop> {
    let ranked_from_one: Vec<Finding> = (findings.iter())
        .filter(|finding| question.has_answer_from_zero(finding.answer))
        .cloned()
        .collect();
    for other in &ranked_from_one {
        for mut found in question.findings_from(&other.mistakes, watch)? {
            let is_from_zero = found.ids().last().is_some_and(|id| *id == MistakeName::S2);
            if is_from_zero {
                found.chance = other
                    .chance
                    .map(|chance| Chance { of: ChanceOf::AsFor(other.answer), ..chance });
                found.certainty = other.certainty;
                findings.retain(|known| known.answer != found.answer || known.ids() != found.ids());
                findings.push(found);
            }
        }
    }
    Ok(())
}

/// Returns how the answers hang together, in the order in which they were given: those that have a certain or a
/// likely finding under the same rules, each sharing a mistake with the one before or coming from it by one change.
pub(crate) fn story(question: &Question<'_>, findings: &[Finding]) -> Vec<StoryStep> {
    let mut steps: Vec<StoryStep> = Vec::new();
    let mut before: Option<(&Finding, &[Mistake])> = None;
    for given in &question.answers {
        let of_answer = findings.iter().find(|finding| {
            finding.answer == given.answer
                && finding.certainty != Certainty::Lead
                && !finding.is_from_elsewhere()
                && before.is_none_or(|(first, _)| first.rules == finding.rules)
        });
        let Some(finding) = of_answer else { continue };
        let made = &finding.mistakes[..];
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

#[cfg(test)]
mod tests {
    use camel_cards::{Entry, Rules};

    use crate::{
        Certainty, Mistake, MistakeId, MistakeName, Question, UserAnswer, diagnose,
        inputs::{Shape, generate},
        mistakes,
    };

    /// Asks about the answers that the mistakes of each list give together, under joker rules, with their ids.
    fn told(seed: u64, answers: &[&[&str]]) -> Vec<(u128, Vec<MistakeId>, Certainty)> {
        let entries: Vec<Entry> = generate(Shape::Puzzle, None, seed).unwrap().collect();
        let mistakes = mistakes(Rules::Joker);
        let total = |ids: &&[&str]| {
            let made = ids.iter().map(|id| {
                mistakes.iter().find(|mistake| mistake.id().to_string() == **id).unwrap()
            });
            Mistake::solution_of(made, Rules::Joker).total(&entries).unwrap() as u128
        };
        let answers: Vec<u128> = answers.iter().map(total).collect();
        let mut question = Question::new(
            &entries,
            answers.iter().map(|&one| UserAnswer::new(one, None)).collect(),
        );
        question.rules = Some(Rules::Joker);
        let diagnosis = diagnose(&question).unwrap();
        for step in &diagnosis.story {
            println!("{step}");
        }
        assert_eq!(diagnosis.story.len(), answers.len());
        let first = |&answer: &u128| {
            let mut of_answer = diagnosis.findings.iter().filter(|one| one.answer == answer);
            let finding = of_answer.next().unwrap();
            assert!(of_answer.all(|other| other.certainty == finding.certainty));
            (answer, finding.ids(), finding.certainty)
        };
        answers.iter().map(first).collect()
    }

    fn ids(names: &[MistakeName]) -> Vec<MistakeId> {
        names.iter().map(|&name| name.into()).collect()
    }

    #[test]
    fn a_mistake_that_stays_makes_the_others_certain() {
        use MistakeName::{J1, J9, S2, T1};
        // Two mistakes, of which one is corrected.
        let found = told(1, &[&["J1", "type:xxJyz=one-pair"], &["J1"]]);
        assert!(found.iter().all(|(.., certainty)| *certainty == Certainty::Certain));
        // Three mistakes: two are certain from another answer.
        let found = told(1, &[&["J1"], &["J1", "J9"], &["J1", "J9", "T1"]]);
        assert!(found.iter().all(|(.., certainty)| *certainty == Certainty::Certain));
        let mut of_third = found[2].1.clone();
        of_third.sort_by_key(MistakeId::to_string);
        assert_eq!(of_third, ids(&[J1, J9, T1]));
        // Off by the sum of the bids.
        let found = told(1, &[&["J1", "J9"], &["J1", "J9", "S2"]]);
        let mut of_second = found[1].1.clone();
        of_second.sort_by_key(MistakeId::to_string);
        assert_eq!((of_second, found[1].2), (ids(&[J1, J9, S2]), found[0].2));
    }
}
