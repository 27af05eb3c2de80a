use std::path::PathBuf;

use crate::{
    failure::Result,
    messages::say,
    named_files::{Content, NamedFiles},
    output::OutputFile,
    reading::{OutputArgs, entries_of, read_merged, write_tally},
};

/// Makes one tally of several, as if their inputs had followed each other
///
/// Where entries hold the same hand, those of an earlier tally rank lower. So the order of tallies
/// matters as that of files does: for the ties called ordinal, which are the default.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards merge monday.tally tuesday.tally -o week.tally
  camel-cards: merged 2 tallies of 10 entries in all

  $ camel-cards merge week.tally wednesday.tally -o all.tally
  camel-cards: merged 2 tallies of 15 entries in all")]
pub(crate) struct Args {
    /// Tallies to merge, in this order; - is standard input
    #[arg(value_name = "TALLY", required = true)]
    tallies: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(super) fn files(&self) -> NamedFiles {
        NamedFiles::new().reads(&self.tallies).writes(
            "-o",
            Some(&self.output.output),
            Content::Tally,
        )
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let output = OutputFile::create(&args.output.output)?;
    let merged = read_merged(&args.tallies)?;
    write_tally(output, &merged)?;
    let tallies = match args.tallies.len() {
        1 => "1 tally".to_owned(),
        tallies => format!("{tallies} tallies"),
    };
    say(format_args!("merged {tallies} of {} in all", entries_of(&merged)));
    Ok(())
}
