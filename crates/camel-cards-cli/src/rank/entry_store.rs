//! Entries between the time they are counted and the time they are printed.

use std::{
    hash::{DefaultHasher, Hasher},
    mem,
    ops::ControlFlow,
};

use camel_cards::Entry;

use super::{
    entry_file::{BUFFER_BYTES, EntryFile, PACKED_BYTES, pack, unpack},
    options::{RankOptions, RowOrder},
};
use crate::{
    failure::{Failure, Result},
    output::progress::EntryProgress,
    reading::InputArgs,
};

/// All entries, or as many of the first as will be printed, in the order of the input.
pub(crate) struct EntryStore<'a> {
    input: &'a InputArgs,
    options: &'a RankOptions,
    /// How many will be printed, and how many have room in memory.
    wanted: u64,
    room: u64,
    storage: Storage,
    entries: u64,
    /// There are more than those.
    is_cut: bool,
    /// What they hash to, if they may be read again.
    hash: Option<EntriesHash>,
}

enum Storage {
    /// Buffers of packed entries.
    Memory(Vec<Vec<u8>>),
    File {
        file: EntryFile,
        bytes: u64,
        /// What is still to be written.
        buffer: Vec<u8>,
    },
    /// In the files of the input.
    Input,
}

impl EntryStore<'_> {
    pub(crate) fn new<'a>(input: &'a InputArgs, options: &'a RankOptions) -> EntryStore<'a> {
        let in_input_order = options.order == RowOrder::Input;
        // To sort them takes the bids once more.
        let entry_bytes =
            if in_input_order { PACKED_BYTES } else { PACKED_BYTES + size_of::<u64>() };
        let may_be_read_again = in_input_order && input.can_be_read_again();
        EntryStore {
            input,
            options,
            wanted: if in_input_order { options.top } else { u64::MAX },
            room: options.memory / entry_bytes as u64,
            storage: Storage::Memory(Vec::new()),
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
        if let Storage::Memory(buffers) = &mut self.storage
            && self.entries > self.room
        {
            let buffers = mem::take(buffers);
            self.storage = match self.hash {
                Some(_) => Storage::Input,
                None => self.spill(buffers)?,
            };
        }
        match &mut self.storage {
            Storage::Input => {}
            Storage::Memory(buffers) => {
                for entry in entries {
                    if buffers.last().is_none_or(|buffer| buffer.len() == BUFFER_BYTES) {
                        buffers.push(Vec::with_capacity(BUFFER_BYTES));
                    }
                    if let Some(buffer) = buffers.last_mut() {
                        buffer.extend_from_slice(&pack(entry.hand.index(), entry.bid));
                    }
                }
            }
            Storage::File { file, bytes, buffer } => {
                for entry in entries {
                    buffer.extend_from_slice(&pack(entry.hand.index(), entry.bid));
                    if buffer.len() == BUFFER_BYTES {
                        write(file, bytes, buffer)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Moves to a file what has no room in memory.
    fn spill(&self, buffers: Vec<Vec<u8>>) -> Result<Storage> {
        let mut file = EntryFile::create(self.options.temp_dir.as_deref())?;
        let mut bytes = 0;
        for mut buffer in buffers {
            write(&mut file, &mut bytes, &mut buffer)?;
        }
        Ok(Storage::File { file, bytes, buffer: Vec::with_capacity(BUFFER_BYTES) })
    }

    /// To be called after the last entry.
    pub(crate) fn end(&mut self) -> Result<()> {
        match &mut self.storage {
            Storage::File { file, bytes, buffer } => write(file, bytes, buffer),
            Storage::Memory(_) | Storage::Input => Ok(()),
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
        if let Storage::Input = self.storage {
            return self.read_again(take);
        }
        let done = EntryProgress::new(doing, self.entries);
        let mut take_buffer = |buffer: &[u8]| {
            done.add((buffer.len() / PACKED_BYTES) as u64);
            unpack(buffer).try_for_each(|(hand, bid)| take(hand, bid))
        };
        match &mut self.storage {
            Storage::Memory(buffers) => buffers.iter().try_for_each(|buffer| take_buffer(buffer)),
            Storage::File { file, bytes, .. } => file.each_buffer(0, *bytes, take_buffer),
            Storage::Input => Ok(()),
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

fn write(file: &mut EntryFile, bytes: &mut u64, buffer: &mut Vec<u8>) -> Result<()> {
    file.write(*bytes, buffer)?;
    *bytes += buffer.len() as u64;
    buffer.clear();
    Ok(())
}

/// Other entries, or another order, give another number, as surely as 64 bits can.
#[derive(Default)]
struct EntriesHash(DefaultHasher);

impl EntriesHash {
    fn add(&mut self, entry: &Entry) {
        self.0.write(&pack(entry.hand.index(), entry.bid));
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}
