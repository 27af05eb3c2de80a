//! Every entry with its rank, in memory that does not grow with the input.
//!
//! ```text
//! input ──▶ counts of each hand ──▶ Standings: the ranks of its entries
//!   └─────▶ EntryStore: in memory, in a temporary file, or in the files themselves
//!              ├─ in input order, each entry takes its hand's next rank ───────▶ Rows
//!              └─ by strength, in parts that memory has room for: sorted.rs ───▶ Rows
//! ```

mod entry_file;
pub(crate) mod entry_store;
pub(crate) mod options;
pub(crate) mod rows;
pub(crate) mod sorted;
pub(crate) mod standings;
