//! Judging a function of this program.

use std::{
    any::Any,
    fmt::Display,
    panic::{AssertUnwindSafe, catch_unwind},
    time::Instant,
};

use camel_cards::Rules;

use super::{Judge, JudgeOptions, Run, RunEnd, Verdict, VerdictKind};

/// Judges a function that takes an input and returns total winnings, as a number or as text. `None`
/// for `rules` finds out which part it is.
///
/// A panic is a failure like any other: a `Result` may be unwrapped. A function that does not end is
/// not stopped.
///
/// # Errors
///
/// The verdict with the smallest input that it fails on, and with the mistake if that is known. It
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
pub fn judge<A: Display>(
    rules: impl Into<Option<Rules>>,
    mut solve: impl FnMut(&str) -> A,
) -> Result<(), Box<Verdict>> {
    let mut judge = Judge::new(JudgeOptions { rules: rules.into(), ..JudgeOptions::default() });
    while let Some(batch) = judge.next_batch() {
        judge.take(batch.inputs.iter().map(|input| run(&mut solve, input)).collect());
    }
    match judge.verdict() {
        Some(verdict) if verdict.part.outcome.kind != VerdictKind::Right => Err(Box::new(verdict)),
        _ => Ok(()),
    }
}

fn run<A: Display>(solve: &mut impl FnMut(&str) -> A, input: &str) -> Run {
    let start = Instant::now();
    let answer = catch_unwind(AssertUnwindSafe(|| solve(input).to_string()));
    let (printed, said, end) = match answer {
        Ok(printed) => (printed, String::new(), RunEnd::Ended),
        Err(panic) => {
            (String::new(), panic_message(&*panic), RunEnd::Failed("panicked".to_owned()))
        }
    };
    Run { printed, returned: true, said, end, time: start.elapsed(), cut: 0 }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
