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
