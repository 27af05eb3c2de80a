//! All entries as a tally.

use camel_cards::{Mergeable, Tally};
use camel_cards_input::{InputError, Tallied, Tallying};

use super::{
    args::{InputArgs, WorkArgs},
    rejects::RejectsFile,
};
use crate::{failure::Result, output::progress::ReadProgress};

impl InputArgs {
    /// Tallies every entry.
    ///
    /// # Errors
    ///
    /// As for [`InputArgs::read`].
    pub(crate) fn tally<T: Mergeable>(&self, args: &WorkArgs) -> Result<T> {
        Ok(self.tally_all(args, false)?.tally)
    }

    /// Tallies every entry, and finds the least and the greatest bid.
    pub(crate) fn tally_with_bid_range(&self, args: &WorkArgs) -> Result<Tallied<Tally>> {
        self.tally_all(args, true)
    }

    pub(super) fn tally_all<T: Mergeable>(
        &self,
        args: &WorkArgs,
        bid_range: bool,
    ) -> Result<Tallied<T>> {
        let mut rejects = self.create_rejects()?;
        let progress = ReadProgress::new(&self.paths());
        let input = self.input(&progress, rejects.as_mut()).threads(args.threads());
        let tallying = input.bid_range(bid_range).start_tally();
        let tallied = self.tally_steps(tallying, &progress, |_| Ok(()))?;
        self.end_tally(tallied, rejects, &progress, args.timing.then_some((0, 0)))
    }

    /// Tallies all, and shows bad lines as they come.
    pub(super) fn tally_steps<'a, T: Mergeable>(
        &self,
        mut tallying: Tallying<'a, T>,
        progress: &ReadProgress,
        mut after_step: impl FnMut(&mut Tallying<'a, T>) -> Result<()>,
    ) -> Result<std::result::Result<Tallied<T>, InputError>> {
        loop {
            let goes_on = tallying.step();
            self.show(progress, &tallying.take_bad_lines());
            match goes_on {
                Ok(true) => after_step(&mut tallying)?,
                Ok(false) => return Ok(tallying.finish()),
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    /// Ends a tally, and says how fast it was, if so many bytes and entries before it are given.
    pub(super) fn end_tally<T: Mergeable>(
        &self,
        tallied: std::result::Result<Tallied<T>, InputError>,
        rejects: Option<RejectsFile>,
        progress: &ReadProgress,
        timing: Option<(u64, u64)>,
    ) -> Result<Tallied<T>> {
        let read = tallied.map(|tallied| {
            let (is_empty, bad) = (tallied.tally.entries() == 0, tallied.bad_lines.count());
            (tallied, is_empty, bad)
        });
        let tallied = progress.beside(|| self.end(read, rejects))?;
        if let Some((bytes_before, entries_before)) = timing {
            progress.say_timing(bytes_before, tallied.tally.entries() - entries_before);
        }
        Ok(tallied)
    }
}
