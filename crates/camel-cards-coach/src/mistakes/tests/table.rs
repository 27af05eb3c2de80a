//! Checks that no row of the table is ignored.

use std::collections::HashSet;

use camel_cards::Rules;

use crate::mistakes::{Change, TABLE, mistakes, read};

#[test]
fn every_row_is_a_mistake_under_its_rules() {
    let known = Rules::ALL.map(|rules| (rules, mistakes(rules)));
    let entries: Vec<_> = camel_cards::entries(b"QQQJA 1\nKTJJT 2\n22345 4\n").flatten().collect();
    for (number, line) in (1..).zip(TABLE.lines()).filter(|(_, line)| !line.starts_with('#')) {
        let row = read(line).map_err(|error| format!("mistakes.tsv, line {number}: {error}"));
        let (of, mistake) = row.unwrap();
        let has_axis = mistake.id.contains(':');
        assert_ne!(has_axis, mistake.is_named(), "line {number}: a name or an axis: {line}");
        // The search relies on it: a mistake on types by hand is tried before those on type order.
        let is_by_hand = matches!(mistake.change, Change::TypesByHand(_));
        assert!(!is_by_hand || mistake.is_named(), "line {number}: {line}");
        assert_eq!(mistake.summary == mistake.change.sentence(), line.contains("\t\t"), "{line}");
        assert_ne!(mistake.summary, "", "{line}");
        for (rules, known) in &known {
            let is_possible = of.contains(rules);
            assert_eq!(known.contains(&mistake), is_possible, "line {number}, {rules}: {line}");
            // Positions and places exist.
            mistake.solution(*rules).total(&entries).unwrap();
        }
    }
}

#[test]
fn no_two_named_mistakes_have_the_same_summary() {
    for rules in Rules::ALL {
        let mut known = HashSet::new();
        for mistake in mistakes(rules).iter().filter(|mistake| mistake.is_named()) {
            assert!(known.insert(&mistake.summary), "{mistake:?}");
        }
    }
}

#[test]
fn a_row_with_a_slip_is_an_error() {
    let row = "K13\tvariant\tboth\t{\"tie-break\":{\"key\":{\"cards\":[5,4,3,2,1]},\"reversed\":true}}\tsummary\thint";
    assert!(read(row).is_ok());
    for (right, wrong) in [
        ("\tvariant", ""),
        ("variant", "Variant"),
        ("both", "all"),
        ("tie-break", "tiebreak"),
        (",1]", "]"),
        ("reversed", "reverse"),
        ("true", "1"),
        ("}}\t", "}\t"),
        (r#"{"tie-break":{"key":{"cards":[5,4,3,2,1]},"reversed":true}}"#, r#"{"types":"1"}"#),
        (r#"{"tie-break":{"key":{"cards":[5,4,3,2,1]},"reversed":true}}"#, r#"{"labels":{"1":1}}"#),
    ] {
        let row = Box::leak(row.replace(right, wrong).into_boxed_str());
        assert!(read(row).is_err(), "{row}");
    }
}
