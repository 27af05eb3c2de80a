use camel_cards::{Hand, Rules};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyString, PyType},
};

use crate::{failure::BadRow, names::Named};

/// Five cards, in the order dealt.
///
/// A hand has no order of its own, because where J sorts depends on the rules: sort by
/// `key=lambda hand: hand.strength("joker")`. It is immutable, hashable and can be pickled.
///
/// Raises InputError if the text is not a hand.
///
/// >>> hand = Hand("KTJJT")
/// >>> hand.hand_type("standard"), hand.hand_type("joker")
/// ('two pair', 'four of a kind')
/// >>> hand.strength("joker")
/// 370272
#[pyclass(frozen, eq, hash, name = "Hand", module = "camel_cards")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PyHand(Hand);

#[pymethods]
impl PyHand {
    #[new]
    #[pyo3(signature = (cards, /))]
    fn new(cards: &Bound<'_, PyAny>) -> PyResult<PyHand> {
        Ok(PyHand(read(cards)?))
    }

    /// The hand's type under the given rules: "high card" to "five of a kind".
    fn hand_type(&self, rules: Named<Rules>) -> &'static str {
        self.0.hand_type(rules.0).name()
    }

    /// The hand's place among all 371,293 hands under the given rules: 1 is the weakest.
    fn strength(&self, rules: Named<Rules>) -> u32 {
        self.0.strength(rules.0).number()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(py, &self.0.to_string()).call_method1("__format__", (spec,))
    }

    fn __repr__(&self) -> String {
        format!("Hand('{}')", self.0)
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("camel_cards._html")?.call_method1("cards", (self.0.to_string(),))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<PyHand>(), (self.0.to_string(),))
    }
}

/// Reads a hand from a str, from bytes or from a `Hand`.
pub(crate) fn read(value: &Bound<'_, PyAny>) -> Result<Hand, BadRow> {
    if let Ok(hand) = value.cast::<PyHand>() {
        return Ok(hand.get().0);
    }
    // NumPy's texts with one byte per character are bytes.
    let text = match value.cast::<PyBytes>() {
        Ok(bytes) => Some(String::from_utf8_lossy(bytes.as_bytes())),
        Err(_) => value.cast::<PyString>().ok().and_then(|text| text.to_cow().ok()),
    };
    let text = text.ok_or_else(|| BadRow::of("a hand as a str", value))?;
    Hand::from_bytes(text.as_bytes()).map_err(|error| BadRow::hand(&text, error.kind()))
}
