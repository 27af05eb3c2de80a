//! Ends judged programs if `judge` itself is killed.
//!
//! A signal that cannot be caught leaves `judge` no time to end what it started. So it starts itself once more, as a
//! guard that is told of each program's process group, and kills those that are left when the pipe to it closes.
//! Where there are no process groups, nothing is done.

use std::{
    collections::BTreeSet,
    env, io,
    io::{BufRead, Write},
    process::{Child, Command, ExitCode, Stdio},
};

/// The only argument of the guard's process.
const ARGUMENT: &str = "--guard-judged-programs";

/// The guard's process, and the pipe to it.
pub(crate) struct Guard(Option<Child>);

impl Guard {
    /// Starts the guard. Where that cannot be, programs go without.
    pub(crate) fn new() -> Guard {
        #[cfg(not(unix))]
        return Guard(None);
        #[cfg(unix)]
        Guard(env::current_exe().ok().and_then(|own| {
            let mut guard = Command::new(own);
            guard.arg(ARGUMENT).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            // Ctrl-C is not for it.
            std::os::unix::process::CommandExt::process_group(&mut guard, 0);
            guard.spawn().ok()
        }))
    }

    /// Has a program's process group ended with `judge`.
    pub(crate) fn watch(&self, group: u32) {
        self.tell(group.into());
    }

    /// The group has ended.
    pub(crate) fn forget(&self, group: u32) {
        self.tell(-i64::from(group));
    }

    fn tell(&self, group: i64) {
        if let Some(mut pipe) = self.0.as_ref().and_then(|guard| guard.stdin.as_ref()) {
            let _ = writeln!(pipe, "{group}");
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(guard) = &mut self.0 {
            drop(guard.stdin.take());
            let _ = guard.wait();
        }
    }
}

/// Is the guard, if this process was started as that.
pub(crate) fn run_if_asked() -> Option<ExitCode> {
    env::args_os().nth(1).filter(|argument| argument == ARGUMENT)?;
    let mut groups = BTreeSet::new();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        match line.parse::<i32>() {
            Ok(ended @ ..0) => _ = groups.remove(&-ended),
            Ok(group) => _ = groups.insert(group),
            Err(_) => break,
        }
    }
    #[cfg(unix)]
    for group in groups.into_iter().filter_map(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    Some(ExitCode::SUCCESS)
}
