// The program as WebAssembly, in a worker: it speaks what the server speaks.

interface Exports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  answer(verb: number, verbLength: number, body: number, bodyLength: number): void;
}

let exports: Exports;
let id = -1;
const scope = self as unknown as { postMessage(message: unknown): void; onmessage: (event: MessageEvent) => void };

function put(text: string): [number, number] {
  const bytes = new TextEncoder().encode(text);
  const at = exports.alloc(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  return [at, bytes.length];
}

const env = {
  line(at: number, length: number): void {
    const text = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
    scope.postMessage({ id, line: JSON.parse(text) });
  },
  now: (): number => performance.now(),
};

const waiting: MessageEvent[] = [];
let ready = false;

function answer(event: MessageEvent): void {
  id = event.data.id;
  const verb = put(event.data.verb);
  const body = put(JSON.stringify(event.data.body));
  exports.answer(...verb, ...body);
}

scope.onmessage = async (event: MessageEvent) => {
  if (event.data.module) {
    const instance = await WebAssembly.instantiate(event.data.module as WebAssembly.Module, { env });
    exports = instance.exports as unknown as Exports;
    ready = true;
    waiting.splice(0).forEach(answer);
  } else if (ready) answer(event);
  else waiting.push(event);
};
