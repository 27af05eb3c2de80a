//! The game: cards, hands, their types and strengths under two rules. Nothing here reads or tallies.

mod card;
mod explain;
mod hand;
mod hand_type;
pub(crate) mod lookup;
mod names;
mod rules;
#[cfg(feature = "serde")]
mod serialize;
mod strength;

pub use card::Card;
pub use explain::{Comparison, Decision, Explanation, compare};
pub use hand::{Entry, Hand};
pub(crate) use hand::{HAND_BITS, PREFIXES, SUFFIX_BITS, SUFFIXES};
pub use hand_type::{HandType, PerType};
pub use names::UnknownName;
pub use rules::{PerRules, Rules};
pub use strength::Strength;
pub(crate) use strength::by_number;
