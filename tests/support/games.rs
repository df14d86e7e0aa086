//! Games as the tests of the executors load them.

use rulesmith::compile::{Backend, Compiled, Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::library;
use rulesmith::source::Source;

/// A rule file that compiles, under some options.
pub fn load(name: &str, text: &str, options: &[(&str, &str)], backend: Backend) -> Compiled {
    let options = options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let settings = Settings { options, evaluation: None, backend };
    let mut diagnostics = Diagnostics::default();
    compile(&Source::new(name, text), &settings, &mut diagnostics).unwrap_or_else(|| panic!("{name} does not compile"))
}

/// A shipped game.
pub fn shipped(name: &str, options: &[(&str, &str)], backend: Backend) -> Compiled {
    load(name, library::find(name).unwrap_or_else(|| panic!("no game {name}")).text, options, backend)
}

/// The files of `tests/games` by name, in order.
pub fn others() -> Vec<(String, String)> {
    files(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games"))
}

/// The same of `tests/games_syntax`. A sketch may use what the checker refuses by now.
pub fn sketches() -> Vec<(String, String)> {
    files(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games_syntax"))
}

fn files(folder: &str) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder).expect("the folder is there").map(|f| f.expect("it can be read").path());
    let mut files: Vec<_> = files.filter(|p| p.extension().is_some_and(|e| e == "game")).collect();
    files.sort();
    let name = |file: &std::path::Path| file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    files.iter().map(|file| (name(file), std::fs::read_to_string(file).expect("it can be read"))).collect()
}
