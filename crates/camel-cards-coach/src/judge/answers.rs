//! Finds the answers among the numbers that a program printed.
//!
//! A part is right if its right total is printed, wherever. Only for another part the judge asks which number is meant: a
//! possible total of the input that is the same in two runs on it, and not the same for every input. If there are one or
//! two, they are the answers; of more, the last one is.

use std::collections::HashSet;

use camel_cards::Rules;

use super::{JudgeOptions, PartVerdict, RunEnd, VerdictKind, numbers::Number, sample::Sample};

/// Reads the answers of one program.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnswerReader {
    /// The rules of each answer, in the order printed.
    parts_in_order: Vec<Rules>,
    /// The rules whose answers are judged, part 1 first.
    pub(super) rules: Vec<Rules>,
    /// Numbers that are printed for every input of full size, such as the number of hands or the total of another input.
    same_at_full_size: HashSet<i128>,
    /// Those that are also printed for the example. They are not answers, unless all numbers are constant.
    same_at_any_size: HashSet<i128>,
    /// Whether it is unknown which rules the only answer is for.
    pub(crate) part_is_unknown: bool,
    /// Whether every right answer is printed with words that name the other part.
    pub(crate) names_other_part: bool,
}

/// An answer in one run, and its part if it is known.
type Answer = (Option<Rules>, Number);

impl AnswerReader {
    /// Learns from runs on inputs of one size which answers are printed, and where; `None` if none is.
    pub(crate) fn learn(
        samples: &[Sample],
        example: &Sample,
        options: &JudgeOptions,
    ) -> Option<AnswerReader> {
        let mut read = with_answers(samples);
        let mut constants = constants(&read);
        let is_returned = read.iter().all(|one| one.run.returned);
        if options.both || options.rules.is_some() || is_returned {
            // A 0 for an unsolved part is an answer if this part is required.
            let range = &read.first()?.input.range;
            constants.retain(|&value| Number { value, at: 0 }.is_in(range));
        }
        let fixed = constants.intersection(example.printed.values()).copied().collect();
        let mut reader = AnswerReader {
            same_at_full_size: constants,
            same_at_any_size: fixed,
            ..AnswerReader::default()
        };
        let differ = |one: &&&Sample| one.input.totals.standard != one.input.totals.joker;
        let is_right = |of: &Rules| {
            let mut telling = read.iter().filter(differ).peekable();
            telling.peek().is_some() && telling.all(|one| reader.right(*of, one).is_some())
        };
        let right: Vec<Rules> = Rules::ALL.into_iter().filter(is_right).collect();
        read.sort_by_key(|one| !differ(&one));
        // Without a second run it is unknown what changes from run to run, so only right answers count. So they do beside a
        // number that is no possible total on another input.
        let has_pair = read.iter().any(|one| one.stable.is_some());
        let ended = read.iter().filter(|one| differ(one) && one.run.end == RunEnd::Ended);
        let fewest = ended.map(|one| reader.find(one, &right).len()).min();
        let found = |one: &Sample| {
            let is_right =
                |(of, number): &Answer| of.is_some_and(|of| number.is(one.input.totals[of]));
            let mut found = reader.find(one, &right);
            let are_known = match one.stable {
                Some(_) => !found.iter().any(is_right) || fewest >= Some(found.len()),
                None => !has_pair,
            };
            found.retain(|answer| are_known || is_right(answer));
            found
        };
        let mut answers: Vec<(&Sample, Vec<Answer>)> =
            read.into_iter().map(|one| (one, found(one))).collect();
        // A part that always fails at full size may be right on the example.
        let is_answered = |of: &Rules| {
            let right = reader.right(*of, example);
            right.is_some_and(|right| !reader.same_at_full_size.contains(&right.value))
        };
        if Rules::ALL.iter().all(is_answered) && !answers.is_empty() {
            answers.push((example, reader.find(example, &Rules::ALL)));
        }
        let most = answers.iter().map(|(_, found)| found.len()).max().filter(|most| *most > 0)?;
        answers.retain(|(_, found)| found.len() == most);
        reader.learn_parts(&answers, options);
        Some(reader)
    }

    /// Learns which answer is to which part. The options may name the only rules that it answers, or require both parts.
    fn learn_parts(&mut self, answers: &[(&Sample, Vec<Answer>)], options: &JudgeOptions) {
        let (sample, found) = &answers[0];
        let printed = &sample.printed;
        let is_other =
            |(of, number): &Answer| printed.part_of_line(*number) == of.map(Rules::other);
        self.names_other_part = found.iter().all(|one| one.0.is_some() && is_other(one));
        // A run may have failed before it came to the part that is asked for.
        let has_failed = answers.iter().all(|(one, _)| one.run.end != RunEnd::Ended);
        let is_of = |only: Rules, (of, number): &Answer| match of {
            Some(of) => *of == only || !(has_failed && printed.part_of_line(*number) == Some(*of)),
            None => true,
        };
        let rules = |answer: &Answer| {
            let only = options.rules.filter(|only| found.len() == 1 && is_of(*only, answer));
            only.or(answer.0).unwrap_or(Rules::Standard)
        };
        self.parts_in_order = found.iter().map(rules).collect();
        self.part_is_unknown =
            found.iter().any(|(of, _)| of.is_none()) && options.rules.is_none() && !options.both;
        self.rules = match options.rules {
            Some(only) => vec![only],
            None if options.both => Rules::ALL.to_vec(),
            None => self.parts_in_order.clone(),
        };
        self.rules.sort_unstable();
    }

    /// Decides that the only answer is to this part.
    pub(crate) fn decide(&mut self, rules: Rules) {
        self.rules = vec![rules];
        self.parts_in_order = vec![rules];
    }

    /// Returns the right total under `rules`, if it is printed. If both parts have this total and it is printed once, it
    /// is the answer to one of them.
    fn right(&self, rules: Rules, sample: &Sample) -> Option<Number> {
        let (printed, totals) = (&sample.printed, &sample.input.totals);
        let own = |number: &Number| printed.part_of_line(*number);
        let is_returned_as_other =
            |one: &Number| sample.run.returned && own(one) == Some(rules.other());
        let is_right = |one: &&Number| one.is(totals[rules]);
        let mut right: Vec<Number> = printed.numbers.iter().filter(is_right).copied().collect();
        if right.is_empty() {
            right.extend(printed.find(totals[rules]));
        }
        right.retain(|one| !is_returned_as_other(one));
        let is_shared = totals.standard == totals.joker && right.len() == 1;
        if let ([first, _], true) = (&self.parts_in_order[..], is_shared) {
            right.retain(|one| own(one).unwrap_or(*first) == rules);
        }
        right.iter().rfind(|one| own(one) == Some(rules)).or(right.last()).copied()
    }

    /// Returns the possible totals of its input that a run printed and that may be answers.
    fn totals(&self, sample: &Sample) -> Vec<Number> {
        let numbers = sample.printed.numbers.iter().copied();
        let in_range =
            numbers.filter(|number| number.at >= sample.start && number.is_in(&sample.input.range));
        in_range
            .filter(|number| self.may_be_answer(sample, number, &self.same_at_full_size))
            .collect()
    }

    /// Whether a number is the same in all runs on this input, and not one of those that depend on no input.
    fn may_be_answer(&self, sample: &Sample, number: &Number, constants: &HashSet<i128>) -> bool {
        let is_stable = |stable: &HashSet<i128>| stable.contains(&number.value);
        !constants.contains(&number.value) && sample.stable.as_ref().is_none_or(is_stable)
    }

    /// Returns the answers in a run, in the order printed. The parts in `right` are right in all runs.
    fn find(&self, sample: &Sample, right: &[Rules]) -> Vec<Answer> {
        let printed = &sample.printed;
        let right = right.iter().filter_map(|of| Some((Some(*of), self.right(*of, sample)?)));
        let mut found: Vec<Answer> = right.collect();
        let totals = self.totals(sample);
        for of in Rules::ALL {
            if !found.iter().any(|(known, _)| *known == Some(of)) {
                let named = self.named(of, sample, &totals, &found);
                found.extend(named.map(|number| (Some(of), number)));
            }
        }
        let all = distinct(&totals, &[]);
        let rest = distinct(&totals, &found);
        match (&found[..], &rest[..]) {
            ([], []) if self.parts_in_order.is_empty() => {
                let mut numbers = printed.numbers.iter();
                let is_away = |one: &Number| sample.is_away_from_hands(*one);
                let changes =
                    |one: &Number| self.may_be_answer(sample, one, &self.same_at_full_size);
                let last = numbers.clone().rfind(|one| changes(one) && is_away(one));
                let last = last.or_else(|| numbers.rfind(|one| is_away(one)));
                found.extend(last.map(|number| (None, *number)));
            }
            ([], [one]) => match second_of_equals(sample, *one) {
                Some(second) => {
                    found = vec![(Some(Rules::Standard), *one), (Some(Rules::Joker), second)];
                }
                None => found.push((None, *one)),
            },
            ([], [one, two]) => {
                found = vec![(Some(Rules::Standard), *one), (Some(Rules::Joker), *two)];
            }
            ([], _) => found.extend(totals.last().map(|last| (None, *last))),
            (&[(Some(of), known)], rest) => {
                let other = match (all.len(), totals.last()) {
                    (3.., Some(last)) => (last.value != known.value).then_some(*last),
                    _ => rest.first().copied(),
                };
                let is_second = |_: &Number| of == Rules::Standard && all.len() == 1;
                let second = || second_of_equals(sample, known).filter(is_second);
                let other = other.or_else(second).or_else(|| self.sum_of_parts(sample, known));
                found.extend(other.map(|number| (Some(of.other()), number)));
            }
            _ => {}
        }
        found.sort_by_key(|(_, number)| number.at);
        found
    }

    /// Returns the last possible total that words name as that of a part. Another number is one if the known answers
    /// have such words, too.
    fn named(
        &self,
        of: Rules,
        sample: &Sample,
        totals: &[Number],
        known: &[Answer],
    ) -> Option<Number> {
        let printed = &sample.printed;
        let is_new = |one: &&Number| !known.iter().any(|(_, known)| known.value == one.value);
        let total = totals.iter().filter(is_new).rfind(|one| printed.part(**one) == Some(of));
        let are_named = || known.iter().all(|(of, one)| printed.part_of_line(*one) == *of);
        // A total that changes from run to run is an answer, too, if it is printed like the other part's answer.
        let is_stable = |one: &Number| self.may_be_answer(sample, one, &self.same_at_any_size);
        let is_like_known = |one: &Number| {
            one.is_in(&sample.input.range)
                && !self.same_at_full_size.contains(&one.value)
                && known.iter().any(|(_, known)| printed.words(*known) == printed.words(*one))
        };
        let is_answer = |one: &&Number| {
            printed.part_of_line(**one) == Some(of)
                && (is_stable(one) || is_like_known(one))
                && sample.is_away_from_hands(**one)
        };
        total.or_else(|| printed.numbers.iter().rfind(is_answer).filter(|_| are_named())).copied()
    }

    /// Returns the number that is larger than every total, but printed in the same way as an answer: a sum of both parts.
    fn sum_of_parts(&self, sample: &Sample, answer: Number) -> Option<Number> {
        let (printed, words) = (&sample.printed, sample.printed.words(answer));
        let is_above = |one: &&Number| {
            one.value != answer.value
                && u128::try_from(one.value).is_ok_and(|value| value > *sample.input.range.end())
                && self.may_be_answer(sample, one, &self.same_at_full_size)
                && printed.words(**one) == words
        };
        let mut above = printed.numbers.iter().filter(is_above);
        above.next().filter(|_| above.next().is_none()).copied()
    }

    /// Reads the answer under `rules`. On a small input it may be no possible total; then the run must print as many numbers
    /// as answers.
    pub(crate) fn answer(&self, rules: Rules, sample: &Sample) -> Option<Number> {
        if let Some(right) = self.right(rules, sample) {
            return Some(right);
        }
        if !self.part_is_unknown && !self.parts_in_order.contains(&rules) {
            return None;
        }
        let is_right = |of: &&Rules| self.right(**of, sample).is_some();
        let right: Vec<Rules> = self.parts_in_order.iter().filter(is_right).copied().collect();
        let mut found = self.find(sample, &right);
        if found.len() != self.parts_in_order.len() {
            let may_be_answer = |one: &&Number| {
                self.may_be_answer(sample, one, &self.same_at_any_size)
                    && sample.is_away_from_hands(**one)
            };
            let away = sample.printed.numbers.iter().filter(may_be_answer);
            if away.clone().count() == self.parts_in_order.len() {
                found = self.parts_in_order.iter().map(|of| Some(*of)).zip(away.copied()).collect();
            }
        }
        if let ([], Some(_)) = (&found[..], &sample.stable) {
            // Its answers differ.
            return self.answer(rules, &Sample { stable: None, ..sample.clone() });
        }
        let is_own = |(of, _): &&Answer| *of == Some(rules) && !self.part_is_unknown;
        let only = found.last().filter(|_| self.parts_in_order.len() == 1);
        found.iter().rfind(is_own).or(only).map(|(_, number)| *number)
    }

    pub(crate) fn is_right(&self, sample: &Sample, rules: Rules) -> bool {
        self.verdict(sample, &[rules]).kind == VerdictKind::Right
    }

    /// Returns the verdict on one run for a part, or for all parts that fail in the same way. What a failed run printed
    /// is an answer if it is as large as a total.
    pub(crate) fn verdict(&self, sample: &Sample, rules: &[Rules]) -> PartVerdict {
        self.verdict_on(self.answer(rules[0], sample), sample, rules)
    }

    /// The same if the answer is known.
    pub(crate) fn verdict_on(
        &self,
        answer: Option<Number>,
        sample: &Sample,
        rules: &[Rules],
    ) -> PartVerdict {
        // A run that printed every answer and still hangs fails in all parts.
        let lacks_one = || self.rules.iter().any(|of| self.answer(*of, sample).is_none());
        let is_right = |one: Number| {
            one.is(sample.input.totals[rules[0]]) && (!sample.run.is_late() || lacks_one())
        };
        let (kind, failure) = match (&sample.run.end, answer) {
            (_, Some(one)) if is_right(one) => (VerdictKind::Right, None),
            (RunEnd::TimedOut, _) => (VerdictKind::Timeout, None),
            (RunEnd::Failed(how), one)
                if !one.is_some_and(|one| one.is_in(&sample.input.range)) =>
            {
                (VerdictKind::Crash, Some(&**how))
            }
            (_, Some(_)) => (VerdictKind::Wrong, None),
            _ if sample.run.returned => (VerdictKind::Crash, Some("returned no number")),
            _ => (VerdictKind::Crash, Some("printed no answer")),
        };
        let answer = answer.filter(|_| matches!(kind, VerdictKind::Right | VerdictKind::Wrong));
        PartVerdict {
            kind,
            read: answer.map(|one| sample.printed.line(one)),
            answered: answer.map(|one| sample.printed.digits(one)),
            failure: failure.map(str::to_owned),
            ..PartVerdict::new(rules, sample)
        }
    }
}

/// Returns the first of each value, except those that are known.
fn distinct(numbers: &[Number], known: &[Answer]) -> Vec<Number> {
    let mut values: HashSet<i128> = known.iter().map(|(_, known)| known.value).collect();
    numbers.iter().filter(|one| values.insert(one.value)).copied().collect()
}

/// Returns the second of two equal numbers, if exactly two are printed, and in the same way.
fn second_of_equals(sample: &Sample, number: Number) -> Option<Number> {
    let equal = sample.printed.numbers.iter().filter(|one| one.value == number.value);
    let equal: Vec<Number> = equal.copied().collect();
    let [first, second] = equal[..] else { return None };
    (sample.printed.words(first) == sample.printed.words(second)).then_some(second)
}

/// Returns the runs that may have answers. What a run printed before it failed is an answer if it is as large as a total.
/// It may be chance, so this counts only if there are several runs.
fn with_answers(samples: &[Sample]) -> Vec<&Sample> {
    let mut read: Vec<&Sample> = samples.iter().filter(|one| !one.run.is_late()).collect();
    let are_several = read.len() > 1;
    read.retain(|one| match one.run.end {
        RunEnd::Ended => one.has_number(),
        _ => are_several && one.has_total(),
    });
    read
}

/// Returns the numbers that are printed for all of these inputs, if there are several.
fn constants(read: &[&Sample]) -> HashSet<i128> {
    let [first, others @ ..] = read else { return HashSet::new() };
    let is_constant = |value: &&i128| others.iter().all(|one| one.printed.values().contains(value));
    let values = first.printed.values().iter().filter(is_constant).copied();
    if others.is_empty() { HashSet::new() } else { values.collect() }
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
        let mut inputs: Vec<TestInput> = [1, 2].map(full_size).to_vec();
        inputs.push(TestInput::example());
        let printed: Vec<String> = (inputs.iter())
            .map(|one| print(one.entries.len(), one.totals.standard, one.totals.joker))
            .collect();
        let run = |printed| Run { printed, ..Run::default() };
        let samples: Vec<Sample> = (inputs.into_iter().zip(printed))
            .map(|(input, printed)| Sample::new(input, run(printed)))
            .collect();
        let options = JudgeOptions { rules, both, ..JudgeOptions::default() };
        let Some(reader) = AnswerReader::learn(&samples[..2], &samples[2], &options) else {
            return Vec::new();
        };
        let value = |rules, i: usize| {
            let number = reader.answer(rules, &samples[i]);
            number.map_or_else(String::new, |number| number.value.to_string())
        };
        let part = |rules: Rules| if reader.part_is_unknown { 0 } else { rules.part() };
        reader.rules.iter().map(|&of| (part(of), value(of, 0), value(of, 2))).collect()
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

    /// The second part crashes at full size, or its total overflows 16 bits.
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
        const OVERFLOWN: Print = |_, a, b| format!("{a}\n{}\n", b % 65536);
        let right = full_size(1).totals;
        let answers = |second: String| {
            let first = (1, right.standard.to_string(), "6440".to_owned());
            [first, (2, second, "5905".to_owned())]
        };
        for print in LOST {
            assert_eq!(read(NOTHING, print), answers(String::new()));
        }
        assert_eq!(read(NOTHING, OVERFLOWN), answers((right.joker % 65536).to_string()));
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
            // A right total is right wherever it is printed, and another number that comes last is the other answer.
            (
                NOTHING,
                |n, _, b| format!("{}Total: {}\n", format!("5 KTJJT {b}\n").repeat(n), b + 1),
                &[(1, b + 1), (2, b)],
            ),
            (
                NOTHING,
                |_, _, b| (0..9).map(|i| format!("{}\n", b - 8 + 2 * i)).collect(),
                &[(1, b + 8), (2, b)],
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
            // A labelled number that another size changes is an answer; a constant is none.
            (NOTHING, |n, a, _| format!("p1 {a}\np2 {n}\n"), &[(1, a), (2, 1000)]),
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
            let [x, y, after] = [("x", a % 7), ("y", b % 7), ("8\n", a % 5)]
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
