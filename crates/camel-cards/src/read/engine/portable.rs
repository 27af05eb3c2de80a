//! Plain lines on any machine: all digits of a line at once, in one register of 8 bytes.

use super::{Block, LOOK_BEHIND, Window};
use crate::{
    game::HAND_BITS,
    read::line::{NO_LABEL, hand_bits, number},
};

/// Decodes plain lines; returns how many bytes they have.
pub(super) fn decode(window: &Window, crlf: bool, block: &mut Block) -> usize {
    const ONES: u64 = u64::MAX / 255;
    let (mut lines, mut decoded) = (0, 0);
    for entry in block.spare() {
        let Some((line, digits)) = window[LOOK_BEHIND + decoded..]
            .first_chunk::<16>()
            .and_then(|line| Some((line, u64::from_le_bytes(*line[6..].first_chunk()?))))
        else {
            break;
        };
        let Some(labels) = line.first_chunk() else { break };
        let bits = hand_bits(labels);
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
        *entry = bid << HAND_BITS | u64::from(bits);
        lines += 1;
        decoded += end;
    }
    block.commit(lines);
    decoded
}
