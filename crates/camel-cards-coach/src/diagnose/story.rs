//! Connects several answers of one user: mistakes found for one answer are assumed in the others.

use super::{
    evidence::{Certainty, Chance},
    find::findings_from,
    finding::Finding,
    question::Question,
    words,
};
use crate::{mistakes::mistake::Mistake, search::Search};

/// Assumes the mistakes found for one answer in the others, and tries one more change. These are few candidates, so a
/// match is hardly ever chance.
pub(crate) fn assume_from_each_other(search: &Search<'_>, findings: &mut Vec<Finding>) {
    if search.wanted.len() < 2 {
        return;
    }
    make_certain_together(search, findings);
    // Start from the mistakes of each finding, all of them or all but one. The certain ones come first, because a base
    // counts as certain as the first finding that has it.
    let mut sure: Vec<&Finding> =
        findings.iter().filter(|known| known.certainty != Certainty::Lead).collect();
    sure.sort_by_key(|known| known.certainty);
    let mut assumed: Vec<(Vec<&'static Mistake>, Certainty)> = Vec::new();
    for known in sure {
        for left_out in std::iter::once(None).chain(known.mistakes.iter().map(Some)) {
            let others = known.mistakes.iter().filter(|&one| Some(one) != left_out);
            let base: Vec<&Mistake> = others.copied().collect();
            if !base.is_empty() && !assumed.iter().any(|(other, _)| *other == base) {
                assumed.push((base, known.certainty));
            }
        }
    }
    for (base, certainty) in assumed {
        for mut found in findings_from(search, &base) {
            found.certainty = found.certainty.max(certainty);
            let of_answer = findings.iter().filter(|known| known.answer == found.answer);
            let known = of_answer.map(|known| known.certainty).min();
            // An answer without a finding is no better off with a lead.
            if found.certainty < known.unwrap_or(Certainty::Lead) {
                findings.retain(|known| known.answer != found.answer || known.ids() != found.ids());
                findings.push(found);
            }
        }
    }
}

/// Raises the certainty of findings that share a mistake with another answer's finding, if both are unlikely to match
/// by chance.
fn make_certain_together(search: &Search<'_>, findings: &mut [Finding]) {
    for shared in &search.mistakes {
        let makes_it = |finding: &&mut Finding| finding.mistakes.contains(shared);
        let mut open: Vec<&mut Finding> = findings.iter_mut().filter(makes_it).collect();
        let known: Vec<(u128, Option<Chance>)> =
            open.iter().map(|finding| (finding.answer, finding.chance)).collect();
        open.retain(|finding| {
            finding.certainty != Certainty::Certain
                && known.iter().any(|(answer, _)| *answer != finding.answer)
        });
        if open.is_empty() {
            continue;
        }
        let from = findings_from(search, &[shared]);
        let Some(from_shared) = from.iter().find_map(|finding| finding.chance) else { continue };
        for finding in open {
            let is_rare_together = |(answer, alone): &(u128, Option<Chance>)| {
                *answer != finding.answer
                    && alone.is_some_and(|alone| from_shared.is_certain_after(&alone))
            };
            if known.iter().any(is_rare_together) {
                finding.chance = Some(from_shared);
                finding.certainty = from_shared.certainty(&finding.mistakes);
            }
        }
    }
}

/// Returns a sentence for each answer, in the order given, on what changed since the one before. Skips answers without
/// a certain or likely finding under the same rules. Empty if fewer than two remain, or if one shares no mistake with
/// the one before.
pub(crate) fn story(question: &Question<'_>, findings: &[Finding]) -> Vec<String> {
    let mut steps: Vec<String> = Vec::new();
    let mut before: Option<&Finding> = None;
    for given in &question.answers {
        let of_answer = findings.iter().find(|finding| {
            finding.answer == given.answer
                && finding.certainty != Certainty::Lead
                && !finding.is_from_elsewhere()
                && before.is_none_or(|before| before.rules == finding.rules)
        });
        let Some(finding) = of_answer else { continue };
        let stays =
            |before: &Finding| before.mistakes.iter().any(|one| finding.mistakes.contains(one));
        if !before.is_none_or(stays) {
            return Vec::new();
        }
        steps.push(words::story_step(before, finding));
        before = Some(finding);
    }
    if steps.len() < 2 { Vec::new() } else { steps }
}

#[cfg(test)]
mod tests {
    use camel_cards::{Entry, Rules};

    use super::Finding;
    use crate::{
        Certainty, Mistake, Question, UserAnswer, diagnose,
        diagnose::words::story_step,
        inputs::{Shape, generate},
        mistakes,
    };

    /// Diagnoses the answers that the mistakes of each list, made together, give under joker rules.
    fn told(seed: u64, answers: &[&[&str]]) -> Vec<(Vec<String>, Certainty)> {
        let entries: Vec<Entry> = generate(Shape::Puzzle, None, seed).unwrap().collect();
        let mistakes = mistakes(Rules::Joker);
        let total = |ids: &&[&str]| {
            let made =
                ids.iter().map(|id| mistakes.iter().find(|mistake| mistake.id == **id).unwrap());
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
            (finding.ids(), finding.certainty)
        };
        answers.iter().map(first).collect()
    }

    #[test]
    fn a_step_says_what_was_corrected_what_came_in_and_what_stayed() {
        let known = mistakes(Rules::Standard);
        let [a, b, c] = [0, 1, 2].map(|i| &known[i].summary);
        let step = |before: &[usize], after: &[usize]| {
            let [before, after] = [before, after].map(|made| {
                let made = made.iter().map(|&i| &known[i]).collect();
                Finding::new(5, made, Rules::Standard)
            });
            story_step(Some(&before), &after)
        };
        let there = "and this is still there";
        assert_eq!(step(&[0], &[0]), format!("then, 5: nothing changed; {there}: {a}"));
        assert_eq!(step(&[0, 1], &[0]), format!("then, 5: you corrected this: {b}; {there}: {a}"));
        assert_eq!(step(&[0], &[0, 1]), format!("then, 5: this is new: {b}; {there}: {a}"));
        let both = format!("you corrected this: {b}; but this is new: {c}");
        assert_eq!(step(&[0, 1], &[0, 2]), format!("then, 5: {both}; {there}: {a}"));
    }

    #[test]
    fn a_mistake_that_stays_makes_the_others_certain() {
        // Two mistakes, then only one of them.
        let found = told(1, &[&["J1", "type:xxJyz=one-pair"], &["J1"]]);
        assert!(found.iter().all(|(_, certainty)| *certainty == Certainty::Certain));
        // Three mistakes: two are certain from another answer.
        let found = told(1, &[&["J1"], &["J1", "J9"], &["J1", "J9", "T1"]]);
        assert!(found.iter().all(|(_, certainty)| *certainty == Certainty::Certain));
        let mut of_third = found[2].0.clone();
        of_third.sort();
        assert_eq!(of_third, ["J1", "J9", "T1"]);
        // Off by the sum of the bids.
        let found = told(1, &[&["J1", "J9"], &["J1", "J9", "S2"]]);
        let mut of_second = found[1].0.clone();
        of_second.sort();
        assert_eq!(
            (of_second, found[1].1),
            (["J1", "J9", "S2"].map(String::from).to_vec(), found[0].1)
        );
    }
}
