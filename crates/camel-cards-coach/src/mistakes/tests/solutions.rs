//! The mistakes with names, each as somebody would program it. Solutions of one name are in the order of its rows in the
//! table.

use std::{cmp::Reverse, iter, rc::Rc};

use super::program::*;

/// Writes a mistake into a program.
pub(super) type Write = Box<dyn Fn(&mut Program)>;

/// Returns a solution for each row of the table that has a name.
pub(super) fn solutions() -> Vec<(&'static str, Write)> {
    let mut solutions = Solutions(Vec::new());
    solutions.add_hand_classes();
    solutions.add_joker_counts();
    solutions.add_jokers_in_every_group();
    solutions.add_upgrades();
    solutions.add_joker_choices();
    solutions.add_types();
    solutions.add_labels();
    solutions.add_ties();
    solutions.add_groups();
    solutions.add_lists_without_digits();
    solutions.add_numbers();
    solutions.add_procedures();
    solutions.0
}

type Name = &'static str;
type Choice = fn(Hand) -> char;

/// A rule for the type of a hand.
trait Rule: Fn(Hand) -> Kind + Copy + 'static {}
impl<F: Fn(Hand) -> Kind + Copy + 'static> Rule for F {}

/// A key by which hands of one type compare.
trait Key: Fn(&Program, Hand) -> Vec<u64> + Copy + 'static {}
impl<F: Fn(&Program, Hand) -> Vec<u64> + Copy + 'static> Key for F {}

struct Solutions(Vec<(Name, Write)>);

impl Solutions {
    fn add(&mut self, name: Name, write: impl Fn(&mut Program) + 'static) {
        self.0.push((name, Box::new(write)));
    }

    /// Changes the types of hands with jokers.
    fn jokers(&mut self, name: Name, kind: impl Rule) {
        self.add(name, move |program| {
            let before = Rc::clone(&program.kind);
            program.kind = Rc::new(move |hand| match count(hand, 'J') {
                0 => before(hand),
                // A rule that is right for JJJJJ does not undo a mistake with it.
                5 if kind(hand) == FIVE => before(hand),
                _ => kind(hand),
            });
        });
    }

    /// Changes them but for `JJJJJ`, and then for it too unless it is right.
    fn jokers_twice(&mut self, name: Name, kind: impl Rule) {
        self.jokers(name, but_five(kind));
        if kind(JJJJJ) != FIVE {
            self.jokers(name, kind);
        }
    }

    /// Changes the types of all hands. In part 2, their jokers become a card before.
    fn kind(&mut self, name: Name, card: Choice, kind: impl Rule) {
        self.add(name, move |program| {
            let joker = program.joker;
            program.kind = Rc::new(move |hand| match joker {
                true => kind(replaced(hand, card)),
                false => kind(hand),
            });
        });
    }

    fn card(&mut self, name: Name, card: Choice) {
        self.kind(name, card, as_dealt);
    }

    fn key(&mut self, name: Name, key: impl Key) {
        self.add(name, move |program| program.key = Rc::new(key));
    }

    /// Changes the key, and then also compares hands with the same key card by card.
    fn key_and_dealt(&mut self, name: Name, key: impl Key) {
        self.key(name, key);
        self.key(name, move |program, hand| {
            // A 0 ends the key, because others may be longer.
            let key = key(program, hand).into_iter().map(|value| value + 1);
            key.chain([0]).chain(program.values(hand)).collect()
        });
    }

    fn order(&mut self, name: Name, order: impl Fn(&Game<'_>) -> Vec<usize> + Copy + 'static) {
        self.add(name, move |program| program.order = Rc::new(order));
    }

    fn total(&mut self, name: Name, total: impl Fn(&Game<'_>, Vec<u64>) -> i128 + Copy + 'static) {
        self.add(name, move |program| program.total = Rc::new(total));
    }

    /// One or two patterns of hands have another type.
    fn add_hand_classes(&mut self) {
        const BETWEEN: [Kind; 5] = [HIGH + 1, PAIR + 1, TWO_PAIR + 1, THREE + 1, HOUSE + 1];
        for (name, patterns, kinds) in [
            ("J5", "JJJJJ", &[&[HIGH, BELOW_ALL], &BETWEEN[..]].concat()[..]),
            ("J6", "JJJJx", &[FOUR, HIGH, BELOW_ALL]),
            ("J7", "JJJxx", &[HOUSE, HIGH, FOUR]),
            ("J8", "JJJxy", &[TWO_PAIR, THREE, ABOVE_ALL, HIGH, HOUSE]),
            ("J8", "JJJxy JJJxx", &[HIGH]),
            ("J9", "JJxyz", &[TWO_PAIR, PAIR, HOUSE]),
            ("J10", "xxJyz", &[HOUSE, TWO_PAIR]),
            ("J11", "xxyyJ", &[THREE, TWO_PAIR, FOUR]),
            ("J12", "xxxJy", &[HOUSE, THREE]),
            ("J13", "xxJJy", &[HOUSE, THREE, TWO_PAIR]),
            ("J13", "xxJJy xxxJy", &[HOUSE]),
            ("J14", "xyzwJ", &[HIGH]),
            ("J15", "xxxJJ", &[HOUSE, FOUR]),
            ("J16", "xxxxJ", &[FOUR]),
            ("T3b", "xxxyy", &[THREE]),
        ] {
            for &kind in kinds {
                self.add(name, move |program| {
                    let before = Rc::clone(&program.kind);
                    let class = |hand| (others(hand), count(hand, 'J'));
                    let hands = patterns.split(' ').map(|it| it.chars().collect::<Vec<_>>());
                    let classes: Vec<_> = hands.map(|it| class(it.try_into().unwrap())).collect();
                    program.kind = Rc::new(move |hand| match classes.contains(&class(hand)) {
                        true => kind,
                        false => before(hand),
                    });
                });
            }
        }
    }

    /// Jokers join other counts than the largest.
    fn add_joker_counts(&mut self) {
        self.jokers("J2", as_dealt);
        self.jokers("J2", |hand| match count(hand, 'J') {
            1 => as_dealt(hand),
            _ => with_jokers(hand),
        });

        // The largest count may be J's own.
        let to_largest = |hand| {
            let mut counts = with_j(hand);
            counts[0] += count(hand, 'J');
            counts
        };
        for (over_five, house) in [(HIGH, HOUSE), (HIGH, THREE), (ABOVE_ALL, HOUSE)] {
            self.jokers_twice("J34", move |hand| match kind_of(to_largest(hand)) {
                _ if to_largest(hand)[0] > 5 => over_five,
                HOUSE => house,
                kind => kind,
            });
        }
        self.jokers("J34", move |hand| listed(&to_largest(hand)));

        self.jokers("J19", |hand| kind_of(joined(hand, 4, count(hand, 'J'))));
        for fewest in [1, 0] {
            self.jokers("J20", move |hand| match others(hand).first() {
                Some(&most) if most >= count(hand, 'J') + fewest => with_jokers(hand),
                _ => as_dealt(hand),
            });
        }
        // Each joker joins another label, or is a new one.
        let apart = |hand| {
            let (mut counts, jokers) = (others(hand), count(hand, 'J'));
            counts.resize(counts.len().max(jokers), 0);
            counts[..jokers].iter_mut().for_each(|count| *count += 1);
            kind_of(counts)
        };
        self.jokers("J31", apart);
        self.jokers("J31", but_five(apart));

        let one_used = |hand| kind_of(joined(hand, 0, 1));
        let others_stay = |hand| kind_of([joined(hand, 0, 1), vec![count(hand, 'J') - 1]].concat());
        self.jokers("J24", others_stay);
        self.jokers("J24", but_five(others_stay));
        self.jokers("J24", one_used);
        self.jokers("J24", but_five(one_used));
        self.jokers("J24", move |hand| others_stay(hand).max(as_dealt(hand)));
        self.jokers("J24", |hand| upgraded(as_dealt(hand)));
        self.jokers("J24", |hand| up(as_dealt(hand), 1));
        self.jokers("J24", |hand| match count(hand, 'J') {
            1 => with_jokers(hand),
            _ => as_dealt(hand),
        });
        let none_used = |hand| kind_of(others(hand));
        self.jokers("J25", none_used);
        self.jokers("J25", but_five(none_used));
        self.jokers("J25", by_number_of_labels);
        // The counts are compared one after another.
        self.jokers_twice("J35", |hand| listed(&joined(hand, 0, 1)));
        self.jokers_twice("J35", |hand| listed(&others(hand)));
        self.jokers("J36", |hand| listed(&joined(hand, 4, count(hand, 'J'))));
        self.jokers("J36", |hand| listed(&joined(hand, 1, count(hand, 'J'))));
    }

    /// Jokers are added to every group.
    fn add_jokers_in_every_group(&mut self) {
        let (at_least, exactly): (Test, Test) = (usize::ge, usize::eq);
        let doubled = |hand| -> Vec<usize> { with_j(hand).iter().map(|count| 2 * count).collect() };
        self.jokers_twice("J17d", move |hand| tested(&doubled(hand), at_least, 2, ANY));
        self.jokers_twice("J17d", move |hand| tested(&doubled(hand), exactly, 1, ANY));
        // How often J's own count is in its group, which is left out, is as dealt, or gets the jokers too; and the test for a
        // full house.
        for (is, in_two_pair, groups) in [
            (at_least, ANY, &[(0, 2), (0, NEVER), (2, 2), (2, NEVER)][..]),
            (exactly, ANY, &[(0, 1), (1, 1), (2, 1), (2, 2), (2, NEVER)]),
            (exactly, 2, &[(0, 1), (0, NEVER), (1, 1), (2, 1), (2, 2), (2, NEVER)]),
        ] {
            for &(own, in_house) in groups {
                let kind = move |hand| {
                    let jokers = count(hand, 'J');
                    let added = others(hand).into_iter().map(|count| count + jokers);
                    let counts: Vec<usize> = added.chain([own * jokers]).collect();
                    tested(&counts, is, in_house, in_two_pair)
                };
                match (own, in_house, in_two_pair) {
                    // There is no row for it with JJJJJ right.
                    (0, NEVER, 2) => self.jokers("J17", kind),
                    _ => self.jokers_twice("J17", kind),
                }
            }
        }
    }

    /// Each joker upgrades a hand.
    fn add_upgrades(&mut self) {
        let of_others: fn(Hand) -> Kind = |hand| kind_of(others(hand));
        self.jokers("J23", |hand| up(as_dealt(hand), count(hand, 'J')));
        self.jokers("J23", move |hand| up(of_others(hand), count(hand, 'J')));
        // The upgrades are tested one after another, and a full house may have none.
        for stays in [ABOVE_ALL, HOUSE] {
            self.jokers("J23", move |hand| {
                let tested = TYPES.into_iter().filter(|&tested| tested != stays);
                tested
                    .fold(as_dealt(hand), |kind, it| if kind == it { upgraded(kind) } else { kind })
            });
        }
        // All upgrades are right, or one is wrong.
        for (first, upgrades) in [
            (as_dealt as fn(Hand) -> Kind, &[(HIGH, PAIR)][..]),
            (of_others, &[(PAIR, TWO_PAIR), (PAIR, HOUSE), (THREE, HOUSE), (FOUR, FOUR)]),
            (as_dealt, &[(PAIR, TWO_PAIR), (PAIR, HOUSE), (TWO_PAIR, THREE), (TWO_PAIR, FOUR)]),
            (as_dealt, &[(THREE, HOUSE), (FOUR, FOUR)]),
        ] {
            for &(from, to) in upgrades {
                self.jokers("J23", move |hand| {
                    let upgrade = |kind, _| if kind == from { to } else { upgraded(kind) };
                    (0..count(hand, 'J')).fold(first(hand), upgrade)
                });
            }
        }
    }

    /// Jokers become a card that does not make the strongest type.
    fn add_joker_choices(&mut self) {
        self.card("J21", |hand| OTHERS.chars().rfind(|it| hand.contains(it)).unwrap_or('A'));
        self.card("J21", |hand| OTHERS.chars().find(|it| hand.contains(it)).unwrap_or('A'));
        self.card("J21", |hand| not_j(hand).max().unwrap_or('A'));
        self.card("J22", |_| 'A');
        self.jokers("J33", |hand| {
            let but_ace = OTHERS.chars().filter(|&card| card != 'A');
            but_ace.map(|card| as_dealt(replaced(hand, |_| card))).max().unwrap()
        });
        self.card("J26", |hand| hand[0]);
        self.card("J26", |hand| not_j(hand).next().unwrap_or('A'));
        self.card("J30", |hand| most(hand, not_j(hand).rev().chain([hand[0]])));
        self.card("J20", COMMONEST);
        self.card("J20", |hand| most(hand, hand));
        self.card("J20", WEAKEST);
        self.card("J38", |hand| most(hand, not_j(hand).filter(|&label| count(hand, label) > 1)));
        self.kind("J27", COMMONEST, by_number_of_labels);
        self.kind("J27", COMMONEST, |hand| match hand {
            JJJJJ => HIGH,
            _ => by_number_of_labels(hand),
        });
        // They are that card in ties, too, where J, if it is left, is the weakest or a jack.
        for (name, card, jack) in [
            ("J37", WEAKEST, 1),
            ("J37", WEAKEST, 11),
            ("J37", COMMONEST, 1),
            ("J37", COMMONEST, 11),
            ("J29", |_| '2', 1),
        ] {
            self.add(name, move |program| {
                program.kind = Rc::new(move |hand| as_dealt(replaced(hand, card)));
                program.key = Rc::new(move |program, hand| program.values(replaced(hand, card)));
                program.set("J", [jack]);
            });
        }
    }

    /// Wrong types for hands of any cards, and wrong orders of types.
    fn add_types(&mut self) {
        // Some types are not found if the card at a place is not of the group that makes them.
        let mut with_place = |card: Choice, place: usize, kinds: &'static [Kind]| {
            self.kind("T11", card, move |hand| {
                let (kind, group) = (as_dealt(hand), count(hand, hand[place]));
                match kind {
                    _ if !kinds.contains(&kind) => kind,
                    FOUR if group < 4 => HOUSE,
                    HOUSE if group < 3 => FOUR,
                    THREE if group < 3 => TWO_PAIR,
                    _ => kind,
                }
            });
        };
        let same: [&[Kind]; 3] = [&[FOUR, THREE], &[FOUR], &[THREE]];
        same.into_iter().for_each(|kinds| with_place(STRONGEST, 0, kinds));
        same.into_iter().for_each(|kinds| with_place(FIRST, 0, kinds));
        [STRONGEST, FIRST].into_iter().for_each(|card| with_place(card, 0, &[HOUSE]));
        (1..5).for_each(|place| with_place(STRONGEST, place, same[0]));
        // Under standard rules.
        same.into_iter().for_each(|kinds| with_place(STRONGEST, 0, kinds));
        with_place(STRONGEST, 0, &[HOUSE]);
        with_place(STRONGEST, 0, &[HOUSE, THREE]);
        (1..5).for_each(|place| with_place(STRONGEST, place, same[0]));

        // Each has a row for each part.
        for _ in 0..2 {
            self.kind("T15", STRONGEST, |hand| {
                kind_of(hand.chunk_by(|a, b| a == b).map(<[_]>::len).collect())
            });
            self.kind("T16", STRONGEST, |hand| {
                let (mut first, mut second) = (0, 0);
                for count in hand.map(|label| count(hand, label)) {
                    if count > first {
                        (first, second) = (count, first);
                    }
                }
                kind_of(vec![first, second])
            });
            self.kind("T17", STRONGEST, |hand| match hand {
                ['2', '3', '4', '5', '6'] => HIGH + 1,
                _ => as_dealt(hand),
            });
        }
        self.add("P1", |program| program.kind = Rc::new(with_jokers));

        const WITH: i64 = 0;
        const ABOVE: i64 = 1;
        const BELOW: i64 = -1;
        for (name, moves) in [
            ("T1", &[(HOUSE, ABOVE, FOUR)][..]),
            ("T2", &[(HOUSE, WITH, FOUR)]),
            ("T13", &[(HOUSE, WITH, THREE)]),
            ("T14", &[(HOUSE, BELOW, THREE)]),
            ("T4", &[(PAIR, WITH, TWO_PAIR)]),
            ("T5", &[(HIGH, WITH, PAIR)]),
            ("T6", &[(FIVE, WITH, TWO_PAIR)]),
            ("T7", &[(HOUSE, WITH, FOUR), (TWO_PAIR, WITH, THREE)]),
            ("T8", &[(HOUSE, WITH, THREE), (TWO_PAIR, WITH, PAIR)]),
            ("T9", &[(TWO_PAIR, ABOVE, THREE)]),
            ("T10", &[(PAIR, ABOVE, THREE)]),
            ("T12", &[(HOUSE, WITH, THREE), (TWO_PAIR, WITH, HIGH), (PAIR, WITH, HIGH)]),
        ] {
            self.add(name, move |program| {
                for (kind, side, other) in moves {
                    let place = program.places[other].saturating_add_signed(*side);
                    program.places.insert(*kind, place);
                }
            });
        }
    }

    fn add_labels(&mut self) {
        let codes = || LABELS.chars().map(u64::from);
        self.add("K4", move |program| program.set(LABELS, codes()));
        self.add("K4", move |program| {
            program.set(LABELS, codes());
            program.set("J", [1]);
        });
        self.add("K5", |program| program.set("T", [0]));
        self.add("K5", |program| program.set("T", [1]));
        for value in [2, 0, 1] {
            self.add("K6", move |program| program.set("23456789", [value; 8]));
        }
        self.add("K10", |program| program.set("T", [14]));
        self.add("K16", |program| program.set("A", [0]));
        self.add("K16", |program| program.set("A", [1]));
        self.add("K16", |program| program.set("JA23456789TQK", 1..));
        self.add("J1", |program| program.set("J", [11]));
        self.add("J3", |program| program.set("J", [2]));
        self.add("P1", |program| program.set("J", [1]));
    }

    fn add_ties(&mut self) {
        self.key("K1", |program, hand| reversed(sorted(program.values(hand))));
        self.key("K24", |program, hand| sorted(program.values(hand)));
        self.key("K24", |program, hand| program.values(sorted(hand)));
        self.key("K24", |program, hand| program.values(reversed(sorted(hand))));
        // So many cards are compared, and equal hands may be in reverse order.
        for (name, cards, later_first) in [
            ("K3", 1, false),
            ("K3", 1, true),
            ("K23", 4, true),
            ("K23", 4, false),
            ("K11", 0, false),
            ("K11", 0, true),
        ] {
            self.add(name, move |program| {
                program.key = Rc::new(move |program, hand| program.values(hand)[..cards].to_vec());
                program.later_first = later_first;
            });
        }
        self.add("K26", |program| {
            program.key = Rc::new(|_, _| Vec::new());
            (program.key_is_all, program.bid_breaks_ties) = (true, true);
        });
        self.key("K12", |program, hand| hand.map(|label| u64::MAX - program.value(label)).to_vec());
        self.key("K13", |program, hand| reversed(program.values(hand)));
        self.key("K14", |program, hand| vec![program.values(hand).iter().sum()]);
        self.key("K14", |program, hand| {
            vec![hand.iter().map(|&label| program.weaker_labels(label)).sum()]
        });
        self.key("K15", |program, hand| sorted(program.values(hand))[4..].to_vec());
        self.key("K15", |program, hand| program.values(hand.into_iter().max()));
        for _ in 0..2 {
            self.key("K27", |program, hand| {
                let mut key = program.values(hand);
                let is_high = others(hand).len() == 5 || !program.joker && as_dealt(hand) == HIGH;
                key.insert(0, if is_high { sorted(key.clone())[4] } else { 0 });
                key
            });
        }
        self.add("J3", |program| {
            program.key = Rc::new(|program, hand| program.values(replaced(hand, |_| '2')));
            program.bid_breaks_ties = true;
        });
        // Each joker has the value of a card.
        for card in [
            STRONGEST,
            |hand| if hand == JJJJJ { 'J' } else { STRONGEST(hand) },
            FIRST,
            |hand| if hand == JJJJJ { 'J' } else { FIRST(hand) },
            |hand| if others(hand).first() == Some(&2) { FIRST(hand) } else { STRONGEST(hand) },
            |hand| most(hand, OTHERS.chars().rev()),
            |hand| if hand == JJJJJ { 'A' } else { 'J' },
        ] {
            self.key("J4", move |program, hand| program.values(replaced(hand, card)));
        }
    }

    /// Cards are compared by the groups of equal cards that they are in.
    fn add_groups(&mut self) {
        let by_code = |program: &Program, hand| {
            program.values(each_once(largest_first(hand, |label| (count(hand, label), label))))
        };
        let alone = |program: &Program, hand| {
            program.values(each_once(largest_first(hand, |label| (program.value(label), label))))
        };
        let cards = |program: &Program, hand| program.values(larger_first(program, hand));
        self.key_and_dealt("K2", cards);
        self.key_and_dealt("K2", move |program, hand| cards(program, replaced(hand, STRONGEST)));
        self.key_and_dealt("K2", |program, hand| {
            let mut cards = larger_first(program, hand);
            cards.sort_by_key(|&label| label == 'J');
            program.values(cards)
        });
        self.key_and_dealt("K2", |program, hand| {
            let size_and_value = |label| [count(hand, label) as u64, program.value(label)];
            let groups = each_once(larger_first(program, hand));
            groups.into_iter().flat_map(size_and_value).collect()
        });
        self.key_and_dealt("K2", |program, hand| {
            program.values(each_once(larger_first(program, hand)))
        });
        self.key("K2", by_code);
        // Under standard rules.
        self.key_and_dealt("K2", cards);
        self.key("K2", by_code);
        self.key_and_dealt("K25", alone);
        self.key_and_dealt("K25", move |program, hand| alone(program, replaced(hand, STRONGEST)));
    }

    /// Labels are looked up in a list without the digits, so that they are equal.
    fn add_lists_without_digits(&mut self) {
        let is_less = |game: &Game<'_>, i: usize, j: usize| {
            let place = |label: char| match label.is_ascii_digit() {
                true => 0,
                false => 1 + game.program.weaker_labels(label),
            };
            let differ = iter::zip(game.hand(i), game.hand(j)).find(|(a, b)| a != b);
            let [a, b] = differ.map_or([0, 0], |(a, b)| [place(a), place(b)]);
            (game.levels[i], a) < (game.levels[j], b)
        };
        for (to_front, each_type_alone) in
            [(false, false), (false, true), (true, false), (true, true)]
        {
            let sort = move |game: &Game<'_>, order: Vec<usize>| match to_front {
                true => reversed(tim_sort(&order, |i, j| is_less(game, j, i))),
                false => tim_sort(&order, |i, j| is_less(game, i, j)),
            };
            self.add("K6", move |program| {
                program.sort = Rc::new(move |game, order| {
                    let lists = if each_type_alone { game.by_type(&order) } else { vec![order] };
                    lists.into_iter().flat_map(|list| sort(game, list)).collect()
                });
            });
        }
    }

    fn add_numbers(&mut self) {
        let number = Number::default();
        for front in [None, Some(1)] {
            for (name, base) in [("K7", 10), ("K8", 12), ("K8", 11), ("K8", 2)] {
                let number = Number { front, base: Some(base), ..number };
                self.number(name, number);
                if base > 2 {
                    self.number(name, Number { minus: 2, ..number });
                    self.number(name, Number { by_place: true, ..number });
                }
            }
        }
        for front in [None, Some(1), Some(0)] {
            (0..3).for_each(|minus| self.number("K9", Number { front, minus, ..number }));
            // Bases, and how much lower each value is.
            let few = [(13, 2), (14, 1), (14, 2), (15, 0), (15, 1), (15, 2)];
            let more = [(16, 0), (16, 1), (16, 2), (100, 0), (100, 1), (100, 2)];
            let places_from_1 = [(14, 1), (15, 1), (16, 1), (100, 1)];
            let places_from_0 = [(13, 2), (14, 2), (15, 2), (16, 2), (100, 2)];
            let (values, places) = match front {
                Some(1) => (few.to_vec(), places_from_0[..2].to_vec()),
                _ => ([few, more].concat(), [&places_from_1[..], &places_from_0].concat()),
            };
            for (by_place, numbers) in [(false, values), (true, places)] {
                for (base, minus) in numbers {
                    let base = Some(base);
                    self.number("K21", Number { front, base, minus, by_place, is_text: true });
                }
            }
        }
    }

    fn number(&mut self, name: Name, number: Number) {
        self.add(name, move |program| {
            program.key_is_all = number.front.is_some();
            program.key = Rc::new(move |program, hand| number.key(program, hand));
        });
    }

    #[allow(clippy::float_arithmetic, reason = "the rounding of 32-bit floats is the mistake")]
    fn add_procedures(&mut self) {
        self.order("K20", |game| (0..game.entries.len()).collect());
        self.order("K20", |game| reversed(game.all()));
        self.order("K18", |game| {
            let mut order = game.all();
            for i in 1..order.len() {
                let pair = game.sort(order[i - 1..=i].to_vec());
                order[i - 1..=i].copy_from_slice(&pair);
            }
            order
        });
        self.order("S1", |game| reversed(game.sorted()));
        self.order("S1", |game| reversed(game.sort(reversed(game.all()))));
        self.add("S1", |program| {
            program.order = Rc::new(|game| reversed(game.sorted()));
            program.total = Rc::new(|_, bids| total(0, bids));
        });
        self.total("S2", |_, bids| total(0, bids));
        self.total("S20", |game, _| {
            let types = game.by_type(&game.sorted());
            types.iter().map(|of_type| total(1, game.bids(of_type))).sum()
        });
        self.order("S19", |game| {
            let mut taken = game.all();
            game.sorted().into_iter().enumerate().for_each(|(place, i)| taken[i] = place);
            taken
        });
        self.total("S8b", |_, bids| bids.into_iter().map(i128::from).sum());
        self.total("S7", |_, bids| total(1, bids[..bids.len() - 1].to_vec()));
        self.total("S7", |_, bids| total(2, bids[1..].to_vec()));
        for _ in 0..2 {
            self.add("S9", |program| *program = Program::right(!program.joker));
        }
        for total in [6440, 5905, 6592, 6839, 1343, 1369, 4567, 3778] {
            self.total("S10", move |_, _| total);
        }
        self.total("S12", |_, bids| i128::from(total(1, bids) as u32));
        self.total("S12", |_, bids| i128::from(total(1, bids) as i32));
        self.total("S14", |_, bids| i128::from(total(1, bids) as u16));
        self.total("S15", |_, bids| {
            let ranked = (1u8..).zip(bids);
            ranked.fold(0.0, |sum, (rank, bid)| sum + f32::from(rank) * bid as f32) as i128
        });
        self.total("S17", |game, bids| Program::right(false).play(game.entries).1 + total(1, bids));
        self.total("S17", |_, bids| total(1, bids.into_iter().flat_map(|bid| [bid; 2])));
        self.total("S17", |_, bids| total(1 + bids.len() as u64, bids));
        self.order("S3", |game| game.sort(0..game.entries.len() - 1));
        self.order("J5", |game| {
            game.sort(game.all().into_iter().filter(|&i| game.hand(i) != JJJJJ))
        });
        self.order("S4", |game| game.sort(1..game.entries.len()));
        self.order("S18", |_| vec![0]);
        // In a dictionary a later entry takes the place of an earlier one.
        self.order("S5", |game| game.sort(one_per(game.all(), |i| game.hand(i))));
        self.order("S6", |game| game.sort(one_per(game.all(), |i| game.entries[i].1)));
        self.order("J32", |game| {
            game.sort(one_per(game.all(), |i| replaced(game.hand(i), STRONGEST)))
        });
        self.total("J32", |game, _| {
            let hands: Vec<Hand> =
                game.all().into_iter().map(|i| replaced(game.hand(i), STRONGEST)).collect();
            let first = |i: usize| hands.iter().position(|&hand| hand == hands[i]).unwrap();
            total(1, game.bids(&game.sorted().into_iter().map(first).collect::<Vec<_>>()))
        });
        self.order("S11", |game| {
            let mut order = game.sorted();
            order.sort_by_key(|&i| i > 0);
            order
        });
        for digits in [1, 2, 3] {
            self.total("S13", move |_, bids| {
                let first = |bid: u64| bid.to_string().chars().take(digits).collect::<String>();
                total(1, bids.into_iter().map(|bid| first(bid).parse().unwrap()))
            });
        }
        for power in [10, 100, 1000] {
            self.total("S13", move |_, bids| total(1, bids.into_iter().map(|bid| bid % power)));
        }
        for fewest in [1, 2] {
            self.order("K22", move |game| {
                let types = game.by_type(&game.all());
                let pairs = types.iter().flat_map(|of_type| of_type.chunks(2));
                let pairs = pairs.filter(|pair| pair.len() >= fewest);
                pairs.flat_map(|pair| game.sort(pair.to_vec())).collect()
            });
        }
    }
}

/// All labels but `J`, weakest first.
const OTHERS: &str = "23456789TQKA";

/// The most common label other than `J`, the strongest of several: what a joker stands for.
const STRONGEST: Choice = |hand| most(hand, OTHERS.chars());
/// The same, but the first of several.
const FIRST: Choice = |hand| most(hand, not_j(hand).rev());
/// The most common label, which may be `J`, the first of several.
const COMMONEST: Choice = |hand| most(hand, hand.into_iter().rev());
/// The same, but the weakest of several, `J` between `T` and `Q`.
const WEAKEST: Choice = |hand| most(hand, LABELS.chars().rev());

/// Returns the label that a hand has most often, the last of several, and an ace if there is none to choose from.
fn most(hand: Hand, labels: impl IntoIterator<Item = char>) -> char {
    labels.into_iter().max_by_key(|&label| count(hand, label)).unwrap_or('A')
}

fn not_j(hand: Hand) -> impl DoubleEndedIterator<Item = char> {
    hand.into_iter().filter(|&label| label != 'J')
}

/// Replaces all jokers by the card of a choice.
fn replaced(hand: Hand, card: impl Fn(Hand) -> char) -> Hand {
    hand.map(|label| if label == 'J' { card(hand) } else { label })
}

/// The type by this rule, but `JJJJJ` is right.
fn but_five(kind: impl Rule) -> impl Rule {
    move |hand| if hand == JJJJJ { FIVE } else { kind(hand) }
}

/// Returns the type of counts that are compared one after another.
fn listed(counts: &[usize]) -> Kind {
    (0..5).fold(0, |number, i| 10 * number + *counts.get(i).unwrap_or(&0) as Kind)
}

/// Returns the type by the number of other labels than `J`, and by the largest count.
fn by_number_of_labels(hand: Hand) -> Kind {
    match (others(hand).len(), others(hand).first()) {
        (0 | 1, _) => FIVE,
        (2, Some(4)) => FOUR,
        (2, _) => HOUSE,
        (3, Some(3)) => THREE,
        (3, _) => TWO_PAIR,
        (4, _) => PAIR,
        _ => HIGH,
    }
}

/// Returns the type that one joker makes of another.
fn upgraded(kind: Kind) -> Kind {
    match kind {
        HIGH => PAIR,
        PAIR => THREE,
        TWO_PAIR => HOUSE,
        THREE | HOUSE => FOUR,
        _ => FIVE,
    }
}

/// Returns the type that is so many types above.
fn up(kind: Kind, types: usize) -> Kind {
    *TYPES.iter().filter(|&&above| above >= kind).nth(types).unwrap_or(&FIVE)
}

type Test = fn(&usize, &usize) -> bool;
const ANY: usize = usize::MAX;
const NEVER: usize = usize::MAX;

/// Tests counts for each type: a full house for so many groups of 2, one of them perhaps the group of 3, and two pair for
/// at most so many.
fn tested(counts: &[usize], is: Test, in_house: usize, in_two_pair: usize) -> Kind {
    let groups = |size| counts.iter().filter(|count| is(count, &size)).count();
    match (groups(5), groups(4), groups(3), groups(2)) {
        (1.., ..) => FIVE,
        (_, 1.., ..) => FOUR,
        (.., 1.., pairs) if pairs >= in_house => HOUSE,
        (.., 1.., _) => THREE,
        (.., pairs) if (2..=in_two_pair).contains(&pairs) => TWO_PAIR,
        (.., 1..) => PAIR,
        _ => HIGH,
    }
}

fn sorted<T: Ord>(cards: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut cards: Vec<T> = cards.into_iter().collect();
    cards.sort_unstable();
    cards
}

fn reversed<T>(mut list: Vec<T>) -> Vec<T> {
    list.reverse();
    list
}

fn largest_first<K: Ord>(hand: Hand, key: impl Fn(char) -> K) -> Vec<char> {
    let mut cards = hand.to_vec();
    cards.sort_unstable_by_key(|&label| Reverse(key(label)));
    cards
}

/// The cards of larger groups first, and then stronger ones.
fn larger_first(program: &Program, hand: Hand) -> Vec<char> {
    largest_first(hand, |label| (count(hand, label), program.value(label), label))
}

/// One card of each group.
fn each_once(mut cards: Vec<char>) -> Vec<char> {
    cards.dedup();
    cards
}

/// TimSort of fewer than 64 entries: a run, and binary insertion.
fn tim_sort(order: &[usize], less: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let descends = order.len() > 1 && less(order[1], order[0]);
    let pairs = order.windows(2).take_while(|pair| less(pair[1], pair[0]) == descends);
    let (run, rest) = order.split_at(order.len().min(1 + pairs.count()));
    let mut sorted = if descends { reversed(run.to_vec()) } else { run.to_vec() };
    for &entry in rest {
        // Not `partition_point`, whose steps may change: for a comparison that is no order, they matter.
        let (mut low, mut high) = (0, sorted.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if less(entry, sorted[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        sorted.insert(low, entry);
    }
    sorted
}

/// A number whose digits are the values of the cards.
#[derive(Clone, Copy, Default)]
struct Number {
    /// If set, the type is the first digit, and this is the weakest type's.
    front: Option<u64>,
    /// Larger values carry. Without a base, values are written one after another.
    base: Option<u64>,
    /// Each value is lower by this, but at least 0.
    minus: u64,
    /// Values are 2 to 14 in the order of the labels.
    by_place: bool,
    /// Numbers are compared as text.
    is_text: bool,
}

impl Number {
    fn key(self, program: &Program, hand: Hand) -> Vec<u64> {
        let value = |label| match self.by_place {
            true => 2 + program.weaker_labels(label),
            false => program.value(label),
        };
        let front = self.front.map(|weakest| weakest + program.weaker_types(hand));
        let digits = hand.map(|label| value(label).saturating_sub(self.minus));
        let digits = front.into_iter().chain(digits);
        let number = match self.base {
            Some(base) => digits.fold(0, |number, digit| number * base + digit),
            None => digits.map(|digit| digit.to_string()).collect::<String>().parse().unwrap(),
        };
        match self.is_text {
            true => number.to_string().bytes().map(u64::from).collect(),
            false => vec![number],
        }
    }
}

/// Returns the last entry with each key, in the place of the first.
fn one_per<K: PartialEq>(entries: Vec<usize>, key: impl Fn(usize) -> K) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for i in entries {
        match kept.iter_mut().find(|other| key(**other) == key(i)) {
            Some(earlier) => *earlier = i,
            None => kept.push(i),
        }
    }
    kept
}
