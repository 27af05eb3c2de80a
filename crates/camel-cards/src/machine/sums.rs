//! A cell's two sums in one register.

/// Adds `1 << BITS` and a bid to the first of two sums, and the bid times what is then
/// above `BITS` to the second.
///
/// Both sums are loaded at once and stored at once: a tally of random hands takes a fifth
/// less time so, and no safe code was found that compiles to it.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn add_bid<const BITS: i32>(sums: [u64; 2], bid: u32) -> [u64; 2] {
    use std::arch::x86_64::*;

    #[inline]
    #[target_feature(enable = "sse2")]
    fn add<const BITS: i32>([first, second]: [u64; 2], bid: u32) -> [u64; 2] {
        let bid = _mm_cvtsi32_si128(bid as i32);
        let one = _mm_cvtsi64_si128(1 << BITS);
        let sums = _mm_set_epi64x(second as i64, first as i64);
        let sums = _mm_add_epi64(sums, _mm_add_epi64(one, bid));
        let product = _mm_mul_epu32(_mm_srli_epi64::<BITS>(sums), bid);
        let sums = _mm_add_epi64(sums, _mm_slli_si128::<8>(product));
        [sums, _mm_unpackhi_epi64(sums, sums)].map(|sum| _mm_cvtsi128_si64(sum) as u64)
    }
    // SAFETY: every x86-64 machine has SSE2.
    unsafe { add::<BITS>(sums, bid) }
}

/// The same, one sum after the other.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(crate) fn add_bid<const BITS: i32>([first, second]: [u64; 2], bid: u32) -> [u64; 2] {
    let first = first + (1 << BITS) + u64::from(bid);
    [first, second + (first >> BITS) * u64::from(bid)]
}
