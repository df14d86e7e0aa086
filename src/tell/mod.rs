//! A file in words: what `rulesmith games NAME` tells of the rules, and what a game is made of.
//!
//! What is told is read off the file, item by item; nothing is known of any game beside it.

mod act;
mod mechanism;
mod phrase;

use std::collections::BTreeSet;

pub use act::Line;
pub use mechanism::Mechanism;
use mechanism::Mechanism as M;
use phrase::{Phrases, list, plural};

use crate::syntax::ast::{
    BoardItem, DefineBody, EndItem, ExprKind, File, HandOwner, ItemKind, LinkMap, OptionItem, OptionValue, Owner,
    PieceDef, RegionValue, StateItem, StateLife, StateSort, VerdictKind, VerdictLine,
};

/// A file in words.
#[derive(Debug, Clone, Default)]
pub struct Told {
    /// What it calls itself.
    pub title: String,
    /// The players' names.
    pub players: Vec<String>,
    /// The main board, `square 8x8`.
    pub board: String,
    /// The parts, each with its heading.
    pub parts: Vec<(&'static str, Vec<Line>)>,
    /// What it is made of.
    pub mechanisms: BTreeSet<Mechanism>,
}

/// Tells a file in words. Of what has a name only that is told which the rules speak of, not what an evaluation reads.
pub fn tell(file: &File) -> Told {
    let mut words = Phrases::new(file);
    let mut told = Told::default();
    let [mut board, mut pieces, mut moves, mut turn, mut legal, mut end, mut options] = [const { Vec::new() }; 7];
    for item in &file.items {
        match &item.kind {
            ItemKind::Game(text) => told.title = text.text.clone(),
            ItemKind::Players(players) => {
                told.players = players.iter().map(|name| name.text.clone()).collect();
                let first = told.players.first().cloned().unwrap_or_default();
                board.insert(0, (0, format!("{} move in turn; {first} begins", list(&told.players, "and"))));
            }
            ItemKind::Option(option) => options.push((0, words.option(option))),
            ItemKind::Board(item) => {
                match item.name {
                    None => told.board = shape(item, file, &mut words),
                    Some(_) => _ = words.met.insert(M::SecondBoard),
                }
                board.push((0, words.board(item)));
            }
            ItemKind::Facing(ways) => {
                let ways: Vec<String> =
                    ways.iter().map(|(player, way)| format!("{} for {}", way.text, player.text)).collect();
                board.push((0, format!("forward is {}", list(&ways, "and"))));
            }
            ItemKind::Piece(item) => pieces.extend(item.pieces.iter().map(|def| (0, words.piece(def)))),
            ItemKind::Hand(item) => {
                words.met.insert(M::Hands);
                for entry in &item.entries {
                    let whose = match &entry.owner {
                        Some(HandOwner::Player(player)) => player.text.clone(),
                        _ => "each player".to_string(),
                    };
                    let (number, kind) = (words.number(&entry.number), plural(&entry.kind.text));
                    pieces.push((0, format!("in hand at the start: {number} {kind} for {whose}")));
                }
            }
            ItemKind::CaptivesToHand => {
                words.met.insert(M::Captives);
                pieces.push((0, "what a player takes goes to that player's hand".to_string()));
            }
            ItemKind::Move(group) => moves.extend(words.group(group)),
            ItemKind::Turn(item) => {
                turn.extend(item.choice.iter().map(|choice| (0, format!("a turn is {}", words.turn(choice)))));
                if !item.finally.is_empty() {
                    turn.push((0, format!("at the end of each turn: {}", words.effects(&item.finally))));
                }
            }
            ItemKind::Legal(condition) => {
                legal.push((0, format!("a turn is allowed only if after it {}", words.truth(condition))));
            }
            ItemKind::End(item) => words.end(item, &mut end),
            _ => {}
        }
    }
    if !options.is_empty() {
        words.met.insert(M::Options);
    }
    // What is spoken of may speak of more.
    let mut names: Vec<Option<String>> = vec![None; file.items.len()];
    loop {
        let before = words.named.len();
        for (item, line) in file.items.iter().zip(&mut names).filter(|(_, line)| line.is_none()) {
            if item.names().iter().any(|name| words.named.contains(*name)) {
                *line = words.meaning(&item.kind);
            }
        }
        if words.named.len() == before {
            break;
        }
    }
    let parts = [
        ("Board", board),
        ("Pieces", pieces),
        ("Moves", moves),
        ("The turn", turn),
        ("Not every turn is allowed", legal),
        ("The end", end),
        ("Names", names.into_iter().flatten().map(|line| (0, line)).collect()),
        ("Options", options),
    ];
    told.parts = parts.into_iter().filter(|(_, lines)| !lines.is_empty()).collect();
    told.mechanisms = words.met;
    told
}

/// The main board in the language's words, with options at their defaults.
fn shape(item: &BoardItem, file: &File, words: &mut Phrases) -> String {
    let value = |name: &str| {
        file.items.iter().find_map(|item| match &item.kind {
            ItemKind::Option(OptionItem { name: known, default: OptionValue::Number { halves }, .. })
                if known.text == name =>
            {
                Some((halves / 2).to_string())
            }
            _ => None,
        })
    };
    let sizes: Vec<String> = item
        .sizes
        .iter()
        .map(|size| match &size.kind {
            ExprKind::Name(name) => value(name).unwrap_or_else(|| name.clone()),
            ExprKind::Number(n) => n.to_string(),
            _ => words.number(size).replace('`', ""),
        })
        .collect();
    let sizes = match (item.shape.text.as_str(), &sizes[..]) {
        ("square", [size]) => format!("{size}x{size}"),
        _ => sizes.join("x"),
    };
    let modifiers = item.modifiers.iter().map(|word| word.text.as_str());
    let all: Vec<&str> =
        [item.shape.text.as_str(), &sizes].into_iter().chain(modifiers).filter(|w| !w.is_empty()).collect();
    all.join(" ")
}

impl Phrases {
    /// What a name stands for.
    fn meaning(&mut self, item: &ItemKind) -> Option<String> {
        let (name, what) = match item {
            ItemKind::Link(link) => {
                let ways: Vec<String> = match &link.map {
                    LinkMap::Formula { params, results } => {
                        let params: Vec<&str> = params.iter().map(|p| p.text.as_str()).collect();
                        let results: Vec<String> = results.iter().map(|r| self.any(r).replace('`', "")).collect();
                        vec![format!("({}) to ({})", params.join(", "), results.join(", "))]
                    }
                    LinkMap::Pairs(pairs) => {
                        let pair = |(a, b): &(_, _)| format!("{} to {}", self.any(a), self.any(b));
                        pairs.iter().map(pair).collect()
                    }
                };
                (&link.name, format!("a way from {}", list(&ways, "and from")))
            }
            ItemKind::Region(region) => {
                let what = match &region.value {
                    RegionValue::Shared(cells) => self.cells(cells).many,
                    RegionValue::PerPlayer(each) => {
                        let part = |(player, cells): &(crate::syntax::ast::Name, _)| {
                            format!("{} for {}", self.cells(cells).many, player.text)
                        };
                        list(&each.iter().map(part).collect::<Vec<_>>(), "and")
                    }
                };
                (&region.name, what)
            }
            ItemKind::State(state) => (&state.name, self.state(state)),
            ItemKind::Clock(name) => (name, "the turns since it last began anew".to_string()),
            ItemKind::Define(define) => {
                let what = match &define.body {
                    DefineBody::Expr(body) => self.any(body),
                    DefineBody::Effects(effects) => self.effects(effects),
                };
                let params: Vec<String> = define.params.iter().map(|p| p.text.clone()).collect();
                let params = if params.is_empty() { String::new() } else { format!(" of {}", list(&params, "and")) };
                return Some(format!("{}{params}: {what}", self.name(&define.name.text)));
            }
            _ => return None,
        };
        Some(format!("{}: {what}", self.name(&name.text)))
    }

    fn option(&mut self, option: &OptionItem) -> String {
        let default = match (&option.like, option.default) {
            (Some(like), _) => format!("as `{}`", like.text),
            (None, OptionValue::Number { halves }) => (halves as f64 / 2.0).to_string(),
            (None, OptionValue::Truth(truth)) => if truth { "yes" } else { "no" }.to_string(),
        };
        let mut text = format!("`{}`: {default}", option.name.text);
        match &option.range {
            Some((least, most)) => text += &format!(", from {} to {}", self.number(least), self.number(most)),
            None if matches!(option.default, OptionValue::Truth(_)) => text += ", yes or no",
            None => {}
        }
        if let Some(step) = &option.step {
            text += &format!(" in steps of {}", self.number(step));
        }
        text
    }

    fn board(&mut self, item: &BoardItem) -> String {
        let sizes: Vec<String> = item.sizes.iter().map(|size| self.number(size)).collect();
        let what = match item.shape.text.as_str() {
            "square" => "squares",
            "rhombus" => "a rhombus of hexagons",
            "hexagon" => "a hexagon of hexagons",
            "triangle" => "a triangle of hexagons",
            "morris" => "a morris board of square rings",
            "alquerque" => "points joined by lines, from every other point diagonally, too",
            "track" => "a track of cells",
            "row" => "a row of cells",
            _ => "points joined by lines",
        };
        let mut text = what.to_string();
        match &sizes[..] {
            [] => {}
            [size] if item.shape.text == "square" => text += &format!(", {size} by {size}"),
            _ => text += &format!(", {}", sizes.join(" by ")),
        }
        for word in &item.modifiers {
            text += match word.text.as_str() {
                "dark" => ", only the dark ones",
                "light" => ", only the light ones",
                "numbered-up" => ", numbered from the bottom right",
                "wrapped-files" => ", joined at the left and right edges",
                "wrapped-ranks" => ", joined at the bottom and top edges",
                _ => ", joined at opposite edges",
            };
        }
        if let Some(without) = &item.without {
            text += &format!(", without {}", self.cells(without).many);
        }
        match &item.name {
            Some(name) => format!("beside it `{}`: {text}", name.text),
            None => text,
        }
    }

    fn piece(&mut self, def: &PieceDef) -> String {
        let names: Vec<String> = def.names.iter().map(|name| name.text.clone()).collect();
        let mut text = list(&names, "or");
        if let Some(strength) = &def.strength {
            self.met.insert(M::Strength);
            text += &format!(", of strength {}", self.number(strength));
        }
        if let Some(to) = &def.promotes_to {
            self.met.insert(M::Promotion);
            text += &format!(", promotes to {}", to.kind.text);
        }
        for word in &def.modifiers {
            let (mechanism, said) = match word.text.as_str() {
                "neutral" => (M::Neutral, ", nobody's"),
                "counted" => (M::Counted, ", several on a cell"),
                _ => (M::Stacks, ", in stacks"),
            };
            self.met.insert(mechanism);
            text += said;
        }
        text
    }

    fn state(&mut self, state: &StateItem) -> String {
        let start = match (&state.initial, state.sort) {
            (Some(value), _) => self.any(value),
            (None, StateSort::Cells) => "none".to_string(),
            (None, StateSort::Number) => "0".to_string(),
        };
        let sort = if state.sort == StateSort::Cells { "cells" } else { "a number" };
        let life = match state.lasts {
            StateLife::Game => "",
            StateLife::OnePly => ", until the next turn is over",
            StateLife::ThisTurn => ", until the turn is over",
        };
        format!("{sort} that are remembered{life}; at the start {start}")
            .replace("a number that are", "a number that is")
    }

    fn end(&mut self, item: &EndItem, lines: &mut Vec<Line>) {
        let mut depth = 0;
        if let Some(when) = &item.when {
            lines.push((0, format!("if {}:", self.truth(when))));
            depth = 1;
        }
        for verdict in &item.verdicts {
            let text = self.verdict(verdict);
            lines.push((depth, text));
        }
    }

    fn verdict(&mut self, line: &VerdictLine) -> String {
        let decided = self.decided(line);
        match &line.name {
            Some(name) => format!("{}: {decided}", name.text),
            None => decided,
        }
    }

    fn decided(&mut self, line: &VerdictLine) -> String {
        let what = match &line.kind {
            VerdictKind::Win => "who has just moved wins".to_string(),
            VerdictKind::Lose => "who has just moved loses".to_string(),
            VerdictKind::Draw => "it is a draw".to_string(),
            VerdictKind::Wins(name) => {
                self.met.insert(M::Unequal);
                format!("{} wins", name.text)
            }
            VerdictKind::Loses(name) => {
                self.met.insert(M::Unequal);
                format!("{} loses", name.text)
            }
            VerdictKind::Score(player, number) => {
                self.met.insert(M::Score);
                let number = self.number(number);
                match player {
                    Some(player) => format!("the score of {} is {number}", player.text),
                    None => format!("the score is {number}"),
                }
            }
        };
        match &line.when {
            Some(when) => {
                let race = matches!(&when.kind, ExprKind::Binary(crate::syntax::ast::BinaryOp::On, a, _)
                    if matches!(&a.kind, ExprKind::Owned(Owner::Own) | ExprKind::OwnedName(Owner::Own, _)));
                if race && matches!(line.kind, VerdictKind::Win | VerdictKind::Wins(_)) {
                    self.met.insert(M::Race);
                }
                format!("{what} when {}", self.truth(when))
            }
            None => what,
        }
    }
}
