//! Clauses of which few plies go on with a further choice (a mill takes a man): the plies that may do so are laid out
//! apart from all others, so that those need no slots for it.

use super::Draw;
use super::heads::Head;
use super::slots::{Cont, UNEVEN};
use crate::ir::{Bool, Local, PlaneId, Set, Stmt, decides};
use crate::native::emit::env::Env;
use crate::native::emit::geometry::chosen_in_line;
use crate::native::emit::{Emit, Res, SetV};

/// The plies of a clause for which a condition may hold, or the others.
#[derive(Clone)]
pub struct Part<'a> {
    /// The second choice, if that decides to which part a ply belongs; else the first does.
    pub second: Option<&'a Stmt>,
    /// The condition's statement.
    condition: &'a Stmt,
    /// The cells of that choice for which it may hold.
    cells: SetV,
    /// Which part.
    pub may_hold: bool,
}

impl Part<'_> {
    /// Whether this is the second choice, and decides.
    pub fn is_second(&self, stmt: &Stmt) -> bool {
        self.second.is_some_and(|s| std::ptr::eq(s, stmt))
    }

    /// Whether this is the condition.
    pub fn decides(&self, stmt: &Stmt) -> bool {
        std::ptr::eq(self.condition, stmt)
    }
}

/// What is written on the way, in order.
type Writes<'a> = [(PlaneId, &'a Set)];

impl<'a> Draw<'_, 'a, '_> {
    /// The parts of a head; none if it is laid out as one.
    pub fn parts(&mut self, head: &Head<'a>) -> Res<Vec<Part<'a>>> {
        let Some(mut chosen) = head.first() else { return Ok(Vec::new()) };
        let (mut second, mut writes) = (None, Vec::new());
        let mut path = head.path.clone();
        for (index, stmt) in head.rest.iter().enumerate() {
            match stmt {
                Stmt::Let(..) | Stmt::Show(..) | Stmt::SetInt(..) | Stmt::LetInt(..) => {}
                Stmt::SetPlane(id, e) => writes.push((*id, e)),
                Stmt::Pick { local, .. } if second.is_none() => {
                    second = Some(stmt);
                    chosen = *local;
                }
                Stmt::If(c, a, b) if decides(a) || decides(b) => {
                    let end = Cont::End;
                    let finally = Cont::Block(&self.code.finally, &end);
                    let leg = Cont::Leg(&finally);
                    let next = Cont::Block(&head.rest[index + 1..], &leg);
                    let (of_a, of_b) = (self.slots(&path, a, &next)?.most, self.slots(&path, b, &next)?.most);
                    if of_a.min(of_b) * UNEVEN >= of_a.max(of_b) {
                        break;
                    }
                    let Some(cells) = self.e.may_hold(&head.env, c, chosen, &writes)? else { break };
                    let part = |may_hold| Part { second, condition: stmt, cells: cells.clone(), may_hold };
                    return Ok(vec![part(false), part(true)]);
                }
                Stmt::Pick { .. }
                | Stmt::Choose(_)
                | Stmt::Guard(_)
                | Stmt::If(..)
                | Stmt::SetLane(..)
                | Stmt::AddLane(..)
                | Stmt::Sow { .. }
                | Stmt::Loop { .. }
                | Stmt::MoveStack(..)
                | Stmt::SwapStacks(..)
                | Stmt::ClearStacks(_)
                | Stmt::Pile { .. }
                | Stmt::Tuck { .. }
                | Stmt::Again { .. }
                | Stmt::Decided => break,
            }
            path.pass(stmt);
        }
        Ok(Vec::new())
    }
}

impl Emit<'_, '_> {
    /// Those cells of a set that belong to a part.
    pub fn within(&mut self, cells: &SetV, part: &Part<'_>) -> SetV {
        if part.may_hold { self.set_and(cells, &part.cells) } else { self.set_minus(cells, &part.cells) }
    }

    /// At least the cells for which a condition holds once they are chosen and `writes` done; none if nothing is known.
    fn may_hold(&mut self, env: &Env, c: &Bool, chosen: Local, writes: &Writes<'_>) -> Res<Option<SetV>> {
        match c {
            Bool::And(a, b) => match self.may_hold(env, a, chosen, writes)? {
                None => self.may_hold(env, b, chosen, writes),
                found => Ok(found),
            },
            Bool::Any(set) => match chosen_in_line(set) {
                Some((one, of, dirs, length)) if one == chosen && self.ends_everywhere(dirs) => {
                    let Some(others) = self.others(env, of, chosen, writes)? else { return Ok(None) };
                    let (_, completing) = self.completing(&others, dirs, length)?;
                    Ok(Some(completing))
                }
                _ => Ok(None),
            },
            Bool::Const(_)
            | Bool::Same(..)
            | Bool::Compare(..)
            | Bool::Not(_)
            | Bool::Or(..)
            | Bool::Stuck(..)
            | Bool::History(_) => Ok(None),
        }
    }

    /// At least the cells of a set other than the chosen one.
    fn others(&mut self, env: &Env, e: &Set, chosen: Local, writes: &Writes<'_>) -> Res<Option<SetV>> {
        Ok(match e {
            Set::Const(_) => Some(self.set(env, e)?),
            Set::Local(l) if *l == chosen => Some(self.nothing()),
            Set::Plane(id) => match writes.iter().rposition(|w| w.0 == *id) {
                Some(at) => self.others(env, writes[at].1, chosen, &writes[..at])?,
                None => Some(self.set(env, e)?),
            },
            Set::Or(a, b) | Set::Else(a, b) => {
                let (a, b) = (self.others(env, a, chosen, writes)?, self.others(env, b, chosen, writes)?);
                a.zip(b).map(|(a, b)| self.set_or(&a, &b))
            }
            Set::And(a, b) => match self.others(env, a, chosen, writes)? {
                None => self.others(env, b, chosen, writes)?,
                found => found,
            },
            Set::Minus(a, _) | Set::When(_, a) => self.others(env, a, chosen, writes)?,
            Set::Local(_)
            | Set::Shared(_)
            | Set::Was(_)
            | Set::Step(..)
            | Set::Steps(..)
            | Set::Preimage(..)
            | Set::Image(..)
            | Set::Slide { .. }
            | Set::Ray { .. }
            | Set::Beyond { .. }
            | Set::Flood { .. }
            | Set::Line { .. }
            | Set::Collect { .. }
            | Set::Touched
            | Set::Holding(..)
            | Set::Stacked { .. }
            | Set::Rotate { .. } => None,
        })
    }
}
