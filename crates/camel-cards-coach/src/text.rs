//! Colours, line wrapping and phrases, used by the coach's sentences and by the command.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};
use camel_cards::Rules;

/// The style of a heading.
pub const STRONG: Style = Style::new().bold();
/// The style of less important text.
pub const FAINT: Style = Style::new().dimmed();
/// The style of something right.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// The style of something wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// The style of something uncertain, or of a warning.
pub const CAUTION: Style = AnsiColor::Yellow.on_default();

/// Adds the escape sequences of a style to a text.
pub fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The maximum number of characters shown of a program's line.
pub(crate) const CHARS_SHOWN: usize = 200;

/// Returns "1 line", "2 lines" and so on.
pub(crate) fn lines(number: usize) -> String {
    format!("{} {}", grouped(number as u128), if number == 1 { "line" } else { "lines" })
}

/// Writes a number with commas between groups of three digits, as in all sentences of the coach.
///
/// ```
/// use camel_cards_coach::text::grouped;
///
/// assert_eq!([0, 1_000, 371_293].map(grouped), ["0", "1,000", "371,293"]);
/// ```
pub fn grouped(number: u128) -> String {
    match number {
        ..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

/// Wraps a paragraph at this number of columns, and ends it with a newline. Escape sequences do not count. Longer words
/// stay whole.
///
/// ```
/// use camel_cards_coach::text::wrapped;
///
/// assert_eq!(wrapped(80, "ranks begin at 2", "  - ", "    "), "  - ranks begin at 2\n");
/// assert_eq!(wrapped(8, "see docs/trust/full-house.md", "", ""), "see\ndocs/trust/full-house.md\n");
/// ```
pub fn wrapped(columns: usize, text: &str, first: &str, rest: &str) -> String {
    let options = textwrap::Options::new(columns)
        .initial_indent(first)
        .subsequent_indent(rest)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(text, options) + "\n"
}

/// Returns `right` or `wrong`.
pub(crate) const fn right_or_wrong(is_right: bool) -> &'static str {
    if is_right { "right" } else { "wrong" }
}

/// Returns, for example, `part 2 (joker rules)`.
pub(crate) fn part_name(rules: Rules) -> String {
    format!("part {} ({rules} rules)", rules.part())
}
