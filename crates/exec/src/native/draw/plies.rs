//! Random plies in a row, of both sides in turn: the position stays in registers from ply to ply.

use cranelift_codegen::ir::Block;

use super::{Place, ply};
use crate::game::{PerSide, Side};
use crate::ir::Layout;
use crate::native::emit::env::{Env, numbers};
use crate::native::emit::function::{entry, give};
use crate::native::emit::{Emit, Res, SetV, Unsupported, Word};
use crate::native::legal::verdicts::answer;
use crate::proofs::history::repeats_to_end;

/// Larger states would not stay in registers anyway.
const MOST_WORDS: usize = 32;

/// `plies(state, random numbers, most, number, trail) → answer`: makes random plies in place until one ends the game or
/// can't be drawn, but at most `most`, which is not 0; writes how many, and answers of the last as
/// [`draw`](super::draw) does. Where positions that stand again may end the game, it adds them to the trail and stops
/// after one that may have stood before. Nothing else is asked of the history, and no function of the conditions.
pub fn plies(e: &mut Emit) -> Res<()> {
    let keeps = repeats_to_end(e.program).is_some();
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

#[cfg(test)]
mod tests {
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
    }
}
