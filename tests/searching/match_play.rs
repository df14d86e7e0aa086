//! Matches between settings, their statistics, and the opening book.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::support::{Breakthrough, Connect};
use rulesmith::game::{Game, PerSide, Position};
use rulesmith::search::match_play::{Contestant, MatchSettings, Sprt, Tally, play_match, random_opening};
use rulesmith::search::{Book, Options, TimeControl};

fn contestant(depth: u32) -> Contestant {
    let options = Options { table_mib: 1, ..Options::exact() };
    Contestant { options, depth: Some(depth), ..Contestant::default() }
}

#[test]
fn deeper_search_wins() {
    let game = Breakthrough::new(6, 6);
    let settings = MatchSettings { games: 30, threads: 2, ..MatchSettings::default() };
    let mut told = 0;
    let tally = play_match(
        &game as &dyn Game,
        [&contestant(4), &contestant(1)],
        &[],
        &settings,
        &AtomicBool::new(false),
        &mut |tally, played| {
            told += 1;
            let mut position = Position::initial(&game);
            played.moves.iter().for_each(|record| position.make(record));
            assert_eq!(position.ending().unwrap().map(|ending| ending.outcome), played.outcome);
            tally.games() < 30
        },
    );
    assert_eq!((tally.games(), told), (30, 30));
    assert!(tally.share() > 0.8, "{tally:?}");
}

#[test]
fn equal_settings_take_half_and_a_match_can_be_stopped() {
    let game = Connect::four(5, 4);
    let settings = MatchSettings { games: 20, ..MatchSettings::default() };
    let stop = AtomicBool::new(false);
    let tally =
        play_match(&game as &dyn Game, [&contestant(3), &contestant(3)], &[], &settings, &stop, &mut |_, _| true);
    assert_eq!((tally.games(), tally.wins), (20, tally.losses), "colours alternate");
    let tally = play_match(&game as &dyn Game, [&contestant(3), &contestant(3)], &[], &settings, &stop, &mut |t, _| {
        t.games() < 5
    });
    assert_eq!(tally.games(), 5);
}

/// A player whose clock runs out loses, whatever the board says; one with time to spare does not.
#[test]
fn games_are_lost_on_time() {
    let game = Connect::four(5, 4);
    let clock = |left| Some(TimeControl { left, increment: Duration::ZERO });
    let slow = Contestant { clock: clock(Duration::from_nanos(1)), ..contestant(1) };
    let calm = Contestant { clock: clock(Duration::from_secs(3600)), ..contestant(1) };
    let settings = MatchSettings { games: 4, opening_plies: 2, ..MatchSettings::default() };
    let stop = AtomicBool::new(false);
    let mut on_time = 0;
    let tally = play_match(&game as &dyn Game, [&slow, &calm], &[], &settings, &stop, &mut |_, played| {
        on_time += usize::from(played.on_time);
        assert!(played.moves.len() <= 3, "it loses where it is to move first");
        true
    });
    assert_eq!((tally.losses, on_time), (4, 4));
    play_match(&game as &dyn Game, [&calm, &calm], &[], &settings, &stop, &mut |_, played| {
        assert!(!played.on_time);
        true
    });
}

#[test]
fn elo_and_sprt() {
    let even = Tally { wins: 30, draws: 40, losses: 30, ..Tally::default() };
    assert!(even.elo().difference.abs() < 1e-9 && even.elo().low < -40.0 && even.elo().high > 40.0);
    let better = Tally { wins: 300, draws: 400, losses: 200, ..Tally::default() };
    // 500 of 900 points: 38.8 Elo.
    assert!((better.elo().difference - 38.76).abs() < 0.1, "{:?}", better.elo());
    assert!((better.elo().high - better.elo().low - 34.0).abs() < 3.0, "{:?}", better.elo());
    assert!(better.superiority() > 0.999);
    let test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
    let (low, high) = test.bounds();
    assert!((low + 2.944).abs() < 0.001 && (high - 2.944).abs() < 0.001);
    assert_eq!(test.decision(&better), Some(true));
    assert_eq!(test.decision(&Tally { wins: 2000, draws: 4000, losses: 2200, ..Tally::default() }), Some(false));
    assert_eq!(test.decision(&even), None);
    let wide = Sprt { elo0: 0.0, elo1: 100.0, ..test };
    let five = Tally { wins: 5, ..Tally::default() };
    assert_eq!(wide.decision(&five), None, "five wins in a row prove nothing yet");
    assert_eq!(Tally { wins: 3, ..Tally::default() }.elo().difference, f64::INFINITY);
}

/// The games of a pair depend on their opening: what they give together is what counts.
#[test]
fn games_of_one_opening_are_one_result() {
    // Every opening decides its game: 40 wins and 40 losses, and nothing is learnt of the players.
    let split = Tally { wins: 40, losses: 40, pairs: [0, 0, 40, 0, 0], ..Tally::default() };
    let alone = Tally { pairs: [0; 5], ..split };
    assert!(alone.elo().high > 70.0 && split.elo().high < 25.0, "{:?} {:?}", alone.elo(), split.elo());
    assert!((split.superiority() - 0.5).abs() < 1e-9);
    // One of both games in ten openings of forty, by the same points, is worth more than noise.
    let better = Tally { wins: 50, losses: 30, pairs: [0, 0, 30, 0, 10], ..Tally::default() };
    let alone = Tally { pairs: [0; 5], ..better };
    assert!((better.elo().difference - alone.elo().difference).abs() < 1e-9);
    assert!(better.elo().low > alone.elo().low && better.superiority() > alone.superiority());
    // Both won or both lost: the games say no more than half as many.
    let swings = Tally { wins: 40, losses: 40, pairs: [20, 0, 0, 0, 20], ..Tally::default() };
    assert!(swings.elo().high > 1.3 * Tally { pairs: [0; 5], ..swings }.elo().high, "{:?}", swings.elo());
    let test = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
    assert!(test.llr(&better) > test.llr(&Tally { pairs: [0; 5], ..better }));
    // A last game without its pair takes nothing away from the others.
    let one_more = Tally { wins: 41, losses: 40, pairs: [0, 0, 40, 0, 0], ..Tally::default() };
    assert!((one_more.elo().high - split.elo().high).abs() < 15.0, "{:?}", one_more.elo());
    // A match counts its pairs.
    let game = Breakthrough::new(4, 4);
    let quick = Contestant { nodes: Some(50), ..Contestant::default() };
    let settings = MatchSettings { games: 10, opening_plies: 2, threads: 2, ..MatchSettings::default() };
    let tally =
        play_match(&game as &dyn Game, [&quick, &quick], &[], &settings, &AtomicBool::new(false), &mut |_, _| true);
    assert_eq!(tally.pairs, [0, 0, 5, 0, 0], "equal players split every pair");
}

#[test]
fn books() {
    let game = Connect::four(7, 6);
    let line = random_opening(&game, 6, 7);
    assert_eq!(line, random_opening(&game, 6, 7));
    let mut book = Book::new("connect four 7x6");
    book.learn(&game, &line, 4, PerSide::new(2, -1));
    book.learn(&game, &line, 4, PerSide::new(1, 3));
    assert_eq!(book.len(), 4);
    let mut position = Position::initial(&game);
    for record in &line[..4] {
        assert_eq!(book.best(&position).as_ref(), Some(record));
        position.make(record);
    }
    assert_eq!(book.best(&position), None);
    let text = book.to_text();
    assert_eq!(Book::from_text(&text), Ok(book));
    assert_eq!(Book::from_text("rulesmith-book 1 x\n12 zz 3").unwrap_err().0, 2);
    assert!(Book::from_text("nonsense").is_err());
}
