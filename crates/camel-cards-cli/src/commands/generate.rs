#[cfg(unix)]
use std::{fs::File, os::fd::AsFd};
use std::{
    io::{self, Write},
    path::PathBuf,
};

use camel_cards::{Builder, Entry, PerRules, Ties, Totals};
use camel_cards_coach::inputs::{Shape, generate};

use super::args::{count, named};
use crate::{
    failure::{Failure, Result},
    named_files::{Content, NamedFiles},
    output::OutputFile,
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
    /// puzzle: as the puzzle gives them, distinct hands, bids 1 to N. uniform: any hand, each
    /// equally likely. ties: few hands, so that most entries tie. edges: each type with each
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
}

impl Args {
    pub(super) fn files(&self) -> NamedFiles {
        NamedFiles::new().prints("the hands").writes(
            "--answers",
            self.answers.as_ref(),
            Content::Lines,
        )
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let entries = generate(args.shape, args.hands, args.seed)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let answers = args.answers.as_deref().map(OutputFile::create).transpose()?;
    let Some(mut answers) = answers else {
        return write_lines(entries);
    };
    let mut builder = Builder::<Totals>::new();
    write_lines(entries.inspect(|&entry| builder.push(entry)))?;
    let PerRules { standard, joker } = builder.finish().score(Ties::Ordinal)?.winnings;
    answers.write(format!("{standard} {joker}\n").as_bytes())?;
    answers.finish()
}

fn write_lines(entries: impl Iterator<Item = Entry>) -> Result<()> {
    let (mut out, is_new_file) = stdout()?;
    // What fills a large page at once is kept in one, where the system does so, and read in less time
    // (`DESIGN.md`). Others get whole lines, as many as a pipe has room for.
    let bytes = if is_new_file { 1 << 21 } else { (1 << 16) - LINE_BYTES_MAX };
    let mut lines = Vec::with_capacity(bytes + LINE_BYTES_MAX);
    for entry in entries {
        push_line(&mut lines, entry);
        if lines.len() >= bytes {
            let end = if is_new_file { bytes } else { lines.len() };
            out.write_all(&lines[..end])?;
            lines.drain(..end);
        }
    }
    out.write_all(&lines)?;
    Ok(out.flush()?)
}

/// Standard output, and whether it is a file in which there is nothing.
#[cfg(unix)]
fn stdout() -> io::Result<(File, bool)> {
    let out = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let metadata = out.metadata()?;
    Ok((out, metadata.is_file() && metadata.len() == 0))
}

#[cfg(not(unix))]
fn stdout() -> io::Result<(io::StdoutLock<'static>, bool)> {
    Ok((io::stdout().lock(), false))
}

/// Five labels, a blank, twenty digits and the end of the line.
const LINE_BYTES_MAX: usize = 27;

/// What `writeln!` would append, in a fraction of the time.
fn push_line(lines: &mut Vec<u8>, Entry { hand, bid }: Entry) {
    lines.extend(hand.cards().map(|card| card.label() as u8));
    lines.push(b' ');
    let mut digits = [0; 20];
    let (mut first, mut rest) = (digits.len(), bid);
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    lines.extend_from_slice(&digits[first..]);
    lines.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_entries() {
        for hand in ["23456", "AKQJT"].map(|hand| hand.parse().unwrap()) {
            for bid in [0, 1, 9, 10, 1000, u64::MAX] {
                let mut line = Vec::new();
                push_line(&mut line, Entry { hand, bid });
                assert_eq!(line, format!("{}\n", Entry { hand, bid }).into_bytes());
                assert!(line.len() <= LINE_BYTES_MAX);
            }
        }
    }
}
