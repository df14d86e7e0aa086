//! The files that a text extends, wherever they are kept.

use super::extend::extended;
use crate::source::{Source, Unread};

/// No more files than these extend each other in a row.
const MOST: usize = 8;

/// Where the files are that a text may extend: a folder, an editor's unsaved texts, the shipped games.
pub trait Bases {
    /// The file that one at `beside` means by `name`; `beside` is empty for a text that is in no file.
    ///
    /// # Errors
    /// Why there is none, as the user is told.
    fn base(&self, name: &str, beside: &str) -> Result<Base, Unread>;

    /// By what a path is told from others: two of the same key are one file. None of a path that leads nowhere.
    fn key(&self, path: &str) -> Option<String> {
        (!path.is_empty()).then(|| path.to_string())
    }
}

/// A file that another one extends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    /// Its text, and the name that messages have for it.
    pub source: Source,
    /// Where it is: what it extends is beside it. None if that is not looked for.
    pub path: Option<String>,
}

/// No other files at all.
impl Bases for () {
    fn base(&self, name: &str, _: &str) -> Result<Base, Unread> {
        let message = format!("there is no file `{name}`: this text was not read from a file, and can't extend one");
        Err(Unread { message, help: None })
    }
}

/// A text at some path with the files that it extends. What is wrong with them is said when the text is compiled.
pub fn with_bases(source: Source, path: &str, bases: &dyn Bases) -> Source {
    let own = bases.key(path).into_iter().collect();
    above(source, path, bases, own)
}

/// The same of a text that the files of these keys extend.
fn above(source: Source, path: &str, bases: &dyn Bases, mut keys: Vec<String>) -> Source {
    let Some(name) = extended(&source.text) else { return source };
    let unread = |message: String, help: &str| Err(Unread { message, help: Some(help.to_string()) });
    let base = bases.base(&name, path).and_then(|base| {
        let Some(path) = base.path else { return Ok(base.source) };
        let key = bases.key(&path).unwrap_or_else(|| path.clone());
        if keys.contains(&key) {
            unread(format!("`{name}` extends this file in its turn"), "files can't extend each other in a circle")
        } else if keys.len() > MOST {
            unread(format!("more than {MOST} files extend each other"), "write some of them as one")
        } else {
            keys.push(key);
            Ok(above(base.source, &path, bases, keys))
        }
    });
    source.on(base)
}

#[cfg(test)]
mod tests {
    use super::{Base, Bases, with_bases};
    use crate::source::{Source, Unread};

    struct Texts(&'static [(&'static str, &'static str)]);

    impl Bases for Texts {
        fn base(&self, name: &str, _: &str) -> Result<Base, Unread> {
            let found = self.0.iter().find(|(known, _)| *known == name);
            let (name, text) = found.ok_or(Unread { message: format!("no `{name}`"), help: None })?;
            Ok(Base { source: Source::new(*name, *text), path: Some((*name).to_string()) })
        }
    }

    fn why(texts: &'static [(&'static str, &'static str)]) -> Option<String> {
        let mut source = with_bases(Source::new("a", texts[0].1), "a", &Texts(texts));
        loop {
            source = match source.base()? {
                Ok(base) => base.clone(),
                Err(unread) => return Some(unread.message.clone()),
            };
        }
    }

    #[test]
    fn files_in_a_row_are_found_and_circles_end() {
        assert_eq!(why(&[("a", "extends \"b\""), ("b", "extends \"c\""), ("c", "")]), None);
        assert_eq!(why(&[("a", "extends \"b\""), ("b", "extends \"c\"")]), Some("no `c`".to_string()));
        let circle = why(&[("a", "extends \"b\""), ("b", "extends \"a\"")]);
        assert_eq!(circle, Some("`a` extends this file in its turn".to_string()));
        assert!(with_bases(Source::new("", "extends \"b\""), "", &()).base().is_some_and(|base| base.is_err()));
    }
}
