//! Somebody's program, run within limits. A run has a process group of its own, which is killed
//! however the run ends.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, ErrorKind, Read, Seek, SeekFrom, Write},
    iter,
    panic::resume_unwind,
    path::Path,
    process::{ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use camel_cards_coach::{Batch, Run, RunEnd};
use camel_cards_input::Reason;
use process_wrap::std::CommandWrap;
use tempfile::{NamedTempFile, tempfile};

use super::copy::{FolderCopy, Root};
use crate::{
    failure::{Failure, Result},
    interrupt,
    output::progress::StepProgress,
};

/// How much a program may print on either output, and how much of the end is kept.
const OUTPUT_BYTES_MAX: u64 = 16 << 20;
const KEPT_BYTES: u64 = 1 << 20;

/// How often it is looked whether a program has ended.
const TICK: Duration = Duration::from_millis(1);

/// What stands for the path of the input in an argument.
const PATH: &str = "{}";

/// What compiles a program before it runs it: in a new copy that takes longer.
const COMPILING: &str = "cargo go dotnet make mvn gradle stack cabal zig swift";
const COMPILE_TIME: Duration = Duration::from_secs(120);

pub(crate) struct Program {
    command: Vec<OsString>,
    /// Copies of a folder in which a file is the input, one for each run at a time.
    copies: Vec<FolderCopy>,
    pub(crate) progress: StepProgress,
}

impl Program {
    /// Makes ready to run a command; its first word is the program. It gets its input on standard
    /// input, in the file whose path stands for [`PATH`], or in copies of a folder in which a file is
    /// exchanged for it.
    pub(crate) fn new(command: &[OsString], root: Option<&Root>) -> Result<Program> {
        let ready = interrupt::raises_flag();
        ready.map_err(|error| Failure::Usage(format!("cannot watch over a program: {error}")))?;
        let copied = root.filter(|root| root.exchanged.is_some()).into_iter();
        let copies = copied.flat_map(|root| iter::repeat_n(root, threads())).map(FolderCopy::new);
        let (copies, progress) = (copies.collect::<Result<_>>()?, StepProgress::new());
        let program = Program { command: command.to_vec(), copies, progress };
        if COMPILING.split(' ').any(|name| command[0] == *name) {
            for copy in &program.copies {
                program.progress.begin("compiling it".to_owned());
                program.run_in(Some(copy), "", COMPILE_TIME)?;
            }
        }
        Ok(program)
    }

    /// Runs it on each input of a batch, as many side by side as there are processors.
    ///
    /// # Errors
    ///
    /// It cannot be run at all, or an interrupt came.
    pub(crate) fn run_batch(&self, batch: &Batch) -> Result<Vec<Run>> {
        self.progress.begin(batch.purpose.clone());
        let mut runs = Vec::new();
        for inputs in batch.inputs.chunks(threads()) {
            thread::scope(|scope| -> Result<()> {
                let mut started = Vec::new();
                for (i, input) in inputs.iter().enumerate() {
                    let run = move || self.run_in(self.copies.get(i), input, batch.limit);
                    // Where the system refuses a thread, this one does the work.
                    let thread = thread::Builder::new().spawn_scoped(scope, run);
                    started.push(thread.map_err(|_| run()));
                }
                for one in started {
                    runs.push(match one {
                        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic))?,
                        Err(run) => run?,
                    });
                }
                Ok(())
            })?;
        }
        Ok(runs)
    }

    /// Runs it once.
    pub(crate) fn run(&self, input: &str, limit: Duration) -> Result<Run> {
        self.run_in(self.copies.first(), input, limit)
    }

    fn run_in(&self, copy: Option<&FolderCopy>, input: &str, limit: Duration) -> Result<Run> {
        let cannot =
            |error: io::Error| Failure::Usage(format!("cannot write a temporary file: {error}"));
        let mut file = NamedTempFile::with_suffix(".txt").map_err(cannot)?;
        file.write_all(input.as_bytes()).map_err(cannot)?;
        // Closed: on Windows, some languages read no file that somebody else may write to.
        let file = file.into_temp_path();
        let [mut stdout, mut stderr] = [tempfile().map_err(cannot)?, tempfile().map_err(cannot)?];
        let path = file.to_string_lossy().into_owned();
        let stdin = match copy {
            Some(copy) => copy.write(input.as_bytes()).map(|()| Stdio::null()),
            None if has_path(&self.command[1..]) => Ok(Stdio::null()),
            None => File::open(&file).map(Stdio::from),
        };
        let stdin = stdin.map_err(cannot)?;
        let words = self.command.iter().enumerate().map(|(i, word)| match (word.to_str(), copy) {
            (Some(text), _) if i > 0 && text.contains(PATH) => text.replace(PATH, &path).into(),
            (_, Some(copy)) => copy.word(word, i == 0),
            _ => word.clone(),
        });
        let words: Vec<OsString> = words.collect();
        let out = stdout.try_clone().map_err(cannot)?;
        let err = stderr.try_clone().map_err(cannot)?;
        let mut command = CommandWrap::with_new(&words[0], |command| {
            command.args(&words[1..]).stdin(stdin).stdout(out).stderr(err);
            if let Some(copy) = copy {
                // What a shell says that it is in, and some programs believe.
                command.current_dir(copy.folder()).env("PWD", copy.folder());
            }
        });
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let start = Instant::now();
        let mut child = command.spawn().map_err(|error| self.cannot_start(&error))?;
        let (end, time) = loop {
            let exited = child.try_wait().map_err(|error| self.cannot_start(&error))?;
            let time = start.elapsed();
            let bytes = |file: &File| file.metadata().map_or(0, |file| file.len());
            let bytes = bytes(&stdout).max(bytes(&stderr));
            if bytes > OUTPUT_BYTES_MAX {
                let how = format!("printed more than {} MiB", OUTPUT_BYTES_MAX >> 20);
                break (RunEnd::Failed(how), time);
            } else if let Some(status) = exited {
                break (ended(status), time);
            } else if time >= limit || interrupt::is_interrupted() {
                break (RunEnd::TimedOut, time);
            }
            self.progress.look();
            thread::sleep(TICK);
        };
        // What has ended already cannot be killed, which is as good.
        let _ = child.start_kill();
        let _ = child.wait();
        if interrupt::is_interrupted() {
            return Err(Failure::Interrupted);
        }
        let printed = tail(&mut stdout).map_err(cannot)?;
        let said = tail(&mut stderr).map_err(cannot)?;
        Ok(Run { printed, said, end, time, ..Run::default() })
    }

    fn cannot_start(&self, error: &io::Error) -> Failure {
        let name = Path::new(&self.command[0]);
        let text = name.to_string_lossy();
        let is_here = Path::new(".").join(name).is_file();
        let is_word = name.components().count() == 1;
        let ending = name.extension().unwrap_or_default();
        let interpreter = INTERPRETERS.into_iter().find(|(of, _)| ending == *of);
        let meant = match interpreter {
            Some((_, interpreter)) if is_here => format!("; did you mean {interpreter} {text}?"),
            _ if is_word && is_here => format!("; did you mean ./{text}?"),
            // A whole command line in quotes.
            _ if text.contains(' ') && !is_here => format!("; did you mean {text}?"),
            _ => String::new(),
        };
        let why = match error.kind() {
            ErrorKind::NotFound if is_word || text.contains(' ') => "no such command".to_owned(),
            _ => Reason(error).to_string(),
        };
        Failure::Usage(format!("cannot run {text}: {why}{meant}"))
    }
}

/// Whether a word stands for the path of the input.
pub(crate) fn has_path(words: &[OsString]) -> bool {
    words.iter().any(|word| word.to_string_lossy().contains(PATH))
}

fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn ended(status: ExitStatus) -> RunEnd {
    match status.code() {
        Some(0) => RunEnd::Ended,
        // A crash on Windows: 0xC00000FD is a stack overflow.
        Some(code) if code < 0 => RunEnd::Failed(format!("ended with exit status {code:#X}")),
        Some(code) => RunEnd::Failed(format!("ended with exit status {code}")),
        None => {
            let signal = status.to_string().replacen(": ", " ", 1).replace(" (core dumped)", "");
            RunEnd::Failed(format!("was killed by {signal}"))
        }
    }
}

/// The end of what was written to a file.
fn tail(file: &mut File) -> io::Result<String> {
    let bytes = file.metadata()?.len();
    file.seek(SeekFrom::Start(bytes.saturating_sub(KEPT_BYTES)))?;
    let mut kept = Vec::new();
    file.take(KEPT_BYTES).read_to_end(&mut kept)?;
    Ok(String::from_utf8_lossy(&kept).into_owned())
}

/// What runs programs with these endings. Python's installer for Windows has no other name.
const INTERPRETERS: [(&str, &str); 5] = [
    ("py", if cfg!(windows) { "python" } else { "python3" }),
    ("js", "node"),
    ("pl", "perl"),
    ("rb", "ruby"),
    ("sh", "sh"),
];
