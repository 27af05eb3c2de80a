//! Reads what the Python library aocd stores for a user: their input and the answers that they posted.

use std::{fs, path::PathBuf};

use camel_cards::Rules;
use camel_cards_coach::{Posted, UserAnswer};
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

/// An answer, what the site said about it (`low` or `high`), and the rules of its part.
type GivenAnswer = (u128, Option<String>, Option<&'static str>);

/// Returns the wrong answers that were posted, or those of these rules; None for any other path.
#[pyfunction]
pub fn aocd_answers(
    source: &Bound<'_, PyAny>,
    rules: Option<Named<Rules>>,
) -> PyResult<Option<Vec<GivenAnswer>>> {
    let Some(user) = user(source)? else { return Ok(None) };
    let json = fs::read(&user.posts)?;
    let posts: Vec<Posted> = serde_json::from_slice(&json)
        .map_err(|error| PyValueError::new_err(format!("{}: {error}", user.posts.display())))?;
    let rules = rules.map(|rules| rules.0);
    let mut wrong: Vec<UserAnswer> = posts.iter().filter_map(Posted::wrong_answer).collect();
    wrong.retain(|given| rules.is_none() || given.rules == rules);
    wrong.sort_by_key(|given| given.rules);
    let of = |given: UserAnswer| {
        let told = given.deviation.map(|deviation| deviation.to_string());
        (given.answer, told, given.rules.map(Rules::name))
    };
    Ok(Some(wrong.into_iter().map(of).collect()))
}
