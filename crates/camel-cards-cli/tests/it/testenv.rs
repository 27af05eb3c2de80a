//! What the tests of the command share: a folder, the command in it, what it printed, and waiting.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{LazyLock, Mutex},
    thread,
    time::{Duration, Instant},
};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

pub(crate) const COMMAND: &str = env!("CARGO_BIN_EXE_camel-cards");
pub(crate) const EXAMPLE: &str = "32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n";

/// What hangs fails its test; a machine that is only busy does not.
const PATIENCE: Duration = Duration::from_secs(120);

/// A file of the package, which has the corpus and some documents as links.
pub(crate) fn package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

pub(crate) fn testdata(path: &str) -> PathBuf {
    package("testdata").join(path)
}

/// Copies the command, for a user who may not go where it was built. On Unix, another process writes the
/// copy: a file that this one has open for writing is also open in each child that another test's thread
/// forks at that moment, and cannot be executed ("Text file busy").
pub(crate) fn copy_command(to: &Path) {
    if cfg!(unix) {
        assert!(Command::new("cp").arg(COMMAND).arg(to).status().unwrap().success());
    } else {
        fs::copy(COMMAND, to).unwrap();
    }
}

/// A temporary folder that commands run in.
pub(crate) struct TestEnv(TempDir);

impl TestEnv {
    pub(crate) fn new() -> TestEnv {
        TestEnv(tempfile::tempdir().unwrap())
    }

    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The names in the folder, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let files = fs::read_dir(self.folder()).unwrap();
        let mut names: Vec<_> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The command in this folder, with these arguments, none of which has blanks.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(COMMAND);
        command.args(arguments.split_whitespace()).current_dir(self.folder());
        command
    }

    pub(crate) fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a script of bash in which `camel-cards` is the command.
    #[cfg(unix)]
    pub(crate) fn shell(&self, script: &str) -> Output {
        let script = format!("camel-cards() {{ {COMMAND} \"$@\"; }}; {script}");
        Command::new("bash").args(["-c", &script]).current_dir(self.folder()).output().unwrap()
    }

    /// Makes a pipe with a name, and opens it: who writes much to it waits, who reads does not.
    #[cfg(unix)]
    pub(crate) fn named_pipe(&self, name: &str) -> fs::File {
        use std::os::unix::fs::OpenOptionsExt;
        let path = self.path(name);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let nonblocking = rustix::fs::OFlags::NONBLOCK.bits().try_into().unwrap();
        let mut options = fs::File::options();
        options.read(true).write(true).custom_flags(nonblocking).open(path).unwrap()
    }
}

/// Runs `command` with pieces of input on its standard input.
pub(crate) fn feed<'a>(
    command: &mut Command,
    pieces: impl IntoIterator<Item = &'a [u8], IntoIter: Send>,
) -> Output {
    let mut child = spawn(command.stdin(Stdio::piped()));
    let mut stdin = child.stdin.take().unwrap();
    let mut pieces = pieces.into_iter();
    thread::scope(|scope| {
        // A command that has seen enough closes its input.
        scope.spawn(move || pieces.all(|piece| stdin.write_all(piece).is_ok()));
        child.wait_with_output().unwrap()
    })
}

/// Starts a command whose output the test reads.
pub(crate) fn spawn(command: &mut Command) -> Child {
    // With a console of its own, which is not seen: Ctrl-C goes to all who share one.
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(command, 0x0800_0000);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

#[track_caller]
pub(crate) fn assert_output(output: &Output, status: i32, out: &str, err: &str) {
    let found = (output.status.code(), stdout(output), stderr(output));
    assert_eq!(found, (Some(status), out, err));
}

/// Waits until a condition holds that no event tells of.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "waited in vain until {what}");
        // Between looks; nothing depends on how long.
        thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(unix)]
pub(crate) fn send_interrupt(child: &Child) {
    kill_process(Pid::from_child(child), Signal::INT).unwrap();
}

#[cfg(windows)]
pub(crate) fn send_interrupt(child: &Child) {
    let mut sender = Command::new(std::env::current_exe().unwrap());
    sender.args(["--exact", "testenv::interrupt_is_sent"]);
    assert!(sender.env("CHILD", child.id().to_string()).status().unwrap().success());
}

/// For `send_interrupt` and no test: a process that goes to the console of a child and presses Ctrl-C there.
#[cfg(windows)]
#[test]
#[allow(unsafe_code)]
fn interrupt_is_sent() {
    unsafe extern "system" {
        fn FreeConsole() -> i32;
        fn AttachConsole(process: u32) -> i32;
        fn SetConsoleCtrlHandler(handler: Option<extern "system" fn(u32) -> i32>, add: i32) -> i32;
        fn GenerateConsoleCtrlEvent(event: u32, process_group: u32) -> i32;
    }
    let Ok(child) = std::env::var("CHILD") else { return };
    let child = child.parse().unwrap();
    // SAFETY: they take numbers, and no handler, which stands for ignoring Ctrl-C here.
    unsafe {
        FreeConsole();
        assert_ne!(AttachConsole(child), 0);
        assert_ne!(SetConsoleCtrlHandler(None, 1), 0);
        assert_ne!(GenerateConsoleCtrlEvent(0, 0), 0);
    }
}

/// Sends Ctrl-C, and returns what is printed after that.
pub(crate) fn interrupt(child: Child) -> Output {
    send_interrupt(&child);
    child.wait_with_output().unwrap()
}

/// Waits until Ctrl-C no longer ends a process at once, as it does before it asks for more.
#[cfg(target_os = "linux")]
pub(crate) fn wait_for_handler(child: &Child) {
    let caught = format!("/proc/{}/status", child.id());
    wait_until("Ctrl-C is handled", || {
        let status = fs::read_to_string(&caught).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:\t")).unwrap();
        u64::from_str_radix(mask, 16).unwrap() & 1 << (Signal::INT.as_raw() - 1) != 0
    });
}

/// What runs a Python program that needs nothing but the standard library, in a quarter of the time of
/// `python3`, which may be a version manager's script.
pub(crate) fn python() -> Vec<String> {
    static PYTHON: LazyLock<String> = LazyLock::new(|| {
        let print = ["-c", "import sys; print(sys.executable)"];
        let output = Command::new("python3").args(print).output().unwrap();
        stdout(&output).trim().to_owned()
    });
    [&PYTHON[..], "-I", "-S"].map(str::to_owned).into()
}

/// Fails a test in CI, and skips the rest of it elsewhere, if a program that it needs is missing.
pub(crate) fn has(program: &str) -> bool {
    let found = Command::new(program).stdin(Stdio::null()).arg("--version").output().is_ok();
    if !found {
        println!("skipped: no {program}");
        let ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(!ci, "CI lacks {program}");
    }
    found
}

/// Does something with each item, two at a time: starting interpreters is what takes the time.
pub(crate) fn two_at_a_time<T: Send>(items: Vec<T>, act: impl Fn(T) + Sync) {
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(item) = next() {
                    act(item);
                }
            });
        }
    });
}
