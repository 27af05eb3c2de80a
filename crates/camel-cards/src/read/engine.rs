//! The choice of decoder for many lines at a time.
//!
//! Nearly every line is plain: five labels, a blank, one to eight digits, `\n` or `\r\n`. A decoder
//! appends the entries of whole plain lines to a block, and stops where something else begins. It
//! makes no errors: what it does not decode, the [reader](super::Reader) reads line by line.

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "instructions that the compiler does not choose")]
mod avx2;
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "instructions that the compiler does not choose")]
mod avx512;
mod portable;

use super::block::{BLOCK_ENTRIES, Block};
#[cfg(target_arch = "x86_64")]
use {avx2::Avx2, avx512::Avx512};

/// Room for fewer entries is not worth a call: decoders append eight at a time.
pub(super) const SPARE_MIN: usize = 16;
const _: () = assert!(SPARE_MIN < BLOCK_ENTRIES);

/// Fewer bytes are not worth a call either.
const BYTES_MIN: usize = SPARE_MIN * 8;

/// What decoders look at: the end of the line before, as many bytes as the plain lines of a block have
/// at most, and as many more as are loaded at once. Past the end of the chunk it is zeros.
type Window = [u8; LOOK_BEHIND + SPAN + 64];

/// How far before the first line a decoder may look.
const LOOK_BEHIND: usize = 2;
/// How far lines are looked for.
const SPAN: usize = BLOCK_ENTRIES * LINE_MAX;
/// A plain line has no more bytes.
const LINE_MAX: usize = 16;

/// A way to decode lines. All of them give the same entries and the same errors.
///
/// It is public for tests and benches; a [`Reader`](super::Reader) chooses the best by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// One byte after another: the reference for all others.
    Scalar,
    /// Eight bytes at once, on any machine.
    Portable,
    /// 32 bytes at once, on x86-64 machines that have AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// 64 bytes at once, on x86-64 machines that have AVX-512 with VBMI2.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Engine {
    /// Returns the engines that this machine can run, the fastest last.
    pub fn available() -> impl DoubleEndedIterator<Item = Engine> {
        [
            Some(Engine::Scalar),
            Some(Engine::Portable),
            #[cfg(target_arch = "x86_64")]
            Avx2::new().map(Engine::Avx2),
            #[cfg(target_arch = "x86_64")]
            Avx512::new().map(Engine::Avx512),
        ]
        .into_iter()
        .flatten()
    }

    /// Returns the name, such as `avx2`.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Scalar => "scalar",
            Engine::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512(_) => "avx512",
        }
    }

    /// Returns the fastest engine that this machine can run.
    pub fn best() -> Engine {
        Engine::available().next_back().unwrap_or(Engine::Portable)
    }

    /// Appends the entries of the plain lines that `bytes` has from `at` on, where a line begins.
    /// All must end with `\r\n` if `crlf` is set, or else `\n`. Returns how many bytes they have.
    pub(super) fn decode(self, bytes: &[u8], at: usize, crlf: bool, block: &mut Block) -> usize {
        // A chunk may begin with the end of the line before.
        if at < LOOK_BEHIND || bytes.len() - at < BYTES_MIN {
            return 0;
        }
        let bytes = &bytes[at - LOOK_BEHIND..];
        let mut padded;
        let window = match bytes.first_chunk() {
            Some(window) => window,
            None => {
                padded = [0; size_of::<Window>()];
                padded[..bytes.len()].copy_from_slice(bytes);
                &padded
            }
        };
        match self {
            Engine::Scalar => 0,
            Engine::Portable => portable::decode(window, crlf, block),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2(engine) => engine.decode(window, crlf, block),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512(engine) => engine.decode(window, crlf, block),
        }
    }
}

/// The numbers from 1: of each place, where the next line begins if a newline is there.
#[cfg(target_arch = "x86_64")]
const fn places_after<const N: usize>() -> [u8; N] {
    let (mut places, mut place) = ([0; N], 0);
    while place < N {
        places[place] = place as u8 + 1;
        place += 1;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reader reads what an engine leaves, so an engine that decoded nothing would pass every
    /// other test.
    #[test]
    fn engines_decode_plain_lines_and_nothing_else() {
        for engine in Engine::available().filter(|&engine| engine != Engine::Scalar) {
            for (crlf, end) in [(false, "\n"), (true, "\r\n")] {
                let digits = if crlf { 7 } else { 8 };
                let line = |digits| format!("AQ2T9 {}{end}", &"87654321"[..digits]);
                let plain: String = (0..BLOCK_ENTRIES).map(|i| line(i % digits + 1)).collect();
                let mut block = Block::new();
                let first = line(1).len();
                let decoded = engine.decode(plain.as_bytes(), first, crlf, &mut block);
                assert!(block.len() > BLOCK_ENTRIES - 16, "{engine:?} {crlf} {block:?}");
                let entries = block.entries().map(|entry| format!("{entry}{end}"));
                assert_eq!(entries.collect::<String>(), plain[first..first + decoded]);
                let decoded = engine.decode(plain.as_bytes(), first, !crlf, &mut Block::new());
                assert_eq!(decoded, 0, "{engine:?} {crlf}");
            }
        }
    }
}
