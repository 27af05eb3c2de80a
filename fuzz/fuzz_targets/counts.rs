//! A table of counts is an error, or a total under all ties but ordinal ones; and the counts of any
//! entries give the totals of those entries.

#![no_main]

use std::{collections::BTreeMap, io::Cursor};

use camel_cards::{Builder, Entry, Ties, entries};
use camel_cards_input::{InputErrorKind, read_counts_from};
use libfuzzer_sys::fuzz_target;

const TIES: [Ties; 3] = [Ties::Min, Ties::Max, Ties::Dense];

fuzz_target!(|data: &[u8]| {
    match read_counts_from("table", Cursor::new(data.to_vec())) {
        Ok(counts) => {
            assert!(counts.score(Ties::Ordinal).is_err());
            for ties in TIES {
                let _ = counts.score(ties);
            }
        }
        Err(error) => {
            if let InputErrorKind::Counts(error) = error.kind() {
                assert!(error.line > 0 && error.column > 0);
            }
        }
    }

    let read: Vec<Entry> = entries(data).flatten().collect();
    let mut sums: BTreeMap<String, (u64, u128)> = BTreeMap::new();
    let mut builder = Builder::new();
    for entry in read {
        let (count, bids) = sums.entry(entry.hand.to_string()).or_default();
        (*count, *bids) = (*count + 1, *bids + u128::from(entry.bid));
        builder.push(entry);
    }
    let row = |(hand, (count, bids)): (String, (u64, u128))| format!("{hand},{count},{bids}\n");
    let table: String = sums.into_iter().map(row).collect();
    let counts = read_counts_from("table", Cursor::new(table.into_bytes())).expect("true counts");
    let tally = builder.finish();
    for ties in TIES {
        let of_counts = counts.score(ties).map(|score| score.winnings);
        assert_eq!(of_counts.ok(), tally.score(ties).map(|score| score.winnings).ok());
    }
});
