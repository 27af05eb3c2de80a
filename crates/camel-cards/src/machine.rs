//! What safe Rust does not get out of the machine: the one module with `unsafe`. Each part says what
//! was measured without it.
#![cfg_attr(
    any(target_arch = "x86_64", all(target_os = "linux", target_arch = "aarch64")),
    expect(unsafe_code, reason = "instructions that the compiler does not choose; a system call")
)]

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod pages;
mod prefetch;
mod sums;

pub(crate) use prefetch::prefetch;
pub(crate) use sums::begins_of_eights;
