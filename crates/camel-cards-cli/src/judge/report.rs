//! The judgement as people read it.

use std::time::Duration;

use anstyle::{AnsiColor, Style};
use camel_cards::{Entry, Explanation, Rules, Strength, Ties, compare, ranks};

use super::{
    answer::place::parts_named,
    beyond::{BeyondFailure, BeyondKind},
    failing::Failing,
    inputs::InputKind,
    judgement::{Judgement, error_lines, last_lines},
    mistake::NamedMistake,
    outcome::Outcome,
    reader::ends,
    ways::{JudgeCommand, OwnFile, cannot_start},
};
use crate::output::{
    finding,
    text::{grouped, lines, wrapped},
};

/// How many entries and findings are shown.
const ENTRIES_SHOWN: usize = 20;
const FINDINGS_SHOWN: usize = 3;

/// How many columns of a line.
const LINE_SHOWN: usize = 64;

/// How much of a line of standard error: paths are long, and what matters stands at the end.
const SAID_SHOWN: usize = 400;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default();

/// What an interrupt leaves to say.
pub(crate) fn so_far(judgement: &Judgement) -> String {
    let passed = judgement.passed.len();
    match judgement.failures.first() {
        Some(failing) if !failing.is_smallest => {
            "a smaller input may fail as well, and the mistake has not been looked for".to_owned()
        }
        Some(_) => "the mistake has not been looked for to the end".to_owned(),
        None if passed == judgement.inputs && passed > 0 => {
            format!("right on all {passed} inputs, but not all times are taken")
        }
        None if judgement.example.is_none() => "nothing is known of it yet".to_owned(),
        None => format!("right on the first {passed} of {} inputs", judgement.inputs),
    }
}

/// The judgement in full. `command` is how judge was called.
pub(crate) fn text(judgement: &Judgement, command: &JudgeCommand, shows_output: bool) -> String {
    let mut text = String::new();
    let fails = |&&rules: &&Rules| judgement.failure_under(rules).is_some();
    let right: Vec<Rules> = judgement.rules.iter().filter(|rules| !fails(rules)).copied().collect();
    if judgement.is_right() {
        text += &headline_right(judgement, &right);
        text += &not_counted(judgement);
        text += &right_in_detail(judgement);
    } else if !right.is_empty() {
        text += &headline_right(judgement, &right);
        text.push('\n');
    }
    if !judgement.is_right() {
        text += &not_counted(judgement);
    }
    let answers_same = judgement.only_answer.as_ref().filter(|_| {
        judgement.failures.iter().any(|failing| matches!(failing.outcome, Outcome::Wrong { .. }))
    });
    if let Some(only) = answers_same {
        text += &reads_nothing(judgement, only, command);
    }
    let failures = if answers_same.is_some() { &[] } else { &judgement.failures[..] };
    for (i, failing) in failures.iter().enumerate() {
        text += if i > 0 { "\n" } else { "" };
        text += &match failing.outcome {
            Outcome::NoAnswer(_) => no_answer(judgement, failing, command),
            _ => failed(judgement, failing),
        };
    }
    if shows_output {
        text += &outputs(judgement);
    }
    text
}

/// Says that there were failures that do not count.
fn not_counted(judgement: &Judgement) -> String {
    let times = match judgement.not_counted {
        0 => return String::new(),
        1 => "once".to_owned(),
        times => format!("{times} times"),
    };
    let told = format!("It failed {times} and then worked on the same input: not counted.");
    let end = if judgement.is_right() { "" } else { "\n" };
    wrapped(&format!("{WARNING}{told}{WARNING:#}"), "", "") + end
}

fn under(rules: &[Rules]) -> String {
    match rules {
        [] => String::new(),
        [rules] => format!(" under {rules} rules (part {})", rules.part()),
        _ => " under both rules".to_owned(),
    }
}

fn headline_right(judgement: &Judgement, rules: &[Rules]) -> String {
    let inputs = judgement.inputs;
    let mut text =
        wrapped(&format!("{GOOD}right{GOOD:#}{}, on all {inputs} inputs", under(rules)), "", "  ");
    for &rules in rules {
        text += &read_from(judgement, rules, judgement.rules.len() > 1);
    }
    text
}

/// The line that an answer was read from.
fn read_from(judgement: &Judgement, rules: Rules, names_part: bool) -> String {
    let Some(line) = judgement.line_read(rules) else { return String::new() };
    let part = if names_part { format!("part {} ", rules.part()) } else { String::new() };
    let named = parts_named(&line.to_lowercase());
    let (own, other) = (rules.part(), 3 - rules.part());
    let swapped = match named.contains(&other) && !named.contains(&own) {
        true => wrapped(
            &format!(
                "    it is the answer to part {own}, and the line says part {other}: are the names swapped?"
            ),
            "",
            "    ",
        ),
        false => String::new(),
    };
    let line = cut(line, LINE_SHOWN);
    format!("  {DIM}{part}read from{DIM:#}  {line}\n{swapped}")
}

/// The first so many characters of a line.
fn cut(line: &str, chars: usize) -> String {
    match line.chars().count() > chars {
        true => line.chars().take(chars - 1).chain(['…']).collect(),
        false => line.to_owned(),
    }
}

fn right_in_detail(judgement: &Judgement) -> String {
    let mut text = "\n".to_owned();
    for kind in InputKind::ALL {
        let inputs = judgement.passed.iter().filter(|&&passed| passed == kind).count();
        text += &format!("  {inputs:>5}  {}\n", kind.name());
    }
    text += &format!("\n{BOLD}Beyond what the puzzle gives{BOLD:#}\n\n");
    let is_right = |(_, failures): &&(BeyondKind, Vec<BeyondFailure>)| failures.is_empty();
    let fine = judgement.beyond.iter().filter(is_right);
    let fine: Vec<_> = fine.map(|(kind, _)| kind.name()).collect();
    if !fine.is_empty() {
        text += &wrapped(&format!("right on {}", fine.join(", ")), "  ", "    ");
    }
    let mut told: Vec<&str> = Vec::new();
    for failure in judgement.beyond.iter().flat_map(|(_, failures)| failures) {
        if told.contains(&failure.symptom.as_str()) {
            continue;
        }
        told.push(&failure.symptom);
        text += &wrapped(&format!("{WARNING}{}{WARNING:#}", failure.symptom), "  ", "    ");
        text += &beyond_failure(failure);
    }
    if let Some(end) = judgement.usual_end.map(ends) {
        text += &wrapped(
            &format!("  It answers, and then {WARNING}{end}{WARNING:#}, each time."),
            "",
            "  ",
        );
    }
    text +=
        &format!("\n{BOLD}Time{BOLD:#}\n\n  {DIM}    hands       yours      camel-cards{DIM:#}\n");
    for timing in &judgement.timings.taken {
        let hands = grouped(timing.hands.into());
        let theirs = match &timing.theirs {
            None => "too long".to_owned(),
            Some((Outcome::Timeout, time)) => format!("> {}", short(*time)),
            Some((_, time)) => short(*time),
        };
        text += &format!("  {hands:>9}  {theirs:>10}  {:>15}", short(timing.ours));
        text += &match &timing.theirs {
            Some((Outcome::Wrong { answer, .. }, _)) => format!("  but answers {}", answer.value),
            Some((Outcome::Crash(what), _)) => format!("  but {what}"),
            _ => String::new(),
        };
        text.push('\n');
    }
    text += "\n";
    text += &wrapped(&growth(judgement), "", "");
    text
}

/// The input of a failure beyond the puzzle, if it is short.
fn beyond_failure(failure: &BeyondFailure) -> String {
    const SHOWN: usize = 5;
    let Failing { entries, outcome, totals, .. } = &failure.failing;
    let Outcome::Wrong { rules, answer } = outcome else { return String::new() };
    if entries.is_empty() || entries.len() > SHOWN {
        return String::new();
    }
    let input: Vec<String> = entries.iter().map(Entry::to_string).collect();
    let told = format!("{}: answers {}, not {}", input.join(", "), answer.value, totals[*rules]);
    wrapped(&told, "    ", "    ")
}

/// Says in words how time grows with the input.
fn growth(judgement: &Judgement) -> String {
    let mut text = format!("Of that, about {} is starting up.", short(judgement.timings.start));
    let times: Vec<(u64, Duration, bool)> = (judgement.timings.taken.iter())
        .filter_map(|timing| match timing.theirs.as_ref()? {
            (outcome @ (Outcome::Right | Outcome::Timeout), time) => Some((
                timing.hands,
                judgement.timings.without_start(*time),
                *outcome == Outcome::Timeout,
            )),
            _ => None,
        })
        .collect();
    if judgement.timings.is_scattered() {
        return text + &untried(judgement);
    }
    if let [.., (fewer, before, false), (hands, time, stopped)] = times[..]
        && hands == fewer * 10
    {
        let tenths = time.as_micros() * 10 / before.as_micros().max(1);
        let words = match (tenths, stopped) {
            // What is measured is mostly chance.
            _ if !judgement.timings.is_measurable(before) => {
                text += " The rest is too little beside that to tell how it grows.";
                return text + &untried(judgement);
            }
            (0..150, true) => "",
            (150.., true) => {
                ": it grows faster than the input, perhaps with its square (quadratic)"
            }
            (0..250, false) => ": it grows about as the input does (linear)",
            (250..500, false) => ": it grows faster than the input",
            (500..2000, false) => ": it grows with the square of the input (quadratic)",
            (2000.., false) => ": it grows faster than the square of the input",
        };
        text += &format!(
            " From {} to {} hands, 10 times as many, the rest takes {}{}.{} times as long{words}.",
            grouped(fewer.into()),
            grouped(hands.into()),
            if stopped { "more than " } else { "" },
            grouped(tenths / 10),
            tenths % 10,
        );
    }
    text + &untried(judgement)
}

fn untried(judgement: &Judgement) -> String {
    let untried = judgement.timings.taken.iter().find(|timing| timing.theirs.is_none());
    untried.map_or(String::new(), |untried| {
        format!(
            " {} hands would take longer than the {} that --timeout allows.",
            grouped(untried.hands.into()),
            short(judgement.timeout)
        )
    })
}

fn failed(judgement: &Judgement, failing: &Failing) -> String {
    let Failing { entries, outcome, .. } = failing;
    let rules = &failing.rules[..];
    let head = match outcome {
        Outcome::Timeout => "time-out",
        other => other.name(),
    };
    let place = match failing.number {
        0 => "beyond what the puzzle gives".to_owned(),
        number => format!("on input {number} of {}", judgement.inputs),
    };
    let mut text = wrapped(&format!("{BAD}{head}{BAD:#}{}, {place}", under(rules)), "", "  ");
    if judgement.rules_are_guessed {
        text += &wrapped(
            "Neither part's answers are right: it is taken for that whose totals are nearest. --part says which.",
            "  ",
            "  ",
        );
    }
    let smallest = match failing.is_smallest {
        true => "The smallest input that does it",
        false => "An input that does it",
    };
    text += &format!("\n{BOLD}{smallest}{BOLD:#}, {}\n\n", lines(entries.len()));
    for line in failing.text.lines().take(ENTRIES_SHOWN) {
        text += &format!("  {}\n", cut(&line.replace('\r', "\\r"), LINE_SHOWN));
    }
    if entries.len() > ENTRIES_SHOWN {
        text += &format!("  {DIM}and {} more{DIM:#}\n", entries.len() - ENTRIES_SHOWN);
    }
    let did = match outcome {
        Outcome::Right => "was right".to_owned(),
        Outcome::Wrong { answer, .. } => format!("answers {BAD}{}{BAD:#}", answer.value),
        Outcome::Crash(what) | Outcome::NoAnswer(what) => format!("{BAD}{what}{BAD:#}"),
        Outcome::Timeout => {
            format!("gave {BAD}no answer in {}{BAD:#}", short(judgement.timeout))
        }
    };
    text += &format!("\nIt {did}. The total winnings are {}.\n", expected(failing, rules));
    if let Some(answer) = outcome.answer() {
        text += &format!("  {DIM}read from{DIM:#}  {}\n", cut(&answer.line, LINE_SHOWN));
    }
    text += &said(failing);
    if let [rules] = rules {
        text += &standings(entries, *rules);
    }
    text + &failing.mistake.as_ref().map(mistake).unwrap_or_default()
}

fn said(failing: &Failing) -> String {
    let mut text = String::new();
    let lines = error_lines(&failing.stderr);
    if !lines.is_empty() {
        text += "\nIt said on standard error:\n\n";
    }
    for line in lines {
        text += &format!("  {DIM}{}{DIM:#}\n", cut(&line, SAID_SHOWN));
    }
    text
}

fn no_answer(judgement: &Judgement, failing: &Failing, command: &JudgeCommand) -> String {
    let Outcome::NoAnswer(what) = &failing.outcome else { return String::new() };
    let mut text = format!("{BAD}no answer{BAD:#} to any input\n\n");
    text += &wrapped(&format!("On the puzzle's example it {BAD}{what}{BAD:#}."), "", "");
    let printed = last_lines(&failing.stdout);
    if !printed.is_empty() {
        text += "\nThe last that it printed:\n\n";
    }
    for line in printed {
        text += &format!("  {DIM}{}{DIM:#}\n", cut(&line, SAID_SHOWN));
    }
    text += &said(failing);
    text.push('\n');
    if judgement.own_file.is_none() && cannot_start(&failing.stderr) {
        return text + "It does not start, whatever its input is: mend that first.\n";
    }
    text + &ways(judgement, command)
}

/// A program that answers the same to every input.
fn reads_nothing(judgement: &Judgement, only: &str, command: &JudgeCommand) -> String {
    let told = match judgement.own_file {
        Some(_) => format!(
            "{BAD}wrong{BAD:#}: it answers {only} to every input, so it seems not to read the input."
        ),
        None => format!(
            "{BAD}wrong{BAD:#}: its answer is {only} whatever its input is: it does not read it, or the answer is written in it."
        ),
    };
    wrapped(&told, "", "  ") + "\n" + &ways(judgement, command)
}

/// The ways to give a program its input: that which will work, if it is known.
fn ways(judgement: &Judgement, command: &JudgeCommand) -> String {
    let is_new = |file: &&OwnFile| !command.names_file(&file.path);
    match judgement.own_file.as_ref().filter(is_new) {
        Some(file) if file.is_inside() => {
            let seems = match file.is_missing {
                true => "It looks for the file",
                false => "It seems to read the file",
            };
            let path = file.path.display();
            let told = format!(
                "{seems} {path}. This runs it in a copy of the folder, in which that file is the \
                 input:"
            );
            wrapped(&told, "", "")
                + &format!("\n  {BOLD}{}{BOLD:#}\n", command.with_file(&path.to_string()))
        }
        other => {
            let mut text = String::new();
            if let Some(file) = other {
                let told = format!(
                    "It looks for {}, which is not in this folder: go to the folder that holds both, or let it take the path as an argument.",
                    file.path.display()
                );
                text += &(wrapped(&told, "", "") + "\n");
            }
            text += "A program gets its input in one of three ways:\n\n";
            for (way, command) in [
                ("on standard input", command.as_is()),
                ("in the file whose path stands for {}", command.with_path()),
                (
                    "in a file of the name that it opens, in a copy of this folder",
                    command.with_file("input.txt"),
                ),
            ] {
                text += &format!("  {way}\n    {BOLD}{command}{BOLD:#}\n");
            }
            text +=
                "\nIf it answers in a way that is not understood, --answer-pattern says where.\n";
            text
        }
    }
}

/// What the program printed, on the inputs that are told of.
fn outputs(judgement: &Judgement) -> String {
    let mut text = String::new();
    let example =
        judgement.example.iter().map(|example| ("the example", &example.stdout, &example.stderr));
    let failing =
        judgement.failures.iter().map(|failing| ("this input", &failing.stdout, &failing.stderr));
    let shown: Vec<_> = match judgement.is_right() {
        true => example.collect(),
        false => failing.collect(),
    };
    for (input, stdout, stderr) in shown {
        for (stream, printed) in [("printed", stdout), ("said on standard error", stderr)] {
            let printed = anstream::adapter::strip_bytes(printed).into_vec();
            let printed = String::from_utf8_lossy(&printed);
            if printed.trim().is_empty() {
                continue;
            }
            text += &format!("\n{BOLD}What it {stream} on {input}{BOLD:#}\n\n");
            for line in printed.lines() {
                let line: String = line.chars().filter(|char| !char.is_control()).collect();
                text += &format!("  {line}\n");
            }
        }
    }
    text
}

/// What the answer should be, for each of the rules.
fn expected(failing: &Failing, rules: &[Rules]) -> String {
    let one = |&rules: &Rules| format!("{GOOD}{}{GOOD:#}", failing.totals[rules]);
    match rules {
        [rules] => one(rules),
        _ => {
            let of_part = |rules| format!("{} (part {})", one(rules), rules.part());
            Rules::ALL.iter().map(of_part).collect::<Vec<_>>().join(" and ")
        }
    }
}

fn mistake(named: &NamedMistake) -> String {
    let NamedMistake { findings, given, answers } = named;
    let mut text = String::new();
    match findings.first() {
        None => text += "\nNo known mistake, and no two together, give its answers.\n",
        Some(nearest) if !named.explains_all() => {
            let ids: Vec<String> = nearest.ids().iter().map(ToString::to_string).collect();
            let told = format!(
                "{BOLD}nearest{BOLD:#}: {}, {}. It explains {given} of {answers} answers, so there is something else.",
                ids.join(" + "),
                nearest.summary()
            );
            text += &("\n".to_owned() + &wrapped(&told, "", "  "));
        }
        Some(_) => {
            let sure = format!("it gives all {answers} answers that the program gave");
            for finding in findings.iter().take(FINDINGS_SHOWN) {
                text.push('\n');
                text += &wrapped(&finding::headline(finding), "", "  ");
                text += &finding::point("rule", &finding::rule(finding));
                text += &finding::point("change", &finding.hint());
                text += &finding::point("how sure", &sure);
            }
        }
    }
    text
}

/// Who should stand where, and if it is one against one, why.
fn standings(entries: &[Entry], rules: Rules) -> String {
    let strengths: Vec<Strength> = entries.iter().map(|entry| entry.hand.strength(rules)).collect();
    let mut rows: Vec<_> = ranks(&strengths, Ties::Ordinal).into_iter().zip(entries).collect();
    rows.sort_by_key(|&(rank, _)| rank);
    let mut text = format!("\n  {DIM}rank  hand   bid  winnings  type{DIM:#}\n");
    for (rank, entry) in rows.into_iter().take(ENTRIES_SHOWN) {
        let why = Explanation::of(entry.hand, rules);
        text += &format!(
            "  {rank:>4}  {}  {:>4}  {:>8}  {}: {why}\n",
            entry.hand,
            entry.bid,
            u128::from(rank) * u128::from(entry.bid),
            why.hand_type(),
        );
    }
    match entries {
        [a, b] if a.hand == b.hand => {
            text +=
                "\n  Of identical hands the earlier ranks lower; the puzzle's inputs have none.\n";
        }
        [a, b] => text += &format!("\n  {}.\n", compare(a.hand, b.hand, rules)),
        _ => {}
    }
    text
}

/// A time with its unit: `2 s`, `31.2 ms`. No line ends between the two.
fn short(time: Duration) -> String {
    let text = format!("{time:.1?}");
    let unit = text.find(|char: char| char != '.' && !char.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    format!("{}\u{a0}{unit}", number.trim_end_matches(".0"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{
        answer::place::Answer,
        judgement::Sample,
        timings::{Timing, Timings},
    };

    /// A right program for part 1, which printed this line for the example.
    fn judgement(line: &str, taken: Vec<Timing>) -> Judgement {
        let answer = Answer { value: "6440".to_owned(), line: line.to_owned() };
        let example = Sample { answers: vec![answer], stdout: Vec::new(), stderr: Vec::new() };
        Judgement {
            rules: vec![Rules::Standard],
            rules_are_guessed: false,
            usual_end: None,
            timeout: Duration::from_secs(10),
            inputs: 17,
            passed: Vec::new(),
            not_counted: 0,
            example: Some(example),
            failures: Vec::new(),
            only_answer: None,
            own_file: None,
            beyond: Vec::new(),
            timings: Timings { start: Duration::from_millis(20), taken },
        }
    }

    #[test]
    fn swapped_names_of_parts_are_asked_about() {
        for (line, asks) in [
            ("Part Two: 6440", true),
            ("p2 = 6440", true),
            ("Part 1: 6440", false),
            ("Part 1: 6440, part 2: 5905", false),
            ("6440 in 2 rounds", false),
            ("Without jokers: 6440", false),
        ] {
            let told = read_from(&judgement(line, Vec::new()), Rules::Standard, false);
            assert_eq!(told.contains("are the names swapped?"), asks, "{told}");
        }
    }

    #[test]
    fn growth_is_told_of_sizes_that_are_ten_times_apart() {
        let timing = |hands, ms, outcome| {
            let time = Duration::from_millis(ms);
            Timing { hands, theirs: Some((outcome, time)), ours: time, longest: time }
        };
        let crash = || Outcome::Crash("ended with exit status 1".to_owned());
        let right = || Outcome::Right;
        let told = |outcome| {
            let taken = vec![
                timing(1_000, 120, right()),
                timing(10_000, 1_020, outcome),
                timing(100_000, 10_020, right()),
            ];
            growth(&judgement("6440", taken))
        };
        let linear = "From 10,000 to 100,000 hands, 10 times as many, the rest takes 10.0 times as long: it grows about as the input does (linear).";
        assert!(told(right()).ends_with(linear), "{}", told(right()));
        assert!(!told(crash()).contains("10 times"), "{}", told(crash()));
    }
}
