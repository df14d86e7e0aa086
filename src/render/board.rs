//! Boards as text.
//!
//! A cell of rows and columns stands at a place of a canvas; what is marked stands in brackets: `. P[p]. `.

use std::collections::BTreeSet;

use crate::board::{Board, Drawing, file_name};
use crate::compile::Content;
use crate::session::BoardView;

/// All boards with what lies on them, and what lies beside them.
pub fn board(view: &BoardView<'_>) -> String {
    let mut text = String::new();
    for (index, board) in view.topology.boards.iter().enumerate() {
        if let Some(name) = &board.name {
            text += &format!("{name}:\n");
        }
        let cells: Vec<usize> = (0..view.topology.sites()).filter(|&s| view.topology.cells[s].board == index).collect();
        text += &match board.drawing {
            Drawing::Grid | Drawing::Slanted => levels(view, board, &cells),
            Drawing::Row => row(view, &cells),
            Drawing::List => list(view, &cells),
        };
    }
    for (name, value) in &view.extras {
        text += &format!("  {name}: {value}\n");
    }
    text
}

/// What the letters on the board mean.
pub fn legend(view: &BoardView<'_>) -> String {
    let kinds: BTreeSet<(Option<usize>, char, String)> =
        view.contents.iter().flatten().map(|c| (c.side.map(|s| s.index()), c.letter, c.kind.clone())).collect();
    let entries: Vec<String> = kinds
        .into_iter()
        .map(|(side, letter, kind)| match side {
            Some(side) => format!("{letter} {} {kind}", view.players[side]),
            None => format!("{letter} {kind}"),
        })
        .collect();
    if entries.is_empty() { String::new() } else { format!("  {}\n", entries.join(", ")) }
}

/// What is written on a cell.
fn symbol(contents: &[Content]) -> String {
    if contents.is_empty() { ".".to_string() } else { contents.iter().map(|c| c.text.as_str()).collect() }
}

fn levels(view: &BoardView<'_>, board: &Board, cells: &[usize]) -> String {
    let mut text = String::new();
    for z in 0..board.depth.max(1) {
        if board.depth > 1 {
            text += &format!("level {}:\n", file_name(z));
        }
        let level: Vec<usize> = cells.iter().copied().filter(|&s| view.topology.cells[s].z == z).collect();
        text += &grid(view, &level, board.drawing == Drawing::Slanted);
    }
    text
}

/// Rows and columns; slanted rows lie half a cell further right the higher they are.
fn grid(view: &BoardView<'_>, cells: &[usize], slanted: bool) -> String {
    let at = |s: usize| (view.topology.cells[s].x, view.topology.cells[s].y);
    let Some(top) = cells.iter().map(|&s| at(s).1).max() else { return String::new() };
    let files: BTreeSet<i32> = cells.iter().map(|&s| at(s).0).collect();
    let symbols: Vec<String> = cells.iter().map(|&s| symbol(&view.contents[s])).collect();
    let labels = files.iter().map(|&x| file_name(x));
    let mut wide = symbols.iter().cloned().chain(labels).map(|w| w.chars().count()).max().unwrap_or(1);
    if slanted && wide % 2 == 0 {
        wide += 1; // Half a cell must be whole columns.
    }
    let pitch = wide as i32 + 1;
    let raw = |x: i32, y: i32| x * pitch + if slanted { y * (pitch / 2) } else { 0 };
    // The name of a file stands one row below its lowest cell; on a straight board all stand below the board.
    let lowest = |x: i32| cells.iter().map(|&s| at(s)).filter(|c| c.0 == x && slanted).map(|c| c.1).min().unwrap_or(0);
    let names: Vec<(i32, i32)> = files.iter().map(|&x| (x, lowest(x) - 1)).collect();
    let leftmost = cells.iter().map(|&s| at(s)).chain(names.iter().copied()).map(|(x, y)| raw(x, y)).min().unwrap_or(0);
    let rank_width = (top + 1).to_string().len();
    let column = |x: i32, y: i32| (raw(x, y) - leftmost) as usize + rank_width + 3;
    let line = |y: i32| (top - y) as usize;
    let mut canvas = Canvas::new(top + 2);
    for y in cells.iter().map(|&s| at(s).1).collect::<BTreeSet<_>>() {
        canvas.write(line(y), 2, &format!("{:>rank_width$}", y + 1));
    }
    for (x, y) in names {
        let name = file_name(x);
        canvas.write(line(y), column(x, y) + wide - name.len(), &name);
    }
    for (&s, symbol) in cells.iter().zip(&symbols) {
        let (x, y) = at(s);
        let start = column(x, y);
        canvas.write(line(y), start + wide - symbol.chars().count(), symbol);
        if view.marked.contains(&s) {
            canvas.bracket(line(y), start - 1, '[');
            canvas.bracket(line(y), start + wide, ']');
        }
    }
    canvas.text()
}

/// Cells in one row, with their names above.
fn row(view: &BoardView<'_>, cells: &[usize]) -> String {
    let entries: Vec<(String, String)> = cells
        .iter()
        .map(|&s| {
            let symbol = symbol(&view.contents[s]);
            let symbol = if view.marked.contains(&s) { format!("[{symbol}]") } else { symbol };
            (view.topology.cells[s].name.clone(), symbol)
        })
        .collect();
    let wide = entries.iter().flat_map(|(a, b)| [a.len(), b.chars().count()]).max().unwrap_or(1);
    let mut text = String::new();
    for line in entries.chunks((76 / (wide + 1)).max(1)) {
        let join = |words: Vec<String>| format!("  {}\n", words.join(" ").trim_end());
        text += &join(line.iter().map(|(name, _)| format!("{name:>wide$}")).collect());
        text += &join(line.iter().map(|(_, symbol)| format!("{symbol:>wide$}")).collect());
    }
    text
}

/// Cells by name.
fn list(view: &BoardView<'_>, cells: &[usize]) -> String {
    let entries: Vec<String> = cells
        .iter()
        .map(|&s| {
            let (name, symbol) = (&view.topology.cells[s].name, symbol(&view.contents[s]));
            if view.marked.contains(&s) { format!("{name}[{symbol}]") } else { format!("{name} {symbol}") }
        })
        .collect();
    super::columns(&entries, 80)
}

/// Lines of characters to write on.
struct Canvas {
    lines: Vec<Vec<char>>,
}

impl Canvas {
    fn new(lines: i32) -> Self {
        Canvas { lines: vec![Vec::new(); lines as usize] }
    }

    fn write(&mut self, line: usize, column: usize, text: &str) {
        for (i, c) in text.chars().enumerate() {
            self.put(line, column + i, c);
        }
    }

    /// A bracket; between two marked cells there is room for one stroke only.
    fn bracket(&mut self, line: usize, column: usize, bracket: char) {
        let taken = self.lines[line].get(column).is_some_and(|&c| c == '[' || c == ']');
        self.put(line, column, if taken { '|' } else { bracket });
    }

    fn put(&mut self, line: usize, column: usize, c: char) {
        let line = &mut self.lines[line];
        if line.len() <= column {
            line.resize(column + 1, ' ');
        }
        line[column] = c;
    }

    fn text(self) -> String {
        self.lines.into_iter().map(|l| l.into_iter().collect::<String>().trim_end().to_string() + "\n").collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Shape, Topology, build};
    use crate::game::Side;

    fn topology(word: &str, sizes: &[i64]) -> Topology {
        let shape = Shape {
            name: None,
            word: word.to_string(),
            sizes: sizes.to_vec(),
            modifiers: Vec::new(),
            lines: vec![vec!["p".into(), "q".into(), "r".into()]],
        };
        build(&[shape]).unwrap()
    }

    fn drawn(topology: &Topology, marked: &[&str]) -> String {
        let mut contents = vec![Vec::new(); topology.sites()];
        let (side, kind) = (Some(Side::First), "Pawn".to_string());
        contents[0] = vec![Content { side, kind, letter: 'P', text: "P".to_string() }];
        let marked = marked.iter().map(|n| topology.cell(n).unwrap()).collect();
        let players = ["White".to_string(), "Black".to_string()];
        board(&BoardView { topology, contents, marked, players, extras: vec![("clock".into(), "3".into())] })
    }

    #[test]
    fn a_square_with_marks() {
        let text = drawn(&topology("square", &[3, 2]), &["b2", "c2", "a1"]);
        assert_eq!(text, "  2 .[.|.]\n  1[P]. .\n    a b c\n  clock: 3\n");
    }

    #[test]
    fn a_rhombus_leans_to_the_right() {
        let text = drawn(&topology("rhombus", &[3]), &[]);
        assert_eq!(text, "  3    . . .\n  2   . . .\n  1  P . .\n    a b c\n  clock: 3\n");
    }

    #[test]
    fn a_hexagon_has_its_files_along_two_sides() {
        let text = drawn(&topology("hexagon", &[2]), &[]);
        assert_eq!(text.lines().count(), 5, "{text}");
        assert!(text.lines().next().unwrap().ends_with(". ."), "{text}");
    }

    #[test]
    fn a_cube_level_by_level_a_row_and_a_list() {
        let text = drawn(&topology("square", &[2, 2, 2]), &[]);
        assert!(text.contains("level a:") && text.contains("level b:"), "{text}");
        assert_eq!(drawn(&topology("track", &[3]), &["2"]), "    1   2   3\n    P [.]   .\n  clock: 3\n");
        assert_eq!(drawn(&topology("graph", &[]), &["q"]), "  p P   q[.]  r .\n  clock: 3\n");
    }
}
