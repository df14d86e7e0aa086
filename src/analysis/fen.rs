//! `setup fen "…"`: the start as rows of text, the shape of chess FEN.

use super::messages;
use super::scope::Analyzer;
use crate::board::Drawing;
use crate::board::text::{Mark, counts, fit, marks};
use crate::diag::Diagnostic;
use crate::game::Side;
use crate::rules::{KindId, MOST_IN_A_STACK, MOST_ON_A_CELL, Owned, Setup};
use crate::source::Span;
use crate::syntax::ast;

/// What a row puts on one of its places.
enum Item {
    Piece(Option<Side>, KindId),
    /// Of each kind how many.
    Counted(Vec<(KindId, i64)>),
    /// From the top down.
    Stack(Vec<Owned>),
}

/// A position text, and where it stands in the file.
struct Fen<'a> {
    text: &'a str,
    start: usize,
    /// Whether it was said that a piece stands where no cell is: all rows are shifted then.
    shifted: bool,
}

impl Fen<'_> {
    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.start + from, self.start + to)
    }
}

impl Analyzer<'_> {
    /// Reads the rows of every board from the top, `|` between boards, and hands in square brackets.
    pub fn fen(&mut self, text: &ast::Text, setup: &mut Setup) {
        let mut fen = Fen { text: &text.text, start: text.inside, shifted: false };
        if self.scope.topology.boards[0].drawing == Drawing::List {
            return self.report(messages::fen_without_rows(text.span));
        }
        if let Some(at) = fen.text.find(char::is_whitespace) {
            let end = fen.text.trim_end().len();
            return self.report(messages::fen_fields(fen.span(at, if end > at { end } else { fen.text.len() })));
        }
        let (rows_text, hands) = match fen.text.find('[') {
            Some(open) => (&fen.text[..open], Some(open)),
            None => (fen.text, None),
        };
        let boards = self.scope.topology.rows();
        let texts: Vec<&str> = rows_text.split('|').collect();
        if texts.len() > boards.len() {
            return self.report(messages::fen_boards(texts.len(), boards.len(), text.span));
        }
        let mut offset = 0;
        // Boards that the text leaves out are empty, or filled by `setup { … }`.
        for (board, rows) in texts.iter().zip(&boards) {
            let parts: Vec<&str> = board.split('/').collect();
            if parts.len() != rows.len() {
                let span = fen.span(offset, offset + board.len());
                return self.report(messages::fen_rows(parts.len(), rows.len(), span));
            }
            for (part, row) in parts.iter().zip(rows) {
                self.fen_row(&mut fen, part, row, offset, setup);
                offset += part.len() + 1;
            }
        }
        if let Some(open) = hands {
            self.fen_hands(&fen, open, setup);
        }
    }

    fn fen_row(&mut self, fen: &mut Fen<'_>, part: &str, row: &[Option<usize>], offset: usize, setup: &mut Setup) {
        let whole = fen.span(offset, offset + part.len().max(1));
        let plus_is_letter = self.scope.kinds.iter().any(|k| k.letters.contains(&'+'));
        let mut places: Vec<Option<(Item, Span)>> = Vec::new();
        for (first, mark) in marks(part, plus_is_letter) {
            let span = fen.span(offset + first.start, offset + first.end);
            let item = match mark {
                Mark::Empty(number) => {
                    places.extend((0..number).map(|_| None));
                    continue;
                }
                Mark::Group(Some(inside)) if self.scope.kinds.iter().any(|k| k.counted) && counts(inside).is_some() => {
                    match self.numbers_of(&counts(inside).unwrap_or_default()) {
                        Some(numbers) => Item::Counted(numbers),
                        None => return self.report(self.no_count(span)),
                    }
                }
                Mark::Group(inside) if self.scope.kinds.iter().any(|k| k.stacked) => {
                    let Some(letters) = inside.filter(|letters| !letters.is_empty()) else {
                        return self.report(messages::fen_stack(span));
                    };
                    let height = letters.chars().count();
                    if height > MOST_IN_A_STACK {
                        return self.report(messages::fen_stack_too_high(height, span));
                    }
                    let mut pieces = Vec::new();
                    for (at, c) in letters.char_indices() {
                        let Some(piece) = self.lettered(c, Span::new(span.end + at, span.end + at + c.len_utf8()))
                        else {
                            return;
                        };
                        pieces.push(piece);
                    }
                    Item::Stack(pieces)
                }
                Mark::Group(_) => return self.report(self.no_count(span)),
                Mark::Letter(c) => {
                    let Some((side, kind)) = self.lettered(c, span) else { return };
                    Item::Piece(side, kind)
                }
                Mark::Promoted(c) => {
                    let Some((side, kind)) = self.lettered(c, span) else { return };
                    let Some(promoted) = self.scope.kinds[kind].promotes_to else {
                        return self.report(messages::fen_not_promoted(c, span));
                    };
                    Item::Piece(side, promoted)
                }
            };
            places.push(Some((item, span)));
        }
        let all = row;
        let Some(row) = fit(row, places.len()) else {
            return self.report(messages::fen_row_length(part, places.len(), row.len(), whole));
        };
        for (item, cell) in places.into_iter().zip(row) {
            let Some((item, span)) = item else { continue };
            let Some(site) = cell else {
                if !std::mem::replace(&mut fen.shifted, true) {
                    let alternates = all.windows(2).all(|two| two[0].is_some() != two[1].is_some());
                    self.report(messages::fen_no_cell(all[0].is_some(), alternates, span));
                }
                return;
            };
            match item {
                Item::Piece(side, kind) => setup.pieces.push((site, side, kind)),
                Item::Stack(pieces) => {
                    let mut pieces = pieces.into_iter();
                    setup.pieces.extend(pieces.next().map(|(side, kind)| (site, side, kind)));
                    setup.under.push((site, pieces.collect()));
                }
                Item::Counted(numbers) => {
                    if numbers.iter().any(|(_, number)| *number > MOST_ON_A_CELL) {
                        return self.report(messages::too_many_on_a_cell(span));
                    }
                    setup.counts.extend(numbers.into_iter().map(|(kind, number)| (site, kind, number)));
                }
            }
        }
    }

    /// How many of which counted kind; without a letter the only one.
    fn numbers_of(&self, numbers: &[(u64, Option<char>)]) -> Option<Vec<(KindId, i64)>> {
        let kinds = self.counted_kinds();
        let mut out: Vec<(KindId, i64)> = Vec::new();
        for &(number, letter) in numbers {
            let kind = match letter {
                None if kinds.len() == 1 => kinds.first().copied(),
                _ => kinds.iter().copied().find(|&k| letter == Some(self.scope.kinds[k].letters[0])),
            };
            let kind = kind.filter(|&kind| out.iter().all(|known| known.0 != kind))?;
            out.push((kind, i64::try_from(number).ok().filter(|n| (1..=255).contains(n))?));
        }
        Some(out)
    }

    fn counted_kinds(&self) -> Vec<KindId> {
        (0..self.scope.kinds.len()).filter(|&k| self.scope.kinds[k].counted).collect()
    }

    fn no_count(&self, span: Span) -> Diagnostic {
        let letters: Vec<char> = self.counted_kinds().iter().map(|&k| self.scope.kinds[k].letters[0]).collect();
        messages::fen_number(&letters, span)
    }

    fn lettered(&mut self, c: char, span: Span) -> Option<(Option<Side>, KindId)> {
        for (id, kind) in self.scope.kinds.iter().enumerate().filter(|(_, k)| !k.counted) {
            if kind.letters.contains(&c) {
                let side = if kind.neutral { None } else { Some(Side::of(usize::from(kind.letters[0] != c))) };
                return Some((side, id));
            }
        }
        self.no_such_letter(c, span);
        None
    }

    fn no_such_letter(&mut self, c: char, span: Span) {
        // The kind that it stands for may be among those that could not be read.
        if self.scope.unread.iter().any(|(item, _)| item == "piece") {
            return;
        }
        let kinds = self.scope.kinds.iter().filter(|k| !k.counted);
        let letters: Vec<String> = kinds.map(|k| format!("{}{} {}", k.letters[0], k.letters[1], k.name)).collect();
        self.report(messages::fen_letter(c, &letters, span));
    }

    fn fen_hands(&mut self, fen: &Fen<'_>, open: usize, setup: &mut Setup) {
        let mut number = 0i64;
        for (i, c) in fen.text[open + 1..].char_indices() {
            let span = fen.span(open + 1 + i, open + 1 + i + c.len_utf8());
            match c {
                ']' => return,
                '-' => {}
                '0'..='9' => number = (number * 10 + i64::from(c.to_digit(10).unwrap_or(0))).min(1000),
                _ => {
                    let held = |side| {
                        let kind = self.scope.kinds.iter().position(|k| !k.counted && k.hand_letter(side) == c)?;
                        Some((side, kind))
                    };
                    let Some((side, kind)) = held(Side::First).or_else(|| held(Side::Second)) else {
                        self.no_such_letter(c, span);
                        return;
                    };
                    setup.hands[side.index()][kind] += number.max(1);
                    number = 0;
                }
            }
        }
        self.report(messages::fen_hand_open(fen.span(open, fen.text.len())));
    }
}
