//! Answers of programs that revealed a fault of the coach.

use camel_cards::{Card, Hand, HandType};

use super::*;

/// The total of a program that sorts by such a key.
fn total_by<K: Ord>(entries: &[Entry], key: impl Fn(Hand) -> K) -> u128 {
    let mut sorted = entries.to_vec();
    sorted.sort_by_key(|entry| key(entry.hand));
    total(sorted.iter().map(|entry| entry.bid))
}

fn total(bids: impl Iterator<Item = u64>) -> u128 {
    (1..).zip(bids).map(|(rank, bid)| rank * u128::from(bid)).sum()
}

fn findings_for(entries: &[Entry], rules: Option<Rules>, answer: u128) -> Vec<Finding> {
    let mut question = Question::new(entries, vec![UserAnswer::new(answer, None)]);
    question.rules = rules;
    diagnosed(&question).findings
}

/// Asserts that this alone is found under standard rules, with no other name, and returns it.
fn found(entries: &[Entry], answer: u128, ids: &[&str]) -> Finding {
    let findings = findings_for(entries, Some(Rules::Standard), answer);
    assert_eq!(findings[0].ids(), ids);
    assert!(findings[0].also.is_empty());
    assert_eq!(findings[0].certainty, Certainty::Certain);
    findings[0].clone()
}

#[test]
fn what_one_mistake_says_is_not_undone_by_the_other() {
    let entries = puzzle(1);
    // Three of a kind counted as full house, with types by the largest count only, would be another order.
    let level = |hand: Hand| match hand.hand_type(Rules::Standard) {
        HandType::HighCard => 0,
        HandType::OnePair | HandType::TwoPair => 1,
        HandType::FullHouse => 3,
        HandType::ThreeOfAKind => 4,
        HandType::FourOfAKind => 5,
        HandType::FiveOfAKind => 6,
    };
    let answer = total_by(&entries, |hand| (level(hand), hand.cards().map(Card::index)));
    let finding = found(&entries, answer, &["T14", "T4"]);
    let words = "full house ranks below three of a kind; and one pair and two pair are one type";
    assert_eq!(finding.summary, words);
}

#[test]
fn sum_of_bids_is_told_once() {
    let entries = puzzle(1);
    let findings = findings_for(&entries, None, 500_500);
    assert_eq!(findings.iter().map(Finding::ids).collect::<Vec<_>>(), [["S8b"]]);
}

#[test]
fn of_bids_that_stay_where_they_were_and_ties_that_nothing_breaks_one_name_mends_both() {
    let entries = puzzle(1);
    let answer = total_by(&entries, |hand| hand.hand_type(Rules::Standard));
    assert!(found(&entries, answer, &["K11"]).hint.ends_with("move each bid with its hand"));
    // The same of all hands together.
    let answer = total(entries.iter().map(|entry| entry.bid));
    assert!(found(&entries, answer, &["K20"]).hint.contains("move each bid with its hand"));
}

#[test]
fn two_types_that_are_one_are_told_so() {
    let entries = puzzle(1);
    let hand_type = |hand: Hand| match hand.hand_type(Rules::Standard) {
        HandType::ThreeOfAKind => HandType::FullHouse,
        other => other,
    };
    let answer = total_by(&entries, |hand| (hand_type(hand), hand.cards().map(Card::index)));
    let finding = found(&entries, answer, &["T13"]);
    assert!(finding.summary.starts_with("full house and three of a kind are one type"));
}

#[test]
fn digits_that_change_places_are_likely_at_best() {
    let entries = puzzle(1);
    for (labels, id, certainty) in [
        ("24356789TJQKA", "labels:3>4", Certainty::Likely),
        ("27456389TJQKA", "labels:3<>7", Certainty::Likely),
        ("23456789TJKQA", "labels:Q>K", Certainty::Certain),
        ("2345678T9JQKA", "labels:9>T", Certainty::Certain),
    ] {
        let place = |card: Card| labels.find(card.label());
        let answer =
            total_by(&entries, |hand| (hand.hand_type(Rules::Standard), hand.cards().map(place)));
        let findings = findings_for(&entries, Some(Rules::Standard), answer);
        let ids: Vec<String> = findings[0].ids().iter().map(ToString::to_string).collect();
        assert_eq!((ids, findings[0].certainty), (vec![id.to_owned()], certainty));
    }
}
