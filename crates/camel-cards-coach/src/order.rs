//! Checks a user's order of the hands, and finds the first two that are out of place.

use std::{
    cmp::Ordering,
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use anstream::adapter::strip_str;
use camel_cards::{Entry, Hand, HandType, Overflow, PerRules, Rules, Strength};
use regex_lite::Regex;
use serde::Serialize;

use crate::{
    diagnose::{
        as_verdict,
        chance::Chance,
        find::{reported, simplest},
        finding::{Finding, MisplacedPair},
    },
    mistakes::Mistake,
    question::Question,
    search::{Match, Search},
    solution::Solution,
};

/// The result of [`diagnose_order`].
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct OrderDiagnosis {
    /// Whether the order is right and complete.
    #[serde(rename = "verdict", serialize_with = "as_verdict")]
    pub is_right: bool,
    /// The rules of the question. If it has none: those under which fewer mistakes explain the order or, if equal,
    /// fewer hands are out of place.
    pub rules: Rules,
    /// The first two neighbours in the wrong order, with their places in the user's order.
    pub misplaced: Option<MisplacedPair>,
    /// The least number of hands that must move so that all are in order.
    pub out_of_place: usize,
    /// Entries that are not in the order.
    pub missing: Vec<Entry>,
    /// Hands of the order that the input does not have.
    pub added: Vec<Hand>,
    /// Hands that the order contains more often than the input.
    pub repeated: Vec<Hand>,
    /// Whether the order has the strongest hand first, and was read from its end.
    pub strongest_first: bool,
    /// Mistakes that give exactly this order, simplest first.
    pub findings: Vec<Finding>,
}

/// With fewer hands than this, a wrong order may be nearer to the reverse than to the right one by chance.
const HANDS_OF_DIRECTION: usize = 10;

/// Finds the mistakes in a user's order of the question's entries, as a program prints it. The question needs no answers.
///
/// A line has one hand, anywhere in it. If most lines have two hands of the input or more, or a line more than three, they
/// are lists, and each hand counts. Other words and lines do not count, so a hand with a misprint is missing. Bids
/// are not compared: a program that leaves them behind is found by its answer. An order of ten hands or more is read
/// strongest first if its types and cards are then in far better order.
///
/// # Errors
///
/// Returns [`Overflow`] under the same condition as [`diagnose`](crate::diagnose).
///
/// ```
/// use camel_cards::{Entry, Rules, entries};
/// use camel_cards_coach::{Question, diagnose_order};
///
/// let entries: Vec<Entry> = entries(b"KK677 28\nKTJJT 220\n").collect::<Result<_, _>>()?;
/// let mut question = Question::new(&entries, Vec::new());
/// question.rules = Some(Rules::Standard);
/// let diagnosis = diagnose_order(&question, "rank 1: KK677\nrank 2: KTJJT\n")?;
/// assert_eq!(diagnosis.misplaced.unwrap().places, [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diagnose_order(question: &Question<'_>, order: &str) -> Result<OrderDiagnosis, Overflow> {
    let (entries, totals) = (question.entries, question.right_totals()?);
    let mut hands = read(order, entries);
    if hands.is_empty() {
        hands = read(&CARD_BY_CARD.replace_all(order, "$1$2$3$4$5"), entries);
    }
    let asked = question.rules_asked();
    let mut diagnoses: Vec<OrderDiagnosis> = Vec::new();
    for (n, &rules) in asked.iter().enumerate() {
        // Types count, because a program may compare cards in the wrong direction, and strengths, because a short list may
        // have one type only. What is not sorted rises about as far as it falls.
        let types: Vec<HandType> = hands.iter().map(|hand| hand.hand_type(rules)).collect();
        let strengths: Vec<Strength> = hands.iter().map(|hand| hand.strength(rules)).collect();
        let rise = longest_rise(types.iter()) + longest_rise(strengths.iter());
        let fall = longest_rise(types.iter().rev()) + longest_rise(strengths.iter().rev());
        let strongest_first = hands.len() >= HANDS_OF_DIRECTION && 2 * fall > 3 * rise;
        let mut weakest_first = hands.clone();
        if strongest_first {
            weakest_first.reverse();
        }
        let Matched { indices, added, repeated } = matched(entries, &weakest_first);
        let strength = |i: &usize| entries[*i].hand.strength(rules);
        let out_of_place = indices.len() - longest_rise(indices.iter().map(strength));
        // Places count in the user's order.
        let mut theirs = indices.clone();
        let mut wrong = Ordering::Greater;
        if strongest_first {
            theirs.reverse();
            wrong = Ordering::Less;
        }
        let is_wrong = |pair: &[usize]| strength(&pair[0]).cmp(&strength(&pair[1])) == wrong;
        let first = theirs.windows(2).position(is_wrong).map(|at| {
            let pair = [theirs[at], theirs[at + 1]].map(|i| entries[i]);
            MisplacedPair::new(pair, [at + 1, at + 2], &Solution::right(rules))
        });
        let is_found: BTreeSet<usize> = indices.iter().copied().collect();
        let missing = (0..entries.len()).filter(|i| !is_found.contains(i)).map(|i| entries[i]);
        let missing: Vec<Entry> = missing.collect();
        let is_whole = added.is_empty() && repeated.is_empty();
        let mut diagnosis = OrderDiagnosis {
            is_right: first.is_none() && missing.is_empty() && is_whole,
            rules,
            misplaced: first,
            out_of_place,
            missing,
            added,
            repeated,
            strongest_first,
            findings: Vec::new(),
        };
        if is_whole && !indices.is_empty() && !diagnosis.is_right {
            let progress = |done| (question.progress)((1000 * n + done) / asked.len());
            diagnosis.findings = findings(question, totals, &indices, &diagnosis, &progress);
        }
        diagnoses.push(diagnosis);
    }
    // One mistake is a likelier explanation than the rules under which fewer hands must move.
    diagnoses.sort_by_key(|diagnosis| {
        let mistakes = diagnosis.findings.first().map_or(usize::MAX, |first| first.ids().len());
        (diagnosis.out_of_place > 0, mistakes, diagnosis.out_of_place)
    });
    Ok(diagnoses.swap_remove(0))
}

/// A line with more different hands of the input than this is a list: one line may have a hand as dealt, with its jokers
/// replaced, and sorted.
const HANDS_IN_LINE: usize = 3;

/// A hand as a list of cards, such as `['3', '2', 'T', '3', 'K']`.
#[expect(clippy::expect_used, reason = "the pattern is a constant")]
static CARD_BY_CARD: LazyLock<Regex> = LazyLock::new(|| {
    let others = r"[^\w\n]{1,4}([2-9TJQKA])".repeat(4);
    Regex::new(&format!(r"(?i)\b([2-9TJQKA]){others}\b")).expect("the pattern is valid")
});

/// Finds the hands in what a program printed.
fn read(text: &str, entries: &[Entry]) -> Vec<Hand> {
    let mut copies: HashMap<Hand, usize> = HashMap::new();
    entries.iter().for_each(|entry| *copies.entry(entry.hand).or_default() += 1);
    // PowerShell writes UTF-16.
    let text = strip_str(text).to_string().replace('\0', "");
    // The words of each line, and the input's hands among them.
    let lines = text.lines().map(|line| {
        let words = line.split(|char: char| !char.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let mut known: Vec<Hand> = Vec::new();
        for hand in hands_among(&words).filter(|hand| copies.contains_key(hand)) {
            // A hand without a joker stays itself if jokers are replaced.
            let is_again = known.iter().rev().take(HANDS_IN_LINE).any(|&other| other == hand);
            if copies[&hand] > 1 || !is_again {
                known.push(hand);
            }
        }
        (words, known)
    });
    let lines: Vec<_> = lines.collect();
    let with_hands = |count| lines.iter().filter(|(_, known)| known.len() >= count).count();
    let are_lists = 2 * with_hands(2) > with_hands(1);
    let mut order = Vec::new();
    for (words, known) in lines {
        if known.len() > HANDS_IN_LINE || are_lists {
            order.extend(known);
            continue;
        }
        // One with a letter, because a number may look like a hand.
        let has_letter = |hand: &Hand| hand.to_string().parse::<u64>().is_err();
        // A hand that the input does not have.
        let first = words.first().copied();
        let other =
            || hands_among(first.as_slice()).chain(hands_among(&words).filter(has_letter)).next();
        order.extend(known.into_iter().min_by_key(|hand| !has_letter(hand)).or_else(other));
    }
    order
}

/// Returns the hands among some words, in upper or lower case.
fn hands_among(words: &[&str]) -> impl Iterator<Item = Hand> {
    words.iter().filter_map(|word| word.to_ascii_uppercase().parse().ok())
}

/// The hands of an order, matched with entries.
#[derive(Default)]
struct Matched {
    /// The entry of each hand that has one.
    indices: Vec<usize>,
    added: Vec<Hand>,
    repeated: Vec<Hand>,
}

/// Matches each hand with the first entry left that has it.
fn matched(entries: &[Entry], order: &[Hand]) -> Matched {
    let mut left: HashMap<Hand, Vec<usize>> = HashMap::new();
    for (i, entry) in entries.iter().enumerate().rev() {
        left.entry(entry.hand).or_default().push(i);
    }
    let mut matched = Matched::default();
    for &hand in order {
        match left.get_mut(&hand).map(Vec::pop) {
            Some(Some(i)) => matched.indices.push(i),
            Some(None) => matched.repeated.push(hand),
            None => matched.added.push(hand),
        }
    }
    matched
}

/// Returns mistakes that give exactly the order of these indices.
fn findings(
    question: &Question<'_>,
    totals: PerRules<u128>,
    indices: &[usize],
    diagnosis: &OrderDiagnosis,
    progress: &dyn Fn(usize) -> bool,
) -> Vec<Finding> {
    let entries = question.entries;
    let bids = indices.iter().map(|&i| u128::from(entries[i].bid));
    let total = (1..).zip(bids).map(|(rank, bid)| rank * bid).sum();
    let (rules, has_mark) = (diagnosis.rules, question.byte_order_mark);
    let search = Search::new(entries, &[total], rules, totals, has_mark);
    // A match of the total must give the order, too.
    let hands = |order: &[usize]| order.iter().map(|&i| entries[i].hand).collect::<Vec<_>>();
    let theirs = hands(indices);
    let gives_order =
        |one: &Match| hands(&Mistake::solution_of(&one.made, rules).order(entries)) == theirs;
    let mut found = simplest(&search, gives_order, progress);
    // The order itself is evidence, too.
    for finding in &mut found {
        if let Some(chance) = &mut finding.chance {
            let of_order =
                Chance::of_order(theirs.len(), diagnosis.out_of_place, chance.candidates);
            let certainty = of_order.certainty(&finding.mistakes);
            if certainty >= finding.certainty {
                (*chance, finding.certainty) = (of_order, certainty);
            }
        }
    }
    reported(found)
}

/// Returns the length of the longest subsequence in which no value is less than the one before: these hands need not move.
fn longest_rise(values: impl Iterator<Item: Copy + Ord>) -> usize {
    // For each length, the least value that such a subsequence ends with.
    let mut ends = Vec::new();
    for value in values {
        match ends.partition_point(|&end| end <= value) {
            length if length == ends.len() => ends.push(value),
            length => ends[length] = value,
        }
    }
    ends.len()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::{
        Certainty, UserAnswer,
        diagnose::diagnose,
        inputs::{Shape, generate},
        mistakes::mistakes,
    };

    fn diagnosed(entries: &[Entry], order: &str, rules: Option<Rules>) -> OrderDiagnosis {
        let mut question = Question::new(entries, Vec::new());
        question.rules = rules;
        diagnose_order(&question, order).unwrap()
    }

    #[test]
    fn an_order_is_that_of_the_rules_under_which_one_mistake_explains_it() {
        let entries: Vec<Entry> =
            camel_cards::entries(b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n")
                .collect::<Result<_, _>>()
                .unwrap();
        let strongest_first = "QQQJA\nT55J5\nKK677\nKTJJT\n32T3K\n";
        // Under joker rules fewer hands are out of place, but it takes two mistakes.
        let out_of_place = |rules| diagnosed(&entries, strongest_first, Some(rules)).out_of_place;
        assert!(out_of_place(Rules::Joker) < out_of_place(Rules::Standard));
        let diagnosis = diagnosed(&entries, strongest_first, None);
        assert_eq!(diagnosis.rules, Rules::Standard);
        assert_eq!(diagnosis.findings[0].ids(), ["S1"]);
        // An order that is right under one of the rules is right.
        let right = "32T3K\nKK677\nT55J5\nQQQJA\nKTJJT\n";
        assert!(diagnosed(&entries, right, None).is_right);
    }

    /// Would take quadratic time if each line looked at all identical hands.
    #[test]
    fn many_identical_hands_are_matched_in_one_pass() {
        let hand = "KTJJT".parse().unwrap();
        let entries: Vec<Entry> = (0..200_000).map(|bid| Entry { hand, bid }).collect();
        let Matched { indices, added, repeated } = matched(&entries, &vec![hand; entries.len()]);
        assert_eq!(indices.len(), entries.len());
        assert!(added.is_empty() && repeated.is_empty());
        let printed: String = entries.iter().map(|one| format!("{one}\n")).collect();
        assert!(diagnosed(&entries, &printed, None).is_right);
    }

    #[test]
    fn hands_that_are_left_are_repeated_or_added() {
        let entries: Vec<Entry> = camel_cards::entries(b"KTJJT 1\nKTJJT 2\nKTJJT 2\n32T3K 3\n")
            .collect::<Result<_, _>>()
            .unwrap();
        let order = "KTJJT 2\nKTJJT\nKTJJT 1\nKTJJT 2\nKTJJT\n32T3K 4\nAAAAA\n";
        let Matched { indices, added, repeated } = matched(&entries, &read(order, &entries));
        assert_eq!(indices, [0, 1, 2, 3]);
        let lines = |hands: &[Hand]| hands.iter().map(Hand::to_string).collect::<Vec<_>>();
        assert_eq!(lines(&repeated), ["KTJJT", "KTJJT"]);
        assert_eq!(lines(&added), ["AAAAA"]);
        let diagnosis = diagnosed(&entries, order, None);
        assert!(diagnosis.missing.is_empty() && !diagnosis.is_right);
    }

    #[test]
    fn an_order_is_read_as_people_print_it() {
        let entries = |text: &[u8]| camel_cards::entries(text).collect::<Result<Vec<_>, _>>();
        let entries = entries(b"32T3K 765\n22347 2\nKTJJT 5\n22345 7\n").unwrap();
        let hands = |text: &str| -> Vec<String> {
            read(text, &entries).iter().map(Hand::to_string).collect()
        };
        for text in ["", "\u{feff}", "\n\r\n \t\n", "rank hand\n", "765", "KTJJ", "total 25555"] {
            assert!(hands(text).is_empty(), "{text:?}");
        }
        for text in [
            "\u{feff}32T3K\r\n\r\nKTJJT 5\r\n",
            " 32T3K\n\n\tKTJJT\t5 ",
            "\u{1b}[31m32T3K\u{1b}[0m\nKTJJT 5",
            "3\u{0}2\u{0}T\u{0}3\u{0}K\u{0}\n\u{0}K\u{0}T\u{0}J\u{0}J\u{0}T\u{0} \u{0}5\u{0}",
            "1 32T3K\n2 KTJJT 3 two pair 5",
            "part 2\nRank\tHand\tBid\n---\n1\t32T3K\t\n2\tKTJJT\t5\ntotal: 12345",
            "rank,type,hand,bid\n1,one pair,32T3K,\n2,two pair,KTJJT,5",
            "[('32T3K',),\n('KTJJT', 5)]",
            "| hand | bid |\n|---|---|\n| 32T3K | |\n| KTJJT | 5 |",
            "{\"hand\":\"32T3K\"}\n{\"hand\":\"KTJJT\",\"type\":3,\"bid\":5}",
            "{\n  hand: 32T3K,\n  type: OnePair\n}\n5: KTJJT",
            "22346. 32T3K\n22347. KTJJT: 5",
            // The joker replaced, and cards sorted.
            "32T3K\nKTTTT KTJJT TTJJK 5",
            "32T3K\n5 KTTTT KTJJT 22345",
        ] {
            assert_eq!(hands(text), ["32T3K", "KTJJT"], "{text:?}");
        }
        let list = "[(32T3K), (KTJJT, KTTTT, 5), (22345, 22345, 7), 22347]\n[32T3K, KTJJT 5]";
        let both = ["32T3K", "KTJJT"];
        assert_eq!(hands(list), [&both[..], &["22345", "22347"], &both].concat());
        let ranks = "[(1, '32T3K'), (2, '22347'), (3, 'KTJJT'), (4, '22345')]";
        assert_eq!(hands(ranks), ["32T3K", "22347", "KTJJT", "22345"]);
    }

    #[test]
    fn the_strongest_hand_may_come_first() {
        let entries: Vec<Entry> = generate(Shape::Puzzle, Some(20), 1).unwrap().collect();
        for rules in Rules::ALL {
            let mut order = Solution::right(rules).order(&entries);
            order.reverse();
            let lines = |order: &[usize]| -> String {
                // With the rank of each.
                let ranks = (1..=order.len() as u64).rev();
                let lines = order.iter().zip(ranks);
                lines.map(|(&i, rank)| format!("{} {rank}\n", entries[i].hand)).collect()
            };
            let right = diagnosed(&entries, &lines(&order), Some(rules));
            assert!(right.is_right && right.strongest_first);
            order.swap(3, 4);
            order.swap(12, 13);
            let wrong = diagnosed(&entries, &lines(&order), Some(rules));
            assert!(wrong.strongest_first && wrong.out_of_place == 2);
            let first = wrong.misplaced.unwrap();
            assert_eq!(first.places, [4, 5]);
            assert_eq!(first.entries, [order[3], order[4]].map(|i| entries[i]));
        }
    }

    /// Within each type, the strongest hand comes first. An unsorted input has no direction.
    #[test]
    fn ties_in_the_wrong_direction_do_not_turn_an_order() {
        let entries: Vec<Entry> = generate(Shape::Puzzle, None, 1).unwrap().collect();
        let lines = |order: &[usize]| -> String {
            order.iter().map(|&i| format!("{}\n", entries[i].hand)).collect()
        };
        let unsorted: Vec<usize> = (0..entries.len()).collect();
        assert!(!diagnosed(&entries, &lines(&unsorted), None).strongest_first);
        for rules in Rules::ALL {
            let ties = mistakes(rules).iter().find(|one| one.id == "K12").unwrap();
            let order = ties.solution(rules).order(&entries);
            let diagnosis = diagnosed(&entries, &lines(&order), Some(rules));
            assert!(!diagnosis.strongest_first);
            assert_eq!(diagnosis.findings[0].ids(), ["K12"]);
        }
    }

    /// Any part of the list, also with hands of one type only.
    #[test]
    #[ignore = "long: run by cargo xtask ci"]
    fn a_part_of_an_order_may_have_the_strongest_first() {
        let entries: Vec<Entry> = generate(Shape::Puzzle, None, 1).unwrap().collect();
        for rules in Rules::ALL {
            let order = Solution::right(rules).order(&entries);
            for (length, begin) in [(10, 0), (10, 990), (20, 400), (50, 970 - 50), (300, 700)] {
                let mut hands: Vec<String> = order[begin..begin + length]
                    .iter()
                    .map(|&i| format!("{}\n", entries[i].hand))
                    .collect();
                for strongest_first in [false, true] {
                    let diagnosis = diagnosed(&entries, &hands.concat(), Some(rules));
                    let found = (diagnosis.strongest_first, diagnosis.out_of_place);
                    assert_eq!(found, (strongest_first, 0), "{length} from {begin}");
                    hands.reverse();
                }
            }
        }
    }

    #[test]
    fn hands_are_read_card_by_card() {
        let entries: Vec<Entry> = camel_cards::entries(b"KTJJT 5\n32T3K 765\n").flatten().collect();
        for text in [
            "['3', '2', 'T', '3', 'K'] 765\n['K', 'T', 'J', 'J', 'T'] 5\n",
            "3 2 T 3 K 765\nK T J J T 5\n",
            "{\"hand\":[\"3\",\"2\",\"t\",\"3\",\"k\"]},{\"hand\":[\"k\",\"t\",\"j\",\"j\",\"t\"]}",
        ] {
            assert!(diagnosed(&entries, text, Some(Rules::Standard)).is_right, "{text}");
        }
    }

    /// A program that loses both hands was said to give exactly this order.
    #[test]
    fn an_order_without_hands_has_no_finding() {
        let entries: Vec<Entry> =
            camel_cards::entries(b"QQQJA 1\n32T3K 2\n").collect::<Result<_, _>>().unwrap();
        let diagnosis = diagnosed(&entries, "rank hand\n", None);
        assert_eq!(diagnosis.missing, entries);
        assert!(!diagnosis.is_right && diagnosis.findings.is_empty());
    }

    /// Strongest first gives 7, and so does the same order with two hands of one bid swapped.
    #[test]
    fn what_gives_the_total_of_an_order_must_give_the_order() {
        let entries: Vec<Entry> =
            camel_cards::entries(b"QQQQQ 1\nKKKKK 1\nAAAAA 2\n").collect::<Result<_, _>>().unwrap();
        for order in ["AAAAA\nKKKKK\nQQQQQ\n", "AAAAA\nQQQQQ\nKKKKK\n"] {
            let findings = diagnosed(&entries, order, Some(Rules::Standard)).findings;
            assert!(!findings.is_empty());
            for finding in findings {
                let theirs = finding.solution.order(&entries).into_iter().map(|i| entries[i].hand);
                assert!(
                    theirs.map(|hand| hand.to_string()).eq(order.lines()),
                    "{:?}",
                    finding.ids()
                );
            }
        }
    }

    /// With five of ten hands out of place, one of 370 orders matches by chance.
    #[test]
    fn an_order_that_a_named_mistake_explains_is_likely() {
        let entries: Vec<Entry> = generate(Shape::Puzzle, Some(10), 1).unwrap().collect();
        let mistakes = mistakes(Rules::Joker);
        let mistake = mistakes.iter().find(|one| one.id == "K12").unwrap();
        let order = mistake.solution(Rules::Joker).order(&entries).into_iter();
        let order: String = order.map(|i| format!("{}\n", entries[i].hand)).collect();
        let findings = diagnosed(&entries, &order, Some(Rules::Joker)).findings;
        assert_eq!(findings[0].ids(), ["K12"]);
        assert_eq!(findings[0].certainty, Certainty::Likely);
    }

    #[test]
    fn progress_rises_to_a_thousand_thousandths() {
        let entries: Vec<Entry> =
            camel_cards::entries(b"QQQQQ 1\nKKKKK 1\nAAAAA 2\n").collect::<Result<_, _>>().unwrap();
        let told = RefCell::new(Vec::new());
        let progress = |done| {
            told.borrow_mut().push(done);
            true
        };
        let mut question = Question::new(&entries, vec![UserAnswer::new(123, None)]);
        question.progress = &progress;
        let of_answer = |question: &Question<'_>| drop(diagnose(question).unwrap());
        let of_order = |question: &Question<'_>| {
            drop(diagnose_order(question, "AAAAA\nQQQQQ\nKKKKK\n").unwrap());
        };
        for run in [&of_answer as &dyn Fn(&Question<'_>), &of_order] {
            run(&question);
            let told = told.take();
            let [first, last] = [told[0], told[told.len() - 1]];
            assert!(told.is_sorted() && first == 0 && last <= 1000, "{first} to {last}");
        }
    }
}
