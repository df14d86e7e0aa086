//! What names mean: the [`Scope`] of a file, and the [`Analyzer`] that looks things up in it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::moves::one_line;
use crate::board::{SiteSet, Topology, file_index};
use crate::diag::{Diagnostic, Diagnostics};
use crate::game::{PerSide, Side};
use crate::rules::{
    DirId, DirSet, FIRST_LOCAL, Kind, KindId, Life, LocalId, Number, OptionRange, Region, StateValue, Truth,
};
use crate::source::{Source, Span};
use crate::syntax::ast;
use crate::syntax::vocabulary;
use crate::syntax::words;

/// How many nodes all expressions of a file may have once its definitions are expanded.
pub const MAX_NODES: usize = 50_000;
/// How deep expressions and effects may be nested, definitions expanded.
pub const MAX_DEPTH: usize = 200;

/// So many cells that are not on the board are told of one by one.
const MOST_CELLS_OFF: usize = 3;

/// The names of a checked file: what a query about one of its positions may use.
#[derive(Debug, Clone)]
pub struct Scope {
    pub(super) players: PerSide<String>,
    pub(super) options: Vec<Opt>,
    pub(super) topology: Topology,
    pub(super) facing: Option<PerSide<DirId>>,
    pub(super) advance: PerSide<Vec<i64>>,
    pub(super) kinds: Vec<Kind>,
    pub(super) kind_names: Vec<KindName>,
    /// The names of cells that `without` takes out.
    pub(super) holes: Vec<String>,
    pub(super) links: Vec<(String, DirId)>,
    pub(super) regions: Vec<RegionEntry>,
    pub(super) states: Vec<StateEntry>,
    pub(super) tables: Vec<(ast::TableItem, Span)>,
    pub(super) defines: Vec<Arc<Definition>>,
    pub(super) legal_lines: usize,
    pub(super) hands: bool,
    /// Whether all boards are known; before that there are no cells to speak of.
    pub(super) boards_known: bool,
    /// Whether a part of the file that others speak of is missing, which was said: then what can't be found is no news.
    pub(super) lenient: bool,
    /// The first two words of items that could not be read: nothing is said about the names among them.
    pub(super) unread: Vec<(String, String)>,
    /// What the file leaves out of the one that it extends, and where that one's text begins.
    pub(super) gone: (Vec<String>, usize),
    /// The regions that are being worked out.
    pub(super) resolving: Vec<String>,
}

/// An option with its value.
#[derive(Debug, Clone)]
pub struct Opt {
    pub name: String,
    /// Where its value is given.
    pub span: Span,
    pub value: ast::OptionValue,
    pub default: ast::OptionValue,
    pub range: Option<OptionRange>,
}

/// A name of one kind, or of all product kinds that have the property.
#[derive(Debug, Clone)]
pub struct KindName {
    pub name: String,
    pub kinds: Vec<KindId>,
    pub span: Span,
}

/// A region of the file.
#[derive(Debug, Clone)]
pub struct RegionEntry {
    pub item: ast::RegionItem,
    pub value: Lazy,
}

/// A region that is worked out when it is first asked for.
#[derive(Debug, Clone)]
pub enum Lazy {
    Pending,
    Resolving,
    Shared(SiteSet),
    PerPlayer(PerSide<SiteSet>),
    /// Reported.
    Broken,
}

/// A state variable or clock.
#[derive(Debug, Clone)]
pub struct StateEntry {
    pub name: String,
    pub initial: StateValue,
    pub life: Life,
    pub letters: Vec<(usize, char)>,
    pub span: Span,
}

/// A definition.
#[derive(Debug)]
pub struct Definition {
    pub item: ast::DefineItem,
}

impl Scope {
    /// A scope that knows nothing yet.
    pub(super) fn new() -> Self {
        Scope {
            players: PerSide::new("First".into(), "Second".into()),
            options: Vec::new(),
            topology: Topology { boards: Vec::new(), cells: Vec::new(), directions: Vec::new(), hexagonal: false },
            facing: None,
            advance: PerSide::default(),
            kinds: Vec::new(),
            kind_names: Vec::new(),
            holes: Vec::new(),
            links: Vec::new(),
            regions: Vec::new(),
            states: Vec::new(),
            tables: Vec::new(),
            defines: Vec::new(),
            legal_lines: 0,
            hands: false,
            boards_known: false,
            lenient: false,
            unread: Vec::new(),
            gone: (Vec::new(), 0),
            resolving: Vec::new(),
        }
    }

    /// The player of this name.
    pub(super) fn player(&self, name: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.players[side] == name)
    }

    /// The kinds of this name.
    pub(super) fn kinds_named(&self, name: &str) -> Option<&KindName> {
        self.kind_names.iter().find(|k| k.name == name)
    }

    /// Whether an item of the file gives this name to something.
    pub(super) fn stands_for_something(&self, word: &str) -> bool {
        self.links.iter().any(|link| link.0 == word)
            || self.options.iter().any(|o| o.name == word)
            || self.regions.iter().any(|r| r.item.name.text == word)
            || self.states.iter().any(|s| s.name == word)
            || self.defines.iter().any(|d| d.item.name.text == word)
    }

    /// Whether numbers are cells.
    pub(super) fn numbered(&self) -> bool {
        self.topology.boards.first().is_some_and(|b| b.drawing == crate::board::Drawing::Row)
    }

    /// All names that a query may use, for completion.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.players.iter().cloned().collect();
        names.extend(self.kind_names.iter().map(|k| k.name.clone()));
        names.extend(self.options.iter().map(|o| o.name.clone()));
        names.extend(self.topology.boards.iter().filter_map(|board| board.name.clone()));
        names.extend(self.regions.iter().map(|r| r.item.name.text.clone()));
        names.extend(self.states.iter().map(|s| s.name.clone()));
        names.extend(self.links.iter().map(|l| l.0.clone()));
        names.extend(self.tables.iter().map(|t| t.0.name.text.clone()));
        let expressions = self.defines.iter().filter(|d| matches!(d.item.body, ast::DefineBody::Expr(_)));
        names.extend(expressions.map(|d| d.item.name.text.clone()));
        names.extend(super::names::WORDS.iter().map(|w| w.to_string()));
        names.sort();
        names.dedup();
        names
    }
}

/// A typed expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Region(Region),
    Number(Number),
    Truth(Truth),
}

/// Where an expression stands: what it may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In a construct (named for messages) that is worked out before any position exists.
    Constant(&'static str),
    /// The guard of a move group.
    Guard,
    /// A region slot of a clause.
    Slot,
    /// `when` of a clause.
    When,
    /// An effect of a clause.
    Effect,
    /// An effect of `finally`.
    Finally,
    /// `legal`, the so-manieth line.
    Legal(usize),
    /// `end`
    End,
    /// What a state may hold.
    State,
    /// `most E of …`
    Most,
    /// `eval`
    Eval,
    /// A question from outside.
    Query,
    /// A definition that is checked by itself.
    Definition,
}

/// What a name of the surroundings stands for.
#[derive(Debug, Clone)]
pub enum Binding {
    /// An argument, and how many nodes it has.
    Value(Box<Value>, usize),
    /// A choice.
    Local(LocalId),
    /// Directions: an argument, or the one of a `for each`.
    Dirs(DirSet),
    /// Something that was reported already, or a parameter of a definition checked by itself.
    Poison,
}

/// Where an effect stands in a sowing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InSowing {
    /// In none.
    None,
    /// In a definition, which may be used in one.
    Perhaps,
    /// In what is done after each piece.
    Each,
    /// In what is done after each lap.
    Lap,
    /// In what is done after the only lap of one that stands in another.
    Inner,
}

/// The surroundings of an expression.
#[derive(Debug, Clone)]
pub struct Env {
    pub place: Place,
    pub names: Vec<(String, Binding)>,
    /// What is picked further on in the blocks around, and where.
    pub later: Vec<(String, Span)>,
    /// Whether `from` and `to` are bound here.
    pub from: bool,
    pub to: bool,
    pub over: bool,
    pub dir: bool,
    /// What is known of a sowing here.
    pub sowing: InSowing,
    /// Whether it stands in what `while` does.
    pub rounds: bool,
    /// So many effects that the player may do or not.
    pub mays: usize,
    /// The definitions that are being expanded, and where each was used.
    pub expanding: Vec<(String, Span)>,
}

impl Env {
    /// Surroundings without any names.
    pub fn new(place: Place) -> Self {
        Env {
            place,
            names: Vec::new(),
            later: Vec::new(),
            from: false,
            to: false,
            over: false,
            dir: false,
            sowing: InSowing::None,
            rounds: false,
            mays: 0,
            expanding: Vec::new(),
        }
    }

    /// What a name of the surroundings stands for.
    pub fn binding(&self, word: &str) -> Option<&Binding> {
        self.names.iter().rev().find(|(name, _)| name == word).map(|(_, binding)| binding)
    }

    /// The same where a cell of departure and of arrival are known.
    pub fn with_ends(mut self) -> Self {
        (self.from, self.to) = (true, true);
        self
    }
}

/// A use of a name, for the check of what is unused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thing {
    Option,
    Region,
    State,
    Table,
    Define,
    Link,
    Kind,
}

/// The state of an analysis.
pub struct Analyzer<'a> {
    pub scope: Scope,
    pub env: Env,
    pub used: BTreeSet<(Thing, String)>,
    /// The words behind `as` that name a way to move.
    pub labels: BTreeSet<(Span, String)>,
    /// State variables that are read somewhere.
    pub read: BTreeSet<String>,
    pub counts_passes: bool,
    /// The choices of a clause that something asks for.
    pub asked: BTreeSet<LocalId>,
    /// Whether anything asks for strengths.
    pub compares_strengths: bool,
    /// Where `was` looks back at what is the same at the start of every turn.
    pub was_of_turn: Vec<Span>,
    /// Ranks that are the same for both players, and where rules for positions name them.
    pub ranks_of_both: Vec<(SiteSet, Span)>,
    /// Directions that are the same for both, and where a move goes along them.
    pub ways_of_both: Vec<(DirId, Span)>,
    /// The kinds whose attacks something asks for, and where.
    pub attackers: Vec<(Vec<KindId>, Span)>,
    /// The kinds that a hand may ever hold.
    pub droppable: Vec<KindId>,
    /// Messages about cells that are not on the board.
    cells_off: Vec<(String, Diagnostic)>,
    /// The file, to quote it; a query has none.
    source: Option<&'a Source>,
    diagnostics: &'a mut Diagnostics,
    next_local: LocalId,
    nodes: usize,
    depth: usize,
    exhausted: bool,
}

impl<'a> Analyzer<'a> {
    /// An analysis that begins with these names.
    pub fn new(scope: Scope, source: Option<&'a Source>, diagnostics: &'a mut Diagnostics) -> Self {
        Analyzer {
            scope,
            env: Env::new(Place::Constant("the file")),
            used: BTreeSet::new(),
            labels: BTreeSet::new(),
            read: BTreeSet::new(),
            counts_passes: false,
            asked: BTreeSet::new(),
            compares_strengths: false,
            was_of_turn: Vec::new(),
            ranks_of_both: Vec::new(),
            ways_of_both: Vec::new(),
            attackers: Vec::new(),
            droppable: Vec::new(),
            cells_off: Vec::new(),
            source,
            diagnostics,
            next_local: FIRST_LOCAL,
            nodes: 0,
            depth: 0,
            exhausted: false,
        }
    }

    /// What stands at a place, in one line.
    pub(super) fn words_at(&self, span: Span) -> String {
        self.source.map_or_else(|| "…".to_string(), |source| one_line(source.part(span)))
    }

    /// What stands before a place, on its line.
    pub(super) fn before(&self, span: Span) -> &'a str {
        let text = self.source.map_or("", |source| source.text.get(..span.start).unwrap_or_default());
        text.rsplit('\n').next().unwrap_or_default().trim_end()
    }

    /// The word that stands before a place, on its line.
    pub(super) fn word_before(&self, span: Span) -> Option<&'a str> {
        self.before(span)
            .rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .next()
            .filter(|word| !word.is_empty())
    }

    /// What stands at a place with brackets around a part of it.
    pub(super) fn bracketed(&self, whole: Span, part: Span) -> String {
        let parts = [Span::new(whole.start, part.start), part, Span::new(part.end, whole.end)];
        let [before, part, behind] = parts.map(|span| self.words_at(span));
        format!("{before} ({part}) {behind}").trim().to_string()
    }

    /// Takes a message; inside a definition it says where the definition was used.
    pub fn report(&mut self, mut diagnostic: Diagnostic) {
        if let Some((name, span)) = self.env.expanding.first()
            && self.env.place != Place::Definition
        {
            diagnostic = diagnostic.label(*span, format!("`{name}` is used here"));
        }
        self.diagnostics.push(diagnostic);
    }

    /// Takes a message whose cause is the same for the whole file: further places are added to the first one.
    pub fn report_once(&mut self, codes: &[&str], message: Diagnostic, also: impl Into<String>) {
        if !self.diagnostics.also(codes, message.span, also) {
            self.report(message);
        }
    }

    /// Says that no pieces form stacks, if none do.
    pub fn needs_stacks(&mut self, span: Span) {
        if !self.scope.kinds.iter().any(|kind| kind.stacked) {
            self.report(super::messages::nothing_stacked(span));
        }
    }

    /// Takes a message about what asks for counted pieces where none is declared.
    pub fn report_uncounted(&mut self, message: Diagnostic, also: &str) {
        if self.scope.lenient {
            return;
        }
        self.report_once(&["not-counted", "nothing-counted"], message, also);
    }

    /// Takes a message about a cell, rank or file that is not on the board. If there are many, it is the board that is wrong.
    pub fn report_cell(&mut self, name: &str, message: Diagnostic) {
        // `board square square 5x5`: with the right name of the board they are on it.
        if self.told("no-main-board") || self.cells_off.iter().any(|(_, known)| known.span == message.span) {
            return;
        }
        self.cells_off.push((name.to_string(), message.clone()));
        if self.cells_off.len() <= MOST_CELLS_OFF {
            self.report(message);
        }
    }

    /// Says how many more cells are not on the board than each was told of.
    pub fn report_more_cells(&mut self) {
        let more = self.cells_off.split_off(MOST_CELLS_OFF.min(self.cells_off.len()));
        match &more[..] {
            [] => {}
            [(_, only)] => self.report(only.clone()),
            [(first, message), ..] => {
                self.report(super::messages::more_cells_off_board(first, more.len() - 1, message.span));
            }
        }
    }

    /// Takes a warning that says all there is to say about its place: what was said of parts of it is taken back.
    pub fn report_instead(&mut self, warning: Diagnostic) {
        self.diagnostics.forget_warnings(warning.span);
        self.report(warning);
    }

    /// Whether this was said about a part of a place.
    pub fn says(&self, code: &str, place: Span) -> bool {
        self.diagnostics.about(place).any(|d| d.code == code)
    }

    /// Whether this was said about any place.
    pub fn told(&self, code: &str) -> bool {
        self.diagnostics.says(code)
    }

    /// Whether anything was said about a part of a place.
    pub fn is_told_of(&self, place: Span) -> bool {
        self.diagnostics.is_about(place)
    }

    /// The same, of anything but this.
    pub fn is_told_of_but(&self, place: Span, code: &str) -> bool {
        self.diagnostics.is_about_but(place, code)
    }

    /// Examples in messages have cells of the board.
    pub fn speak_of_board(&mut self) {
        if let Some(board) = self.scope.topology.example_board() {
            self.diagnostics.speak_of_board(board);
        }
    }

    /// Says that there are no cells here, unless the board is missing altogether.
    pub fn no_board_yet(&mut self, span: Span) {
        if !self.scope.lenient {
            self.report(super::messages::no_board_yet(span));
        }
    }

    /// A name that stands for nothing. Where a part of the file is missing it may well stand for something there.
    pub fn unknown(&mut self, what: &str, word: &str, names: &[String], shown: &[String], span: Span) {
        if self.is_unread(word) {
            return;
        }
        if let Some((_, pick)) = self.env.later.iter().find(|(name, _)| name == word) {
            let told = super::messages::picked_later(word, span, *pick);
            return self.report(told);
        }
        // The grammar takes such words for names; where it then fails, it says the same of them.
        if what != "direction" && words::TAKEN_FOR_NAMES.contains(&word) {
            return self.report(words::other_word(word, span));
        }
        // `define flipped = enemy on any of c`, asked as `flipped(to)`.
        let lacks = self.scope.defines.iter().find(|define| {
            let within = |value: &ast::Expr| value.span.start <= span.start && span.end <= value.span.end;
            define.item.params.is_empty() && define.item.value().is_some_and(within)
        });
        if let Some(define) = lacks.map(|define| define.item.name.clone()).filter(|_| what == "name")
            && self.source.is_some_and(|source| source.text.contains(&format!("{}(", define.text)))
        {
            let about =
                |told: &Diagnostic| told.code == "wrong-arguments" && told.labels.iter().any(|l| l.span == define.span);
            self.diagnostics.extract(about);
            return self.report(super::messages::parameter_missing(&define.text, word, span));
        }
        let cell = |name: &str| self.scope.topology.cell(name).is_some();
        let width = self.scope.topology.boards.first().map_or(0, |board| board.width);
        let file = |name: &str| what == "name" && file_index(name).is_some_and(|x| x < width);
        let between = |is: &dyn Fn(&str) -> bool| word.split_once('-').is_some_and(|(a, b)| is(a) && is(b));
        let ranges = [("cells", between(&cell)), ("files", between(&file))];
        if let Some((range, _)) = ranges.into_iter().find(|(_, meant)| *meant) {
            return self.report(super::messages::dash_between(range, word, span));
        }
        if file(word) {
            return self.report(super::messages::file_alone(word, span));
        }
        // `store3`, where the board `store` has two cells, or where it could not be read.
        let numbered = word.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
        if numbered.len() < word.len() && (self.is_unread(numbered) || self.told("second-board")) {
            return;
        }
        let topology = &self.scope.topology;
        let board = topology.boards.iter().position(|b| b.name.as_deref() == Some(numbered) && numbered != word);
        let mut cells = topology.cells.iter().filter(|cell| Some(cell.board) == board).map(|cell| cell.name.as_str());
        if let ("name", Some(first)) = (what, cells.next()) {
            let last = cells.next_back().unwrap_or(first);
            return self.report(super::messages::cell_off_a_board(word, numbered, first, last, span));
        }
        // `count down`, where a state is called `count-down`.
        let joined = self.word_before(span).map(|before| format!("{before}-{word}"));
        if let Some(joined) = joined.filter(|joined| names.contains(joined)) {
            return self.report(super::messages::hyphen_missing(&joined, span));
        }
        let mut known: Vec<String> = names.to_vec();
        // `Castling`, `Stuck`: what begins with a capital may be any other word.
        if word.starts_with(char::is_uppercase) {
            let small = word.to_lowercase();
            let is_name = self.scope.names().contains(&small) || self.env.names.iter().any(|(name, _)| *name == small);
            // `Seeds` is rather a `Seed` than the region `seeds`.
            let alone = crate::diag::nearest(word, names.iter().map(String::as_str)).is_none();
            known.extend((alone && (is_name || words::is_known(&small))).then_some(small));
        } else if matches!(what, "name" | "direction" | "piece or region of a player") {
            let others = words::VALUES.iter().chain(words::PREFIXES).filter(|other| **other != word);
            known.extend(others.map(|word| word.to_string()));
            let turns = vocabulary::WORDS.iter().filter(|word| what == "direction" && word.is(vocabulary::role::TURNS));
            known.extend(turns.map(|word| word.text.to_string()));
        } else if what == "definition" {
            known.extend(["max", "min"].map(str::to_string));
        }
        let near = crate::diag::nearest_all(word, known.iter().map(String::as_str));
        // `fewst empty from a to b`, `count own Rook excepu files of own`: in `eval` terms stand side by side, and any word of
        // the language may have been meant.
        let any = vocabulary::WORDS.iter().map(|word| word.text).filter(|other| *other != word);
        let near = if near.is_empty() && what == "name" && word.len() > 1 {
            crate::diag::nearest_all(word, any)
        } else {
            near
        };
        let mut near: Vec<String> = near.into_iter().map(str::to_string).collect();
        // `farrank`: a space is missing.
        let parts = (2..word.len().saturating_sub(1)).filter_map(|at| word.split_at_checked(at));
        let spaced = parts.into_iter().find(|(a, b)| words::is_known(a) && words::is_known(b));
        if let (Some((first, second)), "name", true) = (spaced, what, near.is_empty()) {
            near.push(format!("{first} {second}"));
        }
        let known = |part: &str| names.iter().any(|name| name == part);
        if near.is_empty() && what == "name" && words::subtracts(word, known) {
            // Apart it would be told again, and otherwise.
            if self.env.place == Place::End && word.starts_with("was-") {
                return self.report(super::messages::only_during_ply("was", self.env.place, span));
            }
            return self.report(words::minus_needs_spaces(word, span));
        }
        if !near.is_empty() || !self.scope.lenient {
            self.report(super::messages::unknown_name(what, word, &near, shown, span));
        }
    }

    /// Whether an item that could not be read seems to give this name to something.
    pub fn is_unread(&self, word: &str) -> bool {
        self.scope.unread.iter().any(|(_, name)| name == word)
    }

    /// Whether an error was reported.
    pub fn failed(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// Notes that a name was used.
    pub fn mark(&mut self, thing: Thing, name: &str) {
        if self.env.place != Place::Definition {
            self.used.insert((thing, name.to_string()));
        }
    }

    /// Says which of some choices nothing asks for.
    pub fn report_unasked(&mut self, choices: Vec<(ast::Name, LocalId)>) {
        // What asks for them may be among what could not be read.
        if self.failed() || self.env.place == Place::Definition {
            return;
        }
        for (name, local) in choices {
            if !self.asked.contains(&local) {
                self.report(super::messages::unasked_choice(&name.text, name.span));
            }
        }
    }

    /// A fresh local.
    pub fn fresh(&mut self) -> LocalId {
        self.next_local += 1;
        self.next_local - 1
    }

    /// Starts counting locals anew: for a new clause.
    pub fn restart_locals(&mut self) {
        self.asked.clear();
        self.next_local = FIRST_LOCAL;
    }

    /// Runs `work` in other surroundings.
    pub fn within<T>(&mut self, env: Env, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.env, env);
        let result = work(self);
        self.env = outer;
        result
    }

    /// Runs `work` one level deeper, unless that is too deep or too much altogether.
    pub fn deeper<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.spend(1, span)?;
        if self.depth >= MAX_DEPTH {
            self.report(super::messages::too_deep(span));
            return None;
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// Pays for so many nodes; says once when there are too many.
    pub fn spend(&mut self, nodes: usize, span: Span) -> Option<()> {
        self.nodes = self.nodes.saturating_add(nodes);
        if self.nodes <= MAX_NODES {
            return Some(());
        }
        if !self.exhausted {
            self.exhausted = true;
            self.report(super::messages::too_large(span, MAX_NODES));
        }
        None
    }

    /// The empty region.
    pub fn nothing(&self) -> Region {
        Region::Const(SiteSet::empty(self.scope.topology.sites()))
    }

    /// Folds a region whose parts are folded.
    pub fn fold(&self, region: Region) -> Region {
        super::fold::fold(&self.scope.topology, region)
    }
}
