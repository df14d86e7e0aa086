//! Mates and endgames of `facts.json`, found by the engine on the compiled games.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rulesmith::compile::{Answer, Settings};
use rulesmith::search::{Method, SolveOptions};
use rulesmith::session::{self, Proved, Session};

/// Position, best move, moves to mate.
const MATES: &[(&str, &str, u32)] = &[
    ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", "g3g6", 2),
    ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1", "c6c4", 2),
    ("7k/pp4np/2p3p1/3pN1q1/3P4/Q7/1r3rPP/2R2RK1 w - - 0 1", "a3f8", 2),
    ("r2q1r1k/2p1b1pp/p1n5/1p1Q1bN1/4n3/1BP1B3/PP3PPP/R4RK1 w - - 0 1", "d5g8", 2),
    ("3qrbk1/ppp1r2n/3pP2p/3P4/2P4P/1P3Q2/PB6/R4R1K w - - 0 1", "f3f7", 2),
    ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 1", "b3b8", 2),
    ("r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 0 1", "d5d8", 2),
    ("k4r2/1R4pb/1pQp1n1p/3P4/5p1P/3P2P1/r1q1R2K/8 w - - 0 1", "b7b6", 3),
    ("r3q1kr/ppp5/3p2pQ/8/3PP1b1/5R2/PPP3P1/5RK1 w - - 0 1", "f3f8", 3),
    ("4R3/4q1kp/6p1/1Q3b2/1P1b1P2/6KP/8/8 b - - 0 1", "e7h4", 3),
];

#[test]
fn mates() {
    let mut session = Session::open("chess", &Settings::default()).unwrap();
    for &(position, best, moves) in MATES {
        session.set_position(position).unwrap();
        let plies = 2 * moves - 1;
        let limits = session::Limits { depth: Some(plies), ..session::Limits::default() };
        let thought = session.think(limits, &AtomicBool::new(false), &mut ()).unwrap();
        let found = (thought.best.as_deref(), thought.outcome, thought.plies_to_end);
        assert_eq!(found, (Some(best), Some(Proved::Win), Some(plies)), "{position}");
    }
}

/// A search against time goes on from the last one; one that is counted does not, so that it can be repeated.
#[test]
fn what_was_found_against_time_is_kept() {
    let long = session::Limits { time: Some(Duration::from_secs(3600)), ..session::Limits::default() };
    let counted = session::Limits { depth: Some(9), ..session::Limits::default() };
    let mut session = Session::open("tic-tac-toe", &Settings::default()).unwrap();
    let nodes = |session: &Session, limits| session.think(limits, &AtomicBool::new(false), &mut ()).unwrap().nodes;
    let first = nodes(&session, long);
    assert!(nodes(&session, long) * 4 < first);
    assert_eq!(nodes(&session.clone(), long), first, "a copy begins with nothing");
    session.play("b2").unwrap();
    let fresh = nodes(&session.clone(), long);
    assert!(nodes(&session, long) < fresh);
    assert_eq!(nodes(&session, counted), nodes(&session.clone(), counted));
}

/// Asked for a win, the solver finds the shortest one.
#[test]
fn mates_solved() {
    let mut session = Session::open("chess", &Settings::default()).unwrap();
    for &(position, best, moves) in MATES {
        session.set_position(position).unwrap();
        let solution = session.solve(None, &AtomicBool::new(false)).unwrap();
        assert_eq!((solution.value, solution.plies_to_end), (Some(Proved::Win), Some(2 * moves - 1)), "{position}");
        assert_eq!((solution.line[0].as_str(), solution.line.len()), (best, 2 * moves as usize - 1), "{position}");
    }
}

/// Longer ones are found by proof numbers, which look where play is forced.
#[test]
fn long_mates_solved() {
    let mut session = Session::open("chess", &Settings::default()).unwrap();
    for (position, best) in [
        ("3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b - - 0 1", "d6h2"),
        ("2r2b1r/p1Nk2pp/3p1p2/N2Qn3/4P3/q6P/P4PP1/1R3K1R w - - 0 1", "d5e6"),
        ("r2qkb1r/pppb2pp/2np1n2/5pN1/2BQP3/2N5/PPP2PPP/R1B1K2R w KQkq - 0 1", "c4f7"),
    ] {
        session.set_position(position).unwrap();
        let options = SolveOptions { method: Some(Method::ProofNumber), ..SolveOptions::default() };
        let solution =
            session.solve_with(session::Limits::default(), &options, &AtomicBool::new(false), &mut ()).unwrap();
        assert_eq!((solution.value, solution.line[0].as_str()), (Some(Proved::Win), best), "{position}");
        assert!(solution.nodes < 10_000, "{position}: {}", solution.nodes);
        // Stopped while it looks for a shorter one, it has the win all the same.
        let limits = session::Limits { nodes: Some(25_000), ..session::Limits::default() };
        let stopped = session.solve_with(limits, &SolveOptions::default(), &AtomicBool::new(false), &mut ()).unwrap();
        assert_eq!((stopped.value, stopped.method), (Some(Proved::Win), "proof numbers"), "{position}");
        let unasked = session.solve(None, &AtomicBool::new(false)).unwrap();
        assert_eq!((unasked.value, unasked.line[0].as_str()), (Some(Proved::Win), best), "{position}");
    }
}

/// The smallest of the FFO endgames, its rows from the top (its a1 is the upper left corner, so its h5 is h4 here). The
/// collection counts empty cells for the winner, the rules count discs alone; here both lead to the same play.
#[test]
fn an_othello_endgame() {
    let mut session = Session::open("othello", &Settings::default()).unwrap();
    session.set_position("BBBWBBBB/WBBBBBBB/WWBBBBBB/WWWBBBBB/WWWBBWW1/WWWWW3/WWWWWWW1/WWWWWWW1 b").unwrap();
    let solution = session.solve(None, &AtomicBool::new(false)).unwrap();
    assert_eq!(solution.line[0], "h4");
    session.play_all(&solution.line.join(" ")).unwrap();
    let Answer::Number(empty) = session.query("count empty").unwrap() else { panic!("a number") };
    assert_eq!((solution.score, empty), (Some(1.0), 5), "by 6 where the winner gets the empty cells");
}
