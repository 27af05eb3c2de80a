use std::fmt;

use super::{Hand, hand::HAND_BITS};

/// A hand and its bid.
///
/// Read entries with [`entries`](crate::entries); `Display` writes one line of them.
///
/// ```
/// use camel_cards::Entry;
///
/// let entry = Entry { hand: "32T3K".parse()?, bid: 765 };
/// assert_eq!(entry.to_string(), "32T3K 765");
/// # Ok::<(), camel_cards::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The hand.
    pub hand: Hand,
    /// What the entry's rank is multiplied by to give its winnings.
    pub bid: u64,
}

/// The packed form, `bid << 20 | hand`, which engines write and tallies sort.
impl Entry {
    /// How many bits of a bid the packed form has room for: no more than a list has.
    pub(crate) const PACKED_BID_BITS: u32 = 30;

    /// Packs the entry, or returns `None` if its bid does not fit.
    #[inline]
    pub(crate) fn packed(self) -> Option<u64> {
        (self.bid >> Entry::PACKED_BID_BITS == 0)
            .then_some(self.bid << HAND_BITS | self.hand.bits())
    }

    #[inline]
    pub(crate) fn unpack(packed: u64) -> Entry {
        Entry { hand: Hand::from_bits(packed), bid: packed >> HAND_BITS }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.hand, self.bid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_entries_are_what_they_were_up_to_the_largest_bid() {
        let largest = (1 << Entry::PACKED_BID_BITS) - 1;
        for (hand, bid) in Hand::all().zip([0, 1, 765, largest].into_iter().cycle()) {
            let entry = Entry { hand, bid };
            assert_eq!(entry.packed().map(Entry::unpack), Some(entry));
            assert_eq!(Entry { hand, bid: bid + largest + 1 }.packed(), None);
        }
    }
}
