//! Serializes results: ids and sentences become strings, and fields are in the order in which the command prints them.

use camel_cards::Strength;
use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{
    diagnose::{
        evidence::ChanceOf,
        finding::{Finding, MisplacedPair},
        words::word,
    },
    order::OrderDiagnosis,
};

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (misplaced, chance) = (self.misplaced.as_ref(), self.chance);
        let of_totals = chance.filter(|chance| !matches!(chance.of, ChanceOf::Orders(_)));
        let mut fields = serializer.serialize_struct("Finding", 17)?;
        fields.serialize_field("rules", &self.rules)?;
        fields.serialize_field("mistakes", &self.ids())?;
        fields.serialize_field("certainty", self.certainty.name())?;
        fields.serialize_field("summary", &self.summary())?;
        fields.serialize_field("answers", &[self.answer])?;
        let hands = misplaced.map(|pair| pair.entries.map(|entry| entry.hand));
        fields.serialize_field("pair", &hands)?;
        fields.serialize_field("places", &misplaced.map(|pair| pair.places))?;
        let types = misplaced.map(|pair| pair.right.strengths.map(Strength::hand_type));
        fields.serialize_field("types", &types)?;
        fields.serialize_field("taken_for", &misplaced.map(|pair| pair.taken_for))?;
        fields.serialize_field("right", &misplaced.map(|pair| pair.right.to_string()))?;
        fields.serialize_field("rule", &self.rule)?;
        fields.serialize_field("hint", &self.hint())?;
        fields.serialize_field("also", &self.also())?;
        let sentence = chance.map(|chance| chance.to_string()).unwrap_or_default();
        fields.serialize_field("chance", &sentence)?;
        fields.serialize_field("candidates", &chance.map(|chance| chance.candidates))?;
        fields.serialize_field("totals_matched", &of_totals.map(|chance| chance.matched as u64))?;
        fields.serialize_field("totals_nearby", &of_totals.map(|chance| chance.nearby))?;
        fields.end()
    }
}

impl Serialize for OrderDiagnosis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let first = self.first.as_ref();
        let hands = first.map(|first| first.entries.map(|entry| entry.hand));
        let mut fields = serializer.serialize_struct("OrderDiagnosis", 12)?;
        fields.serialize_field("verdict", word(self.is_right()))?;
        fields.serialize_field("rules", &self.rules)?;
        fields.serialize_field("pair", &hands)?;
        fields.serialize_field("place", &first.map(|first| first.places[0]))?;
        fields.serialize_field("right", &first.map(|first| first.right.to_string()))?;
        fields.serialize_field("rule", &first.map(MisplacedPair::rule))?;
        fields.serialize_field("out_of_place", &self.out_of_place)?;
        fields.serialize_field("missing", &self.missing)?;
        fields.serialize_field("added", &self.added)?;
        fields.serialize_field("repeated", &self.repeated)?;
        fields.serialize_field("strongest_first", &self.strongest_first)?;
        fields.serialize_field("findings", &self.findings)?;
        fields.end()
    }
}
