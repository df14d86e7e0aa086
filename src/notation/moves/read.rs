//! A text that fits exactly one legal move is that move; one that fits several is none, and is answered with them.
//!
//! Ways to write a move are tried from the surest to the loosest ([`Fit`]): its own text, that without separators, the cells where
//! it begins and ends, then what is enough of the piece's letter, its cells and what it becomes (`Nf3`, `exd5`, `e8=Q`,
//! `O-O`, `P*5e`), numbers of draughts boards, and other names of cells. The first way in which any move fits counts.

use super::houses::Houses;
use super::naming::Naming;
use super::refusal::{refusal, suggestions};
use super::relative::Relative;
use super::shape::{Castle, Change, Shape, alike, letterless};
use super::signs::{MOVERS, Signs};
use super::spread::Spread;
use super::{TextError, text};
use crate::board::file_index;
use crate::exec::{Event, Executor};
use crate::game::{MoveList, Overflow, Side};
use crate::ir::Show;
use crate::notation::DASHES;
use crate::notation::numbering::Numbering;
use crate::notation::pgn::MARKS;
use crate::notation::position::{other_letter, piece};
use crate::rules::{Effect, KindId, Rules};
use crate::source::Span;
use crate::syntax::tokens::looks_like;

/// A text longer than this is read by no other way than letter by letter.
const LONGEST: usize = 4096;

/// How a text fits a move, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// It is the text of the move.
    Text,
    /// It is the text of another way to play it.
    Way,
    /// It is one of these but for separators, case, or kinds that are given by their letters.
    Loose,
    /// It names the cells where the move begins and ends.
    Ends,
    /// It says enough of the piece and its cells, and all that is chosen besides.
    Short,
    /// The same, but what is chosen besides is left out.
    Shorter,
    /// As `Short`, by the letters of another kind that moves alike.
    Alike,
    /// As `Short`, and says more than need be: what the piece becomes where nothing else can be chosen, what is put down where
    /// there is one kind.
    More,
    /// It castles.
    Castle,
    /// It is the numbers of all cells that the piece comes to.
    Numbers,
    /// It is the numbers of the cells where the move begins and ends, and of some between.
    FewNumbers,
    /// It is the numbers of both and of what is taken, as in the Hub protocol.
    Taken,
    /// It is the piece, the file it comes from, and the file or the steps of its way, as in xiangqi.
    Relative,
    /// It is the cell and the piece in the signs of Japan, or as programs there write them.
    Signs,
    /// The same of a drop, which the text does not say it is.
    SignsDropped,
    /// It is a piece and the cell on which it stays, or that cell twice: a pass, as programs write it.
    Stays,
    /// It is both cells in other names of them: the sets of them in order.
    NamedEnds(usize),
    /// As `Short`, in such names.
    Named(usize),
    /// It has the same letters and digits.
    Bare,
    /// It is the cell on which something is dropped, where all moves drop the same; or with the letter of that, where all moves drop.
    Dropped,
    /// It is the file of the cell on which something is put.
    File,
    /// It is the number of that file, where all moves are told apart by their files.
    FileNumber,
}

/// A legal move, or a way to play one, with its text.
pub(super) struct Candidate {
    pub text: String,
    pub events: Vec<Event>,
    record: Vec<u64>,
    /// It is one way of several to play a move.
    way: bool,
}

/// The legal move of a text: as [`super::move_text`] gives it, any other way to play it, or any other text that only one
/// legal move fits.
///
/// # Errors
/// What is wrong with it, with the legal moves that come near.
pub fn parse_move(rules: &Rules, game: &dyn Executor, state: &[u64], wanted: &str) -> Result<Vec<u64>, TextError> {
    let written = wanted.trim();
    let span = Span::new(0, written.len());
    let plain: String = written.replace(DASHES, "-").chars().map(|c| in_latin(rules, c)).collect();
    let digits = by_digits(rules, &game.program().labels, &plain);
    let mut wanted = digits.as_deref().unwrap_or(&plain);
    let overflow = |o: Overflow| TextError::new(span, o.to_string()).help(o.advice());
    let mut candidates = candidates(rules, game, state).map_err(overflow)?;
    if let Some(found) = candidates.iter().find(|m| m.text == wanted) {
        return Ok(found.record.clone());
    }
    // What parts moves in other lists, where it is no part of any.
    if let Some(alone) = wanted.strip_suffix([',', ';'])
        && !candidates.iter().any(|m| m.text.contains(','))
    {
        wanted = alone;
    }
    if wanted.len() > LONGEST {
        let begin: String = wanted.chars().take(20).collect();
        let message = format!("`{begin}…` is not a legal move here, but {} letters", wanted.chars().count());
        return Err(TextError::new(span, message).help("part moves by spaces"));
    }
    // Where equal results are one move, it may be written as any way leads there.
    if game.program().facts.merge_results {
        let labels = &game.program().labels;
        for way in game.ways(state).map_err(overflow)? {
            let text = text(rules, labels, &way.events);
            candidates.push(Candidate { text, events: way.events, record: way.record, way: true });
        }
    }
    let by_letters = by_letters(rules, wanted);
    // Signs that mean something, and nothing here, are not passed over as others are.
    let strange = |c: char| {
        c.is_control()
            || !c.is_ascii()
                && !c.is_alphanumeric()
                && !c.is_whitespace()
                && !"×·…†‡±∓∞⩲⩱□".contains(c)
                && !MOVERS.as_flattened().contains(&c)
    };
    // At the beginning they are what is left of a figure of a piece: `?f3`.
    let headless = by_letters.len() > 1 && by_letters.starts_with(['?', '!', '#', '=', '$', '%', '~', '\\', '^']);
    if headless || by_letters.contains(strange) {
        let legal: Vec<&Candidate> = candidates.iter().filter(|m| !m.way).collect();
        return Err(refusal(rules, game, state, written, &legal));
    }
    let reading = Reading::new(rules, game, state, &by_letters);
    let mut best: Option<Fit> = None;
    let mut fitting: Vec<&Candidate> = Vec::new();
    for candidate in &candidates {
        let Some(fit) = reading.fit(candidate) else { continue };
        if best.is_none_or(|best| fit < best) {
            (best, fitting) = (Some(fit), Vec::new());
        }
        if best == Some(fit) {
            fitting.push(candidate);
        }
    }
    if best == Some(Fit::FileNumber) && !by_files(&reading, &candidates)
        || best == Some(Fit::Dropped) && !drop_alike(&reading, &candidates)
    {
        fitting.clear();
    }
    if let Some(signs) = &reading.signs {
        let origin = |candidate: &Candidate| Shape::of(rules, game, state, &candidate.events).origin;
        let origins: Vec<usize> = fitting.iter().filter_map(|candidate| origin(candidate)).collect();
        let meant = signs.meant(rules, &origins);
        fitting.retain(|candidate| origin(candidate).is_none_or(|site| meant.contains(&site)));
    }
    if fitting.is_empty() {
        fitting = of_house(rules, reading.mover, &candidates, wanted);
    }
    let mut moves: Vec<(Vec<u64>, &str)> = Vec::new();
    for candidate in without_extras(fitting) {
        let record = match candidate.way {
            true => game.find(state, &candidate.events).map_err(overflow)?,
            false => Some(candidate.record.clone()),
        };
        if let Some(record) = record.filter(|record| moves.iter().all(|(known, _)| known != record)) {
            moves.push((record, &candidate.text));
        }
    }
    match &moves[..] {
        [] => {
            let legal: Vec<&Candidate> = candidates.iter().filter(|m| !m.way).collect();
            Err(refusal(rules, game, state, written, &legal))
        }
        [(record, _)] => Ok(record.clone()),
        several => {
            let texts: Vec<&str> = several.iter().map(|(_, text)| *text).collect();
            Err(TextError::new(span, format!("`{written}` may be several moves"))
                .help(format!("write one of {}", suggestions(wanted, &texts).join(", "))))
        }
    }
}

/// `5254`, `57584`: the cells of a move by two digits each, and by its place in the rules what the piece becomes (ICCF); by
/// their names.
pub(super) fn by_digits(rules: &Rules, labels: &[String], wanted: &str) -> Option<String> {
    if !matches!(wanted.len(), 4 | 5) || !wanted.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let naming = Naming::by_digits(rules, labels)?;
    let name = |digits: &str| naming.site(digits).map(|site| rules.topology.cells[site].name.as_str());
    let ends = format!("{}{}", name(&wanted[..2])?, name(&wanted[2..4])?);
    let Some(place) = wanted[4..].chars().next() else { return Some(ends) };
    let nth = place.to_digit(10)?.checked_sub(1)? as usize;
    let kinds = rules.effects().into_iter().find_map(|effect| match effect {
        Effect::Promote { to, .. } if to.len() > 1 => to.get(nth).copied(),
        _ => None,
    });
    kinds.map(|kind| format!("{ends}={}", rules.kinds[kind].name))
}

/// Whether a text is how programs write that nobody moves.
pub fn is_pass(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "0000" | "@@@@" | "@@" | "PS")
        || ["pass", "null"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// The letter that a Cyrillic one looks like, where no piece is called by it: `К` may be a knight's in Russian, and looks like a king's.
fn in_latin(rules: &Rules, c: char) -> char {
    let is_letter = |latin: &char| rules.kinds.iter().any(|kind| kind.letters.into_iter().any(|known| known == *latin));
    looks_like(c).filter(|latin| !is_letter(latin)).unwrap_or(c)
}

/// A text with the letters of kinds in the place of the symbols that the file draws them by: `Nf3` for `♘f3`.
fn by_letters(rules: &Rules, wanted: &str) -> String {
    let mut text = wanted.to_string();
    if !text.is_ascii() {
        for (kind, symbols) in &rules.looks.symbols {
            for symbol in symbols.iter().filter(|symbol| !symbol.is_ascii()) {
                let letter = rules.kinds[*kind].letters[Side::First].to_ascii_uppercase();
                text = text.replace(symbol.as_str(), &letter.to_string());
            }
        }
    }
    text
}

/// The cells from which moves are made that are called by these alone; none if others are called otherwise.
pub(super) fn origins<'c>(candidates: impl IntoIterator<Item = &'c Candidate>) -> Option<Vec<usize>> {
    let origin = |candidate: &Candidate| match candidate.events[..] {
        [Event::Site(_, site)] => Some(site),
        _ => None,
    };
    candidates.into_iter().map(origin).collect()
}

/// The move from the house that its player calls so.
fn of_house<'c>(rules: &Rules, mover: Side, candidates: &'c [Candidate], wanted: &str) -> Vec<&'c Candidate> {
    let Some(sites) = origins(candidates) else { return Vec::new() };
    let house = Houses::of(rules, mover, &sites).and_then(|houses| houses.site(mover, wanted));
    let from = candidates.iter().zip(sites);
    from.filter(|(_, site)| house == Some(*site)).map(|(candidate, _)| candidate).collect()
}

/// Of moves that a text fits alike, the only one in which nothing is chosen besides: no further piece, no further cell.
fn without_extras(fitting: Vec<&Candidate>) -> Vec<&Candidate> {
    let extra = |event: &Event| matches!(event, Event::Dropped(_) | Event::Promotion(_) | Event::Site(Show::Extra, _));
    let mut plain = fitting.iter().filter(|candidate| !candidate.way && !candidate.events.iter().skip(1).any(extra));
    match (plain.next(), plain.next()) {
        (Some(only), None) => vec![*only],
        _ => fitting,
    }
}

/// The legal moves with their texts.
fn candidates(rules: &Rules, game: &dyn Executor, state: &[u64]) -> Result<Vec<Candidate>, Overflow> {
    let mut list = MoveList::new(game.move_words());
    game.generate(state, &mut list)?;
    let candidate = |record: &[u64]| {
        let events = game.events(state, record);
        Candidate { text: text(rules, &game.program().labels, &events), events, record: record.to_vec(), way: false }
    };
    Ok(list.iter().map(candidate).collect())
}

/// A text that is to be read as a move of a position.
pub(super) struct Reading<'r> {
    rules: &'r Rules,
    game: &'r dyn Executor,
    state: &'r [u64],
    wanted: &'r str,
    /// Without separators, as [`loose`] makes it.
    loose: String,
    /// Without separators and signs, case kept.
    pub bare: String,
    /// The same of `d1d7,d7g7`, whose second part begins where the first ends: as `d1d7/g7`. Else empty.
    joined: String,
    /// Whether it is a pass, as other programs write it.
    passes: bool,
    /// Its first letter is that of a kind, since a cell in small letters follows.
    by_letter: bool,
    /// It is `O-O` (then true) or `O-O-O`, and what is chosen besides.
    pub castles: Option<(bool, String)>,
    /// As in xiangqi.
    relative: Option<Relative>,
    /// As in shogi.
    signs: Option<Signs>,
    /// As in Tak.
    spread: Option<Spread>,
    /// Whether no piece moves by its kind, so that a letter before a cell is that of a drop.
    kindless: bool,
    /// Then, the kind that a cell alone is dropped on.
    plain: Option<KindId>,
    /// The numbers that it consists of.
    pub numbers: Option<Vec<usize>>,
    pub numbering: Option<Numbering>,
    pub own: Naming,
    others: Vec<Naming>,
    pub letterless: Option<KindId>,
    pub mover: Side,
}

impl<'r> Reading<'r> {
    pub fn new(rules: &'r Rules, game: &'r dyn Executor, state: &'r [u64], wanted: &'r str) -> Reading<'r> {
        let labels = &game.program().labels;
        let plus = labels.iter().any(|label| label.starts_with('+'));
        let is_sign = |c: char| matches!(c, '!' | '?' | '#' | '*') || !plus && c == '+';
        let signs = wanted.trim_end_matches(is_sign);
        let mark = |text: &str| MARKS.iter().find_map(|mark| text.strip_suffix(mark).map(str::len));
        let signs = &signs[..mark(signs).filter(|_| !plus).unwrap_or(signs.len())];
        let signs = signs.trim_end_matches(is_sign).trim_end();
        let mover = game.mover(state);
        let numbering = Numbering::of(rules);
        let kindless = rules.groups.iter().all(|group| group.kinds.is_empty());
        Reading {
            rules,
            game,
            state,
            wanted,
            loose: loose(rules, wanted),
            bare: bare(rules, signs),
            joined: joined(rules, signs),
            passes: is_pass(wanted),
            by_letter: by_letter(rules, mover, wanted),
            castles: castles(signs).map(|(short, rest)| (short, bare(rules, rest))),
            relative: Relative::read(rules, wanted, mover),
            signs: Signs::read(rules, labels, wanted, mover),
            spread: Spread::read(rules, game, wanted),
            kindless,
            plain: plain_kind(rules, mover).filter(|_| kindless),
            numbers: numbering.is_some().then(|| numbers(signs)).flatten(),
            numbering,
            own: Naming::own(rules),
            others: Naming::others(rules, labels),
            letterless: letterless(rules),
            mover,
        }
    }

    /// How the text fits a move, if it does.
    pub fn fit(&self, candidate: &Candidate) -> Option<Fit> {
        let Candidate { text, events, .. } = candidate;
        if text == self.wanted {
            return Some(if candidate.way { Fit::Way } else { Fit::Text });
        }
        if let Some(way) = self.relative.as_ref().filter(|way| way.tells_apart()) {
            let shape = Shape::of(self.rules, self.game, self.state, events);
            return way.fits(self.rules, self.game, self.state, &shape).then_some(Fit::Relative);
        }
        if let Some(signs) = &self.signs {
            let shape = Shape::of(self.rules, self.game, self.state, events);
            let change = || Change::of(self.rules, self.game, self.state, &candidate.record);
            let unsaid = signs.fits(&shape, change).filter(|_| !candidate.way)?;
            return Some(if unsaid { Fit::SignsDropped } else { Fit::Signs });
        }
        if let Some(spread) = &self.spread {
            let fits = !candidate.way && spread.fits(self.rules, self.game, self.state, &candidate.record);
            return fits.then_some(Fit::Short);
        }
        // `B8c6` is a bishop of the eighth rank, and not `b8c6`.
        let loosely = !self.by_letter || text.starts_with(|c: char| c.is_uppercase());
        if loosely && loose(self.rules, text) == self.loose || self.passes && text == "pass" {
            return Some(Fit::Loose);
        }
        let shape = Shape::of(self.rules, self.game, self.state, events);
        if loosely && !candidate.way && self.fits_ends(events) {
            return Some(Fit::Ends);
        }
        if let Some(fit) = self.fits_numbers(&shape) {
            return Some(fit);
        }
        if !candidate.way && self.fits_taken(candidate, &shape) {
            return Some(Fit::Taken);
        }
        if candidate.way {
            return None;
        }
        let dropped = shape.end().filter(|_| shape.drops && shape.rest.is_empty()).map(|site| self.own.name(site));
        let alone = dropped.is_some_and(|cell| cell.eq_ignore_ascii_case(&self.bare));
        let lettered = dropped.is_some_and(|cell| {
            let word = self.bare.strip_suffix(cell).zip(shape.kind);
            word.is_some_and(|(word, kind)| {
                let own = |c: char| c == self.rules.kinds[kind].letters[self.mover];
                word.starts_with(|c: char| c.is_ascii_uppercase() || own(c)) && self.is_kind(word, kind, false)
            })
        });
        if self.kindless && (lettered || alone && self.plain.is_some() && self.plain == shape.kind) {
            return Some(Fit::Short);
        }
        if self.fits_side(candidate, &shape) || self.fits_result(candidate, &shape) {
            return Some(Fit::Short);
        }
        let named = |naming: &Naming| self.fits_shortly(&self.bare, &shape, naming, false);
        if let Some(whole) = named(&self.own) {
            return Some(if whole { Fit::Short } else { Fit::Shorter });
        }
        if self.fits_shortly(&self.bare, &shape, &self.own, true) == Some(true) {
            return Some(Fit::Alike);
        }
        let more = |naming: &Naming| self.fits_with_more(candidate, &shape, naming);
        if more(&self.own) {
            return Some(Fit::More);
        }
        if self.fits_castle(candidate, &shape) {
            return Some(Fit::Castle);
        }
        if self.relative.as_ref().is_some_and(|way| way.fits(self.rules, self.game, self.state, &shape)) {
            return Some(Fit::Relative);
        }
        if text == "pass" && self.stays() {
            return Some(Fit::Stays);
        }
        if let Some(index) = self.others.iter().position(|naming| self.fits_cells(&shape, naming)) {
            return Some(Fit::NamedEnds(index));
        }
        let others = |naming: &Naming| named(naming) == Some(true) || more(naming);
        if let Some(index) = self.others.iter().position(others) {
            return Some(Fit::Named(index));
        }
        let same = |wanted: &str| !wanted.is_empty() && bare(self.rules, text) == wanted;
        if loosely && (same(&self.bare) || same(&self.joined)) {
            return Some(Fit::Bare);
        }
        if alone || lettered {
            return Some(Fit::Dropped);
        }
        let (file, _) = self.own.parts(placed(&shape)?)?;
        if self.wanted.eq_ignore_ascii_case(file) {
            return Some(Fit::File);
        }
        let number = file_index(file).map(|index| (index + 1).to_string());
        (number.as_deref() == Some(self.wanted)).then_some(Fit::FileNumber)
    }

    /// Whether it drops this side of a piece where a label tells which: `N@e3`, `+N@e3`.
    fn fits_side(&self, candidate: &Candidate, shape: &Shape<'_>) -> bool {
        let labels = !shape.rest.is_empty() && shape.rest.iter().all(|event| matches!(event, Event::Label(_)));
        let dropped = shape.kind.filter(|_| shape.drops && labels).zip(shape.end());
        let (Some((kind, to)), Some((word, cell))) = (dropped, self.wanted.split_once(['@', '*'])) else {
            return false;
        };
        let promoted = word.strip_prefix('+');
        if !self.is_kind(promoted.unwrap_or(word), kind, false) || self.rules.topology.cell(cell) != Some(to) {
            return false;
        }
        let side = if promoted.is_some() { self.rules.kinds[kind].promotes_to } else { Some(kind) };
        side.is_some() && Change::of(self.rules, self.game, self.state, &candidate.record).own_at(to) == side
    }

    /// Whether it drops a piece that is then of the kind whose letter is given: `Sb2`.
    fn fits_result(&self, candidate: &Candidate, shape: &Shape<'_>) -> bool {
        let labels = !shape.rest.is_empty() && shape.rest.iter().all(|event| matches!(event, Event::Label(_)));
        let Some((kind, to)) = shape.kind.filter(|_| shape.drops && labels).zip(shape.end()) else { return false };
        let letter = self.wanted.strip_suffix(self.own.name(to)).filter(|letter| !letter.is_empty());
        letter.is_some_and(|letter| {
            let stands = Change::of(self.rules, self.game, self.state, &candidate.record).own_at(to);
            stands.is_some_and(|stands| stands != kind && self.is_kind(letter, stands, false))
        })
    }

    /// Whether it names one cell twice, or a piece and the cell on which it stands, as programs write a pass: the piece stays
    /// where it is.
    fn stays(&self) -> bool {
        let half = self.loose.len() / 2;
        if self.loose.is_char_boundary(half) && self.loose[..half] == self.loose[half..] {
            return self.rules.topology.cell(&self.loose[..half]).is_some();
        }
        let mut chars = self.bare.chars();
        let kind = chars.next().filter(char::is_ascii_uppercase).and_then(|c| named_by(self.rules, self.mover, c));
        let own = |site| piece(self.rules, &self.game.program().layout, self.state, site);
        // `Ke9`, `Ke9-e9`.
        let halves = chars.as_str().split_at_checked(chars.as_str().len() / 2);
        let cell = halves.filter(|(cell, again)| cell == again).map_or(chars.as_str(), |(cell, _)| cell);
        kind.is_some_and(|kind| self.rules.topology.cell(cell).and_then(own) == Some((Some(self.mover), kind)))
    }

    /// Whether it is both cells of a move, and nothing else, in these names.
    fn fits_cells(&self, shape: &Shape<'_>, naming: &Naming) -> bool {
        let (Some(from), Some(to), []) = (shape.origin, shape.end(), shape.rest) else { return false };
        let cells = format!("{}-{}", naming.name(from), naming.name(to));
        self.bare.eq_ignore_ascii_case(&bare(self.rules, &cells))
    }

    /// Whether it says, besides what is enough, what the move makes of the piece or which piece it puts down.
    fn fits_with_more(&self, candidate: &Candidate, shape: &Shape<'_>, naming: &Naming) -> bool {
        let Some(to) = shape.end() else { return false };
        let end = bare(self.rules, naming.name(to));
        let lower = self.bare.to_ascii_lowercase();
        if !shape.rest.is_empty() || shape.drops || !lower.contains(&end.to_ascii_lowercase()) {
            return false;
        }
        let made = || Change::of(self.rules, self.game, self.state, &candidate.record).own_at(to);
        let Some(from) = shape.origin.filter(|_| !shape.path.is_empty()) else {
            let Some((kind, cell)) = self.bare.split_once('@') else { return false };
            return shape.origin.is_none()
                && bare(self.rules, cell) == end
                && made().is_some_and(|made| self.is_kind(kind, made, false));
        };
        let Some(at) = lower.rfind(&end.to_ascii_lowercase()) else { return false };
        let (body, name) = self.bare.split_at(at + end.len());
        if name.is_empty() {
            return false;
        }
        let begins =
            body.eq_ignore_ascii_case(&bare(self.rules, &format!("{}-{}", naming.name(from), naming.name(to))));
        (begins || self.fits_shortly(body, shape, naming, false) == Some(true))
            && made().filter(|made| shape.kind != Some(*made)).is_some_and(|made| {
                let promoted = shape.kind.and_then(|kind| self.rules.kinds[kind].promotes_to) == Some(made);
                self.is_kind(name, made, promoted)
            })
    }

    /// Whether a word is the name or the letter of a kind, or `+` for what is promoted.
    fn is_kind(&self, word: &str, kind: KindId, promoted: bool) -> bool {
        let letter = letter(self.rules, kind, self.mover).to_string();
        let mut chars = word.chars();
        let only = chars.next().filter(|_| chars.next().is_none());
        word.eq_ignore_ascii_case(&letter)
            || only.and_then(|c| other_letter(self.rules, c)).is_some_and(|other| other.1 == kind)
            || word.eq_ignore_ascii_case(&self.rules.kinds[kind].name)
            || promoted && word == "+"
    }

    /// Whether it names the cells where the move begins and ends.
    fn fits_ends(&self, events: &[Event]) -> bool {
        let cell = |s: usize| self.own.name(s);
        let joined = |a: usize, b: usize| loose(self.rules, &format!("{}-{}", cell(a), cell(b)));
        ends_of(events).is_some_and(|(a, b)| a != b && self.loose == joined(a, b))
    }

    fn fits_numbers(&self, shape: &Shape<'_>) -> Option<Fit> {
        let (numbers, numbering) = (self.numbers.as_ref()?, self.numbering.as_ref()?);
        let cells: Vec<usize> = shape.origin.into_iter().chain(shape.path.iter().copied()).collect();
        let cells: Vec<usize> = cells.into_iter().filter_map(|site| numbering.number_of(site)).collect();
        if cells == *numbers {
            return Some(Fit::Numbers);
        }
        let ends = |all: &[usize]| Some((*all.first()?, *all.last()?));
        if numbers.len() < 2 || ends(&cells) != ends(numbers) {
            return None;
        }
        let mut between = cells.iter();
        numbers.iter().all(|number| between.any(|cell| cell == number)).then_some(Fit::FewNumbers)
    }

    /// Whether it is the numbers of the cells where the move begins and ends, and then those of all that it takes.
    fn fits_taken(&self, candidate: &Candidate, shape: &Shape<'_>) -> bool {
        let (Some([from, to, said @ ..]), Some(numbering)) = (self.numbers.as_deref(), &self.numbering) else {
            return false;
        };
        let is = |site: Option<usize>, number: usize| site.and_then(|site| numbering.number_of(site)) == Some(number);
        if said.is_empty() || !is(shape.origin, *from) || !is(shape.end(), *to) {
            return false;
        }
        let taken = Change::of(self.rules, self.game, self.state, &candidate.record).taken();
        let mut taken: Vec<usize> = taken.into_iter().filter_map(|site| numbering.number_of(site)).collect();
        let mut said = said.to_vec();
        taken.sort_unstable();
        said.sort_unstable();
        taken == said
    }

    /// Whether it is enough of the piece's letter, its cells and what it chooses besides; true if nothing of that is left out.
    /// Kinds that move alike have all of their letters, if that is asked for.
    fn fits_shortly(&self, wanted: &str, shape: &Shape<'_>, naming: &Naming, alike: bool) -> Option<bool> {
        let to = shape.end()?;
        let end = bare(self.rules, naming.name(to));
        // Most moves end elsewhere.
        let lower = wanted.to_ascii_lowercase();
        (lower.contains(&end.to_ascii_lowercase()) || lower.len() == 2).then_some(())?;
        let mut bodies = Vec::new();
        if let Some(from) = shape.origin.filter(|_| !shape.path.is_empty()) {
            let whole = bare(self.rules, naming.name(from));
            let cells = [from].into_iter().chain(shape.path.iter().copied());
            let cells: Vec<&str> = cells.map(|site| naming.name(site)).collect();
            bodies.push(bare(self.rules, &cells.join("-")));
            if let Some((a, b)) = naming.parts(from) {
                bodies.extend([format!("{a}{end}"), format!("{b}{end}")]);
                // `exd`, where pawns take.
                if let (true, Some((file, _))) = (shape.kind == self.letterless, naming.parts(to))
                    && file != a
                {
                    bodies.push(format!("{a}{file}"));
                }
            }
            bodies.push(bare(self.rules, &format!("{whole}-{end}")));
        }
        let from_to = bodies.last().cloned();
        bodies.push(end);
        if shape.drops {
            bodies.iter_mut().for_each(|body| body.insert(0, '@'));
        }
        let rest = self.rest(shape.rest, alike);
        let kinds = shape.kind.map_or_else(Vec::new, |kind| self.kinds(kind, alike));
        let fits = |rest: &str| {
            // The cells of both ends tell which piece it is.
            let whole = from_to.as_ref().filter(|_| !rest.is_empty());
            whole.is_some_and(|body| wanted.eq_ignore_ascii_case(&format!("{body}{rest}")))
                || bodies.iter().any(|body| self.fits_body(wanted, &kinds, naming, &format!("{body}{rest}")))
        };
        if rest.iter().any(|rest| fits(rest)) {
            return Some(true);
        }
        (!shape.rest.is_empty() && fits("")).then_some(false)
    }

    /// What is chosen besides, written in whole and with kinds by their letters.
    fn rest(&self, events: &[Event], alike: bool) -> Vec<String> {
        let labels = &self.game.program().labels;
        let mut all = vec![bare(self.rules, &text(self.rules, labels, events))];
        match *events {
            [] => all[0].clear(),
            [Event::Promotion(kind)] => {
                let kinds = self.kinds(kind, alike).into_iter();
                all.extend(kinds.map(|kind| letter(self.rules, kind, self.mover).to_string()));
            }
            _ => {
                let chosen: Vec<&Event> = events.iter().filter(|event| !matches!(event, Event::Label(_))).collect();
                // What enters behind the piece: `Nf3/H`.
                if let [Event::Dropped(kind), Event::Site(_, site)] = chosen[..] {
                    let letter = letter(self.rules, *kind, self.mover);
                    all.extend([letter.to_string(), format!("{letter}{}", self.own.name(*site))]);
                }
            }
        }
        all
    }

    /// A kind, and those that move alike if they are asked for.
    fn kinds(&self, kind: KindId, alike_too: bool) -> Vec<KindId> {
        if alike_too { alike(self.rules, &self.game.program().labels, kind) } else { vec![kind] }
    }

    /// Whether it is this but for the letter of the piece, one of these kinds, which it has where it must.
    fn fits_body(&self, text: &str, kinds: &[KindId], naming: &Naming, body: &str) -> bool {
        let mut chars = text.chars();
        let (first, second) = (chars.next(), chars.next());
        let is_kind = |c: char| named_by(self.rules, self.mover, c).is_some();
        // A capital that is a kind's stands for the kind where a cell's name may follow it, or a rank and small letters do.
        let by_kind = first.is_some_and(|c| c.is_ascii_uppercase() && is_kind(c))
            && (self.by_letter || second.is_some_and(|c| c.is_ascii_lowercase() && naming.begins_a_cell(c)));
        // Where cells begin with a number, the letter of a rank is small.
        let strange = first.is_some_and(|c| c.is_ascii_uppercase() && !naming.begins_a_cell(c.to_ascii_lowercase()))
            && text.contains(|c: char| c.is_ascii_lowercase());
        let needs = kinds.first().is_some_and(|kind| self.letterless.is_some_and(|plain| plain != *kind));
        if text.eq_ignore_ascii_case(body) && !by_kind && !strange && !needs {
            return true;
        }
        let by = |name: &str| {
            let exact = text.strip_prefix(name);
            // A small letter is a file's where there is such a file.
            let small = || {
                let small = name.to_ascii_lowercase();
                let free = small.chars().next().is_some_and(|c| !naming.begins_a_cell(c));
                text.strip_prefix(small.as_str()).filter(|_| free)
            };
            exact.or_else(small).is_some_and(|rest| rest.eq_ignore_ascii_case(body))
        };
        kinds.iter().any(|&kind| {
            let promoted = self.rules.kinds.iter().position(|base| base.promotes_to == Some(kind));
            by(&letter(self.rules, kind, self.mover).to_string())
                || by(&self.rules.kinds[kind].name)
                || first.is_some_and(|c| {
                    c.is_uppercase() && named_by(self.rules, self.mover, c) == Some(kind) && by(&c.to_string())
                })
                || promoted.is_some_and(|base| by(&format!("+{}", letter(self.rules, base, self.mover))))
        })
    }

    /// Whether it says that this move castles: in words, by the king and the other piece, or by where the king goes.
    fn fits_castle(&self, candidate: &Candidate, shape: &Shape<'_>) -> bool {
        let Some(from) = shape.origin else { return false };
        let begins = || self.loose.starts_with(&self.own.name(from).to_lowercase());
        let partner_begins = || candidate.events.iter().any(|event| matches!(event, Event::Dropped(_)));
        if self.castles.is_none() && !begins() && !partner_begins() {
            return false;
        }
        let change = Change::of(self.rules, self.game, self.state, &candidate.record);
        let Some(Castle { partner, landing, east }) = change.castle(self.rules, shape) else { return false };
        let mut rest = self.rest(shape.rest, false);
        rest.push(String::new());
        match &self.castles {
            Some((short, said)) => *short == east && rest.iter().any(|rest| rest.eq_ignore_ascii_case(said)),
            None => [(from, partner), (from, landing), (partner, from)].into_iter().any(|(a, b)| {
                let ends = format!("{}{}", self.own.name(a), self.own.name(b)).to_lowercase();
                // From the rook only where something enters there.
                let plain = a == from && a != b;
                rest.iter()
                    .any(|rest| (plain || !rest.is_empty()) && self.loose == format!("{ends}{}", rest.to_lowercase()))
            }),
        }
    }
}

/// The cell on which a move puts something, where that is all it does.
fn placed(shape: &Shape<'_>) -> Option<usize> {
    shape.end().filter(|_| shape.origin.is_none() && !shape.drops && shape.rest.is_empty())
}

/// The kind of which a player has most in hand at the start: the plain one.
pub(in crate::notation) fn plain_kind(rules: &Rules, mover: Side) -> Option<KindId> {
    let held = |kind: KindId| rules.setup.hands[mover][kind];
    let most = (0..rules.kinds.len()).max_by_key(|&kind| held(kind))?;
    (0..rules.kinds.len()).all(|kind| kind == most || held(kind) < held(most)).then_some(most)
}

/// Whether all moves drop a piece and do nothing besides, and it is of one kind, unless the text has its letter.
fn drop_alike(reading: &Reading<'_>, candidates: &[Candidate]) -> bool {
    let mut kinds = candidates.iter().map(|candidate| {
        let shape = Shape::of(reading.rules, reading.game, reading.state, &candidate.events);
        shape.kind.filter(|_| shape.drops && shape.rest.is_empty())
    });
    let first = kinds.next().flatten();
    let lettered = reading.own.site(&reading.bare.to_ascii_lowercase()).is_none();
    first.is_some() && kinds.all(|kind| kind == first || lettered && kind.is_some())
}

/// Whether all moves put something on a cell, each in another file.
fn by_files(reading: &Reading<'_>, candidates: &[Candidate]) -> bool {
    let cells = &reading.rules.topology.cells;
    let files = candidates.iter().map(|candidate| {
        let shape = Shape::of(reading.rules, reading.game, reading.state, &candidate.events);
        placed(&shape).map(|site| cells[site].x)
    });
    let mut files: Vec<Option<i32>> = files.collect();
    files.sort_unstable();
    files.iter().all(Option::is_some) && files.windows(2).all(|pair| pair[0] != pair[1])
}

/// A text of two parts without the cell that the second begins with, where the first ends there.
fn joined(rules: &Rules, text: &str) -> String {
    let Some((first, second)) = text.split_once(',') else { return String::new() };
    let ends = rules.topology.cells.iter().map(|cell| cell.name.as_str()).filter(|name| first.ends_with(name));
    let rest = ends.max_by_key(|name| name.len()).and_then(|name| second.trim_start().strip_prefix(name));
    rest.map_or_else(String::new, |rest| bare(rules, &format!("{first}/{rest}")))
}

/// `O-O` (then true) and `O-O-O`, with what follows behind `/`.
fn castles(text: &str) -> Option<(bool, &str)> {
    let (word, rest) = text.split_once(['/', ',']).unwrap_or((text, ""));
    match word {
        "O-O" | "0-0" | "o-o" | "OO" | "oo" | "00" => Some((true, rest)),
        "O-O-O" | "0-0-0" | "o-o-o" | "OOO" | "ooo" | "000" => Some((false, rest)),
        _ => None,
    }
}

/// The kind that a capital letter stands for: by its own letter, or by the first of its name where no kind has it.
pub(super) fn named_by(rules: &Rules, mover: Side, c: char) -> Option<KindId> {
    let own = (0..rules.kinds.len()).find(|&kind| letter(rules, kind, mover) == c);
    own.or_else(|| other_letter(rules, c).map(|(_, kind)| kind))
}

/// Whether a text begins with the letter of a kind: a capital, and small letters of a cell behind it.
fn by_letter(rules: &Rules, mover: Side, text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_uppercase() && named_by(rules, mover, c).is_some())
        && chars.clone().any(|c| c.is_ascii_lowercase() && c != 'x')
        && !text.contains(['@', '*'])
}

/// A kind's letter as players write it.
pub(super) fn letter(rules: &Rules, kind: KindId, side: Side) -> char {
    rules.kinds[kind].letters[side].to_ascii_uppercase()
}

/// The numbers of a text that has nothing else but signs between them.
fn numbers(text: &str) -> Option<Vec<usize>> {
    let parts = text.split(['-', 'x', 'X', ':', '*', '×', '/']);
    // Longer ones are no cells, whatever they are.
    parts
        .map(|part| part.parse().ok().filter(|_| part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit())))
        .collect()
}

/// A text without what may be left out or written otherwise: separators, case, and kinds by their letters.
fn loose(rules: &Rules, text: &str) -> String {
    let lower = text.to_lowercase();
    let mut out = String::new();
    let mut rest = lower.as_str();
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        // A kind stands behind its sign; elsewhere such letters may be those of a cell or a label.
        let kind = |name: &str| name.eq_ignore_ascii_case(&rest[..length]) && out.ends_with('=');
        match rules.kinds.iter().find(|k| kind(&k.name)) {
            Some(kind) => {
                out.push(kind.letters[Side::First].to_ascii_lowercase());
                rest = &rest[length..];
            }
            None => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    let chars: Vec<char> = out.chars().collect();
    // `x` and `-` between cells only join them; a file `x` stands before a digit.
    let is_digit = |i: usize| chars.get(i).is_some_and(char::is_ascii_digit);
    kept(&chars, |i| match chars[i] {
        'x' if i > 0 && is_digit(i - 1) && chars.get(i + 1).is_some_and(char::is_ascii_lowercase) => None,
        '-' | '=' | ' ' | '(' | ')' | ':' => None,
        c => Some(c),
    })
}

/// What is kept of a text. What parts two numbers is no less than they are: `1-2` is not `12`.
fn kept(chars: &[char], keep: impl Fn(usize) -> Option<char>) -> String {
    let mut text = String::new();
    let mut parted = false;
    for i in 0..chars.len() {
        let Some(c) = keep(i) else {
            parted = true;
            continue;
        };
        if std::mem::take(&mut parted) && c.is_ascii_digit() && text.ends_with(|c: char| c.is_ascii_digit()) {
            text.push('-');
        }
        text.push(c);
    }
    text
}

/// A text without all that stands between its letters and digits, but for the signs of drops and of `may`.
fn bare(rules: &Rules, text: &str) -> String {
    let has_x = rules.topology.cells.iter().any(|cell| cell.name.contains(['x', 'X']));
    let chars: Vec<char> = text.chars().collect();
    kept(&chars, |i| match chars[i] {
        '*' | '\'' | '@' => Some('@'),
        '+' => Some('+'),
        '×' => None,
        // It joins, unless it is a letter of cells and a digit follows.
        'x' if i > 0 => (has_x && chars.get(i + 1).is_some_and(char::is_ascii_digit)).then_some('x'),
        // `BXC6`: no letter of a piece stands before a cell and behind something.
        'X' if !has_x
            && i > 0
            && chars[i - 1].is_alphanumeric()
            && chars.get(i + 1).is_some_and(|c| c.is_alphanumeric()) =>
        {
            None
        }
        c => c.is_alphanumeric().then_some(c),
    })
}

/// The cells of a text, for what a move is recognised by when intermediate cells are left out.
fn ends_of(events: &[Event]) -> Option<(usize, usize)> {
    let cells: Vec<usize> = events
        .iter()
        .filter_map(|e| match e {
            Event::Site(Show::Origin | Show::Arrival | Show::Hop, site) => Some(*site),
            _ => None,
        })
        .collect();
    Some((*cells.first()?, *cells.last()?))
}
