//! Expressions and directions as they were written.

use super::Name;
use crate::source::Span;

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

impl Expr {
    /// Whether it is this word alone.
    pub fn is_name(&self, word: &str) -> bool {
        matches!(&self.kind, ExprKind::Name(name) if name == word)
    }
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
    /// `attacked by enemy`, `attacked by enemy Knight`
    AttackedBy(Owner, Option<Name>),
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
    /// `beyond D of R through S`: the first cells outside of S.
    Beyond {
        /// The directions.
        dirs: Dirs,
        /// From where.
        of: Box<Expr>,
        /// Past what.
        through: Box<Expr>,
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
    /// `fewest [D] R from A to B [through S]`: how many cells of `R`, at least, join `A` to `B` with those of `S`.
    Fewest {
        /// How cells are joined; through edges if not given.
        dirs: Option<Dirs>,
        /// What is counted.
        of: Box<Expr>,
        /// One end.
        from: Box<Expr>,
        /// The other end.
        to: Box<Expr>,
        /// What counts nothing.
        through: Option<Box<Expr>>,
    },
    /// `groups [D] R`: how many joined groups; `largest [D] R`: how many cells the largest has.
    Groups {
        /// Whether the cells of the largest are meant.
        largest: bool,
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
    /// `P always C`
    Always(Owner, Box<Expr>),
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
    /// `sum R by advance`, `sum R by height`, `sum R by distance to S`, `sum R by table`
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
    /// `any`, `reverse d`: directions, as an argument.
    Directions(Dirs),
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
    /// The pieces that lie on one another.
    Height,
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

impl BinaryOp {
    /// Whether it compares.
    pub fn compares(self) -> bool {
        use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        matches!(self, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
    }
}
