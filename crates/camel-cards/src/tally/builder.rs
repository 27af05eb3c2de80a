use std::slice;

use super::{
    Representation, Tally,
    list::List,
    partitions::{FULL_WORDS, PartitionBuffer, WORD_BID_BITS},
    table::Table,
};
use crate::{
    game::Entry,
    read::{BLOCK_ENTRIES, Block},
};

/// Makes a [`Tally`] from entries in their order.
///
/// It owns the buffers on the way, some 3 MB for more than a hundred thousand entries, however many follow.
///
/// ```
/// use camel_cards::{Block, Builder, Reader, Rules, Ties};
///
/// let (mut reader, mut block) = (Reader::new(), Block::new());
/// let mut builder = Builder::new();
/// for mut chunk in [&b"32T3K 765\nT55J5"[..], b" 684\n"] {
///     while !chunk.is_empty() {
///         reader.next_block(&mut chunk, &mut block)?;
///         builder.push_block(&block);
///     }
/// }
/// let tally = builder.finish();
/// assert_eq!(tally.score(Ties::Ordinal)?.winnings.joker, 765 + 2 * 684);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Builder {
    /// What has been pushed, but for what the buffer has.
    tally: Tally,
    /// So many entries are to come that they go to a table at once.
    is_long: bool,
    /// Made with the first table, and empty while the tally is a list.
    buffer: Option<PartitionBuffer>,
}

impl Builder {
    /// Makes the builder of a tally that has no entries yet.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Makes a builder for an input of about so many bytes.
    ///
    /// That is a hint for speed: if more entries are sure to come than a list has room for, they go to a
    /// table at once, and a million entries take a tenth less time.
    pub fn for_input(bytes: u64) -> Builder {
        // Five labels, a blank, the longest bid that fits a list, `\r\n`.
        const LINE_BYTES: u64 = 5 + 1 + 10 + 2;
        const _: () = assert!(1 << Entry::PACKED_BID_BITS < 10_000_000_000u64);
        let is_long = bytes > List::ENTRIES_MAX as u64 * LINE_BYTES;
        Builder { is_long, ..Builder::new() }
    }

    /// Adds an entry after all others.
    pub fn push(&mut self, entry: Entry) {
        if !self.push_to_list(entry.packed().as_ref().map(slice::from_ref)) {
            let (table, buffer) = self.table();
            table.push(entry, buffer);
        }
    }

    /// Adds all entries of a block after all others: the fast way.
    pub fn push_block(&mut self, block: &Block) {
        if self.push_to_list(block.packed(Entry::PACKED_BID_BITS)) {
            return;
        }
        let (table, buffer) = self.table();
        match block.packed(WORD_BID_BITS) {
            Some(packed) => buffer.push_packed(packed),
            None => block.entries().for_each(|entry| table.push(entry, buffer)),
        }
        if buffer.is_full() {
            table.update_all(buffer, FULL_WORDS);
        }
    }

    /// Returns whether there is a list still, with room for these entries, if they can be packed.
    #[inline]
    fn push_to_list(&mut self, packed: Option<&[u64]>) -> bool {
        match (&mut self.tally.0, packed) {
            (Representation::List(list), Some(packed)) if !self.is_long => list.extend(packed),
            _ => false,
        }
    }

    /// Returns the tally of all entries.
    pub fn finish(mut self) -> Tally {
        self.flush();
        self.tally
    }

    /// Updates the table with the entries that the buffer holds, up to 700,000, so that
    /// [`finish`](Builder::finish) need not: for a thread that has time now.
    pub fn flush(&mut self) {
        if let (Representation::Table(table), Some(buffer)) = (&mut self.tally.0, &mut self.buffer)
        {
            table.update_all(buffer, 1);
        }
    }

    /// Returns the table, into which it pushes the entries of a list.
    fn table(&mut self) -> (&mut Table, &mut PartitionBuffer) {
        if let Representation::List(list) = &mut self.tally.0 {
            // The list may not be full: a bid is too large for it. Then few entries may come.
            let many = self.is_long || list.len() + BLOCK_ENTRIES > List::ENTRIES_MAX;
            let list = std::mem::take(list);
            self.tally.0 = Representation::Table(Table::new(many));
            self.buffer.get_or_insert_with(|| PartitionBuffer::new(many));
            self.extend(list.entries());
        }
        match &mut self.tally.0 {
            Representation::Table(table) => {
                (table, self.buffer.get_or_insert_with(|| PartitionBuffer::new(true)))
            }
            #[expect(clippy::unreachable, reason = "it has just become a table")]
            Representation::List(_) => unreachable!(),
        }
    }
}

/// Goes by blocks, so it is much faster than one [`push`](Builder::push) an entry.
impl Extend<Entry> for Builder {
    fn extend<I: IntoIterator<Item = Entry>>(&mut self, entries: I) {
        let (mut entries, mut block) = (entries.into_iter(), Block::new());
        loop {
            block.refill(&mut entries);
            self.push_block(&block);
            if block.len() < BLOCK_ENTRIES {
                return;
            }
        }
    }
}

impl FromIterator<Entry> for Tally {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Tally {
        let mut builder = Builder::new();
        builder.extend(entries);
        builder.finish()
    }
}
