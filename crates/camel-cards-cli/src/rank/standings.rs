//! Which ranks the entries of each hand have.
//!
//! Few entries touch little of the tables here, which begin as zeros that no memory stands
//! behind yet. So nothing writes or reads them from end to end.

use camel_cards::{Hand, Ranking, Rules, Strength, TiedRanks, Ties};

/// How many entries hold each hand.
pub(crate) struct HandCounts {
    of_hand: Vec<u64>,
    /// The hands that occur.
    hands: Vec<Hand>,
}

impl HandCounts {
    pub(crate) fn new() -> HandCounts {
        HandCounts { of_hand: vec![0; Hand::COUNT], hands: Vec::new() }
    }

    pub(crate) fn add(&mut self, hand: Hand) {
        let count = &mut self.of_hand[hand.index()];
        if *count == 0 {
            self.hands.push(hand);
        }
        *count += 1;
    }
}

/// The ranks that follow from how many entries hold each hand.
///
/// Hands are known by their index.
pub(crate) struct Standings {
    rules: Rules,
    /// The hands that occur.
    weakest_first: Vec<HandRanks>,
}

#[derive(Clone, Copy)]
struct HandRanks {
    strength: Strength,
    entries: u64,
    ranks: TiedRanks,
}

/// Entries of one hand that are to be printed, which follow one another in strength.
#[derive(Clone, Copy)]
pub(crate) struct TiedGroup {
    pub(crate) strength: Strength,
    /// How many of the hand's entries come before them in the input.
    pub(crate) skipped: u64,
    pub(crate) entries: u64,
    /// The ranks of all entries of the hand.
    ranks: TiedRanks,
}

impl TiedGroup {
    pub(crate) fn hand(&self) -> usize {
        self.strength.hand().index()
    }

    /// The rank of one of them, counted from 0 in the order of the input.
    pub(crate) fn rank(&self, position: u64) -> u64 {
        self.ranks.nth(self.skipped + position)
    }

    /// Those from one position in the group on.
    pub(crate) fn part(self, from: u64, entries: u64) -> TiedGroup {
        TiedGroup { skipped: self.skipped + from, entries, ..self }
    }
}

impl Standings {
    pub(crate) fn new(counts: HandCounts, rules: Rules, ties: Ties) -> Standings {
        let HandCounts { of_hand, hands } = counts;
        let mut strengths: Vec<Strength> =
            hands.into_iter().map(|hand| hand.strength(rules)).collect();
        strengths.sort_unstable();
        let mut ranking = Ranking::new(ties);
        let ranked = |strength: Strength| {
            let entries = of_hand[strength.hand().index()];
            HandRanks { strength, entries, ranks: ranking.next(entries) }
        };
        Standings { rules, weakest_first: strengths.into_iter().map(ranked).collect() }
    }

    pub(crate) fn strengths(&self) -> Strengths {
        let mut of_hand = vec![None; Hand::COUNT];
        for hand in &self.weakest_first {
            of_hand[hand.strength.hand().index()] = Some(hand.strength);
        }
        Strengths { of_hand, rules: self.rules }
    }

    /// Returns what gives each entry its rank, in the order of the input.
    pub(crate) fn ranks(&self) -> Ranks {
        let mut next = vec![0; Hand::COUNT];
        for hand in &self.weakest_first {
            next[hand.strength.hand().index()] = hand.ranks.first();
        }
        // The ties decide it, so all hands have the same.
        let step = self.weakest_first.first().map_or(0, |hand| hand.ranks.step());
        Ranks { next, step }
    }

    /// Returns the first `top` entries by strength, hand by hand.
    pub(crate) fn groups(
        &self,
        strongest_first: bool,
        top: u64,
    ) -> impl Iterator<Item = TiedGroup> + Clone {
        let hands = self.weakest_first.len();
        let mut left = top;
        (0..hands).map_while(move |i| {
            let i = if strongest_first { hands - 1 - i } else { i };
            let HandRanks { strength, entries: count, ranks } = self.weakest_first[i];
            let entries = count.min(left);
            left -= entries;
            let skipped = if strongest_first { count - entries } else { 0 };
            (entries > 0).then_some(TiedGroup { strength, skipped, entries, ranks })
        })
    }
}

/// The rank of the next entry of each hand.
pub(crate) struct Ranks {
    next: Vec<u64>,
    step: u64,
}

impl Ranks {
    pub(crate) fn next(&mut self, hand: usize) -> u64 {
        let rank = self.next[hand];
        self.next[hand] += self.step;
        rank
    }
}

/// The strength of each hand, looked up.
pub(crate) struct Strengths {
    /// By the hand's index, of those that occurred when entries were counted.
    of_hand: Vec<Option<Strength>>,
    rules: Rules,
}

impl Strengths {
    pub(crate) fn of(&self, hand: usize) -> Strength {
        match (self.of_hand[hand], Hand::from_index(hand)) {
            (Some(strength), _) => strength,
            // It has come into the input since.
            (None, Some(hand)) => hand.strength(self.rules),
            (None, None) => unreachable!("there are as many strengths as hands"),
        }
    }
}
