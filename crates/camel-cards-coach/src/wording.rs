//! Writes results as text for terminals, the same for all fronts.

mod verdict;

use std::fmt::Display;

use anstyle::Style;
use camel_cards::Rules;

use crate::{
    diagnose::{
        AnswerDiagnosis, Diagnosis,
        chance::Certainty,
        finding::{Finding, MisplacedPair},
    },
    order::OrderDiagnosis,
    question::Question,
    text::{BAD, CAUTION, FAINT, GOOD, STRONG, grouped, paint, part_name, right_or_wrong, wrapped},
};

const NEXT: &str =
    "next: run your program under judge, which shows the smallest input that it fails on";
const STRONGEST_FIRST: &str = "your list begins with the strongest hands; if your program gives the first one rank 1, that is a mistake: rank 1 is the weakest hand";

impl Diagnosis {
    /// Returns the diagnosis as text, in lines of at most `width` columns, with colours for a terminal. Shows the right
    /// totals of wrong answers only if `reveal` is set.
    pub fn styled(&self, width: usize, reveal: bool) -> String {
        let (writer, mut said) = (Writer(width), Vec::new());
        let of_answer = |one: &AnswerDiagnosis| writer.answer(one, reveal, &mut said);
        let mut paragraphs: Vec<String> = self.answers.iter().flat_map(of_answer).collect();
        let not_tried = self.answers.iter().map(|one| one.not_tried).find(|one| !one.is_empty());
        paragraphs.extend(not_tried.map(|one| writer.sentence(one)));
        // If no order gives the total, a clue says what to look at.
        let mut wrong = self.answers.iter().filter(|one| !one.is_right);
        let is_unsure = |one: &Finding| one.certainty == Certainty::Lead;
        if wrong.clone().any(|one| one.is_possible)
            && wrong.all(|one| one.findings.iter().all(is_unsure))
        {
            paragraphs.push(writer.sentence(NEXT));
        }
        joined(paragraphs)
    }
}

/// Writes results in lines of at most this many columns.
#[derive(Clone, Copy)]
struct Writer(usize);

/// What earlier findings said to change, and for which answer.
type Said = Vec<(String, u128)>;

impl Writer {
    fn wrapped(self, text: &str, first: &str, rest: &str) -> String {
        wrapped(self.0, text, first, rest)
    }

    /// Wraps a sentence.
    fn sentence(self, text: &str) -> String {
        self.wrapped(text, "", "  ")
    }

    /// Returns a word in colour, and then a sentence.
    fn heading(self, style: Style, word: &str, sentence: &str) -> String {
        self.sentence(&format!("{}{sentence}", paint(style, word)))
    }

    /// Returns a name and its sentence; an empty text if the sentence is empty.
    fn point(self, name: &str, sentence: &str) -> String {
        if sentence.is_empty() {
            return String::new();
        }
        let name = paint(FAINT, format!("{name:<9}"));
        self.wrapped(&format!("  {name} {sentence}"), "", "            ")
    }

    /// Returns a finding: certainty, ids and summary, then two hands, the rule, what to
    /// change, why it is so certain, and the other names, as far as they are known.
    fn paragraph(self, finding: &Finding, shows_pair: bool, change: &str, why: &str) -> String {
        const NAMES_SHOWN: usize = 4;
        let mut text = self.headline(finding);
        let because = "two of your hands that this puts in the wrong order";
        let pair = finding.misplaced.iter().filter(|_| shows_pair);
        text.extend(pair.map(|pair| self.pair_text(because, pair)));
        text += &self.point("rule", &finding.rule);
        for (mistake, pair) in finding.more_misplaced.iter().filter(|_| finding.misplaced.is_some())
        {
            let of = format!("two that {} puts in the wrong order", mistake.id);
            text += &(self.pair_text(&of, pair) + &self.point("rule", &pair.rule));
        }
        let names = finding.also.iter().map(|made| match &made[..] {
            [only] if only.summary != finding.summary => format!("{} ({})", only.id, only.summary),
            _ => made.iter().map(|one| &*one.id).collect::<Vec<_>>().join("+"),
        });
        let mut same = names.take(NAMES_SHOWN).collect::<Vec<String>>().join(", ");
        if let Some(more @ 1..) = finding.also.len().checked_sub(NAMES_SHOWN) {
            same += &format!(" and {more} more");
        }
        if !same.is_empty() {
            same.insert_str(0, "these hands sort the same with ");
        }
        text + &self.point("change", change)
            + &self.point("certainty", why)
            + &self.point("same", &same)
    }

    /// Returns certainty, ids and summary.
    fn headline(self, finding: &Finding) -> String {
        let style = match finding.certainty {
            Certainty::Certain => GOOD,
            Certainty::Likely => CAUTION,
            Certainty::Lead => FAINT,
        };
        let certainty = paint(style, finding.certainty.name());
        let ids = paint(STRONG, finding.ids().join(" + "));
        self.wrapped(&format!("{certainty}  {ids}  {}", finding.summary), "", "  ")
    }

    /// Returns a text for each finding, of which leads come last. What was said to change before is not said again.
    fn finding_paragraphs(
        self,
        findings: &[Finding],
        rules: Rules,
        said: &mut Said,
    ) -> Vec<String> {
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
                leads += &(part + &self.headline(finding));
                continue;
            }
            let change = match said.iter().find(|(hint, _)| *hint == finding.hint) {
                Some((_, answer)) if *answer == finding.answer => "as above".to_owned(),
                Some((_, answer)) => format!("as for {answer} above"),
                None => finding.hint.clone(),
            };
            said.push((finding.hint.clone(), finding.answer));
            let why = finding.chance.map(|chance| chance.to_string()).unwrap_or_default();
            paragraphs.push(part + &self.paragraph(finding, true, &change, &why));
        }
        if let Some(first) = first_lead {
            paragraphs.insert(first, format!("only leads; some match by chance:\n{leads}"));
        }
        paragraphs
    }

    /// Returns two hands under a heading, and why one of them wins.
    fn pair_text(self, heading: &str, misplaced: &MisplacedPair) -> String {
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
        text + &self.wrapped(&format!("          {}", misplaced.right), "", "          ")
    }

    /// Returns how the answer stands, then its findings, then clues.
    fn answer(self, of: &AnswerDiagnosis, reveal: bool, said: &mut Said) -> Vec<String> {
        let AnswerDiagnosis { rules, expected, summary, .. } = of;
        let mut heading = self.sentence(&format!("{}  {summary}", styled_verdict(of.is_right)));
        if reveal && !of.is_right {
            let of_part = part_name(*rules);
            heading += &self.sentence(&format!("the total winnings of {of_part} are {expected}"));
        }
        let clues: String = of.clues.iter().map(|clue| self.sentence(clue)).collect();
        let mut paragraphs = vec![heading];
        paragraphs.extend(self.finding_paragraphs(&of.findings, *rules, said));
        paragraphs.push(clues);
        paragraphs
    }

    /// Returns how many hands or entries there are, what is wrong with them, and the first ten; nothing if there are none.
    fn listed(self, what: &str, hands: &[impl Display]) -> String {
        if hands.is_empty() {
            return String::new();
        }
        let number = grouped(hands.len() as u128);
        let more = if hands.len() > 10 { ", …" } else { "" };
        let shown: Vec<String> = hands.iter().take(10).map(ToString::to_string).collect();
        self.wrapped(&format!("  {number} {what}: {}{more}", shown.join(", ")), "", "    ")
    }
}

/// Returns `right` in green or `wrong` in red.
fn styled_verdict(is_right: bool) -> String {
    paint(if is_right { GOOD } else { BAD }, right_or_wrong(is_right))
}

impl OrderDiagnosis {
    /// Returns the diagnosis as text, in lines of at most `width` columns, with colours for a terminal.
    pub fn styled(&self, width: usize, question: &Question<'_>) -> String {
        let (writer, of_part) = (Writer(width), part_name(self.rules));
        let found = question.entries.len() - self.missing.len();
        let said = match self.out_of_place {
            _ if self.is_right => {
                format!("this is the order of {of_part}; bids were not compared")
            }
            _ if found == 0 => "your order has none of the hands of your input".to_owned(),
            0 => format!("the hands in your list are in the right order for {of_part}"),
            moved => format!(
                "{} of {} hands must move to be right for {of_part}",
                grouped(moved as u128),
                grouped(found as u128)
            ),
        };
        let mut text = format!("{}  {said}\n", styled_verdict(self.is_right));
        if self.strongest_first {
            text += &writer.sentence(STRONGEST_FIRST);
        }
        if let Some(first) = &self.misplaced {
            text += "\n";
            text += &writer.pair_text("the first wrong pair, with places in your list", first);
            text += &writer.point("rule", &first.rule);
        }
        text += &writer.listed("missing", &self.missing);
        text += &writer.listed("not in the input", &self.added);
        text += &writer.listed("repeated", &self.repeated);
        let mut paragraphs = vec![text];
        paragraphs.extend(writer.finding_paragraphs(&self.findings, self.rules, &mut Vec::new()));
        if !self.is_right && self.findings.is_empty() && question.rules.is_none() {
            paragraphs
                .push(writer.sentence(&format!("no part was given, so {of_part} was assumed")));
        }
        joined(paragraphs)
    }
}

/// Joins paragraphs with an empty line between them. Leaves out empty ones.
fn joined(mut paragraphs: Vec<String>) -> String {
    paragraphs.retain(|text| !text.trim().is_empty());
    paragraphs.join("\n")
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
        let text = strip_str(&diagnosis.styled(80, false)).to_string();
        let told: Vec<_> = numbers(&text).into_iter().filter(|one| hidden.contains(one)).collect();
        assert!(told.is_empty(), "{told:?} in {text}");
        assert!(text.contains(" is too low") || text.contains(" is too high"), "{text}");
        let revealed = numbers(&diagnosis.styled(80, true));
        assert!(diagnosis.answers.iter().all(|one| revealed.contains(&one.expected)), "{text}");
    }

    fn right_total(entries: &[Entry], rules: Rules) -> u128 {
        let tally = Tally::from_iter(entries.iter().copied());
        tally.score(Ties::Ordinal).unwrap().winnings[rules]
    }

    #[test]
    #[ignore = "long: run by cargo xtask ci"]
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
    #[ignore = "long: run by cargo xtask ci"]
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
