//! Examples in messages speak of the pieces and players that a file has.

use std::collections::BTreeSet;

use super::Diagnostic;

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
        }
    }

    /// A message with examples of these names.
    pub(super) fn put_into(&self, told: &mut Diagnostic) {
        let Some(help) = &told.help else { return };
        let quoted = |(index, part): (usize, &str)| match index % 2 {
            0 => part.to_string(),
            _ => self.example(part),
        };
        told.help = Some(help.split('`').enumerate().map(quoted).collect::<Vec<_>>().join("`"));
    }

    /// The same of what stands between two backticks. A declaration names something new.
    fn example(&self, text: &str) -> String {
        let declares = ["piece ", "players "].iter().any(|word| text.starts_with(word));
        if declares || capitals(text).any(|word| self.written.contains(word)) {
            return text.to_string();
        }
        let promotes = text.contains("promote");
        let mut out = String::with_capacity(text.len());
        for part in text.split_inclusive(|c: char| !is_name(c)) {
            let word = part.trim_end_matches(|c: char| !is_name(c));
            out.push_str(self.meant(word, promotes).unwrap_or(word));
            out.push_str(&part[word.len()..]);
        }
        out
    }

    /// What the file has for a name of an example.
    fn meant(&self, word: &str, promotes: bool) -> Option<&str> {
        let owned = || Some(&self.owned).filter(|kinds| !promotes || kinds.len() > 1);
        let name = match word {
            "forward" if !self.faces => return Some("any"),
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
        let faces = Names::new(None, Vec::new(), Vec::new(), true, "");
        assert_eq!(told(&faces, "`step forward to empty`"), "`step forward to empty`");
    }
}
