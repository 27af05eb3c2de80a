use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use camel_cards::{Card, HandType, Rules};
use camel_cards_input::Tallied;
use serde::Serialize;

use crate::{
    args::{Format, rules_and_part},
    failure::Result,
    input::{InputArgs, WorkArgs},
    json,
    numbers::{blocks, grouped, per_cent, share},
    output::{self, OutputFile},
    picture,
};

/// Shows what an input looks like: hand types, labels, bids, winnings
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards stats --svg hands.svg hands.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    work: WorkArgs,
    /// Also draw the hand types and their winnings as a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Serialize)]
pub(crate) struct Stats {
    pub(crate) entries: u64,
    /// How many different hands there are.
    hands: u64,
    tied: u64,
    bids: Bids,
    labels: Vec<Label>,
    /// By type, weakest first, under standard and joker rules.
    pub(crate) types: Types,
}

#[derive(Serialize)]
struct Bids {
    least: Option<String>,
    greatest: Option<String>,
    sum: String,
}

#[derive(Serialize)]
struct Label {
    label: char,
    cards: u128,
}

#[derive(Serialize)]
pub(crate) struct Types {
    pub(crate) standard: Vec<OfType>,
    pub(crate) joker: Vec<OfType>,
}

#[derive(Serialize)]
pub(crate) struct OfType {
    #[serde(rename = "type")]
    pub(crate) hand_type: &'static str,
    pub(crate) entries: u64,
    #[serde(serialize_with = "json::decimal")]
    pub(crate) winnings: u128,
}

impl Stats {
    fn read(input: &InputArgs, work: &WorkArgs) -> Result<Stats> {
        let Tallied { tally, bids: range, .. } = input.tally_with_bid_range(work)?;
        let summary = tally.summary()?;
        let of_rules = |rules: Rules| {
            let of_type = |(hand_type, of_type): (HandType, camel_cards::OfType)| OfType {
                hand_type: hand_type.name(),
                entries: of_type.entries,
                winnings: of_type.winnings,
            };
            HandType::ALL.into_iter().zip(summary.types[rules as usize]).map(of_type).collect()
        };
        Ok(Stats {
            entries: tally.entries(),
            hands: summary.hands,
            tied: tally.tied(),
            bids: Bids {
                least: range.as_ref().map(|range| range.start().to_string()),
                greatest: range.as_ref().map(|range| range.end().to_string()),
                sum: summary.bids.to_string(),
            },
            labels: Card::ALL
                .iter()
                .zip(summary.labels)
                .map(|(card, cards)| Label { label: card.label(), cards })
                .collect(),
            types: Types { standard: of_rules(Rules::Standard), joker: of_rules(Rules::Joker) },
        })
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let stats = Stats::read(&args.input, &args.work)?;
    if let Some(path) = &args.svg {
        let mut file = OutputFile::create(path)?;
        file.write(picture::draw(&stats).as_bytes())?;
        file.finish()?;
    }
    match args.format {
        Format::Text => output::print_styled(&text(&stats)),
        Format::Json => {
            let mut out = Vec::new();
            json::write_line(&mut out, &stats)?;
            output::print(&out)
        }
    }
}

/// How wide the longest bar is, in terminal columns.
const BAR_WIDTH: usize = 14;

fn text(stats: &Stats) -> String {
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let mut text = format!(
        "{bold}{}{bold:#} entries, {} different hands, {} entries tied\n",
        grouped(stats.entries.into()),
        grouped(stats.hands.into()),
        grouped(stats.tied.into()),
    );
    if let (Some(least), Some(greatest)) = (&stats.bids.least, &stats.bids.greatest) {
        text += &format!("bids from {least} to {greatest}, in all {}\n", stats.bids.sum);
    }
    for (rules, types) in Rules::ALL.into_iter().zip([&stats.types.standard, &stats.types.joker]) {
        let winnings: u128 = types.iter().map(|of_type| of_type.winnings).sum();
        text += &format!("\n{bold}{}{bold:#}  total winnings {winnings}\n", rules_and_part(rules));
        let width = BAR_WIDTH + 8;
        text += &format!(
            "  {dim}{:<15}  {:>11}  {:width$}  winnings{dim:#}\n",
            "hand type", "entries", ""
        );
        let most_entries = types.iter().map(|of_type| of_type.entries.into()).max();
        let most_winnings = types.iter().map(|of_type| of_type.winnings).max();
        for OfType { hand_type, entries, winnings: part } in types.iter().rev() {
            text += &format!(
                "  {hand_type:<15}  {:>11}  {}  {}\n",
                grouped((*entries).into()),
                bar((*entries).into(), stats.entries.into(), most_entries),
                bar(*part, winnings, most_winnings),
            );
        }
    }
    text += &format!("\n{bold}labels{bold:#}\n");
    let cards = stats.labels.iter().map(|label| label.cards);
    let (all, most) = (cards.clone().sum(), cards.max());
    for Label { label, cards } in stats.labels.iter().rev() {
        text += &format!("  {label:<15}  {:>11}  {}\n", grouped(*cards), bar(*cards, all, most));
    }
    text
}

/// A bar that is full for the largest part, and the share of the whole:
/// `██████▌         46.4 %`.
fn bar(part: u128, whole: u128, largest: Option<u128>) -> String {
    let blue = AnsiColor::Blue.on_default();
    let eighths = share(part, largest.unwrap_or(part), BAR_WIDTH as u32 * 8);
    let bar = blocks(eighths as usize);
    format!("{blue}{bar:<BAR_WIDTH$}{blue:#} {:>7}", per_cent(part, whole, 1))
}
