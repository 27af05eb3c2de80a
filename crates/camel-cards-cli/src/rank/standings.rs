//! Which rank the entries of each hand begin with.
//!
//! Few entries touch little of the tables here, which begin as zeros that no memory stands
//! behind yet. So nothing writes or reads them from end to end.

use camel_cards::{Hand, Rules, Strength, Ties};

/// How many entries hold each hand.
pub(crate) struct Counts {
    of_hand: Vec<u64>,
    /// The hands that occur.
    hands: Vec<Hand>,
}

impl Counts {
    pub(crate) fn new() -> Counts {
        Counts { of_hand: vec![0; Hand::COUNT], hands: Vec::new() }
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
    counts: Vec<u64>,
    /// The rank of the first entry of each hand.
    first_ranks: Vec<u64>,
    /// How much higher each further one ranks.
    step: u64,
    rules: Rules,
    weakest_first: Vec<Strength>,
}

/// Entries of one hand that are to be printed, which follow one another in strength.
#[derive(Clone, Copy)]
pub(crate) struct Group {
    pub(crate) strength: Strength,
    /// How many of the hand's entries come before them in the input.
    pub(crate) skipped: u64,
    pub(crate) entries: u64,
    /// The rank of the first of them in the input, and how much higher the others rank.
    rank: u64,
    step: u64,
}

impl Group {
    pub(crate) fn hand(&self) -> usize {
        self.strength.hand().index()
    }

    /// The rank of one of them, counted from 0 in the order of the input.
    pub(crate) fn rank(&self, place: u64) -> u64 {
        self.rank + self.step * place
    }

    /// Those from one place in the group on.
    pub(crate) fn part(self, from: u64, entries: u64) -> Group {
        Group { skipped: self.skipped + from, entries, rank: self.rank(from), ..self }
    }
}

impl Standings {
    pub(crate) fn new(counts: Counts, rules: Rules, ties: Ties) -> Standings {
        let Counts { of_hand: counts, hands } = counts;
        let mut weakest_first: Vec<Strength> =
            hands.into_iter().map(|hand| hand.strength(rules)).collect();
        weakest_first.sort_unstable();
        let mut first_ranks = vec![0; Hand::COUNT];
        let mut below = 0;
        for (hands_below, strength) in (0..).zip(&weakest_first) {
            let hand = strength.hand().index();
            first_ranks[hand] = match ties {
                Ties::Ordinal | Ties::Min => below + 1,
                Ties::Max => below + counts[hand],
                Ties::Dense => hands_below + 1,
            };
            below += counts[hand];
        }
        let step = u64::from(ties == Ties::Ordinal);
        Standings { counts, first_ranks, step, rules, weakest_first }
    }

    pub(crate) fn strengths(&self) -> Strengths<'_> {
        let mut places = vec![0; Hand::COUNT];
        for (place, strength) in (1..).zip(&self.weakest_first) {
            places[strength.hand().index()] = place;
        }
        Strengths { places, weakest_first: &self.weakest_first, rules: self.rules }
    }

    /// Returns what gives each entry its rank, in the order of the input.
    pub(crate) fn ranks(&self) -> Ranks {
        let mut next = vec![0; Hand::COUNT];
        for hand in self.weakest_first.iter().map(|strength| strength.hand().index()) {
            next[hand] = self.first_ranks[hand];
        }
        Ranks { next, step: self.step }
    }

    /// Returns the first `top` entries by strength, hand by hand.
    pub(crate) fn groups(
        &self,
        strongest_first: bool,
        top: u64,
    ) -> impl Iterator<Item = Group> + Clone {
        let hands = self.weakest_first.len();
        let mut left = top;
        (0..hands).map_while(move |i| {
            let i = if strongest_first { hands - 1 - i } else { i };
            let strength = self.weakest_first[i];
            let hand = strength.hand().index();
            let count = self.counts[hand];
            let rank = self.first_ranks[hand];
            let all = Group { strength, skipped: 0, entries: count, rank, step: self.step };
            let entries = count.min(left);
            left -= entries;
            let skipped = if strongest_first { count - entries } else { 0 };
            (entries > 0).then(|| all.part(skipped, entries))
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
pub(crate) struct Strengths<'a> {
    /// Which strength is the hand's, from 1; 0 if there is none.
    places: Vec<u32>,
    weakest_first: &'a [Strength],
    rules: Rules,
}

impl Strengths<'_> {
    pub(crate) fn of(&self, hand: usize) -> Strength {
        match (self.places[hand].checked_sub(1), Hand::from_index(hand)) {
            (Some(place), _) => self.weakest_first[place as usize],
            // It has come into the input since that was counted.
            (None, Some(hand)) => hand.strength(self.rules),
            (None, None) => unreachable!("there are as many places as hands"),
        }
    }
}
