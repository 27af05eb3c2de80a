//! The axis of ranking: from sorted entries to a total.

/// How entries are sorted, ranked and summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RankRule {
    WeakestIsOne,
    StrongestIsOne,
    /// As `StrongestIsOne`, by a stable sort with the strongest first: of identical
    /// hands the earlier one has the lower rank.
    StrongestFirst,
    /// Neighbours are compared and swapped in one pass, which sorts nothing.
    OnePass,
    FromZero,
    FromTwo,
    WithoutStrongest,
    /// The total wraps at 2³².
    Unsigned32,
    /// The total wraps at 2³¹, to negative numbers.
    Signed32,
}

impl RankRule {
    /// Whether it sorts in another way, so that its total does not follow from
    /// that of the right ranking.
    pub(crate) fn sorts_otherwise(self) -> bool {
        matches!(self, RankRule::StrongestFirst | RankRule::OnePass)
    }
}
