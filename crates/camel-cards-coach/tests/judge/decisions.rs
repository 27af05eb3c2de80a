//! Which answers count, under which rules, and what the smallest input is.

use super::*;

#[test]
fn what_is_printed_before_the_time_limit_is_no_answer() {
    let verdict = judged(options(Some(Rules::Joker), false), |input| match input.contains('J') {
        true => Run { end: RunEnd::TimedOut, ..printed(totals(input).joker) },
        false => printed(totals(input).joker),
    });
    assert_eq!(kind(&verdict), VerdictKind::Timeout, "{verdict}");
}

#[test]
fn who_prints_nothing_where_there_are_jokers_may_answer_where_there_are_none() {
    let verdict = judged(options(None, false), |input| match input.contains('J') {
        true => printed(""),
        false => printed(totals(input).joker),
    });
    assert_eq!(kind(&verdict), VerdictKind::Crash, "{verdict}");
    assert_eq!(verdict.part.entries.len(), 1, "{verdict}");
}

#[test]
fn answer_that_is_never_right_is_judged_as_part_1() {
    let verdict = judged(options(None, false), |input| {
        let PerRules { standard, joker } = totals(input);
        printed(standard.midpoint(joker) + input.len() as u128)
    });
    assert_eq!(verdict.part.rules, [Rules::Standard], "{verdict}");
    assert!(verdict.rules_are_guessed && verdict.part.findings.is_empty());
}

#[test]
fn smallest_input_is_one_on_which_the_named_mistake_shows() {
    // On few hands it is wrong in another way.
    let solution = mistaken("J1", Rules::Joker);
    let verdict = judged(options(Some(Rules::Joker), false), |input| match input.lines().count() {
        0..100 => printed(totals(input).joker + 7),
        _ => printed(total(&solution, input)),
    });
    assert_eq!((kind(&verdict), ids(&verdict)), (VerdictKind::Wrong, vec!["J1".to_owned()]));
    assert_eq!(verdict.part.entries.len(), 1000, "{verdict}");
}
