//! Plain lines with AVX-512, which Intel has since Ice Lake and AMD since Zen 4: from lines to a tally
//! in a fifth less time than with AVX2 (`DESIGN.md`).
//!
//! The newlines of 64 bytes are a mask, and one instruction packs their places. Another spreads
//! bytes to the places of a mask: four lines at once come to 16 bytes each, with the hand's pairs and the
//! bid's digits where multiplication wants them, whatever the length of the bid.
//!
//! ```text
//! ⏎32T3K 765⏎Q…   ──▶   0 1 2 3 4 5 6 7   8 …        15
//!                       ⏎ 3 2 · T 3 K _   · · · · · 7 6 5
//! ```
//!
//! Empty places are filled with `2` and `0`, which add nothing to the hand and the bid. No byte is
//! taken from a line whose length is not plain, so its blank and its `\r` are missing and the check
//! fails. The lines after it in its group of four get its bytes and may look plain, so only lines
//! before the first that fails are accepted.

use std::{arch::x86_64::*, array};

use super::{BLOCK_ENTRIES, Block, LOOK_BEHIND, SPAN, Window};
use crate::{
    game::Card,
    sys::{PREFETCH_BYTES, prefetch},
};

/// The decoder with AVX-512. You can make one only if the machine has the instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512(());

impl Avx512 {
    /// Returns the decoder, if this machine can run it.
    pub fn new() -> Option<Avx512> {
        (std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512vbmi")
            && std::is_x86_feature_detected!("avx512vbmi2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("popcnt"))
        .then_some(Avx512(()))
    }

    /// Decodes plain lines; returns how many bytes they have.
    pub(super) fn decode(self, window: &Window, crlf: bool, block: &mut Block) -> usize {
        let line_end = if crlf { &CRLF } else { &LF };
        // SAFETY: `new` has found what the function is compiled for.
        unsafe { decode_avx512(window, block, line_end) }
    }
}

/// 64 bytes have no more newlines of plain lines.
const NEWLINES_MAX: usize = 8;

/// The constants for lines with the same line end, for each place in four lines.
struct LineEnd {
    /// For each length that a plain line can have, the places among 16 that its bytes go to.
    places: [u16; 32],
    /// The bytes that fill empty places.
    unfilled: [u8; 64],
    /// The value that is added to the number of a byte, and the greatest valid sum.
    add: [u8; 64],
    most: [u8; 64],
    /// The weights of numbers before neighbours are added: of places, of pairs, of fours.
    weights: ([u8; 64], [u16; 32], [u16; 32]),
}

static LF: LineEnd = LineEnd::new(false);
static CRLF: LineEnd = LineEnd::new(true);

/// Indexed by the low six bits of a byte. Bits 0 to 5 are the byte's number, bits 6 and 7 its own
/// high bits, so that one XOR with the byte checks those. The number of a label is the index of its
/// card, and that of a digit is two less than its value.
static NUMBERS: [u8; 64] = {
    const HIGH: u8 = 0b1100_0000;
    let mut numbers = [OTHER; 64];
    let mut i = 0;
    while i < 13 {
        let label = Card::ALL[i].label() as u8;
        assert!(numbers[label as usize % 64] == OTHER);
        numbers[label as usize % 64] = label & HIGH | i as u8;
        i += 1;
    }
    let others = [(b'0', 0xFE), (b'1', 0xFF), (b' ', BLANK), (b'\r', RETURN)];
    let mut i = 0;
    while i < others.len() {
        let (byte, number) = others[i];
        assert!(numbers[byte as usize] == OTHER);
        numbers[byte as usize] = number;
        i += 1;
    }
    numbers
};
const RETURN: u8 = 0x10;
const BLANK: u8 = 0x20;
const OTHER: u8 = 0x30;

impl LineEnd {
    const fn new(crlf: bool) -> LineEnd {
        let ending = 1 + crlf as usize;
        let mut places = [0; 32];
        let mut digits = 1;
        while digits <= 9 - ending {
            places[6 + digits + ending] = 0b1111_0111 | 0xFF00 << (9 - ending - digits);
            digits += 1;
        }
        let (mut unfilled, mut add, mut most, mut weights) = ([0; 64], [0; 64], [0; 64], [0; 64]);
        let mut at = 0;
        while at < 64 {
            (unfilled[at], add[at], most[at], weights[at]) = match at % 16 {
                // The newline before, which no one looks at.
                0 => (b'2', 0, 0xFF, 0),
                1 | 4 => (b'2', 0, 12, 13),
                2 | 5 | 6 => (b'2', 0, 12, 1),
                3 => (b'2', 0, 12, 0),
                7 => (0, BLANK.wrapping_neg(), 0, 0),
                15 if crlf => (0, RETURN.wrapping_neg(), 0, 0),
                14 if crlf => (b'0', 2, 9, 1),
                9 | 11 | 13 | 15 => (b'0', 2, 9, 1),
                _ => (b'0', 2, 9, 10),
            };
            at += 1;
        }
        // The first two cards, the last three, the first four digits, the rest.
        let pairs = [1, 1, 13, 1, 100, 1, if crlf { 10 } else { 100 }, 1];
        let fours = [1, 1 << 8, if crlf { 1_000 } else { 10_000 }, 1];
        let (mut of_pairs, mut of_fours) = ([0; 32], [0; 32]);
        let mut at = 0;
        while at < 32 {
            (of_pairs[at], of_fours[at]) = (pairs[at % 8], fours[at % 4]);
            at += 1;
        }
        LineEnd { places, unfilled, add, most, weights: (weights, of_pairs, of_fours) }
    }
}

/// A number without padding. Every pattern of bits is a valid value.
///
/// # Safety
///
/// `load` and `store` rely on it.
unsafe trait AnyBits {}

// SAFETY: whole numbers are so.
unsafe impl AnyBits for u8 {}
// SAFETY: as above.
unsafe impl AnyBits for u16 {}
// SAFETY: as above.
unsafe impl AnyBits for u64 {}

#[inline]
#[target_feature(enable = "avx512f")]
fn load<const N: usize, T: AnyBits>(numbers: &[T; N]) -> __m512i {
    const { assert!(N * size_of::<T>() == 64) };
    // SAFETY: 64 bytes are there, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store<const N: usize, T: AnyBits>(numbers: &mut [T; N], all: __m512i) {
    const { assert!(N * size_of::<T>() == 64) };
    // SAFETY: there is room for 64 bytes; no alignment is needed.
    unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), all) }
}

/// Where lines begin, and which places their bytes go to.
struct LineStarts {
    begin: [u16; BLOCK_ENTRIES + 1 + NEWLINES_MAX],
    places: [u16; BLOCK_ENTRIES + 8],
}

impl LineStarts {
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,popcnt")]
    fn new(window: &Window, line_end: &LineEnd) -> LineStarts {
        // Where the next line begins if a newline is there.
        let next: [u8; 64] = array::from_fn(|place| place as u8 + 1);
        let mut found = LineStarts {
            begin: [0; BLOCK_ENTRIES + 1 + NEWLINES_MAX],
            places: [0; BLOCK_ENTRIES + 8],
        };
        let (newline, next) = (_mm512_set1_epi8(b'\n' as i8), load(&next));
        let mut part_at = _mm_setzero_si128();
        let mut count = 1;
        for part in window[LOOK_BEHIND..][..SPAN].as_chunks::<64>().0 {
            let newlines = _mm512_cmpeq_epi8_mask(load(part), newline);
            let all = newlines.count_ones() as usize;
            let Some(room) = found.begin[count..].first_chunk_mut::<NEWLINES_MAX>() else { break };
            if all > NEWLINES_MAX {
                break;
            }
            // Onto `next`: onto zeros, Zen 4 and 5 wait for what the register was.
            let nexts = _mm512_castsi512_si128(_mm512_mask_compress_epi8(next, newlines, next));
            let nexts = _mm_add_epi16(_mm_cvtepu8_epi16(nexts), part_at);
            part_at = _mm_add_epi16(part_at, _mm_set1_epi16(64));
            // SAFETY: there is room for eight numbers of two bytes; no alignment is needed.
            unsafe { _mm_storeu_si128(room.as_mut_ptr().cast(), nexts) };
            count += all;
        }

        let places = load(&line_end.places);
        for (i, to) in found.places.as_chunks_mut::<32>().0.iter_mut().enumerate() {
            let (begin, end) = (&found.begin[32 * i..], &found.begin[32 * i + 1..]);
            let (Some(begin), Some(end)) = (begin.first_chunk::<32>(), end.first_chunk::<32>())
            else {
                break;
            };
            let lengths = _mm512_sub_epi16(load(end), load(begin));
            let lengths = _mm512_min_epu16(lengths, _mm512_set1_epi16(31));
            store(to, _mm512_permutexvar_epi16(lengths, places));
        }
        // Lines whose end was not found take no bytes.
        found.places[(count - 1).min(BLOCK_ENTRIES)..][..8].fill(0);
        found
    }
}

#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi1,popcnt")]
fn decode_avx512(window: &Window, block: &mut Block, line_end: &LineEnd) -> usize {
    let found = LineStarts::new(window, line_end);
    let mut decoded = 0;

    let (numbers, high) = (load(&NUMBERS), _mm512_set1_epi8(0b1100_0000u8 as i8));
    let (unfilled, add, most) =
        (load(&line_end.unfilled), load(&line_end.add), load(&line_end.most));
    let (of_places, of_pairs, of_fours) =
        (load(&line_end.weights.0), load(&line_end.weights.1), load(&line_end.weights.2));
    let in_order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    let in_hand = _mm512_set1_epi64(0xF_FFFF);

    let eights = block.spare().as_chunks_mut::<8>().0.iter_mut();
    let fours = (found.begin.as_chunks::<8>().0.iter()).zip(found.places.as_chunks::<8>().0);
    for (eight, (begin, places)) in eights.zip(fours) {
        let (mut over, mut fours) = ([unfilled; 2], [unfilled; 2]);
        for i in 0..2 {
            // From the newline before.
            let begin = usize::from(begin[4 * i]);
            // Four plain lines are no longer than the cache line that is prefetched.
            prefetch(window, begin + PREFETCH_BYTES);
            let from = begin + LOOK_BEHIND - 1;
            #[expect(clippy::unreachable, reason = "a line begins after what is looked at")]
            let Some(from) = window.get(from..).and_then(|bytes| bytes.first_chunk::<64>()) else {
                unreachable!()
            };
            let places =
                places[4 * i..][..4].iter().rfold(0, |all, &one| all << 16 | u64::from(one));
            let line = _mm512_mask_expand_epi8(unfilled, places, load(from));
            // number ^ (line & high): with the high bits of its label, it is small.
            let number = _mm512_permutexvar_epi8(line, numbers);
            let number = _mm512_ternarylogic_epi64::<0x78>(number, line, high);
            let number = _mm512_add_epi8(number, add);
            over[i] = _mm512_subs_epu8(number, most);
            fours[i] = _mm512_madd_epi16(_mm512_maddubs_epi16(number, of_places), of_pairs);
        }
        // For each line 64 bits, the hand's and the bid's; then with the bid where it belongs, above
        // what is in a hand.
        let both = _mm512_madd_epi16(_mm512_packus_epi32(fours[0], fours[1]), of_fours);
        let packed =
            _mm512_ternarylogic_epi64::<0xCA>(in_hand, both, _mm512_srli_epi64::<12>(both));
        let packed = _mm512_permutexvar_epi64(in_order, packed);
        store(eight, packed);
        let wrong = |over| _mm512_test_epi8_mask(over, over);
        if wrong(_mm512_or_si512(over[0], over[1])) != 0 {
            let plain = over.map(|over| (wrong(over).trailing_zeros() / 16) as usize);
            let plain = plain[0] + if plain[0] == 4 { plain[1] } else { 0 };
            decoded += plain;
            break;
        }
        decoded += 8;
    }
    block.commit(decoded);
    usize::from(found.begin[decoded])
}
