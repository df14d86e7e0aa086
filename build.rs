//! Lists the rule files of `games/FAMILY/` for `src/library.rs`, which embeds them: a file put there is shipped.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=games");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says it")).join("games");
    let mut games = Vec::new();
    for family in within(&folder)?.into_iter().filter(|path| path.is_dir()) {
        for file in within(&family)?.into_iter().filter(|path| path.extension().is_some_and(|e| e == "game")) {
            games.push((word(&file), word(&family), file));
        }
    }
    games.sort();
    let mut table = String::from("&[\n");
    for (name, family, file) in games {
        let _ = writeln!(table, "Shipped {{ name: {name:?}, family: {family:?}, text: include_str!({file:?}) }},");
    }
    table.push(']');
    fs::write(Path::new(&env::var("OUT_DIR").expect("cargo says it")).join("games.rs"), table)
}

fn within(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
}

/// The name of a folder, or of a file without its extension.
fn word(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
