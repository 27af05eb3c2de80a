//! What only the command adds to the coach's judge: programs that are started, and files of
//! their own that they read.

pub(crate) mod copy;
pub(crate) mod own_input;
pub(crate) mod program;
pub(crate) mod times;
