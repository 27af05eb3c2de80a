//! Judging a function of this program.

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    time::Instant,
};

use camel_cards::Rules;

use super::{Judge, JudgeOptions, Run, RunEnd, Verdict, VerdictKind};

/// Judges a function that takes an input and returns total winnings: a number, text, a pair for
/// both parts, an `Option` or a `Result` of these. The answers are found in what `{:?}` writes of it.
/// `None` for `rules` finds out which part it is.
///
/// A panic is a failure, as is what has no number in it. A function that does not end is not stopped.
///
/// # Errors
///
/// [`NotRight`] with the smallest input that it fails on, and with the mistake if that is known. It
/// writes the same whether by `{}` or `{:?}`, so that `unwrap` shows it.
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
pub fn judge<A: fmt::Debug>(
    rules: impl Into<Option<Rules>>,
    mut solve: impl FnMut(&str) -> A,
) -> Result<(), NotRight> {
    let mut judge = Judge::new(JudgeOptions { rules: rules.into(), ..JudgeOptions::default() });
    while let Some(batch) = judge.next_batch() {
        judge.take(batch.inputs.iter().map(|input| run(&mut solve, input)).collect());
    }
    match judge.verdict() {
        Some(verdict) if verdict.kind != VerdictKind::Right => Err(NotRight(Box::new(verdict))),
        _ => Ok(()),
    }
}

fn run<A: fmt::Debug>(solve: &mut impl FnMut(&str) -> A, input: &str) -> Run {
    let start = Instant::now();
    let answer = catch_unwind(AssertUnwindSafe(|| format!("{:?}", solve(input))));
    let time = start.elapsed();
    match answer {
        // The lines of a text, as `{:?}` writes them.
        Ok(answer) => Run { printed: answer.replace("\\n", "\n"), time, ..Run::default() },
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let said = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
            Run { said, end: RunEnd::Failed("panicked".to_owned()), time, ..Run::default() }
        }
    }
}

/// A solution that is not right, and why.
#[derive(Clone)]
pub struct NotRight(pub Box<Verdict>);

impl fmt::Display for NotRight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Writes the same as `Display`: a failed test shows an error in this form.
impl fmt::Debug for NotRight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl std::error::Error for NotRight {}
