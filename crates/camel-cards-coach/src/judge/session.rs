//! The course of judging, from the first runs to the verdict.

use std::{cell::RefCell, cmp::Reverse, future::poll_fn, mem, rc::Rc, task::Poll, time::Duration};

use camel_cards::{PerRules, Rules};

use super::{
    answers::AnswerReader,
    naming,
    numbers::named_part,
    plan::{self, Sample, TestInput},
    run::{Batch, JudgeOptions, Run, RunEnd},
    verdict::{JudgedFinding, Outcome, PartVerdict, Verdict, VerdictKind},
};

/// The least time that any run is given, unless the limit is shorter.
const LIMIT_MIN: Duration = Duration::from_millis(500);

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
    /// Runs on inputs of full size, and on others that count.
    pub(super) checked: Vec<Sample>,
    /// What gives the only answer, if that was looked for to decide under which rules it is judged.
    pub(super) named: Option<Vec<JudgedFinding>>,
    /// The parts that fail, in order.
    pub(super) failing: Vec<PartVerdict>,
    /// What is known besides the parts. Its `without_last_newline` says in which form inputs are [written](Self::written).
    pub(super) verdict: Verdict,
}

impl Session {
    pub(super) async fn judge(mut self) {
        self.find_verdict().await;
        self.publish();
    }

    /// Lets the front see what is known: the parts that fail, and those that do not.
    fn publish(&self) {
        let (rules, read) = (self.open_rules(), self.lines_read(&self.example()));
        let read = Some(read).filter(|read| !read.is_empty());
        let outcome = Outcome { read, ..Outcome::default() };
        let right = PartVerdict { rules, outcome, ..PartVerdict::default() };
        let right = Some(right).filter(|right| !right.rules.is_empty());
        let mut parts = self.failing.iter().cloned().chain(right);
        let (part, other) = (parts.next().unwrap_or_default(), parts.next());
        self.desk.borrow_mut().verdict = Some(Verdict { part, other, ..self.verdict.clone() });
    }

    async fn find_verdict(&mut self) {
        let mut inputs = plan::full_size(self.seed, INPUTS);
        let full: Vec<TestInput> = inputs.by_ref().take(2).collect();
        let (mut samples, mut reader, is_right) = self.first_runs(&full).await;
        if !is_right && samples.iter().all(|one| one.run.end != RunEnd::TimedOut) {
            // It may read the empty piece behind the last newline as a hand, which somebody who
            // pasted the input does not see: it is judged without, if that changes anything.
            self.verdict.without_last_newline = true;
            let without = self.first_runs(&full).await;
            let is_better = without.2 || reader.is_none() && without.1.is_some();
            if is_better {
                (samples, reader, _) = without;
            }
            self.verdict.without_last_newline = is_better;
        }
        self.verdict.example = samples[0].run.clone();
        let Some(reader) = reader else { return self.no_answer(&samples) };
        self.reader = reader;
        let may_read = self.drop_noise(&samples).await;
        if !may_read {
            let (kind, read) = (VerdictKind::NotRead, Some(self.lines_read(&samples[1])));
            let outcome = Outcome { kind, read, ..Outcome::default() };
            self.failing.push(PartVerdict { outcome, ..PartVerdict::default() });
            // No part is judged.
            self.reader = AnswerReader::default();
            return;
        }
        self.check(samples.split_off(1)).await;
        // Two have been run.
        let left = if self.failing.is_empty() { usize::MAX } else { NAMED_BY - 2 };
        let all =
            self.run(inputs.take(left).collect(), "inputs like the puzzle's", self.timeout).await;
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

    /// The lines that its answers are read from, of the parts that have not failed.
    fn lines_read(&self, sample: &Sample) -> String {
        let rules = self.open_rules().into_iter();
        let lines = rules.filter_map(|rules| self.reader.outcome(sample, rules).read);
        lines.collect::<Vec<_>>().join("\n")
    }

    fn example(&self) -> Sample {
        Sample { input: TestInput::example(), run: self.verdict.example.clone() }
    }

    /// Runs the solution on inputs side by side, in the form in which it is judged on them.
    pub(super) async fn run(
        &mut self,
        inputs: Vec<TestInput>,
        purpose: &str,
        limit: Duration,
    ) -> Vec<Sample> {
        let inputs: Vec<TestInput> = inputs.into_iter().map(|input| self.written(input)).collect();
        let known = self.failing.iter().map(|one| one.outcome.kind.name());
        let purpose = known.chain([purpose]).collect::<Vec<_>>().join("; ");
        let texts = inputs.iter().map(|input| input.text.clone()).collect();
        self.desk.borrow_mut().batch = Some(Batch { inputs: texts, limit, purpose });
        let taken = || self.desk.borrow_mut().runs.take().map_or(Poll::Pending, Poll::Ready);
        let mut runs = poll_fn(|_| taken()).await;
        runs.resize_with(inputs.len(), Run::default);
        self.verdict.runs += runs.len();
        let ended = runs.iter().filter(|run| run.end != RunEnd::TimedOut);
        self.slowest = ended.map(|run| run.time).fold(self.slowest, Duration::max);
        inputs.into_iter().zip(runs).map(|(input, run)| Sample { input, run }).collect()
    }

    pub(super) async fn run_once_more(&mut self, input: &TestInput, limit: Duration) -> Sample {
        self.run(vec![input.clone()], "once more", limit).await.remove(0)
    }

    /// Long enough for what is no larger than what it ran on, as far as is known.
    pub(super) fn short_limit(&self) -> Duration {
        self.timeout.min(LIMIT_MIN.max(self.slowest * 10))
    }

    /// The input as this solution is judged on it.
    pub(super) fn written(&self, mut input: TestInput) -> TestInput {
        // As somebody pastes it. An empty line at the end stays.
        if self.verdict.without_last_newline && !input.text.ends_with("\n\n") {
            input.text.truncate(input.text.trim_end_matches(['\r', '\n']).len());
        }
        input
    }

    /// The runs on the example and two inputs of full size, where the answers stand in them, and
    /// whether any answer to full size is right.
    async fn first_runs(
        &mut self,
        full: &[TestInput],
    ) -> (Vec<Sample>, Option<AnswerReader>, bool) {
        let purpose = "looking for its answers in what it prints";
        let inputs = [TestInput::example()].into_iter().chain(full.iter().cloned()).collect();
        let mut all = self.run(inputs, purpose, self.timeout).await;
        let JudgeOptions { rules, mut both, .. } = self.options;
        let is_answered = |one: &Sample| one.run.end == RunEnd::Ended && !one.numbers().is_empty();
        if !all[1..].iter().all(is_answered) {
            // What fails on jokers may answer where there are none.
            let other = vec![plan::without_jokers(self.seed)];
            all.extend(self.run(other, purpose, self.timeout).await);
            let full = all.iter().filter(|one| one.input.is_full_size() && is_answered(one));
            let most = full.map(Sample::totals_printed).max();
            // It may print one answer and fail before the next.
            let is_less = |one: &Sample| Some(one.totals_printed()) < most;
            both |= most > Some(1) && all[1..3].iter().any(is_less);
            // The first runs of a program may be its slowest.
            for i in 0..3 {
                if all[i].run.end == RunEnd::TimedOut && all.iter().any(is_answered) {
                    all[i] = self.run_once_more(&all[i].input, self.timeout).await;
                }
            }
        }
        let answered: Vec<&Sample> = all.iter().filter(|one| is_answered(one)).collect();
        let (large, small): (Vec<&Sample>, Vec<&Sample>) =
            answered.iter().partition(|one| one.input.is_full_size());
        // It may print its answers and then always fail in the same way.
        let failed = all[1..3].iter().filter(|one| one.totals_printed() > 0);
        let groups = [large, small, failed.collect()];
        let learn = |group: &Vec<&Sample>| AnswerReader::learn(group, &all[0], rules, both);
        let mut reader = groups.iter().find_map(learn);
        if let (Some(reader), RunEnd::Failed(how)) = (&mut reader, &all[1].run.end) {
            let is_usual = all.iter().all(|one| one.run.end == all[1].run.end);
            reader.usual_end = Some(how.clone()).filter(|_| is_usual);
        }
        all.truncate(3);
        let is_right = reader.as_ref().is_some_and(|reader| {
            let is_right = |rules| all[1..].iter().any(|one| reader.is_right(one, rules));
            reader.rules().into_iter().any(is_right)
        });
        (all, reader, is_right)
    }

    /// Drops answers smaller than a total that differ between two runs on the same input. Returns whether any are left
    /// that may depend on the input.
    async fn drop_noise(&mut self, first: &[Sample]) -> bool {
        let rules = self.reader.rules();
        let answers = |reader: &AnswerReader, sample: &Sample| -> Vec<Option<(bool, String)>> {
            let answers = rules.iter().map(|&rules| reader.answer(rules, sample));
            answers.map(|one| one.map(|one| (one.is_total(), one.value))).collect()
        };
        let all = [0, 1, 2].map(|i| answers(&self.reader, &first[i]));
        let given: Vec<_> = all.iter().filter(|all| all.iter().any(Option::is_some)).collect();
        if given.len() > 1 && given.iter().all(|one| *one == given[0]) {
            return false;
        }
        let [_, a, b] = all;
        // A wrong answer may depend on nothing but the number of lines.
        if a == b || [&a, &b].iter().any(|all| all.iter().all(Option::is_none)) {
            return true;
        }
        let is_small = |one: &Option<(bool, String)>| one.as_ref().is_some_and(|one| !one.0);
        if a.iter().any(is_small) {
            let again = self.run_once_more(&first[1].input, self.timeout).await;
            let again = answers(&self.reader, &again);
            let mut is_noise = (0..a.len()).map(|i| is_small(&a[i]) && a[i] != again[i]);
            self.reader.places.retain(|_| is_noise.next() != Some(true));
        }
        !self.reader.places.is_empty()
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
        let mut open = self.reader.rules();
        open.retain(|rules| !self.failing.iter().any(|one| one.rules.contains(rules)));
        open
    }

    /// Compares the answers to inputs of full size.
    async fn check(&mut self, samples: Vec<Sample>) {
        for mut sample in samples {
            let open = self.open_rules();
            let failing = self.failing_parts(&mut sample, &open, self.timeout).await;
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
        limit: Duration,
    ) -> Vec<PartVerdict> {
        let outcomes = rules.iter().map(|&rules| (rules, self.reader.outcome(sample, rules)));
        let mut failing: Vec<(Rules, Outcome)> = outcomes.collect();
        failing.retain(|(_, outcome)| outcome.kind != VerdictKind::Right);
        if failing.is_empty() {
            return Vec::new();
        }
        *sample = self.run_once_more(&sample.input, limit).await;
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
            let mistakes = named[rules].first().map_or(usize::MAX, |one| one.finding.ids().len());
            (hint == Some(rules), of_example, Reverse(mistakes))
        };
        let mut order = told(Rules::Joker).cmp(&told(Rules::Standard));
        self.verdict.rules_are_guessed = order.is_eq();
        if order.is_eq() {
            // Most solutions that are wrong somewhere are right on some small inputs, under the
            // rules that they are meant for.
            let few = plan::small(self.seed).collect();
            let few = self.run(few, "which part does it solve?", self.short_limit()).await;
            let votes = |rules| few.iter().filter(|one| self.reader.is_right(one, rules)).count();
            order = votes(Rules::Joker).cmp(&votes(Rules::Standard));
        }
        let is_joker = order.is_gt() || order.is_eq() && !named.joker.is_empty();
        let rules = if is_joker { Rules::Joker } else { Rules::Standard };
        self.named = Some(named[rules].clone());
        self.reader.places[0].0 = rules;
        self.failing.clear();
        let checked = mem::take(&mut self.checked);
        self.check(checked).await;
    }
}
