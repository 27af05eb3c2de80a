//! The judge of solutions: JavaScript has the loop and runs them.

use camel_cards_coach::{Judge, JudgeOptions, Run, RunEnd, Verdict, named_part};
use js_sys::{Array, Reflect};
use wasm_bindgen::prelude::*;

use crate::convert::{BigIntArg, Result, RulesArg, object, optional_rules, u64_of};

/// Judges one solution, for `check`.
#[wasm_bindgen(js_name = Judge)]
pub struct JsJudge(Judge);

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
        Ok(JsJudge(Judge::new(options)))
    }

    /// Returns the inputs to run it on next, or nothing when the verdict is known.
    #[wasm_bindgen(js_name = nextBatch)]
    pub fn next_batch(&mut self) -> Option<Vec<String>> {
        Some(self.0.next_batch()?.inputs)
    }

    /// Takes a run for each input: `printed`, or how it `failed` and what it `said`.
    pub fn take(
        &mut self,
        #[wasm_bindgen(
            unchecked_param_type = "{ printed?: string; failed?: string; said?: string }[]"
        )]
        runs: &Array,
    ) -> Result<()> {
        let runs = runs.iter().map(|run| {
            let text = |name: &str| -> Result<Option<String>> {
                Ok(Reflect::get(&run, &name.into())?.as_string())
            };
            let end = text("failed")?.map_or(RunEnd::Ended, RunEnd::Failed);
            let (printed, said) = (text("printed")?, text("said")?);
            let (printed, said) = (printed.unwrap_or_default(), said.unwrap_or_default());
            Ok(Run { printed, said, end, ..Run::default() })
        });
        self.0.take(runs.collect::<Result<_>>()?);
        Ok(())
    }

    /// Returns the verdict in sentences.
    pub fn text(&self) -> String {
        self.0.verdict().as_ref().map(Verdict::to_string).unwrap_or_default()
    }

    /// Returns the verdict.
    #[wasm_bindgen(unchecked_return_type = "VerdictRecord | undefined")]
    pub fn verdict(&self) -> Result<Option<JsValue>> {
        let verdict = self.0.verdict();
        verdict.as_ref().map(object).transpose()
    }
}
