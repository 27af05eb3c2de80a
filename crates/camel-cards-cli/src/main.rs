//! The `camel-cards` command. Each subcommand is a file in `commands/`.

#[expect(
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "tables have a place for every hand; a unit is one ASCII letter"
)]
mod commands;
mod failure;
mod interrupt;
/// What only the command adds to the coach's judge: programs that are started, and files of their own that they read.
#[expect(clippy::indexing_slicing, reason = "a command has at least one word")]
mod judge {
    pub(crate) mod copy;
    pub(crate) mod guard;
    pub(crate) mod in_source;
    pub(crate) mod own_input;
    pub(crate) mod program;
    pub(crate) mod times;
}
#[expect(
    clippy::indexing_slicing,
    reason = "tables have as many widths as columns, and pairs two places"
)]
mod output;
mod reading;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use colorchoice_clap::Color;

use commands::Command;
use failure::Failure;

/// Scores, ranks and explains the hands of Camel Cards (Advent of Code 2023, day 7)
#[derive(Parser)]
// Without its own name it would be camel-cards.exe on Windows.
#[command(name = "camel-cards", bin_name = "camel-cards", version, max_term_width = 80)]
#[command(mut_arg("color", |color| color.help("Color the output").help_heading("Display")))]
#[command(after_long_help = "\
Input is one entry a line: a hand of five labels from 23456789TJQKA, a blank, a bid.

Exit status: 0 success, 1 the data or the answer is wrong, 2 what was asked for cannot be done (wrong usage, no such file), 130 interrupted.")]
struct Args {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    color: Color,
}

fn main() -> ExitCode {
    if let Some(guarded) = judge::guard::run_if_asked() {
        return guarded;
    }
    let args = Args::parse();
    args.color.write_global();
    let done = args.command.run(Args::command);
    done.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}
