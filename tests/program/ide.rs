//! What an editor asks, of every shipped game: at each of its words, and of broken ones.

use std::collections::BTreeMap;

use rulesmith::diag::Severity;
use rulesmith::ide;
use rulesmith::library::{GAMES, Shelf};
use rulesmith::syntax::tokens::{TokenKind, tokens};

#[test]
fn colours_cover_each_token_once() {
    for game in GAMES {
        let lexed = tokens(game.text);
        let parts = ide::highlight(game.text);
        assert!(parts.is_sorted_by_key(|(range, _)| range.start), "{}", game.name);
        assert!(parts.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start), "{}", game.name);
        let mut places: Vec<_> = lexed.list.iter().map(|token| token.span).chain(lexed.comments).collect();
        places.sort_unstable();
        let covered: Vec<_> = parts.iter().map(|(range, _)| (range.start, range.end)).collect();
        assert_eq!(covered, places.iter().map(|span| (span.start, span.end)).collect::<Vec<_>>(), "{}", game.name);
        assert!(parts.iter().all(|(range, class)| !matches!(class, ide::Class::Cell) || range.len() <= 4));
    }
}

#[test]
fn nothing_is_said_of_shipped_games_and_their_form_is_canonical() {
    for game in GAMES {
        let told = ide::diagnostics(game.text, "", &Shelf);
        assert!(told.iter().all(|told| told.diagnostic.severity != Severity::Error), "{}: {told:?}", game.name);
        let formatted = ide::format(game.text).unwrap();
        assert_eq!(ide::format(&formatted).as_ref(), Ok(&formatted), "{}", game.name);
    }
}

/// What stands at a place may stand there: nearly every word of the shipped games is among what is offered before it.
#[test]
fn what_stands_is_offered() {
    let (mut asked, mut offered) = (0, 0);
    let mut missed: BTreeMap<String, usize> = BTreeMap::new();
    for game in GAMES {
        let lexed = tokens(game.text);
        let names: Vec<String> = ide::symbols(game.text).into_iter().map(|symbol| symbol.name).collect();
        let declared: Vec<usize> = ide::symbols(game.text).into_iter().map(|symbol| symbol.at.start).collect();
        let words = lexed.list.iter().filter(|t| matches!(t.kind, TokenKind::Word | TokenKind::Capital));
        for (index, token) in words.enumerate() {
            let (start, end) = (token.span.start, token.span.end);
            let word = &game.text[start..end];
            let completion = ide::complete(game.text, start, "", &Shelf);
            assert_eq!(completion.range, start..start);
            let known = rulesmith::syntax::words::is_known(word) || names.iter().any(|name| name == word);
            if known && !declared.contains(&start) {
                asked += 1;
                let found = completion.items.iter().any(|item| item.label == word && item.apply == word);
                offered += usize::from(found);
                if !found {
                    let before = game.text[..start].split_whitespace().next_back().unwrap_or_default();
                    *missed.entry(format!("{before} {word}")).or_default() += 1;
                }
            }
            // In the midst of a word and behind it, of some words, so that it does not take long.
            if index % 3 != 0 {
                continue;
            }
            for at in [start + (end - start) / 2, end] {
                assert!(ide::complete(game.text, at, "", &Shelf).range.end == at);
                assert!(ide::hover(game.text, at, "", &Shelf).is_none_or(|hover| hover.range.contains(&start)));
            }
        }
    }
    let mut missed: Vec<_> = missed.into_iter().map(|(what, times)| (times, what)).collect();
    missed.sort_by(|a, b| b.cmp(a));
    println!("{offered} of {asked} words are offered; not: {:?}", missed.iter().take(60).collect::<Vec<_>>());
    assert!(offered * 100 >= asked * 97, "{offered} of {asked}: {:?}", missed.iter().take(20).collect::<Vec<_>>());
}

/// Behind a kind is offered what may follow it, and behind `in` what makes regions.
#[test]
fn where_a_kind_may_stand_is_offered() {
    let rules = "players White, Black\nboard square 8x8\nregion camp = rank 1\npiece ";
    for (begun, word) in [
        ("Pawn ", "in"),
        ("King, Pawn = King i", "in"),
        ("Pawn \"P\" neutral ", "in"),
        ("Pawn in ", "camp"),
        ("Pawn in ", "own"),
        ("Pawn in all ", "except"),
    ] {
        let text = format!("{rules}{begun}");
        let found = ide::complete(&text, text.len(), "", &());
        assert!(found.items.iter().any(|item| item.label == word), "{begun}: {found:?}");
    }
    let text = format!("{rules}Pawn in camp");
    let hover = ide::hover(&text, text.rfind(" in ").unwrap() + 1, "", &()).expect("a word");
    assert!(format!("{hover:?}").contains("where a piece may stand"), "{hover:?}");
}

/// Each name another one, and back: the same text.
#[test]
fn names_are_changed_there_and_back() {
    let mut renamed = 0;
    for game in GAMES {
        // Every third one: each is held against the checks there and back.
        for symbol in ide::symbols(game.text).into_iter().skip(game.name.len() % 3).step_by(3) {
            // `up` is a name on a board without levels, and no new one all the same.
            if rulesmith::syntax::words::is_direction(&symbol.name) {
                continue;
            }
            let new = if symbol.name.starts_with(char::is_uppercase) { "Zyzzyva" } else { "zyzzyva" };
            let Ok(there) = ide::rename(game.text, symbol.at.start, new, &Shelf) else { continue };
            let text = ide::apply(game.text, &there);
            let at = text.find(new).unwrap();
            let back = ide::rename(&text, at, &symbol.name, &Shelf);
            let back = back.unwrap_or_else(|why| panic!("{}: {} back: {why}", game.name, symbol.name));
            assert_eq!(ide::apply(&text, &back), game.text, "{}: {}", game.name, symbol.name);
            assert!(!ide::references(game.text, symbol.at.start).is_empty());
            assert!(ide::definition(game.text, symbol.at.start).is_some());
            renamed += 1;
        }
    }
    assert!(renamed > 250, "only {renamed} names");
}

#[test]
fn a_new_name_is_refused_with_a_reason() {
    let text = "players White, Black\npiece Pawn, King\nregion goal = rank 5";
    let at = |word: &str| text.find(word).unwrap();
    let why = |word: &str, new: &str| ide::rename(text, at(word), new, &()).unwrap_err();
    assert!(why("Pawn", "King").contains("stands in the text already"));
    assert!(why("goal", "count").contains("word of the language"));
    assert!(why("goal", "north").contains("word of the language"));
    assert!(why("goal", "a1").contains("cell"));
    assert!(why("goal", "Goal").contains("begins with a small letter"));
    assert!(why("Pawn", "the pawn").contains("no name"));
    assert!(why("goal", "").contains("no name"));
    assert!(why("rank", "row").contains("no name that this text declares"));
}

#[test]
fn a_broken_text_is_no_hindrance() {
    let texts = [
        "",
        "{",
        "}}}",
        "\"",
        "// x",
        "move",
        "move Man { step",
        "é♔\u{0}",
        "game \"♔\" pi",
        "players White, Black\npiece Pa",
        "define f(x) = f(",
        "state turn: number\nmove M { step any to empty { set t",
        "board sqare 8x8\nmove {",
    ];
    for text in texts {
        for at in 0..=text.len() + 2 {
            let completion = ide::complete(text, at, "", &());
            assert!(text.get(completion.range).is_some());
            if let Some(hover) = ide::hover(text, at, "", &()) {
                assert!(text.get(hover.range).is_some());
            }
            let _ = (ide::definition(text, at), ide::references(text, at), ide::rename(text, at, "x-y", &()));
        }
        for (range, _) in ide::highlight(text) {
            assert!(text.get(range).is_some());
        }
        let _ = (ide::symbols(text), ide::format(text));
        for told in ide::diagnostics(text, "", &()) {
            for fix in told.fixes {
                let _ = ide::apply(text, &fix.edits);
            }
        }
    }
}

#[test]
fn hover_tells_words_and_names() {
    let text = "players White, Black\nregion goal = rank 5\nend { win when own on goal }";
    let hover = |word: &str| ide::hover(text, text.rfind(word).unwrap(), "", &()).unwrap().text;
    assert!(hover("goal").contains("region goal = rank 5"), "{}", hover("goal"));
    assert!(hover("win").contains("win when CONDITION"), "{}", hover("win"));
    assert!(hover("own").contains("to move"), "{}", hover("own"));
}
