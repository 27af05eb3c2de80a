use crate::{Strength, Ties};

/// Returns the rank of each strength: 1 for the weakest.
///
/// There is one rank a strength, in the order given, from 1 to at most
/// `strengths.len()`; none for none. Only identical hands are equally strong,
/// and they rank as `ties` says: under [`Ties::Ordinal`] the earlier one ranks
/// lower.
///
/// For total winnings alone a [`Tally`](crate::Tally) needs no list.
///
/// ```
/// use camel_cards::{Hand, Rules, Ties, ranks};
///
/// let hands: [Hand; 3] = ["QQQJA".parse()?, "KTJJT".parse()?, "QQQJA".parse()?];
/// let strengths = hands.map(|hand| hand.strength(Rules::Standard));
/// assert_eq!(ranks(&strengths, Ties::Ordinal), [2, 1, 3]);
/// assert_eq!(ranks(&strengths, Ties::Dense), [2, 1, 2]);
/// # Ok::<(), camel_cards::Error>(())
/// ```
///
/// # Source
///
/// "Rank" is as in Advent of Code 2023, day 7; for the ties see [`Ties`].
pub fn ranks(strengths: &[Strength], ties: Ties) -> Vec<u64> {
    let mut order: Vec<usize> = (0..strengths.len()).collect();
    order.sort_by_key(|&i| strengths[i]);
    let mut ranks = vec![0; strengths.len()];
    let (mut below, mut hands_below) = (0, 0);
    for equals in order.chunk_by(|&a, &b| strengths[a] == strengths[b]) {
        for (place, &i) in (1..).zip(equals) {
            ranks[i] = match ties {
                Ties::Ordinal => below + place,
                Ties::Min => below + 1,
                Ties::Max => below + equals.len() as u64,
                Ties::Dense => hands_below + 1,
            };
        }
        below += equals.len() as u64;
        hands_below += 1;
    }
    ranks
}
