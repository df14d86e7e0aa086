//! All procedures on the same tree, with the effect of the order of moves, beside the least possible.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::{Algorithm, Explicit, TraceError, TraceOptions, Tree, materialize, run};

/// In which order successors are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As MOVE-GEN gives them.
    Generated,
    /// By their exact values at this depth, the best for the player to move first.
    BestFirst,
    /// The other way round.
    WorstFirst,
}

impl Order {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Order::Generated => "as generated",
            Order::BestFirst => "best first",
            Order::WorstFirst => "worst first",
        }
    }
}

/// One procedure in one order.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The procedure's name.
    pub algorithm: &'static str,
    /// The order of successors.
    pub order: Order,
    /// The root's value; the same in every row.
    pub value: i32,
    /// Positions entered.
    pub nodes: u64,
    /// How often STATIC was asked.
    pub static_evaluations: u64,
    /// How often successors were cut off.
    pub cutoffs: u64,
    /// Of these, by a bound from higher up.
    pub deep_cutoffs: u64,
    /// The b for which a full tree, 1 + b + … + b^depth, has as many nodes.
    pub effective_branching: f64,
}

/// The table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// Plies from the root to the deepest leaf.
    pub depth: u32,
    /// Positions in the whole tree.
    pub tree_nodes: u64,
    /// Leaves of the whole tree.
    pub tree_leaves: u64,
    /// Successors per inner position, on average.
    pub branching: f64,
    /// b^⌈d/2⌉ + b^⌊d/2⌋ − 1 for that b: the leaves that any procedure has to look at (Knuth and Moore; exact where
    /// all inner positions have b successors and all leaves are d deep).
    pub minimal_leaves: f64,
    /// One row for each procedure and order.
    pub rows: Vec<Row>,
}

/// b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
pub fn minimal_leaves(branching: f64, depth: u32) -> f64 {
    branching.powi(depth.div_ceil(2) as i32) + branching.powi((depth / 2) as i32) - 1.0
}

/// Runs every procedure on the tree down to `depth`. None if that part has more than `cap` positions.
///
/// # Errors
/// As [`run`].
pub fn compare<T: Tree>(tree: &T, depth: u32, cap: usize, stop: &AtomicBool) -> Result<Option<Comparison>, TraceError> {
    tree.check_depth(depth).map_err(TraceError::Depth)?;
    let Some(generated) = materialize(tree, depth, cap, stop)? else { return Ok(None) };
    let (depth, inner, leaves) = measure(&generated);
    let branching = if inner == 0 { 0.0 } else { (generated.len() - 1) as f64 / inner as f64 };
    let values = values(&generated);
    let options = TraceOptions { depth: None, keep_events: 0, ..TraceOptions::default() };
    let mut rows = Vec::new();
    for order in [Order::Generated, Order::BestFirst, Order::WorstFirst] {
        let tree = sorted(&generated, &values, order);
        for algorithm in Algorithm::ALL {
            if !algorithm.prunes() && order != Order::Generated {
                continue; // The order is all the same to them.
            }
            let trace = run(&tree, algorithm, &options, stop)?;
            rows.push(Row {
                algorithm: algorithm.name(),
                order,
                value: trace.value,
                nodes: trace.nodes,
                static_evaluations: trace.static_evaluations,
                cutoffs: trace.cutoffs,
                deep_cutoffs: trace.deep_cutoffs,
                effective_branching: effective_branching(trace.nodes, depth),
            });
        }
    }
    Ok(Some(Comparison {
        depth,
        tree_nodes: generated.len() as u64,
        tree_leaves: leaves,
        branching,
        minimal_leaves: minimal_leaves(branching, depth),
        rows,
    }))
}

/// The tree down to `depth` with the successors of every position in this order. None if that part has more than `cap`
/// positions.
///
/// # Errors
/// As [`run`].
pub fn arranged<T: Tree>(
    tree: &T,
    depth: u32,
    cap: usize,
    order: Order,
    stop: &AtomicBool,
) -> Result<Option<Explicit>, TraceError> {
    let Some(generated) = materialize(tree, depth, cap, stop)? else { return Ok(None) };
    let values = values(&generated);
    Ok(Some(sorted(&generated, &values, order)))
}

/// Depth, inner nodes, leaves. Children stand behind their parents.
fn measure(tree: &Explicit) -> (u32, u64, u64) {
    let mut plies = vec![0u32; tree.nodes.len()];
    let (mut inner, mut leaves) = (0, 0);
    for (number, node) in tree.nodes.iter().enumerate() {
        if node.children.is_empty() {
            leaves += 1
        } else {
            inner += 1
        }
        for &(_, child) in &node.children {
            plies[child] = plies[number] + 1;
        }
    }
    (plies.iter().copied().max().unwrap_or(0), inner, leaves)
}

/// The minimax value of every node, from MAX's point of view.
fn values(tree: &Explicit) -> Vec<i32> {
    let mut values = vec![0; tree.nodes.len()];
    for (number, node) in tree.nodes.iter().enumerate().rev() {
        let below = node.children.iter().map(|&(_, child)| values[child]);
        let best = if node.max { below.max() } else { below.min() };
        values[number] = best.or(node.value).unwrap_or(0);
    }
    values
}

fn sorted(tree: &Explicit, values: &[i32], order: Order) -> Explicit {
    let mut tree = tree.clone();
    if order != Order::Generated {
        for node in &mut tree.nodes {
            let descending = node.max == (order == Order::BestFirst);
            node.children.sort_by_key(|&(_, child)| if descending { -values[child] } else { values[child] });
        }
    }
    tree
}

fn effective_branching(nodes: u64, depth: u32) -> f64 {
    let full = |b: f64| (0..=depth).map(|ply| b.powi(ply as i32)).sum::<f64>();
    let (mut low, mut high) = (0.0, nodes as f64);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if full(middle) < nodes as f64 { low = middle } else { high = middle }
    }
    if depth == 0 { 0.0 } else { high }
}

/// The table as text.
pub fn render_table(comparison: &Comparison) -> String {
    let c = comparison;
    // With a mean for b the formula is no exact count, and a procedure may get by with less.
    let least = match c.minimal_leaves {
        least if least.fract() == 0.0 => format!("{least}"),
        least => format!("about {least:.1}"),
    };
    let mut out = format!(
        "tree: depth {}, {} positions, {} leaves, {:.2} successors on average\n\
         least leaves (Knuth and Moore, b^⌈d/2⌉ + b^⌊d/2⌋ − 1): {least}\n\n",
        c.depth, c.tree_nodes, c.tree_leaves, c.branching
    );
    let head = ["procedure", "order", "value", "nodes", "static", "cutoffs", "deep", "branching", "static/least"];
    let mut lines = vec![head.map(str::to_string)];
    for row in &c.rows {
        lines.push([
            row.algorithm.to_string(),
            row.order.name().to_string(),
            super::shape::number(Some(row.value), ""),
            row.nodes.to_string(),
            row.static_evaluations.to_string(),
            row.cutoffs.to_string(),
            row.deep_cutoffs.to_string(),
            format!("{:.2}", row.effective_branching),
            format!("{:.2}", row.static_evaluations as f64 / c.minimal_leaves.max(1.0)),
        ]);
    }
    let widths: Vec<usize> =
        (0..head.len()).map(|i| lines.iter().map(|line| line[i].chars().count()).max().unwrap_or(0)).collect();
    for line in lines {
        for (i, cell) in line.iter().enumerate() {
            let pad = " ".repeat(widths[i] - cell.chars().count());
            out.push_str(&if i < 2 { format!("{cell}{pad}  ") } else { format!("{pad}{cell}  ") });
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out
}
