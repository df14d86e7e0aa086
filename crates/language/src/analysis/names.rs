//! Names: what a word stands for.

use super::messages;
use super::scope::{Analyzer, Binding, InSowing, Lazy, Place, Thing, Value};
use crate::board::{Drawing, SiteSet};
use crate::game::Side;
use crate::rules::{FROM, Number, OVER, Region, StateValue, TO, Truth, Who};
use crate::source::Span;
use crate::syntax::ast;
pub use crate::syntax::words::VALUES as WORDS;

impl Analyzer<'_> {
    /// What a small-letter word stands for.
    pub fn name(&mut self, word: &str, span: Span) -> Option<Value> {
        if let Some(binding) = self.env.binding(word).cloned() {
            return match binding {
                Binding::Poison => None,
                Binding::Local(id) => {
                    self.asked.insert(id);
                    Some(Value::Region(Region::Local(id)))
                }
                Binding::Dirs(_) => {
                    self.report(messages::direction_as_value(word, span));
                    None
                }
                Binding::Value(value, size) => {
                    self.spend(size, span)?;
                    Some(*value)
                }
            };
        }
        if let Some(value) = self.word(word, span) {
            return value;
        }
        if let Some(option) = self.scope.options.iter().find(|o| o.name == word) {
            let (value, option_span) = (option.value, option.span);
            self.mark(Thing::Option, word);
            return match value {
                ast::OptionValue::Truth(t) => Some(Value::Truth(Truth::Const(t))),
                ast::OptionValue::Number { halves } if halves % 2 == 0 => {
                    Some(Value::Number(Number::Const(halves / 2)))
                }
                ast::OptionValue::Number { halves } => {
                    // It is told at its value, once for all places that take whole numbers only.
                    let at = option_span;
                    if !self.says("half-number", at) {
                        self.report(messages::half_option(word, halves, at, span));
                    }
                    None
                }
            };
        }
        if let Some(index) = self.scope.regions.iter().position(|r| r.item.name.text == word) {
            self.mark(Thing::Region, word);
            return match self.region_item(index)? {
                Lazy::PerPlayer(sets) => Some(Value::Region(Region::Const(sets[Side::First].or(&sets[Side::Second])))),
                Lazy::Shared(set) => Some(Value::Region(Region::Const(set))),
                _ => None,
            };
        }
        if let Some(id) = self.scope.states.iter().position(|s| s.name == word) {
            self.changing(word, span)?;
            self.mark(Thing::State, word);
            if self.env.place != Place::Definition {
                self.read.insert(word.to_string());
            }
            return Some(match self.scope.states[id].initial {
                StateValue::Cells(_) => Value::Region(Region::State(id)),
                StateValue::Number(_) => Value::Number(Number::State(id)),
            });
        }
        if self.scope.defines.iter().any(|d| d.item.name.text == word) {
            return self.call(&ast::Name { text: word.to_string(), span }, &[]);
        }
        if self.scope.boards_known {
            if let Some(board) = self.board_named(word) {
                return Some(Value::Region(Region::Const(board)));
            }
            if let Some(cell) = self.scope.topology.cell(word) {
                return Some(Value::Region(Region::Const(self.one(cell))));
            }
        }
        // Where it means nothing, and where the file has such a name, it is a name like any other.
        if word == "laps" {
            if self.env.sowing == InSowing::None {
                self.report(messages::no_laps(span));
                return None;
            }
            return Some(Value::Number(Number::Laps));
        }
        self.unknown_word(word, span);
        None
    }

    /// A set of one cell.
    pub fn one(&self, cell: usize) -> SiteSet {
        SiteSet::from_sites(self.scope.topology.sites(), [cell])
    }

    fn board_named(&self, word: &str) -> Option<SiteSet> {
        let boards = &self.scope.topology.boards;
        let index = match word {
            "board" => 0,
            _ => boards.iter().position(|b| b.name.as_deref() == Some(word))?,
        };
        Some(self.scope.topology.select(|c| c.board == index))
    }

    /// The words of the language; the outer `None` is "no such word".
    fn word(&mut self, word: &str, span: Span) -> Option<Option<Value>> {
        let sites = self.scope.topology.sites();
        let constant = |set: SiteSet| Some(Some(Value::Region(Region::Const(set))));
        let main = |square: bool| {
            let topology = &self.scope.topology;
            topology.boards.first().is_some_and(|b| !square || b.drawing == Drawing::Grid)
        };
        match word {
            "yes" => return Some(Some(Value::Truth(Truth::Const(true)))),
            "no" => return Some(Some(Value::Truth(Truth::Const(false)))),
            "all" | "none" | "corners" | "edge" | "center" | "centre" | "dark" | "light"
                if !self.scope.boards_known =>
            {
                self.no_board_yet(span);
                return Some(None);
            }
            "all" => return constant(SiteSet::full(sites)),
            "none" => return constant(SiteSet::empty(sites)),
            "corners" => return constant(self.scope.topology.corners()),
            "edge" => return constant(self.scope.topology.edge()),
            "center" | "centre" => return constant(self.scope.topology.center()),
            "dark" | "light" if main(true) => {
                let odd = i32::from(word == "light");
                return constant(self.scope.topology.select(|c| c.board == 0 && (c.x + c.y + c.z) % 2 == odd));
            }
            "dark" | "light" => {
                self.report(messages::no_colours(word, span));
                return Some(None);
            }
            _ => {}
        }
        let region = match word {
            "empty" => Region::Empty,
            "occupied" => Region::Pieces { who: None, kinds: None },
            "neutral" => {
                let kinds: Vec<usize> = (0..self.scope.kinds.len()).filter(|&k| self.scope.kinds[k].neutral).collect();
                if kinds.is_empty() {
                    self.report(messages::nothing_neutral(span));
                    return Some(Some(Value::Region(self.nothing())));
                }
                Region::Pieces { who: None, kinds: Some(kinds) }
            }
            "own" => Region::Pieces { who: Some(Who::Own), kinds: None },
            "enemy" => Region::Pieces { who: Some(Who::Enemy), kinds: None },
            "from" | "to" | "over" => return Some(self.end_of_move(word, span)),
            "touched" => return Some(self.since_start("touched", span).map(|()| Value::Region(Region::Touched))),
            "legs" => {
                let known = matches!(
                    self.env.place,
                    Place::Most | Place::Effect | Place::Finally | Place::Legal(_) | Place::Definition
                );
                if !known {
                    self.report(messages::only_during_ply("legs", self.env.place, span));
                    return Some(None);
                }
                return Some(Some(Value::Number(Number::Legs)));
            }
            "dir" => {
                self.report(messages::direction_as_value("dir", span));
                return Some(None);
            }
            _ => return None,
        };
        Some(self.changing(word, span).map(|()| Value::Region(region)))
    }

    fn end_of_move(&mut self, word: &str, span: Span) -> Option<Value> {
        let (bound, id) = match word {
            "from" => (self.env.from, FROM),
            "to" => (self.env.to, TO),
            _ => (self.env.over, OVER),
        };
        // What several clauses share by a definition may name a cell that some of them do not have.
        let shared =
            id != OVER && matches!(self.env.place, Place::When | Place::Effect) && !self.env.expanding.is_empty();
        if !bound && !shared {
            // A region of the file may have been given this name, and told to be called otherwise.
            if !self.is_unread(word) {
                self.report(messages::not_bound_here(word, self.env.place, span));
            }
            return None;
        }
        Some(Value::Region(Region::Local(id)))
    }

    /// Checks that what changes during the game may be read here.
    pub fn changing(&mut self, what: &str, span: Span) -> Option<()> {
        if let Place::Constant(construct) = self.env.place {
            self.report(messages::not_constant(what, construct, &self.scope.players.clone(), span));
            return None;
        }
        Some(())
    }

    /// Checks that the start of the ply may be looked back at here.
    pub fn since_start(&mut self, what: &str, span: Span) -> Option<()> {
        match self.env.place {
            Place::Constant(_) => self.changing(what, span),
            Place::When | Place::Effect | Place::Finally | Place::Legal(_) | Place::Most | Place::Definition => {
                Some(())
            }
            Place::Guard | Place::Slot | Place::End | Place::State | Place::Eval | Place::Query => {
                self.report(messages::only_during_ply(what, self.env.place, span));
                None
            }
        }
    }

    fn unknown_word(&mut self, word: &str, span: Span) {
        if self.is_direction(word) {
            // `ray north south of own`
            let before = self.word_before(span).filter(|before| self.is_direction(before));
            return self.report(match before {
                Some(first) => messages::two_directions(first, word, span),
                None => messages::direction_as_value(word, span),
            });
        }
        let scope = &self.scope;
        if scope.tables.iter().any(|t| t.0.name.text == word) {
            return self.report(messages::table_as_value(word, span));
        }
        let mut names: Vec<String> = self.env.names.iter().map(|n| n.0.clone()).collect();
        names.extend(scope.names());
        let mut own: Vec<String> = self.env.names.iter().map(|n| n.0.clone()).collect();
        own.extend(scope.options.iter().map(|o| o.name.clone()));
        own.extend(scope.topology.boards.iter().filter_map(|board| board.name.clone()));
        own.extend(scope.regions.iter().map(|r| r.item.name.text.clone()));
        own.extend(scope.states.iter().map(|s| s.name.clone()));
        own.extend(scope.defines.iter().map(|d| d.item.name.text.clone()));
        self.unknown("name", word, &names, &own, span);
    }

    /// What the other file says of a kind that is left out is said of no piece.
    pub fn cells_of_none(&self, kind: &str, span: Span) -> Option<Region> {
        let (gone, base) = &self.scope.gone;
        let left_out = span.start >= *base && gone.iter().any(|name| name == kind);
        left_out.then(|| Region::Const(SiteSet::empty(self.scope.topology.sites())))
    }

    /// What a capital word stands for: a player's pieces, or the pieces of a kind.
    pub fn capital(&mut self, word: &str, span: Span) -> Option<Value> {
        if let Some(side) = self.scope.player(word) {
            self.changing(word, span)?;
            return Some(Value::Region(Region::Pieces { who: Some(Who::Side(side)), kinds: None }));
        }
        if let Some(kinds) = self.scope.kinds_named(word).map(|k| k.kinds.clone()) {
            self.changing(word, span)?;
            self.mark(Thing::Kind, word);
            return Some(Value::Region(Region::Pieces { who: None, kinds: Some(kinds) }));
        }
        if let Some(none) = self.cells_of_none(word, span) {
            return Some(Value::Region(none));
        }
        let kinds = self.scope.kind_names.iter().map(|k| k.name.clone());
        let names: Vec<String> = kinds.chain(self.scope.players.iter().cloned()).collect();
        self.unknown("piece or player", word, &names, &names, span);
        None
    }

    /// The kinds of a name in a place where only a kind makes sense.
    pub fn kinds_of(&mut self, name: &ast::Name) -> Option<Vec<usize>> {
        if let Some(kinds) = self.scope.kinds_named(&name.text).map(|k| k.kinds.clone()) {
            self.mark(Thing::Kind, &name.text);
            return Some(kinds);
        }
        if self.scope.player(&name.text).is_some() {
            if self.is_unread(&name.text) {
                return None;
            }
            let kinds = self.scope.kind_names.iter().map(|kind| kind.name.as_str());
            let near = crate::diag::nearest(&name.text, kinds).map(str::to_string);
            self.report(messages::player_as_kind(&name.text, near.as_deref(), name.span));
            return None;
        }
        let names: Vec<String> = self.scope.kind_names.iter().map(|k| k.name.clone()).collect();
        self.unknown("piece", &name.text, &names, &names, name.span);
        None
    }

    /// The single kind of a name.
    pub fn kind_of(&mut self, name: &ast::Name) -> Option<usize> {
        let kinds = self.kinds_of(name)?;
        if let [kind] = kinds[..] {
            return Some(kind);
        }
        let kinds: Vec<String> = kinds.into_iter().map(|kind| self.scope.kinds[kind].name.clone()).collect();
        let chosen = matches!(self.env.place, Place::Effect | Place::Finally | Place::Definition);
        self.report(messages::several_kinds(&name.text, &kinds, chosen, name.span));
        None
    }

    /// The player of a name.
    pub fn player_of(&mut self, name: &ast::Name) -> Option<crate::game::Side> {
        if let Some(side) = self.scope.player(&name.text) {
            return Some(side);
        }
        let players = self.scope.players.iter().cloned().collect::<Vec<_>>();
        self.unknown("player", &name.text, &players, &players, name.span);
        None
    }

    /// Whose: `own`, `enemy` or a player.
    pub fn who(&mut self, owner: &ast::Owner, span: Span) -> Option<Who> {
        match owner {
            ast::Owner::Player(name) => self.player_of(name).map(Who::Side),
            ast::Owner::Own => self.changing("own", span).map(|()| Who::Own),
            ast::Owner::Enemy => self.changing("enemy", span).map(|()| Who::Enemy),
        }
    }

    /// The state variable of a name, as the target of an effect.
    pub fn state_of(&mut self, name: &ast::Name) -> Option<usize> {
        if let Some(id) = self.scope.states.iter().position(|s| s.name == name.text) {
            self.mark(Thing::State, &name.text);
            return Some(id);
        }
        let within = self.env.expanding.last().map(|(define, _)| define);
        let define = self.scope.defines.iter().find(|d| Some(&d.item.name.text) == within);
        if define.is_some_and(|d| d.item.params.iter().any(|param| param.text == name.text)) {
            self.report(messages::parameter_set(&name.text, name.span));
            return None;
        }
        match self.env.binding(&name.text) {
            Some(Binding::Poison) => return None,
            Some(Binding::Value(..) | Binding::Local(_) | Binding::Dirs(_)) => {
                self.report(messages::not_a_state(&name.text, name.span));
                return None;
            }
            None => {}
        }
        let scope = &self.scope;
        let fixed = scope.options.iter().any(|o| o.name == name.text)
            || scope.regions.iter().any(|r| r.item.name.text == name.text)
            || scope.defines.iter().any(|d| d.item.name.text == name.text);
        if fixed {
            self.report(messages::not_a_state(&name.text, name.span));
            return None;
        }
        let names: Vec<String> = scope.states.iter().map(|s| s.name.clone()).collect();
        self.unknown("state or clock", &name.text, &names, &names, name.span);
        None
    }
}
