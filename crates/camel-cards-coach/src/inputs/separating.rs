use camel_cards::Entry;

/// The smallest input found on which every named mistake gives a total of its own,
/// under either rules; `examples/separate.rs` found it. `testdata/separating` has the
/// same as a file.
const SEPARATING: &str = "\
JA6JA 374331
JJJJJ 1000000000
3K724 201970
JAJJ8 848154
428JJ 523404
3K44J 137666
52442 726049
JTTJT 12
JKAKK 356074
QJKK2 651840
4JJJJ 405548
2222J 110096
J3JJ3 102374
55J44 650596
94J2T 965059
33999 977931
27455 765519
JJJJJ 665219
TKT3T 214038
4AAJJ 12
";

pub(super) fn separating() -> impl Iterator<Item = Entry> + Send {
    camel_cards::entries(SEPARATING.as_bytes()).flatten()
}
