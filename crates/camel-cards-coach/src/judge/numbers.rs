//! The numbers in what a program printed, and the words before them.

use std::{
    ops::{Range, RangeInclusive},
    sync::LazyLock,
};

use anstream::adapter::strip_str;
use camel_cards::{Hand, Rules};
use regex_lite::Regex;

use crate::text::CHARS_SHOWN;

/// A number that could be an answer: not a measure such as `3 ms`, and not part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// Its digits without separators and needless zeros, with `-` before them if it is negative.
    pub(crate) value: String,
    /// What distinguishes it from other numbers.
    pub(crate) label: Label,
    /// Its line, or the part of a long line around it.
    pub(crate) line: String,
    /// The count of numbers before it.
    pub(crate) at: usize,
}

/// What is printed before a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    /// The letters of the words before it: the same for all lines that one statement prints.
    pub(crate) words: String,
    /// The part of the puzzle that these words name, or those behind the number.
    pub(crate) own_part: Option<Rules>,
    /// The part that was named last, by these words or on a line above.
    pub(crate) part: Option<Rules>,
}

/// The number of characters before a number that count.
const CHARS_BEFORE: usize = 100;

/// A number that does not begin in a word. Its digits may be in groups of three, or as in India: `25,05,55,060`. An
/// exponent needs a point or a sign: `262e6` may be a hand whose ten to ace are `a` to `e`. After large numbers, some
/// languages write `n` or `L`.
const NUMBER: &str = r"(?xi)
    (?: (?: ^ | [^\w)] ) (?<sign> [-−] )? | \) )
    (?<digits>
        \d{1,3} (?: [,_'’\u{a0}\u{2009}\u{202f}] \d{3} )+ \b
        | \d{1,2} (?: , \d{2} )+ , \d{3} \b
        | [1-9] \d{0,2} (?: \. \d{3} )+ \b
        | \d+
    )
    (?<fraction> \. \d+ (?: e [+-]? \d+ )? | e [+-] \d+ )?
    [nl]?
    (?<unit> \w+ | (?: :\d\d )+ \b (?: [,.]\d+ )? | [\x20\u{a0}\u{202f}]? (?: % | (?:
        [nuµμm]?s | secs? | (?: milli | micro | nano )? seconds? | min | minutes | [km]i?b | bytes
    ) \b ) )?";

/// The pattern of numbers, and that of numbers with plain blanks between groups, too.
static NUMBERS: LazyLock<[Regex; 2]> =
    LazyLock::new(|| [NUMBER, &NUMBER.replace("[,", r"[\x20,")].map(pattern));

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
            (?: (?: {things} ) [^a-z\d]* (?: {digit} (?: $ | [^\d/] ) | (?: {word} | {letter} ) (?: $ | [^a-z] ) )
                | (?: (?: {word} ) [^a-z\d]+ (?: {things} ) | {star} ) (?: $ | [^a-z] )
            )
            | (?<bare> ^ [^a-z\d]* (?: {digit} | {word} ) [^a-z\d]* [:)=>] [^a-z\d]* \d )
            "
        ))
    })
});

#[expect(clippy::expect_used, reason = "all patterns are constants")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

impl Number {
    /// The number, if it is whole, not negative, and has at most 38 digits.
    pub(crate) fn whole(&self) -> Option<u128> {
        self.value.parse().ok()
    }

    pub(crate) fn is_in(&self, range: &RangeInclusive<u128>) -> bool {
        self.whole().is_some_and(|whole| range.contains(&whole))
    }

    pub(crate) fn is(&self, total: u128) -> bool {
        self.whole() == Some(total)
    }
}

/// Returns the numbers in what was printed, in order. If none is in the range of the totals, plain blanks may
/// separate groups of digits, too: `250 029 090`.
pub(crate) fn numbers(printed: &str, totals: &RangeInclusive<u128>) -> Vec<Number> {
    let printed = strip_str(printed).to_string();
    let has_total = |numbers: &Vec<Number>| numbers.iter().any(|number| number.is_in(totals));
    let mut found = NUMBERS.iter().map(|pattern| matches(pattern, &printed));
    let plain = found.next().unwrap_or_default();
    if has_total(&plain) { plain } else { found.find(has_total).unwrap_or(plain) }
}

fn matches(pattern: &Regex, printed: &str) -> Vec<Number> {
    let mut numbers = Vec::new();
    let mut part_above = None;
    for line in printed.split(['\n', '\r']) {
        let names = part_names(line);
        for found in pattern.captures_iter(line).filter(|found| found.name("unit").is_none()) {
            let [sign, digits, fraction] = ["sign", "digits", "fraction"]
                .map(|name| found.name(name).map_or("", |one| one.as_str()));
            let first_digit = found.name("digits").map_or(0, |one| one.start());
            let end = found.name("sign").map_or(first_digit, |one| one.start());
            let before = line.split_at(end).0;
            let start = before.char_indices().nth_back(CHARS_BEFORE - 1).map_or(0, |(at, _)| at);
            // `2) 248607893`: the name contains the first digit.
            let near = names.iter().rfind(|name| name.at.end <= first_digit + 1);
            // `250029090 (part 1)`
            let behind = || names.first().filter(|name| name.at.start >= end + digits.len());
            let own_part = near.or_else(behind).map(|name| name.rules);
            let words = letters(before.split_at(start).1);
            let value = decimal(digits, fraction);
            // Totals are whole. Times are not, or are rounded to 0.000.
            if value.contains('.') || value == "0" && !fraction.is_empty() {
                continue;
            }
            let shown: String = line.split_at(start).1.chars().take(CHARS_SHOWN).collect();
            let cut = if start > 0 { "…" } else { "" };
            numbers.push(Number {
                value: if sign.is_empty() { value } else { format!("-{value}") },
                label: Label { words, own_part, part: own_part.or(part_above) },
                line: format!("{cut}{}", shown.trim()),
                at: numbers.len(),
            });
        }
        // A line that names both parts says nothing of the lines below, and `{'2': 3}` may be a count of labels.
        let mut headings = names.iter().filter(|name| !name.is_bare).map(|name| name.rules);
        if let Some(first) = headings.next() {
            part_above = headings.all(|other| other == first).then_some(first);
        }
    }
    numbers
}

/// A number without separators and needless zeros.
fn decimal(digits: &str, fraction: &str) -> String {
    if fraction.contains(['e', 'E']) {
        return format!("{digits}{fraction}").parse::<f64>().unwrap_or_default().to_string();
    }
    let digits = digits.replace(|char: char| !char.is_ascii_digit(), "");
    let whole = digits.trim_start_matches('0');
    let fraction = fraction.trim_end_matches(['0', '.']);
    format!("{}{fraction}", if whole.is_empty() { "0" } else { whole })
}

/// The letters of a text without its hands, in lower case.
pub(crate) fn letters(text: &str) -> String {
    let words = text.split(|char: char| !char.is_ascii_alphanumeric());
    let words = words.filter(|word| word.parse::<Hand>().is_err());
    words.flat_map(str::chars).filter(char::is_ascii_alphabetic).collect::<String>().to_lowercase()
}

/// Returns the rules of the part of the puzzle that a text names last.
pub(crate) fn named_part(text: &str) -> Option<Rules> {
    part_names(text).last().map(|name| name.rules)
}

/// A name of a part in a text.
struct PartName {
    at: Range<usize>,
    rules: Rules,
    /// Whether it is only a number, such as `2)`, which names the part of its own line at most.
    is_bare: bool,
}

/// Returns the names of parts in a text, in order.
fn part_names(text: &str) -> Vec<PartName> {
    let of_part = |(names, rules): (&'static Regex, Rules)| {
        names.captures_iter(text).filter_map(move |name| {
            Some(PartName { at: name.get(0)?.range(), rules, is_bare: name.name("bare").is_some() })
        })
    };
    let mut names: Vec<PartName> = PART_NAMES.iter().zip(Rules::ALL).flat_map(of_part).collect();
    names.sort_unstable_by_key(|name| name.at.end);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those of a thousand hands with the bids 1 to 1,000.
    const TOTALS: RangeInclusive<u128> = 167_167_000..=333_833_500;

    fn values(printed: &str) -> Vec<String> {
        numbers(printed, &TOTALS).into_iter().map(|number| number.value).collect()
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
            ("22:57:32,086 INFO", &[]),
            ("a -5, (3)-5", &["-5", "3", "5"]),
            ("-5 and x-5, 0x1f, 32T3K, a7", &["-5", "5"]),
            ("007 1e999999999 0.50 10.", &["7", "10"]),
            ("2.50029e+08 2e+08 2.5e8", &["250029000", "200000000", "250000000"]),
            ("('262e6', 2e8, 7)", &["7"]),
            ("250029090.Done in 3 ms", &["250029090"]),
            ("Took 0.0000", &[]),
            ("0.234 1.234 12.345.678", &["1234", "12345678"]),
            ("765 684 220", &["765", "684", "220"]),
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
            // A number in a dump is no name for what follows, nor is a line that names both parts.
            ("{'2': 3, 'K': 2}\n248607893", None),
            ("2: 3\n248607893", None),
            ("part one (-p2 for part two)\n248607893", None),
            ("Which part (1/2)? 248607893", None),
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
        let near = format!("…{} 5 {}", "x".repeat(99), "y".repeat(98));
        assert_eq!(numbers(&line, &TOTALS).pop().unwrap().line, near);
    }
}
