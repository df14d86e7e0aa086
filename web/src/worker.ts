// The program as WebAssembly, in a worker: it speaks what the server speaks.

interface Exports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  answer(verb: number, verbLength: number, body: number, bodyLength: number): void;
}
interface Request { id: number; verb: string; body: object }

const scope = self as unknown as { postMessage(message: unknown): void; onmessage: (event: MessageEvent) => void };
let engine: Exports | null = null;
/** What is asked before the engine is ready. */
const waiting: Request[] = [];
/** What was learned of games, in this page and earlier. */
const learned = new Map<string, string>();
/** Whose answer is being given. */
let id = -1;

/** Puts a text where the engine finds it. */
function put(text: string): [number, number] {
  const bytes = new TextEncoder().encode(text);
  const at = engine!.alloc(bytes.length);
  new Uint8Array(engine!.memory.buffer, at, bytes.length).set(bytes);
  return [at, bytes.length];
}

function answer(request: Request): void {
  id = request.id;
  const verb = put(request.verb);
  const body = put(JSON.stringify(request.body));
  engine!.answer(...verb, ...body);
}

const text = (at: number, length: number): string => new TextDecoder().decode(new Uint8Array(engine!.memory.buffer, at, length));
const env = {
  line: (at: number, length: number): void => scope.postMessage({ id, line: JSON.parse(text(at, length)) }),
  complain(at: number, length: number): void { throw new Error(text(at, length)); },
  now: (): number => performance.now(),
  keep(at: number, length: number, textAt: number, textLength: number): void {
    const kept: [string, string] = [text(at, length), text(textAt, textLength)];
    learned.set(...kept);
    scope.postMessage({ kept });
  },
  recall(at: number, length: number): bigint {
    const known = learned.get(text(at, length));
    if (!known) return 0n;
    const [place, long] = put(known);
    return (BigInt(place) << 32n) | BigInt(long);
  },
};

scope.onmessage = (event: MessageEvent) => {
  for (const [name, text] of event.data.learned ?? []) learned.set(name, text);
  if (event.data.module) {
    WebAssembly.instantiate(event.data.module as WebAssembly.Module, { env }).then((instance) => {
      engine = instance.exports as unknown as Exports;
      waiting.splice(0).forEach(answer);
      // Thrown where the page hears of it.
    }).catch((why) => setTimeout(() => { throw why; }));
  } else if (event.data.id === undefined) return;
  else if (engine) answer(event.data);
  else waiting.push(event.data);
};
