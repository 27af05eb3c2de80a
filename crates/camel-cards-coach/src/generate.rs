//! Inputs made to order. The same seed gives the same entries on every platform,
//! for ever: docs/generator.md says how, number by number, so that any language
//! can. Whatever here draws a random number is a promise; a new kind of input is
//! a new [`Shape`], not a change to an old one.

use std::{array, error, fmt, str::FromStr};

use camel_cards::{Card, Entry, Hand, UnknownName, entries};

use crate::Cell;

/// A source of random numbers: the same ones for the same seed.
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
    /// Starts at `seed`; any will do.
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

    /// Returns one of the numbers below `bound`, each equally likely; 0 if there
    /// are none.
    ///
    /// # Source
    ///
    /// Lemire, "Fast Random Integer Generation in an Interval" (2019).
    pub fn below(&mut self, bound: u64) -> u64 {
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            let low = product as u64;
            // Not the 2⁶⁴ mod bound lowest, which would favour some numbers.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }

    /// Puts `items` in an order in which each is equally likely everywhere.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    /// Returns 1 to `last` in random order.
    fn shuffled(&mut self, last: u64) -> Vec<u64> {
        let mut numbers: Vec<u64> = (1..=last).collect();
        self.shuffle(&mut numbers);
        numbers
    }

    /// Returns one of the hands that have this pattern: distinct letters are
    /// distinct cards of `cards`, but `J` is itself; in any order.
    fn deal(&mut self, pattern: &str, cards: &[Card]) -> Hand {
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
    fn other_than(&mut self, taken: &[Card], cards: &[Card]) -> Card {
        loop {
            let card = self.pick(cards);
            if !taken.contains(&card) {
                return card;
            }
        }
    }

    /// Returns a hand of a cell, each of the 19 equally likely.
    fn deal_cell(&mut self) -> Hand {
        const OTHERS: [Card; 12] = {
            use Card::*;
            [Two, Three, Four, Five, Six, Seven, Eight, Nine, Ten, Queen, King, Ace]
        };
        let cell = self.below(Cell::COUNT as u64) as usize;
        let pattern = Cell::all().nth(cell).map_or("JJJJJ", Cell::pattern);
        self.deal(pattern, &OTHERS)
    }
}

/// What generated entries look like.
///
/// ```
/// use camel_cards_coach::generate::Shape;
///
/// assert_eq!(Shape::default(), Shape::Puzzle);
/// assert_eq!("ties".parse(), Ok(Shape::Ties));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// What people get: distinct hands, the five jokers the only five of a kind,
    /// the other types in about the usual shares, bids 1 to the number of hands.
    #[default]
    Puzzle,
    /// Any hand, each equally likely, with a bid of 1 to 1,000.
    Uniform,
    /// Few hands, at most 300, that most entries share; bids of 1 to 1,000.
    Ties,
    /// Each [`Cell`]; the weakest and the strongest hand of each type; hands of
    /// one type that first differ at each card, and that other ways of comparing
    /// them would order otherwise. Then more of these at random. Bids of 1 to
    /// 1,000, distinct among each 1,000 entries.
    Edges,
    /// One input, whatever the seed: the smallest found on which every mistake
    /// that has a name gives a total of its own, under either rules.
    Separating,
}

impl Shape {
    /// All five shapes, `Puzzle` first.
    pub const ALL: [Shape; 5] =
        [Shape::Puzzle, Shape::Uniform, Shape::Ties, Shape::Edges, Shape::Separating];

    /// Returns the name: `puzzle`, `uniform`, `ties`, `edges` or `separating`.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::Puzzle => "puzzle",
            Shape::Uniform => "uniform",
            Shape::Ties => "ties",
            Shape::Edges => "edges",
            Shape::Separating => "separating",
        }
    }

    /// Returns how many hands there are if nobody says.
    pub fn default_hands(self) -> u64 {
        match self {
            Shape::Puzzle | Shape::Uniform | Shape::Ties => 1000,
            Shape::Edges => edges().count() as u64,
            Shape::Separating => separating().count() as u64,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Shape {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Shape, UnknownName> {
        UnknownName::find(name, &Shape::ALL, Shape::name)
    }
}

/// More hands asked of a shape than there are: of [`Shape::Puzzle`], whose hands
/// are distinct, or of [`Shape::Separating`], which is one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyHands {
    shape: Shape,
    most: u64,
    found: u64,
}

impl fmt::Display for TooManyHands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooManyHands { shape, most, found } = self;
        write!(
            f,
            "expected at most {most} hands of shape {shape}, found {found}; shape uniform takes any number"
        )
    }
}

impl error::Error for TooManyHands {}

/// Generates entries: `hands` of them, or the shape's own number.
///
/// They come one at a time in constant memory, except that a puzzle, which
/// must remember what it has dealt, is made at once.
///
/// ```
/// use camel_cards::{Rules, Tally, Ties};
/// use camel_cards_coach::generate::{Shape, generate};
///
/// let tally: Tally = generate(Shape::Puzzle, None, 1)?.collect();
/// assert_eq!((tally.entries(), tally.tied()), (1000, 0));
/// assert_eq!(tally.total_winnings(Rules::Standard, Ties::Ordinal)?, 250_029_090);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`TooManyHands`] for a puzzle of more than 371,281: all there are but the
/// other twelve of five of a kind. Also for more than there are of
/// [`Shape::Separating`].
pub fn generate(
    shape: Shape,
    hands: Option<u64>,
    seed: u64,
) -> Result<impl Iterator<Item = Entry> + Send + use<>, TooManyHands> {
    let count = hands.unwrap_or_else(|| shape.default_hands());
    let mut random = Random::new(seed);
    let entries: Box<dyn Iterator<Item = Entry> + Send> = match shape {
        Shape::Puzzle => {
            let hands = puzzle(count, &mut random)?;
            let bids = random.shuffled(count);
            Box::new(hands.into_iter().zip(bids).map(|(hand, bid)| Entry { hand, bid }))
        }
        Shape::Uniform => Box::new((0..count).map(move |_| {
            let hand = Hand::new(array::from_fn(|_| random.pick(&Card::ALL)));
            Entry { hand, bid: 1 + random.below(1000) }
        })),
        Shape::Ties => {
            let few = count.isqrt().clamp(1, 300);
            let few: Vec<Hand> = (0..few).map(|_| random.deal_cell()).collect();
            Box::new((0..count).map(move |_| {
                let hand = random.pick(&few);
                Entry { hand, bid: 1 + random.below(1000) }
            }))
        }
        Shape::Edges => {
            let bids = random.shuffled(1000);
            let hands = edges().chain(more_edges(random));
            let bids = (0..count).map(move |i| bids[(i % 1000) as usize]);
            Box::new(hands.zip(bids).map(|(hand, bid)| Entry { hand, bid }))
        }
        Shape::Separating => {
            let most = shape.default_hands();
            if count > most {
                return Err(TooManyHands { shape, most, found: count });
            }
            Box::new(separating().take(count as usize))
        }
    };
    Ok(entries)
}

fn separating() -> impl Iterator<Item = Entry> + Send {
    entries(include_bytes!("../../../testdata/separating/separating.txt")).flatten()
}

/// All hands but those of five of a kind, and `JJJJJ`.
const PUZZLE_HANDS_MAX: u64 = Hand::COUNT as u64 - 13 + 1;

/// The patterns of a puzzle's hands, each with the first number below 100 that is
/// no longer its own.
const PUZZLE_PATTERNS: [(u64, &str); 6] =
    [(20, "vwxyz"), (45, "xxwyz"), (62, "xxyyz"), (80, "xxxyz"), (90, "xxxyy"), (100, "xxxxy")];

/// Hands that repeat are dealt again, type and all; so where a type's hands run
/// out, its share goes to the others.
fn puzzle(count: u64, random: &mut Random) -> Result<Vec<Hand>, TooManyHands> {
    if count > PUZZLE_HANDS_MAX {
        let (shape, most) = (Shape::Puzzle, PUZZLE_HANDS_MAX);
        return Err(TooManyHands { shape, most, found: count });
    }
    let mut hands: Vec<Hand> = (0..count.min(1)).map(|_| Hand::new([Card::Jack; 5])).collect();
    let mut dealt = vec![false; Hand::COUNT];
    while (hands.len() as u64) < count {
        let number = random.below(100);
        let pattern = PUZZLE_PATTERNS.iter().find(|&&(end, _)| number < end);
        let pattern = pattern.map_or("xxxxy", |&(_, pattern)| pattern);
        let hand = random.deal(pattern, &Card::ALL);
        if !std::mem::replace(&mut dealt[hand.index()], true) {
            hands.push(hand);
        }
    }
    random.shuffle(&mut hands);
    Ok(hands)
}

/// The hands that `edges` begins with; the tests say what they have to show.
/// Some pairs have the stronger hand first, some the weaker one, so that to keep
/// the order of the input is wrong as well as to reverse it.
const EDGES: [&str; 7] = [
    // Each cell.
    "7K2T5 4J9A6 8Q38T 5KJ75 J6QJ9 4A9A4 K3JK3 J7J27 6T6A6 Q2QJQ \
     JJ8JK 93939 JTTJT 5JJ5J AA7AA 22J22 JJJQJ TTTTT JJJJJ",
    // Every label against every other.
    "AAAAA KKKKK QQQQQ 99999 88888 77777 66666 55555 44444 33333 22222",
    // The weakest and the strongest of each type, under either rules.
    "23456 22345 22334 22234 22233 22223 J2345 JJ234 J2233 JJJ23 \
     AKQJT AAKQJ AAKKQ AAAKQ AAAKK AAAAK AKQT9 AAKQT",
    // Only the first card differs, only the second, … only the last.
    "K8346 Q8346 T8346 98346 696A3 6T6A3 6Q6A3 44A77 44K77 44277 \
     999T2 999Q2 999K2 999A2 8888A 88882 88889 8888T 8888K",
    // J above T or below 2, or equal to it; and between T and Q.
    "J9Q4K 9JQ4K 52JK8 5J2K8 J7294 27J34 K35J8 K3J58 TT8J4 TT84J K962Q K962J K962T",
    // The stronger hand of each type, and one with stronger cards behind.
    "32456 2AKQ9 42235 3AAKQ 4AAKK 52233 62223 5AAAK 2A2AA 33222 32222 2AAAA",
    // T that became A, and a joker before the label that it has to join.
    "A5734 T5734 2J33K",
];

fn edges() -> impl Iterator<Item = Hand> + Send {
    EDGES
        .into_iter()
        .flat_map(str::split_ascii_whitespace)
        .map(|hand| hand.parse().expect("a hand of labels"))
}

/// A hand of some cell, the same with another label for one of its labels, the
/// same in another order; and again.
fn more_edges(mut random: Random) -> impl Iterator<Item = Hand> + Send {
    let mut hand = Hand::new([Card::Jack; 5]);
    (0u8..3).cycle().map(move |kind| {
        let mut cards = hand.cards();
        match kind {
            0 => {
                hand = random.deal_cell();
                return hand;
            }
            1 => {
                let old = random.pick(&cards);
                let new = random.other_than(&cards, &Card::ALL);
                cards = cards.map(|card| if card == old { new } else { card });
            }
            _ => random.shuffle(&mut cards),
        }
        Hand::new(cards)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use camel_cards::{Decision, HandType, Rules, Strength, Tally, Ties, compare};

    use super::*;
    use crate::{Solution, mistakes};

    const DOCS: &str = include_str!("../../../docs/generator.md");

    fn entries(shape: Shape, hands: u64, seed: u64) -> Vec<Entry> {
        generate(shape, Some(hands), seed).unwrap().collect()
    }

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

        // Of products with this bound a quarter is rejected.
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

    /// The row of docs/generator.md for a shape: what its entries are from seed 1.
    fn documented(shape: Shape) -> String {
        let entries: Vec<Entry> = generate(shape, None, 1).unwrap().collect();
        // FNV-1a, 64 bits.
        let hash = entries
            .iter()
            .map(|entry| format!("{entry}\n"))
            .collect::<String>()
            .bytes()
            .fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
            });
        let first: Vec<String> = entries[..3].iter().map(ToString::to_string).collect();
        let tally: Tally = entries.iter().copied().collect();
        let [standard, joker] =
            Rules::ALL.map(|rules| tally.total_winnings(rules, Ties::Ordinal).unwrap());
        format!(
            "| `{shape}` | {} | `{}` | {standard} | {joker} | `{hash:016x}` |\n",
            entries.len(),
            first.join("`, `")
        )
    }

    #[test]
    fn the_same_seed_gives_the_documented_entries() {
        for shape in Shape::ALL {
            let row = documented(shape);
            assert!(DOCS.contains(&row), "docs/generator.md lacks:\n{row}");
            assert_eq!(shape.name().parse(), Ok(shape));
        }
        let words = DOCS.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let edges: Vec<String> = edges().map(|hand| hand.to_string()).collect();
        let patterns: Vec<&str> = Cell::all().map(Cell::pattern).collect();
        assert!(words.contains(&edges.join(" ")) && words.contains(&patterns.join(" ")));
        let mut random = Random::new(1);
        let numbers = [(); 10].map(|()| random.below(13).to_string()).join(" ");
        assert!(DOCS.contains(&format!("`{numbers}`")), "docs/generator.md lacks:\n{numbers}");
        assert_ne!(entries(Shape::Uniform, 9, 1), entries(Shape::Uniform, 9, 2));
    }

    #[test]
    fn fewer_hands_of_a_stream_are_its_first() {
        for shape in [Shape::Uniform, Shape::Edges] {
            let all = entries(shape, 3000, 5);
            for hands in [0, 1, 2, 19, 1000] {
                assert_eq!(entries(shape, hands, 5), all[..hands as usize]);
            }
        }
    }

    #[test]
    fn a_puzzle_is_what_it_promises() {
        let bid_is_one_each = |entries: &[Entry]| {
            let mut bids: Vec<u64> = entries.iter().map(|entry| entry.bid).collect();
            bids.sort_unstable();
            bids.into_iter().eq(1..=entries.len() as u64)
        };
        let mut labels = [0; 13];
        let mut types = [0; 7];
        for seed in 0..100 {
            for hands in [0, 1, 2, 10, 100, 1000] {
                let entries = entries(Shape::Puzzle, hands, seed);
                assert_eq!(entries.len() as u64, hands);
                let distinct: HashSet<Hand> = entries.iter().map(|entry| entry.hand).collect();
                assert_eq!(distinct.len() as u64, hands);
                assert!(bid_is_one_each(&entries));
                let type_of = |entry: &Entry| entry.hand.hand_type(Rules::Standard);
                let of_five: Vec<String> = (entries.iter())
                    .filter(|&entry| type_of(entry) == HandType::FiveOfAKind)
                    .map(|entry| entry.hand.to_string())
                    .collect();
                assert_eq!(of_five, vec!["JJJJJ"; hands.min(1) as usize]);
                for entry in &entries[..if hands < 1000 { 0 } else { 1000 }] {
                    types[type_of(entry).index()] += 1;
                    for card in entry.hand.cards() {
                        labels[card.index()] += 1;
                    }
                }
            }
        }
        // Of 100,000 hands; four of a kind and full houses repeat now and then.
        for (found, expected) in types.into_iter().zip([20, 25, 17, 18, 10, 10]) {
            assert!((expected * 1000 - 600..expected * 1000 + 600).contains(&found), "{types:?}");
        }
        // Of 500,000 cards, evenly.
        assert!(labels.iter().all(|count| (37_500..39_500).contains(count)), "{labels:?}");
    }

    #[test]
    fn a_puzzle_of_all_hands_there_are_ends() {
        let distinct: HashSet<Hand> =
            entries(Shape::Puzzle, PUZZLE_HANDS_MAX, 1).iter().map(|entry| entry.hand).collect();
        assert_eq!(distinct.len(), 371_281);
        let error = generate(Shape::Puzzle, Some(PUZZLE_HANDS_MAX + 1), 1).err().unwrap();
        assert_eq!(
            error.to_string(),
            "expected at most 371281 hands of shape puzzle, found 371282; shape uniform takes any number"
        );
        let error = "even".parse::<Shape>().unwrap_err().to_string();
        assert_eq!(error, "expected one of puzzle, uniform, ties, edges, separating, found 'even'");
    }

    #[test]
    fn most_entries_of_ties_are_tied() {
        for (hands, least) in [(0, 0), (1, 0), (3, 3), (50, 40), (1000, 990), (100_000, 100_000)] {
            let tally: Tally = generate(Shape::Ties, Some(hands), 3).unwrap().collect();
            assert!(tally.tied() >= least, "{} of {hands}", tally.tied());
        }
        let hands: HashSet<Hand> =
            entries(Shape::Ties, 200_000, 1).iter().map(|entry| entry.hand).collect();
        assert!(hands.len() <= 300);
    }

    #[test]
    fn edges_are_all_there() {
        let hands: Vec<Hand> = edges().collect();
        let distinct: HashSet<Hand> = hands.iter().copied().collect();
        assert_eq!(distinct.len(), hands.len());
        assert!(hands.iter().map(|&hand| Cell::of(hand)).take(Cell::COUNT).eq(Cell::all()));
        for rules in Rules::ALL {
            let mut strengths: Vec<Strength> =
                hands.iter().map(|hand| hand.strength(rules)).collect();
            strengths.sort_unstable();
            for hand_type in HandType::ALL {
                let of_type = |strength: &Strength| strength.hand_type() == hand_type;
                let mut all =
                    (1..).map_while(|number| Strength::from_number(number, rules)).filter(of_type);
                let mut here = strengths.iter().copied().filter(of_type);
                assert_eq!(here.next(), all.next(), "{rules}: weakest {hand_type}");
                assert_eq!(here.next_back(), all.last(), "{rules}: strongest {hand_type}");
            }
            // Neighbours in the order that each card decides.
            for position in 1..=5 {
                let decides = |pair: &&[Strength]| {
                    compare(pair[0].hand(), pair[1].hand(), rules).decision
                        == Decision::Card { position }
                };
                assert!(strengths.windows(2).filter(decides).count() >= 3, "{rules}: {position}");
            }
        }
    }

    /// But for those that show only where hands or bids repeat or a total is large,
    /// and those that order all hands rightly.
    #[test]
    fn edges_show_every_mistake() {
        let edges: Vec<Entry> = generate(Shape::Edges, None, 1).unwrap().collect();
        let all: Vec<Entry> = Hand::all().map(|hand| Entry { hand, bid: 1 }).collect();
        for rules in Rules::ALL {
            let right = Solution::right(rules);
            let (total, order) = (right.total(&edges), right.order(&all));
            for mistake in mistakes(rules) {
                let solution = mistake.solution(rules);
                assert!(
                    solution.total(&edges) != total
                        || ["S5", "S6", "S12"].contains(&mistake.id())
                        || solution.order(&all) == order,
                    "{rules}: {} is not shown: {}",
                    mistake.id(),
                    mistake.summary()
                );
            }
        }
    }

    #[test]
    fn more_edges_reach_every_cell_and_position() {
        let hands: Vec<Hand> = more_edges(Random::new(1)).take(3000).collect();
        assert!(Cell::all().all(|cell| hands.iter().any(|&hand| Cell::of(hand) == cell)));
        let decided = |position| {
            let decision = Decision::Card { position };
            hands
                .chunks(3)
                .filter(|hands| compare(hands[0], hands[1], Rules::Standard).decision == decision)
                .count()
        };
        assert!((1..=5).all(|position| decided(position) > 30));
    }
}
