//! Moves that lead to the same position are one where moves have legs: which positions are the same, and which of the ways
//! there is the move.

use std::collections::HashMap;

use rulesmith::compile::{Backend, Compiled, Settings, compile};
use rulesmith::diag::Diagnostics;
use rulesmith::exec::Event;
use rulesmith::game::{MoveList, Position};
use rulesmith::source::Source;

use crate::support::random::Rng;

fn compiled(text: &str, backend: Backend) -> Compiled {
    let mut diagnostics = Diagnostics::new();
    let settings = Settings { backend, ..Settings::default() };
    let compiled = compile(&Source::new("merging.game", text), &settings, &mut diagnostics);
    compiled.inspect(Compiled::eager).unwrap_or_else(|| panic!("{:#?}\n{text}", diagnostics.finish()))
}

fn moves(game: &Compiled, state: &[u64]) -> Vec<Vec<u64>> {
    let mut list = MoveList::new(game.game().move_words());
    game.game().generate(state, &mut list).expect("a list");
    list.iter().map(<[u64]>::to_vec).collect()
}

fn after(game: &Compiled, state: &[u64], record: &[u64]) -> Vec<u64> {
    let mut next = vec![0; state.len()];
    game.game().make(state, record, &mut next);
    next
}

fn parts(events: &[Event]) -> usize {
    events.iter().filter(|&&event| event != Event::Pass).count()
}

/// Along random games: no two moves lead to the same position, each is the shortest of the ways there, the first of equal
/// ones, and stands where the first way would; every way is read as the move; both back ends agree.
fn each_result_once(text: &str) {
    let [native, plain] = [Backend::Native, Backend::Interpreter].map(|backend| compiled(text, backend));
    let mut longer = 0;
    for seed in 0..6 {
        let mut rng = Rng(seed);
        let mut position = Position::initial(plain.game());
        for _ in 0..20 {
            let state = position.state().to_vec();
            let mut expected: Vec<(Vec<u64>, Vec<Event>)> = Vec::new();
            let mut places: HashMap<Vec<u64>, usize> = HashMap::new();
            let ways = plain.game().ways(&state).expect("few ways");
            for way in &ways {
                let number = expected.len();
                let place = *places.entry(after(&plain, &state, &way.record)).or_insert(number);
                if place == number {
                    expected.push((way.record.clone(), way.events.clone()));
                } else if parts(&way.events) < parts(&expected[place].1) {
                    longer += 1;
                    expected[place] = (way.record.clone(), way.events.clone());
                }
            }
            let listed = moves(&plain, &state);
            let texts = |records: &[Vec<u64>]| records.iter().map(|r| plain.move_text(&state, r)).collect::<Vec<_>>();
            let expected: Vec<Vec<u64>> = expected.into_iter().map(|way| way.0).collect();
            assert_eq!(texts(&listed), texts(&expected), "{text}\n{}", plain.position_text(&state, 0));
            assert_eq!(listed, expected);
            assert_eq!(moves(&native, &state), listed, "{text}\n{}", plain.position_text(&state, 0));
            for way in ways.iter().take(20) {
                let wanted = after(&plain, &state, &way.record);
                let found = plain.game().find(&state, &way.events).expect("few ways").expect("a move");
                assert_eq!(after(&plain, &state, &found), wanted);
                assert!(listed.contains(&found), "{:?}", way.events);
            }
            if listed.is_empty() || position.ending().expect("a list").is_some() {
                break;
            }
            position.make(&listed[rng.below(listed.len())]);
        }
    }
    assert!(longer > 0, "no way in these games is longer than another one found after it:\n{text}");
}

fn small(rest: &str) -> String {
    format!("game \"Small\"\nplayers White, Black\nfacing White north, Black south\n{rest}\n")
}

const STUCK: &str = "end { draw when enemy stuck  draw when repeats 3 }";

#[test]
fn the_plain_step_is_the_move() {
    let board = "board square 3x3\npiece Man\nsetup { White Man on a1  Black Man on c3 }";
    let text = small(&format!("{board}\nmove go Man {{ step orthogonal to empty }}\nturn {{ 1..3 go }}\n{STUCK}"));
    each_result_once(&text);
    for backend in [Backend::Native, Backend::Interpreter] {
        let game = compiled(&text, backend);
        let state = game.game().initial();
        let mut texts: Vec<String> = moves(&game, &state).iter().map(|record| game.move_text(&state, record)).collect();
        texts.sort();
        // To each cell by as few steps as it takes; to where it stands by two.
        let legs =
            ["a1a2", "a1a2,a2a3", "a1b1", "a1b1,b1a1", "a1b1,b1b2", "a1b1,b1b2,b2b3", "a1b1,b1c1", "a1b1,b1c1,c1c2"];
        assert_eq!(texts, legs);
    }
}

/// What a state for one ply held before the ply is over, whether the ply sets it or leaves it alone.
#[test]
fn a_state_for_one_ply_is_what_the_next_ply_reads() {
    let rest = "board square 4x4\npiece Man, Jack\n\
                setup { White Man on a1  White Jack on d1  Black Man on d4  Black Jack on a4 }\n";
    let cells = "state mark: cells for one ply\n\
                 move Man { step any to empty except mark { if legs < 1 { may again } } }\n\
                 move Jack { step north, south to empty { set mark = none  if legs < 1 { may again } } }\n\
                 move enter { place Man on mark { set mark = to } }\n";
    let number = "state mark: number = 2 for one ply\n\
                  move Man { step any to empty when mark > 1 { if legs < 1 { may again } } }\n\
                  move Jack { step north, south to empty { set mark = 2  if legs < 1 { may again } } }\n\
                  move jump { leap 1,2 to empty { set mark = mark + 1 } }\n";
    for state in [cells, number] {
        each_result_once(&small(&format!("{rest}{state}{STUCK}")));
    }
}

/// A turn that does not pass keeps its state; a clock that was reset is another position.
#[test]
fn what_goes_on_is_told_apart() {
    let extra = "board square 4x4\npiece Man, Jack\n\
                 setup { White Man on a1  White Jack on d1  Black Man on d4  Black Jack on a4 }\n\
                 state used: cells for this turn\nstate plies: number for this turn\n\
                 move Man { step orthogonal to empty { set used = used or to  if legs < 2 { may again } } }\n\
                 move Jack { step north, south to empty except used { set used = used or from or to  if plies < 1 { set plies = 1  \
                 extra turn } } }\n";
    let clock = "board square 4x4\npiece Man, Jack\nclock quiet\n\
                 setup { White Man on a1  White Jack on d1  Black Man on d4  Black Jack on a4 }\n\
                 move Man { step orthogonal to empty { if legs < 2 { may again } } }\n\
                 move Jack { step north, south to empty { if to on edge { reset quiet }  if legs < 2 { may again } } }\n";
    each_result_once(&small(&format!("{extra}{STUCK}")));
    let end = "end { draw when enemy stuck  draw when quiet >= 20 }";
    each_result_once(&small(&format!("{clock}{end}")));
}

/// Where only the greatest count, the shortest of these; and what competes takes no other's place.
#[test]
fn the_greatest_are_compared_first() {
    let rest = "board square 4x4\npiece Man\nsetup { White Man on a1 b1  Black Man on c3 c4 }\n\
                move go Man { step orthogonal to empty { if legs < 2 { may again } } }\n\
                move other Man { leap 1,1 to empty { if legs < 1 { may again } } }\n";
    let far = "move far-off Man { leap 0,2 to empty }\n";
    for turn in [
        "most (count own on far rank) of go",
        "(most (count own on far rank) of go) or other",
        "other or most (count own on rank 1) of far-off",
    ] {
        each_result_once(&small(&format!("{rest}{far}turn {{ {turn} }}\n{STUCK}")));
    }
}

/// Legs that lead back are as good as a pass, and the pass is the shorter text.
#[test]
fn a_pass_is_shorter_than_going_there_and_back() {
    let rest = "board square 3x3\npiece Man\nsetup { White Man on a1  Black Man on c3 }\n\
                move go Man { step orthogonal to empty }\n";
    let text = small(&format!("{rest}turn {{ 1..2 go or pass }}\n{STUCK}"));
    each_result_once(&text);
    let game = compiled(&text, Backend::Native);
    let state = game.game().initial();
    let texts: Vec<String> = moves(&game, &state).iter().map(|record| game.move_text(&state, record)).collect();
    assert!(texts.contains(&"pass".to_string()) && !texts.iter().any(|text| text == "a1b1,b1a1"), "{texts:?}");
}

/// Labels are parts of a text, too.
#[test]
fn a_way_without_labels_is_shorter() {
    let rest = "board square 3x3\npiece Man, King\nsetup { White Man on a1  Black Man on c3 }\n\
                move go Man { step orthogonal to empty { either { if legs < 1 { may again } } as goes or { } } }\n";
    each_result_once(&small(&format!("{rest}{STUCK}")));
}
