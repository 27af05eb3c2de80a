//! The answers of several people, as rows of a table.

use std::iter;

use camel_cards::{Overflow, Rules};
use serde::Serialize;

use super::{chance::Certainty, diagnose};
use crate::{
    question::{Question, UserAnswer},
    text::right_or_wrong,
};

/// A row of a table of several people's answers: what a teacher asks first.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AnswerRow {
    /// Whose answer it is.
    pub name: String,
    /// The part, 1 or 2; `None` if it was not given, and nothing shows it.
    pub part: Option<u8>,
    /// The answer.
    pub answer: u128,
    /// `right` or `wrong`.
    pub verdict: &'static str,
    /// The ids of the first finding's mistakes, with ` + ` between them; empty if nothing was found.
    pub mistake: String,
    /// How certain this finding is.
    pub certainty: Option<Certainty>,
    /// What to change, as a sentence; empty if nothing was found.
    pub change: String,
}

/// Diagnoses the answers of several people who have one input: the name, the rules of the part if it is known, and the
/// answer. The answers of one name help to explain each other. Those of the question are ignored.
///
/// # Errors
///
/// Returns [`Overflow`] under the same condition as [`diagnose`].
pub fn diagnose_people(
    question: &Question<'_>,
    given: &[(String, Option<Rules>, u128)],
) -> Result<Vec<AnswerRow>, Overflow> {
    let answer = |(i, (name, rules, answer)): (usize, &(String, Option<Rules>, u128))| UserAnswer {
        rules: *rules,
        person: given.iter().position(|(other, ..)| other == name).unwrap_or(i),
        ..UserAnswer::new(*answer, None)
    };
    let answers = given.iter().enumerate().map(answer).collect();
    let diagnosis = diagnose(&Question { answers, ..question.clone() })?;
    let rows = iter::zip(given, diagnosis.answers).map(|((name, rules, _), of_answer)| {
        let first = of_answer.findings.first();
        let is_known = of_answer.is_right || first.is_some();
        let found_for = Some(of_answer.rules).filter(|_| is_known);
        AnswerRow {
            name: name.clone(),
            part: rules.or(question.rules).or(found_for).map(Rules::part),
            answer: of_answer.answer,
            verdict: right_or_wrong(of_answer.is_right),
            mistake: first.map(|one| one.ids().join(" + ")).unwrap_or_default(),
            certainty: first.map(|one| one.certainty),
            change: first.map(|one| one.hint.clone()).unwrap_or_default(),
        }
    });
    Ok(rows.collect())
}
