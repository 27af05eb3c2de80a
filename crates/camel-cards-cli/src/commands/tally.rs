use crate::{
    failure::{Result, say},
    output::{TallyFileArgs, text::counted},
    reading::{InputArgs, WorkArgs},
};

/// Writes the tally of an input to a file, to merge and to score later
///
/// A tally is all that total winnings need, under both rules: at most a few megabytes, however many
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
    output: TallyFileArgs,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let input = args.input.open(None, Some(&args.output.output))?;
    let output = args.output.create(&args.input.force)?;
    let tally = input.tally(&args.work, false)?.tally;
    output.write_whole(&tally.to_bytes()?)?;
    say(format_args!("tallied {}", counted(tally.entries(), "entry", "entries")));
    Ok(())
}
