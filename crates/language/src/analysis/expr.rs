//! Expressions of any type: the dispatch by shape, coercions, definitions.

use std::sync::Arc;

use super::fold;
use super::messages;
use super::scope::{Analyzer, Binding, Definition, Env, InSowing, MAX_DEPTH, Place, Thing, Value};
use crate::game::Side;
use crate::rules::visit::{self, Node};
use crate::rules::{By, Life, Number, Region, Truth};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, DefineBody, Expr, ExprKind, Name};

impl Value {
    /// What messages call the type.
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::Region(_) => "a region",
            Value::Number(_) => "a number",
            Value::Truth(_) => "true or false",
        }
    }

    /// How many expressions it is made of, and how deep they are nested.
    pub fn measure(&self) -> (usize, usize) {
        measure(match self {
            Value::Region(r) => r.into(),
            Value::Number(n) => n.into(),
            Value::Truth(t) => t.into(),
        })
    }
}

/// How many expressions there are at a node and below it, tables weighed by their length, and how deep they are nested.
fn measure(node: Node<'_>) -> (usize, usize) {
    let own = match node {
        Node::Number(Number::Sum(_, By::Table(table))) => 1 + table[Side::First].len() / 16,
        Node::Dirs(_) => return (0, 0),
        _ => 1,
    };
    let (mut size, mut depth) = (own, 0);
    visit::parts(node, &mut |part| {
        let (s, d) = measure(part);
        size += s;
        depth = depth.max(d);
    });
    (size, depth + 1)
}

impl Analyzer<'_> {
    /// An expression of whatever type it has. `None`: there is a mistake in it, and it was reported.
    pub fn value(&mut self, expr: &Expr) -> Option<Value> {
        self.deeper(expr.span, |this| this.dispatch(expr))
    }

    fn dispatch(&mut self, expr: &Expr) -> Option<Value> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number(n) => Some(Value::Number(Number::Const(*n))),
            ExprKind::Half(_) => {
                self.report(messages::half_outside_score(span));
                None
            }
            ExprKind::Name(word) => self.name(word, span),
            ExprKind::Capital(word) => self.capital(word, span),
            ExprKind::Paren(inner) => self.value(inner),
            ExprKind::Call(name, args) if self.is_extreme(name) => {
                self.extreme(name, args, Self::number).map(Value::Number)
            }
            ExprKind::Call(name, args) => self.call(name, args),
            ExprKind::Directions(_) => {
                self.report(messages::direction_as_value("this", span));
                None
            }
            ExprKind::Was(inner) => self.was(inner, span),
            ExprKind::Hand(..)
            | ExprKind::Groups { .. }
            | ExprKind::Fewest { .. }
            | ExprKind::Lines { .. }
            | ExprKind::Count(_)
            | ExprKind::Sum { .. }
            | ExprKind::Mobility(_)
            | ExprKind::Negate(_) => self.number_shape(expr).map(Value::Number),
            ExprKind::Stuck(_)
            | ExprKind::Repeats(_)
            | ExprKind::NewBoard
            | ExprKind::NewPosition
            | ExprKind::Always(..)
            | ExprKind::BothPassed
            | ExprKind::No(_)
            | ExprKind::Not(_) => self.truth_shape(expr).map(Value::Truth),
            ExprKind::Binary(op, a, b) => match op {
                BinaryOp::Or => self.or(a, b),
                BinaryOp::Else | BinaryOp::On | BinaryOp::Except => self.region_shape(expr).map(Value::Region),
                BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo => {
                    self.number_shape(expr).map(Value::Number)
                }
                _ => self.truth_shape(expr).map(Value::Truth),
            },
            _ => self.region_shape(expr).map(Value::Region),
        }
    }

    /// `or`: the union of regions, or either of two truths.
    fn or(&mut self, a: &Expr, b: &Expr) -> Option<Value> {
        let (left, right) = (self.value(a), self.value(b));
        let (left, right) = (left?, right?);
        // `holding 2 or 3 on enemy pits` is the cell 3 there.
        let second = first_of_chain(b);
        if let (Value::Region(_), ExprKind::Number(number)) = (&left, &second.kind) {
            let last = last_operand(a);
            let (second, b) = (number, second);
            match (&last.kind, self.scope.numbered()) {
                (ExprKind::Holding(from, to), numbered) if from == to => {
                    let first = if let ExprKind::Number(first) = from.kind { first } else { *second };
                    if !numbered {
                        self.report(messages::number_behind_or(format!("write `holding {first}..{second}`"), b.span));
                        return None;
                    }
                    self.report(messages::cell_behind_holding(first, *second, b.span));
                }
                (ExprKind::Ranks(ranks), false) if let [Expr { kind: ExprKind::Number(first), .. }] = ranks[..] => {
                    let help = format!("several of them are `ranks {first} {second}`");
                    self.report(messages::number_behind_or(help, b.span));
                    return None;
                }
                _ => {}
            }
        }
        if let (Value::Region(_), Value::Region(_)) = (&left, &right) {
            self.told_if_joined_closer(a, b);
        }
        let cells = |v: &Value| matches!(v, Value::Region(_));
        let cell = |v: &Value| cells(v) || (matches!(v, Value::Number(Number::Const(_))) && self.scope.numbered());
        if cell(&left) && cell(&right) && (cells(&left) || cells(&right) || self.scope.numbered()) {
            let (l, r) = (self.region_from(left, a.span), self.region_from(right, b.span));
            return Some(Value::Region(self.fold(Region::Or(Box::new(l?), Box::new(r?)))));
        }
        self.told_if_number_behind(&left, a, &right, b);
        self.told_if_alone(&left, a, true);
        self.told_if_alone(&right, b, true);
        let (l, r) = (self.truth_from(left, a.span), self.truth_from(right, b.span));
        Some(Value::Truth(fold::or(l?, r?)))
    }

    fn was(&mut self, inner: &Expr, span: Span) -> Option<Value> {
        if matches!(inner.kind, ExprKind::Was(_)) {
            self.said_twice("was", Span::new(span.start, inner.span.start + 3));
        }
        let known = self.since_start("was", span);
        let value = self.value(inner);
        known?;
        match value? {
            Value::Region(fixed @ (Region::Const(_) | Region::PerSide(..))) => {
                self.report(messages::was_of_fixed(span));
                Some(Value::Region(fixed))
            }
            Value::Region(region) => {
                if self.env.place != Place::Definition && self.is_same_each_turn(&region) {
                    self.was_of_turn.push(span);
                }
                Some(Value::Region(Region::Was(Box::new(region))))
            }
            other => {
                self.report(messages::was_of_other(other.type_name(), inner.span));
                None
            }
        }
    }

    /// Whether a region is the same at the start of every turn: all that changes in it is state for one turn.
    fn is_same_each_turn(&self, region: &Region) -> bool {
        match region {
            Region::Const(_) | Region::PerSide(..) => true,
            Region::State(id) => self.scope.states[*id].life == Life::ThisTurn,
            Region::Or(a, b) | Region::On(a, b) | Region::Except(a, b) | Region::Else(a, b) => {
                self.is_same_each_turn(a) && self.is_same_each_turn(b)
            }
            Region::Step { of, .. } | Region::Preimage { of, .. } | Region::Table(_, of) => self.is_same_each_turn(of),
            _ => false,
        }
    }

    /// A region, from an expression that must be one.
    pub fn region(&mut self, expr: &Expr) -> Option<Region> {
        if let ExprKind::Binary(BinaryOp::And, a, b) = &bare(expr).kind {
            // Most likely `on` is meant; the operands are looked at for their own mistakes.
            drop((self.value(a), self.value(b)));
            self.report_instead(messages::and_as_region(expr.span));
            return None;
        }
        let value = self.value(expr)?;
        if let (ExprKind::Not(_), Value::Truth(_)) = (&bare(expr).kind, &value) {
            self.report_instead(messages::not_as_region(expr.span));
            return None;
        }
        self.region_from(value, expr.span)
    }

    /// A word that stands twice where once says it all.
    pub(super) fn said_twice(&mut self, word: &str, span: Span) {
        if self.env.place != Place::Query {
            self.report(messages::said_twice(word, span));
        }
    }

    /// A number, from an expression that must be one.
    pub fn number(&mut self, expr: &Expr) -> Option<Number> {
        let value = self.value(expr)?;
        self.number_from(value, expr.span)
    }

    /// True or false, from an expression that must be that or a region (has it a cell?) or a number (is it not 0?).
    pub fn truth(&mut self, expr: &Expr) -> Option<Truth> {
        let value = self.value(expr)?;
        self.told_if_alone(&value, expr, false);
        self.truth_from(value, expr.span)
    }

    pub(super) fn region_from(&mut self, value: Value, span: Span) -> Option<Region> {
        match value {
            Value::Region(region) => Some(region),
            Value::Number(Number::Const(n)) if self.scope.numbered() => self.numbered_cell(n, span),
            // It may be a cell of the board that is missing.
            Value::Number(_) if !self.scope.boards_known && self.scope.lenient => None,
            other => {
                self.report_instead(messages::expected(
                    "a region",
                    other.type_name(),
                    self.words_at(span).starts_with("no "),
                    span,
                ));
                None
            }
        }
    }

    pub(super) fn number_from(&mut self, value: Value, span: Span) -> Option<Number> {
        match value {
            Value::Number(number) => Some(number),
            other => {
                self.report_instead(messages::expected("a number", other.type_name(), false, span));
                None
            }
        }
    }

    pub(super) fn truth_from(&mut self, value: Value, span: Span) -> Option<Truth> {
        match value {
            Value::Truth(truth) => Some(truth),
            Value::Region(region) => Some(self.region_as_truth(region, span)),
            Value::Number(Number::Const(n)) => Some(Truth::Const(n != 0)),
            Value::Number(n) => Some(nonzero(n)),
        }
    }

    /// A definition with its arguments put in.
    pub fn call(&mut self, name: &Name, args: &[Expr]) -> Option<Value> {
        let define = self.definition(name, args.len(), false)?;
        let bindings: Vec<Binding> = args.iter().map(|argument| self.argument(argument)).collect();
        let DefineBody::Expr(body) = &define.item.body else {
            self.report(messages::effects_as_value(&name.text, name.span));
            return None;
        };
        let params = define.item.params.iter().map(|p| p.text.clone());
        let names: Vec<_> = params.zip(bindings).collect();
        let env = self.inside(name, names);
        let value = self.within(env, |this| this.value(body))?;
        if value.measure().1 > MAX_DEPTH {
            self.report(messages::too_deep(name.span));
            return None;
        }
        Some(value)
    }

    /// What an argument binds its parameter to.
    pub(super) fn argument(&mut self, argument: &Expr) -> Binding {
        if let Some(directions) = self.direction_argument(argument) {
            return directions;
        }
        match self.value(argument) {
            Some(value) => {
                let size = value.measure().0;
                Binding::Value(Box::new(value), size)
            }
            None => Binding::Poison,
        }
    }

    /// The surroundings inside of a definition that is used here.
    pub(super) fn inside(&self, name: &Name, names: Vec<(String, Binding)>) -> Env {
        let mut env = Env { names, ..self.env.clone() };
        env.expanding.push((name.text.clone(), name.span));
        env
    }

    /// A definition by name, checked for the number of arguments and for circles.
    pub(super) fn definition(&mut self, name: &Name, args: usize, effects: bool) -> Option<Arc<Definition>> {
        let Some(define) = self.scope.defines.iter().find(|d| d.item.name.text == name.text).cloned() else {
            if !effects && args > 0 && self.scope.names().contains(&name.text) {
                self.report(messages::not_a_definition(&name.text, name.span));
                return None;
            }
            // In a link, what is called is a board.
            let boards: Vec<String> = self.scope.topology.boards.iter().filter_map(|b| b.name.clone()).collect();
            if self.env.place == Place::Constant("a link") && !boards.is_empty() {
                self.unknown("board", &name.text, &boards, &boards, name.span);
                return None;
            }
            let names: Vec<String> = self.scope.defines.iter().map(|d| d.item.name.text.clone()).collect();
            self.unknown("definition", &name.text, &names, &names, name.span);
            return None;
        };
        self.mark(Thing::Define, &name.text);
        if let Some(at) = self.env.expanding.iter().position(|e| e.0 == name.text) {
            self.report_circle(at);
            return None;
        }
        if define.item.params.len() != args {
            let params: Vec<String> = define.item.params.iter().map(|p| p.text.clone()).collect();
            // A parameter that is missing in the definition is told there.
            if !params.is_empty()
                || !define.item.value().is_some_and(|value| self.says("parameter-missing", value.span))
            {
                self.report(messages::wrong_arguments(&name.text, &params, args, name.span, define.item.name.span));
            }
            return None;
        }
        Some(define)
    }

    /// A circle of definitions, said once wherever it was entered: it begins with the first one of the file.
    fn report_circle(&mut self, from: usize) {
        let mut names: Vec<String> = self.env.expanding[from..].iter().map(|e| e.0.clone()).collect();
        let place = |name: &String| {
            let define = self.scope.defines.iter().find(|d| d.item.name.text == *name);
            define.map_or(Span::default(), |d| d.item.name.span)
        };
        let first = (0..names.len()).min_by_key(|&i| place(&names[i])).unwrap_or(0);
        let span = place(&names[first]);
        names.rotate_left(first);
        self.report(messages::circle("definition", &names, span));
    }

    /// A number known now, in a range.
    pub fn constant_number(&mut self, expr: &Expr, what: &str, least: i64, most: i64) -> Option<i64> {
        match self.number(expr)? {
            Number::Const(n) if (least..=most).contains(&n) => Some(n),
            Number::Const(n) => {
                let message = messages::number_out_of_range(what, n, least, most, expr.span);
                match what.strip_prefix("a ").filter(|row| matches!(*row, "rank" | "file")) {
                    Some(row) => self.report_cell(&format!("{row} {n}"), message),
                    None => self.report(message),
                }
                None
            }
            _ => {
                self.report(messages::number_not_constant(what, expr.span));
                None
            }
        }
    }

    /// Checks a definition by itself, so that mistakes show even where nobody uses it.
    pub fn check_definition(&mut self, define: &Definition) {
        let hiding: Vec<_> = define
            .item
            .params
            .iter()
            .filter(|p| p.text.len() > 1 && self.scope.stands_for_something(&p.text))
            .collect();
        for param in hiding {
            self.report(messages::parameter_hides(&param.text, param.span));
        }
        let mut env = Env { sowing: InSowing::Perhaps, ..Env::new(Place::Definition).with_ends() };
        (env.over, env.dir) = (true, true);
        env.names = define.item.params.iter().map(|p| (p.text.clone(), Binding::Poison)).collect();
        env.expanding.push((define.item.name.text.clone(), define.item.name.span));
        self.within(env, |this| match &define.item.body {
            DefineBody::Expr(body) => drop(this.value(body)),
            DefineBody::Effects(effects) => drop(this.effects(effects)),
        });
    }
}

/// A number is not 0.
pub fn nonzero(number: Number) -> Truth {
    use crate::rules::Compare;
    match number {
        Number::Const(n) => Truth::Const(n != 0),
        n => Truth::Compare(Compare::NotEqual, n, Number::Const(0)),
    }
}

/// The last operand of a chain.
pub(super) fn last_operand(mut expr: &Expr) -> &Expr {
    while let ExprKind::Binary(_, _, right) = &expr.kind {
        expr = right;
    }
    expr
}

/// The first operand of a chain of `on` and `except`.
fn first_of_chain(mut expr: &Expr) -> &Expr {
    while let ExprKind::Binary(BinaryOp::On | BinaryOp::Except, left, _) = &expr.kind {
        expr = left;
    }
    expr
}

/// The first operand of a chain.
pub(super) fn first_operand(mut expr: &Expr) -> &Expr {
    while let ExprKind::Binary(_, left, _) = &expr.kind {
        expr = left;
    }
    expr
}

/// An expression without its brackets.
pub fn bare(mut expr: &Expr) -> &Expr {
    while let ExprKind::Paren(inner) = &expr.kind {
        expr = inner;
    }
    expr
}
