//! Canaries: mistakes that tests make on purpose, to see that the comparison with the interpreter would find them.
//!
//! Whatever is proved or cut short, and would be wrong without a word if the proof were, has one. Code asks for it where the
//! mistake would be made. Outside of tests the answer is fixed, so that nothing of it is compiled.

/// A mistake.
#[cfg_attr(not(feature = "jit"), allow(dead_code, reason = "most are made in native code"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Canary {
    /// A number that is bound between two choices is taken for what it was before.
    NumberForgotten,
    /// Every position is a new one.
    PositionForgotten,
    /// Pairs are those that lead back to the first cells.
    PairsAnywhere,
    /// Three pieces are sown at most.
    SownThree,
    /// No cell completes a line.
    LineOverlooked,
    /// No ply of a plain clause is asked for the conditions.
    PinOverlooked,
    /// Every ending is far.
    EndingFar,
    /// No cell joins anything.
    JoinOverlooked,
    /// Every flood is what it was.
    FloodKept,
    /// Nothing that a leg is forbidden for where it has been is of any account.
    WayForgotten,
}

impl Canary {
    /// Whether the mistake is made.
    #[cfg(not(test))]
    pub const fn sings(self) -> bool {
        false
    }

    /// Whether the mistake is made.
    #[cfg(test)]
    pub fn sings(self) -> bool {
        tests::SINGING.get() == Some(self)
    }

    /// Runs something on this thread with the mistake made.
    #[cfg(all(test, feature = "jit"))]
    pub fn during<T>(self, run: impl FnOnce() -> T) -> T {
        tests::SINGING.set(Some(self));
        let out = run();
        tests::SINGING.set(None);
        out
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use crate::canary::Canary;

    thread_local! {
        /// The mistake that this thread makes.
        pub static SINGING: Cell<Option<Canary>> = const { Cell::new(None) };
    }
}
