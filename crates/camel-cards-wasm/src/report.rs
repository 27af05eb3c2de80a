use camel_cards::Comparison;
use serde::Serialize;

/// What the page shows people: the coach's own text, in lines of any length, coloured as for a terminal.
#[derive(Serialize)]
pub(crate) struct Report {
    pub text: String,
    /// The same with the right total, if `text` hides it.
    pub revealed: Option<String>,
    /// The pairs of hands in the text, which the page also draws.
    pub pairs: Vec<Comparison>,
}
