//! What the unit tests of native code share.

use std::cell::Cell;
use std::sync::Arc;

use cranelift_jit::{BranchProtection, JITMemoryKind, JITMemoryProvider, SystemMemoryProvider};
use cranelift_module::{ModuleError, ModuleResult};

use crate::analysis::analyze;
use crate::diag::Diagnostics;
use crate::game::{Drawn, Game, Successors};
use crate::ir::Program;
use crate::lower::lower;
use crate::native::Native;
use crate::optimize::optimize;
use crate::rng::Rng;
use crate::settings::Settings;
use crate::source::Source;
use crate::syntax::parse;
use crate::{Executor, interpreter};

/// The optimized program of a rule file.
pub fn program(text: &str) -> Arc<Program> {
    let (source, mut diagnostics) = (Source::new("test", text), Diagnostics::new());
    let file = parse(&source, &mut diagnostics);
    let rules = analyze(&file, &source, &Settings::default(), &mut diagnostics);
    Arc::new(optimize(lower(&rules.expect("the rules are right").0)))
}

/// Native code of a program, which is asked from the first position on.
pub fn native(program: &Arc<Program>) -> Native {
    let native = Native::new(program, 0).expect("there is native code");
    native.eager();
    native
}

/// Whether native code draws plies that the interpreter does not know, or none where there is one, along random games.
pub fn draws_what_is_no_move(text: &str) -> bool {
    let program = program(text);
    let (slow, game) = (interpreter(program.clone(), 0), native(&program));
    let (mut rng, mut state) = (Rng::new(3), game.initial());
    let mut next = state.clone();
    (0..120).any(|_| {
        let mut successors = Successors::new(&*slow);
        slow.successors(&state, &mut successors).expect("few moves");
        let made = match game.draw(&state, &mut next, &mut rng) {
            Drawn::Made(made, _) => made,
            Drawn::Stuck => return !successors.is_empty(),
            Drawn::List => return false,
        };
        let is_move = (0..successors.len()).any(|index| successors.state(index) == &next[..]);
        std::mem::swap(&mut state, &mut next);
        if made.ending.is_some() {
            state = game.initial();
        }
        !is_move
    })
}

/// Whether native code builds other successors than the interpreter, or ends the game elsewhere, somewhere along so many
/// random games of so many plies; they go on past endings.
pub fn successors_differ(text: &str, games: usize, plies: usize) -> bool {
    let program = program(text);
    let plain = interpreter(program.clone(), 0);
    let native = native(&program);
    let mut rng = Rng::new(1);
    let mut lists = [Successors::new(&*plain), Successors::new(&native)];
    let rows = |list: &Successors| {
        let mut all: Vec<_> = (0..list.len()).map(|i| (list.state(i).to_vec(), list.made(i).ending)).collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    };
    for _ in 0..games {
        let mut state = plain.initial();
        for _ in 0..plies {
            lists.iter_mut().for_each(Successors::clear);
            plain.successors(&state, &mut lists[0]).expect("few moves");
            native.successors(&state, &mut lists[1]).expect("few moves");
            if rows(&lists[0]) != rows(&lists[1]) {
                return true;
            }
            if lists[0].is_empty() {
                break;
            }
            state = lists[0].state(rng.below(lists[0].len())).to_vec();
        }
    }
    false
}

thread_local! {
    static REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// Runs something on this thread as on a system that gives no executable memory.
pub fn without_executable_memory<T>(run: impl FnOnce() -> T) -> T {
    REFUSED.set(true);
    let out = run();
    REFUSED.set(false);
    out
}

/// The memory for code, where it is not the system's.
pub fn memory() -> Option<Box<dyn JITMemoryProvider + Send>> {
    REFUSED.get().then(|| Box::new(Refusing(SystemMemoryProvider::new())) as _)
}

/// Memory that can be written but never be run.
struct Refusing(SystemMemoryProvider);

impl JITMemoryProvider for Refusing {
    fn allocate(&mut self, size: usize, align: u64, kind: JITMemoryKind) -> std::io::Result<*mut u8> {
        self.0.allocate(size, align, kind)
    }

    unsafe fn free_memory(&mut self) {
        // SAFETY: the caller's promise is passed on.
        unsafe { self.0.free_memory() }
    }

    fn finalize(&mut self, _: BranchProtection) -> ModuleResult<()> {
        Err(ModuleError::Backend(std::io::Error::from(std::io::ErrorKind::PermissionDenied).into()))
    }
}

mod tests {
    use super::*;
    use crate::Executor;
    use crate::game::MoveList;
    use crate::native::emit::MOST_IN_ALL;
    use std::sync::atomic::Ordering;

    /// Plays a random game and asks both for everything.
    fn same(game: &Native, slow: &dyn Executor) {
        let mut rng = Rng::new(3);
        let mut state = game.initial();
        for _ in 0..60 {
            let mut moves = [MoveList::new(game.move_words()), MoveList::new(game.move_words())];
            game.generate(&state, &mut moves[0]).expect("few moves");
            slow.generate(&state, &mut moves[1]).expect("few moves");
            assert!(moves[0] == moves[1]);
            let mut successors = Successors::new(game);
            game.successors(&state, &mut successors).expect("few moves");
            assert_eq!(successors.len(), moves[0].len());
            assert_eq!(game.evaluate(&state), slow.evaluate(&state));
            let mut next = state.clone();
            state = match moves[0].len() {
                0 => game.initial(),
                n => {
                    game.make(&state, moves[0].get(rng.below(n)), &mut next);
                    next
                }
            };
        }
    }

    /// Where the system refuses executable pages the interpreter takes over, and one line says so.
    #[test]
    fn the_interpreter_takes_over() {
        let program = program(include_str!("../../../../games/draughts/english-draughts.game"));
        let slow = interpreter(program.clone(), 0);
        without_executable_memory(|| {
            let game = native(&program);
            same(&game, &*slow);
            let info = Executor::code(&game).expect("it wanted to be native");
            let note = info.interpreted.expect("it could not");
            assert!(note.contains("generate (no executable memory)") && !note.contains('\n'), "{note}");
            assert_eq!(info.bytes, 0);
        });
        // The same game elsewhere is native.
        let game = native(&program);
        assert_eq!(Executor::code(&game).expect("it is native").interpreted, None);
    }

    /// A game may take so much compiling and no more: the rest is interpreted, and one line says so.
    #[test]
    fn the_work_of_compiling_is_bounded() {
        let program = program(include_str!("../../../../games/draughts/english-draughts.game"));
        let slow = interpreter(program.clone(), 0);
        let mut interpreted = Vec::new();
        for left in [0, 100, 1_000, 10_000, MOST_IN_ALL] {
            let game = native(&program);
            game.code.left.store(left, Ordering::Relaxed);
            same(&game, &*slow);
            let note = Executor::code(&game).expect("it wanted to be native").interpreted;
            assert!(note.as_ref().is_none_or(|n| n.contains("it would be too much code")), "{note:?}");
            interpreted.push(note.map_or(0, |n| n.matches("too much").count()));
        }
        // The largest of the shipped games leaves most of it.
        let large = self::program(include_str!("../../../../games/draughts/international-draughts.game"));
        let game = native(&large);
        assert_eq!(Executor::code(&game).expect("it is native").interpreted, None);
        let taken = MOST_IN_ALL - game.code.left.load(Ordering::Relaxed);
        assert!(taken > 0 && 10 * taken < MOST_IN_ALL, "{taken}");
        assert!(interpreted[0] >= interpreted[3] && interpreted[2] > 0 && interpreted[4] == 0, "{interpreted:?}");
    }
}
