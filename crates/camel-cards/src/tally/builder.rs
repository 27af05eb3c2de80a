use super::{
    Representation, Tally,
    list::List,
    partitions::{PartitionBuffer, WORD_BID_BITS},
    table::Table,
};
use crate::{
    game::Entry,
    read::{BLOCK_ENTRIES, Block},
};

/// Makes a [`Tally`] from entries in their order.
///
/// It owns the buffers on the way, some 6 MB for more than a hundred thousand entries, however many follow.
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
pub struct Builder {
    /// All entries, until they are too many for a list.
    list: List,
    list_max: usize,
    /// Once there is a table, it has all entries, and the list is empty.
    table: Option<(PartitionBuffer, Table)>,
}

impl Builder {
    /// Makes the builder of a tally that has no entries yet.
    pub fn new() -> Builder {
        Builder { list: List::default(), list_max: List::ENTRIES_MAX, table: None }
    }

    /// Makes a builder for an input of about so many bytes.
    ///
    /// That is a hint for speed: if more entries are sure to come than a list has room for, they go to a
    /// table at once, and a million entries take a tenth less time.
    pub fn for_input(bytes: u64) -> Builder {
        // Five labels, a blank, the longest bid that fits a list, `\r\n`.
        const LINE_BYTES: u64 = 5 + 1 + 10 + 2;
        const _: () = assert!(1 << Entry::PACKED_BID_BITS < 10_000_000_000u64);
        if bytes > List::ENTRIES_MAX as u64 * LINE_BYTES {
            return Builder { list_max: 0, ..Builder::new() };
        }
        Builder { list: List::for_input(bytes), ..Builder::new() }
    }

    /// Adds an entry after all others.
    pub fn push(&mut self, entry: Entry) {
        if self.table.is_none()
            && let Some(packed) = entry.packed()
            && self.list.extend(&[packed], self.list_max)
        {
            return;
        }
        let (buffer, table) = self.table();
        buffer.push(entry);
        if buffer.is_full() {
            table.update(buffer);
        }
    }

    /// Adds all entries of a block after all others: the fast way.
    pub fn push_block(&mut self, block: &Block) {
        if self.table.is_none()
            && let Some(packed) = block.packed(Entry::PACKED_BID_BITS)
            && self.list.extend(packed, self.list_max)
        {
            return;
        }
        let (buffer, table) = self.table();
        match block.packed(WORD_BID_BITS) {
            Some(packed) => buffer.push_packed(packed),
            None => block.entries().for_each(|entry| buffer.push(entry)),
        }
        if buffer.is_full() {
            table.update(buffer);
        }
    }

    /// Returns the tally of all entries.
    pub fn finish(mut self) -> Tally {
        self.flush();
        Tally(match self.table {
            None => Representation::List(self.list),
            Some((_, table)) => Representation::Table(table),
        })
    }

    /// Updates the table with the entries that the buffer holds, up to a million, so that
    /// [`finish`](Builder::finish) need not: for a thread that has time now.
    pub fn flush(&mut self) {
        if let Some((buffer, table)) = &mut self.table {
            table.update(buffer);
        }
    }

    fn table(&mut self) -> &mut (PartitionBuffer, Table) {
        self.table.get_or_insert_with(|| {
            // The list may not be full: a bid is too large for it. Then few entries may come.
            let many = self.list.len() + BLOCK_ENTRIES > self.list_max;
            let mut buffer = PartitionBuffer::new(many);
            for entries in std::mem::take(&mut self.list).packed().chunks(BLOCK_ENTRIES) {
                let union = entries.iter().fold(0, |union, packed| union | packed);
                match Entry::unpack(union).bid >> WORD_BID_BITS {
                    0 => buffer.push_packed(entries),
                    _ => entries.iter().for_each(|&packed| buffer.push(Entry::unpack(packed))),
                }
            }
            (buffer, Table::new(many))
        })
    }
}

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
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
