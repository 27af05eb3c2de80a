//! An order is an error with a place, or a diagnosis: right if and only if no hand is stronger than the
//! next one, or than the one before where the strongest comes first.

#![no_main]

use camel_cards::{Entry, Rules};
use camel_cards_coach::{Ordered, Question, diagnose_order};
use libfuzzer_sys::fuzz_target;

/// What takes more is as slow as it is unlikely to find more.
const HANDS_MAX: usize = 40;

fuzz_target!(|data: &[u8]| {
    let [kind, data @ ..] = data else { return };
    let order = match Ordered::read(data) {
        Ok(order) if order.len() <= HANDS_MAX => order,
        Ok(_) => return,
        Err(error) => {
            let position = error.position();
            return assert!(position.line > 0 && position.column > 0);
        }
    };
    let rules = Rules::ALL[usize::from(kind % 2)];
    let entries: Vec<Entry> =
        order.iter().map(|one| Entry { hand: one.hand, bid: one.bid.unwrap_or(1) }).collect();
    let mut question = Question::new(&entries, Vec::new());
    question.rules = Some(rules);
    let Ok(diagnosis) = diagnose_order(&question, &order) else { return };
    assert!(diagnosis.missing.is_empty() && diagnosis.added.is_empty());
    let strength = |entry: &Entry| entry.hand.strength(rules);
    if diagnosis.strongest_first {
        // Identical hands may be in the other order.
        let is_sorted = entries.iter().rev().is_sorted_by_key(|entry| strength(entry));
        assert!(is_sorted || !diagnosis.is_right(), "{diagnosis:?}");
    } else {
        let is_sorted = entries.is_sorted_by_key(strength);
        assert_eq!(diagnosis.is_right(), is_sorted, "{diagnosis:?}");
        assert_eq!(diagnosis.out_of_place == 0, is_sorted);
    }

    let shorter = &order[..order.len() / 2];
    let Ok(diagnosis) = diagnose_order(&question, shorter) else { return };
    assert_eq!(diagnosis.missing.len(), order.len() - shorter.len());
});
