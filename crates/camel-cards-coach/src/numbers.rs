/// Groups digits by three, as all sentences here have them.
///
/// ```
/// use camel_cards_coach::grouped;
///
/// assert_eq!([0, 1_000, 371_293].map(grouped), ["0", "1,000", "371,293"]);
/// ```
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
