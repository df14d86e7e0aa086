//! The items of a file by section, each list in file order; what may stand once only stands once here.

use super::messages;
use crate::diag::{Diagnostics, Names};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind};
use crate::syntax::words::is_direction;

/// An item and its place.
pub type At<'f, T> = (&'f T, Span);

/// The items of a file by section.
#[derive(Default)]
pub struct Items<'f> {
    pub game: Option<At<'f, ast::Text>>,
    pub players: Option<(&'f [ast::Name], Span)>,
    pub options: Vec<At<'f, ast::OptionItem>>,
    pub boards: Vec<At<'f, ast::BoardItem>>,
    pub links: Vec<At<'f, ast::LinkItem>>,
    pub facing: Option<(&'f [(ast::Name, ast::Name)], Span)>,
    pub regions: Vec<At<'f, ast::RegionItem>>,
    pub pieces: Vec<At<'f, ast::PieceItem>>,
    pub hands: Vec<At<'f, ast::HandItem>>,
    pub captives: Option<Span>,
    pub setups: Vec<(&'f [ast::Placement], Span)>,
    pub fen: Option<At<'f, ast::Text>>,
    pub states: Vec<At<'f, ast::StateItem>>,
    pub clocks: Vec<At<'f, ast::Name>>,
    pub tables: Vec<At<'f, ast::TableItem>>,
    pub defines: Vec<At<'f, ast::DefineItem>>,
    pub moves: Vec<At<'f, ast::MoveItem>>,
    pub turn: Option<At<'f, ast::TurnItem>>,
    pub legal: Vec<At<'f, ast::Expr>>,
    pub ends: Vec<At<'f, ast::EndItem>>,
    pub evals: Vec<At<'f, ast::EvalItem>>,
    pub looks: Vec<&'f ast::Look>,
    /// Where the file says that it extends another, if it does.
    pub extends: Option<Span>,
    /// The places of all of them as they count: what extends another file stands before it, but not always first.
    pub order: Vec<Span>,
}

impl<'f> Items<'f> {
    /// Of a kind that stands without `neutral` in a list with one behind it that has it, `piece Wall, Rock neutral`: where the
    /// word could stand for it, and the other one.
    pub fn before_neutral(&self, kind: &str) -> Option<(Span, &'f ast::Name)> {
        self.pieces.iter().find_map(|(item, _)| {
            let neutral = |piece: &ast::PieceDef| piece.modifiers.iter().any(|word| word.text == "neutral");
            let at = item.pieces.iter().position(|piece| matches!(&piece.names[..], [name] if name.text == kind))?;
            let here = &item.pieces[at];
            let other = item.pieces[at + 1..].iter().find(|piece| neutral(piece)).filter(|_| !neutral(here))?;
            let letter = here.letter.as_ref().map(|text| text.span);
            let end = [Some(here.names[0].span), letter, here.strength.as_ref().map(|n| n.span)];
            let end = end.into_iter().flatten().map(|span| span.end).max()?;
            Some((Span::new(end, end), other.names.first()?))
        })
    }

    /// What the file calls its players and pieces.
    pub fn names(&self, text: &str) -> Names {
        let players = self.players.and_then(|(names, _)| match names {
            [first, second] => Some([first.text.clone(), second.text.clone()]),
            _ => None,
        });
        let kinds = |neutral: bool| {
            let of = |piece: &&ast::PieceDef| {
                piece.names.len() == 1 && piece.modifiers.iter().any(|word| word.text == "neutral") == neutral
            };
            let pieces = self.pieces.iter().flat_map(|(item, _)| item.pieces.iter().filter(of));
            pieces.map(|piece| piece.names[0].text.clone()).collect()
        };
        Names::new(players, kinds(false), kinds(true), self.facing.is_some(), text)
    }
}

/// Sorts the items of a file.
pub fn collect<'f>(file: &'f ast::File, diagnostics: &mut Diagnostics) -> Items<'f> {
    let mut items = Items { extends: file.extends, ..Items::default() };
    for item in &file.items {
        let span = item.span;
        items.order.push(span);
        match &item.kind {
            ItemKind::Game(text) => once(&mut items.game, (text, span), "game", span, diagnostics),
            // Merged with what it extends, or told of: `syntax::extend`.
            ItemKind::Extends(_) => {}
            ItemKind::Players(names) => once(&mut items.players, (names, span), "players", span, diagnostics),
            ItemKind::Option(item) => items.options.push((item, span)),
            ItemKind::Board(item) => items.boards.push((item, span)),
            ItemKind::Link(item) => items.links.push((item, span)),
            ItemKind::Facing(pairs) => once(&mut items.facing, (pairs, span), "facing", span, diagnostics),
            ItemKind::Region(item) => items.regions.push((item, span)),
            ItemKind::Piece(item) => items.pieces.push((item, span)),
            ItemKind::Hand(item) => items.hands.push((item, span)),
            ItemKind::CaptivesToHand => items.captives = Some(span),
            ItemKind::Setup(lines) => items.setups.push((lines, span)),
            ItemKind::SetupFen(text) => once(&mut items.fen, (text, span), "setup fen", span, diagnostics),
            ItemKind::State(item) => items.states.push((&**item, span)),
            ItemKind::Clock(name) => items.clocks.push((name, span)),
            ItemKind::Table(item) => items.tables.push((item, span)),
            ItemKind::Define(item) => items.defines.push((item, span)),
            ItemKind::Move(item) => items.moves.push((item, span)),
            ItemKind::Turn(item) => once(&mut items.turn, (item, span), "turn", span, diagnostics),
            ItemKind::Legal(expr) => items.legal.push((expr, span)),
            ItemKind::End(item) => items.ends.push((item, span)),
            ItemKind::Eval(item) => items.evals.push((item, span)),
            ItemKind::Look(item) => items.looks.extend(&item.looks),
        }
    }
    items
}

fn once<T: HasSpan>(slot: &mut Option<T>, value: T, word: &str, span: Span, diagnostics: &mut Diagnostics) {
    match slot {
        Some(first) => diagnostics.push(messages::section_twice(word, span, first.place())),
        None => *slot = Some(value),
    }
}

trait HasSpan {
    fn place(&self) -> Span;
}

impl<T> HasSpan for (T, Span) {
    fn place(&self) -> Span {
        self.1
    }
}

/// Reports names that are given twice, or that mean something in the language.
pub fn check_names(items: &Items<'_>, diagnostics: &mut Diagnostics) {
    let mut seen: Vec<(&str, Span)> = Vec::new();
    let small = items
        .options
        .iter()
        .map(|i| ("option", &i.0.name))
        .chain(items.regions.iter().map(|i| ("region", &i.0.name)))
        .chain(items.states.iter().map(|i| ("state", &i.0.name)))
        .chain(items.clocks.iter().map(|i| ("clock", i.0)))
        .chain(items.tables.iter().map(|i| ("table", &i.0.name)))
        .chain(items.defines.iter().map(|i| ("define", &i.0.name)))
        .chain(items.links.iter().map(|i| ("link", &i.0.name)))
        .chain(items.boards.iter().filter_map(|i| Some(("board", i.0.name.as_ref()?))));
    for (item, name) in small {
        if super::names::WORDS.contains(&name.text.as_str()) || super::directions::WORDS.contains(&name.text.as_str()) {
            diagnostics.push(messages::reserved(item, &name.text, name.span));
        }
        once_only(&mut seen, name, diagnostics);
    }
    for (link, _) in &items.links {
        let levels = items.boards.iter().any(|(board, _)| board.sizes.len() > 2);
        let name = link.name.text.as_str();
        // Words that are directions on every board were told above; without levels `up` leads nowhere else.
        let told = super::directions::WORDS.contains(&name);
        let leads = levels || !matches!(name.split('-').next(), Some("up" | "down"));
        if is_direction(name) && leads && !told {
            diagnostics.push(messages::reserved("link", &link.name.text, link.name.span));
        }
        if let ast::LinkMap::Formula { params, .. } = &link.map {
            let mut seen = Vec::new();
            params.iter().for_each(|name| once_only(&mut seen, name, diagnostics));
        }
    }
    let params = items.defines.iter().flat_map(|d| d.0.params.iter().enumerate().map(move |p| (d.0, p)));
    for (define, (index, param)) in params {
        if let Some(first) = define.params[..index].iter().find(|p| p.text == param.text) {
            diagnostics.push(messages::name_twice(&param.text, param.span, first.span));
        }
    }
    if let Some((players, _)) = items.players {
        let mut seen = Vec::new();
        players.iter().for_each(|name| once_only(&mut seen, name, diagnostics));
    }
}

fn once_only<'n>(seen: &mut Vec<(&'n str, Span)>, name: &'n ast::Name, diagnostics: &mut Diagnostics) {
    match seen.iter().find(|(n, _)| *n == name.text) {
        Some((_, first)) => diagnostics.push(messages::name_twice(&name.text, name.span, *first)),
        None => seen.push((&name.text, name.span)),
    }
}
