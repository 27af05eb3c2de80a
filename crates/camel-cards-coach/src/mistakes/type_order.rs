//! The type order axis: two types swapped, two merged, or one moved.

use camel_cards::HandType::{self, HighCard};

use super::vocabulary::*;

/// The named mistakes. T13 and T3 are the same change, and T13 is reported first.
const NAMED: &str = include_str!("type_order.tsv");

pub(super) fn all() -> Vec<Mistake> {
    let named = Mistake::of_text(NAMED, |order| {
        let places = order.chars().filter_map(|digit| {
            HandType::ALL.get((digit.to_digit(8)? as usize).checked_sub(1)?).copied()
        });
        Change::TypeOrder(places.collect::<Vec<_>>().try_into().unwrap_or(HandType::ALL))
    });
    let mut mistakes: Vec<Mistake> = named.collect();
    let mut add = |id: String, places, summary: String, hint| {
        let id = format!("type-order:{id}").replace(' ', "-");
        mistakes.push(Mistake::new(id, Generated, Change::TypeOrder(places), summary, hint));
    };
    let none = "types are ignored: hands are compared card by card alone".to_owned();
    add("none".to_owned(), [HighCard; 7], none, "compare the types first");
    let hint = "the types, weakest first: high card, one pair, two pair, three of a kind, full house, four of a kind, five of a kind";
    for a in HandType::ALL {
        for b in HandType::ALL.into_iter().filter(|&b| b != a) {
            let (i, j) = (a.index(), b.index());
            let [mut equal, mut moved, mut swapped] = [HandType::ALL; 3];
            equal[i] = b;
            let (sign, side) = if i < j { ('>', "above") } else { ('<', "below") };
            if i < j {
                moved[i..=j].rotate_right(1);
                swapped.swap(i, j);
                let summary = format!("{a} and {b} have each other's place");
                add(format!("{a}<>{b}"), swapped, summary, hint);
            } else {
                moved[j..=i].rotate_left(1);
            }
            add(format!("{a}={b}"), equal, format!("{a} and {b} are one type"), hint);
            add(format!("{a}{sign}{b}"), moved, format!("{a} ranks just {side} {b}"), hint);
        }
    }
    mistakes
}
