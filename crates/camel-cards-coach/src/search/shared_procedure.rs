use camel_cards::Entry;

use crate::solution::procedure::Procedure;

/// A procedure whose total follows from an order of all entries.
pub(super) struct SharedProcedure {
    /// The mistake of which it is; `None` for the right one.
    pub(super) mistake: Option<usize>,
    procedure: Procedure,
    /// The bid that is read for each entry, if one is.
    bids: Vec<Option<u64>>,
}

impl SharedProcedure {
    pub(super) fn new(
        mistake: Option<usize>,
        procedure: Procedure,
        entries: &[Entry],
    ) -> SharedProcedure {
        let mut bids = vec![None; entries.len()];
        for (i, entry) in procedure.read(entries) {
            bids[i] = Some(entry.bid);
        }
        SharedProcedure { mistake, procedure, bids }
    }

    /// Returns the total of entries that the right procedure puts in this order.
    pub(super) fn total(&self, order: &[usize]) -> Option<i128> {
        let bid = |&i: &usize| self.bids[i];
        match self.procedure {
            Procedure::ByteOrderMark => {
                let (first, others) = order.iter().partition::<Vec<usize>, _>(|&&i| i == 0);
                self.procedure.total(first.iter().chain(&others).filter_map(bid))
            }
            procedure => procedure.total(order.iter().filter_map(bid)),
        }
    }
}
