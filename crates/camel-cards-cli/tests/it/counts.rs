//! Tables of counts, which a database made: the totals of their entries, or what is wrong and where.

use std::fs;

use crate::testenv::{TestEnv, assert_output, feed, stderr, stdout, testdata};

const NO_ORDER: &str = "camel-cards: with --from-counts, add --ties min, max or dense: the default, ordinal, ranks \
                        equal hands in the order of their lines, which a table of counts does not have\n";

#[test]
fn counts_of_the_corpus_score_as_their_entries() {
    let env = TestEnv::new();
    for name in ["example", "tie", "large-bids", "empty"] {
        let (text, table) =
            (testdata(&format!("tallies/{name}.txt")), testdata(&format!("counts/{name}.csv")));
        for options in ["", "--format json", "--part 2", "--rules standard --format json"] {
            for ties in ["min", "max", "dense"] {
                let (text, table) = (text.display(), table.display());
                let score =
                    |what: String| env.run(&format!("score {what} {options} --ties {ties}"));
                let expected = score(text.to_string());
                let found = score(format!("--from-counts {table}"));
                assert_output(&found, 0, stdout(&expected), "");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn counts_of_many_entries_by_awk() {
    let env = TestEnv::new();
    let output = env.shell(
        "set -e
        camel-cards generate --hands 3000 --shape ties > hands.txt
        count() { awk '{n[$1]++; s[$1] += $2} END {for (h in n) print h \",\" n[h] \",\" s[h]}' $1; }
        for ties in min max dense; do
            camel-cards score --ties $ties hands.txt > expected
            count hands.txt | camel-cards score --from-counts - --ties $ties | diff expected -
            count hands.txt | gzip > counts.csv.gz
            camel-cards score --from-counts counts.csv.gz --ties $ties | diff expected -
        done",
    );
    assert_output(&output, 0, "", "");
}

#[test]
fn bad_counts_are_an_error_with_file_line_and_column() {
    let env = TestEnv::new();
    let mut bad = 0;
    for file in fs::read_dir(testdata("counts")).unwrap() {
        let golden = file.unwrap().path();
        if golden.extension().is_none_or(|extension| extension != "error") {
            continue;
        }
        bad += 1;
        let table = golden.with_extension("csv");
        let error = fs::read_to_string(&golden).unwrap();
        let error = error.trim_end().replacen("line ", "", 1).replacen(", column ", ":", 1);
        let output = env.run(&format!("score --ties min --from-counts {}", table.display()));
        let expected = format!("camel-cards: {}:{error}", table.display());
        assert!(stderr(&output).starts_with(&expected), "{expected}{}", stderr(&output));
        assert_eq!((output.status.code(), stdout(&output)), (Some(1), ""));
    }
    assert!(bad >= 9);
    let mut command = env.command("score --ties min --from-counts -");
    let output = feed(&mut command, [&b"QQQJA,2,503\nQQQJA,1,"[..], b"1\n"]);
    let expected = "camel-cards: <stdin>:2:1: expected each hand once, as `GROUP BY hand` gives it, \
                    found QQQJA again\n";
    assert_output(&output, 1, "", expected);
}

#[test]
fn ordinal_ties_are_refused_before_anything_is_read() {
    let env = TestEnv::new();
    env.write("counts.csv", "no counts");
    for ties in ["", "--ties ordinal"] {
        assert_output(&env.run(&format!("score --from-counts counts.csv {ties}")), 2, "", NO_ORDER);
    }
}

#[test]
fn total_past_128_bits_is_an_error_whichever_part_is_asked_for() {
    let env = TestEnv::new();
    let (count, bids) = (u64::MAX - 1, u128::from(u64::MAX - 1) * u128::from(u64::MAX));
    // Under standard rules the many are the weaker: two high cards. Under joker rules they are a pair.
    env.write("counts.csv", format!("J2345,{count},{bids}\nQ2345,1,0\n"));
    let message = "camel-cards: total winnings are larger than \
                   340282366920938463463374607431768211455 (2^128 - 1)\n";
    for part in ["", "--part 1", "--part 2"] {
        let output = env.run(&format!("score --from-counts counts.csv --ties min {part}"));
        assert_output(&output, 1, "", message);
    }
}

#[test]
fn unreadable_counts_are_named() {
    let env = TestEnv::new();
    let output = env.run("score --ties min --from-counts nothing-here.csv");
    let expected = "camel-cards: cannot read nothing-here.csv: No such file or directory\n";
    assert_output(&output, 2, "", expected);
    #[cfg(unix)]
    assert_output(
        &env.run("score --ties min --from-counts /dev/zero"),
        1,
        "",
        "camel-cards: /dev/zero:1:1: line is longer than 4096 bytes\n",
    );
}
