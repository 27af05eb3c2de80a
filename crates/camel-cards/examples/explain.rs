//! Says what a hand is, and which of two wins: `cargo run --example explain [HAND [HAND]]`.

use std::env;

use camel_cards::{Error, Explanation, Hand, Rules, compare};

fn main() -> Result<(), Error> {
    let mut hands = env::args().skip(1);
    let hand: Hand = hands.next().as_deref().unwrap_or("KTJJT").parse()?;
    let other: Hand = hands.next().as_deref().unwrap_or("QQQJA").parse()?;
    for rules in Rules::ALL {
        let explanation = Explanation::of(hand, rules);
        let number = explanation.strength.number();
        println!("{} rules", rules.name());
        println!("  {hand} is {} ({explanation}), strength {number}", explanation.hand_type());
        println!("  {}", compare(hand, other, rules));
    }
    Ok(())
}
