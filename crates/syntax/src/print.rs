//! The syntax tree as text, for `dump --stage ast`: one item a paragraph, everything in brackets, no places.

use super::ast::{
    BinaryOp, Clause, DefineBody, Dir, DirKind, Dirs, EachWay, Effect, EffectKind, EndItem, Expr, ExprKind, File,
    HandEntry, HandOwner, Item, ItemKind, LeftOut, LineHolding, LinkMap, Look, LookKind, MoveItem, Name, OptionValue,
    Owner, PieceDef, PlacementKind, PromotesTo, RegionValue, Repeated, Sown, StateLife, StateSort, SumBy, TurnExpr,
    TurnKind, Verb, VerdictKind, VerdictLine,
};

/// Longer lines are broken.
const WIDTH: usize = 100;

/// The tree as text.
pub fn print(file: &File) -> String {
    file.items.iter().map(item_text).collect()
}

/// An effect as text in a line.
pub fn effect_text(one: &Effect) -> String {
    effect(one).in_a_line()
}

/// An item as text.
pub fn item_text(item: &Item) -> String {
    let mut text = String::new();
    item_tree(item).write(0, &mut text);
    text.push('\n');
    text
}

/// The verdicts of an `end` by which somebody wins or loses, each as text in a line, without what players call it.
pub fn aims(end: &EndItem) -> Vec<String> {
    let decides = end.verdicts.iter().filter(|verdict| verdict.kind != VerdictKind::Draw);
    decides.map(|line| verdict(line).maybe("if", end.when.as_ref().map(expr)).in_a_line()).collect()
}

/// `(head part part …)`; only the head if it has no parts.
struct Tree {
    head: String,
    parts: Vec<Tree>,
}

impl Tree {
    fn in_a_line(&self) -> String {
        let mut text = String::new();
        self.write(0, &mut text);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn width(&self) -> usize {
        self.head.len() + self.parts.iter().map(|part| part.width() + 1).sum::<usize>() + 2
    }

    fn write(&self, indent: usize, out: &mut String) {
        if self.parts.is_empty() {
            return out.push_str(&self.head);
        }
        out.push('(');
        out.push_str(&self.head);
        let fits = indent + self.width() <= WIDTH;
        for part in &self.parts {
            if fits {
                out.push(' ');
            } else {
                out.push('\n');
                out.push_str(&" ".repeat(indent + 2));
            }
            part.write(indent + 2, out);
        }
        out.push(')');
    }

    /// The same with one more part.
    fn with(mut self, part: Tree) -> Tree {
        self.parts.push(part);
        self
    }

    /// The same with a named part, if there is something to name.
    fn maybe(self, head: &str, part: Option<Tree>) -> Tree {
        match part {
            Some(part) => self.with(tree(head, [part])),
            None => self,
        }
    }
}

fn tree(head: impl Into<String>, parts: impl IntoIterator<Item = Tree>) -> Tree {
    Tree { head: head.into(), parts: parts.into_iter().collect() }
}

fn leaf(head: impl Into<String>) -> Tree {
    tree(head, [])
}

fn name(name: &Name) -> Tree {
    leaf(&name.text)
}

fn names(list: &[Name]) -> impl Iterator<Item = Tree> + '_ {
    list.iter().map(name)
}

fn text(text: &str) -> Tree {
    leaf(format!("\"{text}\""))
}

fn halves(halves: i64) -> Tree {
    let sign = if halves < 0 { "-" } else { "" };
    let magnitude = halves.unsigned_abs();
    leaf(format!("{sign}{}{}", magnitude / 2, if magnitude.is_multiple_of(2) { "" } else { ".5" }))
}

/// A verdict without what players call it.
fn verdict(line: &VerdictLine) -> Tree {
    let kind = match &line.kind {
        VerdictKind::Win => tree("win", []),
        VerdictKind::Lose => tree("lose", []),
        VerdictKind::Draw => tree("draw", []),
        VerdictKind::Wins(player) => tree("wins", [name(player)]),
        VerdictKind::Loses(player) => tree("loses", [name(player)]),
        VerdictKind::Score(player, value) => tree("score", player.as_ref().map(name)).with(expr(value)),
    };
    kind.maybe("when", line.when.as_ref().map(expr))
}

fn item_tree(item: &Item) -> Tree {
    match &item.kind {
        ItemKind::Game(title) => tree("game", [text(&title.text)]),
        ItemKind::Extends(extends) => {
            let gone = |gone: &LeftOut| tree(&gone.item.text, gone.name.iter().map(name));
            tree("extends", [text(&extends.file.text)]).with(tree("without", extends.without.iter().map(gone)))
        }
        ItemKind::Players(players) => tree("players", names(players)),
        ItemKind::Option(option) => {
            let default = match (&option.like, option.default) {
                (Some(other), _) => name(other),
                (None, OptionValue::Number { halves: value }) => halves(value),
                (None, OptionValue::Truth(true)) => leaf("yes"),
                (None, OptionValue::Truth(false)) => leaf("no"),
            };
            let range = option.range.as_ref().map(|(low, high)| tree("..", [expr(low), expr(high)]));
            tree("option", [name(&option.name), default])
                .maybe("in", range)
                .maybe("step", option.step.as_ref().map(expr))
        }
        ItemKind::Board(board) => {
            let mut out = tree("board", board.name.as_ref().map(name)).with(name(&board.shape));
            out.parts.extend(board.sizes.iter().map(expr));
            out.parts.extend(names(&board.modifiers));
            out.parts.extend(board.lines.iter().map(|line| tree("joined", names(line))));
            out.maybe("without", board.without.as_ref().map(expr))
        }
        ItemKind::Link(link) => {
            let out = tree("link", [name(&link.name)]);
            match &link.map {
                LinkMap::Formula { params, results } => {
                    out.with(tree("params", names(params))).with(tree("to", results.iter().map(expr)))
                }
                LinkMap::Pairs(pairs) => {
                    pairs.iter().fold(out, |out, (from, to)| out.with(tree("->", [expr(from), expr(to)])))
                }
            }
        }
        ItemKind::Facing(parts) => tree("facing", parts.iter().map(|(player, dir)| tree(&player.text, [name(dir)]))),
        ItemKind::Region(region) => {
            let out = tree("region", [name(&region.name)]);
            match &region.value {
                RegionValue::Shared(value) => out.with(expr(value)),
                RegionValue::PerPlayer(parts) => {
                    parts.iter().fold(out, |out, (player, value)| out.with(tree(&player.text, [expr(value)])))
                }
            }
        }
        ItemKind::Piece(item) => tree("piece", item.pieces.iter().map(piece)),
        ItemKind::Hand(hand) => {
            let entry = |entry: &HandEntry| {
                let out = tree(&entry.kind.text, [expr(&entry.number)]);
                match &entry.owner {
                    Some(HandOwner::Each) => out.with(leaf("each")),
                    Some(HandOwner::Player(player)) => out.with(tree("for", [name(player)])),
                    None => out,
                }
            };
            tree("hand", hand.entries.iter().map(entry))
        }
        ItemKind::CaptivesToHand => leaf("captives-to-hand"),
        ItemKind::Setup(lines) => tree(
            "setup",
            lines.iter().map(|line| {
                let what = match &line.what {
                    PlacementKind::Owned { player, kind } => tree("piece", [name(player), name(kind)]),
                    PlacementKind::Neutral(kind) => tree("piece", [name(kind)]),
                    PlacementKind::Counted(number, kind) => tree("pieces", [expr(number), name(kind)]),
                    PlacementKind::Each => leaf("each"),
                };
                tree("on", [what, expr(&line.on)])
            }),
        ),
        ItemKind::SetupFen(fen) => tree("setup-fen", [text(&fen.text)]),
        ItemKind::State(state) => {
            let sort = if state.sort == StateSort::Cells { "cells" } else { "number" };
            let out = tree("state", [name(&state.name), leaf(sort)]);
            let out = out.maybe("=", state.initial.as_ref().map(expr));
            let letters = state.letters.as_ref();
            let out = out.maybe("as", letters.map(|letters| text(&letters.text.text)));
            let out = out.maybe("on", letters.and_then(|letters| letters.on.as_ref()).map(expr));
            let out = match state.lasts {
                StateLife::Game => out,
                StateLife::OnePly => out.with(leaf("for-one-ply")),
                StateLife::ThisTurn => out.with(leaf("for-this-turn")),
            };
            let out = out.maybe("counts-on", state.counts.as_ref().map(expr));
            out.maybe("in", state.within.as_ref().map(expr)).maybe("when", state.when.as_ref().map(expr))
        }
        ItemKind::Clock(clock) => tree("clock", [name(clock)]),
        ItemKind::Table(table) => {
            let values = table.values.iter().map(|value| leaf(value.to_string()));
            tree("table", [name(&table.name)]).with(tree("values", values))
        }
        ItemKind::Define(define) => {
            let out = tree("define", [name(&define.name)]);
            let out = if define.params.is_empty() { out } else { out.with(tree("params", names(&define.params))) };
            match &define.body {
                DefineBody::Expr(value) => out.with(expr(value)),
                DefineBody::Effects(list) => out.with(effects(list)),
            }
        }
        ItemKind::Move(item) => move_tree(item),
        ItemKind::Turn(item) => {
            let out = tree("turn", item.choice.as_ref().map(turn));
            if item.finally.is_empty() { out } else { out.with(tree("finally", item.finally.iter().map(effect))) }
        }
        ItemKind::Legal(value) => tree("legal", [expr(value)]),
        ItemKind::End(end) => {
            let mut out = tree("end", []).maybe("when", end.when.as_ref().map(expr));
            for line in &end.verdicts {
                out.parts.push(verdict(line).maybe("as", line.name.as_ref().map(|name| text(&name.text))));
            }
            out
        }
        ItemKind::Eval(eval) => {
            let also = eval.also.map(|_| leaf("also"));
            let out = tree("eval", also.into_iter().chain(eval.name.as_ref().map(|title| text(&title.text))));
            let terms = eval.terms.iter().map(|term| tree("term", [leaf(term.weight.to_string()), expr(&term.value)]));
            terms.fold(out, Tree::with)
        }
        ItemKind::Look(item) => tree("look", item.looks.iter().map(look)),
    }
}

fn look(look: &Look) -> Tree {
    match &look.kind {
        LookKind::Symbol(what, first, second) => {
            tree(&what.text, std::iter::once(first).chain(second).map(|symbol| text(&symbol.text)))
        }
        LookKind::Painted(what, word) => tree(&what.text, [name(word)]),
        LookKind::Area(cells, _, word) => tree("area", [expr(cells), name(word)]),
        LookKind::Title(what, title) => tree(&what.text, [text(&title.text)]),
        LookKind::Style(word) => name(word),
        LookKind::Cells(rows) => tree("cells", rows.iter().map(|row| text(&row.text))),
    }
}

fn piece(def: &PieceDef) -> Tree {
    let title = def.names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join("|");
    let out = tree(title, def.letter.as_ref().map(|letter| text(&letter.text)));
    let promoted = |to: &PromotesTo| tree(&to.kind.text, to.letter.as_ref().map(|letter| text(&letter.text)));
    let out = out.maybe("=", def.promotes_to.as_ref().map(promoted));
    let mut out = out.maybe("strength", def.strength.as_ref().map(expr));
    out.parts.extend(names(&def.modifiers));
    out.maybe("in", def.within.as_ref().map(expr))
}

fn move_tree(item: &MoveItem) -> Tree {
    let mut out = tree("move", []).maybe("label", item.label.as_ref().map(name));
    if !item.kinds.is_empty() {
        out = out.with(tree("kinds", names(&item.kinds)));
    }
    let out = out.maybe("when", item.when.as_ref().map(expr)).maybe("costs", item.costs.as_ref().map(expr));
    item.clauses.iter().map(repeated).fold(out, Tree::with)
}

fn repeated(one: &Repeated) -> Tree {
    match one {
        Repeated::Once(one) => clause(one),
        Repeated::Each(way, list) => each_way(way, list.iter().map(repeated)),
    }
}

fn each_way(way: &EachWay, body: impl Iterator<Item = Tree>) -> Tree {
    body.fold(tree("for-each", [name(&way.name), dirs(&way.dirs)]), Tree::with)
}

fn clause(clause: &Clause) -> Tree {
    let out = match &clause.verb {
        Verb::Step { dirs: along, to } => tree("step", [dirs(along), slot("to", to)]),
        Verb::Slide { dirs: along, exactly, most, through, to } => {
            let out = tree("slide", [dirs(along)]).maybe("exactly", exactly.as_ref().map(expr));
            let out = out.maybe("to-at-most", most.as_ref().map(expr));
            out.maybe("through", through.as_ref().map(expr)).with(slot("to", to))
        }
        Verb::Leap { offsets, to } => {
            let offsets = offsets.iter().map(|(a, b)| tree("offset", [expr(a), expr(b)]));
            tree("leap", offsets).with(slot("to", to))
        }
        Verb::Hop { dirs: along, before, over, after, to } => {
            let out = tree("hop", [dirs(along)]).maybe("through", before.as_ref().map(expr)).with(slot("over", over));
            out.maybe("through", after.as_ref().map(expr)).with(slot("to", to))
        }
        Verb::Place { kinds, on } => tree("place", names(kinds)).with(slot("on", on)),
        Verb::Drop { kinds, on } => dropped(kinds, on),
        Verb::Fly { to } => tree("fly", [slot("to", to)]),
        Verb::Sow { from, way } => sown(tree("sow", [expr(from)]), way),
        Verb::Pass => leaf("pass"),
        Verb::Pick(picks) => tree("picks", picks.iter().map(|(x, region)| tree("pick", [name(x), expr(region)]))),
    };
    let out = tree("clause", [out]).maybe("when", clause.when.as_ref().map(expr));
    let out = out.maybe("as", clause.label.as_ref().map(name));
    if clause.effects.is_empty() { out } else { out.with(effects(&clause.effects)) }
}

fn sown(out: Tree, way: &Sown) -> Tree {
    let out = out.with(dirs(&way.along));
    let out = if way.itself { out.with(leaf("from-itself")) } else { out };
    let out = out.maybe("except", way.except.as_ref().map(expr));
    if way.each.is_empty() { out } else { out.with(tree("each", way.each.iter().map(effect))) }
}

fn slot(word: &str, value: &Expr) -> Tree {
    tree(word, [expr(value)])
}

fn dropped(kinds: &[Name], on: &Expr) -> Tree {
    let what = if kinds.is_empty() { vec![leaf("any")] } else { names(kinds).collect() };
    tree("drop", what).with(slot("on", on))
}

fn effects(list: &[Effect]) -> Tree {
    tree("do", list.iter().map(effect))
}

fn effect(effect: &Effect) -> Tree {
    match &effect.kind {
        EffectKind::Take(what) => tree("take", [expr(what)]),
        EffectKind::Put { number, owner: whose, kind, on } => {
            let out = tree("put", number.as_ref().map(expr));
            let out = out.maybe("of", whose.as_ref().map(owner));
            out.with(name(kind)).with(slot("on", on))
        }
        EffectKind::Drop { kinds, on } => dropped(kinds, on),
        EffectKind::Flip(what) => tree("flip", [expr(what)]),
        EffectKind::Move { what, onto } => tree("move", [expr(what), slot("onto", onto)]),
        EffectKind::Swap { what, with } => tree("swap", [expr(what), slot("with", with)]),
        EffectKind::Promote { what, to } if to.is_empty() => tree("promote", [expr(what)]),
        EffectKind::Promote { what, to } => tree("promote", [expr(what), tree("as", names(to))]),
        EffectKind::Set { name: state, value } => tree("set", [name(state), expr(value)]),
        EffectKind::Reset(state) => tree("reset", [name(state)]),
        EffectKind::Tuck { what, under } => tree("tuck", [expr(what), slot("under", under)]),
        EffectKind::Pile { number, what, onto } => {
            tree("pile", number.iter().map(|n| slot("top", n)).chain([expr(what), slot("onto", onto)]))
        }
        EffectKind::Rotate { what, right } => tree("rotate", [expr(what), leaf(if *right { "right" } else { "left" })]),
        EffectKind::If { condition, then, otherwise } => {
            let out = tree("if", [expr(condition), effects(then)]);
            if otherwise.is_empty() { out } else { out.with(tree("else", otherwise.iter().map(self::effect))) }
        }
        EffectKind::While { condition, effects: list } => tree("while", [expr(condition), effects(list)]),
        EffectKind::May(inner) => tree("may", [self::effect(inner)]),
        EffectKind::Either(branches) => tree(
            "either",
            branches
                .iter()
                .map(|branch| tree("branch", [effects(&branch.effects)]).maybe("as", branch.label.as_ref().map(name))),
        ),
        EffectKind::Pick { name: x, region } => tree("pick", [name(x), expr(region)]),
        EffectKind::Do { name: of, args } => tree("call", [name(of)].into_iter().chain(args.iter().map(expr))),
        EffectKind::Again { may, dirs: along } => {
            tree(if *may { "may-again" } else { "again" }, []).maybe("in", along.as_ref().map(dirs))
        }
        EffectKind::ExtraTurn => leaf("extra-turn"),
        EffectKind::Require(condition) => tree("require", [expr(condition)]),
        EffectKind::Each(way, list) => each_way(way, list.iter().map(self::effect)),
        EffectKind::Sow { seeds, from, way, effects: after } => {
            let out = tree("sow", [expr(seeds)]).maybe("from", from.as_ref().map(expr));
            let out = sown(out, way);
            if after.is_empty() { out } else { out.with(effects(after)) }
        }
        EffectKind::Relay { seeds, from, along } => {
            let out = tree("relay", seeds.as_ref().map(expr)).maybe("from", from.as_ref().map(expr));
            out.maybe("along", along.as_ref().map(dirs))
        }
    }
}

fn turn(turn_expr: &TurnExpr) -> Tree {
    match &turn_expr.kind {
        TurnKind::Any => leaf("any"),
        TurnKind::Group(label) => name(label),
        TurnKind::Pass => leaf("pass"),
        TurnKind::Or(a, b) => tree("or", [turn(a), turn(b)]),
        TurnKind::Else(a, b) => tree("else", [turn(a), turn(b)]),
        TurnKind::Longest(a) => tree("longest", [turn(a)]),
        TurnKind::Most(value, a) => tree("most", [expr(value), turn(a)]),
        TurnKind::Repeat(low, high, a) => tree("..", [expr(low), expr(high), turn(a)]),
    }
}

fn owner(whose: &Owner) -> Tree {
    match whose {
        Owner::Own => leaf("own"),
        Owner::Enemy => leaf("enemy"),
        Owner::Player(player) => name(player),
    }
}

fn dirs(set: &Dirs) -> Tree {
    let out = tree("dirs", set.include.iter().map(dir));
    if set.except.is_empty() { out } else { out.with(tree("except", set.except.iter().map(dir))) }
}

fn dir(one: &Dir) -> Tree {
    match &one.kind {
        DirKind::Word(word) => leaf(word),
        DirKind::Reverse(other) => tree("reverse", [dir(other)]),
        DirKind::Inverse(link) => tree("inverse", [name(link)]),
        DirKind::Axis(other) => tree("axis", [dir(other)]),
        DirKind::Leap(a, b) => tree("leap", [expr(a), expr(b)]),
    }
}

fn boxed(value: Option<&Expr>) -> Option<Tree> {
    value.map(expr)
}

fn expr(value: &Expr) -> Tree {
    match &value.kind {
        ExprKind::Number(number) => leaf(number.to_string()),
        ExprKind::Half(number) => halves(*number),
        ExprKind::Name(word) | ExprKind::Capital(word) | ExprKind::Cell(word) => leaf(word),
        ExprKind::List(items) => tree("list", items.iter().map(expr)),
        ExprKind::Range(low, high) => tree("..", [expr(low), expr(high)]),
        ExprKind::Ranks(items) => tree("ranks", items.iter().map(expr)),
        ExprKind::Files(items) => tree("files", items.iter().map(expr)),
        ExprKind::RanksOf(of) => tree("ranks-of", [expr(of)]),
        ExprKind::FilesOf(of) => tree("files-of", [expr(of)]),
        ExprKind::FarRank => leaf("far-rank"),
        ExprKind::Owned(whose) => owner(whose),
        ExprKind::OwnedName(whose, what) => tree("owned", [owner(whose), name(what)]),
        ExprKind::OwnedRanks(whose, items) => tree("owned", [owner(whose), tree("ranks", items.iter().map(expr))]),
        ExprKind::Hand(whose, kind) => tree("hand", [owner(whose)].into_iter().chain(kind.as_ref().map(name))),
        ExprKind::Stuck(whose) => tree("stuck", [owner(whose)]),
        ExprKind::Always(whose, what) => tree("always", [owner(whose), expr(what)]),
        ExprKind::AttackedBy(whose, kind) => {
            tree("attacked-by", [owner(whose)].into_iter().chain(kind.as_ref().map(name)))
        }
        ExprKind::Step { dirs: along, steps, of } => {
            tree("step", [dirs(along)]).maybe("steps", boxed(steps.as_deref())).with(expr(of))
        }
        ExprKind::Ray { dirs: along, exactly, of, through, until } => {
            let out = tree("ray", [dirs(along)]).maybe("exactly", boxed(exactly.as_deref()));
            out.with(slot("of", of)).with(slot("through", through)).maybe("until", boxed(until.as_deref()))
        }
        ExprKind::Beyond { dirs: along, of, through } => {
            tree("beyond", [dirs(along), slot("of", of), slot("through", through)])
        }
        ExprKind::Flood { dirs: along, seed, within } => {
            tree("flood", along.as_ref().map(dirs)).with(expr(seed)).with(slot("in", within))
        }
        ExprKind::Groups { largest, dirs: along, of } => {
            tree(if *largest { "largest" } else { "groups" }, along.as_ref().map(dirs)).with(expr(of))
        }
        ExprKind::Fewest { dirs: along, of, from, to, through } => {
            let out = tree("fewest", along.as_ref().map(dirs)).with(expr(of)).with(slot("from", from));
            out.with(slot("to", to)).maybe("through", boxed(through.as_deref()))
        }
        ExprKind::Line { length, dirs: along, of } => {
            tree("line", [expr(length)].into_iter().chain(along.as_ref().map(dirs))).with(slot("of", of))
        }
        ExprKind::Lines { length, holding } => {
            let out = tree("lines", [expr(length)]);
            match holding {
                LineHolding::With(parts) => {
                    parts.iter().fold(out, |out, (number, what)| out.with(tree("with", [expr(number), expr(what)])))
                }
                LineHolding::Without(what) => out.with(slot("without", what)),
            }
        }
        ExprKind::Repeats(times) => tree("repeats", [expr(times)]),
        ExprKind::NewBoard => leaf("new-board"),
        ExprKind::NewPosition => leaf("new-position"),
        ExprKind::BothPassed => leaf("both-passed"),
        ExprKind::Was(of) => tree("was", [expr(of)]),
        ExprKind::StrongerThan(of) => tree("stronger-than", [expr(of)]),
        ExprKind::WeakerThan(of) => tree("weaker-than", [expr(of)]),
        ExprKind::Holding(low, high) => tree("holding", [expr(low), expr(high)]),
        ExprKind::Count(of) => tree("count", [expr(of)]),
        ExprKind::Sum { of, by } => tree(
            "sum",
            [
                expr(of),
                match by {
                    SumBy::Advance => leaf("by-advance"),
                    SumBy::Height => leaf("by-height"),
                    SumBy::DistanceTo(to) => tree("by-distance-to", [expr(to)]),
                    SumBy::Table(table) => tree("by", [name(table)]),
                },
            ],
        ),
        ExprKind::Mobility(kinds) => tree("mobility", names(kinds)),
        ExprKind::No(of) => tree("no", [expr(of)]),
        ExprKind::Not(of) => tree("not", [expr(of)]),
        ExprKind::Negate(of) => tree("negate", [expr(of)]),
        ExprKind::Binary(op, left, right) => tree(operator(*op), [expr(left), expr(right)]),
        ExprKind::Call(of, args) => tree("call", [name(of)].into_iter().chain(args.iter().map(expr))),
        ExprKind::Directions(set) => dirs(set),
        ExprKind::Paren(inner) => expr(inner),
    }
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Or => "or",
        BinaryOp::Else => "else",
        BinaryOp::And => "and",
        BinaryOp::Equal => "=",
        BinaryOp::NotEqual => "!=",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "div",
        BinaryOp::Modulo => "mod",
        BinaryOp::On => "on",
        BinaryOp::Except => "except",
    }
}
