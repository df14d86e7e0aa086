//! Text → syntax tree.
//!
//! In: a source. Out: its tree, and messages for all that is no part of the language. Never: a panic, an unbounded
//! run, or one mistake that hides another in a different item or clause.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;
use rulesmith_grammar::{GameParser, Rule};

mod split;

mod depth;

mod recover;

mod wordless;

mod repair;

mod edits;

pub mod mend;

mod explain;

mod missing;

mod misread;

mod slips;

pub(super) mod named;

mod habits;

mod foreign;

pub mod sound;

mod expected;

pub mod wanted;

mod build;

mod items;

mod clauses;

mod expr;

use crate::ast;
use crate::diag::{Diagnostic, Diagnostics, Edit};
use crate::source::Span;
use crate::tokens::{EXPLAINED, Token, TokenKind, Tokens, tokens};
use crate::words::{DECLARE, OF_PIECE, OPENERS};

/// A longer text is not read.
const MAX_LENGTH: usize = 1 << 20;

/// How many rules the parser may try for one item.
const MAX_CALLS: usize = 20_000_000;

/// More messages than these help nobody.
const MAX_MESSAGES: usize = 100;

/// Parses the text of one file, which begins at `start` of its source. What could not be parsed is left out of the tree and
/// reported. `known`: words of the language that are names in the files that this one extends.
pub(super) fn parse(
    text: &str,
    start: usize,
    known: &HashSet<&'static str>,
    diagnostics: &mut Diagnostics,
) -> ast::File {
    let mut file = ast::File::default();
    // White space stands for the files before, so that every place is one of the source; the last of it ends a line.
    let before = start.checked_sub(1).map_or(String::new(), |spaces| " ".repeat(spaces) + "\n");
    let text = &(before + text);
    if let Some(message) = foreign::other_format(text) {
        diagnostics.push(message);
        return file;
    }
    let Some(mut lexed) = read(text, start, diagnostics) else { return file };
    let names = named::names(&lexed, known);
    named::respell(&mut lexed, &names);
    let mut mistakes = std::mem::take(&mut lexed.mistakes);
    // The items look up there whether the scanner has explained something.
    lexed.mistakes.clone_from(&mistakes);
    let mut unread = Vec::new();
    let mut guessed: Vec<ast::Item> = Vec::new();
    let (ranges, strays) = split::split(&lexed, &mut mistakes);
    small_cells(&mut lexed, &ranges, &mut mistakes);
    for &stray in &strays {
        let span = lexed.list[stray].span;
        lexed.clean.replace_range(span.start..span.end, " ");
    }
    let opened: HashSet<String> = ranges
        .iter()
        .map(|range| lexed.list[range.first].span)
        .map(|at| lexed.clean[at.start..at.end].into())
        .collect();
    let opened: HashSet<&str> = opened.iter().map(String::as_str).collect();
    let mut ranges: Vec<_> = ranges.into_iter().flat_map(|range| wordless::apart(&lexed, range, &opened)).collect();
    wordless::before_items(&mut lexed, &mut ranges, &mut mistakes);
    for mut range in ranges {
        if mistakes.len() > MAX_MESSAGES {
            break;
        }
        // A stray brace ends its item, so that it is no part of the next.
        let stray = strays.iter().copied().find(|&stray| range.first <= stray && stray < range.end);
        if let Some(stray) = stray {
            range.end = stray;
            range.missing = 0;
        }
        if range.first == range.end {
            continue;
        }
        if range.known {
            let told = mistakes.len();
            let item = recover::parse_item(&lexed, range, &mut mistakes, &mut unread);
            recover::judge_braces(&lexed, range, stray, told, &mut mistakes);
            if item.is_none() {
                // What it would have given a name to.
                let word = |index: usize| lexed.list.get(index).filter(|_| index < range.end);
                let text = |token: &Token| lexed.clean[token.span.start..token.span.end].to_string();
                let item = word(range.first).map(text).unwrap_or_default();
                // `move Man quiet {`: a label may stand anywhere in the head.
                // `state state kings: number`
                let head = (range.first + 1..range.end).map_while(word).take(match &*item {
                    "move" => 8,
                    // All that the kinds are called: what is said of them is no news.
                    "piece" | "players" => 64,
                    "board" => 8,
                    _ => 2,
                });
                let head: Vec<String> = head.map(text).take_while(|name| name != "{").collect();
                // `define must end {` is what is asked for as `must-end`.
                let joined = head.windows(2).map(|pair| (item.clone(), pair.join("-")));
                file.unread.extend(joined);
                // `option Rows = 8` gives a name to something that is asked for as `rows`.
                for name in head.iter().map(|name| name.trim_matches('"').to_string()) {
                    file.unread.push((item.clone(), explain::small(&name)));
                    file.unread.push((item.clone(), name));
                }
            }
            file.items.extend(item);
        } else {
            let span = lexed.list[range.first].span;
            let behind = lexed.list[range.first + 1..range.end].iter();
            let kinds: Vec<&str> = behind
                .filter(|token| token.kind == TokenKind::Capital)
                .map(|token| &lexed.clean[token.span.start..token.span.end])
                .collect();
            let word = &lexed.clean[span.start..span.end];
            if let (true, Some(kind)) = (OF_PIECE.contains(&word), kinds.first()) {
                mistakes.push(explain::modifier_first(word, kind, span));
                file.unread.extend(kinds.iter().map(|kind| ("piece".to_string(), (*kind).to_string())));
                continue;
            }
            // What a file extends is not guessed: all else hangs on it.
            let meant = explain::meant_item(word).filter(|&meant| meant != "extends");
            let item = meant.and_then(|meant| as_meant(&lexed, range, meant));
            let lacks = wordless::words(&lexed, range, &opened);
            mistakes.push(match lacks[..] {
                [] => explain::unknown_item(word, span),
                _ => wordless::told(&lexed, range, &lacks),
            });
            file.unread.extend(lacks.iter().map(|item| (item.to_string(), word.to_string())));
            let lacks = lacks.first().filter(|&&word| lacks.len() == 1 && word != "extends");
            guessed.extend(item.or_else(|| wordless::as_meant(&lexed, range, lacks?)));
        }
    }
    // What is declared a second time was not meant so.
    for item in guessed {
        let again = |other: &ast::Item| other.declares().iter().any(|name| item.declares().contains(name));
        if !file.items.iter().any(again) {
            file.items.push(item);
        }
    }
    file.items.sort_by_key(|item| item.span.start);
    // A word that opens no item, behind one that was complete, may have been meant as one.
    for mistake in mistakes.iter().filter(|mistake| mistake.code == "unknown-item") {
        let word = &lexed.clean[mistake.span.start..mistake.span.end];
        let name = lexed.list.iter().find(|token| token.span.start >= mistake.span.end);
        let text = |token: &Token| lexed.clean[token.span.start..token.span.end].to_string();
        file.unread.extend(explain::meant_item(word).map(str::to_string).zip(name.map(text)));
    }
    // `given: cells`, `quiet`: at the start of a line the word of the item may be missing.
    let opens = |m: &&Diagnostic| matches!(m.code, "unknown-item" | "other-word" | "unexpected-token");
    for mistake in mistakes.iter().filter(opens) {
        let line = lexed.clean[..mistake.span.start].rsplit('\n').next().unwrap_or_default();
        if line.trim().is_empty() {
            file.unread.push((String::new(), lexed.clean[mistake.span.start..mistake.span.end].to_string()));
        }
    }
    // `columns = 7 in 1..16`: what would be named if the item's word were there.
    for mistake in mistakes.iter().filter(|mistake| mistake.code == "unexpected-token") {
        let at = lexed.list.partition_point(|token| token.span.start < mistake.span.start);
        let text = |token: &Token| lexed.clean[token.span.start..token.span.end].to_string();
        if lexed.list.get(at + 1).is_some_and(|next| text(next) == "=") {
            file.unread.push((String::new(), text(&lexed.list[at])));
        }
    }
    // What stands behind a foreign comment sign may have been meant as an item.
    for mistake in lexed.mistakes.iter().filter(|mistake| mistake.code == "comment-sign") {
        let line = text[mistake.span.end..].lines().next().unwrap_or_default();
        let mut words = line.split_whitespace().map(str::to_string);
        file.unread.extend(words.next().zip(words.next()));
    }
    // A name that can't be one is no mistake of the places where it is used.
    let quoted = |span: Span| lexed.clean.get(span.start..span.end).unwrap_or_default();
    let before = |span: Span| {
        let at = lexed.list.partition_point(|token| token.span.start < span.start);
        at.checked_sub(1).map_or("", |i| quoted(lexed.list[i].span))
    };
    let declared = |mistake: &&Diagnostic| {
        matches!(mistake.code, "reserved-name" | "name-like-cell") && DECLARE.contains(&before(mistake.span))
    };
    let names: Vec<Span> = mistakes.iter().filter(declared).map(|mistake| mistake.span).collect();
    let about = |span: Span, name: Span| [quoted(span), before(span)].contains(&quoted(name));
    mistakes.retain(|m| names.contains(&m.span) || !names.iter().any(|&name| about(m.span, name)));
    as_written(&mut mistakes);
    report(mistakes, diagnostics);
    let words = lexed.mistakes.iter().filter(|m| EXPLAINED.contains(&m.code)).map(|m| (m.span, true));
    unread.into_iter().chain(words).for_each(|(span, explained)| diagnostics.unread(span, explained));
    file
}

/// A reader of variants of a text; `known` as of [`parse`].
pub(super) fn reader(known: HashSet<&'static str>) -> sound::Reader {
    sound::Reader::new(known)
}

/// Reads `A1` as `a1` where it is no player and no kind, and says so once.
fn small_cells(lexed: &mut Tokens, ranges: &[split::ItemRange], mistakes: &mut Vec<Diagnostic>) {
    let text = |lexed: &Tokens, at: usize| lexed.clean[lexed.list[at].span.start..lexed.list[at].span.end].to_string();
    let names = ranges.iter().filter(|range| !range.known || matches!(&*text(lexed, range.first), "players" | "piece"));
    let names: HashSet<String> = names.flat_map(|range| range.first..range.end).map(|at| text(lexed, at)).collect();
    let places = ranges.iter().filter(|range| range.known).flat_map(|range| range.first + 1..range.end);
    let mut told = false;
    for at in places {
        let (word, span) = (text(lexed, at), lexed.list[at].span);
        let small = word.to_lowercase();
        if lexed.list[at].kind != TokenKind::Capital || names.contains(&word) || !is_a(Rule::cell, &small) {
            continue;
        }
        if std::mem::replace(&mut told, true) {
            // What mends the first mends all of them.
            let first = mistakes.iter_mut().rev().find(|m| m.code == "capital-letter");
            first
                .into_iter()
                .flat_map(|m| &mut m.fixes)
                .for_each(|fix| fix.edits.push(Edit { span, text: small.clone() }));
        } else {
            mistakes.push(
                Diagnostic::error("capital-letter", span, format!("`{word}` is no player and no kind"))
                    .help(format!("cells are written small: `{small}`"))
                    .write(small.as_str()),
            );
        }
        lexed.clean.replace_range(span.start..span.end, &small);
        lexed.list[at].kind = TokenKind::Word;
    }
}

/// An item whose first word is misspelt, read as what was meant, so that what it declares is known. Only where the right
/// word has room in the place of the wrong one, and nothing else is wrong.
fn as_meant(lexed: &Tokens, range: split::ItemRange, meant: &str) -> Option<ast::Item> {
    let mut lexed = lexed.clone();
    let token = &mut lexed.list[range.first];
    let (start, end) = (token.span.start, token.span.end);
    if meant.len() > end - start {
        return None;
    }
    (token.kind, token.span.end) = (TokenKind::Word, start + meant.len());
    lexed.clean.replace_range(start..end, &format!("{meant:<width$}", width = end - start));
    let mut mistakes = Vec::new();
    let item = recover::parse_item(&lexed, range, &mut mistakes, &mut Vec::new());
    item.filter(|_| mistakes.is_empty())
}

/// Parses one expression: a question to the REPL, or the value of an option.
pub fn parse_expr(text: &str, diagnostics: &mut Diagnostics) -> Option<ast::Expr> {
    let mut lexed = read(text, 0, diagnostics)?;
    let names = named::names_in_expression(&lexed);
    named::respell(&mut lexed, &names);
    let mut mistakes = lexed.mistakes.clone();
    let view = split::View { text: &lexed.clean, list: &lexed.list };
    let whole = Span::new(0, text.len());
    if let Some(span) = depth::too_deep(view) {
        diagnostics.push(recover::too_deep(span));
        return None;
    }
    let expr = match GameParser::parse(Rule::only_expr, &lexed.clean) {
        Ok(mut pairs) => {
            let mut build =
                build::Build { base: 0, tokens: &lexed.list, sound: true, operators: 0, mistakes: &mut mistakes };
            pairs.next().and_then(|pair| pair.into_inner().next()).and_then(|pair| build.expr(pair))
        }
        Err(error) => {
            match &error.variant {
                ErrorVariant::ParsingError { positives, .. } if mistakes.is_empty() => {
                    let (InputLocation::Pos(place) | InputLocation::Span((place, _))) = error.location;
                    let at = lexed.list.partition_point(|token| token.span.end <= place);
                    mistakes.push(explain::explain(&explain::Failure {
                        view,
                        at,
                        after: None,
                        part: 0,
                        expected: positives,
                        read: explain::Read { rule: Rule::only_expr, text: &lexed.clean, base: 0 },
                    }));
                }
                ErrorVariant::ParsingError { .. } => {}
                ErrorVariant::CustomError { .. } => mistakes.push(recover::too_complicated(whole)),
            }
            None
        }
    };
    // An expression that was read as something else is no answer.
    let expr = if mistakes.is_empty() { expr } else { None };
    as_written(&mut mistakes);
    report(mistakes, diagnostics);
    expr
}

/// The tokens of a text that is not too long from `start` on.
fn read(text: &str, start: usize, diagnostics: &mut Diagnostics) -> Option<Tokens> {
    let length = text.len() - start;
    if length > MAX_LENGTH {
        let message = format!("this text is too long to be read: {length} bytes");
        diagnostics.push(
            Diagnostic::error("text-too-long", Span::new(start, start), message)
                .help(format!("a file may have {MAX_LENGTH} bytes")),
        );
        return None;
    }
    pest::set_call_limit(NonZeroUsize::new(MAX_CALLS));
    Some(tokens(text))
}

/// Says the names that the grammar was given in another spelling as the file has them.
fn as_written(mistakes: &mut [Diagnostic]) {
    for mistake in mistakes {
        for word in OPENERS {
            let spelt = named::respelt(word);
            let fixes = mistake.fixes.iter_mut();
            let fixes = fixes.flat_map(|fix| fix.edits.iter_mut().map(|edit| &mut edit.text).chain([&mut fix.title]));
            let help = mistake.help.iter_mut();
            for text in help.chain([&mut mistake.message]).chain(fixes).filter(|text| text.contains(&spelt)) {
                *text = text.replace(&spelt, word);
            }
        }
    }
}

fn report(mistakes: Vec<Diagnostic>, diagnostics: &mut Diagnostics) {
    let rest = mistakes.len().saturating_sub(MAX_MESSAGES);
    let last = mistakes.get(MAX_MESSAGES).map(|mistake| mistake.span);
    for mistake in mistakes.into_iter().take(MAX_MESSAGES) {
        diagnostics.push(mistake);
    }
    if let Some(span) = last {
        diagnostics.push(Diagnostic::error("too-many-mistakes", span, format!("and at least {rest} more mistakes")));
    }
}

/// Where the formatter may break lines and must set brackets, in a text that is free of mistakes.
#[derive(Debug, Clone, Default)]
pub(super) struct Outline {
    /// For each item its first token and one past its last.
    pub items: Vec<(usize, usize)>,
    /// The places where clauses, effects, verdicts, terms and placements begin.
    pub starts: HashSet<usize>,
    /// Places before which a bracket must open, and after which one must close.
    pub brackets: Vec<(usize, usize)>,
    /// The tokens that are names, though they are spelt like words of the language.
    pub names: Vec<usize>,
}

/// The outline of a text that [`parse`] has found to be free of mistakes.
pub(super) fn outline(lexed: &Tokens, known: &HashSet<&'static str>) -> Outline {
    let mut outline = Outline { names: named::names(lexed, known), ..Outline::default() };
    let mut lexed = lexed.clone();
    named::respell(&mut lexed, &outline.names);
    let lexed = &lexed;
    let (ranges, _) = split::split(lexed, &mut Vec::new());
    for range in ranges {
        let (first, last) = (lexed.list[range.first].span.start, lexed.list[range.end - 1].span.end);
        outline.items.push((range.first, range.end));
        let text = &lexed.clean[first..last];
        let Ok(pairs) = GameParser::parse(Rule::only_item, text) else { continue };
        for pair in pairs.flatten() {
            let start = first + pair.as_span().start();
            match pair.as_rule() {
                Rule::clause
                | Rule::each_clause
                | Rule::effect
                | Rule::verdict
                | Rule::eval_term
                | Rule::placement
                | Rule::graph_line
                | Rule::turn_finally => {
                    outline.starts.insert(start);
                }
                // A table keeps its lines: they are the ranks of the board; and so do the rows of cells of a look.
                Rule::look_cells => {
                    let rows = pair.into_inner().filter(|row| row.as_rule() == Rule::text);
                    outline.starts.extend(rows.map(|row| first + row.as_span().start()));
                }
                Rule::signed_int if text[..pair.as_span().start()].trim_end_matches([' ', '\t']).ends_with('\n') => {
                    outline.starts.insert(start);
                }
                Rule::expr | Rule::chain | Rule::turn_expr => {
                    let places = brackets(&pair).into_iter();
                    outline.brackets.extend(places.map(|(open, close)| (first + open, first + close)));
                }
                _ => {}
            }
        }
    }
    outline
}

/// The parts of a chain of operators that a reader could misjudge: where `or` meets `else`, where it meets `except`, and
/// where a ray or a flood ends before an operator that could be taken for a part of it.
fn brackets(chain: &Pair<'_, Rule>) -> Vec<(usize, usize)> {
    let place = |pair: &Pair<'_, Rule>| (pair.as_span().start(), pair.as_span().end());
    let kids: Vec<Pair<'_, Rule>> = chain.clone().into_inner().collect();
    let mut found = Vec::new();
    let mut previous = None;
    for operator in kids.iter().filter(|kid| matches!(kid.as_rule(), Rule::kw_or | Rule::kw_else)) {
        if previous.is_some_and(|other| other != operator.as_rule()) {
            found.push((chain.as_span().start(), operator.as_span().start()));
        }
        previous = Some(operator.as_rule());
    }
    if previous.is_some() {
        let mixed = kids.iter().filter(|kid| kid.as_rule() == Rule::both_true && mixes_except(kid));
        found.extend(mixed.map(place));
    }
    // An operator stands behind each operand but the last.
    let operands = kids.iter().step_by(2);
    found.extend(operands.take(kids.len() / 2).filter_map(open_ended).map(|pair| place(&pair)));
    found
}

/// The ray or flood that an operand ends with: it takes a region behind its last word.
fn open_ended<'p>(pair: &Pair<'p, Rule>) -> Option<Pair<'p, Rule>> {
    match pair.as_rule() {
        Rule::ray | Rule::beyond | Rule::flood => Some(pair.clone()),
        Rule::both_true
        | Rule::comparison
        | Rule::total
        | Rule::product
        | Rule::chain
        | Rule::primary
        | Rule::not_empty
        | Rule::negation
        | Rule::count
        | Rule::was => pair.clone().into_inner().last().and_then(|last| open_ended(&last)),
        _ => None,
    }
}

/// Whether an operand of `or` is a chain with `except` in it, without brackets.
fn mixes_except(pair: &Pair<'_, Rule>) -> bool {
    let mut kids = pair.clone().into_inner();
    match (kids.next(), pair.as_rule()) {
        (Some(_), Rule::chain) => kids.any(|kid| kid.as_rule() == Rule::kw_except),
        (Some(only), Rule::both_true | Rule::comparison | Rule::total | Rule::product) => {
            kids.next().is_none() && mixes_except(&only)
        }
        _ => false,
    }
}

/// Whether a word belongs to the language and can't be a name.
pub(super) fn is_reserved(word: &str) -> bool {
    is_a(Rule::reserved, word)
}

/// Whether a whole word is of this rule.
fn is_a(rule: Rule, word: &str) -> bool {
    GameParser::parse(rule, word).is_ok_and(|mut pairs| match rule {
        Rule::reserved => true,
        _ => pairs.next().is_some_and(|pair| pair.as_str() == word),
    })
}
