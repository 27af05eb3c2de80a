//! A solution is a point in a space with six axes. Right or wrong, it gives each
//! hand a level by its type, orders hands of one level by a key, ranks what it
//! has read, and adds up.
//!
//! ```text
//! axis         right                              wrong, for example
//! types        the table of cells                 xxJyz counted as full house
//! type order   seven levels                       full house above four of a kind
//! labels       a value for each label             J still at jack
//! tie-break    first to last card                 sorted first
//! ranking      weakest 1, rank × bid              strongest 1
//! reading      every line                         the last line lost
//! ```

use std::collections::HashMap;

use camel_cards::{Card, Entry, Explanation, Hand, HandType, Rules};

use crate::Cell;

/// What a hand is taken for: one of the seven types, or nothing known, which
/// sorts below or above all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Slot {
    Below,
    Type(HandType),
    Above,
}

impl Slot {
    pub(crate) const COUNT: usize = 9;

    pub(crate) fn index(self) -> usize {
        match self {
            Slot::Below => 0,
            Slot::Type(hand_type) => hand_type.index() + 1,
            Slot::Above => 8,
        }
    }

    /// The name in an id.
    pub(crate) fn id(self) -> String {
        match self {
            Slot::Below => "below-all".to_owned(),
            Slot::Type(hand_type) => hand_type.name().replace(' ', "-"),
            Slot::Above => "above-all".to_owned(),
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Slot::Below => "no type at all, below every hand",
            Slot::Type(hand_type) => hand_type.name(),
            Slot::Above => "no type at all, above every hand",
        }
    }
}

pub(crate) type Table = [Slot; Cell::COUNT];

/// How a hand gets its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Types {
    /// By its label counts.
    Table(Table),
    /// By the type it has when all its jokers become one card, chosen by label.
    JokersBecome(Chosen),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    /// The strongest other label in the hand.
    Highest,
    Ace,
    /// The first card, even if that is a `J`.
    First,
    /// The first card that is not.
    FirstOther,
    /// The most frequent label, `J` itself too; the first of equals in the hand.
    MostFrequent,
}

impl Chosen {
    fn hand_type(self, hand: Hand) -> HandType {
        let cards = hand.cards();
        let counts = hand.label_counts();
        let mut others = cards.into_iter().filter(|&card| card != Card::Jack);
        let card = match self {
            Chosen::Highest => others.max_by_key(|card| card.index()).unwrap_or(Card::Ace),
            Chosen::Ace => Card::Ace,
            Chosen::First => cards[0],
            Chosen::FirstOther => others.next().unwrap_or(Card::Ace),
            Chosen::MostFrequent => {
                let most = counts.into_iter().max().unwrap_or(0);
                let mut frequent = cards.into_iter().filter(|card| counts[card.index()] == most);
                frequent.next().unwrap_or(Card::Ace)
            }
        };
        let become_card = |dealt| if dealt == Card::Jack { card } else { dealt };
        Hand::new(cards.map(become_card)).hand_type(Rules::Standard)
    }
}

/// The level of each slot, by its index: greater is stronger, equal is one type.
pub(crate) type TypeOrder = [u8; Slot::COUNT];

/// Leaves room between the types for one that is moved there.
pub(crate) const TYPE_ORDER: TypeOrder = [0, 10, 20, 30, 40, 50, 60, 70, 80];

/// The value of each card, by its index: greater is stronger.
pub(crate) type Labels = [u8; 13];

/// What people give the labels as values: J is 11, or 1 as a joker.
pub(crate) fn face_values(rules: Rules) -> Labels {
    std::array::from_fn(|i| match rules {
        Rules::Joker if i == Card::Jack.index() => 1,
        _ => i as u8 + 2,
    })
}

/// How two hands of one level compare. What compares equal keeps its order in
/// the input, or with `later_first` has it reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TieBreak {
    pub(crate) by: By,
    pub(crate) reversed: bool,
    pub(crate) later_first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The cards at these places, in this order.
    Cards(&'static [usize]),
    SortedHighestFirst,
    SortedLowestFirst,
    /// Poker's way: larger groups of a label first, then its value.
    Groups {
        jokers_join: bool,
        then_dealt: bool,
    },
    /// The cards as digits of a number to `base`, each its value less `less`.
    Weights {
        base: u8,
        less: u8,
        consecutive: bool,
    },
    /// The values written one after another, compared as a number or as text.
    Written {
        less: u8,
        as_text: bool,
    },
    Sum {
        consecutive: bool,
    },
    Highest,
    /// First to last card, jokers with the value of what they stand for.
    StandIns(StandIn),
}

/// What jokers are taken for in ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StandIn {
    Strongest,
    /// But five jokers are jokers.
    NotOfFive,
    /// The first seen of labels as frequent.
    FirstSeen,
}

impl TieBreak {
    pub(crate) const DEALT: TieBreak = TieBreak::by(By::Cards(&[0, 1, 2, 3, 4]));

    /// How many bits a key has at most: five values of eight.
    pub(crate) const KEY_BITS: u32 = 40;

    pub(crate) const fn by(by: By) -> TieBreak {
        TieBreak { by, reversed: false, later_first: false }
    }

    /// Returns what hands of one level sort by: a number of `KEY_BITS`.
    pub(crate) fn keys(self, labels: &Labels) -> impl Fn(&Dealt) -> u64 {
        let values = self.by.values(labels);
        move |dealt| {
            let key = self.by.key(dealt, &values);
            if self.reversed { (1 << TieBreak::KEY_BITS) - 1 - key } else { key }
        }
    }
}

/// A hand, taken apart once for all its keys.
pub(crate) struct Dealt {
    cards: [Card; 5],
    /// The card that its jokers stand for.
    stand_in: Card,
    /// The first of the most frequent other labels.
    first_seen: Card,
}

impl Dealt {
    pub(crate) fn new(hand: Hand) -> Dealt {
        let (cards, counts) = (hand.cards(), hand.label_counts());
        let others = cards.into_iter().filter(|&card| card != Card::Jack);
        let most = others.clone().map(|card| counts[card.index()]).max();
        let mut frequent = others.filter(|card| Some(counts[card.index()]) == most);
        Dealt {
            cards,
            stand_in: Explanation::of(hand, Rules::Joker).jokers_stand_for.unwrap_or(Card::Jack),
            first_seen: frequent.next().unwrap_or(Card::Ace),
        }
    }

    /// The cards, jokers as what they stand for.
    fn stood_for(&self) -> [Card; 5] {
        self.with_jokers(self.stand_in)
    }

    fn with_jokers(&self, card: Card) -> [Card; 5] {
        self.cards.map(|dealt| if dealt == Card::Jack { card } else { dealt })
    }
}

impl By {
    /// The values to compare by: `labels`, or their places from 0 or from 2.
    fn values(self, labels: &Labels) -> Labels {
        let weaker = |value: u8| labels.iter().filter(|&&other| other < value).count() as u8;
        match self {
            By::Groups { .. } => labels.map(weaker),
            By::Weights { consecutive: true, .. } | By::Sum { consecutive: true } => {
                labels.map(|value| weaker(value) + 2)
            }
            _ => *labels,
        }
    }

    fn key(self, dealt: &Dealt, labels: &Labels) -> u64 {
        let value = |card: Card| labels[card.index()];
        let values = dealt.cards.map(value);
        let bytes = |key: u64, value: u8| key << 8 | u64::from(value);
        match self {
            By::Cards(places) => places.iter().map(|&i| values[i]).fold(0, bytes),
            By::SortedHighestFirst | By::SortedLowestFirst => {
                let mut values = values;
                values.sort_unstable();
                if self == By::SortedHighestFirst {
                    values.reverse();
                }
                values.into_iter().fold(0, bytes)
            }
            By::Groups { jokers_join, then_dealt } => {
                let cards = if jokers_join { dealt.stood_for() } else { dealt.cards };
                // Each card with how often its label occurs: sorted, groups stand
                // together, the largest first.
                let mut groups = cards.map(|card| {
                    let count = cards.iter().filter(|&&other| other == card).count() as u8;
                    count << 4 | value(card)
                });
                groups.sort_unstable_by_key(|&group| std::cmp::Reverse(group));
                let nibbles = |key: u64, value: u8| key << 4 | u64::from(value & 15);
                let groups = groups.into_iter().fold(0, nibbles);
                groups << 20 | if then_dealt { values.into_iter().fold(0, nibbles) } else { 0 }
            }
            By::Weights { base, less, .. } => values.into_iter().fold(0, |key, value| {
                key * u64::from(base) + u64::from(value.saturating_sub(less))
            }),
            By::Written { less, as_text } => {
                // A number of decimal digits; as text, of digits 1 to 10 to base
                // 11, filled up with 0, so that a shorter text comes first.
                let (radix, least) = if as_text { (11, 1) } else { (10, 0) };
                let (mut key, mut digits) = (0u64, 0);
                for value in values.map(|value| value.saturating_sub(less)) {
                    let ten = (value >= 10).then_some(value / 10 % 10);
                    for digit in ten.into_iter().chain([value % 10]) {
                        key = key * radix + u64::from(digit + least);
                        digits += 1;
                    }
                }
                if as_text { key * 11u64.pow(10 - digits) } else { key }
            }
            By::Sum { .. } => values.iter().map(|&value| u64::from(value)).sum(),
            By::Highest => values.into_iter().max().unwrap_or(0).into(),
            By::StandIns(StandIn::NotOfFive) if dealt.cards == [Card::Jack; 5] => {
                values.into_iter().fold(0, bytes)
            }
            By::StandIns(StandIn::FirstSeen) => {
                dealt.with_jokers(dealt.first_seen).map(value).into_iter().fold(0, bytes)
            }
            By::StandIns(_) => dealt.stood_for().map(value).into_iter().fold(0, bytes),
        }
    }
}

/// What is made of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ranking {
    WeakestIsOne,
    StrongestIsOne,
    /// The same by a stable sort, strongest first: of identical hands the earlier
    /// one still ranks lower.
    StrongestFirst,
    FromZero,
    FromTwo,
    WithoutStrongest,
    Unsigned32,
    Signed32,
}

/// What is read of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    Every,
    WithoutLast,
    WithoutFirst,
    /// A later entry of the same hand takes the place of the first.
    OneForEachHand,
    /// A later entry of the same bid takes the place of the first.
    OneForEachBid,
    /// A hand of five jokers raises an error that leaves it out.
    WithoutFiveJokers,
    /// A byte-order mark is a sixth card of the first hand, of no known label:
    /// the hand is below all.
    FirstSpoiled,
}

impl Reading {
    /// The entries as read, each with its place in the input.
    pub(crate) fn read(self, entries: &[Entry]) -> Vec<(usize, Entry)> {
        let all = entries.iter().copied().enumerate();
        match self {
            Reading::Every | Reading::FirstSpoiled => all.collect(),
            Reading::WithoutLast => all.take(entries.len().saturating_sub(1)).collect(),
            Reading::WithoutFirst => all.skip(1).collect(),
            Reading::WithoutFiveJokers => {
                all.filter(|(_, entry)| entry.hand.cards() != [Card::Jack; 5]).collect()
            }
            Reading::OneForEachHand => one_for_each(all, |entry| entry.hand.index() as u64),
            Reading::OneForEachBid => one_for_each(all, |entry| entry.bid),
        }
    }
}

/// What is left in a dictionary by `key`: first places, last values.
fn one_for_each(
    entries: impl Iterator<Item = (usize, Entry)>,
    key: fn(&Entry) -> u64,
) -> Vec<(usize, Entry)> {
    let mut places: HashMap<u64, usize> = HashMap::new();
    let mut kept = Vec::new();
    for (i, entry) in entries {
        match places.get(&key(&entry)) {
            Some(&place) => kept[place] = (i, entry),
            None => {
                places.insert(key(&entry), kept.len());
                kept.push((i, entry));
            }
        }
    }
    kept
}

/// A way, right or wrong, to get from entries to a total: a point of the space.
///
/// ```
/// use camel_cards::{Entry, Rules, entries};
/// use camel_cards_coach::Solution;
///
/// let entries: Vec<Entry> = entries(b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n")
///     .collect::<Result<_, _>>()?;
/// assert_eq!(Solution::right(Rules::Standard).total(&entries), Some(6440));
/// # Ok::<(), camel_cards::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub(crate) rules: Rules,
    pub(crate) types: Types,
    pub(crate) type_order: TypeOrder,
    pub(crate) labels: Labels,
    pub(crate) tie_break: TieBreak,
    pub(crate) ranking: Ranking,
    pub(crate) reading: Reading,
    /// Neighbours are compared once, in one pass: not a sort.
    pub(crate) one_pass: bool,
}

impl Solution {
    /// Returns the right solution under `rules`.
    pub fn right(rules: Rules) -> Solution {
        let mut cells = Cell::all().map(|cell| Slot::Type(cell.hand_type(rules)));
        Solution {
            rules,
            types: Types::Table(std::array::from_fn(|_| cells.next().unwrap_or(Slot::Below))),
            type_order: TYPE_ORDER,
            labels: face_values(rules),
            tie_break: TieBreak::DEALT,
            ranking: Ranking::WeakestIsOne,
            reading: Reading::Every,
            one_pass: false,
        }
    }

    /// Returns the rules that it is meant for.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns what it takes a hand for.
    pub(crate) fn slot(&self, hand: Hand) -> Slot {
        match &self.types {
            Types::Table(table) => table[Cell::of(hand).index()],
            Types::JokersBecome(chosen) => Slot::Type(chosen.hand_type(hand)),
        }
    }

    /// Returns the places in `entries` in its order, weakest first; entries that
    /// it loses are not among them.
    pub fn order(&self, entries: &[Entry]) -> Vec<usize> {
        let key = self.tie_break.keys(&self.labels);
        let mut keyed: Vec<((u8, u64), usize)> = (self.reading.read(entries).into_iter())
            .map(|(i, Entry { hand, .. })| {
                let level = match self.reading {
                    Reading::FirstSpoiled if i == 0 => 0,
                    _ => self.type_order[self.slot(hand).index()],
                };
                ((level, key(&Dealt::new(hand))), i)
            })
            .collect();
        let descending = self.ranking == Ranking::StrongestFirst;
        if self.tie_break.later_first != descending {
            keyed.reverse();
        }
        if self.one_pass {
            for i in 1..keyed.len() {
                if keyed[i - 1].0 > keyed[i].0 {
                    keyed.swap(i - 1, i);
                }
            }
        } else {
            keyed.sort_by_key(|&(key, _)| key);
        }
        if self.ranking == Ranking::StrongestIsOne || descending {
            keyed.reverse();
        }
        keyed.into_iter().map(|(_, i)| i).collect()
    }

    /// Returns the total winnings that it gives, or `None` if they pass 2¹²⁷ − 1.
    pub fn total(&self, entries: &[Entry]) -> Option<i128> {
        let order = self.order(entries);
        let first = match self.ranking {
            Ranking::FromZero => 0,
            Ranking::FromTwo => 2,
            _ => 1,
        };
        let ranked = match self.ranking {
            Ranking::WithoutStrongest => &order[..order.len().saturating_sub(1)],
            _ => &order[..],
        };
        let winnings = (first..).zip(ranked).map(|(rank, &i)| (rank, i128::from(entries[i].bid)));
        let mut total = 0i128;
        for (rank, bid) in winnings {
            total = total.checked_add(bid.checked_mul(rank)?)?;
        }
        Some(match self.ranking {
            Ranking::Unsigned32 => i128::from(total as u32),
            Ranking::Signed32 => i128::from(total as i32),
            _ => total,
        })
    }
}
