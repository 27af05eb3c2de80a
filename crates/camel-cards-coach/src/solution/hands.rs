//! What solutions need to know about a hand: its class, the card that its jokers become, and the type that it gets.

use camel_cards::{
    Card, Entry, Hand,
    HandType::{self, *},
    PerRules, Rules,
};
use serde::{Deserialize, Deserializer, de::Error};

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

/// The number of the type of each hand class, 1 for high card.
pub(crate) const TYPES: PerRules<[u8; HandClass::COUNT]> = PerRules {
    standard: [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7],
    joker: [1, 2, 2, 4, 4, 3, 5, 6, 4, 6, 6, 5, 7, 7, 6, 7, 7, 7, 7],
};

/// The level of each hand class, by [`HandClass::index`]: greater is stronger, and classes with equal levels count as one
/// type. A type has the level that is its number × [`STEP`]. Wrong levels may also be 0 or 8 × `STEP`, below and above all
/// other hands, or between two types, where five more fit: label counts that no hand of five cards has, compared as lists.
pub(crate) type Levels = [u8; HandClass::COUNT];

/// Levels of some classes.
pub(crate) type SomeLevels = [Option<u8>; HandClass::COUNT];

pub(crate) const STEP: u8 = 6;

/// The names of levels in the table of mistakes, weakest first.
const LEVELS: &str = "0abcde1fghij2klmno3pqrst4uvwxy5zABCD6EFGHI7JKLMN8";

/// Returns the right levels.
pub(crate) fn right_levels(rules: Rules) -> Levels {
    TYPES[rules].map(|number| STEP * number)
}

/// Reads the name of a level for each hand class, or a dot if it keeps its type.
pub(crate) fn read_levels<'de, D: Deserializer<'de>>(column: D) -> Result<SomeLevels, D::Error> {
    let read = |name: char| match name {
        '.' => Some(None),
        _ => LEVELS.find(name).map(|level| Some(level as u8)),
    };
    let levels: Option<Vec<_>> = String::deserialize(column)?.chars().map(read).collect();
    levels
        .and_then(|levels| levels.try_into().ok())
        .ok_or_else(|| D::Error::custom("types are a digit, a letter or a dot for each hand class"))
}

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

    /// Returns the class of hands that have this type under standard rules, and this number of jokers.
    fn with(hand_type: HandType, jokers: u8) -> HandClass {
        let number = hand_type.index() as u8 + 1;
        let is_lower = |i: &usize| (TYPES.standard[*i], JOKERS[*i]) < (number, jokers);
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
        HandType::ALL[usize::from(TYPES[rules][self.index()]) - 1]
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
    /// The most frequent other label: of two pairs, the first in the hand; of single cards, the strongest.
    FirstSeenOfPairs,
    /// The most frequent label, which may be `J`; of equally frequent ones, the first in the hand.
    MostFrequent,
    /// The same, but the last in the hand.
    LastMostFrequent,
    /// The same, but the weakest, `J` between `T` and `Q`.
    WeakestMostFrequent,
    /// The strongest other label in the hand.
    Highest,
    /// The weakest.
    Lowest,
    /// The one with the greatest character code.
    HighestCode,
    Ace,
    /// An ace, unless a label other than `J` occurs twice.
    AceUnlessPair,
    /// Like `Strongest`, but never an ace.
    NotAce,
    /// An ace if there are five of them; otherwise they stay `J`.
    AceIfFive,
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
        use JokerChoice::*;
        let (cards, counts) = (hand.cards(), hand.label_counts());
        // The card with the greatest key is chosen.
        let key = |&(at, card): &(i16, Card)| {
            let (count, label) = (counts[card.index()], card.index() as i16);
            match self {
                Strongest | StrongestUnlessFive | NotAce => (count, label),
                FirstSeenOfPairs if count == 1 => (count, label),
                Weakest | WeakestMostFrequent => (count, -label),
                LastMostFrequent => (count, at),
                Highest => (0, label),
                Lowest => (0, -label),
                HighestCode => (0, card.label() as i16),
                First | FirstOther => (0, -at),
                FirstUnlessCommoner if card == Card::Jack && at > 0 => (0, -at),
                _ => (count, -at),
            }
        };
        let may_be = |&(_, card): &(i16, Card)| match (card, self) {
            (Card::Jack, Jack | First | FirstUnlessCommoner) => true,
            (Card::Jack, MostFrequent | LastMostFrequent | WeakestMostFrequent) => true,
            (Card::Jack, _) | (Card::Ace, NotAce) => false,
            _ => true,
        };
        let cards = (0..).zip(cards).filter(may_be);
        let chosen = cards.max_by_key(key).map(|(_, card)| card);
        match self {
            AceIfFive if counts[Card::Jack.index()] == 5 => Card::Ace,
            Jack | AceIfFive => Card::Jack,
            Two => Card::Two,
            Ace => Card::Ace,
            AceUnlessPair => chosen.filter(|card| counts[card.index()] > 1).unwrap_or(Card::Ace),
            Weakest => chosen.unwrap_or(Card::Two),
            NotAce => chosen.unwrap_or(Card::King),
            StrongestUnlessFive | FirstSeenUnlessFive => chosen.unwrap_or(Card::Jack),
            _ => chosen.unwrap_or(Card::Ace),
        }
    }

    /// Returns the hand with its jokers replaced by that card.
    pub(crate) fn replaced(self, hand: Hand) -> Hand {
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
    pub(super) fn replaced(&self, choice: JokerChoice) -> [(Card, u8); 5] {
        let hand = choice.replaced(self.hand);
        let counts = hand.label_counts();
        hand.cards().map(|card| (card, counts[card.index()]))
    }
}

/// Returns the name of the type that has this level if the types are in the right order, or a text that says there is no
/// type.
pub(crate) fn level_name(level: u8) -> &'static str {
    match (level / STEP, level % STEP) {
        (0, 0) => "no type, below all other hands",
        (number @ 1..8, 0) => HandType::ALL[usize::from(number) - 1].name(),
        (0, _) => "no type, below high card",
        (1, _) => "no type, between high card and one pair",
        (2, _) => "no type, between one pair and two pair",
        (3, _) => "no type, between two pair and three of a kind",
        (4, _) => "no type, between three of a kind and full house",
        (5, _) => "no type, between full house and four of a kind",
        (6, _) => "no type, between four of a kind and five of a kind",
        (7, _) => "no type, above five of a kind",
        _ => "no type, above all other hands",
    }
}

/// A rule that decides the type by more than label counts: jokers become a card, and the hand is taken for one of the
/// class that it then has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct HandRule {
    pub(crate) jokers: JokerChoice,
    /// In ties, too, jokers become that card, and this is the value of a `J` that is left.
    #[serde(default)]
    pub(crate) ties: Option<u8>,
    /// A group of four counts only if it includes the card at this position, from 1.
    #[serde(default)]
    four_with: Option<usize>,
    /// The same for a group of three.
    #[serde(default)]
    three_with: Option<usize>,
    /// A full house counts only if its three equal cards include the card at this position.
    #[serde(default)]
    full_with: Option<usize>,
    /// A full house counts only if its pair is dealt first.
    #[serde(default)]
    pair_first: bool,
    /// Equal cards form a group only if they are neighbours.
    #[serde(default)]
    neighbours: bool,
    /// 23456, as dealt, is of the second class, and other high cards are of the first.
    #[serde(default)]
    straight: bool,
    /// The levels of classes in which a `J` that is left is not a label like any other.
    #[serde(default, deserialize_with = "read_levels")]
    pub(crate) levels: SomeLevels,
}

impl HandRule {
    /// Returns the class that a hand is taken for.
    pub(crate) fn class_of(self, hand: Hand) -> HandClass {
        let mut replaced = self.jokers.replaced(hand);
        if self.neighbours {
            replaced = with_runs_apart(replaced);
        }
        let lacks = |position: Option<usize>, group: u8| {
            let card = position.map(|position| replaced.cards()[position - 1]);
            card.is_some_and(|card| replaced.label_counts()[card.index()] < group)
        };
        match replaced.hand_type(Rules::Standard) {
            FourOfAKind if lacks(self.four_with, 4) => HandClass::with(FullHouse, 0),
            FullHouse if lacks(self.full_with, 3) => HandClass::with(FourOfAKind, 0),
            FullHouse if self.pair_first && !lacks(Some(1), 3) => HandClass::with(ThreeOfAKind, 0),
            HighCard if self.straight => {
                HandClass((replaced.cards().map(Card::index) == [0, 1, 2, 3, 4]).into())
            }
            ThreeOfAKind if lacks(self.three_with, 3) => HandClass::with(TwoPair, 0),
            _ => HandClass::of(replaced),
        }
    }
}

/// Returns a hand whose runs of equal cards have a label each.
fn with_runs_apart(hand: Hand) -> Hand {
    let cards = hand.cards();
    let run = |i: usize| (1..=i).filter(|&j| cards[j] != cards[j - 1]).count();
    Hand::new(std::array::from_fn(|i| Card::ALL[run(i)]))
}

/// Moves each of the seven types to the place that another one had, from 1. New levels count the types below.
pub(crate) fn moved(levels: &Levels, places: &[u8; 7]) -> Levels {
    let mut moved = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    moved[1..8].copy_from_slice(places);
    let moved = counts_of_smaller(&moved);
    levels.map(|level| STEP * moved[usize::from(level / STEP)])
}

/// Replaces each value by the number of smaller ones, which keeps only their order.
pub(crate) fn counts_of_smaller<const N: usize>(values: &[u8; N]) -> [u8; N] {
    values.map(|value| values.iter().map(|&other| u8::from(other < value)).sum())
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
