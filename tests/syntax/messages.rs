//! What is said about each kind of mistake, and where.

use rulesmith::diag::Diagnostics;
use rulesmith::source::Source;
use rulesmith::syntax::parse;
use rulesmith::syntax::words::OPENERS;

/// The only mistake of a text: its code, the text it underlines, its message and its help.
fn only(text: &str) -> (&'static str, String, String, String) {
    let mut diagnostics = Diagnostics::new();
    parse(&Source::new("test.game", text), &mut diagnostics);
    let mut mistakes = diagnostics.finish();
    assert_eq!(mistakes.len(), 1, "{text}\n{mistakes:#?}");
    let mistake = mistakes.remove(0);
    assert!(!mistake.message.ends_with('.') && !mistake.message.starts_with(char::is_uppercase), "{}", mistake.message);
    let underlined = text[mistake.span.start..mistake.span.end].to_string();
    (mistake.code, underlined, mistake.message, mistake.help.unwrap_or_default())
}

/// Each text has one mistake with this code, at this place, and says this in its message or help.
fn check(cases: &[(&str, &str, &str, &str)]) {
    for (text, code, underlined, says) in cases {
        let (found, at, message, help) = only(text);
        assert_eq!((found, at.as_str()), (*code, *underlined), "{text}\n{message}");
        assert!(message.contains(says) || help.contains(says), "{text}\n{message}\n{help}");
    }
}

#[test]
fn signs_of_other_languages() {
    check(&[
        ("end { win when a; draw }", "unexpected-semicolon", ";", "leave it out"),
        ("legal when a && b", "use-and", "&&", "write `and`"),
        ("legal when a || b", "use-or", "||", "write `or`"),
        ("legal when a == b", "use-equal", "==", "write `=`"),
        ("legal when !a", "use-not", "!", "write `not`"),
        ("# note\nlegal when a", "comment-sign", "#", "`//`"),
        ("/* note\n */ legal when a", "comment-sign", "/*", "`//`"),
        ("game 'x'", "foreign-quote", "'", "`\"`"),
        ("game “x”", "foreign-quote", "“", "`\"`"),
        ("game \"x", "unclosed-text", "\"x", "closing quote"),
        ("legal when a [ on c", "unknown-character", "[", "round"),
        ("legal when a ≤ b", "unknown-character", "≤", "`<=`"),
        ("legal when a % b", "unknown-character", "%", "`mod`"),
        ("legal when (a or b) = c ? b : c", "conditional-sign", "?", "`A else B`"),
        ("piece Man\nlink next (i) -> i > 3 ? 1 : i + 1", "conditional-sign", "?", "`A else B`"),
        ("legal when a ?", "conditional-sign", "?", "`A else B`"),
        ("define x { set y = (a ? 1 : 2)  take b }", "conditional-sign", "?", "`if C { … } else { … }`"),
        ("legal when size-1 = 3", "minus-needs-spaces", "size-1", "`size - 1`"),
        ("legal when a = 99999999999", "number-too-large", "99999999999", "1000000000"),
        ("board square 8x99999999999999999999", "number-too-large", "8x99999999999999999999", "too large"),
        ("option komi = 7.25", "only-halves", "7.25", "half"),
    ]);
}

#[test]
fn words_of_other_languages() {
    check(&[
        ("move { step any to empty where a }", "other-word", "where", "`when`"),
        ("end { win when Pawn reaches far rank }", "other-word", "reaches", "`own Pawn on far rank`"),
        ("define x { if a then { take b } }", "other-word", "then", "leave it out"),
        ("define x { crown to }", "other-word", "crown", "`promote`"),
        ("define x { become King }", "other-word", "become", "`promote`"),
        ("legal when a is b", "other-word", "is", "`=`"),
        ("define x { if a { take b } elif c { take d } }", "other-word", "elif", "`else if`"),
    ]);
}

#[test]
fn misspelt_words() {
    check(&[
        ("peice Pawn", "unknown-item", "peice", "`piece`"),
        ("board square 8x8\npeice Pawn\nlegal when a", "unknown-item", "peice", "`piece`"),
        ("frobnicate now", "unknown-item", "frobnicate", "items begin with"),
        ("move { stp any to empty }", "unknown-verb", "stp", "`step`"),
        ("define x { tka over }", "unknown-effect", "tka", "`take`"),
        ("end { drw when a }", "unknown-verdict", "drw", "`draw`"),
        ("board square 8x8 drak", "unknown-word", "drak", "`dark`"),
        ("board sqare 8x8", "unknown-shape", "sqare", "`square`"),
        ("piece Pawn neutrl", "unknown-word", "neutrl", "`neutral`"),
        ("turn { a els b }", "unknown-word", "els", "`else`"),
    ]);
}

#[test]
fn names() {
    check(&[
        ("players white, Black", "small-letter", "white", "`White`"),
        ("piece pawn", "small-letter", "pawn", "`Pawn`"),
        ("hand 9 man each", "small-letter", "man", "`Man`"),
        ("state Passed: cells", "capital-letter", "Passed", "`passed`"),
        ("move Capture Man { pass }", "capital-letter", "Capture", "`capture`"),
        ("region a1 = empty", "name-like-cell", "a1", "cell"),
        ("region line = empty", "reserved-name", "line", "`line-side`"),
        ("define x { set own = a }", "reserved-name", "own", "word of the language"),
        ("players White Black", "expected-token", "Black", "`White, Black`"),
    ]);
}

#[test]
fn missing_parts() {
    check(&[
        ("move { step forward empty }", "expected-token", "empty", "expected `to` and a region after `step forward`"),
        ("move { place Stone empty }", "expected-token", "empty", "expected `on` and a region after `place Stone`"),
        ("move { pick a from own }", "expected-token", "from", "expected `in` and a region after `pick a`"),
        ("move { hop any enemy to empty }", "expected-token", "enemy", "`over` and a region after `hop any`"),
        ("define x { move a to b }", "expected-token", "to", "expected `onto` and a region after `move a`"),
        ("define x { tuck over to }", "expected-token", "to", "expected `under` and a region after `tuck over`"),
        ("eval { 8 * sum own Pawn advance }", "expected-token", "advance", "expected `by`"),
        ("setup { White Pawn ranks 1..2 }", "other-word", "ranks", "`Pawn on ranks 1..2`"),
        ("move Pawn step any to empty", "expected-token", "step", "expected `{` after `move Pawn`"),
        ("define x = (a or b", "expected-token", "", "expected `)`"),
        ("define x = a )", "misplaced-word", ")", "closes nothing"),
        ("define x = a or\nlegal when b", "expected-token", "", "a region, a number or a condition"),
        ("legal own", "expected-token", "own", "expected `when`"),
        ("captives hand", "expected-token", "hand", "`captives to hand`"),
        ("state x cells", "expected-token", "cells", "expected `:`"),
        ("option x = Maybe", "expected-token", "Maybe", "`yes`"),
        ("piece Pawn neutral neutral", "said-twice", "neutral", "twice"),
    ]);
}

#[test]
fn many_write_it_so() {
    check(&[
        ("end { win when when no enemy }", "said-twice", "when", "leave one of the two out"),
        ("end { win: no enemy }", "unexpected-token", ":", "`win when …`"),
        ("end { win no enemy }", "unexpected-token", "no", "`win when no …`"),
        ("end { own win when no enemy }", "unexpected-token", "own", "leave it out"),
        ("end { tie when a }", "unexpected-token", "tie", "`draw when …`"),
        ("end { draw otherwise }", "unexpected-token", "otherwise", "leave it out"),
        ("end { win when a, draw when b }", "unexpected-token", ",", "leave it out"),
        ("end { draw when repeats 3 times }", "unexpected-token", "times", "leave it out"),
        ("end { draw when 3 repeats }", "unexpected-token", "repeats", "`repeats 3`"),
        ("legal when own King not attacked by enemy", "unexpected-token", "not", "`no own King on attacked by …`"),
        ("legal when own King on attacked", "expected-token", "", "attacked by enemy"),
        ("turn { capture | quiet }", "unexpected-token", "|", "`capture or quiet`"),
        ("turn { longest of capture }", "expected-token", "of", "`longest capture`"),
        ("turn { 1 to 2 quiet }", "expected-token", "to", "`1..2`"),
        ("turn { capture when a }", "unexpected-token", "when", "a group has its condition itself"),
        ("turn { optional capture }", "other-word", "optional", "`turn { capture or quiet }`"),
        ("move a { pass }\nmove b { pass }\nturn { a b }", "unexpected-token", "b", "`a or b`"),
        ("move { Pawn step any to empty }", "unexpected-token", "Pawn", "`move Pawn { step … }`"),
        ("move { can step any to empty }", "unexpected-token", "can", "begins with its verb"),
        ("move { slide 3 orthogonal to empty }", "expected-token", "3", "`slide orthogonal 3 to empty`"),
        ("move { leap 1 2 to empty }", "expected-token", "2", "`leap 1,2`"),
        ("move { step any to empty as \"walk\" }", "other-word", "\"walk\"", "`as walk`"),
        ("define x { take enemy neighbours of to }", "unexpected-token", "of", "`enemy on neighbours of to`"),
        ("define x { take enemy on neighbours to }", "other-word", "to", "`neighbours of to`"),
        ("define x { swap to from }", "expected-token", "from", "expected `with` and a cell"),
        ("define x { extra move }", "expected-token", "move", "`extra turn`"),
        ("define x { take over and again }", "expected-token", "again", "leave `and` out"),
        ("define x { if a then take over }", "expected-token", "then", "`if a { take … }`"),
        ("define x { if to on far rank take over }", "expected-token", "take", "`if to on far rank { take … }`"),
        ("define near c = any of c", "expected-token", "c", "`define near(c) = …`"),
        ("define f() = empty", "expected-token", ")", "`define f = …`"),
        ("define n = if a then 1 else 0", "expected-token", "if", "`A else B`"),
        ("clock quiet\nmove { pass { quiet = 0 } }", "unexpected-token", "quiet", "`reset quiet`"),
        ("define x { take all enemy }", "unexpected-token", "enemy", "`take enemy …`"),
        ("legal when not (own King attacked)", "expected-token", "attacked", "`own King on attacked by enemy`"),
        ("move Man { pass } when a", "unexpected-token", "when", "stands before its block"),
        ("define a = empty\nf = a", "unknown-item", "f", "`define f = a`"),
        ("define a = empty\nmen Man, King {\n  pass\n}", "unknown-item", "men", "`move men Man, King {"),
        ("move Man step any to empty { take to  again } }", "expected-token", "step", "`move Man { step … }`"),
        ("move { step any to empty take to again } }", "misplaced-word", "take", "effects stand in `{ … }`"),
        ("move {\n  step any to empty { take to\n  pass\n}", "unclosed-brace", "{", "where its block ends"),
        ("move { step any to empty { take to  pass }", "misplaced-word", "pass", "close the effects"),
        ("move { slide any through 2 own to empty }", "expected-token", "own", "`slide any 2 through own to …`"),
        ("move a when first turn { pass }", "expected-token", "turn", "`clock plies`"),
        ("move a when turn = 1 { pass }", "expected-token", "turn", "`clock plies`"),
        ("move a when hand own = 0 { pass }", "expected-token", "hand", "`own hand`"),
        ("end { win when 6 captured }", "unexpected-token", "captured", "`count enemy <= 6`"),
        ("end { win when groups of own = 1 }", "expected-token", "of", "`groups own`"),
        ("end { win when own fills enemy home }", "unknown-name", "fills", "no word of the language"),
        ("define x { put enemy on to }", "expected-token", "on", "`put enemy Man on to`"),
        ("define x { again may in dir }", "unexpected-token", "in", "`may again in dir`"),
        ("move { step not backward to empty }", "expected-token", "not", "`any except backward`"),
        ("move place Stone on empty }", "expected-token", "place", "`move { place … }`"),
        ("move { pass } }\nlegal when a", "stray-brace", "}", "closes nothing"),
        ("move {\n  step any to empty { take to } }\n  hop any over a to b\n}", "unknown-item", "hop", "too early"),
        ("eval {\n  2 * (count own + 1\n  3 * count enemy\n}", "expected-token", "", "`)`"),
        ("eval { {\n  2 * count own\n}", "said-twice", "{", "leave one of the two out"),
        ("region row = empty\nmove { sow own row next }", "expected-token", "next", "`along`"),
        ("move { step forward/backward to empty }", "unknown-character", "/", "`,` between directions"),
    ]);
}

#[test]
fn misplaced_parts() {
    check(&[
        ("move { take over }", "misplaced-word", "take", "is an effect"),
        ("define x { step any to empty }", "misplaced-word", "step", "begins a clause"),
        ("move { win when a }", "misplaced-word", "win", "verdict"),
        ("move { pass }\n}\nlegal when a", "stray-brace", "}", "closes nothing"),
        ("define x = a < b < c", "unexpected-token", "<", "unexpected `<`"),
    ]);
}

#[test]
fn the_brace_that_is_open_is_underlined() {
    let text = "move Pawn {\n  step any to empty {\n    take to\n  step any to own\n}\nmove King { pass }\nlegal when";
    let mut diagnostics = Diagnostics::new();
    let file = parse(&Source::new("test.game", text), &mut diagnostics);
    let mistakes = diagnostics.finish();
    let unclosed = mistakes.iter().find(|mistake| mistake.code == "unclosed-brace").expect("reported");
    assert_eq!(unclosed.span.start, text.find("empty {").unwrap() + 6);
    assert!(mistakes.iter().any(|mistake| mistake.message.starts_with("expected a region")), "{mistakes:#?}");
    assert_eq!(file.items.len(), 2, "both moves are kept");
}

#[test]
fn each_mistake_of_a_file_is_reported() {
    let text = "players white, Black\nboard sqare 8x8\nmove Pawn {\n  step forward empty\n  stp any to empty\n  \
                step any to empty { tke to }\n}\nend {\n  win whn a\n  drow\n}\nlegal a\n";
    let mut diagnostics = Diagnostics::new();
    parse(&Source::new("test.game", text), &mut diagnostics);
    let mistakes = diagnostics.finish();
    let found: Vec<&str> = mistakes.iter().map(|mistake| &text[mistake.span.start..mistake.span.end]).collect();
    assert_eq!(found, ["white", "sqare", "empty", "stp", "tke", "whn", "drow", "a"]);
}

#[test]
fn a_word_can_be_a_name_where_it_could_be_nothing_else() {
    let grammar = include_str!("../../grammar/game.pest");
    let start = grammar.find("reserved = _{ (").expect("the list of reserved words");
    let list = &grammar[start..start + grammar[start..].find("~ edge").expect("its end")];
    let words: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert!(words.len() > 100);
    let (openers, others): (Vec<&str>, Vec<&str>) = words.into_iter().partition(|word| OPENERS.contains(word));
    assert_eq!(openers.len(), OPENERS.len());
    for word in openers {
        let text = format!(
            "region {word} = a1\ndefine x({word}) {{ take {word}  set {word} = {word} + 1  move {word} onto to }}\n\
             move {{ pick {word} in own on {word} {{ take {word}  do {word} }} }}\nlegal when no own on {word} or {word}"
        );
        let mut diagnostics = Diagnostics::new();
        let file = parse(&Source::new("test.game", &text), &mut diagnostics);
        assert_eq!(diagnostics.finish(), [], "{text}");
        assert_eq!(file.items.len(), 4, "{text}");
    }
    for word in others {
        let (code, underlined, ..) = only(&format!("region {word} = empty"));
        assert_eq!((code, underlined.as_str()), ("reserved-name", word));
        assert_eq!(only(&format!("region {word}x = empty ty")).0, "unexpected-token", "{word}");
    }
}

#[test]
fn files_of_other_systems() {
    check(&[
        ("(game \"Tic-Tac-Toe\" (players 2))", "other-format", "(game \"Tic-Tac-Toe\" (players 2))", "Ludii"),
        ("(define \"Step\" (move))", "other-format", "(define \"Step\" (move))", "Ludii"),
        ("// of the North\n\n(define \"Hop\"\n  (move))", "other-format", "(define \"Hop\"", "docs/language.md"),
        ("(game\n  \"Oware\" (players 2))", "other-format", "(game", "Ludii"),
        ("; a comment\n(include \"x.zrf\")\n(variant)", "other-format", "(include \"x.zrf\")", "Zillions"),
        ("(translate\n  (\"x\" \"y\"))", "other-format", "(translate", "`rulesmith games`"),
        ("\n(game\n  (title \"Breakthrough\"))", "other-format", "(game", "Zillions"),
        ("[mychess:chess]\ncastling = false", "other-format", "[mychess:chess]", "variants.ini"),
        ("[Event \"Casual\"]\n[Site \"?\"]\n\n1. e4 e5 *", "other-format", "[Event \"Casual\"]", "`.pgn`"),
        ("Record of Chess\nfile chess", "other-format", "Record of Chess", "in small letters"),
        ("1. e4 e5 2. Nf3", "other-format", "1. e4 e5 2. Nf3", "not the rules of one"),
        ("(;FF[4]GM[1]SZ[9];B[ee])", "other-format", "(;FF[4]GM[1]SZ[9];B[ee])", "`.sgf`"),
        ("rulesmith-book 1 Chess\n00a1 3 1f", "other-format", "rulesmith-book 1 Chess", "`--book`"),
        (
            "#players = white(100), black(100)\n#board = x",
            "other-format",
            "#players = white(100), black(100)",
            "Regular Boardgames",
        ),
        ("{\n  \"name\": \"x\" }", "other-format", "{", "JSON"),
    ]);
    // What only begins alike is read as what it is.
    for text in ["# players\ngame \"x\"", "(x", "[", "{ a", "// (game \"x\"\ngame \"x\""] {
        let mut diagnostics = Diagnostics::new();
        parse(&Source::new("test.game", text), &mut diagnostics);
        assert!(diagnostics.finish().iter().all(|m| m.code != "other-format"), "{text}");
    }
}

#[test]
fn what_phrases_stand_for() {
    let told = |cases: &[(&str, &str, &str)]| {
        check(&cases.iter().map(|&(text, at, says)| (text, "other-word", at, says)).collect::<Vec<_>>());
    };
    told(&[
        ("end when two passes { draw }", "passes", "`both passed`"),
        ("end { draw when all occupied }", "occupied", "`no empty`"),
        ("end { draw when repeats > 2 }", ">", "write `repeats 3`"),
        ("end { draw when repeats >= 3 }", ">=", "write `repeats 3`"),
        ("end { win when all enemy captured }", "enemy", "`no enemy`"),
        ("move { leap 2,2 to empty rank 8 }", "rank", "`empty on rank 8`"),
        ("move { leap 2,2 to empty corner }", "corner", "`empty on corners`"),
        (
            "players White, Black\nmove King { step any to empty { White wins } }",
            "White",
            "verdicts stand in an item of their own",
        ),
        ("move { place King from hand }", "from", "`drop King …`"),
        ("move { leap 2,2 to empty { pick x in enemy { take x } } }", "{", "`pick` has no braces of its own"),
        ("move { step north if empty }", "if", "`step north to empty`"),
        ("eval { Man: 100 }", ":", "`100 * count own Man`"),
        ("look White color gold", "gold", "leave `color` out"),
        ("state flag per player: number", "per", "name one for each player"),
        ("facing White north east, Black south west", "east", "`northeast`"),
        ("facing White NE, Black SW", "NE", "`northeast`"),
        ("define seen = ray any to through empty", "to", "`ray any of to …`"),
        ("define seen = ray any 2 of to until own through enemy", "until", "`through … until …`"),
        ("move { step any to empty { require if to on edge then from on edge } }", "if", "`not (A) or B`"),
        ("turn { any  finally { can again } }", "can", "`may again`"),
        ("move { step any to top rank }", "rank", "`far rank`"),
        ("end { the Wolf wins when no own }", "the", "leave `the` out"),
    ]);
    check(&[
        ("end { draw when same position 3 times }", "unknown-name", "same", "`repeats 3`"),
        ("face White north, Black south", "unknown-item", "face", "did you mean `facing`?"),
    ]);
}

#[test]
fn what_everyday_words_stand_for() {
    let told = |cases: &[(&str, &str, &str)]| {
        check(&cases.iter().map(|&(text, at, says)| (text, "other-word", at, says)).collect::<Vec<_>>());
    };
    // Conditions.
    told(&[
        ("end { win when at least 25 own }", "least", "`count own >= 25`"),
        ("end { win when at most 3 enemy King }", "most", "`count enemy King <= 3`"),
        ("end { win when more than 3 count own }", "than", "write `count own > 3`"),
        ("end { win when exactly 3 own }", "3", "`count own = 3`"),
        ("end { win when enemy without pieces }", "without", "write `no enemy`"),
        ("end { win when enemy without moves }", "without", "`enemy stuck`"),
        ("end { lose when no move }", "move", "`own stuck`"),
        ("end { win when enemy King none }", "none", "write `no enemy King`"),
        ("legal when not (from or east of from) attacked", "attacked", "`… on attacked by enemy`"),
        ("region camp = rank 1\nend when empty camp { draw }", "camp", "`no occupied on camp`"),
        ("region camp = rank 1\nend when camp empty { draw }", "empty", "`no occupied on camp`"),
        ("end { else draw }", "else", "`draw when …`"),
        ("eval { 5 * count own on rank 4 or rank 5 }", "or", "`on (rank 4 or rank 5)`"),
        ("eval { 5 * count own Man on center or edge }", "or", "`on (center or edge)`"),
        ("piece Goat\nmove when goats in hand { drop Goat on empty }", "in", "`own hand Goat`"),
    ]);
    told(&[
        ("legal when to holding 2", "holding", "write `to on holding 2`"),
        ("legal when own on holding <= 2", "<=", "`holding 1..2`"),
        ("legal when own on holding >= 3", ">=", "`holding 3..17`"),
        ("end { win when only own King }", "own", "`no own except King`"),
        ("move { leap 2,2 to empty own rank 1 }", "own", "`empty on own rank 1`"),
        ("clock quiet\nend { draw when 100 quiet }", "quiet", "`quiet >= 100`"),
        ("end { draw when pass twice }", "pass", "`both passed`"),
    ]);
    // Cells.
    told(&[
        ("move { leap 2,2 to opposite side }", "side", "`far rank`"),
        ("move { leap 2,2 to left file }", "file", "`file a`"),
        ("move { leap 2,2 to empty on own home row }", "row", "`own rank 1`"),
        ("move { leap 2,2 to every empty }", "empty", "leave `every` out"),
        ("move { leap 2,2 to \"e8\" }", "\"e8\"", "`e8`"),
        ("move { leap 2,2 to 8e }", "8e", "`e8`"),
    ]);
    // Clauses and effects.
    told(&[
        ("move {\n  step any\n  slide north to empty\n}", "", "`step any to empty`"),
        ("move { slide any to empty until edge }", "until", "`to empty on edge`"),
        ("move { hop any over adjacent enemy to empty }", "enemy", "leave `adjacent` out"),
        ("move { put Stone on empty }", "put", "`place Stone on empty`"),
        ("move { step any to empty { play again } }", "play", "`extra turn`"),
        ("move { step any to empty { may { take to } } }", "{", "`either { … } or { }`"),
        ("move { step any to empty { for each d in any { take enemy on d to } } }", "to", "`d of to`"),
        ("move { slide any to empty { pick shot in empty shot = Arrow } }", "shot", "`put Arrow on shot`"),
        ("move Amazon (\n  slide any to empty\n}", "(", "`move Amazon { … }`"),
        ("move { hop any over enemy to empty { take over must again } }", "must", "`again`"),
        ("move { step any to empty { choose { take to } or { flip to } } }", "choose", "`either { … } or { … }`"),
        ("move { step any to empty { pile from under to } }", "under", "`tuck from under to`"),
        ("move { step any to empty { pile top from onto to } }", "from", "`pile top 1 of from onto to`"),
        ("move { step any to empty { put Wall from } }", "from", "`put Wall on from`"),
        ("state moved: number\nmove { step any to empty { reset moved to 3 } }", "to", "`set moved = 3`"),
        ("move { step any to empty { set been on from } }", "on", "`set been = been or from`"),
        ("move { drop 2 Disc on empty }", "2", "one comes at a time"),
        ("move { drop all on empty }", "all", "`drop any`"),
        (
            "move { step any to empty { promote to as Knight, King on far rank } }",
            "on",
            "`promote to on far rank as Knight, King`",
        ),
        ("move { step any to empty { to on far rank promote to as Queen } }", "to", "`if to on far rank { … }`"),
        ("move { hop any over enemy to empty { take over } { may again } }", "{", "one pair of braces"),
        ("move { step any to empty { turn again } }", "turn", "`extra turn`"),
        ("move { step north + east to empty }", "+", "`north, east`"),
        ("define joined = flood of to in enemy", "of", "`flood to in enemy`"),
        ("move { step any to empty { take to unless to on edge } }", "unless", "`if not (to on edge) { … }`"),
        ("move { slide any to empty 1..3 }", "1", "`slide any 1..3 to empty`"),
    ]);
    // Items.
    told(&[
        ("players White, Black\npiece Man for White", "for", "setup { White Man on … }"),
        ("players White, Black\npiece Man White", "White", "setup { White Man on … }"),
        ("piece King royal", "royal", "`legal when no own King on attacked by enemy`"),
        ("piece Block stack", "stack", "`piece Block stacked`"),
        ("players White, Black\nlook gold White", "White", "`look White gold`"),
        ("state still: clock", "clock", "`clock still`"),
        ("board square 8x8 checkered", "checkered", "`look checkered`"),
        ("move put-in: when own hand { drop Disc on empty }", ":", "leave it out: `move put-in when …`"),
        ("end { stalemate when own }", "stalemate", "`draw when …`"),
        ("look e4 red", "red", "`look (e4) red`"),
        ("option height = 5, 6, 7", ",", "`5 in 5..7`"),
    ]);
    check(&[
        ("players White, Black board circle 6", "unknown-shape", "circle", "did you mean `track`?"),
        ("board cube 3", "unknown-shape", "cube", "`board square 3x3x3`"),
        ("board dark square 8x8", "misplaced-word", "dark", "`board square … dark`"),
        (
            "move {\n  step any to empty {\n    take enemy if not alive(enemy)\n    if to on edge { take to }\n  }\n}",
            "expected-token",
            "",
            "`if not alive(enemy) { take enemy }`; of several those of which it is true: `take enemy except alive(enemy)`",
        ),
        ("piece Man \"M\" \"m\"", "said-twice", "\"m\"", "`\"Mm\"`"),
        ("table worth [ 1 2 3 ]", "unknown-character", "[", "`table worth { 1 2 3 }`"),
        ("move { step [north, east] to empty }", "unknown-character", "[", "leave them out"),
        ("facing White north, Black south\nmove { step north & east to empty }", "unknown-character", "&", "`,`"),
        ("option komi = 7 1/2", "unknown-character", "/", "`7.5`"),
        ("number still", "unknown-item", "number", "`state still: number`"),
        ("when both passed end { draw }", "unknown-item", "when", "`end when both passed { … }`"),
        ("move { teleport to empty }", "unknown-verb", "teleport", "`fly to empty`"),
        ("turn { most enemy of any }", "expected-token", "enemy", "`most (count enemy) of any`"),
        (
            "piece Seed counted neutral\nplayers North, South\nsetup { 4 South Seed on rank 1 }",
            "expected-token",
            "Seed",
            "leave `South` out",
        ),
    ]);
}

#[test]
fn what_words_side_by_side_tell() {
    let told = |cases: &[(&str, &str, &str)]| {
        check(&cases.iter().map(|&(text, at, says)| (text, "other-word", at, says)).collect::<Vec<_>>());
    };
    // Conditions.
    told(&[
        ("end { win when enemy stuck, enemy King on edge }", ",", "`enemy stuck and enemy King on edge`"),
        ("end { win when count own = 8, count enemy = 8 }", ",", "and count enemy = 8`"),
        ("state been: cells\nlegal when been is empty", "is", "`no been`"),
        ("move { step any to empty when from on second rank }", "rank", "`own rank 2`"),
        ("setup { White Man on first three ranks }", "ranks", "write `ranks 1..3`"),
        ("setup { White Man on second rank }", "rank", "write `rank 2`"),
        ("move { step any to empty { if from was Man { take to } } }", "was", "`from on was Man`"),
        ("end { win when own on all corners }", "corners", "`no corners except own`"),
        ("move { leap 2,2 to e8 empty }", "empty", "`e8 on empty`"),
        ("end { win when own with height 3 }", "with", "`own on holding 3`"),
        ("end { win when sum own height > 3 }", ">", "`sum own by height`"),
        ("region camp = ranks 1..2 files a..c", "files", "`… on files a..c`"),
        ("define flips(c) = ray any c through enemy", "through", "`ray any of c …`"),
        ("legal when no ray north of own King through empty to enemy King", "to", "`until enemy King`"),
        ("end { win when exactly line 3 of own }", "line", "`(line 3 of own) except line 4 of own`"),
        ("end { win when 1 line 3 of own }", "line", "leave `1` out"),
        ("end { win when line 3 of own King diagonal }", "diagonal", "`line 3 diagonal of own King`"),
    ]);
    // Clauses.
    told(&[
        ("facing A north, B south\nmove { step forward diagonal to empty }", "diagonal", "`forward-diagonal`"),
        ("move { step any diagonal to empty }", "diagonal", "`diagonal`"),
        ("move { step north east to empty }", "east", "`northeast`"),
        ("move { step n ne nw to empty }", "ne", "`north, northeast, northwest`"),
        ("move { step NE to empty }", "NE", "`northeast`"),
        ("move { step like king to empty }", "king", "`step any to …`"),
        ("move { moves north to empty }", "moves", "`step north to …`"),
        ("move { slide any over empty to enemy }", "over", "`slide any through empty to enemy`"),
        ("move { leap any over enemy to empty }", "any", "`hop any over enemy to empty`"),
        ("move { leap north 2 to empty }", "2", "`slide north 2 …`"),
        ("move { hop any over 1 enemy to empty }", "enemy", "leave `1` out"),
        ("move { hop any through empty over any through empty to enemy }", "through", "`over occupied`"),
        ("move { slide diagonal exactly 2 to empty }", "2", "leave `exactly` out"),
        ("move { slide any up to 2 to empty }", "to", "`slide any 1..2 to empty`"),
        ("move { slide any or leap 1,2 to empty }", "or", "a clause of its own"),
        ("move { place enemy King on empty }", "enemy", "`pick spot in … { put enemy King on spot }`"),
        ("move { place King or Man on empty }", "or", "`King, Man`"),
        ("move { hop any over enemy on empty { take over } }", "{", "`hop any over enemy to empty`"),
        ("move { sow from own pits along next }", "own", "`sow own pits …`"),
        ("move { leap 2,2 to white cells }", "cells", "`empty on light`"),
    ]);
    // Effects.
    told(&[
        ("move { step any to empty { promote to far rank as King } }", "far", "`promote to on far rank as King`"),
        ("move { step any to empty { King } }", "King", "`promote to as King`"),
        ("move { step any to empty { add Man on from } }", "add", "`put Man on from`"),
        ("move { add Man on empty }", "add", "`place Man on empty`"),
        ("define x { take enemy not alive(enemy) }", "not", "`enemy except alive(enemy)`"),
        ("define x { take enemy when not alive(enemy) }", "when", "`take enemy except alive(enemy)`"),
        ("define x { take over, then again }", ",", "leave both out"),
    ]);
    // Items.
    told(&[
        ("turn { any except pass }", "except", "leave `except pass` out"),
        ("turn { not pass }", "not", "`turn { any }`"),
        ("board square 8x8 (dark)", "(", "`board square 8x8 dark`"),
        ("board square 8x8 dark squares", "squares", "leave `squares` out"),
        ("players White, Black\nregion camp White on d1..f3", "on", "`White d1..f3`"),
        ("region pits South 1 to size", "to", "`1..size`"),
        ("move capture, Man { step any to empty }", ",", "`move capture Man`"),
        ("move Man, capture { step any to empty }", "capture", "`move capture Man`"),
        ("legal King { step any to empty }", "King", "`move King { … }`"),
        ("end both passed { draw }", "both", "`end when both passed { … }`"),
        ("setup { Black Man on rows 1..3 }", "..", "`on ranks 1..3`"),
        ("hand Goat 20 for Goats", "Goat", "`hand 20 Goat for Goats`"),
        ("option komi = 7,5", ",", "`7.5`"),
    ]);
}

#[test]
fn what_stands_before_an_item_is_not_the_opposite() {
    check(&[
        ("piece Man\nnot legal when own stuck", "unexpected-token", "not", "`legal when not …`"),
        ("players White, Black\nWhite hand 3 Man", "unknown-item", "White", "`hand 3 Man for White`"),
        ("end { win when no enemy Man. }", "unknown-character", ".", "leave it out"),
    ]);
}
