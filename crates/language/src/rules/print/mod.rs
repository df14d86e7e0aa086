//! A readable form of the rules: `dump --stage rules`.
//!
//! It looks like the language, with everything said that a file leaves out: defaults, definitions, directions by name.

mod effects;
mod exprs;
mod phrase;

pub use phrase::{phrase, phrase_of_region};

use std::fmt::Write as _;

use super::{Life, Owned, Rules, StateValue, Turn, TurnKind, Verdict, VerdictKind, Who};
use crate::board::SiteSet;
use crate::game::{PerSide, Side};

/// The rules as indented text.
pub fn print(rules: &Rules) -> String {
    let mut printer = Printer { rules, out: String::new(), depth: 0 };
    printer.whole();
    printer.out
}

struct Printer<'r> {
    rules: &'r Rules,
    out: String,
    depth: usize,
}

impl Printer<'_> {
    fn line(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.out, "{:indent$}{}", "", text.as_ref(), indent = 2 * self.depth);
    }

    fn block(&mut self, head: impl AsRef<str>, body: impl FnOnce(&mut Self)) {
        self.line(format!("{} {{", head.as_ref()));
        self.depth += 1;
        body(self);
        self.depth -= 1;
        self.line("}");
    }

    fn whole(&mut self) {
        let rules = self.rules;
        self.line(format!("game {:?}", rules.name));
        self.line(format!("players {}, {}", rules.players[Side::First], rules.players[Side::Second]));
        for option in &rules.options {
            let range = option.range.map_or(String::new(), |range| format!(" in {range}"));
            self.line(format!("option {} = {}{range}", option.name, option.value));
        }
        self.boards();
        for kind in &rules.kinds {
            let mut text =
                format!("piece {} \"{}{}\"", kind.name, kind.letters[Side::First], kind.letters[Side::Second]);
            for (word, on) in [("neutral", kind.neutral), ("counted", kind.counted), ("stacked", kind.stacked)] {
                if on {
                    let _ = write!(text, " {word}");
                }
            }
            if let Some(strength) = kind.strength {
                let _ = write!(text, " strength {strength}");
            }
            if let Some(to) = kind.promotes_to {
                let _ = write!(text, " promotes to {}", rules.kinds[to].name);
            }
            if rules.kinds[kind.base].name != kind.name {
                let _ = write!(text, " in hand {}", rules.kinds[kind.base].name);
            }
            self.line(text);
        }
        for ground in &rules.grounds {
            let names: Vec<&str> = ground.kinds.iter().map(|&kind| rules.kinds[kind].name.as_str()).collect();
            self.line(format!("{} in {}", names.join(", "), self.region(&ground.cells)));
        }
        if rules.captives_to_hand {
            self.line("captives to hand");
        }
        self.setup();
        self.states();
        for (index, group) in rules.groups.iter().enumerate() {
            self.group(index, group);
        }
        let turn = self.turn(&rules.turn);
        self.line(format!("turn {turn}"));
        if !rules.finally.is_empty() {
            self.block("finally", |p| p.effects(&rules.finally));
        }
        for legal in &rules.legal {
            self.line(format!("legal when {}", self.truth(&legal.condition)));
        }
        for verdict in &rules.verdicts {
            let text = self.verdict(verdict);
            self.line(text);
        }
        for evaluation in &rules.evaluations {
            let name = evaluation.name.as_ref().map_or(String::new(), |n| format!(" {n:?}"));
            self.block(format!("eval{name}"), |p| {
                for term in &evaluation.terms {
                    let number = p.number(&term.number);
                    p.line(format!("{} * {number}", term.weight));
                }
            });
        }
    }

    fn boards(&mut self) {
        let topology = &self.rules.topology;
        for (index, board) in topology.boards.iter().enumerate() {
            let cells = topology.cells.iter().filter(|c| c.board == index).count();
            let name = board.name.as_ref().map_or(String::new(), |n| format!("{n} "));
            let size = format!("{}x{}x{}", board.width, board.height, board.depth);
            self.line(format!("board {name}{size}, {cells} cells"));
        }
        for d in &topology.directions {
            let steps = d.next.iter().filter(|n| n.is_some()).count();
            let reverse = d.reverse.map_or(String::new(), |r| format!(", reverse {}", topology.directions[r].name));
            self.line(format!("direction {}: {steps} steps{reverse}", d.name));
        }
    }

    fn setup(&mut self) {
        let rules = self.rules;
        let mut lines: Vec<(String, Vec<usize>)> = Vec::new();
        let mut add = |what: String, site: usize| match lines.iter_mut().find(|l| l.0 == what) {
            Some(line) => line.1.push(site),
            None => lines.push((what, vec![site])),
        };
        for &(site, side, kind) in &rules.setup.pieces {
            let owner = side.map_or(String::new(), |s| format!("{} ", rules.players[s]));
            add(format!("{owner}{}", rules.kinds[kind].name), site);
        }
        for &(site, kind, number) in &rules.setup.counts {
            add(format!("{number} {}", rules.kinds[kind].name), site);
        }
        for (what, sites) in lines {
            let cells = self.sites(&SiteSet::from_sites(rules.topology.sites(), sites));
            self.line(format!("setup {what} on {cells}"));
        }
        for (site, under) in &rules.setup.under {
            let piece = |&(side, kind): &Owned| {
                let owner = side.map_or(String::new(), |s| format!("{} ", rules.players[s]));
                format!("{owner}{}", rules.kinds[kind].name)
            };
            let pieces: Vec<String> = under.iter().map(piece).collect();
            self.line(format!("setup under {}: {}", rules.topology.cells[*site].name, pieces.join(", ")));
        }
        for (player, hand) in rules.players.iter().zip(&rules.setup.hands) {
            let held = hand.iter().zip(&rules.kinds).filter(|(n, _)| **n != 0);
            let text: Vec<String> = held.map(|(n, k)| format!("{n} {}", k.name)).collect();
            if !text.is_empty() {
                self.line(format!("hand {} for {player}", text.join(", ")));
            }
        }
    }

    fn states(&mut self) {
        for state in &self.rules.states {
            let value = match &state.initial {
                StateValue::Cells(set) => format!("cells = {}", self.sites(set)),
                StateValue::Number(n) => format!("number = {n}"),
            };
            let life = match state.life {
                Life::Game => "",
                Life::OnePly => " for one ply",
                Life::ThisTurn => " for this turn",
                Life::Clock => " clock",
            };
            let letters: String = state.letters.iter().map(|l| l.1).collect();
            let letters = if letters.is_empty() { letters } else { format!(" as {letters:?}") };
            let bounds = &state.bounds;
            let mut held = String::new();
            bounds.counts.iter().for_each(|r| held += &format!(" on {}", self.region(r)));
            bounds.cells.iter().for_each(|r| held += &format!(" in {}", self.region(r)));
            bounds.numbers.iter().for_each(|(least, most)| held += &format!(" in {least}..{most}"));
            bounds.when.iter().for_each(|c| held += &format!(" when {}", self.truth(c)));
            self.line(format!("state {}: {value}{life}{letters}{held}", state.name));
        }
    }

    fn turn(&self, turn: &Turn) -> String {
        match &turn.kind {
            TurnKind::Groups(groups) => {
                let names: Vec<String> = groups.iter().map(|g| format!("#{g}")).collect();
                names.join(" or ")
            }
            TurnKind::Pass => "pass".into(),
            TurnKind::Or(a, b) => format!("{} or {}", self.turn_part(a), self.turn_part(b)),
            TurnKind::Else(a, b) => format!("{} else {}", self.turn_part(a), self.turn_part(b)),
            TurnKind::Most(number, of) => format!("most {} of ({})", self.number(number), self.turn(of)),
            TurnKind::Repeat(a, b, of) => format!("{a}..{b} ({})", self.turn(of)),
        }
    }

    /// A turn inside of another, in brackets unless it is one thing.
    fn turn_part(&self, turn: &Turn) -> String {
        match &turn.kind {
            TurnKind::Pass => self.turn(turn),
            TurnKind::Groups(groups) if groups.len() == 1 => self.turn(turn),
            _ => format!("({})", self.turn(turn)),
        }
    }

    fn verdict(&self, verdict: &Verdict) -> String {
        let what = match &verdict.kind {
            VerdictKind::Win(who) => format!("{} wins", self.who(*who)),
            VerdictKind::Draw => "draw".into(),
            VerdictKind::Score(who, number) => {
                let scale = self.rules.score_scale.unwrap_or(1);
                format!("score {} {} / {scale}", self.who(*who), self.number(number))
            }
        };
        format!("end {what} when {}", self.truth(&verdict.when))
    }

    fn who(&self, who: Who) -> &str {
        match who {
            Who::Own => "own",
            Who::Enemy => "enemy",
            Who::Side(side) => &self.rules.players[side],
        }
    }

    /// A set of cells by name; runs of every cell and of none have words.
    fn sites(&self, set: &SiteSet) -> String {
        if set.is_empty() {
            return "none".into();
        }
        if set.len() == self.rules.topology.sites() {
            return "all".into();
        }
        let names: Vec<&str> = set.iter().map(|s| self.rules.topology.cells[s].name.as_str()).collect();
        format!("[{}]", names.join(" "))
    }

    fn sides<T: PartialEq>(&self, of: &PerSide<T>, text: impl Fn(&T) -> String) -> String {
        let [first, second] = of.each_ref().map(&text).pair();
        if of.alike() {
            return first;
        }
        format!("<{first} | {second}>")
    }
}
