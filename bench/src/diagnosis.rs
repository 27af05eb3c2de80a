//! All single mistakes and all pairs on an input of a thousand hands.

use camel_cards::{Entry, Rules};
use camel_cards_coach::{
    Question, UserAnswer, diagnose,
    inputs::{Shape, generate},
};

use crate::measure::{case, engine};

pub(crate) fn run() {
    let entries: Vec<Entry> =
        generate(Shape::Puzzle, None, 1).expect("as many hands as usual").collect();
    // Far from every total, so that nothing is found and all is tried.
    let wrong = UserAnswer::new(1, None);
    let ask = |rules| {
        let mut question = Question::new(&entries, vec![wrong]);
        question.rules = rules;
        let diagnosis = diagnose(&question).expect("small bids");
        assert!(diagnosis.candidates() > 100_000);
        diagnosis.findings().len()
    };
    case(
        "diagnose/1000-puzzle",
        (1, "question"),
        11,
        &0,
        &mut [
            engine("joker", || ask(Some(Rules::Joker))),
            engine("standard", || ask(Some(Rules::Standard))),
            engine("both", || ask(None)),
        ],
    );
}
