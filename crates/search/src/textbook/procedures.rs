//! The procedures, each as it is printed. Where the books let the players alternate, the player of a successor is
//! asked: values and bounds are inverted only if it changes.

use std::sync::atomic::AtomicBool;

use super::record::{Recorder, Visit};
use super::{Algorithm, LARGE, Trace, TraceError, TraceOptions, Tree};

/// VALUE and PATH, the path last move first.
type Valued = (i32, Vec<String>);

pub(super) fn run<T: Tree>(
    tree: &T,
    algorithm: Algorithm,
    depth: u32,
    options: &TraceOptions,
    stop: &AtomicBool,
) -> Result<Trace, TraceError> {
    let mut recorder = Recorder::new(tree, algorithm, depth, options, stop);
    let root = tree.root();
    let sign = if tree.maximizes(&root) { 1 } else { -1 };
    let origin = Origin::default();
    let (value, mut path) = match algorithm {
        Algorithm::Minimax => signed(sign, minimax(&mut recorder, &root, "", 0)?),
        Algorithm::MinimaxList => minimax_list(&mut recorder, root)?,
        Algorithm::MinimaxAB => signed(sign, minimax_a_b(&mut recorder, &root, "", 0, LARGE, -LARGE, origin)?),
        Algorithm::AlphaBeta => alphabeta(&mut recorder, &root, "", 0, -LARGE, LARGE, origin)?,
        Algorithm::Negamax => signed(sign, negamax(&mut recorder, &root, "", 0, (-LARGE, LARGE), origin, false)?),
        Algorithm::Pvs => signed(sign, negamax(&mut recorder, &root, "", 0, (-LARGE, LARGE), origin, true)?),
    };
    path.reverse();
    let mut trace = recorder.trace;
    trace.value = value;
    trace.line = path;
    Ok(trace)
}

fn signed(sign: i32, (value, path): Valued) -> Valued {
    (sign * value, path)
}

/// A window of the player to move, as MAX sees it.
fn for_max(max: bool, (low, high): (i32, i32)) -> (i32, i32) {
    if max { (low, high) } else { (-high, -low) }
}

/// At which ply each bound was set: what makes a cutoff deep.
#[derive(Debug, Clone, Copy, Default)]
struct Origin {
    alpha: u32,
    beta: u32,
}

impl Origin {
    /// Whether the bound that stops a player at `ply` was set above the position just above.
    fn is_deep(self, max: bool, ply: u32) -> bool {
        let set = if max { self.beta } else { self.alpha };
        set + 1 < ply
    }

    /// After the player at `ply` improved its own bound.
    fn raised(self, max: bool, ply: u32) -> Self {
        if max { Origin { alpha: ply, ..self } } else { Origin { beta: ply, ..self } }
    }
}

/// MINIMAX(Position, Depth, Player): the value for the player to move.
fn minimax<T: Tree>(r: &mut Recorder<T>, position: &T::Node, by: &str, depth: u32) -> Result<Valued, TraceError> {
    let all = (-LARGE, LARGE);
    let visit = r.enter(position, by, depth, all)?;
    let player = visit.max;
    let perspective = if player { 1 } else { -1 };
    // 1. If DEEP-ENOUGH(Position, Depth), then return VALUE = STATIC(Position, Player), PATH = nil.
    if depth >= r.depth {
        return Ok((perspective * r.static_value(position, &visit, all)?, Vec::new()));
    }
    // 2. Otherwise generate one more ply: SUCCESSORS = MOVE-GEN(Position, Player).
    let successors = r.tree.successors(position)?;
    // 3. If SUCCESSORS is empty, there are no moves to be made: return as if DEEP-ENOUGH.
    if successors.is_empty() {
        return Ok((perspective * r.final_value(position, &visit, all)?, Vec::new()));
    }
    // 4. Examine each in turn and keep track of the best: BEST-SCORE starts at the least value that STATIC can return.
    let mut best = (-LARGE, Vec::new());
    for (name, successor) in &successors {
        // (a) RESULT-SUCC = MINIMAX(SUCC, Depth + 1, OPPOSITE(Player)); (b) NEW-VALUE = −VALUE(RESULT-SUCC).
        let (value, path) = minimax(r, successor, name, depth + 1)?;
        let new_value = if r.tree.maximizes(successor) == player { value } else { -value };
        // (c) If NEW-VALUE > BEST-SCORE, a better successor: record value and path.
        if new_value > best.0 {
            best = (new_value, extended(path, name));
            r.raise(&visit, all, perspective * new_value);
        }
    }
    // 5. Return VALUE = BEST-SCORE, PATH = BEST-PATH.
    r.exit(&visit, all, perspective * best.0);
    Ok(best)
}

fn extended(mut path: Vec<String>, name: &str) -> Vec<String> {
    path.push(name.to_string());
    path
}

/// A state on the list.
struct Item<N> {
    node: N,
    name: String,
    level: u32,
    visit: Option<Visit>,
    value: Option<i32>,
    path: Vec<String>,
}

/// Minimax by a list L. Values are MAX's throughout: a MAX state takes the greatest of its children, a MIN state the
/// least. The list holds the children of one state on each level at most: space is linear in the depth.
fn minimax_list<T: Tree>(r: &mut Recorder<T>, start: T::Node) -> Result<Valued, TraceError> {
    let all = (-LARGE, LARGE);
    // 1. L = the initial state. The front of the list is the end of the vector.
    let mut list =
        vec![Item { node: start, name: String::new(), level: 0, visit: None, value: None, path: Vec::new() }];
    while let Some(mut x) = list.pop() {
        match x.value {
            // 2. x has a value: if it is the initial state, stop; else back the value up into its parent p, and remove
            //    x. The parent is the first state behind x that is one level higher.
            Some(value) => {
                if let Some(visit) = &x.visit
                    && visit.ply < r.depth
                    && !x.path.is_empty()
                {
                    r.exit(visit, all, value);
                }
                let Some(parent) = list.iter_mut().rev().find(|item| item.level + 1 == x.level) else {
                    return Ok((value, x.path));
                };
                let max = r.tree.maximizes(&parent.node);
                let old = parent.value.unwrap_or(0);
                if (max && value > old) || (!max && value < old) {
                    parent.value = Some(value);
                    parent.path = extended(x.path, &x.name);
                    if let Some(visit) = parent.visit.clone() {
                        r.raise(&visit, all, value);
                    }
                }
            }
            None => {
                let visit = r.enter(&x.node, &x.name, x.level, all)?;
                let successors = if x.level < r.depth { r.tree.successors(&x.node)? } else { Vec::new() };
                // 3. x has none, and is a leaf or on level d: its value is e(x). It stays on the list.
                if successors.is_empty() {
                    x.value = Some(if x.level < r.depth {
                        r.final_value(&x.node, &visit, all)?
                    } else {
                        r.static_value(&x.node, &visit, all)?
                    });
                    x.visit = Some(visit);
                    list.push(x);
                    continue;
                }
                // 4. x has none: −∞ for a MAX state, +∞ for a MIN state, and its children go to the front.
                x.value = Some(if visit.max { -LARGE } else { LARGE });
                x.visit = Some(visit);
                let level = x.level + 1;
                list.push(x);
                let children = successors.into_iter().rev();
                list.extend(children.map(|(name, node)| Item {
                    node,
                    name,
                    level,
                    visit: None,
                    value: None,
                    path: Vec::new(),
                }));
            }
        }
    }
    unreachable!("the initial state leaves the list with its value")
}

/// MINIMAX-A-B(Position, Depth, Player, Use-Thresh, Pass-Thresh): the value for the player to move.
fn minimax_a_b<T: Tree>(
    r: &mut Recorder<T>,
    position: &T::Node,
    by: &str,
    depth: u32,
    use_thresh: i32,
    mut pass_thresh: i32,
    mut origin: Origin,
) -> Result<Valued, TraceError> {
    let max = r.tree.maximizes(position);
    let perspective = if max { 1 } else { -1 };
    let visit = r.enter(position, by, depth, for_max(max, (pass_thresh, use_thresh)))?;
    // 1.–3. As in MINIMAX.
    if depth >= r.depth {
        let window = for_max(max, (pass_thresh, use_thresh));
        return Ok((perspective * r.static_value(position, &visit, window)?, Vec::new()));
    }
    let successors = r.tree.successors(position)?;
    if successors.is_empty() {
        let window = for_max(max, (pass_thresh, use_thresh));
        return Ok((perspective * r.final_value(position, &visit, window)?, Vec::new()));
    }
    // 4. For each SUCC:
    let mut best_path = Vec::new();
    for (i, (name, successor)) in successors.iter().enumerate() {
        // (a) RESULT-SUCC = MINIMAX-A-B(SUCC, Depth + 1, OPPOSITE(Player), −Pass-Thresh, −Use-Thresh): the thresholds
        //     change places and sign with the player. (b) NEW-VALUE = −VALUE(RESULT-SUCC).
        let same = r.tree.maximizes(successor) == max;
        let (value, path) = if same {
            minimax_a_b(r, successor, name, depth + 1, use_thresh, pass_thresh, origin)?
        } else {
            minimax_a_b(r, successor, name, depth + 1, -pass_thresh, -use_thresh, origin)?
        };
        let new_value = if same { value } else { -value };
        // (c) If NEW-VALUE > Pass-Thresh, a better successor: Pass-Thresh = NEW-VALUE, BEST-PATH = SUCC and its PATH.
        if new_value > pass_thresh {
            pass_thresh = new_value;
            best_path = extended(path, name);
            r.raise(&visit, for_max(max, (pass_thresh, use_thresh)), perspective * new_value);
            let set = origin;
            origin = origin.raised(max, depth);
            // (d) If Pass-Thresh is not better than Use-Thresh, stop examining: VALUE = Pass-Thresh, PATH = BEST-PATH.
            if pass_thresh >= use_thresh {
                let window = for_max(max, (pass_thresh, use_thresh));
                let deep = set.is_deep(max, depth);
                r.cutoff(&visit, window, perspective * pass_thresh, deep, &successors[i + 1..]);
                break;
            }
        }
    }
    // 5. Return VALUE = Pass-Thresh, PATH = BEST-PATH.
    r.exit(&visit, for_max(max, (pass_thresh, use_thresh)), perspective * pass_thresh);
    Ok((pass_thresh, best_path))
}

/// Alpha-beta with MAX and MIN nodes; α is the best that MAX is sure of on the way here, β the best of MIN. The value
/// is MAX's.
fn alphabeta<T: Tree>(
    r: &mut Recorder<T>,
    position: &T::Node,
    by: &str,
    depth: u32,
    mut alpha: i32,
    mut beta: i32,
    mut origin: Origin,
) -> Result<Valued, TraceError> {
    let visit = r.enter(position, by, depth, (alpha, beta))?;
    if depth >= r.depth {
        return Ok((r.static_value(position, &visit, (alpha, beta))?, Vec::new()));
    }
    let successors = r.tree.successors(position)?;
    if successors.is_empty() {
        return Ok((r.final_value(position, &visit, (alpha, beta))?, Vec::new()));
    }
    let mut best_path = Vec::new();
    for (i, (name, successor)) in successors.iter().enumerate() {
        let (value, path) = alphabeta(r, successor, name, depth + 1, alpha, beta, origin)?;
        let set = origin;
        if visit.max && value > alpha {
            // A MAX node: α only rises.
            alpha = value;
        } else if !visit.max && value < beta {
            // A MIN node: β only falls.
            beta = value;
        } else {
            continue;
        }
        best_path = extended(path, name);
        r.raise(&visit, (alpha, beta), value);
        origin = origin.raised(visit.max, depth);
        // Cut off where α and β meet: below a MIN node by the α of any MAX node above it, and the other way round.
        if alpha >= beta {
            r.cutoff(&visit, (alpha, beta), value, set.is_deep(visit.max, depth), &successors[i + 1..]);
            break;
        }
    }
    let value = if visit.max { alpha } else { beta };
    r.exit(&visit, (alpha, beta), value);
    Ok((value, best_path))
}

/// Negamax: one function for both players, the value for the player to move; values outside the window are kept as
/// bounds. With `scout` it is principal variation search: after the first successor the others are asked, with a
/// window that holds no value, only whether they are better, and searched again if they are.
fn negamax<T: Tree>(
    r: &mut Recorder<T>,
    position: &T::Node,
    by: &str,
    depth: u32,
    (mut alpha, beta): (i32, i32),
    mut origin: Origin,
    scout: bool,
) -> Result<Valued, TraceError> {
    let max = r.tree.maximizes(position);
    let perspective = if max { 1 } else { -1 };
    let visit = r.enter(position, by, depth, for_max(max, (alpha, beta)))?;
    if depth >= r.depth {
        return Ok((perspective * r.static_value(position, &visit, for_max(max, (alpha, beta)))?, Vec::new()));
    }
    let successors = r.tree.successors(position)?;
    if successors.is_empty() {
        return Ok((perspective * r.final_value(position, &visit, for_max(max, (alpha, beta)))?, Vec::new()));
    }
    let mut best = (-LARGE, Vec::new());
    for (i, (name, successor)) in successors.iter().enumerate() {
        let same = r.tree.maximizes(successor) == max;
        let mut ask = |low: i32, high: i32| {
            let window = if same { (low, high) } else { (-high, -low) };
            let (value, path) = negamax(r, successor, name, depth + 1, window, origin, scout)?;
            Ok::<_, TraceError>((if same { value } else { -value }, path))
        };
        let (value, path) = if scout && i > 0 && beta - alpha > 1 {
            match ask(alpha, alpha + 1)? {
                (value, _) if value > alpha && value < beta => ask(alpha, beta)?,
                answer => answer,
            }
        } else {
            ask(alpha, beta)?
        };
        if value > best.0 {
            best = (value, extended(path, name));
            let set = origin;
            if value > alpha {
                alpha = value;
                origin = origin.raised(max, depth);
            }
            r.raise(&visit, for_max(max, (alpha, beta)), perspective * value);
            if alpha >= beta {
                let window = for_max(max, (alpha, beta));
                r.cutoff(&visit, window, perspective * value, set.is_deep(max, depth), &successors[i + 1..]);
                break;
            }
        }
    }
    r.exit(&visit, for_max(max, (alpha, beta)), perspective * best.0);
    Ok(best)
}
