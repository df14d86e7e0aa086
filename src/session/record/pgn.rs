//! Reading PGN and PDN: tags that say what is played and from where, and the text of the moves.
//!
//! Besides the tags of others we write our own: `Rules` (the file of the rules), `RulesMark` (its digest), `Options`, `Eval`, and
//! `Position`, where `FEN` can't say all of it.

use super::form::Form;
use super::kinds;
use super::paper::{Moves, Paper};
use crate::notation::TextError;
use crate::notation::pgn::{Token, parts};
use crate::session::error::{Error, Fault};
use crate::session::parse_setting;
use crate::source::{Source, Span};

/// The games of a file.
pub(super) fn games(source: &Source, form: Form) -> Vec<Result<Paper<'_>, Error>> {
    let mut games = Vec::new();
    let mut game = Game::new(source, form);
    for part in parts(&source.text) {
        let (token, span) = match part {
            Ok(part) => part,
            Err(TextError { span, message, help }) => {
                let fault = Fault { message, help, excerpt: None };
                // The game goes on up to there, but how it ends is not known.
                games.push(Err(Error::in_file(source, "bad-record", span, fault)));
                return games;
            }
        };
        let word = &source.text[span.start..span.end];
        match token {
            Token::Tag(name, value, place) => {
                let name = name.to_ascii_lowercase();
                if game.text.is_some() || game.tags.contains(&name) {
                    games.extend(std::mem::replace(&mut game, Game::new(source, form)).finish());
                }
                game.begin(span);
                game.tag(name, value, place);
            }
            Token::Move if game.paper.form == Form::Pdn && word == "0-0" => game.end(span, None),
            Token::Result(result) => game.end(span, result),
            Token::Number(..) => game.go_on(span),
            Token::Move => {
                let numbers = word.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok());
                game.paper.greatest = numbers.fold(game.paper.greatest, usize::max);
                game.go_on(span);
            }
        }
        if game.ended {
            games.extend(std::mem::replace(&mut game, Game::new(source, form)).finish());
        }
    }
    games.extend(game.finish());
    games
}

/// A game that is being read. Names of tags are in small letters: not all programs write them as the standard does.
struct Game<'s> {
    paper: Paper<'s>,
    begun: bool,
    tags: Vec<String>,
    /// Where its moves stand.
    text: Option<Span>,
    ended: bool,
    wrong: Option<Error>,
}

impl<'s> Game<'s> {
    fn new(source: &'s Source, form: Form) -> Game<'s> {
        Game { paper: Paper::new(source, form), begun: false, tags: Vec::new(), text: None, ended: false, wrong: None }
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
        self.paper.result = result.or(self.paper.result);
        self.ended = true;
    }

    fn tag(&mut self, name: String, value: String, place: Span) {
        let paper = &mut self.paper;
        match name.as_str() {
            "rules" => drop(paper.only.insert("file", (value, place))),
            "rulesmark" => drop(paper.only.insert("rules", (value, place))),
            "eval" => drop(paper.only.insert("eval", (value, place))),
            "position" => drop(paper.only.insert("position", (value, place))),
            "fen" if !value.trim().is_empty() => drop(paper.only.entry("position").or_insert((value, place))),
            "variant" => {
                paper.named = Some((kinds::of_variant(&value), place));
                paper.title = Some(value);
            }
            "gametype" => {
                paper.form = Form::Pdn;
                match kinds::of_game_type(&value) {
                    Some((known, options)) => {
                        paper.named.get_or_insert((known.to_string(), place));
                        paper.wishes.extend(options.iter().map(|(name, value)| (*name, (*value).to_string())));
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
            "result" => paper.result = crate::notation::pgn::result(value.trim()).flatten(),
            _ => {}
        }
        self.tags.push(name);
    }

    fn finish(self) -> Option<Result<Paper<'s>, Error>> {
        let mut paper = self.paper;
        paper.moves = Moves::Text(self.text.into_iter().collect());
        match self.wrong {
            Some(error) => Some(Err(error)),
            None => self.begun.then_some(Ok(paper)),
        }
    }
}
