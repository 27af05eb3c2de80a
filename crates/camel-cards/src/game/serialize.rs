//! How serde writes values of the game: a card, a hand, an entry and a name as text. Fields are in
//! the order in which the command prints them.

use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::{Card, Comparison, Decision, Entry, Explanation, Hand, HandType, Strength};

macro_rules! as_text {
    ($($value:ident)*) => {
        $(impl Serialize for $value {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        })*
    };
}

as_text! { Card Hand Entry HandType }

impl Serialize for Explanation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct LabelCount {
            label: Card,
            count: u8,
        }
        let count = |&(label, count): &(Card, u8)| LabelCount { label, count };
        let label_counts: Vec<LabelCount> = self.label_counts.iter().map(count).collect();
        let (stronger, weaker) = self.neighbours();
        let number = self.strength.number();
        let mut fields = serializer.serialize_struct("Explanation", 11)?;
        fields.serialize_field("hand", &self.strength.hand())?;
        fields.serialize_field("rules", &self.strength.rules())?;
        fields.serialize_field("type", &self.hand_type())?;
        fields.serialize_field("made_of", &self.to_string())?;
        fields.serialize_field("label_counts", &label_counts)?;
        fields.serialize_field("jokers_stand_for", &self.jokers_stand_for)?;
        fields.serialize_field("strength", &number)?;
        fields.serialize_field("beats", &(number - 1))?;
        fields.serialize_field("hands", &(Hand::COUNT as u32))?;
        fields.serialize_field("next_stronger", &stronger.map(Strength::hand))?;
        fields.serialize_field("next_weaker", &weaker.map(Strength::hand))?;
        fields.end()
    }
}

impl Serialize for Comparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (decided_by, card) = match self.decision {
            Decision::Type => ("type", None),
            Decision::Card { position } => ("card", Some(position)),
            Decision::Identical => ("nothing", None),
        };
        let joker_choice = |strength: Strength| {
            Explanation::of(strength.hand(), strength.rules()).jokers_stand_for
        };
        let mut fields = serializer.serialize_struct("Comparison", 9)?;
        fields.serialize_field("rules", &self.strengths[0].rules())?;
        fields.serialize_field("hands", &self.strengths.map(Strength::hand))?;
        fields.serialize_field("types", &self.strengths.map(Strength::hand_type))?;
        fields.serialize_field("jokers_stand_for", &self.strengths.map(joker_choice))?;
        fields.serialize_field("strengths", &self.strengths.map(Strength::number))?;
        fields.serialize_field("winner", &self.winner())?;
        fields.serialize_field("decided_by", decided_by)?;
        fields.serialize_field("card", &card)?;
        fields.serialize_field("sentence", &self.to_string())?;
        fields.end()
    }
}
