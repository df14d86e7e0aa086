//! How cells are called: by their own names, and as other notations for boards of this shape call them.

use crate::board::file_index;
use crate::notation::numbering::Numbering;
use crate::rules::{Effect, Rules};

/// A name for every cell.
pub(super) struct Naming {
    names: Vec<String>,
}

impl Naming {
    /// The cells' own names.
    pub fn own(rules: &Rules) -> Naming {
        Naming { names: rules.topology.cells.iter().map(|cell| cell.name.clone()).collect() }
    }

    /// Further ways to call the cells of this board, each only where it is at home.
    pub fn others(rules: &Rules, labels: &[String]) -> Vec<Naming> {
        let [board] = &rules.topology.boards[..] else { return Vec::new() };
        let (width, height) = (board.width, board.height);
        let whole = rules.topology.sites() == (width * height) as usize && board.depth == 1;
        if !whole || !rules.topology.cells.iter().all(|cell| split(&cell.name).is_some()) {
            return Vec::new();
        }
        let mut all = Vec::new();
        // Where promotions are written `+`, cells are counted as in shogi: files from the right, ranks by letters from the top.
        if (width.max(height)) <= 26 && ranks_from_the_top(rules, labels) {
            let rank = |y: i32| char::from(b'a' + (height - 1 - y) as u8);
            let name = |x: i32, y: i32| format!("{}{}", width - x, rank(y));
            all.push(Naming { names: rules.topology.cells.iter().map(|cell| name(cell.x, cell.y)).collect() });
            // Or both by digits, where each is one.
            if width.max(height) <= 9 {
                let name = |x: i32, y: i32| format!("{}{}", width - x, height - y);
                all.push(Naming { names: rules.topology.cells.iter().map(|cell| name(cell.x, cell.y)).collect() });
            }
        }
        if counts_from_zero(rules) {
            let name = |x: i32, y: i32| format!("{}{y}", crate::board::file_name(x));
            all.push(Naming { names: rules.topology.cells.iter().map(|cell| name(cell.x, cell.y)).collect() });
        }
        all
    }

    /// The names of two digits each, where there are such: as in shogi where cells are counted so, else file and rank from `a1`.
    /// Boards whose cells have numbers of their own have none.
    pub fn by_digits(rules: &Rules, labels: &[String]) -> Option<Naming> {
        let [board] = &rules.topology.boards[..] else { return None };
        let cells = &rules.topology.cells;
        let small = board.width.max(board.height) <= 9 && board.depth == 1 && Numbering::of(rules).is_none();
        if !small || !cells.iter().all(|cell| split(&cell.name).is_some()) {
            return None;
        }
        let digits = |naming: &Naming| naming.names.iter().all(|name| name.bytes().all(|b| b.is_ascii_digit()));
        let own = || Naming { names: cells.iter().map(|cell| format!("{}{}", cell.x + 1, cell.y + 1)).collect() };
        Some(Naming::others(rules, labels).into_iter().find(digits).unwrap_or_else(own))
    }

    /// The cell of this name.
    pub fn site(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The name of a cell.
    pub fn name(&self, site: usize) -> &str {
        &self.names[site]
    }

    /// The two parts of a cell's name: what its file and its rank are called, in the order they are written in.
    pub fn parts(&self, site: usize) -> Option<(&str, &str)> {
        split(&self.names[site])
    }

    /// Whether a letter is the name of a file or a rank, or begins one.
    pub fn begins_a_cell(&self, letter: char) -> bool {
        self.names.iter().any(|name| name.starts_with(letter))
    }
}

/// What there is to say of a text that is a cell beside a board of files and ranks, with the option that would make the board larger.
pub fn beside_the_board(rules: &Rules, text: &str) -> Option<(String, Option<String>)> {
    let [board] = &rules.topology.boards[..] else { return None };
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let (file, rank) = (file_index(&text[..letters])?, text[letters..].parse::<i32>().ok()?);
    let last = rules.topology.cells.last().filter(|last| last.name.ends_with(&board.height.to_string()))?;
    let beyond = file >= board.width || rank > board.height;
    (beyond && letters < 2 && board.depth == 1 && rank < 100).then(|| {
        let size = ["size", "columns"].into_iter().find(|size| rules.options.iter().any(|option| option.name == *size));
        let message = format!("there is no cell `{text}`: the last one of the board is `{}`", last.name);
        (message, size.map(|size| format!("the board may have another size: `--set {size}=…`")))
    })
}

/// Whether the board is that of xiangqi, of ten ranks, which its protocols count from 0 so that each is one digit.
pub fn counts_from_zero(rules: &Rules) -> bool {
    let [board] = &rules.topology.boards[..] else { return false };
    (board.width, board.height, board.depth) == (9, 10, 1) && rules.topology.sites() == 90
}

/// Whether other programs count ranks from the top, as in shogi: promotions are written `+` (they are chosen so, or taken pieces
/// come back and there is one thing that a kind becomes).
pub fn ranks_from_the_top(rules: &Rules, labels: &[String]) -> bool {
    let one = |effect: &Effect| matches!(effect, Effect::Promote { to, .. } if to.is_empty());
    labels.iter().any(|label| label.starts_with('+')) || rules.captives_to_hand && rules.effects().into_iter().any(one)
}

/// `e4` as `e` and `4`, `7g` as `7` and `g`.
fn split(name: &str) -> Option<(&str, &str)> {
    let letters = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase());
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let first = name.chars().next()?;
    let cut = name.find(|c: char| c.is_ascii_digit() != first.is_ascii_digit())?;
    let (a, b) = name.split_at(cut);
    (letters(a) && digits(b) || digits(a) && letters(b)).then_some((a, b))
}
