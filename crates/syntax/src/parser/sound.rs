//! Whether a text can be read at all, for whoever tries many edits of it: no word about why not.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use pest::Parser as _;
use rulesmith_grammar::{GameParser, Rule};

use super::{MAX_CALLS, depth, named, split};
use crate::tokens::tokens;

/// More texts of items than these are not kept.
const MOST_KEPT: usize = 10_000;

/// Reads variants of one text: most of their items are the same, and are read once.
#[derive(Debug, Default)]
pub struct Reader {
    known: HashSet<&'static str>,
    read: HashSet<String>,
}

impl Reader {
    /// `known`: words of the language that are names in the files that the text extends.
    pub(super) fn new(known: HashSet<&'static str>) -> Self {
        Reader { known, read: HashSet::new() }
    }

    /// Whether the grammar reads a text.
    pub fn reads(&mut self, text: &str) -> bool {
        let mut lexed = tokens(text);
        let names = named::names(&lexed, &self.known);
        named::respell(&mut lexed, &names);
        let mut mistakes = std::mem::take(&mut lexed.mistakes);
        let (ranges, strays) = split::split(&lexed, &mut mistakes);
        if !mistakes.is_empty() || !strays.is_empty() {
            return false;
        }
        pest::set_call_limit(NonZeroUsize::new(MAX_CALLS));
        ranges.into_iter().all(|range| {
            let list = &lexed.list[range.first..range.end];
            let (Some(first), Some(last)) = (list.first(), list.last()) else { return false };
            let item = &lexed.clean[first.span.start..last.span.end];
            if self.read.contains(item) {
                return true;
            }
            let view = split::View { text: &lexed.clean, list };
            let sound = range.known
                && range.missing == 0
                && depth::too_deep(view).is_none()
                && GameParser::parse(Rule::only_item, item).is_ok();
            if sound && self.read.len() < MOST_KEPT {
                self.read.insert(item.to_string());
            }
            sound
        })
    }
}
