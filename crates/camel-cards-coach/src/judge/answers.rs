//! Finds the answers among the numbers that a program printed.
//!
//! The input gives a range that contains the total of every order of its hands. Times, counts,
//! ranks, bids and hands are outside it. So the numbers in this range are the answers: the first to
//! part 1 and the second to part 2, unless the words before them say otherwise. The judge learns
//! these words on inputs of full size, and uses them if the range has more or fewer numbers than
//! there are answers.

use std::{cmp::Reverse, collections::HashSet};

use camel_cards::Rules;

use super::{
    JudgeOptions, PartVerdict, RunEnd, VerdictKind,
    numbers::{Label, Number},
    plan::Sample,
};

/// This many possible totals after the same words are a list, and not answers.
const LISTED: usize = 3;

/// Of at most this many possible totals, the right ones are answers: both are printed twice, or beside a number that is as
/// large. More are running totals, which may have the right total by chance.
const FEW: usize = 6;

/// Reads the answers of one program.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnswerReader {
    /// The rules of each answer that is printed, in this order, and its label.
    printed: Vec<(Rules, Label)>,
    /// The rules whose answers are judged, part 1 first.
    pub(super) rules: Vec<Rules>,
    /// Numbers that are printed for every input of full size, such as the number of hands, the total of another input,
    /// or a 0 for an unsolved part. They are not answers, unless all numbers are constant, or words name their part and
    /// the example has another number there.
    constants: HashSet<String>,
    /// Whether no run on an input of full size has more than [`FEW`] possible totals.
    has_few: bool,
    /// Whether it is unknown which rules the only answer is for.
    pub(crate) part_is_unknown: bool,
}

impl AnswerReader {
    /// Learns from runs on inputs of one size which answers are printed, and where; `None` if none has a number. Numbers
    /// that the run on the example has, too, may not depend on the input.
    pub(crate) fn learn(
        samples: &[Sample],
        example: &Sample,
        options: &JudgeOptions,
    ) -> Option<AnswerReader> {
        let read = with_answers(samples);
        let constants = constants(&read, options);
        let mut reader = AnswerReader { constants, ..AnswerReader::default() };
        let has_few = |one: &&Sample| {
            one.numbers.iter().filter(|number| reader.is_total(number, one)).count() <= FEW
        };
        reader.has_few = read.iter().all(has_few);
        let answers = reader.found(read, example)?;
        reader.learn_parts(&answers, options);
        Some(reader)
    }

    /// Returns the answers found in each of these runs. Leaves out runs that have fewer than others.
    fn found<'a>(
        &self,
        read: Vec<&'a Sample>,
        example: &'a Sample,
    ) -> Option<Vec<(&'a Sample, Vec<&'a Number>)>> {
        let fixed = &self.constants & &example.values();
        let mut answers: Vec<(&Sample, Vec<&Number>)> =
            read.into_iter().map(|one| (one, self.find(one, &fixed))).collect();
        // A part that always fails at full size may be right on the example.
        let of_example = self.find(example, &fixed);
        let is_answered = |rules: &Rules| {
            let is_right = |one: &&Number| one.is(example.input.totals[*rules]);
            of_example.iter().any(|one| is_right(one) && !self.constants.contains(&one.value))
        };
        if Rules::ALL.iter().all(is_answered) && !answers.is_empty() {
            answers.push((example, of_example));
        }
        let count = answers.iter().map(|(_, found)| found.len()).max()?;
        answers.retain(|(_, found)| found.len() == count);
        // Part 2's right total twice is one answer that is printed twice. If both totals are equal, this cannot be seen.
        let is_repeated = |(one, found): &(&Sample, Vec<&Number>)| match found[..] {
            [a, b] => a.label == b.label && [a, b].iter().all(|it| it.is(one.input.totals.joker)),
            _ => false,
        };
        let differ = |(one, _): &(&Sample, Vec<&Number>)| {
            !one.run.returned && one.input.totals.standard != one.input.totals.joker
        };
        if answers.iter().all(is_repeated) && answers.iter().any(differ) {
            answers.iter_mut().for_each(|(_, found)| found.truncate(1));
        }
        Some(answers)
    }

    /// Learns which answer is to which part. The options may name the only rules that it answers, or require both parts.
    fn learn_parts(&mut self, answers: &[(&Sample, Vec<&Number>)], options: &JudgeOptions) {
        let JudgeOptions { rules: only, both, .. } = *options;
        let first = &answers[0].1;
        let count = first.len();
        // What is always right tells the parts better than words, which may be wrong.
        let fits = |order: [Rules; 2]| {
            let is_right = |i: &usize| {
                answers.iter().all(|(one, found)| found[*i].is(one.input.totals[order[*i]]))
            };
            let is_named = |i: &usize| first[*i].label.part == Some(order[*i]);
            ((0..count).filter(is_right).count(), (0..count).filter(is_named).count())
        };
        let (usual, reverse) = (Rules::ALL, [Rules::Joker, Rules::Standard]);
        let is_pair = count == 2 && answers.iter().all(|(one, _)| one.run.returned);
        self.part_is_unknown =
            count == 1 && !both && only.is_none() && fits(usual) == fits(reverse);
        // A run may have failed before it came to the part that is asked for.
        let has_failed = answers.iter().all(|(one, _)| one.run.end != RunEnd::Ended);
        let is_of = |only: Rules| !has_failed || first[0].label.part != Some(only.other());
        let order = match only {
            Some(only) if count == 1 && is_of(only) => [only; 2],
            _ if !is_pair && fits(reverse) > fits(usual) => reverse,
            _ => usual,
        };
        self.printed = order.into_iter().zip(first.iter().map(|one| one.label.clone())).collect();
        self.rules = match only {
            Some(only) => vec![only],
            None if both || count == 2 => Rules::ALL.to_vec(),
            None => vec![order[0]],
        };
    }

    /// Whether every answer is printed with words that name the other part. Words behind the numbers of one line seem to
    /// belong to the next number, but not for every answer.
    pub(crate) fn names_other_part(&self) -> bool {
        let is_other = |(of, label): &(Rules, Label)| label.own_part == Some(of.other());
        self.printed.iter().all(is_other)
    }

    /// Decides that the only answer is to this part.
    pub(crate) fn decide(&mut self, rules: Rules) {
        self.rules = vec![rules];
        self.printed.iter_mut().for_each(|(printed, _)| *printed = rules);
    }

    pub(super) fn is_total(&self, number: &Number, sample: &Sample) -> bool {
        let is_right = Rules::ALL.iter().any(|&rules| number.is(sample.input.totals[rules]));
        is_right || number.is_in(&sample.input.range) && !self.constants.contains(&number.value)
    }

    /// Returns the answers among the numbers that were printed for an input of full size: one, or two in the order
    /// printed. `fixed` has the numbers that are printed for every input.
    fn find<'a>(&self, sample: &'a Sample, fixed: &HashSet<String>) -> Vec<&'a Number> {
        let numbers = &sample.numbers;
        let totals = numbers.iter().filter(|one| self.is_total(one, sample));
        // Running totals are a list, of which the last counts if there is nothing else. So are keys of hands.
        let is_listed = |one: &&Number| {
            totals.clone().filter(|other| other.label == one.label).take(LISTED).count() == LISTED
        };
        let mut found: Vec<&Number> = totals.clone().filter(|one| !is_listed(one)).collect();
        if found.is_empty() && self.has_few {
            let right = Rules::ALL
                .map(|rules| totals.clone().rfind(|one| one.is(sample.input.totals[rules])));
            found.extend(right.into_iter().flatten());
            found.sort_by_key(|one| one.at);
            found.dedup();
        }
        if found.is_empty() {
            found.extend(totals.clone().next_back());
        }
        // An answer whose words name a part may be too small or too large for a total.
        let others: Vec<&Number> =
            numbers.iter().filter(|one| !fixed.contains(&one.value)).collect();
        let pair = named_parts(&others, &found, |label| label.own_part);
        if let Some(pair) = pair.or_else(|| named_parts(&found, &found, |label| label.part)) {
            return pair;
        }
        let changes = |one: &&Number| !self.constants.contains(&one.value);
        match found[..] {
            [] => found.extend(numbers.iter().rfind(changes).or(numbers.last())),
            // A second answer may be larger than every total if it is printed in the same way: a sum of both parts.
            [one] => {
                let is_above = |other: &&&Number| {
                    (other.label == one.label || other.line == one.line)
                        && other.whole() > Some(*sample.input.range.end())
                };
                let mut above = others.iter().filter(is_above).filter(|one| changes(one));
                if let (Some(above), None) = (above.next(), above.next()) {
                    found.push(above);
                    found.sort_by_key(|one| one.at);
                }
            }
            // The same number twice is one answer, unless the words before it are alike and name no part.
            [a, b] if a.value == b.value && (a.label != b.label || a.label.part.is_some()) => {
                found.remove(0);
            }
            [_, _] => {}
            _ => {
                let right = Rules::ALL.map(|rules| {
                    found.iter().rfind(|one| one.is(sample.input.totals[rules])).copied()
                });
                match right {
                    [None, None] => found = found.split_off(found.len() - 1),
                    right => found.retain(|one| right.contains(&Some(one))),
                }
            }
        }
        found
    }

    /// Reads the answer under `rules`. Of two answers, it prefers those after its own words; then numbers in the range of
    /// the totals, then those after the words of either, then the last.
    pub(crate) fn answer<'a>(&self, rules: Rules, sample: &'a Sample) -> Option<&'a Number> {
        let at = self.printed.iter().position(|(of, _)| *of == rules || self.part_is_unknown)?;
        let is_label = |one: &Number| self.printed.iter().any(|(_, label)| one.label == *label);
        let rank = |one: &Number| {
            let changes = !self.constants.contains(&one.value);
            (self.is_total(one, sample), is_label(one), changes, one.at)
        };
        let numbers = sample.numbers.iter();
        let own = &self.printed[at].1;
        let is_own = |one: &&Number| one.label == *own;
        let listed = numbers.clone().filter(|one| is_own(one) && self.is_total(one, sample));
        if self.has_few && listed.clone().count() >= LISTED {
            if let Some(right) = listed.clone().rfind(|one| one.is(sample.input.totals[rules])) {
                return Some(right);
            }
        }
        if self.printed.iter().any(|(_, label)| label != own) {
            if let Some(own) = numbers.clone().filter(is_own).max_by_key(|one| rank(one)) {
                return Some(own);
            }
        }
        let mut found: Vec<&Number> = numbers.collect();
        // `Day 7.1: 6440` has a number before the answer.
        found.retain(|one| self.printed.len() == 1 || self.is_total(one, sample) || is_label(one));
        found.sort_by_cached_key(|one| Reverse(rank(one)));
        found.truncate(self.printed.len());
        found.sort_by_key(|one| one.at);
        found.get(at).copied()
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
        let is_right = |one: &Number| {
            one.is(sample.input.totals[rules[0]]) && (!sample.run.is_late() || lacks_one())
        };
        let (kind, failure) = match (&sample.run.end, answer) {
            (_, Some(one)) if is_right(one) => (VerdictKind::Right, None),
            (RunEnd::TimedOut, _) => (VerdictKind::Timeout, None),
            (RunEnd::Failed(how), one) if !one.is_some_and(|one| self.is_total(one, sample)) => {
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

/// Returns the runs that may have answers. What a run printed before it failed is an answer if it is as large as a total.
/// It may be chance, so this counts only if there are several runs.
fn with_answers(samples: &[Sample]) -> Vec<&Sample> {
    let mut read: Vec<&Sample> = samples.iter().filter(|one| !one.run.is_late()).collect();
    let are_several = read.len() > 1;
    read.retain(|one| match one.run.end {
        RunEnd::Ended => !one.numbers.is_empty(),
        _ => are_several && one.numbers.iter().any(|number| number.is_in(&one.input.range)),
    });
    read
}

/// Returns the numbers that are in all of these runs, if there are several. A 0 for an unsolved part is not one of them if
/// this part is required or returned, because it is then an answer.
fn constants(read: &[&Sample], options: &JudgeOptions) -> HashSet<String> {
    let [one, _, ..] = read else { return HashSet::new() };
    let values = read.iter().map(|one| one.values());
    let mut constants = values.reduce(|all, one| &all & &one).unwrap_or_default();
    let is_returned = read.iter().all(|one| one.run.returned);
    if options.both || options.rules.is_some() || is_returned {
        let is_possible = |value| one.input.range.contains(&value);
        constants.retain(|value| value.parse().is_ok_and(is_possible));
    }
    constants
}

/// The last number whose words name part 1, and the last for part 2, unless they leave out a number that was found.
fn named_parts<'a>(
    numbers: &[&'a Number],
    found: &[&'a Number],
    part: impl Fn(&Label) -> Option<Rules>,
) -> Option<Vec<&'a Number>> {
    let last = |rules| {
        let of_part = numbers.iter().copied().filter(|one| part(&one.label) == Some(rules));
        of_part.max_by_key(|one| (found.contains(one), one.at))
    };
    let pair = vec![last(Rules::Standard)?, last(Rules::Joker)?];
    let count = pair.iter().filter(|one| found.contains(one)).count();
    (count == found.len().min(2)).then_some(pair)
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
            number.map_or_else(String::new, |number| number.value.clone())
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
