//! The numbers in what a solution printed, and the words before them.

use std::ops::RangeInclusive;

use camel_cards::{Hand, PerRules, Rules};

/// How many hands the puzzle gives.
pub(crate) const PUZZLE_HANDS: u128 = 1000;

/// The totals that a thousand hands with the bids 1 to 1,000 can have: strongest hand with the
/// lowest bid, and with the highest.
const TOTALS: RangeInclusive<u128> = {
    let n = PUZZLE_HANDS;
    n * (n + 1) * (n + 2) / 6..=n * (n + 1) * (2 * n + 1) / 6
};

/// A number that could be an answer: no measure such as `3 ms`, no part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// Its digits without separators and needless zeros, `-` before them and a fraction behind
    /// them if need be.
    pub(crate) value: String,
    /// The words before it, of the line before if its own has none; digits are `#` and hands `h`.
    pub(crate) before: String,
    /// The letters of these words alone, the same for all lines of numbers.
    pub(crate) letters: String,
    /// The part of the puzzle that these words name.
    pub(crate) part: Option<Rules>,
    /// Its line, or what is near it of a long one.
    pub(crate) line: String,
    /// How many numbers come before it.
    pub(crate) at: usize,
}

/// What may stand between groups of three digits; blanks that do not end a line, too.
const SEPARATORS: &str = ",._'’\u{a0}\u{2009}\u{202f}";

/// How many characters of a line count before and behind a number.
const SHOWN: usize = 100;

/// What a number before them measures, so that it is no total.
const UNITS: &str = "ns us µs μs ms s sec secs second seconds millisecond milliseconds microsecond \
                     microseconds nanosecond nanoseconds min minutes bytes kb mb kib mib";

/// Words that `1` or `2` makes the name of a part.
const PARTS: &str = "part p pt star puzzle answer ans result solution task total problem";

impl Number {
    /// Its whole part, if it is not negative and has at most 38 digits.
    pub(crate) fn whole(&self) -> Option<u128> {
        self.value.split('.').next()?.parse().ok()
    }

    /// Whether it is as large as only a total is, on an input as large as the puzzle's.
    pub(crate) fn is_total(&self) -> bool {
        self.whole().is_some_and(|whole| TOTALS.contains(&whole))
    }

    pub(crate) fn is(&self, total: u128) -> bool {
        self.value == total.to_string()
    }

    pub(crate) fn is_right(&self, totals: PerRules<u128>) -> bool {
        self.is(totals.standard) || self.is(totals.joker)
    }

    pub(crate) fn has_fraction(&self) -> bool {
        self.value.contains('.')
    }
}

/// Returns the numbers in what was printed, in order. If none is as large as a total, plain blanks may
/// separate groups of digits, too: `250 029 090`.
pub(crate) fn numbers(printed: &str) -> Vec<Number> {
    let found = grouped_by(SEPARATORS, printed);
    if found.iter().any(Number::is_total) {
        return found;
    }
    let with_blanks = grouped_by(&format!("{SEPARATORS} "), printed);
    if with_blanks.iter().any(Number::is_total) { with_blanks } else { found }
}

fn grouped_by(separators: &str, printed: &str) -> Vec<Number> {
    let mut numbers = Vec::new();
    let mut line_before = "";
    let printed = without_styles(printed);
    for line in printed.split(['\n', '\r']).filter(|line| !line.trim().is_empty()) {
        let chars: Vec<char> = line.chars().collect();
        let mut at = 0;
        while at < chars.len() {
            let Some((end, value)) = number_at(&chars, at, separators) else {
                at = word_end(&chars, at).max(at + 1);
                continue;
            };
            if let Some(value) = value {
                let own: String = chars[at.saturating_sub(SHOWN)..at].iter().collect();
                let behind: String = chars[at..chars.len().min(end + SHOWN)].iter().collect();
                let line = format!("{own}{behind}").trim().to_owned();
                let has_words = own.contains(|char: char| char.is_ascii_alphabetic());
                // Of the line before, only words name a part: not the `1` that is an answer.
                let has_names = line_before.contains(|char: char| char.is_ascii_alphabetic());
                let part = named_part(&own).or_else(|| {
                    (!has_words && has_names).then(|| named_part(line_before)).flatten()
                });
                let before = if has_words { own } else { format!("{line_before}\n{own}") };
                let (at, before) = (numbers.len(), shape(&before));
                let letters = before.chars().filter(char::is_ascii_alphabetic).collect();
                numbers.push(Number { value, before, letters, part, line, at });
            }
            at = end;
        }
        line_before = line;
    }
    numbers
}

/// The text without escape sequences, of colours mostly.
fn without_styles(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default();
    let end = |char: char| char.is_ascii_alphabetic();
    let others = parts.filter_map(|part| Some(part.split_once(end)?.1));
    [first].into_iter().chain(others).collect()
}

fn has_word(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// Where the number that begins at `at` ends, and its value unless it is a measure;
/// `None` if none begins there.
fn number_at(chars: &[char], at: usize, separators: &str) -> Option<(usize, Option<String>)> {
    let char = |at: usize| chars.get(at).copied();
    let digits_end = |at: usize| {
        at + chars[at.min(chars.len())..].iter().take_while(|c| c.is_ascii_digit()).count()
    };
    let is_negative = matches!(char(at), Some('-' | '−'));
    let is_behind_word = at > 0 && (is_word(chars[at - 1]) || chars[at - 1] == ')');
    let start = if is_negative && !is_behind_word { at + 1 } else { at };
    let mut end = digits_end(start);
    if end == start {
        return None;
    }
    if let Some(separator) = char(end).filter(|char| end - start <= 3 && separators.contains(*char))
    {
        let is_group = |end: &usize| {
            char(*end) == Some(separator)
                && digits_end(end + 1) == end + 4
                && !char(end + 4).is_some_and(|char| char.is_ascii_alphanumeric())
        };
        let groups = (end..).step_by(4).take_while(is_group).count();
        // `1.234` is a fraction.
        end += if separator == '.' && groups == 1 { 0 } else { 4 * groups };
    }
    let whole: String = chars[start..end].iter().filter(|c| c.is_ascii_digit()).collect();
    let whole_end = end;
    let digits_from = |at: usize| Some(digits_end(at)).filter(|end| *end > at);
    if char(end) == Some('.') {
        end = digits_from(end + 1).unwrap_or(end);
    }
    if matches!(char(end), Some('e' | 'E')) {
        let sign = usize::from(matches!(char(end + 1), Some('+' | '-')));
        end = digits_from(end + 1 + sign).unwrap_or(end);
    }
    let behind_whole: String = chars[whole_end..end].iter().collect();
    let suffix_end = word_end(chars, end);
    let suffix: String = chars[end..suffix_end].iter().collect();
    let blank = usize::from(matches!(char(suffix_end), Some(' ' | '\u{a0}' | '\u{202f}')));
    let unit_end = word_end(chars, suffix_end + blank);
    let unit: String = chars[(suffix_end + blank).min(unit_end)..unit_end].iter().collect();
    let is_measure = has_word(UNITS, &unit.to_ascii_lowercase())
        || char(suffix_end + blank) == Some('%')
        // `250029090n` and `250029090L` are how some languages write large numbers.
        || !matches!(suffix.as_str(), "" | "n" | "L");
    if is_measure {
        return Some((suffix_end, None));
    }
    let sign = if start > at { "-" } else { "" };
    let value = decimal(&format!("{whole}{behind_whole}"));
    Some((suffix_end, value.map(|value| format!("{sign}{value}"))))
}

/// A number without needless zeros; none if its exponent is past what a float holds, which no total is.
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

/// Where the word ends that begins at `at`.
fn word_end(chars: &[char], at: usize) -> usize {
    let at = at.min(chars.len());
    at + chars[at..].iter().take_while(|char| is_word(**char)).count()
}

/// Whether a character belongs to a word. Letters of all other alphabets do, without tables of them.
fn is_word(char: char) -> bool {
    char.is_ascii_alphanumeric()
        || char == '_'
        || !char.is_ascii() && !" −’\u{a0}\u{2009}\u{202f}".contains(char)
}

/// A text in lower case with `#` for each number and `h` for each hand, so that two lines that one
/// statement printed look the same.
fn shape(text: &str) -> String {
    // With the sign of a number, or without.
    let text = text.replace(['-', '−'], "");
    let mut shape = String::new();
    for word in text.split_inclusive(|char: char| !is_word(char)) {
        let name = word.trim_end_matches(|char: char| !is_word(char));
        if name.parse::<Hand>().is_ok() {
            shape.push('h');
        } else {
            for char in name.to_ascii_lowercase().chars() {
                let char = if char.is_ascii_digit() { '#' } else { char };
                shape.extend((char != '#' || !shape.ends_with('#')).then_some(char));
            }
        }
        let end = &word[name.len()..];
        shape += if end == " " && shape.ends_with([' ', '\n']) { "" } else { end };
    }
    shape
}

/// Returns the rules of the part of the puzzle that a text names last: `Part 2:`, `p2 =`,
/// `second star`, `gold`.
///
/// ```
/// use camel_cards::Rules;
/// use camel_cards_coach::named_part;
///
/// assert_eq!(named_part("python3 part2.py"), Some(Rules::Joker));
/// ```
pub fn named_part(text: &str) -> Option<Rules> {
    let text = text.to_ascii_lowercase();
    let mut words: Vec<&str> = Vec::new();
    for word in text.split(|char: char| !char.is_ascii_alphanumeric()) {
        let digits = word.find(|char: char| char.is_ascii_digit()).unwrap_or(word.len());
        let (letters, digits) = word.split_at(digits);
        words.extend([letters, digits].iter().filter(|one| !one.is_empty()));
    }
    // The stars of the puzzle are silver and gold.
    let is_metal = |word: &str| matches!(word, "silver" | "gold");
    let part = |word: &str| match word {
        "1" | "one" | "a" | "i" | "first" | "silver" => Some(Rules::Standard),
        "2" | "two" | "b" | "ii" | "second" | "gold" => Some(Rules::Joker),
        _ => None,
    };
    if let [only] = words[..] {
        // `2: 248607893`, and not the answer before another: `1 1`, `(1, 1)`.
        let is_label = text.ends_with(only) || text.trim_end().ends_with([':', ')', '=', '>', '.']);
        return part(only).filter(|_| is_metal(only) || is_label && matches!(only, "1" | "2"));
    }
    words.windows(2).rev().find_map(|pair| {
        let [before, word] = [pair[0], pair[1]];
        let named = part(word).filter(|_| is_metal(word) || has_word(PARTS, before));
        named.or_else(|| part(before).filter(|_| before.len() > 2 && has_word(PARTS, word)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(printed: &str) -> Vec<String> {
        numbers(printed).into_iter().map(|number| number.value).collect()
    }

    #[test]
    fn numbers_are_read_however_they_are_written() {
        for (printed, expected) in [
            ("250029090", &["250029090"][..]),
            ("250,029,090 and 250_029_090", &["250029090", "250029090"]),
            ("(250029090,248607893)", &["250029090", "248607893"]),
            ("250029090.0 2.5002909e8 250029090n 250029090L", &["250029090"; 4]),
            ("\u{1b}[1;32m250029090\u{1b}[0m", &["250029090"]),
            ("Took 86.32µs, 3 ms, 0.25s, 50 %, 12%", &[]),
            ("-5 and x-5, 0x1f, 32T3K, a7", &["-5", "5"]),
            ("007 1e999999999 0.50 10.", &["7", "0.5", "10"]),
            ("2.50029e+08", &["250029000"]),
            ("765 684 220", &["765", "684", "220"]),
            ("250 029 090 and 3 ms", &["250029090"]),
            ("250.029.090 250\u{202f}029\u{202f}090", &["250029090"; 2]),
        ] {
            assert_eq!(values(printed), expected, "{printed}");
        }
    }

    #[test]
    fn words_before_a_number_name_its_part() {
        let part = |printed: &str| {
            let numbers = numbers(printed);
            numbers.last().and_then(|number| number.part).map(Rules::part)
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
            ("a 248607893", None),
            ("248607893", None),
        ] {
            assert_eq!(part(printed), expected, "{printed}");
        }
    }

    #[test]
    fn lines_of_one_statement_look_the_same() {
        let before = |printed: &str| numbers(printed).pop().unwrap().before;
        assert_eq!(before("rank 17 is 32T3K with 765"), before("rank 3 is KTJJT with 20"));
        assert_ne!(before("rank 3"), before("total 3"));
    }
}
