//! Which answers count, under which rules, and what the smallest input is.

use std::{collections::BTreeSet, time::Duration};

use super::*;

#[test]
fn what_is_printed_before_the_time_limit_is_no_answer() {
    let verdict = judged(options(Some(Rules::Joker), false), |input| match input.contains('J') {
        true => Run { end: RunEnd::TimedOut, ..printed(totals(input).joker) },
        false => printed(totals(input).joker),
    });
    assert_eq!(kind(&verdict), VerdictKind::Timeout, "{verdict}");
    // Nor is it run with other line ends, which would take as long again.
    let mut inputs = Vec::new();
    let verdict = judged(options(None, false), |input| {
        inputs.push(input.to_owned());
        Run { end: RunEnd::TimedOut, ..Run::default() }
    });
    assert!(verdict.to_string().starts_with("timeout\n"), "{verdict}");
    assert!(inputs.iter().all(|input| input.ends_with('\n') && !input.contains('\r')));
}

#[test]
fn what_is_slow_at_first_is_judged_by_later_runs() {
    for slow in 1..=4 {
        for reads in [true, false] {
            let mut runs = 0;
            let verdict = judged(options(None, false), |input| {
                runs += 1;
                match (runs <= slow, reads) {
                    (true, _) => Run { end: RunEnd::TimedOut, ..Run::default() },
                    (false, true) => printed(totals(input).joker),
                    (false, false) => printed(251_000_000),
                }
            });
            let expected = if reads { VerdictKind::Right } else { VerdictKind::NotRead };
            // If only one of the first runs ended, it is too slow.
            let expected = if slow > 3 { VerdictKind::Timeout } else { expected };
            assert_eq!(kind(&verdict), expected, "{slow} {reads} {verdict}");
        }
    }
}

/// It tries all cards for each joker, so what it takes for a hundred jokers shows on no input without them.
#[test]
fn a_program_that_is_slow_on_jokers_only_is_right() {
    let mut judge = Judge::new(options(None, false));
    while let Some(batch) = judge.next_batch() {
        let run = |input: &String| {
            let jokers = input.matches('J').count() as u64;
            let time = Duration::from_millis(1 + 30 * jokers);
            match time > batch.limit {
                true => Run { end: RunEnd::TimedOut, time: batch.limit, ..Run::default() },
                false => Run { time, ..printed(totals(input).joker) },
            }
        };
        judge.take(batch.inputs.iter().map(run).collect());
    }
    let verdict = judge.verdict().unwrap();
    assert_eq!(kind(&verdict), VerdictKind::Right, "{verdict}");
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
#[ignore = "long: run by cargo xtask ci"]
fn answer_that_is_never_right_is_judged_as_part_1() {
    let verdict = judged(options(None, false), |input| {
        let PerRules { standard, joker } = totals(input);
        printed(standard.midpoint(joker) + input.len() as u128)
    });
    assert_eq!(verdict.part.rules, [Rules::Standard], "{verdict}");
    assert!(verdict.rules_are_guessed && verdict.part.findings.is_empty());
    let text = verdict.to_string();
    assert!(text.contains("The smallest input that your program fails on, 1 line\n"), "{text}");
    assert!(
        text.contains("Your program answers ") && text.contains("rank 1  22222 1000  five"),
        "{text}"
    );
    assert!(!text.contains("outside the puzzle"), "{text}");
    // Its name may say which part it is.
    let mut named = options(None, false);
    named.name = "day07_part2.py".to_owned();
    let verdict = judged(named, |input| printed(totals(input).joker + input.len() as u128));
    assert_eq!((&verdict.part.rules[..], verdict.rules_are_guessed), (&[Rules::Joker][..], false));
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
    assert_eq!(verdict.part.entries.len(), 100, "{verdict}");
    assert!(!verdict.to_string().contains("rank 1 "), "{verdict}");
    // The pair and the rule are those of the input that is shown.
    let misplaced = verdict.part.findings[0].misplaced.as_ref().unwrap();
    assert!(misplaced.entries.iter().all(|one| verdict.part.entries.contains(one)));
    assert_eq!(verdict.part.findings[0].rule, misplaced.rule);
}

/// What is the total of part 1 on one input, by chance, is not the answer to part 1 on all.
#[test]
fn a_part_is_told_by_what_is_right_on_all_inputs() {
    let jack = mistaken("J1", Rules::Joker);
    let mut first = None;
    let verdict = judged(options(None, false), |input| {
        if first.is_none() && input.lines().count() == 1000 && input.contains('J') {
            first = Some(input.to_owned());
        }
        match first.as_deref() == Some(input) {
            true => printed(totals(input).standard),
            false => printed(total(&jack, input)),
        }
    });
    assert_eq!(
        (kind(&verdict), &verdict.part.rules[..]),
        (VerdictKind::Wrong, &[Rules::Joker][..])
    );
}

/// On one line, nothing tells the answer from the line for the hand. The input had 1,000 lines.
#[test]
fn an_answer_among_lines_for_each_hand_is_shown_on_few_hands() {
    let late = mistaken("ranking:from=2", Rules::Standard);
    let verdict = judged(options(Some(Rules::Standard), false), |input| {
        let entries = read(input);
        let line = |(rank, i): (usize, usize)| format!("{rank} {}\n", entries[i]);
        let lines: String = (2..).zip(late.order(&entries)).map(line).collect();
        printed(format!("{lines}{}", total(&late, input)))
    });
    assert_eq!(ids(&verdict), ["ranking:from=2"]);
    assert!(verdict.part.entries.len() <= 20, "{verdict}");
}

/// It took as long as shrinking may take.
#[test]
#[ignore = "long: run by cargo xtask ci"]
fn a_known_mistake_of_a_program_for_1000_lines_only_takes_few_runs() {
    let lost = mistaken("S3", Rules::Standard);
    let verdict =
        judged(options(Some(Rules::Standard), false), |input| match input.lines().count() {
            1000 => printed(total(&lost, input)),
            _ => failed("ended with exit status 1", "IndexError", ""),
        });
    assert_eq!(ids(&verdict), ["S3"]);
    assert_eq!((verdict.part.entries.len(), verdict.part.is_smallest), (1000, false));
    assert!(verdict.runs < 30, "{}", verdict.runs);
}

#[test]
fn both_parts_are_one_verdict_where_both_answers_are_lost_in_one_crash_only() {
    let both = |standard: u128, joker: u128| format!("Part 1: {standard}\nPart 2: {joker}\n");
    let right = |input: &str| both(totals(input).standard, totals(input).joker);
    let verdict = judged(options(None, false), |input| match input.contains('J') {
        true => failed("ended with exit status 1", "KeyError: 'J'", ""),
        false => printed(right(input)),
    });
    assert_eq!((kind(&verdict), &verdict.part.rules[..]), (VerdictKind::Crash, &Rules::ALL[..]));
    // One answer is lost, the other wrong.
    let verdict = judged(options(None, false), |input| match input.starts_with(['4', '5']) {
        true => printed(format!("Part 2: {}\n", totals(input).joker + 1)),
        false => printed(right(input)),
    });
    let failing = [Some(&verdict.part), verdict.other.as_ref()];
    let rules = failing.map(|part| part.unwrap().rules.clone());
    assert_eq!(rules, [vec![Rules::Standard], vec![Rules::Joker]], "{verdict}");
}

#[test]
fn small_inputs_may_take_ten_times_as_long_as_any_before() {
    let mut options = options(None, false);
    options.timeout = Some(Duration::from_secs(60));
    let mut judge = Judge::new(options);
    let mut limits = BTreeSet::new();
    while let Some(batch) = judge.next_batch() {
        limits.insert(batch.limit);
        let time = Duration::from_secs(2);
        let run = |input: &String| Run { time, ..printed(totals(input).standard + 1) };
        judge.take(batch.inputs.iter().map(run).collect());
    }
    assert_eq!(limits, BTreeSet::from([20, 60].map(Duration::from_secs)));
    assert!(format!("{judge:?}").starts_with("Judge"));
}

#[test]
fn right_program_is_right_beyond_the_puzzle_in_so_many_runs() {
    let runs = Cell::new(0);
    let verdict = judged(options(None, false), |input| {
        runs.set(runs.get() + 1);
        printed(totals(input).joker)
    });
    assert_eq!(verdict.runs, runs.get());
    let text = verdict.to_string();
    assert!(text.contains("\nYour program is also right outside the puzzle's format: "), "{text}");
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn part_of_a_program_that_is_wrong_on_many_lines_shows_on_few() {
    for rules in Rules::ALL {
        let verdict = judged(options(None, false), |input| {
            let many = input.lines().count() > 4;
            printed(totals(input)[rules] + u128::from(many) * (1 + input.len() as u128))
        });
        assert_eq!((kind(&verdict), &verdict.part.rules[..]), (VerdictKind::Wrong, &[rules][..]));
        assert!(verdict.part.findings.is_empty(), "{verdict}");
    }
}

/// As with `std::sort` of C++: insertion for few elements, and no stable order for many.
#[test]
fn a_mistake_in_ties_is_named_although_the_sort_is_not_stable() {
    let solution = mistaken("K11", Rules::Standard);
    let verdict = judged(options(Some(Rules::Standard), false), |input| {
        let mut entries = read(input);
        if entries.len() <= 12 {
            return printed(total(&solution, input));
        }
        entries.sort_by_key(|one| {
            (one.hand.hand_type(Rules::Standard), one.hand.index() * 7919 % 10_007)
        });
        printed((1..).zip(entries).map(|(rank, one)| rank * one.bid).sum::<u64>())
    });
    assert_eq!((kind(&verdict), ids(&verdict)), (VerdictKind::Wrong, vec!["K11".to_owned()]));
    assert_eq!(verdict.part.entries.len(), 2, "{verdict}");
    assert!(verdict.to_string().contains("25 inputs of twelve hands"), "{verdict}");
}
