//! Writes results as text for terminals, the same for all fronts.

mod verdict;

use std::{fmt::Display, iter};

use camel_cards::Rules;

use crate::{
    diagnose::{
        Diagnosis,
        finding::{Certainty, Finding, MisplacedPair},
        question::Question,
        words::{part, word},
    },
    order::OrderDiagnosis,
    text::{BAD, CAUTION, FAINT, GOOD, STRONG, grouped, paint, point, wrapped},
};

impl Finding {
    /// Returns certainty, ids and summary, in lines of at most 80 columns.
    fn headline(&self) -> String {
        let style = match self.certainty {
            Certainty::Certain => GOOD,
            Certainty::Likely => CAUTION,
            Certainty::Lead => FAINT,
        };
        let certainty = paint(style, self.certainty.name());
        let ids = paint(STRONG, self.ids().join(" + "));
        wrapped(&format!("{certainty}  {ids}  {}", self.summary()), "", "  ")
    }

    /// Returns the rule, the hint, why the finding is certain, and the other names, each in lines of at most 80 columns,
    /// or empty.
    pub(crate) fn points(&self, why: &str) -> [String; 4] {
        const NAMES_SHOWN: usize = 4;
        let names = iter::zip(self.also(), &self.others).map(|(ids, made)| match &made[..] {
            [only] if only.summary != self.summary() => format!("{ids} ({})", only.summary),
            _ => ids,
        });
        let mut same = names.take(NAMES_SHOWN).collect::<Vec<String>>().join(", ");
        if let Some(more @ 1..) = self.others.len().checked_sub(NAMES_SHOWN) {
            same += &format!(" and {more} more");
        }
        if !same.is_empty() {
            same.insert_str(0, "also possible: ");
        }
        [
            point("rule", &self.rule),
            point("change", &self.hint()),
            point("certainty", why),
            point("same", &same),
        ]
    }
}

const STRONGEST_FIRST: &str = "your order has the strongest hand first; if your program counts ranks from there, that is a mistake: rank 1 is the weakest hand";

/// Returns `right` in green or `wrong` in red.
fn styled_verdict(is_right: bool) -> String {
    paint(if is_right { GOOD } else { BAD }, word(is_right))
}

impl Diagnosis {
    /// Returns the diagnosis as text, in lines of at most 80 columns, with colours for a terminal. Shows the right
    /// total of wrong answers only if `reveal` is set.
    pub fn styled(&self, question: &Question<'_>, reveal: bool) -> String {
        let Diagnosis { rules, expected, summary, .. } = self;
        let of_part = part(*rules);
        let mut text = sentence(&format!("{}  {summary}", styled_verdict(self.is_right)));
        if self.is_right {
            text.extend(self.clues.iter().map(|clue| sentence(&clue.sentence)));
            return text;
        }
        if reveal {
            text += &sentence(&format!("the total winnings of {of_part} are {expected}"));
        }
        let mut said = Vec::new();
        for given in &question.answers {
            text.push('\n');
            if question.answers.len() > 1 {
                text += &format!("{}\n", paint(STRONG, given.answer.to_string()));
            }
            let findings: Vec<&Finding> =
                self.findings.iter().filter(|finding| finding.answer == given.answer).collect();
            let mut blocks = finding_blocks(&findings, *rules, &mut said);
            let clues = self.clues.iter().filter(|clue| clue.answer == given.answer);
            let clues: String = clues.map(|clue| sentence(&clue.sentence)).collect();
            blocks.extend(Some(clues).filter(|clues| !clues.is_empty()));
            text += &blocks.join("\n");
        }
        if !self.not_tried.is_empty() {
            text += &format!("\n{}", sentence(self.not_tried));
        }
        if self.findings.iter().all(|finding| finding.certainty == Certainty::Lead) {
            let next = "next: run your program under judge, which shows the smallest input that it fails on; or give the hands as your program sorts them, and see the first two in the wrong order";
            text += &format!("\n{}", sentence(next));
        }
        if self.findings.is_empty() && question.rules.is_none() {
            text += &sentence(&format!("no part was given, so {of_part} was assumed"));
        }
        text
    }
}

/// Wraps a sentence.
fn sentence(text: &str) -> String {
    wrapped(text, "", "  ")
}

/// Returns a text for each finding, of which leads come last. `said` has the points of earlier findings, which are not
/// repeated.
fn finding_blocks(findings: &[&Finding], rules: Rules, said: &mut Vec<String>) -> Vec<String> {
    let differs = findings.iter().any(|finding| finding.rules != rules);
    let is_lead = |finding: &Finding| finding.certainty == Certainty::Lead;
    let first_lead = findings.iter().position(|finding| is_lead(finding));
    let (mut blocks, mut leads) = (Vec::new(), String::new());
    for finding in findings {
        let mut text = finding.headline();
        if differs {
            text.insert_str(0, &format!("for {}:\n", part(finding.rules)));
        }
        // Leads beside other findings are only named.
        if is_lead(finding) && first_lead != Some(0) {
            leads += &text;
            continue;
        }
        let because = "two of your hands that are in the wrong order because of it";
        let misplaced = finding.misplaced.as_ref().map(|pair| pair_text(because, pair));
        let why = finding.chance.map(|chance| chance.to_string()).unwrap_or_default();
        for point in misplaced.into_iter().chain(finding.points(&why)) {
            if !said.contains(&point) {
                text += &point;
                said.push(point);
            }
        }
        blocks.push(text);
    }
    if let Some(first) = first_lead {
        blocks.insert(first, format!("only leads; some match by chance:\n{leads}"));
    }
    blocks
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
    /// Returns the diagnosis as text, in lines of at most 80 columns, with colours for a terminal. `entries` is the
    /// number of entries in the input.
    pub fn styled(&self, entries: usize) -> String {
        let of_part = part(self.rules);
        let said = match self.out_of_place {
            _ if self.is_right() => {
                format!("this is the order of {of_part}; bids were not compared")
            }
            0 if self.missing.is_empty() => format!("the hands are in the order of {of_part}"),
            _ if self.missing.len() == entries => {
                "your order has none of the hands of your input".to_owned()
            }
            0 => format!("the hands that it has are in the order of {of_part}"),
            moved => format!(
                "{} of {} hands must move for the order of {of_part}",
                grouped(moved as u128),
                grouped((entries - self.missing.len()) as u128)
            ),
        };
        let mut text = format!("{}  {said}\n", styled_verdict(self.is_right()));
        if self.strongest_first {
            text += &sentence(STRONGEST_FIRST);
        }
        if let Some(first) = &self.first {
            text += "\n";
            text += &pair_text("the first two in the wrong order, with their places in it", first);
            text += &point("rule", &first.rule());
        }
        text += &listed("missing", &self.missing);
        text += &listed("not in the input", &self.added);
        text += &listed("repeated", &self.repeated);
        let findings: Vec<&Finding> = self.findings.iter().collect();
        for block in finding_blocks(&findings, self.rules, &mut Vec::new()) {
            text += &format!("\n{block}");
        }
        text
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
        assert!(!diagnosis.is_right);
        let right = Rules::ALL.map(|rules| right_total(entries, rules));
        let distances = answers.iter().flat_map(|answer| right.map(|right| answer.abs_diff(right)));
        // A smaller number may also be a place or a number of solutions, and any may be a chance.
        let mut hidden: Vec<u128> = distances.filter(|&distance| distance >= 1000).collect();
        hidden.extend(right);
        hidden.retain(|number| !answers.contains(number));
        let chances = diagnosis.findings.iter().filter_map(|finding| finding.chance);
        let chances: Vec<u128> =
            chances.filter_map(|chance| chance.nearby.checked_div(chance.matched)).collect();
        hidden.retain(|number| !chances.contains(number));
        let text = strip_str(&diagnosis.styled(&question, false)).to_string();
        let told: Vec<_> = numbers(&text).into_iter().filter(|one| hidden.contains(one)).collect();
        assert!(told.is_empty(), "{told:?} in {text}");
        assert!(text.contains(" is too low") || text.contains(" is too high"), "{text}");
        let revealed = numbers(&diagnosis.styled(&question, true));
        assert!(revealed.contains(&diagnosis.expected), "{text}");
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
