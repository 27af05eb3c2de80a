//! Notes below a verdict: how the program got its input, and what to do if it did not.

use std::{
    ffi::{OsStr, OsString},
    fs, iter,
    path::Path,
};

use camel_cards::{Hand, entries};
use camel_cards_coach::{PartVerdict, Verdict, VerdictKind};
use camel_cards_input::FileName;

use super::{copy::Replacement, own_input, program::stands_for_path};
use crate::output::wrapped;

/// Returns notes on how the program ran and got its input, how else it could, and whether it may need more time.
pub(crate) fn note(
    command: &[OsString],
    interpreter: Option<&str>,
    verdict: &Verdict,
    replacement: Option<&Replacement>,
) -> String {
    let ran = interpreter.map(|_| {
        let command = command.join(OsStr::new(" "));
        format!("judge ran {}.", FileName(command.as_ref()))
    });
    let copied = replacement.map(|Replacement { project, file, ends, .. }| {
        let ends = match (ends.with_carriage_returns, ends.without_last_newline) {
            (false, false) => "",
            (false, true) => ", with no newline at the end, as in your file",
            (true, _) => ", with the line ends of your file",
        };
        let (folder, file) = (FileName(&project.path), FileName(file));
        format!("Your program ran in a copy of {folder}, where {file} was the test input{ends}.")
    });
    // More time hardly helps a program that does not end on a single line.
    let is_late = |part: &PartVerdict| part.kind == VerdictKind::Timeout && part.entries.len() > 1;
    let is_late = iter::once(&verdict.part).chain(&verdict.other).any(is_late);
    let limit = is_late.then(|| "A longer time limit (--timeout) may help.".to_owned());
    let advice = advice(command, &verdict.part, replacement.is_some());
    let may_read_other = matches!(verdict.part.kind, VerdictKind::NotRead | VerdictKind::NoAnswer);
    let left_out = replacement.filter(|_| may_read_other).and_then(|one| one.project.left_out());
    let notes = [ran, copied, left_out, advice, limit].into_iter().flatten();
    notes.map(|note| format!("\n{}", wrapped(&note, ""))).collect()
}

/// Returns what to do if a program reads another input than the test input, or prints no answer.
fn advice(command: &[OsString], part: &PartVerdict, is_replaced: bool) -> Option<String> {
    let is_unread = match part.kind {
        VerdictKind::NotRead => true,
        VerdictKind::NoAnswer => false,
        _ => return None,
    };
    let said = part.stderr.join("\n") + "\n" + &part.printed;
    let has_path = command.iter().any(|word| word.to_str().is_some_and(stands_for_path));
    let has_failed = part.failure.as_ref().is_some_and(|how| how != "printed no answer");
    if has_failed && !own_input::names_missing_file(&said) {
        let takes_path = ["argv", "ARGV", "args", "sage:"].iter().any(|word| said.contains(word));
        return (takes_path && !has_path).then(|| PATH.to_owned());
    }
    let is_hand = |word: &str| word.parse::<Hand>().is_ok();
    if !is_unread && part.printed.split(|char: char| !char.is_alphanumeric()).any(is_hand) {
        return None;
    }
    if own_input::text(command).contains("aocd") {
        return Some("Print your answers: judge never submits them, and old versions of aocd do not show what is submitted.".to_owned());
    }
    if let Some(path) = own_input::absolute_path(command) {
        return Some(format!(
            "Your program names {path}. If that is its input, use a relative path: judge does not replace files opened by an absolute path."
        ));
    }
    if let Some(place) = own_input::hard_coded(command).filter(|_| is_unread) {
        return Some(format!(
            "Your input is in {place}: judge cannot replace it there. Read standard input instead."
        ));
    }
    let program = Path::new(command.first()?);
    let is_built =
        program.is_file() && command.iter().all(|word| own_input::source(word).is_none());
    if is_built && is_unread {
        return Some(format!(
            "If the input is compiled into {} (include_str!, go:embed), judge the command that compiles: cargo run --release, or go run .",
            FileName(program)
        ));
    }
    let files = if is_replaced { Vec::new() } else { files_that_begin_with_an_entry() };
    let file = files.first().map_or("input.txt", |file| file);
    let ways = [
        (true, "The test input is on standard input."),
        (!has_path, PATH),
        (
            true,
            &format!(
                "If it opens a file, name the file: camel-cards judge --file {file} -- COMMAND."
            ),
        ),
        (!files.is_empty(), &format!("These files begin with a hand: {}.", files.join(", "))),
        (!is_unread, "If it only compares its answers with known ones, print them instead."),
    ];
    Some(ways.iter().filter(|(fits, _)| *fits).map(|(_, way)| *way).collect::<Vec<_>>().join(" "))
}

const PATH: &str = "If your program takes the path of its input file as an argument, write {} instead of the path: camel-cards judge COMMAND {}.";

/// The names of such files in the current folder, sorted.
fn files_that_begin_with_an_entry() -> Vec<String> {
    let is_input = |name: &OsString| {
        own_input::source(name)
            .is_some_and(|text| matches!(entries(text.as_bytes()).next(), Some(Ok(_))))
    };
    let names = fs::read_dir(".").into_iter().flatten().flatten().map(|file| file.file_name());
    let mut names: Vec<String> =
        names.filter(is_input).map(|name| FileName(name.as_ref()).to_string()).collect();
    names.sort();
    names
}
