//! Sowing: lap after lap in a loop of its own, so that all laps are one leg.

use super::build::both;
use super::effect::is_one;
use super::{Context, Lower};
use crate::ir::{Block, Bool, Int, IntLocal, LaneId, Local, Set, Stmt};
use crate::rules::{Compare, DirSet, Effect, FROM, MOST_LAPS, Region, Sowing, TO, goes_on};

/// What the effects of a sowing ask for.
#[derive(Debug, Clone)]
pub(super) struct Laps {
    lane: LaneId,
    itself: bool,
    except: Option<Region>,
    /// The cells that are left out in this lap, where they are not the same in all.
    left_out: Option<Local>,
    /// The pieces in hand.
    hand: IntLocal,
    /// The ways, and which of them this lap follows if there are several.
    ways: Vec<DirSet>,
    way: IntLocal,
    /// What a loop of laps counts with; none where there is one lap.
    counts: Option<Counts>,
}

#[derive(Debug, Clone, Copy)]
struct Counts {
    /// The laps before this one.
    laps: IntLocal,
    /// Whether there is another.
    goes_on: IntLocal,
    /// The branch that ended the sowing, counted from 1.
    exit: IntLocal,
}

impl Lower<'_> {
    /// What [`Effect::Sow`] does in a group.
    pub(super) fn sow(&mut self, sowing: &Sowing, group: usize, cx: &mut Context) -> Block {
        let Some(lane) = self.layout.lane(sowing.kind) else { return vec![Stmt::Guard(Bool::Const(false))] };
        let several = sowing.goes_on().then(|| Counts {
            laps: self.int_local(),
            goes_on: self.int_local(),
            exit: self.int_local(),
        });
        let except = sowing.except.clone();
        let fixed = except.as_ref().is_none_or(|e| is_fixed(&self.region(e, cx)));
        let laps = Laps {
            lane,
            itself: sowing.itself,
            except,
            left_out: (!fixed).then(|| self.temp(cx)),
            hand: self.int_local(),
            ways: sowing.ways().into_iter().cloned().collect(),
            way: self.int_local(),
            counts: several,
        };
        let mut block = Vec::new();
        let ends = (!sowing.verb).then(|| [FROM, TO].map(|end| (end, self.keep(Set::Local(end), &mut block, cx))));
        let (seeds, start) = match sowing.verb {
            true => (Set::Local(FROM), Set::Local(FROM)),
            false => (self.once(&sowing.seeds, &mut block, cx), self.once(&sowing.from, &mut block, cx)),
        };
        let mut inside = self.lift(&laps, &seeds, &start, cx);
        if laps.ways.len() > 1 {
            inside.push(Stmt::LetInt(laps.way, Int::Const(0)));
        }
        self.sowings.push(laps.clone());
        match laps.counts {
            None => {
                inside.extend(self.lap(&laps, sowing, group, cx));
                inside.extend(self.effects(&sowing.effects, group, cx));
            }
            Some(counts) => {
                let mut exits = Vec::new();
                let mut body =
                    vec![Stmt::LetInt(counts.goes_on, Int::Const(0)), Stmt::LetInt(counts.exit, Int::Const(0))];
                body.extend(self.lap(&laps, sowing, group, cx));
                body.extend(self.of_lap(&sowing.effects, counts, &mut exits, group, cx));
                inside.push(Stmt::LetInt(counts.laps, Int::Const(0)));
                inside.extend(self.repeat(body, counts.goes_on, counts.laps, MOST_LAPS));
                // What ends the sowing is done behind the loop: it may let the player choose.
                let ends = exits.into_iter().enumerate().rev().fold(Vec::new(), |others, (at, effects)| {
                    let this = Bool::Compare(Compare::Equal, Int::Local(counts.exit), Int::Const(at as i64 + 1));
                    vec![Stmt::If(this, self.effects(effects, group, cx), others)]
                });
                inside.extend(ends);
            }
        }
        self.sowings.pop();
        if sowing.verb {
            block.extend(inside);
            return block;
        }
        // Whether there is one cell to start from, and anything to sow.
        let some = self.some_in_hand(&laps, &seeds);
        block.push(Stmt::If(both(is_one(&sowing.from, &start), some), inside, Vec::new()));
        if !Effect::any(&sowing.effects, Effect::is_again) {
            block.extend(ends.into_iter().flatten().map(|(end, kept)| Stmt::Let(end, kept)));
        }
        block
    }

    fn some_in_hand(&self, laps: &Laps, seeds: &Set) -> Bool {
        Bool::Compare(Compare::Less, Int::Const(0), Int::SumLane(laps.lane, Box::new(seeds.clone())))
    }

    /// Takes pieces up to start from a cell.
    fn lift(&mut self, laps: &Laps, seeds: &Set, start: &Set, cx: &Context) -> Block {
        let mut block = Vec::new();
        if *start != Set::Local(FROM) {
            block.push(Stmt::Let(FROM, start.clone()));
        }
        if let (Some(local), Some(except)) = (laps.left_out, &laps.except) {
            block.push(Stmt::Let(local, self.region(except, cx)));
        }
        block.push(Stmt::LetInt(laps.hand, Int::SumLane(laps.lane, Box::new(seeds.clone()))));
        block.push(Stmt::SetLane(laps.lane, seeds.clone(), Int::Const(0)));
        if laps.itself {
            let more = Bool::Compare(Compare::Less, Int::Const(1), Int::Local(laps.hand));
            let stays = vec![
                Stmt::AddLane(laps.lane, Set::Local(FROM), Int::Const(1)),
                Stmt::LetInt(laps.hand, less(laps.hand)),
            ];
            block.push(Stmt::If(more, stays, Vec::new()));
        }
        block
    }

    /// One lap: the pieces in hand go their way.
    fn lap(&mut self, laps: &Laps, sowing: &Sowing, group: usize, cx: &mut Context) -> Block {
        if sowing.each.is_empty() {
            return self.drop_in_turn(laps, FROM, Int::Local(laps.hand), cx);
        }
        // One by one, with something to do between them.
        let [goes_on, count] = [self.int_local(), self.int_local()];
        let some = || Bool::Compare(Compare::Less, Int::Const(0), Int::Local(laps.hand));
        let mut body = self.drop_in_turn(laps, TO, Int::Const(1), cx);
        body.push(Stmt::LetInt(laps.hand, less(laps.hand)));
        body.push(Stmt::LetInt(goes_on, Int::Local(laps.hand)));
        body.push(Stmt::If(some(), self.effects(&sowing.each, group, cx), Vec::new()));
        let mut all = vec![Stmt::LetInt(count, Int::Const(0))];
        let most = 255 * self.rules.topology.sites() as u32 + 1;
        all.extend(self.repeat(body, goes_on, count, most));
        vec![Stmt::Let(TO, Set::Local(FROM)), Stmt::If(some(), all, Vec::new())]
    }

    /// So many pieces go along this lap's way, from behind a cell.
    fn drop_in_turn(&mut self, laps: &Laps, from: Local, seeds: Int, cx: &Context) -> Block {
        let except = match (&laps.except, laps.left_out) {
            (_, Some(local)) => Set::Local(local),
            (Some(except), None) => self.region(except, cx),
            (None, None) => self.nothing(),
        };
        let along = |lower: &Self, dirs: &DirSet| {
            let step = lower.dirs(dirs, cx).first().copied().unwrap_or(0);
            Stmt::Sow { lane: laps.lane, from, seeds: seeds.clone(), step, except: except.clone(), last: TO }
        };
        let (last, others) = laps.ways.split_last().expect("a sowing has a way");
        let last = along(self, last);
        let mut block = others.iter().enumerate().rev().fold(vec![last], |rest, (at, dirs)| {
            let this = Bool::Compare(Compare::Equal, Int::Local(laps.way), Int::Const(at as i64));
            vec![Stmt::If(this, vec![along(self, dirs)], rest)]
        });
        let seeds = self.kind(self.layout.lanes[laps.lane].kind);
        block.extend(self.make_room(&seeds, cx));
        block
    }

    /// The effects after a lap. Branches that end the sowing are left for what comes behind the loop.
    fn of_lap<'e>(
        &mut self,
        effects: &'e [Effect],
        counts: Counts,
        exits: &mut Vec<&'e [Effect]>,
        group: usize,
        cx: &mut Context,
    ) -> Block {
        let Some((last, before)) = effects.split_last() else { return Vec::new() };
        if !goes_on(effects) {
            exits.push(effects);
            return vec![Stmt::LetInt(counts.exit, Int::Const(exits.len() as i64))];
        }
        let mut block = self.effects(before, group, cx);
        match last {
            Effect::If(condition, then, otherwise) => {
                let condition = self.truth(condition, cx);
                let then = self.of_lap(then, counts, exits, group, cx);
                let otherwise = self.of_lap(otherwise, counts, exits, group, cx);
                block.push(Stmt::If(condition, then, otherwise));
            }
            other => block.extend(self.effect(other, group, cx)),
        }
        block
    }

    /// Another lap: none where there is nothing to sow, or no one cell to start from, or after so many.
    pub(super) fn relay(&mut self, seeds: &Region, from: &Region, along: Option<&DirSet>, cx: &mut Context) -> Block {
        let Some(laps @ Laps { counts: Some(counts), .. }) = self.sowings.last().cloned() else { return Vec::new() };
        let mut block = Vec::new();
        let (what, start) = (self.once(seeds, &mut block, cx), self.once(from, &mut block, cx));
        let mut inside = self.lift(&laps, &what, &start, cx);
        // Without a way of its own it goes as the lap before.
        if let Some(way) = along.and_then(|along| laps.ways.iter().position(|way| way == along)) {
            inside.push(Stmt::LetInt(laps.way, Int::Const(way as i64)));
        }
        inside.push(Stmt::LetInt(counts.goes_on, Int::Const(1)));
        let few = Bool::Compare(Compare::Less, Int::Local(counts.laps), Int::Const(i64::from(MOST_LAPS) - 1));
        let some = both(few, self.some_in_hand(&laps, &what));
        block.push(Stmt::If(both(is_one(from, &start), some), inside, Vec::new()));
        block
    }

    /// The laps of the innermost sowing before this one.
    pub(super) fn laps(&self) -> Int {
        let counts = self.sowings.last().and_then(|laps| laps.counts);
        counts.map_or(Int::Const(0), |counts| Int::Local(counts.laps))
    }
}

/// Whether a set is the same as long as a lap goes on.
fn is_fixed(set: &Set) -> bool {
    match set {
        Set::Const(_) => true,
        Set::Local(local) => *local == FROM,
        Set::Or(a, b) | Set::And(a, b) | Set::Minus(a, b) => is_fixed(a) && is_fixed(b),
        _ => false,
    }
}

/// A number less one.
fn less(local: IntLocal) -> Int {
    super::build::subtract(Int::Local(local), Int::Const(1))
}
