//! Checks that a program written from a finding's words orders entries as the finding says.

use std::collections::HashMap;

use camel_cards::{Card, Entry, Hand, Rules};

use super::{program::Program, words};
use crate::{
    inputs::Random,
    mistakes::{Mistake, contradict, mistakes},
    solution::Solution,
};

/// All but the answers from elsewhere, whose words are about no program.
fn named(rules: Rules) -> Vec<&'static Mistake> {
    let is_program = |one: &&Mistake| one.is_named() && !one.is_from_elsewhere();
    mistakes(rules).iter().filter(is_program).collect()
}

/// Few labels, many jokers, and repeats of hands and of bids.
fn input(random: &mut Random) -> Vec<Entry> {
    const LABELS: &[u8] = b"JJJ22339TKA";
    let mut entries: Vec<Entry> = Vec::new();
    for i in 0..50 {
        let mut label =
            |_| Card::from_label(LABELS[random.below(LABELS.len() as u64) as usize]).unwrap();
        let mut hand = Hand::new(std::array::from_fn(&mut label));
        if i % 8 == 7 {
            hand = Hand::new([Card::Jack; 5]);
        } else if i % 5 == 4 {
            hand = entries[random.below(i) as usize].hand;
        }
        let bid =
            if i % 6 == 5 { entries[i as usize / 2].bid } else { random.below(1_000_000_000) };
        entries.push(Entry { hand, bid });
    }
    entries
}

fn texts(entries: &[Entry]) -> Vec<(String, u64)> {
    entries.iter().map(|entry| (entry.hand.to_string(), entry.bid)).collect()
}

/// Returns the program written from the words of some mistakes, one after the other.
fn written(made: &[&Mistake], rules: Rules) -> Program {
    let mut program = Program::right(rules == Rules::Joker);
    made.iter().for_each(|mistake| words::write(&mut program, &mistake.summary));
    program
}

fn assert_agree(made: &[&Mistake], solution: &Solution, entries: &[Entry]) {
    let program = written(made, solution.rules());
    let (order, total) = program.play(&texts(entries));
    let words: Vec<&str> = made.iter().map(|mistake| &*mistake.summary).collect();
    assert_eq!(solution.order(entries), order, "{words:#?}");
    assert_eq!(solution.total(entries), Some(total), "{words:#?}");
}

#[test]
fn words_of_a_mistake_give_its_order() {
    let mut random = Random::new(1);
    for rules in Rules::ALL {
        for _ in 0..20 {
            let entries = input(&mut random);
            assert_agree(&[], &Solution::right(rules), &entries);
            for mistake in named(rules) {
                assert_agree(&[mistake], &mistake.solution(rules), &entries);
            }
        }
    }
}

#[test]
fn no_two_mistakes_have_the_same_words() {
    for rules in Rules::ALL {
        let mut known: HashMap<&str, &Mistake> = HashMap::new();
        for mistake in named(rules) {
            let other = known.insert(&*mistake.summary, mistake);
            assert!(other.is_none(), "{mistake:?}, {other:?}");
        }
    }
}

/// Tries both orders of the two mistakes: the result must not depend on which is made first.
#[test]
fn words_of_a_pair_give_its_order() {
    let entries = input(&mut Random::new(2));
    for rules in Rules::ALL {
        let named = named(rules);
        let mut pairs = 0;
        for (i, &a) in named.iter().enumerate() {
            for &b in &named[i + 1..] {
                if contradict(a, b, rules) {
                    continue;
                }
                let solution = Mistake::solution_of(&[a, b], rules);
                assert_agree(&[a, b], &solution, &entries);
                assert_agree(&[b, a], &solution, &entries);
                pairs += 1;
            }
        }
        println!("{pairs} pairs under {rules} rules");
        assert!(pairs > 1000);
    }
}
