//! The shape of move records.

/// The most words of a record.
pub const MAX_WORDS: usize = 16;

/// How a move is written down: word 0 holds `to:12 | from:12 | clause:8` for ordering, then the choices follow as a
/// stream of bits through the rest of word 0 and the further words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordShape {
    /// Words of a record.
    pub words: usize,
    /// Bits of a chosen cell.
    pub site_bits: u32,
    /// The most legs that the record holds.
    pub legs: u32,
}

impl RecordShape {
    /// The bit of word 0 at which the choices start.
    pub const STREAM: u32 = 32;
    /// The field value for no cell.
    pub const NONE: u64 = 0xFFF;
    /// The clause field of a pass of the turn.
    pub const PASS: u64 = 0xFF;
}

/// The bits that a choice of `n` takes in a record.
pub fn choice_bits(n: usize) -> u32 {
    n.saturating_sub(1).checked_ilog2().map_or(0, |b| b + 1)
}
