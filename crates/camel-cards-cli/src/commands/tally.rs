use std::time::Duration;

use crate::{
    failure::Result,
    messages::say,
    named_files::{Content, NamedFiles},
    output::OutputFile,
    reading::{Checkpoint, InputArgs, OutputArgs, WorkArgs, entries_of, write_tally},
};

/// Writes the tally of an input to a file, to merge and to score later
///
/// A tally is all that total winnings need, under both rules: a few megabytes at most, of however many
/// entries. Those of parts of an input, made by several processes or machines, merge into the tally
/// of all of it.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards tally monday.txt -o monday.tally
  camel-cards: tallied 5 entries

  $ camel-cards score --from-tally monday.tally
  standard (part 1)  6440
  joker    (part 2)  5905
  entries            5
  tied               0")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Every so many seconds keep where it is in TALLY.checkpoint, and go on from there if that exists
    ///
    /// A run that was killed goes on where the last one was when the same command is given again, with the
    /// same result. It takes files that one can go on in the middle of: not standard input, not compressed
    /// ones.
    #[arg(long, value_name = "SECONDS", conflicts_with = "rejects", help_heading = "Work")]
    checkpoint: Option<u64>,
}

impl Args {
    pub(super) fn files(&self) -> NamedFiles {
        let output = &self.output.output;
        let checkpoint = self.checkpoint.map(|_| Checkpoint::path(output));
        let files = self.input.named_files().writes("-o", Some(output), Content::Tally);
        files.writes("--checkpoint", checkpoint.as_ref(), Content::Document)
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let path = &args.output.output;
    // First, so as not to read everything in vain.
    let output = OutputFile::create(path)?;
    let tally = match args.checkpoint {
        None => {
            let tally = args.input.tally(&args.work)?;
            write_tally(output, &tally)?;
            tally
        }
        Some(seconds) => {
            let every = Duration::from_secs(seconds);
            let mut checkpoint = Checkpoint::new(path, every, &args.input)?;
            let tally = args.input.tally_with_checkpoints(&args.work, &mut checkpoint)?;
            write_tally(output, &tally)?;
            checkpoint.remove()?;
            tally
        }
    };
    say(format_args!("tallied {}", entries_of(&tally)));
    Ok(())
}
