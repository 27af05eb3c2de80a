use camel_cards::{Card, Hand, HandType, Rules};

/// A cell of the type table: what type a hand has as dealt, and how many `J` it
/// holds. Whatever program looks at label counts alone treats all hands of a
/// cell alike.
///
/// ```
/// use camel_cards::{HandType, Rules};
/// use camel_cards_coach::Cell;
///
/// let cell = Cell::of("QQJ45".parse()?);
/// assert_eq!(cell.pattern(), "xxJyz");
/// assert_eq!(cell.hand_type(Rules::Joker), HandType::ThreeOfAKind);
/// # Ok::<(), camel_cards::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(u8);

/// The pattern of each cell; distinct letters are distinct labels other than `J`.
const PATTERNS: [&str; Cell::COUNT] = [
    "vwxyz", "xyzwJ", "xxwyz", "xxJyz", "JJxyz", "xxyyz", "xxyyJ", "xxJJy", "xxxyz", "xxxJy",
    "JJJxy", "xxxyy", "xxxJJ", "JJJxx", "xxxxy", "xxxxJ", "JJJJx", "xxxxx", "JJJJJ",
];

impl Cell {
    /// How many cells there are.
    pub const COUNT: usize = 19;

    /// All cells, by type as dealt, then by number of jokers.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..Cell::COUNT as u8).map(Cell)
    }

    /// Returns the cell that `hand` is in.
    pub fn of(hand: Hand) -> Cell {
        let jokers = usize::from(hand.label_counts()[Card::Jack.index()]);
        // By type, then by number of jokers; 19 where no hand is.
        const CELLS: [[u8; 6]; 7] = [
            [0, 1, 19, 19, 19, 19],
            [2, 3, 4, 19, 19, 19],
            [5, 6, 7, 19, 19, 19],
            [8, 9, 19, 10, 19, 19],
            [11, 19, 12, 13, 19, 19],
            [14, 15, 19, 19, 16, 19],
            [17, 19, 19, 19, 19, 18],
        ];
        Cell(CELLS[hand.hand_type(Rules::Standard).index()][jokers])
    }

    /// Returns the place in [`Cell::all`].
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Returns the pattern, such as `xxJyz`: distinct letters are distinct
    /// labels other than `J`, in any order.
    pub fn pattern(self) -> &'static str {
        PATTERNS[self.index()]
    }

    /// Returns some hand of this cell.
    pub fn example(self) -> Hand {
        let mut letters = self.pattern().chars().map(|letter| match letter {
            'J' => Card::Jack,
            'x' => Card::Six,
            'y' => Card::Five,
            'z' => Card::Four,
            'w' => Card::Three,
            _ => Card::Two,
        });
        Hand::new(std::array::from_fn(|_| letters.next().unwrap_or(Card::Two)))
    }

    /// Returns the type that hands of this cell have under `rules`.
    pub fn hand_type(self, rules: Rules) -> HandType {
        self.example().hand_type(rules)
    }

    /// Returns how often each label other than `J` occurs, largest count first,
    /// and how many `J` there are.
    pub(crate) fn counts(self) -> (Vec<u8>, u8) {
        let mut counts = self.example().label_counts();
        let jokers = std::mem::take(&mut counts[Card::Jack.index()]);
        let mut others: Vec<u8> = counts.into_iter().filter(|&count| count > 0).collect();
        others.sort_by_key(|&count| std::cmp::Reverse(count));
        (others, jokers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_is_in_the_cell_of_its_counts() {
        for (index, cell) in Cell::all().enumerate() {
            assert_eq!(cell.index(), index);
            assert_eq!(Cell::of(cell.example()), cell, "{}", cell.pattern());
        }
        for hand in Hand::all() {
            let cell = Cell::of(hand);
            for rules in Rules::ALL {
                assert_eq!(hand.hand_type(rules), cell.hand_type(rules));
            }
        }
    }
}
