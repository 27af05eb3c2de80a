//! A finding of the coach as people and programs read it; `diagnose` and `judge`
//! both show findings.

use anstyle::{AnsiColor, Style};
use camel_cards_coach::{Confidence, Finding, Misplaced, MistakeId};

use super::text::wrapped;

/// The finding in full.
pub(crate) fn text(finding: &Finding) -> String {
    let mut text = wrapped(&headline(finding), "", "  ");
    if let Some(misplaced) = finding.misplaced() {
        text += &misplaced_text(misplaced);
    }
    text += &point("rule", &rule(finding));
    text += &point("change", &finding.hint());
    let chance = finding.chance().map(|chance| chance.to_string());
    text += &point("how sure", &chance.unwrap_or_default());
    let also = finding.also();
    if !also.is_empty() {
        let shown = &also[..also.len().min(4)];
        let more = match also.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        text += &point(
            "same",
            &format!("also gives this order of your hands: {}{more}", shown.join(", ")),
        );
    }
    text
}

/// The rule of the puzzle that settles it, if one does.
pub(crate) fn rule(finding: &Finding) -> String {
    finding.rule().map(|rule| rule.to_string()).unwrap_or_default()
}

/// A sentence about the finding, if there is one, after its name.
pub(crate) fn point(name: &str, sentence: &str) -> String {
    if sentence.is_empty() {
        return String::new();
    }
    let dim = Style::new().dimmed();
    wrapped(&format!("  {dim}{name:<8}{dim:#} {sentence}"), "", "           ")
}

/// Certainty, ids and summary.
pub(crate) fn headline(finding: &Finding) -> String {
    let bold = Style::new().bold();
    let certainty = match finding.confidence {
        Confidence::Certain => AnsiColor::Green.on_default(),
        Confidence::Likely => AnsiColor::Yellow.on_default(),
        Confidence::Lead => Style::new().dimmed(),
    };
    let ids: Vec<String> = finding.ids().iter().map(MistakeId::to_string).collect();
    format!(
        "{certainty}{}{certainty:#}  {bold}{}{bold:#}  {}",
        finding.confidence.name(),
        ids.join(" + "),
        finding.summary()
    )
}

fn misplaced_text(misplaced: &Misplaced) -> String {
    let (dim, red) = (Style::new().dimmed(), AnsiColor::Red.on_default());
    let mut text =
        "  the first two of your hands that are in the wrong order because of it (▲ wins):\n"
            .to_owned();
    for (i, entry) in misplaced.entries.iter().enumerate() {
        let (taken_for, place) = (misplaced.taken_for[i].name(), misplaced.places[i] + 1);
        let hand_type = misplaced.right.strengths[i].hand_type().name();
        let taken_for = match taken_for == hand_type {
            true => String::new(),
            false => format!("{red}, taken for {taken_for}{red:#}"),
        };
        let Some(winner) = misplaced.right.winner() else { continue };
        let wins = if winner == entry.hand { "▲" } else { " " };
        text +=
            &format!("    {dim}{place:>5}{dim:#}  {wins} {}  {hand_type}{taken_for}\n", entry.hand);
    }
    text + &wrapped(&format!("          {}", misplaced.right), "", "          ")
}
