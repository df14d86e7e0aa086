//! Endings: whether the game can end, whether a player without a move is told how, and verdicts that nothing brings about.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

use super::super::cover::covers;
use super::super::items::Items;
use super::super::messages;
use super::super::scope::Analyzer;
use super::{clauses, conjuncts, has_word, may_hold_enemy, pieces, room};
use crate::game::Side;
use crate::rules::visit::{self, Node};
use crate::rules::{
    Arith, Clause, Compare, Effect, FROM, HistoryTest, KindId, Life, Number, Placing, Region, Rules, StateId,
    StateValue, TO, Truth, Verb, Verdict, VerdictKind, Who,
};
use crate::source::Span;

/// Whether there are moves, and verdicts; says so if not.
pub fn moves_and_ends(analyzer: &mut Analyzer<'_>, items: &Items<'_>, rules: &Rules) -> bool {
    let whole = items.extends.or(items.game.map(|g| g.1)).or(items.players.map(|p| p.1)).unwrap_or_default();
    let moves = rules.groups.iter().any(|g| !g.clauses.is_empty());
    if !moves {
        let there = rules.setup.pieces.first().map(|piece| rules.kinds[piece.2].name.as_str());
        let kind = rules.kinds.first().map_or("Stone", |kind| &kind.name);
        analyzer.report(messages::no_moves(there, kind, rules.groups.first().map_or(whole, |g| g.span)));
    }
    if rules.verdicts.is_empty() {
        // Where none is, it is missing behind what the file says of moves.
        let moves = items.moves.iter().map(|item| item.1.end).max();
        let behind = moves.filter(|_| items.extends.is_none()).map_or(whole, |end| Span::new(end, end));
        analyzer.report(messages::no_end(items.ends.first().map_or(behind, |e| e.1)));
    }
    moves
}

pub fn check(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    if rules.verdicts.is_empty() {
        return;
    }
    passes(analyzer, rules);
    for verdict in &rules.verdicts {
        let asks = |test: &dyn Fn(&Truth) -> bool| {
            visit::has(&verdict.when, |node| matches!(node, Node::Truth(truth) if test(truth)))
        };
        if asks(&|truth| matches!(truth, Truth::History(HistoryTest::Always(..))))
            && !asks(&|truth| matches!(truth, Truth::History(HistoryTest::Repeats(_))))
        {
            analyzer.report(messages::always_without_repeats(verdict.span));
        }
    }
    stuck_by_name(analyzer, rules);
    never_comes(analyzer, rules);
    never_full_nor_again(analyzer, rules);
    if !told_when_stuck(rules) {
        let span = rules.verdicts[0].span;
        analyzer.report(
            match rules.verdicts.iter().find(|verdict| asks_stuck(&verdict.when, &|who| who == Who::Own)) {
                Some(verdict) => messages::stuck_own(verdict.span),
                // `win when enemy`: what is asked of the enemy is missing.
                None if let Some(verdict) = rules.verdicts.iter().find(|verdict| is_enemy(&verdict.when)) => {
                    messages::enemy_for_stuck(&verdict.text, verdict.span)
                }
                None => messages::no_verdict_when_stuck(&options_against(rules), span),
            },
        );
    }
    for verdict in rules.verdicts.iter().filter(|verdict| always_holds(verdict)) {
        analyzer.report(messages::ends_at_once(&verdict.text, verdict.span));
    }
}

/// `win when Black stuck`, where Black, having moved, would win by it as well.
fn stuck_by_name(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    for verdict in &rules.verdicts {
        let wins = match verdict.kind {
            VerdictKind::Win(Who::Own) => true,
            VerdictKind::Win(Who::Enemy) => false,
            VerdictKind::Win(Who::Side(_)) | VerdictKind::Draw | VerdictKind::Score(..) => continue,
        };
        if let Truth::Stuck(Who::Side(side), _) = verdict.when {
            let [player, other] = [side, side.other()].map(|side| &rules.players[side]);
            analyzer.report(messages::stuck_by_name(wins, player, other, verdict.span));
        }
    }
}

/// Whether a condition is that there is any piece of the enemy's.
fn is_enemy(truth: &Truth) -> bool {
    matches!(truth, Truth::Some(Region::Pieces { who: Some(Who::Enemy), kinds: None }))
}

fn always_holds(verdict: &Verdict) -> bool {
    verdict.when == Truth::Const(true)
}

/// Whether the turn lets a player pass, by `pass` or by a clause.
pub(super) fn passing(rules: &Rules) -> bool {
    rules.turn.has_pass() || rules.clauses().any(|c| matches!(c.verb, Verb::Pass))
}

/// Conditions on `to` that no pass can meet; questions about passes where nobody may pass.
fn passes(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    if passing(rules) {
        for legal in &rules.legal {
            if after_pass(&legal.condition) == Some(false) {
                analyzer.report(messages::forbids_passing(legal.span));
            }
        }
    } else if rules.counts_passes {
        for verdict in &rules.verdicts {
            if conjuncts(&verdict.when).contains(&&Truth::BothPassed) {
                analyzer.report(messages::nobody_passes(verdict.span));
            }
        }
    }
}

/// The value of a condition after a pass (there is no `from` and no `to`), where that alone decides it.
fn after_pass(truth: &Truth) -> Option<bool> {
    match truth {
        Truth::Const(value) => Some(*value),
        Truth::Some(region) => empty_after_pass(region).then_some(false),
        Truth::And(a, b) => match (after_pass(a), after_pass(b)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        Truth::Or(a, b) => match (after_pass(a), after_pass(b)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        Truth::Not(a) => after_pass(a).map(|value| !value),
        Truth::SameRegion(..) | Truth::Compare(..) | Truth::Stuck(..) | Truth::BothPassed | Truth::History(_) => None,
    }
}

fn empty_after_pass(region: &Region) -> bool {
    match region {
        Region::Const(set) => set.is_empty(),
        Region::Local(id) => *id == FROM || *id == TO,
        Region::Touched => true,
        Region::Or(a, b) | Region::Else(a, b) => empty_after_pass(a) && empty_after_pass(b),
        Region::On(a, b) => empty_after_pass(a) || empty_after_pass(b),
        Region::Except(a, _) => empty_after_pass(a),
        Region::Step { of, .. }
        | Region::Preimage { of, .. }
        | Region::Ray { of, .. }
        | Region::Beyond { of, .. }
        | Region::Table(_, of) => empty_after_pass(of),
        Region::Flood { seed, within, .. } => empty_after_pass(seed) || empty_after_pass(within),
        Region::Line { of, .. } | Region::Was(of) => empty_after_pass(of),
        Region::PerSide(..) | Region::Pieces { .. } | Region::Empty | Region::State(_) => false,
        Region::AttackedBy(..) | Region::StrongerThan(_) | Region::WeakerThan(_) | Region::Holding(..) => false,
    }
}

/// Verdicts about pieces being gone in games where no piece ever goes.
fn never_comes(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let taking = rules.clauses().any(|c| c.verb.arrival().is_some_and(may_hold_enemy))
        || rules.clauses().filter_map(|c| c.verb.placing()).any(|p| may_hold_enemy(p.on))
        || rules.effects().iter().any(|e| {
            matches!(
                e,
                Effect::Take(_)
                    | Effect::Sow(_)
                    | Effect::Flip(_)
                    | Effect::Put { .. }
                    | Effect::Drop { .. }
                    | Effect::Move { .. }
                    | Effect::Tuck { .. }
                    | Effect::Pile { .. }
                    | Effect::Promote { .. }
            )
        });
    // What is missing in a block may be what takes.
    if taking || analyzer.told("without-moves") {
        return;
    }
    for verdict in &rules.verdicts {
        for condition in conjuncts(&verdict.when) {
            let Truth::Not(inner) = condition else { continue };
            let Truth::Some(Region::Pieces { who, kinds }) = &**inner else { continue };
            // Pieces that are still to come may well be missing at first.
            let there = rules
                .setup
                .pieces
                .iter()
                .any(|p| who.is_none_or(|_| p.1.is_some()) && kinds.as_ref().is_none_or(|k| k.contains(&p.2)));
            if there {
                analyzer.report(messages::nothing_takes(&verdict.text, verdict.span));
                break;
            }
        }
    }
}

/// Verdicts on a full board where nothing is put on it, and on positions that come again where every move counts one up.
fn never_full_nor_again(analyzer: &mut Analyzer<'_>, rules: &Rules) {
    let adds = |effect: &&Effect| {
        matches!(
            effect,
            Effect::Put { .. } | Effect::Drop { .. } | Effect::Sow(_) | Effect::Pile { .. } | Effect::Tuck { .. }
        )
    };
    let placed =
        rules.clauses().any(|clause| clause.verb.placing().is_some() || matches!(clause.verb, Verb::Sow { .. }));
    let full = rules.setup.pieces.len() >= rules.topology.sites();
    let grows = placed || full || rules.effects().iter().any(adds) || rules.kinds.iter().any(|kind| kind.counted);
    let counted = rules.states.iter().enumerate().position(|(id, state)| {
        state.life == Life::Game && matches!(state.initial, StateValue::Number(_)) && always_counts(rules, id)
    });
    for verdict in &rules.verdicts {
        for part in conjuncts(&verdict.when) {
            if !grows && *part == Truth::Not(Box::new(Truth::Some(Region::Empty))) {
                analyzer.report(messages::never_full(verdict.span));
            } else if let (Truth::History(HistoryTest::Repeats(_)), Some(id)) = (part, counted) {
                analyzer.report(messages::never_repeats(&rules.states[id].name, verdict.span));
            }
        }
    }
}

/// Whether every move adds to a number, and nothing sets it otherwise.
fn always_counts(rules: &Rules, id: StateId) -> bool {
    let adds = |effect: &Effect| {
        let Effect::SetNumber(set, Number::Arith(Arith::Add, a, b)) = effect else { return false };
        let by_some = matches!(
            (&**a, &**b),
            (Number::State(of), Number::Const(1..)) | (Number::Const(1..), Number::State(of)) if *of == id
        );
        *set == id && by_some
    };
    let sets = |effect: &&Effect| matches!(effect, Effect::SetNumber(set, _) | Effect::Reset(set) if *set == id);
    let each = rules.finally.iter().any(adds) || clauses(rules).all(|(_, clause)| clause.effects.iter().any(adds));
    each && !passing(rules) && rules.effects().into_iter().filter(sets).all(adds)
}

/// Whether a player without a legal move meets a verdict, as far as the rules tell.
fn told_when_stuck(rules: &Rules) -> bool {
    let conditions = || rules.verdicts.iter().map(|v| &v.when);
    always_passes(rules)
        || rules.verdicts.iter().any(always_holds)
        || conditions().any(|t| asks_stuck(t, &|who| who != Who::Own))
        || conditions().any(|t| supply_ends(rules, t))
        || cannot_be_stuck(rules)
        || room::is_enough(rules)
        || picks_own(rules)
        || fills_up(rules) && conditions().any(|t| comes_in_time(rules, t) || is_line_of_all(rules, t))
}

/// Whether a condition asks for a line of whatever pieces lie on a full board without a move.
fn is_line_of_all(rules: &Rules, truth: &Truth) -> bool {
    if let Truth::Or(a, b) = truth {
        return is_line_of_all(rules, a) || is_line_of_all(rules, b);
    }
    let Truth::Some(region) = truth else { return false };
    // Pieces that may always be picked are none of these.
    let picked = |kind: KindId| {
        free_clauses(rules).any(|clause| {
            let Some([(_, Region::Pieces { who: None, kinds })]) = clause.verb.picks() else { return false };
            kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind)) && !Effect::any(&clause.effects, Effect::may_fail)
        })
    };
    region.members().into_iter().any(|line| {
        let Region::Line { length, dirs, of } = line else { return false };
        let Region::Pieces { who: None, kinds } = &**of else { return false };
        let left = |kinds: &Vec<KindId>| (0..rules.kinds.len()).all(|kind| kinds.contains(&kind) || picked(kind));
        let mut ways = dirs.fixed.iter().flatten();
        kinds.as_ref().is_none_or(left) && ways.any(|&dir| pieces::is_long(rules, dir, i64::from(*length) - 1))
    })
}

/// The clauses that no condition guards.
fn free_clauses(rules: &Rules) -> impl Iterator<Item = &Clause> {
    clauses(rules).filter(|(group, clause)| group.when.is_none() && clause.when.is_none()).map(|(_, clause)| clause)
}

/// The options, as they are set, of verdicts that they rule out.
fn options_against(rules: &Rules) -> Vec<String> {
    let never = rules.verdicts.iter().filter(|verdict| verdict.when == Truth::Const(false));
    let asked = |name: &str| never.clone().any(|verdict| has_word(&verdict.text, name));
    let options = rules.options.iter().filter(|option| asked(&option.name));
    options.map(|option| format!("{} = {}", option.name, option.value)).collect()
}

/// Whether there is a clause that needs nothing but an own piece of some kind, which players have and which is never taken off by
/// name: cards, reserves.
fn picks_own(rules: &Rules) -> bool {
    let has = |kinds: &[KindId]| {
        [Side::First, Side::Second]
            .iter()
            .all(|side| rules.setup.pieces.iter().any(|piece| piece.1 == Some(*side) && kinds.contains(&piece.2)))
    };
    let taken = |kinds: &[KindId]| {
        rules.effects().iter().any(|effect| matches!(effect, Effect::Take(of) if kinds.iter().any(|&k| of.may_hold(k))))
    };
    free_clauses(rules).any(|clause| {
        let stops = |e: &Effect| e.may_fail() || e.is_again();
        let Some([(_, Region::Pieces { who: Some(Who::Own), kinds: Some(kinds) })]) = clause.verb.picks() else {
            return false;
        };
        has(kinds) && !taken(kinds) && !Effect::any(&clause.effects, stops)
    })
}

/// Whether a piece may always be put down on any empty cell.
fn fills_up(rules: &Rules) -> bool {
    rules.legal.is_empty()
        && free_clauses(rules).any(|clause| {
            let require = |effect: &Effect| matches!(effect, Effect::Require(_));
            let on_empty = |placing: Placing<'_>| placing.on.members().contains(&&Region::Empty);
            clause.verb.placing().is_some_and(on_empty) && !Effect::any(&clause.effects, require)
        })
}

/// Whether a condition holds at the latest when all cells are occupied, in a game that fills them up: a count of cells, a
/// hand that is used up, a number that every move raises.
fn comes_in_time(rules: &Rules, truth: &Truth) -> bool {
    let sites = rules.topology.sites() as i64;
    let down = |op: &Compare, a: &Number| match a {
        Number::Count(of) => *op != Compare::NotEqual && of.conjuncts().contains(&&Region::Empty),
        Number::Hand(..) => {
            let given: i64 = rules.setup.hands.iter().flatten().sum();
            *op != Compare::NotEqual && given + rules.setup.pieces.len() as i64 <= sites
        }
        Number::Const(_) | Number::State(_) | Number::CountPieces(..) | Number::Sum(..) | Number::Groups(..) => false,
        Number::Largest(..) | Number::Lines { .. } | Number::Mobility(_) | Number::Connection(_) => false,
        Number::Legs | Number::Laps | Number::Arith(..) | Number::If(..) => false,
    };
    let up = |n: i64, a: &Number| match a {
        Number::Count(of) => **of == Region::Pieces { who: None, kinds: None } && n <= sites,
        Number::State(id) => {
            let adds_one =
                |a: &Number, b: &Number| matches!((a, b), (Number::State(old), Number::Const(1)) if old == id);
            let raised = |effect: &Effect| matches!(effect, Effect::SetNumber(set, Number::Arith(Arith::Add, a, b)) if set == id && adds_one(a, b));
            let reset = |effect: &&Effect| matches!(effect, Effect::Reset(of) if of == id);
            let by_itself = rules.states[*id].life == Life::Clock && !rules.effects().iter().any(reset);
            let by_rules = rules.clauses().all(|clause| clause.effects.iter().any(raised));
            n <= sites && (by_itself || by_rules || rules.finally.iter().any(raised))
        }
        Number::Const(_) | Number::Hand(..) | Number::CountPieces(..) | Number::Sum(..) | Number::Groups(..) => false,
        Number::Largest(..) | Number::Lines { .. } | Number::Mobility(_) | Number::Connection(_) => false,
        Number::Legs | Number::Laps | Number::Arith(..) | Number::If(..) => false,
    };
    match truth {
        Truth::Compare(op, a, Number::Const(n)) => down(op, a) || *op == Compare::Equal && up(*n, a),
        Truth::Compare(Compare::Less | Compare::LessEqual, Number::Const(n), a) => up(*n, a),
        Truth::Not(inner) => match &**inner {
            Truth::Compare(Compare::NotEqual, a, Number::Const(0)) => down(&Compare::Equal, a),
            Truth::Const(_) | Truth::Some(_) | Truth::SameRegion(..) | Truth::Compare(..) | Truth::And(..) => false,
            Truth::Or(..) | Truth::Not(_) | Truth::Stuck(..) | Truth::BothPassed | Truth::History(_) => false,
        },
        Truth::And(a, b) => comes_in_time(rules, a) && comes_in_time(rules, b),
        Truth::Or(a, b) => comes_in_time(rules, a) || comes_in_time(rules, b),
        Truth::Const(_) | Truth::Some(_) | Truth::SameRegion(..) | Truth::Compare(..) | Truth::Stuck(..) => false,
        Truth::BothPassed | Truth::History(_) => false,
    }
}

fn asks_stuck(truth: &Truth, of: &dyn Fn(Who) -> bool) -> bool {
    visit::has(truth, |node| matches!(node, Node::Truth(Truth::Stuck(who, _)) if of(*who)))
}

/// Whether there is a pass that nothing forbids but `legal`.
pub(super) fn always_passes(rules: &Rules) -> bool {
    !Effect::any(&rules.finally, Effect::may_fail)
        && (rules.turn.has_pass()
            || clauses(rules).any(|(g, c)| {
                g.when.is_none()
                    && matches!(c.verb, Verb::Pass)
                    && c.when.is_none()
                    && !Effect::any(&c.effects, Effect::may_fail)
            }))
}

/// `no empty …`, `no Seed on pits`: a verdict on what moves are made of being used up, for one player or the other.
fn supply_ends(rules: &Rules, truth: &Truth) -> bool {
    if let Truth::Or(a, b) = truth {
        return supply_ends(rules, a) || supply_ends(rules, b);
    }
    if let Truth::Not(inner) = truth
        && let Truth::Some(region) = &**inner
    {
        return is_supply(rules, region);
    }
    // Beside it scores may be compared: which of them is greater is asked by one verdict or another.
    let compares = |part: &Truth| matches!(part, Truth::Compare(..) | Truth::SameRegion(..));
    let (scores, others): (Vec<&Truth>, Vec<&Truth>) = conjuncts(truth).into_iter().partition(|part| compares(part));
    match others[..] {
        [] => false,
        [supply] => !scores.is_empty() && supply_ends(rules, supply),
        // Beside it something may be asked for whose opposite another verdict asks for.
        [a, b] => {
            let opposite = |part: &Truth| {
                let not = |other: &&Truth| matches!(other, Truth::Not(inner) if **inner == *part);
                let is_not = |other: &&Truth| matches!(part, Truth::Not(inner) if **inner == **other);
                rules.verdicts.iter().any(|verdict| conjuncts(&verdict.when).iter().any(|o| not(o) || is_not(o)))
            };
            let ends = [a, b].map(|part| supply_ends(rules, part));
            ends == [true; 2] || ends[0] && opposite(b) || ends[1] && opposite(a)
        }
        [..] => others.iter().all(|part| supply_ends(rules, part)),
    }
}

/// Whether a region is what moves are made of: cells to be filled, counted pieces, a state.
fn is_supply(rules: &Rules, region: &Region) -> bool {
    // Pieces of either player are no supply.
    let is_owned = |kinds: &Option<Vec<KindId>>| {
        kinds
            .as_ref()
            .is_some_and(|kinds| kinds.iter().any(|&kind| !rules.kinds[kind].neutral && !rules.kinds[kind].counted))
    };
    let belongs = |node: Node<'_>| match node {
        Node::Region(Region::Pieces { who, kinds }) => who.is_some() || is_owned(kinds),
        Node::Region(_) | Node::Number(_) | Node::Truth(_) | Node::Dirs(_) | Node::Effect(_) => false,
    };
    !visit::has(region, belongs) && (!region.conjuncts().contains(&&Region::Empty) || is_filled(rules, region))
}

/// Whether a player without a move leaves none of these empty cells: things are put down there, and not moved alone.
fn is_filled(rules: &Rules, empty: &Region) -> bool {
    let sites = rules.topology.sites();
    let main = rules.topology.select(|cell| cell.board == 0);
    let whole = Side::ALL.iter().all(|&side| main.minus(&empty.at_most(side, sites)).is_empty());
    let inside = |on: &Region| {
        Side::ALL.iter().all(|&side| on.at_most(side, sites).minus(&empty.at_most(side, sites)).is_empty())
    };
    let puts =
        |e: &Effect| matches!(e, Effect::Put { .. } | Effect::Drop { .. } | Effect::Move { .. } | Effect::Pile { .. });
    clauses(rules).any(|(_, clause)| match (clause.verb.placing(), clause.verb.picks()) {
        (Some(placing), _) => whole || covers(placing.on, empty, sites) || inside(placing.on),
        // What is picked may be filled by effects.
        (None, Some(_)) => true,
        (None, None) => whole && Effect::any(&clause.effects, puts),
    })
}

/// Two kinds of games that decide themselves before anybody runs out of moves: a foremost piece can always go on
/// towards its goal; a full board has been connected.
fn cannot_be_stuck(rules: &Rules) -> bool {
    let all_but_own = |to: &Region| {
        let parts = to.members();
        let enemy = Region::Pieces { who: Some(Who::Enemy), kinds: None };
        parts.contains(&&Region::Empty) && parts.contains(&&enemy)
    };
    let runs = free_clauses(rules)
        .any(|c| matches!(&c.verb, Verb::Step { dirs, to } if dirs.fixed[Side::First].len() > 1 && rules.only_advances(dirs) && all_but_own(to)));
    let goal = rules.verdicts.iter().any(|v| matches!(&v.when, Truth::Some(Region::On(_, _))));
    let fills = free_clauses(rules).any(|c| matches!(&c.verb, Verb::Place { on: Region::Empty, .. }));
    // Round a board whose edges are joined, a wall need not reach from one side to the other.
    let joined = rules.topology.hexagonal
        && rules.topology.boards[0].wrapped == [false; 3]
        && rules.verdicts.iter().any(|v| {
            let flood = |n: Node<'_>| matches!(n, Node::Region(Region::Flood { .. }));
            matches!(v.kind, VerdictKind::Win(_)) && visit::has(&v.when, flood)
        });
    (runs && goal) || (fills && joined)
}
