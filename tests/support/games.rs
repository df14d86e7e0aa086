//! Games as the tests of the executors load them.

use std::path::Path;

use rulesmith::compile::{Backend, Compiled, Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::library;
use rulesmith::session::with_bases;
use rulesmith::source::Source;

/// The rule files of a folder of the repository, by name: name without extension, text.
pub fn files(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "game"));
    let name = |p: &Path| p.file_stem().unwrap().to_string_lossy().into_owned();
    let mut files: Vec<_> = paths.map(|p| (name(&p), std::fs::read_to_string(&p).unwrap())).collect();
    files.sort();
    files
}

/// A rule file that compiles, under some options; its native code is asked from the first position on.
pub fn load(name: &str, text: &str, options: &[(&str, &str)], backend: Backend) -> Compiled {
    let game = load_lazy(name, text, options, backend);
    game.eager();
    game
}

/// The same as users have it: the first few questions of a kind are interpreted.
pub fn load_lazy(name: &str, text: &str, options: &[(&str, &str)], backend: Backend) -> Compiled {
    let options = options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let settings = Settings { options, evaluation: None, backend };
    let mut diagnostics = Diagnostics::default();
    let source = with_bases(Source::new(name, text), Path::new(""));
    compile(&source, &settings, &mut diagnostics).unwrap_or_else(|| panic!("{name} does not compile"))
}

/// A shipped game.
pub fn shipped(name: &str, options: &[(&str, &str)], backend: Backend) -> Compiled {
    load(name, library::find(name).unwrap_or_else(|| panic!("no game {name}")).text, options, backend)
}

/// All shipped games and the files of `tests/games`; the largest board is smaller here.
pub fn all() -> Vec<(String, String)> {
    let shipped = library::GAMES.iter();
    let shipped = shipped.map(|game| (game.name.to_string(), game.text.replace("option size = 24", "option size = 8")));
    shipped.chain(files("tests/games")).collect()
}

/// The same without those that are measured, of which more is asked.
pub fn others() -> Vec<(String, String)> {
    all().into_iter().filter(|(name, _)| !library::MEASURED.contains(&name.as_str())).collect()
}
