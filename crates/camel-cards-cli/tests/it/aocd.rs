//! What the Python library aocd keeps: the input and the wrong answers of its users.

use std::{fs, process::Output};

use crate::testenv::{EXAMPLE, TestEnv, assert_output, stderr, stdout, testdata};

const INPUT: &str = "2023_07_input.txt";
const POSTS: &str = "2023_07_post.json";

/// A folder of aocd with inputs of these users, whose token nobody can read: it is a folder.
fn aocd(users: &[&str]) -> TestEnv {
    let env = TestEnv::new();
    fs::create_dir(env.path("token")).unwrap();
    for user in users {
        fs::create_dir(env.path(user)).unwrap();
        env.write(&format!("{user}/{INPUT}"), EXAMPLE);
    }
    env
}

fn run(env: &TestEnv, arguments: &str) -> Output {
    env.command(arguments).env("AOCD_DIR", env.folder()).output().unwrap()
}

#[test]
fn at_aocd_is_the_input_in_every_subcommand() {
    let env = aocd(&["github.a.1"]);
    env.write("hands", EXAMPLE);
    env.write("order", EXAMPLE);
    for command in
        ["score", "rank --part 1", "stats", "diagnose --answer 6439", "diagnose --order order"]
    {
        let expected = run(&env, &format!("{command} hands"));
        assert!(!expected.stdout.is_empty(), "{command}: {}", stderr(&expected));
        for file in ["@aocd", "@aocd/github.a.1"] {
            assert_eq!(run(&env, &format!("{command} {file}")), expected, "{command} {file}");
        }
    }
    let tallied = run(&env, "tally @aocd -o new.tally");
    assert_output(&tallied, 0, "", "camel-cards: tallied 5 entries\n");
    // Without AOCD_DIR it is a folder of the user's own.
    fs::create_dir_all(env.path("home/.config/aocd")).unwrap();
    fs::rename(env.path("github.a.1"), env.path("home/.config/aocd/github.a.1")).unwrap();
    let mut score = env.command("score @aocd");
    let score = score.env_remove("AOCD_DIR").env("HOME", env.path("home")).output().unwrap();
    assert!(cfg!(windows) || stdout(&score).starts_with("standard (part 1)  6440\n"));
}

#[test]
fn missing_and_several_users_are_usage_errors() {
    for (users, told) in [
        (&[][..], "aocd has no input for day 7 of 2023 in "),
        (&["a", "b"][..], "aocd has several users, choose one: @aocd/"),
    ] {
        let env = aocd(users);
        for command in ["score @aocd", "diagnose @aocd --answer 1", "diagnose"] {
            let output = run(&env, command);
            assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""), "{command}");
            assert!(stderr(&output).contains(told), "{command}: {}", stderr(&output));
            assert!(users.iter().all(|user| stderr(&output).contains(&format!("@aocd/{user}"))));
        }
        let instead = "; without aocd: camel-cards diagnose hands.txt N\n";
        assert!(stderr(&run(&env, "diagnose")).ends_with(instead));
    }
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn diagnose_alone_tells_the_wrong_answers_of_each_part() {
    let env = aocd(&["a"]);
    let input = env.path(&format!("a/{INPUT}"));
    fs::copy(testdata("coach/hands.txt"), &input).unwrap();
    let post = |part: &str, value: u64, message: &str| {
        format!(r#"{{"part": "{part}", "value": "{value}", "when": "", "message": "{message}"}}"#)
    };
    let posts = [
        post("b", 248_274_926, "That's not the right answer."),
        post("a", 247_100_754, "That's not the right answer; your answer is too low."),
        post("a", 247_000_000, "You gave an answer too recently"),
        post("b", 248_403_366, "That's not the right answer; your answer is too high."),
    ];
    let path = env.write(&format!("a/{POSTS}"), format!("[{}]", posts.join(", ")));
    let options = |part| format!("diagnose {} --format json --part {part}", input.display());
    let expected = [
        run(&env, &(options(1) + " --too-low=247100754")),
        run(&env, &(options(2) + " --answer 248274926 --too-high=248403366")),
    ];
    let expected = expected.each_ref().map(stdout);
    let read = |count: &str| {
        format!(
            "camel-cards: the input is {}, with {count} in {}\n",
            input.display(),
            path.display()
        )
    };
    let three = read("3 wrong answers");
    for command in ["diagnose --format json", "diagnose --format json @aocd/a"] {
        assert_output(&run(&env, command), 1, &expected.concat(), &three);
    }
    let one = run(&env, "diagnose --part 1 --format json");
    assert_output(&one, 1, expected[0], &read("1 wrong answer"));
    let text = run(&env, "diagnose");
    let parts = ["wrong  247100754 is too low for part 1", "\n\nwrong  248274926 is too low"];
    assert!(parts.iter().all(|part| stdout(&text).contains(part)), "{}", stdout(&text));
}

#[test]
fn diagnose_alone_without_wrong_answers_says_what_to_type() {
    let env = aocd(&["a"]);
    let posts = env.path("a").join(POSTS);
    let none = format!(
        "camel-cards: nothing to diagnose: no wrong answer in {}; give one with --answer N\n",
        posts.display()
    );
    assert_output(&run(&env, "diagnose"), 2, "", &none);
    let right = r#"[{"part": "a", "value": "6440", "message": "That's the right answer!"}]"#;
    fs::write(&posts, right).unwrap();
    assert_output(&run(&env, "diagnose"), 2, "", &none);
    fs::write(&posts, "[").unwrap();
    let output = run(&env, "diagnose");
    let told = format!("camel-cards: {}: EOF while parsing", posts.display());
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with(&told), "{}", stderr(&output));
    // A file that aocd did not write has no answers beside it.
    env.write("hands", EXAMPLE);
    let told = "nothing to diagnose: give your wrong answer, as in camel-cards diagnose input.txt 250577259";
    assert!(stderr(&run(&env, "diagnose hands")).contains(told));
}
