//! Types, numbers, cells and directions.

use crate::analysis::options::half_text;
use crate::analysis::scope::Place;
use crate::diag::Diagnostic;
use crate::game::PerSide;
use crate::source::Span;

use super::listed;

/// Nothing behind a word at the end of a line, so that what begins the next line was taken for its region.
pub fn region_behind(word: &str, span: Span, next: Span) -> Diagnostic {
    Diagnostic::error("expected-token", span, format!("expected a region after `{word}`"))
        .label(next, "this was read as one")
        .help(format!("say which cells: `{word} rank 1`, `{word} corners`; or leave `{word}` out"))
}

/// The wrong type; `no`: it is `no …`.
pub fn expected(want: &str, got: &str, no: bool, span: Span) -> Diagnostic {
    let help = match (want, got) {
        ("a number", "a region") => {
            "how many cells it has is `count …`; whether it has any, as 1 or 0, `min(1, count …)`"
        }
        ("a region", "a number") => "a region is a set of cells, such as `own`, `rank 2` or `e4`",
        ("a region", "true or false") if no => {
            "`no` makes a condition; what is left out of a region follows `except`, as in `all except own`"
        }
        ("a region", _) => "`or`, `on` and `except` make regions; `and`, `not` and `=` make conditions",
        ("a number", "true or false") => {
            "numbers are made with `count`, `sum`, `+` and the like, of several regions `count (A or B)`; 1 where `R` has a cell, \
             else 0, is `min(1, count R)`: where White is on turn, `min(1, count (White on own))`"
        }
        _ => "numbers are made with `count`, `sum`, `+` and the like",
    };
    Diagnostic::error("wrong-type", span, format!("expected {want}, found {got}")).help(help)
}

/// `on 1..2`, `set n = 0 0`
pub fn numbers_for_cells(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", span, format!("expected cells, found {what}")).help(
        "rows are `ranks 1..2`, cells `a1..c1`; where a number is meant, it is one; what a state may hold is `in 0..3`",
    )
}

/// `win when enemy none`
pub fn none_behind_owner(owner: &str, span: Span) -> Diagnostic {
    Diagnostic::error("unexpected-word", span, format!("`none` is no piece and no region of `{owner}`"))
        .help(format!("that there is none is `no {owner}`"))
        .write(format!("no {owner}"))
}

/// `a1-c1`, `file a-c`
pub fn dash_between(what: &str, word: &str, span: Span) -> Diagnostic {
    let opening = if what == "files" { "files " } else { "" };
    Diagnostic::error("unknown-name", span, format!("`{word}` reads as one name"))
        .help(format!("a range of {what} is written `{opening}{}`", word.replacen('-', "..", 1)))
}

/// `ranks 1-2`
pub fn dash_for_range(span: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", span, "`-` takes a number from a number, and this is about cells")
        .help("a range is written with two dots: `a1..c1`, `ranks 1..2`")
}

/// `rank size - 1`
pub fn row_of_worked_out(name: &str, sign: char, span: Span) -> Diagnostic {
    let message = format!("`{sign}` works on numbers, and these are the cells of `{name}`");
    Diagnostic::error("wrong-type", span, message).help(format!(
        "a number that is worked out stands in brackets: `rank ({name} {sign} 1)`, `ranks 1..({name} {sign} 1)`"
    ))
}

/// `own and rank 2` as a region.
pub fn and_as_region(span: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", span, "expected a region, and `and` makes a condition")
        .help("the cells that are in both regions are `… on …`, those of one and those of the other `… or …`")
}

/// `rank 1 or 3`
pub fn number_behind_or(help: String, span: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", span, "`or` joins regions, and this is a number alone").help(help)
}

/// `holding 2 or 3`, where 3 is a cell
pub fn cell_behind_holding(first: i64, second: i64, span: Span) -> Diagnostic {
    Diagnostic::warning("cell-behind-or", span, format!("this is the cell {second}, not a number of pieces"))
        .help(format!("write `holding {first}..{second}`, or `({second})` for the cell"))
}

/// `Seed on to = 1` on a track.
pub fn pieces_against_cell(span: Span) -> Diagnostic {
    Diagnostic::warning(
        "cell-for-number",
        span,
        "this is compared with the cell of that number, not with how many there are",
    )
    .help("how many is asked by `count`")
    .fix("put `count` before it", [(Span::new(span.start, span.start), "count ".to_string())])
}

/// `seeds on own pits`
pub fn option_as_cell(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("cell-for-number", span, format!("`{name}` is a number: here it is the cell that has it"))
        .help(format!("name what is there, such as a kind of pieces; if the cell is meant, write `({name})`"))
}

/// `not own` as a region.
pub fn not_as_region(span: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", span, "expected a region, and `not` makes a condition")
        .help("the cells that are not in a region are `all except …`")
}

/// A condition that is always the same; `some`: about a region of some cells, rather than of all or none.
pub fn fixed_condition(value: bool, some: bool, span: Span) -> Diagnostic {
    let (code, what) = if value { ("always-true", "always has cells") } else { ("always-false", "never has cells") };
    Diagnostic::warning(code, span, format!("this region {what}, so the condition does not depend on the position"))
        .help(match some {
            true => "the cells that are in both regions are `… on …`",
            false => "name what comes and goes, such as `own`, `empty` or a state; or leave the condition out",
        })
}

/// A comparison with an option that is the same for all that it may be set to.
pub fn fixed_by_range(value: bool, span: Span) -> Diagnostic {
    let (code, when) = if value { ("always-true", "always") } else { ("always-false", "never") };
    Diagnostic::warning(code, span, format!("this {when} holds, whatever the option is set to"))
        .help("compare with a number within its bounds, or widen them")
}

/// A comparison of two fixed numbers.
pub fn fixed_comparison(value: bool, span: Span) -> Diagnostic {
    let (code, what) = if value { ("always-true", "always") } else { ("always-false", "never") };
    Diagnostic::warning(code, span, format!("this {what} holds: both numbers are fixed"))
        .help("compare with what changes, such as `count own`, or leave the condition out")
}

/// `when from or to on X`
pub fn always_a_cell(span: Span) -> Diagnostic {
    Diagnostic::warning("always-true", span, "this always holds: a cell of the move stands in it by itself")
        .help("`on` binds closer than `or`: write `(from or to) on …`")
}

/// A region without cells.
pub fn always_empty(span: Span) -> Diagnostic {
    Diagnostic::warning("always-empty", span, "this region is always empty")
        .help("`on` keeps the cells that are in both regions, `except` takes the right ones away, `or` joins")
}

/// `count count own`, `f4 f4`
pub fn said_twice(word: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("said-twice", span, format!("`{word}` stands here twice"))
        .help("once is enough: leave one out, or write what was meant there")
}

/// `no no Man`, `Seed Seed on holes`: what comes of the second word is no rule at all.
pub fn read_as_two(word: &str, span: Span) -> Diagnostic {
    Diagnostic::stands_twice(word, span).leave_out()
}

/// `f4..f6 f5`
pub fn named_already(text: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("said-twice", span, format!("`{text}` is among the others already"))
        .help("leave it out, or write what was meant there")
}

/// `board graph { a1-b1-c1  b1-a1 }`
pub fn edge_twice([a, b]: [&str; 2], span: Span, first: Span) -> Diagnostic {
    Diagnostic::warning("said-twice", span, format!("`{a}` and `{b}` are joined already"))
        .label(first, "here")
        .help("once is enough: leave one out, or write what was meant there")
}

/// `count 5`
pub fn count_of_number(span: Span) -> Diagnostic {
    Diagnostic::warning("without-effect", span, "`count` does nothing to a number")
        .help("`count` takes a region, such as `count own`: write one, or the number alone")
}

/// `empty except own`; `nobodys`: what is taken away are pieces of nobody's, and what it is taken from a player's.
pub fn except_of_others(nobodys: bool, span: Span) -> Diagnostic {
    Diagnostic::warning(
        "without-effect",
        span,
        "`except` takes nothing away: none of these cells is in the region before it",
    )
    .help(match nobodys {
        true => "a `neutral` piece is neither `own` nor `enemy`: leave it out",
        false => "write what it is to take away, or leave it out",
    })
}

/// `enemy on Ball`
pub const NOBODYS_PIECES: &str = "a `neutral` piece is neither `own` nor `enemy`: name its kind alone";

/// `beyond d of from through Man on empty`
pub fn taken_by_ray(shape: &str, word: &str, first: &str, last: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` takes all of this, and no cell is in both regions");
    Diagnostic::warning("always-empty", span, message)
        .help(format!("what stands behind `{word}` ends at a bracket: write `({shape} … {word} {first}) on {last}`"))
}

/// `own` where all kinds are neutral.
pub fn nobodys(word: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("always-empty", span, format!("`{word}` is always empty: all pieces are neutral"))
        .help("name the kind, such as `Seed`, or a region that is kept for each player, such as `own pits`")
}

/// A line of `eval` that begins with `*`.
pub fn goes_on_with_a_factor(span: Span) -> Diagnostic {
    Diagnostic::warning(
        "goes-on",
        span,
        "this goes on with the term of the line before: each `*` multiplies what is before it",
    )
    .help("a term of its own begins with its weight: `3 * count own`; else put the `*` at the end of the line before")
}

/// What to write for ranks and files of another board.
pub fn rows_of_main_board(first: &str, last: &str) -> String {
    format!(
        "ranks and files by their numbers are those of the main board; of another one name the cells: `{first}..{last}`"
    )
}

/// `line 6 of own on to`
pub fn line_of_one(length: i64, span: Span) -> Diagnostic {
    let message = format!("this is always empty: a line of {length} is looked for among one cell at most");
    Diagnostic::warning("always-empty", span, message).help(format!(
        "`line … of` takes all of `own on to`: the cell `to`, if it is in such a line, is `to on line {length} of own`"
    ))
}

/// A region without cells where something is to be done with them.
pub fn nothing_in(span: Span) -> Diagnostic {
    Diagnostic::warning("always-empty", span, "this region is always empty, so nothing is ever done here")
        .help("name the cells that are meant, or leave the whole out")
}

/// `ray any of to through all until enemy`
pub fn until_inside_through(span: Span) -> Diagnostic {
    let message =
        "this ray is always empty: it goes through all it may, and then no cell that `until` asks for is left";
    Diagnostic::warning("always-empty", span, message)
        .help("let `through` leave out what stands behind `until`, such as `through empty until enemy`")
}

/// `own = White` where no piece has an owner.
pub fn players_without_pieces(always: bool, players: &PerSide<String>, span: Span) -> Diagnostic {
    let (code, when) = if always { ("always-true", "always") } else { ("always-false", "never") };
    let message = format!("this {when} holds: all pieces are neutral, so that neither player has any");
    Diagnostic::warning(code, span, message).help(by_sides(players))
}

/// `to = rank 8`
pub fn cell_against_several(always: bool, span: Span) -> Diagnostic {
    let (code, when) = if always { ("always-true", "always") } else { ("always-false", "never") };
    let message = format!("this {when} holds: one cell is not the same as several");
    Diagnostic::warning(code, span, message).help("where a cell is, is said with `on`: `to on rank 8`")
}

/// `move Man when White { … }`
pub fn player_as_condition(player: &str, neutral: bool, players: &PerSide<String>, span: Span) -> Diagnostic {
    let message = format!("this asks whether {player} has a piece, not whose turn it is");
    Diagnostic::warning("player-as-condition", span, message).help(match neutral {
        true => by_sides(players),
        false => format!("write `own = {player}` if it is about the turn, else `count {player} > 0`"),
    })
}

/// How a player is told where pieces don't tell.
fn by_sides(players: &PerSide<String>) -> String {
    let [first, second] = players.each_ref().pair();
    format!(
        "give each player a region, `region side {first} rank 1, {second} rank 2`, and ask `own side = {first} side`"
    )
}

/// `neutral` where no piece is.
pub fn nothing_neutral(span: Span) -> Diagnostic {
    Diagnostic::warning("always-empty", span, "no piece of this game is neutral")
        .help("write `neutral` after a piece that belongs to nobody: `piece Arrow neutral`")
}

/// `was` of something fixed.
pub fn was_of_fixed(span: Span) -> Diagnostic {
    Diagnostic::warning("was-of-fixed", span, "these cells never change, so `was` changes nothing")
        .help("put `was` before the part that changes: `from on was own King`")
}

/// `was` of a number or condition.
pub fn was_of_other(found: &str, span: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", span, format!("`was` looks back at a region, and this is {found}"))
        .help("write `count was …`, or `… on was …`")
}

/// `count was Seed …`
pub fn was_of_counted(span: Span) -> Diagnostic {
    Diagnostic::error(
        "wrong-type",
        span,
        "how many lay on a cell before is not remembered: `was` knows only which cells had some",
    )
    .help("ask it before it changes, in `when`; or keep the number: `state before: number = 0 for this turn` and `set before = count …`")
}

/// `no` before a condition.
pub fn no_of_truth(span: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", span, "`no` asks whether a region is empty, and this is true or false")
        .help("the opposite of a condition is `not …`")
}

/// A comparison of conditions.
pub fn compared_truth(span: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", span, "a condition can't be compared")
        .help("write the condition alone, or `not` before it")
}

/// `not count R < 3`
pub fn not_before_comparison(of: Span, span: Span) -> Diagnostic {
    let edits = [(Span::new(of.start, of.start), "(".to_string()), (Span::new(span.end, span.end), ")".to_string())];
    Diagnostic::error("wrong-type", span, "`not` is said of what follows it at once, not of the whole comparison")
        .help("put the comparison in brackets: `not (… < …)`")
        .fix("put the comparison in brackets", edits)
}

/// A region compared with a number.
pub fn region_against_number(help: Option<String>, span: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", span, "this compares a region with a number")
        .help(help.unwrap_or_else(|| "how many cells a region has is `count …`".to_string()))
}

/// Regions compared by size.
pub fn regions_compared(span: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", span, "neither of two regions is greater than the other")
        .help("how many cells a region has is `count …`")
}

/// `own + enemy`
pub fn regions_reckoned(added: bool, span: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", span, "numbers are reckoned with, and these are regions").help(match added {
        true => "the cells that are in either are `… or …`; how many cells a region has is `count …`",
        false => {
            "the cells of one that are not in the other are `… except …`; how many cells a region has is `count …`"
        }
    })
}

/// `largest group of own`
pub fn largest_group(word: &str, span: Span) -> Diagnostic {
    let help = match word {
        "group" | "groups" => {
            "how many cells the largest group of `R` has is `largest R`, how many groups there are `groups R`"
        }
        "smallest" => {
            "how many groups there are is `groups R`; the cells of `R` joined to a cell `A` are `flood A in R`"
        }
        _ => "how many cells the largest group of `R` has is `largest R`",
    };
    Diagnostic::error("largest-group", span, format!("there is no `{word}`")).help(help)
}

/// `sum own by distance`
pub fn distance_to_what(span: Span) -> Diagnostic {
    Diagnostic::error("unknown-name", span, "this does not say to which cells the distance is meant")
        .help("write `by distance to …`")
}

/// A half where only whole numbers go.
pub fn half_outside_score(span: Span) -> Diagnostic {
    Diagnostic::error("half-number", span, "a number with a half can stand in a `score` only")
        .help("use a whole number")
}

/// An option with a half, of which something takes whole numbers only; `used`: where.
pub fn half_option(name: &str, halves: i64, span: Span, used: Span) -> Diagnostic {
    let (below, above) = (halves.div_euclid(2), halves.div_euclid(2) + 1);
    let value = half_text(halves);
    Diagnostic::error(
        "half-number",
        span,
        format!("the option `{name}` is {value}, and where it is used goes a whole number"),
    )
    .label(used, "this takes a whole number")
    .help(format!("write `option {name} = {below}`, or {above}: a number with a half can stand in a `score` only"))
}

/// A half in a product of halves or in a division.
pub fn half_in_product(span: Span) -> Diagnostic {
    Diagnostic::error("half-number", span, "a number with a half can be added, or multiplied by a whole number only")
        .help("write the value itself")
}

/// A number outside of what makes sense.
pub fn number_out_of_range(what: &str, n: i64, least: i64, most: i64, span: Span) -> Diagnostic {
    if what == "a rank" {
        return Diagnostic::error("rank-off-the-board", span, format!("there is no rank {n} on this board"))
            .help(format!("its ranks go from {least} to {most}"));
    }
    if what == "a file" {
        return Diagnostic::error("file-off-the-board", span, format!("there is no file {n} on this board"))
            .help(format!("its files go from {least} to {most}"));
    }
    Diagnostic::error("out-of-range", span, format!("{what} can't be {n}"))
        .help(format!("it goes from {least} to {most}"))
}

/// `all except own on rank 1`
pub fn except_then_on(span: Span) -> Diagnostic {
    Diagnostic::warning("except-then-on", span, "`except` and `on` are read from the left: this is `(… except …) on …`")
        .help("set brackets: so, or as `… except (… on …)`")
}

/// `line 5 of own except line 6 of own`
pub fn line_of_except(length: i64, span: Span) -> Diagnostic {
    Diagnostic::warning(
        "line-of-except",
        span,
        "`line` takes all that follows: these are lines of what `except` leaves",
    )
    .help(format!("for what is in such a line and in no longer one write `(line {length} of …) except line …`"))
}

/// A number that must be known before the game starts.
pub fn number_not_constant(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error("not-constant", span, format!("{what} must be the same at all times"))
        .help("use numbers and options only")
}

/// Arithmetic that leaves the range of numbers.
pub fn number_too_large(span: Span) -> Diagnostic {
    Diagnostic::error("number-too-large", span, "this number is too large").help("use smaller numbers")
}

/// `x div 0`
pub fn division_by_zero(span: Span) -> Diagnostic {
    Diagnostic::error("division-by-zero", span, "this divides by 0").help("divide by another number")
}

/// `5..3`
pub fn backward_range(a: &str, b: &str, span: Span) -> Diagnostic {
    Diagnostic::error("backward-range", span, format!("`{a}..{b}` goes backward")).help(format!("write `{b}..{a}`"))
}

/// A range whose ends are not single cells.
pub fn range_of_regions(span: Span) -> Diagnostic {
    Diagnostic::error("bad-range", span, "a range goes from one cell to another").help("write it as `c1..c5`")
}

/// A cell that the board does not have.
pub fn cell_off_board(name: &str, first: &str, last: &str, near: Option<String>, span: Span) -> Diagnostic {
    let cells = format!("its cells go from `{first}` to `{last}`");
    let help = match near {
        Some(near) if near != first && near != last => format!("{cells}; did you mean `{near}`?"),
        _ => cells,
    };
    no_cell(name, span).help(help)
}

/// `c5` on a board of three dimensions.
pub fn cell_of_two_letters(name: &str, first: &str, last: &str, span: Span) -> Diagnostic {
    no_cell(name, span).help(format!(
        "cells have two letters where a board has three sizes, from `{first}` to `{last}`; a board of rows and columns has two sizes"
    ))
}

/// Further cells, ranks and files that the board does not have.
pub fn more_cells_off_board(first: &str, more: usize, span: Span) -> Diagnostic {
    let message = format!("nor `{first}`, nor {more} more of the cells, ranks and files that this file names");
    Diagnostic::error("cell-off-the-board", span, message).help("if they are right, `board` is not: look there first")
}

/// A cell that `without` takes out.
pub fn cell_is_a_hole(name: &str, span: Span) -> Diagnostic {
    no_cell(name, span).help("it is a hole: `without` takes it out of the board")
}

/// A cell of the other colour on a board of one colour.
pub fn cell_of_other_colour(name: &str, [own, other]: [&str; 2], rank: &str, span: Span) -> Diagnostic {
    no_cell(name, span).help(format!("it would be {other}, and this board has {own} cells only; on its rank: {rank}"))
}

/// A place among the files and ranks where the board has no cell; `rank` lists those beside it.
pub fn cell_left_out(name: &str, rank: &str, span: Span) -> Diagnostic {
    no_cell(name, span).help(match rank {
        "" => "this place is left out".to_string(),
        _ => format!("this place is left out; on its rank: {rank}"),
    })
}

/// A place beyond the ends of its rank, on a board whose ranks begin and end at different files.
pub fn cell_beyond_rank(name: &str, rank: i32, [first, last]: [String; 2], span: Span) -> Diagnostic {
    no_cell(name, span).help(format!("the cells of rank {rank} go from `{first}` to `{last}`"))
}

/// `1-6`, on a board whose cells are numbers.
pub fn dash_between_numbers(name: &str, first: &str, last: &str, span: Span) -> Diagnostic {
    let range = format!("{first}..{last}");
    no_cell(name, span).help(format!("a range is written with two dots: `{range}`")).write(range)
}

fn no_cell(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("cell-off-the-board", span, format!("there is no cell `{name}` on this board"))
}

/// A file that the board does not have.
pub fn file_off_board(name: &str, last: &str, span: Span) -> Diagnostic {
    Diagnostic::error("file-off-the-board", span, format!("there is no file `{name}` on this board"))
        .help(format!("its files go from `a` to `{last}`"))
}

/// `own on a`
pub fn file_alone(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("unknown-name", span, format!("there is no name `{name}`"))
        .help(format!("a file of the board is `file {name}`"))
}

/// Cells before there is a board.
pub fn no_board_yet(span: Span) -> Diagnostic {
    Diagnostic::error("no-cells-yet", span, "there are no cells here yet")
        .help("this is worked out before the board is, or the board has a mistake")
}

/// `dark` on a board without colours.
pub fn no_colours(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("no-colours", span, format!("this board has no `{word}` cells"))
        .help("only boards of rows and columns have dark and light cells")
}

/// A line that no board has room for.
pub fn line_too_long(n: i64, longest: usize, span: Span) -> Diagnostic {
    Diagnostic::error("line-too-long", span, format!("no line of this board has {n} cells"))
        .help(format!("its longest line has {longest}"))
}

/// `lines 3 with 3 own, 2 enemy`
pub fn line_overfull(n: i64, total: i64, span: Span) -> Diagnostic {
    Diagnostic::error("line-overfull", span, format!("a line of {n} cells can't hold {total}"))
        .help("the numbers after `with` may add up to the length at most")
}

/// `stronger than` where no piece has a strength.
pub fn no_strength(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error("no-strength", span, format!("`{what}` compares strengths, and no piece has one"))
        .help("give the pieces numbers: `piece Rabbit 1, Cat 2`")
}

/// Counting pieces where none are counted.
pub fn nothing_counted(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error("nothing-counted", span, format!("`{what}` needs counted pieces, and no piece is"))
        .help("write `piece Seed counted neutral`")
}

/// A hand where nobody has one.
pub fn no_hands(span: Span) -> Diagnostic {
    Diagnostic::error("no-hands", span, "nobody has a hand in this game")
        .help("give pieces with `hand 9 Man each`, or write `captives to hand`")
}

/// `own box` for a region that is shared.
pub fn shared_region_owned(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("shared-region", span, format!("`{word}` is the same for both players"))
        .help(format!("own pieces on it are `own on {word}`; a region for each is `region {word} White …, Black …`"))
}

/// `own Seed`
pub fn neutral_has_no_owner(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("neutral-owner", span, format!("`{word}` is neutral: it belongs to nobody"))
        .help(format!("write `{word}` alone"))
}

/// `mobility` outside of an evaluation.
pub fn mobility_outside_eval(span: Span) -> Diagnostic {
    Diagnostic::error("mobility-in-rules", span, "`mobility` counts moves, and the rules of moves can't ask for it")
        .help("use it in `eval`; whether a player can move at all is `enemy stuck`")
}

/// A direction that the board does not have.
pub fn no_such_direction(word: &str, there: &[String], span: Span) -> Diagnostic {
    Diagnostic::error("no-such-direction", span, format!("`{word}` leads nowhere on this board"))
        .help(format!("its directions are {}", listed(there)))
}

/// `diagonal` on a hexagonal board.
pub fn no_hex_diagonal(span: Span) -> Diagnostic {
    Diagnostic::error("no-such-direction", span, "a hexagonal board has no `diagonal`")
        .help("the cells across a corner are those of `leap 1,1`")
}

/// A relative direction without `facing`.
pub fn no_facing(word: &str, example: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        "no-facing",
        span,
        format!("`{word}` is seen from a player, and the file does not say how they face"),
    )
    .help(format!("write `{example}`"))
}

/// `any except any`
pub fn no_directions_left(span: Span) -> Diagnostic {
    Diagnostic::error("no-directions-left", span, "no direction is left here").help("take fewer directions away")
}

/// `reverse` of a link.
pub fn no_reverse(span: Span) -> Diagnostic {
    Diagnostic::error("no-reverse", span, "this direction has no opposite")
        .help("the cells that a link leads from are `inverse … of …`; or declare the way back as a link of its own")
}

/// `inverse` as a way to move.
pub fn inverse_as_way(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        "inverse-as-way",
        span,
        format!(
            "several cells lead to one along `{name}`, so its inverse is no way to go along: it stands before `of` only"
        ),
    )
    .help(format!("use `inverse {name} of …` as a region, or declare the way back as a link of its own"))
}

/// `leap 0,0`
pub fn empty_leap(span: Span) -> Diagnostic {
    Diagnostic::error("empty-leap", span, "this leap goes nowhere").help("write two distances: `leap 1,2`")
}

/// A leap that is longer than the board.
pub fn leap_off_board(a: i32, b: i32, span: Span) -> Diagnostic {
    Diagnostic::error("empty-leap", span, format!("no leap of {b},{a} stays on this board"))
        .help("use smaller distances")
}

/// A leap in a query that no rule uses.
pub fn new_leap_in_query(span: Span) -> Diagnostic {
    Diagnostic::error("new-leap", span, "a question can use only leaps that the rules use somewhere")
        .help("name the cells instead")
}

/// `stuck` where moves are made.
pub fn stuck_in_moves(span: Span) -> Diagnostic {
    Diagnostic::error("stuck-in-moves", span, "`stuck` asks what moves there are, so moves can't ask for it")
        .help("use it in `end` or in `legal`")
}

/// `repeats` where the game so far can't be asked.
pub fn history_inside(word: &str, place: Place, span: Span) -> Diagnostic {
    let message = format!("`{word}` can stand in `legal` and `end` only");
    let example = match (word, place) {
        ("repeats", Place::Guard | Place::When) => "`legal when not repeats 2`",
        ("repeats", _) => "`draw when repeats 3`",
        ("always", _) => "`lose when repeats 4 and own always enemy King on attacked by own`",
        _ => "`legal when new board`",
    };
    Diagnostic::error("history-inside", span, message).help(format!("give it a line of its own: {example}"))
}

/// `own always (… repeats 2)`
pub fn always_of_history(span: Span) -> Diagnostic {
    Diagnostic::error("history-inside", span, "`always` asks of each position by itself, not of the game before it")
        .help("join the two by `and`: `repeats 4 and own always …`")
}

/// More conditions of every position than a position has marks for.
pub fn too_many_always(most: usize, span: Span) -> Diagnostic {
    Diagnostic::error("too-many-always", span, format!("more than {most} different conditions stand behind `always`"))
        .help("ask for the same thing in the same words")
}

/// Nested beyond the limit.
pub fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error("too-deep", span, "this is nested too deeply once its definitions are put in")
        .help("write it with fewer definitions inside of each other, or group a long chain with brackets")
}

/// Larger than the limit.
pub fn too_large(span: Span, limit: usize) -> Diagnostic {
    let message = format!("the rules have more than {limit} parts once definitions and `for each` are written out");
    Diagnostic::error("too-large", span, message).help(
        "use parameters fewer times in definitions that use each other, and fewer `for each` inside of each other",
    )
}

/// `max` or `min` of less than two numbers.
pub fn extreme_of_one(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("wrong-arguments", span, format!("`{word}` is of two numbers or more"))
        .help(format!("write `{word}(a, b)`; how many cells a region has is `count R`"))
}

/// `count own = 3 or 4`, where 4 alone always holds; `compared`: what stands before the number of the comparison beside it.
pub fn number_alone(n: i64, compared: Option<&str>, span: Span) -> Diagnostic {
    let (code, when) = if n != 0 { ("always-true", "always") } else { ("always-false", "never") };
    let told = Diagnostic::warning(code, span, format!("`{n}` stands here alone, which {when} holds"));
    match compared {
        Some(compared) => {
            let whole = format!("{compared} {n}");
            told.help(format!("each side is a comparison of its own: write `{whole}`")).write(whole)
        }
        None => told.help("a number is asked for by a comparison, such as `count own = 3`"),
    }
}

/// `draw when quiet`
pub fn clock_alone(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("clock-alone", span, format!("`{name}` alone holds as soon as a ply is counted"))
        .help(format!("say how many plies: `{name} >= 100`"))
}

/// `count enemy and enemy hand < 3`
pub fn count_alone(words: &str, of: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("asks-all-over", span, format!("`{words}` alone holds wherever it is not 0"))
        .help(format!("compare it: `{words} < 3`; numbers are added by `+`; whether there are any is asked by `{of}`"))
}

/// `own Man and King on far rank`
pub fn meant_for_both(words: &str, both: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("asks-all-over", span, format!("`{words}` alone asks whether there is a piece of it anywhere"))
        .help(format!("`and` joins conditions: write `{both}`"))
        .write(both.to_string())
}

/// `legal when repeats 3`
pub fn only_repeats(words: &str, other: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("never-legal", span, format!("`{words}` lets nobody play but what has been there before"))
        .help(format!("write `{other}`"))
        .write(other.to_string())
}

/// `flood neighbours empty in s`
pub fn flood_begins_all_over(word: &str, span: Span) -> Diagnostic {
    let message = format!("this flood begins wherever the board is `{word}`, as far as that is inside");
    let of = format!("neighbours of {word}");
    Diagnostic::warning("asks-all-over", span, message)
        .help(format!("a flood goes by neighbours anyway; to begin beside what is `{word}`, write `{of}`"))
        .write(of)
}

/// `when empty`
pub fn whole_board_alone(word: &str, span: Span) -> Diagnostic {
    let what = match word {
        "own" => "whether there is an own piece anywhere",
        "enemy" => "whether there is a piece of the enemy's anywhere",
        _ => "whether any cell of the board is empty",
    };
    Diagnostic::warning("asks-all-over", span, format!("`{word}` alone asks {what}"))
        .help(format!("to ask about a cell name it: `to on {word}`; if the whole board is meant: `count {word} > 0`"))
}

/// `when neighbours of own`
pub fn cells_alone(words: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("asks-for-cells", span, format!("`{words}` alone asks whether the board has such a cell"))
        .help(format!("what is there is asked by `on`: `… on ({words})`; what two conditions share stands in brackets: `no own on (from or {words})`"))
}

/// `d4 = empty`
pub fn whole_board_compared(place: &str, word: &str, one: bool, unequal: bool, span: Span) -> Diagnostic {
    let (code, when) = if unequal { ("always-true", "nearly always") } else { ("always-false", "hardly ever") };
    let message = format!("this {when} holds: it asks whether all of the board that is `{word}` is `{place}`");
    let what = match (one, unequal) {
        (true, false) => format!("{place} on {word}"),
        (true, true) => format!("not {place} on {word}"),
        (false, false) => format!("no {place} except {word}"),
        (false, true) => format!("{place} except {word}"),
    };
    let help = match (one, unequal) {
        (false, false) => format!("write `{what}`, or `{place} on {word}` where one of them is enough"),
        _ => format!("write `{what}`"),
    };
    Diagnostic::warning(code, span, message).help(help).write(what)
}

/// `count to`; `counted`: the kind whose pieces are counted on cells.
pub fn cells_counted(words: &str, counted: Option<&str>, span: Span) -> Diagnostic {
    let message = format!("this counts the cells of `{words}`, which are always as many");
    Diagnostic::warning("cells-counted", span, message).help(match counted {
        Some(kind) => format!("its pieces are `count {kind} on {words}`"),
        None => format!("what is there is counted by `count own on {words}`"),
    })
}

/// `from on d4 or e4`, where `e4` alone always has a cell; `both`: what brackets are wanted around, and all with them.
pub fn alternative_always_there(last: &str, both: Option<(Span, String)>, span: Span) -> Diagnostic {
    let message = format!("this always holds: `on` binds closer than `or`, and `{last}` alone has cells");
    let told = Diagnostic::warning("always-true", span, message);
    match both {
        Some((both, whole)) => {
            let write = format!("write `{whole}`");
            told.help(format!("what `on` is about stands in brackets: {write}")).fix(write, brackets(both))
        }
        None => told.help("what `on` is about stands in brackets: `… on (… or …)`"),
    }
}

fn brackets(around: Span) -> [(Span, String); 2] {
    let at = |place: usize, sign: &str| (Span::new(place, place), sign.to_string());
    [at(around.start, "("), at(around.end, ")")]
}

/// `empty or enemy on palace`: what `or` may have been meant to join first, and what it joins as it is read, each with the whole in which
/// there are brackets around it.
pub fn joined_closer(both: (Span, String), one: (Span, String), span: Span) -> Diagnostic {
    let message = "`or` joins last: what `on`, `except` and `of` say is not said of both";
    let told = Diagnostic::warning("or-without-brackets", span, message);
    let told = told.help(format!("write `{}`, or `{}` if this is meant", both.1, one.1));
    [both, one].into_iter().fold(told, |told, (around, whole)| told.fix(format!("write `{whole}`"), brackets(around)))
}
