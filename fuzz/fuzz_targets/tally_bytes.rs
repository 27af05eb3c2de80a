//! Any bytes are an error, or a tally that has no other bytes. The checksum is
//! mended first, or little but it would ever be tried.

#![no_main]

use camel_cards::{Tally, Ties};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    check(data);
    if let Some((body, _)) = data.split_last_chunk::<4>() {
        check(&[body, &crc32(body).to_le_bytes()].concat());
    }
});

fn check(bytes: &[u8]) {
    let tally = match Tally::from_bytes(bytes) {
        Ok(tally) => tally,
        Err(error) => {
            let text = error.to_string();
            let (byte, _) = text.strip_prefix("byte ").unwrap().split_once(": ").unwrap();
            assert!(byte.parse::<usize>().unwrap() <= bytes.len());
            return;
        }
    };
    assert_eq!(tally.to_bytes().as_deref(), Ok(bytes));
    // Exact or an error, but no panic; and merging is no more than that.
    let _ = tally.score(Ties::Ordinal);
    let mut twice = tally.clone();
    twice.merge(&tally);
    if let Ok(bytes) = twice.to_bytes() {
        assert_eq!(Tally::from_bytes(&bytes), Ok(twice));
    }
}

/// A bit at a time, where the library has a table.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc: u32, _| {
            if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 }
        })
    })
}
