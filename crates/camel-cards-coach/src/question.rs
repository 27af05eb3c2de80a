//! What a user asks: an input, and the answers that were tried.

use std::{cmp::Ordering, fmt};

use camel_cards::{Entry, Overflow, PerRules, Rules, Tally, Ties};
use serde::Deserialize;

/// A question about the answers that a user tried, or about their order of the hands.
#[derive(Clone)]
#[non_exhaustive]
pub struct Question<'a> {
    /// The entries of the user's input.
    pub entries: &'a [Entry],
    /// Whether the input begins with a UTF-8 byte-order mark, by default `false`.
    pub byte_order_mark: bool,
    /// The rules that the answers are for; by default (`None`), both are tried.
    pub rules: Option<Rules>,
    /// The answers that the user tried, at least one; none for [`diagnose_order`](crate::diagnose_order).
    pub answers: Vec<UserAnswer>,
    /// Called with the progress in thousandths; by default it does nothing. Return `false` to cancel the search, and
    /// then ignore its result.
    pub progress: &'a dyn Fn(usize) -> bool,
}

impl<'a> Question<'a> {
    /// Creates a question about answers to an input, under both rules.
    pub fn new(entries: &'a [Entry], answers: Vec<UserAnswer>) -> Question<'a> {
        Question { entries, byte_order_mark: false, rules: None, answers, progress: &|_| true }
    }

    /// Returns the right total winnings under each of the rules, or an error if a sum of the search could exceed 2¹²⁷ −
    /// 1.
    pub(crate) fn right_totals(&self) -> Result<PerRules<u128>, Overflow> {
        let bids: u128 = self.entries.iter().map(|entry| u128::from(entry.bid)).sum();
        let bound = bids.checked_mul(self.entries.len() as u128 + 2).ok_or(Overflow::Total)?;
        i128::try_from(bound).map_err(|_| Overflow::Total)?;
        Ok(Tally::from_iter(self.entries.iter().copied()).score(Ties::Ordinal)?.winnings)
    }

    /// Returns the rules to search under.
    pub(crate) fn rules_asked(&self) -> Vec<Rules> {
        self.rules.map_or(Rules::ALL.to_vec(), |rules| vec![rules])
    }
}

impl fmt::Debug for Question<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question").field("answers", &self.answers).finish_non_exhaustive()
    }
}

/// An answer that a user tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UserAnswer {
    /// The answer.
    pub answer: u128,
    /// What the puzzle's site said about it, if known.
    pub deviation: Option<Deviation>,
    /// The rules of its part; by default (`None`), those of the question.
    pub rules: Option<Rules>,
    /// Who gave it, as any number, by default 0: what is found for one answer helps to explain the others of this person.
    pub person: usize,
}

impl UserAnswer {
    /// Creates an answer with what the puzzle's site said about it.
    pub fn new(answer: u128, deviation: Option<Deviation>) -> UserAnswer {
        UserAnswer { answer, deviation, rules: None, person: 0 }
    }
}

/// Whether a wrong answer is too low or too high, as the puzzle's site says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deviation {
    /// The answer is too low.
    TooLow,
    /// The answer is too high.
    TooHigh,
}

impl Deviation {
    /// Reads from a message of the puzzle's site whether an answer is too low or too high; `None` if it does not say.
    pub fn told_by(message: &str) -> Option<Deviation> {
        let is_told = |one: &Deviation| message.contains(&format!("too {one}"));
        [Deviation::TooLow, Deviation::TooHigh].into_iter().find(is_told)
    }

    /// Compares an answer with the right one; `None` if they are equal.
    pub(crate) fn of(answer: u128, right: u128) -> Option<Deviation> {
        match answer.cmp(&right) {
            Ordering::Less => Some(Deviation::TooLow),
            Ordering::Equal => None,
            Ordering::Greater => Some(Deviation::TooHigh),
        }
    }
}

/// Writes `low` or `high`, as the site does.
impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deviation::TooLow => "low",
            Deviation::TooHigh => "high",
        })
    }
}

/// An answer posted to the puzzle's site, as the Python library aocd stores it: an object of the list in
/// `2023_07_post.json`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Posted {
    part: String,
    value: String,
    message: String,
}

impl Posted {
    /// If the answer was wrong, returns it with the rules of its part and with what the site said about it.
    pub fn wrong_answer(&self) -> Option<UserAnswer> {
        let rules = match &*self.part {
            "a" => Rules::Standard,
            "b" => Rules::Joker,
            _ => return None,
        };
        let deviation = Deviation::told_by(&self.message);
        let is_wrong = deviation.is_some() || self.message.contains("not the right answer");
        let answer = self.value.parse().ok().filter(|_| is_wrong)?;
        Some(UserAnswer { rules: Some(rules), ..UserAnswer::new(answer, deviation) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_wrong_answers_of_a_part_are_taken() {
        let posted = |part: &str, value: &str, message: &str| {
            let [part, value, message] = [part, value, message].map(str::to_owned);
            Posted { part, value, message }.wrong_answer()
        };
        let low = "That's not the right answer; your answer is too low. Please wait one minute.";
        let answer = |rules, deviation| UserAnswer {
            rules: Some(rules),
            ..UserAnswer::new(248_747_492, deviation)
        };
        let low_answer = answer(Rules::Standard, Some(Deviation::TooLow));
        assert_eq!(posted("a", "248747492", low), Some(low_answer));
        let of_joker = UserAnswer { rules: Some(Rules::Joker), ..low_answer };
        assert_eq!(posted("b", "248747492", low), Some(of_joker));
        let wrong = "That's not the right answer. If you're stuck, …";
        assert_eq!(posted("a", "248747492", wrong), Some(answer(Rules::Standard, None)));
        for (part, value, message) in [
            ("a", "1", "That's the right answer! You are one gold star closer"),
            ("a", "1", "You gave an answer too recently; you have to wait"),
            ("a", "many", low),
            ("c", "1", low),
        ] {
            assert_eq!(posted(part, value, message), None, "{message}");
        }
    }
}
