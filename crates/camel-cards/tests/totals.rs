//! Totals, ranks and merging against sorting, and at the limits of numbers.

mod oracle;

use camel_cards::{Batch, Entry, Error, Hand, Overflow, Rules, Tally, Ties, entries, ranks};
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

fn for_totals(entries: &[Entry]) -> Tally {
    let mut tally = Tally::for_totals();
    tally.extend(entries.iter().copied());
    tally
}

/// Everything that a tally for totals is asked, twice where there are two ways to ask.
fn asked(tally: &Tally) -> impl PartialEq + std::fmt::Debug + use<> {
    let of_rules = |rules| Ties::ALL.map(|ties| tally.total_winnings(rules, ties));
    let both = Ties::ALL.map(|ties| tally.both_total_winnings(ties));
    (tally.entries(), tally.tied(), Rules::ALL.map(of_rules), both)
}

proptest! {
    #[test]
    fn totals_and_ranks_are_those_of_sorting(entries in entries_with_ties()) {
        let tally = tally(&entries);
        prop_assert_eq!(tally.entries(), entries.len() as u64);
        let hands: Vec<String> = entries.iter().map(|entry| entry.hand.to_string()).collect();
        let tied = hands.iter().filter(|&a| hands.iter().filter(|&b| a == b).count() > 1).count();
        prop_assert_eq!(tally.tied(), tied as u64);
        for rules in Rules::ALL {
            let strengths: Vec<_> = entries.iter().map(|entry| entry.hand.strength(rules)).collect();
            for ties in Ties::ALL {
                let expected = oracle::ranks(&hands, rules, ties);
                prop_assert_eq!(&ranks(&strengths, ties), &expected);
                let winnings = expected.iter().zip(&entries);
                let total: u128 =
                    winnings.map(|(&rank, entry)| u128::from(rank) * u128::from(entry.bid)).sum();
                prop_assert_eq!(tally.total_winnings(rules, ties), Ok(total));
                for standing in tally.standings(rules, ties) {
                    let standing = standing.unwrap();
                    let first = strengths.iter().position(|&other| other == standing.strength);
                    prop_assert_eq!(standing.rank, expected[first.unwrap()]);
                }
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
    fn merging_in_order_is_tallying_the_whole(entries in entries_with_ties(), cut: (usize, usize)) {
        let whole = tally(&entries);
        for split in 0..=entries.len() {
            let (first, second) = entries.split_at(split);
            let mut merged = tally(first);
            merged.merge(&tally(second));
            prop_assert_eq!(&merged, &whole);
        }
        let mut cuts = [cut.0, cut.1].map(|cut| cut % (entries.len() + 1));
        cuts.sort();
        for makers in [[for_totals, tally], [tally, for_totals], [for_totals, for_totals]] {
            let (first, second) = entries.split_at(cuts[0]);
            let mut merged = makers[0](first);
            merged.merge(&makers[1](second));
            prop_assert_eq!(&merged, &for_totals(&entries));
            let [merged, whole] = [&merged, &whole].map(|tally| tally.both_total_winnings(Ties::Ordinal));
            prop_assert_eq!(merged, whole);
        }
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
        let mut reader = camel_cards::Reader::new();
        let (first, second) = bytes.split_at(at.min(bytes.len()));
        let mut split: Vec<_> = reader.entries(first).collect();
        split.extend(reader.entries(second));
        split.extend(reader.finish());
        prop_assert_eq!(&split, &entries(&bytes).collect::<Vec<_>>());

        let (mut reader, mut rest, mut listed) = (camel_cards::Reader::new(), &bytes[..], Vec::new());
        while reader.read_into(&mut rest, &mut listed).is_err() {}
        listed.extend(reader.finish().and_then(Result::ok));
        prop_assert_eq!(listed, split.into_iter().flatten().collect::<Vec<_>>());
    }
}

/// `n` entries of one hand, all with the largest bid, by doubling.
fn largest(n: u64) -> Tally {
    let one = tally(&[Entry { hand: "AAAAA".parse().unwrap(), bid: u64::MAX }]);
    let mut sum = Tally::new();
    for bit in (0..64).rev().skip_while(|bit| n >> bit == 0) {
        sum.merge(&sum.clone());
        if n >> bit & 1 == 1 {
            sum.merge(&one);
        }
    }
    sum
}

/// Numbers that look random, the same each time.
fn random() -> impl FnMut(u64) -> u64 {
    let mut state = 1u64;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % below
    }
}

/// Entries that are hard on cells: some hands far more often than others, and bids
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

fn one_by_one(entries: &[Entry]) -> Tally {
    let mut tally = Tally::new();
    entries.iter().for_each(|&entry| tally.add(entry));
    tally
}

#[test]
fn tallying_many_at_once_is_tallying_them_one_by_one() {
    let entries = hard_entries(1_500_000);
    let expected = one_by_one(&entries);
    assert_eq!(tally(&entries), expected);
    assert_eq!(asked(&for_totals(&entries)), asked(&expected));
    let (mut batch, mut in_slices) = (Batch::new(100_000), Tally::new());
    for slice in entries.chunks(1_001) {
        batch.push_all(slice);
        in_slices.append(&mut batch);
    }
    assert_eq!(in_slices, expected);
    for rules in Rules::ALL {
        for ties in Ties::ALL {
            let standings = expected.standings(rules, ties).map(|standing| standing.unwrap());
            let total = standings.map(|standing| standing.winnings).sum();
            assert_eq!(expected.total_winnings(rules, ties), Ok(total), "{rules} {ties}");
        }
    }
    let mut hands: Vec<usize> = entries.iter().map(|entry| entry.hand.index()).collect();
    hands.sort();
    let tied = hands.chunk_by(|a, b| a == b).map(<[_]>::len).filter(|&count| count > 1);
    assert_eq!(expected.tied(), tied.sum::<usize>() as u64);
}

/// However much is said to come, and whatever has come before and comes after.
#[test]
fn what_a_batch_is_told_of_its_input_changes_no_tally() {
    let before = hard_entries(9);
    for count in [0, 1, 300, 131_073, 300_000] {
        let entries = hard_entries(count);
        let twice = [&before[..], &entries, &entries].concat();
        for bytes in [0, 1 << 20, 1 << 22, u64::MAX] {
            let mut tally = tally(&before);
            let mut batch = Batch::for_input(bytes, 1 << 20);
            for _ in 0..2 {
                batch.push_all(&entries);
                tally.append(&mut batch);
            }
            assert_eq!(tally, one_by_one(&twice), "{count} {bytes}");
        }
        let lines =
            |blanks: &str| entries.iter().map(|entry| format!("{entry}{blanks}\n")).collect();
        let texts: [String; 2] =
            [lines(""), lines(&" ".repeat(if count < 1000 { 9_999 } else { 1 }))];
        for text in texts {
            assert_eq!(Tally::read(text.as_bytes()).unwrap(), one_by_one(&entries), "{count}");
        }
    }
}

/// Few entries are sorted, with numbers of the least size that will do: up to 2¹⁶ − 1, and to 2¹⁷. All here
/// have the greatest bid that is sorted.
#[test]
fn few_entries_win_what_their_hands_do_where_the_way_of_sorting_changes() {
    let bid = (1 << 42) - 1;
    let mut random = random();
    for size in [0u32, 1, 2, 31, 32, 33, 65_534, 65_535, 65_536, 131_071, 131_072, 131_073] {
        for hands in [1, 40, 371_293] {
            let hand = |number| Hand::from_index(number as usize).unwrap();
            let entries: Vec<Entry> =
                (0..size).map(|_| Entry { hand: hand(random(hands)), bid }).collect();
            let tally = tally(&entries);
            for rules in Rules::ALL {
                let standings = tally.standings(rules, Ties::Ordinal);
                let total = standings.map(|standing| standing.unwrap().winnings).sum();
                assert_eq!(tally.total_winnings(rules, Ties::Ordinal), Ok(total), "{size} {hands}");
                let all: u128 = (1..=size).map(u128::from).sum();
                assert!(hands > 1 || total == all * u128::from(bid));
            }
        }
    }
}

/// As threads do: pieces of the input in any batch, all appended now and then.
#[test]
fn batches_filled_by_turns_are_tallied_in_the_order_of_their_pieces() {
    for (count, capacity) in [(1_000, 50), (200_000, 30_000), (900_000, 200_000), (700_000, 1)] {
        let entries = hard_entries(count);
        let mut random = random();
        for threads in 1..=3 {
            let bytes = |i| if i % 2 == 0 { u64::MAX } else { 0 };
            let mut batches: Vec<Batch> =
                (0..threads).map(|i| Batch::for_input(bytes(i), capacity)).collect();
            let (mut tally, mut totals) = (Tally::new(), Tally::for_totals());
            let mut rest = &entries[..];
            let mut appended = 0;
            for number in 0.. {
                if rest.is_empty() {
                    break;
                }
                let piece = rest.split_off(..rest.len().min(random(30_000) as usize)).unwrap();
                let batch = &mut batches[random(threads as u64) as usize];
                piece.iter().for_each(|&entry| batch.push(entry));
                batch.end_piece(number);
                if batch.is_full() {
                    appended += 1;
                    totals.append_all(&mut batches.clone());
                    tally.append_all(&mut batches);
                }
            }
            totals.append_all(&mut batches.clone());
            tally.append_all(&mut batches);
            assert!(appended > 0);
            assert_eq!(asked(&totals), asked(&tally));
            assert_eq!(tally, one_by_one(&entries), "{count} {threads}");
            for rules in Rules::ALL {
                let (mut merged, (a, b)) = (Tally::new(), entries.split_at(count / 3));
                merged.merge(&one_by_one(a));
                merged.merge(&one_by_one(b));
                assert_eq!(
                    merged.total_winnings(rules, Ties::Ordinal),
                    tally.total_winnings(rules, Ties::Ordinal)
                );
            }
        }
    }
}

/// More entries of one hand in one batch than the small cells have room for.
#[test]
fn a_batch_of_one_hand_is_tallied_in_several_goes() {
    let hand = "AAAAA".parse().unwrap();
    let count = (1u64 << 22) + 100_000;
    let bid = |i: u64| if i % 2_000_000 == 7 { u64::MAX } else { i % (1 << 20) };
    let mut batch = Batch::new(1 << 23);
    (0..count).for_each(|i| batch.push(Entry { hand, bid: bid(i) }));
    let (mut tally, mut totals) = (Tally::new(), Tally::for_totals());
    totals.append(&mut batch.clone());
    tally.append(&mut batch);
    assert_eq!(asked(&totals), asked(&tally));
    let total = (0..count).map(|i| u128::from(i + 1) * u128::from(bid(i))).sum();
    assert_eq!(tally.total_winnings(Rules::Standard, Ties::Ordinal), Ok(total));
    assert_eq!((tally.entries(), tally.tied()), (count, count));
}

/// As of stretches of one file: cells to cells, with and without wide sums on either side.
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
        assert_eq!(
            merged.both_total_winnings(Ties::Ordinal),
            whole.both_total_winnings(Ties::Ordinal)
        );
        for makers in [[for_totals, tally], [tally, for_totals], [for_totals, for_totals]] {
            let mut totals = makers[0](parts[0]);
            totals.merge(&makers[1](parts[1]));
            assert_eq!(
                totals.both_total_winnings(Ties::Ordinal),
                whole.both_total_winnings(Ties::Ordinal)
            );
            assert_eq!(totals, for_totals(&parts.concat()));
        }
        merged.merge(&merged.clone());
        assert_eq!(merged, tally(&[parts, parts].concat().concat()));
    }
}

#[test]
fn what_a_tally_for_totals_does_not_know_it_does_not_make_up() {
    let totals = for_totals(&hard_entries(200_000));
    let panics = |ask: &dyn Fn()| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).expect_err("it should panic");
    };
    panics(&|| assert_eq!(totals.standings(Rules::Joker, Ties::Min).count(), 0));
    panics(&|| drop(totals.summary()));
    panics(&|| drop(totals.to_bytes()));
    assert_ne!(totals, tally(&hard_entries(200_000)));
    assert_ne!(totals, for_totals(&hard_entries(199_999)));
}

#[test]
fn totals_are_exact_where_32_53_and_64_bits_fail() {
    let max = u128::from(u64::MAX);
    let mut millions = Tally::new();
    millions.extend(
        (0..3_000_000).map(|i| Entry { hand: Hand::from_index(i % 1000).unwrap(), bid: u64::MAX }),
    );
    for rules in Rules::ALL {
        let total = millions.total_winnings(rules, Ties::Ordinal);
        assert_eq!(total, Ok(max * (3_000_000 * 3_000_001 / 2)));
    }
    assert_eq!(largest(1 << 32).entries(), 1 << 32);
    let n = 1u128 << 32;
    assert_eq!(
        largest(1 << 32).total_winnings(Rules::Joker, Ties::Ordinal),
        Ok(max * (n * (n + 1) / 2))
    );
}

/// n (n + 1) / 2 × (2⁶⁴ − 1) passes 2¹²⁸ − 1 between these two.
#[test]
fn a_total_past_128_bits_is_an_error() {
    let last = 6_074_000_999;
    let n = u128::from(last);
    assert_eq!(
        largest(last).total_winnings(Rules::Standard, Ties::Ordinal),
        Ok(u128::from(u64::MAX) * (n * (n + 1) / 2))
    );
    let past = largest(last + 1);
    for ties in Ties::ALL {
        assert_eq!(past.total_winnings(Rules::Standard, ties), Err(Overflow));
    }
    // Many entries that bid nothing stay exact until their number does not fit.
    let mut nothing = tally(&[Entry { hand: "AAAAA".parse().unwrap(), bid: 0 }]);
    for _ in 0..63 {
        nothing.merge(&nothing.clone());
    }
    assert_eq!(nothing.entries(), 1 << 63);
    assert_eq!(nothing.total_winnings(Rules::Joker, Ties::Max), Ok(0));
    nothing.merge(&nothing.clone());
    assert_eq!(nothing.total_winnings(Rules::Joker, Ties::Max), Err(Overflow));
}

#[test]
fn no_entries_win_nothing() {
    for input in [&b""[..], b"\n", b" \t\r\n\n", b"\xEF\xBB\xBF", b"\xEF\xBB\xBF\n"] {
        let tally: Tally = entries(input).collect::<Result<_, _>>().unwrap();
        assert_eq!(tally.entries(), 0);
        assert_eq!(tally.total_winnings(Rules::Joker, Ties::Ordinal), Ok(0));
    }
    assert_eq!(ranks(&[], Ties::Ordinal), [0u64; 0]);
}
