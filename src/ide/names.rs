//! Names: where they are declared, where they are used, and giving them others.
//!
//! Names of a file stand for one thing wherever they stand, so that a name's uses are the words of its spelling. That holds for a
//! text with errors as well.

use std::ops::Range;

use super::{Edit, apply};
use crate::compile::Settings;
use crate::compile::check;
use crate::diag::Diagnostics;
use crate::source::{Source, Span};
use crate::syntax::tokens::{Token, TokenKind, Tokens, tokens};
use crate::syntax::vocabulary::{self, Reserved, role};
use crate::syntax::{Bases, names_of, with_bases, words};

/// What a name is declared as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// One of the players.
    Player,
    /// A kind of piece.
    Piece,
    /// A board that is not the main one.
    Board,
    /// `region`
    Region,
    /// `link`
    Link,
    /// `option`
    Option,
    /// `state`
    State,
    /// `clock`
    Clock,
    /// `table`
    Table,
    /// `define`
    Definition,
    /// A parameter of a definition.
    Parameter,
    /// The label of a group of moves.
    Moves,
    /// A cell that a move picks, or a name given with `as` or `for each`.
    Local,
}

impl Kind {
    /// A word for it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Player => "player",
            Kind::Piece => "piece",
            Kind::Board => "board",
            Kind::Region => "region",
            Kind::Link => "link",
            Kind::Option => "option",
            Kind::State => "state",
            Kind::Clock => "clock",
            Kind::Table => "table",
            Kind::Definition => "definition",
            Kind::Parameter => "parameter",
            Kind::Moves => "moves",
            Kind::Local => "local name",
        }
    }
}

/// A name that a text declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// What it is declared as.
    pub kind: Kind,
    /// Where the name stands in its declaration.
    pub at: Range<usize>,
    /// The whole item.
    pub item: Range<usize>,
}

impl Symbol {
    /// Whether it is known in its own item only.
    fn is_local(&self) -> bool {
        matches!(self.kind, Kind::Local | Kind::Parameter)
    }
}

/// The tokens of a text as words.
struct Words<'t> {
    text: &'t str,
    tokens: &'t Tokens,
}

impl Words<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.list.get(at).map_or("", |token| &self.text[token.span.start..token.span.end])
    }

    fn is_name(&self, at: usize) -> bool {
        let kind = self.tokens.list.get(at).map(|token| token.kind);
        matches!(kind, Some(TokenKind::Word | TokenKind::Capital))
    }

    fn span(&self, at: usize) -> Span {
        self.tokens.list.get(at).map_or(Span::default(), |token| token.span)
    }

    /// Where items begin: words that open them outside of braces, at the beginning of a line.
    fn items(&self) -> Vec<usize> {
        let mut depth = 0_i32;
        let mut items = Vec::new();
        for at in 0..self.tokens.list.len() {
            match self.word(at) {
                "{" => depth += 1,
                "}" => depth = (depth - 1).max(0),
                word if words::ITEMS.contains(&word) => {
                    let start = self.span(at).start;
                    let line = self.text[..start].rfind('\n').map_or(0, |end| end + 1);
                    let first = self.text[line..start].trim().is_empty();
                    // A brace that is missing hides no items: these begin at the edge.
                    if first && (depth == 0 || line == start) {
                        depth = 0;
                        items.push(at);
                    }
                }
                _ => {}
            }
        }
        items
    }
}

/// The names that a text declares, in the order of the text.
pub(super) fn declared(text: &str, tokens: &Tokens) -> Vec<Symbol> {
    let words = Words { text: &tokens.clean, tokens };
    debug_assert_eq!(text.len(), tokens.clean.len());
    let items = words.items();
    let mut found = Vec::new();
    for (index, &first) in items.iter().enumerate() {
        let end = items.get(index + 1).copied().unwrap_or(tokens.list.len());
        let item = words.span(first).start..words.span(end.saturating_sub(1).max(first)).end;
        let mut add = |at: usize, kind| {
            if at < end && words.is_name(at) {
                let span = words.span(at);
                let name = words.word(at).to_string();
                found.push(Symbol { name, kind, at: span.start..span.end, item: item.clone() });
            }
        };
        match words.word(first) {
            "players" => (first + 1..end).for_each(|at| add(at, Kind::Player)),
            "piece" => (first + 1..end)
                .filter(|&at| matches!(words.word(at - 1), "piece" | "," | "="))
                .for_each(|at| add(at, Kind::Piece)),
            "board" if !words::SHAPES.contains(&words.word(first + 1)) => add(first + 1, Kind::Board),
            "region" => add(first + 1, Kind::Region),
            "link" => {
                add(first + 1, Kind::Link);
                parameters(&words, first + 2, end).for_each(|at| add(at, Kind::Parameter));
            }
            "option" => add(first + 1, Kind::Option),
            "state" => add(first + 1, Kind::State),
            "clock" => add(first + 1, Kind::Clock),
            "table" => add(first + 1, Kind::Table),
            "define" => {
                add(first + 1, Kind::Definition);
                parameters(&words, first + 2, end).for_each(|at| add(at, Kind::Parameter));
            }
            "move" => {
                // `move when …` has none.
                let label = words.tokens.list.get(first + 1).is_some_and(|token| token.kind == TokenKind::Word);
                let label = label && !matches!(words.word(first + 1), "when" | "costs");
                (first + 1..first + 2).filter(|_| label).for_each(|at| add(at, Kind::Moves));
            }
            _ => {}
        }
        if matches!(words.word(first), "move" | "turn" | "define" | "legal" | "end" | "eval") {
            let locals = (first + 1..end).filter(|&at| {
                matches!(words.word(at - 1), "pick" | "as")
                    || (words.word(at - 1) == "each" && words.word(at.saturating_sub(2)) == "for")
            });
            let locals: Vec<usize> = locals.filter(|&at| !words::is_known(words.word(at))).collect();
            locals.into_iter().for_each(|at| add(at, Kind::Local));
        }
    }
    found
}

/// The names in parentheses that open right here.
fn parameters<'w>(words: &'w Words<'_>, open: usize, end: usize) -> impl Iterator<Item = usize> + 'w {
    let close = (open..end).find(|&at| words.word(at) == ")").unwrap_or(open);
    let inside = if words.word(open) == "(" { open + 1..close } else { open..open };
    inside.filter(|&at| words.is_name(at))
}

/// The names that a text declares, for an outline.
///
/// ```
/// use rulesmith::ide::{Kind, symbols};
///
/// let all = symbols("players A, B\npiece Pawn, King\nregion home = a1");
/// let names: Vec<_> = all.iter().map(|symbol| (symbol.name.as_str(), symbol.kind)).collect();
/// assert_eq!(names[2..], [("Pawn", Kind::Piece), ("King", Kind::Piece), ("home", Kind::Region)]);
/// ```
pub fn symbols(text: &str) -> Vec<Symbol> {
    declared(text, &tokens(text))
}

/// The name at a place: its spelling and its own range.
pub(super) fn name_at(tokens: &Tokens, at: usize) -> Option<(&str, Span)> {
    let token = tokens.list.iter().find(|token| {
        token.span.start <= at && at <= token.span.end && matches!(token.kind, TokenKind::Word | TokenKind::Capital)
    })?;
    Some((&tokens.clean[token.span.start..token.span.end], token.span))
}

/// Where the name at a place is declared in this text.
///
/// ```
/// let text = "piece Pawn\nmove Pawn { step north to empty }";
/// assert_eq!(rulesmith::ide::definition(text, 17), Some(6..10));
/// ```
pub fn definition(text: &str, at: usize) -> Option<Range<usize>> {
    let tokens = tokens(text);
    let (name, _) = name_at(&tokens, at)?;
    let declared = declared(text, &tokens);
    // Of several of one name, parameters and picks, the nearest one before.
    let same = || declared.iter().filter(|symbol| symbol.name == name);
    same()
        .rfind(|symbol| symbol.at.start <= at && symbol.item.contains(&at))
        .or_else(|| same().next())
        .map(|symbol| symbol.at.clone())
}

/// Where the name at a place stands, its declaration included; nothing if no name that the text declares is there.
///
/// ```
/// let text = "piece Pawn\nmove Pawn { step north to empty }";
/// assert_eq!(rulesmith::ide::references(text, 6), [6..10, 16..20]);
/// ```
pub fn references(text: &str, at: usize) -> Vec<Range<usize>> {
    let tokens = tokens(text);
    let Some((name, _)) = name_at(&tokens, at) else { return Vec::new() };
    let declared = declared(text, &tokens);
    let Some(home) = definition(text, at).and_then(|place| declared.iter().find(|symbol| symbol.at == place)) else {
        return Vec::new();
    };
    // What has a name for one item only is used in that.
    let hidden = |start: usize| {
        declared.iter().any(|symbol| symbol.is_local() && symbol.name == name && symbol.item.contains(&start))
    };
    let own = |start: usize| if home.is_local() { home.item.contains(&start) } else { !hidden(start) };
    let word = |span: Span| &tokens.clean[span.start..span.end];
    let named = names_of(&tokens);
    let names = |(at, token): &(usize, &Token)| match token.kind {
        // `state turn: number` beside `turn { … }`
        TokenKind::Word => named.contains(at) || !words::OPENERS.contains(&word(token.span)),
        kind => kind == TokenKind::Capital,
    };
    let uses = tokens.list.iter().enumerate().filter(names).map(|(_, token)| token);
    uses.map(|token| token.span)
        .filter(|span| word(*span) == name && own(span.start))
        .map(|span| span.start..span.end)
        .collect()
}

/// Gives the name at a place another one, wherever it stands.
///
/// # Errors
/// In words, why that can't be: the new name is none, is taken, or is a word of the language.
///
/// ```
/// use rulesmith::ide::rename;
///
/// let text = "piece Pawn\nmove Pawn { step north to empty }";
/// assert_eq!(rename(text, 7, "Soldier", &()).unwrap().len(), 2);
/// assert!(rename(text, 7, "soldier man", &()).is_err());
/// ```
pub fn rename(text: &str, at: usize, new: &str, bases: &dyn Bases) -> Result<Vec<Edit>, String> {
    let list = references(text, at);
    let Some(first) = list.first() else { return Err("here is no name that this text declares".to_string()) };
    let old = text[first.clone()].to_string();
    let read = tokens(new);
    let kind = |tokens: &Tokens| tokens.list.first().map(|token| token.kind);
    let whole = read.list.len() == 1
        && read.mistakes.is_empty()
        && read.comments.is_empty()
        && read.list[0].span == Span::new(0, new.len());
    if !whole || !matches!(kind(&read), Some(TokenKind::Word | TokenKind::Capital)) {
        return Err(format!("`{new}` is no name: letters, digits and hyphens, the first a letter"));
    }
    if kind(&read) != kind(&tokens(&old)) {
        let first = if kind(&read) == Some(TokenKind::Word) { "a capital" } else { "a small letter" };
        return Err(format!("`{old}` begins with {first}, and so must its new name"));
    }
    let fixed = vocabulary::word(new).is_some_and(|word| match word.reserved {
        Reserved::Everywhere => !word.is(role::OPENER),
        Reserved::InPlace => word.is(role::VALUE | role::DIRECTION),
        Reserved::ByMeaning => true,
    });
    if super::is_cell(new) {
        return Err(format!("`{new}` looks like a cell"));
    }
    if fixed || words::is_direction(new) {
        return Err(format!("`{new}` is a word of the language"));
    }
    let all = tokens(text);
    let symbols = declared(text, &all);
    let home = symbols.iter().find(|symbol| list.contains(&symbol.at) && symbol.name == old);
    // A name that is known in one item only is taken where it stands in that; another one where it is not some item's own name.
    let item = home.filter(|symbol| symbol.is_local()).map(|symbol| symbol.item.clone());
    let apart = |at: usize| {
        let own = symbols.iter().find(|s| s.is_local() && s.name == new && s.item.contains(&at));
        own.is_some_and(|own| !list.iter().any(|range| own.item.contains(&range.start)))
    };
    let here = |at: usize| item.as_ref().map_or_else(|| !apart(at), |item| item.contains(&at));
    let stands = |token: &Token| here(token.span.start) && text.get(token.span.start..token.span.end) == Some(new);
    if new != old && all.list.iter().any(stands) {
        return Err(format!("`{new}` stands in the text already"));
    }
    let edits: Vec<Edit> =
        list.into_iter().map(|range| Edit { span: Span::new(range.start, range.end), text: new.to_string() }).collect();
    let sound = |text: &str| {
        let source = with_bases(Source::new("rules", text), "", bases);
        check(&source, &Settings::default(), &mut Diagnostics::new())
    };
    if sound(text) && !sound(&apply(text, &edits)) {
        return Err(format!("with `{new}` in its place the rules would have errors"));
    }
    Ok(edits)
}
