//! Functions of this program, and what they may return.

use camel_cards::Rules;
use camel_cards_coach::{VerdictKind, judge};

use super::{judged, kind, options, printed, totals};

#[expect(clippy::needless_pass_by_value, reason = "so that calls are short")]
fn pair(part_1: impl ToString, part_2: impl ToString) -> String {
    format!("Part 1: {}\nPart 2: {}", part_1.to_string(), part_2.to_string())
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn functions_may_return_many_things() {
    judge(None, |input| totals(input).standard as f64).unwrap();
    judge(None, |input| totals(input).joker.to_string()).unwrap();
    judge(None, |input| pair(totals(input).standard, totals(input).joker)).unwrap();
    judge(Rules::Standard, |input| pair(totals(input).standard, "None")).unwrap();
    // A part that is far too small for a total is a part all the same.
    judge(None, |input| pair(totals(input).standard, totals(input).joker / 100)).unwrap_err();
    let error = judge(Rules::Joker, |_| "1".repeat(5000)).unwrap_err();
    assert_eq!(kind(&error), VerdictKind::NotRead);
    // Sums of strings have many digits.
    let error = judge(Rules::Joker, |input| totals(input).joker.to_string().repeat(50));
    assert_eq!(error.unwrap_err().part.answered.unwrap(), "1000".repeat(50));
    let error = judge(Rules::Joker, |input| -> String { panic!("{} lines", input.len()) });
    assert!(error.unwrap_err().part.stderr[0].ends_with(" lines"));
    let panics = |input: &str| {
        if input.contains("JJJJJ") { panic!("no jokers") } else { totals(input).joker }
    };
    let error = judge(Rules::Joker, panics).unwrap_err();
    assert!(
        format!("{error:?}")
            .contains("JJJJJ 1000\n\nYour function panicked. The total winnings are 1000."),
        "{error}"
    );
    assert_eq!(error.part.stderr, ["no jokers"]);
}

/// What is printed may be swapped, or a 0 for what is not done; what is returned says which part it is.
#[test]
fn pair_that_is_returned_is_part_1_and_part_2() {
    let right = |input: &str| pair(totals(input).standard, totals(input).joker);
    assert!(judge(None, right).is_ok());
    let swapped = |input: &str| pair(totals(input).joker, totals(input).standard);
    for rules in [None, Some(Rules::Standard), Some(Rules::Joker)] {
        let error = judge(rules, swapped).unwrap_err();
        let expected = rules.unwrap_or(Rules::Standard);
        assert_eq!(error.part.rules[0], expected, "{error}");
    }
    let zero = judge(None, |input| pair(totals(input).standard, 0)).unwrap_err();
    assert_eq!(zero.part.rules, [Rules::Joker], "{zero}");
    assert!(judge(None, |input| pair(totals(input).standard, "None")).is_ok());
    let printed_pair =
        |input: &str| printed(format!("Part 1: {}\nPart 2: 0", totals(input).standard));
    assert_eq!(judged(options(None, false), printed_pair).part.kind, VerdictKind::Right);
}
