use std::mem;

use camel_cards::{Card, Hand};

use super::random::Random;

/// All hands but those of five of a kind, and `JJJJJ`.
pub(super) const PUZZLE_HANDS_MAX: u64 = Hand::COUNT as u64 - 13 + 1;

/// The patterns of a puzzle's hands, each with the first number below 100 that is
/// no longer its own.
const PUZZLE_PATTERNS: [(u64, &str); 6] =
    [(20, "vwxyz"), (45, "xxwyz"), (62, "xxyyz"), (80, "xxxyz"), (90, "xxxyy"), (100, "xxxxy")];

/// Deals `count` distinct hands, at most `PUZZLE_HANDS_MAX`.
///
/// A hand that repeats is dealt again, and its type too. So when the hands of a type
/// run out, its share goes to the other types.
pub(super) fn puzzle(count: u64, random: &mut Random) -> Vec<Hand> {
    let mut hands: Vec<Hand> = (0..count.min(1)).map(|_| Hand::new([Card::Jack; 5])).collect();
    let mut dealt = vec![false; Hand::COUNT];
    while (hands.len() as u64) < count {
        let number = random.below(100);
        let pattern = PUZZLE_PATTERNS.iter().find(|&&(end, _)| number < end);
        let pattern = pattern.map_or("xxxxy", |&(_, pattern)| pattern);
        let hand = random.deal(pattern, &Card::ALL);
        if !mem::replace(&mut dealt[hand.index()], true) {
            hands.push(hand);
        }
    }
    random.shuffle(&mut hands);
    hands
}
