//! Numbers as people read them. All of it is whole-number arithmetic.

/// Groups digits by three: `371,293`.
pub(crate) fn grouped(number: u128) -> String {
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

/// Returns `part` of `whole` in units of 1/`scale`, rounded down, so that only
/// the whole is all of it; 0 of 0 is 0.
///
/// `part` is at most `whole`, and `scale` at most 2³².
pub(crate) fn share(part: u128, whole: u128, scale: u32) -> u32 {
    if whole == 0 {
        return 0;
    }
    // Past 2⁹⁵ the low bits are dropped: they cannot be seen in the share.
    let shift = (128 - whole.leading_zeros()).saturating_sub(95);
    let (part, whole) = (part >> shift, whole >> shift);
    (part * u128::from(scale) / whole) as u32
}

/// Writes a share in per cent with some decimals: `93.98 %`.
pub(crate) fn per_cent(part: u128, whole: u128, decimals: u32) -> String {
    let unit = 10u32.pow(decimals);
    let share = share(part, whole, 100 * unit);
    format!("{}.{:0width$} %", share / unit, share % unit, width = decimals as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(371_293), "371,293");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(per_cent(0, 0, 1), "0.0 %");
        assert_eq!(per_cent(1, 3, 1), "33.3 %");
        assert_eq!(per_cent(1999, 2000, 1), "99.9 %");
        assert_eq!(per_cent(u128::MAX, u128::MAX, 2), "100.00 %");
        assert_eq!(share(u128::MAX / 2, u128::MAX, 1000), 499);
    }
}
