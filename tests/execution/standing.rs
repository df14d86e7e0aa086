//! Where pieces may ever stand, and whose plies take them or put them somewhere, as the checks have it: held against games at random.

use rulesmith::analysis::standing::{Ply, Standing};
use rulesmith::board::SiteSet;
use rulesmith::compile::{Backend, Compiled};
use rulesmith::game::{Position, Side};
use rulesmith::ir::PlaneClass;
use rulesmith::rules::{Owned, Region, Who};

use crate::support::games;
use crate::support::random::Rng;
use crate::support::side_by_side::side_by_side;

/// Plies of a game that are looked at, and so many moves that it may choose from in all: a turn of Arimaa has thousands.
const PLIES: usize = 60;
const MOVES: usize = 4_000;

/// All pieces of a game that are not counted.
fn pieces(game: &Compiled) -> Vec<Owned> {
    let kinds = game.rules().kinds.iter().enumerate().filter(|(_, kind)| !kind.counted);
    let owners = |neutral: bool| if neutral { vec![None] } else { Side::ALL.into_iter().map(Some).collect() };
    kinds.flat_map(|(at, kind)| owners(kind.neutral).into_iter().map(move |owner| (owner, at))).collect()
}

/// Where pieces stand.
fn cells(game: &Compiled, state: &[u64], (owner, kind): Owned) -> SiteSet {
    let (layout, sites) = (&game.game().program().layout, game.topology().sites());
    let plane = |class: PlaneClass| {
        let at = layout.planes.iter().position(|plane| plane.class == class)?;
        Some(SiteSet::from_words(sites, &state[layout.plane_at(at)..][..layout.set_words]))
    };
    let none = || SiteSet::empty(sites);
    let [first, second] = [Side::First, Side::Second].map(|side| plane(PlaneClass::Side(side)).unwrap_or_else(none));
    let nobodys = plane(PlaneClass::Neutral).unwrap_or_else(none);
    // A kind without a plane is the only one, or the only one of nobody's.
    let all = first.or(&second).or(&nobodys);
    let of_kind = plane(PlaneClass::Kind(kind)).unwrap_or(all);
    match owner {
        Some(Side::First) => of_kind.and(&first),
        Some(Side::Second) => of_kind.and(&second),
        None => of_kind.minus(&first.or(&second)),
    }
}

/// What games at random of `played` do that the bounds of `bounds` rule out; how many cells with a piece were looked at.
fn beyond(bounds: &Compiled, played: &Compiled, games: usize) -> Result<usize, String> {
    let Some(standing) = Standing::of(bounds.rules()) else { return Ok(0) };
    let pieces = pieces(played);
    let sites = played.topology().sites();
    let look = |state: &[u64]| -> Vec<SiteSet> { pieces.iter().map(|&piece| cells(played, state, piece)).collect() };
    let (mut rng, mut seen) = (Rng(7), 0);
    for _ in 0..games {
        let mut position = Position::initial(played.game());
        let (mut before, mut listed) = (look(position.state()), 0);
        for ply in 0..PLIES {
            let moves = position.moves().expect("lists fit");
            listed += moves.len();
            if moves.is_empty() || listed > MOVES {
                break;
            }
            let side = position.mover();
            position.make(moves.get(rng.below(moves.len())));
            let now = look(position.state());
            for ((piece, before), now) in pieces.iter().zip(&before).zip(&now) {
                let told = |what: &str| {
                    Err(format!("ply {ply}: {} {what}: {before:?}, {now:?}", played.rules().name_of(*piece)))
                };
                seen += now.len();
                if !now.minus(standing.cells_of(*piece)).is_empty() {
                    return told("stands where it never does");
                }
                if now.len() < before.len() && !standing.loses(side, *piece) {
                    return told("is lost");
                }
                if !now.minus(before).is_empty() && !standing.brings(side, *piece) {
                    return told("is put somewhere");
                }
                let these = Region::Pieces { who: piece.0.map(Who::Side), kinds: Some(vec![piece.1]) };
                if now.len() as i64 > standing.most(&these, &Ply::of(side, sites)) {
                    return told("is there too often");
                }
            }
            before = now;
            if position.ending().expect("lists fit").is_some() {
                break;
            }
        }
    }
    Ok(seen)
}

#[test]
fn games_at_random_keep_within_the_bounds() {
    let seen = side_by_side(&games::all(), |(name, text)| {
        let game = games::load_lazy(name, text, &[], Backend::Interpreter);
        beyond(&game, &game, 4).unwrap_or_else(|what| panic!("{name}: {what}"))
    });
    assert!(seen.iter().filter(|&&cells| cells > 0).count() > seen.len() * 3 / 4, "{seen:?}");
}

/// Men who may not do what they do in the games.
#[test]
fn a_bound_that_is_wrong_is_found() {
    let game = |clauses: &str| {
        let text = format!(
            "game \"Men\"\nplayers White, Black\nboard square 5x5\nfacing White north, Black south\npiece Man, King\n\
             setup {{ White Man on rank 1  Black Man on rank 5 }}\nmove Man {{ {clauses} }}\nmove King {{ step any to empty }}\n\
             end {{ win when enemy stuck }}\n"
        );
        games::load_lazy("men", &text, &[], Backend::Interpreter)
    };
    let still = game("step forward to empty on own ranks 1..3");
    assert!(beyond(&still, &still, 4).is_ok());
    for (clauses, what) in [
        ("step forward to empty", "stands where"),
        ("step forward to empty or enemy on own ranks 1..3", "is lost"),
        ("step forward to empty on own ranks 1..3 { put Man on from }", "is there too often"),
        ("step forward to empty on own ranks 1..3 { put enemy Man on from }", "stands where"),
        ("step forward to empty on own ranks 1..3 { swap a5 with a4 }", "is put somewhere"),
    ] {
        let other = game(clauses);
        let told = beyond(&still, &other, 4).expect_err(clauses);
        assert!(told.contains(what), "{clauses}: {told}");
        assert!(beyond(&other, &other, 4).is_ok(), "{clauses}");
    }
}
