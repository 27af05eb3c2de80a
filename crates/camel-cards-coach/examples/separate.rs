//! Searches for a small input on which every named mistake gives a total of its own.
//!
//! `cargo run --release -p camel-cards-coach --example separate [SECONDS [SEED]]`
//! prints the best input found; how it goes is on stderr. It begins with the known one and
//! some edges, and leaves out, replaces and bids anew whatever keeps the totals apart.

use std::{
    collections::HashMap,
    env,
    time::{Duration, Instant},
};

use camel_cards::{Card, Entry, Hand, Rules};
use camel_cards_coach::{
    Solution,
    inputs::{Random, Shape, generate},
    mistakes,
};

/// One bid that takes the total past 32 bits.
const LARGE_BID: u64 = 1_000_000_000;

/// The right solution and every named mistake under some rules, by name, and what
/// it makes of all hands: what is alike there is one mistake in other words.
struct Known(Vec<(String, Solution, u64)>);

impl Known {
    fn new(rules: Rules) -> Known {
        let named = mistakes(rules).iter().filter(|one| one.is_named());
        let named = named.map(|one| (one.id.to_string(), one.solution(rules)));
        let right = ("right".to_owned(), Solution::right(rules));
        let straight = Hand::new(std::array::from_fn(|i| Card::ALL[i]));
        let edges = [Hand::new([Card::Jack; 5]), straight];
        let hands: Vec<Hand> = Hand::all().step_by(5).chain(edges).collect();
        let twice: Vec<Entry> = (hands.iter().chain(hands.iter().rev()).zip(0u64..))
            .map(|(&hand, i)| Entry { hand, bid: i * 7919 % 1009 + 1_000_000 })
            .collect();
        let fingerprint = |solution: &Solution| {
            let order = solution.order(&twice);
            let total = solution.total(&twice).unwrap_or(0) as u64;
            order.iter().fold(total, |hash, &i| (hash ^ i as u64).wrapping_mul(0x0100_0000_01b3))
        };
        let known = [right].into_iter().chain(named);
        Known(
            known
                .map(|(id, one)| (id, fingerprint(&one), one))
                .map(|(id, hash, one)| (id, one, hash))
                .collect(),
        )
    }

    /// Whether no two share a total that are not one mistake.
    fn are_apart(&self, entries: &[Entry]) -> bool {
        let mut seen: HashMap<i128, (&str, u64)> = HashMap::new();
        self.0.iter().all(|(id, solution, hash)| {
            let total = solution.total(entries).unwrap_or(0);
            let (other, alike) = *seen.entry(total).or_insert((id, *hash));
            other == id || alike == *hash
        })
    }
}

fn main() {
    let mut arguments = env::args().skip(1).map(|argument| argument.parse().expect("a number"));
    let seconds = Duration::from_secs(arguments.next().unwrap_or(60));
    let mut random = Random::new(arguments.next().unwrap_or(1));
    let known = Rules::ALL.map(Known::new);
    let are_apart = |entries: &[Entry]| known.iter().all(|known| known.are_apart(entries));
    let bid = |random: &mut Random| random.below(999_999) + 1;

    // The input that is known, with as many edges as it takes now.
    let mut best: Vec<Entry> = generate(Shape::Separating, None, 1).expect("as it is").collect();
    let mut edges = generate(Shape::Edges, Some(1200), 1).expect("any number");
    while !are_apart(&best) {
        best.push(edges.next().expect("the edges keep them apart"));
    }
    let start = Instant::now();
    while start.elapsed() < seconds {
        let mut candidate = best.clone();
        let i = random.below(candidate.len() as u64) as usize;
        let j = random.below(candidate.len() as u64) as usize;
        match random.below(8) {
            // A tenth at once, as long as there are many.
            0..4 => drop(candidate.drain(i..(i + 1 + best.len() / 10).min(best.len()))),
            4 => {
                candidate.remove(i.max(j));
                let i = i.min(j).min(candidate.len() - 1);
                candidate[i].hand = random_hand(candidate[i].hand, &mut random);
            }
            5 => candidate[i].hand = random_hand(candidate[i].hand, &mut random),
            6 => candidate.swap(i, j),
            _ if candidate[i].bid < LARGE_BID => candidate[i].bid = bid(&mut random),
            _ => continue,
        }
        if are_apart(&candidate) {
            if candidate.len() < best.len() {
                eprintln!("{} lines after {:.0?}", candidate.len(), start.elapsed());
            }
            best = candidate;
        }
    }
    best.iter().for_each(|entry| println!("{entry}"));
}

/// The hand with a card changed, a joker more likely than others, or two swapped.
fn random_hand(hand: Hand, random: &mut Random) -> Hand {
    let mut cards = hand.cards();
    let (i, j) = (random.below(5) as usize, random.below(5) as usize);
    match random.below(4) {
        0 => cards[i] = Card::Jack,
        1 => cards.swap(i, j),
        2 => cards[i] = cards[j],
        _ => cards[i] = Card::ALL[random.below(13) as usize],
    }
    Hand::new(cards)
}
