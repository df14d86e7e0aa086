//! A position from its text.

use std::iter::Peekable;

use super::fields::{Field, fields};
use super::rows::place_pieces;
use super::{piece, position_text, side_letters};
use crate::exec::Executor;
use crate::game::Side;
use crate::ir::{IntClass, Layout};
use crate::notation::moves::TextError;
use crate::rules::{KindId, Life, Rules};
use crate::source::Span;

/// The state of a position text, and the number of plies made before it.
///
/// # Errors
/// What is wrong with it.
pub fn parse_position(rules: &Rules, game: &dyn Executor, text: &str) -> Result<(Vec<u64>, usize), TextError> {
    let layout = &game.program().layout;
    let mut state = vec![0; layout.words()];
    let mut words = split(text);
    let Some((placement, span)) = words.next() else {
        return Err(TextError::new(Span::new(0, text.len()), "this position is empty").help(example(rules, game)));
    };
    place_pieces(rules, game, &mut state, placement, span)?;
    let mut mover = Side::First;
    if let Some((word, span)) = words.next() {
        mover = read_side(rules, word).ok_or_else(|| {
            let [a, b] = side_letters(rules);
            if word.starts_with('[') {
                let error = TextError::new(span, "the side to move is missing");
                return error.help("hands follow the rows without a space");
            }
            TextError::new(span, format!("`{word}` is not a side"))
                .help(format!("write `{a}` for {} or `{b}` for {}", rules.players[0], rules.players[1]))
        })?;
    }
    state[layout.int_at(Layout::MOVER)] = mover.index() as u64;
    // What the text leaves out: no cells, and numbers as they are at the start.
    for (id, var) in layout.ints.iter().enumerate() {
        if let IntClass::State(_) | IntClass::ThisTurn(_) | IntClass::Clock(..) = var.class {
            state[layout.int_at(id)] = game.program().initial[layout.int_at(id)];
        }
    }
    let mut words = words.peekable();
    let fields = fields(rules, layout);
    for field in &fields {
        let foreign = !matches!(field, Field::Cells(_)) && skip_dashes(&mut words);
        // What follows these in another program's FEN is its counter, not ours of passes.
        if foreign && matches!(field, Field::Passes) && words.clone().count() == 2 {
            words.next();
            break;
        }
        let Some((word, span)) = words.next() else { break };
        field.read(rules, layout, &mut state, word).map_err(|(message, mut help)| {
            if fields.len() > 1 {
                let names: Vec<String> = fields.iter().map(|field| field.name(rules)).collect();
                help += &format!("; behind the side stand, in this order, {}", names.join(", "));
            }
            TextError::new(span, message).help(help)
        })?;
    }
    skip_dashes(&mut words);
    let mut rest: Vec<(&str, Span)> = words.collect();
    let is_number = |word: &str| word.parse::<usize>().is_ok();
    let has_clock = rules.states.iter().any(|s| matches!(s.life, Life::Clock));
    if !has_clock && (2..=3).contains(&rest.len()) && rest.iter().all(|(word, _)| is_number(word)) {
        // Counters of other programs' FENs.
        rest.drain(..rest.len() - 1);
    }
    let mut ply = mover.index();
    if let Some((word, span)) = rest.first() {
        let number: usize = word.parse().ok().filter(|n| *n <= 1_000_000).ok_or_else(|| {
            TextError::new(*span, format!("`{word}` is not a move number"))
                .help("the last field is the number of the move, 1000000 at most")
        })?;
        ply += number.saturating_sub(1) * 2;
    }
    if let Some((word, span)) = rest.get(1) {
        return Err(TextError::new(*span, format!("`{word}` is one field too many")).help(example(rules, game)));
    }
    check_guarded(rules, game, &state, span)?;
    check_legal(rules, game, &state, mover, text)?;
    Ok((state, ply))
}

/// Passes over fields of other programs' FENs (rights to castle, a cell skipped) that this game does not remember.
/// Whether there were any.
fn skip_dashes<'a>(words: &mut Peekable<impl Iterator<Item = (&'a str, Span)>>) -> bool {
    std::iter::from_fn(|| words.next_if(|(word, _)| *word == "-")).count() > 0
}

/// What such a text looks like.
pub(super) fn example(rules: &Rules, game: &dyn Executor) -> String {
    format!("a position is written like the start: `{}`", position_text(rules, game, &game.initial(), 0))
}

/// The words of a text; numbers joined by `+`, as three-check chess has them, are words of their own.
fn split(text: &str) -> impl Iterator<Item = (&str, Span)> + Clone {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let parts = text.split_whitespace().flat_map(move |word| {
        let numbers = word.split('+').all(is_number);
        word.split(move |c| numbers && c == '+')
    });
    parts.map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (word, Span::new(start, start + word.len()))
    })
}

/// The side that a word stands for, by the first of these readings that fits one side: as positions are written; by name or
/// number; by the letter of its first piece; as in FEN, where neither player's letter is one of FEN's.
fn read_side(rules: &Rules, word: &str) -> Option<Side> {
    let letters = side_letters(rules);
    let one = |is: &dyn Fn(usize) -> bool| match (is(0), is(1)) {
        (true, false) => Some(Side::First),
        (false, true) => Some(Side::Second),
        _ => None,
    };
    let first_kind = rules.kinds.iter().find(|kind| !kind.neutral);
    let of_fen = !letters.iter().any(|letter| letter == "w" || letter == "b");
    one(&|i| word == letters[i])
        .or_else(|| one(&|i| word.eq_ignore_ascii_case(&rules.players[i]) || word.eq_ignore_ascii_case(&letters[i])))
        .or_else(|| one(&|i| word == (i + 1).to_string()))
        .or_else(|| one(&|i| first_kind.is_some_and(|kind| kind.letters[i].to_string() == word)))
        .or_else(|| one(&|i| of_fen && word == ["w", "b"][i]))
}

/// A kind that must not be left under attack, and of which each player has one at the start, is there once for each player,
/// unless the rules can make another, or say what it means that there is none.
fn check_guarded(rules: &Rules, game: &dyn Executor, state: &[u64], span: Span) -> Result<(), TextError> {
    use crate::rules::visit::{self, Node};
    use crate::rules::{Number, Region, Truth, Who};
    let layout = &game.program().layout;
    let mut guarded: Vec<KindId> = Vec::new();
    for legal in &rules.legal {
        visit::node(&legal.condition, &mut |node| {
            if let Node::Region(Region::On(a, b)) = node
                && let Region::Pieces { who: Some(Who::Own), kinds: Some(kinds) } = &**a
                && let [kind] = kinds[..]
                && visit::has(&**b, |node| matches!(node, Node::Region(Region::AttackedBy(_))))
            {
                guarded.push(kind);
            }
        });
    }
    for kind in guarded {
        let is_it =
            |node| matches!(node, Node::Region(Region::Pieces { kinds: Some(kinds), .. }) if kinds[..] == [kind]);
        let counts = |node| match node {
            Node::Truth(Truth::Not(some)) => matches!(&**some, Truth::Some(all) if is_it(Node::Region(all))),
            Node::Number(Number::Count(all)) => is_it(Node::Region(all)),
            _ => false,
        };
        let may_lack = rules.verdicts.iter().any(|verdict| visit::has(&verdict.when, counts));
        let may_have_more = rules.makes(kind);
        for side in [Side::First, Side::Second] {
            let at_start = rules.setup.pieces.iter().filter(|p| (p.1, p.2) == (Some(side), kind)).count();
            let sites = 0..rules.topology.sites();
            let here = sites.filter(|&s| piece(rules, layout, state, s) == Some((Some(side), kind))).count();
            let possible = here == 1 || if here == 0 { may_lack } else { may_have_more };
            if at_start == 1 && !possible {
                let (player, name) = (&rules.players[side.index()], &rules.kinds[kind].name);
                let here = if here == 0 { "no".to_string() } else { here.to_string() };
                let message = format!("{player} has {here} `{name}`, and must have exactly one");
                return Err(
                    TextError::new(span, message).help(format!("put exactly one `{name}` of {player}'s on the board"))
                );
            }
        }
    }
    Ok(())
}

/// A position is only possible if the player who has just moved kept to the `legal` conditions.
fn check_legal(rules: &Rules, game: &dyn Executor, state: &[u64], mover: Side, text: &str) -> Result<(), TextError> {
    use crate::rules::visit::{self, Node};
    use crate::rules::{Life, Number, Region, Truth};
    let before = mover.other();
    // Who has an extra turn has moved himself; the start nobody has moved to.
    if rules.extra_turns() || state == game.initial() {
        return Ok(());
    }
    for (legal, code) in rules.legal.iter().zip(&game.program().sides[before.index()].legal) {
        // Only conditions on the position itself: not on the move that led there.
        let about_move = visit::has(&legal.condition, |node| match node {
            Node::Region(Region::Local(_) | Region::Touched | Region::Was(_)) => true,
            Node::Truth(Truth::Stuck(..)) | Node::Number(Number::Legs | Number::Laps) => true,
            // What the ply itself writes is over, or another, when the next begins.
            Node::Region(Region::State(id)) | Node::Number(Number::State(id)) => rules.states[*id].life != Life::Game,
            _ => false,
        });
        if !about_move && !game.ask_truth(state, before, code) {
            let message =
                format!("{} has just moved, and may not have left this position", rules.players[before.index()]);
            return Err(TextError::new(Span::new(0, text.trim_end().len()), message).help(
                "a `legal when` condition of the rules does not hold for that player: is the other side to move?",
            ));
        }
    }
    Ok(())
}
