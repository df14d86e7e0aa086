//! A trace as a picture: MAX positions are squares, MIN positions circles, leaves plain numbers; the principal variation
//! is bold, pruned branches are dashed and struck through, large subtrees are folded.

use std::fmt::Write;

use super::record::Trace;
use super::shape::{Visit, number, shape};

const COLUMN: f64 = 46.0;
const ROW: f64 = 84.0;
const MARGIN: f64 = 34.0;
/// How wide a letter of the caption is at most, on average.
const LETTER: f64 = 7.0;

/// What is drawn at a place.
struct Drawn {
    x: f64,
    ply: usize,
    parent: Option<usize>,
    what: What,
}

enum What {
    Visit(usize),
    /// A subtree of so many visits.
    Folded(usize),
    /// A branch that was cut off, by name.
    Pruned(String),
}

/// Draws the visits as SVG; of large trees at most about `max_nodes` places, the rest folded.
pub fn render_svg(trace: &Trace, max_nodes: usize) -> String {
    let visits = shape(trace);
    let mut drawn = Vec::new();
    if !visits.is_empty() {
        let open = unfolded(&visits, max_nodes);
        let mut next_column = 0.0;
        place(&visits, &open, 0, 0, None, &mut next_column, &mut drawn);
    }
    let columns = drawn.iter().map(|d| d.x).fold(0.0, f64::max);
    let rows = drawn.iter().map(|d| d.ply).max().unwrap_or(0) as f64;
    let caption = format!(
        "{}: value {}; nodes {}, static evaluations {}, cutoffs {} ({} deep){}",
        trace.algorithm,
        number(Some(trace.value), ""),
        trace.nodes,
        trace.static_evaluations,
        trace.cutoffs,
        trace.deep_cutoffs,
        if trace.truncated { "; trace cut short" } else { "" }
    );
    let below = 16.0 + caption.chars().count() as f64 * LETTER;
    let width = (columns * COLUMN + 2.0 * MARGIN).max(below);
    let height = rows * ROW + 2.0 * MARGIN + 40.0;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"img\">"
    );
    let _ = writeln!(out, "<title>{}: value {}</title>", escape(trace.algorithm), number(Some(trace.value), ""));
    out.push_str(STYLE);
    drawn.iter().for_each(|d| edge(d, &drawn, &visits, &mut out));
    drawn.iter().for_each(|d| node(d, &visits, &mut out));
    let _ = writeln!(out, "<text class=\"caption\" x=\"8\" y=\"{:.0}\">{}</text>", height - 8.0, escape(&caption));
    out.push_str("</svg>\n");
    out
}

const STYLE: &str = "<style>
text { font: 12px sans-serif; text-anchor: middle; fill: #222 }
.caption { text-anchor: start }
.window { font-size: 9px; fill: #777 }
.edge { stroke: #999; stroke-width: 1.2 }
.line { stroke: #b3261e; stroke-width: 3.2 }
.pruned { stroke: #bbb; stroke-width: 1.2; stroke-dasharray: 4 3 }
.strike { stroke: #444; stroke-width: 1.6 }
.box { fill: #eef3fb; stroke: #456 }
.box.on { fill: #fde7e5; stroke: #b3261e; stroke-width: 2.4 }
.gone { fill: #aaa; font-style: italic }
.fold { fill: #eee; stroke: #999 }
</style>
";

/// Which visits show their children: level by level while there is room, the principal variation always.
fn unfolded(visits: &[Visit], max_nodes: usize) -> Vec<bool> {
    let mut open = vec![false; visits.len()];
    let mut room = max_nodes.max(1);
    let mut level = vec![0];
    while !level.is_empty() {
        let mut below = Vec::new();
        for &at in &level {
            let visit = &visits[at];
            let cost = visit.children.len() + visit.pruned.len();
            if cost <= room || visit.on_line {
                room = room.saturating_sub(cost);
                open[at] = true;
                below.extend(&visit.children);
            }
        }
        level = below;
    }
    open
}

/// Places a subtree, leaves in columns from left to right and parents above the middle of their children; returns
/// where it stands.
fn place(
    visits: &[Visit],
    open: &[bool],
    at: usize,
    ply: usize,
    parent: Option<usize>,
    next_column: &mut f64,
    drawn: &mut Vec<Drawn>,
) -> f64 {
    let me = drawn.len();
    drawn.push(Drawn { x: 0.0, ply, parent, what: What::Visit(at) });
    let mut below = Vec::new();
    let leaf = |what, next_column: &mut f64, drawn: &mut Vec<Drawn>| {
        let x = *next_column;
        *next_column += 1.0;
        drawn.push(Drawn { x, ply: ply + 1, parent: Some(me), what });
        x
    };
    if open[at] {
        for &child in &visits[at].children {
            below.push(place(visits, open, child, ply + 1, Some(me), next_column, drawn));
        }
        for name in visits[at].pruned.iter().take(8) {
            below.push(leaf(What::Pruned(name.clone()), next_column, drawn));
        }
        if visits[at].pruned.len() > 8 {
            let name = format!("+{}", visits[at].pruned.len() - 8);
            below.push(leaf(What::Pruned(name), next_column, drawn));
        }
    } else if visits[at].size > 1 {
        below.push(leaf(What::Folded(visits[at].size - 1), next_column, drawn));
    }
    let x = match (below.first(), below.last()) {
        (Some(first), Some(last)) => (first + last) / 2.0,
        _ => {
            *next_column += 1.0;
            *next_column - 1.0
        }
    };
    drawn[me].x = x;
    x
}

fn point(drawn: &Drawn) -> (f64, f64) {
    (MARGIN + drawn.x * COLUMN, MARGIN + drawn.ply as f64 * ROW)
}

fn edge(d: &Drawn, all: &[Drawn], visits: &[Visit], out: &mut String) {
    let Some(parent) = d.parent else { return };
    let ((x1, y1), (x2, y2)) = (point(&all[parent]), point(d));
    let class = match &d.what {
        What::Visit(at) if visits[*at].on_line => "line",
        What::Pruned(_) => "pruned",
        _ => "edge",
    };
    let _ = writeln!(out, "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>");
    if matches!(d.what, What::Pruned(_)) {
        // Two short strokes across the branch.
        let (mx, my) = ((x1 + x2) / 2.0, (y1 + y2) / 2.0);
        for shift in [-3.0, 3.0] {
            let _ = writeln!(
                out,
                "<line class=\"strike\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
                mx - 7.0,
                my + shift + 3.0,
                mx + 7.0,
                my + shift - 3.0
            );
        }
    }
}

fn node(d: &Drawn, visits: &[Visit], out: &mut String) {
    let (x, y) = point(d);
    match &d.what {
        What::Pruned(name) => {
            let _ = writeln!(out, "<text class=\"gone\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y + 4.0, escape(name));
        }
        What::Folded(size) => {
            let corners =
                format!("{x:.1},{:.1} {:.1},{:.1} {:.1},{:.1}", y - 16.0, x - 18.0, y + 12.0, x + 18.0, y + 12.0);
            let _ = writeln!(out, "<polygon class=\"fold\" points=\"{corners}\"/>");
            let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\">{size}</text>", y + 8.0);
        }
        What::Visit(at) => {
            let visit = &visits[*at];
            let value = number(visit.value, "?");
            let on = if visit.on_line { " on" } else { "" };
            let half = 15.0_f64.max(value.chars().count() as f64 * 3.6);
            if visit.leaf {
                let _ = writeln!(
                    out,
                    "<rect class=\"box{on}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"18\" rx=\"3\"/>",
                    x - half,
                    y - 9.0,
                    2.0 * half
                );
            } else if visit.max {
                let _ = writeln!(
                    out,
                    "<rect class=\"box{on}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"30\"/>",
                    x - half,
                    y - 15.0,
                    2.0 * half
                );
            } else {
                let _ = writeln!(
                    out,
                    "<ellipse class=\"box{on}\" cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{half:.1}\" ry=\"16\"/>"
                );
            }
            let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y + 4.0, escape(&value));
            // Leaves are often called by their value.
            if !visit.leaf || visit.name != value {
                let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y - 19.0, escape(&visit.name));
            }
            if !visit.leaf && (visit.window.0.is_some() || visit.window.1.is_some()) {
                let window = format!("{}…{}", number(visit.window.0, "−∞"), number(visit.window.1, "+∞"));
                let _ = writeln!(
                    out,
                    "<text class=\"window\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                    y + 26.0,
                    escape(&window)
                );
            }
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
