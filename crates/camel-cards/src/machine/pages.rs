//! Large pages: on a virtual machine every small one costs a microsecond or two when it is first
//! written to, as long as reading a hundred hands takes. Ten million hands take a sixth less time so.

/// What a large page has on most machines.
const LARGE_PAGE_BYTES: usize = 1 << 21;

/// No page is smaller.
const PAGE_BYTES: usize = 1 << 12;

/// Returns how many to make room for where there shall be room for so many.
///
/// They end less than a page before a large page does, because then the system puts their beginning
/// where one begins.
pub(crate) fn room_for<T>(length: usize) -> usize {
    let bytes = (length * size_of::<T>() + PAGE_BYTES).next_multiple_of(LARGE_PAGE_BYTES);
    (bytes - PAGE_BYTES) / size_of::<T>()
}

/// Asks the system for large pages where nothing has been written to `memory` so far.
pub(crate) fn prefer_large<T>(memory: &mut [T]) {
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        use std::ffi::{c_int, c_void};
        unsafe extern "C" {
            fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
        }
        const MADV_HUGEPAGE: c_int = 14;
        let range = memory.as_mut_ptr_range();
        let start = range.start.map_addr(|start| start / PAGE_BYTES * PAGE_BYTES);
        let bytes = range.end.addr().next_multiple_of(PAGE_BYTES) - start.addr();
        // SAFETY: it changes no memory and no right to any, only what the system does when pages
        // are first written to. It may fail, and then nothing has changed.
        unsafe { madvise(start.cast(), bytes, MADV_HUGEPAGE) };
    }
    #[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
    let _ = memory;
}
