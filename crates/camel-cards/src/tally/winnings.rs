//! Total winnings of a table, in one pass over it.
//!
//! Among hands of one type, labels decide: first come all hands with the weakest prefix, then all with
//! the next. So the entries of a partition win what they would win alone, and, for each type, its bids
//! once more for every rank that entries of weaker prefixes and weaker types take.

use super::{
    sums::{Overflow, PackedSums, Sums},
    table::{PartitionRef, Table},
};
use crate::{
    game::{
        HandType, PerRules, PerType, Rules, SUFFIXES, Ties,
        lookup::{PREFIX_ORDERS, PrefixCards, TypeKey, suffix_order},
    },
    ranking::Weaker,
};

/// What the entries of a partition win among themselves, and what they add to those above.
#[derive(Clone, Copy, Default)]
struct PartitionWinnings {
    types: PerType<TypeSums>,
    winnings: u128,
}

/// The entries of a partition that have one hand type.
#[derive(Clone, Copy, Default)]
struct TypeSums {
    weaker: Weaker,
    bids: u128,
}

/// Returns the total winnings under both rules.
pub(super) fn winnings(table: &Table, ties: Ties) -> Result<PerRules<u128>, Overflow> {
    table.entries()?;
    let suffixes = PerRules::from_fn(suffix_order);
    let partitions = table
        .partitions()
        .map(|partition| {
            if partition.is_empty() {
                return Ok(PerRules::default());
            }
            let prefix_cards = PrefixCards::of(partition.prefix);
            let type_keys = std::array::from_fn(|suffix| prefix_cards.type_key(suffix));
            match ties {
                Ties::Ordinal if !partition.has_spilled() => {
                    Ok(packed_winnings(&partition, &type_keys, &suffixes))
                }
                _ => PerRules::try_from_fn(|rules| {
                    partition_winnings(&partition, &type_keys, &suffixes[rules], rules, ties)
                }),
            }
        })
        .collect::<Result<Vec<_>, _>>()?;
    PerRules::try_from_fn(|rules| total(&partitions, rules, ties))
}

/// Adds up all partitions, weakest first.
fn total(
    partitions: &[PerRules<PartitionWinnings>],
    rules: Rules,
    ties: Ties,
) -> Result<u128, Overflow> {
    // What is weaker than the entries of a type: first all weaker types.
    let mut of_type: PerType<Weaker> = PerType::default();
    for partition in partitions {
        for (hand_type, sums) in partition[rules].types.iter() {
            of_type[hand_type] += sums.weaker;
        }
    }
    let (mut weaker, mut sum) = (PerType::default(), Weaker::default());
    for hand_type in HandType::ALL {
        weaker[hand_type] = sum;
        sum += of_type[hand_type];
    }
    let mut total = 0u128;
    for &prefix in &PREFIX_ORDERS[rules] {
        let partition = partitions[usize::from(prefix)][rules];
        total = total.checked_add(partition.winnings).ok_or(Overflow)?;
        for (hand_type, sums) in partition.types.iter() {
            let weaker: &mut Weaker = &mut weaker[hand_type];
            let more = sums.bids.checked_mul(weaker.ranks(ties).into());
            total = more.and_then(|more| total.checked_add(more)).ok_or(Overflow)?;
            *weaker += sums.weaker;
        }
    }
    Ok(total)
}

/// The usual case, in which nothing passes 64 bits, and count and bids of a type are added as the one
/// word they are; under both rules at once, as neither waits for the other.
fn packed_winnings(
    partition: &PartitionRef<'_>,
    type_keys: &[TypeKey; SUFFIXES],
    suffixes: &PerRules<[u16; SUFFIXES]>,
) -> PerRules<PartitionWinnings> {
    let weighted: u64 = partition.weighted.iter().sum();
    let mut types = PerRules::<[u64; HandType::ALL.len()]>::default();
    let mut winnings = PerRules::<u64>::default();
    for (&standard, &joker) in suffixes.standard.iter().zip(&suffixes.joker) {
        for (rules, suffix) in [(Rules::Standard, standard), (Rules::Joker, joker)] {
            let suffix = usize::from(suffix);
            let sums = PackedSums(partition.packed[suffix]);
            let of_type = &mut types[rules][type_keys[suffix].hand_type(rules).index()];
            winnings[rules] += PackedSums(*of_type).count() * sums.bids();
            *of_type += sums.0;
        }
    }
    PerRules::from_fn(|rules| {
        let type_sums = |hand_type: HandType| {
            let sums = PackedSums(types[rules][hand_type.index()]);
            // Ordinal ranks do not ask for groups.
            let weaker = Weaker { entries: sums.count(), groups: 0 };
            TypeSums { weaker, bids: sums.bids().into() }
        };
        let winnings = u128::from(winnings[rules]) + u128::from(weighted);
        PartitionWinnings { types: PerType::from_fn(type_sums), winnings }
    })
}

fn partition_winnings(
    partition: &PartitionRef<'_>,
    type_keys: &[TypeKey; SUFFIXES],
    suffixes: &[u16; SUFFIXES],
    rules: Rules,
    ties: Ties,
) -> Result<PartitionWinnings, Overflow> {
    let mut sum = PartitionWinnings::default();
    for suffix in suffixes.iter().copied().map(usize::from) {
        let sums = partition.sums(suffix);
        let Sums { count, bids, .. } = sums;
        if count > 0 {
            let of_type = &mut sum.types[type_keys[suffix].hand_type(rules)];
            let winnings = of_type.weaker.ranks_above(count, ties).winnings(bids, sums.weighted());
            let winnings = winnings.and_then(|winnings| sum.winnings.checked_add(winnings));
            sum.winnings = winnings.ok_or(Overflow)?;
            of_type.bids = of_type.bids.checked_add(bids).ok_or(Overflow)?;
            of_type.weaker += Weaker::group(count);
        }
    }
    Ok(sum)
}
