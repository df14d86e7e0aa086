//! Boards with their holes and links; which way the players face.

use std::collections::HashMap;

use super::items::{At, Items};
use super::messages;
use super::scope::{Analyzer, Binding, Env, Lazy, Place, Scope, Value};
use crate::board::{Shape, Topology, build};
use crate::game::{PerSide, Side};
use crate::rules::{Number, Region};
use crate::source::Span;
use crate::syntax::ast::{BoardItem, Expr, ExprKind, LinkItem, LinkMap, Name};

impl Analyzer<'_> {
    /// Builds the boards.
    pub fn boards(&mut self, items: &Items<'_>, whole: Span) {
        self.build_boards(items, whole);
        if !self.scope.boards_known {
            self.scope.lenient = true;
            // Without cells nothing is known of these, and nothing is wrong where they are named.
            let boards = items.boards.iter().filter_map(|(item, _)| item.name.as_ref());
            let names = boards.chain(items.links.iter().map(|(item, _)| &item.name)).map(|name| name.text.clone());
            self.scope.unread.extend(names.map(|name| ("board".to_string(), name)));
        }
    }

    fn build_boards(&mut self, items: &Items<'_>, whole: Span) {
        if self.scope.unread.iter().any(|(item, _)| item == "board") {
            return;
        }
        // The main board is the one without a name, wherever it stands.
        let mut boards: Vec<At<'_, BoardItem>> = items.boards.clone();
        boards.sort_by_key(|b| b.0.name.is_some());
        if boards.is_empty() {
            if !self.scope.lenient {
                self.report(messages::no_board(whole));
            }
            return;
        }
        for pair in boards.windows(2) {
            if pair[1].0.name.is_none() {
                self.report(messages::second_main_board(pair[1].1, pair[0].1));
                return;
            }
        }
        // What stands for a size that could not be read is not meant.
        if boards.iter().any(|board| self.says("number-too-large", board.1)) {
            return;
        }
        if let Some(name) = &boards[0].0.name {
            let named = (boards.len() == 1).then_some(name.text.as_str());
            self.report(messages::no_main_board(named, boards[0].1));
        }
        let mut shapes = Vec::new();
        for &(item, _) in &boards {
            match self.shape(item) {
                Some(shape) => shapes.push(shape),
                None => return,
            }
        }
        match build(&shapes) {
            Ok(topology) => self.scope.topology = topology,
            Err((index, error)) => {
                let (item, whole) = boards[index];
                let word = |name: &&Name| error.word.as_ref() == Some(&name.text);
                let twice =
                    item.lines.iter().flat_map(|line| line.windows(2)).filter(|pair| pair[0].text == pair[1].text);
                let span =
                    item.modifiers.iter().chain(twice.map(|pair| &pair[1])).find(word).map_or(whole, |name| name.span);
                return self.report(messages::bad_board(&error.message, &error.help, span));
            }
        }
        for &(item, _) in &boards {
            self.edges_twice(&item.lines);
        }
        self.scope.boards_known = true;
        self.default_advance();
        self.holes(&boards);
        for &(item, span) in &items.links {
            self.link(item, span);
        }
        self.face(items);
    }

    /// `board graph { a1-b1-c1  b1-a1 }`
    fn edges_twice(&mut self, lines: &[Vec<Name>]) {
        let mut first: HashMap<[&str; 2], Span> = HashMap::new();
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            let (a, b) = (&pair[0], &pair[1]);
            let mut edge = [a.text.as_str(), b.text.as_str()];
            edge.sort_unstable();
            let span = a.span.to(b.span);
            if let Some(first) = first.get(&edge) {
                self.report(messages::edge_twice(edge, span, *first));
            } else {
                first.insert(edge, span);
            }
        }
    }

    fn shape(&mut self, item: &BoardItem) -> Option<Shape> {
        let mut sizes = Some(Vec::new());
        for size in &item.sizes {
            let n = self.constant_number(size, "a board's size", 1, 1024);
            sizes = sizes.zip(n).map(|(mut all, n)| {
                all.push(n);
                all
            });
        }
        let words = |names: &[Name]| names.iter().map(|n| n.text.clone()).collect();
        Some(Shape {
            name: item.name.as_ref().map(|n| n.text.clone()),
            word: item.shape.text.clone(),
            sizes: sizes?,
            modifiers: words(&item.modifiers),
            lines: item.lines.iter().map(|line| words(line)).collect(),
        })
    }

    /// Takes the holes out of the boards.
    fn holes(&mut self, boards: &[At<'_, BoardItem>]) {
        let mut holes: Option<crate::board::SiteSet> = None;
        for (index, &(item, _)) in boards.iter().enumerate() {
            let Some(without) = &item.without else { continue };
            let Some(set) = self.constant_region(without, "the holes of a board") else { continue };
            let own = set.and(&self.scope.topology.select(|c| c.board == index));
            if own.len() == self.scope.topology.select(|c| c.board == index).len() {
                self.report(messages::nothing_left(without.span));
            }
            holes = Some(holes.map_or(own.clone(), |h| h.or(&own)));
        }
        if let Some(holes) = holes {
            self.scope.holes = holes.iter().map(|hole| self.scope.topology.cells[hole].name.clone()).collect();
            self.scope.topology = self.scope.topology.without(&holes);
            // What regions were asked for were sets of the board without holes.
            self.scope.regions.iter_mut().for_each(|r| r.value = Lazy::Pending);
            self.default_advance();
        }
    }

    fn default_advance(&mut self) {
        self.scope.advance = PerSide::new(1, -1).map(|up| advance(&self.scope.topology, (0, up, 0)));
    }

    fn link(&mut self, item: &LinkItem, span: Span) {
        let sites = self.scope.topology.sites();
        let mut next: Vec<Option<u16>> = vec![None; sites];
        match &item.map {
            LinkMap::Pairs(pairs) => {
                for (from, to) in pairs {
                    let a = self.constant_region(from, "a link");
                    let b = self.constant_region(to, "a link");
                    let (Some(a), Some(b)) = (a, b) else { continue };
                    let (Some(s), Some(t), 1, 1) = (a.first(), b.first(), a.len(), b.len()) else {
                        self.report(messages::link_of_several(from.span.to(to.span)));
                        continue;
                    };
                    if next[s].replace(t as u16).is_some() {
                        self.report(messages::linked_twice(&self.scope.topology.cells[s].name, from.span));
                    }
                }
            }
            LinkMap::Formula { params, results } => {
                let wanted = self.on_other_board(results).map_or(results.len(), |other| other.0.len());
                if params.len() > 2 || params.is_empty() || wanted > 2 || wanted == 0 {
                    return self.report(messages::bad_link(span));
                }
                let mut flat = self.scope.topology.boards.iter().map(|board| board.height == 1 && board.depth == 1);
                let one = params.len() == 1 && !flat.clone().all(|flat| flat);
                if one {
                    let row = flat.any(|flat| flat);
                    self.report(messages::link_of_one_number(&item.name.text, row, params[0].span));
                }
                for (site, slot) in next.iter_mut().enumerate().filter(|_| !one) {
                    match self.linked(&item.name, site, params, results) {
                        Some(target) => *slot = target.map(|t| t as u16),
                        None => break,
                    }
                }
            }
        }
        if next.iter().all(Option::is_none) && !self.failed() {
            self.report(messages::link_leads_nowhere(&item.name.text, span));
        }
        let dir = self.scope.topology.add_link(&item.name.text, next);
        self.scope.links.push((item.name.text.clone(), dir));
    }

    /// Where a formula leads from a cell; the outer `None` is a mistake in it.
    fn linked(&mut self, name: &Name, site: usize, params: &[Name], results: &[Expr]) -> Option<Option<usize>> {
        let cell = &self.scope.topology.cells[site];
        let at = [cell.x + 1, cell.y + 1];
        let (results, board) = match self.on_other_board(results) {
            Some(other) => other,
            None => (results, cell.board),
        };
        let mut env = Env::new(Place::Constant("a link"));
        let constant = |v: i32| Binding::Value(Box::new(Value::Number(Number::Const(i64::from(v)))), 0);
        env.names = params.iter().zip(at).map(|(p, v)| (p.text.clone(), constant(v))).collect();
        let values: Option<Vec<Value>> =
            self.within(env, |this| results.iter().map(|r| this.value(r)).collect::<Vec<_>>()).into_iter().collect();
        let mut target = Vec::new();
        for (value, expr) in values?.into_iter().zip(results) {
            if let Some(cell) = Self::single(&value) {
                return Some(Some(cell));
            }
            match value {
                Value::Number(Number::Const(n)) => target.push(i32::try_from(n).unwrap_or(-1)),
                Value::Region(Region::Const(set)) if set.is_empty() => return Some(None),
                _ => {
                    self.report(messages::bad_link(expr.span));
                    return None;
                }
            }
        }
        if let (&[_], Some(result)) = (&target[..], results.first())
            && self.scope.topology.boards[board].height > 1
        {
            self.report(messages::link_to_one_number(&name.text, result.span));
            return None;
        }
        let (x, y) = (target[0] - 1, target.get(1).map_or(0, |y| y - 1));
        Some(self.scope.topology.at(board, x, y, 0))
    }

    /// `big (x, y)`: coordinates on a board of that name.
    fn on_other_board<'e>(&self, results: &'e [Expr]) -> Option<(&'e [Expr], usize)> {
        let [one] = results else { return None };
        let ExprKind::Call(name, args) = &super::expr::bare(one).kind else { return None };
        let named = |b: &crate::board::Board| b.name.as_deref() == Some(name.text.as_str());
        let board = self.scope.topology.boards.iter().position(named)?;
        Some((args, board))
    }

    /// Which way the players face.
    fn face(&mut self, items: &Items<'_>) {
        let Some((pairs, span)) = items.facing else { return };
        self.face_as(pairs, span);
        // What is wrong with it was said.
        self.scope.lenient |= self.scope.facing.is_none();
    }

    fn face_as(&mut self, pairs: &[(Name, Name)], span: Span) {
        let mut facing = PerSide::same(None);
        for (player, direction) in pairs {
            let side = self.player_of(player);
            let dir = self.scope.topology.direction(&direction.text).filter(|&d| !self.scope.topology.is_link(d));
            if dir.is_none() {
                let meant = match direction.text.as_str() {
                    "up" | "forward" | "ahead" | "top" | "n" => "north",
                    "down" | "backward" | "back" | "bottom" | "s" => "south",
                    "right" | "e" => "east",
                    "left" | "w" => "west",
                    _ => "",
                };
                if self.scope.topology.direction(meant).is_some() {
                    return self.report(messages::no_direction_to_face(&direction.text, meant, direction.span));
                }
                let compass = self.scope.topology.compass().into_iter();
                let names: Vec<String> = compass.map(|d| self.scope.topology.directions[d].name.clone()).collect();
                self.unknown("direction", &direction.text, &names, &names, direction.span);
            }
            let (Some(side), Some(dir)) = (side, dir) else { return };
            if facing[side].replace(dir).is_some() {
                return self.report(messages::player_twice(&player.text, player.span));
            }
        }
        let [Some(first), Some(second)] = facing.pair() else {
            return self.report(messages::player_missing("facing", &self.scope.players, span));
        };
        let topology = &self.scope.topology;
        let facing = PerSide::new(first, second);
        self.scope.advance = facing.map(|d| advance(topology, topology.directions[d].vector));
        self.scope.facing = Some(facing);
    }
}

/// How far every cell lies along a direction, from 0, board by board.
fn advance(topology: &Topology, (dx, dy, dz): (i32, i32, i32)) -> Vec<i64> {
    let along = |c: &crate::board::Cell| i64::from(c.x * dx.signum() + c.y * dy.signum() + c.z * dz.signum());
    let least: Vec<i64> = (0..topology.boards.len())
        .map(|b| topology.cells.iter().filter(|c| c.board == b).map(along).min().unwrap_or(0))
        .collect();
    topology.cells.iter().map(|c| along(c) - least[c.board]).collect()
}

/// The numbers of a table for each side: they are written as the first player sees the main board, the far rank first;
/// the second player has them mirrored. `None` if there are not as many as cells.
pub fn table_values(scope: &Scope, values: &[i64]) -> Option<PerSide<Vec<i64>>> {
    let topology = &scope.topology;
    let vectors = match scope.facing {
        Some(facing) => facing.map(|dir| topology.directions[dir].vector),
        None => PerSide::new((0, 1, 0), (0, -1, 0)),
    };
    let [first, second] = vectors.pair();
    let mut order: Vec<usize> = (0..topology.sites()).filter(|&s| topology.cells[s].board == 0).collect();
    if order.len() != values.len() || topology.boards.is_empty() {
        return None;
    }
    // To the right of somebody who looks along (x, y) lies (y, -x).
    order.sort_by_key(|&s| {
        let c = &topology.cells[s];
        (-scope.advance[Side::First][s], c.x * first.1 - c.y * first.0)
    });
    let mut own = vec![0; topology.sites()];
    for (&site, &value) in order.iter().zip(values) {
        own[site] = value;
    }
    let board = &topology.boards[0];
    let mirrored = |s: usize| {
        let c = &topology.cells[s];
        if c.board != 0 || first == second {
            return s;
        }
        let flipped = match (first.0 == -second.0, first.1 == -second.1) {
            _ if first.0 == 0 && second.0 == 0 => (c.x, board.height - 1 - c.y),
            _ if first.1 == 0 && second.1 == 0 => (board.width - 1 - c.x, c.y),
            (true, true) => (board.width - 1 - c.x, board.height - 1 - c.y),
            _ => (c.y, c.x),
        };
        topology
            .at(0, flipped.0, flipped.1, c.z)
            .or_else(|| topology.at(0, board.width - 1 - c.x, board.height - 1 - c.y, c.z))
            .unwrap_or(s)
    };
    let enemy = (0..topology.sites()).map(|s| own[mirrored(s)]).collect();
    Some(PerSide::new(own, enemy))
}

/// Whether a square of cells can be turned by a quarter: its cells fill a square block.
pub fn is_square(topology: &Topology, set: &crate::board::SiteSet) -> bool {
    let Some(first) = set.first() else { return true };
    let cells: Vec<_> = set.iter().map(|s| &topology.cells[s]).collect();
    let span = |of: fn(&crate::board::Cell) -> i32| {
        let values = cells.iter().map(|c| of(c));
        values.clone().max().unwrap_or(0) - values.min().unwrap_or(0) + 1
    };
    let one_board = cells.iter().all(|c| c.board == topology.cells[first].board);
    let (w, h) = (span(|c| c.x), span(|c| c.y));
    one_board && w == h && cells.len() == (w * h) as usize
}
