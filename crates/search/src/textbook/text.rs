//! A trace as an indented text tree.

use std::fmt::Write;

use super::record::{Cutoff, Trace};
use super::shape::{Visit, number, shape};

/// Draws the visits, one line each, at most `max_lines`; subtrees that don't fit are folded into one line.
///
/// `*` marks the principal variation, `✂` what was cut off and by which bound.
pub fn render_text(trace: &Trace, max_lines: usize) -> String {
    let visits = shape(trace);
    let mut out = String::new();
    if !visits.is_empty() {
        let mut left = max_lines.max(1);
        draw(
            &visits,
            0,
            "",
            "",
            &mut left,
            trace.algorithm != "minimax" && trace.algorithm != "minimax-list",
            &mut out,
        );
    }
    if trace.truncated {
        out.push_str("… (the trace was kept up to here)\n");
    }
    let line = if trace.line.is_empty() { "none".to_string() } else { trace.line.join(" ") };
    let _ = writeln!(out, "{}: value {}, line {line}", trace.algorithm, number(Some(trace.value), ""));
    let _ = writeln!(
        out,
        "nodes {}, static evaluations {}, cutoffs {} ({} deep)",
        trace.nodes, trace.static_evaluations, trace.cutoffs, trace.deep_cutoffs
    );
    out
}

fn draw(visits: &[Visit], at: usize, head: &str, indent: &str, left: &mut usize, windows: bool, out: &mut String) {
    let visit = &visits[at];
    *left = left.saturating_sub(1);
    let mark = if visit.on_line { "*" } else { "" };
    let player = if visit.leaf {
        ""
    } else if visit.max {
        "max "
    } else {
        "min "
    };
    let _ = write!(out, "{head}{mark}{player}{}", visit.name);
    let value = number(visit.value, "?");
    if visit.leaf {
        if value != visit.name {
            let _ = write!(out, "{}= {value}", if visit.name.is_empty() { "" } else { " " });
        }
    } else {
        if windows {
            let gap = if visit.name.is_empty() { "" } else { " " };
            let _ = write!(out, "{gap}[{}, {}]", number(visit.window.0, "−∞"), number(visit.window.1, "+∞"));
        }
        let _ = write!(out, " → {value}");
    }
    out.push('\n');
    let pruned = usize::from(visit.cutoff.is_some());
    // What does not fit is folded; the principal variation is told below anyway.
    if *left < visit.children.len() + pruned && !visit.children.is_empty() {
        let _ = writeln!(out, "{indent}└─ … {} more", visit.size - 1);
        *left = left.saturating_sub(1);
        return;
    }
    for (i, &child) in visit.children.iter().enumerate() {
        let last = i + 1 == visit.children.len() && pruned == 0;
        let (fork, bar) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        // Keep a line for each sibling still to come.
        let reserved = visit.children.len() - 1 - i + pruned;
        let mut share = left.saturating_sub(reserved);
        let before = share;
        draw(visits, child, &format!("{indent}{fork}"), &format!("{indent}{bar}"), &mut share, windows, out);
        *left -= (before - share).min(*left);
    }
    if let Some(cutoff) = visit.cutoff {
        let kind = match cutoff {
            Cutoff::Alpha => "alpha",
            Cutoff::Beta => "beta",
            Cutoff::Deep => "deep",
        };
        let shown: Vec<&str> = visit.pruned.iter().take(12).map(String::as_str).collect();
        let more =
            if visit.pruned.len() > 12 { format!(" and {} more", visit.pruned.len() - 12) } else { String::new() };
        let _ = writeln!(out, "{indent}└✂ {kind} cutoff: {}{more}", shown.join(" "));
        *left = left.saturating_sub(1);
    }
}
