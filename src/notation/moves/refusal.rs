//! What is said of a text that is no legal move: what it looks like, and the legal moves near it.

use super::TextError;
use super::houses::Houses;
use super::naming::Naming;
use super::read::{Candidate, Reading, by_digits, is_pass, letter, named_by, origins};
use super::relative;
use super::relative::Relative;
use super::shape::{Shape, has_letters};
use super::signs::{MOVERS, Signs};
use crate::diag::nearest;
use crate::exec::Executor;
use crate::game::Side;
use crate::notation::numbering::Numbering;
use crate::notation::sgf::point;
use crate::rules::Rules;
use crate::source::Span;

/// What to say of a text that is no legal move.
pub(super) fn refusal(
    rules: &Rules,
    game: &dyn Executor,
    state: &[u64],
    wanted: &str,
    legal: &[&Candidate],
) -> TextError {
    let error = TextError::new(Span::new(0, wanted.len()), format!("`{wanted}` is not a legal move here"));
    let texts: Vec<&str> = legal.iter().map(|m| m.text.as_str()).collect();
    let first = wanted.split_whitespace().next().unwrap_or_default();
    if texts.is_empty() {
        return error.help("there is no legal move in this position");
    }
    if is_pass(wanted) {
        return error.help("it is a pass, and nobody may pass here");
    }
    if first != wanted && texts.contains(&first) {
        return error.help("type one move at a time");
    }
    if let Some(help) = coordinates(rules, wanted, &texts).or_else(|| step_by_way(rules, wanted, &texts)) {
        return error.help(help);
    }
    if let Some(help) = bare_number(rules, wanted, &texts) {
        return error.help(help);
    }
    if wanted.contains([',', ';']) && !texts.iter().any(|text| text.contains(',')) {
        return error.help("part moves by spaces alone");
    }
    if let Some(help) = descriptive(rules, wanted, &texts) {
        return error.help(help);
    }
    if let Some(error) = misnamed(wanted, &texts) {
        return error;
    }
    if let Some(numbers) = joined_numbers(rules, game, state, wanted, legal) {
        return error.help(format!("a sign stands between the numbers of cells: write `{numbers}`"));
    }
    if let Some(error) = lettered_otherwise(rules, game.mover(state), wanted) {
        return error;
    }
    if let Some(help) = other_house(rules, game.mover(state), wanted, legal) {
        return error.help(help);
    }
    if let Some(drop) = unsigned_drop(rules, game, state, wanted, legal) {
        return error.help(format!("what comes from the hand has a sign before its cell: write `{drop}`"));
    }
    if let Some(cell) = point_of_sgf(rules, wanted).filter(|cell| texts.contains(cell)) {
        return error.help(format!("as a point of SGF, whose rows have letters from the top, it would be `{cell}`"));
    }
    let board = &rules.topology.boards[0];
    if point(wanted).is_some_and(|(x, y)| x as i32 >= board.width || y as i32 >= board.height)
        && wanted.bytes().all(|b| b.is_ascii_lowercase())
        && texts.iter().all(|text| *text == "pass" || rules.topology.cell(text).is_some())
    {
        let help = "as a point of SGF it lies beside this board, which has";
        return error.help(format!("{help} {} columns and {} rows", board.width, board.height));
    }
    let labels = &game.program().labels;
    let digits: String = wanted.chars().filter(char::is_ascii_digit).collect();
    if digits != wanted
        && let Some(ends) = by_digits(rules, labels, &digits)
        && let Some(text) = texts.iter().find(|text| text.starts_with(&ends))
    {
        return error.help(format!("by its digits it would be `{text}`"));
    }
    if let Some(help) = numbered_cell(rules, labels, wanted, &texts) {
        return error.help(help);
    }
    if let Some(first) = run_together(rules, wanted, &texts) {
        return error.help(format!("part moves by spaces: `{first} {}`", &wanted[first.len()..]));
    }
    let mover = game.mover(state);
    let by = |side: Side| MOVERS[usize::from(side == Side::Second)];
    if wanted.starts_with(by(mover.other())) && Signs::read(rules, labels, wanted, mover.other()).is_some() {
        let [other, mover] = [mover.other(), mover].map(|side| &rules.players[side]);
        let sign: String = wanted.chars().take(1).collect();
        return error.help(format!("`{sign}` stands before moves of {other}, and {mover} is to move"));
    }
    let known = Signs::read(rules, labels, wanted, mover).is_some() || Relative::read(rules, wanted, mover).is_some();
    if !known
        && wanted
            .chars()
            .any(|c| c.is_alphabetic() && !c.is_ascii() && rules.kinds.iter().all(|kind| kind.whose(c).is_none()))
    {
        let elsewhere = |naming: &Naming| {
            let shape = Shape::of(rules, game, state, &legal.first()?.events);
            Some(format!(" or `{}{}`", naming.name(shape.origin?), naming.name(shape.end()?)))
        };
        let others = Naming::others(rules, labels);
        let other = others.first().and_then(elsewhere).unwrap_or_default();
        return error.help(format!("moves are written in the letters a to z: such as `{}`{other}", texts[0]));
    }
    let near = near(rules, game, state, wanted, legal);
    error.help(format!("legal moves are {}", suggestions(wanted, &near).join(", ")))
}

/// `7,7`, `(0,0)`: a cell by two numbers, of which nobody knows where they begin.
fn coordinates(rules: &Rules, wanted: &str, texts: &[&str]) -> Option<String> {
    let (first, second) = wanted.trim_matches(['(', ')']).split_once(',')?;
    let number = |text: &str| !text.is_empty() && text.trim().bytes().all(|b| b.is_ascii_digit());
    let cell = texts.iter().find(|text| rules.topology.cell(text).is_some())?;
    (number(first) && number(second))
        .then(|| format!("a cell is a letter for its file, from the left, and a number for its rank: such as `{cell}`"))
}

/// `Ee2n`: a step as players of Arimaa write it, where the steps of a turn are one move.
fn step_by_way(rules: &Rules, wanted: &str, texts: &[&str]) -> Option<String> {
    let ways = ['n', 'e', 's', 'w'];
    let (from, way) = wanted.split_at_checked(wanted.len().checked_sub(1)?)?;
    let cell = from.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
    let known = ways.iter().any(|known| way.starts_with(*known)) && rules.topology.cell(cell).is_some();
    let several = texts.iter().find(|text| text.contains(','))?;
    known.then(|| {
        format!("steps are written by the cells that they join, and those of a turn are one move: such as `{several}`")
    })
}

/// `P-K4`, `KtxQBP`, `P4R`: chess as it was written before cells had names, or in Spanish.
fn descriptive(rules: &Rules, wanted: &str, texts: &[&str]) -> Option<String> {
    let kinds = ["P", "N", "Kt", "B", "R", "Q", "K", "C", "A", "T", "D"];
    let (from, to) = wanted.split_once(['-', 'x'])?;
    // A file is called by the piece that begins on it, a cell by its file and its rank as the mover counts.
    let files = ["KKt", "QKt", "KR", "KN", "KB", "QR", "QN", "QB", "K", "Q", "R", "N", "B", "Kt"];
    let place = to.trim_end_matches(['+', '!', '?', '#']).split('(').next().unwrap_or_default();
    let cell = || {
        let (file, rank) = place.split_at_checked(place.len().checked_sub(1)?)?;
        (files.contains(&file) && rank.bytes().all(|b| b.is_ascii_digit())).then_some(())
    };
    let piece = |text: &str| kinds.iter().any(|kind| text.ends_with(kind)) && text.chars().all(char::is_alphabetic);
    let capital = from.starts_with(|c: char| c.is_ascii_uppercase()) && rules.kinds.len() > 1;
    let said = capital && piece(from) && (cell().is_some() || wanted.contains('x') && piece(place));
    said.then(|| format!("this is descriptive notation: write cells by file and rank, such as `{}`", texts[0]))
}

/// `3228`: the numbers of both ends of a legal move without a sign between them, with one. Where they may be parted so that
/// another move is meant, it is one of them.
fn joined_numbers(
    rules: &Rules,
    game: &dyn Executor,
    state: &[u64],
    wanted: &str,
    legal: &[&Candidate],
) -> Option<String> {
    let numbering = Numbering::of(rules).filter(|_| wanted.bytes().all(|b| b.is_ascii_digit()))?;
    let written = |candidate: &&Candidate| {
        let shape = Shape::of(rules, game, state, &candidate.events);
        let (from, to) = (numbering.number_of(shape.origin?)?, numbering.number_of(shape.end()?)?);
        (format!("{from}{to}") == wanted).then(|| format!("{from}-{to}"))
    };
    legal.iter().find_map(written)
}

/// `56`, where all moves are cells that have letters: what their players may call so.
fn numbered_cell(rules: &Rules, labels: &[String], wanted: &str, legal: &[&str]) -> Option<String> {
    let naming = Naming::by_digits(rules, labels)?;
    let cells = &rules.topology.cells;
    let all_cells = legal.iter().all(|text| *text == "pass" || rules.topology.cell(text).is_some());
    if wanted.len() != 2 || !wanted.bytes().all(|b| b.is_ascii_digit()) || !all_cells {
        return None;
    }
    let turned: String = wanted.chars().rev().collect();
    let counted = wanted.parse::<usize>().ok()?.checked_sub(1).filter(|&site| site < cells.len());
    let meant = [
        (naming.site(wanted), "by file and rank"),
        (naming.site(&turned), "by rank and file"),
        (counted, "counted rank by rank"),
    ];
    let mut readings: Vec<String> = Vec::new();
    for (site, how) in meant {
        readings.extend(site.map(|site| format!("`{}` {how}", cells[site].name)));
    }
    (!readings.is_empty()).then(|| format!("write the name of the cell: {}", readings.join(", ")))
}

/// `4`, `[4,`: a cell, or a file that has one legal cell, by a number of which nobody knows where it begins; two digits may be a file and a
/// rank.
fn bare_number(rules: &Rules, wanted: &str, texts: &[&str]) -> Option<String> {
    let number = wanted.trim_matches(['[', ']', '(', ')', ',']);
    let short = number.len() == 1 || number.len() == 3 || number.len() < wanted.len();
    let cells: Option<Vec<_>> = texts.iter().map(|text| rules.topology.cell(text)).collect();
    let mut files: Vec<i32> = cells?.into_iter().map(|site| rules.topology.cells[site].x).collect();
    if number.is_empty()
        || !number.bytes().all(|b| b.is_ascii_digit())
        || !short
        || rules.topology.cell(number).is_some()
    {
        return None;
    }
    files.sort_unstable();
    if files.windows(2).all(|two| two[0] != two[1]) && files.len() > 1 {
        return (number == "0")
            .then(|| "numbers are files, counted from 1: in a list that counts from 0 each is one more".to_string());
    }
    Some(format!(
        "numbers count cells from 0 or 1, from above or from below: write their names, such as `{}`, with spaces alone between them",
        texts[0]
    ))
}

/// `pd`: the cell of a point as SGF has it.
fn point_of_sgf<'r>(rules: &'r Rules, wanted: &str) -> Option<&'r str> {
    let (x, y) = point(wanted)?;
    let height = rules.topology.boards.first()?.height;
    let site = rules.topology.at(0, x as i32, height - 1 - y as i32, 0)?;
    Some(&rules.topology.cells[site].name)
}

/// `e2e4e7e5`: the legal move that a text begins with, where one from cell to cell follows.
fn run_together<'l>(rules: &Rules, wanted: &str, legal: &[&'l str]) -> Option<&'l str> {
    let cells = |text: &str| {
        let known = |text: &str| rules.topology.cell(text).is_some();
        (1..text.len()).any(|at| text.is_char_boundary(at) && known(&text[..at]) && known(&text[at..]))
    };
    legal.iter().copied().find(|text| cells(text) && wanted.strip_prefix(text).is_some_and(cells))
}

/// What to say of the letter of a house that is none of the player who moves.
fn other_house(rules: &Rules, mover: Side, wanted: &str, legal: &[&Candidate]) -> Option<String> {
    let houses = Houses::of(rules, mover, &origins(legal.iter().copied())?)?;
    let other = if mover == Side::First { wanted.to_ascii_uppercase() } else { wanted.to_ascii_lowercase() };
    (other != wanted && houses.site(mover, &other).is_some()).then(|| {
        let [first, second] = rules.players.each_ref().pair();
        format!("capital letters are the houses of {first}, small ones those of {second}: is a move missing before it?")
    })
}

/// `B55`, where a piece can only come there from the hand: the drop that it would be.
fn unsigned_drop<'l>(
    rules: &Rules,
    game: &dyn Executor,
    state: &[u64],
    wanted: &str,
    legal: &[&'l Candidate],
) -> Option<&'l str> {
    let letter = wanted.chars().next().filter(char::is_ascii_uppercase)?;
    let signed = format!("{letter}@{}", &wanted[1..]);
    let reading = Reading::new(rules, game, state, &signed);
    let mut drops = legal.iter().filter(|candidate| reading.fit(candidate).is_some());
    drops.next().filter(|_| drops.next().is_none()).map(|candidate| candidate.text.as_str())
}

/// `Sf3`, where the letter of a knight is another one; `G4+5` likewise.
fn lettered_otherwise(rules: &Rules, mover: Side, wanted: &str) -> Option<TextError> {
    let unknown = |c: &char| c.is_alphabetic() && named_by(rules, mover, c.to_ascii_uppercase()).is_none();
    let first = wanted.chars().next().filter(|c| c.is_uppercase()).filter(unknown);
    let by_cell = first.filter(|first| {
        let rest = wanted[first.len_utf8()..].trim_start_matches(['x', ':', '-']);
        let rest = rest.trim_end_matches(['+', '#', '!', '?']);
        let cell = rest.len().checked_sub(2).and_then(|at| rest.get(at..));
        has_letters(rules) && cell.is_some_and(|cell| rules.topology.cell(cell).is_some())
    });
    let first = by_cell.or_else(|| relative::letter(rules, wanted).filter(unknown))?;
    let letters =
        (0..rules.kinds.len()).map(|kind| format!("`{}` {}", letter(rules, kind, mover), rules.kinds[kind].name));
    let letters: Vec<String> = letters.collect();
    let message = match first.is_ascii() {
        true => format!("`{first}` is the letter of no piece"),
        false if ('А'..='я').contains(&first) => {
            format!("`{first}` is a Cyrillic letter, and that of no piece")
        }
        false => format!("`{first}` is the letter of no piece, and none of a to z"),
    };
    Some(TextError::new(Span::new(0, wanted.len()), message).help(format!("they are {}", letters.join(", "))))
}

/// `a7a8=Qeen`: the kind of a promotion is none that can be chosen.
fn misnamed(wanted: &str, legal: &[&str]) -> Option<TextError> {
    let (cells, kind) = wanted.split_once('=')?;
    let kinds: Vec<&str> = legal.iter().filter_map(|text| text.strip_prefix(cells)?.strip_prefix('=')).collect();
    let written = |kind: &str| format!("`{cells}={kind}`");
    let help = match (nearest(kind, kinds.iter().copied()), &kinds[..]) {
        (_, []) => return None,
        (Some(near), _) => format!("did you mean {}?", written(near)),
        (None, [one]) => format!("write {}", written(one)),
        (None, several) => {
            format!("write one of {}", several.iter().map(|kind| written(kind)).collect::<Vec<_>>().join(", "))
        }
    };
    let message = format!("`{cells}` is no promotion to `{kind}`");
    Some(TextError::new(Span::new(0, wanted.len()), message).help(help))
}

/// The legal moves, first those that have most in common with a text such as `Nbxd7+`, `b1d7` or `32-28`: the cell that the piece
/// leaves, the cell it goes to, its letter.
fn near<'l>(rules: &Rules, game: &dyn Executor, state: &[u64], wanted: &str, legal: &[&'l Candidate]) -> Vec<&'l str> {
    let reading = Reading::new(rules, game, state, wanted);
    let by_letter = match &reading.castles {
        Some(_) => Some('K'),
        None => reading.bare.chars().next().filter(char::is_ascii_uppercase),
    };
    let numbering = reading.numbering.as_ref();
    let ends = reading.numbers.as_ref().and_then(|numbers| Some((*numbers.first()?, *numbers.last()?)));
    let likeness = |m: &Candidate| {
        let shape = Shape::of(rules, game, state, &m.events);
        if let Some((from, to)) = ends {
            let is = |site: Option<usize>, number| site.and_then(|site| numbering?.number_of(site)) == Some(number);
            return 3 * u32::from(is(shape.origin, from)) + 2 * u32::from(is(shape.end(), to));
        }
        let lower = reading.bare.to_ascii_lowercase();
        let rest = shape.origin.and_then(|from| lower.strip_prefix(reading.own.name(from)));
        let begins = rest.is_some();
        let rest = rest.unwrap_or(&lower);
        // What the piece becomes may follow.
        let last = rest.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let to = shape.end().is_some_and(|to| [rest, last].iter().any(|rest| rest.ends_with(reading.own.name(to))));
        let kind = shape.kind.is_some_and(|kind| match by_letter {
            Some(by) => letter(rules, kind, reading.mover) == by,
            None => reading.letterless == Some(kind),
        });
        4 * u32::from(begins) + 2 * u32::from(to) + u32::from(kind)
    };
    let mut scored: Vec<(u32, &str)> = legal.iter().map(|m| (likeness(m), m.text.as_str())).collect();
    scored.sort_by_key(|(likeness, _)| std::cmp::Reverse(*likeness));
    scored.into_iter().map(|(_, text)| text).collect()
}

/// The legal moves that come nearest to a text, at most eight, in backticks; `…` where there are more.
pub fn suggestions(wanted: &str, legal: &[&str]) -> Vec<String> {
    let shared = |text: &str| text.chars().zip(wanted.chars()).take_while(|(a, b)| a == b).count();
    let mut order: Vec<&str> = legal.to_vec();
    order.sort_by_key(|text| std::cmp::Reverse(shared(text)));
    let mut out: Vec<String> = order.iter().take(8).map(|t| format!("`{t}`")).collect();
    if legal.len() > 8 {
        out.push("…".to_string());
    }
    out
}
