//! What is known of a hand from its two parts, by looking up: its type, and where it
//! is among all hands by labels.
//!
//! The types of many hands are the slow half of their totals if each is worked out card
//! by card. But equal pairs add up: those within the first two cards, those within the
//! last three, and for each of the first two cards, how often it is among the last
//! three. The last three cards have all of that in one number:
//!
//! ```text
//! bit 31..30  29..26   25..24  …  19..18  …  1..0
//!     jacks   pairs    A's        J's        2's     how often each label occurs, 0 to 3
//! ```

use crate::{
    Card, HandType, Rules,
    hand::{RUN, RUNS, type_of_pairs},
};

/// What the first two cards say: where in the number of the last three each of these two labels is
/// counted, in a byte each, and then what these two alone add to the kind.
#[derive(Clone, Copy)]
pub(crate) struct First(u32);

const JACK: u32 = Card::Jack as u32;

/// For each run, and more, which makes looking up cheaper.
static FIRST: [First; 256] = {
    let mut table = [First(0); 256];
    let mut run = 0;
    while run < RUNS {
        let [a, b] = [(run / 13) as u32, (run % 13) as u32];
        let kind = ((a == JACK) as u32 + (b == JACK) as u32) << 4 | (a == b) as u32;
        table[run] = First(kind << 16 | (2 * b) << 8 | (2 * a));
        run += 1;
    }
    table
};

static LAST: [u32; 1 << 12] = {
    let mut table = [0; 1 << 12];
    let mut low = 0;
    while low < RUN {
        let [a, b, c] = [low / 169, low / 13 % 13, low % 13];
        let pairs = (a == b) as u32 + (b == c) as u32 + (a == c) as u32;
        let counts = (1 << (2 * a)) + (1 << (2 * b)) + (1 << (2 * c));
        let jacks = counts >> (2 * JACK) & 3;
        table[low] = jacks << 30 | pairs << 26 | counts;
        low += 1;
    }
    table
};

/// The number of jacks and that of equal pairs in one, which says what type a hand is.
#[derive(Clone, Copy)]
pub(crate) struct Kind(u8);

impl Kind {
    /// How many there are, and more, which makes looking up cheaper.
    pub(crate) const COUNT: usize = 128;

    /// For each kind its types, in the order of [`Rules::ALL`].
    pub(crate) const TYPES: &[[HandType; 2]; Kind::COUNT] = &Kind::types();

    const fn types() -> [[HandType; 2]; Kind::COUNT] {
        let mut table = [[HandType::HighCard; 2]; Kind::COUNT];
        let mut jacks = 0;
        while jacks <= 5 {
            let mut pairs = 0;
            while pairs <= 10 {
                table[jacks << 4 | pairs] = [type_of_pairs(pairs, 0), type_of_pairs(pairs, jacks)];
                pairs += 1;
            }
            jacks += 1;
        }
        table
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0) % Kind::COUNT
    }

    #[inline]
    pub(crate) fn hand_type(self, rules: Rules) -> HandType {
        Kind::TYPES[self.index()][rules as usize]
    }
}

impl First {
    #[inline]
    pub(crate) fn of_run(run: usize) -> First {
        FIRST[run]
    }

    /// Returns the kind of the hand with these first two cards and those last three.
    #[inline]
    pub(crate) fn kind(self, low: usize) -> Kind {
        let First(first) = self;
        let last = LAST[low];
        // Wrapping: what is above the last five bits does not matter.
        let (a, b) = (last.wrapping_shr(first) & 3, last.wrapping_shr(first >> 8) & 3);
        Kind(((first >> 16) + (last >> 26) + a + b) as u8)
    }
}

/// For some rules, the order of two labels that come one after the other.
pub(crate) struct Order {
    rules: Rules,
    /// For each run, how many come before it.
    pub(crate) run_places: [u8; RUNS],
    /// The other way about.
    pub(crate) runs: [u8; RUNS],
}

pub(crate) static ORDERS: [Order; 2] = [Order::of(Rules::Standard), Order::of(Rules::Joker)];

impl Order {
    const fn of(rules: Rules) -> Order {
        let mut order = Order { rules, run_places: [0; RUNS], runs: [0; RUNS] };
        let places = rules.places();
        let mut run = 0;
        while run < RUNS {
            let place = places[run / 13] * 13 + places[run % 13];
            order.run_places[run] = place;
            order.runs[place as usize] = run as u8;
            run += 1;
        }
        order
    }

    /// Returns the low parts of hands, weakest labels first.
    pub(crate) fn lows(&self) -> [u16; RUN] {
        let mut lows = [0; RUN];
        let labels = self.rules.labels();
        for (lows, &first) in lows.chunks_exact_mut(13).zip(&self.runs) {
            for (low, last) in lows.iter_mut().zip(labels) {
                *low = u16::from(first) * 13 + last.index() as u16;
            }
        }
        lows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hand;

    #[test]
    fn every_type_is_what_the_cards_say() {
        for hand in Hand::all() {
            for rules in Rules::ALL {
                let first = First::of_run(hand.run());
                let kind = first.kind(hand.low());
                assert_eq!(kind.hand_type(rules), hand.hand_type(rules), "{hand}");
            }
        }
    }

    #[test]
    fn places_are_those_of_the_labels() {
        for rules in Rules::ALL {
            let order = &ORDERS[rules as usize];
            let by_labels = |hand: &Hand| hand.cards().map(|card| rules.places()[card.index()]);
            let mut hands: Vec<Hand> = Hand::all().collect();
            hands.sort_by_key(by_labels);
            let lows = order.lows();
            for (i, hand) in hands.into_iter().enumerate() {
                assert_eq!(usize::from(order.run_places[hand.run()]), i / RUN);
                assert_eq!(usize::from(order.runs[i / RUN]), hand.run());
                assert_eq!(usize::from(lows[i % RUN]), hand.low());
            }
        }
    }
}
