//! Opponents who err, and players who do: `--opponent`, `--swindle`, `--level`, `solve --against`.

use super::outside::{refused, run, run_with};
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    let run = run(&[arguments, &["--format", "json"]].concat());
    assert_eq!(run.status, 0, "{arguments:?}\n{}{}", run.out, run.err);
    run.json()
}

/// Optimal play in tic-tac-toe against a player of depth d that chooses among equals at random (`3X2+X1`): any move that
/// minimax thinks best, the best of these, and what who knows the opponent gets. The figures were worked out apart from
/// this program, with fractions, over the whole tree.
#[test]
fn what_to_expect_of_tic_tac_toe() {
    let known: [(&str, [&str; 3], [&str; 3]); 5] = [
        ("random", ["75257/77760", "191/192", "191/192"], ["2645/3402", "866/945", "874/945"]),
        ("depth=1", ["547/1512", "1/1", "1/1"], ["0/1"; 3]),
        ("depth=2", ["0/1"; 3], ["0/1"; 3]),
        ("depth=3", ["4/27", "1/1", "1/1"], ["0/1"; 3]),
        ("depth=4", ["0/1"; 3], ["0/1"; 3]),
    ];
    for (opponent, x, o) in known {
        let answer = json(&["solve", "tic-tac-toe", "--against", opponent]);
        for (index, (player, expected)) in [("X", x), ("O", o)].into_iter().enumerate() {
            let told = &answer["players"][index];
            assert_eq!((&told["as"], &told["value"]), (&Value::from(player), &Value::from(0.0)));
            for (key, fraction) in ["any_best_move", "best_of_them", "opponent_known"].into_iter().zip(expected) {
                assert_eq!(told[key]["fraction"], fraction, "{opponent}, {player}, {key}");
            }
        }
    }
    let random = json(&["solve", "tic-tac-toe", "--against", "random"]);
    let about = |index: usize| random["players"][index]["any_best_move"]["value"].as_f64().unwrap();
    assert!((about(0) - 0.967_811).abs() < 1e-6 && (about(1) - 0.777_484).abs() < 1e-6);
}

/// Who judges by another evaluation is another opponent; positions in the middle of a game are looked at as well.
#[test]
fn opponents_have_evaluations_of_their_own() {
    let one = json(&["solve", "tic-tac-toe", "--against", "depth=1"]);
    let other = json(&["solve", "tic-tac-toe", "--against", "depth=1,eval=open lines"]);
    assert_ne!(one["players"][0]["any_best_move"], other["players"][0]["any_best_move"]);
    let middle = run(&["solve", "tic-tac-toe", "--against", "random", "--moves", "b2 b1"]);
    assert!(middle.out.contains("as X      1"), "X wins there: {}", middle.out);
    let score = json(&["solve", "othello", "--set", "size=4", "--against", "random"]);
    assert_eq!((&score["in_points"], score["players"][1]["value"].as_f64()), (&Value::Bool(true), Some(8.0)));
}

#[test]
fn the_move_that_the_opponent_answers_worst() {
    // All nine moves are draws; a corner leaves a random opponent the fewest ways to hold it.
    let random = json(&["best", "tic-tac-toe", "--opponent", "random"]);
    let corner = ["a1", "c1", "a3", "c3"].contains(&random["move"].as_str().unwrap());
    assert!(corner && random["outcome"] == "draw" && random["against"]["exact"] == true, "{random}");
    assert!((random["against"]["expected"].as_f64().unwrap() - 191.0 / 192.0).abs() < 1e-9);
    // What is proved is not given away, whatever may be made up for.
    let won = json(&["best", "tic-tac-toe", "--moves", "a1 b1 a2 b2", "--opponent", "random", "--swindle", "1000000"]);
    assert_eq!((&won["move"], &won["outcome"]), (&Value::from("a3"), &Value::from("win")));
    for moves in ["a1", "b2", "b1 b2"] {
        let held = json(&["best", "tic-tac-toe", "--moves", moves, "--opponent", "depth=1", "--swindle", "1000000"]);
        assert_eq!(held["outcome"], "draw", "{held}");
    }
    // Where the game can't be looked at to its end, replies are estimated.
    let opening = ["best", "breakthrough", "--opponent", "depth=1", "--swindle", "20", "--nodes", "3000"];
    let chosen = json(&opening);
    assert_eq!((&chosen["against"]["exact"], &chosen["against"]["opponent"]), (&false.into(), &"depth=1".into()));
    assert_eq!(chosen["against"], json(&opening)["against"], "by nodes it is the same again");
    let plain = json(&["best", "breakthrough", "--opponent", "nodes=100", "--depth", "3"]);
    assert!(plain["move"].is_string(), "{plain}");
}

/// In a lost position it is told how many replies keep the win.
#[test]
fn saving_replies_are_counted() {
    // b2 and a1 are X's, and c3 has to be stopped; then a3 and c1 threaten at once.
    let lost = ["best", "tic-tac-toe", "--moves", "a1 b1 a2"];
    assert_eq!(json(&lost)["outcome"], "loss");
    let told = json(&[&lost[..], &["--opponent", "random"]].concat());
    let (replies, all) = (&told["against"]["saving"]["replies"], &told["against"]["saving"]["of"]);
    assert!(told["outcome"] == "loss" && all == 5, "{told}");
    assert!(replies.as_u64().is_some_and(|n| (1..5).contains(&n)), "{told}");
    let text = run(&[&lost[..], &["--opponent", "random"]].concat()).out;
    assert!(text.contains("saving repl") && text.contains(" of 5"), "{text}");
}

#[test]
fn levels_play_the_same_game_for_the_same_seed() {
    let game = |seed: &str, level: &str| {
        let arguments = ["play", "breakthrough", "--players", "engine,engine", "--level", level, "--seed", seed];
        json(&arguments)["moves"].to_string()
    };
    assert_eq!(game("1", "2"), game("1", "2"));
    assert_ne!(game("1", "2"), game("2", "2"));
    let shown = run_with(&["play", "tic-tac-toe", "--level", "1"], b"b2\nquit\n");
    assert!(shown.status == 0 && shown.out.contains("level 1"), "{}{}", shown.out, shown.err);
}

/// Higher levels are better, a level that is the engine and one that is not included.
#[test]
fn levels_are_in_order() {
    for (game, high, low) in [("breakthrough", "level=5", "level=2"), ("othello", "level=8", "level=4")] {
        let result = json(&["match", game, high, low, "--games", "8", "--random", "2", "--plies", "200"]);
        let points = result["wins"].as_f64().unwrap() + result["draws"].as_f64().unwrap() / 2.0;
        assert!(points >= 5.0, "{game}: {high} takes {points} of 8 from {low}");
    }
    let random = json(&["match", "breakthrough", "level=2", "algorithm=random", "--games", "6"]);
    assert!(random["wins"].as_u64() > random["losses"].as_u64(), "{random}");
}

#[test]
fn who_thinks_of_the_opponent_gets_more() {
    let points = |player: &str| {
        let result = json(&["match", "tic-tac-toe", player, "algorithm=random", "--games", "60", "--random", "0"]);
        result["wins"].as_f64().unwrap() - result["losses"].as_f64().unwrap()
    };
    let [swindles, plays] = ["opponent=random,depth=9", "depth=9"].map(points);
    assert!(swindles >= plays - 2.0 && swindles > 40.0, "{swindles} and {plays} of 60");
}

#[test]
fn wrong_opponents_and_levels_are_told_what_to_write() {
    let best = |more: &[&str]| refused(&[&["best", "tic-tac-toe"], more].concat());
    assert!(best(&["--opponent", "depht=2"]).contains("did you mean `depth`?"));
    assert!(best(&["--opponent", "perfect"]).contains("write `random`, `depth=2`"));
    for bad in
        ["", "depth", "depth=0", "depth=x", "nodes=0", "depth=2,nodes=3", "random,eval=3X2+X1", "eval=open lines"]
    {
        let said = best(&["--opponent", bad]);
        assert!(said.contains("opponent") && said.contains("help:"), "{bad}: {said}");
    }
    assert!(best(&["--opponent", "depth=1,eval=open line"]).contains("open lines"));
    assert!(best(&["--swindle", "5"]).contains("--opponent"));
    for bad in ["-1", "x", "1000001"] {
        assert!(best(&["--opponent", "random", "--swindle", bad]).contains("from 0 to 1000000"), "{bad}");
    }
    assert!(best(&["--opponent", "random", "--secondary", "2"]).contains("don't go together"));
    assert!(best(&["--opponent", "random", "--algorithm", "minimax"]).contains("no effect"));
    assert!(best(&["--algorithm", "random", "--depth", "2"]).contains("does not think"));
    let play = |more: &[&str]| refused(&[&["play", "tic-tac-toe"], more].concat());
    for bad in ["0", "11", "-3", "hard"] {
        assert!(play(&["--level", bad]).contains("from 1 to 10"), "{bad}");
    }
    assert!(play(&["--level", "3", "--time", "1s"]).contains("limits of its own"));
    assert!(play(&["--level", "3", "--opponent", "random"]).contains("no effect"));
    assert!(play(&["--level", "3", "--players", "human,human"]).contains("no engine plays"));
    assert!(play(&["--seed", "3"]).contains("--level"));
    let solve = |game: &str, more: &[&str]| {
        let run = run(&[&["solve", game], more].concat());
        assert_eq!((run.status == 0, run.out.as_str()), (false, ""), "{}", run.err);
        run.err
    };
    assert!(solve("tic-tac-toe", &["--against", "depth=2", "--shortest"]).contains("no effect"));
    assert!(solve("chess", &["--against", "random"]).contains("what has stood before counts"));
    let large = solve("gomoku", &["--against", "random", "--nodes", "1000"]);
    assert!(large.contains("more positions can be reached") && large.contains("help:"), "{large}");
}
