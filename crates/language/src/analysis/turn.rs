//! What may be played in a turn, and what is done at the end of every ply.

use super::items::Items;
use super::messages;
use super::scope::{Analyzer, Env, Place};
use crate::diag::nearest;
use crate::rules::{Effect, Group, Number, Turn, TurnKind};
use crate::source::Span;
use crate::syntax::ast;

impl Analyzer<'_> {
    /// The turn; all groups where the file does not say.
    pub fn turn(&mut self, items: &Items<'_>, groups: &[Group], whole: Span) -> (Option<Turn>, Vec<Effect>) {
        let all = || TurnKind::Groups((0..groups.len()).collect());
        let Some((item, span)) = items.turn else {
            return (Some(Turn { kind: all(), span: whole }), Vec::new());
        };
        let choice = match &item.choice {
            Some(choice) => self.choice(choice, groups).inspect(|turn| self.passes_once(turn)),
            None => Some(Turn { kind: all(), span }),
        };
        self.restart_locals();
        let env = Env::new(Place::Finally).with_ends();
        let finally = self.within(env, |this| this.effects(&item.finally));
        (choice, finally.list)
    }

    /// Two passes would be two moves that are one.
    fn passes_once(&mut self, turn: &Turn) {
        let mut passes = turn.parts().into_iter().filter(|part| matches!(part.kind, TurnKind::Pass));
        if let Some(second) = passes.nth(1) {
            self.report(messages::pass_twice(second.span));
        }
    }

    /// What the greatest number is asked of: not of what another such number has left.
    fn of_most(&mut self, of: &ast::TurnExpr, groups: &[Group]) -> Option<Turn> {
        let of = self.choice(of, groups)?;
        if let Some(inner) = of.parts().into_iter().find(|part| matches!(part.kind, TurnKind::Most(..))) {
            self.report(messages::most_in_most(inner.span));
            return None;
        }
        Some(of)
    }

    fn choice(&mut self, choice: &ast::TurnExpr, groups: &[Group]) -> Option<Turn> {
        self.deeper(choice.span, |this| this.choice_shape(choice, groups))
    }

    fn choice_shape(&mut self, choice: &ast::TurnExpr, groups: &[Group]) -> Option<Turn> {
        let span = choice.span;
        let kind = match &choice.kind {
            ast::TurnKind::Any => TurnKind::Groups((0..groups.len()).collect()),
            ast::TurnKind::Group(name) => {
                let of_label = |g: &usize| groups[*g].label.as_deref() == Some(&name.text);
                let found: Vec<usize> = (0..groups.len()).filter(of_label).collect();
                if found.is_empty() {
                    let mut labels: Vec<String> = groups.iter().filter_map(|g| g.label.clone()).collect();
                    labels.dedup();
                    let words = ["any", "pass"].map(str::to_string);
                    let near = nearest(&name.text, words.iter().map(String::as_str)).is_some();
                    if labels.is_empty() && !groups.is_empty() && !self.scope.lenient && !near {
                        self.report(messages::no_labels(&name.text, name.span));
                        return None;
                    }
                    let known: Vec<String> = labels.iter().cloned().chain(words).collect();
                    self.unknown("group of moves", &name.text, &known, &labels, name.span);
                    return None;
                }
                TurnKind::Groups(found)
            }
            ast::TurnKind::Pass => TurnKind::Pass,
            ast::TurnKind::Or(a, b) => {
                let (x_span, y_span) = (a.span, b.span);
                let (a, b) = (self.choice(a, groups), self.choice(b, groups));
                let (a, b) = (a?, b?);
                match (&a.kind, &b.kind) {
                    // Groups side by side are one choice, in file order.
                    (TurnKind::Groups(x), TurnKind::Groups(y)) => {
                        if x == y {
                            self.report(messages::without_effect("`or` offers the same moves again", span));
                        } else if y.iter().all(|group| x.contains(group)) {
                            self.report(messages::offered_already("or", y_span));
                        } else if x.iter().all(|group| y.contains(group)) {
                            self.report(messages::offered_already("or", x_span));
                        }
                        let mut both: Vec<usize> = x.iter().chain(y).copied().collect();
                        both.sort_unstable();
                        both.dedup();
                        TurnKind::Groups(both)
                    }
                    _ => TurnKind::Or(Box::new(a), Box::new(b)),
                }
            }
            ast::TurnKind::Else(a, b) => {
                let behind = b.span;
                let (a, b) = (self.choice(a, groups), self.choice(b, groups));
                let (a, b) = (a?, b?);
                if let (TurnKind::Groups(x), TurnKind::Groups(y)) = (&a.kind, &b.kind) {
                    if x == y {
                        self.report(messages::without_effect("`else` offers the same moves again", span));
                    } else if y.iter().all(|group| x.contains(group)) {
                        self.report(messages::offered_already("else", behind));
                    }
                } else if self.scope.legal_lines == 0 && always_passes(&a) {
                    self.report(messages::behind_pass(behind));
                }
                TurnKind::Else(Box::new(a), Box::new(b))
            }
            ast::TurnKind::Longest(of) => TurnKind::Most(Number::Legs, Box::new(self.of_most(of, groups)?)),
            ast::TurnKind::Most(number, of) => {
                let env = Env::new(Place::Most).with_ends();
                let number = self.within(env, |this| this.number(number));
                let of = self.of_most(of, groups);
                TurnKind::Most(number?, Box::new(of?))
            }
            ast::TurnKind::Repeat(low, high, of) => {
                let what = "the number of steps of a turn";
                let (a, b) = (self.constant_number(low, what, 1, 16), self.constant_number(high, what, 1, 16));
                let inner = self.choice(of, groups);
                let (a, b, inner) = (a?, b?, inner?);
                if a > b {
                    self.report(messages::backward_range(&a.to_string(), &b.to_string(), low.span.to(high.span)));
                    return None;
                }
                if !matches!(inner.kind, TurnKind::Groups(_)) {
                    self.report(messages::repeat_of_groups(of.span));
                    return None;
                }
                TurnKind::Repeat(a as u32, b as u32, Box::new(inner))
            }
        };
        Some(Turn { kind, span })
    }
}

/// Whether a turn lets the player pass in every position, as far as nothing else forbids it.
fn always_passes(turn: &Turn) -> bool {
    match &turn.kind {
        TurnKind::Pass => true,
        TurnKind::Or(a, b) | TurnKind::Else(a, b) => always_passes(a) || always_passes(b),
        TurnKind::Groups(_) | TurnKind::Most(..) | TurnKind::Repeat(..) => false,
    }
}
