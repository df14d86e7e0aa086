//! Questions that effects ask too late: of what has left its cell, of what was taken by arriving, of a cell that was sown into.

use super::super::alone::is_pieces;
use super::super::messages;
use super::super::scope::Analyzer;
use super::clauses;
use crate::rules::{Clause, Effect, Group, Rules, Verb};
use crate::source::{Source, Span};
use crate::syntax::ast;

/// A question behind a move about an enemy's piece on `to`, where the own one has arrived.
pub(super) fn too_late(
    analyzer: &mut Analyzer<'_>,
    rules: &Rules,
    group: &Group,
    clause: &Clause,
    written: &ast::Clause,
    source: &Source,
) {
    let mut emptied = Vec::new();
    taken_before(&written.effects, source, &mut emptied);
    for (cells, span) in emptied {
        analyzer.report(messages::asked_of_what_was_taken(cells, span));
    }
    // What was sown last has fallen there.
    if matches!(clause.verb, Verb::Sow { .. }) {
        let counted = rules.kinds.iter().filter(|kind| kind.counted).count();
        let mut asked = Vec::new();
        still_sown(&written.effects, counted == 1, &mut asked);
        return asked.into_iter().for_each(|(never, span)| {
            analyzer.report(if never { messages::asked_behind_sowing(span) } else { messages::one_has_fallen(span) })
        });
    }
    if clause.verb.moves() && !rules.kinds.iter().any(|kind| kind.stacked) {
        let mut places = Vec::new();
        left_behind(&written.effects, &mut places);
        places.into_iter().for_each(|span| analyzer.report(messages::asked_of_what_left(span)));
    }
    if own_arrives(rules, group, clause) {
        let mut places = Vec::new();
        still_there(&written.effects, &mut places);
        places.into_iter().for_each(|span| analyzer.report(messages::asked_too_late(span)));
    }
}

/// Whether a piece of the player's comes to `to`.
fn own_arrives(rules: &Rules, group: &Group, clause: &Clause) -> bool {
    let arriving = clause.verb.placing().map_or(&group.kinds[..], |placing| placing.kinds);
    let owned = !arriving.is_empty() && arriving.iter().all(|&kind| !rules.kinds[kind].neutral);
    clause.verb.destination().is_some() && owned
}

/// Whether the piece that has arrived still stands on `to` behind some effects, whoever's it is there; the places of `enemy` where
/// they ask for one of the enemy's there are added.
fn still_there(effects: &[ast::Effect], places: &mut Vec<Span>) -> bool {
    use ast::EffectKind::*;
    effects.iter().all(|effect| match &effect.kind {
        Take(asked) | Require(asked) | Promote { what: asked, .. } => {
            enemy_on_to(asked, places);
            true
        }
        Flip(what) => {
            enemy_on_to(what, places);
            false
        }
        If { condition, then, otherwise } => {
            enemy_on_to(condition, places);
            let stays = still_there(then, places);
            still_there(otherwise, places) && stays
        }
        Set { .. } | Reset(_) | Again { .. } | ExtraTurn | Pick { .. } | Drop { .. } => true,
        Put { .. } | Move { .. } | Swap { .. } | Tuck { .. } | Pile { .. } | Rotate { .. } | May(_) | Either(_) => {
            false
        }
        Do { .. } | Each(..) | Sow { .. } | Relay { .. } | While { .. } => false,
    })
}

/// The places where effects ask for a piece on `from`, which it has left, as long as nothing comes there again.
fn left_behind(effects: &[ast::Effect], places: &mut Vec<Span>) -> bool {
    use ast::EffectKind::*;
    effects.iter().all(|effect| match &effect.kind {
        Require(asked) => {
            asked_on("from", asked, &is_pieces, places);
            true
        }
        If { condition, then, otherwise } => {
            asked_on("from", condition, &is_pieces, places);
            let stays = left_behind(then, places);
            left_behind(otherwise, places) && stays
        }
        Take(_) | Promote { .. } | Flip(_) | Set { .. } | Reset(_) | Again { .. } | ExtraTurn | Pick { .. } => true,
        _ => false,
    })
}

/// The effects that ask for pieces on cells from which an effect before has taken all, and these cells in words.
fn taken_before<'s>(effects: &[ast::Effect], source: &'s Source, places: &mut Vec<(&'s str, Span)>) {
    use ast::EffectKind::{ExtraTurn, If, Promote, Put, Require, Reset, Set, Take};
    for (at, effect) in effects.iter().enumerate() {
        if let If { then, otherwise, .. } = &effect.kind {
            taken_before(then, source, places);
            taken_before(otherwise, source, places);
        }
        let Take(what) = &effect.kind else { continue };
        let cells = source.part(what.span);
        // What lies behind what was taken, and what was touched, is another by then.
        let moves_on = ["beyond", "ray", "flood", "through", "touched", "line", "else"];
        if cells.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| moves_on.contains(&word)) {
            continue;
        }
        for later in &effects[at + 1..] {
            let asked = match &later.kind {
                If { condition, .. } | Require(condition) => condition.span,
                Set { value, .. } => value.span,
                Put { number: Some(number), .. } => number.span,
                Promote { what, .. } if source.part(what.span) == cells => later.span,
                Take(_) | Reset(_) | ExtraTurn => continue,
                _ => break,
            };
            if asked == later.span || asks_for_pieces(source.part(asked), cells) {
                places.push((cells, asked));
                break;
            }
            if matches!(later.kind, Put { .. }) {
                break;
            }
        }
    }
}

/// Whether a text asks, as things stand, which pieces are on these cells, or how many.
fn asks_for_pieces(text: &str, cells: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    // `King`, `enemy King`, `occupied`
    let piece = |words: &[&str]| match words {
        [.., "own" | "enemy", kind] | [.., kind] => {
            *kind == "occupied" || kind.starts_with(|c: char| c.is_ascii_uppercase())
        }
        [] => false,
    };
    let asked = |(at, _): (usize, &str)| {
        let (before, behind) = (&text[..at], &text[at + cells.len()..]);
        if before.ends_with(word) || behind.starts_with(word) {
            return false;
        }
        let before: Vec<&str> = before.split(|c: char| !word(c)).filter(|word| !word.is_empty()).collect();
        let behind: Vec<&str> = behind.split(|c: char| !word(c)).filter(|word| !word.is_empty()).collect();
        let named_before = matches!(&before[..], [rest @ .., "on"] if piece(rest));
        let named_behind = behind.first() == Some(&"on")
            && (piece(&behind[1..behind.len().min(2)]) || piece(&behind[1..behind.len().min(3)]));
        // Without pieces it is the cells that are counted.
        let of_pieces = cells.split(|c: char| !word(c)).any(|word| piece(&[word]) || word == "own" || word == "enemy");
        named_before || named_behind || of_pieces && before.last() == Some(&"count")
    };
    !text.split(|c: char| !word(c)).any(|word| word == "was") && text.match_indices(cells).any(asked)
}

/// A question behind all moves about an enemy's piece on `to`, in `finally`.
pub(super) fn too_late_finally(analyzer: &mut Analyzer<'_>, rules: &Rules, finally: &[ast::Effect]) {
    let stays = |effect: &Effect| {
        matches!(
            effect,
            Effect::Take(_)
                | Effect::SetCells(..)
                | Effect::SetNumber(..)
                | Effect::Reset(_)
                | Effect::Promote { .. }
                | Effect::If(..)
        )
    };
    if clauses(rules).all(|(group, clause)| own_arrives(rules, group, clause)) && rules.effects().into_iter().all(stays)
    {
        let mut places = Vec::new();
        still_there(finally, &mut places);
        places.into_iter().for_each(|span| analyzer.report(messages::asked_too_late(span)));
    }
}

/// The places where the first effects behind a sowing ask about the cell on which the last piece has fallen, and whether that never holds
/// or always: whether it is empty, or how many there are where only one kind is counted.
fn still_sown(effects: &[ast::Effect], one_kind: bool, asked: &mut Vec<(bool, Span)>) {
    use ast::{BinaryOp, EffectKind, Expr, ExprKind};
    let Some(ast::Effect { kind: EffectKind::If { condition, otherwise, .. }, .. }) = effects.first() else { return };
    let is_empty = |expr: &Expr| expr.is_name("empty");
    let is_kind = |expr: &Expr| one_kind && matches!(&expr.kind, ExprKind::Capital(_));
    let on_to = |expr: &Expr, what: &dyn Fn(&Expr) -> bool| {
        let (mut open, mut all) = (vec![expr], Vec::new());
        while let Some(part) = open.pop() {
            match &part.kind {
                ExprKind::Binary(BinaryOp::On, a, b) => open.extend([&**a, &**b]),
                _ => all.push(part),
            }
        }
        all.iter().any(|part| part.is_name("to")) && all.iter().any(|part| what(part))
    };
    let mut parts = vec![condition];
    while let Some(part) = parts.pop() {
        match &part.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => parts.extend([&**a, &**b]),
            ExprKind::Paren(inner) => parts.push(inner),
            ExprKind::No(inner) if on_to(inner, &is_kind) => asked.push((true, part.span)),
            ExprKind::Binary(op, counted, number) => match (&counted.kind, &number.kind) {
                (ExprKind::Count(of), ExprKind::Number(n)) if on_to(of, &is_kind) => match (op, n) {
                    (BinaryOp::Equal, 0) => asked.push((true, part.span)),
                    (BinaryOp::GreaterEqual, 1) | (BinaryOp::Greater, 0) => asked.push((false, part.span)),
                    _ => {}
                },
                _ if on_to(part, &is_empty) => asked.push((true, part.span)),
                _ => {}
            },
            _ => {}
        }
    }
    still_sown(otherwise, one_kind, asked);
}

/// Adds the place of `enemy` in `to on enemy`, as a condition or a part of one, or as what is taken. `enemy camp` is a region, whose
/// cells stay.
fn enemy_on_to(expr: &ast::Expr, places: &mut Vec<Span>) {
    use ast::{ExprKind, Owner};
    let enemy = |expr: &ast::Expr| {
        matches!(expr.kind, ExprKind::Owned(Owner::Enemy) | ExprKind::OwnedName(Owner::Enemy, _)) && is_pieces(expr)
    };
    asked_on("to", expr, &enemy, places);
}

/// Adds the places of what is asked about a cell of the move, `to on …` or `… on to`, in a condition or a part of one.
fn asked_on(cell: &str, expr: &ast::Expr, what: &dyn Fn(&ast::Expr) -> bool, places: &mut Vec<Span>) {
    use ast::{BinaryOp, ExprKind};
    match &expr.kind {
        ExprKind::Paren(inner) | ExprKind::No(inner) | ExprKind::Not(inner) => asked_on(cell, inner, what, places),
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, b) => {
            asked_on(cell, a, what, places);
            asked_on(cell, b, what, places);
        }
        ExprKind::Binary(BinaryOp::On, a, b) => {
            let asked = [(a, b), (b, a)].into_iter().find(|(a, b)| a.is_name(cell) && what(b));
            places.extend(asked.map(|(_, what)| what.span));
        }
        _ => {}
    }
}
