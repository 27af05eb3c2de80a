use std::sync::{Mutex, MutexGuard, PoisonError};

use camel_cards::{Score, Tally, Ties};
use pyo3::{
    buffer::PyBuffer,
    exceptions::PyValueError,
    prelude::*,
    sync::PyOnceLock,
    types::{PyBytes, PyType},
};

use crate::{
    failure::{input_error, overflow},
    names::Named,
    source,
};

/// Creates the Python object.
pub(crate) fn made(py: Python<'_>, score: Score) -> PyResult<Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let winnings = score.winnings;
    let values = (score.entries, score.tied, winnings.standard, winnings.joker);
    CLASS.import(py, "camel_cards._results", "Score")?.call1(values)
}

/// The sums from which total winnings are computed, for any number of entries.
///
/// Merge the tallies of consecutive parts in the order of the parts, in any grouping. A tally takes
/// at most 20 MB, however many entries it has. Its bytes are the same as in the command
/// `camel-cards tally` and every other front.
///
/// >>> first, second = Tally([("32T3K", 765)]), Tally([("T55J5", 684)])
/// >>> first.merge(second)
/// >>> first.score()
/// Score(entries=2, tied=0, standard=2133, joker=2133)
#[pyclass(frozen, name = "Tally", module = "camel_cards")]
pub struct PyTally(Mutex<State>);

#[derive(Clone, Default)]
struct State {
    tally: Tally,
    /// Whether some entries had no order, so that `ties` is required.
    is_unordered: bool,
}

#[pymethods]
impl PyTally {
    #[new]
    #[pyo3(signature = (source = None, *, hand = "hand", bid = "bid", skip_bad_lines = false, threads = None))]
    fn new(
        source: Option<&Bound<'_, PyAny>>,
        hand: &str,
        bid: &str,
        skip_bad_lines: bool,
        threads: Option<usize>,
    ) -> PyResult<PyTally> {
        if threads == Some(0) {
            return Err(PyValueError::new_err("threads: expected at least 1, found 0"));
        }
        let Some(source) = source else { return Ok(PyTally(Mutex::default())) };
        let is_unordered = !source::has_order(source)?;
        let tally = source::tally(source, hand, bid, skip_bad_lines, threads)?;
        Ok(PyTally(Mutex::new(State { tally, is_unordered })))
    }

    /// Appends all entries of a source.
    ///
    /// Accepts the same sources as `score`. If this raises, the tally is unchanged.
    #[pyo3(signature = (source, *, hand = "hand", bid = "bid", skip_bad_lines = false, threads = None))]
    fn update(
        &self,
        source: &Bound<'_, PyAny>,
        hand: &str,
        bid: &str,
        skip_bad_lines: bool,
        threads: Option<usize>,
    ) -> PyResult<()> {
        let later = PyTally::new(Some(source), hand, bid, skip_bad_lines, threads)?;
        self.merge(source.py(), &later);
        Ok(())
    }

    /// Appends all entries of a later tally.
    #[pyo3(signature = (later, /))]
    fn merge(&self, py: Python<'_>, later: &PyTally) {
        py.detach(|| {
            // `later` may be this tally.
            let later = later.lock().clone();
            let mut state = self.lock();
            state.tally.merge(&later.tally);
            state.is_unordered |= later.is_unordered;
        });
    }

    /// The number of entries, the number of tied entries, and the total winnings under both rules.
    ///
    /// Ties are ordinal by default; if some entries came from rows without an order, `ties` is
    /// required.
    ///
    /// Raises OverflowError if a total exceeds 2**128 - 1.
    #[pyo3(signature = (ties = None))]
    fn score<'py>(
        &self,
        py: Python<'py>,
        ties: Option<Named<Ties>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ties = match ties {
            Some(Named(ties)) => ties,
            None if py.detach(|| self.lock().is_unordered) => {
                let message =
                    "some of the rows had no order: pass ties=\"min\", \"max\" or \"dense\"";
                return Err(PyValueError::new_err(message));
            }
            None => Ties::Ordinal,
        };
        made(py, py.detach(|| self.lock().tally.score(ties)).map_err(overflow)?)
    }

    /// The number of entries.
    #[getter]
    fn entries(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.lock().tally.entries())
    }

    /// The tally as bytes, which every front can read. Equal tallies have equal bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.lock().tally.to_bytes()).map_err(overflow)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Reads the bytes of `to_bytes`, of this library or any other front.
    ///
    /// Raises InputError for any other bytes.
    #[staticmethod]
    #[pyo3(signature = (tally, /))]
    fn from_bytes(py: Python<'_>, tally: &Bound<'_, PyAny>) -> PyResult<PyTally> {
        let bytes = PyBuffer::<u8>::get(tally)?.to_vec(py)?;
        // Use the reader of files, for its messages and hints.
        let tally = py.detach(|| camel_cards_input::read_tally_from(source::BYTES, &*bytes));
        let tally = tally.map_err(input_error)?;
        Ok(PyTally(Mutex::new(State { tally, is_unordered: false })))
    }

    fn __eq__(&self, py: Python<'_>, other: &PyTally) -> bool {
        py.detach(|| {
            let other = other.lock().tally.clone();
            self.lock().tally == other
        })
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let entries = self.entries(py);
        format!("<Tally of {entries} {}>", if entries == 1 { "entry" } else { "entries" })
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<PyTally>().getattr("from_bytes")?, (self.to_bytes(py)?,)))
    }
}

impl PyTally {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
