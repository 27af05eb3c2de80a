//! Bytes to entries: the state machine that decides every error, and the engines that decode
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
pub(crate) use error::Byte;
pub use error::{Error, ErrorKind, Position};
pub use reader::{Reader, entries};
