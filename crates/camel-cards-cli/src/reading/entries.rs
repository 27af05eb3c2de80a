//! Entries in order.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use camel_cards::Entry;

use super::args::InputArgs;
use crate::{failure::Result, output::progress::ReadProgress};

impl InputArgs {
    /// Gives all entries to `take`, in order, some at a time; returns whether there is a
    /// byte-order mark.
    ///
    /// # Errors
    ///
    /// Bad lines, unless they are to be skipped, once all have been reported, and what `take`
    /// fails with, at once.
    pub(crate) fn read_some_at_a_time(
        &self,
        mut take: impl FnMut(&[Entry]) -> Result<()>,
    ) -> Result<bool> {
        let mut rejects = self.create_rejects()?;
        let progress = ReadProgress::new(&self.paths());
        let mut entries = self.input(&progress, rejects.as_mut()).entries();
        let mut is_empty = true;
        let read = loop {
            let block = match entries.next_block() {
                Ok(Some(block)) => block,
                end => break end.map(|_| ()),
            };
            is_empty &= block.is_empty();
            let taken = take(block);
            self.show(&progress, &entries.take_bad_lines());
            taken?;
        };
        self.show(&progress, &entries.take_bad_lines());
        let (bad, byte_order_mark) = (entries.bad_lines(), entries.byte_order_mark());
        drop((entries, progress));
        self.end(read.map(|()| (byte_order_mark, is_empty, bad)), rejects)
    }

    /// Gives every entry to `take`, in order; else as [`InputArgs::read_some_at_a_time`].
    pub(crate) fn read(&self, mut take: impl FnMut(Entry)) -> Result<bool> {
        self.read_some_at_a_time(|entries| {
            entries.iter().copied().for_each(&mut take);
            Ok(())
        })
    }

    /// Whether reading all files once more would give the same, if nobody changes them.
    pub(crate) fn can_be_read_again(&self) -> bool {
        let is_file = |path: &PathBuf| path.metadata().is_ok_and(|metadata| metadata.is_file());
        self.paths().iter().all(|path| path != Path::new("-") && is_file(path))
    }

    /// Gives all entries to `take` once more, until it breaks, and says nothing about bad lines.
    pub(crate) fn read_again(
        &self,
        mut take: impl FnMut(&[Entry]) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let progress = ReadProgress::while_printing(&self.paths());
        let mut entries = self.input(&progress, None).skip_bad_lines(true).entries();
        while let Some(block) = entries.next_block()? {
            if take(block)?.is_break() {
                break;
            }
        }
        Ok(())
    }
}
