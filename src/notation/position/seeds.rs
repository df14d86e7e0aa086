//! Boards of mancala as bare numbers, one for each cell in the order of sowing: `4 4 4 4 4 4 0 …`, `[4, 4, …]`; or in three lines, as
//! they lie on the table: the second player's houses backwards, both stores, the first player's houses.

use super::drawn::Drawn;
use super::read::example;
use crate::board::SiteSet;
use crate::exec::Executor;
use crate::game::{PerSide, Side};
use crate::notation::moves::TextError;
use crate::rules::Rules;
use crate::source::Span;

/// A position text with the numbers in brackets, and in which order they were read. None where a text is no such numbers.
///
/// # Errors
/// If they are not as many as there are cells, or lie in lines that don't say where they begin.
pub(super) fn bare(rules: &Rules, game: &dyn Executor, text: &str) -> Option<Result<Drawn, TextError>> {
    let boards: Vec<Vec<Option<usize>>> = rules.topology.rows().into_iter().map(|rows| rows.concat()).collect();
    let ([kind], [row, others @ ..]) = (&rules.kinds[..], &boards[..]) else { return None };
    if !kind.counted || rules.topology.boards[0].height > 1 {
        return None;
    }
    let (lines, rest) = numbers(text)?;
    let names = |row: &[Option<usize>]| -> Option<String> {
        let name = |site: &Option<usize>| Some(rules.topology.cells[(*site)?].name.as_str());
        Some(format!("`{}` to `{}`", name(row.first()?)?, name(row.last()?)?))
    };
    let order = names(row)?;
    let refused = |message: String| {
        let wanted = format!("write {} numbers in one line, in the order of sowing, {order}", row.len());
        let error = TextError::new(Span::new(0, text.trim_end().len()), message);
        Some(Err(error.help(format!("{wanted}; {}", example(rules, game)))))
    };
    let [first, second] = rules.players.each_ref().pair();
    let numbers = lines.concat().len();
    let (seeds, order) = match &lines[..] {
        [seeds] if seeds.len() == row.len() => (seeds.clone(), format!("in the order of sowing, {order}")),
        // The other boards, too.
        _ if lines.iter().map(Vec::len).eq(boards.iter().map(Vec::len)) => {
            let order: Option<Vec<String>> = boards.iter().map(|row| names(row)).collect();
            (lines.concat(), format!("in the order of sowing, {}", order?.join(", then ")))
        }
        [above, stores, below] if above.len() == below.len() && are_stores(rules, stores, below.len()) => {
            let back: Vec<u32> = above.iter().rev().copied().collect();
            let seeds = [&below[..], &stores[1..], &back, &stores[..1]].concat();
            let order = format!("as {second}'s houses backwards, {second}'s store and {first}'s, and {first}'s houses");
            (seeds, order)
        }
        _ if numbers == row.len() => return refused("how these lines follow each other is not said".to_string()),
        _ => return refused(format!("here are {numbers} numbers, and the board has {} cells", row.len())),
    };
    let mut notes = vec![TextError::new(Span::default(), format!("the numbers are read {order}"))];
    let start: i64 = rules.setup.counts.iter().map(|count| count.2).sum();
    let here: i64 = seeds.iter().map(|&seeds| i64::from(seeds)).sum();
    if start != here {
        let note = TextError::new(Span::default(), format!("here are {here} `{}`, at the start {start}", kind.name));
        let unsaid = others.first().and_then(|row| names(row)).filter(|_| seeds.len() == row.len());
        notes.push(match unsaid {
            Some(cells) => note.help(format!("{cells} are read as empty; {}", example(rules, game))),
            None => note,
        });
    }
    let mut seeds = seeds.into_iter().map(|seeds| format!("({seeds})"));
    let cells =
        boards.iter().map(|row| row.iter().map(|_| seeds.next().unwrap_or(".".to_string())).collect::<String>());
    let cells: Vec<String> = cells.collect();
    Some(Ok(Drawn { text: format!("{} {rest}", cells.join("|")), notes }))
}

/// The numbers of each line, and what stands behind them all: who is to move. None where there is one number or none, or something
/// else among them.
fn numbers(text: &str) -> Option<(Vec<Vec<u32>>, &str)> {
    let text = text.trim();
    let tuple = text.starts_with('(') && text.matches('(').count() == 1;
    let (numbers, rest) = text.split_at(text.find(char::is_alphabetic).unwrap_or(text.len()));
    let parts = |c: char| {
        c.is_whitespace()
            || matches!(c, ',' | ';' | '-' | '[' | ']')
            || tuple && matches!(c, '(' | ')')
            || c == '|' && text.contains('\n')
    };
    let of_line = |line: &str| -> Option<Vec<u32>> {
        line.split(parts).filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
    };
    let lines = numbers.split(['\n', ']', '/']).map(of_line).collect::<Option<Vec<_>>>()?;
    let lines: Vec<Vec<u32>> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    (lines.concat().len() > 1).then_some((lines, rest))
}

/// Whether two numbers are those of stores, each the one cell behind so many houses of its player's.
fn are_stores(rules: &Rules, numbers: &[u32], houses: usize) -> bool {
    let one = |cells: &SiteSet, site: usize| cells.iter().eq([site]);
    let behind =
        |cells: &PerSide<SiteSet>| one(&cells[Side::First], houses) && one(&cells[Side::Second], 2 * houses + 1);
    numbers.len() == 2 && rules.regions.iter().any(|(_, cells)| behind(cells))
}
