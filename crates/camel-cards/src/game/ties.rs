/// How entries that hold the same hand rank.
///
/// For bids 10, 20 and 30 on the weakest hand, and 40 on a stronger one:
///
/// | ties | ranks |
/// |---|---|
/// | `Ordinal` | 1 2 3 4 |
/// | `Min` | 1 1 1 4 |
/// | `Max` | 3 3 3 4 |
/// | `Dense` | 1 1 1 2 |
///
/// ```
/// use camel_cards::Ties;
///
/// assert_eq!(Ties::default(), Ties::Ordinal);
/// assert_eq!("dense".parse(), Ok(Ties::Dense));
/// ```
///
/// # Source
///
/// The names and meanings are those of Polars' and pandas' `rank` methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// Earlier in the input ranks lower, as a stable sort gives.
    #[default]
    Ordinal,
    /// All get the lowest of the ranks they share.
    Min,
    /// All get the highest of the ranks they share.
    Max,
    /// All get one rank, and the next hand gets the next one.
    Dense,
}

impl Ties {
    /// All four ways, `Ordinal` first.
    pub const ALL: [Ties; 4] = [Ties::Ordinal, Ties::Min, Ties::Max, Ties::Dense];

    /// Returns the name: `ordinal`, `min`, `max` or `dense`.
    pub const fn name(self) -> &'static str {
        match self {
            Ties::Ordinal => "ordinal",
            Ties::Min => "min",
            Ties::Max => "max",
            Ties::Dense => "dense",
        }
    }
}

crate::by_name!(Ties);
