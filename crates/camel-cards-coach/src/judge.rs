//! Judges whether a program is right, the same for every front. The judge returns inputs, and the
//! front passes back the program's output for each, until there is a verdict. The judge starts no
//! programs and reads no files.

mod answers;
mod explain;
mod numbers;
mod plan;
pub(crate) mod run;
mod session;
pub(crate) mod verdict;

use std::{
    any::Any,
    fmt::{self, Display},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Waker},
    time::Instant,
};

use camel_cards::Rules;

pub use run::{Batch, JudgeOptions, LineEnds, Run, RunEnd};
use session::{Mailbox, Session};
pub use verdict::{PartVerdict, Verdict, VerdictKind};

/// Judges one program. You have the loop and run the program in your own way: as parallel
/// processes, as async functions, or as a closure.
///
/// A program is *right* if it solves inputs like the site's: a thousand different hands, the bids
/// 1 to 1,000 once each, no five of a kind except `JJJJJ`, and `\n` after each line.
///
/// ```
/// use camel_cards_coach::{Judge, JudgeOptions, Run, VerdictKind};
///
/// // Every bid is taken for its rank.
/// let solve = |input: &str| -> u64 {
///     let bids = input.lines().map(|line| line[6..].parse::<u64>().unwrap());
///     bids.map(|bid| bid * bid).sum()
/// };
/// let mut judge = Judge::new(JudgeOptions::default());
/// while let Some(batch) = judge.next_batch() {
///     let run = |input: &String| Run { printed: solve(input).to_string(), ..Run::default() };
///     judge.take(batch.inputs.iter().map(run).collect());
/// }
/// let verdict = judge.verdict().unwrap();
/// assert_eq!(verdict.part.kind, VerdictKind::Wrong);
/// assert_eq!(verdict.part.input.as_deref(), Some("22222 1000\n"));
/// ```
pub struct Judge {
    mailbox: Mailbox,
    session: Option<Pin<Box<dyn Future<Output = ()>>>>,
}

impl Judge {
    /// Starts judging a program.
    pub fn new(options: JudgeOptions) -> Judge {
        let mailbox = Mailbox::default();
        let session = Session { options, mailbox: mailbox.clone(), ..Session::default() };
        Judge { mailbox, session: Some(Box::pin(session.judge())) }
    }

    /// Returns the inputs to run the program on next, or `None` when the verdict is known.
    ///
    /// After each batch, call [`Judge::take`] before this; otherwise this returns `None`, too.
    pub fn next_batch(&mut self) -> Option<Batch> {
        let session = self.session.as_mut()?;
        if session.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready() {
            self.session = None;
        }
        self.mailbox.borrow_mut().batch.take()
    }

    /// Takes the runs on the inputs of the last batch, in the same order. A missing run counts as
    /// one that printed nothing.
    pub fn take(&mut self, runs: Vec<Run>) {
        self.mailbox.borrow_mut().runs = Some(runs);
    }

    /// Returns the verdict. It is final when there is no next batch. After a failure, there is an early one, with an
    /// input that is not yet shrunk.
    pub fn verdict(&self) -> Option<Verdict> {
        self.mailbox.borrow().verdict.clone()
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
        Err(panic) => Run { said: panic_message(&*panic), end: failed(), ..run },
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    mod caught;
}
