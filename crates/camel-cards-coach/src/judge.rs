//! Judges whether a program is right, the same for every front.
//!
//! The course of judging is one function from top to bottom ([`session`]), which waits whenever it needs runs. It is a
//! coroutine: an async function that nobody spawns, polled by [`Judge::next_batch`], which takes the inputs out; the front
//! runs the program on them in its own way, and [`Judge::take`] puts the runs in.
//!
//! ```text
//! session ─▶ runner ─▶ batch, to the front ─▶ samples (numbers) ─▶ answers ─▶ right, or
//!                                                        explain: search ─▶ mistakes ─▶ shrunk input
//! ```

mod answers;
mod explain;
#[expect(clippy::string_slice, reason = "texts are cut beside ASCII characters")]
mod numbers;
mod plan;
mod runner;
mod sample;
mod session;
mod verdict;

use std::{
    any::Any,
    fmt::{self, Display},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Waker},
    time::{Duration, Instant},
};

use camel_cards::Rules;
use serde::Serialize;

use runner::Handoff;
use session::Session;
pub(crate) use verdict::last_lines;
pub use verdict::{PartVerdict, Verdict, VerdictKind};

/// Judges one program. You have the loop and run the program in your own way: as parallel
/// processes, as async functions, or as a closure.
///
/// A program is *right* if it solves inputs like the site's: a thousand different hands, the bids
/// 1 to 1,000 once each, no five of a kind except `JJJJJ`, and `\n` after each line.
///
/// ```
/// use camel_cards::{Entry, Rules};
/// use camel_cards_coach::{Judge, JudgeOptions, Run, VerdictKind};
///
/// // Ranks begin at 0.
/// let solve = |input: &str| -> u64 {
///     let mut entries: Vec<Entry> = camel_cards::entries(input.as_bytes()).flatten().collect();
///     entries.sort_by_key(|entry| entry.hand.strength(Rules::Standard));
///     (0..).zip(entries).map(|(rank, entry)| rank * entry.bid).sum()
/// };
/// let mut judge = Judge::new(JudgeOptions::default());
/// while let Some(batch) = judge.next_batch() {
///     let run = |input: &String| Run { printed: solve(input).to_string(), ..Run::default() };
///     judge.take(batch.inputs.iter().map(run).collect());
/// }
/// let verdict = judge.verdict().unwrap();
/// assert_eq!(verdict.part.kind, VerdictKind::Wrong);
/// assert_eq!(verdict.part.input.as_deref(), Some("22222 1000\n"));
/// assert_eq!(verdict.part.findings[0].summary, "ranks begin at 0");
/// ```
pub struct Judge {
    handoff: Handoff,
    session: Pin<Box<dyn Future<Output = ()>>>,
}

impl Judge {
    /// Starts judging a program.
    pub fn new(options: JudgeOptions) -> Judge {
        let handoff = Handoff::default();
        let session = Session::new(options, handoff.clone());
        Judge { handoff, session: Box::pin(session.judge()) }
    }

    /// Returns the inputs to run the program on next, or `None` when the verdict is known.
    ///
    /// After each batch, call [`Judge::take`] before this; otherwise this returns `None`, too.
    pub fn next_batch(&mut self) -> Option<Batch> {
        // It is never ready, so it may always be polled.
        let _ = self.session.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        self.handoff.borrow_mut().batch.take()
    }

    /// Takes the runs on the inputs of the last batch, in the same order. A missing run counts as
    /// one that printed nothing.
    pub fn take(&mut self, runs: Vec<Run>) {
        self.handoff.borrow_mut().runs = Some(runs);
    }

    /// Returns the verdict. It is final when there is no next batch. After a failure, there is an early one, with an
    /// input that is not yet shrunk.
    pub fn verdict(&self) -> Option<Verdict> {
        self.handoff.borrow().verdict.clone()
    }
}

impl Verdict {
    /// Returns the verdict on a program that ignores its inputs, from one of its runs: on all inputs it would do the same.
    pub fn without_input(options: JudgeOptions, run: &Run) -> Option<Verdict> {
        let mut judge = Judge::new(options);
        while let Some(batch) = judge.next_batch() {
            judge.take(vec![run.clone(); batch.inputs.len()]);
        }
        judge.verdict().map(|verdict| Verdict { runs: 1, ..verdict })
    }
}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge").field("verdict", &self.verdict()).finish_non_exhaustive()
    }
}

/// Judges a function that takes an input and returns total winnings, as a number or as text. If
/// `rules` is `None`, the judge finds out which part it solves.
///
/// A panic is a failure like any other, so the function may unwrap a `Result`. A function that does
/// not end is not stopped.
///
/// # Errors
///
/// Returns the verdict, with the smallest input that the function fails on, and the mistake if it is known. `{}` and
/// `{:?}` write the same text, so `unwrap` shows it.
///
/// ```
/// use camel_cards::Rules;
/// use camel_cards_coach::judge;
///
/// fn solve(input: &str) -> u128 {
///     camel_cards::score(input.as_bytes()).unwrap().winnings.joker
/// }
///
/// judge(Rules::Joker, |input| solve(input)).unwrap();
/// let error = judge(Rules::Standard, |input| solve(input)).unwrap_err();
/// assert!(error.to_string().starts_with("wrong under standard rules (part 1)"));
/// ```
pub fn judge<A: Display>(
    rules: impl Into<Option<Rules>>,
    mut solve: impl FnMut(&str) -> A,
) -> Result<(), Box<Verdict>> {
    let mut judge = Judge::new(JudgeOptions { rules: rules.into(), ..JudgeOptions::default() });
    while let Some(batch) = judge.next_batch() {
        judge.take(batch.inputs.iter().map(|input| run(&mut solve, input)).collect());
    }
    match judge.verdict() {
        Some(verdict) if verdict.part.kind != VerdictKind::Right => Err(Box::new(verdict)),
        _ => Ok(()),
    }
}

fn run<A: Display>(solve: &mut impl FnMut(&str) -> A, input: &str) -> Run {
    let start = Instant::now();
    let answer = catch_unwind(AssertUnwindSafe(|| solve(input).to_string()));
    let run = Run { returned: true, time: start.elapsed(), ..Run::default() };
    let failed = || RunEnd::Failed("panicked".to_owned());
    match answer {
        Ok(printed) => Run { printed, ..run },
        Err(panic) => Run { stderr: panic_message(&*panic), end: failed(), ..run },
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Options for judging a program.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct JudgeOptions {
    /// The rules that are judged; by default (`None`), the judge finds out from the answers.
    pub rules: Option<Rules>,
    /// The name of the program: `part2.py` shows which part it solves, if the answers do not.
    pub name: String,
    /// Whether both parts are required, so that a missing answer is a failure. By default, the
    /// judge finds out how many parts it answers.
    pub both: bool,
    /// Whether failures on unusual inputs count.
    pub strict: bool,
    /// The seed of the random numbers, by default 1.
    pub seed: Option<u64>,
    /// The time limit of the first runs, by default a minute. Later runs may take several times as
    /// long as the slowest run so far, but no longer than this.
    pub timeout: Option<Duration>,
}

/// Inputs to run a program on, in any order or in parallel.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Batch {
    /// The inputs, at least one.
    pub inputs: Vec<String>,
    /// The time limit of each run. A front that cannot stop a run may ignore it.
    pub limit: Duration,
    /// What the inputs are, or what they are for, in a few words.
    pub purpose: String,
    /// Whether the verdict is known already: these runs find only what does not count.
    pub after_verdict: bool,
}

/// One run of a program on one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// What the program printed or returned. The judge finds the answers in this text. A front
    /// that has them separately writes two lines, `Part 1: 6440` and `Part 2: 5905`.
    pub printed: String,
    /// Whether the program returned its answers instead of printing them. A returned pair is part
    /// 1, then part 2, and both count. Printed answers may be in another order, or contain a 0 for
    /// an unsolved part.
    pub returned: bool,
    /// Its error messages, such as what it wrote to standard error.
    pub stderr: String,
    /// How it ended.
    pub end: RunEnd,
    /// The time that it took.
    pub time: Duration,
}

impl Run {
    pub(crate) fn is_late(&self) -> bool {
        self.end == RunEnd::TimedOut
    }
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RunEnd {
    /// Normally.
    #[default]
    Ended,
    /// It failed: `ended with exit status 1`, `raised ValueError: …`.
    Failed(String),
    /// It took longer than the [`Batch`]'s limit.
    TimedOut,
}

/// How the lines of an input end, if not as in the site's inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LineEnds {
    /// Whether there is no newline after the last line.
    pub without_last_newline: bool,
    /// Whether lines end with `\r\n`.
    pub with_carriage_returns: bool,
}

impl LineEnds {
    /// Returns the line ends of an input.
    pub fn of(input: &[u8]) -> LineEnds {
        LineEnds {
            without_last_newline: !input.is_empty() && !input.ends_with(b"\n"),
            with_carriage_returns: input.windows(2).any(|end| end == b"\r\n"),
        }
    }

    /// Writes an input with these line ends. An empty line at the end stays, and so do line ends
    /// other than `\n`.
    pub fn written(self, input: &str) -> String {
        let is_cut = self.without_last_newline && !input.ends_with("\n\n");
        let input = if is_cut { input.trim_end_matches(['\r', '\n']) } else { input };
        let has_returns = self.with_carriage_returns && !input.contains('\r');
        input.replace('\n', if has_returns { "\r\n" } else { "\n" })
    }
}

#[cfg(test)]
mod tests {
    mod caught;
}
