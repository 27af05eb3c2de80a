//! Entries between the time they are counted and the time they are printed.

use std::{
    hash::{DefaultHasher, Hasher},
    mem,
    ops::ControlFlow,
};

use camel_cards::Entry;

use super::{
    options::{Options, Order},
    temporary::{BLOCK, RECORD, Temporary, record, records},
};
use crate::{
    failure::{Failure, Result},
    input::InputArgs,
    output::progress::EntryProgress,
};

/// All entries, or as many of the first as will be printed, in the order of the input.
pub(crate) struct Kept<'a> {
    input: &'a InputArgs,
    options: &'a Options,
    /// How many will be printed, and how many have room in memory.
    wanted: u64,
    room: u64,
    place: Place,
    entries: u64,
    /// There are more than those.
    is_cut: bool,
    /// What they hash to, if they may be read again.
    hash: Option<EntriesHash>,
}

enum Place {
    /// Blocks of records.
    Memory(Vec<Vec<u8>>),
    File {
        file: Temporary,
        bytes: u64,
        /// What is still to be written.
        block: Vec<u8>,
    },
    /// In the files of the input.
    Input,
}

impl Kept<'_> {
    pub(crate) fn new<'a>(input: &'a InputArgs, options: &'a Options) -> Kept<'a> {
        let in_input_order = options.order == Order::Input;
        // To sort them takes the bids once more.
        let entry_bytes = if in_input_order { RECORD } else { RECORD + size_of::<u64>() };
        let may_be_read_again = in_input_order && input.can_be_read_again();
        Kept {
            input,
            options,
            wanted: if in_input_order { options.top } else { u64::MAX },
            room: options.memory / entry_bytes as u64,
            place: Place::Memory(Vec::new()),
            entries: 0,
            is_cut: false,
            hash: may_be_read_again.then(EntriesHash::default),
        }
    }

    pub(crate) fn add(&mut self, entries: &[Entry]) -> Result<()> {
        let fitting = (self.wanted - self.entries).min(entries.len() as u64);
        self.is_cut |= fitting < entries.len() as u64;
        let entries = &entries[..fitting as usize];
        self.entries += fitting;
        if let Some(hash) = &mut self.hash {
            entries.iter().for_each(|entry| hash.add(entry));
        }
        if let Place::Memory(blocks) = &mut self.place
            && self.entries > self.room
        {
            let blocks = mem::take(blocks);
            self.place = match self.hash {
                Some(_) => Place::Input,
                None => self.spill(blocks)?,
            };
        }
        match &mut self.place {
            Place::Input => {}
            Place::Memory(blocks) => {
                for entry in entries {
                    if blocks.last().is_none_or(|block| block.len() == BLOCK) {
                        blocks.push(Vec::with_capacity(BLOCK));
                    }
                    if let Some(block) = blocks.last_mut() {
                        block.extend_from_slice(&record(entry.hand.index(), entry.bid));
                    }
                }
            }
            Place::File { file, bytes, block } => {
                for entry in entries {
                    block.extend_from_slice(&record(entry.hand.index(), entry.bid));
                    if block.len() == BLOCK {
                        write(file, bytes, block)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Moves to a file what has no room in memory.
    fn spill(&self, blocks: Vec<Vec<u8>>) -> Result<Place> {
        let mut file = Temporary::create(self.options.temp_dir.as_deref())?;
        let mut bytes = 0;
        for mut block in blocks {
            write(&mut file, &mut bytes, &mut block)?;
        }
        Ok(Place::File { file, bytes, block: Vec::with_capacity(BLOCK) })
    }

    /// To be called after the last entry.
    pub(crate) fn end(&mut self) -> Result<()> {
        match &mut self.place {
            Place::File { file, bytes, block } => write(file, bytes, block),
            Place::Memory(_) | Place::Input => Ok(()),
        }
    }

    /// Gives each entry's hand, by its index, and bid to `take`.
    ///
    /// # Errors
    ///
    /// What `take` fails with, and an input that is not what it was.
    pub(crate) fn each(
        &mut self,
        doing: &'static str,
        mut take: impl FnMut(usize, u64) -> Result<()>,
    ) -> Result<()> {
        if let Place::Input = self.place {
            return self.read_again(take);
        }
        let done = EntryProgress::new(doing, self.entries);
        let mut take_block = |block: &[u8]| {
            done.add((block.len() / RECORD) as u64);
            records(block).try_for_each(|(hand, bid)| take(hand, bid))
        };
        match &mut self.place {
            Place::Memory(blocks) => blocks.iter().try_for_each(|block| take_block(block)),
            Place::File { file, bytes, .. } => file.each_block(0, *bytes, take_block),
            Place::Input => Ok(()),
        }
    }

    fn read_again(&self, mut take: impl FnMut(usize, u64) -> Result<()>) -> Result<()> {
        let (mut entries, mut hash) = (0, EntriesHash::default());
        self.input.read_again(|some| {
            for entry in some {
                if entries == self.entries {
                    return if self.is_cut { Ok(ControlFlow::Break(())) } else { Err(changed()) };
                }
                entries += 1;
                hash.add(entry);
                take(entry.hand.index(), entry.bid)?;
            }
            let is_over = self.is_cut && entries == self.entries;
            Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        let is_same = entries == self.entries
            && self.hash.as_ref().map(EntriesHash::finish) == Some(hash.finish());
        if is_same { Ok(()) } else { Err(changed()) }
    }
}

fn changed() -> Failure {
    Failure::Data("the input changed while it was read, so what is printed is wrong".to_owned())
}

fn write(file: &mut Temporary, bytes: &mut u64, block: &mut Vec<u8>) -> Result<()> {
    file.write(*bytes, block)?;
    *bytes += block.len() as u64;
    block.clear();
    Ok(())
}

/// Other entries, or another order, give another number, as surely as 64 bits can.
#[derive(Default)]
struct EntriesHash(DefaultHasher);

impl EntriesHash {
    fn add(&mut self, entry: &Entry) {
        self.0.write(&record(entry.hand.index(), entry.bid));
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}
