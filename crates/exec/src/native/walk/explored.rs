//! What follows the first leg of a ply, explored leg by leg: see [`crate::chains`]. Machine code runs the legs; where another
//! may follow it asks here, and what is done depends on who asks.

use std::cell::{Cell, RefCell};
use std::ops::Range;

use super::chains::{RANK_WORDS, shared};
use crate::board::SiteSet;
use crate::chains::{Found, Known, MOST_TRIED, Runner, explore};
use crate::game::Side;
use crate::ir::Program;
use crate::native::emit::Address;
use crate::native::emit::env::Frame;
use crate::proofs::been::Been;
use crate::state::hash::mix;

/// `what comes after a leg(frame, shared) → 1`
type Tail = unsafe extern "C" fn(*mut u64, *mut u64) -> u64;

/// What exploring reads and writes in frames.
pub struct Explored {
    rules: Been,
    frame: Frame,
    /// Where a ply has been.
    been: Range<usize>,
    /// What else tells the end of a leg from others.
    place: Vec<Range<usize>>,
    /// Every cell.
    everywhere: SiteSet,
}

impl Explored {
    /// Of the plies of a side, if what follows their legs is explored.
    pub fn of(program: &Program, side: Side) -> Option<Self> {
        let rules = Been::of(program, &program.sides[side])?;
        let frame = Frame::of(program);
        let planes = (0..program.layout.planes.len()).filter(|&plane| plane != rules.plane);
        let mut place: Vec<Range<usize>> = planes.map(|plane| frame.plane(plane)).collect();
        place.extend([frame.ints.clone(), frame.clause..frame.clause + 1]);
        place.extend(rules.locals.iter().map(|&local| frame.local(local)));
        place.extend(rules.numbers.iter().map(|&number| frame.int_local(number)));
        let (been, everywhere) = (frame.plane(rules.plane), SiteSet::full(program.sites));
        Some(Explored { rules, frame, been, place, everywhere })
    }
}

/// What is done where another leg may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// It is tried.
    Tried,
    /// What follows the first leg is tried, and explored if that is much.
    First,
    /// It is tried if not too much was.
    Counted,
    /// It is left to whoever explores.
    Left,
}

/// Who explores the legs of one list.
pub struct Explorer<'x> {
    explored: &'x Explored,
    /// The length of what is listed of a ply.
    stride: usize,
    mode: Cell<Mode>,
    /// How many legs have been tried after the first.
    tried: Cell<u32>,
    known: RefCell<Known>,
    ends: RefCell<Vec<End>>,
}

/// A leg that is done, after which another may or must follow.
pub struct End {
    frame: Vec<u64>,
    tail: Tail,
    group: usize,
    may: bool,
}

/// Plies as they are listed, each with its rank.
#[derive(Default)]
struct Plies {
    rows: Vec<u64>,
    ranks: Vec<u64>,
}

/// Runs legs one by one.
struct Legs<'l, 'x> {
    explorer: &'l Explorer<'x>,
    /// Where the frame of the leg goes that is run.
    frame: *mut u64,
    shared: *mut u64,
    /// The plies that were found last, and how many they are.
    last: (Plies, usize),
    /// The plies that are listed.
    kept: Plies,
}

/// Room for so many plies of one leg at first.
const FIRST_ROOM: usize = 16;

/// The function that machine code asks where another leg may follow.
pub fn done() -> Address {
    Address { at: leg_is_done as *const () as usize, params: 2 }
}

/// `a leg is done(frame, shared) → 1`
///
/// # Safety
/// The frame and what is shared are those of an enumeration, and whoever explores it is there.
unsafe extern "C" fn leg_is_done(frame: *mut u64, shared: *mut u64) -> u64 {
    // SAFETY: as the caller says; the place of a tail was written with it.
    unsafe {
        let explorer = &*(*shared.add(shared::EXPLORER) as *const Explorer<'_>);
        let tail = std::mem::transmute::<usize, Tail>(*shared.add(shared::TAIL) as usize);
        let place = *shared.add(shared::PLACE) as usize;
        let end = || {
            let frame = std::slice::from_raw_parts(frame, explorer.explored.frame.words).to_vec();
            End { frame, tail, group: place / 2, may: place % 2 == 1 }
        };
        match explorer.mode.get() {
            Mode::Tried => return tail(frame, shared),
            Mode::Counted => {
                let tried = explorer.tried.get();
                explorer.tried.set(tried + 1);
                if tried < MOST_TRIED {
                    return tail(frame, shared);
                }
            }
            Mode::Left => explorer.ends.borrow_mut().push(end()),
            Mode::First => {
                if explorer.is_much(tail, frame, shared) {
                    explorer.explore(end(), frame, shared);
                }
            }
        }
        1
    }
}

impl<'x> Explorer<'x> {
    /// That of a list of what takes so many words each.
    pub fn new(explored: &'x Explored, stride: usize) -> Self {
        let (known, ends) = (RefCell::default(), RefCell::default());
        Explorer { explored, stride, mode: Cell::new(Mode::First), tried: Cell::new(0), known, ends }
    }

    /// Tries what follows a first leg; if that is too much it is as if it had not been tried.
    ///
    /// # Safety
    /// As for [`leg_is_done`].
    unsafe fn is_much(&self, tail: Tail, frame: *mut u64, shared: *mut u64) -> bool {
        // SAFETY: as the caller says.
        unsafe {
            let been = &self.explored.been;
            if self.known.borrow().expects(std::slice::from_raw_parts(frame.add(been.start), been.len())) {
                return true;
            }
            self.mode.set(Mode::Counted);
            self.tried.set(0);
            let cursor = *shared.add(shared::CURSOR);
            tail(frame, shared);
            self.mode.set(Mode::First);
            let too_long = std::mem::take(&mut *shared.add(shared::TOO_LONG)) != 0;
            let much = self.tried.get() > MOST_TRIED || too_long;
            if much {
                *shared.add(shared::CURSOR) = cursor;
            }
            much && *shared.add(shared::SPENT) == 0
        }
    }

    /// Explores what follows a first leg, or tries every way.
    ///
    /// # Safety
    /// As for [`leg_is_done`].
    unsafe fn explore(&self, first: End, frame: *mut u64, shared: *mut u64) {
        let (start, tail) = (first.frame.clone(), first.tail);
        let mut known = self.known.take();
        let mut legs = Legs { explorer: self, frame, shared, last: Default::default(), kept: Plies::default() };
        self.mode.set(Mode::Left);
        let done = explore(&mut legs, &self.explored.rules, &mut known, first);
        // SAFETY: as the caller says.
        unsafe {
            match done {
                Ok(true) => {
                    self.mode.set(Mode::First);
                    self.known.replace(known);
                    self.list(&legs.kept, shared);
                }
                Ok(false) => {
                    self.mode.set(Mode::Tried);
                    frame.copy_from_nonoverlapping(start.as_ptr(), start.len());
                    tail(frame, shared);
                }
                // It is noted that the fuel is spent.
                Err(()) => {}
            }
        }
    }

    /// Lists plies that were kept.
    ///
    /// # Safety
    /// As for [`leg_is_done`].
    unsafe fn list(&self, plies: &Plies, shared: *mut u64) {
        // SAFETY: there is room for as many as the limit says, for a spare one, and for the rank of each.
        unsafe {
            let [base, limit, ranks] = [shared::BASE, shared::LIMIT, shared::RANKS].map(|word| *shared.add(word));
            for (row, rank) in plies.rows.chunks_exact(self.stride).zip(plies.ranks.chunks_exact(RANK_WORDS)) {
                let at = *shared.add(shared::CURSOR);
                let place = at.min(limit);
                let index = (place - base) as usize / 8 / self.stride;
                (place as *mut u64).copy_from_nonoverlapping(row.as_ptr(), row.len());
                (ranks as *mut u64).add(index * RANK_WORDS).copy_from_nonoverlapping(rank.as_ptr(), rank.len());
                *shared.add(shared::CURSOR) = at + 8 * self.stride as u64;
            }
        }
    }
}

impl Legs<'_, '_> {
    /// Runs what follows a leg with room for so many plies; how many there are.
    fn try_run(&mut self, end: &End, been: &[u64], room: usize) -> usize {
        const LISTING: [usize; 4] = [shared::CURSOR, shared::LIMIT, shared::RANKS, shared::BASE];
        let stride = self.explorer.stride;
        let plies = &mut self.last.0;
        if plies.rows.len() < (room + 1) * stride {
            plies.rows.resize((room + 1) * stride, 0);
            plies.ranks.resize((room + 1) * RANK_WORDS, 0);
        }
        // SAFETY: the frame has the length of all frames, and there is room for `room` plies, a spare one, and their ranks.
        unsafe {
            self.frame.copy_from_nonoverlapping(end.frame.as_ptr(), end.frame.len());
            let at = self.explorer.explored.been.start;
            self.frame.add(at).copy_from_nonoverlapping(been.as_ptr(), been.len());
            let before = LISTING.map(|word| *self.shared.add(word));
            let (base, ranks) = (plies.rows.as_mut_ptr(), plies.ranks.as_mut_ptr());
            let now = [base as u64, base.add(room * stride) as u64, ranks as u64, base as u64];
            LISTING.iter().zip(now).for_each(|(&word, value)| *self.shared.add(word) = value);
            (end.tail)(self.frame, self.shared);
            let found = (*self.shared.add(shared::CURSOR) - base as u64) as usize / 8 / stride;
            LISTING.iter().zip(before).for_each(|(&word, value)| *self.shared.add(word) = value);
            found
        }
    }
}

impl Runner for Legs<'_, '_> {
    type End = End;
    type Stop = ();

    fn place(&self, end: &End) -> u64 {
        let words = self.explorer.explored.place.iter().flat_map(|range| &end.frame[range.clone()]);
        let hash = words.fold(0, |hash, &word| mix(hash, word));
        mix(mix(hash, end.group as u64), u64::from(end.may))
    }

    fn parts(&self, end: &End) -> u64 {
        end.frame[self.explorer.explored.frame.shown]
    }

    fn asks(&self, end: &End) -> (usize, bool) {
        (end.group, end.may)
    }

    fn been<'e>(&self, end: &'e End) -> &'e [u64] {
        &end.frame[self.explorer.explored.been.clone()]
    }

    fn same(&self, one: &End, other: &End) -> bool {
        let chosen = &self.explorer.explored.frame.chosen;
        one.frame[chosen.clone()] == other.frame[chosen.clone()]
    }

    fn everywhere(&self) -> &[u64] {
        self.explorer.explored.everywhere.words()
    }

    fn run(&mut self, end: &End, been: &[u64]) -> std::result::Result<Found<End>, ()> {
        let mut room = FIRST_ROOM;
        let count = loop {
            self.explorer.ends.borrow_mut().clear();
            let count = self.try_run(end, been, room);
            // SAFETY: what is shared is there as long as the enumeration.
            if unsafe { *self.shared.add(shared::SPENT) } != 0 {
                return Err(());
            }
            if count <= room {
                break count;
            }
            room = count;
        };
        self.last.1 = count;
        let ranks = self.last.0.ranks[..count * RANK_WORDS].chunks_exact(RANK_WORDS);
        Ok(Found { ends: self.explorer.ends.take(), plies: ranks.map(|rank| (rank[1], rank[2])).collect() })
    }

    fn keep(&mut self) {
        let (plies, count) = &self.last;
        self.kept.rows.extend_from_slice(&plies.rows[..count * self.explorer.stride]);
        self.kept.ranks.extend_from_slice(&plies.ranks[..count * RANK_WORDS]);
    }
}
