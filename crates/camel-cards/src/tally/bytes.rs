//! The bytes of a tally, the same in every front. docs/formats/tally.md describes the format.
//!
//! ```text
//! magic  version  hands  entries  ( gap  count  bids  [ahead] )…  checksum
//! ```
//!
//! A tally has exactly one form, so equal tallies are equal files. Reading refuses every other
//! form, and sums that no entries could have: each number has a [range](ahead_range) that follows
//! from those before it, and any number in its range is that of some entries.

use std::{error, fmt, ops::RangeInclusive};

use super::{
    Tally,
    sums::{HandSums, Overflow, Sums},
};
use crate::{game::Hand, read::byte_name};

/// Begins with a byte that is not UTF-8, and has both line ends, so it changes if a program
/// converts the file as text.
const MAGIC: [u8; 8] = *b"\xCAmel\r\n\x1A\n";
const VERSION: u8 = 1;
const CHECKSUM_BYTES: usize = 4;

/// The longest numbers of 64 and of 128 bits, seven bits a byte.
const U64_BYTES: usize = 10;
const U128_BYTES: usize = 19;

impl Tally {
    /// The most bytes that a tally can have. Refuse longer input.
    ///
    /// It is an upper bound, some 20 MB. Tallies are shorter.
    pub const BYTES_MAX: usize = MAGIC.len()
        + 1
        + 2 * U64_BYTES
        + Hand::COUNT * (2 * U64_BYTES + 2 * U128_BYTES)
        + CHECKSUM_BYTES;

    /// Returns the tally as bytes, which every front can read.
    ///
    /// Equal tallies have equal bytes. `docs/formats/tally.md` describes them.
    ///
    /// # Errors
    ///
    /// [`Overflow`] if a sum passed its range, so that there is nothing exact
    /// to write.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Overflow> {
        let hands = self.hand_sums()?;
        let mut bytes = [&MAGIC[..], &[VERSION]].concat();
        push_number(&mut bytes, hands.len() as u128);
        push_number(&mut bytes, self.entries().into());
        let mut next_index = 0;
        for HandSums { hand, sums } in hands {
            let Sums { count, bids, .. } = sums;
            let weighted = sums.weighted().ok_or(Overflow::Total)?;
            push_number(&mut bytes, (hand.index() - next_index) as u128);
            push_number(&mut bytes, count.into());
            push_number(&mut bytes, bids);
            if count > 1 {
                push_number(&mut bytes, weighted - bids);
            }
            next_index = hand.index() + 1;
        }
        bytes.extend(crc32(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads the bytes that [`Tally::to_bytes`] returned, here or in any other front.
    ///
    /// Even damaged bytes take no more memory than their length and that of a tally.
    ///
    /// # Errors
    ///
    /// [`TallyError`] for any other bytes: truncated, damaged, of another version, not in the one
    /// form that a tally has, or with sums that no entries could have.
    ///
    /// ```
    /// use camel_cards::{Tally, entries};
    ///
    /// let tally = entries(b"32T3K 765\nT55J5 684\n").collect::<Result<Tally, _>>()?;
    /// let bytes = tally.to_bytes()?;
    /// assert_eq!(Tally::from_bytes(&bytes)?, tally);
    /// assert!(Tally::from_bytes(&bytes[..11]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Tally, TallyError> {
        let start = read_start(bytes)?;
        let Some((body, checksum)) = bytes[start..].split_last_chunk() else {
            let expected = format!("a checksum of {CHECKSUM_BYTES} bytes");
            return Err(TallyError::new(bytes.len(), expected, "the end", DAMAGED));
        };
        // Only numbers that were written so are worth explaining, so the checksum comes first.
        let body = &bytes[..start + body.len()];
        let (expected, found) = (crc32(body), u32::from_le_bytes(*checksum));
        if expected != found {
            let expected = format!("a checksum of {expected:08X}");
            return Err(TallyError::new(body.len(), expected, format!("{found:08X}"), DAMAGED));
        }
        let mut numbers = NumberReader { bytes: body, at: start };
        let tally = read_hands(&mut numbers)?;
        match body.get(numbers.at) {
            None => Ok(tally),
            Some(_) => Err(TallyError::new(numbers.at, "the checksum", "another number", None)),
        }
    }
}

/// Reads magic and version; returns where the numbers start.
fn read_start(bytes: &[u8]) -> Result<usize, TallyError> {
    let at = MAGIC.iter().zip(bytes).take_while(|(expected, found)| expected == found).count();
    let found = bytes.get(at);
    let name = |name_of: fn(u8) -> String| found.map_or("the end".into(), |&byte| name_of(byte));
    if at < MAGIC.len() {
        return Err(TallyError::new(at, "a tally", name(byte_name), NO_TALLY));
    }
    if found != Some(&VERSION) {
        let expected = format!("version {VERSION}");
        return Err(TallyError::new(at, expected, name(|version| version.to_string()), None));
    }
    Ok(at + 1)
}

/// Reads all numbers.
fn read_hands(numbers: &mut NumberReader<'_>) -> Result<Tally, TallyError> {
    let hand_count = numbers.next("a number of hands", 0..=Hand::COUNT as u128)?;
    let entries_max = if hand_count == 0 { 0 } else { u64::MAX.into() };
    let mut entries = numbers.next("a number of entries", hand_count..=entries_max)?;
    let (mut tally, mut next_index) = (Tally::new(), 0);
    for later in (0..hand_count).rev() {
        // Each later hand needs an index, and an entry, of its own.
        let gap_max = Hand::COUNT as u128 - next_index - later - 1;
        let index = next_index + numbers.next("a gap", 0..=gap_max)?;
        let count_max = entries - later;
        let count_min = if later == 0 { count_max } else { 1 };
        let count = numbers.next("a count", count_min..=count_max)?;
        let bids_at = numbers.at;
        let bids = numbers.next("a sum of bids", 0..=count * BID_MAX)?;
        let ahead = match ahead_range(count, bids, BID_MAX) {
            Some(range) if count > 1 => numbers.next("a sum of ahead × bid", range)?,
            Some(_) => 0,
            None => {
                let expected = "bids whose places fit 128 bits";
                return Err(TallyError::new(bids_at, expected, bids, None));
            }
        };
        let sums = Sums::new(count as u64, bids, Some(bids + ahead));
        if let Some(hand) = Hand::from_index(index as usize) {
            tally.make_table().append(HandSums { hand, sums });
        }
        next_index = index + 1;
        entries -= count;
    }
    Ok(tally)
}

const BID_MAX: u128 = u64::MAX as u128;

/// Returns what the sum of (entries ahead) × bid may be for `count` entries
/// that bid `bids` in all, none of them more than `bid_max`. `None` is past
/// what a tally holds.
///
/// It is least where the first entries bid all they can, `full` of them the
/// most and the next one the rest, and greatest where the last do. Between the
/// two it is any number: one of a bid moved to the next entry is one more.
fn ahead_range(count: u128, bids: u128, bid_max: u128) -> Option<RangeInclusive<u128>> {
    let (full, rest) = (bids / bid_max, bids % bid_max);
    // `full` of the largest bids, whose places sum to half of `twice`, and the rest at a place of its own.
    let sum = |twice: u128, place| bid_max.checked_mul(twice / 2)?.checked_add(rest * place);
    // The first places are 0 + 1 + … + (full − 1) = full (full − 1) / 2. In reverse, place p is count − 1 − p.
    let least = sum(full * full.saturating_sub(1), full)?;
    let most = sum(full * (2 * count - full).saturating_sub(1), count.saturating_sub(full + 1));
    // What a tally holds is the sum of places, `bids` more than this.
    let held = u128::MAX - bids;
    (least <= held).then(|| least..=most.map_or(held, |most| most.min(held)))
}

/// Appends a number: seven bits a byte, the lowest first, and an eighth bit in
/// all bytes but the last (LEB128).
fn push_number(bytes: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

struct NumberReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl NumberReader<'_> {
    /// Reads a number in `range`, which is `what` in messages.
    fn next(&mut self, what: &str, range: RangeInclusive<u128>) -> Result<u128, TallyError> {
        let start = self.at;
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let Some(&byte) = self.bytes.get(self.at) else {
                return Err(TallyError::new(self.at, what, "the checksum", None));
            };
            let bits = u128::from(byte & 0x7F);
            if shift > 0 && byte == 0 {
                let expected = format!("{what} in its fewest bytes");
                let found = "a zero byte that adds nothing";
                return Err(TallyError::new(self.at, expected, found, None));
            }
            self.at += 1;
            match bits.checked_shl(shift).filter(|shifted| shifted >> shift == bits) {
                Some(shifted) => number |= shifted,
                None => return Err(TallyError::new(start, what, "one past 128 bits", None)),
            }
            if byte == bits as u8 {
                break;
            }
        }
        if range.contains(&number) {
            return Ok(number);
        }
        let (least, most) = range.into_inner();
        let expected = match least {
            _ if least == most => format!("{what} of {least}"),
            0 => format!("{what} of at most {most}"),
            _ => format!("{what} of {least} to {most}"),
        };
        Err(TallyError::new(start, expected, number, None))
    }
}

/// The CRC-32 of zlib, gzip and PNG: in every language's standard library or
/// near it.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let (mut crc, mut bit) = (byte as u32, 0);
            while bit < 8 {
                crc = if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
                bit += 1;
            }
            table[byte] = crc;
            byte += 1;
        }
        table
    };
    let step = |crc: u32, &byte: &u8| crc >> 8 ^ TABLE[usize::from(crc as u8 ^ byte)];
    !bytes.iter().fold(!0, step)
}

/// Why bytes are not a tally: what was expected, what was found, and where.
///
/// ```
/// use camel_cards::Tally;
///
/// let error = Tally::from_bytes(b"32T3K 765\n").unwrap_err();
/// assert_eq!(error.to_string(), "byte 0: expected a tally, found '3'");
/// assert_eq!(error.hint(), Some("make one with `camel-cards tally INPUT -o FILE`, and copy it as a binary file"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TallyError {
    message: String,
    hint: Option<&'static str>,
}

/// The hint for another file, and for a tally that a program has converted as text.
const NO_TALLY: Option<&str> =
    Some("make one with `camel-cards tally INPUT -o FILE`, and copy it as a binary file");

/// The hint for a wrong checksum or none, whatever was removed, added or changed.
const DAMAGED: Option<&str> =
    Some("it is damaged or cut short; make it again. Only `camel-cards merge` can join tallies");

impl TallyError {
    fn new(
        byte: usize,
        expected: impl fmt::Display,
        found: impl fmt::Display,
        hint: Option<&'static str>,
    ) -> TallyError {
        TallyError { message: format!("byte {byte}: expected {expected}, found {found}"), hint }
    }

    /// Returns the likely fix, if there is one.
    pub const fn hint(&self) -> Option<&'static str> {
        self.hint
    }
}

impl fmt::Display for TallyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl error::Error for TallyError {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// All bids of up to five entries, against the range of each sum.
    #[test]
    fn a_range_has_all_that_entries_can_sum_to_and_nothing_else() {
        for bid_max in 1..=3u128 {
            for count in 0..=5u32 {
                let mut found = vec![BTreeSet::new(); (count as usize * 3) + 1];
                for number in 0..(bid_max + 1).pow(count) {
                    let bid = |i| number / (bid_max + 1).pow(i) % (bid_max + 1);
                    let bids: u128 = (0..count).map(bid).sum();
                    let ahead: u128 = (0..count).map(|i| u128::from(i) * bid(i)).sum();
                    found[bids as usize].insert(ahead);
                }
                for bids in 0..=bid_max * u128::from(count) {
                    let range = ahead_range(count.into(), bids, bid_max).unwrap();
                    assert!(range.eq(found[bids as usize].iter().copied()), "{count} bid {bids}");
                }
            }
        }
    }

    /// As far as 128 bits go, and one further.
    #[test]
    fn a_range_ends_with_what_a_tally_holds() {
        let many = u128::from(u64::MAX);
        let held = |bids| u128::MAX - bids;
        assert_eq!(ahead_range(many, many * many, BID_MAX), None);
        assert_eq!(ahead_range(many, many, BID_MAX), Some(0..=many * (many - 1)));
        assert_eq!(ahead_range(many, many * 3, BID_MAX), Some(many * 3..=held(many * 3)));
        // The largest bid so often that the places sum to less than 2¹²⁸, just.
        let largest = 6_074_000_999;
        let sum = many * (largest * (largest - 1) / 2);
        assert_eq!(ahead_range(largest, many * largest, BID_MAX), Some(sum..=sum));
        assert_eq!(ahead_range(largest + 1, many * (largest + 1), BID_MAX), None);
    }

    #[test]
    fn the_checksum_is_that_of_zlib() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let ends = (0..128).map(|bits| 1u128 << bits).flat_map(|power| [power - 1, power]);
        for number in ends.chain([u128::MAX]) {
            let mut bytes = Vec::new();
            push_number(&mut bytes, number);
            assert!(bytes.len() <= U128_BYTES);
            assert!(bytes.len() <= U64_BYTES || number > u64::MAX.into());
            let mut numbers = NumberReader { bytes: &bytes, at: 0 };
            assert_eq!(numbers.next("a number", 0..=u128::MAX), Ok(number));
            assert_eq!(numbers.at, bytes.len());
        }
    }

    #[test]
    fn a_number_has_one_form_and_128_bits() {
        let error = |bytes: &[u8]| {
            let range = 0..=u128::MAX;
            let error = NumberReader { bytes, at: 0 }.next("a count", range).unwrap_err();
            error.to_string()
        };
        let padded = |byte| {
            format!(
                "byte {byte}: expected a count in its fewest bytes, found a zero byte that adds nothing"
            )
        };
        let too_large = "byte 0: expected a count, found one past 128 bits";
        let all = [0xFF; 18];
        assert_eq!(error(&[0x80, 0]), padded(1));
        assert_eq!(error(&[0xFF, 0x80, 0]), padded(2));
        assert_eq!(error(&[&all[..], &[4]].concat()), too_large);
        assert_eq!(error(&[&all[..], &[0x80, 1]].concat()), too_large);
        assert_eq!(error(&[0x80; 1000]), too_large);
        assert_eq!(error(&[0x80]), "byte 1: expected a count, found the checksum");
    }
}
