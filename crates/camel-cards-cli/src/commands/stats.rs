use std::{io, path::PathBuf};

use anstyle::{AnsiColor, Style};
use anstyle_svg::{Term, WIN10_CONSOLE};
use camel_cards::{LabelSummary, Summary, TypeSummary};
use camel_cards_input::InputTally;

use crate::{
    failure::Result,
    output::{self, Format, blocks, columns, grouped, per_cent, rules_and_part, share},
    reading::{InputArgs, WorkArgs},
};

/// Shows statistics of an input: hand types, labels, bids, winnings
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards stats --svg hands.svg hands.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    work: WorkArgs,
    /// Also draw the statistics as a picture in FILE; - prints the picture instead of text
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let input = args.input.check(None, args.svg.as_deref())?;
    let picture = args.svg.as_ref().map(|path| args.input.force.create(path)).transpose()?;
    let InputTally { tally, bids, .. } = input.tally(&args.work, true)?;
    let stats = tally.summary(bids)?;
    if let Some(picture) = picture {
        let paper = Term::new().palette(WIN10_CONSOLE);
        let paper = paper.fg_color(AnsiColor::Black.into()).bg_color(AnsiColor::BrightWhite.into());
        picture.write_whole(paper.render_svg(&text(&stats, 80)).as_bytes())?;
    }
    // Text beside it would make the picture none.
    if args.svg.as_deref().is_some_and(output::is_stdout) {
        return Ok(());
    }
    args.format.print(&stats, || text(&stats, columns(&io::stdout())))
}

/// The text for this number of columns: bars need 80.
fn text(stats: &Summary, columns: usize) -> String {
    let (plain, bold, dim) = (Style::new(), Style::new().bold(), Style::new().dimmed());
    let (gap, count_width, bar_gap, bar_width, [of_entries, of_winnings]) = match columns {
        ..80 => (" ", 7, "", 0, ["% hands", "% won"]),
        _ => ("  ", 11, "  ", 14, ["% of entries", "% of winnings"]),
    };
    let share_width = bar_width + 8;
    let row = |style: Style, name: &str, count: &str, shares: &str| {
        format!("{gap}{style}{name:<15}{gap}{count:>count_width$}{shares}{style:#}\n")
    };
    let bar = |part, whole, largest| bar_gap.to_owned() + &bar(part, whole, largest, bar_width);
    let counts = [stats.entries, stats.hands, stats.tied];
    let [entries, hands, tied] = counts.map(|count| grouped(count.into()));
    let mut text =
        format!("{bold}{entries}{bold:#} entries, {hands} different hands, {tied} entries tied\n");
    if let (Some(least), Some(greatest)) = (stats.bids.least, stats.bids.greatest) {
        text += &format!("bids from {least} to {greatest}, in all {}\n", stats.bids.sum);
    }
    for (rules, types) in stats.types.iter() {
        let winnings: u128 = types.iter().map(|(_, of_type)| of_type.winnings).sum();
        text += &format!("\n{bold}{}{bold:#}  total winnings {winnings}\n", rules_and_part(rules));
        let headings =
            format!("{bar_gap}{of_entries:>share_width$}{bar_gap}{of_winnings:>share_width$}");
        text += &row(dim, "hand type", "entries", &headings);
        let most_entries = types.iter().map(|(_, of_type)| of_type.entries.into()).max();
        let most_winnings = types.iter().map(|(_, of_type)| of_type.winnings).max();
        for (hand_type, &TypeSummary { entries, winnings: part, .. }) in types.iter().rev() {
            let shares = bar(entries.into(), stats.entries.into(), most_entries)
                + &bar(part, winnings, most_winnings);
            text += &row(plain, hand_type.name(), &grouped(entries.into()), &shares);
        }
    }
    text += &format!("\n{bold}labels{bold:#}\n");
    let cards = stats.labels.iter().map(|label| u128::from(label.cards));
    let (all, most) = (cards.clone().sum(), cards.max());
    for &LabelSummary { label, cards, .. } in stats.labels.iter().rev() {
        let share = bar(cards.into(), all, most);
        text += &row(plain, &label.to_string(), &grouped(cards.into()), &share);
    }
    text
}

/// A bar that is full for the largest part, and the share of the whole:
/// `██████▌         46.4 %`.
fn bar(part: u128, whole: u128, largest: Option<u128>, width: usize) -> String {
    let blue = AnsiColor::Blue.on_default();
    let eighths = share(part, largest.unwrap_or(part), width as u32 * 8);
    let bar = blocks(eighths as usize);
    format!("{blue}{bar:<width$}{blue:#} {:>7}", per_cent(part, whole, 1))
}
