//! The files in `testdata/`, which every front reads.

use std::{fs, path::PathBuf};

use camel_cards::{Block, Entry, Error, Reader, Rules, entries, score};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    files
}

/// Reads `input` in chunks of `bytes` bytes.
fn in_chunks(input: &[u8], bytes: usize) -> Vec<Result<Entry, Error>> {
    let (mut reader, mut block) = (Reader::new(), Block::new());
    let mut all = Vec::new();
    for mut chunk in input.chunks(bytes) {
        while !chunk.is_empty() {
            let result = reader.next_block(&mut chunk, &mut block);
            all.extend(block.entries().map(Ok));
            all.extend(result.err().map(Err));
        }
    }
    for _ in 0..2 {
        let result = reader.finish(&mut block);
        all.extend(block.entries().map(Ok));
        all.extend(result.err().map(Err));
    }
    all
}

#[test]
fn cases_have_the_published_answers_however_they_are_written() {
    let files = files("cases");
    assert_eq!(files.len(), 4 * 6);
    for file in files {
        let input = fs::read(&file).unwrap();
        let name = file.file_name().unwrap().to_str().unwrap().split('.').next().unwrap();
        let answers = fs::read_to_string(file.with_file_name(format!("{name}.answers"))).unwrap();
        let score = score(&input).unwrap();
        let totals = Rules::ALL.map(|rules| score.winnings[rules].to_string());
        assert_eq!(totals.join(" "), answers.trim_end(), "{}", file.display());
    }
}

#[test]
fn errors_have_their_golden_text() {
    let files = files("errors");
    assert!(files.len() > 20);
    for file in files {
        let input = fs::read(&file).unwrap();
        let errors: String =
            entries(&input).filter_map(Result::err).map(|error| format!("{error}\n")).collect();
        let golden = file.with_extension("errors");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&golden, &errors).unwrap();
        }
        assert_eq!(errors, fs::read_to_string(&golden).unwrap(), "{}", file.display());
    }
}

#[test]
fn reading_does_not_depend_on_where_the_input_is_split() {
    for file in files("cases").into_iter().chain(files("errors")) {
        let input = fs::read(&file).unwrap();
        let whole: Vec<_> = entries(&input).collect();
        // Of long inputs not all, or it would take minutes.
        let sizes = (1..=input.len().max(1)).filter(|size| *size < 600 || size % 4_096 < 8);
        for bytes in sizes {
            assert_eq!(in_chunks(&input, bytes), whole, "{} by {bytes}", file.display());
        }
    }
}
