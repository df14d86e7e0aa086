//! The formatter: it keeps the meaning and the comments, and its own text as it is.

use crate::support::games;
use rulesmith::diag::Diagnostics;
use rulesmith::library;
use rulesmith::source::Source;
use rulesmith::syntax::{format, parse, print};

fn formatted(text: &str) -> String {
    let once = format(&Source::new("test.game", text)).expect("a text without mistakes");
    let twice = format(&Source::new("test.game", once.clone())).expect("what was formatted parses");
    assert_eq!(once, twice, "formatting again changes nothing");
    once
}

fn tree(text: &str) -> String {
    let mut diagnostics = Diagnostics::new();
    // What a file extends is not a part of what is formatted.
    let base = text.lines().find_map(|line| line.strip_prefix("extends \"")?.split('"').next());
    let base = base.and_then(library::find).or_else(|| library::find("chess")).expect("a shipped game");
    let base = Ok(Source::new("base.game", base.text));
    let file = parse(&Source::new("test.game", text).on(base), &mut diagnostics);
    let mistakes = diagnostics.finish();
    assert!(mistakes.is_empty(), "{text}\n{mistakes:#?}");
    print(&file)
}

#[test]
fn shipped_games_are_canonical() {
    for game in library::GAMES {
        assert_eq!(formatted(game.text), game.text, "{}", game.name);
    }
}

#[test]
fn every_file_keeps_its_meaning_and_comments() {
    let sketches = games::files("tests/games_syntax");
    assert_eq!(sketches.len(), 26);
    for (name, text) in sketches.into_iter().chain(games::all()) {
        let canonical = formatted(&text);
        assert_eq!(tree(&canonical), tree(&text), "{name}");
        assert_eq!(canonical.matches("//").count(), text.matches("//").count(), "{name}");
        for line in canonical.lines() {
            let code = line.split("//").next().unwrap_or_default().trim_end();
            // A quote is never broken: a position of many rows may be alone on a longer line.
            let one_quote = code.trim().starts_with('"') && code.trim().matches('"').count() == 2;
            assert!(code.len() <= 100 || one_quote, "{name}: {line}");
        }
    }
}

#[test]
fn items_have_their_own_lines_and_one_blank_line_at_most() {
    assert_eq!(
        formatted("\n\ngame \"x\"  players A,B\n\n\n\npiece   C  =  D"),
        "game \"x\"\nplayers A, B\n\npiece C = D\n"
    );
    assert_eq!(formatted(""), "");
}

#[test]
fn short_blocks_stay_short_and_long_ones_do_not() {
    assert_eq!(formatted("end{win when a   draw}"), "end { win when a  draw }\n");
    assert_eq!(formatted("end {\nwin when a\n\n\n draw }"), "end {\n  win when a\n\n  draw\n}\n");
    assert_eq!(formatted("define x { }"), "define x { }\n");
    let long = format!("end {{ win when {} draw }}", "some-long-name or ".repeat(4) + "xyz-abc-def");
    assert_eq!(formatted(&long).lines().count(), 4);
}

/// A long condition is broken at its outermost `and` or `or`, not in the middle of a part.
#[test]
fn long_conditions_are_broken_where_their_parts_meet() {
    let text = formatted(
        "legal when no own King on attacked by enemy and no own Rook on attacked by enemy and (count own Pawn > 3 or no enemy Queen)",
    );
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "legal when no own King on attacked by enemy and no own Rook on attacked by enemy",
            "    and (count own Pawn > 3 or no enemy Queen)"
        ]
    );
}

/// A long sum is broken before its outermost signs, a list of kinds behind its commas.
#[test]
fn long_sums_and_lists_are_broken_where_their_parts_meet() {
    assert_eq!(
        formatted(
            "define room = 12 * (count own Knight on all except attacked by enemy) + 10 * (count own Bishop on edge) - 5 * (count own Rook)"
        ),
        "define room = 12 * (count own Knight on all except attacked by enemy)\n    \
             + 10 * (count own Bishop on edge) - 5 * (count own Rook)\n"
    );
    // A minus that is a sign does not part anything; commas of a call don't either.
    let call = "define apart = 100 * (count near(own Pawn on rank 2 on attacked by enemy, own Rook on rank 7 on attacked by own, -3))";
    assert_eq!(
        formatted(call),
        "define apart = 100 * (count near(own Pawn on rank 2 on attacked by enemy, own Rook on rank 7 on\n    \
             attacked by own, -3))\n"
    );
    assert_eq!(
        formatted(
            "piece Pawn = Tokin, Lance = Promoted-Lance, Knight = Promoted-Knight, Silver = Promoted-Silver, Gold, King"
        ),
        "piece Pawn = Tokin, Lance = Promoted-Lance, Knight = Promoted-Knight, Silver = Promoted-Silver,\n    Gold, King\n"
    );
}

#[test]
fn no_line_begins_with_of() {
    for names in 1..30 {
        let name = format!("s{}", "t".repeat(names));
        for region in ["northeast of", "(north, east) of", "north 2 of", "line 3 of"] {
            let part = format!("count empty on {region} {name}");
            let text = formatted(&format!("define d({name}) = {}", vec![part; 6].join(" + ")));
            assert!(text.lines().count() > 1, "{text}");
            for line in text.lines() {
                let begins = ["of", "2 of", "3 of"].iter().any(|word| line.trim_start().starts_with(word));
                assert!(!begins && line.len() <= 100, "{text}");
            }
        }
        let rays = format!("define d({name}) = {}", vec![format!("on northeast of {name}"); 7].join(" "));
        let text = formatted(&rays.replacen("on ", "", 1));
        assert!(text.lines().all(|line| !line.trim_start().starts_with("of")), "{text}");
    }
}

#[test]
fn else_stands_behind_its_brace() {
    assert_eq!(
        formatted("define x {\nif a {\ntake b\n}\nelse if c { take d }\nelse { take e } }"),
        "define x {\n  if a {\n    take b\n  } else if c { take d } else { take e }\n}\n"
    );
}

#[test]
fn comments_keep_their_place() {
    let text = "// first\n\n// second\ngame \"x\" // behind\nend { // opens\n  // own line\n  win when a // why\n  // last\n} // closed\n// end";
    assert_eq!(
        formatted(text),
        "// first\n\n// second\ngame \"x\"  // behind\nend {  // opens\n  // own line\n  win when a  // why\n  // last\n}  // closed\n// end\n"
    );
    // Within a statement a comment ends its line.
    assert_eq!(formatted("region x = a // one\n  or b"), "region x = a  // one\n    or b\n");
}

#[test]
fn brackets_show_what_binds() {
    assert_eq!(formatted("define x = a or b except c"), "define x = a or (b except c)\n");
    assert_eq!(formatted("define x = a or b else c or d"), "define x = ((a or b) else c) or d\n");
    assert_eq!(formatted("define x = a or b or c on d"), "define x = a or b or c on d\n");
    assert_eq!(formatted("define x = a except b"), "define x = a except b\n");
    assert_eq!(formatted("define x = a or (b except c)"), "define x = a or (b except c)\n");
}

/// `until`, `through` and `in` look as if they went on.
#[test]
fn brackets_show_where_rays_and_floods_end() {
    for (text, canonical) in [
        ("ray any of a through b until c or d", "(ray any of a through b until c) or d"),
        ("a on ray any of a through b else d or e", "(a on (ray any of a through b) else d) or e"),
        ("flood a in b except c", "(flood a in b) except c"),
        ("count flood a in b on c", "count (flood a in b) on c"),
        ("no flood a in b or c", "no (flood a in b) or c"),
        ("c or ray any of a through b on c", "c or ray any of a through b on c"),
        ("flood a in b", "flood a in b"),
    ] {
        assert_eq!(formatted(&format!("define x = {text}")), format!("define x = {canonical}\n"), "{text}");
    }
}

#[test]
fn brackets_show_how_a_turn_is_read() {
    for (text, canonical) in [
        ("a else b or c or d", "(a else b) or c or d"),
        ("a or b else c", "(a or b) else c"),
        ("a else b else c", "a else b else c"),
        ("a else (b or c)", "a else (b or c)"),
    ] {
        assert_eq!(formatted(&format!("turn {{ {text} }}")), format!("turn {{ {canonical} }}\n"), "{text}");
    }
}

#[test]
fn spaces_are_canonical() {
    for (text, canonical) in [
        ("define f ( a,b )=a+ - b", "define f(a, b) = a + -b"),
        ("link next(i)->i  -  1", "link next (i) -> i - 1"),
        ("region x = 1 .. 6", "region x = 1..6"),
        ("state x :cells", "state x: cells"),
        ("define x = not(a)", "define x = not (a)"),
        ("table t { 1 -2 3 }", "table t { 1 -2 3 }"),
        ("table t {\n1 2\n  -3   4 }", "table t {\n   1  2\n  -3  4\n}"),
        ("option k = -1.5 in -2..3", "option k = -1.5 in -2..3"),
        ("eval { - 5 * a - 3 * b }", "eval { -5 * a  -3 * b }"),
        ("move { leap 1 , 2 2,2 to a }", "move { leap 1,2 2,2 to a }"),
        ("piece A|B", "piece A | B"),
        ("piece A=B in  own   ranks 2 .. 7,C in(a1 b1)", "piece A = B in own ranks 2..7, C in (a1 b1)"),
        ("board graph { a1-b1   b1-b2 }", "board graph { a1-b1  b1-b2 }"),
        ("move { pick a in b pick c in d }", "move { pick a in b  pick c in d }"),
    ] {
        assert_eq!(formatted(text), format!("{canonical}\n"), "{text}");
    }
}

/// What is left of a row that is too long is read as a row of its own.
#[test]
fn long_rows_of_numbers_are_broken_into_rows() {
    let text = format!("table t {{{} }}", " 1 -2".repeat(25));
    let canonical = formatted(&text);
    let rows: Vec<usize> =
        canonical.lines().skip(1).map(|line| line.split_whitespace().count()).filter(|&n| n > 1).collect();
    assert_eq!(rows, [33, 17], "{canonical}");
    assert!(canonical.lines().all(|line| line.len() <= 100), "{canonical}");
}

#[test]
fn the_numbers_of_a_table_stand_below_one_another() {
    let rows = "table t {\n  -12  3 0\n    4 -5 6  // in front\n    7  8 9\n}\n";
    let canonical = "table t {\n  -12   3   0\n    4  -5   6  // in front\n    7   8   9\n}\n";
    assert_eq!(formatted(rows), canonical);
    assert_eq!(formatted(canonical), canonical);
    // One row is a row.
    assert_eq!(formatted("table t { 1 -2  3 }\n"), "table t { 1 -2 3 }\n");
}

#[test]
fn a_text_with_mistakes_is_refused() {
    let mistakes = format(&Source::new("test.game", "peice Pawn")).expect_err("a mistake");
    assert_eq!(mistakes[0].code, "unknown-item");
}
