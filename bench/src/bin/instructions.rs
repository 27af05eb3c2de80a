//! One hot path, once, for `valgrind --tool=callgrind` to count: `cargo xtask instructions`.
//!
//! Prints the number of hands that the counted part works through.

use std::{env, hint::black_box, process::ExitCode};

use camel_cards::{Block, Engine, Reader, ScoreError, score};

/// What is counted: valgrind is told to count inside this function alone.
#[inline(never)]
fn counted<T>(path: impl FnOnce() -> T) -> T {
    black_box(path())
}

/// Lines like those of random hands, the same on every machine.
fn text(hands: usize) -> Vec<u8> {
    let labels = b"23456789TJQKA";
    let mut state = 1u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % below
    };
    let mut text = Vec::new();
    for _ in 0..hands {
        text.extend((0..5).map(|_| labels[random(13) as usize]));
        text.extend(format!(" {}\n", 1 + random(1000)).bytes());
    }
    text
}

fn entries_of(mut reader: Reader, text: &[u8]) -> Result<u128, ScoreError> {
    let (mut block, mut rest, mut entries) = (Block::new(), text, 0);
    while !rest.is_empty() {
        reader.next_block(&mut rest, &mut block).map_err(ScoreError::Input)?;
        entries += block.len() as u128;
    }
    Ok(entries)
}

fn main() -> ExitCode {
    let path = env::args().nth(1).unwrap_or_default();
    let (group, case) = path.split_once('/').unwrap_or_default();
    let hands = case.parse().unwrap_or(1_000_000);
    let text = text(hands);
    let answer = match group {
        "read" => {
            let Some(engine) = Engine::available().find(|engine| engine.name() == case) else {
                eprintln!("this machine has no {case}");
                return ExitCode::from(3);
            };
            counted(|| entries_of(Reader::with_engine(engine), &text))
        }
        "totals" => counted(|| score(&text).map(|score| score.winnings.standard)),
        _ => {
            eprintln!("usage: instructions read/ENGINE | totals/HANDS");
            return ExitCode::from(2);
        }
    };
    match answer {
        Ok(1..) => {
            println!("{hands}");
            ExitCode::SUCCESS
        }
        _ => ExitCode::FAILURE,
    }
}
