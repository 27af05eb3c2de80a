//! Bytes to entries: `line.rs` reads one line and makes every error; the engines decode many plain
//! lines at once.

mod engine;
mod error;
mod line;
mod reader;

pub(crate) use engine::BLOCK_ENTRIES;
pub use engine::{Block, Engine};
pub(crate) use error::byte_name;
pub use error::{Error, ErrorKind, Position};
pub use reader::{Reader, entries};

/// The most bytes that a line may have, without its newline.
const LINE_BYTES_MAX: usize = 1 << 12;
