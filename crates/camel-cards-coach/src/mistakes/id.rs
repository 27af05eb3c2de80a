use std::fmt;

use camel_cards::Rules;

/// The id of a mistake: a name such as `J1`, or one made of its axis such as
/// `type:xxJyz=full-house`.
///
/// ```
/// use camel_cards::Rules;
/// use camel_cards_coach::{MistakeName, mistakes};
///
/// let mistakes = mistakes(Rules::Joker);
/// let jack = mistakes.iter().find(|mistake| *mistake.id() == MistakeName::J1).unwrap();
/// assert_eq!(jack.id().to_string(), "J1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MistakeId {
    /// The mistake has a name. Variants of one mistake share it.
    Named(MistakeName),
    /// The mistake is generated: a change of an axis that nobody has named.
    Generated(String),
}

impl MistakeId {
    /// Whether the mistake can be made under these rules.
    pub(super) fn is_of(&self, rules: Rules) -> bool {
        match self {
            MistakeId::Named(MistakeName::P1) => rules == Rules::Standard,
            MistakeId::Named(name) if *name == MistakeName::T3b || *name >= MistakeName::J1 => {
                rules == Rules::Joker
            }
            _ => true,
        }
    }
}

impl fmt::Display for MistakeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MistakeId::Named(name) => name.fmt(f),
            MistakeId::Generated(id) => f.pad(id),
        }
    }
}

impl From<MistakeName> for MistakeId {
    fn from(name: MistakeName) -> MistakeId {
        MistakeId::Named(name)
    }
}

impl PartialEq<MistakeName> for MistakeId {
    fn eq(&self, name: &MistakeName) -> bool {
        matches!(self, MistakeId::Named(named) if named == name)
    }
}

macro_rules! mistake_names {
    ($($name:ident)*) => {
        /// The names of mistakes, as `docs/mistakes.md` lists them: `T` for types, `K`
        /// for ties, `S` for ranking and reading, `J` for jokers, `P` for the other
        /// part's rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[allow(missing_docs)]
        pub enum MistakeName {
            $($name),*
        }

        // Not by `Debug`, which the page is built without.
        impl fmt::Display for MistakeName {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self {
                    $(MistakeName::$name => stringify!($name)),*
                })
            }
        }
    };
}

// Those from J1 on can be made under joker rules only; see `MistakeId::is_of`.
// S9 and S10 are answers from elsewhere, which no search is for; S8 is said of an
// answer that no ranking gives.
mistake_names! {
    T1 T2 T3 T3b T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14
    K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 K14 K15 K16 K18 K20 K21 K22 K23 K24 K25
    S1 S2 S3 S4 S5 S6 S7 S8 S8b S9 S10 S11 S12 S13 S14 S15 S16
    J1 J2 J3 J4 J5 J6 J7 J8 J9 J10 J11 J12 J13 J14 J15 J16 J17 J17d J18 J19 J20
    J21 J22 J23 J24 J25 J26 J27 J28 J29 J30 J31
    P1
}

/// Where a mistake comes from; the likelier origins first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Observed in somebody's code, or behind a wrong answer that somebody recorded.
    Observed,
    /// A variant of an observed mistake.
    Variant,
    /// Any other change of an axis.
    Generated,
}
