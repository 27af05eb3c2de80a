//! Total winnings from cells, in one pass over them.
//!
//! Within a type, hands stand by their labels: first come all of one run, then all of the next. So
//! what a run's entries win is what they would win alone, and for each type its bids once more for
//! every entry below the run.

use super::{Below, Late, RunCells, Sums, Tally, sums_of};
use crate::{
    HandType, LESS_CODE, Overflow, Rules, Ties,
    hand::RUN,
    parts::{First, Kind, ORDERS, Order},
};

/// What the entries of a run win alone, and what they do to those above.
#[derive(Clone, Copy, Default)]
struct Alone {
    types: [OfType; HandType::ALL.len()],
    winnings: u128,
}

#[derive(Clone, Copy, Default)]
struct OfType {
    passed: Below,
    bids: u128,
}

/// The total winnings under each of [`Rules::ALL`].
pub(super) fn winnings(tally: &Tally, ties: Ties) -> [Result<u128, Overflow>; 2] {
    let lows = ORDERS.each_ref().map(Order::lows);
    let alone: Vec<[Option<Alone>; 2]> = (tally.runs().enumerate())
        .map(|(number, cells)| {
            let first = First::of_run(number);
            let kinds = std::array::from_fn(|low| first.kind(low));
            let (.., run) = cells;
            match ties {
                _ if run.is_empty() => [Some(Alone::default()); 2],
                Ties::Ordinal if run.early.is_empty() && !LESS_CODE => {
                    late_alone(cells, &kinds, &lows).map(Some)
                }
                _ => Rules::ALL
                    .map(|rules| alone_with(cells, &kinds, &lows[rules as usize], rules, ties)),
            }
        })
        .collect();
    Rules::ALL.map(|rules| together(&alone, rules, ties).ok_or(Overflow))
}

/// What the entries of all runs win, weakest first.
fn together(alone: &[[Option<Alone>; 2]], rules: Rules, ties: Ties) -> Option<u128> {
    let mut below = [Below::default(); HandType::ALL.len()];
    for run in alone {
        for (below, of_type) in below.iter_mut().zip(run[rules as usize]?.types) {
            *below = below.and(of_type.passed);
        }
    }
    let mut sum = Below::default();
    for below in &mut below {
        (*below, sum) = (sum, sum.and(*below));
    }
    let mut total = 0u128;
    for run in ORDERS[rules as usize].runs {
        let Alone { types, winnings } = alone[usize::from(run)][rules as usize]?;
        total = total.checked_add(winnings)?;
        for (below, OfType { passed, bids }) in below.iter_mut().zip(types) {
            total = total.checked_add(bids.checked_mul(below.before(ties).into())?)?;
            *below = below.and(passed);
        }
    }
    Some(total)
}

/// Where all is late and ties are in the order given, nothing can pass 64 bits, and the sums of a type are
/// added as one number; under both rules at once, as neither waits for the other.
fn late_alone(
    (late, placed, run): RunCells<'_>,
    kinds: &[Kind; RUN],
    lows: &[[u16; RUN]; 2],
) -> [Alone; 2] {
    let placed = placed.iter().fold(run.placed, |sum, &placed| sum + u128::from(placed));
    let mut types = [[0; HandType::ALL.len()]; 2];
    let mut winnings = [0; 2];
    for (&standard, &joker) in lows[0].iter().zip(&lows[1]) {
        for (rules, low) in Rules::ALL.into_iter().zip([standard, joker].map(usize::from)) {
            let of_type = &mut types[rules as usize][kinds[low].hand_type(rules).index()];
            winnings[rules as usize] += Late(*of_type).count() * Late(late[low]).bids();
            *of_type += late[low];
        }
    }
    Rules::ALL.map(|rules| Alone {
        types: types[rules as usize].map(|sums| {
            let entries = Late(sums).count();
            OfType { passed: Below { entries, hands: 0 }, bids: Late(sums).bids().into() }
        }),
        winnings: u128::from(winnings[rules as usize]) + placed,
    })
}

fn alone_with(
    (late, placed, run): RunCells<'_>,
    kinds: &[Kind; RUN],
    lows: &[u16; RUN],
    rules: Rules,
    ties: Ties,
) -> Option<Alone> {
    let places = |placed| if ties == Ties::Ordinal { placed } else { 0 };
    let mut alone = Alone { winnings: places(run.placed), ..Alone::default() };
    for low in lows.iter().copied().map(usize::from) {
        let Sums { count, bids, placed } = run.get(sums_of(late, placed, low), low);
        if count > 0 {
            let of_type = &mut alone.types[kinds[low].hand_type(rules).index()];
            let winnings = of_type.passed.winnings(count, bids, ties)?;
            alone.winnings = alone.winnings.checked_add(winnings)?.checked_add(places(placed))?;
            of_type.bids = of_type.bids.checked_add(bids)?;
            of_type.passed.pass(count);
        }
    }
    Some(alone)
}
