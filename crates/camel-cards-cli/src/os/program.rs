//! Somebody's program, run within limits.
//!
//! A run has a process group of its own. However the run ends, the group is
//! killed, and on Linux what has left the group as well: this process is a child
//! subreaper, so a descendant becomes its child when what stands between them
//! ends. Nothing is left behind, and whatever is printed, memory is constant.

use std::{
    ffi::OsString,
    io::{self, ErrorKind, Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use tempfile::NamedTempFile;

use super::{interrupt, scratch::Scratch};
use crate::failure::{Failure, Result};

/// How much a program may print on standard output.
pub(crate) const OUTPUT_BYTES_MAX: u64 = 16 << 20;

/// How much is kept of the end of what it prints.
const KEPT_BYTES: usize = 1 << 20;

/// How much is read at once of it.
const READ_BYTES: usize = 1 << 16;

/// How long what it started may go on printing once the program has ended.
const AFTERMATH: Duration = Duration::from_millis(200);

/// How long reading what it printed may take once all is ended.
const DRAIN: Duration = Duration::from_secs(1);

/// What stands for the path of the input in an argument.
pub(crate) const PATH: &str = "{}";

pub(crate) struct Program {
    command: Vec<OsString>,
    /// Where it runs, and finds its input, if it reads a file of a certain name.
    scratch: Option<Scratch>,
    /// Children that this process was born with: a shell may have replaced itself by it.
    #[cfg(target_os = "linux")]
    not_ours: Vec<rustix::process::Pid>,
}

/// What came of a run.
pub(crate) struct ProgramRun {
    pub(crate) end: RunEnd,
    /// From its start to its end.
    pub(crate) time: Duration,
    /// The end of what it printed.
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

pub(crate) enum RunEnd {
    Exited(ExitStatus),
    /// It was stopped at the time limit.
    TimedOut,
    /// It was stopped because it had printed too much.
    PrintedTooMuch,
}

impl ProgramRun {
    /// How it ended, if it was not stopped.
    pub(crate) fn status(&self) -> Option<ExitStatus> {
        match self.end {
            RunEnd::Exited(status) => Some(status),
            _ => None,
        }
    }
}

impl Program {
    /// Makes ready to run a command; its first word is the program. With the name of a file, it runs
    /// in a copy of the current folder, in which that file is its input.
    pub(crate) fn new(command: &[OsString], file: Option<&Path>) -> Result<Program> {
        let ready = interrupt::raises_flag();
        #[cfg(target_os = "linux")]
        let ready = ready.and_then(|()| {
            Ok(rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?)
        });
        ready.map_err(|error| Failure::Usage(format!("cannot watch over a program: {error}")))?;
        let scratch = file.map(Scratch::of_current_folder).transpose()?;
        let word = |(i, word): (usize, &OsString)| match &scratch {
            Some(scratch) => scratch.word(word, i == 0),
            None => word.clone(),
        };
        Ok(Program {
            command: command.iter().enumerate().map(word).collect(),
            scratch,
            #[cfg(target_os = "linux")]
            not_ours: children(),
        })
    }

    /// The folder that it runs in.
    pub(crate) fn folder(&self) -> io::Result<PathBuf> {
        self.scratch.as_ref().map_or_else(std::env::current_dir, |one| Ok(one.path().to_owned()))
    }

    /// Runs it on `input`, for no longer than `limit`.
    ///
    /// # Errors
    ///
    /// It cannot be run at all, or an interrupt came.
    pub(crate) fn run(&self, input: &[u8], limit: Duration) -> Result<ProgramRun> {
        let cannot = |error| Failure::Usage(format!("cannot write a temporary file: {error}"));
        let takes_path = self.command[1..].iter().any(|word| word.to_string_lossy().contains(PATH));
        let (stdin, file) = match &self.scratch {
            Some(scratch) => {
                scratch.write(input).map_err(cannot)?;
                (Stdio::null(), None)
            }
            None => {
                let mut file = NamedTempFile::with_suffix(".txt").map_err(cannot)?;
                file.write_all(input).map_err(cannot)?;
                // A file that goes by its path stays until the end of the run; the other
                // has no name any more when the program starts.
                match takes_path {
                    true => (Stdio::null(), Some(file)),
                    false => (file.reopen().map_err(cannot)?.into(), None),
                }
            }
        };
        let mut command = Command::new(&self.command[0]);
        command.args(self.command[1..].iter().map(|word| match (&file, word.to_str()) {
            (Some(file), Some(text)) => text.replace(PATH, &file.path().to_string_lossy()).into(),
            _ => word.clone(),
        }));
        if let Some(scratch) = &self.scratch {
            command.current_dir(scratch.path());
            // What a shell says that it is in, and some programs believe.
            command.env("PWD", scratch.path());
        }
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let start = Instant::now();
        let mut child = command.spawn().map_err(|error| self.cannot_start(&error))?;
        let stdout = child.stdout.take().map(Tail::of).unwrap_or_default();
        let stderr = child.stderr.take().map(Tail::of).unwrap_or_default();

        let printed_too_much = || stdout.lock().bytes > OUTPUT_BYTES_MAX;
        let exited = loop {
            let time = start.elapsed();
            if has_exited(&mut child) {
                break true;
            } else if printed_too_much() || interrupt::is_interrupted() || time >= limit {
                break false;
            }
            thread::sleep((time / 16).clamp(Duration::from_micros(100), Duration::from_millis(10)));
        };
        let time = start.elapsed();
        let is_open = || !(stdout.lock().at_end && stderr.lock().at_end);
        while exited && is_open() && start.elapsed() < time + AFTERMATH {
            thread::sleep(Duration::from_micros(100));
        }
        let status = self.end(child).map_err(|error| self.cannot_start(&error))?;
        // Nobody writes any more, but on a busy machine not all may have been read.
        let ended = Instant::now();
        while is_open() && ended.elapsed() < DRAIN {
            thread::sleep(Duration::from_micros(100));
        }
        if interrupt::is_interrupted() {
            return Err(Failure::Interrupted);
        }
        let end = match exited {
            _ if printed_too_much() => RunEnd::PrintedTooMuch,
            true => RunEnd::Exited(status),
            false => RunEnd::TimedOut,
        };
        let kept = |tail: &Tail| tail.lock().kept.clone();
        Ok(ProgramRun { end, time, stdout: kept(&stdout), stderr: kept(&stderr) })
    }

    fn cannot_start(&self, error: &io::Error) -> Failure {
        let name = Path::new(&self.command[0]);
        let text = name.to_string_lossy();
        let here = Path::new(".").join(name);
        let meant = match name.extension().and_then(|ending| interpreter(ending.to_str()?)) {
            Some(interpreter) if here.is_file() => Some(format!("{interpreter} {text}")),
            _ if name.components().count() == 1 && here.is_file() => Some(format!("./{text}")),
            // A whole command line in quotes.
            _ if text.contains(' ') && !here.exists() => Some(text.to_string()),
            _ => None,
        };
        let meant = meant.map_or(String::new(), |meant| format!("; did you mean {meant}?"));
        let why = match error.kind() {
            ErrorKind::NotFound if name.components().count() == 1 || text.contains(' ') => {
                "no such command".to_owned()
            }
            ErrorKind::NotFound => "no such file".to_owned(),
            ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => error.to_string(),
        };
        Failure::Usage(format!("cannot run {text}: {why}{meant}"))
    }

    /// Ends the child and all that it started.
    fn end(&self, mut child: Child) -> io::Result<ExitStatus> {
        // Nobody has waited for the child yet, so its number still means it. What
        // has ended already cannot be killed, which is as good.
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
        }
        let _ = child.kill();
        let status = child.wait();
        #[cfg(target_os = "linux")]
        loop {
            use rustix::process::{Signal, WaitOptions, kill_process, waitpid};
            let children = children().into_iter().filter(|child| !self.not_ours.contains(child));
            let killed: Vec<_> =
                children.filter(|&child| kill_process(child, Signal::KILL).is_ok()).collect();
            if killed.is_empty() {
                break;
            }
            for child in killed {
                let _ = waitpid(Some(child), WaitOptions::empty());
            }
        }
        status
    }
}

/// What runs programs with this ending.
fn interpreter(ending: &str) -> Option<&'static str> {
    Some(match ending {
        "py" => "python3",
        "js" | "mjs" | "cjs" => "node",
        "ts" => "deno run",
        "pl" => "perl",
        "rb" => "ruby",
        "php" => "php",
        "lua" => "lua",
        "sh" => "sh",
        "awk" => "awk -f",
        "jl" => "julia",
        "java" => "java",
        "go" => "go run",
        _ => return None,
    })
}

#[cfg(unix)]
fn has_exited(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::Pid(Pid::from_child(child)), look), Ok(Some(_)))
}

#[cfg(not(unix))]
fn has_exited(child: &mut Child) -> bool {
    matches!(child.try_wait(), Ok(Some(_)))
}

/// The children of this process; none if the kernel does not list them.
#[cfg(target_os = "linux")]
fn children() -> Vec<rustix::process::Pid> {
    let mut children = Vec::new();
    for thread in std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
        let list = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        let pids = list.split_whitespace().filter_map(|pid| pid.parse().ok());
        children.extend(pids.filter_map(rustix::process::Pid::from_raw));
    }
    children
}

/// The end of what is read from a pipe, read in a thread as it comes.
#[derive(Clone, Default)]
struct Tail(Arc<Mutex<TailState>>);

#[derive(Default)]
struct TailState {
    kept: Vec<u8>,
    /// How many there were in all.
    bytes: u64,
    at_end: bool,
}

impl Tail {
    fn of(mut pipe: impl Read + Send + 'static) -> Tail {
        let tail = Tail::default();
        let state = tail.clone();
        thread::spawn(move || {
            let mut buffer = vec![0; READ_BYTES];
            loop {
                let bytes = match pipe.read(&mut buffer) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    read => read.unwrap_or(0),
                };
                let mut state = state.lock();
                state.kept.extend_from_slice(&buffer[..bytes]);
                let surplus = state.kept.len().saturating_sub(KEPT_BYTES);
                state.kept.drain(..surplus);
                state.bytes += bytes as u64;
                state.at_end = bytes == 0;
                if state.at_end {
                    break;
                }
            }
        });
        tail
    }

    fn lock(&self) -> MutexGuard<'_, TailState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
