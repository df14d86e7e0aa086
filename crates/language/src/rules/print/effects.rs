//! Move groups, clauses and effects as text.

use super::Printer;
use crate::rules::{Clause, Effect, Group, Sowing, Verb};

impl Printer<'_> {
    pub(super) fn group(&mut self, index: usize, group: &Group) {
        let mut head = format!("move #{index}");
        if let Some(label) = &group.label {
            head += &format!(" {label}");
        }
        if !group.kinds.is_empty() {
            head += &format!(" {}", self.kinds(&group.kinds));
        }
        if let Some(when) = &group.when {
            head += &format!(" when {}", self.truth(when));
        }
        if group.costs != 1 {
            head += &format!(" costs {}", group.costs);
        }
        self.block(head, |p| group.clauses.iter().for_each(|c| p.clause(c)));
    }

    fn clause(&mut self, clause: &Clause) {
        let mut head = self.verb(&clause.verb);
        if let Some(when) = &clause.when {
            head += &format!(" when {}", self.truth(when));
        }
        if let Some(label) = &clause.label {
            head += &format!(" as {label}");
        }
        match (&clause.verb, &clause.effects[..]) {
            (Verb::Sow { .. }, [Effect::Sow(sowing)]) => self.sown(head, sowing),
            (_, []) => self.line(head),
            (_, effects) => self.block(head, |p| p.effects(effects)),
        }
    }

    /// A sowing whose beginning is `head`.
    fn sown(&mut self, head: String, sowing: &Sowing) {
        let itself = if sowing.itself { " from itself" } else { "" };
        let except = sowing.except.as_ref().map_or(String::new(), |r| format!(" except {}", self.region(r)));
        let mut head = format!("{head} along {}{itself}{except}", self.dirs(&sowing.along));
        if !sowing.each.is_empty() {
            self.block(format!("{head} each"), |p| p.effects(&sowing.each));
            head = "then".into();
        }
        match &sowing.effects[..] {
            [] if sowing.each.is_empty() => self.line(head),
            [] => {}
            effects => self.block(head, |p| p.effects(effects)),
        }
    }

    fn verb(&self, verb: &Verb) -> String {
        match verb {
            Verb::Step { dirs, to } => format!("step {} to {}", self.dirs(dirs), self.region(to)),
            Verb::Slide { dirs, exactly, through, to } => {
                let exactly = exactly.as_ref().map_or(String::new(), |n| format!(" {}", self.number(n)));
                format!("slide {}{exactly} through {} to {}", self.dirs(dirs), self.region(through), self.region(to))
            }
            Verb::Hop { dirs, before, over, after, to } => {
                let through =
                    |r: &Option<_>| r.as_ref().map_or(String::new(), |r| format!(" through {}", self.region(r)));
                let (over, to) = (self.region(over), self.region(to));
                format!("hop {}{} over {over}{} to {to}", self.dirs(dirs), through(before), through(after))
            }
            Verb::Fly { to } => format!("fly to {}", self.region(to)),
            Verb::Place { kinds, on } => format!("place {} on {}", self.kinds(kinds), self.region(on)),
            Verb::Drop { kinds, on } => format!("drop {} on {}", self.kinds(kinds), self.region(on)),
            Verb::Sow { from } => format!("sow {}", self.region(from)),
            Verb::Pass => "pass".into(),
            Verb::Pick(picks) => {
                let picks: Vec<String> =
                    picks.iter().map(|(l, r)| format!("pick {} in {}", self.local(*l), self.region(r))).collect();
                picks.join(" ")
            }
        }
    }

    pub(super) fn effects(&mut self, effects: &[Effect]) {
        for effect in effects {
            self.effect(effect);
        }
    }

    fn effect(&mut self, effect: &Effect) {
        let text = match effect {
            Effect::Take(r) => format!("take {}", self.region(r)),
            Effect::Put { number, who, kind, on } => {
                let who = who.map_or("neutral", |w| self.who(w)).to_string();
                let kind = &self.rules.kinds[*kind].name;
                format!("put {} {who} {kind} on {}", self.number(number), self.region(on))
            }
            Effect::Drop { kinds, on, .. } => format!("drop {} on {}", self.kinds(kinds), self.region(on)),
            Effect::Flip(r) => format!("flip {}", self.region(r)),
            Effect::Move { what, onto } => format!("move {} onto {}", self.region(what), self.region(onto)),
            Effect::Swap { what, with } => format!("swap {} with {}", self.region(what), self.region(with)),
            Effect::Promote { what, to } if to.is_empty() => format!("promote {}", self.region(what)),
            Effect::Promote { what, to } => format!("promote {} as {}", self.region(what), self.kinds(to)),
            Effect::SetCells(id, r) => format!("set {} = {}", self.rules.states[*id].name, self.region(r)),
            Effect::SetNumber(id, n) => format!("set {} = {}", self.rules.states[*id].name, self.number(n)),
            Effect::Reset(id) => format!("reset {}", self.rules.states[*id].name),
            Effect::Pile { number, what, onto } => {
                format!("pile top {} of {} onto {}", self.number(number), self.region(what), self.region(onto))
            }
            Effect::Tuck { what, under } => format!("tuck {} under {}", self.region(what), self.region(under)),
            Effect::Rotate { what, right } => {
                format!("rotate {} {}", self.region(what), if *right { "right" } else { "left" })
            }
            Effect::Pick(local, r) => format!("pick {} in {}", self.local(*local), self.region(r)),
            Effect::Let(local, r) => format!("let {} = {}", self.local(*local), self.region(r)),
            Effect::Again { may, dirs } => {
                let dirs = dirs.as_ref().map_or(String::new(), |d| format!(" in {}", self.dirs(d)));
                format!("{}again{dirs}", if *may { "may " } else { "" })
            }
            Effect::Sow(sowing) => {
                let head = format!("sow {} from {}", self.region(&sowing.seeds), self.region(&sowing.from));
                return self.sown(head, sowing);
            }
            Effect::Relay { seeds, from, along } => {
                let along = along.as_ref().map_or(String::new(), |d| format!(" along {}", self.dirs(d)));
                format!("relay {} from {}{along}", self.region(seeds), self.region(from))
            }
            Effect::ExtraTurn => "extra turn".into(),
            Effect::Require(condition) => format!("require {}", self.truth(condition)),
            Effect::If(condition, then, otherwise) => {
                let condition = self.truth(condition);
                self.block(format!("if {condition}"), |p| p.effects(then));
                if !otherwise.is_empty() {
                    self.block("else", |p| p.effects(otherwise));
                }
                return;
            }
            Effect::While(condition, effects) => {
                let condition = self.truth(condition);
                return self.block(format!("while {condition}"), |p| p.effects(effects));
            }
            Effect::May(inner, _) => return self.block("may", |p| p.effects(inner)),
            Effect::Either(branches) => {
                for (i, branch) in branches.iter().enumerate() {
                    let word = if i == 0 { "either" } else { "or" };
                    let label = branch.label.as_ref().map_or(String::new(), |l| format!(" as {l}"));
                    self.block(format!("{word}{label}"), |p| p.effects(&branch.effects));
                }
                return;
            }
        };
        self.line(text);
    }
}
