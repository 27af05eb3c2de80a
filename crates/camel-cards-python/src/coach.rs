//! Explanations and the coach: records as JSON, of which Python makes its own.

use camel_cards::{Explanation, Overflow, Rules};
use camel_cards_coach::{
    Deviation, Ordered, Question, UserAnswer,
    inputs::{self, Shape},
};
use pyo3::{exceptions::PyValueError, prelude::*};
use serde::Serialize;

use crate::{
    failure::{PyFailure, Result},
    hand,
    names::Named,
    source::{self, check_signals},
};

/// How many entries there are between two looks at the signals.
const SIGNAL_ENTRIES: usize = 1 << 16;

#[pyfunction]
pub fn explain(hand: &Bound<'_, PyAny>, rules: Named<Rules>) -> PyResult<String> {
    json(&Explanation::of(hand_of(hand)?, rules.0))
}

#[pyfunction]
pub fn compare(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    rules: Named<Rules>,
) -> PyResult<String> {
    json(&camel_cards::compare(hand_of(a)?, hand_of(b)?, rules.0))
}

#[pyfunction]
pub fn generate(
    py: Python<'_>,
    shape: Named<Shape>,
    hands: Option<u64>,
    seed: u64,
) -> Result<String> {
    let entries = inputs::generate(shape.0, hands, seed)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    let mut text = String::new();
    py.detach(|| {
        for (i, entry) in entries.into_iter().enumerate() {
            if i % SIGNAL_ENTRIES == 0 {
                check_signals()?;
            }
            text += &format!("{entry}\n");
        }
        Ok(text)
    })
}

/// Answers are pairs of a total and "too low", "too high" or nothing.
#[pyfunction]
pub fn diagnose(
    source: &Bound<'_, PyAny>,
    answers: Vec<(u128, Option<String>)>,
    rules: Option<Named<Rules>>,
    hand: &str,
    bid: &str,
) -> PyResult<String> {
    let (entries, byte_order_mark) = source::entries(source, hand, bid)?;
    let tried = answers.into_iter().map(|(answer, told)| {
        let told = match told.as_deref() {
            None => None,
            Some("too low") => Some(Deviation::TooLow),
            Some("too high") => Some(Deviation::TooHigh),
            Some(other) => {
                let message = format!("told: expected one of too low, too high, found '{other}'");
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(UserAnswer::new(answer, told))
    });
    let mut question = Question::new(&entries, tried.collect::<PyResult<_>>()?);
    question.rules = rules.map(|rules| rules.0);
    question.byte_order_mark = byte_order_mark;
    let diagnosis =
        interruptible(source.py(), |watch| camel_cards_coach::diagnose_watched(&question, watch))?;
    json(&diagnosis)
}

/// An order is lines, each a hand with or without its bid.
#[pyfunction]
pub fn diagnose_order(
    source: &Bound<'_, PyAny>,
    order: &str,
    rules: Option<Named<Rules>>,
    hand: &str,
    bid: &str,
) -> PyResult<String> {
    let (entries, _) = source::entries(source, hand, bid)?;
    let order = Ordered::read(order).map_err(PyFailure::from)?;
    let rules = rules.map(|rules| rules.0);
    let diagnosis = interruptible(source.py(), |watch| {
        camel_cards_coach::diagnose_order_watched(&entries, &order, rules, watch)
    })?;
    json(&diagnosis)
}

/// Runs a search that asks now and then whether it is to go on: until Ctrl-C.
fn interruptible<T: Send>(
    py: Python<'_>,
    search: impl FnOnce(&mut dyn FnMut(usize) -> bool) -> std::result::Result<Option<T>, Overflow>
    + Send,
) -> Result<T> {
    py.detach(|| {
        let mut interrupted = None;
        let found = search(&mut |_| {
            interrupted = check_signals().err();
            interrupted.is_none()
        });
        match interrupted {
            Some(interrupted) => Err(interrupted),
            #[expect(clippy::expect_used, reason = "`search` ends early only if it is stopped")]
            None => Ok(found?.expect("it was not stopped")),
        }
    })
}

fn hand_of(value: &Bound<'_, PyAny>) -> Result<camel_cards::Hand> {
    hand::read(value).map_err(PyFailure::Row)
}

fn json(record: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(record).map_err(|error| PyValueError::new_err(error.to_string()))
}
