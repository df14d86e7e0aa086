//! The functions of a game: what each takes, what it gives, and how its body is built.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockCall, FuncRef, InstBuilder, JumpTableData, Value, types};

use super::emit::env::{Env, Reads, Record};
use super::emit::function::{MISCALLED, entry, give};
use super::emit::{Emit, Res, Truth, Unsupported, Word, ZERO};
use super::legal::allowed::Ask;
use super::legal::filter::{distinct, names_a_choice};
use super::legal::pins::Filter;
use super::walk::noisy::separable;
use super::walk::steps::Steps;
use super::walk::straight::again_is_last;
use super::walk::successors::Rows;
use super::walk::tail::{Answers, Tail};
use super::walk::{FUEL, Making, Sink, Walk};
use crate::game::{EVAL_LIMIT, Judged, MOST_MARGIN, Side};
use crate::ir::walk::cost;
use crate::ir::{Bool, ClauseId, Decision, Evaluation, Int, Layout, Program, SideCode, Turn, Verdict, Wins, has_again};

/// What an enumeration answers where there are plies of several legs: they come before all that it could list.
pub const OTHERS_FIRST: u64 = 2;
/// Conditions that cost less are asked of every ply.
const WORTH_A_FILTER: usize = 30;

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

/// What is enumerated, and what becomes of it.
#[derive(Clone)]
pub struct Enumeration<'w> {
    /// What becomes of plies.
    pub sink: Sink,
    /// How many of the `legal` conditions count.
    pub conditions: usize,
    /// Only plies of these clauses count.
    pub only: Option<&'w [ClauseId]>,
    /// A function that says whether the conditions hold.
    pub legal: Option<(FuncRef, Reads)>,
    /// How successors are listed.
    pub rows: Option<Rows>,
    /// Plies that may have several legs but are alone with one are enumerated as well.
    pub alone: bool,
    /// Only plies that may be noisy are listed.
    pub noisy: bool,
}

impl Enumeration<'_> {
    /// All plies of one leg that meet so many conditions.
    pub fn of(sink: Sink, conditions: usize) -> Self {
        Enumeration { sink, conditions, only: None, legal: None, rows: None, alone: false, noisy: false }
    }
}

/// `generate(state, list, limit, identities, info) → end`, or `count(state, info) → number`, or
/// `count allowed(state, past, info) → number`: enumerates the plies of a side. `info[0]` is 1 if the fuel ran out and
/// [`OTHERS_FIRST`] if only [`super::walk::chains::enumerate_legs`] can say, `info[1]` is 2 or more if equal moves may be in the
/// list.
pub fn enumerate<'a>(e: &mut Emit<'a, '_>, code: &'a SideCode, what: Enumeration<'_>) -> Res<()> {
    let Enumeration { sink, conditions, only, legal, rows, alone, noisy } = what;
    let program = e.program;
    if noisy && !separable(program, &code.turn) {
        return Err(Unsupported(""));
    }
    let several_legs = program.facts.merge_results && sink != Sink::Any && conditions > 0;
    let split = if several_legs { Some(simple_rest(program, code).ok_or(Unsupported(""))?) } else { None };
    let mut identities = None;
    // Where plies are written, first to last; the history.
    let (state, start, limit, past, info) = match sink {
        Sink::List => {
            let [state, list, limit, of_moves, info] = entry(e)?;
            identities = Some((of_moves, list));
            (state, Word::Value(list), Some(limit), None, info)
        }
        Sink::States | Sink::InOrder => {
            let [state, rows, limit, info] = entry(e)?;
            (state, Word::Value(rows), Some(limit), None, info)
        }
        Sink::Built => {
            let [state, place, info] = entry(e)?;
            (state, ZERO, Some(place), None, info)
        }
        Sink::Allowed => {
            let [state, past, info] = entry(e)?;
            (state, ZERO, None, Some(past), info)
        }
        Sink::Count | Sink::Any => {
            let [state, info] = entry(e)?;
            (state, ZERO, None, None, info)
        }
        Sink::Nth | Sink::Below => return Err(MISCALLED),
    };
    let repeats = split.is_none() && program.clauses.iter().any(|c| c.may_repeat);
    let cursor = e.variable(start);
    let fuel = e.variable(Word::Const(FUEL));
    let flagged = (repeats && sink != Sink::Any).then(|| e.variable(ZERO));
    let exits = (e.block(), e.block());
    let mut env = Env::load(e, state);
    // What a ply leaves as it was need not be looked at again for each.
    env.planes.iter_mut().for_each(|p| p.fixed = true);
    if sink.is_built() {
        e.learn_floods(&env, code)?;
    }
    if rows.is_some() {
        e.learn_joins(&env, code)?;
        e.learn_near(&env, code)?;
    }
    let filter = filter(e, &env, code, conditions)?;
    let ask = past.map(|past| Ask::of(program, past)).transpose()?;
    let mut walk = Walk {
        ask,
        conditions,
        only,
        filter,
        legal,
        limit,
        identities: identities.filter(|_| repeats),
        flagged,
        rows,
        noisy,
        ..Walk::new(e, code, sink, state, (cursor, fuel), exits)
    };
    let (done, spent) = exits;
    let others = walk.e.block();
    match split {
        None => walk.turn(&env, &code.turn)?,
        Some((first, rest)) => {
            walk.unless_first(&env, first, others, alone)?;
            walk.turn(&env, rest)?;
        }
    }
    leave(e, (others, spent, done), info);
    if let Some(flagged) = flagged {
        let n = e.read(flagged);
        e.store(n, info, 1);
    }
    let end = e.read(cursor);
    give(e, end);
    Ok(())
}

/// All plies have been found: goes on in `done`. Those who come from `others` or `spent` leave a word on it in `info[0]`.
pub fn leave(e: &mut Emit, (others, spent, done): (Block, Block, Block), info: Value) {
    e.jump(done, &[]);
    for (block, word) in [(others, OTHERS_FIRST), (spent, 1)] {
        e.enter(block);
        e.store(Word::Const(word), info, 0);
        e.jump(done, &[]);
    }
    e.enter(done);
}

/// What tells which plies need not be asked the conditions.
pub fn filter(e: &mut Emit, env: &Env, code: &SideCode, conditions: usize) -> Res<Option<Filter>> {
    let asked = &code.legal[..conditions.min(code.legal.len())];
    let dear = asked.iter().map(cost).sum::<usize>() > WORTH_A_FILTER;
    if dear { Filter::new(e, env, code, asked) } else { Ok(None) }
}

/// `nth(state, next, number) → answer`: makes the ply that so many come before in the list, if no two are equal.
pub fn nth(e: &mut Emit, side: Side, legal: Option<(FuncRef, Reads)>) -> Res<()> {
    let program = e.program;
    if program.facts.merge_results {
        return Err(Unsupported("moves of several legs"));
    }
    let code = &program.sides[side.index()];
    let [state, next, number] = entry(e)?;
    let env = Env::load(e, state);
    let tail = Tail::begin(e, &env, side, Answers::drawn(program));
    let cursor = e.variable(Word::Value(number));
    let fuel = e.variable(Word::Const(FUEL));
    let (done, spent) = (e.block(), e.block());
    let mut walk = Walk {
        legal,
        made: Some(Making { next, tail: &tail, chosen: false }),
        ..Walk::new(e, code, Sink::Nth, state, (cursor, fuel), (done, spent))
    };
    walk.turn(&env, &code.turn)?;
    e.jump(done, &[]);
    e.enter(spent);
    e.jump(done, &[]);
    e.enter(done);
    give(e, Word::Const(answer::LIST));
    let (out, _) = tail.finish(e, &env)?;
    give(e, out);
    Ok(())
}

/// `A else B` where only A has plies of several legs, and no two plies of B lead to the same position: A and B.
pub fn simple_rest<'a>(program: &Program, code: &'a SideCode) -> Option<(&'a Turn, &'a Turn)> {
    let Turn::Else(first, rest) = &code.turn else { return None };
    let side = Side::of(program.sides.iter().position(|s| std::ptr::eq(s, code))?);
    let mut legal = code.legal.iter();
    (legal.all(|c| *c == Bool::Const(true)) && distinct(program, code, side, rest)).then_some((first, rest))
}

/// The number that plies of several legs are ranked by.
pub fn most_of(turn: &Turn) -> Option<&Int> {
    match turn {
        Turn::Most(number, _) => Some(number),
        Turn::Or(a, b) | Turn::Else(a, b) => most_of(a).or_else(|| most_of(b)),
        Turn::Groups(_) | Turn::Pass(_) | Turn::Repeat(..) => None,
    }
}

/// The clauses whose plies no number ranks.
pub fn unranked_clauses(turn: &Turn, groups: &[Vec<ClauseId>]) -> Vec<ClauseId> {
    match turn {
        Turn::Most(..) => Vec::new(),
        Turn::Or(a, b) | Turn::Else(a, b) => {
            let mut all = unranked_clauses(a, groups);
            all.extend(unranked_clauses(b, groups));
            all
        }
        other @ (Turn::Groups(_) | Turn::Pass(_) | Turn::Repeat(..)) => other.clauses(groups),
    }
}

/// Whether ranked plies, if there are any, come before all others.
pub fn most_comes_first(turn: &Turn) -> bool {
    match turn {
        Turn::Or(a, b) | Turn::Else(a, b) => most_comes_first(a) && most_of(b).is_none(),
        Turn::Most(_, a) => most_of(a).is_none(),
        Turn::Groups(_) | Turn::Pass(_) | Turn::Repeat(..) => true,
    }
}

/// Whether the conditions hold at the end of a ply; `answer` is what the function [`legal`] says of its share of them,
/// if it was asked.
pub fn conditions_hold(e: &mut Emit, env: &Env, conditions: &[Bool], answer: Option<Truth>) -> Res<Truth> {
    let mut holds = answer.unwrap_or(Truth::Const(true));
    for c in conditions.iter().filter(|c| answer.is_none() || names_a_choice(c)) {
        let one = e.truth(env, c)?;
        holds = e.both(holds, one);
    }
    Ok(holds)
}

/// `legal(state, start of the ply) → 0 or 1`: whether the conditions hold in a state, apart from those that ask for the
/// ply's own choices, which no state tells.
pub fn legal(e: &mut Emit, code: &SideCode) -> Res<()> {
    let [state, start] = entry(e)?;
    let old = Env::load(e, start);
    let env = Env { old_planes: old.old_planes, old_ints: old.old_ints, ..Env::load(e, state) };
    let general: Vec<Bool> = code.legal.iter().filter(|c| !names_a_choice(c)).cloned().collect();
    let holds = conditions_hold(e, &env, &general, None)?;
    let holds = e.number(holds);
    give(e, holds);
    Ok(())
}

/// `truth(state, info) → 0 or 1`
pub fn truth(e: &mut Emit, condition: &Bool) -> Res<()> {
    let [state, _] = entry(e)?;
    let env = Env::load(e, state);
    let holds = e.truth(&env, condition)?;
    let holds = e.number(holds);
    give(e, holds);
    Ok(())
}

/// `make(state, record, next) → answer` for plies of `side`.
pub fn make(e: &mut Emit, side: Side, with_status: bool) -> Res<()> {
    let program = e.program;
    let code = &program.sides[side.index()];
    let mut blocks = code.clauses.iter().chain(&code.next_legs);
    if !blocks.all(|b| again_is_last(b)) {
        return Err(Unsupported("effects after further legs"));
    }
    let steps = Steps::of(program, &code.turn);
    if code.turn.repeats() && steps.as_ref().is_none_or(|s| s.clauses.iter().any(|c| has_again(&code.clauses[c.0]))) {
        return Err(Unsupported("moves of several steps"));
    }
    let [state, record, next] = entry(e)?;
    let words: Vec<Word> = (0..program.record.words).map(|i| e.load_constant(record, i)).collect();
    let base = Env::load(e, state);
    // What comes after all clauses.
    let tail = Tail::begin(
        e,
        &base,
        side,
        Answers { status: with_status, clause: false, irreversible: true, around: false, whole: false },
    );
    let leave = |e: &mut Emit, env: &Env| tail.leave(e, env, Some(next), ZERO);
    let clauses: Vec<Block> = code.clauses.iter().map(|_| e.block()).collect();
    let (pass, other) = (e.block(), e.block());
    let field = e.shift(words[0], -24);
    let field = e.and(field, Word::Const(0xFF));
    if clauses.len() <= 3 {
        for (id, &block) in clauses.iter().enumerate() {
            let this = e.compare(IntCC::Equal, field, Word::Const(id as u64));
            let not = e.block();
            e.branch(this, block, not);
            e.enter(not);
        }
        let this = e.compare(IntCC::Equal, field, Word::Const(0xFF));
        e.branch(this, pass, other);
    } else {
        let field = e.value(field);
        let index = e.b.ins().ireduce(types::I32, field);
        let pool = &mut e.b.func.dfg.value_lists;
        let table: Vec<BlockCall> = (0..256)
            .map(|i| {
                let to = if i == 0xFF { pass } else { clauses.get(i).copied().unwrap_or(other) };
                BlockCall::new(to, std::iter::empty(), pool)
            })
            .collect();
        let default = BlockCall::new(other, std::iter::empty(), pool);
        let table = e.b.create_jump_table(JumpTableData::new(default, &table));
        e.b.ins().br_table(index, table);
    }
    let used = code.turn.clauses(&program.groups);
    let read = |base: &Env| Env { record: Record { words: words.clone(), ..base.record.clone() }, ..base.clone() };
    // Where plies of several steps begin.
    let first = e.block();
    let first_step = e.parameter(first);
    for (id, &block) in clauses.iter().enumerate() {
        e.enter(block);
        if let Some(place) = steps.as_ref().and_then(|s| s.place(id)) {
            e.jump(first, &[Word::Const(place as u64)]);
            continue;
        }
        if !used.contains(&id) {
            leave(e, &base);
            continue;
        }
        let mut env = read(&base);
        e.straight(&mut env, &code.clauses[id])?;
        e.legs(&mut env, &code.next_legs)?;
        e.count_leg(&mut env);
        e.straight(&mut env, &code.finally)?;
        e.straight(&mut env, &code.end_ply)?;
        leave(e, &env);
    }
    if let Some(steps) = &steps {
        e.enter(first);
        let mut env = read(&base);
        e.steps(&mut env, code, steps, first_step)?;
        e.straight(&mut env, &code.finally)?;
        e.straight(&mut env, &code.end_ply)?;
        leave(e, &env);
    }
    e.enter(pass);
    match code.turn.pass() {
        Some(block) => {
            let mut env = read(&base);
            e.straight(&mut env, block)?;
            e.straight(&mut env, &code.finally)?;
            e.straight(&mut env, &code.end_ply)?;
            leave(e, &env);
        }
        None => leave(e, &base),
    }
    e.enter(other);
    leave(e, &base);
    let (out, _) = tail.finish(e, &base)?;
    give(e, out);
    Ok(())
}

/// `status(state) → answer`; if `stuck`, what it means that the mover has no move.
pub fn status(e: &mut Emit, stuck: bool) -> Res<()> {
    let [state] = entry(e)?;
    let env = Env::load(e, state);
    let out = verdicts(e, &env, stuck)?;
    give(e, out);
    Ok(())
}

/// `marks(state) → bits`: see [`crate::game::Rep::marks`].
pub fn marks(e: &mut Emit) -> Res<()> {
    let [state] = entry(e)?;
    let env = Env::load(e, state);
    let program = e.program;
    let mover = e.and(env.ints[Layout::MOVER], Word::Const(1));
    let second = e.not_zero(mover);
    let blocks = (e.block(), e.block());
    e.branch(second, blocks.1, blocks.0);
    for (side, block) in [(Side::First, blocks.0), (Side::Second, blocks.1)] {
        e.enter(block);
        let mut bits = ZERO;
        for (id, mark) in program.marks.iter().enumerate() {
            let holds = if mark.of == side { Truth::Const(true) } else { e.truth(&env, &mark.holds)? };
            let bit = e.number(holds);
            let bit = e.shift(bit, id as i32);
            bits = e.or(bits, bit);
        }
        give(e, bits);
    }
    Ok(())
}

/// `wins(state) → 0 or 1, or 2 where it can't be told`: whether a side wins at once.
pub fn wins(e: &mut Emit, wins: &Wins) -> Res<()> {
    let [state] = entry(e)?;
    let env = Env::load(e, state);
    let (now, before) = (e.truth(&env, &wins.now)?, e.truth(&env, &wins.before)?);
    let now = e.number(now);
    let out = e.select(before, Word::Const(2), now);
    give(e, out);
    Ok(())
}

/// `evaluate(state) → value for the mover`
pub fn evaluate(e: &mut Emit, evaluation: &Evaluation) -> Res<()> {
    let [state] = entry(e)?;
    let env = Env::load(e, state);
    let value = evaluation_of(e, &env, evaluation)?;
    give(e, value);
    Ok(())
}

/// `terms(state, differences) → 0`: of each term, without its weight, the first player's number minus the second's.
pub fn terms(e: &mut Emit, evaluation: &Evaluation) -> Res<()> {
    let [state, out] = entry(e)?;
    let mut env = Env::load(e, state);
    for shared in &evaluation.shared {
        let value = e.set(&env, shared)?;
        env.shared.push(value);
    }
    let [first, second] = &evaluation.terms;
    for (index, ((_, own), (_, enemy))) in first.iter().zip(second).enumerate() {
        let (a, b) = (e.int(&env, own)?, e.int(&env, enemy)?);
        let difference = e.sub(a, b);
        e.store(difference, out, index);
    }
    give(e, ZERO);
    Ok(())
}

/// `judge(rows, end, judged) → 0`: what a search asks of the states of rows, of which there is at least one; see [`Judged`].
pub fn judge(e: &mut Emit, evaluation: &Evaluation, wins: Option<&[Wins; 2]>, row_words: usize) -> Res<()> {
    let [first, end, judged] = entry(e)?;
    e.repeat(&[Word::Value(first), Word::Value(judged)], &mut |e, words| {
        let (row, out) = (e.value(words[0]), e.value(words[1]));
        let env = Env::load(e, row);
        let value = evaluation_of(e, &env, evaluation)?;
        let mut judged = e.and(value, Word::Const(u64::from(u32::MAX)));
        if let Some(wins) = wins {
            let [a, b] = [win_at_once(e, &env, &wins[0])?, win_at_once(e, &env, &wins[1])?];
            let mover = e.and(env.ints[Layout::MOVER], Word::Const(1));
            let second = e.not_zero(mover);
            let (mine, theirs) = (e.select(second, b, a), e.select(second, a, b));
            for (told, bit) in [(mine, Judged::WINS), (theirs, Judged::PRESSED)] {
                let told = e.shift(told, bit as i32);
                judged = e.or(judged, told);
            }
        }
        e.store(judged, out, 0);
        let next = [(row, row_words), (out, 1)].map(|(at, words)| e.address(at, Word::Const(words as u64)));
        let done = e.compare(IntCC::Equal, Word::Value(next[0]), Word::Value(end));
        Ok((next.map(Word::Value).to_vec(), done))
    })?;
    give(e, ZERO);
    Ok(())
}

/// 1 if it is known that a side wins at once.
fn win_at_once(e: &mut Emit, env: &Env, wins: &Wins) -> Res<Word> {
    let (now, before) = (e.truth(env, &wins.now)?, e.truth(env, &wins.before)?);
    let told = e.not(before);
    let wins = e.both(told, now);
    Ok(e.number(wins))
}

/// The value of a state for its mover.
fn evaluation_of(e: &mut Emit, env: &Env, evaluation: &Evaluation) -> Res<Word> {
    let mut env = env.clone();
    for shared in &evaluation.shared {
        let value = e.set(&env, shared)?;
        env.shared.push(value);
    }
    let [first, second] = &evaluation.terms;
    let mut sum = ZERO;
    for ((weight, own), (_, enemy)) in first.iter().zip(second) {
        if weight.abs() >= 1 << 22 {
            return Err(Unsupported("a weight too large to be added up"));
        }
        let (a, b) = (e.int(&env, own)?, e.int(&env, enemy)?);
        let difference = e.sub(a, b);
        // Terms this large have decided the sum anyway.
        let term = clamp(e, difference, 1 << 36);
        let term = e.mul(term, Word::Const(*weight as u64));
        sum = e.add(sum, term);
    }
    let value = clamp(e, sum, i64::from(EVAL_LIMIT) - 1);
    let negative = e.sub(ZERO, value);
    let mover = e.and(env.ints[Layout::MOVER], Word::Const(1));
    let second = e.not_zero(mover);
    Ok(e.select(second, negative, value))
}

fn clamp(e: &mut Emit, word: Word, limit: i64) -> Word {
    let (low, high) = (Word::Const((-limit) as u64), Word::Const(limit as u64));
    let below = e.compare(IntCC::SignedLessThan, word, low);
    let word = e.select(below, low, word);
    let above = e.compare(IntCC::SignedGreaterThan, word, high);
    e.select(above, high, word)
}

/// The verdicts that a position alone decides, with their ranks.
pub(super) fn by_position(all: &[Verdict]) -> impl Iterator<Item = (usize, &Verdict)> {
    if_stuck(all).filter(|(_, v)| !v.stuck)
}

/// Those and the ones that ask whether the mover is stuck.
fn if_stuck(all: &[Verdict]) -> impl Iterator<Item = (usize, &Verdict)> {
    all.iter().enumerate().filter(|(_, v)| !v.history && !v.clock)
}

/// The first verdict that holds, as an answer; the verdicts on a mover without a move count if `stuck`.
pub(super) fn verdicts(e: &mut Emit, env: &Env, stuck: bool) -> Res<Word> {
    let program = e.program;
    let end = e.block();
    let result = e.b.append_block_param(end, types::I64);
    let sides = [Side::Second, Side::First];
    let any = |s: &SideCode| if_stuck(&s.verdicts).any(|(_, v)| stuck || !v.stuck);
    match env.ints[Layout::MOVER] {
        Word::Const(mover) => side_verdicts(e, env, sides[(mover & 1) as usize], end, stuck)?,
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
    for (rank, v) in if_stuck(&program.sides[side.index()].verdicts).filter(|(_, v)| stuck || !v.stuck) {
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
pub(super) fn holds(e: &mut Emit, env: &Env, v: &Verdict) -> Res<Truth> {
    match (&v.since, &env.added) {
        (Some(since), Some((plane, one))) if since.plane() == *plane => e.since(env, since, &v.when, one),
        _ => match e.joined(env, &v.when) {
            Some(holds) => Ok(holds),
            None => e.truth(env, &v.when),
        },
    }
}

/// The answer of a verdict that holds.
pub(super) fn decided(e: &mut Emit, env: &Env, rank: usize, v: &Verdict) -> Res<Word> {
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
