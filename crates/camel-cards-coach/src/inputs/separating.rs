use camel_cards::Entry;

/// The smallest input found on which every named mistake gives a total of its own,
/// under either rules; `examples/separate.rs` found it. `testdata/separating` has the
/// same as a file.
const SEPARATING: &str = "\
JA6JA 374
JJJJJ 1000000000
3K724 201
JAJJ8 848
428JJ 523
3K44J 137
52442 726
JTTJT 12
JKAKK 356
QJKK2 651
4JJJJ 405
2222J 110
J3JJ3 102
55J44 650
94J2T 965
33999 977
27455 765
JJJJJ 665
TKT3T 214
4AAJJ 12
";

pub(super) fn separating() -> impl Iterator<Item = Entry> + Send {
    camel_cards::entries(SEPARATING.as_bytes()).flatten()
}
