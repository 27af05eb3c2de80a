use crate::{
    failure::{Result, say},
    output::{TallyFileArgs, counted},
    reading::{InputArgs, WorkArgs},
};

/// Writes the tally of an input to a file, to merge or score later
///
/// A tally holds all that the total winnings of both parts need: a few megabytes at most, however many entries. To
/// score a long input in parts, on several machines or days, make a tally of each part, and merge or score the tallies.
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
    let input = args.input.check(None, Some(&args.output.output))?;
    let output = args.output.create(&args.input.force)?;
    let tally = input.tally(&args.work, false)?.tally;
    output.write_whole(&tally.to_bytes()?)?;
    say(format_args!("tallied {}", counted(tally.entries(), "entry", "entries")));
    Ok(())
}
