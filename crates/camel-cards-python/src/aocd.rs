//! Reads what the Python library aocd stores for a user: their input and the answers that they posted.

use std::{fs, path::PathBuf};

use camel_cards::Rules;
use camel_cards_coach::{Deviation, Posted};
use camel_cards_input::AocdUser;
use pyo3::{
    exceptions::{PyFileNotFoundError, PyValueError},
    prelude::*,
};

use crate::names::Named;

fn user(source: &Bound<'_, PyAny>) -> PyResult<Option<AocdUser>> {
    let found = AocdUser::named_by(&source.extract::<PathBuf>()?).transpose();
    found.map_err(|error| PyFileNotFoundError::new_err(error.to_string()))
}

/// Returns the input of the user that `@aocd` or `@aocd/NAME` names; None for any other path.
#[pyfunction]
pub fn aocd_input(source: &Bound<'_, PyAny>) -> PyResult<Option<PathBuf>> {
    Ok(user(source)?.map(|user| user.input))
}

/// The rules of a part, and the answers to it.
type Answers = (&'static str, [Vec<u128>; 3]);

/// Returns the wrong answers to the part that was answered last, or to the part of `rules`: these rules, then the
/// answers without a hint, those that were too low, and those too high. None for any other path.
#[pyfunction]
pub fn aocd_answers(
    source: &Bound<'_, PyAny>,
    rules: Option<Named<Rules>>,
) -> PyResult<Option<Answers>> {
    let Some(user) = user(source)? else { return Ok(None) };
    let json = fs::read(&user.posts)?;
    let posts: Vec<Posted> = serde_json::from_slice(&json)
        .map_err(|error| PyValueError::new_err(format!("{}: {error}", user.posts.display())))?;
    let wrong: Vec<_> = posts.iter().filter_map(Posted::wrong_answer).collect();
    let rules = rules.map(|rules| rules.0).or(wrong.last().map(|(rules, _)| *rules));
    let told = |deviation: Option<Deviation>| {
        let of =
            wrong.iter().filter(|(of, answer)| Some(*of) == rules && answer.deviation == deviation);
        of.map(|(_, answer)| answer.answer).collect()
    };
    let answers = [None, Some(Deviation::TooLow), Some(Deviation::TooHigh)].map(told);
    Ok(rules.map(|rules| (rules.name(), answers)))
}
