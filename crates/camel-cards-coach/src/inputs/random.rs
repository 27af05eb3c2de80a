use camel_cards::{Card, Hand, Rules};

use crate::solution::hands::HandClass;

/// A random number generator. The same seed gives the same numbers on every platform and in every
/// version.
///
/// ```
/// use camel_cards_coach::inputs::Random;
///
/// let mut random = Random::new(1);
/// assert_eq!([(); 5].map(|()| random.below(13)), [7, 9, 12, 5, 5]);
/// ```
///
/// # Source
///
/// SplitMix64, of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
/// Generators" (OOPSLA 2014), with the constants of Vigna's `splitmix64.c`.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Starts at `seed`, which may be any number.
    pub const fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.state;
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ bits >> 31
    }

    /// Returns a number below `bound`, each equally likely; 0 if `bound` is 0.
    ///
    /// # Source
    ///
    /// Lemire, "Fast Random Integer Generation in an Interval" (2019).
    pub fn below(&mut self, bound: u64) -> u64 {
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            let low = product as u64;
            // Rejects the lowest 2⁶⁴ mod bound, which would favour some numbers.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }

    /// Shuffles `items`; each order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    /// Returns 1 to `last` in random order.
    pub(crate) fn shuffled(&mut self, last: u64) -> Vec<u64> {
        let mut numbers: Vec<u64> = (1..=last).collect();
        self.shuffle(&mut numbers);
        numbers
    }

    /// Deals a hand with this pattern, its cards in random order. `J` is itself; other letters are different cards of
    /// `cards`.
    pub(super) fn deal(&mut self, pattern: &str, cards: &[Card]) -> Hand {
        let letters = pattern.as_bytes();
        let mut dealt = [Card::Jack; 5];
        for (i, letter) in letters.iter().enumerate().filter(|&(_, &letter)| letter != b'J') {
            dealt[i] = match letters[..i].iter().position(|earlier| earlier == letter) {
                Some(place) => dealt[place],
                None => self.other_than(&dealt[..i], cards),
            };
        }
        self.shuffle(&mut dealt);
        Hand::new(dealt)
    }

    /// Returns one of `cards` that is not among `taken`.
    pub(super) fn other_than(&mut self, taken: &[Card], cards: &[Card]) -> Card {
        loop {
            let card = self.pick(cards);
            if !taken.contains(&card) {
                return card;
            }
        }
    }

    /// Deals a hand of some class, each of the 19 equally likely.
    pub(super) fn deal_any_class(&mut self) -> Hand {
        let class = self.below(HandClass::COUNT as u64) as usize;
        let pattern = HandClass::all().nth(class).map_or("JJJJJ", HandClass::pattern);
        // The weakest is `J`.
        self.deal(pattern, &Rules::Joker.labels()[1..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_the_published_ones() {
        // Rosetta Code, "Pseudo-random numbers/Splitmix64".
        let mut random = Random::new(1_234_567);
        assert_eq!(
            [(); 5].map(|()| random.bits()),
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn numbers_below_a_bound_are_even_and_rejected_as_documented() {
        let mut random = Random::new(1);
        let mut counts = [0; 13];
        (0..130_000).for_each(|_| counts[random.below(13) as usize] += 1);
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        assert_eq!((random.below(0), random.below(1)), (0, 0));

        // With this bound, a quarter of the products is rejected.
        let bound = 3 << 62;
        let mut bits = random.clone();
        let mut rejected = 0;
        for _ in 0..1000 {
            let expected = loop {
                let product = u128::from(bits.bits()) * u128::from(bound);
                if product % (1 << 64) >= (1 << 64) % u128::from(bound) {
                    break product >> 64;
                }
                rejected += 1;
            };
            assert_eq!(u128::from(random.below(bound)), expected);
        }
        assert!((250..420).contains(&rejected), "{rejected}");
    }
}
