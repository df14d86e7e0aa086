//! A word that is none, near the place where the grammar failed: what it was meant to be is told by what becomes of the
//! text with another word in its place. Also a word too many, one too few, and a word of the language in the place of one
//! that looks like it.
//!
//! In: where the grammar failed. Out: the message at the word itself, or what may be missing.

use rulesmith_grammar::Rule;

use super::expected::{Called, called};
use super::explain::Failure;
use super::is_a;
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::tokens::TokenKind;
use crate::vocabulary::{self, WORDS, number, role, with};
use crate::words::{EFFECTS, ENEMY, OWN, SHAPES, VALUES, VERBS, VERDICTS, is_direction, is_known, other};

/// So far back such a word is looked for.
const MOST_BACK: usize = 5;

/// So many words are tried in the place of one.
const MOST_TRIED: usize = 8;

/// So many are named.
const MOST_NAMED: usize = 3;

/// A longer text is not read again and again.
const LONGEST: usize = 20_000;

/// So far back a word of the language is looked for that stands for another one.
const MOST_BACK_TO_KNOWN: usize = 2;

/// So far back a word is looked for that is missing before what stands there, and not in a longer text.
const MOST_BACK_TO_LACK: usize = 3;
const LONGEST_FOR_ALL: usize = 3_000;

/// Words that may be missing between two operands, before one, or behind one; and signs that may.
const MISSING: &[&str] = &with::<{ number(role::JOINS) }>(role::JOINS);
const SIGNS: &[&str] = &[",", "<", "=", "+", "-", "*", "->", ".."];

/// Of the words, and some others, those that only some places take: they tell more than what nearly all take.
const TELLING: &[&str] = &["always", "through", "until", "when"];

/// Signs of other languages between operands, and the words for them.
const SIGNS_OF_OTHERS: &[(&str, &str)] = &[("|", "or"), ("||", "or"), ("&", "and"), ("&", "on"), ("&&", "and")];

impl Failure<'_> {
    /// Such a word, with what may be meant.
    pub(super) fn repaired(&self) -> Option<Diagnostic> {
        let (at, meant) = self.repair()?;
        let (word, span) = (self.view.word(at), self.view.list[at].span);
        if meant[0] == word.to_lowercase() {
            let message = format!("`{word}` begins with a capital, which only players and kinds do");
            let report = Diagnostic::error("capital-letter", span, message).help(format!("write `{}`", meant[0]));
            return Some(report.write(meant[0].as_str()));
        }
        // A word that opens something, where one is expected, is told by what is expected there.
        if at == self.at && self.near().1.is_some_and(|near| near == meant[0]) {
            return self.misspelt();
        }
        let report = Diagnostic::error("unknown-word", span, format!("there is no word `{word}`"));
        Some(report.did_you_mean(meant.iter().map(String::as_str)))
    }

    /// The place of such a word, and the words that let the grammar go on.
    fn repair(&self) -> Option<(usize, Vec<String>)> {
        if self.read.text.len() > LONGEST {
            return None;
        }
        let last = self.view.list.len().saturating_sub(1);
        let first = self.at.saturating_sub(MOST_BACK).max(usize::from(self.read.rule == Rule::only_item));
        let back = (first..=self.at.min(last)).rev();
        let back = back.take_while(|&i| i == self.at || !matches!(self.view.word(i), "{" | "}"));
        // `move west 2 fo to onto …`: that a number of steps begins is seen at its `of`.
        let words = back.chain(self.at + 1..=(self.at + 2).min(last));
        words.filter(|&i| self.is_no_word(i)).find_map(|at| {
            let meant = self.meant(at).into_iter();
            let mends: Vec<(usize, String)> =
                meant.filter_map(|word| Some((self.progress(at, &word)?, word))).collect();
            // Those with which the grammar comes farthest.
            let farthest = mends.iter().map(|(place, _)| *place).max()?;
            let best = mends.into_iter().filter(|(place, _)| *place == farthest).map(|(_, word)| word);
            Some((at, best.take(MOST_NAMED).collect()))
        })
    }

    /// `and Black Black King on rank 8`
    pub(super) fn twice(&self) -> Option<Diagnostic> {
        let back = self.at.saturating_sub(3).max(2)..=self.at.min(self.view.list.len().saturating_sub(1));
        let twice = |&i: &usize| self.view.word(i) == self.view.before(i) && self.view.kind(i) != Some(TokenKind::Sign);
        let at = back.rev().filter(twice).find(|&i| self.is_mended(i, ""))?;
        Some(Diagnostic::stands_twice(self.view.word(at), self.view.list[at].span).leave_out())
    }

    /// `option size = 8 8 in 4..19`: what stands twice, where the item is read to its end without it. `board square 8 8` means
    /// something.
    pub(super) fn plainly_twice(&self) -> Option<Diagnostic> {
        let back = self.at.saturating_sub(3).max(1)..=self.at.min(self.view.list.len().saturating_sub(1));
        let sign = |i: usize| matches!(self.view.word(i), "{" | "}" | "(" | ")");
        let twice = |&i: &usize| self.view.word(i) == self.view.before(i) && !sign(i);
        // The first of the two goes, with the space behind it: `free free(to)`.
        let first = |i: usize| Span::new(self.view.list[i - 1].span.start, self.view.list[i].span.start);
        let sizes = self.view.word(0) == "board" && self.view.kind(self.at) == Some(TokenKind::Number);
        let short = !sizes && self.read.text.len() <= LONGEST;
        let at = back.rev().filter(|_| short).filter(twice).find(|&i| self.reads(first(i), ""))?;
        Some(Diagnostic::stands_twice(self.view.word(at), self.view.list[at].span).leave_out_at(first(at)))
    }

    /// `promote no on far rank`, `legal when on own King …`: a word of the language one letter from another one with which
    /// the item is read to its end.
    pub(super) fn mistaken(&self) -> Option<Diagnostic> {
        if self.read.text.len() > LONGEST {
            return None;
        }
        let last = self.at.min(self.view.list.len().saturating_sub(1));
        let first = self.at.saturating_sub(MOST_BACK_TO_KNOWN).max(1);
        let (at, meant) = (first..=last).rev().find_map(|at| {
            let (word, span) = (self.view.word(at), self.view.list[at].span);
            // `(from | to)`
            let joins = SIGNS_OF_OTHERS.iter().filter(|(sign, _)| *sign == word).map(|(_, join)| *join);
            let joins: Vec<&str> = joins.filter(|join| self.reads(span, join)).collect();
            // `promote to far rank`: the cell of arrival is well where it is.
            let operand = at < self.at && VALUES.contains(&word) && word != "no";
            if !joins.is_empty() || !is_known(word) || operand {
                return (!joins.is_empty()).then_some((at, joins));
            }
            let beside = [self.view.before(at), self.view.word(at + 1)];
            let fits = |other: &&str| {
                // Of several rows a list or a range tells.
                let rows = other.strip_suffix('s') == Some(word) && word.len() > 2;
                let listed = || self.view.word(at + 2) == ".." || self.view.kind(at + 2) == Some(TokenKind::Number);
                strsim::osa_distance(word, other) == 1
                    && (!rows || listed())
                    && !beside.contains(other)
                    && (is_a(Rule::reserved, other) || VALUES.contains(other))
                    && self.reads(span, other)
            };
            let meant: Vec<&str> = WORDS.iter().map(|other| other.text).filter(fits).take(MOST_NAMED).collect();
            (!meant.is_empty()).then_some((at, meant))
        })?;
        let report = match at == self.at && self.lacks_operand() {
            // `if on own store`: what stands before it may be gone as well.
            true => self.unexpected(),
            false => {
                let message = format!("unexpected `{}` after `{}`", self.view.word(at), self.view.before(at));
                Diagnostic::error("unexpected-token", self.view.list[at].span, message)
            }
        };
        // `no own on rank 1  no enemy`: a word may as well be missing before it.
        let missing = if at == self.at && !self.lacks_operand() { self.left_out() } else { None };
        let missing = missing.map_or(String::new(), |(help, _)| format!(" Else {help}"));
        let asked = format!("did you mean `{}`?{missing}", meant.join("` or `"));
        Some(meant.into_iter().fold(report.or_help(asked), |told, word| told.write(word)))
    }

    /// `no (on rank 1)`: an operand is missing before a word that stands behind one.
    fn lacks_operand(&self) -> bool {
        let behind = vocabulary::word(self.found()).is_some_and(|word| word.is(role::BEHIND_OPERAND));
        behind && !self.complete() && self.expected.iter().any(|&rule| called(rule) == Called::Operand)
    }

    /// `win when enemy stuck the and …`: a word too many. One of the language is where the grammar fails; one that is none may
    /// have been taken for a name before.
    pub(super) fn superfluous(&self) -> Option<Diagnostic> {
        if self.read.text.len() > LONGEST {
            return None;
        }
        let word = |i: usize| self.view.kind(i) == Some(TokenKind::Word);
        // `deck16` is a cell of the board `deck`.
        let declared =
            |word: &str| self.declares(word) || self.declares(word.trim_end_matches(|c: char| c.is_ascii_digit()));
        // Of the names of another file nothing is known here.
        let alone = !self.view.has_word("extends");
        let strange = |i: usize| alone && word(i) && !is_known(self.view.word(i)) && !declared(self.view.word(i));
        let sign = |i: usize| self.view.word(i) == ":";
        let reserved = |i: usize| word(i) && is_a(Rule::reserved, self.view.word(i)) && self.left_out().is_none();
        // `any of else q`, `east else of from`: what stands behind an operand is hardly too many where one is missing.
        let lacks = self.lacks_operand();
        let here = [self.at].into_iter().filter(|&i| sign(i) || strange(i) || reserved(i));
        let before = self.at.checked_sub(1).filter(|&i| i > 0 && (strange(i) || lacks && reserved(i)));
        let reads = |i: usize| self.reads(self.view.list[i].span, "").then(|| (i, self.view.list[i].span));
        // `step any to: empty`
        let colon = [self.at.wrapping_sub(1), self.at].into_iter().find(|&i| word(i) && self.view.word(i + 1) == ":");
        let both = colon.map(|i| (i, self.view.list[i].span.to(self.view.list[i + 1].span)));
        let both = both.filter(|(_, span)| self.reads(*span, ""));
        let alone = || match lacks {
            true => before.into_iter().chain(here).find_map(reads),
            false => here.chain(before).find_map(reads),
        };
        let (at, span) = both.or_else(alone)?;
        // `attacked by own ook`
        if let Some(kind) = self.capital_near(self.view.word(at)).filter(|kind| strange(at) && self.reads(span, kind)) {
            let message = format!("there is no name `{}`", self.view.word(at));
            return Some(Diagnostic::error("unknown-name", span, message).did_you_mean([kind.as_str()]));
        }
        let (gone, before) = (&self.view.text[span.start..span.end], self.view.before(at));
        if at == self.at && lacks {
            return Some(self.unexpected().or_help(format_args!("leave `{gone}` out")).leave_out_at(span));
        }
        let message = format!("unexpected `{gone}` after `{before}`");
        let report = Diagnostic::error("unexpected-token", span, message);
        Some(report.help(format!("leave it out: without `{gone}` this can be read")).leave_out())
    }

    /// What may be missing before the place, if a word or sign there lets the grammar go on.
    pub(super) fn left_out(&self) -> Option<(String, Vec<&'static str>)> {
        // `enemy near(to)`: before the call, whose name was taken for a region of a player's.
        let call = self.found() == "(" && self.view.has_params(self.before());
        let at = if call { self.at - 1 } else { self.at };
        let token = self.view.list.get(at).filter(|_| at > 0 && self.read.text.len() <= LONGEST)?;
        let found = &self.view.text[token.span.start..token.span.end];
        let fits = |word: &&str| self.is_mended(at, &format!("{word} {found}"));
        // Before a number rather a sign than a word.
        let number = token.kind == TokenKind::Number;
        let (first, rest) = if number { (SIGNS, MISSING) } else { (MISSING, SIGNS) };
        let mut fitting: Vec<&str> = first.iter().chain(rest).chain(TELLING).copied().filter(fits).collect();
        // `any to empty`, where a clause begins: the verbs with which the item is read to its end.
        if fitting.is_empty() && self.expected.contains(&Rule::clause) {
            fitting.extend(VERBS.iter().filter(|verb| self.reads(token.span, &format!("{verb} {found}"))));
        }
        // What only some places take tells more than what nearly all take.
        let (mut told, rest): (Vec<&str>, Vec<&str>) = fitting.iter().copied().partition(|word| TELLING.contains(word));
        told.sort_unstable();
        told.dedup();
        // `own always C`
        told.retain(|word| *word != "always" || matches!(self.view.before(at), "own" | "enemy"));
        let behind = rest.len().min(2);
        fitting = [&rest[..behind], &told, &rest[behind..]].concat();
        let before = self.view.before(at);
        // `41 i`, not `rank 1 own`.
        let row = matches!(self.view.before(at - 1), "rank" | "ranks" | "file" | "files" | "..");
        let amount = self.view.kind(at - 1) == Some(TokenKind::Number) && !row;
        match fitting[..] {
            [] => None,
            // `neighbours from`
            _ if is_direction(before) && fitting.contains(&"of") => {
                Some((format!("write `{before} of {found}`"), vec!["of"]))
            }
            [one] => Some((format!("write `{before} {one} {found}`"), fitting)),
            // `when quiet 100`, `count own count enemy`: what all joins numbers.
            _ if (fitting.contains(&"<") || amount && fitting.contains(&"+"))
                && (number || amount || matches!(found, "count" | "sum")) =>
            {
                let formula = number || self.view.word(0) == "link" || !fitting.contains(&"and");
                let joins = if formula { "" } else { "`and` or `or` between conditions, " };
                let help = format!(
                    "something is missing before `{found}`: {joins}a comparison such as `=`, `<`, `>=`, or `+`, `-`, `*`, `div`, `mod`"
                );
                fitting.retain(|word| matches!(*word, "and" | "or" | "=" | "<" | "+" | "-"));
                Some((help, fitting))
            }
            [one, ref rest @ ..] => {
                let others: Vec<&str> = rest.iter().take(MOST_NAMED).copied().collect();
                let help = format!("something is missing before `{found}`, such as `{one}`, `{}`", others.join("`, `"));
                Some((help, [&[one][..], &others].concat()))
            }
        }
    }

    /// The same message, with the words that may be missing before the place or shortly before it: with one of them the item is
    /// read to its end. `on by enemy`, `when 3 of own`, `{ turn }`
    pub(super) fn or_one_more(&self, told: Diagnostic) -> Diagnostic {
        let Some((at, words)) = self.one_more() else { return told };
        let behind = self.words(at, (self.at + 1).min(self.view.list.len()));
        let written = |word: &str| format!("`{word} {behind}`");
        let place = self.view.list[at].span.start;
        let help = told.help.as_deref().unwrap_or_default();
        let verbs = self.has(Rule::clause) && words.iter().all(|word| VERBS.contains(word));
        // What might stand here, and an example, are no cause.
        let unsure = help.is_empty() || ["here may stand", "such as"].iter().any(|begins| help.starts_with(begins));
        let named = help.split(['`', ' ']).any(|said| words.contains(&said));
        if !verbs && (named || words.len() > 1 && !unsure && !help.ends_with('?')) {
            return told;
        }
        let told = match words[..] {
            [one] if self.has(Rule::effect) && EFFECTS.contains(&one) => told.help(format!("write {}", written(one))),
            _ if verbs => {
                let all: Vec<String> = words.iter().take(MOST_NAMED).map(|word| written(word)).collect();
                told.help(format!("a clause begins with its verb: write {}", all.join(" or ")))
            }
            _ => {
                let such: Vec<String> = words.iter().take(MOST_NAMED).map(|word| format!("`{word}`")).collect();
                let missing = match words[..] {
                    ["any"] => format!("a direction is missing before `{behind}`, such as `any`"),
                    [one] => format!("write {}", written(one)),
                    _ => format!("something is missing before `{behind}`, such as {}", such.join(", ")),
                };
                if unsure { told.help(missing) } else { told.or_help(missing) }
            }
        };
        words.iter().take(MOST_NAMED).fold(told, |told, word| {
            told.fix(format!("put `{word}` before it"), [(Span::new(place, place), format!("{word} "))])
        })
    }

    /// Such words, and before what.
    pub(super) fn one_more(&self) -> Option<(usize, Vec<&'static str>)> {
        let last = self.view.list.len().checked_sub(1).filter(|_| self.read.text.len() <= LONGEST_FOR_ALL)?;
        // What is misspelt lacks no word, and numbers side by side lack a sign.
        let strange = |i: usize| {
            let word = self.view.word(i);
            self.view.kind(i) == Some(TokenKind::Word)
                && !is_known(word)
                && !self.declares(word)
                && !is_a(Rule::cell, word)
        };
        if self.view.kind(self.at) == Some(TokenKind::Number)
            || (self.at.saturating_sub(MOST_BACK_TO_LACK)..=self.at).any(strange)
        {
            return None;
        }
        let back = (self.at.saturating_sub(MOST_BACK_TO_LACK).max(1)..=self.at.min(last)).rev();
        let back = back.take_while(|&i| i == self.at || !matches!(self.view.word(i), "{" | "}"));
        // `own King` is one phrase.
        let back = back.filter(|&i| i == self.at || !matches!(self.view.before(i), "own" | "enemy"));
        // `southwest 3 of s or of s`: that a word is missing may be seen before it.
        let on = Some(self.at + 1).filter(|&i| i <= last && self.view.word(i) == "of");
        let place = back.into_iter().chain(on).find_map(|at| {
            let start = self.view.list[at].span.start;
            let mut words = self.fitting(Span::new(start, start));
            words.retain(|word| self.leads(word, at));
            // `files of R`, of as many as it has.
            let plural = |word: &str| words.iter().any(|other| other.strip_suffix('s') == Some(word));
            let words: Vec<&str> = words.iter().copied().filter(|word| !plural(word)).collect();
            (!words.is_empty()).then_some((at, words))
        });
        // Of effects the first ones stand for all.
        place.filter(|(_, words)| words.len() <= MOST_NAMED || words.iter().all(|word| EFFECTS.contains(word)))
    }

    /// The words with which the item is read to its end at some place, or in that of another word.
    fn fitting(&self, place: Span) -> Vec<&'static str> {
        // What stands alone is no word that something lacks; of directions one stands for all.
        let alone = |word: &str| VALUES.contains(&word) || matches!(word, "board" | "mobility") || is_direction(word);
        let tried = WORDS.iter().map(|word| word.text).filter(|word| !alone(word)).chain(["any"]);
        let fits = |word: &str| self.reads(place, &format!(" {word} "));
        // Where a name may stand, a word that may be one is read as that.
        let named = fits("any-name");
        tried.filter(|word| (!named || is_a(Rule::reserved, word)) && fits(word)).collect()
    }

    /// `backward through p`: what the word where the grammar failed, or the one before, stands for.
    pub(super) fn one_other(&self) -> Option<(usize, Vec<&'static str>)> {
        let last = self.view.list.len().checked_sub(1).filter(|_| self.read.text.len() <= LONGEST_FOR_ALL)?;
        // What has a meaning, or begins something, stands there for a reason.
        let begins = |word: &str| [VERBS, EFFECTS, VERDICTS, SHAPES].iter().any(|words| words.contains(&word));
        let meant = |word: &str| VALUES.contains(&word) || is_direction(word) || begins(word) || self.declares(word);
        let near = (self.at.saturating_sub(1).max(1)..=self.at.min(last)).rev();
        let near = near.filter(|&i| self.view.kind(i) != Some(TokenKind::Number) && !meant(self.view.word(i)));
        let fit = near.map(|at| {
            let mut words = self.fitting(self.view.list[at].span);
            // `backward through p`: what a direction leads from.
            if is_direction(self.view.before(at)) && words.contains(&"of") {
                words = vec!["of"];
            }
            (at, words)
        });
        fit.into_iter().find(|(_, words)| (1..=MOST_NAMED).contains(&words.len()))
    }

    /// Whether a word goes with what stands behind it: the grammar takes any name for a direction, a number or a region.
    pub(super) fn leads(&self, word: &str, at: usize) -> bool {
        // These take a number, which a name hardly is: `to tiles without own`.
        let counts = matches!(word, "line" | "lines" | "repeats");
        if counts && self.view.kind(at) != Some(TokenKind::Number) {
            return self.view.declared(&["option"]).any(|option| option == self.view.word(at));
        }
        // What may be one of these cells hardly spreads: `when from in rank 1`.
        if word == "flood" && matches!(self.view.word(at), "from" | "to" | "over") {
            return false;
        }
        // `{ no own King on unsafe }`, `{ quiet }` of a clock
        let next = self.view.word(at);
        if EFFECTS.contains(&word) && matches!(next, "no" | "not" | "count") {
            return word == "require";
        }
        if EFFECTS.contains(&word) && self.view.declared(&["clock"]).any(|clock| clock == next) {
            return word == "reset";
        }
        let way = vocabulary::word(word).is_some_and(|word| word.is(role::DIRECTION_FOLLOWS));
        !way || is_direction(next)
            || matches!(next, "axis" | "leap" | "inverse" | "(")
            || self.view.declared(&["link"]).any(|link| link == next)
    }

    /// The same message, mended by a word or sign before its place.
    pub(super) fn insert(&self, told: Diagnostic, word: &str) -> Diagnostic {
        let before = self.view.list.get(self.at.wrapping_sub(1)).map_or(self.here().start, |token| token.span.end);
        let space = if word == "," { "" } else { " " };
        told.fix(format!("put `{word}` before it"), [(Span::new(before, before), format!("{space}{word}"))])
    }

    /// Whether a token is a word that neither the language has nor the file, and that has no advice of its own.
    fn is_no_word(&self, at: usize) -> bool {
        let word = self.view.word(at);
        // A letter alone is a file of the board behind its word, a name before its value, and what is left of a short word elsewhere.
        let file = || {
            matches!(self.view.before(at), "file" | "files" | "column" | "columns" | ".." | "x")
                || matches!(self.view.word(at + 1), ".." | "=")
        };
        if word.len() < 2 && file() {
            return false;
        }
        let advised = || other(word).is_some() || OWN.contains(&word) || ENEMY.contains(&word);
        // `r` for `or`, where another item has a parameter `r`.
        let head = || (1..at).map(|i| self.view.word(i)).take_while(|word| !matches!(*word, ")" | "{" | "="));
        let foreign = || word.len() == 1 && self.view.has_param(word) && head().all(|other| other != word);
        // `move whn own hand {`, `move eneym pits onto …`: what is a label here alone may be what is misspelt.
        let label = || self.view.before(at) == "move" && !self.view.is_repeated(word);
        match self.view.kind(at) {
            Some(TokenKind::Word) => {
                (!self.declares(word) || label() || foreign())
                    && !is_known(word)
                    && !is_a(Rule::cell, word)
                    && !advised()
            }
            // `Of`, `When`: what is written with a capital once may be a player's or a kind's.
            Some(TokenKind::Capital) => {
                let small = word.to_lowercase();
                is_known(&small) || self.declares(&small)
            }
            _ => false,
        }
    }

    /// What may be meant by such a word, the nearest first.
    fn meant(&self, at: usize) -> Vec<String> {
        let small = self.view.word(at).to_lowercase();
        if self.view.kind(at) == Some(TokenKind::Capital) {
            return vec![small];
        }
        let slips = if small.len() > 5 { 2 } else { 1 };
        // Names of the compass are told by the analysis, with those that the board has.
        let words = WORDS.iter().filter(|word| !word.is(role::COMPASS)).map(|word| word.text);
        let distance = |other: &str| strsim::osa_distance(&small, other);
        let mut near: Vec<(usize, &str)> =
            words.map(|word| (distance(word), word)).filter(|(n, _)| *n <= slips).collect();
        near.sort_by_key(|(n, word)| (*n, word.len().abs_diff(small.len())));
        near.dedup();
        near.into_iter().map(|(_, word)| word.to_string()).take(MOST_TRIED).collect()
    }
}
