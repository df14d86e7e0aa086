//! The parser: what each construct becomes, and that nothing is hidden, misread or lost.

use rulesmith::diag::Diagnostics;
use rulesmith::source::Source;
use rulesmith::syntax::{parse, parse_expr, print};

/// The printed tree of a text without mistakes.
fn tree(text: &str) -> String {
    let mut diagnostics = Diagnostics::new();
    let file = parse(&Source::new("test.game", text), &mut diagnostics);
    let mistakes = diagnostics.finish();
    assert!(mistakes.is_empty(), "{text}\n{mistakes:#?}");
    words(&print(&file))
}

/// The printed tree of an expression.
fn expr(text: &str) -> String {
    let mut diagnostics = Diagnostics::new();
    let expr = parse_expr(text, &mut diagnostics);
    let mistakes = diagnostics.finish();
    assert!(expr.is_some() && mistakes.is_empty(), "{text}\n{mistakes:#?}");
    let printed = tree(&format!("define it = {text}"));
    printed.strip_prefix("(define it ").and_then(|rest| rest.strip_suffix(')')).unwrap_or(&printed).to_string()
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(")
}

#[test]
fn operators_bind_as_the_ladder_says() {
    for (text, printed) in [
        ("a or b and c", "(or a (and b c))"),
        ("a or b else c", "(else (or a b) c)"),
        ("a and b = c + d", "(and a (= b (+ c d)))"),
        ("a + b * c - d", "(- (+ a (* b c)) d)"),
        ("i mod 14 + 1", "(+ (mod i 14) 1)"),
        ("(i + 10) mod 12 div 2", "(div (mod (+ i 10) 12) 2)"),
        ("2 * count a on b", "(* 2 (count (on a b)))"),
        ("a on b except c on d", "(on (except (on a b) c) d)"),
        ("no own King on zone", "(no (on (owned own King) zone))"),
        ("no a and b", "(and (no a) b)"),
        ("not a = b", "(= (not a) b)"),
        ("from on was own King and c", "(and (on from (was (owned own King))) c)"),
        ("count own = 3", "(= (count own) 3)"),
        ("count enemy + enemy hand < 3", "(< (+ (count enemy) (hand enemy)) 3)"),
        ("Goats hand <= 15", "(<= (hand Goats) 15)"),
        ("own hand K > 0", "(> (hand own K) 0)"),
        ("-a + 3", "(+ (negate a) 3)"),
        ("a - 7.5", "(- a 7.5)"),
        ("area(Black) != 2 * x", "(!= (call area Black) (* 2 x))"),
    ] {
        assert_eq!(expr(text), printed, "{text}");
    }
}

#[test]
fn region_words_take_what_they_should() {
    for (text, printed) in [
        ("north of a or b", "(or (step (dirs north) a) b)"),
        ("north of north of x", "(step (dirs north) (step (dirs north) x))"),
        ("east 3 of from", "(step (dirs east) (steps 3) from)"),
        ("east n of from", "(step (dirs east) (steps n) from)"),
        ("east (n + 1) of from", "(step (dirs east) (steps (+ n 1)) from)"),
        ("(forward, sideways) of to", "(step (dirs forward sideways) to)"),
        ("(any except dir) of to", "(step (dirs any (except dir)) to)"),
        ("reverse dir of from", "(step (dirs (reverse dir)) from)"),
        ("axis dir of to", "(step (dirs (axis dir)) to)"),
        ("inverse next of to", "(step (dirs (inverse next)) to)"),
        ("leap 1,2 of to", "(step (dirs (leap 1 2)) to)"),
        ("empty except north of x", "(except empty (step (dirs north) x))"),
        ("ray any 2 of to through enemy until own", "(ray (dirs any) (exactly 2) (of to) (through enemy) (until own))"),
        ("to or ray back of to through ripe", "(or to (ray (dirs back) (of to) (through ripe)))"),
        ("flood neighbours of empty in s", "(flood (step (dirs neighbours) empty) (in s))"),
        (
            "flood any own start in own on own goal",
            "(on (flood (dirs any) (owned own start) (in own)) (owned own goal))",
        ),
        ("groups any own", "(groups (dirs any) own)"),
        ("groups x", "(groups x)"),
        ("line 3 diagonal of own on x", "(line 3 (dirs diagonal) (of (on own x)))"),
        ("lines 3 with 2 own, 1 empty", "(lines 3 (with 2 own) (with 1 empty))"),
        ("lines k without enemy", "(lines k (without enemy))"),
        ("enemy on stronger than c on x", "(on (on enemy (stronger-than c)) x)"),
        ("holding 2..3", "(holding 2 3)"),
        ("holding 1", "(holding 1 1)"),
        ("attacked by enemy", "(attacked-by enemy)"),
        ("attacked by own Knight", "(attacked-by own Knight)"),
        ("King on attacked by Black Pawn", "(on King (attacked-by Black Pawn))"),
        ("Tigers stuck", "(stuck Tigers)"),
        ("new board and not repeats 3", "(and new-board (not (repeats 3)))"),
        ("both passed", "both-passed"),
        ("sum own Pawn by advance", "(sum (owned own Pawn) by-advance)"),
        ("sum own on a by distance to b", "(sum (on own a) (by-distance-to b))"),
        ("sum own by worth", "(sum own (by worth))"),
        ("mobility Knight, Bishop", "(mobility Knight Bishop)"),
        ("empty on board", "(on empty board)"),
    ] {
        assert_eq!(expr(text), printed, "{text}");
    }
}

#[test]
fn places_and_owners() {
    for (text, printed) in [
        ("a1 b2 c3..c5", "(list a1 b2 (.. c3 c5))"),
        ("1..6", "(.. 1 6)"),
        ("1 3 5..7", "(list 1 3 (.. 5 7))"),
        ("(size - 1)..size", "(.. (- size 1) size)"),
        ("ranks 2 4 6", "(ranks 2 4 6)"),
        ("ranks (size - 1)..size", "(ranks (.. (- size 1) size))"),
        ("rank 1 or rank n", "(or (ranks 1) (ranks n))"),
        ("file a", "(files a)"),
        ("files a c e on ranks 1..2", "(on (files a c e) (ranks (.. 1 2)))"),
        ("files a..c", "(files (.. a c))"),
        ("file size on files a..size", "(on (files size) (files (.. a size)))"),
        ("files of own Pawn", "(files-of (owned own Pawn))"),
        ("rank of to", "(ranks-of to)"),
        ("far rank", "far-rank"),
        ("enemy rank 2", "(owned enemy (ranks 2))"),
        ("own pits", "(owned own pits)"),
        ("White King", "(owned White King)"),
        ("North pits", "(owned North pits)"),
        ("own on traps", "(on own traps)"),
        ("own", "own"),
        ("Seed", "Seed"),
    ] {
        assert_eq!(expr(text), printed, "{text}");
    }
}

#[test]
fn items() {
    for (text, printed) in [
        ("game \"A b\"", "(game \"A b\")"),
        ("players White, Black", "(players White Black)"),
        ("option size = 8 in 4..12", "(option size 8 (in (.. 4 12)))"),
        ("option komi = 7.5 option low = -1.5", "(option komi 7.5) (option low -1.5)"),
        ("option suicide = no option pie = yes", "(option suicide no) (option pie yes)"),
        ("board square 8x8 dark", "(board square 8 8 dark)"),
        ("board square columns x rows wrapped-files", "(board square columns rows wrapped-files)"),
        ("board square size x size", "(board square size size)"),
        ("board square 4x4x4 wrapped without d4", "(board square 4 4 4 wrapped (without d4))"),
        ("board shelf row 16", "(board shelf row 16)"),
        ("board graph { a1-b1-c1  b1-b2 }", "(board graph (joined a1 b1 c1) (joined b1 b2))"),
        ("link next (i) -> i mod 14 + 1", "(link next (params i) (to (+ (mod i 14) 1)))"),
        ("link turn-over (x, y) -> (y, x)", "(link turn-over (params x y) (to y x))"),
        ("link pair a1 -> b2, b2 -> c3", "(link pair (-> a1 b2) (-> b2 c3))"),
        ("facing White north, Black south", "(facing (White north) (Black south))"),
        ("region traps = c3 c6", "(region traps (list c3 c6))"),
        ("region start Red rank 1, Blue file a", "(region start (Red (ranks 1)) (Blue (files a)))"),
        (
            "piece Pawn, Knight \"N\", Rook = Dragon, Rabbit 1, Seed counted neutral",
            "(piece Pawn (Knight \"N\") (Rook (= Dragon)) (Rabbit (strength 1)) (Seed counted neutral))",
        ),
        (
            "piece Pawn = Tokin in own ranks 1..8, Lance \"L\" in rank 1 or north of own, Knight",
            "(piece (Pawn (= Tokin) (in (owned own (ranks (.. 1 8))))) (Lance \"L\" (in (or (ranks 1) (step (dirs north) own)))) Knight)",
        ),
        ("piece Tall | Short in edge, Dark", "(piece (Tall|Short (in edge)) Dark)"),
        ("piece Tall | Short, Dark | Light neutral", "(piece Tall|Short (Dark|Light neutral))"),
        ("hand 8 Rabbit, 2 Cat each", "(hand (Rabbit 8) (Cat 2 each))"),
        ("hand 8 Rabbit each, 20 Goat for Goats", "(hand (Rabbit 8 each) (Goat 20 (for Goats)))"),
        ("captives to hand", "captives-to-hand"),
        ("setup fen \"8/8\"", "(setup-fen \"8/8\")"),
        (
            "setup { White Pawn on ranks 1 2  4 Seed on pits  Arrow on a1  each on shelf }",
            "(setup (on (piece White Pawn) (ranks 1 2)) (on (pieces 4 Seed) pits) (on (piece Arrow) a1) (on each shelf))",
        ),
        (
            "state castling: cells = h1 a1 as \"KQ\" for one ply",
            "(state castling cells (= (list h1 a1)) (as \"KQ\") for-one-ply)",
        ),
        ("state n: number for this turn = 3", "(state n number (= 3) for-this-turn)"),
        ("clock quiet", "(clock quiet)"),
        ("table worth { 0 1 -2 }", "(table worth (values 0 1 -2))"),
        ("define row(r) = line 4 of r", "(define row (params r) (line 4 (of r)))"),
        ("legal when new board", "(legal new-board)"),
        (
            "end when both passed { score Black 1 - 2 } end { Goats wins when a  draw  lose }",
            "(end (when both-passed) (score Black (- 1 2))) (end (wins Goats (when a)) draw lose)",
        ),
        (
            "end { win when no Goat  Tigers loses  score own hand - enemy hand }",
            "(end (win (when (no Goat))) (loses Tigers) (score (- (hand own) (hand enemy))))",
        ),
        (
            "eval \"two\" { 3 * count own  - 5 * count enemy -2 * groups own mobility }",
            "(eval \"two\" (term 3 (count own)) (term -5 (count enemy)) (term -2 (groups own)) (term 1 mobility))",
        ),
        ("eval { 3 * count own on 1 2  8 * x }", "(eval (term 3 (count (on own (list 1 2)))) (term 8 x))"),
    ] {
        assert_eq!(tree(text), printed, "{text}");
    }
}

#[test]
fn clauses_and_turns() {
    let moves = |clause: &str| {
        let text = tree(&format!("move {{ {clause} }}"));
        text.strip_prefix("(move (clause ").and_then(|rest| rest.strip_suffix("))")).unwrap_or(&text).to_string()
    };
    for (text, printed) in [
        ("step forward, sideways to empty", "(step (dirs forward sideways) (to empty))"),
        ("step any to to", "(step (dirs any) (to to))"),
        ("slide east 2 to empty", "(slide (dirs east) (exactly 2) (to empty))"),
        ("slide any through a to b or c", "(slide (dirs any) (through a) (to (or b c)))"),
        ("leap 1,2 2,2 to empty", "(leap (offset 1 2) (offset 2 2) (to empty))"),
        (
            "hop any through a over enemy except taken through b to empty",
            "(hop (dirs any) (through a) (over (except enemy taken)) (through b) (to empty))",
        ),
        ("place A, B on empty", "(place A B (on empty))"),
        ("drop any on empty", "(drop any (on empty))"),
        ("fly to empty", "(fly (to empty))"),
        ("sow own pits along next except from", "(sow (owned own pits) (dirs next) (except from))"),
        (
            "sow own pits along next from itself except a each { take to } { relay }",
            "(sow (owned own pits) (dirs next) from-itself (except a) (each (take to))) (do relay)",
        ),
        (
            "pass { sow a from b along next except c { if to { relay a or b from from along back } else { relay c } } }",
            "pass (do (sow a (from b) (dirs next) (except c) (do (if to (do (relay (or a b) (from from) (along (dirs back)))) \
             (else (relay c))))))",
        ),
        ("pass", "pass"),
        ("pick a in own  pick to in empty when x as push", "(picks (pick a own) (pick to empty)) (when x) (as push)"),
    ] {
        assert_eq!(moves(text), printed, "{text}");
    }
    for (text, printed) in [
        ("any", "any"),
        ("(a or b) else c", "(else (or a b) c)"),
        ("a or (b else pass)", "(or a (else b pass))"),
        ("longest a else b", "(else (longest a) b)"),
        ("most legs of a", "(most legs a)"),
        ("most count taken on King of a", "(most (count (on taken King)) a)"),
        ("1..n a", "(.. 1 n a)"),
    ] {
        assert_eq!(tree(&format!("turn {{ {text} }}")), format!("(turn {printed})"), "{text}");
    }
    assert_eq!(
        tree("move capture Man, King when a costs 2 { pass }"),
        "(move (label capture) (kinds Man King) (when a) (costs 2) (clause pass))"
    );
    assert_eq!(tree("turn { any finally { take taken } }"), "(turn any (finally (take taken)))");
}

#[test]
fn effects() {
    for (text, printed) in [
        ("take over", "(take over)"),
        ("put Arrow on shot", "(put Arrow (on shot))"),
        ("put 2 Seed on q", "(put 2 Seed (on q))"),
        ("put enemy Man on q", "(put (of enemy) Man (on q))"),
        ("put White Man on q", "(put (of White) Man (on q))"),
        ("flip flipped(to)", "(flip (call flipped to))"),
        (
            "move to or opposite of to onto own store",
            "(move (or to (step (dirs opposite) to)) (onto (owned own store)))",
        ),
        ("swap a with b", "(swap a (with b))"),
        ("promote to on far rank as Queen, Rook", "(promote (on to far-rank) (as Queen Rook))"),
        ("promote to", "(promote to)"),
        ("set x = a else b", "(set x (else a b))"),
        ("reset quiet", "(reset quiet)"),
        ("tuck over under to", "(tuck over (under to))"),
        ("rotate any of q or q left", "(rotate (or (step (dirs any) q) q) left)"),
        (
            "if a { take b } else if c { take d } else { take e }",
            "(if a (do (take b)) (else (if c (do (take d)) (else (take e)))))",
        ),
        ("may promote to", "(may (promote to))"),
        ("may again in any except dir", "(may-again (in (dirs any (except dir))))"),
        ("again", "again"),
        ("either { take a } as x or { take b }", "(either (branch (do (take a)) (as x)) (branch (do (take b))))"),
        ("pick x in loose else enemy  take x", "(pick x (else loose enemy)) (take x)"),
        ("do zone", "(call zone)"),
        ("do zone(a, b)", "(call zone a b)"),
        ("extra turn", "extra-turn"),
    ] {
        assert_eq!(tree(&format!("define it {{ {text} }}")), format!("(define it (do {printed}))"), "{text}");
    }
}

#[test]
fn places_are_exact() {
    let text = "// é\ndefine x = own Pawn // behind\n  on a1  // more\nmove { step any to empty { take to } // c\n }";
    let mut diagnostics = Diagnostics::new();
    let file = parse(&Source::new("test.game", text), &mut diagnostics);
    assert!(diagnostics.finish().is_empty());
    let at = |span: rulesmith::source::Span| &text[span.start..span.end];
    assert_eq!(at(file.items[0].span), "define x = own Pawn // behind\n  on a1");
    let rulesmith::syntax::ast::ItemKind::Move(item) = &file.items[1].kind else { panic!() };
    assert_eq!(at(item.all_clauses()[0].span), "step any to empty { take to }");
    assert_eq!(at(item.all_clauses()[0].effects[0].span), "take to");
    let rulesmith::syntax::ast::Verb::Step { dirs, to } = &item.all_clauses()[0].verb else { panic!() };
    assert_eq!((at(dirs.span), at(to.span)), ("any", "empty"));
}

#[test]
fn sound_parts_survive_mistakes() {
    let text = "players White, Black\nmove Pawn {\n  step forward empty\n  step any to empty { tke over  take to }\n}\n\
                pece Pawn\nend { win when a  lost  draw }\nboard square 8x8";
    let mut diagnostics = Diagnostics::new();
    let file = parse(&Source::new("test.game", text), &mut diagnostics);
    let codes: Vec<_> = diagnostics.finish().iter().map(|mistake| mistake.code).collect();
    assert_eq!(codes, ["expected-token", "unknown-effect", "unknown-item", "unknown-verdict"]);
    assert_eq!(
        words(&print(&file)),
        "(players White Black) (move (kinds Pawn) (clause (step (dirs any) (to empty)) (do (take to)))) \
         (end (win (when a)) draw) (board square 8 8)"
    );
}

#[test]
fn questions_report_their_mistakes() {
    for (text, code) in [
        ("own Pawn on", "expected-token"),
        ("a == b", "use-equal"),
        ("a b", "unexpected-token"),
        ("", "expected-token"),
    ] {
        let mut diagnostics = Diagnostics::new();
        assert!(parse_expr(text, &mut diagnostics).is_none(), "{text}");
        let mistakes = diagnostics.finish();
        assert_eq!(mistakes.iter().map(|mistake| mistake.code).collect::<Vec<_>>(), [code], "{text}");
    }
}
