//! Writes verdicts.

use std::{error::Error, fmt, iter};

use anstream::adapter::strip_str;
use camel_cards::{Explanation, Hand, Rules, compare};
use regex_lite::Regex;

use super::{Writer, joined};
use crate::{
    judge::{LineEnds, PartVerdict, Verdict, VerdictKind, last_lines},
    text::{BAD, CAUTION, CHARS_SHOWN, FAINT, GOOD, STRONG, grouped, lines, paint},
};

/// The maximum numbers of entries and of findings shown.
const ENTRIES_SHOWN: usize = 20;
const FINDINGS_SHOWN: usize = 3;

const BEYOND_IS_RIGHT: &str = "Your program is also right outside the puzzle's format: fewer lines, repeated lines, huge bids, other line ends.";
const WITHOUT_LAST_NEWLINE: &str = "Your program takes the empty text after the last newline for a hand, or reads the last line twice, so it was judged on inputs without that newline, as if pasted. The site's file has it, so your program fails there: skip empty lines.";
const WITH_CARRIAGE_RETURNS: &str = r"Your program needs lines that end with \r\n, as in a file from Windows, so it was judged on such inputs. Lines of the site's file end with \n, so your program fails on it: split at \n, and remove a \r before it.";
const RULES_ARE_GUESSED: &str = "Your program's answers do not show which part it solves, so judge assumed part {}. If that is wrong, say which part it solves.";
const NAMES_OTHER_PART: &str = "Your program labels an answer with the wrong part: do not mix up your answers when you submit.";
const ONLY_PART: &str = "Only this part was judged: no answer to the other one was found.";
const NOT_NAMED: &str = "No known mistake, alone or with a second one, gives your program's answers. Your program has an unknown mistake, or more than two mistakes. Fix what is shown, then judge your program again.";
const ALL_COMPARED: &str = "it gives all answers that were compared";
const ALL_OF_FEW: &str = "it gives your program's answers for 25 inputs of twelve hands, but not for a thousand hands: there, your sort may order ties in another way";
const IS_RANDOM: &str = "Something in it changes from run to run: random numbers, the time, or the order of a map or a set.";
const ASSERTION: &str = "The assertion at line {} ended your program. If it checks the answer to your own input, remove it while you judge.";
const PRINTS_HANDS: &str = "Your program prints hands. Print the total winnings, or check the order: camel-cards diagnose FILE --order SORTED.";
const NOT_READ: &str = "whatever its input is, so nothing was judged. Your program may read another file, ignore its input, or have the input hard-coded.";

/// Writes a verdict in plain text, with sentences wrapped at 80 columns.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", strip_str(&self.styled(80)))
    }
}

/// Writes the same as `Display`, because a failed test shows an error in this form.
impl fmt::Debug for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for Verdict {}

impl Verdict {
    /// Returns the verdict as text with colours for a terminal, and sentences wrapped at `width` columns.
    pub fn styled(&self, width: usize) -> String {
        joined(vec![self.styled_parts(width), self.styled_beyond(width)])
    }

    /// Returns the verdict on each part, as text like [`Verdict::styled`].
    pub fn styled_parts(&self, width: usize) -> String {
        let writer = Writer(width);
        let mut parts: Vec<&PartVerdict> = iter::once(&self.part).chain(&self.other).collect();
        parts.sort_by_key(|one| one.kind != VerdictKind::Right);
        let mut all: Vec<String> = parts.into_iter().map(|part| writer.part(part)).collect();
        all.push(writer.remarks(self));
        joined(all)
    }

    /// Returns what is known of inputs outside the puzzle's format, as text like [`Verdict::styled`].
    pub fn styled_beyond(&self, width: usize) -> String {
        let writer = Writer(width);
        let is_right = self.part.kind == VerdictKind::Right;
        let beyond = self.beyond.iter().map(|one| writer.wrapped(one, "  - ", "    "));
        match self.beyond.is_empty() {
            false => {
                let counts = if is_right { " (not counted)" } else { "" };
                let beyond: String = beyond.collect();
                self.part.reworded(&format!(
                    "Outside the puzzle's format{counts}, your program\n{beyond}"
                ))
            }
            true if is_right && self.line_ends == LineEnds::default() => {
                writer.wrapped(&self.part.reworded(BEYOND_IS_RIGHT), "", "")
            }
            true => String::new(),
        }
    }
}

impl PartVerdict {
    /// Returns a sentence about a program as one about what is judged.
    fn reworded(&self, sentence: &str) -> String {
        let words = [("our program", "our function"), ("prints", "returns")];
        let words = words.iter().filter(|_| self.returned);
        words.fold(sentence.to_owned(), |words, (program, function)| {
            words.replace(program, function)
        })
    }
}

impl Writer {
    /// Returns remarks on all runs.
    fn remarks(self, verdict: &Verdict) -> String {
        let assumed = verdict.part.rules.first().map_or(1, |rules| rules.part());
        let remarks = [
            (verdict.line_ends.without_last_newline, WITHOUT_LAST_NEWLINE),
            (verdict.line_ends.with_carriage_returns, WITH_CARRIAGE_RETURNS),
            (verdict.names_other_part, NAMES_OTHER_PART),
            (verdict.only_part && !verdict.rules_are_guessed, ONLY_PART),
            (verdict.rules_are_guessed, &RULES_ARE_GUESSED.replace("{}", &assumed.to_string())),
        ];
        let remarks = remarks.into_iter().filter(|(is_true, _)| *is_true);
        let said = |remark| self.wrapped(&paint(CAUTION, verdict.part.reworded(remark)), "", "");
        remarks.map(|(_, remark)| said(remark)).collect()
    }

    /// Returns the verdict on one part, or on both.
    fn part(self, part: &PartVerdict) -> String {
        match part.kind {
            VerdictKind::Right => {
                let heading = self.heading(GOOD, part.kind.name(), &whose(part));
                let failure =
                    part.failure.iter().map(|how| format!("It {} after that.\n", cut(how)));
                let error = quoted("Its error output", &part.stderr);
                joined(vec![
                    heading + &self.read_from(part),
                    failure.collect(),
                    error,
                    self.assertion(part),
                ])
            }
            VerdictKind::NotRead => {
                let read = part.read.as_deref().unwrap_or_default();
                let [prints, not_read] =
                    ["prints", NOT_READ].map(|sentence| part.reworded(sentence));
                let sentence = format!(": it {prints} {} {not_read}", cut(read));
                self.heading(CAUTION, part.kind.name(), &sentence)
            }
            _ => self.failing(part),
        }
    }

    fn failing(self, part: &PartVerdict) -> String {
        let PartVerdict { kind, rules, entries, .. } = part;
        let input = if part.is_smallest { "The smallest input" } else { "An input" };
        let input = paint(STRONG, part.reworded(&format!("{input} that your program fails on")));
        let shown = part.input.iter().flat_map(|input| input.lines()).take(ENTRIES_SHOWN);
        let mut shown: String = shown.map(|line| format!("  {}\n", cut(line))).collect();
        if let Some(more @ 1..) = entries.len().checked_sub(ENTRIES_SHOWN) {
            let more = format!("and {} more", grouped(more as u128));
            shown += &format!("  {}\n", paint(FAINT, more));
        }
        let printed = if part.read.is_none() { last_lines(&part.printed) } else { Vec::new() };
        let mut paragraphs = vec![
            self.heading(BAD, kind.name(), &whose(part)),
            format!("{input}, {}\n", lines(entries.len())),
            shown,
            self.wrapped(&did(part), "", "") + &self.read_from(part),
            quoted("Its last output", &printed),
            quoted("Its error output", &part.stderr),
        ];
        if *kind == VerdictKind::NoAnswer {
            let is_hand = |word: &str| word.parse::<Hand>().is_ok();
            let mut words = part.printed.split(|char: char| !char.is_ascii_alphanumeric());
            let prints_hands = words.any(is_hand) && !part.returned;
            paragraphs.push(if prints_hands {
                self.wrapped(PRINTS_HANDS, "", "")
            } else {
                self.assertion(part)
            });
        }
        let is_short = entries.len() <= ENTRIES_SHOWN;
        if let ([rules], VerdictKind::Wrong, true) = (&rules[..], kind, is_short) {
            paragraphs.push(ranks_and_types(part, *rules));
        }
        // The text names the cause of other failures elsewhere.
        if part.answered_another_time.is_some() {
            paragraphs.push(self.wrapped(IS_RANDOM, "", ""));
        } else if *kind == VerdictKind::Wrong && part.findings.is_empty() {
            paragraphs.push(self.wrapped(&part.reworded(NOT_NAMED), "", ""));
        }
        let why = if part.is_named_by_few { ALL_OF_FEW } else { ALL_COMPARED };
        let known = part.findings.iter().take(FINDINGS_SHOWN);
        paragraphs.extend(known.map(|one| self.paragraph(one, false, &one.hint, why)));
        joined(paragraphs)
    }

    /// Returns the lines that the answers were read from.
    fn read_from(self, part: &PartVerdict) -> String {
        let mut read: Vec<&str> = part.read.iter().flat_map(|read| read.lines()).collect();
        read.dedup();
        read.into_iter().map(|line| self.point("read from", &cut(line))).collect()
    }

    /// Returns a sentence about an assertion that ended a program, if its error output has one.
    fn assertion(self, part: &PartVerdict) -> String {
        let error = part.stderr.join("\n");
        let place = Regex::new(r"(?:, line |\.\w{1,4}:)(\d+)").ok();
        let last = place.and_then(|place| Some(place.captures_iter(&error).last()?[1].to_owned()));
        match last.filter(|_| error.to_lowercase().contains("assert")) {
            Some(line) => self.wrapped(&ASSERTION.replace("{}", &line), "", ""),
            None => String::new(),
        }
    }
}

/// Returns the rules that a verdict is about.
fn whose(part: &PartVerdict) -> String {
    match &part.rules[..] {
        _ if part.kind == VerdictKind::NoAnswer => " to any input".to_owned(),
        [] => String::new(),
        [rules] => format!(" under {rules} rules (part {})", rules.part()),
        _ => " under both rules".to_owned(),
    }
}

/// Returns what the program did with the input, and the right totals.
fn did(part: &PartVerdict) -> String {
    let bad = |text: &str| paint(BAD, cut(text));
    let PartVerdict { answered, answered_another_time, failure, .. } = part;
    let did = match (answered, answered_another_time, failure) {
        (Some(answer), Some(other), _) => {
            let (answer, other) = (bad(answer), bad(other));
            format!("gives different answers to the same input: {answer}, then {other}")
        }
        (Some(answer), ..) => format!("answers {}", bad(answer)),
        (.., Some(how)) => bad(how),
        _ => format!("gave {}", bad("no answer in time")),
    };
    let program = part.reworded("Your program");
    let Some(totals) = &part.expected else { return format!("{program} {did}.") };
    let totals = paint(GOOD, totals.replace(' ', " and "));
    format!("{program} {did}. The total winnings are {totals}.")
}

/// Returns printed lines under a heading, or nothing if there are none.
fn quoted(heading: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let lines = lines.iter().map(|line| paint(FAINT, cut(line)));
    let lines: String = lines.map(|line| format!("  {line}\n")).collect();
    format!("{heading}:\n\n{lines}")
}

/// Returns the right ranks of the entries, and the types that the mistake takes them for; of two entries, also why one wins.
fn ranks_and_types(part: &PartVerdict, rules: Rules) -> String {
    let entries = &part.entries[..];
    let misplaced = part.findings.first().and_then(|one| one.misplaced.as_ref());
    let mut sorted = entries.to_vec();
    // The sort is stable: of identical hands, the earlier one ranks lower.
    sorted.sort_by_key(|entry| entry.hand.strength(rules));
    let mut text = String::new();
    for (rank, entry) in (1..).zip(&sorted) {
        let (rank, why) = (format!("rank {rank}"), Explanation::of(entry.hand, rules));
        let (rank, hand_type) = (paint(FAINT, rank), why.hand_type());
        let pair = misplaced.iter().flat_map(|pair| pair.entries.iter().zip(pair.taken_for));
        let taken_for = pair.filter(|(of, name)| *of == entry && *name != hand_type.name());
        let taken_for = taken_for.map(|(_, name)| paint(BAD, format!(", taken for {name}")));
        text +=
            &format!("  {rank}  {entry}  {hand_type}: {why}{}\n", taken_for.collect::<String>());
    }
    text + &match entries {
        [a, b] => format!("\n  {}.\n", compare(a.hand, b.hand, rules)),
        _ => String::new(),
    }
}

/// Makes a line of a program safe for a terminal: escapes control characters, and cuts long lines.
fn cut(line: &str) -> String {
    let escaped = line.chars().map(|char| match char {
        '\'' | '"' | '\\' => char.to_string(),
        _ => char.escape_debug().to_string(),
    });
    let shown: String = escaped.collect();
    match shown.char_indices().nth(CHARS_SHOWN) {
        Some(_) => shown.chars().take(CHARS_SHOWN - 1).chain(['…']).collect(),
        None => shown,
    }
}
