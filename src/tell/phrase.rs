//! Expressions in words.

use std::collections::{BTreeSet, HashMap};

use super::mechanism::Mechanism;
use super::mechanism::Mechanism as M;
use crate::syntax::ast::{
    BinaryOp, DefineBody, Dir, DirKind, Dirs, Expr, ExprKind, File, ItemKind, LineHolding, Name, OptionValue, Owner,
    StateSort, SumBy,
};

/// What an expression is, as far as its words depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// Cells.
    Cells,
    /// A number.
    Number,
    /// A condition.
    Truth,
}

/// Cells in words: one of them, and all.
#[derive(Debug, Clone)]
pub struct Phrase {
    /// `an empty cell`
    pub one: String,
    /// `empty cells`
    pub many: String,
    /// Whether it speaks of what stands on the cells.
    pub pieces: bool,
}

impl Phrase {
    fn cells(one: impl Into<String>, many: impl Into<String>) -> Phrase {
        Phrase { one: one.into(), many: many.into(), pieces: false }
    }

    fn pieces(one: impl Into<String>, many: impl Into<String>) -> Phrase {
        Phrase { one: one.into(), many: many.into(), pieces: true }
    }

    /// The same words for one and for all.
    fn same(text: impl Into<String>) -> Phrase {
        let text = text.into();
        Phrase::cells(text.clone(), text)
    }
}

/// Puts the expressions of a file into words, and notes what they speak of.
#[derive(Debug, Default)]
pub struct Phrases {
    sorts: HashMap<String, Sort>,
    declared: BTreeSet<String>,
    links: Vec<String>,
    kinds: Vec<String>,
    /// The names that have been spoken of.
    pub named: BTreeSet<String>,
    /// The mechanisms that have been met.
    pub met: BTreeSet<Mechanism>,
}

/// `a, b or c`
pub fn list(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// `Pawn` → `Pawns`
pub fn plural(kind: &str) -> String {
    let ends = |end: &[&str]| end.iter().any(|e| kind.ends_with(e));
    match () {
        () if ends(&["man", "Man"]) => format!("{}en", &kind[..kind.len() - 2]),
        () if ends(&["s", "x", "ch", "sh", "z"]) => format!("{kind}es"),
        () if kind.ends_with('y') && !ends(&["ay", "ey", "oy", "uy"]) => format!("{}ies", &kind[..kind.len() - 1]),
        () => format!("{kind}s"),
    }
}

/// `a Pawn`, `an Elephant`
pub fn article(word: &str) -> String {
    let vowel = word.starts_with(|c: char| "aeiouAEIOU".contains(c));
    format!("{} {word}", if vowel { "an" } else { "a" })
}

impl Phrases {
    /// What the names of a file stand for.
    pub fn new(file: &File) -> Phrases {
        let mut phrases = Phrases::default();
        let mut defined: Vec<(&str, &Expr)> = Vec::new();
        for item in &file.items {
            phrases.declared.extend(item.names().into_iter().map(str::to_string));
            match &item.kind {
                ItemKind::Option(option) => {
                    let sort = match option.default {
                        OptionValue::Number { .. } => Sort::Number,
                        OptionValue::Truth(_) => Sort::Truth,
                    };
                    phrases.sorts.insert(option.name.text.clone(), sort);
                }
                ItemKind::State(state) if state.sort == StateSort::Number => {
                    phrases.sorts.insert(state.name.text.clone(), Sort::Number);
                }
                ItemKind::Clock(name) => {
                    phrases.sorts.insert(name.text.clone(), Sort::Number);
                }
                ItemKind::Link(link) => phrases.links.push(link.name.text.clone()),
                ItemKind::Piece(piece) => {
                    for def in &piece.pieces {
                        phrases.kinds.extend(def.names.iter().map(|name| name.text.clone()));
                        phrases.kinds.extend(def.promotes_to.iter().map(|to| to.kind.text.clone()));
                    }
                }
                ItemKind::Define(define) => {
                    if let DefineBody::Expr(body) = &define.body {
                        defined.push((&define.name.text, body));
                    }
                }
                _ => {}
            }
        }
        // A definition may use one that stands below it.
        for _ in 0..2 {
            for (name, body) in &defined {
                let sort = phrases.sort(body);
                phrases.sorts.insert((*name).to_string(), sort);
            }
        }
        phrases
    }

    /// A name of the file, which is told of where names are.
    pub fn name(&mut self, name: &str) -> String {
        self.named.insert(name.to_string());
        format!("`{name}`")
    }

    fn meet(&mut self, mechanism: Mechanism) {
        self.met.insert(mechanism);
    }

    /// What an expression is.
    pub fn sort(&self, e: &Expr) -> Sort {
        match &e.kind {
            ExprKind::Number(_)
            | ExprKind::Half(_)
            | ExprKind::Hand(..)
            | ExprKind::Fewest { .. }
            | ExprKind::Groups { .. }
            | ExprKind::Lines { .. }
            | ExprKind::Count(_)
            | ExprKind::Sum { .. }
            | ExprKind::Mobility(_)
            | ExprKind::Negate(_) => Sort::Number,
            ExprKind::Stuck(_)
            | ExprKind::Repeats(_)
            | ExprKind::Always(..)
            | ExprKind::NewBoard
            | ExprKind::NewPosition
            | ExprKind::BothPassed
            | ExprKind::No(_)
            | ExprKind::Not(_) => Sort::Truth,
            ExprKind::Name(name) => match name.as_str() {
                "legs" | "laps" => Sort::Number,
                "yes" => Sort::Truth,
                "no" => Sort::Truth,
                _ => self.sorts.get(name).copied().unwrap_or(Sort::Cells),
            },
            ExprKind::Call(name, _) => match name.text.as_str() {
                "max" | "min" => Sort::Number,
                text => self.sorts.get(text).copied().unwrap_or(Sort::Cells),
            },
            ExprKind::Was(inner) | ExprKind::Paren(inner) => self.sort(inner),
            ExprKind::Binary(op, a, b) => match op {
                BinaryOp::Or if self.sort(a) == Sort::Cells && self.sort(b) == Sort::Cells => Sort::Cells,
                BinaryOp::Else | BinaryOp::On | BinaryOp::Except => Sort::Cells,
                BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo => {
                    Sort::Number
                }
                _ => Sort::Truth,
            },
            _ => Sort::Cells,
        }
    }

    /// An expression of any sort.
    pub fn any(&mut self, e: &Expr) -> String {
        match self.sort(e) {
            Sort::Cells => self.cells(e).many,
            Sort::Number => self.number(e),
            Sort::Truth => self.truth(e),
        }
    }

    fn owner(owner: &Owner) -> String {
        match owner {
            Owner::Own => "own".to_string(),
            Owner::Enemy => "enemy".to_string(),
            Owner::Player(name) => name.text.clone(),
        }
    }

    /// Who has or does something.
    fn who(owner: &Owner) -> String {
        match owner {
            Owner::Own => "the player".to_string(),
            Owner::Enemy => "the opponent".to_string(),
            Owner::Player(name) => name.text.clone(),
        }
    }

    fn ranks(&mut self, list_of: &[Expr], word: &str) -> Phrase {
        let numbers: Vec<String> = list_of.iter().map(|n| self.place(n)).collect();
        let range = list_of.iter().any(|n| matches!(n.kind, ExprKind::Range(..)));
        let many = numbers.len() > 1 || range;
        Phrase::same(format!("{word}{} {}", if many { "s" } else { "" }, list(&numbers, "and")))
    }

    /// A number or a name of a row, as in `ranks 1..2`.
    fn place(&mut self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Range(a, b) => format!("{} to {}", self.place(a), self.place(b)),
            ExprKind::Name(name) if !self.sorts.contains_key(name) => name.clone(),
            _ => self.number(e),
        }
    }

    /// Cells.
    pub fn cells(&mut self, e: &Expr) -> Phrase {
        match &e.kind {
            ExprKind::Paren(inner) => self.cells(inner),
            ExprKind::Name(name) => self.named(name),
            ExprKind::Capital(name) => match self.kinds.contains(name) {
                true => Phrase::pieces(article(name), plural(name)),
                false => Phrase::pieces(format!("a piece of {name}"), format!("pieces of {name}")),
            },
            ExprKind::Cell(name) => Phrase::same(name),
            ExprKind::Number(n) => Phrase::same(format!("cell {n}")),
            ExprKind::List(all) => {
                let all: Vec<String> = all.iter().map(|one| self.place_of(one)).collect();
                Phrase::same(list(&all, "and"))
            }
            ExprKind::Range(a, b) => Phrase::same(format!("{} to {}", self.place_of(a), self.place_of(b))),
            ExprKind::Ranks(all) => self.ranks(all, "rank"),
            ExprKind::Files(all) => self.ranks(all, "file"),
            ExprKind::OwnedRanks(owner, all) => {
                let ranks = self.ranks(all, "rank");
                Phrase::same(format!("the {} {}", Self::owner(owner), ranks.one))
            }
            ExprKind::RanksOf(of) => Phrase::same(format!("the whole rank of {}", self.inner(of))),
            ExprKind::FilesOf(of) => Phrase::same(format!("the whole file of {}", self.inner(of))),
            ExprKind::FarRank => Phrase::same("the far rank"),
            ExprKind::Owned(owner) => {
                let owner = Self::owner(owner);
                Phrase::pieces(article(&format!("{owner} piece")), format!("{owner} pieces"))
            }
            ExprKind::OwnedName(owner, name) => {
                let owner = Self::owner(owner);
                match self.kinds.contains(&name.text) {
                    true => {
                        let kind = &name.text;
                        Phrase::pieces(article(&format!("{owner} {kind}")), format!("{owner} {}", plural(kind)))
                    }
                    false => Phrase::same(format!("the {owner} {}", self.name(&name.text))),
                }
            }
            ExprKind::AttackedBy(owner, kind) => {
                self.meet(M::Check);
                let who = match kind {
                    Some(kind) => format!("{} {}", Self::owner(owner), plural(&kind.text)),
                    None => Self::who(owner),
                };
                Phrase::cells(format!("a cell attacked by {who}"), format!("cells attacked by {who}"))
            }
            ExprKind::Step { dirs, steps, of } => self.beside(dirs, steps.as_deref(), of),
            ExprKind::Ray { dirs, exactly, of, through, until } => {
                if until.as_ref().is_some_and(|until| self.cells(until).pieces) {
                    self.meet(M::Custody);
                }
                let number = exactly.as_ref().map(|n| format!("{} ", self.number(n))).unwrap_or_default();
                let through = self.cells(through).many;
                let mut text =
                    format!("the {number}{through} in an unbroken line {} from {}", self.along(dirs), self.inner(of));
                if let Some(until) = until {
                    text += &format!(", if {} comes next", self.cells(until).one);
                }
                Phrase::same(text)
            }
            ExprKind::Beyond { dirs, of, through } => {
                let (through, along) = (self.cells(through).many, self.along(dirs));
                Phrase::same(format!("the first cell {along} from {} that is not among {through}", self.inner(of)))
            }
            ExprKind::Flood { seed, within, .. } => {
                self.meet(M::Connection);
                let (within, seed) = (self.cells(within), self.cells(seed));
                let joined = format!("joined to {} by such cells", seed.many);
                match within.pieces {
                    true => Phrase::pieces(
                        format!("one of the {} {joined}", within.many),
                        format!("{} {joined}", within.many),
                    ),
                    false => Phrase::cells(
                        format!("one of the {} {joined}", within.many),
                        format!("{} {joined}", within.many),
                    ),
                }
            }
            ExprKind::Line { length, dirs, of } => {
                self.meet(M::Lines);
                let along = dirs.as_ref().map(|d| format!(" {}", self.along(d))).unwrap_or_default();
                let (length, of) = (self.number(length), self.cells(of).many);
                Phrase::cells(
                    format!("a line of {length} or more {of}{along}"),
                    format!("lines of {length} or more {of}{along}"),
                )
            }
            ExprKind::Was(inner) => {
                let inner = self.cells(inner);
                Phrase {
                    one: format!("what was {} before this turn", inner.one),
                    many: format!("what were {} before this turn", inner.many),
                    pieces: inner.pieces,
                }
            }
            ExprKind::StrongerThan(c) => {
                self.meet(M::Strength);
                let c = self.inner(c);
                Phrase::pieces(
                    format!("a piece stronger than that on {c}"),
                    format!("pieces stronger than that on {c}"),
                )
            }
            ExprKind::WeakerThan(c) => {
                self.meet(M::Strength);
                let c = self.inner(c);
                Phrase::pieces(format!("a piece weaker than that on {c}"), format!("pieces weaker than that on {c}"))
            }
            ExprKind::Holding(a, b) => {
                let (least, most) = (self.number(a), self.number(b));
                let so_many = if least == most { least } else { format!("{least} to {most}") };
                Phrase::cells(format!("a cell that holds {so_many}"), format!("cells that hold {so_many}"))
            }
            ExprKind::Call(name, args) => {
                let args: Vec<String> = args.iter().map(|arg| self.any(arg)).collect();
                Phrase::same(format!("{} of {}", self.name(&name.text), list(&args, "and")))
            }
            ExprKind::Directions(dirs) => Phrase::same(self.along(dirs)),
            // A number stands for a cell of a track.
            ExprKind::Binary(op, a, b) if self.sort(e) != Sort::Number => self.joined(*op, a, b),
            _ => Phrase::same(self.number(e)),
        }
    }

    /// Cells behind `of`: `from` is where the piece stands.
    fn inner(&mut self, e: &Expr) -> String {
        self.cells(e).many
    }

    fn place_of(&mut self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Number(n) => n.to_string(),
            _ => self.cells(e).many,
        }
    }

    fn named(&mut self, name: &str) -> Phrase {
        match name {
            "empty" => Phrase::cells("an empty cell", "empty cells"),
            "occupied" => Phrase::pieces("any piece", "all pieces"),
            "neutral" => Phrase::pieces("a piece of nobody", "pieces of nobody"),
            "all" => Phrase::cells("any cell", "all cells"),
            "none" => Phrase::same("no cell"),
            "board" => Phrase::cells("a cell of the board", "the cells of the board"),
            "corners" => Phrase::cells("a corner", "the corners"),
            "edge" => Phrase::cells("a cell of the edge", "the edge"),
            "center" => Phrase::cells("a cell of the centre", "the centre"),
            "dark" => Phrase::cells("a dark cell", "dark cells"),
            "light" => Phrase::cells("a light cell", "light cells"),
            "touched" => Phrase::cells("a cell that this turn has changed", "the cells that this turn has changed"),
            "from" => Phrase::same("the cell of departure"),
            "to" => Phrase::same("the cell of arrival"),
            "over" => Phrase::same("the jumped cell"),
            // A cell that was chosen, or what a definition is given.
            _ if !self.declared.contains(name) => Phrase::same(format!("`{name}`")),
            _ => Phrase::cells(format!("a cell of {}", self.name(name)), self.name(name)),
        }
    }

    fn joined(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Phrase {
        let (a, b) = (self.cells(a), self.cells(b));
        match op {
            BinaryOp::Or => {
                let pieces = a.pieces && b.pieces;
                Phrase { one: format!("{} or {}", a.one, b.one), many: format!("{} or {}", a.many, b.many), pieces }
            }
            BinaryOp::Else => {
                let pieces = a.pieces && b.pieces;
                let text = |a: &str, b: &str| format!("{a}, or if there is none {b}");
                Phrase { one: text(&a.one, &b.one), many: text(&a.many, &b.many), pieces }
            }
            BinaryOp::Except => {
                let but = if b.pieces && a.pieces { "that is none of" } else { "not in" };
                let many = if b.pieces && a.pieces { "that are none of" } else { "not in" };
                Phrase {
                    one: format!("{} {but} {}", a.one, b.many),
                    many: format!("{} {many} {}", a.many, b.many),
                    pieces: a.pieces,
                }
            }
            _ => match (a.pieces, b.pieces) {
                // Both speak of what stands there.
                (true, true) => {
                    Phrase::pieces(format!("{} that is {}", a.one, b.one), format!("{} that are {}", a.many, b.many))
                }
                // `a1 on own Pawn`: the pieces first.
                (false, true) => {
                    Phrase::pieces(format!("{} on {}", b.one, a.many), format!("{} on {}", b.many, a.many))
                }
                (pieces, false) => Phrase {
                    one: format!("{} on {}", a.one, b.many),
                    many: format!("{} on {}", a.many, b.many),
                    pieces,
                },
            },
        }
    }

    /// `D of R`
    fn beside(&mut self, dirs: &Dirs, steps: Option<&Expr>, of: &Expr) -> Phrase {
        let of = self.inner(of);
        let word = match &dirs.include[..] {
            [Dir { kind: DirKind::Word(word), .. }] if dirs.except.is_empty() => word.as_str(),
            _ => "",
        };
        if let Some(steps) = steps {
            let (steps, along) = (self.number(steps), self.along(dirs));
            return Phrase::cells(
                format!("a cell {steps} steps {along} from {of}"),
                format!("the cells {steps} steps {along} from {of}"),
            );
        }
        let text = match word {
            "any" => format!("around {of}"),
            "neighbours" | "orthogonal" => format!("beside {of}"),
            "diagonal" => format!("diagonally beside {of}"),
            "forward" => format!("in front of {of}"),
            "backward" => format!("behind {of}"),
            _ => format!("one step {} from {of}", self.along(dirs)),
        };
        Phrase::cells(format!("a cell {text}"), format!("the cells {text}"))
    }

    /// Directions, as behind `step`.
    pub fn along(&mut self, dirs: &Dirs) -> String {
        let words: Vec<String> = dirs.include.iter().map(|dir| self.direction(dir)).collect();
        let mut text = list(&words, "or");
        if !dirs.except.is_empty() {
            let words: Vec<String> = dirs.except.iter().map(|dir| self.direction(dir)).collect();
            text += &format!(" but not {}", list(&words, "or"));
        }
        text
    }

    fn direction(&mut self, dir: &Dir) -> String {
        match &dir.kind {
            DirKind::Word(word) => match word.as_str() {
                "any" => "in any direction".to_string(),
                "orthogonal" => "orthogonally".to_string(),
                "diagonal" => "diagonally".to_string(),
                "neighbours" => "across an edge".to_string(),
                "forward-diagonal" => "diagonally forward".to_string(),
                "backward-diagonal" => "diagonally backward".to_string(),
                "dir" => "in the direction of the move".to_string(),
                name if self.links.iter().any(|link| link == name) => format!("along {}", self.name(name)),
                word => word.to_string(),
            },
            DirKind::Reverse(dir) => format!("opposite to {}", self.direction(dir)),
            DirKind::Axis(dir) => format!("{} or back", self.direction(dir)),
            DirKind::Inverse(link) => format!("back along {}", self.name(&link.text)),
            DirKind::Leap(a, b) => format!("by a leap of {} and {}", self.number(a), self.number(b)),
        }
    }

    /// A number.
    pub fn number(&mut self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Number(n) => n.to_string(),
            ExprKind::Half(n) => (*n as f64 / 2.0).to_string(),
            ExprKind::Paren(inner) => match inner.kind {
                ExprKind::Binary(..) => format!("({})", self.number(inner)),
                _ => self.number(inner),
            },
            ExprKind::Name(name) if name == "legs" => "the number of legs before this one".to_string(),
            ExprKind::Name(name) if name == "laps" => "the number of laps before this one".to_string(),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Negate(inner) => format!("-{}", self.number(inner)),
            ExprKind::Hand(owner, kind) => {
                self.meet(M::Hands);
                let what = kind.as_ref().map_or("pieces".to_string(), |kind| plural(&kind.text));
                format!("the number of {what} in {} hand", Self::hand(owner))
            }
            ExprKind::Fewest { of, from, to, through, .. } => {
                let [of, from, to] = [of, from, to].map(|e| self.cells(e).many);
                let through = through.as_ref().map(|t| format!(", {} counting nothing", self.cells(t).many));
                format!("the fewest {of} that join {from} to {to}{}", through.unwrap_or_default())
            }
            ExprKind::Groups { largest, of, .. } => {
                self.meet(M::Groups);
                let of = self.cells(of).many;
                match largest {
                    true => format!("the size of the largest group of {of}"),
                    false => format!("the number of groups of {of}"),
                }
            }
            ExprKind::Lines { length, holding } => {
                self.meet(M::Lines);
                let length = self.number(length);
                match holding {
                    LineHolding::Without(none) => {
                        format!("the number of lines of {length} without {}", self.cells(none).many)
                    }
                    LineHolding::With(parts) => {
                        let parts: Vec<String> =
                            parts.iter().map(|(n, of)| format!("{} {}", self.number(n), self.cells(of).many)).collect();
                        format!("the number of lines of {length} with {}", list(&parts, "and"))
                    }
                }
            }
            ExprKind::Count(of) => format!("the number of {}", self.cells(of).many),
            ExprKind::Sum { of, by } => {
                let of = self.cells(of).many;
                match by {
                    SumBy::Advance => format!("how far {of} have come, added up"),
                    SumBy::Height => format!("how high {of} are, added up"),
                    SumBy::DistanceTo(to) => format!("how far {of} are from {}, added up", self.cells(to).many),
                    SumBy::Table(name) => format!("what {} says of {of}, added up", self.name(&name.text)),
                }
            }
            ExprKind::Mobility(_) => "the number of moves".to_string(),
            ExprKind::Was(inner) => format!("{} before this turn", self.number(inner)),
            ExprKind::Call(name, args) => {
                let args: Vec<String> = args.iter().map(|arg| self.any(arg)).collect();
                match name.text.as_str() {
                    "max" => format!("the greatest of {}", list(&args, "and")),
                    "min" => format!("the least of {}", list(&args, "and")),
                    text => format!("{} of {}", self.name(text), list(&args, "and")),
                }
            }
            ExprKind::Binary(op, a, b) => {
                let word = match op {
                    BinaryOp::Add => "+",
                    BinaryOp::Subtract => "-",
                    BinaryOp::Multiply => "×",
                    BinaryOp::Divide => "div",
                    BinaryOp::Modulo => "mod",
                    _ => return self.any_else(e),
                };
                format!("{} {word} {}", self.number(a), self.number(b))
            }
            _ => self.any_else(e),
        }
    }

    /// What stands where another sort is expected.
    fn any_else(&mut self, e: &Expr) -> String {
        match self.sort(e) {
            Sort::Truth => self.truth(e),
            Sort::Cells | Sort::Number => self.truth_of_cells(e),
        }
    }

    fn truth_of_cells(&mut self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Binary(BinaryOp::On, a, b) => {
                let (a, b) = (self.cells(a), self.cells(b));
                match (a.pieces, b.pieces) {
                    (true, false) => format!("{} is on {}", a.one, b.many),
                    (true, true) => format!("{} is {}", a.one, b.one),
                    (false, true) => format!("{} is on {}", b.one, a.many),
                    (false, false) => format!("{} is in {}", a.one, b.many),
                }
            }
            _ => format!("there is {}", self.cells(e).one),
        }
    }

    fn hand(owner: &Owner) -> String {
        match owner {
            Owner::Own => "the own".to_string(),
            Owner::Enemy => "the enemy's".to_string(),
            Owner::Player(name) => format!("{}'s", name.text),
        }
    }

    /// A condition.
    pub fn truth(&mut self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Paren(inner) => match &inner.kind {
                ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) if self.sort(inner) == Sort::Truth => {
                    format!("({})", self.truth(inner))
                }
                _ => self.truth(inner),
            },
            ExprKind::Name(name) if self.sort(e) == Sort::Truth => self.name(name),
            ExprKind::Call(name, args) if self.sort(e) == Sort::Truth => {
                let args: Vec<String> = args.iter().map(|arg| self.any(arg)).collect();
                format!("{} of {}", self.name(&name.text), list(&args, "and"))
            }
            ExprKind::Hand(owner, kind) => {
                self.meet(M::Hands);
                let what = kind.as_ref().map_or("a piece".to_string(), |kind| article(&kind.text));
                format!("{} is in {} hand", what, Self::hand(owner))
            }
            ExprKind::Stuck(owner) => format!("{} has no legal turn", Self::who(owner)),
            ExprKind::Repeats(n) => {
                self.meet(M::Repetition);
                format!("the position has occurred {} times", self.number(n))
            }
            ExprKind::Always(owner, what) => {
                self.meet(M::Repetition);
                let (who, what) = (Self::who(owner), self.truth(what));
                format!("since the position first stood it has held after every turn of {who} that {what}")
            }
            ExprKind::NewBoard => {
                self.meet(M::Repetition);
                "the pieces have never stood like this before".to_string()
            }
            ExprKind::NewPosition => {
                self.meet(M::Repetition);
                "the position is new".to_string()
            }
            ExprKind::BothPassed => {
                self.meet(M::Passing);
                "both players have just passed".to_string()
            }
            ExprKind::No(inner) => self.none(inner),
            ExprKind::Not(inner) => {
                let inner = self.truth(inner);
                format!("it does not hold that {}", inner.trim_start_matches('(').trim_end_matches(')'))
            }
            ExprKind::Binary(BinaryOp::And, a, b) => format!("{} and {}", self.truth(a), self.truth(b)),
            ExprKind::Binary(BinaryOp::Or, a, b) if self.sort(e) == Sort::Truth => {
                format!("{} or {}", self.truth(a), self.truth(b))
            }
            ExprKind::Binary(op, a, b) => {
                let word = match op {
                    BinaryOp::Equal => "is",
                    BinaryOp::NotEqual => "is not",
                    BinaryOp::Less => "is less than",
                    BinaryOp::LessEqual => "is at most",
                    BinaryOp::Greater => "is more than",
                    BinaryOp::GreaterEqual => "is at least",
                    _ => return self.truth_of_cells(e),
                };
                if let (ExprKind::Owned(Owner::Own), ExprKind::Capital(player)) = (&a.kind, &b.kind) {
                    return format!("the player {word} {player}");
                }
                format!("{} {word} {}", self.any(a), self.any(b))
            }
            _ if self.sort(e) == Sort::Number => format!("{} is not 0", self.number(e)),
            _ => self.truth_of_cells(e),
        }
    }

    /// `no E`
    fn none(&mut self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Paren(inner) => self.none(inner),
            ExprKind::Hand(owner, kind) => {
                self.meet(M::Hands);
                let what = kind.as_ref().map_or("piece".to_string(), |kind| kind.text.clone());
                format!("no {what} is in {} hand", Self::hand(owner))
            }
            ExprKind::Owned(owner) => format!("{} has no piece left", Self::who(owner)),
            ExprKind::OwnedName(owner, name) if self.kinds.contains(&name.text) => {
                format!("{} has no {}", Self::who(owner), name.text)
            }
            _ if self.sort(e) == Sort::Number => format!("{} is 0", self.number(e)),
            ExprKind::Binary(BinaryOp::On, a, b) => {
                let (a, b) = (self.cells(a), self.cells(b));
                match (a.pieces, b.pieces) {
                    (true, true) => format!("none of the {} are {}", a.many, b.many),
                    (true, false) => format!("none of the {} are on {}", a.many, b.many),
                    (false, true) => format!("none of the {} are on {}", b.many, a.many),
                    (false, false) => format!("none of {} are in {}", a.many, b.many),
                }
            }
            _ => format!("there are no {}", self.cells(e).many),
        }
    }

    /// Several kinds to choose from.
    pub fn kinds_of(names: &[Name], last: &str) -> String {
        list(&names.iter().map(|name| article(&name.text)).collect::<Vec<_>>(), last)
    }
}
