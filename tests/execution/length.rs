//! The lengths in `docs/length.md` are those of the files, and none is longer than Ludii's.

use rulesmith::diag::Diagnostics;
use rulesmith::source::Source;
use rulesmith::syntax::ast::ItemKind;
use rulesmith::syntax::parse;

/// The words of a game's rules, as `docs/length.md` counts them.
fn words(text: &str) -> usize {
    let source = Source::new("", text);
    let file = parse(&source, &mut Diagnostics::new());
    let rules =
        file.items.iter().filter(|i| !matches!(i.kind, ItemKind::Eval(_) | ItemKind::Option(_) | ItemKind::Look(_)));
    let mut rules: Vec<Vec<&str>> = rules.map(|i| words_of(&text[i.span.start..i.span.end])).collect();
    // What only the evaluation reads belongs to it.
    let names = |item: &[&str]| matches!(item[0], "region" | "define" | "link" | "table");
    while let Some(at) = (0..rules.len()).find(|&at| {
        let others = || rules.iter().enumerate().filter(|(other, _)| *other != at);
        names(&rules[at]) && !others().any(|(_, item)| item.contains(&rules[at][1]))
    }) {
        rules.remove(at);
    }
    rules.iter().map(Vec::len).sum()
}

fn words_of(text: &str) -> Vec<&str> {
    let lines = text.lines().map(|l| l.split("//").next().unwrap_or_default());
    // What stands between an even number of quotes and the next is no text.
    let bare = lines.flat_map(|l| l.split('"').step_by(2));
    let tokens = bare.flat_map(|part| part.split(|c: char| !c.is_ascii_alphanumeric() && c != '-'));
    tokens.filter(|t| t.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_cell(t)).collect()
}

fn is_cell(word: &str) -> bool {
    let letters = word.chars().take_while(char::is_ascii_lowercase).count();
    (1..=2).contains(&letters) && letters < word.len() && word[letters..].chars().all(|c| c.is_ascii_digit())
}

#[test]
fn the_table_is_true_and_no_game_is_longer_than_ludii() {
    let table = include_str!("../../docs/length.md");
    let mut wrong = Vec::new();
    let mut games = 0;
    for row in table.lines().filter(|l| l.starts_with("| ") && !l.starts_with("| game")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let number = |i: usize| cells[i].split(' ').next().and_then(|n| n.parse::<usize>().ok()).unwrap_or(0);
        let text = rulesmith::library::find(cells[0]).expect("a shipped game").text;
        let (found, options, ludii) = (words(text), number(2), number(3));
        if found != number(1) {
            wrong.push(format!("{}: {found} words, not {}", cells[0], number(1)));
        }
        if found > ludii + options {
            wrong.push(format!("{}: longer than Ludii's {ludii}", cells[0]));
        }
        games += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(games, rulesmith::library::MEASURED.len(), "every measured game has a row");
}

#[test]
fn words_are_counted() {
    assert_eq!(words_of("place Stone on empty // and no more\n piece A \"BW\" a1 8x8 (size - 1)").len(), 7);
}
