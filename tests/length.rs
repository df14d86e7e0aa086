//! The lengths in `docs/length.md` are those of the files, and none is longer than Ludii's.

use rulesmith::diag::Diagnostics;
use rulesmith::source::Source;
use rulesmith::syntax::ast::ItemKind;
use rulesmith::syntax::parse;

/// The words of a game's rules, as `docs/length.md` counts them.
fn words(text: &str) -> usize {
    let source = Source::new("", text);
    let file = parse(&source, &mut Diagnostics::new());
    let rules = file.items.iter().filter(|i| !matches!(i.kind, ItemKind::Eval(_) | ItemKind::Option(_)));
    rules.map(|i| words_of(&text[i.span.start..i.span.end])).sum()
}

fn words_of(text: &str) -> usize {
    let lines = text.lines().map(|l| l.split("//").next().unwrap_or_default());
    // What stands between an even number of quotes and the next is no text.
    let bare: Vec<String> = lines.map(|l| l.split('"').step_by(2).collect::<Vec<_>>().join(" ")).collect();
    let bare = bare.join(" ");
    let tokens = bare.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    tokens.filter(|t| t.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_cell(t)).count()
}

fn is_cell(word: &str) -> bool {
    let letters = word.chars().take_while(char::is_ascii_lowercase).count();
    (1..=2).contains(&letters) && letters < word.len() && word[letters..].chars().all(|c| c.is_ascii_digit())
}

#[test]
fn the_table_is_true_and_no_game_is_longer_than_ludii() {
    let table = include_str!("../docs/length.md");
    let mut wrong = Vec::new();
    let mut games = 0;
    for row in table.lines().filter(|l| l.starts_with("| ") && !l.starts_with("| game")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let number = |i: usize| cells[i].split(' ').next().and_then(|n| n.parse::<usize>().ok()).unwrap_or(0);
        let text = std::fs::read_to_string(format!("games/{}.game", cells[0])).unwrap();
        let (found, options, ludii) = (words(&text), number(2), number(3));
        if found != number(1) {
            wrong.push(format!("{}: {found} words, not {}", cells[0], number(1)));
        }
        if found > ludii + options {
            wrong.push(format!("{}: longer than Ludii's {ludii}", cells[0]));
        }
        games += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(games, rulesmith::library::names().count(), "every shipped game has a row");
}

#[test]
fn words_are_counted() {
    assert_eq!(words_of("place Stone on empty // and no more\n piece A \"BW\" a1 8x8 (size - 1)"), 7);
}
