use std::path::PathBuf;

use camel_cards::Rules;

use super::args::{RulesArgs, TiesArgs, bytes, count};
use crate::{
    failure::Result,
    messages::say,
    named_files::NamedFiles,
    rank::{
        entry_store::EntryStore,
        options::{RankOptions, RowOrder},
        rows::{RowFormat, Rows},
        sorted::Sorted,
        standings::{HandCounts, Standings},
    },
    reading::InputArgs,
};

/// Prints every entry with its rank and winnings
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards rank --part 1 hands.txt
  rank  hand   type             bid  winnings
     1  32T3K  one pair         765       765
     2  KTJJT  two pair         220       440
     3  KK677  two pair          28        84
     4  T55J5  three of a kind  684      2736
     5  QQQJA  three of a kind  483      2415

  $ camel-cards rank --part 2 --order strongest --top 1 --format csv hands.txt
  rank,hand,type,bid,winnings
  5,KTJJT,four of a kind,220,1100")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    ties: TiesArgs,
    /// Which entries come first
    #[arg(long, value_name = "ORDER", default_value = "weakest")]
    order: RowOrder,
    /// Print only the first N
    #[arg(long, value_name = "N", value_parser = count)]
    top: Option<u64>,
    /// Form of the output
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: RowFormat,
    /// Keep no more than this in memory, such as 64M or 1G
    ///
    /// 1G has room for some 56 million entries. What has no room is kept in a temporary file of 11
    /// bytes an entry, and to sort it in another; --order input reads files once more instead. Some
    /// 15 MB come on top, always.
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = bytes)]
    #[arg(help_heading = "Work")]
    memory: u64,
    /// Where temporary files go, by default where the system has them
    #[arg(long, value_name = "DIR", help_heading = "Work")]
    temp_dir: Option<PathBuf>,
}

impl Args {
    pub(super) fn files(&self) -> NamedFiles {
        self.input.named_files().prints("the ranks")
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let rules = args.rules.one().unwrap_or(Rules::Standard);
    let options = RankOptions {
        order: args.order,
        top: args.top.unwrap_or(u64::MAX),
        memory: args.memory,
        temp_dir: args.temp_dir.clone(),
    };
    let mut counts = HandCounts::new();
    let mut store = EntryStore::new(&args.input, &options);
    args.input.read_some_at_a_time(|entries| {
        for entry in entries {
            counts.add(entry.hand);
        }
        store.add(entries)
    })?;
    store.end()?;
    if args.rules.one().is_none() {
        say("ranked under standard rules (part 1); --part 2 is under joker rules");
    }
    let standings = Standings::new(counts, rules, args.ties.ties);
    let mut rows = Rows::new(args.format);
    if args.order == RowOrder::Input {
        print_in_input_order(&mut store, &standings, &mut rows)?;
    } else {
        Sorted { options: &options, standings: &standings }.print(&mut store, &mut rows)?;
    }
    rows.finish()
}

fn print_in_input_order(
    store: &mut EntryStore<'_>,
    standings: &Standings,
    rows: &mut Rows,
) -> Result<()> {
    if rows.need_widths() {
        let mut ranks = standings.ranks();
        store.each("measuring", |hand, bid| {
            rows.widen(ranks.next(hand), bid);
            Ok(())
        })?;
    }
    rows.begin()?;
    let (mut ranks, strengths) = (standings.ranks(), standings.strengths());
    store.each("printing", |hand, bid| rows.write(strengths.of(hand), ranks.next(hand), bid))
}
