//! Answers that are right elsewhere: for the other part, or for a published example. They need no search, and are not
//! combined with other mistakes.

use camel_cards::Rules;

use super::{
    change::Change,
    mistake::{Mistake, Origin::Observed},
};
use crate::solution::procedure::Procedure;

/// The answers for published examples.
const EXAMPLES: [(u128, &str); 8] = [
    (6440, "the puzzle's example"),
    (5905, "the puzzle's example under joker rules"),
    (6592, "LxsterGames' example"),
    (6839, "LxsterGames' example under joker rules"),
    (1343, "Sostratus' example"),
    (1369, "Sostratus' example under joker rules"),
    (4567, "jwolf's example"),
    (3778, "jwolf's example under joker rules"),
];

/// Returns these answers, each with its mistake. `of_other` is the right total under the other rules.
pub(crate) fn answers_from_elsewhere(rules: Rules, of_other: u128) -> Vec<(u128, Mistake)> {
    let other = rules.other();
    let other_rules = Mistake::new(
        "S9",
        Observed,
        Change::OtherRules,
        format!("this is the answer to part {}, under {other} rules", other.part()),
        "give the answer of the part that is asked for",
    );
    let examples = EXAMPLES.map(|(answer, name)| {
        let example = Mistake::new(
            "S10",
            Observed,
            Change::Procedure(Procedure::Constant(answer)),
            format!("this is the answer for {name}, not for your input"),
            "read your own input",
        );
        (answer, example)
    });
    [(of_other, other_rules)].into_iter().chain(examples).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::Solution;

    #[test]
    fn an_answer_from_elsewhere_is_what_its_solution_gives() {
        let entries: Vec<_> =
            camel_cards::entries(b"QQQJA 1\nKTJJT 2\n22345 4\n").flatten().collect();
        for rules in Rules::ALL {
            let of_other = Solution::right(rules.other()).total(&entries).unwrap();
            for (answer, mistake) in answers_from_elsewhere(rules, of_other as u128) {
                let solution = Mistake::solution_of([&mistake], rules);
                assert_eq!(solution.total(&entries), Some(answer as i128), "{}", mistake.summary);
            }
        }
    }
}
