//! Positions as text, in the shape of chess FEN: `rows side fields move-number`.
//!
//! Rows go from the top, `/` between them, `|` before a further board; a letter is a piece, a number so many empty
//! cells, `(n)` a cell with n counted pieces, `(Ssk)` a stack from the top down. On boards of one colour the cells that aren't there count as empty.
//! Hands follow the rows in brackets. Then the side to move, every state variable and clock in file order, the number of
//! passes in a row if the rules ask for it, and the number of the move, which goes up after the second player.

mod areas;
mod begun;
mod bounds;
mod coloured;
mod dialects;
mod drawn;
mod escaped;
mod fields;
mod lists;
mod lone;
mod number;
mod pdn;
mod read;
mod red;
mod rows;
mod seat;
mod seeds;
mod signs;
mod standing;
mod tidied;
mod tps;
mod wrapped;

pub use bounds::{Bounded, Stray, Unbounded};
pub(super) use dialects::other_letter;
pub use pdn::greatest_number;
pub use read::{Reading, is_address, read_position};
pub use standing::{Standing, Stands, standing};

use crate::exec::Executor;
use crate::game::{PerSide, Side};
use crate::ir::{IntClass, Layout, PlaneClass, STACK_BITS, STACK_DEPTH};
use crate::rules::{KindId, Owned, Rules};
use fields::fields;

/// What lies on a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// Whose it is; none for neutral pieces.
    pub side: Option<Side>,
    /// The kind's name.
    pub kind: String,
    /// The letter of position texts; the case tells the side unless the file gives two letters.
    pub letter: char,
    /// As it is written on a drawn board: the letter; before it the height of a stack, or how many counted pieces; of the
    /// only counted kind the number alone.
    pub text: String,
}

/// The pieces below the top of a cell, from the top down.
fn below(layout: &Layout, state: &[u64], site: usize) -> Vec<(Side, KindId)> {
    if layout.stacks == 0 {
        return Vec::new();
    }
    let word = state[layout.stack_at(site)];
    let pieces = (0..STACK_DEPTH).map(|i| word >> (i * STACK_BITS) & ((1 << STACK_BITS) - 1)).take_while(|p| *p > 0);
    pieces.map(|p| (Side::of((p - 1) as usize & 1), (p - 1) as usize >> 1)).collect()
}

fn has(state: &[u64], layout: &Layout, class: PlaneClass, site: usize) -> bool {
    layout.plane(class).is_some_and(|p| state[layout.plane_at(p) + site / 64] >> (site % 64) & 1 == 1)
}

/// The owner and kind of the piece on a cell.
pub(super) fn piece(rules: &Rules, layout: &Layout, state: &[u64], site: usize) -> Option<(Option<Side>, KindId)> {
    let owner = [Side::First, Side::Second].into_iter().find(|&s| has(state, layout, PlaneClass::Side(s), site));
    if owner.is_none() && !has(state, layout, PlaneClass::Neutral, site) {
        return None;
    }
    let fits = |k: KindId| !rules.kinds[k].counted && rules.kinds[k].neutral == owner.is_none();
    let kinds = || (0..rules.kinds.len()).filter(|&k| fits(k));
    let kind = kinds().find(|&k| has(state, layout, PlaneClass::Kind(k), site)).or_else(|| kinds().next())?;
    Some((owner, kind))
}

/// How many pieces stand on a cell, one on top of the other.
pub(super) fn height(rules: &Rules, layout: &Layout, state: &[u64], site: usize) -> usize {
    piece(rules, layout, state, site).map_or(0, |_| 1 + below(layout, state, site).len())
}

/// All pieces on a cell: a stack from the top down, each counted kind once.
fn pieces(rules: &Rules, layout: &Layout, state: &[u64], site: usize) -> Vec<Owned> {
    // Within a stack pieces of nobody's are written as somebody's.
    let owner = |(side, kind): (Side, KindId)| ((!rules.kinds[kind].neutral).then_some(side), kind);
    let stack = below(layout, state, site).into_iter().map(owner);
    let counted = layout.lanes.iter().enumerate().filter(|&(id, _)| lane(layout, state, id, site) > 0);
    let counted = counted.map(|(_, lane)| (None, lane.kind));
    piece(rules, layout, state, site).into_iter().chain(stack).chain(counted).collect()
}

fn lane(layout: &Layout, state: &[u64], lane: usize, site: usize) -> u64 {
    state[layout.lane_at(lane) + site / 8] >> (site % 8 * 8) & 0xFF
}

/// What lies on a cell: a piece, which may be the top of a stack, or counted pieces by kind.
pub fn contents(rules: &Rules, game: &dyn Executor, state: &[u64], site: usize) -> Vec<Content> {
    let layout = &game.program().layout;
    let content = |side: Option<Side>, kind: KindId, text: &dyn Fn(char) -> String| {
        let kind = &rules.kinds[kind];
        let letter = kind.letter(side);
        Content { side, kind: kind.name.clone(), letter, text: text(letter) }
    };
    if let Some((side, kind)) = piece(rules, layout, state, site) {
        return match 1 + below(layout, state, site).len() {
            1 => vec![content(side, kind, &|letter| letter.to_string())],
            height => vec![content(side, kind, &|letter| format!("{height}{letter}"))],
        };
    }
    let counted = layout.lanes.iter().enumerate().map(|(id, l)| (lane(layout, state, id, site), l));
    let one = layout.lanes.len() == 1;
    let text = |n: u64, letter: char| if one { n.to_string() } else { format!("{n}{letter}") };
    counted.filter(|(n, _)| *n > 0).map(|(n, l)| content(None, l.kind, &|letter| text(n, letter))).collect()
}

/// A cell in a position text; none if it is empty.
fn cell_text(rules: &Rules, game: &dyn Executor, state: &[u64], site: usize) -> Option<String> {
    let layout = &game.program().layout;
    let Some((side, kind)) = piece(rules, layout, state, site) else {
        let counted: String = contents(rules, game, state, site).into_iter().map(|content| content.text).collect();
        return (!counted.is_empty()).then(|| format!("({counted})"));
    };
    let letter = |side: Option<Side>, kind: KindId| rules.kinds[kind].letter(side);
    let under: String = below(layout, state, site).iter().map(|&(side, kind)| letter(Some(side), kind)).collect();
    let top = letter(side, kind);
    Some(if under.is_empty() { top.to_string() } else { format!("({top}{under})") })
}

/// How the sides are written: the first letter of the name in small, or 1 and 2 if that is the same.
pub(super) fn side_letters(rules: &Rules) -> PerSide<String> {
    let letters = rules.players.each_ref().map(|name| name.chars().take(1).collect::<String>().to_lowercase());
    let alike = letters[Side::First] == letters[Side::Second];
    if alike { PerSide::new("1", "2").map(str::to_string) } else { letters }
}

/// The text of a position; `ply` is how often the turn has passed before it.
pub fn position_text(rules: &Rules, game: &dyn Executor, state: &[u64], ply: usize) -> String {
    let mover = Side::of(state[game.program().layout.int_at(Layout::MOVER)] as usize);
    written(rules, game, [state; 2], (mover, ply), &|site| cell_text(rules, game, state, site))
}

/// A change of a position, as an editor makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// On a cell stands what such a letter stands for, or nothing.
    Put(usize, Option<char>),
    /// Whose move it is.
    Mover(Side),
    /// All cells are empty.
    Clear,
}

/// The text of a position with a change, to be read as another position; with `plain` without anything but the pieces, the hands
/// and who is to move: no rights, no counters.
pub fn edited_text(rules: &Rules, game: &dyn Executor, state: &[u64], ply: usize, edit: &Edit, plain: bool) -> String {
    let layout = &game.program().layout;
    let mover = match edit {
        Edit::Mover(side) => *side,
        _ => Side::of(state[layout.int_at(Layout::MOVER)] as usize),
    };
    let nothing = vec![0; state.len()];
    let cell = |site| match *edit {
        Edit::Clear => None,
        Edit::Put(at, letter) if at == site => letter.map(|letter| {
            let counted = rules.kinds.iter().any(|kind| kind.counted && kind.whose(letter).is_some());
            if counted { format!("(1{letter})") } else { letter.to_string() }
        }),
        _ => cell_text(rules, game, state, site),
    };
    written(rules, game, [state, if plain { &nothing } else { state }], (mover, ply), &cell)
}

/// Puts what the states of the file hold in one position into another, as far as they have a place in its text.
pub fn copy_states(rules: &Rules, game: &dyn Executor, from: &[u64], to: &mut [u64]) {
    let layout = &game.program().layout;
    for (id, plane) in layout.planes.iter().enumerate() {
        if let PlaneClass::State(of) = plane.class
            && rules.states[of].life != crate::rules::Life::OnePly
        {
            let at = layout.plane_at(id);
            to[at..at + layout.set_words].copy_from_slice(&from[at..at + layout.set_words]);
        }
    }
}

/// A position text of the hands of one state and the fields of another.
fn written(
    rules: &Rules,
    game: &dyn Executor,
    [state, kept]: [&[u64]; 2],
    (mover, ply): (Side, usize),
    cell_text: &dyn Fn(usize) -> Option<String>,
) -> String {
    let layout = &game.program().layout;
    let mut boards = Vec::new();
    for board in rules.topology.rows() {
        let mut lines = Vec::new();
        for row in board {
            let mut line = String::new();
            let mut empty = 0;
            for cell in row {
                let Some(text) = cell.and_then(cell_text) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    line.push_str(&empty.to_string());
                    empty = 0;
                }
                line.push_str(&text);
            }
            if empty > 0 {
                line.push_str(&empty.to_string());
            }
            lines.push(line);
        }
        boards.push(lines.join("/"));
    }
    let mut out = boards.join("|");
    if rules.hands {
        out.push_str(&format!("[{}]", hands(rules, layout, |id| state[layout.int_at(id)].to_string())));
    }
    out.push(' ');
    out.push_str(&side_letters(rules)[mover]);
    for field in fields(rules, layout) {
        out.push(' ');
        out.push_str(&field.text(rules, layout, kept));
    }
    out.push_str(&format!(" {}", ply / 2 + 1));
    out
}

/// Whether a letter may stand for a piece in either hand: that of a piece of nobody's, if it has no cases.
fn hands_share_letters(rules: &Rules, layout: &Layout) -> bool {
    let letters = |of: Side| {
        layout.ints.iter().filter_map(move |var| match var.class {
            IntClass::Hand(side, kind) if side == of => Some(rules.kinds[kind].hand_letter(side)),
            _ => None,
        })
    };
    letters(Side::First).any(|letter| letters(Side::Second).any(|other| other == letter))
}

/// What hands hold, of which each number is told as it is to be written.
fn hands(rules: &Rules, layout: &Layout, held: impl Fn(usize) -> String) -> String {
    if !hands_share_letters(rules, layout) {
        return hands_of(rules, layout, &held, |_| true);
    }
    let [first, second] = [Side::First, Side::Second].map(|of| hands_of(rules, layout, &held, |side| side == of));
    if second.is_empty() { first } else { format!("{first}|{second}") }
}

fn hands_of(rules: &Rules, layout: &Layout, held: &impl Fn(usize) -> String, whose: impl Fn(Side) -> bool) -> String {
    let mut out = String::new();
    for (id, var) in layout.ints.iter().enumerate() {
        if let IntClass::Hand(side, kind) = var.class
            && whose(side)
        {
            let letter = rules.kinds[kind].hand_letter(side);
            match held(id).as_str() {
                "0" => {}
                "1" => out.push(letter),
                n => out.push_str(&format!("{n}{letter}")),
            }
        }
    }
    out
}

/// What lies off the board or is kept beside it: hands, counters and state, as name and value.
pub fn extras(rules: &Rules, game: &dyn Executor, state: &[u64]) -> Vec<(String, String)> {
    let layout = &game.program().layout;
    let mut out = Vec::new();
    for (id, var) in layout.ints.iter().enumerate() {
        // What a hand can't come to hold is no news.
        if let IntClass::Hand(side, kind) = var.class
            && (rules.captives_to_hand || rules.setup.hands[side][kind] > 0 || state[layout.int_at(id)] > 0)
        {
            out.push((var.name.clone(), state[layout.int_at(id)].to_string()));
        }
    }
    out.extend(fields(rules, layout).into_iter().map(|f| (f.name(rules), f.text(rules, layout, state))));
    out
}
