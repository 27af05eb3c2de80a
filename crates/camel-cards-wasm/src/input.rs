//! An input that comes in pieces, as a person types it or as a file is read.

use std::mem;

use camel_cards::{Batch, Entry, Error, ErrorKind, Reader, Tally, Ties};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::{
    Result, TIES, answers, bad_lines, bytes,
    gzip::Gunzip,
    named_or_default, object, objects, optional,
    records::{BadLine, Diagnosed, OrderDiagnosed, Score},
    stats::Stats,
    table::Table,
    thrown, whole,
};

/// How many bad lines are kept with their messages.
const BAD_LINES_MAX: usize = 1000;
/// How many of them an exception has.
const THROWN_MAX: usize = 20;
/// How many stretches of bad lines are kept.
const REJECTS_MAX: usize = 1 << 20;
/// How many bytes are read before what they are is kept.
const CHUNK_BYTES: usize = 1 << 16;
/// Entries a batch.
const BATCH: usize = 1 << 20;

/// The entries that have been read.
pub(crate) struct Kept {
    batch: Batch,
    tally: Tally,
    /// All entries, unless there are too many.
    entries: Option<Vec<Entry>>,
    listed_max: usize,
    bids: Option<(u64, u64)>,
}

impl Kept {
    fn add(&mut self, entries: &[Entry]) {
        let bids = entries.iter().map(|entry| entry.bid);
        let range = bids.fold(self.bids, |range, bid| {
            let (least, greatest) = range.unwrap_or((bid, bid));
            Some((least.min(bid), greatest.max(bid)))
        });
        self.bids = range;
        self.batch.push_all(entries);
        if self.batch.is_full() {
            self.tally.append(&mut self.batch);
        }
        if let Some(list) = &mut self.entries {
            if list.len() + entries.len() <= self.listed_max {
                list.extend_from_slice(entries);
            } else {
                self.entries = None;
            }
        }
    }
}

/// What has been read of an input.
pub(crate) struct Lines {
    reader: Reader,
    /// Entries on their way to what is kept.
    chunk: Vec<Entry>,
    kept: Kept,
    bytes: u64,
    pub(crate) byte_order_mark: bool,
    bad: Vec<BadLine>,
    bad_count: u64,
    /// Where bad lines begin and end, in bytes; those that touch are one.
    rejects: Vec<(u64, u64)>,
    /// There were more.
    rejects_lost: bool,
}

impl Lines {
    fn new(listed_max: usize) -> Lines {
        let kept = Kept {
            batch: Batch::new(BATCH),
            tally: Tally::new(),
            entries: (listed_max > 0).then(Vec::new),
            listed_max,
            bids: None,
        };
        let reader = Reader::new();
        Lines {
            reader,
            chunk: Vec::new(),
            kept,
            bytes: 0,
            byte_order_mark: false,
            bad: Vec::new(),
            bad_count: 0,
            rejects: Vec::new(),
            rejects_lost: false,
        }
    }

    fn push(&mut self, piece: &[u8]) {
        self.byte_order_mark |= self.bytes == 0 && piece.starts_with(BYTE_ORDER_MARK);
        // A few at a time, which stay in the cache.
        for mut rest in piece.chunks(CHUNK_BYTES) {
            self.bytes += rest.len() as u64;
            while let Err(error) = self.reader.read_into(&mut rest, &mut self.chunk) {
                self.reject(&error, self.bytes - rest.len() as u64);
            }
            self.kept.add(&self.chunk);
            self.chunk.clear();
        }
    }

    fn finish(&mut self) {
        match self.reader.finish() {
            Some(Ok(entry)) => self.kept.add(&[entry]),
            Some(Err(error)) => self.reject(&error, self.bytes),
            None => {}
        }
        self.kept.tally.append(&mut self.kept.batch);
    }

    /// Keeps a bad line, which ends before byte `end`.
    fn reject(&mut self, error: &Error, end: u64) {
        self.bad_count += 1;
        if self.bad.len() < BAD_LINES_MAX {
            self.bad.push(BadLine::of(error));
        }
        let start = error.position().byte + 1 - error.position().column;
        // After this nothing more is read.
        let end = if error.kind() == ErrorKind::Utf16 { u64::MAX } else { end };
        if let Some((_, last)) = self.rejects.last_mut()
            && *last == start
        {
            *last = end;
        } else if self.rejects.len() < REJECTS_MAX {
            self.rejects.push((start, end));
        } else {
            self.rejects_lost = true;
        }
    }

    /// Fails if there are bad lines.
    fn check(&self) -> Result<()> {
        let shown = &self.bad[..self.bad.len().min(THROWN_MAX)];
        if self.bad_count == 0 { Ok(()) } else { Err(bad_lines(shown, self.bad_count)) }
    }
}

pub(crate) const BYTE_ORDER_MARK: &[u8] = &[0xEF, 0xBB, 0xBF];

/// How many bytes say whether a file is compressed.
const MAGIC: usize = 4;

fn read(input: &[u8], listed_max: usize) -> Result<Lines> {
    let mut lines = Lines::new(listed_max);
    lines.push(input);
    lines.finish();
    lines.check()?;
    Ok(lines)
}

/// Tallies a whole input.
pub(crate) fn tally(input: &[u8]) -> Result<Tally> {
    Ok(read(input, 0)?.kept.tally)
}

/// Returns the entries of a whole input.
pub(crate) fn entries(input: &[u8]) -> Result<Vec<Entry>> {
    Ok(read(input, usize::MAX)?.kept.entries.unwrap_or_default())
}

/// Where the pieces of an input go.
enum Source {
    /// Nothing, or too few bytes to say whether they are compressed.
    Start(Vec<u8>, Lines),
    Plain(Lines),
    Gzip(Gunzip, Lines),
}

impl Source {
    fn lines(&self) -> &Lines {
        match self {
            Source::Start(_, lines) | Source::Plain(lines) | Source::Gzip(_, lines) => lines,
        }
    }

    fn lines_mut(&mut self) -> &mut Lines {
        match self {
            Source::Start(_, lines) | Source::Plain(lines) | Source::Gzip(_, lines) => lines,
        }
    }
}

/// An input that comes in pieces, split anywhere, gzipped or not, and all that can be asked
/// of it.
///
/// Bad lines are left out and counted; whoever shows a total is to say so.
#[wasm_bindgen]
pub struct Input {
    source: Source,
    finished: bool,
    table: Option<Table>,
}

#[wasm_bindgen]
impl Input {
    /// Makes an empty input. Of more than `listed_max` entries, 2 ** 24 unless told, only the
    /// tally is kept: then there is no table, and nothing for the coach.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "number")] listed_max: &JsValue,
    ) -> Result<Input> {
        let listed_max = optional(listed_max)
            .map(|most| whole(most, u32::MAX, "how many entries to list"))
            .transpose()?
            .unwrap_or(1 << 24);
        let lines = Lines::new(listed_max as usize);
        Ok(Input { source: Source::Start(Vec::new(), lines), finished: false, table: None })
    }

    /// Reads the next piece. The last one is to be followed by `finish()`.
    pub fn push(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] piece: &JsValue,
    ) -> Result<()> {
        if self.finished {
            return Err(thrown("the input has ended: nothing can follow finish()"));
        }
        self.read(&bytes(piece)?)
    }

    /// Ends the input.
    pub fn finish(&mut self) -> Result<()> {
        if mem::replace(&mut self.finished, true) {
            return Ok(());
        }
        if let Source::Start(..) = self.source {
            self.begin()?;
        }
        if let Source::Gzip(gunzip, _) = &self.source {
            gunzip.finish().map_err(not_gzip)?;
        }
        self.source.lines_mut().finish();
        Ok(())
    }
    /// How many bytes have been read, unpacked.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> f64 {
        self.source.lines().bytes as f64
    }

    /// Whether the input was gzipped.
    #[wasm_bindgen(getter)]
    pub fn gzipped(&self) -> bool {
        matches!(self.source, Source::Gzip(..))
    }

    /// Whether all entries are there, for a table or the coach.
    #[wasm_bindgen(getter)]
    pub fn listed(&self) -> bool {
        self.source.lines().kept.entries.is_some()
    }

    /// How many lines were no entries.
    #[wasm_bindgen(getter, js_name = badCount)]
    pub fn bad_count(&self) -> f64 {
        self.source.lines().bad_count as f64
    }

    /// The first bad lines, at most 1,000.
    #[wasm_bindgen(js_name = badLines, unchecked_return_type = "BadLine[]")]
    pub fn bad_lines(&self) -> Result<JsValue> {
        objects(&self.source.lines().bad)
    }

    /// Where bad lines begin and end, in bytes, one after the other; of the unpacked input.
    ///
    /// Throws if there are more than 2 ** 20 stretches of them.
    pub fn rejects(&self) -> Result<Vec<f64>> {
        let Lines { bytes: read, rejects, rejects_lost, .. } = self.source.lines();
        if *rejects_lost {
            let message =
                "too many bad lines to keep where they are; the command camel-cards has --rejects";
            return Err(thrown(message));
        }
        let ends = |&(start, end): &(u64, u64)| [start as f64, end.min(*read) as f64];
        Ok(rejects.iter().flat_map(ends).collect())
    }

    /// The total winnings of the entries.
    pub fn score(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Ties")] ties: &JsValue,
    ) -> Result<<Score as Tsify>::JsType> {
        let ties = named_or_default(ties, TIES)?;
        object(&Score::of(&self.ended()?.kept.tally, ties).map_err(thrown)?)
    }

    /// What the entries look like.
    pub fn stats(&self) -> Result<<Stats as Tsify>::JsType> {
        let Kept { tally, bids, .. } = &self.ended()?.kept;
        object(&Stats::of(tally, *bids).map_err(thrown)?)
    }

    /// The bytes of the tally.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.ended()?.kept.tally.to_bytes().map_err(thrown)
    }

    /// Finds out what is wrong with answers.
    pub fn diagnose(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Tried[]")] tried: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Rules")] rules: &JsValue,
    ) -> Result<<Diagnosed as Tsify>::JsType> {
        answers::answer(self.entries()?, self.source.lines().byte_order_mark, tried, rules)
    }

    /// Finds the first two of somebody's hands that are out of place.
    #[wasm_bindgen(js_name = diagnoseOrder)]
    pub fn diagnose_order(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] order: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Rules")] rules: &JsValue,
    ) -> Result<<OrderDiagnosed as Tsify>::JsType> {
        answers::judge_order(self.entries()?, order, rules)
    }

    /// Ranks all entries for a table; returns how many rows it has.
    ///
    /// Throws if there are too many entries to list them.
    #[wasm_bindgen(js_name = makeTable)]
    pub fn make_table(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "Ties")] ties: &JsValue,
    ) -> Result<usize> {
        let ties: Ties = named_or_default(ties, TIES)?;
        let table = Table::new(self.entries()?, ties);
        let rows = table.rows();
        self.table = Some(table);
        Ok(rows)
    }
}

impl Input {
    fn read(&mut self, piece: &[u8]) -> Result<()> {
        match &mut self.source {
            Source::Start(start, _) => {
                start.extend_from_slice(piece);
                if start.len() < MAGIC { Ok(()) } else { self.begin() }
            }
            Source::Plain(lines) => {
                lines.push(piece);
                Ok(())
            }
            Source::Gzip(gunzip, lines) => {
                gunzip.push(piece, |unpacked| lines.push(unpacked)).map_err(not_gzip)
            }
        }
    }

    /// Decides by the first bytes what they are.
    fn begin(&mut self) -> Result<()> {
        let nothing = Source::Plain(Lines::new(0));
        let Source::Start(start, lines) = mem::replace(&mut self.source, nothing) else {
            return Ok(());
        };
        if start.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
            let message = "this is a zstd file, which is not read here: unpack it first, or use the command camel-cards";
            return Err(thrown(message));
        }
        self.source = if start.starts_with(&[0x1F, 0x8B]) {
            Source::Gzip(Gunzip::new(), lines)
        } else {
            Source::Plain(lines)
        };
        self.read(&start)
    }

    /// What has been read, once that is all.
    fn ended(&self) -> Result<&Lines> {
        let early = || thrown("the input has not ended: call finish() first");
        self.finished.then(|| self.source.lines()).ok_or_else(early)
    }

    pub(crate) fn entries(&self) -> Result<&[Entry]> {
        let too_many = || thrown("too many entries to list them");
        self.ended()?.kept.entries.as_deref().ok_or_else(too_many)
    }

    pub(crate) fn table_and_entries(&mut self) -> Result<(&mut Table, &[Entry])> {
        let entries = self.source.lines().kept.entries.as_deref();
        self.table.as_mut().zip(entries).ok_or_else(no_table)
    }

    pub(crate) fn table(&self) -> Result<&Table> {
        self.table.as_ref().ok_or_else(no_table)
    }
}

fn no_table() -> JsValue {
    thrown("expected makeTable to be called first")
}

fn not_gzip(error: &str) -> JsValue {
    thrown(format!("this is a gzip file that cannot be unpacked: {error}"))
}
