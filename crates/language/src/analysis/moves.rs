//! Move groups and their clauses.

use super::cover::covers;
use super::effects::Effects;
use super::items::Items;
use super::messages;
use super::scope::{Analyzer, Binding, Env, Place};
use crate::diag::nearest;
use crate::rules::{Clause, DirSet, FROM, Group, KindId, LocalId, MOST_CLAUSES, Number, Region, TO, Verb};
use crate::source::{Source, Span};
use crate::syntax::ast::{self, Expr, Name, Repeated};
use crate::syntax::words;

/// What the number of a slide is called in messages.
const SLIDE_LENGTH: &str = "the length of a slide";

/// The greatest number of a range of lengths: each is a clause of its own.
const LONGEST_RANGE: i64 = 32;

impl Analyzer<'_> {
    /// All move groups.
    pub fn moves(&mut self, items: &Items<'_>, source: &Source) -> Vec<Group> {
        let choice = items.turn.and_then(|turn| turn.0.choice.as_ref());
        for &(item, _) in &items.moves {
            self.label_like_kind(item, items, choice);
        }
        let groups: Vec<Group> = items.moves.iter().map(|&(item, span)| self.group(item, span, source)).collect();
        let clauses: usize = groups.iter().map(|group| group.clauses.len()).sum();
        if clauses > MOST_CLAUSES {
            let largest = groups.iter().max_by_key(|group| group.clauses.len());
            let span = largest.and_then(|group| group.clauses.last()).map_or(Span::default(), |clause| clause.span);
            self.report(messages::too_many_clauses(clauses, MOST_CLAUSES, span));
        }
        // Where no block has any, that is what is told.
        let empty = items.moves.iter().filter(|(item, _)| item.clauses.is_empty() && clauses > 0);
        for (item, span) in empty {
            if !self.is_told_of(*span) {
                let kinds: Vec<&str> = item.kinds.iter().map(|kind| kind.text.as_str()).collect();
                self.report(messages::without_moves(&kinds, *span));
            }
        }
        groups
    }

    /// `move knight { … }`, which is for all pieces, where the turn does not ask for that label.
    fn label_like_kind(&mut self, item: &ast::MoveItem, items: &Items<'_>, choice: Option<&ast::TurnExpr>) {
        let moves = item.all_clauses().iter().any(|c| moves_a_piece(&c.verb));
        let Some(label) = item.label.as_ref().filter(|_| moves && item.kinds.is_empty()) else { return };
        // `move ing {`, where the king has no other moves; `move jing {`, where it has.
        let moved = |kind: &str| items.moves.iter().any(|(item, _)| item.kinds.iter().any(|name| name.text == kind));
        let as_long = |kind: &str| kind.chars().count() == label.text.chars().count();
        let kinds = self.scope.kind_names.iter().filter(|kind| as_long(&kind.name) || !moved(&kind.name));
        let near = nearest(&label.text, kinds.map(|kind| kind.name.as_str()));
        let kind = self.scope.kind_names.iter().find(|kind| Some(kind.name.as_str()) == near);
        if let Some(kind) = kind.filter(|_| !choice.is_some_and(|choice| choice.names(&label.text))) {
            self.report(messages::label_like_kind(&label.text, &kind.name.clone(), label.span));
        }
    }

    fn group(&mut self, item: &ast::MoveItem, span: Span, source: &Source) -> Group {
        let mut kinds: Vec<KindId> = Vec::new();
        let mut broken = false;
        for name in &item.kinds {
            match self.kinds_of(name) {
                Some(some) => {
                    if let Some(&twice) = some.iter().find(|k| kinds.contains(k)) {
                        let kind = self.scope.kinds[twice].name.clone();
                        self.report(messages::kind_twice(&kind, name.span));
                    }
                    kinds.extend(some);
                }
                None => broken = true,
            }
        }
        let written = item.all_clauses();
        let moving = written.iter().find(|c| moves_a_piece(&c.verb));
        if let (Some(moving), true, false) = (moving, kinds.is_empty(), broken) {
            kinds = (0..self.scope.kinds.len()).filter(|&k| !self.scope.kinds[k].neutral).collect();
            let nobodys = self.scope.kinds.iter().filter(|kind| kind.neutral && !kind.counted);
            let nobodys: Vec<String> = nobodys.map(|kind| kind.name.clone()).collect();
            if kinds.is_empty() && !nobodys.is_empty() {
                self.report(messages::moves_nobodys(&nobodys.join(", "), moving.span));
            }
        }
        if moving.is_none()
            && let Some(name) = item.kinds.first()
            && !written.is_empty()
            && !self.is_told_of(span)
        {
            let nobodys = self
                .scope
                .kinds_named(&name.text)
                .is_some_and(|k| k.kinds.iter().any(|&k| self.scope.kinds[k].neutral));
            let whose = if nobodys { "" } else { "own " };
            let picked = written
                .iter()
                .any(|c| matches!(&c.verb, ast::Verb::Pick(picks) if picks.iter().any(|p| p.0.text == "from")));
            let picked = picked.then(|| format!("{whose}{}", name.text));
            self.report(messages::kinds_of_nothing(&name.text, picked.as_deref(), name.span));
        }
        let when = match &item.when {
            Some(guard) => self.within(Env::new(Place::Guard), |this| this.truth(guard)),
            None => None,
        };
        let costs = match &item.costs {
            Some(costs) => self.constant_number(costs, "the cost of a move", 1, 16).unwrap_or(1),
            None => 1,
        };
        let mut clauses = Vec::new();
        self.clauses(&item.clauses, source, &mut clauses);
        Group { label: item.label.as_ref().map(|l| l.text.clone()), kinds, when, costs: costs as u32, clauses, span }
    }

    /// The clauses of a block; those of a `for each` are as many as there are directions.
    fn clauses(&mut self, written: &[Repeated], source: &Source, all: &mut Vec<Clause>) {
        for one in written {
            match one {
                Repeated::Once(clause) => all.extend(self.clause(clause, source).into_iter().flatten()),
                Repeated::Each(way, block) => self.for_each(way, |this| this.clauses(block, source, all)),
            }
        }
    }

    /// A clause; several if it has slides of several lengths, the shortest first.
    fn clause(&mut self, clause: &ast::Clause, source: &Source) -> Option<Vec<Clause>> {
        self.restart_locals();
        let mut names = self.env.names.clone();
        let verb = self.verb(&clause.verb, &mut names, clause.span);
        let mut env = Env::new(Place::When);
        env.names = names;
        let lenient = self.scope.lenient;
        let picks = |word: &str| match &clause.verb {
            ast::Verb::Pick(picks) => lenient || picks.iter().any(|(name, _)| name.text == word),
            _ => false,
        };
        (env.from, env.to) = match &clause.verb {
            ast::Verb::Place { .. } | ast::Verb::Drop { .. } => (false, true),
            ast::Verb::Pass => (false, false),
            ast::Verb::Pick(_) => (picks("from"), picks("to")),
            _ => (true, true),
        };
        (env.over, env.dir) = match &clause.verb {
            ast::Verb::Hop { .. } => (true, true),
            ast::Verb::Step { .. } | ast::Verb::Slide { .. } => (false, true),
            _ => (false, false),
        };
        let when = match &clause.when {
            Some(guard) => self.within(env.clone(), |this| this.truth(guard)).map(Some),
            None => Some(None),
        };
        env.place = Place::Effect;
        let choices: Vec<(Name, LocalId)> = match &clause.verb {
            // Choices without effects are told of as a whole.
            ast::Verb::Pick(picks) if !clause.effects.is_empty() => picks
                .iter()
                .filter_map(|(name, _)| match env.binding(&name.text) {
                    Some(Binding::Local(local)) => Some((name.clone(), *local)),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        let effects = self.within(env, |this| match &clause.verb {
            ast::Verb::Sow { way, .. } => this.verb_sow(verb.as_ref(), way, &clause.effects, clause.span),
            _ => this.effects(&clause.effects),
        });
        self.report_unasked(choices);
        if let Some(again) = effects.again
            && !may_continue(&clause.verb)
        {
            self.report(messages::again_without_move(again));
        }
        let verbs = self.of_every_length(verb?, &clause.verb)?;
        let when = when?;
        let label = clause.label.as_ref().map(|label| self.label(label));
        let one = |verb| Clause {
            verb,
            when: when.clone(),
            label: label.clone(),
            effects: effects.list.clone(),
            text: first_words(clause, source),
            span: clause.span,
        };
        Some(verbs.into_iter().map(one).collect())
    }

    /// `slide any 1..3` is three slides.
    fn of_every_length(&mut self, verb: Verb, written: &ast::Verb) -> Option<Vec<Verb>> {
        let ast::Verb::Slide { exactly: Some(least), most: Some(most), .. } = written else { return Some(vec![verb]) };
        let Verb::Slide { dirs, exactly: Some(shortest), through, to } = verb else { return None };
        let env = self.slot_env(true);
        let longest = self.within(env, |this| this.number(most))?;
        let (Number::Const(shortest), Number::Const(_)) = (&shortest, &longest) else {
            let changing = if matches!(shortest, Number::Const(_)) { most } else { least };
            self.report(messages::range_not_fixed(changing.span));
            return None;
        };
        let shortest = *shortest;
        let longest = self.constant_number(most, SLIDE_LENGTH, 1, LONGEST_RANGE)?;
        if longest < shortest {
            let (from, to) = (shortest.to_string(), longest.to_string());
            self.report(messages::backward_range(&from, &to, least.span.to(most.span)));
            return None;
        }
        let slide = |n| Verb::Slide {
            dirs: dirs.clone(),
            exactly: Some(Number::Const(n)),
            through: through.clone(),
            to: to.clone(),
        };
        Some((shortest..=longest).map(slide).collect())
    }

    /// The surroundings of what a clause asks for: they know the directions that it is repeated for.
    fn slot_env(&self, from: bool) -> Env {
        Env { names: self.env.names.clone(), from, ..Env::new(Place::Slot) }
    }

    fn slot(&mut self, expr: &Expr, from: bool) -> Option<Region> {
        let env = self.slot_env(from);
        self.within(env, |this| this.some_cells(expr))
    }

    /// Between two cells, or left out of others, there may well be none.
    fn optional_slot(&mut self, expr: Option<&Expr>) -> Option<Option<Region>> {
        let env = self.slot_env(true);
        match expr {
            Some(expr) => self.within(env, |this| this.region(expr)).map(Some),
            None => Some(None),
        }
    }

    /// Whether the number of a slide is rather another direction.
    fn is_further_direction(&self, dirs: &ast::Dirs, word: &str) -> bool {
        let first = self.words_at(dirs.span);
        let two = words::is_compass(&first) && words::is_compass(word) || words::both_ways(&first, word).is_some();
        two && !self.scope.stands_for_something(word)
    }

    fn slot_dirs(&mut self, dirs: &ast::Dirs) -> Option<DirSet> {
        for dir in &dirs.include {
            if let ast::DirKind::Word(word) = &dir.kind
                && words::is_compass(word)
                && let Some(way) = self.scope.topology.direction(word)
            {
                self.ways_of_both.push((way, dir.span));
            }
        }
        let env = self.slot_env(false);
        self.within(env, |this| this.dirs(dirs))
    }

    fn verb(&mut self, verb: &ast::Verb, names: &mut Vec<(String, Binding)>, span: Span) -> Option<Verb> {
        match verb {
            ast::Verb::Step { dirs, to } => {
                let (dirs, to) = (self.slot_dirs(dirs), self.slot(to, true));
                Some(Verb::Step { dirs: dirs?, to: to? })
            }
            ast::Verb::Slide { dirs: written_dirs, exactly, most: _, through, to } => {
                let dirs = self.slot_dirs(written_dirs);
                let env = self.slot_env(true);
                let exactly = match exactly {
                    // `slide any max to empty`
                    Some(Expr { kind: ast::ExprKind::Name(word), span })
                        if words::FARTHEST.contains(&word.as_str()) && !self.scope.stands_for_something(word) =>
                    {
                        self.report(messages::slide_to_the_farthest(word, *span));
                        None
                    }
                    // `slide north east to empty`
                    Some(Expr { kind: ast::ExprKind::Name(word), span })
                        if self.is_further_direction(written_dirs, word) =>
                    {
                        let first = self.words_at(written_dirs.span);
                        self.report(messages::two_directions(&first, word, *span));
                        None
                    }
                    Some(n) => self.within(env, |this| this.length(n, SLIDE_LENGTH)).map(Some),
                    None => Some(None),
                };
                let through = self.optional_slot(through.as_ref());
                let to = self.slot(to, true);
                let through = through?.unwrap_or(Region::Empty);
                Some(Verb::Slide { dirs: dirs?, exactly: exactly?, through, to: to? })
            }
            ast::Verb::Leap { offsets, to } => {
                let mut all = Some(DirSet::default());
                for (index, (a, b)) in offsets.iter().enumerate() {
                    if let (ast::ExprKind::Number(x), ast::ExprKind::Number(y)) = (&a.kind, &b.kind)
                        && offsets[..index].iter().any(|(c, d)| c.kind == a.kind && d.kind == b.kind)
                    {
                        self.said_twice(&format!("{x},{y}"), a.span.to(b.span));
                    }
                    let dirs = self.leap_of(a, b);
                    all = all.zip(dirs).map(|(all, dirs)| super::directions::join(all, dirs));
                }
                let to = self.slot(to, true);
                Some(Verb::Step { dirs: all?, to: to? })
            }
            ast::Verb::Hop { dirs, before, over, after, to } => {
                let dirs = self.slot_dirs(dirs);
                let before = self.optional_slot(before.as_ref());
                let over = self.slot(over, true);
                let after = self.optional_slot(after.as_ref());
                let to = self.slot(to, true);
                let (dirs, before, over) = (dirs?, before?, over?);
                let sites = self.scope.topology.sites();
                if before.as_ref().is_some_and(|before| covers(before, &over, sites)) && self.ends_everywhere(&dirs) {
                    self.report(messages::over_inside_through(span));
                }
                Some(Verb::Hop { dirs, before, over, after: after?, to: to? })
            }
            ast::Verb::Fly { to } => Some(Verb::Fly { to: self.slot(to, true)? }),
            ast::Verb::Place { kinds, on } => {
                let (kinds, on) = (self.several(kinds), self.slot(on, false));
                Some(Verb::Place { kinds: kinds?, on: on? })
            }
            ast::Verb::Drop { kinds, on } => {
                let (kinds, on) = (self.dropped(kinds, span), self.slot(on, false));
                Some(Verb::Drop { kinds: kinds?, on: on? })
            }
            ast::Verb::Sow { from, .. } => Some(Verb::Sow { from: self.slot(from, false)? }),
            ast::Verb::Pass => Some(Verb::Pass),
            ast::Verb::Pick(picks) => self.picks(picks, names),
        }
    }

    /// The one effect of a clause that sows. The cells to choose from were checked as its verb.
    fn verb_sow(&mut self, verb: Option<&Verb>, way: &ast::Sown, effects: &[ast::Effect], span: Span) -> Effects {
        let kind = match verb {
            Some(Verb::Sow { from }) => self.sown_kind(from, span),
            _ => None,
        };
        let from = || Region::Local(FROM);
        self.sowing(kind.map(|kind| (kind, from(), from())), way, effects, true)
    }

    fn leap_of(&mut self, a: &Expr, b: &Expr) -> Option<DirSet> {
        let span = a.span.to(b.span);
        let (a, b) = self.within(Env::new(Place::Constant("a leap")), |this| {
            let what = "a distance of a leap";
            (this.constant_number(a, what, 0, 64), this.constant_number(b, what, 0, 64))
        });
        self.leap(a?, b?, span)
    }

    /// The kinds of a `drop`; no names for any.
    pub(super) fn dropped(&mut self, kinds: &[Name], span: Span) -> Option<Vec<KindId>> {
        if !self.scope.hands {
            if !self.scope.lenient {
                self.report(messages::no_hands(span));
            }
            return None;
        }
        let kinds = if kinds.is_empty() { self.droppable.clone() } else { self.several(kinds)? };
        if let Some(&kind) = kinds.iter().find(|&&k| self.scope.kinds[k].base != k) {
            let base = self.scope.kinds[kind].base;
            let [kind, base] = [kind, base].map(|k| self.scope.kinds[k].name.clone());
            self.report(messages::promoted_in_hand(&kind, &base, span));
            return None;
        }
        // What the hand is given may be among the mistakes.
        if let Some(&kind) = kinds.iter().find(|k| !self.droppable.contains(k) && !self.failed()) {
            let name = self.scope.kinds[kind].name.clone();
            self.report(messages::never_in_hand(&name, span));
        }
        Some(kinds)
    }

    fn several(&mut self, names: &[Name]) -> Option<Vec<KindId>> {
        let mut all = Some(Vec::new());
        for name in names {
            let kinds = self.kinds_of(name);
            all = all.zip(kinds).map(|(mut all, kinds)| {
                all.extend(kinds);
                all
            });
        }
        all
    }

    fn picks(&mut self, picks: &[(Name, Expr)], names: &mut Vec<(String, Binding)>) -> Option<Verb> {
        let mut list: Option<Vec<(LocalId, Region)>> = Some(Vec::new());
        let (mut from, mut to) = (false, false);
        for (name, region) in picks {
            let env = Env { names: names.clone(), from, to, ..Env::new(Place::Slot) };
            let region = self.within(env, |this| this.picked_from(region));
            let local = match name.text.as_str() {
                "from" => {
                    from = true;
                    FROM
                }
                "to" => {
                    to = true;
                    TO
                }
                _ => {
                    self.check_pick_name(name, names);
                    let local = self.fresh();
                    let known = if region.is_some() { Binding::Local(local) } else { Binding::Poison };
                    names.push((name.text.clone(), known));
                    local
                }
            };
            list = list.zip(region).map(|(mut list, region)| {
                list.push((local, region));
                list
            });
        }
        list.map(Verb::Pick)
    }

    /// A choice may not take a name that means something already.
    pub(super) fn check_pick_name(&mut self, name: &Name, names: &[(String, Binding)]) {
        let word = name.text.as_str();
        let known = names.iter().any(|n| n.0 == word)
            || super::names::WORDS.contains(&word)
            || words::is_direction(word)
            || self.scope.stands_for_something(word);
        if known {
            self.report(messages::pick_hides(word, name.span));
        }
    }
}

/// Whether a clause moves a piece of the group's kinds.
pub fn moves_a_piece(verb: &ast::Verb) -> bool {
    matches!(
        verb,
        ast::Verb::Step { .. }
            | ast::Verb::Slide { .. }
            | ast::Verb::Leap { .. }
            | ast::Verb::Hop { .. }
            | ast::Verb::Fly { .. }
    )
}

/// Whether a next leg can start where this clause ends.
fn may_continue(verb: &ast::Verb) -> bool {
    moves_a_piece(verb) || matches!(verb, ast::Verb::Sow { .. } | ast::Verb::Pick(_))
}

/// The text of a clause without its effects, on one line.
fn first_words(clause: &ast::Clause, source: &Source) -> String {
    let each = match &clause.verb {
        ast::Verb::Sow { way, .. } => way.each.first(),
        _ => None,
    };
    let end = each.or(clause.effects.first()).map_or(clause.span.end, |e| e.span.start);
    let text = source.part(Span::new(clause.span.start, end));
    one_line(text.trim_end().trim_end_matches(['{', '}']))
}

/// A text without comments and with single spaces.
pub fn one_line(text: &str) -> String {
    let lines = text.lines().map(|l| l.split("//").next().unwrap_or_default());
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}
