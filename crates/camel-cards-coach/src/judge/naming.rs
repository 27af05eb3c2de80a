//! Names a mistake from the answers to several inputs. A finding for one answer may be chance; one that explains all
//! answers is not.

use std::iter;

use camel_cards::Rules;

use super::{
    plan::{Sample, TestInput},
    session::Session,
};
use crate::{
    diagnose::{
        evidence::Certainty,
        find::RulesQuestion,
        finding::Finding,
        question::{Question, UserAnswer},
        sort_findings,
    },
    solution::Solution,
};

impl Session {
    /// Looks for mistakes that give all answers of these runs under `rules`. All findings
    /// have the same number of mistakes. Also returns the number of answers compared.
    pub(super) fn name(&self, rules: Rules, samples: &[Sample]) -> (Vec<Finding>, usize) {
        let answer = |one| self.reader.answer(rules, one)?.whole();
        let answers = samples.iter().filter_map(|one| Some((&one.input, answer(one)?)));
        let answers: Vec<(&TestInput, u128)> = answers.collect();
        // Candidates are the findings for one wrong answer. Those that do not give all other answers are dropped.
        let wrong =
            answers.iter().copied().filter(|(input, answer)| *answer != input.totals[rules]);
        let gives_all = |solution: &Solution| {
            let total = |input: &TestInput| solution.total(&input.entries)?.try_into().ok();
            answers.iter().all(|(input, answer)| total(input) == Some(*answer))
        };
        let found = |(pairs, (input, answer)): (bool, (&TestInput, u128))| {
            let question = Question::new(&input.entries, vec![UserAnswer::new(answer, None)]);
            let asked = RulesQuestion::new(&question, rules, input.totals);
            let (mut found, _) = asked.findings(|_| !pairs, &|_| true);
            sort_findings(&mut found);
            found.retain(|finding| gives_all(&finding.solution));
            found
        };
        // Single mistakes on two inputs come first, because they are the most common and quick to try; then pairs on
        // one.
        let on = |(pairs, inputs)| iter::repeat(pairs).zip(wrong.clone().take(inputs));
        let tries = [(false, 2), (true, 1)].into_iter().flat_map(on);
        let mut named = tries.map(found).find(|found| !found.is_empty()).unwrap_or_default();
        // Only findings with the fewest mistakes are kept.
        let least = named.iter().map(|finding| finding.ids().len()).min();
        named.retain(|finding| Some(finding.ids().len()) == least);
        for finding in &mut named {
            // Leave out what is true for one input only. Several answers make the finding certain.
            finding.forget_input(gives_all);
            finding.certainty = Certainty::Certain;
        }
        (named, answers.len())
    }
}
