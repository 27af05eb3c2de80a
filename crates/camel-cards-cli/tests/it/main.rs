//! The command as a user runs it. One program, so that it is linked once.

mod command;
mod counts;
mod faults;
mod files;
mod judge;
mod judge_fronts;
mod judged_programs;
mod rank;
mod reading;
mod snapshots;
mod tallies;
mod testenv;
