use camel_cards::{Hand, compare};

use super::{RulesArgs, hand};
use crate::{
    failure::Result,
    output::{Format, rules_and_part},
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
    /// Another hand
    #[arg(value_name = "HAND", value_parser = hand)]
    b: Hand,
    #[command(flatten)]
    rules: RulesArgs,
    /// text, or json: one line for each part
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    args.rules.one_or_both().into_iter().try_for_each(|rules| {
        let comparison = compare(args.a, args.b, rules);
        args.format.print(&comparison, || format!("{}  {comparison}\n", rules_and_part(rules)))
    })
}
