use std::str::FromStr;

use super::{
    Error, ErrorKind, Position,
    line::{NO_LABEL, hand_bits},
};
use crate::game::{Card, Hand};

impl Hand {
    /// Returns the hand of five labels, or `None` if a byte is no label: the fast way for a column
    /// of hands. `FromStr` says which byte it is.
    ///
    /// ```
    /// use camel_cards::Hand;
    ///
    /// assert_eq!(Hand::from_labels(*b"32T3K"), "32T3K".parse().ok());
    /// assert_eq!(Hand::from_labels(*b"32t3K"), None);
    /// ```
    #[inline]
    pub fn from_labels(labels: [u8; 5]) -> Option<Hand> {
        let bits = hand_bits(&labels);
        (bits < NO_LABEL).then(|| Hand::from_bits(bits.into()))
    }
}

impl FromStr for Hand {
    type Err = Error;

    /// Reads five labels and nothing else; the error's position is in `text`.
    fn from_str(text: &str) -> Result<Hand, Error> {
        let at = |byte: usize| Position { line: 1, column: byte as u64 + 1, byte: byte as u64 };
        let mut cards = Vec::with_capacity(5);
        for (i, found) in text.bytes().enumerate() {
            cards.push(
                Card::from_label(found)
                    .ok_or_else(|| Error::new(ErrorKind::UnknownLabel { found }, at(i)))?,
            );
        }
        let cards = cards.try_into().map_err(|cards: Vec<Card>| {
            Error::new(ErrorKind::HandLength { found: cards.len() as u64 }, at(0))
        })?;
        Ok(Hand::new(cards))
    }
}
