// Where texts of rules are: shipped games, files of the folder, drafts that the browser keeps until they are saved.

import { wire } from "./wire.ts";

export interface Place { kind: "game" | "file" | "draft"; name: string }
/** A text that is kept, and when it was. */
export interface Kept { text: string; stamp?: string; title?: string; time?: number }

/** The folder that files are in: what is kept of them in the browser is theirs alone, also where another folder has files of the same names. */
let folder = "";
export function shelve(there: string): void {
  folder = there;
}

const start = (kind: Place["kind"]) => `rulesmith:${kind}:${kind === "file" && folder ? `${folder}/` : ""}`;
const key = (place: Place) => start(place.kind) + place.name;
/** What the store of the browser had no room for, or is forbidden: it is there as long as the page is. */
const unkept = new Map<string, string>();
addEventListener("beforeunload", (event) => { if (unkept.size > 0) event.preventDefault(); });

/** The draft of a place: what was written there and is not saved yet. */
export function draft(place: Place): Kept | null {
  try {
    return JSON.parse(unkept.get(key(place)) ?? localStorage.getItem(key(place)) ?? "null");
  } catch {
    return null;
  }
}

export function keep(place: Place, kept: Kept | null): void {
  unkept.delete(key(place));
  try {
    if (kept) localStorage.setItem(key(place), JSON.stringify(kept));
    else localStorage.removeItem(key(place));
  } catch {
    if (kept) unkept.set(key(place), JSON.stringify(kept));
  }
}

/** Whether what was written at a place is lost with the page. */
export const endangered = (place: Place): boolean => unkept.has(key(place));

/** Tells when another tab has changed what is kept of a place, or keeps nothing of it any more; gives what ends that. */
export function watch(place: Place, told: (kept: Kept | null) => void): () => void {
  const heard = (event: StorageEvent) => { if (event.key === key(place)) told(draft(place)); };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}

/** All texts that the browser keeps: those of no file, and what is not saved of games and of this folder's files. */
export function drafts(): { place: Place; kept: Kept }[] {
  const keys = [...unkept.keys()];
  try {
    keys.push(...Object.keys(localStorage).filter((known) => !unkept.has(known)));
  } catch {
    // It is forbidden.
  }
  return (["draft", "file", "game"] as const).flatMap((kind) => keys.filter((known) => known.startsWith(start(kind))).flatMap((known) => {
    const place: Place = { kind, name: known.slice(start(kind).length) };
    const kept = draft(place);
    return kept ? [{ place, kept }] : [];
  }).sort((one, other) => (one.place.name < other.place.name ? -1 : 1)));
}

/** What lies at a place. */
export async function read(place: Place): Promise<Kept> {
  if (place.kind === "game") return { text: (await wire.ask("source", { game: place.name })).text };
  if (place.kind === "file") return wire.ask("read", { path: place.name });
  return draft(place) ?? { text: "" };
}

/** A name that nothing else has, in this tab or another one. */
const unique = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

/** A place for a draft, where nothing is kept yet. */
export const fresh = (): Place => ({ kind: "draft", name: unique() });

/** A fresh draft with a text. */
export function begin(text: string, title = titleOf(text)): Place {
  const place = fresh();
  keep(place, { text, title, time: Date.now() });
  return place;
}

/** What is kept of this entry of the tab's history, so that it is there again after a reload, back and forward. */
export function remembered<T>(): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(`rulesmith:entry:${history.state?.entry}`) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps something for this entry of the tab's history. */
export function remember(what: object): void {
  try {
    if (!history.state?.entry) history.replaceState({ entry: unique() }, "");
    sessionStorage.setItem(`rulesmith:entry:${history.state.entry}`, JSON.stringify(what));
  } catch {
    // As with drafts.
  }
}

export function titleOf(text: string): string {
  return /^\s*game\s+"([^"]+)"/m.exec(text)?.[1] ?? "a game without a name";
}

export const address = (place: Place): string => `#/${place.kind}/${encodeURIComponent(place.name)}`;
