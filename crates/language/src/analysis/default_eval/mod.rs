//! Evaluations that are read off the rules, for games whose author gives none (and for those who want to know how good
//! theirs is).
//!
//! In: checked rules. Out: terms like those of a file, each worth own minus enemy: how near the verdicts are ([`degree`]),
//! what pieces are worth by the moves they have on the empty board, where they stand. [`candidates`] are all numbers that
//! may tell who wins, for whoever learns from play what each is worth; [`derive`] guesses, without having played. A guess
//! need not be good, only far better than nothing.

mod degree;
mod mobility;
mod reach;
mod worth;

use std::collections::VecDeque;

use degree::{Degree, Degrees, Pace, by_player};

use crate::board::{SiteSet, Topology};
use crate::game::{PerSide, Side};
use crate::rules::visit::{self, Node};
use crate::rules::{
    By, Clause, DirSet, Effect, Evaluation, KindId, Number, Region, Rules, Seen, Term, Truth, Verb, Who, phrase,
};
use crate::source::Span;

/// The name of the evaluation that is read off the rules, its weights learned from play.
pub const DERIVED: &str = "derived";

/// The name of the one whose weights are guessed.
pub const GUESSED: &str = "guessed";

/// What a piece a step from the goal is worth where the first to arrive wins, and what part of that is left with each step
/// more. Fitted to breakthrough, where a pawn is worth 100.
const FIRST_STEP: f64 = 200.0;
const STEEPNESS: f64 = 0.6;

/// The evaluation with guessed weights.
pub fn derive(rules: &Rules) -> Evaluation {
    let terms = candidates(rules).into_iter().filter(|term| term.weight != 0).collect();
    Evaluation { name: Some(DERIVED.to_string()), terms }
}

/// All numbers that may tell who wins, with what one more of each is guessed to be worth: 0 where nothing can be said.
pub fn candidates(rules: &Rules) -> Vec<Term> {
    Terms::of(rules, Pace::Run).terms
}

/// The same numbers, in the same order, guessed otherwise: who has to arrive somewhere walks there. None where that makes no difference.
pub fn steady(rules: &Rules) -> Option<Vec<Term>> {
    let steady = Terms::of(rules, Pace::Walk).terms;
    (steady != candidates(rules)).then_some(steady)
}

/// Those of the candidates that are worth a try whatever quick games say: whether more of each is better. Where both players blunder
/// nobody gets to use the middle, or to lead a piece to the king.
pub fn hunches(rules: &Rules) -> Vec<(Number, bool)> {
    Terms::of(rules, Pace::Run).hunches
}

/// Terms that are being collected.
struct Terms<'r> {
    rules: &'r Rules,
    terms: Vec<Term>,
    hunches: Vec<(Number, bool)>,
}

impl<'r> Terms<'r> {
    fn of(rules: &'r Rules, pace: Pace) -> Self {
        let mut terms = Terms { rules, terms: Vec::new(), hunches: Vec::new() };
        let sides = [Side::First, Side::Second].map(|side| Degrees::of(rules, side, pace));
        let race = sides.iter().any(|side| side.race);
        // Where nothing is taken steps are all that there is: they must not be drowned.
        let walk = sides.iter().any(|side| side.walk) && !can_take(rules);
        let all = Number::Count(Box::new(Region::Pieces { who: Some(Who::Own), kinds: None }));
        let few = sides.iter().any(|side| side.all.iter().any(|degree| degree.number == all && degree.is_unwanted()));
        terms.of_verdicts(sides);
        terms.of_material();
        if turns_lines(rules) {
            terms.of_stability(few);
        }
        terms.of_moves(race, walk);
        terms.of_places();
        terms
    }
}

impl Terms<'_> {
    /// Adds a term, unless there is one of its number.
    fn add(&mut self, weight: i64, number: Number) {
        let number = self.whole_hand(number);
        let text = phrase(self.rules, &number);
        self.add_as(weight, number, text);
    }

    /// A hand that can hold nothing but these kinds is the whole hand.
    fn whole_hand(&self, number: Number) -> Number {
        let rules = self.rules;
        let all = |kinds: &[KindId]| (0..rules.kinds.len()).all(|k| !rules.may_be_in_hand(k) || kinds.contains(&k));
        match number {
            Number::Hand(who, Some(kinds)) if all(&kinds) => Number::Hand(who, None),
            number => number,
        }
    }

    fn add_as(&mut self, weight: i64, number: Number, text: String) {
        // The enemy's number is the same the other way around.
        let theirs = Seen::ByEnemy.number(&number);
        let number = Seen::ByEnemy.number(&theirs);
        let moves = visit::has(&number, |node| matches!(node, Node::Number(Number::Mobility(_))));
        if !moves && theirs != number && self.terms.iter().any(|t| t.number == theirs) {
            return;
        }
        match self.terms.iter_mut().find(|t| t.number == number) {
            Some(known) => known.weight = if known.weight == 0 { weight } else { known.weight },
            None => self.terms.push(Term { weight, number, text, span: Span::default() }),
        }
    }

    /// How near the verdicts are.
    fn of_verdicts(&mut self, [first, second]: [Degrees<'_>; 2]) {
        let [firsts, mut seconds] = by_player([first.all, second.all]);
        for degree in firsts {
            let same = |other: &Degree| other.number == degree.number;
            let alike = |other: &Degree| shape(&other.number) == shape(&degree.number);
            let twin = seconds.iter().position(same).or_else(|| seconds.iter().position(alike));
            let twin = twin.map(|at| seconds.remove(at));
            let (weight, text) = (degree.guess(), degree.text.clone());
            let number = match twin {
                Some(twin) if twin.number == degree.number => degree.number,
                Some(twin) => self.of_players(degree.number, twin.number),
                None => self.of_players(degree.number, Number::Const(0)),
            };
            // What both players have alike is worth nothing to either.
            if !degree::cancels(&number) {
                let whole = self.whole_hand(number.clone());
                let text = if whole == number { text } else { phrase(self.rules, &whole) };
                self.add_as(weight, whole, text);
            }
        }
        for degree in seconds {
            let (weight, text) = (degree.guess(), degree.text.clone());
            let number = self.of_players(Number::Const(0), degree.number);
            self.add_as(weight, number, text);
        }
    }

    /// One number where `own` is the first player, another where it is the second.
    fn of_players(&self, first: Number, second: Number) -> Number {
        let (nothing, rules) = (Number::Const(0), self.rules);
        // What the other player never has anyway.
        match (&first, &second) {
            (number, none) if *none == nothing && counts_pieces_of(rules, number, Side::First) => return first,
            (none, number) if *none == nothing && counts_pieces_of(rules, number, Side::Second) => return second,
            _ => {}
        }
        let sites = self.rules.topology.sites();
        let board = PerSide::new(SiteSet::full(sites), SiteSet::empty(sites));
        let is_first = Truth::Some(Region::PerSide(Who::Own, Box::new(board)));
        Number::If(Box::new(is_first), Box::new(first), Box::new(second))
    }
}

/// Whether a number counts own pieces of kinds that only this player has.
fn counts_pieces_of(rules: &Rules, number: &Number, side: Side) -> bool {
    let Number::Count(region) = number else { return false };
    matches!(&**region, Region::Pieces { who: Some(Who::Own), kinds: Some(kinds) }
        if kinds.iter().all(|&kind| is_owned_by(rules, kind, side)))
}

/// What a number says without its cells, directions and numbers: two players' ways to say the same of their own goals.
fn shape(number: &Number) -> String {
    format!("{number:?}").chars().filter(char::is_ascii_alphabetic).collect()
}

/// Whether all pieces of a kind belong to a side, from the start on, on the board or in hand.
fn is_owned_by(rules: &Rules, kind: KindId, side: Side) -> bool {
    let mut owners = rules.setup.pieces.iter().filter(|p| p.2 == kind).map(|p| p.1).peekable();
    let hand = |side: Side| rules.setup.hands[side].get(kind).is_some_and(|&n| n > 0);
    (owners.peek().is_some() || hand(side))
        && owners.all(|owner| owner == Some(side))
        && !hand(side.other())
        && !rules.makes(kind)
}

/// Steps from every cell to the nearest of a set, in any direction of the board; `i64::MAX` where no way leads.
fn distances(topology: &Topology, goal: &SiteSet) -> Vec<i64> {
    let mut steps = vec![i64::MAX; topology.sites()];
    let mut queue: VecDeque<usize> = goal.iter().collect();
    goal.iter().for_each(|site| steps[site] = 0);
    let compass = topology.compass();
    while let Some(site) = queue.pop_front() {
        for &d in &compass {
            if let Some(next) = topology.directions[d].next[site].map(usize::from)
                && steps[next] == i64::MAX
            {
                steps[next] = steps[site] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}

/// The cells that are farthest from the edge: those without a neighbour missing count as inner ones, ring by ring.
fn middle(topology: &Topology) -> SiteSet {
    let dirs = topology.neighbours();
    let on_edge = |s: usize| dirs.iter().any(|&d| topology.directions[d].next[s].is_none());
    let edge = SiteSet::from_sites(topology.sites(), (0..topology.sites()).filter(|&s| on_edge(s)));
    let depth = distances(topology, &edge);
    let deepest = depth.iter().copied().filter(|&d| d < i64::MAX).max().unwrap_or(0);
    SiteSet::from_sites(topology.sites(), (0..topology.sites()).filter(|&s| depth[s] == deepest))
}

/// How much nearer to the middle each cell is than the farthest.
fn by_closeness(topology: &Topology) -> By {
    let steps = distances(topology, &middle(topology));
    let farthest = steps.iter().copied().filter(|&d| d < i64::MAX).max().unwrap_or(0);
    let table: Vec<i64> = steps.into_iter().map(|d| if d == i64::MAX { 0 } else { farthest - d }).collect();
    By::Table(Box::new(PerSide::same(table)))
}

fn on(a: Region, b: Region) -> Region {
    Region::On(Box::new(a), Box::new(b))
}

/// The empty cells that pieces can slide to.
fn sight(dirs: &DirSet, pieces: Region) -> Region {
    let (of, through) = (Box::new(pieces), Box::new(Region::Empty));
    Region::Ray { dirs: dirs.clone(), exactly: None, of, through, until: None }
}

/// Whether pieces stay where they are put.
fn only_places(rules: &Rules) -> bool {
    rules.clauses().all(|c| matches!(c.verb, Verb::Place { .. }))
}

/// Whether pieces change hands.
fn flips(rules: &Rules) -> bool {
    rules.effects().into_iter().any(|effect| matches!(effect, Effect::Flip(_)))
}

/// Whether pieces along lines change hands.
fn turns_lines(rules: &Rules) -> bool {
    let in_line = |e: &Effect| {
        let ray = |node: Node<'_>| matches!(node, Node::Region(Region::Ray { .. }));
        matches!(e, Effect::Flip(region) if visit::has(region, ray))
    };
    rules.clauses().any(|c| Effect::any(&c.effects, in_line))
}

/// Whether pieces can change hands or leave the board.
fn can_take(rules: &Rules) -> bool {
    rules.effects().into_iter().any(|e| matches!(e, Effect::Take(_) | Effect::Flip(_) | Effect::Tuck { .. }))
        || rules
            .clauses()
            .any(|c| c.verb.arrival().is_some_and(may_hold_enemy) || places_on_enemies(c) || moves_onto_chosen(c))
}

/// Whether a clause puts pieces in the place of enemies.
fn places_on_enemies(clause: &Clause) -> bool {
    clause.verb.placing().is_some_and(|placing| may_hold_enemy(placing.on))
}

/// Whether a clause chooses pieces of the enemy and moves others.
fn moves_onto_chosen(clause: &Clause) -> bool {
    let moves = |e: &Effect| matches!(e, Effect::Move { .. } | Effect::Pile { .. });
    let Some(picks) = clause.verb.picks() else { return false };
    picks.iter().any(|(_, region)| names_enemy(region)) && Effect::any(&clause.effects, moves)
}

/// Whether a cell of a region may be one where an enemy stands, as far as it says itself.
fn may_hold_enemy(region: &Region) -> bool {
    match region {
        Region::Empty => false,
        Region::Pieces { who, .. } => *who != Some(Who::Own),
        Region::Or(a, b) | Region::Else(a, b) => may_hold_enemy(a) || may_hold_enemy(b),
        Region::On(a, b) => may_hold_enemy(a) && may_hold_enemy(b),
        Region::Except(a, b) => {
            may_hold_enemy(a) && !matches!(**b, Region::Pieces { who: None | Some(Who::Enemy), kinds: None })
        }
        _ => true,
    }
}

/// Whether each cell of a region is one where an enemy stands, as far as it says itself.
fn is_enemy(region: &Region) -> bool {
    match region {
        Region::Pieces { who, .. } => *who == Some(Who::Enemy),
        Region::Or(a, b) | Region::Else(a, b) => is_enemy(a) && is_enemy(b),
        Region::On(a, b) => is_enemy(a) || is_enemy(b),
        Region::Except(a, _) => is_enemy(a),
        _ => false,
    }
}

fn names_enemy(region: &Region) -> bool {
    visit::has(region, |node| matches!(node, Node::Region(Region::Pieces { who: Some(Who::Enemy), .. })))
}

fn promotes(rules: &Rules, kind: KindId) -> bool {
    let by_clause = rules.groups.iter().filter(|g| g.kinds.contains(&kind)).flat_map(|g| &g.clauses);
    let this_kind = |node: Node<'_>| matches!(node, Node::Region(Region::Pieces { kinds: Some(kinds), .. }) if kinds.contains(&kind));
    let promote = |e: &Effect| matches!(e, Effect::Promote { what, .. } if matches!(what, Region::Local(_)) || visit::has(what, this_kind));
    let by_turn = |e: &Effect| matches!(e, Effect::Promote { what, .. } if visit::has(what, this_kind));
    by_clause.into_iter().any(|c| Effect::any(&c.effects, promote)) || Effect::any(&rules.finally, by_turn)
}
