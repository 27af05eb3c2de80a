use std::{cmp::Ordering, fmt};

use super::{Card, Hand, HandType, Rules, Strength};

/// The explanation of a hand's type and strength under some rules.
///
/// ```
/// use camel_cards::{Card, Explanation, Rules};
///
/// let why = Explanation::of("KTJJT".parse()?, Rules::Joker);
/// assert_eq!(why.hand_type().name(), "four of a kind");
/// assert_eq!(why.label_counts, [(Card::Ten, 2), (Card::Jack, 2), (Card::King, 1)]);
/// assert_eq!(why.jokers_stand_for, Some(Card::Ten));
/// assert_eq!(why.to_string(), "T ×2 + J ×2 as T, K ×1");
/// assert_eq!(why.strength.number(), 370_272);
/// # Ok::<(), camel_cards::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The strength, which contains the hand, its type, its number and the rules.
    pub strength: Strength,
    /// The labels and how often each occurs: most frequent first, then
    /// strongest first.
    pub label_counts: Vec<(Card, u8)>,
    /// The card that the hand's jokers act as; `None` if it has no jokers.
    ///
    /// This is the most frequent other label, and the strongest one if several are equally
    /// frequent. With five jokers, it is the ace.
    pub jokers_stand_for: Option<Card>,
}

impl Explanation {
    /// Explains `hand` under `rules`.
    pub fn of(hand: Hand, rules: Rules) -> Explanation {
        let counts = hand.label_counts();
        let mut label_counts: Vec<(Card, u8)> = rules
            .labels()
            .iter()
            .rev()
            .map(|&card| (card, counts[card.index()]))
            .filter(|&(_, count)| count > 0)
            .collect();
        label_counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let jokers_stand_for =
            rules.joker().filter(|joker| counts[joker.index()] > 0).map(|joker| {
                let mut others = label_counts.iter().filter(|&&(card, _)| card != joker);
                others.next().map_or(Card::Ace, |&(card, _)| card)
            });
        Explanation { strength: hand.strength(rules), label_counts, jokers_stand_for }
    }

    /// Returns the hand's type.
    pub fn hand_type(&self) -> HandType {
        self.strength.hand_type()
    }

    /// Returns the next stronger and the next weaker of all hands, if any.
    pub fn neighbours(&self) -> (Option<Strength>, Option<Strength>) {
        let (number, rules) = (self.strength.number(), self.strength.rules());
        (Strength::from_number(number + 1, rules), Strength::from_number(number - 1, rules))
    }
}

/// Writes which cards make the type: `T ×2 + J ×2 as T, K ×1`.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joker = self.strength.rules().joker();
        let (jokers, others): (Vec<_>, Vec<_>) =
            self.label_counts.iter().partition(|&&(card, _)| Some(card) == joker);
        let mut parts: Vec<String> =
            others.iter().map(|(card, count)| format!("{card} ×{count}")).collect();
        if let (Some((joker, count)), Some(stands_for)) = (jokers.first(), self.jokers_stand_for) {
            let jokers = format!("{joker} ×{count} as {stands_for}");
            match parts.first_mut() {
                Some(first) => *first = format!("{first} + {jokers}"),
                None => parts.push(jokers),
            }
        }
        f.write_str(&parts.join(", "))
    }
}

/// Which of two hands is stronger under some rules, and what decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Comparison {
    /// The strengths of the two hands.
    pub strengths: [Strength; 2],
    /// What decides.
    pub decision: Decision,
}

/// What decides between two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The hand types differ.
    Type,
    /// The types are the same, and this is the first card that differs.
    Card {
        /// The place of the card in the hand, from 1 to 5.
        position: usize,
    },
    /// The hands are identical.
    Identical,
}

/// Compares two hands under `rules`.
///
/// ```
/// use camel_cards::{Decision, Rules, compare};
///
/// let comparison = compare("KK677".parse()?, "KTJJT".parse()?, Rules::Standard);
/// assert_eq!(comparison.decision, Decision::Card { position: 2 });
/// assert_eq!(comparison.winner().unwrap().to_string(), "KK677");
/// assert_eq!(comparison.to_string(), "KK677 wins: both are two pair, card 2 decides, K over T");
/// # Ok::<(), camel_cards::Error>(())
/// ```
pub fn compare(a: Hand, b: Hand, rules: Rules) -> Comparison {
    let strengths = [a.strength(rules), b.strength(rules)];
    let differs = a.cards().iter().zip(b.cards()).position(|(&a, b)| a != b);
    let decision = match differs {
        None => Decision::Identical,
        Some(_) if strengths[0].hand_type() != strengths[1].hand_type() => Decision::Type,
        Some(i) => Decision::Card { position: i + 1 },
    };
    Comparison { strengths, decision }
}

impl Comparison {
    /// Returns the stronger hand, or `None` if the two are identical.
    pub fn winner(&self) -> Option<Hand> {
        self.ordered().map(|[stronger, _]| stronger.hand())
    }

    fn ordered(&self) -> Option<[Strength; 2]> {
        let [a, b] = self.strengths;
        match a.cmp(&b) {
            Ordering::Greater => Some([a, b]),
            Ordering::Less => Some([b, a]),
            Ordering::Equal => None,
        }
    }
}

/// Writes which hand wins and why, as a sentence without a full stop.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some([winner, loser]) = self.ordered() else {
            return f.write_str("neither wins: the hands are identical");
        };
        let hand = winner.hand();
        match self.decision {
            Decision::Card { position: position @ 1..=5 } => write!(
                f,
                "{hand} wins: both are {}, card {position} decides, {} over {}",
                winner.hand_type(),
                hand.cards()[position - 1],
                loser.hand().cards()[position - 1],
            ),
            _ => write!(f, "{hand} wins: {} beats {}", winner.hand_type(), loser.hand_type()),
        }
    }
}
