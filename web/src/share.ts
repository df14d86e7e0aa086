// A link that carries rules and moves in its fragment: nothing is sent to anyone.

import type { Beside } from "./table.ts";

export interface Shared extends Pick<Beside, "ending" | "names"> { game?: string; text?: string; start?: string | null; moves?: string[]; options?: Record<string, string> }

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // What is wrong is told by the reader.
  writer.write(bytes as BufferSource).catch(() => undefined);
  writer.close().catch(() => undefined);
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

export async function pack(shared: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** What a link carries; an error if it is broken. */
export async function unpack(packed: string): Promise<Shared> {
  const text = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const shared = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  if (typeof shared !== "object" || shared === null) throw new Error("no game");
  return shared;
}
