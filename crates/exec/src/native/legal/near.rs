//! Endings that no ply from a position can bring about: the position is asked once for all its plies, and their successors
//! are not asked at all.

use cranelift_codegen::ir::Block;

use crate::canary::Canary;
use crate::ir::{SideCode, Verdict};
use crate::native::emit::env::Env;
use crate::native::emit::{Emit, Res, Truth, Word, ZERO};
use crate::proofs::turns::by_position;

impl Emit<'_, '_> {
    /// Looks at what tells that endings are far, as it is before the plies of a side.
    ///
    /// # Errors
    /// What native code can't do.
    pub fn learn_near(&mut self, env: &Env, code: &SideCode) -> Res<()> {
        for (_, v) in by_position(&code.verdicts) {
            let Some(far) = &v.far else { continue };
            let far = self.truth(env, far)?;
            let far = if Canary::EndingFar.sings() { Truth::Const(true) } else { far };
            let near = self.not(far);
            self.near.push((v.when.clone(), near));
        }
        Ok(())
    }

    /// Whether a verdict may hold after a ply, as far as that is known from before it.
    pub fn is_near(&self, v: &Verdict) -> Truth {
        let known = self.near.iter().find(|(when, _)| *when == v.when);
        known.map_or(Truth::Const(true), |(_, near)| *near)
    }

    /// Whether one of the verdicts of a side may hold after a ply of it.
    pub fn any_may_hold(&mut self, code: &SideCode) -> Truth {
        let mut any = Truth::Const(false);
        for (_, v) in by_position(&code.verdicts) {
            let may = self.is_near(v);
            any = self.either(any, may);
        }
        any
    }

    /// Goes on only if something is so, else to `not`.
    pub fn unless(&mut self, so: Truth, not: Block) {
        if so != Truth::Const(true) {
            let on = self.block();
            self.branch(so, on, not);
            self.enter(on);
        }
    }

    /// A number if something is so, else 0.
    pub fn word_if(&mut self, so: Truth, word: &mut dyn FnMut(&mut Self) -> Word) -> Word {
        if so == Truth::Const(true) {
            return word(self);
        }
        let (yes, no, end) = (self.block(), self.block(), self.block());
        let out = self.parameter(end);
        self.branch(so, yes, no);
        self.enter(no);
        self.jump(end, &[ZERO]);
        self.enter(yes);
        let word = word(self);
        self.jump(end, &[word]);
        self.enter(end);
        out
    }
}

#[cfg(test)]
mod tests {
    use crate::canary::Canary;
    use crate::native::testing::successors_differ;

    #[test]
    fn an_ending_that_is_taken_to_be_far_is_found() {
        let text = include_str!("../../../../../games/chess/chess.game")
            .replace("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "4k3/3n4/8/8/2P5/8/3B4/4K3")
            .replace("in own rank 3 on empty on backward of own Pawn on forward of empty", "");
        assert!(!successors_differ(&text, 8, 80));
        let found = Canary::EndingFar.during(|| successors_differ(&text, 8, 80));
        assert!(found, "the last pieces that mate are taken, and nobody notices");
    }
}
