/// How many bytes before they are decoded lines are prefetched. The processor prefetches by itself
/// within a page, but not from page to page.
#[cfg(target_arch = "x86_64")]
pub(crate) const PREFETCH_BYTES: usize = 1 << 12;

/// Prefetches what is at this index, or past the end of the slice; it reads nothing.
#[inline]
pub(crate) fn prefetch<T>(memory: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint, which reads nothing and may be of any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(memory.as_ptr().wrapping_add(at).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (memory, at);
}
