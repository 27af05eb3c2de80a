//! The subcommands, one file for each, with its arguments and its code.

mod args;
mod compare;
mod completions;
mod diagnose;
mod explain;
mod generate;
mod judge;
mod man;
mod merge;
mod rank;
mod score;
mod stats;
mod tally;

use clap::Subcommand;

use crate::failure::Result;

#[derive(Subcommand)]
pub(crate) enum Command {
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

impl Command {
    /// Runs the subcommand. `whole` describes the command with all its subcommands.
    pub(crate) fn run(&self, whole: impl FnOnce() -> clap::Command) -> Result<()> {
        match self {
            Command::Score(args) => score::run(args),
            Command::Rank(args) => rank::run(args),
            Command::Explain(args) => explain::run(args),
            Command::Compare(args) => compare::run(args),
            Command::Stats(args) => stats::run(args),
            Command::Diagnose(args) => diagnose::run(args),
            Command::Generate(args) => generate::run(args),
            Command::Judge(args) => judge::run(args),
            Command::Tally(args) => tally::run(args),
            Command::Merge(args) => merge::run(args),
            Command::Completions(args) => completions::run(args, whole()),
            Command::Man(args) => man::run(args, whole()),
        }
    }
}
