// Where texts of rules are: shipped games, files of the folder, drafts that the browser keeps until they are saved.

import { wire } from "./wire.ts";

export interface Place { kind: "game" | "file" | "draft"; name: string }
export interface Kept { text: string; stamp?: string; title?: string }

const key = (place: Place) => `rulesmith:${place.kind}:${place.name}`;

/** The draft of a place: what was written there and is not saved yet. */
export function draft(place: Place): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(key(place)) ?? "null");
  } catch {
    return null;
  }
}

export function keep(place: Place, kept: Kept | null): void {
  try {
    if (kept) localStorage.setItem(key(place), JSON.stringify(kept));
    else localStorage.removeItem(key(place));
  } catch {
    // A full or forbidden store keeps nothing; the text is still on the page.
  }
}

/** Tells when another tab has changed what is kept of a place, or keeps nothing of it any more; gives what ends that. */
export function watch(place: Place, told: (kept: Kept | null) => void): () => void {
  const heard = (event: StorageEvent) => { if (event.key === key(place)) told(draft(place)); };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}

/** The drafts that are in no file. */
export function drafts(): { place: Place; kept: Kept }[] {
  const found: { place: Place; kept: Kept }[] = [];
  for (let at = 0; at < localStorage.length; at++) {
    const match = /^rulesmith:draft:(.*)$/.exec(localStorage.key(at) ?? "");
    const place: Place | null = match && { kind: "draft", name: match[1] };
    const kept = place && draft(place);
    if (place && kept) found.push({ place, kept });
  }
  return found;
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
  keep(place, { text, title });
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
