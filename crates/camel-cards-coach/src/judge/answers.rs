//! Which of the numbers that a solution printed are its answers.
//!
//! On an input as large as the puzzle's, only a total is as large as a total: whatever the order
//! of its thousand hands, the total lies between two bounds, and times, counts, ranks, bids and
//! hands are far below them. So the numbers between the bounds are the answers, the first to part
//! 1 and the second to part 2 unless the words before them say otherwise. If none is there, the
//! last number is the answer. Where it stands is learnt on two such inputs, and used on small ones.

use std::collections::HashSet;

use camel_cards::{PerRules, Rules};

use super::{
    numbers::Number,
    plan::Sample,
    run::RunEnd,
    verdict::{Outcome, VerdictKind},
};

/// Where a number stands in what is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Behind these words, which may name a part: the last such number, or so many before it.
    Behind(String, Option<Rules>, usize),
    /// So many numbers before the last.
    BeforeLast(usize),
    /// So many numbers behind the first.
    BehindFirst(usize),
}

impl Place {
    fn number<'a>(&self, numbers: &'a [Number]) -> Option<&'a Number> {
        match self {
            Place::Behind(words, part, n) => {
                let is_there = |one: &&Number| one.words == *words && one.part == *part;
                numbers.iter().rev().filter(is_there).nth(*n)
            }
            Place::BeforeLast(n) => numbers.iter().rev().nth(*n),
            Place::BehindFirst(n) => numbers.get(*n),
        }
    }

    /// The places at which a number stands.
    fn all_of(number: &Number, numbers: &[Number]) -> [Place; 3] {
        let Number { words, part, at, .. } = number;
        let is_same = |one: &&Number| one.words == *words && one.part == *part;
        let same = numbers[at + 1..].iter().filter(is_same).count();
        [
            Place::Behind(words.clone(), *part, same),
            Place::BeforeLast(numbers.len() - 1 - at),
            Place::BehindFirst(*at),
        ]
    }
}

/// How many numbers behind the same words are no answers but a list.
const LISTED: usize = 4;

/// Reads the answers of one solution.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnswerReader {
    /// The rules of each answer, part 1 first, and where it stands.
    pub(super) places: Vec<(Rules, Place)>,
    /// Numbers as large as totals that are printed for every input.
    constants: HashSet<String>,
    /// The failure that it always ends with, although it prints its answers.
    pub(crate) usual_end: Option<String>,
    /// Whether nothing tells which rules the only answer is for.
    pub(crate) rules_are_open: bool,
}

impl AnswerReader {
    /// Learns where the answers stand; `None` if no sample has a number. `example` is the run on a
    /// small input: of places that serve as well, one that is right there is taken. Somebody may
    /// have said that it answers under these rules `only`, or whether it answers `both` parts.
    pub(crate) fn learn(
        samples: &[&Sample],
        example: &Sample,
        only: Option<Rules>,
        both: bool,
    ) -> Option<AnswerReader> {
        let read = samples.iter().map(|one| (one.numbers(), one.input.totals));
        let mut read: Vec<(Vec<Number>, PerRules<u128>)> =
            read.filter(|(numbers, _)| !numbers.is_empty()).collect();
        // What is printed whatever the input is, as the total of another input, is no answer.
        let totals = |(numbers, _): &(Vec<Number>, _)| -> HashSet<String> {
            numbers.iter().filter(|one| one.is_total()).map(|one| one.value.clone()).collect()
        };
        let totals: Vec<HashSet<String>> = read.iter().map(totals).collect();
        let mut constants = totals.iter().cloned().reduce(|all, one| &all & &one)?;
        if totals.iter().any(|all| all.len() == constants.len()) {
            constants.clear();
        }
        read.iter_mut().for_each(|(numbers, _)| leave_out(numbers, &constants));
        let answers: Vec<Vec<&Number>> =
            read.iter().map(|(numbers, totals)| answers(numbers, *totals, both)).collect();
        let first = answers.first()?;
        let is_right = |i: usize, rules: Rules| {
            answers.iter().zip(&read).all(|(found, (_, totals))| found[i].is(totals[rules]))
        };
        let is_returned = samples.iter().all(|one| one.run.returned);
        let mut reader = AnswerReader { constants, ..AnswerReader::default() };
        let chosen: Vec<(Rules, usize)> = if answers.iter().any(|found| found.len() == 1) {
            let right: Vec<Rules> =
                Rules::ALL.into_iter().filter(|&rules| is_right(0, rules)).collect();
            // On hands without jokers both are right.
            let of_value = right.first().filter(|_| right.len() == 1).copied();
            let rules = only.or(of_value).or(first[0].part);
            reader.rules_are_open = rules.is_none() && !both;
            vec![(rules.unwrap_or(Rules::Standard), 0)]
        } else {
            let is_right_as = |order: &[usize; 2]| {
                order.iter().zip(Rules::ALL).any(|(&i, rules)| is_right(i, rules))
            };
            let mut orders = [[0, 1], [1, 0]];
            if (first[0].part, first[1].part) == (Some(Rules::Joker), Some(Rules::Standard)) {
                orders.reverse();
            }
            // What is printed may be named the wrong way round.
            let right = orders.into_iter().find(is_right_as).filter(|_| !is_returned);
            let order = right.unwrap_or(orders[0]);
            // What never changes is no answer, such as a 0 for a part that is not done.
            let is_constant = |i: usize| answers.iter().all(|one| one[i].value == first[i].value);
            let is_answer = |&(rules, i): &(Rules, usize)| match only {
                Some(only) => only == rules,
                None => is_returned || both || !is_constant(i) || is_constant(1 - i),
            };
            Rules::ALL.into_iter().zip(order).filter(is_answer).collect()
        };
        reader.places.extend(chosen.into_iter().filter_map(|(rules, i)| {
            let places = Place::all_of(first[i], &read[0].0).into_iter();
            let best = places.min_by_key(|place| {
                let serves = read.iter().zip(&answers).all(|((numbers, _), found)| {
                    place.number(numbers).is_some_and(|one| one.value == found[i].value)
                });
                let right = example.input.totals[rules];
                (!serves, !place.number(&example.numbers()).is_some_and(|one| one.is(right)))
            });
            Some((rules, best?))
        }));
        if let ([(rules, _)], true, None) = (&reader.places[..], both, only) {
            // The other was promised, and no number stands where it is looked for.
            reader.places.push((rules.other(), Place::BehindFirst(usize::MAX)));
        }
        Some(reader)
    }

    /// The rules of the answers that are read.
    pub(crate) fn rules(&self) -> Vec<Rules> {
        self.places.iter().map(|&(rules, _)| rules).collect()
    }

    /// Reads the answer under `rules`. For an input of full size it is the right total if that is printed anywhere, else
    /// the total at the learnt place, or another total. Otherwise it is what stands there, or the last number.
    pub(crate) fn answer(&self, rules: Rules, sample: &Sample) -> Option<Number> {
        let mut numbers = sample.numbers();
        leave_out(&mut numbers, &self.constants);
        let at = self.places.iter().position(|(of, _)| *of == rules || self.rules_are_open)?;
        // If it printed one number of two and then ended, that is its first answer.
        let is_there = |one: &&Number| one.part.is_some() || numbers.len() > at;
        let found = self.places[at].1.number(&numbers).filter(is_there);
        if !sample.input.is_full_size() {
            return found.or(numbers.last().filter(|_| self.places.len() == 1)).cloned();
        }
        // It may stand elsewhere here, as behind more lines than before.
        let mut totals = answers(&numbers, sample.input.totals, false);
        let may_be = |one: &Number| !sample.run.returned || one.part.is_none_or(|of| of == rules);
        totals.retain(|one| one.is_total() && may_be(one));
        let right = totals.iter().copied().find(|one| one.is(sample.input.totals[rules]));
        let total = found.filter(|one| one.is_total());
        let small = found.filter(|one| totals.is_empty() || one.part == Some(rules));
        right.or(total).or(totals.get(at).copied()).or(small).cloned()
    }

    pub(crate) fn is_right(&self, sample: &Sample, rules: Rules) -> bool {
        self.outcome(sample, rules).kind == VerdictKind::Right
    }

    /// Says what came of a run.
    pub(crate) fn outcome(&self, sample: &Sample, rules: Rules) -> Outcome {
        let right = sample.input.totals[rules];
        let kind = |kind| Outcome { kind, ..Outcome::default() };
        let failed =
            |how: &str| Outcome { failure: Some(how.to_owned()), ..kind(VerdictKind::Crash) };
        match (&sample.run.end, self.answer(rules, sample)) {
            (RunEnd::TimedOut, _) => kind(VerdictKind::Timeout),
            (RunEnd::Failed(how), answer)
                if self.usual_end.as_ref() != Some(how)
                    && answer.as_ref().is_none_or(|one| !one.is(right)) =>
            {
                failed(how)
            }
            (_, Some(one)) => {
                let kind =
                    kind(if one.is(right) { VerdictKind::Right } else { VerdictKind::Wrong });
                Outcome { answered: Some(one.value), read: Some(one.line), ..kind }
            }
            _ if sample.run.printed.trim().is_empty() => failed("printed nothing"),
            _ => failed("printed no number where its answer should be"),
        }
    }
}

/// The answers among the numbers that were printed for an input of full size: one, or two in the
/// order in which they stand.
fn answers(numbers: &[Number], right: PerRules<u128>, both: bool) -> Vec<&Number> {
    let wanted = if both { 2 } else { 1 };
    let totals = || numbers.iter().filter(|one| one.is_total());
    let is_listed =
        |one: &&Number| totals().filter(|other| other.words == one.words).count() > LISTED;
    let (listed, single): (Vec<&Number>, Vec<&Number>) = totals().partition(is_listed);
    let totals = if single.is_empty() { listed } else { single };
    let mut found = named_parts(&totals).unwrap_or_else(|| distinct(&totals, |one| &one.value));
    if found.len() > 2 {
        // Of totals that grow line by line, the last behind the same words.
        let backwards: Vec<&Number> = totals.iter().rev().copied().collect();
        let mut last = distinct(&backwards, |one| &one.words);
        last.reverse();
        found = distinct(&last, |one| &one.value);
        if found.len() > 2 && found.iter().any(|one| one.is_right(right)) {
            found.retain(|one| one.is_right(right));
        }
        let shown = if found.len() == 2 { 2 } else { wanted };
        found.drain(..found.len().saturating_sub(shown));
    }
    let whole: Vec<&Number> = numbers.iter().filter(|one| !one.value.contains('.')).collect();
    if let Some(both) = named_parts(&whole)
        && found.iter().all(|one| both.contains(one))
    {
        // The words before it name a part that is too small or too large for a total.
        return both;
    }
    let others = whole.into_iter().rev().filter(|one| !found.contains(one));
    let others: Vec<&Number> = others.take(wanted.saturating_sub(found.len())).collect();
    found.extend(others);
    found.sort_by_key(|one| one.at);
    if found.is_empty() { numbers.last().into_iter().collect() } else { found }
}

fn leave_out(numbers: &mut Vec<Number>, constants: &HashSet<String>) {
    numbers.retain(|one| !constants.contains(&one.value));
    numbers.iter_mut().enumerate().for_each(|(at, one)| one.at = at);
}

/// The last number that its words name part 1, and part 2, in the order in which they stand.
fn named_parts<'a>(numbers: &[&'a Number]) -> Option<Vec<&'a Number>> {
    let of_part = |part| numbers.iter().copied().rfind(|one| one.part == Some(part));
    let mut both = vec![of_part(Rules::Standard)?, of_part(Rules::Joker)?];
    both.sort_by_key(|one| one.at);
    Some(both)
}

/// The first of those with the same key.
fn distinct<'a>(numbers: &[&'a Number], key: impl Fn(&'a Number) -> &'a str) -> Vec<&'a Number> {
    let mut seen = HashSet::new();
    numbers.iter().copied().filter(|&one| seen.insert(key(one))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Run,
        judge::{
            numbers::numbers,
            plan::{TestInput, full_size},
        },
    };

    type Print = fn(usize, u128, u128) -> String;

    /// The parts whose answers are read, and the answers to the first input of full size and to the
    /// example, of what prints this for a number of hands and the right totals.
    fn read((rules, both): Expected, print: Print) -> Vec<(u8, String, String)> {
        let mut inputs: Vec<TestInput> = full_size(1, 2).collect();
        inputs.push(TestInput::example());
        let printed: Vec<String> = (inputs.iter())
            .map(|one| print(one.entries.len(), one.totals.standard, one.totals.joker))
            .collect();
        let run = |printed| Run { printed, ..Run::default() };
        let samples: Vec<Sample> = (inputs.into_iter().zip(printed))
            .map(|(input, printed)| Sample { input, run: run(printed) })
            .collect();
        let full = [&samples[0], &samples[1]];
        let Some(reader) = AnswerReader::learn(&full, &samples[2], rules, both) else {
            return Vec::new();
        };
        let value = |rules, i: usize| {
            let number = reader.answer(rules, &samples[i]);
            number.map_or_else(String::new, |number| number.value)
        };
        let part = |rules: Rules| if reader.rules_are_open { 0 } else { rules.part() };
        reader.rules().into_iter().map(|of| (part(of), value(of, 0), value(of, 2))).collect()
    }

    /// What was said of the answers.
    type Expected = (Option<Rules>, bool);
    const NOTHING: Expected = (None, false);

    fn grouped(number: u128, separator: char) -> String {
        let digits = number.to_string();
        let mut text = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                text.push(separator);
            }
            text.push(digit);
        }
        text
    }

    const BOTH: [Print; 21] = [
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
        |_, a, b| format!("{a}n\n{b}n\n"),
        |_, a, b| format!("[1] {a}\n[1] {b}\n"),
        |_, a, b| format!("Part 1: {a} (expected 250951660)\nPart 2: {b} (expected 250951661)\n"),
        |_, a, b| format!("elapsed 251234567\npart 1 {a}\n251234568\npart 2 {b}\n"),
        |_, a, b| format!("answer {a}\nwith jokers {b}\nchecksum {}\n", b - 77),
        // So many lines come before that no place but the words finds the answers again.
        |_, a, b| {
            let (before, between) = ("7\n".repeat(a as usize % 5), "8\n".repeat(b as usize % 3));
            format!("{before}first {a}\n{between}second {b}\n")
        },
        // The names are swapped.
        |_, a, b| format!("Part 1: {b}\nPart 2: {a}\n"),
    ];

    #[test]
    fn right_answers_are_found_in_all_that_surrounds_them() {
        let right = full_size(1, 1).next().unwrap().totals;
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
        let second: [Print; 12] = [
            |_, _, b| format!("{b}"),
            |_, _, b| format!("Part 2: {b}\n"),
            |n, _, b| format!("{n} hands, total {b}, in 5 ms"),
            |n, _, b| format!("{b}\n{n}\n"),
            |n, _, b| format!("{n} {b}\n"),
            |_, _, b| format!("Part 1: 0\nPart 2: {b}\n"),
            |_, _, b| format!("expected 5905, got {b}\nexample 6440\n"),
            |_, _, b| format!("{b}\n{b}\n"),
            |n, _, b| format!("{}Total winnings: {b}\n", "765 1 765\n".repeat(n)),
            // A running total, and the same again.
            |_, _, b| format!("{}\n{}\n{}\n{b}\n{b}\n", b - 40, b - 30, b - 20),
            |_, _, b| grouped(b, '\u{202f}'),
            |_, _, b| grouped(b, '\''),
        ];
        for (i, print) in second.into_iter().enumerate() {
            let found = (2, right.joker.to_string(), "5905".to_owned());
            assert_eq!(read(NOTHING, print), [found], "{i}");
        }
    }

    #[test]
    fn wrong_answers_are_found_where_answers_stand() {
        let right = full_size(1, 1).next().unwrap().totals;
        let (a, b) = (right.standard, right.joker);
        let joker = (Some(Rules::Joker), false);
        let both = (None, true);
        type Row<'a> = (Expected, Print, &'a [(u8, u128)]);
        let rows: [Row<'_>; 19] = [
            // What is right on the way is no answer, if another number comes last.
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
                &[(1, b + 1), (2, b)],
            ),
            // Four numbers behind the same words may be answers; five are a list.
            (
                NOTHING,
                |_, _, b| {
                    (3..7).map(|i| format!("got {}\n", b - i)).collect::<String>()
                        + &format!("total {}\n", b - 1)
                },
                &[(1, b - 6), (2, b - 1)],
            ),
            (
                NOTHING,
                |_, _, b| {
                    (2..7).map(|i| format!("got {}\n", b - i)).collect::<String>()
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
            (
                NOTHING,
                |_, a, b| format!("p1 {}\np2 {}\n", a % 999, b % 999),
                &[(1, a % 999), (2, b % 999)],
            ),
            (
                both,
                |_, a, b| format!("1\n{}\n{}\n", a % 999, b % 999),
                &[(1, a % 999), (2, b % 999)],
            ),
            (NOTHING, |_, _, b| format!("part 2: {}\n", b % 999), &[(2, b % 999)]),
            (NOTHING, |_, _, b| format!("{}\n", b - 1), &[(0, b - 1)]),
            (NOTHING, |_, a, _| format!("took 0.25\n{}\n", a - 1), &[(0, a - 1)]),
            (NOTHING, |_, a, _| format!("32227 7\n{}\n", a % 999), &[(0, a % 999)]),
            (joker, |_, a, _| format!("{a}\n"), &[(2, a)]),
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

    /// On the example both answers are wrong, so only other inputs tell where they stand.
    #[test]
    fn answers_stand_where_inputs_of_full_size_have_them() {
        let print: Print = |_, a, b| {
            let more = u128::from(a < 10_000);
            let [x, y, after] = [("x", a % 7), ("y", b % 7), ("8\n", a % 5)]
                .map(|(text, times)| text.repeat(times as usize));
            format!("{x} {}\n{y} {}\n{after}", a + more, b + more)
        };
        let right = full_size(1, 1).next().unwrap().totals;
        let of = |rules: Rules, example: &str| {
            (rules.part(), right[rules].to_string(), example.to_owned())
        };
        let both = [of(Rules::Standard, "6441"), of(Rules::Joker, "5906")];
        assert_eq!(read(NOTHING, print), both);
    }

    #[test]
    fn each_place_of_a_number_finds_it() {
        let numbers = numbers("5 hands\nrank 1 of 3\nrank 2 of 3\nPart 1: 6440\nPart 2: 5905\n17");
        for number in &numbers {
            for place in Place::all_of(number, &numbers) {
                assert_eq!(place.number(&numbers).unwrap().at, number.at, "{place:?}");
            }
        }
    }
}
