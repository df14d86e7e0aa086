//! A game of a file of records, whatever the file's form: each part with its place, so that what is wrong is shown there, and
//! where its rules are.

use std::collections::BTreeMap;
use std::path::Path;

use super::form::Form;
use super::{kifu, kinds, own, pgn, sgf};
use crate::compile::Settings;
use crate::library;
use crate::notation;
use crate::session::error::{Error, Fault};
use crate::session::{Loaded, Origin, Session};
use crate::source::{Source, Span};

/// A game of a file of records, read.
#[derive(Debug)]
pub(in crate::session) struct Paper<'s> {
    source: &'s Source,
    pub(super) form: Form,
    /// Where it begins.
    pub(super) head: Span,
    /// The title of its game.
    pub(super) title: Option<String>,
    /// What `file`, `rules`, `eval` and `position` say.
    pub(super) only: BTreeMap<&'static str, (String, Span)>,
    /// The game in the words of other programs: a shipped one, or a file beside the record; and where that is said.
    pub(super) named: Option<(String, Span)>,
    pub(super) options: BTreeMap<String, String>,
    /// The lines that set them.
    pub(super) set: Vec<Span>,
    /// Options that hold where the game has them, with the names that they have there, and where that is said.
    pub(super) wishes: Vec<(&'static str, String, Span)>,
    /// Who begins, if its kind of game says so: `W` or `B`.
    pub(super) begins: Option<char>,
    pub(super) moves: Moves,
    /// Who plays White and Black, and how it ended, in the words of the record.
    pub(super) names: [Option<String>; 2],
    pub(super) ended: Option<String>,
    /// The halves of a point that White and Black got.
    pub(super) result: Option<[u8; 2]>,
    /// What is strange in it, whatever the game.
    pub(super) doubts: Vec<Fault>,
    /// The greatest number in a move, by which boards of draughts are told apart.
    pub(super) greatest: usize,
    /// Its number, where the file has several games.
    number: Option<usize>,
}

/// The moves of a record.
#[derive(Debug)]
pub(super) enum Moves {
    /// Parts of the text that hold moves among other things.
    Text(Vec<Span>),
    /// Properties, some of which are moves.
    Nodes(notation::sgf::Line),
}

/// The games of a file of a form. What is wrong with one is in its place; where nothing can be made of the rest of the
/// file, it is the last.
pub(in crate::session) fn papers(
    source: &Source,
    form: Form,
) -> Box<dyn Iterator<Item = Result<Paper<'_>, Error>> + '_> {
    let papers: Box<dyn Iterator<Item = Result<Paper<'_>, Error>> + '_> = match form {
        Form::Record => Box::new(own::games(source)),
        Form::Pgn | Form::Pdn => Box::new(pgn::games(source, form)),
        Form::Sgf => Box::new(sgf::games(source)),
        Form::Kifu => Box::new(kifu::games(source)),
    };
    let mut papers = papers.enumerate().peekable();
    Box::new(std::iter::from_fn(move || {
        let (index, mut paper) = papers.next()?;
        if let (Ok(paper), true) = (&mut paper, index > 0 || papers.peek().is_some()) {
            paper.number = Some(index + 1);
        }
        Some(paper)
    }))
}

/// The only game of a file, or that of this number from 1; and how many there are.
///
/// # Errors
/// What is wrong with it, or that there is none.
pub(super) fn paper(source: &Source, form: Form, number: Option<usize>) -> Result<(Paper<'_>, usize), Error> {
    let wanted = number.unwrap_or(1);
    // A large file is not kept whole.
    let (mut found, mut last, mut games) = (None, None, 0);
    for paper in papers(source, form) {
        games += 1;
        match games == wanted {
            true => found = Some(paper),
            false => last = Some(paper),
        }
    }
    if let Some(found) = found {
        return found.map(|paper| (paper, games));
    }
    let name = &source.name;
    Err(match games {
        _ if matches!(last, Some(Err(_))) => Error::request(format!("`{name}` has no game {wanted}")).help(format!(
            "it has {games}, and what is wrong with the last may hide others: `{name}#{games}` shows it"
        )),
        0 => Error::request(format!("`{name}` holds no game"))
            .help("a game is its moves, in PGN behind tags such as `[White \"…\"]`"),
        1 => Error::request(format!("`{name}` has no game {wanted}")).help("it has one"),
        _ => Error::request(format!("`{name}` has no game {wanted}")).help(format!("it has {games}")),
    })
}

impl<'s> Paper<'s> {
    /// A record that says nothing yet.
    pub(super) fn new(source: &'s Source, form: Form) -> Paper<'s> {
        Paper {
            source,
            form,
            head: Span::default(),
            title: None,
            only: BTreeMap::new(),
            named: None,
            options: BTreeMap::new(),
            set: Vec::new(),
            wishes: Vec::new(),
            begins: None,
            moves: Moves::Text(Vec::new()),
            names: [None, None],
            ended: None,
            result: None,
            doubts: Vec::new(),
            greatest: 0,
            number: None,
        }
    }

    /// The whole file.
    pub(super) fn text(&self) -> &'s str {
        &self.source.text
    }

    /// What the file is called.
    pub(super) fn name(&self) -> &'s str {
        &self.source.name
    }

    /// A part of the file.
    pub(super) fn part(&self, span: Span) -> &'s str {
        &self.source.text[span.start..span.end]
    }

    /// The line on which a place is.
    pub(super) fn line(&self, span: Span) -> usize {
        self.source.line_column(span.start).0
    }

    /// What stands before a message about one of its moves.
    pub(super) fn of_several(&self) -> String {
        self.number.map_or_else(String::new, |number| format!("game {number}, "))
    }

    /// What it sets; `given` from outside goes before that.
    pub(in crate::session) fn settings(&self, given: &Settings) -> Settings {
        let mut settings = given.clone();
        settings.options = self.options.clone();
        settings.options.extend(given.options.clone());
        if settings.evaluation.is_none() {
            settings.evaluation = self.only.get("eval").map(|(name, _)| name.clone());
        }
        settings
    }

    /// Whether it names a file of rules.
    pub(in crate::session) fn has_rules(&self) -> bool {
        self.only.contains_key("file")
    }

    /// The game that it says to be of, if that is not this one.
    pub(in crate::session) fn of_another(&self, game: &Session) -> Option<String> {
        let title = game.compiled().name();
        if let Some(own) = &self.title
            && self.form == Form::Record
        {
            return (own != title).then(|| own.clone());
        }
        let (named, _) = self.named.as_ref()?;
        let same = *named == kinds::stem(title) || *named == game_stem(game.loaded());
        (!same).then(|| self.title.as_ref().unwrap_or(named).clone())
    }

    /// The game that it is of if nobody says more, where it names none, if that is not this one.
    pub(in crate::session) fn of_another_by_default(&self, game: &Session) -> Option<String> {
        let silent = !self.has_rules() && self.named.is_none();
        let (default, _) = silent.then(|| kinds::by_default(self.form, self.greatest))??;
        (default != kinds::stem(game.compiled().name()) && default != game_stem(game.loaded()))
            .then(|| default.to_string())
    }

    /// What is to be said of a wrong move where the record does not say which game it is.
    pub(super) fn assumed(&self, game: &Session) -> Option<String> {
        let silent = matches!(self.form, Form::Pdn | Form::Sgf) && !self.has_rules() && self.named.is_none();
        let name = game.compiled().name();
        (silent && self.of_another_by_default(game).is_none()).then(|| {
            format!(
                "the record does not say which game it is, and is read as {name}: `--record` reads it by other rules"
            )
        })
    }

    /// A wrong request that a part of the record makes; what is wrong elsewhere is wrong there.
    pub(super) fn wrong(&self, part: Span, error: Error) -> Error {
        match error {
            Error::Request(fault) => Error::in_file(self.source, "bad-record", part, fault),
            other => other,
        }
    }

    /// A wrong request that the whole game makes.
    pub(in crate::session) fn at_head(&self, error: Error) -> Error {
        self.wrong(self.head, error)
    }

    /// What is wrong with the settings for these rules, where the record makes them.
    pub(in crate::session) fn blame(&self, error: Error) -> Error {
        let Error::Request(fault) = &error else { return error };
        let named = |span: Span| {
            let name = self.part(span).split('=').next().unwrap_or_default().trim();
            fault.message.contains(&format!("`{name}`")) || fault.message.contains(&format!("`{name}="))
        };
        match self.set.iter().chain(self.only.get("eval").map(|(_, span)| span)).find(|span| named(**span)) {
            Some(&span) => self.wrong(span, error),
            None => error,
        }
    }

    /// Opens its rules with what it sets.
    ///
    /// # Errors
    /// What is wrong with them, or that they are not there.
    pub(in crate::session) fn open(&self, given: &Settings) -> Result<Loaded, Error> {
        let loaded = Loaded::open(&self.rules()?, &self.settings(given)).map_err(|error| self.blame(error))?;
        self.adapt(loaded)
    }

    /// A game with the options that the record wishes for, where it has them and nothing else is set.
    ///
    /// # Errors
    /// If such a value is none of the option's.
    pub(in crate::session) fn adapt(&self, loaded: Loaded) -> Result<Loaded, Error> {
        let mut settings = loaded.settings.clone();
        for (name, value, _) in &self.wishes {
            let known = loaded.compiled.options().iter().find(|option| option.name == *name);
            if known.is_some_and(|option| option.value != *value) && !settings.options.contains_key(*name) {
                settings.options.insert((*name).to_string(), value.clone());
            }
        }
        if settings == loaded.settings {
            return Ok(loaded);
        }
        loaded.with_settings(settings).map_err(|error| {
            let about =
                |name: &str| matches!(&error, Error::Request(fault) if fault.message.contains(&format!("`{name}`")));
            match self.wishes.iter().find(|(name, ..)| about(name)) {
                Some(&(_, _, span)) => self.wrong(span, error),
                None => error,
            }
        })
    }

    /// The file of the rules: as seen from the record's folder, from the current one, beside the record, or a shipped game.
    pub(in crate::session) fn rules(&self) -> Result<String, Error> {
        if let Some((name, place)) = self.only.get("file") {
            return self.find(name, *place);
        }
        if let Some((name, place)) = &self.named {
            return self.find_named(name, *place);
        }
        match kinds::by_default(self.form, self.greatest) {
            Some((name, _)) => self.find_named(name, self.head),
            None => {
                let fault = Fault::new("the record does not name its rules").help("add a line `file NAME`");
                Err(self.wrong(self.head, Error::Request(fault)))
            }
        }
    }

    /// The shipped game that it names, or that records of its form are of.
    pub(super) fn shipped(&self) -> Option<&'static library::Shipped> {
        if let Some((name, _)) = self.only.get("file") {
            return library::find(Path::new(name).file_stem()?.to_str()?);
        }
        match &self.named {
            Some((name, _)) => library::find(name),
            None => kinds::by_default(self.form, self.greatest).and_then(|(name, _)| library::find(name)),
        }
    }

    /// A file of rules.
    fn find(&self, name: &str, place: Span) -> Result<String, Error> {
        let name = Path::new(name);
        let stem = name.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if let (true, Some(game)) = (name.as_os_str() == stem, library::find(stem)) {
            return Ok(game.name.to_string());
        }
        let tried = self.places(name);
        if let Some(found) = tried.iter().find(|path| path.is_file()) {
            return Ok(seen_from_here(found));
        }
        if let Some(game) = library::find(stem) {
            return Ok(game.name.to_string());
        }
        let mut shown: Vec<String> = Vec::new();
        for path in tried.iter().map(|path| format!("`{}`", path.display())) {
            if !shown.contains(&path) {
                shown.push(path);
            }
        }
        let fault = Fault::new(format!("the rules of this record, `{}`, are not there", name.display()));
        let help = format!(
            "there is no file {}, and no shipped game `{stem}`: say where the rules are, or put them beside the record",
            shown.join(" or ")
        );
        Err(self.wrong(place, Error::Request(fault.help(help))))
    }

    /// A shipped game, or a file of this name beside the record.
    fn find_named(&self, name: &str, place: Span) -> Result<String, Error> {
        if let Some(game) = library::find(name) {
            return Ok(game.name.to_string());
        }
        let file = format!("{name}.game");
        if let Some(found) = self.places(Path::new(&file)).iter().find(|path| path.is_file()) {
            return Ok(seen_from_here(found));
        }
        let title = self.title.as_deref().unwrap_or(name);
        let fault = Fault::new(format!("this is a game of `{title}`, and there are no rules called `{name}`"));
        let help = format!(
            "name them: `rulesmith moves RULES --record {}`, in a conversation `load RULES {}`; or put `{file}` beside the record",
            self.name(),
            self.name()
        );
        Err(self.wrong(place, Error::Request(fault.help(help))))
    }

    /// Where a file that the record names may be.
    fn places(&self, name: &Path) -> Vec<std::path::PathBuf> {
        let folder = Path::new(&self.source.name).parent().unwrap_or(Path::new(""));
        let mut places = vec![folder.join(name), name.to_path_buf()];
        places.extend(name.file_name().map(|file| folder.join(file)));
        places
    }

    /// What it says of rules and start, and its moves, as far as texts tell them.
    pub(in crate::session) fn content(&self) -> (Vec<String>, Vec<&str>) {
        let mut head: Vec<String> = self.only.values().map(|(text, _)| text.clone()).collect();
        head.extend(self.options.iter().map(|(name, value)| format!("{name}={value}")));
        head.extend(self.title.clone());
        head.extend(self.named.iter().map(|(name, _)| name.clone()));
        let moves = match &self.moves {
            Moves::Text(spans) => spans
                .iter()
                .flat_map(|&span| {
                    let text = self.part(span);
                    let moves = notation::pgn::moves(text).unwrap_or_default();
                    moves.into_iter().map(move |span| &text[span.start..span.end])
                })
                .collect(),
            Moves::Nodes(line) => {
                let moves = line.iter().filter(|property| matches!(property.name(self.text()).as_str(), "B" | "W"));
                moves.flat_map(|property| property.values(self.text())).map(|(_, span)| self.part(span)).collect()
            }
        };
        (head, moves)
    }
}

/// What a game's file is called, without folder and extension.
pub(super) fn game_stem(loaded: &Loaded) -> String {
    match &loaded.origin {
        Origin::Shipped(name) => (*name).to_string(),
        Origin::File(path) => {
            Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
        }
        Origin::Text => String::new(),
    }
}

/// A path without detours, from the current folder on if it lies in there.
fn seen_from_here(path: &Path) -> String {
    let whole = path.canonicalize().ok();
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).ok();
    let inside = whole.as_ref().zip(here).and_then(|(whole, here)| whole.strip_prefix(here).ok());
    inside.unwrap_or(path).display().to_string()
}
