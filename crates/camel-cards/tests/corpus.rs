//! The files in `testdata/`, which every front reads.

use std::{fs, path::PathBuf};

use camel_cards::{Entry, Error, Reader, Rules, Tally, Ties, entries};

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

/// Reads `input` in pieces of `bytes` bytes.
fn in_pieces(input: &[u8], bytes: usize) -> Vec<Result<Entry, Error>> {
    let mut reader = Reader::new();
    let mut all = Vec::new();
    for piece in input.chunks(bytes) {
        all.extend(reader.entries(piece));
    }
    all.extend(reader.finish());
    all.extend(reader.finish());
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
        let tally: Tally = entries(&input).collect::<Result<_, _>>().unwrap();
        let totals = Rules::ALL.map(|rules| {
            let total = tally.total_winnings(rules, Ties::Ordinal).unwrap();
            total.to_string()
        });
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
        for bytes in 1..=input.len().max(1) {
            assert_eq!(in_pieces(&input, bytes), whole, "{} by {bytes}", file.display());
        }
    }
}
