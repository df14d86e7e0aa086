//! The starting position; state variables.

use super::expr::bare;
use super::items::Items;
use super::messages;
use super::moves::one_line;
use super::scope::{Analyzer, Env, Place, StateEntry};
use crate::board::SiteSet;
use crate::rules::{Bounds, KindId, Life, MOST_ON_A_CELL, Region, Setup, StateValue, Truth};
use crate::source::{Source, Span};
use crate::syntax::ast::{self, ExprKind, Placement, PlacementKind};

impl Analyzer<'_> {
    /// The starting position, and where the file says what stands on each cell.
    pub fn setup(&mut self, items: &Items<'_>) -> (Setup, Vec<Option<Span>>) {
        let mut setup = Setup { hands: self.hands(items), ..Setup::default() };
        let mut places: Vec<Option<Span>> = vec![None; self.scope.topology.sites()];
        if !self.scope.boards_known {
            return (setup, places);
        }
        if let Some((text, _)) = items.fen {
            self.fen(text, &mut setup, &mut places);
        }
        for placement in items.setups.iter().flat_map(|s| s.0) {
            self.placement(items, placement, &mut setup, &mut places);
        }
        (setup, places)
    }

    fn placement(&mut self, items: &Items<'_>, placement: &Placement, setup: &mut Setup, places: &mut [Option<Span>]) {
        let on = self.constant_region(&placement.on, "`setup`");
        let new = match &placement.what {
            PlacementKind::Owned { player: kind, kind: player }
                if self.scope.player(&player.text).is_some() && self.scope.kinds_named(&kind.text).is_some() =>
            {
                return self.report(messages::player_behind_kind(&player.text, &kind.text, kind.span.to(player.span)));
            }
            PlacementKind::Owned { player, kind } => {
                let (side, id) = (self.player_of(player), self.kind_of(kind));
                let (Some(side), Some(id)) = (side, id) else { return };
                if self.scope.kinds[id].neutral {
                    return self.report(messages::neutral_has_no_owner(&kind.text, kind.span));
                }
                Some((Some(side), id, 1))
            }
            PlacementKind::Neutral(player) if self.scope.player(&player.text).is_some() => {
                let kind = self.scope.kinds.first().map_or("Man".to_string(), |kind| kind.name.clone());
                return self.report(messages::player_without_kind(&player.text, &kind, player.span));
            }
            PlacementKind::Neutral(kind) => {
                let Some(id) = self.kind_of(kind) else { return };
                if !self.scope.kinds[id].neutral {
                    if !self.scope.lenient {
                        let told = messages::whose_piece(&kind.text, &self.scope.players.clone(), kind.span);
                        self.report(match items.before_neutral(&kind.text) {
                            Some((at, other)) => messages::neutral_of_another(told, &kind.text, &other.text, at),
                            None => told,
                        });
                    }
                    return;
                }
                Some((None, id, 1))
            }
            PlacementKind::Counted(number, kind) if matches!(&number.kind, ExprKind::Name(word) if word == "neutral") =>
            {
                return self.report(messages::neutral_said_at_a_placement(&kind.text, number.span));
            }
            PlacementKind::Counted(number, kind) => {
                let (number, id) =
                    (self.constant_number(number, "a number of pieces", 0, MOST_ON_A_CELL), self.kind_of(kind));
                let (Some(number), Some(id)) = (number, id) else { return };
                if !self.scope.kinds[id].counted {
                    return self.several_of_one(kind, kind.span);
                }
                Some((None, id, number))
            }
            PlacementKind::Each => None,
        };
        let Some(on) = on else { return };
        if on.is_empty() {
            return self.report(messages::setup_on_nothing(placement.on.span));
        }
        // What stands on a cell twice may be what is left of a line that could not be read.
        if let Some(cell) = on.iter().find(|&s| places[s].is_some()).filter(|_| !self.scope.lenient) {
            let name = self.scope.topology.cells[cell].name.clone();
            let first = places[cell].unwrap_or(placement.span);
            self.report(messages::overlapping_setup(&name, placement.span, first));
        }
        on.iter().for_each(|s| places[s] = Some(placement.span));
        match new {
            Some((_, id, number)) if self.scope.kinds[id].counted => {
                setup.counts.extend(on.iter().map(|s| (s, id, number)));
            }
            Some((side, id, _)) => setup.pieces.extend(on.iter().map(|s| (s, side, id))),
            None => self.one_of_each(&on, setup, placement.span),
        }
    }

    /// A number of a kind that is not counted.
    pub(super) fn several_of_one(&mut self, kind: &ast::Name, span: Span) {
        if self.scope.kinds.iter().any(|k| k.name == kind.text && k.stacked) {
            return self.report(messages::no_stack_at_once(&kind.text, span));
        }
        if self.scope.kinds.iter().any(|k| k.counted) {
            return self.report(messages::not_counted(&kind.text, span));
        }
        let neutral = self.scope.kinds.iter().any(|k| k.name == kind.text && k.neutral);
        let message = match neutral {
            true => messages::nothing_is_counted(&kind.text, span),
            false => messages::not_counted(&kind.text, span),
        };
        self.report_uncounted(message, "here is a number of them, too");
    }

    fn one_of_each(&mut self, on: &SiteSet, setup: &mut Setup, span: Span) {
        let kinds: Vec<KindId> = (0..self.scope.kinds.len()).collect();
        if let Some(&owned) = kinds.iter().find(|&&k| !self.scope.kinds[k].neutral) {
            let name = self.scope.kinds[owned].name.clone();
            return self.report(messages::each_of_owned(&name, span));
        }
        if on.len() != kinds.len() && !(self.scope.lenient && kinds.is_empty()) {
            return self.report(messages::each_does_not_fit(kinds.len(), on.len(), span));
        }
        setup.pieces.extend(on.iter().zip(kinds).map(|(s, k)| (s, None, k)));
    }

    /// State variables and clocks, in file order.
    pub fn states(&mut self, items: &Items<'_>) {
        let mut entries: Vec<StateEntry> = Vec::new();
        for &(item, span) in &items.states {
            let entry = self.state(item, span);
            // A state with a mistake has its name all the same.
            entries.push(entry.unwrap_or_else(|| StateEntry {
                name: item.name.text.clone(),
                initial: match item.sort {
                    ast::StateSort::Cells => StateValue::Cells(SiteSet::empty(self.scope.topology.sites())),
                    ast::StateSort::Number => StateValue::Number(0),
                },
                life: Life::Game,
                letters: Vec::new(),
                span,
            }));
        }
        for &(name, span) in &items.clocks {
            entries.push(StateEntry {
                name: name.text.clone(),
                initial: StateValue::Number(0),
                life: Life::Clock,
                letters: Vec::new(),
                span,
            });
        }
        entries.sort_by_key(|e| items.order.iter().position(|&place| place == e.span));
        self.scope.states = entries;
    }

    fn state(&mut self, item: &ast::StateItem, span: Span) -> Option<StateEntry> {
        let life = match item.lasts {
            ast::StateLife::Game => Life::Game,
            ast::StateLife::OnePly => Life::OnePly,
            ast::StateLife::ThisTurn => Life::ThisTurn,
        };
        let mut letters = Vec::new();
        let initial = match item.sort {
            ast::StateSort::Cells => {
                let set = match &item.initial {
                    Some(expr) => self.constant_region(expr, "the start value of a state")?,
                    None => SiteSet::empty(self.scope.topology.sites()),
                };
                if let Some(given) = &item.letters {
                    letters = self.state_letters(item, given, &set)?;
                }
                StateValue::Cells(set)
            }
            ast::StateSort::Number => {
                if let Some(given) = &item.letters {
                    self.report(messages::letters_of_number(&item.name.text, given.text.span));
                }
                let limit = 1_000_000_000;
                StateValue::Number(match &item.initial {
                    Some(expr) => self.constant_number(expr, "the start value of a state", -limit, limit)?,
                    None => 0,
                })
            }
        };
        Some(StateEntry { name: item.name.text.clone(), initial, life, letters, span })
    }

    /// What each state may hold, in the order of the scope.
    pub fn bounds(&mut self, items: &Items<'_>, source: &Source) -> Vec<Bounds> {
        // Who asks only for what a state may hold does not use it.
        let read = self.read.clone();
        let states = self.scope.states.clone();
        let item = |span: Span| items.states.iter().find(|item| item.1 == span).map(|item| item.0);
        let bounds = states.iter().map(|entry| match item(entry.span) {
            Some(item) => {
                let bounds = self.state_bounds(item, source);
                self.begins_within(item, &entry.initial, &bounds);
                bounds
            }
            None => Bounds::default(),
        });
        let bounds = bounds.collect();
        self.read = read;
        bounds
    }

    fn state_bounds(&mut self, item: &ast::StateItem, source: &Source) -> Bounds {
        let parts = [("on", &item.counts), ("in", &item.within), ("when", &item.when)];
        let given = || parts.iter().filter_map(|(word, part)| Some((word, part.as_ref()?)));
        let text: Vec<String> =
            given().map(|(word, part)| format!("{word} {}", one_line(source.part(part.span)))).collect();
        let span = given().map(|(_, part)| part.span).reduce(Span::to).unwrap_or(item.name.span);
        let mut bounds = Bounds { text: text.join(" "), span, ..Bounds::default() };
        let cells = item.sort == ast::StateSort::Cells;
        match &item.within {
            Some(within) if cells => bounds.cells = self.of_position(|this| this.region(within)),
            Some(within) => bounds.numbers = self.number_bounds(within),
            None => {}
        }
        if let Some(counts) = &item.counts {
            match cells {
                true => bounds.counts = self.of_position(|this| this.region(counts)),
                false => self.report(messages::cells_of_number(&item.name.text, counts.span)),
            }
        }
        if let Some(when) = &item.when {
            bounds.when = self.of_position(|this| this.truth(when));
            if bounds.when == Some(Truth::Const(false)) {
                self.report(messages::state_never(&item.name.text, when.span));
            }
        }
        bounds
    }

    /// That a state does not begin as what it may never hold.
    fn begins_within(&mut self, item: &ast::StateItem, initial: &StateValue, bounds: &Bounds) {
        let Some(within) = &item.within else { return };
        let at = item.initial.as_ref().map_or(item.name.span, |initial| initial.span);
        match (initial, bounds.numbers, &bounds.cells) {
            (StateValue::Number(n), Some((low, high)), _) if !(low..=high).contains(n) => {
                self.report(messages::begins_outside(&item.name.text, *n, (low, high), at, within.span));
            }
            (StateValue::Cells(cells), _, Some(Region::Const(all))) => {
                let topology = &self.scope.topology;
                if let Some(outside) = cells.iter().find(|site| !all.contains(*site)) {
                    let cell = topology.cells[outside].name.clone();
                    self.report(messages::begins_on_other_cell(&item.name.text, &cell, at, within.span));
                }
            }
            _ => {}
        }
    }

    pub(super) fn of_position<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Env::new(Place::State), work)
    }

    /// `0..3`
    fn number_bounds(&mut self, expr: &ast::Expr) -> Option<(i64, i64)> {
        let ExprKind::Range(least, most) = &bare(expr).kind else {
            // `in -9..9` is less what goes from 9 to 9.
            let below = match &bare(expr).kind {
                ExprKind::Negate(inner) => match &bare(inner).kind {
                    ExprKind::Range(least, most) => number_of(least).zip(number_of(most)),
                    _ => None,
                },
                _ => None,
            };
            self.report(match below {
                Some((least, most)) => messages::bounds_below_zero(least, most, expr.span),
                None => messages::no_number_bounds(expr.span),
            });
            return None;
        };
        let (what, limit) = ("a bound of a state", 1_000_000_000);
        let (low, high) =
            (self.constant_number(least, what, -limit, limit), self.constant_number(most, what, -limit, limit));
        let (low, high) = (low?, high?);
        if low > high {
            self.report(messages::no_number_between(low, high, expr.span));
            return None;
        }
        Some((low, high))
    }

    /// One letter for each cell of the region given, or else of the start value, in the order in which the cells are
    /// written.
    fn state_letters(
        &mut self,
        item: &ast::StateItem,
        given: &ast::StateLetters,
        initial: &SiteSet,
    ) -> Option<Vec<(usize, char)>> {
        let what = "the cells with letters of a state";
        let set = match &given.on {
            Some(on) => self.constant_region(on, what)?,
            None => initial.clone(),
        };
        let mut cells: Vec<usize> = Vec::new();
        let written = given.on.as_ref().or(item.initial.as_ref());
        if let Some(ExprKind::List(members)) = written.map(|e| &bare(e).kind) {
            for member in members {
                match self.constant_region(member, what).as_ref().map(|s| (s.len(), s.first())) {
                    Some((1, Some(cell))) => cells.push(cell),
                    _ => break,
                }
            }
        }
        if cells.len() != set.len() {
            cells = set.iter().collect();
        }
        let (text, name) = (&given.text, &item.name.text);
        let chars: Vec<char> = text.text.chars().collect();
        let mut unique = chars.clone();
        unique.sort_unstable();
        unique.dedup();
        if chars.len() != cells.len() || unique.len() != chars.len() {
            self.report(messages::state_letters(name, given.on.is_some(), cells.len(), chars.len(), text.span));
        }
        if let Some(bare) = initial.iter().find(|site| !cells.contains(site)) {
            let cell = self.scope.topology.cells[bare].name.clone();
            self.report(messages::state_letterless(name, &cell, text.span));
        }
        Some(cells.into_iter().zip(chars).collect())
    }
}

/// The number that an expression is, if it is written as one.
fn number_of(expr: &ast::Expr) -> Option<i64> {
    if let ExprKind::Number(number) = bare(expr).kind { Some(number) } else { None }
}
