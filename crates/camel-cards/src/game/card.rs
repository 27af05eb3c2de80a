use std::fmt;

/// One card, known by its label: one of `23456789TJQKA`.
///
/// A card has no order of its own, because where `J` sorts depends on the
/// [rules](crate::Rules); ask [`Rules::labels`](crate::Rules::labels).
///
/// ```
/// use camel_cards::Card;
///
/// assert_eq!(Card::from_label(b'T'), Some(Card::Ten));
/// assert_eq!(Card::from_label(b't'), None);
/// assert_eq!(Card::Ten.label(), 'T');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Card {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

/// The labels of [`Card::ALL`], in its order.
const LABELS: &[u8; 13] = b"23456789TJQKA";

impl Card {
    /// All thirteen cards, from `2` to `A`.
    pub const ALL: [Card; 13] = {
        use Card::*;
        [Two, Three, Four, Five, Six, Seven, Eight, Nine, Ten, Jack, Queen, King, Ace]
    };

    /// Returns the card that has this label, an ASCII byte, or `None`.
    #[inline]
    pub fn from_label(label: u8) -> Option<Card> {
        LABELS.iter().position(|&other| other == label).map(|place| Card::ALL[place])
    }

    /// Returns the label: one of `23456789TJQKA`.
    pub const fn label(self) -> char {
        LABELS[self.index()] as char
    }

    /// Returns the card's place in [`Card::ALL`], from 0 to 12.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.label(), f)
    }
}
