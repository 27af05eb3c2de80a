//! The stages of judging a program: which part it solves, whether it is right, why not, how fast it is.

use std::{
    cmp::Ordering,
    thread,
    time::{Duration, Instant},
};

use camel_cards::{Entry, PerRules, Rules, entries};
use camel_cards_coach::inputs::shrink;

use super::{
    answers::Answers,
    inputs::{self, TestInput},
    judgement::{Failing, Judgement},
    mistake::{self, NamedMistake},
    outcome::{Outcome, totals},
    timings::{Timing, Timings, best_of_three},
    trials::{Attempt, Trials},
};
use crate::{
    failure::{Failure, Result},
    os::{interrupt::is_interrupted, program::Program},
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
const TIMED: [u64; 3] = [1_000, 10_000, 100_000];

pub(crate) struct JudgeOptions {
    /// Whose answers the program prints, if that is known.
    pub(crate) rules: Option<Rules>,
    pub(crate) answers: Answers,
    /// The time that it has for an input.
    pub(crate) timeout: Duration,
    /// How many random inputs there are.
    pub(crate) inputs: u32,
    pub(crate) seed: u64,
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
        let rules = match (options.answers, options.rules) {
            (Answers::One, Some(rules)) => vec![rules],
            _ => Rules::ALL.to_vec(),
        };
        Judge {
            options,
            trials: Trials::new(program, options.answers),
            progress: StepProgress::new(),
            slowest: Duration::ZERO,
            judgement: Judgement {
                answers: options.answers,
                rules,
                timeout: options.timeout,
                inputs: 0,
                passed: Vec::new(),
                failing: None,
                only_answer: None,
                mistake: None,
                variants: Vec::new(),
                timings: Timings { start: Duration::MAX, taken: Vec::new() },
            },
        }
    }

    /// Returns what is known of the program, even if judging it was interrupted.
    pub(crate) fn judge(mut self) -> (Judgement, Result<()>) {
        let judged = self.run_stages();
        self.judgement.only_answer = self.trials.only_answer();
        (self.judgement, judged)
    }

    fn run_stages(&mut self) -> Result<()> {
        let all = inputs::all(self.options.seed, self.options.inputs);
        self.judgement.inputs = all.size_hint().0;
        let mut known = Vec::new();
        if self.judgement.rules_are_open() {
            known = self.decide_rules()?;
        }
        let mut known = known.into_iter();
        for TestInput { kind, entries } in all {
            let number = self.judgement.passed.len() + 1;
            self.progress.begin(format!("input {number} of {}", self.judgement.inputs));
            let attempt = match known.next() {
                Some(attempt) => attempt,
                None => self.trials.run(&entries, self.options.timeout)?,
            };
            let time = attempt.time;
            if let Some(failing) = self.failing(attempt, &entries)? {
                return self.fail(&failing);
            }
            self.judgement.passed.push(kind);
            self.judgement.timings.start = self.judgement.timings.start.min(time);
            self.slowest = self.slowest.max(time);
        }
        self.try_variants()?;
        self.take_times()
    }

    /// Finds out which rules are meant, from the answers to the published inputs;
    /// or, if none of them is right, from the mistake in them.
    ///
    /// Returns these runs, which end with the first that gave no answer.
    fn decide_rules(&mut self) -> Result<Vec<Attempt>> {
        let mut attempts = Vec::new();
        let mut right = PerRules::<u32>::default();
        for TestInput { entries, .. } in inputs::published() {
            self.progress.begin("which part does it solve?".to_owned());
            let attempt = self.trials.run(&entries, self.options.timeout)?;
            let answers = attempt.answers.clone();
            attempts.push(attempt);
            let Ok(answers) = answers else { break };
            let totals = totals(&entries)?;
            for rules in Rules::ALL {
                right[rules] += u32::from(answers[0] == totals[rules].to_string());
            }
        }
        let (more, rules) = match right.standard.cmp(&right.joker) {
            Ordering::Less => (right.joker, Some(Rules::Joker)),
            Ordering::Equal => (0, None),
            Ordering::Greater => (right.standard, Some(Rules::Standard)),
        };
        // One right answer may be a wrong program's luck.
        if let Some(rules) = rules.filter(|_| more > 1) {
            self.judgement.rules = vec![rules];
            return Ok(attempts);
        }
        if let [Attempt { answers: Err(_), .. }] = &attempts[..] {
            // It fails on the first: that is the same under both rules.
            return Ok(attempts);
        }
        let named = self.name_mistake(None)?.findings.first().map(|finding| finding.rules);
        let rules = named.or(rules).ok_or_else(|| {
            Failure::Usage(
                "cannot tell which part the program solves, since its answers to the published \
                 inputs are not those of either; say which with --part"
                    .to_owned(),
            )
        })?;
        self.judgement.rules = vec![rules];
        Ok(attempts)
    }

    /// Keeps what the program fails on, as small as it can be, and names its mistake.
    fn fail(&mut self, failing: &Failing) -> Result<()> {
        let (smallest, shrunk) = self.shrink(failing);
        self.judgement.failing = Some(smallest);
        shrunk?;
        if let Outcome::Wrong { rules, .. } = failing.outcome {
            self.judgement.mistake = Some(self.name_mistake(Some(rules))?);
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
            match self.failing_on(entries, limit) {
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
        // Within the shorter limit it may just have been slow.
        if stopped.is_ok() && first.outcome == Outcome::Timeout {
            match self.failing_on(&smallest.entries, self.options.timeout) {
                Ok(Some(failing)) if failing.outcome == Outcome::Timeout => {}
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

    fn failing_on(&mut self, entries: &[Entry], limit: Duration) -> Result<Option<Failing>> {
        let attempt = self.trials.run(entries, limit)?;
        self.failing(attempt, entries)
    }

    fn failing(&self, attempt: Attempt, entries: &[Entry]) -> Result<Option<Failing>> {
        let totals = totals(entries)?;
        let outcome = Outcome::of(&attempt.answers, &self.judgement.rules, totals);
        Ok((outcome != Outcome::Right).then(|| Failing {
            entries: entries.to_vec(),
            totals,
            outcome,
            stderr: attempt.stderr,
            is_smallest: true,
        }))
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
        let position = self.options.answers.position(rules);
        unless_interrupted(move || mistake::find(&answered, position, rules))
    }

    fn try_variants(&mut self) -> Result<()> {
        for variant in inputs::variants() {
            self.progress.begin(format!("variant: {}", variant.name));
            let attempt = self.trials.run_on_text(&variant.text, self.short_limit())?;
            let entries: Vec<Entry> = entries(variant.text.as_bytes()).flatten().collect();
            let totals = totals(&entries)?;
            let outcome = Outcome::of(&attempt.answers, &self.judgement.rules, totals);
            self.judgement.variants.push((variant, outcome));
        }
        Ok(())
    }

    fn take_times(&mut self) -> Result<()> {
        for hands in TIMED {
            self.progress.begin(format!("taking its time on {} hands", grouped(hands.into())));
            let text = inputs::text(&inputs::large(hands, self.options.seed));
            let (totals, ours) = best_of_three(|| {
                let start = Instant::now();
                let entries: Vec<Entry> = entries(text.as_bytes()).flatten().collect();
                Ok((totals(&entries)?, start.elapsed()))
            })?;
            let theirs = if self.judgement.timings.expected() > self.options.timeout {
                None
            } else {
                Some(best_of_three(|| {
                    let attempt = self.trials.run_on_text(&text, self.options.timeout)?;
                    let outcome = Outcome::of(&attempt.answers, &self.judgement.rules, totals);
                    Ok((outcome, attempt.time))
                })?)
            };
            self.judgement.timings.taken.push(Timing { hands, theirs, ours });
        }
        Ok(())
    }
}

/// Does what takes a while in a thread, which is left to itself on an interrupt.
fn unless_interrupted<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let thread = thread::spawn(work);
    while !thread.is_finished() {
        if is_interrupted() {
            return Err(Failure::Interrupted);
        }
        thread::sleep(Duration::from_millis(5));
    }
    thread.join().map_err(|panic| std::panic::resume_unwind(panic))
}
