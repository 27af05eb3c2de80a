use camel_cards::Rules;
use serde::Deserialize;

use super::question::{Deviation, UserAnswer};

/// An answer posted to the puzzle's site, as the Python library aocd stores it: an object of the list in
/// `2023_07_post.json`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Posted {
    part: String,
    value: String,
    message: String,
}

impl Posted {
    /// If the answer was wrong, returns the rules of its part, and the answer with what the site said about it.
    pub fn wrong_answer(&self) -> Option<(Rules, UserAnswer)> {
        let rules = match &*self.part {
            "a" => Rules::Standard,
            "b" => Rules::Joker,
            _ => return None,
        };
        let deviation = Deviation::told_by(&self.message);
        let is_wrong = deviation.is_some() || self.message.contains("not the right answer");
        let answer = self.value.parse().ok().filter(|_| is_wrong)?;
        Some((rules, UserAnswer::new(answer, deviation)))
    }
}

impl Deviation {
    /// Reads from a message of the puzzle's site whether an answer is too low or too high; `None` if it does not say.
    pub fn told_by(message: &str) -> Option<Deviation> {
        let says = |what| message.contains(what);
        says("too low")
            .then_some(Deviation::TooLow)
            .or(says("too high").then_some(Deviation::TooHigh))
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
        let answer = |deviation| UserAnswer::new(248_747_492, deviation);
        let low_answer = answer(Some(Deviation::TooLow));
        assert_eq!(posted("a", "248747492", low), Some((Rules::Standard, low_answer)));
        assert_eq!(posted("b", "248747492", low), Some((Rules::Joker, low_answer)));
        let wrong = "That's not the right answer. If you're stuck, …";
        assert_eq!(posted("a", "248747492", wrong), Some((Rules::Standard, answer(None))));
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
