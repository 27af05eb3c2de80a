//! The documents that describe the crate's mistakes and inputs are true.

use std::{borrow::Cow, collections::BTreeMap, fs};

use camel_cards::{Entry, Rules};
use camel_cards_coach::{
    HandClass, Mistake, Origin, Question, Solution, UserAnswer, diagnose,
    inputs::{Random, Shape, generate},
    mistakes,
};

fn path(name: &str) -> String {
    format!("{}/docs/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap()
}

fn entries(shape: Shape, hands: u64, seed: u64) -> Vec<Entry> {
    generate(shape, Some(hands), seed).unwrap().collect()
}

/// The row of docs/formats/generator.md for a shape: what its entries are from seed 1.
fn documented(shape: Shape) -> String {
    let entries: Vec<Entry> = generate(shape, None, 1).unwrap().collect();
    // FNV-1a, 64 bits.
    let hash = entries
        .iter()
        .map(|entry| format!("{entry}\n"))
        .collect::<String>()
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
        });
    let first: Vec<String> = entries[..3].iter().map(ToString::to_string).collect();
    let [standard, joker] = Rules::ALL.map(|rules| Solution::right(rules).total(&entries).unwrap());
    format!(
        "| `{shape}` | {} | `{}` | {standard} | {joker} | `{hash:016x}` |\n",
        entries.len(),
        first.join("`, `")
    )
}

#[test]
fn the_documented_number_of_candidates_is_tried() {
    let docs = read("use/coach.md");
    let entries = entries(Shape::Puzzle, 1000, 1);
    for rules in Rules::ALL {
        let mut question = Question::new(&entries, vec![UserAnswer::new(12_345, None)]);
        question.rules = Some(rules);
        let tried = diagnose(&question).unwrap().answers[0].candidates;
        let row = format!("| {rules} | {},{:03} |", tried / 1000, tried % 1000);
        assert!(docs.contains(&row), "docs/use/coach.md lacks:\n{row}");
    }
}

#[test]
fn the_same_seed_gives_the_documented_entries() {
    let docs = read("formats/generator.md");
    for shape in Shape::ALL {
        let row = documented(shape);
        assert!(docs.contains(&row), "docs/formats/generator.md lacks:\n{row}");
        assert_eq!(shape.name().parse(), Ok(shape));
    }
    let words = docs.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let edges: Vec<String> =
        entries(Shape::Edges, 95, 1).iter().map(|entry| entry.hand.to_string()).collect();
    let patterns: Vec<&str> = HandClass::all().map(HandClass::pattern).collect();
    assert!(words.contains(&edges.join(" ")) && words.contains(&patterns.join(" ")));
    let mut random = Random::new(1);
    let numbers = [(); 10].map(|()| random.below(13).to_string()).join(" ");
    assert!(docs.contains(&format!("`{numbers}`")), "docs/formats/generator.md lacks:\n{numbers}");
    assert_ne!(entries(Shape::Uniform, 9, 1), entries(Shape::Uniform, 9, 2));
}

/// The tables of docs/mistakes.md: the letters of their ids and the heading.
const TABLES: [(&str, &str); 4] =
    [("T", "Types"), ("JP", "Jokers"), ("K", "Ties and sorting"), ("S", "Reading, ranks and sums")];

/// A table of docs/mistakes.md: an id a row, with its first form and the number of others. The hint that most rows
/// share stands above the table.
fn table(letters: &str) -> String {
    let mut forms: BTreeMap<(String, u32, Cow<'_, str>), Vec<Mistake>> = BTreeMap::new();
    for mistake in Rules::ALL.map(mistakes).concat() {
        let (letter, number) = mistake.id.split_at(1);
        if mistake.is_named() && letters.contains(letter) {
            let number = number.trim_end_matches(char::is_alphabetic).parse().unwrap();
            let key = (letter.to_owned(), number, mistake.id.clone());
            forms.entry(key).or_default().push(mistake);
        }
    }
    let hints: Vec<&str> = forms.values().map(|forms| forms[0].hint).collect();
    let rows_with = |hint: &str| hints.iter().filter(|other| **other == hint).count();
    let common = hints.iter().copied().find(|hint| rows_with(hint) > 3);
    let mut table = common
        .map_or_else(String::new, |hint| format!("Where the last column is empty: {hint}.\n\n"));
    table += "| id | what the program does | seen | what to change |\n|---|---|---|---|\n";
    for ((_, _, id), forms) in &forms {
        let first = &forms[0];
        let mut summaries: Vec<&str> = forms.iter().map(|mistake| &*mistake.summary).collect();
        summaries.sort_unstable();
        summaries.dedup();
        let others = match summaries.len() - 1 {
            0 => String::new(),
            others => format!(" (+{others})"),
        };
        let is_seen = forms.iter().any(|mistake| mistake.origin == Origin::Observed);
        let seen = if is_seen { "yes" } else { "" };
        let hint = if common == Some(first.hint) { "" } else { first.hint };
        table += &format!("| {id} | {}{others} | {seen} | {hint} |\n", first.summary);
    }
    table
}

/// `BLESS=1 cargo test -p camel-cards-coach` writes the tables anew.
#[test]
fn the_documented_tables_are_those_of_named_mistakes() {
    let page = read("mistakes.md");
    let mut written = page.split("\n## ").next().unwrap().to_owned();
    for (letters, heading) in TABLES {
        written += &format!("\n## {heading}\n\n{}", table(letters));
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(path("mistakes.md"), &written).unwrap();
    }
    assert_eq!(read("mistakes.md"), written, "BLESS=1 writes it");
}
