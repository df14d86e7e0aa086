//! `legal` and `end`; evaluations.

use super::default_eval::{DERIVED, GUESSED};
use super::expr::first_operand;
use super::fold;
use super::items::Items;
use super::messages;
use super::moves::one_line;
use super::scope::{Analyzer, Env, Place};
use crate::game::MOST_MARGIN;
use crate::rules::visit::{self, Node};
use crate::rules::{Evaluation, HistoryTest, KindId, Legal, Number, Region, Term, Truth, Verdict, VerdictKind, Who};
use crate::settings::Settings;
use crate::source::{Source, Span};
use crate::syntax::ast;

/// The greatest weight of an evaluation's term.
const MOST_WEIGHT: i64 = 1_000_000;

/// So many conditions may stand behind `always`: each may be one for each player, and has a bit among the marks of a position.
const MOST_ALWAYS: usize = 32;

impl Analyzer<'_> {
    /// The conditions on a ply.
    pub fn legal(&mut self, items: &Items<'_>) -> Vec<Legal> {
        let mut all = Vec::new();
        for (line, &(expr, span)) in items.legal.iter().enumerate() {
            let env = Env::new(Place::Legal(line)).with_ends();
            if let Some(condition) = self.within(env, |this| this.truth(expr)) {
                if condition == Truth::Const(false) {
                    self.report_instead(messages::never_legal(expr.span));
                }
                self.told_if_only_repeats(expr);
                all.push(Legal { condition, span });
            }
        }
        all
    }

    /// The endings, and the scale of scores.
    pub fn endings(&mut self, items: &Items<'_>, source: &Source) -> (Vec<Verdict>, Option<i32>) {
        let lines = || items.ends.iter().flat_map(|e| &e.0.verdicts);
        let scored = |line: &ast::VerdictLine| match &line.kind {
            ast::VerdictKind::Score(_, score) => Some(self.has_half(score)),
            _ => None,
        };
        let scale = lines().filter_map(scored).max().map(|half| if half { 2 } else { 1 });
        let mut all = Vec::new();
        for &(item, _) in &items.ends {
            let guard = match &item.when {
                Some(when) => self.at_end(|this| this.truth(when)),
                None => Some(Truth::Const(true)),
            };
            for line in &item.verdicts {
                let verdict = self.verdict(line, scale.unwrap_or(1), source);
                let (Some(when), Some(mut verdict)) = (guard.clone(), verdict) else { continue };
                // What is common to several verdicts is a part of each.
                if let (Some(common), None) = (&item.when, &line.when) {
                    let common = source.part(common.span);
                    verdict.text = format!("{} when {}", verdict.text, one_line(common));
                }
                for part in apart(std::mem::replace(&mut verdict.when, Truth::Const(false))) {
                    all.push(Verdict { when: fold::and(when.clone(), part), ..verdict.clone() });
                }
            }
        }
        (all, scale)
    }

    /// Says so if more is asked of every position than a position has marks for.
    pub fn too_many_always(&mut self, legal: &[Legal], verdicts: &[Verdict]) {
        let conditions = legal.iter().map(|l| (&l.condition, l.span)).chain(verdicts.iter().map(|v| (&v.when, v.span)));
        let mut known: Vec<&HistoryTest> = Vec::new();
        for (condition, span) in conditions {
            visit::node(condition, &mut |node| match node {
                Node::Truth(Truth::History(test @ HistoryTest::Always(..))) if !known.contains(&test) => {
                    known.push(test)
                }
                _ => {}
            });
            if known.len() > MOST_ALWAYS {
                self.report(messages::too_many_always(MOST_ALWAYS, span));
                return;
            }
        }
    }

    fn at_end<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Env::new(Place::End), work)
    }

    fn verdict(&mut self, line: &ast::VerdictLine, scale: i32, source: &Source) -> Option<Verdict> {
        let condition = match &line.when {
            Some(when) => self.at_end(|this| this.truth(when)),
            None => Some(Truth::Const(true)),
        };
        let kind = match &line.kind {
            ast::VerdictKind::Win => Some(VerdictKind::Win(Who::Own)),
            ast::VerdictKind::Lose => Some(VerdictKind::Win(Who::Enemy)),
            ast::VerdictKind::Draw => Some(VerdictKind::Draw),
            ast::VerdictKind::Wins(player) => self.player_of(player).map(|s| VerdictKind::Win(Who::Side(s))),
            ast::VerdictKind::Loses(player) => self.player_of(player).map(|s| VerdictKind::Win(Who::Side(s.other()))),
            ast::VerdictKind::Score(None, score) if let Some(player) = self.player_compared(score) => {
                self.report(messages::score_with_a_sign(&player, score.span));
                None
            }
            ast::VerdictKind::Score(player, score) => {
                let who = match player {
                    Some(player) => self.player_of(player).map(Who::Side),
                    None => Some(Who::Own),
                };
                let number = self.at_end(|this| if scale == 2 { this.doubled(score) } else { this.number(score) });
                let most = i64::from(MOST_MARGIN);
                let great = |n: &i64| n.checked_abs().is_none_or(|n| n > most);
                let beyond = |node| matches!(node, Node::Number(Number::Const(n)) if great(n));
                if number.as_ref().is_some_and(|number| visit::has(number, beyond)) {
                    self.report(messages::score_too_great(most / i64::from(scale), score.span));
                }
                who.zip(number).map(|(who, number)| VerdictKind::Score(who, number))
            }
        };
        if let (ast::VerdictKind::Wins(player) | ast::VerdictKind::Loses(player), Some(when)) = (&line.kind, &line.when)
            && let Some(condition) = &condition
            && let Some(cells) = of_whoever_moves(condition)
        {
            let kind = kind_asked_for(condition).map(|kind| self.scope.kinds[kind].name.clone());
            self.report(messages::own_for_player(&player.text, kind.as_deref(), cells, when.span));
        }
        let text = one_line(source.part(line.span));
        let name = line.name.as_ref().map(|name| name.text.trim().to_string());
        if let Some(name) = line.name.as_ref().filter(|name| name.text.trim().is_empty()) {
            self.report(messages::called_nothing(name.span));
        }
        Some(Verdict { kind: kind?, when: condition?, name, text, span: line.span })
    }

    /// The player of `South = …`.
    fn player_compared(&self, expr: &ast::Expr) -> Option<String> {
        let ast::ExprKind::Binary(ast::BinaryOp::Equal, left, _) = &expr.kind else { return None };
        match &left.kind {
            ast::ExprKind::Capital(player) if self.scope.player(player).is_some() => Some(player.clone()),
            _ => None,
        }
    }

    /// The evaluations: first the one that was asked for, or else the one without a name, if there is one.
    pub fn evaluations(&mut self, items: &Items<'_>, settings: &Settings, source: &Source) -> Vec<Evaluation> {
        let mut all = Vec::new();
        let mut names: Vec<(Option<&str>, Span)> = Vec::new();
        for &(item, span) in &items.evals {
            let name = item.name.as_ref().map(|n| n.text.as_str());
            let place = item.name.as_ref().map_or(span, |n| n.span);
            match names.iter().find(|n| n.0 == name) {
                Some(&(_, first)) => self.report(messages::eval_twice(name, place, first)),
                None => names.push((name, place)),
            }
            let terms = self.terms(&item.terms, source);
            all.push(Evaluation { name: name.map(str::to_string), terms });
        }
        if let Some(plain) = all.iter().position(|e| e.name.is_none()) {
            all[..=plain].rotate_right(1);
        }
        if let Some(wanted) = &settings.evaluation {
            match all.iter().position(|e| e.name.as_ref() == Some(wanted)) {
                Some(index) => all[..=index].rotate_right(1),
                None => {
                    let mut known: Vec<String> = all.iter().filter_map(|e| e.name.clone()).collect();
                    let unnamed = known.is_empty() && !all.is_empty();
                    known.extend([DERIVED, GUESSED].map(str::to_string));
                    let near = crate::diag::nearest(wanted, known.iter().map(String::as_str)).map(str::to_string);
                    let span = items.evals.first().map_or(Span::new(0, 0), |e| e.1);
                    self.report(match unnamed {
                        true => messages::evaluation_without_name(wanted, near.as_deref(), span),
                        false => {
                            // What was asked for stands in no file.
                            let told = messages::unknown_name("evaluation", wanted, near.as_slice(), &known, span);
                            crate::diag::Diagnostic { fixes: Vec::new(), ..told }
                        }
                    });
                }
            }
        }
        all
    }

    fn terms(&mut self, terms: &[ast::EvalTerm], source: &Source) -> Vec<Term> {
        let mut sound = Vec::with_capacity(terms.len());
        // Where the last term was wrong, and what stands behind it on its line.
        let mut wrong: Option<usize> = None;
        for term in terms {
            let alone = term.value.span.start == term.span.start;
            let goes_on = |end: usize| alone && !source.part(Span::new(end, term.span.start)).contains('\n');
            // `3 * distance from own to far rank`: one mistake, not a term for each word.
            let read = if wrong.is_some_and(goes_on) { None } else { self.term(term, source) };
            wrong = read.is_none().then_some(term.span.end);
            sound.extend(read);
        }
        sound
    }

    fn term(&mut self, term: &ast::EvalTerm, source: &Source) -> Option<Term> {
        if term.weight.checked_abs().is_none_or(|w| w > MOST_WEIGHT) {
            self.report(messages::number_out_of_range("a weight", term.weight, -MOST_WEIGHT, MOST_WEIGHT, term.span));
        }
        if term.weight == 0 {
            self.report(messages::without_effect("its weight is 0", term.span));
        }
        let text = source.part(term.span);
        let value_at = term.value.span.start;
        let sign = source.part(Span::new(term.span.start, value_at)).trim_end();
        if sign == "-" && matches!(first_operand(&term.value).kind, ast::ExprKind::Negate(_)) {
            self.said_twice(sign, Span::new(value_at, value_at + 1));
        }
        let factor = text.match_indices('\n').find_map(|(at, _)| {
            let line = text[at..].trim_start();
            line.starts_with('*').then(|| term.span.start + text.len() - line.len())
        });
        if let Some(at) = factor {
            self.report(messages::goes_on_with_a_factor(Span::new(at, at + 1)));
        }
        let value = self.within(Env::new(Place::Eval), |this| this.value(&term.value))?;
        let number = match value {
            super::scope::Value::Truth(truth) => {
                Number::If(Box::new(truth), Box::new(Number::Const(1)), Box::new(Number::Const(0)))
            }
            value => self.number_from(value, term.value.span)?,
        };
        let text = one_line(source.part(term.span));
        Some(Term { weight: term.weight, number, text, span: term.span })
    }
}

/// What a condition comes to by the position alone, and what by the game so far, where it is either: the one is known with the
/// position, the other is not asked of most.
fn apart(when: Truth) -> Vec<Truth> {
    let (mut open, mut parts) = (vec![when], [Truth::Const(false), Truth::Const(false)]);
    while let Some(next) = open.pop() {
        if let Truth::Or(a, b) = next {
            open.extend([*b, *a]);
            continue;
        }
        let part = &mut parts[usize::from(next.asks_history())];
        *part = fold::or(std::mem::replace(part, Truth::Const(false)), next);
    }
    let [position, history] = parts;
    match (position, history) {
        (when, Truth::Const(false)) | (Truth::Const(false), when) => vec![when],
        (position, history) => vec![position, history],
    }
}

/// A kind of pieces that a condition asks for.
fn kind_asked_for(condition: &Truth) -> Option<KindId> {
    let mut found = None;
    visit::node(condition, &mut |node| {
        if let Node::Region(Region::Pieces { kinds: Some(kinds), .. }) = node {
            found = found.or(kinds.first().copied());
        }
    });
    found
}

/// Whether a condition speaks of whoever has just moved, though it names a player: then by `cells`, as `far rank` is.
fn of_whoever_moves(condition: &Truth) -> Option<bool> {
    let named = |who: &Who| matches!(who, Who::Side(_));
    let by = |name: bool| {
        visit::has(condition, |node| match node {
            Node::Region(Region::Pieces { who: Some(who), .. }) => named(who) == name,
            Node::Truth(Truth::Stuck(who, _)) => named(who) == name,
            _ => false,
        })
    };
    let cells = |node: Node<'_>| match node {
        Node::Region(Region::PerSide(..)) => true,
        Node::Region(Region::AttackedBy(who, _)) => !named(who),
        _ => false,
    };
    match (by(false), by(true)) {
        (true, false) => Some(false),
        (false, true) if visit::has(condition, cells) => Some(true),
        _ => None,
    }
}
