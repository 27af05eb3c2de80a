//! What solutions need to know about a hand: its class, and the card that its jokers become.

use std::cmp::Reverse;

use camel_cards::{Card, Entry, Hand, HandType, PerRules, Rules};
use serde::Deserialize;

/// A hand class: the label counts of a hand, and how many of its cards are `J`.
///
/// There are [`HandClass::COUNT`] classes. A program that computes types from label counts alone gives all hands of a
/// class the same type, even if that is wrong.
///
/// ```
/// use camel_cards::{HandType, Rules};
/// use camel_cards_coach::HandClass;
///
/// let class = HandClass::of("QQJ45".parse()?);
/// assert_eq!(class.pattern(), "xxJyz");
/// assert_eq!(class.hand_type(Rules::Joker), HandType::ThreeOfAKind);
/// # Ok::<(), camel_cards::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HandClass(u8);

const PATTERNS: [&str; HandClass::COUNT] = [
    "vwxyz", "xyzwJ", "xxwyz", "xxJyz", "JJxyz", "xxyyz", "xxyyJ", "xxJJy", "xxxyz", "xxxJy",
    "JJJxy", "xxxyy", "xxxJJ", "JJJxx", "xxxxy", "xxxxJ", "JJJJx", "xxxxx", "JJJJJ",
];

/// The number of jokers in a hand of each class.
const JOKERS: [u8; HandClass::COUNT] = [0, 1, 0, 1, 2, 0, 1, 2, 0, 1, 3, 0, 2, 3, 0, 1, 4, 0, 5];

/// The level of each hand class, by [`HandClass::index`]: greater is stronger, and classes with equal levels count as one
/// type. Right levels are 1 for high card to 7 for five of a kind. Wrong ones may also be 0, for no type, below all
/// other hands, or 8, for no type, above them.
pub(crate) type Levels = [u8; HandClass::COUNT];

/// The right levels.
pub(crate) const LEVELS: PerRules<Levels> = PerRules {
    standard: [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7],
    joker: [1, 2, 2, 4, 4, 3, 5, 6, 4, 6, 6, 5, 7, 7, 6, 7, 7, 7, 7],
};

impl HandClass {
    /// The number of classes.
    pub const COUNT: usize = 19;

    /// Returns all classes, ordered by standard type and then by number of jokers.
    pub fn all() -> impl Iterator<Item = HandClass> {
        (0..HandClass::COUNT as u8).map(HandClass)
    }

    /// Returns the class of `hand`.
    pub fn of(hand: Hand) -> HandClass {
        let jokers = hand.label_counts()[Card::Jack.index()];
        HandClass::with(hand.hand_type(Rules::Standard), jokers)
    }

    /// Returns the class of hands without jokers that have this type, under either rules.
    pub(crate) fn without_jokers(hand_type: HandType) -> HandClass {
        HandClass::with(hand_type, 0)
    }

    /// Returns the class of hands that have this type under standard rules, and this number of jokers.
    fn with(hand_type: HandType, jokers: u8) -> HandClass {
        let level = hand_type.index() as u8 + 1;
        let is_lower = |i: &usize| (LEVELS.standard[*i], JOKERS[*i]) < (level, jokers);
        HandClass((0..HandClass::COUNT).filter(is_lower).count() as u8)
    }

    /// Returns the index in [`HandClass::all`], less than [`HandClass::COUNT`].
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Returns the pattern, such as `xxJyz`. Each lower-case letter is a different label other than `J`. The order of
    /// the cards does not matter.
    pub fn pattern(self) -> &'static str {
        PATTERNS[self.index()]
    }

    /// Returns one hand of this class.
    pub fn example(self) -> Hand {
        let mut letters = self.pattern().chars().map(|letter| match letter {
            'J' => Card::Jack,
            'x' => Card::Six,
            'y' => Card::Five,
            'z' => Card::Four,
            'w' => Card::Three,
            _ => Card::Two,
        });
        Hand::new(std::array::from_fn(|_| letters.next().unwrap_or(Card::Two)))
    }

    /// Returns the type that hands of this class have under `rules`.
    pub fn hand_type(self, rules: Rules) -> HandType {
        HandType::ALL[usize::from(LEVELS[rules][self.index()]) - 1]
    }
}

/// The card that all jokers of a hand become, right or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum JokerChoice {
    /// They stay `J`.
    Jack,
    /// The most frequent other label; of equally frequent ones, the strongest. This is the right choice.
    Strongest,
    /// The same, but `JJJJJ` stays.
    StrongestUnlessFive,
    /// The most frequent other label; of equally frequent ones, the weakest. `JJJJJ` becomes `22222`.
    Weakest,
    /// The most frequent other label; of equally frequent ones, the first in the hand.
    FirstSeen,
    /// The same, but `JJJJJ` stays.
    FirstSeenUnlessFive,
    /// The most frequent label, which may be `J`; of equally frequent ones, the first in the hand.
    MostFrequent,
    /// The same, but the last in the hand.
    LastMostFrequent,
    /// The strongest other label in the hand.
    Highest,
    /// The weakest.
    Lowest,
    /// The one with the greatest character code.
    HighestCode,
    Ace,
    Two,
    /// The first card, even if it is a `J`.
    First,
    /// The first card, unless a label other than `J` is more frequent.
    FirstUnlessCommoner,
    /// The first card that is not a `J`.
    FirstOther,
}

impl JokerChoice {
    /// Returns the card that the jokers of `hand` become: an ace if there is no card to choose, unless the choice says
    /// otherwise.
    pub(crate) fn card(self, hand: Hand) -> Card {
        let (cards, counts) = (hand.cards(), hand.label_counts());
        let mut others = cards.into_iter().filter(|&card| card != Card::Jack);
        let count = |card: &Card| counts[card.index()];
        let choice = match self {
            JokerChoice::Strongest | JokerChoice::StrongestUnlessFive => {
                others.max_by_key(|card| (count(card), card.index()))
            }
            // `max_by_key` returns the last of equal ones.
            JokerChoice::FirstSeen | JokerChoice::FirstSeenUnlessFive => {
                others.rev().max_by_key(count)
            }
            JokerChoice::Weakest => {
                let weakest = others.max_by_key(|card| (count(card), Reverse(card.index())));
                weakest.or(Some(Card::Two))
            }
            JokerChoice::MostFrequent => cards.into_iter().rev().max_by_key(count),
            JokerChoice::LastMostFrequent => cards.into_iter().max_by_key(count),
            JokerChoice::Highest => others.max_by_key(|card| card.index()),
            JokerChoice::Lowest => others.min_by_key(|card| card.index()),
            JokerChoice::HighestCode => others.max_by_key(|card| card.label()),
            JokerChoice::First => Some(cards[0]),
            JokerChoice::FirstUnlessCommoner => {
                let commonest = others.max_by_key(count);
                commonest.filter(|card| count(card) > count(&cards[0])).or(Some(cards[0]))
            }
            JokerChoice::FirstOther => others.next(),
            JokerChoice::Jack => Some(Card::Jack),
            JokerChoice::Two => Some(Card::Two),
            JokerChoice::Ace => None,
        };
        choice.unwrap_or(match self {
            JokerChoice::StrongestUnlessFive | JokerChoice::FirstSeenUnlessFive => Card::Jack,
            _ => Card::Ace,
        })
    }

    /// Returns the hand with its jokers replaced by that card.
    pub(crate) fn joined(self, hand: Hand) -> Hand {
        let cards = hand.cards();
        if !cards.contains(&Card::Jack) {
            return hand;
        }
        let choice = self.card(hand);
        Hand::new(cards.map(|card| if card == Card::Jack { choice } else { card }))
    }
}

/// A hand with data that solutions need, computed once.
#[derive(Clone, Copy)]
pub(crate) struct DealtHand {
    pub(crate) hand: Hand,
    pub(crate) class: HandClass,
    pub(super) cards: [Card; 5],
    /// The bid of the entry.
    pub(super) bid: u64,
}

impl DealtHand {
    pub(crate) fn of_all(entries: &[Entry]) -> Vec<DealtHand> {
        let dealt = |&Entry { hand, bid }: &Entry| DealtHand {
            hand,
            class: HandClass::of(hand),
            cards: hand.cards(),
            bid,
        };
        entries.iter().map(dealt).collect()
    }

    /// Returns the cards after a choice for the jokers, each with the size of its group.
    pub(super) fn joined(&self, choice: JokerChoice) -> [(Card, u8); 5] {
        let hand = choice.joined(self.hand);
        let counts = hand.label_counts();
        hand.cards().map(|card| (card, counts[card.index()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_has_the_types_of_its_class() {
        for (index, class) in HandClass::all().enumerate() {
            assert_eq!(class.index(), index);
            assert_eq!(HandClass::of(class.example()), class, "{}", class.pattern());
        }
        for hand in Hand::all() {
            let class = HandClass::of(hand);
            for rules in Rules::ALL {
                assert_eq!(hand.hand_type(rules), class.hand_type(rules));
            }
        }
    }
}
