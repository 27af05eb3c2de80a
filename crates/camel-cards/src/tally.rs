//! The one idea: a rank is one more than how many entries are weaker, so a tally is enough.
//!
//! An entry's rank depends only on how many entries are weaker, and there are only 371,293 hands.
//! So a tally keeps three sums a hand and no entries:
//!
//! ```text
//! count      how many entries hold the hand
//! bids       the sum of their bids
//! weighted   the position-weighted sum: Σ position × bid, the position being 1 for the first of them
//! ```
//!
//! With `weaker` entries on weaker hands, the hand's ordinal winnings are
//! Σ (weaker + position) × bid = weaker × bids + weighted; the other ties need no
//! positions at all. And when one input follows another, each later entry's position
//! moves up by the earlier count: weighted = weighted₁ + weighted₂ + count₁ × bids₂.
//! That is all that merging takes, so it is exact and associative.

mod builder;
mod bytes;
mod counts;
mod list;
mod mergeable;
mod partitions;
mod representation;
mod score;
mod standings;
mod summary;
mod sums;
mod table;
mod tallies;
mod winnings;

pub use builder::Builder;
pub use bytes::{TallyError, TallyErrorKind};
pub use counts::{Counts, CountsError};
pub use mergeable::{Mergeable, Score};
pub use score::{ScoreError, score};
pub use standings::Standing;
pub use summary::{Summary, TypeSummary};
pub use sums::Overflow;
pub use tallies::{Tally, Totals};
