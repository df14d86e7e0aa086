//! What is asked of a compiled game: its rules, positions, moves and texts, terms, symmetries, printed forms.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::{AnyExecutor, Backend, Content, Edit, Reading, Settings, Standing, TextError, compile, digest};
use crate::analysis;
use crate::board::Topology;
use crate::diag::{Diagnostic, Diagnostics, Names, Severity};
use crate::exec::{self, BackendInfo, CodeInfo, Executor};
use crate::game::{Ending, MoveList, Overflow, PerSide, Position, Side};
use crate::ir;
use crate::lower::{self, QueryCode};
use crate::notation;
use crate::optimize::optimize;
use crate::rules::visit::{self, Node};
use crate::rules::{self, Rules};
use crate::source::{Source, Span};
use crate::syntax::{self, ast};

/// A checked rule book that can be played.
pub struct Compiled {
    pub(super) file: ast::File,
    pub(super) rules: Rules,
    pub(super) scope: analysis::Scope,
    pub(super) lowered: ir::Program,
    pub(super) game: Box<dyn Executor>,
    pub(super) backend: BackendInfo,
    pub(super) evaluation: usize,
    pub(super) bounded: OnceLock<Option<notation::Bounded>>,
}

/// One term of an evaluation, in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermValue {
    /// The term as it is written.
    pub term: String,
    /// Its weight.
    pub weight: i64,
    /// What it counts for the player to move, before the weight.
    pub own: i64,
    /// What it counts for the opponent.
    pub enemy: i64,
    /// weight · (own − enemy)
    pub value: i64,
}

/// An answer to a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Cells, by index into [`Compiled::topology`].
    Region(Vec<usize>),
    /// A number.
    Number(i64),
    /// A truth value.
    Truth(bool),
}

/// A clause of the rules, for reports of what was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClauseInfo {
    /// Its place in the file.
    pub span: Span,
    /// Its first words, such as `step forward to empty`.
    pub text: String,
    /// Which group of moves it is of: by their order in the file.
    pub group: usize,
}

/// The printed forms of the pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The syntax tree.
    Ast,
    /// The checked rules.
    Rules,
    /// The lowered program.
    Ir,
    /// The program after the optimiser.
    Optimized,
    /// What is proved of that program, for native code to rest on.
    Proofs,
}

impl Compiled {
    /// The game itself.
    pub fn game(&self) -> &AnyExecutor {
        &*self.game
    }

    /// The program before the optimiser: what the one that runs must be equal to.
    pub fn lowered(&self) -> &ir::Program {
        &self.lowered
    }

    /// What runs it, and why it is not what was asked for.
    pub fn backend(&self) -> &BackendInfo {
        &self.backend
    }

    /// What the interpreter had to do so far though native code was asked for, with the reasons; in one line.
    pub fn interpreted(&self) -> Option<String> {
        self.game.interpreted()
    }

    /// From now on interprets nothing that can be compiled: the first positions wait for their code, too.
    pub fn eager(&self) {
        self.game.eager();
    }

    /// Its machine code, with all that has not been needed yet.
    pub fn code(&self) -> CodeInfo {
        self.game.code().unwrap_or_default()
    }

    /// The checked rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.rules.name
    }

    /// The players' names, the first to move first.
    pub fn players(&self) -> PerSide<&str> {
        self.rules.players.each_ref().map(String::as_str)
    }

    /// The boards.
    pub fn topology(&self) -> &Topology {
        &self.rules.topology
    }

    /// The options with their values as set.
    pub fn options(&self) -> &[rules::OptionValue] {
        &self.rules.options
    }

    /// What is said of options that may have a value with which the file has errors, by their least and greatest ones.
    pub fn bad_bounds(&self, source: &Source, settings: &Settings) -> Vec<Diagnostic> {
        let free = |name: &str| !settings.options.contains_key(name);
        self.at_bounds(settings)
            .filter_map(|(option, value, written, settings)| {
                let mut found = Diagnostics::new();
                let fails = compile(source, &settings, &mut found).is_none();
                // Two options that may not have the same value: with another one of the other it is right.
                let others = self.rules.options.iter().filter(|other| other.name != option.name && free(&other.name));
                let elsewhere = others.filter_map(|other| Some((other, other.range?))).any(|(other, range)| {
                    [range.least, range.greatest()].into_iter().any(|value| {
                        let mut settings = settings.clone();
                        settings.options.insert(other.name.clone(), analysis::half_text(value));
                        fails && compile(source, &settings, &mut Diagnostics::new()).is_some()
                    })
                });
                (fails && !elsewhere).then(|| {
                    let found = found.finish();
                    let error = found.iter().find(|d| d.severity == Severity::Error);
                    analysis::bad_bound(&option.name, &value, error.map_or("", |e| &e.message), written)
                })
            })
            .collect()
    }

    /// The options that may be chosen, each with its least and its greatest value: the value, where it is written, and the
    /// settings that choose it.
    fn at_bounds<'a>(
        &'a self,
        settings: &'a Settings,
    ) -> impl Iterator<Item = (&'a rules::OptionValue, String, Span, Settings)> + 'a {
        let items = self.file.items.iter().filter_map(|item| match &item.kind {
            ast::ItemKind::Option(option) => Some((option.name.text.as_str(), option.range.as_ref()?)),
            _ => None,
        });
        // What was chosen from outside is meant.
        let ranged = items.filter(|(name, _)| !settings.options.contains_key(*name)).filter_map(|(name, range)| {
            let option = self.rules.options.iter().find(|option| option.name == name)?;
            Some((option, option.range?, range))
        });
        ranged
            .flat_map(|(option, range, (least, most))| [(option, range.least, least), (option, range.greatest(), most)])
            .map(|(option, value, written)| {
                let value = analysis::half_text(value);
                let mut settings = Settings { backend: Backend::Interpreter, ..settings.clone() };
                // The others stay as they are, those whose default is this one, too.
                settings.options.extend(self.rules.options.iter().map(|o| (o.name.clone(), o.value.clone())));
                settings.options.insert(option.name.clone(), value.clone());
                (option, value, written.span, settings)
            })
    }

    /// Whether no option makes the boards larger or smaller, so that a table fits with all of them.
    pub fn has_one_size(&self, source: &Source, settings: &Settings) -> bool {
        self.at_bounds(settings).all(|(.., settings)| {
            compile(source, &settings, &mut Diagnostics::new())
                .is_none_or(|compiled| compiled.topology().cells.len() == self.topology().cells.len())
        })
    }

    /// The names of the evaluations of the file.
    pub fn evaluations(&self) -> Vec<String> {
        self.rules.evaluations.iter().filter_map(|e| e.name.clone()).collect()
    }

    /// Whether both players begin with as many pieces of each kind, on the board and in hand.
    pub fn begins_alike(&self) -> bool {
        let setup = &self.rules.setup;
        setup.hands[Side::First] == setup.hands[Side::Second]
            && (0..self.rules.kinds.len())
                .all(|kind| setup.number(Side::First, kind) == setup.number(Side::Second, kind))
    }

    /// The clauses of all move groups, in file order.
    pub fn clauses(&self) -> Vec<ClauseInfo> {
        let of = |(group, c): (usize, &rules::Clause)| ClauseInfo { span: c.span, text: c.text.clone(), group };
        let groups = self.rules.groups.iter().enumerate();
        groups.flat_map(|(at, group)| group.clauses.iter().map(move |c| (at, c))).map(of).collect()
    }

    /// The index into [`Compiled::clauses`] of every clause that a move uses (several for a chain).
    pub fn clauses_of(&self, state: &[u64], record: &[u64]) -> Vec<usize> {
        self.game.clauses_of(state, record)
    }

    /// What is said of a play of a position that is left out because an earlier clause offers the same choices, though it
    /// leads elsewhere, or of a move that reads like another one; none if there is neither.
    ///
    /// # Errors
    /// If the moves can't be listed.
    pub fn left_out(&self, state: &[u64]) -> Result<Option<Diagnostic>, Overflow> {
        let program = self.game.program();
        let mut moves = MoveList::new(self.game.move_words());
        self.game().generate(state, &mut moves)?;
        let moves = moves.iter().map(|record| (self.move_text(state, record), record.to_vec())).collect();
        if let Some((span, earlier, text)) = self.alike(state, moves) {
            return Ok(Some(analysis::read_alike(span, earlier, &text)));
        }
        if program.facts.merge_results || program.clauses.iter().filter(|c| c.may_repeat).count() < 2 {
            return Ok(None);
        }
        let text = |way: &exec::Way| notation::text(&self.rules, &program.labels, &way.events);
        let ways = self.game.ways(state)?.into_iter().map(|way| (text(&way), way.record)).collect();
        Ok(self.alike(state, ways).map(|(span, earlier, text)| analysis::left_out(span, earlier, &text)))
    }

    /// The piece or the board that keeps a game from being compiled: the first counted or stacked kind.
    pub fn needs_most(&self) -> Span {
        let pieces = self.file.items.iter().filter_map(|item| match &item.kind {
            ast::ItemKind::Piece(item) => Some(&item.pieces),
            _ => None,
        });
        let many = pieces.flatten().find_map(|piece| piece.modifiers.iter().find(|word| word.text != "neutral"));
        many.map_or(Span::default(), |word| word.span)
    }

    /// Whether a clause can't be played only for how the options are set.
    pub fn ruled_out_by_options(&self, clause: Span) -> bool {
        let never = |when: &Option<rules::Truth>| *when == Some(rules::Truth::Const(false));
        let groups = self.rules.groups.iter().filter(|group| group.clauses.iter().any(|c| c.span == clause));
        !self.rules.options.is_empty()
            && groups.into_iter().any(|group| {
                never(&group.when) || group.clauses.iter().filter(|c| c.span == clause).all(|c| never(&c.when))
            })
    }

    /// The options, as they are set, that the text of a clause or of the head of its group asks for.
    pub fn options_of(&self, source: &Source, clause: Span) -> Vec<String> {
        let group = self.rules.groups.iter().find(|group| group.clauses.iter().any(|c| c.span == clause));
        let head = group.map_or("", |group| source.part(group.span).split('{').next().unwrap_or_default());
        let part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let asks =
            |name: &str| [head, source.part(clause)].iter().any(|text| text.split(|c| !part(c)).any(|w| w == name));
        let set = self.rules.options.iter().filter(|option| asks(&option.name));
        set.map(|option| format!("`{} = {}`", option.name, option.value)).collect()
    }

    /// Where the items begin that say how the game ends: their first words.
    pub fn end_items(&self) -> Vec<Span> {
        let word = |item: &ast::Item| Span::new(item.span.start, item.span.start + "end".len());
        let items = self.file.items.iter();
        items.filter(|item| matches!(item.kind, ast::ItemKind::End(_))).map(word).collect()
    }

    /// Whether a clock ends games.
    pub fn ends_by_clock(&self) -> bool {
        self.game.program().sides.iter().any(|side| side.verdicts.iter().any(|verdict| verdict.clock))
    }

    /// What is said where the moves of a position can't be listed, at the clause that is to blame.
    pub fn unlisted(&self, state: &[u64], overflow: Overflow) -> Diagnostic {
        let first = || self.rules.groups.first().map(|group| group.span);
        let span = self.unfinished(state).map(|clause| clause.span).or_else(first).unwrap_or_default();
        analysis::unlisted_moves(&overflow.to_string(), overflow.advice(), span)
    }

    /// The same in words alone.
    pub fn unlisted_text(&self, state: &[u64], overflow: Overflow) -> String {
        match self.unfinished(state) {
            Some(clause) => format!("{overflow}; it begins with `{}`", clause.text),
            None => overflow.to_string(),
        }
    }

    fn unfinished(&self, state: &[u64]) -> Option<&rules::Clause> {
        self.game.unfinished(state).and_then(|clause| self.rules.clauses().nth(clause))
    }

    /// The clauses of the first play whose text an earlier one has, too, though it leads elsewhere; the earlier one's
    /// is the second; and their text.
    fn alike(&self, state: &[u64], plays: Vec<(String, Vec<u64>)>) -> Option<(Span, Span, String)> {
        let after = |record: &[u64]| {
            let mut next = vec![0; state.len()];
            self.game.make(state, record, &mut next);
            next
        };
        let span = |record: &[u64]| {
            let clause = *self.game.clauses_of(state, record).first()?;
            self.rules.clauses().nth(clause).map(|clause| clause.span)
        };
        let mut first = HashMap::new();
        plays.into_iter().find_map(|(text, record)| {
            let played = first.entry(text.clone()).or_insert_with(|| record.clone());
            if *played == record || after(played) == after(&record) {
                return None;
            }
            // A pass of the turn has no clause.
            let (later, earlier) = (span(&record), span(played));
            Some((later.or(earlier)?, earlier.or(later)?, text))
        })
    }

    /// The text of a legal move.
    pub fn move_text(&self, state: &[u64], record: &[u64]) -> String {
        notation::move_text(&self.rules, self.game(), state, record)
    }

    /// Whether a piece is gone behind a legal move.
    pub fn takes(&self, state: &[u64], record: &[u64]) -> bool {
        notation::takes(&self.rules, self.game(), state, record)
    }

    /// Whether a legal move gives check, and whether it mates, where that can be told.
    pub fn checks(&self, state: &[u64], record: &[u64]) -> Option<(bool, bool)> {
        notation::checks(&self.rules, self.game(), state, record)
    }

    /// The text of a legal move as players of such games write it: see [`notation::customary_text`].
    pub fn customary_text(&self, state: &[u64], record: &[u64]) -> String {
        notation::customary_text(&self.rules, self.game(), state, record)
    }

    /// The numbers of the cells, if it is played on a board of one colour.
    pub fn numbering(&self) -> Option<notation::Numbering> {
        notation::Numbering::of(&self.rules)
    }

    /// The legal move of this text (any way to write it that is unambiguous).
    ///
    /// # Errors
    /// What is wrong with it, with the legal moves that come near.
    pub fn parse_move(&self, state: &[u64], text: &str) -> Result<Vec<u64>, TextError> {
        notation::parse_move(&self.rules, self.game(), state, text)
    }

    /// The text of a position; `ply` is the number of plies made before it.
    pub fn position_text(&self, state: &[u64], ply: usize) -> String {
        notation::position_text(&self.rules, self.game(), state, ply)
    }

    /// The text of a position with a change, as an editor makes it. What states hold that no longer fits what stands there is
    /// left out; the text need not be one of a position that can be set up.
    pub fn edited_text(&self, state: &[u64], ply: usize, edit: &Edit) -> String {
        let text = |plain| notation::edited_text(&self.rules, self.game(), state, ply, edit, plain);
        let (whole, plain) = (text(false), text(true));
        if self.read_position(&whole).is_ok() {
            return whole;
        }
        let (Some(bounded), Ok((mut bare, at))) = (self.bounded(), self.parse_position(&plain)) else { return plain };
        // The states of the position before, as far as they may hold that now.
        notation::copy_states(&self.rules, self.game(), state, &mut bare);
        bounded.trim(&mut bare);
        while let Some(wrong) = bounded.broken(&self.rules, &bare) {
            if !bounded.repair(&self.rules, &mut bare, &wrong) {
                return plain;
            }
        }
        self.position_text(&bare, at)
    }

    /// The text of a position in which the other player is to move, without rights and counters.
    pub fn other_to_move(&self, state: &[u64], mover: Side) -> String {
        notation::edited_text(&self.rules, self.game(), state, 0, &Edit::Mover(mover.other()), true)
    }

    /// The state of a position text, and the number of plies made before it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse_position(&self, text: &str) -> Result<(Vec<u64>, usize), TextError> {
        self.read_position(text).map(|reading| (reading.state, reading.ply))
    }

    /// The same, with what is to be said of texts in other forms than the game's own.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_position(&self, text: &str) -> Result<Reading, TextError> {
        notation::read_position(&self.rules, self.game(), self.bounded(), text)
    }

    /// Where pieces may stand and what the states may hold, if the rules say so: made ready when it is first asked.
    fn bounded(&self) -> Option<&notation::Bounded> {
        self.bounded.get_or_init(|| notation::Bounded::of(&self.rules)).as_ref()
    }

    /// What is said of a position of a game in which a piece stands where it may not, or a state holds what it may not: the
    /// rules do not keep to it.
    pub fn unbounded(&self, state: &[u64]) -> Option<Diagnostic> {
        let bounded = self.bounded()?;
        if let Some(stray) = bounded.stray(&self.rules, state) {
            let cell = &self.rules.topology.cells[stray.site].name;
            return Some(analysis::strayed(&self.rules.name_of(stray.piece), cell, stray.ground));
        }
        let wrong = bounded.broken_by_rules(&self.rules, state)?;
        let broken = &self.rules.states[wrong.state];
        Some(analysis::unbounded(&broken.name, broken.bounds.span))
    }

    /// What lies on a cell.
    pub fn contents(&self, state: &[u64], site: usize) -> Vec<Content> {
        notation::contents(&self.rules, self.game(), state, site)
    }

    /// The position as data: what stands where, what is in the hands, what is remembered.
    pub fn standing(&self, state: &[u64]) -> Standing {
        notation::standing(&self.rules, self.game(), state)
    }

    /// The cells that a move names, in the order of the move.
    pub fn cells_of(&self, state: &[u64], record: &[u64]) -> Vec<usize> {
        let events = self.game.events(state, record);
        let site = |event| if let exec::Event::Site(_, site) = event { Some(site) } else { None };
        events.into_iter().filter_map(site).collect()
    }

    /// What lies off the board or is kept beside it: hands, counters and state, as name and value.
    pub fn extras(&self, state: &[u64]) -> Vec<(String, String)> {
        notation::extras(&self.rules, self.game(), state)
    }

    /// The verdicts, each as it is told where it ends a game.
    pub fn verdicts(&self) -> impl Iterator<Item = &str> {
        self.rules.verdicts.iter().map(|verdict| verdict.told())
    }

    /// Why a game ended, in words: what the rules call it (`checkmate`), or the verdict's own text, such as `win when no enemy`.
    pub fn reason(&self, ending: Ending) -> String {
        match self.rules.verdicts.get(usize::from(ending.rank)) {
            Some(verdict) => verdict.told().to_string(),
            None => "no legal move, and no verdict says what that means".to_string(),
        }
    }

    /// The evaluation, term by term, for the player to move.
    pub fn evaluation(&self, state: &[u64]) -> Vec<TermValue> {
        let Some(evaluation) = self.rules.evaluations.get(self.evaluation) else { return Vec::new() };
        let value = |((weight, own, enemy), term): ((i64, i64, i64), &rules::Term)| TermValue {
            term: term.text.clone(),
            weight,
            own,
            enemy,
            value: weight.saturating_mul(own.saturating_sub(enemy)),
        };
        self.game.terms(state).into_iter().zip(&evaluation.terms).map(value).collect()
    }

    /// Whether the evaluation counts moves.
    pub fn counts_moves(&self) -> bool {
        let mut terms = self.rules.evaluations.get(self.evaluation).into_iter().flat_map(|e| &e.terms);
        let counts = |node: Node<'_>| matches!(node, Node::Number(rules::Number::Mobility(_)));
        terms.any(|term| visit::has(&term.number, counts))
    }

    /// Whether the evaluation is read off the rules, with weights that are better learned from play.
    pub fn is_derived(&self) -> bool {
        let evaluation = self.rules.evaluations.get(self.evaluation);
        evaluation.is_some_and(|evaluation| evaluation.name.as_deref() == Some(analysis::DERIVED))
    }

    /// The numbers that may tell who wins, as the rules suggest them, with guessed weights.
    pub fn candidates(&self) -> Vec<rules::Term> {
        analysis::candidates(&self.rules)
    }

    /// The same numbers, in the same order, guessed more calmly, where that makes a difference.
    pub fn steady(&self) -> Option<Vec<rules::Term>> {
        analysis::steady(&self.rules)
    }

    /// Those of the candidates that are worth a try whatever quick games say: whether more of each is better.
    pub fn hunches(&self) -> Vec<(rules::Number, bool)> {
        analysis::hunches(&self.rules)
    }

    /// The same game with these terms for its only evaluation: states and records are the same. For whoever asks for
    /// evaluations alone, as code is compiled when it is first asked for.
    pub fn judge(&self, terms: Vec<rules::Term>) -> Box<dyn Executor> {
        let evaluations = vec![rules::Evaluation { name: None, terms }];
        let rules = Rules { evaluations, ..self.rules.clone() };
        let program = optimize(lower::lower(&rules));
        let (game, _) = exec::with_evaluation(&*self.game, program, 0, self.backend.asked);
        game.eager();
        game
    }

    /// The reference interpreter with an evaluation for each of some terms, in which what it has in common with itself is worked out
    /// once: for whoever counts what they cost.
    pub fn each_alone(&self, terms: &[rules::Term]) -> Box<dyn Executor> {
        let alone = |term: &rules::Term| rules::Evaluation { name: None, terms: vec![term.clone()] };
        let rules = Rules { evaluations: terms.iter().map(alone).collect(), ..self.rules.clone() };
        exec::interpreter(optimize(lower::lower(&rules)), 0)
    }

    /// About how many nanoseconds a search needs for each move of a position to see whether it counts and what it gains, where the
    /// rules say so much about it that it can't be read off the move. Fitted to the shipped games that take longest (2026-11-28).
    pub fn cost_of_outcomes(&self) -> u64 {
        let side = &self.lowered.sides[Side::First];
        let clauses: usize = side.clauses.iter().map(|clause| ir::walk::cost_of_run(clause)).sum();
        let made = ir::walk::cost_of_run(&side.finally) + clauses / side.clauses.len().max(1);
        let is_made = self.rules.tries_moves() || self.lowered.clauses.iter().any(ir::ClauseHint::gains_by_effects);
        let legal: usize = side.legal.iter().map(ir::walk::cost).sum();
        (legal + if is_made { made } else { 0 }) as u64 / 24
    }

    /// The same rules with these terms for the evaluation that is derived.
    ///
    /// # Panics
    /// If the evaluation is not a derived one.
    #[must_use]
    pub fn with_terms(&self, terms: Vec<rules::Term>) -> Compiled {
        assert!(self.is_derived(), "only a derived evaluation is replaced");
        let mut rules = self.rules.clone();
        rules.evaluations[self.evaluation].terms = terms;
        let lowered = lower::lower(&rules);
        let program = optimize(lowered.clone());
        let (game, backend) = exec::with_evaluation(&*self.game, program, self.evaluation, self.backend.asked);
        let (file, scope) = (self.file.clone(), self.scope.clone());
        let bounded = OnceLock::new();
        Compiled { file, rules, scope, lowered, game, backend, evaluation: self.evaluation, bounded }
    }

    /// A number that stays the same while the rules and what was set for their options do.
    pub fn key(&self) -> u64 {
        let options = self.rules.options.iter().flat_map(|o| [o.name.as_str(), "=", o.value.as_str(), ";"]);
        digest(self.digest().to_le_bytes().into_iter().chain(options.flat_map(str::bytes)))
    }

    /// A number that stays the same while the rules do: evaluations, looks, comments and layout play no part in it.
    pub fn digest(&self) -> u64 {
        let mut file = self.file.clone();
        file.items.retain(|item| !matches!(item.kind, ast::ItemKind::Eval(_) | ast::ItemKind::Look(_)));
        let text = syntax::print(&file);
        digest(text.bytes())
    }

    /// The value of an expression of the language in a position; `own` is the player to move.
    ///
    /// # Errors
    /// What is wrong with the expression; spans are in `text`.
    pub fn query(&self, position: &Position<'_, AnyExecutor>, text: &str) -> Result<Answer, Vec<Diagnostic>> {
        let mut diagnostics = Diagnostics::new();
        let kinds = |neutral: bool| {
            self.rules.kinds.iter().filter(|kind| kind.neutral == neutral).map(|kind| kind.name.clone()).collect()
        };
        let [first, second] = self.rules.players.each_ref().pair();
        let players = Some([first.clone(), second.clone()]);
        diagnostics.speak_of(Names::new(players, kinds(false), kinds(true), true, text));
        self.rules.topology.example_board().into_iter().for_each(|board| diagnostics.speak_of_board(board));
        let expr = syntax::parse_expr(text, &mut diagnostics);
        let query = expr.and_then(|e| {
            let query = analysis::analyze_query(&self.scope, &e, &mut diagnostics)?;
            analysis::check_query(&self.rules, &query, e.span).into_iter().for_each(|told| diagnostics.push(told));
            Some(query)
        });
        let (Some(query), false) = (query, diagnostics.has_errors()) else {
            return Err(diagnostics.finish());
        };
        let (state, side) = (position.state(), position.mover());
        let (program, code) = lower::lower_query(&self.rules, &query, side);
        // A query may bring constants of its own, so it runs on a program of its own.
        let game = exec::interpreter(program, self.evaluation);
        Ok(match code {
            QueryCode::Set(e) => Answer::Region(game.ask_set(state, side, &e).iter().collect()),
            QueryCode::Int(e) => Answer::Number(game.ask_int(state, side, &e)),
            QueryCode::Bool(e) => Answer::Truth(game.ask_truth(state, side, &e)),
        })
    }

    /// A number of the language, as the terms of an evaluation count it (a condition counts 1); none if the text is none here.
    pub fn number(&self, text: &str) -> Option<rules::Number> {
        let mut diagnostics = Diagnostics::new();
        let expr = syntax::parse_expr(text, &mut diagnostics)?;
        let query = analysis::analyze_query(&self.scope, &expr, &mut diagnostics)?;
        let wrong = analysis::check_query(&self.rules, &query, expr.span).is_some();
        if wrong || diagnostics.has_errors() {
            return None;
        }
        let of = |truth| {
            rules::Number::If(Box::new(truth), Box::new(rules::Number::Const(1)), Box::new(rules::Number::Const(0)))
        };
        Some(match query {
            analysis::Query::Number(number) => number,
            analysis::Query::Region(region) => of(rules::Truth::Some(region)),
            analysis::Query::Truth(truth) => of(truth),
        })
    }

    /// What a `table` with these values gives for each cell, to either player; none where the board has no such tables.
    pub fn table(&self, values: &[i64]) -> Option<PerSide<Vec<i64>>> {
        analysis::table_values(&self.scope, values)
    }

    /// The evaluation in use: its terms, with what stands behind each weight, and where its item is; none if it is read off
    /// the rules.
    pub fn written_evaluation(&self) -> Option<(Span, Vec<(rules::Term, Span)>)> {
        let evaluation = self.rules.evaluations.get(self.evaluation).filter(|_| !self.is_derived())?;
        let (item, span) = self.file.items.iter().rev().find_map(|item| match &item.kind {
            ast::ItemKind::Eval(eval) if eval.name.as_ref().map(|n| &n.text) == evaluation.name.as_ref() => {
                Some((eval, item.span))
            }
            _ => None,
        })?;
        let value = |term: &rules::Term| {
            let written = item.terms.iter().find(|t| t.span == term.span);
            (term.clone(), written.map_or(term.span, |t| t.value.span))
        };
        Some((span, evaluation.terms.iter().map(value).collect()))
    }

    /// The name of the evaluation in use, if it has one.
    pub fn evaluation_name(&self) -> Option<&str> {
        self.rules.evaluations.get(self.evaluation)?.name.as_deref()
    }

    /// The terms of the evaluation in use.
    pub fn terms(&self) -> &[rules::Term] {
        self.rules.evaluations.get(self.evaluation).map_or(&[], |evaluation| &evaluation.terms)
    }

    /// A printed form of the compiled game.
    pub fn dump(&self, stage: Stage) -> String {
        match stage {
            Stage::Ast => syntax::print(&self.file),
            Stage::Rules => rules::print(&self.rules),
            Stage::Ir => ir::print(&self.lowered),
            Stage::Optimized => ir::print(self.game.program()),
            Stage::Proofs => exec::proofs::print(self.game.program()),
        }
    }

    /// All names that a query may use, for completion.
    pub fn names(&self) -> Vec<String> {
        let rules = &self.rules;
        let mut names: Vec<String> = rules.players.iter().cloned().collect();
        names.extend(rules.kinds.iter().map(|k| k.name.clone()));
        names.extend(rules.states.iter().map(|s| s.name.clone()));
        names.extend(rules.options.iter().map(|o| o.name.clone()));
        names.extend(self.file.items.iter().filter_map(|item| match &item.kind {
            ast::ItemKind::Region(r) => Some(r.name.text.clone()),
            ast::ItemKind::Define(d) => Some(d.name.text.clone()),
            ast::ItemKind::Link(l) => Some(l.name.text.clone()),
            _ => None,
        }));
        names.sort();
        names.dedup();
        names
    }

    /// Who moves in a state.
    pub fn mover(&self, state: &[u64]) -> Side {
        self.game.mover(state)
    }
}
