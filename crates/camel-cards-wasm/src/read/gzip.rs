//! Gzip that comes in chunks: the members of RFC 1952, one after the other.
//!
//! The well-kept crates for this bring 9 to 16 KB of checksum tables, which do not compress, to a
//! page that is to be small; so only inflating is theirs.

use std::mem;

use crc::{CRC_32_ISO_HDLC, Crc, Digest, Table};
use miniz_oxide::inflate::{
    TINFLStatus,
    core::{DecompressorOxide, decompress, inflate_flags::TINFL_FLAG_HAS_MORE_INPUT},
};

/// How far back a match may reach.
const WINDOW: usize = 1 << 15;

/// No header is longer than this, but one that is made to fill memory.
const HEADER_MAX: usize = 1 << 20;

static CHECKSUM: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);

pub(crate) struct Gunzip {
    part: MemberPart,
    /// The bytes of a header or trailer that is not whole yet.
    held: Vec<u8>,
    inflater: Box<DecompressorOxide>,
    window: Box<[u8; WINDOW]>,
    window_at: usize,
    checksum: Digest<'static, u32, Table<1>>,
    /// How many bytes the member has unpacked, modulo 2³², as gzip counts them.
    size: u32,
}

#[derive(Clone, Copy, PartialEq)]
enum MemberPart {
    Header,
    Body,
    Trailer,
}

impl Gunzip {
    pub(crate) fn new() -> Gunzip {
        Gunzip {
            part: MemberPart::Header,
            held: Vec::new(),
            inflater: Box::default(),
            window: Box::new([0; WINDOW]),
            window_at: 0,
            checksum: CHECKSUM.digest(),
            size: 0,
        }
    }

    /// Unpacks the next chunk; gives what comes out to `out`.
    pub(crate) fn push(
        &mut self,
        mut chunk: &[u8],
        out: &mut dyn FnMut(&[u8]),
    ) -> Result<(), &'static str> {
        loop {
            match self.part {
                MemberPart::Header => {
                    self.held.extend_from_slice(chunk);
                    let Some(length) = header_length(&self.held)? else { return Ok(()) };
                    // What is held is whole chunks, so the rest of it is the end of this one.
                    let held = self.held.len() - length;
                    self.held.clear();
                    chunk = &chunk[chunk.len() - held..];
                    self.inflater.init();
                    (self.size, self.window_at, self.part) = (0, 0, MemberPart::Body);
                }
                MemberPart::Body => {
                    let window = &mut self.window[..];
                    let flags = TINFL_FLAG_HAS_MORE_INPUT;
                    let (status, read, written) =
                        decompress(&mut self.inflater, chunk, window, self.window_at, flags);
                    chunk = &chunk[read..];
                    let unpacked = &self.window[self.window_at..self.window_at + written];
                    self.window_at = (self.window_at + written) % WINDOW;
                    self.checksum.update(unpacked);
                    self.size = self.size.wrapping_add(written as u32);
                    out(unpacked);
                    match status {
                        TINFLStatus::Done => self.part = MemberPart::Trailer,
                        TINFLStatus::HasMoreOutput => {}
                        TINFLStatus::NeedsMoreInput => return Ok(()),
                        _ => return Err("corrupt deflate stream"),
                    }
                }
                MemberPart::Trailer => {
                    let missing = 8 - self.held.len();
                    let (trailer, rest) = chunk.split_at(missing.min(chunk.len()));
                    self.held.extend_from_slice(trailer);
                    chunk = rest;
                    let Ok(&trailer) = <&[u8; 8]>::try_from(&self.held[..]) else { return Ok(()) };
                    let [a, b, c, d, size @ ..] = trailer;
                    let checksum = mem::replace(&mut self.checksum, CHECKSUM.digest()).finalize();
                    if u32::from_le_bytes([a, b, c, d]) != checksum {
                        return Err("wrong checksum");
                    }
                    if u32::from_le_bytes(size) != self.size {
                        return Err("wrong length");
                    }
                    self.held.clear();
                    self.part = MemberPart::Header;
                }
            }
        }
    }

    /// Ends the file.
    pub(crate) fn finish(&self) -> Result<(), &'static str> {
        if self.part == MemberPart::Header && self.held.is_empty() {
            Ok(())
        } else {
            Err("it ends in the middle")
        }
    }
}

/// Returns how many bytes the header takes, or `None` if there are more to come.
fn header_length(held: &[u8]) -> Result<Option<usize>, &'static str> {
    let [has_checksum, has_extra, has_name, has_comment] = [2, 4, 8, 16];
    for (found, expected) in held.iter().zip([0x1F, 0x8B, 8]) {
        if *found != expected {
            return Err("what follows is not gzip");
        }
    }
    let Some(&flags) = held.get(3) else { return Ok(None) };
    let mut length = 10;
    if flags & has_extra != 0 {
        let Some(&[low, high]) = held.get(length..length + 2).and_then(|extra| extra.as_array())
        else {
            return Ok(None);
        };
        length += 2 + usize::from(u16::from_le_bytes([low, high]));
    }
    for text in [has_name, has_comment] {
        if flags & text != 0 {
            let rest = held.get(length..).unwrap_or_default();
            match rest.iter().position(|&byte| byte == 0) {
                Some(end) => length += end + 1,
                None if held.len() > HEADER_MAX => return Err("a header without end"),
                None => return Ok(None),
            }
        }
    }
    if flags & has_checksum != 0 {
        length += 2;
    }
    Ok((length <= held.len()).then_some(length))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, GzBuilder, write::GzEncoder};

    use super::*;

    /// A member with all that a header can have, and one with nothing.
    fn members() -> (Vec<u8>, Vec<u8>) {
        // Longer than the window, and not compressible to a few matches.
        let text: Vec<u8> = (0..90_000u32).map(|i| (i.wrapping_mul(i) >> 7) as u8).collect();
        let full = GzBuilder::new().filename("a").comment("b").extra([1, 2, 3]);
        let mut first = full.write(Vec::new(), Compression::best());
        first.write_all(&text).unwrap();
        let mut second = GzEncoder::new(first.finish().unwrap(), Compression::fast());
        second.write_all(b"32T3K 765\n").unwrap();
        (second.finish().unwrap(), [&text[..], b"32T3K 765\n"].concat())
    }

    fn unpack<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Result<Vec<u8>, &'static str> {
        let (mut gunzip, mut unpacked) = (Gunzip::new(), Vec::new());
        for chunk in chunks {
            gunzip.push(chunk, &mut |bytes| unpacked.extend_from_slice(bytes))?;
        }
        gunzip.finish()?;
        Ok(unpacked)
    }

    #[test]
    fn members_are_unpacked_in_pieces_of_any_size() {
        let (packed, text) = members();
        for size in [1, 2, 3, 7, 1000, packed.len()] {
            assert!(unpack(packed.chunks(size)).unwrap() == text, "in chunks of {size}");
        }
    }

    #[test]
    fn damage_is_an_error() {
        let (packed, text) = members();
        let tail = packed.len() - 200;
        for at in (0..20).chain(tail..packed.len()) {
            for bit in 0..8 {
                let mut damaged = packed.clone();
                damaged[at] ^= 1 << bit;
                // Some bits of a header do not matter.
                assert!(unpack([&damaged[..]]).is_err() || unpack([&damaged[..]]).unwrap() == text);
            }
            let cut = unpack([&packed[..at]]);
            assert!(at == 0 || cut.is_err() || cut.unwrap().len() == 90_000);
        }
        assert_eq!(unpack([&[&packed[..], b"x"].concat()[..]]), Err("what follows is not gzip"));
    }
}
