//! What can be proved of all plies: for the history and the search.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use super::region::only_empty;
use super::{clocks, hints};
use crate::game::Repetition;
use crate::ir::{Block, Facts, Int, IntClass, IntId, Layout, Plane, PlaneClass, Program, SideCode, Stmt, Writes};
use crate::rules::visit::{self, Node};
use crate::rules::{
    Arith, Clause, Effect, HistoryTest, KindId, LocalId, OVER, Region, Rules, StateId, Truth, TurnKind, Verb,
    VerdictKind, Who,
};

/// Facts about all plies.
pub fn facts(rules: &Rules) -> Facts {
    let hints = hints::clauses(rules);
    let effects = rules.effects();
    let any = |test: fn(&Effect) -> bool| effects.iter().any(|e| test(e));
    let counted = rules.kinds.iter().any(|k| k.counted || k.stacked);
    let onto_pieces: fn(&Effect) -> bool = |e| match e {
        Effect::Take(_) => true,
        Effect::Put { on, .. } | Effect::Drop { on, .. } => !only_empty(on),
        Effect::Move { onto, .. } => !only_empty(onto),
        Effect::Flip(_) | Effect::Swap { .. } | Effect::Promote { .. } | Effect::SetCells(..) => false,
        Effect::SetNumber(..) | Effect::Reset(_) | Effect::Tuck { .. } | Effect::Pile { .. } => false,
        Effect::Rotate { .. } | Effect::If(..) | Effect::May(..) | Effect::Either(_) | Effect::Pick(..) => false,
        Effect::Let(..) | Effect::Again { .. } | Effect::Sow(_) | Effect::Relay { .. } | Effect::ExtraTurn => false,
        Effect::While(..) | Effect::Require(_) => false,
    };
    let placed_on_pieces = rules.clauses().filter_map(|c| c.verb.placing()).any(|placing| !only_empty(placing.on));
    let forced = forces(&rules.turn.kind);
    // Who moves nothing of his own has no move too many: where both take from one heap, the last move is what counts.
    let own_men = rules.groups.iter().filter(|g| !g.clauses.is_empty()).all(|g| {
        let owned = |&kind: &KindId| !rules.kinds[kind].neutral && !rules.kinds[kind].counted;
        !g.kinds.is_empty() && g.kinds.iter().all(owned)
    });
    let stuck_decides = rules.verdicts.iter().any(|v| !matches!(v.kind, VerdictKind::Draw) && holds_if_stuck(&v.when));
    let runs_out = stuck_decides && !guards(rules);
    let (extra_turns, can_pass) = (rules.extra_turns(), rules.turn.has_pass());
    Facts {
        adds: counted || adds(rules),
        removes: counted || placed_on_pieces || hints.iter().any(|c| c.replaces) || any(onto_pieces),
        falling: 0,
        advancing: 0,
        merge_results: rules.has_legs(),
        no_repetition: rules.groups.iter().all(|g| g.clauses.iter().all(|c| never_comes_back(rules, &g.kinds, c)))
            && !can_pass
            && !hints.iter().any(|c| c.passes),
        null_move: own_men && !places(rules) && !forced && !runs_out && !extra_turns && !can_pass && !rules.hands,
        forced_captures: forced,
        extra_turns,
        exchanges: hints.iter().any(|c| c.replaces) && !forced && !extra_turns && !counted && !rules.has_legs(),
        repetition: repetition(rules),
        score_scale: rules.score_scale,
    }
}

/// Whether want of moves is enough for a condition. (Beside a threat, as in checkmate, it is not.)
fn holds_if_stuck(when: &Truth) -> bool {
    match when {
        Truth::Stuck(..) => true,
        Truth::Or(a, b) => holds_if_stuck(a) || holds_if_stuck(b),
        Truth::Const(_) | Truth::Some(_) | Truth::SameRegion(..) | Truth::Compare(..) | Truth::And(..) => false,
        Truth::Not(_) | Truth::BothPassed | Truth::History(_) => false,
    }
}

/// Whether a player may not leave something to an attack. Then who is stuck has hardly ever run out of moves: it is the attack that
/// decides, and who gives the turn away has as much to fear from it as ever.
fn guards(rules: &Rules) -> bool {
    let attack = |node: Node<'_>| matches!(node, Node::Region(Region::AttackedBy(..)));
    rules.legal.iter().any(|legal| visit::has(&legal.condition, attack))
}

/// What comes of positions that come back, as the verdicts say.
fn repetition(rules: &Rules) -> Repetition {
    let mut verdicts = rules.verdicts.iter().filter(|v| v.when.asks_history()).peekable();
    // What always held depends on the way to a position, even where it may only draw.
    let always = |node: Node<'_>| matches!(node, Node::Truth(Truth::History(HistoryTest::Always(..))));
    if clocks::decide(rules) || rules.verdicts.iter().any(|v| visit::has(&v.when, always)) {
        Repetition::Decides
    } else if verdicts.peek().is_none() {
        Repetition::Ignored
    } else if verdicts.all(|v| matches!(v.kind, VerdictKind::Draw)) {
        Repetition::Draws
    } else {
        Repetition::Decides
    }
}

/// See [`Facts::falling`].
pub fn falling(program: &Program, rules: &Rules) -> u64 {
    let new_board = |node: Node<'_>| matches!(node, Node::Truth(Truth::History(HistoryTest::NewBoard)));
    let mut conditions = rules.legal.iter().map(|l| &l.condition).chain(rules.verdicts.iter().map(|v| &v.when));
    if conditions.any(|condition| visit::has(condition, new_board)) {
        return 0;
    }
    let ints = program.layout.ints.iter().take(64).enumerate();
    let hands = ints.filter(|(_, int)| matches!(int.class, IntClass::Hand(..))).map(|(id, _)| id);
    let all = || program.sides.iter().flat_map(SideCode::blocks);
    hands.filter(|&id| all().all(|block| only_lowers(block, id))).fold(0, |bits, id| bits | 1 << id)
}

/// Whether nothing that statements do to a number makes it greater.
fn only_lowers(block: &Block, id: IntId) -> bool {
    let lowers = |stmt: &Stmt| {
        let Stmt::SetInt(_, Int::Arith(Arith::Subtract, a, b)) = stmt else { return false };
        **a == Int::Read(id) && matches!(**b, Int::Const(0..))
    };
    block.iter().all(|stmt| {
        (lowers(stmt) || stmt.account().writes != Writes::Number(id))
            && stmt.blocks().all(|inner| only_lowers(inner, id))
    })
}

/// See [`Facts::advancing`].
pub fn advancing(layout: &Layout, rules: &Rules) -> u64 {
    let of = |(id, plane): (usize, &Plane)| match plane.class {
        PlaneClass::Kind(kind) if only_advances(rules, kind) => 1 << id,
        PlaneClass::Kind(_) | PlaneClass::Side(_) | PlaneClass::Neutral => 0,
        PlaneClass::State(_) | PlaneClass::ThisTurn(_) => 0,
    };
    layout.planes.iter().enumerate().take(64).map(of).fold(0, |bits, bit| bits | bit)
}

/// Whether pieces of this kind only advance or leave the board. In a game where none is added, those that take may go
/// anywhere: there are fewer then, and will be.
fn only_advances(rules: &Rules, kind: KindId) -> bool {
    let effects = rules.effects();
    let counted = rules.kinds.iter().any(|k| k.counted || k.stacked);
    let elsewhere = effects.iter().any(|e| match e {
        Effect::Rotate { .. } | Effect::Swap { .. } => true,
        Effect::Move { what, .. } => what.may_hold(kind),
        Effect::Take(_) | Effect::Put { .. } | Effect::Drop { .. } | Effect::Flip(_) => false,
        Effect::Promote { .. } | Effect::SetCells(..) | Effect::SetNumber(..) | Effect::Reset(_) => false,
        Effect::Tuck { .. } | Effect::Pile { .. } | Effect::If(..) | Effect::May(..) | Effect::Either(_) => false,
        Effect::Pick(..) | Effect::Let(..) | Effect::Again { .. } | Effect::Sow(_) | Effect::Relay { .. } => false,
        Effect::While(..) | Effect::ExtraTurn | Effect::Require(_) => false,
    });
    let pieces_move_by_verbs = !effects.iter().any(|e| matches!(e, Effect::Move { .. }));
    let fewer = pieces_move_by_verbs && !adds(rules);
    let advances = |c: &Clause| {
        !c.verb.moves()
            || c.verb.dirs().is_some_and(|dirs| rules.only_advance(&[kind], dirs))
            || fewer && surely_takes(rules, c)
    };
    let clauses =
        rules.groups.iter().filter(|g| g.kinds.is_empty() || g.kinds.contains(&kind)).flat_map(|g| &g.clauses);
    !counted && !elsewhere && !rules.makes(kind) && clauses.into_iter().all(advances)
}

/// Whether some verb adds pieces to the board.
fn places(rules: &Rules) -> bool {
    rules.clauses().any(|c| matches!(c.verb, Verb::Place { .. } | Verb::Drop { .. } | Verb::Sow { .. }))
}

/// Whether some verb or effect does.
fn adds(rules: &Rules) -> bool {
    places(rules) || rules.effects().iter().any(|e| matches!(e, Effect::Put { .. } | Effect::Drop { .. }))
}

/// Whether no ply of this clause can ever be undone: it adds a piece in a game where none leaves the board, or, in a game
/// where none is added, takes one or (none ever changing sides) moves one forward.
fn never_comes_back(rules: &Rules, kinds: &[KindId], clause: &Clause) -> bool {
    let effects = rules.effects();
    let any = |test: fn(&Effect) -> bool| effects.iter().any(|e| test(e));
    let verbs = || rules.clauses().map(|c| &c.verb);
    let counted = rules.kinds.iter().any(|k| k.counted || k.stacked);
    let moves_pieces = any(|e| matches!(e, Effect::Move { .. } | Effect::Swap { .. } | Effect::Rotate { .. }));
    let adds = adds(rules);
    // What is put on a piece leaves as many cells empty as there were.
    let removes =
        any(|e| matches!(e, Effect::Take(_))) || verbs().any(|v| v.arrival().is_some_and(|to| !only_empty(to)));
    if counted || moves_pieces {
        return false;
    }
    // An effect may find no cell to fill.
    let fills = match (clause.verb.placing(), clause.verb.picks()) {
        (Some(placing), _) => only_empty(placing.on),
        (None, Some(list)) => {
            let picked = list.iter().filter(|(_, region)| only_empty(region)).map(|pick| pick.0);
            let picked: Vec<LocalId> = picked.collect();
            clause.effects.iter().any(|e| matches!(e, Effect::Put { on, .. } if surely_holds(rules, on, &picked)))
        }
        (None, None) => false,
    };
    if fills && !removes {
        return true;
    }
    if !adds && surely_takes(rules, clause) {
        return true;
    }
    let Some(dirs) = clause.verb.dirs() else { return false };
    // What becomes nobody's, and a piece of a kind with owners again, may change sides.
    let mixed = rules.kinds.iter().any(|k| k.neutral) && rules.kinds.iter().any(|k| !k.neutral);
    let flips = any(|e| matches!(e, Effect::Flip(_))) || mixed && any(|e| matches!(e, Effect::Promote { .. }));
    !adds && !flips && rules.only_advance(kinds, dirs)
}

/// Whether every leg of this clause takes a piece off, at once or at the end of the ply, in a game where pieces are moved
/// by verbs alone.
fn surely_takes(rules: &Rules, clause: &Clause) -> bool {
    // The cells chosen that are known to have a piece.
    let mut known: Vec<LocalId> = Vec::new();
    if clause.verb.arrival().is_some_and(only_enemies) {
        return true;
    }
    // One of any owner's may be the piece itself, round a loop.
    if let Verb::Hop { over, .. } = &clause.verb
        && only_enemies(over)
    {
        known.push(OVER);
    }
    let picks = clause.verb.picks().unwrap_or_default();
    known.extend(picks.iter().filter(|(_, region)| only_pieces(region)).map(|pick| pick.0));
    clause.effects.iter().any(|effect| {
        if let Effect::Pick(local, region) = effect
            && only_pieces(region)
        {
            known.push(*local);
        }
        let holds = |region: &Region| surely_holds(rules, region, &known);
        matches!(effect, Effect::Take(region) if holds(region))
            || matches!(effect, Effect::SetCells(marks, region) if holds(region) && taken_at_last(rules, *marks))
    })
}

/// Whether a state variable of cells only grows until what stands there is taken at the end of the ply.
fn taken_at_last(rules: &Rules, marks: StateId) -> bool {
    let taken = |e: &Effect| matches!(e, Effect::Take(Region::State(id)) if *id == marks);
    let grows = |e: &&Effect| match e {
        Effect::SetCells(id, region) => *id != marks || includes(region, marks),
        Effect::Reset(id) => *id != marks,
        Effect::Take(_) | Effect::Put { .. } | Effect::Drop { .. } | Effect::Flip(_) | Effect::Move { .. } => true,
        Effect::Swap { .. } | Effect::Promote { .. } | Effect::SetNumber(..) | Effect::Tuck { .. } => true,
        Effect::Pile { .. } | Effect::Rotate { .. } | Effect::If(..) | Effect::May(..) | Effect::Either(_) => true,
        Effect::Pick(..) | Effect::Let(..) | Effect::Again { .. } | Effect::Sow(_) | Effect::Relay { .. } => true,
        Effect::While(..) | Effect::ExtraTurn | Effect::Require(_) => true,
    };
    rules.finally.iter().any(taken) && rules.effects().iter().all(grows)
}

/// Whether a region has all cells of a state variable.
fn includes(region: &Region, marks: StateId) -> bool {
    match region {
        Region::State(id) => *id == marks,
        Region::Or(a, b) => includes(a, marks) || includes(b, marks),
        Region::Const(_) | Region::PerSide(..) | Region::Pieces { .. } | Region::Empty | Region::Local(_) => false,
        Region::On(..) | Region::Except(..) | Region::Else(..) | Region::Step { .. } => false,
        Region::Preimage { .. } | Region::Table(..) | Region::Ray { .. } | Region::Beyond { .. } => false,
        Region::Flood { .. } | Region::Line { .. } | Region::AttackedBy(..) | Region::Touched => false,
        Region::Was(_) | Region::StrongerThan(_) | Region::WeakerThan(_) | Region::Holding(..) => false,
    }
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
        Region::Const(_) | Region::PerSide(..) | Region::Pieces { .. } | Region::Empty | Region::State(_) => false,
        Region::On(..) | Region::Except(..) | Region::Else(..) | Region::Step { .. } => false,
        Region::Preimage { .. } | Region::Table(..) | Region::Ray { .. } | Region::Beyond { .. } => false,
        Region::Line { .. } | Region::AttackedBy(..) | Region::Touched | Region::Was(_) => false,
        Region::StrongerThan(_) | Region::WeakerThan(_) | Region::Holding(..) => false,
    }
}

/// Whether a region can only hold cells with a piece of the enemy. (One of any owner's may be the piece that moves, which
/// flies to where it stands, or comes round a loop.)
fn only_enemies(region: &Region) -> bool {
    match region {
        Region::Pieces { who: Some(Who::Enemy), .. } => true,
        Region::Or(a, b) | Region::Else(a, b) => only_enemies(a) && only_enemies(b),
        Region::On(a, b) => only_enemies(a) || only_enemies(b),
        Region::Except(a, _) => only_enemies(a),
        Region::Const(_) | Region::PerSide(..) | Region::Pieces { .. } | Region::Empty | Region::State(_) => false,
        Region::Local(_) | Region::Step { .. } | Region::Preimage { .. } | Region::Table(..) => false,
        Region::Ray { .. } | Region::Beyond { .. } | Region::Flood { .. } | Region::Line { .. } => false,
        Region::AttackedBy(..) | Region::Touched | Region::Was(_) | Region::StrongerThan(_) => false,
        Region::WeakerThan(_) | Region::Holding(..) => false,
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
        Region::PerSide(..) | Region::Empty | Region::State(_) | Region::Local(_) | Region::Step { .. } => false,
        Region::Preimage { .. } | Region::Table(..) | Region::Ray { .. } | Region::Beyond { .. } => false,
        Region::Flood { .. } | Region::Line { .. } | Region::AttackedBy(..) | Region::Touched => false,
        Region::Was(_) | Region::StrongerThan(_) | Region::WeakerThan(_) | Region::Holding(..) => false,
    }
}

fn forces(turn: &TurnKind) -> bool {
    match turn {
        TurnKind::Else(a, b) => !matches!(b.kind, TurnKind::Pass) || forces(&a.kind),
        TurnKind::Or(a, b) => forces(&a.kind) || forces(&b.kind),
        TurnKind::Most(..) => true,
        TurnKind::Repeat(_, _, a) => forces(&a.kind),
        TurnKind::Groups(_) | TurnKind::Pass => false,
    }
}
