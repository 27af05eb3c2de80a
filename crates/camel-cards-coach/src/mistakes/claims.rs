//! What mistakes say of each other: what follows from a change, and what stands in the row of a mistake besides.

/// A topic that some mistakes take for granted and others deny: one bit.
pub(super) type Topic = u8;

/// Jokers are wild.
pub(crate) const WILD: Topic = 1;
/// The types of hands count.
pub(crate) const TYPES: Topic = 1 << 1;
/// The cards of hands of one type are compared.
pub(crate) const CARDS: Topic = 1 << 2;
/// The hands are sorted.
pub(crate) const SORTED: Topic = 1 << 3;
/// `JJJJJ` is read.
pub(crate) const JJJJJ: Topic = 1 << 4;
/// Where `J` is among the labels: whoever changes it denies that another does.
pub(crate) const PLACE_OF_J: Topic = 1 << 5;
/// Full houses are found.
pub(crate) const FULL_HOUSE: Topic = 1 << 6;

/// What a mistake takes for granted, and what it says is not so: two sets of topics. Two mistakes are not made
/// together if one needs what the other denies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claims {
    needs: Topic,
    denies: Topic,
}

pub(crate) const NONE: Claims = Claims { needs: 0, denies: 0 };
/// Of a mistake about where `J` is among the labels.
pub(crate) const ABOUT_J: Claims = NONE.needs(PLACE_OF_J).denies(PLACE_OF_J);

impl Claims {
    pub(crate) const fn needs(self, topics: Topic) -> Claims {
        Claims { needs: self.needs | topics, ..self }
    }

    pub(crate) const fn denies(self, topics: Topic) -> Claims {
        Claims { denies: self.denies | topics, ..self }
    }

    pub(crate) fn contradict(self, other: Claims) -> bool {
        self.denies & other.needs != 0 || other.denies & self.needs != 0
    }

    pub(crate) fn need(self, topic: Topic) -> bool {
        self.needs & topic != 0
    }

    pub(crate) fn deny(self, topic: Topic) -> bool {
        self.denies & topic != 0
    }
}
