use std::mem;

use camel_cards::Block;

use crate::{BadLines, Input, Result, blocks::Blocks};

/// The entries of an input, in order.
///
/// ```
/// use camel_cards_input::Input;
///
/// let input = Input::new().reader("hands", &b"32T3K 765\nT55J5 684\n"[..]);
/// let (mut entries, mut sum) = (input.entries(), 0);
/// while let Some(block) = entries.next_block()? {
///     sum += block.entries().map(|entry| entry.bid).sum::<u64>();
/// }
/// assert_eq!(sum, 765 + 684);
/// # Ok::<(), camel_cards_input::InputError>(())
/// ```
pub struct Entries<'a> {
    blocks: Blocks<'a>,
    skip_bad_lines: bool,
    bad_lines: BadLines,
    is_over: bool,
}

impl<'a> Input<'a> {
    /// Returns the entries, in order.
    pub fn entries(self) -> Entries<'a> {
        let Input { sources, threads, skip_bad_lines, rejects, bytes_read, .. } = self;
        let blocks = Blocks::new(sources, rejects, threads > 1, &bytes_read);
        Entries { blocks, skip_bad_lines, bad_lines: BadLines::default(), is_over: false }
    }
}

impl Entries<'_> {
    /// Returns the next block of entries; `None` at the end.
    ///
    /// A block may be empty, for example if all its lines are bad.
    ///
    /// # Errors
    ///
    /// A failed read; and at the end bad lines, unless they are skipped. After an error, there are
    /// no more entries.
    pub fn next_block(&mut self) -> Result<Option<&Block>> {
        // Until it is known that something comes after this.
        if mem::replace(&mut self.is_over, true) {
            return Ok(None);
        }
        if self.blocks.next()? {
            self.is_over = false;
            return Ok(Some(&self.blocks.block));
        }
        self.bad_lines = BadLines::of(self.blocks.lines.drain(..), self.skip_bad_lines)?;
        Ok(None)
    }

    /// Returns the bad lines that were skipped, after everything has been read.
    pub fn bad_lines(&self) -> &BadLines {
        &self.bad_lines
    }

    /// Returns whether one of the inputs read so far began with a UTF-8 byte-order mark.
    pub fn byte_order_mark(&self) -> bool {
        self.blocks.byte_order_mark
    }
}
