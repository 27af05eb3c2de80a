//! What is to be said of an answer that nothing in the space gives.

use camel_cards::{Entry, Rules};

use crate::{
    Finding, Hint, Question, Solution,
    diagnose::{EXAMPLES, range},
};

/// Returns a sentence for each right answer that was called wrong.
pub(crate) fn told_otherwise(
    question: &Question<'_>,
    rules: Rules,
    totals: [u128; 2],
) -> Vec<String> {
    let right = totals[rules as usize];
    let told = question.tried.iter().filter(|tried| tried.answer == right && tried.hint.is_some());
    told.map(|tried| {
        let told = if tried.hint == Some(Hint::TooLow) { "low" } else { "high" };
        format!(
            "but {right} was called too {told}: was it given for part {}, and is this the input that \
             the site gave you?",
            rules.part()
        )
    })
    .collect()
}

/// Returns a sentence for each thing that is known of the answers without a
/// finding: what they cannot be, and what they look like.
pub(crate) fn ruled_out(
    question: &Question<'_>,
    rules: Rules,
    totals: [u128; 2],
    findings: &[Finding],
) -> Vec<String> {
    let mut sentences = Vec::new();
    for tried in &question.tried {
        let answer = tried.answer;
        let contradicted = |rules: Rules| match tried.hint {
            Some(Hint::TooLow) => answer > totals[rules as usize],
            Some(Hint::TooHigh) => answer < totals[rules as usize],
            None => false,
        };
        let asked = question.rules.map_or(Rules::ALL.to_vec(), |rules| vec![rules]);
        if asked.into_iter().all(contradicted) {
            let told = if tried.hint == Some(Hint::TooLow) { "low" } else { "high" };
            sentences.push(format!(
                "{answer} cannot be too {told} for this input, whose total is {}: is it the input that the answer was for?",
                totals[rules as usize]
            ));
        }
        if !findings.iter().any(|finding| finding.answers.contains(&answer)) {
            about(answer, question.entries, rules, totals, &mut sentences);
        }
    }
    sentences
}

fn about(
    answer: u128,
    entries: &[Entry],
    rules: Rules,
    totals: [u128; 2],
    sentences: &mut Vec<String>,
) {
    let expected = totals[rules as usize];
    let (distance, side) =
        (answer.abs_diff(expected), if answer < expected { "low" } else { "high" });
    sentences.push(format!("{answer} is too {side} by {distance}"));
    let (least, most) = range(entries);
    let in_range = i128::try_from(answer).is_ok_and(|answer| least <= answer && answer <= most);
    if !in_range {
        sentences.push(format!(
            "no ranking of these entries gives {answer}: any gives {least} to {most}, so it is not a matter of order alone (S8)"
        ));
    }

    let clues = sentences.len();
    let [standard, joker] = totals;
    let other = if rules == Rules::Standard { joker } else { standard };
    if answer == other {
        sentences.push(format!("{answer} is the answer under the other rules"));
    }
    let bids: u128 = entries.iter().map(|entry| u128::from(entry.bid)).sum();
    if bids > 0 && distance.is_multiple_of(bids) {
        let times = distance / bids;
        sentences.push(format!("{answer} is off by {times} × the sum of all bids, {bids}: every rank is {times} too {side}"));
    }
    for (i, winnings) in one_line(entries, rules) {
        let line = format!("entry {} ({})", i + 1, entries[i]);
        let Winnings { of_line, with_ranks } = winnings;
        if side == "low" && distance == of_line {
            sentences.push(format!("{answer} is too low by exactly the winnings of {line}"));
        } else if side == "high" && distance == of_line {
            sentences.push(format!("{answer} is too high by exactly the winnings of {line}"));
        } else if side == "low" && distance == with_ranks {
            sentences.push(format!("{answer} is the total without {line}"));
        }
    }
    if let Some(slip) = slip(&answer.to_string(), &expected.to_string()) {
        sentences.push(format!("{answer} is the right total with {slip}"));
    }
    if sentences.len() > clues {
        return;
    }
    sentences.push(format!("{answer} is not the answer under the other rules, {other}"));
    if !EXAMPLES.iter().any(|&(total, _)| total == answer) {
        sentences.push(format!("{answer} is not the answer for a published example"));
    }
    sentences.push(format!(
        "{answer} is not off by one line's winnings, nor by a multiple of the sum of bids"
    ));
}

struct Winnings {
    /// What the line wins.
    of_line: u128,
    /// What the total loses when the line is not there, so that those above it
    /// rank one lower.
    with_ranks: u128,
}

fn one_line(entries: &[Entry], rules: Rules) -> Vec<(usize, Winnings)> {
    let order = Solution::right(rules).order(entries);
    let mut above = 0;
    let mut lines = Vec::new();
    for (place, i) in order.into_iter().enumerate().rev() {
        let bid = u128::from(entries[i].bid);
        let of_line = (place as u128 + 1) * bid;
        lines.push((i, Winnings { of_line, with_ranks: of_line + above }));
        above += bid;
    }
    lines
}

/// How one number is mistyped as another.
fn slip(typed: &str, right: &str) -> Option<&'static str> {
    let without = |digits: &str, i: usize| format!("{}{}", &digits[..i], &digits[i + 1..]);
    if typed.len() + 1 == right.len() && (0..right.len()).any(|i| without(right, i) == typed) {
        return Some("a digit missing");
    }
    if right.len() + 1 == typed.len() && (0..typed.len()).any(|i| without(typed, i) == right) {
        return Some("a digit too many");
    }
    if typed.len() != right.len() {
        return None;
    }
    let differ: Vec<usize> =
        (0..right.len()).filter(|&i| typed.as_bytes()[i] != right.as_bytes()[i]).collect();
    match differ[..] {
        [_] => Some("one digit wrong"),
        [i, j]
            if j == i + 1
                && typed.as_bytes()[i] == right.as_bytes()[j]
                && typed.as_bytes()[j] == right.as_bytes()[i] =>
        {
            Some("two digits swapped")
        }
        _ => None,
    }
}
