//! Houses as players of mancala count them: each player's own from the first one on, by numbers or by letters, capital ones those
//! of the first player. The cells of a track have numbers of their own, which go on where those of the first player end.

use crate::board::SiteSet;
use crate::game::{PerSide, Side};
use crate::rules::Rules;

/// The houses of both players, each player's in the order in which they are counted.
pub(super) struct Houses(PerSide<Vec<usize>>);

impl Houses {
    /// The largest region of which each player has one row, and in it all cells from which moves may be made: `sites`.
    pub fn of(rules: &Rules, mover: Side, sites: &[usize]) -> Option<Houses> {
        let numbered = |site: &usize| rules.topology.cells[*site].name.bytes().all(|b| b.is_ascii_digit());
        // Where cells have places of their own a player may have several rows.
        if sites.is_empty() || !sites.iter().all(numbered) || !rules.looks.places.is_empty() {
            return None;
        }
        let cells = |region: &PerSide<SiteSet>| PerSide::of(|side| region[side].iter().collect::<Vec<usize>>());
        let is_row = |cells: &Vec<usize>| cells.len() <= 26 && cells.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let fits = |houses: &PerSide<Vec<usize>>| {
            let [first, second] = houses.each_ref().pair();
            first.len() == second.len()
                && first.iter().all(|site| !second.contains(site))
                && is_row(first)
                && is_row(second)
                && sites.iter().all(|site| houses[mover].contains(site))
        };
        let regions = rules.regions.iter().map(|(_, region)| cells(region)).filter(fits);
        regions.max_by_key(|houses| houses[mover].len()).map(Houses)
    }

    /// The cell that a player calls so.
    pub fn site(&self, mover: Side, word: &str) -> Option<usize> {
        let nth = match *word.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => {
                let first = if mover == Side::First { b'A' } else { b'a' };
                usize::from(letter.checked_sub(first)?)
            }
            _ => word.parse::<usize>().ok()?.checked_sub(1)?,
        };
        self.0[mover].get(nth).copied()
    }
}
