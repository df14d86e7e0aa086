//! Games that are over before their first move: what is said of them, and where.

use super::{AnyExecutor, Backend};
use crate::analysis;
use crate::diag::{Diagnostic, Diagnostics};
use crate::exec;
use crate::game::{Ending, MoveList, Position, Side};
use crate::lower;
use crate::rules::{Effect, Rules, Truth, Verdict};
use crate::source::{Source, Span};
use crate::syntax::tokens::{TokenKind, tokens};

/// So many clauses are tried without what they require.
const MOST_TRIED: usize = 16;

/// What is said of a game that is over before its first move, unless its cause was told: a verdict that always holds, or
/// moves and conditions that no position meets.
pub(super) fn over(rules: &Rules, game: &AnyExecutor, source: &Source, told: &Diagnostics) -> Option<Diagnostic> {
    if told.says("no-setup") {
        return None;
    }
    let start = game.initial();
    let verdict = |ending: Ending| rules.verdicts.get(usize::from(ending.rank));
    let by_history = || {
        let asks = game.reads_history();
        asks.then(|| game.ending_by_history(&start, Position::initial(game).history())).flatten()
    };
    if let Some(ending) = game.status(&start).or_else(by_history) {
        // What is said of players without a move stands at a verdict, and is not about it.
        let told = |verdict: &&Verdict| told.is_about_but(verdict.span, analysis::NO_VERDICT_WHEN_STUCK);
        let verdict = verdict(ending).filter(|verdict| !told(verdict))?;
        let before = &rules.players[game.mover(&start).other()];
        let region = matches!(verdict.when, Truth::Some(_));
        return Some(analysis::over_at_start(&verdict.text, before, rules.hands, region, verdict.span));
    }
    if let Some(ending) = after_any_move(game, &start) {
        // It may follow from anything that is said.
        let whole = Span::new(0, usize::MAX);
        let verdict = verdict(ending).filter(|_| !told.is_about_but(whole, analysis::NO_VERDICT_WHEN_STUCK))?;
        return Some(analysis::over_after_any_move(&verdict.text, verdict.span));
    }
    let mut parts = rules.groups.iter().map(|g| g.span).chain(rules.legal.iter().map(|l| l.span));
    if !game.is_stuck(&start) || parts.any(|part| told.is_about(part)) {
        return None;
    }
    if let Some(legal) = rules.legal.first()
        && has_moves(&Rules { legal: Vec::new(), ..rules.clone() })
    {
        return Some(analysis::nothing_legal_at_start(legal.span));
    }
    if let Some(part) = forbidding(rules) {
        let (word, both) = require_in(rules, source, part);
        return Some(analysis::nothing_allowed_at_start(both.as_deref(), word));
    }
    let verdict = verdict(game.ending_if_stuck(&start)).or(rules.verdicts.first())?;
    Some(analysis::stuck_at_start(&rules.players[game.mover(&start)], verdict.span))
}

/// How the game ends after its first move, where it does so whatever is played. In most games one move is made to see that it does not.
fn after_any_move(game: &AnyExecutor, start: &[u64]) -> Option<Ending> {
    let mut list = MoveList::new(game.move_words());
    game.generate(start, &mut list).ok()?;
    let mut next = vec![0; game.state_words()];
    let mut endings = list.iter().map(|record| game.make(start, record, &mut next).ending);
    let first = endings.next()??;
    endings.all(|ending| ending.is_some()).then_some(first)
}

/// Whether the first player has a move by these rules.
fn has_moves(rules: &Rules) -> bool {
    let (game, _) = exec::executor(lower::lower(rules), 0, Backend::Interpreter);
    !game.is_stuck(&game.initial())
}

/// The clause, or the turn with its `finally`, whose `require` forbids all that could be played at the start.
fn forbidding(rules: &Rules) -> Option<Span> {
    let asks = |list: &[Effect]| Effect::any(list, |effect| matches!(effect, Effect::Require(_)));
    let clauses = rules.groups.iter().enumerate().flat_map(|(g, group)| (0..group.clauses.len()).map(move |c| (g, c)));
    let asking = clauses.filter(|&(g, c)| asks(&rules.groups[g].clauses[c].effects)).take(MOST_TRIED);
    let free_of = |block: &dyn Fn(&mut Rules) -> &mut Vec<Effect>| {
        let mut free = rules.clone();
        Effect::forget_requires(block(&mut free));
        has_moves(&free)
    };
    if asks(&rules.finally) && free_of(&|rules| &mut rules.finally) {
        return Some(rules.turn.span);
    }
    let freed = |&(g, c): &(usize, usize)| free_of(&|rules| &mut rules.groups[g].clauses[c].effects);
    asking.into_iter().find(freed).map(|(g, c)| rules.groups[g].clauses[c].span)
}

/// The word `require` in a part of a file, if there is just one, else the part; and the name of a region that each player has
/// one of, if it stands behind without an owner.
fn require_in(rules: &Rules, source: &Source, part: Span) -> (Span, Option<String>) {
    let (file, start) = source.file_at(part.start);
    let lexed = tokens(&file.text);
    let word = |i: usize| lexed.list.get(i).map_or("", |token| &lexed.clean[token.span.start..token.span.end]);
    // What the turn says ends before `finally`, which goes on to the end of the block.
    let mut open = 0_usize;
    let ends = |i: &usize| {
        let inside =
            lexed.list[*i].span.end + start <= part.end || part == rules.turn.span && (open > 0 || word(*i) != "}");
        open = match word(*i) {
            "{" => open + 1,
            "}" => open.saturating_sub(1),
            _ => open,
        };
        inside
    };
    let first = lexed.list.partition_point(|token| token.span.start + start < part.start);
    let all: Vec<usize> = (first..lexed.list.len()).take_while(ends).filter(|&i| word(i) == "require").collect();
    let [require] = all[..] else { return (part, None) };
    let owned = |i: usize| matches!(word(i - 1), "own" | "enemy") || lexed.list[i - 1].kind == TokenKind::Capital;
    let of_each = |name: &str| {
        rules.regions.iter().any(|(known, cells)| known == name && cells[Side::First] != cells[Side::Second])
    };
    let behind = (require + 1..lexed.list.len()).take_while(|&i| !matches!(word(i), "{" | "}" | "require"));
    let both = behind.into_iter().find(|&i| of_each(word(i)) && !owned(i)).map(|i| word(i).to_string());
    let span = lexed.list[require].span;
    (Span::new(span.start + start, span.end + start), both)
}
