//! Hostile and random texts: always messages, never a panic, in bounded time.

use proptest::prelude::*;
use rulesmith::diag::{Diagnostic, Diagnostics};
use rulesmith::source::Source;
use rulesmith::syntax::{format, parse, parse_expr, print};

fn mistakes(text: &str) -> Vec<Diagnostic> {
    let mut diagnostics = Diagnostics::new();
    parse(&Source::new("test.game", text), &mut diagnostics);
    diagnostics.finish()
}

fn codes(text: &str) -> Vec<&'static str> {
    parse_expr(text, &mut Diagnostics::new());
    mistakes(text).iter().map(|mistake| mistake.code).collect()
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [
        ("(", ")"),
        ("no ", ""),
        ("not ", ""),
        ("- ", ""),
        ("was ", ""),
        ("count ", ""),
        ("north of ", ""),
        ("f(", ")"),
        ("sum ", " by t"),
        ("line 3 of ", ""),
        ("stronger than ", ""),
        ("flood a in north of ", ""),
    ] {
        let nested = |depth: usize| format!("define x = {}a{}", open.repeat(depth), close.repeat(depth));
        assert_eq!(codes(&nested(30_000 / open.len())), ["too-deep"], "{open}");
        assert!(codes(&nested(30)).is_empty(), "{open}");
    }
    for (open, inner, close) in
        [("if a { ", "take b", " }"), ("may ", "take b", ""), ("if a { take b } else ", "if b { take b }", "")]
    {
        let nested = |depth: usize| format!("define x {{ {}{inner}{} }}", open.repeat(depth), close.repeat(depth));
        assert_eq!(codes(&nested(20_000)), ["too-deep"], "{open}");
        assert!(codes(&nested(30)).is_empty(), "{open}");
    }
    assert_eq!(codes(&format!("turn {{ {}a }}", "longest ".repeat(20_000))), ["too-deep"]);
    assert_eq!(codes(&format!("turn {{ {}a }}", "(".repeat(20_000)))[0], "too-deep");
}

#[test]
fn long_chains_are_refused_and_long_lists_are_not() {
    assert_eq!(codes(&format!("define x = a{}", " or a".repeat(1_000))), ["too-complicated"]);
    assert_eq!(codes(&format!("turn {{ a{} }}", " or a".repeat(1_000))), ["too-complicated"]);
    // Chains within the first operands of chains lean to the left, too.
    let leaning = (0..60).fold("a".to_string(), |text, _| format!("({text}{})", " or a".repeat(100)));
    assert_eq!(codes(&format!("define x = {leaning}")), ["too-complicated"]);
    assert!(codes(&format!("region x = {}", "a1 ".repeat(5_000))).is_empty());
    assert!(codes(&format!("table x {{ {} }}", "-1 ".repeat(5_000))).is_empty());
    assert!(codes(&format!("define x {{ {} }}", "may promote to  ".repeat(1_000))).is_empty());
    assert!(codes(&format!("eval {{ {} }}", "3 * count own on north of a ".repeat(1_000))).is_empty());
}

#[test]
fn large_texts_end_in_messages() {
    for (piece, expected) in [
        ("x\n", "unknown-item"),
        ("{", "unknown-item"),
        ("}", "stray-brace"),
        ("move {", "too-deep"),
        ("\0", "unknown-character"),
        ("\"", "unknown-item"),
        (";", "unexpected-semicolon"),
        ("peice\n", "unknown-item"),
        ("é", "unknown-character"),
        ("define x { if a { take b\n", "unclosed-brace"),
        ("move { step any empty }\n", "expected-token"),
        ("(", "unknown-item"),
    ] {
        let text = piece.repeat(200_000 / piece.len());
        assert!(codes(&text).contains(&expected), "{piece:?} {:?}", codes(&text));
    }
    assert_eq!(codes(&"piece A\n".repeat(1_000_000)), ["text-too-long"]);
    assert!(codes(&"peice A\n".repeat(10_000)).len() <= 102, "messages are bounded");
}

#[test]
fn unclosed_things_are_reported() {
    assert_eq!(codes("game \""), ["unclosed-text"]);
    assert_eq!(codes("move { step any to empty"), ["unclosed-brace"]);
    assert_eq!(codes("end { win when (a"), ["unclosed-brace", "expected-token"]);
    assert_eq!(codes("/* never closed"), ["comment-sign"]);
    assert!(codes("").is_empty() && codes("// only a comment").is_empty() && codes("\u{FEFF} \r\n\t").is_empty());
}

#[test]
fn quotes_of_several_bytes_are_read_as_quotes() {
    for text in ["game «Chess»", "game “Chess”", "game 'Chess'", "game `Chess`", "game ‘Schach für zwei’"] {
        assert_eq!(codes(text), ["foreign-quote"], "{text}");
        let mut diagnostics = Diagnostics::new();
        let file = parse(&Source::new("test.game", text), &mut diagnostics);
        assert_eq!(print(&file).matches(['«', '“', '‘', '\'', '`']).count(), 0, "{text}");
        assert!(print(&file).contains("Chess") || print(&file).contains("Schach für zwei"), "{text}");
    }
    // A quote before a quote, and rows whose outer signs are no ASCII.
    assert_eq!(codes("setup '«q k fen"), ["foreign-quote"]);
    assert_eq!(codes("setup fen ék/é"), ["unquoted-text"]);
    assert_eq!(codes("setup fen «k7/8»"), ["foreign-quote"]);
    assert_eq!(codes("end { win when enemy can’t-move }"), ["apostrophe"]);
}

/// Words and signs of the language, in any order.
fn soup() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "move", "end", "{", "}", "{", "}", "(", ")", "step", "any", "to", "empty", "own", "Pawn", "or", "except", "on",
        "no", "north", "of", "3", "a1", "..", ",", "=", "define", "x", "when", "take", "if", "else", "win", "setup",
        "White", "-", "*", "eval", "board", "square", "8x8", "\n", "// c\n", "\"t\"", "line", "7.5", "turn", "pick",
        "in", "hand", ";", "é", "'", "«", "»x", "“", "\"", "fen", "k/", "/8", "can't", "’", "..", "a-3", "=>", "&&",
        "||",
    ];
    prop::collection::vec(prop::sample::select(WORDS), 0..60).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn soup_never_panics(text in soup()) {
        let mut diagnostics = Diagnostics::new();
        let source = Source::new("test.game", text.clone());
        let file = parse(&source, &mut diagnostics);
        print(&file);
        for mistake in diagnostics.finish() {
            prop_assert!(text.get(mistake.span.start..mistake.span.end).is_some(), "{:?}", mistake);
        }
        if let Ok(formatted) = format(&source) {
            let again = Source::new("test.game", formatted.clone());
            let mut diagnostics = Diagnostics::new();
            prop_assert_eq!(print(&parse(&again, &mut diagnostics)), print(&file));
            prop_assert_eq!(format(&again), Ok(formatted));
        }
    }

    #[test]
    fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        parse_expr(&text, &mut Diagnostics::new());
        for mistake in mistakes(&text) {
            prop_assert!(text.get(mistake.span.start..mistake.span.end).is_some(), "{:?}", mistake);
        }
    }

    #[test]
    fn sound_expressions_stay_the_same(text in expression(4)) {
        let source = Source::new("test.game", format!("define x = {text}\n"));
        let mut diagnostics = Diagnostics::new();
        let printed = print(&parse(&source, &mut diagnostics));
        prop_assert!(!diagnostics.has_errors(), "{}", text);
        let formatted = format(&source).expect("sound");
        let again = Source::new("test.game", formatted.clone());
        prop_assert_eq!(print(&parse(&again, &mut diagnostics)), printed, "{}", formatted);
        prop_assert_eq!(format(&again), Ok(formatted));
    }
}

/// A well-formed expression.
fn expression(depth: u32) -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "own",
        "empty",
        "own Pawn",
        "a1 b2",
        "1..6",
        "x",
        "far rank",
        "7.5",
        "King",
        "enemy hand",
    ]);
    leaf.prop_map(str::to_string).prop_recursive(depth, 30, 3, |inner| {
        let operators = vec!["or", "else", "and", "+", "-", "*", "on", "except", "div"];
        prop_oneof![
            (inner.clone(), prop::sample::select(operators), inner.clone())
                .prop_map(|(a, op, b)| format!("{a} {op} {b}")),
            inner.clone().prop_map(|a| format!("({a})")),
            inner.clone().prop_map(|a| format!("no {a}")),
            inner.clone().prop_map(|a| format!("- {a}")),
            inner.clone().prop_map(|a| format!("north of ({a})")),
            inner.clone().prop_map(|a| format!("f({a}, x)")),
            inner.prop_map(|a| format!("ray any of to through {a}")),
        ]
    })
}
