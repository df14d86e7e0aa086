//! `trace`, `match`, `book` and the ways of `best`, from outside.

use std::path::PathBuf;

use super::outside::{file, refused, run};
use serde_json::Value;

const TREE: &str = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))";

fn json(arguments: &[&str]) -> Value {
    let run = run(&[arguments, &["--format", "json"]].concat());
    assert_eq!(run.status, 0, "{arguments:?}\n{}{}", run.out, run.err);
    run.json()
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn traces_as_json() {
    let trace = json(&["trace", "--tree", TREE, "--algorithm", "alphabeta"]);
    assert_eq!((&trace["value"], &trace["nodes"], &trace["static_evaluations"]), (&3.into(), &11.into(), &7.into()));
    assert_eq!(trace["cutoffs"], 1);
    assert_eq!(trace["line"], serde_json::json!(["1", "3"]));
    let events = trace["events"].as_array().unwrap();
    let cutoff = events.iter().find(|e| e["kind"] == "cutoff").unwrap();
    assert_eq!((&cutoff["cutoff"], &cutoff["pruned"]), (&"alpha".into(), &serde_json::json!(["4", "6"])));
    for algorithm in ["minimax", "minimax-list", "minimax-a-b", "negamax", "pvs"] {
        assert_eq!(json(&["trace", "--tree", TREE, "--algorithm", algorithm])["value"], 3, "{algorithm}");
    }
}

#[test]
fn games_are_traced_with_the_common_arguments() {
    let value = |more: &[&str]| json(&[&["trace", "tic-tac-toe"], more].concat())["value"].clone();
    let here = ["--depth", "0", "--moves", "b2 a1 c1"];
    assert_eq!(value(&here), -5);
    assert_eq!(value(&[&here[..], &["--eval", "open lines"]].concat()), -3);
    let won = value(&["--depth", "2", "--moves", "a1 b1 a2 b2"]);
    assert!(won.as_i64().unwrap() > 1_000_000, "X wins at a3: {won}");
    let small = json(&["trace", "breakthrough", "--set", "size=4", "--depth", "1"]);
    assert_eq!(small["nodes"], 1 + 6, "only the pawns in front of the gaps can take");
}

#[test]
fn order_and_comparison() {
    let count =
        |order: &str| json(&["trace", "--tree", TREE, "--order", order])["static_evaluations"].as_u64().unwrap();
    assert_eq!([count("best"), count("generated"), count("worst")], [5, 7, 9]);
    let table = json(&["trace", "--compare", "tic-tac-toe", "--depth", "3"]);
    let rows = table["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2 + 4 * 3);
    assert!(rows.iter().all(|row| row["value"] == table["engine"]["value"]));
    assert!(run(&["trace", "--compare", "--tree", TREE]).out.contains("(Knuth and Moore, b^⌈d/2⌉ + b^⌊d/2⌋ − 1): 5\n"));
    let uneven = run(&["trace", "--compare", "--tree", "(max (min 3 12 8) (min 2 4))"]).out;
    assert!(uneven.contains("− 1): about 3.7\n"), "{uneven}");
}

#[test]
fn pictures_go_to_files() {
    let path = scratch("tree.svg");
    let shown = path.to_str().unwrap();
    let svg = run(&["trace", "--tree", TREE, "--format", "svg", "--out", shown]);
    assert_eq!((svg.status, svg.out.as_str()), (0, ""));
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("<svg"));
}

#[test]
fn bad_trees_are_shown_at_their_place() {
    let said = refused(&["trace", "--tree", "(max 3 (mux 4 5))"]);
    assert!(
        said.contains("expected `max` or `min`") && said.contains("(max 3 (mux 4 5))") && said.contains("^^^"),
        "{said}"
    );
    let stray = refused(&["trace", "--tree", "(max (min 1 2)) 3))"]);
    assert!(stray.contains("one root"), "{stray}");
    let stray = refused(&["trace", "--tree", "(max 1 2))"]);
    assert!(stray.contains("this `)` closes nothing") && stray.contains("         ^\n"), "{stray}");
    assert!(refused(&["trace", "--tree", "(max (min 1 2) 3)", "--depth", "1"]).contains("no static value"));
    assert!(refused(&["trace", "tic-tac-toe", "--algorithm", "minmax"]).contains("did you mean `minimax`?"));
    assert!(refused(&["trace", "tic-tac-toe", "--algorithm", "engine"]).contains("pvs"));
    assert!(!refused(&["trace", "tic-tac-toe", "--algorithm", "foo"]).contains("engine"), "it is none that is traced");
    for more in [&["trace"][..], &["trace", "--compare"]] {
        let said = refused(more);
        assert!(said.contains("name a game") && said.contains("--tree"), "{said}");
    }
    assert!(refused(&["trace", "chess", "--tree", TREE]).contains("cannot be used with"));
}

#[test]
fn best_by_every_procedure() {
    for algorithm in ["minimax", "minimax-list", "minimax-a-b", "alphabeta", "negamax", "pvs", "engine"] {
        let args = ["best", "tic-tac-toe", "--moves", "a1 b1 a2 b2", "--depth", "3", "--algorithm", algorithm];
        let best = json(&args);
        assert_eq!((&best["move"], &best["outcome"]), (&"a3".into(), &"win".into()), "{algorithm}");
        assert_eq!(best["plies_to_end"], 1);
    }
    assert!(refused(&["best", "chess", "--algorithm", "minimax", "--time", "1s"]).contains("depth"));
}

#[test]
fn best_of_a_game_that_is_over() {
    let drawn = ["best", "tic-tac-toe", "--moves", "a3 b3 c3 b2 a2 c2 b1 a1 c1", "--depth", "3"];
    let scored = ["best", "othello", "--position", "BBBB/BBBB/BBBB/WWWB b 2 9", "--set", "size=4", "--depth", "2"];
    for (args, outcome, margin, text) in [
        (&drawn[..], "draw", Value::Null, "the game is over: a draw: draw when no empty\n"),
        (
            &scored[..],
            "win",
            10.into(),
            "the game is over: Black wins by 10: score count own - count enemy when both passed\n",
        ),
    ] {
        for algorithm in ["minimax", "pvs", "engine"] {
            let args = [args, &["--algorithm", algorithm]].concat();
            let best = json(&args);
            assert_eq!((&best["outcome"], &best["margin"]), (&outcome.into(), &margin), "{algorithm}");
            assert_eq!(run(&args).out, text, "{algorithm}");
        }
    }
}

#[test]
fn best_with_lines_threads_and_switches() {
    let best = json(&["best", "tic-tac-toe", "--depth", "3", "--multi", "3", "--threads", "2", "--hash", "4"]);
    let lines = best["lines"].as_array().unwrap();
    assert_eq!((lines.len(), &lines[0]["move"]), (3, &best["move"]));
    let with = json(&["best", "connect-four", "--depth", "5"]);
    let without = json(&["best", "connect-four", "--depth", "5", "--without", "killers,history,counters,table"]);
    assert_eq!(with["score"], without["score"]);
    assert!(with["nodes"].as_u64() < without["nodes"].as_u64(), "order saves nodes");
    for threads in ["1", "3"] {
        let best = json(&["best", "connect-four", "--nodes", "1000", "--threads", threads]);
        assert!(best["nodes"].as_u64() <= Some(1000), "{best}");
    }
    assert!(refused(&["best", "chess", "--without", "kilers"]).contains("did you mean `killers`?"));
}

#[test]
fn matches() {
    let keep = scratch("games.record");
    let keep = keep.to_str().unwrap();
    let args = ["match", "breakthrough", "depth=5", "algorithm=minimax,depth=1", "--set", "size=5", "--games", "8"];
    let result = json(&[&args[..], &["--keep", keep, "--parallel", "2"]].concat());
    assert_eq!((&result["games"], &result["stopped"]), (&8.into(), &false.into()));
    assert!(result["points"].as_f64().unwrap() > 0.5, "{result}");
    assert!(result["elo"]["low"].is_number());
    let played = result["played"].as_array().unwrap();
    assert_eq!((&played[0]["a_plays"], &played[1]["a_plays"]), (&"White".into(), &"Black".into()));
    assert_eq!(played[0]["moves"][0], played[1]["moves"][0], "an opening is played twice");
    let won_by_white = |game: &&Value| game["ended"]["winner"] == "White";
    let wins = played.iter().filter(won_by_white).count();
    assert_eq!(result["first_player"]["wins"], wins, "whoever of the two it was");
    // Each game can be loaded again.
    let third = json(&["moves", &format!("{keep}#3")]);
    assert_eq!(third["ended"], played[2]["ended"]);
    assert!(refused(&["moves", &format!("{keep}#9")]).contains("it has 8"));
    assert_eq!(json(&args)["wins"], result["wins"], "the same seed, the same games");
}

#[test]
fn matches_from_openings_and_with_a_test() {
    let args = ["match", "tic-tac-toe", "depth=9", "depth=9", "--opening", "b2", "--opening", "a1 b2", "--games", "4"];
    let result = json(&args);
    assert_eq!(result["draws"], 4);
    assert_eq!(result["played"][2]["moves"][0], "a1");
    // From one opening there are two games between players who always answer alike: more would prove nothing.
    let again = json(&["match", "tic-tac-toe", "depth=2", "depth=1", "--random", "0", "--games", "6"]);
    assert_eq!((&again["games"], &again["repeated"]), (&2.into(), &4.into()), "{again}");
    // No game is decided before it begins: where more random moves would do that, there are fewer.
    let random = |plies| run(&["match", "tic-tac-toe", "depth=1", "depth=1", "--games", "2", "--random", plies]).out;
    let said = "2 of the games began with fewer random moves than asked for: more would have ended them\n";
    assert!(random("9").ends_with(said) && !random("4").contains("fewer"), "{}", random("9"));
    let timed = json(&["match", "tic-tac-toe", "time=1ms", "depth=1", "--random", "0", "--games", "4"]);
    assert_eq!((&timed["games"], &timed["repeated"]), (&4.into(), &0.into()), "{timed}");
    let strong =
        ["match", "breakthrough", "depth=4", "depth=1", "--set", "size=5", "--sprt", "0,200", "--games", "200"];
    let result = json(&strong);
    assert_eq!(result["sprt"]["accepted"], true, "{result}");
    assert!(result["games"].as_u64().unwrap() < 200);
    assert!(refused(&["match", "chess", "depth=2", "depht=2"]).contains("player B"));
    assert!(refused(&["match", "chess", "depth=2", "eval=none"]).contains("evaluation"));
    assert!(refused(&["match", "tic-tac-toe", "depth=1", "depth=1", "--opening", "b2 b2"]).contains("opening"));
}

#[test]
fn books_are_made_read_and_kept_apart() {
    let (book, games) = (scratch("ttt.book"), scratch("ttt.record"));
    let (book, kept_games) = (book.to_str().unwrap(), games.to_str().unwrap());
    assert_eq!(json(&["book", "tic-tac-toe", book, "--line", "a3 b2"])["positions"], 2);
    let best = json(&["best", "tic-tac-toe", "--book", book]);
    assert_eq!((&best["move"], &best["from_book"]), (&"a3".into(), &true.into()));
    let off = json(&["best", "tic-tac-toe", "--book", book, "--moves", "c1", "--depth", "1"]);
    assert!(off.get("from_book").is_none());
    // It is played from, by itself and in matches; it must be there and of the same game.
    let played = run(&["play", "tic-tac-toe", "--players", "engine,engine", "--depth", "1", "--book", book]);
    assert!(
        played.out.contains("X: a3  (from the book)") && played.out.contains("O: b2  (from the book)"),
        "{}",
        played.out
    );
    let settings = format!("depth=1,book={book}");
    let games = json(&["match", "tic-tac-toe", &settings, "depth=1", "--games", "2", "--random", "0"]);
    assert_eq!(games["played"][0]["moves"][0], "a3", "{games}");
    assert_ne!(games["played"][1]["moves"][0], "a3", "{games}");
    let missing = run(&["match", "tic-tac-toe", "depth=1,book=nowhere.book", "depth=1", "--games", "2"]);
    assert!(missing.status == 2 && missing.err.contains("can't read `nowhere.book`"), "{}", missing.err);
    let none = ["match", "tic-tac-toe", "depth=1,book=tests/faces/tic-tac-toe.game", "depth=1", "--games", "2"];
    assert!(refused(&none).contains("a book starts with"));
    // The games of a match teach it more.
    json(&["match", "tic-tac-toe", "depth=3", "depth=1", "--games", "4", "--keep", kept_games]);
    let learnt = json(&["book", "tic-tac-toe", book, "--from", kept_games, "--plies", "3"]);
    assert_eq!((&learnt["games"], &learnt["known_games"]), (&3.into(), &1.into()), "two of the games are the same");
    assert!(learnt["positions"].as_u64().unwrap() > 2, "{learnt}");
    // What it knows it does not count again.
    let kept = std::fs::read_to_string(book).unwrap();
    let again = json(&["book", "tic-tac-toe", book, "--from", kept_games, "--plies", "3"]);
    assert_eq!((&again["games"], &again["known_games"], &again["moves"]), (&0.into(), &4.into(), &learnt["moves"]));
    assert_eq!(std::fs::read_to_string(book).unwrap(), kept);
    assert!(refused(&["best", "breakthrough", "--book", book]).contains("is a book of Tic-tac-toe"));
}

#[test]
fn a_game_without_an_evaluation_gets_one_that_can_be_read() {
    let guessed = |game: &str| json(&["eval", game, "--eval", "guessed"]);
    let terms = json(&["eval", "hex", "--moves", "f6", "--eval", "guessed"]);
    let first = &terms["terms"][0];
    assert_eq!(first["term"], "fewest empty from own rank 1 to far rank through own");
    assert_eq!((&first["own"], &first["enemy"]), (&11.into(), &10.into()), "Red has one stone in the middle");
    let best = json(&["best", "hex", "--set", "size=3", "--depth", "2", "--eval", "guessed"]);
    assert_eq!(best["move"], "b2");
    let chess = guessed("chess");
    let weight = |game: &serde_json::Value, term: &str| {
        let found = game["terms"].as_array().unwrap().iter().find(|t| t["term"] == term);
        found.unwrap_or_else(|| panic!("no {term} in {game}"))["weight"].as_i64().unwrap()
    };
    let rises = |game, names: &[&str]| {
        let worth: Vec<i64> = names.iter().map(|name| weight(game, &format!("count own {name}"))).collect();
        assert!(worth.is_sorted_by(|a, b| a < b), "{names:?}: {worth:?}");
    };
    rises(&chess, &["Pawn", "Knight", "Rook", "Queen"]);
    rises(&guessed("xiangqi"), &["Soldier", "Horse", "Rook"]);
    // Men that are tucked under others, or moved onto by choice, are lost as well.
    let lasca = guessed("tests/games_syntax/lasca.game");
    assert!(weight(&lasca, "count own Officer") > weight(&lasca, "count own Soldier"));
    assert!(weight(&guessed("tzaar"), "count own Tott") > 0);
    let fox = guessed("fox-and-hounds");
    assert!(weight(&fox, "sum own Runner by nearness to rank 8") > 0);
    // Who gets rid of all pieces wins: each is a burden, and so is a king that has to be lost.
    let antichess = guessed("antichess");
    assert!(["Pawn", "Queen"].iter().all(|kind| weight(&antichess, &format!("count own {kind}")) < 0));
    let othello = guessed("othello");
    assert!(weight(&othello, "count own on corners") > 0, "a corner is safe");
    // Of steps that are combined to turns there are more ways than can be counted in passing.
    let walkers = "game \"Walkers\"\nplayers Gold, Silver\nboard square 8x8\nfacing Gold north, Silver south\npiece Cat\n\
                   setup { Gold Cat on rank 1  Silver Cat on rank 8 }\nmove walk Cat { step orthogonal to empty }\n\
                   turn { 1..4 walk }\nend { win when enemy stuck  draw when repeats 3 }\n";
    for (turn, counts_moves) in [("1..4 walk", false), ("walk", true)] {
        let rules = file("walkers.game", walkers.replace("1..4 walk", turn).as_bytes());
        let terms = guessed(rules.to_str().unwrap());
        let terms = terms["terms"].as_array().unwrap();
        assert_eq!(terms.iter().any(|t| t["term"] == "mobility"), counts_moves, "{turn}: {terms:?}");
        assert!(!terms.is_empty(), "{turn}");
    }
    // Nor of chains with choices, nor of those that take nothing: there are as many as ways.
    for (chain, counts_moves) in [
        ("over own to empty { pick x in empty  may again }", false),
        ("over own to empty { may again }", false),
        ("over enemy to empty { take over  may again }", true),
    ] {
        let chained = format!("move walk Cat {{ hop orthogonal {chain}  step any to empty }}");
        let rules = walkers.replace("move walk Cat { step orthogonal to empty }", &chained);
        let rules = file("chained.game", rules.replace("1..4 walk", "walk").as_bytes());
        let terms = guessed(rules.to_str().unwrap());
        let counts = terms["terms"].as_array().unwrap().iter().any(|t| t["term"] == "mobility");
        assert_eq!(counts, counts_moves, "{terms}");
    }
    // A number of men somewhere is a goal, however it is asked for; a number that they are to fall below is none.
    for (verdict, is_goal) in [
        ("win when count own on far rank = 2", true),
        ("win when 3 <= count own Cat on far rank", true),
        ("win when count own on far rank = count own", true),
        ("win when no own except far rank", true),
        ("win when own = far rank", true),
        ("win when count own on far rank = 0", false),
        ("win when count own on far rank < 2", false),
    ] {
        let rules = walkers.replace("1..4 walk", "walk").replace("end {", &format!("end {{ {verdict}"));
        let rules = file("race.game", rules.as_bytes());
        let terms = guessed(rules.to_str().unwrap());
        let found = terms["terms"]
            .as_array()
            .unwrap()
            .iter()
            .find(|t| t["term"].as_str().unwrap().contains("by closeness to far rank"));
        assert_eq!(found.is_some_and(|t| t["weight"].as_i64().unwrap() > 0), is_goal, "{verdict}: {terms}");
    }
}

/// The value comes from the first of several that are equal; what a bound alone is known of is not on the line.
#[test]
fn the_line_is_marked_where_names_are_shared() {
    let shown = |tree: &str, algorithm: &str| {
        let run = run(&["trace", "--tree", tree, "--algorithm", algorithm]);
        assert_eq!(run.status, 0, "{}", run.err);
        run.out.lines().filter(|line| line.contains('*')).map(|l| l.trim_start().to_string()).collect::<Vec<_>>()
    };
    for algorithm in ["minimax", "minimax-list", "minimax-a-b", "alphabeta", "negamax", "pvs"] {
        assert_eq!(shown("(max 3 3 2)", algorithm)[1], "├─ *3", "{algorithm}");
        let lines = shown("(max (A min 5 6) (A min 5 4))", algorithm);
        assert!(lines[1].starts_with("├─ *min A") && lines[2].ends_with("├─ *5"), "{algorithm}: {lines:?}");
    }
    // A second search of the same position supersedes the first.
    let lines = shown("(max (A min 3 4) (B min 7 8))", "pvs");
    assert!(lines[1].contains("*min B") && lines[1].contains("→ 7"), "{lines:?}");
}

#[test]
fn lines_are_told_in_the_order_of_their_values_behind_a_second_look() {
    let position = "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1";
    let arguments = ["best", "chess", "--position", position, "--depth", "1", "--without", "quiescence"];
    let more = ["--secondary", "2", "--multi", "3", "--format", "json"];
    let json = run(&[&arguments[..], &more[..]].concat()).json();
    let scores: Vec<i64> = json["lines"].as_array().unwrap().iter().map(|l| l["score"].as_i64().unwrap()).collect();
    assert!(scores.len() == 3 && scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}
