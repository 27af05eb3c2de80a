use std::path::{Path, PathBuf};

use camel_cards_coach::{
    OrderError, Ordered, Question, Told, Tried, diagnose_order_watched, diagnose_watched,
};
use camel_cards_records::{DiagnosisRecord, OrderRecord};

use super::args::{Format, RulesArgs};
use crate::{
    failure::{Failure, Result},
    messages::input_name,
    named_files::NamedFiles,
    output::{self, diagnosis, json, progress::SearchProgress},
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
    #[arg(long, value_name = "N", value_parser = total, num_args = 0..=1, require_equals = true)]
    #[arg(help_heading = "What was tried", conflicts_with = "order")]
    too_low: Option<Vec<u128>>,

    /// Each --answer was too high; or, with =N, this answer was
    #[arg(long, value_name = "N", value_parser = total, num_args = 0..=1, require_equals = true)]
    #[arg(help_heading = "What was tried", conflicts_with = "order")]
    too_high: Option<Vec<u128>>,

    /// The hands in the order tried, weakest first, one a line, with or without bids; - is standard input
    #[arg(long, value_name = "SORTED", conflicts_with = "answer")]
    #[arg(help_heading = "What was tried")]
    order: Option<PathBuf>,

    /// Form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

impl Args {
    pub(super) fn files(&self) -> Result<NamedFiles> {
        if self.order.is_none() {
            // Before an answer that was taken for a file is missed as one.
            self.tried()?;
        }
        Ok(self.input.named_files().reads(&self.order).prints("the findings"))
    }

    fn tried(&self) -> Result<Vec<Tried>> {
        // Given without a number, an option is about every --answer.
        let about_all = |option: &Option<Vec<u128>>| option.as_ref().is_some_and(Vec::is_empty);
        let told = match (about_all(&self.too_low), about_all(&self.too_high)) {
            (true, true) => {
                let message = "an answer is not both too low and too high; give each its own: --too-low=N --too-high=N";
                return Err(Failure::Usage(message.to_owned()));
            }
            (true, false) => Some(Told::TooLow),
            (false, true) => Some(Told::TooHigh),
            (false, false) => None,
        };
        let mut tried: Vec<Tried> =
            self.answer.iter().map(|&answer| Tried::new(answer, told)).collect();
        for (option, told) in [(&self.too_low, Told::TooLow), (&self.too_high, Told::TooHigh)] {
            let answers = option.iter().flatten();
            tried.extend(answers.map(|&answer| Tried::new(answer, Some(told))));
        }
        tried.dedup();
        if tried.is_empty()
            && let Some(number) = self.input.files().find(|file| total(file).is_ok())
        {
            let option = match told {
                Some(_) => format!("--too-low={number} or --too-high={number}"),
                None => format!("--answer {number}"),
            };
            return Err(Failure::Usage(format!("{number} was taken for a file: write {option}")));
        }
        if tried.is_empty() {
            let message = "nothing to diagnose: give the answer that you tried with --answer N, or your order with --order FILE";
            return Err(Failure::Usage(message.to_owned()));
        }
        Ok(tried)
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let order = args.order.as_deref().map(read_order).transpose()?;
    let tried = if order.is_none() { args.tried()? } else { Vec::new() };
    let mut entries = Vec::new();
    let byte_order_mark = args.input.read(|entry| entries.push(entry))?;
    // A program that asks gets its record.
    if entries.is_empty() && matches!(args.format, Format::Text) {
        let message = "there are no hands: give the file of your input, as in camel-cards diagnose hands.txt --answer 6440";
        return Err(Failure::Data(message.to_owned()));
    }
    let rules = args.rules.one();
    let (mut json, mut text) = (Vec::new(), String::new());
    let progress = SearchProgress::new();
    let mut watch = |done| {
        progress.set(done);
        true
    };
    let is_right = match order {
        Some(order) => {
            let diagnosis = diagnose_order_watched(&entries, &order, rules, &mut watch)?;
            let diagnosis = diagnosis.ok_or(Failure::Interrupted)?;
            match args.format {
                Format::Text => text = diagnosis::order_text(&diagnosis, entries.len()),
                Format::Json => json::write_line(&mut json, &<OrderRecord>::from(&diagnosis))?,
            }
            diagnosis.is_right()
        }
        None => {
            let mut question = Question::new(&entries, tried);
            (question.rules, question.byte_order_mark) = (rules, byte_order_mark);
            let diagnosis = diagnose_watched(&question, &mut watch)?;
            let diagnosis = diagnosis.ok_or(Failure::Interrupted)?;
            match args.format {
                Format::Text => text = diagnosis::answer_text(&question, &diagnosis),
                Format::Json => json::write_line(&mut json, &<DiagnosisRecord>::from(&diagnosis))?,
            }
            diagnosis.is_right()
        }
    };
    drop(progress);
    output::print(&json)?;
    output::print_styled(&text)?;
    if is_right { Ok(()) } else { Err(Failure::Wrong) }
}

/// A total as an argument.
fn total(text: &str) -> std::result::Result<u128, String> {
    text.parse().map_err(|_| "expected a whole number, such as 6440".to_owned())
}

fn read_order(path: &Path) -> Result<Vec<Ordered>> {
    Ordered::read(read_whole(path)?).map_err(|OrderError { line, column, message, .. }| {
        Failure::Data(format!("{}:{line}:{column}: {message}", input_name(path)))
    })
}
