//! The file that says where a long tally is, kept beside its output.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use camel_cards::Tally;
use camel_cards_input::{FileName, InputErrorKind, Tallying};

use super::{
    args::{InputArgs, WorkArgs},
    tally_file::entries_of,
};
use crate::{
    failure::{Failure, Result},
    messages::say,
    output::{Destination, OutputFile, progress::ReadProgress},
};

pub(crate) struct Checkpoint {
    path: PathBuf,
    every: Duration,
    last: Instant,
    skips_bad_lines: bool,
}

impl Checkpoint {
    pub(crate) fn new(output: &Path, every: Duration, input: &InputArgs) -> Result<Checkpoint> {
        if matches!(Destination::of(output)?, Destination::Stdout) {
            return Err(Failure::Usage("--checkpoint needs an output that is a file".to_owned()));
        }
        let path = Checkpoint::path(output);
        let skips_bad_lines = input.skips_bad_lines();
        Ok(Checkpoint { path, every, last: Instant::now(), skips_bad_lines })
    }

    /// The file beside an output.
    pub(crate) fn path(output: &Path) -> PathBuf {
        let mut path = output.as_os_str().to_owned();
        path.push(".checkpoint");
        path.into()
    }

    /// Goes on where an earlier run was, if there was one.
    pub(crate) fn resume(&self, tallying: &mut Tallying<'_, Tally>) -> Result<()> {
        let bytes = match fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Failure::file("read", &self.path, &error)),
        };
        tallying.resume(&bytes).map_err(|error| match error.kind() {
            InputErrorKind::Checkpoint(reason) => {
                let path = FileName(&self.path);
                Failure::Data(format!("{path}: {reason} (remove it to begin anew)"))
            }
            _ => error.into(),
        })
    }

    /// Keeps where the tally is, if it is time to.
    pub(crate) fn save(&mut self, tallying: &mut Tallying<'_, Tally>) -> Result<()> {
        // Bad lines fail the run in the end. The next one shall see and show them again.
        let will_fail = tallying.bad_lines() > 0 && !self.skips_bad_lines;
        if self.last.elapsed() < self.every || will_fail {
            return Ok(());
        }
        let mut output = OutputFile::create(&self.path)?;
        output.write(&tallying.checkpoint()?)?;
        output.finish()?;
        self.last = Instant::now();
        Ok(())
    }

    /// Removes what was kept: the tally is complete.
    pub(crate) fn remove(self) -> Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::file("remove", &self.path, &error))
            }
            _ => Ok(()),
        }
    }
}

impl InputArgs {
    /// Tallies every entry, from an earlier checkpoint on, and keeps checkpoints.
    pub(crate) fn tally_with_checkpoints(
        &self,
        args: &WorkArgs,
        checkpoint: &mut Checkpoint,
    ) -> Result<Tally> {
        let progress = ReadProgress::new(&self.paths());
        let input = self.input(&progress, None).threads(args.threads());
        let mut tallying = input.start_resumable_tally()?;
        checkpoint.resume(&mut tallying)?;
        let earlier = tallying.tally()?;
        if earlier.entries() > 0 {
            say(format_args!("going on after {}", entries_of(earlier)));
        }
        let before = (progress.counters().bytes(), earlier.entries());
        let tallied =
            self.tally_steps(tallying, &progress, |tallying| checkpoint.save(tallying))?;
        let tallied = self.end_tally(tallied, None, &progress, args.timing.then_some(before))?;
        Ok(tallied.tally)
    }
}
