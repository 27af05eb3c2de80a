//! Decoders of plain lines, one for each instruction set. They know blocks and lines, not the reader.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "instructions that the compiler does not choose")
)]

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
pub(super) mod portable;

/// The numbers from 1: of each place, where the next line begins if a newline is there.
#[cfg(target_arch = "x86_64")]
const fn places_after<const N: usize>() -> [u8; N] {
    let (mut places, mut place) = ([0; N], 0);
    while place < N {
        places[place] = place as u8 + 1;
        place += 1;
    }
    places
}
