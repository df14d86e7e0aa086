//! Statements, one after the other; a choice runs what comes after it for each of its alternatives.

use super::{Chains, Cont, DEPTH, Flow, Ply, Sink};
use crate::chains::MOST_TRIED;
use crate::game::Overflow;
use crate::ir::{LEGS, Show, Stmt, Tag, choice_bits};
use crate::state::bits::Bits;
use crate::state::trail::Event;

impl<const W: usize> Ply<'_, W> {
    pub(super) fn run(&mut self, block: &[Stmt], next: &Cont<'_>, sink: &mut dyn Sink<W>) -> Flow {
        for (i, stmt) in block.iter().enumerate() {
            if self.fuel == 0 {
                return self.give_up(Overflow::Fuel);
            }
            self.fuel -= 1;
            self.did(1);
            match stmt {
                Stmt::Let(local, e) => {
                    let value = self.set(e);
                    self.bind(*local, value);
                }
                Stmt::LetInt(local, e) => {
                    let value = self.int(e);
                    self.bind_int(*local, value);
                }
                Stmt::Guard(c) => {
                    if !self.truth(c) {
                        return Flow::On;
                    }
                    self.decide();
                }
                Stmt::Pick { local, from, show } => {
                    let from = self.set(from);
                    return self.pick(*local, from, *show, &block[i + 1..], next, sink);
                }
                Stmt::Choose(alternatives) => {
                    let rest = Cont::Block(&block[i + 1..], next);
                    let tags: Vec<Tag> = alternatives.iter().map(|a| a.tag).collect();
                    return self.choose(&tags, |ply, n, sink| ply.run(&alternatives[n].body, &rest, sink), sink);
                }
                Stmt::If(c, then, otherwise) => {
                    let branch = if self.truth(c) { then } else { otherwise };
                    if !branch.is_empty() {
                        return self.run(branch, &Cont::Block(&block[i + 1..], next), sink);
                    }
                }
                Stmt::SetPlane(plane, e) => {
                    let value = self.set(e);
                    let at = self.program().layout.plane_at(*plane);
                    self.work[at..at + W].copy_from_slice(&value.0);
                }
                Stmt::SetInt(int, e) => {
                    let value = self.int(e);
                    let at = self.program().layout.int_at(*int);
                    self.work[at] = value as u64;
                }
                Stmt::SetLane(lane, at, n) => {
                    let (at, n) = (self.set(at), self.int(n));
                    for site in at {
                        self.set_lane(*lane, site, n);
                    }
                }
                Stmt::AddLane(lane, at, n) => {
                    let (at, n) = (self.set(at), self.int(n));
                    for site in at {
                        let sum = self.lane(*lane, site).saturating_add(n);
                        self.set_lane(*lane, site, sum);
                    }
                }
                Stmt::Sow { lane, from, seeds, step, except, last } => {
                    let (seeds, except) = (self.int(seeds), self.set(except));
                    let at = self.sow(*lane, *from, seeds, *step, except);
                    self.bind(*last, at);
                }
                Stmt::Loop { body, goes_on, count, most } => {
                    loop {
                        // INVARIANT: nothing in it chooses or forbids, so that it comes to its end and nowhere else.
                        let flow = self.run(body, &Cont::Finished, sink);
                        debug_assert!(flow == Flow::Stop, "a loop left by the way");
                        if self.overflow.is_some() {
                            return Flow::Stop;
                        }
                        let times = self.int_local(*count) + 1;
                        if self.int_local(*goes_on) == 0 || times >= i64::from(*most) {
                            break;
                        }
                        self.bind_int(*count, times);
                    }
                }
                Stmt::MoveStack(from, to) => {
                    let (from, to) = (self.set(from).first(), self.set(to).first());
                    if let (Some(from), Some(to)) = (from, to)
                        && from != to
                    {
                        let at = |site| self.program().layout.stack_at(site);
                        let (from, to) = (at(from), at(to));
                        self.work[to] = std::mem::take(&mut self.work[from]);
                    }
                }
                Stmt::SwapStacks(a, b) => {
                    let (a, b) = (self.set(a).first(), self.set(b).first());
                    if let (Some(a), Some(b)) = (a, b) {
                        self.swap_stacks(a, b);
                    }
                }
                Stmt::ClearStacks(at) => {
                    for site in self.set(at) {
                        let at = self.program().layout.stack_at(site);
                        self.work[at] = 0;
                    }
                }
                Stmt::Tuck { what, under } => {
                    let (what, under) = (self.set(what).first(), self.set(under).first());
                    if let (Some(what), Some(under)) = (what, under) {
                        self.tuck(what, under);
                    }
                }
                Stmt::Pile { number, what, onto } => {
                    let number = self.int(number);
                    let (what, onto) = (self.set(what).first(), self.set(onto).first());
                    if let (Some(what), Some(onto)) = (what, onto) {
                        self.pile(number, what, onto);
                    }
                }
                Stmt::Show(show, local) => {
                    let site = self.local(*local).first();
                    if let Some(site) = site {
                        self.shown(*show, site);
                        return self.then_hide(&block[i + 1..], next, sink);
                    }
                }
                Stmt::Again { may, group } => return self.again(*may, *group, next, sink),
                Stmt::Decided => {
                    if !sink.whole() {
                        return self.emit(sink);
                    }
                }
            }
        }
        self.go_on(next, sink)
    }

    fn then_hide(&mut self, rest: &[Stmt], next: &Cont<'_>, sink: &mut dyn Sink<W>) -> Flow {
        let flow = self.run(rest, next, sink);
        self.trail.pop();
        flow
    }

    pub(super) fn go_on(&mut self, next: &Cont<'_>, sink: &mut dyn Sink<W>) -> Flow {
        match next {
            Cont::Block(block, next) => self.run(block, next, sink),
            Cont::Leg(next) => {
                let legs = self.int_local(LEGS) + 1;
                self.bind_int(LEGS, legs);
                if let Some(found) = self.legs_found.last_mut() {
                    *found = true;
                }
                self.go_on(next, sink)
            }
            Cont::Repeat { least, most, clauses, cost, next } => {
                // `Leg` has counted one already.
                let steps = self.int_local(LEGS) - 1 + i64::from(*cost);
                self.bind_int(LEGS, steps);
                if steps > i64::from(*most) {
                    return Flow::On;
                }
                let mut tags = vec![Tag::Silent];
                tags.extend(clauses.iter().map(|c| Tag::Clause(c.0)));
                // The choice to stop comes first; at the last step there is no other.
                let tags = if steps < i64::from(*most) { &tags[..] } else { &tags[..1] };
                let code = self.code();
                self.choose(
                    tags,
                    |ply, n, sink| {
                        if n == 0 {
                            return if steps >= i64::from(*least) { ply.go_on(next, sink) } else { Flow::On };
                        }
                        let (clause, cost) = clauses[n - 1];
                        let again = Cont::Repeat { least: *least, most: *most, clauses, cost, next };
                        ply.legs_found.push(false);
                        let flow = ply.run(&code.clauses[clause], &Cont::Leg(&again), sink);
                        ply.legs_found.pop();
                        flow
                    },
                    sink,
                )
            }
            Cont::End { most } => self.end(*most, sink),
            Cont::Finished => Flow::Stop,
        }
    }

    fn pick(
        &mut self,
        local: usize,
        from: Bits<W>,
        show: Show,
        rest: &[Stmt],
        next: &Cont<'_>,
        sink: &mut dyn Sink<W>,
    ) -> Flow {
        let bits = self.program().record.site_bits;
        if let Some(reader) = &mut self.replay {
            let site = reader.read(bits) as usize;
            if site >= self.program().sites || !from.has(site) {
                return Flow::Stop;
            }
            self.bind(local, Bits::single(site));
            self.shown(show, site);
            return self.run(rest, next, sink);
        }
        self.try_each(from, |ply, site| {
            ply.bind(local, Bits::single(site));
            ply.record.push(site as u64, bits);
            ply.record.site(show, site);
            ply.shown(show, site);
            ply.run(rest, next, sink)
        })
    }

    fn choose(
        &mut self,
        tags: &[Tag],
        mut run: impl FnMut(&mut Self, usize, &mut dyn Sink<W>) -> Flow,
        sink: &mut dyn Sink<W>,
    ) -> Flow {
        let bits = choice_bits(tags.len());
        if let Some(reader) = &mut self.replay {
            let n = reader.read(bits) as usize;
            if n >= tags.len() {
                return Flow::Stop;
            }
            self.trail.extend(Event::of_tag(tags[n]));
            if let Tag::Clause(clause) = tags[n] {
                self.clauses.push(clause);
            }
            return run(self, n, sink);
        }
        self.try_each(tags.iter().enumerate(), |ply, (n, &tag)| {
            ply.record.push(n as u64, bits);
            ply.record.tag(tag);
            ply.trail.extend(Event::of_tag(tag));
            run(ply, n, sink)
        })
    }

    /// Runs each alternative of a choice from where the ply stands now.
    fn try_each<T>(
        &mut self,
        alternatives: impl IntoIterator<Item = T>,
        mut run: impl FnMut(&mut Self, T) -> Flow,
    ) -> Flow {
        if self.depth == DEPTH {
            return self.give_up(Overflow::Chain(self.program().record.legs));
        }
        self.depth += 1;
        self.save();
        let (mark, shown) = (self.record.mark(), self.trail.len());
        let mut flow = Flow::On;
        for alternative in alternatives {
            self.decide();
            flow = run(self, alternative);
            self.trail.truncate(shown);
            self.record.reset(mark);
            self.rewind();
            if flow == Flow::Stop {
                break;
            }
        }
        self.restore();
        self.depth -= 1;
        flow
    }

    /// The next leg where there is one; else, or if the mover may stop, what comes after the legs.
    fn again(&mut self, may: bool, group: usize, next: &Cont<'_>, sink: &mut dyn Sink<W>) -> Flow {
        let code = self.code();
        if let Some(found) = self.legs_found.last_mut() {
            *found = true;
        }
        // A record says whether it goes on here by a bit of its own.
        if let Some(reader) = &mut self.replay {
            if reader.read(1) == 1 {
                let legs = self.int_local(LEGS) + 1;
                self.bind_int(LEGS, legs);
                return self.run(&code.next_legs[group], next, sink);
            }
            return self.go_on(next, sink);
        }
        match &mut self.chains {
            Chains::Counted(MOST_TRIED) => Flow::Stop,
            Chains::Counted(tried) => {
                *tried += 1;
                self.after_leg(may, group, next, sink)
            }
            Chains::Tried => self.after_leg(may, group, next, sink),
            Chains::Explored(_) => self.explore(may, group, next, sink),
            Chains::Left(_) => self.leave(may, group),
        }
    }

    /// What follows a leg, by every way.
    pub(super) fn after_leg(&mut self, may: bool, group: usize, next: &Cont<'_>, sink: &mut dyn Sink<W>) -> Flow {
        let code = self.code();
        if self.int_local(LEGS) >= i64::from(self.program().record.legs) {
            return self.give_up(Overflow::Chain(self.program().record.legs));
        }
        self.save();
        let mark = self.record.mark();
        self.record.push(1, 1);
        let legs = self.int_local(LEGS) + 1;
        self.bind_int(LEGS, legs);
        self.legs_found.push(false);
        let mut flow = self.run(&code.next_legs[group], next, sink);
        let found = self.legs_found.pop().unwrap_or(false);
        self.record.reset(mark);
        self.restore();
        if flow == Flow::On && (may || !found) {
            self.record.push(0, 1);
            flow = self.go_on(next, sink);
            self.record.reset(mark);
        }
        flow
    }

    fn sow(&mut self, lane: usize, from: usize, seeds: i64, step: usize, except: Bits<W>) -> Bits<W> {
        let Some(start) = self.local(from).first() else { return Bits::EMPTY };
        let next = &self.program().steps[step];
        let mut at = start;
        for _ in 0..seeds {
            // A way that only leads through cells left out has no end: one round is enough to know.
            let mut round = 0;
            loop {
                let Some(to) = next[at] else { return Bits::single(at) };
                at = usize::from(to);
                round += 1;
                if !except.has(at) {
                    break;
                }
                if round > self.program().sites {
                    return Bits::single(start);
                }
            }
            let sum = self.lane(lane, at) + 1;
            self.set_lane(lane, at, sum);
        }
        Bits::single(at)
    }

    fn shown(&mut self, show: Show, site: usize) {
        self.trail.push(Event::Site(show, site));
    }
}
