//! A file on top of another: which items hold in the end.

use rulesmith::diag::{Diagnostic, Diagnostics};
use rulesmith::source::{Source, Unread};
use rulesmith::syntax::{extended, parse, print};

const BASE: &str = r#"game "Base"
players White, Black
option size = 8 in 4..8
board square size
board shelf row 3
piece Man, King "K", Rook
hand 1 Man each
hand 2 King each
setup { White Man on a1 }
setup { Black Man on b1 }
region camp = a1
state seen: cells
clock quiet
define crown { promote to as King }
move quiet Man { step any to empty }
move Man, King { hop any over enemy to empty }
turn { any }
legal when own King
end { win when no enemy }
eval { 1 * count own }
eval "dear" { 2 * count own }
"#;

fn on(own: &str, base: &str) -> (Vec<String>, Vec<Diagnostic>) {
    let source = Source::new("own.game", own).on(Ok(Source::new("base.game", base)));
    let mut diagnostics = Diagnostics::new();
    let file = parse(&source, &mut diagnostics);
    let list = diagnostics.finish();
    for message in &list {
        assert!(!source.part(message.span).is_empty(), "{message:?} has no place");
    }
    let printed = print(&file);
    let joined = printed.split_whitespace().collect::<Vec<_>>().join(" ").replace(" (", "\n(");
    // One line for each item: it begins where all brackets are closed.
    let mut items: Vec<String> = Vec::new();
    let mut open = 0;
    for line in joined.lines() {
        if open == 0 {
            items.push(String::new());
        } else {
            items.last_mut().unwrap().push(' ');
        }
        items.last_mut().unwrap().push_str(line);
        open += line.matches('(').count() as i32 - line.matches(')').count() as i32;
    }
    (items, list)
}

/// The items of a file on top of [`BASE`] that begin with a word, as printed.
fn items(own: &str, word: &str) -> Vec<String> {
    let (items, messages) = on(&format!("extends \"base.game\" {own}"), BASE);
    assert!(messages.is_empty(), "{own}: {messages:#?}");
    items.into_iter().filter(|item| item[1..].split([' ', ')']).next() == Some(word)).collect()
}

#[test]
fn a_file_that_says_nothing_is_its_base() {
    let (items, messages) = on("extends \"base.game\"", BASE);
    assert!(messages.is_empty(), "{messages:#?}");
    let mut diagnostics = Diagnostics::new();
    let alone = parse(&Source::new("base.game", BASE), &mut diagnostics);
    let words = |text: &str| text.split_whitespace().collect::<String>();
    assert_eq!(words(&items.concat()), words(&print(&alone)));
}

#[test]
fn what_has_a_name_or_stands_once_is_replaced_where_it_stood() {
    assert_eq!(items("game \"Own\"", "game"), ["(game \"Own\")"]);
    assert_eq!(items("turn { quiet }", "turn").len(), 1);
    assert_eq!(items("board square 5", "board"), ["(board square 5)", "(board shelf row 3)"]);
    assert_eq!(items("define crown = own", "define"), ["(define crown own)"]);
    // A name stands for one thing, whatever it was.
    assert!(items("define camp = own", "region").is_empty());
    assert_eq!(items("piece King \"L\"", "piece").len(), 2);
    // A kind that is declared anew may stand where that says.
    assert_eq!(items("piece King in own", "piece"), ["(piece (King (in own)))", "(piece Man Rook)"]);
    assert_eq!(items("eval { 3 * count own }", "eval").len(), 2);
    assert_eq!(items("eval \"dear\" { 3 * count own }", "eval").len(), 2);
    assert_eq!(items("eval \"new\" { 3 * count own }", "eval").len(), 3);
    // All of it, however many items it was.
    assert_eq!(items("setup { White Man on c1 }", "setup").len(), 1);
    assert_eq!(items("setup { White Man on c1 } setup { White Man on d1 }", "setup").len(), 2);
    assert_eq!(items("hand 3 Rook each", "hand").len(), 1);
    let states = items("state seen: number  state other: cells", "state");
    assert!(states[0].contains("seen") && states[0].contains("number") && states[1].contains("other"), "{states:?}");
}

#[test]
fn moves_and_verdicts_add_up_the_own_ones_first() {
    let moves = items("move Rook { slide any to empty }", "move");
    assert!(moves.len() == 3 && moves[0].contains("Rook"), "{moves:?}");
    let ends = items("end { lose when no own }", "end");
    assert!(ends.len() == 2 && ends[0].contains("lose"), "{ends:?}");
    assert_eq!(items("legal when no enemy King", "legal").len(), 2);
}

#[test]
fn terms_come_on_top_where_it_says_so() {
    let alone = &items("", "eval");
    let also = items("eval also { 3 * count own King }", "eval");
    assert_eq!(also[0], "(eval (term 1 (count own)) (term 3 (count (owned own King))))");
    assert_eq!(also[1], alone[1], "the other one stays as it is");
    let dear = items("eval also \"dear\" { 3 * count own }", "eval");
    assert_eq!(dear, [alone[0].as_str(), "(eval \"dear\" (term 2 (count own)) (term 3 (count own)))"]);
    // Each file of a chain adds its own.
    let middle = "extends \"base.game\"\neval also { 3 * count own }\n";
    let middle = Source::new("middle.game", middle).on(Ok(Source::new("base.game", BASE)));
    let source = Source::new("own.game", "extends \"middle.game\"\neval also { 4 * count own }\n").on(Ok(middle));
    let mut diagnostics = Diagnostics::new();
    let printed = print(&parse(&source, &mut diagnostics));
    assert!(diagnostics.finish().is_empty());
    let weights: Vec<&str> = printed.split("(term ").skip(1).filter_map(|term| term.split(' ').next()).collect();
    assert_eq!(weights, ["1", "3", "4", "2"]);
}

#[test]
fn terms_come_on_top_of_what_is_there() {
    for (own, message, help) in [
        (
            "eval also \"deer\" { 3 * count own }",
            "`base.game` has no `eval \"deer\"` that this could add to",
            "write `eval \"deer\" { … }`, or add to what there is: `eval also`, `eval also \"dear\"`",
        ),
        (
            "without eval\neval also { 3 * count own }",
            "`base.game` has no evaluation without a name that this could add to",
            "write `eval { … }`",
        ),
    ] {
        let (_, messages) = on(&format!("extends \"base.game\" {own}"), BASE);
        assert_eq!(messages.len(), 1, "{own}: {messages:#?}");
        assert_eq!((messages[0].code, messages[0].message.as_str()), ("nothing-to-add-to", message));
        assert_eq!(messages[0].help.as_deref(), Some(help), "{own}");
    }
    // What can't be read of the base may be what is added to.
    let (_, messages) = on("extends \"base.game\"\neval also { 3 * count own }", "peice Man\n");
    assert_eq!(messages.iter().map(|m| m.code).collect::<Vec<_>>(), ["unknown-item"], "{messages:#?}");
}

#[test]
fn without_leaves_out_all_of_a_word_or_what_has_a_name() {
    assert!(items("without end, eval", "end").is_empty());
    assert!(items("without move", "move").is_empty());
    assert!(items("without setup, hand, legal", "hand").is_empty());
    assert_eq!(items("without move quiet", "move").len(), 1);
    assert_eq!(items("without clock quiet,\n  move quiet,\n  define crown", "clock"), [""; 0]);
    // Of a list only what has the name.
    let moves = items("without move Man", "move");
    assert!(moves.len() == 1 && moves[0].contains("King") && !moves[0].contains("Man"), "{moves:?}");
    let pieces = items("without piece King", "piece");
    assert!(pieces.len() == 1 && pieces[0].contains("Man") && !pieces[0].contains("King"), "{pieces:?}");
    assert_eq!(items("without eval \"dear\"", "eval").len(), 1);
    assert_eq!(items("without eval", "eval").len(), 0);
    assert_eq!(items("without board shelf", "board").len(), 1);
}

#[test]
fn what_is_not_there_cant_be_left_out() {
    for (own, message, help) in [
        ("without clock quite", "`base.game` has no `clock quite`", "did you mean `clock quiet`?"),
        ("without table", "`base.game` has no `table`", "leave that out here"),
        ("without region quiet", "`base.game` has no `region quiet`", "there it is a `clock`: `without clock quiet`"),
        ("without move Bishop", "`base.game` has no `move Bishop`", "it has `move King`, `move Man`, `move quiet`"),
        ("without eval \"deer\"", "`base.game` has no `eval \"deer\"`", "did you mean `eval \"dear\"`?"),
        ("without turn quiet", "`base.game` has no `turn quiet`", "there it is a `clock`: `without clock quiet`"),
    ] {
        let (_, messages) = on(&format!("extends \"base.game\" {own}"), BASE);
        assert_eq!(messages.len(), 1, "{own}: {messages:#?}");
        assert_eq!((messages[0].code, messages[0].message.as_str()), ("nothing-to-leave-out", message));
        assert_eq!(messages[0].help.as_deref(), Some(help), "{own}");
    }
}

#[test]
fn mistakes_of_the_base_are_shown_there() {
    let own = "extends \"base.game\" without clock quite\ngame \"Own\"\n";
    let source = Source::new("own.game", own).on(Ok(Source::new("base.game", "peice Man\nclock slow\n")));
    let mut diagnostics = Diagnostics::new();
    parse(&source, &mut diagnostics);
    let messages = diagnostics.finish();
    // What could not be read may have been the clock.
    assert_eq!(messages.iter().map(|m| m.code).collect::<Vec<_>>(), ["unknown-item"], "{messages:#?}");
    assert_eq!(source.part(messages[0].span), "peice");
    assert_eq!(source.file_at(messages[0].span.start).0.name, "base.game");
    assert_eq!(source.line_column(messages[0].span.start), (1, 1));
    assert!(!source.is_own(messages[0].span) && source.is_own(rulesmith::source::Span::new(0, own.len())));
}

#[test]
fn a_chain_of_files_is_one() {
    let middle = "extends \"base.game\" without end, eval\ngame \"Middle\"\nend { draw when no empty }\neval { 3 * count own }\n";
    let base = Source::new("base.game", BASE);
    let source = Source::new("own.game", "extends \"middle.game\" without eval\nend { win when own King }\n")
        .on(Ok(Source::new("middle.game", middle).on(Ok(base))));
    let mut diagnostics = Diagnostics::new();
    let file = parse(&source, &mut diagnostics);
    assert!(diagnostics.finish().is_empty());
    let words: Vec<&str> = file.items.iter().map(|item| item.word()).collect();
    assert_eq!(words.iter().filter(|word| **word == "end").count(), 2);
    assert!(!words.contains(&"eval") && !words.contains(&"extends"));
    let game = file.items.iter().find(|item| item.word() == "game").unwrap();
    assert_eq!(source.part(game.span), "game \"Middle\"");
    assert_eq!(source.line_column(game.span.start), (2, 1));
}

#[test]
fn a_file_that_cant_be_read_is_told_of_once() {
    let unread = Unread { message: "there is no such file".to_string(), help: None };
    for (source, code) in [
        (Source::new("own.game", "extends \"other\" without end").on(Err(unread)), "no-base"),
        (Source::new("own.game", "extends \"other\" without end"), "no-base"),
        (Source::new("own.game", "extends \"a\" extends \"b\"").on(Ok(Source::new("a.game", BASE))), "section-twice"),
    ] {
        let mut diagnostics = Diagnostics::new();
        parse(&source, &mut diagnostics);
        let messages = diagnostics.finish();
        assert_eq!(messages.iter().map(|m| m.code).collect::<Vec<_>>(), [code], "{messages:#?}");
    }
}

#[test]
fn the_file_is_found_without_parsing() {
    for (text, found) in [
        ("extends \"chess\"", Some("chess")),
        ("game \"A\"\n  extends   \"../b.game\" without end", Some("../b.game")),
        ("// extends \"chess\"\ngame \"extends\"", None),
        ("extends chess", None),
        ("extends", None),
        ("", None),
    ] {
        assert_eq!(extended(text).as_deref(), found, "{text}");
    }
}

/// Items begin at the start of their lines in the second file as in the first.
#[test]
fn a_base_is_read_as_it_is_alone() {
    let base = "board square 3x3\nmove Man {\n  step any to empty {\nend { win when no enemy }\n";
    let codes = |source: &Source| {
        let mut diagnostics = Diagnostics::new();
        parse(source, &mut diagnostics);
        let list = diagnostics.finish();
        list.iter().map(|m| (m.code, source.line_column(m.span.start))).collect::<Vec<_>>()
    };
    let alone = Source::new("base.game", base);
    let under = Source::new("own.game", "extends \"base.game\"\n").on(Ok(alone.clone()));
    assert!(!codes(&alone).is_empty());
    assert_eq!(codes(&under), codes(&alone));
}
