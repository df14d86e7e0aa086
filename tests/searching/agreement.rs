//! On every shipped game the engine's exact refinements give the value of plain minimax, all together and each switched
//! off in turn.

use std::sync::atomic::AtomicBool;

use rulesmith::compile::Settings;
use rulesmith::search::match_play::random_opening_from;
use rulesmith::search::textbook::{Algorithm, choose};
use rulesmith::search::{Limits, Options, search};
use rulesmith::session::Session;

/// Game, options, depth that minimax reaches in no time.
type Case = (&'static str, &'static [(&'static str, &'static str)], u32);

const GAMES: &[Case] = &[
    ("amazons", &[("size", "4")], 1),
    ("breakthrough", &[("size", "5")], 3),
    ("chess", &[], 2),
    ("connect-four", &[], 4),
    ("english-draughts", &[], 4),
    ("go", &[("size", "3")], 3),
    ("gomoku", &[("columns", "4"), ("rows", "4"), ("length", "4")], 3),
    ("hex", &[("size", "4")], 3),
    ("international-draughts", &[("size", "8")], 3),
    ("nine-mens-morris", &[], 2),
    ("othello", &[("size", "6")], 4),
    ("tic-tac-toe", &[], 5),
];

#[test]
fn the_engine_agrees_with_minimax() {
    let stop = AtomicBool::new(false);
    let exact = [
        "table",
        "null-windows",
        "aspiration",
        "mate-distance",
        "wins",
        "internal-deepening",
        "captures",
        "killers",
        "counters",
        "history",
        "ageing",
    ];
    for &(name, options, depth) in GAMES {
        let mut settings = Settings::default();
        settings.options.extend(options.iter().map(|(k, v)| (k.to_string(), v.to_string())));
        let session = Session::open(name, &settings).unwrap();
        for seed in 0..3 {
            let mut position = session.position();
            let opening = random_opening_from(&position, 3 * seed, seed as u64);
            opening.iter().for_each(|record| position.make(record));
            let expected = choose(&position, Algorithm::Minimax, depth, &stop).unwrap().value;
            for off in [None].into_iter().chain(exact.map(Some)) {
                let mut how = Options { table_mib: 1, ..Options::exact() };
                off.into_iter().for_each(|name| *how.switch(name).expect("a switch") = false);
                let report = search(&position, &Limits::depth(depth), &how, &stop, &mut ());
                assert_eq!(report.score, expected, "{name}, seed {seed}, without {off:?}");
            }
        }
    }
}
