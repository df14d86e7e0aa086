//! Positions in the signs of Japan and China. Shogi: boards as programs draw them (BOD), `|v香v桂v銀…|一` between `後手の持駒：…` and
//! `先手の持駒：…`, and in the codes of CSA, `P1-KY-KE…`, `P+00FU`. Xiangqi: boards and lists of pieces, `俥傌相仕帥…`, `红：帅d0`.
//!
//! Sources: the KIF format as Kifu for Windows writes it; the CSA standard for records, version 2.2.

use super::dialects::KING;
use super::drawn::{Drawn, is_frame};
use super::rows::letter;
use super::side_letters;
use crate::game::{PerSide, Side};
use crate::notation::moves::{
    TextError, counts_from_zero, digit_of, letter_of, piece_by_code, piece_by_sign, ranks_from_the_top,
};
use crate::notation::narrow;
use crate::rules::Rules;
use crate::source::Span;

/// How players are called in front of what they have in hand, or behind the board.
const PLAYERS: [[&str; 2]; 2] = [["先手", "下手"], ["後手", "上手"]];

/// What stands between a player and what he has in hand.
const IN_HAND: [&str; 2] = ["の持駒:", "の持ち駒:"];

/// The code of CSA for all that is left.
const ALL_LEFT: &str = "AL";

/// Signs of xiangqi that are Red's alone, and those that are Black's.
const CHINESE: [&str; 2] = ["俥傌相仕帥帅兵", "象士將将卒砲包"];

/// Those that both have, unless Red's are written otherwise; then they are Black's, and the last one Red's.
const OF_BOTH: &str = "车車马馬炮";

/// How empty cells are drawn among such signs, and what is written over the river.
const EMPTY: &str = "・･.-+*十┼口〇○。□\u{3000}";
const RIVER: [char; 2] = ['河', '界'];

/// Words of lists in Chinese, and ours.
const WORDS: [(&str, &str); 13] = [
    ("红方", "Red"),
    ("紅方", "Red"),
    ("黑方", "Black"),
    ("红先", "Red to move"),
    ("紅先", "Red to move"),
    ("黑先", "Black to move"),
    ("红", "Red"),
    ("紅", "Red"),
    ("黑", "Black"),
    ("。", ". "),
    (":", ": "),
    (";", "; "),
    (",", ", "),
];

/// The position text of a text in such signs; none if it is none.
///
/// # Errors
/// If they don't tell whose a piece is.
pub(super) fn in_signs(rules: &Rules, labels: &[String], text: &str) -> Option<Result<Drawn, TextError>> {
    let like_shogi = ranks_from_the_top(rules, labels);
    let text = narrow(text);
    if like_shogi {
        let signs = |line: &str| line.char_indices().any(|(at, c)| c == '・' || piece_by_sign(&line[at..]).is_some());
        let mut board = Board::new(rules);
        let (wrong, help) = match () {
            () if text.lines().any(|line| is_code(line.trim())) => {
                (board.codes(&text), "a row is `P1` and its cells, `-KY`, `+FU` or ` * `; a hand is `P+00FU`")
            }
            () if text.lines().any(|line| line.trim().starts_with('|') && signs(line)) => (
                board.drawn(&text),
                "a row is `|v香 ・ 歩|`, with as many cells as the board has; a hand is `後手の持駒：歩二`",
            ),
            () => return None,
        };
        let error = |line| TextError::new(Span::default(), format!("`{line}` is no line of such a board")).help(help);
        return Some(wrong.map_or_else(|| Ok(board.text()), |line| Err(error(line))));
    }
    counts_from_zero(rules).then(|| of_xiangqi(rules, &text)).flatten()
}

/// Whether a line of CSA says what stands on the board: `P1-KY…`, `P1 * …`, `P+00FU`, `PI`.
fn is_code(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('P') else { return false };
    let row = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let pieces = |text: &str| text.len() >= 4 && text.bytes().take(2).all(|b| b.is_ascii_digit());
    match rest.strip_prefix(['+', '-', 'I']) {
        Some(held) => rest == "I" || pieces(held) && held.bytes().skip(2).all(|b| b.is_ascii_alphanumeric()),
        None => row.len() < rest.len() && (row.starts_with(" *") || row.starts_with(['+', '-']) && row.len() > 2),
    }
}

/// A board of shogi while it is read.
struct Board<'r> {
    rules: &'r Rules,
    /// What stands on each cell, as position texts have it.
    cells: Vec<String>,
    hands: PerSide<String>,
    side: Option<Side>,
    /// How many rows were read by now.
    rows: i32,
    notes: Vec<TextError>,
}

impl<'r> Board<'r> {
    fn new(rules: &'r Rules) -> Board<'r> {
        let cells = vec![String::new(); rules.topology.sites()];
        let hands = PerSide::new(String::new(), String::new());
        Board { rules, cells, hands, side: None, rows: 0, notes: Vec::new() }
    }

    /// A piece as position texts have it; none if there is no such piece here.
    fn piece(&self, side: Side, (c, promoted): (char, bool)) -> Option<String> {
        let (_, kind) = letter(self.rules, c)?;
        Some(format!("{}{}", if promoted { "+" } else { "" }, self.rules.kinds[kind].letters[side]))
    }

    /// The cell of a file from the right and a rank from the top.
    fn site(&self, file: i32, rank: i32) -> Option<usize> {
        let board = &self.rules.topology.boards[0];
        self.rules.topology.at(0, board.width - file, board.height - rank, 0)
    }

    /// Puts a row on the board, from the left.
    fn put_row(&mut self, rank: i32, row: Vec<String>) -> Option<()> {
        let width = self.rules.topology.boards[0].width;
        if row.len() != width as usize {
            return None;
        }
        for (file, cell) in (1..=width).rev().zip(row) {
            let site = self.site(file, rank)?;
            self.cells[site] = cell;
        }
        self.rows += 1;
        Some(())
    }

    /// Reads a board that is drawn in lines, and what is said beside it; the line in which something is wrong.
    fn drawn<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let known = if let Some((row, _)) = line.strip_prefix('|').and_then(|rest| rest.rsplit_once('|')) {
                self.row(row).and_then(|row| self.put_row(self.rows + 1, row))
            } else if let Some((side, held)) = in_hand(line) {
                self.held(side, held).map(|held| self.hands[side] += &held)
            } else {
                self.beside(line);
                Some(())
            };
            if known.is_none() {
                return Some(line);
            }
        }
        (self.rows != self.rules.topology.boards[0].height).then_some(text.lines().next().unwrap_or_default())
    }

    /// Reads another line beside a board: who is to move, a part of the frame, or what is left out.
    fn beside(&mut self, line: &str) {
        if let Some(side) = named(line.trim_start_matches("手番:").trim_end_matches('番')) {
            self.side = Some(side);
        } else if !is_frame(line) && !line.chars().all(|c| c.is_whitespace() || digit_of(c).is_some()) {
            let message = format!("`{line}` beside the board is left out");
            self.notes.push(TextError::new(Span::default(), message));
        }
    }

    /// The cells of a row between bars.
    fn row(&self, row: &str) -> Option<Vec<String>> {
        let mut cells = Vec::new();
        let mut rest = row;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '^');
            let Some(first) = rest.chars().next() else { return Some(cells) };
            if EMPTY.contains(first) {
                cells.push(String::new());
                rest = &rest[first.len_utf8()..];
                continue;
            }
            let signs = rest.strip_prefix(['v', 'V']);
            let (piece, length) = piece_by_sign(signs.unwrap_or(rest))?;
            rest = &signs.unwrap_or(rest)[length..];
            cells.push(self.piece(if signs.is_some() { Side::Second } else { Side::First }, piece)?);
        }
    }

    /// What a player has in hand: `飛　角　金二　歩十八`.
    fn held(&self, side: Side, text: &str) -> Option<String> {
        let mut out = String::new();
        for word in text.split_whitespace().filter(|word| *word != "なし") {
            let (piece, length) = piece_by_sign(word)?;
            let number = match word[length..].strip_prefix('十') {
                Some(rest) => 10 + rest.chars().next().map_or(Some(0), digit_of)?,
                None if word[length..].bytes().all(|b| b.is_ascii_digit()) && word.len() > length => {
                    word[length..].parse().ok()?
                }
                None => word[length..].chars().next().map_or(Some(1), digit_of)?,
            };
            out += &format!("{number}{}", self.piece(side, piece)?);
        }
        Some(out)
    }

    /// Reads the lines of CSA; the line in which something is wrong. Those that say nothing of the position are passed over.
    fn codes<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        for line in text.split(['\n', ',']).map(str::trim) {
            if matches!(line, "+" | "-") {
                self.side = Some(by_sign(line));
            } else if let Some(rest) =
                line.strip_prefix('P').filter(|rest| rest.starts_with(['+', '-', 'I']) || is_code(line))
                && self.code(rest).is_none()
            {
                return Some(line);
            }
        }
        let whole = self.rows == 0 || self.rows == self.rules.topology.boards[0].height;
        (!whole).then(|| text.lines().find(|line| is_code(line.trim())).unwrap_or(text))
    }

    /// Reads what stands behind `P`.
    fn code(&mut self, rest: &str) -> Option<()> {
        if let Some(gone) = rest.strip_prefix('I') {
            self.setup();
            for (site, code) in self.placed(gone)? {
                let piece = self.piece(Side::First, piece_by_code(code)?)?;
                let cell = &mut self.cells[site?];
                cell.eq_ignore_ascii_case(&piece).then(|| cell.clear())?;
            }
            return Some(());
        }
        if let Some(pieces) = rest.strip_prefix(['+', '-']) {
            let side = by_sign(rest);
            for (site, code) in self.placed(pieces)? {
                let piece = if code == ALL_LEFT { self.left(side) } else { self.piece(side, piece_by_code(code)?)? };
                match site {
                    // One piece on a cell, and what is left in hand alone.
                    Some(site) if code == ALL_LEFT || !self.cells[site].is_empty() => return None,
                    Some(site) => self.cells[site] = piece,
                    None => self.hands[side] += &piece,
                }
            }
            return Some(());
        }
        let rank = rest.chars().next()?.to_digit(10)?;
        let row = self.row_of_codes(&rest[1..])?;
        self.put_row(rank as i32, row)
    }

    /// `-KY-KE * +FU`: the cells of a row.
    fn row_of_codes(&self, row: &str) -> Option<Vec<String>> {
        let mut cells = Vec::new();
        let mut rest = row.trim_start();
        while let Some(first) = rest.chars().next() {
            let end = if first == '*' { 1 } else { 3 };
            let cell = rest.get(..end)?;
            cells.push(match first {
                '*' => String::new(),
                '+' | '-' => self.piece(by_sign(cell), piece_by_code(&cell[1..])?)?,
                _ => return None,
            });
            rest = rest[end..].trim_start();
        }
        Some(cells)
    }

    /// `00FU77KA`: pieces with their cells, or in hand.
    fn placed<'t>(&self, text: &'t str) -> Option<Vec<(Option<usize>, &'t str)>> {
        let mut found = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let (place, code) = (rest.get(..2)?, rest.get(2..4)?);
            let mut digits = place.chars().map(|c| c.to_digit(10).map(|digit| digit as i32));
            let (file, rank) = (digits.next()??, digits.next()??);
            let site = if place == "00" { None } else { Some(self.site(file, rank)?) };
            found.push((site, code));
            rest = rest[4..].trim_start();
        }
        Some(found)
    }

    /// The pieces of the start.
    fn setup(&mut self) {
        for &(site, side, kind) in &self.rules.setup.pieces {
            self.cells[site] = self.rules.kinds[kind].letter(side).to_string();
        }
    }

    /// What of all pieces but kings stands nowhere yet, for one hand.
    fn left(&self, side: Side) -> String {
        let count = |text: &mut dyn Iterator<Item = &String>, of: char| {
            text.flat_map(|text| text.chars()).filter(|c| c.eq_ignore_ascii_case(&of)).count()
        };
        let mut out = String::new();
        for (_, kind) in self.rules.kinds.iter().enumerate().filter(|(id, _)| self.rules.may_be_in_hand_of(side, *id)) {
            let of = kind.letters[side];
            let all =
                self.rules.setup.pieces.iter().filter(|piece| self.rules.kinds[piece.2].letters[side] == of).count();
            let there = count(&mut self.cells.iter().chain(self.hands.iter()), of);
            // A king is in no hand.
            if all > there && !of.eq_ignore_ascii_case(&KING) {
                out += &format!("{}{of}", all - there);
            }
        }
        out
    }

    /// The position text; who is not said to be to move is told elsewhere.
    fn text(self) -> Drawn {
        let cell = |site: &Option<usize>| match site.map_or("", |site| self.cells[site].as_str()) {
            "" => ".".to_string(),
            piece => piece.to_string(),
        };
        let rows: Vec<String> =
            self.rules.topology.rows()[0].iter().map(|row| row.iter().map(cell).collect()).collect();
        let side = self.side.map_or_else(String::new, |side| side_letters(self.rules)[side].clone());
        let [first, second] = self.hands.each_ref().pair();
        Drawn { text: format!("{}[{first}{second}] {side}", rows.join("/")), notes: self.notes }
    }
}

/// Whose a sign of CSA is.
fn by_sign(text: &str) -> Side {
    if text.starts_with('-') { Side::Second } else { Side::First }
}

/// The player of a name.
fn named(name: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| PLAYERS[side.index()].contains(&name))
}

/// `後手の持駒：…`: whose hand it is, and what it holds.
fn in_hand(line: &str) -> Option<(Side, &str)> {
    IN_HAND.iter().find_map(|of| {
        let (name, held) = line.split_once(of)?;
        Some((named(name)?, held))
    })
}

/// A board or a list of xiangqi in the letters of the rules.
fn of_xiangqi(rules: &Rules, text: &str) -> Option<Result<Drawn, TextError>> {
    let has = |signs: &str| text.contains(|c| signs.contains(c));
    if !has(CHINESE[0]) && !has(CHINESE[1]) && !has(OF_BOTH) {
        return None;
    }
    let mut out =
        text.lines().filter(|line| !line.contains(RIVER) || line.contains([':', '|'])).collect::<Vec<_>>().join("\n");
    // Of a list the words tell whose the pieces are.
    let listed = ["红", "紅", "黑"]
        .iter()
        .any(|player| out.contains(&format!("{player}:")) || out.contains(&format!("{player}方:")));
    for (word, ours) in WORDS.into_iter().filter(|(word, _)| listed || word.ends_with('先')) {
        out = out.replace(word, ours);
    }
    // Those of Korea say by colours alone whose most pieces are.
    let korean = out.contains(['楚', '漢', '汉']);
    let apart = has("俥傌");
    let whose = |c: char| {
        let known = CHINESE.iter().position(|signs| signs.contains(c));
        known.or_else(|| match c {
            '炮' => (apart || has("砲包")).then_some(0),
            _ => (apart && !korean && OF_BOTH.contains(c)).then_some(1),
        })
    };
    let mut plain = String::new();
    for c in out.chars() {
        let is_piece = CHINESE.concat().contains(c) || OF_BOTH.contains(c);
        match is_piece.then(|| letter(rules, letter_of(c))).flatten() {
            Some((_, kind)) if listed => plain.push(rules.kinds[kind].letters[Side::First].to_ascii_uppercase()),
            Some((_, kind)) => match whose(c) {
                Some(side) => plain.push(rules.kinds[kind].letters[Side::of(side)]),
                None => return Some(Err(untold(rules, c))),
            },
            None if !listed && EMPTY.contains(c) => plain.push('.'),
            None => plain.push(c),
        }
    }
    let [red, black] = rules.players.each_ref().pair();
    let message = format!("帥 and the signs of its side are read as {red}'s, 將 and those of its side as {black}'s");
    let notes = if listed { Vec::new() } else { vec![TextError::new(Span::default(), message)] };
    Some(Ok(Drawn { text: plain, notes }))
}

/// That a sign does not tell whose the piece is.
fn untold(rules: &Rules, c: char) -> TextError {
    let kind = letter(rules, letter_of(c)).map_or(c, |(_, kind)| rules.kinds[kind].letters[Side::First]);
    let error = TextError::new(Span::default(), format!("`{c}` does not tell whose the piece is"));
    error.help(format!(
        "write Red's as 俥, 傌 and 炮 and Black's as 車, 馬 and 砲, letters such as `{}` and `{}`, or a list: `红：…；黑：…`",
        kind.to_ascii_uppercase(),
        kind.to_ascii_lowercase()
    ))
}
