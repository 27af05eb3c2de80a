//! What several subcommands take.

use std::str::FromStr;

use camel_cards::{ErrorKind, Hand, Rules, Ties};
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Which rules; the puzzle's readers know them as parts.
#[derive(clap::Args)]
pub(crate) struct RulesArgs {
    /// Rules to judge hands under
    ///
    /// standard: J is a jack (part 1). joker: J is a joker, the weakest label, and stands for
    /// whatever makes the strongest hand type (part 2).
    #[arg(long, value_name = "RULES", value_parser = named::<Rules>(Rules::ALL.map(Rules::name)))]
    rules: Option<Rules>,

    /// The same as --rules, by the part of the puzzle: 1 is standard, 2 is joker
    #[arg(long, value_name = "PART", value_parser = part(), conflicts_with = "rules")]
    part: Option<Rules>,
}

impl RulesArgs {
    pub(crate) fn one(&self) -> Option<Rules> {
        self.rules.or(self.part)
    }

    /// The rules asked for, or both.
    pub(crate) fn one_or_both(&self) -> Vec<Rules> {
        self.one().map_or(Rules::ALL.to_vec(), |rules| vec![rules])
    }
}

#[derive(clap::Args)]
pub(crate) struct TiesArgs {
    /// Which ranks entries of the same hand get
    ///
    /// ordinal: the earlier one lower. min, max: all with the lowest, or highest, of their ranks.
    /// dense: all with one rank, and no rank is left out.
    #[arg(long, value_name = "TIES", default_value = "ordinal")]
    #[arg(value_parser = named::<Ties>(Ties::ALL.map(Ties::name)))]
    pub(crate) ties: Ties,
}

/// A value known by one of `names`, which are those that it parses.
pub(crate) fn named<T>(
    names: impl IntoIterator<Item = &'static str>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

fn part() -> impl TypedValueParser<Value = Rules> {
    PossibleValuesParser::new(["1", "2"])
        .map(|part| if part == "1" { Rules::Standard } else { Rules::Joker })
}

/// A number of things: digits, maybe in groups (`1_000_000`), as a power of ten (`1e6`), or with k,
/// M or G for thousands, millions and billions (`10M`, `1.5k`).
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let expected = "expected a whole number, such as 1000, 1_000_000, 1e6 or 10M";
    let unit = text.chars().last().and_then(|last| match last {
        'k' | 'K' => Some(3),
        'm' | 'M' => Some(6),
        'g' | 'G' => Some(9),
        _ => None,
    });
    let (number, zeros) = match (text.split_once(['e', 'E']), unit) {
        (Some((number, exponent)), _) => (number, exponent.parse::<u32>().ok()),
        (None, Some(zeros)) => (&text[..text.len() - 1], Some(zeros)),
        (None, None) => (text, Some(0)),
    };
    let (whole, decimals) = number.split_once('.').unwrap_or((number, "0"));
    let is_digits =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let zeros = zeros.filter(|_| whole.split('_').all(is_digits) && is_digits(decimals));
    let decimals = decimals.trim_end_matches('0');
    let zeros = zeros.and_then(|zeros| zeros.checked_sub(decimals.len() as u32)).ok_or(expected)?;
    let digits = format!("{}{decimals}", whole.replace('_', ""));
    let scale = 10_u64.checked_pow(zeros);
    let count = digits.parse::<u64>().ok().zip(scale).and_then(|(n, scale)| n.checked_mul(scale));
    count.ok_or_else(|| format!("more than {}", u64::MAX))
}

/// A hand as an argument: an error in one has no line.
pub(crate) fn hand(text: &str) -> Result<Hand, String> {
    text.parse().map_err(|error: camel_cards::Error| {
        format!("column {}: {}", error.position().column, with_hint(error.kind()))
    })
}

pub(crate) fn with_hint(kind: ErrorKind) -> String {
    let hint = kind.hint().map(|hint| format!(" ({hint})")).unwrap_or_default();
    format!("{kind}{hint}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_written_in_several_ways() {
        for million in ["1000000", "1_000_000", "1e6", "1E6", "1.0e+6", "1000k", "1M", "0.001G"] {
            assert_eq!(count(million), Ok(1_000_000), "{million}");
        }
        assert_eq!(count("1.5k"), Ok(1500));
        assert_eq!(count("0"), Ok(0));
        assert_eq!(count("18446744073709551615"), Ok(u64::MAX));
        for none in [
            "", "k", "e6", "1e", "1e-1", "-1", "+1", "1.5", "1.", ".5k", "1__0", "_1", "1_",
            "1,000", "1 000", "0x10", "1T", "1kk", "1e6k", "1.2345k", "ten", "\u{663}",
        ] {
            assert!(count(none).unwrap_err().starts_with("expected a whole number"), "{none}");
        }
        for large in ["18446744073709551616", "1e20", "1e4294967295", "99999999999G"] {
            assert_eq!(count(large).unwrap_err(), "more than 18446744073709551615", "{large}");
        }
    }
}
