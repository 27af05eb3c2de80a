use std::fmt;

/// What a file is that has no entries to read, known by how it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFormat {
    /// A [`Tally`](camel_cards::Tally) in bytes.
    Tally,
    /// An xz file.
    Xz,
    /// A bzip2 file.
    Bzip2,
    /// A zip archive.
    Zip,
    /// A 7z archive.
    SevenZip,
    /// A Parquet or an Arrow file.
    Columns,
}

impl FileFormat {
    /// Returns what a file is that starts with these bytes, if it is one of these.
    pub(crate) fn of(start: &[u8]) -> Option<FileFormat> {
        match start {
            [0xCA, b'm', b'e', b'l', b'\r', b'\n', ..] => Some(FileFormat::Tally),
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some(FileFormat::Xz),
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, ..] => Some(FileFormat::Bzip2),
            [b'P', b'K', 3, 4, ..] => Some(FileFormat::Zip),
            [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => Some(FileFormat::SevenZip),
            [b'P', b'A', b'R', b'1', ..] | [b'A', b'R', b'R', b'O', ..] => {
                Some(FileFormat::Columns)
            }
            _ => None,
        }
    }

    /// Returns what to do with it.
    pub(crate) fn hint(self) -> &'static str {
        match self {
            FileFormat::Tally => "read it as a tally, not as entries",
            FileFormat::Xz => "unpack it first: `xz -d`",
            FileFormat::Bzip2 => "unpack it first: `bzip2 -d`",
            FileFormat::Zip => "unpack it first: `unzip`",
            FileFormat::SevenZip => "unpack it first: `7z x`",
            FileFormat::Columns => "Polars, pandas and DuckDB read it",
        }
    }
}

impl fmt::Display for FileFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileFormat::Tally => "a tally",
            FileFormat::Xz => "an xz file",
            FileFormat::Bzip2 => "a bzip2 file",
            FileFormat::Zip => "a zip archive",
            FileFormat::SevenZip => "a 7z archive",
            FileFormat::Columns => "a Parquet or Arrow file",
        })
    }
}
