//! Random small rule files, valid by construction: what the pipeline is driven through when no shipped game would.
//!
//! The same seed gives the same text everywhere. A file plays on a small board with one or two kinds; its clauses,
//! effects, turns, endings and evaluation are drawn from most of the language's constructs. It need not be a good game.

use super::random::Rng;

/// What the parts of one file must agree on.
struct Gen {
    rng: Rng,
    /// Ranks, files and facing exist.
    square: bool,
    /// Only every other cell exists: all ways are diagonal.
    dark: bool,
    /// Two cells for each side at the start, on boards without ranks.
    corners: [&'static str; 2],
    kinds: Vec<&'static str>,
    /// Pieces are placed, not moved.
    placing: bool,
    /// There is a `state marked: cells`.
    marked: bool,
    /// What states may hold and where pieces may stand is said, and the rules keep to it; there is a `state turns: number`, too.
    bounded: bool,
    clock: bool,
    hand: bool,
    /// What is taken comes into the taker's hand and can be dropped.
    captives: bool,
    /// A group of hops exists: then nobody can say what is attacked.
    hops: bool,
    /// There are pieces of nobody's, too.
    balls: bool,
    /// Choices named so far: names must differ.
    picks: usize,
}

/// The text of the file of this seed.
pub fn rule_file(seed: u64) -> String {
    let mut rng = Rng(seed.wrapping_mul(0x51_7C_C1_B7_27_22_0A_95));
    if seed % 12 == 11 {
        return sowing(seed, &mut rng);
    }
    if seed % 12 == 5 {
        return piling(seed, &mut rng);
    }
    if seed % 12 == 8 {
        return seeding(seed, &mut rng);
    }
    let placing = rng.below(3) == 0;
    let two = rng.below(2) == 0;
    let kinds = if two { vec!["Man", "King"] } else { vec!["Man"] };
    let hand = placing && rng.below(3) == 0;
    let mut g = Gen {
        square: true,
        dark: false,
        corners: ["a1 or b1", "c1 or c2"],
        kinds,
        placing,
        marked: false,
        bounded: seed % 3 == 1,
        clock: false,
        hand,
        captives: false,
        hops: false,
        balls: false,
        picks: 0,
        rng,
    };
    g.balls = g.chance(3);
    g.marked = g.chance(3);
    g.clock = g.chance(4);
    g.captives = !placing && g.chance(4);
    g.file(seed)
}

/// A file whose pieces are numbers of cells.
fn sowing(seed: u64, rng: &mut Rng) -> String {
    let cells = 5 + rng.below(16);
    let way = match rng.below(3) {
        0 => "i + 1".to_string(),
        1 => format!("i mod {cells} + 1"),
        _ => format!("(i + {}) mod {cells} + 1", cells - 2),
    };
    let range = |rng: &mut Rng| {
        let first = 1 + rng.below(cells);
        format!("{first}..{}", first + rng.below(cells + 1 - first))
    };
    let region = |rng: &mut Rng| match rng.below(6) {
        0 => "to".to_string(),
        1 => "(way of to)".to_string(),
        2 => "touched".to_string(),
        3 => format!("({} on holding {}..{})", range(rng), rng.below(3), 2 + rng.below(6)),
        _ => range(rng),
    };
    let sown = format!("1..{}", 2 + rng.below(cells - 1));
    let except = match rng.below(4) {
        0 => " except from".to_string(),
        1 => format!(" except {}..{cells}", 1 + rng.below(cells)),
        _ => String::new(),
    };
    let mut effects = Vec::new();
    for _ in 0..rng.below(3) {
        let (one, other) = (region(rng), region(rng));
        effects.push(match rng.below(5) {
            0 => format!("take {one}"),
            1 => format!("put {} Seed on {one}", 1 + rng.below(200)),
            2 => format!(
                "if to on holding {}..{} {{ take {one}  put 3 Seed on {other} }}",
                rng.below(4),
                4 + rng.below(4)
            ),
            3 => format!("if count Seed on {one} > {} {{ take {other} }}", rng.below(9)),
            _ => format!("if {one} on holding 2..9 {{ extra turn }}"),
        });
    }
    let way_on = if rng.below(3) == 0 { " from itself" } else { "" };
    let each = match rng.below(4) {
        0 => format!(" each {{ if to on holding {} {{ take to }} }}", 2 + rng.below(4)),
        1 => format!(" each {{ if laps < 3 {{ put Seed on {} }} }}", region(rng)),
        _ => String::new(),
    };
    if rng.below(2) == 0 {
        let (from, caught) = (if rng.below(2) == 0 { "from" } else { "to" }, region(rng));
        let relay = match rng.below(5) {
            0 => "relay way of to".to_string(),
            1 => format!("relay {caught} from {from}"),
            2 => format!("relay {caught} from {from} along back"),
            3 => format!("if laps < {} {{ relay }}", 1 + rng.below(9)),
            _ => "relay".to_string(),
        };
        let ends = match rng.below(5) {
            0 => " else { take to }".to_string(),
            1 => format!(" else {{ require no {} }}", region(rng)),
            2 => format!(" else {{ pick gone in 1..{cells} on Seed  take gone }}"),
            3 => format!(" else if to on {} {{ extra turn }} else {{ sow way of to along back }}", range(rng)),
            _ => String::new(),
        };
        effects.push(format!("if count Seed on to > {} {{ {relay} }}{ends}", 1 + rng.below(3)));
    }
    let (scored, weight) = (range(rng), 1 + rng.below(9));
    format!(
        "game \"Generated {seed}\"\nplayers South, North\nboard track {cells}\nlink way (i) -> {way}\n\
         link back (i) -> (i + {cells} - 2) mod {cells} + 1\npiece Seed counted neutral\n\
         setup {{ {} Seed on 1..{} }}\nmove {{ sow {sown} along way{way_on}{except}{each} {{ {} }} }}\n\
         end {{ win when enemy stuck  draw when no Seed on 1..{cells} }}\neval {{ {weight} * count Seed on {scored} }}\n",
        1 + rng.below(9),
        1 + rng.below(cells),
        effects.join("  "),
    )
}

/// A file of men who walk among counted pieces.
fn seeding(seed: u64, rng: &mut Rng) -> String {
    let two = rng.below(2) == 0;
    let kind = |rng: &mut Rng| if two && rng.below(2) == 0 { "Nut" } else { "Seed" };
    // Outside of moves there is no `from` or `to`.
    let region = |rng: &mut Rng, known: usize| {
        let regions = ["own", "enemy", "empty", "rank 2", "(any of own)", "to", "(orthogonal of to)", "from"];
        match rng.below(known + 2) {
            n if n == known => format!("(all on holding {}..{})", rng.below(3), 2 + rng.below(6)),
            n if n > known => kind(rng).to_string(),
            n => regions[n].to_string(),
        }
    };
    let number = |rng: &mut Rng, known: usize| match rng.below(3) {
        0 => format!("count {}", region(rng, known)),
        _ => format!("count {} on {}", kind(rng), region(rng, known)),
    };
    let condition = |rng: &mut Rng, known: usize| match rng.below(4) {
        0 => format!("no {} on {}", kind(rng), region(rng, known)),
        n => format!("{} {} {}", number(rng, known), [">", "<", "="][n - 1], rng.below(9)),
    };
    let effect = |rng: &mut Rng| {
        let (kind, region) = (kind(rng), region(rng, 8));
        match rng.below(7) {
            0 => format!("take {region}"),
            1 => format!("take enemy on {region}"),
            2 => format!("put {} {kind} on {region}", 1 + rng.below(250)),
            3 => format!("put {kind} on {region} on empty"),
            4 => format!("put Man on {region} on holding 1..3"),
            5 => format!("flip {region}"),
            _ => format!("swap to with {}", ["from", "b2", "(north of to)"][rng.below(3)]),
        }
    };
    let effects = |rng: &mut Rng| {
        let list: Vec<String> = (0..1 + rng.below(2)).map(|_| effect(rng)).collect();
        let list = list.join("  ");
        if rng.below(3) == 0 { format!("if {} {{ {list} }}", condition(rng, 8)) } else { list }
    };
    let targets = ["empty", "empty or Seed", "enemy or empty", "holding 1..2", "all except own"];
    let (to, where_to) = (targets[rng.below(5)], region(rng, 5));
    let (first, second, when) = (effects(rng), effects(rng), condition(rng, 8));
    let (stuck, ends, score) = (["or", "and"][rng.below(2)], condition(rng, 5), number(rng, 5));
    let (nuts, on_board) = if two { ("\npiece Nut counted neutral", "  2 Nut on c3") } else { ("", "") };
    format!(
        "game \"Generated {seed}\"\nplayers White, Black\nboard square 4x4\npiece Man\npiece Seed counted neutral{nuts}\n\
         setup {{ White Man on rank 1  Black Man on rank 4  {} Seed on a2 b3{on_board} }}\n\
         move walking Man {{ step any to {to} when {when} {{ {first} }} }}\n\
         move {{ pick from in own pick to in {where_to} as other {{ {second} }} }}\n\
         end {{ draw when enemy stuck {stuck} {ends}  win when no enemy  lose when enemy stuck  draw when repeats 3 }}\n\
         eval {{ 2 * {score}  count Seed on (any of own) }}\n",
        1 + rng.below(9),
    )
}

/// A file whose pieces lie on one another.
fn piling(seed: u64, rng: &mut Rng) -> String {
    let regions =
        ["own", "enemy", "a1..b2", "rank 2", "(beyond any of own through own)", "from", "to", "(neighbours of to)"];
    // Pieces of nobody, and hands, in some of the files.
    let (nobody, captives) = (rng.below(2) == 0, rng.below(3) == 0);
    // Outside of moves there is no `from` or `to`.
    let region = |rng: &mut Rng, known: usize| match rng.below(known + 1) {
        n if n == known => format!("holding {}..{}", rng.below(3), 2 + rng.below(6)),
        n => regions[n].to_string(),
    };
    let height = |rng: &mut Rng, known: usize| format!("(sum {} by height)", region(rng, known));
    let compared = |rng: &mut Rng, known: usize| {
        let other = if rng.below(2) == 0 { height(rng, known) } else { rng.below(9).to_string() };
        format!("{} {} {other}", height(rng, known), ["<", "<=", "="][rng.below(3)])
    };
    let number = |rng: &mut Rng| match rng.below(3) {
        0 => ["(0 - 1)", "0", "1", "2", "3"][rng.below(5)].to_string(),
        _ => height(rng, 8),
    };
    let effect = |rng: &mut Rng| {
        let top = if rng.below(2) == 0 { format!("top {} of ", number(rng)) } else { String::new() };
        match rng.below(7) {
            0 => "tuck from under to".to_string(),
            6 => format!("swap to with {}", ["from", "b2", "(north of to)"][rng.below(3)]),
            1 => format!("take {} on holding {}..4", region(rng, 8), 1 + rng.below(3)),
            2 => format!("flip to  if {} {{ promote to as King }}", compared(rng, 8)),
            3 => format!("pile {top}to onto b2"),
            _ => format!("pile {top}from onto to"),
        }
    };
    let effects = |rng: &mut Rng| (0..1 + rng.below(3)).map(|_| effect(rng)).collect::<Vec<_>>().join("  ");
    let met = ["beyond any of from through empty", "beyond orthogonal of from through own", "neighbours of from"];
    let (met, first, second) = (met[rng.below(3)], effects(rng), effects(rng));
    let ball = if nobody { (", Ball neutral stacked", "  Ball on a2 c2 d3") } else { ("", "") };
    let hands = if captives { "captives to hand\nmove { drop any on empty on edge }\n" } else { "" };
    let (when, ends, (a, b)) = (compared(rng, 8), compared(rng, 5), (height(rng, 5), height(rng, 5)));
    format!(
        "game \"Generated {seed}\"\nplayers White, Black\nboard square 4x4\npiece Man, King stacked{}\n\
         setup {{ White Man on rank 1  Black Man on rank 4  White King on b2  Black King on c3{} }}\n\
         {hands}move {{\n  pick from in own pick to in {met} when {when} {{ {first} }}\n  \
         pick from in own pick to in neighbours of from as second {{ {second} }}\n}}\n\
         end {{ win when enemy stuck  draw when {ends} and no own King  draw when repeats 3 }}\n\
         eval {{ 3 * {a}  2 * ({b} - count holding 2..3) }}\n",
        ball.0, ball.1
    )
}

impl Gen {
    fn chance(&mut self, of: usize) -> bool {
        self.rng.below(of) == 0
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.rng.below(of.len())]
    }

    fn kind(&mut self) -> &'static str {
        self.kinds[self.rng.below(self.kinds.len())]
    }

    fn file(&mut self, seed: u64) -> String {
        let mut text = format!("game \"Generated {seed}\"\nplayers White, Black\n");
        text += &format!("board {}\n", self.board());
        if self.square {
            // With nothing but diagonals a player who faces east has no far rank to speak of.
            let facings = ["facing White north, Black south\n", "facing White north, Black east\n"];
            text += if self.dark { facings[0] } else { self.one(&facings) };
        }
        let balls = if self.balls { ", Ball neutral" } else { "" };
        // Each piece stands on a cell of its owner: so much the rules keep to, whatever they are.
        let kinds: Vec<String> = match self.bounded {
            true => self.kinds.iter().map(|kind| format!("{kind} in own")).collect(),
            false => self.kinds.iter().map(ToString::to_string).collect(),
        };
        text += &format!("piece {}{balls}\n", kinds.join(", "));
        if self.hand {
            text += &format!("hand {} Man each\n", 2 + self.rng.below(4));
        }
        if self.captives {
            text += "captives to hand\n";
        }
        text += &self.setup();
        if self.marked {
            let states = [
                [
                    "state marked: cells = none\n",
                    "state marked: cells = none in edge when count marked <= count edge\n",
                ],
                ["state marked: cells for this turn\n", "state marked: cells for this turn in edge\n"],
                ["state marked: cells for one ply\n", "state marked: cells for one ply on edge in all\n"],
            ];
            text += states[self.rng.below(3)][usize::from(self.bounded)];
        }
        if self.bounded {
            text += "state turns: number in 0..3\n";
        }
        if self.clock {
            text += "clock quiet\n";
        }
        text += &self.moves();
        let two_kinds = !self.placing && self.kinds.len() == 2;
        let strikes = text.contains("to empty or enemy") || text.contains("to enemy");
        if two_kinds && strikes && !self.hops && self.chance(2) {
            text += "legal when no own King on attacked by enemy\n";
        } else if two_kinds && self.chance(4) {
            text += "legal when not (no own King)\n";
        } else if self.chance(6) {
            let guard = self.guard(1);
            text += &format!("legal when not ({guard}) or own\n");
        }
        // What the ply chose; a pass chooses nothing.
        if !text.contains("pass") && self.chance(if text.contains("legal") { 2 } else { 6 }) {
            let guard = self.guard(1);
            text += &format!("legal when not (to on edge and ({guard})) or own on (any of to)\n");
        }
        text += &self.endings();
        text + &self.evaluation()
    }

    fn board(&mut self) -> String {
        let (w, h) = (3 + self.rng.below(3), 3 + self.rng.below(3));
        match self.rng.below(10) {
            0 => "square 8x9".to_string(),
            1 => {
                self.dark = true;
                format!("square {}x{} dark", w + 2, h + 2)
            }
            2 => format!("square {w}x{h} wrapped"),
            3 => {
                self.square = false;
                format!("rhombus {}", 3 + self.rng.below(2))
            }
            4 => {
                self.square = false;
                self.corners = ["c1 or d1", "b5 or c5"];
                "hexagon 3".to_string()
            }
            5 => {
                self.square = false;
                "alquerque 5x3".to_string()
            }
            _ => format!("square {w}x{h}"),
        }
    }

    fn setup(&mut self) -> String {
        if self.placing && self.chance(2) {
            let ball = if self.square { "rank 2 on edge" } else { "b2" };
            return if self.balls { format!("setup {{ Ball on {ball} }}\n") } else { String::new() };
        }
        let [first, second] = match (self.square, self.dark) {
            (true, true) => ["rank 1", "rank 3"],
            (true, false) => [self.one(&["rank 1", "rank 1 or a2", "file a on rank 1 or b1"]), "rank 3"],
            (false, _) => self.corners,
        };
        let (a, b) = (self.kind(), self.kind());
        let ball = match (self.balls, self.square, self.dark) {
            (false, ..) => "",
            (_, true, true) => "  Ball on rank 2\n",
            (_, true, false) => "  Ball on rank 2 except a2\n",
            (_, false, _) => "  Ball on b2 c3\n",
        };
        format!("setup {{\n  White {a} on {first}\n  Black {b} on {second}\n{ball}}}\n")
    }

    /// Directions that every board of the file has.
    fn directions(&mut self) -> &'static str {
        let straight =
            ["any", "orthogonal", "diagonal", "forward", "forward-diagonal", "forward, diagonal", "north, east"];
        match (self.square, self.dark) {
            (true, false) => self.one(&straight),
            (true, true) => self.one(&["any", "diagonal", "forward-diagonal", "northeast"]),
            (false, _) => "any",
        }
    }

    /// A direction word that a function takes.
    fn direction(&mut self) -> &'static str {
        match (self.square, self.dark) {
            (true, false) => self.one(&["any", "orthogonal", "diagonal", "forward", "north"]),
            (true, true) => self.one(&["any", "diagonal", "northwest"]),
            (false, _) => "any",
        }
    }

    /// Cells, in brackets where they are composed.
    fn region(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(3) {
            let kind = self.kind();
            return match self.rng.below(if self.square { 11 } else { 8 }) {
                0 | 1 => "own".to_string(),
                2 => "enemy".to_string(),
                3 => "empty".to_string(),
                4 => format!("own {kind}"),
                5 => format!("enemy {kind}"),
                6 => "edge".to_string(),
                7 if self.marked => "marked".to_string(),
                7 if self.balls => "Ball".to_string(),
                7 => "occupied".to_string(),
                8 => "rank 2".to_string(),
                9 => "far rank".to_string(),
                _ => "own rank 1".to_string(),
            };
        }
        let (a, b, d) = (self.region(depth - 1), self.region(depth - 1), self.direction());
        match self.rng.below(8) {
            0 => format!("({a} or {b})"),
            1 => format!("({a} except {b})"),
            2 => format!("({a} on {b})"),
            3 => format!("({d} of {a})"),
            4 => format!("(line 3 of {a})"),
            5 => format!("(ray {d} of {a} through {b})"),
            6 => format!("(ray {d} of {a} through {b} until own)"),
            _ => format!("(flood {a} in {b})"),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        let region = self.region(depth);
        match self.rng.below(if self.hand { 6 } else { 5 }) {
            0 => format!("{} {region}", if self.rng.below(2) == 0 { "groups" } else { "largest" }),
            4 => format!("fewest {region} from rank 1 to enemy through {}", self.region(depth)),
            5 => "own hand".to_string(),
            _ => format!("count {region}"),
        }
    }

    fn guard(&mut self, depth: usize) -> String {
        let n = self.rng.below(5);
        match self.rng.below(6) {
            0 => format!("no {}", self.region(depth)),
            1 => format!("not ({})", self.region(depth)),
            2 => format!("{} {} {n}", self.number(depth), self.one(&[">=", "<", "=", "!="])),
            3 if depth > 0 => format!("({}) and ({})", self.guard(depth - 1), self.guard(depth - 1)),
            4 if depth > 0 => format!("({}) or ({})", self.guard(depth - 1), self.guard(depth - 1)),
            _ => format!("some {}", self.region(depth)).replace("some ", ""),
        }
    }

    /// Effects of a clause; `to` exists.
    fn effects(&mut self, depth: usize) -> String {
        let mut list: Vec<String> = Vec::new();
        for _ in 0..1 + self.rng.below(2) {
            let near = self.direction();
            let kind = self.kind();
            list.push(match self.rng.below(if self.balls { 17 } else { 14 }) {
                12 => format!("may {}", self.one(&["flip to", "take enemy on any of to", "put Man on empty on edge"])),
                13 if self.kinds.len() == 2 => format!("may promote own on {near} of to as {kind}"),
                14 => format!("promote own on {near} of to as Ball"),
                15 => format!("promote Ball as {kind}"),
                16 => format!("put Ball on {near} of to"),
                11 => format!("require {}", self.guard(1)),
                0 => format!("take enemy on {near} of to"),
                1 => format!("flip enemy on {near} of to"),
                2 => format!("flip ray {near} of to through enemy until own"),
                3 if self.kinds.len() == 2 => format!("promote to as {kind}"),
                4 if self.marked => format!("set marked = {}{}", self.region(1), self.bound()),
                5 if self.clock => "reset quiet".to_string(),
                6 if depth > 0 => {
                    let (guard, yes) = (self.guard(1), self.effects(depth - 1));
                    let no =
                        if self.chance(2) { format!(" else {{ {} }}", self.effects(depth - 1)) } else { String::new() };
                    format!("if {guard} {{ {yes} }}{no}")
                }
                7 if depth > 0 => {
                    self.picks += 1;
                    let name = format!("aim{}", char::from(b'a' + (self.picks % 26) as u8));
                    format!("pick {name} in (enemy on {near} of to) else to  take {name} on enemy")
                }
                8 if depth > 0 && self.chance(3) => {
                    let what = self.one(&["take enemy on any of to on edge", "flip enemy on any of own"]);
                    format!("while enemy on any of to and ({}) {{ {what} }}", self.guard(1))
                }
                8 if depth > 0 => {
                    let (a, b) = (self.effects(0), self.effects(0));
                    format!("either {{ {a} }} as left or {{ {b} }} as right")
                }
                // Twice in a row on a large board there are more plies than can be listed.
                9 if depth > 0
                    && (self.hand || self.captives)
                    && !list.iter().any(|effect| effect.contains("drop"))
                    && self.chance(2) =>
                {
                    let what = if self.captives { "any" } else { "Man" };
                    format!("if own hand {{ drop {what} on {near} of to on empty or empty on edge }}")
                }
                9 => format!("put {kind} on {near} of to on empty on edge"),
                10 if self.placing => format!("if {} {{ extra turn }}", self.guard(1)),
                _ => format!("take enemy on {near} of to on edge"),
            });
        }
        list.join("  ")
    }

    fn block(&mut self) -> String {
        if self.chance(2) { format!(" {{ {} }}", self.effects(1)) } else { String::new() }
    }

    fn when(&mut self) -> String {
        if self.chance(4) { format!(" when {}", self.guard(1)) } else { String::new() }
    }

    fn moves(&mut self) -> String {
        let mut text = String::new();
        if self.placing {
            let kind = self.kind();
            let (when, block) = (self.when(), self.block());
            let target = if self.chance(3) { "empty on (any of own or edge)" } else { "empty" };
            let verb = if self.hand { "drop Man".to_string() } else { format!("place {kind}") };
            text += &format!("move placing {{\n  {verb} on {target}{when}{block}\n}}\n");
        }
        let mut labels = if self.placing { vec!["placing"] } else { Vec::new() };
        if !self.placing || self.chance(3) {
            if self.chance(3) {
                text += &self.taking();
                labels.push("taking");
                self.hops = true;
            }
            text += &self.going();
            labels.push("going");
        }
        if self.captives {
            text += "move dropping {\n  drop Man on empty on edge\n}\n";
            labels.push("dropping");
        }
        let join = self.one(&[" else ", " or "]);
        let turn = match labels.as_slice() {
            ["placing"] if self.chance(3) => "placing else pass".to_string(),
            ["going"] if self.chance(4) => "going or pass".to_string(),
            [group @ ("placing" | "going")] if self.chance(4) => {
                // Groups that offer some of the same plies.
                let (kind, direction) = (self.kind(), self.direction());
                text += &match *group {
                    "placing" if !self.hand => format!("move also {{\n  place {kind} on empty on edge\n}}\n"),
                    _ => format!("move also {kind} {{\n  step {direction} to empty or enemy\n}}\n"),
                };
                let number = self.number(1);
                let counted = *group == "going" && self.chance(4);
                if counted {
                    text += &format!("move more {kind} {{\n  step {} to empty\n}}\n", self.direction());
                    text += &format!("move other {kind} {{\n  step {} to enemy\n}}\n", self.direction());
                }
                match self.rng.below(if counted { 4 } else { 5 }) {
                    0 if counted => "1..2 also or 2 more or 1..3 other".to_string(),
                    1 if counted => "going or 1..2 also else (2 more else 1..2 other)".to_string(),
                    2 if counted => format!("most ({number}) of going or 1..2 also or more or other"),
                    3 if counted => format!("1..2 also or more else (most ({number}) of going or other)"),
                    0 => format!("also or {group}"),
                    1 => format!("also else {group}"),
                    2 => format!("most ({number}) of ({group} else also)"),
                    3 => format!("(most ({number}) of also) else {group}"),
                    _ => format!("{group} or also"),
                }
            }
            [group @ ("placing" | "going")] if self.chance(4) => format!("most ({}) of {group}", self.number(1)),
            [group @ ("placing" | "going")] if self.chance(6) => {
                let least = 1 + self.rng.below(2);
                format!("{least}..2 {group}")
            }
            ["taking", "going"] if self.chance(3) => "longest taking else going".to_string(),
            labels => labels.join(join),
        };
        let finally = match self.rng.below(6) {
            0 if self.kinds.len() == 2 => "  finally { promote own Man on edge as King }",
            1 => "  finally { take enemy on edge on any of to }",
            2 if self.marked => "  finally { set marked = touched }",
            _ => "",
        };
        let finally = match (self.bounded, finally.strip_suffix(" }")) {
            (false, _) => finally.to_string(),
            (true, Some(effects)) => format!("{effects}{}  set turns = (turns + 1) mod 4 }}", self.bound_of(effects)),
            (true, None) => "  finally { set turns = (turns + 1) mod 4 }".to_string(),
        };
        text + &format!("turn {{ {turn}{finally} }}\n")
    }

    /// What keeps the cells of a state to what it may hold.
    fn bound(&self) -> &'static str {
        if self.bounded { " on edge" } else { "" }
    }

    /// The same behind these effects, where they set it.
    fn bound_of(&self, effects: &str) -> &'static str {
        if effects.contains("set marked") { self.bound() } else { "" }
    }

    /// Compulsory or free captures in chains.
    fn taking(&mut self) -> String {
        let (kind, d, when) = (self.kind(), self.directions(), self.when());
        let again = self.one(&["again", "may again", ""]);
        format!("move taking {kind}{{\n  hop {d} over enemy to empty{when} {{ take over  {again} }}\n}}\n")
    }

    fn going(&mut self) -> String {
        let mut text = String::new();
        let balls = if self.balls { vec!["Ball"] } else { Vec::new() };
        for kind in [self.kinds.clone(), balls].concat() {
            let mut clauses = String::new();
            for _ in 0..1 + self.rng.below(2) {
                let (d, when, block) = (self.directions(), self.when(), self.block());
                let to = self.one(&["empty", "empty or enemy", "enemy", "empty or enemy except edge"]);
                clauses += &match self.rng.below(6) {
                    5 => format!(
                        "  for each d in {d} {{ step d to {to}{when} {{ for each e in any except d {{ {} }} }} }}\n",
                        self.one(&[
                            "take enemy on e of to on e of (d of to)",
                            "flip d of (e of from)",
                            "take reverse e of to on enemy"
                        ])
                    ),
                    0 => format!("  slide {d} to {to}{when}{block}\n"),
                    1 if self.square && !self.dark => format!("  leap 1,2 to {to}{when}{block}\n"),
                    2 => format!("  fly to empty on edge{when}{block}\n"),
                    _ => format!("  step {d} to {to}{when}{block}\n"),
                };
            }
            text += &format!("move going {kind} {{\n{clauses}}}\n");
        }
        text
    }

    fn endings(&mut self) -> String {
        let mut verdicts = Vec::new();
        if self.chance(2) {
            verdicts.push(format!("win when line 3 of own {}", self.kind()));
        }
        if self.square && self.chance(2) {
            verdicts.push("win when own on far rank".to_string());
        }
        if self.chance(3) {
            verdicts.push(format!("{} when {}", self.one(&["win", "lose", "draw"]), self.number(1) + " >= 6"));
        }
        if self.chance(3) {
            verdicts.push("win when no enemy".to_string());
        }
        if self.chance(3) {
            // Being stuck among other things.
            let stuck = self.one(&["enemy stuck", "enemy stuck", "own stuck", "not enemy stuck"]);
            let (decides, join, guard) = (self.one(&["win", "lose", "draw"]), self.one(&["and", "or"]), self.guard(1));
            verdicts.push(match (stuck, join) {
                ("not enemy stuck", _) => format!("{decides} when not (enemy stuck) and {} >= 6", self.number(1)),
                ("own stuck", _) => format!("{decides} when own stuck and ({guard})"),
                _ => format!("{decides} when {stuck} {join} {} >= 6", self.number(1)),
            });
        }
        verdicts
            .push(self.one(&["win when enemy stuck", "draw when enemy stuck", "lose when enemy stuck"]).to_string());
        if self.clock {
            let guard = self.guard(1);
            verdicts.push(match self.rng.below(4) {
                0 => "draw when not (quiet < 15)".to_string(),
                1 => format!("win when quiet >= 9 and ({guard})"),
                _ => "draw when quiet >= 20".to_string(),
            });
        }
        verdicts.push("draw when repeats 3".to_string());
        format!("end {{\n  {}\n}}\n", verdicts.join("\n  "))
    }

    fn evaluation(&mut self) -> String {
        if self.chance(4) {
            return String::new();
        }
        let mut terms = vec![format!("{} * count own {}", 1 + self.rng.below(100), self.kind())];
        for _ in 0..self.rng.below(3) {
            let weight = self.rng.below(20) as i64 - 10;
            let weight = if weight == 0 { 3 } else { weight };
            let region = self.region(1);
            terms.push(match self.rng.below(5) {
                0 => format!("{weight} * mobility"),
                1 => format!("{weight} * lines 3 with 2 own, 1 empty"),
                2 => format!("{weight} * lines 3 without enemy"),
                3 if self.square => format!("{weight} * sum own {} by advance", self.kind()),
                _ => format!("{weight} * count {region}"),
            });
        }
        format!("eval {{\n  {}\n}}\n", terms.join("\n  "))
    }
}
