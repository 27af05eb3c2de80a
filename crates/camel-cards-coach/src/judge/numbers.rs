//! The numbers in what a program printed, and the words that name their part.

use std::{
    cell::OnceCell,
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
    ops::{Range, RangeInclusive},
};

use anstream::adapter::strip_str;
use camel_cards::{Hand, Rules};

use crate::text::CHARS_SHOWN;

/// A whole number that could be an answer: not a measure such as `3 ms`, and not part of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
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
    parts: OnceCell<Vec<PartName>>,
}

/// A name of a part, such as `Part 2:`.
#[derive(Clone, Debug)]
struct PartName {
    at: Range<usize>,
    rules: Rules,
    /// Whether it is only a number, such as `2)`, which names the part of its own line at most.
    is_bare: bool,
}

/// The number of characters before a number that count.
const CHARS_BEFORE: usize = 100;

impl Printed {
    /// Reads a text. If no number is in the range of the totals, plain blanks may separate groups of digits, too:
    /// `250 029 090`.
    pub(crate) fn new(text: &str, totals: &RangeInclusive<u128>) -> Printed {
        let text = strip_str(text).to_string();
        let read = |separators| {
            let numbers = numbers(&text, separators);
            (numbers.iter().any(|one| one.is_in(totals)), numbers)
        };
        let (has_total, mut numbers) = read(SEPARATORS);
        if let (false, (true, grouped)) = (has_total, read(" ,_'.")) {
            numbers = grouped;
        }
        Printed { text, numbers, ..Printed::default() }
    }

    /// The values of all numbers.
    pub(crate) fn values(&self) -> &HashSet<i128> {
        self.values.get_or_init(|| self.numbers.iter().map(|one| one.value).collect())
    }

    /// The digits of a number, without separators and needless zeros.
    pub(crate) fn digits(&self, number: Number) -> String {
        let digits = self.text[number.at..].chars().take_while(char::is_ascii_digit);
        if number.value > HASHED { digits.collect() } else { number.value.to_string() }
    }

    fn line_of(&self, number: Number) -> (usize, &str) {
        let (before, from) = self.text.split_at(number.at);
        let start = before.rfind(LINE_ENDS).map_or(0, |end| end + 1);
        let end = from.find(LINE_ENDS).map_or(self.text.len(), |length| number.at + length);
        (start, &self.text[start..end])
    }

    /// The line of a number, or the part of a long line around it.
    pub(crate) fn line(&self, number: Number) -> String {
        let (start, line) = self.line_of(number);
        let before = last_chars(&line[..number.at - start]);
        let cut = if start + before < number.at && before > 0 { "…" } else { "" };
        let shown: String = line[before..].chars().take(CHARS_SHOWN).collect();
        format!("{cut}{}", shown.trim())
    }

    /// The letters of the words before a number: the same for all lines that one statement prints.
    pub(crate) fn words(&self, number: Number) -> String {
        let (start, line) = self.line_of(number);
        let before = &line[..number.at - start];
        letters(&before[last_chars(before)..])
    }

    /// Whether its line has a hand: what stands there is a bid, a rank or a sum, but hardly an answer. A number is a hand only
    /// if the input has it.
    pub(crate) fn is_beside_hand(
        &self,
        number: Number,
        is_of_input: impl Fn(Hand) -> bool,
    ) -> bool {
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let is_hand =
            |word: &str| word.parse().is_ok_and(|hand| !is_number(word) || is_of_input(hand));
        self.line_of(number).1.split(|char: char| !char.is_ascii_alphanumeric()).any(is_hand)
    }

    /// The part that the words on its line name: the last ones before it, or else the first ones behind it.
    pub(crate) fn own_part(&self, number: Number) -> Option<Rules> {
        let (start, line) = self.line_of(number);
        let names = self.parts();
        let from = names.partition_point(|name| name.at.start < start);
        let of_line = names[from..].iter().take_while(|name| name.at.start < start + line.len());
        let before = of_line.clone().take_while(|name| name.at.end <= number.at).last();
        let mut behind = of_line.clone().skip_while(|name| name.at.start <= number.at);
        before.or_else(|| behind.next()).map(|name| name.rules)
    }

    /// The part that was named last, on its line or above.
    pub(crate) fn part(&self, number: Number) -> Option<Rules> {
        self.own_part(number).or_else(|| {
            let (start, _) = self.line_of(number);
            let mut above = self.parts().iter().rev();
            let last = above.find(|name| name.at.end <= start && !name.is_bare)?;
            // A line that names both parts says nothing of the lines below, and `{'2': 3}` may be a count of labels.
            let line = self.text[..last.at.start].rfind(LINE_ENDS).unwrap_or(0);
            let mut of_line = above.take_while(|name| name.at.start >= line && !name.is_bare);
            of_line.all(|name| name.rules == last.rules).then_some(last.rules)
        })
    }

    fn parts(&self) -> &[PartName] {
        self.parts.get_or_init(|| {
            let mut start = 0;
            let named = self.text.split_inclusive(LINE_ENDS).flat_map(|line| {
                let names = part_names(line, start);
                start += line.len();
                names
            });
            named.collect()
        })
    }
}

const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// Where the last characters of a text that count begin.
fn last_chars(text: &str) -> usize {
    text.char_indices().nth_back(CHARS_BEFORE - 1).map_or(0, |(at, _)| at)
}

/// The letters of a text without its hands, in lower case.
pub(crate) fn letters(text: &str) -> String {
    let words = text.split(|char: char| !char.is_ascii_alphanumeric());
    let words = words.filter(|word| word.parse::<Hand>().is_err());
    words.flat_map(str::chars).filter(char::is_ascii_alphabetic).collect::<String>().to_lowercase()
}

/// What the puzzle's parts, or their answers, are called.
const THINGS: [&str; 12] = [
    "part", "p", "pt", "star", "puzzle", "answer", "ans", "result", "solution", "task", "total",
    "problem",
];

/// Returns the rules of the part of the puzzle that a text names last.
pub(crate) fn named_part(text: &str) -> Option<Rules> {
    part_names(text, 0).last().map(|name| name.rules)
}

/// Returns the names of parts in a line, in order: `Part 2:`, `p2 =`, `second star`, `gold`, `part2.py`, and `2)`
/// between the beginning of a line and a number. `offset` is the line's place.
fn part_names(line: &str, offset: usize) -> Vec<PartName> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric();
    let (bytes, mut words) = (line.as_bytes(), Vec::new());
    let mut start = 0;
    for end in 1..=bytes.len() {
        let goes_on = bytes.get(end).is_some_and(|&next| {
            is_word(next)
                && is_word(bytes[start])
                && (bytes[end - 1].is_ascii_digit() || next.is_ascii_alphabetic())
        });
        if !goes_on {
            if is_word(bytes[start]) {
                words.push((start, line[start..end].to_ascii_lowercase()));
            }
            start = end;
        }
    }
    let rules_of = |word: &str| match word {
        "1" | "one" | "first" | "1st" | "a" | "i" | "silver" | "standard" => Some(Rules::Standard),
        "2" | "two" | "second" | "2nd" | "b" | "ii" | "gold" | "joker" => Some(Rules::Joker),
        _ => None,
    };
    let mut names = Vec::new();
    for (i, (start, word)) in words.iter().enumerate() {
        let Some(rules) = rules_of(word) else { continue };
        let (end, next) = (start + word.len(), words.get(i + 1));
        let gap = &line[end..next.map_or(line.len(), |(next, _)| *next)];
        let after_thing = i > 0 && THINGS.contains(&&*words[i - 1].1);
        let before = |known: &[&str]| next.is_some_and(|(_, next)| known.contains(&&**next));
        let is_name = match &**word {
            "silver" | "gold" => true,
            "standard" | "joker" => before(&["rules"]),
            "a" | "b" | "i" | "ii" => after_thing,
            "1" | "2" => after_thing && !gap.starts_with('/'),
            _ => after_thing || before(&THINGS),
        };
        let is_before_number = || next.is_some_and(|(at, _)| bytes[*at].is_ascii_digit());
        let is_bare =
            !is_name && i == 0 && gap.contains([':', ')', '=', '>']) && is_before_number();
        if is_name || is_bare {
            names.push(PartName { at: offset + start..offset + end, rules, is_bare });
        }
    }
    names
}

/// The characters between groups of three digits.
const SEPARATORS: &str = ",_'’.\u{a0}\u{2009}\u{202f}";

/// Numbers of more than 38 digits, which no total has, are only told from each other: their values are hashes above this.
const HASHED: i128 = i128::MAX - u64::MAX as i128 - 1;

/// Units of time and memory.
const UNITS: [&str; 22] = [
    "ns",
    "us",
    "µs",
    "μs",
    "ms",
    "s",
    "sec",
    "secs",
    "second",
    "seconds",
    "milliseconds",
    "microseconds",
    "nanoseconds",
    "min",
    "minutes",
    "kb",
    "mb",
    "gb",
    "kib",
    "mib",
    "gib",
    "bytes",
];

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the numbers in a text, in order.
fn numbers(text: &str, separators: &str) -> Vec<Number> {
    let bytes = text.as_bytes();
    let mut numbers = Vec::new();
    let mut at = 0;
    while let Some(skipped) = bytes[at..].iter().position(u8::is_ascii_digit) {
        let start = at + skipped;
        let digits = digits(&text[start..], separators);
        let mut word = bytes[..start].iter().rev().take_while(|byte| is_word(**byte)).peekable();
        // Somebody forgot a blank. A hand has five cards.
        let is_long = digits > 5 && word.clone().all(u8::is_ascii_alphabetic);
        let is_in_word = word.peek().is_some() && !is_long;
        let (value, fraction) = value(&text[start..], digits);
        let end = start + digits + fraction;
        let unit = unit(&text[end..]);
        at = end + unit;
        if let (Some(value), false, 0) = (value, is_in_word, unit) {
            let before = text[..start].strip_suffix(['-', '−']);
            let is_sign = |before: &str| {
                !before.ends_with(|char: char| char == ')' || char.is_alphanumeric() || char == '_')
            };
            let is_negative = before.is_some_and(is_sign);
            numbers.push(Number { value: if is_negative { -value } else { value }, at: start });
        }
    }
    numbers
}

/// The length of the digits that a text begins with. They may be in groups of three, or as in India: `25,05,55,060`.
fn digits(text: &str, separators: &str) -> usize {
    let run = |from: usize| {
        text.as_bytes()[from..].iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let first = run(0);
    let Some(separator) = text[first..].chars().next().filter(|&char| separators.contains(char))
    else {
        return first;
    };
    let group = |end: &usize, length: usize| {
        let from = end + separator.len_utf8();
        (text[*end..].starts_with(separator) && run(from) == length).then_some(from + length)
    };
    let groups = |from: usize, length: usize| {
        std::iter::successors(Some(from), move |end| group(end, length)).last()
    };
    let pairs = groups(first, 2).filter(|&end| first <= 2 && separator == ',' && end > first);
    let end = match pairs.and_then(|end| group(&end, 3)) {
        None if first <= 3 && !(separator == '.' && text.starts_with('0')) => {
            groups(first, 3).unwrap_or(first)
        }
        indian => indian.unwrap_or(first),
    };
    if text.as_bytes().get(end).is_some_and(|&byte| is_word(byte)) { first } else { end }
}

/// Returns the value of a number with so many digits, unless it is not whole, and the length of its fraction. An exponent
/// needs a point or a sign: `262e6` may be a hand whose ten to ace are `a` to `e`.
fn value(text: &str, digits: usize) -> (Option<i128>, usize) {
    let (whole, rest) = text.split_at(digits);
    let run = |from: usize| {
        rest.as_bytes()
            .get(from..)
            .unwrap_or_default()
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    let point = if rest.starts_with('.') && run(1) > 0 { 1 + run(1) } else { 0 };
    let exponent =
        rest.get(point..).and_then(|rest| rest.strip_prefix(['e', 'E'])).map_or(0, |rest| {
            let has_sign = rest.starts_with(['+', '-']);
            let digits = run(point + 1 + usize::from(has_sign));
            if digits > 0 && (has_sign || point > 0) {
                1 + usize::from(has_sign) + digits
            } else {
                0
            }
        });
    let length = point + exponent;
    let number: String = whole.chars().filter(char::is_ascii_digit).collect();
    let value = if exponent > 0 {
        let float = format!("{number}{}", &rest[..length]).parse::<f64>();
        float.ok().and_then(|float| float.to_string().parse().ok())
    } else if rest[..point].trim_matches(['.', '0']).is_empty() {
        let hash = || {
            let mut hasher = DefaultHasher::new();
            number.hash(&mut hasher);
            HASHED + 1 + i128::from(hasher.finish())
        };
        Some(number.parse().unwrap_or_else(|_| hash()))
    } else {
        None
    };
    // Times are rounded to 0.000.
    (value.filter(|&value| value != 0 || length == 0), length)
}

/// The length of what makes the number before it a measure, a time of day or part of a word; 0 if nothing does. After large
/// numbers, some languages write `n` or `L`.
fn unit(text: &str) -> usize {
    let bytes = text.as_bytes();
    let word = bytes.iter().take_while(|byte| is_word(**byte)).count();
    if word > 0 {
        return if word == 1 && b"nNlL".contains(&bytes[0]) { 0 } else { word };
    }
    let clock = bytes.chunks(3).take_while(|one| {
        one.len() == 3 && one[0] == b':' && one[1..].iter().all(u8::is_ascii_digit)
    });
    let clock = 3 * clock.count();
    if clock > 0 && !bytes.get(clock).is_some_and(|&byte| is_word(byte)) {
        let is_fraction = |byte: &&u8| byte.is_ascii_digit() || b",.".contains(byte);
        return clock + bytes[clock..].iter().take_while(is_fraction).count();
    }
    let measure = text.strip_prefix([' ', '\u{a0}', '\u{202f}']).unwrap_or(text);
    let is_letter = |char: &char| char.is_ascii_alphanumeric() || ['_', 'µ', 'μ'].contains(char);
    let word: String = measure.chars().take_while(is_letter).take(16).collect();
    let is_unit = UNITS.contains(&&*word.to_ascii_lowercase());
    let length = if measure.starts_with('%') { 1 } else { word.len() };
    if is_unit || measure.starts_with('%') { text.len() - measure.len() + length } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those of a thousand hands with the bids 1 to 1,000.
    const TOTALS: RangeInclusive<u128> = 167_167_000..=333_833_500;

    fn values(printed: &str) -> Vec<String> {
        let printed = Printed::new(printed, &TOTALS);
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
            let printed = Printed::new(printed, &TOTALS);
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
        let words = |printed: &str| {
            let printed = Printed::new(printed, &TOTALS);
            printed.words(*printed.numbers.last().unwrap())
        };
        assert_eq!(words("rank 17 is 32T3K with 765"), words("rank 3 is KTJJT with 20"));
        assert_ne!(words("rank 3"), words("total 3"));
    }

    #[test]
    fn of_a_long_line_what_is_around_a_number_is_shown() {
        let line = format!("{} 5 {}", "x".repeat(150), "y".repeat(150));
        let near = format!("…{} 5 {}", "x".repeat(99), "y".repeat(98));
        let printed = Printed::new(&line, &TOTALS);
        assert_eq!(printed.line(printed.numbers[0]), near);
    }
}
