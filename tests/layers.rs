//! The layers: a module uses only those that stand above it in `src/lib.rs`, and the two seams stay narrow.

use std::path::{Path, PathBuf};

/// The modules in the order of `lib.rs`.
fn order() -> Vec<String> {
    let lib = include_str!("../src/lib.rs");
    let modules = lib.lines().filter_map(|l| l.strip_prefix("pub mod ")?.strip_suffix(';'));
    modules.map(str::to_string).collect()
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// A source text without comments and white space at the ends of lines, so that paths stand in one piece.
fn code(text: &str) -> String {
    text.lines().map(|l| l.split("//").next().unwrap_or_default().trim()).collect::<Vec<_>>().join(" ")
}

/// The first words of the members of a `{…}` group that a text begins with.
fn members(text: &str) -> Vec<String> {
    let mut depth = 0;
    let mut current = String::new();
    let mut all = Vec::new();
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => all.push(std::mem::take(&mut current)),
            c if depth == 1 => current.push(c),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    all.push(current);
    all.iter().map(|m| word(m.trim())).filter(|m| !m.is_empty()).collect()
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
}

/// The modules of the crate that a text names, from a file `depth` folders below `src`.
fn used(text: &str, depth: usize) -> Vec<String> {
    let code = code(text);
    let root = "super::".repeat(depth);
    let mut all = Vec::new();
    for prefix in ["crate::", root.as_str()] {
        for (at, _) in code.match_indices(prefix).filter(|_| !prefix.is_empty()) {
            // `super::super::` inside of a longer chain of them leads further up.
            let before = &code[..at];
            if before.ends_with("super::") || before.ends_with('$') {
                continue;
            }
            let rest = &code[at + prefix.len()..];
            match rest.starts_with('{') {
                true => all.extend(members(rest)),
                false => all.push(word(rest)),
            }
        }
    }
    all
}

/// Everything in `src` that uses what it may not, as `file uses module`.
fn violations(order: &[String], may: impl Fn(usize, usize) -> bool) -> Vec<String> {
    let mut all = Vec::new();
    files(Path::new("src"), &mut all);
    let mut wrong = Vec::new();
    for path in all {
        let parts: Vec<String> = path.iter().skip(1).map(|p| p.to_string_lossy().to_string()).collect();
        let module = parts[0].trim_end_matches(".rs");
        let Some(own) = order.iter().position(|m| m == module) else { continue };
        // From `src/module/mod.rs`, one `super` is the crate; from `src/module/part.rs`, two.
        let depth = parts.len() - usize::from(parts.last().is_some_and(|p| p == "mod.rs"));
        for other in used(&std::fs::read_to_string(&path).unwrap(), depth) {
            let Some(there) = order.iter().position(|m| *m == other) else { continue };
            if there != own && !may(own, there) {
                wrong.push(format!("{} uses {other}", path.display()));
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    wrong
}

#[test]
fn modules_use_only_those_above_them() {
    let order = order();
    assert!(order.len() > 15, "{order:?}");
    let wrong = violations(&order, |own, there| there < own);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The search knows games, not rules: it can be tested on games written in Rust. And what a game is knows nothing else.
#[test]
fn the_seams_are_narrow() {
    let order = order();
    let at = |name: &str| order.iter().position(|m| m == name).unwrap();
    let (game, search) = (at("game"), at("search"));
    let wrong = violations(&order, |own, there| match own {
        _ if own == game => there == at("rng"),
        _ if own == search => there == game || there == at("rng"),
        _ => true,
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Messages are plain values: what draws them for a terminal is known to the faces alone.
#[test]
fn only_faces_draw_diagnostics() {
    let mut all = Vec::new();
    files(Path::new("src"), &mut all);
    let faces = ["src/render", "src/cli", "src/repl"];
    for path in all.iter().filter(|p| !faces.iter().any(|f| p.starts_with(f))) {
        assert!(!code(&std::fs::read_to_string(path).unwrap()).contains("miette::"), "{} uses miette", path.display());
    }
}

#[test]
fn the_test_finds_a_violation() {
    let order = order();
    let wrong = violations(&order, |_, _| false);
    assert!(wrong.iter().any(|w| w == "src/main.rs uses cli" || w == "src/compile.rs uses lower"), "{wrong:?}");
    let names = used("use crate::{game::{self, Side}, ir};\nuse super::super::rules::Who; // crate::cli", 2);
    assert_eq!(names, ["game", "ir", "rules"]);
}
