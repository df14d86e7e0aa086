//! What a move is, whatever its text: which piece goes where, what is chosen besides, and whether it castles.

use crate::exec::{Event, Executor};
use crate::game::Side;
use crate::ir::{Layout, Show};
use crate::notation::position::piece;
use crate::rules::visit::{self, Node};
use crate::rules::{Effect, KindId, Life, Number, Region, Rules, Truth, Who};

/// A move by its visible parts.
pub(super) struct Shape<'e> {
    /// Where the piece comes from; none if it comes from beside the board.
    pub origin: Option<usize>,
    /// Where it goes, landing by landing.
    pub path: Vec<usize>,
    /// Its kind, where that is known.
    pub kind: Option<KindId>,
    /// Whether it is dropped from a hand.
    pub drops: bool,
    /// What is chosen besides: a promotion, labels, further cells, further legs.
    pub rest: &'e [Event],
}

impl<'e> Shape<'e> {
    /// The shape of a move with these visible parts.
    pub fn of(rules: &Rules, game: &dyn Executor, state: &[u64], events: &'e [Event]) -> Shape<'e> {
        let layout = &game.program().layout;
        let mut shape = Shape { origin: None, path: Vec::new(), kind: None, drops: false, rest: events };
        match *events {
            [Event::Dropped(kind), Event::Site(_, site), ref rest @ ..] => {
                shape = Shape { path: vec![site], kind: Some(kind), drops: true, rest, ..shape };
                return shape;
            }
            [Event::Site(Show::Origin, site), ref rest @ ..] => {
                let kind = piece(rules, layout, state, site).map(|(_, kind)| kind);
                shape = Shape { origin: Some(site), kind, rest, ..shape };
            }
            [Event::Site(_, site), ref rest @ ..] => {
                shape = Shape { path: vec![site], rest, ..shape };
                return shape;
            }
            _ => return shape,
        }
        while let [Event::Site(Show::Arrival | Show::Hop, site), rest @ ..] = shape.rest {
            shape.path.push(*site);
            shape.rest = rest;
        }
        shape
    }

    /// Where it ends; a move that only names where it begins ends there.
    pub fn end(&self) -> Option<usize> {
        self.path.last().copied().or(self.origin)
    }

    /// Whether nothing is chosen besides, or only what the piece becomes.
    pub fn is_plain(&self, labels: &[String]) -> bool {
        match *self.rest {
            [] | [Event::Promotion(_)] => true,
            [Event::Label(label)] => labels[label].starts_with('+'),
            _ => false,
        }
    }
}

/// Own pieces change places in one move: that is castling, whatever the pieces are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Castle {
    /// The cell of the other piece before the move.
    pub partner: usize,
    /// Where the piece of the move's first cell stands behind it.
    pub landing: usize,
    /// Whether the other piece stands to the east.
    pub east: bool,
}

/// Whose piece of which kind a cell holds.
type Held = Option<(Option<Side>, KindId)>;

/// The pieces of a state, cell by cell.
fn held(rules: &Rules, layout: &Layout, state: &[u64]) -> Vec<Held> {
    (0..rules.topology.sites()).map(|site| piece(rules, layout, state, site)).collect()
}

/// What a move does to the board: the pieces before and behind it.
pub(super) struct Change {
    before: Vec<Held>,
    after: Vec<Held>,
    mover: Side,
}

impl Change {
    /// What a move does in a position.
    pub fn of(rules: &Rules, game: &dyn Executor, state: &[u64], record: &[u64]) -> Change {
        let layout = &game.program().layout;
        let mut next = vec![0; state.len()];
        game.make(state, record, &mut next);
        Change { before: held(rules, layout, state), after: held(rules, layout, &next), mover: game.mover(state) }
    }

    /// The kind of the mover's piece on a cell behind the move.
    pub fn own_at(&self, site: usize) -> Option<KindId> {
        self.after[site].filter(|(side, _)| *side == Some(self.mover)).map(|(_, kind)| kind)
    }

    /// The cells from which enemy pieces are gone.
    pub fn taken(&self) -> Vec<usize> {
        let enemy = |held: &Held| held.is_some_and(|(side, _)| side.is_some_and(|side| side != self.mover));
        (0..self.before.len()).filter(|&site| enemy(&self.before[site]) && !enemy(&self.after[site])).collect()
    }

    /// Whether an enemy piece is gone.
    pub fn takes(&self) -> bool {
        let enemies = |held: &[Held]| {
            held.iter().flatten().filter(|(side, _)| side.is_some_and(|side| side != self.mover)).count()
        };
        enemies(&self.after) < enemies(&self.before)
    }

    /// Whether a move of this shape castles: two own pieces go elsewhere, or one goes to the other, and nothing else changes.
    pub fn castle(&self, rules: &Rules, shape: &Shape<'_>) -> Option<Castle> {
        let (from, to) = (shape.origin?, shape.end()?);
        let own = |held: &Held| held.filter(|(side, _)| *side == Some(self.mover)).map(|(_, kind)| kind);
        let is_own = |site: usize| own(&self.before[site]).is_some();
        let (mut left, mut come): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for (site, (before, after)) in self.before.iter().zip(&self.after).enumerate() {
            if before == after {
                continue;
            }
            // A piece of the enemy comes or goes.
            if before.is_some() && !is_own(site) || after.is_some() && own(after).is_none() {
                return None;
            }
            left.extend(before.map(|_| site));
            come.extend(after.map(|_| site));
        }
        let kinds = |held: &[Held], sites: &[usize]| {
            let mut kinds: Vec<_> = sites.iter().filter_map(|&site| own(&held[site])).collect();
            kinds.sort_unstable();
            kinds
        };
        let mut gone = kinds(&self.before, &left);
        // What enters from a hand meanwhile is no part of it.
        gone.extend(shape.rest.iter().filter_map(|event| match event {
            Event::Dropped(kind) => Some(*kind),
            _ => None,
        }));
        gone.sort_unstable();
        if from == to || !is_own(from) || gone != kinds(&self.after, &come) {
            return None;
        }
        if shape.rest.iter().any(|event| matches!(event, Event::Dropped(_))) {
            // What a piece has entered on has changed, too, where one of another kind left it.
            left.retain(|&site| is_own(site));
        }
        let partner = match left[..] {
            _ if is_own(to) => to,
            [a, b] if a == from => b,
            [a, b] if b == from => a,
            _ => return None,
        };
        let kind = own(&self.before[from])?;
        let landing = come.iter().copied().find(|&site| own(&self.after[site]) == Some(kind)).unwrap_or(from);
        let (cells, east) = (&rules.topology.cells, |site: usize| rules.topology.cells[site].x);
        (cells[partner].y == cells[from].y && kind != own(&self.before[partner])?).then(|| Castle {
            partner,
            landing,
            east: east(partner) > east(from),
        })
    }
}

/// Whether a piece is gone behind a move.
pub fn takes(rules: &Rules, game: &dyn Executor, state: &[u64], record: &[u64]) -> bool {
    let change = Change::of(rules, game, state, record);
    let pieces = |held: &[Held]| held.iter().flatten().count();
    change.takes() || pieces(&change.after) < pieces(&change.before)
}

/// The kind that is written without a letter: the only one whose moves promote it, as a pawn's do, where there are others.
pub(in crate::notation) fn letterless(rules: &Rules) -> Option<KindId> {
    let mut promoting = rules.groups.iter().filter(|group| {
        let effects = group.clauses.iter().map(|clause| &clause.effects);
        effects.into_iter().any(|list| Effect::any(list, |effect| matches!(effect, Effect::Promote { .. })))
    });
    let kinds = &promoting.next()?.kinds;
    match kinds[..] {
        [kind] if rules.kinds.len() > 1 && promoting.all(|group| group.kinds[..] == [kind]) => Some(kind),
        _ => None,
    }
}

/// The kinds that move exactly as a kind does, itself first: what is a queen but for where it
/// came from is written as a queen. Where promotions are written `+`, what is promoted is written otherwise.
pub(super) fn alike(rules: &Rules, labels: &[String], kind: KindId) -> Vec<KindId> {
    if labels.iter().any(|label| label.starts_with('+')) {
        return vec![kind];
    }
    let moves = |kind: KindId| -> Vec<usize> {
        (0..rules.groups.len()).filter(|&group| rules.groups[group].kinds.contains(&kind)).collect()
    };
    let own = moves(kind);
    let others = (0..rules.kinds.len()).filter(|&other| other != kind && !own.is_empty() && moves(other) == own);
    let mut all = vec![kind];
    all.extend(others);
    all
}

/// The kind by which a kind is written down: itself, unless promotions make it of what moves exactly so.
pub(super) fn written_as(rules: &Rules, labels: &[String], kind: KindId) -> KindId {
    let made = |kind: KindId| {
        rules.effects().into_iter().any(|e| matches!(e, Effect::Promote { to, .. } if to.contains(&kind)))
    };
    if !made(kind) {
        return kind;
    }
    alike(rules, labels, kind).into_iter().find(|&other| !made(other)).unwrap_or(kind)
}

/// Whether the player to move has a piece under attack that the rules don't let stay so.
pub(super) fn in_check(rules: &Rules, game: &dyn Executor, state: &[u64]) -> bool {
    let mover = game.mover(state);
    let codes = &game.program().sides[mover].legal;
    rules
        .legal
        .iter()
        .zip(codes)
        .any(|(legal, code)| guards(rules, &legal.condition) && !game.ask_truth(state, mover, code))
}

/// Whether the rules know check.
pub fn knows_check(rules: &Rules) -> bool {
    rules.legal.iter().any(|legal| guards(rules, &legal.condition))
}

/// Whether things are only put down: no move goes from cell to cell or picks any.
pub fn only_puts(rules: &Rules) -> bool {
    rules.clauses().all(|clause| !clause.verb.moves() && clause.verb.picks().is_none())
}

/// Whether moves are written by the letters of pieces: the rules know check, or there are pieces beside a kind without a letter.
pub(super) fn has_letters(rules: &Rules) -> bool {
    knows_check(rules) || letterless(rules).is_some() && rules.kinds.len() > 2
}

/// Whether a condition keeps own pieces of some kind from attack, and asks nothing of the move.
fn guards(rules: &Rules, condition: &Truth) -> bool {
    let mut guards = false;
    visit::node(condition, &mut |node| {
        guards |= matches!(node, Node::Region(Region::On(a, b))
            if matches!(&**a, Region::Pieces { who: Some(Who::Own), kinds: Some(_) })
                && visit::has(&**b, |node| matches!(node, Node::Region(Region::AttackedBy(..)))));
    });
    guards
        && !visit::has(condition, |node| match node {
            Node::Region(Region::Local(_) | Region::Touched | Region::Was(_)) => true,
            Node::Truth(Truth::Stuck(..)) | Node::Number(Number::Legs) => true,
            Node::Region(Region::State(id)) | Node::Number(Number::State(id)) => rules.states[*id].life != Life::Game,
            _ => false,
        })
}
