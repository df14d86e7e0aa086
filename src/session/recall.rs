//! What a search against time has found, for the next one of the same game.
//!
//! A conversation is one session, which keeps it; whoever answers each request with a new session hands it on
//! ([`Session::recalling`](super::Session::recalling)).

use std::sync::{Arc, Mutex, PoisonError};

use super::{Limits, Loaded};
use crate::compile::Compiled;
use crate::search::{Options, Table};

/// The table of the last search. Those that are counted in depths or positions begin with nothing, so that they can be
/// repeated.
#[derive(Default)]
pub struct Recall(Arc<Mutex<Option<Kept>>>);

struct Kept {
    loaded: Arc<Loaded>,
    /// Where the game as it was played lies inside of `loaded`: what has been learned since judges otherwise.
    played: usize,
    options: Options,
    table: Arc<Table>,
}

impl Recall {
    /// The same memory in another place.
    pub(super) fn shared(&self) -> Recall {
        Recall(self.0.clone())
    }

    /// The table for a search: that of the last one, if it went by the same rules, evaluation and options.
    pub(super) fn table(
        &self,
        loaded: &Arc<Loaded>,
        played: &Compiled,
        options: &Options,
        limits: &Limits,
    ) -> Arc<Table> {
        let fresh = || Arc::new(Table::new(options.table_mib));
        if limits.depth.is_some() || limits.nodes.is_some() {
            return fresh();
        }
        let played = std::ptr::from_ref(played).addr();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |kept: &Kept| Arc::ptr_eq(&kept.loaded, loaded) && kept.played == played && kept.options == *options;
        if let Some(kept) = kept.as_ref().filter(|kept| same(kept)) {
            return kept.table.clone();
        }
        // Never two at a time.
        *kept = None;
        let table = fresh();
        *kept = Some(Kept { loaded: loaded.clone(), played, options: options.clone(), table: table.clone() });
        table
    }
}

/// A copy of a session begins with nothing.
impl Clone for Recall {
    fn clone(&self) -> Self {
        Recall::default()
    }
}
