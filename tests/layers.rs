//! The layers: a crate knows only those below it, a module only those that stand above it in its crate's `lib.rs`, and
//! the two seams stay narrow.

use std::path::{Path, PathBuf};

/// The crates' folders of sources, bottom to top.
const CRATES: [&str; 6] = ["crates/game", "crates/syntax", "crates/language", "crates/exec", "crates/search", "."];

/// The modules in the order of a file that declares them; those for tests alone are left out.
fn declared(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let module =
        |line: &str| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';').map(str::to_string);
    let is_test = |at: usize| at > 0 && lines[at - 1] == "#[cfg(test)]";
    lines.iter().enumerate().filter(|(at, _)| !is_test(*at)).filter_map(|(_, line)| module(line)).collect()
}

/// The modules of a crate in the order of its `lib.rs`.
fn order(of: &str) -> Vec<String> {
    declared(&Path::new(of).join("src/lib.rs"))
}

/// The crates of this workspace that a crate names in a section of its manifest, `[dependencies]` for example.
fn needs(of: &str, section: &str) -> Vec<String> {
    let manifest = std::fs::read_to_string(Path::new(of).join("Cargo.toml")).unwrap();
    let lines = manifest.lines().skip_while(|l| *l != section).skip(1).take_while(|l| !l.starts_with('['));
    lines.filter_map(|l| Some(l.strip_prefix("rulesmith-")?.split(' ').next()?.to_string())).collect()
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

/// The modules inside of a module (`crate::`, or `crate::native::`) that a text names, from a file so many folders below it.
fn used(text: &str, within: &str, depth: usize) -> Vec<String> {
    let code = code(text);
    let root = "super::".repeat(depth);
    let mut all = Vec::new();
    for prefix in [within, root.as_str()] {
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

/// Everything in a crate that uses what it may not, as `file uses module`.
fn violations(of: &str, may: impl Fn(usize, usize) -> bool) -> Vec<String> {
    violations_within(&Path::new(of).join("src"), "crate::", &order(of), may)
}

/// The same of the modules inside of one, whose folder this is. Tests at the end of a file may use anything.
fn violations_within(folder: &Path, within: &str, order: &[String], may: impl Fn(usize, usize) -> bool) -> Vec<String> {
    let mut all = Vec::new();
    files(folder, &mut all);
    let mut wrong = Vec::new();
    for path in all {
        let parts: Vec<String> =
            path.strip_prefix(folder).unwrap().iter().map(|p| p.to_string_lossy().to_string()).collect();
        let module = parts[0].trim_end_matches(".rs");
        let Some(own) = order.iter().position(|m| m == module) else { continue };
        // From `src/module/mod.rs`, one `super` is the crate; from `src/module/part.rs`, two.
        let depth = parts.len() - usize::from(parts.last().is_some_and(|p| p == "mod.rs"));
        let text = std::fs::read_to_string(&path).unwrap();
        for other in used(text.split("\nmod tests {").next().unwrap_or_default(), within, depth) {
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
    assert!(order(".").len() > 5 && order("crates/language").len() > 5);
    let wrong: Vec<String> = [".", "crates/language", "crates/exec"]
        .iter()
        .flat_map(|of| violations(of, |own, there| there < own))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The folders of native code stand in an order, and none of them uses one behind it.
#[test]
fn native_code_is_in_order() {
    let folder = Path::new("crates/exec/src/native");
    let order = declared(&folder.join("mod.rs"));
    assert_eq!(order, ["emit", "legal", "walk", "draw", "code", "game"]);
    let wrong = violations_within(folder, "crate::native::", &order, |own, there| there < own);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let all = violations_within(folder, "crate::native::", &order, |_, _| false);
    assert!(all.iter().any(|w| w.ends_with("native/walk/epilogue.rs uses legal")), "{all:?}");
}

/// What the compiler can't see: that a manifest names no more than it should.
#[test]
fn crates_know_only_those_below_them() {
    for (at, of) in CRATES.iter().enumerate() {
        let below: Vec<&str> = CRATES[..at].iter().map(|c| c.trim_start_matches("crates/")).collect();
        let needs = needs(of, "[dependencies]");
        assert!(needs.iter().all(|n| n == "grammar" || below.contains(&n.as_str())), "{of} needs {needs:?}");
    }
}

/// The search knows games, not rules: it can be tested on games written in Rust. And what a game is knows nothing else.
#[test]
fn the_seams_are_narrow() {
    for section in ["[dependencies]", "[dev-dependencies]"] {
        assert_eq!(needs("crates/game", section), [""; 0]);
        assert!(needs("crates/search", section).iter().all(|n| n == "game"));
    }
    assert_eq!(needs("crates/search", "[dependencies]"), ["game"]);
}

/// Messages are plain values: what draws them for a terminal is known to the faces alone.
#[test]
fn only_faces_draw_diagnostics() {
    let mut all = Vec::new();
    CRATES.iter().for_each(|of| files(&Path::new(of).join("src"), &mut all));
    let faces = ["./src/render", "./src/cli", "./src/repl"];
    for path in all.iter().filter(|p| !faces.iter().any(|f| p.starts_with(f))) {
        assert!(!code(&std::fs::read_to_string(path).unwrap()).contains("miette::"), "{} uses miette", path.display());
    }
}

/// The folders that a document names between backticks, as paths from here: `crates/exec`, or `ply` behind a line that begins with
/// `Folders of`, where it is meant below the folder that the line names.
fn named(document: &str) -> Vec<String> {
    let mut all = Vec::new();
    for paragraph in document.split("\n\n") {
        let mut words = paragraph.split('`').skip(1).step_by(2);
        let below = paragraph.starts_with("Folders of").then(|| words.next().unwrap_or_default());
        let folder = |word: &str| below.map_or(word.to_string(), |below| format!("{below}/{word}"));
        all.extend(below.map(str::to_string));
        all.extend(words.map(folder).filter(|path| Path::new(path).is_dir()));
    }
    all
}

/// What a document says of folders that isn't so: folders that it leaves out, and paths that aren't there.
fn misnamed(document: &str) -> Vec<String> {
    let named = named(document);
    let mut there = Vec::new();
    CRATES.iter().for_each(|of| files(&Path::new(of).join("src"), &mut there));
    let folder = |path: PathBuf| path.parent().unwrap().to_string_lossy().trim_start_matches("./").to_string();
    let mut there: Vec<String> = there.into_iter().map(folder).filter(|path| !path.ends_with("/src")).collect();
    there.sort();
    there.dedup();
    let mut wrong: Vec<String> = there.into_iter().filter(|path| !named.contains(path)).collect();
    wrong.extend(lost(document));
    wrong
}

/// The paths that a document names and that aren't there: from the top, or from a crate's folder of sources. What stands in capitals
/// is a place for a name.
fn lost(document: &str) -> Vec<String> {
    let roots =
        ["", "crates/language/src", "crates/syntax/src", "crates/exec/src", "crates/search/src", "src", "games"];
    let is_path = |word: &&str| word.contains('/') && word.chars().all(|c| c.is_ascii_lowercase() || "_/.".contains(c));
    let paths = document.split(['`', '(', ')', ' ']).filter(is_path);
    let lost = paths.filter(|path| !roots.iter().any(|root| Path::new(root).join(path).exists()));
    lost.map(str::to_string).collect()
}

/// The files that a recipe names by their name alone are those of the folder that it names before them.
fn lost_names(document: &str) -> Vec<String> {
    let mut folder = String::new();
    let mut lost = Vec::new();
    for word in document.split('`').skip(1).step_by(2).flat_map(|text| text.split(' ')) {
        let below = |folder: &str| Path::new(folder).join(word).exists();
        if word.contains('/') && Path::new(word).is_dir() {
            folder = word.to_string();
        } else if word.ends_with(".rs") && !below("") && !below(&folder) && !below("crates/language/src") {
            lost.push(word.to_string());
        }
    }
    lost
}

#[test]
fn recipes_name_files_that_are_there() {
    let document = std::fs::read_to_string("CONTRIBUTING.md").unwrap();
    assert_eq!((lost(&document), lost_names(&document)), (vec![], vec![]));
    // A path, and a name within a folder.
    let wrong = document.replace("ast/moves.rs", "ast/movings.rs").replace("`hints.rs`", "`hint.rs`");
    assert_eq!(lost(&wrong), ["ast/movings.rs"]);
    assert_eq!(lost_names(&wrong), ["ast/movings.rs", "hint.rs"]);
}

#[test]
fn the_architecture_names_every_folder() {
    let document = std::fs::read_to_string("ARCHITECTURE.md").unwrap();
    let wrong = misnamed(&document);
    assert!(wrong.is_empty(), "ARCHITECTURE.md: {wrong:?}");
    // Both kinds of mistakes are found.
    assert_eq!(
        misnamed(&document.replace("`native/walk`", "`native/wolk`")),
        ["crates/exec/src/native/walk", "native/wolk"]
    );
}

#[test]
fn the_test_finds_a_violation() {
    let wrong = violations(".", |_, _| false);
    assert!(wrong.iter().any(|w| w.ends_with("src/session/think.rs uses compile")), "{wrong:?}");
    let wrong = violations("crates/language", |_, _| false);
    assert!(wrong.iter().any(|w| w.ends_with("src/lower/mod.rs uses rules")), "{wrong:?}");
    let names = used("use crate::{game::{self, Side}, ir};\nuse super::super::rules::Who; // crate::cli", "crate::", 2);
    assert_eq!(names, ["game", "ir", "rules"]);
    assert_eq!(needs("crates/exec", "[dependencies]"), ["game", "language"]);
}
