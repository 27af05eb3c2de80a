use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
    time::Duration,
};

use camel_cards_coach::{Judge, JudgeOptions, Verdict, VerdictKind};
use regex_lite::Regex;
use serde::Serialize;

use super::args::RulesArgs;
use crate::{
    failure::{Failure, Result},
    interrupt,
    judge::{
        copy::Root,
        own_input,
        program::{Program, has_path},
        times::{self, Timing},
    },
    output::{
        Format,
        text::{paint, wrapped},
    },
};

/// Runs a program on many inputs and says whether it is right
#[derive(clap::Args)]
#[command(
    after_long_help = r"The program gets its input on standard input, or in a file whose path replaces {} in its arguments. A program that reads a file of its own needs no option: if what it prints does not depend on standard input, the file is looked for in the git root, or in this folder, and the program runs in a copy of it, in which that file is the input. --file says which file, if judge cannot tell. judge itself never writes to your own folder.

Its answers are the numbers that are as large as the total winnings of a thousand hands, whatever else it prints: the first is part 1 and the second part 2, unless the words before them say otherwise.

It is right if it is right on inputs such as the puzzle's site gives: a thousand different hands, the bids 1 to 1,000 once each, and a newline behind each line. What fails beyond that, fewer lines for example, is listed. If it is wrong, ends with an error, or takes too long, the input is made as small as it can be, and the mistake is named, if one gives all of its answers. If it is right, its time is taken on up to a million hands. Compile it first: the time limit is for all that the command does.

Examples:

  $ camel-cards judge python3 day7.py

  $ camel-cards judge --part 2 -- ./day7 {}

  $ camel-cards judge --file data/07.txt -- node src/day7.js

Exit status: 0 the program is right, 1 it is not, 2 nothing could be judged, 130 interrupted."
)]
pub(crate) struct Args {
    /// The program and its arguments, behind all options
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
    #[command(flatten)]
    rules: RulesArgs,
    /// File that the program opens, by its path from here; a copy of the folder has the input there
    ///
    /// The program runs in a copy of the folder, in which this file is the input. The copy is of the git root, or of this folder. It leaves out what .gitignore names, but not inputs. The folder itself is never changed.
    #[arg(long, value_name = "NAME")]
    file: Option<PathBuf>,
    /// Answers that the program promises: a missing one is a failure
    #[arg(long, value_name = "ANSWERS", value_parser = ["both"])]
    answers: Option<String>,
    /// Where the answer stands, if judge cannot tell: the last match
    ///
    /// Its first group, if it has one, holds the number. If it has two, they hold the answers to both parts.
    #[arg(long, value_name = "REGEX")]
    answer_pattern: Option<Regex>,
    /// Count what fails beyond the puzzle: fewer lines, repeated hands, huge bids, other line ends, …
    #[arg(long)]
    strict: bool,
    /// Seconds it may take for an input
    ///
    /// The times of a right program end with the first run that takes longer than this, or than four seconds.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Where the random numbers start
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

/// What came of judging a program.
#[derive(Serialize)]
struct JudgeReport {
    #[serde(flatten)]
    verdict: Verdict,
    /// The file that was exchanged for the input, in a copy of the folder.
    exchanged: Option<String>,
    times: Vec<Timing>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let find_root = |file| Root::find(own_input::folders_above(&args.command, file));
    let mut root = None;
    if let Some(file) = &args.file {
        let mut found = find_root(Some(file))?;
        found.exchanged = found.inside(file).filter(|inner| inner.file_name().is_some());
        if found.exchanged.is_none() {
            let (file, folder) = (file.display(), found.path.display());
            let expected =
                format!("--file {file}: expected a file in {folder}, beside the program");
            return Err(Failure::Usage(expected));
        }
        root = Some(found);
    }
    let (mut verdict, mut times) = judge(args, root.as_ref())?;
    // What reads a file of its own may take too long for that one.
    let may_be_unread = is_unread(&verdict)
        || verdict.part.outcome.kind == VerdictKind::Timeout && verdict.example.printed.is_empty();
    if may_be_unread && root.is_none() && !has_path(&args.command) {
        root = find_root(None).ok();
        if let Some(root) = &mut root {
            root.exchanged = own_input::find(&verdict, &args.command, root);
            if root.exchanged.is_some() {
                let second = judge(args, Some(root))?;
                if is_unread(&verdict) || !is_unread(&second.0) {
                    (verdict, times) = second;
                } else {
                    root.exchanged = None;
                }
            }
        }
    }
    let exchanged =
        root.as_ref().and_then(|root| Some(root.exchanged.as_ref()?.display().to_string()));
    let report = JudgeReport { verdict, exchanged, times };
    args.format.print(&report, || {
        report.verdict.text(&paint) + &report.note(root.as_ref()) + &times::text(&report.times)
    })?;
    match report.verdict.part.outcome.kind {
        _ if interrupt::is_interrupted() => Err(Failure::Interrupted),
        VerdictKind::Right => Ok(()),
        VerdictKind::NotRead => Err(Failure::NotJudged),
        _ => Err(Failure::Wrong),
    }
}

/// Judges the program, in copies of a folder if a file of it is exchanged for the input, and takes
/// its times if it is right.
fn judge(args: &Args, root: Option<&Root>) -> Result<(Verdict, Vec<Timing>)> {
    let program = Program::new(&args.command, root)?;
    let mut options = JudgeOptions::default();
    options.name = args.command.join(OsStr::new(" ")).to_string_lossy().into_owned();
    (options.rules, options.both, options.strict) =
        (args.rules.one(), args.answers.is_some(), args.strict);
    (options.seed, options.timeout) = (Some(args.seed), Some(args.timeout));
    let mut judge = Judge::new(options);
    while let Some(batch) = judge.next_batch() {
        let mut runs = program.run(&batch.inputs, batch.limit, batch.purpose)?;
        if interrupt::is_interrupted() {
            break;
        }
        if let Some(pattern) = &args.answer_pattern {
            runs.iter_mut().for_each(|run| run.printed = matched(pattern, &run.printed));
        }
        judge.take(runs);
    }
    let verdict = judge.verdict().ok_or(Failure::Interrupted)?;
    let times = match verdict.part.outcome.kind {
        VerdictKind::Right => times::times(&program, args.timeout, args.seed, &verdict)?,
        _ => Vec::new(),
    };
    Ok((verdict, times))
}

/// Whether a program may read another input than it was given.
fn is_unread(verdict: &Verdict) -> bool {
    matches!(verdict.part.outcome.kind, VerdictKind::NotRead | VerdictKind::NoAnswer)
}

impl JudgeReport {
    /// Says how the program got its input, and how else it can.
    fn note(&self, root: Option<&Root>) -> String {
        let copied = root.zip(self.exchanged.as_ref()).map(|(root, file)| {
            let folder = root.path.display();
            let ends = if root.has_crlf() { r", with \r\n as yours" } else { "" };
            format!("It ran in a copy of {folder}, in which {file} is the input{ends}.")
        });
        let ways = is_unread(&self.verdict).then(|| WAYS.to_owned());
        copied.into_iter().chain(ways).map(|note| format!("\n{}", wrapped(&note, "", ""))).collect()
    }
}

/// The ways to give a program its input.
const WAYS: &str = "A program gets its input on standard input, or in the file whose path stands for {} in its arguments, or in a file of the name that it opens: judge --file input.txt -- COMMAND. A file that it opens by its whole path stays what it is: name it by a path from the program on. If it answers in a way that is not understood, --answer-pattern says where.";

/// What the last match of a pattern holds, as an answer.
fn matched(pattern: &Regex, printed: &str) -> String {
    let Some(found) = pattern.captures_iter(printed).last() else { return String::new() };
    let group = |i: usize| found.get(i).map(|group| group.as_str());
    match (group(1), group(2)) {
        (Some(one), Some(two)) => format!("Part 1: {one}\nPart 2: {two}\n"),
        (one, _) => one.or(group(0)).unwrap_or_default().to_owned(),
    }
}

fn seconds(text: &str) -> std::result::Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let seconds = seconds.filter(|seconds| !seconds.is_zero());
    seconds.ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".to_owned())
}
