use std::path::PathBuf;

use crate::{
    failure::{Result, say},
    output::{ForceArgs, TallyFileArgs, counted},
    reading::{check_files, read_merged},
};

/// Merges tallies into one
///
/// Name the tallies in the order of their inputs: by default (--ties ordinal), the earlier of two equal hands ranks
/// lower.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards merge monday.tally tuesday.tally -o week.tally
  camel-cards: merged 2 tallies of 10 entries in all

  $ camel-cards merge week.tally wednesday.tally -o all.tally
  camel-cards: merged 2 tallies of 15 entries in all")]
pub(crate) struct Args {
    /// Tallies to merge, in this order; - means standard input
    #[arg(value_name = "TALLY", required = true)]
    tallies: Vec<PathBuf>,
    #[command(flatten)]
    output: TallyFileArgs,
    #[command(flatten)]
    force: ForceArgs,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    check_files(&args.tallies, [Some(&args.output.output), None])?;
    let output = args.output.create(&args.force)?;
    let merged = read_merged(&args.tallies)?;
    output.write_whole(&merged.to_bytes()?)?;
    let tallies = counted(args.tallies.len() as u64, "tally", "tallies");
    let entries = counted(merged.entries(), "entry", "entries");
    say(format_args!("merged {tallies} of {entries} in all"));
    Ok(())
}
