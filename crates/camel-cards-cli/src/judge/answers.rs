//! The answers in what a program printed.

use std::{process::ExitStatus, result};

use camel_cards::Rules;

use super::outcome::Outcome;
use crate::os::program::{OUTPUT_BYTES_MAX, ProgramRun, RunEnd};

/// Which answers a program prints.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Answers {
    One,
    Both,
}

impl Answers {
    pub(crate) fn count(self) -> usize {
        match self {
            Answers::One => 1,
            Answers::Both => 2,
        }
    }

    /// Which of its answers is the one under `rules`.
    pub(crate) fn position(self, rules: Option<Rules>) -> usize {
        usize::from((self, rules) == (Answers::Both, Some(Rules::Joker)))
    }

    /// Reads the answers of a run, the last numbers that it printed; or what became of them.
    pub(crate) fn read(self, run: &ProgramRun) -> result::Result<Vec<String>, Outcome> {
        let crash = |what: String| Err(Outcome::Crash(what));
        match run.end {
            RunEnd::TimedOut => Err(Outcome::Timeout),
            RunEnd::PrintedTooMuch => {
                crash(format!("printed more than {} MiB", OUTPUT_BYTES_MAX >> 20))
            }
            RunEnd::Exited(status) if !status.success() => crash(ended(status)),
            RunEnd::Exited(_) => {
                let mut numbers = whole_numbers(&run.stdout);
                match numbers.len().checked_sub(self.count()) {
                    Some(others) => Ok(numbers.split_off(others)),
                    None if numbers.is_empty() => crash("printed no whole number".to_owned()),
                    None => crash("printed one whole number, not two".to_owned()),
                }
            }
        }
    }
}

fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with exit status {code}"),
        // "signal: 11 (SIGSEGV)"
        None => format!("was killed by {}", status.to_string().replacen(": ", " ", 1)),
    }
}

/// Returns the whole numbers in what a program printed, in order: their digits,
/// after a `-` if negative, without leading zeros.
///
/// Decimal fractions (`0.25 s`) and powers (`1e9`) are not among them; color is
/// ignored.
fn whole_numbers(printed: &[u8]) -> Vec<String> {
    let text = anstream::adapter::strip_bytes(printed).into_vec();
    let digits = |at: usize| text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut numbers = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        at += digits(start);
        if at == start {
            at += 1;
            continue;
        }
        let whole = at;
        if text.get(at) == Some(&b'.') && digits(at + 1) > 0 {
            at += 1 + digits(at + 1);
        }
        if let Some(b'e' | b'E') = text.get(at) {
            let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
            let power = text.get(at + 1 + sign..).map_or(0, |_| digits(at + 1 + sign));
            at += if power > 0 { 1 + sign + power } else { 0 };
        }
        if at == whole {
            let is_negative = text[..start].ends_with(b"-")
                && !text[..start - 1].last().is_some_and(u8::is_ascii_alphanumeric);
            let digits = String::from_utf8_lossy(&text[start..whole]);
            let digits = digits.trim_start_matches('0');
            let sign = if is_negative { "-" } else { "" };
            numbers.push(format!("{sign}{}", if digits.is_empty() { "0" } else { digits }));
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::whole_numbers;

    #[test]
    fn whole_numbers_are_told_from_others() {
        for (printed, numbers) in [
            ("", &[][..]),
            ("Part 1: 6440\nPart 2: 5905.\n", &["1", "6440", "2", "5905"]),
            ("(6440, 5905)", &["6440", "5905"]),
            ("part2=5905 in 0.25s", &["2", "5905"]),
            ("5905.0", &[]),
            ("1e9 1E+09 1.5e-3 7e", &["7"]),
            ("-5 0 007 day-7", &["-5", "0", "7", "7"]),
            ("\x1b[32m5905\x1b[0m", &["5905"]),
            ("a -", &[]),
        ] {
            assert_eq!(whole_numbers(printed.as_bytes()), numbers, "{printed}");
        }
    }
}
