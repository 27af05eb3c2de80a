use std::mem;

use camel_cards::Entry;

use crate::{BadLine, BadLines, Input, InputError, InputErrorKind, Result, blocks::Blocks};

/// The entries of an input, in order.
///
/// As an iterator it gives them one by one, which ends with an error if there are bad lines that
/// are not to be skipped. [`Entries::next_block`] is faster.
///
/// ```
/// use camel_cards_input::Input;
///
/// let input = || Input::new().reader("hands", &b"32T3K 765\nT55J5 684\n"[..]);
/// let bids: Result<Vec<u64>, _> = input().entries().map(|entry| Ok(entry?.bid)).collect();
/// assert_eq!(bids?, [765, 684]);
///
/// let (mut entries, mut sum) = (input().entries(), 0);
/// while let Some(block) = entries.next_block()? {
///     sum += block.iter().map(|entry| entry.bid).sum::<u64>();
/// }
/// assert_eq!(sum, 765 + 684);
/// # Ok::<(), camel_cards_input::InputError>(())
/// ```
pub struct Entries<'a> {
    input: Input<'a>,
    blocks: Option<Blocks>,
    next_source: usize,
    bad: BadLines,
    is_over: bool,
    byte_order_mark: bool,
    block: Vec<Entry>,
    /// How many of them the iterator has given.
    given: usize,
}

impl<'a> Input<'a> {
    /// Returns the entries, in order.
    pub fn entries(self) -> Entries<'a> {
        Entries {
            input: self,
            blocks: None,
            next_source: 0,
            bad: BadLines::default(),
            is_over: false,
            byte_order_mark: false,
            block: Vec::new(),
            given: 0,
        }
    }
}

impl Entries<'_> {
    /// Returns the next entries, some at a time; `None` is the end.
    ///
    /// There may be none of them where lines are bad.
    ///
    /// # Errors
    ///
    /// A failed read, and at the end bad lines, unless they are to be skipped. After that there
    /// is nothing more.
    pub fn next_block(&mut self) -> Result<Option<&[Entry]>> {
        if self.given == self.block.len() && !self.read_block()? {
            return Ok(None);
        }
        let from = mem::replace(&mut self.given, self.block.len());
        Ok(Some(&self.block[from..]))
    }

    /// Replaces the block by the next one; returns whether there is one.
    fn read_block(&mut self) -> Result<bool> {
        self.block.clear();
        self.given = 0;
        // Until it is known that something comes after this.
        if mem::replace(&mut self.is_over, true) {
            return Ok(false);
        }
        if self.read_lines()? {
            self.is_over = false;
            return Ok(true);
        }
        if let Some(rejects) = &mut self.input.rejects {
            rejects.flush()?;
        }
        match self.bad.count() > 0 && !self.input.skip_bad_lines {
            true => Err(InputError::new(InputErrorKind::BadLines(self.bad.clone()), "")),
            false => Ok(false),
        }
    }

    fn read_lines(&mut self) -> Result<bool> {
        let Input { sources, threads, rejects, progress, .. } = &mut self.input;
        loop {
            let blocks = match &mut self.blocks {
                Some(blocks) => blocks,
                None => {
                    let Some(source) = sources.get_mut(self.next_source) else { return Ok(false) };
                    self.next_source += 1;
                    let opened = source.open(progress)?;
                    let name = source.name.clone();
                    self.blocks.insert(Blocks::of(name, opened, *threads, progress))
                }
            };
            let name = blocks.name.clone();
            if let Some(lines) = blocks.next(rejects.as_mut())? {
                self.block.extend(lines.block.entries());
                if let Some((error, line)) = lines.bad {
                    self.bad.add(&name, error, line);
                }
                return Ok(true);
            }
            self.byte_order_mark |= blocks.byte_order_mark();
            self.blocks = None;
        }
    }

    /// Returns the bad lines since this was asked last, of the first 20 in all.
    pub fn take_bad_lines(&mut self) -> Vec<BadLine> {
        self.bad.take()
    }

    /// Returns how many bad lines there have been.
    pub fn bad_lines(&self) -> u64 {
        self.bad.count()
    }

    /// Returns whether one of the inputs that have been read began with a UTF-8 byte-order mark.
    pub fn byte_order_mark(&self) -> bool {
        self.byte_order_mark
    }
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry>;

    fn next(&mut self) -> Option<Result<Entry>> {
        loop {
            if let Some(&entry) = self.block.get(self.given) {
                self.given += 1;
                return Some(Ok(entry));
            }
            match self.read_block() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever takes some entries one by one, and some in blocks, gets each once.
    #[test]
    fn blocks_and_single_entries_may_alternate() {
        let text: String = (0..2_000).map(|bid| format!("32T3K {bid}\n")).collect();
        let input = || Input::new().reader("hands", std::io::Cursor::new(text.clone()));
        for singles in [0, 1, 2, 300] {
            let (mut entries, mut bids) = (input().entries(), Vec::new());
            while let Some(block) = entries.next_block().unwrap() {
                bids.extend(block.iter().map(|entry| entry.bid));
                bids.extend(entries.by_ref().take(singles).map(|entry| entry.unwrap().bid));
            }
            assert_eq!(bids, (0..2_000).collect::<Vec<_>>(), "{singles}");
        }
    }
}
