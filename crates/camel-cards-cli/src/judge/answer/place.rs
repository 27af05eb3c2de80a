//! Where in an output an answer stands.

use std::{collections::HashMap, sync::Arc};

use regex_lite::Regex;

use super::numbers::{Grouping, Printed, PrintedLine, ProgramOutput};

/// The numbers of an output among which one is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mark {
    /// Those that this stands before in their lines, as a shape.
    Prefix(String),
    /// The number with this index in each line of this shape.
    Line(String, usize),
    /// All.
    Anywhere,
}

/// An index among the numbers that a mark has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Index {
    FromEnd(usize),
    FromStart(usize),
}

/// Where in an output an answer stands.
#[derive(Clone, Debug)]
pub(crate) enum AnswerPlace {
    Number(NumberPlace),
    /// In a group of the last match of a pattern; group 0 is all of it.
    Match(Arc<Regex>, usize),
}

/// The place of a number among those of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NumberPlace {
    pub(crate) grouping: Grouping,
    pub(crate) mark: Mark,
    pub(crate) index: Index,
}

/// What stands at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// As digits, exactly; see [`Number`](super::numbers::Number).
    pub(crate) value: String,
    /// The line that it was read from.
    pub(crate) line: String,
}

impl AnswerPlace {
    /// Reads the number that stands there, if one does.
    pub(crate) fn read<'a>(&self, output: impl Into<ProgramOutput<'a>>) -> Option<Answer> {
        let output = output.into();
        match self {
            AnswerPlace::Number(place) => place.read(output),
            AnswerPlace::Match(pattern, group) => read_match(pattern, *group, output.stdout),
        }
    }
}

/// Reads the last number in a group of the last match.
fn read_match(pattern: &Regex, group: usize, stdout: &[u8]) -> Option<Answer> {
    let plain = anstream::adapter::strip_bytes(stdout).into_vec();
    let text = String::from_utf8_lossy(&plain);
    let matched = pattern.captures_iter(&text).last()?.get(group)?;
    let printed = Printed::new(matched.as_str().as_bytes(), Grouping::Marked);
    let number = printed.lines.iter().rev().find_map(|line| line.numbers.last())?;
    let start = text[..matched.start()].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[matched.end()..].find('\n').map_or(text.len(), |at| matched.end() + at);
    let line = Printed::new(text[start..end].as_bytes(), Grouping::None);
    let lines: Vec<String> = line.lines.into_iter().map(|line| line.text).collect();
    Some(Answer { value: number.value.clone(), line: lines.join(" ") })
}

impl NumberPlace {
    fn read<'a>(&self, output: impl Into<ProgramOutput<'a>>) -> Option<Answer> {
        let printed = Printed::new(output, self.grouping);
        let positions = positions(&printed);
        let marked: Vec<_> =
            positions.filter(|&(line, nth)| self.mark.has(&printed.lines[line], nth)).collect();
        let (line, nth) = self.index.of(&marked)?;
        let line = &printed.lines[line];
        Some(Answer { value: line.numbers[nth].value.clone(), line: line.text.clone() })
    }
}

impl Mark {
    fn has(&self, line: &PrintedLine, nth: usize) -> bool {
        match self {
            Mark::Prefix(prefix) => line.shape[..line.numbers[nth].prefix] == *prefix,
            Mark::Line(shape, index) => *index == nth && line.shape == *shape,
            Mark::Anywhere => true,
        }
    }
}

impl Index {
    fn of<T: Copy>(self, items: &[T]) -> Option<T> {
        match self {
            Index::FromEnd(index) => items.iter().rev().nth(index).copied(),
            Index::FromStart(index) => items.get(index).copied(),
        }
    }
}

/// The numbers of an output: the line of each, and which of its line it is.
fn positions(printed: &Printed) -> impl DoubleEndedIterator<Item = (usize, usize)> {
    let lines = printed.lines.iter().enumerate();
    lines.flat_map(|(line, PrintedLine { numbers, .. })| {
        (0..numbers.len()).map(move |nth| (line, nth))
    })
}

/// A place, and what stands there in several outputs.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) place: AnswerPlace,
    /// What stands there in each output; nothing if no number does.
    pub(crate) answers: Vec<Option<Answer>>,
    /// The part of the puzzle that the text before it names.
    pub(crate) part: Option<u8>,
    /// Whether it is one of two numbers that are all there is in an output, or in its last line
    /// that has any.
    pub(crate) is_of_pair: bool,
    /// How many numbers come before it in the first output.
    pub(crate) order: usize,
}

/// How many numbers at each end of an output may be the answer.
const NUMBERS_TRIED: usize = 200;

/// Returns the places in the first of some outputs, each with what stands there in all of them.
///
/// Of the places where the same numbers stand in all outputs, as answers to the same part, there is one,
/// that which is likeliest to do so in other outputs: known by words, by the shape of the line, and
/// counted from the end.
pub(crate) fn candidates(outputs: &[ProgramOutput<'_>], grouping: Grouping) -> Vec<Candidate> {
    let printed: Vec<Printed> = outputs.iter().map(|&out| Printed::new(out, grouping)).collect();
    let Some((first, _)) = printed.split_first() else { return Vec::new() };
    let marked: Vec<HashMap<Mark, Vec<(usize, usize)>>> = printed.iter().map(by_mark).collect();
    let mut found: Vec<Candidate> = Vec::new();
    let mut known: HashMap<(Vec<Option<String>>, Option<u8>), usize> = HashMap::new();
    let all: Vec<(usize, usize)> = positions(first).collect();
    for (order, &position) in all.iter().enumerate() {
        if (NUMBERS_TRIED..all.len().saturating_sub(NUMBERS_TRIED)).contains(&order) {
            continue;
        }
        for place in places(first, &marked[0], position, grouping) {
            let positions: Vec<Option<(usize, usize)>> =
                marked.iter().map(|marked| place.index.of(marked.get(&place.mark)?)).collect();
            let there = || printed.iter().zip(&positions);
            let answer = |(printed, position): (&Printed, &Option<(usize, usize)>)| {
                let (line, nth) = (*position)?;
                let line = &printed.lines[line];
                Some(Answer { value: line.numbers[nth].value.clone(), line: line.text.clone() })
            };
            let answers: Vec<Option<Answer>> = there().map(answer).collect();
            let values: Vec<Option<String>> =
                answers.iter().map(|answer| Some(answer.as_ref()?.value.clone())).collect();
            let candidate = Candidate {
                part: part(first, position),
                is_of_pair: there().all(|(printed, position)| is_of_pair(printed, *position)),
                place: AnswerPlace::Number(place),
                answers,
                order,
            };
            let same = (values, candidate.part);
            match known.get(&same) {
                None => {
                    known.insert(same, found.len());
                    found.push(candidate);
                }
                Some(&same) if reliance(&candidate) > reliance(&found[same]) => {
                    found[same] = candidate;
                }
                Some(_) => {}
            }
        }
    }
    found
}

fn is_of_pair(printed: &Printed, position: Option<(usize, usize)>) -> bool {
    let all: usize = printed.lines.iter().map(|line| line.numbers.len()).sum();
    let last = printed.lines.iter().rposition(|line| !line.numbers.is_empty());
    position.is_some_and(|(line, _)| {
        all == 2 || last == Some(line) && printed.lines[line].numbers.len() == 2
    })
}

/// Returns what a pattern matches, whose groups, if it has two, are the two parts.
pub(crate) fn matches(outputs: &[ProgramOutput<'_>], pattern: &Arc<Regex>) -> Vec<Candidate> {
    let groups = match pattern.captures_len() - 1 {
        0 => 0..=0,
        1 => 1..=1,
        _ => 1..=2,
    };
    let is_of_pair = groups.clone().count() == 2;
    let candidate = |group: usize| {
        let place = AnswerPlace::Match(pattern.clone(), group);
        Candidate {
            answers: outputs.iter().map(|&out| place.read(out)).collect(),
            place,
            part: is_of_pair.then_some(group as u8),
            is_of_pair,
            order: group,
        }
    };
    groups.map(candidate).collect()
}

fn by_mark(printed: &Printed) -> HashMap<Mark, Vec<(usize, usize)>> {
    let mut marked: HashMap<Mark, Vec<(usize, usize)>> = HashMap::new();
    for (line, nth) in positions(printed) {
        for mark in marks(&printed.lines[line], nth) {
            marked.entry(mark).or_default().push((line, nth));
        }
    }
    marked
}

/// What a number can be found by. The shape of a long line is no mark: it is data.
fn marks(line: &PrintedLine, nth: usize) -> impl Iterator<Item = Mark> {
    const MARK_MAX: usize = 200;
    let prefix = &line.shape[..line.numbers[nth].prefix];
    let prefix = (prefix.len() <= MARK_MAX).then(|| Mark::Prefix(prefix.to_owned()));
    let whole = (line.shape.len() <= MARK_MAX).then(|| Mark::Line(line.shape.clone(), nth));
    prefix.into_iter().chain(whole).chain([Mark::Anywhere])
}

fn places(
    printed: &Printed,
    marked: &HashMap<Mark, Vec<(usize, usize)>>,
    position: (usize, usize),
    grouping: Grouping,
) -> Vec<NumberPlace> {
    let (line, nth) = position;
    let mut places = Vec::new();
    for mark in marks(&printed.lines[line], nth) {
        let Some(positions) = marked.get(&mark) else { continue };
        let Ok(index) = positions.binary_search(&position) else { continue };
        for index in [Index::FromEnd(positions.len() - 1 - index), Index::FromStart(index)] {
            places.push(NumberPlace { grouping, mark: mark.clone(), index });
        }
    }
    places
}

/// How far a place can be relied on in other outputs, and the last of those as good.
fn reliance(candidate: &Candidate) -> (u8, bool, usize) {
    let AnswerPlace::Number(NumberPlace { mark, index, .. }) = &candidate.place else {
        return (0, false, 0);
    };
    let mark = match mark {
        Mark::Prefix(prefix) if prefix.chars().any(char::is_alphabetic) => 3,
        Mark::Line(..) => 2,
        Mark::Prefix(_) => 1,
        Mark::Anywhere => 0,
    };
    (mark, matches!(index, Index::FromEnd(_)), candidate.order)
}

/// The part that the text before a number names: in its line, or in one of the two lines above it,
/// as a heading.
fn part(printed: &Printed, (line, nth): (usize, usize)) -> Option<u8> {
    let PrintedLine { shape, numbers, .. } = &printed.lines[line];
    let before = &shape[..numbers[nth].prefix];
    if before.starts_with('[') && !before.chars().any(char::is_alphabetic) {
        // R writes `[1]` before everything.
        return None;
    }
    let headings = printed.lines[..line].iter().rev().take(2);
    let headings = headings.take_while(|heading| heading.numbers.is_empty());
    part_named(before)
        .or_else(|| headings.into_iter().find_map(|heading| part_named(&heading.shape)))
}

/// What the number of a part follows, at once or as the next word: `part2`, `part two`.
const NUMBERED: [&str; 11] =
    ["part", "pt", "p", "star", "task", "puzzle", "answer", "ans", "solution", "result", "solve"];

/// The part that words in lower case name last, if they name one.
pub(crate) fn part_named(words: &str) -> Option<u8> {
    let word_alone = |word: &str| match word {
        "1" | "first" | "standard" => Some(1),
        "2" | "second" => Some(2),
        _ => None,
    };
    parts_of_words(words, |word| word_alone(word).or_else(|| part_alone(word))).last().copied()
}

/// The parts that words in lower case name as parts, in this order: not each 2 is part 2.
pub(crate) fn parts_named(words: &str) -> Vec<u8> {
    parts_of_words(words, part_alone)
}

/// The part that a word names which names hardly anything else.
fn part_alone(word: &str) -> Option<u8> {
    match word {
        "one" | "silver" => Some(1),
        "two" | "gold" => Some(2),
        _ => None,
    }
}

fn parts_of_words(words: &str, alone: impl Fn(&str) -> Option<u8>) -> Vec<u8> {
    let words = words.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let before = [""].iter().chain(&words);
    let part = |(before, word): (&&str, &&str)| {
        if matches!(*before, "day" | "2023" | "december" | "dec") {
            return None;
        }
        let in_word = |name: &&str| part_numbered(name, word.strip_prefix(name)?);
        let is_none = matches!(*before, "no" | "not" | "non" | "without");
        match *word {
            "joker" | "jokers" => Some(if is_none { 1 } else { 2 }),
            word => NUMBERED
                .iter()
                .find_map(in_word)
                .or_else(|| part_numbered(before, word))
                .or_else(|| alone(word)),
        }
    };
    before.zip(&words).filter_map(part).collect()
}

/// The part with this number, if it follows one of the words that numbers of parts follow.
fn part_numbered(name: &str, number: &str) -> Option<u8> {
    // "The answer I got" is no Roman number.
    let may_be_roman = matches!(name, "part" | "pt");
    match number {
        _ if !NUMBERED.contains(&name) => None,
        "1" | "one" | "first" => Some(1),
        "2" | "two" | "second" => Some(2),
        "i" if may_be_roman => Some(1),
        "ii" if may_be_roman => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(mark: Mark, index: Index) -> NumberPlace {
        NumberPlace { grouping: Grouping::Marked, mark, index }
    }

    fn value(place: &NumberPlace, printed: &str) -> Option<String> {
        place.read(printed.as_bytes()).map(|answer| answer.value)
    }

    /// The place where these numbers stand in these outputs.
    fn found(outputs: &[&str], values: &[&str]) -> NumberPlace {
        match candidate(outputs, values).place {
            AnswerPlace::Number(place) => place,
            AnswerPlace::Match(..) => unreachable!("no pattern was given"),
        }
    }

    fn candidate(outputs: &[&str], values: &[&str]) -> Candidate {
        let bytes: Vec<ProgramOutput<'_>> =
            outputs.iter().map(|out| out.as_bytes().into()).collect();
        let is_it = |candidate: &Candidate| {
            let of =
                candidate.answers.iter().map(|answer| answer.as_ref().map(|a| a.value.as_str()));
            of.eq(values.iter().map(|value| Some(*value)))
        };
        candidates(&bytes, Grouping::Marked).into_iter().find(is_it).expect("a place")
    }

    #[test]
    fn places_are_read() {
        let printed = "5 hands\nPart 1: 6440\nPart 2: 5905\ntook 3 ms\n";
        let part_2 = place(Mark::Prefix("part 2: ".to_owned()), Index::FromEnd(0));
        let answer = part_2.read(printed.as_bytes()).unwrap();
        assert_eq!((answer.value.as_str(), answer.line.as_str()), ("5905", "Part 2: 5905"));
        assert_eq!(value(&part_2, "Part 1: 6440\n"), None);
        assert_eq!(value(&place(Mark::Anywhere, Index::FromStart(0)), printed), Some("5".into()));
        assert_eq!(value(&place(Mark::Anywhere, Index::FromEnd(1)), printed), Some("6440".into()));
        let second = place(Mark::Line("(#, #)".to_owned(), 1), Index::FromEnd(0));
        assert_eq!(value(&second, "debug (1)\n(6440, 5905)\n"), Some("5905".into()));
    }

    #[test]
    fn places_are_known_by_what_stays_the_same() {
        let words = found(&["a 1\na 2\nTotal: 7", "a 5\nTotal: 8\na 9"], &["7", "8"]);
        assert_eq!(words, place(Mark::Prefix("total: ".into()), Index::FromEnd(0)));
        // More debug lines before it, none behind.
        let last = found(&["1\n2\n7", "1\n8"], &["7", "8"]);
        assert_eq!(last, place(Mark::Line("#".into(), 0), Index::FromEnd(0)));
        let first = found(&["7\n1\n2", "8\n1"], &["7", "8"]);
        assert_eq!(first, place(Mark::Line("#".into(), 0), Index::FromStart(0)));
        // Hands of digits look like numbers, but their lines are others.
        let alone = found(&["7\n22222 1\n33333 2", "33333 2\n8"], &["7", "8"]);
        assert_eq!(alone, place(Mark::Line("#".into(), 0), Index::FromEnd(0)));
        let second = found(&["(7, 5)", "(9, 6)"], &["5", "6"]);
        assert_eq!(second.mark, Mark::Line("(#, #)".into(), 1));
        let repeated =
            found(&["Total: 7\nTotal: 5\nin 3 ms", "Total: 9\nTotal: 6\nin 2 s"], &["7", "9"]);
        assert_eq!(repeated, place(Mark::Prefix("total: ".into()), Index::FromEnd(1)));
    }

    #[test]
    fn text_before_an_answer_names_its_part() {
        for (printed, part) in [
            ("Part 1: 7", Some(1)),
            ("part2: 7", Some(2)),
            ("p2=7", Some(2)),
            ("Part Two: 7", Some(2)),
            ("Part 1\n------\n7", Some(1)),
            ("The second: 7", Some(2)),
            ("with jokers: 7", Some(2)),
            ("Day 1, part 2: 7", Some(2)),
            ("Day 2: 7", None),
            ("Part I: 7", Some(1)),
            ("Part II: 7", Some(2)),
            ("partii=7", Some(2)),
            ("puzzle2=7", Some(2)),
            ("solve_1 7", Some(1)),
            ("Without jokers: 7", Some(1)),
            ("I got 7", None),
            ("The answer I got: 7", None),
            ("pi: 7", None),
            ("Part 1\nTotal: 7", Some(1)),
            ("Part 1\nHands: 5\nTotal: 7", None),
            ("[1] 7", None),
            ("7", None),
        ] {
            assert_eq!(candidate(&[printed], &["7"]).part, part, "{printed}");
        }
    }

    #[test]
    fn not_each_number_names_a_part() {
        for (words, parts) in [
            ("part two: 6440", &[2][..]),
            ("p1 6440, p2 5905", &[1, 2]),
            ("2 minutes: 6440", &[]),
            ("the second try: 6440", &[]),
            ("/aoc/part2/day7.py", &[2]),
            ("two.py", &[2]),
            ("day7_p2.js", &[2]),
            ("/aoc/2/day7.py", &[]),
            ("python3", &[]),
            ("-i", &[]),
            ("2", &[]),
        ] {
            assert_eq!(parts_named(words), parts, "{words}");
        }
    }

    #[test]
    fn patterns_find_what_shapes_cannot() {
        let printed: &[u8] = b"a5905b7\nx\x1b[1ma6,440b8 ms\x1b[0m\n";
        let pattern = |text: &str| Arc::new(Regex::new(text).unwrap());
        let read = |text: &str| {
            let found = matches(&[printed.into()], &pattern(text));
            found.into_iter().map(|one| (one.part, one.answers[0].clone())).collect::<Vec<_>>()
        };
        let answer = |value: &str, line: &str| {
            Some(Answer { value: value.to_owned(), line: line.to_owned() })
        };
        assert_eq!(read("a([0-9,]+)"), [(None, answer("6440", "xa6,440b8 ms"))]);
        assert_eq!(read("[0-9]+b"), [(None, None)]);
        assert_eq!(read("c[0-9]+"), [(None, None)]);
        assert_eq!(
            read("(?s)a(\\d+)b.*a([\\d,]+)b"),
            [(Some(1), answer("5905", "a5905b7")), (Some(2), answer("6440", "xa6,440b8 ms"))]
        );
    }
}
