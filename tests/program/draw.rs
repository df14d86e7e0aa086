//! Pictures: everything lies inside and apart, what is written is XML, and what is asked for wrongly is told.

use std::path::Path;

use roxmltree::{Document, Node};
use rulesmith::compile::{AnyExecutor, Backend, Settings};
use rulesmith::draw::{self, Coordinates, Layout, LineKind, Options, Outline, Place, Point, Theme};
use rulesmith::game::Position;
use rulesmith::library;
use rulesmith::session::{Loaded, Origin, Session, with_bases};
use rulesmith::source::Source;

use super::outside::{json, run};
use super::support::games::files;
use super::support::random::Rng;

/// Boards of every shape, on which pieces are placed.
const BOARDS: &[&str] = &[
    "square 1",
    "square 3x7",
    "square 26x26",
    "square 8x8 without d4 e4 d5 e5",
    "square 8x8 dark",
    "square 8x8 light numbered-up",
    "square 5x5 wrapped",
    "square 6x4 wrapped-files",
    "square 4x6 wrapped-ranks",
    "square 3x3x3",
    "square 2x3x7 wrapped",
    "rhombus 5x7",
    "rhombus 4 wrapped",
    "hexagon 1",
    "hexagon 6",
    "triangle 7",
    "morris 1",
    "morris 3",
    "alquerque 5x5",
    "alquerque 9x5",
    "alquerque 4x6 wrapped",
    "track 1",
    "track 14",
    "track 200",
    "row 7",
    "row 40",
    "graph { a1-b1-c1  a1-a2-b1 }",
    "graph { a1-a2 a1-a3 a1-a4 a1-a5 a1-a6 a1-a7 a1-a8 }",
    "graph { a1-a2 b7-b8 c3-c4-c5-c3 }",
    "graph { a1-b2-c3-d4-a1-c3 b2-d4 }",
    "square 3x3 board shelf row 16 board glass hexagon 2 board tower square 2x2x5",
];

/// A game of placing on this board.
fn placing(board: &str) -> String {
    format!(
        "game \"Placing\"\nplayers A, B\nboard {board}\npiece Man\nmove {{ place Man on empty }}\n\
         end {{ draw when no empty }}\n"
    )
}

fn session(name: &str, text: &str) -> Session {
    let settings = Settings { backend: Backend::Interpreter, ..Settings::default() };
    let source = with_bases(Source::new(name, text), Path::new(""));
    let loaded = Loaded::compile(source, Origin::Text, settings).unwrap_or_else(|e| panic!("{name}: {e}"));
    Session::new(loaded)
}

/// All boards to draw: shipped games, those of the tests, and one of each shape.
fn all() -> Vec<(String, Session)> {
    let shipped = library::GAMES.iter().map(|game| (game.name.to_string(), game.text.to_string()));
    let tested = ["tests/games", "tests/games_syntax", "tests/faces"].into_iter().flat_map(files);
    let shapes = BOARDS.iter().map(|board| ((*board).to_string(), placing(board)));
    shipped.chain(tested).chain(shapes).map(|(name, text)| (name.clone(), session(&name, &text))).collect()
}

/// Plays some moves by chance, all but the last without their texts: to name a move takes long.
fn play(session: &mut Session, plies: usize) {
    let mut rng = Rng(7);
    let mut chosen = |position: &mut Position<'_, AnyExecutor>| {
        let moves = position.moves().expect("moves are listed");
        let over = moves.is_empty() || position.ending().expect("moves are listed").is_some();
        (!over).then(|| moves.get(rng.below(moves.len())).to_vec())
    };
    if plies > 1 {
        let text = {
            let mut position = session.position();
            for _ in 1..plies {
                let Some(record) = chosen(&mut position) else { break };
                position.make(&record);
            }
            session.compiled().position_text(position.state(), position.turns_passed())
        };
        session.set_position(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    let last = Some(session.position()).filter(|_| plies > 0).and_then(|mut position| {
        let record = chosen(&mut position)?;
        Some(session.compiled().move_text(position.state(), &record))
    });
    if let Some(text) = last {
        session.play(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}

fn inside(name: &str, [x, y]: Point, [width, height]: Point) {
    let fits = (-0.5..=width + 0.5).contains(&x) && (-0.5..=height + 0.5).contains(&y);
    assert!(fits, "{name}: {x}, {y} lies off {width} x {height}");
}

/// Everything inside, and no two pieces over each other.
fn check_layout(name: &str, layout: &Layout, sites: usize) {
    assert_eq!(layout.cells.len(), sites, "{name}: every cell has a place");
    let shown = |cell: &&Place| cell.outline != Outline::Hidden;
    for (index, cell) in layout.cells.iter().enumerate().filter(|(_, cell)| shown(cell)) {
        for [dx, dy] in [[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]] {
            inside(name, [cell.at[0] + dx * cell.radius, cell.at[1] + dy * cell.radius], layout.size);
        }
        match &cell.outline {
            Outline::Polygon(corners) => corners.iter().for_each(|&p| inside(name, p, layout.size)),
            Outline::Circle(r) | Outline::Point(r) => assert!(*r >= 0.0 && *r < 100.0, "{name}: {r}"),
            Outline::Hidden => {}
        }
        for other in layout.cells[..index].iter().filter(shown) {
            let apart = (cell.at[0] - other.at[0]).hypot(cell.at[1] - other.at[1]);
            let room = cell.radius + other.radius - 0.5;
            assert!(apart >= room, "{name}: {} and {} are {apart} apart", cell.name, other.name);
        }
    }
    for line in &layout.lines {
        inside(name, line.from, layout.size);
        inside(name, line.to, layout.size);
    }
    layout.labels.iter().for_each(|label| inside(name, label.at, layout.size));
    for slot in layout.hands.iter().flatten() {
        for sign in [-1.0, 1.0] {
            inside(name, [slot.at[0] + sign * slot.radius, slot.at[1] + sign * slot.radius], layout.size);
        }
        for cell in &layout.cells {
            let apart = (cell.at[0] - slot.at[0]).hypot(cell.at[1] - slot.at[1]);
            assert!(apart >= cell.radius + slot.radius, "{name}: a hand lies over {}", cell.name);
        }
    }
}

/// The numbers of an attribute.
fn numbers(node: Node<'_, '_>, attribute: &str) -> Vec<f64> {
    let text = node.attribute(attribute).unwrap_or_default();
    text.split([' ', ',']).filter(|n| !n.is_empty()).map(|n| n.parse().expect("a number")).collect()
}

/// Well-formed, all shapes inside the view box, a group for each cell.
fn check_svg(name: &str, svg: &str, session: &Session) {
    let document = Document::parse(svg).unwrap_or_else(|e| panic!("{name}: {e}\n{svg}"));
    let root = document.root_element();
    let view = numbers(root, "viewBox");
    let inside = |x: f64, y: f64| {
        let fits = (view[0]..=view[0] + view[2]).contains(&x) && (view[1]..=view[1] + view[3]).contains(&y);
        assert!(fits, "{name}: {x}, {y} lies off {view:?}");
    };
    let one = |node, attribute| numbers(node, attribute).first().copied().unwrap_or(0.0);
    for node in root.descendants().filter(Node::is_element) {
        match node.tag_name().name() {
            "circle" => {
                let (x, y, r) = (one(node, "cx"), one(node, "cy"), one(node, "r"));
                inside(x - r, y - r);
                inside(x + r, y + r);
            }
            "rect" => {
                inside(one(node, "x"), one(node, "y"));
                inside(one(node, "x") + one(node, "width"), one(node, "y") + one(node, "height"));
            }
            "line" => {
                inside(one(node, "x1"), one(node, "y1"));
                inside(one(node, "x2"), one(node, "y2"));
            }
            "polygon" => numbers(node, "points").chunks(2).for_each(|p| inside(p[0], p[1])),
            "text" => inside(one(node, "x"), one(node, "y")),
            _ => {}
        }
    }
    let classed = |class: &str| {
        let has = move |node: &Node<'_, '_>| node.attribute("class").is_some_and(|c| c.split(' ').any(|c| c == class));
        root.descendants().filter(has).filter_map(|node| node.attribute("data-cell")).collect::<Vec<&str>>()
    };
    let names: Vec<&str> = session.compiled().topology().cells.iter().map(|cell| cell.name.as_str()).collect();
    let layout = draw::layout(session, false, Coordinates::None);
    let drawn = layout.cells.iter().filter(|cell| cell.outline != Outline::Hidden);
    assert_eq!(classed("cell"), drawn.map(|cell| cell.name.as_str()).collect::<Vec<_>>(), "{name}");
    let standing = session.standing();
    let held: Vec<&str> = names.iter().zip(&standing.cells).filter(|(_, c)| !c.is_empty()).map(|(n, _)| *n).collect();
    assert_eq!(classed("piece"), held, "{name}");
}

#[test]
fn everything_lies_inside_and_apart() {
    for (name, mut session) in all() {
        let sites = session.compiled().topology().sites();
        for (flip, coordinates) in [
            (false, Coordinates::Edges),
            (true, Coordinates::Edges),
            (false, Coordinates::Cells),
            (true, Coordinates::None),
        ] {
            check_layout(&name, &draw::layout(&session, flip, coordinates), sites);
        }
        for plies in [0, 1, 40] {
            play(&mut session, plies);
            let targets: Vec<usize> = (0..sites).filter(|site| site % 3 == 0).collect();
            let arrows = targets.windows(2).map(|pair| (pair[0], pair[1])).take(5).collect();
            let options = Options { flip: plies == 1, highlight: targets, arrows, ..Options::default() };
            check_svg(&name, &draw::draw(&session, &options), &session);
        }
    }
}

#[test]
fn turning_round_keeps_everything_in_its_place_relative_to_the_others() {
    let session = session("chess", library::find("chess").unwrap().text);
    let [plain, turned] = [false, true].map(|flip| draw::layout(&session, flip, Coordinates::None));
    let topology = session.compiled().topology();
    let at = |layout: &Layout, name: &str| layout.cells[topology.cell(name).unwrap()].at;
    assert!(at(&plain, "a1")[1] > at(&plain, "a8")[1] && at(&plain, "a1")[0] < at(&plain, "h1")[0]);
    assert!(at(&turned, "a1")[1] < at(&turned, "a8")[1] && at(&turned, "a1")[0] > at(&turned, "h1")[0]);
    for cell in &topology.cells {
        let (a, b) = (at(&plain, &cell.name), at(&turned, &cell.name));
        assert!(
            (a[0] + b[0] - plain.size[0]).abs() < 0.5 && (a[1] + b[1] - plain.size[1]).abs() < 0.5,
            "{}",
            cell.name
        );
    }
}

/// Who moves first sits at the bottom, whichever way that is on the board.
#[test]
fn the_first_player_sits_at_the_bottom() {
    let text = "game \"Down\"\nplayers A, B\nboard square 4x4\nfacing A south, B north\npiece Man\n\
                setup { A Man on rank 4  B Man on rank 1 }\nmove Man { step forward to empty or enemy }\n\
                end { win when own Man on far rank  lose when own stuck }\n";
    let session = session("down", text);
    let layout = draw::layout(&session, false, Coordinates::Edges);
    let at = |name: &str| layout.cells[session.compiled().topology().cell(name).unwrap()].at;
    assert!(at("a4")[1] > at("a1")[1]);
}

#[test]
fn directions_are_drawn_as_they_are_called() {
    for (board, from, to, way) in [
        ("hexagon 3", "c3", "d3", [1.0, 0.0]),
        ("hexagon 3", "c3", "c4", [0.5, -0.866]),
        ("rhombus 5", "c3", "b4", [-0.5, -0.866]),
        ("triangle 5", "b2", "c1", [0.5, 0.866]),
        ("square 5", "c3", "c4", [0.0, -1.0]),
        ("alquerque 5x5", "c3", "d4", [1.0, -1.0]),
    ] {
        let session = session(board, &placing(board));
        let layout = draw::layout(&session, false, Coordinates::Edges);
        let at = |name: &str| layout.cells[session.compiled().topology().cell(name).unwrap()].at;
        let found = [0, 1].map(|axis| (at(to)[axis] - at(from)[axis]) / 100.0);
        assert!((0..2).all(|axis| (found[axis] - way[axis]).abs() < 0.01), "{board}: {from}{to} {found:?}");
    }
}

#[test]
fn lines_join_the_points_that_steps_join() {
    for (board, lines) in [("morris 3", 32), ("alquerque 5x5", 56), ("graph { a1-b1-c1  a1-a2-b1 }", 4)] {
        let session = session(board, &placing(board));
        let layout = draw::layout(&session, false, Coordinates::Edges);
        assert_eq!(layout.lines.len(), lines, "{board}");
    }
}

#[test]
fn a_position_is_drawn_with_what_was_asked_for() {
    let run = run(&[
        "draw",
        "chess",
        "--moves",
        "e2e4 e7e5",
        "--arrows",
        "g1f3, b8-c6",
        "--highlight",
        "attacked by enemy on own or a1",
        "--theme",
        "light",
    ]);
    assert_eq!(run.status, 0, "{}", run.err);
    let document = Document::parse(&run.out).unwrap();
    let count = |class: &str| {
        let has = |node: &Node<'_, '_>| node.attribute("class").is_some_and(|c| c.split(' ').any(|c| c == class));
        document.descendants().filter(has).count()
    };
    assert_eq!((count("cell"), count("piece"), count("arrow"), count("last-move")), (64, 32, 2, 2));
    assert!(count("highlight") >= 1);
    let king = document.descendants().find(|n| n.attribute("data-cell") == Some("e1") && n.has_tag_name("g")).unwrap();
    assert!(king.descendants().any(|n| n.has_tag_name("title") && n.text() == Some("e1: White King")));
    assert!(run.out.contains("<title>Chess: White to move</title>") && !run.out.contains("prefers-color-scheme"));
    assert!(
        draw::draw(&session("chess", library::find("chess").unwrap().text), &Options::default())
            .contains("@media (prefers-color-scheme:dark)")
    );
}

/// What a user may write in a file is never taken for markup.
#[test]
fn names_are_escaped() {
    let text = placing("square 2").replace("\"Placing\"", "\"<b>&'</title>\"");
    let svg = draw::draw(&session("x", &text), &Options { theme: Theme::Dark, ..Options::default() });
    let document = Document::parse(&svg).unwrap();
    let title = document.descendants().find(|n| n.has_tag_name("title")).unwrap();
    assert_eq!(title.text(), Some("<b>&'</title>: A to move"));
}

#[test]
fn wrong_requests_are_told() {
    for (arguments, said, help) in [
        (&["draw", "chess", "--position", "8/8 w"][..], "row", None),
        (&["draw", "chess", "--highlight", "zz9"], "zz9", None),
        (&["draw", "chess", "--highlight", "count own"], "`count own` is no region", Some("write cells, such as `a1`")),
        (&["draw", "kalah", "--highlight", "count own"], "`count own` is no region", Some("write cells, such as `1`")),
        (&["draw", "chess", "--arrows", "e2e4 e2"], "`e2` is not a pair of cells", Some("`a1-h8`")),
        (&["draw", "chess", "--arrows", "e2-e44"], "`e2-e44` is not a pair", Some("did you mean the cell `e4`?")),
        (&["draw", "chess", "--moves", "e2e5"], "`e2e5`", None),
        (
            &["draw", "chess", "--format", "png"],
            "`draw` writes no PNG",
            Some("rsvg-convert -w 800 chess.svg -o chess.png"),
        ),
        (&["draw", "chess", "-o", "x.PNG"], "`draw` writes no PNG", None),
        (&["draw", "chess", "-o", "x.game"], "x.game", Some("give the picture another extension, `.svg`")),
        (&["draw", "nosuch"], "nosuch", None),
        (&["draw"], "required", None),
        (&["draw", "chess", "--all"], "cannot be used with", None),
    ] {
        let run = run(arguments);
        assert_eq!(run.status, 1, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(said) && help.is_none_or(|help| run.err.contains(help)), "{arguments:?}: {}", run.err);
        assert_eq!(run.out, "", "{arguments:?}");
    }
    let all = json(&["draw", "--all"], 1);
    assert!(all["error"]["message"].as_str().is_some_and(|told| told.contains("`--all` has no JSON")), "{all}");
}

#[test]
fn a_program_gets_the_layout_as_data() {
    let answer = json(&["draw", "crazyhouse", "--moves", "e2e4"], 0);
    let (layout, scene) = (&answer["layout"], &answer["scene"]);
    assert_eq!(layout["cells"][0]["name"], "a1");
    assert_eq!(layout["cells"][0]["outline"]["polygon"].as_array().map(Vec::len), Some(4));
    assert_eq!(scene["to_move"], 1);
    assert_eq!(scene["last"].as_array().map(Vec::len), Some(2));
    // No king comes into a hand.
    let kinds = scene["kinds"].as_array().map(Vec::len).unwrap();
    let held: Vec<u64> =
        layout["hands"][1].as_array().unwrap().iter().map(|slot| slot["kind"].as_u64().unwrap()).collect();
    assert!(held.len() == 5 && held.iter().all(|&kind| (kind as usize) < kinds), "{held:?}");
}

#[test]
fn all_games_are_on_one_sheet() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sheet");
    std::fs::create_dir_all(&folder).unwrap();
    let run_to = |to: &str| assert_eq!(run(&["draw", "--all", "-o", to]).status, 0, "{to}");
    run_to(folder.to_str().unwrap());
    let page = std::fs::read_to_string(folder.join("index.html")).unwrap();
    assert_eq!(page.matches("<figure>").count(), library::GAMES.len());
    // A heading for each family, once.
    let headings: Vec<&str> = page.split("<h2>").skip(1).filter_map(|part| part.split("</h2>").next()).collect();
    let families: std::collections::BTreeSet<&str> = library::GAMES.iter().map(|game| game.family).collect();
    assert_eq!(headings, families.into_iter().collect::<Vec<_>>());
    // Narrow screens are not too narrow for a picture.
    assert!(page.contains("minmax(min(220px, 100%), 1fr)"));
    for game in library::GAMES {
        let svg = std::fs::read_to_string(folder.join(format!("{}.svg", game.name))).unwrap();
        assert!(Document::parse(&svg).is_ok(), "{}", game.name);
    }
    let sheet = folder.join("all.svg");
    run_to(sheet.to_str().unwrap());
    let text = std::fs::read_to_string(&sheet).unwrap();
    let document = Document::parse(&text).unwrap();
    let pictures = document.root_element().children().filter(|n| n.has_tag_name("svg"));
    assert_eq!(pictures.filter(|n| n.attribute("width") == Some("300")).count(), library::GAMES.len());
}

/// The numbers by which moves of draughts are written stand on the cells, whoever looks at them.
#[test]
fn boards_of_draughts_have_their_numbers() {
    for (game, flip, number, cell) in [
        ("english-draughts", false, "1", "g1"),
        ("international-draughts", false, "1", "b10"),
        ("international-draughts", true, "50", "i1"),
    ] {
        let session = session(game, library::find(game).unwrap().text);
        let layout = draw::layout(&session, flip, Coordinates::Edges);
        let place = layout.cells.iter().find(|place| place.name == cell).unwrap();
        let label = layout
            .labels
            .iter()
            .find(|label| (label.at[0] - place.at[0]).abs() < 50.0 && (label.at[1] - place.at[1]).abs() < 50.0);
        assert_eq!(label.map(|label| label.text.as_str()), Some(number), "{game}: {cell}");
    }
    let chess = session("chess", library::find("chess").unwrap().text);
    assert_eq!(draw::layout(&chess, false, Coordinates::Edges).labels.len(), 16);
}

/// What a file says of its looks is drawn.
#[test]
fn looks_are_drawn() {
    let text = "game \"Looks\"\nplayers North, Red\nboard square 4x3\nboard store row 2\n\
                region home North store1, Red store2\nregion posts = file b\nstate seen: cells\n\
                piece Man, King, Rock neutral\n\
                look checkered, bare, King \"♔\" \"♚\", Man \"\", home aside, posts thin, posts gold, seen teal, North green\n\
                setup { North King on a1  Red King on d3  North Man on d1  Rock on b2 }\n\
                move { place Man on empty on board { set seen = seen or to } }\n\
                end { draw when seen = board or count own Man > 3 or no empty on board }\n";
    let session = session("looks", text);
    let (layout, scene) = (draw::layout(&session, false, Coordinates::Edges), draw::scene(&session));
    let topology = session.compiled().topology();
    let place = |name: &str| &layout.cells[topology.cell(name).unwrap()];
    let gap = |a: &str, b: &str| place(b).at[0] - place(a).at[0];
    assert_eq!((gap("a1", "b1"), gap("b1", "c1"), gap("c1", "d1")), (65.0, 65.0, 100.0));
    assert!(place("store1").at[0] > place("d1").at[0] && place("store2").at[0] < place("a1").at[0]);
    let turned = draw::layout(&session, true, Coordinates::Edges);
    assert!(turned.cells[topology.cell("store1").unwrap()].at[0] < turned.cells[topology.cell("d1").unwrap()].at[0]);
    assert_eq!(scene.colours, ["green", "red"]);
    let texts: Vec<[&str; 2]> = scene.kinds.iter().map(|kind| [kind.text[0].as_str(), kind.text[1].as_str()]).collect();
    assert_eq!(texts, [["", ""], ["♔", "♚"], ["", ""]]);
    assert_eq!(scene.kinds.iter().map(|kind| kind.bare).collect::<Vec<_>>(), [false, true, false]);
    let svg = draw::draw(&session, &Options::default());
    check_svg("looks", &svg, &session);
    for part in ["rulesmith checkered", "region-posts", "paint tone-gold", "symbol second", ">♚\u{FE0E}<", ".tone-red{"]
    {
        assert!(svg.contains(part), "{part} is missing in\n{svg}");
    }
    assert!(!svg.contains("paint tone-teal") && !svg.contains("tone-purple"), "{svg}");
}

/// Hidden cells take no room while they are empty, dots are where the file wants them, and what is said of several regions
/// holds for all of them.
#[test]
fn cells_are_hidden_and_dotted() {
    let text = "game \"Looks\"\nplayers North, Red\nboard square 3x3\nboard deck row 9\nboard port row 1\nboard lee row 1\n\
                region gone = a3\npiece Man\nclock quiet\nstate seen: cells\n\
                look points, deck hidden, gone hidden, quiet hidden, seen hidden, (a1) dots, (c3) dots, (deck2) dots, lee aside, port aside\n\
                setup { North Man on deck2 or deck9  Red Man on b2 }\n\
                move { pick from in own on deck pick to in empty on board { move from onto to  set seen = seen or to } }\n\
                end { draw when quiet >= 50 or seen = board or enemy stuck }\n";
    let mut session = session("looks", text);
    let topology = session.compiled().topology().clone();
    let site = |name: &str| topology.cell(name).unwrap();
    let shown = |session: &Session| {
        let layout = draw::layout(session, false, Coordinates::Edges);
        check_layout("hidden", &layout, topology.sites());
        let deck = layout.cells.iter().filter(|cell| cell.board.as_deref() == Some("deck"));
        let seen: Vec<String> =
            deck.filter(|cell| cell.outline != Outline::Hidden).map(|cell| cell.name.clone()).collect();
        (layout, seen)
    };
    let (layout, seen) = shown(&session);
    assert_eq!(seen, ["deck2", "deck9"]);
    let apart = layout.cells[site("deck9")].at[0] - layout.cells[site("deck2")].at[0];
    assert!((apart - draw::CELL).abs() < 0.1, "{apart}");
    assert_eq!(layout.cells[site("a3")].outline, Outline::Hidden);
    let dots: Vec<&str> = layout.cells.iter().filter(|cell| cell.dot).map(|cell| cell.name.as_str()).collect();
    assert_eq!(dots, ["a1", "c3", "deck2"]);
    assert_eq!(layout.cells[site("b2")].outline, Outline::Point(0.0), "no other point has a dot");
    let x = |name: &str| layout.cells[site(name)].at[0];
    assert!(x("lee1") == x("port1") && x("lee1") > x("c1"), "both stand beside the board");
    let picture = |session: &Session| {
        let options = Options { highlight: (0..topology.sites()).collect(), ..Options::default() };
        let svg = draw::draw(session, &options);
        check_svg("hidden", &svg, session);
        svg
    };
    let svg = picture(&session);
    assert!(
        !svg.contains("quiet") && !svg.contains("data-cell=\"deck1\"") && svg.contains("data-cell=\"deck2\""),
        "{svg}"
    );
    assert_eq!(svg.matches("\"spot\"").count(), 3);
    session.play("deck2a3").unwrap();
    let (layout, seen) = shown(&session);
    assert_eq!(seen, ["deck9"]);
    assert_ne!(layout.cells[site("a3")].outline, Outline::Hidden, "something stands there");
    picture(&session);
    // Whatever the board.
    for board in BOARDS {
        let looks = "piece Man\nlook edge hidden, center dots";
        let mut session = self::session(board, &placing(board).replace("piece Man", looks));
        for flip in [false, true] {
            let layout = draw::layout(&session, flip, Coordinates::Edges);
            check_layout(board, &layout, session.compiled().topology().sites());
            check_svg(board, &draw::draw(&session, &Options { flip, ..Options::default() }), &session);
            play(&mut session, 1);
        }
    }
}

/// The dots of boards of Go, of all sizes; none on hexagons.
#[test]
fn stars_are_where_boards_of_go_have_them() {
    let dots = |board: &str| {
        let session = session(board, &placing(board).replace("piece Man", "piece Man\nlook stars"));
        let layout = draw::layout(&session, false, Coordinates::Edges);
        let dots = layout.cells.iter().filter(|cell| cell.dot).map(|cell| cell.name.clone());
        dots.collect::<Vec<_>>().join(" ")
    };
    for (board, wanted) in [
        ("square 1", "a1"),
        ("square 5", "c3"),
        ("square 9", "c3 g3 e5 c7 g7"),
        ("square 10", "c3 h3 c8 h8"),
        ("square 13", "d4 j4 g7 d10 j10"),
        ("square 15", "d4 l4 h8 d12 l12"),
        ("square 19", "d4 j4 p4 d10 j10 p10 d16 j16 p16"),
        ("square 9x5", "e3"),
        ("hexagon 4", ""),
    ] {
        assert_eq!(dots(board), wanted, "{board}");
    }
}

/// A position of a shipped game as SVG.
fn shipped(name: &str, moves: &[&str]) -> (Session, String) {
    let mut session = session(name, library::find(name).unwrap().text);
    for text in moves {
        session.play(text).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
    }
    let svg = draw::draw(&session, &Options::default());
    check_svg(name, &svg, &session);
    (session, svg)
}

/// What stands in the group of a cell.
fn of_cell<'s>(svg: &'s str, cell: &str) -> &'s str {
    let from = svg.find(&format!("data-cell=\"{cell}\"")).unwrap_or_else(|| panic!("{cell} is missing in\n{svg}"));
    &svg[from..from + svg[from..].find("</g>").unwrap()]
}

/// The sides that a player joins have the player's colour, the second player's a line besides; cells of both have halves.
#[test]
fn regions_are_painted_in_the_colours_of_their_owners() {
    let (_, svg) = shipped("hex", &[]);
    let count = |cell: &str, part: &str| of_cell(&svg, cell).matches(part).count();
    assert_eq!(["tone-red", "tone-blue", "inner"].map(|part| count("c1", part)), [1, 0, 0]);
    assert_eq!(["tone-red", "tone-blue", "inner"].map(|part| count("a4", part)), [0, 1, 1]);
    assert_eq!(["tone-red", "tone-blue", "inner"].map(|part| count("a1", part)), [1, 1, 1]);
    assert_eq!(["tone-red", "tone-blue", "inner"].map(|part| count("c3", part)), [0, 0, 0]);
    // At the acute corner, the half of who joins left and right lies above that of who joins bottom and top.
    let half = |tone: &str| {
        let text = of_cell(&svg, "a1");
        let line = text.lines().find(|line| line.contains(tone)).unwrap();
        let points = line.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
        let heights: Vec<f64> = points.split(' ').map(|p| p.split(',').nth(1).unwrap().parse().unwrap()).collect();
        heights.iter().sum::<f64>() / heights.len() as f64
    };
    assert!(half("tone-blue") < half("tone-red"), "{}", of_cell(&svg, "a1"));
}

/// On points the fields between them are painted, else the lines, else the points; the file may ask for lines.
#[test]
fn regions_of_points_are_painted_between_them() {
    let (session, svg) = shipped("xiangqi", &[]);
    let layout = draw::layout(&session, false, Coordinates::Edges);
    assert_eq!(layout.lines.iter().filter(|line| line.kind == LineKind::Drawn).count(), 8);
    assert_eq!(svg.matches("class=\"paint tone-gold\"").count(), 8, "two palaces of four fields");
    assert_eq!(svg.matches("class=\"paint tone-blue\"").count(), 8, "a river of eight");
    let points = placing("square 5").replace("piece Man", "piece Man\nlook points, (rank 1) red, (c3) blue");
    let svg = draw::draw(&self::session("points", &points), &Options::default());
    assert_eq!((svg.matches("paint tone-red").count(), svg.matches("paint tone-blue").count()), (4, 1));
}

/// Links that states hold are lines between the pieces, and neither signs nor words.
#[test]
fn links_are_drawn() {
    let (session, svg) = shipped("twixt", &["f6", "k6", "g8", "l8"]);
    let scene = draw::scene(&session);
    assert_eq!(scene.links.iter().map(|link| link.side).collect::<Vec<_>>(), [Some(0), Some(1)]);
    assert!(scene.marks.is_empty() && scene.counters.is_empty(), "{:?} {:?}", scene.marks, scene.counters);
    assert!(svg.contains("link tone-red") && svg.contains("link tone-blue") && svg.contains("class=\"core\""), "{svg}");
}

/// Kinds have forms, and what is said of attributes holds for all that have them.
#[test]
fn kinds_have_their_forms() {
    let (session, svg) = shipped("quarto", &[]);
    let scene = draw::scene(&session);
    let seen: std::collections::BTreeSet<_> =
        scene.kinds.iter().map(|kind| (kind.square, kind.small, &kind.colour, &kind.text[0])).collect();
    assert_eq!((scene.kinds.len(), seen.len()), (16, 16), "no two look alike");
    assert!(svg.contains("tone-brown") && svg.contains("tone-gold") && svg.contains(">○<"), "{svg}");
}

/// What a cell is called stands in the place of its name, and in titles beside it; moves keep the name.
#[test]
fn cells_are_called_as_the_file_says() {
    let (session, svg) = shipped("onitama", &["a1a3/tiger"]);
    let layout = draw::layout(&session, false, Coordinates::Edges);
    let labels: Vec<&str> = layout.labels.iter().map(|label| label.text.as_str()).collect();
    assert!(labels.contains(&"rabbit") && !labels.contains(&"deck4"), "{labels:?}");
    assert!(of_cell(&svg, "deck2").contains("<title>dragon (deck2): Red Card</title>"), "{}", of_cell(&svg, "deck2"));
    assert!(svg.contains("data-title=\"dragon\"") && svg.contains("dragon (deck2): Red Card"), "{svg}");
    let board = placing("square 3").replace("piece Man", "piece Man\nlook b2 \"the middle\"");
    for coordinates in [Coordinates::Edges, Coordinates::Cells] {
        let session = self::session("called", &board);
        let layout = draw::layout(&session, false, coordinates);
        check_layout("called", &layout, 9);
        assert!(layout.labels.iter().any(|label| label.text == "the middle"));
    }
}

/// Cells stand where the file puts them, and the formatter keeps its rows.
#[test]
fn cells_stand_where_the_file_puts_them() {
    let text = "game \"Ring\"\nplayers A, B\nboard graph {\n  a1-b1-c1-a1\n}\npiece Man\n\
                look cells {\n  \". b1 .\"\n  \"a1 . c1\"\n}\nmove { place Man on empty }\nend { draw when no empty }\n";
    let session = session("ring", text);
    let layout = draw::layout(&session, false, Coordinates::None);
    let [a, b, c] = [0, 1, 2].map(|site| layout.cells[site].at);
    assert!(b[1] < a[1] && a[1] == c[1] && a[0] < b[0] && b[0] < c[0], "{a:?} {b:?} {c:?}");
    check_layout("ring", &layout, 3);
    assert_eq!(rulesmith::session::format(&Source::new("ring", text)).unwrap(), text);
    let loose = text.replace("{\n  \". b1", "{\". b1").replace("\n  \"a1", "\n\"a1");
    assert_ne!(loose, text);
    assert_eq!(rulesmith::session::format(&Source::new("ring", loose)).unwrap(), text);
}

/// A file on top of another takes its looks over as far as it says nothing else, and those of what it leaves out go.
#[test]
fn looks_are_taken_over() {
    let text = "extends \"chess\" without piece Queen, move Queen, eval\ngame \"Without\"\nlook King \"K\" \"k\"\n\
                setup fen \"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR\"\n\
                define crown { promote to on far rank as Rook, Bishop, Knight }\n";
    let scene = draw::scene(&session("without", text));
    let text = |name: &str| scene.kinds.iter().find(|kind| kind.name == name).map(|kind| kind.text[1].clone());
    assert_eq!([text("King"), text("Rook"), text("Queen")], [Some("k".to_string()), Some("♜".to_string()), None]);
    let plain = "extends \"chess\" without look\ngame \"Plain\"\n";
    let scene = draw::scene(&session("plain", plain));
    assert!(!scene.checkered && scene.kinds.iter().all(|kind| !kind.bare && kind.text[0].is_ascii()));
}

/// Looks are no rules: what is kept of games, books and learning stays good.
#[test]
fn looks_change_no_rules() {
    let plain = placing("square 3");
    let looked = plain.replace(
        "piece Man",
        "piece Man\nlook checkered, A gold, Man \"★\", Man small, corners red, (rank 1) blue, b2 \"middle\", edge north",
    );
    let digest = |text: &str| session("x", text).compiled().digest();
    assert_eq!(digest(&plain), digest(&looked));
}

/// The pictures of `docs/pictures.md` and of the README: name and arguments.
const PICTURES: &[(&str, &[&str])] = &[
    (
        "chess",
        &[
            "chess",
            "--moves",
            "e2e4 e7e5 g1f3 b8c6 f1b5",
            "--arrows",
            "b5c6",
            "--highlight",
            "attacked by enemy on own",
        ],
    ),
    ("go", &["go", "--moves", "e5 c3 g7 g3 c7 e3 d4 e4 f4 d3"]),
    ("shogi", &["minishogi", "--moves", "e1e3 b5e2 e3c3 e4e3 c3c5+ e2c4 Silver@d2 e3e2 d2d3"]),
    (
        "stacks",
        &[
            "dvonn",
            "--position",
            "s(SS)1(Ss)S1S1S/1(Ss)(Ss)1SD(sS)(sS)D(sS)/Sss1S1SSs1s/ssSS1(sS)D(Ss)2/sss(ss)1(sS)sS(Ss)[] w h2,f4,i4 0 31",
        ],
    ),
    ("morris", &["nine-mens-morris", "--moves", "d1 b2 d2 g4 d3/g4 f4 e4 b4 g1 c4 d6"]),
    ("graph", &["mu-torere", "--moves", "p1m1 p8p1 m1p8"]),
    ("alquerque", &["bagh-chal", "--moves", "c1 a1a2 d1 a5a4 e2 e1xe3 b3 a4b4"]),
    ("mancala", &["kalah", "--moves", "2 12 5 9 11"]),
    ("walls", &["quoridor", "--moves", "i1xi3 i17xi15 h4/flat j14/flat f6/upright"]),
    ("levels", &["tic-tac-toe-3d", "--moves", "ba2 bc1 cc3 ca1 bb1 ca2"]),
    ("boards", &["onitama", "--moves", "a1a3/tiger b5c4/frog"]),
    ("sides", &["hex", "--moves", "f6 e6 d7 g5 g6 h5"]),
    ("links", &["twixt", "--set", "size=12", "--moves", "f6 h7 e4 g5 d6 h3"]),
    ("forms", &["quarto"]),
    ("river", &["xiangqi", "--moves", "h3e3 h10g8"]),
    ("corners", &["hnefatafl", "--moves", "d1d3"]),
];

/// `UPDATE=1 cargo test --test program draw` writes them.
#[test]
fn the_pictures_of_the_documents_are_those_of_today() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    let page = include_str!("../../docs/pictures.md");
    for (name, arguments) in PICTURES {
        let run = run(&[&["draw"], *arguments].concat());
        assert_eq!(run.status, 0, "{name}: {}", run.err);
        let file = folder.join(format!("{name}.svg"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, &run.out).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(kept == run.out, "{name}.svg is not what is drawn today: UPDATE=1");
        assert!(page.contains(&format!("pictures/{name}.svg")), "docs/pictures.md does not show {name}");
    }
    let kept = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(kept, PICTURES.len(), "docs/pictures holds what no one shows");
}

/// Cells aside lie one below the other, each with its name, and nothing touches.
#[test]
fn cells_aside_keep_apart_with_their_names() {
    for board in ["track 6", "square 1", "square 8x8"] {
        let text = format!(
            "game \"Aside\"\nplayers A, B\nboard {board}\nboard reserve row 6\npiece Man\n\
             region purse A reserve1..reserve3, B reserve4..reserve6\nlook purse aside\n\
             move {{ place Man on empty }}\nend {{ draw when no empty }}\n"
        );
        let session = session("aside", &text);
        for (coordinates, flip) in [(Coordinates::Edges, false), (Coordinates::Cells, true), (Coordinates::None, false)]
        {
            let layout = draw::layout(&session, flip, coordinates);
            check_layout(board, &layout, session.compiled().topology().sites());
            let aside = |cell: &&Place| cell.board.as_deref() == Some("reserve");
            // From the top of a cell to the bottom of its name.
            let reach = layout.cells.iter().filter(aside).map(|cell| {
                let Outline::Polygon(corners) = &cell.outline else { panic!("{board}: {cell:?}") };
                let ends = corners.iter().map(|corner| corner[1]);
                let label = layout.labels.iter().find(|label| label.text == cell.name);
                assert_eq!(label.is_some(), coordinates != Coordinates::None, "{board}: {}", cell.name);
                let bottom = label.map_or(f64::MIN, |label| label.at[1] + label.size * 0.6);
                (cell.at[0], ends.clone().fold(f64::MAX, f64::min), ends.fold(bottom, f64::max))
            });
            let reach: Vec<(f64, f64, f64)> = reach.collect();
            assert_eq!(reach.len(), 6, "{board}");
            for (index, (x, top, bottom)) in reach.iter().enumerate() {
                let apart = |(u, above, below): &(f64, f64, f64)| u != x || below < top || above > bottom;
                assert!(reach[..index].iter().all(apart), "{board}, {coordinates:?}: {reach:?}");
            }
        }
    }
}

/// Boards side by side lie level, whatever stands above one of them.
#[test]
fn boards_side_by_side_lie_level() {
    for (name, first, second) in [("alice-chess", "a1", "glass-a1"), ("santorini", "a1", "land-a1")] {
        let session = session(name, library::find(name).unwrap().text);
        let layout = draw::layout(&session, false, Coordinates::Edges);
        let topology = session.compiled().topology();
        let height = |cell: &str| layout.cells[topology.cell(cell).unwrap()].at[1];
        assert_eq!(height(first), height(second), "{name}");
    }
}

/// A place in the hand is for what may come to be there.
#[test]
fn hands_have_places_for_what_they_may_hold() {
    let held = |session: &Session| {
        let layout = draw::layout(session, false, Coordinates::Edges);
        let kinds = &session.compiled().rules().kinds;
        layout.hands.map(|hand| hand.iter().map(|slot| kinds[slot.kind].name.clone()).collect::<Vec<_>>().join(" "))
    };
    for (name, kinds) in
        [("crazyhouse", "Pawn Knight Bishop Rook Queen"), ("shogi", "Pawn Lance Knight Silver Gold Bishop Rook")]
    {
        let shipped = session(name, library::find(name).unwrap().text);
        assert_eq!(held(&shipped), [kinds, kinds], "{name}");
    }
    // What is taken behind the cell of arrival is a pawn, as a state says, or may be anything.
    let rules = |ground: &str| {
        session(
            "passed",
            &format!(
                "game \"Passed\"\nplayers White, Black\nboard square 5x5\nfacing White north, Black south\n\
                 piece Man, King\ncaptives to hand\nstate passed: cells for one ply {ground}\n\
                 setup {{ White Man on rank 1  White King on a2  Black Man on rank 5  Black King on a4 }}\n\
                 move King {{ step any to empty or enemy }}\n\
                 move Man {{\n  slide forward 2 to empty {{ set passed = backward of to }}\n\
                 step forward to empty\n  step forward-diagonal to passed {{ take backward of to }}\n}}\n\
                 move {{ drop Man on empty }}\nlegal when no own King on attacked by enemy\n\
                 end {{ draw when enemy stuck  draw when repeats 3 }}\n"
            ),
        )
    };
    assert_eq!(held(&rules("in empty on backward of own Man")), ["Man", "Man"]);
    for ground in ["", "in empty", "in forward of own Man", "in backward of own", "in backward of own King"] {
        assert_eq!(held(&rules(ground)), ["Man King", "Man King"], "{ground}");
    }
}
