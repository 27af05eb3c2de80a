mod answer;
mod inputs;
mod name;
mod report;

use std::{
    cmp::Ordering,
    ffi::OsString,
    process::ExitStatus,
    thread,
    time::{Duration, Instant},
};

use camel_cards::{Entry, Rules, Tally, Ties, entries};
use camel_cards_coach::shrink;

use crate::{
    commands::args::{Format, RulesArgs},
    failure::{Failure, Result},
    os::program::{self, End, Program},
    output::{self, progress::StepProgress, text::grouped},
};
use inputs::{Input, Kind, Variant};
use name::{Answered, Named};

/// Runs a program on many inputs and says whether it is right
#[derive(clap::Args)]
#[command(after_long_help = "\
The program gets its input on standard input, or in a file whose path replaces {} in its arguments. Its answer is the last whole number that it prints. If it is wrong, ends with an error, or takes too long, the input is made as small as it can be, and the mistake is named. If it is right, its time is taken on up to 100,000 hands. Compile it first: the time limit is for all that the command does.

Examples:

  $ camel-cards judge --part 2 -- python3 day7.py

  $ camel-cards judge --answers both -- ./day7 {}

Exit status: 0 the program is right, 1 it is not, 2 it cannot be run, 130 interrupted.")]
pub(crate) struct Args {
    /// The program and its arguments, after --
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Answers it prints: the one for --part, or the last two, standard then joker
    ///
    /// Without --part, its answers to published inputs tell which part it solves.
    #[arg(long, value_name = "ANSWERS", default_value = "one")]
    answers: Answers,
    /// Seconds it may take for an input
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Random inputs to try, besides those that are always tried
    #[arg(long, value_name = "N", default_value_t = 100)]
    inputs: u32,
    /// Where the random numbers start
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Answers {
    One,
    Both,
}

fn seconds(text: &str) -> std::result::Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let seconds = seconds.filter(|seconds| !seconds.is_zero());
    seconds.ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".to_owned())
}

/// How long a failing input is made smaller at most.
const SHRINK_TIME_MAX: Duration = Duration::from_secs(20);

/// The least time that any run is given, unless --timeout is shorter.
const LIMIT_MIN: Duration = Duration::from_millis(500);

/// How many answers are kept, the last ones, to know a mistake by.
const ANSWERS_KEPT: usize = 1000;

/// How many hands it takes the time of.
const TIMED: [u64; 3] = [1_000, 10_000, 100_000];

/// What came of one input.
#[derive(Clone, PartialEq, Eq)]
enum Outcome {
    Right,
    Wrong {
        rules: Rules,
        answered: String,
    },
    /// It gave no answer: what it did instead.
    Crash(String),
    Timeout,
}

impl Outcome {
    const fn name(&self) -> &'static str {
        match self {
            Outcome::Right => "right",
            Outcome::Wrong { .. } => "wrong",
            Outcome::Crash(_) => "crash",
            Outcome::Timeout => "timeout",
        }
    }

    /// Whether two inputs fail in the same manner.
    fn is_like(&self, other: &Outcome) -> bool {
        match (self, other) {
            (Outcome::Wrong { rules, .. }, Outcome::Wrong { rules: other, .. }) => rules == other,
            _ => self == other,
        }
    }
}

/// A run, as far as answers go.
struct Attempt {
    /// The answers it should print, in digits, or what became of them.
    answers: std::result::Result<Vec<String>, Outcome>,
    time: Duration,
    stderr: Vec<u8>,
}

/// An input that the program fails on.
#[derive(Clone)]
struct Failing {
    entries: Vec<Entry>,
    /// Under standard and joker rules.
    totals: [u128; 2],
    outcome: Outcome,
    stderr: Vec<u8>,
    /// There was no interrupt while it was made smaller.
    is_smallest: bool,
}

struct Timing {
    hands: u64,
    /// `None` if it would take too long.
    theirs: Option<(Outcome, Duration)>,
    ours: Duration,
}

/// What is known of a program.
struct Judge<'a> {
    args: &'a Args,
    program: Program,
    progress: StepProgress,
    /// Whose answers it prints, in this order. Both, too, if it prints one and
    /// nobody knows which.
    rules: Vec<Rules>,
    planned: usize,
    /// The inputs it was right on.
    passed: Vec<Kind>,
    fastest: Duration,
    slowest: Duration,
    answered: Vec<Answered>,
    failing: Option<Failing>,
    mistake: Option<Named>,
    variants: Vec<(Variant, Outcome)>,
    timings: Vec<Timing>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut judge = Judge {
        args,
        program: Program::new(&args.command)?,
        progress: StepProgress::new(),
        rules: match args.answers {
            Answers::One => args.rules.any(),
            Answers::Both => Rules::ALL.to_vec(),
        },
        planned: 0,
        passed: Vec::new(),
        fastest: Duration::MAX,
        slowest: Duration::ZERO,
        answered: Vec::new(),
        failing: None,
        mistake: None,
        variants: Vec::new(),
        timings: Vec::new(),
    };
    let judged = judge.judge();
    judge.progress.clear();
    match &judged {
        Err(Failure::Interrupted) => {
            anstream::eprintln!("camel-cards: interrupted; {}", report::so_far(&judge));
            if judge.failing.is_none() {
                return judged;
            }
        }
        Err(_) => return judged,
        Ok(()) => {}
    }
    match args.format {
        Format::Text => output::print_styled(&report::text(&judge))?,
        Format::Json => output::print(&report::json(&judge)?)?,
    }
    judged?;
    if judge.failing.is_some() { Err(Failure::Wrong) } else { Ok(()) }
}

/// The total winnings under standard and joker rules.
fn totals(entries: &[Entry]) -> Result<[u128; 2]> {
    let tally: Tally = entries.iter().copied().collect();
    let total = |rules| tally.total_winnings(rules, Ties::Ordinal);
    Ok([total(Rules::Standard)?, total(Rules::Joker)?])
}

impl Judge<'_> {
    fn judge(&mut self) -> Result<()> {
        let plan = inputs::plan(self.args.seed, self.args.inputs);
        self.planned = plan.size_hint().0;
        let mut known = Vec::new();
        if self.rules.len() > self.answers_wanted() {
            known = self.decide_rules()?;
        }
        let mut known = known.into_iter();
        for Input { kind, entries } in plan {
            self.progress.begin(format!("input {} of {}", self.passed.len() + 1, self.planned));
            let attempt = match known.next() {
                Some(attempt) => attempt,
                None => self.attempt(&entries, self.args.timeout)?,
            };
            let time = attempt.time;
            if let Some(failing) = self.failing(attempt, &entries)? {
                return self.fail(&failing);
            }
            self.passed.push(kind);
            self.fastest = self.fastest.min(time);
            self.slowest = self.slowest.max(time);
        }
        self.try_variants()?;
        self.take_times()
    }

    /// What it answers to everything, if it does.
    fn only_answer(&self) -> Option<String> {
        let [first, rest @ ..] = &self.answered[..] else { return None };
        let same = rest.iter().filter(|other| other.answers == first.answers).count();
        (rest.len() > 5 && same == rest.len()).then(|| first.answers.join(" and "))
    }

    fn answers_wanted(&self) -> usize {
        match self.args.answers {
            Answers::One => 1,
            Answers::Both => 2,
        }
    }

    fn attempt(&mut self, entries: &[Entry], limit: Duration) -> Result<Attempt> {
        let attempt = self.attempt_text(&inputs::text(entries), limit)?;
        if let Ok(answers) = &attempt.answers {
            if self.answered.len() == ANSWERS_KEPT {
                self.answered.remove(0);
            }
            self.answered.push(Answered { entries: entries.to_vec(), answers: answers.clone() });
        }
        Ok(attempt)
    }

    fn attempt_text(&mut self, text: &str, limit: Duration) -> Result<Attempt> {
        let run = self.program.run(text.as_bytes(), limit)?;
        let answers = match run.end {
            End::TimedOut => Err(Outcome::Timeout),
            End::PrintedTooMuch => {
                let mebibytes = program::OUTPUT_BYTES_MAX >> 20;
                Err(Outcome::Crash(format!("printed more than {mebibytes} MiB")))
            }
            End::Exited(status) if !status.success() => Err(Outcome::Crash(ended(status))),
            End::Exited(_) => {
                let mut numbers = answer::whole_numbers(&run.stdout);
                let wanted = self.answers_wanted();
                match numbers.len().checked_sub(wanted) {
                    Some(others) => Ok(numbers.split_off(others)),
                    None if numbers.is_empty() => {
                        Err(Outcome::Crash("printed no whole number".to_owned()))
                    }
                    None => Err(Outcome::Crash("printed one whole number, not two".to_owned())),
                }
            }
        };
        Ok(Attempt { answers, time: run.time, stderr: run.stderr })
    }

    fn outcome(&self, attempt: &Attempt, totals: [u128; 2]) -> Outcome {
        let answers = match &attempt.answers {
            Ok(answers) => answers,
            Err(outcome) => return outcome.clone(),
        };
        let wrong = (self.rules.iter().zip(answers))
            .find(|&(&rules, answer)| *answer != totals[rules as usize].to_string());
        wrong.map_or(Outcome::Right, |(&rules, answered)| Outcome::Wrong {
            rules,
            answered: answered.clone(),
        })
    }

    /// Finds out which rules are meant, from the answers to the published inputs;
    /// or, if none of them is right, from the mistake in them.
    ///
    /// Returns these runs, which end with the first that gave no answer.
    fn decide_rules(&mut self) -> Result<Vec<Attempt>> {
        let mut attempts = Vec::new();
        let mut right = [0; 2];
        for Input { entries, .. } in inputs::published() {
            self.progress.begin("which part does it solve?".to_owned());
            let attempt = self.attempt(&entries, self.args.timeout)?;
            let answers = attempt.answers.clone();
            attempts.push(attempt);
            let Ok(answers) = answers else { break };
            for (right, total) in right.iter_mut().zip(totals(&entries)?) {
                *right += u32::from(answers[0] == total.to_string());
            }
        }
        let [standard, joker] = right;
        let (more, rules) = match standard.cmp(&joker) {
            Ordering::Less => (joker, Some(Rules::Joker)),
            Ordering::Equal => (0, None),
            Ordering::Greater => (standard, Some(Rules::Standard)),
        };
        // One right answer may be a wrong program's luck.
        if let Some(rules) = rules.filter(|_| more > 1) {
            self.rules = vec![rules];
            return Ok(attempts);
        }
        if let [Attempt { answers: Err(_), .. }] = &attempts[..] {
            // It fails on the first: that is the same under both rules.
            return Ok(attempts);
        }
        let named = self.named(None)?.findings.first().map(|finding| finding.rules);
        let rules = named.or(rules).ok_or_else(|| {
            Failure::Cannot(
                "cannot tell which part the program solves, since its answers to the published \
                 inputs are not those of either; say which with --part"
                    .to_owned(),
            )
        })?;
        self.rules = vec![rules];
        Ok(attempts)
    }

    /// Keeps what the program fails on, as small as it can be, and names its mistake.
    fn fail(&mut self, failing: &Failing) -> Result<()> {
        let (smallest, shrunk) = self.shrink(failing);
        self.failing = Some(smallest);
        shrunk?;
        if let Outcome::Wrong { rules, .. } = failing.outcome {
            self.mistake = Some(self.named(Some(rules))?);
        }
        Ok(())
    }

    /// Returns the smallest found, and whether there was time to look for it.
    fn shrink(&mut self, first: &Failing) -> (Failing, Result<()>) {
        let start = Instant::now();
        // What takes too long anyway need not take that long each time.
        let limit = match first.outcome {
            Outcome::Timeout => self.short_limit(),
            _ => self.args.timeout,
        };
        let mut smallest = first.clone();
        let mut stopped = Ok(());
        shrink(first.entries.clone(), |entries| {
            if stopped.is_err() || start.elapsed() > SHRINK_TIME_MAX {
                return false;
            }
            self.progress
                .begin(format!("making a failing input smaller: {}", lines(entries.len())));
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
            match self.failing_on(&smallest.entries, self.args.timeout) {
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
        self.args.timeout.min(LIMIT_MIN.max(self.slowest * 10))
    }

    fn failing_on(&mut self, entries: &[Entry], limit: Duration) -> Result<Option<Failing>> {
        let attempt = self.attempt(entries, limit)?;
        self.failing(attempt, entries)
    }

    fn failing(&self, attempt: Attempt, entries: &[Entry]) -> Result<Option<Failing>> {
        let totals = totals(entries)?;
        let outcome = self.outcome(&attempt, totals);
        Ok((outcome != Outcome::Right).then(|| Failing {
            entries: entries.to_vec(),
            totals,
            outcome,
            stderr: attempt.stderr,
            is_smallest: true,
        }))
    }

    /// Asks which mistake gives its answers, after some more of them.
    fn named(&mut self, rules: Option<Rules>) -> Result<Named> {
        self.progress.begin("looking for the mistake".to_owned());
        for entries in inputs::telling(self.args.seed) {
            let is_known = self.answered.iter().any(|answered| answered.entries == entries);
            if !is_known && self.attempt(&entries, self.args.timeout)?.answers.is_err() {
                break;
            }
        }
        let answered = self.answered.clone();
        let column = match (self.args.answers, rules) {
            (Answers::Both, Some(Rules::Joker)) => 1,
            _ => 0,
        };
        unless_interrupted(move || name::name(&answered, column, rules))
    }

    fn try_variants(&mut self) -> Result<()> {
        for variant in inputs::variants() {
            self.progress.begin(format!("variant: {}", variant.name));
            let attempt = self.attempt_text(&variant.text, self.short_limit())?;
            let entries: Vec<Entry> = entries(variant.text.as_bytes()).flatten().collect();
            let outcome = self.outcome(&attempt, totals(&entries)?);
            self.variants.push((variant, outcome));
        }
        Ok(())
    }

    fn take_times(&mut self) -> Result<()> {
        for hands in TIMED {
            self.progress.begin(format!("taking its time on {} hands", grouped(hands.into())));
            let text = inputs::text(&inputs::large(hands, self.args.seed));
            let (totals, ours) = best_of_three(|| {
                let start = Instant::now();
                let entries: Vec<Entry> = entries(text.as_bytes()).flatten().collect();
                Ok((totals(&entries)?, start.elapsed()))
            })?;
            let theirs = if self.expected_time() > self.args.timeout {
                None
            } else {
                Some(best_of_three(|| {
                    let attempt = self.attempt_text(&text, self.args.timeout)?;
                    Ok((self.outcome(&attempt, totals), attempt.time))
                })?)
            };
            self.timings.push(Timing { hands, theirs, ours });
        }
        Ok(())
    }

    /// The time that ten times the hands of the last timing should take.
    fn expected_time(&self) -> Duration {
        let times: Option<Vec<Duration>> = (self.timings.iter().rev().take(2))
            .map(|timing| timing.theirs.as_ref().map(|(_, time)| self.without_start(*time)))
            .collect();
        match times.as_deref() {
            None => Duration::MAX,
            Some([]) => Duration::ZERO,
            Some([last, before, ..]) if self.is_measurable(*before) => {
                let times = last.as_nanos() / before.as_nanos().max(1);
                *last * times.clamp(1, 1000) as u32
            }
            Some([last, ..]) => *last * 10,
        }
    }

    /// Whether a time without the start is more than the start's own ups and downs.
    fn is_measurable(&self, time: Duration) -> bool {
        time > self.fastest / 2
    }

    /// A time without what it takes the program to start.
    fn without_start(&self, time: Duration) -> Duration {
        time.saturating_sub(self.fastest)
    }
}

/// Runs up to three times, while that is quick; returns what came of it last and
/// the shortest time.
fn best_of_three<T>(mut run: impl FnMut() -> Result<(T, Duration)>) -> Result<(T, Duration)> {
    let (mut last, mut best) = run()?;
    for _ in 0..2 {
        if best < Duration::from_secs(1) {
            let (result, time) = run()?;
            (last, best) = (result, best.min(time));
        }
    }
    Ok((last, best))
}

/// Does what takes a while in a thread, which is left to itself on an interrupt.
fn unless_interrupted<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let thread = thread::spawn(work);
    while !thread.is_finished() {
        if program::is_interrupted() {
            return Err(Failure::Interrupted);
        }
        thread::sleep(Duration::from_millis(5));
    }
    thread.join().map_err(|panic| std::panic::resume_unwind(panic))
}

fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with exit status {code}"),
        // "signal: 11 (SIGSEGV)"
        None => format!("was killed by {}", status.to_string().replacen(": ", " ", 1)),
    }
}

fn lines(number: usize) -> String {
    format!("{number} {}", if number == 1 { "line" } else { "lines" })
}
