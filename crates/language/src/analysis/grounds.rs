//! Where pieces may stand: `piece Pawn in own ranks 2..7`.

use super::items::Items;
use super::messages;
use super::moves::one_line;
use super::scope::Analyzer;
use crate::game::{PerSide, Side};
use crate::rules::{Ground, KindId, Owned, Region, Setup, owned_name};
use crate::source::{Source, Span};
use crate::syntax::ast::PieceDef;

impl Analyzer<'_> {
    /// What the file says of where pieces may stand.
    pub fn grounds(&mut self, items: &Items<'_>, source: &Source) -> Vec<Ground> {
        // Who asks only for where a piece may stand does not use it.
        let read = self.read.clone();
        let pieces = items.pieces.iter().flat_map(|item| &item.0.pieces);
        let grounds = pieces.filter_map(|piece| self.ground(piece, source)).collect();
        self.read = read;
        grounds
    }

    fn ground(&mut self, piece: &PieceDef, source: &Source) -> Option<Ground> {
        let within = piece.within.as_ref()?;
        let known = piece.names.iter().filter_map(|name| self.scope.kinds_named(&name.text));
        let kinds: Vec<KindId> = known.flat_map(|known| known.kinds.clone()).collect();
        let cells = match kinds.iter().any(|&kind| self.scope.kinds[kind].neutral) {
            true => Region::Const(self.constant_region(within, messages::CELLS_OF_NOBODYS)?),
            false => self.of_position(|this| this.region(within))?,
        };
        let names: Vec<&str> = piece.names.iter().map(|name| name.text.as_str()).collect();
        let names = names.join(" | ");
        if matches!(&cells, Region::Const(cells) if cells.is_empty()) {
            self.report(messages::piece_nowhere(&names, within.span));
            return None;
        }
        let text = format!("piece {names} in {}", one_line(source.part(within.span)));
        Some(Ground { kinds, cells, text, span: within.span })
    }

    /// Holds the start to where pieces may stand, as far as that is fixed; `places` is where the file says what stands on a
    /// cell. Of each region one piece is told.
    pub fn check_setup(&mut self, grounds: &[Ground], setup: &Setup, places: &[Option<Span>], source: &Source) {
        let tops = setup.pieces.iter().map(|&(site, owner, kind)| (site, (owner, kind)));
        let under = setup.under.iter().flat_map(|(site, pieces)| pieces.iter().map(|&piece| (*site, piece)));
        let counted = setup.counts.iter().map(|&(site, kind, _)| (site, (None, kind)));
        let pieces: Vec<(usize, Owned)> = tops.chain(under).chain(counted).collect();
        for ground in grounds {
            // Of nobody's pieces both sides say the same.
            let fixed = PerSide::of(|side| ground.cells.fixed(side));
            let strays = |&&(site, (owner, kind)): &&(usize, Owned)| {
                let cells = &fixed[owner.unwrap_or(Side::First)];
                ground.kinds.contains(&kind) && cells.as_ref().is_some_and(|cells| !cells.contains(site))
            };
            let Some(&(site, (owner, kind))) = pieces.iter().find(strays) else { continue };
            let Some(place) = places[site] else { continue };
            let name = owned_name(&self.scope.players, owner, &self.scope.kinds[kind].name);
            let message = messages::setup_beyond(&name, &self.scope.topology.cells[site].name, ground, place);
            self.report(match source.is_own(ground.span) {
                true => message,
                false => message.help(messages::declare_anew(&ground.text)),
            });
        }
    }
}
