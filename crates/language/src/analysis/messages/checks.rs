//! What the static checks say about a file that is otherwise sound.

use super::super::checks::Decided;
use super::super::checks::NO_VERDICT_WHEN_STUCK;
use crate::diag::Diagnostic;
use crate::game::{PerSide, Side};
use crate::rules::{Kind, OptionValue};
use crate::source::Span;

/// Declared and never used; `near`: another name that is near to its own.
pub fn unused(what: &str, name: &str, near: Option<&str>, span: Span) -> Diagnostic {
    let meant = near.map_or(String::new(), |near| format!("did you mean `{near}`? Else "));
    Diagnostic::warning("unused", span, format!("the {what} `{name}` is never used"))
        .help(format!("{meant}use it, or leave it out"))
}

/// A choice that changes nothing.
pub fn unasked_choice(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("unused", span, format!("nothing asks for the choice `{name}`: it only multiplies the moves"))
        .help("use it in the effects, or leave it out; where it is to forbid the move if there is no such cell, write `require` and the region")
}

/// Strengths that nothing compares.
pub fn unused_strength(span: Span) -> Diagnostic {
    Diagnostic::warning("unused", span, "this number is a strength, and nothing asks for strengths")
        .help("it is for `stronger than` and `weaker than`; how many lie on a cell is asked with `holding`, or `sum … by height`")
}

/// A label that is a slip away from another word.
pub fn label_like_name(label: &str, meant: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("label-like-name", span, format!("`{label}` is taken for a label of its own"))
        .help(format!("did you mean `{meant}`? If not, take a label that is less like it"))
        .write(meant)
}

/// A player whose name is a slip away from a colour.
pub fn player_like_colour(player: &str, meant: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("player-like-colour", span, format!("`{player}` is nearly the name of a colour"))
        .help(format!("did you mean `{meant}`? A player with the name of a colour has pieces of it"))
        .write(meant)
}

/// A state that is never asked for.
pub fn never_read(name: &str, set: bool, span: Span) -> Diagnostic {
    let message = match set {
        true => format!("`{name}` is set, and nothing ever asks for it"),
        false => format!("`{name}` is never used"),
    };
    Diagnostic::warning("unused", span, message).help("use it in a condition, or leave it out")
}

/// A state that is asked for and never changed.
pub fn never_set(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(
        "unused",
        span,
        format!("nothing ever changes `{name}`, so it is always what it is at the start"),
    )
    .help(format!("change it in effects, `set {name} = …`; what never changes is a `define` or an `option`"))
}

/// A group that the turn leaves out; `near`: a label of the turn that is near to its own.
pub fn group_never_played(
    label: Option<&str>,
    near: Option<&str>,
    span: Span,
    others: impl Iterator<Item = Span>,
) -> Diagnostic {
    let (message, help) = match label {
        Some(label) => (
            format!("`turn` never lets anybody play `{label}`"),
            match near {
                Some(near) => format!("did you mean `{near}`? Else add `{label}` to `turn`"),
                None => format!("add `{label}` to `turn`"),
            },
        ),
        None => (
            "`turn` never lets anybody play this group".to_string(),
            "give it a label and add that to `turn`".to_string(),
        ),
    };
    let report = Diagnostic::warning("never-played", span, message).help(help);
    others.fold(report, |report, other| report.label(other, "nor this group of that label"))
}

/// Hands that nothing asks about.
pub fn unused_hands(span: Span) -> Diagnostic {
    Diagnostic::warning("unused", span, "pieces come to a hand, and nothing is ever done with them")
        .help("let them be put on the board with `drop`, or count them with `own hand`")
}

/// `piece Wall, Rock neutral`, and nothing asks whose a `Wall` is; `at`: where the word could stand.
pub fn neutral_of_one(kind: &str, other: &str, span: Span, at: Span) -> Diagnostic {
    let message = format!("`neutral` is said of `{other}` alone, and nothing asks whose a `{kind}` is");
    Diagnostic::warning("neutral-of-one", span, message)
        .help(format!("if it is nobody's as well, write `{kind} neutral`"))
        .fix(format!("write `{kind} neutral`"), [(at, " neutral".to_string())])
}

/// A verdict that what is legal rules out.
pub fn verdict_forbidden(text: &str, span: Span, legal: Span) -> Diagnostic {
    Diagnostic::warning("never-comes", span, format!("`{text}` never comes about: no legal move leads to it"))
        .label(legal, "this forbids the moves after which it would hold")
        .help("`legal` is asked before `end`: leave one of the two out, or let them ask for different things")
}

/// A hand that is filled at the start, and asked for, and from which nothing is ever dropped.
pub fn hand_stays(span: Span) -> Diagnostic {
    Diagnostic::warning("unused", span, "nothing is ever dropped from this hand")
        .help("`place` takes no piece from it: write `drop Man on …`")
}

/// A slide of so many steps, and no cell from which it stays on the board; `option`: one, as it is set, that it asks for.
pub fn slide_off_board(steps: i64, option: Option<&OptionValue>, span: Span) -> Diagnostic {
    let with = option.map_or(String::new(), |option| format!("with `{} = {}` ", option.name, option.value));
    let message =
        format!("{with}this can never be played: {steps} steps in its directions lead off the board from every cell");
    Diagnostic::warning("never-played", span, message).help("use a smaller number, or none for any distance")
}

/// Sowing along a way that ends.
///
/// `ring`: how many cells the board has, if they stand in a row.
pub fn sown_away(cell: &str, link: &str, ring: Option<usize>, span: Span) -> Diagnostic {
    let message = format!("`{link}` leads nowhere from `{cell}`: seeds still in hand there are lost");
    let round = ring.map_or(String::new(), |cells| format!(", such as `link {link} (i) -> i mod {cells} + 1`"));
    Diagnostic::warning("sown-away", span, message)
        .help(format!("let the way lead round{round}, or `except` that cell"))
}

/// `take from` of a piece that has gone from there.
pub fn take_from(jumps: bool, span: Span) -> Diagnostic {
    Diagnostic::warning("without-effect", span, "`take from` does nothing here: the piece has left that cell").help(
        match jumps {
            true => "what it jumped is `over`: write `take over`",
            false => "the piece itself stands on `to`; what else is to go is named by its cells",
        },
    )
}

/// A condition that is the same in every position; `what`: the verdict that it is of, or what else it is.
pub fn decided(why: Decided, what: &str, value: bool, span: Span) -> Diagnostic {
    let (code, when) = if value { ("always-true", "always") } else { ("always-false", "never") };
    let (message, help) = match why {
        Decided::Contradiction => (
            format!("{what} asks for something and for its opposite, so it never comes about"),
            "join them with `or`, or leave one of them out",
        ),
        Decided::Comparison => (
            format!("a comparison in {what} {when} holds, whatever the position is"),
            "compare with what can be reached and can be missed",
        ),
        Decided::Mover => (
            format!("{what} never comes about: the piece that moves is there"),
            "ask for other pieces, or leave it out",
        ),
        Decided::Nowhere => (
            format!("{what} never comes about: no cell is in all of these regions"),
            "`on` keeps the cells that are in both regions, `or` joins; `from` and `to` are as they are before the move",
        ),
    };
    Diagnostic::warning(code, span, message).help(help)
}

/// A verdict that asks a state which is back at its start value by then.
pub fn reset_by_then(state: &str, span: Span) -> Diagnostic {
    let message = format!("`{state}` is back at its start value when this is asked: the turn is over by then");
    Diagnostic::warning("reset-by-then", span, message)
        .help(format!("declare `{state}` without `for this turn`, and set it back in the moves"))
}

/// `own stuck` where `enemy stuck` is meant.
pub fn stuck_own(span: Span) -> Diagnostic {
    let message = "`own` is the player who has just moved: no verdict says what happens to a player who can't move";
    Diagnostic::warning("not-stuck", span, message)
        .help("in `end` the player whose turn it is is `enemy`: write `enemy stuck`")
}

/// `win when enemy`
pub fn enemy_for_stuck(verdict: &str, span: Span) -> Diagnostic {
    let message =
        format!("`{verdict}` holds as long as the enemy has a piece, and no verdict is for a player who can't move");
    Diagnostic::warning("not-stuck", span, message).help("write `enemy stuck`, or `no enemy`")
}

/// `else` or `most` where the game so far forbids moves.
pub fn before_history(word: &str, span: Span, legal: Span) -> Diagnostic {
    let message = format!("`{word}` is settled before the game so far is asked: what that forbids counts as offered");
    let help = if word == "else" {
        "write `or` where both may be offered, or ask `legal` for something that the board tells"
    } else {
        "ask `legal` for something that the board tells, or let all moves be played"
    };
    Diagnostic::warning("settled-before-history", span, message).label(legal, "this asks the game so far").help(help)
}

/// A game that can't be played.
pub fn unlisted_moves(why: &str, advice: &str, span: Span) -> Diagnostic {
    Diagnostic::error("unlisted-moves", span, format!("the game can't be played: {why}")).help(advice)
}

/// A position that the rules led to, and that would be refused as a text.
pub fn unbounded(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("state-bounds", span, format!("a game led to a position where `{name}` is not as it is declared"))
        .help("a text of this position would be refused: say what holds of every position, `own` being the player who is not to move")
}

/// A number in a score that no result can hold.
pub fn score_too_great(most: i64, span: Span) -> Diagnostic {
    Diagnostic::warning("score-too-great", span, format!("scores beyond {most} points count as {most}"))
        .help("count in greater units: only who has more, and by how much, matters")
}

/// Costs outside of `1..4 label`.
pub fn costs_nothing(span: Span) -> Diagnostic {
    Diagnostic::warning("costs-nothing", span, "this cost counts for nothing: a turn is one such move")
        .help("costs count in a turn of several steps, such as `turn { 1..4 play }`")
}

/// A piece that never comes to be.
pub fn never_appears(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("never-appears", span, format!("no `{name}` can ever be on the board"))
        .help("put it down in `setup`, or let it be placed, dropped, put or promoted to")
}

/// No `setup` where no piece comes to the board in any other way.
pub fn no_setup(players: &PerSide<String>, kinds: &[Kind], span: Span) -> Diagnostic {
    let owned = kinds.iter().find(|kind| !kind.neutral);
    let piece = match (owned, kinds.first()) {
        (Some(kind), _) => format!("{} {}", players[Side::First], kind.name),
        (None, Some(kind)) => kind.name.clone(),
        (None, None) => "…".to_string(),
    };
    Diagnostic::warning("no-setup", span, "no piece ever comes to the board: the file has no `setup`")
        .help(format!("write `setup {{ {piece} on rank 1  … }}`, or let pieces be placed or dropped"))
}

/// A player without pieces.
pub fn player_without_pieces(player: &str, other: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("player-without-pieces", span, format!("`{player}` never has a piece, and {other} has"))
        .help(format!("add the pieces of `{player}` to `setup`: `{player} … on …`"))
}

/// A piece that never moves; `near`: another kind whose name is near to its own.
pub fn never_moves(name: &str, near: Option<&str>, span: Span) -> Diagnostic {
    let meant = near.map_or(String::new(), |near| format!("did you mean `{near}`? Else "));
    Diagnostic::warning("never-moves", span, format!("no rule moves a `{name}`"))
        .help(format!("{meant}write `move {name} {{ … }}`, or make it `neutral`"))
}

/// A chain without a bound.
pub fn endless_chain(span: Span) -> Diagnostic {
    Diagnostic::warning("endless-chain", span, "this chain of legs may never end")
        .help("let every leg take a piece, count the legs (`if legs < 4 { again }`), or keep away from cells that a `state … for this turn` gathers: `set been = been or from`")
}

/// Pieces that go one way only, whoever has them, and that way is home for a player.
pub fn only_homeward(player: &str, kind: &str, span: Span) -> Diagnostic {
    let message =
        format!("{player}'s `{kind}` can only go back home: compass directions are the same for both players");
    Diagnostic::warning("only-homeward", span, message)
        .help("`forward`, `backward` and `forward-diagonal` are as each player faces")
}

/// A chain in a group without a label, beside another such group; `kinds`: what the head of the group names.
pub fn again_elsewhere(kinds: &str, span: Span, other: Span) -> Diagnostic {
    let message = "this goes on with a clause of any group without a label, not of this one alone";
    Diagnostic::warning("again-elsewhere", span, message)
        .label(other, "also with those of this group")
        .help(format!("give the groups of the chain a label of their own: `move chain {kinds}{{ … }}`"))
}

/// `step any to empty { promote from as King }`
pub fn on_what_was_left(span: Span) -> Diagnostic {
    Diagnostic::warning("nothing-there", span, "the piece has left this cell by then, so that nothing is done")
        .help("the piece is on `to`")
        .write("to")
}

/// A piece that is put down on own pieces, though nothing names them; `on`: the region as it is written.
pub fn replaces_own(verb: &str, on: &str, span: Span) -> Diagnostic {
    let on = on.split_whitespace().collect::<Vec<_>>().join(" ");
    let on = if on.contains(' ') { format!("({on})") } else { on };
    let help = match on.len() {
        0..=60 => format!("write `on {on} on empty`; if it is meant, name them: `on {on} on (empty or own)`"),
        _ => "keep to the empty cells: `on (…) on empty`; if it is meant, name them: `on (…) on (empty or own)`"
            .to_string(),
    };
    let message = format!("own pieces may stand here, and what is put down by `{verb}` takes their place");
    Diagnostic::warning("replaces-own", span, message).help(help)
}

/// `step any to all`
pub fn takes_own(to: &str, span: Span) -> Diagnostic {
    let to = to.split_whitespace().collect::<Vec<_>>().join(" ");
    let to = if to.len() > 60 { "…".to_string() } else { to };
    let help = format!("write `to {to} except own`; if it is meant, name them: `to {to} on (empty or own or enemy)`");
    Diagnostic::warning("takes-own", span, "own pieces may stand here, and would be taken").help(help)
}

/// `step forward to own`
pub fn takes_only_own(span: Span) -> Diagnostic {
    let help = "whoever ends on a piece takes it: write `empty or enemy`; where own pieces are to change places, say it in the effects";
    Diagnostic::warning("takes-own", span, "only own pieces stand here, and they would be taken").help(help)
}

/// A question before a move about the piece that is on `to` behind it; `all`: the whole condition is that question.
pub fn asked_too_early(when: &str, all: bool, span: Span) -> Diagnostic {
    let when = when.split_whitespace().collect::<Vec<_>>().join(" ");
    let help = match all && when.len() <= 60 {
        true => format!("ask behind the move, in its effects: `{{ require {when} }}`"),
        false => "ask behind the move, in its effects: `{ require … }`".to_string(),
    };
    let message = "`when` is asked before the move: `to` is empty then, and no piece on it is in any region";
    Diagnostic::warning("asked-too-early", span, message).help(help)
}

/// A question behind a move about an enemy's piece on `to`.
pub fn asked_too_late(span: Span) -> Diagnostic {
    let message = "the piece that has arrived stands on `to` by then: none of the enemy's is there any more";
    Diagnostic::warning("asked-too-late", span, message)
        .help("what stood there is taken by arriving; whether something did is asked by `to on was enemy`")
        .fix("put `was` before it", [(Span::new(span.start, span.start), "was ".to_string())])
}

/// `if from on King` behind the move.
pub fn asked_of_what_left(span: Span) -> Diagnostic {
    let message = "the piece has left `from` by then: nothing stands there any more";
    Diagnostic::warning("asked-too-late", span, message)
        .help("what stood there is asked by `from on was King`; the piece itself stands on `to`")
        .fix("put `was` before it", [(Span::new(span.start, span.start), "was ".to_string())])
}

/// `to on empty` behind a sowing.
pub fn asked_behind_sowing(span: Span) -> Diagnostic {
    let message = "the last piece has fallen on `to` by then: the cell is not empty any more";
    Diagnostic::warning("asked-too-late", span, message).help(
        "ask for the one piece that fell there, as in `count Seed on to = 1`, or for what was there: `to on was empty`",
    )
}

/// `count Seed on to >= 1` behind a sowing.
pub fn one_has_fallen(span: Span) -> Diagnostic {
    Diagnostic::warning("always-true", span, "the last piece has fallen on `to` by then: there is always one")
        .help("whether others lie there as well is asked by `> 1`")
}

/// `take to` behind a hop.
pub fn takes_itself(span: Span) -> Diagnostic {
    Diagnostic::warning("takes-itself", span, "this takes the piece that has jumped: it stands on `to` by then")
        .help("what was jumped stands on `over`")
        .write("over")
}

/// `step forward to enemy { take to }`
pub fn takes_what_arrived(span: Span) -> Diagnostic {
    let message = "this takes the piece that has moved: what stood on `to` is taken by arriving there";
    Diagnostic::warning("takes-itself", span, message)
        .help("leave `take to` out; where the piece is to go with what it takes: `take own on to`")
}

/// `win when Black stuck`: Black, having moved, wins by it, too.
pub fn stuck_by_name(wins: bool, player: &str, other: &str, span: Span) -> Diagnostic {
    let (word, message, named) = match wins {
        true => ("win", format!("{player}, too, would win by having no move"), format!("{other} wins")),
        false => ("lose", format!("{other}, too, would lose by it"), format!("{player} loses")),
    };
    Diagnostic::warning("stuck-by-name", span, format!("`{word}` is for the player who has just moved: {message}"))
        .help(format!("write `{named} when {player} stuck`, or `{word} when enemy stuck` where it holds for both"))
}

/// `from on rank 2`, where both begin with the same pieces; `seen`: the same rank as each player counts.
pub fn rank_of_both(seen: Option<String>, faces: bool, players: &PerSide<String>, span: Span) -> Diagnostic {
    let [first, second] = [&players[Side::First], &players[Side::Second]];
    let message =
        format!("this is the same rank for {first} and for {second}, who begin at opposite ends of the board");
    let diagnostic = Diagnostic::warning("one-sided", span, message);
    let seen_or = seen.clone().unwrap_or_else(|| "own rank …".to_string());
    let help = format!("as each of them counts it is `{seen_or}`{}", with_facing(faces, players));
    match seen.filter(|_| faces) {
        Some(seen) => diagnostic.help(help).write(seen),
        None => diagnostic.help(help),
    }
}

/// `step north`, the same.
pub fn way_of_both(way: &str, seen: &str, faces: bool, players: &PerSide<String>, span: Span) -> Diagnostic {
    let [first, second] = [&players[Side::First], &players[Side::Second]];
    let message = format!("{first} and {second} both go {way}, and begin at opposite ends of the board");
    let help = format!("as each of them sees it, it is `{seen}`{}", with_facing(faces, players));
    let diagnostic = Diagnostic::warning("one-sided", span, message).help(help);
    if faces { diagnostic.write(seen) } else { diagnostic }
}

/// What has to be said before anything can be seen from each side.
fn with_facing(faces: bool, players: &PerSide<String>) -> String {
    match faces {
        true => String::new(),
        false => format!(", with `facing {} north, {} south`", players[Side::First], players[Side::Second]),
    }
}

/// `win when line 4 of Man`
pub fn line_of_both(kind: &str, of: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("of-both-players", span, format!("a line of `{kind}` may be made of both players' pieces"))
        .help(format!("write `{of} {kind}` for those of one; if both are meant, `(own {kind} or enemy {kind})`"))
}

/// `win when no King`
pub fn none_of_both(kind: &str, of: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("of-both-players", span, format!("`no {kind}` waits until neither player has one"))
        .help(format!("write `no {of} {kind}`; if both are meant, `no (own {kind} or enemy {kind})`"))
}

/// `extra turn` behind every move.
pub fn turn_stays(players: &PerSide<String>, span: Span) -> Diagnostic {
    let message = format!("the turn never passes to {}: every move ends with `extra turn`", players[Side::Second]);
    Diagnostic::warning("turn-stays", span, message)
        .help("give it to some of them, or under a condition: `if … { extra turn }`")
}

/// `legal when no own King on attacked by own`
pub fn attacked_by_its_own(kind: &str, span: Span) -> Diagnostic {
    let message = format!("this forbids that the player who has moved protects the own {kind}");
    Diagnostic::warning("wrong-player", span, message)
        .help(format!("after a move it is the enemy who attacks: `no own {kind} on attacked by enemy`"))
}

/// `win when enemy stuck and own King on attacked by enemy`
pub fn mates_itself(kind: &str, span: Span) -> Diagnostic {
    let message = format!("`own` has just moved: this asks whether the {kind} of the winner is attacked");
    Diagnostic::warning("wrong-player", span, message)
        .help(format!("whose {kind} is mated is the enemy: `enemy {kind} on attacked by own`"))
}

/// A clock that every move sets back.
pub fn clock_never_rises(clock: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("always-reset", span, format!("`{clock}` is always 0: every move resets it"))
        .help("a clock counts the plies since something happened: reset it where that happens, such as a capture")
}

/// Who faces the near edge.
pub fn faces_own_edge(player: &str, way: &str, back: &str, span: Span) -> Diagnostic {
    let message =
        format!("{player} begins at the edge that is faced: `forward` leads off the board, and `far rank` is near");
    Diagnostic::warning("faces-the-edge", span, message).help(format!("{player} begins in the {way}, and faces {back}"))
}

/// `flood empty in enemy`
pub fn flood_begins_outside(seed: &str, within: &str, span: Span) -> Diagnostic {
    let message = format!("this is empty: no cell of `{seed}` is in `{within}`, where the flood would begin");
    Diagnostic::warning("always-empty", span, message)
        .help(format!("begin beside it: `flood (neighbours of {seed}) in {within}`"))
}

/// `win when flood own rank 1 in own`
pub fn one_piece_is_enough(begin: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("one-is-enough", span, "a single piece where the flood begins makes this true")
        .help(format!("ask where it comes to: `(flood {begin} in …) on far rank`"))
}

/// `put Wall on empty`
pub fn put_everywhere(kind: &str, on: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("put-everywhere", span, format!("this fills every cell of `{on}` at once"))
        .help(format!("for one that the player chooses: `pick x in {on}  put {kind} on x`"))
}

/// `draw when no empty` where nothing comes to the board.
pub fn never_full(span: Span) -> Diagnostic {
    Diagnostic::warning(
        "never-comes",
        span,
        "nothing puts pieces on the board, which begins with empty cells: some always are",
    )
    .help("leave it out, or ask for what ends a game: `enemy stuck`, `repeats 3`, a clock")
}

/// `draw when repeats 3` beside a number that every move counts up.
pub fn never_repeats(state: &str, span: Span) -> Diagnostic {
    let message = format!("no position comes twice: every move changes `{state}`, which is part of it");
    Diagnostic::warning("never-comes", span, message)
        .help(format!("count by a clock, which is no part of a position: `clock {state}`"))
}

/// A clause of men that brings them to their last rank, where another one promotes.
pub fn promotion_forgotten(kind: &str, span: Span, promotes: Span) -> Diagnostic {
    let message = format!("a `{kind}` that comes to the far rank by this stays one, and can never move again");
    Diagnostic::warning("promotion-forgotten", span, message)
        .label(promotes, "this promotes there")
        .help("promote here as well: `{ … }` with the same effect")
}

/// Pieces that others become, and that nothing moves.
pub fn becomes_and_never_moves(kind: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("never-moves", span, format!("pieces become a `{kind}`, which no clause moves"))
        .help(format!("say how it moves: `move {kind} {{ … }}`"))
}

/// `if was enemy`
pub fn was_anywhere(what: &str, span: Span) -> Diagnostic {
    let message = format!("this asks whether there was any of `{what}` on the board at all");
    Diagnostic::warning("asks-all-over", span, message)
        .help(format!("of the cell that the piece came to: `to on was {what}`"))
}

/// `pile from onto to` behind a step.
pub fn nothing_goes(span: Span) -> Diagnostic {
    Diagnostic::warning("nothing-there", span, "the piece has left this cell by then, so that nothing goes from it")
        .help("what is moved by its effects alone is picked: `pick from in own  pick to in any of from { … }`")
}

/// `swap from with to` behind a step.
pub fn swaps_back(span: Span) -> Diagnostic {
    Diagnostic::warning("nothing-there", span, "the piece is on `to` by then, and nothing on `from`: it goes back")
        .help("to change places: `pick from in own  pick to in any of from on own { swap from with to }`")
}

/// `set quiet = 0` of a clock.
pub fn clock_set_to_zero(clock: &str, span: Span) -> Diagnostic {
    let message = format!("`{clock}` goes on from there in this ply: it is 1 when the next player moves");
    Diagnostic::warning("clock-set", span, message)
        .help(format!("write `reset {clock}`"))
        .write(format!("reset {clock}"))
}

/// `lose when own always checks`
pub fn always_without_repeats(span: Span) -> Diagnostic {
    Diagnostic::warning(
        "always-without-repeats",
        span,
        "where a position stands for the first time, `always` asks about nothing but now",
    )
    .help("ask for it, too: `repeats 3 and own always …`")
}

/// `hop any over enemy to empty { take enemy }`
pub fn takes_everything(span: Span) -> Diagnostic {
    Diagnostic::warning(
        "takes-everything",
        span,
        "this takes every enemy piece on the board, not the one that was jumped",
    )
    .help("what was jumped stands on `over`: write `take over`")
    .write("over")
}

/// `move to …` behind a clause that arrives on pieces.
pub fn moves_on(span: Span, onto: &str) -> Diagnostic {
    let message = "what stood on `to` was taken by arriving: this moves the piece that has arrived";
    let push = format!("`pick from in … pick to in … {{ move to onto {onto}  move from onto to }}`");
    Diagnostic::warning("moves-on", span, message).help(format!(
        "where it is to be pushed, both cells are chosen and it goes first: {push}; what is jumped is a `hop`"
    ))
}

/// `was` of a state for one turn.
pub fn was_of_turn(span: Span) -> Diagnostic {
    let message = "this is always the same: a state for this turn is back at its start value when a ply begins";
    Diagnostic::warning("always-the-same", span, message)
        .help("ask for it without `was`, or keep what is looked back at in a state that lasts")
}

/// What to do about moves of one clause in `for each`.
const TELL_DIRECTIONS: &str =
    "tell them apart by the direction: `as d` before the `{` of the effects, where `d` is its name in `for each`";

/// A clause that an earlier one covers.
pub fn shadowed_clause(span: Span, earlier: Span) -> Diagnostic {
    if span == earlier {
        let message = "this clause is for several directions, and for some of them it makes no move that it does not make for an earlier one";
        return Diagnostic::warning("shadowed-clause", span, message).help(TELL_DIRECTIONS);
    }
    Diagnostic::warning("shadowed-clause", span, "an earlier clause makes all moves of this one")
        .label(earlier, "this one comes first, and its effects are done")
        .help("leave one of them out; if both effects are meant, give them labels with `as`")
}

/// Two clauses whose moves look alike and are not.
pub fn left_out(span: Span, earlier: Span, text: &str) -> Diagnostic {
    if span == earlier {
        let message = format!("`{text}` is a move for several directions, and only the first of them can be played");
        return Diagnostic::warning("left-out-moves", span, message).help(TELL_DIRECTIONS);
    }
    let message = format!("`{text}` is a move of an earlier clause as well, and only that one can be played");
    Diagnostic::warning("left-out-moves", span, message)
        .label(earlier, "this one comes first, and does something else")
        .help("tell them apart by a label (`as NAME` before the `{` of one), or by what they choose")
}

/// Moves of a position that look alike and lead elsewhere.
pub fn read_alike(span: Span, earlier: Span, text: &str) -> Diagnostic {
    let message = format!("two different moves are both written `{text}`, so that only one of them can be typed");
    let found = Diagnostic::warning("moves-alike", span, message);
    if span == earlier {
        let branches = "branches of `either`: `either { … } as one or { … } as other`";
        return found.help(match text {
            "pass" => "give it a label: `pass as NAME { … }`".to_string(),
            _ => format!("give labels that differ to the {branches}"),
        });
    }
    found
        .label(earlier, "the other one is made here")
        .help("tell them apart by a label (`as NAME` before the `{` of one), or by what they choose")
}

/// A verdict that an earlier one decides.
pub fn shadowed_verdict(text: &str, same: bool, span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::warning("shadowed-verdict", span, format!("`{text}` is asked before, and holds whenever this does"))
        .label(earlier, "the first verdict that holds counts")
        .help(if same { "leave this one out" } else { "put this one first" })
}

/// `attacked` where pieces are jumped.
pub fn attacked_by_hops(span: Span) -> Diagnostic {
    Diagnostic::error("attacked-by-hops", span, "`attacked` is for pieces that take what stands where they arrive")
        .help("this clause takes another way; say which cells are meant with `define`")
}

/// A question for attacks where a clause takes by hopping over.
pub fn asked_for_attacks_by_hops(clause: &str, span: Span) -> Diagnostic {
    attacked_by_hops(span).help(format!("`{clause}` takes another way; say which cells are meant with `define`"))
}

/// `attacked` where nothing takes by arriving.
pub fn attacked_by_nothing(span: Span) -> Diagnostic {
    Diagnostic::error(
        "attacked-by-nothing",
        span,
        "no piece takes what stands where it arrives, so nothing is `attacked`",
    )
    .help("`attacked` looks at clauses that end on `enemy`")
}

/// `attacked by own Wall`, where it takes nothing by arriving; or a family of several such kinds.
pub fn attacked_by_none_of(kinds: &[&str], span: Span) -> Diagnostic {
    let message = match kinds {
        [kind] => format!("no `{kind}` takes what stands where it arrives, so nothing is `attacked` by one"),
        kinds => format!(
            "neither `{}` takes what stands where it arrives, so nothing is `attacked` by one",
            kinds.join("` nor `")
        ),
    };
    Diagnostic::error("attacked-by-nothing", span, message).help("`attacked` looks at clauses that end on `enemy`")
}

/// `attacked by Rook`
pub fn attacked_by_nobodys(kind: &str, span: Span) -> Diagnostic {
    let meant = [format!("enemy {kind}"), format!("own {kind}")];
    Diagnostic::error("unknown-name", span, format!("this does not say whose `{kind}`"))
        .did_you_mean(meant.iter().map(String::as_str))
}

/// `attacked` that asks for itself; `free`: a kind of the file whose attacks could be asked for.
pub fn attacked_in_circle(span: Span, free: Option<&str>) -> Diagnostic {
    let help = match free {
        None => "ask in `legal` instead, or let the clause end on `empty` only".to_string(),
        Some(kind) => format!(
            "ask in `legal` instead, let the clause end on `empty` only, or ask for kinds whose own moves don't ask: `attacked by enemy {kind}`"
        ),
    };
    let message = "`attacked` goes in a circle: this clause decides what is attacked, and asks for it";
    Diagnostic::error("circle", span, message).help(help)
}

/// No moves; `there`: a piece of the start.
pub fn no_moves(there: Option<&str>, kind: &str, span: Span) -> Diagnostic {
    Diagnostic::error("no-moves", span, "the file has no moves").help(match there {
        Some(kind) => format!("write `move {kind} {{ step any to empty or enemy }}`, and so for each piece"),
        None => format!("write `move {{ place {kind} on empty }}`"),
    })
}

/// No endings.
pub fn no_end(span: Span) -> Diagnostic {
    Diagnostic::error("no-end", span, "this game never ends").help("write `end { win when … }`")
}

/// Stuck without a verdict; `options`: those, as they are set, that rule a verdict out.
pub fn no_verdict_when_stuck(options: &[String], span: Span) -> Diagnostic {
    let with = match options {
        [] => String::new(),
        options => format!("with `{}` ", options.join("`, `")),
    };
    let message = format!("{with}no verdict says what happens to a player who can't move");
    Diagnostic::warning(NO_VERDICT_WHEN_STUCK, span, message)
        .help("add `win when enemy stuck` or `draw when enemy stuck` to `end`, or let players pass in `turn`")
}

/// A verdict that players call by an empty text.
pub fn called_nothing(span: Span) -> Diagnostic {
    Diagnostic::error("called-nothing", span, "players can't call it by nothing")
        .help("say what they call it, as in `as \"checkmate\"`, or leave `as` out")
}

/// An ending without a condition.
pub fn ends_at_once(verdict: &str, span: Span) -> Diagnostic {
    let told = Diagnostic::warning("ends-at-once", span, "this always holds, so the game ends with the first move");
    // `draw when 3`
    let number = verdict.rsplit_once(" when ").filter(|(_, when)| when.parse::<u32>().is_ok());
    told.help(match number {
        Some((kind, number)) => {
            format!(
                "a number holds where it is not 0; the same position so many times is `{kind} when repeats {number}`"
            )
        }
        None => format!("add a condition, `{verdict} when …`, or leave it out"),
    })
}

/// A verdict that holds before the first move.
///
/// `hands`: whether pieces are still to come; `region`: whether it asks for no more than that some region has a cell.
pub fn over_at_start(verdict: &str, before: &str, hands: bool, region: bool, span: Span) -> Diagnostic {
    let message = format!("`{verdict}` holds before the first move: the game is over at its start");
    let own = format!("`own` is {before} then, who would have moved before");
    Diagnostic::warning("over-at-start", span, message).help(match hands {
        true => {
            format!("{own}; add what keeps it from holding while pieces are still to come, such as `and no enemy hand`")
        }
        false if region => format!("{own}; it asks whether there are such cells; whether there are none is `no …`, and whether a player has no move `enemy stuck`"),
        false => {
            format!("{own}; are `facing`, `setup` and whose cells it asks for (`own`, `enemy`) as they should be?")
        }
    })
}

/// A game that is over after its first move, whatever that is.
pub fn over_after_any_move(verdict: &str, span: Span) -> Diagnostic {
    let message = format!("`{verdict}` holds after any first move: the game is over at once");
    Diagnostic::warning("over-after-any-move", span, message)
        .help("add what keeps it from holding before the end, such as `and no empty` where the board is filled")
}

/// `legal when yes`
pub fn forbids_nothing(span: Span) -> Diagnostic {
    Diagnostic::warning("forbids-nothing", span, "this forbids nothing, and lifts no other law: all `legal` lines hold")
        .help("to lift a law of a file below, leave it out: `extends \"…\" without legal`")
}

/// `put-in else walk`, where the first can be played as long as the second can.
pub fn never_its_turn(span: Span) -> Diagnostic {
    let message = "this never comes to its turn: as long as a cell is empty, a piece can be put down";
    Diagnostic::warning("never-its-turn", span, message)
        .help("to have pieces come to an end give players a hand, `hand 9 Man each`, and write `drop Man on empty`; or write `or` for `else`")
}

/// `win when no enemy Man`, which holds where all men are kings by now.
pub fn gone_by_promotion(verdict: &str, kind: &str, other: &str, span: Span) -> Diagnostic {
    let message = format!("`{verdict}` holds as well when every `{kind}` has become a `{other}`");
    Diagnostic::warning("gone-by-promotion", span, message)
        .help(format!("write `no enemy`; if it is meant, say what a `{other}` is worth in a verdict of its own"))
}

/// An option whose range holds a value with which the file has an error.
pub fn bad_bound(option: &str, value: &str, error: &str, span: Span) -> Diagnostic {
    let message = format!("with `{option} = {value}`, which may be chosen, the file has an error: {error}");
    Diagnostic::warning("bad-bound", span, message).help("narrow the range to what the rest of the file can do with")
}

/// Conditions that all first moves fail.
pub fn nothing_legal_at_start(span: Span) -> Diagnostic {
    Diagnostic::warning(
        "over-at-start",
        span,
        "this forbids every move of the start: the game is over before it begins",
    )
    .help("`legal when …` says what must hold behind a move, such as `no own King on attacked by enemy`")
}

/// The same by `require`; `both`: a region of each player's that is asked for by its name alone.
pub fn nothing_allowed_at_start(both: Option<&str>, span: Span) -> Diagnostic {
    let message = "this forbids every move of the start: the game is over before it begins";
    Diagnostic::warning("over-at-start", span, message).help(match both {
        Some(name) => format!("`{name}` by itself is the cells of both players: write `own {name}` or `enemy {name}`"),
        None => {
            "`require C` forbids what leads to a position in which `C` does not hold, such as `require no own on edge`"
                .to_string()
        }
    })
}

/// A first player without a first move.
pub fn stuck_at_start(player: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(
        "over-at-start",
        span,
        format!("`{player}` has no move at the start: the game is over before it begins"),
    )
    .help("put pieces down in `setup` so that one can move, let pieces be placed or dropped, or let players pass")
}

/// Something that changes nothing wherever it is done.
pub fn without_effect(what: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("without-effect", span, format!("this does nothing: {what}"))
        .help("write what is meant, or leave it out")
}

/// `set passed = empty`
pub fn set_to_empty(state: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("set-to-empty", span, format!("`{state}` becomes all cells of the board that are empty"))
        .help("if it is to have no cells at all, write `none`; the empty ones are `all on empty`")
        .write("none")
}

/// `White wins when own King on rank 8`, `White wins when White King on far rank`, where `cells` are said of whoever has just moved;
/// `kind` as it is asked for there, if it is.
pub fn own_for_player(player: &str, kind: Option<&str>, cells: bool, span: Span) -> Diagnostic {
    let kind = kind.map(|kind| format!(" {kind}")).unwrap_or_default();
    let (message, help) = match cells {
        true => (
            format!("behind a ply of the other player these are cells of theirs, not of {player}"),
            format!(
                "name them by their numbers, as in `{player}{kind} on rank 8`; or say it for both: `win when own{kind} on far rank`"
            ),
        ),
        false => (
            format!("`own` is whoever has just moved, so that {player} wins or loses by what either does"),
            format!("name the player here, too: `{player}{kind}`; or say it for both: `win when …`"),
        ),
    };
    Diagnostic::warning("own-for-player", span, message).help(help)
}

/// `any else wait`
pub fn offered_already(word: &str, span: Span) -> Diagnostic {
    let other = if word == "else" { "before it" } else { "beside it" };
    Diagnostic::warning("without-effect", span, format!("these moves are among those {other} already"))
        .help("`any` is every group: name the others one by one, or leave this out")
}

/// `pass else disc`
pub fn behind_pass(span: Span) -> Diagnostic {
    let message = "this is never offered: a player may always pass before it, and `else` asks whether there is no turn";
    Diagnostic::warning("never-played", span, message)
        .help("`pass` stands last behind `else`; where both may be chosen, write `or`")
}

/// A condition on plies that no ply meets.
pub fn never_legal(span: Span) -> Diagnostic {
    Diagnostic::warning("always-false", span, "this never holds, so no move is ever legal")
        .help("`legal when …` says what every move must leave behind, such as `no own King on attacked by enemy`")
}

/// A condition that forbids all passes.
pub fn forbids_passing(span: Span) -> Diagnostic {
    Diagnostic::warning("forbids-passing", span, "no pass can meet this: a pass has no `from` and no `to`")
        .help("say it of the board instead, such as `no own except …`, or add `or no to`")
}

/// `both passed` where nobody passes.
pub fn nobody_passes(span: Span) -> Diagnostic {
    Diagnostic::warning("nobody-passes", span, "nobody may pass in this game").help("write `turn { … or pass }`")
}

/// `no enemy` where nothing is taken.
pub fn nothing_takes(text: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("never-comes", span, format!("`{text}` never comes about: nothing takes a piece"))
        .help("let a move end on `enemy`, or `take` pieces in its effects")
}

/// `score South = …`
pub fn score_with_a_sign(player: &str, span: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", span, "a score is no comparison").help(format!("leave `=` out: `score {player} …`"))
}

/// A score that is not the same for both.
pub fn lopsided_score(first: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("lopsided-score", span, "this score is not the same seen from both sides")
        .help(format!(
            "it is what `own` has minus what the enemy has, such as `score count own - count enemy`; where the two are not alike, \
             name a player: `score {first} …`"
        ))
}

/// A term of an evaluation that both players have alike; `nobodys`: one of the players, where it counts pieces that belong to
/// neither; `faces`: whether the players face somewhere.
pub fn term_cancels(nobodys: Option<&str>, faces: bool, span: Span) -> Diagnostic {
    let help = match nobodys {
        None => {
            "a term is worth what it is for `own` less what it is for the enemy: write it for `own`; a weight stands before \
             `*`, as in `100 * count own`"
                .to_string()
        }
        Some(_) if faces => {
            "a `neutral` piece counts alike for both: what differs is where it is, as each player sees it: `own rank 1`, `far rank`"
                .to_string()
        }
        Some(player) => format!(
            "a `neutral` piece counts alike for both: what differs is where it is, in a region of each player's: \
             `region home {player} …, …` and here `own home`"
        ),
    };
    Diagnostic::warning("term-cancels", span, "this is the same for both players, so it never counts").help(help)
}

/// Two terms of an evaluation, the second of which is the first again.
pub fn terms_count_double(span: Span, first: Span) -> Diagnostic {
    Diagnostic::warning(
        "term-counts-double",
        span,
        "what the enemy has is taken off twice: this is the other term again",
    )
    .label(first, "this counts own less enemy by itself")
    .help("a term is worth what it is for `own` less what it is for the enemy: leave this one out")
}

/// A term of an evaluation that takes off what is the enemy's by itself.
pub fn term_counts_double(span: Span) -> Diagnostic {
    Diagnostic::warning("term-counts-double", span, "what the enemy has is taken off twice here")
        .help("a term is worth what it is for `own` less what it is for the enemy: leave the enemy's part out")
}

/// A clause that no piece can ever play.
pub fn clause_never_played(jumps: bool, span: Span) -> Diagnostic {
    let (message, help) = match jumps {
        true => (
            "nothing that may be jumped ever stands where this leads",
            "of the pieces in `over`, ask whose they are: `own` is who moves, `enemy` the other player",
        ),
        false => (
            "from where these pieces may ever stand, this leads nowhere",
            "where they begin and go, none of them comes to a cell from which it could be played: look at the ranks and regions in it",
        ),
    };
    Diagnostic::warning("never-played", span, message).help(help)
}

/// Pieces that go where others are, from none.
pub fn never_reached(cells: usize, of: usize, cell: &str, span: Span) -> Diagnostic {
    let message = format!("nothing ever comes to {cells} of the {of} cells, such as {cell}");
    Diagnostic::warning("never-reached", span, message)
        .help("a cell beside another one is asked for by the way that leads to it: what lies on a piece is `north of occupied`")
}

/// A verdict on cells where such pieces never come, or on more of them than there are.
pub fn verdict_never_holds(text: &str, stands: bool, span: Span) -> Diagnostic {
    let help = match stands {
        true => {
            "no clause brings such pieces to these cells, or there are too few of them: look at whose they are, and where they may go"
        }
        false => "there are never so many: count what the players have at the start and what moves add",
    };
    Diagnostic::warning("never-comes", span, format!("`{text}` never comes about")).help(help)
}

/// A verdict that asks cells to be filled to which nothing ever comes.
pub fn never_filled(text: &str, cell: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("never-comes", span, format!("`{text}` never comes about: nothing ever stands on {cell}"))
        .help("name the board or the region that is to be filled: `no empty on board`")
}

/// A verdict on the loss of pieces that nothing takes; `kept`: since a `legal` line keeps them safe.
pub fn nothing_takes_these(text: &str, kinds: &[&str], kept: bool, span: Span) -> Diagnostic {
    let these = kinds.join(" or ");
    let help = match (kept, kinds) {
        (true, [kind]) => {
            format!("`legal` keeps it safe, so that it is mated: `enemy stuck and enemy {kind} on attacked by own`")
        }
        _ => format!(
            "no clause goes where an enemy {these} stands, and no `take` has it in its region: say how it is taken"
        ),
    };
    Diagnostic::warning("never-comes", span, format!("`{text}` never comes about: nothing takes a {these}")).help(help)
}

/// A verdict that holds for a player who never has such a piece.
pub fn holds_for_one(text: &str, [player, winner]: [&str; 2], kinds: &[&str], span: Span) -> Diagnostic {
    let message =
        format!("`{text}` holds as soon as {player} has moved: there is no such {} by the rules", kinds.join(" or "));
    Diagnostic::warning("holds-for-one", span, message)
        .help(format!("say for whom it is, by the name, such as `{winner} wins when no {}`", kinds.join(" or ")))
}

/// A verdict that asks one player what only the other one's plies change.
pub fn a_ply_late(own: bool, span: Span) -> Diagnostic {
    let (asked, other) = if own { ("own", "enemy") } else { ("enemy", "own") };
    let message =
        "the move just made does not bring this about, only the other player's before it: it comes a ply late";
    Diagnostic::warning("a-ply-late", span, message).help(format!(
        "`own` is who has just moved: write `win when …` or `lose when …` with `{other}` instead of `{asked}`"
    ))
}

/// A condition on where a ply of a clause ends, and it never does, or not those of a player.
pub fn never_ends_there(player: Option<&str>, sows: bool, span: Span) -> Diagnostic {
    let help = match sows {
        true => {
            "follow the link from the pits of each player; into what `except` leaves out nothing is sown, so that nothing ends there"
        }
        false => {
            "where these pieces begin and go, none of them comes to such a cell: look at the ranks and regions in it"
        }
    };
    let message = match player {
        Some(player) => format!("no move of {player}'s ever ends where this asks for"),
        None => "no move of this clause ever ends where this asks for".to_string(),
    };
    Diagnostic::warning("never-ends-there", span, message).help(help)
}

/// A state for one turn that only the clauses of the next one ask.
pub fn over_by_then(state: &str, span: Span) -> Diagnostic {
    let message = format!("`{state}` is over with the turn that sets it, and nothing asks for it before");
    Diagnostic::warning("reset-by-then", span, message).help("what the next move asks for is kept `for one ply`")
}

/// A term with the wrong sign.
pub fn counts_against(weight: i64, span: Span) -> Diagnostic {
    let message = "this counts as good for a player what is bad, as the verdicts have it";
    Diagnostic::warning("counts-against", span, message)
        .help(format!("did you mean `{weight} * …`? A term is worth its number for `own`, less that for the enemy"))
}

/// A draw by a full board that is asked for before a line is.
pub fn full_before_line(line: &str, span: Span, at: Span) -> Diagnostic {
    Diagnostic::warning("asked-before", span, "a piece that fills the last cell and makes the line draws by this")
        .label(at, "this is asked after it")
        .help(format!("put it behind `{line}`: the first verdict that holds counts"))
}

/// Repetition in a game in which nothing goes back.
pub fn never_comes_again(span: Span) -> Diagnostic {
    Diagnostic::warning("never-comes", span, "no position ever comes again: every move adds a piece, or goes ahead")
        .help("leave it out")
}

/// `draw when repeats 3`, where `legal` forbids that.
pub fn repetition_is_forbidden(span: Span) -> Diagnostic {
    Diagnostic::warning("never-comes", span, "no position comes again so often: a `legal` line forbids it")
        .help("leave out one of both: a law that forbids such moves, or a verdict on the positions that they lead to")
}

/// Being stuck where anybody may pass.
pub fn who_passes_is_not_stuck(asked: &str, span: Span) -> Diagnostic {
    let message = format!("`{asked} stuck` never comes about: whoever may pass has a move");
    Diagnostic::warning("never-comes", span, message).help("ask for `both passed`, or take `pass` out of the turn")
}

/// `no enemy hand` of who never has one.
pub fn hand_of_nobody(enemy: bool, span: Span) -> Diagnostic {
    let (asked, other) = if enemy { ("enemy", "own") } else { ("own", "enemy") };
    let message = format!("the `{asked}` player never has a hand here: this always holds");
    Diagnostic::warning("always-true", span, message).help(format!("did you mean `no {other} hand`? Else leave it out"))
}

/// A link without steps.
pub fn leads_to_itself(link: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("leads-to-itself", span, format!("`{link}` leads most cells to themselves"))
        .help("cells are counted from 1: the next one of a ring of 14 is `i mod 14 + 1`")
}

/// `enemy stuck and enemy King on attacked by enemy`
pub fn mate_by_its_own(kind: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("wrong-player", span, format!("this asks whether the {kind} is guarded by its own side"))
        .help(format!("`own` has just moved, and attacks: `enemy {kind} on attacked by own`"))
}

/// `take over  if over on King { … }`
pub fn asked_of_what_was_taken(cells: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(
        "asked-too-late",
        span,
        format!("the effect before has taken what was on `{cells}`: nothing is there"),
    )
    .help(format!("ask first and take then, write `was` for what was there before the move, or `move {cells} onto …`"))
}
