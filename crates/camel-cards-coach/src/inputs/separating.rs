use camel_cards::Entry;

/// The smallest input found on which every named mistake gives a total of its own,
/// under either rules; `examples/separate.rs` found it. `testdata/separating` has the
/// same as a file.
const SEPARATING: &str = "\
7AJJA 539
AJJJJ 673
22222 194
3KJ2J 660
JJJJJ 103
TQ9A9 1000000000
3AQA9 507
KKJKJ 296
9TA9T 688
JATTT 794
42QJ4 29
68663 290
33939 296
3KJK3 412
22222 135
8JJ8J 464
JQQQQ 5
4569Q 271
4J263 323
9Q2Q2 532
JJJTA 449
3Q646 257
";

pub(super) fn separating() -> impl Iterator<Item = Entry> + Send {
    camel_cards::entries(SEPARATING.as_bytes()).flatten()
}
