//! Examples in messages speak of the pieces and players that a file has, and of cells and rows of its board.

use std::collections::BTreeSet;

use super::Diagnostic;
use crate::words::{file_index, file_name};

/// Names that examples have for the pieces of players, the common ones first; those behind `KINGS` stand for a further kind.
const PIECES: &[&str] = &["Man", "Pawn", "Stone", "Disc", "Rook", "Knight", "Ring"];
const KINGS: &[&str] = &["King", "Queen", "Tokin"];

/// Those for pieces of nobody's, and for the players.
const NOBODYS: &[&str] = &["Seed", "Arrow", "Wall", "Ball"];
const PLAYERS: [&str; 2] = ["White", "Black"];

/// What a file calls its players and pieces.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// The two players; none where the file does not name two.
    players: Option<[String; 2]>,
    /// The kinds whose pieces have an owner.
    owned: Vec<String>,
    /// Those whose pieces are nobody's.
    neutral: Vec<String>,
    /// The capital words of the text: what it says itself is no example.
    written: BTreeSet<String>,
    /// Whether the file says how players face, or speaks of `forward` without.
    faces: bool,
    /// The cells and rows that the text names itself: `c3`, `rank 9`.
    places: BTreeSet<String>,
    /// The main board; none as long as it is not known.
    board: Option<Board>,
}

/// The cells of a board, and how many files and ranks it has.
#[derive(Debug, Clone, Default)]
pub struct Board {
    /// The names of the cells, row by row.
    pub cells: Vec<String>,
    /// The files.
    pub files: i32,
    /// The ranks.
    pub ranks: i32,
}

impl Names {
    /// Those of a file with this text.
    ///
    /// `faces`: whether the players face somewhere.
    pub fn new(
        players: Option<[String; 2]>,
        owned: Vec<String>,
        neutral: Vec<String>,
        faces: bool,
        text: &str,
    ) -> Names {
        Names {
            players,
            owned,
            neutral,
            written: capitals(text).map(str::to_string).collect(),
            faces: faces || text.contains("forward"),
            places: places(text).into_iter().map(|(_, place)| place).collect(),
            board: None,
        }
    }

    /// The same, with this main board.
    pub(super) fn know(&mut self, board: Board) {
        self.board = Some(board);
    }

    /// A message with examples of these names.
    pub(super) fn put_into(&self, told: &mut Diagnostic) {
        let Some(help) = &told.help else { return };
        // What is asked about is no example.
        let asked = help.starts_with("did you mean");
        // With how to face it needs no other word.
        let faces = self.faces || help.contains("`facing ");
        let quoted = |(index, part): (usize, &str)| match index {
            1 if asked => part.to_string(),
            _ if index % 2 == 0 => part.to_string(),
            _ => self.on_board(&self.example(part, faces)),
        };
        told.help = Some(help.split('`').enumerate().map(quoted).collect::<Vec<_>>().join("`"));
    }

    /// The same of what stands between two backticks. A declaration names something new.
    fn example(&self, text: &str, faces: bool) -> String {
        let declares = ["piece ", "players "].iter().any(|word| text.starts_with(word));
        if declares || capitals(text).any(|word| self.written.contains(word)) {
            return text.to_string();
        }
        let promotes = text.contains("promote");
        let mut out = String::with_capacity(text.len());
        for part in text.split_inclusive(|c: char| !is_name(c)) {
            let word = part.trim_end_matches(|c: char| !is_name(c));
            out.push_str(self.meant(word, promotes, faces).unwrap_or(word));
            out.push_str(&part[word.len()..]);
        }
        out
    }

    /// The same with cells and rows of the board for those that it lacks: the nearest, or else the first ones. What the text
    /// names itself is no example, and neither is a board that is declared.
    fn on_board(&self, text: &str) -> String {
        let Some(board) = &self.board else { return text.to_string() };
        let found = places(text);
        let declares = text.starts_with("board") || text.contains('"');
        if declares || found.iter().any(|(_, place)| self.places.contains(place)) {
            return text.to_string();
        }
        let (mut out, mut end) = (String::with_capacity(text.len()), 0);
        let mut taken: Vec<(&str, &str)> = Vec::new();
        for (at, place) in &found {
            let word = place.rsplit(' ').next().unwrap_or_default();
            let new = match place.split_once(' ') {
                Some((row, _)) => board.row(row, word),
                None => taken.iter().find(|(old, _)| *old == word).map(|(_, new)| new.to_string()).or_else(|| {
                    let used = |cell: &str| taken.iter().any(|(_, new)| *new == cell);
                    let new = board.cell(word, used)?;
                    taken.push((word, new));
                    Some(new.to_string())
                }),
            };
            out.push_str(&text[end..*at]);
            out.push_str(new.as_deref().unwrap_or(word));
            end = at + word.len();
        }
        out + &text[end..]
    }

    /// What the file has for a name of an example.
    fn meant(&self, word: &str, promotes: bool, faces: bool) -> Option<&str> {
        let owned = || Some(&self.owned).filter(|kinds| !promotes || kinds.len() > 1);
        let name = match word {
            "forward" if !faces => return Some("any"),
            _ if self.owned.iter().chain(&self.neutral).any(|kind| kind == word) => None,
            _ if let Some(player) = PLAYERS.iter().position(|player| *player == word) => {
                self.players.as_ref().map(|players| &players[player])
            }
            _ if PIECES.contains(&word) => owned()?.first(),
            _ if KINGS.contains(&word) => owned()?.last(),
            _ if NOBODYS.contains(&word) => self.neutral.first(),
            _ => None,
        };
        name.map(String::as_str)
    }
}

impl Board {
    /// A row that it has for one of an example.
    fn row(&self, row: &str, which: &str) -> Option<String> {
        match which.parse::<i32>() {
            Ok(rank) => Some(rank.min(self.ranks).to_string()),
            Err(_) if row.starts_with("file") => Some(file_name(self.file(which)?)),
            Err(_) => None,
        }
    }

    /// The file of this name, or the last one.
    fn file(&self, name: &str) -> Option<i32> {
        Some(file_index(name)?.min(self.files - 1).max(0))
    }

    /// A cell that it has for one of an example.
    fn cell(&self, word: &str, used: impl Fn(&str) -> bool) -> Option<&str> {
        let digits = word.find(|c: char| c.is_ascii_digit())?;
        let nearest = format!(
            "{}{}",
            file_name(self.file(&word[..digits])?),
            word[digits..].parse().unwrap_or(1).min(self.ranks)
        );
        let cells = || self.cells.iter().map(String::as_str);
        let there = |wanted: &str| cells().find(|cell| *cell == wanted && !used(cell));
        there(word).or_else(|| there(&nearest)).or_else(|| cells().find(|cell| !used(cell)))
    }
}

/// The cells of a text, as `c3`, and the rows, as `rank 9`, each with the place of its last word.
fn places(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut row = None;
    let mut at = 0;
    for part in text.split_inclusive(|c: char| !is_name(c)) {
        let word = part.trim_end_matches(|c: char| !is_name(c));
        let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let (letters, number) =
            (word.len() - digits.len(), !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit()));
        match row {
            Some(row) if letters == 0 && number || row == "file" && (1..=2).contains(&letters) && digits.is_empty() => {
                found.push((at, format!("{row} {word}")));
            }
            _ if (1..=2).contains(&letters) && (1..=2).contains(&digits.len()) && number => {
                found.push((at, word.to_string()));
                row = None;
            }
            _ if word.is_empty() => {}
            _ => {
                row = match word {
                    "rank" | "ranks" => Some("rank"),
                    "file" | "files" => Some("file"),
                    _ => None,
                }
            }
        }
        at += part.len();
    }
    found
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}

fn capitals(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_name(c)).filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn told(names: &Names, help: &str) -> String {
        let mut message = Diagnostic::error("x", Span::new(0, 0), "y").help(help);
        names.put_into(&mut message);
        message.help.unwrap()
    }

    #[test]
    fn examples_have_the_names_of_the_file() {
        let kinds = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let players = Some(["Red", "Blue"].map(str::to_string));
        let names =
            Names::new(players, kinds(&["Goat", "Tiger"]), kinds(&["Bean"]), false, "move Goat { step any to Rook }");
        for (help, wanted) in [
            ("as in `no own King on attacked by enemy`", "as in `no own Tiger on attacked by enemy`"),
            ("write `White Man on rank 1`", "write `Red Goat on rank 1`"),
            ("`step any to empty { promote to as Queen }`", "`step any to empty { promote to as Tiger }`"),
            ("a King is `count Seed on to > 1`", "a King is `count Bean on to > 1`"),
            ("such as `piece Seed counted neutral`", "such as `piece Seed counted neutral`"),
            ("did you mean `Rook`?", "did you mean `Rook`?"),
            ("write `Goat` or `Kingdom`", "write `Goat` or `Kingdom`"),
            ("such as `step forward to empty`", "such as `step any to empty`"),
        ] {
            assert_eq!(told(&names, help), wanted);
        }
        let one = Names::new(None, kinds(&["Goat"]), Vec::new(), false, "");
        assert_eq!(told(&one, "`promote to as Queen`"), "`promote to as Queen`");
        assert_eq!(told(&one, "`own King`, `own Seed`, `White`"), "`own Goat`, `own Seed`, `White`");
        let mut small = Names::new(None, Vec::new(), Vec::new(), true, "move { place Man on c9 }");
        small.know(Board { cells: ["a1", "b1", "a2", "b2"].map(str::to_string).to_vec(), files: 2, ranks: 2 });
        for (help, wanted) in [
            ("such as `own`, `rank 2` or `e4`", "such as `own`, `rank 2` or `b2`"),
            ("as in `to on rank 8`", "as in `to on rank 2`"),
            ("rows are `ranks 1..3`, cells `a1..c1`", "rows are `ranks 1..2`, cells `a1..b1`"),
            ("write `files a..c`", "write `files a..b`"),
            ("write `c9 or d9`", "write `c9 or d9`"),
            ("such as `board square 8x8 without e4`", "such as `board square 8x8 without e4`"),
            ("pairs: `link far a1 -> b1, b1 -> c1`", "pairs: `link far a1 -> b1, b1 -> a2`"),
        ] {
            assert_eq!(told(&small, help), wanted);
        }
        let mut track = Names::new(None, Vec::new(), Vec::new(), true, "");
        track.know(Board { cells: ["1", "2", "3"].map(str::to_string).to_vec(), files: 3, ranks: 1 });
        assert_eq!(told(&track, "write `a1..c1`, or `a1`"), "write `1..2`, or `1`");
        let faces = Names::new(None, Vec::new(), Vec::new(), true, "");
        assert_eq!(told(&faces, "`step forward to empty`"), "`step forward to empty`");
    }
}
