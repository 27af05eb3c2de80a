//! Finds out what is wrong with a solution of Camel Cards, makes inputs that show
//! it, and makes an input that fails as small as it can be.
//!
//! The coach asks which wrong solution gives exactly somebody's answer for exactly
//! their input. A [`Solution`] is a point of a space with five axes, a [`Mistake`]
//! is one change on one axis, and the search tries all single mistakes and pairs.
//! There is no I/O here, and no thread.
//!
//! # How a front uses it
//!
//! A front reads the entries, puts a [`Question`], and shows the [`Diagnosis`]. The
//! result consists of values, and the values have sentences: [`Finding::summary`],
//! [`Finding::hint`] and the `Display` of [`PuzzleRule`], [`Chance`] and [`Clue`]. So
//! all fronts say the same.
//!
//! ```
//! use camel_cards::{Entry, Rules, entries};
//! use camel_cards_coach::{
//!     MistakeName, Question, Deviation, UserAnswer, diagnose,
//!     inputs::{Shape, generate},
//!     mistakes,
//! };
//!
//! // The total of a program that lets J rank as a jack in ties.
//! let entries: Vec<Entry> = generate(Shape::Puzzle, Some(1000), 1)?.collect();
//! let mistakes = mistakes(Rules::Joker);
//! let jack = mistakes.iter().find(|mistake| *mistake.id() == MistakeName::J1).unwrap();
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
//!     println!("{clue}");
//! }
//! # assert_eq!(finding.ids(), [MistakeName::J1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Somebody who has sorted hands rather than a total asks [`diagnose_order`].

#[expect(
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "entries are named by their places, and clues by their own words"
)]
mod diagnose;
#[expect(clippy::indexing_slicing, reason = "there is a class for every type and number of jokers")]
mod hand_class;
#[expect(clippy::indexing_slicing, reason = "places are dealt below the length of the list")]
pub mod inputs;
#[expect(clippy::indexing_slicing, reason = "inputs and their runs are as many as the plan has")]
mod judge;
#[expect(
    clippy::indexing_slicing,
    reason = "labels, types and counts have places in tables as long as their lists"
)]
mod mistakes;
#[expect(clippy::indexing_slicing, reason = "hands are named by their places among the entries")]
mod order;
#[expect(
    clippy::indexing_slicing,
    reason = "its tables have a row for each mistake that it has numbered"
)]
mod search;
#[cfg(feature = "serde")]
mod serialize;
#[expect(clippy::indexing_slicing, reason = "its orders hold each place of the entries once")]
mod solution;
#[expect(clippy::indexing_slicing, reason = "no more names are shown than there are")]
mod wording;

pub use diagnose::{
    Diagnosis,
    clues::{Clue, ClueKind, Slip},
    diagnose, diagnose_watched,
    evidence::{Certainty, Chance, ChanceOf},
    finding::Finding,
    misplaced::{MisplacedPair, PuzzleRule},
    question::{Deviation, Question, UserAnswer},
    story::StoryStep,
};
pub use hand_class::HandClass;
pub use judge::{
    Batch, Beyond, Counterexample, Judge, JudgeOptions, Misjudged, Outcome, Run, RunEnd,
    SolutionAnswer, Verdict, VerdictKind, judge, named_part,
};
pub use mistakes::{
    id::{MistakeId, MistakeName, Origin},
    mistake::Mistake,
    mistakes,
};
pub use order::{
    OrderDiagnosis, OrderError, Ordered, WrongPair, diagnose_order, diagnose_order_watched,
};
pub use search::{Omissions, OmittedPairs};
pub use solution::{Solution, types::AssignedType};
pub use wording::{Paint, Tone, grouped, wrapped};
