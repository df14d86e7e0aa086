//! What can be proved of all plies: for the history, the search and the size of records.

use super::clause::{has_legs, moves};
use super::region::only_empty;
use crate::board::SiteSet;
use crate::game::Repetition;
use crate::ir::{
    Block, ClauseHint, Facts, Int, IntClass, IntId, MAX_WORDS, Program, RecordShape, SideCode, Stmt, Turn, choice_bits,
};
use crate::rules::visit::{self, Node};
use crate::rules::{
    Arith, Clause, Compare, DirSet, Effect, HistoryTest, KindId, Life, LocalId, Number, OVER, Region, Rules, Term,
    Truth, TurnKind, Verb, VerdictKind, Who,
};

/// Facts about all plies.
pub fn facts(rules: &Rules) -> Facts {
    let hints = clauses(rules);
    let effects = || rules.groups.iter().flat_map(|g| &g.clauses).map(|c| &c.effects).chain([&rules.finally]);
    let any = |test: &mut dyn FnMut(&Effect) -> bool| effects().any(|list| Effect::any(list, test));
    let counted = rules.kinds.iter().any(|k| k.counted || k.stacked);
    let places = rules
        .groups
        .iter()
        .flat_map(|g| &g.clauses)
        .any(|c| matches!(c.verb, Verb::Place { .. } | Verb::Drop { .. } | Verb::Sow { .. }));
    let onto_pieces = |e: &Effect| match e {
        Effect::Take(_) => true,
        Effect::Put { on, .. } | Effect::Drop { on, .. } => !only_empty(on),
        Effect::Move { onto, .. } => !only_empty(onto),
        _ => false,
    };
    let placed_on_pieces = rules.groups.iter().flat_map(|g| &g.clauses).any(|c| match &c.verb {
        Verb::Place { on, .. } | Verb::Drop { on, .. } => !only_empty(on),
        _ => false,
    });
    let forced = forces(&rules.turn.kind);
    // Who moves nothing of his own has no move too many: where both take from one heap, the last move is what counts.
    let own_men = rules.groups.iter().filter(|g| !g.clauses.is_empty()).all(|g| {
        let owned = |&kind: &KindId| !rules.kinds[kind].neutral && !rules.kinds[kind].counted;
        !g.kinds.is_empty() && g.kinds.iter().all(owned)
    });
    let stuck_decides = rules.verdicts.iter().any(|v| !matches!(v.kind, VerdictKind::Draw) && holds_if_stuck(&v.when));
    let extra_turns = any(&mut |e| matches!(e, Effect::ExtraTurn));
    Facts {
        adds: counted || places || any(&mut |e| matches!(e, Effect::Put { .. } | Effect::Drop { .. })),
        removes: counted || placed_on_pieces || hints.iter().any(|c| c.replaces) || any(&mut |e| onto_pieces(e)),
        falling: 0,
        merge_results: has_legs(rules),
        no_repetition: rules.groups.iter().flat_map(|g| &g.clauses).all(|c| never_comes_back(rules, c))
            && !can_pass(&rules.turn.kind)
            && !hints.iter().any(|c| c.passes),
        null_move: own_men
            && !places
            && !forced
            && !stuck_decides
            && !extra_turns
            && !can_pass(&rules.turn.kind)
            && !rules.hands,
        forced_captures: forced,
        extra_turns,
        exchanges: hints.iter().any(|c| c.replaces) && !forced && !extra_turns && !counted && !has_legs(rules),
        repetition: repetition(rules),
        score_scale: rules.score_scale,
    }
}

/// Whether want of moves is enough for a condition. (Beside a threat, as in checkmate, it is not.)
fn holds_if_stuck(when: &Truth) -> bool {
    match when {
        Truth::Stuck(..) => true,
        Truth::Or(a, b) => holds_if_stuck(a) || holds_if_stuck(b),
        _ => false,
    }
}

/// What comes of positions that come back, as the verdicts say.
fn repetition(rules: &Rules) -> Repetition {
    let mut verdicts = rules.verdicts.iter().filter(|v| !v.history.is_empty()).peekable();
    if clocks_decide(rules) {
        Repetition::Decides
    } else if verdicts.peek().is_none() {
        Repetition::Ignored
    } else if verdicts.all(|v| matches!(v.kind, VerdictKind::Draw)) {
        Repetition::Draws
    } else {
        Repetition::Decides
    }
}

/// Whether a clock does more than to draw the game when it has run so far: then somebody may go round and gain by it.
fn clocks_decide(rules: &Rules) -> bool {
    let is_clock = |n: &Number| matches!(n, Number::State(id) if rules.states[*id].life == Life::Clock);
    let is_read = |node: &Node<'_>| matches!(node, Node::Number(n) if is_clock(n));
    let (mut reads, mut harmless) = (0, 0);
    visit::rules(rules, &mut |node| reads += usize::from(is_read(&node)));
    for verdict in rules.verdicts.iter().filter(|v| matches!(v.kind, VerdictKind::Draw)) {
        visit::node(&verdict.when, &mut |node| {
            if let Node::Truth(Truth::Compare(Compare::Less | Compare::LessEqual, Number::Const(_), n)) = node {
                harmless += usize::from(is_clock(n));
            }
        });
    }
    // Evaluations decide nothing.
    let terms = rules.evaluations.iter().flat_map(|e| &e.terms);
    terms.for_each(|term| visit::node(&term.number, &mut |node| harmless += usize::from(is_read(&node))));
    reads > harmless
}

/// See [`Facts::falling`].
pub fn falling(program: &Program, rules: &Rules) -> u64 {
    let mut tests = rules.legal.iter().flat_map(|l| &l.history).chain(rules.verdicts.iter().flat_map(|v| &v.history));
    if tests.any(|&test| test == HistoryTest::NewBoard) {
        return 0;
    }
    let ints = program.layout.ints.iter().take(64).enumerate();
    let hands = ints.filter(|(_, int)| matches!(int.class, IntClass::Hand(..))).map(|(id, _)| id);
    let all = || program.sides.iter().flat_map(SideCode::blocks);
    hands.filter(|&id| all().all(|block| only_lowers(block, id))).fold(0, |bits, id| bits | 1 << id)
}

/// Whether nothing that statements do to a number makes it greater.
fn only_lowers(block: &Block, id: IntId) -> bool {
    block.iter().all(|stmt| match stmt {
        Stmt::SetInt(to, Int::Arith(Arith::Subtract, a, b)) if *to == id => {
            **a == Int::Read(id) && matches!(**b, Int::Const(0..))
        }
        Stmt::SetInt(to, _) => *to != id,
        Stmt::If(_, a, b) => only_lowers(a, id) && only_lowers(b, id),
        Stmt::Choose(list) => list.iter().all(|a| only_lowers(&a.body, id)),
        _ => true,
    })
}

/// Whether no ply of this clause can ever be undone: it adds a piece in a game where none leaves the board, or, in a game
/// where none is added, takes one or (none ever changing sides) moves one forward.
fn never_comes_back(rules: &Rules, clause: &Clause) -> bool {
    let any = |test: fn(&Effect) -> bool| {
        let effects = rules.groups.iter().flat_map(|g| &g.clauses).map(|c| &c.effects).chain([&rules.finally]);
        effects.into_iter().any(|list| Effect::any(list, &mut |e| test(e)))
    };
    let verbs = || rules.groups.iter().flat_map(|g| &g.clauses).map(|c| &c.verb);
    let counted = rules.kinds.iter().any(|k| k.counted || k.stacked);
    let moves_pieces = any(|e| matches!(e, Effect::Move { .. } | Effect::Swap { .. } | Effect::Rotate { .. }));
    let adds = any(|e| matches!(e, Effect::Put { .. } | Effect::Drop { .. }))
        || verbs().any(|v| matches!(v, Verb::Place { .. } | Verb::Drop { .. } | Verb::Sow { .. }));
    let removes =
        any(|e| matches!(e, Effect::Take(_))) || verbs().any(|v| destination(v).is_some_and(|to| !only_empty(to)));
    if counted || moves_pieces {
        return false;
    }
    let fills = matches!(clause.verb, Verb::Place { .. } | Verb::Drop { .. })
        || clause.effects.iter().any(|e| matches!(e, Effect::Put { .. } | Effect::Drop { .. }));
    if fills && !removes {
        return true;
    }
    if !adds && surely_takes(rules, clause) {
        return true;
    }
    let dirs = match &clause.verb {
        Verb::Step { dirs, .. } | Verb::Slide { dirs, .. } | Verb::Hop { dirs, .. } => dirs,
        _ => return false,
    };
    let flips = any(|e| matches!(e, Effect::Flip(_)));
    !adds && !flips && rules.only_advances(dirs)
}

/// Whether every leg of this clause takes a piece off, in a game where pieces are moved by verbs alone.
fn surely_takes(rules: &Rules, clause: &Clause) -> bool {
    // The cells chosen that are known to have a piece.
    let mut known: Vec<LocalId> = Vec::new();
    match &clause.verb {
        verb if moves(verb) && destination(verb).is_some_and(only_pieces) => return true,
        Verb::Hop { over, .. } if only_pieces(over) => known.push(OVER),
        Verb::Pick(list) => known.extend(list.iter().filter(|(_, region)| only_pieces(region)).map(|pick| pick.0)),
        _ => {}
    }
    clause.effects.iter().any(|effect| {
        if let Effect::Pick(local, region) = effect
            && only_pieces(region)
        {
            known.push(*local);
        }
        matches!(effect, Effect::Take(region) if surely_holds(rules, region, &known))
    })
}

/// Whether a region has one of these cells, whatever the position.
fn surely_holds(rules: &Rules, region: &Region, known: &[LocalId]) -> bool {
    match region {
        Region::Local(id) => known.contains(id),
        Region::Or(a, b) => surely_holds(rules, a, known) || surely_holds(rules, b, known),
        Region::Flood { seed, within, .. } => {
            let everywhere = matches!(&**within, Region::Const(set) if set.len() == rules.topology.sites());
            everywhere && surely_holds(rules, seed, known)
        }
        _ => false,
    }
}

/// Whether a region can only hold cells with a piece.
fn only_pieces(region: &Region) -> bool {
    match region {
        Region::Pieces { .. } => true,
        Region::Const(set) => set.is_empty(),
        Region::Or(a, b) | Region::Else(a, b) => only_pieces(a) && only_pieces(b),
        Region::On(a, b) => only_pieces(a) || only_pieces(b),
        Region::Except(a, _) => only_pieces(a),
        _ => false,
    }
}

fn forces(turn: &TurnKind) -> bool {
    match turn {
        TurnKind::Else(_, b) => !matches!(b.kind, TurnKind::Pass),
        TurnKind::Or(a, b) => forces(&a.kind) || forces(&b.kind),
        TurnKind::Most(..) => true,
        TurnKind::Repeat(_, _, a) => forces(&a.kind),
        TurnKind::Groups(_) | TurnKind::Pass => false,
    }
}

fn can_pass(turn: &TurnKind) -> bool {
    match turn {
        TurnKind::Pass => true,
        TurnKind::Else(a, b) | TurnKind::Or(a, b) => can_pass(&a.kind) || can_pass(&b.kind),
        TurnKind::Most(_, a) | TurnKind::Repeat(_, _, a) => can_pass(&a.kind),
        TurnKind::Groups(_) => false,
    }
}

/// What a search may want to know of every clause.
pub fn clauses(rules: &Rules) -> Vec<ClauseHint> {
    let all: Vec<(usize, &Clause)> =
        rules.groups.iter().enumerate().flat_map(|(g, group)| group.clauses.iter().map(move |c| (g, c))).collect();
    let mut meets = vec![false; all.len()];
    for (i, &one) in all.iter().enumerate() {
        for (j, &other) in all.iter().enumerate().skip(i + 1) {
            if !(meets[i] && meets[j]) && may_meet(rules, one, other) {
                (meets[i], meets[j]) = (true, true);
            }
        }
    }
    let hint = |(i, &(_, clause)): (usize, &(usize, &Clause))| {
        let to = destination(&clause.verb);
        let effect = |test: &mut dyn FnMut(&Effect) -> bool| Effect::any(&clause.effects, test);
        ClauseHint {
            moves: moves(&clause.verb),
            replaces: moves(&clause.verb) && to.is_some_and(|to| !only_empty(to)),
            takes: effect(&mut |e| matches!(e, Effect::Take(_) | Effect::Flip(_))),
            promotes: effect(&mut |e| matches!(e, Effect::Promote { .. })),
            passes: matches!(clause.verb, Verb::Pass),
            may_repeat: meets[i] || !told_apart(rules, clause),
            repeats_itself: !told_apart(rules, clause),
        }
    };
    all.iter().enumerate().map(hint).collect()
}

fn destination(verb: &Verb) -> Option<&Region> {
    match verb {
        Verb::Step { to, .. } | Verb::Slide { to, .. } | Verb::Hop { to, .. } | Verb::Fly { to } => Some(to),
        Verb::Place { on, .. } | Verb::Drop { on, .. } => Some(on),
        _ => None,
    }
}

/// Whether two clauses may offer the same choices. When in doubt, they may.
fn may_meet(rules: &Rules, a: (usize, &Clause), b: (usize, &Clause)) -> bool {
    let (ga, gb) = (&rules.groups[a.0], &rules.groups[b.0]);
    let (a, b) = (a.1, b.1);
    if a.label.is_some() && b.label.is_some() && a.label != b.label {
        return false;
    }
    if moves(&a.verb) != moves(&b.verb) {
        return false;
    }
    if moves(&a.verb) && !ga.kinds.iter().any(|k| gb.kinds.contains(k)) {
        return false;
    }
    if let (Some(x), Some(y)) = (destination(&a.verb), destination(&b.verb))
        && disjoint(x, y)
    {
        return false;
    }
    match (fixed_ways(&a.verb), fixed_ways(&b.verb)) {
        (Some(a), Some(b)) => (0..2).any(|side| {
            (0..rules.topology.sites()).any(|from| {
                let mut reached = SiteSet::empty(rules.topology.sites());
                any_end(rules, a, side, from, &mut |to| {
                    reached.insert(to);
                    false
                });
                any_end(rules, b, side, from, &mut |to| reached.contains(to))
            })
        }),
        _ => true,
    }
}

/// The directions of a verb that goes straight, and how many cells it goes, unless that varies.
fn fixed_ways(verb: &Verb) -> Option<(&DirSet, Option<i64>)> {
    match verb {
        Verb::Step { dirs, .. } if dirs.plus.is_empty() => Some((dirs, Some(1))),
        Verb::Slide { dirs, exactly: None, .. } if dirs.plus.is_empty() => Some((dirs, None)),
        Verb::Slide { dirs, exactly: Some(n), .. } if dirs.plus.is_empty() => match n {
            Number::Const(n) if *n > 0 => Some((dirs, Some(*n))),
            _ => None,
        },
        _ => None,
    }
}

/// Whether any cell where such a way from a cell may end passes a test.
fn any_end(
    rules: &Rules,
    (dirs, length): (&DirSet, Option<i64>),
    side: usize,
    from: usize,
    test: &mut dyn FnMut(usize) -> bool,
) -> bool {
    for &d in &dirs.fixed[side] {
        let mut at = from;
        // A way that leads round is back after as many steps as there are cells.
        for n in 1..=rules.topology.sites() {
            let Some(next) = rules.topology.directions[d].next[at].map(usize::from) else { break };
            at = next;
            if length.is_none_or(|wanted| n as i64 == wanted) {
                if test(at) {
                    return true;
                }
                if length.is_some() {
                    break;
                }
            }
        }
    }
    false
}

/// Whether two ways may lead from one cell to the same other cell.
fn leads_round(rules: &Rules) -> bool {
    let t = &rules.topology;
    let compass = t.compass();
    compass.iter().any(|&d| t.directions[d].vector.0.abs() > 1)
        || (0..t.sites()).any(|s| {
            compass.iter().any(|&d| {
                let dir = &t.directions[d];
                let Some(next) = dir.next[s].map(usize::from) else { return false };
                let (c, n) = (&t.cells[s], &t.cells[next]);
                (n.x - c.x).signum() != dir.vector.0.signum() || (n.y - c.y).signum() != dir.vector.1.signum()
            })
        })
}

/// Whether the choices of a clause tell its moves apart: not where the direction matters and is no choice that shows.
fn told_apart(rules: &Rules, clause: &Clause) -> bool {
    match &clause.verb {
        Verb::Hop { .. } => !leads_round(rules),
        Verb::Step { .. } | Verb::Slide { .. } => !clause.uses_direction() || !leads_round(rules),
        _ => true,
    }
}

/// Whether two regions can't share a cell.
fn disjoint(a: &Region, b: &Region) -> bool {
    match (a, b) {
        (Region::Or(x, y), other) | (other, Region::Or(x, y)) => disjoint(x, other) && disjoint(y, other),
        (Region::On(x, y), other) | (other, Region::On(x, y)) => disjoint(x, other) || disjoint(y, other),
        (Region::Except(x, y), other) | (other, Region::Except(x, y)) => **y == *other || disjoint(x, other),
        (Region::Empty, Region::Pieces { .. }) | (Region::Pieces { .. }, Region::Empty) => true,
        (Region::Pieces { who: Some(x), .. }, Region::Pieces { who: Some(y), .. }) => {
            matches!((x, y), (Who::Own, Who::Enemy) | (Who::Enemy, Who::Own))
        }
        (Region::Const(x), Region::Const(y)) => x.and(y).is_empty(),
        _ => false,
    }
}

/// What a piece of every kind is worth by each evaluation (or by none): what its terms that count pieces of a kind say,
/// wherever they stand; 100 where none does.
pub fn kind_values(rules: &Rules) -> Vec<Vec<i32>> {
    let by = |terms: &[Term]| {
        let mut values: Vec<Option<i64>> = vec![None; rules.kinds.len()];
        for term in terms {
            let Number::Count(counted) = &term.number else { continue };
            let Region::Pieces { who: Some(Who::Own), kinds } = &**counted else { continue };
            let all = || (0..rules.kinds.len()).collect();
            for kind in kinds.clone().unwrap_or_else(all) {
                values[kind] = Some(values[kind].unwrap_or(0).saturating_add(term.weight));
            }
        }
        values.into_iter().map(|value| value.unwrap_or(100).clamp(0, 100_000) as i32).collect()
    };
    match &rules.evaluations[..] {
        [] => vec![by(&[])],
        all => all.iter().map(|evaluation| by(&evaluation.terms)).collect(),
    }
}

/// The size of move records: enough for the longest ply.
pub fn record(program: &Program) -> RecordShape {
    let site_bits = choice_bits(program.sites.max(2));
    let side = |f: &dyn Fn(&crate::ir::SideCode) -> u32| program.sides.iter().map(f).max().unwrap_or(0);
    let widest = |blocks: &[Block]| blocks.iter().map(|b| bits(b, site_bits)).max().unwrap_or(0);
    let first = side(&|s| widest(&s.clauses).max(s.turn.pass().map_or(0, |b| bits(b, site_bits))));
    let further = side(&|s| widest(&s.next_legs));
    let last = side(&|s| bits(&s.finally, site_bits));
    let steps = side(&|s| repeat(&s.turn, program, widest(&s.clauses)));
    let fixed = RecordShape::STREAM + first + last + steps;
    let (words, legs) = if program.facts.merge_results && further > 0 {
        // A ply can't be expected to have more legs than two thirds of the board has cells.
        let wanted = (program.sites * 2 / 3).clamp(4, 64) as u32;
        let room = (MAX_WORDS as u32 * 64).saturating_sub(fixed);
        let legs = wanted.min(room / (further + 1));
        ((fixed + legs * (further + 1)).div_ceil(64), legs)
    } else {
        (fixed.div_ceil(64), 64)
    };
    RecordShape { words: (words as usize).clamp(1, MAX_WORDS), site_bits, legs }
}

/// The most bits that the choices of a block take.
fn bits(block: &Block, site_bits: u32) -> u32 {
    let one = |s: &Stmt| match s {
        Stmt::Pick { .. } => site_bits,
        Stmt::Choose(list) => {
            choice_bits(list.len()) + list.iter().map(|a| bits(&a.body, site_bits)).max().unwrap_or(0)
        }
        Stmt::If(_, a, b) => bits(a, site_bits).max(bits(b, site_bits)),
        Stmt::Again { .. } => 1,
        _ => 0,
    };
    block.iter().map(one).sum()
}

fn repeat(turn: &Turn, program: &Program, widest: u32) -> u32 {
    match turn {
        Turn::Repeat(_, most, groups) => {
            let clauses: usize = groups.iter().map(|(g, _)| program.groups[*g].len()).sum();
            most * (choice_bits(clauses + 1) + widest)
        }
        Turn::Or(a, b) | Turn::Else(a, b) => repeat(a, program, widest).max(repeat(b, program, widest)),
        Turn::Most(_, a) => repeat(a, program, widest),
        Turn::Groups(_) | Turn::Pass(_) => 0,
    }
}
