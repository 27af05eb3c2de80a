//! The numbers in what a program printed, and the words that name their part.

use std::{
    cell::OnceCell,
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
    iter,
    ops::{Range, RangeInclusive},
    sync::LazyLock,
};

use camel_cards::{Hand, Rules};
use regex_lite::Regex;

use crate::text::{CHARS_SHOWN, grouped};

/// A whole number that could be an answer: not a measure such as `3 ms`, and not part of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// Its value. More than 38 digits, which no total has, have a hash above [`LARGEST`].
    pub(crate) value: i128,
    /// Where its digits begin in the text.
    pub(crate) at: usize,
}

impl Number {
    pub(crate) fn is_in(&self, range: &RangeInclusive<u128>) -> bool {
        u128::try_from(self.value).is_ok_and(|value| range.contains(&value))
    }

    pub(crate) fn is(&self, total: u128) -> bool {
        u128::try_from(self.value) == Ok(total)
    }
}

/// What a program printed, without terminal codes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Printed {
    text: String,
    /// In the order printed.
    pub(crate) numbers: Vec<Number>,
    values: OnceCell<HashSet<i128>>,
    /// Where lines end.
    ends: OnceCell<Vec<usize>>,
    names: OnceCell<Vec<PartName>>,
}

/// The place of a name in a text, and the rules of the part that it names.
type PartName = (Range<usize>, Rules);

/// The largest value that is no hash.
const LARGEST: i128 = i128::MAX - u64::MAX as i128 - 1;

/// What is farther from a number says nothing about it.
const LINE_BYTES: usize = 1000;

const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// The characters between groups of digits.
const SEPARATORS: &str = ",_'’.\u{a0}\u{2009}\u{202f}";

impl Printed {
    /// Reads a text. If no number is in the range of the totals, plain blanks may separate groups of digits, too:
    /// `250 029 090`.
    pub(crate) fn new(text: String, totals: &RangeInclusive<u128>) -> Printed {
        let has_total = |numbers: &Vec<Number>| numbers.iter().any(|one| one.is_in(totals));
        let mut numbers = self::numbers(&text, SEPARATORS);
        if !has_total(&numbers) {
            numbers = Some(self::numbers(&text, " ,")).filter(has_total).unwrap_or(numbers);
        }
        Printed { text, numbers, ..Printed::default() }
    }

    /// The values of all numbers.
    pub(crate) fn values(&self) -> &HashSet<i128> {
        self.values.get_or_init(|| self.numbers.iter().map(|one| one.value).collect())
    }

    /// A number without separators and needless zeros.
    pub(crate) fn digits(&self, number: Number) -> String {
        let long = &self.text[number.at..][..run(&self.text[number.at..])];
        if number.value > LARGEST { long.to_owned() } else { number.value.to_string() }
    }

    /// Returns the total where its digits stand, whatever is around them: `winnings250029090`, `250,029,090,248,607,893`.
    pub(crate) fn find(&self, total: u128) -> Option<Number> {
        let digits = total.to_string();
        let grouped = SEPARATORS.chars().map(|char| grouped(total).replace(',', &char.to_string()));
        let is_digit = |char: char| char.is_ascii_digit();
        let at = iter::once(digits.clone()).chain(grouped).find_map(|written| {
            let mut places = self.text.match_indices(&written);
            let (at, _) = places.find(|(at, _)| {
                let (before, after) = (&self.text[..*at], &self.text[at + written.len()..]);
                !before.ends_with(is_digit)
                    && !before.ends_with("0.")
                    && !after.starts_with(is_digit)
            })?;
            Some(at)
        });
        let value = total.try_into().ok()?;
        at.filter(|_| digits.len() > 3).map(|at| Number { value, at })
    }

    /// The place of a line. Of a long one, only what is near `at`.
    fn line_at(&self, at: usize) -> Range<usize> {
        let near = |mut at: usize| {
            while !self.text.is_char_boundary(at) {
                at += 1;
            }
            at
        };
        let ends = self
            .ends
            .get_or_init(|| self.text.match_indices(LINE_ENDS).map(|(at, _)| at).collect());
        let next = ends.partition_point(|&end| end < at);
        let start = next.checked_sub(1).map_or(0, |before| ends[before] + 1);
        let end = ends.get(next).copied().unwrap_or(self.text.len());
        start.max(near(at.saturating_sub(LINE_BYTES)))
            ..end.min(near((at + LINE_BYTES).min(self.text.len())))
    }

    /// The line of a number, or the part of a long line around it.
    pub(crate) fn line(&self, number: Number) -> String {
        let line = self.line_at(number.at);
        let before = &self.text[line.start..number.at];
        let shown = before.char_indices().nth_back(CHARS_SHOWN / 2 - 1).map_or(0, |(at, _)| at);
        let cut = if shown > 0 { "…" } else { "" };
        let text = &self.text[line.start + shown..line.end];
        format!("{cut}{}", text.chars().take(CHARS_SHOWN).collect::<String>().trim())
    }

    /// The letters of the words before a number: the same for all lines that one statement prints.
    pub(crate) fn words(&self, number: Number) -> String {
        letters(&self.text[self.line_at(number.at).start..number.at])
    }

    /// Whether a number is not part of a name, and no hand is on its line: what stands there is a bid, a rank or a sum, but
    /// hardly an answer. A number is a hand only if the input has it.
    pub(crate) fn is_away_from_hands(&self, number: Number, has: impl Fn(Hand) -> bool) -> bool {
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let is_hand = |word: &str| word.parse().is_ok_and(|hand| !is_number(word) || has(hand));
        let line = self.line_at(number.at);
        let mut words = self.text[line.clone()].split(|char: char| !char.is_ascii_alphanumeric());
        !words.any(is_hand)
            && !self.names_in(line).iter().any(|(name, _)| name.contains(&number.at))
    }

    /// The part that the last words before a number name, or else the first words behind it, on its line.
    pub(crate) fn part_of_line(&self, number: Number) -> Option<Rules> {
        let names = self.names_in(self.line_at(number.at));
        let before = names.iter().rfind(|(name, _)| name.end <= number.at);
        let behind = || names.iter().find(|(name, _)| name.start > number.at);
        before.or_else(behind).map(|(_, rules)| *rules)
    }

    /// The part that was named last, on its line or above. A line that names both says nothing of the lines below.
    pub(crate) fn part(&self, number: Number) -> Option<Rules> {
        self.part_of_line(number).or_else(|| {
            let above = self.names_in(0..self.line_at(number.at).start);
            let (last, rules) = above.last()?;
            let mut of_line = self.names_in(self.line_at(last.start)).iter();
            of_line.all(|(_, other)| other == rules).then_some(*rules)
        })
    }

    /// The names of parts in these lines.
    fn names_in(&self, lines: Range<usize>) -> &[PartName] {
        let names = self.names.get_or_init(|| {
            let mut names = Vec::new();
            let mut start = 0;
            for line in self.text.split_inclusive(LINE_ENDS) {
                let in_line = part_names(line).into_iter();
                names.extend(in_line.map(|(at, rules)| (start + at.start..start + at.end, rules)));
                start += line.len();
            }
            names
        });
        let [start, end] =
            [lines.start, lines.end].map(|at| names.partition_point(|(name, _)| name.start < at));
        &names[start..end]
    }
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

/// Returns the names of parts in a line, in order: `Part 2:`, `p2 =`, `second star`, `gold`, `part2.py`.
fn part_names(line: &str) -> Vec<PartName> {
    #[expect(clippy::expect_used, reason = "the pattern is a constant")]
    static NAME: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = r"(?xi) (?: ^ | [^a-z] ) (?:
            (?: part | puzzle | star | p ) [^a-z\d]* (?: (?<one> 1 | one | a ) | 2 | two | b ) (?: [^a-z\d/] | _ | $ )
            | (?: (?<first> one | first ) | two | second ) [^a-z\d]+ (?: part | puzzle | star ) \b
            | (?<silver> silver ) \b | gold \b )";
        Regex::new(pattern).expect("the pattern is valid")
    });
    // Most lines have none of these, and matching takes long.
    let words = ["part", "puzzle", "star", "p1", "p2", "silver", "gold"];
    let lower = line.to_ascii_lowercase();
    if !words.iter().any(|word| lower.contains(word)) {
        return Vec::new();
    }
    let names = NAME.captures_iter(line).filter_map(|name| {
        let is_first = ["one", "first", "silver"].iter().any(|group| name.name(group).is_some());
        let rules = if is_first { Rules::Standard } else { Rules::Joker };
        // It may end with the character behind it.
        let at = name.get(0)?;
        let end =
            at.start() + at.as_str().trim_end_matches(|char: char| !char.is_alphanumeric()).len();
        Some((at.start()..end, rules))
    });
    names.collect()
}

/// Units of time and memory, and what some languages write after large numbers.
const UNITS: &str = " ns us µs μs ms s sec secs second seconds milliseconds microseconds nanoseconds min minutes \
                     kb mb gb kib mib gib bytes % ";
const SUFFIXES: [&str; 4] = ["n", "N", "l", "L"];

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the length of the digits at the beginning of a text.
fn run(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Returns the numbers in a text, in order.
fn numbers(text: &str, separators: &str) -> Vec<Number> {
    let mut numbers = Vec::new();
    let mut at = 0;
    while let Some(skipped) = text.as_bytes()[at..].iter().position(u8::is_ascii_digit) {
        let start = at + skipped;
        let digits = digits(&text[start..], separators);
        let fraction = fraction(&text[start + digits..]);
        let (number, behind) = text[start..].split_at(digits + fraction);
        let unit = unit(behind);
        at = start + number.len() + unit;
        let is_in_word = text[..start].bytes().next_back().is_some_and(is_word);
        let Some(value) = value(number, fraction).filter(|_| !is_in_word && unit == 0) else {
            continue;
        };
        let is_sign =
            |before: &str| !before.ends_with(|char: char| char == ')' || char.is_alphanumeric());
        let is_negative = text[..start].strip_suffix(['-', '−']).is_some_and(is_sign);
        numbers.push(Number { value: if is_negative { -value } else { value }, at: start });
    }
    numbers
}

/// The length of the digits that a text begins with. They may be in groups of three, or as in India: `25,05,55,060`.
fn digits(text: &str, separators: &str) -> usize {
    let first = run(text);
    let separator = text[first..].chars().next().filter(|&char| separators.contains(char));
    let Some(separator) = separator.filter(|_| first <= 3) else { return first };
    let (mut end, mut grouped) = (first, first);
    // No total has more groups.
    for _ in 0..13 {
        let Some(group) = text[end..].strip_prefix(separator).map(run) else { break };
        end += separator.len_utf8() + group;
        match group {
            3 => grouped = end,
            2 if separator == ',' => {}
            _ => break,
        }
    }
    let is_decimal = separator == '.' && text.starts_with('0');
    let is_cut = text[grouped..].bytes().next().is_some_and(is_word);
    if is_decimal || is_cut { first } else { grouped }
}

/// The length of a fraction and an exponent. An exponent needs a point or a sign: `262e6` may be a hand whose ten to ace are
/// `a` to `e`.
fn fraction(text: &str) -> usize {
    let point = text.strip_prefix('.').map_or(0, run);
    let point = if point > 0 { point + 1 } else { 0 };
    let exponent = text[point..].strip_prefix(['e', 'E']).map_or(0, |exponent| {
        let signed = exponent.strip_prefix(['+', '-']);
        let sign = usize::from(signed.is_some());
        let digits = run(signed.unwrap_or(exponent));
        if digits > 0 && point + sign > 0 { 1 + sign + digits } else { 0 }
    });
    point + exponent
}

/// Returns the value of a number that ends with a fraction of this length. Totals are whole. Times are not, or are rounded to
/// 0.000.
fn value(number: &str, fraction: usize) -> Option<i128> {
    let (whole, fraction) = number.split_at(number.len() - fraction);
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    let value = match fraction.contains(['e', 'E']) {
        true => format!("{whole}{fraction}").parse::<f64>().ok()?.to_string().parse().ok()?,
        false if fraction.trim_matches(['.', '0']).is_empty() => match whole.parse() {
            Ok(value) if value <= LARGEST => value,
            _ => {
                let mut hasher = DefaultHasher::new();
                whole.hash(&mut hasher);
                LARGEST + 1 + i128::from(hasher.finish())
            }
        },
        false => return None,
    };
    Some(value).filter(|&value| value != 0 || fraction.len() < 4)
}

/// The length of what makes the number before it a measure, a time of day or part of a word; 0 if nothing does.
fn unit(text: &str) -> usize {
    let word = text.bytes().take_while(|byte| is_word(*byte)).count();
    if word > 0 {
        return if SUFFIXES.contains(&&text[..word]) { 0 } else { word };
    }
    if text.strip_prefix(':').map(run) == Some(2) {
        return text
            .bytes()
            .take_while(|byte| byte.is_ascii_digit() || b":,.".contains(byte))
            .count();
    }
    let measure = text.strip_prefix([' ', '\u{a0}', '\u{202f}']).unwrap_or(text);
    let is_unit = |char: char| char.is_ascii_alphanumeric() || "µμ%_".contains(char);
    let word: String = measure.chars().take_while(|char| is_unit(*char)).take(16).collect();
    let is_known = !word.is_empty() && UNITS.contains(&format!(" {} ", word.to_ascii_lowercase()));
    if is_known { text.len() - measure.len() + word.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use anstream::adapter::strip_str;

    use super::*;

    /// Those of a thousand hands with the bids 1 to 1,000.
    const TOTALS: RangeInclusive<u128> = 167_167_000..=333_833_500;

    fn values(printed: &str) -> Vec<String> {
        let printed = Printed::new(strip_str(printed).to_string(), &TOTALS);
        printed.numbers.iter().map(|number| number.value.to_string()).collect()
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
            ("0.0", &["0"]),
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
            let printed = Printed::new(strip_str(printed).to_string(), &TOTALS);
            printed.part(*printed.numbers.last().unwrap()).map(Rules::part)
        };
        for (printed, expected) in [
            ("Part 1: 250029090", Some(1)),
            ("part_two = 250029090", Some(2)),
            ("p2: 250029090", Some(2)),
            ("Part 1: 250029090, Part 2: 248607893", Some(2)),
            ("Part 2\n248607893", Some(2)),
            ("the second star is 248607893", Some(2)),
            ("Gold: 248607893", Some(2)),
            // A number in a dump is no name, nor is a line that names both parts.
            ("2: 248607893", None),
            ("{'2': 3, 'K': 2}\n248607893", None),
            ("2: 3\n248607893", None),
            ("part one (-p2 for part two)\n248607893", None),
            ("Which part (1/2)? 248607893", None),
            ("2 22345 248607893", None),
            ("2: total 248607893", None),
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
        let words = |printed: &str| {
            let printed = Printed::new(strip_str(printed).to_string(), &TOTALS);
            printed.words(*printed.numbers.last().unwrap())
        };
        assert_eq!(words("rank 17 is 32T3K with 765"), words("rank 3 is KTJJT with 20"));
        assert_ne!(words("rank 3"), words("total 3"));
    }

    #[test]
    fn of_a_long_line_what_is_around_a_number_is_shown() {
        let line = format!("{} 5 {}", "x".repeat(150), "y".repeat(150));
        let near = format!("…{} 5 {}", "x".repeat(99), "y".repeat(98));
        let printed = Printed::new(line, &TOTALS);
        assert_eq!(printed.line(printed.numbers[0]), near);
    }
}
