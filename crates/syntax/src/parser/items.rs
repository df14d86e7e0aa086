//! Items: pairs → tree.

use pest::iterators::Pair;
use rulesmith_grammar::Rule;

use super::build::{Build, Kids};
use crate::ast::{
    BinaryOp, BoardItem, DefineBody, DefineItem, EndItem, EvalItem, EvalTerm, Expr, ExprKind, ExtendsItem, HandEntry,
    HandItem, HandOwner, ItemKind, LeftOut, LinkItem, LinkMap, Look, LookItem, LookKind, MoveItem, Name, OptionItem,
    OptionValue, PieceDef, PieceItem, Placement, PlacementKind, PromotesTo, RegionItem, RegionValue, StateItem,
    StateLetters, StateLife, StateSort, TableItem, TurnExpr, TurnItem, TurnKind, VerdictKind, VerdictLine,
};
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::words::OF_BOARD;

impl Build<'_> {
    /// An item, from the pair of its own rule.
    pub fn item(&mut self, pair: Pair<'_, Rule>) -> Option<ItemKind> {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        let _keyword = kids.next()?;
        Some(match rule {
            Rule::game_item => ItemKind::Game(self.text(&kids.next()?)),
            Rule::extends_item => {
                let file = self.text(&kids.next()?);
                kids.eat(Rule::kw_without);
                let mut without = Vec::new();
                for part in kids.every(Rule::left_out) {
                    let mut part = Kids::of(part);
                    let item = self.name(&part.next()?);
                    let name = part.next().map(|name| match name.as_rule() {
                        Rule::text => self.text(&name).into(),
                        _ => self.name(&name),
                    });
                    without.push(LeftOut { item, name });
                }
                ItemKind::Extends(ExtendsItem { file, without })
            }
            Rule::players_item => ItemKind::Players(kids.every(Rule::capital).iter().map(|k| self.name(k)).collect()),
            Rule::option_item => ItemKind::Option(self.option(kids)?),
            Rule::board_item => ItemKind::Board(self.board(kids)?),
            Rule::link_item => ItemKind::Link(self.link(kids)?),
            Rule::facing_item => {
                let mut parts = Vec::new();
                for part in kids.every(Rule::facing_part) {
                    let mut part = Kids::of(part);
                    parts.push((self.name(&part.next()?), self.name(&part.next()?)));
                }
                ItemKind::Facing(parts)
            }
            Rule::region_item => ItemKind::Region(self.region(kids)?),
            Rule::piece_item => {
                let mut pieces = Vec::new();
                for def in kids.every(Rule::piece_def) {
                    pieces.push(self.piece(def)?);
                }
                ItemKind::Piece(PieceItem { pieces })
            }
            Rule::hand_item => {
                let mut entries = Vec::new();
                for part in kids.every(Rule::hand_part) {
                    let mut part = Kids::of(part);
                    let (number, kind) = (self.expr(part.next()?)?, self.name(&part.next()?));
                    let owner = part.opt(Rule::hand_owner).map(|owner| match owner.into_inner().last() {
                        Some(player) if player.as_rule() == Rule::capital => HandOwner::Player(self.name(&player)),
                        _ => HandOwner::Each,
                    });
                    entries.push(HandEntry { number, kind, owner });
                }
                ItemKind::Hand(HandItem { entries })
            }
            Rule::captives_item => ItemKind::CaptivesToHand,
            Rule::setup_item => {
                if kids.eat(Rule::kw_fen) {
                    return Some(ItemKind::SetupFen(self.text(&kids.next()?)));
                }
                kids.eat(Rule::brace_open);
                let mut lines = Vec::new();
                for line in kids.every(Rule::placement) {
                    lines.push(self.placement(line)?);
                }
                ItemKind::Setup(lines)
            }
            Rule::state_item => ItemKind::State(Box::new(self.state(kids)?)),
            Rule::clock_item => ItemKind::Clock(self.name(&kids.next()?)),
            Rule::table_item => {
                let name = self.name(&kids.next()?);
                kids.eat(Rule::brace_open);
                let values = kids.every(Rule::signed_int);
                let values = values.iter().map(|value| self.whole(value.as_str(), self.span(value))).collect();
                ItemKind::Table(TableItem { name, values })
            }
            Rule::define_item => {
                let name = self.name(&kids.next()?);
                let params = kids.opt(Rule::params).map_or_else(Vec::new, |params| self.names(params.into_inner()));
                let body = if kids.eat(Rule::op_eq) {
                    DefineBody::Expr(self.expr(kids.next()?)?)
                } else {
                    DefineBody::Effects(self.effects(kids.opt(Rule::effects)?)?)
                };
                ItemKind::Define(DefineItem { name, params, body })
            }
            Rule::move_item => ItemKind::Move(self.move_item(kids)?),
            Rule::turn_item => {
                kids.eat(Rule::brace_open);
                let choice = match kids.opt(Rule::turn_expr) {
                    Some(choice) => Some(self.turn(choice)?),
                    None => None,
                };
                let finally = match kids.opt(Rule::turn_finally) {
                    Some(finally) => self.some_effects(finally.into_inner().last()?)?,
                    None => Vec::new(),
                };
                ItemKind::Turn(TurnItem { choice, finally })
            }
            Rule::legal_item => ItemKind::Legal(self.last_expr(kids.opt(Rule::guard)?)?),
            Rule::end_item => {
                let when = self.guard(&mut kids)?;
                kids.eat(Rule::brace_open);
                let mut verdicts = Vec::new();
                for verdict in kids.every(Rule::verdict) {
                    verdicts.push(self.verdict(verdict)?);
                }
                ItemKind::End(EndItem { when, verdicts })
            }
            Rule::eval_item => {
                let also = kids.opt(Rule::kw_also).map(|word| self.span(&word));
                let name = kids.opt(Rule::text).map(|text| self.text(&text));
                kids.eat(Rule::brace_open);
                let mut terms = Vec::new();
                for term in kids.every(Rule::eval_term) {
                    terms.push(self.eval_term(term)?);
                }
                ItemKind::Eval(EvalItem { also, name, terms })
            }
            Rule::look_item => {
                let mut looks = Vec::new();
                for part in kids.every(Rule::look_part) {
                    looks.push(self.look(part)?);
                }
                ItemKind::Look(LookItem { looks })
            }
            _ => return None,
        })
    }

    fn look(&mut self, pair: Pair<'_, Rule>) -> Option<Look> {
        let span = self.span(&pair);
        let part = pair.into_inner().next()?;
        let rule = part.as_rule();
        let mut kids = Kids::of(part);
        let kind = match rule {
            Rule::look_cells => {
                let (_word, _brace) = (kids.next()?, kids.next()?);
                LookKind::Cells(kids.every(Rule::text).iter().map(|row| self.text(row)).collect())
            }
            Rule::look_area => {
                kids.eat(Rule::paren_open);
                let cells = kids.next()?;
                let text = self.name(&cells).text.split_whitespace().collect::<Vec<_>>().join(" ");
                let cells = self.expr(cells)?;
                kids.eat(Rule::paren_close);
                LookKind::Area(Box::new(cells), format!("({text})"), self.name(&kids.next()?))
            }
            Rule::look_title => LookKind::Title(self.name(&kids.next()?), self.text(&kids.next()?)),
            _ => {
                let what = self.name(&kids.next()?);
                match kids.next() {
                    Some(first) if first.as_rule() == Rule::text => {
                        let second = kids.opt(Rule::text).map(|second| self.text(&second));
                        LookKind::Symbol(what, self.text(&first), second)
                    }
                    Some(word) => LookKind::Painted(what, self.name(&word)),
                    None => LookKind::Style(what),
                }
            }
        };
        Some(Look { kind, span })
    }

    /// The expression that ends a pair.
    pub fn last_expr(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        self.expr(pair.into_inner().last()?)
    }

    /// A guard that may be missing.
    fn guard(&mut self, kids: &mut Kids<'_>) -> Option<Option<Expr>> {
        match kids.opt(Rule::guard) {
            Some(guard) => Some(Some(self.last_expr(guard)?)),
            None => Some(None),
        }
    }

    fn option(&mut self, mut kids: Kids<'_>) -> Option<OptionItem> {
        let name = self.name(&kids.next()?);
        kids.eat(Rule::op_eq);
        let value = kids.next()?;
        let default_span = self.span(&value);
        let value = value.into_inner().next()?;
        let default = match value.as_rule() {
            Rule::kw_yes => OptionValue::Truth(true),
            Rule::kw_no => OptionValue::Truth(false),
            Rule::name => OptionValue::Number { halves: 0 },
            _ => OptionValue::Number { halves: self.halves(value.as_str(), default_span) },
        };
        let like = (value.as_rule() == Rule::name).then(|| self.name(&value));
        let range = if kids.eat(Rule::kw_in) {
            let low = self.expr(kids.next()?)?;
            kids.eat(Rule::dots);
            Some((low, self.expr(kids.next()?)?))
        } else {
            None
        };
        let step = if kids.eat(Rule::kw_step) { Some(self.expr(kids.next()?)?) } else { None };
        Some(OptionItem { name, default, like, default_span, range, step })
    }

    fn board(&mut self, kids: Kids<'_>) -> Option<BoardItem> {
        let mut board = BoardItem {
            name: None,
            shape: Name { text: String::new(), span: Span::default() },
            sizes: Vec::new(),
            modifiers: Vec::new(),
            without: None,
            lines: Vec::new(),
        };
        for kid in kids {
            match kid.as_rule() {
                Rule::name | Rule::shape_as_name => board.name = Some(self.name(&kid)),
                Rule::shape | Rule::kw_graph => board.shape = self.name(&kid),
                Rule::board_sizes => {
                    for size in kid.into_inner() {
                        match size.as_rule() {
                            Rule::dimensions => board.sizes = self.dimensions(&size),
                            Rule::board_size => board.sizes.push(self.expr(size)?),
                            _ => {}
                        }
                    }
                }
                Rule::board_modifier => board.modifiers.push(self.name(&kid.into_inner().next()?)),
                Rule::expr => board.without = Some(self.expr(kid)?),
                Rule::graph_block => {
                    for line in kid.into_inner().filter(|line| line.as_rule() == Rule::graph_line) {
                        board.lines.push(line.into_inner().map(|cell| self.graph_cell(&cell)).collect());
                    }
                }
                _ => {}
            }
        }
        // `board dark square 8x8`
        if let Some(name) = board.name.take_if(|name| OF_BOARD.contains(&name.text.as_str())) {
            let message = format!("`{}` stands behind the size of the board", name.text);
            let told = Diagnostic::error("misplaced-word", name.span, message);
            self.mistakes.push(told.help(format!("write `board {} … {}`", board.shape.text, name.text)));
        }
        Some(board)
    }

    /// A cell within `a1-b1-c1`, which is one token: its place is its own.
    fn graph_cell(&self, pair: &Pair<'_, Rule>) -> Name {
        let span = Span::new(pair.as_span().start() + self.base, pair.as_span().end() + self.base);
        Name { text: pair.as_str().to_string(), span }
    }

    /// `8x8`, one token, as a number for each part.
    fn dimensions(&mut self, pair: &Pair<'_, Rule>) -> Vec<Expr> {
        let mut start = pair.as_span().start() + self.base;
        let mut sizes = Vec::new();
        for part in pair.as_str().split('x') {
            let span = Span::new(start, start + part.len());
            sizes.push(Expr { kind: ExprKind::Number(self.whole(part, span)), span });
            start = span.end + 1;
        }
        sizes
    }

    fn link(&mut self, mut kids: Kids<'_>) -> Option<LinkItem> {
        let name = self.name(&kids.next()?);
        if let Some(formula) = kids.opt(Rule::link_formula) {
            let mut formula = Kids::of(formula);
            let params = self.names(formula.opt(Rule::params)?.into_inner());
            formula.eat(Rule::arrow);
            let value = formula.next()?;
            let results = match value.as_rule() {
                Rule::link_tuple => self.args(value)?,
                _ => vec![self.expr(value)?],
            };
            return Some(LinkItem { name, map: LinkMap::Formula { params, results } });
        }
        let mut pairs = Vec::new();
        for pair in kids.every(Rule::link_pair) {
            let mut pair = Kids::of(pair);
            let from = self.expr(pair.next()?)?;
            pair.eat(Rule::arrow);
            pairs.push((from, self.expr(pair.next()?)?));
        }
        Some(LinkItem { name, map: LinkMap::Pairs(pairs) })
    }

    fn region(&mut self, mut kids: Kids<'_>) -> Option<RegionItem> {
        let name = self.name(&kids.next()?);
        if kids.eat(Rule::op_eq) {
            return Some(RegionItem { name, value: RegionValue::Shared(self.expr(kids.next()?)?) });
        }
        let mut parts = Vec::new();
        for part in kids.every(Rule::region_part) {
            let mut part = Kids::of(part);
            parts.push((self.name(&part.next()?), self.expr(part.next()?)?));
        }
        Some(RegionItem { name, value: RegionValue::PerPlayer(parts) })
    }

    fn piece(&mut self, pair: Pair<'_, Rule>) -> Option<PieceDef> {
        let mut kids = Kids::of(pair);
        let names = self.names(kids.next()?.into_inner());
        let mut def =
            PieceDef { names, letter: None, promotes_to: None, strength: None, modifiers: Vec::new(), within: None };
        for kid in kids {
            let span = self.span(&kid);
            let twice = match kid.as_rule() {
                Rule::text => match def.letter.replace(self.text(&kid)) {
                    Some(first) => {
                        self.two_letters(&first, &kid);
                        false
                    }
                    None => false,
                },
                Rule::promotes_to => {
                    let mut kids = Kids::of(kid);
                    kids.eat(Rule::op_eq);
                    let kind = self.name(&kids.next()?);
                    let letter = kids.opt(Rule::text).map(|letter| self.text(&letter));
                    def.promotes_to.replace(PromotesTo { kind, letter }).is_some()
                }
                Rule::strength => def.strength.replace(self.expr(kid)?).is_some(),
                Rule::only_in => def.within.replace(self.last_expr(kid)?).is_some(),
                _ => {
                    let word = self.name(&kid.into_inner().next()?);
                    let twice = def.modifiers.iter().any(|other| other.text == word.text);
                    def.modifiers.push(word);
                    twice
                }
            };
            self.once(twice, span);
        }
        self.promotion_behind(&mut def);
        Some(def)
    }

    /// `Pawn in own ranks 2..7 = Tokin` is read as a comparison.
    fn promotion_behind(&mut self, def: &mut PieceDef) {
        let Some(Expr { kind: ExprKind::Binary(BinaryOp::Equal, cells, kind), .. }) = &def.within else { return };
        let ExprKind::Capital(text) = &kind.kind else { return };
        let message = "what a kind promotes to stands before the cells on which it may stand";
        let help = format!("write `{} = {text} in …`", def.names.last().map_or("Pawn", |name| &name.text));
        self.mistakes.push(Diagnostic::error("unexpected-token", kind.span, message).help(help));
        def.promotes_to.get_or_insert(PromotesTo { kind: Name { text: text.clone(), span: kind.span }, letter: None });
        def.within = Some((**cells).clone());
    }

    /// `piece Man "M" "m"`
    fn two_letters(&mut self, first: &crate::ast::Text, second: &Pair<'_, Rule>) {
        let span = self.span(second);
        let told = Diagnostic::error("said-twice", span, "this is said twice");
        let both = format!("\"{}{}\"", first.text, self.text(second).text);
        self.mistakes.push(match both.chars().count() {
            4 => told
                .help(format!("the letters of both players stand in one text: `{both}`"))
                .write_at(first.span.to(span), both),
            _ => told.help("leave one of the two out"),
        });
    }

    /// Complains about something that may be said once and was said again.
    pub fn once(&mut self, twice: bool, span: Span) {
        if twice {
            self.mistakes
                .push(Diagnostic::error("said-twice", span, "this is said twice").help("leave one of the two out"));
        }
    }

    fn placement(&mut self, pair: Pair<'_, Rule>) -> Option<Placement> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let what = if kids.eat(Rule::kw_each) {
            PlacementKind::Each
        } else if let Some(count) = kids.opt(Rule::placed_count) {
            PlacementKind::Counted(self.expr(count)?, self.name(&kids.next()?))
        } else {
            let first = self.name(&kids.next()?);
            match kids.opt(Rule::capital) {
                Some(kind) => PlacementKind::Owned { player: first, kind: self.name(&kind) },
                None => PlacementKind::Neutral(first),
            }
        };
        kids.eat(Rule::kw_on);
        Some(Placement { what, on: self.expr(kids.next()?)?, span })
    }

    fn state(&mut self, mut kids: Kids<'_>) -> Option<StateItem> {
        let name = self.name(&kids.next()?);
        kids.eat(Rule::colon);
        let sort = if kids.next()?.as_rule() == Rule::kw_cells { StateSort::Cells } else { StateSort::Number };
        let mut state = StateItem {
            name,
            sort,
            initial: None,
            lasts: StateLife::Game,
            letters: None,
            within: None,
            counts: None,
            when: None,
        };
        for kid in kids {
            let span = self.span(&kid);
            let twice = match kid.as_rule() {
                Rule::state_value => state.initial.replace(self.last_expr(kid)?).is_some(),
                Rule::state_as => {
                    let mut kids = Kids::of(kid);
                    kids.eat(Rule::kw_as);
                    let text = self.text(&kids.next()?);
                    let on = if kids.eat(Rule::kw_on) { Some(self.expr(kids.next()?)?) } else { None };
                    state.letters.replace(StateLetters { text, on }).is_some()
                }
                Rule::only_in => state.within.replace(self.last_expr(kid)?).is_some(),
                Rule::guard => state.when.replace(self.last_expr(kid)?).is_some(),
                _ => {
                    let twice = state.lasts != StateLife::Game;
                    state.lasts = StateLife::ThisTurn;
                    for word in kid.into_inner() {
                        match word.as_rule() {
                            Rule::kw_ply => state.lasts = StateLife::OnePly,
                            Rule::state_on => state.counts = Some(self.last_expr(word)?),
                            _ => {}
                        }
                    }
                    twice
                }
            };
            self.once(twice, span);
        }
        Some(state)
    }

    fn move_item(&mut self, mut kids: Kids<'_>) -> Option<MoveItem> {
        let label = kids.opt(Rule::group_label).map(|name| self.name(&name));
        let kinds = kids.opt(Rule::kinds).map_or_else(Vec::new, |kinds| self.names(kinds.into_inner()));
        let mut item = MoveItem { label, kinds, when: None, costs: None, clauses: Vec::new() };
        for kid in kids {
            let span = self.span(&kid);
            match kid.as_rule() {
                Rule::guard => {
                    let twice = item.when.replace(self.last_expr(kid)?).is_some();
                    self.once(twice, span);
                }
                Rule::costs => {
                    let twice = item.costs.replace(self.last_expr(kid)?).is_some();
                    self.once(twice, span);
                }
                Rule::clause | Rule::each_clause => item.clauses.push(self.repeated(kid)?),
                _ => {}
            }
        }
        Some(item)
    }

    fn turn(&mut self, pair: Pair<'_, Rule>) -> Option<TurnExpr> {
        let span = self.span(&pair);
        let operators = pair.clone().into_inner().count() / 2;
        if !self.enter(operators, span) {
            return Some(TurnExpr { kind: TurnKind::Any, span });
        }
        self.mixed_turn(&pair, span);
        let mut kids = Kids::of(pair);
        let mut turn = self.turn_member(kids.next()?)?;
        while let Some(operator) = kids.next() {
            let right = self.turn_member(kids.next()?)?;
            let span = turn.span.to(right.span);
            let kind = match operator.as_rule() {
                Rule::kw_else => TurnKind::Else(Box::new(turn), Box::new(right)),
                _ => TurnKind::Or(Box::new(turn), Box::new(right)),
            };
            turn = TurnExpr { kind, span };
        }
        self.operators -= operators;
        Some(turn)
    }

    /// Warns of `or` beside `else` without brackets: some read one of them as closer, and it is from left to right.
    fn mixed_turn(&mut self, pair: &Pair<'_, Rule>, span: Span) {
        let words = |kid: Pair<'_, Rule>| kid.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
        let words: Vec<String> = pair.clone().into_inner().map(words).collect();
        let switches: Vec<usize> = (3..words.len()).step_by(2).filter(|&i| words[i] != words[i - 2]).collect();
        let Some(&first) = switches.first() else { return };
        // `((a else b) or c) else d`, and what stands behind each `else` or `or` in brackets: `a else (b or (c else d))`.
        let (mut left, mut right) = (words.clone(), words);
        for &i in &switches {
            left[0].insert(0, '(');
            left[i - 1].push(')');
            right[i - 1].insert(0, '(');
        }
        if let Some(last) = right.last_mut() {
            last.push_str(&")".repeat(switches.len()));
        }
        let help = format!("this is `{}`; the other way is `{}`", left.join(" "), right.join(" "));
        let operator = &left[first];
        let message = format!("without brackets, `{operator}` here takes all that stands before it as one choice");
        self.mistakes.push(Diagnostic::warning("mixed-turn", span, message).help(help));
    }

    fn turn_member(&mut self, pair: Pair<'_, Rule>) -> Option<TurnExpr> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        let kind = match rule {
            Rule::turn_member => return self.turn_member(kids.next()?),
            Rule::turn_longest => {
                kids.eat(Rule::kw_longest);
                TurnKind::Longest(Box::new(self.turn_member(kids.next()?)?))
            }
            Rule::turn_most => {
                kids.eat(Rule::kw_most);
                let value = self.expr(kids.next()?)?;
                kids.eat(Rule::kw_of);
                TurnKind::Most(value, Box::new(self.turn_member(kids.next()?)?))
            }
            Rule::turn_repeat => {
                let low = self.expr(kids.next()?)?;
                let high = if kids.eat(Rule::dots) { self.expr(kids.next()?)? } else { low.clone() };
                TurnKind::Repeat(low, high, Box::new(self.turn_member(kids.next()?)?))
            }
            _ => {
                kids.eat(Rule::paren_open);
                let kid = kids.next()?;
                match kid.as_rule() {
                    Rule::kw_any => TurnKind::Any,
                    Rule::kw_pass => TurnKind::Pass,
                    Rule::turn_expr => return self.turn(kid),
                    _ => TurnKind::Group(self.name(&kid)),
                }
            }
        };
        Some(TurnExpr { kind, span })
    }

    fn verdict(&mut self, pair: Pair<'_, Rule>) -> Option<VerdictLine> {
        let mut kids = Kids::of(pair);
        let first = kids.next()?;
        let begin = self.span(&first);
        let kind = match first.as_rule() {
            Rule::kw_win => VerdictKind::Win,
            Rule::kw_lose => VerdictKind::Lose,
            Rule::kw_draw => VerdictKind::Draw,
            Rule::verdict_named => {
                let mut words = Kids::of(first);
                let player = self.name(&words.next()?);
                if words.eat(Rule::kw_wins) { VerdictKind::Wins(player) } else { VerdictKind::Loses(player) }
            }
            _ => {
                let mut words = Kids::of(first);
                words.eat(Rule::kw_score);
                let player = words.opt(Rule::capital).map(|player| self.name(&player));
                VerdictKind::Score(player, self.expr(words.next()?)?)
            }
        };
        // What it is called is no part of it.
        let guard = kids.opt(Rule::guard);
        let span = guard.as_ref().map_or(begin, |guard| begin.to(self.span(guard)));
        let when = match guard {
            Some(guard) => Some(self.last_expr(guard)?),
            None => None,
        };
        let name = kids.opt(Rule::verdict_name).and_then(|name| {
            let mut words = Kids::of(name);
            words.eat(Rule::kw_as);
            words.opt(Rule::text)
        });
        Some(VerdictLine { kind, when, name: name.map(|name| self.text(&name)), span })
    }

    fn eval_term(&mut self, pair: Pair<'_, Rule>) -> Option<EvalTerm> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        kids.eat(Rule::op_plus);
        let sign = if kids.eat(Rule::op_minus) { -1 } else { 1 };
        let weight = match kids.opt(Rule::weight) {
            Some(weight) => self.whole(weight.as_str(), self.span(&weight)),
            None => 1,
        };
        kids.eat(Rule::op_times);
        Some(EvalTerm { weight: sign * weight, value: self.expr(kids.next()?)?, span })
    }
}
