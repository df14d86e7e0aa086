//! Move groups, clauses, effects and turns as they were written.

use super::{Dirs, Expr, Name, Owner};
use crate::source::Span;

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
    pub clauses: Vec<Repeated>,
}

impl MoveItem {
    /// All clauses, those that are repeated for some directions once.
    pub fn all_clauses(&self) -> Vec<&Clause> {
        fn inside<'a>(list: &'a [Repeated], all: &mut Vec<&'a Clause>) {
            for one in list {
                match one {
                    Repeated::Once(clause) => all.push(clause),
                    Repeated::Each(_, list) => inside(list, all),
                }
            }
        }
        let mut all = Vec::new();
        inside(&self.clauses, &mut all);
        all
    }
}

/// A clause, or a block of clauses that are repeated.
#[derive(Debug, Clone, PartialEq)]
pub enum Repeated {
    /// It stands for itself.
    Once(Box<Clause>),
    /// `for each d in D { … }`
    Each(EachWay, Vec<Repeated>),
}

/// `for each d in D`: once for each direction, which has a name in what is repeated.
#[derive(Debug, Clone, PartialEq)]
pub struct EachWay {
    /// The name.
    pub name: Name,
    /// The directions.
    pub dirs: Dirs,
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
    /// `slide D [n | n..m] [through R] to R`: along a line; exactly `n` cells, or from `n` to `m`, if given.
    Slide {
        /// Along which directions.
        dirs: Dirs,
        /// Exactly so many cells, or at least so many if `most` is given.
        exactly: Option<Expr>,
        /// At most so many cells.
        most: Option<Expr>,
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
    /// `sow R along L …`: picks a cell of R, takes its pieces and drops them one by one.
    Sow {
        /// The cells to choose from.
        from: Expr,
        /// How they go.
        way: Sown,
    },
    /// `pass`
    Pass,
    /// `pick a in R  pick b in S …`
    Pick(Vec<(Name, Expr)>),
}

/// `along L [from itself] [except R] [each { … }]`: how pieces that are sown go.
#[derive(Debug, Clone, PartialEq)]
pub struct Sown {
    /// The way.
    pub along: Dirs,
    /// Whether the first one falls on the cell where they were.
    pub itself: bool,
    /// Cells that are skipped.
    pub except: Option<Expr>,
    /// What is done after each but the last.
    pub each: Vec<Effect>,
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
    /// `pile R onto R`, `pile top 2 of R onto R`: the upper pieces of a stack go on top of another stack.
    Pile {
        /// How many; the whole stack if it is not said.
        number: Option<Expr>,
        /// Of which stack.
        what: Expr,
        /// Onto which.
        onto: Expr,
    },
    /// `rotate R left|right`: turns the contents of a square region by a quarter.
    Rotate {
        /// The region.
        what: Expr,
        /// `left` (counter-clockwise) or `right`.
        right: bool,
    },
    /// `while E { … }`
    While {
        /// As long as it holds.
        condition: Expr,
        /// What is done again and again.
        effects: Vec<Effect>,
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
    /// `require C`: where it does not hold now, there is no such move.
    Require(Expr),
    /// `for each d in D { … }`: for one direction after the other.
    Each(EachWay, Vec<Effect>),
    /// `sow R [from R] along L … { … }`: the pieces of R are sown.
    Sow {
        /// Whose pieces.
        seeds: Expr,
        /// Where they start; the cell of the pieces if it is not said.
        from: Option<Expr>,
        /// How they go.
        way: Sown,
        /// What is done after the last.
        effects: Vec<Effect>,
    },
    /// `relay`, `relay R [from R] [along L]`: another lap of the sowing that it stands in.
    Relay {
        /// Whose pieces; those of `to` if it is not said.
        seeds: Option<Expr>,
        /// Where they start; the cell of the pieces if it is not said.
        from: Option<Expr>,
        /// Another way.
        along: Option<Dirs>,
    },
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

impl TurnExpr {
    /// Whether a group is named by its label.
    pub fn names(&self, label: &str) -> bool {
        match &self.kind {
            TurnKind::Any | TurnKind::Pass => false,
            TurnKind::Group(name) => name.text == label,
            TurnKind::Or(a, b) | TurnKind::Else(a, b) => a.names(label) || b.names(label),
            TurnKind::Longest(a) | TurnKind::Most(_, a) | TurnKind::Repeat(_, _, a) => a.names(label),
        }
    }
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
