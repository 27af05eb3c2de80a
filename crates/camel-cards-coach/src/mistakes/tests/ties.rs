//! Applies words about ties to a plain program.

use std::rc::Rc;

use super::{
    program::{Key, Program, count, others},
    words::{stands_for, stands_for_first},
};

type PlainKey = fn(&Program, &str) -> Vec<u64>;

pub(super) fn write(program: &mut Program, words: &str) -> bool {
    if let Some(key) = groups(words).or_else(|| numbers(words)) {
        program.key = key;
        program.key_is_all = words.contains("with the type, from");
        return true;
    }
    if let Some(how) = words.strip_prefix("labels are looked up in a list that does not have the digits, so two digits are equal where hands first differ") {
        program.misses_digits = Some((how.contains("each type is sorted alone"), how.contains("to the front")));
        return true;
    }
    if words == "J is equal to 2 in ties, and of equal hands the one with the lower bid ranks lower"
    {
        program.key = Rc::new(|program, hand| program.values_of(&hand.replace('J', "2")));
        program.bid_breaks_ties = true;
        return true;
    }
    if words == "entries are ranked by their bids alone" {
        program.key = Rc::new(|_, _| Vec::new());
        (program.key_is_all, program.bid_breaks_ties) = (true, true);
        return true;
    }
    if words == "ties are broken in the wrong direction: the weaker card wins" {
        program.weaker_key_wins = true;
        return true;
    }
    let key: PlainKey = match words {
        "cards are sorted, strongest first, before they are compared" => |program, hand| {
            let mut values = program.values_of(hand);
            values.sort_unstable();
            values.into_iter().rev().collect()
        },
        "cards are sorted, weakest first, before they are compared" => |program, hand| {
            let mut values = program.values_of(hand);
            values.sort_unstable();
            values
        },
        "cards are sorted by character code before they are compared" => |program, hand| {
            let mut labels: Vec<char> = hand.chars().collect();
            labels.sort_unstable();
            program.values_of(&labels.into_iter().collect::<String>())
        },
        "cards are sorted by character code, last first, before they are compared" => {
            |program, hand| {
                let mut labels: Vec<char> = hand.chars().collect();
                labels.sort_unstable();
                program.values_of(&labels.into_iter().rev().collect::<String>())
            }
        }
        "only the first card is compared"
        | "only the first card is compared, then the reverse order in the input" => {
            |program, hand| program.values_of(&hand[..1])
        }
        "the fifth card is never compared"
        | "the fifth card is never compared: hands that differ there are in the reverse order of the input" => {
            |program, hand| program.values_of(&hand[..4])
        }
        "nothing breaks ties between hands of one type"
        | "nothing breaks ties: the reverse order in the input" => |_, _| Vec::new(),
        "cards are compared from right to left" => {
            |program, hand| program.values_of(&hand.chars().rev().collect::<String>())
        }
        "the sum of the card values breaks ties" => {
            |program, hand| vec![program.values_of(hand).iter().sum()]
        }
        "the sum of the places that the cards have in the list of labels breaks ties" => {
            |program, hand| vec![hand.chars().map(|label| program.place(label)).sum()]
        }
        "the strongest card alone breaks ties" => {
            |program, hand| program.values_of(hand).into_iter().max().into_iter().collect()
        }
        "the card with the greatest character code alone breaks ties" => |program, hand| {
            hand.chars().max().map(|label| program.values[&label]).into_iter().collect()
        },
        "high cards go by their strongest card first, then card by card" => |program, hand| {
            let is_high_card =
                hand.chars().all(|one| count(hand, one) == 1 && !(program.joker && one == 'J'));
            let values = program.values_of(hand);
            let strongest = *values.iter().max().unwrap();
            [&[if is_high_card { strongest } else { 0 }], &values[..]].concat()
        },
        "ties are broken with the card that a joker stands for" => {
            |program, hand| program.values_of(&stands_for(hand))
        }
        "ties are broken with the card that a joker stands for, but for JJJJJ" => {
            |program, hand| match hand {
                "JJJJJ" => program.values_of(hand),
                _ => program.values_of(&stands_for(hand)),
            }
        }
        "JJJJJ is compared as AAAAA" => |program, hand| match hand {
            "JJJJJ" => program.values_of("AAAAA"),
            _ => program.values_of(hand),
        },
        "ties are broken with the card that a joker stands for, the first seen of equals" => {
            |program, hand| program.values_of(&stands_for_first(hand))
        }
        "ties are broken with the card that a joker stands for: of two pairs the first seen, of single cards the highest" => {
            |program, hand| match others(hand)[..] {
                [2, ..] => program.values_of(&stands_for_first(hand)),
                _ => program.values_of(&stands_for(hand)),
            }
        }
        "ties are broken with the card that a joker stands for, the first seen of equals, but for JJJJJ" => {
            |program, hand| match hand {
                "JJJJJ" => program.values_of(hand),
                _ => program.values_of(&stands_for_first(hand)),
            }
        }
        "ties are broken with the card that a joker stands for, the weakest of equals, and JJJJJ is 22222" => {
            |program, hand| {
                let labels = "23456789TQKA".chars();
                let weakest = labels.rev().max_by_key(|&label| count(hand, label)).unwrap();
                program.values_of(&hand.replace('J', &weakest.to_string()))
            }
        }
        _ => return false,
    };
    program.key = Rc::new(key);
    program.later_first = words.contains("reverse order");
    true
}

/// A hand's groups of equal cards, each with its size and the value of its label, the strongest label first.
fn groups_of(program: &Program, hand: &str) -> Vec<(u64, u64)> {
    let labels = "23456789TJQKA".chars().filter(|&label| count(hand, label) > 0);
    let mut groups: Vec<(u64, u64)> =
        labels.map(|label| (count(hand, label) as u64, program.values[&label])).collect();
    groups.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    groups
}

fn larger_first(mut groups: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    groups.sort_by_key(|&(size, _)| std::cmp::Reverse(size));
    groups
}

/// One value for each card of a group.
fn card_by_card(groups: Vec<(u64, u64)>) -> Vec<u64> {
    groups.into_iter().flat_map(|(size, value)| vec![value; size as usize]).collect()
}

/// Sizes and labels, or labels alone.
fn group_by_group(groups: Vec<(u64, u64)>, sizes: bool) -> Vec<u64> {
    let mut key = Vec::new();
    for (size, value) in groups {
        key.extend(sizes.then_some(size));
        key.push(value + 1);
    }
    key.resize(10, 0);
    key
}

fn groups(words: &str) -> Option<Key> {
    let dealt = words.strip_suffix(", then by the cards as dealt");
    let (groups, then_dealt) = (dealt.unwrap_or(words), dealt.is_some());
    let key: PlainKey = match groups {
        "ties are broken poker's way, J as a group of its own: the larger group wins, then the stronger label, group by group" => {
            |program, hand| group_by_group(larger_first(groups_of(program, hand)), true)
        }
        "ties are broken poker's way: card by card, those of larger groups first, then by label"
        | "ties are broken poker's way, J as a group of its own: card by card, those of larger groups first, then by label" => {
            |program, hand| card_by_card(larger_first(groups_of(program, hand)))
        }
        "ties are broken poker's way, jokers as a part of the largest group: card by card, those of larger groups first, then by label" => {
            |program, hand| card_by_card(larger_first(groups_of(program, &stands_for(hand))))
        }
        "ties are broken poker's way, jokers after all other groups: card by card, those of larger groups first, then by label" => {
            |program, hand| {
                let mut cards =
                    card_by_card(larger_first(groups_of(program, &hand.replace('J', ""))));
                cards.resize(5, program.values[&'J']);
                cards
            }
        }
        "ties are broken poker's way, J as a group of its own: by the labels of groups, each once, those of larger groups first" => {
            |program, hand| group_by_group(larger_first(groups_of(program, hand)), false)
        }
        "ties are broken poker's way: by the labels of groups, each once, those of larger groups first, then those with greater character codes"
        | "ties are broken poker's way, J as a group of its own: by the labels of groups, each once, those of larger groups first, then those with greater character codes" => {
            |program, hand| {
                let mut labels: Vec<char> = hand.chars().collect();
                labels
                    .sort_unstable_by_key(|&label| std::cmp::Reverse((count(hand, label), label)));
                labels.dedup();
                let mut key: Vec<u64> =
                    labels.iter().map(|label| program.values[label] + 1).collect();
                key.resize(5, 0);
                key
            }
        }
        "ties are broken by the labels of groups, strongest first, each once and whatever its size" => {
            |program, hand| group_by_group(groups_of(program, hand), false)
        }
        "ties are broken by the labels of groups, jokers in the largest, strongest first, each once and whatever its size" => {
            |program, hand| group_by_group(groups_of(program, &stands_for(hand)), false)
        }
        _ => return None,
    };
    Some(Rc::new(move |program, hand| {
        let mut key = key(program, hand);
        if then_dealt {
            key.extend(program.values_of(hand));
        }
        key
    }))
}

/// Returns the number that follows `before` in the text.
fn number_after(words: &str, before: &str) -> Option<u64> {
    let (_, after) = words.split_once(before)?;
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn numbers(words: &str) -> Option<Key> {
    let is_text = words.contains("and sorted as text: 10 before 9");
    let is_written =
        words.contains("written one after another without padding and compared as numbers");
    if !is_text && !is_written && !words.contains("are digits of a number to base") {
        return None;
    }
    let front = number_after(words, "with the type, from ");
    let base = number_after(words, "to base ");
    let less = number_after(words, "each value is less by ").unwrap_or(0);
    let rises = words.contains("the values rise by one in the order of the labels");
    let of_places = number_after(words, "the values are ")
        .filter(|_| words.ends_with(" in the order of the labels"))
        // From any number, the order is the same.
        .or_else(|| rises.then_some(1));
    Some(Rc::new(move |program, hand| {
        let digit = |label: char| match of_places {
            Some(first) => program.place(label) + first,
            None => program.values[&label].saturating_sub(less),
        };
        // A type's number is the number of types below.
        let below = program.order.iter().take(program.place_of_type(hand)).flatten();
        let front =
            front.map(|from| from + below.filter(|kind| (1..8).contains(*kind)).count() as u64);
        let digits: Vec<u64> = front.into_iter().chain(hand.chars().map(digit)).collect();
        let number = match base {
            Some(base) => digits.into_iter().fold(0, |number, digit| number * base + digit),
            None => digits.iter().map(u64::to_string).collect::<String>().parse().unwrap(),
        };
        match is_text {
            true => number.to_string().bytes().map(u64::from).collect(),
            false => vec![number],
        }
    }))
}
