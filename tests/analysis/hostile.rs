//! Hostile files: whatever is written, there is an answer soon, and never a panic.

use std::time::{Duration, Instant};

use crate::support::games;
use crate::support::hostile::{changed, reworded, rounds};
use crate::support::random::Rng;
use rulesmith::analysis::analyze;
use rulesmith::diag::Diagnostics;
use rulesmith::settings::Settings;
use rulesmith::source::Source;
use rulesmith::syntax::parse;

/// Whether there are rules, and the codes of what is said.
fn answer(text: &str) -> (bool, Vec<&'static str>) {
    let start = Instant::now();
    let source = Source::new("hostile.game", text);
    let mut diagnostics = Diagnostics::new();
    let file = parse(&source, &mut diagnostics);
    let parsed = start.elapsed();
    let rules = analyze(&file, &source, &Settings::default(), &mut diagnostics);
    let took = start.elapsed() - parsed;
    let messages = diagnostics.finish();
    for m in &messages {
        assert!(m.span.start <= m.span.end && m.span.end <= text.len(), "{m:?} lies outside of\n{text}");
        assert!(text.get(m.span.start..m.span.end).is_some(), "{m:?} cuts a character of\n{text}");
    }
    assert!(took < Duration::from_secs(5), "took {took:?} for\n{}", &text[..text.len().min(2000)]);
    assert_eq!(
        rules.is_none(),
        messages.iter().any(|m| m.severity == rulesmith::diag::Severity::Error),
        "{messages:#?}"
    );
    (rules.is_some(), messages.into_iter().map(|m| m.code).collect())
}

/// A small game with these items in front.
fn with(items: &str) -> String {
    let board = if items.contains("board ") { "" } else { "board square 8x8\n" };
    format!(
        "game \"Hostile\"\nplayers White, Black\n{board}facing White north, Black south\npiece Man\n{items}\n\
         setup {{ White Man on rank 1  Black Man on rank 2 }}\nmove Man {{ step forward to empty or enemy }}\n\
         end {{ win when enemy stuck }}\n"
    )
}

fn says(items: &str, code: &str) {
    let (_, codes) = answer(&with(items));
    assert!(codes.contains(&code), "{code} is not among {codes:?} for\n{}", &items[..items.len().min(500)]);
}

#[test]
fn sizes_beyond_all_bounds() {
    says("board square 1000x1000", "bad-board");
    says("board square 1000000000x1000000000", "out-of-range");
    says("board hexagon 1000", "bad-board");
    says("board triangle 1000", "bad-board");
    says("board morris 1000", "bad-board");
    says("board square 1000x1000x1000", "bad-board");
    says("option size = 1000000000\nboard square size", "out-of-range");
    says("option size = 1000000000\nboard square (size * size * size * size)", "number-too-large");
    says("board square 5 without all", "bad-board");
    says("legal when count own = 1000000000 * 1000000000 * 1000000000", "number-too-large");
    says("legal when count own = -1000000000 * 10 mod 0", "division-by-zero");
    says("legal when line 1000000000 of own", "out-of-range");
    says("legal when north 1000000000 of own", "out-of-range");
    says("legal when repeats 1000000000", "out-of-range");
    says("eval { 1000000000 * count own }", "out-of-range");
    says("move Man { leap 1000000000,1000000000 to empty }", "out-of-range");
    says("turn { 1..1000000000 all-of }", "out-of-range");
}

#[test]
fn definitions_that_grow_without_bound() {
    let mut doubling = "define a(r) = r or neighbours of r\n".to_string();
    for i in 1..40 {
        doubling += &format!("define {} = {}\n", name(i, true), call(i, 2));
    }
    says(&(doubling + "legal when " + &name(39, false) + "(own)"), "too-large");
    let mut effects = "define a { take own  take enemy }\n".to_string();
    for i in 1..40 {
        effects += &format!("define {} {{ do {}  do {} }}\n", name(i, false), name(i - 1, false), name(i - 1, false));
    }
    says(&effects, "too-large");
    let mut chain = "define a = own\n".to_string();
    for i in 1..2000 {
        chain += &format!("define {} = north of {}\n", name(i, false), name(i - 1, false));
    }
    says(&chain, "too-deep");
}

fn name(index: usize, params: bool) -> String {
    let mut text = String::new();
    let mut rest = index;
    loop {
        text.insert(0, char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
        if rest == 0 {
            break;
        }
    }
    // Short names look like files and directions; long ones don't.
    let text = if index == 0 { "a".to_string() } else { format!("q{text}q") };
    if params { format!("{text}(r)") } else { text }
}

fn call(index: usize, times: usize) -> String {
    let inner = name(index - 1, false);
    (0..times).fold("r".to_string(), |all, _| format!("{inner}({all})"))
}

#[test]
fn deep_and_long_expressions() {
    for depth in [50, 90, 150, 5_000] {
        answer(&with(&format!("legal when {}own{}", "(".repeat(depth), ")".repeat(depth))));
        answer(&with(&format!("legal when {} own", "no ".repeat(depth))));
        answer(&with(&format!("legal when {} own", "not ".repeat(depth))));
        answer(&with(&format!("legal when {} own", "north of ".repeat(depth))));
        answer(&with(&format!("legal when own{}", " or enemy".repeat(depth))));
        answer(&with(&format!("legal when own{}", " and enemy".repeat(depth))));
        answer(&with(&format!("legal when count own{} > 3", " + count enemy".repeat(depth))));
        answer(&with(&format!("legal when {}", "own on a1 ".repeat(depth))));
        answer(&with(&format!("region cells-of = {}", "a1 ".repeat(depth))));
        answer(&with(&format!("define x {{ {} take to {} }}", "if own { ".repeat(depth), "}".repeat(depth))));
        answer(&with(&format!("define x {{ {} take to }}", "may ".repeat(depth))));
        answer(&with(&format!("turn {{ {} any }}", "longest ".repeat(depth))));
    }
}

/// A table without rows on a board that could not be read.
#[test]
fn tables_without_a_board() {
    let (rules, codes) = answer("table worth{\neval{sum Pawn by worth");
    assert!(!rules && codes.contains(&"unclosed-brace"), "{codes:?}");
}

#[test]
fn many_of_everything() {
    let many = |n: usize, item: &dyn Fn(usize) -> String| (0..n).map(item).collect::<String>();
    says(&many(300, &|i| format!("piece P{i}\n")), "too-many-pieces");
    says("piece A | B, C | D, E | F, G | H, I | J, K | L, M | N, O | P neutral", "too-many-pieces");
    says(&many(60, &|i| format!("piece P{i}\n")), "out-of-letters");
    answer(&with(&many(500, &|i| format!("region x-{} = files of ranks of a1\n", name(i + 1, false)))));
    answer(&with(&many(500, &|i| format!("option o-{} = {i}\n", name(i + 1, false)))));
    answer(&with(&many(200, &|i| format!("legal when files of own on ranks of rank {}\n", i % 8 + 1))));
    answer(&with(&many(300, &|i| format!("eval \"{i}\" {{ 1 * sum own by advance }}\n"))));
    answer(&with(&many(300, &|i| format!("link l-{} (x, y) -> (y, x + {i})\n", name(i + 1, false)))));
    answer(&with(&many(100, &|i| format!("move Man {{ leap {},{} to empty }}\n", i % 8, i / 8))));
    let table = format!("table t {{ {} }}", "1 ".repeat(100_000));
    answer(&with(&table));
}

#[test]
fn files_with_words_changed_at_random() {
    let texts: Vec<String> = games::files("tests/games_syntax").into_iter().map(|(_, text)| text).collect();
    let words: Vec<&str> = texts.iter().flat_map(|t| t.split_whitespace()).collect();
    let mut rng = Rng(20_260_101);
    let all = rounds(700);
    let sound = (0..all).filter(|at| answer(&reworded(&texts[at % texts.len()], &words, &mut rng)).0).count();
    assert!(
        (all / 15..all - all / 15).contains(&sound),
        "{sound} of {all} changed files are sound: is anything tried here?"
    );
}

#[test]
fn files_with_signs_changed_at_random() {
    let texts: Vec<String> = games::files("tests/games_syntax").into_iter().map(|(_, text)| text).collect();
    let mut rng = Rng(20_261_122);
    let sound = (0..rounds(700)).filter(|round| answer(&changed(&texts[round % texts.len()], &mut rng)).0).count();
    assert!(sound > rounds(700) / 100, "{sound} of the changed files are sound: is anything tried here?");
}
