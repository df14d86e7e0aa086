//! What a page asks, and is answered: the verbs of `docs/wire.md`, right and wrong.

use std::sync::atomic::AtomicBool;

use rulesmith::compile::Backend;
use rulesmith::library::{GAMES, Shelf};
use rulesmith::rng::Rng;
use rulesmith::wire::{Desk, LONG, Lines};
use serde_json::{Value, json};

fn desk() -> Desk {
    Desk::new(Box::new(Shelf), Backend::Native, false)
}

/// The progress and the last line of an answer.
fn lines(desk: &Desk, verb: &str, body: &str) -> (Vec<Value>, Value) {
    let mut all: Vec<Value> = Vec::new();
    let mut give = |line: &str| {
        assert!(!line.contains('\n'), "a line is one line");
        all.push(serde_json::from_str(line).expect("each line is JSON"));
    };
    desk.answer(verb, body, &mut Lines::new(&mut give, &AtomicBool::new(false)));
    let last = all.pop().expect("there is an answer");
    assert!(all.iter().all(|line| line.get("progress").is_some()));
    (all, last)
}

fn result(desk: &Desk, verb: &str, body: &Value) -> Value {
    let (_, last) = lines(desk, verb, &body.to_string());
    last.get("result").unwrap_or_else(|| panic!("{verb} {body}: {last}")).clone()
}

fn message(desk: &Desk, verb: &str, body: &str) -> String {
    let (_, last) = lines(desk, verb, body);
    last["error"]["message"].as_str().unwrap_or_else(|| panic!("{verb} {body}: {last}")).to_string()
}

/// In every shipped game the steps of moves tell them apart: none are equal, none begin others; and each step is a cell, a piece
/// in hand or a word.
#[test]
fn steps_tell_moves_apart() {
    let desk = desk();
    let mut random = Rng::new(3);
    for game in GAMES {
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..8 {
            let shown = result(&desk, "show", &json!({ "game": game.name, "moves": moves, "bare": true }));
            assert_eq!(shown["lost"], Value::Null, "{}", game.name);
            let cells = shown["cells"].as_array().expect("cells");
            let legal = shown["legal"].as_array().expect("moves");
            let mut all: Vec<Vec<String>> = Vec::new();
            for one in legal {
                let steps = one["steps"].as_array().expect("steps");
                assert!(!steps.is_empty(), "{}: {one}", game.name);
                for step in steps {
                    let known = step.get("cell").is_none_or(|cell| cells.contains(cell));
                    assert!(known && step.as_object().is_some_and(|step| step.len() == 1), "{}: {one}", game.name);
                }
                all.push(steps.iter().map(Value::to_string).collect());
            }
            all.sort();
            let clash = all.windows(2).find(|pair| pair[1].starts_with(&pair[0]));
            assert_eq!(clash, None, "{}", game.name);
            if legal.is_empty() {
                break;
            }
            moves.push(legal[random.below(legal.len())]["text"].as_str().expect("a text").to_string());
        }
    }
}

/// What may be done beside a move has a name, and so has not doing it.
#[test]
fn choices_say_what_they_do() {
    let desk = desk();
    let words = |body: Value| {
        let shown = result(&desk, "show", &body);
        let all =
            shown["legal"].as_array().expect("moves").iter().flat_map(|one| one["steps"].as_array().expect("steps"));
        let mut words: Vec<String> = all.filter_map(|step| Some(step.get("word")?.as_str()?.to_string())).collect();
        words.sort();
        words.dedup();
        words
    };
    let start = "4k4/9/9/P8/9/9/9/9/4K4[] b 1";
    assert_eq!(words(json!({ "game": "shogi", "start": start })), ["don't promote", "promote"]);
    let text = |may: &str| {
        format!(
            "game \"Choices\"\nplayers A, B\nboard square 3x3\npiece Man\npiece King\nstate late: cells = none\n\
             setup {{ A Man on a1  B Man on c3 }}\n\
             move Man {{ step any to empty {{ {may} }} }}\nend {{ win when enemy stuck  draw when late = a1 }}\n"
        )
    };
    assert_eq!(words(json!({ "text": text("may promote to as King") })), ["don't promote", "promote"]);
    assert_eq!(words(json!({ "text": text("may set late = to") })), ["do more", "no more"]);
    for game in GAMES {
        let all = words(json!({ "game": game.name }));
        assert!(all.iter().all(|word| word.chars().any(char::is_alphanumeric)), "{}: {all:?}", game.name);
    }
}

#[test]
fn moves_that_are_not_legal_any_more_are_told() {
    let desk = desk();
    let shown = result(&desk, "show", &json!({ "game": "chess", "moves": ["e2e4", "e7e5", "e4e5", "d7d5"] }));
    assert_eq!(shown["played"].as_array().map(Vec::len), Some(2));
    assert_eq!(shown["lost"]["moves"], json!(["e4e5", "d7d5"]));
    assert!(shown["lost"]["message"].as_str().is_some_and(|message| message.contains("e4e5")));
    assert_eq!(shown["to_move"], 0);
}

#[test]
fn a_game_that_is_over_says_so() {
    let moves = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let shown = result(&desk(), "show", &json!({ "game": "chess", "moves": moves }));
    assert_eq!((shown["to_move"].clone(), shown["legal"].clone()), (Value::Null, json!([])));
    assert_eq!(shown["verdict"]["winner"], "Black");
    assert_eq!(shown["played"][3]["shown"], "Qh4#");
}

#[test]
fn positions_are_edited_and_keep_what_still_fits() {
    let desk = desk();
    let edit = |change: Value| result(&desk, "edit", &json!({ "game": "chess", "change": change }))["position"].clone();
    assert_eq!(
        edit(json!({ "cell": "e2", "letter": null })),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
    );
    assert_eq!(
        edit(json!({ "cell": "h1", "letter": null })),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1"
    );
    assert_eq!(edit(json!({ "to_move": 1 })), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    let body = json!({ "game": "chess", "change": { "cell": "z9", "letter": "P" } }).to_string();
    assert!(message(&desk, "edit", &body).contains("z9"));
    let body = json!({ "game": "chess", "change": { "cell": "e4", "letter": "X" } }).to_string();
    assert!(message(&desk, "edit", &body).contains("`X`"));
    assert!(message(&desk, "edit", r#"{"game":"chess","change":3}"#).contains("change"));
}

#[test]
fn places_count_as_javascript_does() {
    let text = "// ♔𝄞\ngame \"G\"\nplayers A, B\nbord square 3x3\n";
    let told = result(&desk(), "check", &json!({ "text": text }));
    let from = told["diagnostics"][0]["from"].as_u64().expect("a place") as usize;
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(String::from_utf16_lossy(&units[from..from + 4]), "bord");
    let fix = &told["diagnostics"][0]["fixes"][0]["edits"][0];
    assert_eq!((fix["from"].as_u64(), fix["text"].as_str()), (Some(from as u64), Some("board")));
}

#[test]
fn thoughts_come_line_by_line() {
    let desk = desk();
    let body = json!({ "game": "breakthrough", "depth": 4, "lines": 2 }).to_string();
    let (progress, last) = lines(&desk, "think", &body);
    assert!(progress.len() >= 4, "{progress:?}");
    assert_eq!(last["result"]["depth"], 4);
    assert_eq!(last["result"]["lines"].as_array().map(Vec::len), Some(2));
    assert!(progress.iter().any(|line| line["progress"]["lines"].as_array().is_some_and(|lines| lines.len() == 2)));
}

/// What stopped the engine further on is said with its thought.
#[test]
fn a_thought_says_what_halted_it() {
    let text = "players White, Black\nboard square 5x5\nfacing White north, Black south\npiece Pawn, King\n\
        setup { White Pawn on rank 2  Black Pawn on rank 4 }\n\
        move Pawn { step forward to empty or enemy { promote to on far rank as King } }\n\
        move King { step any to empty { again } }\nend { win when no enemy  draw when enemy stuck }\n";
    let thought = result(&desk(), "think", &json!({ "text": text, "depth": 20 }));
    let said = |field: &str| thought[field].as_str().unwrap_or_default().to_string();
    assert!(said("halted").contains("stopped at a position further on: ") && !said("help").is_empty(), "{thought}");
    let panels = std::fs::read_to_string("web/src/panels.ts").unwrap();
    assert!(panels.contains("thought.halted, thought.help"), "the page shows it");
}

#[test]
fn what_is_no_request_is_told() {
    let desk = desk();
    for (verb, body, wanted) in [
        ("shwo", "{}", "no verb `shwo`"),
        ("show", "", "neither `text` nor `game`"),
        ("show", "[]", "a JSON object"),
        ("show", "{", "no JSON"),
        ("show", r#"{"game":"ches"}"#, "no shipped game `ches`"),
        ("show", r#"{"game":3}"#, "`game` of the request is not a text"),
        ("show", r#"{"game":"chess","moves":[3]}"#, "a list of texts"),
        ("show", r#"{"game":"chess","start":"xyz"}"#, "this position has 1 row"),
        ("show", r#"{"game":"chess","options":{"size":8}}"#, "no option `size`"),
        ("show", r#"{"game":"chess","coordinates":"all"}"#, "can't be `all`"),
        ("show", r#"{"text":"game"}"#, ""),
        ("think", r#"{"game":"chess","depth":0}"#, "a number from 1 to 1000"),
        ("think", r#"{"game":"chess","time_ms":1e12}"#, "a number from 0 to 600000"),
        ("think", r#"{"game":"chess","moves":["e2e5"]}"#, "move 1 of the moves given"),
        ("query", r#"{"game":"chess"}"#, "no `question`"),
        ("query", r#"{"game":"chess","question":"own Pwn"}"#, "Pwn"),
        ("record", r#"{"game":"chess","form":"pdf"}"#, "no form `pdf`"),
        ("open", r#"{"record":"[Event \"x"}"#, ""),
        ("hover", r#"{"text":"game"}"#, "no `at`"),
        ("rename", r#"{"text":"piece Pawn","at":7,"name":"two words"}"#, "no name"),
        ("save", "{}", "no verb `save`"),
    ] {
        let message = message(&desk, verb, body);
        assert!(message.contains(wanted) && !message.is_empty(), "{verb} {body}: {message}");
    }
    // Each verb takes an empty request without harm.
    for verb in LONG {
        assert!(!message(&desk, verb, "{}").is_empty());
    }
}

#[test]
fn records_go_there_and_back() {
    let desk = desk();
    let moves = json!(["e2e4", "e7e5", "g1f3"]);
    for form in ["pgn", "record"] {
        let kept = result(&desk, "record", &json!({ "game": "chess", "moves": moves, "form": form }));
        let games = result(&desk, "open", &json!({ "record": kept["text"], "name": kept["name"] }));
        assert_eq!(
            (games["games"][0]["game"].as_str(), &games["games"][0]["moves"]),
            (Some("chess"), &moves),
            "{form}"
        );
    }
    let games = result(&desk, "open", &json!({ "game": "chess", "record": "1. e4 e5 2. Ke3" }));
    assert_eq!(games["games"][0]["moves"], json!(["e2e4", "e7e5"]));
    assert!(games["games"][0]["message"].as_str().is_some_and(|message| message.contains("Ke3")));
}

#[test]
fn who_played_and_how_it_ended_is_kept() {
    let desk = desk();
    let kept = |request: Value| result(&desk, "record", &request)["text"].as_str().unwrap().to_string();
    // A game that nobody has won by the rules.
    for (game, moves, form, said, wanted) in [
        ("chess", json!(["e2e4"]), "pgn", "1-0", "[Result \"1-0\"]"),
        ("chess", json!(["e2e4"]), "pgn", "0-1", "{Black wins: time is over}"),
        ("chess", json!(["e2e4"]), "pgn", "1/2-1/2", "{a draw: time is over}"),
        ("chess", json!(["e2e4"]), "record", "0-1", "# Black wins: time is over\n"),
        // Black begins there.
        ("go", json!(["e5"]), "sgf", "B+R", "PB[Bob]PW[Ann]RE[B+]"),
        ("go", json!(["e5"]), "sgf", "0-1", "PB[Bob]PW[Ann]RE[B+]"),
        // Nobody is black there: the first player is called so in this form.
        ("hex", json!(["c4"]), "sgf", "1-0", "PB[Ann]PW[Bob]RE[B+]"),
        ("hex", json!(["c4"]), "sgf", "B+R", "PB[Ann]PW[Bob]RE[B+]"),
    ] {
        let body = json!({ "game": game, "moves": moves, "form": form, "white": "Ann", "black": "Bob", "result": said, "why": "time\nis over" });
        let text = kept(body);
        assert!(text.contains(wanted), "{game} {said}: {text}");
        let games = result(&desk, "open", &json!({ "game": game, "record": text, "name": format!("x.{form}") }));
        if form != "record" {
            assert_eq!(
                (&games["games"][0]["white"], &games["games"][0]["black"]),
                (&json!("Ann"), &json!("Bob")),
                "{text}"
            );
        }
    }
    // What the rules say counts.
    let mated = json!({ "game": "chess", "moves": ["f2f3", "e7e5", "g2g4", "d8h4"], "form": "pgn", "result": "1-0" });
    assert!(kept(mated).contains("[Result \"0-1\"]"));
    let body = json!({ "game": "chess", "form": "pgn", "result": "unclear" }).to_string();
    assert_eq!(message(&desk, "record", &body), "`unclear` is no result");
}

#[test]
fn lines_and_threats_are_told_as_players_write_them_and_checks_are_told() {
    let desk = desk();
    let chess = json!({ "game": "chess", "moves": ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6"] });
    let asked = |more: Value| {
        let mut body = chess.clone();
        more.as_object().unwrap().iter().for_each(|(field, value)| body[field] = value.clone());
        body
    };
    let thought = result(&desk, "think", &asked(json!({ "depth": 3, "lines": 2 })));
    assert_eq!((&thought["line"][0], &thought["shown"][0]), (&json!("h5f7"), &json!("Qxf7#")));
    let line = &thought["lines"][1];
    assert_eq!(line["line"].as_array().map(Vec::len), line["shown"].as_array().map(Vec::len));
    let solved = result(&desk, "solve", &asked(json!({})));
    assert_eq!((&solved["line"], &solved["shown"]), (&json!(["h5f7"]), &json!(["Qxf7#"])));
    let threats = result(&desk, "threats", &asked(json!({ "moves": ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4"] })));
    let at = threats["moves"].as_array().unwrap().iter().position(|text| text == "h5f7").unwrap();
    assert!(threats["shown"][at].as_str().is_some_and(|text| text.starts_with("Qxf7")), "{threats}");
    for (moves, wanted) in [(json!(["e2e4", "e7e5", "d1h5", "b8c6", "h5f7"]), true), (json!(["e2e4"]), false)] {
        assert_eq!(result(&desk, "show", &json!({ "game": "chess", "moves": moves }))["threatened"], json!(wanted));
    }
}

#[test]
fn what_is_no_record_is_told_and_games_of_several_are_told_apart() {
    let desk = desk();
    for record in ["\u{fffd}PNG\r\n\u{1a}\n\0\0\0\rIHDR", &"\u{fffd}a".repeat(50)] {
        let body = json!({ "game": "chess", "record": record, "name": "board.png" }).to_string();
        assert_eq!(message(&desk, "open", &body), "`board.png` is no text");
    }
    let junk = result(&desk, "open", &json!({ "game": "chess", "record": "milk, eggs, bread", "name": "list.txt" }));
    assert_eq!(junk["games"][0]["moves"], json!([]));
    assert!(junk["games"][0]["message"].is_string());
    let pgn =
        "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[White \"?\"]\n[Result \"*\"]\n\n1. d4 *\n";
    let several = result(&desk, "open", &json!({ "game": "chess", "record": pgn, "name": "two.pgn" }));
    let said = |at: usize| ["white", "black", "result"].map(|field| several["games"][at][field].clone());
    assert_eq!(said(0), [json!("Ann"), json!("Bob"), json!("1-0")]);
    assert_eq!(said(1), [Value::Null, Value::Null, Value::Null]);
    let sgf = "(;GM[1]SZ[9]PB[Cho]PW[Dee]RE[B+R];B[ee])";
    let go = result(&desk, "open", &json!({ "record": sgf, "name": "x.sgf" }))["games"][0].clone();
    assert_eq!((&go["black"], &go["white"], &go["result"]), (&json!("Cho"), &json!("Dee"), &json!("B+R")));
}

#[test]
fn a_game_says_what_it_can_be_kept_as_and_what_is_set() {
    let desk = desk();
    let show = |game: &str| result(&desk, "show", &json!({ "game": game, "bare": true }));
    for (game, forms) in [
        ("chess", &["pgn", "record"][..]),
        ("english-draughts", &["pgn", "pdn", "record"]),
        ("go", &["pgn", "sgf", "record"]),
        ("amazons", &["pgn", "record"]),
    ] {
        assert_eq!(show(game)["forms"], json!(forms), "{game}");
        for form in forms {
            let legal = show(game)["legal"][0]["text"].clone();
            result(&desk, "record", &json!({ "game": game, "moves": [legal], "form": form }));
        }
    }
    let size = show("breakthrough")["options"][0].clone();
    assert_eq!((&size["name"], &size["least"], &size["most"]), (&json!("size"), &json!(2.0), &json!(16.0)));
    let over = result(&desk, "show", &json!({ "game": "tic-tac-toe", "moves": ["a1", "a2", "b1", "b2", "c1"] }));
    assert_eq!((&over["to_move"], &over["mover"]), (&Value::Null, &json!(1)));
}

#[test]
fn games_are_found_the_best_first() {
    let find = |words: &str| result(&desk(), "find", &json!({ "words": words }));
    assert_eq!(find("go")["names"][0], "go");
    assert_eq!(find("draugths"), json!({ "names": [], "near": "did you mean `draughts`?" }));
    assert_eq!(find("xyzzyxyzzy"), json!({ "names": [], "near": null }));
}

#[test]
fn templates_and_examples_are_right() {
    let desk = desk();
    for template in result(&desk, "templates", &json!({}))["templates"].as_array().expect("templates") {
        let told = result(&desk, "check", &json!({ "text": template["text"] }));
        assert_eq!((&told["ok"], &told["diagnostics"]), (&json!(true), &json!([])), "{}", template["name"]);
    }
    let games = result(&desk, "games", &json!({}));
    assert_eq!(games["games"].as_array().map(Vec::len), Some(GAMES.len()));
}

#[test]
fn threats_are_what_would_be_taken() {
    let desk = desk();
    let found = result(&desk, "threats", &json!({ "game": "chess", "moves": ["e2e4", "d7d5"] }));
    assert_eq!((&found["cells"], &found["moves"]), (&json!(["e4"]), &json!(["d5e4"])));
    // A stone more in the row would win.
    let found = result(&desk, "threats", &json!({ "game": "tic-tac-toe", "moves": ["a1", "a2", "c1", "b2"] }));
    assert_eq!(found["cells"], json!(["c2"]));
}
