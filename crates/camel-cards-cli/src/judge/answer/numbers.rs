//! The numbers in what a program printed.
//!
//! A line has numbers and a shape: what is left of the line when each of its numbers is written `#`.
//! Two lines of one shape are printed by the same statement, as a rule, so a shape tells where in an
//! output a number stands. What is certainly no answer is no number here, but a part of the shape:
//!
//! ```text
//! line                             shape                   numbers
//! Part 2: 5905                     part 2: #               5905
//! (6440, 5905)                     (#, #)                  6440, 5905
//! day 7: 5_905 hands, 3.1 ms       day 7: # hands, ~       5905
//! rank 3 is T55J5 with 684         rank # is h with #      3, 684
//! ```

/// What else than digits a number may contain. A program keeps to one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Grouping {
    /// `1,671`, `1_671` and `1'671`.
    Marked,
    /// `1,671` is two numbers.
    None,
    /// `1 671` as well.
    Spaced,
    /// `1.671` as well, and `5905,0` has a fraction.
    Dotted,
}

impl Grouping {
    /// The most usual first.
    pub(crate) const ALL: [Grouping; 4] =
        [Grouping::Marked, Grouping::None, Grouping::Spaced, Grouping::Dotted];

    fn separates(self, char: char) -> bool {
        match self {
            Grouping::None => false,
            Grouping::Dotted => char == '.',
            Grouping::Spaced if char == ' ' => true,
            _ => matches!(char, ',' | '_' | '\'' | '’' | '\u{a0}' | '\u{2009}' | '\u{202f}'),
        }
    }

    const fn point(self) -> char {
        if matches!(self, Grouping::Dotted) { ',' } else { '.' }
    }
}

/// What a program printed.
#[derive(Clone, Copy)]
pub(crate) struct ProgramOutput<'a> {
    pub(crate) stdout: &'a [u8],
    /// The hands of its input that are all digits, sorted: they are no numbers.
    pub(crate) digit_hands: &'a [String],
}

impl<'a> From<&'a [u8]> for ProgramOutput<'a> {
    fn from(stdout: &'a [u8]) -> ProgramOutput<'a> {
        ProgramOutput { stdout, digit_hands: &[] }
    }
}

/// What a program printed, line by line, without styles.
pub(crate) struct Printed {
    pub(crate) lines: Vec<PrintedLine>,
}

pub(crate) struct PrintedLine {
    /// Without what would do more than print.
    pub(crate) text: String,
    pub(crate) shape: String,
    pub(crate) numbers: Vec<Number>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// Exactly what was printed, as digits without needless zeros, a `-` before them and a fraction
    /// behind them if need be. Or `NaN`, or a power too large to write out, as it is.
    pub(crate) value: String,
    /// How many bytes of the shape stand before it.
    pub(crate) prefix: usize,
}

/// A number behind one of these words is no answer: `Part 2`, `day 7`.
const LABELED: [&str; 16] = [
    "part",
    "pt",
    "p",
    "day",
    "star",
    "puzzle",
    "task",
    "problem",
    "exercise",
    "question",
    "q",
    "challenge",
    "section",
    "level",
    "stage",
    "phase",
];

/// Nor is a 1 or 2 behind these, if there is a colon or the like: `answer 2: 5905`.
const NUMBERED: [&str; 10] = [
    "answer", "answers", "ans", "result", "solution", "output", "total", "winnings", "silver",
    "gold",
];

/// What a year follows.
const DATED: [&str; 6] = ["aoc", "code", "advent", "year", "december", "dec"];

/// Units of what is measured, and not asked for.
const UNITS: [&str; 31] = [
    "%",
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
    "min",
    "mins",
    "minute",
    "minutes",
    "msec",
    "usec",
    "millis",
    "millisecond",
    "milliseconds",
    "microsecond",
    "microseconds",
    "nanosecond",
    "nanoseconds",
    "kb",
    "mb",
    "gb",
    "kib",
    "mib",
    "bytes",
    "fps",
];

impl Printed {
    pub(crate) fn new<'a>(output: impl Into<ProgramOutput<'a>>, grouping: Grouping) -> Printed {
        let ProgramOutput { stdout, digit_hands } = output.into();
        let plain = anstream::adapter::strip_bytes(stdout).into_vec();
        let text = String::from_utf8_lossy(&plain);
        let lines = text.split(['\n', '\r']).filter(|line| !line.trim().is_empty());
        Printed { lines: lines.map(|line| PrintedLine::new(line, grouping, digit_hands)).collect() }
    }
}

impl PrintedLine {
    fn new(text: &str, grouping: Grouping, digit_hands: &[String]) -> PrintedLine {
        let text: String = text.chars().map(|char| if char == '\t' { ' ' } else { char }).collect();
        let text: String = text.chars().filter(|char| !char.is_control()).collect();
        let chars: Vec<char> = text.chars().collect();
        let mut lexer = Lexer {
            chars: &chars,
            grouping,
            digit_hands,
            at: 0,
            shape: String::new(),
            numbers: Vec::new(),
            word: String::new(),
            word_end: 0,
            label_end: None,
        };
        while lexer.at < chars.len() {
            lexer.step();
        }
        let Lexer { shape, numbers, .. } = lexer;
        PrintedLine { text: text.trim().to_owned(), shape: shape.trim_end().to_owned(), numbers }
    }
}

struct Lexer<'a> {
    chars: &'a [char],
    grouping: Grouping,
    digit_hands: &'a [String],
    at: usize,
    shape: String,
    numbers: Vec<Number>,
    /// The last word, in lower case, and where it ended.
    word: String,
    word_end: usize,
    /// Where the last label ended.
    label_end: Option<usize>,
}

impl Lexer<'_> {
    fn step(&mut self) {
        let char = self.chars[self.at];
        if char.is_ascii_digit() {
            self.digits();
        } else if is_word(char) {
            self.take_word(self.word_end_from(self.at));
        } else {
            self.at += 1;
            match char.is_whitespace() {
                true if self.shape.is_empty() || self.shape.ends_with(' ') => {}
                true => self.shape.push(' '),
                false => self.shape.push(char),
            }
        }
    }

    fn take_word(&mut self, end: usize) {
        let word: String = self.chars[self.at..end].iter().collect();
        self.at = end;
        let lower = word.to_lowercase();
        if matches!(lower.as_str(), "nan" | "inf" | "infinity") {
            self.push_number("NaN".to_owned());
            return;
        }
        let is_hand = word.len() == 5 && word.chars().all(|char| "23456789TJQKA".contains(char));
        self.shape += if is_hand { "h" } else { &lower };
        (self.word, self.word_end) = (lower, end);
    }

    fn digits(&mut self) {
        let start = self.at;
        let word_end = self.word_end_from(start);
        let word = || self.chars[start..word_end].iter().copied();
        if self.digit_hands.binary_search_by(|hand| hand.chars().cmp(word())).is_ok() {
            self.take_word(word_end);
            return;
        }
        if let Some(end) = self.clock_or_date(start) {
            self.at = end;
            self.shape.push('~');
            return;
        }
        let (end, value) = self.number(start);
        let word_end = self.word_end_from(end);
        let suffix: String = self.chars[end..word_end].iter().collect();
        if self.is_unit(end) {
            self.at = self.unit_end(end);
            self.shape.push('~');
        } else if !matches!(suffix.as_str(), "" | "n" | "L" | "l") {
            // A hand, `2nd`, `0x1f`.
            self.take_word(self.word_end_from(start).max(end));
        } else if let Some(value) = value {
            self.at = word_end;
            if self.is_label(start, end) {
                self.shape.extend(&self.chars[start..end]);
                self.label_end = Some(end);
                return;
            }
            let before = |back: usize| start.checked_sub(back).map(|i| self.chars[i]);
            let is_negative = matches!(before(1), Some('-' | '−'))
                && !before(2).is_some_and(|char| is_word(char) || char == ')');
            if is_negative {
                self.shape.pop();
            }
            let sign = if is_negative && value != "0" { "-" } else { "" };
            self.push_number(format!("{sign}{value}"));
        } else {
            // `1.2.3` is a version.
            self.at = end;
            self.shape.push('~');
        }
    }

    fn push_number(&mut self, value: String) {
        self.numbers.push(Number { value, prefix: self.shape.len() });
        self.shape.push('#');
    }

    /// Reads a number at `start`: where it ends, and its value.
    fn number(&self, start: usize) -> (usize, Option<String>) {
        let mut end = self.digits_end(start);
        let mut whole: String = self.chars[start..end].iter().collect();
        if let Some(grouped) = self.groups_end(start, end) {
            end = grouped;
            whole = self.chars[start..end].iter().filter(|char| char.is_ascii_digit()).collect();
        }
        let mut fraction = String::new();
        let is_point = |at: usize| self.char(at) == Some(self.grouping.point());
        // `.5`, but not the end of an ellipsis.
        let is_behind_point =
            start > 0 && is_point(start - 1) && !(start > 1 && is_point(start - 2));
        if is_behind_point {
            (whole, fraction) = ("0".to_owned(), whole);
        } else if is_point(end) && self.digits_end(end + 1) > end + 1 {
            let fraction_end = self.digits_end(end + 1);
            fraction = self.chars[end + 1..fraction_end].iter().collect();
            end = fraction_end;
            if is_point(end) && self.digits_end(end + 1) > end + 1 {
                let is_version =
                    |char: &&char| char.is_ascii_digit() || **char == self.grouping.point();
                return (end + self.chars[end..].iter().take_while(is_version).count(), None);
            }
        }
        let mut power = 0;
        if matches!(self.char(end), Some('e' | 'E')) {
            let sign = usize::from(matches!(self.char(end + 1), Some('+' | '-')));
            let power_end = self.digits_end(end + 1 + sign);
            if power_end > end + 1 + sign {
                let written: String = self.chars[end + 1..power_end].iter().collect();
                power = written.trim_start_matches('+').parse().unwrap_or(i64::MAX);
                end = power_end;
            }
        }
        let text = || self.chars[start..end].iter().collect();
        (end, Some(decimal(&whole, &fraction, power).unwrap_or_else(text)))
    }

    /// Where groups of three digits end that follow the first ones.
    fn groups_end(&self, start: usize, end: usize) -> Option<usize> {
        let separator = self.char(end).filter(|&char| self.grouping.separates(char))?;
        if end - start > 3 || self.chars[start] == '0' {
            return None;
        }
        let mut at = end;
        while self.char(at) == Some(separator) && self.digits_end(at + 1) == at + 4 {
            at += 4;
        }
        let goes_on = self.char(at) == Some(separator) && self.digits_end(at + 1) > at + 1;
        (at > end && !goes_on).then_some(at)
    }

    fn clock_or_date(&self, start: usize) -> Option<usize> {
        let digits = self.digits_end(start) - start;
        let (separator, is_first) = match self.char(start + digits)? {
            ':' => (':', (1..=2).contains(&digits) && !self.is_label(start, start + digits)),
            '-' => ('-', digits == 4),
            _ => return None,
        };
        let mut end = start + digits;
        let mut groups = 0;
        while self.char(end) == Some(separator) && self.digits_end(end + 1) == end + 3 {
            end += 3;
            groups += 1;
        }
        if separator == ':' && self.char(end) == Some('.') {
            end = self.digits_end(end + 1).max(end);
        }
        let is_it = is_first && groups >= if separator == ':' { 1 } else { 2 };
        (is_it && !self.char(end).is_some_and(is_word)).then_some(end)
    }

    /// Whether the number at `start..end` is a part of a name, as that of a part or day.
    fn is_label(&self, start: usize, end: usize) -> bool {
        let number: String = self.chars[start..end].iter().collect();
        let is_year = number.len() == 4 && number.starts_with("20");
        if self
            .label_end
            .is_some_and(|label| label + 1 == start && matches!(self.chars[label], '/' | '-' | '.'))
        {
            return number.len() <= 2;
        }
        let between = &self.chars[self.word_end.min(start)..start];
        let is_next = between.iter().all(|char| " #-_([\u{a0}".contains(*char));
        if is_next && self.word_end > 0 {
            let word = self.word.as_str();
            if LABELED.contains(&word) && number.len() <= 2 || DATED.contains(&word) && is_year {
                return true;
            }
            if NUMBERED.contains(&word) && matches!(number.as_str(), "1" | "2") {
                return self.goes_on_as_list(end) || self.rest(end).trim_start().starts_with("is ");
            }
        }
        if is_year {
            return self
                .rest(end)
                .trim_start_matches([' ', '-', '/', ','])
                .to_lowercase()
                .starts_with("day");
        }
        // `1: 6440`, `[1] 6440`, `2) 5905`
        // The shape is looked at last: it is as long as the line, which may have many numbers.
        self.numbers.is_empty()
            && matches!(number.as_str(), "1" | "2")
            && self.goes_on_as_list(end)
            && self.shape.chars().all(|char| "#*([- ".contains(char))
    }

    fn goes_on_as_list(&self, end: usize) -> bool {
        let rest = self.rest(end);
        let rest = rest.trim_start();
        rest.starts_with([':', '=', ')', ']', '.', '→', '>'])
            && rest.chars().any(|char| char.is_ascii_digit())
            || rest.starts_with("->")
            || rest.starts_with("- ")
    }

    fn rest(&self, at: usize) -> String {
        self.chars[at.min(self.chars.len())..].iter().take(40).collect()
    }

    fn is_unit(&self, end: usize) -> bool {
        let unit_end = self.unit_end(end);
        let unit: String = self.chars[end..unit_end].iter().collect();
        UNITS.contains(&unit.trim_start().to_lowercase().as_str())
    }

    /// Where a word or `%` ends that follows, perhaps after a blank.
    fn unit_end(&self, end: usize) -> usize {
        let blank = usize::from(matches!(self.char(end), Some(' ' | '\u{a0}' | '\u{202f}')));
        match self.char(end + blank) {
            Some('%') => end + blank + 1,
            Some(char) if is_word(char) => self.word_end_from(end + blank),
            _ => end,
        }
    }

    fn char(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    fn digits_end(&self, at: usize) -> usize {
        let digits = self.chars.iter().skip(at).take_while(|char| char.is_ascii_digit());
        at + digits.count()
    }

    fn word_end_from(&self, at: usize) -> usize {
        at + self.chars.iter().skip(at).take_while(|char| is_word(**char)).count()
    }
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// Writes `whole.fraction` × 10^`power` out, unless it is too long for that.
fn decimal(whole: &str, fraction: &str, power: i64) -> Option<String> {
    const DIGITS_MAX: i64 = 400;
    let mut digits = format!("{whole}{fraction}");
    let mut point = (whole.len() as i64).checked_add(power)?;
    if point.abs() > DIGITS_MAX {
        return None;
    }
    if point <= 0 {
        digits.insert_str(0, &"0".repeat((1 - point) as usize));
        point = 1;
    }
    while (digits.len() as i64) < point {
        digits.push('0');
    }
    let (whole, fraction) = digits.split_at(point as usize);
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    Some(match fraction.trim_end_matches('0') {
        "" => whole.to_owned(),
        fraction => format!("{whole}.{fraction}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str, grouping: Grouping) -> (String, Vec<String>) {
        let line = PrintedLine::new(line, grouping, &[]);
        (line.shape, line.numbers.into_iter().map(|number| number.value).collect())
    }

    #[track_caller]
    fn assert_read(line: &str, shape: &str, numbers: &[&str]) {
        let (found_shape, found) = read(line, Grouping::Marked);
        assert_eq!(
            (found_shape.as_str(), found.as_slice()),
            (shape, &numbers.iter().map(ToString::to_string).collect::<Vec<_>>()[..]),
            "{line}"
        );
    }

    #[test]
    fn answers_in_the_ways_that_people_print_them() {
        for (line, shape, numbers) in [
            ("5905", "#", &["5905"][..]),
            ("  5905  ", "#", &["5905"]),
            ("Part 1: 6440", "part 1: #", &["6440"]),
            ("Part 2 = 5905", "part 2 = #", &["5905"]),
            ("part2: 5905", "part2: #", &["5905"]),
            ("part_2=5905", "part_2=#", &["5905"]),
            ("Part two: 5905.", "part two: #.", &["5905"]),
            ("Part 1 6440", "part 1 #", &["6440"]),
            ("Part 2:5905", "part 2:#", &["5905"]),
            ("Part 2:15", "part 2:#", &["15"]),
            ("Part #2: 5905", "part #2: #", &["5905"]),
            ("Part (2) 5905", "part (2) #", &["5905"]),
            ("P1: 6440, P2: 5905", "p1: #, p2: #", &["6440", "5905"]),
            ("6440 5905", "# #", &["6440", "5905"]),
            ("6440\t5905", "# #", &["6440", "5905"]),
            ("(6440, 5905)", "(#, #)", &["6440", "5905"]),
            ("(6440L, 5905L)", "(#, #)", &["6440", "5905"]),
            ("[ 6440n, 5905n ]", "[ #, # ]", &["6440", "5905"]),
            ("{'part1': 6440, 'part2': 5905}", "{'part1': #, 'part2': #}", &["6440", "5905"]),
            ("[1] 5905", "[1] #", &["5905"]),
            ("2) 5905", "2) #", &["5905"]),
            ("1. 6440", "1. #", &["6440"]),
            ("answer 2: 5905", "answer 2: #", &["5905"]),
            ("answer 2", "answer #", &["2"]),
            ("Answer: 5905", "answer: #", &["5905"]),
            ("The answer to part 2 is 5905!", "the answer to part 2 is #!", &["5905"]),
            (
                "Advent of Code 2023, day 7, part 2: 5905",
                "advent of code 2023, day 7, part 2: #",
                &["5905"],
            ),
            ("AoC 2023/07: 5905", "aoc 2023/07: #", &["5905"]),
            ("2023 day 7: 5905", "2023 day 7: #", &["5905"]),
            ("total=5905", "total=#", &["5905"]),
            ("-> 5905 <-", "-> # <-", &["5905"]),
            ("Some(5905)", "some(#)", &["5905"]),
            ("T55J5 684", "h #", &["684"]),
            ("32T3K: rank 1", "h: rank #", &["1"]),
            ("22222 1", "# #", &["22222", "1"]),
            ("the 2nd of 0x1f", "the 2nd of 0x1f", &[]),
            ("no number", "no number", &[]),
        ] {
            assert_read(line, shape, numbers);
        }
    }

    #[test]
    fn measures_are_no_answers() {
        for (line, shape, numbers) in [
            ("Took 3 ms", "took ~", &[][..]),
            ("Part 2: 5905 (0.25s)", "part 2: # (~)", &["5905"]),
            ("5905 in 1.234567 seconds", "# in ~", &["5905"]),
            ("5905 [12.5µs]", "# [~]", &["5905"]),
            ("12 µs, 13 μs, 14 us, 15 ns", "~, ~, ~, ~", &[]),
            ("100 % of 5 hands", "~ of # hands", &["5"]),
            ("1e-05s", "~", &[]),
            ("elapsed: 0:00:00.003", "elapsed: ~", &[]),
            ("2023-12-07 06:00:01 5905", "~ ~ #", &["5905"]),
            ("Python 3.11.7: 5905", "python ~: #", &["5905"]),
        ] {
            assert_read(line, shape, numbers);
        }
    }

    #[test]
    fn values_are_exact() {
        for (printed, value) in [
            ("0", "0"),
            ("007", "7"),
            ("-5", "-5"),
            ("-0", "0"),
            ("= -5", "-5"),
            ("5905.0", "5905"),
            ("5905.000", "5905"),
            ("5905.50", "5905.5"),
            (".5", "0.5"),
            ("...5905", "5905"),
            ("5.905e3", "5905"),
            ("5.905E+03", "5905"),
            ("5.9055e3", "5905.5"),
            ("59050e-1", "5905"),
            ("5e-3", "0.005"),
            ("2.5e+21", "2500000000000000000000"),
            ("340282366920938463463374607431768211457", "340282366920938463463374607431768211457"),
            ("1e999999999999999999999", "1e999999999999999999999"),
            ("1e500", "1e500"),
            ("NaN", "NaN"),
            ("-Infinity", "NaN"),
            ("1,671", "1671"),
            ("1_671", "1671"),
            ("1'671'000", "1671000"),
            ("250\u{202f}029\u{202f}090", "250029090"),
            ("1,671.0", "1671"),
            ("\u{2212}5", "-5"),
        ] {
            let (_, numbers) = read(printed, Grouping::Marked);
            assert_eq!(numbers, [value], "{printed}");
        }
    }

    #[test]
    fn groups_have_three_digits_and_one_separator() {
        for (printed, grouping, numbers) in [
            ("6440,5905", Grouping::Marked, &["6440", "5905"][..]),
            ("644,5905", Grouping::Marked, &["644", "5905"]),
            ("1,671,00", Grouping::Marked, &["1", "671", "0"]),
            ("1,671", Grouping::None, &["1", "671"]),
            ("1 671", Grouping::Marked, &["1", "671"]),
            ("1 671", Grouping::Spaced, &["1671"]),
            ("250 029 090", Grouping::Spaced, &["250029090"]),
            ("6440 5905", Grouping::Spaced, &["6440", "5905"]),
            ("1.671", Grouping::Marked, &["1.671"]),
            ("1.671", Grouping::Dotted, &["1671"]),
            ("5.905,00", Grouping::Dotted, &["5905"]),
            ("0,500", Grouping::Marked, &["0", "500"]),
            ("3-5", Grouping::Marked, &["3", "5"]),
        ] {
            assert_eq!(read(printed, grouping).1, numbers, "{printed}");
        }
    }

    #[test]
    fn lines_have_no_styles() {
        let printed = Printed::new(
            &b"\x1b[32m\x1b[1m5905\x1b[0m\n\n50 %\r100 %\r\nPart 2:\x1b[7m 1\x1b[m\n"[..],
            Grouping::Marked,
        );
        let lines: Vec<(&str, &str)> =
            printed.lines.iter().map(|line| (line.text.as_str(), line.shape.as_str())).collect();
        assert_eq!(
            lines,
            [("5905", "#"), ("50 %", "~"), ("100 %", "~"), ("Part 2: 1", "part 2: #")]
        );
        assert!(Printed::new(&b""[..], Grouping::Marked).lines.is_empty());
    }

    #[test]
    fn long_line_takes_no_longer_than_many_short_ones() {
        let start = std::time::Instant::now();
        let line = "1 ".repeat(1 << 19);
        assert_eq!(read(&line, Grouping::Marked).1.len(), 1 << 19);
        // A time that is quadratic in the line is minutes.
        assert!(start.elapsed() < std::time::Duration::from_secs(20));
    }

    #[test]
    fn hand_of_the_input_is_no_number() {
        let output = ProgramOutput {
            stdout: b"22222 is the best; 22223 in all\n",
            digit_hands: &["22222".into()],
        };
        let line = Printed::new(output, Grouping::Marked).lines.remove(0);
        let values: Vec<&str> = line.numbers.iter().map(|number| &number.value[..]).collect();
        assert_eq!((&line.shape[..], values), ("h is the best; # in all", vec!["22223"]));
    }
}
