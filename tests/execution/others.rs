//! The games that are not measured, each compiled once and asked all that native code must get right.

use super::{draw, native};
use crate::support::games;

/// The interpreter asks the `legal` conditions of every ply, native code only where a ply can change their answer: games
/// that have some are followed further.
#[test]
fn other_games_agree_and_draw_evenly() {
    let mut with_conditions = 0;
    for (name, text) in games::others() {
        let conditions = text.lines().any(|l| l.starts_with("legal "));
        let (games, plies) = if conditions { (4, 120) } else { (2, 40) };
        let compiled = native::agree(&name, &text, &[], games, plies);
        with_conditions += usize::from(conditions);
        draw::check(&name, &compiled, 2, 60);
        draw::same(&name, &compiled);
    }
    assert!(with_conditions >= 15, "only {with_conditions} files have conditions");
}
