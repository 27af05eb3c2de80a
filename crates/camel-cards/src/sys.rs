//! Memory as the system and the processor give it. With the decoders in `read/engine`, the only unsafe code.
#![cfg_attr(
    any(target_arch = "x86_64", all(target_os = "linux", target_arch = "aarch64")),
    expect(unsafe_code, reason = "a prefetch instruction; a system call")
)]

use std::ops::{Deref, DerefMut};

/// The size of a huge page on most machines.
const HUGE_PAGE_BYTES: usize = 1 << 21;

/// A slice that begins as zeros, in huge pages if the system grants them.
///
/// On a virtual machine the first write to a small page costs one or two microseconds, as long as
/// reading a hundred hands; ten million hands take a sixth less time in huge pages. The slice begins at a
/// huge page: the allocator writes to the page before it, and a page that
/// has been written to stays small. A clone is in small pages.
#[derive(Clone)]
pub(crate) struct HugeVec<T> {
    memory: Vec<T>,
    start: usize,
}

impl<T: Clone + Default> HugeVec<T> {
    /// Makes a slice of `len` zeros. Huge pages pay if most of it will be written.
    pub(crate) fn new(len: usize, huge: bool) -> HugeVec<T> {
        if !huge {
            return HugeVec { memory: vec![T::default(); len], start: 0 };
        }
        let bytes = (len * size_of::<T>()).next_multiple_of(HUGE_PAGE_BYTES) + HUGE_PAGE_BYTES;
        let mut memory = vec![T::default(); bytes / size_of::<T>()];
        let bytes_before = memory.as_ptr().addr().wrapping_neg() % HUGE_PAGE_BYTES;
        let start = bytes_before / size_of::<T>();
        advise_huge_pages(&mut memory[start..]);
        memory.truncate(start + len);
        HugeVec { memory, start }
    }
}

impl<T> Deref for HugeVec<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.memory[self.start..]
    }
}

impl<T> DerefMut for HugeVec<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.memory[self.start..]
    }
}

/// Asks for huge pages for `memory`, which has not been written to.
fn advise_huge_pages<T>(memory: &mut [T]) {
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        use std::ffi::{c_int, c_void};
        unsafe extern "C" {
            fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
        }
        const MADV_HUGEPAGE: c_int = 14;
        let bytes = size_of_val(memory) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
        // SAFETY: it changes no memory and no right to any, only the size of the pages that the
        // system maps at the first write. It may fail, and then nothing has changed.
        unsafe { madvise(memory.as_mut_ptr().cast::<c_void>(), bytes, MADV_HUGEPAGE) };
    }
    #[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
    let _ = memory;
}

/// Lines are prefetched this many bytes before they are decoded. The processor prefetches by itself
/// within a page, but not from page to page.
#[cfg(target_arch = "x86_64")]
pub(crate) const PREFETCH_BYTES: usize = 1 << 12;

/// Prefetches the item at this index, which may be past the end of the slice. Nothing is read.
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
