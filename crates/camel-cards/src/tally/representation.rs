use super::{
    list::List,
    standings,
    sums::{HandSums, Overflow, Sums},
    table::{PerHand, PerPartition, Table, Weighted},
    winnings,
};
use crate::game::{Entry, PerRules, Rules, Ties};

/// How a tally keeps its entries: a list of few, or a table. Nobody outside can tell which.
#[derive(Clone)]
pub(super) enum Representation<W> {
    List(List),
    Table(Table<W>),
}

impl<W: Weighted> Representation<W> {
    pub(super) fn entries(&self) -> u64 {
        match self {
            Representation::List(list) => list.len() as u64,
            Representation::Table(table) => table.entries(),
        }
    }

    pub(super) fn tied(&self) -> u64 {
        match self {
            Representation::List(list) => list.winnings_and_tied().1,
            Representation::Table(table) => table.tied(),
        }
    }

    /// Returns the total winnings under each rules, and how many entries are tied.
    pub(super) fn winnings_and_tied(&self, ties: Ties) -> (PerRules<Result<u128, Overflow>>, u64) {
        match self {
            Representation::Table(table) => (winnings::winnings(table, ties), table.tied()),
            Representation::List(list) => {
                let (ordinal, tied) = list.winnings_and_tied();
                let winnings = PerRules::from_fn(|rules| match ties {
                    Ties::Ordinal => Ok(ordinal[rules]),
                    _ => standings::total_winnings(list.hand_sums(), rules, ties),
                });
                (winnings, tied)
            }
        }
    }

    pub(super) fn total_winnings(&self, rules: Rules, ties: Ties) -> Result<u128, Overflow> {
        match (self, ties) {
            (Representation::Table(table), _) => winnings::winnings(table, ties)[rules],
            (Representation::List(list), Ties::Ordinal) => Ok(list.winnings_and_tied().0[rules]),
            (Representation::List(list), _) => {
                standings::total_winnings(list.hand_sums(), rules, ties)
            }
        }
    }

    /// Appends all entries of a later tally.
    pub(super) fn merge(&mut self, later: &Representation<W>) {
        match later {
            Representation::Table(later) => self.make_table().merge(later),
            Representation::List(later) => {
                let appended = match self {
                    Representation::List(list) => list.extend(later.packed(), List::ENTRIES_MAX),
                    Representation::Table(_) => false,
                };
                if !appended {
                    push_all(self.make_table(), later);
                }
            }
        }
    }

    /// Appends entries that hold one hand.
    pub(super) fn append(&mut self, sums: HandSums) {
        self.make_table().append(sums);
    }

    fn make_table(&mut self) -> &mut Table<W> {
        if let Representation::List(list) = self {
            let mut table = Table::new(list.len() > 0);
            push_all(&mut table, list);
            *self = Representation::Table(table);
        }
        match self {
            Representation::Table(table) => table,
            Representation::List(_) => unreachable!("it has just become a table"),
        }
    }
}

fn push_all<W: Weighted>(table: &mut Table<W>, list: &List) {
    for Entry { hand, bid } in list.entries() {
        table.append(HandSums { hand, sums: Sums::of_bid(bid) });
    }
}

impl Representation<PerHand> {
    /// Returns the hands that occur, by [`Hand::index`](crate::Hand::index).
    pub(super) fn hand_sums(&self) -> Result<Vec<HandSums>, Overflow> {
        match self {
            Representation::List(list) => Ok(list.hand_sums()),
            Representation::Table(table) => table.hand_sums(),
        }
    }
}

impl<W> Default for Representation<W> {
    fn default() -> Representation<W> {
        Representation::List(List::default())
    }
}

impl From<Representation<PerHand>> for Representation<PerPartition> {
    fn from(tally: Representation<PerHand>) -> Representation<PerPartition> {
        match tally {
            Representation::List(list) => Representation::List(list),
            Representation::Table(table) => Representation::Table(table.into()),
        }
    }
}

/// Seals [`Mergeable`](super::Mergeable): what makes a tally of a representation.
pub trait FromRepresentation {
    /// Where position-weighted sums are kept.
    type Weighted: Weighted;

    /// Makes the tally.
    #[expect(private_interfaces, reason = "the trait is sealed")]
    fn from_representation(representation: Representation<Self::Weighted>) -> Self;

    /// Returns the other way about.
    #[expect(private_interfaces, reason = "the trait is sealed")]
    fn representation(&self) -> &Representation<Self::Weighted>;
}
