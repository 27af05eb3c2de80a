//! Applies a mistake's words to a plain program.

use std::rc::Rc;

use super::program::{
    COUNTS, KINDS, Kind, Program, as_dealt, count, counted, kind_of_counts, others, with_jokers,
};

/// Changes a program as the sentence says.
pub(super) fn write(program: &mut Program, words: &str) {
    let is_done = writes_type(program, words)
        || writes_order(program, words)
        || writes_labels(program, words)
        || writes_ties(program, words);
    if !is_done {
        assert_eq!(program.procedure, "", "a second procedure: {words}");
        program.procedure = words.to_owned();
    }
}

/// Gives hands with jokers the types of a rule. The rule does not mention `JJJJJ` if it is right for it.
fn rule(program: &mut Program, rule: impl Fn(&str) -> Kind + 'static) {
    let before = Rc::clone(&program.kind);
    program.kind = Rc::new(move |hand| match count(hand, 'J') {
        0 => before(hand),
        5 if rule(hand) == 7 => before(hand),
        _ => rule(hand),
    });
}

/// All jokers of a hand become one card.
fn become_card(program: &mut Program, card: impl Fn(&str) -> char + 'static) {
    program.kind = Rc::new(move |hand| as_dealt(&hand.replace('J', &card(hand).to_string())));
}

/// Returns the most common label of a hand, the first if several are.
fn commonest(hand: &str) -> char {
    hand.chars().rev().max_by_key(|&label| count(hand, label)).unwrap()
}

/// The weakest of them, `J` between `T` and `Q`.
fn weakest_commonest(hand: &str) -> char {
    "AKQJT98765432".chars().max_by_key(|&label| count(hand, label)).unwrap()
}

fn strongest(labels: impl Iterator<Item = char>) -> Option<char> {
    labels.max_by_key(|&label| "J23456789TQKA".find(label))
}

fn not_j(hand: &str) -> impl DoubleEndedIterator<Item = char> {
    hand.chars().filter(|&label| label != 'J')
}

fn by_number_of_labels(counts: &[usize]) -> Kind {
    let most = counts.iter().max();
    match counts.len() {
        0 | 1 => 7,
        2 => {
            if most == Some(&4) {
                6
            } else {
                5
            }
        }
        3 => {
            if most == Some(&3) {
                4
            } else {
                3
            }
        }
        4 => 2,
        _ => 1,
    }
}

fn upgraded(kind: Kind) -> Kind {
    [0, 2, 4, 5, 6, 6, 7, 7][kind]
}

/// Reads a pattern such as "JJxyz" as the counts of other labels, and the number of jokers.
fn class(pattern: &str) -> (Vec<usize>, usize) {
    let mut counts: Vec<usize> = "vwxyz".chars().map(|letter| count(pattern, letter)).collect();
    counts.retain(|&count| count > 0);
    counts.sort_unstable_by(|a, b| b.cmp(a));
    (counts, count(pattern, 'J'))
}

/// "jokers are added to every group, to J's own too, tested with ==; a full house only without jokers", and so on.
fn added_to_each(words: &str, hand: &str) -> Kind {
    let jokers = count(hand, 'J');
    let mut counts = others(hand);
    if words.contains("is doubled") {
        counts.iter_mut().for_each(|count| *count *= 2);
        counts.push(2 * jokers);
    } else {
        counts.iter_mut().for_each(|count| *count += jokers);
    }
    if words.contains("J's own group counted too") {
        counts.push(jokers);
    } else if words.contains("to J's own too") {
        counts.push(2 * jokers);
    }
    let is_exact = words.contains("tested with ==");
    let with = |wanted: usize| {
        let is_so = |&&count: &&usize| if is_exact { count == wanted } else { count >= wanted };
        counts.iter().filter(is_so).count()
    };
    // A count of at least three is one of at least two as well.
    let pairs_beside = if is_exact { with(2) } else { with(2).max(1) - 1 };
    let is_full_house = match words {
        _ if words.contains("a full house only without jokers") => false,
        _ if words.contains("some group has 3 and two have 2") => with(2) >= 2,
        _ => pairs_beside >= 1,
    };
    let is_two_pair =
        if words.contains("exactly two groups of 2") { with(2) == 2 } else { with(2) >= 2 };
    match (with(5), with(4), with(3), with(2)) {
        (1.., ..) => 7,
        (_, 1.., ..) => 6,
        (.., 1.., _) => {
            if is_full_house {
                5
            } else {
                4
            }
        }
        _ if is_two_pair => 3,
        (.., 1..) => 2,
        _ => 1,
    }
}

fn writes_type(program: &mut Program, words: &str) -> bool {
    if let Some((pattern, kind)) = words.split_once(" is counted as ") {
        let (class, before) = (class(pattern), Rc::clone(&program.kind));
        let of_type = |name: &str| KINDS.iter().position(|&known| known == name);
        let between =
            kind.strip_prefix("no type, between ").and_then(|two| two.split_once(" and "));
        let between = between.map(|(below, _)| COUNTS[of_type(below).unwrap() - 1] + 1);
        let kind = between.or_else(|| of_type(kind)).unwrap();
        program.kind = Rc::new(move |hand| match (others(hand), count(hand, 'J')) == class {
            true => kind,
            false => before(hand),
        });
        return true;
    }
    if words.starts_with("jokers are added to every") || words.contains("every group is doubled") {
        let words = words.to_owned();
        rule(program, move |hand| match hand {
            "JJJJJ" if !words.contains("JJJJJ is not treated apart") => 7,
            _ => added_to_each(&words, hand),
        });
        return true;
    }
    if words.ends_with("J's own count stays, and the sorted counts are compared") {
        rule(program, |hand| {
            let mut counts = others(hand);
            counts.push(count(hand, 'J'));
            counts.retain(|&count| count > 0);
            counts.sort_unstable_by(|a, b| b.cmp(a));
            counts[0] += count(hand, 'J');
            counted(&counts)
        });
        return true;
    }
    if words.starts_with("jokers are taken out, 1 is added")
        || words.starts_with("jokers are taken out and not added back, and the sorted counts")
        || words.ends_with("and the counts are compared without sorting them again")
    {
        let words = words.to_owned();
        rule(program, move |hand| {
            let (mut counts, jokers) = (others(hand), count(hand, 'J'));
            let last = counts.len().saturating_sub(1);
            if counts.is_empty() && (words.contains("sorting") || words.ends_with("JJJJJ is right"))
            {
                return 7;
            } else if words.contains("1 is added") {
                counts.resize(counts.len().max(1), 0);
                counts[0] += 1;
            } else if words.contains("the smallest count") {
                counts[last] += jokers;
            } else if words.contains("the second largest count") {
                counts[last.min(1)] += jokers;
            }
            counted(&counts)
        });
        return true;
    }
    let chosen = words.strip_prefix("jokers become the ");
    if let Some((chosen, ties)) = chosen.and_then(|it| it.split_once(", in types and in ties")) {
        let first = chosen.starts_with("first of the most common labels, which may be J itself");
        let becomes = move |hand: &str| match first {
            true => hand.replace('J', &commonest(hand).to_string()),
            false => hand.replace('J', &weakest_commonest(hand).to_string()),
        };
        program.kind = Rc::new(move |hand| as_dealt(&becomes(hand)));
        program.values.insert('J', if ties.ends_with("J is a jack") { 11 } else { 1 });
        program.key = Rc::new(move |program, hand| program.values_of(&becomes(hand)));
        return true;
    }
    if words.starts_with("jokers are added to the largest count, to J's own") {
        let words = words.to_owned();
        rule(program, move |hand| {
            let jokers = count(hand, 'J');
            let mut counts = others(hand);
            counts.push(jokers);
            let most = counts.iter_mut().max().unwrap();
            *most += jokers;
            match *most {
                _ if hand == "JJJJJ" && !words.contains("JJJJJ is not treated apart") => 7,
                6.. if words.contains("beats five of a kind") => 8,
                6.. => 1,
                _ => match kind_of_counts(&counts) {
                    5 if words.contains("a full house only without jokers") => 4,
                    kind => kind,
                },
            }
        });
        return true;
    }
    if let Some(step) = words.strip_prefix("each joker upgrades the hand once, from the type ") {
        let step = step.to_owned();
        rule(program, move |hand| {
            let first = match step.starts_with("of its other cards") {
                true => kind_of_counts(&others(hand)),
                false => as_dealt(hand),
            };
            let wrong = step.split_once(", and ").map(|(_, wrong)| {
                let (from, to) = wrong.split_once(" becomes ").unwrap_or_else(|| {
                    let from = wrong.strip_suffix(" stays as it is").unwrap();
                    (from, from)
                });
                let kind = |name| KINDS.iter().position(|&kind| kind == name).unwrap();
                (kind(from), kind(to))
            });
            (0..count(hand, 'J')).fold(first, |kind, _| match wrong {
                Some((from, to)) if from == kind => to,
                _ => upgraded(kind),
            })
        });
        return true;
    }
    if let Some((what, rest)) = words.split_once(" seen only if the ") {
        let [of_house, of_four, of_three] =
            ["full house", "four of a", "three of a"].map(|kind| what.contains(kind));
        let places = ["first", "second", "third", "fourth", "fifth"];
        let place = places.iter().position(|place| rest.starts_with(place)).unwrap();
        let (joker, joins_first) = (program.joker, rest.ends_with("jokers join the first"));
        program.kind = Rc::new(move |hand| {
            let hand = match joker {
                true if joins_first => stands_for_first(hand),
                true => stands_for(hand),
                false => hand.to_owned(),
            };
            let group = count(&hand, hand.chars().nth(place).unwrap());
            match as_dealt(&hand) {
                6 if of_four && group < 4 => 5,
                5 if of_house && group < 3 => 6,
                4 if of_three && group < 3 => 3,
                kind => kind,
            }
        });
        return true;
    }
    match words {
        "J is wild in part 1, where it is a jack" => program.kind = Rc::new(with_jokers),
        "J is not wild: hands keep the type that they have as dealt" => rule(program, as_dealt),
        "three jokers make a high card: both JJJxy and JJJxx are counted so" => {
            for pattern in ["JJJxy", "JJJxx"] {
                writes_type(program, &format!("{pattern} is counted as high card"));
            }
        }
        "jokers make a full house where they could make four of a kind: both xxJJy and xxxJy are counted so" => {
            for pattern in ["xxJJy", "xxxJy"] {
                writes_type(program, &format!("{pattern} is counted as full house"));
            }
        }
        "J is a 2, in types and in ties" => {
            become_card(program, |_| '2');
            program.key = Rc::new(|program, hand| program.values_of(&hand.replace('J', "2")));
        }
        "the second largest count is noted only when a new largest count appears: no two pair is found, and a full house only if its pair is dealt first" =>
        {
            let joker = program.joker;
            program.kind = Rc::new(move |hand| {
                let hand = if joker { stands_for(hand) } else { hand.to_owned() };
                let (mut first, mut second) = (0, 0);
                for (i, label) in hand.char_indices() {
                    let count = count(&hand, label);
                    if !hand[..i].contains(label) && count > first {
                        (first, second) = (count, first);
                    }
                }
                kind_of_counts(&[first, second])
            });
        }
        "23456, as dealt, ranks above all other high cards" => {
            let before = Rc::clone(&program.kind);
            program.kind = Rc::new(move |hand| match hand {
                "23456" => COUNTS[0] + 1,
                _ => before(hand),
            });
        }
        "jokers become an ace unless another label occurs twice" => {
            become_card(program, |hand| {
                let twice = not_j(hand).filter(|&label| count(hand, label) > 1);
                twice.max_by_key(|&label| count(hand, label)).unwrap_or('A')
            });
        }
        "jokers become the weakest of the most common labels, which may be J itself, between T and Q, not the card that makes the strongest type" =>
        {
            become_card(program, weakest_commonest);
        }
        "jokers join the least common label" => rule(program, |hand| {
            let mut counts = others(hand);
            counts.resize(counts.len().max(1), 0);
            *counts.last_mut().unwrap() += count(hand, 'J');
            kind_of_counts(&counts)
        }),
        "jokers join the most common label, which may be J itself, also where another is as common" =>
        {
            rule(program, |hand| match others(hand).first() {
                Some(&most) if most > count(hand, 'J') => with_jokers(hand),
                _ => as_dealt(hand),
            });
        }
        "jokers join the most common label, which may be J itself" => {
            rule(program, |hand| match others(hand).first() {
                Some(&most) if most >= count(hand, 'J') => with_jokers(hand),
                _ => as_dealt(hand),
            });
        }
        "jokers become the highest other card, not the card that makes the strongest type" => {
            become_card(program, |hand| strongest(not_j(hand)).unwrap_or('A'));
        }
        "jokers become the lowest other card, not the card that makes the strongest type" => {
            become_card(program, |hand| {
                not_j(hand).min_by_key(|&label| "J23456789TQKA".find(label)).unwrap_or('A')
            });
        }
        "jokers become the other card with the greatest character code, not the card that makes the strongest type" =>
        {
            become_card(program, |hand| not_j(hand).max().unwrap_or('A'));
        }
        "jokers become the last of the most common labels, which may be J itself, not the card that makes the strongest type" =>
        {
            become_card(program, |hand| {
                hand.chars().max_by_key(|label| count(hand, *label)).unwrap()
            });
        }
        "jokers always become an ace, not the card that makes the strongest type" => {
            become_card(program, |_| 'A');
        }
        "jokers never become an ace" => rule(program, |hand| {
            let best = |to: char| as_dealt(&hand.replace('J', &to.to_string()));
            "23456789TQK".chars().map(best).max().unwrap()
        }),
        "equal cards count as a group only if they are neighbours" => {
            let joker = program.joker;
            program.kind = Rc::new(move |hand| {
                let hand = if joker { stands_for(hand) } else { hand.to_owned() };
                let labels: Vec<char> = hand.chars().collect();
                let runs = labels.chunk_by(|a, b| a == b);
                kind_of_counts(&runs.map(<[_]>::len).collect::<Vec<_>>())
            });
        }
        "jokers become the first card, not the card that makes the strongest type" => {
            become_card(program, |hand| hand.chars().next().unwrap());
        }
        "jokers become the first other card, not the card that makes the strongest type" => {
            become_card(program, |hand| not_j(hand).next().unwrap_or('A'));
        }
        "jokers become the first of the most common labels, which may be J itself, not the card that makes the strongest type" =>
        {
            become_card(program, commonest);
        }
        "jokers become the first card, which may be J itself, unless another label is commoner" => {
            become_card(program, |hand| {
                let mut chosen = hand.chars().next().unwrap();
                for label in not_j(hand) {
                    if count(hand, label) > count(hand, chosen) {
                        chosen = label;
                    }
                }
                chosen
            });
        }
        "jokers must become labels that differ from each other, in JJJJJ too"
        | "jokers must become labels that differ from each other, but for JJJJJ" => {
            let is_apart = words.ends_with("but for JJJJJ");
            rule(program, move |hand| {
                // Every choice of labels, no label twice.
                let jokers = count(hand, 'J') as u32;
                let best = |labels: u32| {
                    let mut counts: Vec<usize> = Vec::new();
                    for (i, label) in "23456789TQKA".chars().enumerate() {
                        counts.push(count(hand, label) + usize::from(labels >> i & 1 == 1));
                    }
                    kind_of_counts(&counts)
                };
                let choices = (0..1u32 << 12).filter(|labels| labels.count_ones() == jokers);
                if is_apart && jokers == 5 { 7 } else { choices.map(best).max().unwrap() }
            });
        }
        "a hand goes up one type for each joker, from the type it has as dealt" => {
            rule(program, |hand| 7.min(as_dealt(hand) + count(hand, 'J')));
        }
        "a hand goes up one type for each joker, from the type of its other cards" => {
            rule(program, |hand| 7.min(kind_of_counts(&others(hand)) + count(hand, 'J')));
        }
        "a hand with jokers goes up once from the type that it has as dealt, however many jokers it has" =>
        {
            rule(program, |hand| [0, 2, 4, 5, 6, 6, 7, 7][as_dealt(hand)]);
        }
        "a hand with jokers goes up one type, from the type that it has as dealt, however many jokers it has" =>
        {
            rule(program, |hand| 7.min(as_dealt(hand) + 1));
        }
        "jokers count only in a hand with exactly one; others keep the type that they have as dealt" =>
        {
            rule(program, |hand| match count(hand, 'J') {
                1 => with_jokers(hand),
                _ => as_dealt(hand),
            });
        }
        "one joker alone is not wild: a hand with one keeps the type that it has as dealt" => {
            rule(program, |hand| match count(hand, 'J') {
                1 => as_dealt(hand),
                _ => with_jokers(hand),
            });
        }
        "only one joker is used, and the others stay J"
        | "only one joker is used, and the others stay J, but for JJJJJ"
        | "only one joker is used, and the others are not counted at all"
        | "only one joker is used, and the others are not counted at all, but for JJJJJ"
        | "only one joker is used, if that is better than none" => {
            let words = words.to_owned();
            rule(program, move |hand| {
                if hand == "JJJJJ" && words.ends_with("but for JJJJJ") {
                    return 7;
                }
                let mut counts = others(hand);
                counts.resize(counts.len().max(1), 0);
                counts[0] += 1;
                if !words.contains("not counted at all") {
                    counts.push(count(hand, 'J') - 1);
                }
                let least = if words.ends_with("better than none") { as_dealt(hand) } else { 0 };
                kind_of_counts(&counts).max(least)
            });
        }
        "jokers are taken out and not added back" => {
            rule(program, |hand| kind_of_counts(&others(hand)));
        }
        "jokers are taken out and not added back, but for JJJJJ" => {
            rule(program, |hand| match hand {
                "JJJJJ" => 7,
                _ => kind_of_counts(&others(hand)),
            });
        }
        "jokers are taken out and not added back; the type goes by the number of labels" => {
            rule(program, |hand| by_number_of_labels(&others(hand)));
        }
        "the most common label gets the jokers, but it may be J itself; all J are then deleted, and the type goes by the number of labels"
        | "the most common label gets the jokers, but it may be J itself; all J are then deleted, and the type goes by the number of labels; JJJJJ is a high card" =>
        {
            let is_high_card = words.ends_with("JJJJJ is a high card");
            program.kind = Rc::new(move |hand| match hand {
                "JJJJJ" if is_high_card => 1,
                _ => by_number_of_labels(&others(&hand.replace('J', &commonest(hand).to_string()))),
            });
        }
        "the tests that upgrade a hand are run one after another, so that one upgrade leads to the next"
        | "the tests that upgrade a hand are run one after another, so that one upgrade leads to the next; a full house stays" =>
        {
            let stays = words.ends_with("a full house stays");
            rule(program, move |hand| {
                let mut kind = as_dealt(hand);
                for tested in 1..=7 {
                    if kind == tested && !(stays && tested == 5) {
                        kind = upgraded(kind);
                    }
                }
                kind
            });
        }
        _ => return false,
    }
    true
}

/// Returns the hand with each joker replaced by the card that it becomes.
pub(super) fn stands_for(hand: &str) -> String {
    let most = not_j(hand).map(|label| count(hand, label)).max();
    let commonest = not_j(hand).filter(|&label| Some(count(hand, label)) == most);
    hand.replace('J', &strongest(commonest).unwrap_or('A').to_string())
}

pub(super) fn stands_for_first(hand: &str) -> String {
    let first = not_j(hand).rev().max_by_key(|&label| count(hand, label));
    hand.replace('J', &first.unwrap_or('A').to_string())
}

fn writes_order(program: &mut Program, words: &str) -> bool {
    let [high, pair, two, three, house, four, five] = [1, 2, 3, 4, 5, 6, 7];
    // Takes a type out, and puts it with, just above or just below another.
    let mut put = |kind: Kind, side: &str, other: Kind| {
        for group in &mut program.order {
            group.retain(|&there| there != kind);
        }
        program.order.retain(|group| !group.is_empty());
        let at = program.order.iter().position(|group| group.contains(&other)).unwrap();
        match side {
            "with" => program.order[at].push(kind),
            "above" => program.order.insert(at + 1, vec![kind]),
            _ => program.order.insert(at, vec![kind]),
        }
    };
    match words {
        "full house ranks above four of a kind" => put(house, "above", four),
        "full house and four of a kind are one type" => put(house, "with", four),
        "full house and three of a kind are one type: no full house is found, or every three of a kind is one" =>
        {
            put(three, "with", house);
        }
        "full house ranks below three of a kind" => put(house, "below", three),
        "one pair and two pair are one type" => put(pair, "with", two),
        "high card and one pair are one type" => put(high, "with", pair),
        "five of a kind and two pair are one type" => put(five, "with", two),
        "the type is the number of different labels only" => {
            put(house, "with", four);
            put(two, "with", three);
        }
        "the type is the largest count only" => {
            put(house, "with", three);
            put(two, "with", pair);
        }
        "two pair ranks above three of a kind" => put(two, "above", three),
        "one pair ranks between three of a kind and full house" => put(pair, "above", three),
        "pairs are not seen: only groups of three, four and five count" => {
            put(house, "with", three);
            put(two, "with", high);
            put(pair, "with", high);
        }
        _ => return false,
    }
    true
}

fn writes_labels(program: &mut Program, words: &str) -> bool {
    let values = &mut program.values;
    let digits = |values: &mut std::collections::BTreeMap<char, u64>, value: u64| {
        for label in "23456789".chars() {
            values.insert(label, value);
        }
    };
    match words {
        "labels are compared by character code" => {
            values.iter_mut().for_each(|(label, value)| *value = u64::from(*label));
        }
        "labels are compared by character code, but J is the weakest" => {
            values.iter_mut().for_each(|(label, value)| {
                *value = if *label == 'J' { 1 } else { u64::from(*label) }
            });
        }
        "T is the lowest label" => drop(values.insert('T', 0)),
        "T is read as 1" => drop(values.insert('T', 1)),
        "all digits are equal, and below T" => digits(values, 2),
        "all digits are equal, and below every other label" => digits(values, 0),
        "all digits are equal, to J too, and below T" => digits(values, values[&'J']),
        "labels above 9 are in the wrong direction: A is the weakest of them" => {
            values.extend("AKQJT".chars().zip(10..));
        }
        "T is equal to A" => drop(values.insert('T', 14)),
        "A is the lowest label" => drop(values.insert('A', 0)),
        "A is read as 1" => drop(values.insert('A', 1)),
        "A is just below 2" => {
            let list = if program.joker { "JA23456789TQK" } else { "A23456789TJQK" };
            *values = list.chars().zip(1..).collect();
        }
        "J is the weakest label in part 1, where it is a jack" => drop(values.insert('J', 1)),
        "J is wild but still ranks as a jack in ties" => drop(values.insert('J', 11)),
        "J is equal to 2 in ties" => drop(values.insert('J', 2)),
        _ => return false,
    }
    true
}

fn writes_ties(program: &mut Program, words: &str) -> bool {
    super::ties::write(program, words)
}
