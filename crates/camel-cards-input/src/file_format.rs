use crate::InputErrorKind;

/// How files begin that have no entries to read, what they are, and what to do with them.
const FORMATS: [(&[u8], &str, &str); 7] = [
    (b"\xCAmel\r\n", "a tally", "read it as a tally, not as entries"),
    (b"\xFD7zXZ\0", "an xz file", "unpack it first: `xz -d`"),
    (b"BZh", "a bzip2 file", "unpack it first: `bzip2 -d`"),
    (b"PK\x03\x04", "a zip archive", "unpack it first: `unzip`"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive", "unpack it first: `7z x`"),
    (b"PAR1", "a Parquet file", "Polars, pandas and DuckDB read it"),
    (b"ARRO", "an Arrow file", "Polars, pandas and DuckDB read it"),
];

/// Returns why a file that starts with these bytes cannot be read, if it is of another format.
pub(crate) fn not_entries(start: &[u8]) -> Option<InputErrorKind> {
    let &(_, found, hint) = FORMATS.iter().find(|(magic, ..)| start.starts_with(magic))?;
    Some(InputErrorKind::NotEntries { found, hint })
}
