//! Whatever a solution prints, judging it ends; and a right answer among text without numbers as
//! large as totals, and without names of parts, is never called wrong.

#![no_main]

use camel_cards_coach::{Judge, JudgeOptions, Run, RunEnd, VerdictKind};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [kind, data @ ..] = data else { return };
    let text = String::from_utf8_lossy(data);
    let is_quiet = !text.bytes().any(|byte| byte.is_ascii_digit())
        && !["silver", "gold", "one", "two", "first", "second", "\u{1b}"]
            .iter()
            .any(|word| text.to_ascii_lowercase().contains(word));
    let is_right = *kind % 2 == 0;
    let lines: Vec<&str> = text.split('\n').collect();
    let mut run = 0_usize;
    let mut judge = Judge::new(JudgeOptions::default());
    while let Some(batch) = judge.next_batch() {
        let runs = batch.inputs.iter().map(|input| {
            run += 1;
            let total =
                camel_cards::score(input.as_bytes()).map_or(0, |score| score.winnings.joker);
            let printed = match is_right {
                true => format!("{text}\n{total}\n{text}"),
                false => lines[run % lines.len()..].join("\n"),
            };
            let end =
                if *kind % 7 == 3 { RunEnd::Failed("failed".to_owned()) } else { RunEnd::Ended };
            Run { printed, end, ..Run::default() }
        });
        judge.take(runs.collect());
    }
    let verdict = judge.verdict().expect("judging ends with a verdict");
    assert!(!verdict.to_string().is_empty());
    if is_right && is_quiet {
        assert_eq!(verdict.part.kind, VerdictKind::Right, "{verdict}");
    }
});
