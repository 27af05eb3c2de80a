use camel_cards::{Entry, PerRules, Rules};

use super::{mistake::NamedMistake, outcome::Outcome};

/// An input that the program fails on.
#[derive(Clone)]
pub(crate) struct Failing {
    /// The number of the input among all, from 1, before it was made smaller.
    pub(crate) number: usize,
    pub(crate) entries: Vec<Entry>,
    /// The input as the program read it.
    pub(crate) text: String,
    pub(crate) totals: PerRules<u128>,
    /// Whose answers it is about.
    pub(crate) rules: Vec<Rules>,
    pub(crate) outcome: Outcome,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    /// It was made as small as it can be.
    pub(crate) is_smallest: bool,
    pub(crate) mistake: Option<NamedMistake>,
}
