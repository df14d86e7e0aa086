//! Random plies in a row, of both sides in turn: the position stays in registers from ply to ply.

use cranelift_codegen::ir::Block;

use super::placements::placements;
use super::{Place, ply};
use crate::game::{PerSide, Side};
use crate::ir::Layout;
use crate::native::emit::env::{Env, numbers};
use crate::native::emit::function::{entry, give};
use crate::native::emit::{Emit, Res, SetV, Unsupported, Word};
use crate::native::legal::verdicts::answer;
use crate::proofs::history::repeats_to_end;
use crate::proofs::placements::Placement;

/// Larger states would not stay in registers anyway.
const MOST_WORDS: usize = 32;

/// `plies(state, random numbers, most, number, trail) → answer`: makes random plies in place until one ends the game or
/// can't be drawn, but at most `most`, which is not 0; writes how many, and answers of the last as
/// [`draw`](super::draw) does. Where positions that stand again may end the game, it adds them to the trail and stops
/// after one that may have stood before. Nothing else is asked of the history, and no function of the conditions.
pub fn plies(e: &mut Emit) -> Res<()> {
    let keeps = repeats_to_end(e.program).is_some();
    if let Some(sides) = Placement::of(e.program).filter(|_| !keeps) {
        return placements(e, &sides);
    }
    if e.program.layout.words() > MOST_WORDS {
        return Err(Unsupported("a large state"));
    }
    if keeps && (!e.program.layout.lanes.is_empty() || e.program.layout.stacks > 0) {
        return Err(Unsupported("the history is asked for numbers of cells"));
    }
    let [state, rng, most, number, trail] = entry(e)?;
    let start = Env::read(e, state);
    let left = e.variable(Word::Value(most));
    // The start of a ply of each side, and the end of them all.
    let heads = PerSide::of(|_| e.block());
    let befores = heads.map(|head| arrival(e, head));
    let done = e.block();
    let after_all = arrival(e, done);
    let last = e.parameter(done);
    go_on(e, heads, &start);
    for side in Side::ALL {
        e.b.switch_to_block(heads[side]);
        let mut before = befores[side].clone();
        before.ints[Layout::MOVER] = Word::Const(side.index() as u64);
        let before = Env::of(e, before.planes, before.ints);
        let place = Place { state, next: None, rng, list: e.block(), none: e.block() };
        let epilogue = ply(e, side, None, &before, place)?;
        for (block, out) in [(place.list, answer::LIST), (place.none, answer::NONE)] {
            e.enter(block);
            stop(e, done, &before, Word::Const(out));
        }
        let (out, after) = epilogue.finish(e, &before)?;
        let rest = e.read(left);
        let rest = e.sub(rest, Word::Const(1));
        e.define(left, rest);
        let ended = e.and(out, Word::Const(answer::RANK));
        let ended = e.not_zero(ended);
        let enough = e.is_zero(rest);
        let mut over = e.either(ended, enough);
        if keeps {
            let again = e.add_to_trail(trail, &before, &after, out);
            over = e.either(over, again);
        }
        let (end, on) = (e.block(), e.block());
        e.branch(over, end, on);
        e.enter(end);
        stop(e, done, &after, out);
        e.enter(on);
        go_on(e, heads, &after);
    }
    heads.into_iter().for_each(|head| e.b.seal_block(head));
    e.enter(done);
    after_all.store(e, state);
    let rest = e.read(left);
    let made = e.sub(Word::Value(most), rest);
    e.store(made, number, 0);
    give(e, last);
    Ok(())
}

/// The state that a block is entered with.
fn arrival(e: &mut Emit, block: Block) -> Env {
    let layout = &e.program.layout;
    let planes = layout.planes.iter().map(|_| SetV::new((0..e.n).map(|_| e.parameter(block)).collect())).collect();
    let ints = (0..numbers(layout)).map(|_| e.parameter(block)).collect();
    Env::of(e, planes, ints)
}

/// What [`arrival`] takes.
fn words(env: &Env) -> Vec<Word> {
    env.planes.iter().flat_map(|p| p.words.iter()).chain(&env.ints).copied().collect()
}

/// To the ply of the side to move.
fn go_on(e: &mut Emit, heads: PerSide<Block>, env: &Env) {
    let words = words(env);
    match env.ints[Layout::MOVER] {
        Word::Const(mover) => e.jump(heads[Side::of(mover as usize)], &words),
        mover @ Word::Value(_) => {
            let bit = e.and(mover, Word::Const(1));
            let second = e.not_zero(bit);
            let ways = PerSide::of(|_| e.block());
            e.branch(second, ways[Side::Second], ways[Side::First]);
            for (way, head) in ways.into_iter().zip(heads) {
                e.enter(way);
                e.jump(head, &words);
            }
        }
    }
}

/// To the end of all plies.
fn stop(e: &mut Emit, done: Block, env: &Env, answer: Word) {
    let mut words = words(env);
    words.push(answer);
    e.jump(done, &words);
}
