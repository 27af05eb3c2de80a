//! What only the command adds to the coach's judge: programs that are started, files of their own
//! that they read, and times.

pub(crate) mod copy;
pub(crate) mod own_input;
pub(crate) mod program;
pub(crate) mod times;
