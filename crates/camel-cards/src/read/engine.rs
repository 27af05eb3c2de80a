//! Blocks of entries, and the decoders that fill them with many lines at a time. An [`Engine`] chooses one.
//!
//! Nearly every line is plain: five labels, a blank, one to eight digits, `\n` or `\r\n`. A decoder
//! appends the entries of whole plain lines to a block, and stops where something else begins. It
//! makes no errors: the [reader](super::Reader) reads all other lines one by one.

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, unsafe_op_in_unsafe_fn, reason = "instructions that few machines lack")]
mod avx2;
#[cfg(avx512)]
#[expect(
    unsafe_code,
    clippy::incompatible_msrv,
    reason = "instructions that Rust has from 1.89 on"
)]
mod avx512;
mod portable;

use std::fmt;

use crate::game::{Entry, HAND_BITS};

/// The capacity of a block, in entries.
pub(crate) const BLOCK_ENTRIES: usize = 256;

/// Entries that were decoded together: at most 256, in the order of the input.
///
/// It is the buffer between a [`Reader`](crate::Reader) and a [`Builder`](crate::Builder). Make it
/// once and use it for the whole input.
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

    /// Returns the number of entries, at most 256.
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

    /// Marks the first `entries` of [`Block::spare`] as written.
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

/// Room for fewer entries is not worth a call: decoders append eight at a time.
pub(super) const SPARE_MIN: usize = 16;
const _: () = assert!(SPARE_MIN < BLOCK_ENTRIES);

/// Decoding fewer bytes is not worth a call, either.
const BYTES_MIN: usize = SPARE_MIN * 8;

/// The bytes that decoders see: 2 before the first line, the longest plain lines of a whole block,
/// and 64 more, because 64 are loaded at once. Bytes past the end of the chunk are zeros.
type Window = [u8; LOOK_BEHIND + SPAN + 64];

/// How far before the first line a decoder may look.
const LOOK_BEHIND: usize = 2;
/// The bytes in which lines are searched.
const SPAN: usize = BLOCK_ENTRIES * LINE_MAX;
/// The most bytes of a plain line.
const LINE_MAX: usize = 16;

/// The decoder that a reader uses. All of them give the same entries and the same errors.
///
/// It is public for tests and benchmarks. By default, a [`Reader`](super::Reader) uses the fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// No decoder: each line is parsed alone, byte by byte. The reference for all others.
    Scalar,
    /// Eight bytes at once, on any machine.
    Portable,
    /// 32 bytes at once, on x86-64 machines that have AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    /// 64 bytes at once, on x86-64 machines that have AVX-512 with VBMI2. Requires Rust 1.89.
    #[cfg(avx512)]
    Avx512(avx512::Avx512),
}

/// The fastest engine that this machine can run.
impl Default for Engine {
    fn default() -> Engine {
        Engine::available().next_back().unwrap_or(Engine::Portable)
    }
}

impl Engine {
    /// Returns the engines that this machine can run, the fastest last.
    pub fn available() -> impl DoubleEndedIterator<Item = Engine> {
        [
            Some(Engine::Scalar),
            Some(Engine::Portable),
            #[cfg(target_arch = "x86_64")]
            avx2::Avx2::new().map(Engine::Avx2),
            #[cfg(avx512)]
            avx512::Avx512::new().map(Engine::Avx512),
        ]
        .into_iter()
        .flatten()
    }

    /// Appends the entries of the plain lines that `bytes` has from `at` on, where a line begins.
    /// All must end with `\r\n` if `crlf` is set, or else `\n`. Returns the number of their bytes.
    pub(super) fn decode(self, bytes: &[u8], at: usize, crlf: bool, block: &mut Block) -> usize {
        // A chunk may begin with the end of the line before.
        if at < LOOK_BEHIND || bytes.len() - at < BYTES_MIN {
            return 0;
        }
        let bytes = &bytes[at - LOOK_BEHIND..];
        let mut padded;
        let window = match bytes.first_chunk() {
            Some(window) => window,
            None => {
                padded = [0; size_of::<Window>()];
                padded[..bytes.len()].copy_from_slice(bytes);
                &padded
            }
        };
        match self {
            Engine::Scalar => 0,
            Engine::Portable => portable::decode(window, crlf, block),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2(engine) => engine.decode(window, crlf, block),
            #[cfg(avx512)]
            Engine::Avx512(engine) => engine.decode(window, crlf, block),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hand;

    /// The reader reads what an engine leaves, so an engine that decoded nothing would pass every
    /// other test.
    #[test]
    fn engines_decode_plain_lines_and_nothing_else() {
        for engine in Engine::available().filter(|&engine| engine != Engine::Scalar) {
            // With bids of all lengths, and so many short lines that the block has no room for all.
            let cases = [(false, "\n", 8), (true, "\r\n", 7), (false, "\n", 1), (true, "\r\n", 1)];
            for (crlf, end, digits) in cases {
                let line = |digits| format!("AQ2T9 {}{end}", &"87654321"[..digits]);
                let plain: String = (0..2 * BLOCK_ENTRIES).map(|i| line(i % digits + 1)).collect();
                let first = line(1).len();
                // Room for whole groups of lines, and for some more.
                for held in [0, 3] {
                    let mut block = Block::new();
                    let entry = Entry { hand: "23456".parse().unwrap(), bid: 1 };
                    block.refill(&mut [entry; 3].into_iter().take(held));
                    let decoded = engine.decode(plain.as_bytes(), first, crlf, &mut block);
                    assert!(block.len() > BLOCK_ENTRIES - 16, "{engine:?} {crlf} {block:?}");
                    let entries = block.entries().skip(held).map(|entry| format!("{entry}{end}"));
                    assert_eq!(entries.collect::<String>(), plain[first..first + decoded]);
                }
                let decoded = engine.decode(plain.as_bytes(), first, !crlf, &mut Block::new());
                assert_eq!(decoded, 0, "{engine:?} {crlf}");
            }
        }
    }

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
