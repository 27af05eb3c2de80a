//! Entries on their way into a tally.
//!
//! One update anywhere in three to six megabytes of cells waits for memory, some 10 to 30 ns.
//! So entries are first written to 169 runs by their first two cards, each an append
//! to memory that is at hand, and later each run is tallied on its own, in 18 or 35 KB of
//! cells. In a run an entry is one word:
//!
//! ```text
//! bit 31              12 11       0
//!     bid below 2²⁰     low          low: the last three cards, below 2,197
//!     0                 4,095        the bid is the next of the run's large ones
//! ```
//!
//! A run grows by blocks, which all runs take from one supply, so hands that begin
//! alike are no worse than any. A block has room for as many entries as come at once
//! when it is full: so nothing is asked while they are written. Several batches filled at once, from alternating
//! pieces of one input, are tallied as if one had been: each keeps where its pieces
//! end in every run.

use std::mem;

use crate::{
    Entry, Error, Reader,
    few::FEW,
    hand::{HAND_BITS, RUN, RUNS},
    lines::LINES,
    machine::{pages::Memory, prefetch},
    reader::Sink,
};

/// Words a block.
const BLOCK: usize = 2048;
/// From so many on, it is full.
const FULL: usize = BLOCK - LINES;
/// How many blocks there is room for beyond that: a batch is full a piece of input before one looks.
const OVER: usize = 64;
/// How many words before a line of the cache ends the next is asked for. There are more runs than
/// the processor follows by itself.
const AHEAD: usize = 4;
/// How many words there is room for from the beginning, at most.
const ROOM_MAX: usize = 1 << 24;
/// In place of the low part, if the bid is elsewhere.
pub(crate) const LARGE: u32 = 0xFFF;
pub(crate) const BID_BITS: u32 = 20;
const _: () = assert!(RUN < LARGE as usize && RUNS < 256);

/// Entries on their way into a [`Tally`](crate::Tally): the fastest way there.
///
/// It holds any number of entries, four bytes each, but is meant to be
/// [appended](crate::Tally::append) whenever it [is full](Batch::is_full).
///
/// ```
/// use camel_cards::{Batch, Reader, Tally};
///
/// let (mut reader, mut batch, mut tally) = (Reader::new(), Batch::new(1 << 20), Tally::new());
/// for mut piece in [&b"32T3K 765\nT55J5"[..], b" 684\n"] {
///     batch.read(&mut reader, &mut piece)?;
///     if batch.is_full() {
///         tally.append(&mut batch);
///     }
/// }
/// tally.append(&mut batch);
/// assert_eq!(tally.entries(), 2);
/// # Ok::<(), camel_cards::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    /// All entries, packed, as long as there are few: then this is all there is.
    few: Vec<u64>,
    /// How many that may be.
    few_max: usize,
    words: Memory<u32>,
    /// All blocks in use.
    links: Vec<Link>,
    /// Where the next word of each run goes. A run is a byte, so there are 256.
    heads: [u32; 256],
    /// The bids that no word has room for, with their low parts, for each run.
    large: Vec<Vec<(u16, u64)>>,
    larges: usize,
    /// How many entries there are in runs.
    in_runs: usize,
    /// How many entries there may be before it is full.
    capacity: usize,
    /// Where pieces of the input end.
    ends: Vec<PieceEnd>,
}

/// Where the words of a full block end, and which block its run goes on in.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    end: u32,
    next: u32,
}

#[derive(Clone, Debug)]
struct PieceEnd {
    piece: u64,
    heads: [u32; RUNS],
}

/// Where a run begins. Were all to begin with a block, they would compete for the same
/// few lines of the cache.
const fn begin(run: usize) -> u32 {
    (run * BLOCK + run * FULL / RUNS) as u32
}

impl Batch {
    /// Makes an empty batch that is full at about `capacity` entries, or a third as many with bids
    /// from 2²⁰ on.
    ///
    /// Memory is 4 bytes an entry, and 16 more for each such bid; from some hundred thousand entries on,
    /// that of `capacity` entries.
    pub fn new(capacity: usize) -> Batch {
        Batch {
            few: Vec::new(),
            few_max: FEW,
            words: Memory::default(),
            links: Vec::new(),
            heads: [0; 256],
            large: Vec::new(),
            larges: 0,
            in_runs: 0,
            capacity: capacity.max(1),
            ends: Vec::new(),
        }
    }

    /// Makes an empty batch for an input of at least so many bytes, or 0 if that is not known.
    ///
    /// If so many entries are sure to come that a list would only be in the way, it takes all its memory at
    /// the first: a million entries are tallied in a tenth less time. Other bytes than these make no
    /// difference but in time and memory.
    pub fn for_input(bytes: u64, capacity: usize) -> Batch {
        // Five labels, a blank, the longest bid that fits a list, `\r\n`.
        const LINE_BYTES: u64 = 5 + 1 + 13 + 2;
        const _: () = assert!(1 << Entry::PACKED_BID_BITS < 10_000_000_000_000u64);
        let few_max = if bytes > FEW as u64 * LINE_BYTES { 0 } else { FEW };
        Batch { few_max, ..Batch::new(capacity) }
    }

    /// Reads on, and adds the entries whose lines end in `piece`, in order.
    ///
    /// # Errors
    ///
    /// A bad line; [`Reader::read`] says how to go on.
    pub fn read(&mut self, reader: &mut Reader, piece: &mut &[u8]) -> Result<(), Error> {
        reader.read_to(piece, self)
    }

    /// Adds entries, in order.
    ///
    /// # Panics
    ///
    /// As for [`Batch::push`].
    pub fn push_all(&mut self, entries: &[Entry]) {
        let mut block = [0; LINES];
        for entries in entries.chunks(LINES) {
            let (mut fit, mut any) = (true, 0);
            for (to, entry) in block.iter_mut().zip(entries) {
                match entry.packed() {
                    Some(packed) => (*to, any) = (packed, any | packed),
                    None => fit = false,
                }
            }
            if fit {
                self.packed(&block[..entries.len()], any);
            } else {
                entries.iter().for_each(|&entry| self.push(entry));
            }
        }
    }

    /// Adds one more entry, the last so far.
    ///
    /// # Panics
    ///
    /// If it holds more than four billion entries, long after it is full.
    pub fn push(&mut self, entry: Entry) {
        if self.words.is_empty() {
            match entry.packed() {
                Some(packed) if self.few.len() < self.few_max => return self.few.push(packed),
                _ => self.spread(self.few.len() == self.few_max),
            }
        }
        self.push_word(entry);
    }

    fn push_word(&mut self, Entry { hand, bid }: Entry) {
        let run = hand.run();
        let word = if bid < 1 << BID_BITS {
            hand.low() as u32 | (bid as u32) << 12
        } else {
            self.large[run].push((hand.low() as u16, bid));
            self.larges += 1;
            LARGE
        };
        self.words[self.heads[run] as usize] = word;
        self.heads[run] += 1;
        self.in_runs += 1;
        if is_full(self.heads[run]) {
            self.take_block(run);
        }
    }

    /// Adds at most [`LINES`] entries whose bids have room in words.
    fn push_words(&mut self, entries: &[u64]) {
        // The loop that every entry goes through: what it need not look up again is here.
        let (words, heads) = (&mut self.words[..], &mut self.heads);
        let mut next = |entry: u64| {
            let head = &mut heads[usize::from(entry as u8)];
            let place = *head as usize;
            *head += 1;
            place
        };
        // The low part and the bid: all but the run.
        let word = |entry: u64| (entry >> 8) as u32;
        // Four at once, and first where they go: what is read of the heads then waits less for
        // words whose place is not known yet.
        let (fours, rest) = entries.as_chunks::<4>();
        for four in fours {
            for (place, &entry) in four.map(&mut next).into_iter().zip(four) {
                words[place] = word(entry);
                prefetch(words, place + AHEAD);
            }
        }
        for &entry in rest {
            words[next(entry)] = word(entry);
        }
        self.in_runs += entries.len();
        // All at once, which is quicker than to find the first.
        if self.heads[..RUNS].iter().fold(false, |any, &head| any | is_full(head)) {
            for run in 0..RUNS {
                if is_full(self.heads[run]) {
                    self.take_block(run);
                }
            }
        }
    }

    /// Puts the few entries into runs, if they are not; there is room from the beginning if many follow.
    #[cold]
    pub(crate) fn spread(&mut self, many: bool) {
        if self.words.is_empty() {
            let more = if many { self.capacity.min(ROOM_MAX) / FULL + OVER } else { 0 };
            self.words = Memory::new((RUNS + more) * BLOCK, many);
            self.links = vec![Link::default(); RUNS];
            for (run, head) in self.heads.iter_mut().enumerate().take(RUNS) {
                *head = begin(run);
            }
            self.large = vec![Vec::new(); RUNS];
            let few = mem::take(&mut self.few);
            let any = few.iter().fold(0, |any, entry| any | entry);
            self.packed(&few, any);
        }
    }

    /// Returns all entries in their order, if there are few.
    pub(crate) fn few(&mut self) -> Option<&mut Vec<u64>> {
        self.words.is_empty().then_some(&mut self.few)
    }

    #[cold]
    fn take_block(&mut self, run: usize) {
        let (end, block) = (self.heads[run], self.links.len());
        self.links.push(Link::default());
        self.links[end as usize / BLOCK] = Link { end, next: block as u32 };
        let head = u32::try_from(block * BLOCK).ok().filter(|head| *head < u32::MAX - BLOCK as u32);
        self.heads[run] = head.expect("a batch of more than four billion entries");
        if self.words.len() < (block + 1) * BLOCK {
            self.words.grow((block + 1) * BLOCK);
        }
    }

    /// Returns whether it is time to [append](crate::Tally::append) the batch.
    #[inline]
    pub fn is_full(&self) -> bool {
        let words = self.few.len() + self.in_runs;
        words + 2 * self.larges + RUNS * self.ends.len() >= self.capacity
    }

    /// Says that what was pushed since the last call is piece `piece` of the input.
    ///
    /// Batches [appended together](crate::Tally::append_all) must all have ended their
    /// last piece, and the pieces of each must be in rising order.
    pub fn end_piece(&mut self, piece: u64) {
        debug_assert!(
            self.ends.last().is_none_or(|last| last.piece < piece),
            "not in rising order"
        );
        self.spread(true);
        let mut heads = [0; RUNS];
        heads.copy_from_slice(&self.heads[..RUNS]);
        self.ends.push(PieceEnd { piece, heads });
    }

    /// Empties the batch, keeping its memory.
    pub(crate) fn clear(&mut self) {
        self.few.clear();
        self.links.truncate(RUNS);
        for run in 0..RUNS {
            self.heads[run] = begin(run);
        }
        // Not cleared: in a sorted input each run would keep its most, one after the other.
        self.large.iter_mut().for_each(|large| *large = Vec::new());
        self.larges = 0;
        self.in_runs = 0;
        self.ends.clear();
    }

    /// Returns how many entries there are.
    pub(crate) fn len(&self) -> u64 {
        (self.few.len() + self.in_runs) as u64
    }
}

/// Whether the block ends here, with room left.
#[inline]
fn is_full(head: u32) -> bool {
    head as usize % BLOCK >= FULL
}

impl Sink for Batch {
    fn packed(&mut self, entries: &[u64], any: u64) {
        if self.words.is_empty() {
            if self.few.len() + entries.len() <= self.few_max {
                return self.few.extend_from_slice(entries);
            }
            self.spread(true);
        }
        for entries in entries.chunks(LINES) {
            if any >> (HAND_BITS + BID_BITS) == 0 {
                self.push_words(entries);
            } else {
                entries.iter().for_each(|&entry| self.push_word(Entry::unpack(entry)));
            }
        }
    }

    fn entry(&mut self, entry: Entry) {
        self.push(entry);
    }
}

/// Batches that were filled from alternating pieces of one input.
pub(crate) struct Pieces<'a> {
    batches: &'a [Batch],
    /// Which batch has the next piece, and where that ends, for all pieces.
    order: Vec<(usize, Option<&'a PieceEnd>)>,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(batches: &'a [Batch]) -> Pieces<'a> {
        let mut order: Vec<_> = (0..)
            .zip(batches)
            .flat_map(|(i, batch)| batch.ends.iter().map(move |end| (i, Some(end))))
            .collect();
        order.sort_by_key(|(_, end)| end.map(|end| end.piece));
        // What is pushed after the last piece's end, as one piece that is last.
        order.extend((0..batches.len()).map(|i| (i, None)));
        Pieces { batches, order }
    }

    /// Gives all words of a run, in the order of the input, to `words`, and the large
    /// bids to come with them.
    pub(crate) fn run(&self, run: usize, mut words: impl FnMut(&[u32], &mut &[(u16, u64)])) {
        let mut cursors: Vec<_> = self
            .batches
            .iter()
            .map(|batch| (begin(run) as usize, batch.large[run].as_slice()))
            .collect();
        for &(i, end) in &self.order {
            let batch = &self.batches[i];
            let (at, large) = &mut cursors[i];
            let end = end.map_or(batch.heads[run], |end| end.heads[run]) as usize;
            while *at / BLOCK != end / BLOCK {
                let Link { end, next } = batch.links[*at / BLOCK];
                words(&batch.words[*at..end as usize], large);
                *at = next as usize * BLOCK;
            }
            words(&batch.words[*at..end], large);
            *at = end;
        }
    }
}

/// Reads a word: the low part and the bid.
#[inline]
pub(crate) fn read_word(word: u32, large: &mut &[(u16, u64)]) -> (usize, u64) {
    match word & LARGE {
        LARGE => match large.split_off_first() {
            Some(&(low, bid)) => (low.into(), bid),
            None => unreachable!("as many large bids as words that stand for them"),
        },
        low => (low as usize, (word >> 12).into()),
    }
}
