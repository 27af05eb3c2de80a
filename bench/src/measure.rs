//! Times the contenders of a case in turn, A B A B …, so that a machine whose speed
//! drifts slows all of them alike. Every run's answer is checked.

use std::{env, time::Instant};

/// One way to answer a case's question.
pub(crate) struct Contender<'a, T> {
    name: &'static str,
    run: Box<dyn FnMut() -> T + 'a>,
}

pub(crate) fn engine<'a, T>(name: &'static str, run: impl FnMut() -> T + 'a) -> Contender<'a, T> {
    Contender { name, run: Box::new(run) }
}

/// Measures the contenders in turn over `rounds` rounds; `units` is what one run works
/// through, `expected` what each run must answer.
pub(crate) fn case<T: PartialEq + std::fmt::Debug>(
    name: &str,
    (units, unit): (usize, &str),
    rounds: usize,
    expected: &T,
    engines: &mut [Contender<'_, T>],
) {
    let filter = env::args().nth(1).unwrap_or_default();
    if !name.contains(&filter) {
        return;
    }
    let mut times = vec![Vec::new(); engines.len()];
    for round in 0..=rounds {
        for (engine, times) in engines.iter_mut().zip(&mut times) {
            let start = Instant::now();
            let answer = (engine.run)();
            let time = start.elapsed().as_nanos();
            assert_eq!(answer, *expected, "{name}/{}", engine.name);
            // The first round warms up.
            if round > 0 {
                times.push(time);
            }
        }
    }
    for (engine, own) in engines.iter().zip(&times) {
        let thousandths = own.iter().zip(&times[0]).map(|(own, first)| own * 1000 / first);
        let (ratio, median) = (median(thousandths), median(own.iter().copied()));
        let per_unit = median * 10 / units as u128;
        println!(
            "{:<44} {:>7}.{} ns/{unit}  {:>12} ns  × {}.{:03}",
            format!("{name}/{}", engine.name),
            per_unit / 10,
            per_unit % 10,
            median,
            ratio / 1000,
            ratio % 1000
        );
    }
}

fn median(values: impl Iterator<Item = u128>) -> u128 {
    let mut values: Vec<u128> = values.collect();
    values.sort_unstable();
    values[values.len() / 2]
}

/// A small generator of reproducible numbers: SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
