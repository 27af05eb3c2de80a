use std::path::{Path, PathBuf};

use camel_cards::Position;
use camel_cards_coach::{Deviation, Ordered, Question, UserAnswer, diagnose, diagnose_order};

use super::args::{RulesArgs, whole, with_hint};
use crate::{
    failure::{Failure, Result, input_name},
    output::{Format, diagnosis, progress::WorkProgress},
    reading::{InputArgs, read_whole},
};

/// Finds out what is wrong with an answer, or with an order
///
/// Every mistake that people are known to make is tried on your input, then every other change of
/// one rule, then every two of them together; and if you tried several answers, what one of them
/// shows is used for the others.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  The site said that 250577259 is too high:
      camel-cards diagnose hands.txt --part 2 --answer 250577259 --too-high

  Two answers tried, the first too low, the second too high:
      camel-cards diagnose hands.txt --too-low=246000000 --too-high=250577259

  The hands in the order in which a program has them, weakest first:
      camel-cards diagnose hands.txt --part 2 --order sorted.txt

Exit status: 0 the answer or order is right, 1 it is wrong.")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    rules: RulesArgs,

    /// A total that was tried; may be given several times
    #[arg(long, value_name = "N", value_parser = total, help_heading = "What was tried")]
    answer: Vec<u128>,

    /// Each --answer was too low; or, with =N, this answer was
    #[arg(long, value_name = "N", value_parser = one_or_each, num_args = 0..=1)]
    #[arg(require_equals = true, default_missing_value = "", conflicts_with = "order")]
    #[arg(help_heading = "What was tried")]
    too_low: Vec<Option<u128>>,

    /// Each --answer was too high; or, with =N, this answer was
    #[arg(long, value_name = "N", value_parser = one_or_each, num_args = 0..=1)]
    #[arg(require_equals = true, default_missing_value = "", conflicts_with = "order")]
    #[arg(help_heading = "What was tried")]
    too_high: Vec<Option<u128>>,

    /// The hands in the order tried, weakest first, one a line, with or without bids, in place of answers; - is standard input
    #[arg(long, value_name = "SORTED", conflicts_with = "answer")]
    #[arg(help_heading = "What was tried")]
    order: Option<PathBuf>,

    /// Show the right total, which is hidden by default
    #[arg(long, conflicts_with = "order")]
    reveal: bool,

    /// Form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

impl Args {
    /// The answers that were tried, each once, with what was told of it.
    fn answers(&self) -> Result<Vec<UserAnswer>> {
        let mut told: Vec<(u128, Option<Deviation>)> =
            self.answer.iter().map(|&answer| (answer, None)).collect();
        let options = [(&self.too_low, Deviation::TooLow), (&self.too_high, Deviation::TooHigh)];
        for (option, deviation) in options {
            for of in option {
                let answers = of.as_ref().map_or(&self.answer[..], std::slice::from_ref);
                if answers.is_empty() {
                    let number = self.number_taken_for_a_file().unwrap_or("N");
                    return Err(Failure::Usage(format!(
                        "which answer is too {deviation}? Write --too-{deviation}={number}"
                    )));
                }
                told.extend(answers.iter().map(|&answer| (answer, Some(deviation))));
            }
        }
        let mut answers: Vec<UserAnswer> = Vec::new();
        for (answer, deviation) in told {
            match answers.iter_mut().find(|other| other.answer == answer) {
                None => answers.push(UserAnswer::new(answer, deviation)),
                Some(known) if known.deviation.is_none() => known.deviation = deviation,
                Some(known) if known.deviation == deviation => {}
                Some(_) => {
                    return Err(Failure::Usage(format!(
                        "{answer} is not both too low and too high; give each answer its own: --too-low=N --too-high=N"
                    )));
                }
            }
        }
        if answers.is_empty() {
            return Err(Failure::Usage(match self.number_taken_for_a_file() {
                Some(number) => format!("{number} was taken for a file: write --answer {number}"),
                None => "nothing to diagnose: give the answer that you tried with --answer N, or your order with --order FILE".to_owned(),
            }));
        }
        Ok(answers)
    }

    fn number_taken_for_a_file(&self) -> Option<&str> {
        let mut files = self.input.files.iter().filter_map(|file| file.to_str());
        files.find(|file| total(file).is_ok())
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    // First, so that the message for `diagnose hands.txt 6440` is not that there is no file 6440.
    let answers = if args.order.is_none() { args.answers()? } else { Vec::new() };
    let input = args.input.open(args.order.as_ref(), None)?;
    let order = args.order.as_deref().map(read_order).transpose()?;
    let mut entries = Vec::new();
    let byte_order_mark = input.read(|block| {
        entries.extend(block.entries());
        Ok(())
    })?;
    // JSON has a record of no entries, too.
    if entries.is_empty() && matches!(args.format, Format::Text) {
        let message = "there are no hands: give the file of your input, as in camel-cards diagnose hands.txt --answer 6440";
        return Err(Failure::Data(message.to_owned()));
    }
    let progress = WorkProgress::of_search();
    let mut question = Question::new(&entries, answers);
    (question.rules, question.byte_order_mark) = (args.rules.one(), byte_order_mark);
    let watch = |done| {
        progress.set(done as u64);
        true
    };
    question.progress = &watch;
    let is_right = match order {
        Some(order) => {
            let diagnosis = diagnose_order(&question, &order)?;
            progress.clear();
            let text = || diagnosis::order_text(&diagnosis, entries.len());
            args.format.print(&diagnosis, text)?;
            diagnosis.is_right()
        }
        None => {
            let diagnosis = diagnose(&question)?;
            progress.clear();
            let text = || diagnosis::answer_text(&question, &diagnosis, args.reveal);
            args.format.print(&diagnosis, text)?;
            diagnosis.is_right
        }
    };
    if is_right { Ok(()) } else { Err(Failure::Wrong) }
}

/// A total as an argument.
fn total(text: &str) -> std::result::Result<u128, String> {
    whole(text).ok_or_else(|| "expected a whole number, such as 6440 or 250,577,259".to_owned())
}

/// A total, or none for what is said of each answer.
fn one_or_each(text: &str) -> std::result::Result<Option<u128>, String> {
    if text.is_empty() { Ok(None) } else { total(text).map(Some) }
}

fn read_order(path: &Path) -> Result<Vec<Ordered>> {
    Ordered::read(read_whole(path)?).map_err(|error| {
        let Position { line, column, .. } = error.position();
        let message = with_hint(error.kind());
        Failure::Data(format!("{}:{line}:{column}: {message}", input_name(path)))
    })
}
