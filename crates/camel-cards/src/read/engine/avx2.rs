//! Plain lines with AVX2, three times as fast as the portable engine (`bench/`, group `reading`).
//!
//! No plain line is shorter than eight bytes, so an aligned group of eight has at most one newline
//! in it, and the sum of (place + 1) over its newlines is where the next line begins. That gives
//! all the line starts of 32 bytes without a loop over bits. (A group with more newlines gives a
//! wrong place, which is after those newlines. So the line that would end there contains a newline
//! and is refused, and only lines before the first refused one are accepted.)
//!
//! Then come four lines at once, each loaded from two bytes before its start:
//!
//! ```text
//! 0 1 2 3 4 5 6 7 8 9 …             8 bytes of each of 4 lines in one register:
//! · · 3 2 T 3 K _ 7 6 5 ⏎ · · · ·   labels  · · 3 2 T 3 K _
//!                                   digits  0 0 0 0 0 7 6 5  (shifted by the length)
//! ```
//!
//! Its functions are unsafe because safe ones with `target_feature` need Rust 1.86; `Avx2::decode` calls them
//! only where the machine has the instructions.
//!
//! If you edit this: `tests/engines.rs` runs every byte value in every place of a line, and every
//! split, against the scalar reader.

use std::{arch::x86_64::*, array};

use super::{BLOCK_ENTRIES, Block, LOOK_BEHIND, SPAN, Window};
use crate::{
    game::Card,
    sys::{PREFETCH_BYTES, prefetch},
};

/// The decoder with AVX2. You can make one only if the machine has the instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

impl Avx2 {
    /// Returns the decoder, if this machine can run it.
    pub fn new() -> Option<Avx2> {
        (std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("popcnt"))
        .then_some(Avx2(()))
    }

    /// Decodes plain lines; returns how many bytes they have.
    pub(super) fn decode(self, window: &Window, crlf: bool, block: &mut Block) -> usize {
        // SAFETY: `new` has found what the function is compiled for.
        unsafe {
            match crlf {
                false => decode_avx2::<false>(window, block),
                true => decode_avx2::<true>(window, block),
            }
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load_32(bytes: &[u8]) -> __m256i {
    let bytes = &bytes[..32];
    // SAFETY: 32 bytes are there, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load_two<const N: usize>(bytes: &[u8; N], low: usize, high: usize) -> __m256i {
    let (low, high) = (&bytes[low..][..16], &bytes[high..][..16]);
    // SAFETY: 16 bytes are there in each, and the loads need no alignment.
    unsafe { _mm256_loadu2_m128i(high.as_ptr().cast(), low.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load_four(numbers: &[u64; 4]) -> __m256i {
    // SAFETY: four numbers of eight bytes are there, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn store_four(numbers: &mut [u64; 4], four: __m256i) {
    // SAFETY: there is room for four numbers of eight bytes; no alignment is needed.
    unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), four) }
}

/// Writes where lines begin: 0, and after each newline. Returns how many there are.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
unsafe fn line_starts(window: &Window, starts: &mut [u64]) -> usize {
    /// For each set of groups that have a newline, the halves of those groups.
    const HALVES: [[u64; 4]; 16] = {
        let mut table = [[0; 4]; 16];
        let mut set = 0;
        while set < 16 {
            let (mut group, mut place) = (0, 0);
            while group < 4 {
                if set >> group & 1 == 1 {
                    table[set][place] = ((2 * group + 1) << 32) | (2 * group);
                    place += 1;
                }
                group += 1;
            }
            set += 1;
        }
        table
    };
    // Where the next line begins if a newline is there.
    let places: [u8; 32] = array::from_fn(|place| place as u8 + 1);
    let (newline, places) = (_mm256_set1_epi8(b'\n' as i8), load_32(&places));
    let none = _mm256_setzero_si256();
    starts[0] = 0;
    let mut count = 1;
    let mut part_at = none;
    for part in window[LOOK_BEHIND..][..SPAN].chunks_exact(32) {
        let Some(room) = starts[count..].first_chunk_mut::<4>() else { break };
        let newlines = _mm256_cmpeq_epi8(load_32(part), newline);
        let next = _mm256_sad_epu8(_mm256_and_si256(newlines, places), none);
        let without = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(next, none)));
        let with = (without ^ 0b1111) as usize & 0b1111;
        let next = _mm256_add_epi64(next, part_at);
        part_at = _mm256_add_epi64(part_at, _mm256_set1_epi64x(32));
        store_four(room, _mm256_permutevar8x32_epi32(next, load_four(&HALVES[with])));
        count += with.count_ones() as usize;
    }
    count
}

/// The slot of a label in the tables below: a number that no other label shares.
const fn slot(label: u8) -> usize {
    (label + label.saturating_sub(HALFWAY)) as usize & 15
}

const HALFWAY: u8 = 0x48;

/// For each slot its label, or a byte that belongs to another slot; and the card's index.
const SLOTS: ([u8; 16], [u8; 16]) = {
    let (mut labels, mut indices) = ([0xFF; 16], [0; 16]);
    let mut i = 0;
    while i < 13 {
        let label = Card::ALL[i].label() as u8;
        assert!(labels[slot(label)] == 0xFF);
        labels[slot(label)] = label;
        indices[slot(label)] = i as u8;
        i += 1;
    }
    (labels, indices)
};

/// The positions, in two times eight bytes, of the bytes of an entry, or `NO` for zero: the prefix
/// and the suffix; the last four digits.
const HAND: [u8; 16] = [0, 4, 5, NO, NO, NO, NO, NO, 8, 12, 13, NO, NO, NO, NO, NO];
const LAST_DIGITS: [u8; 16] = [NO, NO, 4, 5, 6, NO, NO, NO, NO, NO, 12, 13, 14, NO, NO, NO];
const NO: u8 = 0x80;

#[target_feature(enable = "avx2,bmi1,popcnt")]
unsafe fn decode_avx2<const CRLF: bool>(window: &Window, block: &mut Block) -> usize {
    let packed = block.spare();
    // Eight more than there may be lines, as four are written at once.
    let mut starts = [0; BLOCK_ENTRIES + 8];
    let starts = &mut starts[..packed.len() + 8];
    let whole_lines = (line_starts(window, starts) - 1).min(packed.len());

    let (labels, indices) = (load_two(&SLOTS.0, 0, 0), load_two(&SLOTS.1, 0, 0));
    let (to_hand, to_bid) = (load_two(&HAND, 0, 0), load_two(&LAST_DIGITS, 0, 0));
    // Of the eight bytes: all but the two before the line; those that are no labels,
    // which the tables give 0 for; what must be there besides labels.
    let in_line = _mm256_set1_epi64x(!0xFFFF);
    let no_label = _mm256_set1_epi64x(i64::from_le_bytes([0x80, 0x80, 0, 0, 0, 0, 0, 0x80]));
    let blank = _mm256_set1_epi64x(i64::from_le_bytes([0, 0, 0, 0, 0, 0, 0, b' ']));
    let (none, zero) = (_mm256_setzero_si256(), _mm256_set1_epi8(b'0' as i8));

    let mut decoded = 0;
    for eight in 0..whole_lines / 8 {
        // Not 0 where a line is not plain.
        let mut wrong = none;
        for four in [2 * eight, 2 * eight + 1] {
            let first = four * 4;
            #[expect(clippy::unreachable, reason = "there is room for all whole lines")]
            let (Some(begin), Some(end), Some(to)) = (
                starts[first..].first_chunk::<4>(),
                starts[first + 1..].first_chunk::<4>(),
                packed[first..].first_chunk_mut::<4>(),
            ) else {
                unreachable!()
            };
            // Four plain lines are no longer than the cache line that is prefetched.
            prefetch(window, begin[0] as usize + PREFETCH_BYTES);
            // From 0 bits for eight digits to 56 for one; a `\r` counts as a digit here.
            let bits = _mm256_slli_epi64::<3>(_mm256_sub_epi64(load_four(end), load_four(begin)));
            let missing = _mm256_sub_epi64(_mm256_set1_epi64x(8 * 15), bits);
            let bits_missing_of_a_bid = match CRLF {
                false => missing,
                true => _mm256_add_epi64(missing, _mm256_set1_epi64x(8)),
            };
            let none_or_not_all =
                _mm256_andnot_si256(_mm256_set1_epi64x(56), bits_missing_of_a_bid);
            wrong = _mm256_or_si256(wrong, none_or_not_all);

            // A line that begins farther on comes after one that is not plain.
            let [a, b, c, d] = begin.map(|begin| begin as usize % SPAN);
            let even = load_two(window, a, c);
            let odd = load_two(window, b, d);

            let label = _mm256_and_si256(_mm256_unpacklo_epi64(even, odd), in_line);
            let slot = _mm256_subs_epu8(label, _mm256_set1_epi8(HALFWAY as i8));
            let slot = _mm256_or_si256(_mm256_add_epi8(label, slot), no_label);
            let expected = _mm256_or_si256(_mm256_shuffle_epi8(labels, slot), blank);
            wrong = _mm256_or_si256(wrong, _mm256_xor_si256(expected, label));
            let index = _mm256_shuffle_epi8(indices, slot);
            // Pairs: · ·, c1·13 + c2, c3·13 + c4, c5. Then prefix and suffix.
            let pairs = _mm256_maddubs_epi16(index, _mm256_set1_epi64x(0x0001_010D_010D_0000));
            let prefix_suffix = _mm256_madd_epi16(pairs, _mm256_set1_epi64x(0x0001_000D_0001_0000));
            let hand = _mm256_shuffle_epi8(prefix_suffix, to_hand);

            let digits = _mm256_sub_epi8(_mm256_unpackhi_epi64(even, odd), zero);
            let mut digits = _mm256_sllv_epi64(digits, missing);
            if CRLF {
                let end = _mm256_set1_epi64x(i64::from(b'\r'.wrapping_sub(b'0')));
                wrong =
                    _mm256_or_si256(wrong, _mm256_xor_si256(_mm256_srli_epi64::<56>(digits), end));
                digits = _mm256_slli_epi64::<8>(digits);
            }
            wrong = _mm256_or_si256(wrong, _mm256_subs_epu8(digits, _mm256_set1_epi8(9)));
            // 10 and 1, then 100 and 1, then 10,000 and 1; 4 and 16 bits further up, where
            // the bid belongs.
            let twos = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010A));
            let fours = _mm256_madd_epi16(twos, _mm256_set1_epi32((1 << 16 | 100) << 4));
            let bid = _mm256_add_epi64(
                _mm256_mul_epu32(fours, _mm256_set1_epi64x(10_000 << 16)),
                _mm256_shuffle_epi8(fours, to_bid),
            );
            store_four(to, _mm256_or_si256(hand, bid));
        }
        if _mm256_testz_si256(wrong, wrong) == 0 {
            break;
        }
        decoded += 8;
    }
    let bytes = starts[decoded] as usize;
    block.commit(decoded);
    bytes
}
