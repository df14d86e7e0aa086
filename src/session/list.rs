//! Moves that are read from lists: one after the other, with what stands between them in PGN and in protocols.

use super::error::{Excerpt, Fault};
use super::record::{colour_of, names_game};
use super::{Played, Session, Verdict};
use crate::board::Drawing;
use crate::compile::{AnyExecutor, TextError};
use crate::game::{Overflow, Position, Side};
use crate::notation::{self, DASHES, pgn};
use crate::source::Span;

/// Moves that were read from texts.
#[derive(Debug, Default)]
pub(super) struct ReadMoves {
    /// Those that can be played.
    pub(super) moves: Vec<Played>,
    /// What is wrong with the first that can't.
    pub(super) wrong: Option<Fault>,
    /// The text in which that stands: the last that was read.
    pub(super) text: usize,
    /// The first number that is not that of the move behind it.
    pub(super) gap: Option<Gap>,
    /// How the names of cells were read, where that is to be said, and what else is strange in it.
    pub(super) notes: Vec<Fault>,
}

/// Moves of one word.
struct Joined {
    moves: Vec<Played>,
    /// What is wrong with the first that can't be played, and its place in the word.
    wrong: Option<(Fault, Span)>,
}

/// A number of a move that is not the one that follows from the moves before it.
#[derive(Debug)]
pub(super) struct Gap {
    /// The text in which it stands.
    pub(super) text: usize,
    pub(super) span: Span,
    pub(super) said: usize,
    pub(super) counted: usize,
}

/// How the cells of a board are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
    /// As the game does, or in any other way that fits one move: each move by itself.
    Own,
    /// As players of Go do, who leave `i` out.
    WithoutI,
    /// As the game does, but for moves of two cells with the ranks counted from this number, here 0 or 1.
    Ranks(i32),
}

/// The moves of a list in quotes, `['e2e4', 'e7e5']`, each at its place, with blanks around them. `'45` has the sign of a drop.
fn unquoted(text: &str) -> Option<String> {
    let sign = |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')' | ',');
    // Libraries print what makes a move of a text.
    let around = |text: &str| text.replace("Move.from_uci(", "(").chars().all(sign);
    let quote = text.chars().find(|c| matches!(c, '\'' | '"'))?;
    // Every second part stands inside.
    let parts: Vec<&str> = text.split(quote).collect();
    let quoted = parts.len() % 2 == 1 && parts.iter().step_by(2).all(|part| around(part));
    let blank = |(at, part): (usize, &&str)| if at % 2 == 0 { " ".repeat(part.len()) } else { part.to_string() };
    quoted.then(|| parts.iter().enumerate().map(blank).collect::<Vec<_>>().join(" "))
}

/// A list with blanks for what pages and code have in the place of the ends of lines, for quotes around it and for what stands behind `//`
/// (comments of a record may hold that), each at its place; none if it has no such.
fn without_escapes(text: &str) -> Option<String> {
    let blanks = |part: &str| " ".repeat(part.len());
    let mut out = text.to_string();
    for sign in ["\\n", "<br>", "<br/>", "“", "”", "„"] {
        if out.contains(sign) {
            out = out.replace(sign, &blanks(sign));
        }
    }
    if out.contains(" //") && !out.contains('{') {
        let plain = |line: &str| match line.split_once(" //").filter(|(before, _)| !before.contains(['[', ';'])) {
            Some((before, _)) => before.to_string() + &blanks(&line[before.len()..]),
            None => line.to_string(),
        };
        out = out.split('\n').map(plain).collect::<Vec<_>>().join("\n");
    }
    out = notation::unfenced(&out).unwrap_or(out);
    out = without_list_marks(&out);
    (out != text).then_some(out)
}

/// The same for other marks of Markdown: `- ` before all lines, `**`, the lines of a table and its head.
fn without_list_marks(text: &str) -> String {
    const BULLETS: [&str; 3] = ["- ", "* ", "• "];
    let lines: Vec<&str> = text.split('\n').collect();
    let is_empty = |line: &&str| line.trim().is_empty();
    let begins =
        |sign: &&str| lines.iter().filter(|line| !is_empty(line)).all(|line| line.trim_start().starts_with(*sign));
    let bullet = BULLETS.into_iter().find(|sign| begins(sign));
    let is_table = lines.iter().any(|line| line.contains(" | ")) || begins(&"|");
    let is_rule = |line: &str| line.contains("---") && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let blanks = |part: &str| " ".repeat(part.len());
    let plain = |(at, line): (usize, &&str)| {
        let is_head = lines.get(at + 1).is_some_and(|next| is_rule(next));
        if is_table && (is_head || is_rule(line)) {
            return blanks(line);
        }
        let mut line = line.replace("**", "  ");
        if is_table {
            line = line.replace('|', " ");
        }
        match bullet {
            Some(sign) => line.replacen(sign, &blanks(sign), 1),
            None => line,
        }
    };
    lines.iter().enumerate().map(plain).collect::<Vec<_>>().join("\n")
}

/// The moves of a line in which an engine says what it thinks of, `info depth 9 … pv e2e4 e7e5`, `bestmove e2e4 ponder e7e5`, each at its
/// place.
fn thought(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let said = match words[..] {
        ["info", ..] => words.iter().position(|word| *word == "pv")?,
        ["bestmove", ..] => 0,
        _ => return None,
    };
    let names = words[..=said].iter().chain(words.iter().filter(|word| **word == "ponder"));
    let mut out = text.to_string();
    for name in names {
        let at = name.as_ptr() as usize - text.as_ptr() as usize;
        out.replace_range(at..at + name.len(), &" ".repeat(name.len()));
    }
    (!text.trim().contains('\n')).then_some(out)
}

/// The two cells of a text, each a letter and a number, such as `b0a2` and `B0-A2`; `C3e3` has the letter of a piece.
fn two_cells(text: &str) -> Option<[(char, i32); 2]> {
    fn cell(text: &str) -> Option<((char, i32), &str)> {
        let file = text.chars().next().filter(char::is_ascii_alphabetic)?;
        let digits = text[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - 1);
        let rank = text[1..=digits].parse().ok().filter(|_| digits <= 2)?;
        Some(((file.to_ascii_lowercase(), rank), &text[1 + digits..]))
    }
    let (from, rest) = cell(text)?;
    let (to, rest) = cell(rest.strip_prefix('-').unwrap_or(rest))?;
    let small = |at: usize| text[at..].starts_with(|c: char| c.is_ascii_lowercase());
    let second = text.rfind(|c: char| c.is_ascii_alphabetic())?;
    (rest.is_empty() && small(0) == small(second)).then_some([from, to])
}

/// The places of moves in a word that is nothing but two cells each, `e2e4e7e5`, perhaps with what a piece becomes: `b7a8qe8f8`.
/// None for a single move.
fn pairs_of_cells(word: &str) -> Option<Vec<Span>> {
    let bytes = word.as_bytes();
    let cell = |at: usize| {
        let digits = bytes.get(at + 1..)?.iter().take_while(|b| b.is_ascii_digit()).count();
        (bytes[at].is_ascii_lowercase() && (1..=2).contains(&digits)).then_some(at + 1 + digits)
    };
    let (mut at, mut places) = (0, Vec::new());
    while at < bytes.len() {
        let start = at;
        at = cell(cell(at).filter(|&end| end < bytes.len())?)?;
        // A letter that begins no cell is the piece that comes of it.
        let letter =
            bytes.get(at).is_some_and(u8::is_ascii_lowercase) && !bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        at += usize::from(letter);
        places.push(Span::new(start, at));
    }
    (places.len() > 1).then_some(places)
}

impl Session {
    /// Reads moves one after the other, from a position on that is then the one behind them, of texts that go on with each other. What
    /// stands between them as in PGN is passed over; the letters are those that the moves ask for.
    pub(super) fn read_lists(&self, position: &mut Position<'_, AnyExecutor>, texts: &[&str]) -> ReadMoves {
        self.with_letters(position, texts, |position, letters| self.read_lettered(position, texts, letters))
    }

    /// The same of one word by the game's own letters.
    pub(super) fn read_typed(&self, position: &mut Position<'_, AnyExecutor>, word: &str) -> ReadMoves {
        if notation::counts_from_zero(self.compiled().rules()) {
            return self.read_lists(position, &[word]);
        }
        let mut read = self.read_lettered(position, &[word], Letters::Own);
        if read.wrong.is_none()
            && let Some((written, [ours, theirs])) = self.behind_i(word)
            && written.starts_with(|c: char| c.is_ascii_uppercase())
        {
            let (message, help) = notation::without_gap(&written, &ours, &theirs);
            read.notes.push(Fault::new(message).help(help));
        }
        read
    }

    /// The same of a list that is no part of a file; a number that is not that of its move is told.
    pub(super) fn read_list(&self, position: &mut Position<'_, AnyExecutor>, text: &str) -> ReadMoves {
        let mut read = self.read_lists(position, &[text]);
        if read.moves.is_empty() && read.wrong.is_none() && text.contains(['{', '(']) {
            let fault = Fault::new("nothing is played: all that stands there is a comment or a variation");
            // `(7,7) (8,8)`
            let inside = text.split('(').nth(1).map_or("", |rest| rest.split(')').next().unwrap_or_default());
            let pair =
                inside.contains(',') && inside.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-'));
            read.notes.push(fault.help(match pair {
                true => "pairs of numbers are no moves: write cells by their names, such as `a1`",
                false => "leave the brackets around the moves out",
            }));
        }
        // Behind `;` the whole rest of one line is lost; inside brackets it is a comment already.
        let alone = |(before, _): &(&str, &str)| !before.contains('{') && !text.trim().contains('\n');
        if let Some((_, comment)) = text.split_once(" ;").filter(alone) {
            let fault = Fault::new(format!("`;{comment}` is passed over: it is a comment, as in PGN"));
            read.notes.push(fault.help("part moves by spaces alone"));
        }
        if let Some(Gap { said, counted, .. }) = read.gap.take() {
            let message = format!("a move is numbered {said}, and is move {counted} here");
            read.notes.push(Fault::new(message).help("is a move missing before it, or one there twice?"));
        }
        read
    }

    /// Reads moves with the letters of players who leave `i` out if only so all of them can be played, else with those of
    /// the game. `texts` hold the moves that `read` reads.
    pub(super) fn with_letters<'g>(
        &self,
        position: &mut Position<'g, AnyExecutor>,
        texts: &[&str],
        read: impl Fn(&mut Position<'g, AnyExecutor>, Letters) -> ReadMoves,
    ) -> ReadMoves {
        if notation::counts_from_zero(self.compiled().rules()) {
            return self.with_ranks(position, texts, read);
        }
        // Lines of a protocol of Go, which knows no `i` and no case.
        let is_name = |word: &str| ["b", "w", "black", "white"].iter().any(|name| word.eq_ignore_ascii_case(name));
        let by_protocol = |text: &&str| {
            let words = || text.split_whitespace();
            let named = || words().step_by(2).all(is_name) && words().count() % 2 == 0;
            words().next() == Some("play") || named() && notation::without_i(text).is_some()
        };
        if texts.iter().any(by_protocol) && texts.iter().any(|text| self.behind_i(&text.to_ascii_uppercase()).is_some())
        {
            return read(position, Letters::WithoutI);
        }
        let mut own = read(position, Letters::Own);
        let Some((written, [ours, theirs])) = texts.iter().find_map(|text| self.behind_i(text)) else { return own };
        // Own texts have small letters: capitals are somebody else's, who may have meant the other cell.
        if own.wrong.is_none() && !written.starts_with(|c: char| c.is_ascii_uppercase()) {
            return own;
        }
        let mut behind = position.clone();
        for _ in &own.moves {
            behind.undo();
        }
        let mut other = read(&mut behind, Letters::WithoutI);
        if other.wrong.is_some() {
            return own;
        }
        if own.wrong.is_none() {
            let (message, help) = notation::without_gap(&written, &ours, &theirs);
            own.notes.push(Fault::new(message).help(help));
            return own;
        }
        let message = format!("the letters are read as those of players who leave `i` out: `{written}` as `{theirs}`");
        other.notes.push(Fault::new(message).help("only so can all of the moves be played"));
        *position = behind;
        other
    }

    /// Reads moves of two cells with the ranks counted from 1 or from 0, all of them alike: as a cell says that there can be but
    /// once, else as all of them can be played.
    fn with_ranks<'g>(
        &self,
        position: &mut Position<'g, AnyExecutor>,
        texts: &[&str],
        read: impl Fn(&mut Position<'g, AnyExecutor>, Letters) -> ReadMoves,
    ) -> ReadMoves {
        let words = texts
            .iter()
            .flat_map(|text| pgn::moves(text).unwrap_or_default().into_iter().map(|span| &text[span.start..span.end]));
        let moves: Vec<(&str, [(char, i32); 2])> = words.filter_map(|word| Some((word, two_cells(word)?))).collect();
        let Some((written, [(file, rank), _])) = moves.first() else { return read(position, Letters::Own) };
        let has = |wanted: i32| moves.iter().any(|(_, cells)| cells.iter().any(|(_, rank)| *rank == wanted));
        let last = self.compiled().topology().boards[0].height;
        if has(0) != has(last) {
            return read(position, Letters::Ranks(i32::from(has(last))));
        }
        let mut behind = position.clone();
        let mut from_one = read(position, Letters::Ranks(1));
        let from_zero = read(&mut behind, Letters::Ranks(0));
        if from_zero.wrong.is_none() && from_one.wrong.is_none() {
            let message = format!("`{written}` is read with ranks counted from 1");
            let help = format!("who counts them from 0 calls `{file}{}` what is `{file}{rank}` here", rank - 1);
            from_one.notes.push(Fault::new(message).help(help));
        }
        if from_one.wrong.is_some() && (from_zero.wrong.is_none() || from_zero.moves.len() > from_one.moves.len()) {
            *position = behind;
            return from_zero;
        }
        from_one
    }

    /// The move of two cells with the ranks counted from a number; none if a text is no such move.
    fn read_ranks(
        &self,
        position: &mut Position<'_, AnyExecutor>,
        word: &str,
        least: i32,
    ) -> Option<Result<Played, Fault>> {
        let word = word.trim_end_matches([',', ';', '!', '?', '+', '#']);
        let [from, to] = two_cells(word)?.map(|(file, rank)| format!("{file}{}", rank + 1 - least));
        let own = format!("{from}{to}");
        let read = self.read_exactly(position, &own);
        // By these names alone: others may fit another move.
        let is_own = |played: &Played| from == to || played.text.starts_with(&from) && played.text.ends_with(&to);
        Some(match read {
            Ok(played) if is_own(&played) => Ok(played),
            Err(fault) if least == 1 => Err(fault),
            read => {
                let help = read.err().and_then(|fault| fault.help);
                let fault = Fault::new(format!("`{word}` is not a legal move here, with ranks counted from {least}"));
                Err(Fault { help: help.map(|help| format!("it would be `{own}`: {help}")), ..fault })
            }
        })
    }

    fn read_lettered(&self, position: &mut Position<'_, AnyExecutor>, texts: &[&str], letters: Letters) -> ReadMoves {
        let mut read = ReadMoves::default();
        for (index, text) in texts.iter().enumerate() {
            read.text = index;
            self.read_text(position, text, letters, &mut read);
            if read.wrong.is_some() {
                break;
            }
        }
        read
    }

    fn read_text(
        &self,
        position: &mut Position<'_, AnyExecutor>,
        written: &str,
        letters: Letters,
        read: &mut ReadMoves,
    ) {
        let (turns, before) = (position.turns_passed(), read.moves.len());
        // By how much the numbers said are ahead of the turns since the beginning: where that is the start, not at all.
        let mut ahead = self.start.text.is_none().then_some(turns);
        // The first number, and how many turns had passed; whether each ply has a number of its own.
        let mut numbered: Option<(usize, usize)> = None;
        let mut each = false;
        // That the next move is said to be the second player's, and is not.
        let mut other_moves: Option<Fault> = None;
        let fault = |fault: Fault, span: Span| {
            Some(Fault { excerpt: Some(Excerpt { text: written.to_string(), span }), ..fault })
        };
        let unescaped = without_escapes(written);
        let written = unescaped.as_deref().unwrap_or(written);
        let plain =
            unquoted(written).or_else(|| thought(written)).or_else(|| self.between_commas(position, written, letters));
        let text = plain.as_deref().unwrap_or(written);
        if notation::sgf::looks_like_nodes(text) {
            read.wrong = fault(sgf_among_moves(), Span::new(0, text.trim_end().len()));
            return;
        }
        let mut parts = pgn::parts(text);
        // Passes that the text leaves out.
        let mut unsaid = 0;
        // `Black:` before the next move, and before the last one.
        let (mut name, mut named): (Option<&str>, Option<&str>) = (None, None);
        loop {
            let here = parts.clone();
            let Some(part) = parts.next() else { break };
            match part {
                Ok((pgn::Token::Number(said, second), span)) => {
                    let passed = position.turns_passed() - turns;
                    other_moves = (second && position.mover() == Side::First).then(|| {
                        let [first, other] = [Side::First, Side::Second].map(|side| self.player(side));
                        let number = &text[span.start..span.end];
                        let message = format!("`{number}` numbers a move of {other}, and {first} is to move");
                        Fault::new(message).help("is a move missing before it?")
                    });
                    if numbered.is_none() && read.moves.len() == before {
                        read.notes.extend(other_moves.clone());
                    }
                    let (begun, at) = *numbered.get_or_insert((said, passed));
                    each |= !second && said == begun + 1 && passed == at + 1;
                    let place = (2 * said).saturating_sub(2) + usize::from(second);
                    let ahead = *ahead.get_or_insert(place.saturating_sub(passed));
                    let counted = (ahead + passed) / 2 + 1;
                    // Who numbers each ply of a turn counts otherwise.
                    let plies = (ahead + read.moves.len() - before) / 2 + 1;
                    let without = (ahead + passed).saturating_sub(unsaid) / 2 + 1;
                    let by_plies = (begun + passed).saturating_sub(at);
                    let fits = if each { by_plies == said } else { [counted, plies, without].contains(&said) };
                    if !fits && read.gap.is_none() {
                        let counted = if each { by_plies } else { counted };
                        read.gap = Some(Gap { text: read.text, span, said, counted });
                    }
                }
                Ok((pgn::Token::Move, span)) => {
                    let mut word = &text[span.start..span.end];
                    let same = self.same_cell(read.moves.last(), word, text, &parts);
                    if let Some((whole, behind)) = &same {
                        (word, parts) = (whole, behind.clone());
                    }
                    if let Some(whole) = self.apart(position, word, text, &parts) {
                        let told = Fault::new(format!("`{word}` is no move"))
                            .help(format!("a move is one word: write `{whole}`"));
                        read.wrong = fault(told, span);
                        break;
                    }
                    match self.said_before(position, word, text, &parts) {
                        Some(Ok(pass)) => {
                            named = None;
                            name = Some(&text[span.start..span.end]).filter(|name| name.ends_with(':'));
                            read.moves.extend(pass);
                            continue;
                        }
                        Some(Err(wrong)) => {
                            read.wrong = fault(wrong, span);
                            break;
                        }
                        None => {}
                    }
                    // Of two moves behind one name the second may be of the same player, whether the other one could make it or not.
                    let ends = word.trim_end_matches(['.', ',', '+', '#']);
                    let names_a_cell =
                        ends.ends_with(|c: char| c.is_ascii_digit()) && !ends.starts_with(|c: char| c.is_ascii_digit());
                    if let (None, Some(before)) = (name, named) {
                        let can_play = self.read_word(position, word, letters).is_ok();
                        if names_a_cell || can_play {
                            let player = self.player(position.mover());
                            let help = match can_play {
                                true => format!(
                                    "name the player before each move, such as `{player}: {word}`, or before none"
                                ),
                                false => "write the moves in the order in which they were played, without names, or \
                                          one behind each name"
                                    .to_string(),
                            };
                            let told = format!("whose move `{word}` is is not said: it stands behind `{before}`");
                            read.wrong = fault(Fault::new(told).help(help), span);
                            break;
                        }
                    }
                    named = name.take();
                    let mut played = self.read_word(position, word, letters);
                    if played.is_err()
                        && let Some((whole, behind)) = self.read_in_parts(position, word, text, &parts)
                    {
                        (played, parts) = (Ok(whole), behind);
                    }
                    if played.is_err() && self.numbers_a_turn(position, word, text, &parts) {
                        continue;
                    }
                    if played.is_err()
                        && let Some((turn, behind)) = self.read_displaced(position, word, text, &parts)
                    {
                        (played, parts) = (Ok(turn), behind);
                    }
                    // A new move, or one with a diagram, in the signs of databases: `Nf3N`.
                    let plain = |word: &str| word.ends_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '#'));
                    if played.is_err()
                        && let Some(word) = word.strip_suffix(['N', 'D']).filter(|word| plain(word))
                        && let Ok(marked) = self.read_word(position, word, letters)
                    {
                        played = Ok(marked);
                    }
                    match played {
                        Ok(played) => {
                            let strange = self.takes_nothing(position, word, &played);
                            let strange = strange.or_else(|| self.checks_nobody(position, word, &played));
                            let strange = strange.or_else(|| self.counts_own(position, word, &played));
                            let strange = strange.or_else(|| self.leaves_kind_out(position, word, &played));
                            read.notes.extend(strange.filter(|_| read.notes.is_empty()));
                            position.make(&played.record);
                            read.moves.push(played);
                            other_moves = None;
                        }
                        Err(_) if let Some(joined) = self.read_joined(position, word, letters) => {
                            read.moves.extend(joined.moves);
                            if let Some((wrong, place)) = joined.wrong {
                                let place = Span::new(span.start + place.start, span.start + place.end);
                                read.wrong = fault(wrong, place);
                                break;
                            }
                        }
                        Err(_) if let Some(pass) = self.forced_pass(position, word, letters) => {
                            read.moves.push(pass);
                            unsaid += 1;
                            parts = here;
                        }
                        // The same signs behind a move, by themselves.
                        Err(_) if matches!(word, "N" | "D") && here.is_behind_move() => {}
                        // `1 e4 e5 2 Nf3`, or one for each ply
                        Err(_)
                            if is_number(&parts, word, (position.turns_passed() - turns) / 2 + 1)
                                || is_number(&parts, word, read.moves.len() - before + 1) => {}
                        Err(_) if notation::sgf::looks_like_nodes(word) => {
                            read.wrong = fault(sgf_among_moves(), span);
                            break;
                        }
                        Err(_) if self.is_position(word) => {
                            let told = Fault::new(format!("`{word}` is a position, and no move"));
                            read.wrong =
                                fault(told.help("give it by `--position`, in a conversation by `position`"), span);
                            break;
                        }
                        Err(mut wrong) => {
                            if let Some(whole) = self.in_one_word(position, word, text, &parts) {
                                wrong.help = Some(format!("a move is one word: write `{whole}`"));
                            } else if let Some(why) = self.not_displaced(position, word) {
                                wrong.help = Some(why);
                            } else if let Some(told) = other_moves.take() {
                                let help = told.help.unwrap_or_default();
                                wrong.help = Some(format!("{}: {help}", told.message));
                            }
                            read.wrong = fault(wrong, span);
                            break;
                        }
                    }
                }
                // The head of a file that was copied whole, where it says nothing of the rules or the start but what holds.
                Ok((pgn::Token::Tag(name, value, _), _))
                    if read.moves.is_empty() && (!notation::pgn::is_of_game(&name) || self.holds(&name, &value)) => {}
                Ok((pgn::Token::Tag(name, ..), span)) => {
                    let told = match read.moves.is_empty() {
                        true => Fault::new(format!("the tag `{name}` belongs to a file"))
                            .help("keep it in a file, and give that: `--record FILE`"),
                        false => Fault::new("a tag among moves").help("tags stand before the moves of a file"),
                    };
                    read.wrong = fault(told, span);
                    break;
                }
                Ok((pgn::Token::Result(_), result)) => {
                    read.wrong = self.behind_result(text, result, parts).and_then(|(wrong, span)| fault(wrong, span));
                    break;
                }
                Err(TextError { span, message, help }) => {
                    read.wrong = fault(Fault { message, help, excerpt: None }, span);
                    break;
                }
            }
        }
    }

    /// Whether a tag of a file says what holds here: that it is this game, that it begins at the usual start.
    fn holds(&self, name: &str, value: &str) -> bool {
        match name.to_ascii_lowercase().as_str() {
            "variant" | "gametype" => names_game(self.compiled().name(), name, value),
            "setup" => self.start.text.is_none(),
            "fen" => self.start.text.is_none() && self.is_start(value),
            _ => false,
        }
    }

    /// Whether a position is that with which the rules begin.
    fn is_start(&self, text: &str) -> bool {
        self.compiled().read_position(text).is_ok_and(|read| read.state == self.start.state)
    }

    /// Whether a word is the rows of a position.
    fn is_position(&self, word: &str) -> bool {
        let topology = self.compiled().topology();
        let rows = topology.rows();
        rows.len() == 1
            && rows[0].len() > 2
            && word.split('/').count() == rows[0].len()
            && word.len() > rows[0].len() * 2
    }

    /// A move to the cell to which the one before it came, `同　銀`, with that cell in its place, and what stands behind it.
    fn same_cell<'t>(
        &self,
        last: Option<&Played>,
        word: &str,
        text: &str,
        parts: &pgn::Parts<'t>,
    ) -> Option<(String, pgn::Parts<'t>)> {
        let (before, mut piece) = word.split_once(notation::SAME)?;
        let compiled = self.compiled();
        let cell =
            notation::came_to(compiled.rules(), &compiled.game().program().labels, &last.or(self.played.last())?.text)?;
        let mut parts = parts.clone();
        if piece.is_empty()
            && let Some(Ok((pgn::Token::Move, span))) = parts.next()
        {
            piece = &text[span.start..span.end];
        }
        Some((format!("{before}{cell}{piece}"), parts))
    }

    /// The moves of a list with nothing but commas between them, `e2e4,e7e5` or `[4, 4, 5]`, each at its place with blanks around it.
    fn between_commas(&self, position: &mut Position<'_, AnyExecutor>, text: &str, letters: Letters) -> Option<String> {
        let inner = text.trim().trim_start_matches('[').trim_end_matches(']');
        let mut words = inner.split(',').map(str::trim);
        let plain =
            |word: &str| !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || "[](){}".contains(c));
        let apart = text.contains(',') && words.clone().all(plain) && (text.contains('[') || !text.contains(", "));
        // What has a comma itself is one move.
        let first = words.next().filter(|_| apart && self.read_word(position, text.trim(), letters).is_err())?;
        self.read_word(position, first, letters).ok()?;
        Some(text.chars().map(|c| if matches!(c, ',' | '[' | ']') { ' ' } else { c }).collect())
    }

    /// That something else follows a result than another one, such as `1-0 White resigns`.
    fn behind_result(&self, text: &str, result: Span, parts: pgn::Parts<'_>) -> Option<(Fault, Span)> {
        let result = &text[result.start..result.end];
        let mut name = None;
        for part in parts {
            let (token, span) = match part {
                Ok(read) => read,
                Err(TextError { span, message, help }) => return Some((Fault { message, help, excerpt: None }, span)),
            };
            let word = &text[span.start..span.end];
            match token {
                pgn::Token::Result(_) => name = None,
                pgn::Token::Move if name.is_none() && self.called(word, text).is_some() => name = Some((word, span)),
                pgn::Token::Move | pgn::Token::Number(..) | pgn::Token::Tag(..) => {
                    name = Some((word, span));
                    break;
                }
            }
        }
        name.map(|(word, span)| {
            let fault = Fault::new(format!("`{word}` stands behind the result `{result}`"));
            (fault.help("a list is of one game: leave out what follows its result"), span)
        })
    }

    /// A word before a move that says whose it is, as protocols of Go do: `B D4`, `play W Q16`. Who is to move has then passed
    /// without a word, where that is a move and the word is the other's; the pass has been made then.
    fn said_before(
        &self,
        position: &mut Position<'_, AnyExecutor>,
        word: &str,
        text: &str,
        parts: &pgn::Parts<'_>,
    ) -> Option<Result<Option<Played>, Fault>> {
        let span = match parts.clone().next() {
            Some(Ok((pgn::Token::Move, span))) => span,
            // `White resigns`
            Some(Ok((pgn::Token::Result(_), _))) if word.len() > 1 => {
                return self.called(word, text).map(|_| Ok(None));
            }
            _ => return None,
        };
        // Commands of protocols.
        if matches!(word, "usermove" | "move") {
            return Some(Ok(None));
        }
        if word == "play" {
            return self.called(&text[span.start..span.end], text).map(|_| Ok(None));
        }
        // `B1: E5` numbers the moves of each.
        let numbered = word.strip_suffix(':').map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()));
        let side = self.called(numbered.filter(|name| !name.is_empty()).unwrap_or(word), text)?;
        // `b` may be a file, where nobody is called so.
        let named = |side: Side| self.compiled().players()[side].to_lowercase().starts_with(['b', 'w']);
        if !Side::ALL.into_iter().all(named) && self.read_exactly(position, word).is_ok() {
            return None;
        }
        if position.mover() == side {
            return Some(Ok(None));
        }
        match self.read_exactly(position, "pass") {
            Ok(pass) => {
                position.make(&pass.record);
                Some(Ok(Some(pass)))
            }
            Err(_) => Some(Err(self.not_its_turn(side))),
        }
    }

    /// The letter of a piece and its move, `N f3`, in one word, where there are several kinds of pieces.
    fn apart(
        &self,
        position: &mut Position<'_, AnyExecutor>,
        word: &str,
        text: &str,
        parts: &pgn::Parts<'_>,
    ) -> Option<String> {
        let mut letters = word.chars();
        let sign = |c: char| c.is_uppercase() || !c.is_ascii() && !c.is_lowercase();
        let one = letters.next().is_some_and(sign) && letters.next().is_none();
        if !one || self.compiled().rules().kinds.len() < 2 {
            return None;
        }
        let Some(Ok((pgn::Token::Move, next))) = parts.clone().next() else { return None };
        let whole = format!("{word}{}", &text[next.start..next.end]);
        self.read_exactly(position, &whole).ok().map(|_| whole)
    }

    /// A move that is written with spaces inside, `e2 e4` or `32 - 28`, in one word.
    fn in_one_word(
        &self,
        position: &mut Position<'_, AnyExecutor>,
        first: &str,
        text: &str,
        parts: &pgn::Parts<'_>,
    ) -> Option<String> {
        let moves = parts.clone().map_while(|part| match part {
            Ok((pgn::Token::Move, span)) => Some(&text[span.start..span.end]),
            _ => None,
        });
        let behind: Vec<&str> = moves.take(2).collect();
        let is_cell =
            |word: &str| word.chars().all(char::is_alphanumeric) && word.contains(|c: char| c.is_ascii_digit());
        let whole = match behind[..] {
            [dash, to, ..] if dash.replace(DASHES, "-") == "-" => format!("{first}-{to}"),
            ["x" | ":", to, ..] => format!("{first}x{to}"),
            [to, ..] if is_cell(first) && is_cell(to) => format!("{first}-{to}"),
            _ => return None,
        };
        self.read_exactly(position, &whole).ok().map(|_| whole)
    }

    /// That a list has a move of a player who is not to move.
    pub(super) fn not_its_turn(&self, side: Side) -> Fault {
        let fault = Fault::new(format!("{} moves, and it is not its turn", self.player(side)));
        fault.help("is a move missing before it?")
    }

    /// The player whom a word of a text names: by its name, by its initial where the text has those of both, or as black and white.
    fn called(&self, word: &str, text: &str) -> Option<Side> {
        let players = self.compiled().players();
        let initial = |side: Side| players[side].get(..1).unwrap_or_default();
        let stands = |initial: &str| text.split_whitespace().any(|word| word.eq_ignore_ascii_case(initial));
        let apart = || !initial(Side::First).eq_ignore_ascii_case(initial(Side::Second));
        // The text is only looked through for a word of one letter: lists are long.
        let both = || apart() && Side::ALL.into_iter().all(|side| stands(initial(side)));
        let named = Side::ALL.into_iter().find(|&side| {
            word.eq_ignore_ascii_case(players[side]) || word.eq_ignore_ascii_case(initial(side)) && both()
        });
        named.or_else(|| match word.to_ascii_lowercase().as_str() {
            "b" | "black" => colour_of(self, "B"),
            "w" | "white" => colour_of(self, "W"),
            _ => None,
        })
    }

    /// A move that is written jump by jump, `14x23 23x30`, or apart from what it takes, `a7 xd2`: the whole of it, and what stands behind.
    fn read_in_parts<'t>(
        &self,
        position: &mut Position<'_, AnyExecutor>,
        first: &str,
        text: &str,
        parts: &pgn::Parts<'t>,
    ) -> Option<(Played, pgn::Parts<'t>)> {
        let mut parts = parts.clone();
        let mut whole = first.to_string();
        while let Some(Ok((pgn::Token::Move, span))) = parts.next() {
            let cells = |text: &str| text.rfind(['x', ':', '-']).map(|at| text[at + 1..].to_string());
            let part = &text[span.start..span.end];
            let begins = cells(&whole).and_then(|last| part.strip_prefix(last.as_str()));
            let joined = |rest: &&str| rest.starts_with(['x', ':', '-']);
            // `a7 xd2`: what a move takes besides.
            whole += begins.filter(joined).or(Some(part).filter(|part| part.starts_with(['x', ':'])))?;
            if let Ok(played) = self.read_exactly(position, &whole) {
                return Some((played, parts));
            }
        }
        None
    }

    /// Moves without anything between them: cells, as those of Othello are kept, `f5d6c3`; files by their numbers, each of one digit,
    /// `4453`; pairs of cells where no move has more, `e2e4e7e5`. They have been made then, up to one that is wrong, which is told
    /// with its place in the word. Elsewhere cells that follow each other are rather one move, and a wrong one.
    fn read_joined(&self, position: &mut Position<'_, AnyExecutor>, word: &str, letters: Letters) -> Option<Joined> {
        let puts = notation::only_puts(self.compiled().rules());
        let word = word.trim_end_matches([',', ';']);
        if !puts {
            let pairs = pairs_of_cells(word).filter(|_| notation::knows_check(self.compiled().rules()))?;
            return self.read_pairs(position, word, &pairs);
        }
        let mut moves = Vec::new();
        let by_digits = word.bytes().all(|b| b.is_ascii_digit());
        let mut at = 0;
        while at < word.len() {
            let length = word[at..].bytes().take_while(u8::is_ascii_alphabetic).count();
            let digits = word[at + length..].bytes().take_while(u8::is_ascii_digit).count();
            let place = Span::new(at, at + if by_digits { 1 } else { length + digits });
            let cell = word[place.start..place.end].to_lowercase();
            let is_cell = |played: &Played| played.text == cell || letters == Letters::WithoutI;
            // One number for a whole move, in notations that have two of it.
            let is_file = |played: &Played| by_digits && !names_another(&cell, played);
            let mut read = || match length * digits > 0 || by_digits {
                true => self.read_word(position, &cell, letters).ok().filter(|p| is_file(p) || is_cell(p)),
                false => None,
            };
            if let Some(played) = read() {
                position.make(&played.record);
                moves.push(played);
                at = place.end;
                continue;
            }
            if let Some(pass) = self.forced_pass(position, &cell, letters).filter(|_| !by_digits) {
                moves.push(pass);
                continue;
            }
            // The rest may be cells all the same.
            let known = self.compiled().topology().cell(&cell).is_some() && letters == Letters::Own;
            if let (true, Err(wrong)) = (known && !moves.is_empty(), self.read_move(position, &cell)) {
                return Some(Joined { moves, wrong: Some((wrong, place)) });
            }
            for _ in &moves {
                position.undo();
            }
            return None;
        }
        (!moves.is_empty()).then_some(Joined { moves, wrong: None })
    }

    /// Moves of two cells each at their places in a word, of which the first can be played; they have been made then.
    fn read_pairs(&self, position: &mut Position<'_, AnyExecutor>, word: &str, pairs: &[Span]) -> Option<Joined> {
        let mut moves = Vec::new();
        for &place in pairs {
            match self.read_exactly(position, &word[place.start..place.end]) {
                Ok(played) => {
                    position.make(&played.record);
                    moves.push(played);
                }
                Err(_) if moves.is_empty() => return None,
                Err(wrong) => return Some(Joined { moves, wrong: Some((wrong, place)) }),
            }
        }
        Some(Joined { moves, wrong: None })
    }

    /// The pass before a move where it is all that can be played, which many leave out; it has been made then.
    fn forced_pass(&self, position: &mut Position<'_, AnyExecutor>, word: &str, letters: Letters) -> Option<Played> {
        let pass = self.read_exactly(position, "pass").ok()?;
        position.moves().ok().filter(|legal| legal.len() == 1)?;
        position.make(&pass.record);
        let cell = word.find(|c: char| c.is_ascii_digit()).map_or(word, |at| {
            let digits = word[at..].bytes().take_while(u8::is_ascii_digit).count();
            &word[..at + digits]
        });
        let follows = [word, cell].into_iter().any(|text| self.read_word(position, text, letters).is_ok());
        if !follows {
            position.undo();
        }
        follows.then_some(pass)
    }

    /// That a text has the sign of a capture, and nothing is taken.
    fn takes_nothing(&self, position: &Position<'_, AnyExecutor>, word: &str, played: &Played) -> Option<Fault> {
        let mut signs = word.match_indices(['x', '×', ':']).filter(|(at, sign)| {
            let cell = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
            *at > 0 && word[at + sign.len()..].starts_with(cell)
        });
        let sign = signs.next()?.1;
        let rules = self.compiled().rules();
        let named = rules.topology.cells.iter().map(|cell| &cell.name).chain(rules.kinds.iter().map(|kind| &kind.name));
        // Where `x` is a letter of names, or of the move, it is no such sign.
        if played.text.contains('x') || named.into_iter().any(|name| name.contains('x')) {
            return None;
        }
        (!self.compiled().takes(position.state(), &played.record)).then(|| {
            let message = format!("`{word}` is read as `{}`, by which nothing is taken", played.text);
            Fault::new(message)
                .help(format!("`{sign}` says that something is taken: is a move missing before it, or another?"))
        })
    }

    /// That a number is that of another cell, counted from the player's own first one.
    fn counts_own(&self, position: &Position<'_, AnyExecutor>, word: &str, played: &Played) -> Option<Fault> {
        let player = self.player(position.mover());
        names_another(word, played).then(|| {
            let message = format!("`{word}` is read as `{}`: counted from the first of {player}'s", played.text);
            Fault::new(message).help("is it the other player's turn, or a move missing before it?")
        })
    }

    /// That a cell alone is read as a drop, where another kind may be dropped there, too.
    fn leaves_kind_out(&self, position: &mut Position<'_, AnyExecutor>, word: &str, played: &Played) -> Option<Fault> {
        let (_, cell) = played.text.split_once('@').filter(|(_, cell)| word.trim_end_matches(['!', '?']) == *cell)?;
        let legal = position.moves().ok()?;
        let other = legal
            .iter()
            .map(|record| self.compiled().move_text(position.state(), record))
            .find(|text| *text != played.text && text.strip_suffix(cell).is_some_and(|before| before.ends_with('@')))?;
        let message = format!("`{word}` is read as `{}`", played.text);
        Some(
            Fault::new(message)
                .help(format!("`{other}` is another move: a letter before the cell tells which piece is put there")),
        )
    }

    /// That a text has the sign of check or mate, and the move gives none.
    fn checks_nobody(&self, position: &Position<'_, AnyExecutor>, word: &str, played: &Played) -> Option<Fault> {
        let word = word.trim_end_matches(['!', '?']);
        let mate = word.ends_with('#');
        // Elsewhere `+` is a promotion, or a choice, or what somebody thinks of the move.
        let check = word.ends_with('+')
            && !word.ends_with("=+")
            && !word.ends_with("-+")
            && !played.text.contains('+')
            && self.compiled().rules().kinds.iter().all(|kind| kind.promotes_to.is_none());
        if !mate && !check {
            return None;
        }
        let (checks, mates) = self.compiled().checks(position.state(), &played.record)?;
        let (sign, what) = if mate { ("#", "mate") } else { ("+", "check") };
        (!(if mate { mates } else { checks })).then(|| {
            let message = format!("`{word}` is read as `{}`, which gives no {what}", played.text);
            Fault::new(message).help(format!("`{sign}` says {what}: is a move missing before it, or another?"))
        })
    }

    /// The move of a word of a list.
    pub(super) fn read_word(
        &self,
        position: &mut Position<'_, AnyExecutor>,
        word: &str,
        letters: Letters,
    ) -> Result<Played, Fault> {
        match letters {
            Letters::Own => self.read_move(position, word),
            Letters::WithoutI => {
                let meant = self.without_i(word).ok_or_else(|| Fault::new(format!("`{word}` has a letter `i`")))?;
                self.read_exactly(position, &meant)
            }
            Letters::Ranks(least) => {
                self.read_ranks(position, word, least).unwrap_or_else(|| self.read_move(position, word))
            }
        }
    }

    /// The move of this text in a position of this game; what is called so elsewhere is told where it is none.
    pub(super) fn read_move(&self, position: &mut Position<'_, AnyExecutor>, text: &str) -> Result<Played, Fault> {
        let mut read = self.read_exactly(position, text);
        let Err(fault) = &mut read else { return read };
        let small = text.to_ascii_lowercase();
        if let Some(meant) = self.without_i(text).filter(|meant| *meant != small)
            && self.read_exactly(position, &meant).is_ok()
        {
            fault.help = Some(format!(
                "files are lettered without a gap here: what players of Go, who leave `i` out, call so is `{meant}`"
            ));
        } else if small == "pa"
            && let Ok(pass) = self.read_exactly(position, "pass")
            && position.moves().is_ok_and(|legal| legal.len() == 1)
        {
            // Servers of Othello write a pass so.
            return Ok(pass);
        } else if small.starts_with("swap") {
            // A swap of the sides is a pass that does more.
            let mut labels = self.compiled().rules().groups.iter().filter_map(|group| group.label.as_ref());
            if labels.any(|label| label.starts_with("swap"))
                && let Ok(pass) = self.read_exactly(position, "pass")
            {
                return Ok(pass);
            }
            fault.message = format!("these rules have no `{text}` here");
            let option = self.compiled().options().iter().find(|option| option.name == "pie" && option.value == "no");
            fault.help = Some(match option {
                Some(option) => format!("choose the option that has it: `--set {}=yes`", option.name),
                None => {
                    "rules that extend these can add it: `move swap-sides when … { pass { … } }`, as the language page \
                         shows under \"Swap\""
                        .to_string()
                }
            });
        } else if let Some((message, size)) =
            notation::beside_the_board(self.compiled().rules(), &small).filter(|_| !notation::is_pass(text))
        {
            fault.message = message;
            // Of any that is too small it is likely the size that was to be set.
            fault.help = size.or(fault.help.take());
        }
        read
    }

    /// Whether the board has files that players of Go call otherwise, and things are only put down there.
    fn may_leave_i_out(&self) -> bool {
        let topology = self.compiled().topology();
        let [board] = &topology.boards[..] else { return false };
        let mut clauses = self.compiled().rules().clauses();
        // From `i` on they are others, and theirs end with `z`. On boards of hexagons nobody leaves it out.
        let squares = board.drawing == Drawing::Grid;
        squares && (9..=25).contains(&board.width) && board.depth == 1 && !clauses.any(|clause| clause.verb.moves())
    }

    /// The first cell of a text that is called otherwise where `i` is left out: as it is written, and what it is called by the
    /// game's letters and by those.
    fn behind_i(&self, text: &str) -> Option<(String, [String; 2])> {
        if !self.may_leave_i_out() {
            return None;
        }
        let parts = pgn::parts(text).map_while(Result::ok).filter(|(token, _)| *token == pgn::Token::Move);
        parts.into_iter().find_map(|(_, span)| {
            let word = text[span.start..span.end].trim_end_matches([',', ';', '!', '?']);
            let small = word.to_ascii_lowercase();
            let meant = self.without_i(word).filter(|meant| *meant != small)?;
            Some((word.to_string(), [small, meant]))
        })
    }

    /// A text in small letters with the letters of files, each before a number, as one who leaves `i` out means them; none if there
    /// is an `i`.
    fn without_i(&self, text: &str) -> Option<String> {
        self.may_leave_i_out().then(|| notation::without_i(text))?
    }

    pub(super) fn read_exactly(&self, position: &mut Position<'_, AnyExecutor>, text: &str) -> Result<Played, Fault> {
        // It is not this move that is wrong, but one that might be played in its place.
        let unlisted = |position: &Position<'_, AnyExecutor>, overflow: Overflow| {
            let fault = self.unlisted(position, overflow);
            Fault { message: format!("`{text}` can't be looked for: {}", fault.message), ..fault }
        };
        if let Some(ending) = position.ending().map_err(|e| unlisted(position, e))? {
            let verdict = Verdict::new(self.compiled(), ending);
            return Err(Fault::new(format!("`{text}` can't be played: the game is over, {}", verdict.sentence())));
        }
        let legal = position.moves().map_err(|e| unlisted(position, e))?;
        let record = self.compiled().parse_move(position.state(), text).map_err(|e| Fault::of_text(text, e))?;
        if legal.position(&record).is_none() {
            return Err(Fault::new(format!("`{text}` is forbidden by the moves before it"))
                .help("it would bring back an earlier position; `moves` lists what may be played"));
        }
        let text = self.compiled().move_text(position.state(), &record);
        Ok(Played { record, text })
    }
}

fn sgf_among_moves() -> Fault {
    Fault::new("this is SGF, and no list of moves")
        .help("give it as a file: `--record FILE`, in a conversation `load FILE`")
}

/// Whether a word is a number, and what is played has another one.
fn names_another(word: &str, played: &Played) -> bool {
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    is_number(word) && is_number(&played.text) && word != played.text
}

/// Whether a word that is no move is the number of the one behind it, without a dot.
fn is_number(parts: &pgn::Parts<'_>, word: &str, number: usize) -> bool {
    word == number.to_string() && matches!(parts.clone().next(), Some(Ok((pgn::Token::Move, _))))
}
