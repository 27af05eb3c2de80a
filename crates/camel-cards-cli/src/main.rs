//! The `camel-cards` command. Each subcommand is a file in `commands/`.

#[expect(
    clippy::indexing_slicing,
    reason = "tables have a place for every hand, and what was split has a first part"
)]
mod commands;
mod failure;
mod interrupt;
/// The command's part of the judge: starting programs, and replacing files that they open.
#[expect(clippy::indexing_slicing, reason = "a command has at least one word")]
mod judge {
    pub(crate) mod copy;
    pub(crate) mod note;
    pub(crate) mod own_input;
    pub(crate) mod program;
}
#[expect(clippy::indexing_slicing, reason = "tables have as many widths as columns")]
mod output;
mod reading;
mod terminal;

use std::{env, path::Path, process::ExitCode};

use camel_cards_input::FileName;
use clap::{ArgAction, CommandFactory, Parser};
use colorchoice_clap::Color;

use commands::Command;
use failure::Failure;

/// Scores, ranks and explains the hands of Camel Cards (Advent of Code 2023, day 7)
#[derive(Parser)]
// Without its own name it would be camel-cards.exe on Windows.
#[command(name = "camel-cards", bin_name = "camel-cards", version, max_term_width = 80)]
#[command(mut_arg("color", |color| color.help(COLOR).hide_possible_values(true)))]
#[command(disable_help_flag = true)]
#[command(after_long_help = "\
Input has one entry per line: a hand of five labels from 23456789TJQKA, a space or tab, and a bid.

Exit status: 0 success; 1 the data, the answer or the program is wrong; 2 wrong usage, or a file cannot be read or written; 130 interrupted.")]
struct Args {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    color: Color,

    /// Print help (more: camel-cards help SUBCOMMAND)
    // The long help is for the manual, and for `help COMMAND`.
    #[arg(short, long, global = true, action = ArgAction::HelpShort)]
    help: Option<bool>,
}

const COLOR: &str = "Color: auto, always or never";

fn main() -> ExitCode {
    #[cfg(unix)]
    interrupt::catch_limits();
    let done = match Args::try_parse() {
        Ok(args) => {
            args.color.write_global();
            args.command.run(Args::command)
        }
        Err(error) if error.use_stderr() => {
            // They are parsed once more so that the message shows them escaped.
            let escaped = env::args_os().map(|arg| FileName(Path::new(&arg)).to_string());
            let error = Args::command().try_get_matches_from(escaped).err().unwrap_or(error);
            failure::write(&error.render().ansi().to_string());
            return ExitCode::from(2);
        }
        Err(help) => output::print_styled(&help.render().ansi().to_string()),
    };
    done.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}
