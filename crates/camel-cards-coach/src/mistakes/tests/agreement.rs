//! Checks that each mistake with a name orders entries as its solution in plain code does.

use camel_cards::{Card, Entry, Hand, Rules};

use super::{
    program::Program,
    solutions::{Write, solutions},
};
use crate::{
    inputs::Random,
    mistakes::{Mistake, TABLE, contradict, read},
    solution::Solution,
};

struct Named {
    rules: &'static [Rules],
    mistake: Mistake,
    write: Write,
}

/// Returns the rows of the table that have a name. Each must have a solution, and each solution a row.
fn named() -> Vec<Named> {
    let mut solutions = solutions();
    let rows = TABLE.lines().filter(|line| !line.starts_with('#')).map(|line| read(line).unwrap());
    let named = rows.filter(|(_, mistake)| mistake.is_named()).map(|(rules, mistake)| {
        let own = solutions.iter().position(|(name, _)| *name == mistake.id);
        let own = own.unwrap_or_else(|| panic!("no solution for {mistake:?}"));
        Named { rules, mistake, write: solutions.remove(own).1 }
    });
    let named = named.collect();
    let left: Vec<&str> = solutions.iter().map(|&(name, _)| name).collect();
    assert!(left.is_empty(), "solutions without a row: {left:?}");
    named
}

const FEW: &[u8] = b"JJJ22339TKA";
const ALL: &[u8] = b"JJJJ23456789TQKA";

/// Hands of these labels, with repeats of hands and of bids.
fn input(random: &mut Random, labels: &[u8]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for i in 0..50 {
        let mut label =
            |_| Card::from_label(labels[random.below(labels.len() as u64) as usize]).unwrap();
        let mut hand = Hand::new(std::array::from_fn(&mut label));
        if i % 8 == 7 {
            hand = Hand::new([Card::Jack; 5]);
        } else if i == 20 {
            hand = "23456".parse().unwrap();
        } else if i % 5 == 4 {
            hand = entries[random.below(i) as usize].hand;
        }
        let bid =
            if i % 6 == 5 { entries[i as usize / 2].bid } else { random.below(1_000_000_000) };
        entries.push(Entry { hand, bid });
    }
    entries
}

/// Checks the solution against programs into which the mistakes are written, in each of these orders.
fn assert_agree(rules: Rules, orders: &[&[&Named]], solution: &Solution, entries: &[Entry]) {
    let plain: Vec<([char; 5], u64)> =
        entries.iter().map(|entry| (entry.hand.cards().map(Card::label), entry.bid)).collect();
    let (order, total) = (solution.order(entries), solution.total(entries).unwrap());
    for made in orders {
        let mut program = Program::right(rules == Rules::Joker);
        made.iter().for_each(|one| (one.write)(&mut program));
        let mistakes = || made.iter().map(|one| &one.mistake).collect::<Vec<_>>();
        assert_eq!(program.play(&plain), (order.clone(), total), "{:#?}", mistakes());
    }
}

#[test]
fn each_mistake_agrees_with_its_solution() {
    let named = named();
    let mut random = Random::new(1);
    for rules in Rules::ALL {
        for i in 0..20 {
            let entries = input(&mut random, if i % 2 == 0 { FEW } else { ALL });
            assert_agree(rules, &[&[]], &Solution::right(rules), &entries);
            for one in named.iter().filter(|one| one.rules.contains(&rules)) {
                assert_agree(rules, &[&[one]], &one.mistake.solution(rules), &entries);
            }
        }
    }
}

/// Tries both orders of the two mistakes: the result must not depend on which is made first.
#[test]
#[ignore = "long: run by cargo xtask ci"]
fn two_mistakes_agree_with_their_solutions() {
    let all = named();
    let entries = input(&mut Random::new(2), FEW);
    for rules in Rules::ALL {
        let named: Vec<&Named> = all.iter().filter(|one| one.rules.contains(&rules)).collect();
        let mut pairs = 0;
        for (i, a) in named.iter().enumerate() {
            for b in &named[i + 1..] {
                if contradict(&a.mistake, &b.mistake, rules) {
                    continue;
                }
                let solution = Mistake::solution_of(&[&a.mistake, &b.mistake], rules);
                assert_agree(rules, &[&[a, b], &[b, a]], &solution, &entries);
                pairs += 1;
            }
        }
        println!("{pairs} pairs under {rules} rules");
        assert!(pairs > 1000);
    }
}
