//! Runs of the program: batches of inputs go to the front, and runs come back.

use std::{cell::RefCell, future, rc::Rc, task::Poll, time::Duration};

use super::{Batch, LineEnds, Run, Verdict, plan::TestInput, sample::Sample};

/// The least time limit of a run, unless the given limit is shorter.
const LIMIT_MIN: Duration = Duration::from_secs(2);

/// What judging and the front hand each other.
pub(super) type Handoff = Rc<RefCell<Handed>>;

#[derive(Default)]
pub(super) struct Handed {
    /// The inputs to run the program on next.
    pub(super) batch: Option<Batch>,
    /// The runs on the last batch.
    pub(super) runs: Option<Vec<Run>>,
    /// The result so far.
    pub(super) verdict: Option<Verdict>,
}

/// Runs the program, and knows what is true of all runs so far.
#[derive(Default)]
pub(super) struct Runner {
    pub(super) handoff: Handoff,
    timeout: Duration,
    pub(super) count: usize,
    /// The line ends that the program needs.
    pub(super) line_ends: LineEnds,
    /// The time of the slowest run that ended.
    pub(super) slowest: Duration,
    /// The time of all runs, with the runs of a batch in parallel.
    pub(super) spent: Duration,
    /// Whether any run returned its answers: what is judged is a function.
    pub(super) returned: bool,
    /// Whether the verdict is known, so that nobody waits long for the runs to come.
    pub(super) after_verdict: bool,
}

impl Runner {
    pub(super) fn new(handoff: Handoff, timeout: Option<Duration>) -> Runner {
        Runner { handoff, timeout: timeout.unwrap_or(Duration::from_secs(60)), ..Runner::default() }
    }

    /// Runs the program on inputs in parallel, with the line ends that it needs. The first runs may take the whole
    /// limit, the others several times as long as the slowest.
    pub(super) async fn run(&mut self, inputs: Vec<TestInput>, purpose: &str) -> Vec<Sample> {
        let times = if self.after_verdict { 2 } else { 10 };
        let later = LIMIT_MIN.max(self.slowest * times).min(self.timeout);
        let limit = if self.slowest.is_zero() { self.timeout } else { later };
        let inputs: Vec<TestInput> = inputs.into_iter().map(|input| self.written(input)).collect();
        self.handoff.borrow_mut().batch = Some(Batch {
            inputs: inputs.iter().map(|input| input.text.clone()).collect(),
            limit,
            purpose: purpose.to_owned(),
            after_verdict: self.after_verdict,
        });
        let taken = || self.handoff.borrow_mut().runs.take().map_or(Poll::Pending, Poll::Ready);
        let mut runs = future::poll_fn(|_| taken()).await;
        runs.resize_with(inputs.len(), Run::default);
        self.count += runs.len();
        self.returned |= runs.iter().any(|run| run.returned);
        self.spent += runs.iter().map(|run| run.time).max().unwrap_or_default();
        let ended = runs.iter().filter(|run| !run.is_late());
        self.slowest = ended.map(|run| run.time).fold(self.slowest, Duration::max);
        inputs.into_iter().zip(runs).map(|(input, run)| Sample::new(input, run)).collect()
    }

    pub(super) async fn run_once_more(&mut self, input: &TestInput) -> Sample {
        self.run(vec![input.clone()], "the same input again").await.remove(0)
    }

    /// The input with the line ends that this program needs.
    pub(super) fn written(&self, input: TestInput) -> TestInput {
        TestInput { text: self.line_ends.written(&input.text), ..input }
    }
}
