//! Who attacks a king, asked from its cell back: legs that may be blocked, hops, slides of a length and moves that hang on the place of
//! the piece mean what they mean piece by piece.

use crate::support::Rng;
use crate::support::games::{load, shipped};
use crate::support::same::{Effort, same};
use rulesmith::compile::{Backend, Compiled, Stage};
use rulesmith::exec;

/// Boards of one word and of two, with joined edges and without, and where Black's king stands.
const BOARDS: [(&str, &str); 4] =
    [("square 6", "f6"), ("square 9x8", "e8"), ("rhombus 6", "f6"), ("square 6 wrapped", "f4")];

/// The moves of a rider, drawn at random.
fn moves(rng: &mut Rng) -> String {
    let mut one = |of: &[&str]| of[rng.below(of.len())].to_string();
    let ways = ["north", "east", "south", "west"];
    let (a, b, c) = (one(&ways), one(&ways), one(&ways));
    let filter = one(&["empty", "occupied", "(empty or enemy)", "neighbours of own"]);
    let place = one(&["middle", "own half", "neighbours of empty"]);
    let condition = one(&["from on middle", "from on own half", "from on middle and own Man on own half"]);
    let length = one(&["2", "3", "(count own Man)"]);
    let lines = [
        "fly to (empty or enemy) on gaps(from)".to_string(),
        "hop any through empty over occupied through empty to enemy".to_string(),
        format!("slide {a} {length} to empty or enemy"),
        format!("slide any to (empty or enemy) on {place}"),
        format!("step {a}, {b} to empty or enemy when {condition}"),
        "hop any over occupied to empty or enemy".to_string(),
    ];
    let chosen: Vec<_> = (0..3).map(|_| one(&lines.each_ref().map(String::as_str))).collect();
    format!(
        "define gaps(c) = ({a}, {b}) of ({filter} on {c} of c) or {b} of (({a} of (({c} of c) on {place})) on empty)\n\
         move Rider {{\n  {}\n}}\n",
        chosen.join("\n  ")
    )
}

/// A game in which no king may be left attacked by riders.
fn text((board, far): (&str, &str), moves: &str) -> String {
    format!(
        "game \"Attackers\"\nplayers White, Black\nboard {board}\npiece Rider, Man, King\n\
         region middle = c2..d4\nregion half White ranks 1..3, Black ranks 4..6\n\
         setup {{\n  White King on a1\n  White Rider on b1 c1 d2\n  White Man on a2 b2\n  \
         Black King on {far}\n  Black Rider on d3 c4 d5\n  Black Man on b3 c3\n}}\n\
         {moves}move Man {{ step any to empty or enemy }}\nmove King {{ step any to empty or enemy }}\n\
         legal when not (own King on attacked by enemy)\n\
         end {{\n  win when enemy stuck\n  draw when repeats 3\n}}\n"
    )
}

fn compiled(text: &str) -> Compiled {
    load("attackers", text, &[], Backend::Native)
}

const EFFORT: Effort = Effort { games: 6, plies: 40, tried: 3 };

#[test]
fn asked_back_means_the_same() {
    let mut rng = Rng(11);
    for number in 0..60 {
        let text = text(BOARDS[number % BOARDS.len()], &moves(&mut rng));
        let game = compiled(&text);
        let plain = exec::interpreter(game.lowered().clone(), 0);
        same(&*plain, game.game(), EFFORT).unwrap_or_else(|message| panic!("{number}: {message}\n{text}"));
    }
}

/// The games come to positions in which it matters: a rider that needs no free leg is told from one that does.
#[test]
fn a_wrong_leg_is_found() {
    let text = |free: &str| {
        let gaps = format!("define gaps(c) = (northwest, northeast) of ({free} on north of c)\n");
        text(BOARDS[1], &format!("{gaps}move Rider {{ fly to (empty or enemy) on gaps(from) }}\n"))
    };
    let [right, wrong] = ["empty", "enemy"].map(|legs| compiled(&text(legs)));
    let plain = exec::interpreter(right.lowered().clone(), 0);
    assert_eq!(same(&*plain, right.game(), EFFORT), Ok(()));
    assert!(same(&*plain, wrong.game(), EFFORT).is_err());
}

/// Ways that part again and again have more origins than can be written down: such a file is read as quickly as any other.
#[test]
fn ways_that_part_are_left_alone() {
    let way = |n: u32| format!("define far{n}(c) = (north, east, south, west) of (far{}(c) on empty)\n", n - 1);
    let ways: String = (1..6).map(way).collect();
    let rider = "move Rider { fly to (empty or enemy) on far5(from) }\n";
    let game = compiled(&text(BOARDS[0], &format!("define far0(c) = (north, east) of c\n{ways}{rider}")));
    let plain = exec::interpreter(game.lowered().clone(), 0);
    let effort = Effort { games: 1, plies: 4, tried: 1 };
    assert_eq!(same(&*plain, game.game(), effort), Ok(()));
}

/// What is asked back of all pieces at once has no loop over them.
#[test]
fn no_loop_over_what_attacks() {
    let dump = shipped("xiangqi", &[], Backend::Native).dump(Stage::Optimized);
    let legal = dump.lines().find(|line| line.trim_start().starts_with("legal")).expect("a condition");
    assert_eq!(legal.matches("collect").count(), 5, "the general, and a cannon's screen four ways: {legal}");
}
