//! Text → syntax tree.
//!
//! In: a source. Out: its tree, and messages for all that is no part of the language. Never: a panic, an unbounded
//! run, or one mistake that hides another in a different item or clause.

use pest::Parser as _;
use std::num::NonZeroUsize;

mod build;
mod clauses;
mod expr;
mod items;

use crate::diag::{Diagnostic, Diagnostics};
use crate::source::{Source, Span};
use crate::syntax::ast;
use crate::syntax::tokens::tokens;

/// The generated parser; its `Rule` is one for each rule of the grammar.
mod generated {
    #![allow(missing_docs)]

    /// The parser that pest makes from the grammar.
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/game.pest"]
    pub struct GameParser;
}

use generated::{GameParser, Rule};

/// Parses a file. What could not be parsed is left out of the tree and reported.
pub fn parse(source: &Source, diagnostics: &mut Diagnostics) -> ast::File {
    pest::set_call_limit(NonZeroUsize::new(30_000_000));
    let lexed = tokens(&source.text);
    let mut mistakes = lexed.mistakes.clone();
    let mut file = ast::File::default();
    let mut items: Vec<usize> = Vec::new();
    let mut depth = 0;
    for (i, t) in lexed.list.iter().enumerate() {
        let w = &lexed.clean[t.span.start..t.span.end];
        let prev = if i > 0 { &lexed.clean[lexed.list[i - 1].span.start..lexed.list[i - 1].span.end] } else { "" };
        match w {
            "{" => depth += 1,
            "}" => depth -= 1,
            "hand" if ["own", "enemy", "to"].contains(&prev) => {}
            "board" if ["new", "on"].contains(&prev) => {}
            "turn" if ["this", "extra"].contains(&prev) => {}
            "game" | "players" | "option" | "board" | "link" | "facing" | "region" | "piece" | "hand" | "captives"
            | "setup" | "state" | "clock" | "table" | "define" | "move" | "turn" | "legal" | "end" | "eval"
                if depth == 0 =>
            {
                items.push(i);
            }
            _ => {}
        }
    }
    for (n, &first) in items.iter().enumerate() {
        let last = items.get(n + 1).map_or(lexed.list.len(), |&i| i) - 1;
        let span = Span::new(lexed.list[first].span.start, lexed.list[last].span.end);
        let text = &lexed.clean[span.start..span.end];
        match GameParser::parse(Rule::only_item, text) {
            Ok(mut pairs) => {
                let mut build = build::Build { base: span.start, tokens: &lexed.list, mistakes: &mut mistakes };
                let item = pairs.next().and_then(|p| p.into_inner().next()).and_then(|p| p.into_inner().next());
                match item.and_then(|p| build.item(p)) {
                    Some(kind) => file.items.push(ast::Item { kind, span }),
                    None => mistakes.push(Diagnostic::error("bad-item", span, "this item can't be read")),
                }
            }
            Err(e) => mistakes.push(Diagnostic::error("expected-token", span, e.to_string())),
        }
    }
    for m in mistakes {
        diagnostics.push(m);
    }
    file
}

/// Parses one expression: a question to the REPL, or the value of an option.
pub fn parse_expr(text: &str, diagnostics: &mut Diagnostics) -> Option<ast::Expr> {
    pest::set_call_limit(NonZeroUsize::new(30_000_000));
    let lexed = tokens(text);
    let mut mistakes = lexed.mistakes.clone();
    let mut build = build::Build { base: 0, tokens: &lexed.list, mistakes: &mut mistakes };
    let result = match GameParser::parse(Rule::only_expr, &lexed.clean) {
        Ok(mut pairs) => pairs.next().and_then(|p| p.into_inner().next()).and_then(|p| build.expr(p)),
        Err(e) => {
            mistakes.push(Diagnostic::error("expected-token", Span::new(0, text.len()), e.to_string()));
            None
        }
    };
    for m in mistakes {
        diagnostics.push(m);
    }
    result
}
