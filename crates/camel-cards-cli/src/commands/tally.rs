use std::time::Duration;

use crate::{
    checkpoint::Checkpoint,
    failure::{Failure, Result},
    input::{InputArgs, Plan, WorkArgs},
    tally_file::{OutputArgs, TallyOutput, entries_of},
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

pub(crate) fn run(args: &Args) -> Result<()> {
    let path = &args.output.output;
    if args.input.names(path) {
        let path = path.display();
        return Err(Failure::Usage(format!("-o {path} is a file to read, or that of --rejects")));
    }
    // First, so as not to read everything in vain.
    let output = TallyOutput::create(path)?;
    let tally = match args.checkpoint {
        None => {
            let tally = args.input.tally(Plan::default(), &args.work)?.tally;
            output.write(&tally)?;
            tally
        }
        Some(seconds) => {
            let every = Duration::from_secs(seconds);
            let (mut checkpoint, earlier) = Checkpoint::open(path, every, &args.input)?;
            let (tally, from) = earlier.unwrap_or_default();
            if tally.entries() > 0 {
                anstream::eprintln!("camel-cards: going on after {}", entries_of(&tally));
            }
            let plan = Plan { from, tally, round: Some(every), ..Plan::default() };
            let tallied = args
                .input
                .tally_rounds(plan, &args.work, |tally, resume| checkpoint.save(tally, resume))?;
            output.write(&tallied.tally)?;
            checkpoint.remove()?;
            tallied.tally
        }
    };
    anstream::eprintln!("camel-cards: tallied {}", entries_of(&tally));
    Ok(())
}
