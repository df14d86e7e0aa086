//! `setup fen "…"`: the start as rows of text, the shape of chess FEN.

use super::messages;
use super::scope::Analyzer;
use crate::board::Drawing;
use crate::board::text::{Mark, by_kind, counts, fit, marks};
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
    /// Where it says what stands on each cell.
    places: &'a mut [Option<Span>],
    /// Whether it was said that a piece stands where no cell is: all rows are shifted then.
    shifted: bool,
}

impl Fen<'_> {
    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.start + from, self.start + to)
    }
}

impl Analyzer<'_> {
    /// Reads the rows of every board from the top, `|` between boards, and hands in square brackets; `places` is where it says
    /// what stands on each cell.
    pub fn fen(&mut self, text: &ast::Text, setup: &mut Setup, places: &mut [Option<Span>]) {
        let mut fen = Fen { text: &text.text, start: text.inside, places, shifted: false };
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
        let plus_is_letter = self.scope.kinds.iter().any(|k| k.whose('+').is_some());
        let mut places: Vec<Option<(Item, Span)>> = Vec::new();
        for (first, mark) in marks(part, plus_is_letter) {
            let span = fen.span(offset + first.start, offset + first.end);
            let item = match mark {
                Mark::Empty(number) => {
                    places.extend((0..number).map(|_| None));
                    continue;
                }
                Mark::Group(inside) => match self.fen_group(inside, span) {
                    Some(item) => item,
                    None => return,
                },
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
            fen.places[site] = Some(span);
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

    /// What stands in parentheses: numbers of counted pieces, or a stack.
    fn fen_group(&mut self, inside: Option<&str>, span: Span) -> Option<Item> {
        let kinds = &self.scope.kinds;
        let counted: Vec<KindId> = (0..kinds.len()).filter(|&k| kinds[k].counted).collect();
        let numbers = inside.and_then(counts).filter(|_| !counted.is_empty());
        if numbers.is_some() || !kinds.iter().any(|k| k.stacked) {
            let letters: Vec<char> = counted.iter().map(|&k| kinds[k].letter(None)).collect();
            let numbers = numbers.and_then(|numbers| by_kind(&numbers, &letters));
            let Some(numbers) = numbers.filter(|all| all.iter().all(|&(_, number)| number > 0)) else {
                self.report(messages::fen_number(&letters, span));
                return None;
            };
            return Some(Item::Counted(numbers.into_iter().map(|(at, number)| (counted[at], number as i64)).collect()));
        }
        let Some(letters) = inside.filter(|letters| !letters.is_empty()) else {
            self.report(messages::fen_stack(span));
            return None;
        };
        let height = letters.chars().count();
        if height > MOST_IN_A_STACK {
            self.report(messages::fen_stack_too_high(height, span));
            return None;
        }
        let place = |(at, c): (usize, char)| (c, Span::new(span.end + at, span.end + at + c.len_utf8()));
        let letters = letters.char_indices().map(place);
        letters.map(|(c, span)| self.lettered(c, span)).collect::<Option<Vec<_>>>().map(Item::Stack)
    }

    fn lettered(&mut self, c: char, span: Span) -> Option<(Option<Side>, KindId)> {
        for (id, kind) in self.scope.kinds.iter().enumerate().filter(|(_, k)| !k.counted) {
            if let Some(owner) = kind.whose(c) {
                return Some((owner, id));
            }
        }
        self.no_such_letter(c, span);
        None
    }

    fn no_such_letter(&mut self, c: char, span: Span) {
        // Of kinds that could not be read nothing is known.
        if self.scope.lenient {
            return;
        }
        // The kind that it stands for may be among those that could not be read.
        if self.scope.unread.iter().any(|(item, _)| item == "piece") {
            return;
        }
        let kinds = || self.scope.kinds.iter().filter(|k| !k.counted);
        let letters: Vec<String> =
            kinds().map(|k| format!("{}{} {}", k.letters[Side::First], k.letters[Side::Second], k.name)).collect();
        // It may be meant for the kind in whose name it comes soonest.
        let soonest = |name: &str| name.chars().position(|other| other.eq_ignore_ascii_case(&c));
        let named = kinds().filter_map(|k| Some((soonest(&k.name)?, &k.name)));
        let meant = named.min_by_key(|&(at, _)| at).map(|(_, name)| name.clone());
        self.report(messages::fen_letter(c, &letters, meant.as_deref(), span));
    }

    fn fen_hands(&mut self, fen: &Fen<'_>, open: usize, setup: &mut Setup) {
        let mut number = 0i64;
        // Behind `|` stands the second player's hand, where letters are the same in both.
        let mut first = true;
        for (i, c) in fen.text[open + 1..].char_indices() {
            let span = fen.span(open + 1 + i, open + 1 + i + c.len_utf8());
            match c {
                ']' => return,
                '-' if !self.scope.kinds.iter().any(|kind| kind.whose('-').is_some()) => {}
                '|' if first => first = false,
                '0'..='9' => number = (number * 10 + i64::from(c.to_digit(10).unwrap_or(0))).min(1000),
                _ => {
                    let held = |side| {
                        let kind = self.scope.kinds.iter().position(|k| !k.counted && k.hand_letter(side) == c)?;
                        Some((side, kind))
                    };
                    let in_first = if first { held(Side::First) } else { None };
                    let Some((side, kind)) = in_first.or_else(|| held(Side::Second)) else {
                        self.no_such_letter(c, span);
                        return;
                    };
                    setup.hands[side][kind] += number.max(1);
                    number = 0;
                }
            }
        }
        self.report(messages::fen_hand_open(fen.span(open, fen.text.len())));
    }
}
