//! Sets `avx512` where the compiler has these instructions: for x86-64, from Rust 1.89 on.

use std::{env, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs\ncargo::rustc-check-cfg=cfg(avx512)");
    let rustc = Command::new(env::var_os("RUSTC").unwrap_or_default()).arg("--version").output();
    // As in `rustc 1.95.0 (59807616e 2026-04-14)`.
    let minor = |version: String| version.split('.').nth(1)?.parse::<u32>().ok();
    let minor = rustc.ok().and_then(|rustc| minor(String::from_utf8(rustc.stdout).ok()?));
    if minor >= Some(89) && env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("x86_64") {
        println!("cargo::rustc-cfg=avx512");
    }
}
