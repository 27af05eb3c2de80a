use std::{ffi::OsString, time::Duration};

use super::args::{Format, RulesArgs};
use crate::{
    failure::{Failure, Result},
    judge::{
        answers::Answers,
        judging::{Judge, JudgeOptions},
        record::Record,
        report,
    },
    messages::say,
    os::program::Program,
    output::{self, json},
};

/// Runs a program on many inputs and says whether it is right
#[derive(clap::Args)]
#[command(after_long_help = "\
The program gets its input on standard input, or in a file whose path replaces {} in its arguments. Its answer is the last whole number that it prints. If it is wrong, ends with an error, or takes too long, the input is made as small as it can be, and the mistake is named. If it is right, its time is taken on up to 100,000 hands. Compile it first: the time limit is for all that the command does.

Examples:

  $ camel-cards judge --part 2 -- python3 day7.py

  $ camel-cards judge --answers both -- ./day7 {}

Exit status: 0 the program is right, 1 it is not, 2 it cannot be run, 130 interrupted.")]
pub(crate) struct Args {
    /// The program and its arguments, after --
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Answers it prints: the one for --part, or the last two, standard then joker
    ///
    /// Without --part, its answers to published inputs tell which part it solves.
    #[arg(long, value_name = "ANSWERS", default_value = "one")]
    answers: Answers,
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
    let options = JudgeOptions {
        rules: args.rules.one(),
        answers: args.answers,
        timeout: args.timeout,
        inputs: args.inputs,
        seed: args.seed,
    };
    let (judgement, judged) = Judge::new(&options, Program::new(&args.command)?).judge();
    match &judged {
        Err(Failure::Interrupted) => {
            say(format_args!("interrupted; {}", report::so_far(&judgement)));
            if judgement.failing.is_none() {
                return judged;
            }
        }
        Err(_) => return judged,
        Ok(()) => {}
    }
    match args.format {
        Format::Text => output::print_styled(&report::text(&judgement))?,
        Format::Json => {
            let mut out = Vec::new();
            json::write_line(&mut out, &Record::from(&judgement))?;
            output::print(&out)?;
        }
    }
    judged?;
    if judgement.failing.is_some() { Err(Failure::Wrong) } else { Ok(()) }
}

fn seconds(text: &str) -> std::result::Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let seconds = seconds.filter(|seconds| !seconds.is_zero());
    seconds.ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".to_owned())
}
