//! Expressions and directions: pairs → tree.

use pest::iterators::Pair;
use rulesmith_grammar::Rule;

use super::build::{Build, Kids};
use super::named;
use crate::ast::{BinaryOp, Dir, DirKind, Dirs, Expr, ExprKind, LineHolding, Owner, SumBy};
use crate::source::Span;

impl Build<'_> {
    /// An expression of any level.
    pub fn expr(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let kind = match rule {
            Rule::expr
            | Rule::both_true
            | Rule::comparison
            | Rule::total
            | Rule::product
            | Rule::chain
            | Rule::most_chain => return self.ladder(pair),
            // These only stand for one of their children.
            Rule::primary
            | Rule::operand
            | Rule::most_operand
            | Rule::most_value
            | Rule::option_bound
            | Rule::amount
            | Rule::placed_count
            | Rule::board_size
            | Rule::offset_part
            | Rule::range_end
            | Rule::strength
            | Rule::file_end => {
                let mut kids = Kids::of(pair);
                return self.expr(kids.next()?);
            }
            Rule::not_empty => ExprKind::No(self.only(pair)?),
            Rule::negation => ExprKind::Not(self.only(pair)?),
            Rule::count | Rule::most_count => ExprKind::Count(self.only(pair)?),
            Rule::was => ExprKind::Was(self.only(pair)?),
            Rule::minus => ExprKind::Negate(self.only(pair)?),
            Rule::stronger => ExprKind::StrongerThan(self.only(pair)?),
            Rule::weaker => ExprKind::WeakerThan(self.only(pair)?),
            Rule::repeats => ExprKind::Repeats(self.only(pair)?),
            Rule::int => ExprKind::Number(self.whole(pair.as_str(), span)),
            Rule::signed => {
                let halves = self.halves(pair.as_str(), span);
                if halves % 2 == 0 { ExprKind::Number(halves / 2) } else { ExprKind::Half(halves) }
            }
            Rule::half => {
                let halves = self.halves(pair.as_str(), span);
                if halves % 2 == 0 { ExprKind::Number(halves / 2) } else { ExprKind::Half(halves) }
            }
            Rule::name | Rule::file_name | Rule::place_word => ExprKind::Name(named::plain(pair.as_str().trim_end())),
            Rule::capital => ExprKind::Capital(pair.as_str().to_string()),
            Rule::cell => ExprKind::Cell(pair.as_str().to_string()),
            Rule::new_board => {
                let board = Kids::of(pair).any(|kid| kid.as_rule() == Rule::kw_board);
                if board { ExprKind::NewBoard } else { ExprKind::NewPosition }
            }
            Rule::both_passed => ExprKind::BothPassed,
            Rule::far_rank => ExprKind::FarRank,
            Rule::attacked => {
                let mut kids = Kids::of(pair);
                let owner = kids.find(|kid| kid.as_rule() == Rule::owner)?;
                ExprKind::AttackedBy(self.owner(owner)?, kids.next().map(|kind| self.name(&kind)))
            }
            Rule::numbers | Rule::cells => return self.list(pair),
            Rule::number_item
            | Rule::cell_item
            | Rule::plain_name
            | Rule::file_item
            | Rule::file_more
            | Rule::rank_item
            | Rule::rank_more => return self.range(pair),
            Rule::paren => {
                let mut kids = Kids::of(pair);
                kids.eat(Rule::paren_open);
                let inner = self.expr(kids.next()?)?;
                let close = kids.opt(Rule::paren_close)?;
                let paren = ExprKind::Paren(Box::new(inner));
                let bracket = Expr { kind: paren, span: Span::new(span.start, self.span(&close).end) };
                if !kids.eat(Rule::dots) {
                    return Some(bracket);
                }
                ExprKind::Range(Box::new(bracket), Box::new(self.expr(kids.next()?)?))
            }
            Rule::call => {
                let mut kids = Kids::of(pair);
                let name = self.name(&kids.next()?);
                ExprKind::Call(name, self.args(kids.next()?)?)
            }
            Rule::ranks | Rule::files => self.ranks_or_files(pair)?,
            Rule::owned => self.owned(pair)?,
            Rule::step | Rule::dirs_step => self.step(pair)?,
            Rule::ray => self.ray(pair)?,
            Rule::beyond => self.beyond(pair)?,
            _ => self.worded(pair)?,
        };
        Some(Expr { kind, span })
    }

    /// What a word of its own begins and others hold together. Apart, so that brackets within brackets need less stack.
    #[inline(never)]
    fn worded(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        Some(match pair.as_rule() {
            Rule::line => {
                let mut kids = Kids::of(pair);
                kids.eat(Rule::kw_line);
                let length = Box::new(self.expr(kids.next()?)?);
                let dirs = self.some_dirs(kids.opt(Rule::dirs))?;
                kids.eat(Rule::kw_of);
                ExprKind::Line { length, dirs, of: Box::new(self.expr(kids.next()?)?) }
            }
            Rule::lines => self.lines(pair)?,
            Rule::flood => {
                let mut kids = Kids::of(pair);
                kids.eat(Rule::kw_flood);
                let dirs = self.joining_dirs(&mut kids)?;
                let seed = Box::new(self.expr(kids.next()?)?);
                kids.eat(Rule::kw_in);
                ExprKind::Flood { dirs, seed, within: Box::new(self.expr(kids.next()?)?) }
            }
            Rule::groups => {
                let mut kids = Kids::of(pair);
                let largest = kids.opt(Rule::kw_largest).is_some();
                kids.eat(Rule::kw_groups);
                let dirs = self.joining_dirs(&mut kids)?;
                ExprKind::Groups { largest, dirs, of: Box::new(self.expr(kids.next()?)?) }
            }
            Rule::fewest => {
                let mut kids = Kids::of(pair);
                kids.eat(Rule::kw_fewest);
                let dirs = self.joining_dirs(&mut kids)?;
                let of = Box::new(self.expr(kids.next()?)?);
                kids.eat(Rule::kw_from);
                let from = Box::new(self.expr(kids.next()?)?);
                kids.eat(Rule::kw_to);
                let to = Box::new(self.expr(kids.next()?)?);
                ExprKind::Fewest { dirs, of, from, to, through: self.some_only(kids.opt(Rule::ray_through))? }
            }
            Rule::holding => {
                let mut kids = Kids::of(pair);
                kids.eat(Rule::kw_holding);
                let low = self.expr(kids.next()?)?;
                let high = if kids.eat(Rule::dots) { self.expr(kids.next()?)? } else { low.clone() };
                ExprKind::Holding(Box::new(low), Box::new(high))
            }
            Rule::mobility => ExprKind::Mobility(self.names(pair.into_inner())),
            Rule::sum => self.sum(pair)?,
            _ => return None,
        })
    }

    /// The one child that is no keyword.
    fn only(&mut self, pair: Pair<'_, Rule>) -> Option<Box<Expr>> {
        let operand = pair.into_inner().last()?;
        self.expr(operand).map(Box::new)
    }

    /// The same of a part that may be missing.
    fn some_only(&mut self, pair: Option<Pair<'_, Rule>>) -> Option<Option<Box<Expr>>> {
        match pair {
            Some(pair) => self.only(pair).map(Some),
            None => Some(None),
        }
    }

    /// Operands with operators between them, from the left.
    fn ladder(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        let operators = pair.clone().into_inner().count() / 2;
        if !self.enter(operators, span) {
            return Some(Expr { kind: ExprKind::Name("none".to_string()), span });
        }
        let mut kids = Kids::of(pair);
        let mut left = self.expr(kids.next()?)?;
        while let Some(operator) = kids.next() {
            let right = self.expr(kids.next()?)?;
            let span = left.span.to(right.span);
            left =
                Expr { kind: ExprKind::Binary(operation(operator.as_rule())?, Box::new(left), Box::new(right)), span };
        }
        self.operators -= operators;
        Some(left)
    }

    /// Cells or numbers side by side; one alone is itself.
    fn list(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut items = self.exprs(pair)?;
        if items.len() == 1 { items.pop() } else { Some(Expr { kind: ExprKind::List(items), span }) }
    }

    fn exprs(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Expr>> {
        pair.into_inner().map(|kid| self.expr(kid)).collect()
    }

    /// `a..b`, or `a` alone.
    fn range(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let low = self.expr(kids.next()?)?;
        if !kids.eat(Rule::dots) {
            return Some(low);
        }
        let high = self.expr(kids.next()?)?;
        Some(Expr { kind: ExprKind::Range(Box::new(low), Box::new(high)), span })
    }

    /// The arguments of a call.
    pub fn args(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Expr>> {
        let args = pair.into_inner().filter(|kid| matches!(kid.as_rule(), Rule::expr | Rule::dirs_arg));
        args.map(|kid| if kid.as_rule() == Rule::expr { self.expr(kid) } else { self.dirs_arg(kid) }).collect()
    }

    /// `any except d`, `reverse d`: directions that are no mere name.
    fn dirs_arg(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let include = vec![self.one_dir(kids.next()?)?];
        let except = if kids.eat(Rule::kw_except) { vec![self.dir(kids.next()?)?] } else { Vec::new() };
        Some(Expr { kind: ExprKind::Directions(Dirs { include, except, span }), span })
    }

    /// `own`, `enemy` or a player.
    pub fn owner(&mut self, pair: Pair<'_, Rule>) -> Option<Owner> {
        let kid = pair.into_inner().next()?;
        Some(match kid.as_rule() {
            Rule::kw_own => Owner::Own,
            Rule::kw_enemy => Owner::Enemy,
            _ => Owner::Player(self.name(&kid)),
        })
    }

    #[inline(never)]
    fn owned(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let mut kids = Kids::of(pair);
        let owner = self.owner(kids.next()?)?;
        let Some(rest) = kids.next() else {
            return Some(match owner {
                Owner::Player(name) => ExprKind::Capital(name.text),
                owner => ExprKind::Owned(owner),
            });
        };
        Some(match rest.as_rule() {
            Rule::kw_hand => ExprKind::Hand(owner, kids.next().map(|kind| self.name(&kind))),
            Rule::kw_stuck => ExprKind::Stuck(owner),
            Rule::kw_always => ExprKind::Always(owner, Box::new(self.expr(kids.next()?)?)),
            Rule::rank_list => ExprKind::OwnedRanks(owner, self.rank_list(rest)?),
            _ => ExprKind::OwnedName(owner, self.name(&rest)),
        })
    }

    fn rank_list(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Expr>> {
        let items = pair.into_inner().filter(|kid| !matches!(kid.as_rule(), Rule::kw_rank | Rule::kw_ranks));
        items.map(|kid| self.expr(kid)).collect()
    }

    fn ranks_or_files(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let ranks = pair.as_rule() == Rule::ranks;
        let last = pair.into_inner().last()?;
        Some(match last.as_rule() {
            Rule::rank_list => ExprKind::Ranks(self.rank_list(last)?),
            Rule::file_list => {
                let items = last.into_inner().filter(|kid| matches!(kid.as_rule(), Rule::file_item | Rule::file_more));
                ExprKind::Files(items.map(|kid| self.expr(kid)).collect::<Option<_>>()?)
            }
            _ if ranks => ExprKind::RanksOf(Box::new(self.expr(last)?)),
            _ => ExprKind::FilesOf(Box::new(self.expr(last)?)),
        })
    }

    fn step(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let mut kids = Kids::of(pair);
        kids.eat(Rule::paren_open);
        let first = kids.next()?;
        let dirs = if first.as_rule() == Rule::dirs {
            self.dirs(first)?
        } else {
            let dir = self.dir(first)?;
            Dirs { span: dir.span, include: vec![dir], except: Vec::new() }
        };
        kids.eat(Rule::paren_close);
        let steps = match kids.opt(Rule::step_count) {
            Some(count) => Some(Box::new(self.expr(count.into_inner().next()?)?)),
            None => None,
        };
        kids.eat(Rule::kw_of);
        Some(ExprKind::Step { dirs, steps, of: Box::new(self.expr(kids.next()?)?) })
    }

    fn beyond(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let mut kids = Kids::of(pair);
        kids.eat(Rule::kw_beyond);
        let dirs = self.dirs(kids.opt(Rule::dirs)?)?;
        kids.eat(Rule::kw_of);
        let of = Box::new(self.expr(kids.next()?)?);
        Some(ExprKind::Beyond { dirs, of, through: self.only(kids.opt(Rule::ray_through)?)? })
    }

    fn ray(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let mut kids = Kids::of(pair);
        kids.eat(Rule::kw_ray);
        let dirs = self.dirs(kids.opt(Rule::dirs)?)?;
        let exactly = match kids.opt(Rule::amount) {
            Some(count) => Some(Box::new(self.expr(count)?)),
            None => None,
        };
        kids.eat(Rule::kw_of);
        let of = Box::new(self.expr(kids.next()?)?);
        let through = self.only(kids.opt(Rule::ray_through)?)?;
        Some(ExprKind::Ray { dirs, exactly, of, through, until: self.some_only(kids.opt(Rule::ray_until))? })
    }

    fn lines(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let mut kids = Kids::of(pair);
        kids.eat(Rule::kw_lines);
        let length = Box::new(self.expr(kids.next()?)?);
        let holding = if kids.eat(Rule::kw_without) {
            LineHolding::Without(Box::new(self.expr(kids.next()?)?))
        } else {
            kids.eat(Rule::kw_with);
            let mut held = Vec::new();
            for part in kids.every(Rule::held) {
                let mut part = Kids::of(part);
                held.push((self.expr(part.next()?)?, self.expr(part.next()?)?));
            }
            LineHolding::With(held)
        };
        Some(ExprKind::Lines { length, holding })
    }

    fn sum(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let mut kids = Kids::of(pair);
        kids.eat(Rule::kw_sum);
        let of = Box::new(self.expr(kids.next()?)?);
        kids.eat(Rule::kw_by);
        let by = kids.next()?;
        let by = match by.as_rule() {
            Rule::kw_advance => SumBy::Advance,
            Rule::kw_height => SumBy::Height,
            Rule::sum_distance => SumBy::DistanceTo(self.only(by)?),
            _ => SumBy::Table(self.name(&by)),
        };
        Some(ExprKind::Sum { of, by })
    }

    /// Directions that may be missing.
    fn some_dirs(&mut self, pair: Option<Pair<'_, Rule>>) -> Option<Option<Dirs>> {
        match pair {
            Some(pair) => Some(Some(self.dirs(pair)?)),
            None => Some(None),
        }
    }

    /// The directions that join cells, which may be missing.
    fn joining_dirs(&mut self, kids: &mut Kids<'_>) -> Option<Option<Dirs>> {
        let dirs = kids.opt(Rule::flood_dirs).and_then(|pair| pair.into_inner().next());
        self.some_dirs(dirs)
    }

    /// A direction set.
    pub fn dirs(&mut self, pair: Pair<'_, Rule>) -> Option<Dirs> {
        let span = self.span(&pair);
        if pair.as_rule() == Rule::dir_list {
            return Some(Dirs { include: self.dir_list(pair)?, except: Vec::new(), span });
        }
        let mut kids = Kids::of(pair);
        let include = self.dir_list(kids.next()?)?;
        let except = if kids.eat(Rule::kw_except) { self.dir_list(kids.next()?)? } else { Vec::new() };
        Some(Dirs { include, except, span })
    }

    fn dir_list(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Dir>> {
        pair.into_inner().filter(|kid| kid.as_rule() == Rule::dir).map(|kid| self.dir(kid)).collect()
    }

    fn dir(&mut self, pair: Pair<'_, Rule>) -> Option<Dir> {
        self.one_dir(pair.into_inner().next()?)
    }

    fn one_dir(&mut self, inner: Pair<'_, Rule>) -> Option<Dir> {
        let span = self.span(&inner);
        let kind = match inner.as_rule() {
            Rule::dir_word | Rule::dir_given => DirKind::Word(named::plain(inner.as_str())),
            Rule::dir_reverse => DirKind::Reverse(Box::new(self.dir(inner.into_inner().last()?)?)),
            Rule::dir_axis => DirKind::Axis(Box::new(self.dir(inner.into_inner().last()?)?)),
            Rule::dir_inverse => DirKind::Inverse(self.name(&inner.into_inner().last()?)),
            Rule::dir_leap => {
                let (across, along) = self.offset(inner.into_inner().last()?)?;
                DirKind::Leap(Box::new(across), Box::new(along))
            }
            _ => return None,
        };
        Some(Dir { kind, span })
    }

    /// `1,2`
    pub fn offset(&mut self, pair: Pair<'_, Rule>) -> Option<(Expr, Expr)> {
        let mut kids = Kids::of(pair);
        let across = self.expr(kids.next()?)?;
        kids.eat(Rule::comma);
        Some((across, self.expr(kids.next()?)?))
    }
}

fn operation(rule: Rule) -> Option<BinaryOp> {
    Some(match rule {
        Rule::kw_or => BinaryOp::Or,
        Rule::kw_else => BinaryOp::Else,
        Rule::kw_and => BinaryOp::And,
        Rule::op_eq => BinaryOp::Equal,
        Rule::op_ne => BinaryOp::NotEqual,
        Rule::op_lt => BinaryOp::Less,
        Rule::op_le => BinaryOp::LessEqual,
        Rule::op_gt => BinaryOp::Greater,
        Rule::op_ge => BinaryOp::GreaterEqual,
        Rule::op_plus => BinaryOp::Add,
        Rule::op_minus => BinaryOp::Subtract,
        Rule::op_times => BinaryOp::Multiply,
        Rule::kw_div => BinaryOp::Divide,
        Rule::kw_mod => BinaryOp::Modulo,
        Rule::kw_on => BinaryOp::On,
        Rule::kw_except => BinaryOp::Except,
        _ => return None,
    })
}
