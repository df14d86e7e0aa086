//! Where pieces may ever stand, and whose moves may take them off: bounds from above that follow from the start and the clauses, whoever
//! plays. What is not known counts as possible, so that what is impossible here is so in every game.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use crate::board::SiteSet;
use crate::game::{PerSide, Side};
use crate::rules::{
    Clause, DirSet, Effect, FROM, Group, KindId, LocalId, Number, OVER, Owned, Region, Rules, Sowing, TO, Truth, Verb,
};

/// So many plies are looked at in all: far more than any game needs whose pieces do not go step by step over all of a great board.
const MOST_PLIES: usize = 200_000;

/// The bounds.
pub struct Standing<'r> {
    rules: &'r Rules,
    /// Where pieces may stand, by owner (nobody last) and kind.
    cells: Vec<SiteSet>,
    /// Which of them the plies of each player may take off, turn or change.
    lost: PerSide<Vec<bool>>,
    /// Which of them the plies of each player may put somewhere.
    brought: PerSide<Vec<bool>>,
    /// Which of them there may come to be more of than at the start.
    made: Vec<bool>,
    /// Whether effects bring pieces to cells, so that another one than what was there may stand on a cell that a clause names.
    rearranged: bool,
}

/// What is known of the cells that a clause names.
#[derive(Debug, Clone)]
pub struct Ply<'r> {
    /// Who makes it.
    pub side: Side,
    /// Where it may begin.
    pub from: SiteSet,
    /// Where it may end.
    pub to: SiteSet,
    /// What other cells were chosen from.
    locals: Vec<(LocalId, &'r Region)>,
}

impl<'r> Ply<'r> {
    /// A ply of which nothing more is known.
    pub fn of(side: Side, sites: usize) -> Ply<'r> {
        Ply { side, from: SiteSet::full(sites), to: SiteSet::full(sites), locals: Vec::new() }
    }
}

impl<'r> Standing<'r> {
    /// Follows all clauses until nothing new is reached; none where pieces lie on each other, and go along with others, or where it takes
    /// too long.
    pub fn of(rules: &'r Rules) -> Option<Standing<'r>> {
        if rules.kinds.iter().any(|kind| kind.stacked) {
            return None;
        }
        let sites = rules.topology.sites();
        let none = || PerSide::same(vec![false; 3 * rules.kinds.len()]);
        let moves = |effect: &&Effect| {
            matches!(effect, Effect::Put { .. } | Effect::Drop { .. } | Effect::Flip(_) | Effect::Rotate { .. })
                || matches!(effect, Effect::Move { .. } | Effect::Swap { .. })
        };
        let mut standing = Standing {
            rules,
            cells: vec![SiteSet::empty(sites); 3 * rules.kinds.len()],
            lost: none(),
            brought: none(),
            made: vec![false; 3 * rules.kinds.len()],
            rearranged: rules.effects().iter().any(moves),
        };
        for &(site, owner, kind) in &rules.setup.pieces {
            let class = standing.class((owner, kind));
            standing.cells[class].insert(site);
        }
        // What is counted is sown all over.
        for kind in (0..rules.kinds.len()).filter(|&kind| rules.kinds[kind].counted) {
            let class = standing.class((None, kind));
            standing.cells[class] = SiteSet::full(sites);
        }
        let plies: usize =
            2 * rules.groups.iter().map(|group| group.clauses.len() * group.kinds.len().max(1)).sum::<usize>();
        for _ in 0..=MOST_PLIES / plies.max(1) {
            let before = standing.cells.clone();
            for side in Side::ALL {
                for group in &rules.groups {
                    group.clauses.iter().for_each(|clause| standing.play(group, clause, side));
                }
                standing.apply_all(&rules.finally, &mut Ply::of(side, sites), &mut Vec::new());
            }
            if standing.cells == before {
                return Some(standing);
            }
        }
        None
    }

    fn class(&self, (owner, kind): Owned) -> usize {
        owner.map_or(2, Side::index) * self.rules.kinds.len() + kind
    }

    /// Where pieces of this owner and kind may stand.
    pub fn cells_of(&self, piece: Owned) -> &SiteSet {
        &self.cells[self.class(piece)]
    }

    /// The cells on which anything may ever stand.
    pub fn taken(&self) -> SiteSet {
        self.cells.iter().fold(SiteSet::empty(self.rules.topology.sites()), |all, cells| all.or(cells))
    }

    /// Whether a ply of this player may take such a piece off, turn it or change it.
    pub fn loses(&self, by: Side, piece: Owned) -> bool {
        self.lost[by][self.class(piece)]
    }

    /// Whether a ply of this player may put such a piece somewhere.
    pub fn brings(&self, by: Side, piece: Owned) -> bool {
        self.brought[by][self.class(piece)]
    }

    /// The most pieces of the board that may be in a region, or cells where some of them may be empty.
    pub fn most(&self, region: &Region, ply: &Ply<'_>) -> i64 {
        let cells = self.cells(region, ply).len() as i64;
        if may_be_empty(region) {
            return cells;
        }
        let number = |(owner, kind): Owned| {
            let there = self.rules.setup.pieces.iter().filter(|piece| (piece.1, piece.2) == (owner, kind)).count();
            // What belongs to nobody may come from either hand.
            let of_hand = |side: Side| {
                let hand = self.rules.setup.hands[side].get(kind).filter(|_| owner.is_none_or(|owner| owner == side));
                hand.copied().unwrap_or(0)
            };
            let hands = of_hand(Side::First).saturating_add(of_hand(Side::Second));
            if self.rules.kinds[kind].counted || self.made[self.class((owner, kind))] {
                cells
            } else {
                hands.saturating_add(there as i64)
            }
        };
        let pieces = self.pieces().filter(|&piece| self.may_be(region, piece, ply));
        cells.min(pieces.map(number).fold(0, i64::saturating_add))
    }

    fn make(&mut self, by: Side, piece: Owned, cells: &SiteSet) {
        let class = self.class(piece);
        self.made[class] |= !cells.is_empty();
        self.bring(by, piece, cells);
    }

    fn bring(&mut self, by: Side, piece: Owned, cells: &SiteSet) {
        let class = self.class(piece);
        if !cells.is_empty() {
            self.brought[by][class] = true;
            self.cells[class] = self.cells[class].or(cells);
        }
    }

    fn lose(&mut self, region: &Region, ply: &Ply<'_>, there: &[Owned]) {
        self.lose_on(&self.cells(region, ply), region, ply, there);
    }

    /// Takes what may stand in a region, on these of its cells.
    fn lose_on(&mut self, cells: &SiteSet, region: &Region, ply: &Ply<'_>, there: &[Owned]) {
        for (piece, _) in self.pieces_on(cells, region, ply, there) {
            let class = self.class(piece);
            self.lost[ply.side][class] = true;
        }
    }

    /// Whose a piece of a kind is when a player moves it or puts it down.
    pub fn piece(&self, side: Side, kind: KindId) -> Owned {
        ((!self.rules.kinds[kind].neutral).then_some(side), kind)
    }

    /// All pieces that may ever be on the board.
    fn pieces(&self) -> impl Iterator<Item = Owned> + '_ {
        let owners = [Some(Side::First), Some(Side::Second), None];
        let all = owners.into_iter().flat_map(|owner| (0..self.rules.kinds.len()).map(move |kind| (owner, kind)));
        all.zip(&self.cells).filter(|(_, cells)| !cells.is_empty()).map(|(piece, _)| piece)
    }

    /// A clause as one player may play it with one of the kinds that it moves: none where it never can be, as there is no such piece, or
    /// none where the conditions ask for it, or nowhere to go.
    pub fn ply(&self, group: &'r Group, clause: &'r Clause, side: Side, kind: KindId) -> Option<Ply<'r>> {
        let sites = self.rules.topology.sites();
        let mut ply = Ply { from: self.cells_of(self.piece(side, kind)).clone(), ..Ply::of(side, sites) };
        group.when.iter().chain(&clause.when).for_each(|when| self.narrow(&mut ply, when));
        if ply.from.is_empty() {
            return None;
        }
        ply.to = self.arrivals(&clause.verb, &ply);
        clause.when.iter().for_each(|when| self.narrow(&mut ply, when));
        if let Verb::Hop { over, .. } = &clause.verb {
            ply.locals.push((OVER, over));
        }
        (!ply.to.is_empty()).then_some(ply)
    }

    /// A sowing as one player may make it: `to` is where the last piece of a lap may fall.
    pub fn sowing(&self, clause: &'r Clause, side: Side) -> Option<(Ply<'r>, &'r Sowing)> {
        let sites = self.rules.topology.sites();
        let (Verb::Sow { from }, [Effect::Sow(sowing)]) = (&clause.verb, &clause.effects[..]) else { return None };
        let mut ply = Ply { from: from.at_most(side, sites), ..Ply::of(side, sites) };
        clause.when.iter().for_each(|when| self.narrow(&mut ply, when));
        let elsewhere = |effect: &Effect| matches!(effect, Effect::Relay { from, .. } if *from != Region::Local(TO));
        let ways = sowing.ways();
        if ways.iter().any(|dirs| !dirs.plus.is_empty()) || Effect::any(&sowing.effects, elsewhere) {
            return Some((ply, sowing));
        }
        let next = |cells: &SiteSet| {
            let dirs = ways.iter().flat_map(|dirs| &dirs.fixed[side]);
            dirs.fold(SiteSet::empty(sites), |all, &dir| all.or(&self.next(dir, cells)))
        };
        let mut reached = next(&ply.from);
        loop {
            let more = reached.or(&next(&reached));
            if more == reached {
                break;
            }
            reached = more;
        }
        let skipped = sowing.except.as_ref().and_then(|except| except.fixed(side));
        ply.to = skipped.map_or_else(|| reached.clone(), |skipped| reached.minus(&skipped));
        Some((ply, sowing))
    }

    fn play(&mut self, group: &'r Group, clause: &'r Clause, side: Side) {
        let (rules, sites) = (self.rules, self.rules.topology.sites());
        if let Some(to) = clause.verb.arrival() {
            for &kind in &group.kinds {
                if let Some(mut ply) = self.ply(group, clause, side, kind) {
                    let mover = self.piece(side, kind);
                    self.lose_on(&ply.to, to, &ply, &[]);
                    self.bring(side, mover, &ply.to);
                    self.apply_all(&clause.effects, &mut ply, &mut vec![mover]);
                }
            }
            return;
        }
        let mut ply = Ply::of(side, sites);
        ply.locals.extend(clause.verb.picks().into_iter().flatten().map(|(id, region)| (*id, region)));
        let mut put = Vec::new();
        if let Some(placing) = clause.verb.placing() {
            ply.to = self.cells(placing.on, &ply);
            clause.when.iter().for_each(|when| self.narrow(&mut ply, when));
            let has = |kind: &KindId| !placing.from_hand || rules.may_be_in_hand_of(side, *kind);
            put = placing.kinds.iter().copied().filter(has).map(|kind| self.piece(side, kind)).collect();
            if put.is_empty() || ply.to.is_empty() {
                return;
            }
            self.lose(placing.on, &ply, &[]);
            for &piece in &put {
                match placing.from_hand && !rules.captives_to_hand {
                    true => self.bring(side, piece, &ply.to),
                    false => self.make(side, piece, &ply.to),
                }
            }
        }
        self.apply_all(&clause.effects, &mut ply, &mut put);
    }

    fn apply_all(&mut self, effects: &'r [Effect], ply: &mut Ply<'r>, there: &mut Vec<Owned>) {
        effects.iter().for_each(|effect| self.apply(effect, ply, there));
    }

    /// What an effect may lead to; `there`: the pieces that may stand on `to`, all where none are given.
    fn apply(&mut self, effect: &'r Effect, ply: &mut Ply<'r>, there: &mut Vec<Owned>) {
        let (rules, side) = (self.rules, ply.side);
        match effect {
            Effect::Take(what) => self.lose(what, ply, there),
            Effect::Put { who, kind, on, .. } => {
                self.lose(on, ply, there);
                let cells = self.cells(on, ply);
                self.make(side, (who.map(|who| who.side(side)), *kind), &cells);
            }
            Effect::Drop { kinds, on, cell } => {
                self.lose(on, ply, there);
                let cells = self.cells(on, ply);
                for &kind in kinds.iter().filter(|&&kind| rules.may_be_in_hand_of(side, kind)) {
                    self.make(side, self.piece(side, kind), &cells);
                }
                ply.locals.push((*cell, on));
            }
            Effect::Flip(what) => {
                self.lose(what, ply, there);
                for ((owner, kind), cells) in self.pieces_in(what, ply, there) {
                    self.make(side, (owner.map(Side::other), kind), &cells);
                }
            }
            Effect::Promote { what, to } => {
                self.lose(what, ply, there);
                for ((owner, kind), cells) in self.pieces_in(what, ply, there) {
                    let becomes = rules.kinds[kind].promotes_to.filter(|_| to.is_empty());
                    for kind in becomes.into_iter().chain(to.iter().copied()) {
                        // Of a piece of nobody's whoever promotes it makes an own one.
                        let piece = self.piece(owner.unwrap_or(side), kind);
                        self.make(side, piece, &cells);
                        if !there.is_empty() {
                            there.push(piece);
                        }
                    }
                }
            }
            Effect::Move { what: a, onto: b } | Effect::Pile { what: a, onto: b, .. } => {
                self.lose(b, ply, there);
                self.carry(a, b, ply);
            }
            Effect::Tuck { what: a, under: b } => self.carry(a, b, ply),
            Effect::Swap { what: a, with: b } => {
                self.carry(a, b, ply);
                self.carry(b, a, ply);
            }
            Effect::Rotate { what, .. } => self.carry(what, what, ply),
            Effect::If(truth, then, otherwise) => {
                let mut narrowed = ply.clone();
                self.narrow(&mut narrowed, truth);
                self.apply_all(then, &mut narrowed, there);
                self.apply_all(otherwise, ply, there);
            }
            // The laps of a sowing leave `from` and `to` elsewhere.
            Effect::Sow(sowing) => {
                let mut anywhere = Ply::of(side, rules.topology.sites());
                self.apply_all(&sowing.each, &mut anywhere, &mut Vec::new());
                self.apply_all(&sowing.effects, &mut anywhere, &mut Vec::new());
            }
            Effect::May(effects, _) | Effect::While(_, effects) => self.apply_all(effects, ply, there),
            Effect::Either(branches) => {
                branches.iter().for_each(|branch| self.apply_all(&branch.effects, ply, there));
            }
            Effect::Pick(id, region) | Effect::Let(id, region) => ply.locals.push((*id, region)),
            Effect::SetCells(..) | Effect::SetNumber(..) | Effect::Reset(_) => {}
            Effect::Again { .. } | Effect::Relay { .. } | Effect::ExtraTurn | Effect::Require(_) => {}
        }
    }

    /// Whatever stands in one region may come to another.
    fn carry(&mut self, what: &Region, onto: &Region, ply: &Ply<'_>) {
        let cells = self.cells(onto, ply);
        for (piece, _) in self.pieces_in(what, ply, &[]) {
            self.bring(ply.side, piece, &cells);
        }
    }

    /// The pieces that may stand in a region, each with where; `there` as in [`Standing::apply`].
    fn pieces_in(&self, region: &Region, ply: &Ply<'_>, there: &[Owned]) -> Vec<(Owned, SiteSet)> {
        self.pieces_on(&self.cells(region, ply), region, ply, there)
    }

    fn pieces_on(&self, cells: &SiteSet, region: &Region, ply: &Ply<'_>, there: &[Owned]) -> Vec<(Owned, SiteSet)> {
        let on_to = !there.is_empty() && !self.rearranged && region.conjuncts().contains(&&Region::Local(TO));
        let may = |piece: &Owned| (!on_to || there.contains(piece)) && self.may_be(region, *piece, ply);
        let all = self.pieces().filter(may).map(|piece| (piece, self.cells_of(piece).and(cells)));
        all.filter(|(_, cells)| !cells.is_empty()).collect()
    }

    /// Where pieces may arrive by a verb.
    fn arrivals(&self, verb: &Verb, ply: &Ply<'_>) -> SiteSet {
        let sites = self.rules.topology.sites();
        let Some(to) = verb.arrival() else { return SiteSet::full(sites) };
        let lines = |dirs: &DirSet, way: &dyn Fn(usize) -> SiteSet| {
            if !dirs.plus.is_empty() {
                return SiteSet::full(sites);
            }
            dirs.fixed[ply.side].iter().fold(SiteSet::empty(sites), |all, &dir| all.or(&way(dir)))
        };
        let reached = match verb {
            Verb::Step { dirs, .. } => lines(dirs, &|dir| self.next(dir, &ply.from)),
            Verb::Slide { dirs, exactly, through, .. } => {
                let between = self.cells(through, ply);
                lines(dirs, &|dir| match exactly {
                    Some(Number::Const(n)) => {
                        let between = |now: SiteSet, last: bool| if last { now } else { now.and(&between) };
                        let steps = usize::try_from(*n).unwrap_or(0).min(sites);
                        (1..=steps).fold(ply.from.clone(), |now, step| between(self.next(dir, &now), step == steps))
                    }
                    Some(_) | None => self.beyond(dir, &ply.from, &between),
                })
            }
            Verb::Hop { dirs, before, over, after, .. } => {
                let [before, after] = [before, after].map(|between| between.as_ref().map(|r| self.cells(r, ply)));
                let over = self.cells(over, ply);
                let along = |dir, from: &SiteSet, between: &Option<SiteSet>| match between {
                    Some(between) => self.beyond(dir, from, between),
                    None => self.next(dir, from),
                };
                lines(dirs, &|dir| along(dir, &along(dir, &ply.from, &before).and(&over), &after))
            }
            Verb::Fly { .. } => SiteSet::full(sites),
            Verb::Place { .. } | Verb::Drop { .. } | Verb::Sow { .. } | Verb::Pass | Verb::Pick(_) => {
                SiteSet::full(sites)
            }
        };
        reached.and(&self.cells(to, ply))
    }

    /// The next cells in a direction.
    fn next(&self, dir: usize, from: &SiteSet) -> SiteSet {
        let next = &self.rules.topology.directions[dir].next;
        SiteSet::from_sites(next.len(), from.iter().filter_map(|site| next[site]).map(usize::from))
    }

    /// All cells in a direction, through these.
    fn beyond(&self, dir: usize, from: &SiteSet, between: &SiteSet) -> SiteSet {
        let mut all = SiteSet::empty(self.rules.topology.sites());
        let mut now = self.next(dir, from);
        while !now.minus(&all).is_empty() {
            all = all.or(&now);
            now = self.next(dir, &now.and(between));
        }
        all
    }

    /// Leaves the cells of a ply for which a condition may hold.
    pub fn narrow(&self, ply: &mut Ply<'_>, when: &Truth) {
        for part in when.conjuncts() {
            let Truth::Some(region) = part else { continue };
            let parts = region.conjuncts();
            if parts.contains(&&Region::Local(FROM)) {
                ply.from = self.cells(region, ply);
            }
            if parts.contains(&&Region::Local(TO)) {
                ply.to = self.cells(region, ply);
            }
        }
    }

    /// The cells that a region may have.
    pub fn cells(&self, region: &Region, ply: &Ply<'_>) -> SiteSet {
        let sites = self.rules.topology.sites();
        let of = |region: &Region| self.cells(region, ply);
        match region {
            Region::Const(_) | Region::PerSide(..) => region.at_most(ply.side, sites),
            Region::Pieces { .. } => {
                let pieces = self.pieces().filter(|&piece| self.may_be(region, piece, ply));
                pieces.fold(SiteSet::empty(sites), |all, piece| all.or(self.cells_of(piece)))
            }
            Region::Local(FROM) => ply.from.clone(),
            Region::Local(TO) => ply.to.clone(),
            Region::Or(a, b) | Region::Else(a, b) => of(a).or(&of(b)),
            Region::On(a, b) => of(a).and(&of(b)),
            Region::Except(a, b) => b.fixed(ply.side).map_or_else(|| of(a), |b| of(a).minus(&b)),
            Region::Step { dirs, steps, of: from } if dirs.plus.is_empty() => {
                let steps = match steps.as_deref() {
                    None => 1,
                    Some(Number::Const(n)) => usize::try_from(*n).unwrap_or(0).min(sites),
                    Some(_) => return SiteSet::full(sites),
                };
                let from = of(from);
                let along = |&dir: &usize| (0..steps).fold(from.clone(), |now, _| self.next(dir, &now));
                dirs.fixed[ply.side].iter().map(along).fold(SiteSet::empty(sites), |all, cells| all.or(&cells))
            }
            Region::Ray { through: of_these, .. } | Region::Flood { within: of_these, .. } => of(of_these),
            Region::Line { length, of: line, .. } => {
                if self.most(line, ply) < i64::from(*length) {
                    SiteSet::empty(sites)
                } else {
                    of(line)
                }
            }
            Region::Was(then) => of(then),
            Region::Empty | Region::State(_) | Region::Local(_) | Region::Step { .. } => SiteSet::full(sites),
            Region::Preimage { .. } | Region::Table(..) | Region::Beyond { .. } => SiteSet::full(sites),
            Region::AttackedBy(..) | Region::Touched | Region::StrongerThan(_) => SiteSet::full(sites),
            Region::WeakerThan(_) | Region::Holding(..) => SiteSet::full(sites),
        }
    }

    /// Whether a piece may be what stands on a cell of a region, as far as its words tell.
    fn may_be(&self, region: &Region, piece: Owned, ply: &Ply<'_>) -> bool {
        self.may_be_of(region, piece, ply.side, &ply.locals)
    }

    fn may_be_of(&self, region: &Region, piece: Owned, side: Side, locals: &[(LocalId, &Region)]) -> bool {
        let of = |region: &Region| self.may_be_of(region, piece, side, locals);
        match region {
            Region::Pieces { who, kinds } => {
                who.is_none_or(|who| piece.0 == Some(who.side(side)))
                    && kinds.as_ref().is_none_or(|kinds| kinds.contains(&piece.1))
            }
            Region::Empty => false,
            Region::Or(a, b) | Region::Else(a, b) => of(a) || of(b),
            Region::On(a, b) => of(a) && of(b),
            Region::Except(a, b) => of(a) && !(matches!(**b, Region::Pieces { .. }) && of(b)),
            // It was chosen from what was known before.
            Region::Local(id) if !self.rearranged => {
                let chosen = locals.iter().rposition(|(local, _)| local == id);
                chosen.is_none_or(|at| self.may_be_of(locals[at].1, piece, side, &locals[..at]))
            }
            Region::Ray { through: all, .. } | Region::Flood { within: all, .. } | Region::Line { of: all, .. } => {
                of(all)
            }
            Region::Const(_) | Region::PerSide(..) | Region::State(_) | Region::Local(_) => true,
            Region::Step { .. } | Region::Preimage { .. } | Region::Table(..) | Region::Beyond { .. } => true,
            Region::AttackedBy(..) | Region::Touched | Region::Was(_) | Region::StrongerThan(_) => true,
            Region::WeakerThan(_) | Region::Holding(..) => true,
        }
    }
}

/// Whether a region may have a cell on which nothing stands, as far as its words tell.
fn may_be_empty(region: &Region) -> bool {
    match region {
        Region::Pieces { .. } | Region::StrongerThan(_) | Region::WeakerThan(_) => false,
        Region::Or(a, b) | Region::Else(a, b) => may_be_empty(a) || may_be_empty(b),
        Region::On(a, b) => may_be_empty(a) && may_be_empty(b),
        Region::Except(of, _) | Region::Line { of, .. } | Region::Flood { within: of, .. } => may_be_empty(of),
        Region::Const(_) | Region::PerSide(..) | Region::Empty | Region::State(_) | Region::Local(_) => true,
        Region::Step { .. } | Region::Preimage { .. } | Region::Table(..) | Region::Ray { .. } => true,
        Region::Beyond { .. } | Region::AttackedBy(..) | Region::Touched | Region::Was(_) => true,
        Region::Holding(..) => true,
    }
}
