//! What is read of all that programs print, and what is said of them beyond the puzzle.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use camel_cards_coach::text::grouped;

use super::*;

type Print = fn(&[Entry], u128, u128) -> String;

/// The entries in their right order.
fn sorted(entries: &[Entry], rules: Rules) -> Vec<Entry> {
    let mut sorted = entries.to_vec();
    sorted.sort_by_key(|entry| entry.hand.strength(rules));
    sorted
}

/// A line for each entry in its right order, with the total so far.
fn running(entries: &[Entry], rules: Rules, words: &str) -> String {
    let mut total = 0;
    let lines = (1..).zip(sorted(entries, rules)).map(|(rank, entry): (u128, Entry)| {
        total += rank * u128::from(entry.bid);
        match words {
            "" => format!("{total}\n"),
            _ => format!("rank {rank}: {entry} {words} {total}\n"),
        }
    });
    lines.collect()
}

/// Each was right, and something false was said of it, or was not read.
const RIGHT: [Print; 11] = [
    |entries, a, _| format!("{}{a}\n", running(entries, Rules::Standard, "so far")),
    |entries, a, b| {
        let [one, two] = Rules::ALL.map(|rules| running(entries, rules, "so far"));
        format!("{one}Part 1: {a}\n{two}Part 2: {b}\n")
    },
    |entries, a, b| {
        let [one, two] = Rules::ALL.map(|rules| running(entries, rules, ""));
        format!("{one}{a}\n{two}{b}\n")
    },
    |_, a, b| format!("{a},{b}"),
    // As `toLocaleString` writes numbers in India.
    |_, a, b| {
        let groups = |n: u128| {
            let pairs = std::iter::successors(Some(n / 1000), |rest| Some(rest / 100));
            let pairs: Vec<u128> = pairs.take_while(|&rest| rest > 0).collect();
            let pairs = pairs.iter().rev().enumerate();
            let pairs = pairs.map(|(i, rest)| match i {
                0 => format!("{rest},"),
                _ => format!("{:02},", rest % 100),
            });
            format!("{}{:03}", pairs.collect::<String>(), n % 1000)
        };
        format!("Part 1: {}\nPart 2: {}\n", groups(a), groups(b))
    },
    |_, a, b| format!("{a} {b} {}", a + b),
    |entries, a, b| {
        let jokers = entries.iter().filter(|entry| entry.to_string().contains('J'));
        let lines: String = jokers.map(|entry| format!("joker hand {entry}\n")).collect();
        format!("{lines}{a}\n{b}\n")
    },
    |_, a, b| {
        format!("\u{1b}]0;day 7\u{7}\u{1b}]8;;https://x.org/7\u{1b}\\{a}\u{1b}]8;;\u{1b}\\\n{b}\n")
    },
    |_, a, b| format!("Part 1\n  hands: 1000\n  total: {a}\nPart 2\n  hands: 1000\n  total: {b}\n"),
    |entries, a, b| {
        let lines = entries.iter().map(|entry| format!("{entry} {}\n", 2 * u128::from(entry.bid)));
        format!("{}{a}\n{b}\n{} lines\n", lines.collect::<String>(), entries.len())
    },
    |entries, a, b| {
        format!("{a} of {} hands\nexpected 250232501\n{b}\nexpected 249138943\n", entries.len())
    },
];

#[test]
fn nothing_false_is_said_of_right_programs() {
    for (i, print) in RIGHT.into_iter().enumerate() {
        let verdict = judged(options(None, false), |input| {
            let PerRules { standard, joker } = totals(input);
            printed(print(&read(input), standard, joker))
        });
        assert_eq!(
            (kind(&verdict), symptoms(&verdict)),
            (VerdictKind::Right, vec![]),
            "{i}: {verdict}"
        );
        assert_eq!(verdict.part.rules.len(), if i == 0 { 1 } else { 2 }, "{i}: {verdict}");
    }
}

/// A right answer may be printed as that of the other part.
#[test]
fn words_that_name_the_other_part_are_told() {
    for [first, second] in [["Part 1", "Part 2"], ["Part 2", "Part 1"]] {
        let verdict = judged(options(None, false), |input| {
            let PerRules { standard, joker } = totals(input);
            printed(format!("{first}: {standard}\n{second}: {joker}\n"))
        });
        assert_eq!(
            (kind(&verdict), verdict.names_other_part),
            (VerdictKind::Right, first == "Part 2")
        );
        assert_eq!(verdict.to_string().contains("do not mix up"), first == "Part 2", "{verdict}");
    }
    // The name before the second number is that of the first.
    let verdict = judged(options(None, false), |input| {
        let PerRules { standard, joker } = totals(input);
        printed(format!("{standard} (part 1), {joker} (part 2)"))
    });
    assert_eq!((kind(&verdict), verdict.names_other_part), (VerdictKind::Right, false));
}

/// It was right under the standard rules, and nothing was said of part 2.
#[test]
fn same_number_twice_is_an_answer_to_each_part() {
    for [first, second] in [["", ""], ["Part 1: ", "Part 2: "]] {
        let verdict = judged(options(None, false), |input| {
            let total = totals(input).standard;
            printed(format!("{first}{total}\n{second}{total}\n"))
        });
        assert_eq!((kind(&verdict), ids(&verdict)), (VerdictKind::Wrong, vec!["S9".to_owned()]));
        assert_eq!(verdict.part.rules, [Rules::Joker], "{verdict}");
    }
    // What part 2 prints and returns is printed twice.
    let verdict = judged(options(None, false), |input| {
        let total = totals(input).joker;
        printed(format!("{total}\n{total}\n"))
    });
    let text = verdict.to_string();
    assert_eq!(kind(&verdict), VerdictKind::Right, "{text}");
    let first = "right under joker rules (part 2)\n  read from 5905\n";
    assert!(text.starts_with(first), "{text}");
}

#[test]
fn answers_are_read_from_standard_error_unless_the_run_failed() {
    let run = |input: &str, off: u128| Run {
        printed: "done\n".to_owned(),
        stderr: format!("warning: line 7\n{}\n", totals(input).standard - off),
        ..Run::default()
    };
    let verdict = judged(options(None, false), |input| run(input, 0));
    assert_eq!((kind(&verdict), symptoms(&verdict)), (VerdictKind::Right, vec![]), "{verdict}");
    // A wrong answer outside of the range is read there, too.
    let verdict = judged(options(None, false), |input| Run {
        stderr: format!("Part 1: {}\n", totals(input).standard % 65536),
        ..Run::default()
    });
    assert_eq!((kind(&verdict), ids(&verdict)), (VerdictKind::Wrong, vec!["S14".to_owned()]));
    let solution = mistaken("S2", Rules::Standard);
    let verdict = judged(options(None, false), |input| Run {
        stderr: format!("Part 1: {}\n", total(&solution, input)),
        ..Run::default()
    });
    assert_eq!((kind(&verdict), ids(&verdict)), (VerdictKind::Wrong, vec!["S2".to_owned()]));
    assert_eq!(verdict.part.input.as_deref(), Some("22222 1000\n"), "{verdict}");
    // Numbers of an error are none.
    let said = "File x.py, line 12\nValueError: 5\n";
    let verdict = judged(options(None, false), |_| failed("ended with exit status 1", said, ""));
    assert_eq!(kind(&verdict), VerdictKind::NoAnswer, "{verdict}");
    // What is the same for every input is not read.
    let verdict = judged(options(None, false), |_| Run {
        stderr: "[src/main.rs:9:5] part1 = 250555060\n".to_owned(),
        ..Run::default()
    });
    assert_eq!(kind(&verdict), VerdictKind::NotRead, "{verdict}");
}

/// Words may name the wrong part of an answer that is always right.
#[test]
fn right_answers_tell_the_part_better_than_words() {
    let print: [Print; 2] =
        [|_, a, b| format!("Part 2: {a}\nPart 1: {b}\n"), |_, a, _| format!("Part 2: {a}\n")];
    for print in print {
        let verdict = judged(options(None, false), |input| {
            let PerRules { standard, joker } = totals(input);
            printed(print(&read(input), standard, joker))
        });
        assert_eq!(kind(&verdict), VerdictKind::Right, "{verdict}");
    }
}

#[test]
fn what_failed_assertions_found_is_read() {
    let failed = |printed: String, said: String| Run {
        stderr: said,
        ..failed("ended with exit status 1", "", printed)
    };
    // It prints part 1, and never comes to part 2.
    let first = |input: &str| {
        failed(format!("Part 1: {}\n", totals(input).standard), "AssertionError\n".to_owned())
    };
    let verdict = judged(options(None, false), first);
    assert_eq!(
        (kind(&verdict), &verdict.part.rules[..]),
        (VerdictKind::Right, &[Rules::Standard][..])
    );
    let text = verdict.to_string().replace('\n', " ");
    assert!(text.contains("It ended with exit status 1 after that."), "{text}");
    assert!(text.contains("Its error output:    AssertionError"), "{text}");
    assert_eq!(symptoms(&verdict), [""; 0]);
    // Nothing shows what it found.
    let source = "assert solve(lines)==250232501\nAssertionError\n";
    let verdict = judged(options(None, false), |_| failed(String::new(), source.to_owned()));
    assert_eq!(kind(&verdict), VerdictKind::NoAnswer, "{verdict}");
    // Python, Rust, node, JUnit and pytest, in one order or the other.
    type Message = fn(u128, u128, u8) -> String;
    let messages: [Message; 6] = [
        |a, wanted, part| {
            format!(
                "FAIL: test_part{part} (T)\n  self.assertEqual({wanted}, solve())\nAssertionError: {wanted} != {a}\n"
            )
        },
        |a, wanted, part| {
            format!(
                "FAIL: test_part{part} (T)\n  self.assertEqual(solve(), {wanted})\nAssertionError: {a} != {wanted}\n"
            )
        },
        |a, wanted, part| {
            format!(
                "---- tests::part{part} stdout ----\nthread 'tests::part{part}' ({}) panicked at d.rs:26:17:\nassertion `left == right` failed\n  left: {a}\n right: {wanted}\n",
                a % 9999
            )
        },
        |a, wanted, part| {
            format!(
                "part {part}\nAssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n{a} !== {wanted}\n\n  actual: {a},\n  expected: {wanted},\n"
            )
        },
        |a, wanted, part| {
            format!(
                "part{part}()\norg.opentest4j.AssertionFailedError: expected: <{wanted}> but was: <{a}>\n"
            )
        },
        |a, wanted, part| {
            format!(
                "___ test_part_{part} ___\nE    assert {a} == {wanted}\nE     +  where {a} = solve('x')\nFAILED d.py::test_part{part} - assert {a} == {wanted}\n"
            )
        },
    ];
    for (i, message) in messages.into_iter().enumerate() {
        for is_reversed in [false, true] {
            let verdict = judged(options(None, false), |input| {
                let PerRules { standard, joker } = totals(input);
                let mut parts = [message(standard, 250_232_501, 1), message(joker, 249_138_943, 2)];
                if is_reversed {
                    parts.reverse();
                }
                failed(parts.concat(), String::new())
            });
            let rules = &verdict.part.rules[..];
            assert_eq!(
                (kind(&verdict), rules),
                (VerdictKind::Right, &Rules::ALL[..]),
                "{i}: {verdict}"
            );
            assert!(verdict.beyond.is_empty(), "{i}: {verdict}");
        }
    }
}

/// It was wrong, by the total of a file that it reads instead: one answer to four inputs.
#[test]
fn one_answer_tells_nothing_where_others_time_out() {
    for [slow, last] in [[1, 9], [2, 9], [3, 9], [1, 2]] {
        let runs = Cell::new(0);
        let mut given = options(None, false);
        given.timeout = Some(Duration::from_secs(2));
        let verdict = judged(given, |_| {
            runs.set(runs.get() + 1);
            match (slow..=last).contains(&runs.get()) {
                true => Run { end: RunEnd::TimedOut, ..Run::default() },
                false => printed(250_933_788),
            }
        });
        let is_unknown = matches!(kind(&verdict), VerdictKind::Timeout | VerdictKind::NotRead);
        assert!(is_unknown, "{slow} {last}: {verdict}");
    }
}

/// It was quoted for the example, which it answers wrong.
#[test]
fn line_that_is_quoted_holds_a_right_answer() {
    let verdict = judged(options(None, false), |input| {
        let missing = 1000 - read(input).len() as u128;
        let bids: u128 = read(input).iter().map(|entry| u128::from(entry.bid)).sum();
        printed(format!("Part 1: {}", totals(input).standard + missing * bids))
    });
    assert_eq!(verdict.part.read.as_deref(), Some("Part 1: 250029090"), "{verdict}");
    assert_eq!(symptoms(&verdict), ["fails on fewer than 1,000 lines"]);
}

/// `22222 1` was shown of a program that is wrong on it for another reason.
#[test]
#[ignore = "long: run by cargo xtask ci"]
fn input_is_cut_only_as_long_as_the_other_part_stays_right() {
    let verdict = judged(options(None, false), |input| {
        let PerRules { standard, joker } = totals(input);
        let off = u128::from(read(input).len() != 1000);
        printed(format!("{}\n{}\n", standard + off, joker + 1 + input.len() as u128 % 7))
    });
    assert_eq!(verdict.part.entries.len(), 1000, "{verdict}");
}

/// Runs on a thousand lines take 10 s, on few nothing: 15 lines were shown.
#[test]
fn wrong_order_shows_in_two_lines_however_slow_the_program_is() {
    let mut judge = Judge::new(options(Some(Rules::Standard), false));
    while let Some(batch) = judge.next_batch() {
        let run = |input: &String| {
            let mut entries = read(input);
            entries.sort_by_cached_key(|entry| {
                let hand = entry.hand.to_string();
                let mut cards: Vec<char> = hand.chars().collect();
                cards.sort_unstable();
                (
                    entry.hand.hand_type(Rules::Standard),
                    cards.into_iter().map(|card| "23456789TJQKA".find(card)).collect::<Vec<_>>(),
                )
            });
            let total: u128 =
                (1..).zip(&entries).map(|(rank, one)| rank * u128::from(one.bid)).sum();
            let time = Duration::from_millis(10 * entries.len() as u64);
            Run { time, ..printed(total) }
        };
        judge.take(batch.inputs.iter().map(run).collect());
    }
    let verdict = judge.verdict().unwrap();
    assert_eq!(verdict.part.entries.len(), 2, "{verdict}");
}

#[test]
fn each_kind_of_unusual_input_is_listed_once() {
    let verdict = judged(options(None, false), |input| {
        let PerRules { standard, joker } = totals(input);
        let has_fives = read(input).iter().any(|one| one.hand.to_string() == "AAAAA");
        printed(format!("{standard}\n{}\n", joker + u128::from(has_fives)))
    });
    assert_eq!(symptoms(&verdict), ["fails on five of a kind other than JJJJJ"]);
    let verdict = judged(options(None, false), |input| match read(input).len() {
        1000 | 5 => printed(totals(input).joker),
        1 => failed("ended with exit status 1", "IndexError", ""),
        _ => printed(totals(input).joker + 1),
    });
    let fewer = symptoms(&verdict).into_iter().filter(|one| one.contains("fewer"));
    assert_eq!(fewer.collect::<Vec<_>>(), ["fails on fewer than 1,000 lines"], "{verdict}");
}

#[test]
fn dumps_of_hands_hold_no_answer_and_name_no_part() {
    for own in ["", "{2: 'H', 1: '2'}\n"] {
        let verdict = judged(options(None, false), |input| printed(input.replace(' ', ": ") + own));
        assert_eq!(kind(&verdict), VerdictKind::NoAnswer, "{verdict}");
        assert_eq!(verdict.part.failure.as_deref(), Some("printed no answer"));
    }
    let solution = mistaken("T5", Rules::Standard);
    let verdict = judged(options(None, false), |input| {
        printed(format!("{{'2': 3, 'K': 2}}\n{}", total(&solution, input)))
    });
    let rules = [Rules::Standard];
    assert_eq!((&verdict.part.rules[..], ids(&verdict)), (&rules[..], vec!["T5".to_owned()]));
}

#[test]
fn output_that_does_not_depend_on_the_input_is_not_read() {
    let runs = Cell::new(0);
    let time = || {
        runs.set(runs.get() + 1);
        17 + runs.get() * 37 % 101
    };
    for own in [
        "Part 1: 250029090\nPart 2: 248607893\ntime: 86.{}µs",
        "32T3K 765\n32227\ntime: 86.{}µs",
        "765\n0.{} s\n{}",
        // 7,382 is a possible total of the example.
        "7 382\n250570621",
        "6440\nElapsed: {}",
        "5905 {}",
    ] {
        let verdict =
            judged(options(None, false), |_| printed(own.replace("{}", &time().to_string())));
        assert!(matches!(kind(&verdict), VerdictKind::NotRead), "{own}: {verdict}");
        assert_eq!(verdict.part.input, None);
    }
    // Nothing but a number that is another each time: it was "not read".
    let verdict = judged(options(None, false), |_| printed(format!("read {} hands", time())));
    assert_eq!(kind(&verdict), VerdictKind::Wrong, "{verdict}");
    assert!(verdict.part.answered_another_time.is_some(), "{verdict}");
}

#[test]
fn order_of_strength_and_bid_is_right_for_the_puzzle() {
    let solve = |input: &str| {
        let mut entries = read(input);
        entries.sort_by_key(|entry| (entry.hand.strength(Rules::Joker), entry.bid));
        (1..).zip(&entries).map(|(rank, entry)| rank * u128::from(entry.bid)).sum::<u128>()
    };
    judge(Rules::Joker, solve).unwrap();
    // Identical hands may be ranked in any order.
    let mut strict = options(Some(Rules::Joker), false);
    strict.strict = true;
    let verdict = judged(strict.clone(), |input| printed(solve(input)));
    assert_eq!(kind(&verdict), VerdictKind::Right, "{verdict}");
    let loses = |input: &str| {
        let mut entries = read(input);
        entries.sort_by_key(|entry| entry.hand.strength(Rules::Joker));
        entries.dedup_by_key(|entry| entry.hand);
        (1..).zip(&entries).map(|(rank, entry)| rank * u128::from(entry.bid)).sum::<u128>()
    };
    let verdict = judged(strict, |input| printed(loses(input)));
    assert_eq!(
        (kind(&verdict), symptoms(&verdict)[0]),
        (VerdictKind::Wrong, "loses repeated hands")
    );
    assert_eq!(verdict.part.input.as_deref(), Some("22222 1000\n22222 1000\n"));
}

#[test]
fn small_number_that_differs_each_time_is_no_answer() {
    let time = Cell::new(14_915_268_u64);
    let run = |input: &str| {
        time.set(time.get() + 12_345);
        let standard = totals(input).standard;
        printed(format!("Part 1: {standard}\nPart 2: None\nPart 2 time: {}\n", time.get()))
    };
    let verdict = judged(options(None, false), run);
    assert_eq!(
        (kind(&verdict), &verdict.part.rules[..]),
        (VerdictKind::Right, &[Rules::Standard][..])
    );
    // What never changes is not read, though a second answer was promised and never comes.
    let verdict = judged(options(None, true), |_| printed("250123456"));
    assert_eq!(kind(&verdict), VerdictKind::NotRead, "{verdict}");
    // The words before an answer may depend on the input.
    let plural = |input: &str| {
        let hands = input.lines().count();
        let s = if hands == 1 { "" } else { "s" };
        printed(format!("Total winnings of {hands} hand{s}: {}", totals(input).joker))
    };
    let verdict = judged(options(None, false), plural);
    assert_eq!(kind(&verdict), VerdictKind::Right);
    assert!(!symptoms(&verdict).iter().any(|one| one.contains("lines")), "{verdict}");
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn two_answers_to_one_input_are_said_and_nothing_is_named() {
    let mut random = Random::new(7);
    let verdicts: Vec<String> = (0..5)
        .map(|_| {
            let verdict = judged(options(None, false), |input| {
                printed(totals(input).standard + u128::from(random.below(1000)))
            });
            assert_eq!(kind(&verdict), VerdictKind::Wrong);
            let one = &verdict.part;
            assert!(one.answered_another_time.is_some());
            assert!(verdict.to_string().contains("from run to run"), "{verdict}");
            assert!(one.findings.is_empty());
            assert!(verdict.to_string().contains("gives different answers to the same input"));
            one.input.clone().unwrap()
        })
        .collect();
    assert!(verdicts.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn blanks_between_groups_of_digits_do_not_condemn() {
    let verdict = judged(options(None, false), |input| {
        let digits = totals(input).joker.to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().flat_map(std::str::from_utf8).collect();
        printed(groups.join(" "))
    });
    assert_eq!((kind(&verdict), verdict.part.rules), (VerdictKind::Right, vec![Rules::Joker]));
}

#[test]
fn equal_answers_on_one_line_are_two_answers() {
    for separator in [" ", ", ", " & "] {
        let run = |input: &str| {
            let PerRules { standard, joker } = totals(input);
            // Signed numbers of 64 bits, which wrap.
            printed(format!("({}{separator}{})", standard as i64, joker as i64))
        };
        let verdict = judged(options(None, false), run);
        assert_eq!(kind(&verdict), VerdictKind::Right, "{separator}: {verdict}");
        assert_eq!(symptoms(&verdict), ["fails on totals past 2⁶⁴"], "{separator}: {verdict}");
    }
}

/// The number of the part was taken for an answer.
#[test]
fn named_answers_out_of_the_range_are_read_on_one_line() {
    let verdict = judged(options(None, false), |input| {
        let [one, two] = Rules::ALL.map(|rules| total(&mistaken("S2", rules), input));
        printed(format!("Part 1: {one}\nPart 2: {two}\n"))
    });
    for one in [Some(&verdict.part), verdict.other.as_ref()] {
        assert_eq!(one.unwrap().input.as_deref(), Some("22222 1000\n"), "{verdict}");
    }
}

/// The sum is not reset between the parts, so that part 2 prints the total of both; or part 1 counts each hand twice.
#[test]
fn second_answer_above_every_total_is_an_answer() {
    for (is_first, wrong) in [(false, Rules::Joker), (true, Rules::Standard)] {
        let verdict = judged(options(None, false), |input| {
            let PerRules { standard, joker } = totals(input);
            match is_first {
                false => printed(format!("{standard}\n{}\nUsed 0.02us\n", standard + joker)),
                true => printed(format!("{}\n{joker}\n", 2 * standard)),
            }
        });
        assert_eq!((kind(&verdict), &verdict.part.rules[..]), (VerdictKind::Wrong, &[wrong][..]));
        assert_eq!(verdict.other.unwrap().rules, [wrong.other()]);
    }
}

#[test]
fn headings_name_the_parts_below_them() {
    let wrong = [mistaken("T1", Rules::Standard), mistaken("J1", Rules::Joker)];
    let verdict = judged(options(None, false), |input| {
        let [a, b] = wrong.each_ref().map(|solution| total(solution, input));
        printed(format!("Part 1\nanswer {a}\nPart 2\nwithout jokers {a}\nanswer {b}\n"))
    });
    assert_eq!(
        (&verdict.part.rules[..], ids(&verdict)),
        (&[Rules::Standard][..], vec!["T1".to_owned()])
    );
    assert_eq!(verdict.other.unwrap().findings[0].ids(), ["J1"]);
}

/// Right programs that people wrote, of which something false was said.
#[test]
fn a_right_answer_among_others_like_it_is_read() {
    type Print = fn(&[Entry], u128, u128) -> String;
    let programs: [(Print, &[Rules]); 5] = [
        // One answer, printed twice.
        (|_, a, _| format!("{a}\nDay 7 - Part 1 : {a}\n"), &[Rules::Standard]),
        (|_, _, b| format!("total: {b}\nPart 2: {b}\n"), &[Rules::Joker]),
        (|_, a, _| format!("Part 1: {a}\ntotal winnings {a}\n"), &[Rules::Standard]),
        // A key for each hand, few of which are as large as a total.
        (
            |entries, _, b| {
                let key = |i: usize| 20_202_020 * (i as u128 % 50 + 1);
                let lines = entries.iter().enumerate();
                let lines = lines.map(|(i, one)| format!("hand {} key {}\n", one.hand, key(i)));
                format!("{}{b}\n", lines.collect::<String>())
            },
            &[Rules::Joker],
        ),
        // The parts come in another order after some inputs.
        (
            |entries, a, b| match entries.len() == 1000 && entries[0].bid % 2 == 0 {
                true => format!("Part 1 {a}\nPart 2 {b}\n"),
                false => format!("Part 2 {b}\nPart 1 {a}\n"),
            },
            &Rules::ALL,
        ),
    ];
    for (i, (print, rules)) in programs.into_iter().enumerate() {
        for seed in 1..=4 {
            let mut given = options(None, false);
            given.seed = Some(100 * seed);
            let verdict = judged(given, |input| {
                let PerRules { standard, joker } = totals(input);
                printed(print(&read(input), standard, joker))
            });
            let found = (kind(&verdict), &verdict.part.rules[..]);
            assert_eq!(found, (VerdictKind::Right, rules), "{i}, {seed}: {verdict}");
        }
    }
}

/// It always prints its answers for the example and for the file that it reads instead.
#[test]
fn an_answer_to_the_example_does_not_show_that_the_input_is_read() {
    let verdict = judged(options(None, false), |_| {
        printed("ex1: 6440\nin1: 250933788\nex2: 5905\nin2: 254135059\n".to_owned())
    });
    assert_eq!(kind(&verdict), VerdictKind::NotRead, "{verdict}");
}

/// A sum of strings has thousands of digits. It was an answer to part 2, too.
#[test]
fn an_answer_larger_than_every_total_is_one_answer() {
    let verdict = judged(options(None, false), |input| {
        let bids: String = read(input).iter().map(|entry| entry.bid.to_string()).collect();
        printed(format!("Part 1: {bids}"))
    });
    assert_eq!((kind(&verdict), &verdict.part.rules[..]), (VerdictKind::Wrong, ONE), "{verdict}");
    assert!(verdict.other.is_none(), "{verdict}");
}

/// A number as large as a total, another one each time: a clock, a hash, an address.
fn noise() -> u64 {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    201_000_000 + COUNT.fetch_add(1, Ordering::Relaxed) * 97_003 % 100_000_000
}

/// A line for each hand, or only for the last one of each type, with the total so far.
fn trace(entries: &[Entry], rules: Rules, is_whole: bool) -> String {
    let mut total = 0;
    let sorted = sorted(entries, rules);
    let mut text = String::new();
    for (i, entry) in sorted.iter().enumerate() {
        total += (i as u128 + 1) * u128::from(entry.bid);
        let type_of = |entry: &Entry| entry.hand.hand_type(rules);
        let is_last = sorted.get(i + 1).is_none_or(|next| type_of(next) != type_of(entry));
        let name = type_of(entry).name();
        if is_whole {
            text += &format!("{} {name} {} {} {total}\n", entry.hand, i + 1, entry.bid);
        } else if is_last {
            text += &format!("{name}: {total}\n");
        }
    }
    text
}

/// What is printed, and the parts that are right.
type Noisy = (fn(&[Entry], u128, u128) -> String, &'static [Rules]);

const ONE: &[Rules] = &[Rules::Standard];
const TWO: &[Rules] = &[Rules::Joker];

/// Of each, something false was said because a number beside the answer was as large as a total, or because the answer stood
/// where no answer was looked for.
const NOISY: [Noisy; 21] = [
    // The loop prints the total so far, and the last line prints it again.
    (|entries, a, _| format!("{}{a}\n", running(entries, Rules::Standard, "")), ONE),
    // `Second` is no unit, and somebody forgot blanks and newlines.
    (|_, a, b| format!("First: {a} Second: {b}\n"), &Rules::ALL),
    (|_, a, b| format!("Part 1: {a}Part 2: {b}, and so on\n"), &Rules::ALL),
    (|_, a, b| format!("winnings{a} 12:34:56,{b}\n"), &Rules::ALL),
    (|_, a, b| format!("{},{}\n", grouped(a), grouped(b)), &Rules::ALL),
    (|_, a, _| format!("{a}\nElapsed: {}\n", noise()), ONE),
    (|_, _, b| format!("{}\n{b}\n", noise()), TWO),
    (|_, _, b| format!("{b}\n{}\n{}\n", noise(), noise()), TWO),
    (|_, a, b| format!("Part 1: {a} [{}]\nPart 2: {b} [{}]\n", noise(), noise()), &Rules::ALL),
    (|entries, _, _| trace(entries, Rules::Standard, true), ONE),
    (|entries, _, _| trace(entries, Rules::Standard, false), ONE),
    (|entries, _, _| trace(entries, Rules::Joker, false), TWO),
    (
        |entries, a, b| {
            let excerpt: String = entries.iter().take(2).map(|one| format!("{one}, ")).collect();
            format!("TASK 1\ntask1([{excerpt}...) = {a}\nTASK 2\ntask2([{excerpt}...) = {b}\n")
        },
        &Rules::ALL,
    ),
    (|_, a, b| format!("{a} {b}\n").repeat(5), &Rules::ALL),
    (|_, a, _| format!("{a}\n").repeat(5), ONE),
    (|_, a, _| format!("the answer is {a}, and that is all\n"), ONE),
    (|_, a, b| format!("Winnings:{a}\n{b} is what the jokers win\n"), &Rules::ALL),
    (|_, a, _| format!("{a}\nexpected 250232501\n"), ONE),
    (|_, a, _| format!("\r[1/2] {}\r[2/2] {}\r{a}\n", noise(), noise()), ONE),
    (|_, a, b| format!("{{\"seed\": {}, \"answers\": [{a}, {b}]}}", noise()), &Rules::ALL),
    (
        |entries, a, _| {
            let lines = entries
                .iter()
                .map(|one| format!("{} {}\n", one.hand, 200_000_000 + u128::from(one.bid)));
            format!("{}{a}\n", lines.collect::<String>())
        },
        ONE,
    ),
];

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn numbers_as_large_as_totals_condemn_no_right_program() {
    for (i, (print, rules)) in NOISY.into_iter().enumerate() {
        for strict in [false, true] {
            let mut given = options(None, false);
            given.strict = strict;
            let verdict = judged(given, |input| {
                let PerRules { standard, joker } = totals(input);
                printed(print(&read(input), standard, joker))
            });
            let found = (kind(&verdict), &verdict.part.rules[..], verdict.line_ends);
            let expected = (VerdictKind::Right, rules, LineEnds::default());
            // Small totals are read only as separate numbers, and what prints a line for each hand or type prints none for
            // an empty input.
            if strict && (1..5).contains(&i) {
                continue;
            } else if strict && (9..12).contains(&i) {
                assert_eq!(symptoms(&verdict), ["fails on an empty input"], "{i}: {verdict}");
            } else {
                assert_eq!(found, expected, "{i}: {verdict}");
            }
        }
    }
}

/// The same numbers beside a wrong answer hide neither that it is wrong nor the mistake.
#[test]
fn numbers_as_large_as_totals_hide_no_mistake() {
    let jack = mistaken("J1", Rules::Joker);
    let print: [fn(i128) -> String; 4] = [
        |wrong| format!("{wrong}\nElapsed: {}\n", noise()),
        |wrong| format!("{}\nPart 2: {wrong}\n", noise()),
        |wrong| format!("{}\n{wrong}\n", noise()),
        |wrong| format!("{wrong}\n{}\n", noise()),
    ];
    for (i, print) in print.into_iter().enumerate() {
        let verdict = judged(options(None, false), |input| printed(print(total(&jack, input))));
        assert_eq!(
            (kind(&verdict), ids(&verdict)),
            (VerdictKind::Wrong, vec!["J1".to_owned()]),
            "{i}"
        );
        assert_eq!(verdict.part.rules, [Rules::Joker], "{i}: {verdict}");
        assert_eq!(verdict.part.entries.len(), 2, "{i}: {verdict}");
        let answered = verdict.part.answered.as_deref().unwrap();
        assert_eq!(answered, total(&jack, verdict.part.input.as_deref().unwrap()).to_string());
        assert!(verdict.other.is_none(), "{i}: {verdict}");
    }
}

/// The rule was that of ties, because the two hands shown are of one type in truth.
#[test]
fn mistake_in_types_shows_on_two_hands_of_different_types() {
    for id in ["J20", "J21", "J11"] {
        let solution = mistaken(id, Rules::Joker);
        let verdict = judged(options(None, false), |input| printed(total(&solution, input)));
        let finding = &verdict.part.findings[0];
        assert_eq!(verdict.part.entries.len(), 2, "{id}: {verdict}");
        assert!(finding.rule.contains("the stronger type wins"), "{id}: {verdict}");
        assert!(verdict.to_string().contains(", taken for "), "{id}: {verdict}");
    }
}

#[test]
fn functions_return_and_do_not_print() {
    let text = |solve: fn(&str) -> String| judge(Rules::Joker, solve).unwrap_err().to_string();
    let constant = text(|_| "5".to_owned());
    assert!(constant.starts_with("not read: it returns 5 whatever"), "{constant}");
    let none = text(|_| "none".to_owned());
    assert!(none.contains("Your function returned no number."), "{none}");
    let wrong = text(|input| totals(input).standard.to_string());
    assert!(wrong.contains("Your function answers ") && !wrong.contains("program"), "{wrong}");
}

#[test]
fn what_ended_a_program_is_said() {
    let error = "Traceback:\n  File \"day7.py\", line 12, in <module>\nAssertionError\n";
    let verdict = judged(options(None, false), |input| {
        failed("ended with exit status 1", error, format!("Part 1: {}", totals(input).standard))
    });
    let text = verdict.to_string().replace('\n', " ");
    assert!(text.contains("The assertion at line 12 ended your program."), "{text}");
    let verdict = judged(options(None, false), |_| failed("ended with exit status 1", error, ""));
    assert!(verdict.to_string().contains("The assertion at line 12"), "{verdict}");
    // Neither an assertion nor hands: nothing is said.
    let error = "Traceback:\n  File \"day7.py\", line 12, in <module>\nKeyError: 'A'\n";
    let verdict = judged(options(None, false), |_| failed("ended with exit status 1", error, ""));
    assert!(!verdict.to_string().contains("line 12 ended"), "{verdict}");
    let verdict = judged(options(None, false), |input| printed(input.replace(' ', ": ")));
    assert!(verdict.to_string().contains("Print the total winnings"), "{verdict}");
}

/// It took 312 s until the verdict of a right program was there.
#[test]
fn verdict_is_known_before_what_does_not_count() {
    for strict in [false, true] {
        let mut given = options(None, false);
        given.strict = strict;
        let mut judge = Judge::new(given);
        let mut are_after = 0;
        while let Some(batch) = judge.next_batch() {
            if batch.after_verdict {
                are_after += 1;
                assert_eq!(judge.verdict().unwrap().part.kind, VerdictKind::Right);
                assert_eq!(batch.limit, Duration::from_secs(6));
            }
            let run = |input: &String| Run {
                time: Duration::from_secs(3),
                ..printed(totals(input).standard)
            };
            judge.take(batch.inputs.iter().map(run).collect());
        }
        assert_eq!(are_after, usize::from(!strict));
    }
}
