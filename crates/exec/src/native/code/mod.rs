//! Machine code and who owns it: every entry is compiled when it is first asked for, in a unit of its own.
//!
//! What the interpreter can answer as well waits for nothing: a thread of its own compiles one entry after the other, and
//! until an entry is there, the interpreter answers. So a search keeps to its time however large the rules are. All else is
//! compiled where it is asked for; if several threads ask, the first compiles, and the others wait for it.

mod compile;
mod entry;

use compile::asked;
use entry::{AllowedFn, BelowFn, BuiltFn, DrawFn, Entry, JudgeFn, LegalFn, MakeFn, NthFn, PliesFn, TermsFn};
pub use entry::{CountFn, LegsFn, ListFn, StateFn, StatesFn};

use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use cranelift_codegen::isa::TargetIsa;

use crate::CodeInfo;
use crate::game::perft::Leaves;
use crate::ir::{Program, Wins, verify, wins};
use crate::native::emit::lanes;
use crate::native::emit::stacks;
use crate::native::emit::tables::Tables;
use crate::native::emit::{Address, Helper, MOST_IN_ALL, Res, Unsupported};
use crate::native::patience::Patience;
use crate::native::unit::{Loaded, target};

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
            return Err("native code does not handle counted pieces on so many cells (numbers of a `state` it does)"
                .to_string());
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

    /// The function that says which marks a position has.
    pub fn marks(&self) -> Option<StateFn> {
        // SAFETY: see `list`.
        self.address(Entry::Marks).map(|at| unsafe { std::mem::transmute::<usize, StateFn>(at.0) })
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

    /// The terms of the evaluation.
    pub fn terms(&self) -> Option<TermsFn> {
        // SAFETY: see `list`.
        self.address(Entry::Terms).map(|at| unsafe { std::mem::transmute::<usize, TermsFn>(at.0) })
    }

    /// How many terms the evaluation has.
    pub fn number_of_terms(&self) -> usize {
        self.program.evaluations.get(self.evaluation).map_or(0, |evaluation| evaluation.terms[0].len())
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
}
