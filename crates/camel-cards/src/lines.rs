//! Many lines at a time.
//!
//! Nearly every line is plain: five labels, a blank, one to eight digits, `\n` or
//! `\r\n`. An [`Engine`] takes as many whole plain lines off the front of its
//! input as it can, and stops where something else begins. It never judges: what
//! it does not take, the [reader](crate::Reader) reads byte by byte.
//!
//! ```text
//! 32T3K 765⏎     ──▶   63            20 19       8 7     0
//!                          bid 765      low 1,417   run 13
//! ```

#[cfg(target_arch = "x86_64")]
use crate::machine::{avx2, avx512};
use crate::{Card, Entry, Hand};

/// How many lines are taken at once, at most.
pub(crate) const LINES: usize = 256;

/// How far before the first line an engine may look.
#[cfg(target_arch = "x86_64")]
pub(crate) const LOOK_BEHIND: usize = 2;

/// Room for the entries of [`LINES`] lines, and for an engine's own notes.
pub(crate) struct Block {
    /// Packed as [`Entry::packed`] does.
    pub(crate) entries: [u64; LINES],
    /// Where lines begin; an engine writes a few at once.
    #[cfg(target_arch = "x86_64")]
    pub(crate) starts: [u64; LINES + 8],
}

impl Block {
    pub(crate) const fn new() -> Block {
        Block {
            entries: [0; LINES],
            #[cfg(target_arch = "x86_64")]
            starts: [0; LINES + 8],
        }
    }
}

/// What one call of an engine took: the first `lines` of the block's entries,
/// from `bytes` bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Taken {
    pub(crate) lines: usize,
    pub(crate) bytes: usize,
    /// The bits that any of those entries has.
    pub(crate) any: u64,
}

/// A way to read plain lines quickly. All read the same entries and make the same
/// errors; [`Engine::best`] is what is used unless told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// One byte after another: the reference for all others.
    Scalar,
    /// Eight bytes at once, on any machine.
    Portable,
    /// 32 bytes at once, on x86-64 machines that have AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 64 bytes at once, on x86-64 machines that have AVX-512 with VBMI2.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Engine {
    /// Returns the engines that this machine can run, the fastest last.
    pub fn available() -> impl DoubleEndedIterator<Item = Engine> {
        [
            Some(Engine::Scalar),
            Some(Engine::Portable),
            #[cfg(target_arch = "x86_64")]
            avx2::is_available().then_some(Engine::Avx2),
            #[cfg(target_arch = "x86_64")]
            avx512::is_available().then_some(Engine::Avx512),
        ]
        .into_iter()
        .flatten()
    }

    /// Returns the fastest engine that this machine can run.
    pub fn best() -> Engine {
        Engine::available().next_back().unwrap_or(Engine::Portable)
    }

    /// Takes plain lines, all of which end with `\r\n` if `crlf` is set, or else `\n`,
    /// off `bytes` from `at`, where a line begins. Meanwhile it may
    /// ask for as many bytes at the address `next`, from `at` on.
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables))]
    pub(crate) fn take(
        self,
        bytes: &[u8],
        at: usize,
        next: usize,
        crlf: bool,
        block: &mut Block,
    ) -> Taken {
        match self {
            Engine::Scalar => Taken::default(),
            Engine::Portable => portable(&bytes[at..], crlf, block),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2 | Engine::Avx512 => {
                let take = if self == Engine::Avx2 { avx2::take } else { avx512::take };
                at.checked_sub(LOOK_BEHIND).map_or(Taken::default(), |from| {
                    take(&bytes[from..], next.wrapping_add(at), crlf, block)
                })
            }
        }
    }
}

/// More than any five labels add up to, and five of it fit.
const NO_LABEL: u32 = 1 << 28;

/// For each place and byte, what the label adds to [`Hand::bits`].
static BITS_OF_LABEL: [[u32; 256]; 5] = {
    const WEIGHTS: [u32; 5] = [13, 1, 169 << 8, 13 << 8, 1 << 8];
    let mut table = [[NO_LABEL; 256]; 5];
    let mut place = 0;
    while place < 5 {
        let mut i = 0;
        while i < 13 {
            table[place][Card::ALL[i].label() as usize] =
                Card::ALL[i].index() as u32 * WEIGHTS[place];
            i += 1;
        }
        place += 1;
    }
    table
};

/// Takes lines of up to 16 bytes by looking at 8 bytes of digits at once.
fn portable(bytes: &[u8], crlf: bool, block: &mut Block) -> Taken {
    const ONES: u64 = u64::MAX / 255;
    let mut taken = Taken::default();
    for entry in &mut block.entries {
        let Some((line, digits)) = bytes[taken.bytes..]
            .first_chunk::<16>()
            .and_then(|line| Some((line, u64::from_le_bytes(*line[6..].first_chunk()?))))
        else {
            break;
        };
        let bits = (0..5).fold(0, |sum, i| sum + BITS_OF_LABEL[i][usize::from(line[i])]);
        // The top bit of each byte that is a newline, and of none before it.
        let others = digits ^ (ONES * u64::from(b'\n'));
        let newlines = others.wrapping_sub(ONES) & !others & (ONES << 7);
        let mut length = newlines.trailing_zeros() / 8;
        if length == 8 && line[14] != b'\n' {
            break;
        }
        let end = 6 + length as usize + 1;
        if crlf {
            if length == 0 || line[end - 2] != b'\r' {
                break;
            }
            length -= 1;
        }
        if bits >= NO_LABEL || line[5] != b' ' || length == 0 {
            break;
        }
        // The digits at the top, none below.
        let Some(bid) = number(digits << (64 - 8 * length), length) else { break };
        *entry = bid << 20 | u64::from(bits);
        taken.any |= *entry;
        taken.lines += 1;
        taken.bytes += end;
    }
    taken
}

/// Reads eight digits, the last in the highest byte, of which only the last
/// `length` are there; the others are 0.
fn number(digits: u64, length: u32) -> Option<u64> {
    const ONES: u64 = u64::MAX / 255;
    let missing = (ONES * u64::from(b'0')).checked_shr(8 * length).unwrap_or(0);
    let digits = (digits | missing) ^ (ONES * u64::from(b'0'));
    // 0 to 9 stay below 16 with 6 more, anything else does not.
    if (digits | digits.wrapping_add(ONES * 6)) & (ONES * 0xF0) != 0 {
        return None;
    }
    // Neighbours are added pair by pair: 2, 4, then 8 digits.
    let pairs = (digits * 10 + (digits >> 8)) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
    Some((fours * 10_000 + (fours >> 32)) & 0xFFFF_FFFF)
}

/// Takes one whole line that is an entry off the front: the entry and its length with the
/// newline.
#[inline]
pub(crate) fn whole_line(bytes: &[u8]) -> Option<(Entry, usize)> {
    let blank = |at: usize| matches!(bytes.get(at), Some(b' ' | b'\t'));
    let mut at = 0;
    while blank(at) {
        at += 1;
    }
    let labels = bytes[at..].first_chunk::<5>()?;
    let bits = (0..5).fold(0, |sum, i| sum + BITS_OF_LABEL[i][usize::from(labels[i])]);
    at += labels.len();
    if bits >= NO_LABEL || !blank(at) {
        return None;
    }
    while blank(at) {
        at += 1;
    }
    let digits_at = at;
    let mut bid = 0u64;
    // Twice eight digits fit 64 bits whatever they are.
    for _ in 0..2 {
        let eight = bytes[at..].first_chunk().map(|eight| u64::from_le_bytes(*eight));
        let Some(eight) = eight.and_then(|eight| number(eight, 8)) else { break };
        bid = bid * 100_000_000 + eight;
        at += 8;
    }
    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
        bid = bid.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        at += 1;
    }
    if at == digits_at {
        return None;
    }
    while blank(at) {
        at += 1;
    }
    at += usize::from(bytes.get(at) == Some(&b'\r'));
    let hand = Hand::from_bits(bits.into());
    (bytes.get(at) == Some(&b'\n')).then_some((Entry { hand, bid }, at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an engine does not take the scalar reader does, so engines that took
    /// nothing would pass every other test.
    #[test]
    fn engines_take_plain_lines_and_nothing_else() {
        for engine in Engine::available().filter(|&engine| engine != Engine::Scalar) {
            for (crlf, end) in [(false, "\n"), (true, "\r\n")] {
                let digits = if crlf { 7 } else { 8 };
                let line = |digits| format!("AQ2T9 {}{end}", &"87654321"[..digits]);
                let plain: String = (0..LINES).map(|i| line(i % digits + 1)).collect();
                let mut block = Block::new();
                let taken = engine.take(plain.as_bytes(), line(1).len(), 0, crlf, &mut block);
                assert!(taken.lines > LINES - 16, "{engine:?} {crlf} took {taken:?}");
                for (i, &entry) in block.entries[..taken.lines].iter().enumerate() {
                    let entry = Entry::unpack(entry).to_string();
                    assert_eq!(format!("{entry}{end}"), line((i + 1) % digits + 1));
                }
                let taken = engine.take(plain.as_bytes(), line(1).len(), 0, !crlf, &mut block);
                assert_eq!(taken, Taken::default());
            }
        }
    }
}
