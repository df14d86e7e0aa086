//! Machine code and who owns it: functions are compiled into one module, which is freed with its owner.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cranelift_codegen::Context;
use cranelift_codegen::ir::{AbiParam, FuncRef, Function, Signature, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module};

use super::cost::{Part, cost, walk_int, walk_truth};
use super::emit::{Emit, Helper, Res, Unsupported};
use super::env::Reads;
use super::functions;
use super::successors::Rows;
use super::tables::Tables;
use super::walk::Sink;
use crate::game::Side;
use crate::ir::{Bool, Int, Program, SideCode, Stmt, verify};

/// `generate(state, list, limit, identities, info) → end of the list`
pub type ListFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64, *mut u64, *mut u64) -> *mut u64;
/// `count(state, info) → number`
pub type CountFn = unsafe extern "C" fn(*const u64, *mut u64) -> u64;
/// `make(state, record, next) → answer`
pub type MakeFn = unsafe extern "C" fn(*const u64, *const u64, *mut u64) -> u64;
/// `successors(state, rows, limit, info) → end of the rows`
pub type StatesFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64, *mut u64) -> *mut u64;
/// `below(state, scratch, info) → how many`; `info[1]` is how many successors have none.
pub type BelowFn = unsafe extern "C" fn(*const u64, *mut u64, *mut u64) -> u64;
/// `list legs(state, shared)`; see [`super::walk::shared`].
pub type LegsFn = unsafe extern "C" fn(*const u64, *mut u64) -> u64;
/// `f(state) → answer`
pub type StateFn = unsafe extern "C" fn(*const u64) -> u64;

/// The functions of a game, by the side to move where there are two; none where the interpreter does it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Functions {
    /// Lists the moves.
    pub list: [Option<ListFn>; 2],
    /// Lists the moves where they may have several legs.
    pub legs: [Option<LegsFn>; 2],
    /// Counts the moves.
    pub count: [Option<CountFn>; 2],
    /// Makes a move.
    pub make: [Option<MakeFn>; 2],
    /// Whether `make` answers the endings, too.
    pub make_has_status: bool,
    /// Lists the successors: `list(state, rows, limit, info) → end`.
    pub states: [Option<StatesFn>; 2],
    /// Lists the successors where plies may have several legs.
    pub states_legs: [Option<LegsFn>; 2],
    /// Counts what is two plies on, and the same with each of those built: `below(state, scratch, info)`.
    pub below: [[Option<BelowFn>; 2]; 2],
    /// The ending that a position decides.
    pub status: Option<StateFn>,
    /// The evaluation.
    pub evaluate: Option<StateFn>,
}

/// What compiling took, and what the interpreter still does.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Bytes of machine code.
    pub code_bytes: usize,
    /// Bytes of tables.
    pub table_bytes: usize,
    /// How long it took.
    pub time: Duration,
    /// Functions that the interpreter runs, with the reason.
    pub interpreted: Vec<(&'static str, &'static str)>,
}

/// Machine code with its tables. Freed when dropped: whoever holds the functions holds this.
pub struct Code {
    /// The functions.
    pub functions: Functions,
    /// What it took.
    pub report: Report,
    module: Option<JITModule>,
    // The code has the addresses of these.
    _tables: Tables,
}

// SAFETY: after it is built, code and tables are only read; the module is touched again only by `drop`.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the functions are private to this module's users, who hold the owner; nobody runs them now.
            unsafe { module.free_memory() };
        }
    }
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Code").field("functions", &self.functions).field("report", &self.report).finish()
    }
}

/// Compiles a program.
///
/// # Errors
/// Why nothing can be compiled here.
pub fn compile(program: &Program, evaluation: usize) -> Result<Arc<Code>, String> {
    compile_with(program, |compiler| compiler.everything(evaluation))
}

/// Compiles the functions that list successors. They are code of their own: few uses of a game need them.
///
/// # Errors
/// As [`compile`].
pub fn compile_states(program: &Program) -> Result<Arc<Code>, String> {
    compile_with(program, Compiler::unfolding)
}

fn compile_with<'p>(program: &'p Program, build: impl FnOnce(&mut Compiler<'p>) -> Ids) -> Result<Arc<Code>, String> {
    verify(program)?;
    if !program.layout.lanes.is_empty() {
        return Err("native code does not handle numbers of cells yet".to_string());
    }
    let started = Instant::now();
    let mut compiler = Compiler::new(program)?;
    let ids = build(&mut compiler);
    let (mut code, finish) = compiler.finish()?;
    code.functions = ids.resolve(&finish);
    code.module = Some(finish);
    code.report.time = started.elapsed();
    Ok(Arc::new(code))
}

/// The functions before they have addresses.
#[derive(Default)]
pub struct Ids {
    list: [Option<FuncId>; 2],
    count: [Option<FuncId>; 2],
    legs: [Option<FuncId>; 2],
    pub(super) states: [Option<FuncId>; 2],
    pub(super) states_legs: [Option<FuncId>; 2],
    pub(super) below: [[Option<FuncId>; 2]; 2],
    make: [Option<FuncId>; 2],
    make_has_status: bool,
    status: Option<FuncId>,
    evaluate: Option<FuncId>,
}

impl Ids {
    fn resolve(&self, module: &JITModule) -> Functions {
        let at = |id: Option<FuncId>| id.map(|id| module.get_finalized_function(id));
        // SAFETY: each function was declared with the signature of its type.
        unsafe {
            Functions {
                list: self.list.map(|id| at(id).map(|p| std::mem::transmute::<*const u8, ListFn>(p))),
                count: self.count.map(|id| at(id).map(|p| std::mem::transmute::<*const u8, CountFn>(p))),
                legs: self.legs.map(|id| at(id).map(|p| std::mem::transmute::<*const u8, LegsFn>(p))),
                states: self.states.map(|id| at(id).map(|p| std::mem::transmute::<*const u8, StatesFn>(p))),
                states_legs: self.states_legs.map(|id| at(id).map(|p| std::mem::transmute::<*const u8, LegsFn>(p))),
                below: self
                    .below
                    .map(|ids| ids.map(|id| at(id).map(|p| std::mem::transmute::<*const u8, BelowFn>(p)))),
                make: self.make.map(|id| at(id).map(|p| std::mem::transmute::<*const u8, MakeFn>(p))),
                make_has_status: self.make_has_status,
                status: at(self.status).map(|p| std::mem::transmute::<*const u8, StateFn>(p)),
                evaluate: at(self.evaluate).map(|p| std::mem::transmute::<*const u8, StateFn>(p)),
            }
        }
    }
}

/// What expressions of a program ask of enumerations; the conditions of the stuck side to move apart, which no state
/// is asked for.
fn asked(program: &Program) -> Vec<Helper> {
    let mut out: Vec<Helper> = Vec::new();
    let mut note = |part: Part<'_>| {
        let helper = match part {
            Part::Int(Int::Mobility(side, only)) => Helper::Mobility(*side, only.clone()),
            Part::Truth(Bool::Stuck(side, conditions)) => Helper::Any(*side, *conditions),
            _ => return,
        };
        if !out.contains(&helper) {
            out.push(helper);
        }
    };
    for code in &program.sides {
        code.evaluations.iter().flatten().for_each(|t| walk_int(&t.1, &mut note));
        code.legal.iter().for_each(|c| walk_truth(c, &mut note));
        for v in code.verdicts.iter().filter(|v| v.history.is_empty() && !v.clock && !v.stuck) {
            walk_truth(&v.when, &mut note);
        }
    }
    out
}

/// Builds the body of a function, given the function of the conditions and those of further legs.
type Body<'b, 'p> = dyn FnMut(&mut Emit<'p, '_>, Option<FuncRef>, &[FuncRef]) -> Res<()> + 'b;

pub struct Compiler<'p> {
    pub(super) program: &'p Program,
    module: JITModule,
    tables: Tables,
    frontend: FunctionBuilderContext,
    context: Context,
    report: Report,
    helpers: Vec<(Helper, FuncId)>,
    n: usize,
    /// The operations of the function that was compiled last.
    pub(super) nodes: usize,
}

impl<'p> Compiler<'p> {
    fn new(program: &'p Program) -> Result<Self, String> {
        let mut flags = settings::builder();
        let set = |flags: &mut settings::Builder, name: &str, value: &str| {
            flags.set(name, value).map_err(|e| format!("code generator: {e}"))
        };
        set(&mut flags, "opt_level", "speed")?;
        set(&mut flags, "is_pic", "false")?;
        set(&mut flags, "enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" })?;
        let isa = cranelift_native::builder()
            .map_err(|e| format!("no native code on this processor: {e}"))?
            .finish(settings::Flags::new(flags))
            .map_err(|e| format!("no native code on this processor: {e}"))?;
        let module = JITModule::new(JITBuilder::with_isa(isa, cranelift_module::default_libcall_names()));
        let context = module.make_context();
        Ok(Compiler {
            program,
            module,
            tables: Tables::default(),
            frontend: FunctionBuilderContext::new(),
            context,
            report: Report::default(),
            helpers: Vec::new(),
            n: program.sites.div_ceil(64).max(1),
            nodes: 0,
        })
    }

    /// The enumerations that expressions ask for.
    pub(super) fn help(&mut self) {
        let program = self.program;
        for helper in asked(program) {
            let result = self.function(2, &mut |e, _| match &helper {
                Helper::Mobility(side, only) => {
                    let code = &program.sides[side.index()];
                    // Kept for as long as the function is built.
                    let only = only.clone();
                    functions::enumerate(e, code, Sink::Count, 0, only.as_deref(), None, None)
                }
                Helper::Any(side, conditions) => {
                    let code = &program.sides[side.index()];
                    functions::enumerate(e, code, Sink::Any, *conditions, None, None, None)
                }
            });
            if let Some(id) = self.noted("count in an expression", result) {
                self.helpers.push((helper, id));
            }
        }
    }

    fn everything(&mut self, evaluation: usize) -> Ids {
        let program = self.program;
        let mut ids = Ids::default();
        self.help();
        let attempt = |this: &mut Self, name, params, body: &mut dyn FnMut(&mut Emit<'p, '_>) -> Res<()>| {
            let result = this.function(params, &mut |e, _| body(e));
            this.noted(name, result)
        };
        ids.status = attempt(self, "status", 1, &mut functions::status);
        ids.evaluate = attempt(self, "evaluate", 1, &mut |e| functions::evaluate(e, evaluation));
        ids.make_has_status = ids.status.is_some();
        for side in [Side::First, Side::Second] {
            let has_status = ids.make_has_status;
            ids.make[side.index()] = attempt(self, "make", 3, &mut |e| functions::make(e, side, has_status));
        }
        for (side, code) in program.sides.iter().enumerate() {
            let Some(legal) = self.conditions(code) else { continue };
            let mut reads = Reads::none(program);
            code.legal.iter().for_each(|c| reads.truth(c));
            let sink = |this: &mut Self, name, params, sink| {
                let reads = reads.clone();
                let result = this.function_with(params, legal, &mut |e, legal| {
                    let legal = legal.map(|f| (f, reads.clone()));
                    functions::enumerate(e, code, sink, usize::MAX, None, legal, None)
                });
                this.noted(name, result)
            };
            if program.facts.merge_results {
                let result = self.legs(code, legal, &reads, None);
                ids.legs[side] = self.noted("generate", result);
                continue;
            }
            ids.list[side] = sink(self, "generate", 5, Sink::List);
            ids.count[side] = sink(self, "count", 2, Sink::Count);
        }
        ids
    }

    /// The function of a side's conditions, where they are one: those that cost much, as they are asked in many places.
    /// None if there should be one and can't.
    pub(super) fn conditions(&mut self, code: &'p SideCode) -> Option<Option<FuncId>> {
        if code.legal.iter().map(cost).sum::<usize>() <= 30 {
            return Some(None);
        }
        let result = self.function(2, &mut |e, _| functions::legal(e, code));
        self.noted("legal", result).map(Some)
    }

    /// The functions of plies with several legs; they call each other. Successors are listed if `states` is given,
    /// with the function that judges them if it is one.
    pub(super) fn legs(
        &mut self,
        code: &'p SideCode,
        legal: Option<FuncId>,
        reads: &Reads,
        states: Option<Option<FuncId>>,
    ) -> Res<FuncId> {
        let mut signature = Signature::new(self.module.isa().default_call_conv());
        signature.params = vec![AbiParam::new(types::I64); 2];
        signature.returns = vec![AbiParam::new(types::I64)];
        let mut all = Vec::new();
        for block in &code.next_legs {
            let none = matches!(&block[..], [Stmt::Choose(list)] if list.is_empty());
            let id = self.module.declare_anonymous_function(&signature);
            all.push(if none { None } else { Some(id.map_err(|_| Unsupported("a function too many"))?) });
        }
        let ids: Vec<FuncId> = all.iter().flatten().copied().chain(states.flatten()).collect();
        let rows = |program: &Program, found: &[FuncRef]| {
            states.map(|status| Rows::new(program, status.and_then(|_| found.last().copied())))
        };
        let refs = |found: &[FuncRef]| -> Vec<Option<FuncRef>> {
            let mut next = found.iter();
            all.iter().map(|id| id.and_then(|_| next.next().copied())).collect()
        };
        for (group, id) in all.iter().enumerate() {
            let Some(id) = *id else { continue };
            self.function_as(Some(id), 2, legal, &ids, &mut |e, legal, found| {
                let legal = legal.map(|f| (f, reads.clone()));
                let rows = rows(e.program, found);
                functions::further_leg(e, code, &code.next_legs[group], legal, refs(found), rows)
            })?;
        }
        self.function_as(None, 2, legal, &ids, &mut |e, legal, found| {
            let legal = legal.map(|f| (f, reads.clone()));
            let rows = rows(e.program, found);
            functions::enumerate_legs(e, code, legal, refs(found), rows)
        })
    }

    pub(super) fn noted(&mut self, name: &'static str, result: Res<FuncId>) -> Option<FuncId> {
        match result {
            Ok(id) => Some(id),
            Err(Unsupported(why)) => {
                if !self.report.interpreted.contains(&(name, why)) {
                    self.report.interpreted.push((name, why));
                }
                None
            }
        }
    }

    pub(super) fn function(
        &mut self,
        params: usize,
        body: &mut dyn FnMut(&mut Emit<'p, '_>, Option<FuncRef>) -> Res<()>,
    ) -> Res<FuncId> {
        self.function_with(params, None, body)
    }

    pub(super) fn function_with(
        &mut self,
        params: usize,
        callee: Option<FuncId>,
        body: &mut dyn FnMut(&mut Emit<'p, '_>, Option<FuncRef>) -> Res<()>,
    ) -> Res<FuncId> {
        self.function_as(None, params, callee, &[], &mut |e, callee, _| body(e, callee))
    }

    /// Compiles one function of so many words that gives one, under a name that was given before or a new one.
    pub(super) fn function_as(
        &mut self,
        id: Option<FuncId>,
        params: usize,
        callee: Option<FuncId>,
        others: &[FuncId],
        body: &mut Body<'_, 'p>,
    ) -> Res<FuncId> {
        let mut signature = Signature::new(self.module.isa().default_call_conv());
        signature.params = vec![AbiParam::new(types::I64); params];
        signature.returns = vec![AbiParam::new(types::I64)];
        let mut function = Function::new();
        function.signature = signature.clone();
        let callee = callee.map(|id| self.module.declare_func_in_func(id, &mut function));
        let others: Vec<FuncRef> =
            others.iter().map(|&id| self.module.declare_func_in_func(id, &mut function)).collect();
        let mut helpers = Vec::new();
        for (helper, id) in &self.helpers {
            helpers.push((helper.clone(), self.module.declare_func_in_func(*id, &mut function)));
        }
        // A body that is given up half-way leaves the builder's context in disorder.
        let mut frontend = std::mem::replace(&mut self.frontend, FunctionBuilderContext::new());
        let b = FunctionBuilder::new(&mut function, &mut frontend);
        let mut emit = Emit { b, program: self.program, tables: &mut self.tables, helpers, n: self.n, nodes: 0 };
        body(&mut emit, callee, &others)?;
        emit.b.seal_all_blocks();
        emit.b.finalize(self.module.target_config());
        self.nodes = emit.nodes;
        self.frontend = frontend;
        let id = match id {
            Some(id) => id,
            None => {
                self.module.declare_anonymous_function(&signature).map_err(|_| Unsupported("a function too many"))?
            }
        };
        self.context.clear();
        self.context.func = function;
        let defined = self.module.define_function(id, &mut self.context);
        if let Err(error) = defined {
            debug_assert!(false, "{error:?}");
            return Err(Unsupported("the code generator refused it"));
        }
        self.report.code_bytes += self.context.compiled_code().map_or(0, |c| c.code_buffer().len());
        Ok(id)
    }

    fn finish(mut self) -> Result<(Code, JITModule), String> {
        self.module.finalize_definitions().map_err(|e| format!("no executable memory: {e}"))?;
        self.report.table_bytes = self.tables.bytes();
        let code = Code { functions: Functions::default(), report: self.report, module: None, _tables: self.tables };
        Ok((code, self.module))
    }
}
