use std::{io::Write, path::PathBuf};

use camel_cards::{PerRules, Rules, Totals};
use camel_cards_records::{ScoreRecord, Winnings};

use super::args::{Format, RulesArgs, TiesArgs};
use crate::{
    failure::Result,
    named_files::NamedFiles,
    output::{self, json, text::rules_and_part},
    reading::{InputArgs, WorkArgs, read_merged},
};

/// Prints the total winnings, under both rules in one pass
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards score hands.txt
  standard (part 1)  6440
  joker    (part 2)  5905
  entries            5
  tied               0

  $ camel-cards score --part 2 --format json hands.txt
  {\"entries\": 5, \"tied\": 0, \"winnings\": {\"joker\": \"5905\"}}")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    work: WorkArgs,
    /// Score what `camel-cards tally` wrote, merged in this order; - is standard input
    #[arg(long, value_name = "TALLY", num_args = 1..)]
    #[arg(conflicts_with_all = ["files", "skip_bad_lines", "rejects", "threads", "timing"])]
    from_tally: Vec<PathBuf>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    ties: TiesArgs,
    /// Form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

impl Args {
    pub(super) fn files(&self) -> NamedFiles {
        let files = match &self.from_tally[..] {
            [] => self.input.named_files(),
            tallies => NamedFiles::new().reads(tallies),
        };
        files.prints("the totals")
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let tally = match &args.from_tally[..] {
        [] => args.input.tally(&args.work)?,
        tallies => Totals::from(read_merged(tallies)?),
    };
    let ties = args.ties.ties;
    let score = match args.rules.one() {
        None => tally.score(ties)?.into(),
        Some(rules) => {
            let mut winnings = PerRules::default();
            winnings[rules] = Some(tally.total_winnings(rules, ties)?);
            let PerRules { standard, joker } = winnings;
            let winnings = Winnings { standard, joker };
            ScoreRecord { entries: tally.entries(), tied: tally.tied(), winnings }
        }
    };
    let mut out = Vec::new();
    match args.format {
        Format::Json => json::write_line(&mut out, &score)?,
        Format::Text => {
            let totals = [score.winnings.standard, score.winnings.joker];
            for (rules, total) in Rules::ALL.into_iter().zip(totals) {
                if let Some(total) = total {
                    writeln!(out, "{}  {total}", rules_and_part(rules))?;
                }
            }
            writeln!(out, "{:17}  {}\n{:17}  {}", "entries", score.entries, "tied", score.tied)?;
        }
    }
    output::print(&out)
}
