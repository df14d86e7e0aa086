//! The syntax layer.

use rulesmith::diag::Diagnostics;
use rulesmith::source::Source;
use rulesmith::syntax::parse;

#[test]
fn every_sketch_parses() {
    let mut n = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games_syntax")).unwrap() {
        let path = entry.unwrap().path();
        let source = Source::new(path.display().to_string(), std::fs::read_to_string(&path).unwrap());
        let mut diagnostics = Diagnostics::new();
        let file = parse(&source, &mut diagnostics);
        let list = diagnostics.finish();
        for d in &list {
            println!("{} {:?} {}", source.name, source.line_column(d.span.start), d.message);
        }
        assert!(list.is_empty(), "{}", source.name);
        assert!(file.items.len() > 3);
        n += 1;
    }
    assert_eq!(n, 26);
}
