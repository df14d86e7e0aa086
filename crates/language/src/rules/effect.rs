//! Checked move groups, clauses, effects and turns.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use std::borrow::Cow;

use super::visit::{self, Node};
use super::{DirSet, KindId, LocalId, Number, Region, Rules, StateId, Truth, Who};
use crate::source::Span;

/// `move [label] [Kinds] [when …] { … }`
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Its label.
    pub label: Option<String>,
    /// The kinds that move; empty where nothing does.
    pub kinds: Vec<KindId>,
    /// The guard.
    pub when: Option<Truth>,
    /// How many steps of `1..4 label` it takes.
    pub costs: u32,
    /// Its clauses.
    pub clauses: Vec<Clause>,
    /// Where it is written.
    pub span: Span,
}

/// One clause.
#[derive(Debug, Clone, PartialEq)]
pub struct Clause {
    /// What is done.
    pub verb: Verb,
    /// Filters the choice.
    pub when: Option<Truth>,
    /// `as label`
    pub label: Option<String>,
    /// What else it does.
    pub effects: Vec<Effect>,
    /// Its first words.
    pub text: String,
    /// Where it is written.
    pub span: Span,
}

/// What a clause does; the arrival of a moving piece takes what stood on `to`.
#[derive(Debug, Clone, PartialEq)]
pub enum Verb {
    /// One cell (or one leap) along each of the directions.
    Step {
        /// The directions.
        dirs: DirSet,
        /// Where it may end.
        to: Region,
    },
    /// Along a line through `through`, `exactly` so many cells or at least one.
    Slide {
        /// The directions.
        dirs: DirSet,
        /// Exactly so many cells.
        exactly: Option<Number>,
        /// What lies between.
        through: Region,
        /// Where it may end.
        to: Region,
    },
    /// Along a line: through `before` to the first cell outside of it, which must be in `over`; on through `after`.
    Hop {
        /// The directions.
        dirs: DirSet,
        /// What may be passed first.
        before: Option<Region>,
        /// What is jumped.
        over: Region,
        /// What may be passed then.
        after: Option<Region>,
        /// Where it may end.
        to: Region,
    },
    /// From the mover's pieces to any cell of the region.
    Fly {
        /// Where.
        to: Region,
    },
    /// A new piece.
    Place {
        /// A choice if several.
        kinds: Vec<KindId>,
        /// Where.
        on: Region,
    },
    /// From the mover's hand.
    Drop {
        /// A choice of those that the hand has.
        kinds: Vec<KindId>,
        /// Where.
        on: Region,
    },
    /// A cell whose counted pieces are sown: the clause has one effect, an [`Effect::Sow`].
    Sow {
        /// The cells to choose from.
        from: Region,
    },
    /// Nothing moves.
    Pass,
    /// Choices by name.
    Pick(Vec<(LocalId, Region)>),
}

/// What a verb puts on the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placing<'a> {
    /// A choice of these.
    pub kinds: &'a [KindId],
    /// Where.
    pub on: &'a Region,
    /// Whether it comes from the mover's hand, and not from nowhere.
    pub from_hand: bool,
}

// What there is to know of a verb is asked here, where no verb is left out.
impl Verb {
    /// Where the piece that it moves may end; none where it moves none.
    pub fn arrival(&self) -> Option<&Region> {
        match self {
            Verb::Step { to, .. } | Verb::Slide { to, .. } | Verb::Hop { to, .. } | Verb::Fly { to } => Some(to),
            Verb::Place { .. } | Verb::Drop { .. } | Verb::Sow { .. } | Verb::Pass | Verb::Pick(_) => None,
        }
    }

    /// Whether a piece goes from one cell to another.
    pub fn moves(&self) -> bool {
        self.arrival().is_some()
    }

    /// The directions that a piece is moved along, where it goes straight.
    pub fn dirs(&self) -> Option<&DirSet> {
        match self {
            Verb::Step { dirs, .. } | Verb::Slide { dirs, .. } | Verb::Hop { dirs, .. } => Some(dirs),
            Verb::Fly { .. }
            | Verb::Place { .. }
            | Verb::Drop { .. }
            | Verb::Sow { .. }
            | Verb::Pass
            | Verb::Pick(_) => None,
        }
    }

    /// What it puts on the board.
    pub fn placing(&self) -> Option<Placing<'_>> {
        match self {
            Verb::Place { kinds, on } => Some(Placing { kinds, on, from_hand: false }),
            Verb::Drop { kinds, on } => Some(Placing { kinds, on, from_hand: true }),
            Verb::Step { .. } | Verb::Slide { .. } | Verb::Hop { .. } | Verb::Fly { .. } => None,
            Verb::Sow { .. } | Verb::Pass | Verb::Pick(_) => None,
        }
    }

    /// Where a piece ends that it moves or puts on the board.
    pub fn destination(&self) -> Option<&Region> {
        self.arrival().or_else(|| self.placing().map(|placing| placing.on))
    }

    /// The choices that it makes by name, and nothing else.
    pub fn picks(&self) -> Option<&[(LocalId, Region)]> {
        match self {
            Verb::Pick(picks) => Some(picks),
            Verb::Step { .. } | Verb::Slide { .. } | Verb::Hop { .. } | Verb::Fly { .. } => None,
            Verb::Place { .. } | Verb::Drop { .. } | Verb::Sow { .. } | Verb::Pass => None,
        }
    }
}

/// How counted pieces are sown: lap after lap, as long as the effects ask for another.
#[derive(Debug, Clone, PartialEq)]
pub struct Sowing {
    /// The kind.
    pub kind: KindId,
    /// Whose pieces, in the first lap.
    pub seeds: Region,
    /// Where they start, in the first lap: one cell.
    pub from: Region,
    /// The way: one direction or link.
    pub along: DirSet,
    /// The first piece of a lap falls on the cell where it starts, unless it is the only one.
    pub itself: bool,
    /// Cells that are skipped.
    pub except: Option<Region>,
    /// What is done after each piece but the last of a lap.
    pub each: Vec<Effect>,
    /// What is done after each lap.
    pub effects: Vec<Effect>,
    /// Whether it is the verb of its clause: then `from` and `to` stay as the last lap leaves them.
    pub verb: bool,
}

impl Sowing {
    /// Whether there may be another lap.
    pub fn goes_on(&self) -> bool {
        goes_on(&self.effects)
    }

    /// The ways that its laps follow, the first lap's first.
    pub fn ways(&self) -> Vec<&DirSet> {
        let mut all = vec![&self.along];
        ways(&self.effects, &mut all);
        all
    }
}

/// Whether effects ask for another lap of the sowing that they belong to.
pub fn goes_on(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| {
        // The laps of a sowing inside are its own.
        let inside = || !matches!(effect, Effect::Sow(_)) && effect.blocks().into_iter().any(goes_on);
        matches!(effect, Effect::Relay { .. }) || inside()
    })
}

fn ways<'a>(effects: &'a [Effect], all: &mut Vec<&'a DirSet>) {
    for effect in effects {
        if let Effect::Relay { along: Some(along), .. } = effect
            && !all.contains(&along)
        {
            all.push(along);
        }
        if !matches!(effect, Effect::Sow(_)) {
            effect.blocks().into_iter().for_each(|block| ways(block, all));
        }
    }
}

/// The most laps of a sowing.
pub const MOST_LAPS: u32 = 1000;

/// How often the effects of `while` are done at most.
pub const MOST_ROUNDS: u32 = 1000;

/// One effect. Each evaluates its operands whole, then writes; the next one reads what it wrote.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Takes pieces off.
    Take(Region),
    /// New pieces; what stood there is taken first (counted kinds are added).
    Put {
        /// How many, for counted kinds.
        number: Number,
        /// Whose; none for neutral kinds.
        who: Option<Who>,
        /// The kind.
        kind: KindId,
        /// Where.
        on: Region,
    },
    /// A piece of one of these kinds leaves the mover's hand for a cell, which is bound; both are chosen, and without a
    /// piece or a cell there is no such move.
    Drop {
        /// The kinds.
        kinds: Vec<KindId>,
        /// The cells to choose from.
        on: Region,
        /// The cell.
        cell: LocalId,
    },
    /// Pieces change sides.
    Flip(Region),
    /// Pieces go elsewhere; what stood there is taken (counted pieces are added).
    Move {
        /// What.
        what: Region,
        /// Where to.
        onto: Region,
    },
    /// Two cells change contents.
    Swap {
        /// One.
        what: Region,
        /// The other.
        with: Region,
    },
    /// Pieces change kind: a choice if there are several kinds (and a piece there); what `promotes_to` says if none.
    Promote {
        /// Which.
        what: Region,
        /// To what.
        to: Vec<KindId>,
    },
    /// A state variable of cells.
    SetCells(StateId, Region),
    /// A number or clock.
    SetNumber(StateId, Number),
    /// Back to the start value; a clock reads 0 after this ply.
    Reset(StateId),
    /// The top piece of a stack goes below another stack.
    Tuck {
        /// Whose top piece.
        what: Region,
        /// Under which.
        under: Region,
    },
    /// The upper pieces of a stack go on top of another stack: so many, all if there are fewer.
    Pile {
        /// How many.
        number: Number,
        /// Of which stack.
        what: Region,
        /// Onto which.
        onto: Region,
    },
    /// A quarter turn of a square region.
    Rotate {
        /// The region.
        what: Region,
        /// Clockwise.
        right: bool,
    },
    /// A condition.
    If(Truth, Vec<Effect>, Vec<Effect>),
    /// A choice of doing it or not, only where doing it changes something; and its number among those of the clause.
    May(Vec<Effect>, usize),
    /// A choice of branches.
    Either(Vec<Branch>),
    /// A choice of a cell.
    Pick(LocalId, Region),
    /// A parameter gets its argument.
    Let(LocalId, Region),
    /// The next leg of the same ply: any clause of the groups with this group's label, by the piece on `to`.
    Again {
        /// Whether the mover may stop instead.
        may: bool,
        /// The directions it may take; all if none are given.
        dirs: Option<DirSet>,
    },
    /// Pieces are sown.
    Sow(Box<Sowing>),
    /// Another lap of the sowing that it stands in, if there is anything to sow: the last effect.
    Relay {
        /// Whose pieces.
        seeds: Region,
        /// Where they start: one cell.
        from: Region,
        /// Another way than that of the lap before.
        along: Option<DirSet>,
    },
    /// Again and again as long as it holds, [`MOST_ROUNDS`] times at most.
    While(Truth, Vec<Effect>),
    /// The same player makes the next ply.
    ExtraTurn,
    /// Where it does not hold after what was done before, there is no such move.
    Require(Truth),
}

impl Effect {
    /// The blocks of effects that it is made of.
    pub fn blocks(&self) -> Vec<&[Effect]> {
        match self {
            Effect::If(_, then, otherwise) => vec![then, otherwise],
            Effect::May(effects, _) | Effect::While(_, effects) => vec![effects],
            Effect::Either(branches) => branches.iter().map(|branch| &branch.effects[..]).collect(),
            Effect::Sow(sowing) => vec![&sowing.each, &sowing.effects],
            Effect::Take(_) | Effect::Put { .. } | Effect::Drop { .. } | Effect::Flip(_) => Vec::new(),
            Effect::Move { .. } | Effect::Swap { .. } | Effect::Promote { .. } | Effect::SetCells(..) => Vec::new(),
            Effect::SetNumber(..) | Effect::Reset(_) | Effect::Tuck { .. } | Effect::Pile { .. } => Vec::new(),
            Effect::Rotate { .. } | Effect::Pick(..) | Effect::Let(..) | Effect::Again { .. } => Vec::new(),
            Effect::Relay { .. } | Effect::ExtraTurn | Effect::Require(_) => Vec::new(),
        }
    }

    /// The same blocks, to be changed.
    fn blocks_mut(&mut self) -> Vec<&mut Vec<Effect>> {
        match self {
            Effect::If(_, then, otherwise) => vec![then, otherwise],
            Effect::May(effects, _) | Effect::While(_, effects) => vec![effects],
            Effect::Either(branches) => branches.iter_mut().map(|branch| &mut branch.effects).collect(),
            Effect::Sow(sowing) => vec![&mut sowing.each, &mut sowing.effects],
            Effect::Take(_) | Effect::Put { .. } | Effect::Drop { .. } | Effect::Flip(_) => Vec::new(),
            Effect::Move { .. } | Effect::Swap { .. } | Effect::Promote { .. } | Effect::SetCells(..) => Vec::new(),
            Effect::SetNumber(..) | Effect::Reset(_) | Effect::Tuck { .. } | Effect::Pile { .. } => Vec::new(),
            Effect::Rotate { .. } | Effect::Pick(..) | Effect::Let(..) | Effect::Again { .. } => Vec::new(),
            Effect::Relay { .. } | Effect::ExtraTurn | Effect::Require(_) => Vec::new(),
        }
    }

    /// Takes what they require out of these effects, and of those inside of them.
    pub fn forget_requires(list: &mut Vec<Effect>) {
        list.retain(|effect| !matches!(effect, Effect::Require(_)));
        list.iter_mut().flat_map(Effect::blocks_mut).for_each(Effect::forget_requires);
    }

    /// The kinds that it names of which there are pieces behind it, put down or promoted to; what comes from a hand was there.
    pub fn becomes(&self) -> &[KindId] {
        match self {
            Effect::Put { kind, .. } => std::slice::from_ref(kind),
            Effect::Promote { to, .. } => to,
            Effect::Take(_) | Effect::Drop { .. } | Effect::Flip(_) | Effect::Move { .. } | Effect::Swap { .. } => &[],
            Effect::SetCells(..) | Effect::SetNumber(..) | Effect::Reset(_) | Effect::Tuck { .. } => &[],
            Effect::Pile { .. } | Effect::Rotate { .. } | Effect::If(..) | Effect::May(..) | Effect::Either(_) => &[],
            Effect::While(..) => &[],
            Effect::Pick(..) | Effect::Let(..) | Effect::Again { .. } | Effect::Sow(_) | Effect::Relay { .. } => &[],
            Effect::ExtraTurn | Effect::Require(_) => &[],
        }
    }

    /// Whether there may be no such move for its sake: it asks for something, or for a choice that there need not be.
    pub fn may_fail(&self) -> bool {
        matches!(self, Effect::Require(_) | Effect::Pick(..) | Effect::Drop { .. })
    }

    /// Whether it asks for another leg.
    pub fn is_again(&self) -> bool {
        matches!(self, Effect::Again { .. })
    }

    /// These effects, each followed by those inside of it.
    pub fn below(list: &[Effect]) -> Vec<&Effect> {
        let mut all = Vec::new();
        for effect in list {
            visit::node(effect, &mut |node| {
                if let Node::Effect(effect) = node {
                    all.push(effect);
                }
            });
        }
        all
    }

    /// Whether a test holds for any of these effects or those inside of them.
    pub fn any(list: &[Effect], test: impl Fn(&Effect) -> bool) -> bool {
        Effect::below(list).into_iter().any(test)
    }
}

/// One branch of a choice.
#[derive(Debug, Clone, PartialEq)]
pub struct Branch {
    /// Its label.
    pub label: Option<String>,
    /// What it does.
    pub effects: Vec<Effect>,
}

/// What may be played.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// What it is.
    pub kind: TurnKind,
    /// Where it is written.
    pub span: Span,
}

/// The ways to compose a turn.
#[derive(Debug, Clone, PartialEq)]
pub enum TurnKind {
    /// These groups, by index into [`super::Rules::groups`].
    Groups(Vec<usize>),
    /// A pass.
    Pass,
    /// Either.
    Or(Box<Turn>, Box<Turn>),
    /// The right one only if the left offers no legal turn.
    Else(Box<Turn>, Box<Turn>),
    /// The legal turns for which the number is greatest at the end of the ply.
    Most(Number, Box<Turn>),
    /// From `.0` to `.1` legs of these groups.
    Repeat(u32, u32, Box<Turn>),
}

impl Turn {
    /// The turn and all that it is composed of, itself first.
    pub fn parts(&self) -> Vec<&Turn> {
        let mut all = vec![self];
        match &self.kind {
            TurnKind::Groups(_) | TurnKind::Pass => {}
            TurnKind::Or(a, b) | TurnKind::Else(a, b) => {
                all.extend(a.parts());
                all.extend(b.parts());
            }
            TurnKind::Most(_, of) | TurnKind::Repeat(_, _, of) => all.extend(of.parts()),
        }
        all
    }

    /// Whether it has a part of some kind.
    pub fn has(&self, test: impl Fn(&TurnKind) -> bool) -> bool {
        self.parts().into_iter().any(|part| test(&part.kind))
    }

    /// Whether a ply may be several steps.
    pub fn repeats(&self) -> bool {
        self.has(|kind| matches!(kind, TurnKind::Repeat(..)))
    }

    /// Whether it has `pass` in it.
    pub fn has_pass(&self) -> bool {
        self.has(|kind| matches!(kind, TurnKind::Pass))
    }

    /// The groups that it uses.
    pub fn groups(&self) -> Vec<usize> {
        let of = |part: &Turn| if let TurnKind::Groups(groups) = &part.kind { groups.clone() } else { Vec::new() };
        self.parts().into_iter().flat_map(of).collect()
    }
}

impl Rules {
    /// All clauses, in file order.
    pub fn clauses(&self) -> impl Iterator<Item = &Clause> {
        self.groups.iter().flat_map(|g| &g.clauses)
    }

    /// The rules without what can't be played at these settings: groups whose condition is settled, as far as
    /// no further leg may come to them. Clauses have other numbers there.
    pub fn live(&self) -> Cow<'_, Rules> {
        let dead = |group: &Group| group.when == Some(Truth::Const(false));
        if self.has_legs() || !self.groups.iter().any(dead) {
            return Cow::Borrowed(self);
        }
        let mut live = self.clone();
        live.groups.iter_mut().filter(|group| dead(group)).for_each(|group| group.clauses.clear());
        Cow::Owned(live)
    }

    /// All effects of clauses and of `finally`, those inside of others included.
    pub fn effects(&self) -> Vec<&Effect> {
        self.clauses().map(|c| &c.effects).chain([&self.finally]).flat_map(|list| Effect::below(list)).collect()
    }

    /// Whether moves may have more than one leg: then equal results are one move.
    pub fn has_legs(&self) -> bool {
        self.turn.repeats() || self.clauses().any(|c| Effect::any(&c.effects, Effect::is_again))
    }

    /// Whether what comes at the end of every move decides if it is one.
    pub fn tries_moves(&self) -> bool {
        Effect::any(&self.finally, |effect| matches!(effect, Effect::Require(_)))
    }

    /// Whether a ply may begin elsewhere than its last leg or lap.
    pub fn leaves_first_cell(&self) -> bool {
        let laps = |effect: &&Effect| matches!(effect, Effect::Sow(sowing) if sowing.verb && sowing.goes_on());
        self.has_legs() || self.effects().iter().any(laps)
    }

    /// Whether a player may make the next ply as well.
    pub fn extra_turns(&self) -> bool {
        self.effects().into_iter().any(|e| matches!(e, Effect::ExtraTurn))
    }

    /// Whether a player may come to one more piece of this kind by an effect or a verb.
    pub fn makes(&self, kind: KindId) -> bool {
        let promoted = || self.kinds.iter().any(|k| k.promotes_to == Some(kind));
        let by_effect = self.effects().into_iter().any(|e| match e {
            Effect::Put { kind: put, .. } => *put == kind,
            Effect::Drop { kinds, .. } => kinds.contains(&kind),
            Effect::Promote { to, .. } => to.contains(&kind) || to.is_empty() && promoted(),
            Effect::Flip(what) => what.may_hold(kind),
            Effect::Take(_) | Effect::Move { .. } | Effect::Swap { .. } | Effect::SetCells(..) => false,
            Effect::SetNumber(..) | Effect::Reset(_) | Effect::Tuck { .. } | Effect::Pile { .. } => false,
            Effect::Rotate { .. } | Effect::If(..) | Effect::May(..) | Effect::Either(_) | Effect::Pick(..) => false,
            Effect::Let(..) | Effect::Again { .. } | Effect::Sow(_) | Effect::Relay { .. } => false,
            Effect::While(..) | Effect::ExtraTurn | Effect::Require(_) => false,
        });
        by_effect || self.clauses().filter_map(|c| c.verb.placing()).any(|placing| placing.kinds.contains(&kind))
    }

    /// All kinds that are dropped from a hand, each once.
    pub fn dropped(&self) -> Vec<KindId> {
        let placings = self.clauses().filter_map(|c| c.verb.placing());
        let by_verb = placings.filter(|placing| placing.from_hand).map(|placing| placing.kinds);
        let effects = self.effects().into_iter();
        let by_effect =
            effects.filter_map(|e| if let Effect::Drop { kinds, .. } = e { Some(&kinds[..]) } else { None });
        let mut all: Vec<KindId> = by_verb.chain(by_effect).flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether the text of a drop names its piece. Where there is one kind it is known, unless others are promoted: those are pawns,
    /// whose moves are written by their cells alone.
    pub fn names_drops(&self) -> bool {
        let dropped = self.dropped();
        let promotes = |clause: &Clause| Effect::any(&clause.effects, |e| matches!(e, Effect::Promote { .. }));
        let mut others = self.groups.iter().filter(|group| !group.kinds.iter().any(|kind| dropped.contains(kind)));
        dropped.len() > 1 || dropped.len() == 1 && others.any(|group| group.clauses.iter().any(promotes))
    }
}
