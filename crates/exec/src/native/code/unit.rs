//! One module of machine code: an entry with the functions that only it calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cranelift_codegen::Context;
use cranelift_codegen::ir::{AbiParam, FuncRef, Function, Signature, types};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module};

use crate::ir::walk::cost_of_block;
use crate::ir::{ClauseId, Flow, Program, SideCode, Stmt, Turn, decides};
use crate::native::emit::env::{Reads, words_of_set};
use crate::native::emit::tables::Tables;
use crate::native::emit::{Address, Emit, MOST_NODES, Res, Resolve, Unsupported};
use crate::native::walk::chains::{self, Callees, LegsTo, Rest};
use crate::native::walk::steps::Steps;
use crate::proofs::been::Been;

/// Of so few ways to further legs each is compiled with what follows.
const FEW_WAYS: usize = 4;
/// So many operations, about, are compiled again and again with the ways that end with them; more are a function of their own.
const LONG_ENDS: usize = 2_000;

/// What all units of a game share.
#[derive(Clone, Copy)]
pub struct Shared<'p, 'r> {
    /// The rules.
    pub program: &'p Program,
    /// Tables that live as long as the code.
    pub tables: &'r Tables,
    /// The functions that expressions may ask.
    pub resolve: Resolve<'r>,
    /// Operations that are left to the game.
    pub left: &'r AtomicUsize,
}

/// Code for this processor.
///
/// # Errors
/// Why there is none, in one line.
pub fn target() -> Result<Arc<dyn TargetIsa>, String> {
    let mut flags = settings::builder();
    let verifier = if cfg!(debug_assertions) { "true" } else { "false" };
    for (name, value) in [("opt_level", "speed"), ("is_pic", "false"), ("enable_verifier", verifier)] {
        flags.set(name, value).map_err(|e| format!("code generator: {e}"))?;
    }
    cranelift_native::builder()
        .map_err(|e| format!("no native code on this processor: {e}"))?
        .finish(settings::Flags::new(flags))
        .map_err(|e| format!("no native code on this processor: {e}"))
}

/// The memory for code, where it is not the system's.
#[cfg(not(test))]
fn memory() -> Option<Box<dyn cranelift_jit::JITMemoryProvider + Send>> {
    None
}

#[cfg(test)]
use crate::native::testing::memory;

/// Machine code of a unit, freed when dropped: whoever holds the entry's address holds this.
pub struct Loaded {
    /// The entry.
    pub entry: Address,
    /// Bytes of machine code.
    pub bytes: usize,
    module: Option<JITModule>,
}

// SAFETY: code is only read after it is built; the module is touched again only by `drop`.
unsafe impl Send for Loaded {}

impl Drop for Loaded {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the functions are private to this module's users, who hold the owner; nobody runs them now.
            unsafe { module.free_memory() };
        }
    }
}

/// Builds the body of a function, given the function of the conditions and those of further legs.
type Body<'b, 'p> = dyn FnMut(&mut Emit<'p, '_>, Option<FuncRef>, &[FuncRef]) -> Res<()> + 'b;

/// Builds the body of a function that begins plies of several legs, given the conditions and the functions that it calls.
type LegsBody<'b, 'p> = dyn FnMut(&mut Emit<'p, '_>, Option<(FuncRef, Reads)>, Callees) -> Res<()> + 'b;

/// A module being built.
pub struct Unit<'p, 'r> {
    shared: Shared<'p, 'r>,
    module: Option<JITModule>,
    frontend: FunctionBuilderContext,
    context: Context,
    /// The function of the conditions, from another unit.
    legal: Option<FuncId>,
    bytes: usize,
}

impl Drop for Unit<'_, '_> {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: nothing of it was ever handed out.
            unsafe { module.free_memory() };
        }
    }
}

impl<'p, 'r> Unit<'p, 'r> {
    /// An empty one, in which `legal` may be called.
    pub fn new(isa: Arc<dyn TargetIsa>, shared: Shared<'p, 'r>, legal: Option<Address>) -> Res<Self> {
        let mut builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
        if let Some(memory) = memory() {
            builder.memory_provider(memory);
        }
        if let Some(Address { at, .. }) = legal {
            builder.symbol("legal", at as *const u8);
        }
        let mut module = JITModule::new(builder);
        let context = module.make_context();
        let signature = signature(&module, 2);
        let legal = match legal {
            Some(_) => {
                let id = module.declare_function("legal", Linkage::Import, &signature);
                Some(id.map_err(|_| Unsupported("a function too many"))?)
            }
            None => None,
        };
        let module = Some(module);
        Ok(Unit { shared, module, frontend: FunctionBuilderContext::new(), context, legal, bytes: 0 })
    }

    fn module(&mut self) -> &mut JITModule {
        self.module.as_mut().expect("there until it is finished")
    }

    /// The functions of a turn's plies with several legs; they call each other. The last one is the entry. They list
    /// moves or successors.
    pub fn legs(
        &mut self,
        params: usize,
        code: &'p SideCode,
        turn: &'p Turn,
        reads: &Reads,
        to: LegsTo,
    ) -> Res<FuncId> {
        self.legs_from(params, code, reads, to, &mut |e, legal, callees| {
            chains::enumerate_legs(e, code, turn, legal, callees, to)
        })
    }

    /// A function that counts the plies of a side or finds one, where they may have several legs; see [`chains::ask_legs`].
    pub fn ask_legs(
        &mut self,
        params: usize,
        code: &'p SideCode,
        only: Option<&[ClauseId]>,
        to: LegsTo,
    ) -> Res<FuncId> {
        let reads = Reads::none(self.shared.program);
        self.legs_from(params, code, &reads, to, &mut |e, _, callees| chains::ask_legs(e, code, only, callees, to))
    }

    /// The functions of further legs, and the entry that begins.
    fn legs_from(
        &mut self,
        params: usize,
        code: &'p SideCode,
        reads: &Reads,
        to: LegsTo,
        entry: &mut LegsBody<'_, 'p>,
    ) -> Res<FuncId> {
        let lists = matches!(to, LegsTo::List | LegsTo::States(_));
        let explored = lists && Been::of(self.shared.program, code).is_some();
        let several_steps = Steps::of(self.shared.program, &code.turn).is_some();
        let signature = signature(self.module(), chains::PARAMS);
        let mut declare = |wanted: bool| -> Res<Option<FuncId>> {
            if !wanted {
                return Ok(None);
            }
            let id = self.module().declare_anonymous_function(&signature);
            Ok(Some(id.map_err(|_| Unsupported("a function too many"))?))
        };
        let is_none = |block: &[Stmt]| matches!(block, [Stmt::Choose(list)] if list.is_empty());
        let mut all: Vec<(Rest, Option<FuncId>)> = Vec::new();
        for (group, block) in code.next_legs.iter().enumerate() {
            all.push((Rest::Leg(group), declare(!is_none(block))?));
        }
        let blocks = || code.clauses.iter().chain(&code.next_legs);
        // What comes after a leg is compiled once where there are many ways to get there.
        let asked: usize = blocks().map(|block| questions(block, None)).sum();
        for (group, may) in (0..code.next_legs.len()).flat_map(|group| [(group, false), (group, true)]) {
            let ways: usize = blocks().map(|block| questions(block, Some((group, may)))).sum();
            all.push((Rest::AfterLeg { group, may }, declare((asked > FEW_WAYS || explored) && ways > 0)?));
        }
        all.push((Rest::AfterStep, declare(several_steps)?));
        // So is what comes after the last one.
        let ends: usize = blocks().map(|block| ways(block)).sum();
        all.push((Rest::AfterLast, declare(ends * cost_of_block(&code.finally) > LONG_ENDS)?));
        let ids: Vec<FuncId> = all.iter().filter_map(|&(_, id)| id).collect();
        let refs = |found: &[FuncRef]| -> Callees {
            let mut next = found.iter().copied();
            let mut callees = Callees { legs: Vec::new(), tails: Vec::new(), steps: None, end: None, explored };
            for &(rest, id) in &all {
                let function = id.and_then(|_| next.next());
                match rest {
                    Rest::Leg(_) => callees.legs.push(function),
                    Rest::AfterLeg { .. } => callees.tails.push(function),
                    Rest::AfterStep => callees.steps = function,
                    Rest::AfterLast => callees.end = function,
                }
            }
            callees
        };
        for &(rest, id) in all.iter().filter(|(_, id)| id.is_some()) {
            self.function_as(id, chains::PARAMS, &ids, &mut |e, legal, found| {
                let legal = legal.map(|f| (f, reads.clone()));
                chains::rest(e, code, rest, legal, refs(found), to)
            })?;
        }
        self.function_as(None, params, &ids, &mut |e, legal, found| {
            let legal = legal.map(|f| (f, reads.clone()));
            entry(e, legal, refs(found))
        })
    }

    /// Compiles one function of so many words that gives one.
    pub fn function(
        &mut self,
        params: usize,
        body: &mut dyn FnMut(&mut Emit<'p, '_>, Option<FuncRef>) -> Res<()>,
    ) -> Res<FuncId> {
        self.function_as(None, params, &[], &mut |e, legal, _| body(e, legal))
    }

    /// Compiles one function under a name that was given before or a new one.
    fn function_as(
        &mut self,
        id: Option<FuncId>,
        params: usize,
        others: &[FuncId],
        body: &mut Body<'_, 'p>,
    ) -> Res<FuncId> {
        let module = self.module.as_mut().expect("there until it is finished");
        let mut function = Function::new();
        function.signature = signature(module, params);
        let legal = self.legal.map(|id| module.declare_func_in_func(id, &mut function));
        let others: Vec<FuncRef> = others.iter().map(|&id| module.declare_func_in_func(id, &mut function)).collect();
        let Shared { program, tables, resolve, left } = self.shared;
        // A body that is given up half-way leaves the builder's context in disorder.
        let mut frontend = std::mem::replace(&mut self.frontend, FunctionBuilderContext::new());
        let b = FunctionBuilder::new(&mut function, &mut frontend);
        let n = words_of_set(program);
        let mut emit = Emit {
            b,
            program,
            tables,
            resolve,
            n,
            nodes: 0,
            most_nodes: MOST_NODES.min(left.load(Ordering::Relaxed)),
            known: Vec::new(),
            joins: Vec::new(),
            near: Vec::new(),
            assumed: None,
        };
        let built = emit.check_size().and_then(|()| body(&mut emit, legal, &others));
        let nodes = emit.nodes;
        let _ = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left.saturating_sub(nodes)));
        built?;
        emit.b.seal_all_blocks();
        emit.b.finalize(module.target_config());
        self.frontend = frontend;
        let id = match id {
            Some(id) => id,
            None => module
                .declare_anonymous_function(&function.signature)
                .map_err(|_| Unsupported("a function too many"))?,
        };
        self.context.clear();
        self.context.func = function;
        let defined = module.define_function(id, &mut self.context);
        if let Err(error) = defined {
            debug_assert!(false, "{error:?}");
            return Err(Unsupported("the code generator refused it"));
        }
        self.bytes += self.context.compiled_code().map_or(0, |c| c.code_buffer().len());
        Ok(id)
    }

    /// Makes the code ready to run.
    pub fn finish(mut self, entry: FuncId) -> Res<Loaded> {
        let bytes = self.bytes;
        self.module().finalize_definitions().map_err(|_| Unsupported("no executable memory"))?;
        let params = self.module().declarations().get_function_decl(entry).signature.params.len();
        let entry = Address { at: self.module().get_finalized_function(entry) as usize, params };
        Ok(Loaded { entry, bytes, module: self.module.take() })
    }
}

/// So many words in, one out.
fn signature(module: &JITModule, params: usize) -> Signature {
    let mut signature = Signature::new(module.isa().default_call_conv());
    signature.params = vec![AbiParam::new(types::I64); params];
    signature.returns = vec![AbiParam::new(types::I64)];
    signature
}

/// In how many places a block comes to its end.
fn ways(block: &[Stmt]) -> usize {
    let of = |stmt: &Stmt| match stmt.account().flow {
        Flow::Chooses(list) => list.iter().map(|way| ways(&way.body)).sum(),
        Flow::Branches(yes, no) if decides(yes) || decides(no) => ways(yes) + ways(no),
        Flow::On
        | Flow::Picks(_)
        | Flow::MayDrop
        | Flow::Branches(..)
        | Flow::Repeats(_)
        | Flow::Legs
        | Flow::IsDecided => 1,
    };
    block.iter().map(of).product()
}

/// How often a block asks for a further leg, of a group that may, or must, be played if that is given.
fn questions(block: &[Stmt], of: Option<(usize, bool)>) -> usize {
    let mut sum = 0;
    block.iter().for_each(|stmt| {
        stmt.each(&mut |inner| {
            if let Stmt::Again { may, group } = inner {
                sum += usize::from(of.is_none_or(|of| of == (*group, *may)));
            }
        });
    });
    sum
}
