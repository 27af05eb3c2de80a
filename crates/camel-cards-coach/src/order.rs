use std::{error, fmt};

use camel_cards::{Comparison, Entry, Hand, Overflow, Rules, compare};

use crate::{
    Finding, Question, Solution, Tried,
    diagnose::{Case, rule},
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
    /// Reads an order: hands, one a line, each perhaps followed by its bid.
    ///
    /// Blanks, empty lines and a byte-order mark are skipped as in an input.
    ///
    /// # Errors
    ///
    /// The first line that is neither.
    ///
    /// ```
    /// use camel_cards_coach::Ordered;
    ///
    /// let order = Ordered::read("32T3K 765\nKTJJT\n")?;
    /// assert_eq!((order[0].bid, order[1].bid), (Some(765), None));
    /// let error = Ordered::read("32T3K\nKTJJ\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 2: hand 'KTJJ', column 1: expected a hand of 5 cards, found 4",
    /// );
    /// # Ok::<(), camel_cards_coach::OrderError>(())
    /// ```
    pub fn read(text: &str) -> Result<Vec<Ordered>, OrderError> {
        let mut order = Vec::new();
        for (line, words) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let mut words = words.split_whitespace();
            let Some(word) = words.next() else { continue };
            let at = |message: String| OrderError { line, message };
            let hand: Hand = word.parse().map_err(|error: camel_cards::Error| {
                let hint = error.kind().hint().map(|hint| format!(" ({hint})")).unwrap_or_default();
                let column = error.position().column;
                at(format!("hand '{word}', column {column}: {}{hint}", error.kind()))
            })?;
            let bid = words
                .next()
                .map(|word| word.parse().map_err(|_| at(format!("expected a bid, found '{word}'"))))
                .transpose()?;
            if let Some(word) = words.next() {
                return Err(at(format!("expected end of line, found '{word}'")));
            }
            order.push(Ordered { hand, bid });
        }
        Ok(order)
    }
}

/// Writes it as [`Ordered::read`] reads it.
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
    /// What was expected and what was found.
    pub message: String,
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl error::Error for OrderError {}

/// What is to be said of an order.
#[derive(Clone, Debug)]
pub struct OrderDiagnosis {
    /// The rules asked about; or those under which fewer mistakes explain the order, then those
    /// under which fewer hands are out of place.
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
pub struct WrongPair {
    /// The place of the first of them in the order, from 1.
    pub place: usize,
    /// The two, in the wrong order.
    pub entries: [Entry; 2],
    /// Which wins, and what decides it.
    pub right: Comparison,
    /// The sentence of the rules that settles it.
    pub rule: String,
}

/// Asks what is wrong with an order, weakest first.
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
pub fn diagnose_order(
    entries: &[Entry],
    order: &[Ordered],
    rules: Option<Rules>,
) -> Result<OrderDiagnosis, Overflow> {
    // Which entries hold a hand, and whether they have been found in the order.
    let hand = |i: usize| entries[i].hand.index();
    let mut by_hand: Vec<(usize, bool)> = (0..entries.len()).map(|i| (i, false)).collect();
    by_hand.sort_by_key(|&(i, _)| hand(i));
    let (mut matched, mut added, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
    for &ordered in order {
        let begin = by_hand.partition_point(|&(i, _)| hand(i) < ordered.hand.index());
        let same =
            by_hand[begin..].iter_mut().take_while(|(i, _)| entries[*i].hand == ordered.hand);
        // With that bid, if there is one.
        let has_bid = |i: usize| ordered.bid.is_none_or(|bid| entries[i].bid == bid);
        let mut same = same.filter(|(i, _)| has_bid(*i)).peekable();
        let known = same.peek().is_some();
        // The first that is left.
        match same.find(|(_, found)| !found) {
            Some((i, found)) => {
                *found = true;
                matched.push(*i);
            }
            None if known => repeated.push(ordered),
            None => added.push(ordered),
        }
    }
    let mut missing: Vec<usize> =
        by_hand.into_iter().filter(|(_, found)| !found).map(|(i, _)| i).collect();
    missing.sort_unstable();

    let hands = |order: &[usize]| order.iter().map(|&i| entries[i].hand).collect::<Vec<_>>();
    let theirs = hands(&matched);
    let whole = added.is_empty() && repeated.is_empty();
    let total = (1..).zip(&matched).map(|(rank, &i)| rank * u128::from(entries[i].bid)).sum();
    let tried = vec![Tried { answer: total, hint: None }];
    let judge = |rules: Rules| {
        let mut ranks = vec![0; entries.len()];
        for (rank, i) in Solution::right(rules).order(entries).into_iter().enumerate() {
            ranks[i] = rank;
        }
        let ranks: Vec<usize> = matched.iter().map(|&i| ranks[i]).collect();
        let out_of_place = matched.len() - longest_rise(&ranks);
        let mut findings = Vec::new();
        if whole && (out_of_place > 0 || !missing.is_empty()) {
            let tried = tried.clone();
            let question = Question { entries, byte_order_mark: false, rules: Some(rules), tried };
            findings = Case::new(&question, rules)?.findings().0;
            findings.retain(|finding| hands(&finding.solution.order(entries)) == theirs);
        }
        Ok((rules, ranks, out_of_place, findings))
    };
    let asked = rules.map_or(Rules::ALL.to_vec(), |rules| vec![rules]);
    let judged: Vec<_> = asked.into_iter().map(judge).collect::<Result<_, Overflow>>()?;
    // An order that one mistake explains is rather that than one with fewer hands to move.
    let best = judged.into_iter().min_by_key(|(_, _, out_of_place, findings)| {
        let mistakes = findings.first().map_or(usize::MAX, |finding| finding.mistakes.len());
        (*out_of_place > 0, mistakes, *out_of_place)
    });
    let (rules, ranks, out_of_place, findings) =
        best.unwrap_or((Rules::Standard, Vec::new(), 0, Vec::new()));
    let first = ranks.windows(2).position(|pair| pair[0] > pair[1]).map(|place| {
        let pair = [matched[place], matched[place + 1]].map(|i| entries[i]);
        let right = compare(pair[0].hand, pair[1].hand, rules);
        WrongPair { place: place + 1, entries: pair, right, rule: rule(&right) }
    });

    let missing = missing.into_iter().map(|i| entries[i]).collect();
    Ok(OrderDiagnosis { rules, first, out_of_place, missing, added, repeated, findings })
}

/// The length of the longest rising subsequence: what may stay where it is.
fn longest_rise(ranks: &[usize]) -> usize {
    // The least rank that a rise of each length ends with.
    let mut ends: Vec<usize> = Vec::new();
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
        assert_eq!(diagnosis.findings[0].mistakes, ["S1"]);
        // An order that is right under either rules is right.
        let right = Ordered::read("32T3K\nKK677\nT55J5\nQQQJA\nKTJJT\n").unwrap();
        assert!(diagnose_order(&entries, &right, None).unwrap().is_right());
    }
}
