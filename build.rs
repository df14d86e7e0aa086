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
    // Games of a family lie side by side: what is alike in them is near, which packs well.
    games.sort_by(|(name, family, _), (other, of, _)| (family, name).cmp(&(of, other)));
    let mut texts = String::new();
    let mut entries = Vec::new();
    for (name, family, file) in games {
        let (start, text) = (texts.len(), fs::read_to_string(file)?);
        texts.push_str(&text);
        entries.push((name, family, start, text.len()));
    }
    entries.sort();
    let mut table = String::from("&[\n");
    for (name, family, start, length) in entries {
        let _ = writeln!(table, "Shipped {{ name: {name:?}, family: {family:?}, text: part({start}, {length}) }},");
    }
    table.push(']');
    let out = env::var("OUT_DIR").expect("cargo says it");
    fs::write(Path::new(&out).join("games.txt"), texts)?;
    fs::write(Path::new(&out).join("games.rs"), table)
}

fn within(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
}

/// The name of a folder, or of a file without its extension.
fn word(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
