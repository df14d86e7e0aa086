//! The evaluation that is guessed from the rules: which numbers, and what one more of each is worth.

use super::rules::{small, usable};
use rulesmith::analysis::derive;
use rulesmith::game::Side;
use rulesmith::rules::{By, Number};

/// To be without a move is to be wished for only where that does not mean to have lost all pieces.
#[test]
fn pieces_are_a_burden_where_losing_them_wins() {
    let weight = |end: &str| {
        let rules = usable(&small(&format!("end {{ {end} }}")));
        let derived = derive(&rules);
        derived.terms.iter().find(|t| matches!(t.number, Number::Count(_))).map(|t| t.weight)
    };
    assert!(weight("lose when enemy stuck").is_some_and(|w| w < 0));
    assert!(weight("lose when no enemy  lose when enemy stuck").is_some_and(|w| w < 0));
    assert!(weight("win when no enemy  lose when enemy stuck").is_some_and(|w| w > 0));
    assert!(weight("win when count enemy < 2  lose when enemy stuck").is_some_and(|w| w > 0));
    assert!(weight("win when no enemy  win when enemy stuck").is_some_and(|w| w > 0));
}

/// The texts and weights of the guessed terms.
fn guessed(text: &str) -> Vec<(String, i64)> {
    derive(&usable(text)).terms.into_iter().map(|t| (t.text, t.weight)).collect()
}

/// What a term of some rules is guessed to be worth; 0 where there is none.
fn guess(text: &str, term: &str) -> i64 {
    guessed(text).iter().find(|t| t.0 == term).map_or(0, |t| t.1)
}

/// A king to be taken makes pieces something to take it with, also where who can't move wins.
#[test]
fn pieces_are_no_burden_beside_a_king_to_be_taken() {
    let rules = "players White, Black\nboard square 6x6\npiece Rook, King\n\
                 setup { White Rook on a1 f1  White King on c1  Black Rook on a6 f6  Black King on c6 }\n\
                 move Rook { slide orthogonal to empty or enemy }\nmove King { step any to empty or enemy }\n";
    let takes = format!("{rules}end {{ win when no enemy King  lose when enemy stuck  draw when repeats 3 }}");
    assert!(guess(&takes, "count own Rook") > 0, "{:?}", guessed(&takes));
    let loses = format!("{rules}end {{ lose when enemy stuck  draw when repeats 3 }}");
    assert!(guess(&loses, "count own Rook") < 0, "{:?}", guessed(&loses));
}

/// Who is surrounded has no way out, however that is said; the wordings give one term.
#[test]
fn being_surrounded_is_seen_in_all_wordings() {
    let near = |board: &str, [win, lose]: [&str; 2]| {
        let text = format!(
            "players White, Black\nboard {board}\npiece King, Man\n\
             define shut(q) = q except neighbours of empty\n\
             setup {{ White King on d2  White Man on rank 1  Black King on d6  Black Man on rank 7 }}\n\
             move {{ step any to empty }}\nend {{ win when {win}  lose when {lose}  draw when enemy stuck }}\n"
        );
        let mut terms = guessed(&text);
        terms.retain(|term| term.0.contains(" of own King)"));
        terms
    };
    let surrounded = [
        ["no empty on neighbours of enemy King", "no empty on neighbours of own King"],
        ["enemy King except neighbours of empty", "own King except neighbours of empty"],
        ["count (enemy King except neighbours of empty) > 0", "count (own King except neighbours of empty) > 0"],
        ["shut(enemy King)", "shut(own King)"],
        ["enemy King on shut(occupied)", "own King on shut(occupied)"],
        ["enemy King on (all except neighbours of empty)", "own King on (all except neighbours of empty)"],
        [
            "enemy King except (neighbours of empty or neighbours of empty)",
            "not (no own King except neighbours of empty)",
        ],
    ];
    for board in ["square 7x7", "rhombus 7x7"] {
        for wording in surrounded {
            let terms = near(board, wording);
            let [(text, weight)] = &terms[..] else { panic!("{board}, {wording:?}: {terms:?}") };
            assert!(
                text == "count empty on (neighbours of own King)" && *weight > 0,
                "{board}, {wording:?}: {terms:?}"
            );
        }
    }
    // Steps that lead one way are gone back: who must have nobody behind is asked what lies behind.
    let behind = near("square 7x7", ["enemy King except north of empty", "own King except north of empty"]);
    assert_eq!(behind, [("count empty on (south of own King)".to_string(), 20)]);
    assert_eq!(near("square 7x7", ["no empty on south of enemy King", "no empty on south of own King"]), behind);
}

const SEEDS: &str = "players South, North\nboard track 6\nboard store row 2\nlink next (i) -> i mod 6 + 1\n\
                     region pits South 1..3, North 4..6\nregion home South store1, North store2\n\
                     piece Seed counted neutral\nsetup { 2 Seed on 1..6 }\n\
                     move { sow own pits along next { if to on enemy pits { move to onto own home } } }\n";

/// A goal is seen however it is said: by the winner, by the loser, by number or compared, for a player by name.
#[test]
fn all_wordings_of_a_goal_have_the_same_degree() {
    for end in [
        "win when count Seed on own home > 6  draw when enemy stuck",
        "lose when count Seed on enemy home > 6  draw when enemy stuck",
        "lose when count Seed on own home < count Seed on enemy home and enemy stuck  draw when enemy stuck",
        "win when not (count Seed on own home <= 6)  draw when enemy stuck",
        "South wins when count Seed on store1 > 6  North wins when count Seed on store2 > 6  draw when enemy stuck",
        "draw when enemy stuck  score count Seed on own home when no Seed on all except (store1 or store2)",
    ] {
        let terms = guessed(&format!("{SEEDS}end {{ {end} }}"));
        let store = terms.iter().find(|t| t.0.starts_with("count Seed on") && t.0.contains(['o', '1']));
        assert!(store.is_some_and(|t| t.1 > 0), "{end}: {terms:?}");
    }
    // Who must not have them.
    let terms = guessed(&format!("{SEEDS}end {{ lose when count Seed on own home > 6  draw when enemy stuck }}"));
    assert!(terms.iter().any(|t| t.0 == "count Seed on own home" && t.1 < 0), "{terms:?}");

    let five = "players Black, White\nboard square 9x9\npiece Stone \"BW\"\nmove { place Stone on empty }\n";
    let lines = |end: &str| {
        let all = guessed(&format!("{five}end {{ {end}  draw when no empty }}"));
        all.into_iter().filter(|t| t.0.starts_with("lines 5")).collect::<Vec<_>>()
    };
    let plain = lines("win when line 5 of own");
    assert_eq!(plain.len(), 4, "{plain:?}");
    assert_eq!(lines("Black wins when line 5 of Black  White wins when line 5 of White"), plain);
    assert_eq!(lines("lose when line 5 of enemy"), plain);
    assert_eq!(lines("win when (line 5 of own) except line 6 of own"), plain);
    assert!(lines("lose when line 5 of own").iter().all(|t| t.1 < 0));
}

/// Wordings that mean the same are guessed the same, term by term.
#[test]
fn wordings_that_mean_the_same_are_guessed_the_same() {
    let men = "players White, Black\nboard square 7x7\nfacing White north, Black south\npiece Man, King\n\
               setup { White Man on rank 2  White King on d1  Black Man on rank 6  Black King on d7 }\n\
               move Man, King { step any to empty or enemy }\n";
    let stones = "players White, Black\nboard square 7x7\npiece Man\nregion low White rank 1, Black file a\n\
                  region high White rank 7, Black file g\nmove { place Man on empty }\n";
    for (rules, wordings) in [
        (men, &["win when no enemy", "lose when no own", "win when count enemy = 0", "win when count enemy < 1"][..]),
        (men, &["win when no enemy King", "win when count enemy King = 0", "lose when count own King < 1"]),
        (
            men,
            &[
                "win when own on far rank",
                "win when count own on far rank > 0",
                "win when count own on far rank != 0",
                "win when not no own on far rank",
                "lose when enemy on own rank 1",
            ],
        ),
        (
            men,
            &[
                "win when groups own = 1",
                "win when groups own < 2",
                "win when groups own <= 1",
                "win when largest own = count own",
                "win when count own = largest own",
                "win when largest own >= count own",
                "win when no own except flood neighbours own King in own",
                "lose when groups enemy = 1",
            ],
        ),
        (
            stones,
            &[
                "win when count own on rank 1 = 3 or count own on file a = 3",
                "win when count own on rank 1 > 2  win when count own on file a >= 3",
                "win when max(count own on rank 1, count own on file a) >= 3",
                "win when not (count own on rank 1 < 3 and count own on file a <= 2)",
                "lose when count enemy on rank 1 = 3 or count enemy on file a = 3",
            ],
        ),
        (
            stones,
            &[
                "win when flood neighbours (own on own low) in own on own high",
                "win when count (flood neighbours (own on own low) in own on own high) > 0",
                "win when fewest empty from own low to own high through own = 0",
                "win when fewest empty from own low to own high through own < 1",
            ],
        ),
    ] {
        let guess = |end: &str| guessed(&format!("{rules}end {{ {end}  draw when repeats 3 }}"));
        let first = guess(wordings[0]);
        assert!(!first.is_empty());
        wordings.iter().for_each(|end| assert_eq!(guess(end), first, "{end}"));
    }
}

/// Where each of several counts is enough the nearest tells; where they have to come further than each other, or all of them, each does.
#[test]
fn of_ways_alike_the_nearest_tells() {
    let stones = "players White, Black\nboard square 7x7\npiece Man\nmove { place Man on empty }\n";
    let nearest = |end: &str| {
        let terms = guessed(&format!("{stones}end {{ {end}  draw when no empty }}"));
        terms.into_iter().filter(|t| t.0.contains("rank")).collect::<Vec<_>>()
    };
    let one = |text: &str, weight| vec![(text.to_string(), weight)];
    let either = "win when count own on rank 1 = 5 or count own on rank 2 = 5 or count own on rank 3 = 5";
    assert_eq!(nearest(either), one("max(count own on rank 1, count own on rank 2, count own on rank 3)", 100));
    let few = "win when count enemy on rank 1 < 2 and no empty or count own on rank 2 < 2 or count own on rank 3 < 2";
    assert!(nearest(few).contains(&("min(count own on rank 2, count own on rank 3)".into(), -100)), "{few}");
    for apart in
        ["count own on rank 1 = 5 and count own on rank 2 = 5", "count own on rank 1 = 5 or count own on rank 2 = 4"]
    {
        let terms = nearest(&format!("win when {apart}"));
        assert!(terms.len() == 2 && terms.iter().all(|t| t.0.starts_with("count own on rank")), "{apart}: {terms:?}");
    }
}

#[test]
fn regions_are_filled_and_left_by_the_moves_of_those_who_go_there() {
    let race = "players White, Black\nboard square 6x6\npiece Man\nregion camp White a1 b1 a2, Black f6 e6 f5\n\
                setup { White Man on a1 b1 a2  Black Man on f6 e6 f5 }\nmove Man { step any to empty }\n";
    for end in [
        "win when no enemy camp except own",
        "win when count own on enemy camp = 3",
        "win when no own except enemy camp",
        "win when count (enemy camp except own) = 0",
        "win when count (enemy camp except own) < 1",
        "win when enemy camp = own on enemy camp",
        "win when own on enemy camp = own",
    ] {
        let text = format!("{race}end {{ {end}  draw when repeats 3  win when enemy stuck }}");
        // Who has arrived is nearest, and worth no more for being there: he would stay in the way. Room is worth far less than a step.
        let way = ("sum own by closeness to enemy camp".to_string(), 8);
        assert_eq!(guessed(&text), [way, ("mobility".to_string(), 1)], "{end}");
        let candidates = rulesmith::analysis::candidates(&usable(&text));
        assert!(candidates.iter().any(|t| t.text == "count own on enemy camp"), "{end}: {candidates:?}");
    }
    // Who stands somewhere from the start has no way to go there.
    let there = guessed(&format!("{race}end {{ win when own on own camp and no enemy  draw when repeats 3 }}"));
    assert!(!there.iter().any(|t| t.0.contains("own camp")), "{there:?}");
    // A jump needs somebody to jump over: it is a way for those alone who have no other.
    let jumps = |moves: &str| {
        let text = format!("{race}end {{ win when no enemy camp except own  draw when repeats 3 }}")
            .replace("step any to empty", moves);
        let rules = usable(&text);
        let candidates = rulesmith::analysis::candidates(&rules);
        let way = candidates.iter().find(|t| t.text.starts_with("sum own by closeness to enemy camp")).unwrap();
        let Number::Sum(_, By::Table(table)) = &way.number else { panic!("no table") };
        let at = |name: &str| table[Side::First][rules.topology.cell(name).unwrap()];
        at("f6") - at("f4")
    };
    assert_eq!(jumps("step any to empty  hop any over occupied to empty"), 1, "f5 is of the camp");
    assert_eq!(
        (jumps("step orthogonal to empty  hop any over occupied to empty"), jumps("hop any over occupied to empty")),
        (1, 1)
    );
    // A knight's way is not the king's.
    let knight = "players White, Black\nboard square 5x5\nfacing White north, Black south\npiece Knight\n\
                  setup { White Knight on a1  Black Knight on e5 }\nmove Knight { leap 1,2 to empty or enemy }\n\
                  end { win when own Knight on far rank  win when no enemy }";
    let derived = rulesmith::analysis::candidates(&usable(knight));
    let closeness = derived.iter().find(|t| t.text == "sum own Knight by closeness to far rank").unwrap();
    let Number::Sum(_, By::Table(table)) = &closeness.number else { panic!("no table") };
    let rules = usable(knight);
    let at = |name: &str| table[Side::First][rules.topology.cell(name).unwrap()];
    assert_eq!((at("a5") - at("a3"), at("a5") - at("a4")), (1, 1), "two steps for a king, one leap for a knight");
    assert_eq!(at("a5") - at("a2"), 2);
}

/// Two players with different aims: each number is that of the player whom it is about.
#[test]
fn what_is_feared_is_the_number_of_the_one_who_has_it() {
    let hunt = |end: &str| {
        usable(&format!(
            "players A, B\nboard square 5x5\npiece Cat, Dog\nsetup {{ A Cat on c3  B Dog on a5 e5 }}\n\
             move {{ step any to empty }}\nend {{ {end}  draw when repeats 3 }}"
        ))
    };
    let moves = |end: &str| {
        let terms = derive(&hunt(end)).terms;
        let of = |n: &Number| *n == Number::Mobility(None);
        let found = terms.iter().find(|t| matches!(&t.number, Number::If(_, a, b) if of(a) != of(b)));
        let term = found.unwrap_or_else(|| panic!("{end}: {terms:?}"));
        let Number::If(_, first, _) = &term.number else { unreachable!() };
        (of(first), term.weight)
    };
    let [prey, hunters] = [true, false];
    for end in ["B wins when A stuck", "A loses when A stuck", "win when enemy stuck and own = B"] {
        assert_eq!(moves(&format!("A wins when no Dog  {end}")), (prey, 2), "{end}");
    }
    for end in ["A wins when B stuck", "B loses when B stuck", "win when enemy stuck and own != B"] {
        assert_eq!(moves(&format!("B wins when no Cat  {end}")), (hunters, 2), "{end}");
    }
    let both = derive(&hunt("win when enemy stuck")).terms;
    assert!(both.iter().any(|t| t.number == Number::Mobility(None) && t.weight == 2), "{both:?}");
}

const POINTS: &str = "players South, North\nboard square 5x5\npiece Pawn\n\
                      setup { South Pawn on a1 b1  North Pawn on a5 b5 }\n\
                      state south: number\nstate north: number\n\
                      move { step any to empty or enemy { if own = South { set south = south + count (was enemy on to) } \
                      else { set north = north + count (was enemy on to) } } }\n";

/// What ends the game is no aim where something else decides it.
#[test]
fn pieces_are_no_burden_where_the_end_is_decided_by_points() {
    for end in [
        "end { win when no enemy }",
        "end { South wins when no North and south > north  North wins when no South and north > south }",
        "end { South wins when no enemy and south > 3  North wins when no enemy and north > 3 }",
        "end when no enemy { South wins when south > north  North wins when north > south }",
        "end when no own or no enemy { South wins when south > north  North wins when north > south }",
    ] {
        let text = format!("{POINTS}{end}\nend {{ draw when repeats 3 }}");
        assert_eq!(guess(&text, "count own"), 100, "{end}: {:?}", guessed(&text));
    }
}

#[test]
fn numbers_of_players_are_compared() {
    for (end, first) in [
        ("South wins when south > north  North wins when north > south", "south"),
        ("South wins when south - north > 2  North wins when south - north < -2", "south"),
        ("draw when no enemy  score South south - north", "south"),
        ("South wins when south > 3  North wins when south < -3", "south"),
    ] {
        let text = format!("{POINTS}end {{ {end}  draw when repeats 3 }}");
        let terms = derive(&usable(&text)).terms;
        let term = terms.iter().find(|t| t.text == first).unwrap_or_else(|| panic!("{end}: {terms:?}"));
        assert!(matches!(term.number, Number::If(..)) && term.weight > 0, "{end}: {term:?}");
    }
}

#[test]
fn counted_pieces_are_counted_however_they_are_asked_for() {
    for end in ["win when no Seed on enemy pits", "win when count Seed on enemy pits = 0"] {
        let terms = derive(&usable(&format!("{SEEDS}end {{ {end}  draw when repeats 3 }}"))).terms;
        let seeds = terms.iter().find(|t| t.text == "count Seed on own pits");
        assert!(
            seeds.is_some_and(|t| matches!(t.number, Number::CountPieces(..)) && t.weight == 100),
            "{end}: {terms:?}"
        );
    }
}

/// What is taken in one place and put down in another goes as the compass does.
#[test]
fn pieces_that_effects_move_are_on_their_way() {
    let text = "players White, Black\nboard square 5x5\nfacing White north, Black south\npiece Man\n\
                setup { White Man on ranks 1  Black Man on ranks 5 }\n\
                move { pick from in own pick to in (any of from) on empty { put Man on to  take from } }\n\
                end { win when count own on far rank > count enemy on own rank 1  draw when repeats 3 }";
    assert!(guess(text, "sum own by closeness to far rank") > 0, "{:?}", guessed(text));
}

#[test]
fn strength_is_worth_something_where_it_is_asked_for() {
    let rules = "players White, Black\nboard square 5x5\npiece Mouse 1, Bear 2\n\
                 setup { White Mouse on a1  White Bear on e1  Black Mouse on a5  Black Bear on e5 }\n\
                 move Mouse, Bear { step orthogonal to empty or (enemy except stronger than from) }\n\
                 end { win when no enemy  win when enemy stuck  draw when repeats 3 }";
    assert!(guess(rules, "count own Bear") > guess(rules, "count own Mouse"), "{:?}", guessed(rules));
}

#[test]
fn hands_count_only_what_can_be_in_them() {
    let rules = "players White, Black\nboard square 5x5\nfacing White north, Black south\npiece Pawn, Wall \"#\" neutral\n\
                 hand 3 Wall each\nsetup { White Pawn on c1  Black Pawn on c5 }\n\
                 move Pawn { step any to empty  step forward to enemy }\n\
                 move when own hand { drop Wall on empty }\nend { win when own Pawn on far rank  draw when enemy stuck }";
    assert_eq!(guess(rules, "own hand Pawn"), 0);
    assert!(guess(rules, "own hand") > 0, "{:?}", guessed(rules));
}

/// A ball is driven by both players, each to its own goal.
#[test]
fn pieces_of_nobody_have_a_way_to_go() {
    let ball = "players White, Black\nboard square 5x5\nfacing White north, Black south\npiece Man\npiece Ball neutral\n\
                setup { White Man on a1  Black Man on a5  Ball on c3 }\n\
                move Man { step any to empty }\n\
                move { pick from in Ball pick to in (any of from) on empty { move from onto to } }\n";
    for end in [
        "win when Ball on far rank  win when enemy stuck",
        "lose when Ball on own rank 1  win when enemy stuck",
        "White wins when Ball on rank 5  Black wins when Ball on rank 1  win when enemy stuck",
    ] {
        let terms = derive(&usable(&format!("{ball}end {{ {end}  draw when repeats 3 }}"))).terms;
        let term = terms.iter().find(|t| t.text.starts_with("sum Ball by closeness to"));
        assert!(term.is_some_and(|t| t.weight > 0), "{end}: {terms:?}");
    }
}

/// Who lacks one piece of a square is near it.
#[test]
fn too_long_a_line_is_no_burden_to_be_near() {
    let text = |end: &str| {
        format!(
            "game \"G\"\nplayers White, Black\nboard square 7x7\npiece Man\nmove {{ place Man on empty }}\nend {{ {end} draw when no empty }}\n"
        )
    };
    let exact = "win when (line 4 of own) except line 5 of own  lose when line 5 of own";
    assert_eq!(guess(&text(exact), "lines 4 with 3 own, 1 empty"), 36);
    assert_eq!(guess(&text(exact), "lines 5 with 4 own, 1 empty"), 0);
    // Where nobody wins by a shorter one it is.
    assert_eq!(guess(&text("win when line 4 of own  lose when line 3 of own"), "lines 3 with 2 own, 1 empty"), -6);
}

#[test]
fn all_who_fill_a_region_have_a_way_to_go() {
    let text = |end: &str| {
        format!(
            "game \"G\"\nplayers White, Black\nboard square 7x7\npiece Man\nregion camp White a1 b1, Black g7 f7\n\
             setup {{ White Man on a1 b1  Black Man on g7 f7 }}\nmove Man {{ step any to empty }}\nend {{ {end} draw when repeats 3 }}\n"
        )
    };
    // Every step of each counts alike; where the first who arrives wins, the last steps count for most.
    let full = guessed(&text("win when no empty on enemy camp and own on enemy camp"));
    assert!(full.iter().any(|(term, weight)| term == "sum own by closeness to enemy camp" && *weight > 0), "{full:?}");
    assert!(!full.iter().any(|(term, _)| term.contains("nearness")), "{full:?}");
    let first = guessed(&text("win when own on enemy camp"));
    assert!(first.iter().any(|(term, weight)| term == "sum own by nearness to enemy camp" && *weight > 0), "{first:?}");
}

#[test]
fn patterns_are_as_near_as_what_they_lack() {
    let square = "define square = own on north of own on east of own on northeast of own\nend { win when square  draw when no empty }";
    let terms = guessed(&small(square));
    let lacks = terms.iter().find(|t| t.0.matches("empty").count() == 4 && t.0.contains(" + "));
    assert!(lacks.is_some_and(|t| t.1 > 0), "{terms:?}");
    assert!(
        !guessed(&small("end { win when own on far rank  draw when no empty }")).iter().any(|t| t.0.contains(" + "))
    );
}

/// Where every move takes, a player runs out of moves, not of pieces.
#[test]
fn moves_count_where_there_are_none_but_captures() {
    let rules = |quiet: &str| {
        format!(
            "players White, Black\nboard square 6x6\npiece Man\nsetup {{ White Man on dark except d4  Black Man on light except d3 }}\n\
             move {{ hop orthogonal over enemy to empty {{ take over }} {quiet} }}\nend {{ win when enemy stuck }}"
        )
    };
    let bare = rules("");
    assert_eq!((guess(&bare, "count own"), guess(&bare, "mobility")), (0, 20), "{:?}", guessed(&bare));
    let quiet = rules("step orthogonal to empty");
    assert_eq!((guess(&quiet, "count own"), guess(&quiet, "mobility")), (100, 2), "{:?}", guessed(&quiet));
}

/// A custodian takes whoever is between, and mostly nobody: what is taken by going there, jumped or chosen is an enemy for sure.
#[test]
fn men_count_where_a_move_may_take_nobody() {
    let rules = |moves: &str| {
        format!(
            "players White, Black\nboard square 6x6\npiece Man\nsetup {{ White Man on ranks 1..2  Black Man on ranks 5..6 }}\n\
             move {{ {moves} }}\nend {{ win when no enemy  win when enemy stuck  draw when repeats 3 }}"
        )
    };
    for (moves, man) in [
        ("slide orthogonal to empty { take ray orthogonal 1 of to through enemy until own }", 100),
        ("step any to empty { take from }", 100),
        ("step any to empty { take any of to on enemy }", 100),
        ("hop any over occupied to empty { take over }", 100),
        ("pick a in own pick b in occupied on any of a { take b }", 100),
        ("step any to enemy", 0),
        ("step any to enemy on dark", 0),
        ("hop any over enemy to empty { take over }", 0),
        ("pick a in own pick b in enemy on any of a { take b }", 0),
    ] {
        assert_eq!(guess(&rules(moves), "count own"), man, "{moves}: {:?}", guessed(&rules(moves)));
    }
}

/// Pieces that others move, or that are only there to be made others of, are worth less than those that act.
#[test]
fn idle_pieces_are_worth_little() {
    let text = "players White, Black\nboard square 6x6\npiece Wall, Tower\nsetup { White Tower on rank 1  Black Tower on rank 6 }\n\
                move { pick a in own Tower pick b in enemy on any of a { take b  put Wall on b } }\n\
                end { win when no enemy  win when enemy stuck  draw when repeats 3 }";
    let text = text.replace("pick b in enemy", "pick b in occupied");
    assert_eq!((guess(&text, "count own Wall"), guess(&text, "count own Tower")), (25, 100), "{:?}", guessed(&text));
}

/// Where whole lines change hands and few pieces win, what can't be turned any more is a burden.
#[test]
fn what_is_safe_is_a_burden_where_few_pieces_win() {
    let text = |score: &str| {
        format!(
            "players Black, White\nboard square 6x6\npiece Disc\nsetup {{ White Disc on c3 d4  Black Disc on c4 d3 }}\n\
             define flipped(c) = ray any of c through enemy until own\n\
             move disc {{ place Disc on empty when flipped(to) {{ flip flipped(to) }} }}\nturn {{ disc else pass }}\n\
             end when both passed {{ score {score} }}"
        )
    };
    let corners = "count own on corners";
    assert_eq!(guess(&text("count own"), corners), 50, "{:?}", guessed(&text("count own")));
    for few in ["count enemy - count own", "-count own", "count enemy"] {
        assert_eq!(guess(&text(few), corners), -50, "{few}: {:?}", guessed(&text(few)));
    }
    let moves = |score: &str| guess(&text(score), "mobility");
    assert!(moves("count own") > 0 && moves("count enemy") == moves("count own"));
}

/// Where pieces change hands a line that is blocked today may be whole tomorrow.
#[test]
fn shorter_lines_count_where_pieces_change_hands() {
    let text = |effect: &str| {
        format!(
            "players White, Black\nboard square 7x7\npiece Man\nmove {{ place Man on empty {effect} }}\n\
             end {{ win when line 4 of own  draw when no empty }}"
        )
    };
    let turned = text("{ flip any of to on enemy }");
    assert!(guess(&turned, "count line 3 of own") > guess(&turned, "count line 2 of own"), "{:?}", guessed(&turned));
    assert!(guess(&turned, "count line 2 of own") > 0);
    assert_eq!(guess(&text(""), "count line 3 of own"), 0);
}

/// Three sides that are to be joined: from the first to the second, and on from there.
#[test]
fn connections_go_on_from_where_they_come() {
    let text = |goal: &str| {
        format!(
            "players Red, Blue\nboard triangle 7\npiece Stone\nregion slope = a7 b6 c5 d4 e3 f2 g1\n\
             move {{ place Stone on empty }}\nend {{ win when {goal} }}"
        )
    };
    let ways = |goal: &str| {
        let terms = guessed(&text(goal));
        terms.into_iter().filter(|(term, weight)| term.starts_with("fewest") && *weight < 0).count()
    };
    assert_eq!(ways("flood (rank 1 on flood (file a on own) in own) in own on slope"), 2);
    assert_eq!(ways("(flood (file a on own) in own) on (flood (rank 1 on own) in own) on slope"), 2);
    assert_eq!(ways("flood (file a on own) in own on slope"), 1);
}

/// Guessed without haste, what a race is for has its way with each step alike.
#[test]
fn a_race_may_be_walked() {
    let text = |end: &str| {
        format!(
            "players White, Black\nboard square 6x6\nfacing White north, Black south\npiece Man\n\
             setup {{ White Man on rank 1  Black Man on rank 6 }}\nmove Man {{ step forward to empty  step forward-diagonal to empty or enemy }}\n\
             end {{ {end} }}"
        )
    };
    let race = usable(&text("win when own on far rank  win when enemy stuck"));
    let (run, walk) =
        (rulesmith::analysis::candidates(&race), rulesmith::analysis::steady(&race).expect("another guess"));
    let numbers = |terms: &[rulesmith::rules::Term]| terms.iter().map(|t| t.number.clone()).collect::<Vec<_>>();
    assert_eq!(numbers(&run), numbers(&walk));
    let weight =
        |terms: &[rulesmith::rules::Term], word: &str| terms.iter().find(|t| t.text.contains(word)).unwrap().weight;
    assert_eq!((weight(&run, "by nearness"), weight(&run, "by closeness to far")), (1, 0));
    assert_eq!((weight(&walk, "by nearness"), weight(&walk, "by closeness to far")), (0, 8));
    assert_eq!(rulesmith::analysis::steady(&usable(&text("win when no enemy  win when enemy stuck"))), None);
}

/// What quick games seldom tell: the middle, the way ahead, the way to a king that is to be taken.
#[test]
fn some_numbers_are_worth_a_try() {
    let rules = usable(
        "players White, Black\nboard square 5x5\nfacing White north, Black south\npiece Rook, King\n\
         setup { White Rook on a1 e1  White King on c1  Black Rook on a5 e5  Black King on c5 }\n\
         move Rook { slide orthogonal to empty or enemy }\nmove King { step any to empty or enemy }\n\
         end { win when no enemy King  draw when repeats 3 }",
    );
    let candidates = rulesmith::analysis::candidates(&rules);
    let text = |number: &Number| candidates.iter().find(|t| t.number == *number).map(|t| t.text.clone());
    let hunches: Vec<(String, bool)> =
        rulesmith::analysis::hunches(&rules).iter().map(|(number, more)| (text(number).unwrap(), *more)).collect();
    for (number, more) in [
        ("mobility", true),
        ("sum own Rook by closeness to the middle", true),
        ("sum own Rook by advance", true),
        ("sum own Rook by distance to enemy King", false),
        ("count attacked by own on enemy", true),
    ] {
        assert!(hunches.contains(&(number.to_string(), more)), "{number}: {hunches:?}");
    }
    // Room for two moves, where who has none loses; a leap in all its orientations is one word.
    let rules = usable(
        "players White, Black\nboard square 8x8\npiece Knight\npiece Burnt neutral\n\
         setup { White Knight on a4 h4  Black Knight on a5 h5 }\n\
         move Knight { leap 1,2 to empty { put Burnt on from } }\nend { win when enemy stuck }",
    );
    let candidates = rulesmith::analysis::candidates(&rules);
    let hunches = rulesmith::analysis::hunches(&rules);
    let room =
        "count (((leap 2,1 of own Knight) on empty) or ((leap 2,1 of ((leap 2,1 of own Knight) on empty)) on empty))";
    let room = candidates.iter().find(|t| t.text == room).unwrap_or_else(|| panic!("{candidates:?}"));
    assert!(hunches.contains(&(room.number.clone(), true)), "{hunches:?}");
}

/// Numbers that the rules give to cells may be good for something.
#[test]
fn tables_of_the_rules_are_candidates() {
    let rules = usable(
        "players White, Black\nboard square 3x3\npiece Man\nsetup { White Man on a1  Black Man on c3 }\n\
         table ring { 3 2 3  2 1 2  3 2 3 }\nmove Man { step any to empty when sum to by ring > sum from by ring  slide any to enemy }\n\
         end { win when no enemy  draw when enemy stuck }",
    );
    let candidates = rulesmith::analysis::candidates(&rules);
    let of_ring = |t: &rulesmith::rules::Term| matches!(&t.number, Number::Sum(_, By::Table(table)) if table[Side::First] == [3, 2, 3, 2, 1, 2, 3, 2, 3]);
    assert!(candidates.iter().any(of_ring), "{candidates:?}");
}

const SHORES: &str = "players Red, Blue\nboard rhombus 5\nregion start Red rank 1, Blue file a\nregion goal Red rank 5, Blue file e\n\
                      define joined(r) = flood (own start on r) in r on own goal\n";

/// Stones that are nobody's join cells as those of players do.
#[test]
fn stones_of_nobody_connect() {
    let neutral = format!("{SHORES}piece Ash neutral, Oak neutral\nmove {{ place Ash, Oak on empty }}\n");
    let ways = |end: &str| {
        let terms = guessed(&format!("{neutral}end {{ {end}  draw when no empty }}"));
        terms.into_iter().filter(|t| t.1 == -100).map(|t| t.0).collect::<Vec<_>>()
    };
    let way = |stones: &str| format!("fewest empty from own start to own goal through {stones}");
    assert_eq!(ways("win when joined(Ash)"), [way("Ash")]);
    assert_eq!(ways("win when joined(Ash) or joined(Oak)"), [way("Ash"), way("Oak")]);
    assert_eq!(ways("win when joined(Ash)  lose when flood (enemy start on Ash) in Ash on enemy goal"), [way("Ash")]);
    assert_eq!(ways("win when joined((Ash or Oak))"), [way("(Ash or Oak)")]);
}

/// Pieces of two kinds that have to meet are the nearer to it, the fewer steps there are between them.
#[test]
fn pieces_that_have_to_meet_are_so_far_from_it() {
    let pair = |end: &str| {
        let terms = guessed(&format!(
            "players White, Black\nboard square 6x6\npiece Hero, Lady\n\
             setup {{ White Hero on a1  White Lady on f1  Black Hero on a6  Black Lady on f6 }}\n\
             move Hero, Lady {{ step any to empty }}\nend {{ {end}  win when enemy stuck  draw when repeats 3 }}"
        ));
        terms.into_iter().filter(|t| t.0.contains("distance")).collect::<Vec<_>>()
    };
    let distance = |of: &str, to: &str, weight| vec![(format!("sum own {of} by distance to {to}"), weight)];
    assert_eq!(pair("win when own Hero on any of own Lady"), distance("Hero", "own Lady", -100));
    assert_eq!(pair("win when neighbours of own Lady on own Hero"), distance("Hero", "own Lady", -100));
    assert_eq!(pair("win when own Hero on any of enemy Lady"), distance("Hero", "enemy Lady", -100));
    assert_eq!(pair("lose when own Hero on any of own Lady"), distance("Hero", "own Lady", 100));
    // Those of one kind beside each other are no way to go, nor is a leap.
    assert_eq!(pair("win when own Hero on any of own Hero"), []);
    assert_eq!(pair("win when own Hero on leap 1,2 of own Lady"), []);
}

/// Who loses by a connection stays away from it.
#[test]
fn a_connection_that_loses_is_kept_from() {
    let stones = format!("{SHORES}piece Stone\nmove {{ place Stone on empty }}\n");
    let far = ("fewest empty from own start to own goal through own".to_string(), 100);
    for end in [
        "lose when joined(own)",
        "win when flood (enemy start on enemy) in enemy on enemy goal",
        "Blue wins when flood (rank 1 on Red) in Red on rank 5  Red wins when flood (file a on Blue) in Blue on file e",
    ] {
        let terms = guessed(&format!("{stones}end {{ {end}  draw when no empty }}"));
        assert!(terms.iter().any(|t| t.1 == 100 && t.0.starts_with("fewest empty from")), "{end}: {terms:?}");
        assert!(end.contains("rank 1") || terms.contains(&far), "{end}: {terms:?}");
    }
}

/// Who puts pieces in the place of enemies takes them.
#[test]
fn pieces_put_on_enemies_take_them() {
    let germs = |on: &str| {
        let moves = format!("move {{ place Germ on {on} on any of own }}");
        guess(
            &format!(
                "players Green, Red\nboard square 5x5\npiece Germ\nsetup {{ Green Germ on a1  Red Germ on e5 }}\n{moves}\n\
                 end {{ win when enemy stuck }}"
            ),
            "count own",
        )
    };
    assert_eq!((germs("empty"), germs("(empty or enemy)"), germs("(all except own)")), (0, 100, 100));
}

/// Who wins by a connection makes one that loses by mistake alone: to be near that is no burden.
#[test]
fn a_connection_that_loses_is_no_burden_beside_one_that_wins() {
    let losing = |end: &str| {
        let terms = guessed(&format!(
            "{SHORES}piece Stone\nmove {{ place Stone on empty }}\nend {{ {end}  draw when no empty }}"
        ));
        terms.into_iter().filter(|t| t.0.starts_with("fewest") && t.1 > 0).count()
    };
    assert_eq!(losing("lose when flood a1 in own on e5"), 1);
    assert_eq!(losing("win when joined(own)  lose when flood a1 in own on e5"), 0);
}

/// Pieces of two kinds that are to be joined are the ends of a connection.
#[test]
fn pieces_are_ends_of_connections() {
    let joins = |end: &str| {
        let terms = guessed(&format!(
            "players Red, Blue\nboard hexagon 4\npiece Socket, Lamp, Wire\n\
             setup {{ Red Socket on d1  Red Lamp on d7  Blue Socket on a4  Blue Lamp on g4 }}\nmove {{ place Wire on empty }}\n\
             end {{ {end}  win when enemy stuck }}"
        ));
        terms.into_iter().filter(|t| t.0.starts_with("fewest")).collect::<Vec<_>>()
    };
    let way = |text: &str, weight| vec![(format!("fewest empty from {text} through own"), weight)];
    assert_eq!(joins("win when own Lamp on flood own Socket in own"), way("own Socket to own Lamp", -100));
    assert_eq!(joins("win when (flood own Socket in own) on edge"), way("own Socket to edge", -100));
    assert_eq!(joins("win when (flood own in own) on (a7 b7)"), []);
}
