//! What the coach says of answers and orders, as people read it.

use anstyle::{AnsiColor, Style};
use camel_cards::{Entry, Rules};
use camel_cards_coach::{
    Confidence, Diagnosis, Finding, OrderDiagnosis, Ordered, Question, StoryStep, Untried,
};

use super::{
    finding,
    text::{grouped, wrapped},
};

fn verdict(is_right: bool) -> &'static str {
    if is_right { "right" } else { "wrong" }
}

/// `right` in green or `wrong` in red.
fn styled_verdict(is_right: bool) -> String {
    let color = if is_right { AnsiColor::Green } else { AnsiColor::Red }.on_default().bold();
    format!("{color}{}{color:#}", verdict(is_right))
}

fn part(rules: Rules) -> String {
    format!("part {} ({rules} rules)", rules.part())
}

pub(crate) fn answer_text(question: &Question<'_>, diagnosis: &Diagnosis) -> String {
    let is_right = diagnosis.is_right();
    let answers: Vec<String> =
        question.tried.iter().map(|tried| tried.answer.to_string()).collect();
    if is_right {
        let mut text = format!(
            "{}  {} is the answer to {}\n",
            styled_verdict(true),
            diagnosis.expected,
            part(diagnosis.rules)
        );
        for clue in &diagnosis.clues {
            text += &wrapped(&clue.to_string(), "", "  ");
        }
        return text;
    }
    let mut text = wrapped(
        &format!(
            "{}  {}: the total winnings of {} are {}",
            styled_verdict(false),
            answers.join(", "),
            part(diagnosis.rules),
            diagnosis.expected,
        ),
        "",
        "  ",
    );
    text += &story_text(diagnosis.story());
    text += &findings_text(diagnosis.findings(), diagnosis.rules, diagnosis.candidates());
    text += &untried_text(diagnosis.untried());
    if !diagnosis.clues.is_empty() {
        text.push('\n');
    }
    for clue in &diagnosis.clues {
        text += &wrapped(&clue.to_string(), "", "  ");
    }
    if diagnosis.findings().is_empty() {
        let next = "next: --order FILE finds the first two of your hands out of place, and camel-cards judge -- COMMAND the smallest input that your program fails on";
        text += &wrapped(&format!("\n{next}"), "", "  ");
        if question.rules.is_none() {
            let nearer = part(diagnosis.rules);
            text += &wrapped(
                &format!("(taken for {nearer}, which is nearer; --part says which)"),
                "",
                "  ",
            );
        }
    }
    text
}

fn story_text(story: &[StoryStep]) -> String {
    if story.is_empty() {
        return String::new();
    }
    let steps = story.iter().map(|step| wrapped(&format!("  {step}"), "", "    "));
    format!("\nyour answers hang together:\n{}", steps.collect::<String>())
}

fn untried_text(untried: Untried) -> String {
    match untried == Untried::default() {
        true => String::new(),
        false => wrapped(&format!("\n{untried}"), "", "  "),
    }
}

fn findings_text(findings: &[Finding], rules: Rules, candidates: usize) -> String {
    if findings.is_empty() && candidates > 0 {
        let candidates = grouped(candidates as u128);
        return format!("\nnone of {candidates} wrong solutions gives it\n");
    }
    let differs =
        |finding: &Finding| finding.answer != findings[0].answer || finding.rules != rules;
    let is_several = findings.iter().any(differs);
    let for_answer = |finding: &Finding| match is_several {
        true => format!("for {}, {}:\n", finding.answer, part(finding.rules)),
        false => String::new(),
    };
    let in_full =
        |finding: &Finding| format!("\n{}{}", for_answer(finding), finding::text(finding));
    let is_lead = |finding: &&Finding| finding.confidence == Confidence::Lead;
    let (leads, told): (Vec<_>, Vec<_>) = findings.iter().partition(is_lead);
    let mut text: String = told.iter().copied().map(in_full).collect();
    if !leads.is_empty() {
        text += "\nonly leads, some of which are chance:\n";
        text.extend(leads.into_iter().map(|lead| match told.is_empty() {
            true => in_full(lead),
            false => wrapped(&format!("{}{}", for_answer(lead), finding::headline(lead)), "", "  "),
        }));
    }
    text
}

pub(crate) fn order_text(diagnosis: &OrderDiagnosis, entries: usize) -> String {
    let verdict = styled_verdict(diagnosis.is_right());
    let of_part = part(diagnosis.rules);
    if diagnosis.is_right() {
        return format!("{verdict}  this is the order of {of_part}\n");
    }
    let mut text = format!(
        "{verdict}  {}\n",
        match diagnosis.out_of_place {
            0 => format!("the order is that of {of_part} as far as it goes"),
            moved => format!(
                "{} of {} hands must move for the order of {of_part}",
                grouped(moved as u128),
                grouped(entries as u128)
            ),
        }
    );
    if let Some(first) = &diagnosis.first {
        let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
        text += "\n  the first two in the wrong order, with their places in it:\n";
        for (i, entry) in first.entries.iter().enumerate() {
            let hand_type = first.right.strengths[i].hand_type();
            let place = first.place + i;
            text +=
                &format!("    {dim}{place:>5}{dim:#}  {bold}{}{bold:#}  {hand_type}\n", entry.hand);
        }
        text += &wrapped(&format!("         {}", first.right), "", "         ");
        text += &wrapped(&format!("  {dim}rule {dim:#} {}", first.rule), "", "        ");
    }
    let missing: Vec<String> = diagnosis.missing.iter().map(Entry::to_string).collect();
    let [added, repeated] = [&diagnosis.added, &diagnosis.repeated]
        .map(|hands| hands.iter().map(Ordered::to_string).collect::<Vec<_>>());
    for (what, hands) in [("missing", missing), ("not in the input", added), ("repeated", repeated)]
    {
        if !hands.is_empty() {
            let shown = hands.iter().take(10).cloned().collect::<Vec<_>>().join(", ");
            let more = if hands.len() > 10 { ", …" } else { "" };
            text += &wrapped(&format!("  {} {what}: {shown}{more}", hands.len()), "", "    ");
        }
    }
    text + &findings_text(&diagnosis.findings, diagnosis.rules, 0)
}
