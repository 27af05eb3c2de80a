use std::io::Write;

use camel_cards::{Comparison, Decision, Hand, Rules, compare};
use serde::Serialize;

use crate::{
    args::{Format, RulesArgs, hand, rules_and_part},
    failure::Result,
    json, output,
};

/// Says which of two hands wins, and what decides it
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards compare KK677 KTJJT
  standard (part 1)  KK677 wins: both are two pair, card 2 decides, K over T
  joker    (part 2)  KTJJT wins: four of a kind beats two pair")]
pub(crate) struct Args {
    /// A hand of five labels from 23456789TJQKA
    #[arg(value_name = "HAND", value_parser = hand)]
    a: Hand,
    /// Another
    #[arg(value_name = "HAND", value_parser = hand)]
    b: Hand,
    #[command(flatten)]
    rules: RulesArgs,
    /// Form of the output; json prints a line for each rules
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Serialize)]
struct Record {
    rules: &'static str,
    hands: [String; 2],
    types: [&'static str; 2],
    strengths: [u32; 2],
    winner: Option<String>,
    decided_by: &'static str,
    /// The place from 1 to 5 of the card that decides, if one does.
    card: Option<usize>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut out = Vec::new();
    for rules in args.rules.any() {
        let comparison = compare(args.a, args.b, rules);
        match args.format {
            Format::Text => writeln!(out, "{}  {comparison}", rules_and_part(rules))?,
            Format::Json => json::write_line(&mut out, &record(rules, comparison))?,
        }
    }
    output::print(&out)
}

fn record(rules: Rules, comparison: Comparison) -> Record {
    let (decided_by, card) = match comparison.decision {
        Decision::Type => ("type", None),
        Decision::Card { position } => ("card", Some(position)),
        Decision::Identical => ("nothing", None),
    };
    Record {
        rules: rules.name(),
        hands: comparison.strengths.map(|strength| strength.hand().to_string()),
        types: comparison.strengths.map(|strength| strength.hand_type().name()),
        strengths: comparison.strengths.map(camel_cards::Strength::number),
        winner: comparison.winner().map(|hand| hand.to_string()),
        decided_by,
        card,
    }
}
