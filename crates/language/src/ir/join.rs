//! Joins: conditions that ask which fixed sets of cells some chain of a plane's cells reaches, in any combination.

use super::{Bool, PlaneId, Set, StepId};

/// Which sets a chain has to reach.
#[derive(Debug, Clone, PartialEq)]
pub enum Joins {
    /// A fixed set, by index into [`super::Program::consts`].
    Reach(usize),
    /// What both say.
    Both(Box<Joins>, Box<Joins>),
    /// What either says.
    Either(Box<Joins>, Box<Joins>),
}

/// A condition that some chain of cells of a plane, each beside the next in one of some directions, joins what it has to.
#[derive(Debug, Clone, PartialEq)]
pub struct Chain {
    /// The plane.
    pub plane: PlaneId,
    /// The directions.
    pub dirs: Vec<StepId>,
    /// What it joins.
    pub joins: Joins,
}

impl Joins {
    /// Whether they hold of a chain that reaches some of the sets.
    pub fn hold(&self, reaches: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Joins::Reach(end) => reaches(*end),
            Joins::Both(a, b) => a.hold(reaches) && b.hold(reaches),
            Joins::Either(a, b) => a.hold(reaches) || b.hold(reaches),
        }
    }

    /// The sets, each once.
    pub fn ends(&self) -> Vec<usize> {
        let mut ends = match self {
            Joins::Reach(end) => vec![*end],
            Joins::Both(a, b) | Joins::Either(a, b) => [a.ends(), b.ends()].concat(),
        };
        ends.sort_unstable();
        ends.dedup();
        ends
    }
}

impl Chain {
    /// A condition read as one on chains, if it is one: `any` of what is reached from fixed sets through a plane, in any combination,
    /// and at most one fixed set in each of its parts (a cell in two of them is more than a chain that reaches both).
    pub fn of(when: &Bool) -> Option<Self> {
        let Bool::Any(set) = when else { return None };
        let mut reader = Reader { through: None };
        let part = reader.read(set)?;
        let (plane, dirs) = reader.through?;
        part.within.then_some(Chain { plane, dirs, joins: part.joins })
    }
}

/// The fixed set that a flood through a plane begins from, if it does.
fn fixed(seed: &Set, plane: PlaneId) -> Option<usize> {
    if let Set::Const(end) = seed {
        return Some(*end);
    }
    let Set::And(a, b) = seed else { return None };
    [(a, b), (b, a)].into_iter().find_map(|(set, own)| {
        let (Set::Const(end), Set::Plane(of)) = (&**set, &**own) else { return None };
        (*of == plane).then_some(*end)
    })
}

struct Reader {
    through: Option<(PlaneId, Vec<StepId>)>,
}

struct Part {
    joins: Joins,
    /// Whether all its cells are the plane's.
    within: bool,
    /// Whether a fixed set itself is part of it.
    fixed: bool,
}

impl Reader {
    fn read(&mut self, set: &Set) -> Option<Part> {
        Some(match set {
            &Set::Const(end) => Part { joins: Joins::Reach(end), within: false, fixed: true },
            Set::Flood { dirs, seed, within } => {
                let &Set::Plane(plane) = &**within else { return None };
                let end = fixed(seed, plane)?;
                match &self.through {
                    Some((of, along)) if *of != plane || along != dirs => return None,
                    Some(_) => {}
                    None => self.through = Some((plane, dirs.clone())),
                }
                Part { joins: Joins::Reach(end), within: true, fixed: false }
            }
            Set::And(a, b) => {
                let (a, b) = (self.read(a)?, self.read(b)?);
                if a.fixed && b.fixed {
                    return None;
                }
                let joins = Joins::Both(Box::new(a.joins), Box::new(b.joins));
                Part { joins, within: a.within || b.within, fixed: a.fixed || b.fixed }
            }
            Set::Or(a, b) => {
                let (a, b) = (self.read(a)?, self.read(b)?);
                let joins = Joins::Either(Box::new(a.joins), Box::new(b.joins));
                Part { joins, within: a.within && b.within, fixed: a.fixed || b.fixed }
            }
            Set::Plane(_)
            | Set::Local(_)
            | Set::Shared(_)
            | Set::Minus(..)
            | Set::Else(..)
            | Set::When(..)
            | Set::Was(_)
            | Set::Step(..)
            | Set::Steps(..)
            | Set::Preimage(..)
            | Set::Image(..)
            | Set::Slide { .. }
            | Set::Ray { .. }
            | Set::Beyond { .. }
            | Set::Line { .. }
            | Set::Collect { .. }
            | Set::Touched
            | Set::Holding(..)
            | Set::Stacked { .. }
            | Set::Rotate { .. } => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(end: usize, plane: PlaneId, dirs: &[StepId]) -> Set {
        let [seed, within] = [Set::Const(end), Set::Plane(plane)].map(Box::new);
        Set::Flood { dirs: dirs.to_vec(), seed, within }
    }

    fn from(end: usize) -> Set {
        reached(end, 0, &[0, 1])
    }

    fn both(a: Set, b: Set) -> Set {
        Set::And(Box::new(a), Box::new(b))
    }

    fn either(a: Set, b: Set) -> Set {
        Set::Or(Box::new(a), Box::new(b))
    }

    fn read(set: Set) -> Option<Chain> {
        Chain::of(&Bool::Any(set))
    }

    #[test]
    fn any_combination_is_read() {
        let set = either(both(from(1), both(Set::Const(2), from(3))), both(from(4), from(1)));
        let chain = read(set).unwrap();
        assert_eq!((chain.plane, &chain.dirs[..], &chain.joins.ends()[..]), (0, &[0, 1][..], &[1, 2, 3, 4][..]));
        let holds = |ends: &[usize]| chain.joins.hold(&|end| ends.contains(&end));
        assert!(holds(&[1, 4]) && holds(&[1, 2, 3]) && holds(&[1, 2, 4]));
        assert!(!holds(&[1, 2]) && !holds(&[2, 3, 4]) && !holds(&[]));
    }

    #[test]
    fn what_one_chain_need_not_do_is_not_read() {
        // A cell in both sets is more than a chain that reaches both.
        assert_eq!(read(both(both(from(1), Set::Const(2)), Set::Const(3))), None);
        assert_eq!(read(both(either(both(from(1), Set::Const(2)), from(4)), Set::Const(3))), None);
        // No chain at all.
        assert_eq!(read(either(from(1), Set::Const(2))), None);
        // Chains of others, and along other lines.
        assert_eq!(read(both(from(1), reached(2, 1, &[0, 1]))), None);
        assert_eq!(read(both(from(1), reached(2, 0, &[0]))), None);
        // It is lost as the plane grows.
        assert_eq!(read(both(from(1), Set::Minus(Box::new(Set::Const(2)), Box::new(Set::Plane(0))))), None);
    }
}
