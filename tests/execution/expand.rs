//! Successors that native code builds where it finds them are those of the interpreter, and so are the counts that go
//! two plies on.

use std::sync::atomic::AtomicBool;

use crate::support::Rng;
use crate::support::games;
use crate::support::rulegen::rule_file;
use rulesmith::compile::{Backend, Compiled};
use rulesmith::game::perft::{Leaves, PerftOptions, perft};
use rulesmith::game::{Counted, Ending, Game, History, Judged, MoveList, Position, Side, Successors, THREAT};
use rulesmith::ir::{PlaneClass, Program};
use rulesmith::library;

fn load(text: &str, options: &[(&str, &str)], backend: Backend) -> Compiled {
    games::load("game", text, options, backend)
}

type Row = (Vec<u64>, Option<Ending>, Vec<u64>);

/// All that is told of the successors, in an order that does not depend on the list's.
fn rows(list: &Successors, with_irreversible: bool) -> Vec<(Row, bool)> {
    let row = |i: usize| {
        let made = list.made(i);
        assert_eq!(list.is_over(i), made.ending.is_some());
        let row = (list.state(i).to_vec(), made.ending, list.record(i).to_vec());
        (row, with_irreversible && made.irreversible)
    };
    let mut rows: Vec<_> = (0..list.len()).map(row).collect();
    rows.sort_by(|a, b| (&a.0.0, &a.0.2).cmp(&(&b.0.0, &b.0.2)));
    rows
}

/// Whether `b` answers what searches ask of a state and its successors: these in the order of the moves, what they are
/// as leaves, the moves that may be noisy.
fn as_searches_ask<A: Game + ?Sized, B: Game + ?Sized>(
    a: &A,
    b: &B,
    state: &[u64],
    expected: &Successors,
) -> Result<(), &'static str> {
    let mut found = Successors::new(b);
    let told = a.reads_history() || a.legal_by_history();
    let row = |list: &Successors, i: usize| {
        let made = list.made(i);
        (list.state(i).to_vec(), made.ending, told && made.irreversible, list.record(i).to_vec())
    };
    b.successors_in_order(state, &mut found).map_err(|_| "an overflow")?;
    if found.len() != expected.len() || (0..found.len()).any(|i| row(&found, i) != row(expected, i)) {
        return Err("the successors in order");
    }
    let (mut judged, from) = (Vec::new(), found.len() / 3);
    b.judge(&found, from..found.len(), &mut judged);
    if (from..found.len()).map(|i| Judged::of(a, expected.state(i))).ne(judged.iter().copied()) {
        return Err("what the successors are as leaves");
    }
    b.judge_for_proof(&found, from..found.len(), &mut judged);
    let promised = |i| Judged::with(a, expected.state(i), a.promise(expected.state(i)));
    if (from..found.len()).map(promised).ne(judged.iter().copied()) {
        return Err("what the successors promise");
    }
    let (mut all, mut noisy) = (MoveList::new(a.move_words()), MoveList::new(b.move_words()));
    a.generate(state, &mut all).map_err(|_| "an overflow")?;
    b.generate_noisy(state, &mut noisy).map_err(|_| "an overflow")?;
    let mut listed = noisy.iter().peekable();
    for record in all.iter() {
        if listed.next_if_eq(&record).is_none() && a.hint(state, record).noisy {
            return Err("a noisy move is missing");
        }
    }
    if listed.next().is_some() { Err("a noisy move that is none") } else { Ok(()) }
}

/// Plays random games on `a`, past their ends, and asks `b` for the successors; the first difference. Says how often `b`
/// went two plies on.
fn unfold_alike<A: Game + ?Sized, B: Game + ?Sized>(
    a: &A,
    b: &B,
    (games, plies): (u64, usize),
) -> Result<usize, String> {
    let (mut expected, mut found) = (Successors::new(a), Successors::new(b));
    let (told, mut rng, mut fused) = (a.legal_by_history(), Rng(3), 0);
    for number in 0..games {
        let mut state = a.initial();
        for ply in 0..plies {
            let at = |what: &str| Err(format!("game {number}, ply {ply}: {what}, state {state:x?}"));
            expected.clear();
            found.clear();
            if expected.expand(a, &state).is_err() {
                break;
            }
            if b.successors(&state, &mut found).is_err() || rows(&expected, told) != rows(&found, told) {
                return at("the successors");
            }
            if let Err(what) = as_searches_ask(a, b, &state, &expected) {
                return at(what);
            }
            let before = found.len();
            for judged in [false, true] {
                if b.build_each(&state, judged, &mut found) != Ok(expected.len() as u64) || found.len() != before {
                    return at("the number of successors");
                }
            }
            let small = expected.len() < 100 || ply % 8 == 0;
            let tiny = expected.len() < 10 || expected.len() < 40 && ply % 8 == 0;
            for plies in [2, 3].into_iter().filter(|&plies| if plies == 2 { small } else { tiny }) {
                for leaves in Leaves::ALL {
                    let Some(counted) = b.plies_below(&state, plies, leaves, &mut found) else { continue };
                    let all = plies_below(b, &state, plies)?;
                    fused += 1;
                    if counted != Ok(all) {
                        return at(&format!("{plies} plies, {leaves:?}: {counted:?} instead of {all:?}"));
                    }
                }
            }
            if expected.is_empty() {
                break;
            }
            state = expected.state(rng.below(expected.len())).to_vec();
        }
    }
    Ok(fused)
}

/// What [`Game::plies_below`] says, one ply after the other.
fn plies_below<G: Game + ?Sized>(game: &G, state: &[u64], plies: u32) -> Result<Counted, String> {
    let (mut next, mut moves, mut all) = (Successors::new(game), MoveList::new(game.move_words()), Counted::default());
    game.successors(state, &mut next).map_err(|e| e.to_string())?;
    for i in 0..next.len() {
        let below = match plies {
            _ if next.is_over(i) => Counted::default(),
            2 => Counted { moves: game.count(next.state(i), &mut moves).map_err(|e| e.to_string())?, without: 0 },
            _ => plies_below(game, next.state(i), plies - 1)?,
        };
        all.moves += below.moves;
        all.without += if below == Counted::default() { 1 } else { below.without };
    }
    Ok(all)
}

fn agree(name: &str, text: &str, options: &[(&str, &str)], effort: (u64, usize)) -> usize {
    let [a, b] = [Backend::Interpreter, Backend::Native].map(|backend| load(text, options, backend));
    unfold_alike(a.game(), b.game(), effort).unwrap_or_else(|e| panic!("{name} {options:?}: {e}\n{text}"))
}

#[test]
fn successors_of_shipped_games() {
    for game in library::measured() {
        let effort = if ["amazons", "go"].contains(&game.name) { (1, 30) } else { (6, 80) };
        let fused = agree(game.name, game.text, &[], effort);
        // Where moves may repeat or have several legs, each is looked at alone.
        let none = ["go"];
        assert!(fused > 0 || none.contains(&game.name), "{} goes no two plies on", game.name);
    }
}

#[test]
fn successors_on_other_boards() {
    for (name, option) in [
        ("amazons", ("size", "6")),
        ("breakthrough", ("size", "5")),
        ("breakthrough", ("size", "12")),
        ("go", ("size", "5")),
        ("gomoku", ("rows", "19")),
        ("gomoku", ("columns", "7")),
        ("hex", ("size", "5")),
        ("international-draughts", ("size", "12")),
        ("othello", ("size", "10")),
    ] {
        agree(name, library::find(name).unwrap().text, &[option], (2, 60));
    }
}

/// The ply of an earlier clause stands for that of a later one with the same choices, and is quiet where that takes.
#[test]
fn a_quiet_ply_that_stands_for_a_noisy_one() {
    let text = "game \"stands for\"\nplayers White, Black\nboard square 5x5\nfacing White north, Black south\npiece Man\n\
                setup { White Man on rank 1  Black Man on rank 4 }\n\
                move Man { step north to empty  step any to empty { take neighbours of to on enemy }  \
                step diagonal to enemy }\nend { win when no enemy }\n";
    agree("stands for", text, &[], (20, 60));
}

/// What is counted while the first questions are still interpreted is what is counted later.
#[test]
fn counts_do_not_depend_on_what_is_compiled() {
    for (name, text) in games::all() {
        let count = |game: &Compiled, leaves| {
            let options = PerftOptions { leaves, ..PerftOptions::plies(2) };
            perft(&Position::initial(game.game()), options, &AtomicBool::new(false), &mut ()).unwrap().counts
        };
        let expected = count(&games::load(&name, &text, &[], Backend::Native), Leaves::Counted);
        for leaves in Leaves::ALL {
            let game = games::load_lazy(&name, &text, &[], Backend::Native);
            assert_eq!(count(&game, leaves), expected, "{name}, {leaves:?}");
        }
    }
}

#[test]
fn successors_of_generated_games() {
    let fused: usize = (0..120).map(|seed| agree("generated", &rule_file(seed), &[], (2, 30))).sum();
    assert!(fused > 0);
}

#[test]
fn a_difference_is_found() {
    let text = library::find("connect-four").unwrap().text;
    let other = text.replace("line 4", "line 3");
    assert_ne!(text, other);
    let (a, b) = (load(text, &[], Backend::Interpreter), load(&other, &[], Backend::Native));
    assert!(unfold_alike(a.game(), b.game(), (3, 30)).is_err(), "shorter lines show");
}

#[test]
fn what_searches_ask_is_compared() {
    for (name, this, that) in [
        ("breakthrough", " * sum own Pawn by advance", " * 2 * sum own Pawn by advance"),
        (
            "breakthrough",
            "step forward-diagonal to empty or enemy",
            "step forward-diagonal to empty or enemy except file a",
        ),
        ("breakthrough", "forward-diagonal", "forward-diagonal"),
    ] {
        let text = library::find(name).unwrap().text;
        let other = text.replace(this, that);
        let (a, b) = (load(text, &[], Backend::Interpreter), load(&other, &[], Backend::Native));
        let (mut rng, mut alike) = (Rng(9), true);
        for _ in 0..40 {
            let mut state = a.game().initial();
            let mut rows = Successors::new(a.game());
            for _ in 0..20 {
                rows.clear();
                rows.expand(a.game(), &state).unwrap();
                alike &= as_searches_ask(a.game(), b.game(), &state, &rows).is_ok();
                if rows.is_empty() {
                    break;
                }
                state = rows.state(rng.below(rows.len())).to_vec();
            }
        }
        assert_eq!(alike, this == that, "{name}: {that}");
    }
}

/// How many empty cells would complete a line of a side, cell by cell.
fn threats(program: &Program, state: &[u64], side: Side, length: i32) -> i32 {
    let layout = &program.layout;
    let holds = |class: PlaneClass, site: usize| {
        let plane = layout.planes.iter().position(|plane| plane.class == class).unwrap();
        state[layout.plane_at(plane) + site / 64] >> (site % 64) & 1 == 1
    };
    let at = |place| program.places.iter().position(|&p| p == place);
    let own = |place| at(place).is_some_and(|site| holds(PlaneClass::Side(side), site));
    let reach =
        |(x, y): (i32, i32), (dx, dy): (i32, i32)| (1..length).take_while(|i| own((x + i * dx, y + i * dy))).count();
    let completes = |&site: &usize| {
        let held = [Side::First, Side::Second].iter().any(|&side| holds(PlaneClass::Side(side), site));
        let along = |&(dx, dy): &(i32, i32)| {
            let place = program.places[site];
            reach(place, (dx, dy)) + reach(place, (-dx, -dy)) + 1 >= length as usize
        };
        !held && [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(along)
    };
    (0..program.sites).filter(completes).count() as i32
}

#[test]
fn promises_count_the_cells_that_complete_a_line() {
    for (name, options, length) in [
        ("tic-tac-toe", &[][..], 3),
        ("connect-four", &[], 4),
        ("gomoku", &[("columns", "6"), ("rows", "7"), ("length", "4")], 4),
        ("gomoku", &[], 5),
    ] {
        let compiled = load(library::find(name).unwrap().text, options, Backend::Interpreter);
        let (game, mut rng) = (compiled.game(), Rng(11));
        let (mut told, mut others, mut shorter) = (0, 0, 0);
        for _ in 0..20 {
            let mut state = game.initial();
            let mut rows = Successors::new(game);
            for _ in 0..30 {
                let count = |side, length| threats(game.program(), &state, side, length);
                let mover = game.mover(&state);
                let expected = |length| THREAT * (count(mover, length) - count(mover.other(), length));
                assert_eq!(game.promise(&state), expected(length), "{name}: {state:x?}");
                told += usize::from(game.promise(&state) != 0);
                others += usize::from(game.promise(&state) != game.evaluate(&state));
                shorter += usize::from(expected(length) != expected(length - 1));
                rows.clear();
                rows.expand(game, &state).unwrap();
                if game.status(&state).is_some() || rows.is_empty() {
                    break;
                }
                state = rows.state(rng.below(rows.len())).to_vec();
            }
        }
        assert!(told > 0 && others > 0 && shorter > 0, "{name}: {told} {others} {shorter}");
    }
}

/// Plays random games by `a` and compares how many moves the history allows; how many it forbade.
fn allow_alike<A: Game + ?Sized, B: Game + ?Sized>(a: &A, b: &B, (games, plies): (u64, usize)) -> Result<u64, String> {
    let (mut rows, mut scratch) = (Successors::new(a), Successors::new(b));
    let (mut rng, mut forbidden) = (Rng(5), 0);
    for number in 0..games {
        let mut state = a.initial();
        let mut history = History::starting_at(a.rep(&state));
        for ply in 0..plies {
            rows.clear();
            rows.expand(a, &state).unwrap();
            let all = rows.len() as u64;
            rows.reject_by_history(a, &state, &mut history, 0);
            let (expected, length) = (rows.len() as u64, history.len());
            let found = b.count_allowed(&state, &mut history, &mut scratch);
            if found != Ok(expected) || history.len() != length || !scratch.is_empty() {
                return Err(format!("game {number}, ply {ply}: {found:?} instead of {expected}, state {state:x?}"));
            }
            forbidden += all - expected;
            let going_on = (0..rows.len()).filter(|&i| !rows.is_over(i)).collect::<Vec<_>>();
            if going_on.is_empty() {
                break;
            }
            let chosen = going_on[rng.below(going_on.len())];
            state = rows.state(chosen).to_vec();
            history.push(a.rep(&state), rows.made(chosen).irreversible);
        }
    }
    Ok(forbidden)
}

/// Small boards, on which placements come back.
const CROWDED: [[(&str, &str); 2]; 3] =
    [[("size", "2"), ("suicide", "no")], [("size", "3"), ("suicide", "yes")], [("size", "9"), ("suicide", "no")]];

#[test]
fn moves_that_the_history_allows() {
    let go = library::find("go").unwrap().text;
    let tests = [
        "new board",
        "new position",
        "not repeats 2",
        "new board and not repeats 2",
        "not repeats 3",
        "new board or to on a1",
        "not (repeats 2 and (no to or to on a1))",
        "not (repeats 2 and own always no own on a1)",
    ];
    for test in tests {
        let text = go.replace("legal when new board", &format!("legal when {test}"));
        for options in &CROWDED {
            let [a, b] = [Backend::Interpreter, Backend::Native].map(|backend| load(&text, options, backend));
            let forbidden = allow_alike(a.game(), b.game(), (4, 120)).unwrap_or_else(|e| panic!("{test}: {e}"));
            assert!(forbidden > 0 || options[0].1 != "2" || !test.contains("board"), "{test}: nothing was forbidden");
        }
    }
}

#[test]
fn a_move_allowed_too_much_is_found() {
    let go = library::find("go").unwrap().text;
    let lax = go.replace("legal when new board", "legal when not repeats 2");
    assert_ne!(go, lax);
    let (a, b) = (load(go, &CROWDED[0], Backend::Interpreter), load(&lax, &CROWDED[0], Backend::Native));
    assert!(allow_alike(a.game(), b.game(), (4, 120)).is_err(), "boards that come back with another mover show");
}
