//! The fields of a position text behind the side: state variables, clocks, passes.

use crate::ir::{IntClass, Layout};
use crate::rules::{Life, Rules, StateId, StateValue};

/// The most that a clock shows: no game comes near.
const MOST_PLIES: i64 = 1_000_000_000;

/// A field of a position text after the side.
#[derive(Debug, Clone, Copy)]
pub(super) enum Field {
    Cells(usize),
    Number(usize),
    Passes,
}

pub(super) fn fields(rules: &Rules, layout: &Layout) -> Vec<Field> {
    let keeps = rules.states.iter().enumerate().filter(|(_, s)| s.life != Life::ThisTurn || rules.extra_turns());
    let mut out: Vec<Field> = keeps
        .map(|(id, s)| match s.initial {
            StateValue::Cells(_) => Field::Cells(id),
            StateValue::Number(_) => Field::Number(id),
        })
        .collect();
    if layout.int(IntClass::Passes).is_some() {
        out.push(Field::Passes);
    }
    out
}

/// At which word of the state a field begins.
fn place(field: Field, layout: &Layout) -> usize {
    match field {
        Field::Cells(id) => layout.plane_at(layout.state_plane(id)),
        Field::Number(id) => layout.int_at(layout.state_int(id)),
        Field::Passes => layout.int_at(layout.int(IntClass::Passes).expect("passes are counted")),
    }
}

impl Field {
    pub(super) fn name(self, rules: &Rules) -> String {
        match self {
            Field::Cells(id) | Field::Number(id) => rules.states[id].name.clone(),
            Field::Passes => "passes".to_string(),
        }
    }

    pub(super) fn text(self, rules: &Rules, layout: &Layout, state: &[u64]) -> String {
        let at = place(self, layout);
        let Field::Cells(id) = self else { return (state[at] as i64).to_string() };
        let on = |site: usize| state[at + site / 64] >> (site % 64) & 1 == 1;
        let letters = &rules.states[id].letters;
        let text: String = if letters.is_empty() {
            let cells = (0..rules.topology.sites()).filter(|&s| on(s));
            cells.map(|s| rules.topology.cells[s].name.as_str()).collect::<Vec<_>>().join(",")
        } else {
            letters.iter().filter(|(site, _)| on(*site)).map(|(_, letter)| *letter).collect()
        };
        if text.is_empty() { "-".to_string() } else { text }
    }

    /// Whether a word may be one of this field, as this game writes them.
    pub(super) fn fits(self, rules: &Rules, word: &str) -> bool {
        let Field::Cells(id) = self else { return is_number(word) };
        let letters = &rules.states[id].letters;
        match letters.is_empty() {
            _ if word == "-" => true,
            true => word.split(',').all(|cell| cell_of(rules, cell).is_some()),
            // Other letters are told of by the field.
            false => word.starts_with(|c: char| c.is_alphabetic()),
        }
    }

    /// Reads the field into the state. `other` knows cells by letters that the state does not have.
    pub(super) fn read(
        self,
        rules: &Rules,
        layout: &Layout,
        state: &mut [u64],
        text: &str,
        other: &dyn Fn(StateId, char) -> Option<usize>,
    ) -> Result<(), (String, String)> {
        let at = place(self, layout);
        let name = self.name(rules);
        let Field::Cells(id) = self else {
            let n: i64 = text.parse().map_err(|_| {
                let help = format!("`{name}` is a whole number of up to 18 digits");
                (format!("`{text}` is not a number"), help)
            })?;
            // Rules may set a state to any number; what counts plies stays small.
            let counts = match self {
                Field::Number(id) => rules.states[id].life == Life::Clock,
                _ => true,
            };
            if counts && !(0..=MOST_PLIES).contains(&n) {
                let help = format!("`{name}` counts plies: it goes from 0 to {MOST_PLIES}");
                return Err((format!("`{name}` can't be {n}"), help));
            }
            if matches!(self, Field::Passes) && n > 2 {
                let help = "the game is over when two players in a row have passed: it goes from 0 to 2".to_string();
                return Err((format!("`{name}` can't be {n}"), help));
            }
            state[at] = n as u64;
            return Ok(());
        };
        state[at..at + layout.set_words].fill(0);
        let mut set = |site: usize| state[at + site / 64] |= 1 << (site % 64);
        if text == "-" {
            return Ok(());
        }
        let letters = &rules.states[id].letters;
        if !letters.is_empty() {
            for (at, c) in text.char_indices() {
                if text[..at].contains(c) {
                    return Err((format!("`{c}` stands twice in `{name}`"), "write each letter once".to_string()));
                }
                let site = letters.iter().find(|l| l.1 == c).map(|l| l.0).or_else(|| other(id, c));
                set(site.ok_or_else(|| {
                    let known: String = letters.iter().map(|l| l.1).collect();
                    // Shredder-FEN of a shuffled start.
                    let file = u32::from(c.to_ascii_lowercase()).wrapping_sub(u32::from('a'));
                    let begins = match file < rules.topology.boards[0].width.unsigned_abs() {
                        true => "; files of rooks are of games that begin otherwise, such as chess960",
                        false => "",
                    };
                    (format!("there is no `{c}` in `{name}`"), format!("write letters of `{known}`, or `-`{begins}"))
                })?);
            }
            return Ok(());
        }
        for cell in text.split(',') {
            let unknown = || {
                (
                    format!("`{cell}` is not a cell"),
                    format!("write the cells of `{name}` with commas between them, or `-`"),
                )
            };
            set(cell_of(rules, cell).ok_or_else(unknown)?);
        }
        Ok(())
    }
}

/// A cell by its name, which may be in capitals.
pub(super) fn cell_of(rules: &Rules, name: &str) -> Option<usize> {
    rules.topology.cell(name).or_else(|| rules.topology.cell(&name.to_lowercase()))
}

/// Whether a word is a whole number, however great.
pub(super) fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}
