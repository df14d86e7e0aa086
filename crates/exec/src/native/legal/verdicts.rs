//! The conditions on plies and the endings of positions to code, and how functions answer them.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, types};

use crate::game::{MOST_MARGIN, Side};
use crate::ir::{Bool, Decision, Layout, SideCode, Verdict};
use crate::native::emit::env::Env;
use crate::native::emit::{Emit, Res, Truth, Word, ZERO};
use crate::proofs::plain::names_a_choice;
use crate::proofs::turns::if_stuck;

/// How functions that make plies answer in one word.
pub mod answer {
    pub use crate::game::answer::*;

    /// No ply was drawn: there is none.
    pub const NONE: u64 = 1 << 21;
    /// No ply was drawn: the moves must be listed.
    pub const LIST: u64 = 1 << 22;
    /// The clause field of a drawn ply's record, where history may forbid it.
    pub const CLAUSE: u32 = 24;
}

/// Whether the conditions hold at the end of a ply; `answer` is what the function `legal` says of its share of them,
/// if it was asked.
pub fn conditions_hold(e: &mut Emit, env: &Env, conditions: &[Bool], answer: Option<Truth>) -> Res<Truth> {
    let mut holds = answer.unwrap_or(Truth::Const(true));
    for c in conditions.iter().filter(|c| answer.is_none() || names_a_choice(c)) {
        let one = e.truth(env, c)?;
        holds = e.both(holds, one);
    }
    Ok(holds)
}

/// The first verdict that holds, as an answer; the verdicts on a mover without a move count if `stuck`.
pub fn verdicts(e: &mut Emit, env: &Env, stuck: bool) -> Res<Word> {
    let program = e.program;
    let end = e.block();
    let result = e.b.append_block_param(end, types::I64);
    let any = |s: &SideCode| if_stuck(&s.verdicts).any(|(_, v)| stuck || !v.stuck);
    match env.ints[Layout::MOVER] {
        Word::Const(mover) => side_verdicts(e, env, Side::of(mover as usize).other(), end, stuck)?,
        mover if program.sides.iter().any(any) => {
            let bit = e.and(mover, Word::Const(1));
            let second = e.not_zero(bit);
            let blocks = (e.block(), e.block());
            e.branch(second, blocks.1, blocks.0);
            e.enter(blocks.0);
            side_verdicts(e, env, Side::Second, end, stuck)?;
            e.enter(blocks.1);
            side_verdicts(e, env, Side::First, end, stuck)?;
        }
        Word::Value(_) => e.jump(end, &[ZERO]),
    }
    e.enter(end);
    Ok(Word::Value(result))
}

/// Goes to `end` with the answer of the verdicts as `side` reads them.
fn side_verdicts(e: &mut Emit, env: &Env, side: Side, end: Block, stuck: bool) -> Res<()> {
    let program = e.program;
    for (rank, v) in if_stuck(&program.sides[side].verdicts).filter(|(_, v)| stuck || !v.stuck) {
        let env = &Env { stuck: (stuck || v.spared).then_some((side.other(), stuck)), ..env.clone() };
        let (yes, no) = (e.block(), e.block());
        let near = e.is_near(v);
        e.unless(near, no);
        let holds = holds(e, env, v)?;
        e.branch(holds, yes, no);
        e.enter(yes);
        let out = decided(e, env, rank, v)?;
        e.jump(end, &[out]);
        e.enter(no);
    }
    e.jump(end, &[ZERO]);
    Ok(())
}

/// Whether the condition of a verdict holds after a ply.
pub fn holds(e: &mut Emit, env: &Env, v: &Verdict) -> Res<Truth> {
    match (&v.since, &env.added) {
        (Some(since), Some((plane, one))) if since.plane() == *plane => e.since(env, since, &v.when, one),
        _ => match e.joined(env, &v.when) {
            Some(holds) => Ok(holds),
            None => e.truth(env, &v.when),
        },
    }
}

/// The answer of a verdict that holds.
pub fn decided(e: &mut Emit, env: &Env, rank: usize, v: &Verdict) -> Res<Word> {
    let known = |outcome: u64| Word::Const((rank as u64 + 1) | (outcome << answer::OUTCOME));
    Ok(match &v.decides {
        Decision::Win(side) => known(side.index() as u64),
        Decision::Draw => known(2),
        Decision::Margin(n) => {
            let n = e.int(env, n)?;
            let n = clamp(e, n, i64::from(MOST_MARGIN));
            let high = e.shift(n, answer::MARGIN as i32);
            e.or(high, known(3))
        }
    })
}

/// A number, cut off at a limit either way.
pub fn clamp(e: &mut Emit, word: Word, limit: i64) -> Word {
    let (low, high) = (Word::Const((-limit) as u64), Word::Const(limit as u64));
    let below = e.compare(IntCC::SignedLessThan, word, low);
    let word = e.select(below, low, word);
    let above = e.compare(IntCC::SignedGreaterThan, word, high);
    e.select(above, high, word)
}
