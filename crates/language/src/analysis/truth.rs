//! True or false: comparisons, emptiness, `and`, questions to the rules and to the history.

use super::expr::{bare, nonzero};
use super::fold;
use super::messages;
use super::scope::{Analyzer, Env, Place, Value};
use crate::board::SiteSet;
use crate::game::Side;
use crate::rules::{Compare, FROM, HistoryTest, Number, OVER, Region, TO, Truth, Who};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};

impl Analyzer<'_> {
    /// The shapes that are true or false.
    pub(super) fn truth_shape(&mut self, expr: &Expr) -> Option<Truth> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Stuck(owner) => {
                let who = self.who(owner, span);
                let lines = match self.env.place {
                    Place::Legal(line) => line,
                    Place::End | Place::State | Place::Eval | Place::Query | Place::Definition => {
                        self.scope.legal_lines
                    }
                    Place::Constant(_) => return self.changing("stuck", span).map(|()| Truth::Const(false)),
                    _ => {
                        self.report(messages::stuck_in_moves(span));
                        return None;
                    }
                };
                Some(Truth::Stuck(who?, lines))
            }
            ExprKind::Repeats(_) | ExprKind::NewBoard | ExprKind::NewPosition | ExprKind::Always(..) => {
                if !matches!(self.env.place, Place::Legal(_) | Place::End | Place::Definition) {
                    self.report(messages::history_inside(shape_name(expr), self.env.place, span));
                    return None;
                }
                self.history(expr)
            }
            ExprKind::BothPassed => {
                self.changing("both passed", span)?;
                self.counts_passes = true;
                Some(Truth::BothPassed)
            }
            ExprKind::No(of) => match self.value(of)? {
                Value::Region(region) => Some(fold::not(self.some(region, of.span))),
                Value::Number(number) => Some(fold::not(nonzero(number))),
                Value::Truth(_) => {
                    self.report(messages::no_of_truth(span));
                    None
                }
            },
            ExprKind::Not(of) => {
                if matches!(of.kind, ExprKind::Not(_)) {
                    self.said_twice("not", Span::new(span.start, of.span.start + 3));
                }
                self.truth(of).map(fold::not)
            }
            ExprKind::Binary(BinaryOp::And, a, b) => {
                let (left, right) = (self.value(a), self.value(b));
                if let (Some(left), Some(right)) = (&left, &right) {
                    self.told_if_number_behind(left, a, right, b);
                    self.told_if_meant_for_both(a, b);
                }
                let mut truth = |value: Option<Value>, of: &Expr| {
                    let value = value?;
                    self.told_if_alone(&value, of, true);
                    self.truth_from(value, of.span)
                };
                let (left, right) = (truth(left, a), truth(right, b));
                Some(fold::and(left?, right?))
            }
            ExprKind::Binary(op, a, b) => self.comparison(*op, a, b, span),
            _ => unreachable!("not a truth value: {expr:?}"),
        }
    }

    /// Whether a region has cells; if that never changes, something else was meant.
    pub(super) fn some(&mut self, region: Region, span: Span) -> Truth {
        let fixed = match &region {
            Region::Const(set) => Some(!set.is_empty()),
            Region::PerSide(_, sets) => {
                let empty = sets.each_ref().map(SiteSet::is_empty);
                empty.alike().then_some(!empty[Side::First])
            }
            _ => None,
        };
        // `from or to on X` is `from`, or `to on X`.
        if matches!(self.env.place, Place::When | Place::Effect) && has_bound_cell(&region) {
            self.report(messages::always_a_cell(span));
        }
        if let Some(value) = fixed {
            let full = self.scope.topology.sites();
            let some = !matches!(&region, Region::Const(set) if set.is_empty() || set.len() == full);
            self.report(messages::fixed_condition(value, some, span));
        }
        fold::some(region)
    }

    /// Whether there are pieces, and none of them belongs to a player.
    pub(super) fn all_neutral(&self) -> bool {
        !self.scope.kinds.is_empty() && self.scope.kinds.iter().all(|kind| kind.neutral)
    }

    /// A region where a condition stands: whether it has cells.
    pub(super) fn region_as_truth(&mut self, region: Region, span: Span) -> Truth {
        if let Region::Pieces { who: Some(Who::Side(side)), kinds: None } = &region
            && matches!(self.env.place, Place::Guard | Place::When | Place::Effect)
        {
            let (players, neutral) = (self.scope.players.clone(), self.all_neutral());
            self.report(messages::player_as_condition(&players[*side], neutral, &players, span));
        }
        self.some(region, span)
    }

    fn comparison(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span) -> Option<Truth> {
        let (left, right) = (self.value(a), self.value(b));
        match (left?, right?) {
            (Value::Number(l), Value::Number(r)) => {
                let numbers = [a, b].map(|side| self.option_or_literal(side));
                if let Some(value) = fixed_by_range(op, numbers) {
                    self.report(messages::fixed_by_range(value, span));
                }
                let truth = compare(op, l, r);
                // What options decide is meant to be fixed.
                if let (Truth::Const(value), true) = (&truth, is_literal(a) && is_literal(b)) {
                    self.report(messages::fixed_comparison(*value, span));
                }
                Some(truth)
            }
            (Value::Truth(_), other) | (other, Value::Truth(_)) => {
                // `not` is said of what follows it at once.
                let whole = match (&a.kind, other) {
                    (ExprKind::Not(of), Value::Number(_)) => Some(of.span),
                    _ => None,
                };
                self.report(match whole {
                    Some(of) => messages::not_before_comparison(of, span),
                    None => messages::compared_truth(span),
                });
                None
            }
            (left, right) if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) => {
                let mixed = matches!((&left, &right), (Value::Number(_), _) | (_, Value::Number(_)));
                if mixed && !self.scope.numbered() {
                    self.report(messages::region_against_number(self.region_counted(a, b, span), span));
                    return None;
                }
                let number = [(&left, b), (&right, a)].into_iter().find(|(value, _)| matches!(value, Value::Number(_)));
                let number = number.map(|(_, region)| region.span);
                let (l, r) = (self.region_from(left, a.span)?, self.region_from(right, b.span)?);
                // `Seed on to = 1` on a track: whether the cells with seeds are the cell 1 is hardly asked.
                let holds_pieces = |region: &Region| {
                    region.conjuncts().iter().any(|part| matches!(part, Region::Pieces { kinds: Some(_), .. }))
                };
                if let Some(region) = number.filter(|_| holds_pieces(&l) || holds_pieces(&r)) {
                    self.report(messages::pieces_against_cell(region));
                }
                let all_of = |region: &Region| matches!(region, Region::Pieces { who: Some(_), kinds: None });
                if all_of(&l) && all_of(&r) && self.all_neutral() {
                    let players = self.scope.players.clone();
                    self.report_instead(messages::players_without_pieces(op == BinaryOp::Equal, &players, span));
                }
                let several = |region: &Region| match region {
                    Region::Const(cells) => cells.len() > 1,
                    Region::PerSide(_, cells) => cells.iter().all(|cells| cells.len() > 1),
                    _ => false,
                };
                if l.at_most_one() && several(&r) || several(&l) && r.at_most_one() {
                    self.report(messages::cell_against_several(op == BinaryOp::NotEqual, span));
                }
                self.told_if_whole_board((a, &l), (b, &r), op == BinaryOp::NotEqual);
                let same = match (&l, &r) {
                    (Region::Const(l), Region::Const(r)) => Truth::Const(l == r),
                    _ => Truth::SameRegion(l, r),
                };
                Some(if op == BinaryOp::Equal { same } else { fold::not(same) })
            }
            (Value::Region(_), Value::Region(_)) => {
                self.report(messages::regions_compared(span));
                None
            }
            _ => {
                self.report(messages::region_against_number(self.region_counted(a, b, span), span));
                None
            }
        }
    }

    /// What to write where a region is compared with a number: `rank of from = 2`, `count own or enemy > 5`.
    fn region_counted(&self, a: &Expr, b: &Expr, span: Span) -> Option<String> {
        let (region, number) = (self.words_at(a.span), self.words_at(b.span));
        let row =
            ["rank", "file"].into_iter().find_map(|row| Some((row, region.strip_prefix(row)?.strip_prefix(" of ")?)));
        if let (Some((row, of)), ExprKind::Number(_)) = (row, &bare(b).kind) {
            return Some(format!("where something is, is said with `on`: `{of} on {row} {number}`"));
        }
        let (others, count) = self
            .before(span)
            .strip_suffix(" or")?
            .rsplit_once("count ")
            .map(|(_, others)| (others, self.words_at(span)))?;
        let plain = others
            .split_whitespace()
            .all(|word| !matches!(word, "and" | "when" | "if" | "not") && !word.contains(['{', '(', '<', '>', '=']));
        let rest = count.strip_prefix(region.as_str())?;
        plain.then(|| format!("several regions are counted in brackets: `count ({others} or {region}){rest}`"))
    }

    /// The least and the most that an option may be set to, or a number that is written in figures.
    fn option_or_literal(&self, expr: &Expr) -> Option<(i64, i64)> {
        match &bare(expr).kind {
            ExprKind::Number(n) => Some((*n, *n)),
            ExprKind::Name(word) if self.env.binding(word).is_none() => {
                let range = self.scope.options.iter().find(|option| option.name == *word)?.range?;
                Some((range.least.div_euclid(2), range.greatest().div_euclid(2)))
            }
            _ => None,
        }
    }

    /// A question to the game so far. Apart, so that brackets within brackets need less stack.
    #[inline(never)]
    fn history(&mut self, expr: &Expr) -> Option<Truth> {
        let repeats = |n| Truth::History(HistoryTest::Repeats(n));
        Some(match &expr.kind {
            ExprKind::Repeats(n) => repeats(self.constant_number(n, "the number of repetitions", 2, 1000)? as u32),
            ExprKind::NewBoard => Truth::History(HistoryTest::NewBoard),
            ExprKind::NewPosition => fold::not(repeats(2)),
            ExprKind::Always(owner, of) => {
                let who = self.who(owner, expr.span);
                // It is asked of positions, of which no ply is known.
                let place = if self.env.place == Place::Definition { Place::Definition } else { Place::End };
                let env = self.env.clone();
                let env = Env { place, from: false, to: false, over: false, dir: false, ..env };
                let condition = self.within(env, |this| this.truth(of))?;
                if condition.asks_history() {
                    self.report(messages::always_of_history(of.span));
                    return None;
                }
                Truth::History(HistoryTest::Always(who?, Box::new(condition)))
            }
            _ => unreachable!("asks nothing of the game so far: {expr:?}"),
        })
    }
}

fn shape_name(expr: &Expr) -> &'static str {
    match expr.kind {
        ExprKind::Repeats(_) => "repeats",
        ExprKind::NewBoard => "new board",
        ExprKind::Always(..) => "always",
        _ => "new position",
    }
}

/// A comparison as one of the four that there are: what stands on both sides changes places where it is greater.
fn compared<T>(op: BinaryOp, a: T, b: T) -> (Compare, T, T) {
    match op {
        BinaryOp::Equal => (Compare::Equal, a, b),
        BinaryOp::NotEqual => (Compare::NotEqual, a, b),
        BinaryOp::Less => (Compare::Less, a, b),
        BinaryOp::LessEqual => (Compare::LessEqual, a, b),
        BinaryOp::Greater => (Compare::Less, b, a),
        _ => (Compare::LessEqual, b, a),
    }
}

/// A comparison, worked out where both numbers are known.
fn compare(op: BinaryOp, a: Number, b: Number) -> Truth {
    let (op, a, b) = compared(op, a, b);
    if let (Number::Const(x), Number::Const(y)) = (&a, &b) {
        return Truth::Const(match op {
            Compare::Equal => x == y,
            Compare::NotEqual => x != y,
            Compare::Less => x < y,
            Compare::LessEqual => x <= y,
        });
    }
    Truth::Compare(op, a, b)
}

/// The value of a comparison with an option, where that is the same whatever the option is set to. Two numbers in figures are told
/// otherwise.
fn fixed_by_range(op: BinaryOp, numbers: [Option<(i64, i64)>; 2]) -> Option<bool> {
    let (op, a, b) = compared(op, numbers[0]?, numbers[1]?);
    let in_figures = a.0 == a.1 && b.0 == b.1;
    op.of_ranges(a, b).filter(|_| !in_figures)
}

/// Whether a number is written in figures alone.
fn is_literal(expr: &Expr) -> bool {
    match &bare(expr).kind {
        ExprKind::Number(_) => true,
        ExprKind::Negate(of) => is_literal(of),
        ExprKind::Binary(_, a, b) => is_literal(a) && is_literal(b),
        _ => false,
    }
}

/// Whether a union has a cell of the move among its parts: it is never empty.
fn has_bound_cell(region: &Region) -> bool {
    match region {
        Region::Or(a, b) => [a, b].into_iter().any(|part| has_bound_cell(part) || is_bound(part)),
        _ => false,
    }
}

fn is_bound(region: &Region) -> bool {
    matches!(region, Region::Local(FROM | TO | OVER))
}
