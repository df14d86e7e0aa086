//! Native code as a [`Game`].

mod buffer;
mod expand;
mod hint;
mod same;

use std::cell::RefCell;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::code::{Code, CountFn, LegsFn, ListFn, StateFn, typed};
use super::emit::env::Frame;
use super::walk::chains::{RANK_WORDS, shared};
use super::walk::explored::{Explored, Explorer};
use super::walk::successors::Rows;
use super::walk::{FUEL, FUEL_OF_STEPS};
use crate::MOST_MOVES;
use crate::board::SiteSet;
use crate::game::perft::Leaves;
use crate::game::time::Instant;
use crate::game::{
    Counted, Decides, Drawn, Ending, Game, Hint, History, Judged, Made, MoveList, Outcome, Overflow, PerSide, Rep,
    Side, Successors, Trail, Traits,
};
use crate::interpreter::permute;
use crate::ir::{Bool, ClauseId, Int, Layout, Program, Set, SiteMap, remoteness, symmetries};
use crate::native::code::tiering::Question;
use crate::native::game::buffer::with_buffer;
use crate::native::game::hint::Values;
use crate::native::legal::verdicts::answer;
use crate::native::walk::OTHERS_FIRST;
use crate::proofs::history::repeats_to_end;
use crate::proofs::plain::names_a_choice;
use crate::rng::Rng;
use crate::state::hash::{Salt, board_words, drawing_clock, more_time, other_words, right_words, stop_clocks};
use crate::state::history::Past;
use crate::{CodeInfo, Event, Executor, Way};

/// Room for so many moves before the first call.
const FIRST_SIZE: usize = 256;

/// A game that runs as machine code; what the code can't do, the interpreter does.
pub struct Native {
    pub(super) code: Arc<Code>,
    pub(super) program: Arc<Program>,
    pub(super) inner: Box<dyn Executor>,
    /// Room for so many moves before the first call; more is made where they need it.
    pub(super) first_size: usize,
    /// The length of a state, of a record and of a successor's row, and where the mover stands in a state.
    words: usize,
    record_words: usize,
    pub(super) row_words: usize,
    mover_at: usize,
    /// Whether endings are asked around plies.
    asks_around: bool,
    /// Whether a ply may be several steps.
    steps: bool,
    /// Whether some ply may be listed more than once.
    repeats: bool,
    /// For each side how what follows a leg is explored, where it is.
    explored: PerSide<Option<Explored>>,
    /// For each side the `legal` conditions that ask for a choice of the ply, by index.
    chosen: PerSide<Vec<usize>>,
    /// For each side what the endings that the game so far decides ask for, and how many positions that can come back at
    /// least.
    by_history: PerSide<(Vec<Bool>, usize)>,
    /// Whether the game so far forbids plies by what they are, too: then a ply is asked for by its whole record.
    weighs_plies: bool,
    /// How often a position must have stood to end the game, if nothing else of the game so far can.
    repeats_to_end: Option<u32>,
    plan: HashPlan,
    /// Looked for when first asked for: only solving does.
    symmetries: OnceLock<Vec<SiteMap>>,
    pub(super) values: Values,
}

/// The words of a state that hashes read, and what each is mixed with.
struct HashPlan {
    board: Vec<(usize, Salt)>,
    rights: Vec<(usize, Salt)>,
    /// With the number at which a counter ends the game.
    others: Vec<(usize, Salt, Option<i64>)>,
}

impl HashPlan {
    fn of(layout: &Layout) -> Self {
        HashPlan {
            board: board_words(layout).map(|at| (at, Salt::of(at))).collect(),
            rights: right_words(layout).map(|at| (at, Salt::of(at))).collect(),
            others: other_words(layout).map(|(at, limit)| (at, Salt::of(at), limit)).collect(),
        }
    }
}

fn hash(state: &[u64], words: &[(usize, Salt)]) -> u64 {
    words.iter().fold(0, |hash, &(at, salt)| hash ^ salt.mix(state[at]))
}

thread_local! {
    /// Identities of the moves of one list, for games in which moves may repeat.
    static IDENTITIES: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    /// A position seen through a symmetry.
    static IMAGE: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

impl Native {
    /// A program whose functions are compiled when they are first asked for.
    ///
    /// # Errors
    /// Why there is no native code, in one line.
    pub fn new(program: &Arc<Program>, evaluation: usize) -> Result<Self, String> {
        Ok(Self::of(Code::new(program, evaluation)?, program, evaluation))
    }

    fn of(code: Arc<Code>, program: &Arc<Program>, evaluation: usize) -> Self {
        let (plan, values) = (HashPlan::of(&program.layout), Values::of(program, evaluation));
        let layout = &program.layout;
        Native {
            code,
            program: program.clone(),
            inner: crate::interpreter(program.clone(), evaluation),
            first_size: FIRST_SIZE,
            words: layout.words(),
            record_words: program.record.words,
            row_words: Rows::new(program, None, true).words,
            mover_at: layout.int_at(Layout::MOVER),
            asks_around: program.sides.iter().flat_map(|s| &s.verdicts).any(|v| v.since.is_some()),
            steps: program.sides.iter().any(|s| s.turn.repeats()),
            repeats: program.clauses.iter().any(|c| c.may_repeat),
            explored: PerSide::of(|side| Explored::of(program, side)),
            chosen: PerSide::of(|side| {
                let conditions = program.sides[side].legal.iter().enumerate();
                conditions.filter(|(_, c)| names_a_choice(c)).map(|(at, _)| at).collect()
            }),
            by_history: PerSide::of(|side| {
                let verdicts = program.sides[side].verdicts.iter();
                let endings: Vec<Bool> = verdicts.filter(|v| v.clock || v.history).map(|v| v.when.clone()).collect();
                let positions = endings.iter().map(Bool::repetitions).min().map_or(usize::MAX, |n| n as usize);
                (endings, positions)
            }),
            weighs_plies: program.sides.iter().flat_map(|s| &s.by_history).any(|c| !c.is_of_history()),
            repeats_to_end: repeats_to_end(program),
            plan,
            symmetries: OnceLock::new(),
            values,
        }
    }

    fn layout(&self) -> &Layout {
        &self.program.layout
    }

    /// The interpreter's answer to one of the first questions of a kind, which wait for no code.
    #[inline(always)]
    fn at_first<T>(&self, question: Question, ask: impl FnOnce(&dyn Executor) -> T) -> Option<T> {
        if self.code.tiering.is_over(question) {
            return None;
        }
        let began = Instant::now();
        let answer = ask(&*self.inner);
        self.code.tiering.spend(question, began.elapsed());
        Some(answer)
    }

    fn symmetries(&self) -> &[SiteMap] {
        self.symmetries.get_or_init(|| symmetries(&self.program))
    }

    #[inline]
    pub(super) fn side(&self, state: &[u64]) -> Side {
        Side::of(state[self.mover_at] as usize)
    }

    pub(super) fn check(&self, state: &[u64]) {
        // The code reads the state without asking for its length.
        assert_eq!(state.len(), self.words, "a state of another game");
    }

    /// That a list is of what takes so many words each; how many that are.
    pub(super) fn check_list(list: &MoveList, words: usize) -> usize {
        // The code writes without asking how long its entries are.
        assert_eq!(list.stride(), words, "a list of another game");
        words
    }

    /// Lists the moves, unless some have several legs: then it says so.
    fn list(&self, f: ListFn, state: &[u64], moves: &mut MoveList) -> Result<bool, Overflow> {
        self.check(state);
        let stride = Self::check_list(moves, self.record_words);
        let before = moves.len();
        IDENTITIES.with_borrow_mut(|identities| {
            let mut flagged = 0;
            let found = with_buffer(self.first_size, before, |room| {
                if self.repeats && identities.len() <= room {
                    identities.resize(room + 1, 0);
                }
                let base = moves.spare(room + 1);
                let mut info = [0_u64; 2];
                // SAFETY: there is room for `room` records and a spare one at `base`, and for as many identities.
                let found = unsafe {
                    let limit = base.add(room * stride);
                    let end = f(state.as_ptr(), base, limit, identities.as_mut_ptr(), info.as_mut_ptr());
                    (end as usize).wrapping_sub(base as usize) / 8 / stride
                };
                flagged = info[1];
                match info[0] {
                    0 => Ok(Some(found)),
                    OTHERS_FIRST => Ok(None),
                    _ => Err(Overflow::Fuel),
                }
            })?;
            let Some(found) = found else { return Ok(false) };
            // SAFETY: that many records were written.
            unsafe { moves.grow(found) };
            if flagged > 1 {
                self.drop_repeated(before, identities, moves);
            }
            Ok(true)
        })
    }

    /// As `list`, for plies of several legs or steps: keeps the greatest, and of equal results the shortest. Says no where
    /// there are too many to hold before these are dropped.
    /// What is listed takes so many words each.
    pub(super) fn list_legs(
        &self,
        (f, words): (LegsFn, usize),
        state: &[u64],
        moves: &mut MoveList,
    ) -> Result<bool, Overflow> {
        self.check(state);
        let stride = Self::check_list(moves, words);
        let program = &*self.program;
        let before = moves.len();
        let frame = Frame::of(program).words;
        // A frame for each leg and one for what comes after it.
        let memory = shared::WORDS + frame * (2 * program.record.legs as usize + 4);
        IDENTITIES.with_borrow_mut(|words| {
            let found = with_buffer(self.first_size, before, |room| {
                let wanted = memory + RANK_WORDS * (room + 1);
                if words.len() < wanted {
                    words.resize(wanted, 0);
                }
                let base = moves.spare(room + 1);
                let (shared_words, ranks) = words.split_at_mut(memory);
                shared_words[shared::CURSOR] = base as u64;
                // SAFETY: there is room for `room` records and a spare one at `base`.
                shared_words[shared::LIMIT] = unsafe { base.add(room * stride) } as u64;
                shared_words[shared::RANKS] = ranks.as_mut_ptr() as u64;
                shared_words[shared::BASE] = base as u64;
                shared_words[shared::STATE] = state.as_ptr() as u64;
                shared_words[shared::FUEL] = if self.steps { FUEL_OF_STEPS } else { FUEL };
                shared_words[shared::SPENT] = 0;
                shared_words[shared::TOO_LONG] = 0;
                let explorer = self.explored[self.side(state)].as_ref().map(|explored| Explorer::new(explored, stride));
                shared_words[shared::EXPLORER] = explorer.as_ref().map_or(0, |explorer| &raw const *explorer as u64);
                // SAFETY: as above; the frames of as many legs as a record holds follow, and each record has its rank.
                unsafe { f(state.as_ptr(), shared_words.as_mut_ptr()) };
                // A chain that is too long comes before all the steps that it takes.
                if shared_words[shared::TOO_LONG] != 0 {
                    return Err(Overflow::Chain(program.record.legs));
                }
                if shared_words[shared::SPENT] != 0 {
                    return Err(Overflow::Fuel);
                }
                Ok(Some((shared_words[shared::CURSOR] as usize - base as usize) / 8 / stride))
            });
            let found = match found {
                Err(Overflow::Moves) => return Ok(false),
                found => found?.unwrap_or(0),
            };
            // SAFETY: that many records were written.
            unsafe { moves.grow(found) };
            Self::keep_best(before, &words[memory..], moves);
            Ok(true)
        })
    }

    /// How many moves there are, of which some may have several legs.
    pub(super) fn count_legs(&self, state: &[u64], scratch: &mut MoveList) -> Result<u64, Overflow> {
        let before = scratch.len();
        let listed = match self.code.function(typed::legs(self.side(state))) {
            Some(f) => self.list_legs((f, self.record_words), state, scratch)?,
            None => false,
        };
        if !listed {
            self.inner.generate(state, scratch)?;
        }
        let found = scratch.len() - before;
        scratch.truncate(before);
        Ok(found as u64)
    }

    /// What a function says of a state.
    fn ask(&self, f: StateFn, state: &[u64]) -> u64 {
        self.check(state);
        // SAFETY: the state has the length that the code was compiled for.
        unsafe { f(state.as_ptr()) }
    }

    /// What a function counts in a state, and what it has to say of that.
    fn number(&self, f: CountFn, state: &[u64]) -> (u64, [u64; 2]) {
        self.check(state);
        let mut info = [0_u64; 2];
        // SAFETY: the state has the length that the code was compiled for, and the code writes two words of `info`.
        let n = unsafe { f(state.as_ptr(), info.as_mut_ptr()) };
        (n, info)
    }

    /// The last resort of a draw: the moves are counted, and the one of a random number is made.
    fn draw_by_number(&self, state: &[u64], next: &mut [u64], rng: &mut Rng) -> Drawn {
        if self.program.facts.merge_results {
            return Drawn::List;
        }
        let Some(count) = self.code.function(typed::count(self.side(state))) else { return Drawn::List };
        match self.number(count, state) {
            (0, [0, _]) => Drawn::Stuck,
            (n, [0, flagged]) if flagged < 2 && n <= MOST_MOVES as u64 => {
                self.make_nth(state, rng.below(n as usize) as u64, next)
            }
            _ => Drawn::List,
        }
    }

    /// The ending by history, if one of these may hold.
    #[inline(never)]
    fn ending_among(&self, endings: &[Bool], state: &[u64], history: &History) -> Option<Ending> {
        let past = Past { history, passed: false };
        let may_hold = endings.iter().any(|ending| past.tells(ending, Some((self.layout(), state))) != Some(false));
        if may_hold { self.inner.ending_by_history(state, history) } else { None }
    }

    /// What tells one position from another, without its marks.
    fn hashes(&self, state: &[u64]) -> Rep {
        self.check(state);
        let board = hash(state, &self.plan.board);
        Rep { position: board ^ hash(state, &self.plan.rights), board, marks: 0 }
    }

    /// See [`Rep::marks`].
    fn marks(&self, state: &[u64]) -> u64 {
        if self.program.marks.is_empty() {
            return 0;
        }
        match self.code.function(typed::marks()) {
            Some(f) => self.ask(f, state),
            None => self.inner.rep(state).marks,
        }
    }

    /// Whether draws may ask the endings around their plies; so it is along a whole game if it is once.
    fn is_open(&self, state: &[u64]) -> bool {
        !self.asks_around || self.code.function(typed::open()).is_some_and(|f| self.ask(f, state) != 0)
    }

    fn drawn(word: u64) -> Drawn {
        match word & (answer::NONE | answer::LIST) {
            0 => Drawn::Made(Made::of_word(word), word & 0xFF << answer::CLAUSE),
            answer::NONE => Drawn::Stuck,
            _ => Drawn::List,
        }
    }
}

impl Game for Native {
    fn state_words(&self) -> usize {
        self.words
    }

    fn move_words(&self) -> usize {
        self.record_words
    }

    fn initial(&self) -> Vec<u64> {
        self.inner.initial()
    }

    fn decides(&self, state: &[u64]) -> Decides {
        Decides::Player(self.side(state))
    }

    fn generate(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        // To interpret a turn of several steps may take long.
        if !self.steps
            && let Some(listed) = self.at_first(Question::Moves, |inner| inner.generate(state, moves))
        {
            return listed;
        }
        let side = self.side(state);
        if let Some(f) = self.code.function(typed::list(side))
            && self.list(f, state, moves)?
        {
            return Ok(());
        }
        if let Some(f) = self.code.function(typed::legs(side))
            && self.list_legs((f, self.record_words), state, moves)?
        {
            return Ok(());
        }
        self.inner.generate(state, moves)
    }

    fn generate_noisy(&self, state: &[u64], moves: &mut MoveList) -> Result<(), Overflow> {
        if self.code.tiering.is_over(Question::Noisy)
            && let Some(f) = self.code.function(typed::noisy(self.side(state)))
            && self.list(f, state, moves)?
        {
            return Ok(());
        }
        self.generate(state, moves)
    }

    fn count(&self, state: &[u64], scratch: &mut MoveList) -> Result<u64, Overflow> {
        if !self.steps
            && let Some(counted) = self.at_first(Question::Number, |inner| inner.count(state, scratch))
        {
            return counted;
        }
        if let Some(f) = self.code.function(typed::count(self.side(state))) {
            match self.number(f, state) {
                (n, [0, flagged]) if flagged < 2 && n <= MOST_MOVES as u64 => return Ok(n),
                (_, [OTHERS_FIRST, _]) => return self.count_legs(state, scratch),
                (_, [0, _]) => {}
                _ => return Err(Overflow::Fuel),
            }
        }
        let before = scratch.len();
        self.generate(state, scratch)?;
        let found = scratch.len() - before;
        scratch.truncate(before);
        Ok(found as u64)
    }

    fn count_allowed(&self, state: &[u64], history: &mut History, scratch: &mut Successors) -> Result<u64, Overflow> {
        self.count_allowed_native(state, history, scratch)
    }

    fn make(&self, state: &[u64], record: &[u64], next: &mut [u64]) -> Made {
        if let Some(made) = self.at_first(Question::Make, |inner| inner.make(state, record, next)) {
            return made;
        }
        let Some((f, has_status)) = self.code.make(self.side(state)) else {
            return self.inner.make(state, record, next);
        };
        self.check(state);
        self.check(next);
        assert_eq!(record.len(), self.move_words(), "a record of another game");
        // SAFETY: the slices have the lengths that the code was compiled for.
        let word = unsafe { f(state.as_ptr(), record.as_ptr(), next.as_mut_ptr()) };
        let made = Made::of_word(word);
        let ending = if has_status { made.ending } else { self.status(next) };
        Made { ending, ..made }
    }

    fn successors(&self, state: &[u64], out: &mut Successors) -> Result<(), Overflow> {
        self.list_states(state, out)
    }

    fn successors_in_order(&self, state: &[u64], out: &mut Successors) -> Result<(), Overflow> {
        self.list_in_order(state, out)
    }

    fn successors_of(&self, state: &[u64], _: &MoveList, out: &mut Successors) -> Result<(), Overflow> {
        self.list_in_order(state, out)
    }

    fn judge(&self, list: &Successors, range: Range<usize>, out: &mut Vec<Judged>) {
        self.judge_native(false, list, range, out);
    }

    fn promise(&self, state: &[u64]) -> i32 {
        if self.traits().threats { self.inner.promise(state) } else { self.evaluate(state) }
    }

    fn judge_for_proof(&self, list: &Successors, range: Range<usize>, out: &mut Vec<Judged>) {
        self.judge_native(true, list, range, out);
    }

    fn build_each(&self, state: &[u64], judged: bool, scratch: &mut Successors) -> Result<u64, Overflow> {
        self.build_states(state, judged, scratch)
    }

    fn plies_below(
        &self,
        state: &[u64],
        plies: u32,
        leaves: Leaves,
        scratch: &mut Successors,
    ) -> Option<Result<Counted, Overflow>> {
        self.plies_below_native(state, plies, leaves, scratch)
    }

    fn draw(&self, state: &[u64], next: &mut [u64], rng: &mut Rng) -> Drawn {
        self.check(state);
        self.check(next);
        if self.weighs_plies {
            return Drawn::List;
        }
        let drawn = match self.code.function(typed::draw(self.side(state))) {
            // SAFETY: the slices have the lengths that the code was compiled for, and the generator has one word of state.
            Some(f) if self.is_open(state) => Self::drawn(unsafe { f(state.as_ptr(), next.as_mut_ptr(), rng.state()) }),
            _ => Drawn::List,
        };
        if drawn == Drawn::List { self.draw_by_number(state, next, rng) } else { drawn }
    }

    fn draw_from_list(
        &self,
        state: &[u64],
        next: &mut [u64],
        scratch: &mut Successors,
        rng: &mut Rng,
    ) -> Result<Option<Made>, Overflow> {
        // Plies of several legs are dear to list and dear to make; built where they are found, most are neither.
        let side = self.side(state);
        if !self.program.facts.merge_results || self.code.function(typed::states(side)).is_none() {
            return scratch.draw_move(self, state, next, rng);
        }
        scratch.clear();
        self.list_states(state, scratch)?;
        Ok((!scratch.is_empty()).then(|| {
            let chosen = rng.below(scratch.len());
            next.copy_from_slice(scratch.state(chosen));
            scratch.made(chosen)
        }))
    }

    fn make_nth(&self, state: &[u64], number: u64, next: &mut [u64]) -> Drawn {
        self.check(state);
        self.check(next);
        match self.code.function(typed::nth(self.side(state))) {
            // SAFETY: as in `draw`.
            Some(f) => Self::drawn(unsafe { f(state.as_ptr(), next.as_mut_ptr(), number) }),
            None => Drawn::List,
        }
    }

    fn draw_many(
        &self,
        state: &mut Vec<u64>,
        next: &mut Vec<u64>,
        most: u32,
        rng: &mut Rng,
        trail: &mut Trail,
    ) -> (u32, Drawn) {
        self.check(state);
        self.check(next);
        let (mut plies, mut last) = (0, Drawn::List);
        let in_a_row = if self.is_open(state) { self.code.function(typed::plies()) } else { None };
        while plies < most {
            if let Some(f) = in_a_row {
                let mut number = 0;
                let left = most - plies;
                let trail = trail.room(left);
                // SAFETY: as in `draw`, there is a word for the number, and the trail has room for so many plies.
                let word = unsafe { f(state.as_mut_ptr(), rng.state(), u64::from(left), &mut number, trail) };
                plies += number as u32;
                last = Self::drawn(word);
                if last != Drawn::List {
                    break;
                }
                last = self.draw_by_number(state, next, rng);
            } else {
                last = self.draw(state, next, rng);
            }
            let Drawn::Made(made, _) = last else { break };
            let again = self.repeats_to_end.is_some()
                && trail.add(|| self.hashes(state).position, || self.hashes(next).position, made.irreversible);
            std::mem::swap(state, next);
            plies += 1;
            if made.ending.is_some() || again {
                break;
            }
        }
        (plies, last)
    }

    fn status(&self, state: &[u64]) -> Option<Ending> {
        if let Some(ending) = self.at_first(Question::Ending, |inner| inner.status(state)) {
            return ending;
        }
        match self.code.function(typed::status()) {
            Some(f) => Made::of_word(self.ask(f, state)).ending,
            None => self.inner.status(state),
        }
    }

    fn ending_if_stuck(&self, state: &[u64]) -> Ending {
        if let Some(ending) = self.at_first(Question::IfStuck, |inner| inner.ending_if_stuck(state)) {
            return ending;
        }
        let Some(f) = self.code.function(typed::stuck()) else { return self.inner.ending_if_stuck(state) };
        let ending = Made::of_word(self.ask(f, state)).ending;
        ending.unwrap_or(Ending { rank: Ending::NO_VERDICT, outcome: Outcome::Draw })
    }

    fn ending_by_history(&self, state: &[u64], history: &History) -> Option<Ending> {
        // Most positions end nothing: that is seen without the interpreter, and mostly without a look at the others.
        let (endings, positions) = &self.by_history[self.side(state).other()];
        if history.recent().len() < *positions { None } else { self.ending_among(endings, state, history) }
    }

    fn repeats_to_end(&self) -> Option<u32> {
        self.repeats_to_end
    }

    fn legal_by_history(&self) -> bool {
        self.inner.legal_by_history()
    }

    fn forbids_boards(&self) -> bool {
        self.inner.forbids_boards()
    }

    fn allowed_by_history(&self, state: &[u64], record: &[u64], history: &History) -> bool {
        self.inner.allowed_by_history(state, record, history)
    }

    fn reads_history(&self) -> bool {
        self.inner.reads_history()
    }

    fn rep(&self, state: &[u64]) -> Rep {
        Rep { marks: self.marks(state), ..self.hashes(state) }
    }

    fn unmarked(&self, state: &[u64]) -> Rep {
        self.hashes(state)
    }

    fn key(&self, state: &[u64], horizon: u32) -> u64 {
        self.key_of(state, self.hashes(state), horizon)
    }

    fn evaluate(&self, state: &[u64]) -> i32 {
        if let Some(value) = self.at_first(Question::Value, |inner| inner.evaluate(state)) {
            return value;
        }
        match self.code.function(typed::evaluate()) {
            Some(f) => self.ask(f, state) as i32,
            None => self.inner.evaluate(state),
        }
    }

    fn arrival(&self, _: &[u64], record: &[u64]) -> u16 {
        self.values.arrival(record[0])
    }

    fn hint(&self, state: &[u64], record: &[u64]) -> Hint {
        self.check(state);
        self.hint_of(state, record)
    }

    fn hints(&self, state: &[u64], moves: &MoveList, out: &mut Vec<Hint>) {
        self.check(state);
        self.hints_of(state, moves, out);
    }

    fn piece_classes(&self) -> usize {
        self.inner.piece_classes()
    }

    fn sites(&self) -> usize {
        self.inner.sites()
    }

    fn has_noisy(&self) -> bool {
        self.inner.has_noisy()
    }

    fn wins_at_once(&self, state: &[u64], side: Side) -> Option<bool> {
        if let Some(told) = self.at_first(Question::Wins, |inner| inner.wins_at_once(state, side)) {
            return told;
        }
        let Some(f) = self.code.function(typed::wins(side)) else {
            return self.inner.wins_at_once(state, side);
        };
        match self.ask(f, state) {
            2 => None,
            answer => Some(answer == 1),
        }
    }

    fn quiet_gain(&self) -> Option<i32> {
        self.inner.quiet_gain()
    }

    fn score_scale(&self) -> Option<i32> {
        self.inner.score_scale()
    }

    fn pass(&self, state: &[u64], next: &mut [u64]) -> bool {
        self.inner.pass(state, next)
    }

    fn remoteness(&self) -> Vec<i32> {
        remoteness(&self.program, self.symmetries())
    }

    fn key_of(&self, state: &[u64], rep: Rep, horizon: u32) -> u64 {
        self.plan.others.iter().fold(rep.position, |hash, &(at, salt, limit)| {
            let value = state[at];
            let counts = limit.is_none_or(|limit| value as i64 + i64::from(horizon) >= limit);
            if counts { hash ^ salt.mix(value) } else { hash }
        })
    }

    fn more_time(&self, before: &[u64], now: &[u64]) -> bool {
        more_time(self.layout(), before, now)
    }

    fn stop_clocks(&self, state: &mut [u64]) -> Option<u32> {
        stop_clocks(self.layout(), &self.program().facts, state)
    }

    fn drawing_clock(&self) -> Option<(usize, u64)> {
        drawing_clock(self.layout(), &self.program().facts)
    }

    fn folded_key(&self, state: &[u64], horizon: u32) -> (u64, bool) {
        let own = self.key(state, horizon);
        let symmetries = self.symmetries();
        if symmetries.is_empty() {
            return (own, true);
        }
        IMAGE.with_borrow_mut(|image| {
            image.resize(state.len(), 0);
            let least = symmetries.iter().fold(own, |least, map| {
                permute(self.layout(), state, map, image);
                least.min(self.key(image, horizon))
            });
            (least, least == own)
        })
    }

    fn threatened(&self, state: &[u64]) -> bool {
        let side = self.side(state);
        let conditions = &self.program.sides[side].legal;
        if conditions.is_empty() {
            return false;
        }
        if let Some(told) = self.at_first(Question::Threats, |inner| inner.threatened(state)) {
            return told;
        }
        let Some(f) = self.code.function(typed::legal(side)) else { return self.inner.threatened(state) };
        self.check(state);
        // SAFETY: both states have the length that the code was compiled for.
        let threatened = unsafe { f(state.as_ptr(), state.as_ptr()) == 0 };
        // The function has not asked for what a ply chooses.
        let mut others = self.chosen[side].iter().map(|&at| &conditions[at]);
        threatened || others.any(|c| !self.inner.ask_truth(state, side, c))
    }

    fn traits(&self) -> Traits {
        self.inner.traits()
    }
}

impl Executor for Native {
    fn code(&self) -> Option<CodeInfo> {
        Some(self.code.info())
    }

    fn eager(&self) {
        self.code.tiering.end();
    }

    fn with_evaluation(&self, program: &Arc<Program>, evaluation: usize) -> Option<Box<dyn Executor>> {
        let code = self.code.with_evaluation(program, evaluation).ok()?;
        Some(Box::new(Self::of(code, program, evaluation)))
    }

    fn interpreted(&self) -> Option<String> {
        self.code.interpreted()
    }

    fn program(&self) -> &Program {
        &self.program
    }

    fn events(&self, state: &[u64], record: &[u64]) -> Vec<Event> {
        self.inner.events(state, record)
    }

    fn ways(&self, state: &[u64]) -> Result<Vec<Way>, Overflow> {
        self.inner.ways(state)
    }

    fn find(&self, state: &[u64], events: &[Event]) -> Result<Option<Vec<u64>>, Overflow> {
        self.inner.find(state, events)
    }

    fn work_of_moves(&self, state: &[u64]) -> u64 {
        self.inner.work_of_moves(state)
    }

    fn work_of_endings(&self, state: &[u64]) -> u64 {
        self.inner.work_of_endings(state)
    }

    fn work_of_evaluation(&self, state: &[u64], evaluation: usize) -> u64 {
        self.inner.work_of_evaluation(state, evaluation)
    }

    fn unfinished(&self, state: &[u64]) -> Option<ClauseId> {
        self.inner.unfinished(state)
    }

    fn clauses_of(&self, state: &[u64], record: &[u64]) -> Vec<ClauseId> {
        self.inner.clauses_of(state, record)
    }

    fn ask_set(&self, state: &[u64], side: Side, e: &Set) -> SiteSet {
        self.inner.ask_set(state, side, e)
    }

    fn ask_int(&self, state: &[u64], side: Side, e: &Int) -> i64 {
        self.inner.ask_int(state, side, e)
    }

    fn ask_truth(&self, state: &[u64], side: Side, e: &Bool) -> bool {
        self.inner.ask_truth(state, side, e)
    }

    fn is_stuck(&self, state: &[u64]) -> bool {
        self.inner.is_stuck(state)
    }

    fn terms(&self, state: &[u64]) -> Vec<(i64, i64, i64)> {
        self.inner.terms(state)
    }

    fn differences(&self, state: &[u64], out: &mut Vec<i64>) {
        let Some(f) = self.code.function(typed::terms()) else {
            out.clear();
            out.extend(self.inner.terms(state).into_iter().map(|(_, own, enemy)| own.saturating_sub(enemy)));
            return;
        };
        self.check(state);
        out.clear();
        out.resize(self.code.number_of_terms(), 0);
        // SAFETY: the state has the length that the code was compiled for, and there is a place for each term.
        unsafe { f(state.as_ptr(), out.as_mut_ptr()) };
        if self.side(state) == Side::Second {
            out.iter_mut().for_each(|difference| *difference = difference.wrapping_neg());
        }
    }
}
