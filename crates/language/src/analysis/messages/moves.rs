//! Moves, effects and turns.

use crate::diag::Diagnostic;
use crate::game::{PerSide, Side};
use crate::source::Span;
use crate::syntax::words;

/// `move knight { … }`
pub fn label_like_kind(label: &str, kind: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(
        "label-like-kind",
        span,
        format!("`{label}` is a label here: this group moves pieces of all kinds"),
    )
    .help(format!("if only a `{kind}` moves so, write `move {kind} {{ … }}`; else take another label"))
}

/// Kinds in a group whose clauses move nothing; `picked`: what a `pick` of its clauses asks for where it is a piece of the kind.
pub fn kinds_of_nothing(name: &str, picked: Option<&str>, span: Span) -> Diagnostic {
    let told = Diagnostic::warning("kinds-of-nothing", span, format!("nothing in this group moves a `{name}`"));
    match picked {
        Some(picked) => told.help(format!(
            "a `pick` says itself which pieces it is about: write `pick from in {picked}`, and leave `{name}` out here"
        )),
        None => told.help("name pieces only in groups that step, slide, leap, hop or fly"),
    }
}

/// `slide any 1..(count own)`
pub fn range_not_fixed(span: Span) -> Diagnostic {
    Diagnostic::error("not-constant", span, "the ends of a range of lengths must be the same at all times").help(
        "one length that is worked out is `slide D (n) to …`; all lengths up to it are `slide D to … when sum to by distance to from <= n`",
    )
}

/// `slide any max to empty`
pub fn slide_to_the_farthest(word: &str, span: Span) -> Diagnostic {
    words::other_word(word, span).help("as far as it goes is `slide … to empty when no empty on dir of to`")
}

/// `pick n in 1..3`
pub fn number_picked(span: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", span, "expected cells to pick from, found numbers").help(
        "no number is picked: write a clause for each, or among effects `either { … } as one or { … } as two`; rows are `ranks 1..2`",
    )
}

/// `move { step any to empty }`, where all pieces are nobody's.
pub fn moves_nobodys(kinds: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(
        "moves-nothing",
        span,
        "this moves nothing: without kinds a group moves the pieces of players, and all are nobody's",
    )
    .help(format!("name the kinds that both players move: `move {kinds} {{ … }}`"))
}

/// `piece Man stacked`, and no stack in the setup nor one that the rules make.
pub fn never_stacked(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("unused", span, format!("nothing puts one piece on another, so that `{name}` need not be `stacked`"))
        .help("what arrives on a cell takes what stands there; to go on top, write `pick from in own pick to in any of from { pile from onto to }`")
}

/// `move King { }`
pub fn without_moves(kinds: &[&str], span: Span) -> Diagnostic {
    let report = Diagnostic::warning("without-moves", span, "there is no move in this block");
    match kinds {
        [] => report.help("write a clause, such as `step any to empty`, or leave the block out"),
        _ => {
            let kinds = kinds.join(", ");
            report.help(format!(
                "write how it moves, such as `move {kinds} {{ step any to empty or enemy }}`; what never moves needs no block"
            ))
        }
    }
}

/// A kind that never comes to a hand.
pub fn never_in_hand(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("never-in-hand", span, format!("nobody ever has a `{name}` in hand"))
        .help("give it with `hand`, or leave it out")
}

/// `put neutral Arrow on to`
pub fn neutral_put(kind: &str, span: Span) -> Diagnostic {
    Diagnostic::error("unexpected-word", span, "whose a new piece is, is not said by `neutral`")
        .help(format!("leave it out: `put {kind} on …`"))
        .leave_out()
}

/// `drop Tokin`, which is a promoted Pawn.
pub fn promoted_in_hand(kind: &str, base: &str, span: Span) -> Diagnostic {
    let message = format!("nobody has a `{kind}` in hand: there it is a `{base}`, which it was promoted from");
    Diagnostic::error("promoted-in-hand", span, message).help(format!("write `{base}`"))
}

/// More than one way to sow.
pub fn sow_one_way(span: Span) -> Diagnostic {
    Diagnostic::error("sow-one-way", span, "sowing follows one way").help("name one direction or link")
}

/// `hop any through all over enemy to empty`
pub fn over_inside_through(span: Span) -> Diagnostic {
    let message =
        "this can never be played: `through` goes over all it may, and then nothing that `over` names is left";
    Diagnostic::warning("never-played", span, message)
        .help("let `through` leave out what is jumped, such as `through empty over enemy`, or leave `through` out")
}

/// Something after `again`.
pub fn after_again(span: Span, again: Span) -> Diagnostic {
    Diagnostic::error("after-again", span, "nothing may follow `again`")
        .label(again, "the next leg begins here")
        .help("put it before; what is done once goes into `finally`")
}

/// Something after `relay`.
pub fn after_relay(span: Span, relay: Span) -> Diagnostic {
    Diagnostic::error("after-relay", span, "nothing may follow `relay`")
        .label(relay, "the next lap begins here")
        .help("put it before, or, if it is for the end of the sowing alone, into the `else` of what decides on the lap")
}

/// `each { sow … }`
pub fn sow_in_each(span: Span) -> Diagnostic {
    Diagnostic::error("sow-in-lap", span, "in the middle of a lap nothing else is sown")
        .help("sow when the lap is over, in the block behind the one of `each`")
}

/// `while` in `while`, or in what a `sowing` does: as many rounds as the one has for each of the other.
pub fn rounds_in_rounds(sowing: bool, span: Span) -> Diagnostic {
    let told = Diagnostic::error("while-within", span, "what is done again and again has no `while` in it");
    told.help(match sowing {
        true => "write `while` behind the sowing, or go on with another lap by `relay`",
        false => "write one `while` behind the other, or one for both: `while A or B { … }`",
    })
}

/// `while C { pick x in R … }`
pub fn choice_in_rounds(span: Span) -> Diagnostic {
    Diagnostic::error("choice-in-while", span, "nothing is chosen in what `while` does again and again")
        .help("choose before `while` or behind it; or go on by legs, with `again`")
}

/// `while` of what always holds.
pub fn endless_rounds(span: Span) -> Diagnostic {
    Diagnostic::error("always-true", span, "this goes on whatever is done")
        .help("write a condition that what is done comes to an end with: `while R on empty { … }`")
}

/// `relay` where there is no further lap.
pub fn no_relay(why: &str, span: Span) -> Diagnostic {
    Diagnostic::error("relay-outside", span, why)
        .help("it stands in the block behind `sow`: `sow own pits along next { if count Seed on to > 1 { relay } }`")
}

/// `may { … relay }`, `pick x in R relay`
pub fn choice_in_lap(span: Span, relay: Span) -> Diagnostic {
    Diagnostic::error("choice-in-lap", span, "between the laps of a sowing nothing is chosen")
        .label(relay, "another lap follows")
        .help("choose when the sowing is over, in a branch without `relay`; or go on by legs, with `again` and a state")
}

/// `each { may … }`
pub fn choice_in_each(span: Span) -> Diagnostic {
    Diagnostic::error("choice-in-lap", span, "in the middle of a lap nothing is chosen")
        .help("choose when the lap is over, in the block behind the one of `each`")
}

/// `each { again }`
pub fn again_in_lap(span: Span) -> Diagnostic {
    Diagnostic::error("choice-in-lap", span, "in the middle of a lap there is no `again`")
        .help("another leg begins when the sowing is over: `again` stands in the block behind the one of `each`")
}

/// `relay` in `for each`.
pub fn relay_in_each(span: Span) -> Diagnostic {
    Diagnostic::error("after-relay", span, "`relay` is the last effect, and `for each` goes on with the next direction")
        .help("write `relay` behind the block of `for each`")
}

/// `laps` where nothing is being sown.
pub fn no_laps(span: Span) -> Diagnostic {
    Diagnostic::error("not-bound", span, "there is no `laps` here")
        .help("`laps` counts the laps of a sowing so far: use it in the block behind `sow`, such as `if laps < 100 { relay }`")
}

/// `again` after the last leg.
pub fn again_in_finally(span: Span) -> Diagnostic {
    Diagnostic::error("again-in-finally", span, "`finally` comes after the last leg, so there is no `again` in it")
        .help("a further ply of the same player is `extra turn`")
}

/// `again` in `for each`, which goes on behind it.
pub fn again_in_each(span: Span) -> Diagnostic {
    Diagnostic::error("after-again", span, "`again` is the last effect, and `for each` goes on with the next direction")
        .help("write `again` behind the block of `for each`")
}

/// `for each d in dir`.
pub fn each_of_dir(span: Span) -> Diagnostic {
    Diagnostic::error("each-of-dir", span, "which directions `for each` goes through must be known before the move")
        .help("`dir` is one direction, used as it is; for all others write `for each d in any { if d of to != dir of to { … } }`")
}

/// `again` where nothing moved.
pub fn again_without_move(span: Span) -> Diagnostic {
    Diagnostic::error("again-without-move", span, "`again` moves the same piece on, and here no piece moved")
        .help("a further ply of the same player is `extra turn`")
}

/// `tuck` without stacks.
pub fn nothing_stacked(span: Span) -> Diagnostic {
    Diagnostic::error("nothing-stacked", span, "no pieces form stacks in this game")
        .help("write `stacked` behind the kind, as in `piece Man stacked`")
}

/// `rotate` of something that is not square.
pub fn rotate_square(span: Span) -> Diagnostic {
    Diagnostic::error("rotate-square", span, "only a square block of cells can be turned")
        .help("write a block such as `a1..c3`")
}

/// `for each d in forward, north`, which are the same for one of the players.
pub fn each_uneven(players: &PerSide<String>, span: Span) -> Diagnostic {
    let message =
        format!("these are not as many directions for {} as for {}", players[Side::First], players[Side::Second]);
    Diagnostic::error("each-uneven", span, message)
        .help("some of them are the same for one player: name them all as the player sees them (`forward`, `left` …), or all by the compass")
}

/// More clauses than a record tells apart.
pub fn too_many_clauses(clauses: usize, most: usize, span: Span) -> Diagnostic {
    Diagnostic::error("too-many-clauses", span, format!("the rules have {clauses} clauses, and {most} at most can be told apart"))
        .help("`for each` makes a clause for every direction, and a range of lengths one for every length: let `pick … in …` choose instead")
}

/// A label in `turn` of a file that has none.
pub fn no_labels(label: &str, span: Span) -> Diagnostic {
    let told =
        Diagnostic::error("unknown-name", span, format!("no group of moves has a label, so none is called `{label}`"));
    match label {
        "skip" | "nothing" | "none" | "passes" | "stay" | "noop" => return told.help("write `pass`").write("pass"),
        "draw" | "win" | "lose" => return told.help(format!("results are said in `end`: `end {{ {label} when … }}`")),
        _ => {}
    }
    told.help(format!("a label stands behind `move`, as in `move {label} Man {{ … }}`"))
}

/// `rotate` where cells hold more than one piece.
pub fn rotate_single(span: Span) -> Diagnostic {
    Diagnostic::error(
        "rotate-single",
        span,
        "`rotate` is for boards with one piece a cell, and this game has counted pieces or stacks",
    )
    .help("move the contents one by one: `pile … onto …` for stacks, `move … onto …` for seeds")
}

/// `promote` without a kind.
pub fn promotes_to_what(span: Span) -> Diagnostic {
    Diagnostic::error("promotes-to-what", span, "this does not say what the piece becomes")
        .help("write `promote … as Queen`, or `piece Pawn = Queen`")
}

/// `(a else pass) or pass`
pub fn pass_twice(span: Span) -> Diagnostic {
    Diagnostic::error("pass-twice", span, "a second `pass`: passing is one move, however often it is named")
        .help("leave one of them out")
}

/// `most A of (most B of c)`
pub fn most_in_most(span: Span) -> Diagnostic {
    Diagnostic::error("most-in-most", span, "the moves with the greatest number are looked for once in a turn part")
        .help("ask for both at once, the weightier times more than the other can come to: `most (100 * A + B) of …`; `legs` is what `longest` counts")
}

/// `1..4 (a else b)`
pub fn repeat_of_groups(span: Span) -> Diagnostic {
    Diagnostic::error("repeat-of-groups", span, "only groups of moves can be made several times in a turn")
        .help("write `1..4 play`, or `1..4 (step or push)`")
}
