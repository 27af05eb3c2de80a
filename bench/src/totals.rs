//! Text in memory to both totals.

use camel_cards::{Batch, Engine, Entry, Hand, Reader, Rules, Strength, Tally, Ties, ranks};

use crate::measure::{Random, case, engine};

/// How many different inputs of a thousand hands are used in turn, so that branch
/// predictors cannot learn them.
const INPUTS: usize = 64;

/// As in the command.
const PIECE_BYTES: usize = 1 << 17;
const BATCH_ENTRIES: usize = 1 << 20;

pub(crate) fn run() {
    for hands in [1_000, 10_000, 100_000, 1_000_000, 10_000_000] {
        let inputs = (INPUTS * 1_000 / hands).max(1);
        let mut random = Random(1);
        let texts: Vec<String> = (0..inputs).map(|_| random_text(hands, &mut random)).collect();
        let all = hands * inputs;
        let expected = each(&texts, sorted);
        let mut engines = vec![engine("tally", || each(&texts, tallied))];
        if hands <= 1_000_000 {
            engines.push(engine("sort", || each(&texts, sorted)));
        }
        let name = format!("totals/{hands}-uniform");
        case(&name, (all, "hand"), (30_000_000 / all).clamp(5, 101), &expected, &mut engines);
    }
}

/// What reading alone costs.
pub(crate) fn run_reading() {
    let text = random_text(100_000, &mut Random(1));
    let bids = |engine| {
        let mut sum = 0;
        let mut piece = text.as_bytes();
        Reader::with_engine(engine)
            .read(&mut piece, |entry| sum += entry.bid ^ entry.hand.index() as u64)
            .expect("the text is all entries");
        sum
    };
    let expected = bids(Engine::Scalar);
    let mut engines: Vec<_> = Engine::available()
        .rev()
        .map(|which| {
            let name = match which {
                Engine::Scalar => "scalar",
                Engine::Portable => "portable",
                #[cfg(target_arch = "x86_64")]
                Engine::Avx2 => "avx2",
                #[cfg(target_arch = "x86_64")]
                Engine::Avx512 => "avx512",
                _ => "another",
            };
            engine(name, move || bids(which))
        })
        .collect();
    case("reading/100000-uniform", (100_000, "hand"), 101, &expected, &mut engines);
}

fn random_text(hands: usize, random: &mut Random) -> String {
    let entry = |_| Entry {
        hand: Hand::from_index((random.next() % Hand::COUNT as u64) as usize).expect("in range"),
        bid: random.next() % 1000 + 1,
    };
    (0..hands).map(entry).map(|entry| format!("{entry}\n")).collect()
}

/// Both totals of each text, added up.
fn each(texts: &[String], totals: impl Fn(&str) -> [u128; 2]) -> [u128; 2] {
    texts.iter().map(|text| totals(text)).fold([0; 2], |[a, b], [c, d]| [a + c, b + d])
}

fn read(text: &str, take: impl FnMut(Entry)) {
    Reader::new().read(&mut text.as_bytes(), take).expect("the text is all entries");
}

fn tallied(text: &str) -> [u128; 2] {
    let (mut reader, mut tally) = (Reader::new(), Tally::for_totals());
    let mut batch = Batch::for_input(text.len() as u64, BATCH_ENTRIES);
    for mut piece in text.as_bytes().chunks(PIECE_BYTES) {
        batch.read(&mut reader, &mut piece).expect("the text is all entries");
        if batch.is_full() {
            tally.append(&mut batch);
        }
    }
    tally.append(&mut batch);
    tally.both_total_winnings(Ties::Ordinal).expect("small bids")
}

/// What everybody writes: sort all entries, multiply by the place.
fn sorted(text: &str) -> [u128; 2] {
    let mut entries = Vec::new();
    read(text, |entry| entries.push(entry));
    Rules::ALL.map(|rules| {
        let strengths: Vec<Strength> =
            entries.iter().map(|entry| entry.hand.strength(rules)).collect();
        let ranks = ranks(&strengths, Ties::Ordinal);
        ranks
            .iter()
            .zip(&entries)
            .map(|(&rank, entry)| u128::from(rank) * u128::from(entry.bid))
            .sum()
    })
}
