//! Messages about `look`.

use super::listed;
use crate::diag::Diagnostic;
use crate::game::{PerSide, Side};
use crate::source::Span;

fn words(words: &[&str]) -> String {
    listed(&words.iter().map(|word| (*word).to_string()).collect::<Vec<_>>())
}

/// Two looks of one thing.
pub fn look_twice(what: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("look-twice", span, format!("how `{what}` looks is said already"))
        .label(first, "it is said here first")
        .help("leave one of the two out")
}

/// A word alone that is no style.
pub fn unknown_style(word: &str, near: Option<String>, there: &[&str], span: Span) -> Diagnostic {
    let message = Diagnostic::error("unknown-look", span, format!("there is no look `{word}`"));
    match near {
        Some(near) => message.did_you_mean([near.as_str()]),
        None => message
            .help(format!("boards and pieces are {}; a region has a colour behind it: `{word} gold`", words(there))),
    }
}

/// A word that is no colour.
pub fn unknown_colour(word: &str, near: Option<String>, there: &[&str], span: Span) -> Diagnostic {
    let message = Diagnostic::error("unknown-colour", span, format!("there is no colour `{word}`"));
    match near {
        Some(near) => message.did_you_mean([near.as_str()]),
        None => message
            .help(format!("write one of {}", there.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", "))),
    }
}

/// A symbol that would not fit on a piece.
pub fn long_symbol(symbol: &str, length: usize, most: usize, span: Span) -> Diagnostic {
    Diagnostic::error("long-symbol", span, format!("`{symbol}` has {length} characters, too many for a piece"))
        .help(format!("write up to {most}"))
}

/// A symbol for a player.
pub fn symbol_of_player(player: &str, span: Span) -> Diagnostic {
    Diagnostic::error("symbol-of-player", span, format!("`{player}` is a player: symbols are of kinds of pieces"))
        .help(format!("the pieces of a player have a colour: `look {player} red`"))
}

/// A colour for a kind.
pub fn colour_of_kind(kind: &str, colour: &str, players: &PerSide<String>, span: Span) -> Diagnostic {
    Diagnostic::error(
        "colour-of-kind",
        span,
        format!("`{kind}` is a kind of the players: their colours tell whose a piece is"),
    )
    .help(format!("write `look {} {colour}`, or a symbol for the kind: `look {kind} \"★\"`", players[Side::First]))
    .write(players[Side::First].as_str())
}

/// `look White small`
pub fn form_of_player(player: &str, form: &str, span: Span) -> Diagnostic {
    Diagnostic::error("form-of-player", span, format!("`{player}` is a player: only kinds of pieces are `{form}`"))
        .help(format!("the pieces of a player have a colour: `look {player} red`"))
}

/// `look Dark brown, Round gold`, where pieces are both.
pub fn form_twice(kind: &str, other: &str, span: Span) -> Diagnostic {
    Diagnostic::error("look-twice", span, format!("some pieces that are `{kind}` have {other} already"))
        .help("of attributes of one piece, let one say the colour and another one the shape, the size or a symbol")
}

/// A name of a cell that would not fit.
pub fn long_title(title: &str, length: usize, most: usize, span: Span) -> Diagnostic {
    Diagnostic::error("long-title", span, format!("`{title}` has {length} characters, too many for a cell"))
        .help(format!("write up to {most}"))
}

/// `look a1 ""`
pub fn empty_title(cell: &str, span: Span) -> Diagnostic {
    Diagnostic::error("empty-title", span, format!("`{cell}` is called nothing here"))
        .help("write what it is called, or leave it out")
}

/// `look goal "goal"`
pub fn title_of_region(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("title-of-region", span, format!("`{name}` is no cell: names are of single cells"))
        .help(format!("write `look a1 \"start\"`; a region has a colour: `look {name} gold`"))
}

/// `look goal owners`, where it is nobody's.
pub fn area_of_both(name: &str, players: &PerSide<String>, span: Span) -> Diagnostic {
    let [first, second] = players.each_ref().pair();
    let help = match name.starts_with('(') {
        true => "cells are a player's where the region says so: `(own rank 1) owners`".to_string(),
        false => {
            format!("give it a colour, `look {name} gold`, or say whose it is: `region {name} {first} …, {second} …`")
        }
    };
    Diagnostic::error("area-of-both", span, format!("`{name}` has the same cells for both players")).help(help)
}

/// `look checkered bare`
pub fn looks_without_comma(first: &str, second: &str, span: Span) -> Diagnostic {
    Diagnostic::error("unknown-look", span, format!("`{first}` stands alone"))
        .help(format!("put a comma between two looks: `{first}, {second}`"))
        .write(format!("{first},"))
}

/// `look given aside`, where the cells change.
pub fn moving_place(name: &str, word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("moving-place", span, format!("the cells of `{name}` change, and so can't be `{word}`"))
        .help("write the name of a `region` or of a board, or fixed cells in brackets: `(own rank 1)`")
}

/// A word in the rows of a look that is no cell.
pub fn unknown_place(word: &str, near: Option<String>, span: Span) -> Diagnostic {
    let message = Diagnostic::error("unknown-cell", span, format!("there is no cell `{word}`"));
    match near {
        Some(near) => message.did_you_mean([near.as_str()]),
        None => {
            message.help("each row is a text of cells with spaces between them, `.` where there is none".to_string())
        }
    }
}

/// A cell that stands twice in the rows of a look.
pub fn placed_twice(cell: &str, span: Span) -> Diagnostic {
    Diagnostic::error("placed-twice", span, format!("`{cell}` has a place already"))
        .help("leave one out; a place without a cell is `.`")
}

/// A cell that the rows of a look forget.
pub fn not_placed(cell: &str, span: Span) -> Diagnostic {
    Diagnostic::error("not-placed", span, format!("`{cell}` has no place here"))
        .help("give all cells of a board a place, or none")
}
