//! The stages of judging a program: where its answers stand, whether they are right, why not, what
//! fails beyond the puzzle, how fast it is.

use std::{
    thread,
    time::{Duration, Instant},
};

use camel_cards::{Entry, PerRules, Rules};
use camel_cards_coach::inputs::shrink;

use super::{
    answer::parts::Expected,
    beyond::{self, Beyond, BeyondFailure, BeyondKind},
    failing::Failing,
    inputs::{self, EXAMPLE, FIRST, TestInput},
    judgement::{Judgement, Sample},
    mistake::{self, NamedMistake},
    outcome::{Outcome, totals},
    reader::{self, AnswerOptions, AnswerReader},
    timings::{Timing, Timings, best_of_three},
    trials::{Attempt, Judged, Trials},
    ways::{file_there, missing_file},
};
use crate::{
    failure::{Failure, Result},
    os::{interrupt::is_interrupted, program::ProgramRun},
    output::{
        progress::StepProgress,
        text::{grouped, lines},
    },
};

/// How long a failing input is made smaller at most.
const SHRINK_TIME_MAX: Duration = Duration::from_secs(20);

/// The least time that any run is given, unless the time limit is shorter.
const LIMIT_MIN: Duration = Duration::from_millis(500);

/// How many hands it takes the time of.
const TIMED: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];

pub(crate) struct JudgeOptions {
    /// What is known of its answers.
    pub(crate) told: AnswerOptions,
    /// The part that the command's words name.
    pub(crate) rules_named: Option<Rules>,
    /// The time that it has for an input.
    pub(crate) timeout: Duration,
    /// How many random inputs there are.
    pub(crate) inputs: u32,
    pub(crate) seed: u64,
    /// Whether failures beyond the puzzle count.
    pub(crate) is_strict: bool,
}

pub(crate) struct Judge<'a> {
    options: &'a JudgeOptions,
    trials: Trials,
    progress: StepProgress,
    slowest: Duration,
    /// How long a failing input is made smaller at most.
    shrink_time: Duration,
    judgement: Judgement,
}

impl Judge<'_> {
    pub(crate) fn new(options: &JudgeOptions, program: impl Judged + 'static) -> Judge<'_> {
        Judge {
            options,
            trials: Trials::new(program),
            progress: StepProgress::new(),
            slowest: Duration::ZERO,
            shrink_time: SHRINK_TIME_MAX,
            judgement: Judgement {
                rules: options.told.rules.into_iter().collect(),
                rules_are_guessed: false,
                usual_end: None,
                timeout: options.timeout,
                inputs: 0,
                passed: Vec::new(),
                not_counted: 0,
                example: None,
                failures: Vec::new(),
                only_answer: None,
                own_file: None,
                beyond: Vec::new(),
                timings: Timings { start: Duration::MAX, taken: Vec::new() },
            },
        }
    }

    /// Returns what is known of the program, even if judging it was interrupted.
    pub(crate) fn judge(mut self) -> (Judgement, Result<()>) {
        let judged = self.run_stages();
        (self.judgement, judged)
    }

    fn run_stages(&mut self) -> Result<()> {
        let mut all = inputs::all(self.options.seed, self.options.inputs);
        self.judgement.inputs = all.size_hint().0;
        let first = self.run_first(all.by_ref().take(FIRST))?;
        let Some(first) = self.find_answers(first)? else {
            return Ok(());
        };
        let first = first.into_iter().map(|(input, attempt)| (input, Some(attempt)));
        self.judge_inputs(first.chain(all.map(|input| (input, None))))?;
        if !self.judgement.failures.is_empty() {
            return self.explain_failures();
        }
        self.go_beyond()?;
        self.take_times()?;
        if self.options.is_strict {
            self.count_beyond()?;
        }
        Ok(())
    }

    /// Judges the answers to the inputs, some of which have been run, until all parts have failed.
    fn judge_inputs(
        &mut self,
        inputs: impl Iterator<Item = (TestInput, Option<Attempt>)>,
    ) -> Result<()> {
        for (number, (TestInput { kind, entries }, attempt)) in (1..).zip(inputs) {
            self.progress.begin(format!("input {number} of {}", self.judgement.inputs));
            // A run of the first ones that took too long was made twice already.
            let is_sure = attempt.as_ref().is_some_and(Attempt::is_timeout);
            let mut attempt = match attempt {
                Some(attempt) => attempt,
                None => self.trials.run(&entries, self.options.timeout)?,
            };
            let failures = |judge: &Self, attempt: &Attempt| {
                let text = inputs::text(&entries);
                judge.failures(attempt, &entries, &text, &judge.open_rules(), number)
            };
            let mut failing = failures(self, &attempt);
            if !failing.is_empty() && !is_sure {
                attempt = self.trials.run_again(&entries, self.options.timeout)?;
                failing = failures(self, &attempt);
                self.judgement.not_counted += usize::from(failing.is_empty());
            }
            if failing.is_empty() {
                self.judgement.passed.push(kind);
            }
            self.judgement.failures.extend(failing);
            if self.open_rules().is_empty() {
                break;
            }
            self.judgement.timings.start = self.judgement.timings.start.min(attempt.time);
            self.slowest = self.slowest.max(attempt.time);
        }
        Ok(())
    }

    /// Runs the program on the inputs that tell where its answers stand, until it takes too long.
    fn run_first(
        &mut self,
        inputs: impl Iterator<Item = TestInput>,
    ) -> Result<Vec<(TestInput, ProgramRun)>> {
        let mut runs = Vec::new();
        for input in inputs {
            self.progress.begin("looking for its answer in what it prints".to_owned());
            let is_timeout = |run: &ProgramRun| reader::failure(run) == Some(Outcome::Timeout);
            let mut run = self.trials.run_only(&input.entries, self.options.timeout)?;
            if is_timeout(&run) {
                run = self.trials.run_only(&input.entries, self.options.timeout)?;
                self.judgement.not_counted += usize::from(!is_timeout(&run));
            }
            let is_over = is_timeout(&run);
            if !is_over {
                // Known from the start, so that no later run is cut short.
                self.slowest = self.slowest.max(run.time);
            }
            runs.push((input, run));
            if is_over {
                break;
            }
        }
        Ok(runs)
    }

    /// Finds out where the answers stand, and which they are; returns the answers to the first
    /// inputs. If there are none, that is the judgement.
    fn find_answers(
        &mut self,
        runs: Vec<(TestInput, ProgramRun)>,
    ) -> Result<Option<Vec<(TestInput, Attempt)>>> {
        let mut expected = Vec::new();
        for (TestInput { entries, .. }, run) in &runs {
            expected.push((Expected::of(entries, totals(entries)?), run));
        }
        let Some((reader, is_sure)) = AnswerReader::find(&expected, &self.options.told) else {
            self.find_no_answer(runs)?;
            return Ok(None);
        };
        self.judgement.usual_end = reader.usual_end();
        self.trials.reader = reader;
        let mut first: Vec<(TestInput, Attempt)> = Vec::new();
        for (input, run) in runs {
            let attempt = self.trials.take(&input.entries, run)?;
            first.push((input, attempt));
        }
        if !is_sure {
            self.decide_rules()?;
        }
        self.judgement.rules = self.trials.reader.rules();
        if let Some((_, attempt)) = first.first() {
            self.judgement.example = Some(Sample {
                answers: attempt.answers.clone().unwrap_or_default(),
                stdout: attempt.stdout.clone(),
                stderr: attempt.stderr.clone(),
            });
        }
        Ok(Some(first))
    }

    /// Decides under which rules the only answer is judged, which is right under neither.
    fn decide_rules(&mut self) -> Result<()> {
        // By how many more small inputs it is right on.
        const CLEARLY: usize = 4;
        let mut rules = self.options.rules_named;
        if rules.is_none() && self.trials.only_answer().is_none() {
            let right = self.right_on_small()?;
            let more = if right.joker > right.standard { Rules::Joker } else { Rules::Standard };
            let difference = right.joker.abs_diff(right.standard);
            if difference > 0 {
                self.trials.reader.is_for(more);
            }
            rules = if difference >= CLEARLY { Some(more) } else { self.rules_of_mistake()? };
        }
        self.judgement.rules_are_guessed = rules.is_none();
        if let Some(rules) = rules {
            self.trials.reader.is_for(rules);
        }
        Ok(())
    }

    /// On how many small inputs the only answer is right.
    fn right_on_small(&mut self) -> Result<PerRules<usize>> {
        let mut right = PerRules::default();
        for entries in inputs::small(self.options.seed) {
            self.progress.begin("which part does it solve?".to_owned());
            let attempt = self.trials.run(&entries, self.short_limit())?;
            let Ok([answer]) = attempt.answers.as_deref() else { continue };
            for rules in Rules::ALL {
                right[rules] += usize::from(answer.value == attempt.totals[rules].to_string());
            }
        }
        Ok(right)
    }

    /// The rules under which a known mistake gives all answers.
    fn rules_of_mistake(&mut self) -> Result<Option<Rules>> {
        let named = self.name_mistake(None)?;
        let finding = named.findings.first().filter(|_| named.explains_all());
        Ok(finding.map(|finding| finding.rules))
    }

    /// Judges a program that never prints a number: it fails on the first input, and there is no
    /// smaller one that tells more, unless it takes too long.
    fn find_no_answer(&mut self, runs: Vec<(TestInput, ProgramRun)>) -> Result<()> {
        let ended = runs.iter().all(|(_, run)| reader::failure(run).is_none());
        // The last, which is where a run that takes too long stands.
        let failed = runs.iter().rposition(|(_, run)| reader::failure(run).is_some());
        let number = failed.filter(|&i| reader::failure(&runs[i].1) == Some(Outcome::Timeout));
        let number = number.unwrap_or(0);
        let Some((TestInput { entries, .. }, run)) = runs.into_iter().nth(number) else {
            return Ok(());
        };
        let outcome = match reader::failure(&run) {
            Some(Outcome::Timeout) => Outcome::Timeout,
            Some(Outcome::Crash(what)) => Outcome::NoAnswer(what),
            _ if self.options.told.pattern.is_some() => {
                Outcome::NoAnswer("printed nothing that --answer-pattern matches".to_owned())
            }
            _ if ended && run.stdout.is_empty() => Outcome::NoAnswer("printed nothing".to_owned()),
            _ => Outcome::NoAnswer("printed no number that could be an answer".to_owned()),
        };
        if let Ok(folder) = self.trials.folder() {
            self.judgement.own_file = missing_file(&run.stderr, &folder);
        }
        let is_timeout = outcome == Outcome::Timeout;
        self.judgement.failures = vec![Failing {
            number: number + 1,
            text: inputs::text(&entries),
            totals: totals(&entries)?,
            entries,
            rules: self.judgement.rules.clone(),
            outcome,
            stdout: run.stdout,
            stderr: run.stderr,
            is_smallest: !is_timeout,
            mistake: None,
        }];
        if is_timeout { self.explain_failures() } else { Ok(()) }
    }

    /// The rules that are judged and have not failed yet.
    fn open_rules(&self) -> Vec<Rules> {
        let is_open = |&rules: &Rules| self.judgement.failure_under(rules).is_none();
        self.judgement.rules.iter().copied().filter(is_open).collect()
    }

    /// What fails in a run: its answers under some of `rules`, or all of it.
    fn failures(
        &self,
        attempt: &Attempt,
        entries: &[Entry],
        text: &str,
        rules: &[Rules],
        number: usize,
    ) -> Vec<Failing> {
        let judged: Vec<&[Rules]> = match attempt.answers {
            Ok(_) => rules.chunks(1).collect(),
            Err(_) => vec![rules],
        };
        let failing = |rules| {
            let outcome = self.outcome(attempt, rules);
            (outcome != Outcome::Right).then(|| Failing {
                number,
                entries: entries.to_vec(),
                text: text.to_owned(),
                totals: attempt.totals,
                rules: rules.to_vec(),
                outcome,
                stdout: attempt.stdout.clone(),
                stderr: attempt.stderr.clone(),
                is_smallest: false,
                mistake: None,
            })
        };
        judged.into_iter().filter_map(failing).collect()
    }

    fn outcome(&self, attempt: &Attempt, rules: &[Rules]) -> Outcome {
        Outcome::of(&attempt.answers, &self.trials.reader.rules(), rules, attempt.totals)
    }

    /// Makes the inputs that fail as small as they can be, and names the mistakes.
    fn explain_failures(&mut self) -> Result<()> {
        self.judgement.only_answer = self.trials.only_answer();
        if let (Some(only), Ok(folder)) = (&self.judgement.only_answer, std::env::current_dir()) {
            self.judgement.own_file = file_there(only, &folder);
        }
        for i in 0..self.judgement.failures.len() {
            let (smallest, shrunk) = self.shrink(&self.judgement.failures[i].clone());
            self.judgement.failures[i] = smallest;
            shrunk?;
        }
        if self.judgement.only_answer.is_some() {
            // No mistake in the rules: it does not read its input.
            return Ok(());
        }
        for i in 0..self.judgement.failures.len() {
            if let Outcome::Wrong { rules, .. } = self.judgement.failures[i].outcome {
                self.judgement.failures[i].mistake = Some(self.name_mistake(Some(rules))?);
            }
        }
        Ok(())
    }

    /// Returns the smallest found, and whether that was interrupted.
    fn shrink(&mut self, first: &Failing) -> (Failing, Result<()>) {
        let start = Instant::now();
        // What takes too long anyway need not take that long each time.
        let limit = match first.outcome {
            Outcome::Timeout => self.short_limit(),
            _ => self.options.timeout,
        };
        let mut smallest = first.clone();
        let mut is_smallest = true;
        let mut stopped = Ok(());
        shrink(first.entries.clone(), |entries| {
            if stopped.is_err() {
                return false;
            } else if start.elapsed() > self.shrink_time {
                is_smallest = false;
                return false;
            }
            let lines = lines(entries.len());
            self.progress.begin(format!("making a failing input smaller: {lines}"));
            match self.failing_on(entries, first, limit) {
                Ok(Some(failing)) => {
                    smallest = failing;
                    true
                }
                Ok(None) => false,
                Err(failure) => {
                    stopped = Err(failure);
                    false
                }
            }
        });
        // It may have failed by chance, or just have been slow for the shorter limit.
        if stopped.is_ok() && smallest.entries != first.entries {
            match self.failing_on(&smallest.entries, first, self.options.timeout) {
                Ok(Some(_)) => {}
                Ok(None) => (smallest, is_smallest) = (first.clone(), false),
                Err(failure) => stopped = Err(failure),
            }
        }
        smallest.is_smallest = is_smallest && stopped.is_ok();
        (smallest, stopped)
    }

    /// Long enough for small inputs, as far as is known of the program.
    fn short_limit(&self) -> Duration {
        self.options.timeout.min(LIMIT_MIN.max(self.slowest * 10))
    }

    /// Runs the program, and returns how it fails if that is as it did on another input.
    fn failing_on(
        &mut self,
        entries: &[Entry],
        other: &Failing,
        limit: Duration,
    ) -> Result<Option<Failing>> {
        let attempt = self.trials.run(entries, limit)?;
        let text = inputs::text(entries);
        let failures = self.failures(&attempt, entries, &text, &other.rules, other.number);
        Ok(failures.into_iter().find(|failing| failing.outcome.is_like(&other.outcome)))
    }

    /// Asks which mistake gives its answers, after some more of them.
    fn name_mistake(&mut self, rules: Option<Rules>) -> Result<NamedMistake> {
        self.progress.begin("looking for the mistake".to_owned());
        for entries in inputs::telling(self.options.seed) {
            let is_known = self.trials.answered.iter().any(|answered| answered.entries == entries);
            if !is_known && self.trials.run(&entries, self.options.timeout)?.answers.is_err() {
                break;
            }
        }
        let answered = self.trials.answered.clone();
        let position = rules.map_or(0, |rules| self.trials.position(rules));
        unless_interrupted(move || mistake::find(&answered, position, rules))
    }

    /// Tries what the puzzle never gives.
    fn go_beyond(&mut self) -> Result<()> {
        for Beyond { kind, texts } in beyond::all(self.options.seed) {
            self.progress.begin(format!("beyond the puzzle: {}", kind.name()));
            let mut found: Vec<BeyondFailure> = Vec::new();
            for text in texts {
                let is_open =
                    |rules: &Rules| !found.iter().any(|one| one.failing.rules.contains(rules));
                let mut open = self.judgement.rules.clone();
                open.retain(is_open);
                if open.is_empty() {
                    break;
                }
                let entries = beyond::read(&text);
                let limit = self.short_limit();
                found.extend(self.run_beyond(kind, &text, &entries, &open, limit)?.1);
            }
            self.judgement.beyond.push((kind, found));
        }
        Ok(())
    }

    /// Runs the program beyond the puzzle, and once more if that fails, for as long as it may take.
    /// Returns the run that counts, and what fails in it.
    fn run_beyond(
        &mut self,
        kind: BeyondKind,
        text: &str,
        entries: &[Entry],
        rules: &[Rules],
        limit: Duration,
    ) -> Result<(Attempt, Vec<BeyondFailure>)> {
        let mut attempt = self.trials.run_on_text(text, entries, limit)?;
        let mut failures = self.failures(&attempt, entries, text, rules, 0);
        if !failures.is_empty() {
            attempt = self.trials.run_on_text(text, entries, self.options.timeout)?;
            failures = self.failures(&attempt, entries, text, rules, 0);
            self.judgement.not_counted += usize::from(failures.is_empty());
        }
        let failures = failures.into_iter().map(|failing| BeyondFailure::new(kind, failing));
        let failures = failures.collect();
        Ok((attempt, failures))
    }

    /// Lets the first failure of each part beyond the puzzle count, but for a lack of speed.
    fn count_beyond(&mut self) -> Result<()> {
        let totals = totals(&beyond::read(EXAMPLE))?;
        let exit = self.judgement.usual_end.zip(self.judgement.example.as_ref());
        let exit = exit.map(|(status, Sample { stdout, stderr, .. })| Failing {
            number: 0,
            rules: self.judgement.rules.clone(),
            text: EXAMPLE.to_owned(),
            entries: beyond::read(EXAMPLE),
            totals,
            outcome: Outcome::Crash(reader::ended(status)),
            stdout: stdout.clone(),
            stderr: stderr.clone(),
            is_smallest: false,
            mistake: None,
        });
        let counts = |failure: &&BeyondFailure| failure.counts();
        let others = self.judgement.beyond.iter().flat_map(|(_, failures)| failures);
        let others = others.filter(counts).map(|failure| &failure.failing);
        let mut counted: Vec<Failing> = Vec::new();
        for failing in exit.iter().chain(others) {
            let is_open = |rules: &Rules| !counted.iter().any(|one| one.rules.contains(rules));
            let mut rules = failing.rules.clone();
            rules.retain(is_open);
            if !rules.is_empty() {
                counted.push(Failing { rules, ..failing.clone() });
            }
        }
        let part = |failing: &Failing| {
            self.judgement.rules.iter().position(|one| failing.rules[0] == *one)
        };
        counted.sort_by_key(part);
        self.judgement.failures.extend(counted);
        Ok(())
    }

    fn take_times(&mut self) -> Result<()> {
        let mut failed: Option<(BeyondKind, Vec<BeyondFailure>)> = None;
        for hands in TIMED {
            self.progress.begin(format!("taking its time on {} hands", grouped(hands.into())));
            let entries = inputs::large(hands, self.options.seed);
            let text = inputs::text(&entries);
            let (_, ours, _) = best_of_three(
                |_| true,
                || {
                    let start = Instant::now();
                    let totals = totals(&beyond::read(&text))?;
                    Ok((totals, start.elapsed()))
                },
            )?;
            let mut timing = Timing { hands, theirs: None, ours, longest: Duration::ZERO };
            if self.judgement.timings.expected() <= self.options.timeout {
                let kind = BeyondKind::ManyHands(hands);
                let (failures, time, longest) = self.take_time(kind, &text, &entries)?;
                let outcome = failures.first().map(|failure| failure.failing.outcome.clone());
                timing.theirs = Some((outcome.unwrap_or(Outcome::Right), time));
                timing.longest = longest;
                if failed.is_none() && !failures.is_empty() {
                    failed = Some((kind, failures));
                }
            }
            self.judgement.timings.taken.push(timing);
        }
        if let Some((kind, mut failures)) = failed {
            failures.retain(|failure| self.is_news(failure));
            if !failures.is_empty() {
                self.judgement.beyond.push((kind, failures));
            }
        }
        Ok(())
    }

    /// Returns what fails on many hands, the shortest time, and the longest.
    fn take_time(
        &mut self,
        kind: BeyondKind,
        text: &str,
        entries: &[Entry],
    ) -> Result<(Vec<BeyondFailure>, Duration, Duration)> {
        let rules = self.judgement.rules.clone();
        let limit = self.options.timeout;
        best_of_three(Vec::is_empty, || {
            let (attempt, failures) = self.run_beyond(kind, text, entries, &rules, limit)?;
            Ok((failures, attempt.time))
        })
    }

    /// Whether a failure on many hands is another than that repeated hands are ranked otherwise, of
    /// which a million hands have many.
    fn is_news(&self, failure: &BeyondFailure) -> bool {
        let fails_on_repeated = (self.judgement.beyond.iter())
            .any(|(kind, failures)| *kind == BeyondKind::RepeatedHands && !failures.is_empty());
        let is_limit = failure.symptom.starts_with("total ");
        let has_repeated = failure.failing.entries.len() > 100_000;
        !fails_on_repeated || !has_repeated || is_limit
    }
}

/// Does what takes a while in a thread, which is left to itself on an interrupt.
pub(crate) fn unless_interrupted<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    let thread = thread::spawn(work);
    while !thread.is_finished() {
        if is_interrupted() {
            return Err(Failure::Interrupted);
        }
        thread::sleep(Duration::from_millis(5));
    }
    thread.join().map_err(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, io, path::PathBuf, process::ExitStatus};

    use camel_cards::{Strength, Ties, ranks};

    use super::*;
    use crate::os::program::RunEnd;

    /// A function instead of a program: it returns what it prints, and how long it takes.
    struct Fake<F>(F);

    impl<F: Fn(&[Entry]) -> (String, Duration)> Judged for Fake<F> {
        fn run(&self, input: &[u8], limit: Duration) -> Result<ProgramRun> {
            let entries = beyond::read(std::str::from_utf8(input).unwrap());
            let (stdout, time) = self.0(&entries);
            // So that it is not run three times on a million hands.
            let time = if entries.len() < 1_000_000 { time } else { time.max(QUICK * 200) };
            let end = match time > limit {
                true => RunEnd::TimedOut,
                false => RunEnd::Exited(ExitStatus::default()),
            };
            let (stdout, stderr) = (stdout.into_bytes(), Vec::new());
            Ok(ProgramRun { end, time: time.min(limit), stdout, stderr })
        }

        fn folder(&self) -> io::Result<PathBuf> {
            std::env::current_dir()
        }
    }

    const STRICT: JudgeOptions = JudgeOptions {
        told: AnswerOptions { rules: None, answers: None, pattern: None },
        rules_named: None,
        timeout: Duration::from_secs(10),
        inputs: 10,
        seed: 1,
        is_strict: true,
    };

    const QUICK: Duration = Duration::from_millis(20);

    fn judged(program: impl Fn(&[Entry]) -> (String, Duration) + 'static) -> Judgement {
        let (judgement, judged) = Judge::new(&STRICT, Fake(program)).judge();
        assert!(judged.is_ok());
        judgement
    }

    fn right(entries: &[Entry], rules: Rules) -> u128 {
        totals(entries).ok().unwrap()[rules]
    }

    fn right_1(entries: &[Entry]) -> String {
        right(entries, Rules::Standard).to_string()
    }

    #[test]
    fn program_that_prints_each_hand_is_right_beyond_the_puzzle() {
        let judgement = judged(|entries| {
            let strengths: Vec<Strength> =
                entries.iter().map(|entry| entry.hand.strength(Rules::Standard)).collect();
            let mut ranked: Vec<_> =
                ranks(&strengths, Ties::Ordinal).into_iter().zip(entries).collect();
            ranked.sort_by_key(|&(rank, _)| rank);
            let mut total = 0;
            let lines = ranked.into_iter().map(|(rank, entry)| {
                total += u128::from(rank) * u128::from(entry.bid);
                format!("{} {total}\n", entry.hand)
            });
            let lines: Vec<String> = lines.collect();
            // A run keeps only the end of what is printed.
            let last = lines[lines.len().saturating_sub(1000)..].concat();
            (if entries.is_empty() { "0\n".to_owned() } else { last }, QUICK)
        });
        // It prints no hand for an empty input, so its answer does not stand behind one.
        let failing: Vec<_> = judgement.symptoms();
        assert_eq!(failing, ["fails on an empty input"]);
    }

    #[test]
    fn part_of_a_program_that_starts_slowly_is_known() {
        let judgement = judged(|entries| {
            let answer = match entries.len() {
                0..5 => right(entries, Rules::Joker),
                _ => right(entries, Rules::Standard) + 1,
            };
            (answer.to_string(), Duration::from_millis(550))
        });
        assert_eq!((judgement.rules, judgement.rules_are_guessed), (vec![Rules::Joker], false));
    }

    #[test]
    fn input_is_called_the_smallest_only_if_that_was_looked_for() {
        let wrong =
            |entries: &[Entry]| (format!("Part 1: {}", right(entries, Rules::Joker)), QUICK);
        let told = AnswerOptions { rules: Some(Rules::Standard), ..STRICT.told };
        let options = JudgeOptions { told, ..STRICT };
        for (shrink_time, is_smallest) in [(SHRINK_TIME_MAX, true), (Duration::ZERO, false)] {
            let mut judge = Judge::new(&options, Fake(wrong));
            judge.shrink_time = shrink_time;
            let (judgement, _) = judge.judge();
            let failing = &judgement.failures[0];
            assert_eq!(failing.is_smallest, is_smallest);
            assert_eq!(failing.entries.len() == 2, is_smallest);
        }
        // Ten thousand hands are not made fewer.
        let judgement = judged(|entries| match entries.len() {
            0..5000 => (right_1(entries), QUICK),
            _ => (String::new(), QUICK),
        });
        assert_eq!(judgement.failures[0].entries.len(), 10_000);
        assert!(!judgement.failures[0].is_smallest);
    }

    #[test]
    fn lack_of_speed_beyond_the_puzzle_does_not_count() {
        // A million hands are tried if a hundred thousand are quick, and only then.
        for (hundred_thousand, told) in [(900, &["too slow for a million hands"][..]), (2600, &[])]
        {
            let judgement = judged(move |entries| {
                let time = match entries.len() {
                    0..50_000 => 20,
                    50_000..500_000 => hundred_thousand,
                    _ => 30_000,
                };
                (right_1(entries), Duration::from_millis(time))
            });
            assert!(judgement.is_right(), "{hundred_thousand} ms");
            assert_eq!(judgement.symptoms(), told);
        }
    }

    #[test]
    fn failure_while_times_are_taken_counts_only_if_it_comes_again() {
        // The runs on ten thousand hands that fail, and how often that does not count.
        for (bad, not_counted) in [(&[1, 3][..], 2), (&[2, 3], 0)] {
            let runs = Cell::new(0);
            let judgement = judged(move |entries| {
                runs.set(runs.get() + usize::from(entries.len() == 10_000));
                match entries.len() == 10_000 && bad.contains(&runs.get()) {
                    true => ("0".to_owned(), QUICK),
                    false => (right_1(entries), QUICK),
                }
            });
            assert_eq!(judgement.not_counted, not_counted, "{bad:?}");
            assert_eq!(judgement.is_right(), not_counted > 0, "{bad:?}");
        }
    }
}
