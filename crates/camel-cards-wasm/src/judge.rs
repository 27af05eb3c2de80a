//! The judge of programs: JavaScript has the loop and runs them.

use std::time::Duration;

use camel_cards_coach::{Judge, JudgeOptions, Run, RunEnd, Verdict};
use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::{
    convert::{self, BigIntArg, Result, RulesArg, field, object, u64_of},
    page::Report,
};

/// Judges one program, for the page and for `check`.
#[wasm_bindgen(js_name = Judge)]
pub struct JsJudge(Judge);

#[wasm_bindgen(js_class = Judge)]
impl JsJudge {
    /// Starts judging a program. Its name may show which part it solves.
    #[wasm_bindgen(constructor)]
    pub fn new(
        name: &JsValue,
        strict: bool,
        rules: Option<RulesArg>,
        seed: Option<BigIntArg>,
    ) -> Result<JsJudge> {
        let mut options = JudgeOptions::default();
        options.rules = rules.map(convert::rules).transpose()?;
        options.name = name.as_string().unwrap_or_default();
        options.strict = strict;
        // Nobody waits on a page for as long as a compiler may take.
        options.timeout = Some(Duration::from_secs(10));
        options.seed = seed.map(|seed| u64_of(seed, "a seed")).transpose()?;
        Ok(JsJudge(Judge::new(options)))
    }

    /// Returns the inputs to run it on next, the time limit of a run in milliseconds, and the
    /// purpose of the runs in a few words; null when the verdict is known.
    #[wasm_bindgen(
        js_name = nextBatch,
        unchecked_return_type = "[inputs: string[], limit: number, purpose: string] | null"
    )]
    pub fn next_batch(&mut self) -> Result {
        let batch = self.0.next_batch();
        object(&batch.map(|next| (next.inputs, next.limit.as_millis() as u32, next.purpose)))
    }

    /// Takes a run for each input: what it `printed`, whether it `returned` that instead, what it
    /// `said` about an error, how it `failed` or whether it `timedOut`, and its time in
    /// milliseconds, if measured.
    pub fn take(
        &mut self,
        #[wasm_bindgen(
            unchecked_param_type = "{ printed?: string; returned?: boolean; said?: string; failed?: string; timedOut?: boolean; milliseconds?: number }[]"
        )]
        runs: &Array,
    ) {
        self.0.take(runs.iter().map(|run| run_of(&run)).collect());
    }

    /// Returns the verdict in sentences.
    pub fn text(&self) -> String {
        self.0.verdict().as_ref().map(Verdict::to_string).unwrap_or_default()
    }

    /// Returns the verdict in sentences for the page; null before it is known.
    #[wasm_bindgen(unchecked_return_type = "Report | null")]
    pub fn report(&self) -> Result {
        object(&self.0.verdict().as_ref().map(Report::of_verdict))
    }

    /// Returns the verdict; null before it is known.
    #[wasm_bindgen(unchecked_return_type = "VerdictRecord | null")]
    pub fn verdict(&self) -> Result {
        object(&self.0.verdict())
    }
}

fn run_of(run: &JsValue) -> Run {
    let text = |name| field(run, name).as_string();
    let milliseconds = field(run, "milliseconds").as_f64().unwrap_or_default();
    Run {
        printed: text("printed").unwrap_or_default(),
        returned: field(run, "returned").is_truthy(),
        stderr: text("said").unwrap_or_default(),
        end: match text("failed") {
            Some(how) => RunEnd::Failed(how),
            None if field(run, "timedOut").is_truthy() => RunEnd::TimedOut,
            None => RunEnd::Ended,
        },
        time: Duration::from_millis(milliseconds as u64),
    }
}
