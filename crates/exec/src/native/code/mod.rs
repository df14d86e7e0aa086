//! Machine code and who owns it: every entry is compiled when it is first asked for, in a unit of its own.
//!
//! What the interpreter can answer as well waits for nothing: a thread of its own compiles one entry after the other, and
//! until an entry is there, the interpreter answers. So a search keeps to its time however large the rules are. All else is
//! compiled where it is asked for; if several threads ask, the first compiles, and the others wait for it.

mod compile;
mod entry;
mod functions;
pub mod tiering;
mod unit;

use compile::asked;
use entry::{BelowFn, Callable, Entry, MakeFn, Typed};
pub use entry::{CountFn, LegsFn, ListFn, StateFn, StatesFn, typed};

use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use cranelift_codegen::isa::TargetIsa;

use crate::CodeInfo;
use crate::game::perft::Leaves;
use crate::game::{PerSide, Side};
use crate::ir::{Program, Wins, verify, wins};
use crate::native::code::tiering::Tiering;
use crate::native::code::unit::{Loaded, target};
use crate::native::emit::lanes;
use crate::native::emit::stacks;
use crate::native::emit::tables::Tables;
use crate::native::emit::{Address, Helper, MOST_IN_ALL, Res, Unsupported};

/// The machine code of a game, as far as it was asked for. Freed when dropped: whoever holds the functions holds this.
pub struct Code {
    program: Arc<Program>,
    evaluation: usize,
    wins: Option<PerSide<Wins>>,
    isa: Arc<dyn TargetIsa>,
    entries: Vec<OnceLock<Option<Address>>>,
    helpers: Vec<Helper>,
    units: Mutex<Vec<Loaded>>,
    /// Operations that may still be compiled.
    pub(super) left: AtomicUsize,
    /// When code is asked for.
    pub(super) tiering: Tiering,
    /// Whether an entry is left to the thread that compiles, by its index.
    begun: Vec<AtomicBool>,
    queue: Mutex<Queue>,
    report: Mutex<Report>,
    /// For the thread that compiles: it goes on no longer than there is somebody to use the code.
    me: Weak<Code>,
    /// The code of the same rules with another evaluation, which compiles what does not evaluate for both.
    rules: Option<Arc<Code>>,
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
        Self::of(program, evaluation, None)
    }

    /// The code of the same rules with another evaluation: what is compiled of the rules is there already.
    ///
    /// # Errors
    /// Why nothing can be compiled here, or that these are other rules.
    pub fn with_evaluation(self: &Arc<Self>, program: &Arc<Program>, evaluation: usize) -> Result<Arc<Self>, String> {
        if !self.program.has_rules_of(program) {
            return Err("these are other rules".to_string());
        }
        Self::of(program, evaluation, Some(self.rules.as_ref().unwrap_or(self)))
    }

    fn of(program: &Arc<Program>, evaluation: usize, rules: Option<&Arc<Code>>) -> Result<Arc<Self>, String> {
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
            tiering: rules.map_or_else(Tiering::new, |rules| rules.tiering.of_the_rules()),
            queue: Mutex::default(),
            report: Mutex::default(),
            me: me.clone(),
            rules: rules.cloned(),
            tables: Tables::default(),
        }))
    }

    /// The function of an entry, unless something else has to do what it does.
    #[inline(always)]
    pub fn function<F: Callable>(&self, typed: Typed<F>) -> Option<F> {
        // SAFETY: what lies there was compiled with as many parameters as the type has; see `compile`.
        self.address(typed.entry).map(|at| unsafe { F::at(at) })
    }

    /// The function that counts what is two plies on, or three.
    pub fn below(&self, side: Side, plies: u32, leaves: Leaves) -> Option<BelowFn> {
        match plies {
            2 => self.function(typed::below(side, leaves)),
            3 => self.function(typed::deeper(side, leaves)),
            _ => None,
        }
    }

    /// The function that makes a move, and whether it answers the endings, too.
    pub fn make(&self, side: Side) -> Option<(MakeFn, bool)> {
        match self.function(typed::make(side)) {
            None if self.is_there(Entry::Make(side)) => self.function(typed::plain_make(side)).map(|f| (f, false)),
            found => found.map(|f| (f, true)),
        }
    }

    /// How many terms the evaluation has.
    pub fn number_of_terms(&self) -> usize {
        self.program.evaluations.get(self.evaluation).map_or(0, |evaluation| evaluation.terms[Side::First].len())
    }

    /// Compiles all that a game may ask for, and says what it took.
    pub fn info(&self) -> CodeInfo {
        for side in Side::ALL {
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
        let both = || [Some(self), self.rules.as_deref()].into_iter().flatten();
        let bytes = both().flat_map(|code| lock(&code.units).iter().map(|u| u.bytes).collect::<Vec<_>>()).sum();
        let table_bytes = both().map(|code| code.tables.bytes()).sum();
        let time = both().map(|code| lock(&code.report).time).sum();
        let interpreted = self.interpreted().map(|parts| format!("interpreted: {parts}"));
        CodeInfo { bytes, table_bytes, time, interpreted }
    }

    /// What the interpreter does so far for want of code, with the reasons.
    pub fn interpreted(&self) -> Option<String> {
        let mut parts = lock(&self.report).interpreted.clone();
        if let Some(rules) = &self.rules {
            let of_rules = |part: &(&str, _)| part.0 != Entry::Evaluate.name() && !parts.contains(part);
            let theirs: Vec<_> =
                lock(&rules.report).interpreted.iter().filter(|part| of_rules(part)).copied().collect();
            parts.extend(theirs);
        }
        let parts: Vec<String> = parts.iter().map(|(what, why)| format!("{what} ({why})")).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// Where an entry is that the code of the rules has for all evaluations.
    fn shared(&self, entry: Entry) -> Option<(&Code, Entry)> {
        let rules = self.rules.as_deref()?;
        if let Entry::Helper(index) = entry {
            let at = rules.helpers.iter().position(|helper| *helper == self.helpers[index])?;
            return Some((rules, Entry::Helper(at)));
        }
        (!entry.evaluates()).then_some((rules, entry))
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
        if entry.is_waited_for(&self.program) || self.tiering.has_ended() {
            return self.now(entry);
        }
        if let Some((rules, theirs)) = self.shared(entry) {
            rules.address(theirs);
            let found = *rules.entries[theirs.index()].get()?;
            return *self.entries[entry.index()].get_or_init(|| found);
        }
        if !self.begun[entry.index()].swap(true, Relaxed) {
            self.leave(entry);
        }
        None
    }

    /// An entry, which is waited for.
    fn now(&self, entry: Entry) -> Option<Address> {
        *self.entries[entry.index()].get_or_init(|| match self.shared(entry) {
            Some((rules, theirs)) => rules.now(theirs),
            None => self.compiled(entry, self.compile(entry)),
        })
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
