use std::collections::BTreeMap;

use camel_cards::{Explanation, Hand, Rules, Strength};
use serde::Serialize;

use super::{RulesArgs, hand};
use crate::{
    failure::Result,
    output::{Format, STRONG, grouped, paint, per_cent, rules_and_part},
};

/// Explains the type and the strength of a hand
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards explain KTJJT
  KTJJT
    standard (part 1)  two pair: J ×2, T ×2, K ×1
                       strength 348,960 of 371,293, beats 93.98 % of all hands
                       next stronger KTJJK (two pair)
                       next weaker   KTJTK (two pair)
    joker    (part 2)  four of a kind: T ×2 + J ×2 as T, K ×1
                       strength 370,272 of 371,293, beats 99.72 % of all hands
                       next stronger KTJJK (four of a kind)
                       next weaker   KTJJJ (four of a kind)")]
pub(crate) struct Args {
    /// Hands of five labels from 23456789TJQKA
    #[arg(required = true, value_name = "HAND", value_parser = hand)]
    hands: Vec<Hand>,
    #[command(flatten)]
    rules: RulesArgs,
    /// text, or json: one line for each hand
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    format: Format,
}

#[derive(Serialize)]
struct HandLine {
    hand: Hand,
    #[serde(flatten)]
    explanations: BTreeMap<Rules, Explanation>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    for (i, &hand) in args.hands.iter().enumerate() {
        let rules = args.rules.one_or_both().into_iter();
        let explanations = rules.map(|rules| (rules, Explanation::of(hand, rules))).collect();
        let line = HandLine { hand, explanations };
        args.format.print(&line, || text(&line, i > 0))?;
    }
    Ok(())
}

fn text(HandLine { hand, explanations }: &HandLine, is_later: bool) -> String {
    let space = if is_later { "\n" } else { "" };
    let mut text = format!("{space}{}\n", paint(STRONG, hand.to_string()));
    for (rules, why) in explanations {
        let (number, hands) = (u128::from(why.strength.number()), Hand::COUNT as u128);
        let beaten = per_cent(number - 1, hands, 2);
        let (number, hands) = (grouped(number), grouped(hands));
        let (stronger, weaker) = why.neighbours();
        let neighbour = |strength: Option<Strength>, none: &str| match strength {
            Some(strength) => format!("{} ({})", strength.hand(), strength.hand_type()),
            None => none.to_owned(),
        };
        let hand_type = paint(STRONG, why.hand_type().name());
        text += &format!("  {:17}  {hand_type}: {why}\n", rules_and_part(*rules));
        for line in [
            format!("strength {number} of {hands}, beats {beaten} of all hands"),
            format!("next stronger {}", neighbour(stronger, "none: this is the strongest hand")),
            format!("next weaker   {}", neighbour(weaker, "none: this is the weakest hand")),
        ] {
            text += &format!("  {:17}  {line}\n", "");
        }
    }
    text
}
