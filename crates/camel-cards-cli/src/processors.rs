//! Where threads begin.
//!
//! They may go anywhere, but the system should know where there is room. A virtual one often does not:
//! a processor that sleeps looks to it as if another machine had taken it, and two threads then share one
//! for a tenth of a second, in which one alone reads ten million hands.

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// Returns the processors that this process may use besides the one that this thread is on.
#[cfg(target_os = "linux")]
pub(crate) fn others() -> Vec<usize> {
    let (Ok(usable), own) = (sched_getaffinity(None), sched_getcpu()) else { return Vec::new() };
    let after = (own + 1..CpuSet::MAX_CPU).chain(0..own);
    after.filter(|&processor| usable.is_set(processor)).collect()
}

/// Moves this thread to a processor, where it need not stay.
#[cfg(target_os = "linux")]
pub(crate) fn move_to(processor: usize) {
    let mut one = CpuSet::new();
    one.set(processor);
    if let Ok(usable) = sched_getaffinity(None) {
        // Where it may not be moved, it is where it was.
        let _ = sched_setaffinity(None, &one).and_then(|()| sched_setaffinity(None, &usable));
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn others() -> Vec<usize> {
    Vec::new()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn move_to(_: usize) {}
