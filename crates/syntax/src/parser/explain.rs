//! Turns the place where the grammar failed, and what it would have taken there, into a message for a person.

use rulesmith_grammar::Rule;

use super::expected::{Called, called, describe, word};
use super::is_a;
use super::split::View;
use crate::diag::{Diagnostic, nearest};
use crate::source::Span;
use crate::tokens::{Token, TokenKind};
use crate::vocabulary::{self, role};
use crate::words::{
    DECLARE, EFFECTS, ITEMS, OF_BOARD, OF_PIECE, PREFIXES, SHAPES, TAKEN_FOR_NAMES, VERBS, VERDICTS, in_words,
    is_direction, other, other_word,
};

/// Where the grammar failed.
pub(super) struct Failure<'a> {
    /// The tokens of the item.
    pub view: View<'a>,
    /// The first token that did not fit; one past the last at the end of the item.
    pub at: usize,
    /// The token after the item.
    pub after: Option<Token>,
    /// Where the clause, effect, verdict … begins.
    pub part: usize,
    /// What would have fitted.
    pub expected: &'a [Rule],
    /// What the grammar has read.
    pub read: Read<'a>,
}

/// A text as the grammar was given it.
#[derive(Clone, Copy)]
pub(super) struct Read<'a> {
    /// What it was to be.
    pub rule: Rule,
    /// The text.
    pub text: &'a str,
    /// Where it begins in the file.
    pub base: usize,
}

/// The message for a failure.
pub(super) fn explain(failure: &Failure<'_>) -> Diagnostic {
    // What is known for certain, or by what people mean who write so.
    let known = failure
        .before_an_item()
        .or_else(|| failure.plainly_twice())
        .or_else(|| failure.number_of_most())
        .or_else(|| failure.listed_cells())
        .or_else(|| failure.where_in_setup())
        .or_else(|| failure.neighbours())
        .or_else(|| failure.misread())
        .or_else(|| failure.small_kind())
        .or_else(|| failure.brace_missing())
        .or_else(|| failure.region_before_verdict())
        .or_else(|| failure.graph_cell())
        .or_else(|| failure.region_of_each())
        .or_else(|| failure.line_of_pieces())
        .or_else(|| failure.in_two_words())
        .or_else(|| failure.next_branch())
        .or_else(|| failure.repaired())
        .or_else(|| failure.habit())
        .or_else(|| failure.doubled())
        .or_else(|| failure.twice())
        .or_else(|| failure.condition_without_braces())
        .or_else(|| failure.other_word())
        .or_else(|| failure.stranger())
        .or_else(|| failure.if_for_when())
        .or_else(|| failure.when_for_if())
        .or_else(|| failure.label())
        .or_else(|| failure.shape());
    let unknown = known.is_none();
    let explained = known
        .or_else(|| failure.name_wanted())
        .or_else(|| failure.kind_wanted())
        .or_else(|| failure.number_missing())
        .or_else(|| failure.mistaken())
        .or_else(|| failure.missing())
        .or_else(|| failure.misplaced())
        .or_else(|| failure.misspelt())
        .or_else(|| failure.superfluous());
    let explained = explained.unwrap_or_else(|| failure.unexpected());
    let general = |help: &String| help.starts_with("here may stand");
    let told = match explained.help.as_ref().is_none_or(general).then(|| failure.left_out()).flatten() {
        Some((help, words)) => words.iter().fold(explained.help(help), |told, word| failure.insert(told, word)),
        None => failure.with_edit(explained),
    };
    // `near = own King in own`: what `in` belongs to may be missing.
    let within = told.code == "other-word" && failure.found() == "in";
    let told = if unknown || within { failure.or_one_more(told) } else { told };
    if unknown { failure.or_one_edit(told) } else { told }
}

/// An example of what may follow a word that stands alone.
pub(super) fn example(word: &str) -> Option<&'static str> {
    vocabulary::word(word).filter(|word| !word.is(role::ITEM) || word.text == "board").map(|word| word.example)
}

impl<'a> Failure<'a> {
    pub(super) fn has(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    pub(super) fn found(&self) -> &'a str {
        self.view.word(self.at)
    }

    pub(super) fn before(&self) -> &'a str {
        self.view.before(self.at)
    }

    /// Whether what stands before the place could end there.
    pub(super) fn complete(&self) -> bool {
        self.expected.iter().any(|rule| {
            matches!(
                rule,
                Rule::EOI
                    | Rule::brace_close
                    | Rule::effect
                    | Rule::clause
                    | Rule::each_clause
                    | Rule::verdict
                    | Rule::eval_term
                    | Rule::placement
            )
        })
    }

    /// The place of the token that did not fit.
    pub(super) fn here(&self) -> Span {
        self.view.list.get(self.at).map_or_else(|| self.gap(), |token| token.span)
    }

    /// Where something is missing: at the next token if it stands on the same line, else right behind the last one.
    pub(super) fn gap(&self) -> Span {
        let end = self.at.checked_sub(1).and_then(|i| self.view.list.get(i)).map_or(0, |token| token.span.end);
        match self.view.list.get(self.at).or(self.after.as_ref()) {
            // What stands there is itself what is wrong.
            Some(next) if self.has(Rule::graph_line) || self.has(Rule::graph_cell) => next.span,
            Some(next) if !self.view.text[end..next.span.start].contains('\n') => next.span,
            _ => Span::new(end, end),
        }
    }

    /// What stands before the place, from the start of its clause if that is short.
    pub(super) fn phrase(&self) -> String {
        let words = |from: usize| {
            let (first, last) = (self.view.list.get(from), self.at.checked_sub(1).and_then(|i| self.view.list.get(i)));
            let (Some(first), Some(last)) = (first, last) else { return String::new() };
            let text = self.view.text.get(first.span.start..last.span.end).unwrap_or_default();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let long = words(self.part);
        if !long.is_empty() && long.len() <= 40 && !long.contains("//") && !long.contains('{') {
            return long;
        }
        self.before().to_string()
    }

    pub(super) fn after(&self) -> String {
        let phrase = self.phrase();
        if phrase.is_empty() { String::new() } else { format!(" after `{phrase}`") }
    }

    /// Whether the file gives this name to something: an item, a label, a choice or a parameter.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.view.declared(DECLARE).any(|other| other == name) || self.view.has_param(name)
    }

    /// `own state passed: cells`: a word that is alone at the start of a line, before an item that begins on it.
    fn before_an_item(&self) -> Option<Diagnostic> {
        let (alone, next) = (self.at + 1 == self.view.list.len(), self.after?);
        let same_line = !self.view.text.get(self.here().end..next.span.start)?.contains('\n');
        if !alone || !same_line || !self.has(Rule::EOI) || self.view.indent(self.at).is_none() {
            return None;
        }
        let item = &self.view.text[next.span.start..next.span.end];
        let message = format!("unexpected `{}` before `{item}`", self.found());
        let told = Diagnostic::error("unexpected-token", self.here(), message);
        // Without it the opposite would hold.
        if item == "legal" && self.found() == "not" {
            return Some(told.help("it stands behind `when`: `legal when not …`"));
        }
        Some(told.help(format!("leave it out before `{item}`, which begins an item")).leave_out())
    }

    /// `move knight, Archbishop {`, `put arrow on shot`: what was taken for a label, or a number, is a kind.
    fn small_kind(&self) -> Option<Diagnostic> {
        let at = self.at.checked_sub(1)?;
        let list = self.view.word(0) == "move" && self.at == 2 && self.found() == ",";
        let list = list && self.view.kind(3) == Some(TokenKind::Capital);
        let put = self.view.before(at) == "put" && self.found() == "on" && !is_a(Rule::reserved, self.before());
        if !(list || put) || self.view.kind(at) != Some(TokenKind::Word) {
            return None;
        }
        let (word, span) = (self.view.word(at), self.view.list[at].span);
        let kind = self.capital_near(word).unwrap_or_else(|| word[..1].to_uppercase() + &word[1..]);
        let message = format!("`{word}` begins with a small letter, but players and kinds begin with a capital");
        Some(Diagnostic::error("small-letter", span, message).help(format!("write `{kind}`")).write(kind))
    }

    /// The player or kind of the text that is nearest to a word.
    pub(super) fn capital_near(&self, word: &str) -> Option<String> {
        let words = self.view.text.split(|c: char| !c.is_ascii_alphanumeric());
        let capitals = words.filter(|word| word.len() > 2 && word.starts_with(|c: char| c.is_ascii_uppercase()));
        nearest(word, capitals).map(str::to_string)
    }

    /// `win when when enemy stuck`
    pub(super) fn doubled(&self) -> Option<Diagnostic> {
        let found = self.found();
        let spoken = match self.view.kind(self.at)? {
            TokenKind::Word => !self.complete() || is_a(Rule::reserved, found),
            TokenKind::Sign => !matches!(found, "}" | "(" | ")"),
            _ => false,
        };
        (spoken && found == self.before() && !is_a(Rule::cell, found))
            .then(|| Diagnostic::stands_twice(found, self.here()).leave_out())
    }

    /// `most 2 * legs of any`: whose `of` that is, only brackets tell.
    fn number_of_most(&self) -> Option<Diagnostic> {
        let word = |i: usize| self.view.word(i);
        let most = (0..self.at).rev().find(|&i| word(i) == "most")?;
        let ends = |i: &usize| matches!(word(*i), "else" | "finally" | "}" | "");
        let end = (most + 1..).find(ends)?;
        let balance = |sign: &str| (most + 1..self.at).filter(|&i| word(i) == sign).count();
        if word(0) != "turn" || balance("(") != balance(")") || (most..self.at).any(|i| word(i) == "of") {
            return None;
        }
        let Some(of) = (self.at + 1..end).rev().find(|&i| word(i) == "of") else {
            let after = self.after();
            return self.has(Rule::kw_of).then(|| {
                Diagnostic::error("expected-token", self.gap(), format!("expected `of` and a label{after}"))
                    .help("such as `most legs of any`")
            });
        };
        let number = &self.view.text[self.view.list[most + 1].span.start..self.view.list[of - 1].span.end];
        let number = number.split_whitespace().collect::<Vec<_>>().join(" ");
        // `most enemy of any`: what is compared is how many there are.
        let first = word(most + 1);
        let region = matches!(first, "own" | "enemy") || first.starts_with(|c: char| c.is_ascii_uppercase());
        let number = if region { format!("count {number}") } else { number };
        let message = "what `most` compares stands in brackets, unless it is a name or a `count`";
        Some(
            Diagnostic::error("expected-token", self.here(), message)
                .help(format!("write `most ({number}) of {}`", word(of + 1))),
        )
    }

    /// `shelf1 shelf2`: only cells of one or two letters and a number may stand side by side.
    fn listed_cells(&self) -> Option<Diagnostic> {
        let cell = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_lowercase()) && word.ends_with(|c: char| c.is_ascii_digit())
        };
        let pair = |i: usize| {
            let (before, word) = (self.view.before(i), self.view.word(i));
            cell(before) && cell(word) && !(is_a(Rule::cell, before) && is_a(Rule::cell, word))
        };
        // In `setup` the second one is taken for a number of what comes next.
        let behind = if self.view.word(0) == "setup" { 2 } else { 0 };
        let at = (self.at.saturating_sub(behind)..=self.at).find(|&i| pair(i))?;
        if at == self.at && !self.has(Rule::kw_or) {
            return None;
        }
        let (before, word) = (self.view.before(at), self.view.word(at));
        let message = format!("`{before} {word}` is no list: cells with the name of a board don't stand side by side");
        let place = self.view.list[at].span;
        Some(
            Diagnostic::error("unexpected-token", place, message)
                .help(format!("write `({before} or {word})`"))
                .write_at(self.view.list[at - 1].span.to(place), format!("({before} or {word})")),
        )
    }

    /// `White Pawn on rank 2 where dark`: the word was taken for a number of what comes next.
    fn where_in_setup(&self) -> Option<Diagnostic> {
        let at = self.at.checked_sub(1)?;
        let word = self.view.word(at);
        let taken = self.view.word(0) == "setup" && self.has(Rule::capital) && !self.complete();
        if !taken || self.view.kind(at) != Some(TokenKind::Word) || self.view.is_declared(word) {
            return None;
        }
        other(word)?;
        let report = other_word(word, self.view.list[at].span);
        if !matches!(word, "where" | "in") {
            return Some(report);
        }
        let both = format!("{} on {}", self.operand_before(at), self.found());
        Some(report.help(format!("the cells that are in both regions are `{both}`")))
    }

    /// The last word before a place; with `rank` and the like before a number.
    pub(super) fn operand_before(&self, at: usize) -> String {
        let before = self.view.before(at);
        match at.checked_sub(2).map(|i| self.view.word(i)) {
            Some(word @ ("rank" | "file" | "ranks" | "files")) => format!("{word} {before}"),
            Some("..") if at > 3 => {
                let first = self.view.word(at - 3);
                match self.view.word(at - 4) {
                    word @ ("ranks" | "files") => format!("{word} {first}..{before}"),
                    _ => format!("{first}..{before}"),
                }
            }
            _ => before.to_string(),
        }
    }

    /// `if to on own take to`, `while enemy on hot take hot`
    fn condition_without_braces(&self) -> Option<Diagnostic> {
        let found = self.found();
        let opens = self.has(Rule::effects) || self.has(Rule::brace_open);
        // `if … then take over`
        let found = if found == "then" { self.view.word(self.at + 1) } else { found };
        // `extra turn if to on edge }`, or with another effect on the next line
        let ends = found == "}" || self.view.indent(self.at).is_some();
        let behind = ends && (found == "}" || self.view.indent(self.part).is_none());
        let decides = behind || EFFECTS.contains(&found);
        let word = self.view.word(self.part);
        if !opens || !decides || self.part >= self.at || !matches!(word, "if" | "while") {
            return None;
        }
        let head = match (self.before(), self.phrase()) {
            ("else", _) => "else".to_string(),
            (_, phrase) if phrase.starts_with(word) => phrase,
            _ => format!("{word} …"),
        };
        let message = format!("expected `{{`{}", self.after());
        let help = match behind {
            // `again if to on edge }`
            true if let Some(effect) = self.effect_before(self.part) => {
                // Of several cells each may be asked by itself.
                let some =
                    head.strip_prefix("if not ").filter(|_| effect.starts_with("take ") || effect.starts_with("flip "));
                let some = some.map_or(String::new(), |not| {
                    format!("; of several those of which it is true: `{effect} except {not}`")
                });
                format!("`{word}` stands before what it decides about: `{head} {{ {effect} }}`{some}")
            }
            true => format!("what `{word}` decides about stands behind it, in braces: `{head} {{ … }}`"),
            false => format!("what `{word}` decides about stands in braces: `{head} {{ {found} … }}`"),
        };
        Some(Diagnostic::error("expected-token", self.gap(), message).help(help))
    }

    /// The effect that ends right before a place, on the same line.
    fn effect_before(&self, place: usize) -> Option<String> {
        let first = (0..place).rev().take_while(|&i| !matches!(self.view.word(i), "{" | "}"));
        let first = first.into_iter().find(|&i| EFFECTS.contains(&self.view.word(i)))?;
        let same_line = (first + 1..=place).all(|i| self.view.indent(i).is_none());
        same_line.then(|| self.words(first, place))
    }

    fn other_word(&self) -> Option<Diagnostic> {
        // `last = to` sets a state of the author's; `state x: number = 0 in 0..3` gives it bounds.
        let sets = self.found() == "=" || self.view.word(self.at + 1) == "=";
        if sets && self.view.word(0) == "move" || self.found() == "in" && self.view.word(0) == "state" {
            return None;
        }
        // At the start of a line of items these are misspelt or misplaced items, and `capture` may be a label.
        let strange = |word: &str| other(word).is_some() && !self.declares(word);
        let before =
            self.at.checked_sub(1).filter(|_| TAKEN_FOR_NAMES.contains(&self.before()) && strange(self.before()));
        // `board row 7` has such a word in its own right; behind `row 1` a line of `setup` may have begun.
        let before = match self.view.word(0) {
            "board" => None,
            "setup" => {
                let word = self.at.checked_sub(3).filter(|&i| TAKEN_FOR_NAMES.contains(&self.view.word(i)));
                let word = word.filter(|&i| strange(self.view.word(i)));
                before.or(word.filter(|_| self.has(Rule::kw_on) || self.has(Rule::slot_on)))
            }
            _ => before,
        };
        let (at, span) = match before {
            Some(before) => (before, self.view.list[before].span),
            // `White Man at a1`: the word to write there is known.
            None if (self.has(Rule::slot_on) || self.has(Rule::kw_on) && !self.complete())
                && self.place_behind().is_some() =>
            {
                return None;
            }
            // A word of the language where only a region can stand.
            None if is_a(Rule::reserved, self.found()) && !self.has(Rule::kw_on) => return None,
            None => strange(self.found()).then(|| (self.at, self.here()))?,
        };
        let told = other_word(self.view.word(at), span);
        Some(match self.other_word_here(at) {
            Some(help) => told.help(help),
            None => told,
        })
    }

    /// `step any to empty if …`, `win if …`
    fn if_for_when(&self) -> Option<Diagnostic> {
        let filter = self.has(Rule::kw_when) || self.has(Rule::guard);
        if self.found() != "if" || !filter {
            return None;
        }
        let message = "`if` decides about an effect, not about a choice or a verdict";
        Some(Diagnostic::error("other-word", self.here(), message).help("write `when`").write("when"))
    }

    /// `{ take over when … }`
    fn when_for_if(&self) -> Option<Diagnostic> {
        if self.found() != "when" || !self.has(Rule::effect) {
            return None;
        }
        let message = "`when` decides about a choice, not about an effect";
        // `when to on edge { extra turn }`
        let head = (self.at + 1..self.view.list.len()).find(|&i| matches!(self.view.word(i), "{" | "}"));
        if head.is_some_and(|i| self.view.word(i) == "{") {
            return Some(Diagnostic::error("other-word", self.here(), message).help("write `if`").write("if"));
        }
        let help = "write `if … { … }` around the effect, or put `when` before the block";
        Some(Diagnostic::error("other-word", self.here(), message).help(help))
    }

    /// `move Capture Man {`
    fn label(&self) -> Option<Diagnostic> {
        let kind = |i: usize| self.view.kind(i) == Some(TokenKind::Capital);
        if self.view.word(0) != "move" || self.at != 2 || !kind(1) || !kind(2) {
            return None;
        }
        let label = self.view.word(1);
        let span = self.view.list[1].span;
        let message = format!("`{label}` stands where a label goes, and labels begin with a small letter");
        let help = format!("write `{}` for a label, or `{label}, {}` for two kinds", small(label), self.found());
        let report = Diagnostic::error("capital-letter", span, message).help(help).write(small(label));
        Some(report.write(format!("{label},")))
    }

    /// `board sqare 8x8`: the misspelt shape was taken for the name of the board.
    fn shape(&self) -> Option<Diagnostic> {
        let at = match self.view.word(0) {
            "board" if self.has(Rule::shape) || self.has(Rule::board_shape) => 1,
            // A board on the line of the players.
            "players" if self.found() == "board" => self.at + 1,
            _ => return None,
        };
        if self.view.kind(at) != Some(TokenKind::Word) {
            return None;
        }
        let word = self.view.word(at);
        let report =
            Diagnostic::error("unknown-shape", self.view.list[at].span, format!("unknown shape of board `{word}`"));
        if matches!(word, "rectangle" | "rectangular" | "grid" | "chess" | "checkerboard" | "chessboard") {
            let help = "did you mean `square`? `board square 8x6` has eight files and six ranks";
            return Some(report.help(help).write("square"));
        }
        if matches!(word, "torus" | "toroidal" | "cylinder" | "wrapped") {
            let help = "did you mean `square`? `board square 8x8 wrapped` has all edges joined, `wrapped-files` the left and right one";
            return Some(report.help(help));
        }
        if matches!(word, "circle" | "ring" | "loop" | "round") {
            let help = "did you mean `track`? The ends of `board track 12 wrapped` are joined";
            return Some(report.help(help).write("track"));
        }
        if matches!(word, "cube" | "3d" | "cubic") {
            return Some(report.help("a board of three dimensions is `board square 3x3x3`"));
        }
        if matches!(word, "line" | "linear" | "lane" | "strip") {
            return Some(report.help("did you mean `row`? `board row 9` is one rank").write("row"));
        }
        if matches!(word, "hex" | "hexes" | "hexagons" | "hexagonal") {
            return Some(
                report.help("did you mean `hexagon 5`, five cells to a side? `rhombus 5x7` has files and ranks"),
            );
        }
        let known = SHAPES.join("`, `");
        Some(match nearest(word, SHAPES.iter().copied()) {
            Some(near) => report.did_you_mean([near]),
            None => report.help(format!(
                "the shapes are `{known}`; a further board has its name before its shape: `board {word} square 2x2`"
            )),
        })
    }

    /// A word of the language that belongs somewhere else.
    fn misplaced(&self) -> Option<Diagnostic> {
        let found = self.found();
        let error = |message: String, help: &str| {
            Some(Diagnostic::error("misplaced-word", self.here(), message).help(help.to_string()))
        };
        if self.has(Rule::clause) && EFFECTS.contains(&found) {
            if let Some(told) = self.brace_before_pick() {
                return Some(told);
            }
            // On a line of its own it is what the clause above does: the brace is missing where that ends.
            if self.view.indent(self.at).is_some() && !matches!(self.before(), "{" | "}") {
                let verb = (0..self.at).rev().find(|&i| VERBS.contains(&self.view.word(i)));
                let clause = verb.map(|verb| self.words(verb, self.at)).filter(|text| text.len() <= 60);
                let message = format!("expected `{{` after `{}`", clause.as_deref().unwrap_or(self.before()));
                let help = format!("what a clause does stands behind it, in braces: `{{ {found} … }}`");
                return Some(Diagnostic::error("expected-token", self.gap(), message).help(help));
            }
            if let Some(told) = self.closed_too_early() {
                return Some(told);
            }
            let help = match found {
                "move" => "how a piece moves is said by a verb: `step`, `slide`, `leap`, `hop` or `fly`",
                _ => "effects stand in `{ … }` after a clause such as `step any to empty`",
            };
            return error(format!("`{found}` is an effect, not a clause"), help);
        }
        if self.has(Rule::effect) && VERBS.contains(&found) {
            let help = match found {
                "place" => {
                    "the effect that puts a piece down is `put`, as in `put Stone on to`; close the effects with `}` before a clause"
                }
                _ => "clauses stand in the block of `move`; close the effects with `}` first",
            };
            return error(format!("`{found}` begins a clause, which can't stand among effects"), help);
        }
        if (self.has(Rule::clause) || self.has(Rule::effect)) && VERDICTS.contains(&found) {
            return error(format!("`{found}` is a verdict"), "verdicts stand in `end { … }`");
        }
        if found == ")" && self.open_bracket().is_none() {
            let starts = |&i: &usize| {
                matches!(self.view.word(i), "{" | "}" | "=" | "when" | "if" | "require" | "square" | "," | "=>" | "(")
                    || self.view.word(0) == "eval" && self.view.word(i) == "*"
                    || self.view.indent(i + 1).is_some()
            };
            let start = (0..self.at.saturating_sub(1)).rev().find(starts).map_or(0, |i| i + 1);
            let within = self.view.list[start].span.to(self.view.list[self.at.saturating_sub(1)].span);
            let report = Diagnostic::error("misplaced-word", self.here(), "this `)` closes nothing");
            let report = report.help("leave it out, or open its bracket with `(`").leave_out();
            return Some(report.label(within, "its bracket may be missing here"));
        }
        if self.has(Rule::brace_close) && ITEMS.contains(&found) {
            let help = match self.view.word(0) {
                "turn" => "groups of moves are named by their labels: `move quiet Man { … }` and here `quiet`",
                _ => "close the block with `}` first",
            };
            return error(format!("`{found}` begins an item, which can't stand in a block"), help);
        }
        None
    }

    /// `{ do sink } move from onto to }`: without the brace before it this is one of the effects.
    fn closed_too_early(&self) -> Option<Diagnostic> {
        let brace = self.at.checked_sub(1).filter(|&i| self.view.word(i) == "}")?;
        let (brace, end) = (self.view.list[brace].span, self.view.list.last()?.span.end);
        let rest = self.view.text.get(brace.end..end)?;
        let message = format!("`{}` is an effect, not a clause", self.found());
        let told = Diagnostic::error("misplaced-word", self.here(), message);
        self.reads(Span::new(brace.start, end), &format!(" {rest} }}")).then(|| {
            told.help("leave out the `}` before it, which closes the effects too early")
                .leave_out_at(brace)
                .label(brace, "this closes the effects")
        })
    }

    /// What may begin here, of effects, clauses and verdicts, and which word that fits is near to what stands here.
    pub(super) fn near(&self) -> (Option<Rule>, Option<String>) {
        let mut words: Vec<String> =
            self.expected.iter().filter(|&&rule| called(rule) == Called::Word).map(|&rule| word(rule)).collect();
        let mut add = |list: &[&str]| words.extend(list.iter().map(|&word| word.to_string()));
        let openers = [(Rule::effect, EFFECTS), (Rule::clause, VERBS), (Rule::verdict, VERDICTS)];
        let mut what = None;
        for (rule, list) in openers {
            if self.has(rule) {
                add(list);
                what = Some(rule);
            }
        }
        if self.has(Rule::board_modifier) {
            add(OF_BOARD);
        }
        if self.has(Rule::piece_modifier) {
            add(OF_PIECE);
        }
        let near = nearest(self.found(), words.iter().map(String::as_str)).map(str::to_string);
        (what, near)
    }

    pub(super) fn misspelt(&self) -> Option<Diagnostic> {
        let found = self.found();
        if self.view.kind(self.at) != Some(TokenKind::Word) {
            return None;
        }
        let tail = self.has(Rule::EOI) && (self.view.indent(self.at).is_some() || self.before() == "}");
        let begins = [VERBS, EFFECTS, VERDICTS].iter().any(|words| words.contains(&found));
        let (what, near) = self.near();
        if tail && (begins || near.is_none() && !is_a(Rule::reserved, found)) {
            let told = unknown_item(found, self.here());
            // `exposed(c, p) = …`
            let close = (self.at..self.view.list.len()).find(|&i| self.view.word(i) == ")").unwrap_or(self.at);
            let head = if self.view.word(self.at + 1) == "(" { close } else { self.at };
            return Some(match self.view.word(head + 1) {
                "=" if head > self.at => told.help(format!(
                    "the word of the item is missing: write `define {} = …`",
                    self.words(self.at, head + 1)
                )),
                _ => told,
            });
        }
        // `{ taken = taken or over }`
        if self.has(Rule::effect) && self.view.word(self.at + 1) == "=" && self.declares(found) {
            let message = format!("a value is given by `set`, which is missing before `{found}`");
            let told = Diagnostic::error("unknown-effect", self.here(), message);
            return Some(told.help(format!("write `set {found} = …`")).write(format!("set {found}")));
        }
        let (code, kind) = match what {
            Some(Rule::effect) => ("unknown-effect", "effect"),
            Some(Rule::clause) => ("unknown-verb", "verb"),
            Some(_) => ("unknown-verdict", "verdict"),
            None => ("unknown-word", "word"),
        };
        // `enemy Lion vanished`: a word in the middle of a line is no verdict.
        let begins = self.before() == "{" || self.view.indent(self.at).is_some();
        let what = what.filter(|&what| what != Rule::verdict || begins || near.is_some());
        if near.is_none() && what.is_none() {
            return None;
        }
        // `put Rook castling`: before what has a meaning in the middle of a line a word is rather missing.
        let means = self.declares(found) || vocabulary::word(found).is_some_and(|word| word.is(role::VALUE));
        if near.is_none() && !begins && means && self.left_out().is_some() {
            return None;
        }
        let report = if is_a(Rule::reserved, found) {
            return None;
        } else if what.is_some() && near.is_none() {
            Diagnostic::error(code, self.here(), format!("unknown {kind} `{found}`{}", self.after()))
        } else {
            Diagnostic::error(code, self.here(), format!("unknown {kind} `{found}`"))
        };
        if let (Some(Rule::effect), Some(help)) = (what, self.misnamed_effect()) {
            return Some(report.help(help));
        }
        Some(match near {
            Some(near) => report.did_you_mean([near.as_str()]),
            None => report.help(match what {
                Some(Rule::effect) => "an effect of your own is called with `do`; the effects are `take`, `put`, `flip`, `move`, `promote`, `set` …".to_string(),
                Some(Rule::clause) if is_direction(found) => {
                    "a clause begins with its verb: `step` for one cell, `slide` for as many as are empty".to_string()
                }
                Some(Rule::clause) if self.before() != "{" && nearest(found, EFFECTS.iter().copied()).is_some() => {
                    let effect = nearest(found, EFFECTS.iter().copied()).unwrap_or(found);
                    format!("effects stand in braces behind a clause: `{{ {effect} … }}`")
                }
                // A label may be called so: `move jump Man { jump … }`.
                Some(Rule::clause) if let Some(help) = other(found) => help.to_string(),
                Some(Rule::clause) => format!("the verbs are {}", in_words(VERBS)),
                _ => "the verdicts are `win`, `lose`, `draw`, `White wins` and `score`".to_string(),
            }),
        })
    }

    /// Whatever else: what was found, and what would have fitted.
    pub(super) fn unexpected(&self) -> Diagnostic {
        let after = self.after();
        let list = self.list();
        if self.at >= self.view.list.len() || !self.complete() {
            let list = if list.is_empty() { "something else".to_string() } else { list };
            let report = Diagnostic::error("expected-token", self.gap(), format!("expected {list}{after}"));
            // In the head of an item the item itself is the example.
            let head = (0..self.at).all(|i| !matches!(self.view.word(i), "{" | "="));
            let operand = self.expected.iter().any(|&rule| called(rule) == Called::Operand);
            let item = vocabulary::word(self.view.word(0)).filter(|_| head && !operand).map(|word| word.example);
            return match example(self.before()).or(item) {
                Some(example) => report.help(format!("such as `{example}`")),
                None => report,
            };
        }
        let report =
            Diagnostic::error("unexpected-token", self.here(), format!("unexpected `{}`{after}", self.found()));
        // `repeat 3`
        let name = self.at.checked_sub(1).filter(|&i| self.view.kind(i) == Some(TokenKind::Word));
        let name = name.map(|i| self.view.word(i)).filter(|word| !is_a(Rule::reserved, word));
        let unknown = |word: &&str| !self.declares(word);
        let near = name.filter(unknown).and_then(|word| nearest(word, PREFIXES.iter().copied()));
        let number = self.view.kind(self.at) == Some(TokenKind::Number) || self.found() == "of";
        let takes_number = ["rank", "ranks", "line", "lines", "repeats", "holding"];
        let fits = |near: &&str| match *near {
            "file" | "files" => number || self.found().len() == 1,
            near => number || !takes_number.contains(&near),
        };
        if let Some(near) = near.filter(fits) {
            let help = format!("did you mean `{near} {}`?", self.found());
            return report.help(help).write_at(self.view.list[self.at - 1].span, near);
        }
        if list.is_empty() { report } else { report.help(format!("here may stand {list}")) }
    }

    /// What would have fitted, most telling first, in words.
    pub(super) fn list(&self) -> String {
        let rank = |rule: Rule| match called(rule) {
            Called::Operand => 0,
            Called::Thing(_) => 1,
            Called::Word => 2,
            Called::Sign(_) => 3,
            Called::Hidden => 9,
        };
        let operator = |rule: Rule| {
            matches!(
                rule,
                Rule::kw_or
                    | Rule::kw_else
                    | Rule::kw_and
                    | Rule::kw_on
                    | Rule::kw_except
                    | Rule::kw_div
                    | Rule::kw_mod
                    | Rule::op_plus
                    | Rule::op_minus
                    | Rule::op_times
                    | Rule::op_eq
                    | Rule::op_ne
                    | Rule::op_lt
                    | Rule::op_le
                    | Rule::op_gt
                    | Rule::op_ge
                    | Rule::dots
                    | Rule::step_count
                    | Rule::kw_of
            )
        };
        let many = self.expected.iter().filter(|&&rule| operator(rule)).count() > 3;
        // `for each` stands where clauses do.
        let shown = |rule: Rule| rule != Rule::EOI && !(rule == Rule::kw_for && self.has(Rule::clause));
        let mut rules: Vec<Rule> =
            self.expected.iter().copied().filter(|&rule| shown(rule) && !(many && operator(rule))).collect();
        rules.sort_by_key(|&rule| rank(rule));
        let mut words: Vec<String> = Vec::new();
        for text in rules.into_iter().flat_map(describe) {
            if !words.contains(&text) {
                words.push(text);
            }
        }
        if many {
            words.push("an operator".to_string());
        }
        let more = words.len() > 6;
        words.truncate(6);
        if more {
            return format!("{} …", words.join(", "));
        }
        match words.pop() {
            Some(last) if words.is_empty() => last,
            Some(last) => format!("{} or {last}", words.join(", ")),
            None => String::new(),
        }
    }

    /// The last bracket that is open at the place.
    pub(super) fn open_bracket(&self) -> Option<Span> {
        let mut open = Vec::new();
        for index in 0..self.at {
            match self.view.word(index) {
                "(" => open.push(index),
                ")" => drop(open.pop()),
                _ => {}
            }
        }
        open.pop().map(|index| self.view.list[index].span)
    }
}

/// `neutral piece Stone`
pub(super) fn modifier_first(word: &str, kind: &str, span: Span) -> Diagnostic {
    Diagnostic::error("unknown-item", span, format!("no item begins with `{word}`"))
        .help(format!("it follows the name: `piece {kind} {word}`"))
}

/// The message for a word that opens nothing where an item should begin.
pub(super) fn unknown_item(found: &str, span: Span) -> Diagnostic {
    let report = Diagnostic::error("unknown-item", span, format!("no item begins with `{found}`"));
    if ITEMS.contains(&small(found).as_str()) {
        return report.help(format!("items begin with a small letter: `{}`", small(found))).write(small(found));
    }
    if found == "fen" {
        return report.help("rows of a position are a setup: `setup fen \"…\"`").write("setup fen");
    }
    if VERDICTS.contains(&found) {
        return report.help(format!("verdicts stand in `end {{ … }}`, as in `end {{ {found} when … }}`"));
    }
    if matches!(small(found).as_str(), "promotion" | "promotions" | "promote" | "upgrade") {
        let clause = "`step forward to empty { promote to on far rank as Queen }`";
        return report.help(format!("a piece becomes another by an effect behind its clause: {clause}"));
    }
    if matches!(found, "illegal" | "forbidden" | "forbid") {
        return report.help("`legal` says what must hold after a ply: `legal when no own King on attacked by enemy`");
    }
    match meant_item(found) {
        Some(near) => report.did_you_mean([near]),
        None if VERBS.contains(&found) => {
            report.help("clauses stand in the block of `move`, as in `move Pawn { step forward to empty }`")
        }
        None if EFFECTS.contains(&found) => report.help("effects stand in `{ … }` after a clause"),
        None => report.help(
            "items begin with `game`, `players`, `board`, `piece`, `setup`, `move`, `turn`, `legal`, `end`, `eval` …",
        ),
    }
}

/// The item that is probably meant by a word that opens none.
pub(super) fn meant_item(found: &str) -> Option<&'static str> {
    let meant = OTHER_ITEMS.iter().find(|(words, _)| words.contains(&found)).map(|(_, item)| *item);
    let small = ITEMS.iter().find(|item| **item == small(found)).copied();
    meant.or(small).or_else(|| nearest(found, ITEMS.iter().copied()))
}

/// The words of other systems for items.
const OTHER_ITEMS: &[(&[&str], &str)] = &[
    (&["title", "name"], "game"),
    (&["include", "import", "inherit", "inherits", "extend", "variant", "like", "use", "uses", "based"], "extends"),
    (&["start", "initial", "begin", "init", "position", "array", "placement"], "setup"),
    (&["goal", "goals", "victory", "winner", "win", "result", "terminal", "ending", "finish"], "end"),
    (&["rule", "rules", "ability", "play", "plays"], "move"),
    (&["kind", "kinds", "unit", "units", "figure"], "piece"),
    (&["number", "int", "cells", "variable", "variables", "var", "flag", "counter"], "state"),
    (&["let", "const", "function", "macro", "fn", "def"], "define"),
    (&["constraint", "restriction"], "legal"),
    (&["pocket", "pockets", "reserve", "stock"], "hand"),
    (&["sides", "colors", "colours"], "players"),
    (&["grid"], "board"),
    (&["face", "faces"], "facing"),
    (&["evaluation", "heuristic", "value"], "eval"),
];

/// Whether a message says that an opening brace is missing: one that closes nothing is its consequence.
pub(super) fn wants_brace(mistake: &Diagnostic) -> bool {
    mistake.message.starts_with("expected ") && mistake.message.contains("`{`")
        || mistake.message.ends_with("is an effect, not a clause")
}

/// Whether a message says that a clause stands among effects: a brace that is never closed is its cause.
pub(super) fn among_effects(mistake: &Diagnostic) -> bool {
    mistake.message.ends_with("which can't stand among effects")
}

/// Whether a message says that a clause stands in brackets.
pub(super) fn in_brackets(mistake: &Diagnostic) -> bool {
    mistake.help.as_ref().is_some_and(|help| help.starts_with("a clause stands without brackets"))
}

/// Whether a message is about a bracket that closes nothing.
pub(super) fn closes_nothing(mistake: &Diagnostic) -> bool {
    mistake.message == "this `)` closes nothing"
}

/// The same with a small first letter.
pub(super) fn small(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}
