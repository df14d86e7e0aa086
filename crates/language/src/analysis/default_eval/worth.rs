//! What pieces are worth, and where they stand: terms that no verdict names but most games know.

use std::cmp::Ordering::Equal;

use super::degree::{beside, goals, parts};
use super::mobility::mobility;
use super::reach::may_be_empty;
use super::{Terms, by_closeness, can_take, is_enemy, on, only_places, promotes, sight, turns_lines};
use crate::board::SiteSet;
use crate::game::{PerSide, Side};
use crate::rules::visit::{self, Node};
use crate::rules::{
    By, Clause, Compare, DirSet, Effect, Group, KindId, Number, OVER, Region, Rules, Seen, Truth, TurnKind, Verb, Who,
    WindowNeed,
};

/// What the weakest kind of piece is worth.
const PAWN: i64 = 100;

/// Own pieces of a kind, or all.
fn own(kind: Option<KindId>) -> Region {
    Region::Pieces { who: Some(Who::Own), kinds: kind.map(|kind| vec![kind]) }
}

fn count(region: Region) -> Number {
    Number::Count(Box::new(region))
}

/// Where these directions lead, for either player.
fn step(dirs: Vec<usize>, of: Region) -> Region {
    let dirs = DirSet { fixed: PerSide::same(dirs), ..DirSet::default() };
    Region::Step { dirs, steps: None, of: Box::new(of) }
}

fn or(a: Region, b: Region) -> Region {
    Region::Or(Box::new(a), Box::new(b))
}

/// The empty cells that these directions lead to from own pieces.
fn beside_own(dirs: Vec<usize>) -> Region {
    on(step(dirs, own(None)), Region::Empty)
}

/// Why a player wins or loses, as far as pieces and moves are concerned.
struct Reasons {
    /// Kinds that a player wins by having none of.
    rewarded: Vec<KindId>,
    /// Kinds that a player loses by having none of, or too few.
    punished: Vec<KindId>,
    /// Whether a player without a move wins.
    stuck_wins: bool,
    /// Whether all own pieces have to come together.
    gathers: bool,
}

impl Reasons {
    fn of(rules: &Rules) -> Self {
        let mut reasons = Reasons { rewarded: Vec::new(), punished: Vec::new(), stuck_wins: false, gathers: false };
        let kinds_of = |region: &Region| match region {
            Region::Pieces { who: Some(who), kinds } => {
                let all = || (0..rules.kinds.len()).collect();
                Some((*who, kinds.clone().unwrap_or_else(all)))
            }
            _ => None,
        };
        for side in [Side::First, Side::Second] {
            for goal in goals(rules, side) {
                for (part, holds) in parts(&goal, true) {
                    let few = match (&part, holds) {
                        (Truth::Some(region), false) => kinds_of(region),
                        (
                            Truth::Compare(Compare::Less | Compare::LessEqual, Number::Count(region), Number::Const(_)),
                            true,
                        ) => kinds_of(region).filter(|few| few.0 == Who::Enemy),
                        (Truth::Stuck(Who::Own, _), true) => {
                            reasons.stuck_wins = true;
                            None
                        }
                        (Truth::Compare(Compare::Equal, Number::Groups(..), Number::Const(1)), true) => {
                            reasons.gathers = true;
                            None
                        }
                        _ => None,
                    };
                    match few {
                        Some((Who::Own, kinds)) => reasons.rewarded.extend(kinds),
                        Some((_, kinds)) => reasons.punished.extend(kinds),
                        None => {}
                    }
                }
            }
        }
        reasons
    }

    /// Whether it is good to be rid of pieces of a kind. Who has lost all pieces has no move, either: where that loses, or
    /// where pieces are there to take others with, being without a move is another matter.
    fn is_burden(&self, kind: KindId) -> bool {
        // Where it ends the game that either player has none, something else decides it.
        let rewarded = self.rewarded.contains(&kind) && !self.punished.contains(&kind);
        rewarded || self.stuck_wins && self.punished.is_empty()
    }
}

impl Terms<'_> {
    /// Pieces that can be lost or won, each kind by the moves that it has.
    pub(super) fn of_material(&mut self) {
        let rules = self.rules;
        let kinds: Vec<KindId> =
            (0..rules.kinds.len()).filter(|&k| !rules.kinds[k].neutral && !rules.kinds[k].counted).collect();
        let of = |kind: KindId| own(Some(kind).filter(|_| kinds.len() > 1));
        if !can_take(rules) || rules.score_scale.is_some() {
            if rules.score_scale.is_some() && can_take(rules) && !turns_lines(rules) {
                // The score is what counts; but before the end a piece on the board is better than one that was taken, and
                // where stones stay where they are, room beside them keeps them safe.
                self.add(10, count(own(None)));
                if only_places(rules) {
                    self.add(3, count(beside_own(rules.topology.neighbours())));
                }
            }
            kinds.iter().for_each(|&kind| self.add(0, count(of(kind))));
            return self.of_hands(&|_| if can_take(rules) { PAWN } else { PAWN / 3 });
        }
        let reasons = Reasons::of(rules);
        let mobility: Vec<f64> = kinds.iter().map(|&k| mobility(rules, k)).collect();
        // The kind that there is most of is the measure; of equal numbers, the one that moves least.
        let number = |kind: KindId| rules.setup.pieces.iter().filter(|p| p.2 == kind).count() as i64;
        let able = kinds.iter().zip(&mobility).filter(|(_, m)| **m > 0.0);
        let most = able.max_by(|a, b| (number(*a.0), -a.1).partial_cmp(&(number(*b.0), -b.1)).unwrap_or(Equal));
        let least = most.map_or(f64::INFINITY, |(_, m)| *m);
        let worth = |kind: KindId| {
            let moves = kinds.iter().position(|&k| k == kind).map_or(0.0, |at| mobility[at]);
            let worth = if least.is_finite() && moves > 0.0 { PAWN as f64 * moves / least } else { PAWN as f64 };
            // One that others have to move, or that is only there to be made another of.
            let worth = if acts(rules, kind) || !kinds.iter().any(|&kind| acts(rules, kind)) { worth } else { 0.0 };
            let worth = ((worth * strength(rules, kind)).round() as i64).clamp(PAWN / 4, 15 * PAWN);
            match () {
                // A piece that none of its moves spares is worth the moves that it has.
                () if only_takes(rules) => 0,
                // Of what one must get rid of each is as bad as the others: what can do more is easier to lose, too.
                () if reasons.is_burden(kind) => -PAWN,
                // Where pieces have to gather, fewer are as good.
                () if reasons.gathers => 0,
                () => worth,
            }
        };
        for &kind in &kinds {
            self.add(worth(kind), count(of(kind)));
            // What is promoted at the far end gains by going there.
            if promotes(rules, kind) {
                let table = Box::new(rules.advance.clone());
                self.add(4, Number::Sum(Box::new(own(Some(kind))), By::Table(table)));
            }
        }
        self.of_hands(&worth);
    }

    /// What a player has in hand, of kinds that come there at all.
    fn of_hands(&mut self, worth: &dyn Fn(KindId) -> i64) {
        let rules = self.rules;
        if !rules.hands {
            return;
        }
        for (kind, entry) in rules.kinds.iter().enumerate() {
            // Those of nobody are seldom taken.
            let given = rules.setup.hands.iter().any(|hand| hand.get(kind).is_some_and(|&number| number > 0));
            if if entry.neutral { given } else { rules.may_be_in_hand(kind) } {
                let guess = if entry.neutral { PAWN / 3 } else { worth(kind) };
                self.add(guess, Number::Hand(Who::Own, Some(vec![kind])));
            }
        }
    }

    /// Moves are worth something where they run out: a stuck player loses, or nothing else is known of the game. Not where
    /// placing stones leaves both players the same empty cells.
    pub(super) fn of_moves(&mut self, race: bool, walk: bool) {
        let rules = self.rules;
        // Where a player without a move may win or lose, by the score, it says nothing.
        let at = self.terms.iter().position(|term| term.number == Number::Mobility(None));
        let degree = at.map_or(0, |at| self.terms.remove(at).weight);
        let conditional = rules.clauses().any(|c| c.when.is_some());
        let nothing = self.terms.iter().all(|term| term.weight == 0);
        let wanted = degree != 0 || rules.score_scale.is_some() && conditional || nothing || race;
        let flips = turns_lines(rules);
        let cheap = count(beside_own(rules.topology.compass()));
        if rules.hands || combines(rules) {
            // Drops go almost anywhere: they would drown the moves of what stands on the board. And to count all ways to
            // combine steps and choices takes as long as to search them.
            let weight = if walk { 1 } else { 2 };
            self.add(if wanted { weight } else { 0 }, cheap);
            return;
        }
        // Who is stuck may have won by it; where men are got rid of it takes moves to do so.
        let sign = if !can_take(rules) && degree < 0 { -1 } else { 1 };
        let weight = match (flips, race) {
            (true, _) => 6,
            (_, true) => 5,
            // Who can't move but by taking runs out of moves, not of pieces.
            _ if only_takes(rules) => 20,
            _ if walk => 1,
            _ => 2,
        };
        let weight = if wanted { sign * weight } else { 0 };
        // Where each move is made before it is known whether it counts, and pieces take where they go, the cells that they attack
        // tell much the same at a part of the cost.
        let attacks = weight > 0 && !flips && rules.tries_moves() && arrives_on_enemies(rules);
        if attacks {
            self.add(weight, count(Region::AttackedBy(Who::Own, None)));
        }
        if weight >= 0 && degree >= 0 {
            self.hunches.push((Number::Mobility(None), true));
        }
        self.add(if attacks { 0 } else { weight }, Number::Mobility(None));
        self.add(0, cheap);
        self.of_sight();
        if degree > 0 {
            self.of_room();
        }
    }

    /// The empty cells within two quiet moves of one's pieces: who has few of them will be stuck soon.
    fn of_room(&mut self) {
        let quiet_moves = |group: &Group, of: &Region| {
            let to = |verb: &Verb| match verb {
                Verb::Step { dirs, to } if may_be_empty(to) => {
                    let steps = Region::Step { dirs: dirs.clone(), steps: None, of: Box::new(of.clone()) };
                    Some(on(steps, Region::Empty))
                }
                Verb::Slide { dirs, through: Region::Empty, .. } => Some(sight(dirs, of.clone())),
                _ => None,
            };
            group.clauses.iter().filter_map(|clause| to(&clause.verb)).reduce(or)
        };
        let within_two = |group: &Group| {
            let kinds = Some(group.kinds.clone()).filter(|kinds| kinds.len() < self.rules.kinds.len());
            let once = quiet_moves(group, &Region::Pieces { who: Some(Who::Own), kinds })?;
            let twice = quiet_moves(group, &once)?;
            Some(or(once, twice))
        };
        if let Some(room) = self.rules.groups.iter().filter_map(within_two).reduce(or) {
            self.hunches.push((count(room.clone()), true));
            self.add(0, count(room));
        }
    }

    /// The cells that pieces can slide to: nearly what the moves tell, and far cheaper where a move has further parts.
    fn of_sight(&mut self) {
        let rules = self.rules;
        for group in &rules.groups {
            for clause in &group.clauses {
                if let Verb::Slide { dirs, through: Region::Empty, .. } = &clause.verb {
                    let all = group.kinds.len() == rules.kinds.len();
                    let kinds = Some(group.kinds.clone()).filter(|_| !all);
                    let of = Region::Pieces { who: Some(Who::Own), kinds };
                    self.add(0, count(sight(dirs, of)));
                }
            }
        }
    }

    /// Where whole lines are turned over, a cell that no line goes through is safe for ever; one next to such a cell that is
    /// still empty gives it away, and pieces beside empty cells give the opponent moves. Where few pieces win, what is safe is a burden.
    pub(super) fn of_stability(&mut self, few: bool) {
        let sign = if few { -1 } else { 1 };
        let t = &self.rules.topology;
        let dirs = t.neighbours();
        let open = |site: usize, d: usize| t.directions[d].next[site].is_some();
        let amid = |site: usize| {
            dirs.iter().any(|&d| open(site, d) && t.directions[d].reverse.is_some_and(|back| open(site, back)))
        };
        let safe = SiteSet::from_sites(t.sites(), (0..t.sites()).filter(|&site| !amid(site)));
        let still_empty = on(Region::Empty, Region::Const(safe.clone()));
        self.add(sign * 50, count(on(own(None), Region::Const(safe))));
        // Few lines go through what lies at the edge.
        self.add(sign * 4, count(on(own(None), Region::Const(t.edge()))));
        self.add(sign * -14, count(on(own(None), step(t.compass(), still_empty))));
        self.add(-4, count(on(own(None), step(t.compass(), Region::Empty))));
    }

    /// Where pieces stand, and what is near them. Nothing is guessed of it: only play tells.
    pub(super) fn of_places(&mut self) {
        let rules = self.rules;
        let t = &rules.topology;
        let pieces: Vec<KindId> = (0..rules.kinds.len()).filter(|&k| !rules.kinds[k].counted).collect();
        let owned: Vec<KindId> = pieces.iter().copied().filter(|&k| !rules.kinds[k].neutral).collect();
        if !owned.is_empty() {
            // Each kind by itself where there are few; all together else.
            let groups: Vec<Option<KindId>> =
                if (2..=4).contains(&owned.len()) { owned.iter().map(|&k| Some(k)).collect() } else { vec![None] };
            let moves = rules.clauses().any(|c| !matches!(c.verb, Verb::Place { .. }));
            // Those that there are most of.
            let number = |kind: &KindId| rules.setup.pieces.iter().filter(|piece| piece.2 == *kind).count();
            let most = owned.iter().copied().max_by_key(|kind| (number(kind), std::cmp::Reverse(*kind)));
            for kind in groups {
                let usual = kind.is_none() || kind == most;
                self.add(0, count(on(own(kind), Region::Const(t.center()))));
                self.add(0, count(on(own(kind), Region::Const(t.edge()))));
                self.by_middle(own(kind), usual);
                if moves && !rules.advance.alike() {
                    let advance = Number::Sum(Box::new(own(kind)), By::Table(Box::new(rules.advance.clone())));
                    if usual {
                        self.hunches.push((advance.clone(), true));
                    }
                    self.add(0, advance);
                }
            }
            let all = own(None);
            self.add(0, count(on(own(None), step(t.compass(), Region::Empty))));
            self.add(0, beside(rules, &all, &all));
            self.add(0, beside(rules, &all, &Region::Pieces { who: Some(Who::Enemy), kinds: None }));
            let joined = DirSet { fixed: PerSide::same(t.neighbours()), ..DirSet::default() };
            if !moves || t.sites() <= 100 {
                self.add(0, Number::Groups(joined, Box::new(all.clone())));
            }
            if rules.kinds.iter().any(|k| k.stacked) {
                self.add(0, Number::Sum(Box::new(all), By::Height));
            }
        }
        self.of_lines();
        self.of_tables();
        self.of_regions(&owned);
        self.of_kings();
    }

    /// Lines of own pieces that moves ask for, whatever they are good for there.
    fn of_lines(&mut self) {
        let mut lines: Vec<(u32, DirSet, Region)> = Vec::new();
        visit::rules(self.rules, &mut |node| {
            if let Node::Region(Region::Line { length, dirs, of }) = node
                && matches!(&**of, Region::Pieces { who: Some(_), .. })
                && lines.len() < 3
            {
                let of = Seen::ByEnemy.region(of);
                let own = matches!(of, Region::Pieces { who: Some(Who::Enemy), .. });
                lines.push((*length, dirs.clone(), if own { Seen::ByEnemy.region(&of) } else { of }));
            }
        });
        for (length, dirs, of) in lines {
            self.add(0, count(Region::Line { length, dirs, of: Box::new(of.clone()) }));
            for own in (length.saturating_sub(2).max(1)..length).rev() {
                let need = vec![
                    WindowNeed { region: of.clone(), least: own, most: own },
                    WindowNeed { region: Region::Empty, least: length - own, most: length - own },
                ];
                self.add(0, Number::Lines { length, need });
            }
        }
    }

    /// Where pieces stand by the numbers that the rules themselves give to cells.
    fn of_tables(&mut self) {
        let mut tables: Vec<By> = Vec::new();
        visit::rules(self.rules, &mut |node| {
            if let Node::Number(Number::Sum(_, by @ By::Table(_))) = node
                && !tables.contains(by)
                && tables.len() < 2
            {
                tables.push(by.clone());
            }
        });
        for by in tables {
            self.add(0, Number::Sum(Box::new(own(None)), by));
        }
    }

    fn by_middle(&mut self, pieces: Region, usual: bool) {
        let text = format!("sum {} by closeness to the middle", crate::rules::phrase_of_region(self.rules, &pieces));
        let number = Number::Sum(Box::new(pieces), by_closeness(&self.rules.topology));
        if usual {
            self.hunches.push((number.clone(), true));
        }
        self.add_as(0, number, text);
    }

    /// What lies on the regions that belong to a player: pits, stores, camps.
    fn of_regions(&mut self, owned: &[KindId]) {
        let rules = self.rules;
        let counted: Vec<KindId> = (0..rules.kinds.len()).filter(|&k| rules.kinds[k].counted).collect();
        for (_, cells) in rules.regions.iter().take(8) {
            let small = cells.iter().all(|set| !set.is_empty() && set.len() < rules.topology.sites());
            if !small {
                continue;
            }
            let region = match cells.alike() {
                true => Region::Const(cells[Side::First].clone()),
                false => Region::PerSide(Who::Own, Box::new(cells.clone())),
            };
            if !cells.alike() {
                for &kind in &counted {
                    let seeds = Region::Pieces { who: None, kinds: Some(vec![kind]) };
                    let at = on(seeds, region.clone());
                    self.add(0, Number::CountPieces(vec![kind], Box::new(at)));
                    if cells[Side::First].len() > 1 {
                        let none = Region::Holding(Box::new(Number::Const(0)), Box::new(Number::Const(0)));
                        self.add(0, count(on(region.clone(), none)));
                    }
                }
            }
            if !owned.is_empty() {
                self.add(0, count(on(own(None), region.clone())));
                if !cells.alike() {
                    let theirs = Region::PerSide(Who::Enemy, Box::new(cells.clone()));
                    self.add(0, count(on(own(None), theirs)));
                }
            }
        }
        for &kind in &counted {
            // Neutral pieces below one's own, and below the cells beside them: floors.
            for (d, direction) in rules.topology.directions.iter().enumerate() {
                let leads = rules.topology.is_link(d) && direction.next.iter().any(Option::is_some);
                if leads && !owned.is_empty() && has_counts_behind(rules, d) {
                    let below = |of: Region| Number::CountPieces(vec![kind], Box::new(step(vec![d], of)));
                    self.add(0, below(own(None)));
                    let beside = below(beside_own(rules.topology.compass()));
                    self.hunches.push((beside.clone(), true));
                    self.add(0, beside);
                }
            }
        }
    }

    /// The pieces whose loss decides the game: what is near them, what attacks them.
    fn of_kings(&mut self) {
        let rules = self.rules;
        let t = &rules.topology;
        let takes = arrives_on_enemies(rules);
        let enemy = |kinds: Option<Vec<KindId>>| Region::Pieces { who: Some(Who::Enemy), kinds };
        if takes {
            let attacked = count(on(Region::AttackedBy(Who::Own, None), enemy(None)));
            self.hunches.push((attacked.clone(), true));
            self.add(0, attacked);
            self.add(0, count(on(Region::AttackedBy(Who::Own, None), Region::Empty)));
            self.add(0, count(on(own(None), Region::AttackedBy(Who::Own, None))));
        }
        let reasons = Reasons::of(rules);
        let mut kings: Vec<KindId> = reasons.punished;
        kings.sort_unstable();
        kings.dedup();
        if kings.is_empty() || kings.len() == rules.kinds.len() || rules.kinds.len() < 2 {
            return;
        }
        // Who is to take them has to come there.
        let takers =
            |&kind: &KindId| !kings.contains(&kind) && !rules.kinds[kind].neutral && !rules.kinds[kind].counted;
        let takers: Vec<KindId> = (0..rules.kinds.len()).filter(takers).collect();
        if !takers.is_empty() {
            let takers = Region::Pieces { who: Some(Who::Own), kinds: Some(takers) };
            let way = By::DistanceTo(Box::new(enemy(Some(kings.clone()))));
            let way = Number::Sum(Box::new(takers), way);
            self.hunches.push((way.clone(), false));
            self.add(0, way);
        }
        let king = || Region::Pieces { who: Some(Who::Own), kinds: Some(kings.clone()) };
        self.add(0, count(on(step(t.compass(), king()), own(None))));
        if takes {
            let around = step(t.compass(), enemy(Some(kings.clone())));
            self.add(0, count(on(around, Region::AttackedBy(Who::Own, None))));
        }
    }
}

/// Whether there is no move that takes nothing.
fn only_takes(rules: &Rules) -> bool {
    rules.clauses().all(|clause| {
        let picks = || clause.verb.picks().into_iter().flatten();
        let enemy_for_sure = |region: &Region| match region {
            Region::Local(OVER) => matches!(&clause.verb, Verb::Hop { over, .. } if is_enemy(over)),
            Region::Local(id) => picks().any(|(picked, of)| picked == id && is_enemy(of)),
            _ => false,
        };
        clause.verb.arrival().is_some_and(is_enemy)
            || clause.effects.iter().any(|e| matches!(e, Effect::Take(what) if enemy_for_sure(what)))
    })
}

/// Whether pieces of a kind do something on a turn: go somewhere, or are chosen for what happens.
fn acts(rules: &Rules, kind: KindId) -> bool {
    let chosen = |region: &Region| {
        let such = |kinds: &Option<Vec<KindId>>| kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind));
        visit::has(
            region,
            |node| matches!(node, Node::Region(Region::Pieces { who: Some(Who::Own), kinds }) if such(kinds)),
        )
    };
    rules.groups.iter().any(|group| {
        let goes = |clause: &Clause| clause.verb.moves() && group.kinds.contains(&kind);
        let picked = |clause: &Clause| clause.verb.picks().into_iter().flatten().any(|(_, region)| chosen(region));
        group.clauses.iter().any(|clause| goes(clause) || picked(clause))
    })
}

/// Whether pieces take by going where enemies stand.
fn arrives_on_enemies(rules: &Rules) -> bool {
    let enemy = |n: Node<'_>| matches!(n, Node::Region(Region::Pieces { who: Some(Who::Enemy), .. }));
    rules.clauses().any(|c| c.verb.arrival().is_some_and(|to| visit::has(to, enemy)))
}

/// Whether counted pieces may lie where a link leads.
fn has_counts_behind(rules: &Rules, link: usize) -> bool {
    let mut asked = false;
    visit::rules(rules, &mut |node| match node {
        Node::Number(Number::CountPieces(_, of)) => {
            asked |= visit::has(
                &**of,
                |n| matches!(n, Node::Region(Region::Step { dirs, .. }) if dirs.fixed[Side::First].contains(&link)),
            );
        }
        Node::Region(Region::Preimage { dir, of }) => {
            asked |= *dir == link && visit::has(&**of, |n| matches!(n, Node::Region(Region::Holding(..))));
        }
        _ => {}
    });
    asked
}

/// Whether a move may be made of so many parts that counting moves is searching.
pub fn combines(rules: &Rules) -> bool {
    let chooses = rules.effects().into_iter().any(|effect| matches!(effect, Effect::Pick(..)));
    let compares = rules.turn.has(|kind| matches!(kind, TurnKind::Most(..)));
    // Chains that take nothing go on through the same cells in another order: there are as many as orders.
    let wanders = |c: &Clause| {
        let changes = |e: &Effect| matches!(e, Effect::Take(_) | Effect::Flip(_) | Effect::Put { .. });
        Effect::any(&c.effects, Effect::is_again) && !Effect::any(&c.effects, changes)
    };
    rules.turn.repeats()
        || rules.clauses().any(wanders)
        || rules.has_legs() && (chooses || compares && !rules.legal.is_empty())
}

/// What the strength of a kind makes of its worth: where the rules compare strengths, whom it stands against.
fn strength(rules: &Rules, kind: KindId) -> f64 {
    let mut asked = false;
    visit::rules(rules, &mut |node| {
        asked |= matches!(node, Node::Region(Region::StrongerThan(_) | Region::WeakerThan(_)));
    });
    let Some(own) = rules.kinds[kind].strength.filter(|_| asked) else { return 1.0 };
    let others: Vec<i64> = rules.kinds.iter().filter_map(|k| k.strength).collect();
    let below = others.iter().filter(|&&other| other <= own).count();
    0.5 + below as f64 / others.len().max(1) as f64
}
