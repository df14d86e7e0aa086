//! Moves, effects and turns in words.

use super::mechanism::Mechanism as M;
use super::phrase::{Phrases, article, list, plural};
use crate::syntax::ast::{
    Clause, EachWay, Effect, EffectKind, Expr, ExprKind, MoveItem, Owner, Repeated, Sown, TurnExpr, TurnKind, Verb,
};

/// A line of what is told, so many levels deep.
pub type Line = (usize, String);

impl Phrases {
    /// A group of moves: a heading and a line for each clause.
    pub fn group(&mut self, group: &MoveItem) -> Vec<Line> {
        let kinds: Vec<String> = group.kinds.iter().map(|kind| kind.text.clone()).collect();
        let mut head = match (&group.label, kinds.is_empty()) {
            (Some(label), true) => format!("Move {}", self.name(&label.text)),
            (Some(label), false) => format!("{}, move {}", list(&kinds, "and"), self.name(&label.text)),
            (None, false) => list(&kinds, "and"),
            (None, true) => "Move".to_string(),
        };
        if let Some(when) = &group.when {
            head += &format!(", only while {}", self.truth(when));
        }
        if let Some(costs) = &group.costs {
            head += &format!(", counting as {} steps", self.number(costs));
        }
        let mut lines = vec![(0, head + ":")];
        self.clauses(&group.clauses, 1, &mut lines);
        lines
    }

    fn clauses(&mut self, clauses: &[Repeated], depth: usize, lines: &mut Vec<Line>) {
        for one in clauses {
            match one {
                Repeated::Once(clause) => lines.push((depth, self.clause(clause))),
                Repeated::Each(way, inner) => {
                    lines.push((depth, format!("for each direction {}:", self.each(way))));
                    self.clauses(inner, depth + 1, lines);
                }
            }
        }
    }

    fn each(&mut self, way: &EachWay) -> String {
        format!("{} of: {}", self.name(&way.name.text), self.along(&way.dirs))
    }

    fn clause(&mut self, clause: &Clause) -> String {
        let mut text = self.verb(&clause.verb);
        if let Some(when) = &clause.when {
            text += &format!(", if {}", self.truth(when));
        }
        if let Some(label) = &clause.label {
            text += &format!(" ({})", self.name(&label.text));
        }
        if !clause.effects.is_empty() {
            text += &format!("; then {}", self.effects(&clause.effects));
        }
        text
    }

    /// Where a piece may arrive, and that what stands there is taken.
    fn arrival(&mut self, to: &Expr) -> String {
        let cells = self.cells(to).one;
        match takes(to) {
            true => {
                self.met.insert(M::Arrival);
                format!("to {cells}, taking a piece that stands there")
            }
            false => format!("to {cells}"),
        }
    }

    fn verb(&mut self, verb: &Verb) -> String {
        match verb {
            Verb::Step { dirs, to } => {
                self.met.insert(M::Steps);
                format!("one step {}, {}", self.along(dirs), self.arrival(to))
            }
            Verb::Slide { dirs, exactly, most, through, to } => {
                self.met.insert(M::Slides);
                let exactly = exactly.as_ref().map(|n| self.number(n));
                let most = most.as_ref().map(|n| self.number(n));
                let far = match (exactly, most) {
                    (Some(least), Some(most)) => format!("from {least} to {most} cells "),
                    (Some(exactly), None) => format!("exactly {exactly} cells "),
                    _ => "any number of cells ".to_string(),
                };
                let over = through.as_ref().map_or("empty cells".to_string(), |through| self.cells(through).many);
                format!("{far}{} over {over}, {}", self.along(dirs), self.arrival(to))
            }
            Verb::Leap { offsets, to } => {
                self.met.insert(M::Leaps);
                let leaps: Vec<String> =
                    offsets.iter().map(|(a, b)| format!("{} and {}", self.number(a), self.number(b))).collect();
                format!("a leap of {} cells, {}", list(&leaps, "or"), self.arrival(to))
            }
            Verb::Hop { dirs, before, over, after, to } => {
                self.met.insert(M::Jumps);
                let mut text = format!("a jump {} over {}", self.along(dirs), self.cells(over).one);
                if let Some(before) = before {
                    text += &format!(", over {} before it", self.cells(before).many);
                }
                if let Some(after) = after {
                    text += &format!(", over {} behind it", self.cells(after).many);
                }
                format!("{text}, {}", self.arrival(to))
            }
            Verb::Place { kinds, on } => {
                self.met.insert(M::Placing);
                format!("a new piece ({}) on {}", Self::kinds_of(kinds, "or"), self.cells(on).one)
            }
            Verb::Drop { kinds, on } => {
                self.met.insert(M::Drops);
                let what = if kinds.is_empty() { "any piece".to_string() } else { Self::kinds_of(kinds, "or") };
                format!("{what} from the hand on {}", self.cells(on).one)
            }
            Verb::Fly { to } => format!("a move {}", self.arrival(to)),
            Verb::Sow { from, way } => {
                let from = self.cells(from).one;
                format!("all pieces of {from} are {}", self.sown(way))
            }
            Verb::Pass => {
                self.met.insert(M::Passing);
                "a pass".to_string()
            }
            Verb::Pick(picks) => {
                let picks: Vec<String> = picks
                    .iter()
                    .map(|(name, from)| format!("{}, {}", bound(&name.text), self.cells(from).one))
                    .collect();
                format!("choose {}", list(&picks, "and"))
            }
        }
    }

    /// How pieces are sown.
    fn sown(&mut self, way: &Sown) -> String {
        self.met.insert(M::Sowing);
        let mut text = format!("sown one by one {}", self.along(&way.along));
        if way.itself {
            text += ", the first where they were";
        }
        if let Some(except) = &way.except {
            text += &format!(", skipping {}", self.cells(except).many);
        }
        if !way.each.is_empty() {
            text += &format!(", after each but the last {}", self.nested(&way.each));
        }
        text
    }

    /// Effects, one after the other.
    pub fn effects(&mut self, effects: &[Effect]) -> String {
        match effects {
            [] => "nothing".to_string(),
            _ => effects.iter().map(|effect| self.effect(effect)).collect::<Vec<_>>().join("; "),
        }
    }

    fn effect(&mut self, effect: &Effect) -> String {
        match &effect.kind {
            EffectKind::Take(what) => {
                if matches!(&what.kind, ExprKind::Name(name) if name == "over") {
                    self.met.insert(M::JumpCaptures);
                }
                format!("take {}", self.cells(what).many)
            }
            EffectKind::Put { number, owner, kind, on } => {
                let what = match number {
                    Some(number) => format!("{} {}", self.number(number), plural(&kind.text)),
                    None => article(&kind.text),
                };
                let whose = match owner {
                    Some(Owner::Enemy) => " of the enemy".to_string(),
                    Some(Owner::Player(name)) => format!(" of {}", name.text),
                    _ => String::new(),
                };
                format!("put {what}{whose} on {}", self.cells(on).many)
            }
            EffectKind::Drop { kinds, on } => {
                self.met.insert(M::Drops);
                let what = if kinds.is_empty() { "any piece".to_string() } else { Self::kinds_of(kinds, "or") };
                format!("put {what} from the hand on {}", self.cells(on).one)
            }
            EffectKind::Flip(what) => {
                self.met.insert(M::Flips);
                format!("{} change sides", self.cells(what).many)
            }
            EffectKind::Move { what, onto } => format!("move {} onto {}", self.cells(what).many, self.cells(onto).many),
            EffectKind::Swap { what, with } => format!("swap {} with {}", self.cells(what).many, self.cells(with).many),
            EffectKind::Promote { what, to } => {
                self.met.insert(M::Promotion);
                let what = self.cells(what).many;
                match to.is_empty() {
                    true => format!("promote {what}"),
                    false => format!("promote {what} to {}", Self::kinds_of(to, "or")),
                }
            }
            EffectKind::Set { name, value } => format!("{} becomes {}", self.name(&name.text), self.any(value)),
            EffectKind::Reset(name) => format!("{} begins anew", self.name(&name.text)),
            EffectKind::Tuck { what, under } => {
                format!("the top piece of {} goes below {}", self.cells(what).many, self.cells(under).many)
            }
            EffectKind::Pile { number, what, onto } => {
                let top = number.as_ref().map(|n| format!("the top {} of ", self.number(n))).unwrap_or_default();
                format!("pile {top}{} onto {}", self.cells(what).many, self.cells(onto).many)
            }
            EffectKind::Rotate { what, right } => {
                self.met.insert(M::Rotation);
                format!("turn {} to the {}", self.cells(what).many, if *right { "right" } else { "left" })
            }
            EffectKind::If { condition, then, otherwise } => {
                let mut text = format!("if {}: {}", self.truth(condition), self.nested(then));
                if !otherwise.is_empty() {
                    text += &format!(", otherwise {}", self.nested(otherwise));
                }
                text
            }
            EffectKind::While { condition, effects } => {
                format!("again as long as {}: {}", self.truth(condition), self.nested(effects))
            }
            EffectKind::May(inner) => format!("optionally {}", self.effect(inner)),
            EffectKind::Either(branches) => {
                let branches: Vec<String> = branches.iter().map(|branch| self.nested(&branch.effects)).collect();
                format!("choose: {}", list(&branches, "or"))
            }
            EffectKind::Pick { name, region } => format!("choose {}, {}", bound(&name.text), self.cells(region).one),
            EffectKind::Do { name, args } => {
                let args: Vec<String> = args.iter().map(|arg| self.any(arg)).collect();
                match args.is_empty() {
                    true => format!("do {}", self.name(&name.text)),
                    false => format!("do {} with {}", self.name(&name.text), list(&args, "and")),
                }
            }
            EffectKind::Again { may, dirs } => {
                self.met.insert(M::Chains);
                let along = dirs.as_ref().map(|dirs| format!(" {}", self.along(dirs))).unwrap_or_default();
                match may {
                    true => format!("it may go on with another such move{along}"),
                    false => format!("it goes on with another such move{along} as long as there is one"),
                }
            }
            EffectKind::Sow { seeds, from, way, effects } => {
                let seeds = self.cells(seeds).many;
                let from = from.as_ref().map(|from| format!(" from {}", self.cells(from).many)).unwrap_or_default();
                let mut text = format!("the pieces of {seeds} are{from} {}", self.sown(way));
                if !effects.is_empty() {
                    text += &format!("; then {}", self.nested(effects));
                }
                text
            }
            EffectKind::Relay { seeds, from, along } => {
                self.met.insert(M::Laps);
                let seeds = seeds.as_ref().map_or("the cell of arrival".to_string(), |seeds| self.cells(seeds).many);
                let from = from.as_ref().map(|from| format!(" from {}", self.cells(from).many)).unwrap_or_default();
                let along = along.as_ref().map(|along| format!(" {}", self.along(along))).unwrap_or_default();
                format!("another lap sows the pieces of {seeds}{from}{along}")
            }
            EffectKind::ExtraTurn => {
                self.met.insert(M::ExtraTurns);
                "the same player has another turn".to_string()
            }
            EffectKind::Require(condition) => format!("allowed only if now {}", self.truth(condition)),
            EffectKind::Each(way, effects) => {
                format!("for each direction {}: {}", self.each(way), self.nested(effects))
            }
        }
    }

    /// Several effects as one.
    fn nested(&mut self, effects: &[Effect]) -> String {
        match effects.len() {
            0 | 1 => self.effects(effects),
            _ => format!("({})", self.effects(effects)),
        }
    }

    /// What may be played in a turn.
    pub fn turn(&mut self, turn: &TurnExpr) -> String {
        match &turn.kind {
            TurnKind::Any => "any move".to_string(),
            TurnKind::Group(name) => self.name(&name.text),
            TurnKind::Pass => {
                self.met.insert(M::Passing);
                "a pass".to_string()
            }
            TurnKind::Or(a, b) => format!("{} or {}", self.turn(a), self.turn(b)),
            TurnKind::Else(a, b) => {
                if !matches!(b.kind, TurnKind::Pass) {
                    self.met.insert(M::Compulsion);
                }
                format!("{}, and only if there is none {}", self.turn(a), self.turn(b))
            }
            TurnKind::Longest(a) => {
                self.met.insert(M::Compulsion);
                format!("the longest of {}", self.turn(a))
            }
            TurnKind::Most(number, a) => {
                self.met.insert(M::Compulsion);
                format!("{} with the greatest value of {}", self.turn(a), self.number(number))
            }
            TurnKind::Repeat(least, most, a) => {
                self.met.insert(M::SeveralSteps);
                let (least, most) = (self.number(least), self.number(most));
                let so_many = if least == most { least } else { format!("from {least} to {most}") };
                format!("{so_many} steps of {}", self.turn(a))
            }
        }
    }
}

/// A cell that is chosen, by its name.
fn bound(name: &str) -> String {
    match name {
        "from" => "a cell of departure".to_string(),
        "to" => "a cell of arrival".to_string(),
        _ => format!("a cell `{name}`"),
    }
}

/// Whether a piece that arrives on such a cell may meet another one.
fn takes(to: &Expr) -> bool {
    match &to.kind {
        ExprKind::Owned(_) | ExprKind::OwnedName(..) | ExprKind::Capital(_) => true,
        ExprKind::Name(name) => matches!(name.as_str(), "occupied" | "all" | "board"),
        ExprKind::Paren(inner) => takes(inner),
        ExprKind::Binary(_, a, b) => {
            // `empty on enemy camp` and `all except own`: what is taken away, or only a place.
            match &to.kind {
                ExprKind::Binary(crate::syntax::ast::BinaryOp::Except, ..) => takes(a),
                ExprKind::Binary(crate::syntax::ast::BinaryOp::On, ..) => {
                    takes(a) && !is_empty(b) || takes(b) && !is_empty(a)
                }
                _ => takes(a) || takes(b),
            }
        }
        _ => false,
    }
}

/// Whether an expression speaks of empty cells alone.
fn is_empty(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Name(name) => name == "empty",
        ExprKind::Paren(inner) => is_empty(inner),
        ExprKind::Binary(crate::syntax::ast::BinaryOp::On | crate::syntax::ast::BinaryOp::Except, a, b) => {
            is_empty(a) || is_empty(b)
        }
        _ => false,
    }
}
