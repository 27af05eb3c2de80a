//! Camel Cards for Python: conversions and errors, and columns through Arrow's C data interface.
//!
//! This is `camel_cards._camel_cards`. The names, types and documentation for users are in `python/camel_cards`.
//!
//! ```text
//! source: what a caller gave (_sources.py finds out) ─▶ input crate ─▶ tally, entries
//!            │                     ▲ pyread: buffers and file objects
//!            ├─▶ rows: tuples      │
//!            └─▶ arrow ─▶ hands, bids (columns) ◀─ columns, groups: a result a row
//! tally, counts, hand, coach, judge, aocd: classes and functions ─▶ source, failure
//! ```

// PyO3's macros write functions that Python calls.
#![expect(unreachable_pub, reason = "Python reaches it")]

mod aocd;
#[expect(clippy::indexing_slicing, reason = "columns were checked to be as long as each other")]
mod arrow;
mod coach;
#[expect(clippy::indexing_slicing, reason = "tables have a place for every hand")]
mod columns;
mod counts;
mod failure;
mod groups;
mod hand;
mod judge;
mod names;
mod pyread;
#[expect(clippy::indexing_slicing, reason = "columns were checked to be as long as each other")]
mod rows;
mod source;
mod tally;

use pyo3::prelude::*;

#[pymodule]
mod _camel_cards {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "its name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::{
        aocd::{aocd_answers, aocd_input},
        coach::{compare, diagnose, diagnose_order, diagnose_people, explain, generate},
        columns::{Column, hand_error, hand_type, rank, strength},
        counts::score_counts,
        groups::group_totals,
        hand::PyHand,
        judge::PyJudge,
        names::check_names,
        tally::PyTally,
    };
}
