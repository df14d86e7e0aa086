//! The size of move records.

use crate::ir::{Block, MAX_WORDS, Program, RecordShape, SideCode, Stmt, Turn, choice_bits};

/// The most legs of a ply.
const MOST_LEGS: usize = 64;

/// The size of move records: enough for the longest ply.
pub fn record(program: &Program) -> RecordShape {
    let site_bits = choice_bits(program.sites.max(2));
    let side = |f: &dyn Fn(&SideCode) -> u32| program.sides.iter().map(f).max().unwrap_or(0);
    let widest = |blocks: &[Block]| blocks.iter().map(|b| bits(b, site_bits)).max().unwrap_or(0);
    let first = side(&|s| widest(&s.clauses).max(s.turn.pass().map_or(0, |b| bits(b, site_bits))));
    let further = side(&|s| widest(&s.next_legs));
    let last = side(&|s| bits(&s.finally, site_bits));
    let steps = side(&|s| repeat(&s.turn, program, widest(&s.clauses)));
    let fixed = RecordShape::STREAM + first + last + steps;
    let (words, legs) = if program.facts.merge_results && further > 0 {
        // Where legs take pieces, a ply can't be expected to have more of them than two thirds of the board has cells.
        let takes = program.facts.removes && program.layout.lanes.is_empty();
        let wanted = if takes { (program.sites * 2 / 3).clamp(16, MOST_LEGS) } else { MOST_LEGS } as u32;
        let room = (MAX_WORDS as u32 * 64).saturating_sub(fixed);
        let legs = wanted.min(room / (further + 1));
        ((fixed + legs * (further + 1)).div_ceil(64), legs)
    } else {
        (fixed.div_ceil(64), MOST_LEGS as u32)
    };
    RecordShape { words: (words as usize).clamp(1, MAX_WORDS), site_bits, legs }
}

/// The most bits that the choices of a block take.
fn bits(block: &Block, site_bits: u32) -> u32 {
    let one = |s: &Stmt| match s {
        Stmt::Pick { .. } => site_bits,
        Stmt::Choose(list) => {
            choice_bits(list.len()) + list.iter().map(|a| bits(&a.body, site_bits)).max().unwrap_or(0)
        }
        Stmt::If(_, a, b) => bits(a, site_bits).max(bits(b, site_bits)),
        Stmt::Again { .. } => 1,
        _ => 0,
    };
    block.iter().map(one).sum()
}

fn repeat(turn: &Turn, program: &Program, widest: u32) -> u32 {
    match turn {
        Turn::Repeat(_, most, groups) => {
            let clauses: usize = groups.iter().map(|(g, _)| program.groups[*g].len()).sum();
            most * (choice_bits(clauses + 1) + widest)
        }
        Turn::Or(a, b) | Turn::Else(a, b) => repeat(a, program, widest).max(repeat(b, program, widest)),
        Turn::Most(_, a) => repeat(a, program, widest),
        Turn::Groups(_) | Turn::Pass(_) => 0,
    }
}
