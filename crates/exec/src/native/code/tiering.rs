//! When it is worth to compile: the first questions of a kind are left to the interpreter, so that a command that looks at a
//! few plies compiles nothing.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

/// So many questions of a kind are answered before code is asked for.
const FIRST: i64 = 32;

/// To interpret an answer takes no longer as a rule.
const USUAL: Duration = Duration::from_micros(100);

/// What is asked of a game, each kind answered by code of its own; the value comes last.
#[derive(Debug, Clone, Copy)]
pub enum Question {
    Moves,
    Number,
    Noisy,
    Successors,
    InOrder,
    Make,
    Ending,
    IfStuck,
    Wins,
    Threats,
    Value,
}

/// How many questions of each kind are still answered without code.
#[derive(Debug)]
pub struct Tiering {
    left: [AtomicI64; Question::Value as usize + 1],
    /// Code is waited for.
    ended: AtomicBool,
}

impl Tiering {
    /// Nothing is asked yet.
    pub fn new() -> Self {
        Tiering { left: std::array::from_fn(|_| AtomicI64::new(FIRST)), ended: AtomicBool::new(false) }
    }

    /// As it is for the rules, with another evaluation, of which nothing is asked yet.
    pub fn of_the_rules(&self) -> Self {
        let new = Tiering::new();
        for (at, left) in self.left.iter().enumerate().take(Question::Value as usize) {
            new.left[at].store(left.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        new
    }

    /// Whether code is asked for.
    pub fn was_over(&self, question: Question) -> bool {
        self.left[question as usize].load(Ordering::Relaxed) <= 0
    }

    /// Whether code is asked for; a question is counted.
    pub fn is_over(&self, question: Question) -> bool {
        self.was_over(question) || self.left[question as usize].fetch_sub(1, Ordering::Relaxed) <= 0
    }

    /// What takes long to interpret counts more than once.
    pub fn spend(&self, question: Question, time: Duration) {
        let times = (time.as_micros() / USUAL.as_micros()).min(1 << 32);
        self.left[question as usize].fetch_sub(times as i64, Ordering::Relaxed);
    }

    /// From now on code is waited for.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
        self.left.iter().for_each(|left| left.store(0, Ordering::Relaxed));
    }

    /// Whether that is so.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Side;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::game::time::Instant;
    use crate::native::code::{Code, Entry, typed};
    use crate::native::testing;

    #[test]
    fn the_first_questions_are_few_and_fewer_where_they_take_long() {
        let tiering = Tiering::new();
        let asked = (0..10 * FIRST).filter(|_| !tiering.is_over(Question::Moves)).count() as i64;
        assert_eq!(asked, FIRST);
        assert!(!tiering.was_over(Question::Value), "each kind is counted for itself");
        tiering.spend(Question::Value, Duration::from_secs(1));
        assert!(tiering.was_over(Question::Value));
    }

    #[test]
    fn code_comes_beside_what_goes_on_and_is_waited_for_if_asked() {
        let program = testing::program(include_str!("../../../../../games/draughts/frisian-draughts.game"));
        let code = Code::new(&program, 0).expect("native code");
        assert!(code.function(typed::legs(Side::First)).is_none(), "nobody waits for it");
        let until = Instant::now() + Duration::from_secs(100);
        while code.function(typed::legs(Side::First)).is_none() && Instant::now() < until {
            thread::yield_now();
        }
        assert!(code.function(typed::legs(Side::First)).is_some());
        assert!(code.make(Side::Second).is_none());
        code.tiering.end();
        assert!(code.make(Side::Second).is_some() && code.make(Side::First).is_some());
    }

    /// What is compiled of the rules is there for another evaluation; what evaluates is not.
    #[test]
    fn code_of_the_rules_is_compiled_once() {
        let file = include_str!("../../../../../games/chess/atomic.game");
        let moves = format!("{file}eval \"moves\" {{ 3 * mobility }}\n");
        let (one, two) = (testing::program(file), testing::program(&moves));
        let first = Code::new(&one, 0).expect("native code");
        let list = first.now(Entry::List(Side::First)).expect("it is compiled").at;
        let second = first.with_evaluation(&two, 1).expect("the same rules");
        assert_eq!(second.now(Entry::List(Side::First)).map(|found| found.at), Some(list));
        assert_eq!(
            second.now(Entry::Make(Side::First)).map(|found| found.at),
            first.make(Side::First).map(|f| f.0 as usize)
        );
        assert!(!first.is_there(Entry::Evaluate));
        let value = second.now(Entry::Evaluate).expect("it is compiled").at;
        assert_ne!(first.now(Entry::Evaluate).map(|found| found.at), Some(value));
        // Others have code of their own, also where positions and moves look alike.
        let altered = testing::program(&file.replace("leap 1,2 to", "leap 2,2 to"));
        assert!(first.with_evaluation(&altered, 0).is_err());
        let other = testing::program(include_str!("../../../../../games/draughts/frisian-draughts.game"));
        assert!(first.with_evaluation(&other, 0).is_err());
    }
}
