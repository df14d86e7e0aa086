//! A choice of a piece and of where it slides to, for all pieces at once: by direction and cell. The piece is the nearest
//! one the other way.

use crate::ir::{Local, Set, StepId, Stmt};
use crate::native::emit::env::Env;
use crate::native::emit::{Emit, Res, SetV, Word};

/// What is known of a choice of a piece and a slide.
pub struct Slides<'s> {
    /// The directions.
    dirs: &'s [StepId],
    through: &'s Set,
    /// The set of where they end, which reads no more of the piece than its slides.
    within: Vec<&'s Set>,
    /// The local of the second choice.
    pub second: Local,
    /// What comes after both.
    pub rest: &'s [Stmt],
}

impl Emit<'_, '_> {
    /// A choice of `first` from `from` and the one after it as a piece and a slide, if they are that.
    pub fn as_slides<'s>(&self, first: Local, from: &Set, rest: &'s [Stmt]) -> Option<Slides<'s>> {
        let [Stmt::Pick { local: second, from: to, .. }, rest @ ..] = rest else { return None };
        let mut parts = to.conjuncts();
        let place = parts.iter().position(|part| matches!(part, Set::Slide { .. }))?;
        let Set::Slide { dirs, of, through, exactly: None } = parts.remove(place) else { return None };
        let reads = |e: &Set| e.reads(&|local| local == first);
        let fits = **of == Set::Local(first)
            && !reads(through)
            && !parts.iter().any(|part| reads(part))
            // A piece ends the slides of those behind it.
            && from.is_apart_from(through)
            && dirs.iter().all(|&d| self.slides_at_once(d) && self.back(d).is_some());
        fits.then_some(Slides { dirs, through, within: parts, second: *second, rest })
    }

    /// The direction that leads back.
    pub fn back(&self, d: StepId) -> Option<StepId> {
        let program = self.program;
        program.reverse[d].filter(|&b| b < 64 && program.leads_back(d, b) && self.slides_at_once(b))
    }

    /// Where slides of the pieces of a set end, by the direction that leads back.
    pub fn slid(&mut self, env: &Env, from: &SetV, slides: &Slides<'_>) -> Res<Vec<(StepId, SetV)>> {
        let through = self.set(env, slides.through)?;
        let mut within = SetV::new(self.board().into_iter().map(Word::Const).collect());
        for part in &slides.within {
            let part = self.set(env, part)?;
            within = self.set_and(&within, &part);
        }
        let mut all = Vec::new();
        for &d in slides.dirs {
            let filled = self.fill(d, from, &through)?;
            let reached = self.step(d, &filled)?;
            let cells = self.set_and(&reached, &within);
            all.extend(self.back(d).map(|back| (back, cells)));
        }
        Ok(all)
    }
}
