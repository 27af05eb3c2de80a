use std::{fmt, path::Path};

/// A path as messages show it, with unprintable and control characters escaped.
#[doc(hidden)] // Shared with the command, whose messages say it alike.
pub struct FileName<'a>(pub &'a Path);

impl fmt::Display for FileName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.as_os_str().as_encoded_bytes().utf8_chunks() {
            for char in chunk.valid().chars() {
                match char {
                    '\0'..='\x1F' | '\x7F' => write!(f, "\\x{:02X}", u32::from(char))?,
                    // C1 control characters, and what changes the direction or the line.
                    '\u{80}'..='\u{9F}'
                    | '\u{200E}'..='\u{200F}'
                    | '\u{2028}'..='\u{202E}'
                    | '\u{2066}'..='\u{2069}' => write!(f, "\\u{{{:X}}}", u32::from(char))?,
                    _ => write!(f, "{char}")?,
                }
            }
            chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02X}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_cannot_steer_a_terminal() {
        let shown = |name: &str| FileName(Path::new(name)).to_string();
        assert_eq!(shown("main d'été (1).txt"), "main d'été (1).txt");
        assert_eq!(shown("\x1B[2Ja\nb\tc\x7F"), "\\x1B[2Ja\\x0Ab\\x09c\\x7F");
        assert_eq!(shown("\u{9B}31m\u{202E}txt"), "\\u{9B}31m\\u{202E}txt");
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_no_text_are_shown() {
        let name = std::os::unix::ffi::OsStrExt::from_bytes(b"caf\xE9.txt");
        assert_eq!(FileName(Path::new::<std::ffi::OsStr>(name)).to_string(), "caf\\xE9.txt");
    }
}
