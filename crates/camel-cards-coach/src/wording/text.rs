//! Text as a terminal shows it, for the sentences of the coach and for the command.

use std::sync::atomic::{AtomicUsize, Ordering};

use anstyle::{AnsiColor, Style};

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A heading.
    Strong,
    /// What is less important.
    Faint,
    /// What is right.
    Good,
    /// What is wrong.
    Bad,
    /// What is to be taken with care.
    Caution,
}

/// Gives a piece of text the colour of its tone.
pub fn paint(tone: Tone, text: impl AsRef<str>) -> String {
    let style = match tone {
        Tone::Strong => Style::new().bold(),
        Tone::Faint => Style::new().dimmed(),
        Tone::Good => AnsiColor::Green.on_default().bold(),
        Tone::Bad => AnsiColor::Red.on_default().bold(),
        Tone::Caution => AnsiColor::Yellow.on_default(),
    };
    format!("{style}{}{style:#}", text.as_ref())
}

/// "1 line", "2 lines".
pub(crate) fn lines(number: usize) -> String {
    format!("{number} {}", if number == 1 { "line" } else { "lines" })
}

/// A sentence after its name, in lines of at most 80 columns; nothing if there is no sentence.
pub(crate) fn point(name: &str, sentence: &str) -> String {
    if sentence.is_empty() {
        return String::new();
    }
    let name = paint(Tone::Faint, format!("{name:<9}"));
    wrapped(&format!("  {name} {sentence}"), "", "            ")
}

/// Groups digits by three, as all sentences of the coach have them.
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

/// How wide sentences are, in terminal columns.
static WIDTH: AtomicUsize = AtomicUsize::new(80);

/// Makes all sentences from now on so many columns wide, in place of 80: for a front on a narrow terminal.
pub fn set_width(columns: usize) {
    WIDTH.store(columns, Ordering::Relaxed);
}

/// Wraps a paragraph at 80 columns, or as [`set_width`] says, and ends it with a newline; escape sequences take no room.
///
/// ```
/// use camel_cards_coach::text::wrapped;
///
/// assert_eq!(wrapped("ranks begin at 2", "  - ", "    "), "  - ranks begin at 2\n");
/// ```
pub fn wrapped(text: &str, first: &str, rest: &str) -> String {
    wrapped_to(WIDTH.load(Ordering::Relaxed), text, first, rest)
}

/// Does the same at so many columns.
pub fn wrapped_to(columns: usize, text: &str, first: &str, rest: &str) -> String {
    let options = textwrap::Options::new(columns)
        .initial_indent(first)
        .subsequent_indent(rest)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(text, options) + "\n"
}
