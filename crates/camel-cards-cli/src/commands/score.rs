use std::{collections::BTreeMap, path::PathBuf};

use camel_cards::{Rules, Score};
use serde::Serialize;

use super::{RulesArgs, TiesArgs};
use crate::{
    failure::Result,
    output::{Format, total_line},
    reading::{InputArgs, WorkArgs, check_files, read_merged, score_counted},
};

/// Prints the total winnings of both parts
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards score hands.txt
  standard (part 1)  6440
  joker    (part 2)  5905
  entries            5
  tied               0

  $ camel-cards score --part 2 --format json hands.txt
  {\"entries\": 5, \"tied\": 0, \"winnings\": {\"joker\": \"5905\"}}

  $ camel-cards score --from-counts counts.csv --ties min
  standard (part 1)  6440
  joker    (part 2)  5905
  entries            5
  tied               0")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    work: WorkArgs,
    /// Score tallies that `camel-cards tally` wrote
    ///
    /// Several tallies are merged in this order. - means standard input.
    #[arg(long, value_name = "TALLY", num_args = 1..)]
    #[arg(conflicts_with_all = ["files", "skip_bad_lines", "rejects", "threads"])]
    from_tally: Vec<PathBuf>,
    /// Score a CSV file of hand,count,bid_sum
    ///
    /// A database makes this file with `SELECT hand, COUNT(*), SUM(bid) … GROUP BY hand` (recipes: docs/use/sql.md). Use
    /// --ties min, max or dense: ordinal ties need the order of the entries, which the file does not have. - means
    /// standard input.
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["files", "from_tally", "skip_bad_lines", "rejects", "threads"])]
    from_counts: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    ties: TiesArgs,
    /// text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    format: Format,
}

#[derive(Serialize)]
struct ScoreRecord {
    entries: u64,
    tied: u64,
    /// Total winnings under each of the rules that were asked for.
    winnings: BTreeMap<Rules, u128>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let ties = args.ties.ties;
    let score = match (&args.from_counts, &args.from_tally[..]) {
        (Some(path), _) => score_counted(path, ties)?,
        (None, []) => args.input.check(None, None)?.tally(&args.work, false)?.tally.score(ties)?,
        (None, tallies) => {
            check_files(tallies, [None, None])?;
            read_merged(tallies)?.score(ties)?
        }
    };
    let Score { entries, tied, winnings, .. } = score;
    let rules = args.rules.one_or_both().into_iter();
    let winnings = rules.map(|rules| (rules, winnings[rules])).collect();
    let score = ScoreRecord { entries, tied, winnings };
    args.format.print(&score, || {
        let totals = score.winnings.iter().map(|(&rules, &total)| total_line(rules, total));
        let totals: String = totals.collect();
        format!("{totals}{:17}  {entries}\n{:17}  {tied}\n", "entries", "tied")
    })
}
