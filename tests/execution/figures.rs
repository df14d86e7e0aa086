//! The published figures beside the games: `games/FAMILY/NAME.perft` and `tests/games/NAME.perft`.
//!
//! Each case is counted as deep as its figures stay below a number of leaves, `FIGURES_LEAVES` if that is set.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rulesmith::compile::{Compiled, Paths, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::game::Position;
use rulesmith::game::perft::{PerftOptions, perft};
use rulesmith::library;
use rulesmith::search::{Limits, SolveOptions, Verdict, solve};
use rulesmith::session::with_bases;
use rulesmith::settings::Settings;
use rulesmith::source::Source;

/// One case of a file.
#[derive(Debug, Default)]
struct Case {
    name: String,
    position: Option<String>,
    /// Played from there.
    moves: String,
    options: BTreeMap<String, String>,
    finished_is_leaf: bool,
    /// Captures with equal results on different paths are moves of their own.
    paths: bool,
    source: String,
    counts: Vec<u64>,
    /// `win`, `loss` or `draw` for the side to move, and the margin.
    value: Option<String>,
}

fn cases(text: &str) -> Result<Vec<Case>, String> {
    let mut all: Vec<Case> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let wrong = |what: &str| format!("line {}: {what}: `{line}`", number + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').ok_or_else(|| wrong("one word"))?;
        if word == "case" {
            all.push(Case { name: rest.to_string(), ..Case::default() });
            continue;
        }
        let case = all.last_mut().ok_or_else(|| wrong("before the first case"))?;
        match word {
            "moves" => case.moves = rest.to_string(),
            "position" => case.position = Some(rest.to_string()),
            "set" => {
                let (option, value) = rest.split_once('=').ok_or_else(|| wrong("no `=`"))?;
                case.options.insert(option.to_string(), value.to_string());
            }
            "finished" if rest == "leaf" => case.finished_is_leaf = true,
            "equal" if rest == "keep" => case.paths = true,
            "source" => case.source = rest.to_string(),
            "value" => case.value = Some(rest.to_string()),
            depth => {
                let depth: usize = depth.parse().map_err(|_| wrong("no depth"))?;
                let count = rest.parse().map_err(|_| wrong("no count"))?;
                // Depths may be left out: 0 is "not known", as no count of a ply that can be reached is asked for.
                if depth <= case.counts.len() {
                    return Err(wrong("depths must rise"));
                }
                case.counts.resize(depth - 1, u64::MAX);
                case.counts.push(count);
            }
        }
    }
    match all.iter().find(|c| c.source.is_empty() || (c.counts.is_empty() && c.value.is_none())) {
        Some(case) => Err(format!("case {} lacks a source or a figure", case.name)),
        None => Ok(all),
    }
}

fn game(path: &Path, case: &Case) -> Result<Compiled, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let settings = Settings { options: case.options.clone(), ..Settings::default() };
    let mut diagnostics = Diagnostics::new();
    let compiled =
        compile(&with_bases(Source::new(path.display().to_string(), text), path), &settings, &mut diagnostics);
    compiled.inspect(Compiled::eager).ok_or_else(|| {
        let messages: Vec<String> = diagnostics.finish().into_iter().map(|d| d.message).collect();
        messages.join("; ")
    })
}

/// How deep to count: while the figures stay below the limit.
fn depth(counts: &[u64], limit: u64) -> usize {
    let known = |c: &u64| *c == u64::MAX || *c <= limit;
    let deep = counts.iter().take_while(|c| known(c)).count();
    let asked = counts[..deep].iter().rposition(|c| *c != u64::MAX);
    asked.map_or(0, |last| last + 1)
}

fn check(game: &Compiled, case: &Case, limit: u64) -> Result<(), String> {
    let mut state = match &case.position {
        Some(text) => game.parse_position(text).map_err(|e| format!("`{text}`: {} {:?}", e.message, e.help))?.0,
        None => Position::initial(game.game()).state().to_vec(),
    };
    for text in case.moves.split_whitespace() {
        let mut position = Position::new(game.game(), &state);
        let record = game.parse_move(&state, text).map_err(|e| format!("{} {:?}", e.message, e.help))?;
        position.make(&record);
        state = position.state().to_vec();
    }
    let position = Position::new(game.game(), &state);
    // Paths are listed one by one, which is slow.
    let depth = depth(&case.counts, if case.paths { limit / 8 } else { limit });
    if depth > 0 {
        let options = PerftOptions { finished_is_leaf: case.finished_is_leaf, ..PerftOptions::plies(depth as u32) };
        let stop = AtomicBool::new(false);
        let report = match case.paths {
            true => perft(&Position::new(&Paths(game.game()), &state), options, &stop, &mut ()),
            false => perft(&position, options, &stop, &mut ()),
        };
        let found = report.map_err(|e| e.to_string())?.counts;
        let same = |(found, wanted): (&u64, &u64)| *wanted == u64::MAX || found == wanted;
        if !found.iter().zip(&case.counts).all(same) {
            return Err(format!("counts {found:?}, published {:?}", &case.counts[..depth]));
        }
    } else if case.value.is_none() {
        return Err(format!("nothing is checked below {limit} leaves"));
    }
    if let Some(wanted) = &case.value {
        let found = value(game, &state)?;
        if &found != wanted {
            return Err(format!("value {found}, published {wanted}"));
        }
    }
    Ok(())
}

/// The exact value for the side to move, as the files write it.
fn value(game: &Compiled, state: &[u64]) -> Result<String, String> {
    let position = Position::new(game.game(), state);
    let options = SolveOptions::default();
    let solved = solve(&position, &Limits::default(), &options, &AtomicBool::new(false), &mut ());
    Ok(match solved.verdict.ok_or("not solved")? {
        Verdict::Win => "win".to_string(),
        Verdict::Loss => "loss".to_string(),
        Verdict::Draw => "draw".to_string(),
        // In points; scores may be counted in halves.
        Verdict::Margin(n) => rulesmith::session::points(n, game.game().score_scale()).to_string(),
    })
}

fn games(folder: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let mut games: Vec<PathBuf> = files.filter(|p| p.extension().is_some_and(|e| e == "game")).collect();
    games.sort();
    games
}

/// The folders of `games`.
fn families() -> Vec<String> {
    let mut families: Vec<&str> = library::GAMES.iter().map(|game| game.family).collect();
    families.sort_unstable();
    families.dedup();
    families.iter().map(|family| format!("games/{family}")).collect()
}

fn check_folder(folder: &str) {
    let limit = std::env::var("FIGURES_LEAVES").ok().and_then(|n| n.parse().ok()).unwrap_or(1_100_000);
    let only = std::env::var("FIGURES_ONLY").unwrap_or_default();
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in games(folder).iter().filter(|p| p.to_string_lossy().contains(&only)) {
        let figures = path.with_extension("perft");
        let text = std::fs::read_to_string(&figures).unwrap_or_else(|e| panic!("{}: {e}", figures.display()));
        let all = cases(&text).unwrap_or_else(|e| panic!("{}: {e}", figures.display()));
        // Cases under the same options share the game and its code.
        let mut last: Option<(&Case, Result<Compiled, String>)> = None;
        for case in &all {
            let started = Instant::now();
            if last.as_ref().is_none_or(|(before, _)| before.options != case.options) {
                last = Some((case, game(path, case)));
            }
            let Some((_, loaded)) = &last else { continue };
            if let Err(message) = loaded.as_ref().map_err(String::clone).and_then(|game| check(game, case, limit)) {
                wrong.push(format!("{} {}: {message}", path.display(), case.name));
            }
            println!("{} {}: {} ms", path.display(), case.name, started.elapsed().as_millis());
            count += 1;
        }
    }
    assert!(wrong.is_empty(), "{} of {count} cases are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The largest family runs beside the others.
#[test]
fn games_of_chess_count_as_published() {
    check_folder("games/chess");
}

#[test]
fn other_shipped_games_count_as_published() {
    families().iter().filter(|folder| *folder != "games/chess").for_each(|folder| check_folder(folder));
}

#[test]
fn games_of_the_tests_count_as_published() {
    check_folder("tests/games");
}

#[test]
fn every_shipped_game_has_figures() {
    for path in families().iter().flat_map(|folder| games(folder)) {
        let text = std::fs::read_to_string(path.with_extension("perft")).unwrap_or_default();
        assert!(cases(&text).is_ok_and(|c| !c.is_empty()), "{} has no figures", path.display());
    }
}

#[test]
fn a_wrong_figure_is_found() {
    let right = "case start\nsource counted\n1 9\n2 72\n";
    let path = Path::new("games/lines/tic-tac-toe.game");
    let result = |text: &str| {
        let case = &cases(text).unwrap()[0];
        check(&game(path, case)?, case, 1000)
    };
    assert!(result(right).is_ok());
    assert!(result(&right.replace("72", "71")).is_err());
    assert!(cases(&right.replace("source counted\n", "")).is_err());
    assert!(result("case start\nsource counted\n9 255168\n").is_err(), "nothing of it is counted");
    assert!(cases("1 9").is_err());
    assert!(cases("case a\nsource b\n2 2\n1 1\n").is_err());
}
