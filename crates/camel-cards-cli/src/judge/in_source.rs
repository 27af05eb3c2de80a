//! An input that stands in a program's own source: in an array, a text of several lines, `values` of SQL.

use camel_cards::{Score, score};
use regex_lite::Regex;

/// A shorter list may be anything.
const ENTRIES_MIN: usize = 5;

/// Text before a hand, the hand, text between it and its bid, the bid, text behind that.
const ENTRY: &str = r"^(|.*[^\w.])([2-9TJQKA]{5})([^\w.]|[^\w.].*?[^\w.])([0-9]+)(|[^\w.].*)$";

/// A source around its longest list of entries, a line each, whose lines differ in nothing but hand and bid, and in
/// what is before the first and behind the last.
#[derive(Clone, Debug)]
pub(crate) struct InSource {
    /// The numbers of its first and last line, from 1.
    pub(crate) lines: (usize, usize),
    pub(crate) score: Score,
    before: String,
    after: String,
    /// The parts of its first, second and last line.
    parts: [[String; 5]; 3],
}

impl InSource {
    pub(crate) fn find(source: &str) -> Option<InSource> {
        let entry = Regex::new(ENTRY).ok()?;
        let parts = |line: &str| {
            let found = entry.captures(line)?;
            Some([1, 2, 3, 4, 5].map(|part| found[part].to_owned()))
        };
        let lines: Vec<&str> = source.lines().collect();
        let parts: Vec<Option<[String; 5]>> = lines.iter().map(|line| parts(line)).collect();
        let between = |line: &Option<[String; 5]>| line.as_ref().map(|parts| parts[2].clone());
        let lists = parts.chunk_by(|one, next| between(one) == between(next));
        let ends = lists.clone().scan(0, |end, list| {
            *end += list.len();
            Some(*end)
        });
        let lists = lists.zip(ends).filter_map(|(list, end)| {
            let list: Vec<&[String; 5]> = list.iter().flatten().collect();
            let [first, second, .., last] = &list[..] else { return None };
            let is_alike = list[1..].iter().all(|one| one[0] == second[0])
                && list[..list.len() - 1].iter().all(|one| one[4] == first[4]);
            let text: String = list.iter().map(|one| format!("{} {}\n", one[1], one[3])).collect();
            let start = end - list.len();
            (is_alike && list.len() >= ENTRIES_MIN).then_some(())?;
            Some(InSource {
                lines: (start + 1, end),
                score: score(text.as_bytes()).ok()?,
                before: lines[..start].iter().map(|line| format!("{line}\n")).collect(),
                after: lines[end..].iter().map(|line| format!("{line}\n")).collect(),
                parts: [first, second, last].map(|parts| (*parts).clone()),
            })
        });
        lists.max_by_key(|list| list.score.entries)
    }

    /// The source with another input in place of its own.
    pub(crate) fn with(&self, input: &str) -> String {
        let entries = input.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let entries: Vec<Vec<&str>> = entries.filter(|words| words.len() == 2).collect();
        let [first, other, last] = &self.parts;
        let line = |(i, words): (usize, &Vec<&str>)| {
            let before = if i == 0 { &first[0] } else { &other[0] };
            let after = if i + 1 == entries.len() { &last[4] } else { &first[4] };
            format!("{before}{}{}{}{after}\n", words[0], first[2], words[1])
        };
        let list: String = entries.iter().enumerate().map(line).collect();
        format!("{}{list}{}", self.before, self.after)
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
            let found = InSource::find(&source(&own)).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(found.score.winnings.standard, 131, "{line}");
            let other = [("22222", "1000"), ("222J2", "7")];
            let input: String = other.iter().map(|(hand, bid)| format!("{hand} {bid}\n")).collect();
            assert_eq!(found.with(&input), source(&other), "{line}");
        }
        let few = "32T3K 1\nT55J5 2\nKK677 3\nKTJJT 4\n";
        assert!(InSource::find(few).is_none());
        assert!(InSource::find(&format!("{few}QQQJA  5\n")).is_none());
    }
}
