//! Total winnings: the position-weighted sum of all entries, the weakest first.
//!
//! A rank is a position among all entries. So the total winnings are what [`Sums::followed_by`] makes of the
//! [ranked](Sums::ranked) sums of all hands, weakest first; and as it is associative, in any grouping. Hands of one
//! type are in the order of their labels: first come all with the weakest prefix, then all with the next. So each
//! partition of a table gives sums for each type, those of a type follow each other by prefix, and then the types do.

use super::{
    sums::{HandSums, Overflow, PackedSums, Sums},
    table::{PartitionRef, Table},
};
use crate::game::{
    HandType, PerRules, PerType, Rules, SUFFIXES, Strength, Ties,
    lookup::{PREFIX_ORDERS, PrefixCards, TypeKey, suffix_order},
};

/// The ranked sums of the entries of each type.
pub(super) type TypeSums = PerRules<PerType<Sums>>;

/// Returns the total winnings of the entries of all types.
pub(super) fn total(types: &TypeSums) -> Result<PerRules<u128>, Overflow> {
    let total = |rules| {
        let types = types[rules].iter();
        let all = types.fold(Sums::default(), |weaker, (_, &sums)| weaker.followed_by(sums));
        all.weighted().ok_or(Overflow)
    };
    Ok(PerRules { standard: total(Rules::Standard)?, joker: total(Rules::Joker)? })
}

/// Sums up hands that are all different.
pub(super) fn of_hands(hands: &[HandSums], ties: Ties) -> TypeSums {
    PerRules::from_fn(|rules| {
        let mut weakest_first: Vec<(Strength, Sums)> =
            hands.iter().map(|&HandSums { hand, sums }| (hand.strength(rules), sums)).collect();
        weakest_first.sort_unstable_by_key(|&(strength, _)| strength);
        let mut types = PerType::<Sums>::default();
        for (strength, sums) in weakest_first {
            let of_type = &mut types[strength.hand_type()];
            *of_type = of_type.followed_by(sums.ranked(ties));
        }
        types
    })
}

/// Sums up the hands of a table.
pub(super) fn of_table(table: &Table, ties: Ties) -> TypeSums {
    let suffixes = PerRules::from_fn(suffix_order);
    let of_partition = |partition| of_partition(&partition, &suffixes, ties);
    let partitions: Vec<_> = table.partitions().map(of_partition).collect();
    PerRules::from_fn(|rules| {
        let mut types = PerType::<Sums>::default();
        for &prefix in &PREFIX_ORDERS[rules] {
            for (hand_type, &sums) in partitions[usize::from(prefix)][rules].iter() {
                types[hand_type] = types[hand_type].followed_by(sums);
            }
        }
        types
    })
}

fn of_partition(
    partition: &PartitionRef<'_>,
    suffixes: &PerRules<[u16; SUFFIXES]>,
    ties: Ties,
) -> TypeSums {
    let mut types = TypeSums::default();
    if partition.is_empty() {
        return types;
    }
    let prefix_cards = PrefixCards::of(partition.prefix);
    let type_keys: [TypeKey; SUFFIXES] =
        std::array::from_fn(|suffix| prefix_cards.type_key(suffix));
    if partition.has_spilled() {
        for rules in Rules::ALL {
            for suffix in suffixes[rules].map(usize::from) {
                let of_type = &mut types[rules][type_keys[suffix].hand_type(rules)];
                *of_type = of_type.followed_by(partition.sums(suffix).ranked(ties));
            }
        }
        return types;
    }
    // The usual case, in which nothing passes 64 bits; under both rules at once, as neither waits for the other.
    let mut packed = PerRules::<[PackedSums; HandType::ALL.len()]>::default();
    for (&standard, &joker) in suffixes.standard.iter().zip(&suffixes.joker) {
        for (rules, suffix) in [(Rules::Standard, standard), (Rules::Joker, joker)] {
            let suffix = usize::from(suffix);
            let of_type = &mut packed[rules][type_keys[suffix].hand_type(rules).index()];
            of_type.append(PackedSums(partition.packed[suffix]).ranked(ties));
        }
    }
    PerRules::from_fn(|rules| PerType::from_fn(|of| packed[rules][of.index()].unpack()))
}
