//! The answers of several people, each with an input, in a table.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use camel_cards::{Entry, Rules};
use camel_cards_coach::{AnswerRow, Question, diagnose_people};
use camel_cards_input::{FileName, Input};

use super::{Args, Form};
use crate::{
    commands::whole,
    failure::{Failure, Result, input_name, say},
    output::{
        Format, STRONG, counted, paint, print, print_styled, progress::WorkProgress, wrapped,
    },
    reading::{check_files, input_path, read_whole},
};

const COLUMNS: [&str; 4] = ["name", "input", "part", "answer"];

/// A row of the table, with the number of its line.
struct TableRow {
    line: u64,
    input: PathBuf,
    /// Name, part and answer.
    given: (String, Option<Rules>, u128),
}

pub(super) fn run(args: &Args, path: &Path) -> Result<()> {
    check_files([&path.to_path_buf()], [None, None])?;
    let (rows, mut bad) = read(path, &read_whole(path)?)?;
    let mut inputs: BTreeMap<&PathBuf, Vec<&TableRow>> = BTreeMap::new();
    for row in &rows {
        inputs.entry(&row.input).or_default().push(row);
    }
    let mut diagnosed: Vec<(u64, AnswerRow)> = Vec::new();
    let progress = WorkProgress::of_search();
    for (n, (input, rows)) in inputs.iter().enumerate() {
        let done = progress.done.clone();
        let watch = |permille| {
            done.store(((1000 * n + permille) / inputs.len()) as u64, Ordering::Relaxed);
            true
        };
        let given: Vec<_> = rows.iter().map(|row| row.given.clone()).collect();
        let of_input = entries(input).and_then(|(entries, byte_order_mark)| {
            let mut question = Question::new(&entries, Vec::new());
            (question.rules, question.byte_order_mark) = (args.rules.part, byte_order_mark);
            question.progress = &watch;
            diagnose_people(&question, &given).map_err(|error| error.to_string())
        });
        let lines = rows.iter().map(|row| row.line);
        match of_input {
            Ok(answers) => diagnosed.extend(lines.zip(answers)),
            Err(error) => bad.extend(lines.map(|line| (line, error.clone()))),
        }
    }
    drop(progress);
    diagnosed.sort_by_key(|(line, _)| *line);
    let rows: Vec<AnswerRow> = diagnosed.into_iter().map(|(_, row)| row).collect();
    match args.format {
        Form::Json => rows.iter().try_for_each(|row| Format::Json.print(row, String::new))?,
        Form::Csv => print(&csv(&rows)?)?,
        Form::Text => print_styled(&text(&rows))?,
    }
    bad.sort();
    let count = counted(bad.len() as u64, "bad row", "bad rows");
    if args.input.skip_bad_lines {
        say(format_args!("skipped {count}"));
    } else {
        let file = input_name(path);
        bad.iter().for_each(|(line, error)| say(format_args!("{file}:{line}: {error}")));
        if !bad.is_empty() {
            return Err(Failure::Data(format!("{count}; use --skip-bad-lines to skip bad rows")));
        }
    }
    if rows.iter().all(|row| row.verdict == "right") { Ok(()) } else { Err(Failure::Wrong) }
}

/// The line of a row that cannot be read, and why.
type UnreadRow = (u64, String);

fn read(path: &Path, table: &[u8]) -> Result<(Vec<TableRow>, Vec<UnreadRow>)> {
    let table = table.strip_prefix("\u{feff}".as_bytes()).unwrap_or(table);
    let reader = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(table);
    let mut records = reader.into_byte_records();
    let headings = records.reader_mut().byte_headers().cloned().unwrap_or_default();
    let found = || {
        let names = headings.iter().map(String::from_utf8_lossy);
        names.collect::<Vec<_>>().join(",")
    };
    let place = |column: &str| {
        let place =
            headings.iter().position(|heading| heading.eq_ignore_ascii_case(column.as_bytes()));
        let missing = || {
            let expected = COLUMNS.join(",");
            let file = input_name(path);
            Failure::Data(format!(
                "{file}:1: expected the heading {expected}, found '{}' without {column}",
                found().escape_debug()
            ))
        };
        place.ok_or_else(missing)
    };
    let [name, input, part, answer] = COLUMNS.map(place);
    let places = [name?, input?, part?, answer?];
    let (mut rows, mut bad) = (Vec::new(), Vec::new());
    let (mut line, mut seen) = (1, 0);
    for record in records {
        let record =
            record.map_err(|error| Failure::Data(format!("{}: {error}", input_name(path))))?;
        // A record's place is that of the empty lines before it.
        let place = record.position().map_or(0, |place| place.byte() as usize);
        let is_end = |byte: &&u8| matches!(byte, b'\r' | b'\n');
        let begin = place + table[place..].iter().take_while(is_end).count();
        line += table[seen..begin].iter().filter(|byte| **byte == b'\n').count() as u64;
        seen = begin;
        let field = |place: usize| {
            record.get(place).map(|field| String::from_utf8_lossy(field).into_owned())
        };
        match row(line, places.map(field)) {
            Ok(row) => rows.push(row),
            Err(error) => bad.push((line, error)),
        }
    }
    Ok((rows, bad))
}

fn row(line: u64, fields: [Option<String>; 4]) -> std::result::Result<TableRow, String> {
    let [Some(name), Some(input), Some(part), Some(answer)] = fields else {
        return Err(
            "expected a name, an input, a part and an answer, found fewer columns".to_owned()
        );
    };
    let rules = match &*part {
        "" => None,
        "1" => Some(Rules::Standard),
        "2" => Some(Rules::Joker),
        _ => return Err(format!("expected part 1 or 2, or nothing, found '{part}'")),
    };
    let expected = || format!("expected an answer, a whole number below 2¹²⁸, found '{answer}'");
    let answer = whole(&answer).ok_or_else(expected)?;
    let input = input_path(input.into()).map_err(|error| error.to_string())?;
    Ok(TableRow { line, input, given: (name, rules, answer) })
}

/// Reads an input, and whether it begins with a byte-order mark.
fn entries(path: &Path) -> std::result::Result<(Vec<Entry>, bool), String> {
    let mut read = Input::new().path(path).entries();
    let mut entries = Vec::new();
    while let Some(block) = read.next_block().map_err(|error| error.to_string())? {
        entries.extend(block.entries());
    }
    if entries.is_empty() {
        return Err(format!("{} has no hands", input_name(path)));
    }
    Ok((entries, read.byte_order_mark()))
}

fn csv(rows: &[AnswerRow]) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failure = |error: csv::Error| Failure::Usage(format!("cannot write the output: {error}"));
    for row in rows {
        writer.serialize(row).map_err(failure)?;
    }
    writer.into_inner().map_err(|error| Failure::output(error.error()))
}

/// Returns a table, and what to change for each mistake in it.
fn text(rows: &[AnswerRow]) -> String {
    let headings = ["name", "part", "answer", "verdict", "mistake", "certainty"].map(str::to_owned);
    let cells = |row: &AnswerRow| {
        let part = row.part.map(|part| part.to_string()).unwrap_or_default();
        let certainty = row.certainty.map(|one| one.name().to_owned()).unwrap_or_default();
        let verdict = row.verdict.to_owned();
        // It may have control characters, like a line of an input.
        let name = FileName(row.name.as_ref()).to_string();
        [name, part, row.answer.to_string(), verdict, row.mistake.clone(), certainty]
    };
    let all: Vec<[String; 6]> = [headings].into_iter().chain(rows.iter().map(cells)).collect();
    let width =
        |column: usize| all.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    let mut text = String::new();
    for (n, row) in all.iter().enumerate() {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        let line = line.trim_end();
        text += &if n == 0 { paint(STRONG, line) } else { line.to_owned() };
        text.push('\n');
    }
    let mut told: Vec<&str> = vec![""];
    for row in rows {
        if !told.contains(&&*row.mistake) {
            let space = if told.len() == 1 { "\n" } else { "" };
            let change = format!("{}  {}", paint(STRONG, &row.mistake), row.change);
            text += &(space.to_owned() + &wrapped(&change, "    "));
            told.push(&row.mistake);
        }
    }
    text
}
