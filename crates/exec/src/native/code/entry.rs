//! What can be compiled, and how each function is called: one table, from which places and numbers of parameters follow.

use std::marker::PhantomData;

use crate::game::perft::Leaves;
use crate::game::{Judged, Side};
use crate::ir::Program;
use crate::native::emit::Address;
use crate::native::legal::allowed::Past;

/// `generate(state, list, limit, identities, info) → end of the list`
pub type ListFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64, *mut u64, *mut u64) -> *mut u64;
/// `count(state, info) → number`
pub type CountFn = unsafe extern "C" fn(*const u64, *mut u64) -> u64;
/// `count allowed(state, past, info) → number`; see [`crate::native::legal::allowed`].
pub type AllowedFn = unsafe extern "C" fn(*const u64, *const Past, *mut u64) -> u64;
/// `make(state, record, next) → answer`
pub type MakeFn = unsafe extern "C" fn(*const u64, *const u64, *mut u64) -> u64;
/// `successors(state, rows, limit, info) → end of the rows`
pub type StatesFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64, *mut u64) -> *mut u64;
/// `built(state, place, info) → number`
pub type BuiltFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64) -> u64;
/// `below(state, scratch, info) → number`; see [`crate::native::walk::successors::below`].
pub type BelowFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64) -> u64;
/// `list legs(state, shared)`; see [`crate::native::walk::chains::shared`].
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
/// `terms(state, differences) → 0`
pub type TermsFn = unsafe extern "C" fn(*const u64, *mut i64) -> u64;
/// `f(state) → answer`
pub type StateFn = unsafe extern "C" fn(*const u64) -> u64;

/// A type of functions that machine code is called as: so many words in, one out.
pub trait Callable: Copy {
    /// How many words go in.
    const PARAMS: usize;
    /// The function at an address.
    ///
    /// # Safety
    /// There must be a function of this type.
    unsafe fn at(address: Address) -> Self;
}

/// Functions are callable if all that goes in and what comes out is a word each.
macro_rules! callable {
    ($($param:ident)*) => {
        impl<$($param,)* Out> Callable for unsafe extern "C" fn($($param),*) -> Out {
            const PARAMS: usize = {
                $(assert!(size_of::<$param>() == size_of::<u64>(), "a parameter is a word");)*
                assert!(size_of::<Out>() == size_of::<u64>(), "the answer is a word");
                [$(stringify!($param)),*].len()
            };

            #[inline(always)]
            unsafe fn at(address: Address) -> Self {
                debug_assert_eq!(address.params, Self::PARAMS, "a function of other parameters");
                // SAFETY: a function pointer is an address, and whoever calls says that this is such a function's.
                unsafe { std::mem::transmute::<usize, Self>(address.at) }
            }
        }
    };
}

callable!(A);
callable!(A B);
callable!(A B C);
callable!(A B C D);
callable!(A B C D E);

/// What tells entries of a kind apart: a side, for example. There are fewer than [`PLACES`].
pub trait Place: Copy {
    /// Its number.
    fn place(self) -> usize;
}

/// So many places has each kind of entry.
const PLACES: usize = 8;

impl Place for usize {
    #[inline(always)]
    fn place(self) -> usize {
        self
    }
}

impl Place for bool {
    #[inline(always)]
    fn place(self) -> usize {
        usize::from(self)
    }
}

impl Place for Side {
    #[inline(always)]
    fn place(self) -> usize {
        self.index()
    }
}

impl Place for Leaves {
    #[inline(always)]
    fn place(self) -> usize {
        self as usize
    }
}

/// An entry with the type of its function.
#[derive(Debug, Clone, Copy)]
pub struct Typed<F> {
    /// The entry.
    pub entry: Entry,
    function: PhantomData<F>,
}

/// The table of entries: what each is called, what tells those of a kind apart, the type of its function, and what it is
/// called where it is missing. Places, numbers of parameters and typed names follow from it.
macro_rules! entries {
    ($($(#[$doc:meta])* $name:ident $(($first:ident: $a:ty $(, $second:ident: $b:ty)?))? => $typed:ident: $function:ty, $missing:literal;)*) => {
        /// What can be compiled, by the side to move where there are two.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Entry {
            $($(#[$doc])* $name $(($a $(, $b)?))?,)*
        }

        /// The kinds of entries, in the order of the table.
        enum Kind {
            $($name,)*
        }

        impl Entry {
            /// The number of its kind, and what tells it from others of that.
            #[inline(always)]
            fn kind_and_place(self) -> (usize, usize) {
                match self {
                    $(Entry::$name $(($first $(, $second)?))? => {
                        (Kind::$name as usize, 0 $(+ $first.place() $(+ 2 * $second.place())?)?)
                    })*
                }
            }

            /// How many words its function takes.
            pub fn params(self) -> usize {
                match self {
                    $(Entry::$name { .. } => <$function as Callable>::PARAMS,)*
                }
            }

            /// What it is called where it is missing.
            pub fn name(self) -> &'static str {
                match self {
                    $(Entry::$name { .. } => $missing,)*
                }
            }

            /// The names of all kinds.
            #[cfg(test)]
            pub const KINDS: &[&str] = &[$(stringify!($name)),*];

            /// The name of its kind.
            #[cfg(test)]
            pub fn kind(self) -> &'static str {
                Self::KINDS[self.kind_and_place().0]
            }
        }

        /// Entries with the types of their functions.
        #[allow(dead_code, reason = "helpers are called by machine code alone")]
        pub mod typed {
            use super::*;

            $($(#[$doc])*
            #[inline(always)]
            pub fn $typed($($first: $a $(, $second: $b)?)?) -> Typed<$function> {
                Typed { entry: Entry::$name $(($first $(, $second)?))?, function: PhantomData }
            })*
        }
    };
}

entries! {
    /// Lists the moves.
    List(side: Side) => list: ListFn, "generate";
    /// Lists the moves that may be noisy.
    Noisy(side: Side) => noisy: ListFn, "generate";
    /// Lists the moves where they may have several legs.
    Legs(side: Side) => legs: LegsFn, "generate";
    /// Counts the moves.
    Count(side: Side) => count: CountFn, "count";
    /// Counts the moves that the history allows.
    Allowed(side: Side) => allowed: AllowedFn, "count";
    /// Whether the `legal` conditions hold in a state of a ply that began with another.
    Legal(side: Side) => legal: LegalFn, "legal";
    /// Lists the successors.
    States(side: Side) => states: StatesFn, "successors";
    /// Lists the successors in the order of the moves.
    InOrder(side: Side) => in_order: StatesFn, "successors";
    /// Builds the successors in one place; with their endings, if `judged`.
    Built(side: Side, judged: bool) => built: BuiltFn, "successors";
    /// Lists the successors where moves may have several legs.
    StatesLegs(side: Side) => states_legs: LegsFn, "successors";
    /// Counts the moves of the successors, or builds the successors that they have.
    Below(side: Side, leaves: Leaves) => below: BelowFn, "plies in a row";
    /// As `Below`, a ply further on.
    Deeper(side: Side, leaves: Leaves) => deeper: BelowFn, "plies in a row";
    /// Makes a move and answers the endings.
    Make(side: Side) => make: MakeFn, "endings of a move";
    /// Makes a move.
    PlainMake(side: Side) => plain_make: MakeFn, "make";
    /// Makes a random move.
    Draw(side: Side) => draw: DrawFn, "random moves";
    /// Makes random moves in a row.
    Plies => plies: PliesFn, "random moves";
    /// Makes the move of a number.
    Nth(side: Side) => nth: NthFn, "random moves";
    /// Whether a side wins at once: 0 or 1, or 2 where it can't tell.
    Wins(side: Side) => wins: StateFn, "wins at once";
    /// What it means that the mover has no move.
    Stuck => stuck: StateFn, "endings without a move";
    /// The ending that a position decides.
    Status => status: StateFn, "status";
    /// Which marks a position has.
    Marks => marks: StateFn, "marks of positions";
    /// The evaluation.
    Evaluate => evaluate: StateFn, "evaluate";
    /// What a search asks of leaves; for a proof, if so.
    Judge(proof: bool) => judge: JudgeFn, "evaluate";
    /// The terms of the evaluation, one by one.
    Terms => terms: TermsFn, "evaluate";
    /// Whether no ending that is asked around plies is there already.
    Open => open: StateFn, "status";
    /// What an expression asks, by index into [`super::Code::helpers`]: the last kind, of which there may be many.
    Helper(index: usize) => helper: CountFn, "count in an expression";
}

impl Entry {
    /// How many places there are for those apart from helpers.
    pub const FIXED: usize = Kind::Helper as usize * PLACES;

    /// Its place among all entries.
    #[inline(always)]
    pub fn index(self) -> usize {
        let (kind, place) = self.kind_and_place();
        kind * PLACES + place
    }

    /// Whether it depends on the evaluation.
    pub fn evaluates(self) -> bool {
        match self {
            Entry::Evaluate | Entry::Judge(_) | Entry::Terms => true,
            Entry::List(_)
            | Entry::Noisy(_)
            | Entry::Legs(_)
            | Entry::Count(_)
            | Entry::Allowed(_)
            | Entry::Legal(_)
            | Entry::States(_)
            | Entry::InOrder(_)
            | Entry::Built(..)
            | Entry::StatesLegs(_)
            | Entry::Below(..)
            | Entry::Deeper(..)
            | Entry::Make(_)
            | Entry::PlainMake(_)
            | Entry::Draw(_)
            | Entry::Plies
            | Entry::Nth(_)
            | Entry::Wins(_)
            | Entry::Stuck
            | Entry::Status
            | Entry::Marks
            | Entry::Open
            | Entry::Helper(_) => false,
        }
    }

    /// Whether nothing is interpreted for the lack of it.
    pub fn is_short_cut(self) -> bool {
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
    pub fn is_waited_for(self, program: &Program) -> bool {
        match self {
            Entry::Draw(_) | Entry::Plies | Entry::Nth(_) | Entry::Open | Entry::Terms | Entry::Helper(_) => true,
            Entry::List(side) | Entry::Legs(side) | Entry::Count(side) => program.sides[side].turn.repeats(),
            Entry::Noisy(_)
            | Entry::Allowed(_)
            | Entry::Legal(_)
            | Entry::States(_)
            | Entry::InOrder(_)
            | Entry::Built(..)
            | Entry::StatesLegs(_)
            | Entry::Below(..)
            | Entry::Deeper(..)
            | Entry::Make(_)
            | Entry::PlainMake(_)
            | Entry::Wins(_)
            | Entry::Stuck
            | Entry::Status
            | Entry::Marks
            | Entry::Evaluate
            | Entry::Judge(_) => false,
        }
    }
}

/// All entries of a program with so many helpers.
#[cfg(test)]
pub fn all(helpers: usize) -> Vec<Entry> {
    use Entry::{
        Allowed, Below, Built, Count, Deeper, Draw, Evaluate, Helper, InOrder, Judge, Legal, Legs, List, Make, Marks,
        Noisy, Nth, Open, PlainMake, Plies, States, StatesLegs, Status, Stuck, Terms, Wins,
    };
    let leaves = Leaves::ALL;
    let mut all = vec![Plies, Stuck, Status, Marks, Evaluate, Judge(false), Judge(true), Terms, Open];
    for side in Side::ALL {
        all.extend([List(side), Noisy(side), Legs(side), Count(side), Allowed(side), Legal(side), States(side)]);
        all.extend([InOrder(side), Built(side, false), Built(side, true), StatesLegs(side), Make(side)]);
        all.extend([PlainMake(side), Draw(side), Nth(side), Wins(side)]);
        all.extend(leaves.into_iter().flat_map(|leaves| [Below(side, leaves), Deeper(side, leaves)]));
    }
    all.extend((0..helpers).map(Helper));
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_entry_has_a_place_of_its_own() {
        let all = all(3 * PLACES);
        let places: BTreeSet<usize> = all.iter().map(|entry| entry.index()).collect();
        assert_eq!(places.len(), all.len());
        assert!(all.iter().all(|e| (e.index() < Entry::FIXED) != matches!(e, Entry::Helper(_))));
        let kinds: BTreeSet<&str> = all.iter().map(|entry| entry.kind()).collect();
        assert_eq!(kinds.len(), Entry::KINDS.len(), "an entry is left out of `all`");
    }
}
