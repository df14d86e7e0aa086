//! The program from outside: exit statuses, JSON, bad input.

use std::path::Path;
use std::process::{Command, Stdio};

use super::outside::{file, json, run, run_with};
use serde_json::{Value, json};

const BREAKTHROUGH: &str = "tests/faces/breakthrough.game";
const TIC_TAC_TOE: &str = "tests/faces/tic-tac-toe.game";

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn has_keys(value: &Value, expected: &[&str]) {
    for key in expected {
        assert!(keys(value).contains(key), "`{key}` is missing in {value}");
    }
}

#[test]
fn moves_of_the_start() {
    let answer = json(&["moves", BREAKTHROUGH, "--set", "size=5"], 0);
    assert_eq!(keys(&answer), ["to_move", "moves", "position", "ended"]);
    assert_eq!(answer["to_move"], "White");
    assert_eq!(answer["moves"].as_array().unwrap().len(), 13);
    assert!(answer["moves"].as_array().unwrap().contains(&json!("a2b3")));
    assert_eq!(answer["ended"], Value::Null);
}

#[test]
fn a_position_text_reads_back() {
    let after = json(&["moves", BREAKTHROUGH, "--set", "size=5", "--moves", "a2a3 b4b3"], 0);
    let position = after["position"].as_str().unwrap();
    let again = json(&["moves", BREAKTHROUGH, "--set", "size=5", "--position", position], 0);
    assert_eq!(after, again);
    let further = json(&["moves", BREAKTHROUGH, "--set", "size=5", "--position", position, "--moves", "a3b4"], 0);
    assert_eq!(further["to_move"], "Black");
}

/// The move number counts turns, so that a text goes on as the game did, whoever has had an extra turn.
#[test]
fn move_numbers_know_extra_turns() {
    let kalah = "kalah";
    let mut moves: Vec<String> = Vec::new();
    let mut extra = 0;
    let mut before = json(&["moves", kalah], 0);
    for n in 0..40 {
        let Some(text) = before["moves"].as_array().filter(|all| !all.is_empty()).map(|all| &all[n % all.len()]) else {
            break;
        };
        moves.push(text.as_str().unwrap().to_string());
        let position = before["position"].as_str().unwrap();
        let after = json(&["moves", kalah, "--moves", &moves.join(" ")], 0);
        let on = json(&["moves", kalah, "--position", position, "--moves", moves.last().unwrap()], 0);
        assert_eq!(after["position"], on["position"], "after {}", moves.join(" "));
        extra += usize::from(after["to_move"] == before["to_move"]);
        before = after;
    }
    assert!(extra > 2 && moves.len() > 12, "{extra} extra turns in {} plies", moves.len());
}

/// Fields that a game has no use for, sides in FEN's letters, promoted pieces with a plus.
#[test]
fn positions_are_read_as_other_programs_write_them() {
    let same = [
        ("los-alamos", "6/2P3/6/1K1k2/6/6 w - - 0 7", "6/2P3/6/1K1k2/6/6 w 7"),
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 b - - 12 7", "4k3/8/8/8/8/8/4P3/4K3 b - - 12 7"),
        ("three-check", "4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 1 3 0 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3/Qn w - - 0 1", "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1"),
        ("makruk", "4k3/8/8/8/8/8/8/R3K3 w - - 0 0 9", "4k3/8/8/8/8/8/8/R3K3 w 9"),
        (
            "janggi",
            "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 15 8",
            "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - 0 8",
        ),
        ("othello", "8/8/8/3WB3/3BW3/8/8/8 b - - 7 1", "8/8/8/3WB3/3BW3/8/8/8 b 0 1"),
        ("minishogi", "rbsgk/4p/5/P4/KGS+B+R[-] b", "rbsgk/4p/5/P4/KGSHD g"),
    ];
    for (game, given, plain) in same {
        let answer = |position: &str| json(&["moves", game, "--position", position], 0);
        assert_eq!(answer(given), answer(plain), "{game}");
    }
    let wrong = [
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 0 1"),
        ("breakthrough", "8/8/8/8/8/8/8/8 w KQxq - 0 1"),
        ("breakthrough", "8/8/8/8/8/8/8/8 w 0 0 0 1"),
        ("minishogi", "rbsgk/4p/5/P4/KG+GBR s"),
        ("hex", "11/11/11/11/11/11/11/11/11/11/11 w"),
    ];
    for (game, position) in wrong {
        json(&["moves", game, "--position", position], 1);
    }
}

#[test]
fn a_clock_is_shared_out() {
    let answer = json(&["best", BREAKTHROUGH, "--clock", "2s+10ms"], 0);
    assert!(answer["move"].is_string(), "{answer}");
    // Nobody can list the moves of chess in a nanosecond: time is over before the first move.
    let answer = json(&["play", "chess", "--players", "engine,engine", "--clock", "0.000001ms"], 0);
    assert_eq!((answer["ended"]["winner"].as_str(), &answer["moves"]), (Some("Black"), &json!([])));
}

#[test]
fn an_ended_game_has_no_moves_and_a_winner() {
    let answer = json(&["moves", TIC_TAC_TOE, "--moves", "a1 a2 b1 b2 c1"], 0);
    assert_eq!(answer["moves"], json!([]));
    assert_eq!(answer["ended"]["winner"], "X");
    assert_eq!(answer["ended"]["score"], Value::Null);
    assert!(!answer["ended"]["reason"].as_str().unwrap().is_empty());
}

#[test]
fn a_trace_says_how_a_finished_game_ended() {
    let moves = ["--moves", "a1 a2 b1 b2 c1", "--depth", "2"];
    let of = |algorithm| run(&[&["trace", TIC_TAC_TOE, "--algorithm", algorithm][..], &moves].concat()).out;
    for algorithm in ["minimax", "alphabeta"] {
        assert!(of(algorithm).starts_with("the game is over: X wins: "), "{}", of(algorithm));
    }
}

#[test]
fn perft_counts_and_shares() {
    let plain = json(&["perft", BREAKTHROUGH, "4", "--set", "size=5"], 0);
    assert_eq!(plain["counts"], json!([13, 156, 1924, 23084]));
    has_keys(&plain, &["counts", "seconds", "leaves_per_second", "backend"]);
    assert_eq!(plain["backend"], if cfg!(feature = "jit") { "native" } else { "interpreter" });
    assert!(plain.get("divide").is_none());
    assert_eq!(json(&["perft", BREAKTHROUGH, "--depth", "3", "--set", "size=5"], 0)["counts"], json!([13, 156, 1924]));
    for how in ["--every-leaf", "--every-leaf=made", "--every-leaf=judged"] {
        let every = json(&["perft", BREAKTHROUGH, "4", "--set", "size=5", how, "--divide"], 0);
        assert_eq!(every["counts"], plain["counts"]);
        let shares = every["divide"].as_object().unwrap();
        assert_eq!(shares.len(), 13);
        assert_eq!(shares.values().map(|v| v.as_u64().unwrap()).sum::<u64>(), 23084);
    }
    // The captures of draughts are counted in another way; few positions come before their code is compiled.
    for how in ["--every-leaf", "--every-leaf=judged"] {
        assert_eq!(json(&["perft", "english-draughts", "3", how], 0)["counts"], json!([7, 49, 302]));
    }
}

#[test]
fn perft_of_finished_games() {
    let none = json(&["perft", TIC_TAC_TOE, "9"], 0);
    assert_eq!(none["counts"], json!([9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]));
    let longer = run(&["perft", TIC_TAC_TOE, "99"]).out;
    assert!(longer.contains("\n  10        0\nno game goes on longer\n"), "{longer}");
    let leaf = json(&["perft", TIC_TAC_TOE, "9", "--finished", "leaf"], 0);
    assert_eq!(leaf["counts"][8], 255_168);
}

#[test]
fn best_finds_the_win() {
    let answer = json(&["best", TIC_TAC_TOE, "--moves", "a1 a2 b1 b2", "--depth", "3"], 0);
    has_keys(&answer, &["move", "score", "outcome", "plies_to_end", "depth", "nodes", "seconds", "line"]);
    assert_eq!(answer["move"], "c1");
    assert_eq!(answer["outcome"], "win");
    assert_eq!(answer["plies_to_end"], 1);
    assert_eq!(answer["line"], json!(["c1"]));
    let by_nodes = json(&["best", BREAKTHROUGH, "--nodes", "500"], 0);
    assert!(by_nodes["move"].is_string() && by_nodes["outcome"].is_null());
    let by_time = json(&["best", BREAKTHROUGH, "--time", "20ms"], 0);
    assert!(by_time["move"].is_string());
}

#[test]
fn best_of_an_ended_game_has_no_move() {
    let answer = json(&["best", TIC_TAC_TOE, "--moves", "a1 a2 b1 b2 c1", "--depth", "3"], 0);
    assert_eq!(answer["move"], Value::Null);
    assert_eq!(answer["outcome"], "loss");
}

/// What gave up says why, and what to do instead.
#[test]
fn solve_that_gives_up_says_why() {
    let kings = ["solve", "chess", "--position", "7k/8/8/8/8/8/8/R3K3 w - - 0 1", "--method", "proof-numbers"];
    let run = run(&[&kings[..], &["--nodes", "2000"]].concat());
    assert!(run.status == 2 && run.out.starts_with("not solved yet\n"), "limits need no reason: {}", run.out);
    let chess = ["solve", "chess", "--method", "exhaustion"];
    let text = super::outside::run(&chess);
    assert_eq!(text.status, 2, "{}", text.err);
    for part in ["not solved: exhaustion stopped at its bound", "help: leave `--method` out", "by exhaustion, "] {
        assert!(text.out.contains(part), "{part}: {}", text.out);
    }
}

#[test]
fn solve_tic_tac_toe() {
    let answer = json(&["solve", TIC_TAC_TOE], 0);
    has_keys(&answer, &["value", "score", "line", "nodes"]);
    assert_eq!(answer["value"], "draw");
    assert_eq!(json(&["solve", TIC_TAC_TOE, "--moves", "a1 b1 b2 c1"], 0)["value"], "win");
    assert_eq!(json(&["solve", TIC_TAC_TOE, "--moves", "a1 b1 b2"], 0)["value"], "loss");
}

#[test]
fn eval_term_by_term() {
    let answer = json(&["eval", BREAKTHROUGH, "--set", "size=5", "--moves", "a2a3"], 0);
    let terms = answer["terms"].as_array().unwrap();
    assert_eq!(terms.len(), 2);
    terms.iter().for_each(|term| has_keys(term, &["term", "own", "enemy", "value"]));
    let sum: i64 = terms.iter().map(|t| t["value"].as_i64().unwrap()).sum();
    assert_eq!(answer["score"].as_i64(), Some(sum));
    // Black is to move and White is a step ahead.
    assert_eq!(sum, -8);
}

#[test]
fn a_named_evaluation() {
    let first = json(&["eval", TIC_TAC_TOE, "--moves", "b2 a1", "--eval", "3X2+X1"], 0);
    let second = json(&["eval", TIC_TAC_TOE, "--moves", "b2 a1", "--eval", "open lines"], 0);
    assert_ne!(first["terms"], second["terms"]);
    let wrong = json(&["eval", TIC_TAC_TOE, "--eval", "open line"], 1);
    assert!(wrong["error"]["help"].as_str().unwrap().contains("open lines"), "{wrong}");
}

#[test]
fn check_says_where() {
    let good = json(&["check", BREAKTHROUGH], 0);
    assert_eq!((&good["errors"], &good["warnings"]), (&json!(0), &json!(0)), "{good}");
    assert_eq!(good["files"][0]["file"], BREAKTHROUGH);
    let text = std::fs::read_to_string(BREAKTHROUGH).unwrap().replace("own Pawn on far rank", "own Pwan on far rank");
    let path = file("slip.game", text.as_bytes());
    let bad = json(&["check", path.to_str().unwrap()], 1);
    assert_eq!(bad["errors"], 1, "{bad}");
    let d = &bad["files"][0]["diagnostics"][0];
    let fields = ["severity", "code", "message", "help", "line", "column", "end_line", "end_column"];
    has_keys(d, &fields);
    assert_eq!(d["severity"], "error");
    assert_eq!((&d["line"], &d["column"], &d["end_column"]), (&json!(16), &json!(16), &json!(20)), "{d}");
    assert!(d["help"].as_str().unwrap().contains("Pawn"), "{d}");
    // The text form shows the line.
    let shown = run(&["check", path.to_str().unwrap()]);
    assert_eq!(shown.status, 1);
    assert!(shown.out.contains("win when own Pwan on far rank"), "{}", shown.out);
}

/// What a file extends is found beside it, and what is wrong there is shown there.
#[test]
fn files_on_top_of_others() {
    let path = |name: &str, text: &str| file(name, text.as_bytes()).to_str().unwrap().to_string();
    let base = path("ext-base.game", &std::fs::read_to_string(BREAKTHROUGH).unwrap());
    let own = path("ext-own.game", "extends \"ext-base.game\"\ngame \"Own\"\nend { draw when count own < 3 }\n");
    let top = path("ext-top.game", "extends \"ext-own.game\" without end\nend { win when no enemy }\n");
    for name in [&own, &top] {
        let moves = |name: &str| json(&["moves", name, "--set", "size=5"], 0)["moves"].clone();
        assert_eq!(moves(name), moves(&base));
        assert_eq!(json(&["check", name], 0)["errors"], 0);
    }
    assert!(run(&["dump", &top, "--stage", "rules"]).out.contains("Own"));
    // The file alone is formatted.
    assert_eq!(run(&["fmt", &own, "--stdout"]).out, std::fs::read_to_string(&own).unwrap());
    let text = std::fs::read_to_string(&base).unwrap().replace("own Pawn on far rank", "own Pwan on far rank");
    path("ext-bad.game", &text);
    let slip = path("ext-slip.game", "extends \"ext-bad.game\"\n");
    let bad = json(&["check", &slip], 1);
    let told = &bad["files"][0]["diagnostics"][0];
    assert!(told["file"].as_str().unwrap().ends_with("ext-bad.game"), "{bad}");
    assert_eq!((&told["line"], &told["column"]), (&json!(16), &json!(16)), "{bad}");
    let shown = run(&["check", &slip]).out;
    assert!(shown.contains("ext-bad.game:16:16") && shown.contains("ext-slip.game: 1 error"), "{shown}");
    // What is left out is told where, in the one file and in the other.
    let less = path("ext-less.game", "extends \"chess\" without piece Queen\n");
    let shown = run(&["check", &less]).out;
    assert!(shown.contains("[chess.game (shipped):") && shown.contains("ext-less.game:1:31"), "{shown}");
    // In a circle, and alone.
    path("ext-round.game", "extends \"ext-circle.game\"\n");
    let circle = path("ext-circle.game", "extends \"ext-round.game\"\n");
    let itself = path("ext-itself.game", "extends \"ext-itself.game\"\n");
    for name in [&circle, &itself] {
        let bad = json(&["check", name], 1);
        assert_eq!(bad["errors"], 1, "{bad}");
        assert_eq!(bad["files"][0]["diagnostics"][0]["code"], "no-base", "{bad}");
        assert!(bad.to_string().contains("extends this file in its turn"), "{bad}");
    }
    let mut last = base;
    for n in 0..12 {
        let name = Path::new(&last).file_name().unwrap().to_str().unwrap().to_string();
        last = path(&format!("ext-tower-{n}.game"), &format!("extends \"{name}\"\n"));
    }
    assert!(json(&["check", &last], 1).to_string().contains("more than 8 files"));
    let piped = run_with(&["moves", "-"], b"extends \"chess\"\ngame \"Piped\"\n");
    assert!(piped.out.contains("20 moves"), "{}", piped.out);
    let folder = Path::new(&circle).parent().unwrap().to_str().unwrap().to_string();
    let odd = path("ext-odd.game", &format!("extends \"{folder}\"\n"));
    assert!(run(&["check", &odd]).out.contains("it is a folder"));
}

#[test]
fn check_goes_on_after_a_file_that_is_not_there() {
    let answer = json(&["check", "nowhere/x.game", BREAKTHROUGH], 2);
    assert_eq!(answer["files"].as_array().unwrap().len(), 2);
    assert_eq!(answer["errors"], 1);
    assert_eq!(answer["files"][0]["diagnostics"][0]["code"], "unreadable");
}

#[test]
fn trial_games_are_the_same_every_time() {
    let arguments = ["check", BREAKTHROUGH, "--set", "size=5", "--play", "50", "--seed", "7"];
    let answer = json(&arguments, 0);
    let play = &answer["play"];
    let fields = ["games", "mean_plies", "mean_branching", "first_player_wins", "draws", "cut_off", "unused_rules"];
    has_keys(play, &fields);
    assert_eq!(play["games"], 50);
    assert_eq!((&play["cut_off"], &play["draws"], &play["unused_rules"]), (&json!(0), &json!(0), &json!([])));
    assert_eq!(answer, json(&arguments, 0));
    let other = json(&["check", BREAKTHROUGH, "--set", "size=5", "--play", "50", "--seed", "8"], 0);
    assert_ne!(answer["play"], other["play"]);
}

#[test]
fn trial_games_find_what_is_never_played() {
    let text = std::fs::read_to_string(BREAKTHROUGH).unwrap();
    // Both sides lack the pieces for a step of a general.
    let text =
        text.replace("piece Pawn", "piece Pawn, General").replace("end {", "move General { step any to empty }\nend {");
    let path = file("general.game", text.as_bytes());
    let answer = json(&["check", path.to_str().unwrap(), "--play", "20"], 0);
    assert_eq!(answer["play"]["unused_rules"].as_array().unwrap().len(), 1, "{answer}");
    let found = answer["files"][0]["diagnostics"].as_array().unwrap().iter().any(|d| d["code"] == "never-played");
    assert!(found, "{answer}");
    let denied = run(&["check", path.to_str().unwrap(), "--play", "20", "--deny-warnings"]);
    assert_eq!(denied.status, 1);
    let hundred = json(&["check", BREAKTHROUGH, "--set", "size=5", "--play"], 0);
    assert_eq!(hundred["play"]["games"], 100);
    let cut = json(&["check", BREAKTHROUGH, "--play", "5", "--plies", "3"], 0);
    assert_eq!(cut["play"]["cut_off"], 5);
    let told = cut["files"][0]["diagnostics"].as_array().unwrap().iter().find(|d| d["code"] == "no-end");
    let ends = std::fs::read_to_string(BREAKTHROUGH).unwrap().lines().position(|line| line.starts_with("end"));
    assert_eq!(told.expect("a message")["line"], ends.expect("an item") + 1, "{cut}");
}

#[test]
fn trial_games_tell_that_all_are_over_at_once() {
    let told = |verdict: &str| {
        let text = format!(
            "players White, Black\nboard square 3x3\npiece Man\nmove {{ place Man on empty }}\n\
             end {{ {verdict}  draw when no empty }}\n"
        );
        let path = file("short.game", text.as_bytes());
        let answer = json(&["check", path.to_str().unwrap(), "--play", "10"], 0);
        let all = answer["files"][0]["diagnostics"].as_array().unwrap().clone();
        all.iter().find(|d| d["code"] == "over-at-once").map(|d| d["message"].to_string())
    };
    let said = told("win when own").expect("a message");
    assert!(said.contains("each of 10") && said.contains("by `win when own`"), "{said}");
    assert_eq!(told("win when count own = 2"), None);
}

/// Where the moves of a position can't be listed, the other games go on, and the position is told.
#[test]
fn trial_games_tell_where_moves_cannot_be_listed() {
    let text = |setup: &str| {
        format!(
            "players White, Black\nboard square 5x5\npiece Man\nsetup {{ {setup}  Black Man on a5 e5 }}\n\
             move Man {{ hop any over own to empty {{ again }}  step any to empty }}\nend {{ lose when enemy stuck }}\n"
        )
    };
    let checked = |name: &str, setup: &str| {
        let path = file(name, text(setup).as_bytes());
        let answer = json(&["check", path.to_str().unwrap(), "--play", "6", "--plies", "4"], 1);
        let diagnostics = answer["files"][0]["diagnostics"].as_array().unwrap().clone();
        let unlisted = diagnostics.iter().find(|d| d["code"] == "unlisted-moves").unwrap_or_else(|| panic!("{answer}"));
        let help = unlisted["help"].as_str().unwrap().to_string();
        let codes: Vec<_> = diagnostics.iter().map(|d| d["code"].as_str().unwrap().to_string()).collect();
        (answer["play"].clone(), unlisted["message"].as_str().unwrap().to_string(), help, codes)
    };
    // Men that stand side by side jump over each other for ever.
    let (play, message, help, codes) = checked("at-once.game", "White Man on a1 b1");
    assert!(message.starts_with("6 of 6 random games could not go on: "), "{message}");
    assert!(help.ends_with("the position is `m3m/5/5/5/MM3 w 1`"), "{help}");
    assert_eq!((&play["games"], &play["cut_off"]), (&json!(6), &json!(6)));
    assert!(!codes.iter().any(|code| code == "never-played" || code == "no-end"), "{codes:?}");
    // Two that meet in some of the games.
    let (play, message, _, codes) = checked("later.game", "White Man on a1 c1");
    assert_eq!((&play["games"], &play["cut_off"]), (&json!(6), &json!(6)), "{message}");
    assert!(!message.starts_with("6 of 6") && codes.iter().any(|code| code == "no-end"), "{message} {codes:?}");
}

/// Of two clauses with the same choices only the first one's move can be played; that is told where they lead elsewhere.
#[test]
fn plays_that_are_left_out_are_told() {
    let cram = "game \"Cram\"\nplayers First, Second\nboard square 4x4\npiece D neutral\n\
                move {\n  pick a in empty on west of empty { put D on a or east of a }\n  \
                pick b in empty on south of empty { put D on b or north of b }\n}\nend { win when enemy stuck }\n";
    let told = |name: &str, text: String, more: &[&str]| {
        let path = file(name, text.as_bytes());
        let answer = json(&[&["check", path.to_str().unwrap()], more].concat(), 0);
        let all = answer["files"][0]["diagnostics"].as_array().unwrap().clone();
        all.iter().filter(|d| d["code"] == "left-out-moves").count()
    };
    assert_eq!(told("cram.game", cram.to_string(), &[]), 1);
    assert_eq!(told("labels.game", cram.replace("west of empty {", "west of empty as across {"), &[]), 0);
    // The same effect is the same move.
    let same = cram.replace("south of empty", "west of empty").replace("north of b", "east of b");
    assert_eq!(told("same.game", same, &[]), 0);
    // The first cell of a move stands bare, whatever it is chosen for.
    let bare = |group: &str| {
        format!(
            "players A, B\nboard square 2x2\npiece Man\nsetup {{ A Man on a1  B Man on b2 }}\n{group}\nend {{ draw when enemy stuck }}\n"
        )
    };
    let step =
        "move Man { step orthogonal to empty } move { pick from in own pick to in empty { put enemy Man on to } }";
    assert_eq!(told("step.game", bare(step), &[]), 1);
    assert_eq!(
        told(
            "pick.game",
            bare("move { pick x in empty { put Man on x } } move { place Man on empty { flip all } }"),
            &[]
        ),
        1
    );
    assert_eq!(
        told(
            "slash.game",
            bare("move Man { step any to empty } move { pick x in own pick y in empty { put enemy Man on y } }"),
            &[]
        ),
        0
    );
    // Later on it takes games to find them.
    let late = cram.replace("pick b in empty", "pick b in empty on north of occupied");
    assert_eq!(told("late.game", late.clone(), &[]), 0);
    assert_eq!(told("late.game", late, &["--play", "5"]), 1);
    let shipped = rulesmith::library::MEASURED.iter().copied();
    let answer = json(&[vec!["check", "--play", "2", "--plies", "30"], shipped.collect()].concat(), 0);
    assert!(!answer.to_string().contains("left-out-moves"), "{answer}");
}

/// Both ends of what an option may be are tried; the other options stay as they are.
#[test]
fn options_that_may_break_the_file_are_told() {
    let told = |option: &str| {
        let text = format!(
            "{option}\nplayers White, Black\nboard square size x rows\npiece Man\nsetup {{ White Man on rank 1  Black Man on rank rows }}\n\
             move Man {{ step any to empty or enemy }}\nend {{ win when no enemy  win when enemy stuck  draw when repeats 3 }}\n"
        );
        let path = file("bounds.game", text.as_bytes());
        let answer = json(&["check", path.to_str().unwrap()], 0);
        let all = answer["files"][0]["diagnostics"].as_array().unwrap().clone();
        let bad = all.iter().filter(|d| d["code"] == "bad-bound");
        bad.map(|d| d["message"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(told("option size = 5 in 2..9\noption rows = size in 4..9"), Vec::<String>::new());
    assert_eq!(told("option size = 5 in 2..9 step 3\noption rows = 5 in 2..9"), Vec::<String>::new());
    let both = told("option size = 5 in 0..1000\noption rows = 5 in 1..9");
    assert!(both.len() == 3 && both[0].contains("size = 0") && both[1].contains("size = 1000"), "{both:?}");
    assert!(both[2].contains("rows = 1"), "{both:?}");
    assert_eq!(json(&[vec!["check"], rulesmith::library::names().collect()].concat(), 0)["warnings"], 0);
}

#[test]
fn wrong_requests_say_what_is_wrong() {
    let b = BREAKTHROUGH;
    let cases: &[(&[&str], i32, &str)] = &[
        (&["moves", "nosuch.game"], 2, "there is no such file"),
        (&["moves", "src"], 2, "folder"),
        (&["moves", "tests/faces"], 2, "folder"),
        (&["moves", "breakthruogh"], 1, "there is no game"),
        (&["moves", b, "--set", "size=99"], 1, "4 to 12"),
        (&["moves", b, "--set", "size=many"], 1, "many"),
        (&["moves", b, "--set", "size=4.5"], 1, "with `size=4.5`: "),
        (&["moves", "draughts"], 1, "`rulesmith games draughts` lists them"),
        (&["moves", "ches"], 1, "did you mean `chess`"),
        (&["moves", b, "--set", "size"], 1, "not a setting"),
        (&["moves", b, "--set", "size=5", "--set", "size=6"], 1, "twice"),
        (&["moves", b, "--set", "sise=6"], 1, "did you mean `size`"),
        (&["moves", b, "--position", ""], 1, ""),
        (&["moves", b, "--position", "8/8 w"], 1, ""),
        (&["moves", b, "--moves", "a2a3 a2a3"], 1, "move 2"),
        (&["moves", b, "--moves", "e9e10"], 1, "move 1"),
        (&["moves", TIC_TAC_TOE, "--moves", "a1 a2 b1 b2 c1 c2"], 1, "the game is over"),
        (&["moves", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4 a2a3"], 1, "the game is over, Black wins: checkmate"),
        (&["eval", b, "--eval", "none"], 1, "no evaluation `none`"),
        (&["eval", b, "--eval", "none"], 1, "`guessed`"),
        (&["best", b, "--eval", "derved"], 1, "did you mean `derived`?"),
        (&["eval", TIC_TAC_TOE, "--eval", "nothing"], 1, "`open lines`, `derived`, `guessed`"),
        (&["match", TIC_TAC_TOE, "depth=1,eval=guesed", "depth=1"], 1, "did you mean `guessed`?"),
        (&["best", b, "--time", "soon"], 1, "write a time"),
        (&["best", b, "--time", "-5s"], 1, ""),
        (&["best", b, "--clock", "soon"], 1, "5m+3s"),
        (&["best", b, "--clock", "5m", "--time", "1s"], 1, "--time"),
        (&["match", b, "time=1s,clock=1m", "depth=1"], 1, "don't go together"),
        (&["best", b, "--depth", "0"], 1, "0"),
        (&["best", b, "--depth", "99999999999"], 1, ""),
        (&["best", b, "--depth", "-3"], 1, "write a whole number, 1 or more"),
        (&["best", b, "--multi", "-3"], 1, "write a whole number from 1 to 500"),
        (&["best", b, "--time", "-5s"], 1, "write a time"),
        (&["match", b, "depth=1", "depth=1", "--seed", "-3"], 1, "write a whole number, 0 or more"),
        (&["match", b, "depth=1", "depth=1", "--sprt", "0,6500"], 1, "1000 Elo at most"),
        (&["match", b, "depth=1", "depth=1", "--opening", "a1 zz"], 1, "in the opening `a1 zz`"),
        (&["match", b, "hash=99999999", "depth=1"], 1, "up to 1048576"),
        (&["best", b, "--nodes", "99999999999999999999999"], 1, "write a number up to 18446744073709551615"),
        (&["moves", "go", "--set", "komi=7.25"], 1, "a whole number or a half"),
        (&["perft", b, "-3"], 1, "write a whole number from 1 to 1000"),
        (&["check", "--play", b], 1, "the file before this option or behind the number"),
        (&["perft", b, "0"], 1, "0"),
        (&["perft", b, "1000000"], 1, "1000000"),
        (&["perft", b], 1, "DEPTH"),
        (&["perft", b, "3", "--depth", "3"], 1, "cannot be used with"),
        (&["play", b, "--players", "human"], 1, "human,engine"),
        (&["check"], 1, "FILE"),
        (&["check", b, "--seed", "3"], 1, "--play"),
        (&["dump", b, "--stage", "bytes"], 1, "bytes"),
        (&["repl", b, "--moves", "a1a9"], 1, "move 1"),
        (&["repl", "--set", "size=5"], 1, "need a game"),
        (&["frobnicate"], 1, "frobnicate"),
        (&["chess"], 1, "`rulesmith play chess`"),
        (&["moves", b, "a2a3"], 1, "`--moves \"a2a3\"`"),
        (&["best", b, "2s"], 1, "a time is given as `--time 2s`"),
        (&["best", b, "5"], 1, "`--depth 5`, seconds `--time 5`"),
        (&["serve", "--port", "abc"], 1, "write a whole number from 0 to 65535"),
        (&["best", b, "--dpeth", "3"], 1, "--depth"),
        (&["moves", b, "--frob"], 1, "--frob"),
    ];
    for (arguments, status, part) in cases {
        let result = run(arguments);
        assert_eq!(result.status, *status, "{arguments:?}\n{}\n{}", result.out, result.err);
        assert!(result.err.contains(part), "{arguments:?} should say `{part}`:\n{}", result.err);
        assert!(result.err.starts_with("error") || result.err.contains("error:"), "{arguments:?}\n{}", result.err);
        assert_eq!(result.out, "", "{arguments:?}");
        if arguments[0] != "repl" {
            let message = json(arguments, *status);
            if arguments[0] != "check" || arguments.len() == 1 {
                assert!(!message["error"]["message"].as_str().unwrap().is_empty(), "{message}");
            }
        }
    }
}

#[test]
fn files_that_are_no_text_of_rules() {
    let long = vec![b'\n'; (1 << 20) + 1];
    let cases = [("bytes", &b"game \"X\"\n\xff\xfe\x00"[..], "line 2"), ("long", &long[..], "longer than 1024 KiB")];
    for (name, content, part) in cases {
        let path = file(name, content);
        for command in ["moves", "check", "fmt"] {
            let result = run(&[command, path.to_str().unwrap()]);
            assert_eq!(result.status, 1, "{name} {command}");
            let said = result.err + &result.out;
            assert!(said.contains(part), "{name} {command}: {said}");
        }
        assert_eq!(std::fs::read(&path).unwrap(), content, "a file that can't be read is not written");
    }
    let empty = file("empty.game", b"");
    assert_eq!(run(&["check", empty.to_str().unwrap()]).status, 1, "an empty file is no game");
}

#[test]
fn standard_input_is_a_file_too() {
    let text = std::fs::read(TIC_TAC_TOE).unwrap();
    let result = run_with(&["moves", "-", "--format", "json"], &text);
    assert_eq!(result.status, 0, "{}", result.err);
    assert_eq!(result.json()["moves"].as_array().unwrap().len(), 9);
    assert_eq!(run_with(&["moves", "-"], b"").status, 1);
}

#[test]
fn nobody_reads_the_answer() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulesmith"))
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .args(["moves", BREAKTHROUGH])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn a_game_on_the_terminal() {
    let arguments = ["play", TIC_TAC_TOE, "--players", "human,human"];
    let result = run_with(&arguments, b"b2\nfoo1\nb2\na1\nundo\na3\nmoves\nhelp\nboard\nc3\na2\na1\n");
    assert_eq!(result.status, 0, "{}", result.err);
    assert!(result.out.contains("X wins"), "{}", result.out);
    assert!(result.err.contains("foo1") && result.err.contains("b2"), "{}", result.err);
    let over = run(&["check", TIC_TAC_TOE, "--play", "5", "--moves", "a1 b1 a2 b2 a3"]);
    assert!(over.status == 1 && over.out.contains("there is nothing to play: X wins"), "{}", over.out);
    // A command stands alone; it is not taken for a move.
    let result = run_with(&arguments, b"undo 3\nbest 2\n");
    assert!(result.err.contains("write `undo`") && result.err.contains("write `best`"), "{}", result.err);
    // The end of input ends the game, too.
    assert_eq!(run_with(&arguments, b"b2\n").status, 0);
    let answer = json(&["play", TIC_TAC_TOE, "--players", "engine,engine", "--depth", "9"], 0);
    assert_eq!(answer["moves"].as_array().unwrap().len(), 9, "perfect play is a draw: {answer}");
    assert_eq!(answer["ended"]["winner"], Value::Null);
}

/// With nobody at the board an interrupt ends the game, and what was played is told.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_game_of_two_engines() {
    use std::io::{BufRead, BufReader, Read};
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulesmith"))
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .args(["play", "chess", "--players", "engine,engine", "--time", "30s"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut said = String::new();
    out.read_line(&mut said).unwrap();
    let start = std::time::Instant::now();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    out.read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2), "{said}");
    assert!(start.elapsed().as_secs() < 25, "a move alone takes longer");
    assert!(said.contains("stopped before the end; `--position \"rnbqkbnr/"), "{said}");
}

#[test]
fn fmt_writes_only_what_it_can_read() {
    let messy = file("messy.game", b"game   \"X\"\n\n\n\nplayers A,B // two\nboard square 3x3\n");
    let name = messy.to_str().unwrap();
    assert_eq!(run(&["fmt", "--check", name]).status, 1);
    let printed = run(&["fmt", "--stdout", name]).out;
    assert_eq!(run(&["fmt", name]).status, 0);
    let written = std::fs::read_to_string(&messy).unwrap();
    assert_eq!(written, printed);
    assert!(written.contains("// two"), "{written}");
    assert_eq!(run(&["fmt", "--check", name]).status, 0);
    assert_eq!(json(&["fmt", name], 0)["files"][0]["changed"], false);
    let broken = b"game \"X\"\nplayers A,\nboard ((\n";
    let path = file("broken.game", broken);
    assert_eq!(run(&["fmt", path.to_str().unwrap()]).status, 1);
    assert_eq!(std::fs::read(&path).unwrap(), broken);
    let piped = run_with(&["fmt", "-"], b"game   \"X\"\n");
    assert_eq!((piped.status, piped.out.as_str()), (0, "game \"X\"\n"));
}

#[test]
fn every_stage_prints() {
    for stage in ["ast", "rules", "ir", "optimized", "proofs"] {
        let answer = json(&["dump", TIC_TAC_TOE, "--stage", stage], 0);
        assert_eq!(answer["stage"], stage);
        assert!(answer["text"].as_str().unwrap().len() > 20, "{stage}");
    }
}

#[test]
fn every_file_of_games_is_shipped() {
    let answer = json(&["games"], 0);
    let mut names: Vec<String> =
        answer["games"].as_array().unwrap().iter().map(|g| g["name"].as_str().unwrap().to_string()).collect();
    names.sort();
    let families = std::fs::read_dir("games").unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let mut files: Vec<String> = families
        .flat_map(|family| std::fs::read_dir(family).unwrap().map(|entry| entry.unwrap().path()))
        .filter(|path| path.extension().is_some_and(|e| e == "game"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    files.sort();
    // No two share a name, wherever they lie.
    files.dedup();
    assert_eq!(names, files);
}

#[test]
fn help_teaches_by_example() {
    assert_eq!(run(&["help", "best"]).out, run(&["best", "--help"]).out);
    let commands = ["check", "moves", "perft", "best", "solve", "eval", "play", "fmt", "dump", "repl"];
    for command in commands {
        let help = run(&[command, "--help"]);
        assert_eq!(help.status, 0);
        assert!(help.out.contains(&format!("rulesmith {command} ")), "{command}:\n{}", help.out);
    }
    assert!(run(&["--help"]).out.contains("Exit status"));
    let help = run(&["--help"]).out;
    let examples = help.lines().filter_map(|line| line.strip_prefix("  rulesmith "));
    for example in examples.filter(|e| e.starts_with("moves") || e.starts_with("repl")) {
        let arguments: Vec<&str> = example.split('"').enumerate().fold(Vec::new(), |mut all, (number, part)| {
            if number % 2 == 1 {
                all.push(part)
            } else {
                all.extend(part.split_whitespace())
            }
            all
        });
        assert_eq!(run(&arguments).status, 0, "{example}");
    }
    assert!(run(&["--version"]).out.starts_with("rulesmith "));
}

/// What must not be written to is not replaced, either.
#[test]
fn protected_files_stay() {
    let path = file("protected.game", b"// not in canonical form\ngame   \"x\"\nplayers A,B\n");
    let before = std::fs::read(&path).unwrap();
    let protect = |readonly: bool| {
        let mut permissions = std::fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(readonly);
        std::fs::set_permissions(&path, permissions).unwrap();
    };
    protect(true);
    let result = run(&["fmt", path.to_str().unwrap()]);
    assert_eq!((result.status, std::fs::read(&path).unwrap()), (2, before.clone()), "{}", result.err);
    protect(false);
    assert_eq!(run(&["fmt", path.to_str().unwrap()]).status, 0);
    assert_ne!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_conversation_through_a_pipe() {
    let result = run_with(
        &["repl", TIC_TAC_TOE],
        b"b2\n\xff\xfe\n? count own\nnonsense\nperft 9999\neval \"open lines\"\nquit\nb1\n",
    );
    assert!(result.out.contains("O to move") && result.out.contains("\n0\n"), "{}", result.out);
    assert!(result.err.contains("from 1 to 1000") && result.err.contains("nonsense"), "{}", result.err);
    assert!(!result.err.contains("no evaluation"), "a name may stand in quotes: {}", result.err);
    assert!(!result.out.contains("error"), "what is wrong is no answer: {}", result.out);
    assert_eq!(result.status, 1, "some of the lines were wrong");
    assert_eq!(run_with(&["repl", TIC_TAC_TOE], b"b2\n? count own\nquit\n").status, 0);
    for wrong in ["b2\nb2\na1\n", "load nothing.game\n", "? count\nquit\n", "position x\nhelp\n"] {
        let result = run_with(&["repl", TIC_TAC_TOE], wrong.as_bytes());
        assert_eq!((result.status, result.out.contains("error")), (1, false), "{wrong:?}: {}", result.out);
        assert!(result.err.contains("error"), "{wrong:?}: {}", result.err);
    }
    assert!(!result.out.contains("X to move\nO"), "nothing is obeyed after `quit`");
    assert_eq!(run_with(&["repl"], b"").status, 0, "the end of input is a way to leave");
    assert_eq!(run_with(&[], b"help\n").status, 0, "no command is a conversation");
}

/// Of a record whose end is wrong the beginning is an answer, and what is wrong with the rest is none.
#[test]
fn a_record_that_ends_badly_through_a_pipe() {
    let record = file("ends-badly.record", b"record of Tic-tac-toe\nfile tic-tac-toe\nmoves a1 b2 b2\n");
    let result = run_with(&["repl"], format!("load {}\nrecord\n", record.display()).as_bytes());
    assert_eq!(result.status, 1, "{}", result.out);
    assert!(result.out.contains("moves a1 b2\n") && !result.out.contains("error"), "{}", result.out);
    assert!(result.err.contains("`b2` is not a legal move"), "{}", result.err);
}

/// Texts are read alike wherever they come from: with a mark of UTF-8, whatever ends their lines.
#[test]
fn text_is_read_alike_by_all_commands() {
    let marked = |text: &str| format!("\u{feff}{text}").into_bytes();
    for ends in ["\n", "\r\n", "\r"] {
        let lines = |text: &str| text.replace('\n', ends);
        for input in [lines("b2\n? count enemy\n").into_bytes(), marked(&lines("b2\n? count enemy\n"))] {
            let result = run_with(&["repl", TIC_TAC_TOE], &input);
            assert_eq!((result.status, result.err.as_str()), (0, ""), "{input:?}");
            assert!(result.out.contains("O to move") && result.out.ends_with("\n1\n"), "{}", result.out);
            let result = run_with(&["play", TIC_TAC_TOE, "--players", "human,human"], &input);
            assert!(!result.err.contains("b2") && result.out.contains("\nb2\n"), "{}{}", result.out, result.err);
        }
        let tree = run_with(&["trace", "--tree-file", "-"], &marked(&lines("(max 1\n 2)\n")));
        assert_eq!(tree.status, 0, "{}", tree.err);
        let contest = ["match", TIC_TAC_TOE, "depth=1", "depth=1", "--games", "2", "--openings", "-"];
        let openings = run_with(&contest, &marked(&lines("# two\nb2 a1\na1 b2\n")));
        assert_eq!(openings.status, 0, "{}", openings.err);
        let rules = String::from_utf8(std::fs::read(TIC_TAC_TOE).unwrap()).unwrap();
        let rules = format!("// the first line\n{rules}");
        let result = run_with(&["moves", "-", "--format", "json"], &marked(&lines(&rules)));
        assert_eq!(result.status, 0, "{}", result.err);
        assert_eq!(result.json()["moves"].as_array().unwrap().len(), 9);
        let path = file("ends.record", &marked(&lines("record of T\n# a note\nfile tic-tac-toe\nmoves a1 b2\n")));
        let answer = json(&["moves", path.to_str().unwrap()], 0);
        assert_eq!(answer["moves"].as_array().unwrap().len(), 7);
    }
    // The text of another encoding is told by its mark.
    let wide = |text: &str, big: bool| -> Vec<u8> {
        let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
        units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    };
    for big in [false, true] {
        let rules = wide("game \"X\"\nplayers A, B\n", big);
        let path = file("wide.game", &rules);
        for arguments in
            [vec!["check", path.to_str().unwrap()], vec!["fmt", path.to_str().unwrap()], vec!["moves", "-"]]
        {
            let result = run_with(&arguments, &rules);
            assert_eq!(result.status, 1, "{arguments:?}");
            assert!((result.out + &result.err).contains("UTF-16"), "{arguments:?}");
        }
        for command in ["repl", "play"] {
            let result = run_with(&[command, TIC_TAC_TOE], &wide("b2\n", big));
            assert_eq!(result.status, 1, "{command}");
            assert!(result.err.contains("UTF-16"), "{command}: {}", result.err);
        }
    }
}

/// What ends the lines of a file is no matter of its form, and messages count lines by any of it.
#[test]
fn files_keep_their_line_ends() {
    let form = "// of two lines\ngame \"X\"\nplayers A, B\nboard square 3x3\n";
    for ends in ["\n", "\r\n", "\r"] {
        let lines = |text: &str| text.replace('\n', ends);
        let path = file("kept.game", lines(form).as_bytes());
        let name = path.to_str().unwrap();
        assert_eq!(run(&["fmt", "--check", name]).status, 0, "{ends:?}");
        assert_eq!(run(&["fmt", name]).status, 0, "{ends:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), lines(form), "{ends:?}");
        std::fs::write(&path, lines(&form.replace("A, B", "A,B // two"))).unwrap();
        assert_eq!(run(&["fmt", "--check", name]).status, 1, "{ends:?}");
        let printed = run(&["fmt", "--stdout", name]).out;
        assert_eq!(run(&["fmt", name]).status, 0, "{ends:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), printed, "{ends:?}");
        assert_eq!(printed, lines(&form.replace("A, B", "A, B  // two")), "{ends:?}");
        assert_eq!(json(&["fmt", name], 0)["files"][0]["changed"], false, "{ends:?}");
        std::fs::write(&path, lines(&form.replace("square", "sqare"))).unwrap();
        let told = json(&["check", name], 1);
        assert_eq!(told["files"][0]["diagnostics"][0]["line"], 4, "{ends:?}: {told}");
        let shown = run(&["check", name]).out;
        assert!(shown.contains("4 | board sqare 3x3") && !shown.contains("0 |"), "{ends:?}: {shown}");
        let piped = run_with(&["fmt", "-"], lines("game   \"X\"\n").as_bytes());
        assert_eq!((piped.status, piped.out), (0, lines("game \"X\"\n")), "{ends:?}");
    }
    // Of several kinds the one that ends most lines is kept.
    for (mixed, whole) in
        [("game \"X\"\r\nplayers A, B\r\n// end\n", "\r\n"), ("game \"X\"\nplayers A, B\r// end\n", "\n")]
    {
        let path = file("mixed.game", mixed.as_bytes());
        let name = path.to_str().unwrap();
        assert_eq!(run(&["fmt", "--check", name]).status, 1, "{mixed:?}");
        assert_eq!(run(&["fmt", name]).status, 0);
        let written = std::fs::read_to_string(&path).unwrap();
        assert_eq!(written, "game \"X\"\nplayers A, B\n// end\n".replace('\n', whole));
        assert_eq!(run(&["fmt", "--check", name]).status, 0, "{mixed:?}");
    }
}

/// An answer that rests on no finished depth says so.
#[test]
fn an_answer_of_depth_0_says_what_it_rests_on() {
    let none = json(&["best", "chess", "--nodes", "1"], 0);
    assert_eq!((&none["depth"], &none["looked_at"]), (&json!(0), &json!({ "moves": 0, "of": 20 })));
    let text = run(&["best", "chess", "--nodes", "1"]).out;
    assert!(text.contains("no depth finished: the first of 20 moves, none looked at"), "{text}");
    let some = json(&["best", "amazons", "--nodes", "300"], 0);
    let looked_at = some["looked_at"]["moves"].as_u64();
    assert!(some["depth"] == 0 && looked_at.is_some_and(|number| (1..2_176).contains(&number)), "{some}");
    let text = run(&["best", "amazons", "--nodes", "300"]).out;
    assert!(
        text.contains("no depth finished: the best of the ") && text.contains(" looked at, of 2,176 moves"),
        "{text}"
    );
    let whole = json(&["best", "chess", "--depth", "1"], 0);
    assert!(whole["depth"] == 1 && whole.get("looked_at").is_none(), "{whole}");
}

/// Where the moves of a position can't be listed, the move of the request is not to blame, and the clause is told that is.
#[test]
fn chains_without_end_are_told_at_their_clause() {
    let text = b"players White, Black\nboard square 5x5\npiece Man\n\
        setup { White Man on a1..a3  Black Man on e1..e3 }\nmove Man { step any to empty }\n\
        move charge Man { hop any over own to empty { again }  hop any over enemy to empty { take over again } }\n\
        turn { any  finally { require count enemy < count was enemy } }\nend { win when enemy stuck }\n";
    let path = file("endless-hops.game", text);
    let name = path.to_str().unwrap();
    for arguments in [vec!["check", name], vec!["check", name, "--play", "3"]] {
        let told = json(&arguments, 1);
        let all = told["files"][0]["diagnostics"].as_array().unwrap().clone();
        let one = all.iter().find(|d| d["code"] == "unlisted-moves").unwrap_or_else(|| panic!("{told}"));
        assert_eq!((&one["line"], &one["column"]), (&json!(6), &json!(19)), "{one}");
        assert!(one["message"].as_str().unwrap().contains("more than 16 legs"), "{one}");
    }
    for arguments in
        [vec!["moves", name], vec!["moves", name, "--moves", "a1b1 e1d1"], vec!["eval", name, "--moves", "a1b1"]]
    {
        let result = run(&arguments);
        assert_eq!(result.status, 1, "{arguments:?}");
        for part in ["more than 16 legs", "it begins with `hop any over own to empty`"] {
            assert!(result.err.contains(part), "{arguments:?}: {}", result.err);
        }
        assert!(!result.err.contains("`a1b1` is not"), "{}", result.err);
    }
}

/// A search that meets such a position further on answers with what it knows by then, and tells why that is all.
#[test]
fn searches_answer_where_a_chain_without_end_is_met_further_on() {
    let text = b"players White, Black\nboard square 5x5\nfacing White north, Black south\npiece Pawn, King\n\
        setup { White Pawn on rank 2  Black Pawn on rank 4 }\n\
        move Pawn { step forward to empty or enemy { promote to on far rank as King } }\n\
        move King { step any to empty { again } }\nend { win when no enemy  draw when enemy stuck }\n";
    let path = file("endless-kings.game", text);
    let name = path.to_str().unwrap();
    assert_eq!(json(&["check", name], 0)["warnings"], 1);
    let answer = json(&["best", name, "--depth", "20"], 0);
    assert!(answer["move"].is_string() && answer["depth"].as_u64() > Some(1), "{answer}");
    // Which bound is met first differs with the moves that are looked at.
    let halted = answer["halted"].as_str().unwrap();
    assert!(halted.contains("stopped at a position further on: "), "{answer}");
    assert!(halted.contains("more than 16 legs") || halted.contains("takes too many steps"), "{answer}");
    let said = run(&["best", name, "--depth", "20"]).out;
    assert!(
        said.contains("it stopped at a position further on: ")
            && (said.contains("help: a chain") || said.contains("help: let a ply")),
        "{said}"
    );
    let solved = json(&["solve", name], 2);
    assert!(solved["value"].is_null() && solved["gave_up"].as_str().unwrap().contains("further on"), "{solved}");
    // A procedure of the books has no answer without all values.
    let said = run(&["best", name, "--algorithm", "minimax", "--depth", "6"]);
    assert!(said.status == 1 && said.err.contains("more than 16 legs"), "{}{}", said.out, said.err);
    // Where this position itself has such moves, nothing can be answered.
    let said = run(&["best", name, "--position", "5/5/5/K4/4p w 1"]);
    assert!(said.status == 1 && said.err.contains("it begins with `step any to empty`"), "{}", said.err);
}

/// A name with a hyphen is a name, whatever words are in it, in a file and in those that extend it.
#[test]
fn names_with_words_inside_are_names_everywhere() {
    for name in ["enemy-rows", "left-rows", "own-count", "rows-of-enemy", "no-way", "count-own", "to-end", "sum-hand"] {
        let base = format!(
            "players White, Black\nboard square 4x4\nfacing White north, Black south\npiece Man\n\
             setup {{ White Man on rank 1  Black Man on rank 4 }}\ndefine {name} = enemy rank 1 or enemy rank 2\n\
             move Man {{ step any to empty except {name} }}\nend {{ draw when enemy stuck }}\n"
        );
        file(&format!("{name}-base.game"), base.as_bytes());
        let text = format!("extends \"{name}-base.game\"\nmove Man {{ leap 2,2 to empty on {name} }}\n");
        let path = file(&format!("{name}.game"), text.as_bytes());
        let path = path.to_str().unwrap();
        assert_eq!(json(&["check", &path.replace(".game", "-base.game")], 0)["files"][0]["diagnostics"], json!([]));
        assert_eq!(json(&["check", path], 0)["files"][0]["diagnostics"], json!([]), "{name}");
        // Where there is no such name, a minus may have been meant.
        let file = file(
            &format!("{name}-missing.game"),
            base.replacen(&format!("define {name}"), "define rows", 1).as_bytes(),
        );
        let told = json(&["check", file.to_str().unwrap()], 1);
        let code = told["files"][0]["diagnostics"][0]["code"].as_str().unwrap().to_string();
        let operand = ["own", "enemy", "count", "sum"].iter().any(|word| name.split('-').any(|part| part == *word));
        assert_eq!(code, if operand { "minus-needs-spaces" } else { "unknown-name" }, "{name}: {told}");
    }
}

/// The derived evaluation counts hands only where pieces may come to be in them.
#[test]
fn no_term_for_a_hand_that_stays_empty() {
    let terms = |hand: &str| {
        let text = format!(
            "players White, Black\nboard square 5x5\nfacing White north, Black south\npiece Pawn, Rook, Wall \"#\" neutral\n\
             {hand}\nsetup {{ White Pawn on c1  Black Pawn on c5  White Rook on a1  Black Rook on a5 }}\n\
             move Pawn {{ step any to empty  step forward to enemy }}\nmove Rook {{ slide orthogonal to empty or enemy }}\n\
             move when own hand {{ drop any on empty }}\nend {{ win when no enemy  draw when enemy stuck }}\n"
        );
        let path = file("hands.game", text.as_bytes());
        let answer = json(&["eval", path.to_str().unwrap(), "--eval", "guessed"], 0);
        let terms = answer["terms"].as_array().unwrap().clone();
        let names = terms.iter().map(|term| term["term"].as_str().unwrap().to_string());
        names.filter(|name| name.contains("hand")).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(terms("hand 3 Wall each"), "own hand");
    assert_eq!(terms("hand 3 Wall each, 1 Rook for Black"), "own hand Rook, own hand Wall");
    assert_eq!(terms("captives to hand"), "own hand Pawn, own hand Rook");
}

/// What a file may not ask, a conversation does not answer.
#[test]
fn attacks_are_asked_for_alike() {
    for (game, part) in [
        ("gomoku", "no piece takes what stands where it arrives"),
        ("amazons", "no piece takes what stands where it arrives"),
        ("english-draughts", "takes another way"),
    ] {
        for query in ["attacked by enemy", "count own on attacked by enemy", "not attacked by own"] {
            let result = run_with(&["repl", game], format!("? {query}\n").as_bytes());
            assert!(result.status == 1 && result.err.contains(part), "{game} {query}: {}{}", result.out, result.err);
        }
        let path =
            file("asks.game", format!("extends \"{game}\"\nend {{ draw when own on attacked by enemy }}\n").as_bytes());
        let result = run(&["check", path.to_str().unwrap()]);
        assert!(result.status == 1, "{game}: {}", result.out);
    }
    assert_eq!(run_with(&["repl", "chess"], b"? attacked by enemy\n").status, 0);
}

/// What is typed ahead into a pipe is not obeyed after an interrupt.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_conversation_through_a_pipe() {
    use std::io::{BufRead, BufReader, Read, Write};
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulesmith"))
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .args(["repl", "chess"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"? count own\n? 7\nperft 99\nperft 99\n").unwrap();
    let mut said = String::new();
    while !said.ends_with("\n7\n") {
        assert_ne!(out.read_line(&mut said).unwrap(), 0, "{said}");
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    out.read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{said}");
}

/// Where the interpreter takes over, standard error says so in one line, and answers stay as they are.
#[cfg(feature = "jit")]
#[test]
fn interpreter_takes_over_with_one_line() {
    let text = "game \"walks\"\nplayers White, Black\nboard square 4x4\npiece Man\n\
        setup { White Man on a1 b1  Black Man on c4 d4 }\nmove play Man { step orthogonal to empty or enemy }\n\
        turn { most (count own on edge) of 1..2 play }\nend { win when no enemy }\n";
    let path = file("walks.game", text.as_bytes());
    let path = path.to_str().unwrap();
    for format in ["text", "json"] {
        let arguments = ["moves", path, "--format", format];
        let native = run(&[&arguments[..], &["--backend", "native"]].concat());
        let asked = run(&[&arguments[..], &["--backend", "interpreter"]].concat());
        assert_eq!((native.status, asked.status), (0, 0));
        assert_eq!(native.out, asked.out);
        assert_eq!(asked.err, "");
        assert_eq!(native.err.lines().count(), 1, "{}", native.err);
        assert!(native.err.starts_with("note: the interpreter runs parts of this game: "), "{}", native.err);
    }
    assert_eq!(run(&["moves", TIC_TAC_TOE]).err, "");
}

/// What one player alone ever plays though both begin with the same is told; what both do, or whose pieces differ, is not.
#[test]
fn a_clause_of_one_player_is_told() {
    let codes = |name: &str, from: &str, setup: &str| -> Vec<String> {
        let text = format!(
            "game \"G\"\nplayers White, Black\nboard square 6x8\nfacing White north, Black south\npiece Pawn, Rook\n\
             setup {{ White Pawn on rank 2  Black Pawn on rank 7 {setup} }}\n\
             move Pawn {{ step forward to empty  slide forward 2 to empty when from on {from}  step forward-diagonal to enemy }}\n\
             move Rook {{ slide sideways to empty }}\n\
             end {{ win when own Pawn on far rank  win when enemy stuck  draw when repeats 3 }}\n"
        );
        let path = file(name, text.as_bytes());
        let answer = json(&["check", path.to_str().unwrap(), "--play", "60"], 0);
        let found = answer["files"][0]["diagnostics"].as_array().unwrap();
        found.iter().map(|d| d["code"].as_str().unwrap().to_string()).collect()
    };
    let rooks = "White Rook on a1  Black Rook on a8";
    assert_eq!(codes("one-rank.game", "rank 2", rooks), ["one-sided"]);
    assert!(codes("own-rank.game", "own rank 2", rooks).is_empty());
    assert!(codes("one-rook.game", "own rank 2", "White Rook on a1").is_empty());
}

/// The first ply of a game is the first player's by the rules: a clause for it alone is none that the other one lacks.
#[test]
fn a_clause_of_one_ply_is_no_clause_of_one_player() {
    let text = "game \"G\"\nplayers White, Black\nboard square 4x4\npiece Man\n\
                move { place Man on empty on edge when no occupied  place Man on empty when occupied }\n\
                end { win when line 3 of own  draw when no empty }\n";
    let path = file("first-ply.game", text.as_bytes());
    let answer = json(&["check", path.to_str().unwrap(), "--play", "60"], 0);
    assert_eq!(answer["files"][0]["diagnostics"].as_array().unwrap().len(), 0, "{answer}");
}

/// A verdict that players have a name for is told by it alone, whether games ended by it or not.
#[test]
fn verdicts_are_counted_by_their_names() {
    let text = "game \"G\"\nplayers White, Black\nboard square 3x3\npiece Mark\nmove { place Mark on empty }\n\
                end { win when line 3 of own as \"three\"  draw when no empty as \"full\"  draw when count own = 6 as \"never\" }\n";
    let path = file("named-verdicts.game", text.as_bytes());
    let play = json(&["check", path.to_str().unwrap(), "--play", "40"], 0)["play"].clone();
    let endings = play["endings"].as_object().unwrap();
    let count = |name: &str| endings[name].as_u64().unwrap();
    assert_eq!(endings.keys().collect::<std::collections::BTreeSet<_>>().len(), 3, "{endings:?}");
    assert_eq!((count("never"), count("three") + count("full")), (0, 40), "{endings:?}");
}
