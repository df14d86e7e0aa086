//! Plies of several legs without trying every way: where a state only forbids legs (see [`Been`]), what may follow a leg is
//! found once, on the shortest way to it, and not again on every other.
//!
//! From the end of a first leg that many follow all further ones are found in the order of their number, each from the first of the shortest
//! ways to where it begins. A way that comes to the end of a leg that is known, but for what it has been through, is left
//! there. That is right unless the other way was forbidden something: so each leg is asked, too, what it could do if it
//! had been through no more than the first leg had. Whatever that is must be known already, and then what follows is; if it
//! is not, all ways are tried from that first leg on, as if there were no short cut.
//!
//! Why all results are found, each by the first of its shortest ways: say a way is legal, and goes on from a leg that is known
//! by another. What it does next the other may do, or may not; then it was seen to be known. So each leg of the way is
//! known, in no more parts than the way has to it. Where a leg must be followed by another if it can, a ply may only end there
//! for what it has been through; so it is asked, too, whether the ply could end if every cell were forbidden.

use crate::canary::Canary;
use crate::proofs::been::Been;
use crate::state::hash::{By, mix};

/// So many legs are tried after a first one before what follows it is explored: few legs are tried sooner than explored. In
/// tests they are fewer, so that small games will do.
pub const MOST_TRIED: u32 = if cfg!(test) { 2 } else { 64 };

/// Where legs have ended, and in how many parts.
#[derive(Debug, Default)]
pub struct Known {
    places: By<u64>,
    /// Where the first leg had been that was explored last.
    least: Vec<u64>,
}

impl Known {
    /// Whether what follows a first leg that has been in these places is explored at once: another of its kind was much.
    pub fn expects(&self, been: &[u64]) -> bool {
        self.least == been
    }

    fn has(&self, place: u64, parts: u64) -> bool {
        self.places.get(&place).is_some_and(|&known| known <= parts)
    }

    /// Whether it is new, or known in more parts only; from now on it is known.
    fn add(&mut self, place: u64, parts: u64) -> bool {
        let known = self.places.entry(place).or_insert(u64::MAX);
        let is_better = parts < *known;
        *known = parts.min(*known);
        is_better
    }
}

/// A ply that is complete: the state it leads to as a number, and how many parts its text has.
pub type Result = (u64, u64);

/// A back end that runs legs.
pub trait Runner {
    /// A leg that is done, after which another may or must follow.
    type End;
    /// Why it can't go on.
    type Stop;

    /// What tells it from others, but for where it has been.
    fn place(&self, end: &Self::End) -> u64;
    /// How many parts its text has so far.
    fn parts(&self, end: &Self::End) -> u64;
    /// The group of which another leg may follow, and whether none need.
    fn asks(&self, end: &Self::End) -> (usize, bool);
    /// Where it has been.
    fn been<'e>(&self, end: &'e Self::End) -> &'e [u64];
    /// Whether two were chosen in the same way.
    fn same(&self, one: &Self::End, other: &Self::End) -> bool;
    /// Everywhere.
    fn everywhere(&self) -> &[u64];
    /// Runs what follows, as if it had been in these places.
    ///
    /// # Errors
    /// What keeps it from coming to an end.
    fn run(&mut self, end: &Self::End, been: &[u64]) -> std::result::Result<Found<Self::End>, Self::Stop>;
    /// Lists the plies that were found last.
    fn keep(&mut self);
}

/// What follows a leg.
pub struct Found<E> {
    /// The ends of further legs, in order.
    pub ends: Vec<E>,
    /// The plies that are complete without another leg.
    pub plies: Vec<Result>,
}

/// Finds the plies that go on from the end of a first leg; no if all ways must be tried instead.
///
/// # Errors
/// What keeps it from coming to an end.
pub fn explore<R: Runner>(
    runner: &mut R,
    rules: &Been,
    known: &mut Known,
    first: R::End,
) -> std::result::Result<bool, R::Stop> {
    let least = runner.been(&first).to_vec();
    if least.iter().all(|&word| word == 0) {
        return Ok(false);
    }
    known.least.clone_from(&least);
    let salt = least.iter().fold(0, |hash, &word| mix(hash, word));
    let place = |runner: &R, end: &R::End| mix(salt, runner.place(end));
    if !known.add(place(runner, &first), runner.parts(&first)) {
        return Ok(true);
    }
    let mut layer = vec![first];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for end in layer {
            let (group, may) = runner.asks(&end);
            let (forbids, parts) = (rules.forbids[group], runner.parts(&end));
            let been = runner.been(&end).to_vec();
            let goes_on = |plies: &[Result]| plies.iter().copied().filter(|ply| ply.1 > parts).collect::<Vec<_>>();
            let free = match forbids && been != least && !Canary::WayForgotten.sings() {
                true => Some(runner.run(&end, &least)?),
                false => None,
            };
            let is_known = |runner: &R, other: &R::End| known.has(place(runner, other), runner.parts(other));
            if let Some(free) = &free
                && may
                && goes_on(&free.plies).is_empty()
                && free.ends.iter().all(|other| is_known(runner, other))
            {
                // All that it might do is known: it may end here.
                runner.keep();
                continue;
            }
            let found = runner.run(&end, &been)?;
            runner.keep();
            if free.as_ref().is_some_and(|free| goes_on(&free.plies) != goes_on(&found.plies)) {
                return Ok(false);
            }
            let mut new = found.ends.into_iter().peekable();
            for other in free.into_iter().flat_map(|free| free.ends) {
                match new.next_if(|end| runner.same(end, &other)) {
                    Some(end) if known.add(place(runner, &end), runner.parts(&end)) => next.push(end),
                    Some(_) => {}
                    None if known.has(place(runner, &other), runner.parts(&other)) => {}
                    None => return Ok(false),
                }
            }
            for end in new {
                if known.add(place(runner, &end), runner.parts(&end)) {
                    next.push(end);
                }
            }
            let stops = |plies: &[Result]| plies.iter().any(|ply| ply.1 == parts);
            if forbids && !may && !stops(&found.plies) {
                let everywhere = runner.everywhere().to_vec();
                if stops(&runner.run(&end, &everywhere)?.plies) {
                    return Ok(false);
                }
            }
        }
        layer = next;
    }
    Ok(true)
}

#[cfg(all(test, feature = "jit"))]
mod tests {
    use crate::canary::Canary;
    use crate::game::{MoveList, Side};
    use crate::native::testing::{native, program};
    use crate::proofs::been::Been;
    use crate::rng::Rng;
    use crate::{Executor, in_full, interpreter};

    /// Hops over own men that may not come back to a cell, then hops over enemies, which must be made; in the end no man may
    /// stand where he prepared to take.
    const CHARGES: &str = r#"
game "Charges"
players White, Black
board square 6x6
facing White north, Black south
piece Man
setup { White Man on a1 c1 e1 b2 d2 f2 c3  Black Man on b6 d6 f6 a5 c5 e5 d4 }
state seen: cells for this turn
state charging: cells for this turn
move walk { step any to empty }
move canter { hop any over own to empty except seen { set seen = seen or from  may again } }
move charge {
  hop any over own to empty except seen when no seen or charging { set seen = seen or from  set charging = to  again }
  hop any over enemy to empty when seen { reset charging  take over  again }
}
turn { any finally { require no charging } }
end { win when no enemy }
"#;

    /// Where a man may go when he has taken something depends on the way to it: from a1 by a3, c3 and e3 to c1, but not by c1.
    const SPOILS: &str = r#"
game "Spoils"
players White, Black
board square 5x5
facing White north, Black south
piece Man
setup { White Man on a1 b1 a2 c2 b3 d2 b4  Black Man on d3 c4 a5 e5 }
state seen: cells for this turn
move walk { step any to empty }
move raid {
  hop any over own to empty except seen { set seen = seen or from  may again }
  hop any over enemy to empty except seen { set seen = seen or from  take over  may again }
}
end { win when no enemy }
"#;

    const HALMA: &str = include_str!("../../../games/race/halma.game");

    fn moves(game: &dyn Executor, state: &[u64]) -> Vec<(Vec<u64>, Vec<u64>)> {
        let mut list = MoveList::new(game.move_words());
        game.generate(state, &mut list).expect("few ways to play");
        let next = |record: &[u64]| {
            let mut next = state.to_vec();
            game.make(state, record, &mut next);
            next
        };
        list.iter().map(|record| (record.to_vec(), next(record))).collect()
    }

    /// Whether moves differ from those of all ways, somewhere along random games: which there are, and how each is written.
    fn differ(text: &str, games: u64, plies: usize) -> bool {
        let program = program(text);
        assert!(Side::ALL.into_iter().all(|side| Been::of(&program, &program.sides[side]).is_some()));
        let (full, short) = (in_full(program.clone(), 0), interpreter(program.clone(), 0));
        let code = native(&program);
        (0..games).any(|seed| {
            let mut rng = Rng::new(seed);
            let mut state = full.initial();
            (0..plies).any(|_| {
                let listed = moves(&*short, &state);
                if listed != moves(&code, &state) {
                    return true;
                }
                let [mut all, mut found] = [moves(&*full, &state), listed];
                all.sort_unstable();
                found.sort_unstable();
                if all != found {
                    return true;
                }
                state = if all.is_empty() { full.initial() } else { all.swap_remove(rng.below(all.len())).1 };
                false
            })
        })
    }

    #[test]
    fn all_ways_lead_to_the_same_moves() {
        assert!(!differ(CHARGES, 10, 40));
        assert!(!differ(SPOILS, 10, 40));
        assert!(!differ(HALMA, 2, 40));
    }

    #[test]
    fn a_way_that_is_forgotten_is_found() {
        assert!(Canary::WayForgotten.during(|| differ(SPOILS, 10, 40)));
    }
}
