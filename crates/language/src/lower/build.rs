//! Small constructors that fold what is constant.

use super::Lower;
use crate::board::SiteSet;
use crate::ir::{Bool, Int, Set, intern};

impl Lower<'_> {
    /// A fixed set.
    pub(super) fn fixed(&mut self, set: &SiteSet) -> Set {
        Set::Const(intern(&mut self.consts, set.clone()))
    }

    /// No cell.
    pub(super) fn nothing(&mut self) -> Set {
        let empty = SiteSet::empty(self.rules.topology.sites());
        self.fixed(&empty)
    }

    /// All cells.
    pub(super) fn board(&mut self) -> Set {
        let full = SiteSet::full(self.rules.topology.sites());
        self.fixed(&full)
    }

    fn known(&self, set: &Set) -> Option<&SiteSet> {
        match set {
            Set::Const(id) => Some(&self.consts[*id]),
            _ => None,
        }
    }

    /// Whether a set is known to be empty.
    pub(super) fn is_nothing(&self, set: &Set) -> bool {
        self.known(set).is_some_and(SiteSet::is_empty)
    }

    fn is_board(&self, set: &Set) -> bool {
        self.known(set).is_some_and(|s| s.len() == self.rules.topology.sites())
    }

    pub(super) fn or(&mut self, a: Set, b: Set) -> Set {
        if let (Some(x), Some(y)) = (self.known(&a), self.known(&b)) {
            let both = x.or(y);
            return self.fixed(&both);
        }
        if self.is_nothing(&a) || self.is_board(&b) || a == b {
            return b;
        }
        if self.is_nothing(&b) || self.is_board(&a) {
            return a;
        }
        Set::Or(Box::new(a), Box::new(b))
    }

    pub(super) fn union(&mut self, sets: impl IntoIterator<Item = Set>) -> Set {
        let nothing = self.nothing();
        sets.into_iter().fold(nothing, |sum, s| self.or(sum, s))
    }

    pub(super) fn and(&mut self, a: Set, b: Set) -> Set {
        if let (Some(x), Some(y)) = (self.known(&a), self.known(&b)) {
            let both = x.and(y);
            return self.fixed(&both);
        }
        if self.is_nothing(&a) || self.is_board(&b) || a == b {
            return a;
        }
        if self.is_nothing(&b) || self.is_board(&a) {
            return b;
        }
        Set::And(Box::new(a), Box::new(b))
    }

    pub(super) fn minus(&mut self, a: Set, b: Set) -> Set {
        if let (Some(x), Some(y)) = (self.known(&a), self.known(&b)) {
            let rest = x.minus(y);
            return self.fixed(&rest);
        }
        if self.is_nothing(&a) || self.is_nothing(&b) {
            return a;
        }
        if self.is_board(&b) || a == b {
            return self.nothing();
        }
        Set::Minus(Box::new(a), Box::new(b))
    }

    pub(super) fn when(&mut self, condition: Bool, set: Set) -> Set {
        match condition {
            Bool::Const(true) => set,
            Bool::Const(false) => self.nothing(),
            _ => Set::When(Box::new(condition), Box::new(set)),
        }
    }
}

/// Both.
pub fn both(a: Bool, b: Bool) -> Bool {
    match (a, b) {
        (Bool::Const(false), _) | (_, Bool::Const(false)) => Bool::Const(false),
        (Bool::Const(true), x) | (x, Bool::Const(true)) => x,
        (a, b) => Bool::And(Box::new(a), Box::new(b)),
    }
}

/// Either.
pub fn either(a: Bool, b: Bool) -> Bool {
    match (a, b) {
        (Bool::Const(true), _) | (_, Bool::Const(true)) => Bool::Const(true),
        (Bool::Const(false), x) | (x, Bool::Const(false)) => x,
        (a, b) => Bool::Or(Box::new(a), Box::new(b)),
    }
}

/// Not.
pub fn not(a: Bool) -> Bool {
    match a {
        Bool::Const(b) => Bool::Const(!b),
        Bool::Not(a) => *a,
        a => Bool::Not(Box::new(a)),
    }
}

/// Sum of numbers.
pub fn add(a: Int, b: Int) -> Int {
    match (a, b) {
        (Int::Const(0), x) | (x, Int::Const(0)) => x,
        (Int::Const(a), Int::Const(b)) => Int::Const(a.wrapping_add(b)),
        (a, b) => Int::Arith(crate::rules::Arith::Add, Box::new(a), Box::new(b)),
    }
}

/// a − b.
pub fn subtract(a: Int, b: Int) -> Int {
    match (a, b) {
        (x, Int::Const(0)) => x,
        (Int::Const(a), Int::Const(b)) => Int::Const(a.wrapping_sub(b)),
        (a, b) => Int::Arith(crate::rules::Arith::Subtract, Box::new(a), Box::new(b)),
    }
}
