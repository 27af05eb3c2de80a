//! What is known of a program, for people and for programs.

use std::time::Duration;

use anstyle::{AnsiColor, Style};
use camel_cards::{Entry, Explanation, Rules, Strength, Ties, compare, ranks};
use camel_cards_records::FindingRecord;
use serde::Serialize;

use super::{
    Failing, Judge, Outcome, Timing,
    inputs::{self, Kind},
    lines,
    name::Named,
};
use crate::{
    failure::Result,
    output::{
        finding::{self, wrapped},
        json,
        text::grouped,
    },
};

/// How many entries, findings and last lines of standard error are shown.
const ENTRIES_SHOWN: usize = 20;
const FINDINGS_SHOWN: usize = 3;
const STDERR_SHOWN: usize = 8;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// What an interrupt leaves to say.
pub(super) fn so_far(judge: &Judge<'_>) -> String {
    let passed = judge.passed.len();
    match &judge.failing {
        Some(failing) if !failing.is_smallest => {
            "a smaller input may fail as well, and the mistake has not been looked for".to_owned()
        }
        Some(_) => "the mistake has not been looked for to the end".to_owned(),
        None if passed == judge.planned && passed > 0 => {
            format!("right on all {passed} inputs, but not all times are taken")
        }
        None => format!("right on the first {passed} of {} inputs", judge.planned),
    }
}

pub(super) fn text(judge: &Judge<'_>) -> String {
    match &judge.failing {
        None => right(judge),
        Some(failing) => failed(judge, failing),
    }
}

/// Whose answers an outcome is about; none if nobody knows.
fn rules(judge: &Judge<'_>, outcome: &Outcome) -> Vec<Rules> {
    match outcome {
        Outcome::Wrong { rules, .. } => vec![*rules],
        _ if judge.rules.len() > judge.answers_wanted() => Vec::new(),
        _ => judge.rules.clone(),
    }
}

fn under(rules: &[Rules]) -> String {
    match rules {
        [] => String::new(),
        [rules] => format!(" under {rules} rules (part {})", rules.part()),
        _ => " under both rules".to_owned(),
    }
}

fn right(judge: &Judge<'_>) -> String {
    let mut text = format!(
        "{GOOD}right{GOOD:#}{}, on all {} inputs\n\n",
        under(&judge.rules),
        judge.passed.len()
    );
    for kind in Kind::ALL {
        let inputs = judge.passed.iter().filter(|&&passed| passed == kind).count();
        text += &format!("  {inputs:>5}  {}\n", kind.name());
    }
    text += &format!("\n{BOLD}The example, written as the puzzle never does{BOLD:#}\n\n");
    for (variant, outcome) in &judge.variants {
        let what = match outcome {
            Outcome::Right => "right".to_owned(),
            Outcome::Wrong { answered, .. } => format!("answers {answered}"),
            Outcome::Crash(what) => what.clone(),
            Outcome::Timeout => "does not end".to_owned(),
        };
        text += &format!("  {:<33}{what}\n", variant.name);
    }
    text +=
        &format!("\n{BOLD}Time{BOLD:#}\n\n  {DIM}  hands       yours      camel-cards{DIM:#}\n");
    for timing in &judge.timings {
        let hands = grouped(timing.hands.into());
        let theirs = match &timing.theirs {
            None => "too long".to_owned(),
            Some((Outcome::Timeout, time)) => format!("> {}", short(*time)),
            Some((_, time)) => short(*time),
        };
        text += &format!("  {hands:>7}  {theirs:>10}  {:>15}", short(timing.ours));
        text += &match &timing.theirs {
            Some((Outcome::Wrong { answered, .. }, _)) => format!("  but answers {answered}"),
            Some((Outcome::Crash(what), _)) => format!("  but {what}"),
            _ => String::new(),
        };
        text.push('\n');
    }
    text += "\n";
    text += &wrapped(&growth(judge), "", "");
    text
}

/// Says in words how time grows with the input.
fn growth(judge: &Judge<'_>) -> String {
    let mut text = format!("Of that, about {} is starting up.", short(judge.fastest));
    let times: Vec<(u64, Duration, bool)> = (judge.timings.iter())
        .filter_map(|timing| match timing.theirs.as_ref()? {
            (outcome @ (Outcome::Right | Outcome::Timeout), time) => {
                Some((timing.hands, judge.without_start(*time), *outcome == Outcome::Timeout))
            }
            _ => None,
        })
        .collect();
    if let [.., (fewer, before, false), (hands, time, stopped)] = times[..] {
        let tenths = time.as_micros() * 10 / before.as_micros().max(1);
        let words = match (tenths, stopped) {
            // What is measured is mostly chance.
            _ if !judge.is_measurable(before) => {
                text += " The rest is too little beside that to tell how it grows.";
                return text + &untried(judge);
            }
            (0..150, true) => "",
            (150.., true) => {
                ": it grows faster than the input, perhaps with its square (quadratic)"
            }
            (0..250, false) => ": it grows as the input does (linear)",
            (250..500, false) => ": it grows faster than the input",
            (500..2000, false) => ": it grows with the square of the input (quadratic)",
            (2000.., false) => ": it grows faster than the square of the input",
        };
        text += &format!(
            " From {} to {} hands the rest takes {}{}.{} times as long{words}.",
            grouped(fewer.into()),
            grouped(hands.into()),
            if stopped { "more than " } else { "" },
            grouped(tenths / 10),
            tenths % 10,
        );
    }
    text + &untried(judge)
}

fn untried(judge: &Judge<'_>) -> String {
    let untried = judge.timings.iter().find(|timing| timing.theirs.is_none());
    untried.map_or(String::new(), |untried| {
        format!(
            " {} hands would take longer than the {} that --timeout allows.",
            grouped(untried.hands.into()),
            short(judge.args.timeout)
        )
    })
}

fn failed(judge: &Judge<'_>, failing: &Failing) -> String {
    let Failing { entries, outcome, .. } = failing;
    let rules = rules(judge, outcome);
    let head = match outcome {
        Outcome::Timeout => "time-out",
        other => other.name(),
    };
    let mut text = format!(
        "{BAD}{head}{BAD:#}{}, on input {} of {}\n\n",
        under(&rules),
        judge.passed.len() + 1,
        judge.planned,
    );
    let smallest = match failing.is_smallest {
        true => "The smallest input that does it",
        false => "An input that does it",
    };
    text += &format!("{BOLD}{smallest}{BOLD:#}, {}\n\n", lines(entries.len()));
    for line in inputs::text(entries).lines().take(ENTRIES_SHOWN) {
        text += &format!("  {line}\n");
    }
    if entries.len() > ENTRIES_SHOWN {
        text += &format!("  {DIM}and {} more{DIM:#}\n", entries.len() - ENTRIES_SHOWN);
    }
    let did = match outcome {
        Outcome::Right => "was right".to_owned(),
        Outcome::Wrong { answered, .. } => format!("answers {BAD}{answered}{BAD:#}"),
        Outcome::Crash(what) => format!("{BAD}{what}{BAD:#}"),
        Outcome::Timeout => {
            format!("gave {BAD}no answer in {}{BAD:#}", short(judge.args.timeout))
        }
    };
    text += &format!("\nIt {did}. The total winnings are {}.\n", expected(failing, &rules));
    let said = last_lines(&failing.stderr);
    if !said.is_empty() {
        text += "\nThe last that it said on standard error:\n\n";
    }
    for line in said {
        text += &format!("  {DIM}{line}{DIM:#}\n");
    }
    if let [rules] = rules[..] {
        text += &standings(entries, rules);
    }
    if let Some(answer) = judge.only_answer() {
        text += "\n";
        text += &wrapped(
            &format!(
                "It answers {answer} whatever its input is. Does it read it? It comes on standard \
                 input, or in the file whose path stands for {{}} in its arguments."
            ),
            "",
            "",
        );
        return text;
    }
    text + &judge.mistake.as_ref().map(mistake).unwrap_or_default()
}

/// What the answer should be, for each of the rules.
fn expected(failing: &Failing, rules: &[Rules]) -> String {
    let one = |&rules: &Rules| format!("{GOOD}{}{GOOD:#}", failing.totals[rules as usize]);
    match rules {
        [rules] => one(rules),
        _ => {
            let of_part = |rules| format!("{} (part {})", one(rules), rules.part());
            Rules::ALL.iter().map(of_part).collect::<Vec<_>>().join(" and ")
        }
    }
}

fn mistake(named: &Named) -> String {
    if named.findings.is_empty() {
        return "\nNo known mistake, and no two together, give its answers.\n".to_owned();
    }
    let answers = match named.given == named.answers {
        true => format!("all {} answers", named.answers),
        false => format!("{} of the {} answers", named.given, named.answers),
    };
    let inputs = if named.without_ties { " to inputs in which no hand repeats" } else { "" };
    let sure = format!("it gives {answers} that the program gave{inputs}");
    let mut text = String::new();
    for finding in named.findings.iter().take(FINDINGS_SHOWN) {
        text.push('\n');
        text += &wrapped(&finding::headline(finding), "", "  ");
        text += &finding::point("rule", &finding::rule(finding));
        text += &finding::point("mend", &finding.hint());
        text += &finding::point("sure", &sure);
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

/// The last lines on standard error, without what would do more than print.
fn last_lines(stderr: &[u8]) -> Vec<String> {
    let printed = anstream::adapter::strip_bytes(stderr).into_vec();
    let lines = String::from_utf8_lossy(&printed);
    let lines: Vec<&str> = lines.lines().filter(|line| !line.trim().is_empty()).collect();
    (lines[lines.len().saturating_sub(STDERR_SHOWN)..].iter())
        .map(|line| line.chars().filter(|char| !char.is_control()).collect())
        .collect()
}

/// A time with its unit: `2 s`, `31.2 ms`. No line ends between the two.
fn short(time: Duration) -> String {
    let text = format!("{time:.1?}");
    let unit = text.find(|char: char| char != '.' && !char.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    format!("{}\u{a0}{unit}", number.trim_end_matches(".0"))
}

#[derive(Serialize)]
struct Record<'a> {
    verdict: &'static str,
    rules: Option<&'static str>,
    /// The smallest.
    input: Option<String>,
    expected: Option<String>,
    answered: Option<&'a str>,
    /// What it did instead of answering.
    failure: Option<&'a str>,
    /// The last lines that it said there.
    stderr: Vec<String>,
    findings: Vec<FindingRecord>,
    /// How many it was run on, up to the first that failed.
    inputs: usize,
    variants: Vec<VariantRecord>,
    times: Vec<TimeRecord>,
}

#[derive(Serialize)]
struct VariantRecord {
    variant: &'static str,
    verdict: &'static str,
}

#[derive(Serialize)]
struct TimeRecord {
    hands: u64,
    verdict: Option<&'static str>,
    microseconds: Option<u64>,
    microseconds_ours: u64,
}

pub(super) fn json(judge: &Judge<'_>) -> Result<Vec<u8>> {
    let failing = judge.failing.as_ref();
    let outcome = failing.map_or(&Outcome::Right, |failing| &failing.outcome);
    let rules = rules(judge, outcome);
    let record = Record {
        verdict: outcome.name(),
        rules: match rules[..] {
            [] => None,
            [rules] => Some(rules.name()),
            _ => Some("both"),
        },
        input: failing.map(|failing| inputs::text(&failing.entries)),
        expected: failing.filter(|_| !rules.is_empty()).map(|failing| {
            let totals = rules.iter().map(|&rules| failing.totals[rules as usize].to_string());
            totals.collect::<Vec<_>>().join(" ")
        }),
        answered: match outcome {
            Outcome::Wrong { answered, .. } => Some(answered),
            _ => None,
        },
        failure: match outcome {
            Outcome::Crash(what) => Some(what),
            _ => None,
        },
        stderr: failing.map(|failing| last_lines(&failing.stderr)).unwrap_or_default(),
        findings: (judge.mistake.iter())
            .flat_map(|named| named.findings.iter().map(FindingRecord::from))
            .collect(),
        inputs: judge.passed.len() + usize::from(failing.is_some()),
        variants: (judge.variants.iter())
            .map(|(variant, outcome)| VariantRecord {
                variant: variant.id,
                verdict: outcome.name(),
            })
            .collect(),
        times: (judge.timings.iter())
            .map(|Timing { hands, theirs, ours }| TimeRecord {
                hands: *hands,
                verdict: theirs.as_ref().map(|(outcome, _)| outcome.name()),
                microseconds: theirs.as_ref().map(|(_, time)| time.as_micros() as u64),
                microseconds_ours: ours.as_micros() as u64,
            })
            .collect(),
    };
    let mut out = Vec::new();
    json::write_line(&mut out, &record)?;
    Ok(out)
}
