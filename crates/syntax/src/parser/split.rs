//! Splits a file into items by their opening words, before any of them is parsed, so that a mistake in one item can't
//! hide another.

use rulesmith_grammar::Rule;

use super::explain::meant_item;
use super::is_a;
use crate::diag::{Diagnostic, nearest};
use crate::source::Span;
use crate::tokens::{Token, TokenKind, Tokens};
use crate::words::{ENEMY, ITEMS, OF_PIECE, OWN, SHAPES};

/// After so many misspelt items no more are looked for.
const MAX_MISSPELT: usize = 100;

/// The tokens of one item: from `first` up to, not including, `end`.
#[derive(Debug, Clone, Copy)]
pub(super) struct ItemRange {
    /// The token that opens it.
    pub first: usize,
    /// One past its last token.
    pub end: usize,
    /// How many closing braces it lacks.
    pub missing: usize,
    /// Whether it opens with the word of an item.
    pub known: bool,
}

/// The tokens of a file with its text.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    /// The text.
    pub text: &'a str,
    /// Its tokens.
    pub list: &'a [Token],
}

impl<'a> View<'a> {
    /// The text of a token; nothing past the ends.
    pub fn word(&self, index: usize) -> &'a str {
        self.list.get(index).map_or("", |token| &self.text[token.span.start..token.span.end])
    }

    /// The text of the token before.
    pub fn before(&self, index: usize) -> &'a str {
        index.checked_sub(1).map_or("", |i| self.word(i))
    }

    /// What kind of token it is.
    pub fn kind(&self, index: usize) -> Option<TokenKind> {
        self.list.get(index).map(|token| token.kind)
    }

    /// How far it stands from the start of its line, if it is the first on it.
    pub fn indent(&self, index: usize) -> Option<usize> {
        let start = self.list.get(index)?.span.start;
        let from = index.checked_sub(1).map_or(0, |i| self.list[i].span.end);
        let between = &self.text[from..start];
        match between.rfind('\n') {
            Some(newline) => Some(between.len() - newline - 1),
            None if from == 0 => Some(between.len()),
            None => None,
        }
    }

    /// The names that items of these words declare anywhere in the text.
    pub fn declared(&self, items: &'static [&'static str]) -> impl Iterator<Item = &'a str> {
        let code = self.text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
        let words = code.flat_map(|line| line.split(|c: char| !(c.is_ascii_alphanumeric() || "_-".contains(c))));
        let mut before = "";
        words.filter(|word| !word.is_empty()).filter(move |word| items.contains(&std::mem::replace(&mut before, word)))
    }

    /// Whether the text has a word, outside of comments.
    pub fn has_word(&self, name: &str) -> bool {
        self.places_of(name).next().is_some()
    }

    /// Whether the text has a word more than once, outside of comments.
    pub fn is_repeated(&self, name: &str) -> bool {
        self.places_of(name).nth(1).is_some()
    }

    /// A word of the text as often as it stands there, outside of comments.
    fn places_of<'n>(&self, name: &'n str) -> impl Iterator<Item = &'a str> + 'n
    where
        'a: 'n,
    {
        let code = self.text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
        let part = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
        code.flat_map(move |line| line.split(move |c: char| !part(c))).filter(move |word| *word == name)
    }

    /// Whether a name of the file stands for something.
    pub fn is_declared(&self, name: &str) -> bool {
        self.declared(&["option", "region", "define", "state", "clock", "table", "link"]).any(|other| other == name)
    }

    /// Whether a definition of this name has parameters.
    pub fn has_params(&self, name: &str) -> bool {
        self.heads().any(|(item, other, _)| item == "define" && other == name)
    }

    /// Whether some definition or link has a parameter of this name.
    pub fn has_param(&self, name: &str) -> bool {
        self.heads().any(|(.., params)| params.split([',', ' ']).any(|param| param == name))
    }

    /// The items with brackets behind their names: the item's word, its name, and what stands in the brackets.
    fn heads(&self) -> impl Iterator<Item = (&'a str, &'a str, &'a str)> {
        let (text, part) = (self.text, |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        let last = move |text: &'a str| text.rsplit(|c: char| !part(c)).next().unwrap_or_default();
        text.match_indices('(').filter_map(move |(at, _)| {
            let before = text[..at].trim_end();
            let name = last(before);
            let item = last(before[..before.len() - name.len()].trim_end());
            let params = text[at + 1..].split(')').next().unwrap_or_default();
            matches!(item, "define" | "link").then_some((item, name, params))
        })
    }

    /// Whether an item begins here, behind one that opens with the word `item`; judged by the word and those around it.
    fn opens_item(&self, index: usize, item: &str) -> bool {
        let word = self.word(index);
        if !ITEMS.contains(&word) {
            return false;
        }
        let before = self.before(index);
        // `turn turn {`
        if before == word && self.indent(index).is_none() {
            return false;
        }
        // What is declared here, or what a sign before it asks for, is a name, whatever it looks like.
        let declares = ["region", "define", "state", "clock", "table", "option", "link", "captives"].contains(&before);
        let asked = matches!(before, "," | "=" | "(" | "+" | "-" | "*" | "<" | ">" | ":" | "|" | "<=" | ">=" | "!=");
        if (declares || asked) && self.indent(index).is_none() {
            return false;
        }
        // `define must end { … }`: no item of these ends with its name.
        let named =
            ["region", "define", "state", "table", "option", "link"].contains(&self.word(index.wrapping_sub(2)));
        if named && self.indent(index).is_none() && self.indent(index - 1).is_none() {
            return false;
        }
        // `without move castle` on a line of its own.
        if before == "without" {
            return false;
        }
        // `extends "chess.game" without end, move King`
        let extends = item == "extends" || !ITEMS.contains(&item) && meant_item(item) == Some("extends");
        if extends && matches!(before, "," | "without" | "with" | "except" | "minus" | "but" | "and" | "or") {
            return false;
        }
        // `extends "chess" without piece Queen move Queen`, where a comma is missing.
        let listed =
            || (0..index).rev().map(|i| self.word(i)).take_while(|&word| word != item).any(|word| word == "without");
        if extends && self.indent(index).is_none() && listed() {
            return false;
        }
        let (next, over) = (self.word(index + 1), self.word(index + 2));
        match word {
            // `own hand`, `Goats hand <= 15`, `captives to hand`
            "hand" => {
                // `no hand`: whose it is, is missing.
                let operand = matches!(
                    before,
                    "no" | "not" | "count" | "when" | "if" | "and" | "or" | "on" | "except" | "of" | "else" | "was"
                );
                // `no ogn hand`, `no my hand`
                let everyday = OWN.contains(&before) || ENEMY.contains(&before);
                let misspelt =
                    self.indent(index).is_none() && (everyday || nearest(before, ["own", "enemy"]).is_some());
                // `piece Man in own`, and behind it `hand 3 Man each`.
                let amount = match self.kind(index + 1) {
                    Some(TokenKind::Word) => !is_a(Rule::reserved, next),
                    kind => kind == Some(TokenKind::Number),
                };
                let counted = amount && self.kind(index + 2) == Some(TokenKind::Capital);
                let worked_out = next == "(" && self.indent(index) == Some(0);
                if matches!(before, "own" | "enemy") && (counted || worked_out) {
                    return true;
                }
                !(misspelt
                    || matches!(before, "own" | "enemy" | "to" | "in" | "into")
                    || operand && self.indent(index) != Some(0))
                    && (self.indent(index) == Some(0)
                        || index.checked_sub(1).and_then(|i| self.kind(i)) != Some(TokenKind::Capital)
                        || self.kind(index + 2) == Some(TokenKind::Capital))
            }
            // `new board`, `empty on board`
            "board" => {
                SHAPES.contains(&next)
                    || SHAPES.contains(&over)
                    || self.indent(index).is_some() && !matches!(before, "new" | "on" | "except" | "or" | "and" | "of")
            }
            // `for this turn`, `extra turn`; `when first turn`, `when turn = 1` as others count plies
            "turn" if self.word(index.wrapping_sub(2)) == "for" && self.indent(index).is_none() => false,
            // `cells until next turn`
            "turn" if before == "next" && self.indent(index).is_none() => false,
            "turn" => !matches!(before, "this" | "extra" | "one" | "for" | "first" | "when" | "and" | "not"),
            _ => true,
        }
    }

    /// Whether a line begins here with what follows the name of a piece, and the piece stands behind it: `neutral piece Stone`.
    fn opens_modifier(&self, index: usize, item: &str) -> bool {
        let stands_before = match self.word(index + 1) {
            "piece" => item != "look",
            _ => item == "piece" && self.kind(index + 1) == Some(TokenKind::Capital),
        };
        let follows = matches!(self.before(index), "," | "=" | "|" | "piece");
        self.indent(index) == Some(0) && OF_PIECE.contains(&self.word(index)) && stands_before && !follows
    }

    /// Whether a misspelt item begins here: the first word of a line, near to the word of an item.
    fn opens_misspelt_item(&self, index: usize) -> bool {
        let ended =
            |before: &str| !matches!(before, "," | "=" | "or" | "and" | "on" | "except" | "else" | "not" | "no");
        if self.indent(index) != Some(0) || !ended(self.before(index)) {
            return false;
        }
        let word = self.word(index);
        match self.kind(index) {
            Some(TokenKind::Word) => !is_a(Rule::reserved, word) && nearest(word, ITEMS.iter().copied()).is_some(),
            // `Move Pawn { … }`
            Some(TokenKind::Capital) => ITEMS.contains(&word.to_lowercase().as_str()) && self.before(index) != "piece",
            _ => false,
        }
    }
}

/// The items of a file. Braces that close nothing are reported, and so are those that nothing closes.
pub(super) fn split(tokens: &Tokens, mistakes: &mut Vec<Diagnostic>) -> (Vec<ItemRange>, Vec<usize>) {
    let view = View { text: &tokens.clean, list: &tokens.list };
    let balanced = braces_balance(view);
    let mut items: Vec<ItemRange> = Vec::new();
    let mut strays = Vec::new();
    // The open braces, each with the indentation of its line.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut line = 0;
    let mut misspelt = 0;
    let mut suspect = None;
    let mut early = None;
    for index in 0..view.list.len() {
        let word = view.word(index);
        line = view.indent(index).unwrap_or(line);
        // In a file whose braces don't balance, an item at the start of its line closes everything.
        let item_indent = items.last().and_then(|item| view.indent(item.first)).unwrap_or(0);
        // `neutral piece Stone` is one item.
        let behind = items.last().is_some_and(|item| !item.known && item.first + 1 == index)
            && OF_PIECE.contains(&view.before(index));
        let item = items.last().map_or("", |item| view.word(item.first));
        let breaks = !balanced && view.indent(index).is_some_and(|indent| indent <= item_indent);
        if (open.is_empty() || breaks)
            && !behind
            && (view.opens_item(index, item)
                || view.opens_modifier(index, item)
                || misspelt < MAX_MISSPELT && view.opens_misspelt_item(index))
        {
            close(&mut items, index, &mut open, suspect.take(), view, mistakes);
            early = None;
            let known = ITEMS.contains(&word);
            misspelt += usize::from(!known);
            items.push(ItemRange { first: index, end: index, missing: 0, known });
        } else if items.is_empty() {
            items.push(ItemRange { first: index, end: index, missing: 0, known: false });
        }
        match word {
            "{" => open.push((index, line)),
            "}" => match open.pop() {
                Some((brace, opened_at)) => {
                    // `if to on edge { again } }` ends a block that began lines above: the brace may be one too many.
                    let line_above = view.text[view.list[brace].span.end..view.list[index].span.start].contains('\n');
                    if line_above && view.indent(index).is_none() {
                        early = Some((brace, index));
                    }
                    // A closing brace further left than its partner's line: the partner was not closed.
                    if suspect.is_none() && view.indent(index).is_some_and(|indent| indent < opened_at) {
                        suspect = Some(brace);
                    }
                }
                None => {
                    strays.push(index);
                    let report = Diagnostic::error("stray-brace", view.list[index].span, "this `}` closes nothing")
                        .help("leave it out, or open its block with `{`")
                        .leave_out();
                    mistakes.push(match early.take() {
                        Some((brace, early)) => {
                            let line = 1 + view.text[..view.list[brace].span.start].matches('\n').count();
                            let text =
                                format!("this may be the one too many: it closes the block that begins in line {line}");
                            report.label(view.list[early].span, text)
                        }
                        None => report,
                    });
                }
            },
            _ => {}
        }
    }
    close(&mut items, view.list.len(), &mut open, suspect, view, mistakes);
    (items, strays)
}

fn close(
    items: &mut [ItemRange],
    end: usize,
    open: &mut Vec<(usize, usize)>,
    suspect: Option<usize>,
    view: View<'_>,
    mistakes: &mut Vec<Diagnostic>,
) {
    let Some(item) = items.last_mut() else { return };
    item.end = end;
    item.missing = open.len();
    if let Some(&(brace, _)) = open.last() {
        let brace = suspect.unwrap_or(brace);
        let span = view.list[brace].span;
        let report = Diagnostic::error("unclosed-brace", span, "this `{` is never closed")
            .help("write `}` where its block ends");
        // The last word of the item is where it ends at the latest.
        let last = end.checked_sub(1).filter(|&last| last > brace).map(|last| view.list[last].span);
        let report = match last {
            Some(last) => report.label(last, "the item ends here"),
            None => report,
        };
        mistakes.push(match block_end(view, brace, end) {
            Some(end) => report.label(end, "its block may end here"),
            None => report,
        });
    }
    open.clear();
}

/// Where a block ends by the look of it: at the end of its brace's line, where the next one stands no deeper than that.
fn block_end(view: View<'_>, brace: usize, end: usize) -> Option<Span> {
    let line = (0..=brace).rev().find_map(|i| view.indent(i))?;
    let next = (brace + 1..end).find(|&i| view.indent(i).is_some())?;
    let last = next - 1;
    (last > brace && view.indent(next)? <= line).then(|| view.list[last].span)
}

fn braces_balance(view: View<'_>) -> bool {
    let mut depth = 0usize;
    for index in 0..view.list.len() {
        match view.word(index) {
            "{" => depth += 1,
            "}" => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            _ => {}
        }
    }
    depth == 0
}
