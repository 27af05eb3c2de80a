//! Memory in large pages: on a virtual machine every small page costs microseconds when it is
//! first written to, which is as long as reading a hundred hands.
#![expect(unsafe_code, reason = "a system call that the standard library has not")]

use std::mem::MaybeUninit;

/// What a large page has on most machines.
const LARGE_PAGE_BYTES: usize = 1 << 21;

/// No page is smaller.
const PAGE_BYTES: usize = 1 << 12;

/// Makes an empty vector with room for at least so many, in large pages where the system has them.
///
/// Its memory ends less than a page before a large page does. The system then puts its beginning
/// where one begins.
pub(crate) fn with_capacity<T>(capacity: usize) -> Vec<T> {
    let bytes = (capacity * size_of::<T>() + PAGE_BYTES).next_multiple_of(LARGE_PAGE_BYTES);
    let mut vec = Vec::with_capacity((bytes - PAGE_BYTES) / size_of::<T>());
    prefer_large(vec.spare_capacity_mut());
    vec
}

/// Asks the system for large pages where `memory` is.
fn prefer_large<T>(memory: &mut [MaybeUninit<T>]) {
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
        // SAFETY: it changes no memory and no right to it, only what the system does when pages are
        // first written to. It may fail, and then nothing has changed.
        unsafe { madvise(start.cast(), bytes, MADV_HUGEPAGE) };
    }
    #[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
    let _ = memory;
}
