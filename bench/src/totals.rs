//! Text in memory to both totals.

use camel_cards::{Block, Entry, Hand, PerRules, Reader, Strength, Ties, ranks, score};

use crate::measure::{Random, case, engine};

/// How many different inputs of a thousand hands are used in turn, so that branch
/// predictors cannot learn them.
const INPUTS: usize = 64;

pub(crate) fn run() {
    for hands in [1_000, 10_000, 100_000, 1_000_000, 10_000_000] {
        let inputs = (INPUTS * 1_000 / hands).max(1);
        let mut random = Random(1);
        let texts: Vec<String> = (0..inputs).map(|_| random_text(hands, &mut random)).collect();
        let all = hands * inputs;
        let expected = each(&texts, sorted);
        let mut engines = vec![engine("score", || each(&texts, scored))];
        if hands <= 1_000_000 {
            engines.push(engine("sort", || each(&texts, sorted)));
        }
        let name = format!("totals/{hands}-uniform");
        case(&name, (all, "hand"), (30_000_000 / all).clamp(5, 101), &expected, &mut engines);
    }
}

fn random_text(hands: usize, random: &mut Random) -> String {
    let entry = |_| Entry {
        hand: Hand::from_index((random.next() % Hand::COUNT as u64) as usize).expect("in range"),
        bid: random.next() % 1000 + 1,
    };
    (0..hands).map(entry).map(|entry| format!("{entry}\n")).collect()
}

/// Both totals of each text, added up.
fn each(texts: &[String], totals: impl Fn(&str) -> PerRules<u128>) -> PerRules<u128> {
    let totals: Vec<PerRules<u128>> = texts.iter().map(|text| totals(text)).collect();
    PerRules::from_fn(|rules| totals.iter().map(|totals| totals[rules]).sum())
}

fn scored(text: &str) -> PerRules<u128> {
    score(text.as_bytes()).expect("the text is all entries").winnings
}

/// What everybody writes: sort all entries, multiply by the rank.
fn sorted(text: &str) -> PerRules<u128> {
    let mut entries = Vec::new();
    let (mut reader, mut block, mut rest) = (Reader::new(), Block::new(), text.as_bytes());
    while !rest.is_empty() {
        reader.next_block(&mut rest, &mut block).expect("the text is all entries");
        entries.extend(block.entries());
    }
    PerRules::from_fn(|rules| {
        let strengths: Vec<Strength> =
            entries.iter().map(|entry: &Entry| entry.hand.strength(rules)).collect();
        let ranks = ranks(&strengths, Ties::Ordinal);
        let winnings = ranks.iter().zip(&entries);
        winnings.map(|(&rank, entry)| u128::from(rank) * u128::from(entry.bid)).sum()
    })
}
