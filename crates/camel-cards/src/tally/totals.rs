//! Total winnings from cells, in one pass over them.
//!
//! Within a type, hands stand by their labels: first come all of one run, then all of the next. So
//! what a run's entries win is what they would win alone, and for each type its bids once more for
//! every entry below the run.

use super::{Below, Late, RunCells, Sums, Tally, sums_of};
use crate::{
    HandType, Overflow, Rules, Ties,
    hand::RUN,
    parts::{First, Kind, ORDERS, Order},
};

/// What the entries of a run win alone, but for their places, and what they do to those above.
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
    let mut alone = [const { Vec::new() }; 2];
    for (number, cells) in tally.runs().enumerate() {
        let first = First::of_run(number);
        let kinds = std::array::from_fn(|low| first.kind(low));
        let both = match cells {
            (.., run) if run.is_empty() => [Some(Alone::default()); 2],
            (late, _, run) if run.early.is_empty() && ties == Ties::Ordinal => {
                late_alone(late, &kinds, &lows).map(Some)
            }
            _ => Rules::ALL
                .map(|rules| alone_with(cells, &kinds, &lows[rules as usize], rules, ties)),
        };
        alone.iter_mut().zip(both).for_each(|(all, one)| all.push(one));
    }
    let placed = match ties {
        Ties::Ordinal => placed(tally),
        Ties::Min | Ties::Max | Ties::Dense => Some(0),
    };
    Rules::ALL.map(|rules| {
        let runs = ORDERS[rules as usize].runs.map(|run| alone[rules as usize][usize::from(run)]);
        together(&runs, ties).zip(placed).and_then(|(a, b)| a.checked_add(b)).ok_or(Overflow)
    })
}

/// What the entries of all runs win, weakest first, but for their places.
fn together(runs: &[Option<Alone>], ties: Ties) -> Option<u128> {
    let mut below = [Below::default(); HandType::ALL.len()];
    for run in runs {
        for (below, of_type) in below.iter_mut().zip((*run)?.types) {
            *below = below.and(of_type.passed);
        }
    }
    let mut sum = Below::default();
    for below in &mut below {
        (*below, sum) = (sum, sum.and(*below));
    }
    let mut total = 0u128;
    for run in runs {
        let Alone { types, winnings } = (*run)?;
        total = total.checked_add(winnings)?;
        for (below, OfType { passed, bids }) in below.iter_mut().zip(types) {
            total = total.checked_add(bids.checked_mul(below.before(ties).into())?)?;
            *below = below.and(passed);
        }
    }
    Some(total)
}

/// What is added to the winnings of entries by their places.
fn placed(tally: &Tally) -> Option<u128> {
    tally.runs().try_fold(0u128, |sum, (late, placed, run)| {
        let of_hands = match run.early.is_empty() {
            // Nothing that can pass 128 bits.
            true => placed.iter().map(|&placed| u128::from(placed)).sum(),
            false => (0..RUN)
                .map(|low| run.get(sums_of(late, placed, low), low).placed)
                .try_fold(0, u128::checked_add)?,
        };
        sum.checked_add(run.placed)?.checked_add(of_hands)
    })
}

/// Where all is late and ties are in the order given, nothing can pass 64 bits, and the sums of a type are
/// added as one number; under both rules at once, as neither waits for the other.
fn late_alone(late: &[u64], kinds: &[Kind; RUN], lows: &[[u16; RUN]; 2]) -> [Alone; 2] {
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
        winnings: winnings[rules as usize].into(),
    })
}

fn alone_with(
    (late, placed, run): RunCells<'_>,
    kinds: &[Kind; RUN],
    lows: &[u16; RUN],
    rules: Rules,
    ties: Ties,
) -> Option<Alone> {
    let mut alone = Alone::default();
    for low in lows.iter().copied().map(usize::from) {
        let Sums { count, bids, .. } = run.get(sums_of(late, placed, low), low);
        if count > 0 {
            let of_type = &mut alone.types[kinds[low].hand_type(rules).index()];
            let winnings = of_type.passed.winnings(count, bids, ties)?;
            alone.winnings = alone.winnings.checked_add(winnings)?;
            of_type.bids = of_type.bids.checked_add(bids)?;
            of_type.passed.pass(count);
        }
    }
    Some(alone)
}
