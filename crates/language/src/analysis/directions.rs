//! Directions: compass names, directions seen from the mover, links and leaps.

use super::messages;
use super::scope::{Analyzer, Binding, Thing};
use crate::board::Topology;
use crate::diag::Diagnostic;
use crate::game::{PerSide, Side};
use crate::rules::{DirId, DirSet, VarDir};
use crate::source::Span;
use crate::syntax::ast::{self, DirKind, ExprKind};
pub use crate::syntax::words::DIRECTIONS as WORDS;
use crate::syntax::words::VALUES;

/// The compass, clockwise.
const EIGHT: [&str; 8] = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
const SIX: [&str; 6] = ["north", "east", "southeast", "south", "west", "northwest"];

/// How far clockwise a relative direction is turned from `forward`, on boards of eight and of six directions.
fn turns(word: &str, six: bool) -> Option<&'static [usize]> {
    Some(match (word, six) {
        ("forward", _) => &[0],
        ("backward", false) => &[4],
        ("backward", true) => &[3],
        ("forward-left", false) => &[7],
        ("forward-left", true) => &[5],
        ("forward-right", _) => &[1],
        ("backward-left", false) => &[5],
        ("backward-left", true) => &[4],
        ("backward-right", false) => &[3],
        ("backward-right", true) => &[2],
        ("forward-diagonal", false) => &[7, 1],
        ("forward-diagonal", true) => &[5, 1],
        ("backward-diagonal", false) => &[5, 3],
        ("backward-diagonal", true) => &[4, 2],
        ("left", false) => &[6],
        ("right", false) => &[2],
        ("sideways", false) => &[6, 2],
        _ => return None,
    })
}

/// The directions that a relative word means to who faces one of them; none where there is no such word.
fn turned(topology: &Topology, facing: DirId, word: &str) -> Vec<DirId> {
    let circle: &[&str] = if topology.hexagonal { &SIX } else { &EIGHT };
    let Some(turns) = turns(word, topology.hexagonal) else { return Vec::new() };
    let name = topology.directions[facing].name.as_str();
    match circle.iter().position(|&n| n == name) {
        Some(at) => turns.iter().filter_map(|t| topology.direction(circle[(at + t) % circle.len()])).collect(),
        // Up and down have a back, and no left or right.
        None if turns == [0] => vec![facing],
        None if word == "backward" => topology.directions[facing].reverse.into_iter().collect(),
        None => Vec::new(),
    }
}

/// What a direction is called by who faces one of them; none for `east` of who looks up, and the like.
pub fn relative_word(topology: &Topology, facing: DirId, dir: DirId) -> Option<&'static str> {
    WORDS.iter().find(|word| turned(topology, facing, word) == [dir]).copied()
}

/// Whether a direction leads anywhere.
fn alive(topology: &Topology, dir: DirId) -> bool {
    topology.directions[dir].next.iter().any(Option::is_some)
}

impl Analyzer<'_> {
    /// The same directions for both sides.
    pub fn both(&self, dirs: Vec<DirId>) -> DirSet {
        DirSet { fixed: PerSide::same(dirs), plus: Vec::new(), minus: Vec::new() }
    }

    /// The directions across edges.
    pub fn neighbours(&self) -> DirSet {
        let topology = &self.scope.topology;
        self.both(topology.neighbours().into_iter().filter(|&d| alive(topology, d)).collect())
    }

    /// All compass directions that lead somewhere, one of each pair of opposites: the axes of lines.
    pub fn axes(&self, dirs: DirSet) -> DirSet {
        let topology = &self.scope.topology;
        let half = |dirs: Vec<DirId>| {
            let first = |&d: &DirId| topology.directions[d].reverse.is_none_or(|r| d < r || !dirs.contains(&r));
            dirs.iter().copied().filter(first).collect()
        };
        DirSet { fixed: dirs.fixed.map(half), ..dirs }
    }

    /// All compass directions that lead somewhere.
    pub fn any_direction(&self) -> DirSet {
        let topology = &self.scope.topology;
        self.both(topology.compass().into_iter().filter(|&d| alive(topology, d)).collect())
    }

    /// A set of directions.
    pub fn dirs(&mut self, dirs: &ast::Dirs) -> Option<DirSet> {
        let mut all = Some(DirSet::default());
        for (index, dir) in dirs.include.iter().enumerate() {
            if let DirKind::Word(word) = &dir.kind
                && dirs.include[..index].iter().any(|other| other.kind == dir.kind)
            {
                self.said_twice(word, dir.span);
            }
            let one = self.dir(dir);
            all = all.zip(one).map(|(all, one)| join(all, one));
        }
        for dir in &dirs.except {
            let one = self.dir(dir);
            all = all.zip(one).map(|(all, one)| without(all, one));
        }
        let all = all?;
        if all.plus.is_empty() && all.fixed.iter().all(Vec::is_empty) {
            self.report(messages::no_directions_left(dirs.span));
            return None;
        }
        Some(all)
    }

    /// Whether a word is a direction here.
    pub(super) fn is_direction(&self, word: &str) -> bool {
        match self.env.binding(word) {
            Some(binding) => matches!(binding, Binding::Dirs(_)),
            None => {
                WORDS.contains(&word)
                    || self.scope.links.iter().any(|link| link.0 == word)
                    || self.scope.boards_known && self.scope.topology.direction(word).is_some()
            }
        }
    }

    /// What is bound to a parameter by an argument that is a direction; nothing where it is none.
    pub fn direction_argument(&mut self, argument: &ast::Expr) -> Option<Binding> {
        let dirs = match &argument.kind {
            ExprKind::Directions(dirs) => self.dirs(dirs),
            ExprKind::Name(word) if self.is_direction(word) => self.dir_word(word, argument.span),
            _ => return None,
        };
        Some(dirs.map_or(Binding::Poison, Binding::Dirs))
    }

    /// Does `work` once for each direction of `for each d in D`, where `d` is that direction.
    pub fn for_each(&mut self, way: &ast::EachWay, mut work: impl FnMut(&mut Self)) {
        let names = self.env.names.clone();
        self.check_pick_name(&way.name, &names);
        let ways = match self.dirs(&way.dirs) {
            Some(dirs) if dirs.plus.is_empty() && dirs.minus.is_empty() => {
                if !dirs.fixed.each_ref().map(Vec::len).alike() {
                    self.report(messages::each_uneven(&self.scope.players, way.dirs.span));
                }
                one_by_one(&dirs)
            }
            Some(_) => {
                self.report(messages::each_of_dir(way.dirs.span));
                Vec::new()
            }
            None => Vec::new(),
        };
        let bindings = match ways.is_empty() {
            true => vec![Binding::Poison],
            false => ways.into_iter().map(Binding::Dirs).collect(),
        };
        for binding in bindings {
            // Loops within loops multiply.
            if self.spend(1, way.name.span).is_none() {
                return;
            }
            self.env.names.push((way.name.text.clone(), binding));
            work(self);
            self.env.names.truncate(names.len());
        }
    }

    /// A label as it is shown: one that is the name of a direction is the direction.
    pub fn label(&mut self, label: &ast::Name) -> String {
        let Some(Binding::Dirs(dirs)) = self.env.binding(&label.text) else {
            self.labels.insert((label.span, label.text.clone()));
            return label.text.clone();
        };
        let [[first], [second]] = dirs.fixed.each_ref().map(Vec::as_slice).pair() else { return label.text.clone() };
        let topology = &self.scope.topology;
        // Where the players go different ways, it is the way as they see it.
        let relative = self.scope.facing.filter(|_| first != second).and_then(|facing| {
            let word = relative_word(topology, facing[Side::First], *first)?;
            (turned(topology, facing[Side::Second], word) == [*second]).then_some(word)
        });
        let name = relative.unwrap_or(&topology.directions[*first].name);
        // The directions of a leap have no names of their own: `leap 1,2 #3`.
        name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
    }

    fn dir(&mut self, dir: &ast::Dir) -> Option<DirSet> {
        match &dir.kind {
            DirKind::Word(word) => self.dir_word(word, dir.span),
            DirKind::Reverse(inner) => {
                if matches!(inner.kind, DirKind::Reverse(_)) {
                    self.said_twice("reverse", Span::new(dir.span.start, inner.span.start + 7));
                }
                let set = self.dir(inner)?;
                self.reversed(set, dir.span)
            }
            DirKind::Axis(inner) => {
                let set = self.dir(inner)?;
                let back = self.reversed(set.clone(), dir.span)?;
                Some(join(set, back))
            }
            DirKind::Inverse(name) => {
                let link = self.link_of(name)?;
                match self.scope.topology.way_back(link) {
                    Some(back) => Some(self.both(vec![back])),
                    None => {
                        self.report(messages::inverse_as_way(&name.text, dir.span));
                        None
                    }
                }
            }
            DirKind::Leap(a, b) => {
                let a = self.constant_number(a, "a distance of a leap", 0, 64);
                let b = self.constant_number(b, "a distance of a leap", 0, 64);
                self.leap(a?, b?, dir.span)
            }
        }
    }

    pub(super) fn dir_word(&mut self, word: &str, span: Span) -> Option<DirSet> {
        match self.env.binding(word) {
            Some(Binding::Dirs(dirs)) => return Some(dirs.clone()),
            Some(Binding::Poison) => return None,
            _ => {}
        }
        if let Some(index) = self.scope.links.iter().position(|l| l.0 == word) {
            self.mark(Thing::Link, word);
            return Some(self.both(vec![self.scope.links[index].1]));
        }
        if !self.scope.boards_known {
            self.no_board_yet(span);
            return None;
        }
        if word == "dir" {
            if !self.env.dir {
                self.report(messages::no_dir_here(span));
                return None;
            }
            return Some(DirSet { plus: vec![VarDir::Dir], ..DirSet::default() });
        }
        if let Some(dir) = self.scope.topology.direction(word).filter(|&d| !self.scope.topology.is_link(d)) {
            return self.leading(PerSide::same(vec![dir]), word, span);
        }
        let topology = &self.scope.topology;
        let compass = topology.compass();
        let straight = |d: &DirId| {
            let (x, y, z) = topology.directions[*d].vector;
            topology.hexagonal || x.abs() + y.abs() + z.abs() == 1 || x.abs() >= 1000
        };
        let chosen: Vec<DirId> = match word {
            "any" => compass,
            "neighbours" => topology.neighbours(),
            "orthogonal" => compass.into_iter().filter(straight).collect(),
            "diagonal" => compass.into_iter().filter(|d| !straight(d)).collect(),
            _ => return self.relative(word, span),
        };
        if word == "diagonal" && chosen.is_empty() && topology.hexagonal {
            self.report(messages::no_hex_diagonal(span));
            return None;
        }
        self.leading(PerSide::same(chosen), word, span)
    }

    /// The directions of these that lead somewhere.
    fn leading(&mut self, dirs: PerSide<Vec<DirId>>, word: &str, span: Span) -> Option<DirSet> {
        let topology = &self.scope.topology;
        let keep = |dirs: Vec<DirId>| -> Vec<DirId> { dirs.into_iter().filter(|&d| alive(topology, d)).collect() };
        // A board that options make one cell wide still has its directions: they lead nowhere, as they should.
        let thin = !self.scope.options.is_empty() && topology.boards.iter().any(|b| b.width == 1 || b.height == 1);
        if thin && !dirs.iter().any(Vec::is_empty) {
            let or_all = |dirs: Vec<DirId>| Some(keep(dirs.clone())).filter(|d| !d.is_empty()).unwrap_or(dirs);
            return Some(DirSet { fixed: dirs.map(or_all), ..DirSet::default() });
        }
        let fixed = dirs.map(keep);
        if fixed.iter().any(Vec::is_empty) {
            let mut there = self.direction_names();
            // On a board of one colour `forward` leads nowhere, and this does.
            let diagonal = format!("{word}-diagonal");
            if WORDS.contains(&diagonal.as_str())
                && let Some(facing) = self.scope.facing
            {
                let ways = facing.map(|facing| turned(&self.scope.topology, facing, &diagonal));
                let leads = |dirs: &Vec<DirId>| dirs.iter().any(|&d| alive(&self.scope.topology, d));
                there.splice(0..0, ways.iter().all(leads).then_some(diagonal));
            }
            self.report(messages::no_such_direction(word, &there, span));
            return None;
        }
        Some(DirSet { fixed, ..DirSet::default() })
    }

    fn relative(&mut self, word: &str, span: Span) -> Option<DirSet> {
        if !WORDS.contains(&word) {
            self.unknown_direction(word, span);
            return None;
        }
        let facing = self.facing(word, span)?;
        let six = self.scope.topology.hexagonal;
        if turns(word, six).is_none() {
            let there = self.direction_names();
            self.report(messages::no_such_direction(word, &there, span));
            return None;
        }
        self.leading(facing.map(|facing| turned(&self.scope.topology, facing, word)), word, span)
    }

    /// Which way each player faces; an error where the file does not say so.
    pub fn facing(&mut self, word: &str, span: Span) -> Option<PerSide<DirId>> {
        if self.scope.facing.is_none() && !self.scope.lenient {
            let [a, b] = self.scope.players.each_ref().pair();
            // Any direction of the board and the one back, where it has no north.
            let topology = &self.scope.topology;
            let name = |d: DirId| topology.directions[d].name.as_str();
            let first = topology.compass().into_iter().find(|&d| alive(topology, d)).filter(|&d| name(d) != "north");
            let other = first.and_then(|d| Some((name(d), name(topology.directions[d].reverse?))));
            let (ahead, back) = other.unwrap_or(("north", "south"));
            let example = format!("facing {a} {ahead}, {b} {back}");
            self.report_once(&["no-facing"], messages::no_facing(word, &example, span), "this needs it as well");
        }
        self.scope.facing
    }

    fn reversed(&mut self, set: DirSet, span: Span) -> Option<DirSet> {
        let topology = &mut self.scope.topology;
        let back = |dirs: &Vec<DirId>| dirs.iter().map(|&d| topology.way_back(d)).collect::<Option<Vec<_>>>();
        let [Some(first), Some(second)] = set.fixed.each_ref().map(back).pair() else {
            self.report(messages::no_reverse(span));
            return None;
        };
        let turn = |v: &VarDir| match v {
            VarDir::Dir => VarDir::Reverse,
            VarDir::Reverse => VarDir::Dir,
        };
        Some(DirSet {
            fixed: PerSide::new(first, second),
            plus: set.plus.iter().map(turn).collect(),
            minus: set.minus.iter().map(turn).collect(),
        })
    }

    /// The link of a name.
    pub fn link_of(&mut self, name: &ast::Name) -> Option<DirId> {
        if let Some(index) = self.scope.links.iter().position(|l| l.0 == name.text) {
            self.mark(Thing::Link, &name.text);
            return Some(self.scope.links[index].1);
        }
        let names: Vec<String> = self.scope.links.iter().map(|l| l.0.clone()).collect();
        self.unknown("link", &name.text, &names, &names, name.span);
        None
    }

    fn direction_names(&self) -> Vec<String> {
        let topology = &self.scope.topology;
        let compass = topology.compass().into_iter().filter(|&d| alive(topology, d));
        let links = self.scope.links.iter().map(|l| l.0.clone());
        compass.map(|d| topology.directions[d].name.clone()).chain(links).collect()
    }

    /// What a region says where a direction is asked for, by what stands before it.
    fn region_as_direction(&self, word: &str, per_player: bool, span: Span) -> Diagnostic {
        let before: Vec<&str> = self.before(span).split_whitespace().rev().take(4).collect();
        match before[..] {
            ["in", _, "each", "for"] => messages::region_of_each(word, span),
            ["except", ..] => messages::region_behind_except(word, span),
            _ => messages::value_as_direction(word, per_player, span),
        }
    }

    fn unknown_direction(&mut self, word: &str, span: Span) {
        let region = self.scope.regions.iter().find(|r| r.item.name.text == word);
        if let Some(region) = region {
            let per_player = matches!(region.item.value, ast::RegionValue::PerPlayer(_));
            return self.report(self.region_as_direction(word, per_player, span));
        }
        if let Some((_, binding)) = self.env.names.iter_mut().rev().find(|(name, _)| name == word) {
            // Said once, however often it is used so.
            *binding = Binding::Poison;
            return self.report(messages::name_as_direction(word, span));
        }
        // `(northeast of center  southwest of center)`
        if VALUES.contains(&word) || self.scope.states.iter().any(|state| state.name == word) {
            return self.report(self.region_as_direction(word, false, span));
        }
        let mut there = self.direction_names();
        if self.scope.facing.is_some() {
            there.insert(0, "forward".to_string());
        }
        there.insert(0, "any".to_string());
        let words = WORDS.iter().map(|w| w.to_string()).chain(there.iter().cloned());
        let all: Vec<String> = words.collect();
        self.unknown("direction", word, &all, &there, span);
    }

    /// The directions of a leap, in every orientation; made when they are first asked for.
    pub fn leap(&mut self, a: i64, b: i64, span: Span) -> Option<DirSet> {
        let (a, b) = (a.max(b) as i32, a.min(b) as i32);
        if !self.scope.boards_known {
            self.no_board_yet(span);
            return None;
        }
        if a == 0 {
            self.report(messages::empty_leap(span));
            return None;
        }
        let mut dirs = Vec::new();
        for (i, vector) in leap_vectors(&self.scope.topology, a, b).into_iter().enumerate() {
            let name = format!("leap {a},{b} #{}", i + 1);
            let topology = &mut self.scope.topology;
            let dir = match topology.direction(&name) {
                Some(dir) => dir,
                None => {
                    let to = |s| topology.displaced(s, vector).map(|t| t as u16);
                    let next = (0..topology.sites()).map(to).collect();
                    topology.add_link(&name, next)
                }
            };
            if alive(&self.scope.topology, dir) {
                dirs.push(dir);
            }
        }
        if dirs.is_empty() {
            self.report(messages::leap_off_board(a, b, span));
            return None;
        }
        Some(self.both(dirs))
    }
}

/// All displacements of a leap.
fn leap_vectors(topology: &Topology, a: i32, b: i32) -> Vec<(i32, i32, i32)> {
    let mut vectors = Vec::new();
    if topology.hexagonal {
        // So many steps along one of the six directions, and so many along the next one.
        let six: [(i32, i32); 6] = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];
        for i in 0..6 {
            let (u, v) = (six[i], six[(i + 1) % 6]);
            vectors.push((a * u.0 + b * v.0, a * u.1 + b * v.1, 0));
            vectors.push((b * u.0 + a * v.0, b * u.1 + a * v.1, 0));
        }
    } else {
        let levels = topology.boards.iter().any(|b| b.depth > 1);
        for (x, y, z) in [(a, b, 0), (b, a, 0), (a, 0, b), (b, 0, a), (0, a, b), (0, b, a)] {
            if !levels && (x, y) != (a, b) && (x, y) != (b, a) {
                continue;
            }
            for signs in 0..8 {
                let sign = |v: i32, bit: i32| if signs & bit == 0 { v } else { -v };
                vectors.push((sign(x, 1), sign(y, 2), sign(z, 4)));
            }
        }
        if !levels {
            vectors.retain(|v| v.2 == 0);
        }
    }
    let mut unique = Vec::new();
    for v in vectors {
        if !unique.contains(&v) {
            unique.push(v);
        }
    }
    unique
}

/// Directions, each alone.
fn one_by_one(dirs: &DirSet) -> Vec<DirSet> {
    let [first, second] = dirs.fixed.each_ref().pair();
    let set = |(&a, &b): (&DirId, &DirId)| DirSet { fixed: PerSide::new(vec![a], vec![b]), ..DirSet::default() };
    first.iter().zip(second).map(set).collect()
}

/// Union.
pub fn join(mut all: DirSet, more: DirSet) -> DirSet {
    for (into, from) in all.fixed.iter_mut().zip(more.fixed) {
        for d in from {
            if !into.contains(&d) {
                into.push(d);
            }
        }
    }
    for v in more.plus {
        if !all.plus.contains(&v) {
            all.plus.push(v);
        }
    }
    for v in more.minus {
        if !all.minus.contains(&v) {
            all.minus.push(v);
        }
    }
    all
}

/// Difference.
fn without(mut all: DirSet, less: DirSet) -> DirSet {
    for (from, gone) in all.fixed.iter_mut().zip(&less.fixed) {
        from.retain(|d| !gone.contains(d));
    }
    all.plus.retain(|v| !less.plus.contains(v));
    for v in less.plus {
        if !all.minus.contains(&v) {
            all.minus.push(v);
        }
    }
    all
}
