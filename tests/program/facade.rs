//! The library as a program outside uses it: everything through `Rules`, `Game`, `Position` and `Move`.

use rulesmith::rng::Rng;
use rulesmith::session::Session;
use rulesmith::{Game, Limits, Move, Position, Rules, Settings, library};

fn sent<T: Send + Sync + Clone + 'static>(value: T) -> T {
    std::thread::spawn(move || value).join().expect("nothing panics there")
}

#[test]
fn positions_are_owned_copied_and_sent_about() {
    let game = Game::shipped("breakthrough").expect("it is shipped");
    let mut position: Position = sent(game.start());
    drop(game);
    let mut other = position.clone();
    let first: Move = sent(position.legal_moves().unwrap().get(0).unwrap());
    position.make(&first);
    assert_ne!(position.text(), other.text());
    other.make(&first);
    assert_eq!(position.text(), other.text());
    assert_eq!((position.plies(), other.undo(), other.undo(), other.plies()), (1, true, false, 0));
}

/// Random games through the façade are those of a session, move by move, there and back.
#[test]
fn games_are_those_of_a_session() {
    let mut random = Rng::new(7);
    for name in ["chess", "english-draughts", "go", "oware", "amazons", "nine-mens-morris", "halma"] {
        let game = Game::shipped(name).expect(name);
        let (mut position, mut session) = (game.start(), Session::open(name, &Settings::default()).expect(name));
        let mut texts = vec![position.text()];
        for _ in 0..30 {
            let moves = position.legal_moves().expect(name);
            let written: Vec<String> = moves.iter().map(|m| position.text_of(&m)).collect();
            assert_eq!(written, session.moves().expect(name), "{name}");
            let outcome = position.outcome().expect(name);
            assert_eq!(outcome, session.verdict().expect(name), "{name}");
            assert_eq!(outcome.is_some(), moves.is_empty(), "{name}");
            if moves.is_empty() {
                break;
            }
            let chosen = random.below(moves.len());
            position.make(&moves.get(chosen).expect("it is one of them"));
            session.play(&written[chosen]).expect(name);
            assert_eq!(position.text(), session.position_text(), "{name}");
            texts.push(position.text());
        }
        while let Some(text) = texts.pop() {
            assert_eq!(position.text(), text, "{name}");
            assert_eq!(position.undo(), !texts.is_empty(), "{name}");
        }
    }
}

/// Games at random are counted however they end, begin where they are asked for, and depend on nothing but their seed.
#[test]
fn games_at_random_are_counted() {
    let start = Game::shipped("connect-four").unwrap().start();
    let played = start.random_games(500, 100, 3).unwrap();
    assert_eq!(played, start.random_games(500, 100, 3).unwrap());
    assert_ne!(played, start.random_games(500, 100, 4).unwrap());
    assert_eq!((played.won.iter().sum::<usize>() + played.drawn, played.unfinished), (500, 0));
    assert!(played.plies > 500 * 7 && played.plies <= 500 * 42);
    let short = start.random_games(10, 6, 3).unwrap();
    assert_eq!((short.unfinished, short.plies), (10, 60), "nobody has four after six plies");
    // Whoever is about to win wins more often than at the start; where the game is over, it is.
    let mut position = start.clone();
    ["d", "a", "d", "a", "d", "a"].iter().for_each(|text| drop(position.play(text).unwrap()));
    let ahead = position.random_games(500, 100, 3).unwrap();
    assert!(ahead.won[0] > played.won[0]);
    position.play("d").unwrap();
    let over = position.random_games(5, 100, 3).unwrap();
    assert_eq!((over.won, over.plies), ([5, 0], 0));
}

#[test]
fn a_position_that_is_set_up_is_that_of_its_text() {
    let chess = Game::shipped("chess").unwrap();
    let text = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
    let mut position = chess.position(text).expect("it is a position");
    assert_eq!(position.to_move(), rulesmith::Side::First);
    position.play("Nf3").unwrap();
    let told = chess.position(&position.text()).expect("what is written is read");
    assert_eq!(told.text(), position.text());
}

#[test]
fn what_is_wrong_is_an_error_and_changes_nothing() {
    assert!(Game::shipped("ches").unwrap_err().to_string().contains("no shipped game `ches`"));
    assert!(Game::shipped("ches").unwrap_err().to_string().contains("did you mean `chess`"));
    assert!(Game::new("game \"G\"").is_err());
    // The first error with its place and what to write, and how many more there are.
    let told =
        Game::new("players A, B\nboard square 3x3\npiece Man\nmove { place Man on emty }\nend { win when no empty }")
            .unwrap_err();
    assert!(told.to_string().ends_with("there is no name `emty`; did you mean `empty`?"), "{told}");
    assert!(told.to_string().contains(":4:21: "), "{told}");
    let chess = Game::shipped("chess").unwrap();
    assert!(chess.position("9/8/8/8/8/8/8/8 w - - 0 1").is_err());
    let mut position = chess.start();
    let before = position.text();
    for text in ["e2e5", "", "xyz", "O-O", "e7-e5"] {
        assert!(position.play(text).is_err(), "{text}");
    }
    assert!(position.query("count own Pwn").is_err());
    assert_eq!((position.text(), position.plies()), (before, 0));
}

#[test]
fn a_thought_is_a_legal_move_of_a_bounded_search() {
    let position = Game::shipped("connect-four").unwrap().start();
    let thought = position.search(Limits { nodes: Some(2_000), ..Limits::default() }, &mut ()).unwrap();
    let mut after = position.clone();
    after.play(&thought.best.clone().expect("a move")).expect("it is legal");
    assert!(thought.depth >= 1 && thought.nodes < 4_000, "{thought:?}");
}

/// Shipped games are right without a file system, those that extend others among them.
#[test]
fn shipped_games_are_checked_without_files() {
    for game in library::GAMES {
        let told = Rules::check(game.text);
        assert!(told.is_empty(), "{}: {told:?}", game.name);
    }
    // Any of them can be extended in its turn, whatever it extends itself.
    for game in library::GAMES {
        let told = Rules::check(&format!("extends \"{}\"\ngame \"G\"", game.name));
        assert!(!told.iter().any(|said| said.code == "no-base"), "{}: {told:?}", game.name);
    }
    let told = Rules::check("extends \"king-of-the-hill\"\ngame \"G\"\nend { win when own King on c3..f6 }");
    assert!(told.is_empty(), "{told:?}");
    let told = Rules::check("extends \"chss\"\ngame \"G\"");
    assert_eq!(told[0].help.as_deref(), Some("did you mean `chess`?"));
    let told = Rules::check("extends \"../chess.game\"\ngame \"G\"");
    assert_eq!(told[0].code, "no-base", "{told:?}");
}
