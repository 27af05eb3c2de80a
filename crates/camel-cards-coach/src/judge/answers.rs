//! Finds the answers among the numbers that a program printed.
//!
//! The input gives a range that contains the total of every order of its hands. Times, counts,
//! ranks, bids and hands are outside it. So the numbers in this range are the answers: the first to
//! part 1 and the second to part 2, unless the right totals or the words before them say otherwise.
//! The judge learns the words of the answers on inputs of full size.

use camel_cards::Rules;

use super::{
    JudgeOptions, PartVerdict, RunEnd, VerdictKind,
    numbers::{Label, Number},
    plan::Sample,
};

/// Reads the answers of one program.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnswerReader {
    /// The rules and the label of each answer that is printed, in this order.
    printed: Vec<(Rules, Label)>,
    /// The rules whose answers are judged, part 1 first.
    pub(super) rules: Vec<Rules>,
    /// Whether it is unknown which rules the only answer is for.
    pub(crate) part_is_unknown: bool,
}

impl AnswerReader {
    /// Learns which answers are printed, and where, from runs on the example and on inputs of full size; `None` if none
    /// has a number.
    pub(crate) fn learn(samples: &[Sample], options: &JudgeOptions) -> Option<AnswerReader> {
        let (example, full_size) = samples.split_first()?;
        // What a run printed before it failed is an answer if it is as large as a total.
        let answers = |one: &&Sample| match one.run.end {
            RunEnd::Ended => !one.numbers.is_empty(),
            RunEnd::Failed(_) => one.numbers.iter().any(|number| number.may_be_total),
            RunEnd::TimedOut => false,
        };
        let mut runs: Vec<&Sample> = full_size.iter().filter(answers).collect();
        // A part that always fails at full size may be right on the example.
        let is_right =
            |rules: &Rules| example.numbers.iter().any(|one| one.is_right(example, *rules));
        let ended = example.run.end == RunEnd::Ended;
        if Rules::ALL.iter().all(is_right) || runs.is_empty() && ended {
            runs.push(example);
        }
        let found = runs.iter().filter_map(|run| AnswerReader::choose(run, &runs, options));
        let mut reader = found.max_by_key(|found| found.printed.len())?;
        let JudgeOptions { rules: only, both, .. } = *options;
        reader.part_is_unknown &= !both && only.is_none();
        if let (Some(only), [(rules, label)]) = (only, &mut reader.printed[..]) {
            // It may have failed, or ended, before it came to the part that is asked for.
            *rules = if label.part == Some(only.other()) { *rules } else { only };
        }
        reader.rules = match only {
            Some(only) => vec![only],
            None if both || reader.printed.len() == 2 => Rules::ALL.to_vec(),
            None => vec![reader.printed[0].0],
        };
        Some(reader)
    }

    /// Chooses the answers among the numbers of one run, by what all runs print with the same labels.
    fn choose(one: &Sample, runs: &[&Sample], options: &JudgeOptions) -> Option<AnswerReader> {
        // A number that never changes is no answer, such as the number of hands, the total of another input, or a 0 for an
        // unsolved part. But this 0 is one if the part is required or returned.
        let is_required = options.both || options.rules.is_some() || one.run.returned;
        let changes = |number: &&Number| {
            let differs = |run: &&Sample| match run.find(&number.label) {
                Some(other) => other.value != number.value,
                None => number.may_be_total,
            };
            runs.len() == 1 || runs.iter().any(differs) || is_required && !number.may_be_total
        };
        let mut found: Vec<&Number> = one.numbers.iter().filter(changes).collect();
        if found.is_empty() {
            found.extend(&one.numbers);
        }
        let is_right = |number: &Number, rules| {
            let is_right =
                |run: &&Sample| run.find(&number.label).is_none_or(|it| it.is_right(run, rules));
            runs.iter().all(is_right)
        };
        // Part 2's right total twice is one answer, and so are equal numbers after different words, unless they name both
        // parts.
        let differ = |run: &&&Sample| run.input.totals.standard != run.input.totals.joker;
        let apart: Vec<_> = runs.iter().filter(differ).collect();
        let value = |number: &Number, run: &Sample| Some(run.find(&number.label)?.value.clone());
        let is_repeated = |number: &Number, later: &Number| {
            let is_one = match (number.label.part, later.label.part) {
                (Some(part), Some(other)) => part == other,
                _ => number.label.words != later.label.words || is_right(number, Rules::Joker),
            };
            let is_equal = apart.iter().all(|run| value(number, run) == value(later, run));
            is_one && is_equal && number.at < later.at && !apart.is_empty()
        };
        let all = found.clone();
        found.retain(|number| !all.iter().any(|later| is_repeated(number, later)));
        // An answer whose words name a part may be too small or too large for a total.
        let likely = found.iter().filter(|number| number.may_be_total).count();
        let is_named = |number: &Number| likely == 1 && number.label.part.is_some();
        found.retain(|number| number.may_be_total || likely == 0 || is_named(number));
        // What is always right tells the part better than words, which may be wrong. A function that returns both answers
        // names their parts.
        let fit = |rules, number: &Number| {
            let (right, named) = (is_right(number, rules), number.label.part == Some(rules));
            if one.run.returned { (named, right) } else { (right, named) }
        };
        let rank = |rules, number: &Number| {
            (fit(rules, number), number.may_be_total, number.is_in(&one.input.range), number.at)
        };
        let each = found.iter().flat_map(|number| Rules::ALL.map(|rules| (rules, *number)));
        let (rules, first) = each.max_by_key(|(rules, number)| rank(*rules, number))?;
        // Nothing tells which of three numbers are the answers.
        let is_answer =
            |number: &&Number| likely == 2 || fit(rules.other(), number) > (false, false);
        let others = found.iter().copied().filter(|number| number.at != first.at);
        let second = others.max_by_key(|number| rank(rules.other(), number)).filter(is_answer);
        let mut printed = vec![(first.at, rules, first.label.clone())];
        printed.extend(second.map(|second| (second.at, rules.other(), second.label.clone())));
        printed.sort_unstable();
        Some(AnswerReader {
            printed: printed.into_iter().map(|(_, rules, label)| (rules, label)).collect(),
            part_is_unknown: second.is_none() && fit(rules, first) == fit(rules.other(), first),
            rules: Vec::new(),
        })
    }

    /// Whether every answer is printed with words that name the other part.
    pub(crate) fn names_other_part(&self) -> bool {
        self.printed.iter().all(|(of, label)| label.part == Some(of.other()))
    }

    /// Decides that the only answer is to this part.
    pub(crate) fn decide(&mut self, rules: Rules) {
        self.rules = vec![rules];
        self.printed.iter_mut().for_each(|(printed, _)| *printed = rules);
    }

    /// Reads the answer under `rules`. The words before it may depend on the input: then it is one of the last numbers in
    /// range after other words.
    pub(crate) fn answer<'a>(&self, rules: Rules, sample: &'a Sample) -> Option<&'a Number> {
        let at = self.printed.iter().position(|(of, _)| *of == rules || self.part_is_unknown)?;
        sample.find(&self.printed[at].1).or_else(|| {
            let mut others: Vec<&Number> = sample.numbers.iter().collect();
            others.retain(|one| one.is_in(&sample.input.range));
            others.retain(|one| self.printed.iter().all(|(_, label)| one.label != *label));
            others.get((others.len() + at).checked_sub(self.printed.len())?).copied()
        })
    }

    pub(crate) fn is_right(&self, sample: &Sample, rules: Rules) -> bool {
        self.verdict(sample, &[rules]).kind == VerdictKind::Right
    }

    /// Returns the verdict on one run for a part, or for all parts that fail in the same way. What a failed run printed
    /// is an answer if it is as large as a total.
    pub(crate) fn verdict(&self, sample: &Sample, rules: &[Rules]) -> PartVerdict {
        let answer = self.answer(rules[0], sample);
        // A run that printed every answer and still hangs fails in all parts.
        let lacks_one = || self.rules.iter().any(|of| self.answer(*of, sample).is_none());
        let is_right =
            |one: &Number| one.is_right(sample, rules[0]) && (!sample.run.is_late() || lacks_one());
        let (kind, failure) = match (&sample.run.end, answer) {
            (_, Some(one)) if is_right(one) => (VerdictKind::Right, None),
            (RunEnd::TimedOut, _) => (VerdictKind::Timeout, None),
            (RunEnd::Failed(how), one)
                if !one.is_some_and(|one| one.is_in(&sample.input.range)) =>
            {
                (VerdictKind::Crash, Some(&**how))
            }
            (_, Some(_)) => (VerdictKind::Wrong, None),
            _ => (VerdictKind::Crash, Some("printed no answer")),
        };
        let answer = answer.filter(|_| matches!(kind, VerdictKind::Right | VerdictKind::Wrong));
        PartVerdict {
            kind,
            read: answer.map(|one| one.line.clone()),
            answered: answer.map(|one| one.value.clone()),
            failure: failure.map(str::to_owned),
            ..PartVerdict::new(rules, sample)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Run,
        judge::plan::{TestInput, full_size},
    };

    type Print = fn(usize, u128, u128) -> String;

    /// Returns the parts whose answers are read, and the answers to the first input of full size and to the example,
    /// for a program that prints this for a number of hands and the right totals.
    fn read((rules, both): Expected, print: Print) -> Vec<(u8, String, String)> {
        let inputs = [TestInput::example(), full_size(1), full_size(2)];
        let printed: Vec<String> = (inputs.iter())
            .map(|one| print(one.entries.len(), one.totals.standard, one.totals.joker))
            .collect();
        let run = |printed| Run { printed, ..Run::default() };
        let samples: Vec<Sample> = (inputs.into_iter().zip(printed))
            .map(|(input, printed)| Sample::new(input, run(printed)))
            .collect();
        let options = JudgeOptions { rules, both, ..JudgeOptions::default() };
        let Some(reader) = AnswerReader::learn(&samples, &options) else {
            return Vec::new();
        };
        let value = |rules, i: usize| {
            let number = reader.answer(rules, &samples[i]);
            number.map_or_else(String::new, |number| number.value.clone())
        };
        let part = |rules: Rules| if reader.part_is_unknown { 0 } else { rules.part() };
        reader.rules.iter().map(|&of| (part(of), value(of, 1), value(of, 0))).collect()
    }

    /// The options that concern answers: the only rules, and whether both parts are required.
    type Expected = (Option<Rules>, bool);
    const NOTHING: Expected = (None, false);

    fn grouped(number: u128, separator: char) -> String {
        let digits = number.to_string();
        let mut text = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i) % 3 == 0 {
                text.push(separator);
            }
            text.push(digit);
        }
        text
    }

    const BOTH: [Print; 27] = [
        |_, a, b| format!("{a}\n{b}\n"),
        |_, a, b| format!("{a} {b}\n"),
        |_, a, b| format!("({a}, {b})\n"),
        |_, a, b| format!("{a},{b}\n"),
        |_, a, b| format!("Part 1: {a}\nPart 2: {b}\n"),
        |_, a, b| format!("Part 2: {b}\nPart 1: {a}\n"),
        |_, a, b| format!("gold: {b}\nsilver: {a}\n"),
        |_, a, b| format!("Part 1: {a} (0.1 ms)\nPart 2: {b} (3 ms)\nTook 3 ms\n"),
        |n, a, b| format!("Day 7\nread {n} hands\nPart 1\n{a}\nPart 2\n{b}\nTotal time: 12\n"),
        |_, a, b| format!("{{'part1': {a}, 'part2': {b}}}\n"),
        |_, a, b| format!("\x1b[1mPart One:\x1b[0m \x1b[32m{a}.0\x1b[0m\nPart Two: {b}.0\n"),
        |n, a, b| format!("{}{a}\n{}{b}\n", "rank 1 of 32T3K\n".repeat(n), "debug 17\n".repeat(n)),
        |n, a, b| format!("{a}\n{b}\n{}", "17\n".repeat(n)),
        |_, a, b| format!("Part 1: {}\nPart 2: {}\n", grouped(a, ','), grouped(b, ',')),
        |_, a, b| format!("{}\n{}\n", grouped(a, '.'), grouped(b, '.')),
        |_, a, b| format!("{a}n\n{b}n\n"),
        |_, a, b| format!("[1] {a}\n[1] {b}\n"),
        |_, a, b| format!("Part 1: {a} (expected 250951660)\nPart 2: {b} (expected 250951661)\n"),
        |_, a, b| format!("elapsed 251234567\npart 1 {a}\n251234568\npart 2 {b}\n"),
        |_, a, b| format!("answer {a}\nwith jokers {b}\nchecksum {}\n", b - 77),
        // Before these, so many lines are printed that only the words find the answers again.
        |_, a, b| {
            let (before, between) = ("7\n".repeat(a as usize % 5), "8\n".repeat(b as usize % 3));
            format!("{before}first {a}\n{between}second {b}\n")
        },
        // The names are swapped.
        |_, a, b| format!("Part 1: {b}\nPart 2: {a}\n"),
        // A part has several numbers, and the last counts.
        |_, a, b| format!("Part 1: {a}\nPart 2: {b}\nPart 2: {b}\n"),
        |_, a, b| format!("Part 1: {a}\nPart 2: {}\nPart 2: {b}\n", b - 9),
        |_, a, b| format!("Part 1: {a}\nPart 2: {a} -> {b}\n"),
        |_, a, b| format!("Part 1: {}\rPart 1: {a}\nPart 2: {}\rPart 2: {b}\n", a - 9, b - 9),
        |_, a, b| format!("Part 1: {a}\nPart 2: {b}\nAnswers: {a} {b}\n"),
    ];

    /// The second part crashes at full size.
    #[test]
    fn a_part_that_is_right_on_the_example_is_answered() {
        const LOST: [Print; 3] = [
            |n, a, b| if n > 5 { format!("A {a}\n") } else { format!("A {a}\nB {b}\n") },
            |n, a, b| if n > 5 { format!("{a}\n") } else { format!("{a}\n{b}\n") },
            |n, a, b| {
                let second = if n > 5 { String::new() } else { format!("Day 7.2: {b}\n") };
                format!("Day 7.1: {a}\n{second}")
            },
        ];
        let right = full_size(1).totals;
        for print in LOST {
            let first = (1, right.standard.to_string(), "6440".to_owned());
            let second = (2, String::new(), "5905".to_owned());
            assert_eq!(read(NOTHING, print), [first, second]);
        }
    }

    #[test]
    fn right_answers_are_found_in_all_that_surrounds_them() {
        let right = full_size(1).totals;
        for (i, print) in BOTH.into_iter().enumerate() {
            let part = |rules: Rules, example: &str| {
                (rules.part(), right[rules].to_string(), example.to_owned())
            };
            let both = [part(Rules::Standard, "6440"), part(Rules::Joker, "5905")];
            assert_eq!(read(NOTHING, print), both, "{i}");
            for (rules, one) in Rules::ALL.into_iter().zip(&both) {
                let told = (Some(rules), false);
                assert_eq!(read(told, print), std::slice::from_ref(one), "{i}");
            }
        }
        let second: [Print; 15] = [
            |_, _, b| format!("{b}"),
            |_, _, b| format!("Part 2: {b}\n"),
            |n, _, b| format!("{n} hands, total {b}, in 5 ms"),
            |n, _, b| format!("{b}\n{n}\n"),
            |n, _, b| format!("{n} {b}\n"),
            |_, _, b| format!("Part 1: 0\nPart 2: {b}\n"),
            |_, _, b| format!("expected 5905, got {b}\nexample 6440\n"),
            |n, _, b| format!("{}Total winnings: {b}\n", "765 1 765\n".repeat(n)),
            // A running total, and the same again.
            |_, _, b| format!("{}\n{}\n{}\n{b}\n{b}\n", b - 40, b - 30, b - 20),
            |_, _, b| grouped(b, '\u{202f}'),
            |_, _, b| grouped(b, '\''),
            // Other numbers of a part.
            |n, _, b| format!("Solving part 2 with {n} hands...\nTotal winnings: {b}\n"),
            |n, _, b| format!("Part 1: {n} hands\nnot solved\nPart 2: {n} hands\n{b}\n"),
            |n, _, b| format!("1. Parsed {n} hands\n2. Total winnings: {b}\n"),
            |n, _, b| format!("1: 22345 987\n2: 2234A {n}\nTotal: {b}\n"),
        ];
        for (i, print) in second.into_iter().enumerate() {
            let found = (2, right.joker.to_string(), "5905".to_owned());
            assert_eq!(read(NOTHING, print), [found], "{i}");
        }
    }

    #[test]
    fn wrong_answers_are_found_where_answers_stand() {
        let right = full_size(1).totals;
        let (a, b) = (right.standard, right.joker);
        let joker = (Some(Rules::Joker), false);
        type Row<'a> = (Expected, Print, &'a [(u8, u128)]);
        let rows: [Row<'_>; 25] = [
            // A right intermediate number is not an answer if another number comes last.
            (
                NOTHING,
                |n, _, b| format!("{}Total: {}\n", format!("5 KTJJT {b}\n").repeat(n), b + 1),
                &[(0, b + 1)],
            ),
            (
                NOTHING,
                |_, _, b| (0..9).map(|i| format!("{}\n", b - 8 + 2 * i)).collect(),
                &[(0, b + 8)],
            ),
            (
                NOTHING,
                |_, a, b| format!("last {a}\ntotal {}\nlast {b}\ntotal {}\n", a + 1, b + 1),
                &[(1, a), (2, b)],
            ),
            // Of three possible totals or more, the right ones are read; if none is right, the last.
            (
                NOTHING,
                |_, _, b| {
                    (5..7).map(|i| format!("got {}\n", b - i)).collect::<String>()
                        + &format!("total {}\n", b - 1)
                },
                &[(0, b - 1)],
            ),
            (
                NOTHING,
                |_, _, b| {
                    (4..7).map(|i| format!("got {}\n", b - i)).collect::<String>()
                        + &format!("total {}\n", b - 1)
                },
                &[(0, b - 1)],
            ),
            (joker, |n, _, b| format!("{n} hands\n{}\n", b - 1), &[(2, b - 1)]),
            (NOTHING, |_, a, b| format!("{a}\n{}\n", b - 1), &[(1, a), (2, b - 1)]),
            (NOTHING, |_, a, b| format!("{}\n{}\n", a - 1, b - 1), &[(1, a - 1), (2, b - 1)]),
            // A part that its words name is an answer, however small it is.
            (
                NOTHING,
                |_, a, b| format!("p1 {a} in 7 ms\np2 {} in 8 ms\n", b / 7),
                &[(1, a), (2, b / 7)],
            ),
            (NOTHING, |_, a, _| format!("Part 1: {a}\nPart 2: {a}\n"), &[(1, a), (2, a)]),
            (NOTHING, |_, a, _| format!("{a}\n{a}\n"), &[(1, a), (2, a)]),
            (
                NOTHING,
                |_, a, b| format!("p1 {}\np2 {}\n", a % 999, b % 999),
                &[(1, a % 999), (2, b % 999)],
            ),
            (NOTHING, |_, _, b| format!("part 2: {}\n", b % 999), &[(2, b % 999)]),
            (NOTHING, |_, _, b| format!("{}\n", b - 1), &[(0, b - 1)]),
            (NOTHING, |_, a, _| format!("took 0.25\n{}\n", a - 1), &[(0, a - 1)]),
            (NOTHING, |_, a, _| format!("32227 7\n{}\n", a % 999), &[(0, a % 999)]),
            (joker, |_, a, _| format!("{a}\n"), &[(2, a)]),
            // A constant is no answer.
            (NOTHING, |n, a, _| format!("p1 {a}\np2 {n}\n"), &[(1, a)]),
            (NOTHING, |_, a, _| format!("p1 {a}\np2 251234567\n"), &[(1, a)]),
            (
                NOTHING,
                |_, a, b| format!("p1 {a} (0.{a})\np2 {} (0.{b})\n", b / 7),
                &[(1, a), (2, b / 7)],
            ),
            // A larger number is a second answer if it is printed like the first.
            (NOTHING, |_, a, b| format!("{a}\n{}\n", 1000 * b), &[(1, a), (2, 1000 * b)]),
            (NOTHING, |_, a, b| format!("{a}\nelapsed {}\n", 1000 * b), &[(1, a)]),
            (
                NOTHING,
                |_, a, b| format!("{} (part 2)\n{} (part 1)\n", b - 1, a - 1),
                &[(1, a - 1), (2, b - 1)],
            ),
            (NOTHING, |_, _, _| "no\n".to_owned(), &[]),
            (NOTHING, |_, _, _| "NaN\n".to_owned(), &[]),
        ];
        for (i, (expected, print, answers)) in rows.into_iter().enumerate() {
            let found = read(expected, print);
            let found: Vec<(u8, String)> =
                found.into_iter().map(|(part, value, _)| (part, value)).collect();
            let answers: Vec<(u8, String)> =
                answers.iter().map(|&(part, value)| (part, value.to_string())).collect();
            assert_eq!(found, answers, "{i}");
        }
    }

    /// On the example both answers are wrong, so only other inputs show where they are.
    #[test]
    fn answers_stand_where_inputs_of_full_size_have_them() {
        let print: Print = |_, a, b| {
            let more = u128::from(a < 10_000);
            let [x, y, after] = [("x", a % 97), ("y", b % 97), ("8\n", a % 5)]
                .map(|(text, times)| text.repeat(times as usize));
            format!("{x} {}\n{y} {}\n{after}", a + more, b + more)
        };
        let right = full_size(1).totals;
        let of = |rules: Rules, example: &str| {
            (rules.part(), right[rules].to_string(), example.to_owned())
        };
        let both = [of(Rules::Standard, "6441"), of(Rules::Joker, "5906")];
        assert_eq!(read(NOTHING, print), both);
    }
}
