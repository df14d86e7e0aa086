//! Moves as players of such a game write them: numbers in draughts, `Nf3` where pieces have letters and there is check.

use super::naming::Naming;
use super::read::{letter, parse_move};
use super::shape::{Castle, Change, Shape, has_letters, in_check, knows_check, letterless, written_as};
use super::text;
use crate::exec::{Event, Executor};
use crate::game::MoveList;
use crate::notation::numbering::Numbering;
use crate::rules::{KindId, Rules};

/// The text of a legal move that is customary where moves are written down; its own text ([`super::move_text`]) where none is, or
/// where that would not be read as this move.
pub fn customary_text(rules: &Rules, game: &dyn Executor, state: &[u64], record: &[u64]) -> String {
    let events = game.events(state, record);
    let own = text(rules, &game.program().labels, &events);
    let shape = Shape::of(rules, game, state, &events);
    let short = match Numbering::of(rules) {
        Some(numbering) => by_numbers(rules, game, state, record, &shape, &numbering),
        None => by_letters(rules, game, state, record, &shape),
    };
    let reads_back = |short: &String| parse_move(rules, game, state, short).is_ok_and(|read| read == record);
    short.filter(reads_back).unwrap_or(own)
}

/// `32-28`, `19x30`; with all cells on the way where the ends fit several moves.
fn by_numbers(
    rules: &Rules,
    game: &dyn Executor,
    state: &[u64],
    record: &[u64],
    shape: &Shape<'_>,
    numbering: &Numbering,
) -> Option<String> {
    let from = shape.origin.filter(|_| shape.rest.is_empty())?;
    let number = |site: usize| numbering.number_of(site).map(|number| number.to_string());
    let takes = Change::of(rules, game, state, record).takes();
    let join = |cells: Vec<usize>| {
        let numbers: Option<Vec<String>> = cells.into_iter().map(number).collect();
        numbers.map(|numbers| numbers.join(if takes { "x" } else { "-" }))
    };
    let ends = join(vec![from, shape.end()?])?;
    match parse_move(rules, game, state, &ends) {
        Ok(read) if read == record => Some(ends),
        _ => join([vec![from], shape.path.clone()].concat()),
    }
}

/// `Nbd7`, `exd5`, `e8=Q+`, `O-O`, `N@e4`.
fn by_letters(rules: &Rules, game: &dyn Executor, state: &[u64], record: &[u64], shape: &Shape<'_>) -> Option<String> {
    let labels = &game.program().labels;
    if !has_letters(rules) || !shape.is_plain(labels) {
        return None;
    }
    let (kind, to, mover) = (shape.kind?, shape.end()?, game.mover(state));
    let (naming, plain) = (Naming::own(rules), letterless(rules) == Some(kind));
    let letter = |kind| letter(rules, written_as(rules, labels, kind), mover);
    let change = Change::of(rules, game, state, record);
    let mut out = match change.castle(rules, shape) {
        Some(Castle { east: true, .. }) => "O-O".to_string(),
        Some(_) => "O-O-O".to_string(),
        None if shape.drops => format!("{}@{}", letter(kind), naming.name(to)),
        None => {
            let from = shape.origin.filter(|_| shape.path.len() == 1)?;
            let letter = if plain { String::new() } else { letter(kind).to_string() };
            let takes = change.takes();
            let (file, rank) = naming.parts(from)?;
            let rivals = rivals(rules, game, state, shape)?;
            let shares = |part: fn((&str, &str)) -> String, own: &str| {
                rivals.iter().filter_map(|&site| naming.parts(site)).any(|parts| part(parts) == own)
            };
            let from = match () {
                // Pawns that take are told by their files.
                () if plain && takes => file.to_string(),
                () if plain || rivals.is_empty() => String::new(),
                () if !shares(|parts| parts.0.to_string(), file) => file.to_string(),
                () if !shares(|parts| parts.1.to_string(), rank) => rank.to_string(),
                () => format!("{file}{rank}"),
            };
            format!("{letter}{from}{}{}", if takes { "x" } else { "" }, naming.name(to))
        }
    };
    match *shape.rest {
        [Event::Promotion(kind)] => out += &format!("={}", letter(kind)),
        [Event::Label(label)] => out += &labels[label],
        _ => {}
    }
    // Where `+` is a choice it can't be a check.
    if !labels.iter().any(|label| label.starts_with('+')) {
        let mut next = vec![0; state.len()];
        let made = game.make(state, record, &mut next);
        if made.ending.is_none() && in_check(rules, game, &next) {
            out.push(if game.is_stuck(&next) { '#' } else { '+' });
        }
    }
    Some(out)
}

/// Whether a legal move gives check, and whether it mates. None where the rules know no check, the game ends otherwise, or the turn
/// goes on.
pub fn checks(rules: &Rules, game: &dyn Executor, state: &[u64], record: &[u64]) -> Option<(bool, bool)> {
    let mut next = vec![0; state.len()];
    let made = game.make(state, record, &mut next);
    let told = knows_check(rules) && made.ending.is_none() && game.mover(&next) != game.mover(state);
    told.then(|| {
        let check = in_check(rules, game, &next);
        (check, check && game.is_stuck(&next))
    })
}

/// The cells from which other pieces of the same kind may go to the same cell.
fn rivals(rules: &Rules, game: &dyn Executor, state: &[u64], shape: &Shape<'_>) -> Option<Vec<usize>> {
    let mut list = MoveList::new(game.move_words());
    game.generate(state, &mut list).ok()?;
    let mut rivals = Vec::new();
    for record in list.iter() {
        let events = game.events(state, record);
        let other = Shape::of(rules, game, state, &events);
        let as_written = |kind: Option<KindId>| kind.map(|kind| written_as(rules, &game.program().labels, kind));
        let same = as_written(other.kind) == as_written(shape.kind) && other.end() == shape.end() && !other.drops;
        if same && other.origin != shape.origin {
            rivals.extend(other.origin);
        }
    }
    rivals.sort_unstable();
    rivals.dedup();
    Some(rivals)
}
