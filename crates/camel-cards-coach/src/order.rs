//! From somebody's order of the hands to the first two that are out of place.

use std::{
    collections::{BTreeMap, VecDeque},
    error, fmt,
};

use camel_cards::{Comparison, Entry, Hand, Overflow, Position, Rules, compare, entries};

use crate::{
    diagnose::{
        evidence::Chance,
        find::RulesQuestion,
        finding::Finding,
        keep_surest,
        misplaced::{PuzzleRule, places_in_order},
        question::{Question, UserAnswer},
        sort_findings,
        totals::right_totals,
    },
    mistakes::id::Origin,
    search::Watch,
    solution::Solution,
};

/// A hand in somebody's order, with its bid if they gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ordered {
    /// The hand.
    pub hand: Hand,
    /// Its bid, if known.
    pub bid: Option<u64>,
}

impl Ordered {
    /// Reads an order, weakest first: a hand on each line, with its bid or without.
    ///
    /// Lines with a bid are read as those of an input, and so are the others but for the bid.
    ///
    /// # Errors
    ///
    /// [`OrderError`] for the first line that is neither.
    ///
    /// ```
    /// use camel_cards_coach::Ordered;
    ///
    /// let order = Ordered::read("32T3K 765\nKTJJT\n")?;
    /// assert_eq!((order[0].bid, order[1].bid), (Some(765), None));
    /// let error = Ordered::read("32T3K\nKTJJ\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 1: expected a hand of 5 cards, found 4");
    /// # Ok::<(), camel_cards_coach::OrderError>(())
    /// ```
    pub fn read(text: impl AsRef<[u8]>) -> Result<Vec<Ordered>, OrderError> {
        let text = text.as_ref();
        // Lines without a bid get one, so that one reader reads them all.
        let (mut completed, mut has_bid) = (Vec::with_capacity(2 * text.len()), Vec::new());
        for line in text.split(|&byte| byte == b'\n') {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            completed.extend_from_slice(line);
            // A byte-order mark is no part of a word.
            let words = line.split(|byte| b" \t\xEF\xBB\xBF".contains(byte));
            let words = words.filter(|word| !word.is_empty()).count();
            if words == 1 {
                completed.extend(b" 0");
            }
            if words > 0 {
                has_bid.push(words > 1);
            }
            completed.push(b'\n');
        }
        let read = entries(&completed).zip(has_bid).map(|(entry, has_bid)| {
            let Entry { hand, bid } = entry?;
            Ok(Ordered { hand, bid: has_bid.then_some(bid) })
        });
        read.collect::<Result<_, camel_cards::Error>>().map_err(|error| {
            let (position, kind) = (error.position(), error.kind());
            let hint = kind.hint().map_or_else(String::new, |hint| format!(" ({hint})"));
            let Position { line, column, .. } = position;
            OrderError { line, column, message: format!("{kind}{hint}") }
        })
    }
}

/// Writes a line as [`Ordered::read`] reads it.
impl fmt::Display for Ordered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.hand)?;
        self.bid.map_or(Ok(()), |bid| write!(f, " {bid}"))
    }
}

/// A line that is neither a hand nor a hand and its bid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderError {
    /// The line, from 1.
    pub line: u64,
    /// The byte within the line, from 1.
    pub column: u64,
    /// What was expected and what was found.
    pub message: String,
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl error::Error for OrderError {}

/// What is known of an order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OrderDiagnosis {
    /// The rules asked about; where none were, those under which fewer mistakes
    /// explain the order, then those under which fewer hands are out of place.
    pub rules: Rules,
    /// The first two neighbours in the wrong order.
    pub first: Option<WrongPair>,
    /// How many hands must move, at the least, for the rest to be in order.
    pub out_of_place: usize,
    /// Entries that are not in the order.
    pub missing: Vec<Entry>,
    /// Hands in the order that the input does not have.
    pub added: Vec<Ordered>,
    /// Hands in the order more often than in the input.
    pub repeated: Vec<Ordered>,
    /// What gives exactly this order, simplest first.
    pub findings: Vec<Finding>,
}

impl OrderDiagnosis {
    /// Returns whether the order is right and whole.
    pub fn is_right(&self) -> bool {
        self.first.is_none()
            && self.missing.is_empty()
            && self.added.is_empty()
            && self.repeated.is_empty()
    }
}

/// Two neighbours in an order, of which the first should be behind the second.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WrongPair {
    /// The place of the first of them in the order, from 1.
    pub place: usize,
    /// The two, in the wrong order.
    pub entries: [Entry; 2],
    /// Which wins, and what decides it.
    pub right: Comparison,
    /// The rule of the puzzle that settles it.
    pub rule: PuzzleRule,
}

/// Finds what is wrong with an order of the hands of `entries`, weakest first;
/// `None` tries both rules.
///
/// # Errors
///
/// [`Overflow`] as for [`diagnose`](crate::diagnose).
///
/// ```
/// use camel_cards::{Entry, Rules, entries};
/// use camel_cards_coach::{Ordered, diagnose_order};
///
/// let entries: Vec<Entry> = entries(b"KK677 28\nKTJJT 220\n").collect::<Result<_, _>>()?;
/// let order: Vec<Ordered> =
///     entries.iter().map(|entry| Ordered { hand: entry.hand, bid: None }).collect();
/// let diagnosis = diagnose_order(&entries, &order, Some(Rules::Standard))?;
/// assert_eq!(diagnosis.first.unwrap().place, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(clippy::expect_used, reason = "`watch` never stops the search")]
pub fn diagnose_order(
    entries: &[Entry],
    order: &[Ordered],
    rules: Option<Rules>,
) -> Result<OrderDiagnosis, Overflow> {
    Ok(diagnose_order_watched(entries, order, rules, &mut |_| true)?.expect("it is not stopped"))
}

/// The same as [`diagnose_order`], and tells `watch` how much of the search is done, in thousandths. Returns `None` as
/// soon as `watch` returns `false`.
///
/// # Errors
///
/// [`Overflow`] as for [`diagnose`](crate::diagnose).
pub fn diagnose_order_watched(
    entries: &[Entry],
    order: &[Ordered],
    rules: Option<Rules>,
    watch: &mut dyn FnMut(usize) -> bool,
) -> Result<Option<OrderDiagnosis>, Overflow> {
    let matched = OrderMatch::of(entries, order);
    let asked = rules.map_or(Rules::ALL.to_vec(), |rules| vec![rules]);
    let mut diagnoses: Vec<OrderDiagnosis> = Vec::new();
    for (n, &rules) in asked.iter().enumerate() {
        let watch: &mut Watch<'_> =
            &mut |done, steps| watch(1000 * (n * steps + done) / (steps * asked.len()));
        match matched.diagnosis(entries, rules, watch)? {
            Some(diagnosis) => diagnoses.push(diagnosis),
            None => return Ok(None),
        }
    }
    // An order that one mistake explains is more likely that mistake than an order
    // under the rules with fewer hands to move.
    Ok(diagnoses.into_iter().min_by_key(|diagnosis| {
        let mistakes = diagnosis.findings.first().map_or(usize::MAX, |first| first.ids().len());
        (diagnosis.out_of_place > 0, mistakes, diagnosis.out_of_place)
    }))
}

/// An order, hand by hand matched with the entries.
struct OrderMatch {
    /// The indices of the entries that are in the order, in that order.
    indices: Vec<usize>,
    /// The indices of the others.
    missing: Vec<usize>,
    added: Vec<Ordered>,
    repeated: Vec<Ordered>,
}

impl OrderMatch {
    /// Matches each hand of the order with the first entry that is left of those that hold it, and have its bid
    /// if it has one.
    fn of(entries: &[Entry], order: &[Ordered]) -> OrderMatch {
        let (mut of_hand, mut of_entry) = (BTreeMap::new(), BTreeMap::new());
        for (i, &Entry { hand, bid }) in entries.iter().enumerate() {
            of_hand.entry(hand.index()).or_insert_with(VecDeque::new).push_back(i);
            of_entry.entry((hand.index(), bid)).or_insert_with(VecDeque::new).push_back(i);
        }
        let mut is_found = vec![false; entries.len()];
        let (mut indices, mut added, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
        for &ordered in order {
            let hand = ordered.hand.index();
            let candidates = match ordered.bid {
                Some(bid) => of_entry.get_mut(&(hand, bid)),
                None => of_hand.get_mut(&hand),
            };
            let Some(candidates) = candidates else {
                added.push(ordered);
                continue;
            };
            // What is found as one of a hand is still among those with its bid, and the other way round.
            while candidates.front().is_some_and(|&i| is_found[i]) {
                candidates.pop_front();
            }
            match candidates.pop_front() {
                Some(i) => {
                    is_found[i] = true;
                    indices.push(i);
                }
                None => repeated.push(ordered),
            }
        }
        let missing = (0..entries.len()).filter(|&i| !is_found[i]).collect();
        OrderMatch { indices, missing, added, repeated }
    }

    /// Returns `None` if `watch` stops the search.
    fn diagnosis(
        &self,
        entries: &[Entry],
        rules: Rules,
        watch: &mut Watch<'_>,
    ) -> Result<Option<OrderDiagnosis>, Overflow> {
        let right = Solution::right(rules);
        let places = places_in_order(&right, entries);
        let ranks: Vec<Option<usize>> = self.indices.iter().map(|&i| places[i]).collect();
        let out_of_place = ranks.len() - longest_rise(&ranks);
        let first = ranks.windows(2).position(|pair| pair[0] > pair[1]).map(|place| {
            let pair = [self.indices[place], self.indices[place + 1]].map(|i| entries[i]);
            let right = compare(pair[0].hand, pair[1].hand, rules);
            WrongPair { place: place + 1, entries: pair, right, rule: PuzzleRule::of(&right) }
        });
        let mut found = Vec::new();
        let is_whole = self.added.is_empty() && self.repeated.is_empty();
        if is_whole && (out_of_place > 0 || !self.missing.is_empty()) {
            let bids = self.indices.iter().map(|&i| u128::from(entries[i].bid));
            let total = (1..).zip(bids).map(|(rank, bid)| rank * bid).sum();
            let mut question = Question::new(entries, vec![UserAnswer::new(total, None)]);
            question.rules = Some(rules);
            let asked = RulesQuestion::new(&question, rules, right_totals(entries)?);
            let Some((of_total, _)) = asked.findings(watch) else { return Ok(None) };
            found = of_total;
            // What gives the total of this order has to give the order too, which an answer
            // from elsewhere is not about.
            let hands =
                |order: &[usize]| order.iter().map(|&i| entries[i].hand).collect::<Vec<_>>();
            let theirs = hands(&self.indices);
            found.retain(|finding| {
                !finding.is_from_elsewhere() && hands(&finding.solution.order(entries)) == theirs
            });
            // An order that is reproduced exactly is its own evidence, whatever its total is.
            for finding in &mut found {
                let is_named = finding.origin() != Origin::Generated;
                if let Some(chance) = &mut finding.chance {
                    *chance = Chance::of_order(theirs.len(), out_of_place, chance.candidates);
                    finding.certainty = chance.certainty(is_named);
                }
            }
            sort_findings(&mut found);
            keep_surest(&mut found);
        }
        Ok(Some(OrderDiagnosis {
            rules,
            first,
            out_of_place,
            missing: self.missing.iter().map(|&i| entries[i]).collect(),
            added: self.added.clone(),
            repeated: self.repeated.clone(),
            findings: found,
        }))
    }
}

/// The length of the longest rising subsequence: what may stay where it is.
fn longest_rise(ranks: &[Option<usize>]) -> usize {
    // The least rank that a rise of each length ends with.
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
    use super::*;
    use crate::mistakes::id::MistakeName;

    #[test]
    fn an_order_is_that_of_the_rules_under_which_one_mistake_explains_it() {
        let entries: Vec<Entry> =
            camel_cards::entries(b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n")
                .collect::<Result<_, _>>()
                .unwrap();
        let strongest_first = Ordered::read("QQQJA\nT55J5\nKK677\nKTJJT\n32T3K\n").unwrap();
        // Under joker rules fewer hands are out of place, but it takes two mistakes.
        let out_of_place =
            |rules| diagnose_order(&entries, &strongest_first, Some(rules)).unwrap().out_of_place;
        assert!(out_of_place(Rules::Joker) < out_of_place(Rules::Standard));
        let diagnosis = diagnose_order(&entries, &strongest_first, None).unwrap();
        assert_eq!(diagnosis.rules, Rules::Standard);
        assert_eq!(diagnosis.findings[0].ids(), [MistakeName::S1]);
        // An order that is right under either rules is right.
        let right = Ordered::read("32T3K\nKK677\nT55J5\nQQQJA\nKTJJT\n").unwrap();
        assert!(diagnose_order(&entries, &right, None).unwrap().is_right());
    }

    /// Would not end if each line looked at all hands that are like it.
    #[test]
    fn many_identical_hands_are_matched_in_one_pass() {
        let hand = "KTJJT".parse().unwrap();
        let entries: Vec<Entry> = (0..200_000).map(|bid| Entry { hand, bid }).collect();
        let in_order = entries.iter().map(|entry| Ordered { hand, bid: Some(entry.bid) });
        let without_bids = vec![Ordered { hand, bid: None }; entries.len()];
        for order in
            [in_order.clone().collect(), without_bids, in_order.clone().rev().collect::<Vec<_>>()]
        {
            let matched = OrderMatch::of(&entries, &order);
            assert_eq!(matched.indices.len(), entries.len());
            assert!(matched.missing.is_empty() && matched.repeated.is_empty());
        }
        assert!(diagnose_order(&entries, &in_order.collect::<Vec<_>>(), None).unwrap().is_right());
    }

    #[test]
    fn hands_with_and_without_bids_are_matched_with_what_is_left() {
        let entries: Vec<Entry> = camel_cards::entries(b"KTJJT 1\nKTJJT 2\nKTJJT 2\n32T3K 3\n")
            .collect::<Result<_, _>>()
            .unwrap();
        let order = "KTJJT 2\nKTJJT\nKTJJT 1\nKTJJT 2\nKTJJT\n32T3K 4\nAAAAA\n";
        let matched = OrderMatch::of(&entries, &Ordered::read(order).unwrap());
        assert_eq!((matched.indices, matched.missing), (vec![1, 0, 2], vec![3]));
        let lines = |hands: &[Ordered]| hands.iter().map(Ordered::to_string).collect::<Vec<_>>();
        assert_eq!(lines(&matched.repeated), ["KTJJT 1", "KTJJT"]);
        assert_eq!(lines(&matched.added), ["32T3K 4", "AAAAA"]);
    }

    #[test]
    fn an_order_is_read_as_an_input_is() {
        let hands = |text: &[u8]| Ordered::read(text).map(|order| order.len());
        for text in ["", "\u{feff}", "\n\r\n \t\n"] {
            assert_eq!(hands(text.as_bytes()), Ok(0), "{text:?}");
        }
        for text in ["\u{feff}32T3K\r\n\r\nKTJJT 5\r\n", " 32T3K\n\n\tKTJJT\t5 ", "32T3K\nKTJJT 5"]
        {
            let order = Ordered::read(text).unwrap();
            let bids: Vec<Option<u64>> = order.iter().map(|ordered| ordered.bid).collect();
            assert_eq!(bids, [None, Some(5)], "{text:?}");
        }
        for (line, told) in [
            ("KTJJ", "column 1: expected a hand of 5 cards, found 4"),
            ("KTJJT +5", "column 7: expected a bid, found '+'"),
            ("KTJJT 5 6", "column 9: expected end of line, found '6'"),
            ("KTJJT 18446744073709551616", "column 7: bid is larger than 18446744073709551615"),
            ("KTJJT\u{a0}5", "column 6: "),
            ("\u{feff}KTJJT", "column 1: "),
        ] {
            let error = Ordered::read(format!("32T3K\n{line}\n")).unwrap_err().to_string();
            assert!(error.starts_with(&format!("line 2, {told}")), "{line}: {error}");
        }
        assert_eq!(hands(b"32T3K\nKT\xFFJT\n").unwrap_err().column, 3);
        assert!(hands(b"\xFF\xFE3\x002\x00").is_err());
    }
}
