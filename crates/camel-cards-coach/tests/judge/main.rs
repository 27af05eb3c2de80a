//! The judge on functions: right ones in many styles, what condemned right programs before, and
//! every wrong one that the coach knows.

mod decisions;
mod functions;
mod reading;

use std::{cell::Cell, ops::Range};

use camel_cards::{Entry, PerRules, Rules, entries};
use camel_cards_coach::{
    Judge, JudgeOptions, LineEnds, Run, RunEnd, Solution, Verdict, VerdictKind, inputs::Random,
    judge, mistakes,
};

fn read(input: &str) -> Vec<Entry> {
    entries(input.as_bytes()).flatten().collect()
}

fn totals(input: &str) -> PerRules<u128> {
    camel_cards::score(input.as_bytes()).unwrap().winnings
}

fn judged(options: JudgeOptions, mut run: impl FnMut(&str) -> Run) -> Verdict {
    let mut judge = Judge::new(options);
    while let Some(batch) = judge.next_batch() {
        judge.take(batch.inputs.iter().map(|input| run(input)).collect());
    }
    judge.verdict().unwrap()
}

#[expect(clippy::needless_pass_by_value, reason = "so that calls are short")]
fn printed(printed: impl ToString) -> Run {
    Run { printed: printed.to_string(), ..Run::default() }
}

#[expect(clippy::needless_pass_by_value, reason = "so that calls are short")]
fn failed(how: &str, said: &str, printed: impl ToString) -> Run {
    let end = RunEnd::Failed(how.to_owned());
    Run { printed: printed.to_string(), stderr: said.to_owned(), end, ..Run::default() }
}

fn options(rules: Option<Rules>, both: bool) -> JudgeOptions {
    let mut options = JudgeOptions::default();
    (options.rules, options.both) = (rules, both);
    options
}

fn kind(verdict: &Verdict) -> VerdictKind {
    verdict.part.kind
}

fn symptoms(verdict: &Verdict) -> Vec<&str> {
    verdict.beyond.iter().map(String::as_str).collect()
}

fn ids(verdict: &Verdict) -> Vec<String> {
    let first = verdict.part.findings.first();
    first.map_or_else(Vec::new, |one| one.ids().iter().map(ToString::to_string).collect())
}

/// The total of a mistake by its id.
fn mistaken(id: &str, rules: Rules) -> Solution {
    let mistakes = mistakes(rules);
    mistakes.iter().find(|mistake| mistake.id == id).unwrap().solution(rules)
}

fn total(solution: &Solution, input: &str) -> i128 {
    solution.total(&read(input)).unwrap()
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn number_of_lines_may_be_written_into_a_program() {
    // It was wrong on `22222 1`: ranks count down from 1,000.
    let verdict = judged(options(None, false), |input| {
        let missing = 1000 - read(input).len() as i128;
        let bids: i128 = read(input).iter().map(|entry| i128::from(entry.bid)).sum();
        printed(totals(input).standard as i128 + missing * bids)
    });
    assert_eq!(
        (kind(&verdict), &verdict.part.rules[..]),
        (VerdictKind::Right, &[Rules::Standard][..])
    );
    assert!(symptoms(&verdict).contains(&"fails on fewer than 1,000 lines"), "{verdict}");
    // It was a crash: one line cannot be split.
    let verdict = judged(options(None, false), |input| match input.lines().count() {
        0..10 => failed("ended with exit status 1", "cannot split", ""),
        _ => printed(totals(input).joker),
    });
    assert_eq!(kind(&verdict), VerdictKind::Right);
    assert!(symptoms(&verdict).contains(&"fails on fewer than 1,000 lines"), "{verdict}");
    // The same with a mistake: the smallest input is not of another kind of failure.
    let solution = mistaken("J1", Rules::Joker);
    let verdict = judged(options(None, false), |input| match input.lines().count() {
        1000 => printed(total(&solution, input)),
        _ => printed("NA"),
    });
    assert_eq!((kind(&verdict), ids(&verdict)), (VerdictKind::Wrong, vec!["J1".to_owned()]));
    assert_eq!(verdict.part.entries.len(), 1000);
}

/// What `split("\n")` reads: one piece more than lines, if the last line ends with a newline.
fn with_empty_piece(input: &str, solution: &Solution) -> i128 {
    let empty = input.ends_with('\n');
    let bids: i128 = read(input).iter().map(|entry| i128::from(entry.bid)).sum();
    total(solution, input) + if empty { bids } else { 0 }
}

#[test]
fn empty_piece_after_the_last_newline_is_said_and_does_not_condemn() {
    // It was wrong, "certain: ranks begin at 2".
    let right = Solution::right(Rules::Standard);
    let verdict = judged(options(None, false), |input| printed(with_empty_piece(input, &right)));
    assert_eq!(
        (kind(&verdict), verdict.line_ends.without_last_newline),
        (VerdictKind::Right, true)
    );
    assert!(verdict.to_string().contains("the empty text after the last newline"), "{verdict}");
    // It was "no answer".
    let verdict = judged(options(None, false), |input| match input.ends_with('\n') {
        true => failed("ended with exit status 1", "IndexError: list index out of range", ""),
        false => printed(totals(input).joker),
    });
    assert_eq!(
        (kind(&verdict), verdict.line_ends.without_last_newline),
        (VerdictKind::Right, true)
    );
    // It was "wrong" on an input that the program solves, because a number of the listing was read.
    let one_type = mistaken("T5", Rules::Standard);
    let verdict = judged(options(None, false), |input| {
        let answer = match input.ends_with('\n') {
            true => "NaN".to_owned(),
            false => total(&one_type, input).to_string(),
        };
        printed(format!("{{ line: '{}', type: 6 }}\n{answer}", &input[..5]))
    });
    assert_eq!((kind(&verdict), ids(&verdict)), (VerdictKind::Wrong, vec!["T5".to_owned()]));
    // It was "an unknown mistake": what `split("\r\n")` leaves whole is one hand.
    let verdict = judged(options(None, false), |input| match input.contains('\r') {
        true => printed(with_empty_piece(input, &right)),
        false => printed(read(input).first().map_or(0, |one| one.bid)),
    });
    let ends = LineEnds { without_last_newline: true, with_carriage_returns: true };
    assert_eq!((kind(&verdict), verdict.line_ends), (VerdictKind::Right, ends));
    assert!(verdict.to_string().contains("needs lines that end with"), "{verdict}");
    // With a mistake of its own, both are named.
    let jack = mistaken("J1", Rules::Joker);
    let verdict = judged(options(None, false), |input| printed(with_empty_piece(input, &jack)));
    assert_eq!(
        (kind(&verdict), ids(&verdict).join(" ")),
        (VerdictKind::Wrong, "J1 ranking:from=2".to_owned())
    );
}

#[test]
fn one_mistake_of_one_part_is_likelier_than_two_of_the_other() {
    let solution = mistaken("K4", Rules::Joker);
    let verdict = judged(options(None, false), |input| printed(total(&solution, input)));
    assert_eq!(verdict.part.rules, [Rules::Joker], "{verdict}");
    assert_eq!(ids(&verdict), ["K4"], "{verdict}");
}

#[test]
fn the_example_tells_the_part_if_no_mistake_of_part_2_does() {
    // It is right on the example only.
    let verdict = judged(options(None, false), |input| match totals(input).standard {
        6440 => printed(6440),
        _ => printed(
            read(input).iter().zip(1..).map(|(one, rank)| one.bid * rank % 977).sum::<u64>(),
        ),
    });
    assert_eq!(
        (kind(&verdict), &verdict.part.rules[..], verdict.rules_are_guessed),
        (VerdictKind::Wrong, &[Rules::Standard][..], false)
    );
}

#[test]
fn numbers_that_are_no_totals_are_wrong_answers() {
    let count = |input: &str| printed(input.bytes().filter(|byte| *byte == b'A').count());
    assert_eq!(judged(options(None, false), count).part.kind, VerdictKind::Wrong);
}

#[test]
fn the_same_answer_before_each_crash_is_not_read() {
    // It reads a file of its own, and cannot do part 2. It was wrong, on one line.
    let failure = "unhandled hand 88JJJ";
    let verdict = judged(options(None, false), |_| Run {
        printed: "249321033\n".to_owned(),
        ..failed("ended with exit status 1", failure, "")
    });
    assert_eq!(kind(&verdict), VerdictKind::NotRead, "{verdict}");
}

#[test]
fn part_that_raises_has_failed() {
    let raises = |printed: String| failed("ended with exit status 1", "KeyError: 'J'", printed);
    // It was "right" with status 0, even with --answers both. Where both totals are equal, the answer to
    // part 1 is not that to part 2.
    for (expected, [a, b]) in [
        (false, ["Part 1: ", "Part 2: "]),
        (true, ["Part 1: ", "Part 2: "]),
        (true, ["", ""]),
        (false, ["", ""]),
    ] {
        let verdict = judged(options(None, expected), |input| {
            let both = totals(input);
            match input.contains('J') {
                true => raises(format!("{a}{}\n", both.standard)),
                false => printed(format!("{a}{}\n{b}{}\n", both.standard, both.joker)),
            }
        });
        assert_eq!(kind(&verdict), VerdictKind::Crash, "{expected:?}");
        let one = &verdict.part;
        assert_eq!(one.rules, [Rules::Joker], "{expected:?}: {verdict}");
        assert!(one.entries.len() == 1 && one.input.as_ref().unwrap().contains('J'), "{verdict}");
        assert_eq!(one.stderr, ["KeyError: 'J'"]);
        assert!(
            verdict.to_string().starts_with("right under standard rules (part 1)"),
            "{verdict}"
        );
    }
    // A part that never comes is no part, unless it was promised.
    let part_1 = |input: &str| raises(format!("Part 1: {}\n", totals(input).standard));
    let verdict = judged(options(None, false), part_1);
    assert_eq!(
        (kind(&verdict), &verdict.part.rules[..]),
        (VerdictKind::Right, &[Rules::Standard][..])
    );
    assert_eq!(verdict.part.failure.as_deref(), Some("ended with exit status 1"));
    assert_eq!(verdict.part.stderr, ["KeyError: 'J'"]);
    // Nor is it the answer to the other part.
    let verdict = judged(options(Some(Rules::Joker), false), part_1);
    assert_eq!(
        (kind(&verdict), &verdict.part.stderr[..]),
        (VerdictKind::Crash, &["KeyError: 'J'".to_owned()][..])
    );
    let verdict = judged(options(None, true), part_1);
    assert_eq!(
        (kind(&verdict), &verdict.part.rules[..]),
        (VerdictKind::Crash, &[Rules::Joker][..])
    );
    let one_of_two = |input: &str| printed(totals(input).standard);
    let verdict = judged(options(None, true), one_of_two);
    assert_eq!(
        (kind(&verdict), &verdict.part.rules[..]),
        (VerdictKind::Crash, &[Rules::Joker][..])
    );
    // The part that it answers before it hangs is right.
    let hangs = |input: &str| {
        let both = totals(input);
        let first = format!("Part 1: {}\n", both.standard);
        match input.contains('J') {
            true => Run { end: RunEnd::TimedOut, ..printed(first) },
            false => printed(format!("{first}Part 2: {}\n", both.joker)),
        }
    };
    let verdict = judged(options(None, false), hangs);
    assert_eq!(
        (kind(&verdict), &verdict.part.rules[..]),
        (VerdictKind::Timeout, &[Rules::Joker][..])
    );
    // What always ends so is no reason why an answer is wrong.
    let solution = mistaken("J1", Rules::Joker);
    let verdict = judged(options(None, false), |input| raises(total(&solution, input).to_string()));
    assert_eq!((kind(&verdict), ids(&verdict)), (VerdictKind::Wrong, vec!["J1".to_owned()]));
}

#[test]
fn answer_on_any_input_is_an_answer() {
    // It answers `22222 1` and raises on J: "no answer to any input".
    for is_named in [true, false] {
        let verdict = judged(options(None, false), |input| match input.contains('J') {
            true => failed("ended with exit status 1", "KeyError: 'J'", ""),
            false if is_named => printed(format!("Part 2: {}", totals(input).joker)),
            false => printed(totals(input).joker),
        });
        assert_eq!(kind(&verdict), VerdictKind::Crash);
        let one = &verdict.part;
        assert!(one.is_smallest && one.entries.len() == 1, "{verdict}");
    }
    let verdict = judged(options(None, false), |_| failed("ended with exit status 1", "no", ""));
    assert_eq!(kind(&verdict), VerdictKind::NoAnswer);
    let text = verdict.to_string();
    assert!(text.starts_with("no answer to any input\n"), "{text}");
    assert!(text.ends_with("\nIts error output:\n\n  no\n"), "{text}");
}

#[test]
fn smallest_input_fails_in_the_same_way() {
    // JJJJJ has no largest count; a single line is another error.
    let verdict = judged(options(Some(Rules::Joker), false), |input| {
        match (input.contains("JJJJJ"), input.lines().count()) {
            (_, 0..3) => failed("ended with exit status 1", "ValueError: too few lines", ""),
            (true, _) => failed("ended with exit status 1", "ValueError: max() arg is empty", ""),
            _ => printed(totals(input).joker),
        }
    });
    let one = &verdict.part;
    assert_eq!((kind(&verdict), one.entries.len()), (VerdictKind::Crash, 3));
    assert_eq!(one.stderr, ["ValueError: max() arg is empty"]);
}

/// Quicksort, which leaves up to 16 entries to a stable sort.
fn quicksort<K: Ord>(entries: &mut [Entry], key: &impl Fn(&Entry) -> K) {
    if entries.len() <= 16 {
        return entries.sort_by_key(key);
    }
    let pivot = key(&entries[entries.len() / 2]);
    let (mut i, mut j) = (0, entries.len());
    loop {
        i += entries[i..].iter().position(|one| key(one) >= pivot).unwrap();
        j = entries[..j].iter().rposition(|one| key(one) <= pivot).unwrap();
        if i >= j {
            break;
        }
        entries.swap(i, j);
        i += 1;
    }
    let (low, high) = entries.split_at_mut(i);
    quicksort(low, key);
    quicksort(high, key);
}

#[test]
fn unstable_sort_without_the_fifth_card_fails_on_two_hands() {
    // On few lines the sort is stable, so fewer and fewer lines do not lead to two.
    let verdict = judged(options(None, false), |input| {
        let PerRules { standard, joker } = PerRules::from_fn(|rules| {
            let mut entries = read(input);
            let key = |one: &Entry| {
                let labels = one
                    .hand
                    .cards()
                    .map(|card| rules.labels().iter().position(|&label| label == card));
                (one.hand.hand_type(rules), labels.into_iter().take(4).collect::<Vec<_>>())
            };
            quicksort(&mut entries, &key);
            (1..).zip(&entries).map(|(rank, one)| rank * u128::from(one.bid)).sum::<u128>()
        });
        printed(format!("{standard}\n{joker}\n"))
    });
    let one = &verdict.part;
    assert_eq!((kind(&verdict), one.entries.len()), (VerdictKind::Wrong, 2), "{verdict}");
}

#[test]
fn failure_that_does_not_come_again_does_not_count() {
    for bad in [3, 4, 7] {
        let runs = Cell::new(0);
        let verdict = judged(options(None, false), |input| {
            runs.set(runs.get() + 1);
            if runs.get() == bad { printed("") } else { printed(totals(input).standard) }
        });
        assert_eq!(kind(&verdict), VerdictKind::Right, "{bad}");
    }
    // One part fails first, and then the other: each fails once, so neither counts.
    let runs = Cell::new(0);
    let verdict = judged(options(None, true), |input| {
        runs.set(runs.get() + 1);
        let PerRules { standard, joker } = totals(input);
        match runs.get() {
            5 => failed("ended with exit status 1", "", format!("Part 1: {standard}")),
            _ => printed(format!("Part 1: {standard}\nPart 2: {joker}")),
        }
    });
    assert_eq!(kind(&verdict), VerdictKind::Right, "{verdict}");
}

#[test]
fn claims_beyond_the_puzzle_are_tested_where_they_show() {
    // The first hand is spoiled by a byte-order mark, and then counts as the weakest.
    let spoiled = |input: &str, rules| match input.strip_prefix('\u{feff}') {
        None => totals(input)[rules],
        Some(rest) => {
            let (first, rest) = rest.split_once('\n').unwrap();
            let bids: u128 = read(rest).iter().map(|entry| u128::from(entry.bid)).sum();
            totals(rest)[rules] + bids + first[6..].parse::<u128>().unwrap()
        }
    };
    for rules in Rules::ALL {
        let verdict = judged(options(None, false), |input| printed(spoiled(input, rules)));
        assert_eq!(kind(&verdict), VerdictKind::Right);
        assert_eq!(symptoms(&verdict), ["fails on a byte-order mark at the start"], "{rules}");
    }
}

#[test]
fn hands_are_shown_where_no_mistake_is_named() {
    // Four cells of the table wrong at once, as no two mistakes are.
    let verdict = judged(options(Some(Rules::Joker), false), |input| {
        let mut entries = read(input);
        let level = |entry: &Entry| {
            let jokers = entry.hand.to_string().matches('J').count();
            let level = entry.hand.hand_type(Rules::Joker) as usize;
            let natural = entry.hand.hand_type(Rules::Standard) as usize;
            match (jokers, natural) {
                (1, 1) => 2,
                (1, 2) => 3,
                (2, 2) => 4,
                (3, 3) => 3,
                _ => level,
            }
        };
        let labels = |entry: &Entry| {
            let cards = entry.hand.cards();
            cards.map(|card| Rules::Joker.labels().iter().position(|&label| label == card))
        };
        entries.sort_by_key(|entry| (level(entry), labels(entry)));
        printed((1..).zip(&entries).map(|(rank, entry)| rank * u128::from(entry.bid)).sum::<u128>())
    });
    let one = &verdict.part;
    assert!(one.findings.is_empty() && one.is_smallest && one.entries.len() == 2, "{verdict}");
    assert!(verdict.to_string().contains(" wins: "), "{verdict}");
}

/// Lines around answers, as programs print them.
fn chatter(random: &mut Random, input: &str) -> String {
    let entries = read(input);
    let entry = if entries.is_empty() {
        None
    } else {
        Some(entries[random.below(entries.len() as u64) as usize])
    };
    let number = random.below(5000);
    match (random.below(9), entry) {
        (0, Some(entry)) => format!("{entry}\n"),
        (1, Some(entry)) => format!("rank {number}: {} -> {}\n", entry.hand, entry.bid),
        (2, _) => format!("time: {number}.{number}µs\n"),
        (3, _) => format!("Elapsed {number} ms\n"),
        (4, _) => "----------\n".to_owned(),
        (5, _) => format!("read {} lines\n", entries.len()),
        (6, _) => format!("[{number}%] done\n"),
        (7, _) => "Advent of Code 2023, day 7\n".to_owned(),
        _ => "\n".to_owned(),
    }
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn right_program_is_never_called_wrong_whatever_it_prints() {
    right_programs_are_right(0..50);
}

#[test]
#[ignore = "slow: a minute"]
fn slow_right_program_is_never_called_wrong_whatever_else_it_prints() {
    right_programs_are_right(50..500);
}

fn right_programs_are_right(seeds: Range<u64>) {
    let labels =
        ["", "Part {}: ", "part{} = ", "p{}: ", "Solution {}:\n", "\u{1b}[1;32mPart {}\u{1b}[0m "];
    for seed in seeds {
        let mut random = Random::new(seed);
        let label = labels[random.below(labels.len() as u64) as usize];
        let (is_reversed, printed_parts) =
            (random.below(2) == 1 && !label.is_empty(), random.below(3));
        let (before, between, after) = (random.below(3), random.below(3), random.below(2));
        let verdict = judged(options(None, false), |input| {
            let answers = totals(input);
            let line = |rules: Rules| {
                format!("{}{}\n", label.replace("{}", &rules.part().to_string()), answers[rules])
            };
            let mut parts = match printed_parts {
                0 => vec![line(Rules::Standard)],
                1 => vec![line(Rules::Joker)],
                _ => Rules::ALL.map(line).into(),
            };
            if is_reversed {
                parts.reverse();
            }
            let mut lines =
                |count: u64| (0..count).map(|_| chatter(&mut random, input)).collect::<String>();
            let mut text = lines(before);
            for (i, part) in parts.iter().enumerate() {
                text += &if i > 0 { lines(between) } else { String::new() };
                text += part;
            }
            printed(text + &lines(after))
        });
        assert_eq!(kind(&verdict), VerdictKind::Right, "{seed} {label} {is_reversed}: {verdict}");
        let parts = if printed_parts < 2 { 1 } else { 2 };
        assert_eq!(verdict.part.rules.len(), parts, "{seed} {label}");
    }
}
