//! Large pages: on a virtual machine every small one costs a microsecond or two when it is first
//! written to, as long as reading a hundred hands takes. Ten million hands take a sixth less time so.

use std::ops::{Deref, DerefMut};

use crate::LESS_CODE;

/// What a large page has on most machines.
const LARGE_PAGE_BYTES: usize = 1 << 21;

/// A slice of zeros that takes memory only where it is written to, in large pages if the system will.
///
/// Where that is worth it, it begins where a large page does, until it grows: what is before belongs to
/// the allocator, which writes to it, and a page that has been written to stays small.
#[derive(Debug, Default)]
pub(crate) struct Memory<T> {
    room: Vec<T>,
    begin: usize,
    length: usize,
}

impl<T: Clone + Default> Memory<T> {
    /// Makes so many zeros; large pages are worth it where most will be written to.
    pub(crate) fn new(length: usize, large: bool) -> Memory<T> {
        if !large || LESS_CODE {
            return Memory { room: vec![T::default(); length], begin: 0, length };
        }
        let bytes = (length * size_of::<T>()).next_multiple_of(LARGE_PAGE_BYTES) + LARGE_PAGE_BYTES;
        let mut room = vec![T::default(); bytes / size_of::<T>()];
        let before = room.as_ptr().addr().wrapping_neg() % LARGE_PAGE_BYTES;
        let begin = before / size_of::<T>();
        prefer_large(&mut room[begin..]);
        Memory { room, begin, length }
    }

    /// Makes it longer.
    pub(crate) fn grow(&mut self, length: usize) {
        self.length = length;
        if self.room.len() < self.begin + length {
            self.room.resize(self.begin + length, T::default());
        }
    }
}

impl<T: Copy + Default> Clone for Memory<T> {
    fn clone(&self) -> Memory<T> {
        let mut clone = Memory::new(self.length, self.room.len() > self.length);
        clone.copy_from_slice(self);
        clone
    }
}

impl<T> Deref for Memory<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.room[self.begin..][..self.length]
    }
}

impl<T> DerefMut for Memory<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.room[self.begin..][..self.length]
    }
}

/// Asks the system for large pages where nothing has been written to `memory` so far.
fn prefer_large<T>(memory: &mut [T]) {
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        use std::ffi::{c_int, c_void};
        unsafe extern "C" {
            fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
        }
        const MADV_HUGEPAGE: c_int = 14;
        let bytes = size_of_val(memory) / LARGE_PAGE_BYTES * LARGE_PAGE_BYTES;
        // SAFETY: it changes no memory and no right to any, only what the system does when pages
        // are first written to. It may fail, and then nothing has changed.
        unsafe { madvise(memory.as_mut_ptr().cast::<c_void>(), bytes, MADV_HUGEPAGE) };
    }
    #[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
    let _ = memory;
}
