//! Tests with answers whose "too low" or "too high" would be false under some rules.

use std::collections::HashSet;

use super::*;

/// The answer has one mistake in part 1. The user says too high although it is too low, which is possible only in part
/// 2.
#[test]
fn a_mistake_is_found_where_low_and_high_were_mixed_up() {
    let entries = puzzle(1);
    let PerRules { standard, joker } = right_totals(&entries);
    let bids: u128 = entries.iter().map(|entry| u128::from(entry.bid)).sum();
    let answer = standard - bids;
    let wrong = if answer > joker { Deviation::TooHigh } else { Deviation::TooLow };
    assert_ne!(Deviation::of(answer, standard), Some(wrong), "for this input both are so");
    let question = Question::new(&entries, vec![UserAnswer::new(answer, Some(wrong))]);
    let diagnosis = diagnosed(&question);
    assert_eq!(diagnosis.rules, Rules::Standard);
    assert!(names(&diagnosis.findings[0], "S2"), "{:?}", diagnosis.findings);
    assert!(diagnosis.clues.iter().any(|clue| clue.contains("Did you mix up")));
}

/// One answer is explained in a part that is impossible for the other. What the site said of the other is true of its
/// own part.
#[test]
fn a_finding_in_one_part_does_not_make_false_what_was_told_of_the_other() {
    let has_higher_joker = |entries: &Vec<Entry>| {
        let PerRules { standard, joker } = right_totals(entries);
        joker > standard + 2
    };
    let entries = (1..).map(puzzle).find(has_higher_joker).unwrap();
    let PerRules { standard, joker } = right_totals(&entries);
    let bids: u128 = entries.iter().map(|entry| u128::from(entry.bid)).sum();
    let between = standard.midpoint(joker);
    let low = |answer| UserAnswer::new(answer, Some(Deviation::TooLow));
    let question = Question::new(&entries, vec![low(standard - bids), low(between)]);
    let [found, other] = &diagnose(&question).unwrap().answers[..] else { panic!() };
    assert!(found.findings.iter().any(|finding| names(finding, "S2")));
    assert_eq!((found.rules, other.rules), (Rules::Standard, Rules::Joker));
    let mut clues = found.clues.iter().chain(&other.clues);
    assert!(clues.all(|clue| !clue.contains("mix up")), "{found:?} {other:?}");
}

#[test]
fn rules_under_which_it_cannot_have_been_said_are_not_the_nearest() {
    let entries = puzzle(1);
    let PerRules { standard, joker } = right_totals(&entries);
    let (rules, low, high) = match standard > joker {
        true => (Rules::Standard, joker, standard),
        false => (Rules::Joker, standard, joker),
    };
    let answer = low + (high - low) / 4;
    let question = Question::new(&entries, vec![UserAnswer::new(answer, Some(Deviation::TooLow))]);
    let diagnosis = diagnosed(&question);
    assert_eq!((diagnosis.rules, diagnosis.expected), (rules, high));
}

/// With so few hands, any number has leads under both rules.
#[test]
fn no_leads_are_told_under_excluded_rules() {
    let entries: Vec<Entry> = generate(Shape::Puzzle, Some(50), 3).unwrap().collect();
    let PerRules { standard, joker } = right_totals(&entries);
    assert!(standard < joker);
    let answer = UserAnswer::new(standard.midpoint(joker), Some(Deviation::TooLow));
    let mut question = Question::new(&entries, vec![answer]);
    assert!(format!("{question:?}").starts_with("Question { answers: [UserAnswer"));
    let rules = |question: &Question<'_>| {
        let findings = diagnosed(question).findings;
        findings.iter().map(|finding| finding.rules).collect::<HashSet<_>>()
    };
    assert_eq!(rules(&question), HashSet::from([Rules::Joker]));
    question.rules = Some(Rules::Standard);
    assert_eq!(rules(&question), HashSet::from([Rules::Standard]));
}
