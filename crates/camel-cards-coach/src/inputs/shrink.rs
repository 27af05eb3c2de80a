use std::{array, collections::HashSet};

use camel_cards::{Card, Entry, Hand};

/// The most inputs that are tried.
const TRIES_MAX: usize = 2000;

/// The number of candidates that are tried at once. Of more, the runs after the first that fails would be wasted.
const BATCH: usize = 2;

/// Bids in small inputs are multiples of this, so large that no rank or count looks like an answer.
const ROUND: u64 = 1000;

/// The simple labels, simplest first: enough of them for any hand.
const SIMPLE: [Card; 5] = [Card::Two, Card::Three, Card::Four, Card::Five, Card::Six];

/// Makes an input that fails as small and simple as possible: leaves out entries, first in chunks and then one by one;
/// makes bids small, and labels low unless that changes the number of different hands.
///
/// `first_failing` finds the first of up to [`BATCH`] inputs that fails in the same way. It gets no empty input, and not
/// `entries`, which is known to fail. `guesses` are tried first. Returns the smallest input, and whether leaving out each
/// of its entries was tried.
pub(crate) async fn shrink(
    entries: Vec<Entry>,
    guesses: Vec<Vec<Entry>>,
    first_failing: impl AsyncFnMut(Vec<Vec<Entry>>) -> Option<usize>,
) -> (Vec<Entry>, bool) {
    let mut shrinker = Shrinker { smallest: entries, first_failing, tried: HashSet::new() };
    shrinker.take(guesses).await;
    loop {
        let before = shrinker.smallest.clone();
        shrinker.leave_out().await;
        shrinker.simplify_bids().await;
        shrinker.simplify_hands().await;
        if shrinker.smallest == before {
            return (before, shrinker.tried.len() < TRIES_MAX);
        }
    }
}

struct Shrinker<F> {
    smallest: Vec<Entry>,
    first_failing: F,
    tried: HashSet<Vec<Entry>>,
}

impl<F: AsyncFnMut(Vec<Vec<Entry>>) -> Option<usize>> Shrinker<F> {
    /// Tries candidates in this order, the simplest first. The first that fails becomes the smallest so far, and its
    /// index is returned. Stops at a candidate that is the smallest so far, because that one fails.
    async fn take(&mut self, candidates: impl IntoIterator<Item = Vec<Entry>>) -> Option<usize> {
        let smallest = self.smallest.clone();
        let simpler = candidates.into_iter().take_while(|candidate| *candidate != smallest);
        let mut untried = simpler.enumerate().filter(|(_, candidate)| {
            let may_try = !candidate.is_empty() && self.tried.len() < TRIES_MAX;
            may_try && self.tried.insert(candidate.clone())
        });
        loop {
            let (indices, batch): (Vec<usize>, Vec<_>) = untried.by_ref().take(BATCH).unzip();
            if batch.is_empty() {
                return None;
            } else if let Some(first) = (self.first_failing)(batch.clone()).await {
                self.smallest.clone_from(&batch[first]);
                return Some(indices[first]);
            }
        }
    }

    async fn leave_out(&mut self) {
        let mut chunk = self.smallest.len() / 2;
        while chunk > 0 {
            let (mut at, entries) = (0, self.smallest.len());
            loop {
                let all = self.smallest.clone();
                let without = |begin: usize| {
                    let end = all.len().min(begin + chunk);
                    [&all[..begin], &all[end..]].concat()
                };
                let begins = (at..all.len()).step_by(chunk);
                let Some(chunks_kept) = self.take(begins.map(without)).await else { break };
                at += chunk * chunks_kept;
            }
            // Once an entry is gone, one that was needed may not be any more.
            let again = chunk == 1 && self.smallest.len() < entries;
            chunk = if again { 1 } else { chunk / 2 };
        }
    }

    async fn simplify_bids(&mut self) {
        let last = self.smallest.len() as u64;
        // With more lines, totals of such large bids might not fit in 32 bits, which would be another failure.
        let simplest = if last <= 100 { ROUND } else { 1 };
        let all = [vec![1; last as usize], (1..=last).collect(), (1..=last).rev().collect()];
        let with_bids = |bids: Vec<u64>| -> Vec<Entry> {
            let entries = self.smallest.iter().zip(bids);
            entries.map(|(entry, bid)| Entry { bid: bid * simplest, ..*entry }).collect()
        };
        self.take(all.map(with_bids)).await;
    }

    /// Gives all cards of one label a simpler label, so that equal hands stay equal, and then each
    /// card alone.
    async fn simplify_hands(&mut self) {
        for label in Card::ALL.into_iter().rev() {
            self.simplify_cards(|_, card| card == label).await;
        }
        for place in 0..5 * self.smallest.len() {
            self.simplify_cards(|other, _| other == place).await;
        }
    }

    /// Gives a simpler label to the chosen cards, which all have the same label.
    async fn simplify_cards(&mut self, is_chosen: impl Fn(usize, Card) -> bool) {
        let with_label = |to: Card| {
            let simpler = |(i, entry): (usize, &Entry)| {
                let cards = entry.hand.cards();
                let card = |n: usize| if is_chosen(5 * i + n, cards[n]) { to } else { cards[n] };
                Entry { hand: Hand::new(array::from_fn(card)), ..*entry }
            };
            self.smallest.iter().enumerate().map(simpler).collect()
        };
        let as_many_hands =
            |candidate: &Vec<Entry>| different(candidate) == different(&self.smallest);
        let candidates = SIMPLE.into_iter().map(with_label).filter(as_many_hands);
        self.take(candidates.collect::<Vec<_>>()).await;
    }
}

/// The number of different hands.
fn different(entries: &[Entry]) -> usize {
    entries.iter().map(|entry| entry.hand.index()).collect::<HashSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use std::{
        pin::pin,
        task::{Context, Poll, Waker},
    };

    use camel_cards::Rules;

    use super::*;
    use crate::{
        inputs::{Shape, generate},
        mistakes::mistakes,
        solution::Solution,
    };

    /// Shrinks without waiting: `fails` returns whether an input fails.
    fn shrunk(entries: Vec<Entry>, mut fails: impl FnMut(&[Entry]) -> bool) -> Vec<Entry> {
        let first_failing = async |candidates: Vec<Vec<Entry>>| {
            candidates.iter().position(|candidate| fails(candidate))
        };
        let search = shrink(entries, Vec::new(), first_failing);
        match pin!(search).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready((smallest, _)) => smallest,
            Poll::Pending => panic!("nothing is waited for"),
        }
    }

    #[test]
    fn every_mistake_is_seen_on_few_entries_and_in_few_tries() {
        for rules in Rules::ALL {
            let entries: Vec<Entry> = generate(Shape::Edges, Some(300), 1).unwrap().collect();
            let right = Solution::right(rules);
            for mistake in mistakes(rules) {
                let solution = mistake.solution(rules);
                let mut tries = 0;
                let mut fails = |entries: &[Entry]| {
                    tries += 1;
                    assert!(!entries.is_empty());
                    solution.total(entries) != right.total(entries)
                };
                // A total past 16 bits, or past the 24 of a float, takes many hands with bids of at most 1,000.
                let needs_many = ["S14", "S15"].contains(&&*mistake.id);
                if needs_many || !fails(&entries) {
                    continue;
                }
                let smallest = shrunk(entries.clone(), &mut fails);
                assert!(fails(&smallest));
                let id = &mistake.id;
                assert!(smallest.len() <= 3, "{rules} {id}: {smallest:?}");
                assert!(tries <= 200, "{rules} {id}: {tries} tries");
            }
        }
    }

    fn entries_of(text: &str) -> Vec<Entry> {
        camel_cards::entries(text.as_bytes()).collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn what_always_fails_is_the_simplest_input() {
        let entries: Vec<Entry> = generate(Shape::Puzzle, None, 1).unwrap().collect();
        let smallest = shrunk(entries, |_| true);
        let hand = "22222".parse().unwrap();
        assert_eq!(smallest, [Entry { hand, bid: 1000 }]);
        // An entry that is needed first may not be needed once another is gone.
        let entries = entries_of("33333 1\nAAAAA 1\nQQQQQ 1\n");
        let has =
            |entries: &[Entry], hand: &str| entries.iter().any(|one| one.hand.to_string() == hand);
        let fails = |one: &[Entry]| has(one, "QQQQQ") && (has(one, "33333") || !has(one, "AAAAA"));
        assert_eq!(shrunk(entries, fails), entries_of("QQQQQ 1000\n"));
    }
}
