//! Windows of lines to code: those of one shape are counted all at once.

use cranelift_codegen::ir::condcodes::IntCC;

use super::tables::TableKey;
use super::{Emit, Res, SetV, Truth, Word, ZERO};
use crate::board::SiteSet;

/// So many shapes are counted one after the other; with more of them (boards without a regular numbering) the windows
/// are gone through.
const MOST_SHAPES: usize = 24;

/// Windows that differ only in where they begin.
struct Shape {
    /// The distances of the cells from the lowest.
    offsets: Vec<usize>,
    /// The lowest cells.
    starts: Vec<u64>,
}

/// The windows by shape; each start stands for one window, so a window that is listed twice opens a second shape.
fn shapes(windows: &[SiteSet], n: usize) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    for window in windows {
        let Some(start) = window.first() else { continue };
        let offsets: Vec<usize> = window.iter().map(|site| site - start).collect();
        let (word, bit) = (start / 64, 1 << (start % 64));
        match shapes.iter_mut().find(|s| s.offsets == offsets && s.starts[word] & bit == 0) {
            Some(shape) => shape.starts[word] |= bit,
            None => {
                let mut starts = vec![0; n];
                starts[word] = bit;
                shapes.push(Shape { offsets, starts });
            }
        }
    }
    shapes
}

impl Emit<'_, '_> {
    /// How many windows hold from least to most cells of each set.
    pub fn count_windows(&mut self, id: usize, needs: &[(SetV, u32, u32)]) -> Res<Word> {
        let windows = &self.program.windows[id];
        let shapes = shapes(windows, self.n);
        if shapes.len() > MOST_SHAPES || windows.iter().any(SiteSet::is_empty) {
            return self.go_through_windows(id, needs);
        }
        let mut sum = ZERO;
        for Shape { offsets, starts } in &shapes {
            let mut good = SetV::new(starts.iter().map(|&w| Word::Const(w)).collect());
            for (set, least, most) in needs {
                let digits = self.members(set, offsets);
                good = self.between(&good, &digits, *least, (*most).min(offsets.len() as u32));
            }
            let count = self.size(&good);
            sum = self.add(sum, count);
        }
        Ok(sum)
    }

    /// For every cell as a start the number of members of the set in its window: binary digits, the lowest first.
    fn members(&mut self, set: &SetV, offsets: &[usize]) -> Vec<SetV> {
        let mut digits: Vec<SetV> = Vec::new();
        for (so_far, &offset) in offsets.iter().enumerate() {
            let mut carry = self.moved(set, -(offset as i32));
            for digit in &mut digits {
                let both = self.set_and(digit, &carry);
                *digit = self.zip(digit, &carry, Self::xor);
                carry = both;
            }
            if (so_far + 1).is_power_of_two() {
                digits.push(carry);
            }
        }
        digits
    }

    /// The starts whose number lies from `least` to `most`.
    fn between(&mut self, starts: &SetV, digits: &[SetV], least: u32, most: u32) -> SetV {
        let mut found = self.nothing();
        for number in least..=most {
            let mut equal = starts.clone();
            for (place, digit) in digits.iter().enumerate() {
                equal =
                    if number >> place & 1 == 1 { self.set_and(&equal, digit) } else { self.set_minus(&equal, digit) };
            }
            found = self.set_or(&found, &equal);
        }
        found
    }

    fn go_through_windows(&mut self, id: usize, needs: &[(SetV, u32, u32)]) -> Res<Word> {
        let (program, n) = (self.program, self.n);
        let all = program.windows[id].len() as u64;
        if all == 0 {
            return Ok(ZERO);
        }
        let table = self.tables.get(program, n, TableKey::Windows(id));
        let end = self.repeat(&[ZERO, ZERO], &mut |e, words| {
            let window = SetV::new(e.row(table, n, words[0]));
            let mut holds = Truth::Const(true);
            for (set, least, most) in needs {
                let here = e.set_and(set, &window);
                let size = e.size(&here);
                let enough = e.compare(IntCC::UnsignedLessThan, size, Word::Const(u64::from(*least)));
                let enough = e.not(enough);
                let few = e.compare(IntCC::UnsignedLessThan, size, Word::Const(u64::from(*most) + 1));
                let good = e.both(enough, few);
                holds = e.both(holds, good);
            }
            let one = e.number(holds);
            let count = e.add(words[1], one);
            let next = e.add(words[0], Word::Const(1));
            let more = e.compare(IntCC::UnsignedLessThan, next, Word::Const(all));
            let done = e.not(more);
            Ok((vec![next, count], done))
        })?;
        Ok(end[1])
    }
}
