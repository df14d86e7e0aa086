//! Expressions on boards of one to six words: native code and the interpreter give every random expression the same
//! value on random positions. Sizes and numbers are those at which words, carries and shifts go wrong.

use crate::support::Rng;
use rulesmith::compile::{Backend, Compiled, Settings, Stage, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::exec;
use rulesmith::game::Position;
use rulesmith::source::Source;

/// Columns and rows; together they have from one to six words, full ones and ones with a single cell too many.
const BOARDS: [(usize, usize); 9] = [(5, 5), (8, 8), (5, 13), (9, 9), (16, 8), (13, 13), (16, 15), (17, 17), (19, 19)];
/// Terms of one file.
const TERMS: usize = 12;

/// Draws expressions.
struct Gen {
    rng: Rng,
    /// Regions drawn before, so that terms have something in common.
    drawn: Vec<String>,
}

impl Gen {
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.rng.below(of.len())]
    }

    fn directions(&mut self) -> &'static str {
        self.one(&[
            "any",
            "orthogonal",
            "diagonal",
            "north",
            "southwest",
            "forward",
            "forward-diagonal",
            "sideways",
            "leap 1,2",
            "leap 2,3",
            "axis northeast",
            "reverse forward-left",
            "any except north",
        ])
    }

    /// How many steps: also as far as a word is long and farther than any board.
    fn steps(&mut self) -> &'static str {
        self.one(&["0", "1", "2", "7", "63", "64", "65", "1000", "(count own)", "(0 - 1)", "(count enemy - count own)"])
    }

    fn region(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self
                .one(&[
                    "own",
                    "enemy",
                    "empty",
                    "occupied",
                    "own Man",
                    "King",
                    "corners",
                    "edge",
                    "center",
                    "dark",
                    "all",
                    "rank 2",
                    "far rank",
                    "file a",
                    "attacked by enemy",
                    "attacked by own",
                    "attacked by own King",
                    "attacked by enemy Man",
                    "none",
                ])
                .to_string();
        }
        let (a, b, c) = (self.region(depth - 1), self.region(depth - 1), self.region(0));
        let (dirs, steps) = (self.directions(), self.steps());
        match self.rng.below(17) {
            0 => format!("({a} or {b})"),
            1 => format!("({a} on {b})"),
            2 => format!("({a} except {b})"),
            3 => format!("({a} else {b})"),
            4 => format!("(({dirs}) of ({a}))"),
            5 => format!("({} {steps} of ({a}))", self.one(&["north", "southeast", "forward", "left"])),
            6 => format!("(ray {dirs} of ({a}) through ({b}))"),
            7 => format!("(ray {dirs} of ({a}) through ({b}) until {c})"),
            8 => format!("(ray {} {steps} of ({a}) through ({b}))", self.one(&["any", "orthogonal", "southwest"])),
            9 => format!("(flood ({a}) in ({b}))"),
            10 => format!("(flood any ({a}) in ({b}))"),
            11 => format!("(line {} of ({a}))", 2 + self.rng.below(4)),
            12 => format!("(line {} {} of ({a}))", 2 + self.rng.below(3), self.one(&["diagonal", "north", "sideways"])),
            13 => format!("({} of ({a}))", self.one(&["ranks", "files"])),
            14 => {
                let (along, on) =
                    (self.one(&["north", "southwest", "forward-left"]), self.one(&["north", "southwest"]));
                format!("({on} of (ray {along} of ({a}) through ({b})))")
            }
            15 => format!("(beyond {dirs} of ({a}) through ({b}))"),
            _ => format!("(neighbours of ({a}))"),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        let region = |g: &mut Gen| {
            if !g.drawn.is_empty() && g.rng.below(3) == 0 {
                let index = g.rng.below(g.drawn.len());
                return g.drawn[index].clone();
            }
            let depth = 1 + g.rng.below(2);
            let drawn = g.region(depth);
            g.drawn.push(drawn.clone());
            drawn
        };
        let (a, b) = (region(self), region(self));
        match self.rng.below(if depth > 0 { 11 } else { 8 }) {
            0 => format!("groups ({a})"),
            1 => format!("groups any ({a})"),
            2 => format!("(sum ({a}) by advance)"),
            3 => format!("(sum ({a}) by distance to ({b}))"),
            4 => format!("(lines 3 with 1 ({a}), 2 ({b}))"),
            5 => format!("(lines 4 without ({a}))"),
            6 => {
                let (dirs, from, to) = (self.one(&["", "any ", "forward, sideways "]), self.region(0), self.region(0));
                format!("(fewest {dirs}({a}) from ({from}) to ({to}) through ({b}))")
            }
            8 => {
                let op = self.one(&["+", "-", "*", "div", "mod"]);
                format!("({} {op} {})", self.number(depth - 1), self.number(depth - 1))
            }
            10 => {
                let extreme = self.one(&["max", "min"]);
                format!("{extreme}({}, {})", self.number(depth - 1), self.number(depth - 1))
            }
            9 => format!("({} div {})", self.number(depth - 1), self.one(&["(count own - count own)", "2", "(0 - 3)"])),
            _ => format!("count ({a})"),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let (a, b) = (self.region(1), self.region(1));
        match self.rng.below(if depth > 0 { 6 } else { 3 }) {
            0 => format!("({a}) = ({b})"),
            1 => format!("no ({a})"),
            3 => format!("({}) and ({})", self.condition(depth - 1), self.condition(depth - 1)),
            4 => format!("({}) or ({})", self.condition(depth - 1), self.condition(depth - 1)),
            5 => format!("not ({})", self.condition(depth - 1)),
            _ => format!("{} {} {}", self.number(0), self.one(&["<", "<=", "=", "!=", ">"]), self.number(0)),
        }
    }

    /// A term on a line of its own.
    fn term(&mut self) -> String {
        let weight = self.one(&["1", "-3", "17", "1000"]);
        let number = if self.rng.below(4) == 0 { format!("({})", self.condition(1)) } else { self.number(1) };
        format!("  {weight} * {number}\n")
    }

    fn row(&mut self, columns: usize, density: usize) -> String {
        let cell = |g: &mut Gen| if g.rng.below(100) < density { g.one(&["M", "m", "K", "k"]) } else { "1" };
        let cells: Vec<&str> = (0..columns).map(|_| cell(self)).collect();
        // Numbers that stand beside each other would be read as one: add them up.
        let mut row = String::new();
        let mut gap = 0;
        for cell in cells {
            if cell == "1" {
                gap += 1;
                continue;
            }
            if gap > 0 {
                row += &gap.to_string();
            }
            gap = 0;
            row += cell;
        }
        if gap > 0 { row + &gap.to_string() } else { row }
    }

    /// A position text; nearly empty, half full or nearly full.
    fn position(&mut self, (columns, rows): (usize, usize)) -> String {
        let density = [0, 4, 30, 60, 96, 100][self.rng.below(6)];
        let rows: Vec<String> = (0..rows).map(|_| self.row(columns, density)).collect();
        format!("{} {}", rows.join("/"), self.one(&["w", "b"]))
    }
}

fn file((columns, rows): (usize, usize), terms: &str) -> String {
    format!(
        "game \"Expressions\"\nplayers White, Black\nboard square {columns}x{rows}\nfacing White north, Black south\n\
         piece Man, King\nsetup {{ White Man on a1  Black King on c3 }}\n\
         move Man {{ step forward-diagonal to enemy  step forward to empty  step forward-left to enemy }}\n\
         move King {{ slide any to empty or enemy  leap 1,2 to empty or enemy }}\n\
         end {{ lose when enemy stuck  draw when repeats 3 }}\neval {{\n{terms}}}\n"
    )
}

fn compiled(text: &str, backend: Backend) -> Result<Compiled, String> {
    let mut diagnostics = Diagnostics::new();
    let settings = Settings { backend, ..Settings::default() };
    let compiled = compile(&Source::new("expressions", text), &settings, &mut diagnostics);
    compiled.ok_or_else(|| format!("{:?}\n{text}", diagnostics.finish()))
}

/// The first position on which two games differ in an evaluation, or one from itself without the passes of the optimiser.
fn difference(a: &Compiled, b: &Compiled, positions: &[String]) -> Option<String> {
    let plain = exec::interpreter(a.lowered().clone(), 0);
    positions.iter().find_map(|text| {
        let (state, _) = a.parse_position(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let values = [&*plain, a.game(), b.game()].map(|game| game.evaluate(&state));
        (values[0] != values[1] || values[0] != values[2]).then(|| format!("{text}: {values:?}"))
    })
}

/// Terms that the checker lets pass: it refuses what it sees to be a mistake, such as a fixed length of 0.
fn terms(random: &mut Gen, board: (usize, usize)) -> Vec<String> {
    let drawn: Vec<String> = (0..2 * TERMS).map(|_| random.term()).collect();
    let fine = |term: &&String| compiled(&file(board, term), Backend::Interpreter).is_ok();
    let terms: Vec<String> = drawn.iter().filter(fine).take(TERMS).cloned().collect();
    assert!(terms.len() > TERMS / 2, "most are refused:\n{}", drawn.concat());
    terms
}

/// How many terms were compared.
fn agree(board: (usize, usize), seed: u64) -> usize {
    let mut random = Gen { rng: Rng(seed ^ (board.0 * 64 + board.1) as u64), drawn: Vec::new() };
    let mut terms = terms(&mut random, board);
    let positions: Vec<String> = (0..12).map(|_| random.position(board)).collect();
    let both = |terms: &str| {
        let text = file(board, terms);
        (compiled(&text, Backend::Interpreter).unwrap(), compiled(&text, Backend::Native).unwrap())
    };
    // What is too much code for one function has less to say.
    while cfg!(feature = "jit") && both(&terms.concat()).1.code().interpreted.is_some() {
        terms.pop();
    }
    let (interpreted, native) = both(&terms.concat());
    let Some(position) = difference(&interpreted, &native, &positions) else { return terms.len() };
    // Which term is it?
    for term in &terms {
        let (interpreted, native) = both(term);
        if let Some(position) = difference(&interpreted, &native, &positions) {
            panic!("{board:?}, seed {seed}: {term}on {position}");
        }
    }
    panic!("{board:?}, seed {seed}: {}on {position}", terms.concat());
}

#[test]
fn expressions_mean_the_same() {
    let files = std::env::var("EXPRESSIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(3_u64);
    for board in BOARDS {
        let compared: usize = (0..files).map(|seed| agree(board, seed)).sum();
        assert!(compared > files as usize * TERMS / 2, "{board:?}: only {compared} terms were compared");
    }
}

#[test]
fn a_difference_is_found() {
    let mut random = Gen { rng: Rng(3), drawn: Vec::new() };
    for board in BOARDS {
        let positions: Vec<String> = (0..12).map(|_| random.position(board)).collect();
        let game = |terms: &str, backend| compiled(&file(board, terms), backend).unwrap();
        let plain = game("  1 * count (north of own)\n", Backend::Interpreter);
        assert_eq!(difference(&plain, &game("  1 * count (north of own)\n", Backend::Native), &positions), None);
        assert!(difference(&plain, &game("  1 * count (east of own)\n", Backend::Native), &positions).is_some());
    }
}

/// A file whose definitions build on one another, each twice.
fn layers(levels: usize) -> String {
    let mut text = file((8, 8), "  1 * count layer0\n");
    let layer =
        |n: usize| format!("define layer{n} = (north of layer{0} on empty) or (east of layer{0} except own)\n", n - 1);
    let defines: String =
        std::iter::once("define layer0 = own Man\n".to_string()).chain((1..=levels).map(layer)).collect();
    let terms: String = (1..=levels).map(|n| format!("  {n} * count layer{n}\n")).collect();
    text = text.replacen("eval {\n", &format!("{defines}eval {{\n{terms}"), 1);
    text
}

#[test]
fn what_terms_have_in_common_is_worked_out_once() {
    let mut random = Gen { rng: Rng(5), drawn: Vec::new() };
    let positions: Vec<String> = (0..12).map(|_| random.position((8, 8))).collect();
    let [few, many] = [6, 9].map(|levels| compiled(&layers(levels), Backend::Native).unwrap());
    assert_eq!(difference(&few, &few, &positions), None);
    let size = |game: &Compiled| game.dump(Stage::Optimized).len() as f64 / game.dump(Stage::Ir).len() as f64;
    assert!(size(&many) < size(&few) / 2.0, "each level makes the expressions twice as long, but not the code");
    assert!(!cfg!(feature = "jit") || many.code().interpreted.is_none(), "{:?}", many.code().interpreted);
}

/// Boards on which ways lead round, and links that run into loops.
const LOOPS: [(&str, &str); 4] = [
    ("square 5x4 wrapped", "link away (x, y) -> (x mod 5 + 1, (y + 1) mod 4 + 1)"),
    ("track 9", "link away (i) -> i div 2 + 1"),
    ("track 14", "link away (i) -> i mod 14 + 1"),
    ("hexagon 3", "link away (x, y) -> (y, x)"),
];

/// What differs between a fixed cell and the same cell read from the board.
fn folding_differs(forms: &[&str], read: impl Fn(&str) -> String) -> Vec<String> {
    let mut wrong = Vec::new();
    for (board, link) in LOOPS {
        let text = format!(
            "game \"Loops\"\nplayers White, Black\nboard {board}\n{link}\npiece Man\nstate there: number = 30\n\
             setup {{ White Man on C }}\nmove Man {{ step any to empty }}\nend {{ lose when enemy stuck  draw when repeats 3 }}\n"
        );
        let on = |cell: &str| compiled(&text.replace("on C", &format!("on {cell}")), Backend::Native).unwrap();
        let first = if board.starts_with("track") { "1" } else { "b2" };
        let cells = on(first).topology().cells.iter().map(|cell| cell.name.clone()).collect::<Vec<_>>();
        for cell in &cells {
            let game = on(cell);
            let position = Position::initial(game.game());
            for form in forms {
                let ask = |text: String| game.query(&position, &text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
                let (fixed, read) = (ask(form.replace('R', cell)), ask(read(form).replace('R', "own")));
                if fixed != read {
                    wrong.push(format!("{board}, {form}, R = {cell}: {fixed:?} and {read:?}"));
                }
            }
        }
    }
    wrong
}

/// What is fixed is worked out when a file is read, the rest where it is asked: both by the same rules, round loops too.
#[test]
fn fixed_regions_are_worked_out_as_others() {
    let forms = [
        "away of R",
        "away 3 of R",
        "away 40 of R",
        "away there of R",
        "inverse away of R",
        "ray away of R through all",
        "ray away 2 of R through all",
        "ray away of R through all except own",
        "ray away of R through all until R",
        "flood R in all",
        "flood R in none",
        "flood R in away of R",
        "any of R",
        "ray any of R through all",
    ];
    assert_eq!(folding_differs(&forms, str::to_string), Vec::<String>::new());
    let other_way = |form: &str| form.replace("away of", "inverse away of");
    assert!(!folding_differs(&["away of R"], other_way).is_empty(), "a difference is found");
}

/// The fewest steps from a cell to every other, looked for cell by cell.
fn steps_from(game: &Compiled, start: usize) -> Vec<Option<i32>> {
    let topology = game.topology();
    let mut steps = vec![None; topology.cells.len()];
    steps[start] = Some(0);
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(here) = queue.pop_front() {
        for d in topology.compass() {
            if let Some(next) = topology.directions[d].next[here].map(usize::from)
                && steps[next].is_none()
            {
                steps[next] = steps[here].map(|n| n + 1);
                queue.push_back(next);
            }
        }
    }
    steps
}

#[test]
fn distances_are_the_fewest_steps() {
    // With two of their cells.
    let boards = [
        ("square 5x4", "a1 b2"),
        ("square 6x6 dark", "a1 b2"),
        ("square 5x5 without c3 c2 c4", "a1 b2"),
        ("square 5x4 wrapped", "a1 b2"),
        ("square 9x9", "a1 b2"),
        ("square 3x3x3", "aa1 bb2"),
        ("rhombus 5", "a1 b2"),
        ("hexagon 3", "c1 c2"),
        ("triangle 5", "a1 b2"),
        ("morris 3", "a1 d1"),
        ("alquerque 5x5", "a1 b2"),
        ("track 7", "1 2"),
    ];
    for (board, two) in boards {
        let text = |from: &str, to: &str| {
            format!(
                "game \"Steps\"\nplayers White, Black\nboard {board}\npiece Man, King\n\
                 setup {{ White Man on {from}  Black King on {to} }}\nmove Man, King {{ step any to empty }}\n\
                 end {{ lose when enemy stuck  draw when repeats 3 }}\neval {{ sum own Man by distance to enemy King }}\n"
            )
        };
        let (one, other) = two.split_once(' ').expect("two cells");
        let game = compiled(&text(one, other), Backend::Interpreter).unwrap();
        let names: Vec<String> = game.topology().cells.iter().map(|cell| cell.name.clone()).collect();
        let mut rng = Rng(1);
        for _ in 0..8 {
            let (from, to) = (rng.below(names.len()), rng.below(names.len()));
            let Some(expected) = steps_from(&game, from)[to].filter(|&n| n > 0) else { continue };
            for backend in [Backend::Interpreter, Backend::Native] {
                let game = compiled(&text(&names[from], &names[to]), backend).unwrap();
                game.eager();
                let found = game.game().evaluate(&game.game().initial());
                // Black has no man: White's term is all.
                assert_eq!(found, expected, "{board}: {} to {}, {backend:?}", names[from], names[to]);
            }
        }
    }
}
