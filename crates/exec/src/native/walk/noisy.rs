//! Lists of the plies that may be noisy alone, for quiescence: where a clause takes only by arriving, the arrivals are cut
//! down to the enemy's cells before any of them is looked at; of other clauses that take or promote each ply is run, and
//! listed if it leaves the enemy with less or its player with more.

use crate::proofs::turns::Noise;
use cranelift_codegen::ir::condcodes::IntCC;

use super::{Cont, Walk};
use crate::game::Side;
use crate::ir::{PlaneClass, Show, SideCode, Stmt};
use crate::native::emit::env::Env;
use crate::native::emit::{Emit, Res, SetV, Truth, Unsupported};

impl Walk<'_, '_, '_> {
    /// The side whose plies these are.
    fn side(&self) -> Side {
        let mut sides = self.e.program.sides.by_side();
        sides.find(|(_, code)| std::ptr::eq::<SideCode>(*code, self.code)).map_or(Side::First, |(side, _)| side)
    }

    /// The cells of a choice that may be those of noisy plies.
    pub fn noisy_part(&mut self, env: &Env, from: &SetV, show: Show, rest: &[Stmt], cont: &Cont<'_>) -> SetV {
        let Some(Noise::Arrival { cut: false }) = self.noise else { return from.clone() };
        let last = show == Show::Arrival && self.is_last_choice(rest, cont);
        let Some(enemy) = self.e.program.layout.plane(PlaneClass::Side(self.side().other())).filter(|_| last) else {
            return from.clone();
        };
        self.noise = Some(Noise::Arrival { cut: true });
        self.e.set_and(from, &env.old_planes[enemy])
    }

    /// Whether the ply has taken a piece of the enemy's, or given its player one or a better one.
    pub fn was_noisy(&mut self, env: &Env) -> Res<Truth> {
        let layout = &self.e.program.layout;
        let plane = |side| layout.plane(PlaneClass::Side(side)).ok_or(Unsupported("pieces without an owner"));
        let (own, enemy) = (plane(self.side())?, plane(self.side().other())?);
        let lost = self.e.set_minus(&env.old_planes[enemy], &env.planes[enemy]);
        let lost = self.e.any(&lost);
        let won = self.e.has_grown(&env.old_planes[own], &env.planes[own]);
        let mut noisy = self.e.either(lost, won);
        if self.noise != (Some(Noise::Effects { kinds: true })) {
            return Ok(noisy);
        }
        for (id, plane) in layout.planes.iter().enumerate() {
            if !matches!(plane.class, PlaneClass::Kind(_)) {
                continue;
            }
            let of = |e: &mut Emit, side: usize| {
                let before = e.set_and(&env.old_planes[side], &env.old_planes[id]);
                (before, e.set_and(&env.planes[side], &env.planes[id]))
            };
            let (mine, theirs) = (of(self.e, own), of(self.e, enemy));
            let more = self.e.has_grown(&mine.0, &mine.1);
            let less = self.e.has_grown(&theirs.1, &theirs.0);
            let either = self.e.either(more, less);
            noisy = self.e.either(noisy, either);
        }
        Ok(noisy)
    }
}

impl Emit<'_, '_> {
    /// Whether there are more cells in the second set.
    fn has_grown(&mut self, before: &SetV, after: &SetV) -> Truth {
        if before.words == after.words {
            return Truth::Const(false);
        }
        let (before, after) = (self.size(before), self.size(after));
        self.compare(IntCC::SignedGreaterThan, after, before)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Side;
    use crate::native::code::typed;
    use crate::native::testing;

    /// Neither pawns whose captures two clauses describe nor castling keep a game from it.
    #[test]
    fn chess_and_breakthrough_list_noisy_moves_alone() {
        for text in [
            include_str!("../../../../../games/chess/chess.game"),
            include_str!("../../../../../games/race/breakthrough.game"),
        ] {
            let native = testing::native(&testing::program(text));
            assert!(
                native.code.function(typed::noisy(Side::First)).is_some()
                    && native.code.function(typed::noisy(Side::Second)).is_some()
            );
        }
    }
}
