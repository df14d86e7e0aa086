// The way to the engine: a server on this machine, or a worker in the page. `docs/wire.md` says what is asked and answered.

export interface Fault {
  message: string;
  help?: string | null;
  excerpt?: { text: string; from: number; to: number };
  diagnostics?: Diagnostic[];
}

export interface Edit { from: number; to: number; text: string }
export interface Fix { title: string; edits: Edit[] }
export interface Diagnostic {
  code: string;
  severity: "error" | "warning";
  message: string;
  help?: string | null;
  from: number;
  to: number;
  also: { from: number; to: number; label: string }[];
  fixes: Fix[];
}

export type Step = { cell: string } | { hand: string } | { word: string };
export interface Legal { text: string; shown: string; steps: Step[] }
export interface Shown {
  title: string;
  players: [string, string];
  svg: string;
  cells: string[];
  to_move: number | null;
  threatened?: boolean;
  /** Whose turn it is, or would be if the game went on. */
  mover: number;
  verdict: null | { text: string; winner?: string | null; score?: number | null; reason: string };
  position: string;
  played: { text: string; shown: string; by: number }[];
  lost: null | { moves: string[]; message: string; help?: string | null };
  legal: Legal[];
  counters: { name: string; value: string }[];
  palette: { letter: string; kind: string; side: number | null }[];
  options: { name: string; value: string; least?: number; most?: number; step?: number | null }[];
  evaluations: string[];
  forms: string[];
  warnings: Diagnostic[];
  notes: Fault[];
}

/** `shown` is the line as players of such games write it. */
export interface Line { score: number; outcome?: string | null; plies_to_end?: number | null; line: string[]; shown?: string[] }
export interface Thought extends Line { best: string | null; depth: number; nodes: number; seconds: number; lines?: Line[]; learning?: [number, number]; halted?: string; help?: string | null }

/** What went wrong, as the engine says it. */
export class Refused extends Error {
  fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

export type Progress = (value: any) => void;
export interface Wire { ask(verb: string, body: object, progress?: Progress, signal?: AbortSignal): Promise<any> }

function given(line: any, progress?: Progress): { result: any } | null {
  if (line.error) throw new Refused(line.error);
  if ("progress" in line) progress?.(line.progress);
  return "result" in line ? { result: line.result } : null;
}

const LONG = ["think", "evaluate", "graph", "solve", "perft", "trial"];

/** A browser opens six connections to a server, for all its tabs together: so many are for long work, the others are always free. */
const PLACES = 4;

/** Waits for one of them, and gives what makes it free again. */
async function place(signal?: AbortSignal): Promise<() => void> {
  if (!navigator.locks) return () => undefined;
  const hold = (at: number, options: LockOptions) => new Promise<(() => void) | null>((given, fail) => {
    navigator.locks.request(`rulesmith-${at}`, options, (lock) => (lock ? new Promise<void>(given) : given(null))).catch(fail);
  });
  for (let at = 0; at < PLACES; at++) {
    const free = await hold(at, { ifAvailable: true });
    if (free) return free;
  }
  return (await hold(Math.floor(Math.random() * PLACES), { signal }))!;
}

/** A server: each request a POST, its answer lines of JSON. */
class Server implements Wire {
  async ask(verb: string, body: object, progress?: Progress, signal?: AbortSignal): Promise<any> {
    if (!LONG.includes(verb)) return this.send(verb, body, progress, signal);
    const free = await place(signal);
    try {
      return await this.send(verb, body, progress, signal);
    } finally {
      free();
    }
  }
  private async send(verb: string, body: object, progress?: Progress, signal?: AbortSignal): Promise<any> {
    let response: Response;
    try {
      response = await fetch(`/api/${verb}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal,
      });
    } catch (why) {
      if (signal?.aborted) throw why;
      throw new Refused({ message: "the program does not answer", help: "start `rulesmith serve` again; nothing you wrote is lost" });
    }
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      rest += value ?? "";
      const lines = rest.split("\n");
      rest = done ? "" : lines.pop()!;
      for (const line of lines) {
        if (!line.trim()) continue;
        const last = given(JSON.parse(line), progress);
        if (last) return last.result;
      }
      if (done) throw new Refused({ message: "the answer was broken off" });
    }
  }
}

/** So many workers that have nothing to do are kept for the next long work: they know games that they have met. */
const SPARE = 2;

const LEARNED = "rulesmith:learned";
/** So many games' evaluations are kept in the browser. */
const MOST_LEARNED = 60;
/** What is known of the lesson that was gone on with last, if it is not whole: there is room for one. */
const LESSON = "rulesmith:lesson";

const stored = (key: string): [string, string][] => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    return [];
  }
};
/** What was learned of games, by the engine's name for each, the latest last. */
const learned = () => stored(LEARNED);
function learn(kept: [string, string]): void {
  const [name, text] = kept;
  try {
    if (name.startsWith("lessons/")) {
      if (text) localStorage.setItem(LESSON, JSON.stringify([kept]));
      else if (stored(LESSON)[0]?.[0] === name) localStorage.removeItem(LESSON);
      return;
    }
    const all = [...learned().filter(([known]) => known !== name), kept];
    localStorage.setItem(LEARNED, JSON.stringify(all.slice(-MOST_LEARNED)));
  } catch {
    // It is learned anew.
  }
}

/** Workers in the page: one for what is answered at once, one for each long work, which is stopped by ending it. */
class Workers implements Wire {
  private module: Promise<WebAssembly.Module>;
  private quick: Promise<Worker> | null = null;
  private spare: Worker[] = [];
  private next = 0;
  /** What is the same for everybody, and known before the engine is. */
  private known: Promise<Record<string, any>>;
  constructor(private base: string) {
    const wasm = `${base}rulesmith.wasm`;
    this.known = fetch(`${base}known.json`).then((response) => (response.ok ? response.json() : {})).catch(() => ({}));
    this.module = WebAssembly.compileStreaming(fetch(wasm)).catch(async () => {
      // Not every server says what kind of file it is.
      const response = await fetch(wasm);
      if (!response.ok) throw new Error(response.statusText);
      return WebAssembly.compile(await response.arrayBuffer());
    });
    // Whoever asks is told.
    this.module.catch(() => undefined);
  }
  private async start(): Promise<Worker> {
    const module = await this.module.catch((why) => {
      throw new Refused({ message: "the engine of this page can't be loaded", help: `load the page again (${why instanceof Error ? why.message : why})` });
    });
    const worker = new Worker(`${this.base}worker.js`);
    // What a worker has learned of a game is known to others when it is ended.
    worker.addEventListener("message", ({ data: { kept } }) => {
      if (!kept) return;
      learn(kept);
      this.spare.forEach((other) => other.postMessage({ learned: [kept] }));
    });
    worker.postMessage({ module, learned: [...learned(), ...stored(LESSON)] });
    return worker;
  }
  async ask(verb: string, body: object, progress?: Progress, signal?: AbortSignal): Promise<any> {
    const known = (await this.known)[verb];
    if (known) return structuredClone(known);
    const long = LONG.includes(verb);
    const worker = await (long ? (this.spare.pop() ?? this.start()) : (this.quick ??= this.start()));
    const id = this.next++;
    return new Promise((resolve, reject) => {
      /** The work is over; `idle` where the worker can do more. */
      const end = (idle: boolean) => {
        worker.removeEventListener("message", hear);
        worker.removeEventListener("error", fail);
        signal?.removeEventListener("abort", stop);
        if (!long && idle) return;
        if (!idle || this.spare.length >= SPARE) worker.terminate();
        else this.spare.push(worker);
      };
      const fail = (event: ErrorEvent) => {
        end(false);
        if (!long) this.quick = null;
        reject(new Refused({ message: "the engine in this page stopped", help: `try again; what takes too much memory stops it (${event.message})` }));
      };
      const stop = () => {
        // What is answered at once is waited for, and nobody hears it.
        end(!long);
        reject(new DOMException("stopped", "AbortError"));
      };
      const hear = (event: MessageEvent) => {
        if (event.data.id !== id) return;
        try {
          const last = given(event.data.line, progress);
          if (!last) return;
          end(true);
          resolve(last.result);
        } catch (why) {
          end(true);
          reject(why);
        }
      };
      worker.addEventListener("message", hear);
      worker.addEventListener("error", fail);
      if (signal?.aborted) return stop();
      signal?.addEventListener("abort", stop);
      worker.postMessage({ id, verb, body });
    });
  }
}

/** Where the files of the page without a server are; none where there is one. */
export const site = document.documentElement.dataset.site;
export const wire: Wire = site === undefined ? new Server() : new Workers(site);
