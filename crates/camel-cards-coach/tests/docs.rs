//! The documents that describe the crate's mistakes and inputs are true.

use std::fs;

use camel_cards::{Entry, Rules};
use camel_cards_coach::{
    HandClass, Mistake, Question, Solution, UserAnswer, diagnose,
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
    for (rules, with) in [(Rules::Standard, ""), (Rules::Joker, " with the triples")] {
        let mut question = Question::new(&entries, vec![UserAnswer::new(12_345, None)]);
        question.rules = Some(rules);
        let tried = diagnose(&question).unwrap().candidates;
        let row = format!("| {rules} | {},{:03}{with} |", tried / 1000, tried % 1000);
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

/// `BLESS=1 cargo test -p camel-cards-coach` writes the list anew.
#[test]
fn the_documented_list_is_that_of_named_mistakes() {
    let mut list = String::from(
        "# Mistakes that have names\n\nIn patterns different letters are different labels other \
         than `J`. [The coach](use/coach.md) tries every other single change too.\n",
    );
    for rules in Rules::ALL {
        list += &format!(
            "\n## Part {}, {rules} rules\n\n| id | mistake |\n| --- | --- |\n",
            rules.part()
        );
        let mistakes = mistakes(rules);
        let mut named: Vec<&Mistake> =
            mistakes.iter().filter(|mistake| mistake.is_named()).collect();
        named.sort_by_key(|mistake| {
            let id = mistake.id.to_string();
            let number: u32 = id[1..].trim_end_matches(['b', 'd']).parse().unwrap();
            (id[..1].to_owned(), number)
        });
        named.dedup_by_key(|mistake| (mistake.id.clone(), mistake.summary.clone()));
        for mistake in named {
            list += &format!("| {} | {} |\n", mistake.id, mistake.summary);
        }
    }
    list += "\nOutside this list: S8 is a total that no ranking of the entries gives, S9 the other \
             part's answer, S10 an example's.\n";
    if std::env::var_os("BLESS").is_some() {
        fs::write(path("mistakes.md"), &list).unwrap();
    }
    assert_eq!(read("mistakes.md"), list);
}
