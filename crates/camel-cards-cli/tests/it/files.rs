//! What the command does to files: no input and no other file of the user's is lost, whatever is
//! asked for, and nothing dies because somebody cannot be told.

use std::{
    fs,
    io::{Read, Write},
    process::{Output, Stdio},
};

use flate2::{Compression, write::GzEncoder};

use crate::testenv::{
    EXAMPLE, TestEnv, assert_output, feed, spawn, stderr, stdout, testdata, wait_until,
};

/// A folder with hands, a bad line in other ones, and a tally.
fn files() -> TestEnv {
    let env = TestEnv::new();
    env.write("hands", EXAMPLE);
    env.write("bad", format!("x\n{EXAMPLE}"));
    fs::copy(testdata("tallies/example.tally"), env.path("tally")).unwrap();
    env
}

/// What runs must be refused with `told`, and leave every file as it was.
#[track_caller]
fn assert_refused(env: &TestEnv, run: impl FnOnce() -> Output, told: &str) {
    let content = || env.names().into_iter().map(|name| (fs::read(env.path(&name)).ok(), name));
    let before: Vec<_> = content().collect();
    assert_output(&run(), 2, "", &format!("camel-cards: {told}\n"));
    assert!(content().eq(before), "{told}");
}

/// What takes everything and keeps nothing.
const NULL: &str = if cfg!(windows) { "NUL" } else { "/dev/null" };

/// Every way to name an output, without its file.
const OUTPUTS: [&str; 7] = [
    "stats hands --svg",
    "tally hands -o",
    "merge tally -o",
    "generate --answers",
    "generate --hands 3 -o",
    "rank hands --skip-bad-lines --rejects",
    "diagnose hands --answer 1 --rejects",
];

#[test]
#[cfg(unix)]
fn no_file_that_exists_is_replaced() {
    let env = files();
    std::os::unix::fs::symlink("bad", env.path("link")).unwrap();
    std::os::unix::fs::symlink("nowhere", env.path("dangling")).unwrap();
    for command in OUTPUTS {
        for there in ["bad", "./bad", "link", "dangling", "/dev/fd/3"] {
            let script = format!("camel-cards {command} {there} 3< bad");
            let told = format!("{there} already exists; use --force to replace it");
            assert_refused(&env, || env.shell(&script), &told);
        }
    }
    // Nothing is read before that is known.
    let reads = || env.run("score - --rejects hands");
    assert_refused(&env, reads, "hands already exists; use --force to replace it");
    // Not even what came into being meanwhile.
    let mut tally = env.command("tally - -o new");
    let mut child = spawn(tally.stdin(Stdio::piped()));
    wait_until("there is a temporary file", || {
        env.names().iter().any(|name| name.starts_with(".camel-cards-"))
    });
    env.write("new", "new");
    child.stdin.take().unwrap().write_all(EXAMPLE.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_output(&output, 2, "", "camel-cards: new already exists; use --force to replace it\n");
    assert_eq!(env.read("new"), b"new");
}

#[test]
#[cfg(unix)]
fn force_replaces_a_file_and_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;

    let env = files();
    let old = env.path("old");
    for (command, kept) in OUTPUTS.into_iter().zip([0o600, 0o664, 0o640, 0o444].into_iter().cycle())
    {
        env.write("old", "old");
        fs::set_permissions(&old, PermissionsExt::from_mode(kept)).unwrap();
        env.run(&format!("{command} new"));
        env.run(&format!("{command} old --force"));
        let mode = fs::metadata(&old).unwrap().permissions().mode() & 0o777;
        assert_eq!((env.read("old"), mode), (env.read("new"), kept), "{command}");
        ["new", "old"].iter().for_each(|name| fs::remove_file(env.path(name)).unwrap());
    }
}

/// With `--force`, `tally hands -o hands` replaced the only copy of the hands by their tally.
#[test]
#[cfg(unix)]
fn no_input_is_an_output_with_force_or_without() {
    let env = files();
    std::os::unix::fs::symlink("hands", env.path("link")).unwrap();
    for (arguments, file) in [
        ("tally hands -o hands --force", "hands"),
        ("tally hands -o hands", "hands"),
        ("tally bad link -o ./hands --force", "./hands"),
        ("merge tally -o tally --force", "tally"),
        ("stats hands --svg link --force", "link"),
        ("score hands --rejects hands --force", "hands"),
        ("diagnose bad --order hands --rejects hands --force", "hands"),
    ] {
        let told = format!("the output would replace the input {file}; choose another output");
        assert_refused(&env, || env.run(arguments), &told);
    }
    // What is no file cannot be replaced.
    let null = env.run("tally /dev/null -o /dev/null");
    assert_eq!(null.status.code(), Some(0), "{}", stderr(&null));
}

/// Fault: an output is a file that the same run reads or writes, by whatever name | error before anything is written | 2
#[test]
#[cfg(unix)]
fn no_output_is_a_standard_stream_or_another_output() {
    let env = files();
    std::os::unix::fs::symlink("hands", env.path("link")).unwrap();
    fs::hard_link(env.path("tally"), env.path("hard")).unwrap();
    let input = "the output would replace the input";
    let twice = "two outputs would go to";
    for (script, problem, file) in [
        ("score --skip-bad-lines --rejects hands --force < hands", input, "hands"),
        ("tally - -o ./hands --force < link", input, "./hands"),
        ("tally -o link --force < hands", input, "link"),
        ("merge - -o hard --force < tally", input, "hard"),
        ("generate -o link --answers hands --force", twice, "hands"),
        ("generate -o hands --answers link --force", twice, "link"),
        ("score bad --skip-bad-lines --rejects hands --force >> hands", twice, "hands"),
        (
            "score bad --skip-bad-lines --rejects /dev/fd/3 --force 3>> hands >&3",
            twice,
            "/dev/fd/3",
        ),
    ] {
        let told = format!("{problem} {file}; choose another output");
        let run = || env.shell(&format!("camel-cards {script}"));
        assert_refused(&env, run, &told);
    }
    let mut log = env.shell("camel-cards tally hands -o log --force 2> log; cat log >&2; exit 2");
    log.stderr = stderr(&log).replace("two outputs would go to log", "").into();
    assert_output(&log, 2, "", "camel-cards: ; choose another output\n");
}

/// An output may be a file that the user may replace, but not read.
#[test]
#[cfg(target_os = "linux")]
fn file_that_cannot_be_read_is_known() {
    use std::os::unix::fs::PermissionsExt;

    let env = files();
    crate::testenv::copy_command(&env.path("command"));
    for mode in [0o200, 0] {
        for (command, told) in [
            ("tally - -o hands --force", "the output would replace the input hands"),
            (
                "generate --hands 3 -o ./hands --answers hands --force",
                "two outputs would go to hands",
            ),
        ] {
            env.write("hands", EXAMPLE);
            // Who reads it has opened it before.
            let script = format!(
                "chmod a+rwX . *; exec < hands; chmod {mode:o} hands; \
                 $([ $(id -u) = 0 ] && echo setpriv --reuid 65534 --clear-groups) ./command {command}"
            );
            let output = env.shell(&script);
            assert_output(&output, 2, "", &format!("camel-cards: {told}; choose another output\n"));
            fs::set_permissions(env.path("hands"), PermissionsExt::from_mode(0o600)).unwrap();
            assert_eq!(env.read("hands"), EXAMPLE.as_bytes());
        }
    }
}

/// Fault: `--force` onto a link that leads nowhere | error; the link stays | 2
#[test]
#[cfg(unix)]
fn link_that_leads_nowhere_stays() {
    let env = files();
    std::os::unix::fs::symlink("folder/nothing", env.path("link")).unwrap();
    let told = "cannot write link: No such file or directory";
    assert_refused(&env, || env.run("tally hands -o link --force"), told);
    assert!(env.path("link").is_symlink());
}

/// Fault: standard input or output is closed | as if it were /dev/null, which Rust opens | 0
#[test]
#[cfg(unix)]
fn closed_standard_streams_are_empty() {
    let env = files();
    let output = env.shell("camel-cards score - <&-");
    assert!(output.status.success() && stderr(&output).contains("the input has no hands"));
    assert!(env.shell("camel-cards score hands <&-").status.success());
    assert!(env.shell("camel-cards score hands >&-").status.success());
}

#[test]
fn two_outputs_are_not_one_file() {
    let env = files();
    fs::create_dir(env.path("folder")).unwrap();
    for (arguments, file) in [
        ("tally bad -o new --rejects new", "new"),
        ("tally bad -o new --rejects new --force", "new"),
        ("tally bad --rejects - -o -", "-"),
        ("stats bad --rejects - --svg -", "-"),
        ("generate -o new --answers new --force", "new"),
        ("generate -o new --answers ./new", "./new"),
        ("generate -o new --answers ./new --force", "./new"),
        ("generate -o hands --answers ./hands --force", "./hands"),
        (
            "stats bad --rejects folder/new --svg folder/../folder/new --force",
            "folder/../folder/new",
        ),
        ("tally bad --rejects - -o /dev/stdout", "/dev/stdout"),
    ] {
        let told = format!("two outputs would go to {file}; choose another output");
        assert_refused(&env, || env.run(arguments), &told);
    }
    let output = env.run(&format!("tally bad --skip-bad-lines -o {NULL} --rejects -"));
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stdout(&output), "x\n");
}

#[test]
#[cfg(target_os = "linux")]
fn devices_are_written_to() {
    let env = files();
    let tally = env.read("tally");
    let answered = "JJJJJ 2\nJJ7AA 3\n98QQ7 1\nstandard (part 1)  13\njoker    (part 2)  13\n";
    for (script, expected) in [
        ("tally hands -o /dev/stdout | cat", &tally[..]),
        ("merge tally -o /dev/fd/3 3>&1 | cat", &tally[..]),
        ("tally hands -o /dev/null", b""),
        ("generate --hands 3 --answers /dev/stdout | cat", answered.as_bytes()),
        ("generate --hands 3 --answers - | cat", answered.as_bytes()),
    ] {
        let output = env.shell(&format!("camel-cards {script}"));
        assert!(output.status.success(), "{script}: {}", stderr(&output));
        assert_eq!(output.stdout, expected, "{script}");
    }
    // A file that standard output goes to is written to where it stands.
    env.write("log", "before\n");
    env.shell("camel-cards generate --hands 3 --answers /dev/stdout >> log");
    assert_eq!(env.read("log"), format!("before\n{answered}").as_bytes());
    assert!(env.shell("camel-cards tally hands -o /dev/stdout > log").status.success());
    assert_eq!(env.read("log"), tally);
    // Rejects come before the totals.
    let output = env.run("score bad --skip-bad-lines --rejects - --part 1");
    let totals = "standard (part 1)  6440\nentries            5\ntied               0\n";
    assert_eq!(stdout(&output), format!("x\n{totals}"));
    let rejects = "score bad --skip-bad-lines --rejects /dev/stderr 2>&1 >&- | cat";
    let output = env.shell(&format!("camel-cards {rejects}"));
    assert_eq!(stdout(&output).lines().next(), Some("x"));
}

#[test]
#[cfg(unix)]
fn pipes_with_a_name_are_written_to() {
    let env = files();
    let mut pipe = env.named_pipe("pipe");
    let output = env.run("tally hands -o pipe");
    assert!(output.status.success(), "{}", stderr(&output));
    let mut written = vec![0; env.read("tally").len()];
    pipe.read_exact(&mut written).unwrap();
    assert_eq!(written, env.read("tally"));
    assert!(std::os::unix::fs::FileTypeExt::is_fifo(
        &env.path("pipe").metadata().unwrap().file_type()
    ));
}

/// The file that a symbolic link leads to is replaced, and the link stays.
#[test]
#[cfg(unix)]
fn links_stay_links() {
    let env = files();
    fs::create_dir(env.path("folder")).unwrap();
    std::os::unix::fs::symlink("folder/new", env.path("link")).unwrap();
    env.write("folder/new", "old");
    assert!(env.run("tally hands -o link --force").status.success());
    assert!(env.path("link").is_symlink());
    assert_eq!(env.read("folder/new"), env.read("tally"));
}

#[test]
fn hyphen_is_standard_output_and_input() {
    let env = files();
    env.run("stats hands --svg picture");
    let picture = env.run("stats hands --svg -");
    assert_output(&picture, 0, std::str::from_utf8(&env.read("picture")).unwrap(), "");
    let score = env.run("score hands");
    let rejects = env.run("score bad --skip-bad-lines --rejects -");
    let told = "camel-cards: skipped 1 bad line\n";
    assert_output(&rejects, 0, &format!("x\n{}", stdout(&score)), told);
    let answers = env.run("generate --hands 2 --answers -");
    let totals = "standard (part 1)  5\njoker    (part 2)  5\n";
    assert_output(&answers, 0, &format!("JJ7AA 1\nJJJJJ 2\n{totals}"), "");

    let order = "AAAAA\n".as_bytes();
    env.write("one", "AAAAA 7\n");
    let diagnosis = feed(&mut env.command("diagnose one --part 1 --order -"), [order]);
    assert_eq!((diagnosis.status.code(), stderr(&diagnosis)), (Some(0), ""));
    let bad = feed(&mut env.command("diagnose one --part 1 --order -"), [&b"nothing\n"[..]]);
    assert_eq!((bad.status.code(), stderr(&bad)), (Some(1), ""));
    assert!(stdout(&bad).contains("your order has none of the hands of your input"));
    for twice in ["score - -", "merge - tally - -o new", "diagnose --order -"] {
        let output = feed(&mut env.command(twice), [&b""[..]]);
        let told = "camel-cards: standard input is named twice, but can be read only once \
                    (a command without a FILE reads it)\n";
        assert_output(&output, 2, "", told);
    }
}

/// Fault: standard error cannot be written | the same answers | the same
#[test]
#[cfg(target_os = "linux")]
fn standard_error_that_cannot_be_written_ends_nothing() {
    let env = files();
    for stderr in ["2> /dev/full", "2>&-"] {
        for (script, status) in [
            ("score nowhere", 2),
            ("score bad", 1),
            ("score --nonsense", 2),
            ("score bad --skip-bad-lines", 0),
            ("score /dev/null", 0),
            ("rank hands", 0),
            ("tally hands -o new", 0),
            ("merge tally -o new", 0),
        ] {
            let _ = fs::remove_file(env.path("new"));
            let output = env.shell(&format!("camel-cards {script} {stderr}"));
            assert_eq!(output.status.code(), Some(status), "{script} {stderr}");
        }
        let score = env.shell(&format!("camel-cards score bad --skip-bad-lines {stderr}"));
        assert_eq!(score.stdout, env.run("score hands").stdout);
        assert_eq!(env.read("new"), env.read("tally"));
    }
}

#[test]
#[cfg(unix)]
fn control_characters_in_file_names_are_shown_escaped() {
    let env = TestEnv::new();
    let name = "a\x1B[31m\n\u{9B}b";
    let shown = "a\\x1B[31m\\x0A\\u{9B}b";
    env.write(name, "x\n");
    env.write("hands", EXAMPLE);
    let run = |arguments: &[&str]| {
        let output = env.command("").args(arguments).output().unwrap();
        let told = stderr(&output).to_owned();
        assert!(told.contains(shown) && !told.contains(['\x1B', '\u{9B}']), "{told:?}");
    };
    run(&["score", name]);
    run(&["score", "hands", &format!("no {name}")]);
    run(&["stats", "hands", "--svg", &format!("nowhere/{name}")]);
    run(&["stats", "hands", "--svg", name]);
    run(&["tally", "hands", "-o", "new", "--rejects", name]);
    run(&["tally", "hands", "-o", name, "--rejects", name]);
    run(&["score", "--from-tally", name]);
}

#[test]
fn names_of_any_length_can_be_outputs() {
    let env = files();
    let name = "é".repeat(127);
    assert!(env.command("tally hands -o").arg(&name).status().unwrap().success());
    assert_eq!(env.read(&name), env.read("tally"));
}

#[test]
fn every_missing_file_is_named_before_anything_is_read() {
    let env = files();
    let missing = |names: &[&str]| -> String {
        let told = |name| format!("camel-cards: cannot read {name}: No such file or directory\n");
        names.iter().map(told).collect()
    };
    for (arguments, names) in [
        ("score one bad two hands three", &["one", "two", "three"][..]),
        ("rank bad one --rejects new", &["one"]),
        ("merge one tally two -o new", &["one", "two"]),
        ("score --from-tally one tally two", &["one", "two"]),
        ("diagnose one --order two", &["one", "two"]),
    ] {
        assert_output(&env.run(arguments), 2, "", &missing(names));
    }
    assert!(!env.path("new").exists());
}

/// A file of another kind is known by its content, compressed or not, and no line of it is read.
#[test]
fn files_of_another_kind_say_what_they_are() {
    let env = files();
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(&env.read("tally")).unwrap();
    env.write("tally.gz", gz.finish().unwrap());
    env.write("xz", b"\xFD7zXZ\x00\x00\x04\xE6\xD6\xB4\x46\n\x02");
    env.write("bz2", b"BZh91AY&SY\xFF\n\xE2");
    env.write("zip", b"PK\x03\x04\x14\x00\x00\n\x00");
    env.write("parquet", b"PAR1\x15\x00\n");
    env.write("7z", b"7z\xBC\xAF\x27\x1C\x00\x04\n");
    // A tar begins with the name of a file, and its own name stands later.
    let mut tar = format!("{:\0<257}ustar\x0000", "hands.txt").into_bytes();
    tar.resize(512, 0);
    tar.extend_from_slice(EXAMPLE.as_bytes());
    env.write("tar", &tar);
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(&tar).unwrap();
    env.write("tar.gz", gz.finish().unwrap());
    env.write("tar.zst", zstd::encode_all(&*tar, 1).unwrap());
    for (file, told) in [
        ("tar", "a tar archive (unpack it first: `tar xf`)"),
        ("tar.gz", "a tar archive (unpack it first: `tar xf`)"),
        ("tar.zst", "a tar archive (unpack it first: `tar xf`)"),
        ("tally", "a tally (read it with `camel-cards score --from-tally`)"),
        ("tally.gz", "a tally (read it with `camel-cards score --from-tally`)"),
        ("xz", "an xz file (unpack it first: `xz -d`)"),
        ("bz2", "a bzip2 file (unpack it first: `bzip2 -d`)"),
        ("zip", "a zip archive (unpack it first: `unzip`)"),
        ("7z", "a 7z archive (unpack it first: `7z x`)"),
        ("parquet", "a Parquet file (Polars, pandas and DuckDB read it)"),
    ] {
        let told = format!("expected entries, found {told}\n");
        for command in [
            "score",
            "stats --skip-bad-lines",
            "rank hands",
            "diagnose --answer 1",
            "score --ties min --from-counts",
        ] {
            let output = env.run(&format!("{command} {file}"));
            assert_output(&output, 1, "", &format!("camel-cards: {file}: {told}"));
        }
        // In pieces as they come.
        let output = feed(&mut env.command("score"), env.read(file).chunks(1));
        assert_output(&output, 1, "", &format!("camel-cards: <stdin>: {told}"));
    }
}

#[test]
fn counts_of_hands_are_written_as_people_write_them() {
    let env = TestEnv::new();
    let expected = env.run("generate --shape uniform --hands 2000");
    for hands in ["2_000", "2,000", "2k"] {
        let output = env.run(&format!("generate --shape uniform --hands {hands}"));
        assert_eq!(output, expected, "{hands}");
    }
    let output = env.run("generate --hands 10M");
    assert!(stderr(&output).contains("but you asked for 10000000; shape 'uniform' has no limit"));
    for (hands, told) in [
        ("1.5", "expected a whole number, such as 1000, 1,000,000 or 10M"),
        ("100000000000G", "more than 18446744073709551615"),
    ] {
        let output = env.run(&format!("generate --hands {hands}"));
        assert!(stderr(&output).contains(&format!("'--hands <N>': {told}\n")));
        assert_eq!(output.status.code(), Some(2));
    }
}

/// Fault: `generate --answers`: nobody reads the hands any more | the answers to all hands are written | 0
#[test]
#[cfg(unix)]
fn answers_are_written_though_nobody_reads_the_hands() {
    let env = TestEnv::new();
    let output = env.shell(
        "set -o pipefail; camel-cards generate --hands 100k -o hands --answers key && \
         camel-cards generate --hands 100k --answers new | head -n 1 && cmp key new",
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

/// Fault: `diagnose --rejects`: the file is that of the answers which the same run reads | error | 2
#[test]
fn answers_that_aocd_keeps_are_not_replaced() {
    let env = files();
    let posts = r#"[{"part": "a", "value": "5", "when": "", "message": "too low"}]"#;
    let folder = env.path("aocd/me");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("2023_07_input.txt"), format!("x\n{EXAMPLE}")).unwrap();
    let kept = folder.join("2023_07_post.json");
    fs::write(&kept, posts).unwrap();
    let arguments = "diagnose --skip-bad-lines --force --rejects aocd/me/2023_07_post.json";
    let mut command = env.command(arguments);
    let output = command.env("AOCD_DIR", env.path("aocd")).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).contains("would replace the input"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(kept).unwrap(), posts);
}
