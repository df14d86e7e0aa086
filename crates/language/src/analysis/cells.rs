//! Cells by where they lie on the board: names, ranges, ranks and files.

use std::sync::Arc;

use super::messages;
use super::scope::{Analyzer, Place};
use crate::board::{Cell, Drawing, SiteSet, file_index, file_name};
use crate::diag::{Diagnostic, nearest};
use crate::game::PerSide;
use crate::rules::{Region, Who};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};

/// How many cells of a rank are shown where one of them may have been meant.
const SHOWN: usize = 8;

impl Analyzer<'_> {
    /// A cell by its name.
    pub fn cell(&mut self, name: &str, span: Span) -> Option<SiteSet> {
        if !self.scope.boards_known {
            self.no_board_yet(span);
            return None;
        }
        if let Some(cell) = self.scope.topology.cell(name) {
            return Some(self.one(cell));
        }
        // `region q1 = …` has been told that its name looks like a cell.
        if self.is_unread(name) {
            return None;
        }
        let topology = &self.scope.topology;
        let cells = &topology.cells;
        let near = nearest(name, cells.iter().map(|c| c.name.as_str())).map(str::to_string);
        let first = cells.first().map_or("", |c| c.name.as_str()).to_string();
        let last = cells.last().map_or("", |c| c.name.as_str()).to_string();
        let board = &topology.boards[0];
        let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let file = file_index(&name[..name.len() - digits.len()]);
        let rank = digits.parse().ok().filter(|y: &i32| (1..=board.height).contains(y));
        let rank = rank.filter(|_| board.depth == 1 && !self.scope.numbered());
        let flat = board.depth == 1 || name.len() != digits.len() + 1;
        let range = self.words_at(span);
        let dash = range.split_once('-').filter(|(a, b)| [a, b].iter().all(|part| part.trim().parse::<u32>().is_ok()));
        let message = match file.filter(|x| *x < board.width).zip(rank) {
            _ if self.scope.holes.iter().any(|hole| hole == name) => messages::cell_is_a_hole(name, span),
            _ if !flat => messages::cell_of_two_letters(name, &first, &last, span),
            Some((x, y)) => self.left_out(name, x, y - 1, span),
            None if let Some((a, b)) = dash => messages::dash_between_numbers(name, a.trim(), b.trim(), span),
            None => messages::cell_off_board(name, &first, &last, near, span),
        };
        self.report_cell(name, message);
        None
    }

    /// Why there is no cell at a place among the files and ranks of the main board, from 0.
    fn left_out(&self, name: &str, x: i32, y: i32, span: Span) -> Diagnostic {
        let topology = &self.scope.topology;
        let rank: Vec<&Cell> = topology.cells.iter().filter(|c| c.board == 0 && c.y == y).collect();
        if let ([first, .., last] | [first @ last], true) = (&rank[..], topology.hexagonal) {
            let ends = [first, last].map(|c| c.name.clone());
            return messages::cell_beyond_rank(name, y + 1, ends, span);
        }
        let mut names: Vec<String> = rank.iter().take(SHOWN).map(|c| format!("`{}`", c.name)).collect();
        if rank.len() > SHOWN {
            names.push("…".to_string());
        }
        let names = names.join(" ");
        let odd = |x: i32, y: i32| (x + y) % 2 != 0;
        let main = || topology.cells.iter().filter(|c| c.board == 0);
        // On a board of one colour there are no straight steps, so that holes alone don't make one.
        let straight =
            topology.direction("north").is_some_and(|d| topology.directions[d].next.iter().any(Option::is_some));
        if !straight && topology.boards[0].drawing == Drawing::Grid && main().all(|c| odd(c.x, c.y) != odd(x, y)) {
            let colours = if odd(x, y) { ["dark", "light"] } else { ["light", "dark"] };
            return messages::cell_of_other_colour(name, colours, &names, span);
        }
        messages::cell_left_out(name, &names, span)
    }

    /// A cell of a board whose cells are numbered.
    pub(super) fn numbered_cell(&mut self, n: i64, span: Span) -> Option<Region> {
        self.cell(&n.to_string(), span).map(Region::Const)
    }

    /// `c1..c5`: the straight row or the block of cells between two corners; `1..6` on a track.
    pub(super) fn range(&mut self, a: &Expr, b: &Expr, span: Span) -> Option<SiteSet> {
        let (a, b) = (self.region(a), self.region(b));
        let (Region::Const(a), Region::Const(b)) = (a?, b?) else {
            self.report(messages::range_of_regions(span));
            return None;
        };
        let (Some(first), Some(last), 1, 1) = (a.first(), b.first(), a.len(), b.len()) else {
            self.report(messages::range_of_regions(span));
            return None;
        };
        let cells = &self.scope.topology.cells;
        let (p, q) = (&cells[first], &cells[last]);
        let between = |v: i32, a: i32, b: i32| (a.min(b)..=a.max(b)).contains(&v);
        if self.scope.numbered() && p.x > q.x {
            self.report(messages::backward_range(&p.name, &q.name, span));
            return None;
        }
        Some(self.scope.topology.select(|c| {
            c.board == p.board
                && c.board == q.board
                && between(c.x, p.x, q.x)
                && between(c.y, p.y, q.y)
                && between(c.z, p.z, q.z)
        }))
    }

    /// The numbers of `ranks 2 4 6`, `ranks 1..2`, each with its place.
    fn numbers_between(&mut self, exprs: &[Expr], what: &str, most: i64) -> Option<Vec<i64>> {
        let mut all = Some(Vec::new());
        for expr in exprs {
            let some = match &expr.kind {
                ExprKind::Range(a, b) => {
                    let a = self.constant_number(a, what, 1, most);
                    let b = self.constant_number(b, what, 1, most);
                    a.zip(b).and_then(|(a, b)| {
                        if a > b {
                            self.report(messages::backward_range(&a.to_string(), &b.to_string(), expr.span));
                            return None;
                        }
                        Some((a..=b).collect::<Vec<_>>())
                    })
                }
                _ => self.constant_number(expr, what, 1, most).map(|n| vec![n]),
            };
            if let (Some(known), Some([n]), ExprKind::Number(_)) = (&all, some.as_deref(), &expr.kind)
                && known.contains(n)
                && self.env.place != Place::Query
            {
                self.report(messages::named_already(&n.to_string(), expr.span));
            }
            all = all.zip(some).map(|(mut all, some)| {
                all.extend(some);
                all
            });
        }
        all
    }

    /// `ranks 1..2`; `own ranks 1..2`, counted from that player's side.
    pub(super) fn ranks(&mut self, who: Option<Who>, ranks: &[Expr], span: Span) -> Option<Region> {
        if !self.scope.boards_known {
            self.no_board_yet(span);
            return None;
        }
        let Some(who) = who else {
            let height = i64::from(self.scope.topology.boards[0].height);
            let ranks = self.numbers_between(ranks, "a rank", height)?;
            let set = self.scope.topology.select(|c| c.board == 0 && ranks.contains(&(i64::from(c.y) + 1)));
            return Some(Region::Const(set));
        };
        self.facing("own rank", span)?;
        let most = 1 + self.scope.advance.iter().flatten().copied().max().unwrap_or(0);
        let ranks = self.numbers_between(ranks, "a rank", most)?;
        Some(Region::PerSide(who, Box::new(self.as_faced(|advance, _| ranks.contains(&(advance + 1))))))
    }

    /// `far rank`: the last rank of each board as each player counts them.
    pub(super) fn far_rank(&mut self, span: Span) -> Option<Region> {
        self.facing("far rank", span)?;
        Some(Region::PerSide(Who::Own, Box::new(self.as_faced(|advance, last| advance == last))))
    }

    /// For each side the cells that are so far ahead, of what there is on their board at most. A further board of one rank is
    /// a row of cells beside the game and has no first and last.
    fn as_faced(&self, test: impl Fn(i64, i64) -> bool) -> PerSide<SiteSet> {
        let topology = &self.scope.topology;
        let sites = || 0..topology.sites();
        self.scope.advance.each_ref().map(|advance| {
            let of_board = |b: usize| sites().filter(move |&s| topology.cells[s].board == b).map(|s| advance[s]).max();
            let last: Vec<i64> = (0..topology.boards.len()).map(|b| of_board(b).unwrap_or(0)).collect();
            let on = |&s: &usize| {
                let board = topology.cells[s].board;
                (board == 0 || last[board] > 0) && test(advance[s], last[board])
            };
            SiteSet::from_sites(topology.sites(), sites().filter(on))
        })
    }

    /// `files a..c`
    pub(super) fn files(&mut self, files: &[Expr]) -> Option<SiteSet> {
        let mut columns = Some(Vec::new());
        for file in files {
            let some = match &file.kind {
                ExprKind::Range(a, b) => {
                    let (a, b) = (self.file(a), self.file(b));
                    a.zip(b).map(|(a, b)| (a.min(b)..=a.max(b)).collect::<Vec<_>>())
                }
                _ => self.file(file).map(|f| vec![f]),
            };
            columns = columns.zip(some).map(|(mut all, some)| {
                all.extend(some);
                all
            });
        }
        let columns = columns?;
        Some(self.scope.topology.select(|c| c.board == 0 && columns.contains(&c.x)))
    }

    /// The column of a file, by letter or by number.
    fn file(&mut self, expr: &Expr) -> Option<i32> {
        if !self.scope.boards_known {
            self.no_board_yet(expr.span);
            return None;
        }
        let width = self.scope.topology.boards[0].width;
        if let ExprKind::Name(word) = &expr.kind
            && !self.scope.options.iter().any(|o| &o.name == word)
            && let Some(x) = file_index(word)
        {
            if x < width {
                return Some(x);
            }
            let message = messages::file_off_board(word, &file_name(width - 1), expr.span);
            self.report_cell(&format!("file {word}"), message);
            return None;
        }
        self.constant_number(expr, "a file", 1, i64::from(width)).map(|n| n as i32 - 1)
    }

    /// `ranks of R`, `files of R`: for each cell all that share its row.
    pub(super) fn rows_of(
        &mut self,
        of: &Expr,
        span: Span,
        key: impl Fn(&Cell) -> (usize, i32, i32),
    ) -> Option<Region> {
        let of = self.region(of)?;
        let topology = &self.scope.topology;
        let rows: Vec<SiteSet> = topology.cells.iter().map(|c| topology.select(|d| key(c) == key(d))).collect();
        self.spend(topology.sites() / 16, span)?;
        Some(Region::Table(Arc::new(rows), Box::new(of)))
    }
}
