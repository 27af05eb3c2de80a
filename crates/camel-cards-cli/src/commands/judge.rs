#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::{
    ffi::{OsStr, OsString},
    hint::black_box,
    path::{Path, PathBuf},
    rc::Rc,
    time::{Duration, Instant},
};

use camel_cards::score;
use camel_cards_coach::{
    Batch, Judge, JudgeOptions, Run, RunEnd, Verdict, VerdictKind,
    inputs::{Shape, generate},
};
use camel_cards_input::FileName;
use serde::Serialize;

use super::{RulesArgs, seed};
use crate::{
    failure::{Failure, Result},
    interrupt,
    judge::{
        copy::{Project, Replacement},
        note::note,
        own_input,
        program::{Program, stands_for_path},
    },
    output::{Format, print_styled, width, wrapped},
};

/// What runs a file that ends in this way.
const INTERPRETERS: [(&str, &str); 14] = [
    ("py", if cfg!(windows) { "python" } else { "python3" }),
    ("js", "node"),
    ("mjs", "node"),
    ("rb", "ruby"),
    ("pl", "perl"),
    ("php", "php"),
    ("lua", "lua"),
    ("sh", "bash"),
    ("awk", "awk -f"),
    ("go", "go run"),
    ("jl", "julia"),
    ("R", "Rscript"),
    ("exs", "elixir"),
    ("tcl", "tclsh"),
];

/// Runs your program on many inputs and says whether it is right
#[derive(Clone, clap::Args)]
#[command(
    after_long_help = r"If your program reads standard input, it gets the test input there. If your program takes the path of its input file as an argument, write {} instead of this path: judge replaces {} with the path of a test input.

If your program opens a fixed file such as input.txt, judge finds this file itself. judge first runs your program in your folder, with a test input on standard input. If your program ignores this input, judge copies your git repository (outside git, the current folder), replaces the file in the copy with a test input, and runs your program there. If judge replaced the wrong file, use --file to name the right file. judge itself writes nothing in your folder.

judge is not a sandbox: your program runs with your permissions, so it can delete your files and use the network.

Your program may print anything. A part is right if its right total is printed, anywhere, for every input. Numbers that change when the same input is run again are ignored. For a wrong part, judge takes two possible totals for the answers to part 1 and part 2, in this order, and of three or more the last, unless words such as 'Part 2:' say otherwise. If there is only one answer, judge detects its part.

A program is right if it solves inputs like those of the puzzle's site: a thousand different hands, the bids 1 to 1,000 once each, and a newline at the end of each line. judge also lists failures on other inputs, such as fewer lines. These count only with --strict. If your program gives a wrong answer, crashes or takes too long, you see a small input on which this happens. For a known mistake, you see what to change. If your program is right, judge shows the time of its slowest run beside that of camel-cards. Compile time counts toward the time limit. If your program has its input compiled in (include_str!, go:embed), judge the command that compiles: cargo run --release, or go run .

Examples:

  $ camel-cards judge python3 day7.py

  $ camel-cards judge --part 2 -- ./day7 {}

  $ camel-cards judge --file data/07.txt -- node src/day7.js

Exit status: 0 your program is right; 1 your program is wrong, crashes, takes too long or prints no answer; 2 judge could not judge your program, because your program does not start or prints the same output for every input; 130 interrupted."
)]
pub(crate) struct Args {
    /// Your program and its arguments, after judge's options: python3 day7.py, or ./day7 {} if it takes the path of its input
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
    #[command(flatten)]
    rules: RulesArgs,
    /// The input file that your program opens, as a relative path; judge usually finds the file without this option
    ///
    /// Your program runs in a copy of your git repository or, outside git, of the current folder. In the copy, the test input replaces this file, and files that are equal to it. A copy has at most 5,000 files and 64 MiB. judge itself changes nothing in your folder.
    #[arg(long, value_name = "NAME")]
    file: Option<PathBuf>,
    /// Require answers to both parts: if one is missing, your program is not right
    #[arg(long, value_name = "ANSWERS", value_parser = ["both"])]
    answers: Option<String>,
    /// Your program must also solve inputs that the puzzle's site never gives: fewer lines, repeated hands, huge bids, other line ends, …
    #[arg(long)]
    strict: bool,
    /// Time limit of the first run in seconds (default: 60); later runs may have shorter limits
    ///
    /// A later run's limit is at most ten times the slowest run so far, but at least two seconds. No limit is longer than SECONDS.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Seed of the random hands
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// Form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// What runs the program, if the command does not say so.
    #[arg(skip)]
    interpreter: Option<&'static str>,
}

/// The result of judging a program.
#[derive(Serialize)]
struct JudgeReport {
    #[serde(flatten)]
    verdict: Verdict,
    /// The file that the input replaced in a copy of the folder.
    replaced: Option<String>,
    microseconds: u64,
    microseconds_ours: u64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let name = FileName(args.command[0].as_ref()).to_string();
    if name.starts_with('-') {
        return Err(Failure::Usage(format!("judge has no option {name}")));
    }
    let mut args = args.clone();
    args.interpreter = interpreter(Path::new(&args.command[0]));
    let words = args.interpreter.iter().flat_map(|words| words.split(' '));
    args.command.splice(..0, words.map(Into::into));
    let Judged { verdict, replacement, is_printed } = match &args.file {
        Some(file) => {
            judge_in_copies(&args, Project::find(&args.command)?.replacement_named(file)?)?
        }
        None => judge_unknown(&args)?,
    };
    let (kind, is_whole) = (verdict.part.kind, !interrupt::is_interrupted());
    let is_cut = replacement.as_ref().is_some_and(|one| one.project.left_out().is_some());
    let mut text = String::new();
    if !is_printed {
        text += &verdict_text(&args, &verdict, replacement.as_deref());
    }
    let beyond = verdict.styled_beyond(width());
    if is_whole && !beyond.is_empty() {
        text += &format!("\n{beyond}");
    }
    match report(&args, text, verdict, replacement.as_deref()) {
        // The exit status is the verdict's, although nobody reads the report.
        Ok(()) | Err(Failure::ClosedPipe) => {}
        Err(failure) => return Err(failure),
    }
    match kind {
        _ if !is_whole => Err(Failure::Interrupted),
        VerdictKind::Right => Ok(()),
        VerdictKind::NotRead => Err(Failure::NotJudged),
        // It may miss a file.
        VerdictKind::NoAnswer if is_cut => Err(Failure::NotJudged),
        _ => Err(Failure::Wrong),
    }
}

/// Returns what runs a program, unless it is executable and the command names it by a path.
fn interpreter(program: &Path) -> Option<&'static str> {
    #[cfg(unix)]
    let is_executable = PermissionsExt::mode(&program.metadata().ok()?.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let is_executable = false;
    let is_run = is_executable && program != program.file_name()?;
    let (_, interpreter) =
        INTERPRETERS.iter().find(|(end, _)| program.extension() == Some(end.as_ref()))?;
    (program.is_file() && !is_run).then_some(interpreter)
}

struct Judged {
    verdict: Verdict,
    /// The file that was replaced, if any.
    replacement: Option<Rc<Replacement>>,
    /// Whether the verdict has been printed, without failures outside the puzzle's format.
    is_printed: bool,
}

fn judge_in_copies(args: &Args, replacement: Replacement) -> Result<Judged> {
    let replacement = Rc::new(replacement);
    let program = Program::new(&args.command, Some(&replacement))?;
    run_batches(args, &program, Some(replacement), None)
}

/// Judges a program without knowing how it gets its input. Its first run, in the user's folder,
/// shows whether it reads standard input. If it does not, all other runs are in copies, in which
/// the file that it reads is replaced.
fn judge_unknown(args: &Args) -> Result<Judged> {
    let command = &args.command;
    let program = Program::new(command, None)?;
    let has_path = command.iter().any(|word| word.to_str().is_some_and(stands_for_path));
    // Before it runs, as it may delete its input.
    let project = Project::find(command).ok().filter(|_| !has_path);
    let mut begun = Judge::new(options(args));
    let batch = begun.next_batch().ok_or(Failure::Interrupted)?;
    let (first_run, is_read) = program.first_run(&batch)?;
    // What asks aocd for its input gets the judged one.
    let gets_input = is_read || has_path || own_input::text(command).contains("aocd");
    let judged = if gets_input {
        // Not all that reads a file reads a pipe: what failed is run again.
        let known = Some(first_run.clone()).filter(|run| run.end == RunEnd::Ended);
        run_batches(args, &program, None, Some((begun, batch, known)))?
    } else {
        let verdict =
            Verdict::without_input(options(args), &first_run).ok_or(Failure::Interrupted)?;
        Judged { verdict, replacement: None, is_printed: false }
    };
    // Some languages take standard input before the program asks for it.
    let may_read_other = !gets_input || may_read_other(&judged.verdict);
    let replacement = |project| own_input::replacement(&first_run, command, project);
    // Takes its progress off the terminal.
    drop(program);
    match project.filter(|_| may_read_other).and_then(replacement) {
        Some(replacement) => judge_in_copies(args, replacement),
        None => Ok(judged),
    }
}

fn options(args: &Args) -> JudgeOptions {
    let mut options = JudgeOptions::default();
    options.name = args.command.join(OsStr::new(" ")).to_string_lossy().into_owned();
    (options.rules, options.both, options.strict) =
        (args.rules.part, args.answers.is_some(), args.strict);
    (options.seed, options.timeout) = (Some(args.seed), args.timeout);
    options
}

/// Judges a program, of which the run on the first input of the first batch may be known. Prints the verdict before the runs
/// that find only what does not count, because they may take long.
fn run_batches(
    args: &Args,
    program: &Program,
    replacement: Option<Rc<Replacement>>,
    begun: Option<(Judge, Batch, Option<Run>)>,
) -> Result<Judged> {
    let (mut judge, mut first_batch, mut known) = match begun {
        Some((judge, batch, known)) => (judge, Some(batch), known),
        None => (Judge::new(options(args)), None, None),
    };
    let mut is_printed = false;
    while let Some(batch) = first_batch.take().or_else(|| judge.next_batch()) {
        if let (Format::Text, true, false, Some(verdict)) =
            (args.format, batch.after_verdict, is_printed, judge.verdict())
        {
            program.progress.clear();
            is_printed =
                print_styled(&verdict_text(args, &verdict, replacement.as_deref())).is_ok();
        }
        let runs = program.run(&batch, known.take().into_iter().collect())?;
        if interrupt::is_interrupted() {
            break;
        }
        judge.take(runs);
    }
    let verdict = judge.verdict().ok_or(Failure::Interrupted)?;
    Ok(Judged { verdict, replacement, is_printed })
}

/// Prints the verdict in `text`, and the time of a right program beside ours.
fn report(
    args: &Args,
    mut text: String,
    verdict: Verdict,
    replacement: Option<&Replacement>,
) -> Result<()> {
    let (slowest, ours) = (verdict.slowest_run, our_time(args.seed));
    if verdict.part.kind == VerdictKind::Right {
        let times = format!(
            "Its slowest run took {slowest:.1?}. camel-cards takes {ours:.1?} for 1,000 hands."
        );
        text += &format!("\n{}", wrapped(&times, ""));
    }
    let report = JudgeReport {
        verdict,
        replaced: replacement.map(|replacement| replacement.file.display().to_string()),
        microseconds: slowest.as_micros() as u64,
        microseconds_ours: ours.as_micros() as u64,
    };
    args.format.print(&report, || text)
}

/// The time that we take for an input like the puzzle's.
fn our_time(seed: u64) -> Duration {
    let entries = generate(Shape::Puzzle, None, seed).into_iter().flatten();
    let input: String = entries.map(|entry| format!("{entry}\n")).collect();
    let start = Instant::now();
    let _ = black_box(score(input.as_bytes()));
    start.elapsed()
}

/// Returns the verdict as text, without failures outside the puzzle's format.
fn verdict_text(args: &Args, verdict: &Verdict, replacement: Option<&Replacement>) -> String {
    verdict.styled_parts(width()) + &note(&args.command, args.interpreter, verdict, replacement)
}

/// Whether a program may read another input than the given one.
fn may_read_other(verdict: &Verdict) -> bool {
    matches!(verdict.part.kind, VerdictKind::NotRead | VerdictKind::NoAnswer)
}

fn seconds(text: &str) -> std::result::Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let seconds = seconds.filter(|seconds| !seconds.is_zero());
    seconds.ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".to_owned())
}
