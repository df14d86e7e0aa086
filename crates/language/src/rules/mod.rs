//! The checked rules: ids instead of names, types filled in, options and definitions expanded.
//!
//! Still written from the mover's side ([`Who`]): lowering specialises them for each player. What can be wrong with a
//! file has been said before there are `Rules`; nothing after them fails.

mod effect;
mod expr;
mod looks;
mod print;
mod seen;
pub mod visit;

pub use effect::{
    Branch, Clause, Effect, Group, MOST_LAPS, MOST_ROUNDS, Placing, Sowing, Turn, TurnKind, Verb, goes_on,
};
pub use expr::{Arith, By, Compare, Connection, DirSet, HistoryTest, Number, Region, Truth, VarDir, WindowNeed};
pub use looks::{Area, BoardLook, COLOURS, FORMS, Form, Looks, PLACES, PieceLook, STYLES, Shape};
pub use print::{phrase, phrase_of_region, print};
pub use seen::Seen;

use crate::board::{SiteSet, Topology};
use crate::game::{PerSide, Side};
use crate::source::Span;

/// A kind of piece, by index into [`Rules::kinds`].
pub type KindId = usize;
/// A state variable, by index into [`Rules::states`].
pub type StateId = usize;
/// A direction, by index into [`Topology::directions`].
pub type DirId = usize;
/// A region bound by a choice, a parameter or a verb. Unique within a clause (with the definitions it uses) or within
/// `finally`; [`FROM`], [`TO`] and [`OVER`] are the same everywhere.
pub type LocalId = usize;

/// The cell that the first leg left; within a leg, the cell that this leg left.
pub const FROM: LocalId = 0;
/// The cell of arrival.
pub const TO: LocalId = 1;
/// The cell that a hop passed over.
pub const OVER: LocalId = 2;
/// The first id for names of the file.
pub const FIRST_LOCAL: LocalId = 3;

/// Whose, seen from the player whose rules these are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Who {
    /// The player of the ply; in `end`, the player who is not to move.
    Own,
    /// The other one.
    Enemy,
    /// A player by name.
    Side(Side),
}

impl Who {
    /// Which side this is where `own` is `own`.
    pub fn side(self, own: Side) -> Side {
        match self {
            Who::Own => own,
            Who::Enemy => own.other(),
            Who::Side(side) => side,
        }
    }
}

/// A rule book.
#[derive(Debug, Clone)]
pub struct Rules {
    /// The game's name.
    pub name: String,
    /// The players, the first to move first.
    pub players: PerSide<String>,
    /// The options as set.
    pub options: Vec<OptionValue>,
    /// The boards, with links and leaps among the directions.
    pub topology: Topology,
    /// For every cell its rank as each side counts it, from 0 at its own first rank: `own rank n`, `advance`.
    pub advance: PerSide<Vec<i64>>,
    /// The regions of the file by name, as each side sees them: equal where they belong to neither.
    pub regions: Vec<(String, PerSide<SiteSet>)>,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// Where pieces may stand, as far as the file says so.
    pub grounds: Vec<Ground>,
    /// Whether what a player takes off goes to that player's hand.
    pub captives_to_hand: bool,
    /// Whether the rules know hands at all.
    pub hands: bool,
    /// What stands where at the start.
    pub setup: Setup,
    /// State variables and clocks, in file order.
    pub states: Vec<State>,
    /// The move groups, in file order.
    pub groups: Vec<Group>,
    /// What may be played in a turn.
    pub turn: Turn,
    /// What is done once at the end of every ply.
    pub finally: Vec<Effect>,
    /// Conditions on the position after `finally`, in file order.
    pub legal: Vec<Legal>,
    /// The endings, in file order: the first that holds counts.
    pub verdicts: Vec<Verdict>,
    /// The evaluations; the first is the default. Empty if the file has none.
    pub evaluations: Vec<Evaluation>,
    /// 1 for whole scores, 2 where a score has halves (then [`VerdictKind::Score`] numbers are doubled); none if no
    /// verdict is a score.
    pub score_scale: Option<i32>,
    /// Whether the rules ask if both players passed.
    pub counts_passes: bool,
    /// How the file wants to be drawn.
    pub looks: Looks,
}

impl Rules {
    /// Whether pieces of a kind may come to be in a hand: some are from the start, or taken ones go there, as what they were
    /// before they were promoted.
    pub fn may_be_in_hand(&self, kind: KindId) -> bool {
        Side::ALL.into_iter().any(|side| self.may_be_in_hand_of(side, kind))
    }

    /// As [`Rules::may_be_in_hand`], of one player's.
    pub fn may_be_in_hand_of(&self, side: Side, kind: KindId) -> bool {
        self.setup.hands[side].get(kind).is_some_and(|&number| number > 0)
            || self.captives_to_hand && self.kinds[kind].base == kind && !self.is_out_of_reach(kind)
    }

    /// Whether pieces of a kind are never taken, since moves that leave them attacked are not legal and nothing else takes what an
    /// arrival does not.
    pub fn is_out_of_reach(&self, kind: KindId) -> bool {
        let is_own = |part: &Region| match part {
            Region::Pieces { who: Some(Who::Own), kinds } => kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind)),
            _ => false,
        };
        let attacks = |part: &Region| matches!(part, Region::AttackedBy(Who::Enemy, None));
        let spares = |condition: &Truth| {
            let Truth::Not(inner) = condition else { return false };
            let Truth::Some(Region::On(a, b)) = &**inner else { return false };
            is_own(a) && attacks(b) || attacks(a) && is_own(b)
        };
        let spared = self.legal.iter().flat_map(|legal| legal.condition.conjuncts()).any(spares);
        let takes = |effect: &Effect, harmless: &dyn Fn(&Region) -> bool| matches!(effect, Effect::Take(region) if !matches!(region, Region::Local(_)) && !harmless(region));
        let elsewhere = |clause: &Clause| {
            Effect::any(&clause.effects, |effect| takes(effect, &|region| self.is_passed(clause, region, kind)))
        };
        spared && !self.clauses().any(elsewhere) && !Effect::any(&self.finally, |effect| takes(effect, &|_| false))
    }

    /// Whether a region of a clause is the one cell behind a cell that a state holds, on which that state says a piece of another
    /// kind stands: as where a pawn is taken in passing.
    fn is_passed(&self, clause: &Clause, region: &Region, kind: KindId) -> bool {
        let (Region::Step { dirs, steps: None, of }, Some(Region::State(id))) = (region, clause.verb.arrival()) else {
            return false;
        };
        // What a state may hold is said from the side of the player who is not to move.
        let is_back = |there: &DirSet| {
            let plain = [dirs, there].iter().all(|dirs| dirs.plus.is_empty() && dirs.minus.is_empty());
            let back = |side: Side| match (&dirs.fixed[side][..], &there.fixed[side.other()][..]) {
                (&[dir], &[back]) => self.topology.directions[dir].reverse == Some(back),
                _ => false,
            };
            plain && Side::ALL.into_iter().all(back)
        };
        let is_other = |part: &Region| match part {
            Region::Step { dirs, steps: None, of } => {
                is_back(dirs)
                    && matches!(&**of, Region::Pieces { who: Some(Who::Own), kinds: Some(kinds) } if !kinds.contains(&kind))
            }
            _ => false,
        };
        let cells = self.states[*id].bounds.cells.as_ref();
        **of == Region::Local(TO) && cells.is_some_and(|cells| cells.conjuncts().into_iter().any(is_other))
    }

    /// A piece in words: `White Pawn`, `Duck`.
    pub fn name_of(&self, (owner, kind): Owned) -> String {
        owned_name(&self.players, owner, &self.kinds[kind].name)
    }

    /// Whether each step along these directions brings either player nearer to the far side.
    pub fn only_advances(&self, dirs: &DirSet) -> bool {
        dirs.plus.is_empty() && Side::ALL.into_iter().all(|side| self.gains(&dirs.fixed[side], side))
    }

    /// The same of pieces of these kinds, whichever player moves them: those of nobody must come nearer to the same side.
    pub fn only_advance(&self, kinds: &[KindId], dirs: &DirSet) -> bool {
        let owned = !kinds.is_empty() && kinds.iter().all(|&kind| !self.kinds[kind].neutral);
        self.only_advances(dirs) && (owned || dirs.fixed.iter().all(|dirs| self.gains(dirs, Side::First)))
    }

    /// Whether each step along these directions is an advance as one player sees it.
    fn gains(&self, dirs: &[DirId], seen_by: Side) -> bool {
        let advance = &self.advance[seen_by];
        dirs.iter().all(|&d| {
            let next = self.topology.directions[d].next.iter().enumerate();
            next.into_iter().all(|(s, to)| to.is_none_or(|t| advance[usize::from(t)] > advance[s]))
        })
    }
}

/// A piece of a kind in words, with the name of its owner if it has one.
pub fn owned_name(players: &PerSide<String>, owner: Option<Side>, kind: &str) -> String {
    owner.map_or_else(|| kind.to_string(), |owner| format!("{} {kind}", players[owner]))
}

/// The most counted pieces on a cell: they are counted in a byte.
pub const MOST_ON_A_CELL: i64 = 255;

/// A piece by its owner (none for neutral) and its kind.
pub type Owned = (Option<Side>, KindId);

/// The most pieces in a stack.
pub const MOST_IN_A_STACK: usize = 17;

/// The most clauses of a game: the record of a move tells which of them made it in a byte, beside the pass.
pub const MOST_CLAUSES: usize = 254;

/// An option and what it was set to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionValue {
    /// Its name.
    pub name: String,
    /// Its value as text.
    pub value: String,
    /// Which values it may have, if the file says so.
    pub range: Option<OptionRange>,
}

/// The values that an option may have. All numbers are doubled, so that there may be halves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionRange {
    /// The least.
    pub least: i64,
    /// What none goes beyond.
    pub most: i64,
    /// How far they are apart, from the least on; if nothing is said there is any value between.
    pub step: Option<i64>,
}

impl OptionRange {
    /// The greatest value, doubled as all are.
    pub fn greatest(&self) -> i64 {
        self.step.filter(|&step| step > 0).map_or(self.most, |step| self.most - (self.most - self.least) % step)
    }

    /// The values next to a number, doubled as it is: on both sides where there are two.
    pub fn beside(&self, value: i64) -> Vec<i64> {
        let value = value.clamp(self.least, self.most);
        let over = (value - self.least) % self.step.unwrap_or(1);
        let above = (over > 0).then(|| value - over + self.step.unwrap_or(1)).filter(|above| self.contains(*above));
        [value - over].into_iter().chain(above).collect()
    }

    /// Whether a value, doubled, is one of them.
    pub fn contains(&self, value: i64) -> bool {
        (self.least..=self.most).contains(&value) && self.step.is_none_or(|step| (value - self.least) % step == 0)
    }
}

/// As it is written in a file: `4..16 step 2`.
impl std::fmt::Display for OptionRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plain = |doubled: i64| doubled as f64 / 2.0;
        write!(f, "{}..{}", plain(self.least), plain(self.most))?;
        self.step.map_or(Ok(()), |step| write!(f, " step {}", plain(step)))
    }
}

/// A kind of piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Its letters in position texts, for the first and the second player (equal for neutral kinds).
    pub letters: PerSide<char>,
    /// Belongs to nobody.
    pub neutral: bool,
    /// Several may lie on one cell, counted.
    pub counted: bool,
    /// Pieces of this kind form stacks.
    pub stacked: bool,
    /// `piece A 3`
    pub strength: Option<i64>,
    /// `piece A = B`
    pub promotes_to: Option<KindId>,
    /// The kind it goes to a hand as: itself, or the kind that promotes to it.
    pub base: KindId,
}

impl Kind {
    /// Its letter for a piece of this owner, none for nobody.
    pub fn letter(&self, owner: Option<Side>) -> char {
        self.letters[owner.unwrap_or(Side::First)]
    }

    /// Whose piece of this kind a letter stands for, if for one of this kind.
    pub fn whose(&self, letter: char) -> Option<Option<Side>> {
        let side = Side::ALL.into_iter().find(|&side| self.letters[side] == letter)?;
        Some((!self.neutral).then_some(side))
    }

    /// Its letter in a player's hand. A piece of nobody has one letter: in the second hand it is told apart by its case.
    pub fn hand_letter(&self, side: Side) -> char {
        let letter = self.letters[side];
        if self.neutral && side == Side::Second { letter.to_ascii_lowercase() } else { letter }
    }
}

/// `piece A in R`: where pieces of some kinds may stand in a position between two plies, where `own` is whose piece it is. As
/// with [`Bounds`], the rules keep to it by themselves: it is asked of positions that are set up.
#[derive(Debug, Clone, PartialEq)]
pub struct Ground {
    /// Which kinds.
    pub kinds: Vec<KindId>,
    /// Where alone they stand.
    pub cells: Region,
    /// In the words of the file, for reports: `piece Pawn in own ranks 2..7`.
    pub text: String,
    /// Where the cells are written.
    pub span: Span,
}

/// The starting position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Setup {
    /// Pieces: cell, owner (none for neutral), kind.
    pub pieces: Vec<(usize, Option<Side>, KindId)>,
    /// What stands below pieces of `pieces`: cell, owners and kinds from the top down.
    pub under: Vec<(usize, Vec<Owned>)>,
    /// Counted pieces: cell, kind, how many.
    pub counts: Vec<(usize, KindId, i64)>,
    /// What each player has in hand, by kind.
    pub hands: PerSide<Vec<i64>>,
}

impl Setup {
    /// How many pieces of a kind, on top of others or alone, a player has on the board.
    pub fn number(&self, side: Side, kind: KindId) -> usize {
        self.pieces.iter().filter(|piece| (piece.1, piece.2) == (Some(side), kind)).count()
    }
}

/// A state variable or clock.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// Its name.
    pub name: String,
    /// Its type and start value.
    pub initial: StateValue,
    /// How long a value lasts.
    pub life: Life,
    /// One letter for each cell of position texts, in the order they are printed in: cell and letter.
    pub letters: Vec<(usize, char)>,
    /// What it may hold.
    pub bounds: Bounds,
}

/// What a state may hold in a position between two plies, where `own` is the player who is not to move. The rules keep to it
/// by themselves: it is asked of positions that are set up.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Bounds {
    /// `in R`: no cell outside of these.
    pub cells: Option<Region>,
    /// `in 0..3`: no number outside of these.
    pub numbers: Option<(i64, i64)>,
    /// `for one ply on R`: other cells make no difference.
    pub counts: Option<Region>,
    /// `when C`
    pub when: Option<Truth>,
    /// The conditions in the words of the file, for reports.
    pub text: String,
    /// Where they are written.
    pub span: Span,
}

impl Bounds {
    /// Whether nothing is said.
    pub fn is_none(&self) -> bool {
        self.cells.is_none() && self.numbers.is_none() && self.counts.is_none() && self.when.is_none()
    }
}

/// The value of a state variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateValue {
    /// Cells.
    Cells(SiteSet),
    /// A number.
    Number(i64),
}

/// How long a state variable keeps its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Life {
    /// Until set again.
    Game,
    /// What one ply sets, the next reads; then back at the start value.
    OnePly,
    /// Back at the start value when the turn passes.
    ThisTurn,
    /// A clock: one more after every ply, and no part of what `repeats` compares.
    Clock,
}

/// A condition that a ply must meet.
#[derive(Debug, Clone, PartialEq)]
pub struct Legal {
    /// What the position after the ply must fulfil, and the game so far.
    pub condition: Truth,
    /// Where it is written.
    pub span: Span,
}

/// A verdict on a position: asked with `own` = the player who is not to move.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// What is decided.
    pub kind: VerdictKind,
    /// When (guards of the item included).
    pub when: Truth,
    /// What players call it, such as `checkmate`.
    pub name: Option<String>,
    /// The text of the verdict, for reports.
    pub text: String,
    /// Where it is written.
    pub span: Span,
}

impl Verdict {
    /// What is told of it: what players call it, else its text.
    pub fn told(&self) -> &str {
        self.name.as_ref().unwrap_or(&self.text)
    }
}

/// What a verdict decides.
#[derive(Debug, Clone, PartialEq)]
pub enum VerdictKind {
    /// This player has won.
    Win(Who),
    /// Nobody has.
    Draw,
    /// The score of this player minus the other's, times [`Rules::score_scale`].
    Score(Who, Number),
}

/// A named sum of terms.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its terms.
    pub terms: Vec<Term>,
}

/// `weight * number`, worth own minus enemy.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// The weight.
    pub weight: i64,
    /// The number, for `own`.
    pub number: Number,
    /// Its text.
    pub text: String,
    /// Where it is written.
    pub span: Span,
}
