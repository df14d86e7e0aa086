//! Reading PGN and PDN: tags that say what is played and from where, and the text of the moves.
//!
//! Besides the tags of others we write our own: `Rules` (the file of the rules), `RulesMark` (its digest), `Options`, `Eval`, and
//! `Position`, where `FEN` can't say all of it.

use super::form::Form;
use super::kinds;
use super::paper::{Moves, Paper};
use crate::notation::TextError;
use crate::notation::pgn::{Parts, Token, parts};
use crate::session::error::{Error, Fault};
use crate::session::parse_setting;
use crate::source::{Source, Span};

/// The games of a file.
pub(super) fn games(source: &Source, form: Form) -> Games<'_> {
    Games { source, form, parts: parts(&source.text), game: Game::new(source, form), ended: false }
}

/// The games of a file, one after the other.
pub(super) struct Games<'s> {
    source: &'s Source,
    form: Form,
    parts: Parts<'s>,
    game: Game<'s>,
    /// Whether a game has ended with its result.
    ended: bool,
}

impl<'s> Iterator for Games<'s> {
    type Item = Result<Paper<'s>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(part) = self.parts.next() {
            let finished = match part {
                Ok((token, span)) => self.read(token, span),
                Err(TextError { span, message, help }) => {
                    // The game goes on up to there, but how it ends is not known.
                    self.cut();
                    let fault = Fault { message, help, excerpt: None };
                    Some(Err(Error::in_file(self.source, "bad-record", span, fault)))
                }
            };
            if finished.is_some() {
                return finished;
            }
        }
        self.cut().finish()
    }
}

impl<'s> Games<'s> {
    /// What was read since the last game.
    fn cut(&mut self) -> Game<'s> {
        std::mem::replace(&mut self.game, Game::new(self.source, self.form))
    }

    /// Whether an empty line stands between the last tag and this one: there another block of tags begins.
    fn parted(&self, span: Span) -> bool {
        let between = &self.source.text[self.game.last_tag..span.start];
        between.matches('\n').count() > 1
    }

    /// Reads a part of the text on; the game that ends with it, or before it.
    fn read(&mut self, token: Token, span: Span) -> Option<Result<Paper<'s>, Error>> {
        let word = &self.source.text[span.start..span.end];
        match token {
            Token::Tag(name, value, place) => {
                let name = name.to_ascii_lowercase();
                let known = self.game.tags.contains(&name);
                let again = self.game.text.is_some() || known && self.parted(span);
                let before = if again { self.cut().finish() } else { None };
                self.game.begin(span);
                match known && !again {
                    true => self.game.twice(span, place),
                    false => self.game.tag(name, value, place),
                }
                self.game.last_tag = span.end;
                return before;
            }
            Token::Move if self.game.paper.form == Form::Pdn && word == "0-0" => self.game.end(span, None),
            // Some end a game twice: `1-0 *`.
            Token::Result(_) if self.ended && !self.game.begun => {}
            Token::Result(result) => {
                // In words, it is behind the name of a player, which would be left alone.
                if word.starts_with(char::is_alphabetic) {
                    self.game.go_on(span);
                }
                self.game.end(span, result);
            }
            Token::Number(..) => self.game.go_on(span),
            Token::Move => {
                let numbers = word.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok());
                self.game.paper.greatest = numbers.fold(self.game.paper.greatest, usize::max);
                self.game.go_on(span);
            }
        }
        if !self.game.ended {
            return None;
        }
        self.ended = true;
        self.cut().finish()
    }
}

/// What a tag says, if it says something.
fn said(value: String) -> Option<String> {
    (!kinds::says_nothing(&value) && value.trim() != "*").then(|| value.trim().to_string())
}

/// A game that is being read. Names of tags are in small letters: not all programs write them as the standard does.
struct Game<'s> {
    paper: Paper<'s>,
    begun: bool,
    tags: Vec<String>,
    /// Where the last of them ends.
    last_tag: usize,
    /// The tag that names its game, of those that do.
    namer: Option<usize>,
    /// Where its moves stand.
    text: Option<Span>,
    ended: bool,
    wrong: Option<Error>,
}

impl<'s> Game<'s> {
    fn new(source: &'s Source, form: Form) -> Game<'s> {
        let paper = Paper::new(source, form);
        Game { paper, begun: false, tags: Vec::new(), last_tag: 0, namer: None, text: None, ended: false, wrong: None }
    }

    fn begin(&mut self, span: Span) {
        if !self.begun {
            (self.begun, self.paper.head) = (true, span);
        }
    }

    fn go_on(&mut self, span: Span) {
        self.begin(span);
        self.text = Some(self.text.map_or(span, |text| text.to(span)));
    }

    fn end(&mut self, span: Span, result: Option<[u8; 2]>) {
        self.begin(span);
        if let (Some(result), Some(tagged)) = (result, self.paper.result)
            && result != tagged
        {
            let (paper, written) = (&self.paper, self.paper.part(span));
            let said = paper.ended.as_deref().unwrap_or_default();
            let message = format!(
                "`{}`, line {}: {}its tag says `{said}`, and behind its moves stands `{written}`",
                paper.name(),
                paper.line(span),
                paper.of_several()
            );
            self.paper.doubts.push(Fault::new(message).help(format!("it is read as `{written}`")));
        }
        self.paper.result = result.or(self.paper.result);
        self.ended = true;
    }

    /// Keeps the first of two tags of one name.
    fn twice(&mut self, span: Span, value: Span) {
        let paper = &self.paper;
        let name = paper.part(Span::new(span.start + 1, value.start.saturating_sub(1))).trim();
        let message = format!("`{}`, line {}: the tag `{name}` stands there twice", paper.name(), paper.line(span));
        self.paper.doubts.push(Fault::new(message).help("the first is read"));
    }

    fn tag(&mut self, name: String, value: String, place: Span) {
        let paper = &mut self.paper;
        match name.as_str() {
            "rules" => drop(paper.only.insert("file", (value, place))),
            "rulesmark" => drop(paper.only.insert("rules", (value, place))),
            "eval" => drop(paper.only.insert("eval", (value, place))),
            // Records of Tak have their position, and the size of the board, under names of their own.
            "position" | "tps" => drop(paper.only.insert("position", (value, place))),
            "size" => paper.wishes.push(("size", value.trim().to_string(), place)),
            "fen" if !value.trim().is_empty() => {
                paper.greatest = paper.greatest.max(crate::notation::greatest_number(&value));
                paper.only.entry("position").or_insert((value, place));
            }
            "game" => {
                // Others tell there what kind of an encounter it was.
                let small = value.to_lowercase();
                let named = !kinds::says_nothing(&value) && !["game", "match"].iter().any(|word| small.contains(word));
                if kinds::known(&value).is_some() || named && value.chars().all(|c| c.is_alphabetic() || c == ' ') {
                    self.name(0, kinds::of_variant(&value), Some(value), place);
                }
            }
            "event" if let Some(game) = kinds::of_rated(&value) => self.name(0, game.to_string(), Some(value), place),
            "variant" if !kinds::says_nothing(&value) => {
                self.name(1, kinds::of_variant(&value), Some(value), place);
            }
            "gametype" => {
                paper.form = Form::Pdn;
                paper.begins = kinds::begins(&value);
                match kinds::of_game_type(&value) {
                    Some((known, options)) => {
                        self.name(2, known.to_string(), None, place);
                        let paper = &mut self.paper;
                        paper.wishes.extend(options.iter().map(|(name, value)| (*name, (*value).to_string(), place)));
                    }
                    None => drop(paper.named.get_or_insert((format!("game type {value}"), place))),
                }
            }
            "options" => {
                for word in value.split_whitespace() {
                    if let Err(error) = parse_setting(word, &mut paper.options) {
                        self.wrong.get_or_insert(paper.wrong(place, error));
                    }
                }
                paper.set.push(place);
            }
            "white" | "player1" => paper.names[0] = said(value),
            "black" | "player2" => paper.names[1] = said(value),
            "result" => {
                paper.result = crate::notation::pgn::result(value.trim()).flatten();
                paper.ended = said(value);
            }
            _ => {}
        }
        self.tags.push(name);
    }

    /// Says which game it is, unless a tag that goes before this one has said so: `GameType` goes before `Variant`, which is free
    /// text in PDN, and that before `Game`.
    fn name(&mut self, tag: usize, name: String, title: Option<String>, place: Span) {
        if self.namer.is_none_or(|namer| namer <= tag) {
            (self.namer, self.paper.named, self.paper.title) = (Some(tag), Some((name, place)), title);
        }
    }

    fn finish(self) -> Option<Result<Paper<'s>, Error>> {
        let mut paper = self.paper;
        if let (None, Some(game)) = (&paper.named, kinds::of_tags(&self.tags)) {
            paper.named = Some((game.to_string(), paper.head));
        }
        paper.moves = Moves::Text(self.text.into_iter().collect());
        match self.wrong {
            Some(error) => Some(Err(error)),
            None => self.begun.then_some(Ok(paper)),
        }
    }
}
