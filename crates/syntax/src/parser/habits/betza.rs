//! Moves in Betza's notation, `fmWfcF`, said in clauses.
//!
//! Source of the letters: R. Betza's "funny notation", as the variant community uses it: capitals are atoms, small letters before
//! them modifiers.

use super::Failure;

/// The leaps of Betza's atoms.
const LEAPS: &[(char, &str)] = &[
    ('N', "1,2"),
    ('D', "0,2"),
    ('A', "2,2"),
    ('H', "0,3"),
    ('C', "1,3"),
    ('L', "1,3"),
    ('Z', "2,3"),
    ('J', "2,3"),
    ('G', "3,3"),
];

/// Those that go to a neighbour, or on and on: the verb and the directions.
const WAYS: &[(char, &str, &str)] = &[
    ('W', "step", "orthogonal"),
    ('F', "step", "diagonal"),
    ('K', "step", "any"),
    ('R', "slide", "orthogonal"),
    ('B', "slide", "diagonal"),
    ('Q', "slide", "any"),
];

impl Failure<'_> {
    /// What to write for a word of Betza's where a clause may begin.
    pub(super) fn betza_habit(&self) -> Option<String> {
        let found = self.found();
        // The name of a kind may consist of such letters; then it is meant.
        let alone = !self.view.declared(&["piece"]).any(|kind| kind == found);
        let clauses = clauses_of(found).filter(|_| alone)?;
        Some(match clauses.is_empty() {
            true => {
                "Betza's letters are said in words: W is `step orthogonal`, F `step diagonal`, R `slide orthogonal`, \
                     B `slide diagonal`, N `leap 1,2`"
                    .to_string()
            }
            false => format!("Betza's letters are said in words: `{}`", clauses.join("  ")),
        })
    }
}

/// The clauses that a word of Betza's stands for; none if it is no such word, an empty list if it says something that is not
/// translated.
fn clauses_of(word: &str) -> Option<Vec<String>> {
    let atom = |c: char| LEAPS.iter().any(|(a, _)| *a == c) || WAYS.iter().any(|(a, ..)| *a == c);
    let modifier = |c: char| "fblrvshmcjpgonzqdeitux".contains(c);
    let fits = |c: char| atom(c) || modifier(c) || c.is_ascii_digit();
    if word.is_empty() || !word.chars().all(fits) || !word.contains(atom) || word.ends_with(modifier) {
        return None;
    }
    let mut clauses = Vec::new();
    let mut letters = word.chars().peekable();
    while letters.peek().is_some() {
        let modifiers: String = std::iter::from_fn(|| letters.next_if(|&c| modifier(c))).collect();
        let Some(atom) = letters.next() else { break };
        let twice = letters.next_if_eq(&atom).is_some();
        let range: String = std::iter::from_fn(|| letters.next_if(char::is_ascii_digit)).collect();
        match clause(&modifiers, atom, twice, &range) {
            Some(clause) => clauses.push(clause),
            None => return Some(Vec::new()),
        }
    }
    Some(clauses)
}

fn clause(modifiers: &str, atom: char, twice: bool, range: &str) -> Option<String> {
    let to = match (modifiers.contains('m'), modifiers.contains('c')) {
        (true, false) => "empty",
        (false, true) => "enemy",
        _ => "empty or enemy",
    };
    let sides: String = modifiers.chars().filter(|c| !"mc".contains(*c)).collect();
    if let Some((_, leap)) = LEAPS.iter().find(|(a, _)| *a == atom) {
        let plain = sides.is_empty() && !twice && range.is_empty();
        return plain.then(|| format!("leap {leap} to {to}"));
    }
    let (_, verb, dirs) = WAYS.iter().find(|(a, ..)| *a == atom)?;
    let dirs = match (sides.as_str(), *dirs) {
        ("", dirs) => dirs.to_string(),
        ("f", "orthogonal") => "forward".to_string(),
        ("b", "orthogonal") => "backward".to_string(),
        ("s" | "lr", "orthogonal") => "sideways".to_string(),
        ("v" | "fb", "orthogonal") => "forward, backward".to_string(),
        ("fs", "orthogonal") => "forward, sideways".to_string(),
        ("f", "diagonal") => "forward-diagonal".to_string(),
        ("b", "diagonal") => "backward-diagonal".to_string(),
        ("f", "any") => "forward, forward-diagonal".to_string(),
        ("b", "any") => "backward, backward-diagonal".to_string(),
        _ => return None,
    };
    Some(match (*verb, twice, range) {
        ("step", false, "" | "1") => format!("step {dirs} to {to}"),
        ("step", true, "") | ("slide", false, "") | ("step", false, "0") => format!("slide {dirs} to {to}"),
        (_, false, most) => format!("slide {dirs} 1..{most} to {to}"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::clauses_of;

    #[test]
    fn letters_of_betza_are_said_in_clauses() {
        for (word, said) in [
            ("fmWfcF", Some("step forward to empty  step forward-diagonal to enemy")),
            ("WF", Some("step orthogonal to empty or enemy  step diagonal to empty or enemy")),
            ("K", Some("step any to empty or enemy")),
            ("RF", Some("slide orthogonal to empty or enemy  step diagonal to empty or enemy")),
            ("N", Some("leap 1,2 to empty or enemy")),
            ("WW", Some("slide orthogonal to empty or enemy")),
            ("R3", Some("slide orthogonal 1..3 to empty or enemy")),
            ("fsW", Some("step forward, sideways to empty or enemy")),
            // Said, but not translated.
            ("NN", Some("")),
            ("ffN", Some("")),
            ("gQ", Some("")),
            // No such words.
            ("Man", None),
            ("step", None),
            ("", None),
            ("f", None),
            ("Wf", None),
        ] {
            assert_eq!(clauses_of(word).map(|clauses| clauses.join("  ")).as_deref(), said, "{word}");
        }
    }
}
