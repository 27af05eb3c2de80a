//! The numbers in what a program printed, and the words before them.
//!
//! What a statement prints begins with the same words each time. So of the numbers after the same words, only those that
//! may be answers are kept: the last one, or two.

use std::{
    ops::{Range, RangeInclusive},
    sync::LazyLock,
};

use anstream::adapter::strip_str;
use camel_cards::{Hand, Rules};
use regex_lite::Regex;

use super::plan::Sample;
use crate::text::CHARS_SHOWN;

/// A number that could be an answer: not a measure such as `3 ms`, and not part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// Its digits without separators, with `-` before them if necessary.
    pub(crate) value: String,
    /// What distinguishes it from the other numbers.
    pub(crate) label: Label,
    /// Its line, or the part of a long line around it.
    pub(crate) line: String,
    /// The count of numbers before it.
    pub(crate) at: usize,
    /// Whether it is in the range of the totals, or the second number after one that is. False in a list, such as running
    /// totals.
    pub(crate) may_be_total: bool,
}

/// Where a number is printed. No other number of the same run has the same label.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Label {
    /// The letters of the words before it: the same for all lines that one statement prints.
    pub(crate) words: String,
    /// The part of the puzzle that its line names, or a line above.
    pub(crate) part: Option<Rules>,
    /// 1 if it is the second of two after these words, and 2 if it is the last of a list.
    index: usize,
}

/// The number of characters before a number that count.
const CHARS_BEFORE: usize = 100;

/// A number that does not begin in a word. Its digits may be in groups of three, or as in India: `25,05,55,060`. After
/// plain blanks there are groups only at the end of a line, or if there are several. An exponent needs a point or a sign:
/// `262e6` may be a hand whose ten to ace are `a` to `e`. After large numbers, some languages write `n` or `L`.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)
        (?: (?: ^ | [^\w)] ) (?<sign> [-−] )? | \) )
        (?<digits>
            \d+ (?: \. \d+ e [+-]? \d+ | e [+-] \d+ )
            | \d{1,3} (?: [,_'’\u{a0}\u{2009}\u{202f}] \d{3} )+ \b
            | \d{1,2} (?: , \d{2} )+ , \d{3} \b
            | [1-9] \d{0,2} (?: (?: \. \d{3} )+ | (?: \x20 \d{3} ){2,} ) \b
            | \d{1,3} (?: \x20 \d{3} )+ $
            | \d+
        )
        (?: \. 0+ )?
        [nl]?
        (?<unit> \w+ | \. \d | [\x20\u{a0}\u{202f}]? (?: % | (?:
            [nuµμm]?s | secs? | (?: milli | micro | nano )? seconds? | min | minutes | [km]i?b | bytes
        ) \b ) )?",
    )
});

/// The names of each part: `Part 2:`, `p2 =`, `second star`, `gold`, `part2.py`, and `2)` between the
/// beginning of a line and a number.
static PART_NAMES: LazyLock<[Regex; 2]> = LazyLock::new(|| {
    let names = [
        ["1", "one|first|1st", "a|i", r"silver|standard\srules"],
        ["2", "two|second|2nd", "b|ii", r"gold|joker\srules"],
    ];
    names.map(|[digit, word, letter, star]| {
        let things = "part|parte|partie|teil|del|p|pt|star|puzzle|answer|ans|result|solution|task|total|problem";
        pattern(&format!(
            r"(?xi)
            (?: ^ | [^a-z] )
            (?: (?: {things} ) [^a-z\d]* (?: {digit} (?: $ | \D ) | (?: {word} | {letter} ) (?: $ | [^a-z] ) )
                | (?: (?: {word} ) [^a-z\d]+ (?: {things} ) | {star} ) (?: $ | [^a-z] )
            )
            | ^ [^a-z\d]* (?: {digit} | {word} ) [^a-z\d]* [:)=>] [^a-z\d]* \d
            "
        ))
    })
});

#[expect(clippy::expect_used, reason = "all patterns are constants")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

impl Number {
    /// The number, if it is not negative, and has at most 38 digits.
    pub(crate) fn whole(&self) -> Option<u128> {
        self.value.parse().ok()
    }

    pub(crate) fn is_right(&self, sample: &Sample, rules: Rules) -> bool {
        self.whole() == Some(sample.input.totals[rules])
    }

    pub(crate) fn is_in(&self, range: &RangeInclusive<u128>) -> bool {
        self.whole().is_some_and(|whole| range.contains(&whole))
    }
}

/// Returns the numbers in what was printed that may be answers, in order.
pub(crate) fn numbers(printed: &str, totals: &RangeInclusive<u128>) -> Vec<Number> {
    let mut all = all_numbers(&strip_str(printed).to_string());
    all.sort_by(|one, other| one.label.cmp(&other.label));
    let alike = all.chunk_by(|one, other| one.label == other.label);
    let mut kept: Vec<Number> = alike.flat_map(|alike| answers(alike, totals)).collect();
    kept.sort_by_key(|one| one.at);
    kept
}

/// Returns the numbers that may be answers among those with the same words and part: two, and the last of a list.
fn answers(alike: &[Number], totals: &RangeInclusive<u128>) -> Vec<Number> {
    let up_to = |most: u128| -> Vec<&Number> {
        alike.iter().filter(|one| one.is_in(&(*totals.start()..=most))).collect()
    };
    // The second may be larger than every total: a sum of both parts.
    let (in_range, large) = (up_to(*totals.end()), up_to(u128::MAX));
    let has_total = !in_range.is_empty();
    let found = match in_range.len() {
        0 => alike.iter().collect(),
        1 if large.len() == 2 => large,
        _ => in_range,
    };
    let is_kept = |index: usize| index < 2 || index == found.len() - 1;
    let kept = found.iter().enumerate().filter(|(index, _)| is_kept(*index));
    let kept = kept.map(|(index, &one)| Number {
        label: Label { index: index.min(2), ..one.label.clone() },
        may_be_total: has_total && found.len() <= 2,
        ..one.clone()
    });
    kept.collect()
}

/// Returns all whole numbers. Fractions are times, or shares.
fn all_numbers(printed: &str) -> Vec<Number> {
    let (mut numbers, mut part_above) = (Vec::new(), None);
    for line in printed.split(['\n', '\r']) {
        let names = part_names(line);
        for found in NUMBER.captures_iter(line).filter(|found| found.name("unit").is_none()) {
            let sign = found.name("sign").map_or("", |_| "-");
            let digits = found.name("digits").map_or("", |one| one.as_str());
            let value = match digits.contains(['e', 'E']) {
                true => digits.parse::<f64>().unwrap_or_default().to_string(),
                false => digits.replace(|char: char| !char.is_ascii_digit(), ""),
            };
            let (begin, end) = found.get(0).map_or((0, 0), |one| (one.start(), one.end()));
            let is_name = |(at, _): &(Range<usize>, Rules)| at.start <= begin && end < at.end;
            if value.contains('.') || names.iter().any(is_name) {
                continue;
            }
            let (before, _) = line.split_at(begin);
            let start = before.char_indices().nth_back(CHARS_BEFORE - 1).map_or(0, |(at, _)| at);
            // `Part 1: 250029090`, or `250029090 (part 1)`
            let near = names.iter().rfind(|(at, _)| at.start < begin).or(names.first());
            let shown: String = line.split_at(start).1.chars().take(CHARS_SHOWN).collect();
            numbers.push(Number {
                value: format!("{sign}{value}"),
                label: Label {
                    words: letters(before.split_at(start).1),
                    part: near.map(|(_, rules)| *rules).or(part_above),
                    index: 0,
                },
                line: shown.trim().to_owned(),
                at: numbers.len(),
                may_be_total: false,
            });
        }
        part_above = names.last().map(|(_, rules)| *rules).or(part_above);
    }
    numbers
}

/// The letters of a text without its hands, in lower case.
pub(crate) fn letters(text: &str) -> String {
    let words = text.split(|char: char| !char.is_ascii_alphanumeric());
    let words = words.filter(|word| word.parse::<Hand>().is_err());
    words.flat_map(str::chars).filter(char::is_ascii_alphabetic).collect::<String>().to_lowercase()
}

/// Returns the rules of the part of the puzzle that a text names last.
pub(crate) fn named_part(text: &str) -> Option<Rules> {
    part_names(text).last().map(|(_, rules)| *rules)
}

/// The names of parts in a text: where each is, and the rules of the part.
fn part_names(text: &str) -> Vec<(Range<usize>, Rules)> {
    let of_part = |(names, rules): (&'static Regex, Rules)| {
        names.find_iter(text).map(move |name| (name.range(), rules))
    };
    let mut names: Vec<_> = PART_NAMES.iter().zip(Rules::ALL).flat_map(of_part).collect();
    names.sort_unstable_by_key(|(at, _)| at.end);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those of a thousand hands with the bids 1 to 1,000.
    const TOTALS: RangeInclusive<u128> = 167_167_000..=333_833_500;

    fn values(printed: &str) -> Vec<String> {
        all_numbers(&strip_str(printed).to_string())
            .into_iter()
            .map(|number| number.value)
            .collect()
    }

    #[test]
    fn numbers_are_read_however_they_are_written() {
        for (printed, expected) in [
            ("250029090", &["250029090"][..]),
            ("250,029,090 and 250_029_090", &["250029090", "250029090"]),
            ("(250029090,248607893)", &["250029090", "248607893"]),
            ("250029090.0 2.5002909e8 250029090n 250029090L", &["250029090"; 4]),
            ("\u{1b}[1;32m250029090\u{1b}[0m", &["250029090"]),
            ("\u{1b}]8;;http://x/9\u{1b}\\250029090\u{1b}]8;;\u{1b}\\", &["250029090"]),
            ("\u{1b}]0;day 7\u{7}250029090\u{1b}(B\u{1b}[?25h", &["250029090"]),
            ("Took 86.32µs, 3 ms, 0.25s, 50 %, 12%", &[]),
            ("a -5, (3)-5", &["-5", "3", "5"]),
            ("-5 and x-5, 0x1f, 32T3K, a7", &["-5", "5"]),
            ("1e999999999 0.50 10.", &["10"]),
            ("2.50029e+08 2e+08 2.5e8", &["250029000", "200000000", "250000000"]),
            ("('262e6', 2e8, 7)", &["7"]),
            ("250029090.Done in 3 ms", &["250029090"]),
            ("0.234 1.234 12.345.678", &["1234", "12345678"]),
            ("765 684 220 7", &["765684220", "7"]),
            ("684 220 7 KTJJT 220", &["684", "220", "7", "220"]),
            ("5 905", &["5905"]),
            // More digits than a float has.
            ("18446744073709551615.0", &["18446744073709551615"]),
            ("250 029 090 and 3 ms", &["250029090"]),
            ("250.029.090 250\u{202f}029\u{202f}090", &["250029090"; 2]),
        ] {
            assert_eq!(values(printed), expected, "{printed}");
        }
    }

    #[test]
    fn words_before_a_number_name_its_part() {
        let part = |printed: &str| {
            let numbers = numbers(printed, &TOTALS);
            numbers.last().and_then(|number| number.label.part).map(Rules::part)
        };
        for (printed, expected) in [
            ("Part 1: 250029090", Some(1)),
            ("part_two = 250029090", Some(2)),
            ("p2: 250029090", Some(2)),
            ("Part 1: 250029090, Part 2: 248607893", Some(2)),
            ("Part 2\n248607893", Some(2)),
            ("the second star is 248607893", Some(2)),
            ("Gold: 248607893", Some(2)),
            ("2: 248607893", Some(2)),
            ("2:248607893", Some(2)),
            ("second: -1", Some(2)),
            ("2: 22345 248607893", Some(2)),
            ("2 22345 248607893", None),
            ("2: total 248607893", None),
            ("Second: 248607893", Some(2)),
            ("Teil 2: 248607893", Some(2)),
            ("joker rules -> 248607893", Some(2)),
            ("1 1", None),
            ("(1, 1)", None),
            ("1 & 1", None),
            ("Day 7, 248607893", None),
            ("ii part 248607893", None),
            ("a 248607893", None),
            ("248607893", None),
        ] {
            assert_eq!(part(printed), expected, "{printed}");
        }
    }

    #[test]
    fn lines_of_one_statement_look_the_same() {
        let words = |printed: &str| numbers(printed, &TOTALS).pop().unwrap().label.words;
        assert_eq!(words("rank 17 is 32T3K with 765"), words("rank 3 is KTJJT with 20"));
        assert_ne!(words("rank 3"), words("total 3"));
    }

    #[test]
    fn of_a_long_line_what_is_around_a_number_is_shown() {
        let line = format!("{} 5 {}", "x".repeat(150), "y".repeat(150));
        let near = format!("{} 5 {}", "x".repeat(100), "y".repeat(97));
        assert_eq!(numbers(&line, &TOTALS).pop().unwrap().line, near);
    }
}
