//! Every mistake has its message: `tests/broken` holds a file for each, with what is said about it written below the
//! line it is said about. `UPDATE=1 cargo test` writes the messages anew; read the difference before you commit it.

use std::fmt::Write as _;
use std::path::Path;

use rulesmith::compile::{Settings, compile};
use rulesmith::diag::{Diagnostic, Diagnostics, Severity};
use rulesmith::session::with_bases;
use rulesmith::source::{Source, Span};

pub fn messages(text: &str) -> Vec<Diagnostic> {
    let mut diagnostics = Diagnostics::new();
    let source = with_bases(Source::new("broken.game", text), Path::new("tests/broken/broken.game"));
    compile(&source, &Settings::default(), &mut diagnostics);
    diagnostics.finish()
}

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
    let mut files: Vec<_> = std::fs::read_dir("tests/broken").unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 60, "only {} files in tests/broken", files.len());
    let mut wrong = String::new();
    for path in &files {
        let old = std::fs::read_to_string(path).unwrap();
        let text = plain(&old);
        let said = messages(&text);
        let new = marked(&text, &said);
        if said.len() != 1 {
            let _ = writeln!(wrong, "{}: {} messages instead of one\n{new}", path.display(), said.len());
        }
        if new != old {
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
