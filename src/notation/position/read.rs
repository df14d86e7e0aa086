//! A position from its text.

use std::borrow::Cow;

use super::bounds::{Bounded, Stray, Unbounded};
use super::coloured;
use super::dialects::{
    RIGHTS, View, castling_cell, castling_king, disc, fen_states, is_colour, is_red, like_castling, only_kind,
    side_abroad, side_by_case, side_in_japanese, side_of_crosses, side_of_fen, sides_are_swapped,
};
use super::drawn::{Drawn, drawn, of_hub, side_said, spaced, strange, unmarked};
use super::escaped;
use super::fields::{Field, fields, is_number};
use super::lists::{self, no_mover, without_sides};
use super::number::too_many;
use super::rows::{HANDS, Told, is_all_and_side, letter, place_pieces, read_hands};
use super::signs::in_signs;
use super::tps::of_tps;
use super::wrapped::{behind_fen, unwrapped};
use super::{begun, lone, pdn, piece, pieces, position_text, red, seeds, side_letters};
use crate::exec::Executor;
use crate::game::Side;
use crate::ir::{IntClass, IntVar, Layout, PlaneClass};
use crate::notation::DASHES;
use crate::notation::moves::{TextError, only_puts, plain_kind};
use crate::notation::{Numbering, pgn, sgf};
use crate::rules::{Effect, KindId, Life, Owned, Rules, StateId, StateValue, TurnKind};
use crate::source::Span;

/// What a position text says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The state.
    pub state: Vec<u64>,
    /// How often the turn has passed before it.
    pub ply: usize,
    /// What the text says and the game leaves out, or reads in another way than its own texts: warnings.
    pub notes: Vec<TextError>,
}

/// So often a text is written anew: more than any that others write has around it.
const MOST_REWRITTEN: usize = 16;

/// Reads a position text: as this game writes it, or as other programs do, where that can mean one thing. `bounds` is where
/// its pieces may stand and what its states may hold.
///
/// # Errors
/// What is wrong with it.
pub fn read_position(
    rules: &Rules,
    game: &dyn Executor,
    bounds: Option<&Bounded>,
    text: &str,
) -> Result<Reading, TextError> {
    // What is taken from an address or a drawn board has its places elsewhere: the whole is shown.
    let outer = Span::new(text.len() - text.trim_start().len(), text.trim_end().len());
    let mut text = Cow::Borrowed(text);
    let mut notes: Vec<TextError> = Vec::new();
    let mut rewritten = 0;
    loop {
        let shown = |error: TextError| if rewritten > 0 { TextError { span: outer, ..error } } else { error };
        if let Some(without) = without_task(&text) {
            text = Cow::Owned(without);
        }
        match anew(rules, game, &text).map_err(shown)? {
            Some(inner) if rewritten < MOST_REWRITTEN => {
                notes.extend(inner.notes.into_iter().map(|note| TextError { span: outer, ..note }));
                text = Cow::Owned(inner.text);
                rewritten += 1;
            }
            _ => {
                let reading = read_plain(rules, game, bounds, &text).map_err(shown)?;
                notes.extend(reading.notes.into_iter().map(shown));
                return Ok(Reading { notes, ..reading });
            }
        }
    }
}

/// A text as others write it, nearer to what this game writes; none if there is nothing to change.
///
/// # Errors
/// If it can be no position.
fn anew(rules: &Rules, game: &dyn Executor, text: &str) -> Result<Option<Drawn>, TextError> {
    if text.trim_start().starts_with(['(', ';']) && sgf::looks_like_nodes(text) {
        let error = TextError::new(Span::new(0, text.trim_end().len()), "this is SGF, and no position");
        return Err(error.help("give it as a file: `--record FILE`, in a conversation `load FILE`"));
    }
    let outer = Span::new(text.len() - text.trim_start().len(), text.trim_end().len());
    let shown = |error: TextError| TextError { span: outer, ..error };
    Ok(match is_address(text) {
        true => {
            let error = || TextError::new(outer, "this address holds no position of this game");
            Some(Drawn::plain(in_address(rules, text).ok_or_else(|| error().help(example(rules, game)))?))
        }
        false => match unmarked(text)
            .or_else(|| escaped::without_markdown(rules, text).map(Drawn::plain))
            .or_else(|| escaped::plain(rules, text).map(Drawn::plain))
            .or_else(|| coloured::in_letters(rules, text))
            .or_else(|| lone::by_lone(rules, text))
            .or_else(|| red::renamed(rules, text))
        {
            None => {
                let signs = cfg!(feature = "signs").then(|| in_signs(rules, &game.program().labels, text)).flatten();
                let wrapped = signs
                    .or_else(|| of_tps(rules, game, text).map(Ok))
                    .or_else(|| seeds::bare(rules, game, text))
                    .or_else(|| begun::by_count(rules, text))
                    .or_else(|| unwrapped(rules, text))
                    .or_else(|| drawn(rules, game, text));
                wrapped.transpose().map_err(shown)?
            }
            plain => plain,
        }
        .or_else(|| behind_fen(text))
        .or_else(|| spaced(rules, text))
        .or_else(|| of_hub(rules, text))
        .or_else(|| lists::named_otherwise(rules, &game.program().labels, text)),
    })
}

/// Reads a text in which nothing is to be changed before.
fn read_plain(rules: &Rules, game: &dyn Executor, bounds: Option<&Bounded>, text: &str) -> Result<Reading, TextError> {
    let text = bare(text);
    let text = &pdn::with_kings(rules, &text).unwrap_or(text);
    if text.trim() == "startpos" {
        return Ok(Reading { state: game.initial(), ply: 0, notes: Vec::new() });
    }
    let mut reader = Reader::new(rules, game);
    let whole = Span::new(0, text.trim_end().len());
    let mut in_rows = false;
    let read = match lists::read(&mut reader, text) {
        Some(ply) => ply,
        None if pdn::is_pdn(text) => pdn::read(&mut reader, text),
        None => {
            in_rows = true;
            reader.words(text)
        }
    };
    let ply = read.map_err(|error| strange(rules, text).unwrap_or(error))?;
    reader.note_hands(whole);
    let ply = ply + usize::from(reader.count_stones(whole));
    let mover = Side::of(reader.state[reader.layout.int_at(Layout::MOVER)] as usize);
    let rows = text.split_whitespace().next().map_or(whole, |word| span_in(text, word));
    check_guarded(rules, game, &reader.state, rows)?;
    if let Some(bounds) = bounds {
        let mut stray = bounds.stray(rules, &reader.state);
        if in_rows && stray.is_some() && reader.turn(bounds, rows) {
            stray = None;
        }
        if let Some(stray) = stray {
            return Err(reader.strayed(&stray, whole));
        }
        if let Some(wrong) = bounds.broken(rules, &reader.state) {
            return Err(reader.unbounded(bounds, &wrong, whole));
        }
        reader.note_rights(bounds, whole);
        bounds.trim(&mut reader.state);
    }
    check_legal(rules, game, &reader.state, mover, text)?;
    reader.notes.extend(too_many(rules, game, &reader.state).map(|message| TextError::new(rows, message)));
    Ok(Reading { state: reader.state, ply, notes: reader.notes })
}

/// Whether a text is the address of a page.
pub fn is_address(text: &str) -> bool {
    let text = text.trim();
    let site = text.split('/').next().unwrap_or_default();
    let address = text.starts_with("http://") || text.starts_with("https://");
    let known = site.starts_with("www.") || [".org", ".com", ".net"].iter().any(|end| site.ends_with(end));
    // Some pages give the blanks of a position as they are.
    let whole = !text.contains(char::is_whitespace) || address && text.contains("fen=");
    (address || known) && text.contains('/') && whole
}

/// The position in an address of a page: behind `fen=`, or the last parts of its path, as many as there are rows.
fn in_address(rules: &Rules, text: &str) -> Option<String> {
    let text = text.trim();
    // In a value `+` is a blank, unless blanks are written otherwise; in a path it is itself.
    let path = match text.split_once("fen=") {
        Some((_, value)) => {
            let value = value.split(['&', '#']).next().unwrap_or_default();
            unescaped(&if value.contains(['_', ' ']) || value.contains("%20") {
                value.to_string()
            } else {
                value.replace('+', " ")
            })
        }
        None => unescaped(text.split(['?', '#']).next().unwrap_or_default()),
    };
    let parts: Vec<&str> = path.split('/').collect();
    let boards = rules.topology.rows();
    let is_row = |part: &str| !part.is_empty() && part.chars().all(|c| is_in_rows(rules, c));
    // The hands may be one row more.
    let from = match parts.last().filter(|last| pdn::is_pdn(last)) {
        Some(_) => parts.len() - 1,
        None => {
            let from = parts.len().checked_sub(boards[0].len())?;
            let first = parts[from].split(['_', ' ']).next().filter(|part| is_row(part));
            first?;
            from - usize::from(from > 0 && is_row(parts[from - 1]))
        }
    };
    Some(parts[from..].join("/").replace('_', " "))
}

/// An address without `%20` and its like.
pub(super) fn unescaped(text: &str) -> String {
    let mut parts = text.split('%');
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok()).filter(u8::is_ascii);
        match code {
            Some(code) => {
                out.push(char::from(code));
                out.push_str(&part[2..]);
            }
            None => {
                out.push('%');
                out.push_str(part);
            }
        }
    }
    out
}

/// Whether a character may stand in a row.
pub(super) fn is_in_rows(rules: &Rules, c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '~' | '+' | '(' | ')') || letter(rules, c).is_some()
}

/// Without what other texts have around a position, so that what is left keeps its place: words of protocols (UCI, USI), a
/// tag of PGN, quotes. What typesetters make of `-` is one.
fn bare(text: &str) -> String {
    let mut out = text.to_string();
    let blank = |out: &mut String, from: usize, to: usize| out.replace_range(from..to, &" ".repeat(to - from));
    let inner = |out: &str| {
        let start = out.len() - out.trim_start().len();
        (start, start + out.trim().len())
    };
    if let Some(value) = tagged(text) {
        blank(&mut out, value.end, text.len());
        blank(&mut out, 0, value.start);
    }
    // Whether these signs stood around it.
    let unwrap = |out: &mut String, open: char, close: char| {
        let (start, end) = inner(out);
        let wrapped = out[start..end].strip_prefix(open).is_some_and(|rest| rest.ends_with(close));
        if wrapped {
            blank(out, end - close.len_utf8(), end);
            blank(out, start, start + open.len_utf8());
        }
        wrapped
    };
    if out.trim_end().ends_with("\"]") {
        unwrap(&mut out, '[', ']');
    }
    // What programs of other kinds have around it: `{"fen": "…"}`, `<…>`.
    unwrap(&mut out, '{', '}');
    unwrap(&mut out, '<', '>');
    for word in ["position", "setboard", "fen", "sfen"] {
        let (start, end) = inner(&out);
        let ends = |c: char| c.is_whitespace() || matches!(c, ':' | '=');
        let first = out[start..end].split(ends).next().unwrap_or_default();
        if first.trim_matches(['"', '\'']).eq_ignore_ascii_case(word) {
            let behind = out[start + first.len()..end].trim_start();
            let sign = usize::from(behind.starts_with([':', '=']));
            let to = end - behind.len() + sign;
            blank(&mut out, start, to);
        }
    }
    // `/3t3/…/3t3/`: some open the first row, too.
    let (start, end) = inner(&out);
    if out[start..end].starts_with('/') {
        blank(&mut out, start, start + 1);
    }
    if out[start..end].ends_with([',', ';']) {
        blank(&mut out, end - 1, end);
    }
    // `…/4K2R, white to move`
    let (start, end) = inner(&out);
    if let Some(at) =
        out[start..end].find(char::is_whitespace).filter(|&at| at > 0 && out[start..start + at].ends_with(','))
    {
        blank(&mut out, start + at - 1, start + at);
    }
    // Cut from an address, with `+` for blanks; in rows it stands before the letter of a piece.
    if !out[start..end].contains(char::is_whitespace)
        && let Some(at) = ["+w+", "+b+"].iter().find_map(|side| out.find(side))
        && out[..at].contains('/')
        && !out[..at].contains('+')
    {
        out = out[..at].to_string() + &out[at..].replace('+', " ");
    }
    let quotes = [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('„', '“')];
    quotes.into_iter().any(|(open, close)| unwrap(&mut out, open, close));
    // As addresses of pages have it.
    if !out.trim().contains(char::is_whitespace) && out.contains('/') {
        out = out.replace('_', " ").replace("%20", "   ");
    }
    for dash in DASHES {
        out = out.replace(dash, &format!("-{}", " ".repeat(dash.len_utf8() - 1)));
    }
    out
}

/// The value of the tag that gives a position, among several tags of a game.
fn tagged(text: &str) -> Option<Span> {
    let tags: Option<Vec<(String, Span)>> = pgn::parts(text)
        .map(|part| match part {
            Ok((pgn::Token::Tag(name, _, place), _)) => Some((name.to_ascii_lowercase(), place)),
            _ => None,
        })
        .collect();
    let tags = tags.filter(|tags| tags.len() > 1)?;
    ["position", "fen"].iter().find_map(|known| tags.iter().find(|(name, _)| name == known)).map(|(_, place)| *place)
}

/// The word before moves that follow a position, in the lines of protocols.
const MOVES: &str = "moves";

/// What operations of an EPD are called. Source: S. J. Edwards, Portable Game Notation Specification, 1994, 16.2.5.
const OPERATIONS: [&str; 14] =
    ["acd", "acn", "acs", "am", "bm", "ce", "dm", "eco", "fmvn", "hmvc", "id", "pm", "pv", "sm"];

/// Whether players put one piece on the empty board by turns, and nothing else is ever done.
pub(super) fn alternates(rules: &Rules) -> bool {
    let groups = matches!(rules.turn.kind, TurnKind::Groups(_));
    groups && only_puts(rules) && rules.effects().is_empty() && rules.setup.pieces.is_empty()
}

/// Whether what is on the board stays there: no piece goes from cell to cell but in stacks, and nothing takes any or makes more.
fn nothing_leaves(rules: &Rules) -> bool {
    let changes = |effect: &Effect| {
        matches!(
            effect,
            Effect::Take(_) | Effect::Put { .. } | Effect::Move { .. } | Effect::Swap { .. } | Effect::Sow(_)
        )
    };
    rules.clauses().all(|clause| !clause.verb.moves()) && !rules.effects().into_iter().any(changes)
}

/// `c0` to `c9`, comments of an EPD.
fn is_comment(word: &str) -> bool {
    matches!(word.as_bytes(), [b'c', b'0'..=b'9'])
}

fn span_in(text: &str, word: &str) -> Span {
    let start = word.as_ptr() as usize - text.as_ptr() as usize;
    Span::new(start, start + word.len())
}

/// A word of the text, and where it stands.
type Word<'t> = (&'t str, Span);

/// How the words behind the side are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// As this game writes them.
    Own,
    /// As a FEN has them: so many words that are no numbers (rights to castle, a cell that a pawn has passed), then so many
    /// numbers (plies without progress, the move), then perhaps checks given.
    Fen { sets: usize, numbers: usize },
}

/// `+1+0`: what three-check chess counts, at the end.
pub(super) fn checks_given(word: &str) -> Option<Vec<i64>> {
    let numbers: Option<Vec<i64>> = word.strip_prefix('+')?.split('+').map(|n| n.parse().ok()).collect();
    numbers.filter(|numbers| numbers.len() == 2)
}

/// A position while it is read.
pub(super) struct Reader<'r> {
    pub rules: &'r Rules,
    game: &'r dyn Executor,
    layout: &'r Layout,
    state: Vec<u64>,
    pub notes: Vec<TextError>,
    fields: Vec<Field>,
    /// Whether numbers of checks are joined by `+`, in the place that they have here.
    counts_said: bool,
    /// Whether it says what is in the hands.
    hands_said: bool,
    /// Whose pieces were listed by now, by what name.
    listed: Vec<(Side, String)>,
    /// Where the text says what a state holds.
    said: Vec<(StateId, Span)>,
    /// Where it says what stands on a cell.
    places: Vec<(usize, Span)>,
}

impl<'r> Reader<'r> {
    /// An empty position. What a text leaves out: no cells, and numbers as they are at the start.
    fn new(rules: &'r Rules, game: &'r dyn Executor) -> Self {
        let layout = &game.program().layout;
        let mut state = vec![0; layout.words()];
        for (id, var) in layout.ints.iter().enumerate() {
            if let IntClass::State(_) | IntClass::ThisTurn(_) | IntClass::Clock(..) = var.class {
                state[layout.int_at(id)] = game.program().initial[layout.int_at(id)];
            }
        }
        let fields = fields(rules, layout);
        Reader {
            rules,
            game,
            layout,
            state,
            notes: Vec::new(),
            fields,
            counts_said: false,
            hands_said: false,
            listed: Vec::new(),
            said: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Reads `rows side fields move-number`, and what other programs write in that shape; the number of plies before it.
    fn words(&mut self, text: &str) -> Result<usize, TextError> {
        if let Some(word) = text.split_whitespace().skip(1).find(|word| *word == MOVES) {
            let error = TextError::new(span_in(text, word), "moves are no part of a position");
            return Err(error.help("give them by themselves: behind `--moves`, in a conversation on the next line"));
        }
        let numbers = |c: char| c.is_whitespace() || matches!(c, ',' | '/' | '-');
        let seeds = self.rules.kinds.iter().any(|kind| kind.counted);
        if seeds && text.split(numbers).filter(|word| !word.is_empty()).all(is_number) && text.trim().contains(numbers)
        {
            let error = TextError::new(Span::new(0, text.trim_end().len()), "numbers alone are empty cells");
            let help = "write those of pieces on a cell in brackets, without spaces; ";
            return Err(error.help(format!("{help}{}", example(self.rules, self.game))));
        }
        if let Some(error) = without_sides(self.rules, text) {
            return Err(error);
        }
        let (mut words, operations) = self.without_operations(text)?;
        side_in_words(self.rules, &mut words);
        self.leave_out_remarks(text, &mut words);
        let mut words = words.into_iter();
        let Some((mut placement, mut span)) = words.next() else {
            let error = TextError::new(Span::new(0, text.len()), "this position is empty");
            return Err(error.help(example(self.rules, self.game)));
        };
        let mut side = words.next();
        if side.is_none() && is_all_and_side(self.rules, placement) {
            let at = placement.len() - 1;
            side = Some((&placement[at..], Span::new(span.end - 1, span.end)));
            (placement, span) = (&placement[..at], Span::new(span.start, span.end - 1));
        }
        let told = Told { notes: &mut self.notes, places: &mut self.places };
        let placed = place_pieces(self.rules, self.game, &mut self.state, placement, span, told);
        let hands = placed.map_err(|error| match text.matches('/').count() > placement.matches('/').count() {
            true => error.help("a space ends the rows: write them without spaces"),
            false => error,
        })?;
        if let Some((_, span)) = side.filter(|side| side.0.starts_with('[')) {
            let error = TextError::new(span, "the side to move is missing");
            return Err(error.help("hands follow the rows without a space"));
        }
        let mut rest: Vec<Word<'_>> = words.collect();
        let hands = hands || self.read_last_hands(&mut rest)?;
        let sfen = self.read_sfen_hand(&mut rest, hands)?;
        self.hands_said = hands || sfen;
        // Where the numbers of checks stand, the other fields stand in this game's order.
        let form = if self.counts_said { Form::Own } else { self.form(&rest) };
        if let Some((word, span)) = side {
            let mover = match self.side_of_sfen(word).filter(|_| !hands) {
                _ if let Some(side) = side_of_crosses(self.rules, placement, word) => {
                    self.notes.push(TextError::new(span, format!("`{word}` is read as {}", self.rules.players[side])));
                    side
                }
                Some(first) if sfen => first,
                // Neither hands nor enough fields to tell a FEN.
                Some(_) if form == Form::Own && rest.len() < 2 => return Err(self.either_side(word, span)),
                _ => self.side_in(form, word, span, rest.first())?,
            };
            self.set_mover(mover);
            self.of_flips(placement, (word, span), mover);
        } else {
            self.notes.push(no_mover(self.rules, span));
        }
        let number = match form {
            Form::Own => self.own_fields(&rest)?,
            Form::Fen { sets, .. } => self.fen_fields(&rest, sets)?,
        };
        let number = self.obey(text, &operations)?.or(number).unwrap_or(1);
        let mover = self.state[self.layout.int_at(Layout::MOVER)] as usize;
        // SFEN counts plies: one more where it is the other's turn.
        let plies = number.saturating_sub(1);
        Ok(if sfen { plies + (plies + mover) % 2 } else { plies * 2 + mover })
    }

    /// Where discs are placed and turned over, programs of chess let White begin, with capital letters: at the start, where the first
    /// player has to move, that is who is meant; later on it is told that it may be so.
    fn of_flips(&mut self, placement: &str, (word, span): Word<'_>, mover: Side) {
        let of_chess = |c: char| only_kind(self.rules, c).is_some();
        if View::of(self.rules) != View::FirstRankAbove || !placement.contains(of_chess) {
            return;
        }
        let discs = (0..self.rules.topology.sites()).filter(|site| self.piece(*site).is_some()).count();
        let start = &self.rules.setup.pieces;
        let turns = discs.saturating_sub(start.len()) % 2;
        if mover.index() == turns {
            return;
        }
        let players = &self.rules.players;
        let at_start =
            discs == start.len() && start.iter().all(|&(site, side, kind)| self.piece(site) == Some((side, kind)));
        let message = if at_start {
            self.set_mover(Side::First);
            format!("`{word}` is to move at the start: it is read as {}, who begins here", players[Side::First])
        } else {
            format!("`{word}` is read as {}, who moves after so many discs only if a turn was passed", players[mover])
        };
        let [a, b] = self.rules.kinds[0].letters.pair();
        let help = format!("programs of chess write who begins in capital letters, as White; `{a}` and `{b}` are sure");
        self.notes.push(TextError::new(span, message).help(help));
    }

    /// The words of a text, and behind them the operations of an EPD; numbers joined by `+`, as three-check chess has them,
    /// are words of their own. Where the first check wins, `1+1` says nothing.
    fn without_operations<'t>(&mut self, text: &'t str) -> Result<(Vec<Word<'t>>, Vec<Word<'t>>), TextError> {
        let all: Vec<&str> = text.split_whitespace().collect();
        let opcode = |at: usize| {
            let word = all[at];
            let plain = word.len() > 1
                && word.starts_with(|c: char| c.is_ascii_alphabetic())
                && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let field = self.rules.topology.cell(word).is_some() && !(at > 3 && is_comment(word))
                || at < 4 && like_castling(self.rules, word);
            // Some leave the last stop out.
            let known = at > 3 && (OPERATIONS.contains(&word) || is_comment(word));
            at > 1 && plain && !field && (known || all[at..].iter().any(|word| word.contains(';')))
        };
        let stop = |at: &usize| *at > 0 && (all[*at].starts_with(';') || opcode(*at) || all[*at].ends_with(';'));
        let first = (0..all.len()).find(stop).unwrap_or(all.len());
        let mut words: Vec<&str> = all[..first].to_vec();
        let mut operations: Vec<&str> = all[first..].to_vec();
        // `X;`: the stop is that of the fields.
        if let Some(last) = operations.first().filter(|word| !word.starts_with(';') && word.ends_with(';')) {
            words.push(last.trim_end_matches(';'));
            operations.remove(0);
        }
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let joined = |word: &str| word.contains('+') && word.split('+').all(digits);
        if self.counted().is_empty()
            && let Some(at) = words.iter().position(|word| joined(word))
        {
            let word = words.remove(at);
            if word.split('+').any(|left| !matches!(left, "0" | "1")) {
                return Err(self.counts_no_checks(word, span_in(text, word)));
            }
            let message = format!("this game counts no checks: `{word}` is left out");
            self.notes.push(TextError::new(span_in(text, word), message));
        }
        let counts = |field: &Field| matches!(field, Field::Number(id) if self.counted().first().is_some_and(|counted| counted.0 == *id));
        if let Some(at) = words.iter().position(|word| joined(word))
            && let Some(field) = self.fields.iter().position(counts)
        {
            self.counts_said = at == field + 2;
            if !self.counts_said {
                let word = words[at];
                let last = at + 1 == words.len();
                self.checks_at_the_end(word, last, span_in(text, word))?;
                words.remove(at);
            }
        }
        let parts = words.into_iter().flat_map(|word| {
            let numbers = word.split('+').all(digits);
            word.split(move |c| numbers && c == '+')
        });
        let placed = |word| (word, span_in(text, word));
        Ok((parts.map(placed).collect(), operations.into_iter().map(placed).collect()))
    }

    /// Leaves out, and says so, what stands behind the fields and is none: `1-0`, `// a comment`, `| +0.20`, `(mate in 1)`.
    fn leave_out_remarks(&mut self, text: &str, words: &mut Vec<Word<'_>>) {
        let is_remark = |(word, _): &Word<'_>| {
            let weight =
                word.strip_prefix('[').is_some_and(|inner| inner.contains('.') || inner.starts_with(['+', '-']));
            word.starts_with(['|', '(', '#', '{']) || word.starts_with("//") || weight || pgn::result(word).is_some()
        };
        let Some(at) = (3..words.len()).find(|&at| is_remark(&words[at])) else { return };
        let span = words[at].1.to(words[words.len() - 1].1);
        let side = read_side(self.rules, words[1].0);
        self.note_left_out(&text[span.start..span.end], side, span);
        words.truncate(at);
    }

    /// That a remark is left out; where it names another player to move than the position does, that it does.
    pub(super) fn note_left_out(&mut self, remark: &str, mover: Option<Side>, span: Span) {
        let said = side_said(self.rules, remark.trim_matches(|c: char| !c.is_alphanumeric()));
        let message = match (said, mover) {
            (Some(said), Some(mover)) if said != mover => {
                let players = &self.rules.players;
                format!("`{remark}` contradicts the side before it, {}: that is taken", players[mover])
            }
            (Some(_), _) => return,
            (None, _) => format!("`{remark}` says nothing of the position: it is left out"),
        };
        self.notes.push(TextError::new(span, message));
    }

    /// Where players put one piece a ply and the text does not say who is to move, it is who has put fewer; whether it is the second
    /// player.
    fn count_stones(&mut self, whole: Span) -> bool {
        let unsaid = no_mover(self.rules, whole).message;
        let said = self.notes.iter().position(|note| note.message == unsaid);
        let Some(note) = said.filter(|_| alternates(self.rules)) else { return false };
        let [first, second] = [Side::First, Side::Second].map(|side| {
            let held =
                |site: &usize| piece(self.rules, self.layout, &self.state, *site).is_some_and(|p| p.0 == Some(side));
            (0..self.rules.topology.sites()).filter(held).count()
        });
        if first != second + 1 {
            return false;
        }
        self.set_mover(Side::Second);
        let [has_more, player] = [Side::First, Side::Second].map(|side| &self.rules.players[side]);
        let message =
            format!("the text does not say who is to move: {player} is taken, since {has_more} has one piece more");
        self.notes[note] =
            TextError::new(whole, message).help(format!("`{has_more} to move` behind it says otherwise"));
        true
    }

    /// What is counted down all game long, and from where.
    fn counted(&self) -> Vec<(StateId, i64)> {
        let numbers = self.rules.states.iter().enumerate().filter_map(|(id, state)| match state.initial {
            StateValue::Number(n) if state.life == Life::Game && n > 0 => Some((id, n)),
            _ => None,
        });
        numbers.collect()
    }

    /// `3+3` or `0+0` behind the number of the move: as many as there are at first can't have been given, and who has none left
    /// has won; so one of both readings is left, or none is taken.
    fn checks_at_the_end(&mut self, word: &str, last: bool, span: Span) -> Result<(), TextError> {
        let starts: Vec<i64> = self.counted().iter().map(|counted| counted.1).collect();
        let numbers: Vec<i64> = word.split('+').filter_map(|n| n.parse().ok()).collect();
        let each = |test: &dyn Fn(i64, i64) -> bool| {
            numbers.len() == starts.len() && numbers.iter().zip(&starts).all(|(n, start)| test(*n, *start))
        };
        let (left, given) = (each(&|n, start| 0 < n && n <= start), each(&|n, start| n < start));
        let (given, what) = match (left, given) {
            (true, false) if last => (starts.iter().zip(&numbers).map(|(start, n)| start - n).collect(), "left"),
            (false, true) if last => (numbers, "given"),
            _ => {
                let message = format!("`{word}` does not stand where this game counts");
                let help = format!(
                    "what is left is counted in its place, what was given at the end, as `+{word}`; {}",
                    example(self.rules, self.game)
                );
                return Err(TextError::new(span, message).help(help));
            }
        };
        self.read_checks(&given, word, span)?;
        self.notes.push(TextError::new(span, format!("`{word}` is read as the checks {what}")));
        Ok(())
    }

    fn counts_no_checks(&self, word: &str, span: Span) -> TextError {
        let error = TextError::new(span, format!("this game does not count what `{word}` says"));
        error.help(example(self.rules, self.game))
    }

    /// The two operations that say something of the position, `hmvc` and `fmvn`: the number of the move. Of others it is said
    /// that they are left out.
    fn obey(&mut self, text: &str, operations: &[Word<'_>]) -> Result<Option<usize>, TextError> {
        let [(_, first), .., (_, last)] = operations else { return Ok(None) };
        let span = first.to(*last);
        let mut number = None;
        let mut others = Vec::new();
        for operation in text[span.start..span.end].split(';').filter(|part| !part.trim().is_empty()) {
            let words: Vec<&str> = operation.split_whitespace().collect();
            match words[..] {
                ["fmvn", n] => number = Some(self.move_number(n, span_in(text, n))?),
                ["hmvc", n] => self.halfmoves(n, span_in(text, n))?,
                _ => others.push(operation.trim()),
            }
        }
        if !others.is_empty() {
            let mover = Side::of(self.state[self.layout.int_at(Layout::MOVER)] as usize);
            self.note_left_out(&others.join("; "), Some(mover), span);
        }
        Ok(number)
    }

    /// Hands in brackets behind all else, as some have them who count them as no part of the rows; whether there are such.
    fn read_last_hands(&mut self, rest: &mut Vec<Word<'_>>) -> Result<bool, TextError> {
        let held = |word: &str| Some(word.strip_prefix('[')?.strip_suffix(']')?.to_string());
        match rest.last().and_then(|&(word, span)| Some((held(word)?, span))) {
            Some((held, span)) if self.layout.has_hands() => {
                read_hands(self.rules, self.layout, &mut self.state, &held)
                    .map_err(|message| TextError::new(span, message).help(HANDS))?;
                rest.pop();
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// A hand as SFEN has it, in the place of the first field; whether there is one.
    fn read_sfen_hand(&mut self, rest: &mut Vec<Word<'_>>, hands: bool) -> Result<bool, TextError> {
        let holds = self.layout.has_hands();
        let cells = self.fields.iter().any(|field| matches!(field, Field::Cells(_)));
        let alone = rest.get(1).is_none_or(|(word, _)| is_number(word));
        match rest.first() {
            Some(&(word, span)) if holds && !cells && !hands && alone && !is_number(word) => {
                let state = &mut self.state;
                read_hands(self.rules, self.layout, state, word)
                    .map_err(|message| TextError::new(span, message).help(HANDS))?;
                rest.remove(0);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Whose turn it is by a word that is no field.
    pub fn side(&self, word: &str) -> Option<Side> {
        read_side(self.rules, word)
    }

    /// The side that is called so. Red is the first player of some games and the second of others: which it is read as is said, once.
    ///
    /// # Errors
    /// If there is none.
    pub fn named_side(&mut self, name: &str, span: Span) -> Result<Side, TextError> {
        let side = self.side(name).ok_or_else(|| self.no_side(name, span))?;
        let message = format!("`{name}` is read as {}", self.rules.players[side]);
        // Whom the letters of SFEN mean is known.
        let of_sfen = name.len() == 1 && self.layout.has_hands();
        if (is_red(self.rules, name) || is_colour(self.rules, name) && !of_sfen)
            && self.notes.iter().all(|note| note.message != message)
        {
            let [first, second] = self.rules.players.each_ref().pair();
            let help = format!("the players are called {first} and {second} here");
            self.notes.push(TextError::new(span, message).help(help));
        }
        Ok(side)
    }

    /// The side whose pieces a part lists, by its name.
    ///
    /// # Errors
    /// If there is none, or another name of the same side was read before.
    pub fn lister(&mut self, name: &str, span: Span) -> Result<Side, TextError> {
        let side = self.named_side(name, span)?;
        let letter = |name: &str| name.chars().next().map(|c| c.to_ascii_lowercase());
        if let Some((_, other)) =
            self.listed.iter().find(|(known, other)| *known == side && letter(other) != letter(name))
        {
            let player = &self.rules.players[side];
            let message = format!("`{name}` is read as {player}, whose pieces are listed behind `{other}`");
            let others = &self.rules.players[side.other()];
            return Err(TextError::new(span, message).help(format!("call the other side {others}")));
        }
        self.listed.push((side, name.to_string()));
        Ok(side)
    }

    /// That all pieces were listed as those of one player, in two parts.
    pub fn listed_twice(&self, whole: Span) -> Result<(), TextError> {
        match self.listed[..] {
            [(side, _), _, ..] if self.listed.iter().all(|listed| listed.0 == side) => {
                let [player, other] = [side, side.other()].map(|side| &self.rules.players[side]);
                let error = TextError::new(whole, format!("{player} is listed twice, and {other} not at all"));
                Err(error.help(format!(
                    "whose are the pieces of the second part? If they are {player}'s, too, list them at once"
                )))
            }
            _ => Ok(()),
        }
    }

    pub fn no_side(&self, word: &str, span: Span) -> TextError {
        let ([first, second], [a, b]) = (self.rules.players.each_ref().pair(), side_letters(self.rules).pair());
        TextError::new(span, format!("`{word}` is not a side"))
            .help(format!("write `{a}` for {first} or `{b}` for {second}"))
    }

    /// Whom SFEN means by `b` and `w`, where players may have pieces in hand and neither is called so: there Black has the capital
    /// letters, in a FEN White.
    fn side_of_sfen(&self, word: &str) -> Option<Side> {
        let holds = self.layout.has_hands();
        let own = side_letters(self.rules);
        let called = own.iter().any(|letter| side_by_case(self.rules, letter).is_some());
        side_by_case(self.rules, word).filter(|_| holds && !called).map(Side::other)
    }

    fn either_side(&self, word: &str, span: Span) -> TextError {
        let [a, b] = self.rules.players.each_ref().pair();
        let message = format!("`{word}` may be {a} or {b}: as in a FEN, or as in SFEN");
        TextError::new(span, message).help(example(self.rules, self.game))
    }

    fn side_in(&mut self, form: Form, word: &str, span: Span, next: Option<&Word<'_>>) -> Result<Side, TextError> {
        let own = self.named_side(word, span)?;
        // `w` is the player of the small letters here, and would be that of the capital ones in a FEN.
        let (Form::Fen { sets, numbers, .. }, true) = (form, sides_are_swapped(self.rules)) else { return Ok(own) };
        let Some(side) = side_by_case(self.rules, word) else { return Ok(own) };
        let [a, b] = self.rules.players.each_ref().pair();
        if sets < 2 && numbers < 2 {
            let here = next.map_or(span, |next| next.1);
            let message = format!("`{word}` may be {a} or {b}: as this game writes it, or as in a FEN");
            return Err(TextError::new(here, message).help(example(self.rules, self.game)));
        }
        let (player, letter) = (&self.rules.players[side], &side_letters(self.rules)[side]);
        let message = format!("`{word}` is read as in a FEN: {player} has the capital letters and is to move");
        self.notes
            .push(TextError::new(span, message).help(format!("this game's own texts write `{letter}` for {player}")));
        Ok(side)
    }

    /// As this game writes them, if the words are all of its fields; as in a FEN, if they are not the first of its fields or
    /// are just the four of a FEN.
    fn form(&self, rest: &[Word<'_>]) -> Form {
        let fields = &self.fields;
        let fit = fields.iter().zip(rest).all(|(field, word)| field.fits(self.rules, word.0));
        let own = fit && rest.len() <= fields.len() + 1 && rest.get(fields.len()).is_none_or(|word| is_number(word.0));
        let given = rest.last().is_some_and(|word| checks_given(word.0).is_some());
        let fen = &rest[..rest.len() - usize::from(given)];
        let sets = fen.iter().take_while(|word| !is_number(word.0)).count();
        let numbers = fen.len() - sets;
        // Some variants have a counter more, where this game has none.
        let most = if fields.iter().all(|field| matches!(field, Field::Cells(_))) { 3 } else { 2 };
        let like_fen = sets <= 2 && numbers <= most && fen[sets..].iter().all(|word| is_number(word.0));
        let four = sets == 2 && numbers >= 2 && rest.len() < fields.len() + 1;
        if like_fen && (!own || four || given) { Form::Fen { sets, numbers } } else { Form::Own }
    }

    /// The fields of this game, in order; the number of the move, if it is given.
    fn own_fields(&mut self, rest: &[Word<'_>]) -> Result<Option<usize>, TextError> {
        for (field, &(word, span)) in self.fields.clone().into_iter().zip(rest) {
            self.read_field(field, word, span)?;
        }
        let rest = rest.get(self.fields.len()..).unwrap_or_default();
        if let Some((word, span)) = rest.get(1) {
            let error = TextError::new(*span, format!("`{word}` is one field too many"));
            return Err(error.help(example(self.rules, self.game)));
        }
        rest.first().map(|&(word, span)| self.move_number(word, span)).transpose()
    }

    /// The fields of a FEN: what the game does not remember must be nothing, or is said to be left out.
    fn fen_fields(&mut self, rest: &[Word<'_>], sets: usize) -> Result<Option<usize>, TextError> {
        let [castling, passed] = fen_states(self.rules);
        for (at, &(word, span)) in rest[..sets].iter().enumerate() {
            let cell = self.rules.topology.cell(word).is_some();
            let first = at == 0 && !(cell && sets == 1);
            let state = if first { castling } else { passed };
            if word == "-" {
                self.said.extend(state.map(|id| (id, span)));
                continue;
            }
            match (state, first) {
                (Some(id), true) => self.read_castling(id, word, span)?,
                (Some(id), false) => self.read_field(Field::Cells(id), word, span)?,
                (None, true) if like_castling(self.rules, word) => {
                    let message = format!("this game remembers no right to castle: `{word}` is left out");
                    self.notes.push(TextError::new(span, message));
                }
                (None, false) if cell => {
                    let message = format!("this game remembers no cell that was passed: `{word}` is left out");
                    self.notes.push(TextError::new(span, message));
                }
                _ => {
                    let error = TextError::new(span, format!("`{word}` is no field of this game"));
                    return Err(error.help(example(self.rules, self.game)));
                }
            }
        }
        let clocks = self.rules.states.iter().filter(|state| state.life == Life::Clock).count();
        let numbers = rest[sets..].iter().filter(|word| is_number(word.0)).copied().collect::<Vec<_>>();
        let number = match numbers[..] {
            [] => None,
            [one] if clocks == 1 => {
                self.halfmoves(one.0, one.1)?;
                None
            }
            [ref before @ .., half, number] => {
                // Other programs count plies that this game has no use for; where they count two things, the rules ask for it.
                let half_too = [half].into_iter().filter(|_| clocks != 1 && !before.is_empty());
                let dropped: Vec<Word<'_>> =
                    before.iter().copied().chain(half_too).filter(|word| word.0 != "0").collect();
                if let [(_, first), ..] = dropped[..] {
                    let said: Vec<&str> = dropped.iter().map(|word| word.0).collect();
                    let message = format!("this game does not count what `{}` says: it is left out", said.join(" "));
                    self.notes.push(TextError::new(first, message));
                }
                if clocks == 1 {
                    self.halfmoves(half.0, half.1)?;
                }
                Some(self.move_number(number.0, number.1)?)
            }
            [number] => Some(self.move_number(number.0, number.1)?),
        };
        if let Some(&(word, span)) = rest.last()
            && let Some(given) = checks_given(word)
        {
            self.read_checks(&given, word, span)?;
        }
        Ok(number)
    }

    /// Hands of which nothing is said are empty, though at the start of the game they are not.
    fn note_hands(&mut self, whole: Span) {
        let start = self.game.initial();
        let held =
            |(id, var): (usize, &IntVar)| matches!(var.class, IntClass::Hand(..)) && start[self.layout.int_at(id)] > 0;
        if self.hands_said || !self.layout.ints.iter().enumerate().any(held) {
            return;
        }
        if nothing_leaves(self.rules) {
            self.fill_hands(&start);
            let message = "the text does not say what is in hand: all that is not on the board is";
            self.notes.push(TextError::new(whole, message).help(example(self.rules, self.game)));
        } else {
            let note = TextError::new(whole, "the text does not say what is in hand: nothing is");
            self.notes.push(note.help(example(self.rules, self.game)));
        }
    }

    /// Puts into the hands what they hold at the start and does not stand on the board. What is in no hand then is a plain piece.
    fn fill_hands(&mut self, start: &[u64]) {
        let sites = 0..self.rules.topology.sites();
        let standing: Vec<Owned> = sites.flat_map(|site| pieces(self.rules, self.layout, &self.state, site)).collect();
        for (id, var) in self.layout.ints.iter().enumerate() {
            let IntClass::Hand(side, kind) = var.class else { continue };
            let of_hand = |of: KindId| match self.rules.setup.hands[side][of] {
                0 => plain_kind(self.rules, side) == Some(kind),
                _ => of == kind,
            };
            let gone = standing.iter().filter(|(owner, of)| *owner == Some(side) && of_hand(*of)).count() as u64;
            let at = self.layout.int_at(id);
            self.state[at] = start[at].saturating_sub(gone);
        }
    }

    /// What hands hold, behind a list of pieces.
    ///
    /// # Errors
    /// If no hand may hold it.
    pub fn hands(&mut self, held: &str, span: Span) -> Result<(), TextError> {
        let error = |message| TextError::new(span, message).help(HANDS);
        read_hands(self.rules, self.layout, &mut self.state, held).map_err(error)?;
        self.hands_said = true;
        Ok(())
    }

    /// Says that nobody may castle, where the text leaves that out and some might.
    fn note_rights(&mut self, bounds: &Bounded, whole: Span) {
        let Some(id) = fen_states(self.rules)[0].filter(|id| self.said.iter().all(|said| said.0 != *id)) else {
            return;
        };
        let plane = self.layout.plane_at(self.layout.state_plane(id));
        let might = |c: &char| {
            castling_cell(self.rules, self.layout, &self.state, id, *c).is_some_and(|site| {
                let mut state = self.state.clone();
                state[plane + site / 64] |= 1 << (site % 64);
                bounds.broken(self.rules, &state).is_none()
            })
        };
        let rights: String = RIGHTS.chars().filter(might).collect();
        if !rights.is_empty() {
            let mover = Side::of(self.state[self.layout.int_at(Layout::MOVER)] as usize);
            let side = &side_letters(self.rules)[mover];
            let note = TextError::new(whole, "the text does not say who may castle: nobody may");
            self.notes.push(note.help(format!("a FEN says it behind the side: `{side} {rights}`")));
        }
    }

    /// Plies without progress, where one clock counts such.
    fn halfmoves(&mut self, word: &str, span: Span) -> Result<(), TextError> {
        let clock = self.rules.states.iter().position(|state| state.life == Life::Clock);
        clock.map_or(Ok(()), |clock| self.read_number(clock, word, span))
    }

    /// Checks that were given, counted down in two numbers from what they are at the start.
    fn read_checks(&mut self, given: &[i64], word: &str, span: Span) -> Result<(), TextError> {
        let numbers = self.counted();
        if numbers.len() != given.len() || numbers.iter().zip(given).any(|(left, given)| left.1 < *given) {
            return Err(self.counts_no_checks(word, span));
        }
        for ((id, left), given) in numbers.into_iter().zip(given) {
            self.state[self.layout.int_at(self.layout.state_int(id))] = (left - given) as u64;
            self.said.push((id, span));
        }
        Ok(())
    }

    /// Rights to castle as FENs have them. Letters of other cells that have not moved (in Seirawan chess) are those of the
    /// next state with letters; kings and rooks that may castle have not moved either.
    fn read_castling(&mut self, id: StateId, word: &str, span: Span) -> Result<(), TextError> {
        let lettered = |other: &StateId| *other != id && !self.rules.states[*other].letters.is_empty();
        let Some(other) = (0..self.rules.states.len()).find(lettered) else {
            return self.read_field(Field::Cells(id), word, span);
        };
        let letters = |id: StateId| self.rules.states[id].letters.iter().map(|letter| letter.1);
        let (rights, unmoved): (String, String) = word.chars().partition(|c| letters(id).any(|letter| letter == *c));
        let text = |part: String| if part.is_empty() { "-".to_string() } else { part };
        let kings: Vec<usize> =
            rights.chars().filter_map(|c| castling_king(self.rules, self.layout, &self.state, c)).collect();
        self.read_field(Field::Cells(id), &text(rights), span)?;
        self.read_field(Field::Cells(other), &text(unmoved), span)?;
        let rooks = self.layout.plane_at(self.layout.state_plane(id));
        let plane = self.layout.plane_at(self.layout.state_plane(other));
        for word in 0..self.layout.set_words {
            self.state[plane + word] |= self.state[rooks + word];
        }
        kings.into_iter().for_each(|s| self.state[plane + s / 64] |= 1 << (s % 64));
        Ok(())
    }

    /// A number of the game's.
    pub fn read_number(&mut self, id: StateId, word: &str, span: Span) -> Result<(), TextError> {
        self.read_field(Field::Number(id), word, span)
    }

    fn read_field(&mut self, field: Field, word: &str, span: Span) -> Result<(), TextError> {
        let before = self.state.clone();
        let other = |id: StateId, c: char| castling_cell(self.rules, self.layout, &before, id, c);
        let read = field.read(self.rules, self.layout, &mut self.state, word, &other);
        if let Field::Cells(id) | Field::Number(id) = field {
            self.said.push((id, span));
        }
        read.map_err(|(message, mut help)| {
            if self.fields.len() > 1 {
                let names: Vec<String> = self.fields.iter().map(|field| field.name(self.rules)).collect();
                help += &format!("; behind the side stand, in this order, {}", names.join(", "));
            }
            TextError::new(span, message).help(help)
        })
    }

    pub fn move_number(&self, word: &str, span: Span) -> Result<usize, TextError> {
        word.parse().ok().filter(|n| *n <= 1_000_000).map(|n: usize| n.max(1)).ok_or_else(|| {
            TextError::new(span, format!("`{word}` is not a move number"))
                .help("the last field is the number of the move, 1000000 at most")
        })
    }

    pub fn set_mover(&mut self, mover: Side) {
        self.state[self.layout.int_at(Layout::MOVER)] = mover.index() as u64;
    }

    /// The piece on a cell.
    pub fn piece(&self, site: usize) -> Option<Owned> {
        piece(self.rules, self.layout, &self.state, site)
    }

    /// Puts a piece on an empty cell, as the text says there.
    pub fn put(&mut self, site: usize, owner: Option<Side>, kind: KindId, said: Span) {
        self.places.push((site, said));
        for class in [owner.map_or(PlaneClass::Neutral, PlaneClass::Side), PlaneClass::Kind(kind)] {
            if let Some(plane) = self.layout.plane(class) {
                self.state[self.layout.plane_at(plane) + site / 64] |= 1 << (site % 64);
            }
        }
    }

    /// Turns the rows where only so all pieces stand where they may, and others see the board from the other side; whether it did.
    fn turn(&mut self, bounds: &Bounded, rows: Span) -> bool {
        let numbers =
            Numbering::of(self.rules).filter(|_| View::of(self.rules) == View::Turned && self.layout.stacks == 0);
        let Some(numbers) = numbers else { return false };
        let mut turned = self.state.clone();
        let planes = self.layout.planes.iter().enumerate();
        for (id, _) in planes.filter(|(_, plane)| plane.class.is_placement()) {
            let at = self.layout.plane_at(id);
            turned[at..at + self.layout.set_words].fill(0);
            for site in
                (0..self.rules.topology.sites()).filter(|site| self.state[at + site / 64] >> (site % 64) & 1 == 1)
            {
                let other = numbers.number_of(site).and_then(|number| numbers.site_of(numbers.greatest() + 1 - number));
                let Some(other) = other else { return false };
                turned[at + other / 64] |= 1 << (other % 64);
            }
        }
        if bounds.stray(self.rules, &turned).is_some() {
            return false;
        }
        self.state = turned;
        let message = "only turned can this be a position: its first row is read as the first rank";
        let help = "the pieces of who is written `w` stand at the top here";
        self.notes.push(TextError::new(rows, message).help(help));
        true
    }

    /// What is said of a piece that stands where it may not.
    fn strayed(&self, stray: &Stray<'_>, whole: Span) -> TextError {
        let name = |site: usize| self.rules.topology.cells[site].name.as_str();
        let place = self.places.iter().find(|place| place.0 == stray.site).map_or(whole, |place| place.1);
        let message = format!("no `{}` may stand on {}", self.rules.name_of(stray.piece), name(stray.site));
        let cells: Vec<&str> = stray.cells.iter().map(name).collect();
        let cells = match cells.len() {
            0 => ", which is nowhere here".to_string(),
            1..=MOST_NAMED => format!(", which is on {}", cells.join(", ")),
            _ => String::new(),
        };
        TextError::new(place, message).help(format!("the rules have `{}`{cells}", shortened(&stray.ground.text)))
    }

    /// What is said of a state that holds what it may not.
    fn unbounded(&mut self, bounds: &Bounded, wrong: &Unbounded, whole: Span) -> TextError {
        let state = &self.rules.states[wrong.state];
        let field = match state.initial {
            StateValue::Cells(_) => Field::Cells(wrong.state),
            StateValue::Number(_) => Field::Number(wrong.state),
        };
        let name = &state.name;
        let said = self.said.iter().rfind(|said| said.0 == wrong.state).map(|said| said.1);
        let value = field.text(self.rules, self.layout, &self.state);
        let message = match (&wrong.cells, state.bounds.numbers) {
            (Some(cells), _) => {
                let cells: Vec<&str> = cells.iter().map(|s| self.rules.topology.cells[s].name.as_str()).collect();
                format!("`{name}` can't hold {} here", cells.join(", "))
            }
            (None, Some((least, most))) => format!("`{name}` can't be {value} here: it goes from {least} to {most}"),
            _ => format!("`{name}` can't be `{value}` here"),
        };
        let why = match state.life {
            Life::OnePly => "it is what the last move left, and no move that leads here leaves that".to_string(),
            _ => format!("the rules have `{name}` only {}", shortened(&state.bounds.text)),
        };
        let error = TextError::new(said.unwrap_or(whole), message);
        if !bounds.repair(self.rules, &mut self.state, wrong) {
            return error.help(format!("{why}: no value of it fits this position"));
        }
        let better = field.text(self.rules, self.layout, &self.state);
        error.help(match said {
            Some(_) => format!("write `{better}`: {why}"),
            None => format!("the text leaves it out, and it would be `{value}`; write `{better}`: {why}"),
        })
    }
}

/// So many cells on which a piece may stand are named.
const MOST_NAMED: usize = 12;

/// A long text without its end.
fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        Some((most, _)) => format!("{} …", text[..most].rsplit_once(' ').map_or(&text[..most], |cut| cut.0)),
        None => text.to_string(),
    }
}

/// What such a text looks like.
pub(super) fn example(rules: &Rules, game: &dyn Executor) -> String {
    format!("a position is written like the start: `{}`", position_text(rules, game, &game.initial(), 0))
}

/// The side that a word stands for, by the first of these readings that fits one side: as positions are written; by name or
/// number; by the letter of its first piece; as in FENs; by the letter of a disc.
pub(super) fn read_side(rules: &Rules, word: &str) -> Option<Side> {
    let letters = side_letters(rules);
    let one = |is: &dyn Fn(Side) -> bool| match (is(Side::First), is(Side::Second)) {
        (true, false) => Some(Side::First),
        (false, true) => Some(Side::Second),
        _ => None,
    };
    let first_kind = rules.kinds.iter().find(|kind| !kind.neutral);
    let mut chars = word.chars();
    let disc = || chars.next().filter(|_| chars.next().is_none()).and_then(|c| disc(rules, c));
    one(&|side| word == letters[side])
        .or_else(|| one(&|i| word.eq_ignore_ascii_case(&rules.players[i]) || word.eq_ignore_ascii_case(&letters[i])))
        .or_else(|| one(&|side| word == (side.index() + 1).to_string()))
        .or_else(|| one(&|i| first_kind.is_some_and(|kind| kind.letters[i].to_string() == word)))
        .or_else(|| one(&|i| first_kind.is_some_and(|kind| kind.letters[i].to_string().eq_ignore_ascii_case(word))))
        .or_else(|| side_of_fen(rules, word))
        .or_else(|| side_of_fen(rules, to_move(word)?))
        .or_else(|| side_in_japanese(rules, word))
        .or_else(|| side_abroad(rules, word))
        .or_else(disc)
}

/// The letter of who is to move in `BTM`, `wtm`.
fn to_move(word: &str) -> Option<&str> {
    let (letter, rest) = word.split_at_checked(1)?;
    rest.eq_ignore_ascii_case("tm").then_some(letter)
}

/// A text without what is asked of who solves it, up to a full stop or the end of the line: `White to move and mate in 3`, `Mate in 2`,
/// `#2`.
fn without_task(text: &str) -> Option<String> {
    let small = text.to_ascii_lowercase();
    let and = |verb: &&str| {
        let asked = format!(" to {verb} and ");
        small.find(&asked).map(|at| at + asked.len() - " and ".len())
    };
    let task = |asked: &&str| {
        let at = small.find(*asked).filter(|at| *at > 0)?;
        let apart = small[..at].ends_with(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.' | '('));
        (apart && small[at + asked.len()..].starts_with(|c: char| c.is_ascii_digit())).then_some(at)
    };
    let mut from = ["move", "play"].iter().find_map(and).or_else(|| ["mate in ", "#"].iter().find_map(task))?;
    let mut to = text[from..].find(['.', '\n', '(']).map_or(text.len(), |end| from + end);
    // With what it stands in or ends with.
    if text[..from].ends_with('(') {
        from -= 1;
        to = text[from..].find(')').map_or(to, |end| from + end + 1);
    } else if !text[to..].starts_with('(') {
        to = text.len().min(to + 1);
    }
    let kept = |at: usize| !(from..to).contains(&at) || text.as_bytes()[at] == b'\n';
    let blanked = text.char_indices().map(|(at, c)| if kept(at) { c.to_string() } else { " ".repeat(c.len_utf8()) });
    Some(blanked.collect())
}

/// What follows the name of a player in a sentence about who is to move or how it will end.
const VERBS: [&str; 8] = ["is", "moves", "plays", "mates", "wins", "draws", "turn", "move"];

/// `White to move` behind the rows or before them, `Black is to move`, `White plays and wins`, `Black's turn`: the name alone behind
/// the rows, which is the side.
fn side_in_words(rules: &Rules, words: &mut Vec<Word<'_>>) {
    fn is(words: &[Word<'_>], at: usize, known: &[&str]) -> bool {
        let word = words.get(at).map_or("", |(word, _)| word.trim_matches(|c: char| !c.is_alphanumeric()));
        known.iter().any(|known| word.eq_ignore_ascii_case(known))
    }
    let is_rows = |words: &[Word<'_>], at: usize| words.get(at).is_some_and(|(word, _)| word.contains('/'));
    if is(words, 1, &["to"]) && is(words, 2, &["move", "play"]) && is_rows(words, 3) {
        words[..4].rotate_right(1);
    }
    let in_words = |(word, _): &Word<'_>| word.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | ',' | '!'));
    if is_rows(words, 0) && is(words, 2, &VERBS) && words[2..].iter().all(in_words) {
        let (name, span) = words[1];
        let player = name.strip_suffix("'s").or_else(|| name.strip_suffix("’s")).unwrap_or(name);
        if player.len() > 1 && read_side(rules, player).is_some() {
            words.truncate(2);
            words[1] = (player, Span::new(span.start, span.start + player.len()));
        }
    }
    if is(words, 2, &["to"]) && is(words, 3, &["move", "play"]) {
        words.drain(2..4);
        let (word, span) = words[1];
        let name = word.trim_start_matches('(');
        words[1] = (name, Span::new(span.end - name.len(), span.end));
    }
}

/// A kind that must not be left under attack, and of which each player has one at the start, is there at most once for each
/// player, unless the rules can make another. It may lack, as in problems: nobody is in check who has no king.
fn check_guarded(rules: &Rules, game: &dyn Executor, state: &[u64], span: Span) -> Result<(), TextError> {
    use crate::rules::visit::{self, Node};
    use crate::rules::{Region, Who};
    let layout = &game.program().layout;
    let mut guarded: Vec<KindId> = Vec::new();
    for legal in &rules.legal {
        visit::node(&legal.condition, &mut |node| {
            if let Node::Region(Region::On(a, b)) = node
                && let Region::Pieces { who: Some(Who::Own), kinds: Some(kinds) } = &**a
                && let [kind] = kinds[..]
                && visit::has(&**b, |node| matches!(node, Node::Region(Region::AttackedBy(..))))
            {
                guarded.push(kind);
            }
        });
    }
    for kind in guarded {
        for side in [Side::First, Side::Second] {
            let at_start = rules.setup.number(side, kind);
            let sites = 0..rules.topology.sites();
            let hand = layout.int(IntClass::Hand(side, kind)).map_or(0, |id| state[layout.int_at(id)] as usize);
            let here = hand + sites.filter(|&s| piece(rules, layout, state, s) == Some((Some(side), kind))).count();
            if at_start == 1 && here > 1 && !rules.makes(kind) {
                let (player, name) = (&rules.players[side], &rules.kinds[kind].name);
                let message = format!("{player} has {here} `{name}`, and can't have more than one");
                return Err(
                    TextError::new(span, message).help(format!("put one `{name}` of {player}'s on the board, or none"))
                );
            }
        }
    }
    Ok(())
}

/// A position is only possible if the player who has just moved kept to the `legal` conditions.
fn check_legal(rules: &Rules, game: &dyn Executor, state: &[u64], mover: Side, text: &str) -> Result<(), TextError> {
    use crate::rules::Truth;
    use crate::rules::visit;
    let before = mover.other();
    // Who has an extra turn has moved himself; the start nobody has moved to.
    if rules.extra_turns() || state == game.initial() {
        return Ok(());
    }
    // Only conditions on the position itself: not on the move that led there.
    let about_move = |condition: &Truth| visit::has(condition, |node| rules.asks_ply(node));
    let kept = |state: &[u64], side: Side| {
        let conditions = rules.legal.iter().zip(&game.program().sides[side].legal);
        conditions.into_iter().all(|(legal, code)| about_move(&legal.condition) || game.ask_truth(state, side, code))
    };
    if kept(state, before) {
        return Ok(());
    }
    let mut turned = state.to_vec();
    turned[game.program().layout.int_at(Layout::MOVER)] = before.index() as u64;
    let message = format!("{} has just moved, and may not have left this position", rules.players[before]);
    let help = "a `legal when` condition of the rules does not hold for that player";
    // With the other one to move it would have to be right.
    let help = match kept(&turned, mover) {
        true => format!("{help}: is the other side to move?"),
        false => format!("{help}, nor for the other one if it is to move: look at the pieces"),
    };
    Err(TextError::new(Span::new(0, text.trim_end().len()), message).help(help))
}
