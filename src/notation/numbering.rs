//! The numbers of the cells of draughts boards, by which their players write moves and positions.
//!
//! A board of which only one colour is used is numbered from 1, row by row from the top and from left to right, as the
//! player sees it who is written `w` in position texts (the first one, if nobody is). So the numbers begin behind the
//! black pieces: on b10 in international draughts, where White faces north, and on g1 in English draughts, where Black does.
//! Where the board says `numbered-up` they begin at the other end, at the bottom right as that player sees it.
//! Sources: the tag `GameType` of PDN 3.0 (types 20 `W,10,10,N2`, 21 `B,8,8,N1`, 22 `W,8,8,N2`, 40 `W,10,10,N2`, 24 `W,8,8,N1`),
//! <https://pdn.fmjd.org/gametype.html>.

use super::position::side_letters;
use crate::game::Side;
use crate::rules::Rules;

/// Numbers for cells, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbering {
    /// The cells in the order of their numbers.
    cells: Vec<usize>,
    /// For every cell its number; 0 for none.
    numbers: Vec<usize>,
}

impl Numbering {
    /// That of a game; none unless it is played on the cells of one colour of a single flat board.
    pub fn of(rules: &Rules) -> Option<Numbering> {
        let topology = &rules.topology;
        let boards = topology.rows();
        let [rows] = &boards[..] else { return None };
        // Only boards of one colour have places without a cell.
        if !rows.iter().flatten().any(Option::is_none) || topology.boards[0].depth > 1 {
            return None;
        }
        let mut cells: Vec<usize> = rows.iter().flatten().flatten().copied().collect();
        let below = if side_letters(rules)[Side::Second] == "w" { Side::Second } else { Side::First };
        // Whose first rank is at the top sees the board from there.
        let (top, bottom) = (*cells.first()?, *cells.last()?);
        if (rules.advance[below][top] < rules.advance[below][bottom]) != topology.boards[0].numbered_up {
            cells.reverse();
        }
        let mut numbers = vec![0; topology.sites()];
        cells.iter().enumerate().for_each(|(index, &site)| numbers[site] = index + 1);
        Some(Numbering { cells, numbers })
    }

    /// The number of a cell.
    pub fn number_of(&self, site: usize) -> Option<usize> {
        self.numbers.get(site).copied().filter(|number| *number > 0)
    }

    /// The cell of a number.
    pub fn site_of(&self, number: usize) -> Option<usize> {
        self.cells.get(number.checked_sub(1)?).copied()
    }

    /// The greatest number.
    pub fn greatest(&self) -> usize {
        self.cells.len()
    }
}
