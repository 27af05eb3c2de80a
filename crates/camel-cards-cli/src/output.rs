//! What people and programs read, and where it goes.

pub(crate) mod bad_lines;
pub(crate) mod diagnosis;
mod files;
mod json;
pub(crate) mod progress;
pub(crate) mod rows;
pub(crate) mod text;

use serde::Serialize;

use crate::failure::Result;
pub(crate) use files::{ForceArgs, OutputFile, TallyFileArgs, is_stdout, print, print_styled};

#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

impl Format {
    /// Prints a value, or the text that people read of it.
    pub(crate) fn print(self, value: &impl Serialize, text: impl FnOnce() -> String) -> Result<()> {
        match self {
            Format::Text => print_styled(&text()),
            Format::Json => json::print(value),
        }
    }
}
