//! The refinements by name, each of which can be switched on and off.

use super::Options;

/// A switch: its name, what it does, and where it is.
type Switch = (&'static str, &'static str, fn(&mut Options) -> &mut bool);

const SWITCHES: &[Switch] = &[
    ("table", "the transposition table", |o| &mut o.table),
    ("null-windows", "later moves need only be shown to be no better", |o| &mut o.null_windows),
    ("aspiration", "windows around the last iteration's value", |o| &mut o.aspiration),
    ("mate-distance", "windows cut to the wins that are still possible", |o| &mut o.mate_distance),
    ("internal-deepening", "a shallower search for the first move of the principal line", |o| {
        &mut o.internal_deepening
    }),
    ("captures", "captures first, by what they gain", |o| &mut o.ordering.gains),
    ("leaf-table", "what quiescence finds at a leaf kept in the table", |o| &mut o.leaf_table),
    ("enhanced-cutoffs", "a successor that the table knows to be too good ends a node", |o| &mut o.enhanced_cutoffs),
    ("exchanges", "captures that the exchange on their cell makes a loss come last", |o| &mut o.ordering.exchanges),
    ("foresight", "quiet moves by the evaluation of what they lead to", |o| &mut o.ordering.foresight),
    ("killers", "moves that cut off lately at this ply", |o| &mut o.ordering.killers),
    ("counters", "the move that last refuted the move before", |o| &mut o.ordering.counters),
    ("history", "how often a piece arriving at a cell cut off", |o| &mut o.ordering.history),
    ("wins", "wins at once seen before any move is tried, where the rules let that be told", |o| &mut o.wins),
    ("frontier", "the successors of a node above the leaves built in one go", |o| &mut o.frontier),
    ("leaf-wins", "no leaf where a win at once is there or must be stopped", |o| &mut o.selective.leaf_wins),
    ("blind-leaves", "leaves not asked whether there is a move at all", |o| &mut o.selective.blind_leaves),
    ("table-deeper", "what the table knows by a deeper search than is asked for", |o| &mut o.selective.deeper_entries),
    ("null-move", "giving the turn away where the rules vouch for it", |o| &mut o.selective.null_move),
    ("futility", "no quiet moves near the leaves where the evaluation is too far from the window", |o| {
        &mut o.selective.futility
    }),
    ("delta", "no captures in quiescence that cannot bring the evaluation back to the window", |o| {
        &mut o.selective.delta
    }),
    ("reductions", "late quiet moves less deep unless they surprise", |o| &mut o.selective.late_move_reductions),
    ("late-moves", "no late quiet moves a few plies above the leaves", |o| &mut o.selective.late_moves),
    ("reduce-unknown", "a ply less where no move is known to begin with", |o| &mut o.selective.reduce_unknown),
    ("follow-ups", "how often a move cut off behind the two before it", |o| &mut o.ordering.follow_ups),
    ("ageing", "what was learnt of moves fades between iterations", |o| &mut o.ordering.ageing),
    ("extensions", "a ply deeper behind forced replies", |o| &mut o.selective.extend_forced),
    ("threats", "a ply deeper where few moves answer a threat such as check, and quiescence over all of them", |o| {
        &mut o.selective.extend_threats
    }),
    ("singular", "a ply deeper where every other move is worse by far", |o| &mut o.selective.extend_singular),
    ("losing-captures", "quiescence leaves out captures that lose by exchange", |o| {
        &mut o.selective.prune_losing_captures
    }),
    ("two-fold", "the second occurrence of a position as the draw that the third is", |o| {
        &mut o.selective.two_fold_draw
    }),
];

impl Options {
    /// The switch of this name: `null-move`, `killers` …
    pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
        SWITCHES.iter().find(|(known, ..)| *known == name).map(|(.., place)| place(self))
    }

    /// All switches: name and what it does.
    pub fn switches() -> impl Iterator<Item = (&'static str, &'static str)> {
        SWITCHES.iter().map(|&(name, what, _)| (name, what))
    }
}
