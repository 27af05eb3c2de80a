//! What can go wrong beneath the command, caused for real. docs/trust/faults.md lists these tests and others like them: of
//! each it has the line that begins with `/// Fault:`.

use std::{fs, io::Write};

use flate2::{Compression, write::GzEncoder};

use crate::testenv::{EXAMPLE, TestEnv, package, stderr, stdout};
#[cfg(target_os = "linux")]
use crate::testenv::{copy_command, spawn, wait_until};

/// All tests in which something fails say what: the fault, what happens, and the exit status.
#[test]
fn table_of_faults_is_that_of_the_tests() {
    let mut files: Vec<_> = fs::read_dir(package("tests/it")).unwrap().flatten().collect();
    files.sort_by_key(fs::DirEntry::file_name);
    let mut rows = String::new();
    for file in files {
        let (text, name) = (fs::read_to_string(file.path()).unwrap(), file.file_name());
        let lines: Vec<&str> = text.lines().collect();
        for (i, line) in lines.iter().enumerate() {
            let Some(row) = line.strip_prefix("/// Fault: ") else { continue };
            let test = lines[i..].iter().find_map(|line| line.strip_prefix("fn "));
            let test = test.and_then(|rest| rest.split('(').next()).unwrap();
            let module = name.to_str().unwrap().trim_end_matches(".rs");
            rows += &format!("| {row} | `{module}::{test}` |\n");
        }
    }
    let page = package("docs/trust/faults.md");
    let text = fs::read_to_string(&page).unwrap();
    let rule = "|---|---|---|---|\n";
    let written = format!("{}{rule}{rows}", text.split(rule).next().unwrap());
    if std::env::var_os("BLESS").is_some() {
        fs::write(&page, &written).unwrap();
    }
    assert!(text == written, "docs/trust/faults.md is not that of the tests: BLESS=1 writes it");
}

/// Fault: a disk of 64 KB fills up | error that names the file; no partial file | 2
#[test]
#[cfg(target_os = "linux")]
fn small_disk_that_fills_up() {
    let env = TestEnv::new();
    fs::create_dir(env.path("disk")).unwrap();
    let on_disk = |script: &str| {
        env.shell(&format!(
            "export -f camel-cards; unshare --mount --map-root-user bash -c \
             'mount -t tmpfs -o size=64k none disk && {{ {script}; }}'"
        ))
    };
    // A machine is what it is: some containers let nobody mount.
    if !on_disk("true").status.success() {
        eprintln!("small_disk_that_fills_up: skipped, no disk can be mounted here");
        return;
    }
    for command in [
        "camel-cards generate --shape uniform --hands 100k > lines.txt; camel-cards tally lines.txt -o disk/out",
        "yes x | head -n 100000 | camel-cards score --skip-bad-lines --rejects disk/out 2>&1 >/dev/null | tail -n 1 >&2; (exit ${PIPESTATUS[2]})",
    ] {
        let output = on_disk(&format!("{command}; status=$?; ls disk; exit $status"));
        let told = "cannot write disk/out: No space left on device\n";
        assert!(stderr(&output).ends_with(told), "{command}: {}", stderr(&output));
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""), "{command}");
    }
}

/// Fault: `kill -9` while an output is written | no file of that name; the next run writes it | killed
#[test]
#[cfg(target_os = "linux")]
fn kill_while_an_output_is_written() {
    let env = TestEnv::new();
    let mut tally = env.command("tally - -o out.tally --rejects rejects.txt --skip-bad-lines");
    let mut child = spawn(tally.stdin(std::process::Stdio::piped()));
    wait_until("there are two temporary files", || env.names().len() == 2);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!env.names().iter().any(|name| name == "out.tally" || name == "rejects.txt"));
    env.write("hands.txt", EXAMPLE);
    let again = env.run("tally hands.txt -o out.tally");
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    assert_eq!(env.run("score --from-tally out.tally").status.code(), Some(0));
}

/// Fault: the reader of a pipe stops anywhere | the command ends without a message | 0
#[test]
#[ignore = "long: run by cargo xtask ci"]
#[cfg(unix)]
fn pipe_that_is_closed_anywhere() {
    let env = TestEnv::new();
    env.write("hands.txt", EXAMPLE.repeat(2000));
    env.write("example.txt", EXAMPLE);
    for command in [
        "rank --part 1 hands.txt",
        "rank --part 2 --format csv --order input hands.txt",
        "score --format json hands.txt",
        "stats hands.txt",
        "stats --svg - hands.txt",
        "generate --shape uniform --hands 20k",
        "tally hands.txt -o - 2> /dev/null",
        "explain 32T3K",
        "diagnose example.txt --answer 5",
        "man",
        "completions bash",
    ] {
        for bytes in [0, 1, 100, 4096, 65536, 66000] {
            let script = format!(
                "camel-cards {command} | head -c {bytes} > /dev/null; exit ${{PIPESTATUS[0]}}"
            );
            let output = env.shell(&script);
            let status = output.status.code();
            // A wrong answer is status 1 wherever its explanation goes.
            let expected = if command.starts_with("diagnose") { [0, 1] } else { [0, 0] };
            assert!(
                status.is_some_and(|status| expected.contains(&status)),
                "{script}: {status:?}"
            );
            assert_eq!(stderr(&output), "", "{script}");
        }
    }
}

/// Fault: a slow writer that pauses within lines | the answer, once the pipe is closed | 0
#[test]
#[cfg(unix)]
fn slow_writer() {
    let env = TestEnv::new();
    env.write("hands.txt", "32T3K 765\nT55J5 684\nKK677 28\n");
    let slow = "mkfifo pipe; (for piece in 32T3 'K 7' $'65\\nT55J5' ' 684' $'\\nKK677 2'; do \
                printf %s \"$piece\"; sleep 0.05; done; printf 8) > pipe & ";
    for arguments in ["pipe", "- < pipe", "--threads 1 pipe"] {
        let script = format!("rm -f pipe; {slow} camel-cards score --format json {arguments}");
        let output = env.shell(&script);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""), "{arguments}");
        let expected = stdout(&env.shell("camel-cards score --format json hands.txt")).to_owned();
        assert_eq!(stdout(&output), expected, "{arguments}");
    }
}

/// Fault: the system refuses threads | the same answers from one thread | 0
#[test]
#[ignore = "long: run by cargo xtask ci"]
#[cfg(target_os = "linux")]
fn no_threads() {
    let env = TestEnv::new();
    let lines = env
        .shell("camel-cards generate --shape uniform --hands 200k > hands.txt; chmod -R a+rwX .");
    assert!(lines.status.success(), "{}", stderr(&lines));
    // The limit does not hold for root.
    let alone = "cp -f \"$COMMAND\" ./alone; run() { if [ $(id -u) = 0 ]; then \
                 setpriv --reuid 65534 --clear-groups prlimit --nproc=1 \"$@\"; else prlimit --nproc=1 \"$@\"; fi; }; ";
    for arguments in [
        "score hands.txt",
        "score - < hands.txt",
        "score --threads 4 hands.txt",
        "tally hands.txt -o - 2> /dev/null",
        "rank --part 1 hands.txt",
        "diagnose hands.txt --answer 1",
    ] {
        let usual = env.shell(&format!("camel-cards {arguments} | cksum"));
        let script =
            format!("COMMAND={}; {alone} run ./alone {arguments} | cksum", crate::testenv::COMMAND);
        let output = env.shell(&script);
        assert_eq!((stderr(&output), stdout(&output)), ("", stdout(&usual)), "{arguments}");
    }
}

/// Fault: the system refuses the thread that removes temporary files | error before an output is written | 2
#[test]
#[cfg(target_os = "linux")]
fn no_thread_for_an_output() {
    let env = TestEnv::new();
    env.write("hands.txt", EXAMPLE);
    copy_command(&env.path("command"));
    let script = "chmod -R a+rwX .; exec $([ $(id -u) = 0 ] && echo setpriv --reuid 65534 --clear-groups) \
                  prlimit --nproc=1 ./command tally hands.txt -o new";
    let told = "camel-cards: cannot write new: no more threads may be started (ulimit -u)\n";
    crate::testenv::assert_output(&env.shell(script), 2, "", told);
    assert_eq!(env.names(), ["command", "hands.txt"]);
}

/// Fault: a compressed file cut, or one byte changed, anywhere | error; or the right answer (0) if the byte does not matter | 1 or 2
#[test]
#[cfg(unix)]
fn damage_anywhere_in_compressed_files() {
    let env = TestEnv::new();
    env.write("hands.txt", EXAMPLE);
    let right = stdout(&env.run("score hands.txt")).to_owned();
    let mut gz = GzEncoder::new(Vec::new(), Compression::best());
    gz.write_all(EXAMPLE.as_bytes()).unwrap();
    // As zstd's own program has it.
    let mut zst = zstd::Encoder::new(Vec::new(), 3).unwrap();
    zst.include_checksum(true).unwrap();
    zst.write_all(EXAMPLE.as_bytes()).unwrap();
    for (name, whole) in [("gz", gz.finish().unwrap()), ("zst", zst.finish().unwrap())] {
        env.write(&format!("hands.{name}"), &whole);
        assert_eq!(stdout(&env.run(&format!("score hands.{name}"))), right);
        for at in 0..whole.len() {
            let mut wrong = whole.clone();
            wrong[at] ^= 0x55;
            for (what, bytes) in [("ends", &whole[..at]), ("wrong", &wrong)] {
                // Without its first bytes it is a text, and an empty one is no hands.
                if what == "ends" && at == 0 {
                    continue;
                }
                env.write("damaged", bytes);
                let output = env.run("score damaged");
                let status = output.status.code();
                let is_right = status == Some(0) && what == "wrong" && stdout(&output) == right;
                let is_error = matches!(status, Some(1 | 2)) && stdout(&output).is_empty();
                assert!(
                    is_right || is_error,
                    "{name}, {what} at {at}: {status:?} {}",
                    stdout(&output)
                );
            }
        }
    }
}
