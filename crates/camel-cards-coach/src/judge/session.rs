//! The course of judging, from the first runs to the verdict.

use std::{cell::RefCell, cmp::Reverse, future::poll_fn, mem, rc::Rc, task::Poll, time::Duration};

use camel_cards::{PerRules, Rules};

use super::{
    answers::AnswerReader,
    naming,
    numbers::named_part,
    plan::{self, Sample, TestInput},
    run::{Batch, JudgeOptions, Run, RunEnd},
    verdict::{Outcome, PartVerdict, Verdict, VerdictKind},
};

use crate::Finding;

/// The least time that a run is given, unless the limit is shorter.
const LIMIT_MIN: Duration = Duration::from_secs(2);

/// A run that takes so long is slow: progress says how long.
const SLOW: Duration = Duration::from_secs(1);

/// How many inputs like the puzzle's it has to be right on.
const INPUTS: usize = 12;

/// Once an answer is wrong, so many answers to inputs of full size are collected to name the mistake by.
const NAMED_BY: usize = 6;

/// Where judging and the front that runs the solution meet. Judging is an async function that
/// nobody spawns: when it needs runs, it leaves a batch here and waits; the front takes the batch,
/// runs the solution in its own way, and puts the runs here.
pub(super) type Desk = Rc<RefCell<Papers>>;

#[derive(Default)]
pub(super) struct Papers {
    pub(super) batch: Option<Batch>,
    pub(super) runs: Option<Vec<Run>>,
    /// What is known by now.
    pub(super) verdict: Option<Verdict>,
}

#[derive(Default)]
pub(super) struct Session {
    pub(super) options: JudgeOptions,
    pub(super) seed: u64,
    pub(super) timeout: Duration,
    pub(super) desk: Desk,
    pub(super) reader: AnswerReader,
    /// The longest of the runs that ended.
    pub(super) slowest: Duration,
    /// How long all runs took, where those of a batch run side by side.
    pub(super) spent: Duration,
    /// Runs on inputs of full size, and on others that count.
    pub(super) checked: Vec<Sample>,
    /// What gives the only answer, if that was looked for to decide under which rules it is judged.
    pub(super) named: Option<Vec<Finding>>,
    /// The parts that fail, in order.
    pub(super) failing: Vec<PartVerdict>,
    /// What is known besides the parts. It says in which form inputs are [written](Self::written).
    pub(super) verdict: Verdict,
}

/// What the first runs come to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Read {
    Nothing,
    Numbers,
    InRange,
    Right,
}

impl Session {
    pub(super) async fn judge(mut self) {
        self.find_verdict().await;
        self.publish();
    }

    /// Lets the front see what is known: the parts that fail, and those that do not.
    fn publish(&self) {
        let (rules, example) = (self.open_rules(), self.example());
        // What it answers to the example is quoted, unless that is no answer.
        let is_right = |one: &&Sample| rules.iter().all(|&rules| self.reader.is_right(one, rules));
        let samples = [&example].into_iter().chain(&self.checked).filter(is_right);
        let outcome = Outcome { read: self.lines_read(samples), ..Outcome::default() };
        let right = PartVerdict { rules, outcome, ..PartVerdict::default() };
        let right = Some(right).filter(|right| !right.rules.is_empty());
        let mut parts = self.failing.iter().cloned().chain(right);
        let (part, other) = (parts.next().unwrap_or_default(), parts.next());
        let only_part = self.options.rules.is_none() && self.reader.rules.len() == 1;
        self.desk.borrow_mut().verdict =
            Some(Verdict { part, other, only_part, ..self.verdict.clone() });
    }

    async fn find_verdict(&mut self) {
        let mut inputs = plan::full_size(self.seed, INPUTS);
        let full: Vec<TestInput> = inputs.by_ref().take(2).collect();
        let (mut samples, mut reader, read) = self.first_runs(&full).await;
        // It may read the empty piece behind the last newline as a hand, which somebody who pasted the input does not
        // see; or split lines at `\r\n` only. It is judged in that form if more is read then.
        for with_returns in [false, true] {
            let is_late = samples.iter().any(|one| one.run.end == RunEnd::TimedOut);
            if is_late || read >= if with_returns { Read::InRange } else { Read::Right } {
                break;
            }
            self.verdict.without_last_newline = !with_returns;
            self.verdict.with_carriage_returns = with_returns;
            let other = self.first_runs(&full).await;
            if other.2 > read {
                (samples, reader, _) = other;
                break;
            }
            self.verdict.without_last_newline = false;
            self.verdict.with_carriage_returns = false;
        }
        self.verdict.example = samples[0].run.clone();
        self.verdict.asserts = samples.iter().all(|one| one.run.fails_assertion());
        // One answer tells nothing where the others took too long.
        let is_ended = |one: &&Sample| one.run.end != RunEnd::TimedOut;
        let is_known = samples.iter().filter(is_ended).count() > 1;
        let Some(reader) = reader.filter(|_| is_known) else { return self.no_answer(&samples) };
        self.reader = reader;
        self.verdict.is_on_stderr = self.reader.is_on_stderr;
        if !self.drop_noise(&samples).await {
            let read = self.lines_read(samples.iter().rev());
            let outcome = Outcome { kind: VerdictKind::NotRead, read, ..Outcome::default() };
            self.failing.push(PartVerdict { outcome, ..PartVerdict::default() });
            // No part is judged.
            self.reader = AnswerReader::default();
            return;
        }
        samples.truncate(3);
        self.check(samples.split_off(1)).await;
        // Two have been run.
        let left = if self.failing.is_empty() { usize::MAX } else { NAMED_BY - 2 };
        let all = self.run(inputs.take(left).collect(), "inputs like the puzzle's").await;
        self.check(all).await;
        if !self.failing.is_empty() && self.reader.rules_are_open {
            self.decide_rules().await;
        }
        if self.failing.is_empty() {
            self.go_beyond().await;
        }
        for i in 0..self.failing.len() {
            self.publish();
            self.failing[i] = self.explain(self.failing[i].clone()).await;
        }
    }

    /// The lines that its answers are read from, of the parts that have not failed: of the first sample that has all of them.
    fn lines_read<'a>(&self, mut samples: impl Iterator<Item = &'a Sample>) -> Option<String> {
        let open = self.open_rules();
        let lines = |sample: &Sample| -> Option<Vec<String>> {
            open.iter().map(|&rules| self.reader.outcome(sample, rules).read).collect()
        };
        samples.find_map(lines).filter(|lines| !lines.is_empty()).map(|lines| lines.join("\n"))
    }

    fn example(&self) -> Sample {
        Sample { input: TestInput::example(), run: self.verdict.example.clone() }
    }

    /// Runs the solution on inputs side by side, in the form in which it is judged on them.
    pub(super) async fn run(&mut self, inputs: Vec<TestInput>, purpose: &str) -> Vec<Sample> {
        let limit = self.limit();
        let inputs: Vec<TestInput> = inputs.into_iter().map(|input| self.written(input)).collect();
        let known = self.failing.iter().map(|one| one.outcome.kind.name());
        let slow = format!("one run takes {} s", self.slowest.as_secs());
        let slow = (self.slowest >= SLOW).then_some(&*slow);
        let purpose = known.chain([purpose]).chain(slow).collect::<Vec<_>>().join("; ");
        let texts = inputs.iter().map(|input| input.text.clone()).collect();
        self.desk.borrow_mut().batch = Some(Batch { inputs: texts, limit, purpose });
        let taken = || self.desk.borrow_mut().runs.take().map_or(Poll::Pending, Poll::Ready);
        let mut runs = poll_fn(|_| taken()).await;
        runs.resize_with(inputs.len(), Run::default);
        self.verdict.runs += runs.len();
        self.spent += runs.iter().map(|run| run.time).max().unwrap_or_default();
        self.verdict.cut = runs.iter().map(|run| run.cut).fold(self.verdict.cut, u64::max);
        self.verdict.has_no_order |= runs.iter().any(Run::has_no_order);
        let ended = runs.iter().filter(|run| run.end != RunEnd::TimedOut);
        self.slowest = ended.map(|run| run.time).fold(self.slowest, Duration::max);
        inputs.into_iter().zip(runs).map(|(input, run)| Sample { input, run }).collect()
    }

    pub(super) async fn run_once_more(&mut self, input: &TestInput) -> Sample {
        self.run(vec![input.clone()], "once more").await.remove(0)
    }

    /// How long a run may take: the first as long as any may, the others several times as long as the slowest.
    pub(super) fn limit(&self) -> Duration {
        match self.slowest {
            Duration::ZERO => self.timeout,
            slowest => self.timeout.min(LIMIT_MIN.max(slowest * 10)),
        }
    }

    /// The input as this solution is judged on it.
    pub(super) fn written(&self, mut input: TestInput) -> TestInput {
        // As somebody pastes it. An empty line at the end stays.
        if self.verdict.without_last_newline && !input.text.ends_with("\n\n") {
            input.text.truncate(input.text.trim_end_matches(['\r', '\n']).len());
        }
        if self.verdict.with_carriage_returns && !input.text.contains('\r') {
            input.text = input.text.replace('\n', "\r\n");
        }
        input
    }

    /// Runs the solution on the example and two inputs of full size, and on one more if any fails; says how its answers
    /// are read, and the most that is read of an input of full size.
    async fn first_runs(
        &mut self,
        full: &[TestInput],
    ) -> (Vec<Sample>, Option<AnswerReader>, Read) {
        let purpose = "looking for its answers in what it prints";
        let inputs = [TestInput::example()].into_iter().chain(full.iter().cloned()).collect();
        let mut all = self.run(inputs, purpose).await;
        let is_silent =
            |one: &Sample| one.numbers(false).is_empty() && one.numbers(true).is_empty();
        if all[1..].iter().any(|one| one.run.end != RunEnd::Ended || is_silent(one)) {
            // What fails on jokers may answer where there are none.
            let other = vec![plan::without_jokers(self.seed)];
            all.extend(self.run(other, purpose).await);
            // The first runs of a program may be its slowest.
            for i in 0..3 {
                let is_ended = all.iter().any(|one| one.run.end != RunEnd::TimedOut);
                if all[i].run.end == RunEnd::TimedOut && is_ended {
                    all[i] = self.run_once_more(&all[i].input).await;
                }
            }
        }
        let JudgeOptions { rules, both, .. } = self.options;
        let mut reader = AnswerReader::learn(&all, rules, both);
        if let (Some(reader), RunEnd::Failed(how)) = (&mut reader, &all[1].run.end) {
            let is_usual = all.iter().all(|one| one.run.end == all[1].run.end);
            reader.usual_end = Some(how.clone()).filter(|_| is_usual);
        }
        let read =
            |reader: &AnswerReader, rules, sample: &Sample| match reader.answer(rules, sample) {
                Some(one) if one.is(sample.input.totals[rules]) => Read::Right,
                Some(one) if one.is_in(&sample.input.range) => Read::InRange,
                _ => Read::Numbers,
            };
        let best = reader.as_ref().map(|reader| {
            let of = |&rules: &Rules| all[1..3].iter().map(move |one| read(reader, rules, one));
            reader.rules.iter().flat_map(of).max().unwrap_or(Read::Numbers)
        });
        (all, reader, best.unwrap_or(Read::Nothing))
    }

    /// Drops an answer smaller than a total that is another at each run, if the other answer is not. Returns whether what
    /// it prints may depend on the input.
    async fn drop_noise(&mut self, samples: &[Sample]) -> bool {
        let mut kept = self.reader.rules.clone();
        let value = |reader: &AnswerReader, one, rules| Some(reader.answer(rules, one)?.value);
        let ended = samples.iter().filter(|one| one.run.end != RunEnd::TimedOut);
        let values = |one| kept.iter().map(|&rules| value(&self.reader, one, rules)).collect();
        let mut given: Vec<Vec<Option<String>>> = ended.map(values).collect();
        given.retain(|all| all.iter().any(Option::is_some));
        if given.len() > 1 && given.iter().all(|all| *all == given[0]) {
            return false;
        }
        let first = &samples[1];
        let is_small = |reader: &AnswerReader, rules| {
            reader.answer(rules, first).is_some_and(|one| !one.is_in(&first.input.range))
        };
        if !kept.iter().any(|&rules| is_small(&self.reader, rules)) {
            return true;
        }
        let again = self.run_once_more(&first.input).await;
        let reader = &self.reader;
        kept.retain(|&rules| {
            !is_small(reader, rules) || value(reader, first, rules) == value(reader, &again, rules)
        });
        if !kept.is_empty() {
            self.reader.rules = kept;
        }
        let is_same = |i: usize| self.reader.prints_the_same(first, &again, &samples[i]);
        !is_same(0) || !is_same(2)
    }

    /// A solution that never prints a number.
    fn no_answer(&mut self, samples: &[Sample]) {
        let timeout = samples.iter().find(|one| one.run.end == RunEnd::TimedOut);
        let sample = timeout.unwrap_or(&samples[0]);
        let mut outcome = self.reader.outcome(sample, Rules::Standard);
        if timeout.is_none() {
            outcome.kind = VerdictKind::NoAnswer;
        }
        self.failing.push(PartVerdict::new(self.options.rules.as_slice(), sample, outcome));
    }

    /// The rules that have not failed yet.
    pub(super) fn open_rules(&self) -> Vec<Rules> {
        let mut open = self.reader.rules.clone();
        open.retain(|rules| !self.failing.iter().any(|one| one.rules.contains(rules)));
        open
    }

    /// Compares the answers to inputs of full size.
    async fn check(&mut self, samples: Vec<Sample>) {
        for mut sample in samples {
            let open = self.open_rules();
            let failing = self.failing_parts(&mut sample, &open).await;
            self.failing.extend(failing);
            self.checked.push(sample);
        }
    }

    /// The parts whose answers to an input are not right. What fails is run again, and counts if it
    /// fails again.
    pub(super) async fn failing_parts(
        &mut self,
        sample: &mut Sample,
        rules: &[Rules],
    ) -> Vec<PartVerdict> {
        let outcomes = rules.iter().map(|&rules| (rules, self.reader.outcome(sample, rules)));
        let mut failing: Vec<(Rules, Outcome)> = outcomes.collect();
        failing.retain(|(_, outcome)| outcome.kind != VerdictKind::Right);
        if failing.is_empty() {
            return Vec::new();
        }
        *sample = self.run_once_more(&sample.input).await;
        for (rules, outcome) in &mut failing {
            let second = self.reader.outcome(sample, *rules);
            if outcome.kind == VerdictKind::Wrong && second.answered.is_some() {
                outcome.answered_another_time =
                    second.answered.filter(|other| Some(other) != outcome.answered.as_ref());
            } else {
                *outcome = second;
            }
        }
        failing.retain(|(_, outcome)| outcome.kind != VerdictKind::Right);
        self.verdict.not_counted += usize::from(failing.is_empty());
        match &failing[..] {
            // Both answers are lost in the same crash.
            [(a, one), (b, other)] if one == other && one.answered.is_none() => {
                vec![PartVerdict::new(&[*a, *b], sample, one.clone())]
            }
            _ => {
                failing.into_iter().map(|(of, one)| PartVerdict::new(&[of], sample, one)).collect()
            }
        }
    }

    /// Decides under which rules the only answer is judged, which is right under neither.
    async fn decide_rules(&mut self) {
        let named = PerRules::from_fn(|rules| naming::name(&self.reader, &self.checked, rules));
        let hint = named_part(&self.options.name);
        let told = |rules| {
            // 6440 is also what part 2 gives without jokers, but 5905 is hardly chance.
            let of_example = rules == Rules::Joker && self.reader.is_right(&self.example(), rules);
            // One mistake is likelier than two.
            let mistakes = named[rules].first().map_or(usize::MAX, |one| one.ids().len());
            (hint == Some(rules), of_example, Reverse(mistakes))
        };
        let mut order = told(Rules::Joker).cmp(&told(Rules::Standard));
        self.verdict.rules_are_guessed = order.is_eq();
        if order.is_eq() {
            // Most solutions that are wrong somewhere are right on some small inputs, under the
            // rules that they are meant for.
            let few = plan::small(self.seed).collect();
            let few = self.run(few, "which part does it solve?").await;
            let votes = |rules| few.iter().filter(|one| self.reader.is_right(one, rules)).count();
            order = votes(Rules::Joker).cmp(&votes(Rules::Standard));
        }
        let is_joker = order.is_gt() || order.is_eq() && !named.joker.is_empty();
        let rules = if is_joker { Rules::Joker } else { Rules::Standard };
        self.named = Some(named[rules].clone());
        self.reader.decide(rules);
        self.failing.clear();
        let checked = mem::take(&mut self.checked);
        self.check(checked).await;
    }
}
