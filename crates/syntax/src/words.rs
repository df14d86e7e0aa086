//! The lists of words that the parser and the analysis ask for, out of the [table](crate::vocabulary), and words that are none
//! of the language.

use crate::diag::Diagnostic;
use crate::source::Span;
use crate::vocabulary::{self, number, role, with};

/// The words that open items.
pub const ITEMS: &[&str] = &with::<{ number(role::ITEM) }>(role::ITEM);

/// The words that open clauses.
pub const VERBS: &[&str] = &with::<{ number(role::VERB) }>(role::VERB);

/// The words that open effects.
pub const EFFECTS: &[&str] = &with::<{ number(role::EFFECT) }>(role::EFFECT);

/// The words that open verdicts, beside the names of players.
pub const VERDICTS: &[&str] = &with::<{ number(role::VERDICT) }>(role::VERDICT);

/// Words as a sentence lists them, in backticks.
pub fn in_words(words: &[&str]) -> String {
    let all: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The name of a column: `a` … `z`, then `aa` … `az`, `ba` ….
pub fn file_name(x: i32) -> String {
    let letter = |i: i32| char::from(b'a' + (i % 26) as u8);
    if x < 26 { letter(x).to_string() } else { format!("{}{}", letter(x / 26 - 1), letter(x)) }
}

/// The column of a name, from 0.
pub fn file_index(name: &str) -> Option<i32> {
    let digit = |b: u8| b.is_ascii_lowercase().then(|| i32::from(b - b'a'));
    match *name.as_bytes() {
        [a] => digit(a),
        [a, b] => Some((digit(a)? + 1) * 26 + digit(b)?),
        _ => None,
    }
}

/// The words for the shapes of boards.
pub const SHAPES: &[&str] = &with::<{ number(role::SHAPE) }>(role::SHAPE);

/// The words that may follow a kind of piece where it is declared.
pub const OF_PIECE: &[&str] = &with::<{ number(role::OF_PIECE) }>(role::OF_PIECE);

/// The words that may follow the sizes of a board.
pub const OF_BOARD: &[&str] = &with::<{ number(role::OF_BOARD) }>(role::OF_BOARD);

/// The words of expressions that something follows: misspelt, they are taken for names.
pub const PREFIXES: &[&str] = &with::<{ number(role::PREFIX) }>(role::PREFIX);

/// The word of [`PREFIXES`] that is meant by one of everyday speech.
pub fn other_prefix(word: &str) -> Option<&'static str> {
    match word {
        "shortest" => Some("fewest"),
        _ => None,
    }
}

/// What the farthest cell of a slide is called.
pub const FARTHEST: &[&str] = &["last", "farthest", "furthest", "max", "maximum", "maximal"];

/// The items that give a name to something, and `move`, which gives a label.
pub const DECLARE: &[&str] = &with::<{ number(role::NAMES) }>(role::NAMES);

/// Words of the language that only open something: a clause, an effect, a verdict, an item. In the place of an operand they
/// may be names; a file that declares them makes them so.
pub const OPENERS: &[&str] = &with::<{ number(role::OPENER) }>(role::OPENER);

/// A name that is free, near to a word that can't be the name of what an item of this word declares.
pub fn free_name(item: &str, word: &str) -> String {
    match item {
        "board" => format!("{word}-board"),
        "link" => format!("{word}-way"),
        "region" => format!("{word}-side"),
        "option" => format!("{word}-rule"),
        "table" => format!("{word}-worth"),
        "move" | "as" => format!("{word}-move"),
        "pick" => format!("{word}-cell"),
        _ => format!("the-{word}"),
    }
}

/// Small-letter words that stand for something in an expression.
pub const VALUES: &[&str] = &with::<{ number(role::VALUE) }>(role::VALUE);

/// Direction words that do not name one compass direction.
pub const DIRECTIONS: &[&str] = &with::<{ number(role::DIRECTION) }>(role::DIRECTION);

/// Words that stand in a subtraction where they stand beside a hyphen, if that is no name.
const OPERANDS: &[&str] = &with::<{ number(role::IN_MINUS) }>(role::IN_MINUS);

/// Whether a subtraction was meant by a word with hyphens that is no name; `known` says what a name is.
pub fn subtracts(word: &str, known: impl Fn(&str) -> bool) -> bool {
    let mut parts = word.split('-');
    word.contains('-') && (parts.clone().all(known) || parts.any(|part| OPERANDS.contains(&part)))
}

/// The two words that `was-enemy` or `no-own` is meant for: the first takes the second and is no number.
pub fn without_hyphen(word: &str) -> Option<String> {
    let (first, second) = word.split_once('-')?;
    let takes = PREFIXES.contains(&first) || matches!(first, "was" | "no" | "not");
    (takes && VALUES.contains(&second)).then(|| format!("{first} {second}"))
}

/// Hyphens are part of names, so `own-count` and `size-1` are one word.
pub fn minus_needs_spaces(word: &str, span: Span) -> Diagnostic {
    if let Some(apart) = without_hyphen(word) {
        return Diagnostic::error("minus-needs-spaces", span, format!("`{word}` is read as one name"))
            .help(format!("two words stand apart: `{apart}`"))
            .write(apart);
    }
    let spaced = word.replace('-', " - ");
    // `e-8` is rather a cell, `n-1` a parameter less one.
    let digits = |rank: &str| (1..3).contains(&rank.len()) && rank.bytes().all(|b| b.is_ascii_digit());
    let is_cell = |(file, rank): &(&str, &str)| matches!(file.as_bytes(), [b'a'..=b'h']) && digits(rank);
    let other = match word.split_once('-').filter(is_cell) {
        Some((file, rank)) => format!("a cell has no hyphen: `{file}{rank}`"),
        None => "or choose another name".to_string(),
    };
    Diagnostic::error("minus-needs-spaces", span, format!("`{word}` is read as one name"))
        .help(format!("a minus needs spaces on both sides: `{spaced}`; {other}"))
        .write(spaced)
}

/// Whether a word names one direction of the compass.
pub fn is_compass(word: &str) -> bool {
    vocabulary::word(word).is_some_and(|word| word.is(role::COMPASS))
}

/// Whether a word is a direction on some board.
pub fn is_direction(word: &str) -> bool {
    let level = word.strip_prefix("up-").or_else(|| word.strip_prefix("down-"));
    DIRECTIONS.contains(&word) || is_compass(word) || level.is_some_and(is_compass)
}

/// The direction, in one word, that two side by side are meant for: `forward-diagonal`, `northeast`.
pub fn both_ways(first: &str, second: &str) -> Option<String> {
    let pair = [(first, second), (second, first)];
    let found = pair.into_iter().find_map(|(a, b)| match (a, b) {
        ("any", "diagonal" | "orthogonal") => Some(b.to_string()),
        ("forward" | "backward", "diagonal" | "left" | "right") | ("north" | "south", "east" | "west") => {
            let hyphen = if matches!(a, "north" | "south") { "" } else { "-" };
            Some(format!("{a}{hyphen}{b}"))
        }
        _ => None,
    });
    found.filter(|word| is_direction(word))
}

/// How pieces and numbers come somewhere.
const REACHES: &str =
    "where pieces are is said with `on`, as in `own Pawn on far rank`; numbers are compared: `n >= 3`";

/// How pieces are taken.
const TAKE: &str = "the word is `take`, as in `take over`";
/// How pieces come onto the board.
const PUT: &str = "the word is `put`, as in `put Man on from`";
/// How pieces become others.
const CHANGE: &str = "another kind is `promote to as King`, another owner `flip to`";
/// How numbers change.
const UP: &str = "a number in a state goes up by `set n = n + 1`";
const DOWN: &str = "a number in a state goes down by `set n = n - 1`";
/// How something is forbidden.
const FORBID: &str = "what may not be is said by `legal when no …`, of one effect by `require no …`";
/// How numbers are compared.
const FEWER: &str = "fewer is `<`, as in `count own < 3`";
const MORE: &str = "more is `>`, as in `count own > 3`";

/// Words of other languages and of everyday speech, and what to write instead.
const OTHER: &[(&str, &str)] = &[
    ("kill", TAKE),
    ("kills", TAKE),
    ("eat", TAKE),
    ("eats", TAKE),
    ("delete", TAKE),
    ("destroy", TAKE),
    ("destroys", TAKE),
    ("create", PUT),
    ("spawn", PUT),
    ("insert", PUT),
    ("change", CHANGE),
    ("changes", CHANGE),
    ("convert", CHANGE),
    ("transform", CHANGE),
    ("turns", CHANGE),
    ("increase", UP),
    ("increment", UP),
    ("decrease", DOWN),
    ("decrement", DOWN),
    ("forbid", FORBID),
    ("forbidden", FORBID),
    ("illegal", FORBID),
    ("otherwise", "write `else`"),
    ("less", FEWER),
    ("fewer", FEWER),
    ("more", MORE),
    ("greater", MORE),
    ("equals", "write `=`"),
    ("equal", "write `=`"),
    ("never", "a piece that has not moved yet is told by its place, as in `when from on own rank 2`, or by a `state`"),
    ("straight", "the ways of a rook are `orthogonal`, those of a bishop `diagonal`"),
    ("diagonally", "write `diagonal`"),
    ("orthogonally", "write `orthogonal`"),
    ("stackable", "pieces that lie on each other are `stacked`, as in `piece Man stacked`"),
    ("where", "a choice is filtered with `when`, a region with `on`, as in `take enemy on neighbours of to`"),
    ("unless", "write `when not`, or `if not` for an effect"),
    ("then", "leave it out: effects follow each other in `{ … }`"),
    ("crown", "the word is `promote`, as in `promote to as King`"),
    ("become", "the word is `promote`, as in `promote to as King`"),
    ("becomes", "the word is `promote`, as in `promote to as King`"),
    ("capture", "the word for an effect is `take`, as in `take over`; effects with a name are done by `do capture`"),
    ("captures", "the word for an effect is `take`, as in `take over`"),
    ("remove", TAKE),
    (
        "jump",
        "over a piece it is `hop`, as in `hop any over enemy to empty`; a jump by distances is `leap 1,2 to empty`",
    ),
    ("stack", "a stack goes on top of another by `pile from onto to`, its upper two by `pile top 2 of from onto to`"),
    ("reaches", REACHES),
    ("reach", REACHES),
    ("add", "what a state of cells holds is added to by `set been = been or to`, a number by `set n = n + 1`"),
    ("in", "where something is, is said with `on`, as in `to on far rank`"),
    ("at", "where something is, is said with `on`, as in `King on edge`"),
    ("inside", "where something is, is said with `on`, as in `King on edge`"),
    ("within", "where something is, is said with `on`, as in `King on edge`"),
    (
        "between",
        "the cells between two are a ray: `ray any of to through enemy until own` are enemies between `to` and `own`",
    ),
    (
        "max",
        "the longest chains are `longest capture`; what else is to be greatest is `most (…) of capture`; the greater of two numbers is `max(a, b)`",
    ),
    ("maximum", "the longest chains are `longest capture`; what else is to be greatest is `most (…) of capture`"),
    ("maximal", "the longest chains are `longest capture`; what else is to be greatest is `most (…) of capture`"),
    ("captured", "a piece that is gone: `no enemy King`; what a ply took is not remembered"),
    ("taken", "a piece that is gone: `no enemy King`; what a ply took is not remembered"),
    ("gone", "a piece that is gone: `no enemy King`; what a ply took is not remembered"),
    ("dead", "a piece that is gone: `no enemy King`; what a ply took is not remembered"),
    ("squares", "leave it out: `empty`, `own` and the like are cells"),
    (
        "into",
        "a move goes `to` a region, an effect moves something `onto` a cell, and makes it something else `as` a kind",
    ),
    ("via", "what is passed over is said with `through`, as in `slide any through empty to enemy`"),
    ("optional", "what may be left out stands beside the rest: `turn { capture or quiet }`"),
    ("mandatory", "what is compulsory comes first: `turn { capture else any }`"),
    ("compulsory", "what is compulsory comes first: `turn { capture else any }`"),
    ("must", "what is compulsory comes first: `turn { capture else any }`"),
    (
        "has",
        "what there is of a player's is counted or named: `count enemy Man < 3`, `no enemy Man`; no move: `enemy stuck`",
    ),
    (
        "have",
        "what there is of a player's is counted or named: `count enemy Man < 3`, `no enemy Man`; no move: `enemy stuck`",
    ),
    ("some", "where a condition stands a region holds if it has a cell: `enemy King`; if it has none, `no enemy King`"),
    (
        "exists",
        "where a condition stands a region holds if it has a cell: `enemy King`; if it has none, `no enemy King`",
    ),
    ("can", "a player who has no move is `enemy stuck`"),
    ("cannot", "a player who has no move is `enemy stuck`"),
    ("adjacent", BESIDE),
    ("around", BESIDE),
    ("beside", BESIDE),
    ("near", BESIDE),
    ("last", "the rank that is farthest away is `far rank`; the cell where a sowing or a move ends is `to`"),
    ("farthest", "the rank that is farthest away is `far rank`"),
    ("furthest", "the rank that is farthest away is `far rank`"),
    ("teleport", "to any cell of a region, however far, it is `fly`, as in `fly to empty`"),
    ("teleports", "to any cell of a region, however far, it is `fly`, as in `fly to empty`"),
    ("return", "what a name stands for follows `=`: `define beside(c) = any of c`; effects follow in braces"),
    ("threefold", "a position that occurs the third time is `repeats 3`"),
    (
        "after",
        "a position that comes back is told by `draw when repeats 3`, plies without progress are counted by a `clock`: `draw when quiet >= 100`",
    ),
    ("elif", "write `else if`"),
    ("elseif", "write `else if`"),
    ("elsif", "write `else if`"),
    ("is", "write `=` between numbers, `on` between regions"),
    ("true", "write `yes`"),
    ("false", "write `no`"),
    ("repeat", "effects are repeated with `while`, a leg with `again`, a lap of a sowing with `relay`"),
    ("every", "all of `A` are on `B` if none is elsewhere: `no A except B`"),
    ("row", "a row of the board is `rank 1`, several are `ranks 1..2`"),
    ("rows", "a row of the board is `rank 1`, several are `ranks 1..2`"),
    ("column", "a column of the board is `file a`, several are `files a..c`"),
    ("columns", "a column of the board is `file a`, several are `files a..c`"),
    ("but", "write `except`"),
    ("player", PLAYERS),
    ("player1", PLAYERS),
    ("player2", PLAYERS),
    ("path", WAY),
    ("shortest", WAY),
    ("distance", WAY),
    ("connects", JOINED),
    ("connected", JOINED),
    ("joins", JOINED),
    ("minus", "write `-`, or `except` between regions"),
    ("plus", "write `+`, or `or` between regions"),
    ("intersect", "write `on`"),
    ("union", "write `or`"),
];

/// Whether a word is the language's, in whatever place.
pub fn is_known(word: &str) -> bool {
    vocabulary::word(word).is_some() || is_direction(word)
}

/// Everyday words for the pieces of the player to move.
pub const OWN: &[&str] = &["friend", "friends", "friendly", "mine", "my", "me", "self", "mover", "ours"];

/// Everyday words for those of the other.
pub const ENEMY: &[&str] =
    &["opponent", "opponents", "other", "foe", "foes", "rival", "rivals", "enemies", "theirs", "them", "next-player"];

/// How the cells beside others are asked for.
const BESIDE: &str = "the cells beside a region `R` are `neighbours of R`, or `any of R` with the diagonals";

/// How players are spoken of.
const PLAYERS: &str =
    "players are called by their names, as in `White wins when …`; whose ply it is, is `own`, the other is `enemy`";

/// How long ways are asked for.
const WAY: &str = "steps to a region are `sum R by distance to S`; the cells that are needed to join two regions, `fewest empty from A to B through own`";

/// How connections are asked for.
const JOINED: &str = "own pieces join two regions where a flood from one is on the other: `(flood A in own) on B`";

/// Words of everyday speech and of other systems that are names in nobody's file, and what to write instead.
pub const EVERYDAY: &[(&[&str], &str)] = &[
    (OWN, "write `own`"),
    (ENEMY, "write `enemy`"),
    (&["free", "vacant", "blank", "unoccupied"], "write `empty`"),
    (
        &["connected", "connects", "connection", "path"],
        "what is joined to `A` inside `B` is `flood A in B`: write `flood A in B on C` for a connection with `C`",
    ),
    (
        &["adjacent", "adjacency", "next-to", "around", "surrounding"],
        "the cells beside a region `R` are `neighbours of R`, or `any of R` with the diagonals",
    ),
    (&["height", "high"], "stacks so high are `holding 3`; how high they are, together, is `sum own by height`"),
    (&["stalemate", "stalemated", "no-moves", "blocked"], "a player who has no move is `enemy stuck`"),
    (&["checkmate", "checkmated", "mate", "mated"], "mate is `enemy stuck and enemy King on attacked by own`"),
    (
        &["captured", "captures", "taken", "dead", "gone", "eliminated"],
        "a piece that is gone: `no enemy King`; what a ply took is not remembered",
    ),
    (&["threatened", "attackable", "in-danger"], "cells on which a piece can be taken are `attacked by enemy`"),
    (&["check", "checked", "in-check"], "a piece is in check if it is `on attacked by enemy`"),
    (&["last-rank", "goal-rank", "promotion-rank", "end-rank"], "write `far rank`"),
    (&["home-rank", "first-rank", "back-rank"], "write `own rank 1`"),
    (
        &["moves", "move-left", "legal-moves"],
        "a player who has no move is `enemy stuck`; how many there are is `mobility`, in `eval`; plies that were made are counted by a `clock`",
    ),
    (
        &["turns", "ply", "plies", "turn-count", "turn-number", "move-count", "move-number"],
        "plies without progress are counted by a `clock`, all of them by a `state` that `finally` sets",
    ),
    (&["passed", "passes", "both-pass", "two-passes"], "two passes in a row are `both passed`"),
    (
        &["superko", "ko", "positional-superko"],
        "a position that must not come back is asked by `new board`: `legal when new board`",
    ),
    (&["full", "filled"], "a board without an empty cell is told by `no empty`"),
    (&["more"], "more is `>`, `10 or more` is `>= 10`"),
    (&["fewer", "less"], "fewer is `<`, `10 or fewer` is `<= 10`"),
    (&["an"], "leave it out: the language has no articles"),
    (
        &["threefold", "repetition", "repeated", "repeat", "same", "same-position"],
        "a position that occurs the third time is `repeats 3`",
    ),
    (
        &["edges", "sides", "side", "border", "borders", "perimeter", "rim", "boundary"],
        "the cells at the edge of the board are `edge`",
    ),
    (&["interior", "inner", "inside"], "the cells that are not at the edge are `all except edge`"),
    (&["middle", "centers", "centres"], "write `center`"),
    (&["cells", "squares", "everywhere", "anywhere"], "all cells are `all`"),
    (&["nothing", "nowhere"], "write `none`"),
    (&["player", "turn-player"], PLAYERS),
    (&["destination", "target", "dest"], "the cell of arrival is `to`"),
    (&["source", "origin"], "the cell of departure is `from`"),
    (&["true"], "write `yes`"),
    (&["false"], "write `no`"),
];

/// What to write instead of a word of everyday speech that is taken for a name.
pub fn everyday(word: &str) -> Option<&'static str> {
    EVERYDAY.iter().find(|(words, _)| words.contains(&word)).map(|(_, help)| *help)
}

/// What to write instead of a word of another language or of everyday speech.
pub fn other(word: &str) -> Option<&'static str> {
    OTHER.iter().find(|(other, _)| *other == word).map(|(_, help)| *help)
}

/// Such words that the grammar takes for a name: the place where it fails is the word behind.
pub const TAKEN_FOR_NAMES: &[&str] = &[
    "reaches",
    "reach",
    "has",
    "have",
    "can",
    "cannot",
    "adjacent",
    "last",
    "farthest",
    "furthest",
    "must",
    "every",
    "row",
    "rows",
    "column",
    "columns",
    "at",
    "inside",
    "within",
    "between",
    "max",
    "maximum",
    "maximal",
    "optional",
    "mandatory",
    "compulsory",
    "minus",
    "plus",
    "squares",
    "path",
    "shortest",
    "distance",
    "connects",
    "connected",
    "joins",
    "into",
    "via",
    "never",
];

/// The message for such a word.
pub fn other_word(word: &str, span: Span) -> Diagnostic {
    let report = Diagnostic::error("other-word", span, format!("`{word}` is not a word of the language here"));
    match other(word) {
        Some(help) => report.help(help),
        None => report,
    }
}
