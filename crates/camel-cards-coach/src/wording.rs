//! Writes results as text for terminals, the same for all fronts.

mod diagnosis;
mod verdict;

use crate::{
    diagnose::{evidence::Certainty, finding::Finding},
    text::{Tone, paint, point, wrapped},
};

impl Finding {
    /// Returns certainty, ids and summary, in lines of at most 80 columns.
    fn headline(&self) -> String {
        let tone = match self.certainty {
            Certainty::Certain => Tone::Good,
            Certainty::Likely => Tone::Caution,
            Certainty::Lead => Tone::Faint,
        };
        let certainty = paint(tone, self.certainty.name());
        let ids = paint(Tone::Strong, self.ids().join(" + "));
        wrapped(&format!("{certainty}  {ids}  {}", self.summary()), "", "  ")
    }

    /// Returns the rule, the hint, the chance and the other names, each in lines of at most 80 columns. Leaves out
    /// empty ones.
    pub(crate) fn points(&self) -> Vec<String> {
        const NAMES_SHOWN: usize = 4;
        let mut also = self.also();
        for (name, made) in also.iter_mut().zip(&self.others) {
            // Add the summary of a single mistake if it differs.
            match &made[..] {
                [other] if other.summary != self.summary() => {
                    *name += &format!(" ({})", other.summary);
                }
                _ => {}
            }
        }
        let mut names = also[..also.len().min(NAMES_SHOWN)].join(", ");
        if let Some(more @ 1..) = also.len().checked_sub(NAMES_SHOWN) {
            names += &format!(" and {more} more");
        }
        let same = format!("also gives this order of the hands: {names}");
        let points = [
            ("rule", self.rule.map(|rule| rule.to_string()).unwrap_or_default()),
            ("change", self.hint()),
            ("certainty", self.chance.map(|chance| chance.to_string()).unwrap_or_default()),
            ("same", if also.is_empty() { String::new() } else { same }),
        ];
        let points = points.map(|(name, sentence)| point(name, &sentence));
        points.into_iter().filter(|point| !point.is_empty()).collect()
    }
}
