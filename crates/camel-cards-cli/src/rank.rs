use std::io::{self, BufWriter, Write};

use camel_cards::{Entry, Rules, Strength, ranks};
use clap::ValueEnum;
use serde::Serialize;

use crate::{
    args::{RulesArgs, TiesArgs},
    failure::Result,
    input::InputArgs,
    json,
};

/// Prints every entry with its rank and winnings
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards rank hands.txt
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
    order: Order,
    /// Print only the first N
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Form of the output
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Order {
    Weakest,
    Strongest,
    Input,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Table,
    Csv,
    Jsonl,
}

#[derive(Serialize)]
struct Row {
    rank: u64,
    hand: String,
    #[serde(rename = "type")]
    hand_type: &'static str,
    #[serde(serialize_with = "json::decimal")]
    bid: u64,
    #[serde(serialize_with = "json::decimal")]
    winnings: u128,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let rules = args.rules.one().unwrap_or(Rules::Standard);
    let mut entries: Vec<Entry> = Vec::new();
    args.input.read(|entry| entries.push(entry))?;
    let strengths: Vec<Strength> = entries.iter().map(|entry| entry.hand.strength(rules)).collect();
    let ranks = ranks(&strengths, args.ties.ties);

    let mut order: Vec<usize> = (0..entries.len()).collect();
    match args.order {
        Order::Input => {}
        Order::Weakest => order.sort_by_key(|&i| strengths[i]),
        Order::Strongest => {
            order.sort_by_key(|&i| strengths[i]);
            order.reverse();
        }
    }
    order.truncate(args.top.unwrap_or(usize::MAX));
    let rows = order.iter().map(|&i| Row {
        rank: ranks[i],
        hand: entries[i].hand.to_string(),
        hand_type: strengths[i].hand_type().name(),
        bid: entries[i].bid,
        // Both factors have 64 bits.
        winnings: u128::from(ranks[i]) * u128::from(entries[i].bid),
    });

    let mut out = BufWriter::new(io::stdout().lock());
    match args.format {
        Format::Table => write_table(&mut out, rows)?,
        Format::Csv => {
            writeln!(out, "rank,hand,type,bid,winnings")?;
            for Row { rank, hand, hand_type, bid, winnings } in rows {
                writeln!(out, "{rank},{hand},{hand_type},{bid},{winnings}")?;
            }
        }
        Format::Jsonl => {
            for row in rows {
                json::write_line(&mut out, &row)?;
            }
        }
    }
    Ok(out.flush()?)
}

/// Columns as wide as their widest value, which takes a look at all rows first.
fn write_table(out: &mut impl Write, rows: impl Iterator<Item = Row> + Clone) -> Result<()> {
    let digits = |number: u128| number.checked_ilog10().unwrap_or(0) as usize + 1;
    let mut widths = ["rank".len(), "bid".len(), "winnings".len()];
    for row in rows.clone() {
        let numbers = [row.rank.into(), row.bid.into(), row.winnings];
        widths = std::array::from_fn(|i| widths[i].max(digits(numbers[i])));
    }
    let [rank_width, bid_width, winnings_width] = widths;
    writeln!(
        out,
        "{:>rank_width$}  hand   {:<15}  {:>bid_width$}  {:>winnings_width$}",
        "rank", "type", "bid", "winnings"
    )?;
    for Row { rank, hand, hand_type, bid, winnings } in rows {
        writeln!(
            out,
            "{rank:>rank_width$}  {hand}  {hand_type:<15}  {bid:>bid_width$}  {winnings:>winnings_width$}"
        )?;
    }
    Ok(())
}
