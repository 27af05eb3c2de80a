//! Bytes to entries: one line from a slice, which decides every error, and the engines that decode
//! many plain lines at once.

mod engine;
mod error;
mod line;
mod reader;

pub(crate) use engine::BLOCK_ENTRIES;
pub use engine::{Block, Engine};
pub(crate) use error::byte_name;
pub use error::{Error, ErrorKind, Position};
pub use reader::{Reader, entries};

/// How many bytes a line has at most, without its newline.
const LINE_BYTES_MAX: usize = 1 << 12;
