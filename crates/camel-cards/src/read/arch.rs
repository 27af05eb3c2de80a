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
