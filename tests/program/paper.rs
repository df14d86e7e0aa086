//! Games on paper: moves as others write them, and records in the forms of others, written, read and written again.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::outside::{moves_refused, refused, run, run_with};
use crate::support::random::Rng;
use rulesmith::compile::{AnyExecutor, Backend, Compiled, Settings};
use rulesmith::game::Position;
use rulesmith::library;
use rulesmith::notation::{pgn, sgf};
use rulesmith::render::Style;
use rulesmith::repl::Repl;
use rulesmith::session::{Form, Loaded, Session};
use rulesmith::source::Span;

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("paper-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

fn interpreted() -> Settings {
    Settings { backend: Backend::Interpreter, ..Settings::default() }
}

fn game(name: &str) -> Session {
    Session::new(Loaded::open(name, &interpreted()).unwrap_or_else(|e| panic!("{name}: {e}")))
}

/// The canonical text of the move that a text is read as, or what is said of it.
fn read(session: &Session, text: &str) -> Result<String, String> {
    let position = session.position();
    match session.compiled().parse_move(position.state(), text) {
        Ok(record) => Ok(session.compiled().move_text(position.state(), &record)),
        Err(error) => Err(format!("{}; {}", error.message, error.help.unwrap_or_default())),
    }
}

/// A position of a game, by a text or by moves from the start.
fn at(name: &str, position: &str, moves: &str) -> Session {
    let mut session = game(name);
    if !position.is_empty() {
        session.set_position(position).unwrap_or_else(|e| panic!("{name}: {position}: {e:?}"));
    }
    session.play_all(moves).unwrap_or_else(|e| panic!("{name}: {moves}: {e:?}"));
    session
}

#[test]
fn a_text_that_fits_one_move_is_that_move() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let promotion = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    for (name, position, moves, texts, expected) in [
        ("chess", "", "", "e4 E4 e2-e4 E2E4 e2e4 e4! e4?!", "e2e4"),
        ("chess", "", "", "♘f3 ♘gf3 ♞f3 Nf3 nf3 Ngf3 N1f3 Ng1f3 Ng1-f3 Knightf3 g1f3 Nf3+", "g1f3"),
        ("chess", "", "e2e4 d7d5", "exd5 ed5 exd e4xd5 e4:d5 exd5+ ed", "e4d5"),
        ("chess", "", "e2e4 a7a6 e4e5 d7d5", "exd6 exd6e.p. exd6ep ed6 e5d6", "e5d6"),
        ("chess", "", "b2b4 a7a5 c2c4 a5b4", "a3 a2a3", "a2a3"),
        ("chess", "4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1", "", "bxc3 bc3 b2c3", "b2c3"),
        ("chess", castling, "", "O-O 0-0 o-o O-O+ e1g1 e1h1 Kg1", "e1g1"),
        ("chess", castling, "", "O-O-O 0-0-0 e1c1 e1a1 Kc1", "e1c1"),
        ("chess", promotion, "", "a8=Q a8Q a8=Q+ a8(Q) a8/Q a7a8q a7a8=queen", "a7a8=Queen"),
        ("chess", promotion, "", "axb8=N axb8N a7xb8=N a7b8n 17284", "a7b8=Knight"),
        // File and rank by a digit each, as in games by letter, and as in shogi.
        ("chess", "", "", "5254", "e2e4"),
        ("chess", castling, "", "5171", "e1g1"),
        ("chess", promotion, "", "17183", "a7a8=Bishop"),
        ("breakthrough", "", "", "1223", "a2b3"),
        ("shogi", "", "", "7776", "c3c4"),
        ("chess", "R6R/8/8/8/8/8/1k6/4K3 w - - 0 1", "", "Rad8", "a8d8"),
        ("chess", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "", "R1a3 Ra1a3", "a1a3"),
        ("chess960", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "", "O-O 0-0 e1h1 e1g1", "e1h1"),
        ("dvonn", "", "", "e3 E3 Dvonn@e3", "Dvonn@e3"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "", "N@e4 N*e4 n@e4 Knight@e4", "Knight@e4"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "", "P@e4 @e4", "Pawn@e4"),
        ("shogi", "", "", "P-7f 7g7f P7f 7g-7f P7g-7f P-76 P77-76", "c3c4"),
        ("shogi", "4k4/P8/9/9/9/9/9/9/4K4 b - 1", "", "9b9a+ a8a9+ P-9a+ a8a9", "a8a9"),
        ("tori-shogi", "", "", "C-66 C57-66 c1b2", "c1b2"),
        ("makruk", "4k3/8/8/2P5/8/8/8/4K3 w 0 1", "", "c6 c6=M c5c6m c5c6=Met c5c6", "c5c6"),
        ("pocket-knight-chess", "", "", "N@d5 Knight@d5 N*d5", "Knight@d5"),
        ("seirawan-chess", "", "", "Nf3 g1f3 Nf3/alone", "g1f3/alone"),
        ("seirawan-chess", "", "", "Nf3/H g1f3h Nf3/Hg1", "g1f3/enters/Hawk@g1"),
        ("amazons", "", "", "g1g8,g8a8 g1-g8/a8 g1-g8(a8)", "g1g8/a8"),
        // A piece on a rank, and not the file of the same letter.
        ("horde", "BN6/8/8/8/B7/8/8/4k3 w - - 0 1", "", "B8c6", "a8c6"),
        ("xiangqi", "", "", "C2=5 H2-E2 h2e2 C2.5", "h3e3"),
        ("xiangqi", "", "", "H8+7 Hc3 Nc3 b1c3", "b1c3"),
        ("xiangqi", "", "C2=5", "H8+7 h8+7 Hg8 h9g7", "h10g8"),
        ("xiangqi", "3k5/9/9/9/9/4R4/9/4R4/9/5K3 w 1", "", "R+=9 +R=9", "e5a5"),
        ("xiangqi", "3k5/9/9/9/9/4R4/9/4R4/9/5K3 w 1", "", "R-=9 -R=9", "e3a3"),
        (
            "janggi",
            "rnb1aab2/3k4r/1c4nc1/2p1p1p1p/p8/P5P1P/2P2P3/RC1K3CN/9/1NBA1AB1R b 0 1",
            "",
            "d9d9 -- pass",
            "pass",
        ),
        ("shogi", "", "c3c4 g7g6", "B8h2b+ 8h2b+ Bx2b+ b2h8+", "b2h8+"),
        ("shogi", "", "c3c4 g7g6", "8h2b Bx2b Bx2b= b2h8", "b2h8"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4[P] b 1", "", "P*5e P@5e P'5e", "Pawn@e5"),
        ("xiangqi", "", "", "h2e2 h3e3 Che3 h3-e3", "h3e3"),
        ("xiangqi", "", "", "b0c2 Nc3 b1c3", "b1c3"),
        ("international-draughts", "", "", "32-28 32x28 d4e5 d4-e5", "d4e5"),
        ("english-draughts", "", "", "11-15 11x15", "c3d4"),
        ("russian-draughts", "", "", "c3-d4 c3d4 22-18", "c3d4"),
        ("spanish-draughts", "", "", "10-14 f3-e4", "f3e4"),
        ("spanish-draughts", "W:W11:B15", "", "11x20", "d3xb5"),
        ("go", "", "", "d4 D4", "d4"),
        ("amazons", "", "", "d1-d7(g7) d1d7/g7 D1-D7/G7", "d1d7/g7"),
    ] {
        let session = at(name, position, moves);
        for text in texts.split(' ') {
            assert_eq!(read(&session, text), Ok(expected.to_string()), "{name}, {position} {moves}: {text}");
        }
    }
}

/// Lines of protocols are read as what they say of the position.
#[test]
fn positions_of_protocols_are_read() {
    let start = at("chess", "", "");
    for text in [
        "startpos",
        "position startpos",
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        " position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        assert_eq!(at("chess", text, "").position().state(), start.position().state(), "{text}");
    }
    let sfen = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    assert_eq!(at("shogi", sfen, "").position().state(), at("shogi", "", "").position().state());
    for (name, text, part) in [
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2", "moves are no part of a position"),
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[K] w KQkq - 0 1", "no hand holds a piece `K`"),
    ] {
        let error = game(name).set_position(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn captures_are_told_by_ends_or_by_all_cells() {
    let session = at("international-draughts", "W:W32:B27,17", "");
    assert_eq!(session.moves().unwrap(), ["d4xb6xd8"]);
    for text in ["32x12", "32-12", "32x21x12", "32:21:12", "d4xd8", "d4:b6:d8", "d4xb6xd8"] {
        assert_eq!(read(&session, text), Ok("d4xb6xd8".to_string()), "{text}");
    }
    for text in ["32x21", "32x27x12", "32x12x21", "21x12", "3212"] {
        assert!(read(&session, text).is_err(), "{text}");
    }
}

#[test]
fn a_text_that_fits_several_moves_or_none_is_refused() {
    let knights = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
    for (name, position, moves, text, parts) in [
        ("chess", knights, "", "Nd2", &["may be several moves", "`b1d2`", "`f1d2`"][..]),
        (
            "chess",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "",
            "a8",
            &["may be several moves", "`a7a8=Queen`", "`a7a8=Knight`"],
        ),
        // Without a letter it is a pawn's move, and no pawn can go there.
        ("chess", knights, "", "d2", &["is not a legal move here", "`b1d2`"]),
        ("chess", "", "", "Nd3", &["is not a legal move here", "`d2d3`"]),
        ("chess", "", "", "Bb5", &["is not a legal move here"]),
        ("chess", "", "", "O-O", &["is not a legal move here"]),
        // A bishop's move is none of a pawn that stands on the b-file.
        ("chess", "4k3/8/8/8/8/2p5/8/B3K3 w - - 0 1", "", "bxc3", &["is not a legal move here", "`a1b2`"]),
        ("chess", "", "", "5g5e", &["is not a legal move here"]),
        ("chess", "", "", "5255", &["is not a legal move here"]),
        ("chess", "", "", "0000", &["is not a legal move here"]),
        ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "", "1718", &["may be several moves", "`a7a8=Knight`"]),
        ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "", "17185", &["is not a legal move here"]),
        ("chess", "", "", "e2e4e7e5", &["part moves by spaces: `e2e4 e7e5`"]),
        ("shogi", "", "", "+7776KI", &["by its digits it would be `c3c4`"]),
        ("shogi", "", "", "歩７六", &["letters a to z", "`a3a4` or `9g9f`"]),
        ("shogi", "", "", "△７六歩", &["before moves of White", "Black is to move"]),
        ("shogi", "", "", "同歩", &["is not a legal move here"]),
        ("shogi", "", "", "７七歩", &["is not a legal move here", "legal moves are"]),
        ("shogi", "", "", "５八金", &["may be several moves", "`d1e2`, `f1e2`"]),
        ("xiangqi", "", "", "炮平五", &["letters a to z", "`e1e2` or `e0e1`"]),
        ("xiangqi", "", "", "炮一平五", &["is not a legal move here", "legal moves are"]),
        ("chess", "", "", "11-15", &["is not a legal move here"]),
        ("shogi", "", "c3c4 g7g6", "P-7d+", &["is not a legal move here"]),
        ("international-draughts", "", "", "32-29", &["is not a legal move here", "`d4e5`"]),
        ("international-draughts", "", "", "32-99", &["is not a legal move here"]),
        ("international-draughts", "", "", "3228", &["is not a legal move here", "write `32-28`"]),
        ("international-draughts", "", "", "3299", &["is not a legal move here", "`d4e5`"]),
        ("international-draughts", "", "", "99999999999999999999-1", &["is not a legal move here"]),
        ("horde", "1N6/8/8/8/8/8/8/B3k3 w - - 0 1", "", "B8c6", &["is not a legal move here"]),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "", "Rh1h4=Q", &["is not a legal move here"]),
        ("xiangqi", "", "", "C5=5", &["is not a legal move here"]),
        ("xiangqi", "", "", "C+=5", &["is not a legal move here"]),
        ("chess", "", "", "é", &["is not a legal move here"]),
        ("chess", "", "", "+", &["is not a legal move here"]),
        ("chess", "", "", "-", &["is not a legal move here"]),
    ] {
        let session = at(name, position, moves);
        let said = read(&session, text).expect_err(text);
        for part in parts {
            assert!(said.contains(part), "{name}: {text}: {part}: {said}");
        }
    }
}

#[test]
fn lists_of_moves_are_read_as_people_paste_them() {
    let expected = ["e2e4", "e7e5", "g1f3"];
    for list in [
        "e2e4 e7e5 g1f3",
        "1. e2e4 e7e5 2. g1f3",
        "1.e4 e5 2.Nf3",
        "1. e4 {best by test} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3!? $14 *",
        "1. e4 ; the king's pawn\n1... e5 2. Nf3 1/2-1/2",
        "E2E4 e7-e5 Ng1-f3",
    ] {
        let session = at("chess", "", list);
        assert_eq!(session.played().collect::<Vec<_>>(), expected, "{list}");
    }
    // Captures jump by jump.
    for list in ["32x21 21x12", "1. 32x21 21x12", "1. 32x21 {and} 21x12 *", "32x12"] {
        let session = at("international-draughts", "W:W32:B27,17,45", list);
        assert_eq!(session.played().collect::<Vec<_>>(), ["d4xb6xd8"], "{list}");
    }
    assert!(at("international-draughts", "W:W32:B27,17,45", "").play_all("32x21 22x12").is_err());
    let mut session = game("chess");
    let error = session.play_all("1. e4 e5 2. Nf4").unwrap_err();
    assert!(error.to_string().contains("move 3 of the moves given: `Nf4` is not a legal move here"), "{error}");
    assert_eq!(session.played().count(), 0);
    for wrong in ["1. e4 {open", "1. e4 (1. d4", "1. e4 )", "e4 [White \"A\"]"] {
        assert!(session.play_all(wrong).is_err(), "{wrong}");
    }
}

/// Positions along random games of all shipped games.
fn positions(mut each: impl FnMut(&str, &Compiled, &Position<'_, AnyExecutor>)) {
    for (index, shipped) in library::GAMES.iter().enumerate() {
        let session = game(shipped.name);
        let compiled = session.compiled();
        let mut rng = Rng(index as u64 + 1);
        let mut position = Position::initial(compiled.game());
        for ply in 0..24 {
            let Ok(moves) = position.moves() else { break };
            if moves.is_empty() || !matches!(position.ending(), Ok(None)) {
                break;
            }
            if ply % 12 == 5 {
                each(shipped.name, compiled, &position);
            }
            let record = moves.get(rng.below(moves.len())).to_vec();
            position.make(&record);
        }
    }
}

#[test]
fn customary_texts_are_read_as_the_moves_they_are_written_for() {
    positions(|name, compiled, position| {
        let state = position.state();
        let moves = position.clone().moves().unwrap();
        let step = 1 + moves.len() / 4;
        for record in moves.iter().step_by(step) {
            let text = compiled.customary_text(state, record);
            let read = compiled.parse_move(state, &text).unwrap_or_else(|e| panic!("{name}: {text}: {e:?}"));
            assert_eq!(read, record, "{name}: {text}");
        }
    });
}

#[test]
fn moves_are_written_as_players_write_them() {
    for (name, position, moves, expected) in [
        ("chess", "", "e2e4 d7d5 e4d5 d8d5 b1c3", "e4 d5 exd5 Qxd5 Nc3"),
        ("chess", "", "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8", "O-O O-O-O"),
        ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8=Queen", "a8=Q+"),
        ("chess", "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"),
        ("chess", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"),
        ("crazyhouse", "4k3/P7/8/8/8/8/8/4K3[N] w - - 0 1", "Knight@e4 e8e7 a7a8=Pawnqueen", "N@e4 Ke7 a8=Q"),
        ("international-draughts", "", "d4e5 g7f6 e5xg7 f8xh6", "32-28 19-23 28x19 13x24"),
        ("xiangqi", "", "h3e3 h10g8", "Che3 Ng8"),
        ("go", "", "d4 pass", "d4 pass"),
        ("breakthrough", "", "a2a3", "a2a3"),
    ] {
        let mut session = at(name, position, "");
        for (text, expected) in moves.split(' ').zip(expected.split(' ')) {
            let at = session.position();
            let record =
                session.compiled().parse_move(at.state(), text).unwrap_or_else(|e| panic!("{name} {text}: {e:?}"));
            assert_eq!(session.compiled().customary_text(at.state(), &record), expected, "{name}: {text}");
            session.play(text).unwrap();
        }
    }
}

/// The form of a record and the end of a file's name.
const FORMS: [(Form, &str); 4] = [(Form::Record, "record"), (Form::Pgn, "pgn"), (Form::Pdn, "pdn"), (Form::Sgf, "sgf")];

#[test]
fn what_is_written_is_read_and_written_again() {
    let place = folder("round");
    let mut written = [0; 4];
    for (index, shipped) in library::GAMES.iter().enumerate() {
        let mut session = game(shipped.name);
        let mut rng = Rng(index as u64 + 77);
        for _ in 0..10 {
            if !matches!(session.verdict(), Ok(None)) {
                break;
            }
            let Ok(moves) = session.moves() else { break };
            session.play(&moves[rng.below(moves.len())]).unwrap();
        }
        for (count, (form, end)) in written.iter_mut().zip(FORMS) {
            let Ok(text) = session.record(form) else {
                assert!(matches!(form, Form::Pdn | Form::Sgf), "{}: {form:?}", shipped.name);
                continue;
            };
            *count += 1;
            let file = write(&place, &format!("{}.{end}", shipped.name), &text);
            let again =
                Session::open(&file, &interpreted()).unwrap_or_else(|e| panic!("{}: {e:?}\n{text}", shipped.name));
            assert_eq!(again.compiled().name(), session.compiled().name(), "{text}");
            assert!(again.played().eq(session.played()), "{}\n{text}", shipped.name);
            assert!(again.doubts().is_empty(), "{:?}", again.doubts());
            assert_eq!(again.record(form).unwrap(), text, "{}", shipped.name);
        }
    }
    assert_eq!(written[..2], [library::GAMES.len(); 2]);
    assert!(written[2] >= 10 && written[3] >= 5, "{written:?}");
}

fn position(record: &str) -> String {
    let run = run(&["moves", record, "--format", "json"]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    run.json()["position"].as_str().unwrap().to_string()
}

const TWO: &str = "[Event \"one\"]\n[Result \"1-0\"]\n\n1. e4 {best} e5 2. Qh5 (2. Nf3) Ke7 3. Qxe5# 1-0\n\n\
                   [Event \"two\"]\n[Result \"*\"]\n\n1. d4 d5\n2. c4 $1 *\n";

#[test]
fn every_command_takes_a_record() {
    let place = folder("commands");
    let two = write(&place, "two.pgn", TWO);
    let second = format!("{two}#2");
    let end = "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq";
    assert!(position(&second).starts_with(end), "{}", position(&second));
    let first = run(&["moves", &two]);
    assert!(first.out.contains("White wins") && first.err.contains("holds 2 games"), "{}{}", first.out, first.err);
    for arguments in [
        &["eval", &second][..],
        &["best", &second, "--depth", "1"],
        &["perft", &second, "1"],
        &["moves", "chess", "--record", &second],
        &["moves", "chess", "--record", &second, "--moves", "dxc4 e3"],
    ] {
        let run = run(arguments);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{arguments:?}: {}", run.err);
    }
    let played = run(&["play", &second, "--players", "human,human", "--format", "pgn"]);
    assert!(played.out.ends_with("\n1. d4 d5 2. c4 *\n"), "{}", played.out);
    let piped = run_with(&["moves", "-"], TWO.as_bytes());
    assert!(piped.out.contains("White wins"), "{}{}", piped.out, piped.err);
    let book = place.join("a.book");
    let learnt = run(&["book", "chess", book.to_str().unwrap(), "--from", &two]);
    assert!(learnt.out.contains("2 games learnt"), "{}{}", learnt.out, learnt.err);
    let both = run(&["moves", "chess", "--record", &two, "--position", "8/8"]);
    assert_eq!(both.status, 1);
}

#[test]
fn matches_begin_with_games_and_keep_theirs() {
    let place = folder("matches");
    let opening = write(&place, "opening.pgn", "1. e4 e5 2. Nf3 *\n\n1. d4 *\n");
    let keep = place.join("kept.pgn");
    let keep = keep.to_str().unwrap();
    let played = |more: &[&str]| {
        run(&[&["match", "chess", "depth=1", "depth=1", "--games", "4", "--plies", "6", "--openings", &opening], more]
            .concat())
    };
    let kept = played(&["--keep", keep]);
    assert_eq!(kept.status, 0, "{}", kept.err);
    let text = std::fs::read_to_string(keep).unwrap();
    assert_eq!(text.matches("\n1. e4 e5 2. Nf3 ").count(), 2, "{text}");
    assert!(text.contains("[White \"A: depth=1\"]") && text.contains("[Round \"4\"]"), "{text}");
    assert_eq!(run(&["moves", &format!("{keep}#4")]).status, 0);
    let printed = played(&["--format", "pgn"]);
    assert_eq!(printed.out.matches("[Event ").count(), 4, "{}", printed.out);
    assert!(printed.err.contains("A in all"), "{}", printed.err);
    // Games of another kind go elsewhere, and so do games in another form.
    let other = run(&["match", "hex", "depth=1", "depth=1", "--games", "2", "--keep", keep]);
    assert_eq!(other.status, 1, "{}", other.out);
    let both = played(&["--keep", keep, "--format", "record"]);
    assert!(both.status == 1 && both.err.contains("can't be printed as record and kept as PGN"), "{}", both.err);
    let over = write(&place, "over.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n");
    let over = run(&["match", "chess", "depth=1", "depth=1", "--games", "2", "--openings", &over]);
    assert!(over.status == 1 && over.err.contains("is no opening"), "{}", over.err);
}

#[test]
fn matches_begin_with_positions() {
    let place = folder("positions-of-matches");
    // As collections of positions are kept, with what they say besides; and games that begin elsewhere.
    let epd = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"king's pawn\";\n# a note\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
    let pgn = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n";
    let (epd, pgn) = (write(&place, "book.epd", epd), write(&place, "book.pgn", pgn));
    let played = |openings: &str, more: &[&str]| {
        let command = ["match", "chess", "depth=1", "depth=1", "--games", "4", "--plies", "3", "--openings", openings];
        let done = run(&[&command, more].concat());
        assert_eq!(done.status, 0, "{}", done.err);
        done.out
    };
    let kept = place.join("kept.pgn");
    let kept = kept.to_str().unwrap();
    played(&epd, &["--keep", kept]);
    let text = std::fs::read_to_string(kept).unwrap();
    // Each is played twice, colours exchanged, and begins there in its record.
    assert_eq!(text.matches("4P3/8/PPPP1PPP/RNBQKBNR b KQkq").count(), 2, "{text}");
    assert_eq!(text.matches("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]").count(), 2, "{text}");
    assert!(text.contains("\n1... "), "Black begins in the first: {text}");
    for number in 1..=4 {
        assert_eq!(run(&["moves", &format!("{kept}#{number}")]).status, 0, "{text}");
    }
    let whole: serde_json::Value = serde_json::from_str(&played(&epd, &["--format", "json"])).unwrap();
    assert!(whole["played"][2]["position"].as_str().is_some_and(|text| text.starts_with("4k3/")), "{whole}");
    assert_eq!(played(&pgn, &["--format", "pgn"]).matches("\n1. e4 ").count(), 2);
    for (text, wanted) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n", "the game is over in the opening"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP b KQkq -\n", "rnbqkbnr/pppppppp"),
    ] {
        let wrong = write(&place, "wrong.epd", text);
        let said = run(&["match", "chess", "depth=1", "depth=1", "--games", "2", "--openings", &wrong]);
        assert!(said.status == 1 && said.err.contains(wanted), "{}", said.err);
    }
}

fn step(repl: &mut Repl, line: &str) -> String {
    repl.step(line, &AtomicBool::new(false)).text
}

#[test]
fn a_conversation_loads_and_saves_them() {
    let place = folder("talk");
    let mut repl = Repl::new(None, Style::PLAIN);
    step(&mut repl, "load chess");
    step(&mut repl, "1. e4 e5 2. Nf3");
    let file = place.join("a.pgn");
    let saved = format!("save {}", file.display());
    assert!(step(&mut repl, &saved).starts_with("saved as"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), step(&mut repl, "record pgn"));
    // It goes on, and is saved again; another game is not written over it.
    step(&mut repl, "Nc6");
    assert!(step(&mut repl, &saved).starts_with("saved as"));
    step(&mut repl, "new");
    assert!(step(&mut repl, &saved).contains("it holds another game"));
    step(&mut repl, &format!("load {}", file.display()));
    assert!(step(&mut repl, "record").ends_with("moves e2e4 e7e5 g1f3 b8c6\n"));
    assert!(step(&mut repl, &format!("save {}", place.join("a.pdn").display())).contains("can't be kept as PDN"));
    assert!(step(&mut repl, &format!("save {}", place.join("a.sgf").display())).contains("can't be kept as SGF"));
    assert!(step(&mut repl, "record xml").contains("is no form of records"));
    // Rules of one's own.
    let rules = write(&place, "mine.game", library::find("chess").unwrap().text);
    step(&mut repl, &format!("load {rules} {}", file.display()));
    let own = step(&mut repl, "record pgn");
    assert!(own.contains("[Rules ") && own.contains("1. e4 e5 2. Nf3 Nc6 *"), "{own}");
}

#[test]
fn a_wrong_move_is_told_with_its_number_and_place() {
    let place = folder("wrongmove");
    let wrong =
        write(&place, "a.pgn", "[White \"A\"]\n\n1. e4 e5 2. Nf4 Nc6 *\n\n[White \"B\"]\n\n1. e4 e5\n2. Nf3 Nd6 *\n");
    let said = refused(&["moves", &format!("{wrong}#2")]);
    for part in ["a.pgn:8:8", "game 2, move 2 (Black): `Nd6` is not a legal move here", "legal moves are"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let said = refused(&["moves", &wrong]);
    assert!(said.contains("a.pgn:3:13") && said.contains("game 1, move 2 (White)"), "{said}");
    let draughts = write(&place, "a.pdn", "[GameType \"20\"]\n1. 32-28 19-23 2. 28x20 *\n");
    let said = refused(&["moves", &draughts]);
    assert!(said.contains("a.pdn:2:19") && said.contains("move 2 (White): `28x20`"), "{said}");
    let go = write(&place, "a.sgf", "(;GM[1]SZ[9];B[dd];W[dd])");
    let said = refused(&["moves", &go]);
    assert!(said.contains("a.sgf:1:22") && said.contains("move 1 (White): `d6`"), "{said}");
}

#[test]
fn what_is_wrong_with_a_file_is_told() {
    let place = folder("badfiles");
    for (name, text, parts) in [
        ("open.pgn", "1. e4 {never closed".into(), &["open.pgn:1:7", "this comment has no end"][..]),
        ("cut.pgn", "[Event \"x\"]\n[White \"A".into(), &["cut.pgn:2:1", "this tag has no end"]),
        ("line.pgn", "1. e4 (1. d4 d5".into(), &["line.pgn:1:7", "this variation has no end"]),
        ("empty.pgn", Vec::new(), &["holds no game"]),
        ("notes.pgn", b"{only a note}\n; and another\n".to_vec(), &["holds no game"]),
        ("binary.pgn", b"[Event \"x\"]\n\x00\x01\x02".to_vec(), &["is no text: line 2"]),
        ("wide.pgn", b"\xff\xfe[\x00E\x00".to_vec(), &["UTF-16"]),
        ("game.pgn", b"[Variant \"Nonesuch\"]\n1. e4 *".to_vec(), &["game.pgn:1:11", "`Nonesuch`", "--record"]),
        ("type.pdn", b"[GameType \"99\"]\n1. 11-15 *".to_vec(), &["game type 99"]),
        ("fen.pgn", b"[FEN \"8/8 w\"]\n1. e4 *".to_vec(), &["fen.pgn:1:"]),
        ("open.sgf", b"(;GM[1]SZ[9];B[dd".to_vec(), &["this value has no end"]),
        ("tree.sgf", b"(;GM[1]SZ[9];B[dd]".to_vec(), &["this game has no end"]),
        ("size.sgf", b"(;GM[1]SZ[99];B[dd])".to_vec(), &["size"]),
        ("late.sgf", b"(;GM[1]SZ[9];B[dd];AB[ee];W[ff])".to_vec(), &["set up in the middle"]),
        ("turn.sgf", b"(;GM[11]SZ[9];B[dd];B[ee])".to_vec(), &["it is not its turn"]),
        ("brackets.pgn", b"White: Ann\nBlack: Ben\n1. e4 *".to_vec(), &["brackets.pgn:1:1", "`[White \"Ann\"]`"]),
        ("bare.pgn", b"[Event \"x\"]\nSite \"there\"\n1. e4 *".to_vec(), &["bare.pgn:2:1", "`[Site \"there\"]`"]),
        ("options.pgn", b"[Options \"size\"]\n1. e4 *".to_vec(), &["options.pgn:1:11", "option=value"]),
    ] as [(&str, Vec<u8>, &[&str]); 18]
    {
        let file = write(&place, name, text);
        let said = refused(&["moves", &file]);
        for part in parts {
            assert!(said.contains(part), "{name}: {part}: {said}");
        }
    }
    let good = write(&place, "good.pgn", TWO);
    assert!(refused(&["moves", &format!("{good}#3")]).contains("it has 2"));
    // The games before a mistake are good.
    let half = write(&place, "half.pgn", format!("{TWO}\n[Event \"three\"]\n\n1. e4 {{"));
    assert_eq!(run(&["moves", &format!("{half}#2")]).status, 0);
    assert!(refused(&["moves", &format!("{half}#3")]).contains("this comment has no end"));
    let half = write(&place, "half.sgf", "(;GM[1]SZ[9];B[dd])(;GM[1]SZ[9];B[dd");
    assert_eq!(run(&["moves", &format!("{half}#1")]).status, 0);
    assert!(refused(&["moves", &format!("{half}#2")]).contains("this value has no end"));
    // What no move is like is not held against each of them.
    let long = write(&place, "long.pgn", format!("1. {}", "e".repeat(1 << 20)));
    assert!(refused(&["moves", &long]).contains("not a legal move here, but 1048576 letters"));
    let learnt = place.join("a.book");
    let said = refused(&["book", "hex", learnt.to_str().unwrap(), "--from", &good]);
    assert!(said.contains("`e4` is not a legal move") || said.contains("legal move here"), "{said}");
    let variant = write(&place, "variant.pgn", "[Variant \"Crazyhouse\"]\n\n1. e4 *\n");
    assert!(refused(&["book", "chess", learnt.to_str().unwrap(), "--from", &variant]).contains("a game of Crazyhouse"));
    let other = run(&["moves", "chess", "--record", &variant]);
    assert!(other.status == 0 && other.err.contains("says to be a game of Crazyhouse"), "{}", other.err);
}

#[test]
fn files_are_read_whatever_wrote_them() {
    let place = folder("writers");
    let end = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq";
    for (name, text) in [
        ("crlf.pgn", b"[Event \"x\"]\r\n\r\n1. e4 e5\r\n2. Nf3 *\r\n".to_vec()),
        ("cr.pgn", b"[Event \"x\"]\r\r1. e4 e5\r2. Nf3 *\r".to_vec()),
        ("mark.pgn", b"\xef\xbb\xbf[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n".to_vec()),
        ("latin.pgn", b"[White \"Andr\xe9\"]\n\n1. e4 e5 {\xfcber} 2. Nf3 *\n".to_vec()),
        ("plain.pgn", b"1. e4 e5 2. Nf3".to_vec()),
        ("escape.pgn", b"% a line of its own\n1. e4 e5 ; rest\n% 2. d4\n2. Nf3".to_vec()),
        ("close.pgn", b"[Event \"x\"]1.e4e5 2.Nf3".to_vec()),
        ("results.pgn", b"[Event \"x\"]\n[Result \"1-0\"]\n1.e4 e5 2.Nf3".to_vec()),
        ("variant.pgn", b"[Variant \"Standard\"]\n[Event \"x\"]\n1.e4 e5 2.Nf3".to_vec()),
    ] {
        let file = write(&place, name, text);
        if name == "close.pgn" {
            // What is written in one word is one move.
            assert!(refused(&["moves", &file]).contains("`e4e5`"));
            continue;
        }
        let read = position(&file);
        assert!(read.starts_with(end), "{name}: {read}");
    }
    // In pool checkers Black begins by the type's number, and White by the rules here.
    for (name, kind, moves, rows, said) in [
        ("p.pdn", "23", "11-15 22-18", " b ", "read from the start with Black to move"),
        ("q.pdn", "23,B,8,8,N1,0", "11-15", " w ", "read from the start with Black to move"),
        ("r.pdn", "23", "22-18 11-15", " w ", "first move is White's"),
        ("s.pdn", "23,W,8,8,A0,0", "c3-d4", " b ", ""),
    ] {
        let file = write(&place, name, format!("[GameType \"{kind}\"]\n1. {moves} *"));
        let told = run(&["moves", &file]).err;
        assert!(told.contains(said) && told.is_empty() == said.is_empty(), "{name}: {told}");
        let read = position(&file);
        assert!(read.contains(rows), "{name}: {read}");
    }
    // A number that does not follow is told.
    let gap = write(&place, "gap.pgn", "1. e4 e5 3. Nf3 *");
    let run = run(&["moves", &gap]);
    assert!(run.status == 0 && run.err.contains("numbered 3, and is move 2 here"), "{}", run.err);
    let later = write(&place, "later.pgn", "[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 40\"]\n40... Kd7 41. Rh7+ *");
    assert!(position(&later).starts_with("8/3k3R/8/8/8/8/8/4K3 b"));
    // Which draughts it is says its type, else its numbers.
    for (name, text, rows) in [
        ("a.pdn", "[GameType \"21,B,8,8,N1,0\"]\n1. 11-15 23-19 2. 8-11 *", 8),
        ("b.pdn", "[Event \"x\"]\n1. 11-15 23-19 2. 8-11 *", 8),
        ("c.pdn", "[Event \"x\"]\n1. 34-29 19-23 *", 10),
        ("d.pgn", "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0", 10),
        ("e.pdn", "[GameType \"26\"]\n1. 22-18 0-0", 8),
        ("f.pdn", "[GameType \"25\"]\n1. c3-d4 *", 8),
    ] {
        let read = position(&write(&place, name, text));
        assert_eq!(read.split(' ').next().unwrap().split('/').count(), rows, "{name}: {read}");
    }
    for (name, text, rows) in [
        ("a.sgf", "(;FF[4]GM[1]SZ[9]HA[2]AB[gc][cg]KM[0.5];W[ee];B[])", "9/9/6B2/9/4W4/9/2B6/9/9 w"),
        ("b.sgf", "(;GM[1]SZ[9](;B[dd](;W[ff])(;W[aa]))(;B[ee]))", "9/9/9/3B5/9/5W3/9/9/9 b"),
        ("d.sgf", "(;GM[1]SZ[9]AB[aa\n:bb]AE[ba]KM[6,5];W[cc])", "B8/BB7/2W6/9/9/9/9/9/9 b"),
        ("e.sgf", "(;GM[1]SZ[]KM[];B[sa])", "18B/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 w"),
        ("c.sgf", "(;GM[1]SZ[9]AB[aa:bb]PL[W];)", "BB7/BB7/9/9/9/9/9/9/9 w"),
        // Little Golem gives no `GM`, the game in `EV`, and who gives up as a move. The rows of Hex count as those of its cells.
        ("h.sgf", "(;FF[4]EV[hex.mc.2010.1.1]SZ[5];W[cb];B[resign])", "5/5/5/2R2/5 b"),
        ("i.sgf", "(;FF[4]EV[havannah.in.size4.4]SZ[4];W[E1];B[F2])", "4/5/6/7/6/3B1/1W2 w"),
        ("j.sgf", "(;FF[4]EV[go19.ch.10]SZ[9];B[dd])", "9/9/9/3B5/9/9/9/9/9 w"),
        ("k.sgf", "(;GM[1]EV[hex.mc.2010]SZ[9];B[dd])", "9/9/9/3B5/9/9/9/9/9 w"),
        // The first row of Othello is at the top elsewhere; what was kept the other way round is told by its moves.
        ("f.sgf", "(;GM[2]SZ[8];B[fe];W[fd])", "8/8/8/3BBB2/3WWW2/8/8/8 b"),
        ("g.sgf", "(;GM[2]AB[de][ed]AW[dd][ee]SZ[8];B[fe];W[fd])", "8/8/8/3BBB2/3WWW2/8/8/8 b"),
    ] {
        let read = position(&write(&place, name, text));
        assert!(read.starts_with(rows), "{name}: {read}");
    }
}

#[test]
fn size_komi_and_rows_of_sgf_are_read_or_told() {
    let place = folder("sgf");
    let warned = |name: &str, text: &str| {
        let run = run(&["moves", &write(&place, name, text), "--format", "json"]);
        assert_eq!(run.status, 0, "{text}: {}", run.err);
        run.err
    };
    let komi = |text: &str| {
        let file = write(&place, "komi.sgf", format!("(;GM[1]SZ[9]KM[{text}];B[dd])"));
        let options = Session::open(&file, &interpreted()).unwrap().compiled().options().to_vec();
        options.iter().find(|option| option.name == "komi").unwrap().value.clone()
    };
    for (written, read) in [("6.50", "6.5"), ("650", "6.5"), ("0", "0"), ("375", "7.5"), ("3.75", "7.5"), ("-5", "-5")]
    {
        assert_eq!(komi(written), read, "{written}");
    }
    assert_eq!(warned("six.sgf", "(;GM[1]SZ[9]KM[6.5];B[dd])"), "");
    assert!(warned("many.sgf", "(;GM[1]SZ[9]KM[650];B[dd])").contains("`KM[650]` is read as a komi of 6.5 points"));
    assert!(warned("hex.sgf", "(;GM[11]SZ[11]KM[6.5];B[dd])").contains("`KM[6.5]` is left out: Hex knows no komi"));
    assert!(warned("handicap.sgf", "(;GM[1]SZ[9]HA[3];W[ee])").contains("`HA[3]` says a handicap"));
    assert_eq!(warned("stones.sgf", "(;GM[1]SZ[9]HA[2]AB[cc][gg];W[ee])"), "");
    assert_eq!(warned("none.sgf", "(;GM[11]SZ[11]KM[0.00];B[dd])"), "");
    assert_eq!(warned("othello.sgf", "(;GM[2]SZ[8];B[fe];W[fd])"), "");
    let turned = warned("turned.sgf", "(;GM[2]SZ[8];B[fd];W[fe])");
    assert!(turned.contains("are counted from the top") && turned.contains("only so can"), "{turned}");
    // Neither way: told as it is usual.
    let said = refused(&["moves", &write(&place, "neither.sgf", "(;GM[2]SZ[8];B[fe];W[aa])")]);
    assert!(said.contains("move 1 (White): `a1` is not a legal move"), "{said}");
    let board = write(&place, "board.sgf", "(;SZ[19];B[aa])");
    let said = refused(&["moves", "tic-tac-toe", "--record", &board]);
    assert!(said.contains("of a board of size 19") && said.contains("3 columns and 3 rows"), "{said}");
}

#[test]
fn a_record_of_great_length_is_read_in_time() {
    let place = folder("long");
    // Eight megabytes of games, the last of which is asked for.
    let game = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 {a note that is long enough to fill some space in this file} *\n\n";
    let many = 8 * (1 << 20) / game.len();
    let file = write(&place, "many.pgn", game.repeat(many));
    let start = std::time::Instant::now();
    assert!(position(&format!("{file}#{many}")).starts_with("rnbqkbnr/pppp1ppp/8/4p3"));
    assert!(start.elapsed().as_secs() < 120);
}

#[test]
fn moves_in_one_word_are_told_where_one_is_wrong() {
    for (name, moves, says) in [
        ("chess", "e2e4e7e5e1e3", "`e1e3` is not a legal move here"),
        ("chess", "e2e5e7e5", "`e2e5e7e5` is not a legal move here"),
        ("chess", "e2e4e7", "`e2e4e7` is not a legal move here"),
        // Where a move may have more cells, so many are one.
        ("breakthrough", "a2a3h7h6", "`a2a3h7h6` is not a legal move here"),
        ("nine-mens-morris", "a1 d1 a4 d2 a7 xg7", "`a7` may be several moves"),
        ("tak", "a1 e5 Sa1", "`Sa1` is not a legal move here"),
    ] {
        let run = run(&["moves", name, "--moves", moves]);
        assert!(run.status != 0 && run.err.contains(says), "{name} {moves}: {}{}", run.out, run.err);
    }
}

#[test]
fn lists_of_moves_are_read_as_they_are_pasted() {
    let behind = |name: &str, moves: &str| {
        let run = run(&["moves", name, "--moves", moves, "--format", "json"]);
        assert_eq!(run.status, 0, "{moves}: {}{}", run.out, run.err);
        run.json()["position"].as_str().unwrap().to_string()
    };
    for (name, pasted, plain) in [
        ("othello", "f5d6c3", "f5 d6 c3"),
        ("othello", "1. F5d6, 2. c3", "f5 d6 c3"),
        ("chess", "e2e4e7e5g1f3", "e4 e5 Nf3"),
        ("chess", "e2e4d7d5e4d5c7c6d5c6a7a6c6b7a6a5b7a8qb8c6", "e4 d5 exd5 c6 dxc6 a6 cxb7 a5 bxa8=Q Nc6"),
        ("nine-mens-morris", "a1 d1 a4 d2 a7 xd2 g7", "a1 d1 a4 d2 a7/d2 g7"),
        ("tak", "a1 e5 Sb2 C@c3", "Flat@a1 Flat@e5 Flat@b2/standing Cap@c3"),
        ("connect-four", "d D c", "d1 d2 c1"),
        ("international-draughts", "32–28, 19–23;", "32-28 19-23"),
        ("chess", "e4 e5 Nf3 Nf6 Be2 Be7 OO", "e4 e5 Nf3 Nf6 Be2 Be7 O-O"),
        ("chess", "e4 a6 e5 d5 exd6 ep", "e4 a6 e5 d5 exd6"),
        ("chess", "e4 e5 Nf3+- Nc6± Bb5+=", "e4 e5 Nf3 Nc6 Bb5"),
        ("chess", "e4 a6 e5 d5 exd6(ep)", "e4 a6 e5 d5 exd6"),
        ("chess", "1 e4 d5 2 EXD5 QXD5", "e4 d5 exd5 Qxd5"),
        ("chess", "1) e2→e4 e5 2) Nf3", "e4 e5 Nf3"),
        ("chess", "e4 e5 Nf3 Black resigns", "e4 e5 Nf3"),
        ("english-draughts", "11-15* 22-18! 15x22* 25x18", "11-15 22-18 15x22 25x18"),
        ("connect-four", "4 4 3", "d1 d2 c1"),
        ("connect-four", "4453", "d1 d2 e1 c1"),
        ("connect-four", "b d b b", "b1 d1 b2 b3"),
        ("othello", "B f5 W d6 B c3", "f5 d6 c3"),
        ("othello", "Black F5 White d6", "f5 d6"),
        ("hex", "red a1 Blue b2", "a1 b2"),
        ("go", "play B D4\nplay W f6\nplay B PASS", "d4 f6 pass"),
        // Who has not moved has passed.
        ("go", "B D4 B E5", "d4 pass e5"),
    ] {
        assert_eq!(behind(name, pasted), behind(name, plain), "{pasted}");
    }
    moves_refused(&[
        ("othello", "f5d5", "move 2 of the moves given: `d5` is not"),
        ("connect-four", "d d d d d d d", "`d` is not"),
        ("tic-tac-toe", "a", "`a` may be several"),
        // Two cells are rather a move from one to the other, and a wrong one.
        ("nine-mens-morris", "a1d1", "`a1d1` is not"),
        ("chess", "e4e5", "`e4e5` is not"),
        ("chess", "e2 e4", "write `e2-e4`"),
        ("chess", "e4 w e5", "White moves, and it is not its turn"),
        ("chess", "2 e4", "`2` is not"),
        ("chess", "e4 e5 Sf3", "`S` is the letter of no piece"),
        ("chess", "e4 e9", "the last one of the board is `h8`"),
        ("international-draughts", "32 - 28 19 - 23", "write `32-28`"),
        ("connect-four", "8", "`8` is not"),
        ("connect-four", "4444444", "`4444444` is not"),
        // No file alone tells the move.
        ("tic-tac-toe", "1", "`1` is not"),
        ("connect-four", "b w", "`w` is not"),
        ("go", "Q16", "`--set size=…`"),
        ("international-draughts", "32-28,19-24;28-23", "part moves by spaces"),
    ]);
}

#[test]
fn files_of_players_who_leave_i_out() {
    let behind = |size: &str, moves: &str| {
        let run = run(&["moves", "go", "--set", size, "--moves", moves, "--format", "json"]);
        assert_eq!(run.status, 0, "{moves}: {}{}", run.out, run.err);
        (run.json()["position"].as_str().unwrap().to_string(), run.err)
    };
    // Where only so all can be played, it is said; a letter beyond the last one is enough, wherever it stands.
    for (size, theirs, ours) in [
        ("size=19", "Q16 D4 T19", "p16 d4 s19"),
        ("size=19", "T1 q16 j10", "s1 p16 i10"),
        ("size=19", "T1q16j10", "s1 p16 i10"),
        ("size=9", "J5", "i5"),
        ("size=9", "1. B J5 2. W E5", "i5 e5"),
    ] {
        let (read, said) = behind(size, theirs);
        assert_eq!(read, behind(size, ours).0, "{theirs}");
        assert!(said.contains("who leave `i` out") && said.contains("only so"), "{theirs}: {said}");
    }
    // What may be both is what the game's letters say, of which capitals are told.
    for (moves, told) in [("j5", false), ("J5", true), ("Q16 D4", true), ("I5 J5", false), ("D4 H8", false)] {
        let (read, said) = behind("size=19", moves);
        assert_eq!(read, behind("size=19", &moves.to_lowercase()).0, "{moves}");
        assert_eq!(said.contains("lettered without a gap"), told, "{moves}: {said}");
    }
    moves_refused(&[
        // With an `i` there is no gap.
        ("go", "I5 J5", "there is no cell `j5`"),
        ("go", "J5 J5", "call so is `i5`"),
        ("go", "J5 K5", "call so is `i5`"),
        ("go", "K5", "there is no cell `k5`"),
        // Pieces go from cell to cell.
        ("international-draughts", "K5", "there is no cell `k5`"),
    ]);
    let place = folder("letters");
    let record = write(&place, "go.record", "record of Go\nfile go\nset size = 19\nmoves Q16 D4\nmoves T19 C3\n");
    assert!(position(&record).starts_with("18B/19/19/15B3/"));
    assert!(run(&["moves", &record]).err.contains("`Q16` as `p16`"));
    // So are lines for a book, and openings.
    let book = place.join("go.book");
    let learnt = run(&["book", "go", book.to_str().unwrap(), "--set", "size=9", "--line", "J5 E5"]);
    assert!(learnt.status == 0 && learnt.err.contains("`J5` as `i5`"), "{}", learnt.err);
    let begun = run(&["match", "go", "nodes=1", "nodes=1", "--set", "size=9", "--opening", "J5 E5", "--games", "1"]);
    assert!(begun.status == 0 && begun.err.contains("`J5` as `i5`"), "{}", begun.err);
    // So are names of cells in SGF; points have no letters to tell apart.
    let sgf = |moves: &str| {
        let run = run(&["moves", &write(&place, "go.sgf", format!("(;GM[1]SZ[19]{moves})")), "--format", "json"]);
        assert_eq!(run.status, 0, "{moves}: {}", run.err);
        (run.json()["position"].as_str().unwrap().to_string(), run.err)
    };
    let (read, said) = sgf(";B[Q16];W[D4];B[T19];W[]");
    assert_eq!(read, sgf(";B[pd];W[dp];B[sa];W[]").0);
    assert!(said.contains("`Q16` as `p16`"), "{said}");
    assert!(sgf(";B[Q16];W[D4]").1.contains("call so is `p16`"));
    assert_eq!(sgf(";B[q16];W[d4]").1, "");
    assert_eq!(sgf(";B[qd];W[D4]"), sgf(";B[qd];W[dp]"));
    // One move after the other is read by itself.
    let mut repl = Repl::new(None, Style::PLAIN);
    step(&mut repl, "load go");
    assert!(step(&mut repl, "J5").contains("call so is `i5`"));
}

#[test]
fn cells_run_together_are_moves_of_a_conversation() {
    let mut repl = Repl::new(None, Style::PLAIN);
    step(&mut repl, "load othello");
    step(&mut repl, "f5d6c3");
    let position = step(&mut repl, "position");
    step(&mut repl, "new");
    step(&mut repl, "f5 d6 c3");
    assert_eq!(step(&mut repl, "position"), position);
    assert!(step(&mut repl, "f5d5").contains("`f5d5` is not a legal move"));
}

#[test]
fn who_moves_first_in_sgf_and_how_its_properties_are_written() {
    let place = folder("properties");
    let read = |name: &str, text: &str| position(&write(&place, name, text));
    assert!(read("small.sgf", "(;gm[1]sz[9];b[ee];w[ec])").starts_with("9/9/4W4/9/4B4/9/9/9/9 b"));
    // Nobody is called black or white in Hex.
    assert_eq!(read("w.sgf", "(;GM[11]SZ[11];W[ff];B[gg])"), read("b.sgf", "(;GM[11]SZ[11];B[ff];W[gg])"));
    let said = refused(&["moves", &write(&place, "size.sgf", "(;GM[1]SZ[30];B[aa])")]);
    assert!(said.contains("size.sgf:1:11") && said.contains("from 1 to 25"), "{said}");
    let said = refused(&["moves", &write(&place, "tag.pgn", "[Event My event]\n\n1. e4 *")]);
    assert!(said.contains("tag.pgn:1:1") && said.contains("[Event \"My event\"]"), "{said}");
    let said = refused(&["moves", &write(&place, "quotes.pgn", "[Event “x”]\n\n1. e4 *")]);
    assert!(said.contains("[Event \"x\"]"), "{said}");
    let said = refused(&["moves", &write(&place, "bare.sgf", ";GM[1]SZ[9];B[aa]")]);
    assert!(said.contains("`(;GM[1];B[dd])`"), "{said}");
    assert!(read("resigned.pgn", "1. e4 e5 2. Nf3 White resigns\n").contains(" b KQkq - 1 2"));
    let said = refused(&["moves", &write(&place, "headless.record", "file chess\nmoves e4 e5\n")]);
    assert!(said.contains("named like a record") && said.contains("`record of Chess`"), "{said}");
    let pdn = write(&place, "other.pdn", "[GameType \"25\"]\n1. c3-d4 *");
    let said = run(&["moves", "english-draughts", "--record", &pdn]).err;
    assert!(said.contains("says to be a game of russian-draughts"), "{said}");
}

fn words(text: &str) -> Vec<&str> {
    pgn::moves(text).unwrap().into_iter().map(|span| &text[span.start..span.end]).collect()
}

#[test]
fn moves_among_all_that_stands_between_them() {
    let text = "1. e4 {best (so far) ; really} e5?! $14 (1... c5 2. Nf3 (2. c3) {)} 2... d6) 2.Nf3 ; the knight )\n\
                % not a move\n2...Nc6 3. exd6 e.p. ± 3. … a6 4.Ba4!? 1/2-1/2";
    assert_eq!(words(text), ["e4", "e5?!", "Nf3", "Nc6", "exd6", "a6", "Ba4!?"]);
    // What programs thought of them, and how deep they looked.
    assert_eq!(words("e4 +0.31/12 e5 -0.2/8 Nf3 0.00/30 Nc6 -M3/20 Ba4 +#2/9"), ["e4", "e5", "Nf3", "Nc6", "Ba4"]);
    // What is written in one word stays so.
    assert_eq!(words("d1-d7(g7) 1-2 e4{x}e5(e6)"), ["d1-d7(g7)", "1-2", "e4", "e5(e6)"]);
    assert_eq!(words("(e5)"), [""; 0]);
}

#[test]
fn tags_numbers_and_results() {
    let text = "\u{feff}[Event \"A \\\"great\\\" \\\\ one\"]\r\n[ FEN  \"8/8 w\" ]\r\n\r\n12... Kd2 *";
    let all: Vec<pgn::Token> = pgn::parts(text).map(|part| part.unwrap().0).collect();
    let tag = |name: &str, value: &str, place: &str| {
        let start = text.find(place).unwrap();
        pgn::Token::Tag(name.into(), value.into(), Span::new(start, start + place.len()))
    };
    let event = tag("Event", "A \"great\" \\ one", "A \\\"great\\\" \\\\ one");
    let expected =
        [event, tag("FEN", "8/8 w", "8/8 w"), pgn::Token::Number(12, true), pgn::Token::Move, pgn::Token::Result(None)];
    assert_eq!(all, expected);
    assert_eq!(pgn::result("0-2"), Some(Some([0, 2])));
    assert_eq!(pgn::result("0-0"), None);
}

#[test]
fn what_is_not_closed_is_told_where_it_begins() {
    for (text, place, message) in [
        ("1. e4 {never closed", 6, "this comment has no end"),
        ("1. e4 (1. d4 (1. c4) e5", 6, "this variation has no end"),
        ("1. e4 (1. d4 {x ) e5", 13, "this comment has no end"),
        ("1. e4 ) e5", 6, "`)` closes nothing"),
        ("1. e4 } e5", 6, "`}` closes nothing"),
        ("[Event \"x]\n1. e4", 0, "this tag has no end"),
        ("[Event \"x\"\n1. e4", 0, "this tag has no end"),
        ("[Event \"x", 0, "this tag has no end"),
    ] {
        let error = pgn::parts(text).find_map(Result::err).unwrap_or_else(|| panic!("{text}"));
        assert_eq!((error.span.start, error.message.as_str()), (place, message), "{text}");
        assert!(error.help.is_some(), "{text}");
    }
}

fn flat(text: &str, line: &sgf::Line) -> String {
    let values = |p: &sgf::Property| p.values(text).map(|(value, _)| format!("[{value}]")).collect::<String>();
    line.iter().map(|p| format!("{}{}", p.name(text), values(p))).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_main_line_is_read() {
    let text =
        " (;GM[1]SZ[9]C[a \\] b (;x)];B[dd] (;W[pp](;B[aa])(;B[bb]))(;W[qq];B[cc]))\n(;AddBlack[aa][bb];Black[])";
    let games: Vec<sgf::Line> = sgf::games(text).map(Result::unwrap).collect();
    let lines: Vec<String> = games.iter().map(|line| flat(text, line)).collect();
    assert_eq!(lines, ["GM[1] SZ[9] C[a ] b (;x)] B[dd] W[pp] B[aa]", "AB[aa][bb] B[]"]);
    let pp = text.find("pp").unwrap();
    assert_eq!(games[0][4].values(text).next(), Some(("pp".to_string(), Span::new(pp, pp + 2))));
}

#[test]
fn points_have_two_letters() {
    assert_eq!(sgf::point("dA"), Some((3, 26)));
    for bad in ["", "a", "a1", "abc", "é"] {
        assert_eq!(sgf::point(bad), None, "{bad}");
    }
    for index in 0..52 {
        let letter = sgf::letter(index).unwrap();
        assert_eq!(sgf::point(&format!("{letter}{letter}")), Some((index, index)));
    }
    assert_eq!(sgf::letter(52), None);
}

#[test]
fn what_is_not_closed_in_sgf_is_told() {
    for (text, place, message) in [
        ("(;B[dd", 3, "this value has no end"),
        ("(;B[dd]", 0, "this game has no end"),
        ("(;B[dd];W)", 8, "`W` has no value"),
        ("(;B[dd]!)", 7, "`!` can't stand here"),
        ("(;B[dd]) x", 9, "a game begins with `(;`"),
    ] {
        let error = sgf::games(text).last().unwrap().unwrap_err();
        assert_eq!((error.span.start, error.message.as_str()), (place, message), "{text}");
    }
}

/// Players of mancala count the houses of each from the player's own first one.
#[test]
fn houses_are_called_by_letters_or_numbers() {
    let behind = |name: &str, moves: &str| {
        let run = run(&["moves", name, "--moves", moves, "--format", "json"]);
        assert_eq!(run.status, 0, "{name}, {moves}: {}{}", run.out, run.err);
        (run.json()["position"].as_str().unwrap().to_string(), run.err)
    };
    for (name, pasted, plain) in [
        ("oware", "A b C", "1 8 3"),
        ("oware", "1. F f 2. A", "6 12 1"),
        ("ayoayo", "B", "2"),
        ("kalah", "C F a", "3 6 8"),
        ("toguz-korgool", "I a", "9 10"),
    ] {
        let (read, said) = behind(name, pasted);
        assert_eq!((read.as_str(), said.as_str()), (behind(name, plain).0.as_str(), ""), "{name}: {pasted}");
    }
    // A number may have been meant for another cell.
    let (read, said) = behind("kalah", "3 6 1");
    assert_eq!(read, behind("kalah", "3 6 8").0);
    assert!(said.contains("`1` is read as `8`: counted from the first of North's"), "{said}");
    moves_refused(&[
        ("oware", "a", "capital letters are the houses of South"),
        ("oware", "A B", "small ones those of North"),
        ("oware", "A g", "`g` is not a legal move"),
        ("oware", "A 0", "`0` is not a legal move"),
        // From the first hole to the second, as its players write it: no two moves.
        ("toguz-korgool", "12", "is not a legal move"),
        // Each has two rows.
        ("hus", "A", "`A` is not a legal move"),
        ("hus", "1 1", "`1` is not a legal move"),
    ]);
}

#[test]
fn what_other_lists_have_among_moves_is_told() {
    moves_refused(&[
        ("go", "B[dd] W[]", "this is SGF"),
        (
            "othello",
            "56 64",
            "write the name of the cell: `e6` by file and rank, `f5` by rank and file, `h7` counted rank by rank",
        ),
        ("othello", "19", "write the name of the cell: `c3` counted rank by rank"),
        ("othello", "90", "legal moves are"),
        ("tic-tac-toe", "5 1 9 3", "numbers count cells from 0 or 1, from above or from below"),
        ("tic-tac-toe", "[4, 0, 8]", "numbers count cells from 0 or 1, from above or from below"),
        ("connect-four", "3,3,2,4,0", "numbers are files, counted from 1"),
        ("chess", "White: e4, Nf3", "whose move `Nf3` is is not said: it stands behind `White:`"),
        ("chess", "White: e4 e5", "such as `Black: e5`"),
        ("chess", "ECO: B90", "write `[ECO \"B90\"]`"),
        ("go", "C4 W[]", "this is SGF"),
        ("xiangqi", "M2+3", "`M` is the letter of no piece"),
        ("xiangqi", "C2=5 m8+7", "`m` is the letter of no piece"),
        ("xiangqi", "C2-5", "`C2-5` is not a legal move"),
        ("shogi", "P-7f P-3d Bx2b+ Sx2b B5e", "has a sign before its cell: write `Bishop@e5`"),
        ("shogi", "P76 P34 Bx22+ S31x22 B55", "write `Bishop@e5`"),
        ("crazyhouse", "e4 d5 exd5 Qxd5 Pe4", "write `Pawn@e4`"),
    ]);
    // Who gives up has made no move.
    for (name, moves) in [("go", "C4 D5 resign"), ("hex", "e5 f6 resign"), ("chess", "e4 e5 resign")] {
        let run = run(&["moves", name, "--moves", moves]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{name}: {}", run.out);
    }
    let said = refused(&["moves", "go", "--moves", "C4 resign D5"]);
    assert!(said.contains("`D5` stands behind the result"), "{said}");
}

/// Where moves are called by the initials of the players nobody else can be meant.
#[test]
fn the_second_player_may_begin_in_sgf() {
    let place = folder("begins");
    let told = |name: &str, nodes: &str| {
        let file = write(&place, name, format!("(;FF[4]EV[twixt.in.1]SZ[24];{nodes})"));
        let run = run(&["moves", &file, "--format", "json", "--backend", "interpreter"]);
        assert_eq!(run.status, 0, "{nodes}: {}", run.err);
        (run.json()["to_move"].as_str().unwrap().to_string(), run.err)
    };
    assert_eq!(told("first.sgf", "r[gk];b[ij]"), ("Red".to_string(), String::new()));
    let (mover, said) = told("second.sgf", "b[gk];r[ij];b[kk]");
    assert_eq!(mover, "Red");
    assert!(said.contains("by its first move Blue begins, and by these rules Red does"), "{said}");
    let wrong = write(&place, "wrong.sgf", "(;FF[4]EV[twixt.in.1]SZ[24];b[gk];r[ij];r[kk])");
    assert!(refused(&["moves", &wrong]).contains("Red moves, and it is not its turn"));
}
