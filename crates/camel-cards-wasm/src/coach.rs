//! The coach: what is wrong with answers or an order, and generated inputs.

use camel_cards_coach::{
    Deviation, Diagnosis, OrderDiagnosis, Question, UserAnswer, diagnose as diagnose_answers,
    diagnose_order as judge_order,
    inputs::{Shape, generate as generate_entries},
};
use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::{
    convert::{
        self, BigIntArg, InputArg, NumberArg, Result, RulesArg, ShapeArg, TextArg, TriedArg, field,
        named, object, text, thrown, u64_of, unexpected, whole,
    },
    input::JsInput,
};

/// The most hands that can be generated. Here, an input is a string; the command can generate more.
const HANDS_MAX: u32 = 10_000_000;

/// Finds out what is wrong with answers, one item each. Tries both rules by default.
///
/// Throws `BadLinesError` if the input has bad lines.
#[wasm_bindgen(unchecked_return_type = "Diagnosed[]")]
pub fn diagnose(input: &InputArg, tried: &TriedArg, rules: Option<RulesArg>) -> Result {
    object(&JsInput::of(input, usize::MAX)?.diagnosis(tried, rules)?)
}

/// Finds the first two hands in the wrong order.
///
/// `order` is what a program prints: a hand of the input on each line, or a list of them.
/// Throws `BadLinesError` if the input has bad lines.
#[wasm_bindgen(js_name = diagnoseOrder, unchecked_return_type = "OrderDiagnosed")]
pub fn diagnose_order(input: &InputArg, order: &TextArg, rules: Option<RulesArg>) -> Result {
    object(&JsInput::of(input, usize::MAX)?.order_diagnosis(order, rules)?.1)
}

impl JsInput {
    pub(crate) fn diagnosis(&self, tried: &TriedArg, rules: Option<RulesArg>) -> Result<Diagnosis> {
        let expected = || unexpected("answers as an array", tried);
        let tried = tried.dyn_ref::<Array>().ok_or_else(expected)?;
        let tried: Vec<UserAnswer> =
            tried.iter().map(|tried| user_answer(&tried)).collect::<Result<_>>()?;
        if tried.is_empty() {
            return Err(thrown("nothing to diagnose: expected at least one answer"));
        }
        diagnose_answers(&self.question(tried, rules)?).map_err(thrown)
    }

    pub(crate) fn order_diagnosis(
        &self,
        order: &TextArg,
        rules: Option<RulesArg>,
    ) -> Result<(Question<'_>, OrderDiagnosis)> {
        let order = text(order, "an order as a string")?;
        let question = self.question(Vec::new(), rules)?;
        let diagnosis = judge_order(&question, &order).map_err(thrown)?;
        Ok((question, diagnosis))
    }

    fn question(&self, tried: Vec<UserAnswer>, rules: Option<RulesArg>) -> Result<Question<'_>> {
        let mut question = Question::new(self.entries()?, tried);
        question.rules = rules.map(convert::rules).transpose()?;
        question.byte_order_mark = self.reader.has_byte_order_mark();
        Ok(question)
    }
}

/// Generates an input of `hands` hands, or of the shape's default number. The same seed always
/// gives the same input.
#[wasm_bindgen]
pub fn generate(shape: &ShapeArg, seed: &BigIntArg, hands: Option<NumberArg>) -> Result<String> {
    let shape: Shape = named(shape, "a shape as a string")?;
    let seed = u64_of(seed, "a seed")?;
    let hands = hands.map(|hands| whole(hands, HANDS_MAX, "how many hands")).transpose()?;
    let entries = generate_entries(shape, hands.map(u64::from), seed).map_err(thrown)?;
    Ok(entries.map(|entry| format!("{entry}\n")).collect())
}

fn user_answer(tried: &JsValue) -> Result<UserAnswer> {
    let expected = |_| {
        thrown(
            "expected { answer, told?, rules? }, the answer as a BigInt from 0n to 2n ** 128n - 1n",
        )
    };
    let answer = u128::try_from(field(tried, "answer")).map_err(expected)?;
    let told = field(tried, "told");
    let told = match told.as_string().as_deref() {
        Some("too low") => Some(Deviation::TooLow),
        Some("too high") => Some(Deviation::TooHigh),
        None if told.is_null_or_undefined() => None,
        _ => return Err(thrown("expected told as one of \"too low\", \"too high\"")),
    };
    let rules = Some(field(tried, "rules")).filter(|rules| !rules.is_null_or_undefined());
    let mut given = UserAnswer::new(answer, told);
    given.rules = rules.map(convert::rules).transpose()?;
    Ok(given)
}
