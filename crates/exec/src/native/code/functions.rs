//! The functions of a game: what each takes, what it gives, and how its body is built.

use crate::native::legal::pins::filter;
use crate::native::legal::verdicts::{answer, clamp, conditions_hold, verdicts};
use crate::native::walk::leave;
use crate::proofs::turns::simple_rest;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockCall, FuncRef, InstBuilder, JumpTableData, types};

use crate::game::{EVAL_LIMIT, Judged, PerSide, Side};
use crate::ir::{Bool, ClauseId, Evaluation, Layout, SideCode, Wins, has_again};
use crate::native::emit::env::{Env, Reads, Record};
use crate::native::emit::function::{MISCALLED, entry, give};
use crate::native::emit::{Emit, Res, Truth, Unsupported, Word, ZERO};
use crate::native::legal::allowed::Ask;
use crate::native::walk::epilogue::{Answers, Epilogue};
use crate::native::walk::steps::Steps;
use crate::native::walk::successors::Rows;
use crate::native::walk::{FUEL, Making, Needs, Room, Sink, Tests, Walk};
use crate::proofs::legs::again_is_last;
use crate::proofs::plain::names_a_choice;
use crate::proofs::turns::separable;

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
/// [`OTHERS_FIRST`] if only [`crate::native::walk::chains::enumerate_legs`] can say, `info[1]` is 2 or more if equal moves may be in the
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
    let needs = match (past, rows) {
        (Some(past), _) => Needs::History(Ask::of(program, past)?),
        (None, Some(rows)) => Needs::Rows(rows),
        (None, None) => Needs::Nothing,
    };
    let mut walk = Walk {
        needs,
        only,
        tests: Tests { filter, legal, ..Tests::all(conditions) },
        room: Room { limit, identities: identities.filter(|_| repeats), flagged },
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

/// `nth(state, next, number) → answer`: makes the ply that so many come before in the list, if no two are equal.
pub fn nth(e: &mut Emit, side: Side, legal: Option<(FuncRef, Reads)>) -> Res<()> {
    let program = e.program;
    if program.facts.merge_results {
        return Err(Unsupported("moves of several legs"));
    }
    let code = &program.sides[side];
    let [state, next, number] = entry(e)?;
    let env = Env::load(e, state);
    let epilogue = Epilogue::begin(e, &env, side, Answers::drawn(program));
    let cursor = e.variable(Word::Value(number));
    let fuel = e.variable(Word::Const(FUEL));
    let (done, spent) = (e.block(), e.block());
    let mut walk = Walk {
        needs: Needs::Made(Making { next, epilogue: &epilogue, chosen: false }),
        tests: Tests { legal, ..Tests::all(usize::MAX) },
        ..Walk::new(e, code, Sink::Nth, state, (cursor, fuel), (done, spent))
    };
    walk.turn(&env, &code.turn)?;
    e.jump(done, &[]);
    e.enter(spent);
    e.jump(done, &[]);
    e.enter(done);
    give(e, Word::Const(answer::LIST));
    let (out, _) = epilogue.finish(e, &env)?;
    give(e, out);
    Ok(())
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
    let code = &program.sides[side];
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
    let epilogue = Epilogue::begin(
        e,
        &base,
        side,
        Answers { status: with_status, clause: false, irreversible: true, around: false, whole: false },
    );
    let leave = |e: &mut Emit, env: &Env| epilogue.leave(e, env, Some(next), ZERO);
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
    let (out, _) = epilogue.finish(e, &base)?;
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
    let [first, second] = evaluation.terms.each_ref().pair();
    for (index, ((_, own), (_, enemy))) in first.iter().zip(second).enumerate() {
        let (a, b) = (e.int(&env, own)?, e.int(&env, enemy)?);
        let difference = e.sub(a, b);
        e.store(difference, out, index);
    }
    give(e, ZERO);
    Ok(())
}

/// `judge(rows, end, judged) → 0`: what a search asks of the states of rows, of which there is at least one; see [`Judged`].
pub fn judge(e: &mut Emit, evaluation: &Evaluation, wins: Option<&PerSide<Wins>>, row_words: usize) -> Res<()> {
    let [first, end, judged] = entry(e)?;
    e.repeat(&[Word::Value(first), Word::Value(judged)], &mut |e, words| {
        let (row, out) = (e.value(words[0]), e.value(words[1]));
        let env = Env::load(e, row);
        let value = evaluation_of(e, &env, evaluation)?;
        let mut judged = e.and(value, Word::Const(u64::from(u32::MAX)));
        if let Some(wins) = wins {
            let [a, b] = PerSide::try_of(|side| win_at_once(e, &env, &wins[side]))?.pair();
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
    let [first, second] = evaluation.terms.each_ref().pair();
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
