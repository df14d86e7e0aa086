//! A syntax tree in, checked rules out: names become ids, types are filled in, options and definitions are expanded.
//!
//! Everything there is to say about a file is said here (or in [`crate::syntax`]); what comes after never fails. This
//! layer never touches text, except to quote a line for a report.
//!
//! How it goes: items are collected by section first, so that their order does not matter; then each section is
//! resolved with what it needs ([`Scope`]); then the static checks look at the whole. A mistake poisons the expression
//! it is in (`None`), and nothing more is said about that expression.

mod scope;

mod alone;

mod fold;

mod messages;

mod names;

mod items;

mod misspelt;

mod line_ends;

mod replaced;

mod options;

mod boards;

mod default_eval;
mod directions;

mod pieces;

mod setup;

mod fen;

mod grounds;

mod expr;

mod cells;

mod cover;

mod region;

mod number;

mod truth;

mod moves;

mod effects;

mod turn;

mod endings;

mod looks;

mod checks;

pub mod standing;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::board::SiteSet;
use crate::diag::Diagnostics;
use crate::game::PerSide;
use crate::rules::{Bounds, Number, OptionValue, Region, Rules, State, Truth};
use crate::settings::Settings;
use crate::source::{Source, Span};
use crate::syntax::ast;

use items::Items;
use scope::{Analyzer, Definition, Env, Lazy, Place, RegionEntry, Value};

pub use boards::table_values;
pub use checks::{NO_VERDICT_WHEN_STUCK, check_query};
pub use default_eval::{DERIVED, GUESSED, candidates, derive, hunches, steady};
pub use messages::{
    bad_bound, left_out, nothing_allowed_at_start, nothing_legal_at_start, over_after_any_move, over_at_start,
    read_alike, strayed, stuck_at_start, unbounded, unlisted_moves,
};
pub use options::half_text;
pub use scope::Scope;

/// A checked question about a position.
#[derive(Debug, Clone, PartialEq)]
pub enum Query {
    /// Cells.
    Region(Region),
    /// A number.
    Number(Number),
    /// True or false.
    Truth(Truth),
}

/// Checks a file. What there is to say goes to `diagnostics`; `None` if there was an error. The scope is what
/// [`analyze_query`] needs.
pub fn analyze(
    file: &ast::File,
    source: &Source,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> Option<(Rules, Scope)> {
    let broken = diagnostics.has_errors();
    let items = items::collect(file, diagnostics);
    diagnostics.speak_of(items.names(&source.text));
    items::check_names(&items, diagnostics);
    let whole = file.extends.or(file.items.first().map(|i| i.span)).unwrap_or_default();
    let mut analyzer = Analyzer::new(Scope::new(), Some(source), diagnostics);
    analyzer.scope.lenient = broken;
    analyzer.scope.unread.clone_from(&file.unread);
    let gone = file.left_out.iter().map(|name| name.text.clone()).collect();
    analyzer.scope.gone = (gone, source.base_offset());
    analyzer.players(&items, whole);
    analyzer.pieces(&items, whole);
    analyzer.names_of_file(&items);
    analyzer.options(&items, settings);
    analyzer.boards(&items, whole);
    analyzer.speak_of_board();
    let (setup, places) = analyzer.setup(&items);
    analyzer.states(&items);
    analyzer.hand_kinds(&items, &setup);
    for index in 0..analyzer.scope.regions.len() {
        analyzer.region_item(index);
    }
    analyzer.check_tables(source);
    for define in analyzer.scope.defines.clone() {
        analyzer.check_definition(&define);
    }
    let groups = analyzer.moves(&items, source);
    let (turn, finally) = analyzer.turn(&items, &groups, whole);
    let legal = analyzer.legal(&items);
    let (verdicts, score_scale) = analyzer.endings(&items, source);
    analyzer.too_many_always(&legal, &verdicts);
    let evaluations = analyzer.evaluations(&items, settings, source);
    let bounds = analyzer.bounds(&items, source);
    let grounds = analyzer.grounds(&items, source);
    analyzer.check_setup(&grounds, &setup, &places, source);
    let looks = analyzer.looks(&items, source);
    analyzer.report_more_cells();
    if analyzer.failed() {
        replaced::gather(&items, source, diagnostics);
        misspelt::doubled(source, diagnostics);
        misspelt::gather(&items, source, diagnostics);
        line_ends::gather(source, diagnostics);
        return None;
    }
    let scope = analyzer.scope.clone();
    let rules = Rules {
        name: items.game.map_or_else(|| source.name.clone(), |(text, _)| text.text.clone()),
        players: scope.players.clone(),
        options: scope.options.iter().map(option_value).collect(),
        topology: scope.topology.clone(),
        advance: scope.advance.clone(),
        regions: scope.regions.iter().filter_map(region).collect(),
        kinds: scope.kinds.clone(),
        grounds,
        captives_to_hand: items.captives.is_some(),
        hands: scope.hands,
        setup,
        states: scope.states.iter().zip(bounds).map(|(entry, bounds)| state(entry, bounds)).collect(),
        groups,
        turn: turn?,
        finally,
        legal,
        verdicts,
        evaluations,
        score_scale,
        counts_passes: analyzer.counts_passes,
        looks,
    };
    checks::check(&mut analyzer, &items, &rules, source);
    if analyzer.failed() { None } else { Some((rules, scope)) }
}

fn option_value(option: &scope::Opt) -> OptionValue {
    OptionValue { name: option.name.clone(), value: options::value_text(option.value), range: option.range }
}

/// A region with its name, as both sides see it.
fn region(entry: &RegionEntry) -> Option<(String, PerSide<SiteSet>)> {
    let cells = match &entry.value {
        Lazy::Shared(cells) => PerSide::same(cells.clone()),
        Lazy::PerPlayer(cells) => cells.clone(),
        Lazy::Pending | Lazy::Resolving | Lazy::Broken => return None,
    };
    Some((entry.item.name.text.clone(), cells))
}

fn state(entry: &scope::StateEntry, bounds: Bounds) -> State {
    let (name, initial, letters) = (entry.name.clone(), entry.initial.clone(), entry.letters.clone());
    State { name, initial, life: entry.life, letters, bounds }
}

/// Checks a question about a position of a checked game: any expression of the language, with the names of the file.
pub fn analyze_query(scope: &Scope, expr: &ast::Expr, diagnostics: &mut Diagnostics) -> Option<Query> {
    let mut analyzer = Analyzer::new(scope.clone(), None, diagnostics);
    let value = analyzer.within(Env::new(Place::Query), |this| this.value(expr));
    analyzer.report_more_cells();
    let value = value?;
    // A leap that no rule makes has no table in the compiled game.
    if analyzer.scope.topology.directions.len() != scope.topology.directions.len() {
        analyzer.report(messages::new_leap_in_query(expr.span));
        return None;
    }
    Some(match value {
        Value::Region(region) => Query::Region(region),
        Value::Number(number) => Query::Number(number),
        Value::Truth(truth) => Query::Truth(truth),
    })
}

impl Analyzer<'_> {
    /// Takes in the names that are resolved when they are used.
    fn names_of_file(&mut self, items: &Items<'_>) {
        self.scope.regions =
            items.regions.iter().map(|&(item, _)| RegionEntry { item: item.clone(), value: Lazy::Pending }).collect();
        let define = |&(item, _): &(&ast::DefineItem, Span)| Arc::new(Definition { item: item.clone() });
        self.scope.defines = items.defines.iter().map(define).collect();
        self.scope.tables = items.tables.iter().map(|&(item, span)| (item.clone(), span)).collect();
        self.scope.legal_lines = items.legal.len();
        self.scope.hands = items.captives.is_some() || !items.hands.is_empty();
    }

    /// Which kinds a hand may ever hold.
    fn hand_kinds(&mut self, items: &Items<'_>, setup: &crate::rules::Setup) {
        if items.captives.is_some() {
            self.one_base_each();
        }
        let kinds = &self.scope.kinds;
        self.droppable = (0..kinds.len())
            .filter(|&k| {
                let given = setup.hands.iter().any(|h| h[k] > 0);
                given || (items.captives.is_some() && kinds[k].base == k)
            })
            .collect();
        self.scope.hands |= !self.droppable.is_empty();
    }

    fn check_tables(&mut self, source: &Source) {
        let cells = self.scope.topology.cells.iter().filter(|c| c.board == 0).count();
        for (table, span) in self.scope.tables.clone() {
            if table.values.len() != cells && self.scope.boards_known {
                self.report(match self.odd_row(source, span) {
                    Some((place, have, want)) => messages::table_row(&table.name.text, have, want, place),
                    None => messages::table_length(&table.name.text, table.values.len(), cells, span),
                });
            }
        }
    }

    /// The line of a table that has another number of numbers than its rank has cells, where all others are right.
    fn odd_row(&self, source: &Source, table: Span) -> Option<(Span, usize, usize)> {
        let cells = || self.scope.topology.cells.iter().filter(|cell| cell.board == 0);
        let ranks: BTreeSet<_> = cells().map(|cell| std::cmp::Reverse(cell.y)).collect();
        let wanted = ranks.iter().map(|rank| cells().filter(|cell| cell.y == rank.0).count());
        let text = source.part(table);
        let mut at = table.start;
        let mut rows = Vec::new();
        for line in text.split_inclusive('\n') {
            let code = line.split("//").next().unwrap_or_default();
            let numbers = code.split([' ', '\t', '{', '}']).filter(|word| word.trim().parse::<i64>().is_ok()).count();
            let first = at + (line.len() - line.trim_start().len());
            if numbers > 0 {
                rows.push((Span::new(first, at + code.trim_end().len()), numbers));
            }
            at += line.len();
        }
        let wanted: Vec<usize> = wanted.collect();
        let mut odd = rows.iter().zip(&wanted).filter(|((_, have), want)| have != *want);
        match (rows.len() == wanted.len(), odd.next(), odd.next()) {
            (true, Some((&(span, have), &want)), None) => Some((span, have, want)),
            _ => None,
        }
    }
}
