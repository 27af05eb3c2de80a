//! Totals, ranks and merging against sorting.

mod oracle;

use std::collections::BTreeSet;

use camel_cards::{
    Block, Builder, Card, CountsError, Entry, Error, Hand, HandType, Overflow, Reader, Rules,
    Score, ScoreError, Strength, Tally, Ties, entries, ranks, ranks_by_counting, score,
};
use proptest::prelude::*;

/// Entries over so few hands that most tie, with bids at the ends of their range.
fn entries_with_ties() -> impl Strategy<Value = Vec<Entry>> {
    let label = prop::sample::select(&b"23TJA"[..]);
    let hand = prop::collection::vec(label, 5)
        .prop_map(|labels| String::from_utf8(labels).unwrap().parse::<Hand>().unwrap());
    let bid = prop_oneof![Just(0), 1..1000u64, any::<u64>(), Just(u64::MAX)];
    (prop::collection::vec(hand, 1..12), prop::collection::vec((any::<usize>(), bid), 0..60))
        .prop_map(|(hands, picks)| {
            let entry = |(i, bid)| Entry { hand: hands[i % hands.len()], bid };
            picks.into_iter().map(entry).collect()
        })
}

fn tally(entries: &[Entry]) -> Tally {
    entries.iter().copied().collect()
}

fn total_winnings(tally: &Tally, rules: Rules, ties: Ties) -> Result<u128, Overflow> {
    Ok(tally.score(ties)?.winnings[rules])
}

/// The score under each tie method.
fn scores(tally: &Tally) -> [Result<Score, Overflow>; 4] {
    Ties::ALL.map(|ties| tally.score(ties))
}

/// The entries as lines.
fn text(entries: &[Entry]) -> String {
    entries.iter().map(|entry| format!("{entry}\n")).collect()
}

/// Builds from blocks, which an input of so many bytes is expected to give.
fn from_blocks(text: &str, bytes_expected: u64) -> Tally {
    let (mut reader, mut block) = (Reader::new(), Block::new());
    let mut builder = Builder::for_input(bytes_expected);
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        reader.next_block(&mut rest, &mut block).unwrap();
        builder.push_block(&block);
    }
    builder.finish()
}

proptest! {
    #[test]
    fn totals_and_ranks_are_those_of_sorting(entries in entries_with_ties()) {
        let tally = tally(&entries);
        prop_assert_eq!(tally.entries(), entries.len() as u64);
        let hands: Vec<String> = entries.iter().map(|entry| entry.hand.to_string()).collect();
        let tied = hands.iter().filter(|&a| hands.iter().filter(|&b| a == b).count() > 1).count();
        prop_assert_eq!(tally.score(Ties::Ordinal).unwrap().tied, tied as u64);
        for rules in Rules::ALL {
            let strengths: Vec<_> = entries.iter().map(|entry| entry.hand.strength(rules)).collect();
            for ties in Ties::ALL {
                let expected = oracle::ranks(&hands, rules, ties);
                prop_assert_eq!(&ranks(&strengths, ties), &expected);
                let winnings = expected.iter().zip(&entries);
                let total: u128 =
                    winnings.map(|(&rank, entry)| u128::from(rank) * u128::from(entry.bid)).sum();
                let score = tally.score(ties).unwrap();
                prop_assert_eq!((score.tied, score.winnings[rules]), (tied as u64, total));
            }
            let [ordinal, min, max, dense] = Ties::ALL.map(|ties| ranks(&strengths, ties));
            for i in 0..entries.len() {
                prop_assert!(dense[i] <= min[i] && min[i] <= ordinal[i] && ordinal[i] <= max[i]);
            }
            let n = entries.len() as u64;
            prop_assert_eq!(ordinal.iter().sum::<u64>(), n * (n + 1) / 2);
        }
    }

    #[test]
    fn summaries_are_those_of_the_entries(entries in entries_with_ties()) {
        let summary = tally(&entries).summary(None).unwrap();
        let hands: BTreeSet<usize> = entries.iter().map(|one| one.hand.index()).collect();
        let same = |one: &&Entry| entries.iter().filter(|other| other.hand == one.hand).count() > 1;
        prop_assert_eq!(summary.entries, entries.len() as u64);
        prop_assert_eq!(summary.hands, hands.len() as u64);
        prop_assert_eq!(summary.tied, entries.iter().filter(same).count() as u64);
        prop_assert_eq!(summary.bids.sum, entries.iter().map(|one| u128::from(one.bid)).sum::<u128>());
        let cards: Vec<Card> = entries.iter().flat_map(|one| one.hand.cards()).collect();
        for of_label in summary.labels {
            let count = cards.iter().filter(|card| **card == of_label.label).count();
            prop_assert_eq!(of_label.cards, count as u64);
        }
        for rules in Rules::ALL {
            let strengths: Vec<_> = entries.iter().map(|one| one.hand.strength(rules)).collect();
            let won = ranks(&strengths, Ties::Ordinal).into_iter().zip(&entries);
            let won: Vec<(HandType, u128)> = won
                .map(|(rank, one)| (one.hand.hand_type(rules), u128::from(rank) * u128::from(one.bid)))
                .collect();
            for hand_type in HandType::ALL {
                let of_type = won.iter().filter(|(of, _)| *of == hand_type);
                let found = summary.types[rules][hand_type];
                prop_assert_eq!(found.hand_type, hand_type);
                prop_assert_eq!(found.entries, of_type.clone().count() as u64);
                prop_assert_eq!(found.winnings, of_type.map(|(_, won)| won).sum::<u128>());
            }
        }
        for [standard, joker] in HandType::ALL.map(|a| HandType::ALL.map(|b| [a, b])).concat() {
            let is_both = |one: &&Entry| {
                Rules::ALL.map(|rules| one.hand.hand_type(rules)) == [standard, joker]
            };
            let count = entries.iter().filter(is_both).count();
            prop_assert_eq!(summary.joined[standard][joker], count as u64);
        }
    }

    #[test]
    fn merging_in_order_is_tallying_the_whole(entries in entries_with_ties(), cut: (usize, usize)) {
        let whole = tally(&entries);
        let mut cuts = [cut.0, cut.1].map(|cut| cut % (entries.len() + 1));
        cuts.sort();
        let (first, second) = entries.split_at(cuts[0]);
        let mut merged = tally(first);
        merged.merge(&tally(second));
        prop_assert_eq!(&merged, &whole);
        let [a, b, c] = [&entries[..cuts[0]], &entries[cuts[0]..cuts[1]], &entries[cuts[1]..]].map(tally);
        let (mut left, mut tail) = (a.clone(), b.clone());
        left.merge(&b);
        left.merge(&c);
        tail.merge(&c);
        let mut right = a;
        right.merge(&tail);
        prop_assert_eq!(left, right);
    }

    #[test]
    fn types_do_not_depend_on_order_and_jokers_never_hurt(index in 0..Hand::COUNT, turn in 0..5usize, swap in 0..5usize) {
        let hand = Hand::from_index(index).unwrap();
        let mut cards = hand.cards();
        cards.rotate_left(turn);
        cards.swap(0, swap);
        for rules in Rules::ALL {
            prop_assert_eq!(Hand::new(cards).hand_type(rules), hand.hand_type(rules));
        }
        prop_assert!(hand.hand_type(Rules::Joker) >= hand.hand_type(Rules::Standard));
    }

    #[test]
    fn entries_are_read_as_they_are_written(written in entries_with_ties(), blanks in "[ \t]{1,3}", end in "\r?\n") {
        let line = |entry: &Entry| format!("{}{blanks}{}{end}", entry.hand, entry.bid);
        let text: String = written.iter().map(line).collect();
        prop_assert_eq!(entries(text.as_bytes()).collect::<Result<Vec<_>, Error>>().unwrap(), written);
    }

    #[test]
    fn reading_any_bytes_does_not_depend_on_where_they_are_split(
        bytes in prop::collection::vec(prop::sample::select(&b"\n\n\r  \t0152TJAk9\xEF\xBB\xBF\xFF\xFE\0-"[..]), 0..80),
        at in 0..80usize,
    ) {
        let (mut reader, mut block) = (Reader::new(), Block::new());
        let (first, second) = bytes.split_at(at.min(bytes.len()));
        let mut split = Vec::new();
        for mut chunk in [first, second] {
            while !chunk.is_empty() {
                let result = reader.next_block(&mut chunk, &mut block);
                split.extend(block.entries().map(Ok));
                split.extend(result.err().map(Err));
            }
        }
        let result = reader.finish(&mut block);
        split.extend(block.entries().map(Ok));
        split.extend(result.err().map(Err));
        prop_assert_eq!(&split, &entries(&bytes).collect::<Vec<_>>());
        let score = score(&bytes);
        match split.into_iter().collect::<Result<Tally, Error>>() {
            Ok(tally) => prop_assert_eq!(score, Ok(tally.score(Ties::Ordinal).unwrap())),
            Err(error) => prop_assert_eq!(score, Err(ScoreError::Input(error))),
        }
    }
}

/// Numbers that look random, the same each time.
fn random() -> impl FnMut(u64) -> u64 {
    let mut state = 1u64;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % below
    }
}

/// Entries that are hard on a table: some hands far more often than others, and bids
/// around each size that something in there has room for.
fn hard_entries(count: usize) -> Vec<Entry> {
    let mut random = random();
    let mut entry = || {
        let hand = match random(4) {
            0 => 371_292,
            1 => random(40) as usize,
            _ => random(371_293) as usize,
        };
        let bid = match random(100) {
            0 => u64::MAX,
            1 => (1 << 20) - 1 + random(2),
            2 => (1 << 44) - 1 + random(2),
            3 => u64::from(u32::MAX) + random(2),
            _ => random(1000),
        };
        Entry { hand: Hand::from_index(hand).unwrap(), bid }
    };
    (0..count).map(|_| entry()).collect()
}

/// Sorts all entries, and multiplies.
fn sorted_scores(entries: &[Entry]) -> [Result<Score, Overflow>; 4] {
    let mut hands: Vec<usize> = entries.iter().map(|entry| entry.hand.index()).collect();
    hands.sort();
    let groups = hands.chunk_by(|a, b| a == b).map(<[_]>::len).filter(|&count| count > 1);
    let mut score = Score::default();
    (score.entries, score.tied) = (entries.len() as u64, groups.sum::<usize>() as u64);
    Ties::ALL.map(|ties| {
        for rules in Rules::ALL {
            let strengths: Vec<_> =
                entries.iter().map(|entry| entry.hand.strength(rules)).collect();
            let ranks = ranks(&strengths, ties);
            let winnings = ranks.iter().zip(entries);
            score.winnings[rules] =
                winnings.map(|(&rank, entry)| u128::from(rank) * u128::from(entry.bid)).sum();
        }
        Ok(score)
    })
}

#[test]
fn tables_from_blocks_and_from_entries_score_as_sorting_does() {
    let entries = hard_entries(1_500_000);
    let expected = sorted_scores(&entries);
    let tally = tally(&entries);
    assert_eq!(scores(&tally), expected);
    let text = text(&entries);
    assert_eq!(from_blocks(&text, 0), tally);
    let mut builder = Builder::new();
    entries.iter().for_each(|&entry| builder.push(entry));
    assert_eq!(builder.finish(), tally);
}

/// A table takes small bids apart from others, and a block says whether it has only small ones: also if two of its bids
/// are equal, bit by bit.
#[test]
fn blocks_of_small_bids_and_two_others_score_as_sorting_does() {
    let hand: Hand = "KTJJT".parse().unwrap();
    for large in [1 << 20, 9_999_999, 99_999_999, 1 << 40] {
        let bid = |i| if i % 100 < 2 { large } else { 1 };
        let mut entries: Vec<Entry> = (0..2_000).map(|i| Entry { hand, bid: bid(i) }).collect();
        // This makes a table.
        entries[0].bid = u64::MAX;
        let tally = from_blocks(&text(&entries), 0);
        assert_eq!(scores(&tally), sorted_scores(&entries), "{large}");
    }
}

/// A list takes hands by their last three labels, few and many of them in different ways.
#[test]
fn lists_of_few_and_many_of_a_hand_score_as_sorting_does() {
    let mut random = random();
    for most in [3, 5, 13, 40] {
        let mut entries = Vec::new();
        for first_two in ["22", "2J", "J2", "AA"] {
            for last_three in ["222", "2J2", "J22", "JJJ", "J2A", "2AA", "A22", "AJJ", "T2J"] {
                let hand: Hand = format!("{last_three}{first_two}").parse().unwrap();
                let other: Hand = format!("{first_two}{last_three}").parse().unwrap();
                for hand in [hand, other] {
                    let count = if random(2) == 0 { 1 } else { random(most + 1) };
                    entries.extend((0..count).map(|_| Entry { hand, bid: 1 + random(1000) }));
                }
            }
        }
        for i in (1..entries.len()).rev() {
            entries.swap(i, random(i as u64 + 1) as usize);
        }
        assert_eq!(scores(&tally(&entries)), sorted_scores(&entries), "{most}");
    }
    // One of each, far more than are ranked at once.
    let hands = Hand::all().filter(|hand| hand.to_string().starts_with("22"));
    let entries: Vec<Entry> = hands.map(|hand| Entry { hand, bid: 1 + random(1000) }).collect();
    assert_eq!(scores(&tally(&entries)), sorted_scores(&entries));
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn expected_bytes_change_no_tally() {
    for count in [0, 1, 300, 131_072, 131_073, 300_000] {
        let hard = hard_entries(count);
        let easy: Vec<Entry> =
            hard.iter().map(|entry| Entry { bid: entry.bid % 1000, ..*entry }).collect();
        for entries in [easy, hard] {
            let expected = tally(&entries);
            let expected_scores = sorted_scores(&entries);
            assert_eq!(scores(&expected), expected_scores, "{count}");
            for bytes in [0, 1 << 20, 1 << 22, u64::MAX] {
                assert_eq!(from_blocks(&text(&entries), bytes), expected, "{count}");
                let mut builder = Builder::for_input(bytes);
                builder.extend(entries.iter().copied());
                assert_eq!(scores(&builder.finish()), expected_scores, "{count} {bytes}");
            }
            let blanks = " ".repeat(if count < 1000 { 4_000 } else { 1 });
            for text in [text(&entries), text(&entries).replace('\n', &format!("{blanks}\n"))] {
                assert_eq!(score(text.as_bytes()), Ok(expected_scores[0].unwrap()));
            }
        }
    }
}

/// As threads use them: each has a builder, and what they have built is merged.
#[test]
fn builders_merge() {
    let hard = hard_entries(300_000);
    for bytes in [0, u64::MAX] {
        let (mut whole, mut merged) = (Builder::for_input(bytes), Tally::new());
        for (i, size) in [3, 0, 150_000, 7, 200_000, 1, 131_072].into_iter().enumerate() {
            let entries = &hard[..size];
            let mut part = Builder::for_input(bytes);
            part.extend(entries.iter().copied());
            if i % 2 == 0 {
                part.flush();
            }
            let part = part.finish();
            assert_eq!(part, tally(entries), "{size} {bytes}");
            merged.merge(&part);
            whole.extend(entries.iter().copied());
        }
        assert_eq!(merged, whole.finish());
    }
}

/// A list has up to 2¹⁷ entries, and bids below 2³⁰.
#[test]
fn totals_of_lists_are_those_of_their_types() {
    let bid = (1 << 30) - 1;
    let mut random = random();
    for size in [0u32, 1, 2, 31, 32, 33, 65_534, 65_535, 65_536, 131_071, 131_072, 131_073] {
        for hands in [1, 40, 371_293] {
            let hand = |number| Hand::from_index(number as usize).unwrap();
            let entries: Vec<Entry> =
                (0..size).map(|_| Entry { hand: hand(random(hands)), bid }).collect();
            let tally = tally(&entries);
            let summary = tally.summary(None).unwrap();
            for rules in Rules::ALL {
                let total = summary.types[rules].iter().map(|(_, of_type)| of_type.winnings).sum();
                assert_eq!(
                    total_winnings(&tally, rules, Ties::Ordinal),
                    Ok(total),
                    "{size} {hands}"
                );
                let mut sorted: Vec<usize> =
                    entries.iter().map(|entry| entry.hand.index()).collect();
                sorted.sort();
                let groups = sorted.chunk_by(|a, b| a == b).map(<[_]>::len).filter(|&n| n > 1);
                assert_eq!(
                    tally.score(Ties::Ordinal).unwrap().tied,
                    groups.sum::<usize>() as u64,
                    "{size} {hands}"
                );
                let all: u128 = (1..=size).map(u128::from).sum();
                assert!(hands > 1 || total == all * u128::from(bid));
            }
        }
    }
}

/// Hands of one prefix with large bids: many of their packed sums are full at once, and then all spill.
#[test]
fn hands_that_are_full_at_once_are_exact() {
    let mut random = random();
    let mut entry =
        || Entry { hand: Hand::from_index(random(2197) as usize).unwrap(), bid: random(1 << 20) };
    let mut entries: Vec<Entry> = (0..300_000).map(|_| entry()).collect();
    let whole = tally(&entries);
    let mut merged = Tally::new();
    entries.chunks(1000).for_each(|part| merged.merge(&tally(part)));
    assert_eq!(merged, whole);
    assert_eq!(scores(&merged), scores(&whole));
    for rules in Rules::ALL {
        entries.sort_by_key(|entry| entry.hand.strength(rules));
        let total = (1..).zip(&entries).map(|(rank, entry)| rank * u128::from(entry.bid)).sum();
        assert_eq!(total_winnings(&whole, rules, Ties::Ordinal), Ok(total));
    }
}

/// More entries of one hand than packed sums have room for, and among them the largest bids.
#[test]
fn packed_sums_spill_before_they_overflow() {
    let hand = "AAAAA".parse().unwrap();
    let count = (1u64 << 22) + 2_100_000;
    let bid = |i: u64| if i % 2_000_000 == 7 { u64::MAX } else { i % (1 << 20) };
    let entries: Vec<Entry> = (0..count).map(|i| Entry { hand, bid: bid(i) }).collect();
    let tally = tally(&entries);
    let total = (0..count).map(|i| u128::from(i + 1) * u128::from(bid(i))).sum();
    assert_eq!(total_winnings(&tally, Rules::Standard, Ties::Ordinal), Ok(total));
    assert_eq!((tally.entries(), tally.score(Ties::Ordinal).unwrap().tied), (count, count));
}

/// Tables to tables, with and without spilled sums on either side.
#[test]
fn long_inputs_merge_to_what_they_are_together() {
    let hard = hard_entries(300_000);
    let easy: Vec<Entry> =
        hard.iter().map(|entry| Entry { bid: entry.bid % 1000, ..*entry }).collect();
    let equal = vec![Entry { hand: "KTJJT".parse().unwrap(), bid: 999_999 }; 2_200_000];
    let none: &[Entry] = &[];
    for parts in [
        [&hard[..], &hard],
        [&hard, &easy],
        [&easy, &hard],
        [&easy, &easy],
        [&equal, &equal],
        [&hard, &equal],
        [none, &easy],
        [&easy, none],
        [&easy[..9], &hard],
    ] {
        let mut merged = tally(parts[0]);
        merged.merge(&tally(parts[1]));
        let whole = tally(&parts.concat());
        assert_eq!(merged, whole);
        assert_eq!(scores(&merged), scores(&whole));
        merged.merge(&merged.clone());
        assert_eq!(merged, tally(&[parts, parts].concat().concat()));
    }
}

#[test]
fn what_has_no_score_is_said() {
    for (overflow, told) in [
        (Overflow::Total, "larger than 340282366920938463463374607431768211455 "),
        (Overflow::Entries, "more than 18446744073709551615 entries "),
    ] {
        assert!(overflow.to_string().contains(told));
        assert_eq!(ScoreError::from(overflow).to_string(), overflow.to_string());
        assert_eq!(CountsError::Overflow(overflow).to_string(), overflow.to_string());
    }
    assert!(CountsError::NoOrder.to_string().starts_with("ordinal ties need the order"));
    assert_eq!(
        score(b"x").unwrap_err().to_string(),
        entries(b"x").next().unwrap().unwrap_err().to_string()
    );
}

#[test]
fn no_entries_win_nothing() {
    for input in [&b""[..], b"\n", b" \t\r\n\n", b"\xEF\xBB\xBF", b"\xEF\xBB\xBF\n"] {
        let tally: Tally = entries(input).collect::<Result<_, _>>().unwrap();
        assert_eq!(tally.entries(), 0);
        assert_eq!(total_winnings(&tally, Rules::Joker, Ties::Ordinal), Ok(0));
    }
    assert_eq!(ranks(&[], Ties::Ordinal), [0u64; 0]);
}

#[test]
fn ranks_by_counting_are_those_by_sorting() {
    let some = |step| Hand::all().step_by(step);
    let hands: Vec<Hand> = some(97).chain(some(9_700)).chain(some(1_001)).chain(some(97)).collect();
    for rules in Rules::ALL {
        let strengths: Vec<Strength> = hands.iter().map(|hand| hand.strength(rules)).collect();
        for ties in Ties::ALL {
            let counted = ranks_by_counting(hands.iter().copied(), rules, ties);
            assert_eq!(counted.collect::<Vec<u64>>(), ranks(&strengths, ties), "{rules} {ties}");
        }
    }
}
