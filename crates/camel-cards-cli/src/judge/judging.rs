//! The stages of judging a program: where its answers stand, whether they are right, why not, what
//! fails beyond the puzzle, how fast it is.

use std::{
    thread,
    time::{Duration, Instant},
};

use camel_cards::{Entry, PerRules, Rules, entries};
use camel_cards_coach::inputs::shrink;

use super::{
    answer::parts::Expected,
    beyond::{self, Beyond, BeyondFailure, BeyondKind},
    inputs::{self, EXAMPLE, FIRST, TestInput},
    judgement::{Failing, Judgement, Sample},
    mistake::{self, NamedMistake},
    outcome::{Outcome, totals},
    reader::{self, AnswerOptions, AnswerReader},
    timings::{Timing, Timings, best_of_three},
    trials::{Attempt, Trials},
    ways::{file_there, missing_file},
};
use crate::{
    failure::{Failure, Result},
    os::{
        interrupt::is_interrupted,
        program::{Program, ProgramRun},
    },
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
    judgement: Judgement,
}

impl Judge<'_> {
    pub(crate) fn new(options: &JudgeOptions, program: Program) -> Judge<'_> {
        Judge {
            options,
            trials: Trials::new(program),
            progress: StepProgress::new(),
            slowest: Duration::ZERO,
            judgement: Judgement {
                rules: options.told.rules.into_iter().collect(),
                rules_are_guessed: false,
                usual_status: None,
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
        let inputs = first.chain(all.map(|input| (input, None)));
        for (number, (TestInput { kind, entries }, attempt)) in (1..).zip(inputs) {
            self.progress.begin(format!("input {number} of {}", self.judgement.inputs));
            // A run of the first ones that took too long was made twice already.
            let is_sure = attempt.as_ref().is_some_and(Attempt::is_timeout);
            let mut attempt = match attempt {
                Some(attempt) => attempt,
                None => self.trials.run(&entries, self.options.timeout)?,
            };
            let mut failures = self.failures(&attempt, &entries, number)?;
            if !failures.is_empty() && !is_sure {
                attempt = self.trials.run_again(&entries, self.options.timeout)?;
                failures = self.failures(&attempt, &entries, number)?;
                self.judgement.not_counted += usize::from(failures.is_empty());
            }
            let time = attempt.time;
            match failures {
                failures if failures.is_empty() => self.judgement.passed.push(kind),
                failures => self.judgement.failures.extend(failures),
            }
            if self.open_rules().is_empty() {
                break;
            }
            self.judgement.timings.start = self.judgement.timings.start.min(time);
            self.slowest = self.slowest.max(time);
        }
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
        self.judgement.usual_status = reader.usual_status();
        self.trials.reader = reader;
        let taken = runs.into_iter().map(|(input, run)| {
            let attempt = self.trials.take(&input.entries, run);
            (input, attempt)
        });
        let first: Vec<(TestInput, Attempt)> = taken.collect();
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
            let totals = totals(&entries)?;
            let Ok([answer]) = attempt.answers.as_deref() else { continue };
            for rules in Rules::ALL {
                right[rules] += usize::from(answer.value == totals[rules].to_string());
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
        let ended = runs.iter().all(|(_, run)| run.exit_code().is_some_and(|code| code == 0));
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

    /// What fails in a run: its answers under some of the rules that have not failed yet, or all of it.
    fn failures(
        &self,
        attempt: &Attempt,
        entries: &[Entry],
        number: usize,
    ) -> Result<Vec<Failing>> {
        let open = self.open_rules();
        let judged: Vec<&[Rules]> = match attempt.answers {
            Ok(_) => open.chunks(1).collect(),
            Err(_) => vec![&open],
        };
        let failing = judged.into_iter().map(|rules| self.failing(attempt, entries, rules, number));
        failing.filter_map(Result::transpose).collect()
    }

    fn failing(
        &self,
        attempt: &Attempt,
        entries: &[Entry],
        rules: &[Rules],
        number: usize,
    ) -> Result<Option<Failing>> {
        let totals = totals(entries)?;
        let outcome = self.outcome(attempt, rules, totals);
        Ok((outcome != Outcome::Right).then(|| Failing {
            number,
            entries: entries.to_vec(),
            text: inputs::text(entries),
            totals,
            rules: rules.to_vec(),
            outcome,
            stdout: attempt.stdout.clone(),
            stderr: attempt.stderr.clone(),
            is_smallest: true,
            mistake: None,
        }))
    }

    fn outcome(&self, attempt: &Attempt, rules: &[Rules], totals: PerRules<u128>) -> Outcome {
        Outcome::of(&attempt.answers, &self.trials.reader.rules(), rules, totals)
    }

    /// Makes the inputs that fail as small as they can be, and names the mistakes.
    fn explain_failures(&mut self) -> Result<()> {
        self.judgement.only_answer = self.trials.only_answer();
        if let (Some(only), Ok(folder)) = (&self.judgement.only_answer, std::env::current_dir()) {
            self.judgement.own_file = file_there(only, &folder);
        }
        for failing in &mut self.judgement.failures {
            failing.is_smallest = false;
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

    /// Returns the smallest found, and whether there was time to look for it.
    fn shrink(&mut self, first: &Failing) -> (Failing, Result<()>) {
        let start = Instant::now();
        // What takes too long anyway need not take that long each time.
        let limit = match first.outcome {
            Outcome::Timeout => self.short_limit(),
            _ => self.options.timeout,
        };
        let mut smallest = first.clone();
        let mut stopped = Ok(());
        shrink(first.entries.clone(), |entries| {
            if stopped.is_err() || start.elapsed() > SHRINK_TIME_MAX {
                return false;
            }
            let lines = lines(entries.len());
            self.progress.begin(format!("making a failing input smaller: {lines}"));
            match self.failing_on(entries, first, limit) {
                Ok(Some(failing)) if failing.outcome.is_like(&first.outcome) => {
                    smallest = failing;
                    true
                }
                Ok(_) => false,
                Err(failure) => {
                    stopped = Err(failure);
                    false
                }
            }
        });
        // It may have failed by chance, or just have been slow for the shorter limit.
        if stopped.is_ok() && smallest.entries != first.entries {
            match self.failing_on(&smallest.entries, first, self.options.timeout) {
                Ok(Some(failing)) if failing.outcome.is_like(&first.outcome) => {}
                Ok(_) => smallest = first.clone(),
                Err(failure) => stopped = Err(failure),
            }
        }
        smallest.is_smallest = stopped.is_ok();
        (smallest, stopped)
    }

    /// Long enough for small inputs, as far as is known of the program.
    fn short_limit(&self) -> Duration {
        self.options.timeout.min(LIMIT_MIN.max(self.slowest * 10))
    }

    /// Runs the program to see whether it fails as it did on another input.
    fn failing_on(
        &mut self,
        entries: &[Entry],
        other: &Failing,
        limit: Duration,
    ) -> Result<Option<Failing>> {
        let attempt = self.trials.run(entries, limit)?;
        self.failing(&attempt, entries, &other.rules, other.number)
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
                let is_open = |rules: &&Rules| !found.iter().any(|one| one.rules.contains(rules));
                let open: Vec<Rules> =
                    self.judgement.rules.iter().filter(is_open).copied().collect();
                if open.is_empty() {
                    break;
                }
                let entries = beyond::read(&text);
                let mut failures = Vec::new();
                // What fails is run again, as other inputs are.
                for is_again in [false, true] {
                    let attempt = self.trials.run_on_text(&text, self.short_limit())?;
                    failures = self.beyond_failures(kind, &attempt, &open, &text, &entries)?;
                    if failures.is_empty() {
                        self.judgement.not_counted += usize::from(is_again);
                        break;
                    }
                }
                found.extend(failures);
            }
            self.judgement.beyond.push((kind, found));
        }
        Ok(())
    }

    /// What fails in a run beyond the puzzle: its answers under some of the rules, or all of it.
    fn beyond_failures(
        &self,
        kind: BeyondKind,
        attempt: &Attempt,
        rules: &[Rules],
        text: &str,
        entries: &[Entry],
    ) -> Result<Vec<BeyondFailure>> {
        let totals = totals(entries)?;
        let judged = match attempt.answers {
            Ok(_) => rules.chunks(1),
            Err(_) => rules.chunks(rules.len().max(1)),
        };
        let failure = |rules: &[Rules]| {
            let outcome = self.outcome(attempt, rules, totals);
            (outcome != Outcome::Right).then(|| BeyondFailure {
                symptom: beyond::symptom(kind, &outcome, entries, totals, &attempt.stderr),
                rules: rules.to_vec(),
                text: text.to_owned(),
                entries: entries.to_vec(),
                totals,
                outcome,
                stdout: attempt.stdout.clone(),
                stderr: attempt.stderr.clone(),
            })
        };
        Ok(judged.filter_map(failure).collect())
    }

    /// Lets the first failure of each part beyond the puzzle count.
    fn count_beyond(&mut self) -> Result<()> {
        let totals = totals(&beyond::read(EXAMPLE))?;
        let exit = self.judgement.usual_status.zip(self.judgement.example.as_ref());
        let exit = exit.map(|(status, Sample { stdout, stderr, .. })| BeyondFailure {
            rules: self.judgement.rules.clone(),
            text: EXAMPLE.to_owned(),
            entries: beyond::read(EXAMPLE),
            totals,
            outcome: Outcome::Crash(format!("ended with exit status {status}")),
            stdout: stdout.clone(),
            stderr: stderr.clone(),
            symptom: String::new(),
        });
        let others = self.judgement.beyond.iter().flat_map(|(_, failures)| failures);
        let mut counted: Vec<Failing> = Vec::new();
        for failure in exit.iter().chain(others) {
            let is_open = |rules: &&Rules| !counted.iter().any(|one| one.rules.contains(rules));
            let rules: Vec<Rules> = failure.rules.iter().filter(is_open).copied().collect();
            if !rules.is_empty() {
                counted.push(Failing {
                    number: 0,
                    entries: failure.entries.clone(),
                    text: failure.text.clone(),
                    totals: failure.totals,
                    rules,
                    outcome: failure.outcome.clone(),
                    stdout: failure.stdout.clone(),
                    stderr: failure.stderr.clone(),
                    is_smallest: true,
                    mistake: None,
                });
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
            let text = inputs::text(&inputs::large(hands, self.options.seed));
            let (totals, ours, _) = best_of_three(|| {
                let start = Instant::now();
                let entries: Vec<Entry> = entries(text.as_bytes()).flatten().collect();
                Ok((totals(&entries)?, start.elapsed()))
            })?;
            let theirs = if self.judgement.timings.expected() > self.options.timeout {
                None
            } else {
                let (attempt, time, longest) = best_of_three(|| {
                    let mut attempt = self.trials.run_on_text(&text, self.options.timeout)?;
                    if attempt.answers.is_err() && !attempt.is_timeout() {
                        attempt = self.trials.run_on_text(&text, self.options.timeout)?;
                    }
                    let time = attempt.time;
                    Ok((attempt, time))
                })?;
                let rules = &self.judgement.rules;
                let outcome = self.outcome(&attempt, rules, totals);
                if failed.is_none() {
                    let kind = BeyondKind::ManyHands(hands);
                    let entries = beyond::read(&text);
                    let found = self.beyond_failures(kind, &attempt, rules, &text, &entries)?;
                    failed = (!found.is_empty()).then_some((kind, found));
                }
                Some((outcome, time, longest))
            };
            let longest = theirs.as_ref().map_or(Duration::ZERO, |theirs| theirs.2);
            let theirs = theirs.map(|(outcome, time, _)| (outcome, time));
            self.judgement.timings.taken.push(Timing { hands, theirs, ours, longest });
        }
        if let Some((kind, mut failures)) = failed {
            failures.retain(|failure| self.is_news(failure));
            if !failures.is_empty() {
                self.judgement.beyond.push((kind, failures));
            }
        }
        Ok(())
    }

    /// Whether a failure on many hands is another than that repeated hands are ranked otherwise, of
    /// which a million hands have many.
    fn is_news(&self, failure: &BeyondFailure) -> bool {
        let fails_on_repeated = (self.judgement.beyond.iter())
            .any(|(kind, failures)| *kind == BeyondKind::RepeatedHands && !failures.is_empty());
        let is_limit = failure.symptom.starts_with("total ");
        let has_repeated = failure.entries.len() > 100_000;
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
