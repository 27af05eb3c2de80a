mod table;

use std::{path::PathBuf, sync::atomic::Ordering};

use camel_cards_coach::{Deviation, Posted, Question, UserAnswer, diagnose, diagnose_order};
use camel_cards_input::{AocdUser, FileName};

use super::{RulesArgs, whole};
use crate::{
    failure::{Failure, Result, say},
    output::{Format, counted, print_styled, progress::WorkProgress, width},
    reading::{InputArgs, input_path, read_whole},
};

/// Finds the mistake behind a wrong answer, or behind a wrong order of the hands
///
/// diagnose computes the totals that wrong programs would give for your input: programs with a common mistake, then with
/// any other change of one rule, and then with two mistakes. It shows the mistakes that give exactly your wrong answer.
/// Give every wrong answer that you submitted: a mistake found in one answer helps to explain the others. A whole number
/// that is not the name of a file is an answer.
///
/// Without FILE and answers, diagnose reads your input and all wrong answers that the Python library aocd
/// (advent-of-code-data) keeps in AOCD_DIR, or else in ~/.config/aocd. It never reads your session token.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  All answers that you submitted with aocd:
      camel-cards diagnose

  Your answer is wrong:
      camel-cards diagnose hands.txt 250577259

  The site said that it is too high for part 2:
      camel-cards diagnose hands.txt --part 2 --too-high 250577259

  Two answers were too low, another too high:
      camel-cards diagnose hands.txt --too-low 246000000,247000000 --too-high 250577259

  Your program's sorted hands, weakest first:
      camel-cards diagnose hands.txt --part 2 --order sorted.txt

  The answers of a class, a row each under the heading name,input,part,answer:
      camel-cards diagnose --table answers.csv

Exit status: 0 every answer, or the order, is right; 1 one is wrong.")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    rules: RulesArgs,

    /// A wrong answer, or several separated by commas
    #[arg(long, value_name = "N", value_parser = totals, help_heading = "What you tried")]
    answer: Vec<Totals>,

    /// An answer that the site called too low
    #[arg(long, value_name = "N", value_parser = totals, help_heading = "What you tried")]
    #[arg(conflicts_with = "order")]
    too_low: Vec<Totals>,

    /// An answer that the site called too high
    #[arg(long, value_name = "N", value_parser = totals, help_heading = "What you tried")]
    #[arg(conflicts_with = "order")]
    too_high: Vec<Totals>,

    /// File with your sorted hands, as your program prints them; - means standard input
    #[arg(long, value_name = "SORTED", conflicts_with = "answer")]
    #[arg(help_heading = "What you tried")]
    order: Option<PathBuf>,

    /// CSV file with a row for each answer: name, input, part, answer; - means standard input
    ///
    /// The first row names the columns, in any order; other columns are ignored. input is the path of this person's
    /// input, from the current folder. part may be empty. Answers with the same name and input help to explain each
    /// other.
    #[arg(long, value_name = "TABLE", help_heading = "What you tried")]
    #[arg(conflicts_with_all = ["files", "rejects", "answer", "too_low", "too_high", "order", "reveal"])]
    table: Option<PathBuf>,

    /// Show the right total, which is hidden by default
    #[arg(long, conflicts_with = "order")]
    reveal: bool,

    /// Form of the output; csv with --table only
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Form,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Form {
    Text,
    Json,
    Csv,
}

impl Args {
    /// The answers that were tried, each once, with what the site said about it. `typed` are those without an option.
    fn answers(&self, typed: &[Totals]) -> Result<Vec<UserAnswer>> {
        let told = [
            (None, typed),
            (None, &self.answer),
            (Some(Deviation::TooLow), &self.too_low),
            (Some(Deviation::TooHigh), &self.too_high),
        ];
        let told = told.into_iter().flat_map(|(deviation, answers)| {
            answers.iter().flat_map(|totals| &totals.0).map(move |&answer| (answer, deviation))
        });
        let mut answers: Vec<UserAnswer> = Vec::new();
        for (answer, deviation) in told {
            match answers.iter_mut().find(|other| other.answer == answer) {
                None => answers.push(UserAnswer::new(answer, deviation)),
                Some(known) if known.deviation.is_none() => known.deviation = deviation,
                Some(known) if deviation.is_none() || known.deviation == deviation => {}
                Some(_) => {
                    return Err(Failure::Usage(format!(
                        "{answer} was given as too low and as too high; it can be only one of these"
                    )));
                }
            }
        }
        Ok(answers)
    }

    /// The wrong answers that aocd keeps, and their file. Without a FILE, `input` becomes the input that aocd keeps.
    fn posted(&self, input: &mut InputArgs) -> Result<(Vec<UserAnswer>, PathBuf)> {
        let nothing = |why| Failure::Usage(format!("nothing to diagnose: {why}"));
        if input.files.is_empty() {
            let example = "without aocd: camel-cards diagnose hands.txt N";
            let found = input_path("@aocd".into());
            input.files.push(found.map_err(|error| nothing(format!("{error}; {example}")))?);
        }
        let Some(AocdUser { posts, input, .. }) = AocdUser::of_input(&input.files[0]) else {
            let how = "give your wrong answer, as in camel-cards diagnose input.txt 250577259, or a file with the hands as your program sorts them (--order FILE)";
            return Err(nothing(how.to_owned()));
        };
        let from = FileName(&posts);
        let json = if posts.exists() { read_whole(&posts)? } else { b"[]".into() };
        let posted: Vec<Posted> = serde_json::from_slice(&json)
            .map_err(|error| Failure::Data(format!("{from}: {error}")))?;
        let mut wrong: Vec<UserAnswer> = posted.iter().filter_map(Posted::wrong_answer).collect();
        wrong.retain(|given| self.rules.part.is_none_or(|rules| given.rules == Some(rules)));
        wrong.sort_by_key(|given| given.rules);
        if wrong.is_empty() {
            return Err(nothing(format!("no wrong answer in {from}; give one with --answer N")));
        }
        let count = counted(wrong.len() as u64, "wrong answer", "wrong answers");
        say(format_args!("the input is {}, with {count} in {from}", FileName(&input)));
        Ok((wrong, posts))
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let format = match (&args.table, args.format) {
        (Some(path), _) => return table::run(args, path),
        (None, Form::Text) => Format::Text,
        (None, Form::Json) => Format::Json,
        (None, Form::Csv) => {
            let message = "--format csv is for --table; without it, write --format json";
            return Err(Failure::Usage(message.to_owned()));
        }
    };
    let mut input = args.input.clone();
    let mut typed = Vec::new();
    input.files.retain(|file| {
        let number = file.to_str().and_then(|text| totals(text).ok());
        let number = number.filter(|_| args.order.is_none() && !file.exists());
        let is_file = number.is_none();
        typed.extend(number);
        is_file
    });
    let (mut answers, mut also_read) = (args.answers(&typed)?, args.order.clone());
    if args.order.is_none() && answers.is_empty() {
        let (posted, file) = args.posted(&mut input)?;
        (answers, also_read) = (posted, Some(file).filter(|file| file.exists()));
    }
    let input = input.check(also_read.as_ref(), None)?;
    let order = args.order.as_deref().map(read_whole).transpose()?;
    let mut entries = Vec::new();
    let byte_order_mark = input.read(|block| {
        entries.extend(block.entries());
        Ok(())
    })?;
    // Programs that read the JSON get a record also for an empty input.
    if entries.is_empty() && matches!(format, Format::Text) {
        let message = "nothing to diagnose: give your puzzle input, as in camel-cards diagnose input.txt 6440";
        return Err(Failure::Data(message.to_owned()));
    }
    let progress = WorkProgress::of_search();
    let mut question = Question::new(&entries, answers);
    (question.rules, question.byte_order_mark) = (args.rules.part, byte_order_mark);
    let done = progress.done.clone();
    let watch = |permille| {
        done.store(permille as u64, Ordering::Relaxed);
        true
    };
    question.progress = &watch;
    let is_right = if let Some(order) = &order {
        let diagnosis = diagnose_order(&question, &String::from_utf8_lossy(order))?;
        drop(progress);
        format.print(&diagnosis, || diagnosis.styled(width(), &question))?;
        diagnosis.is_right
    } else {
        let diagnosis = diagnose(&question)?;
        drop(progress);
        match format {
            Format::Text => print_styled(&diagnosis.styled(width(), args.reveal))?,
            Format::Json => {
                diagnosis.answers.iter().try_for_each(|one| format.print(one, String::new))?;
            }
        }
        diagnosis.is_right()
    };
    if is_right { Ok(()) } else { Err(Failure::Wrong) }
}

/// Totals as one argument.
#[derive(Clone)]
struct Totals(Vec<u128>);

/// Reads a total, or several of at least four digits with a comma between them. So `1,23` is an error.
fn totals(text: &str) -> std::result::Result<Totals, String> {
    let several =
        || text.split(',').map(|one| whole(one.trim()).filter(|_| one.len() > 3)).collect();
    let totals = whole(text).map(|total| vec![total]).or_else(several);
    totals
        .map(Totals)
        .ok_or_else(|| "expected a whole number below 2¹²⁸, such as 6440 or 250,577,259".to_owned())
}
