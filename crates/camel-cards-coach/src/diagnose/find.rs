//! Turns the matches of a search into findings: of each answer alone. Then tries what one answer shows
//! on the others, which is one more search.

use std::{cmp::Reverse, collections::BTreeSet, iter, ptr};

use super::{
    chance::{Certainty, Chance, ChanceOf, TotalRange},
    finding::{Finding, places_in_order},
};
use crate::{
    mistakes::{Mistake, Simplicity},
    search::{Match, Search, SearchOutcome},
    solution::procedure::Procedure,
};

/// Returns the findings of a search, simplest first: matches with the same total and the same order of entries are one
/// finding, named after the simplest.
pub(crate) fn findings(search: &Search<'_>, outcome: &mut SearchOutcome) -> Vec<Finding> {
    findings_of_matches(search, outcome, ChanceOf::Totals)
}

/// Returns the findings of single mistakes whose matches are wanted or, if there are none, those of pairs: what
/// an order and a program need.
pub(crate) fn simplest(
    search: &Search<'_>,
    is_wanted: impl Fn(&Match) -> bool,
    progress: &dyn Fn(usize) -> bool,
) -> Vec<Finding> {
    let mut outcome = search.singles(&|done| progress(done / 2));
    outcome.matches.retain(&is_wanted);
    if outcome.matches.is_empty() {
        search.add_pairs(&mut outcome, &|done| progress(500 + done / 2));
        outcome.matches.retain(&is_wanted);
    }
    findings(search, &mut outcome)
}

/// Makes a finding of each match, with its chance, its certainty and two hands; one of those with the same total and order.
fn findings_of_matches(
    search: &Search<'_>,
    outcome: &mut SearchOutcome,
    of: ChanceOf,
) -> Vec<Finding> {
    let &Search { entries, rules, right, ref mistakes, .. } = search;
    let SearchOutcome { matches, totals, .. } = outcome;
    // Without a match nothing reads them.
    if !matches.is_empty() {
        totals.sort_unstable();
    }
    let place = |made: &Mistake| mistakes.iter().position(|one| ptr::eq(*one, made));
    matches.sort_by_cached_key(|Match { made, .. }| {
        let origins = made.iter().map(|one| one.origin);
        let is_from_elsewhere = made.iter().any(|one| one.is_from_elsewhere());
        let places: Vec<_> = made.iter().map(|one| place(one)).collect();
        (!is_from_elsewhere, made.len(), origins.clone().max(), origins.min(), places)
    });
    let range = TotalRange::of(entries);
    // Each finding with the place of each entry in its order.
    let mut findings: Vec<(Vec<Option<usize>>, Finding)> = Vec::new();
    for &mut Match { total, ref made } in matches {
        let mut finding = Finding::new(total as u128, made.clone(), rules);
        let places = places_in_order(&finding.solution, entries);
        let mut others = findings.iter_mut();
        if let Some((_, same)) =
            others.find(|(known, one)| one.answer == finding.answer && *known == places)
        {
            same.add_others(finding.mistakes);
            continue;
        } else if finding.is_from_elsewhere() {
            findings.push((places, finding));
            continue;
        }
        let simplicity = match of {
            // All candidates add one change to what is known, so all count as equally simple.
            ChanceOf::TotalsFromAnother => Simplicity::More,
            _ => Simplicity::of(&finding.mistakes),
        };
        let near = match finding.solution.procedure {
            // A total that wraps at 2¹⁶ may be any number below.
            Procedure::Unsigned16 => TotalRange { least: 0, most: u16::MAX.into() },
            _ => range.near(right, total),
        };
        let chance = Chance::of_total(near, entries, right, of, simplicity, totals);
        finding.certainty = chance.certainty(&finding.mistakes);
        finding.chance = Some(chance);
        finding.find_misplaced(entries);
        findings.push((places, finding));
    }
    findings.into_iter().map(|(_, finding)| finding).collect()
}

/// Assumes that the program that gave one of a person's answers gave the others before or after one change: tries its
/// mistakes, or all but one of them, together with one more.
///
/// These are few candidates, so a match is hardly ever chance. The new finding is at most as certain as the one whose
/// mistakes were assumed. But if it is rare that both match, its chance decides how certain each of the two is.
pub(crate) fn try_with_each_other(
    search: &Search<'_>,
    answers: &BTreeSet<u128>,
    found: &mut Vec<Finding>,
) {
    if answers.len() < 2 {
        return;
    }
    found.sort_by_key(|known| Reverse(known.certainty));
    for i in 0..found.len() {
        let known = found[i].clone();
        let made = &known.mistakes;
        let all_but_one = (0..made.len()).map(|i| [&made[..i], &made[i + 1..]].concat());
        for assumed in iter::once(made.clone()).chain(all_but_one) {
            let has_other = |other: &Finding| {
                other.answer != known.answer
                    && assumed.iter().all(|one| other.mistakes.contains(one))
            };
            // A lead is followed only if a finding for another answer has these mistakes, too.
            let is_followed = known.certainty > Certainty::Lead || found.iter().any(has_other);
            if assumed.is_empty() || !is_followed {
                continue;
            }
            let mut outcome = search.one_more_than(&assumed);
            let mut more = findings_of_matches(search, &mut outcome, ChanceOf::TotalsFromAnother);
            more.retain(|one| one.answer != known.answer && answers.contains(&one.answer));
            let before = found.clone();
            for mut one in more {
                match one.chance.zip(known.chance).filter(|(one, other)| one.is_rare_beside(other))
                {
                    Some((chance, _)) => {
                        let certainty = chance.certainty(made);
                        if certainty > found[i].certainty {
                            (found[i].certainty, found[i].chance) = (certainty, Some(chance));
                        }
                    }
                    None => one.certainty = one.certainty.min(known.certainty),
                }
                let of_answer = before.iter().filter(|other| other.answer == one.answer);
                let best = of_answer.map(|other| other.certainty).max();
                let is_same = |other: &&mut Finding| {
                    let has = |mistake| one.mistakes.contains(mistake);
                    other.answer == one.answer
                        && other.mistakes.len() == one.mistakes.len()
                        && other.mistakes.iter().all(has)
                };
                // An answer without a finding is no better off with a lead.
                if one.certainty <= best.unwrap_or(Certainty::Lead) {
                    continue;
                } else if let Some(same) = found.iter_mut().find(is_same) {
                    (same.certainty, same.chance) = (one.certainty, one.chance);
                } else {
                    found.push(one);
                }
            }
        }
    }
}

/// Whether the finding explains its answer so well that no pair of mistakes would be reported beside it.
pub(crate) fn surely_explains(finding: &Finding) -> bool {
    finding.certainty == Certainty::Certain
        && Simplicity::of(&finding.mistakes) == Simplicity::Named
}

/// The maximum number of leads reported for an answer.
const LEADS_MAX: usize = 3;

/// Sorts the findings for one answer or order: leads last; then the simplest; then the likeliest origin. Keeps the best:
///
/// 1. If any are from elsewhere, only those.
/// 2. Else, if any are certain, those with no more mistakes than the first certain one: the certain ones, and the likely
///    ones under the other rules.
/// 3. Else the likely ones and up to three leads.
pub(crate) fn reported(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by_key(|finding| {
        let simplicity = Simplicity::of(&finding.mistakes);
        (finding.certainty == Certainty::Lead, simplicity, finding.origin())
    });
    if findings.iter().any(Finding::is_from_elsewhere) {
        findings.retain(Finding::is_from_elsewhere);
    } else if let Some(first) = findings.iter().find(|one| one.certainty == Certainty::Certain) {
        // If one mistake explains the answer, do not report two.
        let (rules, count) = (first.rules, first.mistakes.len());
        findings.retain(|one| {
            let is_sure = match one.certainty {
                Certainty::Certain => true,
                Certainty::Likely => one.rules != rules,
                Certainty::Lead => false,
            };
            is_sure && one.mistakes.len() <= count
        });
    } else {
        let likely = findings.partition_point(|one| one.certainty == Certainty::Likely);
        findings.truncate(likely + LEADS_MAX);
    }
    findings
}

#[cfg(test)]
mod tests {
    use camel_cards::{Entry, Rules};

    use super::{
        Certainty::{Certain, Lead, Likely},
        *,
    };
    use crate::{
        AnswerDiagnosis, Question, UserAnswer, diagnose,
        inputs::{Shape, generate},
        mistakes::mistakes,
    };

    /// Diagnoses the answers that the mistakes of each list, made together, give under joker rules.
    fn told(seed: u64, answers: &[&[&str]]) -> Vec<(Vec<String>, Certainty)> {
        let entries: Vec<Entry> = generate(Shape::Puzzle, None, seed).unwrap().collect();
        let mistakes = mistakes(Rules::Joker);
        let total = |ids: &&[&str]| {
            let made =
                ids.iter().map(|id| mistakes.iter().find(|mistake| mistake.id == **id).unwrap());
            Mistake::solution_of(&made.collect::<Vec<_>>(), Rules::Joker).total(&entries).unwrap()
                as u128
        };
        let answers: Vec<u128> = answers.iter().map(total).collect();
        let mut question = Question::new(
            &entries,
            answers.iter().map(|&one| UserAnswer::new(one, None)).collect(),
        );
        question.rules = Some(Rules::Joker);
        let diagnosis = diagnose(&question).unwrap();
        let first = |of_answer: &AnswerDiagnosis| {
            let [finding, others @ ..] = &of_answer.findings[..] else { panic!("{of_answer:?}") };
            assert!(others.iter().all(|other| other.certainty == finding.certainty));
            (finding.ids(), finding.certainty)
        };
        diagnosis.answers.iter().map(first).collect()
    }

    #[test]
    #[ignore = "long: run by cargo xtask ci"]
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

    #[test]
    fn of_each_answer_the_most_certain_are_reported() {
        let known = mistakes(Rules::Standard);
        let made = |places: &[usize]| places.iter().map(|&i| &known[i]).collect();
        let finding = |answer, certainty, places: &[usize]| Finding {
            certainty,
            chance: Some(Chance { of: ChanceOf::Totals, candidates: 1, matched: 1, nearby: 1 }),
            ..Finding::new(answer, made(places), Rules::Standard)
        };
        let elsewhere = known.iter().find(|one| one.id == "S9").unwrap();
        let from_elsewhere = Finding::new(3, vec![elsewhere], Rules::Standard);
        let mut findings: Vec<Finding> = (0..5).map(|i| finding(1, Lead, &[i])).collect();
        findings.extend([finding(1, Likely, &[5]), finding(1, Likely, &[6])]);
        findings.extend([finding(2, Certain, &[0]), finding(2, Certain, &[0, 1])]);
        findings.extend([finding(2, Likely, &[2]), finding(2, Lead, &[3])]);
        findings.extend([from_elsewhere, finding(3, Certain, &[1])]);
        findings.push(finding(4, Lead, &[0]));
        for (answer, expected) in [
            (1, &[Likely, Likely, Lead, Lead, Lead][..]),
            (2, &[Certain]),
            (3, &[Certain]),
            (4, &[Lead]),
        ] {
            let of_answer = findings.iter().filter(|one| one.answer == answer).cloned();
            let kept = reported(of_answer.collect());
            assert_eq!(kept.iter().map(|one| one.certainty).collect::<Vec<_>>(), expected);
            assert!(kept.iter().all(|one| one.mistakes.len() == 1));
        }
    }
}
