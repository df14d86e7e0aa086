//! Positions as text: what other programs write, what no position of a game can hold, and what is printed reads back.

use crate::support::games::all;
use crate::support::hostile::rounds;
use crate::support::random::Rng;
use rulesmith::compile::{Backend, Edit, Settings};
use rulesmith::library;
use rulesmith::session::{Error, Loaded, Origin, Session, TrialOptions};
use rulesmith::source::Source;

use super::outside::{json, run, run_with};

fn settings(backend: Backend) -> Settings {
    Settings { backend, ..Settings::default() }
}

/// A session of a shipped game or of one among the tests.
fn game_on(backend: Backend, name: &str) -> Session {
    let file = match library::find(name) {
        Some(_) => name.to_string(),
        None => format!("tests/games/{name}.game"),
    };
    Session::open(&file, &settings(backend)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn game(name: &str) -> Session {
    game_on(Backend::Interpreter, name)
}

/// A session of rules in a text.
fn rules(text: &str) -> Session {
    let loaded = Loaded::compile(Source::new("test", text), Origin::Text, settings(Backend::Interpreter));
    Session::new(loaded.unwrap_or_else(|e| panic!("{e:?}\n{text}")))
}

/// The text is read, and shown as `shown`; what is said of it.
fn reads(session: &mut Session, text: &str, shown: &str) -> String {
    session.set_position(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    assert_eq!(session.position_text(), shown, "{text}");
    session.notes().iter().map(|note| note.message.clone()).collect::<Vec<_>>().join("; ")
}

/// Nothing is to be said of these, which are shown as they stand.
fn as_they_stand(name: &str, texts: &[&str]) {
    let mut session = game(name);
    for text in texts {
        assert_eq!(reads(&mut session, text, text), "", "{name}: {text}");
    }
}

/// The text is refused at `place`, with words that hold `part`.
fn refused(session: &mut Session, text: &str, place: &str, part: &str) {
    let fault = match session.set_position(text) {
        Err(Error::Request(fault)) => fault,
        other => panic!("{text}: {other:?}, now {}", session.position_text()),
    };
    let excerpt = fault.excerpt.expect("a place");
    assert_eq!(&text[excerpt.span.start..excerpt.span.end], place, "{text}: {}", fault.message);
    let said = format!("{} {}", fault.message, fault.help.unwrap_or_default());
    assert!(said.contains(part), "{text}: {said}");
}

const ROWS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

// ---- what a state may hold -------------------------------------------------------------------------------------

#[test]
fn a_cell_that_no_pawn_has_passed_is_refused() {
    let mut chess = game("chess");
    for cell in ["e3", "e6", "e4", "a1", "e6,d6"] {
        refused(&mut chess, &format!("{ROWS} w KQkq {cell} 0 1"), cell, "write `-`");
        refused(&mut chess, &format!("{ROWS} b KQkq {cell} 0 1"), cell, "write `-`");
    }
    // One of two pawns may have gone there, not both.
    let two = "rnbqkbnr/pp1p1ppp/8/2pPp3/8/8/PPP1PPPP/RNBQKBNR w KQkq";
    refused(&mut chess, &format!("{two} c6,e6 0 1"), "c6,e6", "write `-`");
    for cell in ["c6", "e6", "-"] {
        let text = format!("{two} {cell} 0 1");
        assert_eq!(reads(&mut chess, &text, &text), "");
    }
    // The cell or the one behind it is occupied; it is the other player's pawn; a piece is no pawn.
    refused(&mut chess, "rnbqkbnr/pppp1ppp/4n3/3Pp3/8/8/PPP1PPPP/RNBQKB1R w KQkq e6 0 1", "e6", "write `-`");
    refused(&mut chess, "rnbqkb1r/ppppnppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 1", "e6", "write `-`");
    refused(&mut chess, "rnbqkbnr/pppp1ppp/8/3PP3/8/8/PPP2PPP/RNBQKBNR w KQkq e6 0 1", "e6", "write `-`");
    refused(&mut chess, "rnb1kbnr/pppp1ppp/8/3Pq3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 1", "e6", "write `-`");
    // In all games that remember such a cell.
    for name in ["antichess", "crazyhouse", "chess960", "horde", "atomic", "three-kings"] {
        let mut session = game(name);
        let start = session.position_text();
        assert!(start.contains(" - "), "{start}");
        let text = start.replacen(" - ", " e6 ", 1);
        refused(&mut session, &text, "e6", "write `-`");
    }
}

/// The cell that a pawn has passed is part of a position where the pawn may be taken there, and nowhere else.
#[test]
fn a_passed_pawn_that_may_not_be_taken_leaves_no_cell() {
    // By python-chess: legal captures in passing after a double step.
    let cases = [
        // Both pawns leave the rank, or the file, of king and rook.
        ("chess", "8/8/8/8/k2Pp2R/8/8/7K b - d3 0 1", false),
        ("chess", "4k3/8/8/8/3Pp3/8/8/4R2K b - d3 0 1", false),
        ("chess", "4k3/8/8/8/3Pp3/8/8/5R1K b - d3 0 1", true),
        ("crazyhouse", "7Q/8/6B1/8/3pP2K/8/1N1k2R1/8[] b - e3 0 1", false),
        // The king goes as well; stays in check; a king that touches the other's is in no check.
        ("atomic", "8/8/4K3/8/1pP5/1k1B4/8/8 b - c3 0 1", false),
        ("atomic", "8/Q4b2/8/8/3kpPB1/3p3K/6N1/6b1 b - f3 0 1", false),
        ("atomic", "N7/1b1K4/5k2/5R2/5pPB/8/5N2/8 b - g3 0 1", false),
        ("atomic", "8/8/8/8/3Pp3/8/8/2K1k3 b - d3 0 1", true),
        ("atomic960", "8/8/2K5/1n6/Pp2N3/2N5/4k1N1/8 b - a3 0 1", false),
    ];
    for (name, text, stays) in cases {
        let mut session = game(name);
        let without = text.split(' ').enumerate().map(|(i, field)| if i == 3 && !stays { "-" } else { field });
        let shown = without.collect::<Vec<_>>().join(" ");
        reads(&mut session, text, &shown);
        assert_eq!(session.position_text(), shown, "{name}");
    }
}

/// Along games, where such a cell stands somebody takes in passing. (That nobody else could is what perft counts.)
#[test]
fn a_cell_that_was_passed_can_be_used() {
    let mut rng = Rng(7);
    let own = |text: &str| text.contains("on whole(takers(forward of passed))");
    let base = |text: &str| ["chess", "atomic"].iter().any(|name| text.contains(&format!("extends \"{name}\"")));
    let exact = library::GAMES.iter().filter(|g| own(g.text) || base(g.text) && !g.text.contains("state passed"));
    let names: Vec<&str> = exact.map(|game| game.name).collect();
    assert!(names.len() >= 20, "{names:?}");
    let mut used = 0;
    for name in names {
        let mut session = game_on(Backend::Native, name);
        for _ in 0..150 {
            let moves = session.moves().expect("few moves");
            if moves.is_empty() || session.verdict().expect("it can be told").is_some() {
                session.restart();
                continue;
            }
            // Rather a pawn that goes far.
            let far = |text: &&String| text.len() == 4 && text.as_bytes()[1].abs_diff(text.as_bytes()[3]) == 2;
            let steps: Vec<&String> = moves.iter().filter(far).collect();
            let text = match steps.len() {
                n if n > 0 && rng.below(3) == 0 => steps[rng.below(n)].clone(),
                _ => moves[rng.below(moves.len())].clone(),
            };
            session.play(&text).expect("it is legal");
            let position = session.position_text();
            let is_cell = |field: &&str| {
                let mut letters = field.chars();
                letters.next().is_some_and(|c| c.is_ascii_lowercase())
                    && letters.next().is_some_and(|c| c.is_ascii_digit())
            };
            let Some(cell) = position.split(' ').skip(2).find(is_cell) else { continue };
            let replies = session.moves().expect("few moves");
            let pieces = |text: &str| {
                let board = text.split([' ', '[']).next().unwrap_or_default();
                board.chars().filter(char::is_ascii_alphabetic).count()
            };
            let mut takes = |text: &String| {
                session.play(text).expect("it is legal");
                let after = session.position_text();
                session.undo().expect("it was played");
                pieces(&after) < pieces(&position)
            };
            let replies = replies.iter().filter(|text| text.ends_with(cell));
            assert!(replies.into_iter().any(&mut takes), "{name}: {position}");
            used += 1;
        }
    }
    assert!(used > 15, "{used} cells");
}

#[test]
fn rights_to_castle_need_king_and_rook_at_home() {
    let mut chess = game("chess");
    let cases = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", "KQkq", "write `Qkq`"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1KNR w KQkq - 0 1", "KQkq", "write `kq`"),
        ("4k3/8/8/8/8/8/8/4K2R w Kq - 0 1", "Kq", "write `K`"),
        ("4k2R/8/8/8/8/8/8/4K3 b k - 0 1", "k", "write `-`"),
        ("r3k3/8/8/8/8/8/8/r3K3 w Qq - 0 1", "Qq", "write `q`"),
    ];
    for (text, place, part) in cases {
        refused(&mut chess, text, place, part);
    }
    let mut fischer = game("chess960");
    // Two rooks on one side of the king can't both be those that castle with it.
    refused(&mut fischer, "4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1", "AB", "write `-`");
    refused(&mut fischer, "4k3/8/8/8/8/8/8/R3K3 w B - 0 1", "B", "write `-`");
    as_they_stand("chess960", &["4k3/8/8/8/8/8/8/RR2K3 w A - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1"]);
}

#[test]
fn other_states_are_held_to_what_is_declared() {
    let mut checks = game("three-check");
    refused(&mut checks, &format!("{ROWS} w KQkq - 3+4 0 1"), "4", "goes from 0 to 3");
    refused(&mut checks, &format!("{ROWS} w KQkq - 3 -1 0 1"), "-1", "goes from 0 to 3");
    let mut oware = game("ultimate-tic-tac-toe");
    let start = oware.position_text();
    let field = |next: &str, closed: &str| start.replacen(" - - ", &format!(" {next} {closed} "), 1);
    refused(&mut oware, &field("a1", "-"), "a1", "write `-`");
    refused(&mut oware, &field("-", "a1,b1"), "a1,b1", "write `-`");
    oware.set_position(&field("a1,b1,c1,a2,b2,c2,a3,b3,c3", "-")).expect("a small board");
    let mut jeson = game("jeson-mor");
    let vacated = jeson.position_text().replacen(" - ", " a9 ", 1);
    refused(&mut jeson, &vacated, "a9", "write `-`");
    // What is said in words of the file, with half a turn played.
    let half = "players A, B\nboard square 3x3\npiece Man\nstate taking: number in 0..1 when no taking or line 3 of own or line 3 of enemy\n\
        move when no taking { place Man on empty { if line 3 of own { set taking = 1  extra turn } } }\n\
        move taking when taking { pick to in enemy { take to  set taking = 0 } }\nend { draw when no empty }\n";
    let mut half = rules(half);
    half.set_position("3/3/3 a 0 1").expect("the start");
    half.set_position("MMM/2m/3 a 1 3").expect("three in a row");
    refused(&mut half, "MM1/2m/3 a 1 3", "1", "write `0`");
    refused(&mut half, "MMM/2m/3 a 2 3", "2", "goes from 0 to 1");
}

#[test]
fn conditions_that_the_rules_break_are_found_by_playing() {
    let file = |bounds: &str| {
        format!(
            "players A, B\nboard square 3x3\npiece Man\nstate last: cells for one ply {bounds}\n\
             move {{ place Man on empty except last of-last {{ set last = to }} }}\nend {{ draw when no empty }}\n"
        )
        .replace(" of-last", "")
    };
    let played = |bounds: &str| {
        let trial = rules(&file(bounds)).trial(TrialOptions { games: 3, ..TrialOptions::default() }, &false.into());
        let found = trial.diagnostics.into_iter().find(|d| d.code == "state-bounds");
        found.map(|d| (file(bounds)[d.span.start..d.span.end].to_string(), d.help.unwrap_or_default()))
    };
    assert_eq!(played("in own"), None);
    assert_eq!(played("in own when count last = 1 or count all = count empty"), None);
    assert_eq!(played("on all except corners").map(|found| found.0).as_deref(), Some("all except corners"));
    let (place, help) = played("in own except b2 when count last < 2").expect("b2 is played");
    assert_eq!(place, "own except b2 when count last < 2");
    assert!(help.contains("the position is `"), "{help}");
    let (place, _) = played("when last on corners").expect("other cells are played");
    assert_eq!(place, "last on corners");
}

#[test]
fn what_a_state_may_hold_is_checked_like_any_condition() {
    let cases = [
        ("state x: number in 3..1", "bad-bounds"),
        ("state x: number in own", "bad-bounds"),
        ("state x: number for one ply on own", "bad-bounds"),
        ("state x: number in 0..(count own)", "not-constant"),
        ("state x: cells when no all and 1 = 2", "bad-bounds"),
        ("state x: cells when to on own", "not-bound"),
        ("state x: cells when own on was own", "not-bound"),
        ("state x: cells when repeats 3", "history-inside"),
        ("state x: cells in 1 + 2", "wrong-type"),
        ("state x: cells in ownn", "unknown-name"),
        ("state x: cells in own in enemy", "said-twice"),
    ];
    for (state, code) in cases {
        let text = format!(
            "players A, B\nboard square 3x3\npiece Man\n{state}\nmove {{ place Man on empty }}\nend {{ draw when no empty }}\n"
        );
        let Err(Error::File(report)) = Loaded::compile(Source::new("test", &text), Origin::Text, Settings::default())
        else {
            panic!("{state} is let pass");
        };
        let codes: Vec<&str> = report.diagnostics.iter().map(|d| d.code).collect();
        assert!(codes.contains(&code), "{state}: {codes:?}");
    }
}

#[test]
fn pieces_stand_where_the_rules_let_them() {
    let mut chess = game("chess");
    refused(&mut chess, "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "P", "no `White Pawn` may stand on a8");
    refused(&mut chess, "4k3/8/8/8/8/8/8/2p1K3 w - - 0 1", "p", "`piece Pawn in all except (own rank 1 or far rank)`");
    refused(&mut chess, "4k3/8/8/8/8/8/8/4K2P w - - 0 1", "P", "may stand on h1");
    chess.set_position("4k3/P7/8/8/8/8/7p/4K3 w - - 0 1").expect("a pawn before each last rank");
    // On each board, for each of an alternative, and what a file says of the kind that it takes over.
    refused(&mut game("alice-chess"), "4k3/8/8/8/8/8/8/4K3|P7/8/8/8/8/8/8/8 w - - 0 1", "P", "may stand on glass-a8");
    refused(&mut game("duck-chess"), "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "P", "may stand on a8");
    // A horde begins with pawns on its first rank, the other player does not.
    let mut horde = game("horde");
    horde.set_position("4k3/pp6/8/8/8/8/8/PPP5 w - - 0 1").expect("pawns on the first rank");
    refused(&mut horde, "p3k3/8/8/8/8/8/8/PPP5 w - - 0 1", "p", "may stand on a8");
    refused(&mut horde, "P3k3/8/8/8/8/8/8/PPP5 w - - 0 1", "P", "may stand on a8");
    // Dropped pawns, and those of a promoted piece, which is a kind of its own.
    refused(&mut game("crazyhouse"), "4k2P/8/8/8/8/8/8/4K3[Pp] w - - 0 1", "P", "may stand on h8");
    game("crazyhouse").set_position("4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1").expect("a pawn that was promoted");
    game("chessgi").set_position("4k3/8/8/8/8/8/8/P3K3[] w 1").expect("a pawn dropped on the first rank");
}

#[test]
fn few_cells_of_a_piece_are_named() {
    let mut xiangqi = game("xiangqi");
    refused(&mut xiangqi, "4k4/9/9/9/9/9/9/9/9/3KA4 w 1", "A", "which is on d1, f1, e2, d3, f3");
    xiangqi.set_position("3ak4/9/9/9/9/9/9/9/4A4/3K5 w 1").expect("advisors on their points");
    refused(&mut xiangqi, "4k4/9/9/9/4K4/9/9/9/9/9 w 1", "K", "no `White General` may stand on e6");
    refused(&mut xiangqi, "4k4/9/9/9/2B6/9/9/9/9/3K5 w 1", "B", "may stand on c6");
    refused(&mut xiangqi, "4k4/9/9/9/9/9/1P7/9/9/3K5 w 1", "P", "may stand on b4");
}

#[test]
fn other_games_say_where_pieces_stand() {
    // Draughts by the numbers of cells: the whole entry is the place.
    refused(&mut game("international-draughts"), "W:W5,K31:B20", "5", "no `White Man` may stand on j10");
    game("international-draughts").set_position("W:WK5,31:B20").expect("a king on the last rank");
    let mut shogi = game("shogi");
    refused(&mut shogi, "4k4/N8/9/9/9/9/9/9/4K4 b - 1", "N", "no `Black Knight` may stand on a8");
    refused(&mut shogi, "4k4/9/9/9/9/9/9/9/3lK4 b - 1", "l", "no `White Lance` may stand on d1");
    // What depends on the position: nothing floats, and no group is without a liberty, whoever is to move.
    refused(&mut game("connect-four"), "7/7/7/7/3O3/7 f 2", "O", "no `Second Disc` may stand on d2");
    let mut gonnect = game("gonnect");
    let rows = "13/13/13/13/13/13/13/13/13/13/13";
    refused(&mut gonnect, &format!("{rows}/B12/WB11 w 3"), "W", "`piece Stone in alive(own)`");
    gonnect.set_position(&format!("{rows}/1B11/WB11 w 3")).expect("a stone with a liberty");
    // Nobody's pieces, counted ones, and those on another board.
    refused(&mut game("dots-and-boxes"), "7/7/7/7/7/7/L6 a 1", "L", "no `Line` may stand on a1");
    let mut santorini = game("santorini");
    let text = santorini.position_text();
    refused(&mut santorini, &text.replacen("5/", "(1)4/", 1), "(", "no `Block` may stand on a5");
}

#[test]
fn all_of_a_stack_stand_where_they_may() {
    let mut stacks = rules(
        "players A, B\nboard square 3x3\nfacing A north, B south\npiece Man in all except own rank 1, King stacked\npiece Stone neutral stacked in a1\n\
         setup { A Man on a2  B King on c3  Stone on a1 }\nmove Man, King { step any to empty }\nmove Stone { step any to none }\nend { draw when enemy stuck }\n",
    );
    stacks.set_position("(km)1(Km)/3/3 a 1").expect_err("B's man on B's first rank");
    refused(&mut stacks, "3/3/(kM)2 a 1", "(", "no `A Man` may stand on a1");
    stacks.set_position("3/3/(km)2 a 1").expect("B's man on A's first rank");
    refused(&mut stacks, "3/3/1(kS)1 a 1", "(", "no `Stone` may stand on b1");
    stacks.set_position("3/3/(kS)2 a 1").expect("a stone below a king");
}

#[test]
fn an_editor_says_where_no_piece_may_stand() {
    let mut session = game("chess");
    let site = session.compiled().topology().cell("a8").expect("a cell");
    let text = session.edited_text(&Edit::Put(site, Some('P')));
    refused(&mut session, &text, "P", "no `White Pawn` may stand on a8");
}

#[test]
fn pieces_that_the_rules_put_elsewhere_are_found_by_playing() {
    let file = |pieces: &str| {
        format!(
            "players A, B\nboard square 4x4\nfacing A north, B south\npiece {pieces}\n\
             setup {{ A Man on rank 1  B Man on rank 4 }}\nmove Man {{ step forward to empty {{ promote to on far rank as King }}  step forward-diagonal to enemy }}\n\
             move King {{ step any to empty }}\nend {{ lose when no own  draw when enemy stuck  draw when repeats 3 }}\n"
        )
    };
    let played = |pieces: &str| {
        let trial = rules(&file(pieces)).trial(TrialOptions { games: 20, ..TrialOptions::default() }, &false.into());
        let found = trial.diagnostics.into_iter().find(|d| d.code == "piece-bounds");
        found.map(|d| (d.message, file(pieces)[d.span.start..d.span.end].to_string(), d.help.unwrap_or_default()))
    };
    assert_eq!(played("Man, King"), None);
    // A man takes onto the last rank, where nothing promotes him.
    let (message, place, help) = played("Man in own ranks 1..3, King").expect("a man on the last rank");
    assert!(
        message.starts_with("a game led to a position where `") && message.contains("Man` stands on "),
        "{message}"
    );
    assert_eq!(place, "own ranks 1..3");
    assert!(help.contains("the position is `"), "{help}");
    assert_eq!(played("Man in all, King in own on all"), None);
    // The start is one of the positions: what depends on them is asked of it, too.
    assert!(played("Man in forward of own, King").is_some_and(|found| found.0.contains("`A Man` stands on a1")));
}

#[test]
fn where_pieces_may_stand_is_checked_like_any_region() {
    let cases = [
        ("piece Man in count own", "wrong-type"),
        ("piece Man in own = enemy", "wrong-type"),
        ("piece Man in 2..3", "wrong-type"),
        ("piece Man in ownn", "unknown-name"),
        ("piece Man in to", "not-bound"),
        ("piece Man in was own", "not-bound"),
        ("piece Man in d4", "cell-off-the-board"),
        ("piece Man in none", "bad-bounds"),
        ("piece Man in own in enemy", "said-twice"),
        ("piece Man in own rank 1 = King, King", "unexpected-token"),
        ("piece Man in own \"M\"", "unexpected-token"),
        ("piece Man, Ball neutral in own", "not-constant"),
        ("piece Man, Ball neutral in empty", "not-constant"),
        ("piece Man in rank 2", "piece-bounds"),
    ];
    for (piece, code) in cases {
        let text = format!(
            "players A, B\nboard square 3x3\nfacing A north, B south\n{piece}\nsetup {{ A Man on a1 }}\nmove {{ place Man on empty }}\nend {{ draw when no empty }}\n"
        );
        let Err(Error::File(report)) = Loaded::compile(Source::new("test", &text), Origin::Text, Settings::default())
        else {
            panic!("{piece} is let pass");
        };
        let codes: Vec<&str> = report.diagnostics.iter().map(|d| d.code).collect();
        assert!(codes.contains(&code), "{piece}: {codes:?}");
    }
}

/// The field that old writers always fill is nothing where nobody can take there: then it counts as the same position.
#[test]
fn a_passed_cell_without_a_taker_makes_no_difference() {
    let mut chess = game("chess");
    let rows = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    reads(&mut chess, &format!("{rows} e3 0 1"), &format!("{rows} - 0 1"));
    chess.play_all("g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1").expect("legal");
    assert_eq!(chess.verdict().unwrap().map(|v| v.reason), Some("repetition".to_string()));
}

// ---- dialects --------------------------------------------------------------------------------------------------

#[test]
fn x_fen_means_the_outermost_rook() {
    let mut session = game("chess960");
    let rows = "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN";
    reads(&mut session, &format!("{rows} w KQkq - 0 1"), &format!("{rows} w BFbf - 0 1"));
    reads(&mut session, &format!("{rows} w BFbf - 0 1"), &format!("{rows} w BFbf - 0 1"));
    reads(&mut session, &format!("{rows} w Kq - 0 1"), &format!("{rows} w Fb - 0 1"));
    // Inner rooks need their file.
    let inner = "1r2k1r1/8/8/8/8/8/8/RR2KRR1";
    reads(&mut session, &format!("{inner} w KQ - 0 1"), &format!("{inner} w AG - 0 1"));
    reads(&mut session, &format!("{inner} w FB - 0 1"), &format!("{inner} w BF - 0 1"));
    refused(&mut session, "4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "Q", "there is no `Q`");
    // Letters of files say the same in chess.
    let mut chess = game("chess");
    reads(&mut chess, &format!("{ROWS} w HAha - 0 1"), &format!("{ROWS} w KQkq - 0 1"));
    refused(&mut chess, &format!("{ROWS} w HBhb - 0 1"), "HBhb", "there is no `B`");
    let spaced = "r n b q k b n r/p p p p p p p p/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    refused(&mut chess, spaced, "r", "a space ends the rows");
    // As addresses have it.
    assert_eq!(reads(&mut chess, &format!("{ROWS}_w_KQ_-_0_1"), &format!("{ROWS} w KQ - 0 1")), "");
}

/// A king that stays on its cell has castled, too: it may not castle a second time.
#[test]
fn castling_ends_the_rights_where_the_king_stays() {
    for name in ["chess960", "atomic960", "extinction960"] {
        let mut session = game(name);
        session.set_position("1bnrq1kr/pppppppp/8/8/8/8/PPPPPPPP/1BNRQ1KR b DHdh - 0 1").expect("a position");
        session.play("g8h8").expect("legal");
        assert_eq!(session.position_text().split(' ').nth(2), Some("DH"), "{name}");
    }
}

/// Programs that know the pieces of chess alone write `p` or `q` for the only kind of a game, and a supply of it as hands.
#[test]
fn the_only_kind_is_written_as_programs_of_chess_do() {
    for (name, text, shown) in [
        ("amazons", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1", "3a2a3/10/10/a8a/10/10/A8A/10/10/3A2A3 w 1"),
        ("ataxx", "P6/3p3/p6/pp3p1/7/7/2P2PP w - - 3 10", "X6/3O3/O6/OO3O1/7/7/2X2XX x"),
        ("clobber", "PPp1P/P2pp/1pPP1/pPppp/p1P2/pPP1P b - - 0 5", "SSs1S/S2ss/1sSS1/sSsss/s1S2/sSS1S b 5"),
        ("othello", "8/8/8/3pP3/3Pp3/8/8/8[PPPpp] w 0 1", "8/8/8/3BW3/3WB3/8/8/8 w 0 1"),
        ("fox-and-hounds", "3h3h/h5h1/8/8/8/8/1F6/8 b - - 5 3", "3h3h/h5h1/8/8/8/8/1F6/8 h 3"),
    ] {
        let mut session = game(name);
        session.set_position(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let read = session.position_text();
        assert!(read.starts_with(shown), "{name}: {read}");
    }
    let mut othello = game("othello");
    let start = "8/8/8/3pP3/3Pp3/8/8/8 b 0 1";
    othello.set_position(start).expect("the start");
    othello.play("P@d3").expect("a disc is placed");
    let said = reads(&mut othello, "8/8/8/3pP3/3Pp3/8/8/8[PPPpp] w 0 1", "8/8/8/3BW3/3WB3/8/8/8 w 0 1");
    assert!(said.contains("has no hands"), "{said}");
    refused(&mut othello, "8/8/8/3pP3/3Pp3/8/8/8[N] w 0 1", "[N]", "leave what stands in brackets out");
    refused(&mut game("chess"), &format!("{ROWS}[P] w KQkq - 0 1"), "[P]", "leave what stands in brackets out");
}

/// Checks that are left, where the first one wins, and a promoted kind that begins on the board.
#[test]
fn variants_are_written_as_their_programs_do() {
    let mut ouk = game("ka-ouk");
    let rows = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR";
    let said = reads(&mut ouk, &format!("{rows} w DEde - 1+1 0 1"), &format!("{rows} w DEde 1"));
    assert!(said.contains("`1+1` is left out"), "{said}");
    refused(&mut ouk, &format!("{rows} w DEde - 3+3 0 1"), "3+3", "does not count");
    let mut kyoto = game("kyoto-shogi");
    kyoto.set_position("1+n1s+l/+p2k1/5/1L1K1/1S1+NP[] w - - 4 3").expect("a position");
    let mut kyoto = game("kyoto-shogi");
    kyoto.set_position("p1ks1/2+sl1/+N4/2N2/1LK1P[N] w - - 0 5").expect("a position");
    let start = kyoto.position_text();
    for (text, row) in [("+N@e3", "G3G"), ("N@e3", "G3N"), ("+N*e3", "G3G")] {
        kyoto.set_position(&start).expect("as it was printed");
        kyoto.play(text).expect("a drop with one side up");
        assert_eq!(kyoto.position_text().split('/').nth(2), Some(row), "{text}");
    }
}

/// A position that is the start of the rules is none to be written down.
#[test]
fn the_start_is_not_kept_as_a_position() {
    let mut session = game("english-draughts");
    session.set_position("B:W21-32:B1-12").expect("the start");
    assert_eq!(session.start_text(), None);
    session.set_position("W:W21-32:B1-12").expect("the other side to move");
    assert!(session.start_text().is_some());
}

#[test]
fn what_a_game_does_not_remember_is_left_out_with_a_warning() {
    let mut antichess = game("antichess");
    let shown = format!("{ROWS} w - 0 1");
    let said = reads(&mut antichess, &format!("{ROWS} w KQkq - 0 1"), &shown);
    assert!(said.contains("`KQkq` is left out"), "{said}");
    assert_eq!(reads(&mut antichess, &format!("{ROWS} w - - 0 1"), &shown), "");
    let passed = "rnbqkbnr/pp1p1ppp/8/2pPp3/8/8/PPP1PPPP/RNBQKBNR w";
    assert_eq!(reads(&mut antichess, &format!("{passed} - e6 0 3"), &format!("{passed} e6 0 3")), "");
    let mut breakthrough = game("breakthrough");
    let start = breakthrough.position_text();
    let rows = start.split(' ').next().unwrap().to_string();
    for (fields, words) in [
        ("KQkq - 0 1", "`KQkq` is left out"),
        ("- e3 0 1", "`e3` is left out"),
        ("KQkq e3 0 1", "`e3` is left out"),
        ("- - 0 1", ""),
        ("- - 5 1", ""),
    ] {
        let said = reads(&mut breakthrough, &format!("{rows} w {fields}"), &start);
        assert!(said.contains(words) && said.is_empty() == words.is_empty(), "{fields}: {said}");
    }
    for (fields, place) in [("- x3 0 1", "x3"), ("xyz - 0 1", "xyz"), ("- - - 0 1", "-"), ("- - 0 1 2 3", "-")] {
        refused(&mut breakthrough, &format!("{rows} w {fields}"), place, "");
    }
    // It is said on standard error, in JSON, and in a conversation.
    let text = format!("{rows} w KQkq - 0 1");
    let told = run(&["moves", "breakthrough", "--position", &text]);
    assert_eq!((told.status, told.err.contains("warning: ") && told.err.contains("`KQkq` is left out")), (0, true));
    let told = json(&["moves", "breakthrough", "--position", &text], 0);
    assert!(told["warnings"][0]["message"].as_str().unwrap().contains("`KQkq` is left out"), "{told}");
    assert_eq!(told["warnings"][0]["column"], rows.len() + 4);
    let told = run_with(&["repl", "breakthrough"], format!("position {text}\nposition\n").as_bytes());
    assert_eq!(told.err.matches("`KQkq` is left out").count(), 1, "{}", told.err);
}

#[test]
fn shogi_as_its_programs_write_it() {
    let mut shogi = game("shogi");
    let rows = "4k4/9/9/9/9/9/9/9/4K4";
    reads(&mut shogi, &format!("{rows} b S2Pb3p 1"), &format!("{rows}[2PS3pb] b 1"));
    reads(&mut shogi, &format!("{rows} b - 1"), &format!("{rows}[] b 1"));
    reads(&mut shogi, &format!("{rows}[-] b 1"), &format!("{rows}[] b 1"));
    // The number of SFEN counts plies.
    reads(&mut shogi, &format!("{rows} w - 2"), &format!("{rows}[] w 1"));
    reads(&mut shogi, &format!("{rows} b - 3"), &format!("{rows}[] b 2"));
    reads(&mut shogi, &format!("{rows} w - 1"), &format!("{rows}[] w 1"));
    refused(&mut shogi, &format!("{rows} b KQkq 1"), "KQkq", "no hand holds a piece");
    // A FEN calls the player of the capital letters white.
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for fen in ["w - - 0 1", "w 0 1"] {
        for hands in ["", "[]", "[-]"] {
            let said = reads(&mut shogi, &format!("{start}{hands} {fen}"), &format!("{start}[] b 1"));
            assert!(said.contains("`w` is read as in a FEN: Black"), "{fen}: {said}");
        }
    }
    let said = reads(&mut shogi, &format!("{start}[-] b - - 0 1"), &format!("{start}[] w 1"));
    assert!(said.contains("White has"), "{said}");
    // As this game writes it, and where nobody can tell.
    assert_eq!(reads(&mut shogi, &format!("{start}[] w 1"), &format!("{start}[] w 1")), "");
    assert_eq!(reads(&mut shogi, &format!("{start} w"), &format!("{start}[] w 1")), "");
    refused(&mut shogi, &format!("{start}[-] w - 1"), "-", "`w` may be Black or White");
    // Where the players have other names, the hands tell SFEN from a FEN.
    for name in ["minishogi", "tori-shogi"] {
        let mut game = game(name);
        let start = game.position_text();
        let (rows, _) = start.split_once('[').unwrap();
        reads(&mut game, &format!("{rows} b - 1"), &start);
        reads(&mut game, &format!("{rows} w - 2"), &start.replace(" s ", " g "));
        reads(&mut game, &format!("{rows}[-] w 0 1"), &start);
        reads(&mut game, &format!("{rows} w - - 0 1"), &start);
        refused(&mut game, &format!("{rows} b"), "b", "`b` may be Sente or Gote");
    }
}

#[test]
fn more_pieces_than_any_game_comes_to_are_told() {
    let mut chess = game("chess");
    let text = "QQ2k3/8/8/8/8/8/PPPPPPPP/QQQQKQQQ b - - 0 1";
    assert!(reads(&mut chess, text, text).contains("18 pieces of `White`, the start has 16"));
    let text = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 b - - 0 1";
    assert!(reads(&mut chess, text, text).contains("9 `White Pawn`, the start has 8"));
    // What is promoted was a pawn.
    for (text, told) in [
        ("4k3/8/8/8/8/8/PPP5/QQQQKQQ1 b - - 0 1", ""),
        ("4k3/8/8/8/8/8/PPPPP3/RRRNKNBB b - - 0 1", ""),
        ("4k3/8/8/8/8/1Q6/PPPPP3/RRRNKNNB b - - 0 1", ""),
        (
            "4k3/8/8/8/8/8/PPPPPPP1/QQQQKQQQ b - - 0 1",
            "here are 14 of `White Queen` and `White Pawn`, and of the start only 9",
        ),
        (
            "4k3/8/8/8/8/8/PPPPPPPP/BBB1K3 b - - 0 1",
            "here are 11 of `White Bishop` and `White Pawn`, and of the start only 10",
        ),
        ("4k3/8/8/8/8/8/PPPPPPP1/NNN1KBB1 b - - 0 1", ""),
        (
            "4k3/8/8/8/8/8/PPPPPPP1/NNN1KBBB b - - 0 1",
            "`White Bishop` and `White Pawn` and `White Knight`, and of the start only 12",
        ),
    ] {
        let found = reads(&mut chess, text, text);
        assert!(found.contains(told) && (found.is_empty() || !told.is_empty()), "{text}: {found}");
    }
    // All of them may have been.
    let mut checkers = game("checkers-6x6");
    let kings = checkers.position_text().replace('M', "K");
    assert_eq!(reads(&mut checkers, &kings, &kings), "");
    // What is put, dropped or turned over may be more.
    for (name, text) in [
        ("othello", "BBBBBBBB/BBBBBBBB/8/3BW3/3WB3/8/8/8 b"),
        ("crazyhouse", "4k3/8/8/8/8/P7/PPPPPPPP/4K3[] b - - 0 1"),
    ] {
        let mut game = game(name);
        game.set_position(text).unwrap();
        let shown = game.position_text();
        assert_eq!(reads(&mut game, &shown, &shown), "", "{name}");
    }
}

#[test]
fn marks_of_chess_variants() {
    let mut crazyhouse = game("crazyhouse");
    let text = "r1bqkb1r/ppp2Q~pp/2n5/8/8/8/PPPPPPP1/RNBQKBNR[Pn] b KQkq - 0 9";
    crazyhouse.set_position(text).expect("a promoted queen");
    // What is taken comes back as a pawn.
    assert!(crazyhouse.query("enemy Pawnqueen on f7").unwrap() != crazyhouse.query("none").unwrap());
    let shown = crazyhouse.position_text();
    reads(&mut crazyhouse, &shown, &shown);
    for text in ["4k3/8/8/8/8/8/8/K~7 w - - 0 1", "4k3/8/8/8/8/8/8/~K7 w - - 0 1", "4k3/8/8/8/8/8/P~7/K7 w - - 0 1"] {
        assert!(crazyhouse.set_position(text).is_err(), "{text}");
    }
    assert!(game("shogi").set_position("4k4/9/9/9/9/9/9/9/G~3K4 b - 1").is_err());
    // Where promotion makes no difference later, the mark says nothing.
    reads(&mut game("makruk"), "4k3/8/3m~4/8/8/4M~3/8/4K3 w - - 0 1", "4k3/8/3m4/8/8/4M3/8/4K3 w 1");
    reads(&mut game("chess"), "4k3/8/8/8/8/8/8/4K2Q~ w - - 0 1", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1");
    refused(&mut game("chess"), "4k3/8/8/8/8/8/P~7/4K3 w - - 0 1", "P", "no piece `~`");

    let mut seirawan = game("seirawan-chess");
    let start = seirawan.position_text();
    reads(&mut seirawan, &format!("{ROWS}[HEhe] w KQBCDFGkqbcdfg - 0 1"), &start);
    let rows = "reb1k2r/ppppqppp/2nb1n2/4p3/4P3/N1P2N2/PB1PQPPP/RE2KBHR[h]";
    reads(&mut seirawan, &format!("{rows} b KQkqc - 3 7"), &format!("{rows} b KQkq AEHaceh - 3 7"));
    refused(&mut seirawan, &format!("{ROWS}[HEhe] w KQBCXFGkqbcdfg - 0 1"), "KQBCXFGkqbcdfg", "there is no `X`");

    let mut checks = game("three-check");
    let shown = format!("{ROWS} w KQkq - 3 3 0 1");
    for fields in ["KQkq - 3+3 0 1", "KQkq - 0 1 +0+0", "KQkq - 0 1"] {
        reads(&mut checks, &format!("{ROWS} w {fields}"), &shown);
    }
    reads(&mut checks, &format!("{ROWS} w KQkq - 4 9 +1+2"), &format!("{ROWS} w KQkq - 2 1 4 9"));
    refused(&mut checks, &format!("{ROWS} w KQkq - 0 1 +4+0"), "+4+0", "does not count");
    // At the end, where the numbers can only be one of both.
    for (end, shown, read) in
        [("3+3", "3 3", "left"), ("3+1", "3 1", "left"), ("0+0", "3 3", "given"), ("0+2", "3 1", "given")]
    {
        let shown = format!("{ROWS} w KQkq - {shown} 4 9");
        let said = reads(&mut checks, &format!("{ROWS} w KQkq - 4 9 {end}"), &shown);
        assert!(said.contains(&format!("as the checks {read}")), "{end}: {said}");
    }
    for end in ["1+1", "0+3", "4+1"] {
        refused(&mut checks, &format!("{ROWS} w KQkq - 0 1 {end}"), end, "does not stand where");
    }
    refused(&mut checks, &format!("{ROWS} w KQkq - 0 1+2 1"), "1+2", "at the end, as `+1+2`");
    refused(&mut game("chess"), &format!("{ROWS} w KQkq - 0 1 +0+0"), "+0+0", "");
}

#[test]
fn chinese_letters_and_sides() {
    let mut xiangqi = game("xiangqi");
    let start = xiangqi.position_text();
    let rows = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR";
    for side in ["w", "r", "red", "w - - 0 1", "r - - 0 1"] {
        reads(&mut xiangqi, &format!("{rows} {side}"), &start);
    }
    assert_eq!(reads(&mut xiangqi, &format!("{rows} b - - 0 1"), &start.replace(" w ", " b ")), "");
    refused(&mut xiangqi, &format!("{rows} g"), "g", "is not a side");
    refused(&mut xiangqi, &rows.replace('e', "z"), "z", "no piece `z`");
    // Where a kind's own letter stands as well, the other one means something else.
    refused(&mut xiangqi, &rows.replace('a', "g").replace('A', "G"), "g", "no piece `g`");
    refused(&mut xiangqi, &rows.replacen('h', "n", 1), "h", "no piece `h`");
    // A letter that may be one of two kinds is none.
    let mut two = rules(
        "players White, Black\nboard square 3x3\npiece Hare \"A\", Horse \"B\"\nmove { step any to empty }\nend { draw when enemy stuck }\n",
    );
    refused(&mut two, "h2/3/3 w 1", "h", "no piece `h`");
}

#[test]
fn draughts_by_numbers() {
    let mut international = game("international-draughts");
    let start = international.position_text();
    reads(&mut international, "W:W31-50:B1-20", &start);
    reads(&mut international, "W:B1-20:W31-50.", &start);
    reads(&mut international, "\"W:W31-40,41-50:B1-10,11,12,13-20:H0:F1\"", &start);
    for text in ["W:W K31, 32 :BK1-K5;20", "W:WK31 32:BK1,K2 K3,K4,K5 20.", "W:WK31;32:BK1-5;20"] {
        reads(&mut international, text, "1k1k1k1k1k/10/10/8m1/10/10/1K1M6/10/10/10 w 0 0 1");
    }
    reads(&mut international, "W:WK31-K32:BK1-K2", "1k1k6/10/10/10/10/10/1K1K6/10/10/10 w 0 0 1");
    let (mut english, mut italian) = (game("english-draughts"), game("italian-draughts"));
    let (start, italian_start) = (english.position_text(), italian.position_text());
    reads(&mut english, "B:W21-32:B1-12", &start);
    reads(&mut italian, "W:W21-32:B1-12", &italian_start);
    // Square 1 of English draughts is g1 here, where Black's side is the first rank.
    reads(&mut english, "B:W18,24,27,K32:B12,K1", "1k6/2m5/1m6/4m3/8/M7/8/6K1 b 0 1");
    reads(&mut english, "W:Wb6, c7:Bg1,Ka3:F12", "8/2m5/1m6/8/8/K7/8/6M1 w 0 12");
    // International boards begin at b10, Italian ones at a8.
    reads(&mut international, "B:WK5:BK46", "9K/10/10/10/10/10/10/10/10/k9 b 0 0 1");
    reads(&mut italian, "B:WK1:BK32", "K7/8/8/8/8/8/8/7k b 0 1");
    for (text, place, part) in [
        ("X:W31-50:B1-20", "X", "is not a side"),
        ("W:W31-51:B1-20", "51", "numbers from 1 to 50"),
        ("W:W50-31:B1-20", "50-31", "lower to a higher"),
        ("W:W1-20:B20", "20", "two pieces"),
        ("W:WQ31:B1-20", "Q31", "no piece `Q`"),
        ("W:W31-:B1-20", "", "is not a cell"),
        ("W:W31-50:B1-20:F0x", "F0x", "is not a side"),
        ("W:W0:B1", "0", "numbers from 1 to 50"),
        ("W:W1-5-9:B1", "1-5-9", "is not a cell"),
        ("W:WK1-5-K9:B10", "1-5-K9", "is not a cell"),
        ("W:W1-K5:B10", "K5", "is not a cell"),
        ("W31-50:B1-20", "W31-50", "side to move is missing"),
        ("?:W31-50:B1-20", "?", "is not a side"),
    ] {
        let place = if part == "is not a side" && place.len() > 1 { &place[..1] } else { place };
        refused(&mut international, text, place, part);
    }
    reads(&mut game("checkers-6x6"), "B:W18:B1:H7:F3", "1m4/6/6/6/6/4M1 b 7 3");
    let said = reads(&mut game("czech-draughts"), "B:W18:B1:H7:F3", "1m6/8/8/8/3M4/8/8/8 b 3");
    assert!(said.contains("`H7`"), "{said}");
    refused(&mut game("chess"), "W:W31:B1", "31", "only boards of one colour have numbers");
    reads(&mut game("chess"), "W:WKe1,Qd1,a2:BKe8", "4k3/8/8/8/8/8/P7/3QK3 w - - 0 1");
}

/// Where no piece has the letter of a player, it stands for the only kind, or in two cases for man and king.
#[test]
fn letters_of_players_are_pieces() {
    let pawns = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w 1";
    for text in [pawns.replace('p', "b").replace('P', "w"), pawns.replace('p', "B").replace('P', "W")] {
        reads(&mut game("breakthrough"), &text, pawns);
    }
    reads(&mut game("amazons"), "b9/10/10/10/*9/10/10/10/10/w9 w 1", "a9/10/10/10/*9/10/10/10/10/A9 w 1");
    let mut international = game("international-draughts");
    let start = international.position_text();
    let rows = start.split(' ').next().unwrap().replace('m', "b").replace('M', "w");
    reads(&mut international, &format!("{rows} w"), &start);
    // Each cell behind the side, as the Hub protocol has it.
    let (men, none) = ("b".repeat(20), "e".repeat(10));
    reads(&mut international, &format!("W{men}{none}{}", "w".repeat(20)), &start);
    let kings = format!("B{}B{}W", "e".repeat(4), "e".repeat(44));
    reads(&mut international, &kings, "9k/10/10/10/10/10/10/10/10/8K1 b 0 0 1");
    assert!(international.set_position(&format!("W{men}{none}{}", "w".repeat(21))).is_err());
    // Of more kinds, or of a letter that a piece has, it can't be said.
    refused(&mut game("chess"), "4k3/8/8/8/8/8/w7/4K3 w - - 0 1", "w", "no piece `w`");
    refused(&mut game("brandubh"), "a6/7/7/3k3/7/7/7 a", "a", "no piece `a`");
}

#[test]
fn what_is_no_position_is_told_as_what_it_is() {
    for (name, text, part) in [
        ("chess", "e4 e5 Nf3", "these are moves: give them behind `--moves`"),
        ("chess", "1. e4 e5 2. Nf3", "these are moves"),
        ("othello", "f5d6c3", "these are moves"),
        ("connect-four", "4453", "these are moves"),
        ("chess", "e4 e5 Nf9", "a position is written like the start"),
        ("kalah", "4 4 4 4 4 4 0 4 4 4 4 4 4 0 1", "on a cell in brackets, without spaces"),
        ("oware", "4,4,4,4,4,4/4,4,4,4,4,4", "on a cell in brackets, without spaces"),
        (
            "othello",
            "0000000000000000000000000002100000012000000000000000000000000000 1",
            "a letter for each piece, `.` for an empty cell",
        ),
    ] {
        let said = game(name).set_position(text).expect_err(text).to_string();
        assert!(said.contains(part), "{name}: {text}: {said}");
    }
    let oware = game("oware").position_text();
    reads(&mut game("oware"), &oware, &oware);
}

#[test]
fn what_stands_around_a_position_is_passed_over() {
    let mut chess = game("chess");
    let start = chess.position_text();
    for text in [
        format!("[FEN \"{start}\"]"),
        format!(" FEN: {start}"),
        format!("\"{start}\""),
        format!("“{start}”"),
        start.replace(" - ", " – "),
        start.replace(' ', "%20"),
        // A digit for each cell, or for some.
        start.replacen("/8/", "/44/", 1).replacen("/8/", "/11111111/", 1),
    ] {
        assert_eq!(reads(&mut chess, &text, &start), "", "{text}");
    }
    let passed = "rnbqkbnr/pp1ppppp/8/2pP4/8/8/PPP1PPPP/RNBQKBNR w KQkq c6 0 3";
    reads(&mut chess, &passed.replace("c6", "C6"), passed);
    for nothing in ["", " ", "fen", "position", "\"\"", "[FEN \"\"]", "–"] {
        assert!(chess.set_position(nothing).is_err(), "{nothing}");
    }
    // What is wrong keeps its place.
    refused(&mut chess, &format!("[FEN \"{}\"]", start.replacen("/8/", "/45/", 1)), "45", "45 cells");
    refused(&mut chess, &start.replace(" - ", " – ").replace("KQkq", "KQxq"), "KQxq", "no `x`");
    let mut draughts = game("international-draughts");
    let start = draughts.position_text();
    reads(&mut draughts, "[FEN \"W:W31-50:B1-20\"]", &start);
    let mut russian = game("russian-draughts");
    reads(&mut russian, "W:WKA1,C1:BB8", "1m6/8/8/8/8/8/8/K1M5 w 0 0 0 0 1");
    refused(&mut game("shogi"), "4k4/9/9/9/9/9/9/9/4K4 b - 3 extra", "extra", "one field too many");
}

#[test]
fn boards_in_one_line() {
    let mut othello = game("othello");
    let start = othello.position_text();
    assert!(start.starts_with("8/8/8/3BW3/3WB3/8/8/8 b "), "{start}");
    let line = "---------------------------OX------XO---------------------------";
    for side in [" X", "X", " b", " B", " x", " 1", " X;"] {
        reads(&mut othello, &format!("{line}{side}"), &start);
    }
    for (black, white, empty) in [('*', 'O', '.'), ('x', 'o', '_')] {
        let of = |c: char| {
            if c == 'X' {
                black
            } else if c == 'O' {
                white
            } else {
                empty
            }
        };
        let other: String = line.chars().map(of).collect();
        reads(&mut othello, &format!("{other} {white}"), &start.replace(" b ", " w "));
    }
    // In the letters of this game rows go from the top, as in all its texts.
    let own = line.replace('O', "B").replace('X', "W");
    reads(&mut othello, &format!("{own} b"), &start);
    // A line of a collection, with what it says of the moves.
    let said = reads(&mut othello, &format!("{line} X; F5:+2; C4:+2;"), &start);
    assert!(said.contains("left out"), "{said}");
    refused(&mut othello, &line.replacen('X', "Y", 1), "Y", "no piece `Y`");
    refused(&mut othello, &format!("{line}- X"), &format!("{line}-"), "65 cells");
    reads(&mut game("connect-four"), "7/7/7/7/3o3/3x3 x", "7/7/7/7/3O3/3X3 f 1");
    // Whose pieces such letters are is not known where White begins.
    refused(&mut game("breakthrough"), &"x".repeat(64), "x", "no piece `x`");
}

#[test]
fn operations_of_an_epd() {
    let mut chess = game("chess");
    let rows = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -";
    let shown = format!("{rows} 0 1");
    let said = reads(&mut chess, &format!("{rows} bm Qd1+; id \"BK.01\";"), &shown);
    assert!(said.contains("`bm Qd1+; id \"BK.01\"` says nothing"), "{said}");
    assert_eq!(reads(&mut chess, &format!("{rows} hmvc 4; fmvn 12;"), &format!("{rows} 4 12")), "");
    let said = reads(&mut chess, &format!("{rows} 0 1 ;D1 20 ;D2 400"), &shown);
    assert!(said.contains("D1 20; D2 400"), "{said}");
    let said = reads(&mut chess, &format!("{rows} ce 23; acd 12;"), &shown);
    assert!(said.contains("ce 23"), "{said}");
    refused(&mut chess, &format!("{rows} fmvn x;"), "x", "is not a move number");
    refused(&mut chess, &format!("{rows} hmvc -1;"), "-1", "counts plies");
    // Without a stop it is a field.
    assert!(reads(&mut chess, &format!("{rows} bm Qd1+"), &shown).contains("bm Qd1+"));
    refused(&mut chess, &format!("{rows} Qd1+"), "Qd1+", "");
}

#[test]
fn hyphens_are_empty_cells_only_where_all_are_spelt() {
    // Ataxx with holes is another game than that of the file.
    refused(&mut game("ataxx"), "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", "-", "beside numbers of empty cells");
    let holes = "players X, O\nboard square 7x7\npiece Disc \"XO\", Hole \"-\" neutral\nmove { place Disc on empty }\nend { draw when no empty }\n";
    reads(&mut rules(holes), "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", "X5O/7/2-1-2/7/2-1-2/7/O5X x 1");
    let mut walls = rules(
        "players X, O\nboard square 3x3\npiece Disc \"XO\", Wall neutral\nmove { place Disc on empty }\nend { draw when no empty }\n",
    );
    refused(&mut walls, "x1o/1-1/o1x x 1", "-", "beside numbers of empty cells");
    reads(&mut walls, "x-o/---/o.x x 1", "X1O/3/O1X x 1");
    reads(&mut walls, "x1o/1w1/o1x x 1", "X1O/1W1/O1X x 1");
}

// ---- problems --------------------------------------------------------------------------------------------------

/// Nobody is in check who has no king: search, solving and both back ends go on.
#[test]
fn problems_may_lack_a_king() {
    for backend in [Backend::Interpreter, Backend::Native] {
        let mut shogi = game_on(backend, "shogi");
        shogi.set_position("k8/9/1+R7/9/9/9/9/9/9[P] b 1").expect("tsume");
        let moves = shogi.moves().unwrap();
        // The dragon's, and drops of the pawn in every file on the cells that are empty.
        let drops = moves.iter().filter(|text| !text.starts_with("b7")).count();
        assert_eq!(drops, 81 - 9 - 2, "{moves:?}");
        let mut chess = game_on(backend, "chess");
        for (text, best) in [
            ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", Some("a1a8")),
            ("7k/8/2Q5/2Q5/8/8/8/8 w - - 0 1", None),
            ("8/8/8/3p4/8/8/3P4/8 w - - 0 1", None),
            ("8/8/8/8/8/8/8/K7 b - - 0 1", None),
            ("8/8/8/8/8/8/8/8 w - - 0 1", None),
            ("r7/8/8/8/8/8/8/4K2R w K - 0 1", None),
        ] {
            chess.set_position(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
            let limits = rulesmith::session::Limits { depth: Some(3), ..Default::default() };
            let Some(ended) = chess.verdict().unwrap() else {
                let thought = chess.think(limits, &false.into(), &mut Quiet).unwrap();
                assert!(thought.best.is_some(), "{text}");
                if let Some(best) = best {
                    assert_eq!(thought.best.as_deref(), Some(best), "{text}");
                }
                continue;
            };
            assert!(ended.winner.is_none(), "{text}: {}", ended.reason);
        }
        refused(&mut chess, "kk6/8/8/8/8/8/8/K7 w - - 0 1", "kk6/8/8/8/8/8/8/K7", "can't have more than one");
    }
}

struct Quiet;

impl rulesmith::session::Watch for Quiet {
    fn thought(&mut self, _: &rulesmith::session::Thought) {}
}

// ---- what is printed reads back --------------------------------------------------------------------------------

#[test]
fn pieces_of_nobody_in_hands_read_back() {
    let walls = "players White, Black\nboard square 3x3\npiece Wall \"#\" neutral, Man \"Mm\"\nhand 2 Wall each, 1 Man for Black\n\
        move { drop Wall, Man on empty }\nend { win when enemy stuck }\n";
    let mut session = rules(walls);
    assert_eq!(session.position_text(), "3/3/3[2#|2#m] w 1");
    session.play("Wall@a1").or_else(|_| session.play("a1")).expect("legal");
    let shown = session.position_text();
    assert_eq!(shown, "3/3/#2[#|2#m] b 1");
    reads(&mut session, &shown, &shown);
    reads(&mut session, "3/3/#2[#] b 1", "3/3/#2[#] b 1");
    reads(&mut session, "3/3/#2[|m#] b 1", "3/3/#2[|#m] b 1");
    refused(&mut session, "3/3/#2[m] b 1", "[m]", "no hand holds a piece `m`");
    refused(&mut session, "3/3/#2[#|#|#] b 1", "[#|#|#]", "no hand holds a piece `|`");
    let fen =
        rules(&walls.replace("hand 2 Wall each, 1 Man for Black", "hand 1 Man for Black\nsetup fen \"3/3/#2[#|2#]\""));
    assert_eq!(fen.position_text(), "3/3/#2[#|2#m] w 1");
}

/// Along random games of all files: what is printed is the same position when it is read, moves, verdict and all.
#[test]
fn every_position_reads_back() {
    for (index, (name, _)) in all().into_iter().enumerate() {
        let backend = if index % 2 == 0 { Backend::Interpreter } else { Backend::Native };
        let (mut session, mut again) = (game_on(backend, &name), game_on(backend, &name));
        let mut rng = Rng(20_261_125 + index as u64);
        for ply in 0..rounds(30) {
            let shown = session.position_text();
            assert_eq!(reads(&mut again, &shown, &shown), "", "{name}");
            assert_eq!(again.position().state(), session.position().state(), "{name}, ply {ply}: {shown}");
            let moves = session.moves().unwrap_or_default();
            if moves.is_empty() {
                break;
            }
            if ply % 8 == 0 {
                assert_eq!(again.moves().unwrap(), moves, "{name}: {shown}");
            }
            session.play(&moves[rng.below(moves.len())]).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
}

#[test]
fn addresses_of_pages_hold_positions() {
    let rows = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    let mut chess = game("chess");
    for (before, behind) in [
        ("https://lichess.org/analysis/", "_w_KQkq_-_0_2"),
        ("https://lichess.org/analysis/standard/", "_w_KQkq_-_0_2"),
        ("https://lichess.org/editor/", "_w_KQkq_-_0_2?color=black"),
        ("lichess.org/editor/", "%20w%20KQkq%20-%200%202"),
        ("https://lichess.org/editor?fen=", "+w+KQkq+-+0+2&color=white"),
        ("https://www.chess.com/analysis?fen=", "%20w%20KQkq%20-%200%202"),
    ] {
        let text = format!("{before}{rows}{behind}");
        assert_eq!(reads(&mut chess, &text, &format!("{rows} w KQkq - 0 2")), "", "{text}");
    }
    let coded = "https://www.chess.com/analysis?fen=rnbqkbnr%2Fpppp1ppp%2F8%2F4p3%2F4P3%2F8%2FPPPP1PPP%2FRNBQKBNR%20w%20KQkq%20-%200%202";
    assert_eq!(reads(&mut chess, coded, &format!("{rows} w KQkq - 0 2")), "");
    let mut house = game("crazyhouse");
    let text = format!("https://lichess.org/analysis/crazyhouse/{rows}/Pp_w_KQkq_-_0_2");
    reads(&mut house, &text, &format!("{rows}[Pp] w KQkq - 0 2"));
    let mut draughts = game("international-draughts");
    draughts.set_position("https://lidraughts.org/analysis/W:W31-50:B1-20:H0:F1").unwrap();
    let start = game("shogi").position_text();
    let mut shogi = game("shogi");
    let sfen = "https://lishogi.org/analysis/lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL_b_-_1";
    reads(&mut shogi, sfen, &start);
    let bad = "https://lichess.org/analysis/rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPX/RNBQKBNR_w_KQkq_-_0_2";
    refused(&mut chess, bad, bad, "there is no piece `X`");
    for bad in ["https://lichess.org/analysis/", "https://lichess.org/abcdefgh/black"] {
        refused(&mut chess, bad, bad, "this address holds no position");
    }
}

#[test]
fn boards_that_are_drawn_are_read() {
    let plain = "r n b q k b n r\np p p p . p p p\n. . . . . . . .\n. . . . p . . .\n. . . . P . . .\n. . . . . . . .\nP P P P . P P P\nR N B Q K B N R";
    let rows = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    let mut chess = game("chess");
    reads(&mut chess, plain, &format!("{rows} w - - 0 1"));
    reads(&mut chess, &plain.replace(' ', ""), &format!("{rows} w - - 0 1"));
    let ranks: Vec<String> =
        plain.lines().enumerate().map(|(i, line)| format!("  {} {line} {}", 8 - i, 8 - i)).collect();
    let edged = format!("    a b c d e f g h\n{}\n    a b c d e f g h\n", ranks.join("\n"));
    reads(&mut chess, &edged, &format!("{rows} w - - 0 1"));
    let shown = format!("{edged}  castling: KQkq\n  passed: -\n  quiet: 0\nBlack to move\n");
    reads(&mut chess, &shown, &format!("{rows} b KQkq - 0 1"));
    let symbols: String =
        plain.chars().map(|c| "KQRBNPkqrbnp".find(c).map_or(c, |at| "♔♕♖♗♘♙♚♛♜♝♞♟".chars().nth(at).unwrap())).collect();
    reads(&mut chess, &symbols, &format!("{rows} w - - 0 1"));
    reads(&mut chess, "♜♞♝♛♚♝♞♜/♟♟♟♟♟♟♟♟/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &format!("{ROWS} w KQkq - 0 1"));
    assert!(chess.set_position(&plain.replacen("r n", "r z", 1)).is_err());
    let spaced = "r n b q k b n r / p p p p p p p p / 8 / 8 / 8 / 8 / P P P P P P P P / R N B Q K B N R w KQkq - 0 1";
    reads(&mut chess, spaced, &format!("{ROWS} w KQkq - 0 1"));
    refused(
        &mut chess,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPP PPPP/RNBQKBNR w",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPP",
        "a space ends",
    );
}

#[test]
fn what_ends_a_position_otherwise() {
    let mut chess = game("chess");
    let said = reads(&mut chess, "4k3/8/8/8/8/5P2/8/4K3 w - - bm f4", "4k3/8/8/8/8/5P2/8/4K3 w - - 0 1");
    assert!(said.contains("`bm f4` says nothing of the position"), "{said}");
    assert_eq!(reads(&mut chess, &format!("{ROWS}/ w KQkq - 0 1"), &format!("{ROWS} w KQkq - 0 1")), "");
    // The other side can be to move where only one king is attacked.
    let whole = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1";
    refused(&mut chess, whole, whole, "is the other side to move?");
    let both = "4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1";
    refused(&mut chess, both, both, "nor for the other one");
}
