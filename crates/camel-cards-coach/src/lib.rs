//! Finds the mistake in a solution of Camel Cards, generates inputs that show it, and shrinks an input that fails.
//!
//! To explain an answer, the coach looks for a wrong solution that gives exactly this answer for the user's input. A
//! [`Solution`] is a point in a space with five axes, and a [`Mistake`] changes one axis, with few exceptions. The
//! search tries single mistakes and likely pairs, on all cores. The crate does no I/O. Results implement `Serialize` for
//! JSON, but not `Deserialize`, because only a search creates them.
//!
//! # How to use it
//!
//! Read the entries, pass a [`Question`] to [`diagnose()`] and show the [`Diagnosis`]. The sentences come from
//! [`Finding::summary`], [`Finding::hint`], [`Finding::rule`] and the `Display` of [`Chance`], so the command, the page and
//! the packages use the same words.
//!
//! ```
//! use camel_cards::{Entry, Rules, entries};
//! use camel_cards_coach::{
//!     Question, Deviation, UserAnswer, diagnose,
//!     inputs::{Shape, generate},
//!     mistakes,
//! };
//!
//! // The total of a program that lets J rank as a jack in ties.
//! let entries: Vec<Entry> = generate(Shape::Puzzle, Some(1000), 1)?.collect();
//! let mistakes = mistakes(Rules::Joker);
//! let jack = mistakes.iter().find(|mistake| mistake.id == "J1").unwrap();
//! let wrong = jack.solution(Rules::Joker).total(&entries).unwrap();
//!
//! let tried = UserAnswer::new(wrong.try_into()?, Some(Deviation::TooLow));
//! let mut question = Question::new(&entries, vec![tried]);
//! question.rules = Some(Rules::Joker);
//! let diagnosis = diagnose(&question)?;
//!
//! let of_answer = &diagnosis.answers[0];
//! let finding = &of_answer.findings[0];
//! println!("{}: {}", finding.certainty.name(), finding.summary);
//! println!("rule: {}", finding.rule);
//! println!("change: {}", finding.hint);
//! if let Some(pair) = &finding.misplaced {
//!     println!("for example {} and {}", pair.entries[0].hand, pair.entries[1].hand);
//! }
//! for clue in &of_answer.clues {
//!     println!("{clue}");
//! }
//! # assert_eq!(finding.ids(), ["J1"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To check sorted hands instead of a total, call [`diagnose_order`].

#![expect(
    clippy::indexing_slicing,
    reason = "entries, mistakes, labels and types are named by their places in lists"
)]

mod diagnose;
pub mod inputs;
mod judge;
mod mistakes;
mod order;
mod question;
mod search;
mod solution;
#[doc(hidden)]
pub mod text;
mod wording;

pub use diagnose::{
    AnswerDiagnosis, Diagnosis,
    chance::{Certainty, Chance, ChanceOf},
    diagnose,
    finding::{Finding, MisplacedPair},
    people::{AnswerRow, diagnose_people},
};
pub use judge::{
    Batch, Judge, JudgeOptions, LineEnds, PartVerdict, Run, RunEnd, Verdict, VerdictKind, judge,
};
pub use mistakes::{Mistake, Origin, mistakes};
pub use order::{OrderDiagnosis, diagnose_order};
pub use question::{Deviation, Posted, Question, UserAnswer};
pub use solution::{Solution, hands::HandClass};

/// Runs the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
