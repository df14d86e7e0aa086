//! `look`: how a file wants to be drawn. Nothing else reads it; a mistake in it is told all the same.

use super::items::Items;
use super::messages;
use super::scope::{Analyzer, Lazy, Thing};
use crate::board::SiteSet;
use crate::diag::nearest;
use crate::game::PerSide;
use crate::rules::{BoardLook, COLOURS, Looks, PieceLook};
use crate::source::{Source, Span};
use crate::syntax::ast::{Look, LookKind, Name, Text};

/// The most characters of a symbol.
const LONGEST_SYMBOL: usize = 3;

/// The words that stand alone.
const STYLES: &[&str] = &["checkered", "points", "bare", "wedges"];

/// What a region may be beside a colour.
const PLACES: &[&str] = &["aside", "thin"];

impl Analyzer<'_> {
    /// What the file says of its looks.
    pub fn looks(&mut self, items: &Items<'_>, source: &Source) -> Looks {
        let mut looks = Looks::default();
        let mut said: Vec<(String, Span)> = Vec::new();
        for look in &items.looks {
            // Styles of the board and of pieces exclude each other, whatever they are called.
            let subject = match &look.kind {
                LookKind::Style(word) => style(&word.text).unwrap_or(&word.text).to_string(),
                LookKind::Painted(what, word) if PLACES.contains(&word.text.as_str()) => {
                    format!("{} {}", what.text, word.text)
                }
                _ => look.subject().to_string(),
            };
            match said.iter().find(|(other, _)| *other == subject) {
                Some((_, first)) => self.report(messages::look_twice(look.subject(), look.span, *first)),
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
                self.scope.player(&what.text).is_none()
            }
            LookKind::Painted(what, _) => !self.paintable().contains(&what.text),
            LookKind::Style(_) => false,
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
                let Some(side) = self.scope.player(&what.text) else {
                    return self.no_player(what, word);
                };
                if let Some(colour) = self.colour(word, &[]) {
                    looks.players[side] = Some(colour);
                }
            }
            LookKind::Painted(what, word) => self.painted(what, word, looks),
            LookKind::Style(word) => match word.text.as_str() {
                "checkered" => looks.board = BoardLook::Checkered,
                "points" => looks.board = BoardLook::Points,
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

    /// `look King gold`, `look Wite gold`
    fn no_player(&mut self, what: &Name, word: &Name) {
        if self.scope.kinds_named(&what.text).is_some() {
            return self.report(messages::colour_of_kind(&what.text, &word.text, &self.scope.players, what.span));
        }
        let names = self.scope.players.iter().cloned().collect::<Vec<_>>();
        self.unknown("player", &what.text, &names, &names, what.span);
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

    fn painted(&mut self, what: &Name, word: &Name, looks: &mut Looks) {
        self.mark(Thing::Region, &what.text);
        let names = self.paintable();
        if !names.contains(&what.text) {
            if STYLES.contains(&what.text.as_str()) {
                return self.report(messages::looks_without_comma(&what.text, &word.text, word.span));
            }
            return self.unknown("region or state", &what.text, &names, &names, what.span);
        }
        if !PLACES.contains(&word.text.as_str()) {
            let painted = self.colour(word, PLACES).map(|colour| (what.text.clone(), colour));
            return looks.colours.extend(painted);
        }
        let Some(cells) = self.cells_of(&what.text) else {
            return self.report(messages::moving_place(&what.text, &word.text, word.span));
        };
        if word.text == "thin" {
            let [first, second] = cells.pair();
            let all = first.iter().chain(second.iter());
            looks.thin = Some(SiteSet::from_sites(self.scope.topology.sites(), all));
            return;
        }
        // Cells of both stand on one side only.
        let [first, second] = cells.pair();
        let second = second.minus(&first);
        looks.aside = Some(PerSide::new(first, second));
    }

    /// The cells of a region or of a board, as each player's; none of a state.
    fn cells_of(&mut self, name: &str) -> Option<PerSide<SiteSet>> {
        if let Some(index) = self.scope.regions.iter().position(|region| region.item.name.text == name) {
            let sites = self.scope.topology.sites();
            return Some(match self.region_item(index) {
                Some(Lazy::Shared(cells)) => PerSide::same(cells),
                Some(Lazy::PerPlayer(cells)) => cells,
                // Told of already.
                _ => PerSide::same(SiteSet::empty(sites)),
            });
        }
        let board = self.scope.topology.boards.iter().position(|board| board.name.as_deref() == Some(name))?;
        let cells = self.scope.topology.select(|cell| cell.board == board);
        Some(PerSide::same(cells))
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

/// What a style is of.
fn style(word: &str) -> Option<&'static str> {
    match word {
        "checkered" | "points" => Some("the board"),
        "bare" | "wedges" => Some("pieces"),
        _ => None,
    }
}

fn near(word: &str, words: &[&str]) -> Option<String> {
    nearest(word, words.iter().copied()).map(str::to_string)
}
