//! Numbers: counts, sums, hands, arithmetic, scores with halves.

use super::expr::{bare, first_operand, last_operand};
use super::messages;
use super::scope::{Analyzer, Place, Thing, Value};
use crate::game::PerSide;
use crate::rules::{Arith, By, Connection, Number, Region, WindowNeed};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, LineHolding, Name, OptionValue, SumBy};

impl Analyzer<'_> {
    /// The shapes that are numbers.
    pub(super) fn number_shape(&mut self, expr: &Expr) -> Option<Number> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Hand(owner, kind) => {
                let who = self.who(owner, span);
                let kinds = match kind {
                    Some(kind) => Some(self.kinds_of(kind)?),
                    None => None,
                };
                self.changing("hand", span)?;
                if !self.scope.hands {
                    if !self.scope.lenient {
                        self.report(messages::no_hands(span));
                    }
                    return None;
                }
                Some(Number::Hand(who?, kinds))
            }
            ExprKind::Count(of) => match self.value(of)? {
                Value::Number(number) => {
                    match &of.kind {
                        ExprKind::Count(_) => self.said_twice("count", Span::new(span.start, of.span.start + 5)),
                        ExprKind::Number(_) | ExprKind::Half(_) | ExprKind::Negate(_) | ExprKind::Binary(..)
                            if self.env.place != Place::Query =>
                        {
                            self.report(messages::count_of_number(span));
                        }
                        _ => {}
                    }
                    Some(number)
                }
                Value::Region(region) => {
                    if self.looks_back_at_counted(&region) {
                        self.report(messages::was_of_counted(of.span));
                        return None;
                    }
                    self.told_if_cells_counted(&region, of);
                    Some(self.count(region))
                }
                Value::Truth(_) => {
                    self.report(messages::expected("a region", "true or false", false, of.span));
                    None
                }
            },
            ExprKind::Sum { of, by } => self.sum(of, by, span),
            ExprKind::Groups { largest, dirs, of } => {
                let dirs = self.joined_by(dirs.as_ref());
                let of = self.region(of);
                let joined = if *largest { Number::Largest } else { Number::Groups };
                Some(joined(dirs?, Box::new(of?)))
            }
            ExprKind::Fewest { dirs, of, from, to, through } => {
                let dirs = self.joined_by(dirs.as_ref());
                let (open, from, to) = (self.region(of), self.region(from), self.region(to));
                let own = match through {
                    Some(through) => self.region(through),
                    None => Some(self.nothing()),
                };
                Some(Number::Connection(Box::new(Connection {
                    dirs: dirs?,
                    from: from?,
                    to: to?,
                    own: own?,
                    open: open?,
                })))
            }
            ExprKind::Lines { length, holding } => self.windows(length, holding),
            ExprKind::Mobility(kinds) => {
                if !matches!(self.env.place, Place::Eval | Place::Query | Place::Definition) {
                    self.report(messages::mobility_outside_eval(span));
                    return None;
                }
                if kinds.is_empty() {
                    return Some(Number::Mobility(None));
                }
                let mut all = Vec::new();
                for name in kinds {
                    all.extend(self.kinds_of(name)?);
                }
                Some(Number::Mobility(Some(all)))
            }
            ExprKind::Negate(of) => {
                if matches!(of.kind, ExprKind::Negate(_)) {
                    self.said_twice("-", Span::new(span.start, of.span.start + 1));
                }
                let of = self.number(of)?;
                self.arith(Arith::Subtract, Number::Const(0), of, span)
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), a, _) if let Some(name) = last_row(a) => {
                let sign = if *op == BinaryOp::Add { '+' } else { '-' };
                self.report(messages::row_of_worked_out(name, sign, span));
                None
            }
            ExprKind::Binary(BinaryOp::Subtract, a, b)
                if is_end_of_range(last_operand(a)) && is_end_of_range_or_number(b) =>
            {
                self.report(messages::dash_for_range(span));
                None
            }
            ExprKind::Binary(op, a, b) => {
                if let (BinaryOp::Subtract, ExprKind::Negate(_)) = (op, &first_operand(b).kind) {
                    self.said_twice("-", Span::new(b.span.start, b.span.start + 1));
                }
                let (left, right) = (self.value(a), self.value(b));
                if let (Some(Value::Region(_)), Some(Value::Region(_))) = (&left, &right) {
                    self.report(messages::regions_reckoned(*op == BinaryOp::Add, span));
                    return None;
                }
                let left = left.and_then(|left| self.number_from(left, a.span));
                let right = right.and_then(|right| self.number_from(right, b.span));
                let op = arith_of(*op)?;
                self.arith(op, left?, right?, span)
            }
            _ => unreachable!("not a number: {expr:?}"),
        }
    }

    /// How many cells, or how many counted pieces where the region is made of them.
    fn count(&self, region: Region) -> Number {
        if let Region::Const(set) = &region {
            return Number::Const(set.len() as i64);
        }
        Number::count(region, |kind| self.scope.kinds[kind].counted)
    }

    /// Whether counted pieces of the past are meant.
    fn looks_back_at_counted(&self, region: &Region) -> bool {
        match region {
            Region::Was(a) => a.counted(&|kind| self.scope.kinds[kind].counted).is_some(),
            Region::On(a, b) => self.looks_back_at_counted(a) || self.looks_back_at_counted(b),
            Region::Except(a, _) => self.looks_back_at_counted(a),
            _ => false,
        }
    }

    fn sum(&mut self, of: &Expr, by: &SumBy, span: Span) -> Option<Number> {
        let region = self.region(of);
        let by = match by {
            SumBy::Advance => {
                self.facing("advance", span)?;
                By::Table(Box::new(self.scope.advance.clone()))
            }
            SumBy::Height => {
                self.needs_stacks(span);
                By::Height
            }
            SumBy::DistanceTo(to) => By::DistanceTo(Box::new(self.region(to)?)),
            SumBy::Table(name) => By::Table(Box::new(self.table(name)?)),
        };
        self.spend(self.scope.topology.sites() / 16, span)?;
        Some(Number::Sum(Box::new(region?), by))
    }

    /// A table of the file as each side sees it.
    fn table(&mut self, name: &Name) -> Option<PerSide<Vec<i64>>> {
        let Some((item, _)) = self.scope.tables.iter().find(|t| t.0.name.text == name.text).cloned() else {
            let names: Vec<String> = self.scope.tables.iter().map(|t| t.0.name.text.clone()).collect();
            if name.text == "distance" {
                self.report(messages::distance_to_what(name.span));
                return None;
            }
            let known: Vec<String> =
                names.iter().cloned().chain(["advance", "height", "distance"].map(str::to_string)).collect();
            self.unknown("table", &name.text, &known, &names, name.span);
            return None;
        };
        self.mark(Thing::Table, &name.text);
        super::boards::table_values(&self.scope, &item.values)
    }

    fn windows(&mut self, length: &Expr, holding: &LineHolding) -> Option<Number> {
        let dirs = self.line_dirs(None)?;
        let n = self.constant_number(length, "the length of a line", 1, 1024);
        let mut need = Vec::new();
        match holding {
            LineHolding::Without(of) => {
                need.push(WindowNeed { region: self.region(of)?, least: 0, most: 0 });
            }
            LineHolding::With(parts) => {
                let mut total = 0;
                for (number, of) in parts {
                    let k = self.constant_number(number, "the number of cells in a line", 0, 1024);
                    let (region, k) = (self.region(of), k?);
                    total += k;
                    need.push(WindowNeed { region: region?, least: k as u32, most: k as u32 });
                }
                if n.is_some_and(|n| total > n) {
                    self.report(messages::line_overfull(n?, total, length.span));
                    return None;
                }
            }
        }
        let n = n?;
        self.line_fits(n, &dirs, length.span);
        Some(Number::Lines { length: n as u32, need })
    }

    /// An operation, worked out where both operands are known.
    pub(super) fn arith(&mut self, op: Arith, a: Number, b: Number, span: Span) -> Option<Number> {
        if matches!(op, Arith::Divide | Arith::Modulo) && b == Number::Const(0) {
            self.report(messages::division_by_zero(span));
            return None;
        }
        let (Number::Const(x), Number::Const(y)) = (&a, &b) else {
            return Some(Number::Arith(op, Box::new(a), Box::new(b)));
        };
        let value = match op {
            Arith::Add => x.checked_add(*y),
            Arith::Subtract => x.checked_sub(*y),
            Arith::Multiply => x.checked_mul(*y),
            Arith::Least => Some(*x.min(y)),
            Arith::Greatest => Some(*x.max(y)),
            Arith::Divide => floor_div(*x, *y),
            Arith::Modulo => floor_div(*x, *y).and_then(|q| q.checked_mul(*y)).and_then(|m| x.checked_sub(m)),
        };
        match value {
            Some(value) => Some(Number::Const(value)),
            None => {
                self.report(messages::number_too_large(span));
                None
            }
        }
    }

    /// Whether something that is called is `max` or `min`, and no definition of the file.
    pub(super) fn is_extreme(&self, name: &Name) -> bool {
        matches!(name.text.as_str(), "max" | "min")
            && !self.scope.defines.iter().any(|define| define.item.name.text == name.text)
    }

    /// `max(a, b, …)`, `min(a, b, …)` of what the arguments are read as.
    pub(super) fn extreme(
        &mut self,
        name: &Name,
        args: &[Expr],
        read: impl Fn(&mut Self, &Expr) -> Option<Number>,
    ) -> Option<Number> {
        if args.len() < 2 {
            self.report(messages::extreme_of_one(&name.text, name.span));
            return None;
        }
        let op = if name.text == "max" { Arith::Greatest } else { Arith::Least };
        let numbers: Vec<Option<Number>> = args.iter().map(|argument| read(self, argument)).collect();
        let numbers: Vec<Number> = numbers.into_iter().collect::<Option<_>>()?;
        let mut numbers = numbers.into_iter();
        let first = numbers.next()?;
        numbers.try_fold(first, |so_far, next| self.arith(op, so_far, next, name.span))
    }

    /// Whether a score has a half in it.
    pub fn has_half(&self, expr: &Expr) -> bool {
        let half = |v: OptionValue| matches!(v, OptionValue::Number { halves } if halves % 2 != 0);
        let mut waiting = vec![expr];
        while let Some(next) = waiting.pop() {
            match &next.kind {
                ExprKind::Half(_) => return true,
                ExprKind::Name(word) => {
                    let option = self.scope.options.iter().find(|o| &o.name == word);
                    if option.is_some_and(|o| half(o.default) || half(o.value)) {
                        return true;
                    }
                }
                ExprKind::Paren(a) | ExprKind::Negate(a) => waiting.push(a),
                ExprKind::Binary(_, a, b) => waiting.extend([&**a, &**b]),
                ExprKind::Call(name, args) if self.is_extreme(name) => waiting.extend(args),
                _ => {}
            }
        }
        false
    }

    /// Twice a number that may have halves.
    pub fn doubled(&mut self, expr: &Expr) -> Option<Number> {
        self.deeper(expr.span, |this| this.doubled_shape(expr))
    }

    fn doubled_shape(&mut self, expr: &Expr) -> Option<Number> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Half(halves) => Some(Number::Const(*halves)),
            ExprKind::Name(word) if self.has_half(expr) => {
                self.mark(Thing::Option, word);
                let option = self.scope.options.iter().find(|o| &o.name == word)?;
                match option.value {
                    OptionValue::Number { halves } => Some(Number::Const(halves)),
                    OptionValue::Truth(_) => None,
                }
            }
            ExprKind::Paren(inner) => self.doubled(inner),
            ExprKind::Call(name, args) if self.is_extreme(name) => self.extreme(name, args, Self::doubled),
            ExprKind::Negate(inner) => {
                let inner = self.doubled(inner)?;
                self.arith(Arith::Subtract, Number::Const(0), inner, span)
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), a, b) => {
                let (left, right) = (self.doubled(a), self.doubled(b));
                let op = arith_of(*op)?;
                self.arith(op, left?, right?, span)
            }
            ExprKind::Binary(BinaryOp::Multiply, a, b) if self.has_half(a) != self.has_half(b) => {
                let (left, right) = match self.has_half(a) {
                    true => (self.doubled(a), self.number(b)),
                    false => (self.number(a), self.doubled(b)),
                };
                self.arith(Arith::Multiply, left?, right?, span)
            }
            _ if self.has_half(expr) => {
                self.report(messages::half_in_product(span));
                None
            }
            _ => {
                let number = self.number(expr)?;
                self.arith(Arith::Multiply, Number::Const(2), number, span)
            }
        }
    }
}

fn arith_of(op: BinaryOp) -> Option<Arith> {
    Some(match op {
        BinaryOp::Add => Arith::Add,
        BinaryOp::Subtract => Arith::Subtract,
        BinaryOp::Multiply => Arith::Multiply,
        BinaryOp::Divide => Arith::Divide,
        BinaryOp::Modulo => Arith::Modulo,
        _ => return None,
    })
}

/// Rounded toward minus infinity; none for a division by 0 or a result that is too large.
fn floor_div(x: i64, y: i64) -> Option<i64> {
    let quotient = x.checked_div(y)?;
    let exact = quotient.checked_mul(y)? == x;
    Some(if !exact && (x < 0) != (y < 0) { quotient - 1 } else { quotient })
}

/// What a range may begin with: `a1`, `rank 1`.
fn is_end_of_range(expr: &Expr) -> bool {
    matches!(bare(expr).kind, ExprKind::Cell(_) | ExprKind::Ranks(_) | ExprKind::Files(_) | ExprKind::OwnedRanks(..))
}

/// The name that stands for the last of some ranks or files: `size` in `own on ranks 1..size`.
fn last_row(expr: &Expr) -> Option<&str> {
    let rows = match &expr.kind {
        ExprKind::Ranks(rows) | ExprKind::Files(rows) | ExprKind::OwnedRanks(_, rows) => rows,
        ExprKind::Binary(BinaryOp::On | BinaryOp::Except, _, rows) => return last_row(rows),
        _ => return None,
    };
    let last = match &rows.last()?.kind {
        ExprKind::Range(_, last) => &last.kind,
        last => last,
    };
    if let ExprKind::Name(name) = last { Some(name) } else { None }
}

fn is_end_of_range_or_number(expr: &Expr) -> bool {
    is_end_of_range(expr) || matches!(bare(expr).kind, ExprKind::Number(..))
}
