//! The functions of `testdata/judge`, as closures: every front must say the same of them.
//!
//! `BLESS=1 cargo test -p camel-cards-coach --test fronts` writes the verdicts anew.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    env, fs, iter,
    path::PathBuf,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use camel_cards::Rules;
use camel_cards_coach::{Verdict, VerdictKind, judge};

/// A count of each label, most first, weakest type first.
const TYPES: [&str; 7] = ["11111", "2111", "221", "311", "32", "41", "5"];
const MOST_AND_DISTINCT: [(usize, usize); 7] =
    [(1, 5), (2, 4), (2, 3), (3, 3), (3, 2), (4, 2), (5, 1)];
const STANDARD: &str = "23456789TJQKA";
const JOKER: &str = "J23456789TQKA";

/// An input of more lines than this is told by their number.
const LINES_MAX: usize = 20;

type Strength = (i64, Vec<u64>);

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/judge").join(name)
}

struct Solution {
    parameters: HashMap<String, String>,
    kept: Vec<(String, u64)>,
}

impl Solution {
    fn new(parameters: &str) -> Solution {
        let parameter = |text: &str| {
            let (name, value) = text.split_once('=').unwrap();
            (name.to_owned(), value.to_owned())
        };
        Solution {
            parameters: parameters.split_whitespace().map(parameter).collect(),
            kept: Vec::new(),
        }
    }

    fn get(&self, name: &str) -> &str {
        self.parameters.get(name).map_or("", String::as_str)
    }

    fn solve(&mut self, text: &str) -> Result<Option<String>, String> {
        let mut entries = self.read(text)?;
        if self.get("state") == "keeps" {
            self.kept.extend(entries);
            entries = self.kept.clone();
        }
        match self.get("answer") {
            "none" => return Ok(None),
            "exit" => return Err("exits".to_owned()),
            "constant" => return Ok(Some("6440".to_owned())),
            "40" => return Ok(Some(format!("1{:040}", 0))),
            _ => {}
        }
        if self.get("part") == "both" {
            let both = (self.total(&entries, 1)?, self.total(&entries, 2)?);
            return Ok(Some(format!("Part 1: {}\nPart 2: {}", both.0, both.1)));
        }
        let total = self.total(&entries, if self.get("part") == "1" { 1 } else { 2 })?;
        Ok(Some(match self.get("answer") {
            "chatter" => format!(
                "read {} hands, the first is {}\nTotal winnings: {total}\ntime: 86.32µs\n",
                entries.len(),
                entries[0].0
            ),
            "float" => format!("{total}.0"),
            "commas" => {
                let digits = total.as_bytes().rchunks(3).rev();
                let digits: Vec<_> =
                    digits.map(|three| std::str::from_utf8(three).unwrap()).collect();
                digits.join(",")
            }
            _ => total,
        }))
    }

    fn read(&self, text: &str) -> Result<Vec<(String, u64)>, String> {
        let is_split = self.get("lines") == "newline";
        let lines: Vec<&str> =
            if is_split { text.split('\n').collect() } else { text.lines().collect() };
        match self.get("lines") {
            "1000" if lines.len() != 1000 => return Err("not enough lines".to_owned()),
            "3" if lines.len() < 3 => return Err("not enough lines".to_owned()),
            _ => {}
        }
        let entry = |line: &&str| match line.split_once([' ', '\t']) {
            None if is_split && line.is_empty() => Ok((String::new(), 0)),
            None => Err("not enough values".to_owned()),
            Some((hand, bid)) => {
                let bid = bid.trim().parse();
                Ok((hand.to_owned(), bid.map_err(|_| "not a number".to_owned())?))
            }
        };
        lines.iter().map(entry).collect()
    }

    fn total(&self, entries: &[(String, u64)], part: u8) -> Result<String, String> {
        let raises = |hand: &str| match self.get("raise") {
            "J" => hand.contains('J'),
            raise => hand == raise,
        };
        if part == 2 && entries.iter().any(|(hand, _)| raises(hand)) {
            return Err("max() arg is an empty sequence".to_owned());
        }
        let lost = usize::from(self.get("lose") == "last");
        let entries = &entries[..entries.len() - lost];
        let strengths = entries
            .iter()
            .map(|(hand, bid)| ((self.hand_type(hand, part), self.tie_break(hand, part)), *bid));
        let mut ranked = self.sort(strengths.collect());
        if self.get("down") == "yes" {
            ranked.reverse();
        }
        if self.get("lose") == "strongest" {
            ranked.pop();
        }
        let first = self.get("rank").parse().unwrap_or(1u128);
        let total: u128 =
            ranked.iter().zip(first..).map(|(&bid, rank)| rank * u128::from(bid)).sum();
        Ok(match self.get("total").split_at_checked(1) {
            Some(("+", number)) => (total + number.parse::<u128>().unwrap()).to_string(),
            Some(("%", number)) => (total % number.parse::<u128>().unwrap()).to_string(),
            Some(("*", power)) => format!("{total}{}", &power[1..]),
            _ => total.to_string(),
        })
    }

    fn hand_type(&self, hand: &str, part: u8) -> i64 {
        if hand.is_empty() {
            return -1;
        }
        let jokers = hand.matches('J').count();
        let shape = counts(&hand.replace('J', ""));
        let wild = if part == 1 { "none" } else { self.get("wild") };
        let mut number = match wild {
            "every" => {
                let all = JOKER.chars().map(|label| hand.replace('J', &label.to_string()));
                all.map(|hand| self.type_of(&counts(&hand))).max().unwrap()
            }
            "none" => self.type_of(&counts(hand)),
            _ => {
                let mut counts = shape.clone();
                counts.resize(shape.len().max(1), 0);
                counts[0] += jokers;
                self.type_of(&counts)
            }
        };
        for pair in self.get("retype").split_terminator(',') {
            let (from, to) = pair.split_once(':').unwrap();
            if from == number.to_string() {
                number = to.parse().unwrap();
                break;
            }
        }
        let shape: String = shape.iter().map(ToString::to_string).collect();
        match self.get("cells").split_once(':') {
            Some((cell, to)) if part == 2 && cell == format!("{shape}+{jokers}") => {
                to.parse().unwrap()
            }
            _ => number,
        }
    }

    fn type_of(&self, counts: &[usize]) -> i64 {
        let number = match self.get("types") {
            "largest" => return [0, 1, 3, 5, 6][counts[0] - 1],
            "distinct" => {
                MOST_AND_DISTINCT.iter().position(|&pair| pair == (counts[0], counts.len()))
            }
            _ => {
                let counts: String = counts.iter().map(ToString::to_string).collect();
                TYPES.iter().position(|shape| *shape == counts)
            }
        };
        number.unwrap() as i64
    }

    fn tie_break(&self, hand: &str, part: u8) -> Vec<u64> {
        let labels = match self.get("labels") {
            _ if part == 1 => STANDARD,
            "" => JOKER,
            labels => labels,
        };
        // An equal label stands where its first is.
        let place = |label: char| labels.find(label).or(labels.find('2')).unwrap() as u64;
        let mut places: Vec<u64> = hand.chars().map(place).collect();
        let count = |places: &[u64], place| places.iter().filter(|&&other| other == place).count();
        match self.get("order") {
            "codes" => hand.chars().map(u64::from).collect(),
            "sorted" => {
                places.sort_by_key(|&place| Reverse(place));
                places
            }
            "groups" => {
                let all = places.clone();
                places.sort_by_key(|&place| Reverse((count(&all, place), place)));
                places
            }
            "none" => Vec::new(),
            "right" => places.into_iter().rev().collect(),
            "random" => vec![random()],
            "joker" if part == 2 => {
                let mut others = places.clone();
                others.retain(|&place| place > 0);
                let most = others.iter().max_by_key(|&&place| (count(&others, place), place));
                let stands_for = most.copied().unwrap_or(12);
                places.iter().map(|&place| if place > 0 { place } else { stands_for }).collect()
            }
            _ => places,
        }
    }

    /// The bids, weakest first.
    fn sort(&self, mut entries: Vec<(Strength, u64)>) -> Vec<u64> {
        let number = |(first, places): &Strength| {
            places.iter().fold(*first, |n, &place| n * 13 + place as i64)
        };
        match self.get("sort") {
            "compare" => entries.sort_by(|(a, _), (b, _)| {
                let places = || a.1.iter().zip(&b.1).map(|(x, y)| x.cmp(y)).find(|one| one.is_ne());
                a.0.cmp(&b.0).then(places().unwrap_or(std::cmp::Ordering::Equal))
            }),
            "buckets" => {
                let mut buckets: BTreeMap<i64, Vec<(Vec<u64>, u64)>> = BTreeMap::new();
                for ((hand_type, places), bid) in entries {
                    buckets.entry(hand_type).or_default().push((places, bid));
                }
                for bucket in buckets.values_mut() {
                    bucket.sort_by(|a, b| a.0.cmp(&b.0));
                }
                return buckets.into_values().flatten().map(|(_, bid)| bid).collect();
            }
            "count" => {
                let numbers: Vec<i64> =
                    entries.iter().map(|(strength, _)| number(strength)).collect();
                let rank = |i: usize| {
                    let below = numbers.iter().filter(|&&other| other < numbers[i]).count();
                    below + numbers[..i].iter().filter(|&&other| other == numbers[i]).count()
                };
                let mut ranked: Vec<(usize, u64)> =
                    entries.iter().enumerate().map(|(i, (_, bid))| (rank(i), *bid)).collect();
                ranked.sort_unstable();
                return ranked.into_iter().map(|(_, bid)| bid).collect();
            }
            "number" => entries.sort_by_key(|(strength, _)| number(strength)),
            "bid" => entries.sort(),
            _ => entries.sort_by(|a, b| a.0.cmp(&b.0)),
        }
        entries.into_iter().map(|(_, bid)| bid).collect()
    }
}

/// Counts of each label, most first.
fn counts(hand: &str) -> Vec<usize> {
    let mut counts: HashMap<char, usize> = HashMap::new();
    hand.chars().for_each(|label| *counts.entry(label).or_default() += 1);
    let mut counts: Vec<usize> = counts.into_values().collect();
    counts.sort_by_key(|&count| Reverse(count));
    counts
}

fn random() -> u64 {
    static CALLS: AtomicU64 = AtomicU64::new(1);
    let x = CALLS.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 20
}

/// A row for each part that fails: its rules, the smallest input, and what gives its answers.
fn rows(name: &str, verdict: Option<&Verdict>) -> String {
    let Some(verdict) = verdict else { return format!("{name}\tright\t\t\t\n") };
    let mut rows = String::new();
    for one in iter::once(&verdict.part).chain(&verdict.other) {
        let kind = one.kind;
        if kind == VerdictKind::Right {
            continue;
        }
        let lines: Vec<&str> = one.input.iter().flat_map(|input| input.lines()).collect();
        let input = match lines.len() {
            _ if kind == VerdictKind::NoAnswer => String::new(),
            lines if lines > LINES_MAX => format!("{lines} lines"),
            _ => lines.join(", "),
        };
        let ids =
            one.findings.iter().take(3).map(|one| {
                one.ids().iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ")
            });
        let ids = ids.collect::<Vec<_>>().join(" | ");
        let rules: Vec<&str> = one.rules.iter().map(|rules| rules.name()).collect();
        for rules in if rules.is_empty() { vec![""] } else { rules } {
            rows += &format!("{name}\t{}\t{rules}\t{input}\t{ids}\n", kind.name());
        }
    }
    rows
}

/// Judges the function of a row.
fn judged(row: &str) -> String {
    let [name, rules, parameters] = row.split('\t').collect::<Vec<_>>()[..] else {
        panic!("{row}")
    };
    let mut solution = Solution::new(parameters);
    let rules: Option<Rules> = rules.parse().ok();
    let judged =
        judge(rules, |text| solution.solve(text).unwrap().unwrap_or_else(|| "None".to_owned()));
    rows(name, judged.err().as_deref())
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn functions_have_the_verdicts_that_every_front_gives() {
    let functions = fs::read_to_string(file("functions.tsv")).unwrap();
    let functions: Vec<&str> = functions.lines().skip(1).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let parts = functions.chunks(functions.len().div_ceil(threads));
    let verdicts: String = thread::scope(|scope| {
        let threads: Vec<_> = parts
            .map(|part| scope.spawn(|| part.iter().map(|row| judged(row)).collect::<String>()))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let verdicts = format!("name\tverdict\trules\tinput\tmistakes\n{verdicts}");
    if env::var_os("BLESS").is_some() {
        fs::write(file("verdicts.tsv"), &verdicts).unwrap();
    }
    assert_eq!(verdicts, fs::read_to_string(file("verdicts.tsv")).unwrap());
}
