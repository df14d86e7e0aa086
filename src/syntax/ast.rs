//! The syntax tree: what was written, with spans, names unresolved.
//!
//! Words of the language that stand alone as a region, number or truth value (`empty`, `from`, `touched`) are
//! [`ExprKind::Name`], like names of the file: analysis tells them apart. Only what has a shape of its own has a node.

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

/// A whole file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct File {
    /// Its items, as written.
    pub items: Vec<Item>,
    /// The second words of items that could not be read: names, in `define`, `region` and their like.
    pub unread: Vec<String>,
}

/// One item with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Where, from its first word to its last.
    pub span: Span,
}

/// The items of a file. An item that could not be parsed is left out of the tree (and reported).
#[derive(Debug, Clone, PartialEq)]
pub enum ItemKind {
    /// `game "Name"`
    Game(Text),
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
    State(StateItem),
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
}

/// `option NAME = DEFAULT [in LO..HI]`
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
    /// The words after the size: `dark`, `light`, `wrapped` (both ways round), `wrapped-files`, `wrapped-ranks`.
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

/// `piece …`: kinds with their properties; the trailing words hold for all kinds of the item when they follow the
/// last one after a line's whole list, or for one kind when they follow it: each [`PieceDef`] has its own.
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
}

/// `= B`, `= B "T"`
#[derive(Debug, Clone, PartialEq)]
pub struct PromotesTo {
    /// The kind, which need not be declared elsewhere.
    pub kind: Name,
    /// Its letter.
    pub letter: Option<Text>,
}

/// `hand 8 Rabbit, 2 Cat each|for PLAYER`
#[derive(Debug, Clone, PartialEq)]
pub struct HandItem {
    /// How many of what.
    pub entries: Vec<(Expr, Name)>,
    /// The player, or both.
    pub player: Option<Name>,
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

/// `state NAME: cells|number = E [for one ply|for this turn]`
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

/// What a definition stands for.
#[derive(Debug, Clone, PartialEq)]
pub enum DefineBody {
    /// A value.
    Expr(Expr),
    /// Effects, used with `do`.
    Effects(Vec<Effect>),
}

/// `move [label] [Kinds] [when E] [costs n] { clauses }`
#[derive(Debug, Clone, PartialEq)]
pub struct MoveItem {
    /// The group's label.
    pub label: Option<Name>,
    /// The kinds that move; empty where the clauses place, drop, pass or pick.
    pub kinds: Vec<Name>,
    /// The group's guard.
    pub when: Option<Expr>,
    /// `costs n`: how many steps of `1..4 label` it takes.
    pub costs: Option<Expr>,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

/// One clause of a move group.
#[derive(Debug, Clone, PartialEq)]
pub struct Clause {
    /// What is done.
    pub verb: Verb,
    /// `when E`: filters the choice.
    pub when: Option<Expr>,
    /// `as label`
    pub label: Option<Name>,
    /// `{ effects }`
    pub effects: Vec<Effect>,
    /// Where, from the verb to the end of the effects.
    pub span: Span,
}

/// The verb of a clause with its slots.
#[derive(Debug, Clone, PartialEq)]
pub enum Verb {
    /// `step D to R`: one cell.
    Step {
        /// Along which directions.
        dirs: Dirs,
        /// Where it may end.
        to: Expr,
    },
    /// `slide D [n] [through R] to R`: along a line; exactly `n` cells if given.
    Slide {
        /// Along which directions.
        dirs: Dirs,
        /// Exactly so many cells.
        exactly: Option<Expr>,
        /// What may be passed over; `empty` by default.
        through: Option<Expr>,
        /// Where it may end.
        to: Expr,
    },
    /// `leap 1,2 to R`: all jumps with these two distances, in every orientation; `leap 1,2 2,2` is several.
    Leap {
        /// The distances.
        offsets: Vec<(Expr, Expr)>,
        /// Where it may end.
        to: Expr,
    },
    /// `hop D [through R] over R [through R] to R`: along a line over exactly one cell of the middle region.
    Hop {
        /// Along which directions.
        dirs: Dirs,
        /// What may be passed before the piece that is jumped; nothing by default.
        before: Option<Expr>,
        /// What is jumped.
        over: Expr,
        /// What may be passed after it; nothing by default.
        after: Option<Expr>,
        /// Where it may end.
        to: Expr,
    },
    /// `place Kind on R`: from an unlimited supply.
    Place {
        /// Which kinds; a choice if several.
        kinds: Vec<Name>,
        /// Where.
        on: Expr,
    },
    /// `drop Kind, Kind on R`, `drop any on R`: from the hand.
    Drop {
        /// Which kinds; empty for `any`.
        kinds: Vec<Name>,
        /// Where.
        on: Expr,
    },
    /// `fly to R`: to any cell of R.
    Fly {
        /// Where.
        to: Expr,
    },
    /// `sow R along L [except R]`: picks a cell of R, takes its pieces and drops them one by one along L.
    Sow {
        /// The cells to choose from.
        from: Expr,
        /// The way.
        along: Dirs,
        /// Cells that are skipped.
        except: Option<Expr>,
    },
    /// `pass`
    Pass,
    /// `pick a in R  pick b in S …`
    Pick(Vec<(Name, Expr)>),
}

/// One effect with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// What it does.
    pub kind: EffectKind,
    /// Where.
    pub span: Span,
}

/// The effects.
#[derive(Debug, Clone, PartialEq)]
pub enum EffectKind {
    /// `take R`: takes all pieces there off.
    Take(Expr),
    /// `put Kind on R`, `put 2 Seed on R`, `put enemy Kind on R`
    Put {
        /// How many, for counted kinds.
        number: Option<Expr>,
        /// Whose; the mover's by default.
        owner: Option<Owner>,
        /// The kind.
        kind: Name,
        /// Where.
        on: Expr,
    },
    /// `drop A, B on R`, `drop any on R` (no kinds): a piece from the hand.
    Drop {
        /// The kinds; none for any.
        kinds: Vec<Name>,
        /// Where.
        on: Expr,
    },
    /// `flip R`: the pieces there change sides.
    Flip(Expr),
    /// `move R onto R`
    Move {
        /// What.
        what: Expr,
        /// Where to.
        onto: Expr,
    },
    /// `swap R with R`: two cells change contents.
    Swap {
        /// One cell.
        what: Expr,
        /// The other.
        with: Expr,
    },
    /// `promote R [as A, B]`: the pieces there change kind.
    Promote {
        /// Which.
        what: Expr,
        /// To what; a choice if several; what `piece A = B` says if none.
        to: Vec<Name>,
    },
    /// `set x = E`
    Set {
        /// The state variable.
        name: Name,
        /// Its new value.
        value: Expr,
    },
    /// `reset x`: a clock or state variable back to its start value.
    Reset(Name),
    /// `tuck R under R`: the top piece of a stack goes below another stack.
    Tuck {
        /// Whose top piece.
        what: Expr,
        /// Under which.
        under: Expr,
    },
    /// `rotate R left|right`: turns the contents of a square region by a quarter.
    Rotate {
        /// The region.
        what: Expr,
        /// `left` (counter-clockwise) or `right`.
        right: bool,
    },
    /// `if E { … } else { … }`
    If {
        /// The condition.
        condition: Expr,
        /// When it holds.
        then: Vec<Effect>,
        /// When it doesn't (`else if` is an `If` alone in here).
        otherwise: Vec<Effect>,
    },
    /// `may EFFECT`: done or not, a choice. (`may again` is [`EffectKind::Again`].)
    May(Box<Effect>),
    /// `either { … } as a or { … } as b`
    Either(Vec<Branch>),
    /// `pick x in R`: a choice; the following effects see `x`.
    Pick {
        /// The new name.
        name: Name,
        /// The cells to choose from.
        region: Expr,
    },
    /// `do name`, `do name(args)`
    Do {
        /// The definition.
        name: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `again [in D]`, `may again [in D]`: the next leg of the same ply.
    Again {
        /// Whether the mover may stop instead.
        may: bool,
        /// The directions that the next leg may take.
        dirs: Option<Dirs>,
    },
    /// `extra turn`: the same player makes the next ply, too.
    ExtraTurn,
}

/// One branch of `either`.
#[derive(Debug, Clone, PartialEq)]
pub struct Branch {
    /// What it does.
    pub effects: Vec<Effect>,
    /// Its label.
    pub label: Option<Name>,
}

/// `turn { members  finally { … } }`
#[derive(Debug, Clone, PartialEq)]
pub struct TurnItem {
    /// What may be played.
    pub choice: Option<TurnExpr>,
    /// What is done once at the end of every ply.
    pub finally: Vec<Effect>,
}

/// What may be played in a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnExpr {
    /// What it is.
    pub kind: TurnKind,
    /// Where.
    pub span: Span,
}

/// The ways to compose a turn.
#[derive(Debug, Clone, PartialEq)]
pub enum TurnKind {
    /// `any`: every group.
    Any,
    /// A group by its label.
    Group(Name),
    /// `pass`
    Pass,
    /// `A or B`
    Or(Box<TurnExpr>, Box<TurnExpr>),
    /// `A else B`: B only if A offers no legal turn.
    Else(Box<TurnExpr>, Box<TurnExpr>),
    /// `longest A`: most legs.
    Longest(Box<TurnExpr>),
    /// `most E of A`: greatest E at the end of the turn.
    Most(Expr, Box<TurnExpr>),
    /// `1..4 A`
    Repeat(Expr, Expr, Box<TurnExpr>),
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

/// Whose.
#[derive(Debug, Clone, PartialEq)]
pub enum Owner {
    /// `own`
    Own,
    /// `enemy`
    Enemy,
    /// A player by name.
    Player(Name),
}

/// A set of directions: `forward, sideways`, `any except dir`.
#[derive(Debug, Clone, PartialEq)]
pub struct Dirs {
    /// Those named.
    pub include: Vec<Dir>,
    /// Those taken away.
    pub except: Vec<Dir>,
    /// Where.
    pub span: Span,
}

/// One member of a direction set.
#[derive(Debug, Clone, PartialEq)]
pub struct Dir {
    /// What it is.
    pub kind: DirKind,
    /// Where.
    pub span: Span,
}

/// How a direction is written.
#[derive(Debug, Clone, PartialEq)]
pub enum DirKind {
    /// A word (`north`, `any`, `forward-left`, `neighbours`, `dir`) or the name of a link.
    Word(String),
    /// `reverse D`
    Reverse(Box<Dir>),
    /// `inverse L`: the cells that L leads from.
    Inverse(Name),
    /// `axis D`: D and its reverse.
    Axis(Box<Dir>),
    /// `leap 1,2`: as a direction set.
    Leap(Box<Expr>, Box<Expr>),
}

/// An expression with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// The expressions, of all types.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// A whole number.
    Number(i64),
    /// A number with a half, `7.5`: twice its value.
    Half(i64),
    /// A small-letter word: a word of the language (`empty`, `all`, `from`, `corners`, `edge`, `touched`, `legs` …),
    /// or a region, state, option, parameter or definition of the file.
    Name(String),
    /// A capital word: a kind or a player.
    Capital(String),
    /// `e4`
    Cell(String),
    /// `a1 b2 c3`: cells (or numbers on a track) side by side, their union.
    List(Vec<Expr>),
    /// `c1..c5`, `1..6`
    Range(Box<Expr>, Box<Expr>),
    /// `rank n`, `ranks 1..2`, `ranks 2 4 6`
    Ranks(Vec<Expr>),
    /// `file a`, `files a..c`, `files b d f`; a file is a [`ExprKind::Name`] of letters or a range of two.
    Files(Vec<Expr>),
    /// `rank of R`, `ranks of R`
    RanksOf(Box<Expr>),
    /// `file of R`, `files of R`
    FilesOf(Box<Expr>),
    /// `far rank`
    FarRank,
    /// `own`, `enemy` alone (a player alone is [`ExprKind::Capital`]).
    Owned(Owner),
    /// `own Pawn`, `enemy pits`, `White King`: a kind or a region kept for each player.
    OwnedName(Owner, Name),
    /// `own rank 1`, `enemy ranks 1..2`
    OwnedRanks(Owner, Vec<Expr>),
    /// `own hand`, `enemy hand Pawn`
    Hand(Owner, Option<Name>),
    /// `enemy stuck`
    Stuck(Owner),
    /// `attacked by enemy`
    AttackedBy(Owner),
    /// `north of R`, `east 3 of R`, `neighbours of R`, `next of R`
    Step {
        /// The directions.
        dirs: Dirs,
        /// So many steps; one by default.
        steps: Option<Box<Expr>>,
        /// From where.
        of: Box<Expr>,
    },
    /// `ray D [n] of R through S [until U]`: the cells passed over.
    Ray {
        /// The directions.
        dirs: Dirs,
        /// Exactly so many.
        exactly: Option<Box<Expr>>,
        /// From where.
        of: Box<Expr>,
        /// Through what.
        through: Box<Expr>,
        /// Only if what comes next is this.
        until: Option<Box<Expr>>,
    },
    /// `flood [D] A in S`: the cells of S that are joined to A within S.
    Flood {
        /// How cells are joined; `neighbours` by default.
        dirs: Option<Dirs>,
        /// Where it starts.
        seed: Box<Expr>,
        /// Where it stays.
        within: Box<Expr>,
    },
    /// `groups [D] R`: how many joined groups.
    Groups {
        /// How cells are joined.
        dirs: Option<Dirs>,
        /// Of what.
        of: Box<Expr>,
    },
    /// `line k [D] of R`: all cells of complete lines of k or more.
    Line {
        /// How long.
        length: Box<Expr>,
        /// Along which directions; all by default.
        dirs: Option<Dirs>,
        /// Of what.
        of: Box<Expr>,
    },
    /// `lines k with n own, m empty`, `lines k without enemy`: how many windows of k cells.
    Lines {
        /// How long.
        length: Box<Expr>,
        /// What they hold.
        holding: LineHolding,
    },
    /// `repeats n`
    Repeats(Box<Expr>),
    /// `new board`
    NewBoard,
    /// `new position`
    NewPosition,
    /// `both passed`
    BothPassed,
    /// `was E`: E at the start of the ply.
    Was(Box<Expr>),
    /// `stronger than c`
    StrongerThan(Box<Expr>),
    /// `weaker than c`
    WeakerThan(Box<Expr>),
    /// `holding 2..3`, `holding 1`
    Holding(Box<Expr>, Box<Expr>),
    /// `count R`
    Count(Box<Expr>),
    /// `sum R by advance`, `sum R by distance to S`, `sum R by table`
    Sum {
        /// Over which cells.
        of: Box<Expr>,
        /// Adding what.
        by: SumBy,
    },
    /// `mobility`, `mobility Knight, Bishop`
    Mobility(Vec<Name>),
    /// `no E`: an empty region, or a number that is 0.
    No(Box<Expr>),
    /// `not E`
    Not(Box<Expr>),
    /// `-E`
    Negate(Box<Expr>),
    /// An operator between two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `name(args)`
    Call(Name, Vec<Expr>),
    /// `(E)`
    Paren(Box<Expr>),
}

/// What a window of `lines k` must hold.
#[derive(Debug, Clone, PartialEq)]
pub enum LineHolding {
    /// `with n A, m B`: exactly so many of each.
    With(Vec<(Expr, Expr)>),
    /// `without A`: none of it.
    Without(Box<Expr>),
}

/// What `sum` adds up.
#[derive(Debug, Clone, PartialEq)]
pub enum SumBy {
    /// Ranks gained from the own first rank.
    Advance,
    /// Steps to the nearest cell of a region.
    DistanceTo(Box<Expr>),
    /// A table of the file.
    Table(Name),
}

/// Binary operators, loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `or`: union, or either of two truths.
    Or,
    /// `else`: the left unless it is empty.
    Else,
    /// `and`
    And,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `div`
    Divide,
    /// `mod`
    Modulo,
    /// `on`: intersection.
    On,
    /// `except`: difference.
    Except,
}
