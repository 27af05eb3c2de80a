use std::mem;

use camel_cards::Entry;

use crate::{BadLine, BadLines, Input, InputError, InputErrorKind, Result, blocks::Blocks};

/// The entries of an input, in order.
///
/// ```
/// use camel_cards_input::Input;
///
/// let input = Input::new().reader("hands", &b"32T3K 765\nT55J5 684\n"[..]);
/// let (mut entries, mut sum) = (input.entries(), 0);
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
        self.block.clear();
        // Until it is known that something comes after this.
        if mem::replace(&mut self.is_over, true) {
            return Ok(None);
        }
        if self.read_lines()? {
            self.is_over = false;
            return Ok(Some(&self.block));
        }
        if let Some(rejects) = &mut self.input.rejects {
            rejects.flush()?;
        }
        match self.bad.count() > 0 && !self.input.skip_bad_lines {
            true => Err(InputError::new(InputErrorKind::BadLines(self.bad.clone()), "")),
            false => Ok(None),
        }
    }

    /// Appends what comes next to the block; returns whether there is something.
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
