//! Judging a function of this program.

use std::{
    any::Any,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    time::Instant,
};

use camel_cards::Rules;

use super::{Judge, JudgeOptions, Run, RunEnd, Verdict, VerdictKind};

/// Judges a function that takes an input and returns total winnings: a number, text, a pair for
/// both parts, an `Option` or a `Result` of these. `None` for `rules` finds out which part it is.
///
/// A panic or an `Err` is a failure like any other. A function that does not end is not stopped.
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
pub fn judge<A: SolutionAnswer>(
    rules: impl Into<Option<Rules>>,
    mut solve: impl FnMut(&str) -> A,
) -> Result<(), Box<Verdict>> {
    let mut judge = Judge::new(JudgeOptions { rules: rules.into(), ..JudgeOptions::default() });
    while let Some(batch) = judge.next_batch() {
        judge.take(batch.inputs.iter().map(|input| run(&mut solve, input)).collect());
    }
    match judge.verdict() {
        Some(verdict) if verdict.kind != VerdictKind::Right => Err(Box::new(verdict)),
        _ => Ok(()),
    }
}

fn run<A: SolutionAnswer>(solve: &mut impl FnMut(&str) -> A, input: &str) -> Run {
    let start = Instant::now();
    let answer = catch_unwind(AssertUnwindSafe(|| solve(input).printed()));
    let failed = |how: &str| RunEnd::Failed(how.to_owned());
    let (printed, said, end) = match answer {
        Ok(Ok(printed)) => (printed, String::new(), RunEnd::Ended),
        Ok(Err(said)) => (String::new(), said, failed("returned an error")),
        Err(panic) => (String::new(), panic_message(&*panic), failed("panicked")),
    };
    Run { printed, returned: true, said, end, time: start.elapsed() }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// What a judged function may return.
pub trait SolutionAnswer {
    /// Writes it as a program would print it, or says what failed.
    #[expect(clippy::missing_errors_doc, reason = "the sentence above says it")]
    fn printed(&self) -> Result<String, String>;
}

macro_rules! printed_by_display {
    ($($type:ty),*) => {
        $(impl SolutionAnswer for $type {
            fn printed(&self) -> Result<String, String> {
                Ok(self.to_string())
            }
        })*
    };
}

printed_by_display!(
    u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64, &str, String
);

impl<A: SolutionAnswer, B: SolutionAnswer> SolutionAnswer for (A, B) {
    fn printed(&self) -> Result<String, String> {
        Ok(format!("Part 1: {}\nPart 2: {}", self.0.printed()?, self.1.printed()?))
    }
}

impl<A: SolutionAnswer> SolutionAnswer for Option<A> {
    fn printed(&self) -> Result<String, String> {
        self.as_ref().map_or_else(|| Ok("None".to_owned()), SolutionAnswer::printed)
    }
}

impl<A: SolutionAnswer, E: fmt::Display> SolutionAnswer for Result<A, E> {
    fn printed(&self) -> Result<String, String> {
        self.as_ref().map_err(ToString::to_string)?.printed()
    }
}
