//! The numbers in what a solution printed, and the words before them.

use std::{iter, ops::RangeInclusive};

use anstream::adapter::strip_str;
use camel_cards::{Hand, Rules};

/// A number that could be an answer: not a measure such as `3 ms`, and not part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// Its digits without separators and needless zeros, with `-` before them and a fraction after
    /// them if necessary.
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
    /// The part of the puzzle that these words name.
    pub(crate) own_part: Option<Rules>,
    /// The part that was named last, by these words or on a line above.
    pub(crate) part: Option<Rules>,
}

/// Separators of groups of three digits, with blanks that do not end a line.
const SEPARATORS: &str = ",._'’\u{a0}\u{2009}\u{202f}";

/// The number of characters of a line that count before and after a number.
const SHOWN: usize = 100;

/// Units: a number before one of them is a measure, and not a total.
const UNITS: &str = "ns us µs μs ms s sec secs second seconds millisecond milliseconds microsecond \
                     microseconds nanosecond nanoseconds min minutes bytes kb mb kib mib";

/// Words that name a part, together with `1` or `2`.
const PARTS: &str = "part p pt star puzzle answer ans result solution task total problem";

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
    let has_total = |found: &Vec<Number>| found.iter().any(|one| one.is_in(totals));
    let found = grouped_by(SEPARATORS, &printed, totals);
    let with_blanks =
        || Some(grouped_by(&format!("{SEPARATORS} "), &printed, totals)).filter(has_total);
    if has_total(&found) { found } else { with_blanks().unwrap_or(found) }
}

fn grouped_by(separators: &str, printed: &str, totals: &RangeInclusive<u128>) -> Vec<Number> {
    let mut numbers = Vec::new();
    let mut part = None;
    for line in printed.split(['\n', '\r']).filter(|line| !line.trim().is_empty()) {
        let mut end = 0;
        for (at, _) in line.char_indices().filter(|(_, char)| char.is_ascii_digit()) {
            let (before, text) = line.split_at(at);
            if at < end || before.ends_with(is_word) {
                continue;
            }
            let (value, behind) = number(text, separators, totals);
            end = line.len() - behind.len();
            let Some(value) = value else { continue };
            let signed = before.strip_suffix(['-', '−']);
            let is_negative =
                signed.is_some_and(|before| !before.ends_with(|char| is_word(char) || char == ')'));
            let start = before.char_indices().nth_back(SHOWN - 1).map_or(0, |(at, _)| at);
            let own = before.split_at(start).1;
            let shown = own.chars().count() + end - at + SHOWN;
            let near: String = line.split_at(start).1.chars().take(shown).collect();
            let own_part = named_part(own);
            numbers.push(Number {
                value: if is_negative { format!("-{value}") } else { value },
                label: Label { words: letters(own), own_part, part: own_part.or(part) },
                line: near.trim().to_owned(),
                at: numbers.len(),
            });
        }
        part = named_part(line).or(part);
    }
    numbers
}

fn has_word(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// Splits a text after its leading characters for which `is_alike` is true.
fn split(text: &str, is_alike: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|char| !is_alike(char)).unwrap_or(text.len()))
}

/// The number that a text begins with, unless it is a measure, and the text after it.
fn number<'a>(
    text: &'a str,
    separators: &str,
    totals: &RangeInclusive<u128>,
) -> (Option<String>, &'a str) {
    let is_digit = |char: char| char.is_ascii_digit();
    let (first, mut rest) = split(text, is_digit);
    let mut value = first.to_owned();
    let separator = rest.chars().next().filter(|char| separators.contains(*char));
    if let Some(separator) = separator.filter(|_| first.len() <= 3) {
        let group = |text: &'a str| {
            let (group, behind) = split(text.strip_prefix(separator)?, char::is_alphanumeric);
            (group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit()))
                .then_some((group, behind))
        };
        let groups: Vec<_> = iter::successors(group(rest), |(_, rest)| group(rest)).collect();
        let joined = groups.iter().fold(value.clone(), |joined, (group, _)| joined + group);
        let is_total = joined.parse().is_ok_and(|joined| totals.contains(&joined));
        // `1.234` is a fraction, unless 1234 is a possible total.
        if separator != '.' || groups.len() > 1 || is_total {
            rest = groups.last().map_or(rest, |(_, behind)| behind);
            value = joined;
        }
    }
    let digits = |text| Some(split(text, is_digit).1).filter(|behind| behind.len() < text.len());
    let mut end = rest.strip_prefix('.').and_then(digits).unwrap_or(rest);
    if let Some(power) = end.strip_prefix(['e', 'E']) {
        // Without a point or a sign it may be a hand whose ten to ace are written `a` to `e`.
        let unsigned = power.strip_prefix(['+', '-']);
        let power = unsigned.or((end.len() < rest.len()).then_some(power));
        end = power.and_then(digits).unwrap_or(end);
    }
    value += rest.split_at(rest.len() - end.len()).0;
    let (suffix, behind) = split(end, is_word);
    let unit = behind.strip_prefix([' ', '\u{a0}', '\u{202f}']).unwrap_or(behind);
    let is_measure = has_word(UNITS, &split(unit, is_word).0.to_ascii_lowercase())
        || unit.starts_with('%')
        // `250029090n` and `250029090L` are how some languages write large numbers.
        || !matches!(suffix, "" | "n" | "L");
    (decimal(&value).filter(|_| !is_measure), behind)
}

/// A number without needless zeros; `None` if its exponent is too large for a float, and so for a
/// total.
fn decimal(number: &str) -> Option<String> {
    if number.contains(['e', 'E']) {
        let float: f64 = number.parse().ok()?;
        return float.is_finite().then(|| float.to_string());
    }
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") })
}

/// Whether a character belongs to a word. Letters of all other alphabets do, without tables of them.
fn is_word(char: char) -> bool {
    char.is_ascii_alphanumeric()
        || char == '_'
        || !char.is_ascii() && !" −’\u{a0}\u{2009}\u{202f}".contains(char)
}

/// The letters of a text without its hands, in lower case.
pub(crate) fn letters(text: &str) -> String {
    let words = text.split(|char| !is_word(char)).filter(|word| word.parse::<Hand>().is_err());
    let letters = words.flat_map(str::chars).filter(char::is_ascii_alphabetic);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Returns the rules of the part of the puzzle that a text names last: `Part 2:`, `p2 =`,
/// `second star`, `gold`, `part2.py`.
pub(crate) fn named_part(text: &str) -> Option<Rules> {
    let text = text.to_ascii_lowercase();
    // `part2` and `day7part2` are several words.
    let kind = |char: char| (char.is_ascii_digit(), char.is_ascii_alphabetic());
    let chars: Vec<char> = text.chars().collect();
    let words = chars.chunk_by(|a, b| kind(*a) == kind(*b)).map(String::from_iter);
    let words: Vec<String> =
        words.filter(|word| word.starts_with(|char: char| char.is_ascii_alphanumeric())).collect();
    // The stars of the puzzle are silver and gold.
    let is_metal = |word: &str| matches!(word, "silver" | "gold");
    let part = |word: &str| match word {
        "1" | "one" | "a" | "i" | "first" | "silver" => Some(Rules::Standard),
        "2" | "two" | "b" | "ii" | "second" | "gold" => Some(Rules::Joker),
        _ => None,
    };
    if let [only] = &words[..] {
        // `2: 248607893`, and not the answer before another: `1 1`, `(1, 1)`.
        let is_label = text.trim_end().ends_with([':', ')', '=', '>', '.']);
        return part(only).filter(|_| is_metal(only) || is_label && matches!(&**only, "1" | "2"));
    }
    words.windows(2).rev().find_map(|pair| {
        let [before, word] = [&*pair[0], &*pair[1]];
        let named = part(word).filter(|_| is_metal(word) || has_word(PARTS, before));
        named.or_else(|| part(before).filter(|_| before.len() > 2 && has_word(PARTS, word)))
    })
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
            ("a -5, (3)-5", &["-5", "3", "5"]),
            ("-5 and x-5, 0x1f, 32T3K, a7", &["-5", "5"]),
            ("007 1e999999999 0.50 10.", &["7", "0.5", "10"]),
            ("2.50029e+08 2e+08 2.5e8", &["250029000", "200000000", "250000000"]),
            ("('262e6', 2e8, 7)", &["7"]),
            ("250029090.Done in 3 ms", &["250029090"]),
            ("1.234 12.345.678", &["1.234", "12345678"]),
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
        let near = format!("{} 5 {}", "x".repeat(SHOWN - 1), "y".repeat(SHOWN - 1));
        assert_eq!(numbers(&line, &TOTALS).pop().unwrap().line, near);
    }
}
