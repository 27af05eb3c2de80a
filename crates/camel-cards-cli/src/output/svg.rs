//! The picture that `stats --svg` draws: the share of entries and of winnings
//! that each hand type has, under both rules, as two charts of paired bars.
//!
//! It follows the reader's light or dark theme. All coordinates are whole tenths
//! of a pixel.

use std::fmt::Write;

use camel_cards::{HandType, PerType, Summary, TypeSummary};

use super::text::{grouped, per_cent, share};

const WIDTH: u32 = 860;
const HEIGHT: u32 = 440;
const TOP: u32 = 104;
const ROW: u32 = 40;
const BAR: u32 = 14;
const CHART_WIDTH: u32 = 300;
const CHARTS: [u32; 2] = [130, 500];

const STYLE: &str = "
    svg { background: #fff; color: #1c1e21; font: 13px system-ui, sans-serif }
    text { fill: currentColor }
    .title { font-size: 18px; font-weight: 600 }
    .quiet { opacity: .7 }
    .grid { stroke: currentColor; opacity: .15 }
    .axis { stroke: currentColor; opacity: .6 }
    .standard { fill: #2f6fb3 }
    .joker { fill: #d9822b }
    .end { text-anchor: end }
    .middle { text-anchor: middle }
    .small { font-size: 11px }
    @media (prefers-color-scheme: dark) {
      svg { background: #15181c; color: #e8eaed }
      .standard { fill: #6ea8e6 }
      .joker { fill: #f0a355 }
    }";

pub(crate) fn draw(stats: &Summary) -> String {
    let mut svg = String::new();
    #[expect(clippy::expect_used, reason = "a string takes all that is written")]
    render(&mut svg, stats).expect("strings take all");
    svg
}

fn render(svg: &mut String, stats: &Summary) -> std::fmt::Result {
    let entries = grouped(stats.entries.into());
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-labelledby="title desc">
  <title id="title">Camel Cards: hand types of {entries} entries</title>
  <desc id="desc">The share of entries and of total winnings that each hand type has, under standard and under joker rules.</desc>
  <style>{STYLE}
  </style>
  <text class="title" x="20" y="34">Camel Cards: hand types of {entries} entries</text>
  <rect class="standard" x="20" y="50" width="{BAR}" height="{BAR}"/><text x="40" y="62">standard rules (part 1)</text>
  <rect class="joker" x="210" y="50" width="{BAR}" height="{BAR}"/><text x="230" y="62">joker rules (part 2)</text>"#,
    )?;
    let both = [("standard", &stats.types.standard), ("joker", &stats.types.joker)];
    for (row, hand_type) in HandType::ALL.into_iter().rev().enumerate() {
        let y = TOP + ROW * row as u32 + ROW / 2 + 4;
        writeln!(svg, r#"  <text class="end" x="{}" y="{y}">{hand_type}</text>"#, CHARTS[0] - 10)?;
    }
    chart(svg, CHARTS[0], "share of entries", both, |of_type| of_type.entries.into())?;
    chart(svg, CHARTS[1], "share of total winnings", both, |of_type| of_type.winnings)?;
    writeln!(svg, "</svg>")
}

fn chart(
    svg: &mut String,
    left: u32,
    title: &str,
    both: [(&str, &PerType<TypeSummary>); 2],
    part: fn(&TypeSummary) -> u128,
) -> std::fmt::Result {
    let wholes =
        both.map(|(_, types)| types.iter().map(|(_, of_type)| part(of_type)).sum::<u128>());
    let thousandths = both.iter().zip(wholes).flat_map(|((_, types), whole)| {
        types.iter().map(move |(_, of_type)| share(part(of_type), whole, 1000))
    });
    let (axis, step) = axis(thousandths.max().unwrap_or(0));
    let x = |thousandths: u32| Tenths(10 * left + 10 * CHART_WIDTH * thousandths / axis);
    let bottom = TOP + ROW * 7;

    for tick in (0..=axis).step_by(step as usize) {
        let (x, class) = (x(tick), if tick == 0 { "axis" } else { "grid" });
        writeln!(svg, r#"  <line class="{class}" x1="{x}" x2="{x}" y1="{TOP}" y2="{bottom}"/>"#)?;
        writeln!(
            svg,
            r#"  <text class="middle small quiet" x="{x}" y="{}">{} %</text>"#,
            bottom + 18,
            tick / 10
        )?;
    }
    let middle = left + CHART_WIDTH / 2;
    writeln!(svg, r#"  <text class="middle" x="{middle}" y="{}">{title}</text>"#, bottom + 40)?;
    for ((at, (class, types)), whole) in (0..).zip(both).zip(wholes) {
        for (row, (_, of_type)) in (0..).zip(types.iter().rev()) {
            let y = TOP + ROW * row + 5 + at * (BAR + 2);
            let part = part(of_type);
            let end = x(share(part, whole, 1000));
            writeln!(
                svg,
                r#"  <rect class="{class}" x="{left}" y="{y}" width="{}" height="{BAR}"/><text class="small" x="{}" y="{}">{}</text>"#,
                Tenths(end.0 - 10 * left),
                Tenths(end.0 + 50),
                y + 11,
                per_cent(part, whole, 1),
            )?;
        }
    }
    Ok(())
}

/// Returns where the axis ends, past the longest bar, and its steps, in thousandths.
fn axis(longest: u32) -> (u32, u32) {
    let step = [10, 20, 50, 100, 200].into_iter().find(|step| longest <= step * 5).unwrap_or(200);
    (longest.div_ceil(step).max(1) * step, step)
}

/// A whole number of tenths, written as a decimal.
#[derive(Clone, Copy)]
struct Tenths(u32);

impl std::fmt::Display for Tenths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 % 10 {
            0 => write!(f, "{}", self.0 / 10),
            tenth => write!(f, "{}.{tenth}", self.0 / 10),
        }
    }
}
