//! The files that a subcommand is asked to read and to write: one rule for all of them, applied
//! before anything is read or written.
//!
//! - Every input is there.
//! - No output is an input, under whatever name, nor the file behind standard input.
//! - No two outputs are one file, unless both go to standard output and can be told apart.

use std::{
    fmt,
    fs::File,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use camel_cards_input::FileName;

use crate::{
    failure::{Failure, Result, file_message},
    messages::{note, say},
    os::file_id::{FileId, Stream, is_stdin, is_typed},
    output::{Destination, left_unfinished},
};

#[derive(Default)]
pub(crate) struct NamedFiles {
    inputs: Vec<PathBuf>,
    outputs: Vec<NamedOutput>,
    /// What is printed on standard output.
    printed: Option<&'static str>,
}

/// An output that an option names.
struct NamedOutput {
    option: &'static str,
    path: PathBuf,
    content: Content,
}

/// What an output is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// Lines, which others may follow.
    Lines,
    /// A document, which is broken if anything else is with it.
    Document,
    /// Bytes that nobody can read on a terminal, and nothing else.
    Tally,
}

impl fmt::Display for NamedOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.option, FileName(&self.path))
    }
}

impl NamedFiles {
    pub(crate) fn new() -> NamedFiles {
        NamedFiles::default()
    }

    /// These are read; `-` is standard input.
    pub(crate) fn reads<'a>(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> NamedFiles {
        self.inputs.extend(paths.into_iter().cloned());
        self
    }

    /// This is written to the file that an option names, if one does; `-` is standard output.
    pub(crate) fn writes(
        mut self,
        option: &'static str,
        path: Option<&PathBuf>,
        content: Content,
    ) -> NamedFiles {
        let output = path.map(|path| NamedOutput { option, path: path.clone(), content });
        self.outputs.extend(output);
        self
    }

    /// This is printed on standard output.
    pub(crate) fn prints(mut self, what: &'static str) -> NamedFiles {
        self.printed = Some(what);
        self
    }

    /// Applies the rule, and says what the user should know before the work begins.
    pub(crate) fn check(&self) -> Result<()> {
        if self.inputs.iter().filter(|path| is_stdin(path)).count() > 1 {
            let message = "standard input is named twice, and can be read only once (it is also what is read if no FILE is named)";
            return Err(Failure::Usage(message.to_owned()));
        }
        self.check_inputs()?;
        self.check_outputs()?;
        self.say_what_was_left();
        self.say_what_is_awaited();
        Ok(())
    }

    /// Names every input that cannot be read.
    fn check_inputs(&self) -> Result<()> {
        let failures: Vec<String> = self
            .inputs
            .iter()
            .filter(|path| *path != Path::new("-"))
            .filter_map(|path| Some(file_message("read", path, &can_read(path).err()?)))
            .collect();
        if failures.is_empty() {
            Ok(())
        } else {
            Err(Failure::Usage(failures.join("\ncamel-cards: ")))
        }
    }

    /// Refuses what would destroy an input or another output.
    fn check_outputs(&self) -> Result<()> {
        let inputs: Vec<Option<FileId>> = self.inputs.iter().map(|path| input_file(path)).collect();
        let stdout = Stream::Stdout.regular_file();
        let reads = |file: &Option<FileId>| {
            let same = inputs.iter().position(|input| file.is_some() && input == file)?;
            Some(&self.inputs[same])
        };
        if self.printed.is_some()
            && let Some(input) = reads(&stdout)
        {
            return Err(Failure::Usage(format!("standard output would write to {}", named(input))));
        }
        let mut earlier: Vec<(&NamedOutput, FileId)> = Vec::new();
        let mut on_stdout: Vec<&NamedOutput> = Vec::new();
        for output in &self.outputs {
            let place = Destination::of(&output.path)?;
            let file = place.regular_file();
            if let Some(input) = reads(&file) {
                let would =
                    if matches!(place, Destination::File(_)) { "replace" } else { "write to" };
                let input = if *input == output.path { "the input".into() } else { named(input) };
                return Err(Failure::Usage(format!("{output} would {would} {input}")));
            }
            if matches!(place, Destination::Stdout) {
                if output.content == Content::Tally && io::stdout().is_terminal() {
                    let message = "a tally is no text for a terminal; -o FILE";
                    return Err(Failure::Usage(message.to_owned()));
                }
                on_stdout.push(output);
                continue;
            }
            let Some(file) = file else { continue };
            if let Some(what) = self.printed
                && stdout.as_ref() == Some(&file)
            {
                let option = output.option;
                return Err(Failure::Usage(format!(
                    "{output} is the file that {what} go to; {option} - writes there, too"
                )));
            }
            if matches!(place, Destination::File(_))
                && Stream::Stderr.regular_file().as_ref() == Some(&file)
            {
                return Err(Failure::Usage(format!("{output} is the file that messages go to")));
            }
            if let Some((other, _)) = earlier.iter().find(|(_, earlier)| *earlier == file) {
                return Err(Failure::Usage(format!("{other} and {output} are the same file")));
            }
            earlier.push((output, file));
        }
        self.check_shared_stdout(&on_stdout)
    }

    fn check_shared_stdout(&self, outputs: &[&NamedOutput]) -> Result<()> {
        let names = self.printed.iter().map(ToString::to_string);
        let names: Vec<String> = names.chain(outputs.iter().map(ToString::to_string)).collect();
        if names.len() > 1 {
            let all = names.join(" and ");
            if outputs.iter().any(|output| output.content != Content::Lines) {
                return Err(Failure::Usage(format!(
                    "{all} would both go to standard output, and could not be told apart"
                )));
            }
            note(format_args!("{all} both go to standard output"));
        }
        Ok(())
    }

    /// Says which unfinished files of its outputs there are.
    fn say_what_was_left(&self) {
        for output in &self.outputs {
            let Ok(Destination::File(name)) = Destination::of(&output.path) else { continue };
            let left = left_unfinished(&name);
            let Some(first) = left.first() else { continue };
            let first = FileName(first.strip_prefix("./").unwrap_or(first));
            match left.len() - 1 {
                0 => note(format_args!("{first} was left by a run that was killed; remove it")),
                more => note(format_args!(
                    "{first} and {more} more were left by runs that were killed; remove them"
                )),
            }
        }
    }

    /// Tells somebody at a terminal what the command waits for.
    fn say_what_is_awaited(&self) {
        if self.inputs.iter().any(|path| is_typed(path)) && io::stderr().is_terminal() {
            let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
            say(format_args!("reading from the terminal; {end} on an empty line ends the input"));
        }
    }
}

/// Opens it, unless that could wait for somebody, as a pipe does.
fn can_read(path: &Path) -> io::Result<()> {
    let metadata = path.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if metadata.is_file() { File::open(path).map(drop) } else { Ok(()) }
}

/// Which regular file an input is.
fn input_file(path: &Path) -> Option<FileId> {
    match path == Path::new("-") {
        true => Stream::Stdin.regular_file(),
        false => path.is_file().then(|| FileId::of(path))?,
    }
}

/// An input as messages name it.
fn named(input: &Path) -> String {
    match input == Path::new("-") {
        true => "the file behind standard input".to_owned(),
        false => format!("the input {}", FileName(input)),
    }
}
