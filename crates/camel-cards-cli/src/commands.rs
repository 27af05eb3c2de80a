//! The subcommands, one file for each, with its arguments and its code, and the arguments that several share.

mod compare;
mod completions;
mod diagnose;
mod explain;
mod generate;
mod judge;
mod man;
mod merge;
mod rank;
mod score;
mod stats;
mod tally;

use std::str::FromStr;

use camel_cards::{Hand, Rules, Ties};
use clap::{
    Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};

use crate::failure;

#[derive(Subcommand)]
pub(crate) enum Command {
    Score(score::Args),
    Rank(rank::Args),
    Explain(explain::Args),
    Compare(compare::Args),
    Stats(stats::Args),
    Diagnose(diagnose::Args),
    Generate(generate::Args),
    Judge(judge::Args),
    Tally(tally::Args),
    Merge(merge::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    /// Runs the subcommand. `whole` describes the command with all its subcommands.
    pub(crate) fn run(&self, whole: impl FnOnce() -> clap::Command) -> failure::Result<()> {
        match self {
            Command::Score(args) => score::run(args),
            Command::Rank(args) => rank::run(args),
            Command::Explain(args) => explain::run(args),
            Command::Compare(args) => compare::run(args),
            Command::Stats(args) => stats::run(args),
            Command::Diagnose(args) => diagnose::run(args),
            Command::Generate(args) => generate::run(args),
            Command::Judge(args) => judge::run(args),
            Command::Tally(args) => tally::run(args),
            Command::Merge(args) => merge::run(args),
            Command::Completions(args) => completions::run(args, whole()),
            Command::Man(args) => man::run(args, whole()),
        }
    }
}

/// The choice of rules, which the puzzle calls parts.
#[derive(Clone, clap::Args)]
pub(crate) struct RulesArgs {
    /// Part 1 (standard) or 2 (joker)
    ///
    /// Under standard rules, J is a jack. Under joker rules, J is a joker: for the type, it counts as the card that makes
    /// its hand strongest; in ties, it is the weakest label.
    #[arg(short, long, visible_alias = "rules", value_name = "PART", value_parser = rules())]
    #[arg(hide_possible_values = true)]
    pub(crate) part: Option<Rules>,
}

impl RulesArgs {
    /// The rules asked for, or both.
    pub(crate) fn one_or_both(&self) -> Vec<Rules> {
        self.part.map_or(Rules::ALL.to_vec(), |rules| vec![rules])
    }
}

#[derive(clap::Args)]
pub(crate) struct TiesArgs {
    /// Ties: ordinal, min, max, dense
    ///
    /// Entries with the same hand tie. ordinal: the earlier entry gets the lower rank. min: all get the lowest of their
    /// ranks. max: all get the highest of their ranks. dense: all get one rank, and the next hand gets the next rank.
    #[arg(long, value_name = "TIES", default_value = "ordinal", hide_possible_values = true)]
    #[arg(value_parser = named::<Ties>(Ties::ALL.map(Ties::name)))]
    pub(crate) ties: Ties,
}

/// A value with a name; it is parsed from one of `names`.
pub(crate) fn named<T>(
    names: impl IntoIterator<Item = &'static str>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

fn rules() -> impl TypedValueParser<Value = Rules> {
    PossibleValuesParser::new(["1", "2", "standard", "joker"])
        .map(|name| if name == "1" || name == "standard" { Rules::Standard } else { Rules::Joker })
}

/// A whole number in digits, which may be in groups of three (`250,577,259`).
pub(crate) fn whole(text: &str) -> Option<u128> {
    let separator = text.chars().find(|&char| ",._'’ \u{A0}\u{202F}".contains(char));
    let groups: Vec<&str> = text.split(|char| Some(char) == separator).collect();
    let is_grouped = groups[1..].iter().all(|group| group.len() == 3)
        && (groups.len() == 1 || matches!(groups[0].len(), 1..=3));
    let digits = groups.concat();
    let is_digits = digits.bytes().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|_| is_grouped && is_digits)
}

/// A count, optionally with k, M or G for thousands, millions and billions (`10M`).
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let units = [("k", 1_000), ("K", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)];
    let unit = units.iter().find_map(|&(unit, scale)| Some((text.strip_suffix(unit)?, scale)));
    let (number, scale) = unit.unwrap_or((text, 1));
    let count = whole(number).ok_or("expected a whole number, such as 1000, 1,000,000 or 10M")?;
    let count = count.checked_mul(scale).and_then(|count| count.try_into().ok());
    count.ok_or_else(|| format!("more than {}", u64::MAX))
}

/// A seed of random hands as an argument.
pub(crate) fn seed(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "expected a whole number such as 1; each seed gives different hands")
}

/// A hand as an argument. Its errors do not name a line.
pub(crate) fn hand(text: &str) -> Result<Hand, String> {
    text.parse().map_err(|error: camel_cards::Error| {
        format!("column {}: {:#}", error.position().column, error.kind())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_written_in_several_ways() {
        for million in ["1000000", "1_000_000", "1,000,000", "1.000.000", "1000k", "1M"] {
            assert_eq!(count(million), Ok(1_000_000), "{million}");
        }
        assert_eq!(count("0"), Ok(0));
        assert_eq!(count("18446744073709551615"), Ok(u64::MAX));
        for none in [
            "",
            "k",
            "-1",
            "+1",
            "1.5",
            "1.5k",
            "1.",
            ".5k",
            "1__0",
            "_1",
            "1_",
            "10,00",
            "1000,000",
            "1,000.000",
            "1e6",
            "0x10",
            "1T",
            "1kk",
            "ten",
            "\u{663}",
        ] {
            assert!(count(none).unwrap_err().starts_with("expected a whole number"), "{none}");
        }
        let digits = "9".repeat(39);
        for large in ["18446744073709551616", "99999999999G", &digits] {
            assert!(count(large).is_err(), "{large}");
        }
        assert_eq!(count("99999999999G").unwrap_err(), "more than 18446744073709551615");
    }
}
