//! From a file to checked rules: what each part of the language becomes.

use std::path::Path;

use crate::support::games;
use rulesmith::analysis::{Query, Scope, analyze, analyze_query};
use rulesmith::compile::comes_to_nothing;
use rulesmith::diag::{Diagnostic, Diagnostics};
use rulesmith::game::{PerSide, Side};
use rulesmith::library;
use rulesmith::rules::{self, By, Number, Region, Rules, Truth};
use rulesmith::session::with_bases;
use rulesmith::settings::Settings;
use rulesmith::source::Source;
use rulesmith::syntax::{parse, parse_expr};

/// Parses and checks a text.
fn check_with(text: &str, settings: &Settings) -> (Option<(Rules, Scope)>, Vec<Diagnostic>) {
    let source = with_bases(Source::new("test", text), Path::new(""));
    let mut diagnostics = Diagnostics::new();
    let file = parse(&source, &mut diagnostics);
    let result = analyze(&file, &source, settings, &mut diagnostics);
    (result, diagnostics.finish())
}

/// The rules of a text about which there is nothing to say.
fn sound(text: &str) -> Rules {
    let (result, messages) = check_with(text, &Settings::default());
    assert!(messages.is_empty(), "{text}\n{messages:#?}");
    result.expect("rules").0
}

/// The rules of a text that may have warnings.
pub fn usable(text: &str) -> Rules {
    let (result, messages) = check_with(text, &Settings::default());
    result.unwrap_or_else(|| panic!("{text}\n{messages:#?}")).0
}

/// The printed rules of a small game with these items added.
fn printed(items: &str) -> String {
    rules::print(&usable(&small(items)))
}

/// A game with a board of 8×8, and these items.
pub fn small(items: &str) -> String {
    let has = |word: &str| items.lines().any(|l| l.trim_start().starts_with(word));
    let mut text = "game \"Small\"\nplayers White, Black\n".to_string();
    for (word, item) in [
        ("board", "board square 8x8"),
        ("facing", "facing White north, Black south"),
        ("piece", "piece Man"),
        ("setup", "setup { White Man on a1  Black Man on h8 }"),
        ("move", "move Man { step any to empty or enemy }"),
        ("end", "end { win when enemy stuck }"),
    ] {
        let gone = has(word) || (word == "setup" && has("piece")) || (word == "facing" && has("board"));
        if !gone {
            text += item;
            text.push('\n');
        }
    }
    text + items
}

/// Asserts that the printed rules have these lines (spaces at their ends do not count).
fn has_lines(items: &str, lines: &[&str]) {
    let text = printed(items);
    for line in lines {
        assert!(text.lines().any(|l| l.trim() == *line), "no line `{line}` in\n{text}");
    }
}

#[test]
fn sketches_and_shipped_games_are_free_of_messages() {
    let mut bad = String::new();
    let files = games::files("tests/games_syntax");
    assert_eq!(files.len(), 26);
    let shipped = library::GAMES.iter().map(|game| (game.name.to_string(), game.text.to_string()));
    for (name, text) in files.into_iter().chain(shipped) {
        let (rules, messages) = check_with(&text, &Settings::default());
        let source = with_bases(Source::new("", &text), Path::new(""));
        for m in messages.iter().filter(|m| !comes_to_nothing(m, &source)) {
            let (line, column) = source.line_column(m.span.start);
            let quoted = source.part(m.span);
            bad += &format!("{name}:{line}:{column} {}: {} | {quoted} | {:?}\n", m.code, m.message, m.help);
        }
        if rules.is_none() {
            bad += &format!("{name}: no rules\n");
        }
    }
    assert!(bad.is_empty(), "\n{bad}");
}

#[test]
fn directions_are_seen_from_the_mover() {
    has_lines(
        "move Man { step forward, backward-left to empty  slide sideways 2 to empty }",
        &[
            "step <north,southwest | south,northeast> to empty",
            "slide <west,east | east,west> 2 through empty to empty",
        ],
    );
    has_lines(
        "board square 4x4\nfacing White east, Black west\npiece Man\nmove Man { step forward-left to own rank 4 }",
        &["step <northeast | southwest> to own <[d1 d2 d3 d4] | [a1 a2 a3 a4]>"],
    );
    has_lines(
        "board hexagon 3\nfacing White north, Black south\npiece Man\nmove Man { step forward-diagonal to empty }",
        &["step <northwest,east | southeast,west> to empty"],
    );
}

#[test]
fn boards_of_one_colour_have_diagonals_only() {
    has_lines(
        "board square 4x4 dark\npiece Man\nmove Man { step any to empty  slide neighbours to enemy }",
        &[
            "board 4x4x1, 8 cells",
            "step northeast,southeast,southwest,northwest to empty",
            "slide northeast,southeast,southwest,northwest through empty to enemy piece",
        ],
    );
}

#[test]
fn leaps_are_directions_in_every_orientation() {
    let leaps = |board: &str, leap: &str| {
        let rules = usable(&small(&format!("board {board}\npiece Man\nmove Man {{ leap {leap} to empty }}")));
        rules.topology.directions.iter().filter(|d| d.name.starts_with("leap")).count()
    };
    assert_eq!(leaps("square 8x8", "1,2"), 8);
    assert_eq!(leaps("square 8x8", "2,2"), 4);
    assert_eq!(leaps("square 8x8", "0,2"), 4);
    assert_eq!(leaps("square 8x8", "1,2 0,2"), 12);
    assert_eq!(leaps("hexagon 5", "1,1"), 6);
    assert_eq!(leaps("hexagon 5", "1,2"), 12);
    assert_eq!(leaps("square 4x4x4", "1,2"), 24);
    let steps = |board: &str| {
        let rules = usable(&small(&format!("board {board}\npiece Man\nmove Man {{ leap 1,2 to empty }}")));
        rules.topology.directions.iter().filter(|d| d.name.starts_with("leap")).flat_map(|d| &d.next).flatten().count()
    };
    assert_eq!(steps("square 8x8"), 336, "knight moves of a chessboard");
    assert_eq!(steps("square 8x8 wrapped"), 512, "eight from every cell");
}

/// Connect four has regions of its ranks for the evaluation: every height has them.
#[test]
fn connect_four_is_a_game_on_every_height() {
    let text = library::find("connect-four").expect("a shipped game").text;
    for rows in 1..=16 {
        let mut settings = Settings::default();
        settings.options.insert("rows".into(), rows.to_string());
        assert!(check_with(text, &settings).0.is_some(), "{rows} rows");
    }
}

#[test]
fn options_are_set_from_outside_and_checked() {
    let text = small(
        "option size = 5 in 3..9 step 2\noption komi = 6.5\noption kind = no\nboard square size\npiece Man\n\
         setup { White Man on a1  Black Man on c3 }\nmove Man { step any to empty or enemy }\n\
         end { win when kind and no own  win when enemy stuck }\n\
         end when no enemy { score White count own - count enemy - komi }",
    );
    let set = |name: &str, value: &str| {
        let mut settings = Settings::default();
        settings.options.insert(name.into(), value.into());
        let (rules, messages) = check_with(&text, &settings);
        (rules.map(|r| r.0), messages.into_iter().map(|m| m.code).collect::<Vec<_>>())
    };
    let (rules, codes) = set("size", "7");
    assert_eq!((rules.unwrap().topology.sites(), codes), (49, vec![]));
    assert_eq!(set("size", "10").1, ["option-out-of-range"]);
    assert_eq!(set("size", "4").1, ["option-out-of-range"]);
    assert_eq!(set("size", "big").1, ["bad-setting"]);
    assert_eq!(set("size", "yes").1, ["bad-setting"]);
    assert_eq!(set("size", "99999999999999999999").1, ["bad-setting"]);
    assert_eq!(set("sise", "5").1, ["unknown-option"]);
    assert_eq!(set("kind", "maybe").1, ["bad-setting"]);
    let score = |komi: &str| {
        let rules = set("komi", komi).0.unwrap();
        (rules.score_scale, rules::print(&rules).lines().find(|l| l.contains("score")).unwrap().to_string())
    };
    let (scale, text) = score("7");
    assert_eq!(scale, Some(2), "the default has a half, so the scale is the same for every setting");
    assert!(text.contains("- 14)"), "{text}");
    let (_, text) = score("-0.5");
    assert!(text.contains("- -1)"), "{text}");
    assert_eq!(set("komi", "6.25").1, ["bad-setting"]);
}

#[test]
fn what_an_option_decides_is_decided() {
    let game = |value: &str| {
        printed(&format!(
            "option hot = {value}\nmove Man {{ step any to empty {{ if hot {{ take enemy }} else {{ take own }} }} }}"
        ))
    };
    assert!(game("yes").contains("take enemy piece") && !game("yes").contains("take own"));
    assert!(game("no").contains("take own piece") && !game("no").contains("if "));
}

/// What arguments and options leave empty is no slip, nor are cells that nothing lies between.
#[test]
fn what_may_well_be_empty_is_not_warned_about() {
    for items in [
        "define hit(r, s) { take r  take s }\nmove Man { step any to empty { do hit(any of to on enemy, none) } }",
        "option steps = 8 in 0..8\nregion more = north (steps) of rank 1\nmove Man { step any to empty { take more on enemy } }",
        "state seen: cells\nmove Man { step any to empty except seen { set seen = none } }",
        "move Man { slide any through none to empty  hop any through none over enemy to empty }",
        "piece Man, Stone neutral\nsetup { White Man on a1  Black Man on h8  Stone on c3 }\n\
         move Man { step any to empty or enemy { flip any of to  flip Stone or enemy } }",
        "piece Man = King, Rook\nsetup { White Man on a1  Black Man on h8  White Rook on b1 }\n\
         move { step any to empty or enemy { promote own  promote own Man or own King as Man } }",
        "link hop-on (x, y) -> e4\nmove Man { step hop-on, any to empty }",
        "board square 8x8\nboard shelf row 8\nlink down (x, y) -> shelf(x)\nmove Man { step down, any to empty }",
        // A chain that is counted comes to an end.
        "move Man { step any to empty { if legs < 4 { again } } }",
        // A name may be made of words of the language.
        "define near-own = rank 1 or rank 8\nregion own-side = rank 1\nregion count-here = rank 8\n\
         move Man { step any to empty on (near-own or center or count-here) except own-side }",
        // Only where seeds can come to may the way not end.
        "board track 12\nboard store row 2\nlink next (i) -> i mod 12 + 1\npiece Seed counted neutral\n\
         setup { 4 Seed on 1..12 }\nmove { sow 1..6 along next }\nend { draw when repeats 2  lose when enemy stuck }",
        // A piece may be moved inside of an `if`.
        "move { pick x in own  pick y in empty { if count own > 1 { take x } else { move x onto y } } }",
        // A label of a kind's name that the turn asks for is meant.
        "move man { step any to empty or enemy }\nturn { man }",
        // Both players' pieces, and what either may do, are worth different things to them.
        "eval {\n  5 * mobility\n  3 * (count own - count enemy on rank 1)\n}",
    ] {
        sound(&small(items));
    }
}

#[test]
fn kinds_of_a_product_are_all_combinations() {
    let rules = usable(&small(
        "board square 4x4\nboard shelf row 8\npiece Tall | Short, Dark | Light, Round | Square neutral\nsetup { each on shelf }\n\
         move { pick a in Tall on Light  pick b in empty { move a onto b } }\nend { win when line 4 of Dark on board }",
    ));
    let names: Vec<&str> = rules.kinds.iter().map(|k| k.name.as_str()).collect();
    assert_eq!(names.len(), 8);
    assert_eq!(&names[..3], ["TallDarkRound", "TallDarkSquare", "TallLightRound"]);
    assert!(rules.kinds.iter().all(|k| k.neutral && k.letters == PerSide::same(k.letter(None))));
    let mut letters: Vec<char> = rules.kinds.iter().map(|k| k.letter(None)).collect();
    letters.sort_unstable();
    letters.dedup();
    assert_eq!(letters.len(), 8);
    let text = rules::print(&rules);
    assert!(text.contains("any TallDarkRound|TallDarkSquare|TallLightRound|TallLightSquare on"), "{text}");
    assert!(text.contains("setup ShortLightSquare on [shelf8]"), "{text}");
}

#[test]
fn letters_are_given_or_found() {
    let rules = usable(&small(
        "piece King, Knight \"N\", Koala, Disc \"BW\", Wall \"*\" neutral, Bishop\n\
         move King, Knight, Koala, Disc, Bishop { step any to empty or enemy }\nsetup fen \"8/8/2I1B3/8/8/W2*4/k1nk3K/oO6\"",
    ));
    let letters: Vec<String> = rules.kinds.iter().map(|k| k.letters.iter().collect()).collect();
    assert_eq!(letters, ["Kk", "Nn", "Oo", "BW", "**", "Ii"]);
}

#[test]
fn position_texts_are_read() {
    let rules = usable(&small(
        "board square 12x3\npiece Man, Rook\nmove Man, Rook { step any to empty or enemy }\nhand 1 Man each\nsetup fen \"m10R/12/MM10[MMr]\"",
    ));
    let at = |name: &str| {
        let site = rules.topology.cell(name).unwrap();
        rules.setup.pieces.iter().find(|p| p.0 == site).map(|p| (p.1, p.2))
    };
    assert_eq!(at("a3"), Some((Some(Side::Second), 0)));
    assert_eq!(at("l3"), Some((Some(Side::First), 1)));
    assert_eq!((at("a1"), at("b1"), at("c1")), (Some((Some(Side::First), 0)), Some((Some(Side::First), 0)), None));
    assert_eq!(rules.setup.hands, PerSide::new(vec![3, 0], vec![1, 1]));
}

#[test]
fn states_remember_the_order_of_their_letters() {
    let rules = usable(&small(
        "state rights: cells = h1 a1 h8 a8 as \"KQkq\"\nlegal when rights or own\nmove Man { step any to empty { set rights = rights except touched } }",
    ));
    let names: Vec<(&str, char)> =
        rules.states[0].letters.iter().map(|&(s, c)| (rules.topology.cells[s].name.as_str(), c)).collect();
    assert_eq!(names, [("h1", 'K'), ("a1", 'Q'), ("h8", 'k'), ("a8", 'q')]);
}

#[test]
fn tables_are_mirrored_for_the_second_player() {
    let rules = usable(&small(
        "board square 3x3\nfacing White north, Black south\npiece Man\ntable worth { 1 2 3  4 5 6  7 8 9 }\neval { 2 * sum own by worth }",
    ));
    let Number::Sum(_, By::Table(table)) = &rules.evaluations[0].terms[0].number else { panic!("no table") };
    let at = |side: Side, name: &str| table[side][rules.topology.cell(name).unwrap()];
    assert_eq!(
        (at(Side::First, "a3"), at(Side::First, "c3"), at(Side::First, "a1"), at(Side::First, "c1")),
        (1, 3, 7, 9)
    );
    assert_eq!(
        (at(Side::Second, "a1"), at(Side::Second, "c1"), at(Side::Second, "a3"), at(Side::Second, "c3")),
        (1, 3, 7, 9)
    );
}

/// Captives go to the hand, but for those that nobody may leave attacked: unless something else takes them.
#[test]
fn who_may_not_be_left_attacked_is_never_in_hand() {
    let rules = |blast: &str, legal: &str| {
        format!(
            "players White, Black\nboard square 5x5\nfacing White north, Black south\npiece Pawn, King\ncaptives to hand\n\
             setup {{ White Pawn on c2  White King on c1  Black Pawn on c4  Black King on c5 }}\n\
             move Pawn {{ step forward to empty or enemy {blast} }}\nmove King {{ step any to empty or enemy }}\n\
             move {{ drop Pawn on empty }}\nlegal when {legal}\nend {{ win when enemy stuck  draw when repeats 3 }}"
        )
    };
    for (blast, legal, held) in [
        ("", "no own King on attacked by enemy", false),
        ("", "no (attacked by enemy) on own King and count own > 0", false),
        ("", "no own Pawn on attacked by enemy or count own > 0", true),
        ("", "no own King on attacked by own", true),
        ("{ take enemy on neighbours of to }", "no own King on attacked by enemy", true),
    ] {
        let rules = usable(&rules(blast, legal));
        let king = rules.kinds.iter().position(|kind| kind.name == "King").unwrap();
        assert_eq!((rules.may_be_in_hand(king), rules.may_be_in_hand(1 - king)), (held, true), "{blast} {legal}");
    }
}

#[test]
fn ranks_count_from_each_player_s_side() {
    let rules = usable(&small(""));
    let at = |side: Side, name: &str| rules.advance[side][rules.topology.cell(name).unwrap()];
    assert_eq!(
        (at(Side::First, "c1"), at(Side::First, "c8"), at(Side::Second, "c8"), at(Side::Second, "c1")),
        (0, 7, 0, 7)
    );
    has_lines(
        "legal when own on own rank 2 or enemy on far rank or White on Black rank 1",
        &[
            "legal when some (((own piece on own <[a2 b2 c2 d2 e2 f2 g2 h2] | [a7 b7 c7 d7 e7 f7 g7 h7]>) or (enemy piece \
           on own <[a8 b8 c8 d8 e8 f8 g8 h8] | [a1 b1 c1 d1 e1 f1 g1 h1]>)) or (White piece on [a8 b8 c8 d8 e8 f8 g8 h8]))",
        ],
    );
}

#[test]
fn definitions_are_expanded_with_their_arguments() {
    has_lines(
        "define near(c) = neighbours of c except c\ndefine hit(r) { take r  take near(r) }\n\
         move Man { step any to empty when near(to) on enemy { do hit(to)  do hit(enemy on near(from))  pick x in own  take x } }",
        &[
            "step north,east,south,west,northeast,southeast,southwest,northwest to empty when some ((north,east,south,west \
             of to except to) on enemy piece) {",
            "take to",
            "take (north,east,south,west of to except to)",
            "let $3 = (enemy piece on (north,east,south,west of from except from))",
            "take $3",
            "take (north,east,south,west of $3 except $3)",
            "pick $4 in own piece",
            "take $4",
        ],
    );
}

#[test]
fn counted_pieces_are_counted_by_piece() {
    has_lines(
        "board track 6\nlink next (i) -> i mod 6 + 1\nregion pits White 1..3, Black 4..6\npiece Seed counted neutral\n\
         setup { 4 Seed on pits }\nmove { sow own pits along next { take 6 or 1 } }\n\
         end when no Seed on own pits { score count Seed on own pits - count Seed on enemy pits }\n\
         end { draw when count occupied = 1 or to-be = 3 }\ndefine to-be = count (Seed on holding 2..3)",
        &[
            "direction next: 6 steps",
            "sow own <[1 2 3] | [4 5 6]> along next {",
            "take [1 6]",
            "end score own (count pieces Seed on (any Seed on own <[1 2 3] | [4 5 6]>) - count pieces Seed on (any Seed on \
             own <[4 5 6] | [1 2 3]>)) / 1 when not some (any Seed on own <[1 2 3] | [4 5 6]>)",
            "end draw when ((count any piece = 1) or (count pieces Seed on (any Seed on holding 2..3) = 3))",
        ],
    );
}

#[test]
fn links_lead_by_formula_by_list_and_across_boards() {
    let rules = usable(&small(
        "board square 4x4\nboard big square 2x2\nlink up (x, y) -> big((x + 1) div 2, (y + 1) div 2)\nlink jump a1 -> d4, d4 -> a1\n\
         link mirror (x, y) -> (y, x)\npiece Man\nmove Man { step jump, mirror to empty when no up of to }\nlegal when no inverse up of big or own",
    ));
    let next = |link: &str, cell: &str| {
        let t = &rules.topology;
        t.directions[t.direction(link).unwrap()].next[t.cell(cell).unwrap()]
            .map(|s| t.cells[usize::from(s)].name.clone())
    };
    assert_eq!(next("up", "a1").as_deref(), Some("big-a1"));
    assert_eq!(next("up", "d3").as_deref(), Some("big-b2"));
    assert_eq!(next("up", "big-b2").as_deref(), Some("big-a1"));
    assert_eq!((next("jump", "a1").as_deref(), next("jump", "b1")), (Some("d4"), None));
    assert_eq!(next("mirror", "b4").as_deref(), Some("d2"));
}

#[test]
fn holes_are_no_cells() {
    let rules = usable(&small("board square 3x3 without center or a1\npiece Man\nmove Man { slide any to empty }"));
    assert_eq!(rules.topology.sites(), 7);
    let north = rules.topology.direction("north").unwrap();
    let b1 = rules.topology.cell("b1").unwrap();
    assert_eq!(rules.topology.directions[north].next[b1], None);
}

#[test]
fn history_is_asked_anywhere_in_a_condition() {
    has_lines(
        "legal when touched and (not repeats 3 and no own on corners)\nlegal when new board\nend { draw when repeats 4  win when enemy stuck }",
        &[
            "legal when (some touched and (not repeats 3 and not some (own piece on [a1 h1 a8 h8])))",
            "legal when new board",
            "end draw when repeats 4",
        ],
    );
    has_lines(
        "define held = own always enemy on edge\nlegal when not (repeats 2 and no to on corners) or new board\n\
         end { lose when repeats 4 and (held or enemy always no own on edge)  draw when repeats 3 or no own  draw when enemy stuck }",
        &[
            "legal when (not (repeats 2 and not some (to on [a1 h1 a8 h8])) or new board)",
            // What is told by the position alone is a verdict of its own.
            "end draw when not some own piece",
            "end draw when repeats 3",
        ],
    );
}

#[test]
fn stuck_in_legal_counts_the_lines_above() {
    has_lines(
        "legal when own\nlegal when not enemy stuck\nend { win when enemy stuck }",
        &["legal when not enemy stuck (with 1 legal lines)", "end own wins when enemy stuck (with 2 legal lines)"],
    );
}

#[test]
fn turns_are_composed() {
    let game = |turn: &str| {
        printed(&format!(
            "move a Man {{ step north to empty }}\nmove b Man {{ step south to empty }}\nmove a Man {{ step east to empty }}\n\
             turn {{ {turn} }}\nend {{ win when enemy stuck }}"
        ))
    };
    assert!(game("any").contains("turn #0 or #1 or #2\n"));
    assert!(game("b or a").contains("turn #0 or #1 or #2\n"));
    assert!(game("a else b or pass").contains("turn ((#0 or #2) else #1) or pass\n"), "{}", game("a else b or pass"));
    assert!(game("longest a else b").contains("turn (most legs of (#0 or #2)) else #1\n"));
    assert!(game("1..3 a else b").contains("turn (1..3 (#0 or #2)) else #1\n"));
    let most = game("most (100 * legs + count was enemy) of a else b");
    assert!(most.contains("most ((100 * legs) + count was enemy piece) of"), "{most}");
}

/// Who has no seed left can't move: the verdict on either player's seeds tells what happens then.
#[test]
fn a_supply_that_ends_for_either_player_needs_no_verdict_on_the_stuck() {
    let sowing = "game \"Sowing\"\nplayers South, North\nboard track 6\nlink next (i) -> i mod 6 + 1\n\
        region pits South 1..2, North 4..5\npiece Seed counted neutral\nsetup { 2 Seed on 1 2 4 5 }\n\
        move { sow own pits along next }\n";
    let end = "{ score South count Seed on 1..3 - count Seed on 4..6 }\n";
    sound(&format!("{sowing}end when no Seed on own pits or no Seed on enemy pits {end}"));
    let (_, messages) = check_with(&format!("{sowing}end when count Seed on 1..3 > 9 {end}"), &Settings::default());
    assert_eq!(messages.iter().map(|m| m.code).collect::<Vec<_>>(), ["no-verdict-when-stuck"]);
}

#[test]
fn harder_games_can_be_said() {
    // The horse of xiangqi can be blocked; pieces of Lines of Action go as far as their line has pieces.
    has_lines(
        "move Man { fly to (forward-diagonal of (forward of from on empty) or backward-diagonal of (backward of from on empty)) except own }\nend { lose when no own  lose when enemy stuck }",
        &["end enemy wins when not some own piece"],
    );
    has_lines(
        "move Man { slide axis north (count (occupied on file of from)) through empty or own to empty or enemy }\n\
         end { win when groups any own = 1  draw when enemy stuck }",
        &[
            "slide north,south count (any piece on rows of from) through (empty or own piece) to (empty or enemy piece)",
            "end own wins when (groups north,east,south,west,northeast,southeast,southwest,northwest own piece = 1)",
        ],
    );
}

#[test]
fn questions_use_the_names_of_the_file() {
    let text = small("region goal = rank 8\ndefine near(c) = neighbours of c\nlegal when no near(goal) or own");
    let (result, _) = check_with(&text, &Settings::default());
    let (_, scope) = result.expect("rules");
    let ask = |text: &str| {
        let mut diagnostics = Diagnostics::new();
        let expr = parse_expr(text, &mut diagnostics).expect("an expression");
        let query = analyze_query(&scope, &expr, &mut diagnostics);
        (query, diagnostics.finish())
    };
    assert!(matches!(ask("own Man on near(goal)").0, Some(Query::Region(_))));
    assert!(matches!(ask("count own + 1").0, Some(Query::Number(Number::Arith(..)))));
    assert_eq!(ask("2 + 3 * 4").0, Some(Query::Number(Number::Const(14))));
    assert!(matches!(ask("enemy stuck").0, Some(Query::Truth(Truth::Stuck(..)))));
    assert!(matches!(ask("mobility").0, Some(Query::Number(Number::Mobility(None)))));
    assert!(matches!(ask("rank 8 except goal").0, Some(Query::Region(Region::Const(set))) if set.is_empty()));
    for (text, code) in [
        ("from", "not-bound"),
        ("near(to)", "not-bound"),
        ("gaol", "unknown-name"),
        ("repeats 3", "history-inside"),
        ("leap 1,3 of own", "new-leap"),
        ("touched", "not-bound"),
    ] {
        let (query, messages) = ask(text);
        assert!(query.is_none(), "{text}");
        assert_eq!(messages.iter().map(|m| m.code).collect::<Vec<_>>(), [code], "{text}");
    }
    let names = scope.names();
    assert!(["goal", "near", "Man", "White", "empty"].iter().all(|n| names.iter().any(|m| m == n)), "{names:?}");
}

#[test]
fn a_named_evaluation_comes_first_when_asked_for() {
    let text = small("eval { 1 * count own }\neval \"safe\" { 2 * count own Man }");
    let settings = Settings { evaluation: Some("safe".into()), ..Settings::default() };
    let (result, messages) = check_with(&text, &settings);
    assert!(messages.is_empty(), "{messages:#?}");
    let rules = result.unwrap().0;
    assert_eq!(rules.evaluations[0].name.as_deref(), Some("safe"));
    let settings = Settings { evaluation: Some("save".into()), ..Settings::default() };
    let (result, messages) = check_with(&text, &settings);
    assert!(result.is_none());
    assert_eq!(messages[0].help.as_deref(), Some("did you mean `safe`?"));
}

#[test]
fn the_evaluation_without_a_name_is_the_one_that_is_taken() {
    let first = |evals: &str| {
        let (result, messages) = check_with(&small(evals), &Settings::default());
        assert!(messages.is_empty(), "{messages:#?}");
        result.unwrap().0.evaluations[0].name.clone()
    };
    assert_eq!(first("eval \"safe\" { 2 * count own Man }\neval { 1 * count own }"), None);
    assert_eq!(first("eval { 1 * count own }\neval \"safe\" { 2 * count own Man }"), None);
    assert_eq!(first("eval \"a\" { 2 * count own Man }\neval \"b\" { 1 * count own }").as_deref(), Some("a"));
}

#[test]
fn the_order_of_items_does_not_matter() {
    let text = std::fs::read_to_string("tests/games_syntax/breakthrough.game").unwrap();
    let rules = rules::print(&sound(&text));
    let mut parts: Vec<&str> = vec![];
    let mut rest = text.as_str();
    for word in ["players", "option", "board", "facing", "piece", "setup", "move", "end", "eval"] {
        let at = rest.find(&format!("\n{word}")).unwrap() + 1;
        parts.push(&rest[..at]);
        rest = &rest[at..];
    }
    parts.push(rest);
    parts.reverse();
    assert_eq!(rules::print(&sound(&parts.join("\n"))), rules);
}

#[test]
fn an_option_that_is_another_s_default_is_used() {
    sound(&small(
        "option rows = 5\noption cols = rows\nboard square cols\npiece Man\nsetup { White Man on a1  Black Man on c3 }",
    ));
}

/// Cells without a name are told by what tells them from others.
#[test]
fn cells_are_told_by_their_rows_and_colours() {
    for (board, cells, told) in [
        ("square 8x8", "rank 2", "rank 2"),
        ("square 8x8", "a1..b8", "files a..b"),
        ("square 8x8", "ranks 1 3 8", "ranks 1 3 8"),
        ("square 8x8", "light", "light"),
        ("square 8x8", "c3..d6", "c3..d6"),
        ("square 8x8", "a1 c2", "(a1 c2)"),
        ("square 8x8", "a1 c2 e3 g4 b5 d6 f7", "(7 cells: a1 c2 e3 g4 …)"),
        ("square 8x8 dark", "rank 2", "rank 2"),
        ("square 8x8 dark", "file h", "file h"),
        ("rhombus 22", "rank 21", "rank 21"),
        ("track 9", "1..7", "1..7"),
    ] {
        let men = if board == "track 9" { ["8", "9"] } else { ["a1", "b2"] };
        let text = format!(
            "board {board}\nsetup {{ White Man on {}  Black Man on {} }}\n\
             end {{ win when own on ({cells})  draw when enemy stuck }}\nmove Man {{ step any to empty }}\n",
            men[0], men[1]
        );
        let text = format!("players White, Black\npiece Man\n{text}");
        let rules = usable(&text);
        let Truth::Some(region) = &rules.verdicts[0].when else { panic!("{text}") };
        assert_eq!(rules::phrase_of_region(&rules, region), format!("own on {told}"), "{board}");
    }
}
