use std::{path::PathBuf, sync::atomic::Ordering};

use camel_cards::Rules;
use camel_cards_coach::{Deviation, Posted, Question, UserAnswer, diagnose, diagnose_order};
use camel_cards_input::{AocdUser, FileName};

use super::{RulesArgs, whole};
use crate::{
    failure::{Failure, Result, say},
    output::{Format, counted, progress::WorkProgress},
    reading::{InputArgs, input_path, read_whole},
};

/// Finds the mistake behind a wrong answer, or behind a wrong order of the hands
///
/// diagnose computes the totals that wrong programs would give for your input: programs with a common mistake, then with
/// any other change of one rule, and then with two mistakes. It shows the mistakes that give exactly your wrong answer.
/// Give every wrong answer that you submitted: a mistake found in one answer helps to explain the others.
///
/// Without FILE and answers, diagnose reads your input and all wrong answers that the Python library aocd
/// (advent-of-code-data) keeps in AOCD_DIR, or else in ~/.config/aocd. It never reads your session token.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  All answers that you submitted with aocd:
      camel-cards diagnose

  The site said that 250577259 is too high for part 2:
      camel-cards diagnose hands.txt --part 2 --too-high=250577259

  One answer was too low, another too high:
      camel-cards diagnose hands.txt --too-low=246000000 --too-high=250577259

  Your program's sorted hands, weakest first:
      camel-cards diagnose hands.txt --part 2 --order sorted.txt

Exit status: 0 the answer or order is right, 1 it is wrong.")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    rules: RulesArgs,

    /// A wrong answer; repeat the option for several answers
    #[arg(long, value_name = "N", value_parser = total, help_heading = "What you tried")]
    answer: Vec<u128>,

    /// The answer N was too low; without =N, every --answer was too low
    #[arg(long, value_name = "N", value_parser = one_or_each, num_args = 0..=1)]
    #[arg(require_equals = true, default_missing_value = "", conflicts_with = "order")]
    #[arg(help_heading = "What you tried")]
    too_low: Vec<Option<u128>>,

    /// The answer N was too high; without =N, every --answer was too high
    #[arg(long, value_name = "N", value_parser = one_or_each, num_args = 0..=1)]
    #[arg(require_equals = true, default_missing_value = "", conflicts_with = "order")]
    #[arg(help_heading = "What you tried")]
    too_high: Vec<Option<u128>>,

    /// File with your sorted hands, as your program prints them; - means standard input
    #[arg(long, value_name = "SORTED", conflicts_with = "answer")]
    #[arg(help_heading = "What you tried")]
    order: Option<PathBuf>,

    /// Show the right total, which is hidden by default
    #[arg(long, conflicts_with = "order")]
    reveal: bool,

    /// Form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

impl Args {
    /// The answers that were tried, each once, with what the site said about it.
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

    /// The wrong answers that aocd keeps, by part. Without a FILE, `input` becomes the input that aocd keeps.
    fn posted(&self, input: &mut InputArgs) -> Result<Vec<(Option<Rules>, Vec<UserAnswer>)>> {
        let nothing = |why| Failure::Usage(format!("nothing to diagnose: {why}"));
        if input.files.is_empty() {
            let example = "without aocd: camel-cards diagnose hands.txt --answer=N";
            let found = input_path("@aocd".into());
            input.files.push(found.map_err(|error| nothing(format!("{error}; {example}")))?);
        }
        let Some(AocdUser { posts, input, .. }) = AocdUser::of_input(&input.files[0]) else {
            let how = "give your wrong answer (--too-low=N, --too-high=N or --answer=N), or a file with the hands as your program sorts them (--order=FILE)";
            return Err(match self.number_taken_for_a_file() {
                Some(number) => Failure::Usage(format!(
                    "{number} was taken for a file: write --answer={number}"
                )),
                None => nothing(how.to_owned()),
            });
        };
        let from = FileName(&posts);
        let json = if posts.exists() { read_whole(&posts)? } else { b"[]".into() };
        let posts: Vec<Posted> = serde_json::from_slice(&json)
            .map_err(|error| Failure::Data(format!("{from}: {error}")))?;
        let wrong = posts.iter().filter_map(Posted::wrong_answer);
        let of_part = |rules| {
            let of_part = wrong.clone().filter(move |(part, _)| *part == rules);
            (Some(rules), of_part.map(|(_, answer)| answer).collect::<Vec<_>>())
        };
        let mut parts: Vec<_> = self.rules.one_or_both().into_iter().map(of_part).collect();
        parts.retain(|(_, answers)| !answers.is_empty());
        if parts.is_empty() {
            return Err(nothing(format!("no wrong answer in {from}; give one with --answer=N")));
        }
        let count = parts.iter().map(|(_, answers)| answers.len() as u64).sum();
        let count = counted(count, "wrong answer", "wrong answers");
        say(format_args!("the input is {}, with {count} in {from}", FileName(&input)));
        Ok(parts)
    }

    fn number_taken_for_a_file(&self) -> Option<&str> {
        let mut files = self.input.files.iter().filter_map(|file| file.to_str());
        files.find(|file| total(file).is_ok())
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    // First, so that the message for `diagnose hands.txt 6440` is not that there is no file 6440.
    let answers = args.answers()?;
    let mut input = args.input.clone();
    let questions = match args.order.is_none() && answers.is_empty() {
        true => args.posted(&mut input)?,
        false => vec![(args.rules.part, answers)],
    };
    let input = input.open(args.order.as_ref(), None)?;
    let order = args.order.as_deref().map(read_whole).transpose()?;
    let mut entries = Vec::new();
    let byte_order_mark = input.read(|block| {
        entries.extend(block.entries());
        Ok(())
    })?;
    // Programs that read the JSON get a record also for an empty input.
    if entries.is_empty() && matches!(args.format, Format::Text) {
        let message = "nothing to diagnose: give your puzzle input, as in camel-cards diagnose input.txt --answer=6440";
        return Err(Failure::Data(message.to_owned()));
    }
    let mut is_right = true;
    for (i, (rules, answers)) in questions.into_iter().enumerate() {
        let progress = WorkProgress::of_search();
        let mut question = Question::new(&entries, answers);
        (question.rules, question.byte_order_mark) = (rules, byte_order_mark);
        let done = progress.done.clone();
        let watch = |permille| {
            done.store(permille as u64, Ordering::Relaxed);
            true
        };
        question.progress = &watch;
        if let Some(order) = &order {
            let diagnosis = diagnose_order(&question, &String::from_utf8_lossy(order))?;
            drop(progress);
            args.format.print(&diagnosis, || diagnosis.styled(&question))?;
            is_right &= diagnosis.is_right();
        } else {
            let diagnosis = diagnose(&question)?;
            drop(progress);
            let space = if i > 0 { "\n" } else { "" };
            let text = || space.to_owned() + &diagnosis.styled(&question, args.reveal);
            args.format.print(&diagnosis, text)?;
            is_right &= diagnosis.is_right;
        }
    }
    if is_right { Ok(()) } else { Err(Failure::Wrong) }
}

/// A total as an argument.
fn total(text: &str) -> std::result::Result<u128, String> {
    whole(text)
        .ok_or_else(|| "expected a whole number below 2¹²⁸, such as 6440 or 250,577,259".to_owned())
}

/// A total, or none if the hint is about each answer.
fn one_or_each(text: &str) -> std::result::Result<Option<u128>, String> {
    if text.is_empty() { Ok(None) } else { total(text).map(Some) }
}
