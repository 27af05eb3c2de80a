//! The course of judging, from the first runs to the verdict.

use std::{cmp::Reverse, collections::HashSet, future, mem, time::Duration};

use camel_cards::{PerRules, Rules};

use super::{
    JudgeOptions, LineEnds, PartVerdict, Run, RunEnd, Verdict, VerdictKind,
    answers::AnswerReader,
    explain::{Explain, findings_for_all, rules_left},
    last_lines,
    numbers::{Number, named_part},
    plan::{self, TestInput},
    runner::{Handoff, Runner},
    sample::Sample,
};

/// The number of inputs like the puzzle's that a program must solve.
const INPUTS: usize = 12;

/// The answers to this many of them decide under which rules a program is judged. If it is wrong on one of them, the
/// others are not run.
const NAMED_BY: usize = 6;

/// The line ends of the site's inputs, and others that a program may need instead. It may read the empty piece after the
/// last newline as a hand, which a user who pasted the input does not see, or split lines at `\r\n`, if its file came
/// from Windows.
const LINE_ENDS: [LineEnds; 4] = [
    LineEnds { without_last_newline: false, with_carriage_returns: false },
    LineEnds { without_last_newline: true, with_carriage_returns: false },
    LineEnds { without_last_newline: false, with_carriage_returns: true },
    LineEnds { without_last_newline: true, with_carriage_returns: true },
];

/// The places of the first runs: the example, an input without jokers, two of full size, and the first of these again.
const EXAMPLE: usize = 0;
const FIRST_FULL_SIZE: usize = 2;
const AGAIN: usize = 4;

/// No other line ends are tried after the runs have taken this long.
const OTHER_ENDS_TIME: Duration = Duration::from_secs(30);

#[derive(Default)]
pub(super) struct Session {
    options: JudgeOptions,
    runner: Runner,
    reader: AnswerReader,
    example: Option<Sample>,
    /// Runs on inputs of full size, and on unusual ones if they count.
    checked: Vec<Sample>,
    /// The parts that fail, in order.
    failing: Vec<PartVerdict>,
    /// Failures on unusual inputs, in a few words each.
    beyond: Vec<String>,
    rules_are_guessed: bool,
}

impl Session {
    pub(super) fn new(options: JudgeOptions, handoff: Handoff) -> Session {
        let runner = Runner::new(handoff, options.timeout);
        Session { options, runner, ..Session::default() }
    }

    pub(super) async fn judge(mut self) {
        self.find_verdict().await;
        self.publish();
        future::pending::<()>().await;
    }

    async fn find_verdict(&mut self) {
        let seed = self.options.seed.unwrap_or(1);
        let last = INPUTS as u64 - 1;
        let inputs = (0..last).map(|i| plan::full_size(seed.wrapping_add(i)));
        let mut inputs = inputs.chain([plan::with_straights(seed.wrapping_add(last))]);
        // A program that fails on jokers may answer without them.
        let mut first = vec![TestInput::example(), plan::without_jokers(seed)];
        first.extend(inputs.by_ref().take(2));
        let (mut samples, is_paired) = self.first_runs(&first).await;
        let learn = |runs: &[Sample]| AnswerReader::learn(runs, &samples[EXAMPLE], &self.options);
        // A single answer is not enough if the other runs timed out.
        let answers = |one: &&Sample| !one.run.is_late() || !one.run.printed.is_empty();
        let is_known = samples.iter().filter(answers).count() + usize::from(is_paired) > 1;
        let reader = learn(&samples[1..]).or_else(|| learn(&samples[..1])).filter(|_| is_known);
        let Some(mut reader) = reader else { return self.no_answer(&samples) };
        let is_right = |of: &&Rules| reader.is_right(&samples[FIRST_FULL_SIZE], **of);
        if reader.rules.len() == 2 && reader.rules.iter().filter(is_right).count() == 1 {
            // A number that is not the other answer may have been the same by chance.
            let mut again = self.runner.run_once_more(&samples[FIRST_FULL_SIZE].input).await;
            samples[FIRST_FULL_SIZE].pair(&mut again);
            let learned = AnswerReader::learn(&samples[1..], &samples[EXAMPLE], &self.options);
            reader = learned.unwrap_or(reader);
        }
        self.reader = reader;
        if !reads_input(&samples) {
            // No part is right.
            self.reader = AnswerReader::default();
            if prints_other_words(&samples) {
                return self.no_answer(&samples);
            }
            let kind = VerdictKind::NotRead;
            let read = samples.iter().rev().find_map(Sample::last_line);
            let part = PartVerdict { kind, read, ..PartVerdict::default() };
            return self.failing.push(part);
        }
        let mut unchecked = samples.split_off(FIRST_FULL_SIZE);
        self.example = samples.into_iter().next();
        let purpose = "inputs like the puzzle's";
        unchecked
            .extend(self.runner.run(inputs.by_ref().take(NAMED_BY - 2).collect(), purpose).await);
        if self.reader.part_is_unknown {
            self.decide_rules(&unchecked).await;
        }
        self.check(unchecked).await;
        if self.failing.is_empty() {
            let samples = self.runner.run(inputs.collect(), purpose).await;
            self.check(samples).await;
        }
        if self.failing.is_empty() {
            self.publish();
            self.runner.after_verdict = !self.options.strict;
            let samples = self.runner.run(plan::unusual(seed), "inputs outside the format").await;
            self.check(samples).await;
            self.runner.after_verdict = false;
        }
        for i in 0..self.failing.len() {
            self.publish();
            let (part, failing) = (self.failing[i].clone(), self.failing.clone());
            let (runner, checked) = (mem::take(&mut self.runner), mem::take(&mut self.checked));
            let mut explain = Explain { runner, reader: &self.reader, checked, failing };
            self.failing[i] = explain.explained(part).await;
            (self.runner, self.checked) = (explain.runner, explain.checked);
        }
    }

    /// Shows the front the result so far: the parts that fail, and those that do not.
    fn publish(&self) {
        let rules = self.rules_left();
        // Quote its answer to the example, unless there is none.
        let quoted = |sample: &Sample| -> Option<Vec<String>> {
            let parts = rules.iter().map(|&rules| self.reader.verdict(sample, &[rules]));
            parts.map(|part| part.read.filter(|_| part.kind == VerdictKind::Right)).collect()
        };
        let lines = self.example.iter().chain(&self.checked).find_map(quoted);
        let read = lines.map(|lines| lines.join("\n"));
        let mut right = PartVerdict { rules, read, ..PartVerdict::default() };
        // A program whose answers are right may fail all the same.
        let last = self.checked.last().filter(|_| self.failing.is_empty());
        if let Some(Run { end: RunEnd::Failed(how), stderr, .. }) = last.map(|one| &one.run) {
            (right.failure, right.stderr) = (Some(how.clone()), last_lines(stderr));
        }
        let right = Some(right).filter(|right| !right.rules.is_empty());
        let Runner { count, line_ends, slowest, returned, .. } = self.runner;
        let parts = self.failing.iter().cloned().chain(right);
        let mut parts = parts.map(|part| PartVerdict { returned, ..part });
        let (part, other) = (parts.next().unwrap_or_default(), parts.next());
        self.runner.handoff.borrow_mut().verdict = Some(Verdict {
            names_other_part: part.kind == VerdictKind::Right && self.reader.names_other_part,
            part,
            other,
            runs: count,
            line_ends,
            beyond: self.beyond.clone(),
            rules_are_guessed: self.rules_are_guessed,
            only_part: self.options.rules.is_none() && self.reader.rules.len() == 1,
            slowest_run: slowest,
        });
    }

    /// Runs the program on the first inputs, and once more on the first one of full size. If it answers better with other
    /// line ends, it is judged with them. Returns whether both runs on that one ended.
    async fn first_runs(&mut self, first: &[TestInput]) -> (Vec<Sample>, bool) {
        let mut tried = Vec::new();
        for line_ends in LINE_ENDS {
            self.runner.line_ends = line_ends;
            let is_first = tried.is_empty();
            let again = first[FIRST_FULL_SIZE..].iter().take(usize::from(is_first));
            let inputs = first.iter().chain(again).cloned().collect();
            let samples = self.runner.run(inputs, "looking for its answers").await;
            let quality = samples[FIRST_FULL_SIZE..AGAIN].iter().map(quality).max();
            let is_late = samples.iter().any(|one| one.run.is_late());
            tried.push((Reverse(quality), samples, line_ends));
            if quality.is_some_and(|[is_right, ..]| is_right)
                || is_late
                || self.runner.spent > OTHER_ENDS_TIME
            {
                break;
            }
        }
        // Of equally good ones, the first.
        let best = tried.into_iter().min_by_key(|(quality, ..)| *quality);
        let (_, mut samples, line_ends) = best.unwrap_or_default();
        self.runner.line_ends = line_ends;
        if samples.len() == AGAIN {
            samples.push(self.runner.run_once_more(&first[FIRST_FULL_SIZE]).await);
        }
        let mut again = samples.remove(AGAIN);
        if samples[FIRST_FULL_SIZE].run.is_late() {
            mem::swap(&mut samples[FIRST_FULL_SIZE], &mut again);
        }
        let is_paired = !again.run.is_late();
        if is_paired {
            samples[FIRST_FULL_SIZE].pair(&mut again);
        }
        (samples, is_paired)
    }

    /// A program in whose runs no answer was found, or most of which took too long.
    fn no_answer(&mut self, samples: &[Sample]) {
        let late = samples.iter().find(|one| one.run.is_late());
        let sample = late.unwrap_or(&samples[0]);
        let kind = late.map_or(VerdictKind::NoAnswer, |_| VerdictKind::Timeout);
        let failure = self.reader.verdict_on(None, sample, &[Rules::Standard]).failure;
        let rules = self.options.rules.as_slice();
        self.failing.push(PartVerdict { kind, failure, ..PartVerdict::new(rules, sample) });
    }

    fn rules_left(&self) -> Vec<Rules> {
        rules_left(&self.reader, &self.failing)
    }

    /// Compares the answers to inputs. Failures on unusual ones count only if judging is strict.
    async fn check(&mut self, samples: Vec<Sample>) {
        for mut sample in samples {
            let failing = self.failing_parts(&mut sample).await;
            if let Some(name) = sample.input.unusual {
                let symptom = match failing.iter().any(|part| loses_repeats(part, &sample)) {
                    true => "loses repeated hands".to_owned(),
                    false => format!("fails on {name}"),
                };
                if !failing.is_empty() && !self.beyond.contains(&symptom) {
                    self.beyond.push(symptom);
                }
                if !self.options.strict {
                    continue;
                }
            }
            self.failing.extend(failing);
            self.checked.push(sample);
        }
    }

    /// Returns the parts whose answers to an input are not right. If there are any, runs the program once more, and
    /// `sample` is then this run. A crash, or no answer in time, counts only if it happens again; a wrong answer counts
    /// also if the other run is right.
    async fn failing_parts(&mut self, sample: &mut Sample) -> Vec<PartVerdict> {
        let rules = self.rules_left();
        let first = rules.iter().map(|&rules| self.reader.verdict(sample, &[rules]));
        let is_failing = |part: &PartVerdict| part.kind != VerdictKind::Right;
        let mut failing: Vec<PartVerdict> = first.filter(is_failing).collect();
        if failing.is_empty() {
            return failing;
        }
        let mut again = self.runner.run_once_more(&sample.input).await;
        sample.pair(&mut again);
        for part in &mut failing {
            *part = self.reader.verdict(sample, &part.rules);
            let again = self.reader.verdict(&again, &part.rules);
            if part.kind == VerdictKind::Wrong && again.answered.is_some() {
                let is_other = |answer: &String| part.answered.as_ref() != Some(answer);
                part.answered_another_time = again.answered.filter(is_other);
            } else {
                *part = again;
            }
        }
        *sample = again;
        failing.retain(is_failing);
        // The same crash loses both answers.
        if let [one, other] = &failing[..] {
            if one.answered.is_none() && (one.kind, &one.failure) == (other.kind, &other.failure) {
                failing = vec![self.reader.verdict(sample, &rules)];
            }
        }
        failing
    }

    /// If the only answer is right under neither rules, decides under which rules it is judged.
    async fn decide_rules(&mut self, samples: &[Sample]) {
        let named = PerRules::from_fn(|rules| findings_for_all(&self.reader, rules, samples));
        let hint = named_part(&self.options.name);
        let told = |rules| {
            // 6440 is also what part 2 gives with some mistakes, but 5905 is hardly chance.
            let is_telling = rules == Rules::Joker || named.joker.is_empty();
            let is_right = |one| is_telling && self.reader.is_right(one, rules);
            let of_example = self.example.iter().any(is_right);
            // One mistake is likelier than two.
            let mistakes = named[rules].first().map_or(usize::MAX, |one| one.ids().len());
            (hint == Some(rules), of_example, Reverse(mistakes))
        };
        let mut order = told(Rules::Joker).cmp(&told(Rules::Standard));
        self.rules_are_guessed = order.is_eq();
        if order.is_eq() {
            // Most wrong programs are right on few hands, under the rules of their part.
            let few = self.runner.run(plan::three_hands(), "finding the part that it solves").await;
            let votes = |rules| few.iter().filter(|one| self.reader.is_right(one, rules)).count();
            order = votes(Rules::Joker).cmp(&votes(Rules::Standard));
        }
        let is_joker = order.is_gt() || order.is_eq() && !named.joker.is_empty();
        let rules = if is_joker { Rules::Joker } else { Rules::Standard };
        self.reader.decide(rules);
    }
}

/// How well a program does with some line ends: whether it prints a right total, a possible total, or another number.
fn quality(sample: &Sample) -> [bool; 4] {
    let has_ended = sample.run.end == RunEnd::Ended;
    let has_number = has_ended && sample.has_number();
    [sample.has_right_total(), sample.has_total(), has_number, has_ended]
}

/// Whether what a program prints may depend on its input: a number that is the same in two runs on one input, but is not
/// printed for another input.
fn reads_input(samples: &[Sample]) -> bool {
    let read = samples.iter().filter(|one| !one.run.is_late() && one.has_number());
    let read: Vec<&Sample> = read.collect();
    let one = read.iter().find(|one| one.stable.is_some()).or(read.last());
    let other = one.and_then(|one| read.iter().find(|other| other.input.text != one.input.text));
    let (Some(one), Some(other)) = (one, other) else { return true };
    let is_stable = |number: &&Number| {
        one.stable.as_ref().is_none_or(|stable| stable.contains(&number.value))
            && (number.is_in(&one.input.range) || one.is_away_from_hands(**number))
    };
    let mut stable = one.printed.numbers.iter().filter(is_stable).peekable();
    // Numbers are read by the range of the totals, so the same text may have others.
    let [text, other_text] = [one, other].map(|sample| (&sample.run.printed, &sample.run.stderr));
    stable.peek().is_none()
        || text != other_text && stable.any(|one| !other.printed.values().contains(&one.value))
}

/// Whether a program prints more than other numbers for the last of some inputs than for the first, and so reads them.
fn prints_other_words(samples: &[Sample]) -> bool {
    let words = |sample: &Sample| {
        let text = format!("{}{}", sample.run.printed, sample.run.stderr);
        text.replace(|char: char| char.is_ascii_digit() || char.is_whitespace(), "")
    };
    samples.first().map(words) != samples.last().map(words)
}

/// Whether the answer is the total without the later ones of identical hands.
fn loses_repeats(failing: &PartVerdict, sample: &Sample) -> bool {
    let entries = &sample.input.entries;
    let mut kept = HashSet::new();
    let first = entries.iter().filter(|one| kept.insert(one.hand)).copied();
    let total = TestInput::new(first).totals[failing.rules[0]];
    kept.len() < entries.len() && failing.answered == Some(total.to_string())
}
