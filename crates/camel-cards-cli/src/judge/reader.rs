//! What reads a program's answers, once it is known where they stand.

use std::{process::ExitStatus, result, sync::Arc};

use camel_cards::Rules;
use regex_lite::Regex;

use super::{
    answer::{
        numbers::{Grouping, ProgramOutput},
        parts::{Answers, Expected, Parts, choose},
        place::{Answer, AnswerPlace, Candidate, candidates, matches},
    },
    outcome::Outcome,
};
use crate::os::program::{OUTPUT_BYTES_MAX, ProgramRun, RunEnd};

/// What the user said of the answers.
pub(crate) struct AnswerOptions {
    pub(crate) rules: Option<Rules>,
    pub(crate) answers: Option<Answers>,
    pub(crate) pattern: Option<Arc<Regex>>,
}

#[derive(Clone, Default)]
pub(crate) struct AnswerReader {
    /// Where the answers stand, in the order of the parts.
    places: Vec<(Rules, AnswerPlace)>,
    /// The exit status, or the signal, that a program ends with even when it answers.
    usual_end: Option<ExitStatus>,
}

impl AnswerReader {
    /// Finds where the answers stand in some runs, of which this was expected; and whether it is
    /// sure which rules they are for. There is no reader if no run gave a number.
    pub(crate) fn find(
        runs: &[(Expected, &ProgramRun)],
        told: &AnswerOptions,
    ) -> Option<(AnswerReader, bool)> {
        let ended = |end: ExitStatus| -> (Vec<&Expected>, Vec<ProgramOutput<'_>>) {
            let of_status = runs.iter().filter(|(_, run)| run.status() == Some(end));
            of_status
                .map(|(expected, run)| {
                    (
                        expected,
                        ProgramOutput { stdout: &run.stdout, digit_hands: &expected.digit_hands },
                    )
                })
                .unzip()
        };
        let (expected, outputs) = ended(ExitStatus::default());
        if !outputs.is_empty() {
            let Parts { places, is_sure } = parts(&expected, &outputs, told)?;
            return Some((AnswerReader { places, usual_end: None }, is_sure));
        }
        // It may print its answers and then always fail, in the other part perhaps.
        let end = runs.first()?.1.status()?;
        let (expected, outputs) = ended(end);
        let Parts { places, is_sure } = parts(&expected, &outputs, told)?;
        let is_right = |(rules, place): &(Rules, AnswerPlace)| {
            let answers = outputs.iter().map(|&out| place.read(out));
            let right = answers.zip(&expected).filter(|(answer, expected)| {
                answer.as_ref().is_some_and(|one| one.value == expected.totals[*rules].to_string())
            });
            right.count() >= 2
        };
        let places: Vec<_> = places.into_iter().filter(is_right).collect();
        let reader = AnswerReader { places, usual_end: Some(end) };
        (!reader.places.is_empty() && outputs.len() == runs.len()).then_some((reader, is_sure))
    }

    /// The rules whose answers are read.
    pub(crate) fn rules(&self) -> Vec<Rules> {
        self.places.iter().map(|(rules, _)| *rules).collect()
    }

    /// Takes the only answer for that under `rules`.
    pub(crate) fn is_for(&mut self, rules: Rules) {
        if let [(only, _)] = &mut self.places[..] {
            *only = rules;
        }
    }

    pub(crate) fn usual_end(&self) -> Option<ExitStatus> {
        self.usual_end
    }

    /// Reads the answers of a run, one for each of the rules; or says what became of them.
    ///
    /// `digit_hands` are those of its input.
    pub(crate) fn read(
        &self,
        run: &ProgramRun,
        digit_hands: &[String],
    ) -> result::Result<Vec<Answer>, Outcome> {
        if self.usual_end.is_none() || run.status() != self.usual_end {
            failure(run).map_or(Ok(()), Err)?;
        }
        let output = ProgramOutput { stdout: &run.stdout, digit_hands };
        let answer = |(_, place): &(Rules, AnswerPlace)| place.read(output);
        let answers: Option<Vec<Answer>> = self.places.iter().map(answer).collect();
        answers.ok_or_else(|| {
            let what = match run.stdout.iter().all(u8::is_ascii_whitespace) {
                true => "printed nothing",
                false => "printed no number where its answer was",
            };
            Outcome::Crash(what.to_owned())
        })
    }
}

/// What a run came to, if not to its end.
pub(crate) fn failure(run: &ProgramRun) -> Option<Outcome> {
    match run.end {
        RunEnd::TimedOut => Some(Outcome::Timeout),
        RunEnd::PrintedTooMuch => {
            let what = format!("printed more than {} MiB", OUTPUT_BYTES_MAX >> 20);
            Some(Outcome::Crash(what))
        }
        RunEnd::Exited(status) if status.success() => None,
        RunEnd::Exited(status) => Some(Outcome::Crash(ended(status))),
    }
}

/// How a run ended, as something that it did.
pub(crate) fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with exit status {code}"),
        None => format!("was killed by {}", signal(status)),
    }
}

/// How a program ends each time.
pub(crate) fn ends(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ends with exit status {code}"),
        None => format!("is killed by {}", signal(status)),
    }
}

/// The signal that ended a run: `signal 11 (SIGSEGV)`.
fn signal(status: ExitStatus) -> String {
    status.to_string().replacen(": ", " ", 1).replace(" (core dumped)", "")
}

fn parts(
    expected: &[&Expected],
    outputs: &[ProgramOutput<'_>],
    told: &AnswerOptions,
) -> Option<Parts> {
    let found: Vec<Candidate> = match &told.pattern {
        Some(pattern) => matches(outputs, pattern),
        None => Grouping::ALL.into_iter().flat_map(|way| candidates(outputs, way)).collect(),
    };
    choose(&found, expected, told.rules, told.answers)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use camel_cards::{Entry, entries};

    use super::*;
    use crate::judge::outcome::totals;

    const EXAMPLE: &str = "32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n";

    fn inputs() -> Vec<Vec<Entry>> {
        let lines: Vec<&str> = EXAMPLE.lines().collect();
        let of = |lines: &[&str]| entries(lines.join("\n").as_bytes()).flatten().collect();
        vec![of(&lines), of(&lines[1..]), of(&lines[..4]), of(&lines[2..])]
    }

    fn run(stdout: String, status: i32) -> ProgramRun {
        #[cfg(unix)]
        let status = status << 8;
        ended_run(stdout, status)
    }

    /// A run with a status as the system has it.
    fn ended_run(stdout: String, status: i32) -> ProgramRun {
        #[cfg(unix)]
        let status = std::os::unix::process::ExitStatusExt::from_raw(status);
        #[cfg(windows)]
        let status = std::os::windows::process::ExitStatusExt::from_raw(status as u32);
        ProgramRun {
            end: RunEnd::Exited(status),
            time: Duration::ZERO,
            stdout: stdout.into_bytes(),
            stderr: Vec::new(),
        }
    }

    /// The rules that are judged, and the answers to the example, of what prints this, given the
    /// number of entries and the right answers.
    fn read(told: &AnswerOptions, print: impl Fn(usize, u128, u128) -> String) -> String {
        let inputs = inputs();
        let run = |entries: &Vec<Entry>| {
            let right = totals(entries).unwrap();
            run(print(entries.len(), right.standard, right.joker), 0)
        };
        let runs: Vec<ProgramRun> = inputs.iter().map(run).collect();
        let expected = inputs.iter().map(|one| Expected::of(one, totals(one).unwrap()));
        let runs: Vec<_> = expected.zip(&runs).collect();
        let Some((reader, is_sure)) = AnswerReader::find(&runs, told) else {
            return "nothing".to_owned();
        };
        let parts = reader.rules().into_iter().map(|rules| rules.part().to_string());
        let answers =
            reader.read(runs[0].1, &[]).ok().unwrap().into_iter().map(|answer| answer.value);
        let read: Vec<String> =
            parts.zip(answers).map(|(part, value)| format!("{part}: {value}")).collect();
        read.join(", ") + if is_sure { "" } else { "?" }
    }

    const NOTHING: AnswerOptions = AnswerOptions { rules: None, answers: None, pattern: None };

    #[test]
    fn right_answers_are_found_in_all_that_surrounds_them() {
        type Print = fn(usize, u128, u128) -> String;
        let both: [Print; 14] = [
            |_, a, b| format!("{a}\n{b}\n"),
            |_, a, b| format!("{a} {b}\n"),
            |_, a, b| format!("({a}, {b})\n"),
            |_, a, b| format!("{a},{b}\n"),
            |_, a, b| format!("Part 1: {a}\nPart 2: {b}\n"),
            |_, a, b| format!("Part 2: {b}\nPart 1: {a}\n"),
            |_, a, b| format!("Part 1: {a} (0.1 ms)\nPart 2: {b} (3 ms)\nTook 3 ms\n"),
            |n, a, b| format!("Day 7\nread {n} hands\nPart 1\n{a}\nPart 2\n{b}\nTotal time: 12\n"),
            |_, a, b| format!("{{'part1': {a}, 'part2': {b}}}\n"),
            |_, a, b| format!("\x1b[1mPart One:\x1b[0m \x1b[32m{a}.0\x1b[0m\nPart Two: {b}.0\n"),
            |n, a, b| {
                format!("{}{a}\n{}{b}\n", "rank 1 of 32T3K\n".repeat(n), "debug 17\n".repeat(n))
            },
            |n, a, b| format!("{a}\n{b}\n{}", "17\n".repeat(n)),
            |_, a, b| {
                format!(
                    "Part 1: {},{:03}\nPart 2: {},{:03}\n",
                    a / 1000,
                    a % 1000,
                    b / 1000,
                    b % 1000
                )
            },
            |_, a, b| format!("{} {:03} / {} {:03}\n", a / 1000, a % 1000, b / 1000, b % 1000),
        ];
        for (i, print) in both.into_iter().enumerate() {
            assert_eq!(read(&NOTHING, print), "1: 6440, 2: 5905", "{i}");
            for (rules, right) in [(Rules::Standard, "1: 6440"), (Rules::Joker, "2: 5905")] {
                assert_eq!(
                    read(&AnswerOptions { rules: Some(rules), ..NOTHING }, print),
                    right,
                    "{i}"
                );
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
            |_, _, b| format!("{}\n{}\n{}\n{b}\n{b}\n", b / 3, b / 2, b - 20),
            |_, _, b| format!("{}.{:03}\n", b / 1000, b % 1000),
            |_, _, b| format!("{}'{:03}\n", b / 1000, b % 1000),
        ];
        for (i, print) in second.into_iter().enumerate() {
            assert_eq!(read(&NOTHING, print), "2: 5905", "{i}");
        }
    }

    #[test]
    fn wrong_answers_are_found_by_what_they_could_be() {
        let joker = AnswerOptions { rules: Some(Rules::Joker), ..NOTHING };
        let both = AnswerOptions { answers: Some(Answers::Both), ..NOTHING };
        let one = AnswerOptions { answers: Some(Answers::One), ..NOTHING };
        assert_eq!(read(&joker, |n, a, b| format!("{n} hands\n{}\n{a} max", b - 1)), "2: 5904");
        assert_eq!(read(&NOTHING, |_, a, b| format!("{a}\n{}\n", b - 1)), "1: 6440, 2: 5904");
        assert_eq!(read(&NOTHING, |_, a, b| format!("{}\n{}\n", a - 1, b - 1)), "1: 6439, 2: 5904");
        assert_eq!(read(&one, |_, a, b| format!("{a}\n{}\n", b - 1)), "1: 6440");
        assert_eq!(
            read(&NOTHING, |_, a, b| format!("p1 {a} in 7 ms\np2 {} in 8 ms\n", b / 7)),
            "1: 6440, 2: 843"
        );
        let same = |_: usize, a: u128, _: u128| format!("Part 1: {a}\nPart 2: {a}\n");
        assert_eq!(read(&NOTHING, same), "1: 6440, 2: 6440");
        assert_eq!(read(&NOTHING, |n, _, _| format!("p1 {n}\np2 {n}\n")), "1: 5, 2: 5");
        assert_eq!(read(&both, |_, _, _| "1\n2\n3\n".to_owned()), "1: 2, 2: 3");
        assert_eq!(read(&NOTHING, |n, _, _| format!("part 2: {n}\n")), "2: 5");
        assert_eq!(read(&NOTHING, |_, _, b| format!("{}\n", b - 1)), "2: 5904?");
        assert_eq!(read(&NOTHING, |_, a, _| format!("{}\n", a - 1)), "1: 6439?");
        assert_eq!(read(&NOTHING, |_, _, _| "7\n".to_owned()), "2: 7?");
        assert_eq!(read(&NOTHING, |_, _, _| "no\n".to_owned()), "nothing");
        assert_eq!(read(&NOTHING, |_, _, _| "NaN\n".to_owned()), "nothing");
    }

    #[test]
    fn pattern_says_where_the_answer_is() {
        let told = |pattern: &str| AnswerOptions {
            pattern: Some(Arc::new(Regex::new(pattern).unwrap())),
            ..NOTHING
        };
        let print = |_: usize, a: u128, b: u128| format!("x{b}x{a}y\n");
        assert_eq!(read(&told("x([0-9]+)y"), print), "1: 6440");
        assert_eq!(read(&told("x([0-9]+)x"), print), "2: 5905");
        assert_eq!(read(&told("z([0-9]+)"), print), "nothing");
        let swapped = |_: usize, a: u128, b: u128| format!("x{a}x{b}y\n");
        assert_eq!(read(&told("x([0-9]+)x([0-9]+)y"), swapped), "1: 6440, 2: 5905");
    }

    #[test]
    fn program_that_answers_and_then_fails_is_read() {
        let inputs = inputs();
        let runs = |print: fn(u128) -> String| -> Vec<ProgramRun> {
            inputs.iter().map(|one| run(print(totals(one).unwrap().standard), 1)).collect()
        };
        let find = |runs: &[ProgramRun]| {
            let expected = inputs.iter().map(|one| Expected::of(one, totals(one).unwrap()));
            AnswerReader::find(&expected.zip(runs).collect::<Vec<_>>(), &NOTHING)
        };
        let answering = runs(|a| format!("Part 1: {a}\n"));
        let (reader, _) = find(&answering).unwrap();
        assert_eq!(reader.usual_end().map(ends), Some("ends with exit status 1".to_owned()));
        assert_eq!(reader.read(&answering[0], &[]).ok().unwrap()[0].value, "6440");
        assert!(find(&runs(|_| "read 5 hands\n".to_owned())).is_none());
        #[cfg(unix)]
        {
            const ABORT: i32 = 6;
            let of = |one: &Vec<Entry>| {
                ended_run(format!("Part 1: {}\n", totals(one).unwrap().standard), ABORT)
            };
            let aborting: Vec<ProgramRun> = inputs.iter().map(of).collect();
            let (reader, _) = find(&aborting).unwrap();
            assert_eq!(
                reader.usual_end().map(ends),
                Some("is killed by signal 6 (SIGABRT)".into())
            );
            assert_eq!(reader.read(&aborting[0], &[]).ok().unwrap()[0].value, "6440");
            // It ends otherwise than ever.
            assert!(reader.read(&run("Part 1: 6440\n".to_owned(), 1), &[]).is_err());
        }
    }
}
