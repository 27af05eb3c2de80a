//! Functions that only the page uses: the coach's reports, coloured as for a terminal.

use std::iter;

use camel_cards::{Comparison, compare};
use camel_cards_coach::{Finding, PartVerdict, Verdict};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{
    convert::{Result, RulesArg, TextArg, TriedArg, object},
    input::JsInput,
};

/// The browser wraps lines.
const WIDTH: usize = usize::MAX;

/// A text for people, and what the page adds to it.
#[derive(Serialize)]
pub(crate) struct Report {
    text: String,
    /// The same with the right total, if `text` hides it.
    revealed: Option<String>,
    /// The pairs of hands in the text, which the page also draws.
    pairs: Vec<Comparison>,
}

impl Report {
    pub(crate) fn of_verdict(verdict: &Verdict) -> Report {
        let pair = |part: &PartVerdict| match (&part.entries[..], &part.rules[..]) {
            ([a, b], [rules]) => Some(compare(a.hand, b.hand, *rules)),
            _ => None,
        };
        let parts = iter::once(&verdict.part).chain(&verdict.other);
        Report {
            text: verdict.styled(WIDTH),
            revealed: None,
            pairs: parts.filter_map(pair).collect(),
        }
    }
}

/// Functions that only the page uses.
#[wasm_bindgen(js_name = Page)]
pub struct JsPage;

#[wasm_bindgen(js_class = Page)]
impl JsPage {
    /// Reports what is wrong with answers.
    #[wasm_bindgen(unchecked_return_type = "Report")]
    pub fn answers(input: &JsInput, tried: &TriedArg, rules: Option<RulesArg>) -> Result {
        let diagnosis = input.diagnosis(tried, rules)?;
        object(&Report {
            text: diagnosis.styled(WIDTH, false),
            revealed: (!diagnosis.is_right()).then(|| diagnosis.styled(WIDTH, true)),
            pairs: diagnosis.answers.iter().flat_map(|one| pairs(&one.findings)).collect(),
        })
    }

    /// Reports what is wrong with an order.
    #[wasm_bindgen(unchecked_return_type = "Report")]
    pub fn order(input: &JsInput, order: &TextArg, rules: Option<RulesArg>) -> Result {
        let (question, diagnosis) = input.order_diagnosis(order, rules)?;
        let first = diagnosis.misplaced.iter().map(|pair| pair.right);
        object(&Report {
            text: diagnosis.styled(WIDTH, &question),
            revealed: None,
            pairs: first.chain(pairs(&diagnosis.findings)).collect(),
        })
    }

    /// Panics, to test what happens then.
    #[expect(clippy::panic, reason = "that is what it is for")]
    pub fn fail(message: &JsValue) {
        panic!("{}", message.as_string().unwrap_or_default());
    }
}

fn pairs(findings: &[Finding]) -> impl Iterator<Item = Comparison> {
    findings.iter().filter_map(|finding| Some(finding.misplaced.as_ref()?.right))
}
