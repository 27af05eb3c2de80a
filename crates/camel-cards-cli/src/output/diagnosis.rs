//! What the coach says of answers and orders, as people read it.

use anstyle::AnsiColor;
use camel_cards::{Entry, Rules};
use camel_cards_coach::{
    Certainty, Diagnosis, Finding, MisplacedPair, OrderDiagnosis, Ordered, Question, Tone,
    UserAnswer,
};

use super::text::{grouped, paint, wrapped};

/// `right` in green or `wrong` in red.
fn styled_verdict(is_right: bool) -> String {
    if is_right { paint(Tone::Good, "right") } else { paint(Tone::Bad, "wrong") }
}

fn part(rules: Rules) -> String {
    format!("part {} ({rules} rules)", rules.part())
}

pub(crate) fn answer_text(question: &Question<'_>, diagnosis: &Diagnosis) -> String {
    let of_part = part(diagnosis.rules);
    if diagnosis.is_right {
        let (right, expected) = (styled_verdict(true), diagnosis.expected);
        let clues = diagnosis.clues.iter().map(|clue| sentence(&clue.sentence));
        return format!("{right}  {expected} is the answer to {of_part}\n")
            + &clues.collect::<String>();
    }
    let about = match &question.answers[..] {
        [one] => format!("{}: ", one.answer),
        _ => String::new(),
    };
    let (wrong, expected) = (styled_verdict(false), diagnosis.expected);
    let mut text =
        sentence(&format!("{wrong}  {about}the total winnings of {of_part} are {expected}"));
    if !diagnosis.story.is_empty() {
        text += "\nyour answers hang together:\n";
        text.extend(diagnosis.story.iter().map(|step| wrapped(&format!("  {step}"), "", "    ")));
    }
    let mut said = Vec::new();
    for given in &question.answers {
        text.push('\n');
        if question.answers.len() > 1 {
            text += &answer_heading(given);
        }
        let findings: Vec<&Finding> =
            diagnosis.findings.iter().filter(|finding| finding.answer == given.answer).collect();
        let mut blocks = finding_blocks(&findings, diagnosis.rules, &mut said);
        let clues = diagnosis.clues.iter().filter(|clue| clue.answer == given.answer);
        let clues: String = clues.map(|clue| sentence(&clue.sentence)).collect();
        blocks.extend(Some(clues).filter(|clues| !clues.is_empty()));
        text += &blocks.join("\n");
    }
    text += &unexplained_text(question, diagnosis);
    if !diagnosis.not_tried.is_empty() {
        text += &sentence(&format!("\n{}", diagnosis.not_tried));
    }
    if diagnosis.findings.is_empty() {
        let next = "next: --order FILE finds the first two of your hands out of place, and camel-cards judge -- COMMAND the smallest input that your program fails on";
        text += &sentence(&format!("\n{next}"));
        if question.rules.is_none() {
            text += &sentence(&format!("(taken for {of_part}; --part says which)"));
        }
    }
    text
}

/// A sentence in lines of its own.
fn sentence(text: &str) -> String {
    wrapped(text, "", "  ")
}

fn answer_heading(given: &UserAnswer) -> String {
    let deviation = given.deviation.map(|deviation| format!(", too {deviation}"));
    paint(Tone::Strong, &given.answer.to_string()) + &deviation.unwrap_or_default() + "\n"
}

/// Says of all answers at once how many wrong solutions give none of them.
fn unexplained_text(question: &Question<'_>, diagnosis: &Diagnosis) -> String {
    let is_found = |answer: u128| diagnosis.findings.iter().any(|finding| finding.answer == answer);
    let answers = question.answers.iter().map(|given| given.answer);
    let unexplained: Vec<String> =
        answers.filter(|&answer| !is_found(answer)).map(|answer| answer.to_string()).collect();
    if unexplained.is_empty() || diagnosis.candidates == 0 {
        return String::new();
    }
    let (candidates, those) = (grouped(diagnosis.candidates as u128), unexplained.join(", "));
    let those = match those.rsplit_once(", ") {
        Some((others, last)) => format!("{others} or {last}"),
        None => those,
    };
    format!("\n{}", sentence(&format!("none of {candidates} wrong solutions gives {those}")))
}

/// Tells findings, leads last; `said` is what has been told of others, which is not told again.
fn finding_blocks(findings: &[&Finding], rules: Rules, said: &mut Vec<String>) -> Vec<String> {
    let differs = findings.iter().any(|finding| finding.rules != rules);
    let for_part = |finding: &Finding| match differs {
        true => format!("for {}:\n", part(finding.rules)),
        false => String::new(),
    };
    let mut in_full = |finding: &&Finding| {
        let mut text = for_part(finding) + &finding.headline(&paint);
        let misplaced = finding.misplaced.as_ref().map(misplaced_text);
        for point in misplaced.into_iter().chain(finding.points(&paint)) {
            if !said.contains(&point) {
                text += &point;
                said.push(point);
            }
        }
        text
    };
    let is_lead = |finding: &&Finding| finding.certainty == Certainty::Lead;
    let (leads, others): (Vec<&Finding>, Vec<&Finding>) =
        findings.iter().copied().partition(is_lead);
    let mut blocks: Vec<String> = others.iter().map(&mut in_full).collect();
    if !leads.is_empty() {
        let mut only = "only leads, some of which are chance:\n".to_owned();
        if others.is_empty() {
            blocks.push(only);
            blocks.extend(leads.iter().map(&mut in_full));
        } else {
            only.extend(leads.into_iter().map(|lead| for_part(lead) + &lead.headline(&paint)));
            blocks.push(only);
        }
    }
    blocks
}

fn misplaced_text(misplaced: &MisplacedPair) -> String {
    let red = AnsiColor::Red.on_default();
    let mut text =
        "  the first two of your hands that are in the wrong order because of it (▲ wins):\n"
            .to_owned();
    for (i, entry) in misplaced.entries.iter().enumerate() {
        let (taken_for, place) = (misplaced.taken_for[i].name(), misplaced.places[i]);
        let hand_type = misplaced.right.strengths[i].hand_type().name();
        let taken_for = match taken_for == hand_type {
            true => String::new(),
            false => format!("{red}, taken for {taken_for}{red:#}"),
        };
        let place = paint(Tone::Faint, &format!("{place:>5}"));
        let wins = if misplaced.right.winner() == Some(entry.hand) { "▲" } else { " " };
        text += &format!("    {place}  {wins} {}  {hand_type}{taken_for}\n", entry.hand);
    }
    text + &wrapped(&format!("          {}", misplaced.right), "", "          ")
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
        text += "\n  the first two in the wrong order, with their places in it:\n";
        for (i, entry) in first.entries.iter().enumerate() {
            let place = paint(Tone::Faint, &format!("{:>5}", first.place + i));
            let hand = paint(Tone::Strong, &entry.hand.to_string());
            text += &format!("    {place}  {hand}  {}\n", first.right.strengths[i].hand_type());
        }
        text += &wrapped(&format!("         {}", first.right), "", "         ");
        let rule = paint(Tone::Faint, "rule ");
        text += &wrapped(&format!("  {rule} {}", first.rule), "", "        ");
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
    let findings: Vec<&Finding> = diagnosis.findings.iter().collect();
    for block in finding_blocks(&findings, diagnosis.rules, &mut Vec::new()) {
        text += &format!("\n{block}");
    }
    text
}
