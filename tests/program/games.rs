//! The library of games: what finds them, what is told of them, and `docs/games.md`, which is made from their files.
//!
//! `UPDATE=1 cargo test --test program games` writes it.

use std::fmt::Write as _;

use rulesmith::library::{GAMES, MEASURED, head};
use rulesmith::session::{Entry, Error, all_games, find_games};

use super::outside::{file, json, run, run_with};

#[test]
fn games_are_found_by_name_family_board_and_mechanism() {
    let all = all_games();
    for (words, some, none) in [
        (&["960"][..], &["chess960", "atomic960"][..], &["chess"][..]),
        (&["mancala"], &["kalah"], &["go"]),
        (&["HEXAGON"], &["tzaar", "havannah", "hex"], &["chess"]),
        (&["hexagonal"], &["hex", "havannah"], &["chess"]),
        (&["checkers"], &["english-draughts"], &["go"]),
        (&["reversi"], &["othello"], &["chess"]),
        (&["walls"], &["quoridor"], &["chess"]),
        (&["cards"], &["onitama"], &["chess"]),
        (&["5x5"], &["minishogi", "kyoto-shogi"], &["shogi"]),
        (&["sow"], &["kalah"], &["chess"]),
        (&["connection"], &["hex", "go"], &["gomoku"]),
        (&["hop"], &["english-draughts", "xiangqi"], &["chess"]),
        (&["superko"], &["go"], &["hex"]),
        (&["chess", "drop"], &["crazyhouse"], &["chess", "shogi"]),
        (&["chess drop"], &["crazyhouse"], &["chess", "shogi"]),
        (&["extra"], &["kalah", "dots-and-boxes"], &["othello"]),
        (&["misère"], &["misere-tic-tac-toe"], &["tic-tac-toe"]),
    ] {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        let found = find_games(&all, &words).unwrap_or_else(|error| panic!("{words:?}: {error}"));
        let found: Vec<&str> = found.iter().map(|entry| entry.game.name).collect();
        let has = |name: &&str| found.contains(name);
        assert!(some.iter().all(has) && !none.iter().any(has), "{words:?}: {found:?}");
    }
    // Its own name first, then those that begin so.
    let go: Vec<&str> =
        find_games(&all, &["go".to_string()]).unwrap_or_default().iter().map(|entry| entry.game.name).collect();
    assert!(
        go[0] == "go" && go.iter().position(|name| *name == "gomoku") < go.iter().position(|name| *name == "arimaa"),
        "{go:?}"
    );
    let text = run(&["games", "morris", "hand"]).out;
    assert!(text.starts_with("lines\n  nine-mens-morris  place nine men each"), "{text}");
    let listed = run(&["games"]).out;
    assert!(GAMES.iter().all(|game| listed.contains(&format!("\n  {} ", game.name))), "{listed}");
}

#[test]
fn what_finds_nothing_says_what_may_have_been_meant() {
    let all = all_games();
    for (words, said, help) in [
        (&["nosuch"][..], "`nosuch`", "`rulesmith games` lists them"),
        (&["draugths"], "`draugths`", "did you mean `draughts`?"),
        (&["hexagno"], "`hexagno`", "did you mean `hexagon`?"),
        (&["chess", "draugths"], "`draugths`", "did you mean `draughts`?"),
        (&[""], "an empty word", "`rulesmith games` alone"),
        (&["  ", ""], "an empty word", "`rulesmith games` alone"),
        (&["sow", "hexagon"], "all of `sow`, `hexagon`", "leave a word out"),
    ] {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        let Err(Error::Request(fault)) = find_games(&all, &words) else { panic!("{words:?} finds something") };
        let told = fault.help.unwrap_or_default();
        assert!(fault.message.contains(said) && told.contains(help), "{words:?}: {}, {told}", fault.message);
    }
    let run_alone = run(&["games", ""]);
    assert!(run_alone.status == 1 && run_alone.out.is_empty(), "{}", run_alone.err);
    assert_eq!(json(&["games", "nosuch"], 1)["error"]["message"].as_str().map(|m| m.contains("nosuch")), Some(true));
    assert_eq!(run(&["games", "nosuch.game"]).status, 2, "a file that is not there");
}

#[test]
fn a_name_tells_the_rules() {
    let told = run(&["games", "english-draughts"]).out;
    for part in [
        "English draughts (draughts)\n",
        "Source: World Checkers/Draughts Federation",
        "- squares, 8 by 8, only the dark ones",
        "  8   m   m   m   m\n",
        "- a jump diagonally forward over an enemy piece, to an empty cell; then take the jumped cell",
        "- a turn is `capture`, and only if there is none `quiet`",
        "- who has just moved wins when the opponent has no legal turn",
        "captures by jumping",
    ] {
        assert!(told.contains(part), "no `{part}` in\n{told}");
    }
    assert!(run(&["games", "chess"]).out.contains("crazyhouse"), "the family that is called so");
    // Numbers that stand for cells are told as numbers.
    assert!(run(&["games", "congklak"]).out.contains("`store`: `houses` + 1 for South and 2 × `houses` + 2 for North"));
    let hex = json(&["games", "hex"], 0);
    assert_eq!((&hex["family"], &hex["board"]), (&"connection".into(), &"rhombus 11".into()));
    assert_eq!(hex["options"][0]["max"], 19);
    assert!(hex["rules"].as_array().unwrap().iter().any(|part| part["heading"] == "The end"), "{hex}");
}

fn path(name: &str, text: &str) -> String {
    file(name, text.as_bytes()).to_str().unwrap().to_string()
}

/// A file of one's own is told by its path; the name alone is the shipped game's, whatever lies beside.
#[test]
fn files_are_told_as_well() {
    let own = path("chess.game", include_str!("../faces/breakthrough.game"));
    let told = json(&["games", &own], 0);
    assert_eq!((&told["title"], &told["family"]), (&"Breakthrough".into(), &serde_json::Value::Null));
    assert_eq!(json(&["games", "chess"], 0)["title"], "Chess");
    let broken = run(&["games", &path("broken.game", "game \"Broken\"\nplayers A\n")]);
    assert!(broken.status == 1 && broken.err.contains("not-two-players"), "{}", broken.err);
    let top = path("top.game", "extends \"chess\" without end\ngame \"Top\"\nend { win when own King on center }\n");
    assert!(run(&["games", &top]).out.contains("an own King is on the centre"));
    let wider =
        path("wider.game", "extends \"king-of-the-hill\"\ngame \"Wider\"\nend { win when own King on c3..f6 }\n");
    let told = json(&["check", &wider], 0);
    assert_eq!((&told["errors"], &told["warnings"]), (&0.into(), &0.into()), "{told}");
    assert!(run_with(&["repl", &wider], b"moves\n").out.contains("g1f3  g1h3"));
}

#[test]
fn every_shipped_game_says_what_it_is_and_where_its_rules_come_from() {
    assert!(GAMES.len() >= 100, "{} games", GAMES.len());
    for game in GAMES {
        let head = head(game.text);
        assert!(head.about.len() > 10 && head.about.ends_with(['.', ')']), "{}: `{}`", game.name, head.about);
        assert!(head.source.is_some_and(|source| source.len() > 10), "{} names no source", game.name);
        let told = Entry::of(game).told;
        assert!(!told.title.is_empty() && !told.board.is_empty() && !told.mechanisms.is_empty(), "{}", game.name);
        let lines: Vec<&str> = told.parts.iter().flat_map(|(_, lines)| lines).map(|(_, line)| line.as_str()).collect();
        assert!(lines.len() > 5 && lines.iter().all(|line| !line.contains("``") && !line.contains("  ")), "{lines:?}");
    }
    assert!(MEASURED.iter().all(|name| GAMES.iter().any(|game| game.name == *name)));
}

/// No game stops with an error in a few plies; the interpreter begins at once.
#[test]
fn every_shipped_game_can_be_played() {
    let names = GAMES.iter().map(|game| game.name);
    let arguments = ["check", "--backend", "interpreter", "--play", "1", "--plies", "4"];
    let answer = json(&arguments.into_iter().chain(names).collect::<Vec<_>>(), 0);
    assert_eq!(answer["files"].as_array().unwrap().len(), GAMES.len());
}

/// `docs/games.md`, made from the files.
fn document() -> String {
    let mut text = String::from(
        "# The games\n\nThis page is made from the files in [games](../games) (`UPDATE=1 cargo test --test program games`). Each is played \
         with `rulesmith play NAME`, analysed with\n`rulesmith best NAME`, and told in words with `rulesmith games NAME`; \
         `rulesmith games WORD` finds games by name, family, board and what they are\nmade of. Beside each file its `.perft` has counts of \
         move sequences and where they come from; the tests count them again.\n",
    );
    let mut families: Vec<&str> = GAMES.iter().map(|game| game.family).collect();
    families.sort_unstable();
    families.dedup();
    for family in families {
        let _ =
            write!(text, "\n## {family}\n\n| game | board | what it is | made of | rules |\n|---|---|---|---|---|\n");
        for game in GAMES.iter().filter(|game| game.family == family) {
            let (head, told) = (head(game.text), Entry::of(game).told);
            let made: Vec<&str> = told.mechanisms.iter().map(|mechanism| mechanism.text()).collect();
            let cells = [&told.board, &head.about, &made.join(", "), &head.source.unwrap_or_default()];
            let cells = cells.map(|cell| cell.replace('|', "\\|")).join(" | ");
            let _ = writeln!(text, "| [{0}](../games/{family}/{0}.game) | {cells} |", game.name);
        }
    }
    text
}

#[test]
fn the_page_of_games_is_made_from_the_files() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/games.md");
    let made = document();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(page, &made).unwrap();
    }
    let there = std::fs::read_to_string(page).unwrap_or_default();
    assert!(there == made, "`UPDATE=1 cargo test --test program games` writes it anew");
}
