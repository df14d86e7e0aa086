//! Where pieces may ever stand, and whose plies take them or put them somewhere, as the checks have it: held against games at random.

use rulesmith::analysis::standing::{Ply, Standing};
use rulesmith::board::SiteSet;
use rulesmith::compile::{Answer, Backend, Compiled};
use rulesmith::game::{Position, Side};
use rulesmith::rules::{Owned, Region, Who};

use crate::support::games;
use crate::support::random::Rng;
use crate::support::side_by_side::side_by_side;

/// Plies of a game that are looked at.
const PLIES: usize = 60;

/// All pieces of a game that are not counted, each with the question for it.
fn pieces(game: &Compiled) -> Vec<(Owned, String)> {
    let rules = game.rules();
    let kinds = rules.kinds.iter().enumerate().filter(|(_, kind)| !kind.counted);
    let all = kinds.flat_map(|(at, kind)| {
        let owned = |side: Side| ((Some(side), at), format!("{} {}", rules.players[side], kind.name));
        match kind.neutral {
            true => vec![((None, at), kind.name.clone())],
            false => Side::ALL.into_iter().map(owned).collect(),
        }
    });
    all.collect()
}

/// What games at random of `played` do that the bounds of `bounds` rule out; how many cells with a piece were looked at.
fn beyond(bounds: &Compiled, played: &Compiled, games: usize) -> Result<usize, String> {
    let Some(standing) = Standing::of(bounds.rules()) else { return Ok(0) };
    let pieces = pieces(played);
    let sites = played.topology().sites();
    let look = |position: &Position<'_, _>| -> Vec<SiteSet> {
        let cells = |question: &String| match played.query(position, question) {
            Ok(Answer::Region(cells)) => SiteSet::from_sites(sites, cells),
            other => panic!("{question}: {other:?}"),
        };
        pieces.iter().map(|(_, question)| cells(question)).collect()
    };
    let (mut rng, mut seen) = (Rng(7), 0);
    for _ in 0..games {
        let mut position = Position::initial(played.game());
        let mut before = look(&position);
        for ply in 0..PLIES {
            let moves = position.moves().expect("lists fit");
            if moves.is_empty() {
                break;
            }
            let side = position.mover();
            position.make(moves.get(rng.below(moves.len())));
            let now = look(&position);
            for (((piece, name), before), now) in pieces.iter().zip(&before).zip(&now) {
                let told = |what: &str| Err(format!("ply {ply}: {name} {what}: {before:?}, {now:?}"));
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
        beyond(&game, &game, 2).unwrap_or_else(|what| panic!("{name}: {what}"))
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
        ("step forward to empty on own ranks 1..3 { put enemy Man on from }", "is put somewhere"),
    ] {
        let other = game(clauses);
        let told = beyond(&still, &other, 4).expect_err(clauses);
        assert!(told.contains(what), "{clauses}: {told}");
        assert!(beyond(&other, &other, 4).is_ok(), "{clauses}");
    }
}
