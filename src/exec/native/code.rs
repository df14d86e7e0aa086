//! Machine code and who owns it: every entry is compiled when it is first asked for, in a unit of its own.
//!
//! What the interpreter can answer as well waits for nothing: a thread of its own compiles one entry after the other, and
//! until an entry is there, the interpreter answers. So a search keeps to its time however large the rules are. All else is
//! compiled where it is asked for; if several threads ask, the first compiles, and the others wait for it.

use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use cranelift_codegen::isa::TargetIsa;
use cranelift_module::FuncId;

use super::allowed::Past;
use super::alone::told_apart;
use super::chains::LegsTo;
use super::cost::{Part, cost, walk_int, walk_truth};
use super::draw;
use super::emit::{Address, Emit, Helper, MOST_IN_ALL, Res, Unsupported};
use super::env::Reads;
use super::filter::names_a_choice;
use super::functions::{self, Enumeration, by_position};
use super::lanes;
use super::patience::Patience;
use super::plies;
use super::since;
use super::stacks;
use super::successors::{self, Next, Rows};
use super::tables::Tables;
use super::unit::{Loaded, Shared, Unit, target};
use super::walk::Sink;
use crate::exec::CodeInfo;
use crate::game::perft::Leaves;
use crate::game::{Judged, Side};
use crate::ir::{Bool, Int, Program, Set, SideCode, Since, Verdict, Wins, promise, verify, wins};

/// `generate(state, list, limit, identities, info) → end of the list`
pub type ListFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64, *mut u64, *mut u64) -> *mut u64;
/// `count(state, info) → number`
pub type CountFn = unsafe extern "C" fn(*const u64, *mut u64) -> u64;
/// `count allowed(state, past, info) → number`; see [`super::allowed`].
pub type AllowedFn = unsafe extern "C" fn(*const u64, *const Past, *mut u64) -> u64;
/// `make(state, record, next) → answer`
pub type MakeFn = unsafe extern "C" fn(*const u64, *const u64, *mut u64) -> u64;
/// `successors(state, rows, limit, info) → end of the rows`
pub type StatesFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64, *mut u64) -> *mut u64;
/// `built(state, place, info) → number`
pub type BuiltFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64) -> u64;
/// `below(state, scratch, info) → number`; see [`super::successors::below`].
pub type BelowFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64) -> u64;
/// `list legs(state, shared)`; see [`super::chains::shared`].
pub type LegsFn = unsafe extern "C" fn(*const u64, *mut u64) -> u64;
/// `draw(state, next, state of the random numbers) → answer`
pub type DrawFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64) -> u64;
/// `plies(state, state of the random numbers, most, number, trail) → answer`
pub type PliesFn = unsafe extern "C" fn(*mut u64, *mut u64, u64, *mut u64, *mut u64) -> u64;
/// `nth(state, next, number) → answer`
pub type NthFn = unsafe extern "C" fn(*const u64, *mut u64, u64) -> u64;
/// `legal(state, start of the ply) → 0 or 1`
pub type LegalFn = unsafe extern "C" fn(*const u64, *const u64) -> u64;
/// `judge(rows, end, judged) → 0`
pub type JudgeFn = unsafe extern "C" fn(*const u64, *const u64, *mut Judged) -> u64;
/// `f(state) → answer`
pub type StateFn = unsafe extern "C" fn(*const u64) -> u64;

/// Verdicts that cost more than this are a function of their own where successors are built.
const COSTLY: usize = 60;
/// Conditions that cost more than this are a function of their own: they are asked in many places.
const INLINE: usize = 30;

/// What can be compiled, by the side to move (0 or 1) where there are two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// Lists the moves.
    List(usize),
    /// Lists the moves that may be noisy.
    Noisy(usize),
    /// Lists the moves where they may have several legs.
    Legs(usize),
    /// Counts the moves.
    Count(usize),
    /// Counts the moves that the history allows.
    Allowed(usize),
    /// Whether the `legal` conditions hold.
    Legal(usize),
    /// Lists the successors.
    States(usize),
    /// Lists the successors in the order of the moves.
    InOrder(usize),
    /// Builds the successors in one place; with their endings, if so.
    Built(usize, bool),
    /// Lists the successors where moves may have several legs.
    StatesLegs(usize),
    /// Counts the moves of the successors, or builds the successors that they have.
    Below(usize, Leaves),
    /// The same a ply further on.
    Deeper(usize, Leaves),
    /// Makes a move and answers the endings.
    Make(usize),
    /// Makes a move.
    PlainMake(usize),
    /// Makes a random move.
    Draw(usize),
    /// Makes random moves in a row.
    Plies,
    /// Makes the move of a number.
    Nth(usize),
    /// Whether a side wins at once.
    Wins(usize),
    /// What it means that the mover has no move.
    Stuck,
    /// The ending that a position decides.
    Status,
    /// The evaluation.
    Evaluate,
    /// What a search asks of leaves; for a proof, if so.
    Judge(bool),
    /// Whether no ending that is asked around plies is there already.
    Open,
    /// What an expression asks, by index into [`Code::helpers`].
    Helper(usize),
}

impl Entry {
    /// How many there are, apart from helpers.
    const FIXED: usize = 51;

    #[inline(always)]
    fn index(self) -> usize {
        match self {
            Entry::List(side) => side,
            Entry::Legs(side) => 2 + side,
            Entry::Count(side) => 4 + side,
            Entry::Legal(side) => 6 + side,
            Entry::Make(side) => 8 + side,
            Entry::PlainMake(side) => 10 + side,
            Entry::Status => 12,
            Entry::Evaluate => 13,
            Entry::Draw(side) => 14 + side,
            Entry::Nth(side) => 16 + side,
            Entry::Stuck => 18,
            Entry::States(side) => 19 + side,
            Entry::StatesLegs(side) => 21 + side,
            Entry::Below(side, leaves) => 23 + side + 2 * leaves as usize,
            Entry::Allowed(side) => 29 + side,
            Entry::Open => 31,
            Entry::Wins(side) => 32 + side,
            Entry::InOrder(side) => 34 + side,
            Entry::Judge(proof) => 36 + usize::from(proof),
            Entry::Noisy(side) => 38 + side,
            Entry::Plies => 40,
            Entry::Built(side, judged) => 41 + side + 2 * usize::from(judged),
            Entry::Deeper(side, leaves) => 45 + side + 2 * leaves as usize,
            Entry::Helper(index) => Self::FIXED + index,
        }
    }

    /// Whether nothing is interpreted for the lack of it.
    fn is_short_cut(self) -> bool {
        use Entry::{Allowed, Below, Built, Deeper, Draw, InOrder, Judge, Noisy, Nth, Open, Plies, States, StatesLegs};
        matches!(
            self,
            Allowed(_)
                | Built(..)
                | States(_)
                | InOrder(_)
                | Judge(_)
                | Noisy(_)
                | StatesLegs(_)
                | Below(..)
                | Deeper(..)
                | Draw(_)
                | Nth(_)
                | Open
                | Plies
        )
    }

    /// Whether it is waited for: random games have no time to keep to, and without code they would be lists of moves; and to
    /// interpret turns of several steps takes far longer than to compile them.
    fn is_waited_for(self, program: &Program) -> bool {
        match self {
            Entry::Draw(_) | Entry::Plies | Entry::Nth(_) | Entry::Open | Entry::Helper(_) => true,
            Entry::List(side) | Entry::Legs(side) | Entry::Count(side) => program.sides[side].turn.repeats(),
            _ => false,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Entry::List(_) | Entry::Noisy(_) | Entry::Legs(_) => "generate",
            Entry::Count(_) | Entry::Allowed(_) => "count",
            Entry::Legal(_) => "legal",
            Entry::States(_) | Entry::InOrder(_) | Entry::Built(..) | Entry::StatesLegs(_) => "successors",
            Entry::Below(..) | Entry::Deeper(..) => "plies in a row",
            Entry::Make(_) => "endings of a move",
            Entry::PlainMake(_) => "make",
            Entry::Draw(_) | Entry::Plies | Entry::Nth(_) => "random moves",
            Entry::Wins(_) => "wins at once",
            Entry::Stuck => "endings without a move",
            Entry::Status | Entry::Open => "status",
            Entry::Evaluate | Entry::Judge(_) => "evaluate",
            Entry::Helper(_) => "count in an expression",
        }
    }
}

/// The machine code of a game, as far as it was asked for. Freed when dropped: whoever holds the functions holds this.
pub struct Code {
    program: Arc<Program>,
    evaluation: usize,
    wins: Option<[Wins; 2]>,
    isa: Arc<dyn TargetIsa>,
    entries: Vec<OnceLock<Option<Address>>>,
    helpers: Vec<Helper>,
    units: Mutex<Vec<Loaded>>,
    /// Operations that may still be compiled.
    pub(super) left: AtomicUsize,
    /// When code is asked for.
    pub(super) patience: Patience,
    /// Whether an entry is left to the thread that compiles, by its index.
    begun: Vec<AtomicBool>,
    queue: Mutex<Queue>,
    report: Mutex<Report>,
    /// For the thread that compiles: it goes on no longer than there is somebody to use the code.
    me: Weak<Code>,
    // The code has the addresses of these.
    tables: Tables,
}

#[derive(Debug, Default)]
struct Report {
    time: Duration,
    /// Entries that the interpreter does, with the reason.
    interpreted: Vec<(&'static str, &'static str)>,
}

/// What is to be compiled in a thread of its own.
#[derive(Debug, Default)]
struct Queue {
    entries: VecDeque<Entry>,
    /// Whether there is such a thread.
    at_work: bool,
}

/// Room for the thread that compiles: expressions are walked by recursion.
const STACK: usize = 8 << 20;

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Code").field("report", &self.report).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Code {
    /// Nothing compiled yet.
    ///
    /// # Errors
    /// Why nothing can be compiled here.
    pub fn new(program: &Arc<Program>, evaluation: usize) -> Result<Arc<Self>, String> {
        verify(program)?;
        if program.layout.lanes.len() * program.layout.lane_words > lanes::MOST_WORDS {
            return Err("native code does not handle numbers of so many cells".to_string());
        }
        if program.layout.stacks > stacks::MOST_CELLS {
            return Err("native code does not handle stacks on so many cells".to_string());
        }
        let (isa, helpers) = (target()?, asked(program));
        let entries = Entry::FIXED + helpers.len();
        Ok(Arc::new_cyclic(|me| Code {
            program: program.clone(),
            evaluation,
            wins: wins(program),
            isa,
            entries: (0..entries).map(|_| OnceLock::new()).collect(),
            begun: (0..entries).map(|_| AtomicBool::new(false)).collect(),
            helpers,
            units: Mutex::default(),
            left: AtomicUsize::new(MOST_IN_ALL),
            patience: Patience::new(),
            queue: Mutex::default(),
            report: Mutex::default(),
            me: me.clone(),
            tables: Tables::default(),
        }))
    }

    /// The function that lists the moves, unless the interpreter does.
    pub fn list(&self, side: usize) -> Option<ListFn> {
        // SAFETY: each entry is declared with the signature of its type; here and below.
        self.address(Entry::List(side)).map(|at| unsafe { std::mem::transmute::<usize, ListFn>(at.0) })
    }

    /// The function that lists the moves that may be noisy.
    pub fn noisy(&self, side: usize) -> Option<ListFn> {
        // SAFETY: see `list`.
        self.address(Entry::Noisy(side)).map(|at| unsafe { std::mem::transmute::<usize, ListFn>(at.0) })
    }

    /// The function that lists moves of several legs.
    pub fn legs(&self, side: usize) -> Option<LegsFn> {
        // SAFETY: see `list`.
        self.address(Entry::Legs(side)).map(|at| unsafe { std::mem::transmute::<usize, LegsFn>(at.0) })
    }

    /// The function that counts the moves.
    pub fn count(&self, side: usize) -> Option<CountFn> {
        // SAFETY: see `list`.
        self.address(Entry::Count(side)).map(|at| unsafe { std::mem::transmute::<usize, CountFn>(at.0) })
    }

    /// The function that counts the moves that the history allows.
    pub fn allowed(&self, side: usize) -> Option<AllowedFn> {
        // SAFETY: see `list`.
        self.address(Entry::Allowed(side)).map(|at| unsafe { std::mem::transmute::<usize, AllowedFn>(at.0) })
    }

    /// The function that lists the successors.
    pub fn states(&self, side: usize) -> Option<StatesFn> {
        // SAFETY: see `list`.
        self.address(Entry::States(side)).map(|at| unsafe { std::mem::transmute::<usize, StatesFn>(at.0) })
    }

    /// The function that lists the successors in the order of the moves.
    pub fn in_order(&self, side: usize) -> Option<StatesFn> {
        // SAFETY: see `list`.
        self.address(Entry::InOrder(side)).map(|at| unsafe { std::mem::transmute::<usize, StatesFn>(at.0) })
    }

    /// The function that builds the successors in one place; with their endings, if `judged`.
    pub fn built(&self, side: usize, judged: bool) -> Option<BuiltFn> {
        // SAFETY: see `list`.
        self.address(Entry::Built(side, judged)).map(|at| unsafe { std::mem::transmute::<usize, BuiltFn>(at.0) })
    }

    /// The function that lists successors after moves of several legs.
    pub fn states_legs(&self, side: usize) -> Option<LegsFn> {
        // SAFETY: see `list`.
        self.address(Entry::StatesLegs(side)).map(|at| unsafe { std::mem::transmute::<usize, LegsFn>(at.0) })
    }

    /// The function that counts what is two plies on, or three.
    pub fn below(&self, side: usize, plies: u32, leaves: Leaves) -> Option<BelowFn> {
        let entry = match plies {
            2 => Entry::Below(side, leaves),
            3 => Entry::Deeper(side, leaves),
            _ => return None,
        };
        // SAFETY: see `list`.
        self.address(entry).map(|at| unsafe { std::mem::transmute::<usize, BelowFn>(at.0) })
    }

    /// The function that makes a move, and whether it answers the endings, too.
    pub fn make(&self, side: usize) -> Option<(MakeFn, bool)> {
        let with = self.address(Entry::Make(side)).map(|at| (at, true));
        let found = match with {
            None if self.is_there(Entry::Make(side)) => self.address(Entry::PlainMake(side)).map(|at| (at, false)),
            found => found,
        };
        // SAFETY: see `list`.
        found.map(|(at, status)| (unsafe { std::mem::transmute::<usize, MakeFn>(at.0) }, status))
    }

    /// The function that makes a random move.
    pub fn draw(&self, side: usize) -> Option<DrawFn> {
        // SAFETY: see `list`.
        self.address(Entry::Draw(side)).map(|at| unsafe { std::mem::transmute::<usize, DrawFn>(at.0) })
    }

    /// The function that makes random moves in a row.
    pub fn plies(&self) -> Option<PliesFn> {
        // SAFETY: see `list`.
        self.address(Entry::Plies).map(|at| unsafe { std::mem::transmute::<usize, PliesFn>(at.0) })
    }

    /// The function that makes the move of a number.
    pub fn nth(&self, side: usize) -> Option<NthFn> {
        // SAFETY: see `list`.
        self.address(Entry::Nth(side)).map(|at| unsafe { std::mem::transmute::<usize, NthFn>(at.0) })
    }

    /// The function that says whether the `legal` conditions hold in a state of a ply that began with another.
    pub fn legal(&self, side: usize) -> Option<LegalFn> {
        // SAFETY: see `list`.
        self.address(Entry::Legal(side)).map(|at| unsafe { std::mem::transmute::<usize, LegalFn>(at.0) })
    }

    /// The function that says how a position ends the game.
    pub fn status(&self) -> Option<StateFn> {
        // SAFETY: see `list`.
        self.address(Entry::Status).map(|at| unsafe { std::mem::transmute::<usize, StateFn>(at.0) })
    }

    /// The function that says what it means that the mover has no move.
    pub fn stuck(&self) -> Option<StateFn> {
        // SAFETY: see `list`.
        self.address(Entry::Stuck).map(|at| unsafe { std::mem::transmute::<usize, StateFn>(at.0) })
    }

    /// The function that says whether a side wins at once: 0 or 1, or 2 where it can't tell.
    pub fn wins(&self, side: usize) -> Option<StateFn> {
        // SAFETY: see `list`.
        self.address(Entry::Wins(side)).map(|at| unsafe { std::mem::transmute::<usize, StateFn>(at.0) })
    }

    /// The function that says whether no ending that is asked around plies is there already.
    pub fn open(&self) -> Option<StateFn> {
        // SAFETY: see `list`.
        self.address(Entry::Open).map(|at| unsafe { std::mem::transmute::<usize, StateFn>(at.0) })
    }

    /// The evaluation.
    pub fn evaluate(&self) -> Option<StateFn> {
        // SAFETY: see `list`.
        self.address(Entry::Evaluate).map(|at| unsafe { std::mem::transmute::<usize, StateFn>(at.0) })
    }

    /// The function that tells of leaves what a search asks, one for proofs if `proof`.
    pub fn judge(&self, proof: bool) -> Option<JudgeFn> {
        // SAFETY: see `list`.
        self.address(Entry::Judge(proof)).map(|at| unsafe { std::mem::transmute::<usize, JudgeFn>(at.0) })
    }

    /// Compiles all that a game may ask for, and says what it took.
    pub fn info(&self) -> CodeInfo {
        for side in 0..2 {
            self.now(Entry::List(side));
            self.now(Entry::Legs(side));
            self.now(Entry::Count(side));
            if self.now(Entry::Make(side)).is_none() {
                self.now(Entry::PlainMake(side));
            }
        }
        for entry in [Entry::Status, Entry::Stuck, Entry::Evaluate] {
            self.now(entry);
        }
        let bytes = lock(&self.units).iter().map(|u| u.bytes).sum();
        let time = lock(&self.report).time;
        let interpreted = self.interpreted().map(|parts| format!("interpreted: {parts}"));
        CodeInfo { bytes, table_bytes: self.tables.bytes(), time, interpreted }
    }

    /// What the interpreter does so far for want of code, with the reasons.
    pub fn interpreted(&self) -> Option<String> {
        let report = lock(&self.report);
        let parts: Vec<String> = report.interpreted.iter().map(|(what, why)| format!("{what} ({why})")).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// An entry, if it is there or is waited for; it is compiled when it is first asked for.
    #[inline(always)]
    fn address(&self, entry: Entry) -> Option<Address> {
        match self.entries[entry.index()].get() {
            Some(&address) => address,
            None => self.first_address(entry),
        }
    }

    #[cold]
    fn first_address(&self, entry: Entry) -> Option<Address> {
        if entry.is_waited_for(&self.program) || self.patience.has_ended() {
            return self.now(entry);
        }
        if !self.begun[entry.index()].swap(true, Relaxed) {
            self.leave(entry);
        }
        None
    }

    /// An entry, which is waited for.
    fn now(&self, entry: Entry) -> Option<Address> {
        *self.entries[entry.index()].get_or_init(|| self.compiled(entry, self.compile(entry)))
    }

    /// Whether it is known what became of an entry.
    fn is_there(&self, entry: Entry) -> bool {
        self.entries[entry.index()].get().is_some()
    }

    /// Leaves an entry to the thread that compiles.
    fn leave(&self, entry: Entry) {
        let mut queue = lock(&self.queue);
        queue.entries.push_back(entry);
        if queue.at_work {
            return;
        }
        let me = self.me.clone();
        let thread = thread::Builder::new().name("compiler".to_string()).stack_size(STACK);
        queue.at_work = thread.spawn(move || Self::work(&me)).is_ok();
        if !queue.at_work {
            // No thread is to be had: it is done here.
            queue.entries.clear();
            drop(queue);
            self.now(entry);
        }
    }

    /// Compiles what is asked for until there is no more, or nobody who wants it.
    fn work(code: &Weak<Code>) {
        while let Some(code) = code.upgrade() {
            let mut queue = lock(&code.queue);
            let next = queue.entries.pop_front();
            queue.at_work = next.is_some();
            drop(queue);
            let Some(entry) = next else { return };
            code.now(entry);
        }
    }

    /// Takes in what has become of an entry.
    fn compiled(&self, entry: Entry, result: Res<Loaded>) -> Option<Address> {
        let mut report = lock(&self.report);
        match result {
            Ok(unit) => {
                let at = unit.entry;
                lock(&self.units).push(unit);
                Some(at)
            }
            Err(Unsupported(why)) => {
                let what = (entry.name(), why);
                if !why.is_empty() && !entry.is_short_cut() && !report.interpreted.contains(&what) {
                    report.interpreted.push(what);
                }
                None
            }
        }
    }

    fn compile(&self, entry: Entry) -> Res<Loaded> {
        let program = &*self.program;
        let all = |sink| Enumeration::of(sink, usize::MAX);
        let with_rows = |sink, told| Ok::<_, Unsupported>(Enumeration { rows: Some(self.rows(told)?), ..all(sink) });
        match entry {
            Entry::List(side) => self.enumeration(side, 5, &all(Sink::List)),
            Entry::Noisy(side) => self.enumeration(side, 5, &Enumeration { noisy: true, ..all(Sink::List) }),
            Entry::Count(side) => self.enumeration(side, 2, &all(Sink::Count)),
            Entry::Allowed(side) => self.enumeration(side, 3, &all(Sink::Allowed)),
            Entry::States(side) => self.enumeration(side, 4, &with_rows(Sink::States, true)?),
            Entry::InOrder(side) => self.enumeration(side, 4, &with_rows(Sink::InOrder, true)?),
            Entry::Built(side, false) => self.enumeration(side, 3, &all(Sink::Built)),
            Entry::Built(side, true) => self.enumeration(side, 3, &with_rows(Sink::Built, false)?),
            Entry::Below(side, Leaves::Counted) => {
                // Where the counts are too large to be repeated in place, they are called.
                self.going_below(side, Next::Inline).or_else(|_| {
                    let count = |side| self.now(Entry::Count(side)).ok_or(Unsupported(""));
                    self.going_below(side, Next::Count([count(0)?, count(1)?]))
                })
            }
            Entry::Below(side, leaves) => {
                let judged = leaves == Leaves::Judged;
                let built = |side| self.now(Entry::Built(side, judged)).ok_or(Unsupported(""));
                self.going_below(side, Next::Build([built(0)?, built(1)?]))
            }
            Entry::Deeper(side, leaves) => {
                let below = |side| self.now(Entry::Below(side, leaves)).ok_or(Unsupported(""));
                self.going_below(side, Next::Below([below(0)?, below(1)?]))
            }
            Entry::Legs(side) | Entry::StatesLegs(side) => {
                // Only plies of several legs need more than a list.
                if !program.facts.merge_results {
                    return Err(Unsupported(""));
                }
                let code = &program.sides[side];
                let (to, listed) = match entry {
                    Entry::StatesLegs(_) => (LegsTo::States(self.rows(true)?), self.now(Entry::States(side)).is_some()),
                    _ => (LegsTo::List, self.now(Entry::List(side)).is_some()),
                };
                // Where something else lists the simple plies, it asks first.
                let turn = match functions::simple_rest(program, code) {
                    Some((first, _)) if listed => first,
                    _ => &code.turn,
                };
                self.unit(self.conditions(side)?, self.helpers.len(), &mut |u| {
                    u.legs(code, turn, &self.reads(side), to)
                })
            }
            Entry::Legal(side) => self.simple(2, &mut |e| functions::legal(e, &program.sides[side])),
            Entry::Make(side) => self.simple(3, &mut |e| functions::make(e, Side::of(side), true)),
            Entry::PlainMake(side) => self.simple(3, &mut |e| functions::make(e, Side::of(side), false)),
            Entry::Draw(side) => self.unit(self.conditions(side)?, self.helpers.len(), &mut |u| {
                u.function(3, &mut |e, legal| draw::draw(e, Side::of(side), legal.map(|f| (f, self.reads(side)))))
            }),
            Entry::Plies => {
                // Conditions that are functions of their own read the position from memory.
                if self.conditions(0)?.is_some() || self.conditions(1)?.is_some() {
                    return Err(Unsupported(""));
                }
                self.simple(5, &mut plies::plies)
            }
            Entry::Nth(side) => self.unit(self.conditions(side)?, self.helpers.len(), &mut |u| {
                u.function(3, &mut |e, legal| functions::nth(e, Side::of(side), legal.map(|f| (f, self.reads(side)))))
            }),
            Entry::Wins(side) => {
                let wins = self.wins.as_ref().ok_or(Unsupported(""))?;
                self.simple(1, &mut |e| functions::wins(e, &wins[side]))
            }
            Entry::Stuck => self.simple(1, &mut |e| functions::status(e, true)),
            Entry::Open => self.simple(1, &mut since::open),
            Entry::Status => self.simple(1, &mut |e| functions::status(e, false)),
            Entry::Evaluate => self.simple(1, &mut |e| functions::evaluate(e, self.terms()?)),
            Entry::Judge(proof) => {
                let words = Rows::new(program, None, true).words;
                let promise = self.wins.as_ref().filter(|_| proof).and_then(promise);
                let terms = promise.as_ref().map_or_else(|| self.terms(), |[a, b]| Ok((&a[..], &b[..])))?;
                self.simple(3, &mut |e| functions::judge(e, terms, self.wins.as_ref(), words))
            }
            Entry::Helper(index) => match &self.helpers[index] {
                Helper::Truth(part) => {
                    self.unit(None, index, &mut |u| u.function(2, &mut |e, _| functions::truth(e, part)))
                }
                Helper::Mobility(side, only) => {
                    let (code, only) = (&program.sides[side.index()], only.as_deref());
                    let one_leg = self.unit(None, index, &mut |u| {
                        u.function(2, &mut |e, _| {
                            let what = Enumeration { only, ..Enumeration::of(Sink::Count, 0) };
                            functions::enumerate(e, code, what)
                        })
                    });
                    if !program.facts.merge_results {
                        return one_leg;
                    }
                    one_leg.or_else(|_| self.unit(None, index, &mut |u| u.ask_legs(code, only, LegsTo::Count)))
                }
                Helper::Any(side, conditions) => {
                    let code = &program.sides[side.index()];
                    if code.turn.repeats() {
                        let any = LegsTo::Any(*conditions);
                        return self.unit(None, index, &mut |u| u.ask_legs(code, None, any));
                    }
                    let legal = self.conditions_before(side.index(), *conditions)?;
                    self.unit(legal, index, &mut |u| {
                        u.function(2, &mut |e, legal| {
                            let legal = legal.map(|f| (f, self.reads(side.index())));
                            functions::enumerate(
                                e,
                                code,
                                Enumeration { legal, ..Enumeration::of(Sink::Any, *conditions) },
                            )
                        })
                    })
                }
            },
        }
    }

    /// The terms of the evaluation.
    fn terms(&self) -> Res<functions::Terms<'_>> {
        let terms = |side: usize| self.program.sides[side].evaluations.get(self.evaluation).map(Vec::as_slice);
        terms(0).zip(terms(1)).ok_or(Unsupported("no evaluation"))
    }

    /// A unit of one function that enumerates nothing.
    fn simple<'s>(&'s self, params: usize, body: &mut dyn FnMut(&mut Emit<'s, '_>) -> Res<()>) -> Res<Loaded> {
        self.unit(None, self.helpers.len(), &mut |u| u.function(params, &mut |e, _| body(e)))
    }

    fn enumeration(&self, side: usize, params: usize, what: &Enumeration<'_>) -> Res<Loaded> {
        let code = &self.program.sides[side];
        self.alone_or_not(side, &|alone| {
            // What is alone is not found in order.
            let alone = alone && what.sink.is_unordered();
            self.unit(self.conditions(side)?, self.helpers.len(), &mut |u| {
                u.function(params, &mut |e, legal| {
                    let legal = legal.map(|f| (f, self.reads(side)));
                    functions::enumerate(e, code, Enumeration { legal, alone, ..what.clone() })
                })
            })
        })
    }

    /// Compiles with what is special for compulsory plies of one leg if that can be done, else without.
    fn alone_or_not(&self, side: usize, compiled: &dyn Fn(bool) -> Res<Loaded>) -> Res<Loaded> {
        let code = &self.program.sides[side];
        match functions::simple_rest(&self.program, code) {
            Some((first, _)) if told_apart(&self.program, code, Side::of(side), first) => {
                compiled(true).or_else(|_| compiled(false))
            }
            _ => compiled(false),
        }
    }

    fn going_below(&self, side: usize, next: Next) -> Res<Loaded> {
        let program = &*self.program;
        let merges = program.facts.merge_results;
        let one_leg = next != Next::Inline && functions::simple_rest(program, &program.sides[side]).is_some();
        if merges && !one_leg || program.layout.stacks > 0 {
            return Err(Unsupported(""));
        }
        let repeats = program.clauses.iter().any(|c| c.may_repeat);
        let is_simple = match next {
            // A count in place asks its conditions in place.
            Next::Inline => !repeats && self.conditions(1 - side)?.is_none(),
            // What is left to the caller is not handed on.
            Next::Below(_) => !repeats && !merges,
            Next::Count(_) | Next::Build(_) => true,
        };
        if !is_simple {
            return Err(Unsupported(""));
        }
        let rows = self.rows(false)?;
        self.alone_or_not(side, &|alone| {
            self.unit(self.conditions(side)?, self.helpers.len(), &mut |u| {
                u.function(3, &mut |e, legal| {
                    let legal = legal.map(|f| (f, self.reads(side)));
                    successors::below(e, &program.sides[side], legal, rows, next, alone)
                })
            })
        })
    }

    /// How successors are listed, and whether it is told which plies are irreversible. Verdicts that cost much are a function of their own.
    fn rows(&self, told: bool) -> Res<Rows> {
        // A join is looked at once for all successors.
        let dear = |v: &&Verdict| !matches!(v.since, Some(Since::Joined { .. }));
        let costs = |side: &SideCode| {
            by_position(&side.verdicts).map(|v| v.1).filter(dear).map(|v| cost(&v.when)).sum::<usize>()
        };
        let costly = self.program.sides.iter().any(|side| costs(side) > COSTLY);
        let status = if costly { Some(self.now(Entry::Status).ok_or(Unsupported(""))?) } else { None };
        Ok(Rows::new(&self.program, status, told))
    }

    /// The function of the conditions, if they are one.
    fn conditions(&self, side: usize) -> Res<Option<Address>> {
        let total: usize = self.general(side).map(cost).sum();
        if total <= INLINE {
            return Ok(None);
        }
        // The reason is in the report.
        self.now(Entry::Legal(side)).map(Some).ok_or(Unsupported(""))
    }

    /// The same, if none of them comes after the first so many: what such a function asks whether there is a ply knows fewer
    /// conditions than that, so it does not ask itself.
    fn conditions_before(&self, side: usize, first: usize) -> Res<Option<Address>> {
        let later = self.program.sides[side].legal.iter().skip(first);
        if later.into_iter().any(|c| !names_a_choice(c)) { Ok(None) } else { self.conditions(side) }
    }

    /// The conditions that a state answers: they ask for no choice of the ply.
    fn general(&self, side: usize) -> impl Iterator<Item = &Bool> {
        self.program.sides[side].legal.iter().filter(|c| !names_a_choice(c))
    }

    /// What the function of the conditions reads.
    fn reads(&self, side: usize) -> Reads {
        let mut reads = Reads::none(&self.program);
        self.general(side).for_each(|c| reads.truth(c));
        reads
    }

    /// A unit whose expressions may ask the first so many helpers.
    fn unit<'s>(
        &'s self,
        legal: Option<Address>,
        helpers: usize,
        build: &mut dyn FnMut(&mut Unit<'s, '_>) -> Res<FuncId>,
    ) -> Res<Loaded> {
        let started = Instant::now();
        let resolve = |asked: &Helper| -> Option<Address> {
            let index = self.helpers[..helpers].iter().position(|h| h == asked)?;
            self.now(Entry::Helper(index))
        };
        let shared = Shared { program: &self.program, tables: &self.tables, resolve: &resolve, left: &self.left };
        let mut unit = Unit::new(self.isa.clone(), shared, legal)?;
        let entry = build(&mut unit)?;
        let loaded = unit.finish(entry)?;
        lock(&self.report).time += started.elapsed();
        Ok(loaded)
    }
}

/// What expressions of a program ask of functions of their own: enumerations (the conditions of the stuck side to move
/// apart, which no state is asked for), and what costs much in conditions that are looked at in every ply.
fn asked(program: &Program) -> Vec<Helper> {
    let mut out: Vec<Helper> = Vec::new();
    let mut note = |part: Part<'_>| {
        let helper = match part {
            Part::Int(Int::Mobility(side, only)) => Helper::Mobility(*side, only.clone()),
            Part::Truth(Bool::Stuck(side, conditions)) => Helper::Any(*side, *conditions),
            _ => return,
        };
        if !out.contains(&helper) {
            out.push(helper);
        }
    };
    for code in &program.sides {
        code.evaluations.iter().flatten().for_each(|t| walk_int(&t.1, &mut note));
        code.legal.iter().for_each(|c| walk_truth(c, &mut note));
        for v in code.verdicts.iter().filter(|v| v.history.is_empty() && !v.clock && !v.stuck) {
            walk_truth(&v.when, &mut note);
        }
    }
    for c in program.sides.iter().flat_map(|code| &code.legal).filter(|c| names_a_choice(c)) {
        costly_parts(c, &mut out);
    }
    out
}

/// The parts of a condition that cost much and that a state answers alone.
fn costly_parts(e: &Bool, out: &mut Vec<Helper>) {
    let mut tells_of_ply = names_a_choice(e);
    walk_truth(e, &mut |part| tells_of_ply |= matches!(part, Part::Set(Set::Was(_) | Set::Touched)));
    match e {
        Bool::Stuck(..) => {}
        _ if !tells_of_ply => {
            let helper = Helper::Truth(e.clone());
            if cost(e) > INLINE && !out.contains(&helper) {
                out.push(helper);
            }
        }
        Bool::Not(a) => costly_parts(a, out),
        Bool::And(a, b) | Bool::Or(a, b) => {
            costly_parts(a, out);
            costly_parts(b, out);
        }
        _ => {}
    }
}
