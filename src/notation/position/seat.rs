//! From which seat a drawn board is seen: as its edges say, and where they say half of it or nothing, as boards of such games lie, or as
//! more of its pieces stand where they begin.

use super::dialects::View;
use crate::exec::Executor;
use crate::game::Side;
use crate::notation::moves::ranks_from_the_top;
use crate::rules::Rules;

/// What the files of a drawn board are called, from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Files {
    /// By letters, not by numbers.
    pub lettered: bool,
    pub falling: bool,
}

/// How a drawn board lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Seat {
    /// The last file is at the left.
    pub mirrored: bool,
    /// The first rank is at the top.
    pub turned: bool,
}

/// A seat, and whether another one is as likely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen {
    pub seat: Seat,
    pub perhaps: bool,
}

const fn seat(mirrored: bool, turned: bool) -> Seat {
    Seat { mirrored, turned }
}

const USUAL: Seat = seat(false, false);
const OPPOSITE: Seat = seat(true, true);

/// A board that lies upside down has at least so many pieces where they begin, and so many times as many as it has otherwise.
const CLEARLY: (usize, usize) = (8, 4);

/// How a board lies of which this is known: its files, what its ranks are called from the top down, whether its rows lean to the left.
/// `matches` counts the pieces that stand where they begin.
pub(super) fn seen(
    rules: &Rules,
    game: &dyn Executor,
    files: Option<Files>,
    ranks: &[Option<&str>],
    leans: bool,
    matches: impl Fn(Seat) -> usize,
) -> Seen {
    let like_shogi = ranks_from_the_top(rules, &game.program().labels);
    let view = View::of(rules);
    let x = files.and_then(|files| match files.lettered {
        true => Some(files.falling),
        false => like_shogi.then_some(!files.falling),
    });
    let y = ranks_turned(files, ranks, like_shogi, x);
    let known = |seat: Seat| Seen { seat, perhaps: false };
    // The first of these, unless another one has more pieces where they begin.
    let likeliest = |seats: &[Seat]| seats.iter().rev().copied().max_by_key(|&seat| matches(seat)).unwrap_or_default();
    if like_shogi {
        return known(match (x, y) {
            (Some(x), Some(y)) if x == y => likeliest(&[seat(x, y), USUAL]),
            (Some(x), Some(y)) => likeliest(&[USUAL, seat(x, y)]),
            (Some(true), None) => likeliest(&[USUAL, OPPOSITE, seat(true, false)]),
            (None, Some(true)) => likeliest(&[OPPOSITE, USUAL]),
            _ => USUAL,
        });
    }
    let above = view == View::FirstRankAbove || leans;
    match (x, y) {
        (Some(x), Some(y)) => known(seat(x, y)),
        // A board is turned, and never lies as in a mirror.
        (Some(x), None) => known(seat(x, x != above)),
        (None, Some(true)) if view == View::Usual => {
            let both = if rules.setup.pieces.is_empty() {
                [seat(false, true), OPPOSITE]
            } else {
                [OPPOSITE, seat(false, true)]
            };
            Seen { seat: likeliest(&both), perhaps: matches(both[0]) == matches(both[1]) }
        }
        (None, Some(y)) => known(seat(false, y)),
        (None, None) if view == View::Turned => known(OPPOSITE),
        (None, None) if above => known(seat(false, true)),
        (None, None) => {
            let upside_down = matches(OPPOSITE);
            let clearly = upside_down >= CLEARLY.0 && upside_down >= CLEARLY.1 * matches(USUAL);
            Seen { seat: if clearly { OPPOSITE } else { USUAL }, perhaps: clearly }
        }
    }
}

/// Whether the ranks are said to begin at the top; none where nothing is said.
fn ranks_turned(files: Option<Files>, ranks: &[Option<&str>], like_shogi: bool, x: Option<bool>) -> Option<bool> {
    if ranks.iter().all(Option::is_none) {
        return None;
    }
    let numbers: Option<Vec<u32>> = ranks.iter().map(|rank| (*rank)?.parse().ok()).collect();
    if let Some(numbers) = numbers {
        let rising = numbers.is_sorted();
        return match like_shogi {
            true => rising.then_some(false),
            // Numbers from the top beside numbered columns are those of a table's rows, and turn nothing.
            false if rising && files.is_some_and(|files| !files.lettered) => None,
            false => Some(rising),
        };
    }
    let letters: Vec<&str> = ranks.iter().copied().flatten().collect();
    let falling = letters.len() > 1 && letters.windows(2).all(|pair| pair[0] > pair[1]);
    // Where the files say that it is not turned, the letters count from the other edge.
    Some(like_shogi && falling && letters.len() == ranks.len()).filter(|turned| !turned || x != Some(false))
}

/// How many cells of a board hold what they hold at the start, where rows lie as in this seat.
pub(super) fn at_start(rules: &Rules, board: &[Vec<Option<usize>>], rows: &[&[String]], seat: Seat) -> usize {
    let letters: Vec<(usize, char)> = rules
        .setup
        .pieces
        .iter()
        .map(|&(site, side, kind)| (site, rules.kinds[kind].letters[side.unwrap_or(Side::First)]))
        .collect();
    let same = |(at, row): (usize, &&[String])| {
        let cells = &board[if seat.turned { board.len() - 1 - at } else { at }];
        // Of boards of one colour some draw only the cells that there are.
        let sites: Vec<usize> = match cells.len() == row.len() {
            true => cells.iter().map(|site| site.unwrap_or(usize::MAX)).collect(),
            false => cells.iter().flatten().copied().collect(),
        };
        let drawn = |column: usize| if seat.mirrored { row.len() - 1 - column } else { column };
        let holds = |&(column, site): &(usize, &usize)| {
            let cell = row.get(drawn(column)).map_or("", |cell| cell);
            letters.iter().any(|&(of, letter)| of == *site && cell.chars().eq([letter]))
        };
        sites.iter().enumerate().filter(holds).count()
    };
    rows.iter().enumerate().map(same).sum()
}
