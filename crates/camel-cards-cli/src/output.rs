//! What people and programs read, and where it goes.

pub(crate) mod bad_lines;
pub(crate) mod diagnosis;
mod files;
pub(crate) mod json;
pub(crate) mod progress;
pub(crate) mod rows;
pub(crate) mod text;

pub(crate) use files::{
    ForceArgs, OutputFile, TallyFileArgs, entries_of, is_stdout, print, print_styled,
};
