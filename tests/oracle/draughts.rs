//! English draughts on a padded board of 36 bits: diagonal steps are shifts by 4 and 5, and every edge is a hole.

use super::{Hand, Random, Told, cell_name, column_row};

/// The 32 dark cells; bits 4, 13, 22 and 31 are the padding.
const CELLS: u64 = 0xF_FFFF_FFFF & !(1 << 4 | 1 << 13 | 1 << 22 | 1 << 31);
/// The ranks on which men become kings: for the player going up, for the one going down.
const CROWN: [u64; 2] = [0xF << 32, 0xF];

/// Both players' pieces, the kings of both, and who moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draughts {
    pieces: [u64; 2],
    kings: u64,
    side: usize,
}

/// A move: where from, where to, what is taken; cells as sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jump {
    from: u64,
    to: u64,
    taken: u64,
}

/// A step up by `by` bits, or down by `-by`.
#[inline]
fn go(set: u64, by: i32) -> u64 {
    if by >= 0 { set << by } else { set >> -by }
}

const UP: [i32; 2] = [4, 5];
const DOWN: [i32; 2] = [-4, -5];

impl Draughts {
    #[inline]
    fn free(self) -> u64 {
        CELLS & !(self.pieces[0] | self.pieces[1])
    }

    /// The pieces of the mover that go up, and those that go down.
    #[inline]
    fn movers(self) -> [u64; 2] {
        let own = self.pieces[self.side];
        if self.side == 0 { [own, own & self.kings] } else { [own & self.kings, own] }
    }

    /// The pieces that can take.
    #[inline]
    fn jumpers(self) -> u64 {
        let (free, enemy) = (self.free(), self.pieces[1 - self.side]);
        let [up, down] = self.movers();
        let over = |by: i32| go(go(free, -by) & enemy, -by);
        up & (over(4) | over(5)) | down & (over(-4) | over(-5))
    }

    /// The cells reached by steps in each direction.
    #[inline]
    fn steps(self) -> [(u64, i32); 4] {
        let free = self.free();
        let [up, down] = self.movers();
        [(up << 4 & free, 4), (up << 5 & free, 5), (down >> 4 & free, -4), (down >> 5 & free, -5)]
    }

    /// Every way to take, by a piece that stands on `from`; `path` has the cells so far.
    fn jumps(self, from: u64, visit: &mut impl FnMut(&[u64], u64)) {
        let king = self.kings & from != 0;
        let mut path = [0; 24];
        path[0] = from;
        self.chain(self.free() | from, self.pieces[1 - self.side], king, &mut path, 1, 0, visit);
    }

    #[allow(clippy::too_many_arguments)]
    fn chain(
        self,
        free: u64,
        enemy: u64,
        king: bool,
        path: &mut [u64; 24],
        length: usize,
        taken: u64,
        visit: &mut impl FnMut(&[u64], u64),
    ) {
        let at = path[length - 1];
        let mut goes_on = false;
        let crowned = !king && at & CROWN[self.side] != 0;
        if !crowned {
            for (way, directions) in [UP, DOWN].into_iter().enumerate() {
                if !king && way != self.side {
                    continue;
                }
                for by in directions {
                    let over = go(at, by) & enemy & !taken;
                    let to = go(over, by) & free;
                    if to != 0 {
                        goes_on = true;
                        path[length] = to;
                        self.chain(free, enemy, king, path, length + 1, taken | over, visit);
                    }
                }
            }
        }
        if !goes_on && length > 1 {
            visit(&path[..length], taken);
        }
    }

    /// The takings of all pieces; equal results by different paths are one move.
    #[inline]
    fn takings(self, jumpers: u64, visit: &mut impl FnMut(Jump)) {
        for from in super::bits(jumpers) {
            // Only rings can be run two ways, and a ring takes four.
            let (mut long, mut known) = ([Jump { from, to: 0, taken: 0 }; 64], 0);
            self.jumps(from, &mut |path, taken| {
                let jump = Jump { from, to: path[path.len() - 1], taken };
                if path.len() > 4 {
                    if long[..known].contains(&jump) {
                        return;
                    }
                    long[known] = jump;
                    known += 1;
                }
                visit(jump);
            });
        }
    }
}

impl Hand for Draughts {
    type Move = Jump;

    fn start() -> Self {
        Draughts { pieces: [CELLS & 0x1FFF, CELLS & !0x7F_FFFF], kings: 0, side: 0 }
    }

    #[inline]
    fn each(&self, mut visit: impl FnMut(Jump)) {
        let jumpers = self.jumpers();
        if jumpers != 0 {
            self.takings(jumpers, &mut visit);
            return;
        }
        for (targets, by) in self.steps() {
            super::bits(targets).for_each(|to| visit(Jump { from: go(to, -by), to, taken: 0 }));
        }
    }

    #[inline]
    fn count(&self) -> u64 {
        let jumpers = self.jumpers();
        if jumpers == 0 {
            return self.steps().iter().map(|(set, _)| u64::from(set.count_ones())).sum();
        }
        let mut count = 0;
        self.takings(jumpers, &mut |_| count += 1);
        count
    }

    fn nth(&self, n: u64) -> Jump {
        let (mut left, mut found) = (n, None);
        self.each(|jump| {
            if left == 0 {
                found = found.or(Some(jump));
            }
            left = left.saturating_sub(1);
        });
        found.expect("n is below the count")
    }

    #[inline]
    fn make(&self, m: Jump) -> Self {
        let mut next = *self;
        next.pieces[self.side] ^= m.from ^ m.to;
        next.pieces[1 - self.side] &= !m.taken;
        let is_king = self.kings & m.from != 0 || m.to & CROWN[self.side] != 0;
        next.kings = self.kings & !(m.from | m.taken) | if is_king { m.to } else { 0 };
        next.side = 1 - self.side;
        next
    }

    #[inline]
    fn over(&self) -> bool {
        self.jumpers() == 0 && self.steps().iter().all(|(set, _)| *set == 0)
    }

    #[inline]
    fn decided(&self) -> bool {
        false
    }

    fn playout(&self, random: &mut Random, most: u32) -> u32 {
        let mut position = *self;
        // Twelve pieces have at most 48 steps, and takings are fewer.
        let mut list = [Jump { from: 0, to: 0, taken: 0 }; 128];
        for ply in 0..most {
            let mut moves = 0;
            position.each(|jump| {
                list[moves % 128] = jump;
                moves += 1;
            });
            if moves == 0 {
                return ply;
            }
            position = position.make(list[random.below(moves as u64) as usize]);
        }
        most
    }
}

/// The bit of a cell.
fn bit_of(column: u32, row: u32) -> u64 {
    1 << (4 * row + column / 2 + row.div_ceil(2))
}

fn name(bit: u64) -> String {
    let all = (0..8).flat_map(|row| (0..8).filter(move |column| (row + column) % 2 == 0).map(move |c| (c, row)));
    all.into_iter().find(|&(c, r)| bit_of(c, r) == bit).map(|(c, r)| cell_name(c, r)).expect("a dark cell")
}

impl Told for Draughts {
    fn texts(&self, m: Jump, _: usize) -> Vec<String> {
        if m.taken == 0 {
            return vec![name(m.from) + &name(m.to)];
        }
        let mut texts = Vec::new();
        self.jumps(m.from, &mut |path, taken| {
            if taken == m.taken && path[path.len() - 1] == m.to {
                texts.push(path.iter().map(|&cell| name(cell)).collect::<Vec<_>>().join("x"));
            }
        });
        texts
    }

    fn content(&self, cell: &str, _: usize) -> Option<(usize, &'static str)> {
        let (column, row) = column_row(cell);
        let bit = bit_of(column, row);
        let owner = (0..2).find(|&side| self.pieces[side] & bit != 0)?;
        Some((owner, if self.kings & bit != 0 { "King" } else { "Man" }))
    }

    fn result(&self, side: usize, _: u32) -> Option<i32> {
        (self.count() == 0).then_some(if side == 1 { 1 } else { -1 })
    }
}
