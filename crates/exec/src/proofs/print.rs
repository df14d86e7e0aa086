//! What is proved of a program, for people.

use std::fmt::Write;

use super::been::Been;
use super::bounds::Path;
use super::history::{Forbids, repeats_to_end};
use super::legs::{again_is_last, told_apart};
use super::plain::{Plain, distinct, names_a_choice, plain_clauses};
use super::turns::{Noise, most_comes_first, most_of, noise_of, separable, simple_rest, since_planes};
use crate::game::Side;
use crate::ir::{Flow, Program, SideCode, has_again, print_set, print_truth};

/// What is proved of a program, part by part; of what is not said nothing is known.
pub fn print(program: &Program) -> String {
    let mut out = String::new();
    let mut line = |depth: usize, text: &str| {
        // Writing to a text can't fail.
        let _ = writeln!(out, "{:1$}{text}", "", 2 * depth);
    };
    let yes = |is: bool| if is { "yes" } else { "no" };
    line(0, &format!("facts {:?}", program.facts));
    match Forbids::of(program) {
        Some(Forbids { boards, positions }) if boards || positions => {
            line(0, &format!("the history forbids: boards {}, positions {}", yes(boards), yes(positions)));
        }
        Some(_) => line(0, "the history forbids: nothing"),
        None => line(0, "the history forbids: more than what is new"),
    }
    match repeats_to_end(program) {
        Some(times) => line(0, &format!("the history ends: positions that stood {times} times")),
        None => line(0, "the history ends: nothing, or more than what comes back"),
    }
    for side in [Side::First, Side::Second] {
        let code = &program.sides[side];
        line(0, &format!("side {side:?}"));
        turn(program, code, side, &mut |text| line(1, text));
        let plain = plain_clauses(program, code, &code.legal);
        for (clause, plain) in plain.iter().enumerate() {
            line(1, &format!("clause {clause}"));
            self::clause(program, code, clause, plain.as_ref(), &mut |text| line(2, text));
        }
        verdicts(program, code, side, &mut |text| line(1, text));
    }
    out
}

/// What is proved of a side's turn.
fn turn(program: &Program, code: &SideCode, side: Side, line: &mut dyn FnMut(&str)) {
    let yes = |is: bool| if is { "yes" } else { "no" };
    line(&format!("plies lead to positions of their own: {}", yes(distinct(program, code, side, &code.turn))));
    line(&format!("noisy plies can be listed apart: {}", yes(separable(program, &code.turn))));
    if most_of(&code.turn).is_some() {
        line(&format!("ranked plies come first: {}", yes(most_comes_first(&code.turn))));
    }
    if let Some((first, _)) = simple_rest(program, code) {
        let apart = told_apart(program, code, side, first);
        line(&format!("compulsory plies come first; those of one leg lead to positions of their own: {}", yes(apart)));
    }
    if let Some(Been { plane, locals, numbers, forbids: _ }) = Been::of(program, code) {
        line(&format!("legs that differ in plane {plane} alone come to the same, but for what it forbids"));
        line(&format!("a leg leaves set locals {locals:?} and number locals {numbers:?} to others"));
    }
    for (index, condition) in code.legal.iter().enumerate() {
        let asks = if names_a_choice(condition) { "a choice of the ply" } else { "the position" };
        line(&format!("condition {index} asks {asks}"));
    }
}

/// What is proved of a clause.
fn clause(program: &Program, code: &SideCode, clause: usize, plain: Option<&Plain>, line: &mut dyn FnMut(&str)) {
    let block = &code.clauses[clause];
    match plain {
        Some(Plain { first, within }) if !code.legal.is_empty() => {
            let within: Vec<String> = within.iter().map(print_set).collect();
            let within = if within.is_empty() { String::new() } else { format!(", in {}", within.join(", ")) };
            line(&format!("keeps the conditions where local {first} is no pin{within}"));
        }
        Some(_) | None => {}
    }
    match noise_of(program, clause) {
        Some(Noise::Arrival { .. }) => line("noisy by where it arrives"),
        Some(Noise::Effects { kinds: true }) => line("noisy by what it takes, or what becomes of pieces"),
        Some(Noise::Effects { kinds: false }) => line("noisy by what it takes"),
        None => {}
    }
    if has_again(block) {
        line(if again_is_last(block) { "may go on, as the last it does" } else { "may go on before it is done" });
    }
    let mut path = Path::new(program);
    for stmt in block {
        if let Flow::Picks(from) = stmt.account().flow {
            line(&format!("chooses from {} cells at most", path.most(from)));
        }
        if stmt.account().flow.decides() && !matches!(stmt.account().flow, Flow::Picks(_) | Flow::MayDrop) {
            break;
        }
        path.pass(stmt);
    }
}

/// What is proved of the endings after plies of a side.
fn verdicts(program: &Program, code: &SideCode, side: Side, line: &mut dyn FnMut(&str)) {
    for (rank, verdict) in code.verdicts.iter().enumerate() {
        if let Some(since) = &verdict.since {
            line(&format!("verdict {rank} holds only by a cell added to plane {}", since.plane()));
        }
        if let Some(far) = &verdict.far {
            line(&format!("verdict {rank} is far while {}", print_truth(far)));
        }
    }
    if let [plane] = since_planes(program, side)[..] {
        line(&format!("endings are asked around plane {plane}"));
    }
}

#[cfg(all(test, feature = "jit"))]
mod tests {
    use super::print;
    use crate::native::testing::program;

    #[test]
    fn what_native_code_rests_on_is_told() {
        let chess = print(&program(include_str!("../../../../games/chess/chess.game")));
        assert!(chess.contains("  clause 0\n    keeps the conditions where local 0 is no pin\n"), "{chess}");
        assert!(chess.contains("noisy by where it arrives"), "{chess}");
        let hex = print(&program(include_str!("../../../../games/connection/hex.game")));
        assert!(hex.contains("verdict 0 holds only by a cell added to plane 0"), "{hex}");
        let go = print(&program(include_str!("../../../../games/territory/go.game")));
        assert!(go.contains("the history forbids: boards yes"), "{go}");
        let draughts = print(&program(include_str!("../../../../games/draughts/english-draughts.game")));
        assert!(draughts.contains("those of one leg lead to positions of their own: yes"), "{draughts}");
    }
}
