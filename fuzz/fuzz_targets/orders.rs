//! An order is right if and only if no hand is stronger than the next one, or than the one before where the strongest
//! comes first. Any other text is an order of no or of some hands.

#![no_main]

use camel_cards::{Entry, Rules, entries};
use camel_cards_coach::{Question, diagnose_order};
use libfuzzer_sys::fuzz_target;

/// What takes more is as slow as it is unlikely to find more.
const HANDS_MAX: usize = 40;

fuzz_target!(|data: &[u8]| {
    let [kind, data @ ..] = data else { return };
    let rules = Rules::ALL[usize::from(kind % 2)];
    let entries: Vec<Entry> = entries(data).flatten().take(HANDS_MAX).collect();
    let printed = |entries: &[Entry]| -> String {
        entries.iter().map(|entry| format!("{entry}\n")).collect()
    };
    let mut question = Question::new(&entries, Vec::new());
    question.rules = Some(rules);
    let Ok(diagnosis) = diagnose_order(&question, &printed(&entries)) else { return };
    assert!(diagnosis.missing.is_empty() && diagnosis.added.is_empty());
    let strength = |entry: &Entry| entry.hand.strength(rules);
    if diagnosis.strongest_first {
        // Identical hands may be in the other order.
        let is_sorted = entries.iter().rev().is_sorted_by_key(|entry| strength(entry));
        assert!(is_sorted || !diagnosis.is_right, "{diagnosis:?}");
    } else {
        let is_sorted = entries.is_sorted_by_key(strength);
        assert_eq!(diagnosis.is_right, is_sorted, "{diagnosis:?}");
        assert_eq!(diagnosis.out_of_place == 0, is_sorted);
    }

    // Mistakes are searched for once, because that takes nearly all of the time.
    question.progress = &|_| false;
    let shorter = &entries[..entries.len() / 2];
    let Ok(diagnosis) = diagnose_order(&question, &printed(shorter)) else { return };
    assert_eq!(diagnosis.missing.len(), entries.len() - shorter.len());

    let Ok(diagnosis) = diagnose_order(&question, &String::from_utf8_lossy(data)) else { return };
    assert!(diagnosis.missing.len() <= entries.len());
});
