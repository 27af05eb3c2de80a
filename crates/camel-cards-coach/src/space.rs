//! The points of the space that are one change away from right: the mistakes that
//! people really make, by name, then every other change of each axis.

use camel_cards::{Card, HandType, HandType::*, Rules};

use crate::{
    Cell, Solution,
    mistake::{Effect, LabelChange, Mistake, Origin, type_order},
    solution::{By, Chosen, Ranking, Reading, Slot, StandIn, TYPE_ORDER, TieBreak},
};

/// Returns every mistake under `rules` that is one change: those with names
/// first, and none that changes nothing or repeats another.
pub fn mistakes(rules: Rules) -> Vec<Mistake> {
    let right = Solution::right(rules);
    let mut space = Space { rules, right, mistakes: Vec::new(), solutions: Vec::new() };
    space.named_types();
    space.named_type_orders();
    space.named_labels();
    space.named_tie_breaks();
    space.named_rankings();
    space.cells();
    space.type_orders();
    space.labels();
    space.tie_breaks();
    space.mistakes
}

struct Space {
    rules: Rules,
    right: Solution,
    mistakes: Vec<Mistake>,
    /// What each of the mistakes makes of the right one.
    solutions: Vec<Solution>,
}

impl Space {
    fn add(&mut self, origin: Origin, id: &str, effect: Effect, summary: &str, hint: &'static str) {
        let mut solution = self.right.clone();
        effect.apply(&mut solution);
        // Two names for one thing are both kept, so that either is found.
        let solution = in_order(solution);
        let repeats = (self.solutions.iter().zip(&self.mistakes)).any(|(other, mistake)| {
            (origin == Origin::Unnamed || mistake.id == id) && *other == solution
        });
        if solution != in_order(self.right.clone()) && !repeats {
            let (id, summary) = (id.to_owned(), summary.to_owned());
            self.mistakes.push(Mistake { id, origin, effect, summary, hint });
            self.solutions.push(solution);
        }
    }

    /// A table made by a rule: from the counts of the other labels and of jokers.
    fn table(
        &mut self,
        origin: Origin,
        id: &str,
        summary: &str,
        hint: &'static str,
        rule: &dyn Fn(&[u8], u8) -> Slot,
    ) {
        let changed = Cell::all().filter_map(|cell| {
            let (others, jokers) = cell.counts();
            let slot = (jokers > 0).then(|| rule(&others, jokers))?;
            (slot != Slot::Type(cell.hand_type(self.rules))).then_some((cell, slot))
        });
        let effect = Effect::Cells(changed.collect());
        self.add(origin, id, effect, summary, hint);
    }

    fn named_types(&mut self) {
        use Origin::{Near, Real};
        if self.rules == Rules::Standard {
            let wild = Cell::all().map(|cell| (cell, Slot::Type(cell.hand_type(Rules::Joker))));
            self.add(
                Near,
                "P1",
                Effect::Cells(wild.collect()),
                "J is wild in part 1, where it is a jack",
                "count J like any other label in part 1",
            );
            return;
        }
        const COUNT: &str = "take the jokers out of the label counts, add their number to the largest count that is left, and only then look the type up";
        const CELLS: &[(&str, Origin, &str, &[Slot])] = &[
            ("J5", Real, "JJJJJ", &[Slot::Type(HighCard), Slot::Below]),
            ("J6", Real, "JJJJx", &[Slot::Type(FourOfAKind)]),
            ("J7", Real, "JJJxx", &[Slot::Type(FullHouse), Slot::Type(HighCard)]),
            ("J8", Real, "JJJxy", &[Slot::Type(TwoPair), Slot::Type(ThreeOfAKind), Slot::Above]),
            (
                "J9",
                Real,
                "JJxyz",
                &[Slot::Type(TwoPair), Slot::Type(OnePair), Slot::Type(FullHouse)],
            ),
            ("J10", Real, "xxJyz", &[Slot::Type(FullHouse), Slot::Type(TwoPair)]),
            ("J11", Real, "xxyyJ", &[Slot::Type(ThreeOfAKind), Slot::Type(TwoPair)]),
            ("J12", Real, "xxxJy", &[Slot::Type(FullHouse)]),
            ("J13", Near, "xxJJy", &[Slot::Type(FullHouse), Slot::Type(ThreeOfAKind)]),
            ("J14", Real, "xyzwJ", &[Slot::Type(HighCard)]),
            ("J15", Real, "xxxJJ", &[Slot::Type(FullHouse), Slot::Type(FourOfAKind)]),
            ("J16", Real, "xxxxJ", &[Slot::Type(FourOfAKind)]),
            ("T3b", Real, "xxxyy", &[Slot::Type(ThreeOfAKind)]),
            // Relatives that leave a hand as it was dealt or nearly so.
            ("J6", Near, "JJJJx", &[Slot::Type(HighCard), Slot::Below]),
            ("J7", Near, "JJJxx", &[Slot::Type(FourOfAKind)]),
            ("J8", Near, "JJJxy", &[Slot::Type(HighCard), Slot::Type(FullHouse)]),
            ("J13", Near, "xxJJy", &[Slot::Type(TwoPair)]),
            ("J12", Near, "xxxJy", &[Slot::Type(ThreeOfAKind)]),
        ];
        for &(id, origin, pattern, slots) in CELLS {
            for &slot in slots {
                let summary = counted_as(pattern, slot);
                let effect = Effect::Cells(vec![(cell(pattern), slot)]);
                let hint = match id {
                    "J5" => {
                        "treat JJJJJ before taking the largest of the other counts: there is none, and it is five of a kind"
                    }
                    _ => COUNT,
                };
                self.add(origin, id, effect, &summary, hint);
            }
        }
        self.add(
            Real,
            "J8",
            Effect::Cells(vec![
                (cell("JJJxy"), Slot::Type(HighCard)),
                (cell("JJJxx"), Slot::Type(HighCard)),
            ]),
            "three jokers make a high card, with a pair or without (JJJxy, JJJxx)",
            COUNT,
        );
        self.table(
            Real,
            "J2",
            "J is weakest in ties but not wild: hands keep the type they have as dealt",
            COUNT,
            &|others, jokers| by_counts(&[others, &[jokers]].concat()),
        );
        for exactly in [false, true] {
            for own_group in [OwnGroup::Left, OwnGroup::Kept, OwnGroup::Doubled] {
                for full_house in [
                    FullHouseWhen::ThreeAndTwo,
                    FullHouseWhen::ThreeAndTwoPairs,
                    FullHouseWhen::Natural,
                ] {
                    self.table(
                        Real,
                        "J17",
                        &format!(
                            "jokers are added to every group{}, tested with {}{}",
                            match own_group {
                                OwnGroup::Left => "",
                                OwnGroup::Kept => ", J's own group counted too",
                                OwnGroup::Doubled => ", to J's own too",
                            },
                            if exactly { "==" } else { ">=" },
                            match full_house {
                                FullHouseWhen::ThreeAndTwo => "",
                                FullHouseWhen::ThreeAndTwoPairs =>
                                    "; a full house when some group has 3 and two have 2",
                                FullHouseWhen::Natural => "; a full house only without jokers",
                            }
                        ),
                        COUNT,
                        &|others, jokers| {
                            joined_to_all(others, jokers, exactly, own_group, full_house)
                        },
                    );
                }
            }
        }
        self.table(
            Real,
            "J18",
            "jokers are added to the best group while J's own group stays too",
            COUNT,
            &|others, jokers| by_counts(&[&added_to_best(others, jokers)[..], &[jokers]].concat()),
        );
        self.table(
            Real,
            "J19",
            "jokers join the least common label",
            "add the jokers to the largest count, not to the smallest",
            &|others, jokers| {
                let mut counts = others.to_vec();
                match counts.last_mut() {
                    Some(least) => *least += jokers,
                    None => counts.push(jokers),
                }
                by_counts(&counts)
            },
        );
        for jokers_win in [true, false] {
            self.table(Near, "J20", if jokers_win {
                "jokers join the most common label, which may be J itself, also where another is as common"
            } else {
                "jokers join the most common label, which may be J itself"
            }, "leave J out when you look for the most common label", &|others, jokers| {
                let most = others.first().copied().unwrap_or(0);
                match jokers > most || jokers_win && jokers == most {
                    true => by_counts(&[others, &[jokers]].concat()),
                    false => by_counts(&added_to_best(others, jokers)),
                }
            });
        }
        for (id, chosen, card) in [
            ("J21", Chosen::Highest, "the highest other card"),
            ("J22", Chosen::Ace, "always an ace"),
            ("J26", Chosen::First, "the first card"),
            ("J26", Chosen::FirstOther, "the first other card"),
            (
                "J20",
                Chosen::MostFrequent,
                "the first of the most common labels, which may be J itself",
            ),
        ] {
            self.add(
                Near,
                id,
                Effect::JokersBecome(chosen),
                &format!("jokers become {card}, not the card that makes the strongest type"),
                "jokers join the most common other label",
            );
        }
        let up = |slot: Slot, jokers: u8| {
            let index = (slot.index() - 1 + usize::from(jokers)).min(6);
            Slot::Type(HandType::ALL[index])
        };
        self.table(
            Near,
            "J23",
            "a hand goes up one type for each joker, from the type it has as dealt",
            COUNT,
            &|others, jokers| up(by_counts(&[others, &[jokers]].concat()), jokers),
        );
        self.table(
            Near,
            "J23",
            "a hand goes up one type for each joker, from the type of its other cards",
            COUNT,
            &|others, jokers| up(by_counts(others), jokers),
        );
        self.table(
            Near,
            "J24",
            "only one joker is used",
            "add the number of jokers, not 1",
            &|others, jokers| by_counts(&[&added_to_best(others, 1)[..], &[jokers - 1]].concat()),
        );
        self.table(
            Near,
            "J24",
            "only one joker is used, and the others are not counted at all",
            "add the number of jokers, not 1",
            &|others, _| by_counts(&added_to_best(others, 1)),
        );
        self.table(
            Near,
            "J24",
            "only one joker is used, if that is better than none",
            "add the number of jokers, not 1",
            &|others, jokers| {
                let one = by_counts(&[&added_to_best(others, 1)[..], &[jokers - 1]].concat());
                one.max(by_counts(&[others, &[jokers]].concat()))
            },
        );
        const BACK: &str = "add the number of jokers to the largest count after taking them out";
        self.table(Near, "J25", "jokers are taken out and not added back", BACK, &|others, _| {
            by_counts(others)
        });
        self.table(
            Near,
            "J25",
            "jokers are taken out and not added back; the type goes by the number of labels",
            BACK,
            &|others, _| {
                Slot::Type(match (others.len(), others.first()) {
                    (0 | 1, _) => FiveOfAKind,
                    (2, Some(4)) => FourOfAKind,
                    (2, _) => FullHouse,
                    (3, Some(3)) => ThreeOfAKind,
                    (3, _) => TwoPair,
                    (4, _) => OnePair,
                    _ => HighCard,
                })
            },
        );
    }

    fn named_type_orders(&mut self) {
        use Origin::{Near, Real};
        let level = |hand_type: HandType| TYPE_ORDER[Slot::Type(hand_type).index()];
        let swap = |a, b| type_order(&[(a, level(b)), (b, level(a))]);
        const ORDER: &str =
            "give each of the seven types a number of its own, in the order of the rules";
        const TEST: &str = "test for the two counts that make the type: three and two is a full house, three alone is not";
        for (id, origin, order, summary, hint) in [
            (
                "T1",
                Real,
                swap(FullHouse, FourOfAKind),
                "full house ranks above four of a kind",
                ORDER,
            ),
            (
                "T2",
                Real,
                type_order(&[(FullHouse, level(FourOfAKind))]),
                "full house and four of a kind are one type",
                "both have two labels: look at the largest count too",
            ),
            (
                "T3",
                Real,
                type_order(&[(ThreeOfAKind, level(FullHouse))]),
                "three of a kind is counted as full house",
                TEST,
            ),
            (
                "T4",
                Real,
                type_order(&[(OnePair, level(TwoPair))]),
                "one pair is counted as two pair",
                "count how many labels occur twice",
            ),
            (
                "T5",
                Real,
                type_order(&[(HighCard, level(OnePair))]),
                "high card is counted as one pair",
                "five different labels are the weakest type, below one pair",
            ),
            (
                "T6",
                Real,
                type_order(&[(FiveOfAKind, level(TwoPair))]),
                "five of a kind ranks inside two pair",
                "test for five equal labels first",
            ),
            (
                "T7",
                Near,
                type_order(&[(FullHouse, level(FourOfAKind)), (TwoPair, level(ThreeOfAKind))]),
                "the type is the number of different labels only",
                "look at the largest count too",
            ),
            (
                "T8",
                Near,
                type_order(&[(FullHouse, level(ThreeOfAKind)), (TwoPair, level(OnePair))]),
                "the type is the largest count only",
                "look at the second largest count too",
            ),
            (
                "T9",
                Near,
                swap(TwoPair, ThreeOfAKind),
                "two pair ranks above three of a kind",
                ORDER,
            ),
            (
                "T10",
                Real,
                type_order(&[(OnePair, level(ThreeOfAKind) + 5)]),
                "one pair ranks between three of a kind and full house",
                ORDER,
            ),
        ] {
            self.add(origin, id, Effect::TypeOrder(order), summary, hint);
        }
    }

    fn named_labels(&mut self) {
        use LabelChange::*;
        use Origin::{Near, Real};
        const CODES: &str = "map each label to its place in the order of labels; character codes sort A before K, and J before K, Q and T";
        const TEN: &str = "T is a label like any other: ten, between 9 and J";
        const LOOK_UP: &str = "labels in hands are characters: look characters up, not numbers";
        const WEAKEST: &str = "put J first in the order of labels for part 2: J23456789TQKA";
        const BOTH: &[(&str, Origin, LabelChange, &str, &str)] = &[
            (
                "K4",
                Real,
                Codes { joker_too: false },
                "labels are compared by character code",
                CODES,
            ),
            ("K5", Real, Value(Card::Ten, 0), "T is the lowest label", TEN),
            ("K5", Real, Value(Card::Ten, 1), "T is read as 1", TEN),
            ("K6", Real, Digits(2), "all digits are equal, and below T", LOOK_UP),
            ("K6", Real, Digits(0), "all digits are equal, and below every other label", LOOK_UP),
            ("K6", Real, Digits(1), "all digits are equal, to J too, and below T", LOOK_UP),
            (
                "K10",
                Near,
                Value(Card::Ten, 14),
                "T is equal to A",
                "replace each label once; a chain of replacements turns T into A",
            ),
            ("K16", Near, Value(Card::Ace, 0), "A is the lowest label", "A is the strongest label"),
            ("K16", Near, Value(Card::Ace, 1), "A is read as 1", "A is the strongest label"),
            ("K16", Near, AceBelowTwo, "A is just below 2", "A is the strongest label"),
            (
                "K4",
                Real,
                Codes { joker_too: true },
                "labels are compared by character code, J too",
                CODES,
            ),
        ];
        for &(id, origin, change, summary, hint) in BOTH {
            self.add(origin, id, Effect::Labels(change), summary, hint);
        }
        match self.rules {
            Rules::Standard => self.add(
                Near,
                "P1",
                Effect::Labels(Value(Card::Jack, 1)),
                "J is the weakest label in part 1, where it is a jack",
                "J is between T and Q in part 1",
            ),
            Rules::Joker => {
                self.add(
                    Real,
                    "J1",
                    Effect::Labels(Value(Card::Jack, 11)),
                    "J is wild but still ranks as a jack in ties",
                    WEAKEST,
                );
                self.add(
                    Real,
                    "J3",
                    Effect::Labels(Value(Card::Jack, 2)),
                    "J is equal to 2 in ties",
                    WEAKEST,
                );
            }
        }
    }

    fn named_tie_breaks(&mut self) {
        use Origin::{Near, Real};
        const DEALT: &str = "compare the two hands card by card in the order dealt, and stop at the first that differ";
        const WEIGH: &str = "a base as large as the largest value plus one, or a comparison card by card, cannot carry";
        let joker = self.rules == Rules::Joker;
        let mut add = |origin, id, tie_break: TieBreak, summary: &str, hint| {
            self.add(origin, id, Effect::TieBreak(tie_break), summary, hint);
        };
        let by = TieBreak::by;
        add(
            Real,
            "K1",
            by(By::SortedHighestFirst),
            "cards are sorted, highest first, before they are compared",
            DEALT,
        );
        for jokers_join in [false, true] {
            if jokers_join && !joker {
                continue;
            }
            for then_dealt in [false, true] {
                add(
                    Real,
                    "K2",
                    by(By::Groups { jokers_join, then_dealt }),
                    "ties are broken poker's way: larger groups first, then their labels",
                    DEALT,
                );
            }
        }
        add(
            Real,
            "K3",
            by(By::Cards(&[0])),
            "only the first card is compared, then the order in the input",
            DEALT,
        );
        add(
            Real,
            "K3",
            TieBreak { later_first: true, ..by(By::Cards(&[0])) },
            "only the first card is compared, then the reverse order in the input",
            DEALT,
        );
        for base in [10, 12, 11, 9, 8, 7, 6, 5, 4, 3, 2] {
            for less in [0, 1, 2] {
                for consecutive in [false, true] {
                    if consecutive && !joker {
                        continue;
                    }
                    let (id, origin) = if base == 10 { ("K7", Real) } else { ("K8", Near) };
                    let summary = format!(
                        "cards are digits of a number to base {base}, and values of {base} and more carry"
                    );
                    add(origin, id, by(By::Weights { base, less, consecutive }), &summary, WEIGH);
                }
            }
        }
        for less in [0, 1, 2] {
            add(
                Near,
                "K9",
                by(By::Written { less, as_text: false }),
                "values are written one after another without padding and compared as numbers",
                "give every value two digits, or compare card by card",
            );
        }
        add(
            Real,
            "K11",
            by(By::Cards(&[])),
            "nothing breaks ties: the order in the input stays",
            DEALT,
        );
        add(
            Near,
            "K11",
            TieBreak { later_first: true, ..by(By::Cards(&[])) },
            "nothing breaks ties: the reverse order in the input",
            DEALT,
        );
        add(
            Real,
            "K12",
            TieBreak { reversed: true, ..TieBreak::DEALT },
            "ties are broken in the wrong direction: the weaker card wins",
            "swap the two sides of the comparison of cards, and only that one",
        );
        add(
            Near,
            "K13",
            by(By::Cards(&[4, 3, 2, 1, 0])),
            "cards are compared from right to left",
            DEALT,
        );
        for consecutive in [false, true] {
            let sum = by(By::Sum { consecutive });
            add(Near, "K14", sum, "the sum of the card values breaks ties", DEALT);
        }
        add(Near, "K15", by(By::Highest), "the highest card alone breaks ties", DEALT);
        if joker {
            for (stand_in, summary) in [
                (StandIn::Strongest, "ties are broken with the card that a joker stands for"),
                (
                    StandIn::NotOfFive,
                    "ties are broken with the card that a joker stands for, but for JJJJJ",
                ),
                (
                    StandIn::FirstSeen,
                    "ties are broken with the card that a joker stands for, the first seen of equals",
                ),
            ] {
                let hint = "keep the hand as dealt for the comparison of cards, where J is the weakest label";
                add(Real, "J4", by(By::StandIns(stand_in)), summary, hint);
            }
        }
    }

    fn named_rankings(&mut self) {
        use Origin::{Near, Real};
        const ASCENDING: &str = "sort weakest first: rank 1 is the weakest hand";
        const BITS: &str = "use 64 bits for the total, or more";
        const LINES: &str = "count what you have read: one entry for each line";
        self.add(
            Real,
            "K18",
            Effect::OnePass,
            "neighbours are compared once and never really sorted",
            "use your language's sort",
        );
        self.add(
            Real,
            "S1",
            Effect::Ranking(Ranking::StrongestIsOne),
            "rank 1 is the strongest hand",
            ASCENDING,
        );
        self.add(
            Real,
            "S1",
            Effect::Ranking(Ranking::StrongestFirst),
            "rank 1 is the strongest hand",
            ASCENDING,
        );
        self.add(
            Real,
            "S2",
            Effect::Ranking(Ranking::FromZero),
            "ranks begin at 0",
            "add 1 to the place in the sorted list",
        );
        self.add(
            Near,
            "S7",
            Effect::Ranking(Ranking::WithoutStrongest),
            "the strongest hand is left out of the sum",
            "let the loop include the last entry",
        );
        self.add(
            Near,
            "S12",
            Effect::Ranking(Ranking::Unsigned32),
            "the total overflows 32 bits",
            BITS,
        );
        self.add(
            Near,
            "S12",
            Effect::Ranking(Ranking::Signed32),
            "the total overflows 32 bits with a sign",
            BITS,
        );
        self.add(
            Origin::Unnamed,
            "ranking:from=2",
            Effect::Ranking(Ranking::FromTwo),
            "ranks begin at 2",
            "rank 1 is the weakest hand",
        );
        self.add(Real, "S3", Effect::Reading(Reading::WithoutLast), "the last line is lost", LINES);
        if self.rules == Rules::Joker {
            self.add(
                Real,
                "J5",
                Effect::Reading(Reading::WithoutFiveJokers),
                "JJJJJ is lost, by an error that is caught or skipped",
                "treat JJJJJ before taking the largest of the other counts: there is none, and it is five of a kind",
            );
        }
        self.add(
            Real,
            "S4",
            Effect::Reading(Reading::WithoutFirst),
            "the first line is lost",
            LINES,
        );
        self.add(
            Real,
            "S5",
            Effect::Reading(Reading::OneForEachHand),
            "entries are kept in a dictionary by hand: a repeated hand overwrites",
            "keep a list of entries: a hand may repeat",
        );
        self.add(
            Real,
            "S6",
            Effect::Reading(Reading::OneForEachBid),
            "entries are kept in a dictionary by bid: a repeated bid overwrites",
            "keep a list of entries: a bid may repeat",
        );
        self.add(
            Real,
            "S11",
            Effect::Reading(Reading::FirstSpoiled),
            "a byte-order mark spoils the first hand",
            "skip the bytes EF BB BF at the start of the file",
        );
    }

    /// Every cell counted as every other type; under standard rules, where J is
    /// like any label, every shape.
    fn cells(&mut self) {
        let slots = || [Slot::Below, Slot::Above].into_iter().chain(HandType::ALL.map(Slot::Type));
        let groups: Vec<Vec<Cell>> = match self.rules {
            Rules::Joker => Cell::all().map(|cell| vec![cell]).collect(),
            Rules::Standard => HandType::ALL
                .map(|shape| {
                    Cell::all().filter(|cell| cell.hand_type(Rules::Standard) == shape).collect()
                })
                .into(),
        };
        for cells in groups {
            // A type that is lowest or highest already stays so outside all types.
            let hand_type = cells[0].hand_type(self.rules);
            let alone = self.rules == Rules::Standard || hand_type == HighCard;
            for slot in slots() {
                let stays = matches!(
                    (slot, hand_type),
                    (Slot::Below, HighCard) | (Slot::Above, FiveOfAKind)
                );
                if alone && stays {
                    continue;
                }
                let pattern = cells[0].pattern();
                self.add(
                    Origin::Unnamed,
                    &format!("type:{pattern}={}", slot.id()),
                    Effect::Cells(cells.iter().map(|&cell| (cell, slot)).collect()),
                    &counted_as(pattern, slot),
                    "check what your code makes of the label counts of such a hand",
                );
            }
        }
    }

    /// Two types swapped or merged, one moved.
    fn type_orders(&mut self) {
        let level = |hand_type: HandType| TYPE_ORDER[Slot::Type(hand_type).index()];
        const HINT: &str = "the types, weakest first: high card, one pair, two pair, three of a kind, full house, four of a kind, five of a kind";
        let one_level = type_order(&HandType::ALL.map(|hand_type| (hand_type, level(HighCard))));
        let summary = "types are ignored: hands are compared card by card alone";
        self.add(
            Origin::Unnamed,
            "type-order:none",
            Effect::TypeOrder(one_level),
            summary,
            "compare the types first",
        );
        for a in HandType::ALL {
            for b in HandType::ALL {
                if a == b {
                    continue;
                }
                let id = |change: &str| {
                    format!(
                        "type-order:{}{change}{}",
                        a.name().replace(' ', "-"),
                        b.name().replace(' ', "-")
                    )
                };
                if a < b {
                    let swapped = type_order(&[(a, level(b)), (b, level(a))]);
                    self.add(
                        Origin::Unnamed,
                        &id("<>"),
                        Effect::TypeOrder(swapped),
                        &format!("{a} and {b} have each other's place"),
                        HINT,
                    );
                }
                let merged = type_order(&[(a, level(b))]);
                self.add(
                    Origin::Unnamed,
                    &id("="),
                    Effect::TypeOrder(merged),
                    &format!("{a} counts as {b}"),
                    HINT,
                );
                let (moved, words) = match a < b {
                    true => (level(b) + 5, "above"),
                    false => (level(b) - 5, "below"),
                };
                self.add(
                    Origin::Unnamed,
                    &id(if a < b { ">" } else { "<" }),
                    Effect::TypeOrder(type_order(&[(a, moved)])),
                    &format!("{a} ranks just {words} {b}"),
                    HINT,
                );
            }
        }
    }

    /// One label moved, equal to another, or swapped with it.
    fn labels(&mut self) {
        use LabelChange::*;
        let hint = match self.rules {
            Rules::Standard => "the labels, weakest first: 2 3 4 5 6 7 8 9 T J Q K A",
            Rules::Joker => "the labels, weakest first: J 2 3 4 5 6 7 8 9 T Q K A",
        };
        let weakest_first = *self.rules.labels();
        let mut add = |id: &str, change, summary: &str| {
            self.add(Origin::Unnamed, id, Effect::Labels(change), summary, hint);
        };
        add("labels:as-text", AsText, "values are compared as text: 10 before 2");
        add("labels:reversed", Reversed, "labels are compared in reverse");
        for (i, &card) in weakest_first.iter().enumerate() {
            for (j, &other) in weakest_first.iter().enumerate() {
                if i == j {
                    continue;
                }
                add(
                    &format!("labels:{card}={other}"),
                    Equal(card, other),
                    &format!("{card} is equal to {other}"),
                );
                match i < j {
                    true => add(
                        &format!("labels:{card}>{other}"),
                        Above(card, other),
                        &format!("{card} ranks just above {other}"),
                    ),
                    false => add(
                        &format!("labels:{card}<{other}"),
                        Below(card, other),
                        &format!("{card} ranks just below {other}"),
                    ),
                }
                if i + 1 < j {
                    add(
                        &format!("labels:{card}<>{other}"),
                        Swapped(card, other),
                        &format!("{card} and {other} have each other's place"),
                    );
                }
            }
        }
    }

    fn tie_breaks(&mut self) {
        const PLACES: [(&[usize], &str); 12] = [
            (&[0, 1], "only the first two cards are compared"),
            (&[0, 1, 2], "only the first three cards are compared"),
            (&[0, 1, 2, 3], "only the first four cards are compared"),
            (&[1, 2, 3, 4], "the first card is not compared"),
            (&[0, 2, 3, 4], "the second card is not compared"),
            (&[0, 1, 3, 4], "the third card is not compared"),
            (&[0, 1, 2, 4], "the fourth card is not compared"),
            (&[1, 0, 2, 3, 4], "the second card is compared before the first"),
            (&[0, 2, 1, 3, 4], "the third card is compared before the second"),
            (&[0, 1, 3, 2, 4], "the fourth card is compared before the third"),
            (&[0, 1, 2, 4, 3], "the fifth card is compared before the fourth"),
            (&[4], "only the last card is compared"),
        ];
        let mut ways: Vec<(String, By, String)> = PLACES
            .iter()
            .map(|&(places, words)| {
                let digits: String = places.iter().map(|place| (place + 1).to_string()).collect();
                (digits, By::Cards(places), words.to_owned())
            })
            .collect();
        ways.push((
            "sorted-lowest-first".to_owned(),
            By::SortedLowestFirst,
            "cards are sorted, lowest first, before they are compared".to_owned(),
        ));
        for less in [0, 1, 2] {
            ways.push((
                format!("text-{less}"),
                By::Written { less, as_text: true },
                "values are written one after another and compared as text".to_owned(),
            ));
        }
        if self.rules == Rules::Joker {
            let by = By::Weights { base: 13, less: 0, consecutive: false };
            let words = "cards are digits of a number to base 13, and larger values carry";
            ways.push(("base-13".to_owned(), by, words.to_owned()));
        }
        // Every way that can leave two hands equal, with the later of them first;
        // every way in the wrong direction.
        let named: Vec<TieBreak> = (self.mistakes.iter())
            .filter_map(|mistake| match mistake.effect {
                Effect::TieBreak(tie_break) => Some(tie_break),
                _ => None,
            })
            .collect();
        let described = |tie_break: &TieBreak, mistakes: &[Mistake]| {
            let same =
                mistakes.iter().find(|mistake| mistake.effect == Effect::TieBreak(*tie_break));
            same.map(|mistake| (mistake.id.clone(), mistake.summary.clone()))
        };
        const HINT: &str = "compare the two hands card by card in the order dealt, and stop at the first that differ";
        for (id, by, summary) in ways {
            let id = format!("tie-break:{id}");
            self.add(Origin::Unnamed, &id, Effect::TieBreak(TieBreak::by(by)), &summary, HINT);
            self.add(
                Origin::Unnamed,
                &format!("{id},later-first"),
                Effect::TieBreak(TieBreak { later_first: true, ..TieBreak::by(by) }),
                &format!("{summary}, equal hands in reverse order"),
                HINT,
            );
        }
        for tie_break in named {
            let Some((id, summary)) = described(&tie_break, &self.mistakes) else { continue };
            let id = format!("tie-break:{id}");
            let later = TieBreak { later_first: true, ..tie_break };
            self.add(
                Origin::Unnamed,
                &format!("{id},later-first"),
                Effect::TieBreak(later),
                &format!("{summary}, equal hands in reverse order"),
                HINT,
            );
            let reversed = TieBreak { reversed: !tie_break.reversed, ..tie_break };
            self.add(
                Origin::Unnamed,
                &format!("{id},reversed"),
                Effect::TieBreak(reversed),
                &format!("{summary}, in the wrong direction"),
                HINT,
            );
        }
    }
}

/// The same solution, its labels valued by nothing but their order.
fn in_order(mut solution: Solution) -> Solution {
    if let By::Cards(_) = solution.tie_break.by {
        let labels = solution.labels;
        let weaker = |value| labels.iter().filter(|&&other| other < value).count() as u8;
        solution.labels = labels.map(weaker);
    }
    solution
}

fn cell(pattern: &str) -> Cell {
    Cell::all().find(|cell| cell.pattern() == pattern).expect("the pattern of a cell")
}

fn counted_as(pattern: &str, slot: Slot) -> String {
    format!("{pattern} is counted as {}", slot.words())
}

/// The type that the two largest counts make, whatever else there is.
fn by_counts(counts: &[u8]) -> Slot {
    let mut counts: Vec<u8> = counts.to_vec();
    counts.sort_by_key(|&count| std::cmp::Reverse(count));
    counts.resize(5, 0);
    Slot::Type(match (counts[0], counts[1]) {
        (5.., _) => FiveOfAKind,
        (4, _) => FourOfAKind,
        (3, 2..) => FullHouse,
        (3, _) => ThreeOfAKind,
        (2, 2) => TwoPair,
        (2, _) => OnePair,
        _ => HighCard,
    })
}

fn added_to_best(others: &[u8], jokers: u8) -> Vec<u8> {
    let mut counts = others.to_vec();
    match counts.first_mut() {
        Some(best) => *best += jokers,
        None => counts.push(jokers),
    }
    counts
}

/// What becomes of the group of jokers itself.
#[derive(Clone, Copy)]
enum OwnGroup {
    Left,
    Kept,
    Doubled,
}

#[derive(Clone, Copy)]
enum FullHouseWhen {
    ThreeAndTwo,
    ThreeAndTwoPairs,
    Natural,
}

fn joined_to_all(
    others: &[u8],
    jokers: u8,
    exactly: bool,
    own_group: OwnGroup,
    full_house: FullHouseWhen,
) -> Slot {
    let mut counts: Vec<u8> = others.iter().map(|count| count + jokers).collect();
    match own_group {
        OwnGroup::Left if !others.is_empty() => {}
        OwnGroup::Left | OwnGroup::Kept => counts.push(jokers),
        OwnGroup::Doubled => counts.push(2 * jokers),
    }
    let having = |count: u8| {
        counts
            .iter()
            .filter(|&&there| if exactly { there == count } else { there >= count })
            .count()
    };
    // A group that has three is one of those that have at least two.
    let twos_besides_three = if exactly { 1 } else { 2 };
    let is_full_house = match full_house {
        FullHouseWhen::ThreeAndTwo => having(3) > 0 && having(2) >= twos_besides_three,
        FullHouseWhen::ThreeAndTwoPairs => having(3) > 0 && having(2) >= 2,
        FullHouseWhen::Natural => jokers == 0 && having(3) > 0 && having(2) >= twos_besides_three,
    };
    Slot::Type(if having(5) > 0 {
        FiveOfAKind
    } else if having(4) > 0 {
        FourOfAKind
    } else if is_full_house {
        FullHouse
    } else if having(3) > 0 {
        ThreeOfAKind
    } else if having(2) >= 2 {
        TwoPair
    } else if having(2) == 1 {
        OnePair
    } else {
        HighCard
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `BLESS=1 cargo test -p camel-cards-coach` writes the list anew.
    #[test]
    fn the_documented_list_is_that_of_named_mistakes() {
        let mut list = String::from(
            "# Mistakes that have names\n\nIn patterns different letters are different labels other \
             than `J`. [The coach](coach.md) tries every other single change too.\n",
        );
        for rules in Rules::ALL {
            list += &format!(
                "\n## Part {}, {rules} rules\n\n| id | mistake |\n| --- | --- |\n",
                rules.part()
            );
            let mistakes = mistakes(rules);
            let mut named: Vec<&Mistake> =
                (mistakes.iter()).filter(|mistake| mistake.origin != Origin::Unnamed).collect();
            let number = |id: &str| id[1..].trim_end_matches('b').parse::<u32>().unwrap();
            named.sort_by_key(|mistake| (mistake.id[..1].to_owned(), number(&mistake.id)));
            named.dedup_by_key(|mistake| (&mistake.id, &mistake.summary));
            for mistake in named {
                list += &format!("| {} | {} |\n", mistake.id, mistake.summary);
            }
        }
        list += "\nNot of the space: S8 is a total that no ranking of the entries gives, S9 the other \
                 part's answer, S10 an example's.\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/mistakes.md");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, &list).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), list);
    }
}
