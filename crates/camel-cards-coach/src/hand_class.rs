use camel_cards::{Card, Hand, HandType, HandType::*, Rules};

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

/// The first class of each standard type.
const FIRST: [usize; 7] = [0, 2, 5, 8, 11, 14, 17];

/// The type of each class under joker rules.
#[rustfmt::skip]
const JOKER_TYPES: [HandType; HandClass::COUNT] = [
    HighCard, OnePair, OnePair, ThreeOfAKind, ThreeOfAKind, TwoPair, FullHouse, FourOfAKind, ThreeOfAKind, FourOfAKind,
    FourOfAKind, FullHouse, FiveOfAKind, FiveOfAKind, FourOfAKind, FiveOfAKind, FiveOfAKind, FiveOfAKind, FiveOfAKind,
];

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
        let first = FIRST[hand.hand_type(Rules::Standard).index()];
        let with_fewer = JOKERS[first..].iter().take_while(|&&other| other < jokers).count();
        HandClass((first + with_fewer) as u8)
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
        match rules {
            Rules::Standard => {
                HandType::ALL[FIRST.partition_point(|&first| first <= self.index()) - 1]
            }
            Rules::Joker => JOKER_TYPES[self.index()],
        }
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
