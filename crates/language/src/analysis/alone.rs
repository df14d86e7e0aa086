//! What stands alone where it is asked whether something holds: numbers, words for the whole board and steps are hardly questions by
//! themselves; mostly `or` and `and` join less than a sentence does, or a word is missing.

use super::cover::is_fixed;
use super::expr::bare;
use super::messages;
use super::scope::{Analyzer, Place, Value};
use crate::diag::Diagnostic;
use crate::rules::{Life, Number, Region};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Dirs, Expr, ExprKind, Owner};

impl Analyzer<'_> {
    /// Tells of a condition, or of a `part` of one, that hardly depends on what it is asked about.
    pub(super) fn told_if_alone(&mut self, value: &Value, expr: &Expr, part: bool) {
        let expr = bare(expr);
        match (value, &expr.kind) {
            // Beside an `or` or `and` it is told by what stands there; a verdict that always holds is told as one.
            (_, ExprKind::Number(n)) if !part && self.env.place != Place::End => {
                self.doubt(messages::number_alone(*n, None, expr.span));
            }
            (Value::Number(Number::State(id)), ExprKind::Name(name)) if self.scope.states[*id].life == Life::Clock => {
                self.doubt(messages::clock_alone(name, expr.span));
            }
            (_, ExprKind::Count(of)) if part => {
                self.doubt(messages::count_alone(&self.words_at(expr.span), &self.words_at(of.span), expr.span));
            }
            (Value::Region(region), _) => self.region_alone(region, expr, part),
            _ => {}
        }
    }

    /// Takes a message about what was hardly meant; who asks about a position may ask anything.
    fn doubt(&mut self, told: Diagnostic) {
        if self.env.place != Place::Query {
            self.report(told);
        }
    }

    fn region_alone(&mut self, region: &Region, expr: &Expr, part: bool) {
        let members = alternatives(expr);
        // `from on d4 or e4` is `from on d4`, or `e4`.
        if members.len() > 1
            && !is_fixed(region)
            && let Some(last) = members.last().filter(|last| !matches!(last.kind, ExprKind::Number(_)))
            && region.members().iter().any(|member| is_never_empty(member))
        {
            let first = members.iter().rev().skip(1).find_map(|member| behind_on(member));
            let both = first.map(|first| first.span.to(last.span));
            let both = both.map(|both| (both, self.bracketed(expr.span, both)));
            return self.doubt(messages::alternative_always_there(&self.words_at(last.span), both, expr.span));
        }
        let words: Vec<&str> = members.iter().filter_map(|member| whole_board(member)).collect();
        if let [word, ..] = words[..] {
            // That there is any piece, or none, is known of a game that begins with an empty board.
            if words.len() == members.len() && !words.contains(&"occupied") && self.asks_about_cells(part) {
                self.doubt(messages::whole_board_alone(word, expr.span));
            }
        } else if let (ExprKind::Step { .. }, Region::Step { of, .. }) = (&expr.kind, region)
            && (matches!(**of, Region::Pieces { .. }) || tells_nothing(of))
        {
            self.doubt(messages::cells_alone(&self.words_at(expr.span), expr.span));
        }
    }

    /// Whether something of a move is asked about here, or a part of more than one thing: guards and verdicts are about the whole board.
    fn asks_about_cells(&self, part: bool) -> bool {
        match self.env.place {
            Place::When | Place::Effect => true,
            Place::End | Place::Legal(_) => part,
            _ => false,
        }
    }

    /// `empty or enemy on palace`, `neighbours of Duck or Wall`: whether what stands behind `on`, `except` or `of` is meant for both
    /// nobody can see without brackets.
    pub(super) fn told_if_joined_closer(&mut self, a: &Expr, b: &Expr) {
        // `or` is read from the left.
        let last = match &a.kind {
            ExprKind::Binary(BinaryOp::Or, _, last) => last,
            _ => a,
        };
        let (both, one) = match &b.kind {
            // Of cells that are empty it makes no difference which pieces are not meant.
            ExprKind::Binary(BinaryOp::On | BinaryOp::Except, of, behind)
                if self.is_plain(last) && self.is_plain(of) && !is_pieces(behind) || is_step(last) && is_step(of) =>
            {
                (a.span.to(of.span), b.span)
            }
            // `to on rank 7 or rank 8`
            _ if let ExprKind::Binary(BinaryOp::On, of, behind) = &last.kind
                && !is_row(of)
                && (is_row(behind) || is_step(behind))
                && (is_row(b) || is_edge(b)) =>
            {
                (if is_step(behind) { step_of(behind) } else { behind }.span.to(b.span), last.span)
            }
            _ => match behind_word(last).filter(|_| self.is_plain(b)) {
                Some((behind, pieces)) if self.is_plain(behind) && (!pieces || is_pieces(behind) && is_pieces(b)) => {
                    (behind.span.to(b.span), last.span)
                }
                _ => return,
            },
        };
        let whole = a.span.to(b.span);
        let [both, one] = [both, one].map(|part| (part, self.bracketed(whole, part)));
        self.doubt(messages::joined_closer(both, one, whole));
    }

    /// Whether it is a word or two for pieces or cells of the file: a state is changed by `been or own on edge`, and a cell of the move
    /// is one alone.
    fn is_plain(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Owned(_) | ExprKind::OwnedName(..) | ExprKind::Capital(_) | ExprKind::Cell(_) => true,
            ExprKind::Name(word) => {
                let is = |name: &str| name == word;
                let changes = self.scope.states.iter().any(|state| is(&state.name))
                    || self.scope.defines.iter().any(|define| is(&define.item.name.text));
                !changes && self.env.binding(word).is_none() && !["from", "to", "over"].into_iter().any(is)
            }
            _ => false,
        }
    }

    /// `own Man and King on far rank`, `White and Black stuck`: what stands first is asked about alone.
    pub(super) fn told_if_meant_for_both(&mut self, a: &Expr, b: &Expr) {
        let (no, first) = match &bare(a).kind {
            ExprKind::No(of) => ("no ", bare(of)),
            _ => ("", bare(a)),
        };
        let (kind, behind) = match &b.kind {
            ExprKind::Capital(kind) => (kind, String::new()),
            ExprKind::Binary(BinaryOp::On, kind, behind) => match &kind.kind {
                ExprKind::Capital(kind) => (kind, format!(" on {}", self.words_at(behind.span))),
                _ => return,
            },
            ExprKind::Stuck(_) => match &first.kind {
                ExprKind::Capital(player) if self.scope.players.iter().any(|known| known == player) => {
                    let (player, other) = (player.clone(), self.words_at(b.span));
                    let both = format!("{player} stuck and {other}");
                    return self.doubt(messages::meant_for_both(&player, &both, a.span.to(b.span)));
                }
                _ => return,
            },
            _ => return,
        };
        let ExprKind::OwnedName(_, name) = &first.kind else { return };
        let owner = self.words_at(Span::new(first.span.start, name.span.start));
        if name.text.starts_with(char::is_uppercase) && !self.scope.players.iter().any(|known| known == kind) {
            let (words, kind) = (self.words_at(first.span), kind.clone());
            let both = format!("{no}{words}{behind} and {no}{owner} {kind}{behind}");
            self.doubt(messages::meant_for_both(&words, &both, a.span.to(b.span)));
        }
    }

    /// `legal when repeats 3`, `legal when not new board`: whether only what comes back is legal.
    pub(super) fn told_if_only_repeats(&mut self, expr: &Expr) {
        let words = self.words_at(expr.span);
        match &bare(expr).kind {
            ExprKind::Repeats(_) => self.doubt(messages::only_repeats(&words, &format!("not {words}"), expr.span)),
            ExprKind::Not(of) if matches!(bare(of).kind, ExprKind::NewBoard | ExprKind::NewPosition) => {
                self.doubt(messages::only_repeats(&words, &self.words_at(of.span), expr.span));
            }
            _ => {}
        }
    }

    /// `flood neighbours empty in s`: a flood goes by neighbours anyway, and begins on what is `empty` there.
    pub(super) fn told_if_flood_begins_all_over(&mut self, dirs: Option<&Dirs>, seed: &Expr) {
        let Some(dirs) = dirs.filter(|dirs| self.words_at(dirs.span) == "neighbours") else { return };
        if let Some(word) = whole_board(seed) {
            self.doubt(messages::flood_begins_all_over(word, dirs.span.to(seed.span)));
        }
    }

    /// `count own = 3 or 4`
    pub(super) fn told_if_number_behind(&mut self, left: &Value, a: &Expr, right: &Value, b: &Expr) {
        for (value, number, other) in [(left, a, b), (right, b, a)] {
            let (Value::Number(_), ExprKind::Number(n)) = (value, &number.kind) else { continue };
            let compared = match &last_operand_of_or(other).kind {
                ExprKind::Binary(op, left, right) if op.compares() => {
                    Some(self.words_at(Span::new(left.span.start, right.span.start)))
                }
                _ => None,
            };
            self.doubt(messages::number_alone(*n, compared.as_deref(), number.span));
        }
    }

    /// `d4 = empty`: whether a cell, or fixed ones, are all that is empty is hardly asked.
    pub(super) fn told_if_whole_board(&mut self, (a, l): (&Expr, &Region), (b, r): (&Expr, &Region), unequal: bool) {
        for (place, cells, word) in [(a, l, whole_board(b)), (b, r, whole_board(a))] {
            if let Some(word) = word
                && (cells.at_most_one()
                    || is_fixed(cells) && matches!(word, "empty" | "occupied")
                    || matches!(cells, Region::Step { of, .. } if of.at_most_one()))
            {
                let place = self.words_at(place.span);
                let (one, span) = (cells.at_most_one(), a.span.to(b.span));
                return self.doubt(messages::whole_board_compared(&place, word, one, unequal, span));
            }
        }
    }

    /// `seeds on own pits`, where `seeds` is an option and the cells of the board have numbers.
    pub(super) fn told_if_option(&mut self, expr: &Expr) {
        let ExprKind::Name(word) = &expr.kind else { return };
        let option = self.scope.options.iter().any(|option| option.name == *word);
        if option && self.env.binding(word).is_none() {
            self.doubt(messages::option_as_cell(word, expr.span));
        }
    }

    /// `count to`, and `count own store` where pieces are counted: how many cells such a region has is known.
    pub(super) fn told_if_cells_counted(&mut self, region: &Region, expr: &Expr) {
        let counted = self.scope.kinds.iter().find(|kind| kind.counted).map(|kind| kind.name.clone());
        let all = matches!(region, Region::Const(cells) if cells.len() == self.scope.topology.sites());
        if matches!(region, Region::Local(_)) || counted.is_some() && tells_nothing(region) && !all {
            let words = self.words_at(expr.span);
            self.doubt(messages::cells_counted(&words, counted.as_deref(), expr.span));
        }
    }
}

/// Whether it is the cells that one of the move leads to: `neighbours of to`.
fn is_step(expr: &Expr) -> bool {
    let of_move =
        |of: &Expr| matches!(&of.kind, ExprKind::Name(word) if matches!(word.as_str(), "from" | "to" | "over"));
    matches!(&expr.kind, ExprKind::Step { of, .. } if of_move(of))
}

/// The region whose cells it starts from, through all steps.
fn step_of(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Step { of, .. } => step_of(of),
        _ => expr,
    }
}

/// Whether it is ranks or files by their numbers.
fn is_row(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Ranks(_) | ExprKind::Files(_) | ExprKind::FarRank | ExprKind::OwnedRanks(..))
}

fn is_edge(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Name(word) if matches!(word.as_str(), "edge" | "corners" | "center"))
}

/// The operands of a chain of `or`.
fn alternatives(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Or, a, b) => [alternatives(a), alternatives(b)].concat(),
        _ => vec![expr],
    }
}

/// What stands behind the last `on`.
fn behind_on(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::On, _, behind) => Some(behind),
        _ => None,
    }
}

/// What stands behind the last word of a region that takes what follows it, and whether it asks for cells beside that: `except throne`,
/// `neighbours of Duck`.
fn behind_word(expr: &Expr) -> Option<(&Expr, bool)> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Except, _, behind) => behind_word(behind).or(Some((behind, false))),
        ExprKind::Binary(BinaryOp::On, _, behind) => behind_word(behind),
        ExprKind::Step { of, .. } => behind_word(of).or(Some((of, true))),
        _ => None,
    }
}

/// Whether it names pieces.
pub(super) fn is_pieces(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Owned(_) | ExprKind::Capital(_) => true,
        ExprKind::OwnedName(_, name) => name.text.starts_with(char::is_uppercase),
        _ => false,
    }
}

/// What stands last before an `or`.
fn last_operand_of_or(mut expr: &Expr) -> &Expr {
    while let ExprKind::Binary(BinaryOp::Or | BinaryOp::And, _, right) = &expr.kind {
        expr = right;
    }
    expr
}

/// A word for cells all over the board, by what is on them.
fn whole_board(expr: &Expr) -> Option<&'static str> {
    match &bare(expr).kind {
        ExprKind::Owned(Owner::Own) => Some("own"),
        ExprKind::Owned(Owner::Enemy) => Some("enemy"),
        ExprKind::Name(word) => ["empty", "occupied"].into_iter().find(|known| word == known),
        _ => None,
    }
}

/// Whether a region tells nothing of what is on its cells.
fn tells_nothing(region: &Region) -> bool {
    match region {
        Region::Const(_) | Region::PerSide(..) | Region::Local(_) => true,
        Region::Or(a, b) | Region::On(a, b) | Region::Except(a, b) | Region::Else(a, b) => {
            tells_nothing(a) && tells_nothing(b)
        }
        Region::Step { of, .. } | Region::Preimage { of, .. } | Region::Table(_, of) => tells_nothing(of),
        _ => false,
    }
}

/// Whether a region has a cell in every position, whoever's turn it is.
fn is_never_empty(region: &Region) -> bool {
    match region {
        Region::Const(cells) => !cells.is_empty(),
        Region::PerSide(_, cells) => cells.iter().all(|cells| !cells.is_empty()),
        _ => false,
    }
}
