//! Exact values against published ones and against retrograde analysis.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::support::plain::minimax;
use crate::support::{Breakthrough, Connect, Graph, Kalah, Rng};
use rulesmith::compile::{Compiled, Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::game::time::Instant;
use rulesmith::game::{Game, Position};
use rulesmith::search::{Effort, GaveUp, Limits, Method, SolveOptions, Solved, Verdict, applies, solve};
use rulesmith::source::Source;

fn solved(game: &dyn Game) -> Solved {
    let run = |method| {
        let options = SolveOptions { table_mib: 16, method, ..SolveOptions::default() };
        let solved = solve(&Position::initial(game), &Limits::default(), &options, &AtomicBool::new(false), &mut ());
        let Solved { verdict, method, nodes, seconds, .. } = &solved;
        eprintln!("{verdict:?} by {method:?}: {nodes} nodes, {seconds:.2} s, line of {}", solved.line.len());
        solved
    };
    let solved = run(None);
    if solved.nodes < 100_000 && applies(game, Method::ProofNumber).is_ok() {
        assert_eq!(run(Some(Method::ProofNumber)).verdict, solved.verdict, "by proof numbers");
    }
    solved
}

fn value(game: &dyn Game) -> Verdict {
    solved(game).verdict.expect("it is small")
}

#[test]
fn lines() {
    for ((width, height, line), expected) in
        [((3, 3, 3), Verdict::Draw), ((4, 3, 3), Verdict::Win), ((4, 4, 4), Verdict::Draw)]
    {
        assert_eq!(value(&Connect::new(width, height, line, false)), expected, "{width},{height},{line}");
    }
    assert_eq!(value(&Connect { misere: true, ..Connect::tic_tac_toe() }), Verdict::Draw);
}

#[test]
fn connect_four() {
    for (width, height, expected) in [(4, 4, Verdict::Draw), (5, 4, Verdict::Draw), (4, 5, Verdict::Draw)] {
        assert_eq!(value(&Connect::four(width, height)), expected, "{width}x{height}");
    }
    assert_eq!(value(&Connect::four(6, 4)), Verdict::Loss);
}

#[test]
fn breakthrough_and_hexapawn() {
    for (width, height, first_wins) in
        [(2, 4, false), (3, 4, false), (4, 4, false), (3, 5, false), (3, 6, true), (5, 4, false)]
    {
        let expected = if first_wins { Verdict::Win } else { Verdict::Loss };
        assert_eq!(value(&Breakthrough::new(width, height)), expected, "{width}x{height}");
    }
    assert_eq!(value(&Breakthrough { hexapawn: true, ..Breakthrough::new(3, 3) }), Verdict::Loss);
}

#[test]
fn kalah_margins() {
    for ((holes, counters), margin) in [((1, 1), 0), ((1, 3), 6), ((2, 2), -2), ((2, 4), -12), ((2, 6), 8)] {
        assert_eq!(value(&Kalah::new(holes, counters)), Verdict::Margin(margin), "{holes},{counters}");
    }
    assert!(matches!(value(&Kalah::new(3, 3)), Verdict::Margin(1..)), "the first player wins");
    assert!(matches!(value(&Kalah::new(3, 6)), Verdict::Margin(..0)), "the second player wins");
}

#[test]
fn loops() {
    let expected = |value: i32| match value {
        1 => Verdict::Win,
        -1 => Verdict::Loss,
        _ => Verdict::Draw,
    };
    let mut seen = [0; 3];
    for seed in 0..300 {
        let game = Graph::random(&mut Rng(seed), 9, 3);
        let (value, distance) = game.retrograde()[0];
        seen[(value + 1) as usize] += 1;
        let position = Position::initial(&game as &dyn Game);
        for exhaust_states in [1000, 0] {
            let options = SolveOptions { table_mib: 1, exhaust_states, ..SolveOptions::default() };
            let solved = solve(&position, &Limits::default(), &options, &AtomicBool::new(false), &mut ());
            assert_eq!(solved.verdict, Some(expected(value)), "seed {seed}, exhaustion up to {exhaust_states}");
            if value != 0 && exhaust_states > 0 {
                assert_eq!(solved.distance, Some(distance), "seed {seed}");
                assert_eq!(solved.line.len(), distance as usize, "seed {seed}");
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 10), "all results occur: {seen:?}");
}

/// Proof numbers find wins where positions come back, and take no draw for one.
#[test]
fn loops_by_proof_numbers() {
    let (mut won, mut open) = (0, 0);
    for seed in 0..300 {
        let game = Graph::random(&mut Rng(seed), 9, 3);
        let value = game.retrograde()[0].0;
        let options = SolveOptions { table_mib: 1, method: Some(Method::ProofNumber), ..SolveOptions::default() };
        let limits = Limits::nodes(100_000);
        let solved = solve(&Position::initial(&game as &dyn Game), &limits, &options, &AtomicBool::new(false), &mut ());
        match solved.verdict {
            Some(verdict) => {
                assert_eq!(verdict, if value > 0 { Verdict::Win } else { Verdict::Loss }, "seed {seed}");
                assert_ne!(value, 0, "seed {seed}");
                won += 1;
            }
            None => open += usize::from(value != 0),
        }
    }
    eprintln!("{won} wins found, {open} not");
    assert!(won > 100 && open * 20 < won, "{won} wins found, {open} not");
}

/// The shortest win is as long as retrograde analysis says, however it is looked for.
#[test]
fn distances() {
    let mut other = 0;
    for seed in 0..300 {
        let game = Graph::random(&mut Rng(seed), 14, 3);
        let (value, distance) = game.retrograde()[0];
        let position = Position::initial(&game as &dyn Game);
        for (method, shortest) in [(None, true), (Some(Method::AlphaBeta), true), (Some(Method::AlphaBeta), false)] {
            let options = SolveOptions { table_mib: 1, exhaust_states: 0, method, shortest, ..Default::default() };
            let solved = solve(&position, &Limits::default(), &options, &AtomicBool::new(false), &mut ());
            assert_eq!(solved.verdict.map(|v| v == Verdict::Draw), Some(value == 0), "seed {seed}, {method:?}");
            if value != 0 && shortest {
                assert_eq!(solved.distance, Some(distance), "seed {seed}, {method:?}");
                assert_eq!(solved.line.len(), distance as usize, "seed {seed}, {method:?}");
            } else if value != 0 {
                other += usize::from(solved.line.len() != distance as usize);
            }
        }
    }
    assert!(other > 0, "lines that were not asked to be shortest are sometimes of another length");
}

#[test]
fn an_interrupted_solver_tells_bounds() {
    struct Bounds(usize);
    impl rulesmith::search::SolveObserver for Bounds {
        fn bounds(&mut self, at_least: Option<Verdict>, at_most: Option<Verdict>, _: u64) {
            self.0 += usize::from(at_least.is_some() || at_most.is_some());
        }
    }
    let game = Kalah::new(3, 6);
    let position = Position::initial(&game as &dyn Game);
    let mut seen = Bounds(0);
    let (options, stop) = (SolveOptions { table_mib: 4, ..SolveOptions::default() }, AtomicBool::new(false));
    let full = solve(&position, &Limits::default(), &options, &stop, &mut seen);
    assert!(seen.0 >= 2 && matches!(full.verdict, Some(Verdict::Margin(..0))));
    let half = solve(&position, &Limits::nodes(full.nodes / 2), &options, &stop, &mut ());
    assert_eq!((half.verdict, half.ended), (None, rulesmith::search::Ended::Interrupted));
    assert!(half.at_least.is_some() || half.at_most.is_some(), "{half:?}");
}

#[test]
fn the_line_is_played_out() {
    let game = Breakthrough::new(3, 5);
    let solved = solved(&game);
    let mut position = Position::initial(&game as &dyn Game);
    for record in &solved.line {
        assert!(position.moves().unwrap().position(record).is_some(), "legal");
        position.make(record);
    }
    let ending = position.ending().unwrap().expect("it goes to the end of the game");
    assert_eq!(ending.outcome, rulesmith::game::Outcome::Win(rulesmith::game::Side::Second));
}

/// Each refinement off, each everywhere, all off, all everywhere.
fn efforts() -> Vec<Effort> {
    const NEVER: u32 = u32::MAX;
    let (usual, off, everywhere) = (Effort::default(), Effort::all_from(NEVER), Effort::all_from(0));
    let one = |from: Effort| {
        [
            Effort { folds: from.folds, ..usual },
            Effort { keeps: from.keeps, ..usual },
            Effort { asks: from.asks, ..usual },
            Effort { doubts: from.doubts, ..usual },
            Effort { weighs: from.weighs, ..usual },
            Effort { foresees: from.foresees, ..usual },
            Effort { plain: from.plain, ..usual },
        ]
    };
    [one(off), one(everywhere)].into_iter().flatten().chain([usual, off, everywhere]).collect()
}

fn by_effort(game: &dyn Game, effort: Effort) -> Solved {
    by_threads(game, effort, 1)
}

fn by_threads(game: &dyn Game, effort: Effort, threads: usize) -> Solved {
    let method = Some(Method::AlphaBeta);
    let options = SolveOptions { table_mib: 1, exhaust_states: 0, method, shortest: false, threads, effort };
    solve(&Position::initial(game), &Limits::default(), &options, &AtomicBool::new(false), &mut ())
}

#[test]
fn values_do_not_depend_on_the_effort() {
    let mut nodes = Vec::new();
    for effort in efforts() {
        let lines = by_effort(&Connect::new(4, 3, 3, false), effort);
        assert_eq!(lines.verdict, Some(Verdict::Win), "{effort:?}");
        assert_eq!(by_effort(&Kalah::new(2, 4), effort).verdict, Some(Verdict::Margin(-12)), "{effort:?}");
        assert_eq!(by_effort(&Breakthrough::new(3, 4), effort).verdict, Some(Verdict::Loss), "{effort:?}");
        nodes.push(lines.nodes);
        for seed in 0..60 {
            let game = Graph::random(&mut Rng(seed), 9, 3);
            let expected = [Verdict::Loss, Verdict::Draw, Verdict::Win][(game.retrograde()[0].0 + 1) as usize];
            assert_eq!(by_effort(&game, effort).verdict, Some(expected), "seed {seed}, {effort:?}");
        }
    }
    nodes.sort_unstable();
    nodes.dedup();
    assert!(nodes.len() > 5, "the switches do something: {nodes:?}");
}

/// Threads that share everything from the first position on find the values that one finds.
#[test]
fn values_do_not_depend_on_the_threads() {
    let effort = Effort { shares: 0, ..Effort::default() };
    for threads in [2, 3, 8] {
        let verdict = |solved: Solved| solved.verdict.expect("it is small");
        assert_eq!(verdict(by_threads(&Connect::new(4, 3, 3, false), effort, threads)), Verdict::Win);
        assert_eq!(verdict(by_threads(&Breakthrough::new(3, 4), effort, threads)), Verdict::Loss);
        for ((holes, counters), margin) in [((1, 3), 6), ((2, 2), -2), ((2, 4), -12), ((2, 6), 8)] {
            assert_eq!(verdict(by_threads(&Kalah::new(holes, counters), effort, threads)), Verdict::Margin(margin));
        }
        for seed in 0..60 {
            let game = Graph::random(&mut Rng(seed), 9, 3);
            let expected = [Verdict::Loss, Verdict::Draw, Verdict::Win][(game.retrograde()[0].0 + 1) as usize];
            assert_eq!(verdict(by_threads(&game, effort, threads)), expected, "seed {seed}, {threads} threads");
        }
    }
}

/// Why a method that was asked for gave up; where none was, another goes on.
#[test]
fn a_method_tells_why_it_gave_up() {
    let how = |game: &Graph, method, exhaust_states| {
        let options = SolveOptions { table_mib: 4, exhaust_states, method, ..SolveOptions::default() };
        solve(&Position::initial(game as &dyn Game), &Limits::default(), &options, &AtomicBool::new(false), &mut ())
    };
    let ring = Graph { arcs: (0..50).map(|i| vec![(i + 1) % 50]).collect(), ..Graph::random(&mut Rng(1), 1, 0) };
    let all = how(&ring, Some(Method::Exhaustion), 50);
    assert_eq!((all.verdict, all.gave_up, all.nodes), (Some(Verdict::Draw), None, 50));
    let few = how(&ring, Some(Method::Exhaustion), 20);
    assert_eq!((few.verdict, few.gave_up, few.nodes), (None, Some(GaveUp::TooMany), 21));
    let other = how(&ring, None, 20);
    assert_eq!((other.verdict, other.gave_up), (Some(Verdict::Draw), None));
    let numbers = how(&ring, Some(Method::ProofNumber), 20);
    assert_eq!((numbers.verdict, numbers.gave_up), (None, Some(GaveUp::NoWin)));
    let long = Graph { arcs: (0..2000).map(|i| vec![(i + 1) % 2000]).collect(), ..Graph::random(&mut Rng(1), 1, 0) };
    let long = how(&long, Some(Method::AlphaBeta), 0);
    assert_eq!((long.verdict, long.gave_up), (None, Some(GaveUp::TooLong)));
    let limits = Limits::nodes(3);
    let stopped = solve(
        &Position::initial(&ring as &dyn Game),
        &limits,
        &SolveOptions::default(),
        &AtomicBool::new(false),
        &mut (),
    );
    assert_eq!((stopped.verdict, stopped.gave_up), (None, None));
}

/// Where it takes long to list the moves of one position, the time is looked at between positions.
#[test]
fn time_is_kept_where_moves_take_long() {
    let away = (1..=300).collect();
    let arcs = std::iter::once(away).chain((1..=300).map(|i| vec![i % 300 + 1, (i + 7) % 300 + 1])).collect();
    let game = Graph { arcs, pause: Duration::from_millis(10), ..Graph::random(&mut Rng(1), 1, 0) };
    for method in [None, Some(Method::AlphaBeta), Some(Method::ProofNumber), Some(Method::Exhaustion)] {
        let options = SolveOptions { table_mib: 4, method, ..SolveOptions::default() };
        let start = Instant::now();
        let limits = Limits { deadline: Some(start + Duration::from_millis(200)), ..Limits::default() };
        let solved = solve(&Position::initial(&game as &dyn Game), &limits, &options, &AtomicBool::new(false), &mut ());
        assert_eq!(solved.verdict, None, "{method:?}");
        // To look at all replies to each of the first moves would take three seconds.
        assert!(start.elapsed() < Duration::from_millis(1500), "{method:?}: {:?}", start.elapsed());
    }
}

/// All threads together stop at a limit, and at once when told to.
#[test]
fn threads_keep_to_limits() {
    let (game, effort) = (Connect::four(6, 5), Effort { shares: 0, ..Effort::default() });
    let position = Position::initial(&game as &dyn Game);
    let method = Some(Method::AlphaBeta);
    let options = SolveOptions { table_mib: 4, method, threads: 4, effort, ..SolveOptions::default() };
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let stopped = solve(&position, &limits, &options, &AtomicBool::new(false), &mut ());
    assert_eq!(stopped.verdict, None);
    assert!((10_000..=20_010).contains(&stopped.nodes), "{} nodes", stopped.nodes);
    let stopped = solve(&position, &Limits::default(), &options, &AtomicBool::new(true), &mut ());
    assert_eq!((stopped.verdict, stopped.nodes), (None, 1));
}

/// The tests above can fail: a table that takes different positions for the same gives other values.
#[test]
fn a_key_that_forgets_is_found() {
    let wrong = |(holes, counters): (usize, u64), effort, threads| {
        let value =
            |forgetful| by_threads(&Kalah { forgetful, ..Kalah::new(holes, counters) }, effort, threads).verdict;
        value(true) != value(false)
    };
    let games = [(2, 2), (2, 3), (2, 4), (3, 3)];
    assert!(games.into_iter().any(|game| wrong(game, Effort::default(), 1)));
    let shared = Effort { shares: 0, ..Effort::default() };
    assert!(games.into_iter().any(|game| wrong(game, shared, 2)));
}

/// A queen and a king against a king on a square board.
fn queen_and_king(size: u32) -> Compiled {
    let text = format!(
        "game \"Queen and king\"\nplayers White, Black\nboard square {size}x{size}\npiece Queen, King\n\
         setup {{ White King on a1  White Queen on b4  Black King on f6 }}\n\
         move Queen {{ slide any to empty or enemy }}\nmove King {{ step any to empty or enemy }}\n\
         legal when no own King on attacked by enemy\n\
         end {{ win when enemy stuck and enemy King on attacked by own  draw when enemy stuck  draw when repeats 3 }}"
    );
    compile(&Source::new("queen", text), &Settings::default(), &mut Diagnostics::new()).unwrap()
}

/// Where nearly all positions lie below one another, proof numbers find the wins that exhaustion proves, and no others.
#[test]
fn wins_among_positions_that_come_back_are_found_by_numbers() {
    let compiled = queen_and_king(6);
    let (stop, mut found) = (AtomicBool::new(false), Vec::new());
    for text in [
        "5k/6/6/6/1Q4/K5 b",
        "k5/6/6/6/3Q2/4K1 b",
        "6/4k1/6/1Q4/6/K5 b",
        "3k2/6/6/Q5/6/2K3 b",
        "k5/6/6/2K3/5Q/6 w",
        "6/2k3/6/6/4Q1/K5 w",
        "6/6/2kQ2/6/6/K5 b",
    ] {
        let (state, _) = compiled.parse_position(text).unwrap();
        let position = Position::new(compiled.game(), &state);
        let by = |method| {
            let options = SolveOptions { method: Some(method), ..SolveOptions::default() };
            solve(&position, &Limits::nodes(2_000_000), &options, &stop, &mut ()).verdict
        };
        let known = by(Method::Exhaustion).expect("few positions can be reached");
        assert_eq!(by(Method::ProofNumber), Some(known).filter(|&known| known != Verdict::Draw), "{text}");
        found.push(known);
    }
    for verdict in [Verdict::Win, Verdict::Loss, Verdict::Draw] {
        assert!(found.contains(&verdict), "{found:?}");
    }
}

/// A win is told with moves that lead to it, also where it was found for positions that mirror those on the way.
#[test]
fn a_win_by_numbers_has_a_line() {
    let compiled = queen_and_king(8);
    for text in ["k7/8/8/8/3Q4/8/8/6K1 w", "2k5/8/8/4Q3/8/3K4/8/8 w", "8/8/8/8/1Q6/8/7k/K7 w"] {
        let (state, _) = compiled.parse_position(text).unwrap();
        let mut position = Position::new(compiled.game(), &state);
        let (options, stop) = (SolveOptions::default(), AtomicBool::new(false));
        let solved = solve(&position, &Limits::default(), &options, &stop, &mut ());
        assert_eq!((solved.verdict, solved.method), (Some(Verdict::Win), Method::ProofNumber), "{text}");
        // Every move of the winner keeps the win: what the loser is left with is lost, looked at by itself.
        assert!(solved.line.len() > 4, "{text}: {} plies", solved.line.len());
        for pair in solved.line[..4].chunks(2) {
            position.make(&pair[0]);
            let after = solve(&position, &Limits::default(), &options, &stop, &mut ());
            assert_eq!(after.verdict, Some(Verdict::Loss), "{text}");
            position.make(&pair[1]);
        }
    }
}

/// Facts that would make a solver take a position for one that stood before, or for one that never comes back: what it
/// proves is what minimax finds, by every method.
#[test]
fn what_is_proved_is_what_minimax_finds() {
    // The board comes back with another number of passes behind it.
    let passes = "players White, Black\nboard row 5\npiece Ball neutral \"O\", Man\n\
        setup { White Man on a1 c1 Black Man on d1 }\nsetup { Ball on b1 }\nregion side White a1, Black b1\n\
        link lb b1 -> c1, c1 -> d1, d1 -> a1\nlink lc a1 -> b1, b1 -> e1, e1 -> b1\n\
        link ld a1 -> d1, c1 -> a1, d1 -> e1, e1 -> a1\nlink le a1 -> e1, e1 -> d1\nlink lf c1 -> a1\n\
        move Ball when own side = a1 { step lf, lc to empty }\n\
        move Ball when own side = a1 { step lf, le to empty or enemy }\n\
        move Ball when own side = b1 { step lb, lf to empty }\nmove Ball when own side = b1 { step ld to empty }\n\
        move Man when own side = a1 { step ld to empty }\nmove Man when own side = b1 { step lc to empty or enemy }\n\
        move { place Man on empty on (b1 or c1 or d1) }\nturn { any or pass }\n\
        end { Black wins when no Black Man  win when both passed\n\
        score White count White Man - count Black Man when enemy stuck }\n";
    // A piece that is put may replace another.
    let puts = "players White, Black\nboard row 4\npiece Stone\nsetup { White Stone on a1 c1 Black Stone on b1 d1 }\n\
        move { pick x in enemy on any of own { put Stone on x } }\nend { lose when repeats 2  draw when enemy stuck }\n";
    // A clock that takes a draw away.
    let clock = "players White, Black\nboard square 3x2\npiece Man\nsetup { White Man on a1 Black Man on a2 }\n\
        clock plies\nmove Man { step east, west to empty }\nend { draw when White Man on c1 and not (plies >= 9)\n\
        White wins when White Man on c1  draw when enemy stuck }\n";
    // A piece flies to where it stands.
    let flies = "players White, Black\nboard row 3\npiece Stone\nsetup { White Stone on a1 b1 Black Stone on c1 }\n\
        move Stone { fly to occupied }\nend { lose when repeats 2  lose when no enemy  draw when enemy stuck }\n";
    // What goes forward for one goes back for the other, where it belongs to nobody.
    let shared = "players White, Black\nboard square 3x3\nfacing White north, Black south\npiece Ball neutral\n\
        setup { Ball on a1 }\nmove Ball { step forward to empty }\nend { lose when repeats 2  draw when enemy stuck }\n";
    // A piece goes round the board and over itself, and takes nothing.
    let round = "players White, Black\nboard square 4x2 wrapped-files\npiece Man\nsetup { White Man on a1  Black Man on a2 }\n\
        move Man { hop east through empty over own through empty to empty { take over } }\n\
        end { lose when repeats 2  draw when enemy stuck }\n";
    // The board comes back with more time on the clock.
    let time = "players White, Black\nboard row 9\npiece Man, King, Dog\nsetup fen \"M2K4d\"\nclock quiet\n\
        move Man { step east to empty on b1 { reset quiet }  step west to empty }\n\
        move King when White Man on a1 { step east to empty }\nmove Dog { step any to empty on h1..i1 }\n\
        end { White wins when White King on f1  draw when quiet >= 7  draw when enemy stuck }\n";
    // Men who become nobody's and men again have changed sides.
    let changes = "players White, Black\n\
        board square 4x3 without b1 b2 b3 c1 d1 a3\n\
        facing White north, Black south\n\
        piece Man, Rock neutral\n\
        region mine White c2 d2 a1, Black a2 c3 d3\n\
        setup {\n\
          White Man on a1\n\
          Black Man on c2 d3\n\
        }\n\
        move Man {\n\
          step forward to empty { pick x in enemy on own mine  promote x as Rock  promote x as Man }\n\
        }\n\
        end { win when repeats 3  win when enemy stuck }\n";
    let games = [
        (changes, None, 13),
        (passes, None, 8),
        (puts, None, 6),
        (clock, None, 11),
        (flies, None, 6),
        (shared, None, 4),
        (round, None, 17),
        (time, Some("M2K4d w 5 1"), 9),
    ];
    for (text, start, plies) in games {
        let source = Source::new("small", format!("game \"Small\"\n{text}"));
        let game = compile(&source, &Settings::default(), &mut Diagnostics::new()).unwrap();
        let start = start.map_or_else(|| game.game().initial(), |start| game.parse_position(start).unwrap().0);
        let mut position = Position::new(game.game(), &start);
        let found = minimax(&mut position, plies, 0);
        let expected = match found {
            v if v > 3_000_000 => Verdict::Win,
            v if v < -3_000_000 => Verdict::Loss,
            _ => panic!("{found} in {plies} plies is no result: {text}"),
        };
        for method in [None, Some(Method::AlphaBeta), Some(Method::ProofNumber), Some(Method::Exhaustion)] {
            if method.is_some_and(|method| applies(game.game(), method).is_err()) {
                continue;
            }
            let options = SolveOptions { table_mib: 16, method, ..SolveOptions::default() };
            let position = Position::new(game.game(), &start);
            let solved = solve(&position, &Limits::default(), &options, &AtomicBool::new(false), &mut ());
            // A margin says who wins, too.
            let side = match solved.verdict {
                Some(Verdict::Margin(margin)) if margin != 0 => {
                    Some(if margin > 0 { Verdict::Win } else { Verdict::Loss })
                }
                other => other,
            };
            assert_eq!(side, Some(expected), "{method:?}: {text}");
        }
    }
}

/// A rook and a king against a king on 4x4, drawn after so many plies without a capture.
fn rook_and_king(limit: u32) -> Compiled {
    let text = format!(
        "game \"Rook and king\"\nplayers White, Black\nboard square 4x4\npiece Rook, King\nclock quiet\n\
         setup {{ White King on a1  White Rook on b1  Black King on c3 }}\n\
         move Rook {{ slide orthogonal to empty or enemy {{ if to on was enemy {{ reset quiet }} }} }}\n\
         move King {{ step any to empty or enemy {{ if to on was enemy {{ reset quiet }} }} }}\n\
         legal when no own King on attacked by enemy\n\
         end {{ win when enemy stuck and enemy King on attacked by own  draw when enemy stuck\n\
         draw when quiet >= {limit}  draw when repeats 3 }}"
    );
    compile(&Source::new("rook", text), &Settings::default(), &mut Diagnostics::new()).unwrap()
}

/// A clock that only draws the game is left standing by exhaustion, unless it may run down before the win.
#[test]
fn a_win_before_the_clock_is_a_win_and_none_behind_it() {
    let (mut in_time, mut too_late) = (0, 0);
    let far = rook_and_king(1000);
    for text in ["4/2k1/4/KR2 w", "3k/4/1K2/R3 w", "k3/4/2R1/3K w", "1k2/4/1K1R/4 b", "4/1k2/4/R2K w", "4/1k2/R3/3K b"]
    {
        let solved = |compiled: &Compiled, clock: u32, method| {
            let (state, _) = compiled.parse_position(&format!("{text} {clock} 1")).unwrap();
            let options = SolveOptions { table_mib: 16, method, ..SolveOptions::default() };
            let position = Position::new(compiled.game(), &state);
            solve(&position, &Limits::default(), &options, &AtomicBool::new(false), &mut ())
        };
        let free = solved(&far, 0, Some(Method::Exhaustion));
        let Some(distance) = free.distance else {
            // What can't be won can't be won in less time.
            let soon = solved(&rook_and_king(9), 2, Some(Method::Exhaustion));
            assert_eq!((free.verdict, soon.verdict), (Some(Verdict::Draw), Some(Verdict::Draw)), "{text}");
            continue;
        };
        for limit in [distance.saturating_sub(1).max(1), distance, distance + 1, distance + 2, distance + 9] {
            for clock in [0, 1, 2] {
                let compiled = rook_and_king(limit + 2);
                let by_states = solved(&compiled, clock, Some(Method::Exhaustion));
                let by_tree = solved(&compiled, clock, Some(Method::AlphaBeta));
                assert_eq!(by_states.verdict, by_tree.verdict, "{text}, {clock} of {}", limit + 2);
                let wins = by_states.verdict != Some(Verdict::Draw);
                *(if wins { &mut in_time } else { &mut too_late }) += 1;
                if wins {
                    assert_eq!(by_states.distance, Some(distance), "{text}, {clock} of {}", limit + 2);
                }
            }
        }
    }
    assert!(in_time > 20 && too_late > 3, "{in_time} wins in time, {too_late} too late");
    // What sets a clock forward may end the game at any time.
    let text = "players White, Black\nboard row 4\nfacing White east, Black west\npiece Man\nclock quiet\n\
        setup { White Man on a1  Black Man on d1 }\nmove Man { step east, west to empty }\n\
        move rest Man { fly to own on from { set quiet = 50 } }\n\
        end { win when own Man on b1 and enemy Man on d1 and White Man on own  draw when quiet >= 50  draw when enemy stuck }";
    let compiled = compile(&Source::new("set", text), &Settings::default(), &mut Diagnostics::new()).unwrap();
    let mut clocks = compiled.game().initial();
    assert_eq!(compiled.game().stop_clocks(&mut clocks), Some(0), "nothing before 0 plies is sure");
    assert_eq!(rook_and_king(30).game().stop_clocks(&mut rook_and_king(30).game().initial()), Some(30));
    // However long the clock runs, there are no more positions for it.
    let states = |limit| {
        let compiled = rook_and_king(limit);
        let options = SolveOptions { method: Some(Method::Exhaustion), ..SolveOptions::default() };
        let position = Position::initial(compiled.game());
        solve(&position, &Limits::default(), &options, &AtomicBool::new(false), &mut ()).nodes
    };
    assert_eq!(states(50), states(1000));
}
