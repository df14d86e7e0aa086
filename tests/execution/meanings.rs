//! What rules mean where they meet: small games whose moves, texts and endings a reader can work out, on both back ends.

use crate::support::games::load;
use rulesmith::compile::{AnyExecutor, Backend, Compiled};
use rulesmith::game::{Outcome, Position, Side};

const SMALL: &str = "players White, Black\nboard square 3x3\nfacing White north, Black south\n";

/// Asks the same of both back ends.
fn both<T: PartialEq + std::fmt::Debug>(text: &str, ask: impl Fn(&Compiled) -> T) -> T {
    let text = format!("game \"Small\"\n{text}\n");
    let [native, plain] = [Backend::Native, Backend::Interpreter].map(|b| ask(&load("small", &text, &[], b)));
    assert_eq!(native, plain, "{text}");
    native
}

fn after<'c>(compiled: &'c Compiled, moves: &str) -> Position<'c, AnyExecutor> {
    let mut position = Position::initial(compiled.game());
    for text in moves.split_whitespace() {
        let record = compiled.parse_move(position.state(), text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        position.make(&record);
    }
    position
}

fn moves(text: &str, played: &str) -> Vec<String> {
    both(text, |compiled| {
        let mut position = after(compiled, played);
        let list = position.moves().unwrap();
        list.iter().map(|record| compiled.move_text(position.state(), record)).collect()
    })
}

fn outcome(text: &str, played: &str) -> Option<Outcome> {
    both(text, |compiled| after(compiled, played).ending().unwrap().map(|ending| ending.outcome))
}

fn position(text: &str, played: &str) -> String {
    both(text, |compiled| {
        let position = after(compiled, played);
        let written = compiled.position_text(position.state(), position.turns_passed());
        let (read, _) = compiled.parse_position(&written).unwrap_or_else(|e| panic!("{written}: {e:?}"));
        assert_eq!(read, position.state(), "{written}");
        written
    })
}

fn number(text: &str, played: &str) -> i32 {
    both(text, |compiled| compiled.game().evaluate(after(compiled, played).state()))
}

/// A verdict that asks if somebody is stuck, among other things, is asked of those who are not as well.
#[test]
fn stuck_is_one_reason_among_others() {
    let game = |end: &str| {
        format!(
            "players White, Black\nboard square 3x4\nfacing White north, Black south\npiece Man\n\
             setup {{ White Man on a3 b1 Black Man on c4 c2 }}\nmove Man {{ step forward to empty }}\nend {{ {end} }}"
        )
    };
    let won = Some(Outcome::Win(Side::First));
    for end in [
        "win when own Man on far rank  win when enemy stuck",
        "win when enemy stuck or own Man on far rank",
        "win when own Man on far rank or enemy stuck",
        "win when not enemy stuck and own Man on far rank  win when enemy stuck",
        "win when no (own Man on file a on rank 3) and not (enemy stuck and own Man on rank 1)",
    ] {
        assert_eq!(outcome(&game(end), "a3a4"), won, "{end}");
    }
    let both = "win when enemy stuck and own Man on far rank  draw when enemy stuck";
    assert_eq!(outcome(&game(both), "a3a4"), None);
    // Black's men come to rank 1 and can go no further.
    let stuck = "a3a4 c2c1 b1b2 c4c3 b2b3 c3c2 b3b4";
    assert_eq!(outcome(&game(both), stuck), won);
    assert_eq!(outcome(&game("win when enemy stuck or no own"), stuck), won);
    assert_eq!(
        outcome(&game("draw when not enemy stuck and own Man on file b on far rank  win when enemy stuck"), stuck),
        won
    );
}

/// What is done again and again: as long as the condition holds, which is asked before each time and reads what was done.
#[test]
fn while_goes_on_as_long_as_it_holds() {
    let game = |effects: &str| {
        let head = "players White, Black\nboard square 4x4\nfacing White north, Black south\npiece Man \"MN\"\nstate times: number\n";
        format!(
            "{head}setup {{ White Man on a1 Black Man on b3 c3 d3 }}\nmove Man {{ step forward to empty {{ {effects} }} }}\nend {{ draw when enemy stuck }}"
        )
    };
    let after = |effects: &str| position(&game(effects), "a1a2");
    // Neighbours burst, and their neighbours.
    assert_eq!(after("while enemy on any of touched { take enemy on any of touched }"), "4/4/M3/4 b 0 1");
    // Not at all, if it does not hold at first.
    assert_eq!(after("while enemy on to { take enemy }"), "4/1NNN/M3/4 b 0 1");
    // Each time what was done before is seen, and a number counts.
    assert_eq!(after("while times < 3 { set times = times + 1 }"), "4/1NNN/M3/4 b 3 1");
    // No longer than a thousand times.
    assert_eq!(after("while times >= 0 { set times = times + 1 }"), "4/1NNN/M3/4 b 1000 1");
    // What forbids a move in it forbids the move.
    assert!(moves(&game("while times < 3 { set times = times + 1  require times < 2 }"), "").is_empty());
    assert_eq!(moves(&game("while times < 3 { set times = times + 1  require times < 4 }"), ""), ["a1a2"]);
}

/// Plies that leave the turn with different players are different moves, whatever stands where.
#[test]
fn an_extra_turn_is_part_of_the_result() {
    let men = "piece Man\nsetup { White Man on a1 Black Man on c3 }\n";
    let end = "end { draw when enemy stuck }";
    let legs = "move Man {\n  step north to empty { again }\n  step east to empty\n  step northeast to empty { extra turn }\n}\n";
    let list = moves(&format!("{SMALL}{men}{legs}{end}"), "");
    assert!(list.contains(&"a1b2".to_string()) && list.contains(&"a1a2b2".to_string()), "{list:?}");
    let paid = "move Man {\n  step northeast to empty as free { extra turn }\n  step northeast to empty as paid\n  \
                step north to empty { if no own on edge { again } }\n}\n";
    assert_eq!(moves(&format!("{SMALL}{men}{paid}{end}"), ""), ["a1b2/free", "a1b2/paid", "a1a2"]);
}

/// What is over when the turn passes makes no difference to the result, be it cells or a number.
#[test]
fn what_is_over_with_the_turn_is_no_part_of_the_result() {
    let game = |state: &str, set: &str| {
        format!(
            "{SMALL}piece Man\nsetup {{ White Man on a1 Black Man on c3 }}\n{state}\n\
             move Man {{ step any to empty {{ {set} if legs < 1 {{ may again }} }} }}\nend {{ draw when enemy stuck }}"
        )
    };
    let plain = moves(&game("", ""), "");
    assert_eq!(moves(&game("state steps: number for this turn", "set steps = steps + 1"), ""), plain);
    assert_eq!(moves(&game("state seen: cells for this turn", "set seen = seen or to"), ""), plain);
    assert_ne!(moves(&game("state seen: cells", "set seen = seen or to"), ""), plain);
}

/// A group that the turn offers twice offers its moves once.
#[test]
fn a_group_offered_twice_is_offered_once() {
    let game = |turn: &str| {
        format!(
            "{SMALL}piece Man\nsetup {{ White Man on a1 Black Man on c3 }}\n\
             move aa Man {{ step north to empty }}\nmove bb Man {{ step east to empty }}\nturn {{ {turn} }}\n\
             end {{ draw when enemy stuck }}"
        )
    };
    assert_eq!(moves(&game("aa or pass or any"), ""), ["a1a2", "pass", "a1b1"]);
    assert_eq!(moves(&game("(aa else bb) or any"), ""), ["a1a2", "a1b1"]);
    assert_eq!(moves(&game("(longest aa) or any"), ""), ["a1a2", "a1b1"]);
}

/// `else` asks whether there is a legal turn, not whether it is among the best or of the kind that is counted.
#[test]
fn else_asks_for_any_legal_turn() {
    let best = format!(
        "{SMALL}piece Ann, Bob, Cid\nsetup {{ White Cid on a2 White Ann on b1 White Bob on c2 Black Ann on b3 }}\n\
         move cc Cid {{ step north to empty }}\nmove aa Ann {{ step north, south to empty }}\n\
         move bb Bob {{ step north to empty }}\nturn {{ most (count own on rank 3) of (cc or (aa else bb)) }}\n\
         end {{ draw when enemy stuck }}"
    );
    assert_eq!(moves(&best, ""), ["a2a3"]);
    let counted = |king: &str| {
        format!(
            "{SMALL}piece Man, King\nsetup {{ White King on {king} White Man on c1 Black Man on a2 }}\n\
             move jump King {{ hop any over enemy to empty {{ take over }} }}\nmove plain Man {{ step any to empty }}\n\
             turn {{ jump else plain }}\nend {{ draw when enemy stuck }}\neval {{ 10 * mobility Man  100 * mobility }}"
        )
    };
    // White must jump, so no man of his counts; Black's has four steps.
    assert_eq!(number(&counted("a1"), ""), -10 * 4 + 100 * (1 - 4));
    // Nothing to jump: three steps against four.
    assert_eq!(number(&counted("b3"), ""), -10 - 100);
}

/// A cell has counted pieces or another piece: what comes takes what stood there of the other sort.
#[test]
fn counted_pieces_share_no_cell_with_others() {
    let game = |effect: &str| {
        format!(
            "players White, Black\nboard row 4\npiece Man, Seed counted neutral\n\
             setup {{ White Man on a1 Black Man on d1  3 Seed on b1 }}\nmove {{ pick x in a1 {{ {effect} }} }}\n\
             end {{ draw when enemy stuck }}"
        )
    };
    for (effect, text) in [
        ("put Man on b1", "MM1m b 1"),
        ("move x onto b1", "1M1m b 1"),
        ("put 2 Seed on a1", "(2)(3)1m b 1"),
        ("move b1 onto a1", "(3)2m b 1"),
        ("move b1 onto c1", "M1(3)m b 1"),
        ("swap a1 with b1", "(3)M1m b 1"),
    ] {
        assert_eq!(position(&game(effect), "a1"), text, "{effect}");
    }
    let sown = "players White, Black\nboard row 4\nlink next a1 -> b1, b1 -> c1, c1 -> d1, d1 -> a1\n\
                piece Man, Seed counted neutral\nsetup { White Man on a1 Black Man on d1  3 Seed on b1 }\n\
                move { sow Seed along next }\nend { draw when enemy stuck }";
    assert_eq!(position(sown, "b1"), "(1)1(1)(1) b 1");
    let placed = "players White, Black\nboard row 4\npiece Man, Seed counted neutral\ncaptives to hand\n\
                  setup { 3 Seed on b1 c1 }\nmove { place Man on Seed }\nmove { drop Seed on empty }\n\
                  end { draw when enemy stuck }";
    assert_eq!(position(placed, "b1"), "1M(3)1[SSS] b 1".replace("[SSS]", &hand(placed, "b1")));
}

/// How many seeds are on each cell.
fn seeds(text: &str, played: &str) -> String {
    let position = position(text, played);
    let mut numbers = Vec::new();
    let mut rest = position.split(' ').next().unwrap();
    while !rest.is_empty() {
        let digits = rest.trim_start_matches('(');
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let number: usize = digits[..end].parse().unwrap();
        if rest.starts_with('(') {
            numbers.push(number);
        } else {
            numbers.resize(numbers.len() + number, 0);
        }
        rest = digits[end..].trim_start_matches(')');
    }
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

/// Laps: what is lifted, where they begin, what is asked of them, and how they end.
#[test]
fn laps_follow_one_another() {
    let game = |sown: &str| {
        format!(
            "players South, North\nboard track 8\nlink next (i) -> i mod 8 + 1\nlink jump (i) -> (i + 1) mod 8 + 1\n\
             piece Seed counted neutral\nsetup {{ 3 Seed on 1  1 Seed on 3..4  2 Seed on 6  5 Seed on 8 }}\n\
             move {{ sow 1 6 8 along {sown} }}\nend {{ draw when enemy stuck }}"
        )
    };
    for (sown, played, text) in [
        // Three to 2..4, two from 4 to 5 and 6, three from 6 to 7, 8 and 1, where there is nothing.
        ("next { if count Seed on to > 1 { relay } }", "1", "1 1 2 0 1 0 1 6"),
        // The pit behind the last seed: 5 is empty.
        ("next { relay next of to }", "1", "0 1 2 2 0 2 0 5"),
        ("next { if laps < 1 { relay next 2 of to } }", "1", "0 1 2 2 0 0 1 6"),
        // The first seed stays, unless it is alone.
        ("next from itself", "1", "1 1 2 1 0 2 0 5"),
        ("next from itself { if laps < 1 { relay 3 } }", "6", "3 0 0 2 0 1 1 5"),
        // Both pits, from where the lap began.
        ("next { if laps < 1 { relay 3 or 4 from from } }", "6", "3 0 0 0 0 0 2 7"),
        ("next { if laps < 1 { relay to from 1 along jump } }", "6", "4 0 3 1 2 0 2 0"),
        ("next { if laps < 3 { relay to along inverse next } }", "6", "0 0 2 2 2 2 3 1"),
        // What is done in the middle of a lap, and not at its end.
        ("next each { take to }", "8", "0 0 0 0 1 2 0 0"),
        ("next each { if to on holding 2 { take to } } { if laps < 1 { relay } }", "1", "0 1 0 0 1 3 0 5"),
        // Nothing to sow, and not one cell to begin at.
        ("next { if laps < 9 { relay 2 } }", "6", "3 0 1 1 0 0 1 6"),
        ("next { if laps < 9 { relay 3 from (1 3 on Seed) } }", "6", "3 0 1 1 0 0 1 6"),
        // Inside, a sowing of its own; outside, its ends are unknown.
        (
            "next { if laps < 1 { sow 3 along next { if count Seed on to > 1 { take to } }  relay } }",
            "6",
            "4 1 1 1 1 1 1 0",
        ),
    ] {
        assert_eq!(seeds(&game(sown), played), text, "{sown}");
    }
}

/// A sowing without an end stops after a thousand laps; a game may forbid it, or ask how many there were.
#[test]
fn sowings_end() {
    let game = |sown: &str| {
        format!(
            "players South, North\nboard track 4\nlink next (i) -> i mod 4 + 1\nlink swing 1 -> 2, 2 -> 1\n\
             piece Seed counted neutral\nsetup {{ 1 Seed on 1  1 Seed on 3 }}\n\
             move {{ sow 1..2 along swing {sown} }}\nmove {{ sow 3 along next as other }}\nend {{ draw when enemy stuck }}"
        )
    };
    // It goes to and fro: after an even number of laps the seed is where it was.
    assert_eq!(seeds(&game("{ relay }"), "1"), "1 0 1 0");
    assert_eq!(seeds(&game("{ if laps < 6 { relay } }"), "1"), "0 1 1 0");
    assert_eq!(seeds(&game("{ if laps < 50 { relay } else { put laps Seed on 4 } }"), "1"), "0 1 1 50");
    assert_eq!(moves(&game("{ require laps < 200  relay }"), ""), ["3/other"]);
}

/// The hand as the position text has it.
fn hand(text: &str, played: &str) -> String {
    let all = position(text, played);
    all[all.find('[').unwrap()..=all.find(']').unwrap()].to_string()
}

/// Several counted kinds are told apart by their letters, also beside stacks.
#[test]
fn position_texts_tell_counted_kinds_apart() {
    let two = "players White, Black\nboard row 3\npiece Seed counted neutral, Nut counted neutral \"N\"\n\
               setup { 3 Seed on a1  2 Nut on b1 }\nmove { pick x in b1 { put 1 Seed on x } }\nend { draw when enemy stuck }";
    assert_eq!(position(two, ""), "(3S)(2N)1 w 1");
    assert_eq!(position(two, "b1"), "(3S)(1S2N)1 b 1");
    let stacked = "players White, Black\nboard row 3\npiece Man stacked, Seed counted neutral\n\
                   setup { White Man on a1 Black Man on b1  12 Seed on c1 }\n\
                   move Man { step any to Man { tuck to under from } }\nend { draw when enemy stuck }";
    assert_eq!(position(stacked, ""), "Mm(12) w 1");
    both(stacked, |compiled| compiled.parse_position("(12S)Mm w 1").unwrap().0);
}

/// A text of the game's own is read also where `legal` asks for what only a ply can tell.
#[test]
fn the_start_is_read_where_legal_asks_of_the_ply() {
    let hit = format!(
        "{SMALL}piece Man\nstate hit: cells for this turn\nsetup {{ White Man on a1 Black Man on c3 }}\n\
         move Man {{ step any to empty {{ set hit = to }} }}\nlegal when hit\nend {{ draw when enemy stuck }}"
    );
    assert_eq!(position(&hit, ""), "2m/3/M2 w 1");
    assert_eq!(moves(&hit, "").len(), 3);
}

/// A cell whose stack has changed below its top has changed.
#[test]
fn touched_sees_below_the_top() {
    let tucked = "players White, Black\nboard row 4\npiece Man stacked\nstate seen: cells\n\
                  setup { White Man on a1 b1 Black Man on d1 }\n\
                  move { pick x in own on a1 { tuck x under b1 set seen = touched } }\n\
                  end { draw when enemy stuck }";
    assert_eq!(position(tucked, "a1"), "1(MM)1m b a1,b1 1");
}

/// A choice that changes nothing is none.
#[test]
fn may_is_asked_only_where_it_changes_something() {
    let game = |effect: &str| {
        format!(
            "{SMALL}piece Man, King, Ball neutral\nsetup {{ White King on a1  Ball on b3  Black Man on c3 }}\n\
             state mark: cells = b3\nstate n: number = 2\nmove King {{ step north to empty {{ may {effect} }} }}\n\
             end {{ draw when enemy stuck }}"
        )
    };
    for (effect, choices) in [
        ("promote to as King", 1),
        ("promote to as Man", 2),
        ("promote to as King, Man", 3),
        ("flip b3", 1),
        ("flip c3", 2),
        ("take c2", 1),
        ("take c3", 2),
        ("move (b3 or to) onto c1", 1),
        ("move to onto to", 1),
        ("move to onto c1", 2),
        ("set mark = b3", 1),
        ("set mark = to", 2),
        ("set n = n * 1", 1),
        ("set n = n + 1", 2),
    ] {
        assert_eq!(moves(&game(effect), "").len(), choices, "{effect}");
    }
}

/// What becomes a piece of nobody's has no owner; what was nobody's belongs to the player.
#[test]
fn owners_change_with_kinds() {
    let game = "players White, Black\nboard square 3x3\npiece Man, King, Ball neutral\n\
        setup { White Man on a1 White King on a2 Black Man on c3 Ball on b2 }\n\
        move Man { step any to empty { promote Ball as Man } }\nmove King { step any to empty { promote Man as Ball } }\n\
        move Ball { step any to empty { promote to as King } }\nend { draw when enemy stuck }";
    assert_eq!(position(game, ""), "2m/KB1/M2 w 1");
    assert_eq!(position(game, "a1b1"), "2m/KM1/1M1 b 1");
    assert_eq!(position(game, "a2a3"), "K1B/1B1/B2 b 1");
    assert_eq!(position(game, "a2a3 b2b1"), "K1B/3/Bk1 w 2");
}

/// A piece that stays where it is takes nothing, itself least of all.
#[test]
fn who_flies_to_his_own_cell_takes_nothing() {
    let game = "players White, Black\nboard square 3x3\npiece Man, Ball neutral\ncaptives to hand\n\
        setup { White Man on a1 Black Man on c3 Ball on b2 }\nmove Ball { fly to all }\nmove { drop Ball on empty }\n\
        end { draw when enemy stuck }";
    assert_eq!(position(game, "b2b2"), "2m/1B1/M2[] b 1");
    assert_eq!(position(game, "b2c3"), "2B/3/M2[M] b 1");
}

/// What belongs to nobody goes forward for one and back for the other.
#[test]
fn a_ball_of_both_players_comes_back() {
    let game = |legal: &str| {
        format!(
            "players White, Black\nboard square 3x4\nfacing White north, Black south\npiece Ball neutral\n\
             setup {{ Ball on a2 b2 }}\nmove Ball {{ step forward to empty }}\n{legal}end {{ draw when repeats 2  draw when enemy stuck }}"
        )
    };
    assert_eq!(outcome(&game(""), "a2a3 a3a2"), Some(Outcome::Draw));
    assert_eq!(moves(&game("legal when new position\n"), "a2a3"), ["b2b1"]);
}

/// Who has just moved is not known where turns may follow one another; nobody has before the start.
#[test]
fn positions_after_extra_turns_are_read() {
    let game = "players White, Black\nboard square 5x2\npiece Man, King\n\
        setup { White Man on a1 White King on a2 Black King on c1 Black Man on e2 }\n\
        move Man { step any to empty or enemy { if to on b1 { extra turn } } }\nmove King { step any to empty or enemy }\n\
        legal when no own King on attacked by enemy\nend { draw when enemy stuck }";
    assert_eq!(position(game, "a1b1"), "K3m/1Mk2 w 1");
    let start = "players White, Black\nboard square 3x3\npiece Rook, King\n\
        setup { White King on a1 White Rook on c1 Black King on c3 Black Rook on c2 }\n\
        move Rook, King { step any to empty or enemy }\nlegal when no own King on attacked by enemy\nend { draw when enemy stuck }";
    assert_eq!(position(start, ""), "2k/2r/K1R w 1");
}

/// Members of a turn that count legs go on each in its own way, whatever else the turn offers.
#[test]
fn several_counted_members_are_each_their_own() {
    let row = |turn: &str, free: &str| {
        format!(
            "players Blue, White\nboard row 3\npiece Stone \"BW\"\nmove one {{ place Stone on empty on a1 }}\n\
             move two {{ place Stone on empty on b1 }}\nmove three {{ place Stone on empty {free} }}\n\
             turn {{ {turn} }}\nend {{ draw when enemy stuck }}"
        )
    };
    let sorted = |turn: &str, free: &str| {
        let mut list = moves(&row(turn, free), "");
        list.sort();
        list.join(" ")
    };
    assert_eq!(sorted("1 one or 1..2 two or 1..3 three", "on c1"), "a1 b1 c1");
    assert_eq!(sorted("1 one or 1 two or 1..2 three", ""), "a1 a1b1 a1c1 b1 b1c1 c1");
    assert_eq!(sorted("(1..2 three or 1 one) or 1 two", ""), "a1 a1b1 a1c1 b1 b1c1 c1");
    assert_eq!(sorted("2 one else (2 two else 2 three)", ""), "a1b1 a1c1 b1c1");
    let walk = |turn: &str| {
        let text = format!(
            "{}board square 4x4\npiece Man, King\n\
             setup {{ White Man on a1  White King on b1  Black Man on a4 }}\n\
             move walk Man {{ step north to empty }}\nmove stride King {{ step north to empty }}\n\
             turn {{ {turn} }}\nend {{ draw when enemy stuck }}",
            SMALL.replace("board square 3x3\n", "")
        );
        let mut list = moves(&text, "");
        list.sort();
        list.join(" ")
    };
    for turn in
        ["longest walk or 1..2 stride", "1..2 stride or longest walk", "most (count enemy) of walk or 1..2 stride"]
    {
        assert_eq!(walk(turn), "a1a2 b1b2 b1b2,b2b3", "{turn}");
    }
}

/// What pieces of one kind attack is told apart from what the others do.
#[test]
fn attacks_by_a_kind_are_its_own() {
    let differ = |a: &str, b: &str| {
        let text = format!(
            "players White, Black\nboard square 6x6\nfacing White north, Black south\npiece Pawn, Rook, Knight, Guard, King\n\
             setup {{ White Pawn on b2 White Rook on c3 White Knight on d4 White King on a1 Black King on c6 Black Guard on e3 }}\n\
             move Pawn {{ step forward to empty step forward-diagonal to enemy }}\nmove Rook, Guard {{ slide orthogonal to empty or enemy }}\n\
             move Knight {{ leap 1,2 to empty or enemy }}\nmove King {{ step any to empty or enemy }}\n\
             end {{ win when no enemy King }}\neval {{ 1 * count (({a}) except ({b})) 1 * count (({b}) except ({a})) }}"
        );
        number(&text, "")
    };
    for (attacked, by_hand) in [
        ("attacked by own Knight", "leap 1,2 of own Knight"),
        ("attacked by own Pawn", "forward-diagonal of own Pawn"),
        (
            "attacked by own Rook",
            "(ray orthogonal of own Rook through empty) or beyond orthogonal of own Rook through empty",
        ),
        ("attacked by own King", "any of own King"),
        (
            "attacked by own",
            "attacked by own Pawn or attacked by own Rook or attacked by own Knight or attacked by own Guard or attacked by own King",
        ),
    ] {
        assert_eq!(differ(attacked, by_hand), 0, "{attacked}");
    }
    // White has a knight, Black has none.
    assert_eq!(differ("attacked by own Knight", "none"), 8);
    assert_ne!(differ("attacked by own", "attacked by own Knight"), 0);
}

/// A kind may keep away from what another kind attacks, also where both are asked piece by piece.
#[test]
fn attacks_may_hang_on_attacks_by_another_kind() {
    for (rook, king) in [
        ("slide orthogonal to empty or enemy", "step any to (empty or enemy) except attacked by enemy Rook"),
        (
            "slide orthogonal to empty or enemy when from on all",
            "step any to empty or enemy when no to on attacked by enemy Rook",
        ),
    ] {
        let attacked = |what: &str| {
            let text = format!(
                "players White, Black\nboard square 6x6\npiece Rook, King\n\
                 setup {{ White King on b2 White Rook on f6 Black King on e2 Black Rook on c5 }}\n\
                 move Rook {{ {rook} }}\nmove King {{ {king} }}\nend {{ win when no enemy King }}\neval {{ 1 * (count ({what}) * count own King on b2) }}"
            );
            number(&text, "")
        };
        // Around b2 are eight cells, three of which the rook on c5 attacks; around e2 are eight, three below the rook on f6.
        assert_eq!(attacked("attacked by own King on any of own King"), 5, "{king}");
        assert_eq!(attacked("attacked by own King"), 5, "{king}");
        assert_eq!(attacked("attacked by enemy King"), 5, "{king}");
        // A rook attacks ten cells from anywhere, if nothing is in its way.
        assert_eq!(attacked("attacked by own Rook"), 10, "{king}");
        assert_eq!(attacked("attacked by enemy"), 10 + 5, "{king}");
    }
}
