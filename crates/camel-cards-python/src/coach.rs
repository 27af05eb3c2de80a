//! Explanations and the coach. Results are JSON, from which Python creates its own objects.

use std::cell::Cell;

use camel_cards::{Entry, Explanation, Overflow, Rules};
use camel_cards_coach::{
    Deviation, Question, UserAnswer,
    inputs::{self, Shape},
};
use pyo3::{exceptions::PyValueError, prelude::*};
use serde::Serialize;

use crate::{
    failure::{check_signals, overflow},
    hand,
    names::Named,
    source,
};

/// The width of text.
const COLUMNS: usize = 80;

/// The number of entries between two checks for signals.
const SIGNAL_ENTRIES: usize = 1 << 16;

#[pyfunction]
pub fn explain(hand: &Bound<'_, PyAny>, rules: Named<Rules>) -> PyResult<String> {
    json(&Explanation::of(hand::read(hand)?, rules.0))
}

#[pyfunction]
pub fn compare(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    rules: Named<Rules>,
) -> PyResult<String> {
    json(&camel_cards::compare(hand::read(a)?, hand::read(b)?, rules.0))
}

#[pyfunction]
pub fn generate(
    py: Python<'_>,
    shape: Named<Shape>,
    hands: Option<u64>,
    seed: u64,
) -> PyResult<String> {
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

/// Each answer has `low`, `high` or nothing that the site said about it, and the rules of its part, if it is known.
#[pyfunction]
pub fn diagnose(
    source: &Bound<'_, PyAny>,
    answers: Vec<(u128, Option<String>, Option<Named<Rules>>)>,
    rules: Option<Named<Rules>>,
    reveal: bool,
    hand: &str,
    bid: &str,
) -> PyResult<String> {
    let (entries, byte_order_mark) = source::entries(source, hand, bid)?;
    let answers = answers.into_iter().map(|(answer, told, rules)| {
        let told = told.and_then(|told| Deviation::told_by(&format!("too {told}")));
        let mut given = UserAnswer::new(answer, told);
        given.rules = rules.map(|rules| rules.0);
        given
    });
    let answers = answers.collect();
    interruptible(source.py(), &entries, answers, rules, |question| {
        question.byte_order_mark = byte_order_mark;
        let of = camel_cards_coach::diagnose(question)?;
        Ok(WithText { text: of.styled(COLUMNS, reveal), of })
    })
}

/// Each answer has a name and the rules of its part, if it is known.
#[pyfunction]
pub fn diagnose_people(
    source: &Bound<'_, PyAny>,
    given: Vec<(String, Option<Named<Rules>>, u128)>,
) -> PyResult<String> {
    let (entries, byte_order_mark) = source::entries(source, "hand", "bid")?;
    let given =
        given.into_iter().map(|(name, rules, answer)| (name, rules.map(|one| one.0), answer));
    let given: Vec<_> = given.collect();
    interruptible(source.py(), &entries, Vec::new(), None, |question| {
        question.byte_order_mark = byte_order_mark;
        camel_cards_coach::diagnose_people(question, &given)
    })
}

/// `order` is what a program printed, with one hand per line.
#[pyfunction]
pub fn diagnose_order(
    source: &Bound<'_, PyAny>,
    order: &str,
    rules: Option<Named<Rules>>,
    hand: &str,
    bid: &str,
) -> PyResult<String> {
    let (entries, _) = source::entries(source, hand, bid)?;
    interruptible(source.py(), &entries, Vec::new(), rules, |question| {
        let of = camel_cards_coach::diagnose_order(question, order)?;
        Ok(WithText { text: of.styled(COLUMNS, question), of })
    })
}

/// A diagnosis, and the text that the command prints, with its colours.
#[derive(Serialize)]
struct WithText<T> {
    of: T,
    text: String,
}

/// Runs the search for a question. Ctrl-C cancels it.
fn interruptible<T: Serialize + Send>(
    py: Python<'_>,
    entries: &[Entry],
    answers: Vec<UserAnswer>,
    rules: Option<Named<Rules>>,
    search: impl FnOnce(&mut Question<'_>) -> Result<T, Overflow> + Send,
) -> PyResult<String> {
    let found = py.detach(|| {
        let signal = Cell::new(None);
        let goes_on = |_: usize| {
            let goes_on = check_signals().map_err(|raised| signal.set(Some(raised)));
            goes_on.is_ok()
        };
        let mut question = Question::new(entries, answers);
        question.rules = rules.map(|rules| rules.0);
        question.progress = &goes_on;
        let found = search(&mut question);
        signal.take().map_or(Ok(found), Err)
    })?;
    json(&found.map_err(overflow)?)
}

fn json(record: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(record).map_err(|error| PyValueError::new_err(error.to_string()))
}
