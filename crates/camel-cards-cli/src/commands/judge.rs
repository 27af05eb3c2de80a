use std::{
    ffi::OsString,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use camel_cards::Rules;
use regex_lite::Regex;

use super::args::{Format, RulesArgs};
use crate::{
    failure::{Failure, Result},
    judge::{
        answer::{parts::Answers, place::parts_named},
        judging::{Judge, JudgeOptions, unless_interrupted},
        reader::AnswerOptions,
        record::Record,
        report,
        ways::{JudgeCommand, OwnFile},
    },
    messages::{self, say},
    os::program::{PATH, Program},
    output::{self, json},
};

/// Runs a program on many inputs and says whether it is right
#[derive(clap::Args)]
#[command(
    after_long_help = r"The program gets its input on standard input; or in a file whose path replaces {} in its arguments; or, with --file, in a file of that name, in a copy of the current folder, where it then runs.

Its answer is found in what it prints, by the answers to the first inputs, whatever else it prints; and both answers, if it prints both.

It is right if it is right on inputs that the puzzle can give: one to a thousand different hands, bids from 1 to 1,000. What fails beyond that is listed. If it is wrong, ends with an error, or takes too long, the input is made as small as it can be, and the mistake is named, if one gives all of its answers. If it is right, its time is taken on up to a million hands. Compile it first: the time limit is for all that the command does.

Examples:

  $ camel-cards judge python3 day7.py

  $ camel-cards judge --part 2 -- ./day7 {}

  $ camel-cards judge --file input.txt -- node day7.js

Exit status: 0 the program is right, 1 it is not, 2 it cannot be run, 130 interrupted."
)]
pub(crate) struct Args {
    /// The program and its arguments
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    command: Vec<OsString>,
    #[command(flatten)]
    rules: RulesArgs,
    /// File that the program opens: in a copy of this folder, it is the input
    ///
    /// The copy leaves out .git, target, node_modules, virtual environments and the like. The folder itself is never changed.
    #[arg(long, value_name = "NAME")]
    file: Option<PathBuf>,
    /// How many answers it prints, if that is not understood
    #[arg(long, value_name = "ANSWERS")]
    answers: Option<Answers>,
    /// Where the answer stands, if that is not understood: the last match
    ///
    /// Its first group, if it has one, holds the number. If it has two, they hold the answers to both parts.
    #[arg(long, value_name = "REGEX", value_parser = pattern)]
    answer_pattern: Option<Arc<Regex>>,
    /// Count what fails beyond the puzzle: repeated hands, huge bids, other line ends, …
    #[arg(long)]
    strict: bool,
    /// Show what the program printed
    #[arg(long)]
    show_output: bool,
    /// Seconds it may take for an input
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Random inputs to try, besides those that are always tried
    #[arg(long, value_name = "N", default_value_t = 100)]
    inputs: u32,
    /// Where the random numbers start
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let called = called(args)?;
    if args.file.is_some() && args.command.iter().any(|word| word == PATH) {
        return Err(Failure::Usage(format!(
            "--file gives the program a file of that name, and {PATH} the path of one; use only one of them"
        )));
    }
    let options = JudgeOptions {
        told: AnswerOptions {
            rules: args.rules.one(),
            answers: args.answers,
            pattern: args.answer_pattern.clone(),
        },
        rules_named: rules_named(&called.command),
        timeout: args.timeout,
        inputs: args.inputs,
        seed: args.seed,
        is_strict: args.strict,
    };
    let (verdict, file) = judge(args, &options, &called, args.file.as_deref())?;
    match file {
        Some(file) if args.file.is_none() && goes_on_with(&file)? => {
            judge(args, &options, &called, Some(&file))?.0
        }
        _ => verdict,
    }
}

/// Judges, and prints the judgement. Returns whether the program is right, and the file that it seems
/// to read.
fn judge(
    args: &Args,
    options: &JudgeOptions,
    called: &JudgeCommand,
    file: Option<&Path>,
) -> Result<(Result<()>, Option<PathBuf>)> {
    // A file that is gone on with takes the place of the path.
    let is_given = |word: &&OsString| file.is_none() || *word != PATH;
    let command: Vec<OsString> = args.command.iter().filter(is_given).cloned().collect();
    let program = Program::new(&command, file)?;
    let (judgement, judged) = Judge::new(options, program).judge();
    match &judged {
        Err(Failure::Interrupted) => {
            say(format_args!("interrupted; {}", report::so_far(&judgement)));
            if judgement.failures.is_empty() {
                return judged.map(|()| (Ok(()), None));
            }
        }
        Err(_) => return judged.map(|()| (Ok(()), None)),
        Ok(()) => {}
    }
    match args.format {
        Format::Text => {
            output::print_styled(&report::text(&judgement, called, args.show_output))?;
        }
        Format::Json => {
            let mut out = Vec::new();
            json::write_line(&mut out, &Record::new(&judgement, args.show_output))?;
            output::print(&out)?;
        }
    }
    judged?;
    let verdict = if judgement.is_right() { Ok(()) } else { Err(Failure::Wrong) };
    let own_file = judgement.own_file.filter(OwnFile::is_inside);
    let is_offered = matches!(args.format, Format::Text);
    Ok((verdict, own_file.filter(|_| is_offered).map(|own| own.path)))
}

/// Asks, at a terminal, whether to go on with a file.
fn goes_on_with(file: &Path) -> Result<bool> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal()) {
        return Ok(false);
    }
    messages::write(&format!("\nGo on with --file {}? [Y/n] ", file.display()));
    let answer = unless_interrupted(|| io::stdin().lines().next())?;
    let answer = answer.transpose().unwrap_or_default();
    let goes_on = answer.is_some_and(|answer| matches!(answer.trim(), "" | "y" | "Y" | "yes"));
    if goes_on {
        messages::write("\n");
    }
    Ok(goes_on)
}

/// How this was called. Options behind a command that has no `--` before it are the command's own,
/// which nobody means who writes `judge python3 day7.py --part 2`.
fn called(args: &Args) -> Result<JudgeCommand> {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let (options, command) = words.split_at(words.len().saturating_sub(args.command.len()));
    let (options, is_told) = match options {
        [options @ .., dashes] if dashes == "--" => (options, true),
        _ => (options, false),
    };
    let options_known = <Args as clap::Args>::augment_args(clap::Command::new("judge"));
    let is_own = |word: &&String| {
        let name = word.strip_prefix("--").map(|name| name.split('=').next());
        name.is_some_and(|name| options_known.get_arguments().any(|own| own.get_long() == name))
    };
    if let Some(own) = command.iter().find(is_own).filter(|_| !is_told) {
        return Err(Failure::Usage(format!(
            "{own} comes after the command, so it would be the command's own option; write it before the command, or -- before a command that has such an option"
        )));
    }
    let options = ["camel-cards".to_owned()].into_iter().chain(options.iter().cloned()).collect();
    Ok(JudgeCommand { options, command: command.to_vec() })
}

/// The part that a word of the command names, such as `part2.py`.
fn rules_named(command: &[String]) -> Option<Rules> {
    let named = command.iter().flat_map(|word| parts_named(&word.to_lowercase())).last()?;
    Rules::ALL.into_iter().find(|rules| rules.part() == named)
}

fn pattern(text: &str) -> std::result::Result<Arc<Regex>, String> {
    Regex::new(text).map(Arc::new).map_err(|error| error.to_string())
}

fn seconds(text: &str) -> std::result::Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let seconds = seconds.filter(|seconds| !seconds.is_zero());
    seconds.ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".to_owned())
}
