//! The games that are not measured, each compiled once and asked all that native code must get right.

use super::{draw, native};
use crate::support::games;

/// Games whose turns are some ten thousand moves once the pieces stand, after 32 plies; each draw lists them all.
const MANY_MOVES: [&str; 1] = ["arimaa"];

/// The interpreter asks the `legal` conditions of every ply, native code only where a ply can change their answer: games
/// that have some are followed further.
#[test]
fn other_games_agree_and_draw_evenly() {
    let mut with_conditions = 0;
    for (name, text) in games::others() {
        let conditions = text.lines().any(|l| l.starts_with("legal "));
        let many = MANY_MOVES.contains(&name.as_str());
        let (games, plies) = match conditions {
            _ if many => (1, 34),
            true => (4, 120),
            false => (2, 40),
        };
        let compiled = native::agree(&name, &text, &[], games, plies);
        with_conditions += usize::from(conditions);
        draw::check(&name, &compiled, 2, if many { 30 } else { 60 });
        draw::same(&name, &compiled);
    }
    assert!(with_conditions >= 15, "only {with_conditions} files have conditions");
}
