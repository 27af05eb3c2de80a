//! Bytes to entries: one line from a slice, which decides every error, and the engines that decode
//! many plain lines at once.

#[expect(clippy::indexing_slicing, reason = "a block is never longer than its arrays")]
mod block;
#[expect(clippy::indexing_slicing, reason = "a decoder stops within what it was given")]
mod engine;
mod error;
#[expect(clippy::indexing_slicing, reason = "the label at fault is one of the five")]
mod hand;
#[expect(clippy::indexing_slicing, reason = "all places come from a search in the same line")]
mod line;
#[expect(clippy::indexing_slicing, reason = "a line ends within the chunk that it was found in")]
mod reader;

pub(crate) use block::BLOCK_ENTRIES;
pub use block::Block;
pub use engine::Engine;
pub(crate) use error::byte_name;
pub use error::{Error, ErrorKind, Position};
pub use reader::{Reader, entries};

/// How many bytes a line has at most, without its newline.
const LINE_BYTES_MAX: usize = 1 << 12;
