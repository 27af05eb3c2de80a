//! The judgement as people read it.

use std::time::Duration;

use anstyle::{AnsiColor, Style};
use camel_cards::{Entry, Explanation, Rules, Strength, Ties, compare, ranks};

use super::{
    inputs::{self, InputKind},
    judgement::{Failing, Judgement},
    mistake::NamedMistake,
    outcome::Outcome,
};
use crate::output::{
    finding,
    text::{grouped, lines, wrapped},
};

/// How many entries and findings are shown.
const ENTRIES_SHOWN: usize = 20;
const FINDINGS_SHOWN: usize = 3;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// What an interrupt leaves to say.
pub(crate) fn so_far(judgement: &Judgement) -> String {
    let passed = judgement.passed.len();
    match &judgement.failing {
        Some(failing) if !failing.is_smallest => {
            "a smaller input may fail as well, and the mistake has not been looked for".to_owned()
        }
        Some(_) => "the mistake has not been looked for to the end".to_owned(),
        None if passed == judgement.inputs && passed > 0 => {
            format!("right on all {passed} inputs, but not all times are taken")
        }
        None => format!("right on the first {passed} of {} inputs", judgement.inputs),
    }
}

pub(crate) fn text(judgement: &Judgement) -> String {
    match &judgement.failing {
        None => right(judgement),
        Some(failing) => failed(judgement, failing),
    }
}

fn under(rules: &[Rules]) -> String {
    match rules {
        [] => String::new(),
        [rules] => format!(" under {rules} rules (part {})", rules.part()),
        _ => " under both rules".to_owned(),
    }
}

fn right(judgement: &Judgement) -> String {
    let mut text = format!(
        "{GOOD}right{GOOD:#}{}, on all {} inputs\n\n",
        under(&judgement.rules),
        judgement.passed.len()
    );
    for kind in InputKind::ALL {
        let inputs = judgement.passed.iter().filter(|&&passed| passed == kind).count();
        text += &format!("  {inputs:>5}  {}\n", kind.name());
    }
    text += &format!("\n{BOLD}The example, written as the puzzle never does{BOLD:#}\n\n");
    for (variant, outcome) in &judgement.variants {
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
    for timing in &judgement.timings.taken {
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
    text += &wrapped(&growth(judgement), "", "");
    text
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
    if let [.., (fewer, before, false), (hands, time, stopped)] = times[..] {
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
    let rules = judgement.rules_of(outcome);
    let head = match outcome {
        Outcome::Timeout => "time-out",
        other => other.name(),
    };
    let mut text = format!(
        "{BAD}{head}{BAD:#}{}, on input {} of {}\n\n",
        under(&rules),
        judgement.passed.len() + 1,
        judgement.inputs,
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
            format!("gave {BAD}no answer in {}{BAD:#}", short(judgement.timeout))
        }
    };
    text += &format!("\nIt {did}. The total winnings are {}.\n", expected(failing, &rules));
    let said = failing.last_lines();
    if !said.is_empty() {
        text += "\nThe last that it said on standard error:\n\n";
    }
    for line in said {
        text += &format!("  {DIM}{line}{DIM:#}\n");
    }
    if let [rules] = rules[..] {
        text += &standings(entries, rules);
    }
    if let Some(answer) = &judgement.only_answer {
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
    text + &judgement.mistake.as_ref().map(mistake).unwrap_or_default()
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
        text += &finding::point("change", &finding.hint());
        text += &finding::point("how sure", &sure);
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
