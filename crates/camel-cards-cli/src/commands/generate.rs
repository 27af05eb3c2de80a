use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use camel_cards::{Builder, Entry, Rules, Ties};
use camel_cards_coach::inputs::{Shape, generate};

use super::{count, named, seed};
use crate::{
    failure::{Failure, Result},
    output::{ForceArgs, is_stdout, total_line},
    reading::check_files,
};

/// Generates an input and its answers
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards generate --hands 3
  JJJJJ 2
  JJ7AA 3
  98QQ7 1

  $ camel-cards generate --shape edges --answers answers.txt -o hands.txt")]
pub(crate) struct Args {
    /// Number of hands, such as 5000 or 10M (default: 1000, or all hands of the shapes edges and separating)
    #[arg(long, value_name = "N", value_parser = count)]
    hands: Option<u64>,
    /// Kind of hands
    ///
    /// puzzle: like the puzzle's inputs, different hands (at most 371,281) and bids 1 to N. uniform: random hands, all
    /// equally likely. ties: few different hands, so most entries tie. edges: every type with every number of jokers,
    /// every card that can decide, the weakest and strongest hand of each type. separating: a small input on which every
    /// named mistake gives a different total.
    #[arg(long, value_name = "SHAPE", default_value = "puzzle")]
    #[arg(value_parser = named::<Shape>(Shape::ALL.map(Shape::name)))]
    shape: Shape,
    /// Seed of the random hands
    ///
    /// The same seed gives the same hands, on every machine and in every version. The hands of separating are not
    /// random; a version that names more mistakes may change them.
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// Write the hands to FILE; - means standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    /// Also write the total winnings to FILE
    ///
    /// The file has one line for each part. - prints these lines after the hands.
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut entries = generate(args.shape, args.hands, args.seed)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    // Standard output can take both, one after the other.
    let file = Some(&*args.output).filter(|path| !is_stdout(path));
    check_files([], [file, args.answers.as_deref()])?;
    let hands = args.force.create(&args.output)?;
    let Some(answers) = &args.answers else {
        return hands.write(|out| write_lines(entries, out));
    };
    let answers = args.force.create(answers)?;
    let mut builder = Builder::new();
    let written =
        hands.write(|out| write_lines(entries.by_ref().inspect(|&entry| builder.push(entry)), out));
    match &written {
        // Whoever reads only the first hands has the answers to all.
        Err(Failure::ClosedPipe) => entries.for_each(|entry| builder.push(entry)),
        _ => written?,
    }
    let winnings = builder.finish().score(Ties::Ordinal)?.winnings;
    let totals = Rules::ALL.map(|rules| total_line(rules, winnings[rules]));
    answers.write_whole(totals.concat().as_bytes())
}

/// The number of bytes in one write.
const WRITE_BYTES: usize = 1 << 16;

fn write_lines(entries: impl Iterator<Item = Entry>, out: &mut dyn Write) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(WRITE_BYTES, out);
    for Entry { hand, bid } in entries {
        out.write_all(&hand.cards().map(|card| card.label() as u8))?;
        out.write_all(b" ")?;
        // In a fraction of the time that `writeln!` takes.
        out.write_all(itoa::Buffer::new().format(bid).as_bytes())?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
