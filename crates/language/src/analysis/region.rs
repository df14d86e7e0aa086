//! Regions: set words, steps, rays, floods, lines; regions of the file.

use super::cover::{covers, disjoint};
use super::expr::first_operand;
use super::fold;
use super::messages;
use super::scope::{Analyzer, Definition, Lazy, Place, Thing, Value};
use crate::board::SiteSet;
use crate::game::PerSide;
use crate::rules::{DirSet, Number, Region};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, DefineBody, DirKind, Dirs, Expr, ExprKind, Name, Owner};

impl Analyzer<'_> {
    /// The shapes that are regions.
    pub(super) fn region_shape(&mut self, expr: &Expr) -> Option<Region> {
        let span = expr.span;
        let region = match &expr.kind {
            ExprKind::Cell(name) => Region::Const(self.cell(name, span)?),
            ExprKind::List(members) if self.are_numbers(members) => {
                self.report(messages::numbers_for_cells("numbers side by side", span));
                return None;
            }
            ExprKind::List(members) => self.union(members)?,
            ExprKind::Range(a, b) if self.are_numbers([&**a, &**b]) => {
                self.report(messages::numbers_for_cells("a range of numbers", span));
                return None;
            }
            ExprKind::Range(a, b) => Region::Const(self.range(a, b, span)?),
            ExprKind::Ranks(ranks) => {
                let ranks = self.ranks(None, ranks, span)?;
                let elsewhere = [Place::State, Place::Eval, Place::Query, Place::Definition];
                let of_positions =
                    !matches!(self.env.place, Place::Constant(_)) && !elsewhere.contains(&self.env.place);
                if let (true, Region::Const(cells)) = (of_positions, &ranks) {
                    self.ranks_of_both.push((cells.clone(), span));
                }
                ranks
            }
            ExprKind::OwnedRanks(owner, ranks) => {
                let who = self.who(owner, span);
                let ranks = self.ranks(Some(who?), ranks, span);
                ranks?
            }
            ExprKind::FarRank => {
                self.changing("far rank", span)?;
                self.far_rank(span)?
            }
            ExprKind::Files(files) => Region::Const(self.files(files)?),
            ExprKind::RanksOf(of) => self.rows_of(of, span, |c| (c.board, c.y, 0))?,
            ExprKind::FilesOf(of) => self.rows_of(of, span, |c| (c.board, c.x, 0))?,
            ExprKind::Owned(owner) => {
                if self.all_neutral() && self.env.place != Place::Query {
                    let word = if matches!(owner, Owner::Own) { "own" } else { "enemy" };
                    self.report(messages::nobodys(word, span));
                }
                Region::Pieces { who: Some(self.who(owner, span)?), kinds: None }
            }
            ExprKind::OwnedName(owner, name) => self.owned(owner, name, span)?,
            ExprKind::AttackedBy(owner, kind) => {
                self.changing("attacked", span)?;
                // `attacked by Rook`
                if let (Owner::Player(name), None) = (owner, kind)
                    && self.scope.kinds_named(&name.text).is_some()
                {
                    self.report(messages::attacked_by_nobodys(&name.text, name.span));
                    return None;
                }
                if let Some(none) = kind.as_ref().and_then(|kind| self.cells_of_none(&kind.text, kind.span)) {
                    return Some(none);
                }
                let (who, kinds) = (self.who(owner, span), kind.as_ref().map(|kind| self.kinds_of(kind)));
                let kinds = match kinds {
                    Some(kinds) => Some(kinds?),
                    None => None,
                };
                self.attackers.extend(kinds.iter().map(|kinds| (kinds.clone(), span)));
                Region::AttackedBy(who?, kinds)
            }
            ExprKind::Step { dirs, steps, of } => self.step(dirs, steps.as_deref(), of)?,
            ExprKind::Ray { dirs, exactly, of, through, until } => {
                let dirs = self.dirs(dirs);
                let exactly = exactly.as_deref().map(|n| self.length(n, "the length of a ray"));
                let of = self.region(of);
                let through = self.passed("ray", "through", through);
                let until = until.as_deref().map(|u| self.passed("ray", "until", u));
                let exactly = match exactly {
                    Some(n) => Some(Box::new(n?)),
                    None => None,
                };
                let until = match until {
                    Some(u) => Some(Box::new(u?)),
                    None => None,
                };
                let (dirs, of, through) = (dirs?, Box::new(of?), Box::new(through?));
                if let (None, Some(until)) = (&exactly, &until)
                    && covers(&through, until, self.scope.topology.sites())
                    && self.ends_everywhere(&dirs)
                    && self.env.place != Place::Query
                {
                    self.report(messages::until_inside_through(span));
                }
                Region::Ray { dirs, exactly, of, through, until }
            }
            ExprKind::Beyond { dirs, of, through } => {
                let (dirs, of) = (self.dirs(dirs), self.region(of));
                let through = self.passed("beyond", "through", through);
                Region::Beyond { dirs: dirs?, of: Box::new(of?), through: Box::new(through?) }
            }
            ExprKind::Flood { dirs: dirs_written, seed, within } => {
                let dirs = self.joined_by(dirs_written.as_ref());
                // `flood rnak 1 in own`: where the word is no direction, what the number behind it counts is unknown.
                if dirs.is_none() && matches!(seed.kind, ExprKind::Number(_)) && !self.scope.numbered() {
                    return None;
                }
                self.told_if_flood_begins_all_over(dirs_written.as_ref(), seed);
                let (begins, stays) = (self.region(seed)?, self.region(within)?);
                if self.env.place != Place::Query && disjoint(&begins, &stays) && !self.is_told_of(span) {
                    let seed = self.words_at(seed.span);
                    self.report(messages::flood_begins_outside(&seed, &self.words_at(within.span), span));
                }
                Region::Flood { dirs: dirs?, seed: Box::new(begins), within: Box::new(stays) }
            }
            ExprKind::Line { length, dirs, of } => {
                let dirs = self.line_dirs(dirs.as_ref());
                let n = self.constant_number(length, "the length of a line", 1, 1024);
                let region = self.region(of);
                let (dirs, n) = (dirs?, n?);
                self.line_fits(n, &dirs, length.span);
                if let ExprKind::Binary(BinaryOp::Except, _, rest) = &of.kind
                    && matches!(rest.kind, ExprKind::Line { .. })
                {
                    self.report(messages::line_of_except(n, span));
                }
                let region = region?;
                if n > 1 && region.at_most_one() && self.env.place != Place::Query {
                    self.report(messages::line_of_one(n, span));
                }
                Region::Line { length: n as u32, dirs, of: Box::new(region) }
            }
            ExprKind::StrongerThan(c) => {
                let c = self.compared(c, "stronger than", span);
                Region::StrongerThan(Box::new(c?))
            }
            ExprKind::WeakerThan(c) => {
                let c = self.compared(c, "weaker than", span);
                Region::WeakerThan(Box::new(c?))
            }
            ExprKind::Holding(a, b) => {
                self.changing("holding", span)?;
                let both = a.span.to(b.span);
                let (a, b) = (self.number(a), self.number(b));
                if let (Some(Number::Const(least)), Some(Number::Const(most))) = (&a, &b)
                    && least > most
                {
                    self.report(messages::backward_range(&least.to_string(), &most.to_string(), both));
                    return None;
                }
                if !self.scope.kinds.iter().any(|k| k.counted || k.stacked) {
                    let report = messages::nothing_counted("holding", span);
                    self.report_uncounted(report, "`holding` asks for it as well");
                    return None;
                }
                Region::Holding(Box::new(a?), Box::new(b?))
            }
            ExprKind::Binary(op, a, b) => return self.set_operation(*op, a, b, span),
            _ => unreachable!("not a region: {expr:?}"),
        };
        Some(self.fold(region))
    }

    /// What a ray goes through, or where it ends. It takes a whole chain of `on`: where that has no cell, the last was meant
    /// to be joined to the ray.
    fn passed(&mut self, shape: &str, word: &str, expr: &Expr) -> Option<Region> {
        let region = self.region(expr);
        let mut chain = expr;
        while let ExprKind::Binary(BinaryOp::On, first, last) = &chain.kind
            && self.says("always-empty", chain.span)
        {
            if self.says("always-empty", first.span) {
                chain = first;
                continue;
            }
            let [first, last] = [first, last].map(|operand| words_of(operand));
            self.report_instead(messages::taken_by_ray(shape, word, &first, &last, expr.span));
            break;
        }
        region
    }

    /// Whether of two regions one has pieces of a player's only, and the other nobody's.
    fn is_owned_and_nobodys(&self, a: &Region, b: &Region) -> bool {
        let owned = |region: &Region| matches!(region, Region::Pieces { who: Some(_), .. });
        let nobodys = |region: &Region| {
            let Region::Pieces { kinds: Some(kinds), .. } = region else { return false };
            kinds.iter().all(|&kind| self.scope.kinds[kind].neutral)
        };
        owned(a) && nobodys(b) || owned(b) && nobodys(a)
    }

    /// Whether these are numbers, on a board where none is a cell.
    pub(super) fn are_numbers<'e>(&self, members: impl IntoIterator<Item = &'e Expr>) -> bool {
        let number = |member: &Expr| matches!(member.kind, ExprKind::Number(_));
        self.scope.boards_known && !self.scope.numbered() && members.into_iter().all(number)
    }

    fn set_operation(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span) -> Option<Region> {
        let (left, right) = (self.region(a), self.region(b));
        let (left, right) = (left?, right?);
        for operand in [a, b] {
            self.told_if_option(operand);
        }
        let nothing = self.nothing();
        // Both have cells, the result has none: that is hardly meant. What is empty already was said to be so.
        let operands_empty = left == nothing || right == nothing;
        let same = left == right;
        let nobodys = self.is_owned_and_nobodys(&left, &right);
        // Options may well leave fixed regions without a common cell.
        let fixed_apart = |a: &Region, b: &Region| {
            self.scope.options.is_empty() && super::cover::fixed_apart(a, b, self.scope.topology.sites())
        };
        let elsewhere_too = || {
            let parts = right.conjuncts();
            left.conjuncts().iter().any(|a| parts.iter().any(|b| fixed_apart(a, b)))
        };
        let disjoint = nobodys || disjoint(&left, &right) || op == BinaryOp::On && elsewhere_too();
        let covered = matches!(&right, Region::Const(s) if s.len() == self.scope.topology.sites());
        let elsewhere = self.row_of_other_board(a, &right).or_else(|| self.row_of_other_board(b, &left));
        // What a parameter stands for may be taken from some of the regions that it is given with.
        let apart = |a: &Region, b: &Region| {
            fixed_apart(a, b) || super::cover::disjoint(a, b) || self.is_owned_and_nobodys(a, b)
        };
        if op == BinaryOp::Except
            && self.env.expanding.is_empty()
            && self.env.place != Place::Query
            && before_except(&left)
                .conjuncts()
                .iter()
                .any(|part| right.members().iter().all(|other| apart(part, other)))
        {
            self.report(messages::except_of_others(nobodys, span));
        }
        let (l, r) = (Box::new(left), Box::new(right));
        let (region, empty) = match op {
            BinaryOp::On => (Region::On(l, r), disjoint),
            BinaryOp::Except => (Region::Except(l, r), same || covered),
            _ => (Region::Else(l, r), false),
        };
        if let (BinaryOp::On, ExprKind::Binary(BinaryOp::Except, ..), true) =
            (op, &a.kind, self.env.place != Place::Query)
        {
            self.report(messages::except_then_on(span));
        }
        let region = self.fold(region);
        // Options may well leave a region without cells.
        if !operands_empty && (empty || region == nothing) && self.env.place != Place::Query {
            let report = messages::always_empty(span);
            self.report(match elsewhere {
                Some([first, last]) => report.help(messages::rows_of_main_board(&first, &last)),
                None if nobodys => report.help(messages::NOBODYS_PIECES),
                None => report,
            });
        }
        Some(region)
    }

    /// The ends of a row of the board that a region is on, if it is not the main board and an expression names ranks or files
    /// by their numbers, which are those of that.
    fn row_of_other_board(&self, expr: &Expr, region: &Region) -> Option<[String; 2]> {
        let (ExprKind::Ranks(_) | ExprKind::Files(_), Region::Const(set)) = (&super::expr::bare(expr).kind, region)
        else {
            return None;
        };
        let cells = &self.scope.topology.cells;
        let board = cells[set.first()?].board;
        let all = || cells.iter().filter(|cell| cell.board == board);
        let top = all().map(|cell| cell.y).max()?;
        let row: Vec<&str> = all().filter(|cell| cell.y == top).map(|cell| cell.name.as_str()).collect();
        let apart = board != 0 && set.iter().all(|site| cells[site].board == board);
        apart.then(|| [row[0], row[row.len() - 1]].map(str::to_string))
    }

    fn union(&mut self, members: &[Expr]) -> Option<Region> {
        let mut all = Some(self.nothing());
        let mut known: Vec<(SiteSet, &Expr)> = Vec::new();
        for member in members {
            let one = self.region(member);
            if let Some(Region::Const(cells)) = &one
                && self.env.place != Place::Query
            {
                let plain = |expr: &Expr| match &expr.kind {
                    ExprKind::Cell(name) => Some(name.clone()),
                    ExprKind::Number(number) => Some(number.to_string()),
                    _ => None,
                };
                let twice = known.iter().find_map(|(others, other)| {
                    let within = |one: &SiteSet, all: &SiteSet| one.minus(all).is_empty();
                    let member = plain(member).filter(|_| within(cells, others)).map(|text| (text, member.span));
                    member.or_else(|| plain(other).filter(|_| within(others, cells)).map(|text| (text, other.span)))
                });
                if let Some((text, span)) = twice {
                    self.report(messages::named_already(&text, span));
                }
                known.push((cells.clone(), member));
            }
            all = all.zip(one).map(|(all, one)| self.fold(Region::Or(Box::new(all), Box::new(one))));
        }
        all
    }

    /// `own Pawn`, `White King`, `own pits`
    fn owned(&mut self, owner: &Owner, name: &Name, span: Span) -> Option<Region> {
        let word = &name.text;
        if word.starts_with(|c: char| c.is_uppercase()) {
            if let Some(none) = self.cells_of_none(word, name.span) {
                return Some(none);
            }
            let (who, kinds) = (self.who(owner, span), self.kinds_of(name));
            let (who, kinds) = (who?, kinds?);
            self.changing(word, span)?;
            if kinds.iter().all(|&k| self.scope.kinds[k].neutral) {
                self.report(messages::neutral_has_no_owner(word, span));
                return None;
            }
            return Some(Region::Pieces { who: Some(who), kinds: Some(kinds) });
        }
        let Some(index) = self.scope.regions.iter().position(|r| &r.item.name.text == word) else {
            if word == "none" {
                let owner = if matches!(owner, Owner::Own) { "own" } else { "enemy" };
                self.report(messages::none_behind_owner(owner, span));
                return None;
            }
            // `take enemy  go-on`
            let effects = |define: &&std::sync::Arc<Definition>| {
                define.item.name.text == *word && matches!(define.item.body, DefineBody::Effects(_))
            };
            if self.scope.defines.iter().any(|define| effects(&define)) {
                self.mark(Thing::Define, word);
                self.report(messages::effects_without_do(word, name.span));
                return None;
            }
            // `flood inverse next own c`
            let known = self.scope.names().contains(word) || self.env.names.iter().any(|(name, _)| name == word);
            if known {
                let owner = match owner {
                    Owner::Own => "own",
                    Owner::Enemy => "enemy",
                    Owner::Player(player) => &player.text,
                };
                let told = messages::not_of_a_player(word, owner, name.span);
                self.report(told);
                return None;
            }
            let owned =
                |r: &&super::scope::RegionEntry| matches!(r.item.value, crate::syntax::ast::RegionValue::PerPlayer(_));
            let regions = self.scope.regions.iter().filter(owned).map(|r| r.item.name.text.clone());
            let names: Vec<String> = regions.chain(self.scope.kind_names.iter().map(|k| k.name.clone())).collect();
            // The words of the language that stand behind a player may have been meant as well.
            let words = ["stuck", "always", "hand", "rank", "ranks"].map(str::to_string);
            let meant: Vec<String> = names.iter().cloned().chain(words).collect();
            self.unknown("piece or region of a player", word, &meant, &names, name.span);
            return None;
        };
        self.mark(Thing::Region, word);
        // A region of a named player is as fixed as any other.
        let who = self.who(owner, span)?;
        match self.region_item(index)? {
            Lazy::PerPlayer(sets) => Some(Region::PerSide(who, Box::new(sets))),
            _ => {
                self.report(messages::shared_region_owned(word, span));
                None
            }
        }
    }

    fn step(&mut self, dirs: &Dirs, steps: Option<&Expr>, of: &Expr) -> Option<Region> {
        let (inverse, plain): (Vec<_>, Vec<_>) =
            dirs.include.iter().cloned().partition(|d| matches!(d.kind, DirKind::Inverse(_)));
        if let [DirKind::Word(word)] = &dirs.include.iter().map(|dir| &dir.kind).collect::<Vec<_>>()[..]
            && matches!(word.as_str(), "biggest" | "smallest" | "group" | "groups")
        {
            self.report_once(&["largest-group"], messages::largest_group(word, dirs.span), "and here");
            return None;
        }
        // `invers down of own`: where the first word is no direction, the one behind it is no number of steps.
        if let ([DirKind::Word(word)], Some(ExprKind::Name(behind))) =
            (&dirs.include.iter().map(|dir| &dir.kind).collect::<Vec<_>>()[..], steps.map(|n| &n.kind))
            && self.is_direction(behind)
            && !self.is_direction(word)
        {
            self.dirs(dirs);
            return None;
        }
        let steps = steps.map(|n| self.length(n, "a number of steps"));
        let of = self.region(of);
        let mut all: Option<Region> = None;
        for dir in &inverse {
            let DirKind::Inverse(link) = &dir.kind else { continue };
            let dir = self.link_of(link)?;
            let image = self.fold(Region::Preimage { dir, of: Box::new(of.clone()?) });
            all = Some(match all {
                Some(more) => self.fold(Region::Or(Box::new(more), Box::new(image))),
                None => image,
            });
        }
        if plain.is_empty() && !inverse.is_empty() {
            return all;
        }
        let dirs = self.dirs(&Dirs { include: plain, ..dirs.clone() });
        let steps = match steps {
            Some(n) => Some(Box::new(n?)),
            None => None,
        };
        let image = self.fold(Region::Step { dirs: dirs?, steps, of: Box::new(of?) });
        Some(match all {
            Some(more) => Region::Or(Box::new(more), Box::new(image)),
            None => image,
        })
    }

    /// A length: any number, but at least 1 if it is known now.
    pub(super) fn length(&mut self, expr: &Expr, what: &str) -> Option<Number> {
        let number = self.number(expr)?;
        if let Number::Const(n) = number
            && !(1..=1024).contains(&n)
        {
            self.report(messages::number_out_of_range(what, n, 1, 1024, expr.span));
            return None;
        }
        Some(number)
    }

    pub(super) fn joined_by(&mut self, dirs: Option<&Dirs>) -> Option<DirSet> {
        match dirs {
            Some(dirs) => self.dirs(dirs),
            None => Some(self.neighbours()),
        }
    }

    pub(super) fn line_dirs(&mut self, dirs: Option<&Dirs>) -> Option<DirSet> {
        let dirs = match dirs {
            Some(dirs) => self.dirs(dirs)?,
            None => self.any_direction(),
        };
        Some(self.axes(dirs))
    }

    pub(super) fn line_fits(&mut self, length: i64, dirs: &DirSet, span: Span) {
        if !self.scope.boards_known {
            return;
        }
        let dirs = dirs.fixed.iter().flatten();
        let longest = dirs.map(|&d| fold::longest_line(&self.scope.topology, d)).max().unwrap_or(0);
        if length > longest as i64 {
            self.report(messages::line_too_long(length, longest, span));
        }
    }

    /// Whether none of these directions leads round: a way through all that it may pass ends beyond that.
    pub(super) fn ends_everywhere(&self, dirs: &DirSet) -> bool {
        let topology = &self.scope.topology;
        let sites = topology.sites();
        let leaves = |d: usize| (0..sites).all(|s| fold::walk(topology, s, d, sites as i64).is_none());
        dirs.plus.is_empty() && dirs.fixed.iter().flatten().all(|&d| leaves(d))
    }

    fn compared(&mut self, cell: &Expr, what: &str, span: Span) -> Option<Region> {
        self.compares_strengths = true;
        self.changing(what, span)?;
        if self.scope.kinds.iter().all(|k| k.strength.is_none()) {
            self.report(messages::no_strength(what, span));
        }
        self.region(cell)
    }

    /// The value of a region of the file, worked out when it is first asked for.
    pub fn region_item(&mut self, index: usize) -> Option<Lazy> {
        let entry = &self.scope.regions[index];
        match &entry.value {
            Lazy::Broken => return None,
            Lazy::Resolving => {
                let (name, span) = (entry.item.name.text.clone(), entry.item.name.span);
                let at = self.scope.resolving.iter().position(|r| *r == name).unwrap_or(0);
                let circle = self.scope.resolving[at..].to_vec();
                self.report(messages::circle("region", &circle, span));
                return None;
            }
            Lazy::Pending => {}
            ready => return Some(ready.clone()),
        }
        let item = entry.item.clone();
        self.scope.regions[index].value = Lazy::Resolving;
        self.scope.resolving.push(item.name.text.clone());
        let value = self.resolve_region(&item);
        self.scope.resolving.pop();
        self.scope.regions[index].value = value.clone().unwrap_or(Lazy::Broken);
        value
    }

    fn resolve_region(&mut self, item: &crate::syntax::ast::RegionItem) -> Option<Lazy> {
        use crate::syntax::ast::RegionValue;
        match &item.value {
            RegionValue::Shared(expr) => Some(Lazy::Shared(self.constant_region(expr, "a region of the file")?)),
            RegionValue::PerPlayer(parts) => {
                let mut sets: PerSide<Option<SiteSet>> = PerSide::default();
                let mut broken = false;
                for (player, expr) in parts {
                    self.player_before_itself(player, expr);
                    let (side, set) = (self.player_of(player), self.constant_region(expr, "a region of the file"));
                    let (Some(side), Some(set)) = (side, set) else {
                        broken = true;
                        continue;
                    };
                    if sets[side].replace(set).is_some() {
                        self.report(messages::player_twice(&player.text, player.span));
                    }
                }
                if broken {
                    return None;
                }
                let [Some(first), Some(second)] = sets.pair() else {
                    self.report(messages::player_missing(&item.name.text, &self.scope.players, item.name.span));
                    return None;
                };
                Some(Lazy::PerPlayer(PerSide::new(first, second)))
            }
        }
    }

    /// `region home White White rank 1, …`
    fn player_before_itself(&mut self, player: &Name, expr: &Expr) {
        let first = first_operand(expr);
        let (ExprKind::Owned(owner) | ExprKind::OwnedName(owner, _) | ExprKind::OwnedRanks(owner, _)) = &first.kind
        else {
            return;
        };
        if matches!(owner, Owner::Player(name) if name.text == player.text) {
            self.said_twice(&player.text, Span::new(player.span.start, first.span.start + player.text.len()));
        }
    }

    /// The cells of an expression that must not depend on the position or on the player.
    pub fn constant_region(&mut self, expr: &Expr, construct: &'static str) -> Option<SiteSet> {
        let env = super::scope::Env::new(Place::Constant(construct));
        let region = self.within(env, |this| this.region(expr))?;
        match region {
            Region::Const(set) => Some(set),
            _ => {
                self.report(messages::not_constant_here(construct, expr.span));
                None
            }
        }
    }

    /// Whether a value is a region of one fixed cell.
    pub fn single(value: &Value) -> Option<usize> {
        match value {
            Value::Region(Region::Const(set)) if set.len() == 1 => set.first(),
            _ => None,
        }
    }
}

/// An operand as a message repeats it, if it is a word or two.
fn words_of(expr: &Expr) -> String {
    let owner = |owner: &Owner| match owner {
        Owner::Own => "own".to_string(),
        Owner::Enemy => "enemy".to_string(),
        Owner::Player(name) => name.text.clone(),
    };
    if let ExprKind::Name(word) | ExprKind::Capital(word) | ExprKind::Cell(word) = &expr.kind {
        return word.clone();
    }
    if let ExprKind::OwnedName(whose, name) = &expr.kind {
        return format!("{} {}", owner(whose), name.text);
    }
    if let ExprKind::Owned(whose) = &expr.kind { owner(whose) } else { "…".to_string() }
}

/// What a chain of `except` takes from.
fn before_except(mut region: &Region) -> &Region {
    while let Region::Except(inner, _) = region {
        region = inner;
    }
    region
}
