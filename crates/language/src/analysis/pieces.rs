//! Players, kinds of pieces with their letters, hands.

use std::collections::BTreeSet;

use super::expr::bare;
use super::items::Items;
use super::messages;
use super::scope::{Analyzer, KindName, Thing};
use crate::game::PerSide;
use crate::rules::{Kind, KindId};
use crate::source::Span;
use crate::syntax::ast::{ExprKind, HandOwner, Name, PieceDef, PromotesTo, Text};
use crate::syntax::words::OF_PIECE;

/// How many kinds a game may have.
const MOST_KINDS: usize = 128;

/// The most kinds of a game with stacks: a stack has few bits for each piece.
const MOST_STACKED: usize = 7;

/// The letters of a kind that has none yet.
const NO_LETTERS: PerSide<char> = PerSide::new('?', '?');

/// A kind on its way: what is only known when all are.
struct Draft {
    promotes_to: Option<PromotesTo>,
    letter: Option<Text>,
    span: Span,
}

impl Analyzer<'_> {
    /// Who plays.
    pub fn players(&mut self, items: &Items<'_>, whole: Span) {
        match items.players {
            Some((names, span)) => {
                if let [first, second, ..] = names {
                    // That one is named twice was said; the other one may be named elsewhere.
                    self.scope.lenient |= first.text == second.text;
                    self.scope.players = PerSide::new(first.text.clone(), second.text.clone());
                }
                if names.len() != 2 {
                    self.report(messages::not_two_players(names, span));
                    self.scope.lenient |= names.len() < 2;
                }
            }
            None => {
                if !self.scope.lenient {
                    self.report(messages::no_players(whole));
                }
                self.scope.lenient = true;
            }
        }
    }

    /// Collects the kinds.
    pub fn pieces(&mut self, items: &Items<'_>, whole: Span) {
        let mut drafts = Vec::new();
        for &(item, _) in &items.pieces {
            let (products, singles): (Vec<&PieceDef>, Vec<&PieceDef>) =
                item.pieces.iter().partition(|p| p.names.len() > 1);
            if !products.is_empty() {
                self.product(&products, &mut drafts);
            }
            for piece in singles {
                self.single_kind(piece, &mut drafts);
            }
        }
        if drafts.is_empty() && items.pieces.is_empty() {
            if !self.scope.lenient {
                self.report(messages::no_pieces(whole));
            }
            self.scope.lenient = true;
        }
        // `A = B` declares B where nothing else does; it is what A is, promoted.
        let mut index = 0;
        while index < drafts.len() {
            if let Some(PromotesTo { kind: target, letter }) = drafts[index].promotes_to.clone() {
                self.promoted(index, &target, letter, &mut drafts);
            }
            index += 1;
        }
        // A game has stacks or it has none.
        if self.scope.kinds.iter().any(|k| k.stacked) {
            self.scope.kinds.iter_mut().filter(|kind| !kind.counted).for_each(|kind| kind.stacked = true);
            if self.scope.kinds.len() > MOST_STACKED {
                self.report(messages::too_many_stacked(self.scope.kinds.len(), MOST_STACKED, whole));
            }
        }
        self.promotions(&drafts);
        self.letters(&drafts);
    }

    /// What `A = B` says of `B`.
    fn promoted(&mut self, from: KindId, target: &Name, letter: Option<Text>, drafts: &mut Vec<Draft>) {
        if let Some(known) = self.scope.kinds_named(&target.text) {
            let Some(letter) = letter else { return };
            let draft = known.kinds.first().and_then(|&id| drafts.get_mut(id));
            match draft {
                Some(draft) if draft.letter.is_none() => draft.letter = Some(letter),
                _ => self.report(messages::letter_given(&target.text, letter.span)),
            }
            return;
        }
        let like = self.scope.kinds[from].clone();
        let kind = Kind { name: target.text.clone(), promotes_to: None, strength: None, ..like };
        if self.declare(target, vec![kind]).is_some() {
            drafts.push(Draft { promotes_to: None, letter, span: target.span });
        }
    }

    fn single_kind(&mut self, piece: &PieceDef, drafts: &mut Vec<Draft>) {
        let Some(name) = piece.names.first() else { return };
        let mut kind = plain(name.text.clone());
        self.modify(&mut kind, &piece.modifiers);
        if let Some(strength) = &piece.strength {
            kind.strength = self.constant_number(strength, "a strength", 0, 1000);
        }
        if self.declare(name, vec![kind]).is_some() {
            drafts.push(Draft {
                promotes_to: piece.promotes_to.clone(),
                letter: piece.letter.clone(),
                span: name.span,
            });
        }
    }

    /// One kind for every combination of the alternatives.
    fn product(&mut self, groups: &[&PieceDef], drafts: &mut Vec<Draft>) {
        let total = groups.iter().fold(1usize, |n, g| n.saturating_mul(g.names.len()));
        let span = groups[0].names[0].span;
        if total > MOST_KINDS {
            return self.report(messages::too_many_kinds(total, MOST_KINDS, span));
        }
        let mut model = plain(String::new());
        for group in groups {
            self.modify(&mut model, &group.modifiers);
        }
        let first = self.scope.kinds.len();
        for combination in 0..total {
            // The first group changes slowest, as people count.
            let mut rest = combination;
            let mut parts: Vec<&str> = Vec::new();
            for group in groups.iter().rev() {
                parts.push(&group.names[rest % group.names.len()].text);
                rest /= group.names.len();
            }
            let name: String = parts.iter().rev().copied().collect();
            self.scope.kinds.push(Kind { name: name.clone(), base: first + combination, ..model.clone() });
            // With a single group, the names of the alternatives are those of the kinds.
            if groups.len() > 1 {
                self.name_kinds(&Name { text: name, span }, vec![first + combination]);
            }
            drafts.push(Draft { promotes_to: None, letter: None, span });
        }
        let mut step = total;
        for group in groups {
            step /= group.names.len();
            for (i, name) in group.names.iter().enumerate() {
                let has = |k: &usize| (k / step) % group.names.len() == i;
                let kinds = (0..total).filter(has).map(|k| first + k).collect();
                self.name_kinds(name, kinds);
            }
        }
    }

    fn modify(&mut self, kind: &mut Kind, modifiers: &[Name]) {
        for word in modifiers {
            match word.text.as_str() {
                "neutral" => kind.neutral = true,
                "counted" => kind.counted = true,
                "stacked" => kind.stacked = true,
                other => {
                    let words: Vec<String> = OF_PIECE.iter().map(|m| m.to_string()).collect();
                    let near = crate::diag::nearest(other, OF_PIECE.iter().copied()).map(str::to_string);
                    self.report(messages::unknown_name(
                        "property of pieces",
                        other,
                        near.as_slice(),
                        &words,
                        word.span,
                    ));
                }
            }
        }
        let Some(first) = modifiers.first() else { return };
        if kind.counted && kind.stacked {
            self.report(messages::counted_and_stacked(first.span));
        } else if kind.counted && !kind.neutral {
            self.report(messages::counted_without_neutral(first.span));
        }
    }

    fn declare(&mut self, name: &Name, kinds: Vec<Kind>) -> Option<KindId> {
        let first = self.scope.kinds.len();
        if first + kinds.len() > MOST_KINDS {
            self.report(messages::too_many_kinds(first + kinds.len(), MOST_KINDS, name.span));
            return None;
        }
        if !self.name_kinds(name, (first..first + kinds.len()).collect()) {
            return None;
        }
        for (i, kind) in kinds.into_iter().enumerate() {
            self.scope.kinds.push(Kind { base: first + i, ..kind });
        }
        Some(first)
    }

    fn name_kinds(&mut self, name: &Name, kinds: Vec<KindId>) -> bool {
        if let Some(first) = self.scope.kinds_named(&name.text).map(|k| k.span) {
            self.report(messages::name_twice(&name.text, name.span, first));
            return false;
        }
        if self.scope.player(&name.text).is_some() {
            self.report(messages::kind_is_player(&name.text, name.span));
            self.scope.unread.push(("piece".to_string(), name.text.clone()));
            return false;
        }
        self.scope.kind_names.push(KindName { name: name.text.clone(), kinds, span: name.span });
        true
    }

    fn promotions(&mut self, drafts: &[Draft]) {
        for (kind, draft) in drafts.iter().enumerate() {
            let Some(PromotesTo { kind: target, .. }) = &draft.promotes_to else { continue };
            let Some(to) = self.kind_of(target) else { continue };
            if to == kind {
                self.report(messages::promotes_to_itself(&target.text, target.span));
            }
            self.mark(Thing::Kind, &target.text);
            self.scope.kinds[kind].promotes_to = Some(to);
        }
        // What is promoted goes to a hand as what it was; a chain of promotions is followed to its start.
        for (kind, draft) in drafts.iter().enumerate() {
            let mut base = kind;
            let mut seen = BTreeSet::from([kind]);
            while let Some(from) = (0..self.scope.kinds.len()).find(|&k| self.scope.kinds[k].promotes_to == Some(base))
            {
                if !seen.insert(from) {
                    // Told once, where the first kind of the circle promotes.
                    if let (true, true, Some(target)) =
                        (from == kind && seen.len() > 1, seen.first() == Some(&kind), &draft.promotes_to)
                    {
                        self.report(messages::promotes_in_a_circle(&self.scope.kinds[kind].name, target.kind.span));
                    }
                    break;
                }
                base = from;
            }
            self.scope.kinds[kind].base = base;
        }
    }

    /// Where captives go to a hand as what they were, it must be told what that is.
    pub fn one_base_each(&mut self) {
        let kinds = &self.scope.kinds;
        for to in 0..kinds.len() {
            let from: Vec<usize> = (0..kinds.len()).filter(|&k| kinds[k].promotes_to == Some(to)).collect();
            if let [first, second, ..] = from[..] {
                let span = self.scope.kinds_named(&kinds[to].name).map_or(Span::default(), |k| k.span);
                let names = [first, second, to].map(|k| kinds[k].name.clone());
                return self.report(messages::two_bases(&names, span));
            }
        }
    }

    /// The letters of position texts: those of the file first, then each kind gets the first letter of its name, the shorter name
    /// before the longer (King before Knight), then in order what is free.
    fn letters(&mut self, drafts: &[Draft]) {
        let mut taken: Vec<(char, Span)> = Vec::new();
        for (kind, draft) in drafts.iter().enumerate() {
            let Some(text) = &draft.letter else { continue };
            let chars: Vec<char> = text.text.chars().collect();
            let neutral = self.scope.kinds[kind].neutral;
            let letters = match chars[..] {
                [c] if neutral => [c, c],
                [c] => [upper(c), lower(c)],
                [a, b] if !neutral => [a, b],
                _ => {
                    self.report(messages::bad_letters(neutral, text.span));
                    continue;
                }
            };
            let stands = |c: char| c.is_alphabetic() || "*+#@!?&~^%$<>=-".contains(c);
            if let Some(&bad) = letters.iter().find(|&&c| !stands(c)) {
                self.report(messages::not_a_letter(bad, text.span));
                continue;
            }
            if !neutral && letters[0] == letters[1] {
                self.report(messages::same_letters(text.span));
                continue;
            }
            for &c in &letters[..if neutral { 1 } else { 2 }] {
                match taken.iter().find(|t| t.0 == c) {
                    Some(&(_, first)) => {
                        self.report(messages::letter_taken(c, text.span, first));
                        break;
                    }
                    None => taken.push((c, text.span)),
                }
            }
            let [first, second] = letters;
            self.scope.kinds[kind].letters = PerSide::new(first, second);
        }
        let open: Vec<usize> = (0..drafts.len()).filter(|&k| self.scope.kinds[k].letters == NO_LETTERS).collect();
        let mut by_length = open.clone();
        by_length.sort_by_key(|&kind| self.scope.kinds[kind].name.len());
        for kind in by_length {
            self.free_letters(kind, 1, drafts[kind].span, &mut taken);
        }
        for kind in open {
            let done = self.scope.kinds[kind].letters != NO_LETTERS;
            if !done && !self.free_letters(kind, usize::MAX, drafts[kind].span, &mut taken) {
                let name = self.scope.kinds[kind].name.clone();
                return self.report(messages::out_of_letters(&name, drafts[kind].span));
            }
        }
    }

    /// Gives a kind the first letters that are free, of its name and then of the alphabet; false if there are none among
    /// the first so many.
    fn free_letters(&mut self, kind: KindId, among: usize, span: Span, taken: &mut Vec<(char, Span)>) -> bool {
        let Kind { name, neutral, letters, .. } = &mut self.scope.kinds[kind];
        let pair = |c: char| PerSide::new(upper(c), if *neutral { upper(c) } else { lower(c) });
        let candidates = name.chars().filter(char::is_ascii_alphabetic).chain('A'..='Z').map(pair);
        let smaller = ('a'..='z').filter(|_| *neutral).map(PerSide::same);
        let free = |pair: &PerSide<char>| pair.iter().all(|c| !taken.iter().any(|t| t.0 == *c));
        let Some(found) = candidates.chain(smaller).take(among).find(free) else { return false };
        *letters = found;
        taken.extend(found.into_iter().map(|c| (c, span)));
        true
    }

    /// What the players have in hand at the start.
    pub fn hands(&mut self, items: &Items<'_>) -> PerSide<Vec<i64>> {
        let mut hands = PerSide::same(vec![0_i64; self.scope.kinds.len()]);
        for &(item, _) in &items.hands {
            for (index, entry) in item.entries.iter().enumerate() {
                // What names no owner has that of the next entry that does; if none does, it is for both.
                let owner = item.entries[index..].iter().find_map(|e| e.owner.as_ref());
                if owner.is_none() && item.entries.iter().any(|e| e.owner.is_some()) {
                    let players = self.scope.players.clone();
                    self.report(messages::whose_hand(&entry.kind.text, &players, entry.kind.span));
                }
                let side = match owner {
                    Some(HandOwner::Player(player)) => match self.player_of(player) {
                        Some(side) => Some(side),
                        None => continue,
                    },
                    _ => None,
                };
                // A number that options make 0 is as good as any.
                let none = bare(&entry.number).kind == ExprKind::Number(0);
                if none {
                    self.report(messages::empty_hand(&entry.kind.text, entry.number.span));
                }
                let number = self.constant_number(&entry.number, "a number of pieces", 0, 1000);
                let number = if none { Some(1) } else { number };
                let kind = self.kind_of(&entry.kind);
                let (Some(number), Some(kind)) = (number, kind) else { continue };
                let base = self.scope.kinds[kind].base;
                if base != kind {
                    let base = self.scope.kinds[base].name.clone();
                    self.report(messages::promoted_in_hand(&entry.kind.text, &base, entry.kind.span));
                    continue;
                }
                match side {
                    Some(side) => hands[side][kind] += number,
                    None => hands.iter_mut().for_each(|hand| hand[kind] += number),
                }
            }
        }
        hands
    }
}

/// A kind without letters of its own and without anything special.
fn plain(name: String) -> Kind {
    Kind {
        name,
        letters: NO_LETTERS,
        neutral: false,
        counted: false,
        stacked: false,
        strength: None,
        promotes_to: None,
        base: 0,
    }
}

fn upper(c: char) -> char {
    c.to_uppercase().next().unwrap_or(c)
}

fn lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}
