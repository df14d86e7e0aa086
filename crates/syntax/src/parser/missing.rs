//! What is missing where the grammar failed: a name, a number, a kind, a word, a comma.

use rulesmith_grammar::Rule;

use super::expected::{Called, called};
use super::explain::{Failure, example, small};
use super::is_a;
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::tokens::{Token, TokenKind};
use crate::words::{EFFECTS, ENEMY, OWN, VERBS, free_name};

/// So many words and signs of a region are repeated.
const MOST_BEHIND: usize = 12;

impl Failure<'_> {
    pub(super) fn name_wanted(&self) -> Option<Diagnostic> {
        let wanted = [Rule::name, Rule::label, Rule::group_label, Rule::pick_name].iter().any(|&rule| self.has(rule));
        let wanted = wanted && !self.complete();
        if !wanted || self.at >= self.view.list.len() {
            return None;
        }
        let found = self.found();
        let span = self.here();
        if is_a(Rule::cell, found) {
            let message = format!("`{found}` looks like a cell and can't be a name");
            return Some(
                Diagnostic::error("name-like-cell", span, message)
                    .help("one or two letters with digits are cells: take a longer name"),
            );
        }
        if self.has(Rule::pick_name) && is_a(Rule::reserved, found) && self.view.word(self.at + 1) != "in" {
            let region = if found == "in" { "" } else { found };
            let example = format!("pick it in {region} …").replace("  ", " ");
            return Some(
                Diagnostic::error("unnamed-pick", span, "what is picked has no name")
                    .help(format!("write `{example}`; effects call it by that name, such as `take it`")),
            );
        }
        // Behind an owner a region of the owner's may be named, and much else may stand: nothing is being named there.
        let owner = matches!(self.before(), "own" | "enemy")
            || self.view.kind(self.at.saturating_sub(1)) == Some(TokenKind::Capital);
        if is_a(Rule::reserved, found) && !owner {
            let message = format!("`{found}` is a word of the language and can't be a name");
            let help = match self.before() {
                "by" => "it is `by advance`, `by height`, `by distance to …`, or by a `table` of the file".to_string(),
                "each" => "`for each d in any` goes through directions; an effect is for all cells of its region: \
                           `take enemy on neighbours of to`"
                    .to_string(),
                "do" if EFFECTS.contains(&found) => {
                    format!("`do` is for effects with a name: leave it out, `{found} …`")
                }
                item => format!("take another name, such as `{}`", free_name(item, found)),
            };
            return Some(Diagnostic::error("reserved-name", span, message).help(help));
        }
        if self.view.kind(self.at) == Some(TokenKind::Capital) && !self.has(Rule::capital) {
            let small = small(found);
            let message = format!("`{found}` begins with a capital, which only players and kinds do");
            return Some(
                Diagnostic::error("capital-letter", span, message).help(format!("write `{small}`")).write(small),
            );
        }
        None
    }

    /// `put Rook on own rank  set …`: the row itself is missing, and what comes next was not meant for it.
    pub(super) fn number_missing(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before(), self.found());
        let row = matches!(before, "rank" | "ranks" | "line" | "lines" | "repeats" | "holding");
        let begins = self.view.indent(self.at).is_some() || matches!(found, "}" | "{" | ")" | ",");
        let owned = matches!(self.view.before(self.at.saturating_sub(1)), "own" | "enemy" | "on");
        (row && begins && owned).then(|| {
            let told = Diagnostic::error("expected-token", self.gap(), format!("expected a number after `{before}`"));
            told.help(format!("such as `{}`", example(before).unwrap_or("rank 1")))
        })
    }

    pub(super) fn kind_wanted(&self) -> Option<Diagnostic> {
        let wanted = self.has(Rule::capital)
            || self.has(Rule::kinds)
            || self.has(Rule::piece_def)
            || self.has(Rule::facing_part)
            || self.has(Rule::owner);
        let found = self.found();
        if !wanted || self.complete() || self.view.kind(self.at) != Some(TokenKind::Word) || is_a(Rule::reserved, found)
        {
            return None;
        }
        // `region pits south 1..6`: an equals sign would fit as well, but a small word can only be a player here.
        let mut letters = found.chars();
        let capital: String =
            letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect();
        let meant = [(OWN, "own"), (ENEMY, "enemy")].into_iter().find(|(words, _)| words.contains(&found));
        if let Some((_, word)) = meant.filter(|_| !self.view.has_word(&capital)) {
            let message = format!("`{found}` is not a word of the language here");
            return Some(
                Diagnostic::error("other-word", self.here(), message).help(format!("write `{word}`")).write(word),
            );
        }
        // `players Sente, ote`, with `Gote` in the rest of the file.
        let meant = self.capital_near(found).filter(|_| !self.view.has_word(&capital));
        // What has a meaning as it is was hardly meant for the name of a kind.
        let known = self.declares(found) || is_a(Rule::cell, found);
        if known && meant.is_none() && !self.view.has_word(&capital) {
            return None;
        }
        let capital = meant.unwrap_or(capital);
        // `put Hole at c1`: where no kind of the file is meant, it is the `on` that is missing.
        if (self.has(Rule::kw_on) || self.has(Rule::slot_on)) && !self.view.has_word(&capital) {
            return None;
        }
        Some(
            Diagnostic::error(
                "small-letter",
                self.here(),
                format!("`{found}` begins with a small letter, but players and kinds begin with a capital"),
            )
            .help(format!("write `{capital}`"))
            .write(capital),
        )
    }

    /// Something that must stand here.
    pub(super) fn missing(&self) -> Option<Diagnostic> {
        if self.complete() {
            return self.missing_comma();
        }
        let error = |text: String| Diagnostic::error("expected-token", self.gap(), text);
        let after = self.after();
        let phrase = self.phrase();
        if self.found() == "stuck" {
            let report = Diagnostic::error("expected-token", self.here(), "this does not say who is stuck");
            let help = "write `enemy stuck` for the player to move next, or a player's name";
            return Some(report.help(help).write("enemy stuck"));
        }
        if self.found() == "always" {
            let report = Diagnostic::error("expected-token", self.here(), "this does not say after whose plies");
            let help = "write `own always C` for the positions with the other player to move";
            return Some(report.help(help).write("own always"));
        }
        let on = self.has(Rule::kw_on) && self.place_behind().is_some();
        if self.has(Rule::paren_close) && !on && !self.expected.iter().any(|&rule| called(rule) == Called::Operand) {
            let report = error(format!("expected `)`{after}")).help("close the bracket with `)`");
            // `(empty enemy)`: the bracket is closed, and a word is missing in it.
            let many = |sign: &str| (0..self.view.list.len()).filter(|&i| self.view.word(i) == sign).count();
            if many("(") == many(")")
                && self.view.kind(self.at) == Some(TokenKind::Word)
                && let Some((help, words)) = self.left_out()
            {
                let told = self.unexpected().help(help);
                return Some(words.iter().fold(told, |told, word| self.insert(told, word)));
            }
            return Some(match self.open_bracket() {
                Some(span) => report.label(span, "this bracket is open"),
                None => report,
            });
        }
        // The words between the parts of clauses and effects, and what follows them.
        let slots = [
            (Rule::kw_to, "`to` and a region", " to empty"),
            (Rule::kw_over, "`over` and a region", " over enemy to empty"),
            (Rule::kw_onto, "`onto` and a region", " onto to"),
            (Rule::kw_under, "`under` and a region", " under to"),
            (Rule::kw_through, "`through` and a region", " through empty"),
            (Rule::kw_along, "`along` and a link or direction", " along next"),
            (Rule::kw_by, "`by` and what is added up", " by advance"),
            (Rule::kw_than, "`than` and a cell", " than from"),
            (Rule::kw_of, "`of` and a region", " of own"),
            (Rule::kw_with, "`with` and what the lines hold", " with 2 own, 1 empty"),
            (Rule::kw_from, "`from` and a region", " from own to far rank"),
            match (self.view.word(self.part), self.found()) {
                ("for", _) => (Rule::kw_in, "`in` and directions", " in any"),
                ("pick", "own" | "from") => (Rule::kw_in, "`in` and a region", " in own"),
                _ => (Rule::kw_in, "`in` and a region", " in empty"),
            },
        ];
        let continues = self.has(Rule::kw_or) || self.has(Rule::kw_except);
        // `rank far`: a number may stand there as well, and rather.
        let continues = continues || matches!(self.before(), "rank" | "ranks" | "file" | "files");
        let mut slots = slots.iter().filter(|(rule, ..)| match rule {
            Rule::kw_of if continues => false,
            // Elsewhere it is an operand.
            Rule::kw_from => self.has(Rule::kw_from) && (self.part..self.at).any(|i| self.view.word(i) == "fewest"),
            rule => self.has(*rule),
        });
        // `legal when not attacked`: what stands on those cells, and whose piece attacks them.
        let asks = self.at.checked_sub(2).map(|i| self.view.word(i)).filter(|_| self.before() == "attacked");
        if let Some(asks @ ("not" | "no" | "when" | "if" | "and" | "or")) = asks.filter(|_| self.has(Rule::kw_by)) {
            let kind = self.view.declared(&["piece"]).next().unwrap_or("King");
            let no = if matches!(asks, "not" | "no") { "no " } else { "" };
            let told = Diagnostic::error(
                "expected-token",
                self.view.list[self.at - 1].span,
                "this does not say what is attacked, and by whom",
            );
            return Some(told.help(format!("write which pieces: `{no}own {kind} on attacked by enemy`")));
        }
        // `link next (i) i + 1`
        if self.view.word(0) == "link"
            && self.before() == ")"
            && self.view.word(2) == "("
            && (0..self.at).all(|i| self.view.word(i) != "->")
        {
            let report = error(format!("expected `->`{after}"));
            let report = report.help(format!("write `{} -> …`", self.words(0, self.at)));
            return Some(self.insert(report, "->"));
        }
        if self.view.word(0) == "captives" {
            return Some(error("expected `captives to hand`".to_string()));
        }
        // `fewest from a to b`: what is counted was taken to be the cell of departure.
        let fewest = (self.part..self.at).rev().find(|&i| self.view.word(i) == "fewest");
        if let Some(fewest) = fewest.filter(|_| self.has(Rule::kw_from) && self.before() == "from") {
            let head = self.words(fewest, self.at - 1);
            let from = Diagnostic::error(
                "expected-token",
                self.view.list[self.at - 1].span,
                format!("expected a region to be counted after `{head}`"),
            );
            return Some(from.help(format!("such as `{head} empty from {} to …`", self.operand_behind(self.at))));
        }
        if let Some((rule, what, example)) = slots.next() {
            // `sow own row next`: only the word is missing.
            let found = self.found();
            let link = *rule == Rule::kw_along && self.declares(found);
            let written = format!(" along {found}");
            // `take enemy on ray any of to`: of what is to be met there.
            let ray = (self.part..self.at).rev().find(|&i| self.view.word(i) == "ray").filter(|&i| i > 1);
            let met = ray.filter(|&i| self.view.word(i - 1) == "on").map(|i| self.view.word(i - 2));
            let met =
                met.filter(|met| matches!(*met, "own" | "enemy" | "occupied")).map(|met| format!(" through {met}"));
            let (what, example) = match (*rule, self.before(), self.view.word(self.part)) {
                (Rule::kw_through, ..) if met.is_some() => (*what, met.as_deref().unwrap_or(example)),
                (Rule::kw_by, "attacked", _) => ("`by` and whose pieces", " by enemy"),
                (Rule::kw_with, _, "swap") => ("`with` and a cell", " with from"),
                _ => (*what, if link { &written } else { *example }),
            };
            let help = if let Some(example) = super::explain::example(&phrase) {
                format!("such as `{example}`")
            } else if phrase.contains(' ') {
                format!("such as `{phrase}{example}`")
            } else {
                format!("such as `…{example}`")
            };
            return Some(error(format!("expected {what}{after}")).help(help));
        }
        if (self.has(Rule::slot_on) || self.has(Rule::kw_on)) && (on || !self.has(Rule::kw_except)) {
            if let Some(region) = self.place_behind() {
                return Some(
                    error(format!("expected `on` and a region{after}"))
                        .help(format!("write `{phrase} on {region}`"))
                        .write_at(self.here(), if region == "to" { "on to" } else { "on" }),
                );
            }
            // What a position begins with is not empty anywhere yet.
            let region = if self.view.word(0) == "setup" { "rank 1" } else { "empty" };
            return Some(
                error(format!("expected `on` and a region{after}")).help(format!("such as `{phrase} on {region}`")),
            );
        }
        let opens = self.has(Rule::brace_open) || self.has(Rule::effects);
        if opens && self.view.word(0) != "define" && self.view.word(0) != "board" {
            let what = if self.has(Rule::brace_open) { "`{`" } else { "`{` and effects" };
            return Some(error(format!("expected {what}{after}")));
        }
        None
    }

    /// What stands behind a word that many write for `on`: `White King at e1`.
    pub(super) fn place_behind(&self) -> Option<String> {
        if !matches!(self.found(), "at" | "to" | "onto") {
            return None;
        }
        let behind = self.view.list.get(self.at + 1..)?;
        let end = self.here().end;
        let setup = self.view.word(0) == "setup";
        let within = |token: &&Token| {
            let same_line = !self.view.text[end..token.span.start].contains('\n');
            let sign = matches!(&self.view.text[token.span.start..token.span.end], ".." | "(" | ")" | ",");
            let capital = token.kind == TokenKind::Capital && !setup;
            same_line && (sign || capital || matches!(token.kind, TokenKind::Word | TokenKind::Number))
        };
        let starts = (self.at + 1..)
            .map(|i| self.view.word(i))
            .map(|word| matches!(word, "when" | "as") || EFFECTS.contains(&word) || VERBS.contains(&word));
        let region = behind.iter().zip(starts).take(MOST_BEHIND).take_while(|(token, starts)| within(token) && !starts);
        let Some((last, _)) = region.last() else {
            // `put Queen to`: the region is `to` itself.
            let bound = self.found() == "to" && self.view.word(self.part) == "put";
            return bound.then(|| "to".to_string());
        };
        let text = &self.view.text[behind[0].span.start..last.span.end];
        // What is open at its end is not all of it.
        let whole = text.matches('(').count() == text.matches(')').count();
        Some(if whole { text.split_whitespace().collect::<Vec<_>>().join(" ") } else { "…".to_string() })
    }

    /// `players White Black`
    pub(super) fn missing_comma(&self) -> Option<Diagnostic> {
        let kind = self.view.kind(self.at)?;
        let same = self.at.checked_sub(1).and_then(|i| self.view.kind(i)) == Some(kind);
        if !self.has(Rule::comma) || !same || kind != TokenKind::Capital {
            return None;
        }
        let (before, found) = (self.before(), self.found());
        let message = format!("expected `,` between `{before}` and `{found}`");
        let behind = self.view.list[self.at - 1].span.end;
        Some(
            Diagnostic::error("expected-token", self.here(), message)
                .help(format!("write `{before}, {found}`"))
                .fix("put a comma between them", [(Span::new(behind, behind), ",".to_string())]),
        )
    }
}
