//! The judge of programs. Python has the loop and runs the programs.

use std::time::Duration;

use camel_cards::Rules;
use camel_cards_coach::{Judge, JudgeOptions, Run, RunEnd};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::names::Named;

/// Judges one program. Its name may show which part it solves.
#[pyclass(unsendable, name = "Judge", module = "camel_cards._camel_cards")]
pub struct PyJudge(Judge);

#[pymethods]
impl PyJudge {
    #[new]
    fn new(
        name: String,
        rules: Option<Named<Rules>>,
        seed: u64,
        strict: bool,
        timeout: f64,
    ) -> PyResult<PyJudge> {
        let mut options = JudgeOptions::default();
        options.rules = rules.map(|rules| rules.0);
        options.name = name;
        let limit = Duration::try_from_secs_f64(timeout).ok().filter(|limit| !limit.is_zero());
        let wrong = || PyValueError::new_err(format!("timeout: expected seconds, found {timeout}"));
        options.timeout = Some(limit.ok_or_else(wrong)?);
        (options.seed, options.strict) = (Some(seed), strict);
        Ok(PyJudge(Judge::new(options)))
    }

    /// Returns inputs, the time limit of each run in seconds, and the purpose of the runs; `None` when the verdict is
    /// known.
    fn next_batch(&mut self) -> Option<(Vec<String>, f64, String)> {
        let batch = self.0.next_batch()?;
        Some((batch.inputs, batch.limit.as_secs_f64(), batch.purpose))
    }

    /// Takes a run for each input: its output or result, whether it was returned, its error message, how it failed
    /// (None, a description or `"timed out"`), and its time in seconds.
    fn take(&mut self, runs: Vec<(String, bool, String, Option<String>, f64)>) {
        let runs = runs.into_iter().map(|(printed, returned, said, failed, seconds)| Run {
            printed,
            returned,
            stderr: said,
            end: match failed {
                None => RunEnd::Ended,
                Some(how) if how == "timed out" => RunEnd::TimedOut,
                Some(how) => RunEnd::Failed(how),
            },
            time: Duration::try_from_secs_f64(seconds).unwrap_or_default(),
        });
        self.0.take(runs.collect());
    }

    /// Returns the verdict in one word and as text, and the input shown, if any.
    fn verdict(&self) -> Option<(&'static str, String, Option<String>)> {
        let verdict = self.0.verdict()?;
        Some((verdict.part.kind.name(), verdict.to_string(), verdict.part.input))
    }
}
