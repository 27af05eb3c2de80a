//! The `camel-cards` command. Each subcommand is a file of its own.

mod args;
mod bad_lines;
mod checkpoint;
mod compare;
mod completions;
mod diagnose;
mod explain;
mod failure;
mod finding;
mod generate;
mod input;
mod interrupt;
mod json;
mod judge;
mod man;
mod merge;
mod numbers;
mod output;
mod picture;
mod program;
mod progress;
mod rank;
mod score;
mod stats;
mod tally;
mod tally_file;
mod work;

use std::process::ExitCode;

use clap::{ColorChoice, Parser, Subcommand};

/// Scores, ranks and explains the hands of Camel Cards (Advent of Code 2023, day 7)
#[derive(Parser)]
#[command(name = "camel-cards", version, max_term_width = 80)]
#[command(after_long_help = "\
Input is one entry a line: a hand of five labels from 23456789TJQKA, a blank, a bid.

Exit status: 0 success, 1 the data or the answer is wrong, 2 what was asked for cannot be done (wrong usage, no such file), 130 interrupted.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,

    /// Color the output
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    #[arg(help_heading = "Display")]
    color: ColorChoice,
}

#[derive(Subcommand)]
enum Command {
    Score(score::Args),
    Rank(rank::Args),
    Explain(explain::Args),
    Compare(compare::Args),
    Stats(stats::Args),
    Diagnose(diagnose::Args),
    Generate(generate::Args),
    Judge(judge::Args),
    Tally(tally::Args),
    Merge(merge::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    let args = Args::parse();
    match args.color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    let done = match args.command {
        Command::Score(args) => score::run(&args),
        Command::Rank(args) => rank::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Diagnose(args) => diagnose::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Judge(args) => judge::run(&args),
        Command::Tally(args) => tally::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    done.map_or_else(failure::Failure::report, |()| ExitCode::SUCCESS)
}
