use std::{
    array,
    cmp::Ordering,
    collections::HashSet,
    pin::pin,
    task::{Context, Poll, Waker},
};

use camel_cards::{Card, Entry, Hand, Rules, Strength};

/// The most inputs that are tried.
const TRIES_MAX: usize = 2000;

/// The number of candidates that are tried at once.
const BATCH: usize = 2;

/// The simple labels, simplest first: enough of them for any hand.
const SIMPLE: [Card; 5] = [Card::Two, Card::Three, Card::Four, Card::Five, Card::Six];

/// Makes an input that fails as small and simple as possible.
///
/// `fails` returns whether another input fails in the same way. It is called at most 2,000 times,
/// never with an empty input, and not for `entries`, which must fail. Shrinking leaves out entries,
/// first in chunks and then one by one. It makes bids small, and labels low unless that changes the
/// number of different hands.
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
pub fn shrink(entries: Vec<Entry>, mut fails: impl FnMut(&[Entry]) -> bool) -> Vec<Entry> {
    let first_failing = async |candidates: Vec<Vec<Entry>>| {
        candidates.iter().position(|candidate| fails(candidate))
    };
    let search = shrink_in_batches(entries, Vec::new(), None, 1, first_failing);
    match pin!(search).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready((smallest, _)) => smallest,
        #[expect(clippy::unreachable, reason = "nothing is waited for")]
        Poll::Pending => unreachable!(),
    }
}

/// Like [`shrink`], with up to [`BATCH`] candidates at once; `first_failing` finds the first that fails. Bids become
/// multiples of `bid`. `guesses` are tried first. For a user's program, the input is then halved by the order under its
/// rules. Returns the smallest input, and whether leaving out each of its entries was tried, before bids and labels
/// were simplified.
pub(crate) async fn shrink_in_batches(
    entries: Vec<Entry>,
    guesses: Vec<Vec<Entry>>,
    halve: Option<Rules>,
    bid: u64,
    first_failing: impl AsyncFnMut(Vec<Vec<Entry>>) -> Option<usize>,
) -> (Vec<Entry>, bool) {
    let mut shrinker = Shrinker { smallest: entries, first_failing, tried: HashSet::new() };
    shrinker.take(guesses).await;
    if let Some(rules) = halve {
        shrinker.halve(rules).await;
    }
    shrinker.leave_out().await;
    let is_smallest = shrinker.tried.len() < TRIES_MAX;
    shrinker.simplify_bids(bid).await;
    loop {
        let before = shrinker.smallest.clone();
        shrinker.simplify_hands().await;
        if shrinker.smallest == before {
            return (before, is_smallest);
        }
    }
}

struct Shrinker<F> {
    smallest: Vec<Entry>,
    first_failing: F,
    tried: HashSet<Vec<Entry>>,
}

impl<F: AsyncFnMut(Vec<Vec<Entry>>) -> Option<usize>> Shrinker<F> {
    /// Tries candidates in this order, the simplest first. The first that fails becomes the
    /// smallest so far, and its index is returned. It stops at a candidate that is already the
    /// smallest so far, because that one fails.
    async fn take(&mut self, candidates: Vec<Vec<Entry>>) -> Option<usize> {
        let mut untried = Vec::new();
        let mut known = None;
        for (i, candidate) in candidates.into_iter().enumerate() {
            if candidate == self.smallest {
                known = Some(i);
                break;
            }
            let may_try = !candidate.is_empty() && self.tried.len() < TRIES_MAX;
            if may_try && self.tried.insert(candidate.clone()) {
                untried.push((i, candidate));
            }
        }
        for batch in untried.chunks(BATCH) {
            let candidates = batch.iter().map(|(_, candidate)| candidate.clone()).collect();
            if let Some(first) = (self.first_failing)(candidates).await {
                self.smallest.clone_from(&batch[first].1);
                return Some(batch[first].0);
            }
        }
        known
    }

    /// Halves the input while a half fails. A wrong order misplaces two hands that are neighbours
    /// in the right order, and any two neighbours are in one of the halves.
    async fn halve(&mut self, rules: Rules) {
        loop {
            let strength = |one: &Entry| one.hand.strength(rules);
            let mut sorted: Vec<Strength> = self.smallest.iter().map(strength).collect();
            sorted.sort_unstable();
            let Some(middle) = sorted.get(sorted.len() / 2) else { return };
            let half = |other| -> Vec<Entry> {
                let is_in = |one: &&Entry| strength(one).cmp(middle) != other;
                self.smallest.iter().filter(is_in).copied().collect()
            };
            let mut halves: Vec<Vec<Entry>> = [Ordering::Greater, Ordering::Less].map(half).into();
            halves.retain(|half| half.len() < self.smallest.len());
            if self.take(halves).await.is_none() {
                return;
            }
        }
    }

    async fn leave_out(&mut self) {
        let mut chunk = self.smallest.len() / 2;
        while chunk > 0 {
            let (mut at, entries) = (0, self.smallest.len());
            while at < self.smallest.len() {
                let begins = (at..self.smallest.len()).step_by(chunk).take(BATCH);
                let without = |begin: usize| {
                    let mut rest = self.smallest.clone();
                    rest.drain(begin..rest.len().min(begin + chunk));
                    rest
                };
                let rests: Vec<Vec<Entry>> = begins.map(without).collect();
                let tried = rests.len();
                at += chunk * self.take(rests).await.unwrap_or(tried);
            }
            // Once an entry is gone, one that was needed may not be any more.
            let again = chunk == 1 && self.smallest.len() < entries;
            chunk = if again { 1 } else { chunk / 2 };
        }
    }

    async fn simplify_bids(&mut self, simplest: u64) {
        let last = self.smallest.len() as u64;
        let all = [vec![1; last as usize], (1..=last).collect(), (1..=last).rev().collect()];
        let with_bids = |bids: Vec<u64>| {
            let entries = self.smallest.iter().zip(bids);
            entries.map(|(entry, bid)| Entry { bid: bid * simplest, ..*entry }).collect()
        };
        let candidates: Vec<Vec<Entry>> = all.map(with_bids).into();
        if self.take(candidates).await.is_some() {
            return;
        }
        for i in 0..self.smallest.len() {
            let bids = 1..self.smallest[i].bid.min(last + 2);
            let with_bid = |bid| {
                let mut candidate = self.smallest.clone();
                candidate[i].bid = bid;
                candidate
            };
            let candidates = bids.map(with_bid).collect();
            self.take(candidates).await;
        }
    }

    /// Gives all cards of one label a simpler label, so that equal hands stay equal, and then each
    /// card alone.
    async fn simplify_hands(&mut self) {
        for from in Card::ALL.into_iter().rev() {
            self.simplify_cards(from, |_, card| card == from).await;
        }
        for place in 0..5 * self.smallest.len() {
            let from = self.smallest[place / 5].hand.cards()[place % 5];
            self.simplify_cards(from, |other, _| other == place).await;
        }
    }

    /// Gives a simpler label to the chosen cards, which all have the label `from`.
    async fn simplify_cards(&mut self, from: Card, is_changed: impl Fn(usize, Card) -> bool) {
        let with_label = |to: Card| {
            let mut candidate = self.smallest.clone();
            for (i, entry) in candidate.iter_mut().enumerate() {
                let cards = entry.hand.cards();
                let simpler =
                    |n: usize| if is_changed(5 * i + n, cards[n]) { to } else { cards[n] };
                entry.hand = Hand::new(array::from_fn(simpler));
            }
            candidate
        };
        let simpler = SIMPLE.into_iter().take_while(|&to| to != from).map(with_label);
        let as_many_hands =
            |candidate: &Vec<Entry>| different(candidate) == different(&self.smallest);
        let candidates = simpler.filter(as_many_hands).collect();
        self.take(candidates).await;
    }
}

/// The number of different hands.
fn different(entries: &[Entry]) -> usize {
    entries.iter().map(|entry| entry.hand.index()).collect::<HashSet<_>>().len()
}
