//! Tables by prefix and suffix: a hand's type, and its place among all hands by labels.
//!
//! Totals need the type of every hand that occurs, and working it out card by card takes half of
//! their time. But equal pairs add up: those within the prefix, those within the suffix, and
//! for each card of the prefix its count in the suffix. A suffix has all of that in one number:
//!
//! ```text
//! bit 31..30  29..26   25..24  …  19..18  …  1..0
//!     jacks   pairs    A's        J's        2's     how often each label occurs, 0 to 3
//! ```

use super::{
    Card, Hand, HandType, PerRules, Rules,
    hand::{PREFIXES, SUFFIX_BITS, SUFFIXES},
};

impl Hand {
    /// Returns the hand's type under `rules`.
    ///
    /// # Source
    ///
    /// Advent of Code 2023, day 7. Under joker rules every joker acts "like
    /// whatever card would make the hand the strongest type possible", which
    /// is always a card of the most frequent other label.
    pub fn hand_type(self, rules: Rules) -> HandType {
        TypeKey::of(self).hand_type(rules)
    }
}

/// The type of a hand with `equal_pairs` pairs of equal cards, pairs of jokers included.
///
/// Each partition of five or fewer has a different number of equal pairs:
///
/// ```text
/// partition    1…   2 1…   2 2 …   3 1…   3 2   4 …   5
/// equal pairs   0    1      2       3      4     6   10
/// ```
const fn type_of_pairs(equal_pairs: usize, jokers: usize) -> HandType {
    let pairs_of_jokers = jokers * jokers.saturating_sub(1) / 2;
    // All jokers join the largest part of the other cards.
    match (jokers, equal_pairs.saturating_sub(pairs_of_jokers)) {
        (0, 0) => HandType::HighCard,
        (0, 1) | (1, 0) => HandType::OnePair,
        (0, 2) => HandType::TwoPair,
        (0, 3) | (1, 1) | (2, 0) => HandType::ThreeOfAKind,
        (0, 4) | (1, 2) => HandType::FullHouse,
        (0, 6) | (1, 3) | (2, 1) | (3, 0) => HandType::FourOfAKind,
        _ => HandType::FiveOfAKind,
    }
}

/// What the two cards of a prefix contribute: for each card, how far its count is shifted in a
/// [suffix's number](SUFFIX_COUNTS), a byte each, and above them its part of the [`TypeKey`].
#[derive(Clone, Copy)]
pub(crate) struct PrefixCards(u32);

const JACK: u32 = Card::Jack as u32;

/// Indexed by a byte, so there is no bounds check; only bytes below [`PREFIXES`] are prefixes.
static PREFIX_CARDS: [PrefixCards; 256] = {
    let mut table = [PrefixCards(0); 256];
    let mut prefix = 0;
    while prefix < PREFIXES {
        let [a, b] = [(prefix / 13) as u32, (prefix % 13) as u32];
        let key = ((a == JACK) as u32 + (b == JACK) as u32) << 4 | (a == b) as u32;
        table[prefix] = PrefixCards(key << 16 | (2 * b) << 8 | (2 * a));
        prefix += 1;
    }
    table
};

static SUFFIX_COUNTS: [u32; 1 << SUFFIX_BITS] = {
    let mut table = [0; 1 << SUFFIX_BITS];
    let mut suffix = 0;
    while suffix < SUFFIXES {
        let [a, b, c] = [suffix / 169, suffix / 13 % 13, suffix % 13];
        let pairs = (a == b) as u32 + (b == c) as u32 + (a == c) as u32;
        let counts = (1 << (2 * a)) + (1 << (2 * b)) + (1 << (2 * c));
        let jacks = counts >> (2 * JACK) & 3;
        table[suffix] = jacks << 30 | pairs << 26 | counts;
        suffix += 1;
    }
    table
};

/// The number of jacks and the number of equal pairs, which together decide the type of a hand.
#[derive(Clone, Copy)]
pub(crate) struct TypeKey(u8);

impl TypeKey {
    /// One for each byte, so that an index needs no bounds check.
    pub(crate) const COUNT: usize = 256;

    pub(crate) const TYPES: &PerRules<[HandType; TypeKey::COUNT]> = &PerRules {
        standard: TypeKey::types(Rules::Standard),
        joker: TypeKey::types(Rules::Joker),
    };

    const fn types(rules: Rules) -> [HandType; TypeKey::COUNT] {
        let mut table = [HandType::HighCard; TypeKey::COUNT];
        // Some have more jacks, or pairs, than any hand.
        let mut key = 0;
        while key < TypeKey::COUNT {
            let jokers = if rules.joker().is_some() { key >> 4 } else { 0 };
            table[key] = type_of_pairs(key & 15, jokers);
            key += 1;
        }
        table
    }

    pub(crate) fn of(hand: Hand) -> TypeKey {
        PrefixCards::of(hand.prefix()).type_key(hand.suffix())
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    #[inline]
    pub(crate) fn hand_type(self, rules: Rules) -> HandType {
        TypeKey::TYPES[rules][self.index()]
    }
}

impl PrefixCards {
    #[inline]
    pub(crate) fn of(prefix: usize) -> PrefixCards {
        PREFIX_CARDS[prefix]
    }

    /// Returns the key of the hand with this prefix and that suffix.
    #[inline]
    pub(crate) fn type_key(self, suffix: usize) -> TypeKey {
        let PrefixCards(cards) = self;
        let counts = SUFFIX_COUNTS[suffix];
        // Wrapping: a shift uses only its lowest five bits.
        let (a, b) = (counts.wrapping_shr(cards) & 3, counts.wrapping_shr(cards >> 8) & 3);
        TypeKey(((cards >> 16) + (counts >> 26) + a + b) as u8)
    }
}

/// All prefixes in the order of their labels, weakest first.
pub(crate) static PREFIX_ORDERS: PerRules<[u8; PREFIXES]> =
    PerRules { standard: prefix_order(Rules::Standard), joker: prefix_order(Rules::Joker) };

const fn prefix_order(rules: Rules) -> [u8; PREFIXES] {
    let (mut order, labels) = ([0; PREFIXES], rules.labels());
    let mut place = 0;
    while place < PREFIXES {
        order[place] = (labels[place / 13].index() * 13 + labels[place % 13].index()) as u8;
        place += 1;
    }
    order
}

/// Returns all suffixes in the order of their labels, weakest first. It takes microseconds; a
/// constant table would be a twentieth of the page's engine.
pub(crate) fn suffix_order(rules: Rules) -> [u16; SUFFIXES] {
    let (first_two, labels) = (&PREFIX_ORDERS[rules], rules.labels());
    std::array::from_fn(|i| u16::from(first_two[i / 13]) * 13 + labels[i % 13].index() as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_orders_sort_all_hands_by_label() {
        for rules in Rules::ALL {
            let by_labels = |hand: &Hand| hand.cards().map(|card| rules.places()[card.index()]);
            let mut hands: Vec<Hand> = Hand::all().collect();
            hands.sort_by_key(by_labels);
            let (prefixes, suffixes) = (PREFIX_ORDERS[rules], suffix_order(rules));
            for (i, hand) in hands.into_iter().enumerate() {
                assert_eq!(usize::from(prefixes[i / SUFFIXES]), hand.prefix());
                assert_eq!(usize::from(suffixes[i % SUFFIXES]), hand.suffix());
            }
        }
    }
}
