//! Checks a user's order of the hands, and finds the first two that are out of place.

use std::{collections::BTreeSet, fmt};

use camel_cards::{Entry, Hand, Overflow, Rules, entries};

use crate::{
    diagnose::{
        evidence::Chance,
        find::Finder,
        finding::{Finding, MisplacedPair, places_in_order},
        keep_surest,
        question::Question,
        sort_findings,
    },
    mistakes::mistake::Mistake,
    solution::Solution,
};

/// A hand in a user's order, with its bid if given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ordered {
    /// The hand.
    pub hand: Hand,
    /// Its bid, if known.
    pub bid: Option<u64>,
}

impl Ordered {
    /// Reads one hand per line, as in an input, or in columns, CSV, tuples or JSON lines. Ignores ranks and types. The
    /// bid is the first number after the hand, if there is one. The first line may be a heading. Skips lines without a
    /// letter or a digit.
    ///
    /// # Errors
    ///
    /// Returns an error for the first line without a hand, or with an invalid bid.
    ///
    /// ```
    /// use camel_cards_coach::Ordered;
    ///
    /// let order = Ordered::read("rank,hand,bid\n1,32T3K,765\n2,KTJJT\n")?;
    /// assert_eq!((order[0].bid, order[1].bid), (Some(765), None));
    /// let error = Ordered::read("32T3K\nKTJJ\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 1: expected a hand of 5 cards, found 4");
    /// # Ok::<(), camel_cards::Error>(())
    /// ```
    pub fn read(text: impl AsRef<[u8]>) -> Result<Vec<Ordered>, camel_cards::Error> {
        let text = text.as_ref();
        let is_no_label =
            |char: char| char.is_ascii_alphabetic() && !"TJQKA".contains(char.to_ascii_uppercase());
        let is_heading = |line: &str| {
            line.contains(is_no_label) && !line.contains(|char: char| char.is_ascii_digit())
        };
        let error_at = |line: u64| {
            let errors = entries(text).filter_map(Result::err);
            // Reading may end at an earlier error, which is then reported: the order is never cut short silently.
            errors.take_while(|error| error.position().line <= line).last().map(Err)
        };
        let (mut order, mut heading) = (Vec::new(), None);
        for (number, line) in (1..).zip(String::from_utf8_lossy(text).lines()) {
            match Ordered::in_line(line) {
                Some(found) => order.push(found),
                None if !line.contains(char::is_alphanumeric) => {}
                None if order.is_empty() && is_heading(line) => heading = heading.or(Some(number)),
                None => return error_at(number).unwrap_or(Ok(order)),
            }
        }
        let no_hand = heading.filter(|_| order.is_empty());
        no_hand.and_then(error_at).unwrap_or(Ok(order))
    }

    /// Returns the hand in a line, and the first number after it.
    fn in_line(line: &str) -> Option<Ordered> {
        let is_split = |char: char| !char.is_ascii_alphanumeric() && !"+-.".contains(char);
        let hands = || {
            let words = line.split(is_split).enumerate();
            words.filter_map(|(at, word)| Some((at, word, word.parse::<Hand>().ok()?)))
        };
        // Prefer a word with a letter, because a rank of five digits looks like a hand, too.
        let has_letter = |word: &str| word.contains(|char: char| char.is_ascii_alphabetic());
        let (at, _, hand) =
            hands().find(|(_, word, _)| has_letter(word)).or_else(|| hands().next())?;
        let mut after = line.split(is_split).skip(at + 1);
        let bid = after.find(|word| word.contains(|char: char| char.is_ascii_digit()));
        if bid.is_some_and(|bid| !bid.bytes().all(|byte| byte.is_ascii_digit())) {
            return None;
        }
        let bid = bid.map(str::parse).transpose().ok()?;
        Some(Ordered { hand, bid })
    }
}

/// Writes a line that [`Ordered::read`] can read.
impl fmt::Display for Ordered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.hand)?;
        self.bid.map_or(Ok(()), |bid| write!(f, " {bid}"))
    }
}

/// The result of [`diagnose_order`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OrderDiagnosis {
    /// The rules of the question. If it has none: those under which fewer mistakes explain the order or, if equal,
    /// fewer hands are out of place.
    pub rules: Rules,
    /// The first two neighbours in the wrong order, with their places in the user's order.
    pub first: Option<MisplacedPair>,
    /// The least number of hands that must move so that all are in order.
    pub out_of_place: usize,
    /// Entries that are not in the order.
    pub missing: Vec<Entry>,
    /// Hands of the order that the input does not have.
    pub added: Vec<Ordered>,
    /// Hands that the order contains more often than the input.
    pub repeated: Vec<Ordered>,
    /// The number of hands in the order with the bid of another entry.
    pub other_bids: usize,
    /// Whether the order has the strongest hand first, and was read from its end.
    pub strongest_first: bool,
    /// Mistakes that give exactly this order, simplest first.
    pub findings: Vec<Finding>,
}

impl OrderDiagnosis {
    /// Returns whether the order is right and complete.
    pub fn is_right(&self) -> bool {
        self.first.is_none()
            && self.missing.is_empty()
            && self.added.is_empty()
            && self.repeated.is_empty()
            && self.other_bids == 0
    }
}

/// With fewer hands than this, a wrong order may be nearer to the reverse than to the right one by chance.
const HANDS_OF_DIRECTION: usize = 10;

/// Finds the mistakes in a user's order of the question's entries. The question needs no answers.
///
/// An order of ten hands or more is read strongest first if it then needs fewer moves. Numbers that count the lines, up
/// or down, are read as ranks, not as bids.
///
/// # Errors
///
/// Returns [`Overflow`] under the same condition as [`diagnose`](crate::diagnose).
///
/// ```
/// use camel_cards::{Entry, Rules, entries};
/// use camel_cards_coach::{Ordered, Question, diagnose_order};
///
/// let entries: Vec<Entry> = entries(b"KK677 28\nKTJJT 220\n").collect::<Result<_, _>>()?;
/// let order: Vec<Ordered> =
///     entries.iter().map(|entry| Ordered { hand: entry.hand, bid: None }).collect();
/// let mut question = Question::new(&entries, Vec::new());
/// question.rules = Some(Rules::Standard);
/// let diagnosis = diagnose_order(&question, &order)?;
/// assert_eq!(diagnosis.first.unwrap().places, [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diagnose_order(
    question: &Question<'_>,
    order: &[Ordered],
) -> Result<OrderDiagnosis, Overflow> {
    let entries = question.entries;
    let order = without_ranks(entries, order);
    let from_its_end: Vec<Ordered> = order.iter().rev().copied().collect();
    let readings = [order, from_its_end].map(|order| matched(entries, &order));
    let asked = question.rules_asked();
    let mut diagnoses: Vec<OrderDiagnosis> = Vec::new();
    for (n, &rules) in asked.iter().enumerate() {
        let right = places_in_order(&Solution::right(rules), entries);
        let [ranks, turned] = readings.each_ref().map(|reading| -> Vec<Option<usize>> {
            reading.indices.iter().map(|&i| right[i]).collect()
        });
        let strongest_first =
            ranks.len() >= HANDS_OF_DIRECTION && longest_rise(&turned) > longest_rise(&ranks);
        let ranks = if strongest_first { turned } else { ranks };
        let Matched { indices, added, repeated, other_bids } =
            readings[usize::from(strongest_first)].clone();
        let first = ranks.windows(2).position(|pair| pair[0] > pair[1]).map(|place| {
            let mut pair = [indices[place], indices[place + 1]].map(|i| entries[i]);
            let mut places = [place + 1, place + 2];
            if strongest_first {
                pair.reverse();
                places = [ranks.len() - place - 1, ranks.len() - place];
            }
            MisplacedPair::new(pair, places, &Solution::right(rules))
        });
        let is_found: BTreeSet<usize> = indices.iter().copied().collect();
        let missing = (0..entries.len()).filter(|i| !is_found.contains(i)).map(|i| entries[i]);
        let mut diagnosis = OrderDiagnosis {
            rules,
            first,
            out_of_place: ranks.len() - longest_rise(&ranks),
            missing: missing.collect(),
            added,
            repeated,
            other_bids,
            strongest_first,
            findings: Vec::new(),
        };
        let is_whole =
            diagnosis.added.is_empty() && diagnosis.repeated.is_empty() && other_bids == 0;
        if is_whole && !diagnosis.is_right() {
            let progress = |done| (question.progress)((1000 * n + done) / asked.len());
            diagnosis.findings = findings(question, &indices, &diagnosis, &progress)?;
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

/// Removes bids that count the lines of the order, because they are ranks, unless the input's bids count its lines,
/// too.
fn without_ranks(entries: &[Entry], order: &[Ordered]) -> Vec<Ordered> {
    let lines = (1..=order.len() as u64).map(Some);
    let bids = order.iter().map(|one| one.bid);
    let are_ranks = bids.clone().eq(lines.clone()) || bids.rev().eq(lines);
    if are_ranks && !entries.iter().map(|entry| entry.bid).eq(1..=entries.len() as u64) {
        return order.iter().map(|one| Ordered { bid: None, ..*one }).collect();
    }
    order.to_vec()
}

/// The lines of an order, matched with entries.
#[derive(Clone, Default)]
struct Matched {
    /// The entry of each line that has one.
    indices: Vec<usize>,
    /// Hands that match no entry, and those whose matching entries are all taken.
    added: Vec<Ordered>,
    repeated: Vec<Ordered>,
    other_bids: usize,
}

/// Matches each line with the first entry left that has its hand and, if given, its bid. A line without such an entry
/// takes any entry left with its hand, if its bid is in the input.
fn matched(entries: &[Entry], order: &[Ordered]) -> Matched {
    let lines_of = |i: usize| {
        let Entry { hand, bid } = entries[i];
        [None, Some(bid)].map(|bid| (hand.index(), bid, i))
    };
    let mut left: BTreeSet<_> = (0..entries.len()).flat_map(lines_of).collect();
    let known: BTreeSet<_> = left.iter().map(|&(hand, bid, _)| (hand, bid)).collect();
    let bids: BTreeSet<u64> = entries.iter().map(|entry| entry.bid).collect();
    let mut take = |hand: Hand, bid: Option<u64>| {
        let of_hand = (hand.index(), bid, 0)..=(hand.index(), bid, usize::MAX);
        let &(.., i) = left.range(of_hand).next()?;
        lines_of(i).iter().for_each(|line| _ = left.remove(line));
        Some(i)
    };
    let exact: Vec<Option<usize>> = order.iter().map(|one| take(one.hand, one.bid)).collect();
    let mut matched = Matched::default();
    for (&ordered, exact) in order.iter().zip(exact) {
        let has_other_bid = ordered.bid.is_some_and(|bid| bids.contains(&bid));
        let other = || if has_other_bid { take(ordered.hand, None) } else { None };
        match exact.or_else(other) {
            Some(i) => {
                matched.other_bids += usize::from(exact.is_none());
                matched.indices.push(i);
            }
            None if known.contains(&(ordered.hand.index(), ordered.bid)) => {
                matched.repeated.push(ordered);
            }
            None => matched.added.push(ordered),
        }
    }
    matched
}

/// Returns mistakes that give exactly the order of these indices.
fn findings(
    question: &Question<'_>,
    indices: &[usize],
    diagnosis: &OrderDiagnosis,
    progress: &dyn Fn(usize) -> bool,
) -> Result<Vec<Finding>, Overflow> {
    let entries = question.entries;
    let bids = indices.iter().map(|&i| u128::from(entries[i].bid));
    let total = (1..).zip(bids).map(|(rank, bid)| rank * bid).sum();
    let (totals, has_mark) = (question.right_totals()?, question.byte_order_mark);
    let finder = Finder::new(entries, vec![total], diagnosis.rules, totals, has_mark);
    let mut found = finder.findings(&finder.search.with_pairs(progress));
    // A match of the total must give the order, too. Answers from elsewhere have no order.
    let hands = |order: &[usize]| order.iter().map(|&i| entries[i].hand).collect::<Vec<_>>();
    let theirs = hands(indices);
    found.retain(|finding| {
        !finding.is_from_elsewhere() && hands(&finding.solution.order(entries)) == theirs
    });
    // The evidence is the order itself, whatever its total is.
    for finding in &mut found {
        // S16 does not apply: it leaves the hands in order.
        let is_sorted = |one: &Mistake| one.id == "S16";
        finding.others.retain(|made| !made.iter().any(is_sorted));
        if let Some(chance) = &mut finding.chance {
            *chance = Chance::of_order(theirs.len(), diagnosis.out_of_place, chance.candidates);
            finding.certainty = chance.certainty(&finding.mistakes);
        }
    }
    sort_findings(&mut found);
    keep_surest(&mut found);
    Ok(found)
}

/// Returns the length of the longest increasing subsequence: these hands need not move.
fn longest_rise(ranks: &[Option<usize>]) -> usize {
    // For each length, the least rank that an increasing subsequence ends with.
    let mut ends: Vec<Option<usize>> = Vec::new();
    for &rank in ranks {
        match ends.partition_point(|&end| end < rank) {
            length if length == ends.len() => ends.push(rank),
            length => ends[length] = rank,
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

    fn diagnosed(entries: &[Entry], order: &[Ordered], rules: Option<Rules>) -> OrderDiagnosis {
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
        let strongest_first = Ordered::read("QQQJA\nT55J5\nKK677\nKTJJT\n32T3K\n").unwrap();
        // Under joker rules fewer hands are out of place, but it takes two mistakes.
        let out_of_place = |rules| diagnosed(&entries, &strongest_first, Some(rules)).out_of_place;
        assert!(out_of_place(Rules::Joker) < out_of_place(Rules::Standard));
        let diagnosis = diagnosed(&entries, &strongest_first, None);
        assert_eq!(diagnosis.rules, Rules::Standard);
        assert_eq!(diagnosis.findings[0].ids(), ["S1"]);
        // An order that is right under one of the rules is right.
        let right = Ordered::read("32T3K\nKK677\nT55J5\nQQQJA\nKTJJT\n").unwrap();
        assert!(diagnosed(&entries, &right, None).is_right());
    }

    /// Would take quadratic time if each line looked at all identical hands.
    #[test]
    fn many_identical_hands_are_matched_in_one_pass() {
        let hand = "KTJJT".parse().unwrap();
        let entries: Vec<Entry> = (0..200_000).map(|bid| Entry { hand, bid }).collect();
        let in_order = entries.iter().map(|entry| Ordered { hand, bid: Some(entry.bid) });
        let without_bids = vec![Ordered { hand, bid: None }; entries.len()];
        for order in
            [in_order.clone().collect(), without_bids, in_order.clone().rev().collect::<Vec<_>>()]
        {
            let Matched { indices, added, repeated, .. } = matched(&entries, &order);
            assert_eq!(indices.len(), entries.len());
            assert!(added.is_empty() && repeated.is_empty());
        }
        assert!(diagnosed(&entries, &in_order.collect::<Vec<_>>(), None).is_right());
    }

    #[test]
    fn hands_with_and_without_bids_are_matched_with_what_is_left() {
        let entries: Vec<Entry> = camel_cards::entries(b"KTJJT 1\nKTJJT 2\nKTJJT 2\n32T3K 3\n")
            .collect::<Result<_, _>>()
            .unwrap();
        let order = "KTJJT 2\nKTJJT\nKTJJT 1\nKTJJT 2\nKTJJT\n32T3K 4\nAAAAA\n";
        let order = Ordered::read(order).unwrap();
        let Matched { indices, added, repeated, .. } = matched(&entries, &order);
        assert_eq!(indices, [1, 0, 2]);
        assert_eq!(diagnosed(&entries, &order, None).missing, entries[3..]);
        let lines = |hands: &[Ordered]| hands.iter().map(Ordered::to_string).collect::<Vec<_>>();
        assert_eq!(lines(&repeated), ["KTJJT 1", "KTJJT"]);
        assert_eq!(lines(&added), ["32T3K 4", "AAAAA"]);
    }

    /// The hands are in order, and the bids stayed where they were.
    #[test]
    fn hands_with_the_bids_of_others_are_counted() {
        let entries = |text: &[u8]| camel_cards::entries(text).collect::<Result<Vec<_>, _>>();
        let entries = entries(b"34567 1\n23456 2\n45678 3\n").unwrap();
        for (order, other_bids, added, first) in [
            ("23456 1\n34567 2\n45678 3\n", 2, 0, None),
            ("45678 1\n34567 2\n23456 3\n", 3, 0, Some(1)),
            ("23456 2\n34567 1\n45678 3\n", 0, 0, None),
            // No entry has this bid.
            ("23456 2\n34567 1\n45678 4\n", 0, 1, None),
            // No entry is left with this hand.
            ("23456 2\n23456 1\n45678 3\n", 0, 1, None),
        ] {
            let diagnosis = diagnosed(&entries, &Ordered::read(order).unwrap(), None);
            let found = (diagnosis.other_bids, diagnosis.added.len());
            assert_eq!(found, (other_bids, added), "{order}");
            assert_eq!(diagnosis.first.as_ref().map(|first| first.places[0]), first, "{order}");
            let is_in_order = other_bids + added == 0 && first.is_none();
            assert_eq!(diagnosis.is_right(), is_in_order, "{order}");
            assert_eq!(diagnosis.missing.len(), added);
        }
    }

    #[test]
    fn an_order_is_read_as_people_print_it() {
        let hands = |text: &[u8]| Ordered::read(text).map(|order| order.len());
        for text in ["", "\u{feff}", "\n\r\n \t\n"] {
            assert_eq!(hands(text.as_bytes()), Ok(0), "{text:?}");
        }
        for text in [
            "\u{feff}32T3K\r\n\r\nKTJJT 5\r\n",
            " 32T3K\n\n\tKTJJT\t5 ",
            "32T3K\nKTJJT 5",
            "1 32T3K\n2 KTJJT 5 two pair 3",
            "Rank\tHand\tBid\n---\n1\t32T3K\t\n2\tKTJJT\t5",
            "rank,type,hand,bid\n1,one pair,32T3K,\n2,two pair,KTJJT,5",
            "[('32T3K',),\n('KTJJT', 5)]",
            "| hand | bid |\n|---|---|\n| 32T3K | |\n| KTJJT | 5 |",
            "{\"rank\":1,\"hand\":\"32T3K\"}\n{\"rank\":2,\"hand\":\"KTJJT\",\"bid\":5}",
            "22345. 32T3K\n22346. KTJJT: 5",
            "32T3K one pair\nKTJJT\u{a0}5",
        ] {
            let order = Ordered::read(text).unwrap();
            let lines: Vec<String> = order.iter().map(Ordered::to_string).collect();
            assert_eq!(lines, ["32T3K", "KTJJT 5"], "{text:?}");
        }
        for (line, told) in [
            ("KTJJ", "column 1: expected a hand of 5 cards, found 4"),
            ("rank hand", "column 1: "),
            ("765", "column 1: "),
            ("KTJJT +5", "column 7: expected a bid, found '+'"),
            ("KTJJT -5", "column 7: "),
            ("KTJJT 5.0", "column 8: "),
            ("KTJJT 18446744073709551616", "column 7: bid is larger than 18446744073709551615"),
        ] {
            let error = Ordered::read(format!("32T3K\n{line}\n")).unwrap_err().to_string();
            assert!(error.starts_with(&format!("line 2, {told}")), "{line}: {error}");
        }
        assert_eq!(hands(b"32T3K\nKT\xFFJT\n").unwrap_err().position().column, 3);
        assert!(hands(b"\xFF\xFE3\x002\x00").is_err());
        assert!(hands(b"rank hand\n").is_err(), "a heading alone");
        assert!(hands(b"KTJJ\n32T3K\n").is_err() && hands(b"ktjjt\n").is_err(), "no heading");
    }

    #[test]
    fn the_strongest_hand_may_come_first() {
        let entries: Vec<Entry> = generate(Shape::Puzzle, Some(20), 1).unwrap().collect();
        for rules in Rules::ALL {
            let mut order = Solution::right(rules).order(&entries);
            order.reverse();
            let lines = |order: &[usize]| -> Vec<Ordered> {
                // With the rank of each.
                let ranks = (1..=order.len() as u64).rev();
                order
                    .iter()
                    .zip(ranks)
                    .map(|(&i, rank)| Ordered { hand: entries[i].hand, bid: Some(rank) })
                    .collect()
            };
            let right = diagnosed(&entries, &lines(&order), Some(rules));
            assert!(right.is_right() && right.strongest_first);
            order.swap(3, 4);
            let wrong = diagnosed(&entries, &lines(&order), Some(rules));
            assert!(wrong.strongest_first && wrong.out_of_place == 1);
            let first = wrong.first.unwrap();
            assert_eq!(first.places, [4, 5]);
            assert_eq!(first.entries, [order[3], order[4]].map(|i| entries[i]));
        }
    }

    /// Strongest first gives 7, and so does the same order with two hands of one bid swapped.
    #[test]
    fn what_gives_the_total_of_an_order_must_give_the_order() {
        let entries: Vec<Entry> =
            camel_cards::entries(b"QQQQQ 1\nKKKKK 1\nAAAAA 2\n").collect::<Result<_, _>>().unwrap();
        for order in ["AAAAA\nKKKKK\nQQQQQ\n", "AAAAA\nQQQQQ\nKKKKK\n"] {
            let order = Ordered::read(order).unwrap();
            let findings = diagnosed(&entries, &order, Some(Rules::Standard)).findings;
            assert!(!findings.is_empty());
            for finding in findings {
                let theirs = finding.solution.order(&entries).into_iter().map(|i| entries[i].hand);
                assert!(theirs.eq(order.iter().map(|one| one.hand)), "{:?}", finding.ids());
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
        let order: Vec<_> = order.map(|i| Ordered { hand: entries[i].hand, bid: None }).collect();
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
            let order = Ordered::read("AAAAA\nQQQQQ\nKKKKK\n").unwrap();
            drop(diagnose_order(question, &order).unwrap());
        };
        for run in [&of_answer as &dyn Fn(&Question<'_>), &of_order] {
            run(&question);
            let told = told.take();
            let [first, last] = [told[0], told[told.len() - 1]];
            assert!(told.is_sorted() && first == 0 && last <= 1000, "{first} to {last}");
        }
    }
}
