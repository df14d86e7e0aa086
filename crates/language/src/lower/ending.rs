//! Verdicts and evaluations.

use super::build::{both, subtract};
use super::{Context, Lower};
use crate::game::{PerSide, Side};
use crate::ir::walk::{Part, walk_int, walk_truth};
use crate::ir::{Bool, Decision, Evaluation, Int, Verdict};
use crate::rules::visit::{self, Node};
use crate::rules::{Life, Number, VerdictKind};

impl Lower<'_> {
    /// A verdict as it is asked when the other side is to move.
    pub(super) fn verdict(&mut self, v: &crate::rules::Verdict, side: Side) -> Verdict {
        let cx = Context::of(side);
        let clock = visit::has(&v.when, |node| match node {
            Node::Number(Number::State(id)) => self.rules.states[*id].life == Life::Clock,
            _ => false,
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
        let mut when = self.truth(&v.when, &cx);
        let history = when.asks_history();
        if history {
            when = history_first(when);
        }
        let stuck = of_who_moves(&when, side.other()) == Some(false);
        let scores_it = match &decides {
            Decision::Margin(score) => asks_if_stuck(Part::Int(score), side.other()),
            _ => false,
        };
        let spared = !scores_it && !thrives_on_moves(&when, side.other());
        Verdict { when, history, decides, clock, stuck, spared, since: None, far: None }
    }

    /// The evaluations; a derived one if the file has none.
    pub(super) fn evaluations(&mut self) -> Vec<Evaluation> {
        let rules = self.rules;
        let mut terms = |e: &crate::rules::Evaluation, side| {
            let cx = Context::of(side);
            e.terms.iter().map(|t| (t.weight, self.number(&t.number, &cx))).collect()
        };
        let mut both = |e| PerSide::of(|side| terms(e, side));
        rules.evaluations.iter().map(|e| Evaluation { shared: Vec::new(), terms: both(e) }).collect()
    }
}

/// A condition with what asks the game so far before all else that must hold: it is mostly false, and soon seen to be.
fn history_first(when: Bool) -> Bool {
    let (mut open, mut parts) = (vec![when], [Bool::Const(true), Bool::Const(true)]);
    while let Some(next) = open.pop() {
        match next {
            Bool::And(a, b) => open.extend([*b, *a]),
            other => {
                let part = &mut parts[usize::from(!other.asks_history())];
                *part = both(std::mem::replace(part, Bool::Const(true)), other);
            }
        }
    }
    let [history, position] = parts;
    both(history, position)
}

/// What a condition is for a player to move who is not stuck, if that is all it takes to tell.
fn of_who_moves(when: &Bool, mover: Side) -> Option<bool> {
    match when {
        Bool::Const(holds) => Some(*holds),
        Bool::Stuck(side, _) if *side == mover => Some(false),
        Bool::Not(a) => of_who_moves(a, mover).map(|holds| !holds),
        Bool::And(a, b) | Bool::Or(a, b) => {
            let decisive = matches!(when, Bool::Or(..));
            match (of_who_moves(a, mover), of_who_moves(b, mover)) {
                (Some(a), Some(b)) if a == b => Some(a),
                (a, b) => [a, b].contains(&Some(decisive)).then_some(decisive),
            }
        }
        _ => None,
    }
}

/// Whether a condition may hold of a player to move because he is not stuck.
fn thrives_on_moves(when: &Bool, mover: Side) -> bool {
    match when {
        Bool::Stuck(..) => false,
        Bool::And(a, b) | Bool::Or(a, b) => thrives_on_moves(a, mover) || thrives_on_moves(b, mover),
        other => asks_if_stuck(Part::Truth(other), mover),
    }
}

fn asks_if_stuck(part: Part<'_>, mover: Side) -> bool {
    let mut asks = false;
    let mut note = |part: Part<'_>| asks |= matches!(part, Part::Truth(Bool::Stuck(side, _)) if *side == mover);
    match part {
        Part::Int(number) => walk_int(number, &mut note),
        Part::Truth(truth) => walk_truth(truth, &mut note),
        Part::Set(_) => {}
    }
    asks
}
