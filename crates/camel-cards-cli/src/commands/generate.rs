use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use camel_cards::{Builder, Entry, PerRules, Ties};
use camel_cards_coach::inputs::{Shape, generate};

use super::args::{count, named};
use crate::{
    failure::{Failure, Result},
    output::{ForceArgs, OutputFile},
};

/// Prints an input made to order, and its answers
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards generate --hands 3
  JJJJJ 2
  JJ7AA 3
  98QQ7 1

  $ camel-cards generate --shape edges --answers answers.txt > hands.txt")]
pub(crate) struct Args {
    /// How many hands, such as 5000 or 10M; by default 1000, or all of edges or separating
    #[arg(long, value_name = "N", value_parser = count)]
    hands: Option<u64>,
    /// What the hands are like
    ///
    /// puzzle: as the puzzle gives them, at most 371,281 distinct hands, bids 1 to N. uniform: any hand,
    /// each equally likely, about 10 bytes a line. ties: few hands, so that most entries tie. edges: each type with each
    /// number of jokers, each card that can decide, the weakest and strongest of each type; beyond
    /// those, more like them. separating: one small input on which every named mistake gives a
    /// total of its own.
    #[arg(long, value_name = "SHAPE", default_value = "puzzle")]
    #[arg(value_parser = named::<Shape>(Shape::ALL.map(Shape::name)))]
    shape: Shape,
    /// Where the random numbers start
    ///
    /// The same seed gives the same hands, on every machine and for ever.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Also write the total winnings to a file, under standard and joker rules; - is standard
    /// output, after the hands
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let entries = generate(args.shape, args.hands, args.seed)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let create = |path: &PathBuf| OutputFile::create(path, &args.force);
    let Some(answers) = args.answers.as_ref().map(create).transpose()? else {
        return write_lines(entries);
    };
    let mut builder = Builder::new();
    write_lines(entries.inspect(|&entry| builder.push(entry)))?;
    let PerRules { standard, joker } = builder.finish().score(Ties::Ordinal)?.winnings;
    answers.write_whole(format!("{standard} {joker}\n").as_bytes())
}

/// How many bytes are written at a time.
const WRITE_BYTES: usize = 1 << 16;

fn write_lines(entries: impl Iterator<Item = Entry>) -> Result<()> {
    let mut out = BufWriter::with_capacity(WRITE_BYTES, io::stdout().lock());
    for Entry { hand, bid } in entries {
        out.write_all(&hand.cards().map(|card| card.label() as u8))?;
        out.write_all(b" ")?;
        // In a fraction of the time that `writeln!` takes.
        out.write_all(itoa::Buffer::new().format(bid).as_bytes())?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}
