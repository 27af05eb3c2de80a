//! The command as a user runs it. One program, so that it is linked once.

// Where tests are left out, so is the use of what they import.
#![cfg_attr(windows, allow(unused_imports, dead_code))]

mod aocd;
mod command;
mod counts;
mod faults;
mod files;
#[cfg(unix)]
mod judge;
mod judge_anywhere;
#[cfg(unix)]
mod judge_files;
#[cfg(unix)]
mod judge_fronts;
#[cfg(unix)]
mod judge_layouts;
#[cfg(unix)]
mod judge_notes;
#[cfg(unix)]
mod judged_programs;
mod rank;
mod reading;
mod snapshots;
mod tallies;
#[cfg(target_os = "linux")]
mod terminal;
mod testenv;
