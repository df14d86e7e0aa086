//! Parses one item, and goes on after its mistakes.
//!
//! When the grammar fails, the clause (effect, verdict, term, placement) around the place is blanked out of a copy of
//! the text and the item is parsed again: the same grammar finds the next mistake, and what was sound stays.

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use rulesmith_grammar::{GameParser, Rule};

use super::build::Build;
use super::explain::{
    Failure, Read, among_effects, closes_nothing, explain, in_brackets, wants_brace as wants_brace_too,
};
use super::split::{ItemRange, View};
use super::{depth, is_a};
use crate::ast;
use crate::diag::{Diagnostic, Label, nearest};
use crate::source::Span;
use crate::tokens::{Token, TokenKind, Tokens};
use crate::words::{EFFECTS, VERBS, VERDICTS};

/// More mistakes than these in one item are not looked for.
const MAX_MISTAKES: usize = 20;

/// An item of more tokens than these is not parsed again and again.
const LONG: usize = 20_000;

/// A longer text is not looked at for what may be left out of it.
const LONGEST: usize = 20_000;

/// Parses one item; nothing if its head was wrong. What stands around a mistake, and can't be judged, is added to `unread`.
pub(super) fn parse_item(
    tokens: &Tokens,
    range: ItemRange,
    mistakes: &mut Vec<Diagnostic>,
    unread: &mut Vec<(Span, bool)>,
) -> Option<ast::Item> {
    let mut list: Vec<Token> = tokens.list[range.first..range.end].to_vec();
    let after = tokens.list.get(range.end).copied();
    let base = list.first()?.span.start;
    let whole = Span::new(base, list.last()?.span.end);
    let mut text = tokens.clean[whole.start..whole.end].to_string();
    if let Some(span) = depth::too_deep(View { text: &tokens.clean, list: &list }) {
        mistakes.push(too_deep(span));
        return None;
    }
    text.push_str(&" }".repeat(range.missing));
    let mut head_is_sound = true;
    let told = mistakes.len();
    let limit = if list.len() > LONG { 2 } else { MAX_MISTAKES };
    for _ in 0..limit {
        let error = match GameParser::parse(Rule::only_item, &text) {
            Ok(mut pairs) => {
                if !head_is_sound {
                    return None;
                }
                let sound = list.len() == range.end - range.first;
                let mut build = Build { base, tokens: &list, sound, operators: 0, mistakes };
                let item = pairs.next()?.into_inner().next()?.into_inner().next()?;
                return match build.item(item) {
                    Some(kind) => Some(ast::Item { kind, span: whole }),
                    None => {
                        mistakes.push(Diagnostic::error("bad-item", whole, "this item can't be read"));
                        None
                    }
                };
            }
            Err(error) => error,
        };
        let place = |error: &pest::error::Error<Rule>| match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => base + at,
        };
        let mut error = error;
        let mut at = list.partition_point(|token| token.span.end <= place(&error));
        // `(a > 2  5 * count own`: what fails is that a term begins; what is missing before it is found without it.
        if matches!(&error.variant, ErrorVariant::ParsingError { positives, .. } if positives.is_empty())
            && let Some(before) = at.checked_sub(1)
            && let Err(missing) = GameParser::parse(Rule::only_item, &text[..list[before].span.start - base])
        {
            at = list.partition_point(|token| token.span.end <= place(&missing)).min(before);
            error = missing;
        }
        let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
            mistakes.push(too_complicated(whole));
            return None;
        };
        let view = View { text: &tokens.clean, list: &list };
        if positives.contains(&Rule::paren_close) {
            at = behind_bracket(view, at).unwrap_or(at);
        }
        let damage = damage(view, at, positives);
        let (from, to) = match damage {
            Damage::Part(from, to) | Damage::Head(from, to) | Damage::Tail(from, to) => (from, to),
        };
        // What the scanner has already explained needs no second message.
        let from_place = from.checked_sub(1).map_or(base, |before| list[before].span.end);
        let rest = after.map_or(tokens.clean.len(), |token| token.span.start);
        let to_place = list.get(at).map_or(rest, |token| token.span.end);
        let explained = tokens.mistakes.iter().any(|m| m.span.end > from_place && m.span.start <= to_place);
        let short = without_parts_before(view, from, at, &text, base);
        let read = Read { rule: Rule::only_item, text: short.as_deref().unwrap_or(&text), base };
        let failure = Failure { view, at, after, part: from, expected: positives, read };
        // What is read as one name leaves no other mistake behind.
        let pair = failure.two_words().filter(|&at| !explained && list[at + 1].span.start == list[at].span.end + 1);
        if let Some(at) = pair {
            mistakes.extend(failure.in_two_words());
            let gap = list[at].span.end - base;
            text.replace_range(gap..=gap, "-");
            list[at].span = list[at].span.to(list[at + 1].span);
            list.remove(at + 1);
            continue;
        }
        let says_all = explained
            || failure.misread().is_some()
            || failure.in_two_words().is_some()
            || failure.habit().is_some()
            || failure.doubled().is_some()
            || failure.stranger().is_some();
        if !explained {
            let mistake = explain(&failure);
            // Lines of `setup` are alike, and so are those of a graph, and the mistakes in them.
            let again = |other: &Diagnostic| other.help.is_some() && other.help == mistake.help;
            if !matches!(view.word(0), "setup" | "board") || !mistakes[told..].iter().any(again) {
                mistakes.push(mistake);
            }
        }
        // Of a size, a graph or a region that was read in part, nothing is known.
        head_is_sound &= view.word(0) != "region" && !(view.word(0) == "board" && matches!(damage, Damage::Part(..)));
        head_is_sound &= !(view.word(0) == "board" && view.kind(at.saturating_sub(1)) == Some(TokenKind::Number));
        match damage {
            Damage::Head(..) => head_is_sound = false,
            Damage::Tail(..) => unread.push((Span::new(base, to_place), says_all)),
            // What is sound before the mistake stays, but its last word belonged to what could not be read.
            Damage::Part(..) => {
                let last = at.checked_sub(1).map(|last| Span::new(list[last].span.start, to_place));
                unread.extend(last.map(|span| (span, says_all)));
            }
        }
        if from >= to || from == 0 {
            return None;
        }
        let (start, end) = (list[from].span.start - base, list[to - 1].span.end - base);
        // The braces that are missing were those of what is gone.
        if let Damage::Tail(..) = damage {
            text.truncate(end);
        }
        text.replace_range(start..end, &" ".repeat(end - start));
        list.drain(from..to);
    }
    None
}

/// Leaves out what is said about the braces of an item where another of its messages, from `told` on, says the cause,
/// and the other way round.
pub(super) fn judge_braces(
    tokens: &Tokens,
    range: ItemRange,
    stray: Option<usize>,
    told: usize,
    mistakes: &mut Vec<Diagnostic>,
) {
    let word = |span: Span| &tokens.clean[span.start..span.end];
    let before = |span: Span| {
        let at = tokens.list.partition_point(|token| token.span.start < span.start);
        at.checked_sub(1).map(|i| tokens.list[i].span).filter(|&span| word(span) == "}")
    };
    if let Some(stray) = stray.map(|stray| tokens.list[stray].span) {
        let wants_brace = mistakes[told..].iter().any(wants_brace_too);
        // `step any to empty { take over } }  hop …`: a block was closed too early.
        let early = mistakes[told..].iter().position(|m| {
            !wants_brace
                && matches!(m.code, "unknown-item" | "unexpected-token")
                && m.span != stray
                && before(m.span).is_some()
        });
        if let Some((brace, early)) = early.and_then(|i| Some((before(mistakes[told + i].span)?, told + i))) {
            let opener = tokens.list.get(range.first).map_or("", |token| word(token.span));
            // `setup { … }  step any to empty }`: what lacks its head is another block.
            let begins = word(mistakes[early].span);
            let lacks = [("move", "move …", VERBS), ("end", "end", VERDICTS)];
            // At the edge it begins something else, as far in as a clause the block was closed too early.
            let edge = tokens.clean[..mistakes[early].span.start].ends_with('\n');
            let lacks = lacks.iter().find(|(.., words)| words.contains(&begins));
            let head = lacks.filter(|(item, ..)| edge || *item != opener);
            if let Some((_, head, _)) = head {
                mistakes[early].help = Some(format!("the head of its block is missing: `{head} {{ {begins} … }}`"));
                mistakes.retain(|m| m.code != "stray-brace" || m.span != stray);
                return;
            }
            mistakes[early].labels.push(Label { span: brace, text: format!("this closed the block of `{opener}`") });
            mistakes[early].help = Some("leave out the brace that closes the block too early".to_string());
        }
        // What stands behind the block that so was closed too early is no mistake of its own.
        if wants_brace {
            let first = mistakes[told..].iter().position(wants_brace_too).map_or(mistakes.len(), |i| told + i);
            let mut index = 0;
            mistakes.retain(|m| {
                index += 1;
                let behind = m.code == "unexpected-token" && before(m.span).is_some();
                let follows = m.code == "unknown-item" || behind || wants_brace_too(m);
                index <= first + 1 || m.span.start > stray.end || !follows
            });
        }
        if wants_brace || early.is_some() {
            mistakes.retain(|m| m.code != "stray-brace" || m.span != stray);
        } else {
            let mut index = 0;
            mistakes.retain(|m| {
                index += 1;
                index <= told || m.span != stray || m.code == "stray-brace"
            });
        }
    }
    // `eval { {`: a brace that has no place there need not be closed.
    if range.missing > 0 && mistakes[told.min(mistakes.len())..].iter().any(|m| word(m.span) == "{") {
        unclosed(tokens, range, mistakes);
    }
    // `(step any to empty)`: the bracket behind has been told with the one before.
    let told = told.min(mistakes.len());
    for opened in (told..mistakes.len()).rev().filter(|&i| in_brackets(&mistakes[i])).collect::<Vec<_>>() {
        let behind = mistakes[opened + 1..].iter().position(closes_nothing);
        behind.map(|i| mistakes.remove(opened + 1 + i));
    }
    // `{ take over  step any to empty`: one message for the effects that are not closed, at the right brace.
    if range.missing == 1
        && let Some(among) = mistakes[told..].iter().position(among_effects).map(|i| told + i)
    {
        let opened = innermost(tokens, range.first, mistakes[among].span);
        match opened.is_some_and(|span| mistakes.iter().any(|m| m.code == "unclosed-brace" && m.span == span)) {
            true => {
                let place = mistakes[among].span;
                mistakes.retain(|m| !among_effects(m) || innermost(tokens, range.first, m.span) != opened);
                let brace = mistakes.iter_mut().find(|m| m.code == "unclosed-brace" && Some(m.span) == opened);
                if let Some(brace) = brace {
                    brace.labels = vec![Label { span: place, text: "a clause begins here again".to_string() }];
                }
            }
            false => unclosed(tokens, range, mistakes),
        }
    }
}

/// The innermost brace from a token on that is open at a place.
fn innermost(tokens: &Tokens, first: usize, place: Span) -> Option<Span> {
    let mut open = Vec::new();
    for token in tokens.list[first..].iter().take_while(|token| token.span.start < place.start) {
        match &tokens.clean[token.span.start..token.span.end] {
            "{" => open.push(token.span),
            "}" => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}

/// Leaves out that a brace of an item is never closed.
fn unclosed(tokens: &Tokens, range: ItemRange, mistakes: &mut Vec<Diagnostic>) {
    let (first, last) = (tokens.list[range.first].span.start, tokens.list[range.end - 1].span.end);
    mistakes.retain(|m| m.code != "unclosed-brace" || !(first..last).contains(&m.span.start));
}

/// The text of an item without the parts of its block before the one that fails and the one above, which are sound: what is read
/// again and again is soon at the place. Nothing where it would then fail elsewhere.
fn without_parts_before(view: View<'_>, from: usize, at: usize, text: &str, base: usize) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let brace = (0..from).find(|&i| view.word(i) == "{")?;
    let (mut depth, mut parts) = (0usize, Vec::new());
    for i in brace + 1..=from {
        match view.word(i) {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => parts.extend((depth == 0 && i > brace + 1 && opens_part(view, i, 1)).then_some(i)),
        }
    }
    let part = *parts.iter().rev().nth(1)?;
    let (start, end) = (view.list[brace].span.end - base, view.list[part].span.start - base);
    let short = format!("{}{}{}", &text[..start], " ".repeat(end - start), &text[end..]);
    let place = |text: &str| match GameParser::parse(Rule::only_item, text).err()?.location {
        InputLocation::Pos(place) | InputLocation::Span((place, _)) => Some(place),
    };
    let fails = view.list.get(at).map(|token| token.span.start - base);
    (fails.is_some() && place(&short) == fails).then_some(short)
}

/// The message for what is nested too deeply.
pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error("too-deep", span, "this is nested too deeply").help("name parts of it with `define`")
}

/// The message for what takes the parser too long.
pub(super) fn too_complicated(span: Span) -> Diagnostic {
    Diagnostic::error("too-complicated", span, "this is too long or too complicated to be read")
        .help("name parts of it with `define`")
}

/// Which tokens to blank before parsing again.
enum Damage {
    /// Those of a clause, effect, verdict, term or placement.
    Part(usize, usize),
    /// Those between the first word of the item and its block: the item can't be kept.
    Head(usize, usize),
    /// All from the mistake on, where the item was complete before.
    Tail(usize, usize),
}

fn damage(view: View<'_>, at: usize, expected: &[Rule]) -> Damage {
    let count = view.list.len();
    // The innermost block around the place.
    let mut open: Vec<usize> = Vec::new();
    for index in 0..at.min(count) {
        match view.word(index) {
            "{" => open.push(index),
            "}" => drop(open.pop()),
            _ => {}
        }
    }
    let Some(&brace) = open.last() else {
        if expected.contains(&Rule::EOI) && at < count {
            return Damage::Tail(at, count);
        }
        let block = (at..count).find(|&index| view.word(index) == "{");
        let blockish = matches!(view.word(0), "move" | "end" | "eval" | "setup") || view.word(1) == "{";
        // `move Man  step any to empty { take to } }`: the block that comes is another one.
        let inside = |index: usize| VERBS.contains(&view.word(index)) || VERDICTS.contains(&view.word(index));
        let block = block.filter(|&block| !(1..block).any(inside));
        return match block {
            Some(block) if blockish && block > 1 => Damage::Head(1, block),
            _ => Damage::Head(0, 0),
        };
    };
    let begins = |index: usize| opens_part(view, index, open.len());
    // If something new may begin here, what stands here is wrong; else what began before it is incomplete.
    let complete = expected.iter().any(|rule| {
        matches!(
            rule,
            Rule::brace_close
                | Rule::effect
                | Rule::clause
                | Rule::each_clause
                | Rule::verdict
                | Rule::eval_term
                | Rule::placement
                | Rule::graph_line
                | Rule::graph_cell
                | Rule::signed_int
        )
    });
    let from = if complete && view.before(at) == "may" {
        // The effect that it needs is what is wrong.
        at - 1
    } else if complete {
        at
    } else if expected.contains(&Rule::kw_wins) && matches!(view.word(at), "win" | "lose") {
        // `win when King on edge  Swedes win …`: the verdict begins with its player.
        at.saturating_sub(1)
    } else {
        let last = at.saturating_sub(1).min(count - 1);
        let part = (brace + 1..=last).rev().find(|&index| depth_between(view, brace, index) == 0 && begins(index));
        let part = part.unwrap_or_else(|| (brace + 1).min(at));
        // `on rank 1 2 Black Man`, `on ranks 1 size Black Man`: the number was taken for that of the next line.
        let number = |index: usize| view.kind(index) == Some(TokenKind::Number);
        let listed = part > 3 && matches!(view.word(part - 3), "ranks" | "files") && number(part - 2);
        let counted = view.word(0) == "setup" && part > 0 && (number(part - 1) || listed);
        if counted && part + 1 == at && view.kind(at) == Some(TokenKind::Capital) { part - 1 } else { part }
    };
    // `step any to empty  take over again`: effects without their braces are one mistake.
    let is_effect = |word: &str| EFFECTS.contains(&word) && !VERBS.contains(&word);
    let first = if matches!(view.word(at), "then" | "(") { view.word(at + 1) } else { view.word(at) };
    let effects = expected.contains(&Rule::clause) && is_effect(first);
    // `if to on edge take to else take from`: what the missing braces are about, to the end of its block.
    let otherwise = || (at..count).take_while(|&i| view.word(i) != "}").any(|i| view.word(i) == "else");
    let bare = !complete
        && view.word(from) == "if"
        && (expected.contains(&Rule::brace_open) || expected.contains(&Rule::effects))
        && is_effect(first)
        && otherwise();
    let mut depth = 0usize;
    let mut to = from;
    while to < count {
        match view.word(to) {
            "{" => depth += 1,
            "}" => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => break,
            },
            // `White 8 Man on rank 1` is one line.
            _ if view.word(0) == "setup" && to == at && from + 1 == at && view.kind(at) == Some(TokenKind::Number) => {}
            // `extra move`, `either promote to or …`: the word behind belongs to what it was meant for.
            _ if depth == 0 && to == at && matches!(view.before(at), "extra" | "either") => {}
            // `then place Stone on empty` is about that.
            _ if depth == 0 && to == at + 1 && view.word(at) == "then" && expected.contains(&Rule::clause) => {}
            // `require if own on edge`
            _ if depth == 0 && to == at && view.before(at) == "require" => {}
            // `if White to move {`
            "move" if depth == 0 && to == at + 1 && view.before(to) == "to" => {}
            // `either { … } either { … }` is one choice.
            "either" if depth == 0 && to == at && expected.contains(&Rule::kw_or) => {}
            // `hop any over enemy take over to empty`
            word if depth == 0 && to == at && from < at && is_effect(word) && VERBS.contains(&view.word(from)) => {}
            // `own Man on rank 1`
            _ if view.word(0) == "setup" && to == at + 1 && matches!(view.word(at), "own" | "enemy") => {}
            word if depth == 0 && effects && EFFECTS.contains(&word) => {}
            _ if depth == 0 && bare => {}
            _ if depth == 0 && to > from && to >= at && begins(to) => break,
            _ => {}
        }
        to += 1;
    }
    Damage::Part(from, to)
}

/// Where what is new begins behind a bracket that is open at a place: what fails there may be lines below.
fn behind_bracket(view: View<'_>, at: usize) -> Option<usize> {
    let (mut open, mut depth) = (Vec::new(), 0usize);
    for index in 0..at.min(view.list.len()) {
        match view.word(index) {
            "{" => (open, depth) = (Vec::new(), depth + 1),
            "}" => (open, depth) = (Vec::new(), depth.saturating_sub(1)),
            "(" => open.push(index),
            ")" => drop(open.pop()),
            _ => {}
        }
    }
    let behind = open.pop()? + 1..at;
    behind.into_iter().find(|&index| view.indent(index).is_some() && opens_part(view, index, depth))
}

/// How many braces are open at `index` that were not open after `brace`.
fn depth_between(view: View<'_>, brace: usize, index: usize) -> isize {
    (brace + 1..index).fold(0, |depth, i| match view.word(i) {
        "{" => depth + 1,
        "}" => depth - 1,
        _ => depth,
    })
}

/// Whether a clause, effect, verdict, term or placement may begin here.
fn opens_part(view: View<'_>, index: usize, depth: usize) -> bool {
    let word = view.word(index);
    let before = view.before(index);
    let first = before == "{" || view.indent(index).is_some();
    let misspelt = |words: &[&str]| {
        first
            && view.kind(index) == Some(TokenKind::Word)
            && nearest(word, words.iter().copied()).is_some()
            && !is_a(Rule::reserved, word)
    };
    match (view.word(0), depth) {
        ("end", 1) => {
            VERDICTS.contains(&word)
                || misspelt(VERDICTS)
                || (view.kind(index) == Some(TokenKind::Capital) && matches!(view.word(index + 1), "wins" | "loses"))
        }
        // The sign is a part of the term.
        ("eval", 1) if word == "-" => first || view.word(index + 2) == "*",
        ("eval" | "board" | "table", 1) => first || view.word(index + 1) == "*" && before != "-",
        ("setup", 1) => {
            let kind = view.kind(index + 1) == Some(TokenKind::Capital);
            let after_kind = index.checked_sub(1).and_then(|i| view.kind(i)) == Some(TokenKind::Capital);
            match view.kind(index) {
                Some(TokenKind::Capital) if matches!(before, "own" | "enemy") => false,
                Some(TokenKind::Capital) => {
                    // The number of `4 Seed on` is a part of it, that of `rank 4` is not.
                    let back = |n: usize| index.checked_sub(n).map_or("", |i| view.word(i));
                    let row = matches!(back(2), "rank" | "ranks" | "file" | "files" | ".." | "on");
                    let counted = index.checked_sub(1).and_then(|i| view.kind(i)) == Some(TokenKind::Number) && !row;
                    !after_kind && (kind || matches!(view.word(index + 1), "on" | "at") && !counted)
                }
                Some(TokenKind::Number) => {
                    kind && view.kind(index + 2) != Some(TokenKind::Capital) && !matches!(before, ".." | "on")
                }
                _ => word == "each" && view.word(index + 1) == "on" || matches!(word, "own" | "enemy") && kind,
            }
        }
        ("turn", 1) => word == "finally",
        _ => match word {
            "leap" => first,
            "if" => before != "else",
            _ if before == "may" => false,
            _ => EFFECTS.contains(&word) || VERBS.contains(&word) || misspelt(EFFECTS) || misspelt(VERBS),
        },
    }
}
