//! Moves of xiangqi as its players write them (WXF): the piece, the file it stands on, whether it goes forward (`+`), back (`-`)
//! or sideways (`=`), and the file that it comes to, or how many steps it goes along its own: `C2=5`, `H8+7`, `R1-3`. Files are
//! counted from the right of the player who moves. Of two pieces on one file `+` is the front one and `-` the rear one, in the place
//! of the file: `R+=5`, `-P+1`. The same in the signs of China: `炮二平五`, `前车进四`.

use super::naming::counts_from_zero;
use super::read::named_by;
use super::shape::Shape;
use super::signs;
use crate::exec::Executor;
use crate::game::Side;
use crate::notation::position::piece;
use crate::rules::{KindId, Rules};

/// Which of the pieces of a kind it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    File(i32),
    Front,
    Rear,
}

/// How it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Forward,
    Back,
    Sideways,
}

/// A move in this form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Relative {
    kind: KindId,
    which: Which,
    way: Way,
    number: i64,
    mover: Side,
}

/// Such a text in its parts: the letter of the piece, which one it is, how it goes, and how far.
fn parts(rules: &Rules, text: &str) -> Option<(char, Which, Way, i64)> {
    if !counts_from_zero(rules) {
        return None;
    }
    let chars: Vec<char> = text.chars().map(signs::letter).collect();
    let [a, b, c, d] = chars[..] else { return None };
    let digit = |c: char| c.to_digit(10).filter(|n| *n > 0).map(|n| n as i32);
    let which = |c: char| match c {
        '+' => Some(Which::Front),
        '-' => Some(Which::Rear),
        c => digit(c).map(Which::File),
    };
    // `+C=5` is `C+=5`.
    let (letter, which) = if a.is_alphabetic() { (a, which(b)?) } else { (b, which(a)?) };
    let way = match c {
        '+' => Way::Forward,
        '-' => Way::Back,
        '=' | '.' => Way::Sideways,
        _ => return None,
    };
    Some((letter, which, way, i64::from(digit(d)?)))
}

/// The letter of the piece in such a text.
pub(super) fn letter(rules: &Rules, text: &str) -> Option<char> {
    parts(rules, text).map(|(letter, ..)| letter)
}

impl Relative {
    /// Reads such a text on the board of xiangqi.
    pub fn read(rules: &Rules, text: &str, mover: Side) -> Option<Relative> {
        let (letter, which, way, number) = parts(rules, text)?;
        let kind = named_by(rules, mover, letter.to_ascii_uppercase())?;
        Some(Relative { kind, which, way, number, mover })
    }

    /// Whether it tells pieces of one file apart: a text with a sign there can't be anything else.
    pub fn tells_apart(&self) -> bool {
        matches!(self.which, Which::Front | Which::Rear)
    }

    /// Whether a move is this one.
    pub fn fits(&self, rules: &Rules, game: &dyn Executor, state: &[u64], shape: &Shape<'_>) -> bool {
        let (Some(from), Some(to), true) = (shape.origin, shape.end(), shape.rest.is_empty()) else { return false };
        let width = rules.topology.boards[0].width;
        let cell = |site: usize| (rules.topology.cells[site].x, rules.topology.cells[site].y);
        let ahead = |site: usize| rules.advance[self.mover][site];
        let last = rules.topology.sites() - 1;
        let north = cell(last).1 > cell(0).1 && ahead(last) > ahead(0);
        let file = |site: usize| if north { width - cell(site).0 } else { cell(site).0 + 1 };
        let layout = &game.program().layout;
        let mine = |site: usize| piece(rules, layout, state, site) == Some((Some(self.mover), self.kind));
        let on_file = || (0..rules.topology.sites()).filter(|&site| mine(site) && file(site) == file(from));
        let which = match self.which {
            Which::File(n) => file(from) == n,
            // The foremost of several on a file, or the hindmost.
            Which::Front => on_file().count() > 1 && on_file().all(|site| ahead(site) <= ahead(from)),
            Which::Rear => on_file().count() > 1 && on_file().all(|site| ahead(site) >= ahead(from)),
        };
        let (steps, straight) = (ahead(to) - ahead(from), file(to) == file(from));
        let way = match self.way {
            Way::Forward => steps > 0,
            Way::Back => steps < 0,
            Way::Sideways => steps == 0,
        };
        let number = if straight { steps.abs() } else { i64::from(file(to)) };
        mine(from) && which && way && number == self.number
    }
}
