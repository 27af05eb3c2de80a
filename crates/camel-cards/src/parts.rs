//! What is known of a hand from its two parts, by looking up: its type, and where it
//! is among all hands by labels.
//!
//! The types of many hands are the slow half of their totals if each is worked out card
//! by card. But equal pairs add up: those within the first two cards, those within the
//! last three, and for each of the first two cards, how often it is among the last
//! three. The last three cards have all of that in one number:
//!
//! ```text
//! bit 27..26   25..24  …  19..18  …  1..0
//!     pairs    A's        J's        2's     how often each label occurs, 0 to 3
//! ```

use crate::{
    Card, HandType, Rules,
    hand::{RUN, RUNS, type_of_pairs},
};

/// What the first two cards say.
#[derive(Clone, Copy)]
pub(crate) struct First {
    /// Where in the number of the last three each of these two labels is counted.
    counted_at: [u8; 2],
    pairs: u8,
    jacks: u8,
}

const JACK: u32 = Card::Jack as u32;

static FIRST: [First; RUNS] = {
    let mut table = [First { counted_at: [0; 2], pairs: 0, jacks: 0 }; RUNS];
    let mut run = 0;
    while run < RUNS {
        let [a, b] = [(run / 13) as u8, (run % 13) as u8];
        table[run] = First {
            counted_at: [2 * a, 2 * b],
            pairs: (a == b) as u8,
            jacks: (a as u32 == JACK) as u8 + (b as u32 == JACK) as u8,
        };
        run += 1;
    }
    table
};

static LAST: [u32; RUN] = {
    let mut table = [0; RUN];
    let mut low = 0;
    while low < RUN {
        let [a, b, c] = [low / 169, low / 13 % 13, low % 13];
        let pairs = (a == b) as u32 + (b == c) as u32 + (a == c) as u32;
        table[low] = (1 << (2 * a)) + (1 << (2 * b)) + (1 << (2 * c)) + (pairs << 26);
        low += 1;
    }
    table
};

/// By rules, how many jacks and how many equal pairs.
static TYPES: [[[HandType; 11]; 6]; 2] = {
    let mut table = [[[HandType::HighCard; 11]; 6]; 2];
    let mut jacks = 0;
    while jacks < 6 {
        let mut pairs = 0;
        while pairs < 11 {
            table[0][jacks][pairs] = type_of_pairs(pairs, 0);
            table[1][jacks][pairs] = type_of_pairs(pairs, jacks);
            pairs += 1;
        }
        jacks += 1;
    }
    table
};

impl First {
    pub(crate) fn of_run(run: usize) -> First {
        FIRST[run]
    }

    /// Returns the type of the hand with these first two cards and those last three.
    #[inline]
    pub(crate) fn hand_type(self, low: usize, rules: Rules) -> HandType {
        let last = LAST[low];
        let count = |at| (last >> at & 3) as usize;
        let [a, b] = self.counted_at.map(count);
        let pairs = usize::from(self.pairs) + (last >> 26) as usize + a + b;
        let jacks = usize::from(self.jacks) + count(2 * JACK as u8);
        TYPES[rules as usize][jacks][pairs]
    }
}

/// For some rules, the places of parts of hands in the order of labels alone.
pub(crate) struct Order {
    /// For each run, how many come before it; for each low part, likewise.
    pub(crate) run_places: [u16; RUNS],
    pub(crate) low_places: [u16; RUN],
    /// The other way about.
    pub(crate) runs: [u16; RUNS],
    pub(crate) lows: [u16; RUN],
}

impl Order {
    pub(crate) const fn of(rules: Rules) -> &'static Order {
        static STANDARD: Order = Order::new(Rules::Standard);
        static JOKER: Order = Order::new(Rules::Joker);
        match rules {
            Rules::Standard => &STANDARD,
            Rules::Joker => &JOKER,
        }
    }

    const fn new(rules: Rules) -> Order {
        let mut order =
            Order { run_places: [0; RUNS], low_places: [0; RUN], runs: [0; RUNS], lows: [0; RUN] };
        let places = rules.places();
        let mut low = 0;
        while low < RUN {
            let [a, b, c] = [low / 169, low / 13 % 13, low % 13];
            let place = (places[a] as usize * 13 + places[b] as usize) * 13 + places[c] as usize;
            order.low_places[low] = place as u16;
            order.lows[place] = low as u16;
            if low < RUNS {
                let place = places[b] as usize * 13 + places[c] as usize;
                order.run_places[low] = place as u16;
                order.runs[place] = low as u16;
            }
            low += 1;
        }
        order
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
                assert_eq!(first.hand_type(hand.low(), rules), hand.hand_type(rules), "{hand}");
            }
        }
    }

    #[test]
    fn places_are_those_of_the_labels() {
        for rules in Rules::ALL {
            let order = Order::of(rules);
            let by_labels = |hand: &Hand| hand.cards().map(|card| rules.places()[card.index()]);
            let mut hands: Vec<Hand> = Hand::all().collect();
            hands.sort_by_key(by_labels);
            for (i, hand) in hands.into_iter().enumerate() {
                let places = [order.run_places[hand.run()], order.low_places[hand.low()]];
                assert_eq!(usize::from(places[0]) * RUN + usize::from(places[1]), i);
                assert_eq!(usize::from(order.runs[i / RUN]), hand.run());
                assert_eq!(usize::from(order.lows[i % RUN]), hand.low());
            }
        }
    }
}
