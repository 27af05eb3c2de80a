use crate::mistakes::{id::Origin, mistake::Mistake};

/// How simple a candidate is, the simplest first: the likelier a person makes it, and the fewer there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Simplicity {
    Named,
    Single,
    /// Two mistakes with names, at least one of which people were seen to make.
    NamedPair,
    /// Two or three mistakes with names.
    NamedTogether,
    Pair,
    Triple,
}

impl Simplicity {
    pub(crate) fn of<'a>(mistakes: impl IntoIterator<Item = &'a Mistake>) -> Simplicity {
        let (mut count, mut observed, mut origin) = (0, 0, Origin::Observed);
        for mistake in mistakes {
            count += 1;
            observed += usize::from(mistake.origin() == Origin::Observed);
            origin = origin.max(mistake.origin());
        }
        match (count, origin) {
            (0 | 1, Origin::Generated) => Simplicity::Single,
            (0 | 1, _) => Simplicity::Named,
            (2, Origin::Generated) => Simplicity::Pair,
            (_, Origin::Generated) => Simplicity::Triple,
            (2, _) if observed > 0 => Simplicity::NamedPair,
            _ => Simplicity::NamedTogether,
        }
    }
}
