//! Memory as the system and the processor give it. With the decoders in `read/arch`, the only unsafe code.
#![cfg_attr(
    any(target_arch = "x86_64", all(target_os = "linux", target_arch = "aarch64")),
    expect(unsafe_code, reason = "a prefetch instruction; a system call")
)]

mod huge_pages;
mod prefetch;

pub(crate) use huge_pages::HugeVec;
#[cfg(target_arch = "x86_64")]
pub(crate) use prefetch::PREFETCH_BYTES;
pub(crate) use prefetch::prefetch;
