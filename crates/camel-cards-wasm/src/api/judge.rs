//! The judge of solutions: JavaScript has the loop and runs them.

use std::time::Duration;

use camel_cards_coach::{Batch, Judge, JudgeOptions, Run, RunEnd, Verdict, named_part};
use js_sys::{Array, Reflect};
use wasm_bindgen::prelude::*;

use crate::convert::{BigIntArg, Result, RulesArg, object, optional_rules, u64_of};

/// Judges one solution, for the page and for `check`.
#[wasm_bindgen(js_name = Judge)]
pub struct JsJudge {
    judge: Judge,
    limit: Duration,
    purpose: String,
}

#[wasm_bindgen(js_class = Judge)]
impl JsJudge {
    /// Begins to judge a solution, whose name may tell which part it is.
    #[wasm_bindgen(constructor)]
    pub fn new(
        name: &JsValue,
        strict: bool,
        rules: Option<RulesArg>,
        seed: Option<BigIntArg>,
    ) -> Result<JsJudge> {
        let mut options = JudgeOptions::default();
        options.rules = optional_rules(rules)?;
        options.rules_hint = name.as_string().as_deref().and_then(named_part);
        options.strict = strict;
        if let Some(seed) = seed {
            options.seed = u64_of(&seed, "a seed")?;
        }
        Ok(JsJudge { judge: Judge::new(options), limit: Duration::ZERO, purpose: String::new() })
    }

    /// Returns the inputs to run it on next, or nothing when the verdict is known.
    #[wasm_bindgen(js_name = nextBatch)]
    pub fn next_batch(&mut self) -> Option<Vec<String>> {
        let Batch { inputs, limit, purpose, .. } = self.judge.next_batch()?;
        (self.limit, self.purpose) = (limit, purpose);
        Some(inputs)
    }

    /// How long a run of this batch may take, in milliseconds.
    #[wasm_bindgen(getter)]
    pub fn limit(&self) -> u32 {
        u32::try_from(self.limit.as_millis()).unwrap_or(u32::MAX)
    }

    /// What this batch is for, in a few words.
    #[wasm_bindgen(getter)]
    pub fn purpose(&self) -> String {
        self.purpose.clone()
    }

    /// Takes a run for each input: what it `printed`, or that it `returned` that, what it `said` of an error, how
    /// it `failed` or that it `timedOut`, if it did, and the milliseconds that it took, if they were measured.
    pub fn take(
        &mut self,
        #[wasm_bindgen(
            unchecked_param_type = "{ printed?: string; returned?: boolean; said?: string; failed?: string; timedOut?: boolean; milliseconds?: number }[]"
        )]
        runs: &Array,
    ) -> Result<()> {
        let runs = runs.iter().map(|run| {
            let text = |name: &str| -> Result<Option<String>> {
                Ok(Reflect::get(&run, &name.into())?.as_string())
            };
            let is =
                |name: &str| -> Result<bool> { Ok(Reflect::get(&run, &name.into())?.is_truthy()) };
            let end = match text("failed")? {
                Some(how) => RunEnd::Failed(how),
                None if is("timedOut")? => RunEnd::TimedOut,
                None => RunEnd::Ended,
            };
            let milliseconds = Reflect::get(&run, &"milliseconds".into())?.as_f64();
            let time = Duration::from_millis(milliseconds.unwrap_or_default() as u64);
            let (printed, said) = (text("printed")?, text("said")?);
            let (printed, said) = (printed.unwrap_or_default(), said.unwrap_or_default());
            Ok(Run { printed, returned: is("returned")?, said, end, time })
        });
        self.judge.take(runs.collect::<Result<_>>()?);
        Ok(())
    }

    /// Returns the verdict in sentences.
    pub fn text(&self) -> String {
        self.judge.verdict().as_ref().map(Verdict::to_string).unwrap_or_default()
    }

    /// Returns the verdict.
    #[wasm_bindgen(unchecked_return_type = "VerdictRecord | undefined")]
    pub fn verdict(&self) -> Result<Option<JsValue>> {
        let verdict = self.judge.verdict();
        verdict.as_ref().map(object).transpose()
    }
}
