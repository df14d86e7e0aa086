//! Habits in expressions.

use rulesmith_grammar::Rule;

use crate::diag::Diagnostic;
use crate::parser::expected::{Called, called};
use crate::parser::explain::Failure;
use crate::parser::is_a;
use crate::tokens::TokenKind;
use crate::words::{EFFECTS, is_direction, other};

/// Numbers in words, from 2 on.
pub(super) const IN_WORDS: [&str; 5] = ["two", "three", "four", "five", "six"];

impl Failure<'_> {
    /// The first word from a place on, with the number behind `rank` and the like.
    pub(in crate::parser) fn operand_behind(&self, at: usize) -> String {
        match self.view.word(at) {
            row @ ("rank" | "file" | "ranks" | "files") => format!("{row} {}", self.operand_behind(at + 1)),
            owner @ ("own" | "enemy") if self.view.kind(at + 1) == Some(TokenKind::Capital) => {
                format!("{owner} {}", self.view.word(at + 1))
            }
            first if self.view.word(at + 1) == ".." => format!("{first}..{}", self.view.word(at + 2)),
            word => word.to_string(),
        }
    }

    /// `ranks 1 size`: a list goes on with numbers only, since a name may begin what comes next.
    pub(super) fn rows_to_a_name(&self) -> Option<String> {
        let word = |i: usize| self.view.word(i);
        let setup = word(0) == "setup";
        let is_name = |i: usize| self.view.kind(i) == Some(TokenKind::Word) && !is_a(Rule::reserved, word(i));
        let listed = |i: &usize| matches!(word(i - 2), "ranks" | "files") && self.is_number(i - 1) && is_name(*i);
        // In `setup` it was taken for the number of what comes next.
        let behind = if setup { 2 } else { 0 };
        let at = (self.at.saturating_sub(behind).max(2)..=self.at).find(listed)?;
        if setup && !(self.is_player(word(at + 1)) || word(at + 1) == "}") {
            return None;
        }
        let (rows, first, last) = (word(at - 2), word(at - 1), word(at));
        Some(format!("write `{rows} {first}..{last}`, or `{rows} {first} ({last})` for these two alone"))
    }

    /// Whether a word stands for cells, as far as the text tells.
    fn known_region(&self, word: &str) -> bool {
        const WORDS: [&str; 12] = [
            "corners", "edge", "center", "dark", "light", "empty", "occupied", "own", "enemy", "neutral", "all", "none",
        ];
        let small = word.starts_with(|c: char| c.is_ascii_lowercase());
        !small
            || WORDS.contains(&word)
            || is_a(Rule::cell, word)
            || is_a(Rule::reserved, word)
            || self.view.is_declared(word)
    }

    /// Whether `in line`, `in a row` stands from a place on.
    pub(super) fn in_line(&self, at: usize) -> bool {
        let article = usize::from(matches!(self.view.word(at + 1), "a" | "one" | "the"));
        self.view.word(at) == "in" && matches!(self.view.word(at + 1 + article), "line" | "row")
    }

    /// `3 own in line`, `five Man in a row`
    pub(in crate::parser) fn line_of_pieces(&self) -> Option<Diagnostic> {
        let word = |i: usize| self.view.word(i);
        let said = |i: usize| IN_WORDS.iter().position(|&number| number == word(i)).map(|n| (n + 2).to_string());
        let number = |i: usize| if self.is_number(i) { Some(word(i).to_string()) } else { said(i) };
        let found = (self.at.saturating_sub(3)..self.at).rev().find_map(|i| Some((i + 1, number(i)?)));
        let (first, n) = found?;
        let inside = (first + 1..first + 4).find(|&i| self.in_line(i))?;
        if self.view.kind(first) == Some(TokenKind::Sign) {
            return None;
        }
        let of = self.words(first, inside);
        let message = format!("unexpected `{}` after `{}`", word(first), self.view.before(first));
        let report = Diagnostic::error("unexpected-token", self.view.list[first].span, message);
        Some(report.help(format!("a line is written `line {n} of {of}`")))
    }

    /// Regions, numbers and conditions.
    pub(super) fn expression_habit(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let help = match found {
            "not" if self.complete() && next == "attacked" => {
                let owner = self.view.word(self.at.saturating_sub(2));
                let owner = if matches!(owner, "own" | "enemy") { format!("{owner} ") } else { String::new() };
                format!("write `no {owner}{before} on attacked by …`")
            }
            // `win when 3 own Man on corners`
            _ if self.number_before()
                && matches!(self.view.word(self.at.saturating_sub(2)), "when" | "and" | "or" | "if")
                && (matches!(found, "own" | "enemy") || self.is_capital(self.at)) =>
            {
                format!("how many there are is counted: `count {} = {before}`", self.value(self.at))
            }
            "full" if self.complete() && is_a(Rule::name, before) => {
                let owner = self.view.word(self.at.saturating_sub(2));
                let owner = if matches!(owner, "own" | "enemy") { format!("{owner} ") } else { String::new() };
                format!("what is full has no empty cell: `no empty on {owner}{before}`")
            }
            "if" if before != "require" && self.expected.iter().any(|&rule| called(rule) == Called::Operand) => {
                "a number has no `if`: `min(1, count R)` is 1 where `R` has a cell and 0 where it has none; multiply by it what counts there alone".to_string()
            }
            "when" if matches!(before, "or" | "and") => {
                format!("leave it out: `when … {before} {}`", self.value(self.at + 1))
            }
            "," if self.view.word(0) == "eval" && self.complete() => {
                "terms stand side by side: leave the comma out".to_string()
            }
            "=" if self.view.word(0) == "eval" && self.capital_before() && self.is_number(self.at + 1) => {
                format!("a term is a number with its weight: `{next} * count own {before}`")
            }
            // `own on height 4`
            _ if before == "height" && self.is_number(self.at) => format!("stacks so high are `holding {found}`"),
            // `when on rank 2`
            "on" if before == "when" && self.view.word(0) == "move" => {
                format!("say what is there: `when from on {}`", self.operand_behind(self.at + 1))
            }
            "in" if matches!(next, "check" | "mate" | "checkmate") => {
                "a piece in check is on `attacked by enemy`: `own King on attacked by enemy`".to_string()
            }
            "not" if self.complete()
                && next == "on"
                && self.capital_before()
                && self.view.word(0) == "legal"
                && !(0..self.at).any(|i| self.view.word(i) == "not") =>
            {
                let owner = self.view.word(self.at.saturating_sub(2));
                let owner = if matches!(owner, "own" | "enemy") { format!("{owner} ") } else { String::new() };
                format!("write `no {owner}{before} {}`", self.value(self.at + 1))
            }
            "not" if self.complete() && next == "on" => {
                let what = self.value(self.at + 2);
                let owner = self.at.checked_sub(2).map_or("", |i| self.view.word(i));
                let owner = if matches!(owner, "own" | "enemy") { format!("{owner} ") } else { String::new() };
                format!("what is in one region and not in another: `{owner}{before} except {}`", what.trim_end())
            }
            ">" if before == "<" => "write `!=`".to_string(),
            "," if self.number_before() && self.is_number(self.at + 1) && next.len() == 3 => {
                format!("a number stands without commas: `{before}{next}`")
            }
            "none" | "empty" if before == "is" && self.at > 1 => {
                let first = (0..self.at).rev().find(|&i| matches!(self.view.word(i), "when" | "and" | "or" | "if"));
                let what = self.words(first.map_or(0, |i| i + 1), self.at - 1);
                format!("write `no {what}`")
            }
            _ if before == "is" && self.is_number(self.at) => format!("numbers are compared by `=`: `= {found}`"),
            // `count own count enemy` lacks a sign.
            "count" if matches!(before, "own" | "enemy") && self.view.before(self.at.saturating_sub(1)) != "count" => format!("write `count {before}`"),
            "enemies" | "opponents" if matches!(before, "all" | "any" | "every") => "write `enemy`".to_string(),
            "pieces" | "stones" | "men" if matches!(before, "all" | "any" | "every") => {
                "every piece is `occupied`, the mover's are `own`".to_string()
            }
            "=" | ":" if before == "score" => "leave it out: `score E` is what `own` has minus what the enemy has".to_string(),
            "not" if self.complete() => format!("write `no {before} {next} …`, or `not` before the whole condition"),
            "of" if is_direction(before) && (self.complete() || self.has(Rule::paren_close)) && self.at > 1 => {
                let whose = self.view.word(self.at - 2);
                format!("write `{whose} on {before} of {next}`")
            }
            _ if is_direction(before)
                && !is_direction(found)
                && self.has(Rule::kw_on)
                && self.view.word(self.at.saturating_sub(2)) == "on"
                && self.view.indent(self.at).is_none()
                && (self.is_capital(self.at) || matches!(found, "from" | "to" | "over" | "own" | "enemy" | "(")) =>
            {
                format!("write `{before} of {found}`")
            }
            // `f()`
            ")" if before == "(" && self.view.kind(self.at.saturating_sub(2)) == Some(TokenKind::Word) => {
                let name = self.view.word(self.at - 2);
                match is_a(Rule::reserved, name) {
                    true => return None,
                    false if self.view.has_params(name) => {
                        format!("what it is about stands in the brackets, as in `{name}(to)`")
                    }
                    false => format!("without anything in them they are left out: `{name}`"),
                }
            }
            "hand" if !self.complete() && self.list().starts_with("a region") => {
                let kind = if self.is_capital(self.at + 1) { format!(" {next}") } else { String::new() };
                let no = if before == "no" { "no " } else { "" };
                let owner = if next == "enemy" { "enemy" } else { "own" };
                format!("say whose: `{no}{owner} hand{kind}`")
            }
            // `when turn = 1`, `when first turn`
            "turn" if !self.complete() && self.list().starts_with("a region") || before == "first" => {
                "plies are counted by a `clock`: with `clock plies` the first one is `plies = 0`".to_string()
            }
            "of" if matches!(before, "count" | "groups" | "largest" | "no" | "sum") => format!("leave it out: `{before} {next}`"),
            "to" if before == "any" && self.has(Rule::kw_of) => {
                "`any` is all directions; any piece is `occupied`, any cell is `all`".to_string()
            }
            "far" if matches!(before, "own" | "enemy") && next == "rank" => match before {
                "own" => "it is the own one anyway: `far rank`".to_string(),
                _ => "the rank that is farthest for the enemy is the nearest one: `own rank 1`".to_string(),
            },
            "far" if before == "rank" => "write `far rank`".to_string(),
            "file" | "files" if before == "far" => {
                "only a rank is far, as its player sees it: `far rank`; a file has a letter, `file a`".to_string()
            }
            "empty" if before == "hand" => "an empty hand is `no own hand`".to_string(),
            "<" | "<=" | ">" | ">=" | "=" if self.complete() => return self.chained_comparison(),
            "<" | ">" if before == "=" => format!("write `{found}=`"),
            "=" if matches!(before, "<" | ">") => format!("write `{before}=`"),
            // `count own > 3 and < 5`
            "<" | "<=" | ">" | ">=" | "=" if matches!(before, "and" | "or") => return self.number_again(),
            // `on (4,4)`
            "," if self.has(Rule::paren_close) && self.number_before() && self.is_number(self.at + 1)
                && matches!(self.view.word(0), "setup" | "region" | "move") =>
            {
                "a cell is a letter for its file and a number for its rank: `a1` is the first of both".to_string()
            }
            // `in 2 orthogonal of from`
            _ if self.number_before() && self.is_direction(found) && next == "of" => {
                let of = self.operand_behind(self.at + 2);
                format!("the number stands behind the direction: `{found} {before} of {of}`")
            }
            "rank" | "ranks" if matches!(before, "near" | "nearest") => {
                let owner = if self.view.word(0) == "setup" { self.two_players()[0] } else { "own" };
                format!("the nearest one is a player's first: `{owner} rank 1`")
            }
            "next" if next == "to" => {
                let owned = matches!(self.view.word(self.at.saturating_sub(2)), "own" | "enemy");
                let what = self.words(self.at - if owned { 2 } else { 1 }, self.at);
                let of = self.operand_behind(self.at + 2);
                let of = if of.contains(' ') { format!("({of})") } else { of };
                format!("the cells beside others are their neighbours: `{what} on neighbours of {of}`")
            }
            "when" | "if" if before == "require" => {
                format!("leave `{found}` out: `require {}`", self.value(self.at + 1))
            }
            ".." if self.number_before() && self.has(Rule::kw_of) && (self.at.saturating_sub(6)..self.at).any(|i| self.view.word(i) == "ray") => {
                "a ray has one number at most, and then it is so long or none: `ray any 2 of from through empty`".to_string()
            }
            // `step any to enemy (promote to King)`
            "(" if self.complete() && self.view.word(0) == "move" && EFFECTS.contains(&next) => {
                let end = (self.at..self.at + 12).find(|&i| self.view.word(i) == ")").unwrap_or(self.at + 2);
                format!("effects stand in braces: `{{ {} }}`", self.words(self.at + 1, end))
            }
            "(" if self.complete() && (matches!(before, "own" | "enemy") || self.is_player(before)) => {
                self.owner_of_each()
            }
            "stuck" if before == "is" => format!("write `{} stuck`", self.view.word(self.at.saturating_sub(2))),
            "attacked"
                if (self.complete() || self.has(Rule::paren_close)) && (self.capital_before() || matches!(before, "own" | "enemy")) => {
                let owner = self.view.word(self.at.saturating_sub(2));
                let owned = self.capital_before() && matches!(owner, "own" | "enemy");
                let piece = if owned { format!("{owner} {before}") } else { before.to_string() };
                let by = if piece.starts_with("enemy") { "own" } else { "enemy" };
                format!("write `{piece} on attacked by {by}`")
            }
            _ if self.is_capital(self.at)
                && self.complete()
                && matches!(before, "my" | "our" | "friendly" | "mine") =>
            {
                format!("write `own {found}`")
            }
            _ if self.is_capital(self.at) && self.complete() && matches!(before, "their" | "opponent" | "opposing") => {
                format!("write `enemy {found}`")
            }
            // `(forward-left 2, forward-right 2) of from`
            _ if self.is_number(self.at)
                && self.has(Rule::paren_close)
                && self.view.indent(self.at).is_none()
                && is_direction(before) =>
            {
                format!("the number stands behind the bracket, for all directions in it: `({before}, …) {found} of …`")
            }
            "ranks" if before == "far" => {
                "`far rank` is one rank; several are `enemy ranks 1..2`, in `setup` those of a player: `White ranks 1..2`"
                    .to_string()
            }
            "{" if !self.complete() && is_a(Rule::cell, next) => format!("cells stand without braces: `{next} …`"),
            "," if is_a(Rule::cell, before) && is_a(Rule::cell, next) => {
                format!("cells stand side by side, without commas: `{before} {next}`")
            }
            "else" if before == "or" => "write one of the two: `or` where either will do, `else` for what comes second".to_string(),
            "," if self.complete() && matches!(self.view.word(0), "region" | "define") => {
                format!(
                    "regions are joined by `or`: `{} or {}`",
                    self.operand_before(self.at),
                    self.operand_behind(self.at + 1)
                )
            }
            "rank" | "ranks" | "file" | "files"
                if self.complete()
                    && self.has(Rule::kw_or)
                    && (other(before).is_none() || self.declares(before))
                    && self.stranger().is_none()
                    && next.len() < 3 =>
            {
                let worked_out = next == "(";
                let close = (self.at..self.at + 12).find(|&i| worked_out && self.view.word(i) == ")");
                let second = close.map_or(format!("{found} {next}"), |close| self.words(self.at, close + 1));
                let first = self.operand_before(self.at);
                match first.strip_prefix(found).filter(|_| matches!(found, "rank" | "file") && !worked_out) {
                    Some(row) => {
                        format!("regions are joined by `or`: `{first} or {second}`, or shorter `{found}s{row} {next}`")
                    }
                    None => format!("regions are joined by `or`: `{first} or {second}`"),
                }
            }
            _ if self.complete()
                && self.is_number(self.at)
                && self.number_before()
                && matches!(self.view.word(self.at.saturating_sub(2)), "rank" | "file") =>
            {
                format!("several of them are `{}s {before} {found}`", self.view.word(self.at - 2))
            }
            _ if self.complete() && self.has(Rule::kw_or) && self.view.has_params(before) && found != "(" => {
                format!("what a definition is given stands in brackets: `{before}({})`", self.operand_behind(self.at))
            }
            _ if self.complete() && self.has(Rule::kw_or) && is_a(Rule::cell, found) && self.known_region(before) => {
                format!("regions are joined by `or`: `{} or {found}`", self.operand_before(self.at))
            }
            _ if before == ".." && is_a(Rule::cell, found) && self.at > 1 => {
                let first = self.view.word(self.at - 2);
                let (board, _) = first.rsplit_once('-')?;
                format!("each end has the name of its board: `{first}..{board}-{found}`")
            }
            ":" if is_a(Rule::cell, before) && is_a(Rule::cell, next) => {
                format!("a range of cells is written `{before}..{next}`")
            }
            "-" if before == "put" => format!("a number below 0 stands in brackets: `put (-{next}) …`"),
            "count" | "sum" if before == "put" => {
                format!("a number that is worked out stands in brackets: `put ({found} …) Seed on …`")
            }
            "clock" if !self.complete() && !self.has(Rule::name) => {
                let clock = self.view.declared(&["clock"]).next().unwrap_or("quiet");
                format!("a clock is asked by its name: `{clock} >= 100`")
            }
            // `if White to move`
            "to" if next == "move" => {
                // In `end` the turn has passed.
                let mover = if self.view.word(0) == "end" { "enemy" } else { "own" };
                match self.capital_before() {
                    true => format!("whose turn it is, is asked by `{mover} = {before}`"),
                    false => format!("whose turn it is, is asked by `{mover} = White`, with the name of a player"),
                }
            }
            "from" if self.has(Rule::kw_of) && self.head_of_ray().is_some() => {
                let head = self.words(self.head_of_ray()?, self.at);
                format!("write `{head} of {} …`", if next == "through" { "from" } else { next })
            }
            _ if matches!(before, "max" | "maximum" | "min" | "minimum")
                && matches!(self.view.word(0), "end" | "eval" | "legal") =>
            {
                let word = &before[..3];
                format!("of numbers it is `{word}(a, b)`; `count R` and `groups R` count what there is in a region")
            }
            "full" if before == "board" => "a full board is `no empty`".to_string(),
            "most" if !self.complete() && self.view.word(0) == "end" => {
                "who has more of something wins by a score: `score count own - count enemy`".to_string()
            }
            "to" if before == "next" && self.has(Rule::kw_on) && self.at > 1 => {
                let (what, of) = (self.view.word(self.at - 2), self.operand_behind(self.at + 1));
                format!("the cells beside others are their neighbours: `{what} on neighbours of {of}`")
            }
            "to" if self.complete() && self.number_before() && self.is_number(self.at + 1) => {
                format!("a range is written with two dots: `{before}..{next}`")
            }
            "to" if self.complete()
                && next.len() < 3
                && matches!(self.view.word(self.at.saturating_sub(2)), "files" | "file" | "ranks" | "rank") =>
            {
                let rows = self.view.word(self.at - 2).trim_end_matches('s');
                format!("a range is written with two dots: `{rows}s {before}..{next}`")
            }
            "at" if self.complete() && self.has(Rule::kw_on) => {
                "where something is, is said with `on`, as in `to on far rank`".to_string()
            }
            "of" | "own" | "enemy" if before == "line" => "a line is written `line 3 of own`".to_string(),
            "line" if self.complete() && self.is_direction(before) => {
                format!("the way stands behind the number: `line 3 {before} of own`")
            }
            "line" if self.complete() && before.starts_with(char::is_alphabetic) => {
                format!("a line is written `line 3 of {before}`")
            }
            // `take all enemy …`
            _ if before == "all"
                && self.complete()
                && self.at > 1
                && matches!(self.view.word(self.at - 2), "take" | "flip" | "promote") =>
            {
                let effect = self.view.word(self.at - 2);
                format!("leave `all` out: an effect is for all cells of its region, `{effect} {found} …`")
            }
            _ if matches!(before, "all" | "each")
                && self.complete()
                && !matches!(self.view.word(0), "hand" | "setup")
                && other(found).is_none() =>
            {
                "all of `A` are on `B` if none is elsewhere: `no A except B`".to_string()
            }
            _ if before == "any"
                && self.has(Rule::kw_of)
                && self.at > 1
                && matches!(self.view.word(self.at - 2), "to" | "on") =>
            {
                "`any` is every direction; every cell is `all`, or `all except own`".to_string()
            }
            _ if matches!(before, "repetition" | "repetitions" | "repeated") && self.is_number(self.at) => {
                format!("write `repeats {found}`")
            }
            _ if matches!(before, "connected" | "connects" | "connect" | "joins" | "joined") && self.complete() => {
                "what is joined to `A` inside `B` is `flood A in B`: `flood own on rank 1 in own on rank 8`".to_string()
            }
            _ => return None,
        };
        Some(help)
    }

    /// `count own > 3 and < 5` as two comparisons.
    fn number_again(&self) -> Option<String> {
        let word = |i: usize| self.view.word(i);
        let sign = (0..self.at - 1).rev().find(|&i| matches!(word(i), "<" | "<=" | ">" | ">=" | "="))?;
        let ends = |&i: &usize| matches!(word(i), "when" | "if" | "require" | "and" | "or" | "not" | "{" | "(");
        let number = self.words((0..sign).rev().find(ends)? + 1, sign);
        let (first, both) = (self.words(sign, self.at - 1), self.words(self.at - 1, self.at + 2));
        let (join, second) = both.split_once(' ')?;
        Some(format!("each comparison has its number: `{number} {first} {join} {number} {second}`"))
    }

    /// Where the `ray` begins whose directions stand before the place.
    fn head_of_ray(&self) -> Option<usize> {
        let head =
            (self.at.saturating_sub(6)..self.at).rev().find(|&i| matches!(self.view.word(i), "ray" | "beyond"))?;
        (head + 1..self.at).all(|i| self.is_direction(self.view.word(i)) || self.view.word(i) == ",").then_some(head)
    }

    /// `1 < a < 3` as two comparisons, as far as can be seen where the second one begins.
    fn chained_comparison(&self) -> Option<String> {
        const COMPARISONS: [&str; 5] = ["<", "<=", ">", ">=", "="];
        let begins = |word: &str| matches!(word, "when" | "if" | "and" | "or" | "not" | "(" | "{" | "=");
        let words = |from: usize, to: usize| (from..to).map(|i| self.view.word(i)).collect::<Vec<_>>().join(" ");
        let first = (1..self.at).rev().find(|&i| COMPARISONS.contains(&self.view.word(i)))?;
        let start = (0..first).rev().find(|&i| begins(self.view.word(i)))? + 1;
        let middle = words(first + 1, self.at);
        let joined = ["and", "or", "when", "{", "}"].iter().any(|&word| middle.split(' ').any(|w| w == word));
        let last = if self.is_number(self.at + 1) { self.next() } else { "…" };
        let found = self.found();
        (!joined).then(|| format!("write `{} and {middle} {found} {last}`", words(start, self.at)))
    }
}
