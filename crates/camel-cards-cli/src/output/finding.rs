//! A finding of the coach as people read it.

use anstyle::{AnsiColor, Style};
use camel_cards_coach::{Certainty, Finding, MisplacedPair, MistakeId};

use super::text::wrapped;

/// What there is to say of a finding after its headline.
pub(crate) fn points(finding: &Finding) -> Vec<String> {
    let mut points: Vec<String> = finding.misplaced().map(misplaced_text).into_iter().collect();
    let mut point = |name: &str, sentence: String| {
        if !sentence.is_empty() {
            let dim = Style::new().dimmed();
            let text = format!("  {dim}{name:<9}{dim:#} {sentence}");
            points.push(wrapped(&text, "", "            "));
        }
    };
    point("rule", finding.rule().map(|rule| rule.to_string()).unwrap_or_default());
    point("change", finding.hint());
    point("certainty", finding.chance().map(|chance| chance.to_string()).unwrap_or_default());
    let also = finding.also();
    if !also.is_empty() {
        let shown = &also[..also.len().min(4)];
        let more = match also.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let shown = shown.join(", ");
        point("same", format!("also gives this order of your hands: {shown}{more}"));
    }
    points
}

/// Certainty, ids and summary.
pub(crate) fn headline(finding: &Finding) -> String {
    let bold = Style::new().bold();
    let certainty = match finding.certainty {
        Certainty::Certain => AnsiColor::Green.on_default(),
        Certainty::Likely => AnsiColor::Yellow.on_default(),
        Certainty::Lead => Style::new().dimmed(),
    };
    let ids: Vec<String> = finding.ids().iter().map(MistakeId::to_string).collect();
    let headline = format!(
        "{certainty}{}{certainty:#}  {bold}{}{bold:#}  {}",
        finding.certainty.name(),
        ids.join(" + "),
        finding.summary()
    );
    wrapped(&headline, "", "  ")
}

fn misplaced_text(misplaced: &MisplacedPair) -> String {
    let (dim, red) = (Style::new().dimmed(), AnsiColor::Red.on_default());
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
        let Some(winner) = misplaced.right.winner() else { continue };
        let wins = if winner == entry.hand { "▲" } else { " " };
        text +=
            &format!("    {dim}{place:>5}{dim:#}  {wins} {}  {hand_type}{taken_for}\n", entry.hand);
    }
    text + &wrapped(&format!("          {}", misplaced.right), "", "          ")
}
