use std::fmt;

use crate::game::{Entry, HAND_BITS};

/// How many entries a block has room for.
pub(crate) const BLOCK_ENTRIES: usize = 256;

/// Entries that were decoded together: at most 256, in the order of the input.
///
/// It is the buffer between a [`Reader`](crate::Reader) and a [`Builder`](crate::Builder), made once
/// and used again for all of an input.
///
/// ```
/// use camel_cards::{Block, Reader};
///
/// let (mut reader, mut block) = (Reader::new(), Block::new());
/// reader.next_block(&mut &b"32T3K 765\nT55J5 684\n"[..], &mut block)?;
/// assert_eq!(block.entries().map(|entry| entry.bid).sum::<u64>(), 765 + 684);
/// # Ok::<(), camel_cards::Error>(())
/// ```
#[derive(Clone)]
pub struct Block {
    /// An entry is `bid << 20 | hand`, unless its bid has more than 30 bits. Then it is
    /// `IN_LARGE | hand`.
    packed: [u64; BLOCK_ENTRIES],
    /// The bids that have more than 30 bits, each at the index of its entry.
    large_bids: [u64; BLOCK_ENTRIES],
    len: usize,
    /// The union of the bits of all packed entries.
    union: u64,
}

const IN_LARGE: u64 = 1 << 63;

impl Block {
    /// Makes an empty block.
    pub const fn new() -> Block {
        Block { packed: [0; BLOCK_ENTRIES], large_bids: [0; BLOCK_ENTRIES], len: 0, union: 0 }
    }

    /// Returns the entries in the order of the input.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry> + DoubleEndedIterator + Clone {
        self.packed[..self.len].iter().zip(&self.large_bids).map(|(&packed, &large_bid)| {
            match Entry::unpack(packed) {
                Entry { hand, .. } if packed & IN_LARGE != 0 => Entry { hand, bid: large_bid },
                entry => entry,
            }
        })
    }

    /// Returns how many entries there are, at most 256.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no entries.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the entries packed as [`Entry::packed`] does, if no bid has more than `bid_bits` bits.
    #[inline]
    pub(crate) fn packed(&self, bid_bits: u32) -> Option<&[u64]> {
        (self.union >> (HAND_BITS + bid_bits) == 0).then_some(&self.packed[..self.len])
    }

    /// Replaces the entries by the next of an iterator, until it ends or the block is full.
    #[inline]
    pub(crate) fn refill(&mut self, entries: &mut impl Iterator<Item = Entry>) {
        self.clear();
        entries.take(BLOCK_ENTRIES).for_each(|entry| self.push(entry));
    }

    pub(super) fn clear(&mut self) {
        (self.len, self.union) = (0, 0);
    }

    /// Appends an entry. Requires room for it.
    #[inline]
    pub(super) fn push(&mut self, entry: Entry) {
        let packed = entry.packed().unwrap_or_else(|| {
            self.large_bids[self.len] = entry.bid;
            IN_LARGE | entry.hand.bits()
        });
        self.packed[self.len] = packed;
        self.union |= packed;
        self.len += 1;
    }

    /// Returns the room for more packed entries.
    #[inline]
    pub(super) fn spare(&mut self) -> &mut [u64] {
        &mut self.packed[self.len..]
    }

    /// Says that the first `entries` of [`Block::spare`] have been written.
    #[inline]
    pub(super) fn commit(&mut self, entries: usize) {
        let written = &self.packed[self.len..][..entries];
        self.union = written.iter().fold(self.union, |union, entry| union | entry);
        self.len += entries;
    }
}

impl Default for Block {
    fn default() -> Block {
        Block::new()
    }
}

impl fmt::Debug for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hand;

    /// The first hand has no bits, so that nothing of a packed entry is seen but its bid.
    #[test]
    fn entries_are_packed_if_their_bids_are_small_enough() {
        for hand in [0, Hand::COUNT - 1].map(|index| Hand::from_index(index).unwrap()) {
            for bid in [0, 1, (1 << 20) - 1, 1 << 20, (1 << 30) - 1, 1 << 30, 1 << 63, u64::MAX] {
                let (mut block, entry) = (Block::new(), Entry { hand, bid });
                block.refill(&mut [entry].into_iter());
                assert!(block.entries().eq([entry]));
                assert_eq!(format!("{block:?}"), format!("[{entry:?}]"));
                for bits in [20, 30] {
                    let packed = [u64::from(bid as u32) << HAND_BITS | hand.bits()];
                    let expected = (bid < 1 << bits).then_some(&packed[..]);
                    assert_eq!(block.packed(bits), expected, "{entry} {bits}");
                }
            }
        }
    }
}
