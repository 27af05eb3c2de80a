//! The JSON records of Camel Cards: what programs read, from the command and from the page.
//!
//! Counts, ranks and strengths have at most 64 bits and are numbers. Bids, winnings and totals are `u128`,
//! because they can pass 2⁵³, and each front writes all `u128` in its own way: the command as decimal
//! strings, the page as `BigInt`. So one definition serves both, and no field needs a serializer of its own.
//!
//! The order of the fields is the order in which the command prints them. The page puts records into larger
//! ones with `#[serde(flatten)]` where it tells more.

mod diagnosis;
mod finding;
mod hands;
mod score;
mod stats;
mod verdict;

pub use diagnosis::{DiagnosisRecord, OrderRecord};
pub use finding::FindingRecord;
pub use hands::{ComparisonRecord, ExplanationRecord, LabelCount};
pub use score::{ScoreRecord, Winnings};
pub use stats::{Bids, LabelRecord, StatsRecord, TypeRecord, Types};
pub use verdict::{JudgedFindingRecord, MisjudgedRecord, PartRecord, VerdictRecord};

const fn verdict(is_right: bool) -> &'static str {
    if is_right { "right" } else { "wrong" }
}
