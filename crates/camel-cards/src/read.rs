//! Bytes to entries: one line from a slice, which decides every error, and the engines that decode
//! many plain lines at once.

mod arch;
mod block;
mod engine;
mod error;
mod hand;
mod line;
mod reader;

pub(crate) use block::BLOCK_ENTRIES;
pub use block::Block;
pub use engine::Engine;
pub(crate) use error::byte_name;
pub use error::{Error, ErrorKind, Position};
pub use reader::{Reader, entries};

/// How many bytes a line has at most, without its newline.
const LINE_BYTES_MAX: usize = 1 << 12;
