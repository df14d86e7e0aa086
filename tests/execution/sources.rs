//! Where the shipped files follow their sources to the letter: positions that a reader can work out, on both back ends.

use crate::support::games::shipped;
use rulesmith::compile::{Backend, Compiled};
use rulesmith::game::{Outcome, Position, Side};

const WHITE: Option<Outcome> = Some(Outcome::Win(Side::First));
const BLACK: Option<Outcome> = Some(Outcome::Win(Side::Second));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

/// Asks the same of both back ends after these moves from a position.
fn both<T: PartialEq + std::fmt::Debug>(
    game: &str,
    from: &str,
    moves: &str,
    ask: impl Fn(&Compiled, &mut Position<'_, rulesmith::compile::AnyExecutor>) -> T,
) -> T {
    let [native, plain] = [Backend::Native, Backend::Interpreter].map(|backend| {
        let game = shipped(game, &[], backend);
        let (state, _) = game.parse_position(from).unwrap_or_else(|e| panic!("{from}: {e:?}"));
        let mut position = Position::new(game.game(), &state);
        for text in moves.split_whitespace() {
            assert_eq!(position.ending(), Ok(None), "{from}, before {text} of {moves}");
            let record = game.parse_move(position.state(), text).unwrap_or_else(|e| panic!("{from}, {text}: {e:?}"));
            position.make(&record);
        }
        ask(&game, &mut position)
    });
    assert_eq!(native, plain, "{game}: {from}, {moves}");
    native
}

/// How the game has ended after these moves.
fn after(game: &str, from: &str, moves: &str) -> Option<Outcome> {
    both(game, from, moves, |_, position| position.ending().unwrap().map(|ending| ending.outcome))
}

fn moves(game: &str, from: &str) -> Vec<String> {
    both(game, from, "", |game, position| {
        let list = position.moves().unwrap();
        list.iter().map(|record| game.move_text(position.state(), record)).collect()
    })
}

#[test]
fn too_few_pieces_to_mate_are_a_draw() {
    let chess = |rows: &str| after("chess", &format!("{rows} w - - 0 1"), "");
    for rows in [
        "8/8/4k3/8/8/3K4/8/8",
        "8/8/4k3/8/8/3K4/8/6N1",
        "8/8/4k3/8/8/3K4/8/5b2",
        // Bishops on cells of one colour, however many and whose they are.
        "8/8/4k3/8/8/3K4/8/2B1B3",
        "2b1b3/8/4k3/8/8/3K4/8/5B2",
    ] {
        assert_eq!(chess(rows), DRAW, "{rows}");
    }
    for rows in [
        "8/8/4k3/8/8/3K4/8/5NN1",
        "8/8/4k3/8/8/3K4/6n1/6N1",
        "8/8/4k3/8/8/3K4/6b1/6N1",
        "8/8/4k3/8/8/3K4/8/4BB2",
        "8/8/4k3/8/8/3K4/8/R7",
        "8/8/4k3/8/8/3K4/P7/8",
    ] {
        assert_eq!(chess(rows), None, "{rows}");
    }
    // After a capture; and not where an option lets play go on.
    assert_eq!(after("chess", "8/8/4k3/8/8/3K4/4r3/8 w - - 0 1", "d3e2"), DRAW);
}

/// What may still win differs where a variant has other aims.
#[test]
fn variants_draw_where_they_are_dead() {
    let bare = "8/8/4k3/8/8/3K4/8/8 w - - 0 1";
    let knight = "8/8/4k3/8/8/3K4/8/6N1 w - - 0 1";
    assert_eq!(after("king-of-the-hill", bare, ""), None, "a king may still come to the centre");
    let checks = |rows: &str| after("three-check", &format!("{rows} w - - 3 3 0 1"), "");
    assert_eq!(checks("8/8/4k3/8/8/3K4/8/8"), DRAW);
    assert_eq!(checks("8/8/4k3/8/8/3K4/8/6N1"), None, "a knight may still give check");
    assert_eq!(after("chess960", knight, ""), DRAW);
    assert_eq!(after("atomic", knight, ""), DRAW);
    assert_eq!(after("atomic", "8/8/4k3/8/8/3K4/8/5NN1 w - - 0 1", ""), DRAW, "two knights blow up no bare king");
    assert_eq!(after("atomic", "8/8/4k3/8/8/3K4/8/4NNN1 w - - 0 1", ""), None);
    assert_eq!(after("atomic", "8/6p1/4k3/8/8/3K4/8/6N1 w - - 0 1", ""), None, "a pawn may explode beside its king");
    assert_eq!(after("crazyhouse", "8/8/4k3/8/8/3K4/8/8[N] w - - 0 1", ""), DRAW);
    assert_eq!(after("crazyhouse", "8/8/4k3/8/8/3K4/8/8[NN] w - - 0 1", ""), None);
    assert_eq!(after("antichess", "8/8/4b3/8/8/3B4/8/8 w - - 0 1", ""), None, "they are on cells of one colour");
    assert_eq!(after("antichess", "8/8/4b3/8/8/4B3/8/8 w - - 0 1", ""), DRAW);
}

/// FIDE 9.2.3: the passed cell counts only where a pawn may take there.
#[test]
fn a_pawn_that_may_not_be_taken_in_passing_leaves_the_position_as_it_is() {
    for game in ["chess", "chess960", "crazyhouse"] {
        let ends = |from: &str, moves: &str| after(game, &format!("{from} w - - 0 1"), moves);
        // Pinned on its file.
        let round = "e8d8 h1g1 d8e8 g1h1";
        assert_eq!(ends("4k3/8/8/8/4p3/8/3P4/4R2K", &format!("d2d4 {round} {round}")), DRAW);
        // Both pawns would leave the rank of king and rook.
        let round = "a4b4 h1g1 b4a4 g1h1";
        assert_eq!(ends("8/8/8/8/k3p2R/8/3P4/7K", &format!("d2d4 {round} {round}")), DRAW);
        // In check by a line that the pawn has opened.
        let round = "h6g6 c1b2 g6h6 b2c1";
        assert_eq!(ends("8/8/7k/8/4p3/8/3P4/2B4K", &format!("d2d4 {round} {round}")), DRAW);
        // Pinned along the way that it would go.
        let round = "g6g7 h1g1 g7g6 g1h1";
        let taken = moves_after(game, "8/8/6k1/8/4p3/8/2BP4/7K w - - 0 1", "d2d4");
        assert!(taken.iter().any(|text| text == "e4d3"), "{taken:?}");
        // It may be taken: the first time is another position.
        assert_eq!(ends("8/8/6k1/8/4p3/8/2BP4/7K", &format!("d2d4 {round} {round}")), None);
        let round = "e8d8 d1c1 d8e8 c1d1";
        assert_eq!(ends("4k3/8/8/8/4p3/8/3P4/3K4", &format!("d2d4 {round} {round}")), None);
        assert_eq!(ends("4k3/8/8/8/4p3/8/3P4/3K4", &format!("d2d4 {round} {round} e8d8")), DRAW);
    }
}

fn moves_after(game: &str, from: &str, played: &str) -> Vec<String> {
    both(game, from, played, |game, position| {
        let list = position.moves().unwrap();
        list.iter().map(|record| game.move_text(position.state(), record)).collect()
    })
}

/// Where the kings touch there is no check, so a king may castle out of a line: its cells are seen once it has left its own.
#[test]
fn atomic_castling_asks_what_is_seen_when_the_king_has_left() {
    let castles = |from: &str, text: &str| moves("atomic", from).iter().any(|legal| legal == text);
    assert!(!castles("8/8/8/8/8/8/3k4/r3K2R w K - 0 1", "e1g1"), "f1 is on the rook's line");
    assert!(!castles("8/8/8/8/8/8/3k4/q3K2R w K - 0 1", "e1g1"));
    assert!(castles("8/8/8/8/8/8/3k4/n3K2R w K - 0 1", "e1g1"));
    assert!(castles("8/8/8/8/8/8/4k3/r3K2R w K - 0 1", "e1g1"), "f1 touches the other king");
    assert!(!castles("8/8/8/8/8/8/5k2/R3K2r w Q - 0 1", "e1c1"));
    assert!(!castles("R3k2r/3K4/8/8/8/8/8/8 b k - 0 1", "e8g8"));
}

/// A counter stands one ply before its limit; the move named is quiet, and none has a capture.
#[test]
fn draughts_count_moves_without_progress() {
    let ends = |game: &str, rows: &str, fields: &str, played: &str| after(game, &format!("{rows} {fields} 1"), played);
    let big = "1k8/10/10/10/10/10/10/10/10/K9";
    assert_eq!(ends("international-draughts", big, "w 0 9", "a1b2"), DRAW, "five moves each of king against king");
    assert_eq!(ends("international-draughts", big, "w 0 8", "a1b2"), None);
    let three = "1k8/10/10/10/10/10/10/10/3M6/K3M5";
    assert_eq!(ends("international-draughts", three, "w 0 31", "a1b2"), DRAW, "sixteen with three against it");
    assert_eq!(ends("international-draughts", three, "w 0 31", "d2e3"), DRAW, "of whatever pieces");
    assert_eq!(ends("international-draughts", three, "w 0 30", "a1b2"), None);
    let four = "1k8/10/10/10/10/10/10/10/3M1M4/K7M1";
    assert_eq!(ends("international-draughts", four, "w 49 60", "a1b2"), DRAW, "twenty-five with kings alone");
    assert_eq!(ends("international-draughts", four, "w 49 60", "d2e3"), None, "a man has moved");
    // What is few pieces begins with the capture that leaves them.
    let taken = "1k8/10/10/10/10/4m5/10/2m7/1K8/10";
    assert_eq!(ends("international-draughts", taken, "w 30 30", "b2xd4xf6"), None);

    let small = "1k6/8/8/8/8/8/8/K7";
    assert_eq!(ends("english-draughts", small, "b 79", "a1b2"), DRAW, "forty moves each");
    assert_eq!(ends("english-draughts", small, "b 78", "a1b2"), None);

    let russian = |rows: &str, fields: &str, played: &str| ends("russian-draughts", rows, fields, played);
    assert_eq!(russian(small, "w 0 0 9 0", "a1b2"), DRAW, "7.2.8: five moves");
    assert_eq!(russian(small, "w 0 0 8 0", "a1b2"), None);
    let crowd = "1k6/8/8/8/8/8/8/K1K1K3";
    assert_eq!(russian(crowd, "w 0 29 0 0", "a1b2"), DRAW, "7.2.4: fifteen moves of three kings");
    assert_eq!(russian(crowd, "w 29 0 0 0", "a1b2"), DRAW, "7.2.5: fifteen of kings alone");
    assert_eq!(russian(crowd, "w 28 28 28 0", "a1b2"), None);
    let road = "7k/8/8/8/8/8/8/2K1K1K1";
    assert_eq!(russian(road, "w 0 0 20 9", "c1d2"), DRAW, "7.2.7: five moves with it on the main road");
    assert_eq!(russian(road, "w 0 0 20 8", "c1d2"), None);
    let pairs = "1k1k4/8/8/8/8/8/8/K1K5";
    assert_eq!(russian(pairs, "w 0 59 0 0", "a1b2"), DRAW, "7.2.6: thirty with four pieces");
    assert_eq!(russian(pairs, "w 0 58 0 0", "a1b2"), None);

    assert_eq!(ends("pool-draughts", crowd, "w 25", "a1b2"), DRAW, "thirteen moves of three kings");
    assert_eq!(ends("pool-draughts", pairs, "w 99", "a1b2"), None);
    assert_eq!(ends("frisian-draughts", big, "w 3", "a1b2"), DRAW, "two moves of king against king");
    let two = "1k8/10/10/10/10/10/10/10/10/K3K5";
    assert_eq!(ends("frisian-draughts", two, "w 13", "a1b2"), DRAW, "seven of two");
    assert_eq!(ends("frisian-draughts", two, "w 12", "a1b2"), None);
}

#[test]
fn perpetual_check_loses() {
    // The rook checks on the last two ranks.
    let shogi = "4k4/9/9/9/9/9/9/9/R3K4[] b 1";
    let round = "e9e8 a9a8 e8e9 a8a9";
    assert_eq!(after("shogi", shogi, &format!("a1a9 {round} {round}")), None);
    assert_eq!(after("shogi", shogi, &format!("a1a9 {round} {round} {round}")), BLACK);
    // The fourth time comes with an answer to check.
    let round = "a9a8 e8e9 a8a9 e9e8";
    assert_eq!(after("shogi", "R8/4k4/9/9/9/9/9/9/4K4[] b 1", &format!("{round} {round} {round}")), BLACK);
    let round = "e9e8 a9a8 e8e9 a8a9";
    // One quiet move in between, and it is a draw.
    let quiet = "e9e8 a9a1 e8e9 a1a9";
    assert_eq!(after("shogi", shogi, &format!("a1a9 {quiet} {quiet} e9e8 a9a1 e8e9")), DRAW);
    // What was before the position first stood does not matter.
    assert_eq!(after("shogi", shogi, &format!("a1b1 e9e8 b1a1 e8e9 a1a9 {round} {round} {round}")), BLACK);

    let xiangqi = "4k4/9/9/9/9/9/9/9/9/R2K5 w 1";
    let round = "e10e9 a10a9 e9e10 a9a10";
    assert_eq!(after("xiangqi", xiangqi, &format!("a1a10 {round}")), None);
    assert_eq!(after("xiangqi", xiangqi, &format!("a1a10 {round} {round}")), BLACK);
    let quiet = "e10e9 a10a1 e9e10 a1a10";
    assert_eq!(after("xiangqi", xiangqi, &format!("a1a10 {quiet} e10e9 a10a1 e9e10")), DRAW);

    // The first player loses by any repetition, the second by perpetual check.
    let mini = |side: &str, moves: &str| after("minishogi", &format!("r3k/5/5/5/4K[] {side} 1"), moves);
    let round = "a5b5 e1d1 b5a5 d1e1";
    assert_eq!(mini("g", &format!("{round} {round} {round}")), BLACK);
    let checks = "r4/4k/5/5/4K[] g 1";
    let round = "e1e2 a1a2 e2e1 a2a1";
    assert_eq!(after("minishogi", checks, &format!("a5a1 {round} {round} {round}")), WHITE);
}
