use camel_cards::{Card, Hand};
use serde::Deserialize;

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
    /// The most frequent other label; of equally frequent ones, the first in the hand.
    FirstSeen,
    /// The most frequent label, which may be `J`; of equally frequent ones, the first in the hand.
    MostFrequent,
    /// The strongest other label in the hand.
    Highest,
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
    /// Returns the card that the jokers of `hand` become: an ace if there is no card to choose.
    pub(crate) fn card(self, hand: Hand) -> Card {
        let (cards, counts) = (hand.cards(), hand.label_counts());
        let mut others = cards.into_iter().filter(|&card| card != Card::Jack);
        let count = |card: &Card| counts[card.index()];
        let choice = match self {
            JokerChoice::Strongest | JokerChoice::StrongestUnlessFive => {
                others.max_by_key(|card| (count(card), card.index()))
            }
            // `max_by_key` returns the last of equal ones.
            JokerChoice::FirstSeen => others.rev().max_by_key(count),
            JokerChoice::MostFrequent => cards.into_iter().rev().max_by_key(count),
            JokerChoice::Highest => others.max_by_key(|card| card.index()),
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
        let is_five = self == JokerChoice::StrongestUnlessFive;
        choice.unwrap_or(if is_five { Card::Jack } else { Card::Ace })
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
