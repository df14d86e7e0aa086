//! Where the `legal` conditions need not be asked: the pins of a position, found once, and the moves of other pieces.

use crate::canary::Canary;
use crate::ir::walk::cost;
use crate::ir::{Bool, Local, Set, SideCode, StepId};
use crate::native::emit::env::Env;
use crate::native::emit::{Emit, Res, SetV, Truth, Word};
use crate::proofs::plain::{Plain, plain_clauses};

/// What one enumeration knows of its `legal` conditions.
pub struct Filter {
    /// For every plain clause the local of its first cell, and the cells where a ply may begin that must be tested:
    /// the pins and what is not joined, or all cells where the conditions do not hold before the ply.
    plain: Vec<Option<(Local, SetV)>>,
}

impl Filter {
    /// The filter of the conditions in the state of `env`, if it spares anything.
    ///
    /// # Errors
    /// What native code can't do.
    pub fn new(e: &mut Emit, env: &Env, code: &SideCode, conditions: &[Bool]) -> Res<Option<Filter>> {
        let plain = plain_clauses(e.program, code, conditions);
        if plain.iter().all(Option::is_none) {
            return Ok(None);
        }
        let mut holds = Truth::Const(true);
        let mut pins = e.nothing();
        for c in conditions {
            let one = e.truth(env, c)?;
            holds = e.both(holds, one);
            let more = e.pins_of_truth(env, c)?;
            pins = e.set_or(&pins, &more);
        }
        let all = SetV::new(e.board().into_iter().map(Word::Const).collect());
        let pins = e.set_select(holds, &pins, &all);
        let mut doubtful = Vec::new();
        for clause in plain {
            let Some(Plain { first, within }) = clause else {
                doubtful.push(None);
                continue;
            };
            let mut cells = pins.clone();
            for region in &within {
                let sure = e.set(env, region)?;
                let rest = e.set_minus(&all, &sure);
                cells = e.set_or(&cells, &rest);
            }
            if Canary::PinOverlooked.sings() {
                cells = e.nothing();
            }
            doubtful.push(Some((first, cells)));
        }
        Ok(Some(Filter { plain: doubtful }))
    }

    /// If a clause is plain: the local of its first cell, and the first cells of plies that must be tested.
    pub fn doubtful(&self, clause: usize) -> Option<(Local, SetV)> {
        self.plain[clause].clone()
    }
}

/// Conditions that cost less are asked of every ply.
const WORTH_A_FILTER: usize = 30;

/// What tells which plies need not be asked the conditions.
pub fn filter(e: &mut Emit, env: &Env, code: &SideCode, conditions: usize) -> Res<Option<Filter>> {
    let asked = &code.legal[..conditions.min(code.legal.len())];
    let dear = asked.iter().map(cost).sum::<usize>() > WORTH_A_FILTER;
    if dear { Filter::new(e, env, code, asked) } else { Ok(None) }
}

impl Emit<'_, '_> {
    fn pins_of_truth(&mut self, env: &Env, c: &Bool) -> Res<SetV> {
        match c {
            Bool::And(a, b) | Bool::Or(a, b) => {
                let (a, b) = (self.pins_of_truth(env, a)?, self.pins_of_truth(env, b)?);
                Ok(self.set_or(&a, &b))
            }
            Bool::Not(a) => match &**a {
                Bool::Any(e) => self.pins(env, e, None),
                Bool::Not(a) => self.pins_of_truth(env, a),
                Bool::Const(_)
                | Bool::Same(..)
                | Bool::Compare(..)
                | Bool::And(..)
                | Bool::Or(..)
                | Bool::Stuck(..)
                | Bool::History(_) => Ok(self.nothing()),
            },
            Bool::Const(_) | Bool::Any(_) | Bool::Same(..) | Bool::Compare(..) | Bool::Stuck(..) | Bool::History(_) => {
                Ok(self.nothing())
            }
        }
    }

    /// The cells that, if they became space to slide through, could make a region gain cells of `within`.
    fn pins(&mut self, env: &Env, e: &Set, within: Option<&SetV>) -> Res<SetV> {
        if !slides(e) {
            return Ok(self.nothing());
        }
        match e {
            Set::Or(a, b) => {
                let (a, b) = (self.pins(env, a, within)?, self.pins(env, b, within)?);
                Ok(self.set_or(&a, &b))
            }
            Set::And(a, b) if slides(a) && slides(b) => {
                let (a, b) = (self.pins(env, a, within)?, self.pins(env, b, within)?);
                Ok(self.set_or(&a, &b))
            }
            Set::And(a, b) => {
                let (far, near) = if slides(a) { (a, b) } else { (b, a) };
                // It gains nothing by a plain ply: see [`crate::proofs::plain`].
                let near = self.set(env, near)?;
                let within = within.map_or(near.clone(), |w| self.set_and(w, &near));
                self.pins(env, far, Some(&within))
            }
            Set::Minus(a, _) => self.pins(env, a, within),
            Set::When(c, a) => {
                let c = self.truth(env, c)?;
                let pins = self.pins(env, a, within)?;
                Ok(self.set_when(c, &pins))
            }
            Set::Collect { local, over, body } => {
                let over = self.set(env, over)?;
                let mut inner = env.clone();
                self.union_over(&over, &mut |e, one| {
                    inner.locals[*local] = one;
                    e.pins(&inner, body, within)
                })
            }
            Set::Slide { dirs, of, through, .. } | Set::Ray { dirs, of, through, .. } => {
                let (of, through) = (self.set(env, of)?, self.set(env, through)?);
                let is_slide = matches!(e, Set::Slide { .. });
                if let Some(within) = within.filter(|_| is_slide) {
                    return self.if_met(dirs, (&of, within), &mut |e| e.first_met(dirs, &of, &through, Some(within)));
                }
                self.first_met(dirs, &of, &through, None)
            }
            Set::Const(_)
            | Set::Plane(_)
            | Set::Local(_)
            | Set::Shared(_)
            | Set::Else(..)
            | Set::Was(_)
            | Set::Step(..)
            | Set::Steps(..)
            | Set::Preimage(..)
            | Set::Image(..)
            | Set::Beyond { .. }
            | Set::Flood { .. }
            | Set::Line { .. }
            | Set::Touched
            | Set::Holding(..)
            | Set::Stacked { .. }
            | Set::Rotate { .. } => Ok(self.nothing()),
        }
    }

    /// The first obstacles on the slides from some cells; if `within` is given, those from which a further slide meets it.
    fn first_met(&mut self, dirs: &[StepId], of: &SetV, through: &SetV, within: Option<&SetV>) -> Res<SetV> {
        let mut out = self.nothing();
        for &d in dirs {
            let reached = self.slide(d, of, through)?;
            let mut first = self.set_minus(&reached, through);
            if self.n == 1 && of.site.is_some() {
                // One cell or none; of none, what is found below is not used.
                let site = self.lowest(first.words[0]);
                first.site = Some(self.and(site, Word::Const(63)));
            }
            let pin = match within {
                Some(within) => {
                    let beyond = self.slide(d, &first, through)?;
                    let met = self.set_and(&beyond, within);
                    let met = self.any(&met);
                    self.set_when(met, &first)
                }
                None => first,
            };
            out = self.set_or(&out, &pin);
        }
        out.site = None;
        Ok(out)
    }
}

/// Whether a region asks for slides where a pin may matter.
fn slides(e: &Set) -> bool {
    match e {
        Set::Slide { .. } | Set::Ray { .. } => true,
        Set::Or(a, b) | Set::And(a, b) => slides(a) || slides(b),
        Set::Minus(a, _) | Set::When(_, a) => slides(a),
        Set::Collect { body, .. } => slides(body),
        Set::Const(_)
        | Set::Plane(_)
        | Set::Local(_)
        | Set::Shared(_)
        | Set::Else(..)
        | Set::Was(_)
        | Set::Step(..)
        | Set::Steps(..)
        | Set::Preimage(..)
        | Set::Image(..)
        | Set::Beyond { .. }
        | Set::Flood { .. }
        | Set::Line { .. }
        | Set::Touched
        | Set::Holding(..)
        | Set::Stacked { .. }
        | Set::Rotate { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::canary::Canary;
    use crate::game::Side;
    use crate::game::{Game, MoveList};
    use crate::interpreter;
    use crate::native::testing::{native, program};
    use crate::proofs::plain::plain_clauses;

    const CHESS: &str = include_str!("../../../../../games/chess/chess.game");
    const GO: &str = include_str!("../../../../../games/territory/go.game");
    const XIANGQI: &str = include_str!("../../../../../games/xiangqi/xiangqi.game");

    /// Whether native code and the interpreter list different moves somewhere along some games.
    fn differ(text: &str) -> bool {
        let program = program(text);
        let native = native(&program);
        let plain = interpreter(program, 0);
        let mut random = 1_u64;
        for _ in 0..40 {
            let mut state = plain.initial();
            for _ in 0..100 {
                let mut lists = [MoveList::new(plain.move_words()), MoveList::new(plain.move_words())];
                plain.generate(&state, &mut lists[0]).unwrap();
                native.generate(&state, &mut lists[1]).unwrap();
                let mut scratch = MoveList::new(plain.move_words());
                if lists[0] != lists[1] || native.count(&state, &mut scratch) != Ok(lists[0].len() as u64) {
                    return true;
                }
                if lists[0].is_empty() {
                    break;
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let record = lists[0].get((random >> 33) as usize % lists[0].len());
                let mut next = vec![0; state.len()];
                plain.make(&state, record, &mut next);
                state = next;
            }
        }
        false
    }

    #[test]
    fn a_wrong_filter_is_found() {
        for text in [CHESS, GO] {
            assert!(!differ(text));
            let found = Canary::PinOverlooked.during(|| differ(text));
            assert!(found, "illegal moves are listed, and nobody notices");
        }
    }

    #[test]
    fn clauses_that_are_plain() {
        let plain = |text: &str| {
            let program = program(text);
            let code = &program.sides[Side::First];
            plain_clauses(&program, code, &code.legal).iter().map(Option::is_some).collect::<Vec<_>>()
        };
        // Not en passant (it takes off another cell), not the king's own moves, not castling.
        assert_eq!(plain(CHESS), [true, true, true, false, true, true, true, false, false, false]);
        assert_eq!(plain(GO), [true]);
        // Whatever arrives may be what a cannon needs to leap over.
        assert!(plain(XIANGQI).iter().all(|plain| !plain));
    }
}
