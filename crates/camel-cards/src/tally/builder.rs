use std::mem;

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
    /// There is one if the tally is a table.
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
        match bytes > List::ENTRIES_MAX as u64 * LINE_BYTES {
            true => Builder::with_table(true),
            false => Builder::new(),
        }
    }

    /// Makes a builder that goes by a table from the start, in huge pages if many entries will follow.
    fn with_table(many: bool) -> Builder {
        let tally = Tally(Representation::Table(Table::new(many)));
        Builder { tally, buffer: Some(PartitionBuffer::new(many)) }
    }

    /// Adds an entry after all others.
    pub fn push(&mut self, entry: Entry) {
        if let Representation::List(list) = &mut self.tally.0
            && entry.packed().is_some_and(|packed| list.extend(&[packed]))
        {
            return;
        }
        let (table, buffer) = self.table();
        table.push(entry, buffer);
    }

    /// Adds all entries of a block after all others: the fast way.
    pub fn push_block(&mut self, block: &Block) {
        if let Representation::List(list) = &mut self.tally.0
            && block.packed(Entry::PACKED_BID_BITS).is_some_and(|packed| list.extend(packed))
        {
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

    /// Returns the table and its buffer, into which it pushes the entries of a list.
    fn table(&mut self) -> (&mut Table, &mut PartitionBuffer) {
        if let Representation::List(list) = &mut self.tally.0 {
            let list = mem::take(list);
            // It may not be full: a bid is too large for it. Then few entries may come.
            *self = Builder::with_table(list.len() + BLOCK_ENTRIES > List::ENTRIES_MAX);
            self.extend(list.entries());
        }
        match (&mut self.tally.0, &mut self.buffer) {
            (Representation::Table(table), Some(buffer)) => (table, buffer),
            #[expect(clippy::unreachable, reason = "a table has a buffer")]
            _ => unreachable!(),
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
