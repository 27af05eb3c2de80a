//! The form of the user's own input: a file, or part of a program's source (an array, a text of
//! several lines, `values` of SQL). The test input is written in the same form.

use std::ops::Range;

use camel_cards::{Score, score};
use camel_cards_coach::LineEnds;
use regex_lite::Regex;

/// A shorter list in a source is not taken for an input.
const ENTRIES_MIN: usize = 5;

/// A hand, text between it and its bid, the bid.
const ENTRY: &str = r"\b([2-9TJQKA]{5})(\W|\W.*?\W)([0-9]+)\b";

pub(crate) enum Form {
    File(LineEnds),
    /// The source before and after its longest list of entries, one on each line, with the same
    /// text inside each entry and between two entries.
    Source {
        /// The numbers of the first and the last line, from 1.
        lines: (usize, usize),
        before: String,
        within: String,
        between: String,
        after: String,
    },
}

impl Form {
    /// The form of the input in a source, and its score.
    pub(crate) fn in_source(source: &str) -> Option<(Form, Score)> {
        let entry = Regex::new(ENTRY).ok()?;
        let entries = entry.captures_iter(source);
        let entries: Vec<(Range<usize>, [&str; 3])> =
            entries.filter_map(|entry| Some((entry.get(0)?.range(), entry.extract().1))).collect();
        // Two entries of a list, and what stands within the first, between them, and within the second.
        let pairs = entries.windows(2).map(|pair| {
            let [(one, [_, within, _]), (next, [_, within_next, _])] = pair else { return None };
            Some((pair, [*within, source.get(one.end..next.start)?, *within_next]))
        });
        let pairs: Vec<_> = pairs.flatten().collect();
        let lists = pairs.chunk_by(|one, next| one.1 == next.1);
        let lists =
            lists.filter(|list| list.len() + 1 >= ENTRIES_MIN && list[0].1[1].contains('\n'));
        let list = lists.max_by_key(|list| list.len())?;
        let (first, last) = (&list[0].0[0], &list[list.len() - 1].0[1]);
        let text = list.iter().map(|(pair, _)| &pair[0]).chain([last]);
        let text: String = text.map(|(_, [hand, _, bid])| format!("{hand} {bid}\n")).collect();
        let line =
            |byte: usize| source.bytes().take(byte).filter(|byte| *byte == b'\n').count() + 1;
        let form = Form::Source {
            lines: (line(first.0.start), line(last.0.end)),
            before: source.get(..first.0.start)?.to_owned(),
            within: list[0].1[0].to_owned(),
            between: list[0].1[1].to_owned(),
            after: source.get(last.0.end..)?.to_owned(),
        };
        Some((form, score(text.as_bytes()).ok()?))
    }

    /// Writes an input in this form.
    pub(crate) fn with(&self, input: &str) -> String {
        match self {
            Form::File(ends) => ends.written(input),
            Form::Source { before, within, between, after, .. } => {
                let entries = input.lines().filter_map(|line| line.trim().split_once([' ', '\t']));
                let entries = entries.map(|(hand, bid)| format!("{hand}{within}{}", bid.trim()));
                let entries = entries.collect::<Vec<_>>().join(between);
                format!("{before}{entries}{after}")
            }
        }
    }

    /// Returns a sentence on what the input replaced in a copy of this file.
    pub(crate) fn place(&self, file: &str) -> String {
        match self {
            Form::File(LineEnds { without_last_newline, with_carriage_returns }) => {
                let ends = match (with_carriage_returns, without_last_newline) {
                    (true, true) => {
                        r", with lines that end with \r\n and no last newline, as in your file"
                    }
                    (true, false) => r", with lines that end with \r\n, as in your file",
                    (false, true) => ", without a last newline, as in your file",
                    (false, false) => "",
                };
                format!("In the copy, the test input replaced {file}{ends}.")
            }
            Form::Source { lines: (first, last), .. } => {
                format!("In the copy, the test input replaced lines {first} to {last} of {file}.")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_in_a_source_is_exchanged_in_the_same_form() {
        for (before, line, between, after) in [
            ("DATA = \"\"\"", "32T3K 765", "\n", "\n\"\"\"\n"),
            ("let a = `", "32T3K 765", "\n", "`;\n"),
            ("hands = [", "(\"32T3K\", 765)", ",\n  ", "]\nprint(1)\n"),
            ("insert into hands values\n  ", "('32T3K', 765)", ",\n  ", ";\nselect 1;\n"),
            ("{\n", "  \"32T3K\": 765", ",\n", "\n}\n"),
            ("my %bid = (\n", "32T3K => '765'", ",\n", ");\n"),
            ("", "a(\"32T3K 765\"); // 5 cards", "\n", "\n"),
        ] {
            let source = |entries: &[(&str, &str)]| {
                let lines = entries
                    .iter()
                    .map(|(hand, bid)| line.replace("32T3K", hand).replace("765", bid));
                format!("{before}{}{after}", lines.collect::<Vec<_>>().join(between))
            };
            let own =
                [("32T3K", "1"), ("T55J5", "22"), ("KK677", "3"), ("KTJJT", "4"), ("QQQJA", "5")];
            let (form, score) = Form::in_source(&source(&own)).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(score.winnings.standard, 131, "{line}");
            let other = [("22222", "1000"), ("222J2", "7")];
            let input: String = other.iter().map(|(hand, bid)| format!("{hand} {bid}\n")).collect();
            assert_eq!(form.with(&input), source(&other), "{line}");
        }
        let few = "32T3K 1\nT55J5 2\nKK677 3\nKTJJT 4\n";
        assert!(Form::in_source(few).is_none());
        assert!(Form::in_source(&format!("{few}QQQJA  5\n")).is_none());
    }
}
