//! Writes results as text for terminals, the same for all fronts.

use std::{
    error::Error,
    fmt::{self, Display},
    iter,
};

use anstream::adapter::strip_str;
use anstyle::Style;
use camel_cards::{Explanation, Hand, Rules, compare};
use regex_lite::Regex;

use crate::{
    diagnose::{
        AnswerDiagnosis, Diagnosis, Question,
        chance::Certainty,
        finding::{Finding, MisplacedPair},
    },
    judge::{LineEnds, PartVerdict, Verdict, VerdictKind, last_lines},
    order::OrderDiagnosis,
    text::{
        BAD, CAUTION, CHARS_SHOWN, FAINT, GOOD, STRONG, grouped, lines, paint, part_name, point,
        right_or_wrong, wrapped,
    },
};

impl Finding {
    /// Returns the finding in lines of at most 80 columns: certainty, ids and summary, then two hands, the rule, what to
    /// change, why it is so certain, and the other names, as far as they are known.
    pub(crate) fn paragraph(&self, shows_pair: bool, change: &str, why: &str) -> String {
        const NAMES_SHOWN: usize = 4;
        let mut text = self.headline();
        let because = "two of your hands that are in the wrong order because of it";
        let pair = self.misplaced.iter().filter(|_| shows_pair);
        text.extend(pair.map(|pair| pair_text(because, pair)));
        text += &point("rule", &self.rule);
        for (mistake, pair) in self.more_misplaced.iter().filter(|_| self.misplaced.is_some()) {
            let of = format!("two that are in the wrong order because of {}", mistake.id);
            text += &(pair_text(&of, pair) + &point("rule", &pair.rule));
        }
        let names = self.also.iter().map(|made| match &made[..] {
            [only] if only.summary != self.summary => format!("{} ({})", only.id, only.summary),
            _ => made.iter().map(|one| &*one.id).collect::<Vec<_>>().join("+"),
        });
        let mut same = names.take(NAMES_SHOWN).collect::<Vec<String>>().join(", ");
        if let Some(more @ 1..) = self.also.len().checked_sub(NAMES_SHOWN) {
            same += &format!(" and {more} more");
        }
        if !same.is_empty() {
            same.insert_str(0, "these hands have the same order by ");
        }
        text + &point("change", change) + &point("certainty", why) + &point("same", &same)
    }

    /// Returns certainty, ids and summary.
    fn headline(&self) -> String {
        let style = match self.certainty {
            Certainty::Certain => GOOD,
            Certainty::Likely => CAUTION,
            Certainty::Lead => FAINT,
        };
        let certainty = paint(style, self.certainty.name());
        let ids = paint(STRONG, self.ids().join(" + "));
        wrapped(&format!("{certainty}  {ids}  {}", self.summary), "", "  ")
    }
}

const NEXT: &str =
    "next: run your program under judge, which shows the smallest input that it fails on";
const STRONGEST_FIRST: &str = "your order has the strongest hand first; if your program counts ranks from there, that is a mistake: rank 1 is the weakest hand";

/// Returns `right` in green or `wrong` in red.
fn styled_verdict(is_right: bool) -> String {
    paint(if is_right { GOOD } else { BAD }, right_or_wrong(is_right))
}

impl Diagnosis {
    /// Returns the diagnosis as text, in lines of at most 80 columns, with colours for a terminal. Shows the right
    /// totals of wrong answers only if `reveal` is set.
    pub fn styled(&self, reveal: bool) -> String {
        let mut said = Vec::new();
        let of_answer = |one: &AnswerDiagnosis| one.paragraphs(reveal, &mut said);
        let mut paragraphs: Vec<String> = self.answers.iter().flat_map(of_answer).collect();
        let not_tried = self.answers.iter().map(|one| one.not_tried).find(|one| !one.is_empty());
        paragraphs.extend(not_tried.map(sentence));
        // A clue says what to do about other totals.
        let mut wrong = self.answers.iter().filter(|one| !one.is_right);
        let is_unsure = |one: &Finding| one.certainty == Certainty::Lead;
        if wrong.clone().any(|one| one.is_possible)
            && wrong.all(|one| one.findings.iter().all(is_unsure))
        {
            paragraphs.push(sentence(NEXT));
        }
        joined(paragraphs)
    }
}

impl AnswerDiagnosis {
    /// Returns how the answer stands, then its findings, then clues.
    fn paragraphs(&self, reveal: bool, said: &mut Said) -> Vec<String> {
        let AnswerDiagnosis { rules, expected, summary, .. } = self;
        let mut heading = sentence(&format!("{}  {summary}", styled_verdict(self.is_right)));
        if reveal && !self.is_right {
            let of_part = part_name(*rules);
            heading += &sentence(&format!("the total winnings of {of_part} are {expected}"));
        }
        let clues: String = self.clues.iter().map(|clue| sentence(clue)).collect();
        let mut paragraphs = vec![heading];
        paragraphs.extend(finding_paragraphs(&self.findings, *rules, said));
        paragraphs.push(clues);
        paragraphs
    }
}

/// Joins paragraphs with an empty line between them. Leaves out empty ones.
fn joined(mut paragraphs: Vec<String>) -> String {
    paragraphs.retain(|text| !text.trim().is_empty());
    paragraphs.join("\n")
}

/// Says which part the order was taken for.
fn assumed(rules: Rules) -> String {
    sentence(&format!("no part was given, so {} was assumed", part_name(rules)))
}

/// Wraps a sentence.
fn sentence(text: &str) -> String {
    wrapped(text, "", "  ")
}

/// What earlier findings said to change, and for which answer.
type Said = Vec<(String, u128)>;

/// Returns a text for each finding, of which leads come last. What was said to change before is not said again.
fn finding_paragraphs(findings: &[Finding], rules: Rules, said: &mut Said) -> Vec<String> {
    let differs = findings.iter().any(|finding| finding.rules != rules);
    let is_lead = |finding: &Finding| finding.certainty == Certainty::Lead;
    let first_lead = findings.iter().position(is_lead);
    let (mut paragraphs, mut leads) = (Vec::new(), String::new());
    for finding in findings {
        let part = match differs {
            true => format!("for {}:\n", part_name(finding.rules)),
            false => String::new(),
        };
        // Leads beside other findings are only named.
        if is_lead(finding) && first_lead != Some(0) {
            leads += &(part + &finding.headline());
            continue;
        }
        let change = match said.iter().find(|(hint, _)| *hint == finding.hint) {
            Some((_, answer)) if *answer == finding.answer => "as above".to_owned(),
            Some((_, answer)) => format!("as for {answer} above"),
            None => finding.hint.clone(),
        };
        said.push((finding.hint.clone(), finding.answer));
        let why = finding.chance.map(|chance| chance.to_string()).unwrap_or_default();
        paragraphs.push(part + &finding.paragraph(true, &change, &why));
    }
    if let Some(first) = first_lead {
        paragraphs.insert(first, format!("only leads; some match by chance:\n{leads}"));
    }
    paragraphs
}

/// Returns two hands under a heading, and why one of them wins.
fn pair_text(heading: &str, misplaced: &MisplacedPair) -> String {
    let mut text = format!("  {heading} (▲ wins):\n");
    for (i, entry) in misplaced.entries.iter().enumerate() {
        let (taken_for, place) = (misplaced.taken_for[i], misplaced.places[i]);
        let hand_type = misplaced.right.strengths[i].hand_type().name();
        let taken_for = match taken_for == hand_type {
            true => String::new(),
            false => paint(BAD, format!(", taken for {taken_for}")),
        };
        let place = paint(FAINT, format!("{place:>5}"));
        let wins = if misplaced.right.winner() == Some(entry.hand) { "▲" } else { " " };
        text += &format!("    {place}  {wins} {}  {hand_type}{taken_for}\n", entry.hand);
    }
    text + &wrapped(&format!("          {}", misplaced.right), "", "          ")
}

impl OrderDiagnosis {
    /// Returns the diagnosis as text, in lines of at most 80 columns, with colours for a terminal.
    pub fn styled(&self, question: &Question<'_>) -> String {
        let of_part = part_name(self.rules);
        let found = question.entries.len() - self.missing.len();
        let said = match self.out_of_place {
            _ if self.is_right => {
                format!("this is the order of {of_part}; bids were not compared")
            }
            _ if found == 0 => "your order has none of the hands of your input".to_owned(),
            0 => format!("the hands that it has are in the order of {of_part}"),
            moved => format!(
                "{} of {} hands must move for the order of {of_part}",
                grouped(moved as u128),
                grouped(found as u128)
            ),
        };
        let mut text = format!("{}  {said}\n", styled_verdict(self.is_right));
        if self.strongest_first {
            text += &sentence(STRONGEST_FIRST);
        }
        if let Some(first) = &self.misplaced {
            text += "\n";
            text += &pair_text("the first two in the wrong order, with their places in it", first);
            text += &point("rule", &first.rule);
        }
        text += &listed("missing", &self.missing);
        text += &listed("not in the input", &self.added);
        text += &listed("repeated", &self.repeated);
        let mut paragraphs = vec![text];
        paragraphs.extend(finding_paragraphs(&self.findings, self.rules, &mut Vec::new()));
        if !self.is_right && self.findings.is_empty() && question.rules.is_none() {
            paragraphs.push(assumed(self.rules));
        }
        joined(paragraphs)
    }
}

/// Returns how many hands or entries there are, what is wrong with them, and the first ten; nothing if there are none.
fn listed(what: &str, hands: &[impl Display]) -> String {
    if hands.is_empty() {
        return String::new();
    }
    let number = grouped(hands.len() as u128);
    let more = if hands.len() > 10 { ", …" } else { "" };
    let shown: Vec<String> = hands.iter().take(10).map(ToString::to_string).collect();
    wrapped(&format!("  {number} {what}: {}{more}", shown.join(", ")), "", "    ")
}

/// The maximum numbers of entries and of findings shown.
const ENTRIES_SHOWN: usize = 20;
const FINDINGS_SHOWN: usize = 3;

const BEYOND_IS_RIGHT: &str = "Your program is also right outside the puzzle's format: fewer lines, repeated lines, huge bids, other line ends.";
const WITHOUT_LAST_NEWLINE: &str = "Your program reads the empty text after the last newline as a hand, or the last line twice, so it was judged on inputs without a final newline, as if pasted. The site's file has one, so your program fails on it: skip what is not a hand.";
const WITH_CARRIAGE_RETURNS: &str = r"Your program needs lines that end with \r\n, as in a file from Windows, so it was judged on such inputs. Lines of the site's file end with \n, so your program fails on it: split at \n, and remove a \r before it.";
const RULES_ARE_GUESSED: &str = "Your program's answers do not show which part it solves, so judge assumed part {}. If that is wrong, say which part it solves.";
const NAMES_OTHER_PART: &str = "Your program prints an answer as that of the other part: do not mix up the answers when you submit them.";
const ONLY_PART: &str = "Only this part was judged: no answer to the other one was found.";
const NOT_NAMED: &str = "No known mistake, alone or with a second one, gives your program's answers. Your program has an unknown mistake, or more than two mistakes. Fix what is shown, then judge your program again.";
const ALL_COMPARED: &str = "it gives all answers that were compared";
const ALL_OF_FEW: &str = "it gives your program's answers for 25 inputs of twelve hands, but not for a thousand hands: there, your sort may order ties in another way";
const IS_RANDOM: &str = "Something in it changes from run to run: random numbers, the time, or the order of a map or a set.";
const ASSERTION: &str = "The assertion at line {} ended your program. If it compares with the answer to your own input, leave it out while you judge.";
const PRINTS_HANDS: &str = "Your program prints hands. Print the total winnings, or check the order: camel-cards diagnose FILE --order SORTED.";
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
        joined(vec![self.styled_parts(), self.styled_beyond()])
    }

    /// Returns the verdict on each part, as text like [`Verdict::styled`].
    pub fn styled_parts(&self) -> String {
        let mut parts: Vec<&PartVerdict> = iter::once(&self.part).chain(&self.other).collect();
        parts.sort_by_key(|one| one.kind != VerdictKind::Right);
        let mut all: Vec<String> = parts.into_iter().map(part_text).collect();
        all.push(self.remarks());
        joined(all)
    }

    /// Returns what is known of inputs outside the puzzle's format, as text like [`Verdict::styled`].
    pub fn styled_beyond(&self) -> String {
        let is_right = self.part.kind == VerdictKind::Right;
        let beyond = self.beyond.iter().map(|one| wrapped(one, "  - ", "    "));
        match self.beyond.is_empty() {
            false => {
                let counts = if is_right { ", which does not count" } else { "" };
                let beyond: String = beyond.collect();
                self.part
                    .said(&format!("Outside the puzzle's format{counts}, your program\n{beyond}"))
            }
            true if is_right && self.line_ends == LineEnds::default() => {
                wrapped(&self.part.said(BEYOND_IS_RIGHT), "", "")
            }
            true => String::new(),
        }
    }

    /// Returns remarks on all runs.
    fn remarks(&self) -> String {
        let assumed = self.part.rules.first().map_or(1, |rules| rules.part());
        let remarks = [
            (self.line_ends.without_last_newline, WITHOUT_LAST_NEWLINE),
            (self.line_ends.with_carriage_returns, WITH_CARRIAGE_RETURNS),
            (self.names_other_part, NAMES_OTHER_PART),
            (self.only_part && !self.rules_are_guessed, ONLY_PART),
            (self.rules_are_guessed, &RULES_ARE_GUESSED.replace("{}", &assumed.to_string())),
        ];
        let remarks = remarks.into_iter().filter(|(is_true, _)| *is_true);
        let said = |remark| wrapped(&paint(CAUTION, self.part.said(remark)), "", "");
        remarks.map(|(_, remark)| said(remark)).collect()
    }
}

impl PartVerdict {
    /// Returns a sentence about a program as one about what is judged.
    fn said(&self, sentence: &str) -> String {
        let words =
            [("our program", "our function"), ("prints", "returns"), ("printed", "returned")];
        let words = words.iter().filter(|_| self.returned);
        words.fold(sentence.to_owned(), |said, (program, function)| said.replace(program, function))
    }
}

/// Returns the verdict on one part, or on both.
fn part_text(part: &PartVerdict) -> String {
    match part.kind {
        VerdictKind::Right => {
            let heading = heading(GOOD, part.kind.name(), &whose(part));
            let failure = part.failure.iter().map(|how| format!("It {} after that.\n", cut(how)));
            let error = quoted("Its error output", &part.stderr);
            joined(vec![heading + &read_from(part), failure.collect(), error, assertion(part)])
        }
        VerdictKind::NotRead => {
            let read = part.read.as_deref().unwrap_or_default();
            let [prints, not_read] = ["prints", NOT_READ].map(|sentence| part.said(sentence));
            let sentence = format!(": it {prints} {} {not_read}", cut(read));
            heading(CAUTION, part.kind.name(), &sentence)
        }
        _ => failing(part),
    }
}

fn failing(part: &PartVerdict) -> String {
    let PartVerdict { kind, rules, entries, .. } = part;
    let input = if part.is_smallest { "The smallest input" } else { "An input" };
    let input = paint(STRONG, part.said(&format!("{input} that your program fails on")));
    let shown = part.input.iter().flat_map(|input| input.lines()).take(ENTRIES_SHOWN);
    let mut shown: String = shown.map(|line| format!("  {}\n", cut(line))).collect();
    if let Some(more @ 1..) = entries.len().checked_sub(ENTRIES_SHOWN) {
        let more = format!("and {} more", grouped(more as u128));
        shown += &format!("  {}\n", paint(FAINT, more));
    }
    let printed = if part.read.is_none() { last_lines(&part.printed) } else { Vec::new() };
    let mut paragraphs = vec![
        heading(BAD, kind.name(), &whose(part)),
        format!("{input}, {}\n", lines(entries.len())),
        shown,
        wrapped(&did(part), "", "") + &read_from(part),
        quoted(&part.said("The last that it printed"), &printed),
        quoted("Its error output", &part.stderr),
    ];
    if *kind == VerdictKind::NoAnswer {
        let is_hand = |word: &str| word.parse::<Hand>().is_ok();
        let mut words = part.printed.split(|char: char| !char.is_ascii_alphanumeric());
        let prints_hands = words.any(is_hand) && !part.returned;
        paragraphs.push(if prints_hands { wrapped(PRINTS_HANDS, "", "") } else { assertion(part) });
    }
    let is_short = entries.len() <= ENTRIES_SHOWN;
    if let ([rules], VerdictKind::Wrong, true) = (&rules[..], kind, is_short) {
        paragraphs.push(standings(part, *rules));
    }
    // The text names the cause of other failures elsewhere.
    if part.answered_another_time.is_some() {
        paragraphs.push(wrapped(IS_RANDOM, "", ""));
    } else if *kind == VerdictKind::Wrong && part.findings.is_empty() {
        paragraphs.push(wrapped(&part.said(NOT_NAMED), "", ""));
    }
    let why = if part.is_named_by_few { ALL_OF_FEW } else { ALL_COMPARED };
    let known = part.findings.iter().take(FINDINGS_SHOWN);
    paragraphs.extend(known.map(|one| one.paragraph(false, &one.hint, why)));
    joined(paragraphs)
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
    let PartVerdict { answered, answered_another_time, failure, .. } = part;
    let did = match (answered, answered_another_time, failure) {
        (Some(answer), Some(other), _) => {
            let (answer, other) = (bad(answer), bad(other));
            format!("answers differently on the same input: {answer}, and another time {other}")
        }
        (Some(answer), ..) => format!("answers {}", bad(answer)),
        (.., Some(how)) => bad(how),
        _ => format!("gave {}", bad("no answer in time")),
    };
    let program = part.said("Your program");
    let Some(totals) = &part.expected else { return format!("{program} {did}.") };
    let totals = paint(GOOD, totals.replace(' ', " and "));
    format!("{program} {did}. The total winnings are {totals}.")
}

/// Returns the lines that the answers were read from.
fn read_from(part: &PartVerdict) -> String {
    let mut read: Vec<&str> = part.read.iter().flat_map(|read| read.lines()).collect();
    read.dedup();
    read.into_iter().map(|line| point("read from", &cut(line))).collect()
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

/// Returns a sentence about an assertion that ended a program, if its error output has one.
fn assertion(part: &PartVerdict) -> String {
    let error = part.stderr.join("\n");
    let place = Regex::new(r"(?:, line |\.\w{1,4}:)(\d+)").ok();
    let last = place.and_then(|place| Some(place.captures_iter(&error).last()?[1].to_owned()));
    match last.filter(|_| error.to_lowercase().contains("assert")) {
        Some(line) => wrapped(&ASSERTION.replace("{}", &line), "", ""),
        None => String::new(),
    }
}

/// Returns the right ranks of the entries, and the types that the mistake takes them for; of two entries, also why one wins.
fn standings(part: &PartVerdict, rules: Rules) -> String {
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

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use anstream::adapter::strip_str;
    use camel_cards::{Entry, Tally, Ties};

    use super::*;
    use crate::{UserAnswer, diagnose};

    fn testdata(name: &str) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
        fs::read_to_string(folder.join(name)).unwrap()
    }

    fn entries(name: &str) -> Vec<Entry> {
        camel_cards::entries(testdata(name).as_bytes()).collect::<Result<_, _>>().unwrap()
    }

    /// Returns all numbers of a text, without their separators.
    fn numbers(text: &str) -> Vec<u128> {
        let numbers = text.split(|char: char| !char.is_ascii_digit() && char != ',');
        numbers.filter_map(|number| number.replace(',', "").parse().ok()).collect()
    }

    /// Checks that the text on wrong answers shows no right total, and no distance from one, unless it is asked for.
    fn check(entries: &[Entry], rules: Option<Rules>, answers: &[u128]) {
        let given = answers.iter().map(|&answer| UserAnswer::new(answer, None)).collect();
        let mut question = Question::new(entries, given);
        question.rules = rules;
        let diagnosis = diagnose(&question).unwrap();
        assert!(diagnosis.answers.iter().all(|one| !one.is_right));
        let right = Rules::ALL.map(|rules| right_total(entries, rules));
        let distances = answers.iter().flat_map(|answer| right.map(|right| answer.abs_diff(right)));
        // A smaller number may also be a place or a number of solutions, and any may be a chance.
        let mut hidden: Vec<u128> = distances.filter(|&distance| distance >= 1000).collect();
        hidden.extend(right);
        hidden.retain(|number| !answers.contains(number));
        let findings = diagnosis.answers.iter().flat_map(|one| &one.findings);
        let chances = findings.filter_map(|finding| finding.chance);
        let chances: Vec<u128> =
            chances.filter_map(|one| one.nearby.checked_div(one.matched as u128)).collect();
        hidden.retain(|number| !chances.contains(number));
        let text = strip_str(&diagnosis.styled(false)).to_string();
        let told: Vec<_> = numbers(&text).into_iter().filter(|one| hidden.contains(one)).collect();
        assert!(told.is_empty(), "{told:?} in {text}");
        assert!(text.contains(" is too low") || text.contains(" is too high"), "{text}");
        let revealed = numbers(&diagnosis.styled(true));
        assert!(diagnosis.answers.iter().all(|one| revealed.contains(&one.expected)), "{text}");
    }

    fn right_total(entries: &[Entry], rules: Rules) -> u128 {
        let tally = Tally::from_iter(entries.iter().copied());
        tally.score(Ties::Ordinal).unwrap().winnings[rules]
    }

    #[test]
    fn answers_of_mistakes_do_not_reveal_the_right_total() {
        let entries = entries("separating/separating.txt");
        let totals = testdata("separating/totals.tsv");
        for rules in Rules::ALL {
            let right = right_total(&entries, rules);
            let rows = totals.lines().map(|row| row.split('\t').collect::<Vec<_>>());
            let rows = rows.filter(|row| row[0] == rules.name());
            let answers = rows.filter_map(|row| row[2].parse().ok());
            let answers: Vec<u128> = answers.filter(|&answer| answer != right).collect();
            assert!(answers.len() > 100);
            for several in answers.chunks(20) {
                check(&entries, Some(rules), several);
                check(&entries, Some(rules), &several[..1]);
            }
        }
    }

    #[test]
    fn answers_that_have_clues_do_not_reveal_the_right_total() {
        for name in ["coach/hands", "cases/example", "cases/lxstergames", "cases/jwolf"] {
            let entries = entries(&format!("{name}.txt"));
            let bids: u128 = entries.iter().map(|entry| u128::from(entry.bid)).sum();
            for rules in Rules::ALL {
                let right = right_total(&entries, rules);
                let mut answers = vec![right - bids, right - 2 * bids, right + 3 * bids];
                answers.extend([
                    0,
                    1,
                    right / 10,
                    right * 10 + 5,
                    right * 2,
                    right + 1,
                    right - 40,
                ]);
                for (entry, rank) in entries.iter().take(4).zip(1..) {
                    let winnings = rank * u128::from(entry.bid);
                    answers.extend([right - winnings, right + winnings]);
                }
                check(&entries, Some(rules), &answers);
                check(&entries, Some(rules), &answers[..1]);
            }
        }
    }
}
