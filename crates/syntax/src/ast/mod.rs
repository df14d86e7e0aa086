//! The syntax tree: what was written, with spans, names unresolved.
//!
//! Words of the language that stand alone as a region, number or truth value (`empty`, `from`, `touched`) are
//! [`ExprKind::Name`], like names of the file: analysis tells them apart. Only what has a shape of its own has a node.

mod expr;
mod moves;

pub use expr::{BinaryOp, Dir, DirKind, Dirs, Expr, ExprKind, LineHolding, Owner, SumBy};
pub use moves::{
    Branch, Clause, EachWay, Effect, EffectKind, MoveItem, Repeated, Sown, TurnExpr, TurnItem, TurnKind, Verb,
};

use crate::source::Span;

/// A name with its place. Players and kinds start with a capital, everything else with a small letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name as written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A string literal, without its quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// What stands between the quotes.
    pub text: String,
    /// Where, quotes included.
    pub span: Span,
    /// Where what stands between them begins.
    pub inside: usize,
}

impl From<Text> for Name {
    fn from(text: Text) -> Name {
        Name { text: text.text, span: text.span }
    }
}

/// A whole file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct File {
    /// Its items, as written.
    pub items: Vec<Item>,
    /// The first two words of items that could not be read: the second is a name in `define`, `region` and their like.
    pub unread: Vec<(String, String)>,
    /// Where it says that it extends another file, if it does.
    pub extends: Option<Span>,
    /// That it extends a file which could not be read (told of): nothing can be said of what it lacks.
    pub baseless: bool,
    /// The names of what it leaves out of the file that it extends.
    pub left_out: Vec<Name>,
}

/// One item with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Where, from its first word to its last.
    pub span: Span,
}

impl Item {
    /// An evaluation whose terms come on top of those of the file below.
    pub(crate) fn adds_to(&self) -> Option<&EvalItem> {
        match &self.kind {
            ItemKind::Eval(eval) => Some(eval).filter(|eval| eval.also.is_some()),
            _ => None,
        }
    }

    /// The word that opens it.
    pub fn word(&self) -> &'static str {
        match &self.kind {
            ItemKind::Game(_) => "game",
            ItemKind::Extends(_) => "extends",
            ItemKind::Players(_) => "players",
            ItemKind::Option(_) => "option",
            ItemKind::Board(_) => "board",
            ItemKind::Link(_) => "link",
            ItemKind::Facing(_) => "facing",
            ItemKind::Region(_) => "region",
            ItemKind::Piece(_) => "piece",
            ItemKind::Hand(_) => "hand",
            ItemKind::CaptivesToHand => "captives",
            ItemKind::Setup(_) | ItemKind::SetupFen(_) => "setup",
            ItemKind::State(_) => "state",
            ItemKind::Clock(_) => "clock",
            ItemKind::Table(_) => "table",
            ItemKind::Define(_) => "define",
            ItemKind::Move(_) => "move",
            ItemKind::Turn(_) => "turn",
            ItemKind::Legal(_) => "legal",
            ItemKind::End(_) => "end",
            ItemKind::Eval(_) => "eval",
            ItemKind::Look(_) => "look",
        }
    }

    /// The names that it gives to something.
    pub fn names(&self) -> Vec<&str> {
        match &self.kind {
            ItemKind::Piece(item) => item.pieces.iter().flat_map(|def| &def.names).map(|n| n.text.as_str()).collect(),
            ItemKind::Option(item) => vec![&item.name.text],
            ItemKind::Link(item) => vec![&item.name.text],
            ItemKind::Region(item) => vec![&item.name.text],
            ItemKind::State(item) => vec![&item.name.text],
            ItemKind::Clock(name) => vec![&name.text],
            ItemKind::Table(item) => vec![&item.name.text],
            ItemKind::Define(item) => vec![&item.name.text],
            ItemKind::Board(item) => item.name.iter().map(|name| name.text.as_str()).collect(),
            _ => Vec::new(),
        }
    }

    /// What there may be only one of: its names, or its own word if it stands once.
    pub fn declares(&self) -> Vec<&str> {
        match &self.kind {
            ItemKind::Game(_)
            | ItemKind::Extends(_)
            | ItemKind::Players(_)
            | ItemKind::Facing(_)
            | ItemKind::CaptivesToHand
            | ItemKind::Turn(_) => vec![self.word()],
            ItemKind::Board(board) if board.name.is_none() => vec![self.word()],
            _ => self.names(),
        }
    }
}

/// The items of a file. An item that could not be parsed is left out of the tree (and reported).
#[derive(Debug, Clone, PartialEq)]
pub enum ItemKind {
    /// `game "Name"`
    Game(Text),
    /// `extends "chess.game" without end, move King`
    Extends(ExtendsItem),
    /// `players A, B`
    Players(Vec<Name>),
    /// `option size = 8 in 4..12`, `option suicide = no`, `option komi = 7.5`
    Option(OptionItem),
    /// `board square 8x8 dark`, `board shelf row 16`
    Board(BoardItem),
    /// `link next (i) -> i mod 14 + 1`, `link L (x, y) -> (y, x)`, `link L a1 -> b2, b2 -> c3`
    Link(LinkItem),
    /// `facing White north, Black south`
    Facing(Vec<(Name, Name)>),
    /// `region traps = c3 c6`, `region pits South 1..6, North 8..13`
    Region(RegionItem),
    /// `piece A "x" 3, B = C neutral`
    Piece(PieceItem),
    /// `hand 9 Man each`, `hand 20 Goat for Goats`
    Hand(HandItem),
    /// `captives to hand`
    CaptivesToHand,
    /// `setup { White Pawn on ranks 1..2  4 Seed on pits  each on shelf }`
    Setup(Vec<Placement>),
    /// `setup fen "…"`
    SetupFen(Text),
    /// `state passed: cells for one ply`
    State(Box<StateItem>),
    /// `clock quiet`
    Clock(Name),
    /// `table worth { 0 1 2 … }`
    Table(TableItem),
    /// `define name(params) = expr` or `define name { effects }`
    Define(DefineItem),
    /// `move label Kinds when … { clauses }`
    Move(MoveItem),
    /// `turn { capture else quiet  finally { … } }`
    Turn(TurnItem),
    /// `legal when …`
    Legal(Expr),
    /// `end when … { verdicts }`
    End(EndItem),
    /// `eval "name" { weight * number … }`
    Eval(EvalItem),
    /// `look checkered, King "♔" "♚"`
    Look(LookItem),
}

/// `extends "FILE" [without …]`
#[derive(Debug, Clone, PartialEq)]
pub struct ExtendsItem {
    /// The file, as seen from the one that this stands in, or the name of a shipped game.
    pub file: Text,
    /// What of that file does not hold here.
    pub without: Vec<LeftOut>,
}

/// `move King`, `end`: items of a file that the one which extends it does without.
#[derive(Debug, Clone, PartialEq)]
pub struct LeftOut {
    /// The word that opens them.
    pub item: Name,
    /// What they name; all that open with that word without it.
    pub name: Option<Name>,
}

/// `option NAME = DEFAULT [in LO..HI [step N]]`
#[derive(Debug, Clone, PartialEq)]
pub struct OptionItem {
    /// The option's name.
    pub name: Name,
    /// Its default, unless `like` names one.
    pub default: OptionValue,
    /// `option rows = size`: the default is the value of an option above.
    pub like: Option<Name>,
    /// Where the default stands.
    pub default_span: Span,
    /// Least and greatest value, both allowed.
    pub range: Option<(Expr, Expr)>,
    /// How far its values are apart, from the least on.
    pub step: Option<Expr>,
}

/// An option's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionValue {
    /// A number, in halves: 7.5 is 15.
    Number {
        /// Twice the value.
        halves: i64,
    },
    /// `yes` or `no`.
    Truth(bool),
}

/// `board [NAME] SHAPE`
#[derive(Debug, Clone, PartialEq)]
pub struct BoardItem {
    /// The name of a second board; the main board has none.
    pub name: Option<Name>,
    /// The shape word: `square`, `rhombus`, `hexagon`, `triangle`, `morris`, `alquerque`, `track`, `row`, `graph`.
    pub shape: Name,
    /// The sizes: `8x8` and `columns x rows` are two, `size` alone is one, `4x4x4` three.
    pub sizes: Vec<Expr>,
    /// The words after the size: `dark`, `light`, `numbered-up`, `wrapped` (both ways round), `wrapped-files`, `wrapped-ranks`.
    pub modifiers: Vec<Name>,
    /// `without R`: holes.
    pub without: Option<Expr>,
    /// For `graph { a1-b1-c1  b1-b2 }`: each chain of joined cells is a line of the graph.
    pub lines: Vec<Vec<Name>>,
}

/// `link NAME (i) -> expr` or `link NAME a1 -> b2, …`
#[derive(Debug, Clone, PartialEq)]
pub struct LinkItem {
    /// The link's name.
    pub name: Name,
    /// How it is given.
    pub map: LinkMap,
}

/// A partial map from cells to cells.
#[derive(Debug, Clone, PartialEq)]
pub enum LinkMap {
    /// By number: `(i) -> expr`; by coordinates: `(x, y) -> (expr, expr)`; columns and rows count from 1.
    Formula {
        /// `i`, or `x` and `y`.
        params: Vec<Name>,
        /// As many as there are parameters.
        results: Vec<Expr>,
    },
    /// A list of pairs.
    Pairs(Vec<(Expr, Expr)>),
}

/// `region NAME = expr` or `region NAME PLAYER expr, PLAYER expr`
#[derive(Debug, Clone, PartialEq)]
pub struct RegionItem {
    /// The region's name.
    pub name: Name,
    /// What it is.
    pub value: RegionValue,
}

/// One region for both, or one for each player.
#[derive(Debug, Clone, PartialEq)]
pub enum RegionValue {
    /// The same for both players.
    Shared(Expr),
    /// One for each player, used as `own NAME`, `enemy NAME`, `White NAME`.
    PerPlayer(Vec<(Name, Expr)>),
}

/// `piece …`: kinds with their properties, each with its own.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceItem {
    /// The kinds, or groups of alternatives.
    pub pieces: Vec<PieceDef>,
}

/// One entry of a `piece` list.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceDef {
    /// One name, or several for `Tall | Short` (one kind for every combination of all such entries of the item).
    pub names: Vec<Name>,
    /// The letter of position texts, `Knight "N"`.
    pub letter: Option<Text>,
    /// What it promotes to.
    pub promotes_to: Option<PromotesTo>,
    /// `A 3`: its strength.
    pub strength: Option<Expr>,
    /// `neutral`, `counted`, `stacked`, in any order.
    pub modifiers: Vec<Name>,
    /// `in R`: where its pieces may stand.
    pub within: Option<Expr>,
}

/// `= B`, `= B "T"`
#[derive(Debug, Clone, PartialEq)]
pub struct PromotesTo {
    /// The kind, which need not be declared elsewhere.
    pub kind: Name,
    /// Its letter.
    pub letter: Option<Text>,
}

/// `hand 8 Rabbit, 2 Cat each, 20 Goat for PLAYER`
#[derive(Debug, Clone, PartialEq)]
pub struct HandItem {
    /// What is given, in order.
    pub entries: Vec<HandEntry>,
}

/// `8 Rabbit`, `2 Cat each`, `20 Goat for PLAYER`
#[derive(Debug, Clone, PartialEq)]
pub struct HandEntry {
    /// How many.
    pub number: Expr,
    /// Of what.
    pub kind: Name,
    /// Whose; none if the text leaves it to the next entry that says so.
    pub owner: Option<HandOwner>,
}

/// Whose hand it is.
#[derive(Debug, Clone, PartialEq)]
pub enum HandOwner {
    /// `each`
    Each,
    /// `for PLAYER`
    Player(Name),
}

/// One line of `setup`.
#[derive(Debug, Clone, PartialEq)]
pub struct Placement {
    /// What is put there.
    pub what: PlacementKind,
    /// Where.
    pub on: Expr,
    /// Where it is written.
    pub span: Span,
}

/// What a line of `setup` puts on its cells.
#[derive(Debug, Clone, PartialEq)]
pub enum PlacementKind {
    /// `White Pawn on …`
    Owned {
        /// The player.
        player: Name,
        /// The kind.
        kind: Name,
    },
    /// `Arrow on …`, for neutral kinds
    Neutral(Name),
    /// `4 Seed on …`, for counted kinds
    Counted(Expr, Name),
    /// `each on …`: one of every kind, in order
    Each,
}

/// `state NAME: cells|number = E [for one ply [on R]|for this turn] [in R] [when C]`
#[derive(Debug, Clone, PartialEq)]
pub struct StateItem {
    /// Its name.
    pub name: Name,
    /// `cells` or `number`.
    pub sort: StateSort,
    /// Its value at the start; none and 0 by default.
    pub initial: Option<Expr>,
    /// How long it lasts.
    pub lasts: StateLife,
    /// The letters that its cells have in position texts.
    pub letters: Option<StateLetters>,
    /// `in R`, `in 0..3`: what it may hold.
    pub within: Option<Expr>,
    /// `for one ply on R`: what of it counts.
    pub counts: Option<Expr>,
    /// `when C`: what must hold of the position.
    pub when: Option<Expr>,
}

/// `as "KQkq" [on R]`
#[derive(Debug, Clone, PartialEq)]
pub struct StateLetters {
    /// The letters.
    pub text: Text,
    /// The cells that have them, in order; those of the value at the start by default.
    pub on: Option<Expr>,
}

/// The type of a state variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateSort {
    /// A region.
    Cells,
    /// A number.
    Number,
}

/// How long a state variable keeps its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateLife {
    /// Until it is set again.
    Game,
    /// `for one ply`: what one ply sets, the next ply reads; then it is back at its start value.
    OnePly,
    /// `for this turn`: back at its start value when the turn passes.
    ThisTurn,
}

/// `table NAME { numbers }`: one number a cell, rank by rank from the far rank down, as the first player sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct TableItem {
    /// Its name.
    pub name: Name,
    /// The numbers.
    pub values: Vec<i64>,
}

/// `define NAME[(params)] = expr` or `define NAME[(params)] { effects }`
#[derive(Debug, Clone, PartialEq)]
pub struct DefineItem {
    /// Its name.
    pub name: Name,
    /// Its parameters: regions.
    pub params: Vec<Name>,
    /// An expression or effects.
    pub body: DefineBody,
}

impl DefineItem {
    /// The expression that it stands for; none if it does something.
    pub fn value(&self) -> Option<&Expr> {
        match &self.body {
            DefineBody::Expr(value) => Some(value),
            DefineBody::Effects(_) => None,
        }
    }
}

/// What a definition stands for.
#[derive(Debug, Clone, PartialEq)]
pub enum DefineBody {
    /// A value.
    Expr(Expr),
    /// Effects, used with `do`.
    Effects(Vec<Effect>),
}

/// `end [when E] { verdicts }`
#[derive(Debug, Clone, PartialEq)]
pub struct EndItem {
    /// A condition for all verdicts of the item.
    pub when: Option<Expr>,
    /// The verdicts, in order.
    pub verdicts: Vec<VerdictLine>,
}

/// One verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct VerdictLine {
    /// What is decided.
    pub kind: VerdictKind,
    /// When; always if absent.
    pub when: Option<Expr>,
    /// What players call it: `as "checkmate"`.
    pub name: Option<Text>,
    /// Where.
    pub span: Span,
}

/// What a verdict decides.
#[derive(Debug, Clone, PartialEq)]
pub enum VerdictKind {
    /// `win`: for the player who has just moved (`own` in `end`).
    Win,
    /// `lose`
    Lose,
    /// `draw`
    Draw,
    /// `White wins`
    Wins(Name),
    /// `White loses`
    Loses(Name),
    /// `score [PLAYER] E`
    Score(Option<Name>, Expr),
}

/// `eval ["name"] { terms }`
#[derive(Debug, Clone, PartialEq)]
pub struct EvalItem {
    /// Where it says that its terms come on top of those of the file below; nowhere once they have.
    pub also: Option<Span>,
    /// Its name; the default evaluation has none.
    pub name: Option<Text>,
    /// The terms.
    pub terms: Vec<EvalTerm>,
}

/// `weight * number`
#[derive(Debug, Clone, PartialEq)]
pub struct EvalTerm {
    /// The weight, possibly negative.
    pub weight: i64,
    /// The number.
    pub value: Expr,
    /// Where.
    pub span: Span,
}

/// `look …`: how it is drawn, which no rule asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct LookItem {
    /// What is said, in order.
    pub looks: Vec<Look>,
}

/// One thing that is said of how it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// What is said.
    pub kind: LookKind,
    /// Where.
    pub span: Span,
}

/// What is said of how it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum LookKind {
    /// `King "♔" "♚"`: a symbol, or one for each player.
    Symbol(Name, Text, Option<Text>),
    /// `White gold`, `Dark brown`, `traps red`, `goal owners`, `store aside`: a colour, a form, a place, the direction of lines.
    Painted(Name, Name),
    /// `(own rank 1 or far rank) owners`: the same of cells without a name, which are told by their text.
    Area(Box<Expr>, String, Name),
    /// `deck1 "tiger"`: what a cell is called.
    Title(Name, Text),
    /// `checkered`
    Style(Name),
    /// `cells { "a1 . b1" }`: where cells stand, row by row from the top.
    Cells(Vec<Text>),
}

impl Look {
    /// What it is said of: there may be one look of each.
    pub fn subject(&self) -> &str {
        match &self.kind {
            LookKind::Symbol(what, ..)
            | LookKind::Painted(what, _)
            | LookKind::Title(what, _)
            | LookKind::Style(what) => &what.text,
            LookKind::Area(_, text, _) => text,
            LookKind::Cells(_) => "cells",
        }
    }
}
