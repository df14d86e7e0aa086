//! Random plies in a row where each only adds a cell to a plane, on boards of several words: the position stays in memory,
//! and a ply looks at the words around its cell instead of all.

use crate::proofs::placements::{Around, Placement};

use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value, types};

use crate::canary::Canary;
use crate::game::{PerSide, Side};
use crate::ir::{Bool, Layout, Set, Since};
use crate::native::emit::env::Env;
use crate::native::emit::function::{entry, give};
use crate::native::emit::tables::TableKey;
use crate::native::emit::{Emit, Res, Truth, Unsupported, Word, ZERO};
use crate::native::legal::verdicts::{answer, decided};
use crate::proofs::turns::by_position;

/// A function of plies in a row, as it is being built.
struct Row {
    state: Value,
    random: Value,
    done: Block,
}

/// As [`super::plies::plies`], for plies that only add a cell.
pub fn placements(e: &mut Emit, sides: &PerSide<Placement<'_>>) -> Res<()> {
    let [state, random, most, number, _] = entry(e)?;
    let left = e.variable(Word::Value(most));
    let row = Row { state, random, done: e.block() };
    let (out, after) = (e.parameter(row.done), e.parameter(row.done));
    let mover_at = e.program.layout.int_at(Layout::MOVER);
    let heads = PerSide::of(|_| e.block());
    let mover = e.load(state, mover_at);
    let mover = e.and(mover, Word::Const(1));
    let second = e.not_zero(mover);
    e.branch(second, heads[Side::Second], heads[Side::First]);
    for side in Side::ALL {
        let other = side.other();
        let placement = &sides[side];
        e.b.switch_to_block(heads[side]);
        let site = row.draw(e, side, placement)?;
        let asked = row.place(e, side, placement, site)?;
        let rest = e.read(left);
        let rest = e.sub(rest, Word::Const(1));
        e.define(left, rest);
        row.verdicts(e, side, asked)?;
        let enough = e.is_zero(rest);
        let stop = e.block();
        e.branch(enough, stop, heads[other]);
        e.enter(stop);
        row.stop(e, other, ZERO);
    }
    heads.into_iter().for_each(|head| e.b.seal_block(head));
    e.enter(row.done);
    e.store(after, state, mover_at);
    let rest = e.read(left);
    let made = e.sub(Word::Value(most), rest);
    e.store(made, number, 0);
    give(e, out);
    Ok(())
}

impl Row {
    /// The state as it is, with a side to move.
    fn env(&self, e: &mut Emit, mover: Side) -> Env {
        let env = Env::read(e, self.state);
        let mut ints = env.ints;
        ints[Layout::MOVER] = Word::Const(mover.index() as u64);
        Env::of(e, env.planes, ints)
    }

    fn stop(&self, e: &mut Emit, mover: Side, answer: Word) {
        e.jump(self.done, &[answer, Word::Const(mover.index() as u64)]);
    }

    /// The number of a random cell for a ply. One of all cells of the board is tried first, as [`Emit::probe`] does.
    fn draw(&self, e: &mut Emit, side: Side, placement: &Placement<'_>) -> Res<Word> {
        let bits = e.random(self.random);
        let (site, rest) = e.portion(bits, Word::Const(e.program.sites as u64));
        let word = e.shift(site, -6);
        let cells = self.word(e, placement.from, word)?;
        let cell = e.down(cells, site);
        let cell = e.and(cell, Word::Const(1));
        let there = e.not_zero(cell);
        let (miss, some, none, end) = (e.block(), e.block(), e.block(), e.block());
        let found = e.parameter(end);
        let hit = e.block();
        e.branch(there, hit, miss);
        e.enter(hit);
        e.jump(end, &[site]);
        e.enter(miss);
        let env = self.env(e, side);
        let cells = e.set(&env, placement.from)?;
        let size = e.size(&cells);
        let any = e.not_zero(size);
        e.branch(any, some, none);
        e.enter(none);
        self.stop(e, side, Word::Const(answer::NONE));
        e.enter(some);
        let (index, _) = e.portion(rest, size);
        let one = e.nth_cell(&cells, index);
        e.jump(end, &[one.site.unwrap_or(ZERO)]);
        e.enter(end);
        Ok(found)
    }

    /// Adds the cell; what is asked around it of each verdict, before any other question.
    fn place(&self, e: &mut Emit, side: Side, placement: &Placement<'_>, site: Word) -> Res<Vec<Option<Truth>>> {
        let program = e.program;
        let plane = placement.plane;
        let mut asked = Vec::new();
        for (rank, v) in by_position(&program.sides[side].verdicts) {
            let since = v.since.as_ref().filter(|s| s.plane() == plane);
            asked.push(match since.and_then(|since| Some((since, Around::of(program, since)?))) {
                Some((since, around)) => Some(self.may_hold(e, (side, rank), since, &around, site)?),
                None => None,
            });
        }
        let word = e.shift(site, -6);
        let at = e.address(self.state, word);
        let place = program.layout.plane_at(plane);
        let before = e.load(at, place);
        let bit = e.up(Word::Const(1), site);
        let after = e.or(before, bit);
        e.store(after, at, place);
        Ok(asked)
    }

    /// Whether a condition may hold once a cell is added, see [`Since`].
    fn may_hold(
        &self,
        e: &mut Emit,
        (side, rank): (Side, usize),
        since: &Since,
        around: &Around,
        site: Word,
    ) -> Res<Truth> {
        let program = e.program;
        let n = e.n;
        let table = e.tables.get(program, n, TableKey::Around { side, rank });
        let words = e.row(table, 1 + around.relations.len() * around.words, site);
        let start = e.value(words[0]);
        let at = e.b.ins().iadd(self.state, start);
        let first = program.layout.plane_at(since.plane());
        let unaligned = MemFlagsData::new().with_notrap();
        let window: Vec<Word> = (0..around.words)
            .map(|i| Word::Value(e.b.ins().load(types::I64, unaligned, at, ((first + i) * 8) as i32)))
            .collect();
        let mut counts = Vec::new();
        for (relation, row) in words[1..].chunks(around.words).enumerate() {
            let common: Vec<Word> = window.iter().zip(row).map(|(&own, &near)| e.and(own, near)).collect();
            counts.push(if around.is_apart(program, relation) {
                let all = common.into_iter().fold(ZERO, |all, word| e.or(all, word));
                e.count(all)
            } else {
                common.into_iter().fold(ZERO, |sum, word| {
                    let count = e.count(word);
                    e.add(sum, count)
                })
            });
        }
        let least = match since {
            Since::Line { least, .. } => u64::from(*least),
            Since::Joined { ends, .. } => {
                for &end in ends {
                    let word = e.shift(site, -6);
                    let cells = self.word(e, &Set::Const(end), word)?;
                    let cell = e.down(cells, site);
                    let cell = e.and(cell, Word::Const(1));
                    counts[0] = e.add(counts[0], cell);
                }
                2
            }
        };
        if Canary::PlacementCompletesNothing.sings() {
            return Ok(Truth::Const(false));
        }
        // One of the numbers is large enough if, lifted to a power of two, they have one of its bits or a higher one.
        let power = least.next_power_of_two();
        let all = counts.into_iter().fold(ZERO, |all, count| {
            let lifted = e.add(count, Word::Const(power - least));
            e.or(all, lifted)
        });
        let high = e.and(all, Word::Const(power.wrapping_neg()));
        Ok(e.not_zero(high))
    }

    /// A word of a set; of the whole board it is asked for cells only.
    fn word(&self, e: &mut Emit, set: &Set, word: Word) -> Res<Word> {
        Ok(match set {
            &Set::Const(id) => match &e.program.consts[id] {
                cells if cells.len() == e.program.sites => Word::Const(u64::MAX),
                cells if cells.is_empty() => ZERO,
                _ => {
                    let (program, n) = (e.program, e.n);
                    let table = e.tables.get(program, n, TableKey::Words(id));
                    e.row(table, 1, word)[0]
                }
            },
            &Set::Plane(id) => {
                let at = e.address(self.state, word);
                e.load(at, e.program.layout.plane_at(id))
            }
            Set::Or(a, b) => {
                let (a, b) = (self.word(e, a, word)?, self.word(e, b, word)?);
                e.or(a, b)
            }
            Set::And(a, b) => {
                let (a, b) = (self.word(e, a, word)?, self.word(e, b, word)?);
                e.and(a, b)
            }
            Set::Minus(a, b) => {
                let (a, b) = (self.word(e, a, word)?, self.word(e, b, word)?);
                e.minus(a, b)
            }
            Set::Local(_)
            | Set::Shared(_)
            | Set::Else(..)
            | Set::When(..)
            | Set::Was(_)
            | Set::Step(..)
            | Set::Steps(..)
            | Set::Preimage(..)
            | Set::Image(..)
            | Set::Slide { .. }
            | Set::Ray { .. }
            | Set::Beyond { .. }
            | Set::Flood { .. }
            | Set::Line { .. }
            | Set::Collect { .. }
            | Set::Touched
            | Set::Holding(..)
            | Set::Stacked { .. }
            | Set::Rotate { .. } => return Err(Unsupported("")),
        })
    }

    /// Ends if a verdict holds after a ply of a side.
    fn verdicts(&self, e: &mut Emit, side: Side, asked: Vec<Option<Truth>>) -> Res<()> {
        let all = by_position(&e.program.sides[side].verdicts);
        for ((rank, v), asked) in all.zip(asked) {
            let (ask, yes, no) = (e.block(), e.block(), e.block());
            match (asked, &v.when) {
                (Some(may), _) => e.branch(may, ask, no),
                // Its first word most often has a cell.
                (None, Bool::Not(none)) if matches!(&**none, Bool::Any(cells) if cells.is_cellwise(&mut |_| true)) => {
                    let Bool::Any(cells) = &**none else { return Err(Unsupported("")) };
                    let cells = self.word(e, cells, ZERO)?;
                    let some = e.not_zero(cells);
                    e.branch(some, no, ask);
                }
                _ => e.jump(ask, &[]),
            }
            e.enter(ask);
            let env = Env { stuck: v.spared.then_some((side.other(), false)), ..self.env(e, side.other()) };
            let holds = e.truth(&env, &v.when)?;
            e.branch(holds, yes, no);
            e.enter(yes);
            let out = decided(e, &env, rank, v)?;
            self.stop(e, side.other(), out);
            e.enter(no);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::canary::Canary;
    use crate::game::{Drawn, Game, Trail};
    use crate::native::testing::{native, program};
    use crate::rng::Rng;

    /// Whether plies in a row are others than the same plies drawn one by one, in so many games of a file.
    fn differs(text: &str, games: u64) -> bool {
        let game = native(&program(text));
        (0..games).any(|seed| {
            let (mut rngs, start) = ([Rng::new(seed), Rng::new(seed)], game.initial());
            let (mut state, mut next, mut trail) = (start.clone(), start.clone(), Trail::default());
            let (mut plies, mut last) = game.draw_many(&mut state, &mut next, 40, &mut rngs[0], &mut trail);
            if matches!(last, Drawn::Made(made, _) if made.ending.is_none()) {
                let more = game.draw_many(&mut state, &mut next, 1_000, &mut rngs[0], &mut trail);
                (plies, last) = (plies + more.0, more.1);
            }
            let (mut slow, mut made) = (start.clone(), 0);
            let end = loop {
                let drawn = game.draw(&slow, &mut next, &mut rngs[1]);
                let Drawn::Made(outcome, _) = drawn else { break drawn };
                std::mem::swap(&mut slow, &mut next);
                made += 1;
                if outcome.ending.is_some() {
                    break drawn;
                }
            };
            (plies, state, last, rngs[0].next_u64()) != (made, slow, end, rngs[1].next_u64())
        })
    }

    #[test]
    fn plies_in_a_row_are_those_drawn_one_by_one() {
        let gomoku = include_str!("../../../../../games/lines/gomoku.game");
        let hex = include_str!("../../../../../games/connection/hex.game");
        let sized = |rows: u32, columns: u32, length: u32| {
            let text = gomoku.replace("rows = 15", &format!("rows = {rows}"));
            text.replace("columns = 15", &format!("columns = {columns}"))
                .replace("length = 5", &format!("length = {length}"))
        };
        for text in [sized(15, 15, 5), sized(19, 19, 5), sized(7, 10, 4), sized(25, 25, 6), sized(5, 13, 3)] {
            assert!(!differs(&text, 40), "{text}");
        }
        for size in [9, 11, 14] {
            assert!(!differs(&hex.replace("size = 11", &format!("size = {size}")), 40), "Hex, {size}");
        }
        // Such plies end no game that they should.
        let found = Canary::PlacementCompletesNothing.during(|| [differs(gomoku, 40), differs(hex, 40)]);
        assert_eq!(found, [true, true], "a line is overlooked, and nobody notices");
    }
}
