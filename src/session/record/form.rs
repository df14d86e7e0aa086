//! The kinds of files that hold games.

use std::path::Path;

use super::{kifu, own};
use crate::notation::{pgn, sgf};

/// A kind of file that holds games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// Our own: lines that begin with a word.
    #[default]
    Record,
    /// As chess programs keep games.
    Pgn,
    /// The same for draughts.
    Pdn,
    /// As Go programs keep games.
    Sgf,
    /// As programs of shogi keep games: KIF, KI2 or CSA. They are read, not written.
    Kifu,
}

/// Forms of other programs that are not read, by the extensions of their files.
const UNREAD: [(&str, &str); 9] = [
    ("jkf", "JKF"),
    ("gib", "GIB"),
    ("ngf", "NGF"),
    ("ugf", "UGF"),
    ("ugi", "UGF"),
    ("xqf", "XQF"),
    ("zsg", "Zillions of Games"),
    ("trl", "Ludii"),
    ("psq", "Piskvork"),
];

/// How files of shogi are called.
const KIFU: [&str; 4] = ["kif", "kifu", "ki2", "csa"];

impl Form {
    /// All that are written; those that more programs read come first.
    pub const ALL: [Form; 4] = [Form::Pgn, Form::Pdn, Form::Sgf, Form::Record];

    /// What a text that holds games is, by how it begins, else by the name of its file; none if it holds no games.
    pub fn of(name: &str, text: &str) -> Option<Form> {
        let named = Form::named(Path::new(name));
        if own::is_record(text) {
            return Some(Form::Record);
        }
        if sgf::is_collection(text) {
            return Some(Form::Sgf);
        }
        let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let named_so = KIFU.iter().any(|known| extension.eq_ignore_ascii_case(known));
        if named_so || kifu::is_kifu(text) {
            return Some(Form::Kifu);
        }
        let first = pgn::parts(text).next();
        let tagged = matches!(first, Some(Ok((pgn::Token::Tag(..), _))));
        match named {
            Some(Form::Pdn) => Some(Form::Pdn),
            // Records of Tak are written as PGN is.
            _ if tagged || extension.eq_ignore_ascii_case("ptn") => Some(Form::Pgn),
            named => named.filter(|form| *form != Form::Record),
        }
    }

    /// By the extension of a file's name; none for one that says nothing.
    pub fn named(path: &Path) -> Option<Form> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "record" => Some(Form::Record),
            "pgn" => Some(Form::Pgn),
            "pdn" => Some(Form::Pdn),
            "sgf" => Some(Form::Sgf),
            _ => None,
        }
    }

    /// What a record in a form that is not read is called, by the extension of its file's name.
    pub(in crate::session) fn unread(path: &Path) -> Option<&'static str> {
        let extension = path.extension()?.to_str()?;
        let same = |(known, _): &&(&str, &str)| extension.eq_ignore_ascii_case(known);
        UNREAD.iter().find(same).map(|(_, name)| *name)
    }

    /// What a file of this name is written as: our own form if its name says nothing else.
    pub fn to_write(path: &Path) -> Form {
        Form::named(path).unwrap_or(Form::Record)
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Form::Record => "record",
            Form::Pgn => "PGN",
            Form::Pdn => "PDN",
            Form::Sgf => "SGF",
            Form::Kifu => "KIF",
        }
    }
}
