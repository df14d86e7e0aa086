//! The procedures on the books' trees, on random trees, and on games.

use std::sync::atomic::AtomicBool;

use crate::support::plain::minimax;
use crate::support::random::{HashEval, random_position};
use crate::support::{Connect, Kalah, Rng};
use rulesmith::game::Position;
use rulesmith::search::textbook::{
    Algorithm, Cutoff, Explicit, GameTree, Kind, Trace, TraceError, TraceOptions, Tree, compare, minimal_leaves,
    render_svg, render_table, render_text, run,
};

const BOOK: &str = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))";

fn traced<T: Tree>(tree: &T, algorithm: Algorithm, depth: Option<u32>) -> Trace {
    let options = TraceOptions { depth, ..TraceOptions::default() };
    run(tree, algorithm, &options, &AtomicBool::new(false)).expect("it runs")
}

fn parse(text: &str) -> Explicit {
    Explicit::parse(text).unwrap_or_else(|error| panic!("{}", error.render(text)))
}

/// Names of the branches cut off, with the kind of cutoff.
fn pruned(trace: &Trace) -> Vec<(Cutoff, Vec<String>)> {
    let cutoffs = trace.events.iter().filter(|event| event.kind == Kind::Cutoff);
    cutoffs.map(|event| (event.cutoff.expect("a kind"), event.pruned.clone())).collect()
}

fn strings(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

#[test]
fn the_books_tree() {
    let tree = parse(BOOK);
    for algorithm in Algorithm::ALL {
        let trace = traced(&tree, algorithm, None);
        assert_eq!((trace.value, trace.line.clone()), (3, strings(&["1", "3"])), "{}", trace.algorithm);
        assert_eq!(trace.nodes, if algorithm.prunes() { trace.nodes } else { 13 });
        if matches!(algorithm, Algorithm::MinimaxAB | Algorithm::AlphaBeta | Algorithm::Negamax) {
            assert_eq!(pruned(&trace), [(Cutoff::Alpha, strings(&["4", "6"]))], "{}", trace.algorithm);
            assert_eq!((trace.nodes, trace.static_evaluations, trace.cutoffs), (11, 7, 1), "{}", trace.algorithm);
        }
    }
}

#[test]
fn bounds_come_down_and_values_go_up() {
    let trace = traced(&parse(BOOK), Algorithm::AlphaBeta, None);
    let entered: Vec<_> =
        trace.events.iter().filter(|e| e.kind == Kind::Enter && e.ply == 1).map(|e| (e.alpha, e.beta)).collect();
    assert_eq!(entered, [(None, None), (Some(3), None), (Some(3), None)]);
    let left: Vec<_> = trace.events.iter().filter(|e| e.kind == Kind::Exit && e.ply <= 1).map(|e| e.value).collect();
    assert_eq!(left, [Some(3), Some(2), Some(2), Some(3)]);
}

#[test]
fn deep_cutoffs() {
    // A is worth 5 at least to MAX at the root; three plies below, at D, MIN finds 4: the rest of D can't matter, though
    // the MAX position just above D has no bound of its own.
    let tree = parse("(max (A min 5 6) (B min (C max (D min d1=4 d2=7) (E min 3 9)) 8))");
    for algorithm in [Algorithm::MinimaxAB, Algorithm::AlphaBeta, Algorithm::Negamax] {
        let trace = traced(&tree, algorithm, None);
        assert_eq!(trace.value, 5);
        let cutoffs = pruned(&trace);
        assert_eq!(cutoffs[0], (Cutoff::Deep, strings(&["d2"])), "{}", trace.algorithm);
        assert!(trace.deep_cutoffs >= 1);
    }
}

#[test]
fn the_same_player_twice() {
    // No inversion between two MAX nodes.
    let tree = parse("(max (max 1 (min 9 7)) (min 8 6))");
    for algorithm in Algorithm::ALL {
        assert_eq!(traced(&tree, algorithm, None).value, 7, "{}", algorithm.name());
    }
}

fn random_tree(rng: &mut Rng, depth: usize, alternate: bool, max: bool) -> String {
    if depth == 0 || rng.below(12) == 0 {
        return (rng.below(41) as i32 - 20).to_string();
    }
    let children = 1 + rng.below(4);
    let below: Vec<String> = (0..children)
        .map(|_| {
            let next = if alternate || rng.below(3) > 0 { !max } else { max };
            random_tree(rng, depth - 1, alternate, next)
        })
        .collect();
    format!("(={} {} {})", rng.below(20), if max { "max" } else { "min" }, below.join(" "))
}

#[test]
fn all_agree_on_random_trees() {
    let mut rng = Rng(5);
    for number in 0..300 {
        let max = rng.below(2) == 0;
        let text = random_tree(&mut rng, 6, number % 2 == 0, max);
        if !text.starts_with('(') {
            continue;
        }
        let tree = parse(&text);
        for depth in [None, Some(3)] {
            let traces = Algorithm::ALL.map(|algorithm| traced(&tree, algorithm, depth));
            for trace in &traces {
                assert_eq!(trace.value, traces[0].value, "{} at {depth:?} on {text}", trace.algorithm);
                assert_eq!(line_value(&tree, trace, depth), trace.value, "{}: its line, {text}", trace.algorithm);
                assert!(trace.static_evaluations <= traces[0].static_evaluations || trace.algorithm == "pvs");
            }
            assert_eq!(traces[0].nodes, traces[1].nodes, "with and without recursion");
            assert_eq!(traces[2].nodes, traces[3].nodes, "two forms of alpha-beta, {text}");
        }
    }
}

/// The static value at the end of the line, found by the names of its moves (where siblings share a name, by trying).
fn line_value(tree: &Explicit, trace: &Trace, depth: Option<u32>) -> i32 {
    fn end(tree: &Explicit, node: usize, line: &[String], depth: u32, want: i32) -> bool {
        let next = if depth == 0 { Vec::new() } else { tree.successors(&node).unwrap() };
        match line.split_first() {
            None => next.is_empty() && tree.static_value(&node) == Ok(want),
            Some((name, rest)) => next.iter().any(|(by, child)| by == name && end(tree, *child, rest, depth - 1, want)),
        }
    }
    assert!(end(tree, 0, &trace.line, depth.unwrap_or(250), trace.value), "{:?}", trace.line);
    trace.value
}

#[test]
fn games_have_the_engines_values() {
    let name = |_: &[u64], record: &[u64]| record[0].to_string();
    let connect = HashEval(Connect::four(4, 4), 50);
    let kalah = HashEval(Kalah::new(3, 2), 20);
    let mut rng = Rng(9);
    for _ in 0..12 {
        let mut position = random_position(&connect, &mut rng, 8);
        let expected = minimax(&mut position, 4, 0);
        let tree = GameTree::new(position, &name);
        for algorithm in Algorithm::ALL {
            assert_eq!(traced(&tree, algorithm, Some(4)).value, expected, "{}", algorithm.name());
        }
        let mut position = random_position(&kalah, &mut rng, 6);
        let expected = minimax(&mut position, 5, 0);
        let tree = GameTree::new(position, &name);
        for algorithm in Algorithm::ALL {
            assert_eq!(traced(&tree, algorithm, Some(5)).value, expected, "{}", algorithm.name());
        }
    }
}

#[test]
fn mistakes_in_trees_are_shown_at_their_place() {
    for (text, place, message) in [
        ("(max 3 (min 4 x) 5)", "x", "`x` is not a number"),
        ("(max 3 (min 4 5)", "(", "this `(` is never closed"),
        ("(max 3) 4", "4", "the tree ended before this"),
        ("(mux 3 4)", "mux", "expected `max` or `min`"),
        ("(max 3 (min))", "min)", "a node without children"),
        ("(max -2147483648 3)", "-2147483648", "`-2147483648` is not a value"),
        ("(max 3999990 3)", "3999990", "`3999990` is not a value"),
        ("max 3 4", "max", "`max` stands outside of parentheses"),
        ("(max 3 99999999999)", "99999999999", "`99999999999` is not a value"),
        ("", "", "expected a node, but the text ends"),
    ] {
        let error = Explicit::parse(text).expect_err(text);
        assert_eq!((&text[error.span.clone()], error.message.as_str()), (place, message), "{text}");
        assert!(error.render(text).contains('^'));
    }
    let deep = "(max ".repeat(5000);
    assert!(Explicit::parse(&deep).is_err(), "no stack overflow");
    let error = run(
        &parse(BOOK),
        Algorithm::Minimax,
        &TraceOptions { depth: Some(1), ..TraceOptions::default() },
        &AtomicBool::new(false),
    );
    assert!(error.unwrap_err().to_string().contains("no static value"));
}

#[test]
fn pictures() {
    let trace = traced(&parse("(S max (A min 3 12 8) (B min 2 4 6) (C min 14 5 2))"), Algorithm::AlphaBeta, None);
    let expected = "\
*max S [−∞, +∞] → 3
├─ *min A [−∞, +∞] → 3
│  ├─ *3
│  ├─ 12
│  └─ 8
├─ min B [3, +∞] → 2
│  ├─ 2
│  └✂ alpha cutoff: 4 6
└─ min C [3, +∞] → 2
   ├─ 14
   ├─ 5
   └─ 2
alphabeta: value 3, line A 3
nodes 11, static evaluations 7, cutoffs 1 (0 deep)
";
    assert_eq!(render_text(&trace, 1000), expected);
    let folded = render_text(&trace, 6);
    assert!(folded.lines().count() <= 9 && folded.contains("more"), "{folded}");
    let svg = render_svg(&trace, 100);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("class=\"pruned\"").count(), 2);
    assert_eq!(svg.matches("class=\"line\"").count(), 2);
    assert!(render_svg(&trace, 4).contains("class=\"fold\""));
    let json = serde_json::to_value(&trace).unwrap();
    assert_eq!((&json["value"], &json["nodes"]), (&3.into(), &11.into()));
    assert_eq!(json["events"][0]["kind"], "enter");
}

#[test]
fn long_traces_are_kept_in_part_and_counted_in_full() {
    let name = |_: &[u64], record: &[u64]| record[0].to_string();
    let game = Connect::tic_tac_toe();
    let tree = GameTree::new(Position::initial(&game), &name);
    let options = TraceOptions { depth: Some(4), keep_events: 50, ..TraceOptions::default() };
    let trace = run(&tree, Algorithm::Minimax, &options, &AtomicBool::new(false)).unwrap();
    assert!(trace.truncated && trace.events.len() < 80);
    assert_eq!(trace.nodes, 1 + 9 + 72 + 504 + 3024);
    assert!(render_text(&trace, 40).lines().count() < 60);
    render_svg(&trace, 40);
}

#[test]
fn comparison() {
    assert_eq!(minimal_leaves(3.0, 2), 5.0);
    let table = compare(&parse(BOOK), 2, 1000, &AtomicBool::new(false)).unwrap().unwrap();
    assert_eq!((table.depth, table.tree_leaves, table.minimal_leaves), (2, 9, 5.0));
    assert!(table.rows.iter().all(|row| row.value == 3));
    let row = |algorithm: &str, order: &str| {
        table.rows.iter().find(|r| r.algorithm == algorithm && r.order.name() == order).unwrap().static_evaluations
    };
    assert_eq!(row("alphabeta", "best first"), 5, "the least there is");
    assert_eq!(row("alphabeta", "as generated"), 7);
    assert_eq!(row("alphabeta", "worst first"), 9);
    let text = render_table(&table);
    assert!(text.contains("best first") && text.lines().count() >= 15, "{text}");

    let name = |_: &[u64], record: &[u64]| record[0].to_string();
    let game = Connect::four(5, 5);
    let tree = GameTree::new(Position::initial(&game), &name);
    let table = compare(&tree, 6, 100_000, &AtomicBool::new(false)).unwrap().unwrap();
    let stopped = compare(&tree, 6, 100_000, &AtomicBool::new(true));
    assert!(matches!(stopped, Err(TraceError::Interrupted)), "the tree is not built first: {stopped:?}");
    let best = table.rows.iter().filter(|row| row.order.name() == "best first").map(|row| row.static_evaluations);
    assert!(best.min().unwrap() as f64 <= 1.3 * table.minimal_leaves, "{}", render_table(&table));
}
