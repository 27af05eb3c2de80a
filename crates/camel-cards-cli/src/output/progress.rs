use std::{
    io::{IsTerminal, stderr},
    time::{Duration, Instant},
};

/// How long all is quiet.
const QUIET: Duration = Duration::from_secs(1);

/// A line that says what goes on, where standard error is a terminal.
pub(crate) struct Progress {
    wanted: bool,
    start: Instant,
    text: String,
    shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        let wanted = stderr().is_terminal();
        Progress { wanted, start: Instant::now(), text: String::new(), shown: false }
    }

    /// Says what goes on now.
    pub(crate) fn say(&mut self, text: String) {
        self.text = text;
        self.shown = false;
        self.tick();
    }

    /// To be called now and then while it goes on.
    pub(crate) fn tick(&mut self) {
        if self.wanted && !self.shown && self.start.elapsed() >= QUIET {
            eprint!("\r\x1b[K{}", self.text);
            self.shown = true;
        }
    }
    /// Takes the line away.
    pub(crate) fn clear(&mut self) {
        if self.wanted {
            eprint!("\r\x1b[K");
        }
    }
}
