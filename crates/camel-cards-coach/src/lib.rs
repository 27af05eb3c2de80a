//! Finds out what is wrong with a solution of Camel Cards, makes inputs that show
//! it, and makes an input that fails as small as it can be.
//!
//! The coach asks which wrong solution gives exactly somebody's answer for exactly
//! their input. A [`Solution`] is a point of a space with five axes, a [`Mistake`]
//! is one change on one axis, and the search tries single mistakes and likely pairs.
//! There is no I/O here. A search uses all cores. Results have `Serialize` for JSON, and no `Deserialize`: only a
//! search can make them.
//!
//! # How a front uses it
//!
//! A front reads the entries, puts a [`Question`], and shows the [`Diagnosis`]. The
//! result consists of values, and the values have sentences: [`Finding::summary`],
//! [`Finding::hint`] and the `Display` of [`PuzzleRule`] and [`Chance`]. So all fronts
//! say the same.
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
//! let finding = &diagnosis.findings[0];
//! println!("{}: {}", finding.certainty.name(), finding.summary());
//! println!("rule: {}", finding.rule.unwrap());
//! println!("change: {}", finding.hint());
//! if let Some(pair) = &finding.misplaced {
//!     println!("for example {} and {}", pair.entries[0].hand, pair.entries[1].hand);
//! }
//! for clue in &diagnosis.clues {
//!     println!("{}", clue.sentence);
//! }
//! # assert_eq!(finding.ids(), ["J1"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Somebody who has sorted hands rather than a total asks [`diagnose_order`].

#![expect(
    clippy::indexing_slicing,
    reason = "entries, mistakes, labels and types are named by their places in lists"
)]

mod diagnose;
mod hand_class;
pub mod inputs;
mod judge;
mod mistakes;
mod order;
mod search;
mod serialize;
mod solution;
mod wording;

pub use diagnose::{
    Diagnosis,
    clues::Clue,
    diagnose,
    evidence::{Certainty, Chance, ChanceOf},
    finding::Finding,
    misplaced::{MisplacedPair, PuzzleRule},
    posted::Posted,
    question::{Deviation, Question, UserAnswer},
};
pub use hand_class::HandClass;
pub use judge::{
    Batch, Judge, JudgeOptions, LineEnds, Misjudged, Outcome, PartVerdict, Run, RunEnd, Verdict,
    VerdictKind, judge,
};
pub use mistakes::{
    mistake::{Mistake, Origin},
    mistakes,
};
pub use order::{OrderDiagnosis, Ordered, diagnose_order};
pub use solution::{Solution, types::AssignedType};
#[doc(hidden)]
pub use wording::text;

/// The README's example runs too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
