//! Sections of a file: players, options, boards, links, pieces, hands, setup, states, tables.

use super::listed;
use crate::analysis::options::{half_text, value_text};
use crate::diag::{Diagnostic, counted};
use crate::game::{PerSide, Side};
use crate::rules::{Ground, MOST_IN_A_STACK, OptionRange};
use crate::source::Span;
use crate::syntax::ast::{Name, OptionValue};

/// A section that may stand once only.
pub fn section_twice(word: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("section-twice", span, format!("`{word}` stands here a second time"))
        .label(first, "the first one is here")
        .help("join the two")
}

/// No `players`.
pub fn no_players(span: Span) -> Diagnostic {
    Diagnostic::error("no-players", span, "the file does not say who plays")
        .help("write `players White, Black`, the one who begins first")
}

/// Not two players.
pub fn not_two_players(names: &[Name], span: Span) -> Diagnostic {
    let [first, second] = match names {
        [first, second, ..] => [&*first.text, &*second.text],
        _ => ["White", "Black"],
    };
    Diagnostic::error("not-two-players", span, format!("a game has two players, and here are {}", names.len()))
        .help(format!("write `players {first}, {second}`"))
}

/// A player named twice.
pub fn player_twice(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("player-twice", span, format!("`{name}` is named twice")).help("name each player once")
}

/// A player left out.
pub fn player_missing(what: &str, players: &PerSide<String>, span: Span) -> Diagnostic {
    Diagnostic::error("player-missing", span, format!("`{what}` does not name both players")).help(format!(
        "say it for `{}` and for `{}`",
        players[Side::First],
        players[Side::Second]
    ))
}

/// A value from outside that does not fit.
pub fn bad_setting(name: &str, text: &str, default: OptionValue, span: Span) -> Diagnostic {
    let help = match default {
        OptionValue::Truth(_) => "it is `yes` or `no`".to_string(),
        OptionValue::Number { .. } => format!("it is a whole number or a half, such as `{}`", value_text(default)),
    };
    Diagnostic::error("bad-setting", span, format!("`{text}` is no value for the option `{name}`")).help(help)
}

/// A setting for an option that is not there.
pub fn unknown_setting(name: &str, near: Option<String>, there: &[String], span: Span) -> Diagnostic {
    let message = Diagnostic::error("unknown-option", span, format!("this game has no option `{name}`"));
    match near {
        Some(near) => message.help(format!("did you mean `{near}`?")),
        None if there.is_empty() => message.help("it has no options at all"),
        None => message.help(format!("its options are {}", listed(there))),
    }
}

/// A range for yes or no.
pub fn range_of_truth(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("range-of-yes-or-no", span, format!("`{name}` is `yes` or `no` and has no range"))
        .help("leave the range out")
}

/// An option that is none of its values, with those beside it.
pub fn option_out_of_range(
    name: &str,
    value: &str,
    range: &OptionRange,
    near: &[String],
    span: Span,
    setting: bool,
) -> Diagnostic {
    let whose = if setting { "the setting" } else { "the default" };
    let why = if range.step.is_some() { "none of its values" } else { "out of its range" };
    let what = format!("{whose} {value} of the option `{name}` is {why}");
    let error = Diagnostic::error("option-out-of-range", span, what);
    match range.step {
        None => error.help(format!("it goes from {} to {}", half_text(range.least), half_text(range.most))),
        Some(step) => error.help(format!(
            "it goes from {} to {} in steps of {}: take {}",
            half_text(range.least),
            half_text(range.most),
            half_text(step),
            near.join(" or ")
        )),
    }
}

/// Steps that lead nowhere.
pub fn step_of_nothing(step: &str, span: Span) -> Diagnostic {
    Diagnostic::error("out-of-range", span, format!("the values of an option can't be {step} apart"))
        .help("write how far one is above the other, such as `step 2`")
}

/// No board.
pub fn no_board(span: Span) -> Diagnostic {
    Diagnostic::error("no-board", span, "the file has no board").help("write `board square 8x8`")
}

/// Two boards without a name.
pub fn second_main_board(span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("second-board", span, "a second board needs a name")
        .label(first, "the first board is here")
        .help("write `board shelf row 16`")
}

/// Only named boards. `named`: the name of the only one.
pub fn no_main_board(named: Option<&str>, span: Span) -> Diagnostic {
    let told = Diagnostic::error("no-main-board", span, "the main board has no name");
    told.help(match named {
        Some(name) => format!("leave out the name behind `board`, which is `{name}` here"),
        None => "leave the name out at one of the boards".to_string(),
    })
}

/// A board below rules that were written for another one. `named`: what does not fit, with so many `more`; `shown`: places, and
/// what is wrong there.
pub fn board_does_not_fit<'m>(
    places: usize,
    named: &[String],
    more: usize,
    span: Span,
    shown: impl Iterator<Item = (Span, &'m str)>,
) -> Diagnostic {
    let message = format!("the rules that this file extends do not fit on this board, in {places} places");
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let told = Diagnostic::error("board-does-not-fit", span, message).help(format!(
        "say anew what was made for the other board, or leave it out by `without`: {}{more}",
        named.join(", ")
    ));
    shown.fold(told, |told, (place, text)| told.label(place, text))
}

/// A board that can't be built.
pub fn bad_board(message: &str, help: &str, span: Span) -> Diagnostic {
    Diagnostic::error("bad-board", span, message).help(help)
}

/// Holes everywhere.
pub fn nothing_left(span: Span) -> Diagnostic {
    Diagnostic::error("bad-board", span, "no cell of the board is left").help("take fewer cells out")
}

/// A link between regions.
pub fn link_of_several(span: Span) -> Diagnostic {
    Diagnostic::error("bad-link", span, "a link leads from one cell to one cell").help("write it as `a1 -> b2`")
}

/// A cell with two links of the same name.
pub fn linked_twice(cell: &str, span: Span) -> Diagnostic {
    Diagnostic::error("bad-link", span, format!("the link leads from `{cell}` twice"))
        .help("a second way from a cell is a link of its own")
}

/// A formula that is none.
pub fn bad_link(span: Span) -> Diagnostic {
    Diagnostic::error("bad-link", span, "this does not say which cell the link leads to")
        .help("write `(i) -> i + 1` on a track and `(x, y) -> (y, x)` on a board")
}

/// `(i) -> i + 1` where cells have two numbers; `row` tells that another board is a `track` or a `row`.
pub fn link_of_one_number(name: &str, row: bool, span: Span) -> Diagnostic {
    Diagnostic::error(
        "bad-link",
        span,
        "this link names one number, and the cells of this board have two: file and rank",
    )
    .help(match row {
        true => {
            format!("a formula is for all boards, and a `track` is one rank: `link {name} (x, y) -> (x + 1, y)`")
        }
        false => format!("write `link {name} (x, y) -> (…, …)`; one number is for a `track` or a `row`"),
    })
}

/// `(x, y) -> x + 1` where cells have two numbers.
pub fn link_to_one_number(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        "bad-link",
        span,
        "this link leads to one number, and the cells of this board have two: file and rank",
    )
    .help(format!("write `link {name} (x, y) -> (…, …)`"))
}

/// A link without a cell to lead to.
pub fn link_leads_nowhere(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("bad-link", span, format!("the link `{name}` leads nowhere"))
        .help("columns, rows and cells of a track count from 1")
}

/// No pieces.
pub fn no_pieces(span: Span) -> Diagnostic {
    Diagnostic::error("no-pieces", span, "the file has no pieces").help("write `piece Stone`")
}

/// More kinds than a game may have.
pub fn too_many_kinds(n: usize, limit: usize, span: Span) -> Diagnostic {
    Diagnostic::error("too-many-pieces", span, format!("these are {n} pieces"))
        .help(format!("a game may have at most {limit} different ones"))
}

/// Counted and stacked.
pub fn counted_and_stacked(span: Span) -> Diagnostic {
    Diagnostic::error("counted-and-stacked", span, "a piece can't be both `counted` and `stacked`")
        .help("counted pieces are all alike; stacked ones keep their order")
}

/// Counted pieces with an owner.
pub fn counted_without_neutral(span: Span) -> Diagnostic {
    Diagnostic::error("counted-owner", span, "counted pieces belong to nobody").help("write `counted neutral`")
}

/// `A = A`
pub fn promotes_to_itself(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("promotes-to-itself", span, format!("`{name}` can't promote to itself"))
        .help("name another piece, or leave it out")
}

/// A chain of promotions that comes back to its start.
pub fn promotes_in_a_circle(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        "promotes-in-a-circle",
        span,
        format!("this leads back to `{name}`: no piece is what it was at first"),
    )
    .help("name one of them alone, and turn it back by an effect: `promote to as …`")
}

/// A captive that could go to a hand as either of two kinds.
pub fn two_bases([first, second, to]: &[String; 3], span: Span) -> Diagnostic {
    let message =
        format!("a captured `{to}` may have been a `{first}` or a `{second}`, and goes to a hand as what it was");
    Diagnostic::error("two-bases", span, message)
        .help(format!("let each promote to a kind of its own: `piece {first} = {to}{first}, {second} = {to}{second}`"))
}

/// More on a cell than there is room for.
pub fn too_many_on_a_cell(span: Span) -> Diagnostic {
    Diagnostic::error("too-many-on-a-cell", span, "a cell has room for 255 counted pieces")
        .help("write a smaller number")
}

/// `move … onto` or `swap` with a fixed region that is not one cell.
pub fn not_one_cell(word: &str, found: usize, span: Span) -> Diagnostic {
    Diagnostic::error("not-one-cell", span, format!("`{word}` takes one cell here, and this is {found}"))
        .help("name one cell, or let the player choose: `pick x in …`")
}

/// Where one cell is asked for, a region of many.
pub fn hardly_one_cell(word: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` takes one cell here: where this is several, nothing is done");
    Diagnostic::warning("not-one-cell", span, message).help("let the player choose: `pick x in …`")
}

/// Letters that are not one or two.
pub fn bad_letters(neutral: bool, span: Span) -> Diagnostic {
    let help = match neutral {
        true => "a neutral piece has one letter",
        false => "write one letter, such as \"N\", or two, such as \"BW\": the first player's and the second one's",
    };
    Diagnostic::error("bad-letter", span, "these are not the letters of a piece").help(help)
}

/// A digit or sign as a letter.
pub fn not_a_letter(c: char, span: Span) -> Diagnostic {
    Diagnostic::error("bad-letter", span, format!("`{c}` is not a letter"))
        .help("write a letter, or a sign that position texts have no other use for: one of `*+#@!?&~^%$<>=-`")
}

/// Both players' letters are the same.
pub fn same_letters(span: Span) -> Diagnostic {
    Diagnostic::error("bad-letter", span, "both players would have the same letter").help("write two different ones")
}

/// A letter that another piece has.
pub fn letter_taken(c: char, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("letter-taken", span, format!("the letter `{c}` is taken"))
        .label(first, "by this piece")
        .help("every piece needs a letter of its own")
}

/// A second letter for a kind.
pub fn letter_given(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("said-twice", span, format!("`{name}` has a letter already")).help("leave one of the two out")
}

/// No letter is left.
pub fn out_of_letters(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("out-of-letters", span, format!("no letter is left for `{name}`"))
        .help("give pieces letters of your own: `Disc \"BW\"`")
}

/// A piece without its player.
pub fn whose_piece(kind: &str, players: &PerSide<String>, span: Span) -> Diagnostic {
    Diagnostic::error("whose-piece", span, format!("whose is this `{kind}`?")).help(format!(
        "write `{} {kind}` or `{} {kind}`",
        players[Side::First],
        players[Side::Second]
    ))
}

/// `piece Wall, Rock neutral`, and here a `Wall` of nobody's; `at`: where the word could stand.
pub fn neutral_of_another(told: Diagnostic, kind: &str, other: &str, at: Span) -> Diagnostic {
    let help = told.help.clone().unwrap_or_default();
    told.help(format!("{help}; if it is nobody's, say so: `neutral` behind `{other}` is for `{other}` alone"))
        .fix(format!("write `{kind} neutral`"), [(at, " neutral".to_string())])
}

/// `Pawn White on e2`
pub fn player_behind_kind(player: &str, kind: &str, span: Span) -> Diagnostic {
    Diagnostic::error("whose-piece", span, format!("`{kind} {player}` names the piece before its player"))
        .help(format!("write `{player} {kind}`"))
}

/// `White on rank 2`
pub fn player_without_kind(player: &str, kind: &str, span: Span) -> Diagnostic {
    Diagnostic::error("unexpected-player", span, format!("this does not say which piece of `{player}` is put down"))
        .help(format!("write `{player} {kind} on …`"))
}

/// `hand 8 Ring for White, 3 Dvonn`
pub fn whose_hand(kind: &str, players: &PerSide<String>, span: Span) -> Diagnostic {
    Diagnostic::error("whose-hand", span, format!("this does not say whose hand the `{kind}` are in")).help(format!(
        "write `each` behind it, or `for {}` or `for {}`",
        players[Side::First],
        players[Side::Second]
    ))
}

/// `hand 0 Ring each`
pub fn empty_hand(kind: &str, span: Span) -> Diagnostic {
    Diagnostic::error("empty-hand", span, format!("this puts no `{kind}` into a hand"))
        .help("write how many, such as `9`; what players take comes to their hands by `captives to hand`")
}

/// `neutral Stone on c3`
pub fn neutral_said_at_a_placement(kind: &str, span: Span) -> Diagnostic {
    Diagnostic::error("neutral-owner", span, "pieces of nobody's stand in `setup` by their kind alone").help(format!(
        "leave `neutral` out, `{kind} on …`; that they are nobody's is said once, by `piece {kind} neutral`"
    ))
}

/// `4 Seed` where no piece of the file is counted.
pub fn nothing_is_counted(kind: &str, span: Span) -> Diagnostic {
    Diagnostic::error("not-counted", span, format!("a cell holds one `{kind}` at most"))
        .help(format!("write `piece {kind} counted neutral`, or leave the number out"))
}

/// A direction to face that there is none of.
pub fn no_direction_to_face(word: &str, meant: &str, span: Span) -> Diagnostic {
    Diagnostic::error("unknown-name", span, format!("there is no direction `{word}`")).help(format!("write `{meant}`"))
}

/// A number of something that is not counted.
pub fn not_counted(kind: &str, span: Span) -> Diagnostic {
    Diagnostic::error("not-counted", span, format!("a cell holds one `{kind}` at most"))
        .help("leave the number out, or make the piece `counted`")
}

/// A number of stacked pieces.
pub fn no_stack_at_once(kind: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        "not-counted",
        span,
        format!("one new `{kind}` at a time comes to a cell, in the place of what is there"),
    )
    .help("stacks are built with `pile … onto …` and `tuck … under …`, and set up with `setup fen \"(Mmm)7/…\"`")
}

/// Nothing to put a piece on.
pub fn setup_on_nothing(span: Span) -> Diagnostic {
    Diagnostic::warning("always-empty", span, "this region is empty, so nothing is put down")
        .help("name cells, ranks or files of the board")
}

/// Two pieces on a cell.
pub fn overlapping_setup(cell: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("overlapping-setup", span, format!("`{cell}` is taken already"))
        .label(first, "it was filled here")
        .help("put one piece on a cell; `except` takes cells out of a region")
}

/// `each` of pieces that have owners.
pub fn each_of_owned(kind: &str, span: Span) -> Diagnostic {
    Diagnostic::error("whose-piece", span, format!("`each` puts one of every piece down, and `{kind}` needs an owner"))
        .help("only games whose pieces are all neutral can use `each`")
}

/// `each` on too many or too few cells.
pub fn each_does_not_fit(kinds: usize, cells: usize, span: Span) -> Diagnostic {
    let message = format!("{} for {}", counted(kinds, "piece", "pieces"), counted(cells, "cell", "cells"));
    Diagnostic::error("each-does-not-fit", span, message).help(format!("`each` needs exactly {kinds} cells"))
}

/// A position text for a board without rows.
pub fn fen_without_rows(span: Span) -> Diagnostic {
    Diagnostic::error("bad-position-text", span, "this board has no rows to write a position in")
        .help("write `setup { … }`")
}

/// More than the rows and the hands.
pub fn fen_fields(span: Span) -> Diagnostic {
    Diagnostic::error("bad-position-text", span, "the start has only rows and hands").help(
        "leave out what follows: the first of `players` begins, and `state` and `clock` lines give the other fields their start",
    )
}

/// More boards than there are.
pub fn fen_boards(have: usize, want: usize, span: Span) -> Diagnostic {
    let message = format!("this has {}, the game has {want}", counted(have, "board", "boards"));
    Diagnostic::error("bad-position-text", span, message).help("`|` stands between boards")
}

/// A stack without pieces, or without its end.
pub fn fen_stack(span: Span) -> Diagnostic {
    Diagnostic::error("bad-position-text", span, "this is not a stack")
        .help("write the letters of a stack from the top down, such as `(Ssk)`")
}

/// A stack that is too high.
pub fn fen_stack_too_high(height: usize, span: Span) -> Diagnostic {
    Diagnostic::error("bad-position-text", span, format!("this stack has {height} pieces"))
        .help(format!("a stack has up to {MOST_IN_A_STACK}"))
}

/// A number in brackets that can't be one of counted pieces.
pub fn fen_number(letters: &[char], span: Span) -> Diagnostic {
    let help = match letters {
        [first, second, ..] => {
            format!(
                "`(4{first})` is a cell that holds four pieces of that `counted` kind, up to 255; `(4{first}2{second})` one with two kinds"
            )
        }
        _ => "`(4)` is a cell that holds four pieces of a `counted` kind, up to 255".to_string(),
    };
    Diagnostic::error("bad-position-text", span, "this is not a number of counted pieces").help(help)
}

/// A piece where no cell is.
pub fn fen_no_cell(first: bool, alternates: bool, span: Span) -> Diagnostic {
    Diagnostic::error("bad-position-text", span, "there is no cell here").help(match (alternates, first) {
        (true, true) => "on this board every other place is no cell; in this row the first, third … places are cells",
        (true, false) => {
            "on this board every other place is no cell; in this row the second, fourth … places are cells"
        }
        (false, _) => "not every place of this row is a cell; empty places count whether they are cells or not",
    })
}

/// `+p` for a kind that promotes to nothing.
pub fn fen_not_promoted(c: char, span: Span) -> Diagnostic {
    Diagnostic::error("bad-position-text", span, format!("`+{c}` is a promoted piece, and `{c}` has no promotion"))
        .help("`piece Pawn = Tokin` says what `+p` is")
}

/// The wrong number of rows.
pub fn fen_rows(have: usize, want: usize, span: Span) -> Diagnostic {
    Diagnostic::error(
        "bad-position-text",
        span,
        format!("this has {}, the board has {want}", counted(have, "row", "rows")),
    )
    .help("rows go from the top down, with `/` between them")
}

/// A row of the wrong length.
pub fn fen_row_length(row: &str, have: usize, want: usize, span: Span) -> Diagnostic {
    let message = format!("the row `{row}` fills {}, the board's has {want}", counted(have, "cell", "cells"));
    Diagnostic::error("bad-position-text", span, message).help("a number stands for so many empty cells")
}

/// A letter that no piece has.
pub fn fen_letter(c: char, letters: &[String], meant: Option<&str>, span: Span) -> Diagnostic {
    let letters = listed(letters);
    let help = match meant {
        Some(kind) => {
            format!(
                "the letters are {letters}; where it is to be a `{kind}`, write `piece {kind} \"{}\"`",
                c.to_ascii_uppercase()
            )
        }
        None => format!("the letters are {letters}"),
    };
    Diagnostic::error("bad-position-text", span, format!("no piece has the letter `{c}`")).help(help)
}

/// Hands without an end.
pub fn fen_hand_open(span: Span) -> Diagnostic {
    Diagnostic::error("bad-position-text", span, "the hands have no closing `]`").help("write them as `[Pp]`")
}

/// Letters for a number.
pub fn letters_of_number(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("bad-letter", span, format!("`{name}` is a number and has no letters"))
        .help("only a state of `cells` can have letters")
}

/// `for one ply on R` of a number.
pub fn cells_of_number(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("bad-bounds", span, format!("`{name}` is a number and lies on no cells"))
        .help("what a number may be is said by `in`, as in `in 0..3`, or by `when`")
}

/// A state that may hold nothing.
pub fn state_never(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("bad-bounds", span, format!("no position meets this: `{name}` may hold nothing"))
        .help("say what holds of every position that the rules lead to")
}

/// A kind whose pieces may stand nowhere.
pub fn piece_nowhere(names: &str, span: Span) -> Diagnostic {
    Diagnostic::error("bad-bounds", span, format!("no position meets this: `{names}` may stand nowhere"))
        .help("behind `in` are the cells on which its pieces may stand")
}

/// A piece of the start that may not stand there.
pub fn setup_beyond(piece: &str, cell: &str, ground: &Ground, span: Span) -> Diagnostic {
    let message = format!("no `{piece}` may stand on {cell}");
    Diagnostic::error("piece-bounds", span, message)
        .label(ground.span, "these are the cells on which it may stand")
        .help(format!("put it elsewhere, or say behind `in` where else it may stand: `{}`", ground.text))
}

/// What to write where another file says where pieces may stand.
pub fn declare_anew(ground: &str) -> String {
    format!(
        "the file that this one extends says `{ground}`: here it may be declared anew, with other cells or with none"
    )
}

/// A position that the rules led to, and in which a piece stands where it may not.
pub fn strayed(piece: &str, cell: &str, ground: &Ground) -> Diagnostic {
    let message = format!("a game led to a position where `{piece}` stands on {cell}");
    Diagnostic::error("piece-bounds", ground.span, message)
        .help("a text of this position would be refused: name all cells on which the rules let it stand")
}

/// `in` of a number, without a range.
pub fn no_number_bounds(span: Span) -> Diagnostic {
    Diagnostic::error("bad-bounds", span, "this is no range of numbers")
        .help("a number goes from a least to a greatest one, as in `in 0..3`; other conditions stand behind `when`")
}

/// `in -9..9`
pub fn bounds_below_zero(least: i64, most: i64, span: Span) -> Diagnostic {
    let range = format!("(-{least})..{most}");
    Diagnostic::error(
        "bad-bounds",
        span,
        "a range that begins with `-` is no range: the sign is taken for one of the whole",
    )
    .help(format!("a bound below 0 stands in brackets: `in {range}`"))
    .write(range)
}

/// `state steps: number = 5 in 0..3`; without a start value it is 0.
pub fn begins_outside(name: &str, first: i64, (low, high): (i64, i64), at: Span, within: Span) -> Diagnostic {
    let message = format!("`{name}` begins as {first}, and may hold {low} to {high} only");
    let wider = format!("{}..{}", low.min(first), high.max(first));
    let help = format!("let it begin there, `= {}`, or let it hold that, too: `in {wider}`", first.clamp(low, high));
    Diagnostic::error("begins-outside", at, message).label(within, "what it may hold").help(help)
}

/// The same of a cell.
pub fn begins_on_other_cell(name: &str, cell: &str, at: Span, within: Span) -> Diagnostic {
    let message = format!("`{name}` begins with {cell}, and may never hold that");
    Diagnostic::error("begins-outside", at, message)
        .label(within, "what it may hold")
        .help(format!("leave {cell} out of one, or have it in the other"))
}

/// A range from high to low.
pub fn no_number_between(low: i64, high: i64, span: Span) -> Diagnostic {
    Diagnostic::error("bad-bounds", span, format!("there is no number from {low} to {high}"))
        .help("the least stands first, as in `in 0..3`")
}

/// Not one letter for each cell.
pub fn state_letters(name: &str, on: bool, cells: usize, letters: usize, span: Span) -> Diagnostic {
    let (cells, letters) = (counted(cells, "cell", "cells"), counted(letters, "letter", "letters"));
    if on {
        return Diagnostic::error("bad-letter", span, format!("{letters} for {cells}"))
            .help("write one letter for each cell after `on`, all different");
    }
    let message = format!("`{name}` starts with {cells} and has {letters}");
    Diagnostic::error("bad-letter", span, message)
        .help("write one letter for each cell, all different; `as \"…\" on R` gives them to the cells of `R`")
}

/// A cell of a state's start value that has no letter.
pub fn state_letterless(name: &str, cell: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` starts with `{cell}`, which has no letter");
    Diagnostic::error("bad-letter", span, message).help("after `on` stand all cells that it may ever hold")
}

/// A row of a table with too many numbers, or too few.
pub fn table_row(name: &str, have: usize, want: usize, span: Span) -> Diagnostic {
    let (numbers, cells) = (counted(have, "number", "numbers"), counted(want, "cell", "cells"));
    Diagnostic::error(
        "table-length",
        span,
        format!("this row of the table `{name}` has {numbers}, its rank has {cells}"),
    )
    .help(one_for_each_cell(have, want))
}

/// How many numbers of a table are missing, or too many.
fn one_for_each_cell(have: usize, want: usize) -> String {
    let numbers = counted(have.abs_diff(want), "number", "numbers");
    let mend = if have < want { format!("{numbers} more") } else { format!("{numbers} less") };
    format!("write {mend}: one for each cell, the far rank first")
}

/// A table with too many or too few numbers.
pub fn table_length(name: &str, have: usize, want: usize, span: Span) -> Diagnostic {
    Diagnostic::error(
        "table-length",
        span,
        format!("the table `{name}` has {have} numbers, the board has {want} cells"),
    )
    .help(one_for_each_cell(have, want))
}

/// Two evaluations of one name.
pub fn eval_twice(name: Option<&str>, span: Span, first: Span) -> Diagnostic {
    let message = match name {
        Some(name) => format!("there is an evaluation \"{name}\" already"),
        None => "there is an evaluation without a name already".to_string(),
    };
    Diagnostic::error("name-twice", span, message).label(first, "it is here").help("give this one a name of its own")
}

/// A default that names no option above.
pub fn unknown_option_above(name: &str, near: Option<String>, span: Span) -> Diagnostic {
    let report = Diagnostic::error("unknown-name", span, format!("there is no option `{name}` above"));
    match near {
        _ if name == "true" => report.help("write `yes`").write("yes"),
        _ if name == "false" => report.help("write `no`").write("no"),
        Some(near) => report.did_you_mean([near.as_str()]),
        None => report.help("a default is a number, `yes`, `no` or the name of an option that stands above"),
    }
}

/// More kinds than a stack can tell apart.
pub fn too_many_stacked(kinds: usize, most: usize, span: Span) -> Diagnostic {
    Diagnostic::error("too-many-kinds", span, format!("a game with stacks can't have {kinds} kinds of pieces"))
        .help(format!("it may have {most}"))
}
