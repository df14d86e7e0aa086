//! Conditions that a ply can make hold only by way of a cell that it adds: asked of that cell first.

use crate::native::emit::known::Join;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::canary::Canary;
use crate::ir::{Bool, Joins, Set, SideCode, Since, StepId};
use crate::native::emit::env::Env;
use crate::native::emit::function::{entry, give};
use crate::native::emit::tables::TableKey;
use crate::native::emit::{Emit, Res, SetV, Truth, Word};
use crate::proofs::turns::by_position;

/// `open(state) → 0 or 1`: whether none of the conditions holds that are asked around plies.
pub fn open(e: &mut Emit) -> Res<()> {
    let [state] = entry(e)?;
    let env = Env::load(e, state);
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
    /// Looks at the joins that the endings after plies of a side ask for, as they are before its plies: then a ply that
    /// adds one cell need only be asked which. The cell joins what is reached from each set that it is in or beside.
    ///
    /// # Errors
    /// What native code can't do.
    pub fn learn_joins(&mut self, env: &Env, code: &SideCode) -> Res<()> {
        for (_, v) in by_position(&code.verdicts) {
            let Some(Since::Joined { chain, .. }) = &v.since else { continue };
            let own = env.plane(chain.plane).clone();
            let (mut reached, mut near) = (Vec::new(), Vec::new());
            for end in chain.joins.ends() {
                let cells = self.constant(end);
                let chains = self.flood(&chain.dirs, &cells, &own)?;
                near.push((end, self.near(&chain.dirs, &cells, &chains)?));
                reached.push((end, chains));
            }
            let joined = self.combined(&chain.joins, &reached);
            let had = self.any(&joined);
            let completing = self.combined(&chain.joins, &near);
            let completing = if Canary::JoinOverlooked.sings() { self.nothing() } else { completing };
            self.joins.push(Join { when: v.when.clone(), plane: chain.plane, base: own, had, completing });
        }
        Ok(())
    }

    /// What joins say of cells, where it is known which belong to each of the sets.
    fn combined(&mut self, joins: &Joins, sets: &[(usize, SetV)]) -> SetV {
        match joins {
            Joins::Reach(end) => {
                let set = sets.iter().find(|(of, _)| of == end);
                set.map_or_else(|| self.nothing(), |(_, set)| set.clone())
            }
            Joins::Both(a, b) => {
                let (a, b) = (self.combined(a, sets), self.combined(b, sets));
                self.set_and(&a, &b)
            }
            Joins::Either(a, b) => {
                let (a, b) = (self.combined(a, sets), self.combined(b, sets));
                self.set_or(&a, &b)
            }
        }
    }

    /// A set, and the cells beside what is reached from it.
    fn near(&mut self, dirs: &[StepId], of: &SetV, reached: &SetV) -> Res<SetV> {
        let mut near = of.clone();
        for &d in dirs {
            let next = self.step(d, reached)?;
            near = self.set_or(&near, &next);
        }
        Ok(near)
    }

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
            Since::Joined { chain, beside } => {
                // It comes from somewhere and leads somewhere else.
                let mut contacts = self.shared(&own, *beside, one)?;
                for end in chain.joins.ends() {
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

#[cfg(test)]
mod tests {
    use crate::canary::Canary;
    use crate::native::testing::successors_differ;

    #[test]
    fn a_join_that_is_overlooked_is_found() {
        let text = include_str!("../../../../../games/connection/hex.game").replace("size = 11", "size = 9");
        assert!(!successors_differ(&text, 3, 80));
        let found = Canary::JoinOverlooked.during(|| successors_differ(&text, 3, 80));
        assert!(found, "a side joins its ranks, and nobody notices");
    }
    /// Three sides, joined by what grows: no pair of them is enough.
    #[test]
    fn a_fork_that_is_overlooked_is_found() {
        let text = "game \"Sides\"\nplayers Black, White\nboard hexagon 6\npiece Stone\nmove { place Stone on empty }\n\
                    define chain(r) = flood own on r in own\n\
                    define side(d, e) = (all except reverse d of all) on (all except reverse e of all)\n\
                    end { win when chain(side(north, east)) on chain(side(southeast, south)) on chain(side(west, northwest)) }\n\
                    end { draw when no empty }\n";
        assert!(!successors_differ(text, 8, 100));
        let found = Canary::JoinOverlooked.during(|| successors_differ(text, 8, 100));
        assert!(found, "a stone joins three sides, and nobody notices");
    }
}
