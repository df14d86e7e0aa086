//! Conditions that a ply can make hold only by way of a cell that it adds: asked of that cell first.

use cranelift_codegen::ir::condcodes::IntCC;

use super::emit::{Emit, Res, SetV, Truth, Word};
use super::env::Env;
use super::functions::{by_position, entry, give};
use super::tables::TableKey;
use crate::game::Side;
use crate::ir::{Bool, PlaneId, Program, Set, Since};

/// The planes that the endings after plies of a side are asked around.
pub fn planes(program: &Program, side: Side) -> Vec<PlaneId> {
    let verdicts = by_position(&program.sides[side.index()].verdicts);
    let mut planes: Vec<PlaneId> = verdicts.filter_map(|(_, v)| v.since.as_ref()).map(Since::plane).collect();
    planes.sort_unstable();
    planes.dedup();
    planes
}

/// `open(state) → 0 or 1`: whether none of the conditions holds that are asked around plies.
pub fn open(e: &mut Emit) -> Res<()> {
    let params = entry(e);
    let env = Env::load(e, params[0]);
    let mut open = Truth::Const(true);
    for (_, v) in e.program.sides.iter().flat_map(|s| by_position(&s.verdicts)) {
        if v.since.is_some() {
            let holds = e.truth(&env, &v.when)?;
            let not = e.not(holds);
            open = e.both(open, not);
        }
    }
    let open = e.number(open);
    give(e, open);
    Ok(())
}

impl Emit<'_, '_> {
    /// Whether a condition holds that did not hold before `one` was added to the plane.
    pub fn since(&mut self, env: &Env, since: &Since, when: &Bool, one: &SetV) -> Res<Truth> {
        let own = env.plane(since.plane()).clone();
        let may = match since {
            Since::Line { near, least, .. } => {
                let mut may = Truth::Const(false);
                for &id in near {
                    let size = self.shared(&own, id, one)?;
                    let few = self.compare(IntCC::UnsignedLessThan, size, Word::Const(u64::from(*least)));
                    let enough = self.not(few);
                    may = self.either(may, enough);
                }
                may
            }
            Since::Joined { beside, ends, .. } => {
                // It comes from somewhere and leads somewhere else.
                let mut contacts = self.shared(&own, *beside, one)?;
                for &end in ends {
                    let end = self.set(env, &Set::Const(end))?;
                    let at = self.set_and(&end, one);
                    let at = self.any(&at);
                    let at = self.number(at);
                    contacts = self.add(contacts, at);
                }
                self.compare(IntCC::UnsignedLessThan, Word::Const(1), contacts)
            }
        };
        self.only_if(may, &mut |e| e.truth(env, when))
    }

    /// How many cells of a set lie in the relation to one.
    fn shared(&mut self, set: &SetV, relation: usize, one: &SetV) -> Res<Word> {
        let row = self.image(TableKey::Image(relation), one)?;
        let common = self.set_and(set, &row);
        // Where no two cells of a row have the same place in their words, these are counted as one.
        let apart = self.program.images[relation].iter().all(|row| {
            let all = row.words().iter().fold(0, |all, word| all | word);
            all.count_ones() as usize == row.len()
        });
        if apart {
            let all = self.any_word(&common);
            return Ok(self.count(all));
        }
        Ok(self.size(&common))
    }
}
