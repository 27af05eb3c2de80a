use camel_cards::Entry;

/// The smallest input found on which every named mistake gives a total of its own,
/// under either rules; `examples/separate.rs` found it. `testdata/separating` has the
/// same as a file.
const SEPARATING: &str = "\
787AA 706
9J23T 752
39339 687
JKAKK 611
J33JJ 424
5AJJJ 716
4458J 114
22J22 747
3AA86 143
42QJJ 121
JT5TJ 731
JJJJJ 1000000000
TTQAT 904
TJJTT 121
42AKT 679
JAJJ2 540
QJJK8 554
7JJJJ 792
JJJJJ 345
3K9J9 487
TATAJ 684
";

pub(super) fn separating() -> impl Iterator<Item = Entry> + Send {
    camel_cards::entries(SEPARATING.as_bytes()).flatten()
}
