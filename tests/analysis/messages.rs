//! Every mistake has its message: `tests/broken` holds a file for each, with what is said about it written below the
//! line it is said about. `UPDATE=1 cargo test` writes the messages anew; read the difference before you commit it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use rulesmith::compile::{Settings, compile};
use rulesmith::diag::{Diagnostic, Diagnostics, Severity};
use rulesmith::session::with_bases;
use rulesmith::source::{Source, Span};

use crate::support::{games, side_by_side};

pub fn messages(text: &str) -> Vec<Diagnostic> {
    let mut diagnostics = Diagnostics::new();
    let source = with_bases(Source::new("broken.game", text), Path::new("tests/broken/broken.game"));
    compile(&source, &Settings::default(), &mut diagnostics);
    diagnostics.finish()
}

/// A file of `tests/broken` and what is said of it.
pub struct Broken {
    pub path: PathBuf,
    /// As it stands, with its markers.
    pub marked: String,
    /// Without them.
    pub text: String,
    pub said: Vec<Diagnostic>,
}

/// All of them, in order: they take long to check, and several tests ask.
pub static BROKEN: LazyLock<Vec<Broken>> = LazyLock::new(|| {
    let mut paths: Vec<_> = std::fs::read_dir("tests/broken").unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    let broken = |path: &PathBuf| {
        let marked = std::fs::read_to_string(path).unwrap();
        let text = plain(&marked);
        Broken { said: messages(&text), path: path.clone(), marked, text }
    };
    side_by_side(&paths, broken)
});

/// A line that this test wrote: `//   ^^^ error[code]: …` or `//   = help: …`.
fn is_marker(line: &str) -> bool {
    let Some(rest) = line.strip_prefix("//") else { return false };
    let rest = rest.trim_start();
    let said = rest.trim_start_matches('^').trim_start_matches('…');
    rest.starts_with("= ") || (rest.starts_with('^') && (said.starts_with(" error[") || said.starts_with(" warning[")))
}

/// The file without its markers.
pub fn plain(text: &str) -> String {
    text.lines().filter(|l| !is_marker(l)).fold(String::new(), |all, l| all + l + "\n")
}

/// The file with a marker for each message.
fn marked(text: &str, messages: &[Diagnostic]) -> String {
    let mut out = String::new();
    let mut start = 0;
    let lines: Vec<&str> = text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let end = start + line.len();
        let _ = writeln!(out, "{line}");
        for m in messages {
            let last = index + 1 == lines.len();
            if m.span.start >= start && (m.span.start <= end || last) {
                marker(&mut out, text, line, start, m);
            }
        }
        start = end + 1;
    }
    out
}

fn marker(out: &mut String, text: &str, line: &str, start: usize, m: &Diagnostic) {
    let width = |bytes: usize| line.get(..bytes.min(line.len())).map_or(bytes, |t| t.chars().count());
    let (from, to) = (width(m.span.start - start), width(m.span.end.saturating_sub(start)));
    // The two strokes of the comment hide the first two columns.
    let indent = from.saturating_sub(2);
    let carets = to.saturating_sub(from.max(2)).max(1);
    let more = if m.span.end > start + line.len() { "…" } else { "" };
    let severity = if m.severity == Severity::Error { "error" } else { "warning" };
    let _ = writeln!(out, "//{:indent$}{}{more} {severity}[{}]: {}", "", "^".repeat(carets), m.code, m.message);
    for label in &m.labels {
        let _ = writeln!(out, "//{:indent$}= `{}`: {}", "", quoted(text, label.span), label.text);
    }
    if let Some(help) = &m.help {
        let _ = writeln!(out, "//{:indent$}= help: {help}", "");
    }
}

fn quoted(text: &str, span: Span) -> String {
    let all = text.get(span.start..span.end).unwrap_or_default();
    all.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(40).collect()
}

#[test]
fn every_broken_file_gets_its_message_and_no_other() {
    let update = std::env::var_os("UPDATE").is_some();
    assert!(BROKEN.len() >= 60, "only {} files in tests/broken", BROKEN.len());
    let mut wrong = String::new();
    for Broken { path, marked: old, text, said } in BROKEN.iter() {
        let new = marked(text, said);
        if said.len() != 1 {
            let _ = writeln!(wrong, "{}: {} messages instead of one\n{new}", path.display(), said.len());
        }
        if new != *old {
            match update {
                true => std::fs::write(path, &new).unwrap(),
                false => {
                    let _ = writeln!(wrong, "{}\n--- is\n{new}--- should be\n{old}", path.display());
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn advice_where_one_slip_is_told_twice() {
    let rules = |clause: &str, verdict: &str| {
        format!(
            "players White, Black\nboard square 8x8\nfacing White north, Black south\npiece Man, King\n\
             setup {{ White Man on rank 1  Black Man on rank 8 }}\nmove Man {{ {clause} }}\nend {{ {verdict} }}\n"
        )
    };
    for (clause, verdict, advice) in [
        (
            "step forward to empty or enemy (promote to as King)",
            "win when no enemy",
            "in braces: `{ promote to as King }`",
        ),
        ("step any to empty", "win when captures King", "`King` is no player"),
    ] {
        let said = messages(&rules(clause, verdict));
        let helps: Vec<String> = said.into_iter().filter_map(|message| message.help).collect();
        assert!(helps.iter().any(|help| help.contains(advice)), "{clause}, {verdict}: {helps:?}");
    }
}

#[test]
fn markers_are_told_from_comments() {
    assert!(is_marker("//    ^^^ error[unknown-name]: there is no piece `Pwan`"));
    assert!(is_marker("//^… warning[unused]: x"));
    assert!(is_marker("//   = help: write it"));
    assert!(!is_marker("// a comment"));
    assert!(!is_marker("//^ a comment"));
    let text = "game \"G\"\nplayers A, B\n";
    assert_eq!(plain(&marked(text, &messages(text))), text);
    assert_ne!(marked(text, &messages(text)), text, "this file has no board, so something is said about it");
}

/// A small file with these lines in it.
fn codes(lines: &str) -> Vec<&'static str> {
    let text = format!(
        "players White, Black\nboard square 5x5\npiece Man\nsetup {{ White Man on a1  Black Man on e5 }}\n{lines}\n"
    );
    messages(&text).iter().map(|message| message.code).collect()
}

#[test]
fn moves_and_an_end_are_missed_at_once_and_nothing_that_follows_from_that() {
    assert_eq!(codes("captives to hand\ndefine zone = own on a1"), ["no-end", "no-moves"]);
}

#[test]
fn cells_ranks_and_files_off_the_board_are_told_together_where_they_are_many() {
    let rows = "region camp = file f or file g or rank 6 or rank 7 or rank 8 or a9\n";
    let rest = "move Man { step any to empty or enemy }\nend { win when own on camp  win when enemy stuck }";
    let off = ["file-off-the-board", "file-off-the-board", "rank-off-the-board", "cell-off-the-board"];
    assert_eq!(codes(&format!("{rows}{rest}")), off);
}

/// What is said of these lines on a small board with a player's piece each, without what stands for it in `lines`.
fn said(lines: &str) -> Vec<(&'static str, String)> {
    let text = format!("players White, Black\nboard square 5x5\npiece Man\n{lines}\n");
    messages(&text).into_iter().map(|message| (message.code, message.message)).collect()
}

#[test]
fn no_verdict_is_missed_where_the_rules_leave_nobody_stuck() {
    let placing = "move { place Man on empty }\nend { win when line 3 of own  draw when";
    for end in ["count empty = 0", "count occupied >= 25", "count occupied = 25", "no empty"] {
        assert_eq!(said(&format!("{placing} {end} }}")), [], "{end}");
    }
    let counted = "state n: number\nmove { place Man on empty { set n = n + 1 } }\n";
    assert_eq!(said(&format!("{counted}end {{ win when line 3 of own  draw when n = 25 }}")), []);
    assert_eq!(said("hand 9 Man each\nmove { drop Man on empty }\nend { draw when no own hand }"), []);
    // More moves than there are cells, and more pieces than cells: somebody is stuck before.
    let late = said(&format!("{counted}end {{ win when line 3 of own  draw when n = 26 }}"));
    assert_eq!(late.iter().map(|m| m.0).collect::<Vec<_>>(), ["no-verdict-when-stuck"]);
    let many = said("hand 13 Man each\nmove { drop Man on empty }\nend { draw when no own hand }");
    assert_eq!(many.iter().map(|m| m.0).collect::<Vec<_>>(), ["no-verdict-when-stuck"]);
}

#[test]
fn no_verdict_is_missed_where_clocks_end_what_fills_up() {
    let placing = "move { place Man on empty }\n";
    assert_eq!(said(&format!("clock age\n{placing}end {{ win when line 3 of own  draw when age = 25 }}")), []);
    let counted = "state n: number\nturn { any finally { set n = n + 1 } }\n";
    assert_eq!(said(&format!("{counted}{placing}end {{ win when line 3 of own  draw when n >= 25 }}")), []);
    let reset = "clock age\nmove { place Man on empty { if to on corners { reset age } } }\n";
    let told = said(&format!("{reset}end {{ win when line 3 of own  draw when age = 25 }}"));
    assert_eq!(told.iter().map(|m| m.0).collect::<Vec<_>>(), ["no-verdict-when-stuck"]);
}

#[test]
fn no_verdict_is_missed_where_pieces_have_room() {
    let stuck = |setup: &str, clause: &str, end: &str| {
        let told = said(&format!("setup {{ {setup} }}\nmove Man {{ {clause} }}\nend {{ {end} }}"));
        told.iter().any(|m| m.0 == "no-verdict-when-stuck")
    };
    let two = "White Man on a1  Black Man on e5";
    assert!(!stuck(two, "step any to empty", "win when own on c3"));
    // Three can shut one in a corner in.
    let four = "White Man on a1  Black Man on e5 e4 e3";
    assert!(stuck(four, "step any to empty", "win when own on c3"));
    assert!(stuck(four, "step any to empty or enemy", "win when own on c3"));
    assert!(!stuck(four, "step any to empty or enemy", "win when no enemy"));
    assert!(stuck(four, "step north to empty or enemy", "win when no enemy"));
    assert!(stuck(four, "step any to empty or enemy when to on dark", "win when no enemy"));
    assert!(stuck(four, "step any to empty or enemy { take any of to }", "win when no enemy"));
    assert!(stuck("White Man on a1..e3  Black Man on e5", "slide orthogonal to empty", "win when own on c3"));
}

/// Files about which a check once said what is not so.
#[test]
fn nothing_is_said_of_what_is_right() {
    let all = games::files("tests/sound");
    assert!(all.len() > 30, "{}", all.len());
    for (name, text) in all {
        let told = messages(&text);
        assert!(told.is_empty(), "{name}: {told:#?}");
    }
}

#[test]
fn verdicts_that_ask_for_full_cells_and_more_leave_somebody_stuck() {
    let rest = "region middle = b2..d4\nmove { place Man on empty on middle }\n";
    let stuck = |end: &str| said(&format!("{rest}end {{ {end} }}")).iter().any(|m| m.0 == "no-verdict-when-stuck");
    assert!(stuck("win when no empty on middle and own on c3"));
    assert!(!stuck("win when no empty on middle and own on c3  lose when no empty on middle and no own on c3"));
    assert!(!stuck("win when no empty on middle and count own > 5  draw when no empty on middle and count own < 5"));
    assert!(!stuck("draw when no empty on middle"));
    // The rest of the board is never filled.
    assert!(stuck("draw when no empty on edge"));
}

#[test]
fn a_game_has_stacks_or_none() {
    for pieces in ["Top, Base stacked", "Top stacked, Base"] {
        for kind in ["Top", "Base"] {
            let told = said(&format!("piece {pieces}\nsetup {{ 2 {kind} on a1 }}\nmove {{ place Top on empty }}"));
            assert!(told.iter().any(|m| m.1.starts_with(&format!("one new `{kind}`"))), "{pieces}: {told:?}");
        }
    }
}

#[test]
fn what_does_not_fit_on_a_board_is_told_there_where_it_is_much() {
    let text = "extends \"tic-tac-toe\"\nboard square 3x3\nregion spot = d4\n";
    assert_eq!(messages(text).iter().map(|m| m.code).collect::<Vec<_>>(), ["cell-off-the-board"]);
    let found = messages("extends \"xiangqi\"\nboard square 7x7\n");
    assert_eq!(found.iter().map(|m| m.code).collect::<Vec<_>>(), ["board-does-not-fit"]);
    assert_eq!(found[0].labels.len(), 3);
    assert!(found[0].help.as_ref().is_some_and(|help| help.contains("`region palace`")), "{found:?}");
}

#[test]
fn verdicts_that_legal_rules_out_are_told() {
    let there = "setup { White Man on rank 1  Black Man on rank 5 }\nmove Man { step any to empty or enemy }\n";
    let told = |legal: &str, end: &str| {
        let all = said(&format!("{there}legal when {legal}\nend {{ {end}  draw when enemy stuck }}"));
        all.iter().any(|m| m.0 == "never-comes")
    };
    assert!(told("no own on corners", "win when own Man on corners"));
    assert!(told("count own > 2", "lose when count own < 2"));
    assert!(!told("no own on corners", "win when own on edge"));
    assert!(!told("no own on corners", "win when enemy on corners"));
    assert!(!told("no to on corners", "win when own on corners"));
    assert!(told("not repeats 2", "draw when repeats 3"));
    assert!(told("new board", "draw when repeats 2"));
    assert!(!told("not repeats 4", "draw when repeats 3"));
}

#[test]
fn warnings_say_under_which_option() {
    let there = "setup { White Man on rank 1  Black Man on rank 5 }\n";
    let stuck = said(&format!(
        "option stuck-wins = no\n{there}move Man {{ step north, south to empty or enemy }}\n\
         end {{ win when no enemy  win when enemy stuck and stuck-wins }}"
    ));
    assert!(matches!(&stuck[..], [("no-verdict-when-stuck", m)] if m.contains("`stuck-wins = no`")), "{stuck:?}");
    let far = said(&format!(
        "option size = 6 in 2..6\n{there}move Man {{ step any to empty or enemy  slide north size to empty }}\n\
         end {{ win when no enemy  draw when enemy stuck }}"
    ));
    assert!(matches!(&far[..], [("never-played", m)] if m.contains("`size = 6`")), "{far:?}");
}

#[test]
fn what_a_file_declares_near_to_a_name_of_another_one_is_asked_about() {
    let text = "extends \"chess\"\ngame \"X\"\ndefine crwon { promote to on far rank as Queen }\n";
    let found = messages(text);
    assert!(
        matches!(&found[..], [m] if m.code == "unused" && m.help.as_ref().is_some_and(|h| h.contains("`crown`"))),
        "{found:?}"
    );
}

#[test]
fn items_in_a_row_that_lack_their_words_are_told_one_by_one() {
    let rest = "\nsetup { White Man on a1  Black Man on e5 }\nmove Man { step forward to empty }\nend { win when enemy stuck }\n";
    let helps = |head: &str| -> Vec<String> {
        messages(&format!("{head}{rest}")).into_iter().filter_map(|message| message.help).collect()
    };
    let lacking = helps("White, Black\nsquare 5x5\nWhite north, Black south\nMan");
    let words = ["players White, Black", "board square 5x5", "facing White north, Black south", "piece Man"];
    assert_eq!(lacking, words.map(|item| format!("the word of the item is missing: write `{item}`")));
    // An item may go on at the left edge.
    let whole = "players\nWhite,\nBlack\nboard\nsquare\n5x5\nfacing\nWhite north,\nBlack south\npiece\nMan";
    assert_eq!(helps(whole), [""; 0]);
}
