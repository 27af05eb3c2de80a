//! What else one could write in Rust, and what the parts of it cost:
//! `solver METHOD FILE`, without anything of camel-cards.
//!
//! `read` and `parse` stop early, so that differences tell what reading, parsing
//! and cells cost. `sort` and `radix` are stable and right. `packed` is how the
//! fastest public solvers do it: a key and the bid sort as one, so that identical
//! hands rank by their bids. The puzzle has none; random hands do.

use std::{
    env, fs,
    fs::File,
    hint::black_box,
    io::{self, Read},
};

const LABELS: [&[u8; 13]; 2] = [b"23456789TJQKA", b"J23456789TQKA"];
const HANDS: usize = 13usize.pow(5);

fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().collect();
    let [_, method, path] = &args[..] else { panic!("usage: solver METHOD FILE") };
    match method.as_str() {
        "read" => println!("{}", read(path)?),
        "parse" => println!("{}", parse(path)?),
        "tally" => print_totals(tally(path)?),
        "sort" => print_totals(sort(path)?),
        "radix" => print_totals(radix(path)?),
        "packed" => print_totals(packed(path)?),
        _ => panic!("no such method"),
    }
    Ok(())
}

fn print_totals([standard, joker]: [u128; 2]) {
    println!("{standard} {joker}");
}

/// Hands over the file in pieces that end where a line does.
fn pieces(path: &str, mut each: impl FnMut(&[u8])) -> io::Result<()> {
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 18];
    let mut kept = 0;
    loop {
        let read = file.read(&mut buffer[kept..])?;
        let filled = kept + read;
        let end = match buffer[..filled].iter().rposition(|&byte| byte == b'\n') {
            _ if read == 0 => filled,
            Some(newline) => newline + 1,
            None => panic!("a line of {filled} bytes"),
        };
        each(&buffer[..end]);
        if read == 0 {
            return Ok(());
        }
        buffer.copy_within(end..filled, 0);
        kept = filled - end;
    }
}

fn read(path: &str) -> io::Result<usize> {
    let mut bytes = 0;
    pieces(path, |piece| bytes += black_box(piece).len())?;
    Ok(bytes)
}

fn parse(path: &str) -> io::Result<usize> {
    let mut count = 0;
    pieces(path, |piece| count += entries(piece).map(black_box).count())?;
    Ok(count)
}

/// A sum of places and of bids a hand; no strength until all is read.
fn tally(path: &str) -> io::Result<[u128; 2]> {
    #[derive(Clone, Copy, Default)]
    struct Cell {
        entries: u64,
        bids: u128,
        placed: u128,
    }
    let mut places = [0; 256];
    for (place, &label) in LABELS[0].iter().enumerate() {
        places[usize::from(label)] = place;
    }
    let mut cells = vec![Cell::default(); HANDS];
    pieces(path, |piece| {
        for (hand, bid) in entries(piece) {
            let index =
                hand.iter().fold(0, |index, &label| index * 13 + places[usize::from(label)]);
            let cell = &mut cells[index];
            cell.entries += 1;
            cell.bids += u128::from(bid);
            cell.placed += u128::from(cell.entries) * u128::from(bid);
        }
    })?;
    let strength = strengths();
    Ok([0, 1].map(|rules| {
        let mut held: Vec<_> = (0..HANDS).filter(|&index| cells[index].entries > 0).collect();
        held.sort_by_cached_key(|&index| {
            let label = |power| LABELS[0][index / 13usize.pow(power) % 13];
            strength([4, 3, 2, 1, 0].map(label))[rules]
        });
        let (mut total, mut below) = (0, 0);
        for Cell { entries, bids, placed } in held.into_iter().map(|index| cells[index]) {
            total += u128::from(below) * bids + placed;
            below += entries;
        }
        total
    }))
}

/// A strength under each rules, and the bid.
type Strong = ([u32; 2], u64);

fn strong(path: &str) -> io::Result<Vec<Strong>> {
    let text = fs::read(path)?;
    let strength = strengths();
    Ok(entries(&text).map(|(hand, bid)| (strength(hand), bid)).collect())
}

fn sort(path: &str) -> io::Result<[u128; 2]> {
    let entries = strong(path)?;
    Ok([0, 1].map(|rules| {
        let mut sorted: Vec<_> =
            entries.iter().map(|&(strength, bid)| (strength[rules], bid)).collect();
        sorted.sort_by_key(|&(strength, _)| strength);
        total(sorted.iter().map(|&(_, bid)| bid))
    }))
}

/// Two counting sorts, by the lower and by the upper 12 bits of the strength.
fn radix(path: &str) -> io::Result<[u128; 2]> {
    const BITS: u32 = 12;
    let entries = strong(path)?;
    let (mut from, mut to) = (Vec::new(), vec![(0, 0); entries.len()]);
    Ok([0, 1].map(|rules| {
        from.clear();
        from.extend(entries.iter().map(|&(strength, bid)| (strength[rules], bid)));
        for shift in [0, BITS] {
            let digit = |strength: u32| (strength >> shift) as usize & ((1 << BITS) - 1);
            let mut ends = [0; 1 << BITS];
            for &(strength, _) in &from {
                ends[digit(strength)] += 1;
            }
            let mut sum = 0;
            let mut next = ends.map(|count| {
                sum += count;
                sum - count
            });
            for &(strength, bid) in &from {
                let place = &mut next[digit(strength)];
                to[*place] = (strength, bid);
                *place += 1;
            }
            std::mem::swap(&mut from, &mut to);
        }
        total(from.iter().map(|&(_, bid)| bid))
    }))
}

fn packed(path: &str) -> io::Result<[u128; 2]> {
    let entries = strong(path)?;
    Ok([0, 1].map(|rules| {
        let mut keys: Vec<u64> = entries
            .iter()
            .map(|&(strength, bid)| u64::from(strength[rules]) << 40 | bid & ((1 << 40) - 1))
            .collect();
        keys.sort_unstable();
        total(keys.iter().map(|key| key & ((1 << 40) - 1)))
    }))
}

fn total(bids: impl Iterator<Item = u64>) -> u128 {
    bids.zip(1u64..).map(|(bid, rank)| u128::from(bid) * u128::from(rank)).sum()
}

/// Returns what gives a hand's strength under each rules: 4 bits for the type,
/// then 4 a label.
fn strengths() -> impl Fn([u8; 5]) -> [u32; 2] {
    let mut places = [[0; 256]; 2];
    for (places, labels) in places.iter_mut().zip(LABELS) {
        for (place, &label) in (0..).zip(labels) {
            places[usize::from(label)] = place;
        }
    }
    move |hand| {
        let (mut pairs, mut most, mut jokers) = (0, 0, 0);
        let mut other_pairs = 0;
        for (place, &label) in hand.iter().enumerate() {
            let before = hand[..place].iter().filter(|&&earlier| earlier == label).count() as u32;
            pairs += before;
            if label == b'J' {
                jokers += 1;
            } else {
                other_pairs += before;
                most = most.max(before + 1);
            }
        }
        // The number of equal pairs is in the order of hand types.
        let joker_pairs = other_pairs + jokers * most + (0..jokers).sum::<u32>();
        [(pairs, &places[0]), (joker_pairs, &places[1])].map(|(pairs, places)| {
            hand.iter().fold(pairs, |key, &label| key << 4 | places[usize::from(label)])
        })
    }
}

/// The entries of a text; anything else is a panic without a place.
fn entries(mut text: &[u8]) -> impl Iterator<Item = ([u8; 5], u64)> {
    std::iter::from_fn(move || {
        text = text.trim_ascii_start();
        let (&hand, rest) = text.split_first_chunk::<5>()?;
        text = rest.trim_ascii_start();
        let mut bid = 0;
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit());
        let length = digits.map(|digit| bid = bid * 10 + u64::from(digit - b'0')).count();
        text = &text[length..];
        let ends = text.first().is_none_or(u8::is_ascii_whitespace);
        assert!(length > 0 && ends, "expected a bid");
        Some((hand, bid))
    })
}
