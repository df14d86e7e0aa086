//! Names: unknown ones, doubled ones, ones that stand in the wrong place.

use super::listed;
use crate::analysis::scope::Place;
use crate::diag::{Diagnostic, counted};
use crate::game::{PerSide, Side};
use crate::source::Span;
use crate::syntax::words::{self, VALUES};

/// Those of them that one word stands for.
const WRITTEN: &[(&[&str], &str)] = &[
    (words::OWN, "own"),
    (words::ENEMY, "enemy"),
    (&["free", "vacant", "blank", "unoccupied"], "empty"),
    (&["stalemate", "stalemated", "no-moves", "blocked"], "enemy stuck"),
    (&["last-rank", "goal-rank", "promotion-rank", "end-rank"], "far rank"),
    (&["home-rank", "first-rank", "back-rank"], "own rank 1"),
    (&["edges", "sides", "side", "border", "borders", "perimeter", "rim", "boundary"], "edge"),
    (&["interior", "inner", "inside"], "(all except edge)"),
    (&["middle", "centers", "centres"], "center"),
    (&["cells", "squares", "everywhere", "anywhere"], "all"),
    (&["nothing", "nowhere"], "none"),
    (&["destination", "target", "dest"], "to"),
    (&["source", "origin"], "from"),
    (&["true"], "yes"),
    (&["false"], "no"),
];

/// The same for directions.
const DIRECTIONS: &[(&[&str], &str)] = &[
    (&["straight"], "the ways of a rook are `orthogonal`; the way that a player faces is `forward`"),
    (&["forward-straight", "straight-forward", "straight-ahead", "forwards"], "write `forward`"),
    (&["up", "n", "ahead"], "write `north`, or `forward` as the player faces"),
    (&["down", "s", "back"], "write `south`, or `backward` as the player faces"),
    (&["ne", "nw"], "write `northeast`, `northwest`, or `forward-diagonal` for both as the player faces"),
    (&["se", "sw"], "write `southeast`, `southwest`, or `backward-diagonal` for both as the player faces"),
    (&["e", "w", "horizontal", "horizontally"], "write `east`, `west`, or `sideways` for both as the player faces"),
    (&["vertical", "vertically"], "write `north, south`"),
    (&["diagonally", "diagonals"], "write `diagonal`"),
    (&["orthogonally", "orthogonals", "straight-lines"], "write `orthogonal`"),
    (&["all", "every", "adjacent", "anywhere", "all-directions"], "write `any`"),
    (&["number", "amount", "quantity"], "how many there are is `count own`"),
    (&["height"], "how high stacks are is `sum from by height`"),
    (&["knight", "horse"], "a knight's move is `leap 1,2 to …`"),
    (&["bishop"], "a bishop's ways are `diagonal`"),
    (&["rook"], "a rook's ways are `orthogonal`"),
    (&["queen", "king"], "a queen and a king go `any` way"),
    (&["row", "column"], "so many in a row are `line 3 of own`; a row of the board is `rank 1`, a column `file a`"),
];

/// Numbers in words.
const NUMBERS: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// A way between two others, put together otherwise: `diagonal-forward`, `up-left`.
fn turned(word: &str) -> Option<String> {
    let part = |part: &str| match part {
        "up" | "ahead" | "front" => "forward".to_string(),
        "down" | "back" => "backward".to_string(),
        other => other.to_string(),
    };
    let (a, b) = word.split_once('-')?;
    let (a, b) = (part(a), part(b));
    [format!("{a}-{b}"), format!("{b}-{a}")].into_iter().find(|way| words::DIRECTIONS.contains(&way.as_str()))
}

/// The name of something that is picked only behind this.
pub fn picked_later(word: &str, span: Span, pick: Span) -> Diagnostic {
    Diagnostic::error("unknown-name", span, format!("nothing is called `{word}` yet: it is picked behind this"))
        .label(pick, "here")
        .help(format!("put `pick {word} in …` before it"))
}

/// A word that stands for nothing.
pub fn unknown_name(what: &str, word: &str, near: &[String], there: &[String], span: Span) -> Diagnostic {
    let message = Diagnostic::error("unknown-name", span, format!("there is no {what} `{word}`"));
    let list = if what == "direction" { DIRECTIONS } else { words::EVERYDAY };
    let everyday = list.iter().find(|(words, _)| {
        matches!(what, "name" | "direction" | "piece or region of a player") && words.contains(&word)
    });
    // Advice is no use that names directions which the board does not have.
    let leads = |help: &str| {
        let mut compass = help.split('`').filter(|word| words::is_compass(word));
        what != "direction" || compass.all(|way| there.iter().any(|there| there == way))
    };
    if let Some((_, help)) = everyday.filter(|(_, help)| leads(help)) {
        let message = message.help(*help);
        let simple = WRITTEN.iter().filter(|(words, _)| what != "direction" && words.contains(&word));
        return simple.fold(message, |message, (_, written)| message.write(*written));
    }
    if let Some(way) = turned(word).filter(|_| what == "direction") {
        return message.help(format!("write `{way}`")).write(way);
    }
    if what == "piece or region of a player" {
        match word {
            "pieces" | "piece" | "men" | "stones" | "units" | "checkers" => {
                return message.help("leave it out: `own` and `enemy` alone are all their pieces").leave_out();
            }
            "home" | "base" | "side" => {
                return message.help("the rank that is nearest to a player is `own rank 1`, or `enemy rank 1`");
            }
            "capture" | "captures" | "captured" | "capturing" | "taken" => {
                return message.help("leave it out: who moves onto a piece takes it").leave_out();
            }
            _ => {}
        }
    }
    let small = word.to_lowercase();
    if small != word && VALUES.contains(&small.as_str()) {
        let help = format!("words of the language begin with a small letter: write `{small}`");
        return message.help(help).write(small);
    }
    let number = NUMBERS.iter().position(|number| *number == word);
    // `eight(to)` is no number.
    if let Some(number) = number.filter(|_| what != "definition") {
        return message.help(format!("write `{number}`")).write(number.to_string());
    }
    let row = ["rank", "file", "row", "column"].iter().find_map(|row| Some((*row, word.strip_prefix(row)?)));
    if let Some((row, which)) = row.filter(|(_, which)| (1..3).contains(&which.len())) {
        let row = if matches!(row, "rank" | "row") { "rank" } else { "file" };
        return message.help(format!("write `{row} {which}`")).write(format!("{row} {which}"));
    }
    match near {
        [_, ..] => message.did_you_mean(near.iter().map(String::as_str)),
        [] if there.is_empty() && what == "name" => message.help(
            "give it a meaning with `define` or `region`; numbers that the game keeps are a `state` or a `clock`",
        ),
        [] if there.is_empty() && what == "state or clock" => message.help(format!(
            "declare it: `state {word}: number`, or `state {word}: cells`; plies are counted by `clock {word}`"
        )),
        [] if there.is_empty() => message.help(format!("this file has no {what} yet")),
        [] => message.help(format!("there are {}", listed(there))),
    }
}

/// A cell that a further board does not have.
pub fn cell_off_a_board(cell: &str, board: &str, first: &str, last: &str, span: Span) -> Diagnostic {
    Diagnostic::error("cell-off-the-board", span, format!("the board `{board}` has no cell `{cell}`"))
        .help(format!("it goes from `{first}` to `{last}`"))
}

/// Effects where a region is asked for.
pub fn effects_without_do(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("effects-as-value", span, format!("`{name}` stands for effects, and is read as a region here"))
        .help(format!("effects with a name are done by `do {name}`"))
        .write(format!("do {name}"))
}

/// A declaration that nothing uses, where a name near to it is used and declared nowhere.
pub fn misspelt_declaration(declared: &str, used: &str, span: Span) -> Diagnostic {
    let message = format!("`{declared}` is used nowhere, and `{used}`, which is, is declared nowhere");
    Diagnostic::error("unknown-name", span, message).did_you_mean([used])
}

/// What is said at the so-manieth use of such a name.
pub fn used(name: &str, index: usize) -> String {
    if index == 0 { format!("`{name}` is used here") } else { "and here".to_string() }
}

/// An evaluation asked for by name where the only one has none.
pub fn evaluation_without_name(wanted: &str, near: Option<&str>, span: Span) -> Diagnostic {
    Diagnostic::error("unknown-name", span, format!("there is no evaluation `{wanted}`: that of this file has no name"))
        .help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "leave the name out, or ask for `derived`, the one that is read off the rules and learned, or `guessed`, \
                     the same without play"
                .to_string(),
        })
}

/// The same name for two things.
pub fn name_twice(name: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("name-twice", span, format!("the name `{name}` is given twice"))
        .label(first, "it is given here first")
        .help("call one of them something else")
}

/// A name that means something in the language; `item`: the word of what it is to be the name of.
pub fn reserved(item: &str, name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("reserved-word", span, format!("`{name}` is a word of the language and can't be a name"))
        .help(format!("take another name, such as `{}`", words::free_name(item, name)))
}

/// A kind with the name of a player.
pub fn kind_is_player(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("name-twice", span, format!("`{name}` is a player, and a piece can't be called the same"))
        .help("call the piece something else")
}

/// A player where a kind is asked for.
pub fn player_as_kind(name: &str, near: Option<&str>, span: Span) -> Diagnostic {
    let report =
        Diagnostic::error("unexpected-player", span, format!("`{name}` is a player, and this asks for a piece"));
    match near {
        Some(kind) => report.did_you_mean([kind]),
        None => report.help(format!("write the name of a `piece`; whose turn it is, is asked by `own = {name}`")),
    }
}

/// A property where one kind is asked for; `chosen`: effects may decide for one of them.
pub fn several_kinds(name: &str, kinds: &[String], chosen: bool, span: Span) -> Diagnostic {
    let count = kinds.len();
    let told =
        Diagnostic::error("several-kinds", span, format!("`{name}` stands for {count} pieces, and this asks for one"));
    let named = super::listed(kinds);
    told.help(match kinds {
        [a, b, ..] if chosen => format!(
            "its kinds are {named}: which one, an `if` says by the other properties, `if … {{ … {a} }} else {{ … {b} }}`"
        ),
        _ => format!("its kinds are {named}: name one of them"),
    })
}

/// The same kind twice in a list.
pub fn kind_twice(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("listed-twice", span, format!("`{name}` is in this list already")).help("leave it out")
}

/// `palace of own`, where `palace` is a region; `per_player`: one for each player.
pub fn value_as_direction(word: &str, per_player: bool, span: Span) -> Diagnostic {
    let help = match per_player {
        _ if word == "all" => "all directions are `any`".to_string(),
        true => format!("the cells of one player are `own {word}`"),
        false => format!(
            "`of` follows a direction; the cells that are in both regions are `… on {word}`, and regions side by side lack `or`"
        ),
    };
    Diagnostic::error("unknown-name", span, format!("`{word}` is no direction")).help(help)
}

/// `for each c in corners { take c }`
pub fn region_of_each(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("unknown-name", span, format!("`{word}` is no direction")).help(format!(
        "`for each` goes through directions; an effect is done on all cells of a region at once: `take enemy on {word}`"
    ))
}

/// `slide orthogonal except throne to empty`
pub fn region_behind_except(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("unknown-name", span, format!("`{word}` is no direction"))
        .help(format!("directions are left out here; cells are left out behind `to`: `to empty except {word}`"))
}

/// A name behind a player that stands for something, but for no region of a player's: `own c`.
pub fn not_of_a_player(word: &str, owner: &str, span: Span) -> Diagnostic {
    Diagnostic::error("name-of-no-player", span, format!("`{word}` is no piece and no region of a player"))
        .help(format!("write `{owner} on {word}` for the cells that are in both, or leave `{owner}` out"))
        .write(format!("on {word}"))
}

/// A parameter, or a cell that was picked, where a direction is needed.
pub fn name_as_direction(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("name-as-direction", span, format!("`{word}` stands for a value, and this asks for a direction"))
        .help("a parameter is a direction where its argument is one: `push(north)`; clauses for several directions are `for each d in any { … }`, and `dir` is the direction of the move")
}

/// A direction where a value is asked for.
pub fn direction_as_value(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("direction-as-value", span, format!("`{word}` is a direction, and this asks for a value"))
        .help(format!("the cells it leads to are `{word} of …`"))
}

/// `slide north east to empty`: a direction behind another, where a number may stand.
pub fn two_directions(first: &str, second: &str, span: Span) -> Diagnostic {
    let help = match words::both_ways(first, second) {
        Some(one) => format!("one direction is one word: `{one}`"),
        None => format!("several have commas between them: `{first}, {second}`"),
    };
    Diagnostic::error("direction-as-value", span, format!("unexpected `{second}` after `{first}`")).help(help)
}

/// A table where a value is asked for.
pub fn table_as_value(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("table-as-value", span, format!("`{word}` is a table, and this asks for a value"))
        .help(format!("a table is used in `sum … by {word}`"))
}

/// `from`, `to` or `over` where no move is under way.
pub fn not_bound_here(word: &str, place: Place, span: Span) -> Diagnostic {
    let message = format!("there is no `{word}` here");
    let help = match (place, word) {
        (Place::End, _) => "`end` asks about the position only; keep what it needs in a `state`",
        (Place::Eval | Place::Query | Place::State, _) => "this asks about the position only, not about a move",
        (Place::Constant(_), _) => "no move is made here",
        (Place::Guard, _) => "the guard of a group is asked before a piece is chosen; write it at the clause",
        (_, "over") => "only `hop` passes over a piece, and it is known in `when` and in the effects",
        (Place::When | Place::Effect, "from") => {
            "nothing moves from a cell here: what is put down stands on `to`, and a choice has the name that it was given"
        }
        (Place::When | Place::Effect, _) => {
            "nothing arrives anywhere here: a choice has the name that it was given, as in `pick to in …`"
        }
        (Place::Slot, _) => "it is known in `when` and in the effects of the clause",
        _ => "it is known only where a move is made",
    };
    Diagnostic::error("not-bound", span, message).help(help)
}

/// `dir` where there is none.
pub fn no_dir_here(span: Span) -> Diagnostic {
    Diagnostic::error("not-bound", span, "there is no `dir` here").help(
        "`dir` is the direction of a `step`, `slide` or `hop`, known in `when` and in the effects; the next leg is bound by \
         it in `again in any except reverse dir`",
    )
}

/// The region of a kind that belongs to nobody, as messages call it.
pub const CELLS_OF_NOBODYS: &str = "the cells of nobody's pieces";

/// `own` and the like where there is no position yet.
pub fn not_constant(what: &str, construct: &str, players: &PerSide<String>, span: Span) -> Diagnostic {
    let message = format!("`{what}` is not known in {construct}");
    let help = match (what, construct) {
        ("own" | "enemy", "`setup`") => {
            let help = format!("nobody is on turn yet: name the player, as in `{} rank 1`", players[Side::First]);
            return Diagnostic::error("not-constant", span, message).help(help);
        }
        ("own" | "enemy" | "far rank", CELLS_OF_NOBODYS) => {
            "they belong to nobody, so nothing is their own: name cells, ranks, files or regions of the file"
        }
        (_, CELLS_OF_NOBODYS) => "name cells, ranks, files or regions of the file",
        ("own" | "enemy", _) => "it would change with the player: name the player, or use `define`",
        ("far rank", _) => "it would change with the player: write `rank` and a number",
        (_, "`setup`") => "name cells, ranks, files or regions of the file",
        _ => "it changes during the game, and this may not: use `define` for it",
    };
    Diagnostic::error("not-constant", span, message).help(help)
}

/// The same where no single word is to blame.
pub fn not_constant_here(construct: &str, span: Span) -> Diagnostic {
    Diagnostic::error("not-constant", span, format!("{construct} must be the same for both players and at all times"))
        .help("name cells, ranks, files or regions of the file; `define` is for what changes")
}

/// `touched`, `was`, `legs` where no ply is under way.
pub fn only_during_ply(what: &str, place: Place, span: Span) -> Diagnostic {
    let kept = match what {
        "was" => Some("to on was enemy"),
        "touched" => Some("touched"),
        _ => None,
    };
    if let Some(kept) = kept.filter(|_| place == Place::End) {
        return Diagnostic::error("not-bound", span, format!("there is no `{what}` here")).help(format!(
            "`end` asks about the new position only: let effects keep what it needs in a state, as by \
             `state kept: cells for one ply` and `set kept = {kept}`, and ask for `kept` here"
        ));
    }
    // What has been touched, and how many legs were made, is not asked before a leg.
    let clause = if what == "was" { "the `when` of a clause, in " } else { "" };
    Diagnostic::error("not-bound", span, format!("there is no `{what}` here"))
        .help(format!(
            "`{what}` speaks of the ply being made: use it in {clause}effects, in `finally` or in `legal`, or keep in a `state` what is \
             asked for here"
        ))
}

/// A choice whose name is taken.
pub fn pick_hides(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("name-twice", span, format!("`{word}` means something already"))
        .help("give this choice a name of its own")
}

/// A parameter whose name is taken.
pub fn parameter_hides(word: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(
        "name-twice",
        span,
        format!("`{word}` means something else in the file: here it is the argument"),
    )
    .help("give this parameter a name of its own")
}

/// Something changed that is fixed.
pub fn not_a_state(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("not-a-state", span, format!("`{word}` can't be changed"))
        .help("only a `state` or a `clock` can be set")
}

/// A parameter set like a state.
pub fn parameter_set(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("not-a-state", span, format!("`{word}` can't be changed: a parameter is a value")).help(
        "a state can't be handed to a definition: write a definition for each state, or leave the `set` to who calls",
    )
}

/// Arguments for something that takes none.
pub fn not_a_definition(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("not-a-definition", span, format!("`{word}` takes no arguments"))
        .help(format!("only a `define` with parameters does; whether a cell is in a region is `to on {word}`"))
}

/// `count down`, where something is called `count-down`.
pub fn hyphen_missing(joined: &str, span: Span) -> Diagnostic {
    let before = joined.len() - (span.end - span.start);
    let told = Diagnostic::error("unknown-name", span, format!("`{joined}` is one name"));
    told.help(format!("write `{joined}`")).write_at(Span::new(span.start - before, span.end), joined)
}

/// `define flipped = enemy on any of c`, asked as `flipped(to)`.
pub fn parameter_missing(define: &str, word: &str, span: Span) -> Diagnostic {
    Diagnostic::error("parameter-missing", span, format!("there is no name `{word}`"))
        .help(format!("what it is asked of stands in brackets behind its name: `define {define}({word}) = …`"))
}

/// Too many or too few arguments.
pub fn wrong_arguments(name: &str, params: &[String], got: usize, span: Span, defined: Span) -> Diagnostic {
    let wants = counted(params.len(), "argument", "arguments");
    let here = if got == 1 { "here is one".to_string() } else { format!("here are {got}") };
    let message = format!("`{name}` takes {wants}, and {here}");
    let values = vec!["…"; params.len()].join(", ");
    let help = match params {
        [] => format!("write `{name}` alone"),
        [one] => format!("write `{name}({values})`, with what stands for `{one}` in the brackets"),
        _ => format!("write `{name}({values})`, with what stands for `{}`", params.join("`, `")),
    };
    Diagnostic::error("wrong-arguments", span, message).label(defined, "it is defined here").help(help)
}

/// Something that is explained by itself: each name uses the next one, the last one the first.
pub fn circle(what: &str, names: &[String], span: Span) -> Diagnostic {
    let path = names.iter().chain(names.first()).map(|n| format!("`{n}`")).collect::<Vec<_>>().join(" → ");
    Diagnostic::error("circle", span, format!("this {what} goes in a circle: {path}"))
        .help("nothing may be explained by itself")
}

/// `do x` with a value.
pub fn value_as_effects(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("not-effects", span, format!("`{name}` is a value, and `do` wants effects"))
        .help(format!("effects are defined as `define {name} {{ … }}`"))
}

/// A named effect as a value.
pub fn effects_as_value(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("not-a-value", span, format!("`{name}` does something, and this asks for a value"))
        .help(format!("effects are used as `do {name}`"))
}
