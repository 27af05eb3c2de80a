//! Writes verdicts as text, the same for all fronts.

use std::{error::Error, fmt, iter};

use camel_cards::{Entry, Explanation, Rules, compare};

use anstream::adapter::strip_str;
use anstyle::Style;

use crate::{
    judge::{
        run::last_lines,
        verdict::{PartVerdict, Verdict, VerdictKind},
    },
    text::{BAD, CAUTION, CHARS_SHOWN, FAINT, GOOD, STRONG, grouped, lines, paint, point, wrapped},
};

/// The maximum numbers of entries and of findings shown.
const ENTRIES_SHOWN: usize = 20;
const FINDINGS_SHOWN: usize = 3;

const BEYOND_IS_RIGHT: &str = "Your program is also right outside the puzzle's format: fewer lines, repeated hands, huge bids, other line ends.";
const WITHOUT_LAST_NEWLINE: &str = "Your program reads the empty text after the last newline as a hand, or the last line twice, so it was judged on inputs without a final newline, as if pasted. The site's file has one, so your answer for it is wrong: skip empty lines.";
const RULES_ARE_GUESSED: &str = "Your program's answers do not show which part it solves, so judge assumed part {}. If that is wrong, say which part it solves.";
const ONLY_PART: &str = "Only this part was judged: no answer to the other one was found.";
const NOT_NAMED: &str = "No known mistake, alone or with a second one, gives your program's answers. Your program has an unknown mistake, or more than two mistakes. Fix what is shown, then judge your program again.";
const IS_RANDOM: &str = "Something in it changes from run to run: random numbers, the time, or the order of a map or a set.";
const NOT_READ: &str = "whatever its input is, so nothing was judged. Your program may read another file, ignore its input, or have the input hard-coded.";

/// Writes a verdict in plain text, with sentences wrapped at 80 columns.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", strip_str(&self.styled()))
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
    /// Returns the verdict as text with colours for a terminal, and sentences wrapped at 80 columns.
    pub fn styled(&self) -> String {
        let Verdict { part, other, beyond, .. } = self;
        let mut parts: Vec<&PartVerdict> = iter::once(part).chain(other).collect();
        parts.sort_by_key(|one| one.kind != VerdictKind::Right);
        let mut all: Vec<String> = parts.into_iter().map(part_text).collect();
        let beyond: String = beyond.iter().map(|one| wrapped(one, "  - ", "    ")).collect();
        all.push(self.remarks());
        let is_right = part.kind == VerdictKind::Right;
        if !beyond.is_empty() {
            let counts = if is_right { ", which does not count" } else { "" };
            all.push(format!("Outside the puzzle's format{counts}, your program\n{beyond}"));
        } else if is_right {
            all.push(wrapped(BEYOND_IS_RIGHT, "", ""));
        }
        all.retain(|text| !text.is_empty());
        all.join("\n")
    }

    /// Returns remarks on all runs.
    fn remarks(&self) -> String {
        let assumed = self.part.rules.first().map_or(1, |rules| rules.part());
        let remarks = [
            (self.line_ends.without_last_newline, WITHOUT_LAST_NEWLINE),
            (self.only_part && !self.rules_are_guessed, ONLY_PART),
            (self.rules_are_guessed, &RULES_ARE_GUESSED.replace("{}", &assumed.to_string())),
        ];
        let remarks = remarks.into_iter().filter(|(is_true, _)| *is_true);
        remarks.map(|(_, remark)| wrapped(&paint(CAUTION, remark), "", "")).collect()
    }
}

/// Returns the verdict on one part, or on both.
fn part_text(part: &PartVerdict) -> String {
    let read = part.read.as_deref().unwrap_or_default();
    match part.kind {
        VerdictKind::Right => {
            let heading = heading(GOOD, "right", &whose(part));
            let read = read.lines().map(|line| point("read from", &cut(line)));
            let failure = part.failure.as_ref();
            let failure = failure.map(|how| format!("\nIt {} after that.\n", cut(how)));
            let error = quoted("Its error output", &part.stderr);
            iter::once(heading).chain(read).chain(failure).chain([error]).collect()
        }
        VerdictKind::NotRead => {
            let sentence = format!(": it prints {} {NOT_READ}", cut(read));
            heading(CAUTION, "not read", &sentence)
        }
        _ => failing(part),
    }
}

fn failing(part: &PartVerdict) -> String {
    let PartVerdict { kind, rules, entries, .. } = part;
    let input = if part.is_smallest { "The smallest input" } else { "An input" };
    let input = paint(STRONG, format!("{input} that your program fails on"));
    let mut text = heading(BAD, kind.name(), &whose(part));
    text += &format!("\n{input}, {}\n\n", lines(entries.len()));
    let shown = part.input.iter().flat_map(|input| input.lines()).take(ENTRIES_SHOWN);
    text.extend(shown.map(|line| format!("  {}\n", cut(line))));
    if let Some(more @ 1..) = entries.len().checked_sub(ENTRIES_SHOWN) {
        let more = format!("and {} more", grouped(more as u128));
        text += &format!("  {}\n", paint(FAINT, more));
    }
    text += &format!("\n{}", wrapped(&did(part), "", ""));
    if part.read.is_none() {
        text += &quoted("The last that it printed", &last_lines(&part.printed));
    }
    text += &quoted("Its error output", &part.stderr);
    let is_short = entries.len() <= ENTRIES_SHOWN;
    if let ([rules], VerdictKind::Wrong, true) = (&rules[..], kind, is_short) {
        text += &standings(entries, *rules);
    }
    text + &mistake(part)
}

fn mistake(one: &PartVerdict) -> String {
    let mut text = String::new();
    // The text names the cause of other failures elsewhere.
    if one.answered_another_time.is_some() {
        text += &format!("\n{}", wrapped(IS_RANDOM, "", ""));
    } else if one.kind == VerdictKind::Wrong && one.findings.is_empty() {
        text += &format!("\n{}", wrapped(NOT_NAMED, "", ""));
    }
    for finding in one.findings.iter().take(FINDINGS_SHOWN) {
        text += &format!("\n{}", finding.headline());
        text.extend(finding.points("it gives all answers that were compared"));
    }
    text
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

/// Returns a word in colour, and then a sentence.
fn heading(style: Style, word: &str, sentence: &str) -> String {
    wrapped(&format!("{}{sentence}", paint(style, word)), "", "  ")
}

/// Returns what the program did with the input, and the right totals.
fn did(part: &PartVerdict) -> String {
    let bad = |text: &str| paint(BAD, cut(text));
    let PartVerdict { answered, answered_another_time, failure, read, .. } = part;
    // A plain line shows nothing new.
    let is_plain = |line: &str| {
        let of_part = line.strip_prefix("Part 1: ").or(line.strip_prefix("Part 2: "));
        Some(of_part.unwrap_or(line).trim()) == answered.as_deref()
    };
    let line = read.as_ref().filter(|line| !is_plain(line));
    let line = line.map(|line| format!(" (output line: {})", cut(line))).unwrap_or_default();
    let did = match (answered, answered_another_time, failure) {
        (Some(answer), Some(other), _) => {
            let (answer, other) = (bad(answer), bad(other));
            format!("answers differently on the same input: {answer}, and another time {other}")
        }
        (Some(answer), ..) => format!("answers {}{line}", bad(answer)),
        (.., Some(how)) => bad(how),
        _ => format!("gave {}", bad("no answer in time")),
    };
    let Some(totals) = &part.expected else { return format!("Your program {did}.") };
    let totals = paint(GOOD, totals.replace(' ', " and "));
    format!("Your program {did}. The total winnings are {totals}.")
}

/// Returns printed lines under a heading, or nothing if there are none.
fn quoted(heading: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let lines = lines.iter().map(|line| paint(FAINT, cut(line)));
    let lines: String = lines.map(|line| format!("  {line}\n")).collect();
    format!("\n{heading}:\n\n{lines}")
}

/// Returns the right ranks of entries; of two entries, also why one wins.
fn standings(entries: &[Entry], rules: Rules) -> String {
    let mut sorted = entries.to_vec();
    // The sort is stable: of identical hands, the earlier one ranks lower.
    sorted.sort_by_key(|entry| entry.hand.strength(rules));
    let mut text = "\n".to_owned();
    for (rank, entry) in (1..).zip(&sorted) {
        let (rank, why) = (format!("rank {rank}"), Explanation::of(entry.hand, rules));
        let (rank, hand_type) = (paint(FAINT, rank), why.hand_type());
        text += &format!("  {rank}  {entry}  {hand_type}: {why}\n");
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
