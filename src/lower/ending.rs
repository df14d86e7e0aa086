//! Verdicts and evaluations.

use super::build::subtract;
use super::{Context, Lower};
use crate::game::Side;
use crate::ir::{Decision, Int, Verdict};
use crate::rules::visit::{self, Node};
use crate::rules::{Life, Number, Truth, VerdictKind};

impl Lower<'_> {
    /// A verdict as it is asked when the other side is to move.
    pub(super) fn verdict(&mut self, v: &crate::rules::Verdict, side: Side) -> Verdict {
        let cx = Context::of(side);
        let (mut clock, mut stuck) = (false, false);
        visit::node(&v.when, &mut |node| match node {
            Node::Number(Number::State(id)) => clock |= self.rules.states[*id].life == Life::Clock,
            Node::Truth(Truth::Stuck(who, _)) => stuck |= who.side(side) == side.other(),
            _ => {}
        });
        let decides = match &v.kind {
            VerdictKind::Win(who) => Decision::Win(who.side(side)),
            VerdictKind::Draw => Decision::Draw,
            VerdictKind::Score(who, n) => {
                // As the player sees it whose score it is.
                let player = who.side(side);
                let score = self.number(n, &Context::of(player));
                Decision::Margin(match player {
                    Side::First => score,
                    Side::Second => subtract(Int::Const(0), score),
                })
            }
        };
        Verdict { when: self.truth(&v.when, &cx), history: v.history.clone(), decides, clock, stuck, since: None }
    }

    /// The evaluations, each term for `side`; a derived one if the file has none.
    pub(super) fn evaluations(&mut self, side: Side) -> Vec<Vec<(i64, Int)>> {
        let cx = Context::of(side);
        let rules = self.rules;
        let all = &rules.evaluations;
        all.iter().map(|e| e.terms.iter().map(|t| (t.weight, self.number(&t.number, &cx))).collect()).collect()
    }
}
