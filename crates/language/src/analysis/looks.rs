//! `look`: how a file wants to be drawn. Nothing else reads it; a mistake in it is told all the same.

use super::items::Items;
use super::messages;
use super::scope::{Analyzer, Env, Lazy, Place, Thing};
use crate::board::{Drawing, SiteSet, Topology};
use crate::diag::nearest;
use crate::game::{PerSide, Side};
use crate::rules::{Area, BoardLook, COLOURS, FORMS, KindId, Looks, PLACES, PieceLook, STYLES, Shape};
use crate::source::{Source, Span};
use crate::syntax::ast::{Expr, ExprKind, Look, LookKind, Name, Text};

/// The most characters of a symbol.
const LONGEST_SYMBOL: usize = 3;

/// The most characters of what a cell is called.
const LONGEST_TITLE: usize = 10;

/// Regions that every board has.
const BUILT_IN: &[&str] = &["corners", "edge", "center", "centre", "dark", "light"];

/// What a look paints: a name, or cells without one.
struct Subject<'l> {
    text: &'l str,
    span: Span,
    cells: Option<&'l Expr>,
}

impl Analyzer<'_> {
    /// What the file says of its looks.
    pub fn looks(&mut self, items: &Items<'_>, source: &Source) -> Looks {
        let mut looks = Looks::default();
        let mut said: Vec<(String, Span)> = Vec::new();
        for look in &items.looks {
            // Styles of the board and of pieces exclude each other, whatever they are called.
            let subject = match &look.kind {
                LookKind::Style(word) => style(&word.text).unwrap_or(&word.text).to_string(),
                LookKind::Painted(_, word) | LookKind::Area(_, _, word) => {
                    format!("{} {}", look.subject(), self.aspect(&word.text))
                }
                LookKind::Symbol(what, ..) => format!("{} symbol", what.text),
                _ => look.subject().to_string(),
            };
            match said.iter().find(|(other, _)| *other == subject) {
                Some((_, first)) => {
                    self.report(messages::look_twice(look.subject(), look.span, *first));
                    continue;
                }
                None => said.push((subject, look.span)),
            }
            // What a file says that this one extends may be about what is other here.
            if !source.is_own(look.span) && self.is_gone(look) {
                continue;
            }
            self.look(look, &mut looks);
        }
        looks
    }

    /// Whether a look is of something that the file does not have.
    fn is_gone(&self, look: &Look) -> bool {
        match &look.kind {
            LookKind::Symbol(what, ..) => self.scope.kinds_named(&what.text).is_none(),
            LookKind::Painted(what, _) if what.text.starts_with(char::is_uppercase) => {
                self.scope.player(&what.text).is_none() && self.scope.kinds_named(&what.text).is_none()
            }
            LookKind::Painted(what, _) => {
                !BUILT_IN.contains(&what.text.as_str()) && !self.paintable().contains(&what.text)
            }
            LookKind::Title(what, _) => self.scope.topology.cell(&what.text).is_none(),
            LookKind::Style(_) | LookKind::Area(..) => false,
            LookKind::Cells(rows) => {
                let cells = |row: &Text| row.text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
                let known = |word: &String| word == "." || self.scope.topology.cell(word).is_some();
                !rows.iter().flat_map(cells).all(|word| known(&word))
            }
        }
    }

    fn look(&mut self, look: &Look, looks: &mut Looks) {
        match &look.kind {
            LookKind::Symbol(what, first, second) => self.symbol(what, first, second.as_ref(), looks),
            LookKind::Painted(what, word) if what.text.starts_with(char::is_uppercase) => {
                if let Some(named) = self.scope.kinds_named(&what.text) {
                    return self.form(&named.kinds.clone(), what, word, looks);
                }
                let Some(side) = self.scope.player(&what.text) else {
                    let kinds = self.scope.kind_names.iter().map(|kind| kind.name.clone());
                    let names: Vec<String> = self.scope.players.iter().cloned().chain(kinds).collect();
                    return self.unknown("player or kind", &what.text, &names, &names, what.span);
                };
                if FORMS.contains(&word.text.as_str()) {
                    return self.report(messages::form_of_player(&what.text, &word.text, what.span));
                }
                if let Some(colour) = self.colour(word, &[]) {
                    looks.players[side] = Some(colour);
                }
            }
            LookKind::Painted(what, word) => {
                self.mark(Thing::Region, &what.text);
                self.painted(&Subject { text: &what.text, span: what.span, cells: None }, word, looks);
            }
            LookKind::Area(cells, text, word) => {
                self.painted(&Subject { text, span: cells.span, cells: Some(cells) }, word, looks);
            }
            LookKind::Title(what, title) => self.title(what, title, looks),
            LookKind::Style(word) => match word.text.as_str() {
                "checkered" => looks.board = BoardLook::Checkered,
                "points" => looks.board = BoardLook::Points,
                "stars" => {
                    looks.board = BoardLook::Points;
                    add(&mut looks.dots, stars(&self.scope.topology));
                }
                "bare" => looks.piece = PieceLook::Bare,
                "wedges" => looks.piece = PieceLook::Wedges,
                other => self.report(messages::unknown_style(other, near(other, STYLES), STYLES, word.span)),
            },
            LookKind::Cells(rows) => self.places(rows, look.span, looks),
        }
    }

    fn symbol(&mut self, what: &Name, first: &Text, second: Option<&Text>, looks: &mut Looks) {
        for text in [Some(first), second].into_iter().flatten() {
            // A sign that only changes the one before it takes no room.
            let shown = |c: &char| !matches!(*c, '\u{FE00}'..='\u{FE0F}' | '\u{200D}' | '\u{300}'..='\u{36F}');
            let length = text.text.chars().filter(shown).count();
            if length > LONGEST_SYMBOL {
                self.report(messages::long_symbol(&text.text, length, LONGEST_SYMBOL, text.span));
            }
        }
        let Some(named) = self.scope.kinds_named(&what.text).cloned() else {
            if self.scope.player(&what.text).is_some() {
                return self.report(messages::symbol_of_player(&what.text, what.span));
            }
            let names: Vec<String> = self.scope.kind_names.iter().map(|kind| kind.name.clone()).collect();
            return self.unknown("kind", &what.text, &names, &names, what.span);
        };
        let both = PerSide::new(first.text.clone(), second.unwrap_or(first).text.clone());
        for kind in named.kinds {
            looks.symbols.retain(|(other, _)| *other != kind);
            looks.symbols.push((kind, both.clone()));
        }
    }

    /// `look Dark brown, Round round, Short small`
    fn form(&mut self, kinds: &[KindId], what: &Name, word: &Name, looks: &mut Looks) {
        let shape = match word.text.as_str() {
            "round" => Some(Shape::Round),
            "square" => Some(Shape::Square),
            _ => None,
        };
        for &kind in kinds {
            let form = looks.form_mut(kind);
            if word.text == "small" {
                form.small = true;
            } else if let Some(shape) = shape {
                if form.shape.replace(shape).is_some_and(|other| other != shape) {
                    return self.report(messages::form_twice(&what.text, "another shape", word.span));
                }
            } else {
                let Some(colour) = self.colour(word, FORMS) else { return };
                if !self.scope.kinds[kind].neutral {
                    return self.report(messages::colour_of_kind(&what.text, &colour, &self.scope.players, what.span));
                }
                if form.colour.replace(colour.clone()).is_some_and(|other| other != colour) {
                    return self.report(messages::form_twice(&what.text, "another colour", word.span));
                }
            }
        }
    }

    /// `look deck1 "tiger"`
    fn title(&mut self, what: &Name, title: &Text, looks: &mut Looks) {
        let length = title.text.chars().count();
        if length > LONGEST_TITLE {
            self.report(messages::long_title(&title.text, length, LONGEST_TITLE, title.span));
        }
        if title.text.trim().is_empty() {
            self.report(messages::empty_title(&what.text, title.span));
        }
        if !self.scope.boards_known {
            return;
        }
        let Some(site) = self.scope.topology.cell(&what.text) else {
            if self.paintable().contains(&what.text) {
                return self.report(messages::title_of_region(&what.text, what.span));
            }
            // `look ing "♛"`: a kind as well may have been meant.
            let kinds = self.scope.kind_names.iter().map(|kind| kind.name.clone());
            let cells = self.scope.topology.cells.iter().map(|cell| cell.name.clone());
            let names: Vec<String> = kinds.chain(cells).collect();
            return self.unknown("cell", &what.text, &names, &names, what.span);
        };
        looks.titles.push((site, title.text.clone()));
    }

    /// What of a thing a word speaks of: it is said once.
    fn aspect(&self, word: &str) -> String {
        match word {
            "round" | "square" => "shape".to_string(),
            // The colours of its owners are colours, too.
            "owners" => "colour".to_string(),
            word if word == "small" || PLACES.contains(&word) || self.is_direction(word) => word.to_string(),
            _ => "colour".to_string(),
        }
    }

    /// The names of regions and of states: what a look may paint.
    fn paintable(&self) -> Vec<String> {
        let regions = self.scope.regions.iter().map(|region| region.item.name.text.clone());
        let boards = self.scope.topology.boards.iter().filter_map(|board| board.name.clone());
        regions.chain(self.scope.states.iter().map(|state| state.name.clone())).chain(boards).collect()
    }

    fn colour(&mut self, word: &Name, others: &[&str]) -> Option<String> {
        if COLOURS.contains(&word.text.as_str()) {
            return Some(word.text.clone());
        }
        let words: Vec<&str> = COLOURS.iter().chain(others).copied().collect();
        let meant = match word.text.as_str() {
            "gray" => Some("grey".to_string()),
            "violet" => Some("purple".to_string()),
            other => near(other, &words),
        };
        self.report(messages::unknown_colour(&word.text, meant, &words, word.span));
        None
    }

    fn painted(&mut self, what: &Subject<'_>, word: &Name, looks: &mut Looks) {
        let names = self.paintable();
        let known = what.cells.is_some() || BUILT_IN.contains(&what.text) || names.iter().any(|name| name == what.text);
        if !known {
            if STYLES.contains(&what.text) {
                return self.report(messages::looks_without_comma(what.text, &word.text, word.span));
            }
            let known: Vec<String> =
                names.iter().cloned().chain(BUILT_IN.iter().map(|word| word.to_string())).collect();
            return self.unknown("region or state", what.text, &known, &names, what.span);
        }
        let name = what.text.to_string();
        let state = self.scope.states.iter().any(|state| state.name == name);
        let dirs = if COLOURS.contains(&word.text.as_str()) || !self.is_direction(&word.text) {
            None
        } else {
            let Some(dirs) = self.dir_word(&word.text, word.span) else { return };
            Some(dirs.fixed[Side::First].clone())
        };
        match (word.text.as_str(), dirs) {
            ("hidden", _) if state => return looks.hidden.push(name),
            (_, Some(dirs)) if state => return looks.links.push((name, dirs)),
            (place, _) if state && PLACES.contains(&place) => {
                return self.report(messages::moving_place(what.text, place, word.span));
            }
            (place, _) if PLACES.contains(&place) => {}
            (_, None) => {
                let Some(colour) = self.colour(word, PLACES) else { return };
                if state {
                    return looks.colours.push((name, colour));
                }
                let Some(cells) = self.cells_of(what, word) else { return };
                return looks.areas.push(Area { name, cells, colour: Some(colour) });
            }
            (_, Some(_)) => {}
        }
        let Some(cells) = self.cells_of(what, word) else { return };
        let all = || SiteSet::from_sites(self.scope.topology.sites(), cells.iter().flat_map(SiteSet::iter));
        match word.text.as_str() {
            "owners" if !self.is_owned(what) => {
                self.report(messages::area_of_both(what.text, &self.scope.players, word.span))
            }
            "owners" => looks.areas.push(Area { name, cells, colour: None }),
            "thin" => add(&mut looks.thin, all()),
            "dots" => add(&mut looks.dots, all()),
            "hidden" => add(&mut looks.unseen, all()),
            "aside" => {
                let [mut first, mut second] = looks.aside.take().map_or([None, None], |there| there.pair().map(Some));
                let [firsts, seconds] = cells.pair();
                add(&mut first, firsts);
                add(&mut second, seconds);
                // Cells of both stand on one side only.
                let apart = |(first, second): (SiteSet, SiteSet)| PerSide::new(first.clone(), second.minus(&first));
                looks.aside = first.zip(second).map(apart);
            }
            _ => {
                let all = all();
                let Some(dirs) = self.dir_word(&word.text, word.span) else { return };
                looks.lines.push((all, dirs.fixed[Side::First].clone()));
            }
        }
    }

    /// Whether it says whose its cells are, though they may be the same: small boards of Hex have no other cells.
    fn is_owned(&self, what: &Subject<'_>) -> bool {
        let says = |word: &str| matches!(word, "own" | "enemy" | "far") || word.starts_with(char::is_uppercase);
        match what.cells {
            Some(_) => what.text.split(|c: char| !c.is_alphanumeric() && c != '-').any(says),
            None => self
                .scope
                .regions
                .iter()
                .any(|region| region.item.name.text == what.text && matches!(region.value, Lazy::PerPlayer(_))),
        }
    }

    /// The cells of what is painted, as each player's; none, which is told, if they change.
    fn cells_of(&mut self, what: &Subject<'_>, word: &Name) -> Option<PerSide<SiteSet>> {
        let name = what.text;
        if let Some(index) = self.scope.regions.iter().position(|region| region.item.name.text == name) {
            // What is wrong with it is told already.
            return match self.region_item(index)? {
                Lazy::Shared(cells) => Some(PerSide::same(cells)),
                Lazy::PerPlayer(cells) => Some(cells),
                _ => None,
            };
        }
        if let Some(board) = self.scope.topology.boards.iter().position(|board| board.name.as_deref() == Some(name)) {
            return Some(PerSide::same(self.scope.topology.select(|cell| cell.board == board)));
        }
        let named = Expr { kind: ExprKind::Name(name.to_string()), span: what.span };
        let cells = what.cells.unwrap_or(&named);
        let region = self.within(Env::new(Place::Query), |this| this.region(cells))?;
        let [first, second] = [Side::First, Side::Second].map(|side| region.fixed(side));
        let both = first.zip(second).map(|(first, second)| PerSide::new(first, second));
        if both.is_none() {
            self.report(messages::moving_place(name, &word.text, what.span));
        }
        both
    }

    /// Rows of cells, each word a cell or `.`; of a board whose cells are named all are.
    fn places(&mut self, rows: &[Text], span: Span, looks: &mut Looks) {
        if !self.scope.boards_known {
            return;
        }
        let mut places: Vec<(usize, (i32, i32))> = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            let mut at = 0;
            let words = row.text.split(' ').filter_map(|word| {
                let start = at;
                at += word.len() + 1;
                (!word.is_empty()).then_some((start, word))
            });
            for (x, (start, word)) in words.enumerate().filter(|(_, (_, word))| *word != ".") {
                let place = Span::new(row.inside + start, row.inside + start + word.len());
                match self.scope.topology.cell(word) {
                    None => {
                        let names = self.scope.topology.cells.iter().map(|cell| cell.name.as_str());
                        let meant = nearest(word, names).map(str::to_string);
                        return self.report(messages::unknown_place(word, meant, place));
                    }
                    Some(site) if places.iter().any(|(other, _)| *other == site) => {
                        return self.report(messages::placed_twice(word, place));
                    }
                    Some(site) => places.push((site, (x as i32, y as i32))),
                }
            }
        }
        let cells = &self.scope.topology.cells;
        let placed = |site: usize| places.iter().any(|(other, _)| *other == site);
        let boards: Vec<usize> = places.iter().map(|(site, _)| cells[*site].board).collect();
        let missing = (0..cells.len()).find(|&site| boards.contains(&cells[site].board) && !placed(site));
        match missing {
            Some(site) => self.report(messages::not_placed(&cells[site].name.clone(), span)),
            None => looks.places = places,
        }
    }
}

/// What is said of one region holds beside what is said of another.
fn add(all: &mut Option<SiteSet>, cells: SiteSet) {
    *all = Some(all.take().map_or_else(|| cells.clone(), |there| there.or(&cells)));
}

/// The points of the main board that have dots on boards of Go: near the corners, on large boards between these, and in the
/// middle.
fn stars(topology: &Topology) -> SiteSet {
    let Some(board) = topology.boards.first().filter(|board| board.drawing == Drawing::Grid) else {
        return SiteSet::empty(topology.sites());
    };
    let middle = |n: i32| (n % 2 == 1).then_some(n / 2);
    let lines = |n: i32| {
        let near = if n < 12 { 2 } else { 3 };
        let between = middle(n).filter(|_| n > 15);
        if n < 7 { Vec::new() } else { [near, n - 1 - near].into_iter().chain(between).collect() }
    };
    let (files, ranks) = (lines(board.width), lines(board.height));
    let centre = middle(board.width).zip(middle(board.height));
    let has = |x: i32, y: i32| files.contains(&x) && ranks.contains(&y) || centre == Some((x, y));
    topology.select(|cell| cell.board == 0 && has(cell.x, cell.y))
}

/// What a style is of.
fn style(word: &str) -> Option<&'static str> {
    match word {
        "checkered" | "points" | "stars" => Some("the board"),
        "bare" | "wedges" => Some("pieces"),
        _ => None,
    }
}

fn near(word: &str, words: &[&str]) -> Option<String> {
    nearest(word, words.iter().copied()).map(str::to_string)
}
