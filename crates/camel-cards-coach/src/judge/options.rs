use std::time::Duration;

use camel_cards::Rules;

/// What is known of a solution before it is judged.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct JudgeOptions {
    /// The rules that are judged; `None`, the default, finds out by its answers.
    pub rules: Option<Rules>,
    /// What the solution is called: `part2.py` tells which part it is, if the answers do not.
    pub name: String,
    /// Whether both parts are promised: then one that is not answered has failed. Else it is found
    /// out how many it answers.
    pub both: bool,
    /// Whether what fails beyond the puzzle counts.
    pub strict: bool,
    /// Where the random numbers start; at 1 if nothing else is said.
    pub seed: Option<u64>,
    /// How long a run may take; ten seconds if nothing else is said.
    pub timeout: Option<Duration>,
}
