//! From a file to checked rules.

use rulesmith::analysis::{Scope, analyze};
use rulesmith::diag::{Diagnostic, Diagnostics};
use rulesmith::rules::Rules;
use rulesmith::settings::Settings;
use rulesmith::source::Source;
use rulesmith::syntax::parse;

/// Parses and checks a text.
fn check(text: &str) -> (Option<(Rules, Scope)>, Vec<Diagnostic>) {
    let source = Source::new("test", text);
    let mut diagnostics = Diagnostics::new();
    let file = parse(&source, &mut diagnostics);
    let result = analyze(&file, &source, &Settings::default(), &mut diagnostics);
    (result, diagnostics.finish())
}

#[test]
fn all_sketches_are_free_of_messages() {
    let mut bad = String::new();
    let mut files: Vec<_> = std::fs::read_dir("tests/games_syntax").unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let (rules, messages) = check(&text);
        let source = Source::new("", &text);
        for m in &messages {
            let (line, column) = source.line_column(m.span.start);
            let quoted = &text[m.span.start..m.span.end];
            bad += &format!("{}:{line}:{column} {}: {} | {quoted} | {:?}\n", path.display(), m.code, m.message, m.help);
        }
        if rules.is_none() {
            bad += &format!("{}: no rules\n", path.display());
        }
    }
    assert!(bad.is_empty(), "\n{bad}");
}
