//! Any bytes, in any chunks, give the entries and errors that the input's
//! grammar says: each line judged alone, by a plain transcription.

#![no_main]

#[path = "../../crates/camel-cards/tests/oracle/lines.rs"]
mod lines;

use camel_cards::{Block, Engine, Reader, entries};
use libfuzzer_sys::fuzz_target;
use lines::{check, judge_all};

fuzz_target!(|data: &[u8]| {
    let (&seed, input) = data.split_last().unwrap_or((&0, &[]));
    let input = &with_long_lines(input)[..];
    let whole: Vec<_> = entries(input).collect();

    for engine in Engine::available() {
        let (mut reader, mut block) = (Reader::with_engine(engine), Block::new());
        let mut read = Vec::new();
        for mut chunk in chunks(input, seed) {
            while !chunk.is_empty() {
                let result = reader.next_block(&mut chunk, &mut block);
                read.extend(block.entries().map(Ok));
                read.extend(result.err().map(Err));
            }
        }
        let result = reader.finish(&mut block);
        read.extend(block.entries().map(Ok));
        read.extend(result.err().map(Err));
        assert_eq!(read, whole, "{engine:?}");
    }

    let expected = judge_all(input);
    assert_eq!(whole.len(), expected.len());
    for (found, expected) in whole.into_iter().zip(expected) {
        check(found, expected, input);
    }
});

/// Puts nearly as many blanks as a line may have in place of a byte that nobody misses.
fn with_long_lines(data: &[u8]) -> Vec<u8> {
    let many = [b' '; Reader::LINE_BYTES_MAX - 8];
    data.iter()
        .flat_map(|byte| if *byte == 7 { &many[..] } else { std::slice::from_ref(byte) })
        .copied()
        .collect()
}

/// Cuts `input` at points that `seed` decides; some chunks are empty.
fn chunks(input: &[u8], seed: u8) -> impl Iterator<Item = &[u8]> {
    let (mut state, mut rest) = (seed, input);
    std::iter::from_fn(move || {
        // Passes through all 256 states, so not every length is 0.
        state = state.wrapping_mul(5).wrapping_add(113);
        let length = usize::from(state >> (seed % 8)).min(rest.len());
        let chunk = rest.split_off(..length)?;
        (!chunk.is_empty() || !rest.is_empty()).then_some(chunk)
    })
}
