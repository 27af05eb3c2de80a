//! Tallies in files: written whole or not at all, merged in order, and read by
//! another program too.

use std::{fs, io::Write, process::Stdio};

use crate::testenv::{
    TestEnv, has, interrupt, package, spawn, stderr, stdout, testdata, wait_until,
};

/// A folder with the texts and tallies of the corpus.
fn corpus() -> TestEnv {
    let env = TestEnv::new();
    for name in ["example", "tie", "large-bids", "empty"] {
        for file in [format!("{name}.txt"), format!("{name}.tally")] {
            fs::copy(testdata("tallies").join(&file), env.path(&file)).unwrap();
        }
    }
    env
}

#[cfg(unix)]
#[test]
fn tallies_of_the_corpus_from_files_and_pipes() {
    let env = corpus();
    for name in ["example", "tie", "large-bids", "empty"] {
        let corpus = fs::read(testdata("tallies").join(format!("{name}.tally"))).unwrap();
        let output = env.shell(&format!("camel-cards tally {name}.txt -o new.tally --force"));
        assert_eq!((output.status.code(), stdout(&output)), (Some(0), ""));
        assert_eq!(env.read("new.tally"), corpus, "{name}");
        let piped = format!("cat {name}.txt | camel-cards tally -o - | camel-cards merge - -o -");
        assert_eq!(env.shell(&piped).stdout, corpus, "{name}");
        let score = |arguments| env.shell(&format!("camel-cards score {arguments}"));
        let from_text = score(format!("{name}.txt"));
        assert_eq!(score(format!("--from-tally {name}.tally")).stdout, from_text.stdout);
        assert_eq!(score(format!("--from-tally - < {name}.tally")).stdout, from_text.stdout);
    }
}

#[cfg(unix)]
#[test]
fn merging_equals_reading_in_order() {
    let env = corpus();
    let output = env.shell(
        "set -e
        camel-cards tally tie.txt large-bids.txt example.txt tie.txt -o whole
        camel-cards merge tie.tally large-bids.tally -o some
        camel-cards merge some example.tally tie.tally -o sum
        camel-cards merge tie.tally tie.tally -o sum-in-another-order
        cmp whole sum
        camel-cards tally tie.txt <(echo QQQJA 0) -o later
        camel-cards tally <(echo QQQJA 0) tie.txt -o earlier
        ! cmp -s later earlier",
    );
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).ends_with("camel-cards: tallied 4 entries\n"));
}

/// Fault: a damaged or truncated tally | error that names file and byte | 1
#[test]
fn damaged_tally_is_an_error_that_names_the_file() {
    let env = corpus();
    let mut damaged = 0;
    for file in fs::read_dir(testdata("tallies")).unwrap() {
        let golden = file.unwrap().path();
        if golden.extension().is_none_or(|extension| extension != "error") {
            continue;
        }
        damaged += 1;
        let tally = golden.with_extension("tally");
        let error = fs::read_to_string(&golden).unwrap();
        for subcommand in ["score --from-tally", "merge -o new.tally example.tally"] {
            let output = env.command(subcommand).arg(&tally).output().unwrap();
            let expected = format!("camel-cards: {}: {}", tally.display(), error.trim_end());
            assert!(stderr(&output).starts_with(&expected), "{}", stderr(&output));
            assert_eq!((output.status.code(), stdout(&output)), (Some(1), ""));
            assert!(!env.path("new.tally").exists());
        }
    }
    assert!(damaged > 30);
}

#[cfg(unix)]
#[test]
fn overflow_keeps_the_last_exact_tally() {
    let env = corpus();
    let output = env.shell(
        "cp large-bids.tally sum
        for i in {1..64}; do
             camel-cards merge sum sum -o doubled || exit
             mv doubled sum
         done",
    );
    let message = "camel-cards: total winnings are larger than \
                   340282366920938463463374607431768211455 (2^128 - 1)\n";
    assert!(stderr(&output).ends_with(message), "{}", stderr(&output));
    let entries = env.shell(
        "echo AAAAA 0 | camel-cards tally -o many
        for i in {1..64}; do
             camel-cards merge many many -o doubled || exit
             mv doubled many
         done",
    );
    let message = "camel-cards: there are more than 18446744073709551615 entries (2^64 - 1)\n";
    assert!(stderr(&entries).ends_with(message), "{}", stderr(&entries));
    assert_eq!(output.status.code(), Some(1));
    // The last tally that was exact is still there.
    let score = env.shell("camel-cards score --ties dense --from-tally sum");
    assert_eq!(score.status.code(), Some(0), "{}", stderr(&score));
}

/// Fault: replacing a tally fails | the old tally stays | 2
#[cfg(unix)]
#[test]
fn failed_write_keeps_the_old_tally() {
    let env = corpus();
    let before = env.names();
    let all = "for a in {2..9} T J Q K A; do for b in {2..9} T J Q K A; do
        echo $a$b$a$b$a 99999; echo $a$b$b$b$a 99999; done; done | ";
    for (name, status) in [("new.tally", 2), ("example.tally", 2)] {
        let output = env.shell(&format!("ulimit -f 1; {all} camel-cards tally --force -o {name}"));
        assert_eq!(output.status.code(), Some(status));
        let expected = format!("camel-cards: cannot write {name}: File too large\n");
        assert_eq!(stderr(&output), expected);
    }
    assert_eq!(env.names(), before);
    let example = env.read("example.tally");
    assert_eq!(example, fs::read(testdata("tallies/example.tally")).unwrap());
}

/// Fault: a tally on a full device | error that names it | 2
#[cfg(target_os = "linux")]
#[test]
fn full_device_is_an_error() {
    let env = corpus();
    for script in ["tally example.txt -o /dev/full", "merge example.tally -o /dev/full"] {
        let output = env.shell(&format!("camel-cards {script}"));
        let expected = "camel-cards: cannot write /dev/full: No space left on device\n";
        assert_eq!((output.status.code(), stderr(&output)), (Some(2), expected));
    }
    let output = env.shell("camel-cards tally example.txt -o - > /dev/full");
    let expected = "camel-cards: cannot write the output: No space left on device\n";
    assert_eq!((output.status.code(), stderr(&output)), (Some(2), expected));
    // And one that has no end is no tally.
    let output = env.shell("camel-cards score --from-tally /dev/zero");
    let expected = "camel-cards: /dev/zero: byte 0: expected a tally, found NUL byte";
    assert!(stderr(&output).starts_with(expected), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(1));
}

/// Fault: Ctrl-C while a tally is made | the old tally stays, and no other file is left | 130
#[test]
fn interrupt_keeps_the_old_tally_and_no_temporary_file() {
    let env = corpus();
    let before = env.names();
    let mut tally = env.command("tally - --force -o example.tally --rejects rejects.txt");
    let mut child = spawn(tally.stdin(Stdio::piped()));
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"AAAAA 1\nno entry\n").unwrap();
    wait_until("there are two temporary files", || env.names().len() == before.len() + 2);
    assert_eq!(interrupt(child).status.code(), Some(130));
    drop(stdin);
    assert_eq!(env.names(), before);
    let example = env.read("example.tally");
    assert_eq!(example, fs::read(testdata("tallies/example.tally")).unwrap());
}

/// The program in docs/formats/tally.md, which knows of tallies what the page says.
#[cfg(unix)]
#[test]
fn documented_program_reads_tallies() {
    let page = fs::read_to_string(package("docs/formats/tally.md")).unwrap();
    let program = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next());
    if !has("python3") {
        return;
    }
    let env = corpus();
    env.write("totals.py", program.unwrap());
    let output = env.shell(
        "set -e
        camel-cards generate --hands 2000 --shape ties > ties.txt
        camel-cards tally ties.txt -o ties.tally
        for name in example tie large-bids empty ties; do
            camel-cards score $name.txt | sed -n 's/.*part [12])  //p' > expected
            python3 totals.py $name.tally | diff - expected
        done
        ! python3 totals.py example.txt 2> refused
        tail -n 1 refused",
    );
    assert_eq!(stdout(&output), "AssertionError: no tally of version 1\n");
    assert!(output.status.success(), "{}", stderr(&output));
}
