//! Whatever the input, the answer of a mistake has a finding, and every finding gives its answer.

#![no_main]

use camel_cards::{Entry, Rules, entries};
use camel_cards_coach::{Question, Solution, UserAnswer, diagnose, mistakes};
use libfuzzer_sys::fuzz_target;

/// What takes more is as slow as it is unlikely to find more.
const HANDS_MAX: usize = 40;

fuzz_target!(|data: &[u8]| {
    let [kind, which, data @ ..] = data else { return };
    let read: Vec<Entry> = entries(data).flatten().take(HANDS_MAX).collect();
    let rules = Rules::ALL[usize::from(kind % 2)];
    let all = mistakes(rules);
    let mistake = &all[usize::from(*which) % all.len()];
    let answer = mistake.solution(rules).total(&read);
    let Some(answer) = answer.and_then(|total| u128::try_from(total).ok()) else { return };
    let mut question = Question::new(&read, vec![UserAnswer::new(answer, None)]);
    question.rules = Some(rules);
    question.byte_order_mark = true;
    let Ok(diagnosis) = diagnose(&question) else { return };
    let diagnosis = &diagnosis.answers[0];
    let right = Solution::right(rules).total(&read).map(|total| total as u128);
    assert_eq!(diagnosis.is_right, right == Some(answer));
    assert_eq!(diagnosis.is_right, diagnosis.findings.is_empty(), "{}", mistake.id);
    for finding in &diagnosis.findings {
        assert_eq!(finding.answer, answer);
        assert_eq!(finding.solution.total(&read), Some(answer as i128), "{:?}", finding.ids());
    }
});
