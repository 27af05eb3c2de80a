use std::collections::HashSet;

use camel_cards::{Card, Entry, Hand};

/// How many inputs are tried at most.
const TRIES_MAX: usize = 500;

/// The simple labels, simplest first: enough of them for any hand.
const SIMPLE: [Card; 5] = [Card::Two, Card::Three, Card::Four, Card::Five, Card::Six];

/// Makes an input that fails as small and simple as it can.
///
/// `fails` says whether another input fails in the same way. It is called at most
/// 500 times and never with an empty input; `entries` are taken to fail. Entries are
/// left out, first in chunks and then one by one; bids become small numbers; and
/// labels become low ones, unless that changes how many different hands there are.
///
/// ```
/// use camel_cards::{Entry, entries};
/// use camel_cards_coach::inputs::shrink;
///
/// let input = b"32T3K 765\nT55J5 684\nKK677 28\nJJJJJ 220\nQQQJA 483\n";
/// let input: Vec<Entry> = entries(input).collect::<Result<_, _>>()?;
/// let only_jokers = "JJJJJ".parse()?;
/// let smallest = shrink(input, |entries| entries.iter().any(|e| e.hand == only_jokers));
/// assert_eq!(smallest, [Entry { hand: only_jokers, bid: 1 }]);
/// # Ok::<(), camel_cards::Error>(())
/// ```
pub fn shrink(entries: Vec<Entry>, fails: impl FnMut(&[Entry]) -> bool) -> Vec<Entry> {
    let mut shrinker = Shrinker { smallest: entries, fails, tried: HashSet::new() };
    shrinker.leave_out();
    shrinker.simplify_bids();
    loop {
        let before = shrinker.smallest.clone();
        shrinker.simplify_labels();
        shrinker.simplify_cards();
        if shrinker.smallest == before {
            return before;
        }
    }
}

struct Shrinker<F> {
    smallest: Vec<Entry>,
    fails: F,
    tried: HashSet<Vec<Entry>>,
}

impl<F: FnMut(&[Entry]) -> bool> Shrinker<F> {
    /// Returns whether `candidate` fails; if so, it is the smallest so far.
    fn take(&mut self, candidate: Vec<Entry>) -> bool {
        if candidate == self.smallest {
            return true;
        }
        let may_try = !candidate.is_empty() && self.tried.len() < TRIES_MAX;
        if !may_try || !self.tried.insert(candidate.clone()) || !(self.fails)(&candidate) {
            return false;
        }
        self.smallest = candidate;
        true
    }

    fn leave_out(&mut self) {
        let mut chunk = self.smallest.len() / 2;
        while chunk > 0 {
            let (mut at, entries) = (0, self.smallest.len());
            while at < self.smallest.len() {
                let mut rest = self.smallest.clone();
                rest.drain(at..self.smallest.len().min(at + chunk));
                if !self.take(rest) {
                    at += chunk;
                }
            }
            // Once an entry is gone, one that was needed may not be any more.
            let again = chunk == 1 && self.smallest.len() < entries;
            chunk = if again { 1 } else { chunk / 2 };
        }
    }

    fn simplify_bids(&mut self) {
        let last = self.smallest.len() as u64;
        for bids in [vec![1; last as usize], (1..=last).collect(), (1..=last).rev().collect()] {
            let entries = self.smallest.iter().zip(bids);
            if self.take(entries.map(|(entry, bid)| Entry { bid, ..*entry }).collect()) {
                return;
            }
        }
        for i in 0..self.smallest.len() {
            for bid in 1..self.smallest[i].bid.min(last + 2) {
                let mut candidate = self.smallest.clone();
                candidate[i].bid = bid;
                if self.take(candidate) {
                    break;
                }
            }
        }
    }

    /// Gives all cards of one label a simpler one, so that equal hands stay equal.
    fn simplify_labels(&mut self) {
        for from in Card::ALL.into_iter().rev() {
            for to in SIMPLE.into_iter().take_while(|&to| to != from) {
                let simpler = |card| if card == from { to } else { card };
                let entries = self.smallest.iter().map(|&Entry { hand, bid }| Entry {
                    hand: Hand::new(hand.cards().map(simpler)),
                    bid,
                });
                if self.take_simpler(entries.collect()) {
                    break;
                }
            }
        }
    }

    fn simplify_cards(&mut self) {
        for i in 0..self.smallest.len() {
            for place in 0..5 {
                let mut cards = self.smallest[i].hand.cards();
                let from = cards[place];
                for to in SIMPLE.into_iter().take_while(|&to| to != from) {
                    cards[place] = to;
                    let mut candidate = self.smallest.clone();
                    candidate[i].hand = Hand::new(cards);
                    if self.take_simpler(candidate) {
                        break;
                    }
                }
            }
        }
    }

    fn take_simpler(&mut self, candidate: Vec<Entry>) -> bool {
        hands(&candidate) == hands(&self.smallest) && self.take(candidate)
    }
}

/// How many different hands there are.
fn hands(entries: &[Entry]) -> usize {
    entries.iter().map(|entry| entry.hand.index()).collect::<HashSet<_>>().len()
}
