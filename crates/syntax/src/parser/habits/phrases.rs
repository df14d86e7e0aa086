//! Phrases of everyday speech, of two or three words, and what to write instead.

use rulesmith_grammar::Rule;

use super::neighbours::{ASKS, HELD, OF_MOVE, compass};
use crate::parser::expected::{Called, called};
use crate::parser::explain::Failure;
use crate::parser::is_a;
use crate::words::{VERBS, both_ways, is_direction};

/// Pieces, as everyday speech calls all of them.
const PIECES: [&str; 7] = ["piece", "pieces", "man", "men", "stone", "stones", "units"];
/// So many, in two words, and how it is compared.
const SO_MANY: [(&str, &str, &str); 6] = [
    ("at", "least", ">="),
    ("at", "most", "<="),
    ("more", "than", ">"),
    ("greater", "than", ">"),
    ("fewer", "than", "<"),
    ("less", "than", "<"),
];

/// Regions that are one word.
const PLACES: [&str; 9] = ["rank", "ranks", "file", "files", "corner", "corners", "edge", "center", "centre"];

impl Failure<'_> {
    /// What a phrase around the place stands for.
    pub(super) fn phrase_habit(&self) -> Option<String> {
        self.phrase_of_item().or_else(|| self.phrase_of_clause()).or_else(|| self.phrase_of_condition())
    }

    /// Items and what is declared: `group capture Man {`, `facing White NE`, `state flag per player: number`.
    fn phrase_of_item(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let begins = self.at == 0 || self.view.indent(self.at) == Some(0);
        Some(match found {
            "group" if begins => format!("the word is `move`: `move {}`", self.value(self.at + 1)),
            "per" if self.view.word(0) == "state" => {
                let player = self.players().first().map_or("white".to_string(), |name| name.to_lowercase());
                format!("a state is the whole game's: name one for each player, `state {player}-{before}: …`")
            }
            ":" if self.view.word(0) == "eval" && self.capital_before() => {
                format!("how many there are is counted: `{next} * count own {before}`")
            }
            _ if matches!(before, "color" | "colour") && self.view.word(0) == "look" => {
                format!("leave `{before}` out: `{} {found}`", self.words(0, self.at.saturating_sub(1)))
            }
            // `move Amazon (`
            "(" if VERBS.contains(&next)
                && self.view.word(0) == "move"
                && self.has(Rule::brace_open)
                && !(0..self.at).any(|i| self.view.word(i) == "{") =>
            {
                format!("its clauses stand in braces: `{} {{ … }}`", self.words(0, self.at))
            }
            // `piece Man White`, `piece Man for White`
            _ if self.view.word(0) == "piece"
                && self.capital_before()
                && (self.is_player(found) || found == "for" && self.is_player(next)) =>
            {
                let player = if found == "for" { next } else { found };
                format!(
                    "both players may have a kind: whose a piece is, is said where it stands, `setup {{ {player} {before} on … }}`, and who may place it by `move {before} when own = {player} {{ … }}`"
                )
            }
            "royal" if self.view.word(0) == "piece" => {
                let kind = (0..self.at).rev().find(|&i| self.is_capital(i)).map_or("King", |i| self.view.word(i));
                format!(
                    "what that means is a rule of its own: `legal when no own {kind} on attacked by enemy`, or `win when no enemy {kind}`"
                )
            }
            "stack" | "stacks" | "stacking" if self.view.word(0) == "piece" && self.capital_before() => {
                format!("pieces that lie on each other are `stacked`: `piece {before} stacked`")
            }
            _ if self.view.word(0) == "look" && self.is_player(found) && self.at == 2 && !self.capital_before() => {
                format!("whose colour it is stands first: `look {found} {before}`")
            }
            "checkered" | "checkerboard" | "chequered" if self.view.word(0) == "board" => {
                "how it is drawn is an item of its own: `look checkered`".to_string()
            }
            ":" if self.view.word(0) == "move" && self.at == 2 && matches!(next, "when" | "costs" | "{") => {
                format!("leave it out: `move {before} {next} …`")
            }
            "stalemate" if self.view.word(0) == "end" && next == "when" => {
                "the word is `draw`: `draw when …`".to_string()
            }
            _ if self.view.word(0) == "look" && self.at == 2 && is_a(Rule::cell, before) => {
                format!("cells to be painted stand in brackets: `look ({before}) {found}`")
            }
            "clock" if self.view.word(0) == "state" && self.has(Rule::kw_cells) => {
                format!("it is an item of its own: `clock {}`", self.view.word(1))
            }
            // `facing White north east`, `facing White NE`
            _ if self.view.word(0) == "facing"
                && let Some(way) = both_ways(before, found) =>
            {
                format!("one direction is one word: `{way}`")
            }
            _ if self.view.word(0) == "facing"
                && self.is_capital(self.at)
                && let Some(way) = compass(found) =>
            {
                format!("directions are written in whole: `{way}`")
            }
            _ => return None,
        })
    }

    /// Clauses and effects: `step forward if empty`, `place Man from hand`, `pick x in enemy { … }`.
    fn phrase_of_clause(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let (two, verb) = (self.back(2), self.view.word(self.part));
        let inside = |word: &str| (self.part..self.at).any(|i| self.view.word(i) == word);
        let in_move = self.view.word(0) == "move";
        Some(match found {
            "if" if HELD.contains(&next) && matches!(verb, "step" | "slide") && !inside("to") => {
                format!("write `{} to {}`", self.words(self.part, self.at), self.value(self.at + 1))
            }
            "from" if next == "hand" && matches!(two, "place" | "put") && self.capital_before() => {
                format!("what comes from a hand is dropped: `drop {before} …`")
            }
            "{" if in_move && (self.at.saturating_sub(4)..self.at).any(|i| self.view.word(i) == "pick") => {
                let effect = self.view.word(self.at + 1);
                format!("`pick` has no braces of its own: the effects follow at once, `… {before}  {effect} …`")
            }
            _ if in_move && self.is_player(found) && matches!(next, "wins" | "loses") => {
                format!("verdicts stand in an item of their own: `end {{ {found} {next} when … }}`")
            }
            "can" | "could" if next == "again" => "write `may again`".to_string(),
            "choose" if next == "{" => "the word is `either`: `either { … } or { … }`".to_string(),
            "under" if self.view.word(self.part) == "pile" => {
                format!(
                    "below a stack it goes by `tuck`: `tuck {} under {}`",
                    self.words(self.part + 1, self.at),
                    self.value(self.at + 1)
                )
            }
            _ if before == "top" && two == "pile" && !self.is_number(self.at) => {
                format!("say how many: `pile top 1 of {}`", self.value(self.at))
            }
            "from" | "to" | "over" if self.capital_before() && two == "put" => {
                format!("write `put {before} on {found}`")
            }
            "to" if two == "reset" && self.is_number(self.at + 1) => {
                format!("it goes back to its start: `reset {before}`; to another number by `set {before} = {next}`")
            }
            "on" if two == "set" && self.has(Rule::op_eq) => {
                format!("cells are added by `set {before} = {before} or {}`", self.value(self.at + 1))
            }
            // `drop 2 Disc on empty`, `drop all on empty`
            _ if before == "drop" && self.is_number(self.at) && self.is_capital(self.at + 1) => {
                format!("one comes at a time: `drop {next} … {{ drop {next} on … }}` for the second")
            }
            _ if before == "drop" && matches!(found, "all" | "anything" | "something") => {
                "write `drop any`".to_string()
            }
            // `promote to as Knight, King on far rank`
            "on" if let Some(promote) =
                (self.at.saturating_sub(10)..self.at).rev().find(|&i| self.view.word(i) == "promote")
                && let Some(kinds) = (promote..self.at).find(|&i| self.view.word(i) == "as") =>
            {
                let (what, kinds) = (self.words(promote, kinds), self.words(kinds, self.at));
                format!("where stands behind what: `{what} on {} {kinds}`", self.value(self.at + 1))
            }
            // `{ to on far rank promote to as Knight }`
            "to" | "from" if next == "on" && self.has(Rule::effect) && self.view.word(0) == "move" => {
                format!("a condition of an effect begins with `if`: `if {} {{ … }}`", self.value(self.at))
            }
            "{" if before == "}" && self.has(Rule::clause) && in_move => {
                "all effects of a clause stand in one pair of braces: leave `} {` out".to_string()
            }
            "turn" if next == "again" => "another ply of the same player is `extra turn`".to_string(),
            "+" if is_direction(before) && is_direction(next) && matches!(verb, "step" | "slide" | "hop") => {
                format!("directions stand with commas: `{before}, {next}`")
            }
            "of" if before == "flood" => format!("leave `of` out: `flood {}`", self.value(self.at + 1)),
            "play" | "plays" | "moves" if next == "again" && self.has(Rule::effect) => {
                "another ply of the same player is `extra turn`; another leg of the piece that moved, `again`"
                    .to_string()
            }
            "{" if before == "may" => {
                "`may` is said of one effect; several that may be left out are `either { … } or { }`".to_string()
            }
            "put" if before == "{" && self.has(Rule::clause) && self.is_capital(self.at + 1) => {
                format!(
                    "a clause that puts a piece on the board begins with `place`: `place {}`",
                    self.value(self.at + 1)
                )
            }
            // `step any`, and the next clause
            _ if matches!(verb, "step" | "slide" | "leap" | "hop")
                && in_move
                && self.view.indent(self.at).is_some()
                && self.has(Rule::kw_to)
                && !inside("to")
                && found != "to" =>
            {
                format!("say where it may end: `{} to empty`", self.words(self.part, self.at))
            }
            "until"
                if let Some(slide) = (0..self.at)
                    .rev()
                    .take_while(|&i| !matches!(self.view.word(i), "{" | "}"))
                    .find(|&i| self.view.word(i) == "slide")
                    && (slide..self.at).any(|i| self.view.word(i) == "to") =>
            {
                format!(
                    "it goes on until something stands in its way; where it may end is one region: `to {before} on {}`",
                    self.value(self.at + 1)
                )
            }
            _ if matches!(before, "adjacent" | "neighbouring" | "neighboring") && two == "over" => {
                format!("leave `{before}` out: `over {found}` is beside it already")
            }
            // `shot = Arrow`
            _ if next == "=" && self.has(Rule::effect) && self.kind_at(self.at + 2).is_some() && self.picked(found) => {
                format!("a piece is put down by `put {} on {found}`", self.view.word(self.at + 2))
            }
            // `ray any to through …`, `ray any 2 to …`
            "through" | "to" if OF_MOVE.contains(&if found == "to" { found } else { before }) && inside("ray") => {
                let last = if found == "to" { self.at } else { self.at - 1 };
                let number = usize::from(self.is_number(last.checked_sub(1)?));
                let way = last.checked_sub(1 + number)?;
                let ray = self.view.word(way.checked_sub(1)?) == "ray" && is_direction(self.view.word(way));
                ray.then(|| format!("write `ray {} of {} …`", self.words(way, last), self.view.word(last)))?
            }
            "until" if inside("ray") && !inside("through") => {
                "the way stands before its end: `through … until …`".to_string()
            }
            // `opposite to onto …`, where `opposite` is a link
            "to" | "from" if self.view.declared(&["link"]).any(|link| link == before) => {
                format!("write `{before} of {found}`")
            }
            _ => return None,
        })
    }

    /// Conditions and verdicts: `two passes`, `all occupied`, `empty rank 8`.
    fn phrase_of_condition(&self) -> Option<String> {
        let (before, found, next) = (self.before(), self.found(), self.next());
        let two = self.back(2);
        Some(match found {
            "passes" | "pass" if matches!(before, "two" | "2" | "both") || next == "twice" => {
                "two passes in a row are `both passed`".to_string()
            }
            // `to holding 2`, `holding <= 2`
            "holding"
                if self.complete()
                    && (matches!(before, "from" | "to" | "over" | "own" | "enemy") || self.capital_before()) =>
            {
                format!("write `{before} on {}`", self.words(self.at, self.at + 2))
            }
            "<" | "<=" | ">" | ">=" if before == "holding" && self.is_number(self.at + 1) => {
                let number: u32 = next.parse().ok()?;
                let range = match found {
                    "<" => format!("1..{}", number.saturating_sub(1)),
                    "<=" => format!("1..{number}"),
                    ">" => format!("{}..17", number.saturating_add(1)),
                    _ => format!("{number}..17"),
                };
                format!("how high is a range: `holding {range}`")
            }
            // `only own King`
            "own" | "enemy" if before == "only" && ASKS.contains(&two) => {
                format!("none is anything else: `no {found} except {}`", self.value(self.at + 1))
            }
            // `empty own rank 1`
            "own" | "enemy" if HELD.contains(&before) && self.complete() && matches!(next, "rank" | "ranks") => {
                format!(
                    "the cells that are in both are joined by `on`: `{before} on {found} {}`",
                    self.operand_behind(self.at + 1)
                )
            }
            "must" if next == "again" => "what is not left to choice needs no word: `again`".to_string(),
            // `100 quiet`
            _ if self.number_before()
                && ASKS.contains(&two)
                && self.view.declared(&["clock"]).any(|clock| clock == found) =>
            {
                format!("numbers are compared: `{found} >= {before}`")
            }
            // `at least 25 own`
            _ if self.is_number(self.at + 1)
                && let Some((.., sign)) = SO_MANY.iter().find(|(one, other, _)| *one == before && *other == found) =>
            {
                // `no more than 3`
                let sign = match (*sign, two) {
                    (">", "no" | "not") => "<=",
                    ("<", "no" | "not") => ">=",
                    (sign, _) => sign,
                };
                let what = self.value(self.at + 2);
                match what.as_str() {
                    "…" => format!("numbers are compared by `{sign} {next}`"),
                    what if what.starts_with("count") => format!("write `{what} {sign} {next}`"),
                    what => format!("how many there are is compared: `count {what} {sign} {next}`"),
                }
            }
            // `enemy without pieces`, `enemy without moves`
            "without" | "lacks" if matches!(before, "own" | "enemy") || self.is_player(before) => match next {
                "moves" | "move" | "legal" | "any"
                    if next != "any" || self.view.word(self.at + 2).starts_with("move") =>
                {
                    format!("who has no move is `{before} stuck`")
                }
                _ if PIECES.contains(&next) => format!("write `no {before}`"),
                _ => return None,
            },
            "move" | "moves" | "legal" if before == "no" && (found != "legal" || next.starts_with("move")) => {
                "who has no move is stuck: `own stuck`, or `enemy stuck`".to_string()
            }
            // `Defenders King none`
            "none" | "absent" | "missing" if self.capital_before() && self.complete() => {
                let owned = matches!(two, "own" | "enemy") || self.is_player(two);
                format!("write `no {}`", self.words(self.at - 1 - usize::from(owned), self.at))
            }
            "attacked"
                if self.complete() && matches!(before, "own" | "enemy") && (ASKS.contains(&two) || two == "on") =>
            {
                format!("write `attacked by {before}`")
            }
            "attacked" if self.complete() && before == ")" => "write `… on attacked by enemy`".to_string(),
            // `empty camp`, `camp empty`
            _ if HELD.contains(&before) && ASKS.contains(&two) && self.is_region(found) => self.holds(before, found),
            _ if HELD.contains(&found) && ASKS.contains(&two) && self.is_region(before) => self.holds(found, before),
            "side" | "end" | "row" if matches!(before, "opposite" | "other" | "opponents") => {
                "the rank that is farthest away is `far rank`".to_string()
            }
            "file" | "column" if matches!(before, "left" | "right" | "leftmost" | "rightmost") => {
                "files have letters, from the left: `file a`".to_string()
            }
            "row" | "rank" if before == "home" => {
                let owner = if matches!(two, "own" | "enemy") { two } else { "own" };
                format!("the rank that is nearest to a player is `{owner} rank 1`")
            }
            _ if before == "row" && two == "home" => {
                let owner = self.back(3);
                let owner = if matches!(owner, "own" | "enemy") { owner } else { "own" };
                format!("the rank that is nearest to a player is `{owner} rank 1`")
            }
            _ if before == "every" && two == "to" => format!("leave `every` out: `to {found}`"),
            // `"e8"`, `8e`
            _ if self.expected.iter().any(|&rule| called(rule) == Called::Operand)
                && let Some(cell) = as_cell(found) =>
            {
                format!("a cell is its file and its rank: `{cell}`")
            }
            // `count own on rank 4 or rank 5`, in a term
            "or" if self.view.word(0) == "eval" && self.complete() => {
                let start = (self.at.saturating_sub(6)..self.at)
                    .rev()
                    .find(|&i| matches!(self.view.word(i), "on" | "except" | "count"))?;
                format!(
                    "what belongs together stands in brackets: `{} ({} or {})`",
                    self.view.word(start),
                    self.words(start + 1, self.at),
                    self.operand_behind(self.at + 1)
                )
            }
            "else" if self.view.word(0) == "end" && matches!(self.view.word(self.at + 1), "draw" | "win" | "lose") => {
                format!("the first verdict that holds is the result, and without one the game goes on: `{next} when …`")
            }
            "if" if before == "require" && (self.at..self.at + 16).any(|i| self.view.word(i) == "then") => {
                "`if A then B` is `not (A) or B`: `require not (…) or …`".to_string()
            }
            "occupied" | "full" if before == "all" && ASKS.contains(&two) => "write `no empty`".to_string(),
            "own" | "enemy"
                if before == "all" && ASKS.contains(&two) && matches!(next, "captured" | "gone" | "dead") =>
            {
                format!("write `no {found}`")
            }
            "the" if self.is_capital(self.at + 1) => format!("leave `the` out: `{next} …`"),
            "rank" if matches!(before, "top" | "back" | "bottom") => {
                "ranks have numbers, from the bottom: `rank 8`; the last one as a player sees it is `far rank`"
                    .to_string()
            }
            // `to empty rank 8`, `to enemy corners`
            _ if PLACES.contains(&found)
                && (HELD.contains(&before) || matches!(before, "own" | "enemy"))
                && self.complete()
                && !(found == "rank" && matches!(before, "own" | "enemy")) =>
            {
                let place = match found {
                    "corner" => "corners".to_string(),
                    "centre" => "center".to_string(),
                    _ => self.operand_behind(self.at),
                };
                format!("the cells that are in both are joined by `on`: `{before} on {place}`")
            }
            _ => return None,
        })
    }

    /// The kind of piece that a token names.
    fn kind_at(&self, at: usize) -> Option<&str> {
        let word = self.view.word(at);
        (self.is_capital(at) && !self.is_player(word)).then_some(word)
    }

    /// Whether a kind is declared with a word behind it: `piece Seed counted neutral`.
    pub(super) fn is_said_of(&self, kind: &str, word: &str) -> bool {
        let pieces = self.view.text.lines().filter(|line| line.starts_with("piece"));
        let words = |part: &str| -> Vec<String> { part.split_whitespace().map(str::to_string).collect() };
        let defined = pieces.flat_map(|line| line.split(',')).map(words);
        defined.into_iter().any(|part| [kind, word].iter().all(|word| part.iter().any(|other| other == word)))
    }

    /// The kind of piece of the file that a small word may mean: `goats`.
    pub(super) fn kind_like(&self, word: &str) -> Option<String> {
        let mut letters = word.chars();
        let capital: String = letters.next()?.to_uppercase().chain(letters).collect();
        let singular = capital.strip_suffix('s').map(str::to_string);
        [Some(capital), singular].into_iter().flatten().find(|kind| self.view.has_word(kind) && !self.is_player(kind))
    }

    /// Whether a word is a cell that was picked before.
    fn picked(&self, name: &str) -> bool {
        (1..self.at).any(|i| self.view.word(i - 1) == "pick" && self.view.word(i) == name)
    }

    /// Whether a word is the name of a region of the file, or could be.
    fn is_region(&self, word: &str) -> bool {
        self.view.declared(&["region", "define"]).any(|name| name == word) || PLACES.contains(&word)
    }

    /// Whether nothing, or something, is on a region.
    fn holds(&self, held: &str, region: &str) -> String {
        match held {
            "empty" => format!("a region on which nothing stands is `no occupied on {region}`"),
            _ => format!("a region on which something stands is `occupied on {region}`"),
        }
    }
}

/// The cell that is meant by one in quotes, or with its two parts turned round.
fn as_cell(word: &str) -> Option<String> {
    let quoted = word.strip_prefix('"').and_then(|word| word.strip_suffix('"'));
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let cell = match quoted {
        Some(cell) => cell.to_string(),
        None if digits > 0 && word[digits..].bytes().all(|b| b.is_ascii_lowercase()) => {
            format!("{}{}", &word[digits..], &word[..digits])
        }
        _ => return None,
    };
    is_a(Rule::cell, &cell).then_some(cell)
}
