//! Positions as text: what no position of a game can hold, and what is printed reads back.

use crate::support::games::all;
use crate::support::hostile::rounds;
use crate::support::random::Rng;
use rulesmith::compile::{Backend, Edit, Settings};
use rulesmith::library;
use rulesmith::session::{Error, Loaded, Origin, Session, TrialOptions};
use rulesmith::source::Source;

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

pub fn game(name: &str) -> Session {
    game_on(Backend::Interpreter, name)
}

/// A session of rules in a text.
pub fn rules(text: &str) -> Session {
    let loaded = Loaded::compile(Source::new("test", text), Origin::Text, settings(Backend::Interpreter));
    Session::new(loaded.unwrap_or_else(|e| panic!("{e:?}\n{text}")))
}

/// The text is read, and shown as `shown`; what is said of it.
pub fn reads(session: &mut Session, text: &str, shown: &str) -> String {
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
pub fn refused(session: &mut Session, text: &str, place: &str, part: &str) {
    let fault = match session.set_position(text) {
        Err(Error::Request(fault)) => fault,
        other => panic!("{text}: {other:?}, now {}", session.position_text()),
    };
    let excerpt = fault.excerpt.expect("a place");
    assert_eq!(&text[excerpt.span.start..excerpt.span.end], place, "{text}: {}", fault.message);
    let said = format!("{} {}", fault.message, fault.help.unwrap_or_default());
    assert!(said.contains(part), "{text}: {said}");
}

pub const ROWS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

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
         setup { A Man on a2  B Man on b2  A King on b1  B King on c3  Stone on a1 }\nmove Man, King { step any to empty }\nmove Stone { step any to none }\nend { draw when enemy stuck }\n",
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
