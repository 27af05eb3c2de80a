//! What is told a person while an input is read, and at its end.

use std::path::Path;

use camel_cards_input::{BadLine, Input, InputError, InputErrorKind};

use super::{args::InputArgs, rejects::RejectsFile};
use crate::{
    failure::{Failure, Result},
    messages::{note, say},
    output::{OutputFile, bad_lines, progress::ReadProgress},
};

/// How many bad lines are shown in full.
const SHOWN: u64 = 20;

impl InputArgs {
    pub(super) fn create_rejects(&self) -> Result<Option<RejectsFile>> {
        match &self.rejects {
            Some(path) => Ok(Some(RejectsFile { file: OutputFile::create(path)?, failure: None })),
            None => Ok(None),
        }
    }

    pub(super) fn input<'a>(
        &self,
        progress: &ReadProgress,
        rejects: Option<&'a mut RejectsFile>,
    ) -> Input<'a> {
        let input = Input::new().progress(progress.counters()).skip_bad_lines(self.skip_bad_lines);
        let input = self.paths().iter().fold(input, |input, path| match path == Path::new("-") {
            true => input.stdin(),
            false => input.path(path),
        });
        match rejects {
            Some(rejects) => input.rejects(rejects),
            None => input,
        }
    }

    pub(super) fn show(&self, progress: &ReadProgress, bad: &[BadLine]) {
        if !self.skip_bad_lines && !bad.is_empty() {
            progress.beside(|| bad.iter().for_each(bad_lines::show));
        }
    }

    /// Ends reading: with what was read, whether that is nothing, and how many bad lines were
    /// skipped.
    pub(super) fn end<T>(
        &self,
        read: std::result::Result<(T, bool, u64), InputError>,
        rejects: Option<RejectsFile>,
    ) -> Result<T> {
        let lines = |count| if count == 1 { "line" } else { "lines" };
        match read {
            Ok((read, is_empty, bad)) => {
                if is_empty && bad == 0 {
                    note("the input has no entries");
                }
                rejects.map_or(Ok(()), |rejects| rejects.file.finish())?;
                if self.skip_bad_lines {
                    say(format_args!("skipped {bad} bad {}", lines(bad)));
                }
                Ok(read)
            }
            Err(error) => match (error.kind(), rejects) {
                (InputErrorKind::BadLines(bad), rejects) => {
                    rejects.map_or(Ok(()), |rejects| rejects.file.finish())?;
                    let (count, lines) = (bad.count(), lines(bad.count()));
                    let shown = match count > SHOWN {
                        true => format!(", the first {SHOWN} shown"),
                        false => String::new(),
                    };
                    Err(Failure::Data(format!(
                        "{count} bad {lines}{shown}; --skip-bad-lines goes on without them"
                    )))
                }
                (InputErrorKind::Rejects(_), Some(RejectsFile { failure: Some(failure), .. })) => {
                    Err(failure)
                }
                _ => Err(error.into()),
            },
        }
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        match error.kind() {
            InputErrorKind::Utf16(_)
            | InputErrorKind::NotEntries(_)
            | InputErrorKind::Tally(_)
            | InputErrorKind::Counts(_)
            | InputErrorKind::Overflow(_) => Failure::Data(error.to_string()),
            InputErrorKind::NotResumable => {
                let found = match error.name() {
                    "<stdin>" => "standard input".to_owned(),
                    name => format!("{name}, which is compressed or no file"),
                };
                Failure::Usage(format!(
                    "--checkpoint needs files that one can go on in the middle of, found {found}"
                ))
            }
            InputErrorKind::Stopped => Failure::Interrupted,
            _ => Failure::Usage(error.to_string()),
        }
    }
}
