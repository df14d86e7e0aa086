//! Chess by the crate `cozy-chess`: legal moves only, sliders by magic numbers.

use cozy_chess::{Board, Color, Move, Piece};

use super::{Hand, Told, column_row};

/// A position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chess(pub Board);

impl Hand for Chess {
    type Move = Move;

    fn start() -> Self {
        Chess(Board::default())
    }

    #[inline]
    fn each(&self, mut visit: impl FnMut(Move)) {
        self.0.generate_moves(|moves| {
            moves.into_iter().for_each(&mut visit);
            false
        });
    }

    #[inline]
    fn count(&self) -> u64 {
        let mut count = 0;
        self.0.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        count
    }

    fn nth(&self, n: u64) -> Move {
        let (mut left, mut found) = (n, None);
        self.0.generate_moves(|moves| {
            let here = moves.len() as u64;
            if left < here {
                found = moves.into_iter().nth(left as usize);
                return true;
            }
            left -= here;
            false
        });
        found.expect("n is below the count")
    }

    #[inline]
    fn make(&self, m: Move) -> Self {
        let mut next = self.0.clone();
        next.play_unchecked(m);
        Chess(next)
    }

    #[inline]
    fn over(&self) -> bool {
        !self.0.generate_moves(|_| true)
    }

    #[inline]
    fn decided(&self) -> bool {
        false
    }
}

impl Told for Chess {
    fn texts(&self, m: Move, _: usize) -> Vec<String> {
        let mut to = m.to;
        // The crate writes castling as the king taking its own rook.
        if self.0.colors(self.0.side_to_move()).has(m.to) {
            let file = if m.to > m.from { cozy_chess::File::G } else { cozy_chess::File::C };
            to = cozy_chess::Square::new(file, m.from.rank());
        }
        let promotion = match m.promotion {
            Some(Piece::Queen) => "=Queen",
            Some(Piece::Rook) => "=Rook",
            Some(Piece::Bishop) => "=Bishop",
            Some(Piece::Knight) => "=Knight",
            _ => "",
        };
        vec![format!("{}{to}{promotion}", m.from)]
    }

    fn content(&self, cell: &str, _: usize) -> Option<(usize, &'static str)> {
        let (column, row) = column_row(cell);
        let square = cozy_chess::Square::index((8 * row + column) as usize);
        let name = match self.0.piece_on(square)? {
            Piece::Pawn => "Pawn",
            Piece::Knight => "Knight",
            Piece::Bishop => "Bishop",
            Piece::Rook => "Rook",
            Piece::Queen => "Queen",
            Piece::King => "King",
        };
        Some((usize::from(self.0.color_on(square) == Some(Color::Black)), name))
    }

    fn result(&self, side: usize, _: u32) -> Option<i32> {
        if self.over() {
            let mated = !self.0.checkers().is_empty();
            return Some(if !mated {
                0
            } else if side == 1 {
                1
            } else {
                -1
            });
        }
        (self.0.halfmove_clock() >= 100).then_some(0)
    }
}
