//! The refinements that lean on what the rules say of pieces, or that are not exact: where they may be used, and that they
//! never claim what is not so.

use std::sync::atomic::AtomicBool;

use crate::support::{Breakthrough, Connect, Graph, Rng};
use rulesmith::compile::{Compiled, Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::game::{Game, MoveList, Position, Side};
use rulesmith::search::{Exchange, Limits, Options, Proof, Report, Selective, Table, search, search_with};
use rulesmith::settings::Backend;
use rulesmith::{library, source::Source};

fn shipped(name: &str) -> Compiled {
    let text = library::find(name).expect("a shipped game").text;
    compile(&Source::new(name, text), &Settings::default(), &mut Diagnostics::new()).expect("it compiles")
}

fn run<G: Game + ?Sized>(position: &Position<G>, limits: Limits, options: &Options) -> Report {
    search(position, &limits, options, &AtomicBool::new(false), &mut ())
}

/// A position some random plies on, not ended.
fn middle_game<'g, G: Game + ?Sized>(game: &'g G, rng: &mut Rng) -> Position<'g, G> {
    let mut position = Position::initial(game);
    for _ in 0..12 + rng.below(20) {
        let moves = position.moves().expect("they fit");
        position.make(moves.get(rng.below(moves.len())));
        if position.ending().expect("they fit").is_some() {
            position.undo();
            break;
        }
    }
    position
}

#[test]
fn pieces_are_worth_what_the_evaluation_counts_them_for() {
    let text = library::find("chess").expect("a shipped game").text.to_string()
        + "eval \"plain\" { 100 * count own Pawn  320 * count own Knight  330 * count own Bishop  500 * count own Rook\n\
           950 * count own Queen }\n";
    let settings = Settings { evaluation: Some("plain".to_string()), ..Settings::default() };
    let chess = compile(&Source::new("plain", text), &settings, &mut Diagnostics::new()).expect("it has no errors");
    let mut position = Position::initial(chess.game());
    for text in ["e2e4", "d7d5", "d1g4", "g8f6"] {
        let record = chess.parse_move(position.state(), text).expect("a move");
        position.make(&record);
    }
    let hint = |text: &str| {
        let record = chess.parse_move(position.state(), text).expect("a move");
        let hint = chess.game().hint(position.state(), &record);
        (hint.gain, hint.risk, hint.noisy)
    };
    assert_eq!(hint("e4d5"), (100, 100, true));
    assert_eq!(hint("g4c8"), (330, 950, true));
    assert_eq!(hint("g1f3"), (0, 320, false));
}

/// What a capture gains is told by the evaluation that is used, on both back ends.
#[test]
fn pieces_are_worth_what_the_chosen_evaluation_says() {
    let text = library::find("breakthrough").expect("a shipped game").text.to_string()
        + "eval \"cheap\" { 100 * count own Pawn }\neval \"dear\" { 250 * count own Pawn }\n";
    for (evaluation, worth) in [(Some("cheap"), 100), (Some("dear"), 250)] {
        for backend in [Backend::Interpreter, Backend::Native] {
            let evaluation = evaluation.map(str::to_string);
            let settings = Settings { evaluation, backend, ..Settings::default() };
            let compiled = compile(&Source::new("dear", text.clone()), &settings, &mut Diagnostics::new()).unwrap();
            let mut position = Position::initial(compiled.game());
            for text in ["a2a3", "b7b6", "a3a4", "b6b5"] {
                let record = compiled.parse_move(position.state(), text).unwrap();
                position.make(&record);
            }
            let record = compiled.parse_move(position.state(), "a4b5").unwrap();
            assert_eq!(compiled.game().hint(position.state(), &record).gain, worth);
        }
    }
}

/// The last line that is looked for is no only move: it is searched as deep as the others.
#[test]
fn lines_for_all_moves_begin_with_the_best_one() {
    let four = shipped("connect-four");
    let mut position = Position::initial(four.game());
    let moves = position.moves().unwrap().len();
    for depth in 3..7 {
        let one = run(&position, Limits::depth(depth), &Options::default());
        let all = run(&position, Limits::depth(depth), &Options { multi_pv: moves, ..Options::default() });
        assert_eq!(all.lines.len(), moves);
        assert_eq!(all.lines[0].score, one.score, "depth {depth}");
        // The board is its own mirror image: values come in pairs, but for the middle.
        let mut scores: Vec<i32> = all.lines.iter().map(|line| line.score).collect();
        scores.sort_unstable();
        let alone = scores.chunk_by(|a, b| a == b).filter(|equal| equal.len() % 2 == 1).count();
        assert_eq!(alone, 1, "depth {depth}: {scores:?}");
    }
}

/// With the exact refinements the line is as long as the depth and ends where the evaluation is the value, also where a
/// reply was told without a second search.
#[test]
fn the_line_leads_to_the_value() {
    for name in ["connect-four", "othello", "breakthrough", "hex", "nine-mens-morris", "chess"] {
        let (compiled, mut rng) = (shipped(name), Rng(11));
        for _ in 0..6 {
            let position = middle_game(compiled.game(), &mut rng);
            for depth in 2..4 {
                let report = run(&position, Limits::depth(depth), &Options::exact());
                let mut end = position.clone();
                report.line.iter().for_each(|record| end.make(record));
                if end.ending().expect("they fit").is_some() {
                    continue;
                }
                let value = compiled.game().evaluate(end.state());
                let value = if end.mover() == position.mover() { value } else { -value };
                assert_eq!((report.line.len(), value), (depth as usize, report.score), "{name}, depth {depth}");
            }
        }
    }
}

#[test]
fn exchanges_are_weighed_where_pieces_take_by_arriving_and_need_not() {
    for game in library::measured() {
        let expected = ["chess", "breakthrough"].contains(&game.name);
        assert_eq!(shipped(game.name).game().traits().exchanges, expected, "{}", game.name);
    }
}

/// Want of moves wins in all of these. In the first two it comes of an attack that may not be left alone; in the others a player who
/// gives the turn away keeps a move for later.
#[test]
fn turns_are_given_away_where_an_attack_decides_and_moves_do_not_run_out() {
    for (name, expected) in [("xiangqi", true), ("shatranj", true), ("amazons", false), ("clobber", false)] {
        assert_eq!(shipped(name).game().traits().null_move, expected, "{name}");
    }
    let xiangqi = library::find("xiangqi").unwrap().text;
    let free = xiangqi.replace("legal when not checked\n", "");
    assert_ne!(free, xiangqi);
    let compiled = compile(&Source::new("free", free), &Settings::default(), &mut Diagnostics::new());
    assert!(!compiled.expect("it compiles").game().traits().null_move);
}

/// A narrow window, which plays out less, tells the same of a capture as the whole value.
#[test]
fn windows_agree_with_the_value_of_an_exchange() {
    let chess = shipped("chess");
    let game = chess.game();
    let (mut rng, mut exchange) = (Rng(4), Exchange::new());
    let (mut moves, mut next) = (MoveList::new(game.move_words()), vec![0; game.state_words()]);
    let mut seen = [0, 0];
    for _ in 0..30 {
        let mut state = game.initial();
        for _ in 0..60 {
            moves.clear();
            game.generate(&state, &mut moves).expect("few moves");
            if moves.is_empty() {
                break;
            }
            for record in moves.iter() {
                let hint = game.hint(&state, record);
                if !hint.noisy {
                    continue;
                }
                let mut value = |window| exchange.value(game, (&state, record), &hint, window);
                let whole = value((i32::MIN, i32::MAX));
                assert_eq!(value((-1, 0)) < 0, whole < 0, "{hint:?} gains {whole}");
                assert_eq!(value((i32::MIN, 0)).min(0), whole.min(0), "{hint:?} gains {whole}");
                seen[usize::from(whole < 0)] += 1;
            }
            game.make(&state, moves.get(rng.below(moves.len())), &mut next);
            std::mem::swap(&mut state, &mut next);
        }
    }
    assert!(seen[0] > 300 && seen[1] > 300, "{seen:?}");
}

#[test]
fn captures_are_forced_where_anything_else_comes_after_them() {
    let draughts = library::find("english-draughts").unwrap().text;
    for (turn, forced) in [
        ("capture else quiet", true),
        ("capture else quiet else pass", true),
        ("capture or quiet", false),
        ("capture or quiet else pass", false),
    ] {
        let text = draughts.replace("capture else quiet\n", &format!("{turn}\n"));
        let compiled = compile(&Source::new(turn, text), &Settings::default(), &mut Diagnostics::new());
        assert_eq!(compiled.expect(turn).game().traits().forced_captures, forced, "{turn}");
    }
}

#[test]
fn wins_at_once_are_told_where_arriving_wins_and_by_both_back_ends() {
    let mut rng = Rng(11);
    for game in library::measured() {
        let backends = [Backend::Native, Backend::Interpreter];
        let [native, interpreter] = backends.map(|backend| {
            let settings = Settings { backend, ..Settings::default() };
            compile(&Source::new(game.name, game.text), &settings, &mut Diagnostics::new()).expect("it compiles")
        });
        let expected = ["breakthrough", "connect-four", "gomoku", "tic-tac-toe"].contains(&game.name);
        assert_eq!(native.game().traits().quick_wins, expected, "{}", game.name);
        let (mut answers, mut games) = ([0, 0], 0);
        while expected && games < 12 {
            games += 1;
            let mut position = Position::initial(native.game());
            while position.ending().expect("they fit").is_none() {
                for side in [Side::First, Side::Second] {
                    let told = native.game().wins_at_once(position.state(), side);
                    assert_eq!(told, interpreter.game().wins_at_once(position.state(), side), "{}", game.name);
                    told.into_iter().for_each(|wins| answers[usize::from(wins)] += 1);
                }
                let moves = position.moves().expect("they fit");
                position.make(moves.get(rng.below(moves.len())));
            }
        }
        // `game::contract` holds the answers true; here are both.
        assert!(!expected || answers.iter().all(|&n| n > 0), "{}: {answers:?}", game.name);
    }
}

/// The value at a depth is the same; wins and threats that a deeper search would show are seen sooner.
#[test]
fn a_leaf_is_no_leaf_where_a_win_at_once_is_there_or_must_be_stopped() {
    let game = shipped("connect-four");
    let mut position = Position::initial(game.game());
    // Three in a row with both ends free: whatever is done, a4 or e1 completes four two plies on.
    for text in ["b1", "b2", "c1", "c2"] {
        let record = game.parse_move(position.state(), text).expect("a move");
        position.make(&record);
    }
    let proof = |leaf_wins| {
        let selective = Selective { leaf_wins, ..Selective::NONE };
        let options = Options { selective, ..Options::exact() };
        run(&position, Limits::depth(1), &options).proof
    };
    assert_eq!(proof(true), Some(Proof::Win(3)));
    assert_eq!(proof(false), None);
}

#[test]
fn the_order_of_captures_changes_no_value_and_saves_nodes() {
    let chess = shipped("chess");
    let mut rng = Rng(5);
    let mut nodes = [0, 0];
    for _ in 0..12 {
        let position = middle_game(chess.game(), &mut rng);
        let mut without = Options::exact();
        without.ordering.exchanges = false;
        let reports = [Options::exact(), without].map(|options| run(&position, Limits::depth(4), &options));
        assert_eq!(reports[0].score, reports[1].score);
        (0..2).for_each(|i| nodes[i] += reports[i].nodes);
    }
    assert!(nodes[0] < nodes[1], "{nodes:?}");
}

#[test]
fn quiescence_without_losing_captures_is_smaller_and_hardly_differs() {
    let chess = shipped("chess");
    let mut rng = Rng(6);
    let (mut nodes, mut equal) = ([0, 0], 0);
    for _ in 0..40 {
        let position = middle_game(chess.game(), &mut rng);
        let with =
            Options { selective: Selective { prune_losing_captures: true, ..Selective::NONE }, ..Options::default() };
        let without = Options { selective: Selective::NONE, ..Options::default() };
        let reports = [with, without].map(|options| run(&position, Limits::depth(2), &options));
        equal += u32::from(reports[0].score == reports[1].score);
        (0..2).for_each(|i| nodes[i] += reports[i].nodes);
    }
    assert!(nodes[0] < nodes[1], "{nodes:?}");
    assert!(equal >= 30, "{equal} of 40 have the same value");
}

/// Every refinement at once, the unsound ones too: what they prove is so.
#[test]
fn selective_search_proves_nothing_false() {
    let options = Options { table_mib: 1, selective: Selective::ALL, ..Options::default() };
    for (size, first_wins) in [((3, 4), false), ((2, 6), true), ((4, 4), false)] {
        let game = Breakthrough { passes: true, ..Breakthrough::new(size.0, size.1) };
        let report = run(&Position::initial(&game), Limits::default(), &options);
        assert_eq!(matches!(report.proof, Some(Proof::Win(_))), first_wins, "{size:?}: {report:?}");
    }
    let game = Connect::four(4, 4);
    let report = run(&Position::initial(&game), Limits::default(), &options);
    assert_eq!(report.proof, Some(Proof::Draw), "{report:?}");
}

/// How many proofs are false where searches from the middle of games full of loops share a table with searches from the same
/// positions without the game before them.
fn false_proofs(options: &Options) -> (u32, u32) {
    let (mut proofs, mut wrong) = (0, 0);
    for seed in 0..150 {
        let mut rng = Rng(seed);
        let game = Graph { draw_at: 2, ..Graph::random(&mut rng, 9, 3) };
        let values = game.retrograde();
        let table = Table::new(1);
        let mut position = Position::initial(&game);
        for _ in 0..16 {
            let moves = position.moves().expect("they fit");
            if moves.is_empty() || position.ending().expect("they fit").is_some() {
                break;
            }
            position.make(moves.get(rng.below(moves.len())));
            if position.ending().expect("they fit").is_some() {
                break;
            }
            let limits = Limits { depth: Some(12), nodes: Some(20_000), ..Limits::default() };
            let fresh = Position::new(&game, position.state());
            let never = AtomicBool::new(false);
            search_with(&table, &position, &limits, options, &never, &mut ());
            let proved = match search_with(&table, &fresh, &limits, options, &never, &mut ()).proof {
                Some(Proof::Win(_)) => 1,
                Some(Proof::Loss(_)) => -1,
                Some(_) => 0,
                None => continue,
            };
            proofs += 1;
            wrong += u32::from(proved != values[fresh.state()[0] as usize].0);
        }
    }
    (proofs, wrong)
}

/// A draw by repetition holds only on the path that repeats: the table forgets such values (the `dep` of a value).
#[test]
fn values_of_a_path_do_not_poison_the_table() {
    let (proofs, wrong) = false_proofs(&Options { table_mib: 1, ..Options::exact() });
    assert!(proofs > 100, "{proofs} proofs");
    assert_eq!(wrong, 0);
}
